//! Tables `imports` and `import_artifacts`: imports of skills, and the uploads that they come from (§0C.20).

use crate::StoreError;
use crate::codec::{limit_offset, query_all, query_count, query_one, sortable_time, to_body, to_json, wire_name};
use apprentice_contracts::Time;
use apprentice_contracts::ids::{AbilityId, ImportId, SagaId, TargetId};
use apprentice_contracts::import::{
    ArtifactSkill, ImportTargetScope, ImportedSkillRecord, SkillCompatibilityReport, SkillImportSource, SkillImportState,
    TempArtifactRef,
};
use apprentice_contracts::page::PageQuery;
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

pub(crate) const CREATE: &str = "
CREATE TABLE imports (
    ordinal      INTEGER PRIMARY KEY AUTOINCREMENT,
    import_id    TEXT NOT NULL UNIQUE,
    state        TEXT NOT NULL,
    artifact_ref TEXT,
    body         TEXT NOT NULL
) STRICT;
CREATE INDEX imports_by_state ON imports (state, ordinal);
CREATE INDEX imports_by_artifact ON imports (artifact_ref);
CREATE TABLE import_artifacts (
    artifact_ref TEXT PRIMARY KEY,
    -- NULL once its files are gone.
    expires_at   TEXT,
    body         TEXT NOT NULL
) STRICT;
CREATE INDEX import_artifacts_due ON import_artifacts (expires_at);
";

/// An import with its internal state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportRow {
    /// The import as clients see it.
    pub record: ImportedSkillRecord,
    /// The report of its scan.
    pub report: Option<SkillCompatibilityReport>,
    /// Its artefact.
    pub artifact_ref: Option<String>,
    /// Failed retries of each kind since the last success of that kind.
    pub failed_retries: FailedRetries,
    /// Parameters of the last requested installation; a retry repeats them.
    pub asked: Option<RequestedInstall>,
    /// Whether the running step is a retry.
    pub retrying: bool,
    /// Its installation.
    pub saga_id: Option<SagaId>,
    /// Notes of the person from the upload and the staging.
    pub notes: Vec<String>,
    /// Note of the person from the last approval.
    #[serde(default)]
    pub approval_note: Option<String>,
    /// Folder that an older version recorded. Never shown.
    pub legacy_path: Option<String>,
    /// Digest of the staged files, taken when they were staged: only what the person reviewed may be installed.
    #[serde(default)]
    pub fingerprint: Option<String>,
    /// When it entered its state.
    pub since: Time,
}

/// Number of failed retries by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedRetries {
    /// Failed scans.
    pub scan: u32,
    /// Failed stagings.
    pub stage: u32,
    /// Failed installations.
    pub install: u32,
}

/// Parameters of a requested installation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestedInstall {
    /// The lane.
    pub scope: ImportTargetScope,
    /// Target ids; empty means every enabled target.
    pub targets: Vec<TargetId>,
}

/// A temporary artefact with its internal state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArtifactRow {
    /// The artefact as clients see it.
    pub temp: TempArtifactRef,
    /// Where it comes from.
    pub source: SkillImportSource,
    /// The pack to put it into.
    pub requested_pack_id: Option<String>,
    /// Notes of the person.
    pub notes: Option<String>,
    /// The skills in it.
    pub skills: Vec<ArtifactSkill>,
    /// The import that was created with it.
    pub import_id: ImportId,
    /// Whether its files were deleted: it expired, or somebody deleted it.
    pub gone: bool,
}

/// Inserts or replaces an import.
pub fn put(db: &Connection, row: &ImportRow) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO imports (import_id, state, artifact_ref, body) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (import_id) DO UPDATE SET state = ?2, artifact_ref = ?3, body = ?4",
    )?
    .execute(params![
        row.record.import_id.to_string(),
        wire_name(&row.record.stage_state)?,
        row.artifact_ref,
        to_body(row)?
    ])?;
    Ok(())
}

/// The import with this id.
pub fn get(db: &Connection, id: ImportId) -> Result<Option<ImportRow>, StoreError> {
    query_one(db, "SELECT body FROM imports WHERE import_id = ?1", params![id.to_string()])
}

/// A page of the imports in a state or of all, newest first, and their number.
pub fn list(db: &Connection, page: PageQuery, state: Option<SkillImportState>) -> Result<(Vec<ImportRow>, u32), StoreError> {
    let (limit, offset) = limit_offset(page);
    let state = state.map(|state| wire_name(&state)).transpose()?;
    let total = query_count(db, "SELECT count(*) FROM imports WHERE ?1 IS NULL OR state = ?1", params![state])?;
    let sql = "SELECT body FROM imports WHERE ?1 IS NULL OR state = ?1 ORDER BY ordinal DESC LIMIT ?2 OFFSET ?3";
    Ok((query_all(db, sql, params![state, limit, offset])?, total))
}

/// The imports in a state, oldest first.
pub fn in_state(db: &Connection, state: SkillImportState) -> Result<Vec<ImportRow>, StoreError> {
    query_all(db, "SELECT body FROM imports WHERE state = ?1 ORDER BY ordinal", params![wire_name(&state)?])
}

/// The imports that are not in a terminal state, oldest first.
pub fn unfinished(db: &Connection) -> Result<Vec<ImportRow>, StoreError> {
    let ends = ends()?;
    query_all(db, "SELECT body FROM imports WHERE state NOT IN (SELECT value FROM json_each(?1)) ORDER BY ordinal", params![ends])
}

/// The imports that reached a terminal state before `before` and whose ability, if any, no longer exists, oldest first.
pub fn ended(db: &Connection, before: Time) -> Result<Vec<ImportRow>, StoreError> {
    let sql = "SELECT body FROM imports WHERE state IN (SELECT value FROM json_each(?1)) AND json_extract(body, '$.since') <= ?2
               AND coalesce(json_extract(body, '$.record.ability_id'), '') NOT IN (SELECT ability_id FROM abilities)
               ORDER BY ordinal";
    query_all(db, sql, params![ends()?, sortable_time(before)])
}

fn ends() -> Result<String, StoreError> {
    to_json(&SkillImportState::ALL.into_iter().filter(|state| state.is_terminal()).collect::<Vec<_>>())
}

/// Deletes an import, and its artefact when its files are gone and no other import uses it.
pub fn delete(db: &Connection, row: &ImportRow) -> Result<(), StoreError> {
    db.prepare_cached("DELETE FROM imports WHERE import_id = ?1")?.execute([row.record.import_id.to_string()])?;
    db.prepare_cached(
        "DELETE FROM import_artifacts WHERE artifact_ref = ?1 AND expires_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM imports WHERE artifact_ref = ?1)",
    )?
    .execute(params![row.artifact_ref])?;
    Ok(())
}

/// The imports of one artefact, oldest first.
pub fn of_artifact(db: &Connection, artifact: &str) -> Result<Vec<ImportRow>, StoreError> {
    query_all(db, "SELECT body FROM imports WHERE artifact_ref = ?1 ORDER BY ordinal", params![artifact])
}

/// The imports that belong to a pack, without rejected, discarded and expired ones, oldest first.
pub fn in_packs(db: &Connection) -> Result<Vec<ImportRow>, StoreError> {
    let sql = "SELECT body FROM imports WHERE json_extract(body, '$.record.skill_pack') IS NOT NULL
               AND state NOT IN ('rejected', 'discarded', 'expired') ORDER BY ordinal";
    query_all(db, sql, [])
}

/// When each imported ability was last installed.
pub fn installed_at(db: &Connection) -> Result<BTreeMap<AbilityId, Time>, StoreError> {
    let sql = "SELECT json_array(ability, max(since)) FROM
               (SELECT json_extract(body, '$.record.ability_id') AS ability, json_extract(body, '$.since') AS since
                FROM imports WHERE state IN ('installed_private', 'approved'))
               WHERE ability IS NOT NULL GROUP BY ability";
    Ok(query_all::<(AbilityId, Time)>(db, sql, [])?.into_iter().collect())
}

/// Ids of the imports whose staged bundle is kept: those that are staging or later and did not end without an ability.
pub fn with_bundle(db: &Connection) -> Result<Vec<ImportId>, StoreError> {
    let sql = "SELECT import_id FROM imports WHERE state IN
               ('staging', 'ready_for_review', 'install_queued', 'install_failed', 'installed_private', 'approved')";
    let mut statement = db.prepare_cached(sql)?;
    let rows = statement.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
    Ok(rows.iter().filter_map(|id| id.parse().ok()).collect())
}

/// Rows of an older version, with their positions: in states that no longer exist, or with an `input_path`.
pub fn legacy(db: &Connection) -> Result<Vec<(i64, Value)>, StoreError> {
    crate::codec::query_numbered(
        db,
        "SELECT ordinal, body FROM imports WHERE state IN ('promoted_shared', 'cancelled', 'needs_adapter')
         OR json_type(body, '$.input_path') IS NOT NULL OR json_type(body, '$.record.input_path') IS NOT NULL ORDER BY ordinal",
        [],
    )
}

/// Replaces a row of an older version.
pub fn replace(db: &Connection, ordinal: i64, row: &ImportRow) -> Result<(), StoreError> {
    db.prepare_cached("UPDATE imports SET import_id = ?2, state = ?3, artifact_ref = ?4, body = ?5 WHERE ordinal = ?1")?
        .execute(params![
            ordinal,
            row.record.import_id.to_string(),
            wire_name(&row.record.stage_state)?,
            row.artifact_ref,
            to_body(row)?
        ])?;
    Ok(())
}

/// Inserts or replaces an artefact.
pub fn put_artifact(db: &Connection, row: &ArtifactRow) -> Result<(), StoreError> {
    let expires = (!row.gone).then(|| sortable_time(row.temp.expires_at));
    db.prepare_cached(
        "INSERT INTO import_artifacts (artifact_ref, expires_at, body) VALUES (?1, ?2, ?3)
         ON CONFLICT (artifact_ref) DO UPDATE SET expires_at = ?2, body = ?3",
    )?
    .execute(params![row.temp.temp_artifact_ref, expires, to_body(row)?])?;
    Ok(())
}

/// The artefact with this name.
pub fn artifact(db: &Connection, name: &str) -> Result<Option<ArtifactRow>, StoreError> {
    query_one(db, "SELECT body FROM import_artifacts WHERE artifact_ref = ?1", params![name])
}

/// The artefacts whose files exist, soonest expiry first.
pub fn artifacts(db: &Connection) -> Result<Vec<ArtifactRow>, StoreError> {
    query_all(db, "SELECT body FROM import_artifacts WHERE expires_at IS NOT NULL ORDER BY expires_at", [])
}

/// The artefacts that have expired.
pub fn due(db: &Connection, now: Time) -> Result<Vec<ArtifactRow>, StoreError> {
    query_all(db, "SELECT body FROM import_artifacts WHERE expires_at <= ?1 ORDER BY expires_at", params![sortable_time(now)])
}
