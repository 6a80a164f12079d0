//! Removed skills, which can be restored for a while.

use super::batch_result;
use super::batch_result::{mark_unrecorded, refused, result};
use super::operations::Operation;
use crate::Answer;
use crate::ability::operations::uninstall::Restored;
use crate::core::blocking::blocking;
use crate::core::refusal::failure_of;
use crate::skills_page::SkillsPage;
use apprentice_contracts::skill_page::{RemovedSkill, RemovedSkillsResponse, RestoreSkillsRequest, SkillResult, SkillsResponse};
use apprentice_skills::install::manage;
use apprentice_skills::install::manage::{Batch, InstallContext, KEPT_FOR};
use apprentice_skills::source::fetch::FetchOptions;
use chrono::Duration;
use std::sync::PoisonError;
use tokio::runtime::Handle;

/// How often old copies are pruned.
const LOOK_EVERY: Duration = Duration::hours(1);

impl SkillsPage {
    pub(crate) async fn removed_skills(&self) -> Answer<RemovedSkillsResponse> {
        let page = self.clone();
        let look = move || {
            let message = |copy: manage::KeptCopy| RemovedSkill {
                undo: copy.id,
                name: copy.name,
                path: copy.place.display().to_string(),
                removed_at: copy.removed_at,
                kept_until: copy.removed_at + KEPT_FOR,
                bytes: copy.bytes,
            };
            RemovedSkillsResponse { removed: manage::removed(&page.core.installer()).into_iter().map(message).collect() }
        };
        blocking("listing removed skills", look).await
    }

    pub(crate) async fn restore_skills(&self, request: RestoreSkillsRequest) -> Answer<SkillsResponse> {
        let page = self.clone();
        let operation = page.operations.begin(request.operation_id.clone());
        let run = move || restored(&page, &request.undo, &operation);
        blocking("bringing skills back", run).await
    }
}

fn restored(page: &SkillsPage, undo: &[String], operation: &Operation) -> SkillsResponse {
    let installer = page.core.installer();
    let mut results: Vec<(usize, SkillResult)> = Vec::with_capacity(undo.len());
    let mut plain = Vec::new();
    // Abilities come first, because the batch holds locks that restoring an ability needs.
    for (at, id) in undo.iter().enumerate() {
        let ability = if operation.is_cancelled() { None } else { manage::kept_ability(&installer, id) };
        let Some(kept) = ability else {
            plain.push(at);
            continue;
        };
        operation.report_progress(results.len(), undo.len(), id);
        // This thread may block.
        let back = match Handle::current().block_on(page.abilities.restore_ability(id, kept)) {
            Ok(Restored { id, title, lost }) => {
                let code = (!lost.is_empty()).then(|| "EDITS_NOT_BACK".to_owned());
                let message = std::iter::once(format!("{title} is back.")).chain(lost).collect::<Vec<_>>().join(" ");
                SkillResult { code, ..result(&id.0, &title, Ok(message.into())) }
            }
            Err(refusal) => result(id, manage::name_of(id), Err(refused(refusal))),
        };
        results.push((at, back));
    }
    let (_writing, watch) = (page.writing.blocking_lock(), FetchOptions::unattended());
    let mut batch = Batch::new(&installer, &watch, Vec::new());
    let mut cancelled = false;
    for at in &plain {
        let id = &undo[*at];
        operation.report_progress(results.len(), undo.len(), id);
        cancelled |= operation.is_cancelled();
        let back = if cancelled { Err(batch_result::cancelled()) } else { batch.restore(id) };
        let path = back.as_ref().map_or_else(|_| id.clone(), |place| place.display().to_string());
        let message = back.map(|place| format!("{} is back.", place.display()).into()).map_err(refused);
        results.push((*at, result(&path, manage::name_of(id), message)));
    }
    operation.report_progress(results.len(), undo.len(), "");
    if let Err(refusal) = batch.end() {
        let written = results.iter_mut().filter(|(at, result)| result.ok && plain.binary_search(at).is_ok());
        written.for_each(|(_, result)| mark_unrecorded(result, &refusal));
    }
    results.sort_by_key(|(at, _)| *at);
    // A restoration has no overrides.
    let result = |(_, result)| SkillResult { can_force: false, can_accept_risk: false, ..result };
    SkillsResponse { results: results.into_iter().map(result).collect(), cancelled }
}

impl SkillsPage {
    /// Prunes old copies of removed skills, and copies of abilities whose session was deleted. Runs once an hour; after a
    /// failure, or while another installer holds the record, again with the next upkeep.
    pub(crate) async fn prune_removed_skills(&self) -> Answer<()> {
        let now = self.core.now();
        let looked = || self.pruned_at.lock().unwrap_or_else(PoisonError::into_inner);
        if looked().is_some_and(|looked| now - looked < LOOK_EVERY) {
            return Ok(());
        }
        self.abilities.forget_removals_of_deleted_sessions().await?;
        let (folder, machine, clock) =
            (self.core.installer().folder, self.core.options.machine.clone(), self.core.options.clock.clone());
        let work = move || manage::prune(&InstallContext { folder, machine: &machine, state_home: None, clock: &*clock });
        let pruned = blocking("forgetting removed skills", work).await?;
        if pruned.map_err(failure_of)?.is_some() {
            *looked() = Some(now);
        }
        Ok(())
    }
}
