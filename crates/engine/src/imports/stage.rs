//! Staging: writes the strict bundle into a folder of ours, where it waits for its review and never changes. Its fingerprint is
//! stored, and files with another fingerprint are not installed.

use super::contents::SkillLocation;
use super::transitions::{add_receipt, find, invalid_transition, move_to, step_failed, step_succeeded};
use super::uploads::find_artifact;
use super::view::shown;
use super::{FOLDER, blocking, bundle, report, staged};
use crate::Answer;
use crate::core::idempotency::IdempotencyKey;
use crate::core::notify::ChangeNotice;
use crate::core::transaction::WriteTx;
use crate::imports::Imports;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::ids::ImportId;
use apprentice_contracts::import::{SkillImportState as S, *};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_skills::install::put;
use apprentice_skills::refusal::{Refusal, RefusalCode};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A staging that has started.
pub(super) struct StartedStage {
    pub id: ImportId,
    place: SkillLocation,
    slug: String,
    retried: bool,
    /// The source is a folder outside the home. It may differ from what was scanned.
    legacy: bool,
}

/// What was staged.
struct StagedBundle {
    fingerprint: String,
    /// Findings about its files, if the scan did not see them.
    findings: Vec<SkillCompatibilityFinding>,
}

impl Imports {
    pub(crate) async fn stage_import(&self, request: SkillImportStageRequest) -> Answer<SkillImportStageResponse> {
        let id = request.import_id;
        let _lock = self.in_flight.lock(&id.to_string()).await;
        let key = IdempotencyKey::new("stage_import", id, request.client_request_id.as_ref(), &request)?;
        if let Some(answer) = self.core.replay(&key).await? {
            return Ok(answer);
        }
        let home = self.core.options.home.clone();
        let started = self.core.change(move |tx| begin(tx, &home, request)).await?;
        self.stage(started, key).await
    }
}

fn begin(tx: &WriteTx<'_>, home: &Path, request: SkillImportStageRequest) -> Answer<StartedStage> {
    let mut row = find(tx.db, request.import_id)?;
    if row.record.stage_state != S::ScanComplete {
        return Err(invalid_transition(&row.record, S::Staging));
    }
    if let Some(pack) = request.requested_pack_id {
        row.record.skill_pack = Some(pack);
    }
    row.notes.extend(request.stage_notes);
    row.record.install_as = request.install_as;
    enter(tx, home, row, false)
}

/// Starts another staging of an import whose staging failed.
pub(super) fn restart(tx: &WriteTx<'_>, home: &Path, id: ImportId) -> Answer<StartedStage> {
    let mut row = find(tx.db, id)?;
    if row.record.stage_state != S::StageFailed {
        return Err(invalid_transition(&row.record, S::Staging));
    }
    row.record.retry_count += 1;
    enter(tx, home, row, true)
}

fn enter(tx: &WriteTx<'_>, home: &Path, mut row: apprentice_store::imports::ImportRow, retried: bool) -> Answer<StartedStage> {
    let place = match (&row.artifact_ref, &row.legacy_path) {
        (Some(name), _) => {
            let artifact = find_artifact(tx.db, name)?;
            SkillLocation::of(home, &artifact.temp, row.record.skill_path.as_deref().unwrap_or_default())
        }
        (None, Some(path)) => SkillLocation::Folder { root: PathBuf::from(path), folder: String::new() },
        (None, None) => return Err(super::uploads::upload_expired()),
    };
    let named = row.report.as_ref().map(|report| report.install_name.clone()).filter(|name| !name.is_empty());
    let fallback = || report::slugged(&row.record.skill_name);
    let slug = row.record.install_as.clone().unwrap_or_else(|| named.unwrap_or_else(fallback));
    row.record.install_as = Some(slug.clone());
    row.retrying = retried;
    let legacy = row.artifact_ref.is_none();
    move_to(tx, &mut row, S::Staging)?;
    Ok(StartedStage { id: row.record.import_id, place, slug, retried, legacy })
}

impl Imports {
    pub(super) async fn stage(&self, started: StartedStage, key: IdempotencyKey) -> Answer<SkillImportStageResponse> {
        self.core.notifier.notify(ChangeNotice::Imports);
        let StartedStage { id, place, slug, retried, legacy } = started;
        let to = staged(&self.core.options.home).join(id.to_string());
        let room = self.room(&place).await;
        let write = move || {
            let _room = room;
            write(&place, &slug, &to, legacy)
        };
        let written = match blocking(write).await {
            Ok(written) => written,
            Err(failure) => Err(Refusal::new(RefusalCode::StageFailed, failure.message)),
        };
        let answer = self.core.commit(move |tx| end(tx, id, retried, written, &key)).await?;
        self.core.notifier.notify(ChangeNotice::Imports);
        Ok(answer)
    }
}

fn write(place: &SkillLocation, slug: &str, to: &Path, legacy: bool) -> Result<StagedBundle, Refusal> {
    let mut package = place.read(&AtomicBool::new(false))?;
    let findings = if legacy { report::of_files(&package) } else { Vec::new() };
    let text = package.files.0.get("SKILL.md").and_then(|bytes| std::str::from_utf8(bytes).ok());
    let text = text.ok_or_else(|| Refusal::new(RefusalCode::NoSkillFile, "There is no SKILL.md that could be read."))?;
    let made = bundle::strict_bundle(&package, text, &place.called(), slug)
        .map_err(|finding| Refusal::new(RefusalCode::NotStrict, format!("No bundle can be made of it: {}", finding.message)))?;
    package.files.0.insert("SKILL.md".to_owned(), made.text.into_bytes());
    if let Some(codex) = made.openai {
        package.files.0.insert(bundle::OPENAI.to_owned(), codex.into_bytes());
    }
    put::replace_folder(to, &package.files, &package.executable)
        .map_err(|error| Refusal::new(RefusalCode::NotWritable, format!("{} cannot be written: {error}", to.display())))?;
    Ok(StagedBundle { fingerprint: put::fingerprint(&package.files), findings })
}

fn end(
    tx: &WriteTx<'_>,
    id: ImportId,
    retried: bool,
    written: Result<StagedBundle, Refusal>,
    key: &IdempotencyKey,
) -> Answer<SkillImportStageResponse> {
    let mut row = find(tx.db, id)?;
    let materialized = written.is_ok();
    let receipt = match written {
        Ok(StagedBundle { fingerprint, findings }) => {
            row.fingerprint = Some(fingerprint);
            report::add(&mut row, findings);
            step_succeeded(&mut row, SkillImportRetryKind::Stage);
            row.record.source_ref_kind = ImportSourceRefKind::MaterializedBundle;
            row.record.source_ref = format!("{FOLDER}/staged/{id}");
            move_to(tx, &mut row, S::ReadyForReview)?;
            let name = row.record.install_as.clone().unwrap_or_default();
            add_receipt(tx, &row, ReceiptKind::ImportStaged, &format!("{name} is staged and waits for its review."), None)?
        }
        Err(refusal) => {
            step_failed(&mut row, SkillImportRetryKind::Stage, refusal.code.as_str(), &refusal.message, retried);
            move_to(tx, &mut row, S::StageFailed)?;
            let summary = format!("{} could not be staged: {}.", row.record.skill_name, refusal.code);
            add_receipt(tx, &row, ReceiptKind::ImportStageFailed, &summary, Some(&refusal.message))?
        }
    };
    let answer = SkillImportStageResponse {
        materialized_bundle_ref: materialized.then(|| row.record.source_ref.clone()),
        import_record: shown(row.record),
        receipt_id: Some(receipt),
        schema_version: SCHEMA_VERSION,
    };
    key.store_response(tx, &answer)?;
    Ok(answer)
}
