//! Work without a caller: deadlines, upkeep and the nightly work.

mod nightly;
pub(crate) mod timers;

use crate::Answer;
use crate::ability::operations::Abilities;
use crate::app::App;
use crate::app::settings::UserSettings;
use crate::catalogue::Catalogue;
use crate::connectors::purge_calls;
use crate::core::Core;
use crate::imports::Imports;
use crate::install::Installs;
use crate::session::operations::Sessions;
use crate::skills_page::SkillsPage;
use crate::validation::Validation;
use std::sync::Arc;

/// Runs what is due in every area.
pub(crate) struct Scheduler {
    pub core: Arc<Core>,
    pub settings: UserSettings,
    pub installs: Installs,
    pub validation: Validation,
    pub abilities: Abilities,
    pub sessions: Sessions,
    pub imports: Imports,
    pub skills_page: SkillsPage,
    pub app: App,
    pub catalogue: Catalogue,
}

impl Scheduler {
    /// Runs everything that is due now (§0C.16D) and repairs what a failure left half done. A step that fails does not stop the
    /// others; it is tried again with the next run, and the doctor reports it until then.
    pub(crate) async fn run_due(&self) -> Answer<()> {
        let _gate = self.core.gate.lock().await;
        let done = [
            self.installs.undo_stuck().await,
            self.sessions.pause_after_crash().await,
            self.apply_session_deadlines().await,
            self.validation.cancel_lost_runs().await,
            self.sessions.store_lost_counts().await,
            self.abilities.expire_old_failures().await,
            self.sessions.purge().await,
            purge_calls(&self.core).await,
            self.sessions.archive().await,
            self.imports.apply_deadlines().await,
            self.skills_page.prune_removed_skills().await,
            self.nightly().await,
            self.installs.place_abilities().await,
            self.abilities.check_usability().await,
        ];
        self.core.erase_deleted_bytes().await;
        self.core.deliver_projections().await;
        let done: Answer<()> = done.into_iter().collect();
        self.app.report_upkeep(done.as_ref().err());
        done
    }

    async fn apply_session_deadlines(&self) -> Answer<()> {
        self.validation.expire_shown_check().await;
        let settings = self.settings.read().await?;
        self.sessions.apply_deadlines(&settings).await
    }

    /// Checks again what the abilities need, after a change of one or of an agent's folder.
    async fn check_usability(&self) {
        let _gate = self.core.gate.lock().await;
        match self.abilities.check_usability().await {
            Ok(()) => self.core.deliver_projections().await,
            Err(failure) => tracing::warn!(%failure, "what abilities need is checked with the next upkeep"),
        }
    }

    async fn place_changed_abilities(&self) {
        // An operation that changes an ability updates the folders itself; only reports of agents are left for this task.
        if let Ok(true) = self.installs.folders_are_settled().await {
            return;
        }
        let _gate = self.core.gate.lock().await;
        if let Err(failure) = self.installs.place_abilities().await {
            tracing::warn!(%failure, "the folder of an agent is updated with the next upkeep");
        }
    }
}
