//! JSON in memory: records as bytes and as [`Value`].
//!
//! Serde compiles each type once for each reader and each writer. So every record is read from a slice and written into a vector, also on
//! its way from and to a [`Value`], which costs a fraction of the code.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Result, Value};

/// The record in a JSON text.
pub fn read<T: DeserializeOwned>(text: impl AsRef<[u8]>) -> Result<T> {
    serde_json::from_slice(text.as_ref())
}

/// The record of a value.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T> {
    read(serde_json::to_vec(value)?)
}

/// A record as a value.
pub fn to_value<T: Serialize>(record: &T) -> Result<Value> {
    read(serde_json::to_vec(record)?)
}

/// A record as text in one line.
pub fn to_text<T: Serialize>(record: &T) -> Result<String> {
    Ok(String::from_utf8_lossy(&serde_json::to_vec(record)?).into_owned())
}

/// A record as text for people: a line for each member, indented by two spaces. It is the text of [`serde_json::to_string_pretty`].
pub fn to_pretty_text<T: Serialize>(record: &T) -> Result<String> {
    Ok(String::from_utf8_lossy(&indented(&serde_json::to_vec(record)?)).into_owned())
}

/// Compact JSON with line breaks and indentation.
fn indented(compact: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(compact.len() * 2);
    let mut depth = 0;
    let (mut inside_text, mut escaped) = (false, false);
    let line = |out: &mut Vec<u8>, depth: usize| {
        out.push(b'\n');
        out.resize(out.len() + 2 * depth, b' ');
    };
    for (at, &byte) in compact.iter().enumerate() {
        if inside_text {
            out.push(byte);
            inside_text = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'{' | b'[' => {
                out.push(byte);
                depth += 1;
                if !matches!(compact.get(at + 1), Some(b'}' | b']')) {
                    line(&mut out, depth);
                }
            }
            b'}' | b']' => {
                depth -= 1;
                if !matches!(compact[at - 1], b'{' | b'[') {
                    line(&mut out, depth);
                }
                out.push(byte);
            }
            b',' => {
                out.push(byte);
                line(&mut out, depth);
            }
            b':' => out.extend(b": "),
            _ => {
                inside_text = byte == b'"';
                out.push(byte);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            r#"[a\\"{}\[\]:, \n–]{0,6}"#.prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::hash_map(r#"[a\\"{}:, ]{0,4}"#, inner, 0..5)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn pretty_text_is_that_of_serde(value in any_json()) {
            prop_assert_eq!(to_pretty_text(&value).unwrap(), serde_json::to_string_pretty(&value).unwrap());
        }
    }

    #[test]
    fn what_is_empty_has_one_line() {
        assert_eq!(to_pretty_text(&json!({ "a": [], "b": {} })).unwrap(), "{\n  \"a\": [],\n  \"b\": {}\n}");
    }
}
