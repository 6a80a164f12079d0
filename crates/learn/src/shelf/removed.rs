//! What was removed and can be brought back, for a while.

use super::works::result;
use super::{texts, works::no};
use crate::engine::Inner;
use crate::uninstall::Restored;
use crate::{Answer, Engine, asked};
use apprentice_contracts::skill_page::{RemovedSkill, RemovedSkillsResponse, RestoreSkillsRequest, SkillsResponse};
use apprentice_skills::manage::{self, House, KEPT_FOR};
use chrono::Duration;
use std::sync::{Arc, PoisonError};
use tokio::runtime::Handle;

/// How often copies that are due are looked for.
const LOOK_EVERY: Duration = Duration::hours(1);

impl Engine {
    /// The newest first.
    pub async fn removed_skills(&self) -> Answer<RemovedSkillsResponse> {
        let inner = self.inner.clone();
        let look = move || {
            let told = |copy: manage::KeptCopy| RemovedSkill {
                undo: copy.id,
                name: copy.name,
                path: copy.place.display().to_string(),
                removed_at: copy.removed_at,
                kept_until: copy.removed_at + KEPT_FOR,
                bytes: copy.bytes,
            };
            RemovedSkillsResponse { removed: manage::removed(&inner.house()).into_iter().map(told).collect() }
        };
        tokio::task::spawn_blocking(look).await.map_err(|error| crate::internal("listing removed skills", &error))
    }

    /// Brings back what was removed, where nothing took its place.
    pub async fn restore_skills(&self, request: RestoreSkillsRequest) -> Answer<SkillsResponse> {
        let request = asked::valid(request)?;
        let inner = self.inner.clone();
        let work = move || {
            let house = inner.house();
            let one = |undo: &String| {
                if let Some(kept) = manage::kept_ability(&house, undo) {
                    // This thread is one that may wait.
                    return match Handle::current().block_on(inner.restore_ability(undo, kept)) {
                        Ok(Restored { id, title, lost }) => {
                            let told = std::iter::once(format!("{title} is back.")).chain(lost).collect::<Vec<_>>().join(" ");
                            result(&id.0, &title, Ok(told.into()))
                        }
                        Err(refusal) => result(undo, undo, Err(no(refusal))),
                    };
                }
                let _one_at_a_time = inner.shelf.writing.blocking_lock();
                let outcome = manage::restore(&house, undo);
                let path = outcome.as_ref().map(|place| place.display().to_string()).unwrap_or_default();
                let told = outcome.map(|place| format!("{} is back.", place.display()).into()).map_err(no);
                result(&path, &texts::folder_name(&path), told)
            };
            SkillsResponse { results: request.undo.iter().map(one).collect(), cancelled: false }
        };
        tokio::task::spawn_blocking(work).await.map_err(|error| crate::internal("bringing skills back", &error))
    }
}

impl Inner {
    /// Forgets copies whose time has come, and what is kept of sessions that are deleted; once an hour, and again where it failed.
    pub(crate) async fn forget_removed_skills(self: &Arc<Self>) -> Answer<()> {
        let now = self.now();
        let looked = *self.shelf.looked_for_old.lock().unwrap_or_else(PoisonError::into_inner);
        if looked.is_some_and(|looked| now - looked < LOOK_EVERY) {
            return Ok(());
        }
        self.forget_untaught().await?;
        let (folder, machine, clock) = (self.house().folder, self.edge.machine.clone(), self.edge.clock.clone());
        let work = move || manage::prune(&House { folder, machine: &machine, state_home: None, clock: &*clock });
        let pruned =
            tokio::task::spawn_blocking(work).await.map_err(|error| crate::internal("forgetting removed skills", &error))?;
        pruned.map_err(super::refused)?;
        *self.shelf.looked_for_old.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
        Ok(())
    }
}
