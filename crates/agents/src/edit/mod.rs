//! Changes of one entry in a configuration text that a person wrote: comments, order and spacing of everything else stay.

mod json;
mod toml;
mod yaml;

use serde_json::{Map, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// With comments and the liberties of JSON5.
    Json,
    Toml,
    Yaml,
}

/// The entry that is to stand, or not, under a name below a path of keys.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    pub path: &'a [&'a str],
    pub name: &'a str,
}

impl Format {
    /// What a text means. An empty one means nothing yet.
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

    /// The text with `entry` at its place, or with nothing there. `Err`: this text cannot be changed safely, and why.
    pub(crate) fn put(self, text: &str, place: Place<'_>, entry: Option<&Value>) -> Result<String, String> {
        let mut meaning = self.read(text)?;
        if at(&meaning, place).as_ref() == entry {
            return Ok(text.to_owned());
        }
        let changed = match (self, entry) {
            (Self::Json, Some(entry)) => json::set(text, place, entry),
            (Self::Json, None) => json::unset(text, place),
            (Self::Toml, Some(entry)) => toml::set(text, place, entry),
            (Self::Toml, None) => toml::unset(text, place),
            (Self::Yaml, Some(entry)) => yaml::set(&yaml::unset(text, place)?, place, entry),
            (Self::Yaml, None) => yaml::unset(text, place),
        }?;
        write(&mut meaning, place, entry)?;
        // The writer of a format may err; a file of somebody else's is no place to find out.
        let read = self.read(&changed)?;
        if without_empty(read, place.path) != without_empty(meaning, place.path) {
            return Err("it is written in a way that cannot be changed safely".to_owned());
        }
        Ok(changed)
    }
}

/// What stands at a place.
pub(crate) fn at(value: &Value, place: Place<'_>) -> Option<Value> {
    place.path.iter().try_fold(value, |value, key| value.get(key))?.get(place.name).cloned()
}

fn write(meaning: &mut Value, place: Place<'_>, entry: Option<&Value>) -> Result<(), String> {
    let mut below = meaning;
    for key in place.path {
        let map = below.as_object_mut().ok_or_else(|| not_a_list(key))?;
        below = map.entry(*key).or_insert_with(|| Value::Object(Map::new()));
        if below.is_null() {
            *below = Value::Object(Map::new());
        }
    }
    let map = below.as_object_mut().ok_or_else(|| not_a_list(place.path.last().unwrap_or(&"")))?;
    match entry {
        Some(entry) => drop(map.insert(place.name.to_owned(), entry.clone())),
        None => drop(map.remove(place.name)),
    }
    Ok(())
}

/// Whether the way to a place is there, without anything at its end, makes no difference to an agent.
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

    const PLACE: Place<'_> = Place { path: &["mcp", "servers"], name: "apprentice" };

    fn entry() -> Value {
        json!({ "command": "/opt/app rentice", "args": ["mcp", "--home", "/a \"quoted\" #place"], "enabled": true, "timeout": 300, "envs": {} })
    }

    fn both_ways(format: Format, text: &str) {
        let before = format.read(text).unwrap();
        let with = format.put(text, PLACE, Some(&entry())).unwrap();
        assert_eq!(at(&format.read(&with).unwrap(), PLACE), Some(entry()), "{with}");
        assert_eq!(format.put(&with, PLACE, Some(&entry())).unwrap(), with, "twice is once");
        let without = format.put(&with, PLACE, None).unwrap();
        assert_eq!(without_empty(format.read(&without).unwrap(), PLACE.path), without_empty(before, PLACE.path), "{without}");
    }

    #[test]
    fn an_entry_comes_and_goes_and_the_rest_stays() {
        for text in [
            "",
            "{}",
            "{\n  // mine\n  \"theme\": \"dark\", // this too\n}\n",
            "{theme: 'dark', mcp: {servers: {other: {command: 'x'}}}}",
            "{\"mcp\":{\"servers\":{}}}",
        ] {
            both_ways(Format::Json, text);
        }
        for text in [
            "",
            "model = \"x\" # mine\n\n[mcp.servers.other]\ncommand = \"x\"\n",
            "[mcp]\nservers = { other = { command = 'x' } }\n",
            "[a]\nb = 1\n",
        ] {
            both_ways(Format::Toml, text);
        }
        for text in [
            "",
            "# mine\nGOOSE_MODEL: x\n",
            "mcp:\n  servers:\n    other: # this one\n      cmd: x\n\n  more: 1\nlast: 2\n",
            "mcp:\n    servers: {}\n",
            "mcp:\n",
            "mcp:\n  servers:\n# a comment at the margin\n    other:\n      cmd: |\n        apprentice:\n          not: ours\nlast: [1, 2]",
        ] {
            both_ways(Format::Yaml, text);
        }
    }

    #[test]
    fn comments_and_spacing_stay() {
        let text = "{\n    // the look\n    \"theme\": \"dark\",\n    \"mcp\": { \"servers\": { \"other\": { \"command\": \"x\" } } } // servers\n}\n";
        let with = Format::Json.put(text, PLACE, Some(&entry())).unwrap();
        for kept in ["    // the look\n    \"theme\": \"dark\",\n", "// servers"] {
            assert!(with.contains(kept), "{with}");
        }
        for text in [
            "[mcp.servers.other]\ncommand = \"x\"\n\n# [mcp.servers.resting]\n[mcp.servers.apprentice]\ncommand = \"old\"\n",
            "[mcp.servers]\nother = { command = \"x\" }\n# resting = {}\napprentice = { command = \"old\" }\n",
        ] {
            for entry in [Some(entry()), None] {
                let changed = Format::Toml.put(text, PLACE, entry.as_ref()).unwrap();
                assert!(changed.contains("resting") && !changed.contains("old"), "{changed}");
            }
        }
        let text = "GOOSE_MODEL: x\r\nmcp:\r\n  servers:\r\n    other:\r\n      cmd: x\r\n";
        let with = Format::Yaml.put(text, PLACE, Some(&entry())).unwrap();
        assert!(with.starts_with("GOOSE_MODEL: x\r\nmcp:\r\n") && !with.replace("\r\n", "").contains('\n'), "{with:?}");
        assert_eq!(Format::Yaml.put(&with, PLACE, None).unwrap(), text);
        let text = "# the model\nGOOSE_MODEL: x   # fast\nmcp:\n  servers:\n    other:\n      cmd: x\n";
        let with = Format::Yaml.put(text, PLACE, Some(&entry())).unwrap();
        assert!(with.starts_with("# the model\nGOOSE_MODEL: x   # fast\nmcp:\n  servers:\n"), "{with}");
        assert_eq!(Format::Yaml.put(&with, PLACE, None).unwrap(), text);
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
            assert!(format.put(text, PLACE, Some(&entry())).is_err(), "{format:?} {text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_changed_rightly_or_refused(text in "[ \t\n{}\\[\\]:,'\"#a-z=.\\-|>&*]{0,60}", head in prop::sample::select(vec!["", "mcp:\n  servers:\n", "{\"mcp\":", "[mcp]\n"])) {
            let text = format!("{head}{text}");
            for format in [Format::Json, Format::Toml, Format::Yaml] {
                if let Ok(with) = format.put(&text, PLACE, Some(&entry())) {
                    prop_assert_eq!(at(&format.read(&with).unwrap(), PLACE), Some(entry()));
                }
            }
        }
    }
}
