//! Table `outbox`: the projections that no longer show what the database says. A row is written with the change and deleted
//! once the file is rewritten; many changes before that are one row.

use crate::StoreError;
use rusqlite::{Connection, params};

pub(crate) const CREATE: &str = "
CREATE TABLE outbox (
    projection TEXT PRIMARY KEY,
    generation INTEGER NOT NULL
) STRICT;
";

/// A stale projection. `generation` tells whether it went stale again while it was being rewritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stale {
    pub projection: String,
    pub generation: i64,
}

pub fn mark(db: &Connection, projection: &str) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO outbox (projection, generation) VALUES (?1, 1) ON CONFLICT (projection) DO UPDATE SET generation = generation + 1",
    )?
    .execute(params![projection])?;
    Ok(())
}

pub fn stale(db: &Connection) -> Result<Vec<Stale>, StoreError> {
    let mut statement = db.prepare_cached("SELECT projection, generation FROM outbox ORDER BY projection")?;
    let rows = statement.query_map([], |row| Ok(Stale { projection: row.get(0)?, generation: row.get(1)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Forgets what was delivered, unless it went stale again meanwhile.
pub fn delivered(db: &Connection, done: &[Stale]) -> Result<(), StoreError> {
    for row in done {
        db.prepare_cached("DELETE FROM outbox WHERE projection = ?1 AND generation = ?2")?
            .execute(params![row.projection, row.generation])?;
    }
    Ok(())
}
