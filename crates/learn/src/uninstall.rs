//! Removing an installed ability, and bringing it back.
//!
//! What is removed leaves look-up, bridge and availability with one commit; `install::presence` takes its copies out of agents' folders.
//! A note among the copies that are kept of removed skills remembers what it was, so that it can be restored like them. Its history
//! stays: receipts, reports, the sessions and proposals that it came from, and the revisions that were installed.

use crate::abilities::{find, refresh};
use crate::engine::Inner;
use crate::ledger::Ledger;
use crate::{Answer, Engine, asked, install, lifecycle};
use apprentice_contracts::ability::{AbilityPlace, AbilityPlaceStanding, AbilityRemovedResponse, RemoveAbilityQuery};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::kind;
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_skills::install::standing;
use apprentice_skills::manage::{self, KeptAbility};
use apprentice_skills::refusal::Refusal;
use apprentice_store::abilities::{self, AbilityRecord};
use apprentice_store::sagas::{self, Out, OutStage, Placement};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What an ability was when it was removed.
#[derive(Serialize, Deserialize)]
struct Removed {
    record: AbilityRecord,
    placements: Vec<Placement>,
}

impl Engine {
    /// Uninstalls an ability. `CONFLICT` while an installation of it is under way and, unless `force` says so, where somebody edited a
    /// copy; of that a copy is kept.
    pub async fn remove_ability(&self, id: AbilityId, query: RemoveAbilityQuery) -> Answer<AbilityRemovedResponse> {
        let query = asked::valid(query)?;
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
        let edited = off_thread(move || all.into_iter().filter(is_edited).collect::<Vec<_>>()).await?;
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
        let (record, placements, edited) = self.removal(&id, force).await?;
        let slug = record.entry.skill_slug.clone().unwrap_or_else(|| id.0.clone());
        let inner = Arc::clone(self);
        let was = Removed { record, placements: placements.clone() };
        let (undo, kept) = off_thread(move || inner.set_aside(&slug, &was, &edited)).await??;
        let removed = id.clone();
        if let Err(failure) = self.change(move |ledger| remove(ledger, &removed)).await {
            let (inner, undo) = (Arc::clone(self), undo.clone());
            off_thread(move || inner.take_back(&undo, &kept.edited)).await?;
            return Err(failure);
        }
        if let Err(failure) = self.place_abilities().await {
            tracing::warn!(%failure, "a removed ability waits for the upkeep");
        }
        self.settle().await;
        let wanted = id.clone();
        let left = self.store.read(move |db| sagas::placements(db, &wanted)).await.map_err(crate::stored)?;
        let place = |placement: &Placement| {
            let waits = left.iter().find(|left| left.folder() == placement.folder());
            AbilityPlace {
                path: placement.folder().display().to_string(),
                label: placement.label.clone(),
                standing: if waits.is_some() { AbilityPlaceStanding::Waiting } else { AbilityPlaceStanding::TakenOut },
                note: waits.and_then(|left| left.out.as_ref()?.note.clone()),
            }
        };
        Ok(AbilityRemovedResponse { ability_id: id, places: placements.iter().map(place).collect(), undo })
    }

    /// Keeps what can be brought back. Edited copies go now.
    fn set_aside(&self, slug: &str, was: &Removed, edited: &[Placement]) -> Answer<(String, KeptAbility)> {
        let house = self.house();
        let what = serde_json::to_value(was).map_err(|error| crate::internal("keeping what is removed", &error))?;
        let edited: Vec<PathBuf> = edited.iter().map(Placement::folder).collect();
        let edited = manage::set_aside(&house, &edited).map_err(super::shelf::refused)?;
        let kept = KeptAbility { places: was.placements.iter().map(Placement::folder).collect(), edited, what };
        match manage::keep_ability(&house, slug, &kept) {
            Ok(undo) => Ok((undo, kept)),
            Err(refusal) => {
                self.edited_back(&kept.edited);
                Err(super::shelf::refused(refusal))
            }
        }
    }

    /// Nothing was removed after all.
    fn take_back(&self, undo: &str, edited: &[String]) {
        self.edited_back(edited);
        self.forget_kept(undo);
    }

    fn forget_kept(&self, undo: &str) {
        if let Err(refusal) = manage::forget_ability(&self.house(), undo) {
            tracing::warn!(reason = refusal.message, "the note of an ability that is there stays");
        }
    }

    /// Copies that somebody had edited, where nothing took their place. Answers where they stand.
    fn edited_back(&self, edited: &[String]) -> Vec<PathBuf> {
        let house = self.house();
        edited.iter().filter_map(|id| manage::restore(&house, id).ok()).collect()
    }

    /// Brings back what was removed, unless another ability has its name by now. Answers its name.
    pub(crate) async fn restore_ability(self: &Arc<Self>, undo: &str, kept: KeptAbility) -> Result<(AbilityId, String), Refusal> {
        let _gate = self.gate.lock().await;
        let gone = || Refusal::new("NOT_KEPT", "There is no copy of what was removed any more");
        let removed: Removed = serde_json::from_value(kept.what).map_err(|_| gone())?;
        let failed = |failure: Failure| match failure.code {
            ErrorCode::SkillAlreadyExists => Refusal::new("OCCUPIED", failure.message),
            ErrorCode::NotFound => Refusal::new("NOT_KEPT", failure.message),
            _ => Refusal::new("NOT_RESTORED", failure.message),
        };
        let record = removed.record.clone();
        let (id, title) = (record.entry.ability_id.clone(), record.entry.title.clone());
        let there = match self.store.read(move |db| fits(db, &record)).await {
            Ok(()) => None,
            // It was taught again, or the program ended before it was removed: the edits alone may come back.
            Err(failure) if failure.code == ErrorCode::SkillAlreadyExists => Some(failure),
            Err(failure) => return Err(failed(failure)),
        };
        let (inner, edited) = (Arc::clone(self), kept.edited);
        let back = off_thread(move || inner.edited_back(&edited)).await.map_err(failed)?;
        match there {
            Some(failure) if back.is_empty() => return Err(failed(failure)),
            Some(_) => {}
            None => {
                self.change(move |ledger| bring_back(ledger, removed, &back)).await.map_err(failed)?;
                let settled = install::rewrite(&self.install_context()).await.map(drop);
                if let Err(failure) = settled.and(self.place_abilities().await) {
                    tracing::warn!(%failure, "a restored ability waits for the upkeep");
                }
            }
        }
        self.settle().await;
        let (inner, undo) = (Arc::clone(self), undo.to_owned());
        off_thread(move || inner.forget_kept(&undo)).await.map_err(failed)?;
        Ok((id, title))
    }
}

async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Answer<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| crate::internal("removing an ability", &error))
}

fn is_edited(placement: &Placement) -> bool {
    !placement.is_taken_out()
        && matches!(standing(Path::new(&placement.root), &placement.slug), Ok(Some(there)) if there != placement.fingerprint)
}

fn remove(ledger: &Ledger<'_>, id: &AbilityId) -> Answer<()> {
    let record = find(ledger.db, id)?;
    let placements = sagas::placements(ledger.db, id)?;
    for placement in placements.iter().filter(|placement| placement.out.is_none()) {
        let out = Some(Out { stage: OutStage::Going, note: None });
        sagas::place(ledger.db, &Placement { out, ..placement.clone() })?;
    }
    let mut about = lifecycle::about(ledger.db, &record)?;
    about.import = sagas::last_done(ledger.db, id)?.and_then(|saga| saga.import_id);
    let labels: Vec<&str> = placements.iter().map(|placement| placement.label.as_str()).collect();
    let summary = format!("{} was removed from {}.", record.entry.title, labels.join(", "));
    ledger.receipt(about, ReceiptKind::AbilityDeactivated, &summary, Some("removed"))?;
    abilities::delete(ledger.db, id)?;
    let payload = json!({ "ability_id": id, "usable_now": false, "removed": true });
    lifecycle::event(ledger, &record, kind::ABILITY_SNAPSHOT_UPDATED, payload)?;
    refresh(ledger)
}

/// Whether it can come back.
fn fits(db: &apprentice_store::Connection, record: &AbilityRecord) -> Answer<()> {
    let slug = record.entry.skill_slug.as_deref().unwrap_or_default();
    if abilities::get(db, &record.entry.ability_id)?.is_some() || abilities::of_slug(db, slug)?.is_some() {
        let message = format!("There is another ability named {slug} by now");
        return Err(Failure::new(ErrorCode::SkillAlreadyExists, message));
    }
    if sagas::last_done(db, &record.entry.ability_id)?.is_none() {
        let message = "What was installed is not kept any more: the session that taught it was deleted";
        return Err(Failure::new(ErrorCode::NotFound, message));
    }
    Ok(())
}

fn bring_back(ledger: &Ledger<'_>, removed: Removed, back: &[PathBuf]) -> Answer<()> {
    let Removed { mut record, placements } = removed;
    fits(ledger.db, &record)?;
    record.updated_at = ledger.now;
    abilities::put(ledger.db, &record)?;
    for placement in placements {
        let other = sagas::placed(ledger.db, &placement.root, &placement.slug)?;
        if other.is_some_and(|other| other.ability_id != placement.ability_id) {
            continue;
        }
        let stage = if back.contains(&placement.folder()) { OutStage::Left } else { OutStage::Taken };
        sagas::place(ledger.db, &Placement { out: Some(Out { stage, note: None }), ..placement })?;
    }
    let about = lifecycle::about(ledger.db, &record)?;
    let summary = format!("{} is back: its removal was undone.", record.entry.title);
    ledger.receipt(about, ReceiptKind::AbilityActivated, &summary, Some("restored"))?;
    let payload = json!({ "ability_id": record.entry.ability_id, "usable_now": record.entry.usable_now });
    lifecycle::event(ledger, &record, kind::ABILITY_SNAPSHOT_UPDATED, payload)?;
    refresh(ledger)
}
