//! The guided rehearsal: the person repeats the task with other values while Apprentice watches and evaluates each checkpoint by
//! its evidence. The actions are not stored.

use crate::Answer;
use crate::ability::health_events;
use crate::ability::health_events::HealthEvent;
use crate::ability::rehearsed;
use crate::core::blocking::blocking;
use crate::core::notify::ChangeNotice;
use crate::core::request;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::proposal::draft::WorkingDraft;
use crate::proposal::improve;
use crate::proposal::record::{find_proposal, session_of_proposal, settle, steps_of};
use crate::session::observation::{ActiveObservation, ObservationPlan, Purpose, SourceReader, busy};
use crate::session::preflight;
use crate::validation::checks::Step;
use crate::validation::evaluator::{EvaluationSnapshot, Performer, RehearsalEvaluator, Sources};
use crate::validation::performed::KeptFolders;
use crate::validation::policy::DESTRUCTIVE;
use crate::validation::policy::acting::{Task, acting_in_a_run};
use crate::validation::runs::{finish_run, start_run};
use crate::validation::safe_targets::{NOT_REMOVED, SafeTargets};
use crate::validation::verdicts::{BROKEN, Judge};
use crate::validation::{Validation, verdicts};
use apprentice_compiler::{ReadBack, ReadBackResult};
use apprentice_contracts::action::ProposalAction;
use apprentice_contracts::checkpoint::CheckpointVerdict;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::graph::{ValueSource, Variable};
use apprentice_contracts::ids::{AbilityId, LearnSessionId, ProposalId, ValidationRunId};
use apprentice_contracts::proposal::{InstallLane, ProposalState};
use apprentice_contracts::reading::ReadingSource;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::session::WatchSource;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_contracts::test_policy::{ActingTestPolicy, TestPolicy};
use apprentice_contracts::validation::{
    FinishRehearsalRequest, MarkCheckpointRequest, OverallResult, RehearsalStatus, RunKind, StartValidationRunRequest,
    ValidationRun,
};
use apprentice_observe::KeepFolder;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{Connection, checkpoint_receipts, sagas, settings, validation_runs};
use futures::StreamExt;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Time limit of one page, so that a slow site does not block the end of the rehearsal.
const PAGE_TIMEOUT: Duration = Duration::from_secs(32);

/// Time limit of all pages together.
const ALL_PAGES_TIMEOUT: Duration = Duration::from_secs(60);

/// Number of sources that are read at the same time.
const SOURCES_AT_ONCE: usize = 4;

/// The running rehearsal; at most one.
#[derive(Default)]
pub(crate) struct Rehearsals {
    live: Mutex<Option<Arc<RehearsalEvaluator>>>,
}

impl Rehearsals {
    fn of(&self, proposal: ProposalId) -> Option<Arc<RehearsalEvaluator>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).clone().filter(|evaluator| evaluator.run.proposal_id == proposal)
    }

    pub(crate) fn any(&self) -> Option<Arc<RehearsalEvaluator>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, evaluator: Option<Arc<RehearsalEvaluator>>) {
        *self.live.lock().unwrap_or_else(PoisonError::into_inner) = evaluator;
    }
}

impl Validation {
    /// The proposal that is rehearsed now.
    pub(crate) fn rehearsed(&self) -> Option<ProposalId> {
        self.rehearsals.any().map(|evaluator| evaluator.run.proposal_id)
    }

    /// The rehearsal that runs of a draft that this session taught.
    pub(crate) fn rehearsal_of_session(&self, session: LearnSessionId) -> Option<ValidationRunId> {
        self.rehearsals.any().filter(|evaluator| evaluator.session == session).map(|evaluator| evaluator.run.validation_run_id)
    }

    /// Opens again what the person closed, such as the watched browser. What was seen before counts, but for what the
    /// browser had sent, which is not known any more.
    pub(crate) async fn reopen_rehearsal(&self, id: ProposalId) -> Answer<RehearsalStatus> {
        let gate = self.core.gate.lock().await;
        let evaluator = self.running(id).await?;
        if evaluator.by_agent {
            let message = "An agent does this rehearsal; there is nothing that you could open again. Wait for it, or cancel it.";
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        let purpose = Purpose::Rehearsal(evaluator.run.validation_run_id);
        match self.observation.lock().await.as_mut().filter(|observing| observing.purpose == purpose) {
            Some(observing) => evaluator.reopened(observing.resume(&self.core).await?),
            None => return Err(Failure::new(ErrorCode::Conflict, "This rehearsal is being finished. Wait for its result.")),
        }
        drop(gate);
        self.core.notifier.notify(ChangeNotice::Rehearsal);
        self.live_status(&evaluator).await
    }

    pub(crate) async fn rehearsal_status(&self, id: ProposalId) -> Answer<Option<RehearsalStatus>> {
        if let Some(evaluator) = self.rehearsals.of(id) {
            return Ok(Some(self.live_status(&evaluator).await?));
        }
        self.core.store.read(move |db| last_status(db, id)).await
    }

    pub(crate) async fn mark_checkpoint(&self, id: ProposalId, request: MarkCheckpointRequest) -> Answer<RehearsalStatus> {
        let _gate = self.core.gate.lock().await;
        let evaluator = self.running(id).await?;
        if !evaluator.checkpoints.iter().any(|checkpoint| checkpoint.checkpoint_id == request.checkpoint_id) {
            return Err(request::invalid("checkpoint_id", &format!("there is no checkpoint {}", request.checkpoint_id)));
        }
        let verdict = CheckpointVerdict {
            checkpoint_id: request.checkpoint_id,
            status: request.status,
            evidence: request.evidence,
            reason: request.reason,
            not_reached: None,
        };
        let judged = evaluator.clone();
        self.core.commit(move |tx| verdicts::record(tx, &judged.scope(), &[verdict], Judge::Person)).await?;
        self.live_status(&evaluator).await
    }

    pub(crate) async fn finish_rehearsal(&self, id: ProposalId, request: FinishRehearsalRequest) -> Answer<RehearsalStatus> {
        if !request.cancel && self.agent_rehearsal(id).is_some() {
            let message = "An agent does this rehearsal, and it is judged when the agent has ended. Wait for it, or cancel it.";
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        self.end_rehearsal(id, request).await
    }

    /// Judges or cancels a rehearsal, whether a person or an agent does it.
    pub(crate) async fn end_rehearsal(&self, id: ProposalId, request: FinishRehearsalRequest) -> Answer<RehearsalStatus> {
        if request.cancel {
            let _gate = self.core.gate.lock().await;
            self.running(id).await?;
            self.give_up_rehearsal(id).await?;
        } else if let Err(failure) = self.finish_evaluation(id).await {
            // A breach of the test policy ends it automatically. A request to finish it, now or later, returns how it ended.
            if let Some(ending) = self.rehearsals.of(id).filter(|ending| ending.is_broken()) {
                let _ = tokio::time::timeout(ALL_PAGES_TIMEOUT, ending.over.cancelled()).await;
            }
            if self.rehearsals.of(id).is_some() || !self.core.store.read(move |db| broke_its_policy(db, id)).await? {
                return Err(failure);
            }
        }
        self.rehearsal_status(id).await?.ok_or_else(|| crate::internal("reading the rehearsal", &"its run is gone"))
    }
}

impl Validation {
    /// Starts to watch the sources of the session. The caller holds the gate.
    pub(crate) async fn start_rehearsal(&self, id: ProposalId, request: &StartValidationRunRequest) -> Answer<ValidationRun> {
        if self.is_watching().await {
            let message = "Something is being watched already. Stop the capture, or finish the rehearsal that runs.";
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        let working = WorkingDraft::read(&self.core, id).await?;
        let record = self.core.store.read(move |db| session_of_proposal(db, id)).await?;
        improve::not_replaced(&working.record.proposal)?;
        can_rehearse(record.session.state)?;
        let inputs = asked_inputs(&request.inputs, &working.record.draft.graph.variables)?;
        let task = Task { run: request.test_policy.clone(), ..task_of(&record) };
        let policy = self.core.store.read(move |db| acting_in_a_run(db, &task)).await?.policy;
        let plan = ObservationPlan {
            sources: record.session.watch.clone(),
            allowed: record.session.target_app_whitelist.clone(),
            start_url: preflight::start_url(&self.core, request.start_url.as_deref().or(record.start_url.as_deref()))?,
            run_folder: None,
            keep_folder: None,
        };
        let cleanup = policy.cleanup_required;
        let targets = self.prepare_targets(&policy).await?;
        let watched = self.watch_rehearsal(id, plan, record, working, Performer::Person(policy), &inputs).await;
        let evaluator = match (watched, targets) {
            (Ok(evaluator), targets) => {
                // It is set once, here, where it goes afterwards.
                targets.filter(|_| cleanup).into_iter().for_each(|targets| drop(evaluator.targets.set(targets)));
                evaluator
            }
            (Err(failure), targets) => {
                if let Some(targets) = targets
                    && let Err(why) = self.remove_targets(&targets).await
                {
                    tracing::warn!(why, "a safe target of a rehearsal that did not begin stays");
                }
                return Err(failure);
            }
        };
        let (validation, broken) = (self.clone(), evaluator.when_broken());
        self.core.supervisor.spawn("ending a rehearsal that broke its policy", async move {
            // It ends in another way where nothing breaks the policy.
            if broken.await.is_ok()
                && let Err(failure) = validation.finish_evaluation(id).await
            {
                tracing::warn!(%failure, "a rehearsal that broke its policy was not ended automatically");
            }
        });
        Ok(evaluator.run.clone())
    }

    /// Starts to watch the folder in which an agent is going to do the task. `agent`: its name for people. `cleanup`: the run fails if what is in
    /// the folder cannot be removed. The caller holds the gate.
    pub(crate) async fn start_agent_rehearsal(
        &self,
        id: ProposalId,
        inputs: &BTreeMap<String, String>,
        folder: PathBuf,
        agent: &str,
        cleanup: bool,
    ) -> Answer<Arc<RehearsalEvaluator>> {
        if self.is_watching().await {
            return Err(busy());
        }
        let working = WorkingDraft::read(&self.core, id).await?;
        let record = self.core.store.read(move |db| session_of_proposal(db, id)).await?;
        let inputs = asked_inputs(inputs, &working.record.draft.graph.variables)?;
        let allowed = vec![folder.to_string_lossy().into_owned()];
        let removed = cleanup.then(|| SafeTargets::of_run(&folder));
        let plan = ObservationPlan { sources: Vec::new(), allowed, start_url: None, run_folder: Some(folder), keep_folder: None };
        let evaluator = self.watch_rehearsal(id, plan, record, working, Performer::Agent(agent.to_owned()), &inputs).await?;
        // It is set once, here.
        removed.into_iter().for_each(|targets| drop(evaluator.targets.set(targets)));
        Ok(evaluator)
    }

    /// Makes the safe targets of a person's rehearsal. `None`: the policy asks for none.
    async fn prepare_targets(&self, policy: &TestPolicy) -> Answer<Option<SafeTargets>> {
        let (policy, home) = (policy.clone(), self.core.options.home.clone());
        blocking("making the safe targets of a rehearsal", move || SafeTargets::prepare(&policy, &home)).await?
    }

    /// Errors: what is left and why, for people.
    async fn remove_targets(&self, targets: &SafeTargets) -> Result<(), String> {
        let (targets, home) = (targets.clone(), self.core.options.home.clone());
        let removed = blocking("removing the safe targets of a rehearsal", move || targets.remove_and_forget(&home)).await;
        removed.unwrap_or_else(|failure| Err(failure.message)).map_err(|why| format!("{NOT_REMOVED}: {why}"))
    }

    async fn remove_targets_of(&self, evaluator: &RehearsalEvaluator) -> Result<(), String> {
        match evaluator.targets.get() {
            Some(targets) => self.remove_targets(targets).await,
            None => Ok(()),
        }
    }

    /// What an agent may be asked to rehearse: a draft as a person may rehearse it, of a task that leaves its effects in files.
    /// `run`: the test policy that was chosen for this run alone.
    pub(crate) async fn check_agent_rehearsal(
        &self,
        id: ProposalId,
        inputs: &BTreeMap<String, String>,
        run: Option<TestPolicy>,
    ) -> Answer<(SessionRecord, WorkingDraft, ActingTestPolicy)> {
        let working = WorkingDraft::read(&self.core, id).await?;
        let record = self.core.store.read(move |db| session_of_proposal(db, id)).await?;
        improve::not_replaced(&working.record.proposal)?;
        can_rehearse(record.session.state)?;
        let inputs = asked_inputs(inputs, &working.record.draft.graph.variables)?;
        nothing_missing(&inputs, &working.record.draft.graph.variables)?;
        if record.session.watch == [WatchSource::Browser] {
            let message =
                "This task is done in a browser, and a run of an agent has no watched browser yet. Rehearse it yourself.";
            return Err(
                Failure::new(ErrorCode::AdapterUnavailable, message).with_details(serde_json::json!({ "watch": "browser" }))
            );
        }
        if record.session.watch == [WatchSource::Connectors] {
            let message = "This task is done with connectors, which are closed to agents that Apprentice runs for a rehearsal. Start the rehearsal yourself, and let your agent do the task while Apprentice watches its calls.";
            return Err(
                Failure::new(ErrorCode::AdapterUnavailable, message).with_details(serde_json::json!({ "watch": "connectors" }))
            );
        }
        let task = Task { run, ..task_of(&record) };
        let policy = self.core.store.read(move |db| acting_in_a_run(db, &task)).await?;
        Ok((record, working, policy))
    }

    async fn watch_rehearsal(
        &self,
        id: ProposalId,
        plan: ObservationPlan,
        record: SessionRecord,
        working: WorkingDraft,
        performer: Performer,
        inputs: &BTreeMap<String, String>,
    ) -> Answer<Arc<RehearsalEvaluator>> {
        let placeholder = ValidationRunId(self.core.options.ids.next());
        let (kept, keep_folder) = self.keeping(&working);
        let plan = ObservationPlan { keep_folder, ..plan };
        let ability = self.ability_of(&record, &working).await?;
        let mut observing = ActiveObservation::begin(&self.core, Purpose::Rehearsal(placeholder), plan).await?;
        let agent = match &performer {
            Performer::Person(_) => None,
            Performer::Agent(label) => Some(label.clone()),
        };
        let run = match self.core.commit(move |tx| start_run(tx, id, RunKind::Rehearsal, agent.clone())).await {
            Ok(run) => run,
            Err(failure) => {
                observing.end().await;
                return Err(failure);
            }
        };
        observing.purpose = Purpose::Rehearsal(run.validation_run_id);
        let unit_of_work = self.core.unit_of_work();
        let sources = Sources { reader: observing.reader(), kept, supervisor: self.core.supervisor.clone() };
        let evaluator = RehearsalEvaluator::new(unit_of_work, run, &record, working, performer, inputs, sources);
        let evaluator = Arc::new(evaluator.of_ability(ability));
        self.deliver(&mut observing, &evaluator);
        evaluator.call_before().await;
        evaluator.show_in(observing.bar()).await;
        self.rehearsals.set(Some(evaluator.clone()));
        *self.observation.lock().await = Some(observing);
        Ok(evaluator)
    }

    /// The ability whose health a rehearsal of this draft counts for: the one that is installed with exactly this text.
    async fn ability_of(&self, record: &SessionRecord, working: &WorkingDraft) -> Answer<Option<AbilityId>> {
        let Some(ability) = record.session.ability_id.clone() else { return Ok(None) };
        let text = working.record.draft.skill_md.clone();
        self.core
            .store
            .read(move |db| {
                let installed = sagas::last_done(db, &ability)?.and_then(|mut saga| saga.bundle.remove("SKILL.md"));
                Ok::<_, Failure>(installed.filter(|installed| *installed == text).map(|_| ability))
            })
            .await
    }

    /// Keeps the folders of a run as they were before, where the recorded commands can be performed on them.
    pub(super) fn keeping(&self, working: &WorkingDraft) -> (Option<Arc<KeptFolders>>, Option<KeepFolder>) {
        let options = &self.core.options;
        let kept = working
            .record
            .draft
            .graph
            .program
            .as_ref()
            .map(|_| Arc::new(KeptFolders::new(options.clock.clone(), options.home.clone(), options.machine.clone())));
        let keep_folder = kept.clone().map(|kept| -> KeepFolder { Arc::new(move |folder| kept.keep(folder)) });
        (kept, keep_folder)
    }

    /// Delivers what is observed to the evaluator from now on.
    pub(super) fn deliver(&self, observing: &mut ActiveObservation, evaluator: &Arc<RehearsalEvaluator>) {
        let (handler, losing) = (crate::validation::evaluator::observation_handler(evaluator.clone()), evaluator.clone());
        observing.deliver_to(self.core.supervisor.clone(), handler, Box::new(move |count| losing.add_lost(count)));
    }

    /// The rehearsal of this proposal that an agent does.
    pub(crate) fn agent_rehearsal(&self, id: ProposalId) -> Option<Arc<RehearsalEvaluator>> {
        self.rehearsals.of(id).filter(|evaluator| evaluator.by_agent)
    }

    async fn running(&self, id: ProposalId) -> Answer<Arc<RehearsalEvaluator>> {
        self.core.store.read(move |db| find_proposal(db, id).map(|_| ())).await?;
        self.rehearsals.of(id).ok_or_else(|| {
            Failure::new(ErrorCode::Conflict, "No rehearsal of this proposal is running. Start one with the test kind rehearsal.")
        })
    }

    /// Finishes a rehearsal. The gate is released while pages are read, because a site may be slow. Giving the rehearsal up
    /// cancels the reads.
    async fn finish_evaluation(&self, id: ProposalId) -> Answer<()> {
        let gate = self.core.gate.lock().await;
        let evaluator = self.running(id).await?;
        if evaluator.final_reads.cancelled.is_cancelled() {
            // It was given up, but that could not be stored: nothing is observed that could be evaluated.
            return self.give_up_rehearsal(id).await;
        }
        let _finishing = evaluator.final_reads.begin()?;
        let purpose = Purpose::Rehearsal(evaluator.run.validation_run_id);
        self.observation.flush(purpose).await;
        evaluator.complete_all().await?;
        let reading = evaluator.final_reads.reading.lock().await;
        let watched = self.observation.lock().await.take_if(|observing| observing.purpose == purpose);
        drop(gate);
        let read = tokio::select! {
            read = read_at_the_end(watched.as_ref(), &evaluator) => Some(read),
            () = evaluator.final_reads.cancelled.cancelled() => None,
        };
        if let Some(observing) = watched {
            observing.end().await;
        }
        // Everything that decides was read.
        let removed = if read.is_some() { self.remove_targets_of(&evaluator).await } else { Ok(()) };
        drop(reading);
        let _gate = self.core.gate.lock().await;
        let lives = self.rehearsals.of(id).is_some_and(|live| Arc::ptr_eq(&live, &evaluator));
        let Some(read) = read.filter(|_| lives && !evaluator.final_reads.cancelled.is_cancelled()) else { return Ok(()) };
        if let Err(why) = removed
            && let Err(failure) = evaluator.add_violation(why).await
        {
            // It counts anyway.
            tracing::error!(%failure, "the event of a breach could not be written");
        }
        let snapshot = evaluator.finish(&read).await;
        let ended = evaluator.clone();
        let closed = self.core.commit(move |tx| conclude(tx, &ended, snapshot)).await;
        self.forget(closed)
    }

    /// A rehearsal whose end could not be stored stays, so that it can be ended again.
    fn forget(&self, closed: Answer<()>) -> Answer<()> {
        if closed.is_ok() {
            if let Some(evaluator) = self.rehearsals.any() {
                evaluator.over.cancel();
            }
            self.rehearsals.set(None);
        }
        closed
    }

    /// Ends a rehearsal without a verdict. The caller holds the gate.
    pub(crate) async fn give_up_rehearsal(&self, id: ProposalId) -> Answer<()> {
        let Some(evaluator) = self.rehearsals.of(id) else { return Ok(()) };
        evaluator.final_reads.give_up().await;
        self.observation.end(Purpose::Rehearsal(evaluator.run.validation_run_id)).await;
        // An agent is being ended still. Its run removes its folder after that.
        let removed = if evaluator.by_agent { Ok(()) } else { self.remove_targets_of(&evaluator).await };
        let snapshot = evaluator.snapshot().await;
        let ended = evaluator.clone();
        let why = removed
            .err()
            .map_or_else(|| "Given up before its end.".to_owned(), |left| format!("Given up before its end. {left}"));
        let closed = self
            .core
            .commit(move |tx| {
                let step = Step::skipped("rehearsal", "The rehearsal was given up", why);
                finish_run(tx, ended.run.clone(), &[step], OverallResult::Cancelled)?;
                store_status(tx, &ended, &snapshot)
            })
            .await;
        self.forget(closed)
    }

    async fn live_status(&self, evaluator: &RehearsalEvaluator) -> Answer<RehearsalStatus> {
        let snapshot = evaluator.snapshot().await;
        let run = evaluator.run.clone();
        let id = run.validation_run_id;
        let receipts = self.core.store.read(move |db| checkpoint_receipts::of_run(db, id)).await.map_err(crate::stored)?;
        Ok(RehearsalStatus {
            validation_run_id: id,
            proposal_id: run.proposal_id,
            learn_session_id: Some(evaluator.session),
            running: true,
            agent: run.agent,
            overall_result: run.overall_result,
            // What is being tested is not changed.
            is_of_this_version: true,
            checkpoints: evaluator.checkpoints.clone(),
            receipts: verdicts::latest(&receipts),
            bindings: snapshot.bindings,
            observed_action_count: snapshot.actions,
            started_at: run.started_at,
        })
    }
}

/// The values that the person is asked to use. An empty value does not count.
pub(super) fn asked_inputs(given: &BTreeMap<String, String>, variables: &[Variable]) -> Answer<BTreeMap<String, String>> {
    let open = || variables.iter().filter(|variable| !variable.secret);
    for name in given.keys() {
        if variables.iter().any(|variable| variable.secret && variable.name == *name) {
            return Err(request::invalid("inputs", &format!("{name} is secret. Enter it where the task asks for it, not here")));
        }
        if !open().any(|variable| variable.name == *name) {
            let known: Vec<&str> = open().map(|variable| variable.name.as_str()).collect();
            let known = if known.is_empty() { "it has none".to_owned() } else { format!("it has {}", known.join(", ")) };
            return Err(request::invalid("inputs", &format!("the task has no input “{name}”; {known}")));
        }
    }
    Ok(given.iter().filter(|(_, value)| !value.trim().is_empty()).map(|(name, value)| (name.clone(), value.clone())).collect())
}

/// The values that an agent enters are not visible, so its run is judged by the requested values.
fn nothing_missing(given: &BTreeMap<String, String>, variables: &[Variable]) -> Answer<()> {
    let asked = |variable: &&Variable| {
        variable.changes && !variable.secret && !variable.optional && variable.source == ValueSource::Given
    };
    let missing: Vec<String> = variables
        .iter()
        .filter(asked)
        .filter(|variable| !given.contains_key(&variable.name))
        .map(|variable| format!("{} (such as “{}”)", variable.name, variable.example))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(request::invalid("inputs", &format!("the agent needs a value for {}", missing.join(", "))))
}

/// Reads everything that the final verdicts rest on.
pub(super) async fn read_at_the_end(watched: Option<&ActiveObservation>, evaluator: &RehearsalEvaluator) -> Vec<ReadBackResult> {
    let (mut read, performed) = tokio::join!(read_all(watched, evaluator), evaluator.performed());
    read.extend(performed.map(ReadBackResult::Performed));
    read
}

/// Reads the sources that the evaluation names, repeatedly: a reading may show which other source to read.
async fn read_all(watched: Option<&ActiveObservation>, evaluator: &RehearsalEvaluator) -> Vec<ReadBackResult> {
    let deadline = tokio::time::Instant::now() + ALL_PAGES_TIMEOUT;
    let first = evaluator.read_backs().await;
    let mut read = read_again(watched, first.clone(), deadline).await;
    if evaluator.was_reopened() {
        // What the browser sent before it was closed is not known any more.
        for result in &mut read {
            if let ReadBackResult::Source(ReadingSource::Sent, Ok(sent)) = result {
                sent.complete = false;
            }
        }
    }
    evaluator.read_first(&read).await;
    let more = evaluator.read_backs().await.into_iter().filter(|target| !first.contains(target)).collect();
    read.extend(read_again(watched, more, deadline).await);
    read
}

/// Reads pages one after another, because one browser opens them, and other sources at the same time.
async fn read_again(
    watched: Option<&ActiveObservation>,
    targets: Vec<ReadBack>,
    deadline: tokio::time::Instant,
) -> Vec<ReadBackResult> {
    let (sources, others): (Vec<ReadBack>, Vec<ReadBack>) =
        targets.into_iter().partition(|target| matches!(target, ReadBack::Source(_)));
    let reader = watched.map(ActiveObservation::reader);
    let sources = sources.into_iter().filter_map(|target| match target {
        ReadBack::Source(source) => Some(source),
        _ => None,
    });
    let read = sources.map(|source| read_source(reader.as_ref(), source, deadline));
    let read = futures::stream::iter(read).buffered(SOURCES_AT_ONCE).collect::<Vec<_>>();
    let (mut results, read) = futures::future::join(read_in_turn(watched, others, deadline), read).await;
    results.extend(read);
    results
}

async fn read_in_turn(
    watched: Option<&ActiveObservation>,
    targets: Vec<ReadBack>,
    deadline: tokio::time::Instant,
) -> Vec<ReadBackResult> {
    let mut results = Vec::new();
    for target in targets {
        results.push(match &target {
            ReadBack::File { path } => ReadBackResult::File { path: path.clone(), exists: Path::new(path).exists() },
            ReadBack::Source(source) => ReadBackResult::Source(source.clone(), Err("it was not read".into())),
            ReadBack::Page { url } => {
                let until = deadline.min(tokio::time::Instant::now() + PAGE_TIMEOUT);
                read_page_again(watched, &target, url, until).await
            }
        });
    }
    results
}

async fn read_source(reader: Option<&SourceReader>, source: ReadingSource, deadline: tokio::time::Instant) -> ReadBackResult {
    let read = match reader {
        None => Err("nothing is watched any more".into()),
        Some(reader) => {
            // What pages sent was kept while they were watched: it costs no time.
            let left = match source {
                ReadingSource::Sent => PAGE_TIMEOUT,
                _ => deadline.saturating_duration_since(tokio::time::Instant::now()),
            };
            let read = reader.read(&source, PAGE_TIMEOUT.min(left)).await;
            read.unwrap_or_else(|| Err("nothing that is watched can read it".into()))
        }
    };
    ReadBackResult::Source(source, read)
}

async fn read_page_again(
    watched: Option<&ActiveObservation>,
    target: &ReadBack,
    url: &str,
    until: tokio::time::Instant,
) -> ReadBackResult {
    let unavailable = |reason: String| ReadBackResult::Unavailable { target: target.clone(), reason };
    let Some(observing) = watched else { return unavailable("The browser was closed.".into()) };
    match tokio::time::timeout_at(until, observing.read_page(url)).await {
        Ok(Some(Ok(snapshot))) => ReadBackResult::Page { url: url.to_owned(), snapshot },
        Ok(Some(Err(error))) => unavailable(error.to_string()),
        Ok(None) => unavailable("No browser is watched.".into()),
        Err(_) => unavailable("The page did not answer in time.".into()),
    }
}

fn task_of(record: &SessionRecord) -> Task {
    Task { session: Some(record.session.learn_session_id), ability: record.session.ability_id.clone(), run: None }
}

fn can_rehearse(state: State) -> Answer<()> {
    if state.allows_on_proposal(ProposalAction::Rehearse) {
        return Ok(());
    }
    let message = "A rehearsal needs a draft whose questions are answered.";
    Err(Failure::new(ErrorCode::InvalidLearnStateTransition, message).with_details(serde_json::json!({ "state": state })))
}

fn conclude(tx: &WriteTx<'_>, evaluator: &RehearsalEvaluator, snapshot: EvaluationSnapshot) -> Answer<()> {
    verdicts::record(tx, &evaluator.scope(), &snapshot.new_verdicts, Judge::AtTheEnd(&evaluator.checkpoints))?;
    let receipts = checkpoint_receipts::of_run(tx.db, evaluator.run.validation_run_id)?;
    let (steps, result) = verdicts::outcome(&evaluator.checkpoints, &receipts, &snapshot.violations);
    finish_run(tx, evaluator.run.clone(), &steps, result)?;
    store_status(tx, evaluator, &snapshot)?;
    if let Some(breach) = snapshot.violations.iter().find(|violation| violation.starts_with(DESTRUCTIVE)) {
        quarantine(tx, evaluator.run.proposal_id, breach)?;
    }
    tx.notify(ChangeNotice::Settled);
    match &evaluator.ability {
        Some(ability) => match health_events::update_health(tx, ability, health_event(result))? {
            Some(mut record) if result == OverallResult::Passed => health_events::lift_after_rehearsal(tx, &mut record),
            _ => Ok(()),
        },
        None => Ok(()),
    }
}

/// A draft whose rehearsal destroyed something stays in quarantine until it is revised. The state of an installed ability follows its health.
fn quarantine(tx: &WriteTx<'_>, id: ProposalId, breach: &str) -> Answer<()> {
    let mut record = session_of_proposal(tx.db, id)?;
    if !record.session.state.holds_slot() {
        return Ok(());
    }
    let mut working = WorkingDraft::load(tx.db, id)?;
    // The table (§0C.1A) leads to the quarantine by way of the tests.
    for state in [State::DraftingProposal, State::TestingProposal, State::Quarantined] {
        if record.session.state.may_become(state) {
            settle(tx, &mut record, &mut working, state)?;
        }
    }
    working.record.proposal.proposal_state = ProposalState::Quarantined;
    working.record.proposal.install_lane = InstallLane::Quarantined;
    working.save(tx)?;
    let summary = format!("The draft {} is quarantined: its rehearsal broke the test policy.", working.record.proposal.title);
    tx.receipt(ReceiptSubject::of_session(&record), ReceiptKind::DraftQuarantined, &summary, Some(breach)).map(drop)
}

/// Whether the last rehearsal ended because it broke its test policy.
fn broke_its_policy(db: &Connection, id: ProposalId) -> Answer<bool> {
    let latest = validation_runs::latest_of_each_kind(db, id)?;
    let Some(run) = latest.into_iter().find(|run| run.run_kind == RunKind::Rehearsal) else { return Ok(false) };
    let steps = steps_of(db, &[run])?;
    Ok(steps.iter().any(|step| step.test_case_id.starts_with(BROKEN)))
}

fn health_event(result: OverallResult) -> HealthEvent {
    match result {
        OverallResult::Passed => HealthEvent::Passed,
        OverallResult::Failed => HealthEvent::Failed,
        OverallResult::Partial | OverallResult::Cancelled => HealthEvent::Reported,
    }
}

/// Stores what only the evaluator knew, for later readers of the rehearsal.
fn store_status(tx: &WriteTx<'_>, evaluator: &RehearsalEvaluator, snapshot: &EvaluationSnapshot) -> Answer<()> {
    let status = RehearsalStatus {
        validation_run_id: evaluator.run.validation_run_id,
        proposal_id: evaluator.run.proposal_id,
        learn_session_id: Some(evaluator.session),
        running: false,
        agent: evaluator.run.agent.clone(),
        overall_result: evaluator.run.overall_result,
        // Every reader compares it again.
        is_of_this_version: true,
        checkpoints: evaluator.checkpoints.clone(),
        receipts: Vec::new(),
        bindings: snapshot.bindings.clone(),
        observed_action_count: snapshot.actions,
        started_at: evaluator.run.started_at,
    };
    Ok(settings::put(tx.db, &status_key(evaluator.run.validation_run_id), &status)?)
}

/// Under which the transcript of an agent's rehearsal is stored.
pub(crate) fn agent_run_key(id: ValidationRunId) -> String {
    format!("agent_run:{id}")
}

pub(crate) fn status_key(id: ValidationRunId) -> String {
    format!("rehearsal:{id}")
}

fn last_status(db: &Connection, id: ProposalId) -> Answer<Option<RehearsalStatus>> {
    let record = find_proposal(db, id)?;
    let latest = validation_runs::latest_of_each_kind(db, id)?;
    let Some(run) = latest.into_iter().find(|run| run.run_kind == RunKind::Rehearsal) else { return Ok(None) };
    let is_of_this_version = rehearsed::is_of(&run, &record)?;
    let kept: Option<RehearsalStatus> = settings::get(db, &status_key(run.validation_run_id))?;
    let receipts = verdicts::latest(&checkpoint_receipts::of_run(db, run.validation_run_id)?);
    let status = kept.unwrap_or_else(|| RehearsalStatus {
        validation_run_id: run.validation_run_id,
        proposal_id: id,
        learn_session_id: record.proposal.learn_session_id,
        running: false,
        agent: run.agent,
        overall_result: run.overall_result,
        is_of_this_version,
        checkpoints: record.draft.checkpoints,
        receipts: Vec::new(),
        bindings: Default::default(),
        observed_action_count: 0,
        started_at: run.started_at,
    });
    Ok(Some(RehearsalStatus { overall_result: run.overall_result, is_of_this_version, receipts, ..status }))
}
