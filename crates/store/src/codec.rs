//! What all tables share: records as JSON, times as sortable text, queries, pages.

use crate::StoreError;
use crate::damaged_records::count_unreadable;
use crate::seal::{self, Opened, opened, sealed};
use apprentice_contracts::Time;
use apprentice_contracts::json;
use apprentice_contracts::page::PageQuery;
use chrono::SecondsFormat;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Params};
use serde::Serialize;
use serde::de::{DeserializeOwned, Error as _};

/// A record as JSON.
pub(crate) fn to_json<T: Serialize>(record: &T) -> Result<String, StoreError> {
    Ok(json::to_text(record)?)
}

/// RFC 3339 with microseconds and of constant length, so that the order of texts is the order of times.
pub(crate) fn sortable_time(at: Time) -> String {
    at.to_rfc3339_opts(SecondsFormat::Micros, true)
}

/// A record as it is stored: JSON with its seal.
pub(crate) fn to_body<T: Serialize>(record: &T) -> Result<String, StoreError> {
    to_json(record).map(sealed)
}

/// The JSON of a stored record, which is what was stored unless that is an error.
pub(crate) fn whole_json(stored: ValueRef<'_>) -> Result<&[u8], StoreError> {
    match opened(stored.as_bytes().map_err(rusqlite::Error::from)?) {
        Opened::Whole(json) | Opened::Unsealed(json) => Ok(json),
        Opened::Broken => Err(StoreError::Record(serde_json::Error::custom(seal::BROKEN))),
    }
}

/// Reads a stored record. One that cannot be read is counted for the doctor.
pub(crate) fn read_record<T: DeserializeOwned>(stored: ValueRef<'_>) -> Result<T, StoreError> {
    let read = whole_json(stored).and_then(|json| Ok(json::read(json)?));
    read.inspect_err(|error| count_unreadable(stored.as_bytes().unwrap_or_default(), &error.to_string()))
}

/// The name of a unit variant on the wire.
pub(crate) fn wire_name<T: Serialize>(value: &T) -> Result<String, StoreError> {
    Ok(json::to_value(value)?.as_str().unwrap_or_default().to_owned())
}

/// The record in the first column of the only row.
pub(crate) fn query_one<T: DeserializeOwned>(db: &Connection, sql: &str, params: impl Params) -> Result<Option<T>, StoreError> {
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query(params)?;
    rows.next()?.map(|row| read_record(row.get_ref(0)?)).transpose()
}

/// The records in the first column of every row. One that cannot be read is left out and counted.
pub(crate) fn query_all<T: DeserializeOwned>(db: &Connection, sql: &str, params: impl Params) -> Result<Vec<T>, StoreError> {
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query(params)?;
    let mut records = Vec::new();
    while let Some(row) = rows.next()? {
        records.extend(read_record(row.get_ref(0)?).ok());
    }
    Ok(records)
}

/// The first two columns of every row: a position, and the record there. One that cannot be read is left out and counted.
pub(crate) fn query_numbered<T: DeserializeOwned>(
    db: &Connection,
    sql: &str,
    params: impl Params,
) -> Result<Vec<(i64, T)>, StoreError> {
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query(params)?;
    let mut records = Vec::new();
    while let Some(row) = rows.next()? {
        let position = row.get(0)?;
        records.extend(read_record(row.get_ref(1)?).ok().map(|record| (position, record)));
    }
    Ok(records)
}

/// The number in the first column of the only row.
pub(crate) fn query_count(db: &Connection, sql: &str, params: impl Params) -> Result<u32, StoreError> {
    Ok(db.prepare_cached(sql)?.query_row(params, |row| row.get(0))?)
}

/// `LIMIT` and `OFFSET` of a page.
pub(crate) fn limit_offset(page: PageQuery) -> (u32, u32) {
    (page.page_size, page.offset())
}
