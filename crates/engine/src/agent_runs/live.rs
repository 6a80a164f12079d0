//! The live state of a run of an ability: the reports of the agent, and its claims on checkpoints next to the results that were read.

use crate::agent_runs::policy::Rules;
use crate::agent_runs::progress::Progress;
use crate::hooks::RunHooks;
use crate::validation::evaluator::RehearsalEvaluator;
use crate::validation::verdicts;
use apprentice_agents::runtimes::Runtime;
use apprentice_contracts::agent_run::{AgentRun, AgentRunCheckpoint, AgentRunDefinition, IsolationReport};
use apprentice_contracts::checkpoint::{Checkpoint, CheckpointVerificationReceipt, ReceiptSource};
use apprentice_contracts::ids::{AbilityId, CheckpointId, DispatchId, ValidationRunId};
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::test_policy::TestPolicy;
use apprentice_contracts::validation::OverallResult;
use apprentice_contracts::{SCHEMA_VERSION, Time};
use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::sync::CancellationToken;

/// What does not change in a run.
pub(super) struct About {
    pub run_id: ValidationRunId,
    pub started_at: Time,
    /// The agent definition that it works by.
    pub definition: Option<AgentRunDefinition>,
    /// The agent, as the table of those that can be run names it.
    pub runtime: &'static Runtime,
    pub ability: Option<AbilityId>,
    pub inputs: BTreeMap<String, String>,
    pub policy: TestPolicy,
    pub isolation: IsolationReport,
    /// Identifies the run in the agent's reports.
    pub dispatch: DispatchId,
    /// What the agent shows to our server.
    pub token: String,
}

/// A run that goes on.
pub(super) struct LiveRun {
    pub about: About,
    pub progress: Arc<Progress>,
    /// Judges the task of an ability. `None`: the task is a message.
    pub evaluator: Option<Arc<RehearsalEvaluator>>,
    /// Ends the agent.
    pub cancel: CancellationToken,
    /// Cancelled when the run has ended and nothing of it is left.
    pub done: CancellationToken,
    /// Checkpoints that the agent reported.
    claimed: Mutex<HashSet<CheckpointId>>,
}

impl LiveRun {
    pub(super) fn new(
        about: About,
        evaluator: Option<Arc<RehearsalEvaluator>>,
        rules: Rules,
        hooks: Option<Arc<RunHooks>>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        // Cancelling the rehearsal also ends the agent.
        let cancel = evaluator.as_ref().map(|evaluator| evaluator.final_reads.cancelled.child_token()).unwrap_or_default();
        let progress = Arc::new(Progress::new(about.runtime, rules, hooks, clock, evaluator.is_some()));
        Self { about, progress, evaluator, cancel, done: CancellationToken::new(), claimed: Mutex::default() }
    }

    /// Whether this is the agent's first report of a checkpoint in this run.
    pub(super) fn claim(&self, checkpoint: &CheckpointId) -> bool {
        self.claimed.lock().unwrap_or_else(PoisonError::into_inner).insert(checkpoint.clone())
    }

    /// What is judged, in the order of the draft.
    pub(super) fn checkpoints(&self) -> &[Checkpoint] {
        self.evaluator.as_ref().map_or(&[], |evaluator| &evaluator.checkpoints)
    }

    /// The run as it is now, with its transcript from entry `from` on.
    pub(super) fn view(&self, from: u32, result: OverallResult, receipts: &[CheckpointVerificationReceipt]) -> AgentRun {
        let seen = self.progress.seen(from);
        let evaluator = self.evaluator.as_ref();
        AgentRun {
            run_id: self.about.run_id,
            agent_id: self.about.runtime.id.to_owned(),
            agent_label: self.progress.label.to_owned(),
            agent_version: seen.version,
            proposal_id: evaluator.map(|evaluator| evaluator.run.proposal_id),
            learn_session_id: evaluator.map(|evaluator| evaluator.session),
            definition: self.about.definition.clone(),
            ability_id: self.about.ability.clone(),
            inputs: self.about.inputs.clone(),
            phase: seen.phase,
            end: seen.end,
            overall_result: result,
            policy: self.about.policy.clone(),
            isolation: self.about.isolation.clone(),
            checkpoints: beside(self.checkpoints(), receipts),
            plan: seen.plan,
            entries: seen.entries,
            entry_count: seen.count,
            action_count: seen.actions,
            usage: seen.usage,
            files: seen.files,
            started_at: self.about.started_at,
            ended_at: seen.ended_at,
            schema_version: SCHEMA_VERSION,
        }
    }
}

/// What the agent said beside what was read.
fn beside(checkpoints: &[Checkpoint], receipts: &[CheckpointVerificationReceipt]) -> Vec<AgentRunCheckpoint> {
    let latest = |id: &CheckpointId, by_agent: bool| {
        let of = |receipt: &&CheckpointVerificationReceipt| {
            receipt.checkpoint_id == *id && (receipt.source == ReceiptSource::Agent) == by_agent
        };
        receipts.iter().rev().find(of).cloned()
    };
    let mut ordered: Vec<&Checkpoint> = checkpoints.iter().collect();
    ordered.sort_by_key(|checkpoint| checkpoint.order_hint);
    let shown = |checkpoint: &Checkpoint| AgentRunCheckpoint {
        said: latest(&checkpoint.checkpoint_id, true),
        read: latest(&checkpoint.checkpoint_id, false),
        refuted: verdicts::is_refuted(checkpoint, receipts),
        checkpoint_id: checkpoint.checkpoint_id.clone(),
        goal: checkpoint.goal.clone(),
        role: checkpoint.role,
    };
    ordered.into_iter().map(shown).collect()
}
