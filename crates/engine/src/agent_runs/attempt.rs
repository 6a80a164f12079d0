//! One try of an agent in a fresh folder, within walls and under a test policy, whose agent reports nothing: what it left is read. Practices
//! and gates are made of tries.

use crate::Answer;
use crate::agent_runs::ends::{BROKE, after_cleanup};
use crate::agent_runs::folder::RunFolder;
use crate::agent_runs::policy::{Rules, holdable, told};
use crate::agent_runs::progress::{Progress, Seen};
use crate::agent_runs::{AgentRuns, Found, kind_of, walled};
use crate::core::agent_files::OwnOfTry;
use crate::hooks::SkillOfRun;
use apprentice_agents::run::{Limits, Request};
use apprentice_contracts::agent_run::{AgentRunEnd, AgentRunEndKind, IsolationKind};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::test_policy::TestPolicy;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// What a try is given.
pub(super) struct Attempt<'a> {
    pub agent: &'a str,
    /// The folder that is copied.
    pub folder: Option<&'a str>,
    pub policy: &'a TestPolicy,
    pub without_isolation: bool,
    /// The isolation that was reported for the first try.
    pub walls: IsolationKind,
    pub minutes: u32,
    pub prompt: String,
    /// The skill by which it does the task. `None`: there is none.
    pub skill: Option<SkillOfRun<'a>>,
    /// Folders that the agent may read besides its own.
    pub readable: Vec<PathBuf>,
    /// Folders that are empty within its walls.
    pub covered: Vec<PathBuf>,
    /// Copies of the agent's own files, which it gets in place of these. `None`: they are made for it, where its walls can show them.
    pub own: Option<OwnOfTry>,
}

/// A try before its agent is started.
pub(super) struct Prepared {
    pub folder: RunFolder,
    pub progress: Arc<Progress>,
    request: Request,
    own: Option<OwnOfTry>,
    /// The try fails if its folder cannot be removed.
    cleanup: bool,
}

/// A try whose agent has ended, with everything that it started. Its folder is still there.
pub(super) struct Ran {
    pub folder: RunFolder,
    pub end: AgentRunEnd,
    progress: Arc<Progress>,
    cleanup: bool,
}

impl AgentRuns {
    /// Makes the folder of a try. Errors: those of finding the agent, its walls, and copying the folder.
    pub(super) async fn prepare(&self, attempt: Attempt<'_>) -> Answer<Prepared> {
        let Found { runtime, program, isolation } = self.find(attempt.agent).await?;
        // What isolates a run may be gone since the last one.
        holdable(attempt.policy, &isolation)?;
        walled(runtime, &isolation, attempt.policy, attempt.without_isolation)?;
        // Walls that appear while tries go on without any do no harm.
        let are_others = attempt.walls != IsolationKind::None && attempt.walls != kind_of(&isolation);
        if are_others || attempt.own.is_some() && !isolation.has_places() {
            let message = "without_isolation: what isolates a try has changed since the first one, so this one would not begin like it. Begin again to use what there is now, or say without_isolation.";
            let field = json!({ "field": "without_isolation" });
            return Err(Failure::new(ErrorCode::AdapterUnavailable, message).with_details(field));
        }
        if let Some(skill) = &attempt.skill {
            self.hooks.ensure_readable(skill.skill_md).await?;
        }
        let folder = self.folder(attempt.folder, attempt.policy).await?;
        let rules = Rules::new(attempt.policy.clone(), folder.path.clone());
        let mark = format!("{}-{}", self.core.options.ids.next(), std::process::id());
        let hooks = self.hooks.of_run(runtime.id, mark, &folder.path, attempt.skill).await?;
        let progress = Arc::new(Progress::new(runtime, rules, hooks, self.core.options.clock.clone(), false));
        if folder.left_out > 0 {
            progress.note(&format!("{} links of the folder were not copied.", folder.left_out));
        }
        let mut launch = self.launch(runtime, program, isolation, &folder.path, attempt.policy);
        launch.walls.readable.extend(attempt.readable);
        launch.walls.covered.extend(attempt.covered);
        let own = match attempt.own {
            Some(own) => Some(own),
            None => self.own(&launch).await?,
        };
        let whole = Duration::from_secs(60 * u64::from(attempt.minutes));
        let request = Request {
            prompt: told(attempt.policy).unwrap_or_default() + &attempt.prompt,
            model: None,
            launch,
            // It reports nothing: its folder is read.
            mcp: None,
            limits: Limits { whole, ..Limits::default() },
        };
        Ok(Prepared { folder, progress, request, own, cleanup: attempt.policy.cleanup_required })
    }
}

impl Prepared {
    /// Runs the agent to its end.
    pub(super) async fn run(self, runs: &AgentRuns, cancel: CancellationToken) -> Ran {
        let Self { folder, progress, request, own, cleanup } = self;
        let mut end = runs.perform(request, &progress, cancel, &folder, own).await;
        if let Some(refused) = progress.sum_refusals() {
            end.message = format!("{} {refused}", end.message);
        }
        if end.message.contains(BROKE) {
            // A try that was cancelled and had broken the policy is no better than one that was not cancelled.
            end.kind = AgentRunEndKind::PolicyViolation;
        }
        Ran { folder, end, progress, cleanup }
    }
}

impl Ran {
    pub(super) fn path(&self) -> &Path {
        &self.folder.path
    }

    /// Deletes the folder, and answers what there is of the try. Nothing else of it is left.
    pub(super) async fn settle(self, runs: &AgentRuns) -> (AgentRunEndKind, Seen) {
        let removed = runs.clean_up(self.folder).await;
        let end = after_cleanup(self.end, removed, self.cleanup);
        let kind = end.kind;
        self.progress.end(end);
        (kind, self.progress.seen(0))
    }
}
