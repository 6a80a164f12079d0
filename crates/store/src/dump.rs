//! The database as a whole: every record for an export, and the deletion of every record.

use crate::StoreError;
use apprentice_contracts::json;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde_json::{Map, Value};

/// Triggers maintain this table. Its counts must not fall, and it contains no id of a deleted ability.
const CHANGE_COUNTER: &str = "ability_changes";

/// Every table with the number of its records, sorted by name.
pub fn tables(db: &Connection) -> Result<Vec<(String, u64)>, StoreError> {
    let names = names(db)?;
    names
        .into_iter()
        .map(|name| {
            let count: u32 = db.query_row(&format!("SELECT count(*) FROM {}", quote(&name)), [], |row| row.get(0))?;
            Ok((name, count.into()))
        })
        .collect()
}

fn names(db: &Connection) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name";
    let mut statement = db.prepare(sql)?;
    let names = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(names)
}

/// Calls `visit` with every record of a table, as an object of its columns, until it fails. A column with JSON becomes its value, a blob
/// becomes hexadecimal text.
pub fn records<E: From<StoreError>>(
    db: &Connection,
    table: &str,
    mut visit: impl FnMut(Value) -> Result<(), E>,
) -> Result<(), E> {
    let mut statement = db.prepare(&format!("SELECT * FROM {}", quote(table))).map_err(StoreError::from)?;
    let columns: Vec<String> = statement.column_names().into_iter().map(str::to_owned).collect();
    let mut rows = statement.query([]).map_err(StoreError::from)?;
    while let Some(row) = rows.next().map_err(StoreError::from)? {
        let mut record = Map::new();
        for (at, column) in columns.iter().enumerate() {
            record.insert(column.clone(), to_value(row.get_ref(at).map_err(StoreError::from)?));
        }
        visit(Value::Object(record))?;
    }
    Ok(())
}

fn to_value(found: ValueRef<'_>) -> Value {
    match found {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => number.into(),
        ValueRef::Text(text) => {
            let text = String::from_utf8_lossy(text);
            let json = text.starts_with(['{', '[']).then(|| json::read(text.as_ref()).ok()).flatten();
            json.unwrap_or_else(|| text.into_owned().into())
        }
        ValueRef::Blob(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into(),
    }
}

/// Deletes every record. Counters continue from their values, so that a client that follows a table never goes back. Deleted bytes leave
/// the file only with [`crate::Store::vacuum`].
pub fn delete_everything(db: &Connection) -> Result<(), StoreError> {
    db.execute_batch("PRAGMA defer_foreign_keys = ON")?;
    for name in names(db)?.into_iter().filter(|name| name != CHANGE_COUNTER) {
        db.execute(&format!("DELETE FROM {}", quote(&name)), [])?;
    }
    Ok(())
}

fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn database() -> (tempfile::TempDir, Connection) {
        let folder = tempfile::tempdir().unwrap();
        let connection = crate::migrations::open(&folder.path().join("a.db")).unwrap();
        (folder, connection)
    }

    #[test]
    fn json_columns_become_their_values() {
        let (_folder, db) = database();
        crate::settings::put(&db, "theme", &serde_json::json!({ "name": "dark" })).unwrap();
        let mut found = Vec::new();
        records::<StoreError>(&db, "settings", |record| {
            found.push(record);
            Ok(())
        })
        .unwrap();
        assert_eq!(found, [serde_json::json!({ "key": "theme", "body": { "name": "dark" } })]);
        assert!(tables(&db).unwrap().contains(&("settings".to_owned(), 1)));
    }

    #[test]
    fn delete_everything_keeps_only_the_change_counter() {
        let (_folder, db) = database();
        crate::settings::put(&db, "theme", &true).unwrap();
        db.execute("INSERT INTO abilities (ability_id, slug, lane, body) VALUES ('a', 'a', 'l', '{}')", []).unwrap();
        let before: i64 = db.query_row("SELECT max(generation) FROM ability_changes", [], |row| row.get(0)).unwrap();
        delete_everything(&db).unwrap();
        let left: Vec<_> = tables(&db).unwrap().into_iter().filter(|(_, count)| *count > 0).collect();
        assert_eq!(left, [("ability_changes".to_owned(), 1)]);
        let after: (String, i64) =
            db.query_row("SELECT ability_id, generation FROM ability_changes", [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        assert_eq!(after.0, "", "no id is left");
        assert!(after.1 > before, "a follower of the changes sees this one");
    }
}
