//! What all tables share: records as JSON, times as sortable text, queries, pages.

use crate::StoreError;
use apprentice_contracts::Time;
use apprentice_contracts::json;
use apprentice_contracts::page::PageQuery;
use chrono::SecondsFormat;
use rusqlite::{Connection, OptionalExtension, Params};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A record as JSON.
pub(crate) fn to_json<T: Serialize>(record: &T) -> Result<String, StoreError> {
    Ok(json::to_text(record)?)
}

/// RFC 3339 with microseconds and of constant length, so that the order of texts is the order of times.
pub(crate) fn sortable_time(at: Time) -> String {
    at.to_rfc3339_opts(SecondsFormat::Micros, true)
}

/// The name of a unit variant on the wire.
pub(crate) fn wire_name<T: Serialize>(value: &T) -> Result<String, StoreError> {
    Ok(json::to_value(value)?.as_str().unwrap_or_default().to_owned())
}

/// The record in the first column of the only row.
pub(crate) fn query_one<T: DeserializeOwned>(db: &Connection, sql: &str, params: impl Params) -> Result<Option<T>, StoreError> {
    let body: Option<String> = db.prepare_cached(sql)?.query_row(params, |row| row.get(0)).optional()?;
    body.map(|body| Ok(json::read(&body)?)).transpose()
}

/// The records in the first column of every row.
pub(crate) fn query_all<T: DeserializeOwned>(db: &Connection, sql: &str, params: impl Params) -> Result<Vec<T>, StoreError> {
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query(params)?;
    let mut records = Vec::new();
    while let Some(row) = rows.next()? {
        records.push(json::read(row.get_ref(0)?.as_bytes().map_err(rusqlite::Error::from)?)?);
    }
    Ok(records)
}

/// The first two columns of every row: a position, and the record there.
pub(crate) fn query_numbered<T: DeserializeOwned>(
    db: &Connection,
    sql: &str,
    params: impl Params,
) -> Result<Vec<(i64, T)>, StoreError> {
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query(params)?;
    let mut records = Vec::new();
    while let Some(row) = rows.next()? {
        let body = row.get_ref(1)?.as_bytes().map_err(rusqlite::Error::from)?;
        records.push((row.get(0)?, json::read(body)?));
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
