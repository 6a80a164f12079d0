//! Runs of an ability by an agent of this machine: a rehearsal that the agent does, in a folder of its own and within walls, while its
//! effects are read and judged like those of a person.
//!
//! Invariant: when a run has ended, no process within its walls and no folder of it is left; without walls, no process that can be found. What
//! an earlier program left is ended at the start.

mod attempt;
mod definition;
mod ends;
mod folder;
pub(crate) mod gate;
mod live;
mod policy;
pub(crate) mod practice;
mod progress;
mod prompt;

pub use crate::agent_runs::policy::TOOLS as RUN_TOOLS;

use crate::Answer;
use crate::ability::operations::Abilities;
use crate::ability::record;
use crate::agent_runs::ends::{after_cleanup, after_what_was_left, compared, described, without_comparison};
use crate::agent_runs::folder::RunFolder;
use crate::agent_runs::live::{About, LiveRun};
use crate::agent_runs::policy::{Rules, SERVER, fits_folder, holdable, needs_walls, originals, told};
use crate::agent_runs::progress::Progress;
use crate::agent_runs::prompt::{Task, as_defined, of_message, prompt};
use crate::catalogue::Catalogue;
use crate::core::Core;
use crate::core::agent_files::{self, OwnOfTry};
use crate::core::blocking::blocking;
use crate::core::configured::Configured;
use crate::core::folder_copy;
use crate::core::idempotency::IdempotencyKey;
use crate::core::request::invalid;
use crate::hooks::{Hooks, SkillOfRun};
use crate::session::practice::PracticeSlot;
use crate::validation::evaluator::RehearsalEvaluator;
use crate::validation::policy::acting::{self, acting_in_a_run};
use crate::validation::rehearsal::agent_run_key as key;
use crate::validation::{Validation, verdicts};
use apprentice_agents::egress::{AllowList, Egress, Names, Upstream};
use apprentice_agents::isolation::{Isolation, KEYS, Walls};
use apprentice_agents::run::{Launch, Limits, McpAddress, Request, end_left, run};
use apprentice_agents::runtimes::{self, Detected, Presence, RUNTIMES, Runtime};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::agent_run::{
    AgentPresence, AgentRun, AgentRunEnd, AgentRunEndKind, AgentRunPhase, AgentRunQuery, AgentRuntime, AgentRuntimesResponse,
    IsolationKind, IsolationReport, StartAgentRunRequest,
};
use apprentice_contracts::checkpoint::{CheckpointVerificationReceipt, Grade, ReceiptSource};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{AbilityId, DispatchId, ProposalId, ValidationRunId};
use apprentice_contracts::report::{VerifyCheckpointRequest, VerifyCheckpointResponse};
use apprentice_contracts::test_policy::{ActingTestPolicy, TestPolicy, TestPolicyMode};
use apprentice_contracts::validation::{FinishRehearsalRequest, OverallResult};
use apprentice_observe::redact::mask_text;
use apprentice_observe::terminal::run_folder::FolderState;
use apprentice_store::{abilities, checkpoint_receipts, settings, validation_runs};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The file that names the run which goes on, for the next start.
const LEFT: &str = "run/agent-run.json";
/// Under which the ids of the runs of messages are stored that are kept, oldest first.
const KEPT: &str = "agent_runs_of_messages";
/// How many of them are kept.
const MAX_KEPT: usize = 20;
/// How long a run may take if the request does not say.
const MINUTES: u32 = 10;
/// How long a cancelled run may take to be gone.
const CANCELLED: Duration = Duration::from_secs(60);

/// The operations that run agents.
#[derive(Clone)]
pub(crate) struct AgentRuns {
    core: Arc<Core>,
    validation: Validation,
    abilities: Abilities,
    catalogue: Catalogue,
    hooks: Hooks,
    live: Arc<Mutex<Option<Arc<LiveRun>>>>,
    /// The practice that goes on: its tries and runs of abilities exclude each other.
    practices: PracticeSlot,
}

/// What the agent of a run shows to our server, and what it is held to: it may call [`RUN_TOOLS`], and report on this dispatch alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentRunToken {
    /// The token.
    pub token: String,
    /// The dispatch of the run.
    pub dispatch: DispatchId,
}

/// What a killed program leaves of a run.
#[derive(Serialize, Deserialize)]
struct Left {
    mark: String,
    folder: PathBuf,
}

/// What a run has for itself.
struct RunPlace {
    folder: RunFolder,
    own: Option<OwnOfTry>,
}

/// What an agent is asked to do.
struct Subject {
    proposal: ProposalId,
    ability: Option<AbilityId>,
    skill_md: Option<String>,
    /// The values that were configured for the ability.
    configuration: Configured,
}

impl AgentRuns {
    pub(crate) fn new(
        core: Arc<Core>,
        validation: Validation,
        abilities: Abilities,
        catalogue: Catalogue,
        hooks: Hooks,
        practices: PracticeSlot,
    ) -> Self {
        Self { core, validation, abilities, catalogue, hooks, live: Arc::default(), practices }
    }

    pub(crate) async fn runtimes(&self) -> Answer<AgentRuntimesResponse> {
        let machine = self.core.options.machine.clone();
        blocking("looking for agents", move || {
            let isolation = Isolation::find(&machine.search_path);
            let shown = |detected: Detected| shown(detected, &isolation);
            let runtimes = runtimes::detect(&machine).into_iter().map(shown).collect();
            AgentRuntimesResponse { runtimes, isolation: report(&isolation, false) }
        })
        .await
    }

    pub(crate) async fn start(&self, request: StartAgentRunRequest) -> Answer<AgentRun> {
        let _gate = self.core.gate.lock().await;
        let key = IdempotencyKey::new("start_agent_run", "", request.client_request_id.as_ref(), &request)?;
        self.core.run_once(key, self.begin(request)).await
    }

    pub(crate) async fn status(&self, id: ValidationRunId, query: AgentRunQuery) -> Answer<AgentRun> {
        let from = query.from.unwrap_or_default();
        if let Some(live) = self.live_run(id) {
            return self.view(&live, from).await;
        }
        let stored: Option<AgentRun> =
            self.core.store.read(move |db| settings::get(db, &key(id))).await.map_err(crate::stored)?;
        let mut run = stored.ok_or_else(|| Failure::new(ErrorCode::NotFound, format!("There is no run {id}.")))?;
        run.entries.retain(|entry| entry.number >= from);
        Ok(run)
    }

    pub(crate) async fn cancel(&self, id: ValidationRunId) -> Answer<AgentRun> {
        if let Some(live) = self.live_run(id) {
            live.cancel.cancel();
            if tokio::time::timeout(CANCELLED, live.done.cancelled()).await.is_err() {
                return Err(crate::internal("cancelling a run", &"the agent does not end"));
            }
        }
        // One that has ended already is answered as it ended.
        self.status(id, AgentRunQuery::default()).await
    }

    fn live(&self) -> Option<Arc<LiveRun>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn live_run(&self, id: ValidationRunId) -> Option<Arc<LiveRun>> {
        self.live().filter(|live| live.about.run_id == id)
    }

    async fn view(&self, live: &LiveRun, from: u32) -> Answer<AgentRun> {
        let id = live.about.run_id;
        let read = self.core.store.read(move |db| {
            let result = validation_runs::get(db, id)?.map_or(OverallResult::Partial, |run| run.overall_result);
            Ok::<_, apprentice_store::StoreError>((checkpoint_receipts::of_run(db, id)?, result))
        });
        let (receipts, result) = read.await.map_err(crate::stored)?;
        Ok(live.view(from, result, &receipts))
    }
}

/// What an agent reports.
impl AgentRuns {
    /// What the agent of the run that goes on shows to our server. A run that was stopped has none, also while its agent takes its time to end.
    pub(crate) fn token(&self) -> Option<AgentRunToken> {
        let live = self.live().filter(|live| !live.cancel.is_cancelled())?;
        Some(AgentRunToken { token: live.about.token.clone(), dispatch: live.about.dispatch.clone() })
    }

    /// Whether an agent does the task of an ability, practises one, or tries in a gate.
    pub(crate) fn is_busy(&self) -> bool {
        self.live().is_some() || self.practices.is_busy() || self.validation.gates.is_busy()
    }

    /// Whether this report belongs to the run that goes on.
    pub(crate) fn is_claim(&self, request: &VerifyCheckpointRequest) -> bool {
        self.live().is_some_and(|live| request.dispatch_id.as_ref() == Some(&live.about.dispatch))
    }

    /// Stores what an agent says of a checkpoint of its run. It is a claim: shown beside what is read, and no proof.
    pub(crate) async fn claim(&self, request: VerifyCheckpointRequest) -> Answer<VerifyCheckpointResponse> {
        let over = || Failure::new(ErrorCode::DispatchNotFound, "dispatch_id: this run has ended.");
        let live = self.live().ok_or_else(over)?;
        let scope = live.evaluator.as_ref().ok_or_else(over)?.scope();
        let known = |id: &_| live.checkpoints().iter().any(|checkpoint| checkpoint.checkpoint_id == *id);
        if !known(&request.checkpoint_id) {
            return Err(invalid("checkpoint_id", &format!("the task has no checkpoint {}", request.checkpoint_id)));
        }
        if !live.claim(&request.checkpoint_id) {
            let message = format!(
                "{} was reported for this run already. Report a checkpoint once, when it is decided.",
                request.checkpoint_id
            );
            return Err(Failure::new(ErrorCode::VerdictAlreadyGiven, message));
        }
        let masked = |words: &str, most: usize| mask_text(words.trim()).0.chars().take(most).collect::<String>();
        let change = move |tx: &crate::core::transaction::WriteTx<'_>| {
            let receipt = CheckpointVerificationReceipt {
                receipt_id: tx.id(),
                checkpoint_id: request.checkpoint_id,
                // The health of the ability rests on what was read, not on this.
                ability_id: None,
                learn_session_id: Some(scope.session),
                validation_run_id: Some(scope.run),
                dispatch_id: None,
                status: request.status,
                evidence: masked(&request.evidence, 1000),
                reason: request.reason.as_deref().map(|reason| masked(reason, 400)).filter(|reason| !reason.is_empty()),
                not_reached: None,
                source: ReceiptSource::Agent,
                grade: Some(Grade::SaidByAgent),
                agent: request.agent.as_deref().map(|agent| masked(agent, 80)),
                created_at: tx.now,
                schema_version: SCHEMA_VERSION,
            };
            verdicts::store(tx, &receipt)?;
            tx.event(scope.session, &verdicts::event(&receipt))?;
            Ok(VerifyCheckpointResponse { receipt, ability_id: None, checkpoint_health: None, schema_version: SCHEMA_VERSION })
        };
        self.core.change(change).await
    }
}

/// A run.
impl AgentRuns {
    /// Ends what a killed program left of its last run.
    pub(crate) async fn recover(&self) {
        let home = self.core.options.home.clone();
        let clean = blocking("ending a run that was left", move || {
            let file = home.join(LEFT);
            if let Ok(text) = std::fs::read(&file) {
                end_run_left(&file, &text);
            }
            // The run that was left may have used them until it was ended.
            if let Err(error) = agent_files::recover(&home) {
                tracing::warn!(%error, "copies of an agent's files stay until the next start");
            }
        });
        if let Err(failure) = clean.await {
            tracing::error!(%failure, "what was left of a run could not be ended");
        }
    }

    /// The caller holds the gate.
    async fn begin(&self, request: StartAgentRunRequest) -> Answer<AgentRun> {
        if self.practices.is_busy() || self.validation.gates.is_busy() {
            let message =
                "A practice or a gate is in progress. Wait for it to finish or stop it. Only one agent can run at a time.";
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        let chosen = self.choose(&request).await?;
        let Found { runtime, program, isolation } = self.find(&chosen.agent).await?;
        let subject = self.subject(&request).await?;
        let (draft, acting) = self.acting(subject.as_ref(), &request).await?;
        if let Some(skill_md) = subject.as_ref().and_then(|subject| subject.skill_md.as_ref()).or(draft.as_ref()) {
            self.hooks.ensure_readable(skill_md).await?;
        }
        let policy = chosen.limited(acting.policy);
        holdable(&policy, &isolation)?;
        walled(runtime, &isolation, &policy, request.without_isolation)?;
        let folder = self.folder(request.folder.as_deref(), &policy).await?;
        let launch = self.launch(runtime, program, isolation, &folder.path, &policy);
        let own = self.own(&launch).await?;
        let evaluator = self.evaluator(subject.as_ref(), &request, &folder, runtime, &policy).await?;
        let started = evaluator.as_ref().map(|evaluator| (evaluator.run.validation_run_id, evaluator.run.started_at));
        let (run_id, started_at) =
            started.unwrap_or_else(|| (ValidationRunId(self.core.options.ids.next()), self.core.options.clock.now()));
        // Of the run alone: what its agent reports later counts for no ability.
        let dispatched = AbilityId(format!("run:{run_id}"));
        let walls = walls_of(runtime, &launch.isolation, &launch.egress.allowed);
        let about = About {
            run_id,
            started_at,
            definition: chosen.shown(),
            runtime,
            ability: subject.as_ref().and_then(|subject| subject.ability.clone()),
            inputs: request.inputs.clone(),
            policy: policy.clone(),
            isolation: walls,
            dispatch: self.core.dispatch_key.issue(&dispatched, self.core.options.ids.next()),
            token: token()?,
        };
        let mut rules = Rules::new(policy, folder.path.clone());
        if let Some((name, tools)) = chosen.tools() {
            rules = rules.within(name, tools);
        }
        let (text, configuration) = subject.map(|subject| (subject.skill_md, subject.configuration)).unzip();
        let skill_md = text.flatten().or(draft);
        let ability = about.ability.clone();
        let skill = skill_md.as_deref().map(|skill_md| SkillOfRun { ability: ability.as_ref(), skill_md });
        let hooks = self.hooks.of_run(runtime.id, run_id.to_string(), &folder.path, skill).await?;
        let live = Arc::new(LiveRun::new(about, evaluator, rules, hooks, self.core.options.clock.clone()));
        if folder.left_out > 0 {
            live.progress.note(&format!("{} links of the folder were not copied.", folder.left_out));
        }
        acting.stricter.iter().chain(&chosen.notes()).for_each(|why| live.progress.note(why));
        let configured = configuration.unwrap_or_default().text(&request.inputs);
        let task = match &skill_md {
            Some(skill_md) => prompt(&Task {
                skill_md,
                checkpoints: live.checkpoints(),
                inputs: &request.inputs,
                configured: &configured,
                message: request.message.as_deref(),
                dispatch: &live.about.dispatch,
            }),
            None => of_message(request.message.as_deref().unwrap_or_default()),
        };
        let defined = chosen.definition.as_ref().map(as_defined).unwrap_or_default();
        // A run that has to report gets our server; any other one if its definition allows it.
        let has_server = live.evaluator.is_some() || chosen.tools().is_none_or(|(_, tools)| tools.allow_server(SERVER));
        let run = Request {
            prompt: told(&live.about.policy).unwrap_or_default() + &defined + &task,
            model: chosen.model.clone(),
            launch,
            mcp: self.mcp(&live.about.token).filter(|_| has_server),
            limits: Limits {
                whole: Duration::from_secs(60 * u64::from(request.minutes.unwrap_or(MINUTES))),
                ..Limits::default()
            },
        };
        *self.live.lock().unwrap_or_else(PoisonError::into_inner) = Some(live.clone());
        let (runs, going) = (self.clone(), live.clone());
        let place = RunPlace { folder, own };
        self.core.supervisor.spawn("running an agent", async move { runs.go_on(run, going, place).await });
        self.view(&live, 0).await
    }

    /// The text of the draft, and the policy that acts.
    async fn acting(
        &self,
        subject: Option<&Subject>,
        request: &StartAgentRunRequest,
    ) -> Answer<(Option<String>, ActingTestPolicy)> {
        let run = request.test_policy.clone();
        if let Some(subject) = subject {
            let (_, working, acting) = self.validation.check_agent_rehearsal(subject.proposal, &request.inputs, run).await?;
            return Ok((Some(working.record.draft.skill_md), acting));
        }
        let task = acting::Task { session: None, ability: None, run };
        Ok((None, self.core.store.read(move |db| acting_in_a_run(db, &task)).await?))
    }

    /// Judges the task of an ability while the agent does it.
    async fn evaluator(
        &self,
        subject: Option<&Subject>,
        request: &StartAgentRunRequest,
        folder: &RunFolder,
        runtime: &Runtime,
        policy: &TestPolicy,
    ) -> Answer<Option<Arc<RehearsalEvaluator>>> {
        let Some(subject) = subject else { return Ok(None) };
        let (path, label) = (folder.path.clone(), runtime.agent().label);
        let started =
            self.validation.start_agent_rehearsal(subject.proposal, &request.inputs, path, label, policy.cleanup_required);
        started.await.map(Some)
    }

    /// The agent that is to run, with its program and its walls. Errors: `INVALID_REQUEST`, `ADAPTER_UNAVAILABLE`.
    async fn find(&self, agent: &str) -> Answer<Found> {
        let runtime = runtime(agent)?;
        let machine = self.core.options.machine.clone();
        let look = move || (runtime.look(&machine), Isolation::find(&machine.search_path));
        let (detected, isolation) = blocking("looking for the agent", look).await?;
        let isolation = if runtime.forwards { forwarding(runtime) } else { isolation };
        Ok(Found { runtime, program: present(&detected)?, isolation })
    }

    /// Makes the folder of a run under this policy. `from`: the folder that is copied.
    async fn folder(&self, from: Option<&str>, policy: &TestPolicy) -> Answer<RunFolder> {
        fits_folder(policy, from)?;
        let documents: Vec<PathBuf> = originals(policy).map(Path::to_owned).collect();
        let user_home = self.core.options.machine.user_home.clone();
        let (from, closed) = (from.map(PathBuf::from), vec![self.core.options.home.clone()]);
        blocking("making the folder of a run", move || {
            let keys = user_home.iter().flat_map(|home| KEYS.iter().map(|folder| home.join(folder)));
            let closed: Vec<PathBuf> = closed.into_iter().chain(keys).collect();
            let folder = RunFolder::create(from.as_deref(), &closed)?;
            folder.add(&documents, &closed)?;
            Ok(folder)
        })
        .await?
    }

    /// The ability or draft whose task it is. `None`: the task is the message.
    async fn subject(&self, request: &StartAgentRunRequest) -> Answer<Option<Subject>> {
        let (ability, proposal) = (request.ability.clone(), request.proposal_id);
        let says_something = request.message.as_deref().is_some_and(|message| !message.trim().is_empty());
        match (ability, proposal) {
            (None, None) if !says_something => {
                Err(invalid("message", "say what the agent is to do, or name an installed ability, or a draft by proposal_id"))
            }
            (None, None) if !request.inputs.is_empty() => {
                Err(invalid("inputs", "values belong to an ability or a draft. Say them in the message"))
            }
            (None, None) => Ok(None),
            (None, Some(proposal)) => {
                Ok(Some(Subject { proposal, ability: None, skill_md: None, configuration: Configured::default() }))
            }
            (Some(named), None) => {
                let found = self.ability(&named).await?;
                let id = found.entry.ability_id;
                let Some(proposal) = found.proposal_id else {
                    let message = format!("{id} was not taught here, so there is nothing by which a run of it could be judged.");
                    return Err(Failure::new(ErrorCode::AbilityNotUsable, message).with_details(json!({ "ability_id": id })));
                };
                let skill = self.abilities.for_a_person(&id).await?;
                let (skill_md, configuration) = skill.map(|skill| (skill.skill_md, skill.configuration)).unzip();
                let configuration = configuration.unwrap_or_default();
                Ok(Some(Subject { proposal, ability: Some(id), skill_md, configuration }))
            }
            (Some(_), Some(_)) => Err(invalid("ability", "name an installed ability, or a draft by proposal_id, and not both")),
        }
    }

    /// An ability by its id or slug. Errors: `ABILITY_NOT_FOUND`.
    async fn ability(&self, named: &str) -> Answer<abilities::AbilityRecord> {
        let named = named.to_owned();
        let read = move |db: &apprentice_store::Transaction<'_>| {
            let is_named = |one: &abilities::AbilityRecord| {
                one.entry.ability_id.as_str() == named || one.entry.skill_slug.as_deref() == Some(&named)
            };
            abilities::all(db)?.into_iter().find(is_named).ok_or_else(|| record::unknown(&AbilityId(named.clone())))
        };
        self.core.store.read(read).await
    }

    /// What the run reaches within walls: what its agent needs, and the sites of the policy.
    fn allowed(&self, runtime: &Runtime, policy: &TestPolicy) -> AllowList {
        let mut allowed = runtime.allowed(&self.core.options.machine);
        policy.allowed_domains.iter().for_each(|site| allowed.site(site));
        allowed
    }

    /// What an agent may see and write.
    fn walls(&self, runtime: &Runtime, program: &Path, folder: &Path) -> Walls {
        let machine = &self.core.options.machine;
        let walls = Walls {
            folder: folder.to_owned(),
            user_home: machine.user_home.clone(),
            readable: runtimes::certificates(machine),
            writable: runtime.own(machine),
            hidden: vec![self.core.options.home.clone()],
            ..Walls::default()
        };
        walls.show_programs(&machine.search_path).show_program(program)
    }

    fn launch(
        &self,
        runtime: &'static Runtime,
        program: PathBuf,
        isolation: Isolation,
        folder: &Path,
        policy: &TestPolicy,
    ) -> Launch {
        let machine = &self.core.options.machine;
        let reads_alone = policy.mode == TestPolicyMode::ReadOnly;
        let allowed = self.allowed(runtime, policy);
        Launch {
            walls: Walls { reads_alone, ..self.walls(runtime, &program, folder) },
            program,
            arguments: runtime.arguments.iter().map(|word| (*word).to_owned()).collect(),
            environment: runtime.environment(machine),
            isolation,
            egress: Egress {
                allowed,
                program: self.core.options.command_line.clone(),
                names: Names::System,
                upstream: Upstream::of(machine),
            },
            // Engines of several processes may be given the same ids, such as those of tests.
            mark: format!("{}-{}", self.core.options.ids.next(), std::process::id()),
        }
    }

    /// Copies of the own files of the agent. `None`: these walls cannot show them in their place.
    async fn own(&self, launch: &Launch) -> Answer<Option<OwnOfTry>> {
        if !launch.isolation.has_places() {
            return Ok(None);
        }
        let own: Vec<PathBuf> = launch.walls.shown_writable().map(Path::to_owned).collect();
        let home = self.core.options.home.clone();
        blocking("copying an agent's files", move || OwnOfTry::of(&home, &own)).await?.map(Some)
    }

    /// Where our server is. `None`: nobody serves this engine.
    fn mcp(&self, token: &str) -> Option<McpAddress> {
        let host = self.core.addresses().own_hosts.first().cloned()?;
        Some(McpAddress { name: SERVER.to_owned(), url: format!("http://{host}/mcp"), token: token.to_owned() })
    }

    /// Runs it to its end, also when a step panics: then the rehearsal is given up, and the next run can begin.
    async fn go_on(&self, request: Request, live: Arc<LiveRun>, place: RunPlace) {
        let going = self.go(request, live.clone(), place);
        if self.core.supervisor.watch("running an agent", going).await.is_none() {
            let give_up = FinishRehearsalRequest { cancel: true };
            if let Some(evaluator) = &live.evaluator
                && let Err(failure) = self.validation.end_rehearsal(evaluator.run.proposal_id, give_up).await
            {
                tracing::error!(%failure, "the rehearsal of a run that failed could not be given up");
            }
            self.forget(&live);
        }
    }

    fn forget(&self, live: &LiveRun) {
        *self.live.lock().unwrap_or_else(PoisonError::into_inner) = None;
        live.done.cancel();
    }

    /// Runs an agent to its end, and compares its folder with what it was before. Nothing of it runs any more when this returns.
    async fn perform(
        &self,
        mut request: Request,
        progress: &Arc<Progress>,
        cancel: CancellationToken,
        folder: &RunFolder,
        own: Option<OwnOfTry>,
    ) -> AgentRunEnd {
        request.launch.walls.copies = own.as_ref().map(|own| own.copies.clone()).unwrap_or_default();
        let home = self.core.options.home.clone();
        let left = Left { mark: request.launch.mark.clone(), folder: folder.path.clone() };
        self.remember(Some(left)).await;
        let (path, at_home) = (folder.path.clone(), home.clone());
        let before = blocking("reading the folder of a run", move || FolderState::of(&path, &at_home)).await;
        let watcher: Arc<dyn apprentice_agents::run::Watcher> = progress.clone();
        let ended = run(request, watcher, cancel).await;
        if let Some(own) = own
            && let Err(failure) = blocking("deleting copies of an agent's files", move || own.end()).await
        {
            tracing::warn!(%failure, "copies of an agent's files stay until the next start");
        }
        progress.enter(AgentRunPhase::Checking);
        let end = described(&ended, progress.label);
        let path = folder.path.clone();
        let compare = async {
            let before = before?;
            blocking("reading the folder of a run", move || compared(&before, &FolderState::of(&path, &home))).await
        };
        let compared = compare.await.unwrap_or_else(|failure| {
            tracing::error!(%failure, "what a run left could not be read");
            None
        });
        match compared {
            Some((files, lost)) => after_what_was_left(progress.left(files, &lost).map(|why| mask_text(&why).0), &ended, end),
            None => without_comparison(end),
        }
    }

    /// Deletes the folder of a run, and forgets what the next start would have to clean up. Errors: what is left and why, for people.
    async fn clean_up(&self, folder: RunFolder) -> Result<(), String> {
        let path = folder.path.display().to_string();
        let deleted = blocking("deleting the folder of a run", move || folder.delete()).await;
        let deleted = deleted.map_err(|failure| failure.message).and_then(|deleted| deleted.map_err(|error| error.to_string()));
        match &deleted {
            Ok(()) => self.remember(None).await,
            // Its record stays, so that the next start tries again.
            Err(why) => tracing::warn!(why, "the folder of a run stays until the next start"),
        }
        deleted.map_err(|why| format!("{path}: {why}"))
    }

    async fn go(&self, request: Request, live: Arc<LiveRun>, RunPlace { folder, own }: RunPlace) {
        let mut end = self.perform(request, &live.progress, live.cancel.clone(), &folder, own).await;
        if let Err(failure) = self.judge(&live, &mut end).await {
            tracing::error!(%failure, "a run could not be judged");
            end.message = format!("{} It could not be judged: {}", end.message, failure.message);
        }
        if let Some(refused) = live.progress.sum_refusals() {
            end.message = format!("{} {refused}", end.message);
        }
        // What a run leaves is deleted before anybody hears that it is over.
        let removed = self.clean_up(folder).await;
        live.progress.end(after_cleanup(end, removed, live.about.policy.cleanup_required));
        if let Err(failure) = self.store(&live).await {
            tracing::error!(%failure, "a run could not be stored");
        }
        self.forget(&live);
    }

    /// Judges what the agent left. A run that the agent did not end by itself has no verdict, unless it broke the policy.
    async fn judge(&self, live: &LiveRun, end: &mut AgentRunEnd) -> Answer<()> {
        let Some(evaluator) = &live.evaluator else { return Ok(()) };
        let proposal = evaluator.run.proposal_id;
        if evaluator.final_reads.cancelled.is_cancelled() {
            // It was given up, so that its result is stored already.
            let message = match end.kind {
                AgentRunEndKind::PolicyViolation => {
                    format!("The rehearsal was given up. Before that it broke the policy: {}", end.message)
                }
                _ => "The rehearsal was given up.".to_owned(),
            };
            *end = AgentRunEnd { kind: AgentRunEndKind::Cancelled, message };
            return Ok(());
        }
        let judged = matches!(end.kind, AgentRunEndKind::Finished | AgentRunEndKind::PolicyViolation);
        if end.kind == AgentRunEndKind::PolicyViolation {
            // It counts, also if its event could not be written.
            if let Err(failure) = evaluator.add_violation(end.message.clone()).await {
                tracing::error!(%failure, "the event of a breach could not be written");
            }
        }
        let ended = self.validation.end_rehearsal(proposal, FinishRehearsalRequest { cancel: !judged }).await;
        if ended.is_err() {
            // Otherwise no other run could begin.
            if let Err(failure) = self.validation.end_rehearsal(proposal, FinishRehearsalRequest { cancel: true }).await {
                tracing::error!(%failure, "a rehearsal that could not be judged could not be given up");
            }
        }
        ended.map(drop)
    }

    async fn store(&self, live: &LiveRun) -> Answer<()> {
        let run = self.view(live, 0).await?;
        let store = move |tx: &crate::core::transaction::WriteTx<'_>| {
            if run.proposal_id.is_none() {
                keep_last(tx.db, run.run_id)?;
            }
            Ok(settings::put(tx.db, &key(run.run_id), &run)?)
        };
        self.core.change(store).await
    }

    /// Writes which run goes on, or that none does.
    async fn remember(&self, left: Option<Left>) {
        let file = self.core.options.home.join(LEFT);
        let write = blocking("storing the current run", move || match left {
            Some(left) => {
                std::fs::create_dir_all(file.parent().unwrap_or(&file))?;
                std::fs::write(&file, serde_json::to_vec(&left)?)
            }
            None => std::fs::remove_file(&file),
        });
        match write.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the current run could not be stored"),
            Err(failure) => tracing::warn!(%failure, "the current run could not be stored"),
        }
    }
}

/// Runs of messages belong to no draft that is deleted some day, so only the last ones are kept.
fn keep_last(db: &apprentice_store::Connection, run: ValidationRunId) -> Answer<()> {
    let mut kept: Vec<ValidationRunId> = settings::get(db, KEPT)?.unwrap_or_default();
    kept.push(run);
    while kept.len() > MAX_KEPT {
        settings::delete(db, &key(kept.remove(0)))?;
    }
    Ok(settings::put(db, KEPT, &kept)?)
}

/// Ends what the record of a run names, and deletes its folder and the record. Blocks.
fn end_run_left(file: &Path, text: &[u8]) {
    if let Ok(left) = serde_json::from_slice::<Left>(text) {
        end_left(&left.mark);
        let above = left.folder.parent().unwrap_or(&left.folder);
        let is_ours = above.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(folder::PREFIX));
        if is_ours
            && let Err(error) = folder_copy::delete(above)
            && error.kind() != std::io::ErrorKind::NotFound
        {
            tracing::warn!(%error, "the folder of the last run stays until the next start");
            return;
        }
    }
    if let Err(error) = std::fs::remove_file(file) {
        tracing::warn!(%error, "the record of the last run stays");
    }
}

/// An agent that is here, and how it is run.
struct Found {
    runtime: &'static Runtime,
    program: PathBuf,
    isolation: Isolation,
}

/// The walls around a run, with what it reaches of the network.
fn walls_of(runtime: &Runtime, isolation: &Isolation, allowed: &AllowList) -> IsolationReport {
    let mut walls = report(isolation, runtime.forwards);
    if isolation.holds() {
        walls.holds.push(format!("Of the network this run reaches only: {allowed}."));
    }
    walls
}

fn token() -> Answer<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| crate::internal("making a token", &error))?;
    Ok(bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}")))
}

fn runtime(named: &str) -> Answer<&'static Runtime> {
    runtimes::find(named).ok_or_else(|| {
        let ids: Vec<&str> = RUNTIMES.iter().map(|runtime| runtime.id).collect();
        invalid("agent", &format!("“{named}” cannot be run. These can: {}", ids.join(", ")))
    })
}

/// The program of an agent that was found.
fn present(detected: &Detected) -> Answer<PathBuf> {
    let missing = || {
        let message = detected.note.clone().unwrap_or_else(|| format!("{} was not found.", detected.runtime.agent().label));
        let details = json!({ "field": "agent", "agent_id": detected.runtime.id, "adapter": detected.runtime.adapter });
        Failure::new(ErrorCode::AdapterUnavailable, message).with_details(details)
    };
    detected.program.clone().filter(|_| detected.presence == Presence::Found).ok_or_else(missing)
}

fn forwarding(runtime: &Runtime) -> Isolation {
    Isolation::None(format!("{} works in a process that runs already.", runtime.agent().label))
}

/// Refuses a run without walls, unless the person wants it and the policy does not rest on them.
fn walled(runtime: &Runtime, isolation: &Isolation, policy: &TestPolicy, without: bool) -> Answer<()> {
    let Isolation::None(why) = isolation else { return Ok(()) };
    let label = runtime.agent().label;
    if let Some(field) = needs_walls(policy) {
        let field = format!("test_policy.{field}");
        let message = format!("{field}: this policy needs a run that is isolated, and {label} cannot be isolated here. {why}");
        return Err(Failure::new(ErrorCode::TestPolicyViolation, message).with_details(json!({ "field": field })));
    }
    if without {
        return Ok(());
    }
    let message = format!(
        "without_isolation: {label} cannot be isolated here, so it could read and write everything that you can. {why} Set without_isolation to run it anyway."
    );
    Err(Failure::new(ErrorCode::AdapterUnavailable, message).with_details(json!({ "field": "without_isolation" })))
}

fn kind_of(isolation: &Isolation) -> IsolationKind {
    match isolation {
        Isolation::Bubblewrap(_) => IsolationKind::Bubblewrap,
        Isolation::Landlock(_) => IsolationKind::Landlock,
        Isolation::None(_) => IsolationKind::None,
    }
}

fn report(isolation: &Isolation, forwards: bool) -> IsolationReport {
    let kind = kind_of(isolation);
    // What runs elsewhere does not end with the run.
    let holds = if forwards { Vec::new() } else { isolation.held().iter().map(|held| (*held).to_owned()).collect() };
    IsolationReport { kind, holds, open: isolation.open() }
}

fn shown(detected: Detected, isolation: &Isolation) -> AgentRuntime {
    let runtime = detected.runtime;
    AgentRuntime {
        agent_id: runtime.id.to_owned(),
        label: runtime.agent().label.to_owned(),
        presence: match detected.presence {
            Presence::Found => AgentPresence::Found,
            Presence::AdapterMissing => AgentPresence::AdapterMissing,
            Presence::Missing => AgentPresence::Missing,
        },
        program: detected.program.map(|program| program.display().to_string()),
        version: detected.version,
        adapter: runtime.adapter.map(str::to_owned),
        note: detected.note,
        sign_in: runtime.sign_in.to_owned(),
        can_be_isolated: isolation.holds() && !runtime.forwards,
    }
}
