//! Files under `<home>/system` that show agents and scripts what the database says.
//!
//! Invariant: a projection is written after the commit that it shows, whole (temporary file in the same folder, fsync, rename), and
//! from the database alone, so that writing it again gives the same bytes.

use crate::Answer;
use crate::engine::Inner;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::ability::{AbilityAvailabilitySnapshot, SkillCatalogCurrent};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{InterpretationId, ProposalId};
use apprentice_store::{
    StoreError, Transaction, checkpoint_receipts, interpretations, outbox, proposals, receipts, sessions, validation_runs,
    validation_steps,
};
use serde::Serialize;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Projection {
    Runtime,
    ObservationScope,
    Receipts,
    CheckpointReceipts,
    ValidationRuns,
    ValidationSteps,
    Availability,
    Catalog,
    Bridge,
    Interpretation(InterpretationId),
    DraftSkill(ProposalId),
    DraftManifest(ProposalId),
    DraftGraph(ProposalId),
}

use Projection as P;

impl Projection {
    const SINGLE: [Self; 9] = [
        P::Runtime,
        P::ObservationScope,
        P::Receipts,
        P::CheckpointReceipts,
        P::ValidationRuns,
        P::ValidationSteps,
        P::Availability,
        P::Catalog,
        P::Bridge,
    ];

    /// Relative to `<home>/system` (§0C.7, §0C.8, §0C.9, §0C.9B, §0C.10, §0C.11A, §0C.12).
    pub(crate) fn path(&self) -> String {
        match self {
            P::Runtime => "learning/runtime/current.json".into(),
            P::ObservationScope => "learning/runtime/observation_scope_current.json".into(),
            P::Receipts => "learning/receipts.jsonl".into(),
            P::CheckpointReceipts => "learning/checkpoint_receipts.jsonl".into(),
            P::ValidationRuns => "learning/validation_runs.jsonl".into(),
            P::ValidationSteps => "learning/validation_step_results.jsonl".into(),
            P::Availability => "abilities/availability_current.json".into(),
            P::Catalog => "abilities/catalog_current.json".into(),
            P::Bridge => "capabilities/bridge_current.json".into(),
            P::Interpretation(id) => format!("learning/interpretations/{id}.json"),
            P::DraftSkill(id) => format!("learning/proposals/{id}/SKILL.md"),
            P::DraftManifest(id) => format!("learning/proposals/{id}/manifest.json"),
            P::DraftGraph(id) => format!("learning/proposals/{id}/graph.json"),
        }
    }

    fn from_path(path: &str) -> Option<Self> {
        if let Some(single) = Self::SINGLE.into_iter().find(|projection| projection.path() == path) {
            return Some(single);
        }
        if let Some(id) = path.strip_prefix("learning/interpretations/").and_then(|rest| rest.strip_suffix(".json")) {
            return id.parse().ok().map(P::Interpretation);
        }
        let (id, file) = path.strip_prefix("learning/proposals/")?.split_once('/')?;
        let id = id.parse().ok()?;
        match file {
            "SKILL.md" => Some(P::DraftSkill(id)),
            "manifest.json" => Some(P::DraftManifest(id)),
            "graph.json" => Some(P::DraftGraph(id)),
            _ => None,
        }
    }

    /// The files of a draft.
    pub(crate) fn of_draft(id: ProposalId) -> [Self; 3] {
        [P::DraftSkill(id), P::DraftManifest(id), P::DraftGraph(id)]
    }

    /// What the file holds; `None`: there is no such file.
    fn render(&self, db: &Transaction<'_>) -> Answer<Option<String>> {
        Ok(match self {
            P::Runtime => crate::runtime::snapshot(db)?.map(|snapshot| pretty(&snapshot)).transpose()?,
            P::ObservationScope => match sessions::latest(db)? {
                Some(record) => Some(pretty(&crate::runtime::scope(&record))?),
                None => None,
            },
            P::Receipts => Some(lines(&receipts::all(db)?)?),
            P::CheckpointReceipts => Some(lines(&checkpoint_receipts::all(db)?)?),
            P::ValidationRuns => Some(lines(&validation_runs::all(db)?)?),
            P::ValidationSteps => Some(lines(&validation_steps::all(db)?)?),
            P::Availability => Some(pretty(&availability(db)?)?),
            P::Catalog => Some(pretty(&catalog(db)?)?),
            P::Bridge => crate::install::render_bridge(db)?,
            P::Interpretation(id) => interpretations::get(db, *id)?.map(|found| pretty(&found)).transpose()?,
            P::DraftSkill(id) => proposals::get(db, *id)?.map(|record| record.draft.skill_md),
            P::DraftManifest(id) => proposals::get(db, *id)?.map(|record| pretty(&record.proposal)).transpose()?,
            P::DraftGraph(id) => proposals::get(db, *id)?.map(|record| pretty(&record.draft.graph)).transpose()?,
        })
    }

    /// Every projection that this database has.
    fn all(db: &Transaction<'_>) -> Answer<Vec<Self>> {
        let mut all = Self::SINGLE.to_vec();
        all.extend(interpretations::all(db)?.iter().map(|found| P::Interpretation(found.interpretation_id)));
        all.extend(proposals::all(db)?.iter().flat_map(|record| Self::of_draft(record.proposal.proposal_id)));
        Ok(all)
    }
}

/// What `abilities/availability_current.json` and `GET /api/abilities/availability` say.
pub(crate) fn availability(db: &Transaction<'_>) -> Answer<AbilityAvailabilitySnapshot> {
    let records = apprentice_store::abilities::all(db)?;
    Ok(AbilityAvailabilitySnapshot {
        abilities: records.into_iter().map(|record| record.entry).collect(),
        snapshot_as_of: crate::abilities::refreshed_at(db)?,
        schema_version: SCHEMA_VERSION,
    })
}

fn catalog(db: &Transaction<'_>) -> Answer<SkillCatalogCurrent> {
    let records = apprentice_store::abilities::all(db)?;
    Ok(SkillCatalogCurrent {
        items: records.into_iter().map(crate::abilities::catalog_entry).collect(),
        refreshed_at: crate::abilities::refreshed_at(db)?,
        schema_version: SCHEMA_VERSION,
    })
}

fn pretty<T: Serialize>(record: &T) -> Answer<String> {
    let mut text = serde_json::to_string_pretty(record).map_err(StoreError::from)?;
    text.push('\n');
    Ok(text)
}

fn lines<T: Serialize>(records: &[T]) -> Answer<String> {
    let mut text = String::new();
    for record in records {
        text.push_str(&serde_json::to_string(record).map_err(StoreError::from)?);
        text.push('\n');
    }
    Ok(text)
}

impl Inner {
    /// Rewrites every stale projection. What cannot be written stays in the outbox, is tried again, and keeps no other waiting.
    pub(crate) async fn deliver(&self) -> Answer<()> {
        let _one_at_a_time = self.delivering.lock().await;
        let system = crate::home::system(&self.edge.home);
        let done = self
            .store
            .read(move |db| {
                let mut done = Vec::new();
                for stale in outbox::stale(db)? {
                    match Projection::from_path(&stale.projection) {
                        Some(projection) => {
                            if let Err(failure) = write_one(db, &system, &projection) {
                                tracing::warn!(%failure, "a projection waits in the outbox");
                                continue;
                            }
                        }
                        None => {
                            tracing::warn!(projection = stale.projection, "an unknown projection was dropped from the outbox")
                        }
                    }
                    done.push(stale);
                }
                Ok::<_, Failure>(done)
            })
            .await?;
        if !done.is_empty() {
            self.store.write(move |tx| outbox::delivered(tx, &done)).await?;
        }
        Ok(())
    }

    /// After an operation: what it changed stands in the files before its caller hears of it. A file that cannot be written
    /// does not undo the operation; the outbox keeps it.
    pub(crate) async fn settle(&self) {
        if let Err(failure) = self.deliver().await {
            tracing::warn!(%failure, "projections wait in the outbox");
        }
    }

    pub(crate) async fn rewrite_projections(&self) -> Answer<u32> {
        let _one_at_a_time = self.delivering.lock().await;
        let system = crate::home::system(&self.edge.home);
        self.store
            .read(move |db| {
                let mut written = 0;
                for projection in Projection::all(db)? {
                    write_one(db, &system, &projection)?;
                    written += u32::from(system.join(projection.path()).exists());
                }
                Ok(written)
            })
            .await
    }
}

fn write_one(db: &Transaction<'_>, system: &Path, projection: &Projection) -> Answer<()> {
    let path = system.join(projection.path());
    let written = match projection.render(db)? {
        Some(text) => replace(&path, text.as_bytes()),
        None => remove(&path),
    };
    written.map_err(|error| Failure::new(ErrorCode::TargetNotWritable, format!("{} cannot be written: {error}", path.display())))
}

/// A reader sees the old file or the new one, also after the power went out.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if std::fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(Path::new("/"));
    std::fs::create_dir_all(folder)?;
    let temporary = PathBuf::from(format!("{}.tmp", path.display()));
    let mut file = std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&temporary, path)?;
    std::fs::File::open(folder)?.sync_all()
}

pub(crate) fn remove(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn every_path_names_its_projection() {
        let id = Uuid::from_u128(7);
        let mut all = P::SINGLE.to_vec();
        all.push(P::Interpretation(id.into()));
        all.extend(P::of_draft(id.into()));
        for projection in all {
            assert_eq!(P::from_path(&projection.path()), Some(projection.clone()));
        }
        assert_eq!(P::from_path("learning/proposals/../../../etc/passwd"), None);
    }
}
