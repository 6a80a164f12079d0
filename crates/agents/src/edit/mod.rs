//! Changes one entry in a configuration text that a person wrote. Comments, order and spacing of everything else are kept.

mod json;
mod toml;
mod yaml;

use serde_json::{Map, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// JSON5, with comments.
    Json,
    Toml,
    Yaml,
}

/// The position of an entry: a name below a path of keys.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryPath<'a> {
    pub path: &'a [&'a str],
    pub name: &'a str,
}

impl Format {
    /// Parses a text. An empty text is an empty mapping.
    pub(crate) fn read(self, text: &str) -> Result<Value, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let value = match self {
            Self::Json => json::read(text),
            Self::Toml => toml::read(text),
            Self::Yaml => yaml::read(text),
        }?;
        match value {
            Value::Null => Ok(Value::Object(Map::new())),
            Value::Object(_) => Ok(value),
            _ => Err("it does not hold a list of settings".to_owned()),
        }
    }

    /// The text with `entry` at `target`, or without an entry there. `Err`: why this text cannot be changed safely.
    pub(crate) fn set_entry(self, text: &str, target: EntryPath<'_>, entry: Option<&Value>) -> Result<String, String> {
        let mut meaning = self.read(text)?;
        if entry_at(&meaning, target).as_ref() == entry {
            return Ok(text.to_owned());
        }
        let changed = match (self, entry) {
            (Self::Json, Some(entry)) => json::set(text, target, entry),
            (Self::Json, None) => json::unset(text, target),
            (Self::Toml, Some(entry)) => toml::set(text, target, entry),
            (Self::Toml, None) => toml::unset(text, target),
            (Self::Yaml, Some(entry)) => yaml::set(text, target, entry),
            (Self::Yaml, None) => yaml::unset(text, target),
        }?;
        set_value(&mut meaning, target, entry)?;
        // The writer of a format may have errors. Read the result back rather than damage a foreign file.
        let read = self.read(&changed)?;
        if without_empty(read, target.path) != without_empty(meaning, target.path) {
            return Err("it is written in a way that cannot be changed safely".to_owned());
        }
        Ok(changed)
    }
}

/// The JSON text with each of these items as the only one of `ours` in its list below `path`, or with none of `ours` in it. What others put
/// into the lists is kept. `Err`: why this text cannot be changed safely.
pub(crate) fn set_items(
    text: &str,
    path: &[&str],
    items: &[(&str, Option<Value>)],
    ours: &dyn Fn(&Value) -> bool,
) -> Result<String, String> {
    let mut meaning = Format::Json.read(text)?;
    let mut changed = text.to_owned();
    for (name, item) in items {
        let target = EntryPath { path, name };
        let (own, mut others): (Vec<Value>, Vec<Value>) = list_at(&meaning, target)?.into_iter().partition(|item| ours(item));
        if own.iter().eq(item) {
            continue;
        }
        changed = json::set_item(&changed, target, item.as_ref(), ours)?;
        others.extend(item.clone());
        let list = Some(Value::Array(others)).filter(|list| *list != Value::Array(Vec::new()));
        set_value(&mut meaning, target, list.as_ref())?;
    }
    let read = Format::Json.read(&changed)?;
    match without_empty(read, path) == without_empty(meaning, path) {
        true => Ok(changed),
        false => Err("it is written in a way that cannot be changed safely".to_owned()),
    }
}

/// The list at a position; empty where there is none.
pub(crate) fn list_at(value: &Value, target: EntryPath<'_>) -> Result<Vec<Value>, String> {
    match entry_at(value, target) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(items)) => Ok(items),
        Some(_) => Err(format!("“{}” in it is not a list", target.name)),
    }
}

/// The entry at a position.
pub(crate) fn entry_at(value: &Value, target: EntryPath<'_>) -> Option<Value> {
    target.path.iter().try_fold(value, |value, key| value.get(key))?.get(target.name).cloned()
}

fn set_value(meaning: &mut Value, target: EntryPath<'_>, entry: Option<&Value>) -> Result<(), String> {
    let mut below = meaning;
    for key in target.path {
        let map = below.as_object_mut().ok_or_else(|| not_a_list(key))?;
        below = map.entry(*key).or_insert_with(|| Value::Object(Map::new()));
        if below.is_null() {
            *below = Value::Object(Map::new());
        }
    }
    let map = below.as_object_mut().ok_or_else(|| not_a_list(target.path.last().unwrap_or(&"")))?;
    match entry {
        Some(entry) => drop(map.insert(target.name.to_owned(), entry.clone())),
        None => drop(map.remove(target.name)),
    }
    Ok(())
}

/// Removes empty mappings on the path, which make no difference to an agent.
fn without_empty(mut value: Value, path: &[&str]) -> Value {
    if let ([key, rest @ ..], Some(map)) = (path, value.as_object_mut())
        && let Some(below) = map.remove(*key)
    {
        let below = without_empty(below, rest);
        if !below.is_null() && below.as_object().is_none_or(|map| !map.is_empty()) {
            map.insert((*key).to_owned(), below);
        }
    }
    value
}

pub(crate) fn not_a_list(key: &str) -> String {
    format!("“{key}” in it is not a list of servers")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    const ENTRY: EntryPath<'_> = EntryPath { path: &["mcp", "servers"], name: "apprentice" };

    fn entry() -> Value {
        json!({ "command": "/opt/app rentice", "args": ["mcp", "--home", "/a \"quoted\" #place"], "enabled": true, "timeout": 300, "envs": {} })
    }

    fn add_and_remove(format: Format, text: &str) {
        let before = format.read(text).unwrap();
        let with = format.set_entry(text, ENTRY, Some(&entry())).unwrap();
        assert_eq!(entry_at(&format.read(&with).unwrap(), ENTRY), Some(entry()), "{with}");
        assert_eq!(format.set_entry(&with, ENTRY, Some(&entry())).unwrap(), with, "setting an entry is idempotent");
        let without = format.set_entry(&with, ENTRY, None).unwrap();
        assert_eq!(without_empty(format.read(&without).unwrap(), ENTRY.path), without_empty(before, ENTRY.path), "{without}");
    }

    #[test]
    fn an_entry_is_added_and_removed_and_the_rest_is_kept() {
        for text in [
            "",
            "{}",
            "{\n  // mine\n  \"theme\": \"dark\", // this too\n}\n",
            "{theme: 'dark', mcp: {servers: {other: {command: 'x'}}}}",
            "{\"mcp\":{\"servers\":{}}}",
        ] {
            add_and_remove(Format::Json, text);
        }
        for text in [
            "",
            "model = \"x\" # mine\n\n[mcp.servers.other]\ncommand = \"x\"\n",
            "[mcp]\nservers = { other = { command = 'x' } }\n",
            "[a]\nb = 1\n",
        ] {
            add_and_remove(Format::Toml, text);
        }
        for text in [
            "",
            "# mine\nGOOSE_MODEL: x\n",
            "mcp:\n  servers:\n    other: # this one\n      cmd: x\n\n  more: 1\nlast: 2\n",
            "mcp:\n    servers: {}\n",
            "mcp:\n",
            "mcp:\n  servers:\n# a comment at the margin\n    other:\n      cmd: |\n        apprentice:\n          not: ours\nlast: [1, 2]",
        ] {
            add_and_remove(Format::Yaml, text);
        }
    }

    #[test]
    fn comments_and_spacing_are_kept() {
        let text = "{\n    // the look\n    \"theme\": \"dark\",\n    \"mcp\": { \"servers\": { \"other\": { \"command\": \"x\" } } } // servers\n}\n";
        let with = Format::Json.set_entry(text, ENTRY, Some(&entry())).unwrap();
        for kept in ["    // the look\n    \"theme\": \"dark\",\n", "// servers"] {
            assert!(with.contains(kept), "{with}");
        }
        for text in [
            "[mcp.servers.other]\ncommand = \"x\"\n\n# [mcp.servers.resting]\n[mcp.servers.apprentice]\ncommand = \"old\"\n",
            "[mcp.servers]\nother = { command = \"x\" }\n# resting = {}\napprentice = { command = \"old\" }\n",
        ] {
            for entry in [Some(entry()), None] {
                let changed = Format::Toml.set_entry(text, ENTRY, entry.as_ref()).unwrap();
                assert!(changed.contains("resting") && !changed.contains("old"), "{changed}");
            }
        }
        let text = "GOOSE_MODEL: x\r\nmcp:\r\n  servers:\r\n    other:\r\n      cmd: x\r\n";
        let with = Format::Yaml.set_entry(text, ENTRY, Some(&entry())).unwrap();
        assert!(with.starts_with("GOOSE_MODEL: x\r\nmcp:\r\n") && !with.replace("\r\n", "").contains('\n'), "{with:?}");
        assert_eq!(Format::Yaml.set_entry(&with, ENTRY, None).unwrap(), text);
        let text = "# the model\nGOOSE_MODEL: x   # fast\nmcp:\n  servers:\n    other:\n      cmd: x\n";
        let with = Format::Yaml.set_entry(text, ENTRY, Some(&entry())).unwrap();
        assert!(with.starts_with("# the model\nGOOSE_MODEL: x   # fast\nmcp:\n  servers:\n"), "{with}");
        assert_eq!(Format::Yaml.set_entry(&with, ENTRY, None).unwrap(), text);
    }

    #[test]
    fn what_cannot_be_changed_safely_is_refused() {
        for (format, text) in [
            (Format::Json, "{ broken"),
            (Format::Json, "[]"),
            (Format::Json, "{\"mcp\": {\"servers\": [1]}}"),
            (Format::Toml, "a = "),
            (Format::Toml, "mcp = 3\n"),
            (Format::Yaml, "mcp: {servers: {other: {cmd: x}}}\n"),
            (Format::Yaml, "mcp: 3\n"),
            (Format::Yaml, "- a\n"),
            (Format::Yaml, "a: b: c\n"),
        ] {
            assert!(format.set_entry(text, ENTRY, Some(&entry())).is_err(), "{format:?} {text}");
        }
    }

    #[test]
    fn items_are_added_and_removed_and_those_of_others_are_kept() {
        let text = "{\n  // mine\n  \"hooks\": {\n    \"Stop\": [\n      { \"a\": 1 } // this too\n    ]\n  }\n}\n";
        let ours = |item: &Value| item.get("ours").is_some();
        let set = |text: &str, item: Option<Value>| {
            set_items(text, &["hooks"], &[("Stop", item.clone()), ("Start", item)], &ours).unwrap()
        };
        let with = set(text, Some(json!({ "ours": 1 })));
        assert!(with.contains("// mine") && with.contains("// this too"), "{with}");
        let meaning = json!({ "hooks": { "Stop": [{ "a": 1 }, { "ours": 1 }], "Start": [{ "ours": 1 }] } });
        assert_eq!(Format::Json.read(&with), Ok(meaning));
        assert_eq!(set(&with, Some(json!({ "ours": 1 }))), with, "setting items is idempotent");
        let newer = set(&with, Some(json!({ "ours": 2 })));
        let meaning = json!({ "hooks": { "Stop": [{ "a": 1 }, { "ours": 2 }], "Start": [{ "ours": 2 }] } });
        assert_eq!(Format::Json.read(&newer), Ok(meaning));
        let without = set(&newer, None);
        assert_eq!(Format::Json.read(&without), Format::Json.read(text), "{without}");
        assert!(without.contains("// mine") && without.contains("// this too"), "{without}");
        for text in ["{\"hooks\": []}", "{\"hooks\": {\"Stop\": {}}}", "{ broken", "[]"] {
            assert!(set_items(text, &["hooks"], &[("Stop", Some(json!({ "ours": 1 })))], &ours).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_changed_rightly_or_refused(text in "[ \t\n{}\\[\\]:,'\"#a-z=.\\-|>&*]{0,60}", head in prop::sample::select(vec!["", "mcp:\n  servers:\n", "{\"mcp\":", "[mcp]\n"])) {
            let text = format!("{head}{text}");
            for format in [Format::Json, Format::Toml, Format::Yaml] {
                if let Ok(with) = format.set_entry(&text, ENTRY, Some(&entry())) {
                    prop_assert_eq!(entry_at(&format.read(&with).unwrap(), ENTRY), Some(entry()));
                }
            }
        }
    }
}
