//! The state of a run while it goes on: its transcript, and what its agent reported.
//!
//! Invariant: nothing that the agent said is shown or stored before it is masked. A message that still grows is shown up to its last word,
//! because a secret may be only half there.

use crate::agent_runs::policy::Rules;
use crate::validation::evaluator::RehearsalEvaluator;
use crate::validation::verdicts;
use apprentice_agents::run::{Permission, PlanStatus, Refused, ToolCall, ToolStatus, Update, Watcher};
use apprentice_agents::runtimes::Runtime;
use apprentice_contracts::agent_run::{
    AgentPlanEntry, AgentRun, AgentRunCheckpoint, AgentRunEnd, AgentRunEntry, AgentRunEntryKind as Kind, AgentRunPhase,
    AgentUsage, IsolationReport, MAX_ENTRIES, MAX_ENTRY,
};
use apprentice_contracts::checkpoint::{Checkpoint, CheckpointVerificationReceipt, ReceiptSource};
use apprentice_contracts::ids::{AbilityId, CheckpointId, DispatchId};
use apprentice_contracts::observation::FileChange;
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::test_policy::TestPolicy;
use apprentice_contracts::validation::OverallResult;
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_observe::redact::mask_text;
use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio_util::sync::CancellationToken;

/// The most places whose refusals have a line each. More are counted.
const MAX_REFUSED: usize = 40;
/// How many of them the last line lists.
const LISTED: usize = 10;

/// What does not change in a run.
pub(super) struct About {
    /// The agent, as the table of those that can be run names it.
    pub runtime: &'static Runtime,
    pub agent_label: &'static str,
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
    pub evaluator: Arc<RehearsalEvaluator>,
    /// Ends the agent.
    pub cancel: CancellationToken,
    /// Cancelled when the run has ended and nothing of it is left.
    pub done: CancellationToken,
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
}

struct State {
    rules: Rules,
    phase: AgentRunPhase,
    version: Option<String>,
    entries: Vec<Raw>,
    count: u32,
    plan: Vec<AgentPlanEntry>,
    usage: AgentUsage,
    files: Vec<FileChange>,
    end: Option<AgentRunEnd>,
    ended_at: Option<Time>,
    /// Checkpoints that the agent reported.
    claimed: HashSet<CheckpointId>,
    /// Places that the agent was refused, with how often.
    refused: BTreeMap<String, u32>,
    /// All refusals.
    refusals: u32,
}

/// An entry that is not masked yet.
struct Raw {
    at: Time,
    kind: Kind,
    text: String,
    status: Option<&'static str>,
    /// Of a tool call.
    id: Option<String>,
}

impl LiveRun {
    pub(super) fn new(about: About, evaluator: Arc<RehearsalEvaluator>, rules: Rules, clock: Arc<dyn Clock>) -> Self {
        let state = State {
            rules,
            phase: AgentRunPhase::Starting,
            version: None,
            entries: Vec::new(),
            count: 0,
            plan: Vec::new(),
            usage: AgentUsage::default(),
            files: Vec::new(),
            end: None,
            ended_at: None,
            claimed: HashSet::new(),
            refused: BTreeMap::new(),
            refusals: 0,
        };
        // Cancelling the rehearsal also ends the agent.
        let cancel = evaluator.final_reads.cancelled.child_token();
        Self { about, evaluator, cancel, done: CancellationToken::new(), clock, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn note(&self, text: &str) {
        let at = self.clock.now();
        self.state().add(Raw { at, kind: Kind::Note, text: text.to_owned(), status: None, id: None });
    }

    pub(super) fn enter(&self, phase: AgentRunPhase) {
        self.state().phase = phase;
    }

    /// What the agent left in its folder. `Some`: it breaks the policy.
    pub(super) fn left(&self, files: Vec<FileChange>, lost: &[std::path::PathBuf]) -> Option<String> {
        let mut state = self.state();
        let violation = state.rules.left(files.len(), lost);
        state.files = files.into_iter().map(|file| FileChange { path: mask_text(&file.path).0, ..file }).collect();
        violation
    }

    pub(super) fn end(&self, end: AgentRunEnd) {
        let mut state = self.state();
        state.phase = AgentRunPhase::Ended;
        state.end = Some(end);
        state.ended_at = Some(self.clock.now());
    }

    /// Notes how many connections were refused, and answers it as a sentence. `None`: there were none.
    pub(super) fn sum_refusals(&self) -> Option<String> {
        let (count, note) = {
            let state = self.state();
            let places = state.refused.iter().take(LISTED).map(|(place, count)| format!("{place} ({count})"));
            (state.refusals, format!("Refused connections: {}, to {}", state.refusals, places.collect::<Vec<_>>().join(", ")))
        };
        match count {
            0 => return None,
            _ => self.note(&note),
        }
        Some(if count == 1 { "One connection was refused.".to_owned() } else { format!("{count} connections were refused.") })
    }

    /// Whether this is the agent's first report of a checkpoint in this run.
    pub(super) fn claim(&self, checkpoint: &CheckpointId) -> bool {
        self.state().claimed.insert(checkpoint.clone())
    }

    /// The run as it is now, with its transcript from entry `from` on.
    pub(super) fn view(&self, from: u32, result: OverallResult, receipts: &[CheckpointVerificationReceipt]) -> AgentRun {
        let state = self.state();
        let grows = state.phase != AgentRunPhase::Ended;
        let last = state.entries.len().saturating_sub(1);
        let numbered = state.entries.iter().enumerate().skip(from as usize);
        let entries = numbered.map(|(number, raw)| raw.shown(number, grows && number == last)).collect();
        let evaluator = &self.evaluator;
        AgentRun {
            run_id: evaluator.run.validation_run_id,
            agent_id: self.about.runtime.id.to_owned(),
            agent_label: self.about.agent_label.to_owned(),
            agent_version: state.version.clone(),
            proposal_id: evaluator.run.proposal_id,
            learn_session_id: evaluator.session,
            ability_id: self.about.ability.clone(),
            inputs: self.about.inputs.clone(),
            phase: state.phase,
            end: state.end.clone(),
            overall_result: result,
            policy: self.about.policy.clone(),
            isolation: self.about.isolation.clone(),
            checkpoints: beside(&evaluator.checkpoints, receipts),
            plan: state.plan.clone(),
            entries,
            entry_count: state.count,
            action_count: state.rules.actions(),
            usage: state.usage.clone(),
            files: state.files.clone(),
            started_at: evaluator.run.started_at,
            ended_at: state.ended_at,
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

impl Raw {
    fn shown(&self, number: usize, grows: bool) -> AgentRunEntry {
        let grows = grows && matches!(self.kind, Kind::Message | Kind::Thought);
        let words = if grows { self.text.rfind(char::is_whitespace).map_or("", |end| &self.text[..=end]) } else { &self.text };
        AgentRunEntry {
            number: u32::try_from(number).unwrap_or(u32::MAX),
            at: self.at,
            kind: self.kind,
            text: mask_text(words).0.chars().take(MAX_ENTRY).collect(),
            status: self.status.map(str::to_owned),
        }
    }
}

impl State {
    fn add(&mut self, raw: Raw) {
        self.count = self.count.saturating_add(1);
        if self.entries.len() < MAX_ENTRIES {
            self.entries.push(raw);
        }
    }

    /// Adds a part to the message that the agent is in, or begins one.
    fn say(&mut self, at: Time, kind: Kind, part: &str) {
        match self.entries.last_mut().filter(|last| last.kind == kind) {
            // Bytes: at least as many as characters.
            Some(last) if last.text.len() < MAX_ENTRY * 4 => last.text.push_str(&cut(part)),
            Some(_) => {}
            None => self.add(Raw { at, kind, text: cut(part), status: None, id: None }),
        }
    }

    /// Adds a line for a place that is refused for the first time.
    fn refuse(&mut self, at: Time, refused: &Refused) {
        self.refusals = self.refusals.saturating_add(1);
        let place = cut(&format!("{}:{}", refused.host, refused.port));
        if let Some(count) = self.refused.get_mut(&place) {
            *count = count.saturating_add(1);
        } else if self.refused.len() < MAX_REFUSED {
            self.refused.insert(place, 1);
            self.add(Raw { at, kind: Kind::Note, text: cut(&format!("{refused}.")), status: None, id: None });
        }
    }

    fn tool(&mut self, at: Time, call: &ToolCall) {
        let status = match call.status {
            ToolStatus::Pending => "pending",
            ToolStatus::InProgress => "in_progress",
            ToolStatus::Completed => "completed",
            ToolStatus::Failed => "failed",
        };
        let is_same = |raw: &&mut Raw| raw.kind == Kind::Tool && raw.id.as_deref() == Some(&call.id);
        if let Some(known) = self.entries.iter_mut().rev().find(is_same) {
            known.text = words_of(call);
            known.status = Some(status);
        } else {
            self.add(Raw { at, kind: Kind::Tool, text: words_of(call), status: Some(status), id: Some(call.id.clone()) });
        }
    }
}

fn words_of(call: &ToolCall) -> String {
    match call.command.as_deref().filter(|command| !call.title.contains(command)) {
        Some(command) => cut(&format!("{}: {command}", call.title)),
        None => cut(&call.title),
    }
}

/// A part as it is kept: four times what is shown, so that what is cut off hides no secret before it is masked.
fn cut(text: &str) -> String {
    text.chars().take(MAX_ENTRY * 4).collect()
}

impl Watcher for LiveRun {
    fn permit(&self, call: &ToolCall) -> Permission {
        self.state().rules.permit(call)
    }

    fn hear(&self, update: Update) -> Option<String> {
        let at = self.clock.now();
        let mut state = self.state();
        match update {
            Update::Started { name, version, reports } => {
                state.phase = AgentRunPhase::Working;
                state.version = version.as_deref().map(|version| mask_text(version).0);
                let named = name.unwrap_or_else(|| self.about.agent_label.to_owned());
                let mut text = format!("{named} {} works.", version.unwrap_or_default());
                if !reports {
                    text.push_str(" It cannot report checkpoints, because it takes no MCP server over HTTP. Its effects are read all the same.");
                }
                state.add(Raw { at, kind: Kind::Note, text: text.replace("  ", " "), status: None, id: None });
            }
            Update::Message(part) => state.say(at, Kind::Message, &part),
            Update::Thought(part) => state.say(at, Kind::Thought, &part),
            Update::Tool(call) => {
                let broken = state.rules.observe(&call);
                state.tool(at, &call);
                return broken;
            }
            Update::Permission { call, answer } => {
                let (status, why) = match answer {
                    Permission::Allow => ("allowed", String::new()),
                    Permission::Reject(why) => ("rejected", format!(" – {why}")),
                    Permission::Forbid(why) => ("forbidden", format!(" – {why}")),
                };
                let text = format!("{}{why}", words_of(&call));
                state.add(Raw { at, kind: Kind::Permission, text, status: Some(status), id: None });
            }
            Update::Plan(plan) => {
                let status = |status| match status {
                    PlanStatus::Pending => "pending",
                    PlanStatus::InProgress => "in_progress",
                    PlanStatus::Completed => "completed",
                };
                let entry = |entry: apprentice_agents::run::PlanEntry| AgentPlanEntry {
                    content: mask_text(&entry.content).0,
                    status: status(entry.status).to_owned(),
                };
                state.plan = plan.into_iter().map(entry).collect();
            }
            Update::Refused(refused) => {
                state.refuse(at, &refused);
                return state.rules.reached(&refused, self.about.runtime.chatters_with(&refused.host));
            }
            Update::Usage(usage) => {
                let (cost, currency) = usage.cost.unzip();
                let currency = currency.map(|currency| mask_text(&currency).0);
                state.usage = AgentUsage { context_used: usage.context_used, context_size: usage.context_size, cost, currency };
            }
        }
        None
    }
}
