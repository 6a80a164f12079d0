//! Reads imports.

use super::report::{REPLACES, name_taken, to_acknowledge};
use super::transitions::find;
use crate::imports::Imports;
use crate::{Answer, install};
use apprentice_contracts::ids::ImportId;
use apprentice_contracts::import::{SkillImportState as S, *};
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::TargetPreview;
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_store::imports::{ArtifactRow, ImportRow};
use apprentice_store::sagas::{Saga, SagaStatus, SagaStep, TargetResult};
use apprentice_store::{Connection, imports, sagas};
use chrono::Duration;
use std::collections::BTreeMap;

/// Number of failed retries of one kind that causes a warning.
const RETRY_LIMIT: u32 = 3;
const SOON: Duration = Duration::hours(2);
/// Age of a review that causes a warning.
const STALE: Duration = Duration::days(7);

impl Imports {
    pub(crate) async fn list_imports(&self, query: SkillImportsQuery) -> Answer<SkillImportListResponse> {
        let (page, state) = (PageQuery { page: query.page, page_size: query.page_size }, query.stage_state);
        let now = self.core.now();
        self.core
            .store
            .read(move |db| {
                let (rows, total) = imports::list(db, page, state)?;
                let mut warnings = BTreeMap::new();
                for row in &rows {
                    let own = warned(row, artifact(db, row)?.as_ref(), now);
                    if !own.is_empty() {
                        warnings.insert(row.record.import_id.to_string(), own);
                    }
                }
                Ok(SkillImportListResponse {
                    items: rows.into_iter().map(|row| shown(row.record)).collect(),
                    total,
                    page: page.page,
                    page_size: page.page_size,
                    warnings,
                    schema_version: SCHEMA_VERSION,
                })
            })
            .await
    }

    pub(crate) async fn import_detail(&self, id: ImportId) -> Answer<SkillImportDetailResponse> {
        let now = self.core.now();
        let (row, artifact, saga) = self
            .core
            .store
            .read(move |db| {
                let row = find(db, id)?;
                let saga = row.saga_id.map(|saga| sagas::get(db, saga)).transpose()?.flatten();
                let artifact = artifact(db, &row)?;
                Ok::<_, apprentice_contracts::error::Failure>((row, artifact, saga))
            })
            .await?;
        let targets = self.previews(&row).await?;
        let renewed = match row.record.stage_state {
            S::ReadyForReview | S::InstallFailed => self.current_report(&row).await?,
            _ => None,
        };
        let replaces = renewed.as_ref().is_some_and(|report| report.replaces.is_some());
        let report = match (row.record.stage_state, renewed.or_else(|| row.report.clone())) {
            (S::ReadyForReview, Some(report)) => Some(self.with_switches(row.record.import_id, report).await?),
            (_, report) => report,
        };
        Ok(SkillImportDetailResponse {
            warnings: warned(&row, artifact.as_ref(), now),
            actions: row.record.stage_state.actions().to_vec(),
            name_taken: name_taken(&row.record, report.as_ref()),
            acknowledgements_needed: match row.record.stage_state {
                S::ScanComplete | S::Staging | S::StageFailed | S::ReadyForReview => to_acknowledge(report.as_ref()),
                // The others were acknowledged before the installation was requested.
                S::InstallFailed if replaces => vec![REPLACES.to_owned()],
                _ => Vec::new(),
            },
            compatibility_report: report,
            partial_deployment: saga.map(deployed),
            proposal_id: None,
            skills: artifact.as_ref().map(|artifact| artifact.skills.clone()).unwrap_or_default(),
            temp_artifact: artifact.map(|artifact| artifact.temp),
            targets,
            notes: row.notes,
            import_record: shown(row.record),
            schema_version: SCHEMA_VERSION,
        })
    }
}

impl Imports {
    async fn previews(&self, row: &ImportRow) -> Answer<Vec<TargetPreview>> {
        let Some(slug) = row.record.install_as.clone().filter(|_| row.record.stage_state == S::ReadyForReview) else {
            return Ok(Vec::new());
        };
        let settings = self.settings.read().await?;
        install::preview_import(&install::InstallContext::of(&self.core), &self.core.options.machine, &settings, &slug).await
    }
}

fn artifact(db: &Connection, row: &ImportRow) -> Answer<Option<ArtifactRow>> {
    let found = row.artifact_ref.as_deref().map(|name| imports::artifact(db, name)).transpose()?.flatten();
    Ok(found.filter(|artifact| !artifact.gone))
}

/// The record as clients may see it (rule 5).
pub(super) fn shown(mut record: ImportedSkillRecord) -> ImportedSkillRecord {
    if record.source_ref_kind == ImportSourceRefKind::LegacyPath {
        record.source_ref = format!("legacy:{}", record.import_id);
    }
    record
}

fn warned(row: &ImportRow, artifact: Option<&ArtifactRow>, now: Time) -> Vec<String> {
    let tries = row.failed_retries;
    let state = row.record.stage_state;
    let expiring = state.waits_for_artifact() && artifact.is_some_and(|artifact| artifact.temp.expires_at - now < SOON);
    let stale = state == S::ReadyForReview && now - row.since >= STALE;
    let limit = !state.is_terminal() && [tries.scan, tries.stage, tries.install].into_iter().any(|count| count >= RETRY_LIMIT);
    let all = [(limit, warning::RETRY_LIMIT_REACHED), (expiring, warning::UPLOAD_EXPIRING_SOON), (stale, warning::REVIEW_STALE)];
    all.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word.to_owned()).collect()
}

/// The progress of the last installation.
fn deployed(saga: Saga) -> LearnPartialDeploymentState {
    let left = saga.targets.iter().any(|target| target.result == TargetResult::Left);
    let (state, blocking, reason_code) = match (saga.status, saga.step) {
        (SagaStatus::Done, _) => (PartialDeployment::None, false, None),
        (SagaStatus::Failed, _) if left => (PartialDeployment::Degraded, true, Some("TARGETS_LEFT")),
        (SagaStatus::Failed, _) => (PartialDeployment::None, false, Some("UNDONE")),
        (SagaStatus::Compensating, _) => (PartialDeployment::Degraded, true, Some("UNDOING")),
        (SagaStatus::Running, SagaStep::Materialize | SagaStep::Project) => (PartialDeployment::CatalogPending, true, None),
        (SagaStatus::Running, SagaStep::Bridge) => (PartialDeployment::BridgePending, true, None),
        (SagaStatus::Running, SagaStep::Availability) => (PartialDeployment::AvailabilityPending, true, None),
    };
    LearnPartialDeploymentState {
        state,
        blocking,
        reason_code: reason_code.map(str::to_owned),
        updated_at: saga.updated_at,
        schema_version: SCHEMA_VERSION,
    }
}
