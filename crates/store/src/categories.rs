//! Tables `categories`, `category_items` and `category_log`: the user's groups, their items, and every assignment and removal (§0C.21).

use crate::StoreError;
use crate::codec::{limit_offset, query_all, query_count, query_numbered, query_one, sortable_time, to_body, wire_name};
use apprentice_contracts::Time;
use apprentice_contracts::category::{AssignmentLine, Category, CategoryAssignment, CategoryItemKind};
use apprentice_contracts::ids::{CategoryId, ItemId};
use apprentice_contracts::page::PageQuery;
use rusqlite::{Connection, params};
use std::collections::BTreeMap;

pub(crate) const CREATE: &str = "
CREATE TABLE categories (
    category_id TEXT PRIMARY KEY,
    -- The title in lower case.
    name        TEXT NOT NULL UNIQUE,
    body        TEXT NOT NULL
) STRICT;
CREATE TABLE category_items (
    ordinal     INTEGER PRIMARY KEY AUTOINCREMENT,
    category_id TEXT NOT NULL REFERENCES categories (category_id) ON DELETE CASCADE,
    item_kind   TEXT NOT NULL,
    item_id     TEXT NOT NULL,
    body        TEXT NOT NULL,
    UNIQUE (category_id, item_kind, item_id)
) STRICT;
CREATE INDEX category_items_by_item ON category_items (item_kind, item_id);
CREATE TABLE category_log (
    ordinal    INTEGER PRIMARY KEY AUTOINCREMENT,
    created_at TEXT NOT NULL,
    body       TEXT NOT NULL
) STRICT;
";

/// The normalised form of a title, by which titles are compared.
pub fn name(title: &str) -> String {
    title.trim().to_lowercase()
}

/// Inserts or replaces a category.
pub fn put(db: &Connection, category: &Category) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO categories (category_id, name, body) VALUES (?1, ?2, ?3)
         ON CONFLICT (category_id) DO UPDATE SET name = ?2, body = ?3",
    )?
    .execute(params![category.category_id.to_string(), name(&category.title), to_body(category)?])?;
    Ok(())
}

/// The category with this id.
pub fn get(db: &Connection, id: CategoryId) -> Result<Option<Category>, StoreError> {
    query_one(db, "SELECT body FROM categories WHERE category_id = ?1", params![id.to_string()])
}

/// The category with this title, regardless of case.
pub fn titled(db: &Connection, title: &str) -> Result<Option<Category>, StoreError> {
    query_one(db, "SELECT body FROM categories WHERE name = ?1", params![name(title)])
}

/// All categories, sorted by title.
pub fn all(db: &Connection) -> Result<Vec<Category>, StoreError> {
    query_all(db, "SELECT body FROM categories ORDER BY name, category_id", [])
}

/// Number of categories.
pub fn total(db: &Connection) -> Result<u32, StoreError> {
    query_count(db, "SELECT count(*) FROM categories", [])
}

/// Deletes a category with its assignments, and logs each of them as removed. Returns the assignments.
pub fn delete(db: &Connection, id: CategoryId, at: Time) -> Result<Vec<CategoryAssignment>, StoreError> {
    let gone: Vec<CategoryAssignment> =
        query_all(db, "SELECT body FROM category_items WHERE category_id = ?1 ORDER BY ordinal", params![id.to_string()])?;
    for assignment in &gone {
        log(db, assignment, at, true)?;
    }
    db.prepare_cached("DELETE FROM categories WHERE category_id = ?1")?.execute(params![id.to_string()])?;
    Ok(gone)
}

/// The assignment of an item to a category.
pub fn assignment(
    db: &Connection,
    category: CategoryId,
    kind: CategoryItemKind,
    item: &ItemId,
) -> Result<Option<CategoryAssignment>, StoreError> {
    let sql = "SELECT body FROM category_items WHERE category_id = ?1 AND item_kind = ?2 AND item_id = ?3";
    query_one(db, sql, params![category.to_string(), wire_name(&kind)?, item.0])
}

/// Assigns an item to a category, and logs it.
pub fn assign(db: &Connection, assignment: &CategoryAssignment) -> Result<(), StoreError> {
    db.prepare_cached("INSERT INTO category_items (category_id, item_kind, item_id, body) VALUES (?1, ?2, ?3, ?4)")?.execute(
        params![
            assignment.category_id.to_string(),
            wire_name(&assignment.item_kind)?,
            assignment.item_id.0,
            to_body(assignment)?
        ],
    )?;
    log(db, assignment, assignment.assigned_at, false)
}

/// Removes an assignment, and logs it.
pub fn unassign(db: &Connection, assignment: &CategoryAssignment, at: Time) -> Result<(), StoreError> {
    db.prepare_cached("DELETE FROM category_items WHERE category_id = ?1 AND item_kind = ?2 AND item_id = ?3")?
        .execute(params![assignment.category_id.to_string(), wire_name(&assignment.item_kind)?, assignment.item_id.0])?;
    log(db, assignment, at, true)
}

fn log(db: &Connection, assignment: &CategoryAssignment, at: Time, removed: bool) -> Result<(), StoreError> {
    let line = AssignmentLine {
        category_id: assignment.category_id,
        item_kind: assignment.item_kind,
        item_id: assignment.item_id.clone(),
        assigned_at: at,
        removed,
    };
    db.prepare_cached("INSERT INTO category_log (created_at, body) VALUES (?1, ?2)")?
        .execute(params![sortable_time(at), to_body(&line)?])?;
    Ok(())
}

/// A page of the items of a category, in the order of their assignment, and their number.
pub fn items(db: &Connection, id: CategoryId, page: PageQuery) -> Result<(Vec<CategoryAssignment>, u32), StoreError> {
    let (limit, offset) = limit_offset(page);
    let id = id.to_string();
    let sql = "SELECT body FROM category_items WHERE category_id = ?1 ORDER BY ordinal LIMIT ?2 OFFSET ?3";
    let total = query_count(db, "SELECT count(*) FROM category_items WHERE category_id = ?1", params![id])?;
    Ok((query_all(db, sql, params![id, limit, offset])?, total))
}

/// Assignments of a kind, of an item, or all, in the order in which they were made.
pub fn assignments(
    db: &Connection,
    kind: Option<CategoryItemKind>,
    item: Option<&ItemId>,
) -> Result<Vec<CategoryAssignment>, StoreError> {
    let kind = kind.map(|kind| wire_name(&kind)).transpose()?;
    let sql =
        "SELECT body FROM category_items WHERE (?1 IS NULL OR item_kind = ?1) AND (?2 IS NULL OR item_id = ?2) ORDER BY ordinal";
    query_all(db, sql, params![kind, item.map(ItemId::as_str)])
}

/// Number of items by category id; a category without items is missing.
pub fn counts(db: &Connection) -> Result<BTreeMap<String, u32>, StoreError> {
    let mut statement = db.prepare_cached("SELECT category_id, count(*) FROM category_items GROUP BY category_id")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Log lines after a position, oldest first, with their positions. 0 is before the first.
pub fn log_after(db: &Connection, position: i64) -> Result<Vec<(i64, AssignmentLine)>, StoreError> {
    query_numbered(db, "SELECT ordinal, body FROM category_log WHERE ordinal > ?1 ORDER BY ordinal", params![position])
}
