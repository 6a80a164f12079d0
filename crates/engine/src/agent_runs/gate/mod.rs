//! The gate: does a skill help the agent that will use it? The agent does the same task several times without the skill, with the bare recording,
//! and with the skill; each try in a fresh folder, within walls, in a shuffled order. What is read of each try decides.
//!
//! Invariants: a gate changes neither the health of an ability nor the tests of a draft; when it has ended, nothing of it runs.

mod order;
mod prompt;
mod statistics;
mod subject;
mod verdict;

use crate::Answer;
use crate::agent_runs::attempt::{Attempt, Ran};
use crate::agent_runs::gate::prompt::Task;
use crate::agent_runs::gate::subject::{Judge, Subject};
use crate::agent_runs::policy::holdable;
use crate::agent_runs::practice::{request as practice_request, results};
use crate::agent_runs::progress::{Progress, Seen};
use crate::agent_runs::{AgentRuns, walled, walls_of};
use crate::core::Core;
use crate::core::agent_files::{KeptOwn, OwnOfTry};
use crate::core::blocking::blocking;
use crate::core::idempotency::IdempotencyKey;
use crate::core::notify::ChangeNotice;
use crate::core::request::invalid;
use crate::hooks::SkillOfRun;
use crate::proposal::gates::{self, OngoingGate};
use crate::validation::trial::Trial;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::agent_practice::PracticeCheckStatus;
use apprentice_contracts::agent_run::{AgentRunEndKind, AgentRunPhase, IsolationKind};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::gate::{
    DEFAULT_MINUTES, DEFAULT_TRIES, Gate, GateArm, GateArms, GateCheck, GateOutcome as Outcome, GateSummary, GateTry, GatesQuery,
    GatesResponse, StartGateRequest,
};
use apprentice_contracts::ids::GateId;
use apprentice_contracts::page::WholeOrPageQuery;
use apprentice_contracts::validation::OverallResult;
use apprentice_observe::redact::mask_text;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The operations on gates.
#[derive(Clone)]
pub(crate) struct Gates {
    core: Arc<Core>,
    runs: AgentRuns,
    live: Arc<Mutex<Option<Arc<Live>>>>,
}

/// What walls hold of the own files of an agent in a gate.
const OWN_FILES: &str = "Its own files: each try begins with the same copy, as they were when the gate began.";

/// A gate that goes on, with the try that runs.
struct Live {
    going: Arc<OngoingGate>,
    request: StartGateRequest,
    subject: Subject,
    /// The agent's own files, of which each try gets a copy. `None`: without walls, where it finds the real ones.
    own: Option<Arc<KeptOwn>>,
    state: Mutex<LiveState>,
}

struct LiveState {
    gate: Gate,
    current: Option<(GateTry, Arc<Progress>)>,
}

impl Live {
    fn state(&self) -> MutexGuard<'_, LiveState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The gate as it is now.
    fn now(&self) -> Gate {
        let state = self.state();
        let mut gate = state.gate.clone();
        gate.tries.extend(state.current.iter().map(|(one, progress)| with_seen(one.clone(), &progress.seen(u32::MAX))));
        gate
    }
}

/// The try with the reports of its agent.
fn with_seen(one: GateTry, seen: &Seen) -> GateTry {
    GateTry {
        phase: seen.phase,
        end: seen.end.clone(),
        action_count: seen.actions,
        usage: seen.usage.clone(),
        ended_at: seen.ended_at,
        ..one
    }
}

impl Gates {
    pub(crate) fn new(core: Arc<Core>, runs: AgentRuns) -> Self {
        Self { core, runs, live: Arc::default() }
    }

    /// Begins the tries.
    pub(crate) async fn start(&self, request: StartGateRequest) -> Answer<Gate> {
        let _gate = self.core.gate.lock().await;
        let key = IdempotencyKey::new("start_gate", "", request.client_request_id.as_ref(), &request)?;
        self.core.run_once(key, self.begin(request)).await
    }

    /// A gate: the one that goes on, or what is stored. Errors: `NOT_FOUND`.
    pub(crate) async fn status(&self, id: GateId) -> Answer<Gate> {
        let live = self.live.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(live) = live.filter(|live| live.going.id == id) {
            return Ok(live.now());
        }
        let stored = self.core.store.read(move |db| gates::get(db, id)).await?;
        let stored = stored.ok_or_else(|| Failure::new(ErrorCode::NotFound, format!("There is no gate {id}.")))?;
        // Its end could not be stored, such as on a full disk: it does not go on.
        Ok(if stored.summary.outcome.is_none() { ended(stored, Outcome::Interrupted, self.core.now()) } else { stored })
    }

    /// The gates, newest first.
    pub(crate) async fn list(&self, query: GatesQuery) -> Answer<GatesResponse> {
        let mut all = self.core.store.read(|db| gates::all(db)).await?;
        all.reverse();
        all.retain(|gate| {
            query.ability_id.as_ref().is_none_or(|id| gate.ability_id.as_ref() == Some(id))
                && query.proposal_id.is_none_or(|id| gate.proposal_id == Some(id))
        });
        let total = u32::try_from(all.len()).unwrap_or(u32::MAX);
        if let Some(page) = (WholeOrPageQuery { page: query.page, page_size: query.page_size }).page() {
            let first = (page.page as usize - 1).saturating_mul(page.page_size as usize);
            all = all.into_iter().skip(first).take(page.page_size as usize).collect();
        }
        Ok(GatesResponse { gates: all, total, schema_version: SCHEMA_VERSION })
    }

    /// Ends a gate without a verdict, and answers when nothing of it is left. One that has ended is answered as it ended. Errors: `NOT_FOUND`.
    pub(crate) async fn cancel(&self, id: GateId) -> Answer<Gate> {
        self.runs.validation.gates.cancel(id).await?;
        self.status(id).await
    }

    /// Says of gates that a killed program left that they were interrupted.
    pub(crate) async fn recover(&self) {
        let now = self.core.now();
        let ended = self.core.change(move |tx| {
            for left in gates::all(tx.db)?.into_iter().filter(|gate| gate.outcome.is_none()) {
                if let Some(gate) = gates::get(tx.db, left.gate_id)? {
                    gates::update(tx.db, &ended(gate, Outcome::Interrupted, now))?;
                }
            }
            Ok(())
        });
        if let Err(failure) = ended.await {
            tracing::error!(%failure, "gates that were left could not be ended");
        }
    }

    /// The caller holds the gate.
    async fn begin(&self, request: StartGateRequest) -> Answer<Gate> {
        if self.runs.is_busy() {
            let message = "Another agent run, practice or gate is in progress. Wait for it to finish or stop it. Only one can run at a time.";
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        let found = self.runs.find(&request.agent).await?;
        let subject = self.runs.gate_subject(&request).await?;
        self.runs.hooks.ensure_readable(&subject.skill_md).await?;
        holdable(&subject.policy.policy, &found.isolation)?;
        walled(found.runtime, &found.isolation, &subject.policy.policy, request.without_isolation)?;
        hides_the_skill(&subject, request.folder.as_deref())?;
        // A folder that cannot be copied is reported before anything starts.
        let fresh = self.runs.folder(request.folder.as_deref(), &subject.policy.policy).await?;
        if let Judge::Results(wanted) = &subject.judge {
            let (path, wanted) = (fresh.path.clone(), wanted.clone());
            let before = blocking("reading the results before any try", move || results::read(&path, &wanted)).await?;
            if before.iter().all(|check| check.status == PracticeCheckStatus::Holds) {
                let why = "All of this is true in the folder before anything is done, so an agent that does nothing would pass. Name what the task makes true, or another folder.";
                return Err(invalid("results", why));
            }
        }
        let own = match found.isolation.has_places() {
            true => {
                let walls = self.runs.walls(found.runtime, &found.program, &fresh.path);
                let (own, home) = (walls.shown_writable().map(Path::to_owned).collect(), self.core.options.home.clone());
                Some(blocking("copying an agent's files", move || KeptOwn::keep(&home, own)).await??)
            }
            false => None,
        };
        drop(fresh);
        let mut isolation = walls_of(found.runtime, &found.isolation, &self.runs.allowed(found.runtime, &subject.policy.policy));
        let mut planned = vec![GateArm::None];
        let mut notes = subject.policy.stricter.clone();
        match &subject.trace {
            Ok(_) if request.without_trace => notes.push("The recording was left out.".to_owned()),
            Ok(_) => planned.push(GateArm::Trace),
            Err(why) => notes.push((*why).to_owned()),
        }
        planned.push(GateArm::Skill);
        if own.is_some() {
            isolation.holds.push(OWN_FILES.to_owned());
        }
        if !found.isolation.has_places() {
            notes.push(
                "Without bubblewrap, what the agent itself remembers, such as its history and its settings, is there in every try and stays from one try to the next."
                    .to_owned(),
            );
        }
        if isolation.kind == IsolationKind::None {
            notes.push(
                "Without walls an agent that is connected to Apprentice may look up the skill in tries without it.".to_owned(),
            );
        }
        if !subject.copies.is_empty() {
            let places: Vec<String> = subject.copies.iter().map(|folder| folder.display().to_string()).collect();
            match isolation.kind {
                IsolationKind::Bubblewrap => {
                    isolation.holds.push("The skill: in tries without it, the agent does not find its folders.".to_owned());
                }
                IsolationKind::Landlock | IsolationKind::None => notes.push(format!(
                    "Without bubblewrap the agent may find the skill in tries that should not use it, so the real difference may be larger: {}.",
                    places.join(", ")
                )),
            }
        }
        let (id, now) = (GateId(self.core.options.ids.next()), self.core.now());
        let tries_per_arm = request.tries.unwrap_or(DEFAULT_TRIES);
        let seed = request.seed.map_or_else(drawn, Ok)?;
        let gate = Gate {
            summary: GateSummary {
                gate_id: id,
                title: subject.title.clone(),
                ability_id: subject.ability.clone(),
                proposal_id: subject.proposal,
                skill_sha256: subject.fingerprint.clone(),
                agent_label: found.runtime.agent().label.to_owned(),
                verdict: None,
                outcome: None,
                message: None,
                started_at: now,
                ended_at: None,
            },
            agent_id: found.runtime.id.to_owned(),
            agent_version: None,
            goal: subject.goal.clone(),
            inputs: request.inputs.clone(),
            policy: subject.policy.policy.clone(),
            isolation,
            tries_per_arm,
            minutes: request.minutes.unwrap_or(DEFAULT_MINUTES),
            max_minutes: request.max_minutes,
            max_cost: request.max_cost,
            seed,
            order: order::order(&planned, tries_per_arm, seed),
            tries: Vec::new(),
            arms: GateArms::default(),
            against_none: None,
            against_trace: None,
            notes,
            schema_version: SCHEMA_VERSION,
        };
        let gate = counted(gate);
        let begun = gate.clone();
        self.core.change(move |tx| gates::add(tx.db, &begun)).await?;
        let going = Arc::new(OngoingGate::new(id, subject.proposal, self.core.cancel.child_token()));
        let state = Mutex::new(LiveState { gate: gate.clone(), current: None });
        let live = Arc::new(Live { going: going.clone(), request, subject, own: own.map(Arc::new), state });
        self.runs.validation.gates.set(Some(going));
        *self.live.lock().unwrap_or_else(PoisonError::into_inner) = Some(live.clone());
        let gates = self.clone();
        self.core.supervisor.spawn("trying whether a skill helps", async move { gates.go_on(live).await });
        Ok(gate)
    }
}

/// A gate that goes on.
impl Gates {
    /// Tries to the end, also when a step panics: then the gate has failed, and the next one can begin.
    async fn go_on(&self, live: Arc<Live>) {
        let tried = self.core.supervisor.watch("trying whether a skill helps", self.try_all(&live)).await;
        let (outcome, why) = match tried {
            Some(Ok(outcome)) => (outcome, None),
            Some(Err(failure)) => {
                tracing::error!(%failure, "a gate could not go on");
                (Outcome::Failed, Some(failure.message))
            }
            None => (Outcome::Failed, None),
        };
        if let Some(own) = live.own.clone()
            && let Err(failure) = blocking("deleting copies of an agent's files", move || own.delete()).await
        {
            tracing::warn!(%failure, "copies of an agent's files stay until the next start");
        }
        let gate = {
            let mut state = live.state();
            state.current = None;
            let mut gate = ended(state.gate.clone(), outcome, self.core.now());
            if let Some(why) = why {
                gate.summary.message = Some(format!("It could not go on: {why} Nothing was found out."));
            }
            gate
        };
        if let Err(failure) = self.keep(gate).await {
            tracing::error!(%failure, "the end of a gate could not be stored");
        }
        // The end shows only now, from the database: a person who sees it may begin the next gate at once.
        self.runs.validation.gates.set(None);
        let mut shown = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.as_ref().is_some_and(|shown| Arc::ptr_eq(shown, &live)) {
            *shown = None;
        }
        drop(shown);
        live.going.done.cancel();
        self.core.notifier.notify(ChangeNotice::Rehearsal);
    }

    async fn keep(&self, gate: Gate) -> Answer<()> {
        self.core.change(move |tx| gates::update(tx.db, &gate)).await
    }

    async fn try_all(&self, live: &Live) -> Answer<Outcome> {
        let order = live.state().gate.order.clone();
        for (arm, number) in order.into_iter().zip(1..) {
            if let Some(ended) = interrupted(live) {
                return Ok(ended);
            }
            if is_used(&live.state().gate, self.core.now()) {
                return Ok(Outcome::BudgetUsed);
            }
            is_as_it_was(&live.subject).await?;
            let (one, version) = self.one_try(live, arm, number).await?;
            let kind = one.end.as_ref().map(|end| end.kind);
            let gate = {
                let mut state = live.state();
                state.current = None;
                state.gate.tries.push(one);
                state.gate.agent_version = version.or(state.gate.agent_version.take());
                state.gate = counted(state.gate.clone());
                state.gate.clone()
            };
            // What is tried already outlives a killed program.
            self.keep(gate).await?;
            self.core.notifier.notify(ChangeNotice::Rehearsal);
            if matches!(kind, Some(AgentRunEndKind::SignInNeeded | AgentRunEndKind::NotStarted)) {
                return Ok(Outcome::AgentUnavailable);
            }
        }
        // What was found holds for the files of the first try.
        is_as_it_was(&live.subject).await?;
        Ok(interrupted(live).unwrap_or(Outcome::Completed))
    }

    /// One try, from its fresh folder to what was read in it, with the version of the agent. Nothing of it is left when this returns.
    async fn one_try(&self, live: &Live, arm: GateArm, number: u32) -> Answer<(GateTry, Option<String>)> {
        let (request, subject) = (&live.request, &live.subject);
        let task = Task {
            goal: &subject.goal,
            inputs: &request.inputs,
            skill_md: &subject.skill_md,
            skill_folder: subject.folder.as_deref(),
            trace: subject.trace.as_deref().unwrap_or_default(),
        };
        let own: Option<OwnOfTry> = match live.own.clone() {
            Some(kept) => Some(blocking("copying an agent's files", move || kept.for_a_try()).await??),
            None => None,
        };
        let has_skill = arm == GateArm::Skill;
        let attempt = Attempt {
            agent: &request.agent,
            folder: request.folder.as_deref(),
            policy: &subject.policy.policy,
            without_isolation: request.without_isolation,
            walls: live.state().gate.isolation.kind,
            minutes: request.minutes.unwrap_or(DEFAULT_MINUTES),
            prompt: prompt::prompt(&task, arm),
            skill: has_skill.then(|| SkillOfRun { ability: subject.ability.as_ref(), skill_md: &subject.skill_md }),
            readable: if has_skill { subject.folder.iter().cloned().collect() } else { Vec::new() },
            covered: if has_skill { Vec::new() } else { subject.copies.clone() },
            own,
        };
        let prepared = self.runs.prepare(attempt).await?;
        let watched = self.watch(live, prepared.folder.path.clone(), prepared.progress.label).await?;
        let base = new_try(number, arm, self.core.now());
        live.state().current = Some((base.clone(), prepared.progress.clone()));
        self.core.notifier.notify(ChangeNotice::Rehearsal);
        let ran = prepared.run(&self.runs, live.going.cancel.child_token()).await;
        let judged = judge(subject, watched, &ran).await;
        let (kind, seen) = ran.settle(&self.runs).await;
        let (read, checks) = judged?;
        let one = GateTry { result: verdict::of_try(kind, read), checks, ..with_seen(base, &seen) };
        Ok((one, seen.version))
    }

    /// Reads the folder of a try before its agent is started.
    async fn watch(&self, live: &Live, folder: PathBuf, agent: &str) -> Answer<Option<Trial>> {
        match &live.subject.judge {
            Judge::Checkpoints(id, working) => {
                let working = working.as_ref().clone();
                self.runs.validation.begin_trial(*id, working, &live.request.inputs, folder, agent).await.map(Some)
            }
            Judge::Results(_) => Ok(None),
        }
    }
}

/// Errors: `CONFLICT` where the files of the skill are not those with which the gate began.
async fn is_as_it_was(subject: &Subject) -> Answer<()> {
    let Some(folder) = subject.folder.clone() else { return Ok(()) };
    if subject::files_of(folder).await.is_ok_and(|now| now == subject.fingerprint) {
        return Ok(());
    }
    Err(Failure::new(ErrorCode::Conflict, "The files of the skill were changed while it was tried."))
}

/// Why the gate was ended from outside. `None`: it was not.
fn interrupted(live: &Live) -> Option<Outcome> {
    let ended = if live.going.is_cancelled() { Outcome::Cancelled } else { Outcome::Interrupted };
    live.going.cancel.is_cancelled().then_some(ended)
}

/// Whether a limit of minutes or cost is reached.
fn is_used(gate: &Gate, now: apprentice_contracts::Time) -> bool {
    let minutes = (now - gate.summary.started_at).num_minutes();
    let cost: f64 = gate.tries.iter().filter_map(|one| one.usage.cost).sum();
    gate.max_minutes.is_some_and(|most| minutes >= i64::from(most)) || gate.max_cost.is_some_and(|most| cost >= most)
}

/// What was read of a try. What the agent said is not asked.
async fn judge(subject: &Subject, watched: Option<Trial>, ran: &Ran) -> Answer<(OverallResult, Vec<GateCheck>)> {
    if ran.end.kind == AgentRunEndKind::Cancelled {
        if let Some(trial) = watched {
            trial.give_up().await;
        }
        return Ok((OverallResult::Cancelled, Vec::new()));
    }
    match (&subject.judge, watched) {
        (Judge::Checkpoints(..), Some(trial)) => {
            let breach = (ran.end.kind == AgentRunEndKind::PolicyViolation).then(|| ran.end.message.clone());
            let (result, checks) = trial.judge(breach).await?;
            let shown = |check: crate::validation::trial::TrialCheck| GateCheck {
                wanted: check.wanted,
                holds: check.holds,
                evidence: mask_text(&check.evidence).0.chars().take(400).collect(),
            };
            Ok((result, checks.into_iter().map(shown).collect()))
        }
        (Judge::Checkpoints(..), None) => Err(crate::internal("judging a try", &"it was not watched")),
        (Judge::Results(wanted), _) => {
            let (path, wanted) = (ran.path().to_owned(), wanted.clone());
            let read = blocking("reading the results of a try", move || results::read(&path, &wanted)).await?;
            let holds = read.iter().all(|check| check.status == PracticeCheckStatus::Holds);
            let is_open = read.iter().any(results::is_undecided);
            let shown = |check: apprentice_contracts::agent_practice::PracticeCheck| GateCheck {
                wanted: practice_request::words(&check.result),
                holds: (!results::is_undecided(&check)).then_some(check.status == PracticeCheckStatus::Holds),
                evidence: check.evidence,
            };
            let result = match (holds, is_open) {
                (true, _) => OverallResult::Passed,
                (false, true) => OverallResult::Partial,
                (false, false) => OverallResult::Failed,
            };
            Ok((result, read.into_iter().map(shown).collect()))
        }
    }
}

/// Errors: `INVALID_REQUEST` where the skill lies in the folder of which every try gets a copy, also those without the skill.
fn hides_the_skill(subject: &Subject, folder: Option<&str>) -> Answer<()> {
    let Some(folder) = folder.and_then(|folder| std::path::Path::new(folder).canonicalize().ok()) else { return Ok(()) };
    let within = |copy: &PathBuf| copy.canonicalize().is_ok_and(|copy| copy.starts_with(&folder));
    match subject.copies.iter().chain(&subject.folder).find(|copy| within(copy)) {
        Some(copy) => {
            let why = format!(
                "The skill lies in it ({}), so an agent without the skill would find it too. Name a folder without it.",
                copy.display()
            );
            Err(invalid("folder", &why))
        }
        None => Ok(()),
    }
}

/// The gate with what its tries come to.
fn counted(gate: Gate) -> Gate {
    let arms = verdict::arms(&gate.order, &gate.tries);
    let against_none = verdict::against(&arms.skill, &arms.none);
    let against_trace = arms.trace.as_ref().and_then(|trace| verdict::against(&arms.skill, trace));
    Gate { arms, against_none, against_trace, ..gate }
}

/// The gate as it ends.
fn ended(gate: Gate, outcome: Outcome, now: apprentice_contracts::Time) -> Gate {
    let mut gate = counted(gate);
    let (verdict, message) = verdict::verdict(&gate, outcome);
    gate.summary.verdict = Some(verdict);
    gate.summary.outcome = Some(outcome);
    gate.summary.message = Some(message);
    gate.summary.ended_at = Some(now);
    gate
}

/// A new seed for the order of the tries.
fn drawn() -> Answer<u32> {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes).map_err(|error| crate::internal("drawing a seed", &error))?;
    Ok(u32::from_le_bytes(bytes))
}

const fn new_try(number: u32, arm: GateArm, started_at: apprentice_contracts::Time) -> GateTry {
    GateTry {
        number,
        arm,
        phase: AgentRunPhase::Starting,
        end: None,
        result: None,
        checks: Vec::new(),
        action_count: 0,
        usage: apprentice_contracts::agent_run::AgentUsage { context_used: 0, context_size: 0, cost: None, currency: None },
        started_at,
        ended_at: None,
    }
}
