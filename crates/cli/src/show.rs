//! Commands that call one operation and show its answer: JSON as it came, or text made from it.

use crate::engine::{CliContext, with_engine};
use crate::output::{CommandResult, Report};
use apprentice_api::client::Call;
use serde_json::Value;
use std::fmt::Write;

/// Makes the text for people from an answer.
pub type Text<'a> = &'a dyn Fn(&Value) -> String;

/// Calls an operation and shows its answer.
pub async fn call(context: &CliContext, call: Call, text: Text<'_>) -> CommandResult {
    let answer: Value = with_engine(context, async |engine| engine.call(call).await).await?;
    let text = text(&answer);
    Report::new(&answer, text)
}

/// A table: one line for each object of the list `name`, with these fields. `none` where the list is empty.
pub fn rows(answer: &Value, name: &str, columns: &[&str], none: &str) -> String {
    let cells: Vec<Vec<String>> = answer[name]
        .as_array()
        .into_iter()
        .flatten()
        .map(|row| columns.iter().map(|column| one_line(&row[*column])).collect())
        .collect();
    if cells.is_empty() {
        return none.to_owned();
    }
    let width = |column: usize| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let padded = row.iter().zip(&widths).fold(String::new(), |mut line, (cell, width)| {
            let _ = write!(line, "{cell:<width$}  ");
            line
        });
        padded.trim_end().to_owned()
    };
    cells.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Every field on its own line; nested fields are indented.
pub fn fields(answer: &Value) -> String {
    let mut text = String::new();
    write_fields(&mut text, answer, 0);
    text.trim_end().to_owned()
}

fn write_fields(text: &mut String, value: &Value, depth: usize) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Object(fields) => {
            for (name, value) in fields.iter().filter(|(name, _)| *name != "schema_version") {
                write_field(text, &format!("{indent}{name}:"), value, depth);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| write_field(text, &format!("{indent}-"), item, depth)),
        value => {
            let _ = writeln!(text, "{indent}{}", one_line(value));
        }
    }
}

fn write_field(text: &mut String, label: &str, value: &Value, depth: usize) {
    let is_nested =
        value.as_object().is_some_and(|fields| !fields.is_empty()) || value.as_array().is_some_and(|items| !items.is_empty());
    if is_nested {
        let _ = writeln!(text, "{label}");
        write_fields(text, value, depth + 1);
    } else {
        let _ = writeln!(text, "{label} {}", one_line(value));
    }
}

/// A scalar without quotes; `-` for null, JSON for the rest.
fn one_line(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.replace('\n', " "),
        Value::Array(items) => items.iter().map(one_line).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_list_becomes_a_table() {
        let answer = json!({ "items": [{ "id": "a", "title": "One" }, { "id": "bcd", "title": null, "more": 1 }] });
        assert_eq!(rows(&answer, "items", &["id", "title"], "None."), "a    One\nbcd  -");
        assert_eq!(rows(&json!({ "items": [] }), "items", &["id"], "None."), "None.");
    }

    #[test]
    fn an_object_becomes_lines() {
        let answer = json!({ "name": "a\nb", "schema_version": 1, "of": { "list": [1, { "x": true }], "none": [] } });
        assert_eq!(fields(&answer), "name: a b\nof:\n  list:\n    - 1\n    -\n      x: true\n  none:");
    }
}
