//! TOML.

use super::{EntryPath, not_a_list};
use serde_json::Value;
use toml_edit::{Array, DocumentMut, InlineTable, Item, RawString, Table, TableLike};

pub(super) fn read(text: &str) -> Result<Value, String> {
    toml_edit::de::from_str(text).map_err(|error| format!("it is not valid TOML: {}", error.message()))
}

pub(super) fn set(text: &str, target: EntryPath<'_>, entry: &Value) -> Result<String, String> {
    let mut document = parse(text)?;
    let mut below: &mut dyn TableLike = document.as_table_mut();
    for key in target.path {
        let item = below.entry(key).or_insert_with(|| {
            let mut table = Table::new();
            table.set_implicit(true);
            Item::Table(table)
        });
        below = item.as_table_like_mut().ok_or_else(|| not_a_list(key))?;
    }
    let fields = entry.as_object().into_iter().flatten();
    let mut table = Table::new();
    for (key, value) in fields {
        table.insert(key, Item::Value(written(value)));
    }
    // An inline table can contain only inline tables.
    let inline =
        below.get(target.name).is_some_and(Item::is_inline_table) || below.iter().any(|(_, item)| item.is_inline_table());
    let above = comments_above(below, target.name);
    // An entry that is replaced stays where it is in the file.
    table.set_position(below.get(target.name).and_then(Item::as_table).and_then(Table::position));
    if !inline && let Some(above) = &above {
        table.decor_mut().set_prefix(above.as_str());
    }
    let item = if inline { Item::Value(table.into_inline_table().into()) } else { Item::Table(table) };
    below.insert(target.name, item);
    if inline
        && let Some(above) = &above
        && let Some(mut key) = below.key_mut(target.name)
    {
        key.leaf_decor_mut().set_prefix(above.as_str());
    }
    Ok(document.to_string())
}

pub(super) fn unset(text: &str, target: EntryPath<'_>) -> Result<String, String> {
    let mut document = parse(text)?;
    let mut below: Option<&mut dyn TableLike> = Some(document.as_table_mut());
    for key in target.path {
        below = below.and_then(|table| table.get_mut(key)).and_then(Item::as_table_like_mut);
    }
    let above = below.and_then(|table| {
        let above = comments_above(table, target.name);
        table.remove(target.name);
        above
    });
    if let Some(above) = above {
        let last = document.trailing().as_str().unwrap_or_default().to_owned();
        document.set_trailing(above + &last);
    }
    Ok(document.to_string())
}

/// The text between an entry and the one before it, if it has a comment. The comment may be about either of them.
fn comments_above(below: &dyn TableLike, name: &str) -> Option<String> {
    let table = below.get(name).and_then(Item::as_table).and_then(|table| table.decor().prefix());
    let key = below.key(name).and_then(|key| key.leaf_decor().prefix());
    let mut texts = [table, key].into_iter().flatten().filter_map(RawString::as_str);
    texts.find(|text| text.contains('#')).map(str::to_owned)
}

fn parse(text: &str) -> Result<DocumentMut, String> {
    text.parse().map_err(|error: toml_edit::TomlError| format!("it is not valid TOML: {}", error.message()))
}

fn written(value: &Value) -> toml_edit::Value {
    match value {
        Value::Null => "".into(),
        Value::Bool(value) => (*value).into(),
        Value::Number(value) => value.as_i64().map_or_else(|| value.as_f64().unwrap_or_default().into(), Into::into),
        Value::String(value) => value.as_str().into(),
        Value::Array(values) => values.iter().map(written).collect::<Array>().into(),
        Value::Object(map) => map.iter().map(|(key, value)| (key.as_str(), written(value))).collect::<InlineTable>().into(),
    }
}
