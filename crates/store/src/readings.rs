//! Table `readings`: what was read of the pages, folders, files and outputs of a demonstration, before and after it. Secrets are masked
//! before they are stored.

use crate::StoreError;
use crate::codec::{query_all, read_record, to_body, to_json};
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::reading::{Reading, ReadingSource};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};

/// Most sources of one session.
pub const MAX_SOURCES: u32 = 64;
/// Most bytes of all readings of one session.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;

pub(crate) const CREATE: &str = "
CREATE TABLE readings (
    ordinal       INTEGER PRIMARY KEY,
    session_id    TEXT NOT NULL REFERENCES sessions (session_id) ON DELETE CASCADE,
    source        TEXT NOT NULL,
    seen_after    INTEGER NOT NULL,
    first_reading TEXT,
    last_reading  TEXT,
    unread        TEXT,
    UNIQUE (session_id, source)
) STRICT;
";

/// The readings of one source in one session.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredReadings {
    /// What was read.
    pub source: ReadingSource,
    /// The `seq` of the last action before it was first seen.
    pub seen_after: u32,
    /// How it was when it was first seen.
    pub before: Option<Reading>,
    /// How it was at the end, or why it could not be read.
    pub after: Option<Result<Reading, String>>,
}

/// Whether a reading was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// It was stored, or the first reading of its source was stored already.
    Yes,
    /// The session has [`MAX_SOURCES`] sources or [`MAX_BYTES`] of readings.
    LimitReached,
}

/// Stores how a source was when it was first seen. An observer sends it again only when somebody has signed in, and then the later one
/// counts, because the page showed something else before.
pub fn add_before(db: &Connection, id: LearnSessionId, seen_after: u32, reading: &Reading) -> Result<Stored, StoreError> {
    let source = to_json(&reading.source)?;
    let body = to_body(reading)?;
    if !has_room(db, id, &source, body.len())? {
        return Ok(Stored::LimitReached);
    }
    let sql = "INSERT INTO readings (session_id, source, seen_after, first_reading) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (session_id, source) DO UPDATE SET seen_after = ?3, first_reading = ?4";
    db.prepare_cached(sql)?.execute(params![id.to_string(), source, seen_after, body])?;
    Ok(Stored::Yes)
}

/// Stores how a source is at the end of the demonstration, or why it could not be read. `seen_after` counts for a source that was not seen
/// before.
pub fn put_after(
    db: &Connection,
    id: LearnSessionId,
    seen_after: u32,
    source: &ReadingSource,
    after: &Result<Reading, String>,
) -> Result<Stored, StoreError> {
    let source = to_json(source)?;
    let (body, unread) = match after {
        Ok(reading) => (Some(to_body(reading)?), None),
        Err(reason) => (None, Some(reason)),
    };
    if !has_room(db, id, &source, body.as_ref().map_or(0, String::len))? {
        return Ok(Stored::LimitReached);
    }
    db.prepare_cached(
        "INSERT INTO readings (session_id, source, seen_after, last_reading, unread) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (session_id, source) DO UPDATE SET last_reading = ?4, unread = ?5",
    )?
    .execute(params![id.to_string(), source, seen_after, body, unread])?;
    Ok(Stored::Yes)
}

fn has_room(db: &Connection, id: LearnSessionId, source: &str, bytes: usize) -> Result<bool, StoreError> {
    let sql = "SELECT count(*) FILTER (WHERE source <> ?2),
                      coalesce(sum(octet_length(first_reading)), 0)
                          + coalesce(sum(octet_length(last_reading)) FILTER (WHERE source <> ?2), 0)
               FROM readings WHERE session_id = ?1";
    let counted = |row: &rusqlite::Row<'_>| Ok((row.get::<_, u32>(0)?, row.get::<_, i64>(1)?));
    let (others, stored) = db.prepare_cached(sql)?.query_row(params![id.to_string(), source], counted)?;
    Ok(others < MAX_SOURCES && stored + bytes as i64 <= MAX_BYTES as i64)
}

/// The readings of a session, in the order in which the sources were seen.
pub fn of_session(db: &Connection, id: LearnSessionId) -> Result<Vec<StoredReadings>, StoreError> {
    let sql =
        "SELECT source, seen_after, first_reading, last_reading, unread FROM readings WHERE session_id = ?1 ORDER BY ordinal";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query(params![id.to_string()])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let read = |column: usize| -> Result<Option<Reading>, StoreError> {
            match row.get_ref(column)? {
                ValueRef::Null => Ok(None),
                body => read_record(body).map(Some),
            }
        };
        let unread: Option<String> = row.get(4)?;
        found.push(StoredReadings {
            source: read_record(row.get_ref(0)?)?,
            seen_after: row.get(1)?,
            before: read(2)?,
            after: read(3)?.map(Ok).or(unread.map(Err)),
        });
    }
    Ok(found)
}

/// The sources that were read in a session.
pub fn sources(db: &Connection, id: LearnSessionId) -> Result<Vec<ReadingSource>, StoreError> {
    query_all(db, "SELECT source FROM readings WHERE session_id = ?1 ORDER BY ordinal", params![id.to_string()])
}

/// Deletes the readings of one source.
pub fn delete(db: &Connection, id: LearnSessionId, source: &ReadingSource) -> Result<(), StoreError> {
    db.execute("DELETE FROM readings WHERE session_id = ?1 AND source = ?2", params![id.to_string(), to_json(source)?])?;
    Ok(())
}

/// Deletes the readings of a session.
pub fn delete_of_session(db: &Connection, id: LearnSessionId) -> Result<(), StoreError> {
    db.execute("DELETE FROM readings WHERE session_id = ?1", params![id.to_string()])?;
    Ok(())
}
