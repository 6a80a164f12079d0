//! What a run of an agent comes to while it goes on: its transcript, its plan, what it used, and how it ended.
//!
//! Invariant: nothing that the agent said is shown or stored before it is masked. A message that still grows is shown up to its last word,
//! because a secret may be only half there.

use crate::agent_runs::policy::{Rules, is_ours};
use crate::hooks::RunHooks;
use apprentice_agents::run::{Permission, PlanStatus, Refused, ToolCall, ToolKind, ToolStatus, Update, Watcher};
use apprentice_agents::runtimes::Runtime;
use apprentice_contracts::Time;
use apprentice_contracts::agent_run::{
    AgentPlanEntry, AgentRunEnd, AgentRunEntry, AgentRunEntryKind as Kind, AgentRunPhase, AgentUsage, MAX_ENTRIES, MAX_ENTRY,
};
use apprentice_contracts::observation::FileChange;
use apprentice_contracts::runtime::Clock;
use apprentice_observe::redact::mask_text;
use futures::future::BoxFuture;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most places whose refusals have a line each. More are counted.
const MAX_REFUSED: usize = 40;
/// How many of them the last line lists.
const LISTED: usize = 10;
/// The most commands and refused requests that are kept.
const MAX_KEPT: usize = 50;

/// A run of an agent, as the agent reports it.
pub(super) struct Progress {
    /// The agent, as the table of those that can be run names it.
    pub runtime: &'static Runtime,
    /// The agent's name for people.
    pub label: &'static str,
    /// Whether it is asked to report checkpoints.
    reports: bool,
    clock: Arc<dyn Clock>,
    /// Rules that are asked besides the test policy.
    hooks: Option<Arc<RunHooks>>,
    state: Mutex<State>,
}

/// What there is of a run now. Nothing of it needs to be masked any more.
pub(super) struct Seen {
    pub phase: AgentRunPhase,
    pub version: Option<String>,
    pub entries: Vec<AgentRunEntry>,
    pub count: u32,
    pub plan: Vec<AgentPlanEntry>,
    pub usage: AgentUsage,
    pub files: Vec<FileChange>,
    pub actions: u32,
    pub end: Option<AgentRunEnd>,
    pub ended_at: Option<Time>,
    /// Commands that succeeded, as the agent says, in order.
    pub commands: Vec<String>,
    /// Why permission requests were refused.
    pub rejections: Vec<Rejection>,
}

/// A permission request that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rejection {
    pub kind: ToolKind,
    pub why: String,
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
    /// Places that the agent was refused, with how often.
    refused: BTreeMap<String, u32>,
    /// All refusals.
    refusals: u32,
    /// Commands with the calls that run them, and whether they succeeded.
    commands: Vec<(String, String, bool)>,
    rejections: Vec<Rejection>,
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

impl Progress {
    /// `reports`: whether the agent is asked to report checkpoints.
    pub(super) fn new(
        runtime: &'static Runtime,
        rules: Rules,
        hooks: Option<Arc<RunHooks>>,
        clock: Arc<dyn Clock>,
        reports: bool,
    ) -> Self {
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
            refused: BTreeMap::new(),
            refusals: 0,
            commands: Vec::new(),
            rejections: Vec::new(),
        };
        Self { runtime, label: runtime.agent().label, reports, clock, hooks, state: Mutex::new(state) }
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

    /// What there is now, with the transcript from entry `from` on.
    pub(super) fn seen(&self, from: u32) -> Seen {
        let state = self.state();
        let grows = state.phase != AgentRunPhase::Ended;
        let last = state.entries.len().saturating_sub(1);
        let numbered = state.entries.iter().enumerate().skip(from as usize);
        let masked = |text: &String| mask_text(text).0.chars().take(MAX_ENTRY).collect::<String>();
        Seen {
            phase: state.phase,
            version: state.version.clone(),
            entries: numbered.map(|(number, raw)| raw.shown(number, grows && number == last)).collect(),
            count: state.count,
            plan: state.plan.clone(),
            usage: state.usage.clone(),
            files: state.files.clone(),
            actions: state.rules.actions(),
            end: state.end.clone(),
            ended_at: state.ended_at,
            commands: state.commands.iter().filter(|(.., succeeded)| *succeeded).map(|(_, line, _)| masked(line)).collect(),
            rejections: state.rejections.iter().map(|one| Rejection { kind: one.kind, why: masked(&one.why) }).collect(),
        }
    }
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

    fn keep_command(&mut self, call: &ToolCall) {
        let Some(command) = &call.command else { return };
        let succeeded = call.status == ToolStatus::Completed;
        let has_room = self.commands.len() < MAX_KEPT;
        let kept = (call.id.clone(), cut(command), succeeded);
        match self.commands.iter_mut().find(|(id, ..)| *id == call.id) {
            Some(known) => *known = kept,
            None if has_room => self.commands.push(kept),
            None => {}
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
        self.keep_command(call);
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

impl Watcher for Progress {
    fn permit<'a>(&'a self, call: &'a ToolCall) -> BoxFuture<'a, Permission> {
        Box::pin(async move {
            let decided = self.state().rules.permit(call);
            match &self.hooks {
                Some(hooks) if decided == Permission::Allow && !is_ours(call) => hooks.permit(call).await,
                _ => decided,
            }
        })
    }

    fn hear(&self, update: Update) -> Option<String> {
        let at = self.clock.now();
        let mut state = self.state();
        match update {
            Update::Started { name, version, reports } => {
                state.phase = AgentRunPhase::Working;
                state.version = version.as_deref().map(|version| mask_text(version).0);
                let named = name.unwrap_or_else(|| self.label.to_owned());
                let mut text = format!("{named} {} works.", version.unwrap_or_default());
                if !reports && self.reports {
                    text.push_str(" It cannot report checkpoints, because it does not support MCP servers over HTTP. Apprentice still reads its effects.");
                }
                state.add(Raw { at, kind: Kind::Note, text: text.replace("  ", " "), status: None, id: None });
            }
            Update::Model(model) => {
                let text = format!("It works with the model {}.", mask_text(&model).0);
                state.add(Raw { at, kind: Kind::Note, text, status: None, id: None });
            }
            Update::Message(part) => state.say(at, Kind::Message, &part),
            Update::Thought(part) => state.say(at, Kind::Thought, &part),
            Update::Tool(call) => {
                let of_skill = || self.hooks.as_ref().filter(|_| !is_ours(&call)).and_then(|hooks| hooks.breach(&call));
                let broken = state.rules.observe(&call).or_else(of_skill);
                state.tool(at, &call);
                return broken;
            }
            Update::Permission { call, answer } => {
                if let Permission::Reject(why) | Permission::Forbid(why) = &answer
                    && state.rejections.len() < MAX_KEPT
                {
                    state.rejections.push(Rejection { kind: call.kind, why: cut(why) });
                }
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
                return state.rules.reached(&refused, self.runtime.chatters_with(&refused.host));
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
