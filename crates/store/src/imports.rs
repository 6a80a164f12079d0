//! Tables `imports` and `import_artifacts`: skills on their way in, and the uploads that they come from (§0C.20).

use crate::StoreError;
use crate::codec::{limit_offset, query_all, query_count, query_one, sortable_time, to_json, wire_name};
use apprentice_contracts::Time;
use apprentice_contracts::ids::{AbilityId, ImportId, SagaId};
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

/// An import with what only the program needs to know of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportRow {
    pub record: ImportedSkillRecord,
    pub report: Option<SkillCompatibilityReport>,
    pub artifact_ref: Option<String>,
    /// Failed retries of each kind since the last success of that kind.
    pub failed_retries: FailedRetries,
    /// What the last installation was asked with; a retry does the same again.
    pub asked: Option<RequestedInstall>,
    /// The step under way was tried before and failed.
    pub retrying: bool,
    pub saga_id: Option<SagaId>,
    /// What the person said when it was uploaded or staged.
    pub notes: Vec<String>,
    /// What the person said with the last approval.
    #[serde(default)]
    pub approval_note: Option<String>,
    /// Where an older version found it. Never shown.
    pub legacy_path: Option<String>,
    /// Of the staged files, taken when they were staged: what the person reviewed, and nothing else, may be installed.
    #[serde(default)]
    pub fingerprint: Option<String>,
    /// Since when it is in its state.
    pub since: Time,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedRetries {
    pub scan: u32,
    pub stage: u32,
    pub install: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestedInstall {
    pub scope: ImportTargetScope,
    pub targets: Vec<String>,
}

/// A temporary artefact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArtifactRow {
    pub temp: TempArtifactRef,
    pub source: SkillImportSource,
    pub requested_pack_id: Option<String>,
    pub notes: Option<String>,
    pub skills: Vec<ArtifactSkill>,
    /// The import that was made with it.
    pub import_id: ImportId,
    /// Its files were deleted: it expired, or somebody deleted it.
    pub gone: bool,
}

/// Inserts or replaces.
pub fn put(db: &Connection, row: &ImportRow) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT INTO imports (import_id, state, artifact_ref, body) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (import_id) DO UPDATE SET state = ?2, artifact_ref = ?3, body = ?4",
    )?
    .execute(params![
        row.record.import_id.to_string(),
        wire_name(&row.record.stage_state)?,
        row.artifact_ref,
        to_json(row)?
    ])?;
    Ok(())
}

pub fn get(db: &Connection, id: ImportId) -> Result<Option<ImportRow>, StoreError> {
    query_one(db, "SELECT body FROM imports WHERE import_id = ?1", params![id.to_string()])
}

/// Those in a state, or all; newest first.
pub fn list(db: &Connection, page: PageQuery, state: Option<SkillImportState>) -> Result<(Vec<ImportRow>, u32), StoreError> {
    let (limit, offset) = limit_offset(page);
    let state = state.map(|state| wire_name(&state)).transpose()?;
    let total = query_count(db, "SELECT count(*) FROM imports WHERE ?1 IS NULL OR state = ?1", params![state])?;
    let sql = "SELECT body FROM imports WHERE ?1 IS NULL OR state = ?1 ORDER BY ordinal DESC LIMIT ?2 OFFSET ?3";
    Ok((query_all(db, sql, params![state, limit, offset])?, total))
}

/// Oldest first.
pub fn in_state(db: &Connection, state: SkillImportState) -> Result<Vec<ImportRow>, StoreError> {
    query_all(db, "SELECT body FROM imports WHERE state = ?1 ORDER BY ordinal", params![wire_name(&state)?])
}

/// Those that have not come to their end, oldest first.
pub fn unfinished(db: &Connection) -> Result<Vec<ImportRow>, StoreError> {
    let ends = ends()?;
    query_all(db, "SELECT body FROM imports WHERE state NOT IN (SELECT value FROM json_each(?1)) ORDER BY ordinal", params![ends])
}

/// Those that came to their end before a time and became no ability that is there still, oldest first.
pub fn ended(db: &Connection, before: Time) -> Result<Vec<ImportRow>, StoreError> {
    let sql = "SELECT body FROM imports WHERE state IN (SELECT value FROM json_each(?1)) AND json_extract(body, '$.since') <= ?2
               AND coalesce(json_extract(body, '$.record.ability_id'), '') NOT IN (SELECT ability_id FROM abilities)
               ORDER BY ordinal";
    query_all(db, sql, params![ends()?, sortable_time(before)])
}

fn ends() -> Result<String, StoreError> {
    to_json(&SkillImportState::ALL.into_iter().filter(|state| state.is_terminal()).collect::<Vec<_>>())
}

/// Forgets an import, and its artefact when that is gone and no other import names it.
pub fn delete(db: &Connection, row: &ImportRow) -> Result<(), StoreError> {
    db.prepare_cached("DELETE FROM imports WHERE import_id = ?1")?.execute([row.record.import_id.to_string()])?;
    db.prepare_cached(
        "DELETE FROM import_artifacts WHERE artifact_ref = ?1 AND expires_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM imports WHERE artifact_ref = ?1)",
    )?
    .execute(params![row.artifact_ref])?;
    Ok(())
}

/// Imports of skills of one artefact, oldest first.
pub fn of_artifact(db: &Connection, artifact: &str) -> Result<Vec<ImportRow>, StoreError> {
    query_all(db, "SELECT body FROM imports WHERE artifact_ref = ?1 ORDER BY ordinal", params![artifact])
}

/// How many imports belong to each pack, without those that came to nothing.
pub fn packs(db: &Connection) -> Result<BTreeMap<String, u32>, StoreError> {
    let sql = "SELECT json_extract(body, '$.record.skill_pack') AS pack, count(*) FROM imports
               WHERE pack IS NOT NULL AND state NOT IN ('rejected', 'discarded', 'expired') GROUP BY pack";
    let mut statement = db.prepare_cached(sql)?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// When each ability that was imported was installed last.
pub fn installed_at(db: &Connection) -> Result<BTreeMap<AbilityId, Time>, StoreError> {
    let sql = "SELECT json_array(ability, max(since)) FROM
               (SELECT json_extract(body, '$.record.ability_id') AS ability, json_extract(body, '$.since') AS since
                FROM imports WHERE state IN ('installed_private', 'approved'))
               WHERE ability IS NOT NULL GROUP BY ability";
    Ok(query_all::<(AbilityId, Time)>(db, sql, [])?.into_iter().collect())
}

/// Ids of the imports whose staged bundle is kept: those in or behind the review that did not come to nothing.
pub fn with_bundle(db: &Connection) -> Result<Vec<ImportId>, StoreError> {
    let sql = "SELECT import_id FROM imports WHERE state IN
               ('staging', 'ready_for_review', 'install_queued', 'install_failed', 'installed_private', 'approved')";
    let mut statement = db.prepare_cached(sql)?;
    let rows = statement.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
    Ok(rows.iter().filter_map(|id| id.parse().ok()).collect())
}

/// Rows as an older version wrote them: in states that are no more, or with an `input_path`. Position and record.
pub fn legacy(db: &Connection) -> Result<Vec<(i64, Value)>, StoreError> {
    crate::codec::query_numbered(
        db,
        "SELECT ordinal, body FROM imports WHERE state IN ('promoted_shared', 'cancelled', 'needs_adapter')
         OR json_type(body, '$.input_path') IS NOT NULL OR json_type(body, '$.record.input_path') IS NOT NULL ORDER BY ordinal",
        [],
    )
}

/// Writes an old row anew.
pub fn replace(db: &Connection, ordinal: i64, row: &ImportRow) -> Result<(), StoreError> {
    db.prepare_cached("UPDATE imports SET import_id = ?2, state = ?3, artifact_ref = ?4, body = ?5 WHERE ordinal = ?1")?
        .execute(params![
            ordinal,
            row.record.import_id.to_string(),
            wire_name(&row.record.stage_state)?,
            row.artifact_ref,
            to_json(row)?
        ])?;
    Ok(())
}

/// Inserts or replaces.
pub fn put_artifact(db: &Connection, row: &ArtifactRow) -> Result<(), StoreError> {
    let expires = (!row.gone).then(|| sortable_time(row.temp.expires_at));
    db.prepare_cached(
        "INSERT INTO import_artifacts (artifact_ref, expires_at, body) VALUES (?1, ?2, ?3)
         ON CONFLICT (artifact_ref) DO UPDATE SET expires_at = ?2, body = ?3",
    )?
    .execute(params![row.temp.temp_artifact_ref, expires, to_json(row)?])?;
    Ok(())
}

pub fn artifact(db: &Connection, name: &str) -> Result<Option<ArtifactRow>, StoreError> {
    query_one(db, "SELECT body FROM import_artifacts WHERE artifact_ref = ?1", params![name])
}

/// Those that are there still.
pub fn artifacts(db: &Connection) -> Result<Vec<ArtifactRow>, StoreError> {
    query_all(db, "SELECT body FROM import_artifacts WHERE expires_at IS NOT NULL ORDER BY expires_at", [])
}

/// Those whose time is up.
pub fn due(db: &Connection, now: Time) -> Result<Vec<ArtifactRow>, StoreError> {
    query_all(db, "SELECT body FROM import_artifacts WHERE expires_at <= ?1 ORDER BY expires_at", params![sortable_time(now)])
}
