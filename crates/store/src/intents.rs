//! Tables `config_intents` and `skill_configs`: submitted configuration intents (§0.2G), and the configuration of abilities.

use crate::StoreError;
use crate::codec::{limit_offset, query_all, query_count, query_one, to_body};
use apprentice_contracts::ids::{CapabilityId, IntentId};
use apprentice_contracts::intent::{ConfigurationIntentResponse, SkillConfig};
use apprentice_contracts::page::PageQuery;
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

pub(crate) const CREATE: &str = "
CREATE TABLE config_intents (
    ordinal   INTEGER PRIMARY KEY AUTOINCREMENT,
    intent_id TEXT NOT NULL UNIQUE,
    body      TEXT NOT NULL
) STRICT;
CREATE TABLE skill_configs (
    capability_id TEXT PRIMARY KEY,
    body          TEXT NOT NULL
) STRICT;
";

/// An intent with its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IntentRecord {
    /// The answer, which contains the intent.
    pub answer: ConfigurationIntentResponse,
    /// Digest of the request.
    pub digest: String,
}

/// Adds an intent.
pub fn add(db: &Connection, record: &IntentRecord) -> Result<(), StoreError> {
    db.prepare_cached("INSERT INTO config_intents (intent_id, body) VALUES (?1, ?2)")?
        .execute(params![record.answer.intent.intent_id.to_string(), to_body(record)?])?;
    Ok(())
}

/// The intent with this id.
pub fn get(db: &Connection, id: IntentId) -> Result<Option<IntentRecord>, StoreError> {
    query_one(db, "SELECT body FROM config_intents WHERE intent_id = ?1", params![id.to_string()])
}

/// A page of the intents, newest first, and their number.
pub fn list(db: &Connection, page: PageQuery) -> Result<(Vec<IntentRecord>, u32), StoreError> {
    let (limit, offset) = limit_offset(page);
    let sql = "SELECT body FROM config_intents ORDER BY ordinal DESC LIMIT ?1 OFFSET ?2";
    Ok((query_all(db, sql, params![limit, offset])?, query_count(db, "SELECT count(*) FROM config_intents", [])?))
}

/// Inserts or replaces the configuration of a capability.
pub fn put_config(db: &Connection, config: &SkillConfig) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO skill_configs (capability_id, body) VALUES (?1, ?2) ON CONFLICT (capability_id) DO UPDATE SET body = ?2",
    )?
    .execute(params![config.capability_id.0, to_body(config)?])?;
    Ok(())
}

/// The configuration of a capability.
pub fn config(db: &Connection, capability: &CapabilityId) -> Result<Option<SkillConfig>, StoreError> {
    query_one(db, "SELECT body FROM skill_configs WHERE capability_id = ?1", params![capability.0])
}

/// All configurations, sorted by capability.
pub fn configs(db: &Connection) -> Result<Vec<SkillConfig>, StoreError> {
    query_all(db, "SELECT body FROM skill_configs ORDER BY capability_id", [])
}
