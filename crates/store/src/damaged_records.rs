//! Records that cannot be read. A list leaves them out and counts them, so that one of them does not hide all others; `apprentice repair
//! database` moves them to the table `damaged_records`.

use crate::codec::query_count;
use crate::seal::{self, Opened, opened};
use crate::{StoreError, abilities, imports, proposals, sessions};
use apprentice_contracts::json;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

/// `content` has all columns of the record; bytes that are no text as hexadecimal digits.
pub(crate) const CREATE: &str = "
CREATE TABLE damaged_records (
    ordinal    INTEGER PRIMARY KEY AUTOINCREMENT,
    table_name TEXT NOT NULL,
    content    TEXT NOT NULL
) STRICT;
";

/// Hashes of the records that could not be read since the program started, so that each counts once.
static UNREADABLE: Mutex<BTreeSet<u64>> = Mutex::new(BTreeSet::new());
/// More are not counted.
const MAX_COUNTED: usize = 10_000;

/// Number of records that lists left out since the program started, because they cannot be read.
pub fn unreadable() -> usize {
    UNREADABLE.lock().unwrap_or_else(PoisonError::into_inner).len()
}

/// Counts and logs a record that cannot be read, once.
pub(crate) fn count_unreadable(stored: &[u8], reason: &str) {
    let mut hasher = DefaultHasher::new();
    stored.hash(&mut hasher);
    let mut unreadable = UNREADABLE.lock().unwrap_or_else(PoisonError::into_inner);
    if unreadable.len() < MAX_COUNTED && unreadable.insert(hasher.finish()) {
        tracing::error!(reason, "a record cannot be read and is left out; apprentice repair database sets it aside");
    }
}

/// Looks through all records, so that [`unreadable`] counts also those that nobody asked for.
pub fn look_through(db: &Connection) -> Result<(), StoreError> {
    seal::look_through(db).map(drop)
}

/// Whether a stored record is what was stored, and fits its table.
fn is_sound(table: &str, stored: &[u8]) -> bool {
    match opened(stored) {
        Opened::Whole(json) | Opened::Unsealed(json) => is_readable(table, json),
        Opened::Broken => false,
    }
}

/// Whether this JSON is a record of this table.
pub(crate) fn is_readable(table: &str, body: &[u8]) -> bool {
    use apprentice_contracts::{checkpoint, friction, observation, reading, receipt, report, screen, validation};
    fn reads<T: DeserializeOwned>(body: &[u8]) -> bool {
        json::read::<T>(body).is_ok()
    }
    match table {
        "abilities" => reads::<abilities::AbilityRecord>(body),
        "checkpoint_receipts" => reads::<checkpoint::CheckpointVerificationReceipt>(body),
        "dispatches" => reads::<report::DispatchRecord>(body),
        "friction" => reads::<friction::FrictionRecord>(body),
        "import_artifacts" => reads::<imports::ArtifactRow>(body),
        "imports" => reads::<imports::ImportRow>(body),
        "observed_actions" => reads::<observation::ObservedAction>(body),
        "proposals" => reads::<proposals::ProposalRecord>(body),
        "readings" => reads::<reading::Reading>(body),
        "receipts" => reads::<receipt::LearningReceipt>(body),
        "repairs" => reads::<friction::RepairRecord>(body),
        "screens" => reads::<screen::Screen>(body),
        "sessions" => reads::<sessions::SessionRecord>(body),
        "validation_runs" => reads::<validation::ValidationRun>(body),
        "validation_steps" => reads::<validation::ValidationStepResult>(body),
        _ => reads::<Value>(body),
    }
}

/// Moves every record that cannot be read to `damaged_records`. Returns their number.
pub(crate) fn set_aside(db: &Connection) -> Result<u32, StoreError> {
    db.pragma_update(None, "foreign_keys", "OFF")?;
    let transaction = db.unchecked_transaction()?;
    for (table, column) in seal::places(&transaction)? {
        let mut damaged: Vec<(i64, String)> = Vec::new();
        let mut records = transaction.prepare(&format!("SELECT rowid, * FROM {table}"))?;
        let columns: Vec<String> = records.column_names().into_iter().map(str::to_owned).collect();
        // The first column of the answer is the row id.
        let Some(body) = columns.iter().skip(1).position(|name| *name == column).map(|place| place + 1) else { continue };
        let mut rows = records.query([])?;
        while let Some(row) = rows.next()? {
            let value = row.get_ref(body)?;
            // Some tables keep a record only for a while and leave the column empty then.
            if matches!(value, ValueRef::Null) || value.as_bytes().is_ok_and(|stored| is_sound(&table, stored)) {
                continue;
            }
            let mut content = Map::new();
            for (n, name) in columns.iter().enumerate().skip(1) {
                content.insert(name.clone(), as_json(row.get_ref(n)?));
            }
            damaged.push((row.get(0)?, Value::Object(content).to_string()));
        }
        drop(rows);
        drop(records);
        for (rowid, content) in damaged {
            transaction.execute("INSERT INTO damaged_records (table_name, content) VALUES (?1, ?2)", params![table, content])?;
            transaction.execute(&format!("DELETE FROM {table} WHERE rowid = ?1"), [rowid])?;
        }
    }
    transaction.commit()?;
    db.pragma_update(None, "foreign_keys", "ON")?;
    query_count(db, "SELECT count(*) FROM damaged_records", [])
}

/// Keeps a row that its table does not take.
pub(crate) fn keep(db: &Connection, table: &str, values: &[rusqlite::types::Value]) -> Result<(), StoreError> {
    let content: Vec<Value> = values.iter().map(|value| as_json(value.into())).collect();
    let sql = "INSERT INTO damaged_records (table_name, content) VALUES (?1, ?2)";
    db.execute(sql, params![table, Value::Array(content).to_string()])?;
    Ok(())
}

fn as_json(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => number.into(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(_) => bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into(),
        },
    }
}
