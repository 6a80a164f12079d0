//! The rows of a SQLite database, read from a copy: a reader of the file itself could leave files beside it.

use super::{cell, record};
use crate::redact::{mask_text, secret_field};
use apprentice_contracts::MASK;
use apprentice_contracts::reading::{MAX_RECORDS, ReadCell, ReadRecord, RecordKind};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use std::time::{Duration, Instant};

/// The largest database that is read, in bytes.
pub(super) const LARGEST: u64 = 16 << 20;
const TABLES: usize = 30;
const ROWS_OF_TABLE: usize = 2_000;
const TIME: Duration = Duration::from_secs(2);

pub(in crate::terminal) fn is_database(head: &[u8]) -> bool {
    head.starts_with(b"SQLite format 3\0")
}

/// The rows of all tables, and whether they are all. `place` of a row is its table, and its cells are in the order of the columns.
pub(in crate::terminal) fn rows(path: &Path) -> Result<(Vec<ReadRecord>, bool), String> {
    let told = |error: &dyn std::fmt::Display| format!("the database could not be read: {error}");
    if std::fs::metadata(path).map_err(|error| told(&error))?.len() > LARGEST {
        return Ok((Vec::new(), false));
    }
    let folder = tempfile::tempdir().map_err(|error| told(&error))?;
    let copy = folder.path().join("copy.db");
    std::fs::copy(path, &copy).map_err(|error| told(&error))?;
    let beside = |path: &Path| {
        let mut name = path.as_os_str().to_owned();
        name.push("-wal");
        std::path::PathBuf::from(name)
    };
    // What was written ahead belongs to the content.
    if beside(path).is_file() {
        std::fs::copy(beside(path), beside(&copy)).map_err(|error| told(&error))?;
    }
    read(&copy).map_err(|error| told(&error))
}

fn read(path: &Path) -> rusqlite::Result<(Vec<ReadRecord>, bool)> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(path, flags)?;
    // The schema is data of somebody else: it may call no function.
    db.pragma_update(None, "trusted_schema", false)?;
    db.pragma_update(None, "query_only", true)?;
    let tables: Vec<String> = db
        .prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'
             AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let began = Instant::now();
    let mut out = Vec::new();
    let mut complete = tables.len() <= TABLES;
    for table in tables.iter().take(TABLES) {
        let mut statement = db.prepare(&format!("SELECT * FROM \"{}\"", table.replace('"', "\"\"")))?;
        let headers: Vec<String> = statement.column_names().into_iter().map(|name| mask_text(name).0).collect();
        let mut rows = statement.query([])?;
        let mut count = 0;
        while let Some(row) = rows.next()? {
            count += 1;
            if count > ROWS_OF_TABLE || out.len() >= MAX_RECORDS || began.elapsed() >= TIME {
                complete = false;
                break;
            }
            let cells: Vec<ReadCell> = headers
                .iter()
                .enumerate()
                .map(|(at, header)| Ok(value(header, row.get_ref(at)?)))
                .collect::<rusqlite::Result<_>>()?;
            out.push(ReadRecord { place: Some(mask_text(table).0), ..record(RecordKind::Row, cells) });
        }
    }
    Ok((out, complete))
}

fn value(header: &str, value: ValueRef<'_>) -> ReadCell {
    let text = match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).split_whitespace().collect::<Vec<_>>().join(" "),
        ValueRef::Blob(bytes) => format!("{} bytes", bytes.len()),
    };
    let secret = !text.is_empty() && secret_field("", "", header, "").is_some();
    if secret { cell(header, MASK) } else { cell(header, &mask_text(&text).0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_are_and_nothing_is_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shop.db");
        let db = Connection::open(&path).unwrap();
        db.pragma_update(None, "journal_mode", "wal").unwrap();
        db.execute_batch(
            "CREATE TABLE sales (day TEXT, tea TEXT, sum REAL, note BLOB, password TEXT);
             INSERT INTO sales VALUES ('2031-05-09', 'green  tea', 9.5, x'0102', 'correct-horse'), ('2031-05-10', NULL, 7, NULL, NULL);
             CREATE VIEW seen AS SELECT load_extension('x') FROM sales;
             CREATE VIRTUAL TABLE words USING fts5(text);",
        )
        .unwrap();
        let (read, complete) = rows(&path).unwrap();
        let sales: Vec<String> = read
            .iter()
            .filter(|row| row.place.as_deref() == Some("sales"))
            .map(|row| row.cells.iter().map(|cell| format!("{}={}", cell.header, cell.text)).collect::<Vec<_>>().join(" "))
            .collect();
        assert!(complete);
        assert_eq!(
            sales,
            ["day=2031-05-09 tea=green tea sum=9.5 note=2 bytes password=▮▮▮▮▮▮", "day=2031-05-10 tea= sum=7 note= password="]
        );
        drop(db);
        let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["shop.db"]);
    }

    #[test]
    fn a_damaged_database_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shop.db");
        std::fs::write(&path, [b"SQLite format 3\0".as_slice(), &[7; 500]].concat()).unwrap();
        assert!(rows(&path).unwrap_err().contains("could not be read"));
    }
}
