//! `apprentice repair database`: what can still be read from a damaged file goes into a fresh one; the damaged one is kept.

use crate::{StoreError, migrations};
use rusqlite::Connection;
use std::path::{Path, PathBuf};

/// What the repair did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repair {
    /// The database was whole; nothing was changed.
    Whole,
    /// The damaged file stands at `kept`; `rows` were carried over, `lost` tables could not be read to their end.
    Rebuilt { kept: PathBuf, rows: usize, lost: Vec<String> },
}

/// Checks the database at `path`, which nobody may have open, and rebuilds it when it is damaged.
pub fn repair(path: &Path) -> Result<Repair, StoreError> {
    match migrations::open(path) {
        Ok(connection) if is_whole(&connection) => return Ok(Repair::Whole),
        Err(refusal @ (StoreError::TooNew { .. } | StoreError::Unreachable { .. })) => return Err(refusal),
        Ok(_) | Err(_) => {}
    }
    let kept = set_aside(path)?;
    let fresh = migrations::open(path)?;
    let (rows, lost) = carry_over(&fresh, &kept)?;
    Ok(Repair::Rebuilt { kept, rows, lost })
}

fn is_whole(connection: &Connection) -> bool {
    connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0)).is_ok_and(|word| word == "ok")
}

/// Renames the file and its journal together, to a name that is still free.
fn set_aside(path: &Path) -> Result<PathBuf, StoreError> {
    let unreachable = |error: std::io::Error| StoreError::Unreachable { path: path.to_path_buf(), reason: error.to_string() };
    let named = |base: &Path, tail: &str| PathBuf::from(format!("{}{tail}", base.display()));
    let kept = (1..)
        .map(|n| named(path, &format!(".damaged-{n}")))
        .find(|kept| !kept.exists())
        .unwrap_or_else(|| named(path, ".damaged"));
    std::fs::rename(path, &kept).map_err(unreachable)?;
    for tail in ["-wal", "-shm"] {
        match std::fs::rename(named(path, tail), named(&kept, tail)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(unreachable(error)),
            _ => {}
        }
    }
    Ok(kept)
}

fn carry_over(fresh: &Connection, kept: &Path) -> Result<(usize, Vec<String>), StoreError> {
    let tables: Vec<String> = fresh
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rootpage")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let Ok(old) = migrations::open_to_read(kept) else { return Ok((0, tables)) };
    fresh.pragma_update(None, "foreign_keys", "OFF")?;
    // All at once: killed on the way it leaves no half of the records, and one flush does for all of them.
    let all = fresh.unchecked_transaction()?;
    let (mut rows, mut lost) = (0, Vec::new());
    for table in tables {
        let (carried, whole) = carry_table(&all, &old, &table)?;
        rows += carried;
        if !whole {
            lost.push(table);
        }
    }
    all.commit()?;
    Ok((rows, lost))
}

/// Row by row until the table cannot be read any further.
fn carry_table(fresh: &Connection, old: &Connection, table: &str) -> Result<(usize, bool), StoreError> {
    let Ok(mut read) = old.prepare(&format!("SELECT * FROM {table}")) else { return Ok((0, false)) };
    let places = vec!["?"; read.column_count()].join(", ");
    let mut write = fresh.prepare(&format!("INSERT OR IGNORE INTO {table} VALUES ({places})"))?;
    let columns = read.column_count();
    let Ok(mut rows) = read.query([]) else { return Ok((0, false)) };
    let mut carried = 0;
    loop {
        match rows.next() {
            Ok(Some(row)) => {
                let values = (0..columns).map(|n| row.get::<_, rusqlite::types::Value>(n)).collect::<Result<Vec<_>, _>>();
                if let Ok(values) = values {
                    carried += write.execute(rusqlite::params_from_iter(values))?;
                }
            }
            Ok(None) => return Ok((carried, true)),
            Err(_) => return Ok((carried, false)),
        }
    }
}
