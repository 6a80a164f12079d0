//! JSON that keeps the order of its keys: a file under version control should change only where it has to.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::Value;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Object(Vec<(String, Node)>),
    Array(Vec<Node>),
    Scalar(Value),
}

impl Node {
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        let Self::Object(fields) = self else { return None };
        fields.iter().find(|(name, _)| name == key).map(|(_, node)| node)
    }

    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        let Self::Object(fields) = self else { return None };
        fields.iter_mut().find(|(name, _)| name == key).map(|(_, node)| node)
    }

    /// Changes the object at `key`, creating it if needed.
    pub(super) fn change(&mut self, key: &str, change: impl FnOnce(&mut Self)) {
        if !self.get(key).is_some_and(Self::is_object) {
            self.set(key, Self::Object(Vec::new()));
        }
        if let Some(node) = self.get_mut(key) {
            change(node);
        }
    }

    /// Replaces the value in place, or adds it at the end.
    pub(super) fn set(&mut self, key: &str, value: Self) {
        let Self::Object(fields) = self else { return };
        match fields.iter_mut().find(|(name, _)| name == key) {
            Some((_, node)) => *node = value,
            None => fields.push((key.to_owned(), value)),
        }
    }

    pub(super) fn remove(&mut self, key: &str) {
        if let Self::Object(fields) = self {
            fields.retain(|(name, _)| name != key);
        }
    }

    pub(super) fn sort(&mut self) {
        if let Self::Object(fields) = self {
            fields.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
        }
    }

    pub(super) fn keys(&self) -> Vec<String> {
        let Self::Object(fields) = self else { return Vec::new() };
        fields.iter().map(|(name, _)| name.clone()).collect()
    }

    pub(super) fn is_object(&self) -> bool {
        matches!(self, Self::Object(_))
    }

    pub(super) fn as_str(&self) -> Option<&str> {
        if let Self::Scalar(Value::String(text)) = self { Some(text) } else { None }
    }

    pub(super) fn as_u64(&self) -> Option<u64> {
        if let Self::Scalar(value) = self { value.as_u64() } else { None }
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Object(fields) => serializer.collect_map(fields.iter().map(|(name, node)| (name, node))),
            Self::Array(nodes) => serializer.collect_seq(nodes),
            Self::Scalar(value) => value.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut node = Node::Object(Vec::new());
        while let Some((key, value)) = map.next_entry::<String, Node>()? {
            // Of two equal keys the last counts, as for the other installer's reader.
            node.set(&key, value);
        }
        Ok(node)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node, A::Error> {
        let mut nodes = Vec::new();
        while let Some(node) = seq.next_element()? {
            nodes.push(node);
        }
        Ok(Node::Array(nodes))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Scalar(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Scalar(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Scalar(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Scalar(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Scalar(value.into()))
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Scalar(Value::Null))
    }
}
