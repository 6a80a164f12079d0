//! The migrations to the newest schema, and the one place that opens the database.

use crate::*;
use rusqlite::OpenFlags;
use rusqlite_migration::{M, Migrations};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::sync::OnceLock;
use std::time::Duration;

/// Append only: a released migration never changes.
const MIGRATIONS: &[M<'static>] = &[
    M::up(sessions::CREATE),
    M::up(boundaries::CREATE),
    M::up(actions::CREATE),
    M::up(events::CREATE),
    M::up(receipts::CREATE),
    M::up(interpretations::CREATE),
    M::up(proposals::CREATE),
    M::up(validation_runs::CREATE),
    M::up(validation_steps::CREATE),
    M::up(checkpoint_receipts::CREATE),
    M::up(abilities::CREATE),
    M::up(settings::CREATE),
    M::up(outbox::CREATE),
    M::up(idempotency::CREATE),
    M::up(test_policies::CREATE),
    M::up(sagas::CREATE),
    M::up(idempotency::ADD_RESOURCE_AND_DIGEST),
    M::up(intents::CREATE),
    M::up(checkpoint_receipts::ADD_COUNTS_AND_DISPATCH_INDEX),
    M::up(friction::CREATE),
    M::up(repairs::CREATE),
    M::up(dispatches::CREATE),
    M::up(abilities::ADD_FAILING_INDEX),
    M::up(abilities::ADD_CHANGE_COUNTER),
    M::up(categories::CREATE),
    M::up(archive::CREATE),
    M::up(compaction::CREATE),
    M::up(imports::CREATE),
    M::up(retention::CREATE),
    M::up(checkpoint_receipts::ADD_RUNS),
    M::up(idempotency::ADD_AGE_INDEX),
    M::up(events::ADD_AGENT_INDEX),
    M::up(readings::CREATE),
    M::up(checkpoint_receipts::MERGE_RUNS_OF_AGENTS),
    M::up(damaged_records::CREATE),
    M::up(workflow_traces::CREATE),
    M::up(mcp_servers::CREATE),
    M::up(mcp_tools::CREATE),
    M::up(mcp_receipts::CREATE),
    M::up(mcp_policies::CREATE),
    M::up(mcp_dispatches::CREATE),
    M::up(test_policies::CREATE_OF_ABILITIES),
    M::up(receipts::NAME_WHAT_HAPPENED),
    M::up(mcp_auth_profiles::CREATE),
    M::up(mcp_auth_profiles::FROM_SERVERS),
    M::up(screens::CREATE),
    M::up(mcp_calls::CREATE),
    M::up(mcp_tool_health::CREATE),
];

/// How long a connection waits for a lock (a checkpoint of the write-ahead log).
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The newest schema version.
pub(crate) fn latest_version() -> u32 {
    MIGRATIONS.len() as u32
}

/// A file up to this size is looked through whenever it is opened (a few milliseconds); see [`Store::check`] for a larger one.
pub(crate) const CHECKED_AT_OPEN: u64 = 4 << 20;

/// Whether the file is so small that it is looked through whenever it is opened.
pub(crate) fn is_small(path: &Path) -> bool {
    std::fs::metadata(path).map_or(true, |file| file.len() <= CHECKED_AT_OPEN)
}

/// Opens the database for writing and migrates it.
pub(crate) fn open(path: &Path) -> Result<Connection, StoreError> {
    crate::recovery::finish(path)?;
    check_version(path)?;
    // A program that closes the database leaves no write-ahead log.
    let closed = std::fs::metadata(wal(path)).map_or(true, |wal| wal.len() == 0);
    let mut connection = Connection::open(path).map_err(|error| StoreError::at(path, error))?;
    configure(&connection).map_err(|error| StoreError::at(path, error))?;
    match (is_small(path), closed) {
        (true, _) => check_pages(path, &connection, "PRAGMA integrity_check(1)")?,
        // After a crash or a loss of power the pages are looked through before they are used.
        (false, false) => check_pages(path, &connection, "PRAGMA quick_check(1)")?,
        (false, true) => {}
    }
    Migrations::from_slice(MIGRATIONS).to_latest(&mut connection).map_err(|error| match error {
        // The tables are not those of the version that the file names.
        rusqlite_migration::Error::RusqliteError { err: rusqlite::Error::SqlInputError { .. }, .. } => {
            StoreError::Damaged { path: path.to_path_buf(), reason: "its tables do not fit its schema version".into() }
        }
        rusqlite_migration::Error::RusqliteError { err, .. } => StoreError::at(path, err),
        other => StoreError::Damaged { path: path.to_path_buf(), reason: other.to_string() },
    })?;
    check_schema(path, &connection)?;
    Ok(connection)
}

/// The definition of every table, index, trigger and view must be that of the newest schema. A flipped bit in one is no damage to SQLite
/// (`PRAGMA integrity_check` says “ok”), but a column of another name fails wherever it is used.
fn check_schema(path: &Path, connection: &Connection) -> Result<(), StoreError> {
    let found = schema(connection).map_err(|error| StoreError::at(path, error))?;
    if latest_schema(path)?.is_subset(&found) {
        Ok(())
    } else {
        Err(StoreError::Damaged {
            path: path.to_path_buf(),
            reason: "the definitions of its tables are not those of its version".into(),
        })
    }
}

/// The definitions of all tables, indexes, triggers and views. Bytes, because those of a damaged file may be no text.
fn schema(connection: &Connection) -> rusqlite::Result<BTreeSet<Vec<u8>>> {
    let sql = "SELECT CAST(sql AS BLOB) FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'";
    connection.prepare(sql)?.query_map([], |row| row.get(0))?.collect()
}

/// [`schema`] of a new database.
fn latest_schema(path: &Path) -> Result<&'static BTreeSet<Vec<u8>>, StoreError> {
    static LATEST: OnceLock<BTreeSet<Vec<u8>>> = OnceLock::new();
    if let Some(latest) = LATEST.get() {
        return Ok(latest);
    }
    let mut database = Connection::open_in_memory()?;
    Migrations::from_slice(MIGRATIONS)
        .to_latest(&mut database)
        .map_err(|error| StoreError::Damaged { path: path.to_path_buf(), reason: error.to_string() })?;
    let latest = schema(&database)?;
    Ok(LATEST.get_or_init(|| latest))
}

fn wal(path: &Path) -> std::path::PathBuf {
    std::path::PathBuf::from(format!("{}-wal", path.display()))
}

/// Looks through the pages of the database.
pub(crate) fn check_pages(path: &Path, connection: &Connection, pragma: &str) -> Result<(), StoreError> {
    let found = connection.query_row(pragma, [], |row| row.get::<_, String>(0));
    let failed = |error: rusqlite::Error| match error.sqlite_error_code() {
        // An index reads JSON that is none any more.
        Some(rusqlite::ErrorCode::Unknown) => StoreError::Damaged { path: path.to_path_buf(), reason: error.to_string() },
        _ => StoreError::at(path, error),
    };
    match found.map_err(failed)? {
        word if word == "ok" => Ok(()),
        reason => Err(StoreError::Damaged { path: path.to_path_buf(), reason }),
    }
}

/// Whether the tables and indexes are exactly those of the newest schema, whatever version the file names.
pub(crate) fn has_latest_schema(path: &Path) -> Result<bool, StoreError> {
    Ok(schema(&open_to_read(path)?)? == *latest_schema(path)?)
}

/// Opens a read-only connection.
pub(crate) fn open_to_read(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(connection)
}

fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    // Deleted records are overwritten with zeros.
    connection.pragma_update(None, "secure_delete", "ON")?;
    connection.set_prepared_statement_cache_capacity(64);
    seal::define(connection)?;
    Ok(())
}

/// Refuses a newer schema without touching the file: first by its header, then through a read-only connection, because the newest header
/// may be in the write-ahead log.
fn check_version(path: &Path) -> Result<(), StoreError> {
    let Some(version) = version_in_header(path)? else { return Ok(()) };
    refuse_newer_version(path, version)?;
    let connection = open_to_read(path)?;
    let version = connection
        .pragma_query_value(None, "user_version", |row| row.get::<_, u32>(0))
        .map_err(|error| StoreError::at(path, error))?;
    refuse_newer_version(path, version)
}

pub(crate) fn refuse_newer_version(path: &Path, found: u32) -> Result<(), StoreError> {
    if found > latest_version() {
        Err(StoreError::TooNew { path: path.to_path_buf(), found, supported: latest_version() })
    } else {
        Ok(())
    }
}

/// The schema version in the file header. `None`: there is no database yet.
pub(crate) fn version_in_header(path: &Path) -> Result<Option<u32>, StoreError> {
    let cannot_open = |error: std::io::Error| StoreError::cannot_open(path, &error);
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(cannot_open(error)),
    };
    if file.metadata().map_err(cannot_open)?.len() == 0 {
        return Ok(None);
    }
    let mut header = [0u8; 100];
    let complete = file.read_exact(&mut header).is_ok();
    if !complete || &header[..16] != b"SQLite format 3\0" {
        return Err(StoreError::Damaged { path: path.to_path_buf(), reason: "its header is not that of a database".into() });
    }
    Ok(Some(u32::from_be_bytes([header[60], header[61], header[62], header[63]])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::params_from_iter;
    use rusqlite::types::Value;
    use std::collections::BTreeMap;

    /// What a record of any table may say, as far as a migration or an index reads it.
    const BODY: &str = r#"{"checkpoint_id":"cp-01","status":"failed","source":"agent","dispatch_id":"d-1","kind":"k",
        "session":{"ability_id":"x","proposal_id":"x"},"record":{"ability_id":"x"}}"#;

    /// A database as an older program left it, with a record in every table.
    fn at_version(path: &Path, version: usize) -> BTreeMap<String, u32> {
        let mut db = Connection::open(path).unwrap();
        configure(&db).unwrap();
        Migrations::from_slice(MIGRATIONS).to_version(&mut db, version).unwrap();
        // Tables refer to one another; every key is the same.
        db.pragma_update(None, "foreign_keys", "OFF").unwrap();
        for table in tables(&db) {
            fill(&db, &table);
        }
        counts(&db)
    }

    fn fill(db: &Connection, table: &str) {
        let mut about = db.prepare("SELECT name, type FROM pragma_table_info(?1)").unwrap();
        let columns = about.query_map([table], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        let columns: Vec<(String, String)> = columns.map(Result::unwrap).collect();
        let value = |(name, kind): &(String, String)| match (name.as_str(), kind.as_str()) {
            ("body", _) => Value::Text(BODY.to_owned()),
            // What a condition of the table allows.
            ("status", "TEXT") => Value::Text("done".to_owned()),
            ("kind", "TEXT") if table == "archive" => Value::Text("session".to_owned()),
            (name, "TEXT") if name.ends_with("_at") => Value::Text("2026-03-02T10:40:00.000000000Z".to_owned()),
            (_, "TEXT") => Value::Text("x".to_owned()),
            (_, "BLOB") => Value::Blob(vec![1]),
            _ => Value::Integer(1),
        };
        let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
        let places = vec!["?"; names.len()].join(", ");
        // A trigger may have inserted the same record.
        let sql = format!("INSERT OR IGNORE INTO {table} ({}) VALUES ({places})", names.join(", "));
        db.execute(&sql, params_from_iter(columns.iter().map(value))).unwrap_or_else(|error| panic!("{table}: {error}"));
    }

    fn tables(db: &Connection) -> Vec<String> {
        let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY rootpage";
        db.prepare(sql).unwrap().query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    fn counts(db: &Connection) -> BTreeMap<String, u32> {
        let count = |table: &String| db.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap();
        tables(db).into_iter().map(|table| (table.clone(), count(&table))).collect()
    }

    #[test]
    fn a_database_of_every_earlier_version_is_migrated_with_its_records() {
        for version in 0..=MIGRATIONS.len() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.db");
            let before = at_version(&path, version);
            assert!(before.values().all(|count| *count > 0), "version {version}: {before:?}");
            let db = open(&path).unwrap_or_else(|error| panic!("version {version}: {error}"));
            let after = counts(&db);
            // Answers to repeated requests are kept for a day; a migration replaced their table.
            for (table, count) in before.into_iter().filter(|(table, _)| table != "idempotency") {
                assert!(after[&table] >= count, "version {version}: {table} lost records");
            }
            let found: u32 = db.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
            assert_eq!(found, latest_version(), "version {version}");
            let word: String = db.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
            assert_eq!(word, "ok", "version {version}");
            drop(db);
            assert!(has_latest_schema(&path).unwrap(), "version {version}: the same tables and indexes as a new database");
            open(&path).unwrap();
        }
    }

    #[test]
    fn receipts_of_older_programs_say_what_happened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let before = MIGRATIONS.iter().position(|step| *step == M::up(receipts::NAME_WHAT_HAPPENED)).unwrap();
        at_version(&path, before);
        let older = [
            ("ability_deactivated", "The proposal was rejected.", "proposal_rejected"),
            ("ability_deactivated", "Make tea was deactivated.", "ability_deactivated"),
            ("ability_activated", "Approved for the workspace.", "proposal_approved"),
            ("ability_activated", "Make tea was activated.", "ability_activated"),
            ("ability_quarantined", "Installing make-tea failed and was undone.", "install_failed"),
            ("ability_quarantined", "The draft Tea is quarantined: its rehearsal broke the test policy.", "draft_quarantined"),
            ("ability_quarantined", "Make tea is quarantined.", "ability_quarantined"),
            ("ability_quarantined", "Deleted with its session.", "ability_quarantined"),
        ];
        let raw = Connection::open(&path).unwrap();
        for (n, (kind, summary, _)) in older.iter().enumerate() {
            let body = serde_json::json!({ "kind": kind, "summary": summary }).to_string();
            let sql = "INSERT INTO receipts (receipt_id, kind, created_at, body) VALUES (?1, ?2, 'x', ?3)";
            raw.execute(sql, rusqlite::params![format!("r-{n}"), kind, body]).unwrap();
        }
        drop(raw);
        let db = open(&path).unwrap();
        for (n, (_, summary, kind)) in older.iter().enumerate() {
            let sql = "SELECT kind, body ->> 'kind' FROM receipts WHERE receipt_id = ?1";
            let found = db.query_row(sql, [format!("r-{n}")], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
            assert_eq!(found, ((*kind).to_owned(), (*kind).to_owned()), "{summary}");
        }
    }

    #[test]
    fn sign_ins_and_clients_of_servers_become_profiles() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let before = MIGRATIONS.iter().position(|step| *step == M::up(mcp_auth_profiles::CREATE)).unwrap();
        let mut db = Connection::open(&path).unwrap();
        configure(&db).unwrap();
        Migrations::from_slice(MIGRATIONS).to_version(&mut db, before).unwrap();
        let server = |id: &str, entry: serde_json::Value, sign_in: serde_json::Value| {
            let mut whole = serde_json::json!({
                "server_id": id, "provider": "m365", "display_name": id.to_uppercase(), "endpoint_url": "https://a.example/mcp",
                "transport": "remote_http", "interaction_mode": "interactive_user", "enabled": true, "identity": "", "trusted": false,
                "created_at": "2026-03-02T10:40:00Z", "updated_at": "2026-03-02T10:40:00Z", "schema_version": 1,
            });
            whole.as_object_mut().unwrap().extend(entry.as_object().unwrap().clone());
            let body = serde_json::json!({ "entry": whole, "trusted_identity": "b", "sign_in": sign_in }).to_string();
            // As an older program stored it: with its seal.
            let body = crate::seal::sealed(body);
            db.execute("INSERT INTO mcp_servers (server_id, body) VALUES (?1, ?2)", [id, &body]).unwrap();
        };
        let none = serde_json::Value::Null;
        let sign_in = serde_json::json!({
            "state": "healthy", "issuer": "https://auth.example", "scopes_asked": ["a"], "scopes_granted": ["a"], "renews": true,
            "signed_in_at": "2026-03-02T10:40:00Z",
        });
        let client = serde_json::json!({ "oauth_client": {
            "auth_mode": "oauth2_client_credentials", "client_id": "me", "client_auth": "client_secret_basic",
            "credential": "keychain", "issuer": "https://auth.example", "scopes": ["b"],
        } });
        server("person", serde_json::json!({}), sign_in);
        server("robot", client, none.clone());
        server("plain", serde_json::json!({}), none);
        drop(db);
        let db = open(&path).unwrap();
        let all = mcp_servers::all(&db).unwrap();
        let found = |id: &str| all.iter().find(|server| server.entry.server_id == *id).unwrap();
        assert!(found("plain").profile.is_none() && found("plain").entry.auth_profile_id.is_none());
        let person = found("person");
        let kept = person.profile_sign_in().unwrap();
        assert_eq!((kept.resource.as_str(), kept.token_ref.as_str()), ("https://a.example/mcp", "tokens"));
        assert_eq!(
            (person.sign_in().unwrap().issuer.as_str(), person.trusted_identity.as_deref()),
            ("https://auth.example", Some("b"))
        );
        let profile = person.profile.as_ref().unwrap();
        assert!(profile.is_disposable && !profile.shared_profile && profile.auth_profile_id == "person");
        let robot = found("robot");
        assert_eq!(robot.entry.oauth_client.as_ref().unwrap().client_id, "me");
        assert_eq!(robot.profile.as_ref().unwrap().scopes(), ["b"]);
        assert!(robot.sign_in().is_none());
    }

    /// The k-th migration is the last one that is stored, as after a kill: the next start does the rest.
    #[test]
    fn a_migration_that_was_interrupted_is_continued() {
        for version in 1..MIGRATIONS.len() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.db");
            let before = at_version(&path, 1);
            let mut db = Connection::open(&path).unwrap();
            Migrations::from_slice(MIGRATIONS).to_version(&mut db, version).unwrap();
            drop(db);
            let after = counts(&open(&path).unwrap());
            assert!(before.iter().all(|(table, count)| after[table] == *count), "version {version}: {after:?}");
        }
    }
}
