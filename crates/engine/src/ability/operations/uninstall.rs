//! Uninstalls an ability and restores it.
//!
//! One commit removes the ability from lookup, bridge and availability; `install::reconcile` then removes its copies from agents'
//! folders. A note beside the copies of removed skills keeps what the ability was, so that it can be restored like a skill. Its
//! history stays: receipts, reports, sessions, proposals, and installed revisions.

use crate::ability::operations::Abilities;
use crate::ability::record::{checkpoints_digest, find, receipt_subject, refresh, session_event};
use crate::core::blocking::blocking;
use crate::core::transaction::WriteTx;
use crate::{Answer, install};
use apprentice_contracts::ability::{AbilityPlacement, AbilityPlacementState, AbilityRemovedResponse, RemoveAbilityQuery};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::{AbilityUpdated, Event};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::json;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_skills::install::manage;
use apprentice_skills::install::manage::KeptAbility;
use apprentice_skills::install::put::fingerprint_at;
use apprentice_skills::refusal::{Refusal, RefusalCode};
use apprentice_store::abilities::{AbilityRecord, Standing};
use apprentice_store::sagas::{Out, OutStage, Placement, RemovedHealth, Saga};
use apprentice_store::{Connection, abilities, proposals, sagas};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const NOT_KEPT: RefusalCode = RefusalCode::NotKept;

/// What an ability was when it was removed.
#[derive(Serialize, Deserialize)]
struct RemovalNote {
    record: AbilityRecord,
    placements: Vec<Placement>,
    /// Folders of edited copies, in the order in which the copies are kept.
    #[serde(default)]
    edited: Vec<PathBuf>,
}

impl RemovalNote {
    fn of(kept: &KeptAbility) -> Option<Self> {
        Self::deserialize(&kept.what).ok()
    }

    /// Whether the removal did not happen or was undone. An ability that was taught or imported again is another one.
    fn is_there(&self, db: &Connection) -> Answer<bool> {
        let of = |record: &AbilityRecord| (record.created_at, record.proposal_id);
        Ok(abilities::get(db, &self.record.entry.ability_id)?.is_some_and(|there| of(&there) == of(&self.record)))
    }
}

/// A restored ability.
pub(crate) struct Restored {
    pub id: AbilityId,
    pub title: String,
    /// Edited copies that could not be restored, with the reason.
    pub lost: Vec<String>,
}

impl Abilities {
    /// Checks whether an ability can be removed. Returns its record, its placements, and the placements that were edited.
    pub(crate) async fn removal(&self, id: &AbilityId, force: bool) -> Answer<(AbilityRecord, Vec<Placement>, Vec<Placement>)> {
        let wanted = id.clone();
        let (record, placements) = self
            .core
            .store
            .read(move |db| {
                let record = find(db, &wanted)?;
                if sagas::unsettled(db)?.iter().any(|saga| saga.ability_id == wanted) {
                    let message = "An installation of it is running or waits to be undone. Remove it after that.";
                    return Err(Failure::new(ErrorCode::Conflict, message).with_details(json!({ "reason": "INSTALLING" })));
                }
                Ok((record, sagas::placements(db, &wanted)?))
            })
            .await?;
        let all = placements.clone();
        let edited = blocking_io(move || all.into_iter().filter(is_edited).collect::<Vec<_>>()).await?;
        if let Some(first) = edited.first().filter(|_| !force) {
            let message = format!(
                "{} was edited after it was installed. Remove it with force: a copy of the edit is kept.",
                first.folder().display()
            );
            let paths: Vec<PathBuf> = edited.iter().map(Placement::folder).collect();
            let details = json!({ "reason": "EDITED", "paths": paths });
            return Err(Failure::new(ErrorCode::Conflict, message).with_details(details));
        }
        Ok((record, placements, edited))
    }

    pub(crate) async fn remove_ability(&self, id: AbilityId, query: RemoveAbilityQuery) -> Answer<AbilityRemovedResponse> {
        let force = query.force;
        let _gate = self.core.gate.lock().await;
        let (undo, placements) = self.uninstall(&id, force).await?;
        self.empty_folders().await;
        let wanted = id.clone();
        let left = self.core.store.read(move |db| sagas::placements(db, &wanted)).await.map_err(crate::stored)?;
        let place = |placement: &Placement| {
            let waits = left.iter().find(|left| left.folder() == placement.folder());
            AbilityPlacement {
                path: placement.folder().display().to_string(),
                label: placement.label.clone(),
                standing: if waits.is_some() { AbilityPlacementState::Waiting } else { AbilityPlacementState::TakenOut },
                note: waits.and_then(|left| left.out.as_ref()?.note.clone()),
            }
        };
        Ok(AbilityRemovedResponse { ability_id: id, places: placements.iter().map(place).collect(), undo })
    }

    /// Uninstalls one ability of a batch; [`Self::after_removals`] updates the folders of all of them. Returns the id for undoing
    /// it.
    pub(crate) async fn remove_in_batch(&self, id: &AbilityId, force: bool) -> Answer<String> {
        let _gate = self.core.gate.lock().await;
        self.uninstall(id, force).await.map(|(undo, _)| undo)
    }

    pub(crate) async fn after_removals(&self) {
        let _gate = self.core.gate.lock().await;
        self.empty_folders().await;
    }

    async fn empty_folders(&self) {
        if let Err(failure) = self.installs.place_abilities().await {
            tracing::warn!(%failure, "a removed ability waits for the upkeep");
        }
        self.core.deliver_projections().await;
    }

    /// Removes an ability from everything but agents' folders. Returns the id for undoing it, and its placements. The caller
    /// holds the gate.
    async fn uninstall(&self, id: &AbilityId, force: bool) -> Answer<(String, Vec<Placement>)> {
        let (record, placements, edited) = self.removal(id, force).await?;
        let slug = record.entry.skill_slug.clone().unwrap_or_else(|| id.0.clone());
        let abilities = self.clone();
        let edited = edited.iter().map(Placement::folder).collect();
        let was = RemovalNote { record, placements: placements.clone(), edited };
        let (undo, kept) = blocking_io(move || abilities.keep_for_undo(&slug, &was)).await??;
        let removed = id.clone();
        if let Err(failure) = self.core.change(move |tx| remove(tx, &removed)).await {
            let (abilities, undo) = (self.clone(), undo.clone());
            blocking_io(move || abilities.discard_note(&undo, &kept)).await?;
            return Err(failure);
        }
        Ok((undo, placements))
    }

    /// Keeps what is needed to undo the removal, and moves edited copies away.
    fn keep_for_undo(&self, slug: &str, was: &RemovalNote) -> Answer<(String, KeptAbility)> {
        let installer = self.core.installer();
        let what = json::to_value(was).map_err(|error| crate::internal("keeping what is removed", &error))?;
        let edited = manage::set_aside(&installer, &was.edited).map_err(crate::core::refusal::failure_of)?;
        let kept = KeptAbility { places: was.placements.iter().map(Placement::folder).collect(), edited, what };
        match manage::keep_ability(&installer, slug, &kept) {
            Ok(undo) => Ok((undo, kept)),
            Err(refusal) => {
                self.restore_edits(&kept.edited, &was.edited);
                Err(crate::core::refusal::failure_of(refusal))
            }
        }
    }

    /// Discards the note of a removal that failed.
    fn discard_note(&self, undo: &str, kept: &KeptAbility) {
        let edited = RemovalNote::of(kept).map(|was| was.edited).unwrap_or_default();
        self.restore_edits(&kept.edited, &edited);
        self.delete_note(undo);
    }

    /// Discards notes of removals that the last run did not finish, and restores their edited copies.
    pub(crate) async fn discard_unfinished_removals(&self) -> Answer<()> {
        let _gate = self.core.gate.lock().await;
        let abilities = self.clone();
        let kept = blocking_io(move || abilities.kept_abilities()).await??;
        if kept.is_empty() {
            return Ok(());
        }
        let read = self.core.store.read(move |db| {
            let mut left = Vec::new();
            for (undo, kept) in kept {
                if let Some(removed) = RemovalNote::of(&kept)
                    && removed.is_there(db)?
                {
                    left.push((undo, kept));
                }
            }
            Ok::<_, Failure>(left)
        });
        let (left, abilities) = (read.await?, self.clone());
        blocking_io(move || left.iter().for_each(|(undo, kept)| abilities.discard_note(undo, kept))).await
    }

    fn kept_abilities(&self) -> Answer<Vec<(String, KeptAbility)>> {
        manage::kept_abilities(&self.core.installer()).map_err(crate::core::refusal::failure_of)
    }

    /// Removed abilities that can be restored.
    pub(crate) fn removed_abilities(&self) -> Answer<BTreeSet<AbilityId>> {
        let kept = self.kept_abilities()?;
        Ok(kept.iter().filter_map(|(_, kept)| Some(RemovalNote::of(kept)?.record.entry.ability_id)).collect())
    }

    /// Deletes what is kept of removed abilities whose session was deleted. The caller holds the gate.
    pub(crate) async fn forget_removals_of_deleted_sessions(&self) -> Answer<()> {
        let abilities = self.clone();
        let kept = blocking_io(move || abilities.kept_abilities()).await??;
        let taught = kept.into_iter().filter_map(|(undo, kept)| {
            let proposal = RemovalNote::of(&kept)?.record.proposal_id?;
            Some((proposal, kept.edited.into_iter().chain([undo]).collect::<Vec<_>>()))
        });
        let taught: Vec<_> = taught.collect();
        if taught.is_empty() {
            return Ok(());
        }
        let read = self.core.store.read(move |db| {
            let mut gone = Vec::new();
            for (proposal, copies) in taught {
                if proposals::get(db, proposal)?.is_none() {
                    gone.extend(copies);
                }
            }
            Ok::<_, Failure>(gone)
        });
        let (gone, abilities) = (read.await?, self.clone());
        // The note is deleted last, because it names the other copies.
        let forget = move || gone.iter().try_for_each(|copy| manage::forget_ability(&abilities.core.installer(), copy));
        blocking_io(forget).await?.map_err(crate::core::refusal::failure_of)
    }

    fn delete_note(&self, undo: &str) {
        if let Err(refusal) = manage::forget_ability(&self.core.installer(), undo) {
            tracing::warn!(reason = refusal.message, "the note of an ability that is there stays");
        }
    }

    /// Restores edited copies, unless something else took their place. Returns the restored folders, and why others were not
    /// restored.
    fn restore_edits(&self, edited: &[String], places: &[PathBuf]) -> (Vec<PathBuf>, Vec<String>) {
        let installer = self.core.installer();
        let (mut back, mut lost) = (Vec::new(), Vec::new());
        for (at, id) in edited.iter().enumerate() {
            let place = places.get(at);
            match manage::restore(&installer, id) {
                Ok(place) => back.push(place),
                // An earlier, unfinished attempt restored it.
                Err(refusal) if refusal.code == NOT_KEPT && place.is_some_and(|place| place.exists()) => {
                    back.extend(place.cloned())
                }
                Err(refusal) => {
                    let place = place.map_or_else(|| id.clone(), |place| place.display().to_string());
                    lost.push(format!("The edited copy of {place} did not come back: {}.", refusal.message));
                }
            }
        }
        (back, lost)
    }

    /// Restores a removed ability, unless another one uses its name now.
    pub(crate) async fn restore_ability(&self, undo: &str, kept: KeptAbility) -> Result<Restored, Refusal> {
        let _gate = self.core.gate.lock().await;
        let removed = RemovalNote::of(&kept)
            .ok_or_else(|| Refusal::new(NOT_KEPT, "The copy of what was removed does not exist any more"))?;
        let failed = |failure: Failure| match failure.code {
            ErrorCode::SkillAlreadyExists => Refusal::new(RefusalCode::Occupied, failure.message),
            ErrorCode::NotFound => Refusal::new(NOT_KEPT, failure.message),
            _ => Refusal::new(RefusalCode::NotRestored, failure.message),
        };
        let record = removed.record.clone();
        let (id, title) = (record.entry.ability_id.clone(), record.entry.title.clone());
        let there = match self.core.store.read(move |db| fits(db, &record)).await {
            Ok(last) => {
                // Checked first: files that cannot be read could never be installed again.
                let readable = install::is_kept(&install::InstallContext::of(&self.core), &removed.placements, last).await;
                readable
                    .map_err(|failure| Refusal::new(NOT_KEPT, format!("Its files are no longer stored: {}", failure.message)))?;
                None
            }
            // It was taught again, or the program ended before the removal: only the edits may be restored.
            Err(failure) if failure.code == ErrorCode::SkillAlreadyExists => Some(failure),
            Err(failure) => return Err(failed(failure)),
        };
        let (abilities, edited, places) = (self.clone(), kept.edited, removed.edited.clone());
        let (back, lost) = blocking_io(move || abilities.restore_edits(&edited, &places)).await.map_err(failed)?;
        match there {
            Some(failure) if back.is_empty() => return Err(failed(failure)),
            Some(_) => {}
            None => {
                self.core.change(move |tx| bring_back(tx, removed, &back)).await.map_err(failed)?;
                let settled = install::rewrite(&install::InstallContext::of(&self.core)).await.map(drop);
                if let Err(failure) = settled.and(self.installs.place_abilities().await) {
                    tracing::warn!(%failure, "a restored ability waits for the upkeep");
                }
            }
        }
        self.core.deliver_projections().await;
        let (abilities, undo) = (self.clone(), undo.to_owned());
        blocking_io(move || abilities.delete_note(&undo)).await.map_err(failed)?;
        Ok(Restored { id, title, lost })
    }
}

async fn blocking_io<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Answer<T> {
    blocking("removing an ability", work).await
}

/// " from " and the labels of the folders, for a sentence; empty when there are none.
pub(crate) fn from_folders(placements: &[Placement]) -> String {
    let there = placements.iter().filter(|placement| !placement.is_taken_out());
    let labels: Vec<&str> = there.map(|placement| placement.label.as_str()).collect();
    if labels.is_empty() { String::new() } else { format!(" from {}", labels.join(", ")) }
}

fn is_edited(placement: &Placement) -> bool {
    !placement.is_taken_out()
        && matches!(fingerprint_at(Path::new(&placement.root), &placement.slug), Ok(Some(there)) if there != placement.fingerprint)
}

fn remove(tx: &WriteTx<'_>, id: &AbilityId) -> Answer<()> {
    let record = find(tx.db, id)?;
    let placements = sagas::placements(tx.db, id)?;
    for placement in placements.iter().filter(|placement| placement.out.is_none()) {
        let out = Some(Out { stage: OutStage::Going, note: None });
        sagas::put_placement(tx.db, &Placement { out, ..placement.clone() })?;
    }
    let mut about = receipt_subject(tx.db, &record)?;
    let installed = sagas::last_done(tx.db, id)?;
    about.import = installed.as_ref().and_then(|saga| saga.import_id);
    if let Some(mut saga) = installed {
        let Standing { checkpoints, counted_from, failing, quarantine, .. } = &record.standing;
        // After a quarantine the history does not count again.
        let kept = RemovedHealth {
            checkpoints: checkpoints_digest(checkpoints)?,
            counted_from: *counted_from,
            failing: failing.clone(),
        };
        saga.removed = quarantine.is_none().then_some(kept);
        sagas::put(tx.db, &saga)?;
    }
    let summary = format!("{} was removed{}.", record.entry.title, from_folders(&placements));
    tx.receipt(about, ReceiptKind::AbilityDeactivated, &summary, Some("removed"))?;
    abilities::delete(tx.db, id)?;
    let updated = AbilityUpdated {
        ability_id: Some(id.clone()),
        usable_now: Some(false),
        removed: Some(true),
        ..AbilityUpdated::default()
    };
    session_event(tx, &record, &Event::AbilitySnapshotUpdated(updated))?;
    refresh(tx)
}

/// The installation that can be restored. Errors: `SKILL_ALREADY_EXISTS`, `NOT_FOUND`.
fn fits(db: &Connection, record: &AbilityRecord) -> Answer<Saga> {
    let slug = record.entry.skill_slug.as_deref().unwrap_or_default();
    if abilities::get(db, &record.entry.ability_id)?.is_some() || abilities::of_slug(db, slug)?.is_some() {
        let message = format!("Another ability is named {slug} now");
        return Err(Failure::new(ErrorCode::SkillAlreadyExists, message));
    }
    // Another ability with this name may have been installed and removed since.
    let then = |saga: &Saga| saga.created_at <= record.updated_at;
    let last = sagas::all_done(db, &record.entry.ability_id)?.into_iter().find(then);
    // Without the session that taught this version, the last saga is an earlier one.
    last.filter(|saga| record.proposal_id.is_none_or(|proposal| proposal == saga.proposal_id)).ok_or_else(|| {
        let message = "What was installed is no longer stored, because the session that taught it was deleted";
        Failure::new(ErrorCode::NotFound, message)
    })
}

fn bring_back(tx: &WriteTx<'_>, removed: RemovalNote, back: &[PathBuf]) -> Answer<()> {
    let RemovalNote { mut record, placements, .. } = removed;
    let installed = fits(tx.db, &record)?;
    if sagas::last_done(tx.db, &record.entry.ability_id)?.is_some_and(|last| last.saga_id != installed.saga_id) {
        sagas::renew(tx.db, installed, tx.now)?;
    }
    record.updated_at = tx.now;
    abilities::put(tx.db, &record)?;
    for placement in placements {
        let other = sagas::placement(tx.db, &placement.root, &placement.slug)?;
        if other.is_some_and(|other| other.ability_id != placement.ability_id) {
            continue;
        }
        let stage = if back.contains(&placement.folder()) { OutStage::Left } else { OutStage::Taken };
        sagas::put_placement(tx.db, &Placement { out: Some(Out { stage, note: None }), ..placement })?;
    }
    let about = receipt_subject(tx.db, &record)?;
    let summary = format!("{} is back: its removal was undone.", record.entry.title);
    tx.receipt(about, ReceiptKind::AbilityActivated, &summary, Some("restored"))?;
    let updated = AbilityUpdated {
        ability_id: Some(record.entry.ability_id.clone()),
        usable_now: Some(record.entry.usable_now),
        ..AbilityUpdated::default()
    };
    session_event(tx, &record, &Event::AbilitySnapshotUpdated(updated))?;
    refresh(tx)
}
