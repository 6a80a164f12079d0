//! Decisions on a staged import: install, approve, reject, discard; and retries of failed steps.

use super::replacement::may_replace;
use super::report::{REPLACES, to_acknowledge};
use super::switches::NOT_HELD;
use super::transitions::{add_receipt, find, invalid_transition, move_to, step_failed, store};
use super::view::shown;
use super::{blocking, scan, stage, staged};
use crate::core::idempotency::IdempotencyKey;
use crate::core::notify::ChangeNotice;
use crate::core::scan::ensure_acknowledged;
use crate::core::transaction::WriteTx;
use crate::imports::Imports;
use crate::proposal::gates;
use crate::{Answer, install};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{ImportId, ReceiptId, SagaId};
use apprentice_contracts::import::{SkillImportState as S, *};
use apprentice_contracts::proposal::InstallLane;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_store::imports::{ImportRow, RequestedInstall};
use tokio_util::sync::CancellationToken;

type Done = SkillImportTerminalActionResponse;

impl Imports {
    pub(crate) async fn install_import(&self, request: SkillImportInstallPrivateRequest) -> Answer<Done> {
        let id = request.import_id;
        let _lock = self.in_flight.lock(&id.to_string()).await;
        let key = IdempotencyKey::new("install_import", id, request.client_request_id.as_ref(), &request)?;
        if let Some(answer) = self.core.replay(&key).await? {
            return Ok(answer);
        }
        self.check_switches(id, &request.targets, &request.acknowledged_findings).await?;
        let asked = RequestedInstall { scope: request.target_scope, targets: request.targets.clone() };
        let (remembered, acknowledged) = (asked.clone(), request.acknowledged_findings.clone());
        let row = self
            .core
            .change(move |tx| {
                let mut row = reviewed(tx, id, S::InstallQueued, &request.acknowledged_findings)?;
                row.asked = Some(remembered);
                store(tx, &mut row)?;
                Ok(row)
            })
            .await?;
        self.install_staged(row, &asked, &acknowledged, key).await
    }

    pub(crate) async fn approve_import(&self, request: SkillImportApproveRequest) -> Answer<Done> {
        let id = request.import_id;
        let _lock = self.in_flight.lock(&id.to_string()).await;
        let key = IdempotencyKey::new("approve_import", id, request.client_request_id.as_ref(), &request)?;
        if let Some(answer) = self.core.replay(&key).await? {
            return Ok(answer);
        }
        self.check_switches(id, &request.targets, &request.acknowledged_findings).await?;
        let asked = RequestedInstall { scope: ImportTargetScope::Workspace, targets: request.targets.clone() };
        let acknowledged = request.acknowledged_findings.clone();
        let row = self
            .core
            .change(move |tx| {
                let mut row = reviewed(tx, id, S::Approved, &request.acknowledged_findings)?;
                row.asked = None;
                row.approval_note = request.approval_note;
                store(tx, &mut row)?;
                Ok(row)
            })
            .await?;
        self.install_staged(row, &asked, &acknowledged, key).await
    }

    pub(crate) async fn reject_import(&self, request: SkillImportRejectRequest) -> Answer<Done> {
        let key = IdempotencyKey::new("reject_import", request.import_id, request.client_request_id.as_ref(), &request)?;
        self.end(request.import_id, S::Rejected, Some(request.reason), key).await
    }

    pub(crate) async fn discard_import(&self, request: SkillImportDiscardRequest) -> Answer<Done> {
        let key = IdempotencyKey::new("discard_import", request.import_id, request.client_request_id.as_ref(), &request)?;
        self.end(request.import_id, S::Discarded, request.reason, key).await
    }

    pub(crate) async fn retry_import(&self, request: SkillImportRetryRequest, hung_up: CancellationToken) -> Answer<Done> {
        let id = request.import_id;
        let _lock = self.in_flight.lock(&id.to_string()).await;
        let key = IdempotencyKey::new("retry_import", id, request.client_request_id.as_ref(), &request)?;
        match request.retry_kind {
            SkillImportRetryKind::Scan => self.core.run_once(key, self.scan_again(id, hung_up)).await,
            SkillImportRetryKind::Stage => self.core.run_once(key, self.stage_again(id)).await,
            SkillImportRetryKind::Install => match self.core.replay(&key).await? {
                Some(response) => Ok(response),
                None => self.install_again(id, &request.acknowledged_findings, key).await,
            },
        }
    }

    async fn scan_again(&self, id: ImportId, hung_up: CancellationToken) -> Answer<Done> {
        let home = self.core.options.home.clone();
        let started = self.core.change(move |tx| scan::restart(tx, &home, id)).await?;
        let answer = self.scan(started, hung_up, IdempotencyKey::none()).await?;
        Ok(done(answer.import_record, answer.receipt_id, None))
    }

    async fn stage_again(&self, id: ImportId) -> Answer<Done> {
        let home = self.core.options.home.clone();
        let started = self.core.change(move |tx| stage::restart(tx, &home, id)).await?;
        let answer = self.stage(started, IdempotencyKey::none()).await?;
        Ok(done(answer.import_record, answer.receipt_id, None))
    }

    async fn install_again(&self, id: ImportId, acknowledged: &[String], key: IdempotencyKey) -> Answer<Done> {
        let row = self
            .core
            .change(move |tx| {
                let mut row = find(tx.db, id)?;
                if row.record.stage_state != S::InstallFailed {
                    return Err(invalid_transition(&row.record, S::InstallQueued));
                }
                row.record.retry_count += 1;
                row.asked.get_or_insert_default();
                store(tx, &mut row)?;
                Ok(row)
            })
            .await?;
        let asked = row.asked.clone().unwrap_or_default();
        let answer = self.install_staged(row, &asked, acknowledged, key).await;
        if let Err(failure) = &answer {
            // An obstacle that was found before anything was written counts as a failed retry too.
            let (code, message) = (code(failure), failure.message.clone());
            self.core
                .commit(move |tx| {
                    let mut row = find(tx.db, id)?;
                    if row.record.stage_state == S::InstallFailed && !row.retrying {
                        step_failed(&mut row, SkillImportRetryKind::Install, &code, &message, true);
                    }
                    row.retrying = false;
                    store(tx, &mut row)
                })
                .await?;
            self.core.notifier.notify(ChangeNotice::Imports);
        }
        answer
    }

    /// Runs the saga. The caller holds the lock of the import. `acknowledged`: codes that the person has read now.
    async fn install_staged(
        &self,
        mut row: ImportRow,
        asked: &RequestedInstall,
        acknowledged: &[String],
        key: IdempotencyKey,
    ) -> Answer<Done> {
        let _gate = self.core.gate.lock().await;
        if let Some(report) = self.current_report(&row).await?
            && let Some(there) = &report.replaces
        {
            may_replace(there, acknowledged)?;
            row = self.store_report(row.record.import_id, report).await?;
        }
        let lane = match asked.scope {
            ImportTargetScope::Private => InstallLane::ExperimentalPrivate,
            ImportTargetScope::Workspace => InstallLane::ApprovedWorkspace,
        };
        // The installation refuses files with another fingerprint, and those that were never staged.
        let files = row.fingerprint.clone().unwrap_or_default();
        let gate = self.core.store.read(move |db| gates::consult(db, lane, &files)).await?;
        let settings = self.settings.read().await?;
        let (machine, targets) = (self.core.options.machine.clone(), asked.targets.clone());
        let places = blocking(move || install::places(&machine, &settings, &targets, None)).await??;
        let id = row.record.import_id;
        let slug = row.record.install_as.clone().unwrap_or_default();
        let staged = install::StagedImport {
            import_id: id,
            title: title(&slug),
            trigger_phrases: row.report.map(|report| report.trigger_phrases).unwrap_or_default(),
            bundle_at: row.record.source_ref,
            fingerprint: row.fingerprint,
            lane,
            targets: places.clone(),
            pack: row.record.skill_pack,
            slug: slug.clone(),
        };
        let installed = install::install_import(&install::InstallContext::of(&self.core), staged).await;
        self.core.deliver_projections().await;
        // The ability inherits the categories of its import.
        [ChangeNotice::Imports, ChangeNotice::Categories].into_iter().for_each(|notice| self.core.notifier.notify(notice));
        let saga = match installed {
            Ok(saga) => saga,
            Err(failure) if failure.code == ErrorCode::SkillAlreadyExists => {
                return Err(install::suggest_name(failure, &blocking(move || install::free_name(&slug, &places)).await?));
            }
            Err(failure) => return Err(failure),
        };
        self.core
            .commit(move |tx| {
                let row = find(tx.db, id)?;
                let answer = Done { gate, ..done(row.record, None, Some(saga)) };
                key.store_response(tx, &answer)?;
                Ok(answer)
            })
            .await
    }

    async fn end(&self, id: ImportId, to: S, reason: Option<String>, key: IdempotencyKey) -> Answer<Done> {
        let _lock = self.in_flight.lock(&id.to_string()).await;
        if let Some(answer) = self.core.replay(&key).await? {
            return Ok(answer);
        }
        let answer = self
            .core
            .commit(move |tx| {
                let mut row = find(tx.db, id)?;
                let (kind, word) = match to {
                    S::Rejected => (ReceiptKind::ImportRejected, "rejected"),
                    _ => (ReceiptKind::ImportDiscarded, "discarded"),
                };
                move_to(tx, &mut row, to)?;
                let summary = format!("The import of {} was {word}.", row.record.skill_name);
                let receipt = add_receipt(tx, &row, kind, &summary, reason.as_deref())?;
                let answer = done(row.record, Some(receipt), None);
                key.store_response(tx, &answer)?;
                Ok(answer)
            })
            .await?;
        let bundle = staged(&self.core.options.home).join(id.to_string());
        // A bundle that cannot be deleted is deleted with the next upkeep.
        blocking(move || std::fs::remove_dir_all(bundle)).await?.ok();
        self.core.notifier.notify(ChangeNotice::Imports);
        Ok(answer)
    }
}

/// Reads an import in review and checks that its serious findings are acknowledged. [`may_replace`] checks the replacement later,
/// by what is installed then, and `check_switches` what the chosen agents ignore.
fn reviewed(tx: &WriteTx<'_>, id: ImportId, to: S, acknowledged: &[String]) -> Answer<ImportRow> {
    let row = find(tx.db, id)?;
    if row.record.stage_state != S::ReadyForReview {
        return Err(invalid_transition(&row.record, to));
    }
    let wanted = to_acknowledge(row.report.as_ref());
    let wanted = wanted.iter().filter(|code| *code != REPLACES && *code != NOT_HELD);
    ensure_acknowledged(wanted, acknowledged, ErrorCode::SkillImportFindingsNotAcknowledged)?;
    Ok(row)
}

fn done(record: ImportedSkillRecord, receipt_id: Option<ReceiptId>, saga_id: Option<SagaId>) -> Done {
    Done { import_record: shown(record), receipt_id, saga_id, gate: None, schema_version: SCHEMA_VERSION }
}

fn code(failure: &Failure) -> String {
    serde_json::to_value(failure.code).ok().and_then(|code| code.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The title that the catalogue shows.
pub(super) fn title(slug: &str) -> String {
    let words = slug.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
