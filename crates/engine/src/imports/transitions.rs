//! State transitions of an import: by the graph, each with its receipt, in one transaction.

use crate::Answer;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{ImportId, ReceiptId};
use apprentice_contracts::import::{
    ImportSourceRefKind, ImportedSkillRecord, SkillImportRetryKind, SkillImportSource, SkillImportState as S,
};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_store::imports::ImportRow;
use apprentice_store::sagas::Saga;
use apprentice_store::{Connection, imports, sagas};
use serde_json::json;

/// Reads an import. Errors: `SKILL_IMPORT_NOT_FOUND`.
pub(crate) fn find(db: &Connection, id: ImportId) -> Answer<ImportRow> {
    imports::get(db, id)?
        .ok_or_else(|| Failure::new(ErrorCode::SkillImportNotFound, format!("There is no import {id}. Upload the skill again.")))
}

/// A new record in its first state.
pub(super) fn new_row(tx: &WriteTx<'_>, source: SkillImportSource, artifact: &str, name: &str) -> ImportRow {
    ImportRow {
        record: ImportedSkillRecord {
            import_id: tx.id(),
            source,
            skill_name: name.chars().take(80).collect(),
            source_ref_kind: ImportSourceRefKind::TempArtifact,
            source_ref: artifact.to_owned(),
            original_filename: None,
            compatibility_report_ref: None,
            stage_state: S::UploadPending,
            retry_count: 0,
            last_error_code: None,
            last_error_message: None,
            skill_pack: None,
            requires_adapter: false,
            skill_path: None,
            install_as: None,
            ability_id: None,
            created_at: tx.now,
            updated_at: tx.now,
            schema_version: SCHEMA_VERSION,
        },
        report: None,
        artifact_ref: Some(artifact.to_owned()),
        failed_retries: Default::default(),
        asked: None,
        retrying: false,
        saga_id: None,
        notes: Vec::new(),
        approval_note: None,
        legacy_path: None,
        fingerprint: None,
        since: tx.now,
    }
}

/// Changes the state and stores the row. Errors: `INVALID_SKILL_IMPORT_TRANSITION`; its details list the possible actions.
pub(super) fn move_to(tx: &WriteTx<'_>, row: &mut ImportRow, to: S) -> Answer<()> {
    let from = row.record.stage_state;
    row.record.stage_state = from.next(to).ok_or_else(|| invalid_transition(&row.record, to))?;
    row.since = tx.now;
    store(tx, row)
}

pub(super) fn store(tx: &WriteTx<'_>, row: &mut ImportRow) -> Answer<()> {
    row.record.updated_at = tx.now;
    Ok(imports::put(tx.db, row)?)
}

pub(super) fn invalid_transition(record: &ImportedSkillRecord, to: S) -> Failure {
    let (is, id) = (record.stage_state, record.import_id);
    let message = match is {
        S::Expired => "This import expired: its upload was deleted before it was staged. Upload the skill again.".to_owned(),
        _ if is.is_terminal() => format!("This import is {}, and nothing follows. Upload the skill again.", is.as_str()),
        _ => format!("An import in {} cannot become {}. Look at its actions.", is.as_str(), to.as_str()),
    };
    Failure::new(ErrorCode::InvalidSkillImportTransition, message)
        .with_details(json!({ "import_id": id, "stage_state": is, "requested": to, "actions": is.actions() }))
}

/// Adds a receipt of a step of this import.
pub(super) fn add_receipt(
    tx: &WriteTx<'_>,
    row: &ImportRow,
    kind: ReceiptKind,
    summary: &str,
    reason: Option<&str>,
) -> Answer<ReceiptId> {
    let about = ReceiptSubject {
        import: Some(row.record.import_id),
        ability: row.record.ability_id.clone(),
        ..ReceiptSubject::default()
    };
    tx.receipt(about, kind, summary, reason)
}

pub(super) fn step_succeeded(row: &mut ImportRow, step: SkillImportRetryKind) {
    row.record.last_error_code = None;
    row.record.last_error_message = None;
    *tally(row, step) = 0;
}

/// `retried`: this was a retry of a failed step.
pub(super) fn step_failed(row: &mut ImportRow, step: SkillImportRetryKind, code: &str, message: &str, retried: bool) {
    row.record.last_error_code = Some(code.chars().take(120).collect());
    row.record.last_error_message = Some(message.chars().take(1000).collect());
    if retried {
        *tally(row, step) += 1;
    }
}

fn tally(row: &mut ImportRow, step: SkillImportRetryKind) -> &mut u32 {
    match step {
        SkillImportRetryKind::Scan => &mut row.failed_retries.scan,
        SkillImportRetryKind::Stage => &mut row.failed_retries.stage,
        SkillImportRetryKind::Install => &mut row.failed_retries.install,
    }
}

/// The saga starts. An approval stays in review until it is done; every other installation is queued. Errors: `CONFLICT` while
/// another installation of this name waits to be undone, because that would remove what this one installs.
pub(crate) fn installing(tx: &WriteTx<'_>, id: ImportId, saga: &Saga) -> Answer<()> {
    if sagas::unsettled(tx.db)?.iter().any(|other| other.slug == saga.slug && other.saga_id != saga.saga_id) {
        let message = format!("An earlier installation of {} waits to be undone. Try it again in a minute.", saga.slug);
        return Err(Failure::new(ErrorCode::Conflict, message));
    }
    let mut row = find(tx.db, id)?;
    row.saga_id = Some(saga.saga_id);
    row.record.last_error_code = None;
    row.record.last_error_message = None;
    if row.asked.is_none() {
        if row.record.stage_state != S::ReadyForReview {
            return Err(invalid_transition(&row.record, S::Approved));
        }
        return store(tx, &mut row);
    }
    row.retrying = row.record.stage_state == S::InstallFailed;
    move_to(tx, &mut row, S::InstallQueued)?;
    let summary = format!("{} waits for its installation.", row.record.skill_name);
    add_receipt(tx, &row, ReceiptKind::ImportInstallRequested, &summary, None).map(drop)
}

/// The saga is done.
pub(crate) fn installed(tx: &WriteTx<'_>, id: ImportId, saga: &Saga) -> Answer<()> {
    let mut row = find(tx.db, id)?;
    row.record.ability_id = Some(saga.ability_id.clone());
    step_succeeded(&mut row, SkillImportRetryKind::Install);
    let (to, kind) = match row.record.stage_state {
        S::InstallQueued => (S::InstalledPrivate, ReceiptKind::ImportInstalled),
        _ => (S::Approved, ReceiptKind::ImportApproved),
    };
    move_to(tx, &mut row, to)?;
    let note = row.approval_note.clone().filter(|_| to == S::Approved);
    let summary = format!("{} was imported as {}.", row.record.skill_name, saga.slug);
    add_receipt(tx, &row, kind, &summary, note.as_deref()).map(drop)
}

/// The saga was undone. An approval stays in review.
pub(crate) fn install_failed(tx: &WriteTx<'_>, id: ImportId, saga: &Saga, reason: &str) -> Answer<()> {
    let Some(mut row) = imports::get(tx.db, id)? else { return Ok(()) };
    let retried = row.retrying && row.record.stage_state == S::InstallQueued;
    step_failed(&mut row, SkillImportRetryKind::Install, "INSTALL_FAILED", reason, retried);
    if row.record.stage_state == S::InstallQueued {
        move_to(tx, &mut row, S::InstallFailed)?;
    } else {
        store(tx, &mut row)?;
    }
    let summary = format!("Installing {} failed and was undone.", saga.slug);
    add_receipt(tx, &row, ReceiptKind::ImportInstallFailed, &summary, Some(reason)).map(drop)
}
