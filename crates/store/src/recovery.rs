//! `apprentice repair database`: copies everything that can be read from a damaged file into a new one, and keeps the damaged file.
//!
//! Invariant: at every moment either the damaged database is complete at its path, or the repaired one is complete, checked and durable.
//! The repaired one is written as `NAME.repairing` and, once it is checked, renamed to `NAME.repaired`. From then on the repair cannot be
//! undone: the next program that opens the database ([`finish`]) moves it to its path. The damaged file has a second name before that.

use crate::{StoreError, damaged_records, migrations};
use apprentice_platform::files::sync_folder;
use rusqlite::Connection;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The result of a recovery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recovery {
    /// The database was intact. Nothing was changed.
    Intact,
    /// The file was whole, and something in it was mended.
    Mended {
        /// Number of records that cannot be read; they are in the table `damaged_records` now.
        set_aside: u32,
        /// The file named a schema version that its tables do not have.
        version: bool,
    },
    /// The database was rebuilt.
    Rebuilt {
        /// Where the damaged file is kept.
        kept: PathBuf,
        /// Number of copied rows.
        rows: usize,
        /// Tables that could not be read to their end.
        lost: Vec<String>,
        /// Number of records that cannot be read; they are in the table `damaged_records` now.
        set_aside: u32,
    },
}

/// Whether there is no database at `path`, or one without any table. One that cannot be opened is not empty.
pub fn is_empty(path: &Path) -> bool {
    if beside(path, ".repaired").exists() {
        return false;
    }
    match fs::metadata(path) {
        Err(error) => error.kind() == io::ErrorKind::NotFound,
        Ok(about) if about.len() == 0 => true,
        // One with a schema version has tables. It is not opened, because that could leave files beside one of a newer version.
        Ok(_) if !matches!(migrations::version_in_header(path), Ok(Some(0))) => false,
        Ok(_) => {
            let tables = |db: Connection| db.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, u32>(0));
            migrations::open_to_read(path).and_then(|db| Ok(tables(db)?)).is_ok_and(|tables| tables == 0)
        }
    }
}

/// Checks the database at `path`, which no other program may have open, and rebuilds it when it is damaged.
///
/// Errors: [`StoreError::TooNew`], [`StoreError::CannotOpen`], [`StoreError::DiskFull`]. The damaged database stays as it is.
pub fn recover(path: &Path) -> Result<Recovery, StoreError> {
    let version = mend_version(path)?;
    match migrations::open(path) {
        Ok(connection) if is_intact(&connection) => {
            let before = damaged_records(&connection)?;
            let set_aside = damaged_records::set_aside(&connection)? - before;
            return Ok(match (set_aside, version) {
                (0, false) => Recovery::Intact,
                (set_aside, version) => Recovery::Mended { set_aside, version },
            });
        }
        Err(refusal @ (StoreError::TooNew { .. } | StoreError::CannotOpen { .. } | StoreError::DiskFull)) => return Err(refusal),
        Ok(_) | Err(_) => {}
    }
    let fresh = beside(path, ".repairing");
    let (rows, lost, set_aside) = rebuild(path, &fresh).inspect_err(|_| remove_files(&fresh))?;
    let kept = keep_damaged(path).map_err(|error| StoreError::cannot_open(path, &error))?;
    rename(&fresh, &beside(path, ".repaired")).map_err(|error| StoreError::cannot_open(&fresh, &error))?;
    finish(path)?;
    Ok(Recovery::Rebuilt { kept, rows, lost, set_aside })
}

fn damaged_records(connection: &Connection) -> Result<u32, StoreError> {
    Ok(connection.query_row("SELECT count(*) FROM damaged_records", [], |row| row.get(0))?)
}

/// A newer schema version in a file that has exactly the tables of the newest one known here is a damaged number, not a newer program.
/// Returns whether it was mended. A database of a newer program stays refused.
fn mend_version(path: &Path) -> Result<bool, StoreError> {
    match migrations::open(path) {
        Err(StoreError::TooNew { .. }) if migrations::has_latest_schema(path).unwrap_or(false) => {}
        _ => return Ok(false),
    }
    let connection = Connection::open(path)?;
    connection.pragma_update(None, "user_version", migrations::latest_version())?;
    Ok(true)
}

/// Moves a repaired database to its path, when a recovery was interrupted before it did so.
pub(crate) fn finish(path: &Path) -> Result<(), StoreError> {
    let repaired = beside(path, ".repaired");
    if !repaired.exists() {
        return Ok(());
    }
    // SQLite would apply the journal of the damaged file (which has a second name too) to the repaired one.
    ["-wal", "-shm"]
        .iter()
        .try_for_each(|tail| remove(&beside(path, tail)))
        .map_err(|error| StoreError::cannot_open(path, &error))?;
    rename(&repaired, path).map_err(|error| StoreError::cannot_open(path, &error))
}

fn is_intact(connection: &Connection) -> bool {
    connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0)).is_ok_and(|word| word == "ok")
}

fn beside(path: &Path, tail: &str) -> PathBuf {
    PathBuf::from(format!("{}{tail}", path.display()))
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn remove_files(fresh: &Path) {
    for tail in ["", "-wal", "-shm", "-journal"] {
        // Best effort: a file that is left is overwritten or removed by the next recovery.
        let _ = remove(&beside(fresh, tail));
    }
}

/// Renames durably: flushes the file before, and its folder after.
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    File::open(from)?.sync_all()?;
    fs::rename(from, to)?;
    sync_folder_of(to)
}

fn sync_folder_of(path: &Path) -> io::Result<()> {
    sync_folder(path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")))
}

/// Gives the damaged file and its journal a second, free name.
fn keep_damaged(path: &Path) -> io::Result<PathBuf> {
    // A killed recovery may have left only a second name of the journal. It is the journal itself and must not be overwritten.
    let free = |n: &u32| ["", "-wal"].iter().all(|tail| !beside(path, &format!(".damaged-{n}{tail}")).exists());
    let kept = beside(path, &(1..).find(free).map_or_else(|| ".damaged".to_owned(), |n| format!(".damaged-{n}")));
    for tail in ["-wal", ""] {
        match link_or_copy(&beside(path, tail), &beside(&kept, tail)) {
            Err(error) if tail.is_empty() || error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    sync_folder_of(path)?;
    Ok(kept)
}

fn link_or_copy(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        // Some file systems have no hard links.
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            fs::copy(from, to)?;
            File::open(to)?.sync_all()
        }
        other => other,
    }
}

/// Copies everything that can be read into `fresh`, and checks it. When it is closed it is one file without a journal.
fn rebuild(damaged: &Path, fresh: &Path) -> Result<(usize, Vec<String>, u32), StoreError> {
    remove_files(fresh);
    let connection = migrations::open(fresh)?;
    let (rows, lost) = copy_tables(&connection, damaged)?;
    let set_aside = damaged_records::set_aside(&connection)?;
    connection.pragma_update(None, "journal_mode", "DELETE")?;
    if !is_intact(&connection) {
        return Err(StoreError::Damaged { path: fresh.to_path_buf(), reason: "the repaired copy is damaged too".into() });
    }
    connection.close().map_err(|(_, error)| StoreError::from(error))?;
    Ok((rows, lost, set_aside))
}

fn copy_tables(fresh: &Connection, damaged: &Path) -> Result<(usize, Vec<String>), StoreError> {
    let tables: Vec<String> = fresh
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rootpage")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let Ok(old) = migrations::open_to_read(damaged) else { return Ok((0, tables)) };
    // Then one damaged definition does not keep the other tables from being read.
    old.pragma_update(None, "writable_schema", "ON")?;
    fresh.pragma_update(None, "foreign_keys", "OFF")?;
    // One transaction, so that one flush serves all tables.
    let all = fresh.unchecked_transaction()?;
    let (mut rows, mut lost) = (0, Vec::new());
    for table in tables {
        let (copied, complete) = copy_table(&all, &old, &table)?;
        rows += copied;
        if !complete {
            lost.push(table);
        }
    }
    all.commit()?;
    Ok((rows, lost))
}

/// Copies row by row until the table cannot be read further.
fn copy_table(fresh: &Connection, old: &Connection, table: &str) -> Result<(usize, bool), StoreError> {
    let Ok(mut read) = old.prepare(&format!("SELECT * FROM {table}")) else { return Ok((0, false)) };
    let columns = read.column_count();
    let places = vec!["?"; columns].join(", ");
    // Only a table of an older schema with other columns is lost.
    let Ok(mut write) = fresh.prepare(&format!("INSERT OR IGNORE INTO {table} VALUES ({places})")) else { return Ok((0, false)) };
    let Ok(mut rows) = read.query([]) else { return Ok((0, false)) };
    let mut copied = 0;
    loop {
        match rows.next() {
            Ok(Some(row)) => {
                let values = (0..columns).map(|n| row.get::<_, rusqlite::types::Value>(n)).collect::<Result<Vec<_>, _>>();
                if let Ok(values) = values {
                    match write.execute(rusqlite::params_from_iter(&values)) {
                        // An index of the table reads JSON, and this is none any more.
                        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::Unknown) => {
                            damaged_records::keep(fresh, table, &values)?;
                        }
                        added => copied += added?,
                    }
                }
            }
            Ok(None) => return Ok((copied, true)),
            Err(_) => return Ok((copied, false)),
        }
    }
}
