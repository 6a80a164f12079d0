//! Autonomous Agent Practice (§0C.4): an agent tries a task until what the person named is true, each time in a fresh folder, within walls and
//! under the test policy of the session. Apprentice itself reads the result of each try; the next one gets advice on what failed. The best try
//! becomes the outline of a draft.
//!
//! Invariant: while the session is `capturing`, a task of the engine runs the practice; it ends the session's capture, whichever way it ends.

mod decide;
mod outline;
pub(in crate::agent_runs) mod request;
pub(in crate::agent_runs) mod results;

use crate::Answer;
use crate::agent_runs::attempt::Attempt;
use crate::agent_runs::policy::holdable;
use crate::agent_runs::progress::{Progress, Rejection, Seen};
use crate::agent_runs::{AgentRuns, walled, walls_of};
use crate::core::Core;
use crate::core::blocking::blocking;
use crate::proposal::operations::Proposals;
use crate::session::operations::Sessions;
use crate::session::practice::{OngoingPractice, key};
use crate::session::record::{find_session, load_session};
use crate::session::transitions::require;
use crate::validation::policy::acting::{Task, acting_in_a_run};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::action::SessionAction;
use apprentice_contracts::agent_practice::{
    AgentPractice, DEFAULT_MINUTES, DEFAULT_TRIES, PracticeOutcome as Outcome, PracticePlan, PracticeQuery, PracticeTry,
};
use apprentice_contracts::agent_run::{AgentRunEnd, AgentRunEndKind, AgentRunPhase};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::session::{BoundarySource, BuildPolicy, StartSessionResponse};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_contracts::test_policy::TestPolicy;
use apprentice_store::{sessions, settings};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most refusals of a try that are shown.
const MAX_REFUSALS: usize = 20;

/// The operations on practices.
#[derive(Clone)]
pub(crate) struct Practices {
    core: Arc<Core>,
    runs: AgentRuns,
    sessions: Sessions,
    proposals: Proposals,
    live: Arc<Mutex<Option<Arc<Live>>>>,
}

/// A practice that goes on, with the try that runs.
struct Live {
    going: Arc<OngoingPractice>,
    goal: String,
    build_policy: BuildPolicy,
    state: Mutex<LiveState>,
}

struct LiveState {
    practice: AgentPractice,
    current: Option<Current>,
    /// What was refused in all tries so far.
    rejections: Vec<Rejection>,
}

/// The try that runs.
#[derive(Clone)]
struct Current {
    base: PracticeTry,
    progress: Arc<Progress>,
}

impl Live {
    fn state(&self) -> MutexGuard<'_, LiveState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The practice as it is now.
    fn now(&self) -> AgentPractice {
        let state = self.state();
        let mut practice = state.practice.clone();
        practice.tries.extend(state.current.iter().map(|current| with_seen(current.base.clone(), current.progress.seen(0))));
        practice
    }
}

/// The try with the reports of its agent.
fn with_seen(one: PracticeTry, seen: Seen) -> PracticeTry {
    PracticeTry {
        phase: seen.phase,
        end: seen.end,
        commands: seen.commands,
        refusals: seen.rejections.into_iter().map(|one| one.why).take(MAX_REFUSALS).collect(),
        agent_version: seen.version,
        plan: seen.plan,
        entries: seen.entries,
        entry_count: seen.count,
        action_count: seen.actions,
        usage: seen.usage,
        files: seen.files,
        ended_at: seen.ended_at,
        ..one
    }
}

impl Practices {
    pub(crate) fn new(core: Arc<Core>, runs: AgentRuns, sessions: Sessions, proposals: Proposals) -> Self {
        Self { core, runs, sessions, proposals, live: Arc::default() }
    }

    /// Whether an agent practises in this session. Errors: `LEARN_SESSION_NOT_FOUND`.
    pub(crate) async fn is_practice(&self, id: LearnSessionId) -> Answer<bool> {
        Ok(load_session(&self.core, id).await?.session.practice.is_some())
    }

    /// Begins the tries: `armed -> capturing`. Errors: `ADAPTER_UNAVAILABLE` when the agent is not here or cannot be isolated,
    /// `TEST_POLICY_VIOLATION` when its policy cannot be held, `CONFLICT` while an agent runs or something is watched.
    pub(crate) async fn start(&self, id: LearnSessionId, source: BoundarySource) -> Answer<StartSessionResponse> {
        let _gate = self.core.gate.lock().await;
        let record = load_session(&self.core, id).await?;
        let session = record.session;
        require(session.state, SessionAction::Start, State::Capturing)?;
        let plan = session.practice.clone().ok_or_else(|| crate::internal("starting a practice", &"it has no plan"))?;
        if self.runs.is_busy() || self.runs.validation.is_watching().await {
            let message =
                "An agent run or a session is in progress. Wait for it to finish or stop it. Only one can be active at a time.";
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        let task = Task { session: Some(id), ..Task::default() };
        let policy = self.core.store.read(move |db| acting_in_a_run(db, &task)).await?.policy;
        let found = self.runs.find(&plan.agent).await.map_err(of_plan)?;
        holdable(&policy, &found.isolation)?;
        walled(found.runtime, &found.isolation, &policy, plan.without_isolation).map_err(of_plan)?;
        // A folder that cannot be copied is reported before anything starts.
        drop(self.runs.folder(plan.folder.as_deref(), &policy).await.map_err(of_plan)?);
        let allowed = self.runs.allowed(found.runtime, &policy);
        let practice = AgentPractice {
            learn_session_id: id,
            agent_label: found.runtime.agent().label.to_owned(),
            isolation: walls_of(found.runtime, &found.isolation, &allowed),
            plan,
            policy,
            tries: Vec::new(),
            lessons: Vec::new(),
            best_try: None,
            outcome: None,
            message: None,
            started_at: self.core.now(),
            ended_at: None,
            schema_version: SCHEMA_VERSION,
        };
        let session = self.sessions.begin_practice(id, source).await?;
        if let Err(failure) = self.keep(practice.clone()).await {
            tracing::error!(%failure, "the start of a practice could not be stored; its tries will be");
        }
        let going = Arc::new(OngoingPractice::new(id, self.core.cancel.child_token()));
        let live = Arc::new(Live {
            going: going.clone(),
            goal: session.goal.clone().unwrap_or_default(),
            build_policy: session.build_policy,
            state: Mutex::new(LiveState { practice, current: None, rejections: Vec::new() }),
        });
        self.sessions.practices().set(Some(going));
        *self.live.lock().unwrap_or_else(PoisonError::into_inner) = Some(live.clone());
        let practices = self.clone();
        self.core.supervisor.spawn("practising", async move { practices.go_on(live).await });
        Ok(StartSessionResponse { session, adapters_armed: Vec::new(), observation_active: false })
    }

    /// A practice: the one that goes on, or what is stored. Only one try comes with its transcript. Errors: `NOT_FOUND`.
    pub(crate) async fn status(&self, id: LearnSessionId, query: PracticeQuery) -> Answer<AgentPractice> {
        let mut practice = match self.live_one(id) {
            Some(live) => live.now(),
            None => self.stored(id).await?.ok_or_else(|| not_started(id))?,
        };
        let wanted = query.try_number.or(practice.tries.last().map(|one| one.number));
        let from = query.from.unwrap_or_default();
        for one in &mut practice.tries {
            let is_wanted = Some(one.number) == wanted;
            one.entries.retain(|entry| is_wanted && entry.number >= from);
        }
        Ok(practice)
    }

    /// Ends what a killed program left of a practice: its session is stopped, and what was stored of its tries is kept.
    pub(crate) async fn recover(&self) {
        if let Err(failure) = self.end_left().await {
            tracing::error!(%failure, "what was left of a practice could not be ended");
        }
    }

    async fn end_left(&self) -> Answer<()> {
        let active = self.core.store.read(|db| sessions::active(db)).await.map_err(crate::stored)?;
        let Some(record) = active.filter(|one| one.session.practice.is_some() && one.session.state == State::Capturing) else {
            return Ok(());
        };
        let id = record.session.learn_session_id;
        let Some(mut practice) = self.stored(id).await? else {
            return self.sessions.stop_capturing(id, BoundarySource::SystemInferred).await.map(drop);
        };
        if practice.outcome.is_none() {
            practice.outcome = Some(Outcome::Interrupted);
            practice.message = Some(message(Outcome::Interrupted, &practice));
            practice.ended_at = Some(self.core.now());
        }
        self.settle(practice, Vec::new()).await
    }

    fn live_one(&self, id: LearnSessionId) -> Option<Arc<Live>> {
        let live = self.live.lock().unwrap_or_else(PoisonError::into_inner).clone();
        live.filter(|live| live.going.session == id)
    }

    async fn keep(&self, practice: AgentPractice) -> Answer<()> {
        self.core
            .change(move |tx| {
                // Everything may have been deleted while its agent ended.
                find_session(tx.db, practice.learn_session_id)?;
                Ok(settings::put(tx.db, &key(practice.learn_session_id), &practice)?)
            })
            .await
    }

    async fn stored(&self, id: LearnSessionId) -> Answer<Option<AgentPractice>> {
        self.core
            .store
            .read(move |db| {
                find_session(db, id)?;
                Ok::<_, Failure>(settings::get(db, &key(id))?)
            })
            .await
    }
}

/// A practice that goes on.
impl Practices {
    /// Practises to the end, also when a step panics: the session is stopped, and the next practice can begin.
    async fn go_on(&self, live: Arc<Live>) {
        let tried = self.core.supervisor.watch("practising", self.practise(&live)).await;
        let (outcome, why) = match tried {
            Some(Ok(outcome)) => (outcome, None),
            Some(Err(failure)) => {
                tracing::error!(%failure, "a practice could not go on");
                (Outcome::Failed, Some(failure.message))
            }
            None => (Outcome::Failed, None),
        };
        let (mut practice, rejections) = {
            let mut state = live.state();
            state.current = None;
            (state.practice.clone(), state.rejections.clone())
        };
        practice.best_try = decide::best(&practice.tries);
        practice.outcome = Some(outcome);
        practice.message = Some(match why {
            Some(why) => format!("It could not go on: {why} {}", keep(&practice)),
            None => message(outcome, &practice),
        });
        practice.ended_at = Some(self.core.now());
        live.state().practice = practice.clone();
        let drafts =
            matches!(outcome, Outcome::Succeeded | Outcome::OnYourWord) && live.build_policy != BuildPolicy::AskBeforeBuild;
        let id = live.going.session;
        if let Err(failure) = self.settle(practice, rejections).await {
            tracing::error!(%failure, "the end of a practice could not be stored");
        }
        *self.live.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.sessions.practices().set(None);
        live.going.done.cancel();
        if drafts && let Err(failure) = self.proposals.generate_proposal(id).await {
            tracing::error!(%failure, "what was practised could not be drafted; it can be asked for again");
        }
    }

    /// Stores how a practice ended with the outline of its best try, and stops its session. A session that is cancelled is stopped by that.
    async fn settle(&self, practice: AgentPractice, rejections: Vec<Rejection>) -> Answer<()> {
        let (id, outcome) = (practice.learn_session_id, practice.outcome);
        let best = practice.tries.iter().find(|one| Some(one.number) == practice.best_try);
        let outline = best.map(|best| outline::outline(&practice.plan, best, &rejections));
        self.core
            .commit(move |tx| {
                settings::put(tx.db, &key(id), &practice)?;
                let mut record = find_session(tx.db, id)?;
                record.session.outline = outline;
                tx.session(&mut record)
            })
            .await?;
        match outcome {
            Some(Outcome::Cancelled) => Ok(()),
            _ => self.sessions.stop_capturing(id, BoundarySource::SystemInferred).await.map(drop),
        }
    }

    /// Tries until there is a reason to end.
    async fn practise(&self, live: &Live) -> Answer<Outcome> {
        let (plan, policy) = {
            let state = live.state();
            (state.practice.plan.clone(), state.practice.policy.clone())
        };
        let most = plan.tries.unwrap_or(DEFAULT_TRIES);
        loop {
            if let Some(ended) = live.going.ended() {
                return Ok(ended);
            }
            let number = u32::try_from(live.state().practice.tries.len() + 1).unwrap_or(u32::MAX);
            let (one, rejections) = self.one_try(live, &plan, &policy, number).await?;
            let learned = match one.passed {
                Some(true) => live.state().practice.lessons.clone(),
                _ => decide::lessons(&one, &rejections, plan.minutes.unwrap_or(DEFAULT_MINUTES)),
            };
            let (practice, next) = {
                let mut state = live.state();
                state.current = None;
                state.rejections.extend(rejections);
                state.practice.tries.push(one.clone());
                state.practice.lessons = learned;
                state.practice.best_try = decide::best(&state.practice.tries);
                (state.practice.clone(), decide::outcome(&state.practice.tries, most))
            };
            // What is tried already outlives a killed program.
            self.keep(practice).await?;
            match (live.going.ended(), next) {
                (Some(Outcome::Cancelled), _) => return Ok(Outcome::Cancelled),
                // It was done before it was stopped.
                (_, Some(done @ (Outcome::Succeeded | Outcome::OnYourWord))) => return Ok(done),
                (Some(outcome), _) | (None, Some(outcome)) => return Ok(outcome),
                (None, None) => {}
            }
            if plan.use_author {
                self.ask_the_author(live, &plan, &one).await;
            }
        }
    }

    /// Adds hints of the author to the advice for the next try, unless the practice is ended meanwhile.
    async fn ask_the_author(&self, live: &Live, plan: &PracticePlan, last: &PracticeTry) {
        let asked = tokio::select! {
            asked = request::hints(&self.core, &live.goal, plan, last) => asked,
            () = live.going.cancel.cancelled() => return,
        };
        let told = asked.unwrap_or_else(|why| {
            tracing::warn!(why, "the author gave no hints for the next try");
            Vec::new()
        });
        let mut state = live.state();
        for hint in told {
            if !state.practice.lessons.contains(&hint) {
                state.practice.lessons.push(hint);
            }
        }
    }

    /// One try, from its fresh folder to what was read in it. Nothing of it is left when this returns.
    async fn one_try(
        &self,
        live: &Live,
        plan: &PracticePlan,
        policy: &TestPolicy,
        number: u32,
    ) -> Answer<(PracticeTry, Vec<Rejection>)> {
        let (lessons, walls) = {
            let state = live.state();
            (state.practice.lessons.clone(), state.practice.isolation.kind)
        };
        let attempt = Attempt {
            agent: &plan.agent,
            folder: plan.folder.as_deref(),
            policy,
            without_isolation: plan.without_isolation,
            walls,
            minutes: plan.minutes.unwrap_or(DEFAULT_MINUTES),
            prompt: request::prompt(&live.goal, plan, &lessons),
            skill: None,
            readable: Vec::new(),
            covered: Vec::new(),
            own: None,
        };
        let prepared = self.runs.prepare(attempt).await?;
        let base = new_try(number, lessons, self.core.now());
        live.state().current = Some(Current { base: base.clone(), progress: prepared.progress.clone() });
        let ran = prepared.run(&self.runs, live.going.cancel.child_token()).await;
        let (path, results) = (ran.path().to_owned(), plan.results.clone());
        let checks = blocking("reading the results of a try", move || results::read(&path, &results)).await;
        let (kind, seen) = ran.settle(&self.runs).await;
        let rejections = seen.rejections.clone();
        let mut one = with_seen(PracticeTry { checks: checks?, ..base }, seen);
        one.passed = (kind != AgentRunEndKind::Cancelled).then(|| decide::passed(kind, &one));
        Ok((one, rejections))
    }
}

fn new_try(number: u32, lessons: Vec<String>, started_at: apprentice_contracts::Time) -> PracticeTry {
    PracticeTry {
        number,
        phase: AgentRunPhase::Starting,
        end: None,
        passed: None,
        checks: Vec::new(),
        lessons,
        commands: Vec::new(),
        refusals: Vec::new(),
        agent_version: None,
        plan: Vec::new(),
        entries: Vec::new(),
        entry_count: 0,
        action_count: 0,
        usage: Default::default(),
        files: Vec::new(),
        started_at,
        ended_at: None,
    }
}

fn not_started(id: LearnSessionId) -> Failure {
    Failure::new(ErrorCode::NotFound, format!("No agent has practised in session {id}. Start it first."))
}

/// A refusal of a field of a run, which is a field of the plan here.
fn of_plan(mut failure: Failure) -> Failure {
    let field = failure.details.as_ref().and_then(|details| details["field"].as_str()).map(str::to_owned);
    let Some(field) = field.filter(|field| ["agent", "folder", "without_isolation"].contains(&field.as_str())) else {
        return failure;
    };
    if failure.message.starts_with(&format!("{field}: ")) {
        failure.message = format!("practice.{}", failure.message);
    }
    if let Some(details) = failure.details.as_mut() {
        details["field"] = serde_json::json!(format!("practice.{field}"));
    }
    failure
}

/// What is kept, and what can be done with it.
fn keep(practice: &AgentPractice) -> String {
    match practice.best_try {
        Some(number) => format!("Try {number} came furthest: make a draft of it, or practise again with other hints."),
        None => "There is nothing to make a draft of.".to_owned(),
    }
}

/// What happened and what to do, for people.
fn message(outcome: Outcome, practice: &AgentPractice) -> String {
    let label = &practice.agent_label;
    let said = |last: &PracticeTry| last.end.as_ref().map(|end: &AgentRunEnd| end.message.clone());
    let last = practice.tries.last().and_then(said).unwrap_or_default();
    let tries = match practice.tries.len() {
        1 => "One try".to_owned(),
        count => format!("{count} tries"),
    };
    let keep = keep(practice);
    match outcome {
        Outcome::Succeeded => format!("Try {} did it: Apprentice read every result that it can read.", practice.tries.len()),
        Outcome::OnYourWord => {
            format!(
                "{label} says that it is done. Apprentice could read none of the results, so whether it worked is for you to say."
            )
        }
        Outcome::TriesUsed => format!("{tries}, and none did it. {keep}"),
        Outcome::NoProgress => format!("The last two tries failed in the same way, so there is no further one. {keep}"),
        Outcome::PolicyBreach => format!("The last try broke the test policy: {last} {keep}"),
        Outcome::AgentUnavailable => format!("{last} {keep}"),
        Outcome::Stopped => format!("It was stopped. {keep}"),
        Outcome::Cancelled => "It was cancelled.".to_owned(),
        Outcome::Interrupted => format!("Apprentice was closed or ended in the middle. What was tried before is kept. {keep}"),
        Outcome::Failed => format!("A fault of Apprentice ended it; the log says more. {keep}"),
    }
}
