//! Table `outbox`: projections that no longer show the database. A row is written in the transaction of the change and deleted when the
//! file has been rewritten. Several changes of one projection are one row.

use crate::StoreError;
use rusqlite::{Connection, params};

pub(crate) const CREATE: &str = "
CREATE TABLE outbox (
    projection TEXT PRIMARY KEY,
    generation INTEGER NOT NULL
) STRICT;
";

/// A stale projection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stale {
    /// Name of the projection.
    pub projection: String,
    /// Grows with every change: whether it became stale again while it was being rewritten.
    pub generation: i64,
}

/// Marks a projection as stale.
pub fn mark(db: &Connection, projection: &str) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO outbox (projection, generation) VALUES (?1, 1) ON CONFLICT (projection) DO UPDATE SET generation = generation + 1",
    )?
    .execute(params![projection])?;
    Ok(())
}

/// All stale projections, sorted by name.
pub fn stale(db: &Connection) -> Result<Vec<Stale>, StoreError> {
    let mut statement = db.prepare_cached("SELECT projection, generation FROM outbox ORDER BY projection")?;
    let rows = statement.query_map([], |row| Ok(Stale { projection: row.get(0)?, generation: row.get(1)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Removes delivered projections, except those that became stale again in the meantime.
pub fn delivered(db: &Connection, done: &[Stale]) -> Result<(), StoreError> {
    for row in done {
        db.prepare_cached("DELETE FROM outbox WHERE projection = ?1 AND generation = ?2")?
            .execute(params![row.projection, row.generation])?;
    }
    Ok(())
}
