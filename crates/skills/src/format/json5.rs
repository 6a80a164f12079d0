//! JSON5, as OpenClaw writes its configuration and the block of a skill.

use jsonc_parser::{ParseOptions, parse_to_serde_value};
use serde_json::Value;

/// Reads a text as JSON5. The error is one line. The parser refuses texts that are nested more than 512 levels deep.
pub(crate) fn parse(text: &str) -> Result<Value, String> {
    // JSON5 needs commas; the parser's other leniencies are JSON5.
    let options = ParseOptions { allow_missing_commas: false, ..ParseOptions::default() };
    match parse_to_serde_value::<Option<Value>>(text, &options) {
        Ok(Some(value)) => Ok(value),
        // The parser returns the same for `null`.
        Ok(None) if text.trim() == "null" => Ok(Value::Null),
        Ok(None) => Err("it is empty".to_owned()),
        Err(problem) => Err(problem.to_string().split_whitespace().collect::<Vec<_>>().join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::parse;
    use serde_json::json;

    #[test]
    fn every_form_of_json5_is_read() {
        let text =
            "// first\n{ bare: 'single', \"n\": [+1, .5, 5., 0xFF, -1e3,], /* more */ line: 'a\\\nb', hex: '\\x41', t: true, }";
        let expected = json!({ "bare": "single", "n": [1, 0.5, 5.0, 255, -1000.0], "line": "ab", "hex": "A", "t": true });
        assert_eq!(parse(text).unwrap(), expected);
        assert_eq!(parse(" null ").unwrap(), json!(null));
    }

    #[test]
    fn what_is_no_json5_is_refused_in_one_line() {
        for wrong in ["", "// nothing", "{ a: 1 b: 2 }", "[1 2]", "{ a: }", "{", "{} {}"] {
            let problem = parse(wrong).unwrap_err();
            assert!(!problem.is_empty() && !problem.contains('\n'), "{wrong}: {problem}");
        }
        assert!(parse(&"[".repeat(10_000)).is_err(), "a deep text is refused, not parsed until the stack ends");
    }
}
