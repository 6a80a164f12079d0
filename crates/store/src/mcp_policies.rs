//! Table `mcp_policies`: what the person decided about connectors, by target. A counter of changes binds answers to the policy under which
//! they were given.

use crate::StoreError;
use crate::codec::{query_all, query_one, to_body, to_json};
use crate::settings;
use apprentice_contracts::connector::{McpPolicyDecision, McpPolicyTarget};
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

pub(crate) const CREATE: &str = "
CREATE TABLE mcp_policies (
    target TEXT PRIMARY KEY,
    body   TEXT NOT NULL
) STRICT;
";

const VERSION: &str = "mcp_policy_version";

/// A decision about a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct McpPolicyRecord {
    /// The target.
    pub target: McpPolicyTarget,
    /// The decision.
    pub decision: McpPolicyDecision,
}

/// Inserts or replaces a decision, and counts the change.
pub fn put(db: &Connection, record: &McpPolicyRecord) -> Result<(), StoreError> {
    let sql = "INSERT INTO mcp_policies (target, body) VALUES (?1, ?2) ON CONFLICT (target) DO UPDATE SET body = ?2";
    db.prepare_cached(sql)?.execute(params![to_json(&record.target)?, to_body(record)?])?;
    count_change(db)
}

/// The decision about a target.
pub fn get(db: &Connection, target: &McpPolicyTarget) -> Result<Option<McpPolicyRecord>, StoreError> {
    query_one(db, "SELECT body FROM mcp_policies WHERE target = ?1", params![to_json(target)?])
}

/// All decisions.
pub fn all(db: &Connection) -> Result<Vec<McpPolicyRecord>, StoreError> {
    query_all(db, "SELECT body FROM mcp_policies ORDER BY target", [])
}

/// Deletes the decision about a target, and counts the change.
pub fn delete(db: &Connection, target: &McpPolicyTarget) -> Result<(), StoreError> {
    db.execute("DELETE FROM mcp_policies WHERE target = ?1", params![to_json(target)?])?;
    count_change(db)
}

/// How often policies changed.
pub fn version(db: &Connection) -> Result<u64, StoreError> {
    Ok(settings::get(db, VERSION)?.unwrap_or_default())
}

fn count_change(db: &Connection) -> Result<(), StoreError> {
    settings::put(db, VERSION, &(version(db)? + 1))
}
