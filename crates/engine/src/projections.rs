//! Writes projections: files under `<home>/system` that show agents and scripts what the database says.
//!
//! Invariant: a projection is written after the commit that it shows, and from the database alone, so that writing it again gives
//! the same bytes. It is replaced as a whole (temporary file in the same folder, fsync, rename). Only new lines are appended to a
//! file that grows line by line, if this program wrote it last. A reader ignores a last line without an end.

use crate::Answer;
use crate::ability::availability;
use crate::app::categories::Assigned;
use crate::core::stale::{Projection, WHOLE};
use crate::core::{Core, ProjectionWriter, files};
use Projection as P;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::ability::SkillCatalogCurrent;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::ProposalId;
use apprentice_contracts::json;
use apprentice_store::archive::Archived;
use apprentice_store::outbox::Stale;
use apprentice_store::proposals::ProposalRecord;
use apprentice_store::{
    StoreError, Transaction, archive, categories, checkpoint_receipts, compaction, friction, intents, interpretations, outbox,
    proposals, receipts, repairs, sessions, validation_runs, validation_steps,
};
use async_trait::async_trait;
use serde::Serialize;
use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

/// How far a growing file was written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrittenUpTo {
    /// Position of the last record in it.
    position: i64,
    bytes: u64,
}

/// Of this run of the program; a file without an entry is written as a whole once.
pub(crate) type Growing = HashMap<Projection, WrittenUpTo>;

impl Projection {
    /// The content of the file. `None`: there is no such file.
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
            P::Availability => Some(pretty(&crate::ability::record::availability(db)?)?),
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

    /// The lines of a growing file after a position, and the position of the last one. `None` for another file.
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

    /// Every projection of this database.
    fn all(db: &Transaction<'_>) -> Answer<Vec<Self>> {
        let mut all = Self::SINGLE.to_vec();
        all.extend(interpretations::all(db)?.iter().map(|found| P::Interpretation(found.interpretation_id)));
        all.extend(proposals::all(db)?.iter().flat_map(|record| Self::of_draft(record.proposal.proposal_id)));
        all.extend(archive::all(db)?.into_iter().map(P::Archived));
        all.extend(intents::configs(db)?.into_iter().map(|config| P::SkillConfig(config.capability_id)));
        Ok(all)
    }
}

/// A proposal whose draft is shown as files. An archived one has a file of its own.
fn draft(db: &Transaction<'_>, id: ProposalId) -> Answer<Option<ProposalRecord>> {
    if archive::contains(db, Archived::Proposal(id))? {
        return Ok(None);
    }
    Ok(proposals::get(db, id)?)
}

/// Counts of receipts that were removed from `receipts.jsonl`. `None` before the first removal.
fn receipt_counts(db: &Transaction<'_>) -> Answer<Option<String>> {
    let counts = compaction::receipt_counts(db)?;
    let shown = || pretty(&serde_json::json!({ "counts": counts, "schema_version": SCHEMA_VERSION }));
    (!counts.is_empty()).then(shown).transpose()
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
    let mut text = json::to_pretty_text(record).map_err(StoreError::from)?;
    text.push('\n');
    Ok(text)
}

fn lines<T: Serialize>(records: &[T]) -> Answer<String> {
    let mut text = String::new();
    for record in records {
        text.push_str(&json::to_text(record).map_err(StoreError::from)?);
        text.push('\n');
    }
    Ok(text)
}

fn numbered<T: Serialize>(records: &[(i64, T)], before: i64) -> Answer<(String, i64)> {
    let last = records.last().map_or(before, |(position, _)| *position);
    Ok((lines(&records.iter().map(|(_, record)| record).collect::<Vec<_>>())?, last))
}

/// Writes projections. One delivery runs at a time; it knows how far each growing file was written.
#[derive(Default)]
pub(crate) struct Projections {
    delivering: tokio::sync::Mutex<Growing>,
}

#[async_trait]
impl ProjectionWriter for Projections {
    async fn deliver(&self, core: &Core) -> Answer<()> {
        self.deliver(core).await
    }
}

impl Projections {
    /// Stops deliveries until the guard is dropped. The guard can forget how far the growing files were written.
    pub(crate) async fn suspend(&self) -> tokio::sync::MutexGuard<'_, Growing> {
        self.delivering.lock().await
    }

    /// Writes every stale projection. One that cannot be written stays in the outbox, is tried again, and does not stop the
    /// others.
    pub(crate) async fn deliver(&self, core: &Core) -> Answer<()> {
        let mut delivering = self.delivering.lock().await;
        let system = crate::core::home::system(&core.options.home);
        // After an error it stays empty: growing files are then written as a whole.
        let mut growing = std::mem::take(&mut *delivering);
        let (done, growing, renewed) = core
            .store
            .read(move |db| {
                let home = system.parent().unwrap_or(&system);
                let stale = outbox::stale(db)?;
                let is_bridge = |stale: &Stale| stale.projection == P::Bridge.path();
                let before = stale.iter().any(is_bridge).then(|| crate::install::last_good_bridge(home)).flatten();
                let done: Vec<Stale> = stale.into_iter().filter(|stale| deliver_one(db, &system, stale, &mut growing)).collect();
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
        let has_renewals = !renewed.is_empty();
        core.change(move |tx| {
            outbox::delivered(tx.db, &done)?;
            availability::store_renewal(tx, &renewed)
        })
        .await?;
        drop(delivering);
        // The receipt of the renewal must be in its file too.
        if has_renewals { Box::pin(self.deliver(core)).await } else { Ok(()) }
    }

    /// Writes every projection again from the database. Returns how many files there are.
    pub(crate) async fn rewrite(&self, core: &Core) -> Answer<u32> {
        let mut delivering = self.delivering.lock().await;
        let system = crate::core::home::system(&core.options.home);
        let (written, growing) = core
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

/// Whether the outbox can forget the projection.
fn deliver_one(db: &Transaction<'_>, system: &Path, stale: &Stale, growing: &mut Growing) -> bool {
    let (path, whole) = match stale.projection.strip_prefix(WHOLE) {
        Some(path) => (path, true),
        None => (stale.projection.as_str(), false),
    };
    let Some(projection) = Projection::from_path(path) else {
        tracing::warn!(projection = stale.projection, "an unknown projection was dropped from the outbox");
        return true;
    };
    let written_up_to = if whole { None } else { growing.get(&projection).copied() };
    let delivered = match written_up_to {
        Some(written_up_to) => append_new(db, system, &projection, written_up_to, growing),
        None => write_whole(db, system, &projection, growing),
    };
    if let Err(failure) = &delivered {
        tracing::warn!(%failure, "a projection waits in the outbox");
        growing.remove(&projection);
        if projection == P::Bridge {
            crate::install::mark_bridge_stale(system.parent().unwrap_or(system));
        }
    }
    delivered.is_ok()
}

fn append_new(
    db: &Transaction<'_>,
    system: &Path,
    projection: &Projection,
    written_up_to: WrittenUpTo,
    growing: &mut Growing,
) -> Answer<()> {
    let path = system.join(projection.path());
    let Some((text, position)) = projection.added(db, written_up_to.position)? else { return Ok(()) };
    match append(&path, written_up_to.bytes, text.as_bytes()) {
        Ok(true) => {
            growing.insert(projection.clone(), WrittenUpTo { position, bytes: written_up_to.bytes + text.len() as u64 });
            Ok(())
        }
        // Another program changed or deleted the file.
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
        Some(text) => files::replace(&path, text.as_bytes()),
        None => files::remove(&path),
    };
    written.map_err(|error| unwritable(&path, &error))?;
    if text.is_none() {
        // Deletes the folder of a deleted draft; a folder with other files stays.
        let _ = path.parent().map(std::fs::remove_dir);
    }
    if let (Some(text), Some(position)) = (text, position) {
        growing.insert(projection.clone(), WrittenUpTo { position, bytes: text.len() as u64 });
    }
    Ok(())
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(ErrorCode::TargetNotWritable, format!("{} cannot be written: {error}", path.display()))
}

/// Appends lines if the file is as long as it was left. Returns whether it was.
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
