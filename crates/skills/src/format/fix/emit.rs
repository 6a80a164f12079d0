//! Writes one field in block style: an entry per line, no brackets.

use crate::format::yaml::{Entry, Kind, Node};

/// `None`: it cannot be written without brackets.
pub(super) fn field(entry: &Entry<'_>) -> Option<String> {
    if entry.key.replace('_', "-") == "allowed-tools"
        && let Kind::List { items, .. } = &entry.node.kind
        && let Some(words) = words(items)
    {
        return Some(format!("{}: {words}", key(&entry.key)?).trim_end().to_owned());
    }
    let mut out = String::new();
    mapping_entry(entry, 0, &mut out)?;
    out.truncate(out.trim_end().len());
    Some(out)
}

/// Tools as one text, a space between two.
fn words(items: &[Node<'_>]) -> Option<String> {
    let words: Option<Vec<&str>> = items
        .iter()
        .map(|item| match &item.kind {
            Kind::Text { text, .. } if !text.is_empty() && !text.contains([',', '\n', '"', '\'', ':', '#']) => {
                Some(text.as_ref())
            }
            Kind::Text { text, .. }
                if text.contains('(') && !text.contains([',', '\n', '"', '\'', '#']) && !text.contains(": ") =>
            {
                Some(text.as_ref())
            }
            _ => None,
        })
        .collect();
    Some(words?.join(" "))
}

fn mapping_entry(entry: &Entry<'_>, indent: usize, out: &mut String) -> Option<()> {
    out.push_str(&" ".repeat(indent));
    out.push_str(&key(&entry.key)?);
    out.push(':');
    value(&entry.node, indent + 2, out)
}

/// Writes what follows a colon or a dash, to the end of the line.
fn value(node: &Node<'_>, indent: usize, out: &mut String) -> Option<()> {
    match &node.kind {
        Kind::Text { text, plain } => {
            // Nothing at all is null, and needs no sign for it.
            if !plain || !["", "~"].contains(&text.as_ref()) {
                out.push(' ');
                out.push_str(&scalar(text, *plain)?);
            }
            out.push('\n');
        }
        Kind::List { items, .. } if !items.is_empty() => {
            out.push('\n');
            for item in items {
                out.push_str(&" ".repeat(indent));
                out.push('-');
                value(item, indent + 2, out)?;
            }
        }
        Kind::Map { entries, .. } if !entries.is_empty() => {
            out.push('\n');
            for entry in entries {
                mapping_entry(entry, indent, out)?;
            }
        }
        // An empty list or mapping needs brackets.
        Kind::List { .. } | Kind::Map { .. } => return None,
    }
    Some(())
}

fn key(key: &str) -> Option<String> {
    let plain = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c)) && !key.starts_with('-');
    if plain { Some(key.to_owned()) } else { scalar(key, false) }
}

fn scalar(text: &str, plain: bool) -> Option<String> {
    if plain && !text.contains('\n') {
        return Some(text.to_owned());
    }
    let simple = text.chars().all(|c| !c.is_control());
    // YAML reads JSON text as JSON does.
    if simple { Some(format!("'{}'", text.replace('\'', "''"))) } else { serde_json::to_string(text).ok() }
}
