//! The seal of a stored record: a checksum (CRC-32) of its JSON, so that damage of the disk is never taken for what was stored.
//!
//! The seal is 16 white-space characters behind the JSON, two bits each. JSON ignores them, so queries, indexes and older programs read a
//! sealed record like any other. A record without a seal comes from an older program, or a query changed it; it gets one when it is written
//! again, and [`look_through`] finds those that still lack one.

use crate::StoreError;
use crate::damaged_records::{count_unreadable, is_readable};
use rusqlite::{Connection, OptionalExtension, params};

/// Columns that hold records as JSON, in whichever table.
const COLUMNS: [&str; 4] = ["body", "answer", "first_reading", "last_reading"];
const SIGNS: [u8; 4] = *b" \t\n\r";
const LENGTH: u32 = 16;

/// JSON with its seal.
pub(crate) fn sealed(mut json: String) -> String {
    json.truncate(json.trim_ascii_end().len());
    let seal = seal_of(json.as_bytes());
    json.extend(seal.map(char::from));
    json
}

fn seal_of(json: &[u8]) -> [u8; LENGTH as usize] {
    let sum = crc32fast::hash(json);
    std::array::from_fn(|place| SIGNS[(sum >> (2 * place)) as usize & 3])
}

/// A stored text without its seal.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Opened<'a> {
    /// It is what was stored.
    Whole(&'a [u8]),
    /// It has no seal.
    Unsealed(&'a [u8]),
    /// It is not what was stored.
    Broken,
}

/// Compares a stored text with its seal.
pub(crate) fn opened(stored: &[u8]) -> Opened<'_> {
    let json = stored.trim_ascii_end();
    match &stored[json.len()..] {
        [] => Opened::Unsealed(json),
        seal if seal == seal_of(json) => Opened::Whole(json),
        _ => Opened::Broken,
    }
}

/// A record without a seal.
pub(crate) struct Unsealed {
    table: String,
    column: String,
    rowid: i64,
}

/// Table and column of everything that is sealed.
pub(crate) fn places(db: &Connection) -> Result<Vec<(String, String)>, StoreError> {
    let sql = "SELECT m.name, c.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
               WHERE m.type = 'table' AND m.name <> 'damaged_records' ORDER BY m.name, c.cid";
    let mut statement = db.prepare(sql)?;
    let all = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?.collect::<Result<Vec<_>, _>>()?;
    Ok(all.into_iter().filter(|(_, column)| COLUMNS.contains(&column.as_str())).collect())
}

/// Compares every record with its seal. Those that are not what was stored are counted as unreadable; those without a seal are returned.
pub(crate) fn look_through(db: &Connection) -> Result<Vec<Unsealed>, StoreError> {
    let mut unsealed = Vec::new();
    for (table, column) in places(db)? {
        let mut records = db.prepare(&format!("SELECT rowid, {column} FROM {table} WHERE {column} IS NOT NULL"))?;
        let mut rows = records.query([])?;
        while let Some(row) = rows.next()? {
            let stored = row.get_ref(1)?.as_bytes().unwrap_or_default();
            match opened(stored) {
                Opened::Whole(_) => {}
                Opened::Unsealed(json) if is_readable(&table, json) => {
                    unsealed.push(Unsealed { table: table.clone(), column: column.clone(), rowid: row.get(0)? });
                }
                Opened::Unsealed(_) => count_unreadable(stored, "it is no record of its table"),
                Opened::Broken => count_unreadable(stored, BROKEN),
            }
        }
    }
    Ok(unsealed)
}

/// Seals records that have no seal. One that is gone or sealed meanwhile stays as it is.
pub(crate) fn add(db: &Connection, records: &[Unsealed]) -> Result<(), StoreError> {
    for Unsealed { table, column, rowid } in records {
        let sql = format!("SELECT {column} FROM {table} WHERE rowid = ?1");
        let stored = db.prepare_cached(&sql)?.query_row([rowid], |row| row.get::<_, Option<String>>(0)).optional()?;
        let Some(json) = stored.flatten() else { continue };
        if matches!(opened(json.as_bytes()), Opened::Unsealed(_)) {
            let sql = format!("UPDATE {table} SET {column} = ?2 WHERE rowid = ?1");
            db.prepare_cached(&sql)?.execute(params![rowid, sealed(json)])?;
        }
    }
    Ok(())
}

/// Why a record with a broken seal is not read.
pub(crate) const BROKEN: &str = "its checksum says that it is not what was stored";

/// Defines the SQL function `sealed(json)`, for queries that change a record.
pub(crate) fn define(db: &Connection) -> rusqlite::Result<()> {
    use rusqlite::functions::FunctionFlags;
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    db.create_scalar_function("sealed", 1, flags, |arguments| arguments.get::<String>(0).map(sealed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_is_white_space_behind_the_json() {
        let stored = sealed(r#"{"a":1}"#.to_owned());
        assert_eq!(stored.trim_ascii_end(), r#"{"a":1}"#);
        assert_eq!(stored.len(), 7 + LENGTH as usize);
        assert_eq!(opened(stored.as_bytes()), Opened::Whole(br#"{"a":1}"#));
        assert_eq!(sealed(stored.clone()), stored, "a second time changes nothing");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&stored).unwrap()["a"], 1);
        assert_eq!(opened(br#"{"a":1}"#), Opened::Unsealed(br#"{"a":1}"#));
    }

    /// No single bit can be flipped unnoticed, in the JSON or in its seal.
    #[test]
    fn every_flipped_bit_is_noticed() {
        for json in [r#"{"title":"Make tea","steps":[1,20,300],"done":false}"#, "[]", "0", "-10", "null", "\"\""] {
            let stored = sealed(json.to_owned()).into_bytes();
            for bit in 0..stored.len() * 8 {
                let mut flipped = stored.clone();
                flipped[bit / 8] ^= 1 << (bit % 8);
                let noticed = match opened(&flipped) {
                    Opened::Broken => true,
                    Opened::Whole(_) => false,
                    // A seal whose last character is none any more is no JSON either.
                    Opened::Unsealed(json) => serde_json::from_slice::<serde_json::Value>(json).is_err(),
                };
                assert!(noticed, "bit {bit} of {json}: {:?}", String::from_utf8_lossy(&flipped));
            }
        }
    }
}
