//! Removing an installed ability, and bringing it back.
//!
//! What is removed leaves look-up, bridge and availability with one commit; `install::presence` takes its copies out of agents' folders.
//! A note among the copies that are kept of removed skills remembers what it was, so that it can be restored like them. Its history
//! stays: receipts, reports, the sessions and proposals that it came from, and the revisions that were installed.

use crate::ability::lifecycle;
use crate::ability::record::{find, refresh};
use crate::core::request;
use crate::core::transaction::WriteTx;
use crate::engine::Inner;
use crate::{Answer, Engine, install};
use apprentice_contracts::ability::{AbilityPlacement, AbilityPlacementState, AbilityRemovedResponse, RemoveAbilityQuery};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::kind;
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_skills::install::manage::{self, KeptAbility};
use apprentice_skills::install::put::standing;
use apprentice_skills::refusal::{Refusal, RefusalCode};
use apprentice_store::abilities::{self, AbilityRecord};
use apprentice_store::sagas::{self, Out, OutStage, Placement, Saga};
use apprentice_store::{Connection, proposals};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const NOT_KEPT: RefusalCode = RefusalCode::NotKept;

/// What an ability was when it was removed.
#[derive(Serialize, Deserialize)]
struct RemovalNote {
    record: AbilityRecord,
    placements: Vec<Placement>,
    /// Where somebody had edited it, in the order in which these copies are kept.
    #[serde(default)]
    edited: Vec<PathBuf>,
}

impl RemovalNote {
    fn of(kept: &KeptAbility) -> Option<Self> {
        Self::deserialize(&kept.what).ok()
    }

    /// Whether it was never removed, or is back. One that was taught or imported anew is another.
    fn is_there(&self, db: &Connection) -> Answer<bool> {
        let of = |record: &AbilityRecord| (record.created_at, record.proposal_id);
        Ok(abilities::get(db, &self.record.entry.ability_id)?.is_some_and(|there| of(&there) == of(&self.record)))
    }
}

/// A removed ability that is there again.
pub(crate) struct Restored {
    pub id: AbilityId,
    pub title: String,
    /// Copies that somebody had edited and that could not be put back, with the reason.
    pub lost: Vec<String>,
}

impl Engine {
    /// Uninstalls an ability. `CONFLICT` while an installation of it is under way and, unless `force` says so, where somebody edited a
    /// copy; of that a copy is kept.
    pub async fn remove_ability(&self, id: AbilityId, query: RemoveAbilityQuery) -> Answer<AbilityRemovedResponse> {
        let query = request::valid(query)?;
        self.inner.remove_ability(id, query.force).await
    }
}

impl Inner {
    /// What removing would meet: the record, where it stands, and which copies somebody edited.
    pub(crate) async fn removal(&self, id: &AbilityId, force: bool) -> Answer<(AbilityRecord, Vec<Placement>, Vec<Placement>)> {
        let wanted = id.clone();
        let (record, placements) = self
            .store
            .read(move |db| {
                let record = find(db, &wanted)?;
                if sagas::unsettled(db)?.iter().any(|saga| saga.ability_id == wanted) {
                    let message = "An installation of it is under way or waits to be undone. Remove it after that.";
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

    pub(crate) async fn remove_ability(self: &Arc<Self>, id: AbilityId, force: bool) -> Answer<AbilityRemovedResponse> {
        let _gate = self.gate.lock().await;
        let (undo, placements) = self.uninstall(&id, force).await?;
        self.empty_folders().await;
        let wanted = id.clone();
        let left = self.store.read(move |db| sagas::placements(db, &wanted)).await.map_err(crate::stored)?;
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

    /// One of several: [`Self::after_removals`] empties the folders of all of them. Answers what brings it back.
    pub(crate) async fn remove_in_batch(self: &Arc<Self>, id: &AbilityId, force: bool) -> Answer<String> {
        let _gate = self.gate.lock().await;
        self.uninstall(id, force).await.map(|(undo, _)| undo)
    }

    pub(crate) async fn after_removals(&self) {
        let _gate = self.gate.lock().await;
        self.empty_folders().await;
    }

    async fn empty_folders(&self) {
        if let Err(failure) = self.place_abilities().await {
            tracing::warn!(%failure, "a removed ability waits for the upkeep");
        }
        self.settle().await;
    }

    /// Takes it out of everything but agents' folders. Answers what brings it back, and where it stood. The caller holds the gate.
    async fn uninstall(self: &Arc<Self>, id: &AbilityId, force: bool) -> Answer<(String, Vec<Placement>)> {
        let (record, placements, edited) = self.removal(id, force).await?;
        let slug = record.entry.skill_slug.clone().unwrap_or_else(|| id.0.clone());
        let inner = Arc::clone(self);
        let edited = edited.iter().map(Placement::folder).collect();
        let was = RemovalNote { record, placements: placements.clone(), edited };
        let (undo, kept) = blocking_io(move || inner.keep_for_undo(&slug, &was)).await??;
        let removed = id.clone();
        if let Err(failure) = self.change(move |tx| remove(tx, &removed)).await {
            let (inner, undo) = (Arc::clone(self), undo.clone());
            blocking_io(move || inner.discard_note(&undo, &kept)).await?;
            return Err(failure);
        }
        Ok((undo, placements))
    }

    /// Keeps what can be brought back. Edited copies go now.
    fn keep_for_undo(&self, slug: &str, was: &RemovalNote) -> Answer<(String, KeptAbility)> {
        let house = self.house();
        let what = serde_json::to_value(was).map_err(|error| crate::internal("keeping what is removed", &error))?;
        let edited = manage::set_aside(&house, &was.edited).map_err(crate::skills_page::refused)?;
        let kept = KeptAbility { places: was.placements.iter().map(Placement::folder).collect(), edited, what };
        match manage::keep_ability(&house, slug, &kept) {
            Ok(undo) => Ok((undo, kept)),
            Err(refusal) => {
                self.restore_edits(&kept.edited, &was.edited);
                Err(crate::skills_page::refused(refusal))
            }
        }
    }

    /// Nothing was removed after all.
    fn discard_note(&self, undo: &str, kept: &KeptAbility) {
        let edited = RemovalNote::of(kept).map(|was| was.edited).unwrap_or_default();
        self.restore_edits(&kept.edited, &edited);
        self.delete_note(undo);
    }

    /// Takes back what the last run left of a removal that did not come to pass, or was undone: its note, and the edits beside it.
    pub(crate) async fn discard_unfinished_removals(self: &Arc<Self>) -> Answer<()> {
        let _gate = self.gate.lock().await;
        let inner = Arc::clone(self);
        let kept = blocking_io(move || inner.kept_abilities()).await??;
        if kept.is_empty() {
            return Ok(());
        }
        let read = self.store.read(move |db| {
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
        let (left, inner) = (read.await?, Arc::clone(self));
        blocking_io(move || left.iter().for_each(|(undo, kept)| inner.discard_note(undo, kept))).await
    }

    fn kept_abilities(&self) -> Answer<Vec<(String, KeptAbility)>> {
        manage::kept_abilities(&self.house()).map_err(crate::skills_page::refused)
    }

    /// The abilities that were removed and can be brought back.
    pub(crate) fn removed_abilities(&self) -> Answer<BTreeSet<AbilityId>> {
        let kept = self.kept_abilities()?;
        Ok(kept.iter().filter_map(|(_, kept)| Some(RemovalNote::of(kept)?.record.entry.ability_id)).collect())
    }

    /// Forgets what is kept of removed abilities whose session was deleted: nothing that was taught there stays. The caller holds the
    /// gate.
    pub(crate) async fn forget_removals_of_deleted_sessions(self: &Arc<Self>) -> Answer<()> {
        let inner = Arc::clone(self);
        let kept = blocking_io(move || inner.kept_abilities()).await??;
        let taught = kept.into_iter().filter_map(|(undo, kept)| {
            let proposal = RemovalNote::of(&kept)?.record.proposal_id?;
            Some((proposal, kept.edited.into_iter().chain([undo]).collect::<Vec<_>>()))
        });
        let taught: Vec<_> = taught.collect();
        if taught.is_empty() {
            return Ok(());
        }
        let read = self.store.read(move |db| {
            let mut gone = Vec::new();
            for (proposal, copies) in taught {
                if proposals::get(db, proposal)?.is_none() {
                    gone.extend(copies);
                }
            }
            Ok::<_, Failure>(gone)
        });
        let (gone, inner) = (read.await?, Arc::clone(self));
        // The note is the last to go: by it the others are found again.
        let forget = move || gone.iter().try_for_each(|copy| manage::forget_ability(&inner.house(), copy));
        blocking_io(forget).await?.map_err(crate::skills_page::refused)
    }

    fn delete_note(&self, undo: &str) {
        if let Err(refusal) = manage::forget_ability(&self.house(), undo) {
            tracing::warn!(reason = refusal.message, "the note of an ability that is there stays");
        }
    }

    /// Puts copies that somebody had edited back into their places, where nothing else took them. Answers where they stand, and why
    /// others do not.
    fn restore_edits(&self, edited: &[String], places: &[PathBuf]) -> (Vec<PathBuf>, Vec<String>) {
        let house = self.house();
        let (mut back, mut lost) = (Vec::new(), Vec::new());
        for (at, id) in edited.iter().enumerate() {
            let place = places.get(at);
            match manage::restore(&house, id) {
                Ok(place) => back.push(place),
                // An earlier attempt that came to no end put it there.
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

    /// Brings back what was removed, unless another ability has its name by now.
    pub(crate) async fn restore_ability(self: &Arc<Self>, undo: &str, kept: KeptAbility) -> Result<Restored, Refusal> {
        let _gate = self.gate.lock().await;
        let removed =
            RemovalNote::of(&kept).ok_or_else(|| Refusal::new(NOT_KEPT, "There is no copy of what was removed any more"))?;
        let failed = |failure: Failure| match failure.code {
            ErrorCode::SkillAlreadyExists => Refusal::new(RefusalCode::Occupied, failure.message),
            ErrorCode::NotFound => Refusal::new(NOT_KEPT, failure.message),
            _ => Refusal::new(RefusalCode::NotRestored, failure.message),
        };
        let record = removed.record.clone();
        let (id, title) = (record.entry.ability_id.clone(), record.entry.title.clone());
        let there = match self.store.read(move |db| fits(db, &record)).await {
            Ok(last) => {
                // Before anything comes back: what cannot be read could never stand in its folders.
                let readable = install::is_kept(&self.install_context(), &removed.placements, last).await;
                readable
                    .map_err(|failure| Refusal::new(NOT_KEPT, format!("Its files are not kept any more: {}", failure.message)))?;
                None
            }
            // It was taught again, or the program ended before it was removed: the edits alone may come back.
            Err(failure) if failure.code == ErrorCode::SkillAlreadyExists => Some(failure),
            Err(failure) => return Err(failed(failure)),
        };
        let (inner, edited, places) = (Arc::clone(self), kept.edited, removed.edited.clone());
        let (back, lost) = blocking_io(move || inner.restore_edits(&edited, &places)).await.map_err(failed)?;
        match there {
            Some(failure) if back.is_empty() => return Err(failed(failure)),
            Some(_) => {}
            None => {
                self.change(move |tx| bring_back(tx, removed, &back)).await.map_err(failed)?;
                let settled = install::rewrite(&self.install_context()).await.map(drop);
                if let Err(failure) = settled.and(self.place_abilities().await) {
                    tracing::warn!(%failure, "a restored ability waits for the upkeep");
                }
            }
        }
        self.settle().await;
        let (inner, undo) = (Arc::clone(self), undo.to_owned());
        blocking_io(move || inner.delete_note(&undo)).await.map_err(failed)?;
        Ok(Restored { id, title, lost })
    }
}

async fn blocking_io<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Answer<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| crate::internal("removing an ability", &error))
}

/// In words, the folders that it stands in.
pub(crate) fn from_folders(placements: &[Placement]) -> String {
    let there = placements.iter().filter(|placement| !placement.is_taken_out());
    let labels: Vec<&str> = there.map(|placement| placement.label.as_str()).collect();
    if labels.is_empty() { String::new() } else { format!(" from {}", labels.join(", ")) }
}

fn is_edited(placement: &Placement) -> bool {
    !placement.is_taken_out()
        && matches!(standing(Path::new(&placement.root), &placement.slug), Ok(Some(there)) if there != placement.fingerprint)
}

fn remove(tx: &WriteTx<'_>, id: &AbilityId) -> Answer<()> {
    let record = find(tx.db, id)?;
    let placements = sagas::placements(tx.db, id)?;
    for placement in placements.iter().filter(|placement| placement.out.is_none()) {
        let out = Some(Out { stage: OutStage::Going, note: None });
        sagas::put_placement(tx.db, &Placement { out, ..placement.clone() })?;
    }
    let mut about = lifecycle::receipt_subject(tx.db, &record)?;
    about.import = sagas::last_done(tx.db, id)?.and_then(|saga| saga.import_id);
    let summary = format!("{} was removed{}.", record.entry.title, from_folders(&placements));
    tx.receipt(about, ReceiptKind::AbilityDeactivated, &summary, Some("removed"))?;
    abilities::delete(tx.db, id)?;
    let payload = json!({ "ability_id": id, "usable_now": false, "removed": true });
    lifecycle::event(tx, &record, kind::ABILITY_SNAPSHOT_UPDATED, payload)?;
    refresh(tx)
}

/// Whether it can come back: the installation that it stood for.
fn fits(db: &Connection, record: &AbilityRecord) -> Answer<Saga> {
    let slug = record.entry.skill_slug.as_deref().unwrap_or_default();
    if abilities::get(db, &record.entry.ability_id)?.is_some() || abilities::of_slug(db, slug)?.is_some() {
        let message = format!("There is another ability named {slug} by now");
        return Err(Failure::new(ErrorCode::SkillAlreadyExists, message));
    }
    // One of its name may have been installed and removed since.
    let then = |saga: &Saga| saga.created_at <= record.updated_at;
    let last = sagas::all_done(db, &record.entry.ability_id)?.into_iter().find(then);
    // Without the session that taught this version, an earlier one is the last.
    last.filter(|saga| record.proposal_id.is_none_or(|proposal| proposal == saga.proposal_id)).ok_or_else(|| {
        let message = "What was installed is not kept any more: the session that taught it was deleted";
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
    let about = lifecycle::receipt_subject(tx.db, &record)?;
    let summary = format!("{} is back: its removal was undone.", record.entry.title);
    tx.receipt(about, ReceiptKind::AbilityActivated, &summary, Some("restored"))?;
    let payload = json!({ "ability_id": record.entry.ability_id, "usable_now": record.entry.usable_now });
    lifecycle::event(tx, &record, kind::ABILITY_SNAPSHOT_UPDATED, payload)?;
    refresh(tx)
}
