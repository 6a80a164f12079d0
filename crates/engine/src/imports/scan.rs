//! Scans a skill: reads and examines its files. Nothing is executed.

use super::contents::SkillLocation;
use super::in_flight::flag;
use super::report::{ImportContext, InstalledName, ScanResult};
use super::transitions::{add_receipt, find, invalid_transition, move_to, new_row, step_failed, step_succeeded};
use super::uploads::{find_artifact, upload_expired};
use super::view::shown;
use super::{blocking, report};
use crate::Answer;
use crate::core::idempotency::IdempotencyKey;
use crate::core::notify::ChangeNotice;
use crate::core::request;
use crate::core::transaction::WriteTx;
use crate::imports::Imports;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::ImportId;
use apprentice_contracts::import::{SkillImportState as S, *};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::skill::FindingSeverity;
use apprentice_skills::agents::environment::Environment;
use apprentice_skills::discovery::listing::Listing;
use apprentice_skills::refusal::{Refusal, RefusalCode};
use apprentice_store::abilities::AbilityRecord;
use apprentice_store::imports::{ArtifactRow, ImportRow};
use apprentice_store::{StoreError, Transaction, abilities, imports};
use serde_json::json;
use std::path::Path;
use std::sync::atomic::Ordering;
use tokio::sync::OwnedSemaphorePermit;
use tokio_util::sync::CancellationToken;

/// The source does not exist any more.
const GONE: RefusalCode = RefusalCode::SourceGone;

/// An import whose scan has started.
pub(super) struct StartedScan {
    pub id: ImportId,
    place: SkillLocation,
    /// The name that cancels the scan: the artefact, or the import's own id.
    name: String,
    pack: Option<String>,
    retried: bool,
}

/// The lock of the first scan of an artefact's skills.
pub(super) fn lock_name(artifact: &str) -> String {
    format!("scan:{artifact}")
}

impl Imports {
    pub(crate) async fn scan_import(
        &self,
        request: SkillImportScanRequest,
        hung_up: CancellationToken,
    ) -> Answer<SkillImportScanResponse> {
        let artifact = artifact_of(&request)?;
        let _lock = self.in_flight.lock(&lock_name(&artifact)).await;
        let normal = SkillImportScanRequest { temp_artifact_ref: Some(artifact.clone()), staged_upload_ref: None, ..request };
        let key = IdempotencyKey::new("scan_import", "", normal.client_request_id.as_ref(), &normal)?;
        if let Some(answer) = self.core.replay(&key).await? {
            return Ok(answer);
        }
        let home = self.core.options.home.clone();
        let started = self.core.change(move |tx| begin(tx, &home, &normal, &artifact)).await?;
        self.core.notifier.notify(ChangeNotice::Imports);
        self.scan(started, hung_up, key).await
    }
}

/// The name of the artefact, from the current or the deprecated field.
fn artifact_of(request: &SkillImportScanRequest) -> Answer<String> {
    match (&request.temp_artifact_ref, &request.staged_upload_ref) {
        (Some(one), Some(other)) if one != other => {
            Err(request::invalid("staged_upload_ref", "is the old name of temp_artifact_ref; give one of the two"))
        }
        (Some(artifact), _) | (None, Some(artifact)) => Ok(artifact.clone()),
        (None, None) => Err(request::invalid("temp_artifact_ref", "name the upload that is to be scanned")),
    }
}

fn begin(tx: &WriteTx<'_>, home: &Path, request: &SkillImportScanRequest, name: &str) -> Answer<StartedScan> {
    let artifact = find_artifact(tx.db, name)?;
    let skill_path = chosen(&artifact, request.skill_path.as_deref())?;
    let rows = imports::of_artifact(tx.db, name)?;
    let own = |row: &ImportRow| {
        let first = row.record.import_id == artifact.import_id && row.record.skill_path.is_none();
        row.record.skill_path.as_ref() == Some(&skill_path) || first
    };
    let mut row = match rows.into_iter().find(|row| own(row) && !row.record.stage_state.is_terminal()) {
        Some(row) if row.record.stage_state == S::Uploaded => row,
        // A retry repeats a failed scan.
        Some(row) => return Err(invalid_transition(&row.record, S::Scanning)),
        None => {
            let mut row = new_row(tx, artifact.source, name, &called(&artifact, &skill_path));
            row.record.original_filename.clone_from(&artifact.temp.original_filename);
            row.record.skill_pack.clone_from(&artifact.requested_pack_id);
            row.notes.extend(artifact.notes.clone());
            move_to(tx, &mut row, S::Uploaded)?;
            row
        }
    };
    row.record.source = request.source;
    row.record.skill_path = Some(skill_path.clone());
    row.record.skill_name = called(&artifact, &skill_path);
    row.retrying = false;
    move_to(tx, &mut row, S::Scanning)?;
    Ok(of_artifact(home, row.record.import_id, &artifact, &skill_path, false))
}

fn of_artifact(home: &Path, id: ImportId, artifact: &ArtifactRow, skill_path: &str, retried: bool) -> StartedScan {
    let named = artifact.temp.original_filename.as_deref().map(super::uploads::stem).unwrap_or_default();
    let several = || (artifact.skills.len() > 1).then(|| report::slugged(&named)).filter(|pack| !pack.is_empty());
    StartedScan {
        id,
        place: SkillLocation::of(home, &artifact.temp, skill_path),
        name: artifact.temp.temp_artifact_ref.clone(),
        pack: artifact.requested_pack_id.clone().or_else(several),
        retried,
    }
}

/// Starts another scan of an import whose scan failed.
pub(super) fn restart(tx: &WriteTx<'_>, home: &Path, id: ImportId) -> Answer<StartedScan> {
    let mut row = find(tx.db, id)?;
    if row.record.stage_state != S::ScanFailed {
        return Err(invalid_transition(&row.record, S::Scanning));
    }
    let started = match (&row.artifact_ref, &row.legacy_path) {
        (None, Some(path)) => {
            let place = SkillLocation::Folder { root: path.into(), folder: String::new() };
            StartedScan { id, place, name: id.to_string(), pack: row.record.skill_pack.clone(), retried: true }
        }
        (name, _) => {
            let artifact = find_artifact(tx.db, name.as_deref().unwrap_or_default())?;
            of_artifact(home, id, &artifact, row.record.skill_path.as_deref().unwrap_or_default(), true)
        }
    };
    row.record.retry_count += 1;
    row.retrying = true;
    move_to(tx, &mut row, S::Scanning)?;
    Ok(started)
}

/// Chooses the skill that is scanned. Errors: `SKILL_IMPORT_SKILL_PATH_REQUIRED`, `INVALID_REQUEST`.
fn chosen(artifact: &ArtifactRow, asked: Option<&str>) -> Answer<String> {
    let known = artifact.skills.as_slice();
    match (asked.map(|path| path.trim_matches('/')), known) {
        // An archive that could not be opened has one path; the scan reports why.
        (None | Some(""), []) => Ok(String::new()),
        (None, [only]) => Ok(only.skill_path.clone()),
        (None, several) => {
            let message = format!("The upload contains {} skills. Name one of them as skill_path.", several.len());
            let details = json!({ "field": "skill_path", "skills": several });
            Err(Failure::new(ErrorCode::SkillImportSkillPathRequired, message).with_details(details))
        }
        (Some(path), _) if known.iter().any(|skill| skill.skill_path == path) => Ok(path.to_owned()),
        (Some(path), _) => {
            let paths: Vec<&str> = known.iter().map(|skill| skill.skill_path.as_str()).collect();
            let message = format!("skill_path: the upload contains no skill at {path:?}. It contains: {}", listed(&paths));
            let details = json!({ "field": "skill_path", "skill_paths": paths });
            Err(Failure::new(ErrorCode::InvalidRequest, message).with_details(details))
        }
    }
}

/// The first paths as words; the details of the error contain all of them.
fn listed(paths: &[&str]) -> String {
    const SHOWN: usize = 5;
    let mut words: Vec<String> = paths.iter().take(SHOWN).map(|path| format!("{path:?}")).collect();
    if paths.len() > SHOWN {
        words.push(format!("and {} more", paths.len() - SHOWN));
    }
    if words.is_empty() { "nothing that could be read as a skill".to_owned() } else { words.join(", ") }
}

fn called(artifact: &ArtifactRow, skill_path: &str) -> String {
    let known = artifact.skills.iter().find(|skill| skill.skill_path == skill_path).map(|skill| skill.name.clone());
    let name = known.unwrap_or_else(|| SkillLocation::of(Path::new(""), &artifact.temp, skill_path).called());
    name.chars().take(80).collect()
}

/// The result of a scan: the report, and the failure if there is one.
struct ScanOutcome {
    report: SkillCompatibilityReport,
    name: Option<String>,
    failure: Option<(String, String)>,
    /// The source does not exist any more.
    source_gone: bool,
}

impl Imports {
    /// Runs a started scan and stores its result.
    pub(super) async fn scan(
        &self,
        started: StartedScan,
        hung_up: CancellationToken,
        key: IdempotencyKey,
    ) -> Answer<SkillImportScanResponse> {
        let token = self.in_flight.scan(&started.name, &hung_up);
        let seen = self.examine(&started, &token).await;
        token.cancel();
        let answer = self.core.commit(move |tx| end(tx, &started, seen, &key)).await?;
        self.core.notifier.notify(ChangeNotice::Imports);
        answer.ok_or_else(upload_expired)
    }

    async fn examine(&self, started: &StartedScan, token: &CancellationToken) -> ScanOutcome {
        let (place, cancelled) = (started.place.clone(), flag(token));
        let context = match self.context(started.pack.clone()).await {
            Ok(context) => context,
            Err(failure) => return refused("SCAN_FAILED", &failure.message),
        };
        let room = tokio::select! {
            biased;
            () = token.cancelled() => return refused("CANCELLED", "The scan was cancelled."),
            room = self.room(&started.place) => room,
        };
        let examine = move || {
            let _room = room;
            if !place.is_there() {
                return Err(Refusal::new(GONE, "The source of the scan does not exist any more. Import the skill again."));
            }
            let package = place.read(&cancelled)?;
            let looked = report::examine(&package, &place.called(), &context);
            match cancelled.load(Ordering::Relaxed) {
                true => Err(Refusal::new(RefusalCode::Cancelled, "The scan was cancelled.")),
                false => Ok(looked),
            }
        };
        match blocking(examine).await {
            Ok(Ok(ScanResult { report, name })) => {
                let error = report
                    .findings
                    .iter()
                    .find(|finding| finding.severity == FindingSeverity::Error && !finding.needs_acknowledgement);
                let failure = error.filter(|_| !report.compatible).map(|error| (error.code.clone(), error.message.clone()));
                ScanOutcome { name: Some(name), failure, report, source_gone: false }
            }
            Ok(Err(refusal)) => {
                ScanOutcome { source_gone: refusal.code == GONE, ..refused(refusal.code.as_str(), &refusal.message) }
            }
            Err(failure) => refused("SCAN_FAILED", &failure.message),
        }
    }

    /// Waits until the skill may be read into memory. The permit must live as long as the files.
    pub(super) async fn room(&self, place: &SkillLocation) -> Option<OwnedSemaphorePermit> {
        let place = place.clone();
        let weight = blocking(move || place.weight()).await.unwrap_or(u64::MAX);
        self.in_flight.room(weight).await
    }

    /// What the import is compared with: abilities, skills and the environment.
    pub(super) async fn context(&self, pack: Option<String>) -> Answer<ImportContext> {
        let (search, placements) = self.catalogue.search_and_placements().await?;
        let read = |db: &Transaction<'_>| Ok::<_, StoreError>((abilities::all(db)?, imports::installed_at(db)?));
        let (abilities, installed_at) = self.core.store.read(read).await.map_err(crate::stored)?;
        let (catalogue, machine) = (self.catalogue.clone(), self.core.options.machine.clone());
        let (skills, environment) =
            blocking(move || (catalogue.look(search, Listing::answer).skills, Environment::of(&machine))).await?;
        let ours = |path: &str| placements.iter().any(|placed| !placed.is_taken_out() && placed.folder() == Path::new(path));
        Ok(ImportContext {
            environment,
            targets: self.target_readers(Vec::new()).await?,
            abilities: abilities
                .into_iter()
                .filter_map(|AbilityRecord { entry, created_at, .. }| {
                    let since = installed_at.get(&entry.ability_id).copied().unwrap_or(created_at);
                    Some(InstalledName {
                        slug: entry.skill_slug?,
                        id: entry.ability_id,
                        title: entry.title,
                        source: entry.source,
                        since,
                    })
                })
                .collect(),
            skills: skills.into_iter().filter(|skill| !ours(&skill.path)).map(|skill| (skill.name, skill.path)).collect(),
            pack,
        })
    }
}

fn refused(code: &str, message: &str) -> ScanOutcome {
    let report = report::refused(code, message);
    ScanOutcome { report, name: None, failure: Some((code.to_owned(), message.to_owned())), source_gone: false }
}

/// `None` when the upload was deleted or expired meanwhile.
fn end(
    tx: &WriteTx<'_>,
    started: &StartedScan,
    seen: ScanOutcome,
    key: &IdempotencyKey,
) -> Answer<Option<SkillImportScanResponse>> {
    let mut row = find(tx.db, started.id)?;
    if row.record.stage_state != S::Scanning {
        return Ok(None);
    }
    if let Some(name) = seen.name {
        row.record.skill_name = name.chars().take(80).collect();
    }
    row.record.requires_adapter = seen.report.requires_adapter;
    row.record.compatibility_report_ref = Some(format!("/api/skills/import/{}", started.id));
    row.report = Some(seen.report.clone());
    let receipt = match &seen.failure {
        None => {
            step_succeeded(&mut row, SkillImportRetryKind::Scan);
            move_to(tx, &mut row, S::ScanComplete)?;
            let summary = format!("{} was scanned: {} findings.", row.record.skill_name, seen.report.findings.len());
            add_receipt(tx, &row, ReceiptKind::ImportScanned, &summary, None)?
        }
        Some((code, message)) => {
            step_failed(&mut row, SkillImportRetryKind::Scan, code, message, started.retried);
            let (to, kind) = match seen.source_gone {
                true => (S::Expired, ReceiptKind::ImportExpired),
                false => (S::ScanFailed, ReceiptKind::ImportScanFailed),
            };
            move_to(tx, &mut row, to)?;
            let summary = format!("The scan of {} failed: {code}.", row.record.skill_name);
            add_receipt(tx, &row, kind, &summary, Some(message))?
        }
    };
    let answer = SkillImportScanResponse {
        import_record: shown(row.record),
        compatibility_report: seen.report,
        receipt_id: Some(receipt),
        schema_version: SCHEMA_VERSION,
    };
    key.store_response(tx, &answer)?;
    Ok(Some(answer))
}
