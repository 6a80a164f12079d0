//! The moves of an import: each by the graph, with its receipt, in one transaction.

use crate::Answer;
use crate::core::transaction::{About, Ledger};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{ImportId, ReceiptId};
use apprentice_contracts::import::{
    ImportSourceRefKind, ImportedSkillRecord, SkillImportRetryKind, SkillImportSource, SkillImportState as S,
};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_store::Connection;
use apprentice_store::imports::{self, ImportRow};
use apprentice_store::sagas::{self, Saga};
use serde_json::json;

/// Or `SKILL_IMPORT_NOT_FOUND`.
pub(crate) fn find(db: &Connection, id: ImportId) -> Answer<ImportRow> {
    imports::get(db, id)?
        .ok_or_else(|| Failure::new(ErrorCode::SkillImportNotFound, format!("There is no import {id}. Upload the skill again.")))
}

/// A record before its first state is told.
pub(super) fn fresh(ledger: &Ledger<'_>, source: SkillImportSource, artifact: &str, name: &str) -> ImportRow {
    ImportRow {
        record: ImportedSkillRecord {
            import_id: ledger.id(),
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
            created_at: ledger.now,
            updated_at: ledger.now,
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
        since: ledger.now,
    }
}

/// Moves it and stores it. `Err`: the graph does not list it; `details` say what can be done instead.
pub(super) fn move_to(ledger: &Ledger<'_>, row: &mut ImportRow, to: S) -> Answer<()> {
    let from = row.record.stage_state;
    row.record.stage_state = from.next(to).ok_or_else(|| impossible(&row.record, to))?;
    row.since = ledger.now;
    keep(ledger, row)
}

pub(super) fn keep(ledger: &Ledger<'_>, row: &mut ImportRow) -> Answer<()> {
    row.record.updated_at = ledger.now;
    Ok(imports::put(ledger.db, row)?)
}

pub(super) fn impossible(record: &ImportedSkillRecord, to: S) -> Failure {
    let (is, id) = (record.stage_state, record.import_id);
    let message = match is {
        S::Expired => "This import expired: its upload was deleted before it was staged. Upload the skill again.".to_owned(),
        _ if is.is_terminal() => format!("This import is {}, and nothing follows. Upload the skill again.", is.as_str()),
        _ => format!("An import in {} cannot become {}. Look at its actions.", is.as_str(), to.as_str()),
    };
    Failure::new(ErrorCode::InvalidSkillImportTransition, message)
        .with_details(json!({ "import_id": id, "stage_state": is, "requested": to, "actions": is.actions() }))
}

/// A receipt of a step of this import.
pub(super) fn tell(
    ledger: &Ledger<'_>,
    row: &ImportRow,
    kind: ReceiptKind,
    summary: &str,
    reason: Option<&str>,
) -> Answer<ReceiptId> {
    let about = About { import: Some(row.record.import_id), ability: row.record.ability_id.clone(), ..About::default() };
    ledger.receipt(about, kind, summary, reason)
}

pub(super) fn succeeded(row: &mut ImportRow, step: SkillImportRetryKind) {
    row.record.last_error_code = None;
    row.record.last_error_message = None;
    *tally(row, step) = 0;
}

/// `retried`: it was tried again because it had failed before.
pub(super) fn failed(row: &mut ImportRow, step: SkillImportRetryKind, code: &str, message: &str, retried: bool) {
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

/// The saga begins: an approval stays in its review until it is done; everything else queues. `CONFLICT` while
/// another one of its name waits to be undone, which would take away what this one puts there.
pub(crate) fn installing(ledger: &Ledger<'_>, id: ImportId, saga: &Saga) -> Answer<()> {
    if sagas::unsettled(ledger.db)?.iter().any(|other| other.slug == saga.slug && other.saga_id != saga.saga_id) {
        let message = format!("An earlier installation of {} waits to be undone. Try it again in a minute.", saga.slug);
        return Err(Failure::new(ErrorCode::Conflict, message));
    }
    let mut row = find(ledger.db, id)?;
    row.saga_id = Some(saga.saga_id);
    row.record.last_error_code = None;
    row.record.last_error_message = None;
    if row.asked.is_none() {
        if row.record.stage_state != S::ReadyForReview {
            return Err(impossible(&row.record, S::Approved));
        }
        return keep(ledger, &mut row);
    }
    row.retrying = row.record.stage_state == S::InstallFailed;
    move_to(ledger, &mut row, S::InstallQueued)?;
    let summary = format!("{} waits for its installation.", row.record.skill_name);
    tell(ledger, &row, ReceiptKind::ImportInstallRequested, &summary, None).map(drop)
}

/// The saga is done.
pub(crate) fn installed(ledger: &Ledger<'_>, id: ImportId, saga: &Saga) -> Answer<()> {
    let mut row = find(ledger.db, id)?;
    row.record.ability_id = Some(saga.ability_id.clone());
    succeeded(&mut row, SkillImportRetryKind::Install);
    let (to, kind) = match row.record.stage_state {
        S::InstallQueued => (S::InstalledPrivate, ReceiptKind::ImportInstalled),
        _ => (S::Approved, ReceiptKind::ImportApproved),
    };
    move_to(ledger, &mut row, to)?;
    let note = row.approval_note.clone().filter(|_| to == S::Approved);
    let summary = format!("{} was imported as {}.", row.record.skill_name, saga.slug);
    tell(ledger, &row, kind, &summary, note.as_deref()).map(drop)
}

/// The saga was undone. An approval is where it was.
pub(crate) fn install_failed(ledger: &Ledger<'_>, id: ImportId, saga: &Saga, reason: &str) -> Answer<()> {
    let Some(mut row) = imports::get(ledger.db, id)? else { return Ok(()) };
    let retried = row.retrying && row.record.stage_state == S::InstallQueued;
    failed(&mut row, SkillImportRetryKind::Install, "INSTALL_FAILED", reason, retried);
    if row.record.stage_state == S::InstallQueued {
        move_to(ledger, &mut row, S::InstallFailed)?;
    } else {
        keep(ledger, &mut row)?;
    }
    let summary = format!("Installing {} failed and was undone.", saga.slug);
    tell(ledger, &row, ReceiptKind::ImportInstallFailed, &summary, Some(reason)).map(drop)
}
