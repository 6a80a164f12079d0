//! Files under `<home>/system` that show agents and scripts what the database says.
//!
//! Invariant: a projection is written after the commit that it shows and from the database alone, so that writing it again gives the
//! same bytes. It is written whole (temporary file in the same folder, fsync, rename); only a file that grows line by line gets its
//! new lines appended, when it is as this program left it. A reader leaves out a last line that does not end yet.

use crate::Answer;
use crate::ability::availability;
use crate::app::categories::Assigned;
use crate::engine::Inner;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::ability::{AbilityAvailabilitySnapshot, SkillCatalogCurrent};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{InterpretationId, ProposalId};
use apprentice_platform::files::sync_folder;
use apprentice_platform::permissions::open_private;
use apprentice_store::archive::Archived;
use apprentice_store::outbox::Stale;
use apprentice_store::proposals::ProposalRecord;
use apprentice_store::{
    StoreError, Transaction, archive, categories, checkpoint_receipts, compaction, friction, intents, interpretations, outbox,
    proposals, receipts, repairs, sessions, validation_runs, validation_steps,
};
use serde::Serialize;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// One file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
    Health,
    Stats,
    Friction,
    Repairs,
    ReceiptCounts,
    Categories,
    CategoryAssignments,
    Preferences,
    Interpretation(InterpretationId),
    DraftSkill(ProposalId),
    DraftManifest(ProposalId),
    DraftGraph(ProposalId),
    /// By capability.
    SkillConfig(String),
    Archived(Archived),
}

use Projection as P;

/// Before the path of a file that is to be written whole although it only grows.
const WHOLE: &str = "whole:";

/// How far a file that only grows was written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grown {
    /// Of the last record that stands in it.
    position: i64,
    bytes: u64,
}

/// Of this program's run; a file that is not in here is written whole once.
pub(crate) type Growing = HashMap<Projection, Grown>;

impl Projection {
    const SINGLE: [Self; 17] = [
        P::Runtime,
        P::ObservationScope,
        P::Receipts,
        P::CheckpointReceipts,
        P::ValidationRuns,
        P::ValidationSteps,
        P::Availability,
        P::Catalog,
        P::Bridge,
        P::Health,
        P::Stats,
        P::Friction,
        P::Repairs,
        P::ReceiptCounts,
        P::Categories,
        P::CategoryAssignments,
        P::Preferences,
    ];

    /// Relative to `<home>/system` (§0C.7, §0C.8, §0C.9, §0C.9B, §0C.10, §0C.11A, §0C.12, §0.2G).
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
            P::Health => "capabilities/health_current.json".into(),
            P::Stats => "capabilities/stats_current.json".into(),
            P::Friction => "learning/friction.jsonl".into(),
            P::Repairs => "learning/repair_candidates.jsonl".into(),
            P::ReceiptCounts => "learning/receipt_counts.json".into(),
            P::Categories => "categories/categories_current.json".into(),
            P::CategoryAssignments => "categories/assignments.jsonl".into(),
            P::Preferences => "config/preferences_current.json".into(),
            P::Interpretation(id) => format!("learning/interpretations/{id}.json"),
            P::DraftSkill(id) => format!("learning/proposals/{id}/SKILL.md"),
            P::DraftManifest(id) => format!("learning/proposals/{id}/manifest.json"),
            P::DraftGraph(id) => format!("learning/proposals/{id}/graph.json"),
            P::SkillConfig(capability) => format!("skills/config/{capability}.json"),
            P::Archived(Archived::Session(id)) => format!("learning/archived/sessions/{id}.json"),
            P::Archived(Archived::Proposal(id)) => format!("learning/archived/proposals/{id}.json"),
        }
    }

    /// The outbox's name for writing it whole.
    pub(crate) fn whole(&self) -> String {
        format!("{WHOLE}{}", self.path())
    }

    fn from_path(path: &str) -> Option<Self> {
        if let Some(single) = Self::SINGLE.into_iter().find(|projection| projection.path() == path) {
            return Some(single);
        }
        if let Some(id) = path.strip_prefix("learning/interpretations/").and_then(|rest| rest.strip_suffix(".json")) {
            return id.parse().ok().map(P::Interpretation);
        }
        if let Some(capability) = path.strip_prefix("skills/config/").and_then(|rest| rest.strip_suffix(".json")) {
            return crate::app::intents::is_a_file_name(capability).then(|| P::SkillConfig(capability.to_owned()));
        }
        if let Some(name) = path.strip_prefix("learning/archived/").and_then(|rest| rest.strip_suffix(".json")) {
            return match name.split_once('/')? {
                ("sessions", id) => id.parse().ok().map(|id| P::Archived(Archived::Session(id))),
                ("proposals", id) => id.parse().ok().map(|id| P::Archived(Archived::Proposal(id))),
                _ => None,
            };
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
            P::Runtime => crate::session::snapshot::snapshot(db)?.map(|snapshot| pretty(&snapshot)).transpose()?,
            P::ObservationScope => match sessions::latest(db)? {
                Some(record) => Some(pretty(&crate::session::snapshot::scope(&record))?),
                None => None,
            },
            P::Receipts | P::CheckpointReceipts | P::ValidationSteps | P::Friction | P::CategoryAssignments => {
                self.added(db, 0)?.map(|(text, _)| text)
            }
            P::ValidationRuns => Some(lines(&validation_runs::all(db)?)?),
            P::Availability => Some(pretty(&availability(db)?)?),
            P::Catalog => Some(pretty(&catalog(db)?)?),
            P::Bridge => crate::install::render_bridge(db)?,
            P::Health => Some(pretty(&crate::ability::availability::health_current(db)?)?),
            P::Stats => Some(pretty(&crate::ability::availability::stats_current(db)?)?),
            P::Repairs => Some(lines(&repairs::all(db)?)?),
            P::Interpretation(id) => interpretations::get(db, *id)?.map(|found| pretty(&found)).transpose()?,
            P::ReceiptCounts => receipt_counts(db)?,
            P::Categories => Some(pretty(&categories::all(db)?)?),
            P::Preferences => crate::app::settings::preferences(db)?.map(|found| pretty(&found)).transpose()?,
            P::DraftSkill(id) => draft(db, *id)?.map(|record| record.draft.skill_md),
            P::DraftManifest(id) => draft(db, *id)?.map(|record| pretty(&record.proposal)).transpose()?,
            P::DraftGraph(id) => draft(db, *id)?.map(|record| pretty(&record.draft.graph)).transpose()?,
            P::Archived(what) => archive::get(db, *what)?,
            P::SkillConfig(capability) => intents::config(db, capability)?.map(|found| pretty(&found)).transpose()?,
        })
    }

    /// The lines of a file that only grows, after a position, and the position of the last one. `None`: it is not such a file.
    fn added(&self, db: &Transaction<'_>, after: i64) -> Answer<Option<(String, i64)>> {
        Ok(match self {
            P::Receipts => Some(numbered(&receipts::after(db, after)?, after)?),
            P::CheckpointReceipts => Some(numbered(&checkpoint_receipts::after(db, after)?, after)?),
            P::Friction => Some(numbered(&friction::after(db, after)?, after)?),
            P::ValidationSteps => Some(numbered(&validation_steps::after(db, after)?, after)?),
            P::CategoryAssignments => Some(numbered(&categories::log_after(db, after)?, after)?),
            _ => None,
        })
    }

    /// Every projection that this database has.
    fn all(db: &Transaction<'_>) -> Answer<Vec<Self>> {
        let mut all = Self::SINGLE.to_vec();
        all.extend(interpretations::all(db)?.iter().map(|found| P::Interpretation(found.interpretation_id)));
        all.extend(proposals::all(db)?.iter().flat_map(|record| Self::of_draft(record.proposal.proposal_id)));
        all.extend(archive::all(db)?.into_iter().map(P::Archived));
        all.extend(intents::configs(db)?.into_iter().map(|config| P::SkillConfig(config.capability_id)));
        Ok(all)
    }
}

/// A proposal whose draft stands in files: an archived one has a file of its own.
fn draft(db: &Transaction<'_>, id: ProposalId) -> Answer<Option<ProposalRecord>> {
    if archive::contains(db, Archived::Proposal(id))? {
        return Ok(None);
    }
    Ok(proposals::get(db, id)?)
}

/// How many receipts of each kind were taken out of `receipts.jsonl`; no file before the first.
fn receipt_counts(db: &Transaction<'_>) -> Answer<Option<String>> {
    let counts = compaction::receipt_counts(db)?;
    let shown = || pretty(&serde_json::json!({ "counts": counts, "schema_version": SCHEMA_VERSION }));
    (!counts.is_empty()).then(shown).transpose()
}

/// What `abilities/availability_current.json` and `GET /api/abilities/availability` say.
pub(crate) fn availability(db: &Transaction<'_>) -> Answer<AbilityAvailabilitySnapshot> {
    let records = apprentice_store::abilities::all(db)?;
    Ok(AbilityAvailabilitySnapshot {
        abilities: records.into_iter().map(|record| record.entry).collect(),
        snapshot_as_of: crate::ability::record::refreshed_at(db)?,
        stale: false,
        schema_version: SCHEMA_VERSION,
    })
}

fn catalog(db: &Transaction<'_>) -> Answer<SkillCatalogCurrent> {
    let (records, assigned) = (apprentice_store::abilities::all(db)?, Assigned::read(db)?);
    Ok(SkillCatalogCurrent {
        items: records.into_iter().map(|record| crate::ability::record::catalog_entry(record, &assigned)).collect(),
        refreshed_at: crate::ability::record::refreshed_at(db)?,
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

fn numbered<T: Serialize>(records: &[(i64, T)], before: i64) -> Answer<(String, i64)> {
    let last = records.last().map_or(before, |(position, _)| *position);
    Ok((lines(&records.iter().map(|(_, record)| record).collect::<Vec<_>>())?, last))
}

impl Inner {
    /// Writes every stale projection. What cannot be written stays in the outbox, is tried again, and keeps no other waiting.
    pub(crate) async fn deliver(&self) -> Answer<()> {
        let mut delivering = self.delivering.lock().await;
        let system = crate::core::home::system(&self.options.home);
        // Left empty when this fails: then the files that grow are written whole next time.
        let mut growing = std::mem::take(&mut *delivering);
        let (done, growing, renewed) = self
            .store
            .read(move |db| {
                let home = system.parent().unwrap_or(&system);
                let stale = outbox::stale(db)?;
                let is_bridge = |stale: &Stale| stale.projection == P::Bridge.path();
                let before = stale.iter().any(is_bridge).then(|| crate::install::last_good_bridge(home)).flatten();
                let done: Vec<Stale> = stale.into_iter().filter(|stale| bring(db, &system, stale, &mut growing)).collect();
                let renewed = match done.iter().any(is_bridge) {
                    true => crate::install::renewed(before, crate::install::last_good_bridge(home)),
                    false => Vec::new(),
                };
                Ok::<_, Failure>((done, growing, renewed))
            })
            .await?;
        *delivering = growing;
        if done.is_empty() {
            return Ok(());
        }
        let told = !renewed.is_empty();
        self.change(move |tx| {
            outbox::delivered(tx.db, &done)?;
            availability::tell_renewal(tx, &renewed)
        })
        .await?;
        drop(delivering);
        // The receipt of that stands in its file too.
        if told { Box::pin(self.deliver()).await } else { Ok(()) }
    }

    /// After an operation: what it changed stands in the files before its caller hears of it (an agent's report apart). A file that cannot be written
    /// does not undo the operation; the outbox keeps it.
    pub(crate) async fn settle(&self) {
        if let Err(failure) = self.deliver().await {
            tracing::warn!(%failure, "projections wait in the outbox");
        }
    }

    pub(crate) async fn rewrite_projections(&self) -> Answer<u32> {
        let mut delivering = self.delivering.lock().await;
        let system = crate::core::home::system(&self.options.home);
        let (written, growing) = self
            .store
            .read(move |db| {
                let (mut written, mut growing) = (0, Growing::new());
                for projection in Projection::all(db)? {
                    write_whole(db, &system, &projection, &mut growing)?;
                    written += u32::from(system.join(projection.path()).exists());
                }
                Ok::<_, Failure>((written, growing))
            })
            .await?;
        *delivering = growing;
        Ok(written)
    }
}

/// Whether the outbox can forget it.
fn bring(db: &Transaction<'_>, system: &Path, stale: &Stale, growing: &mut Growing) -> bool {
    let (path, whole) = match stale.projection.strip_prefix(WHOLE) {
        Some(path) => (path, true),
        None => (stale.projection.as_str(), false),
    };
    let Some(projection) = Projection::from_path(path) else {
        tracing::warn!(projection = stale.projection, "an unknown projection was dropped from the outbox");
        return true;
    };
    let grown = if whole { None } else { growing.get(&projection).copied() };
    let brought = match grown {
        Some(grown) => grow(db, system, &projection, grown, growing),
        None => write_whole(db, system, &projection, growing),
    };
    if let Err(failure) = &brought {
        tracing::warn!(%failure, "a projection waits in the outbox");
        growing.remove(&projection);
        if projection == P::Bridge {
            crate::install::mark_bridge_stale(system.parent().unwrap_or(system));
        }
    }
    brought.is_ok()
}

fn grow(db: &Transaction<'_>, system: &Path, projection: &Projection, grown: Grown, growing: &mut Growing) -> Answer<()> {
    let path = system.join(projection.path());
    let Some((text, position)) = projection.added(db, grown.position)? else { return Ok(()) };
    match append(&path, grown.bytes, text.as_bytes()) {
        Ok(true) => {
            growing.insert(projection.clone(), Grown { position, bytes: grown.bytes + text.len() as u64 });
            Ok(())
        }
        // Somebody else wrote into it, or took it away.
        Ok(false) => write_whole(db, system, projection, growing),
        Err(error) => Err(unwritable(&path, &error)),
    }
}

fn write_whole(db: &Transaction<'_>, system: &Path, projection: &Projection, growing: &mut Growing) -> Answer<()> {
    let path = system.join(projection.path());
    let all = projection.added(db, 0)?;
    let position = all.as_ref().map(|(_, position)| *position);
    let text = match all {
        Some((text, _)) => Some(text),
        None => projection.render(db)?,
    };
    let written = match &text {
        Some(text) => replace(&path, text.as_bytes()),
        None => remove(&path),
    };
    written.map_err(|error| unwritable(&path, &error))?;
    if text.is_none() {
        // A deleted draft leaves no folder behind.
        let _still_used = path.parent().map(std::fs::remove_dir);
    }
    if let (Some(text), Some(position)) = (text, position) {
        growing.insert(projection.clone(), Grown { position, bytes: text.len() as u64 });
    }
    Ok(())
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(ErrorCode::TargetNotWritable, format!("{} cannot be written: {error}", path.display()))
}

/// Whether the lines were added: only to a file that is as long as it was left.
fn append(path: &Path, bytes: u64, text: &[u8]) -> std::io::Result<bool> {
    let mut file = match std::fs::OpenOptions::new().append(true).open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        other => other?,
    };
    if file.metadata()?.len() != bytes {
        return Ok(false);
    }
    file.write_all(text)?;
    file.sync_data()?;
    Ok(true)
}

/// A reader sees the old file or the new one, also after the power went out.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if std::fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(Path::new("/"));
    std::fs::create_dir_all(folder)?;
    let temporary = PathBuf::from(format!("{}.tmp", path.display()));
    let mut file = open_private(std::fs::OpenOptions::new().write(true).create(true).truncate(true), &temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&temporary, path)?;
    sync_folder(folder)
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
        all.push(P::SkillConfig("capability_note-tea".into()));
        all.push(P::Archived(Archived::Session(id.into())));
        all.push(P::Archived(Archived::Proposal(id.into())));
        for projection in all {
            assert_eq!(P::from_path(&projection.path()), Some(projection.clone()));
        }
        assert_eq!(P::from_path("learning/proposals/../../../etc/passwd"), None);
        assert_eq!(P::from_path("skills/config/../../endpoint.json"), None);
    }
}
