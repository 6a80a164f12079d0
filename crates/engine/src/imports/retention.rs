//! Deadlines of imports, and recovery after a kill or a failed commit.

use super::transitions::{add_receipt, move_to, step_failed};
use super::uploads::place;
use super::{blocking, scan, staged, uploads};
use crate::Answer;
use crate::app::categories;
use crate::core::idempotency::IdempotencyKey;
use crate::core::notify::ChangeNotice;
use crate::core::transaction::WriteTx;
use crate::imports::Imports;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::import::{SkillImportState as S, *};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_store::imports::ArtifactRow;
use apprentice_store::sagas::SagaStatus;
use apprentice_store::{Connection, StoreError, imports, sagas};
use chrono::Duration;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;

const INTERRUPTED: &str = "INTERRUPTED";

/// How long an ended import is kept.
const ENDED: Duration = Duration::days(30);

/// States in which a step runs. Installing is missing here, because its saga recovers it.
const STEPS: [(S, SkillImportRetryKind, ReceiptKind); 2] = [
    (S::Scanning, SkillImportRetryKind::Scan, ReceiptKind::ImportScanFailed),
    (S::Staging, SkillImportRetryKind::Stage, ReceiptKind::ImportStageFailed),
];

impl Imports {
    pub(crate) async fn delete_upload(&self, name: String, query: DeleteUploadQuery) -> Answer<SkillImportDeleteUploadResponse> {
        let key = IdempotencyKey::new("delete_upload", &name, query.client_request_id.as_ref(), &query)?;
        if let Some(answer) = self.core.replay(&key).await? {
            return Ok(answer);
        }
        let artifact = name.clone();
        let (answer, gone) = self
            .core
            .commit(move |tx| {
                if let Some(answer) = key.replay(tx)? {
                    return Ok((answer, None));
                }
                let gone = delete(tx, &artifact)?;
                let answer = SkillImportDeleteUploadResponse {
                    deleted: gone.is_some(),
                    temp_artifact_ref: artifact,
                    schema_version: SCHEMA_VERSION,
                };
                key.store_response(tx, &answer)?;
                Ok((answer, gone))
            })
            .await?;
        if let Some(gone) = gone {
            self.in_flight.end_scans(&name);
            self.remove(vec![gone]).await?;
            self.core.notifier.notify(ChangeNotice::Imports);
        }
        Ok(answer)
    }
}

/// `None` when the upload is deleted already.
fn delete(tx: &WriteTx<'_>, name: &str) -> Answer<Option<ArtifactRow>> {
    let artifact = imports::artifact(tx.db, name)?.ok_or_else(|| {
        Failure::new(ErrorCode::NotFound, format!("There is no upload {name:?}."))
            .with_details(json!({ "field": "tempArtifactRef" }))
    })?;
    if artifact.gone {
        return Ok(None);
    }
    if let Some(bound) = bound(tx.db, name)? {
        let message = "The upload is being staged or installed. Wait until that is done.";
        return Err(Failure::new(ErrorCode::SkillImportUploadInUse, message).with_details(json!({ "import_id": bound })));
    }
    close(tx, artifact, ReceiptKind::ImportUploadDeleted, "The upload was deleted.").map(Some)
}

/// An import that uses the artefact now.
fn bound(db: &Connection, name: &str) -> Answer<Option<apprentice_contracts::ids::ImportId>> {
    let rows = imports::of_artifact(db, name)?;
    let busy = rows.into_iter().find(|row| matches!(row.record.stage_state, S::Staging | S::InstallQueued));
    Ok(busy.map(|row| row.record.import_id))
}

/// Marks the artefact as deleted and ends the imports that still need it.
fn close(tx: &WriteTx<'_>, mut artifact: ArtifactRow, kind: ReceiptKind, why: &str) -> Answer<ArtifactRow> {
    artifact.gone = true;
    imports::put_artifact(tx.db, &artifact)?;
    for mut row in imports::of_artifact(tx.db, &artifact.temp.temp_artifact_ref)? {
        if !row.record.stage_state.waits_for_artifact() {
            continue;
        }
        let discards = kind == ReceiptKind::ImportUploadDeleted && row.record.stage_state == S::ScanComplete;
        move_to(tx, &mut row, if discards { S::Discarded } else { S::Expired })?;
        add_receipt(tx, &row, kind, &format!("{}: {why}", row.record.skill_name), None)?;
    }
    Ok(artifact)
}

impl Imports {
    /// Expires artefacts that were not staged within 24 hours, and deletes orphaned files.
    pub(crate) async fn apply_deadlines(&self) -> Answer<()> {
        let now = self.core.now();
        let due = self.core.store.read(move |db| imports::due(db, now)).await.map_err(crate::stored)?;
        if !due.is_empty() {
            let closed = self
                .core
                .change(move |tx| {
                    let mut closed = Vec::new();
                    for artifact in due {
                        let name = artifact.temp.temp_artifact_ref.clone();
                        let there = imports::artifact(tx.db, &name)?.is_some_and(|artifact| !artifact.gone);
                        if there && bound(tx.db, &name)?.is_none() {
                            let why = "it was not staged within 24 hours.";
                            closed.push(close(tx, artifact, ReceiptKind::ImportExpired, why)?);
                        }
                    }
                    Ok(closed)
                })
                .await?;
            closed.iter().for_each(|artifact| self.in_flight.end_scans(&artifact.temp.temp_artifact_ref));
            self.remove(closed).await?;
            self.core.notifier.notify(ChangeNotice::Imports);
        }
        self.fail_abandoned_steps().await?;
        self.forget_ended().await?;
        self.remove_orphans().await
    }

    /// Fails steps that nobody works on any more, because the commit of their end failed. They can be tried again.
    async fn fail_abandoned_steps(&self) -> Answer<()> {
        let waiting = |db: &apprentice_store::Transaction<'_>| {
            Ok([imports::in_state(db, S::Scanning)?, imports::in_state(db, S::Staging)?].concat())
        };
        if self.core.store.read(waiting).await.map_err(crate::stored)?.is_empty() {
            return Ok(());
        }
        let locks = self.in_flight.locks();
        let settled = self
            .core
            .change(move |tx| {
                let mut settled = false;
                for (state, step, kind) in STEPS {
                    for row in imports::in_state(tx.db, state)? {
                        // Checked inside the transaction: a step holds its lock before it starts and until it has ended.
                        let names = [Some(row.record.import_id.to_string()), row.artifact_ref.as_deref().map(scan::lock_name)];
                        if !names.iter().flatten().any(|name| locks.contains(name)) {
                            interrupted(tx, row, step, kind)?;
                            settled = true;
                        }
                    }
                }
                Ok(settled)
            })
            .await?;
        if settled {
            self.core.notifier.notify(ChangeNotice::Imports);
        }
        Ok(())
    }

    /// Deletes imports that ended long ago, with their staged bundles, unless their ability is installed or can be restored. The
    /// caller holds the gate.
    async fn forget_ended(&self) -> Answer<()> {
        let before = self.core.now() - ENDED;
        let mut due = self.core.store.read(move |db| imports::ended(db, before)).await.map_err(crate::stored)?;
        if due.iter().any(|row| row.record.ability_id.is_some()) {
            let imports = self.clone();
            let removed = blocking(move || imports.abilities.removed_abilities()).await??;
            due.retain(|row| row.record.ability_id.as_ref().is_none_or(|ability| !removed.contains(ability)));
        }
        if due.is_empty() {
            return Ok(());
        }
        self.core
            .change(move |tx| {
                due.iter().try_for_each(|row| {
                    imports::delete(tx.db, row)?;
                    categories::forget_import(tx, row.record.import_id)
                })
            })
            .await?;
        self.core.notifier.notify(ChangeNotice::Imports);
        Ok(())
    }

    async fn remove(&self, artifacts: Vec<ArtifactRow>) -> Answer<()> {
        let home = self.core.options.home.clone();
        blocking(move || artifacts.iter().for_each(|artifact| remove(&place(&home, &artifact.temp)))).await
    }

    /// Deletes files of uploads and bundles without a record. A kill or a failed deletion left them.
    async fn remove_orphans(&self) -> Answer<()> {
        let home = self.core.options.home.clone();
        let listed = blocking(move || (names(&uploads(&home)), names(&staged(&home)))).await?;
        let (files, bundles) = listed;
        if files.is_empty() && bundles.is_empty() {
            return Ok(());
        }
        // Checked before the database: an upload that is stored meanwhile is in the database by then.
        let files: Vec<String> = files.into_iter().filter(|name| !self.in_flight.is_reserved(base(name))).collect();
        let (artifacts, kept, staging) = self
            .core
            .store
            .read(|db| {
                let artifacts: BTreeSet<String> =
                    imports::artifacts(db)?.into_iter().map(|artifact| artifact.temp.temp_artifact_ref).collect();
                let kept: BTreeSet<String> = imports::with_bundle(db)?.iter().map(ToString::to_string).collect();
                let staging: BTreeSet<String> =
                    imports::in_state(db, S::Staging)?.iter().map(|row| row.record.import_id.to_string()).collect();
                Ok::<_, StoreError>((artifacts, kept, staging))
            })
            .await
            .map_err(crate::stored)?;
        let home = self.core.options.home.clone();
        blocking(move || {
            let stray = files.iter().filter(|name| !artifacts.contains(base(name)) || name.ends_with(".part"));
            stray.for_each(|name| remove(&uploads(&home).join(name)));
            let stray = bundles.iter().filter(|name| match name.strip_suffix(".part") {
                Some(id) => !staging.contains(id),
                None => !kept.contains(*name),
            });
            stray.for_each(|name| remove(&staged(&home).join(name)));
        })
        .await
    }

    /// Fails the steps that the last run did not finish, so that they can be tried again. Installations were recovered before.
    pub(crate) async fn recover(&self) -> Answer<()> {
        self.backfill_imports().await?;
        self.core
            .change(|tx| {
                for mut row in imports::in_state(tx.db, S::UploadPending)? {
                    move_to(tx, &mut row, S::Expired)?;
                    add_receipt(tx, &row, ReceiptKind::ImportExpired, "An upload was interrupted.", Some(INTERRUPTED))?;
                }
                let installing = (S::InstallQueued, SkillImportRetryKind::Install, ReceiptKind::ImportInstallFailed);
                for (state, step, kind) in STEPS.into_iter().chain([installing]) {
                    for row in imports::in_state(tx.db, state)? {
                        interrupted(tx, row, step, kind)?;
                    }
                }
                Ok(())
            })
            .await
    }
}

fn interrupted(tx: &WriteTx<'_>, mut row: imports::ImportRow, step: SkillImportRetryKind, kind: ReceiptKind) -> Answer<()> {
    let saga = row.saga_id.map(|saga| sagas::get(tx.db, saga)).transpose()?.flatten();
    let goes_on = saga.is_some_and(|saga| matches!(saga.status, SagaStatus::Running | SagaStatus::Compensating));
    let to = match step {
        SkillImportRetryKind::Scan => S::ScanFailed,
        SkillImportRetryKind::Stage => S::StageFailed,
        SkillImportRetryKind::Install if goes_on => return Ok(()),
        SkillImportRetryKind::Install => S::InstallFailed,
    };
    let message = "It was interrupted before its end. Try it again.";
    step_failed(&mut row, step, INTERRUPTED, message, false);
    move_to(tx, &mut row, to)?;
    add_receipt(tx, &row, kind, &format!("{}: it was interrupted.", row.record.skill_name), Some(INTERRUPTED)).map(drop)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// The name of the artefact that a file belongs to.
fn base(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

fn remove(path: &Path) {
    let removed = match path.symlink_metadata() {
        Ok(metadata) if metadata.is_dir() => std::fs::remove_dir_all(path),
        Ok(_) => std::fs::remove_file(path),
        Err(_) => return,
    };
    if let Err(error) = removed {
        tracing::warn!(%error, path = %path.display(), "it is deleted with the next sweep");
    }
}
