//! Evaluates a rehearsal while it runs: actions in order, each after its effects are known.

use crate::Answer;
use crate::core::blocking::blocking;
use crate::core::notify::ChangeNotice;
use crate::core::supervise::Supervisor;
use crate::core::transaction::UnitOfWork;
use crate::proposal::draft::WorkingDraft;
use crate::session::bar::BarSender;
use crate::session::capture;
use crate::session::observation::{ObservationHandler, SourceReader};
use crate::session::readings::site_of;
use crate::validation::final_reads::FinalReads;
use crate::validation::performed::KeptFolders;
use crate::validation::policy::Guard;
use crate::validation::safe_targets::SafeTargets;
use crate::validation::verdicts;
use crate::validation::verdicts::{Judge, VerdictScope};
use apprentice_compiler::{Evaluation, ReadBack, ReadBackResult, asks_to_sign_in};
use apprentice_contracts::Time;
use apprentice_contracts::checkpoint::{
    Checkpoint, CheckpointRole, CheckpointStatus, CheckpointVerdict, EvidencePredicate, NotReached, SourcePattern,
};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::event::{ErrorReported, Event};
use apprentice_contracts::ids::{AbilityId, CheckpointId, EventId, LearnSessionId, TraceId};
use apprentice_contracts::observation::{ActionDetails, ObservationAdapterKind, ObservedAction};
use apprentice_contracts::reading::{FolderDifference, Reading, ReadingSource};
use apprentice_contracts::test_policy::TestPolicy;
use apprentice_contracts::validation::ValidationRun;
use apprentice_observe::bar::{BarCheckpoint, BarState};
use apprentice_observe::{Observation, RecordedAction};
use apprentice_store::sessions::SessionRecord;
use futures::FutureExt;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock, PoisonError};
use std::time::Duration;
use tokio::sync::{Mutex, oneshot};
use tokio_util::sync::CancellationToken;

/// The effects of an action are known after its page was read. That may be after the next action, and some ten seconds later for
/// a slow page. A closed page never reports; after this time the action counts without effects.
const SETTLED: Duration = Duration::from_secs(12);

/// Time limit of one source that is read before the run.
const BEFORE_TIMEOUT: Duration = Duration::from_secs(25);
/// How often the sources that a run is compared with are looked for while it begins. The first look may find a sign-in.
const SITE_LOOKS: u32 = 4;

/// Who does the task.
pub(crate) enum Performer {
    /// A person, under this policy. Each action is seen.
    Person(TestPolicy),
    /// An agent, by its name for people. Only what it leaves in its folder is seen; its run checks the policy.
    Agent(String),
}

/// What becomes of the verdicts of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Record {
    /// They are stored, with an event for each.
    Stored,
    /// They are returned to the caller and not stored: a try of a gate is no rehearsal, and does not change the health of an ability.
    Kept,
}

/// What a run is compared with.
pub(crate) struct Sources {
    pub reader: SourceReader,
    /// Its folders as they were before, where the recorded commands can be performed on them.
    pub kept: Option<Arc<KeptFolders>>,
    /// Runs what is read while the run goes on.
    pub supervisor: Supervisor,
}

/// The state of one running rehearsal.
pub(crate) struct RehearsalEvaluator {
    pub run: ValidationRun,
    /// Whether an agent does it.
    pub by_agent: bool,
    pub session: LearnSessionId,
    pub ability: Option<AbilityId>,
    pub checkpoints: Vec<Checkpoint>,
    pub final_reads: FinalReads,
    /// What is removed when the task was judged, or given up.
    pub targets: OnceLock<SafeTargets>,
    record: Record,
    unit_of_work: UnitOfWork,
    sources: Sources,
    state: Mutex<Progress>,
    /// Told when the test policy is broken. It is dropped with the rehearsal.
    broken: std::sync::Mutex<Option<oneshot::Sender<()>>>,
    /// Cancelled when its result is stored.
    pub over: CancellationToken,
    /// The bar of the watched pages.
    bar: OnceLock<BarSender>,
    /// Number of observations that were lost because evaluating them panicked.
    lost: AtomicU32,
    /// Whether something that it watches was closed and opened again.
    reopened: AtomicBool,
}

struct Progress {
    evaluation: Evaluation,
    /// What is not evaluated yet, in the order in which it was observed.
    waiting: VecDeque<Queued>,
    /// Sources to read before the run changes something: until a page of their site is seen, or because they could not be read.
    unread: Vec<ReadingSource>,
    /// How often they were looked for.
    site_looks: u32,
    /// Lists of the records that the run names, which are read as soon as their ids are known.
    of_values: BTreeSet<ReadingSource>,
    /// The last stored verdict of the observer on each checkpoint.
    reported: BTreeMap<CheckpointId, CheckpointVerdict>,
    actions: u32,
    /// When the first command began in each folder.
    first_commands: BTreeMap<PathBuf, Time>,
    violations: Vec<String>,
    trace: TraceId,
    guard: Option<Guard>,
}

enum Queued {
    Action(Box<Waiting>),
    /// A source as it was before the actions that follow.
    Seen(Box<Reading>),
    /// A source that was read in the background. It is used as the state before the run only if it does not show the effect, because an
    /// earlier action may already have changed the page.
    ReadBefore {
        reading: Box<Reading>,
        /// How often somebody had signed in when it was asked for.
        sign_ins: u32,
    },
}

struct Waiting {
    key: u64,
    action: ObservedAction,
    complete: bool,
}

impl Progress {
    fn waiting_action(&mut self, key: u64) -> Option<&mut Waiting> {
        self.waiting.iter_mut().find_map(|queued| match queued {
            Queued::Action(waiting) if waiting.key == key => Some(&mut **waiting),
            _ => None,
        })
    }

    /// Takes what can be evaluated next. `None`: nothing, or an action whose effects are not known yet.
    fn next(&mut self) -> Option<Queued> {
        match self.waiting.front()? {
            Queued::Action(waiting) if !waiting.complete => None,
            _ => self.waiting.pop_front(),
        }
    }
}

/// The progress of a rehearsal.
pub(crate) struct EvaluationSnapshot {
    /// Verdicts that are not stored yet.
    pub new_verdicts: Vec<CheckpointVerdict>,
    pub bindings: BTreeMap<String, String>,
    pub actions: u32,
    pub violations: Vec<String>,
}

impl RehearsalEvaluator {
    pub(crate) fn new(
        unit_of_work: UnitOfWork,
        run: ValidationRun,
        record: &SessionRecord,
        working: WorkingDraft,
        performer: Performer,
        inputs: &BTreeMap<String, String>,
        sources: Sources,
    ) -> Self {
        let draft = working.record.draft;
        let (by_agent, policy) = match performer {
            Performer::Person(policy) => (false, Some(policy)),
            Performer::Agent(_) => (true, None),
        };
        let evaluation = Evaluation::new(&draft.checkpoints, &draft.graph.variables).asked(inputs).recorded(&draft.graph);
        let state = Progress {
            unread: evaluation.sources_before(),
            site_looks: 0,
            of_values: BTreeSet::new(),
            evaluation,
            waiting: VecDeque::new(),
            reported: BTreeMap::new(),
            actions: 0,
            first_commands: BTreeMap::new(),
            violations: Vec::new(),
            trace: TraceId(unit_of_work.ids.next()),
            guard: policy.map(Guard::new),
        };
        Self {
            run,
            by_agent,
            session: record.session.learn_session_id,
            ability: None,
            checkpoints: draft.checkpoints,
            final_reads: FinalReads::default(),
            targets: OnceLock::new(),
            record: Record::Stored,
            unit_of_work,
            sources,
            state: Mutex::new(state),
            broken: std::sync::Mutex::default(),
            over: CancellationToken::new(),
            bar: OnceLock::new(),
            lost: AtomicU32::new(0),
            reopened: AtomicBool::new(false),
        }
    }

    /// The same for a run that counts for the health of this ability.
    pub(crate) fn of_ability(self, ability: Option<AbilityId>) -> Self {
        Self { ability, ..self }
    }

    /// Notes whether something that it watches was closed and opened again. What a browser had sent before is not known then.
    pub(crate) fn reopened(&self, again: bool) {
        self.reopened.fetch_or(again, Ordering::SeqCst);
    }

    pub(crate) fn was_reopened(&self) -> bool {
        self.reopened.load(Ordering::SeqCst)
    }

    /// The same for a run that leaves no record.
    pub(crate) fn leaving_no_record(self) -> Self {
        Self { record: Record::Kept, ..self }
    }

    pub(crate) fn scope(&self) -> VerdictScope {
        VerdictScope { session: self.session, run: self.run.validation_run_id, ability: self.ability.clone() }
    }

    async fn handle(self: &Arc<Self>, observation: Observation) -> Answer<()> {
        match observation {
            Observation::Action(seen) => self.handle_action(*seen).await,
            Observation::Change { key, change, after_state_ref } => {
                let mut state = self.state.lock().await;
                if let Some(waiting) = state.waiting_action(key) {
                    waiting.action.caused_state_change |= capture::makes_a_difference(&change);
                    waiting.action.change = Some(*change);
                    waiting.action.after_state_ref = after_state_ref.or(waiting.action.after_state_ref.take());
                    waiting.complete = true;
                }
                self.evaluate_complete(&mut state).await
            }
            Observation::Lost { code, message, kind: adapter } => {
                if self.record == Record::Kept {
                    self.add_lost(1);
                    return Ok(());
                }
                let session = self.session;
                let lost = ErrorReported { adapter: Some(adapter), rehearsal: Some(true), ..ErrorReported::new(code, message) };
                self.unit_of_work
                    .change(move |tx| {
                        tx.notify(ChangeNotice::Rehearsal);
                        tx.event(session, &Event::Error(lost)).map(drop)
                    })
                    .await
            }
            Observation::Read(reading) => {
                let mut state = self.state.lock().await;
                state.waiting.push_back(Queued::Seen(reading));
                self.evaluate_complete(&mut state).await
            }
            Observation::Dropped | Observation::Shell(_) => Ok(()),
        }
    }

    async fn handle_action(self: &Arc<Self>, seen: RecordedAction) -> Answer<()> {
        let mut state = self.state.lock().await;
        state.actions += 1;
        if let ActionDetails::Command(run) = &seen.details {
            state.first_commands.entry(PathBuf::from(&run.directory)).or_insert(seen.at);
        }
        self.unit_of_work.notifier.notify(ChangeNotice::Rehearsal);
        let count = state.actions;
        if let Some(violation) = state.guard.as_mut().and_then(|guard| guard.violation(&seen, count)) {
            return self.violate(&mut state, violation).await;
        }
        let complete = seen.change.is_some() || !is_followed_by_a_change(&seen);
        let action = capture::action(EventId(self.unit_of_work.ids.next()), self.session, state.trace, state.actions, &seen);
        state.waiting.push_back(Queued::Action(Box::new(Waiting { key: seen.key, action, complete })));
        if !complete {
            self.complete_later(seen.key);
        }
        self.evaluate_complete(&mut state).await
    }

    fn complete_later(self: &Arc<Self>, key: u64) {
        let evaluator = Arc::downgrade(self);
        self.sources.supervisor.spawn_until_close("judging an action", async move {
            tokio::time::sleep(SETTLED).await;
            let Some(evaluator) = evaluator.upgrade() else { return };
            let mut state = evaluator.state.lock().await;
            if let Some(waiting) = state.waiting_action(key) {
                waiting.complete = true;
            }
            if let Err(failure) = evaluator.evaluate_complete(&mut state).await {
                tracing::warn!(%failure, "a verdict could not be stored");
            }
        });
    }

    /// Evaluates from the front until an action is incomplete.
    async fn evaluate_complete(self: &Arc<Self>, state: &mut Progress) -> Answer<()> {
        while let Some(queued) = state.next() {
            match queued {
                Queued::Seen(reading) => {
                    if let ReadingSource::Page { url } = &reading.source
                        && !asks_to_sign_in(&reading)
                    {
                        self.read_site(state, url);
                    }
                    let says_ids = matches!(reading.source, ReadingSource::Data { .. });
                    state.evaluation.seen_before(*reading);
                    if says_ids {
                        self.read_lists_of_values(state);
                    }
                }
                // An action that waited before it may have been a sign-in.
                Queued::ReadBefore { reading, sign_ins } if sign_ins == state.evaluation.sign_ins() => {
                    state.evaluation.read_before(*reading);
                    self.read_lists_of_values(state);
                }
                // It was asked for again after the sign-in.
                Queued::ReadBefore { .. } => {}
                Queued::Action(waiting) => {
                    let verdicts = state.evaluation.observe(&waiting.action);
                    if state.evaluation.take_sign_in() {
                        state.unread.clear();
                        state.of_values.clear();
                        self.read_in_background(state.evaluation.sources_before(), state.evaluation.sign_ins());
                    }
                    self.report(state, verdicts).await?;
                }
            }
        }
        Ok(())
    }

    /// Reads what the run is compared with at its end on the site of a page that the person sees. Not before it was seen that no sign-in is
    /// asked for, whatever its address is: a site gives each visitor one token for its forms, and a second visit at the same moment could make that of the person's
    /// form worthless.
    fn read_site(self: &Arc<Self>, state: &mut Progress, url: &str) {
        if !state.evaluation.is_unchanged() || state.site_looks >= SITE_LOOKS {
            return;
        }
        let (ready, later): (Vec<_>, Vec<_>) =
            std::mem::take(&mut state.unread).into_iter().partition(|source| is_on_site(source, url));
        state.unread = later;
        state.site_looks += u32::from(!ready.is_empty());
        self.read_in_background(ready, state.evaluation.sign_ins());
    }

    /// Calls the tools that show the effects, before anything is done. Their values must have been asked for.
    pub(crate) async fn call_before(self: &Arc<Self>) {
        let mut state = self.state.lock().await;
        let is_call = |source: &ReadingSource| matches!(source, ReadingSource::Call { .. });
        let (calls, others): (Vec<_>, Vec<_>) = std::mem::take(&mut state.unread).into_iter().partition(is_call);
        state.unread = others;
        self.read_in_background(calls, state.evaluation.sign_ins());
    }

    /// Reads the lists of the records that the run names, as soon as what was read says their ids.
    fn read_lists_of_values(self: &Arc<Self>, state: &mut Progress) {
        if state.evaluation.is_unchanged() {
            let mut sources = state.evaluation.sources_of_values();
            sources.retain(|source| state.of_values.insert(source.clone()));
            self.read_in_background(sources, state.evaluation.sign_ins());
        }
    }

    /// `sign_ins` is the number of sign-ins so far: pages show something else after the next one.
    fn read_in_background(self: &Arc<Self>, sources: Vec<ReadingSource>, sign_ins: u32) {
        for source in sources {
            let (evaluator, reader) = (Arc::downgrade(self), self.sources.reader.clone());
            self.sources.supervisor.spawn_until_close("reading what a run changes", async move {
                let read = reader.read(&source, BEFORE_TIMEOUT).await;
                let (Some(read), Some(evaluator)) = (read, evaluator.upgrade()) else { return };
                if let Err(failure) = evaluator.take_before(source, read, sign_ins).await {
                    tracing::warn!(%failure, "a verdict could not be stored");
                }
            });
        }
    }

    async fn take_before(self: &Arc<Self>, source: ReadingSource, read: Result<Reading, String>, sign_ins: u32) -> Answer<()> {
        let mut state = self.state.lock().await;
        if state.evaluation.sign_ins() != sign_ins {
            return Ok(());
        }
        match read {
            // A sign-in page, for example, is another source.
            Ok(reading) if reading.source != source => state.unread.push(source),
            Ok(reading) => state.waiting.push_back(Queued::ReadBefore { reading: Box::new(reading), sign_ins }),
            Err(reason) => {
                tracing::debug!(%reason, "a source could not be read before the run");
                state.unread.push(source);
            }
        }
        self.evaluate_complete(&mut state).await
    }

    async fn report(&self, state: &mut Progress, verdicts: Vec<CheckpointVerdict>) -> Answer<()> {
        let new_verdicts = new(&state.reported, self.by_role(verdicts));
        if new_verdicts.is_empty() {
            return Ok(());
        }
        if self.record == Record::Stored {
            let (scope, to_store) = (self.scope(), new_verdicts.clone());
            self.unit_of_work.change(move |tx| verdicts::record(tx, &scope, &to_store, Judge::Watching)).await?;
        }
        // Only stored verdicts count as reported; the others are reported at the end.
        state.reported.extend(new_verdicts.into_iter().map(|verdict| (verdict.checkpoint_id.clone(), verdict)));
        self.show(state);
        Ok(())
    }

    /// Shows the checkpoints in the bar of the watched pages from now on.
    pub(crate) async fn show_in(&self, bar: BarSender) {
        // A rehearsal has one bar.
        let _ = self.bar.set(bar);
        self.show(&*self.state.lock().await);
    }

    fn show(&self, state: &Progress) {
        let Some(bar) = self.bar.get() else { return };
        let mut ordered: Vec<&Checkpoint> = self.checkpoints.iter().collect();
        ordered.sort_by_key(|checkpoint| checkpoint.order_hint);
        let point = |checkpoint: &&Checkpoint| BarCheckpoint {
            goal: checkpoint.goal.clone(),
            state: match state.reported.get(&checkpoint.checkpoint_id).map(|verdict| verdict.status) {
                Some(CheckpointStatus::Reached) => BarState::Reached,
                // Until the end, everything else can still be reached.
                _ => BarState::Open,
            },
            decides: checkpoint.role == CheckpointRole::Effect,
        };
        let checkpoints: Vec<BarCheckpoint> = ordered.iter().map(point).collect();
        bar.send_if_modified(|shown| match shown {
            Some(shown) if shown.checkpoints != checkpoints => {
                shown.checkpoints = checkpoints;
                true
            }
            _ => false,
        });
    }

    fn checkpoint(&self, id: &CheckpointId) -> Option<&Checkpoint> {
        self.checkpoints.iter().find(|checkpoint| checkpoint.checkpoint_id == *id)
    }

    /// A state on the way that was not seen is skipped, not failed.
    fn by_role(&self, mut verdicts: Vec<CheckpointVerdict>) -> Vec<CheckpointVerdict> {
        for verdict in &mut verdicts {
            let role = self.checkpoint(&verdict.checkpoint_id).map(|checkpoint| checkpoint.role);
            if role == Some(CheckpointRole::Progress) && verdict.status != CheckpointStatus::Reached {
                verdict.status = CheckpointStatus::Skipped;
                verdict.reason = Some(verdicts::NOT_SEEN.to_owned());
                verdict.not_reached = None;
            }
        }
        verdicts
    }

    /// Evaluates all waiting actions as they are, because nothing more will happen.
    pub(crate) async fn complete_all(self: &Arc<Self>) -> Answer<()> {
        let mut state = self.state.lock().await;
        for queued in &mut state.waiting {
            if let Queued::Action(waiting) = queued {
                waiting.complete = true;
            }
        }
        self.evaluate_complete(&mut state).await
    }

    pub(crate) async fn read_backs(&self) -> Vec<ReadBack> {
        self.state.lock().await.evaluation.read_backs()
    }

    /// Takes what was read so far. More may be worth reading then.
    pub(crate) async fn read_first(&self, read: &[ReadBackResult]) {
        self.state.lock().await.evaluation.read_first(read);
    }

    /// Where the folder of the run differs from a copy on which the recorded commands were performed. `None`: that cannot be said.
    pub(crate) async fn performed(&self) -> Option<Vec<FolderDifference>> {
        let kept = self.sources.kept.clone()?;
        let (evaluation, commands) = {
            let state = self.state.lock().await;
            (state.evaluation.clone(), state.first_commands.clone())
        };
        let folder = PathBuf::from(evaluation.folder()?);
        // The folder of an agent is kept before the agent is started.
        let inside = commands.into_iter().filter(|(place, _)| !self.by_agent && place.starts_with(&folder));
        let first = inside.map(|(_, at)| at).min();
        let perform = move || kept.perform(&folder, first, |copy| evaluation.script(copy));
        match blocking("performing the recorded commands on a copy", perform).await {
            Ok(differences) => differences,
            Err(failure) => {
                tracing::error!(%failure, "the recorded commands could not be performed");
                None
            }
        }
    }

    /// The final verdicts; `new_verdicts` are those that differ from the stored ones.
    pub(crate) async fn finish(&self, read: &[ReadBackResult]) -> EvaluationSnapshot {
        let mut state = self.state.lock().await;
        let visible = |verdict: &CheckpointVerdict| {
            let evidence = self.checkpoint(&verdict.checkpoint_id).and_then(|checkpoint| checkpoint.evidence.as_ref());
            let reached = verdict.status == CheckpointStatus::Reached;
            // A sent request can refute a result on somebody's word, and never prove it.
            let refuted = verdict.not_reached == Some(NotReached::Refuted);
            evidence.map_or(refuted, |evidence| reached || !self.by_agent || is_in_files(evidence))
        };
        let verdicts = state.evaluation.finish(read).into_iter().filter(visible).collect();
        let new_verdicts = new(&state.reported, self.by_role(verdicts));
        self.snapshot_of(&state, new_verdicts)
    }

    /// The last verdict on each checkpoint, of a run that leaves nothing: what was reported while it went on, and `last`.
    pub(crate) async fn verdicts(&self, last: Vec<CheckpointVerdict>) -> Vec<CheckpointVerdict> {
        let mut verdicts = self.state.lock().await.reported.clone();
        verdicts.extend(last.into_iter().map(|verdict| (verdict.checkpoint_id.clone(), verdict)));
        verdicts.into_values().collect()
    }

    pub(crate) async fn snapshot(&self) -> EvaluationSnapshot {
        self.snapshot_of(&*self.state.lock().await, Vec::new())
    }

    fn snapshot_of(&self, state: &Progress, new_verdicts: Vec<CheckpointVerdict>) -> EvaluationSnapshot {
        let mut violations = state.violations.clone();
        let lost = self.lost.load(Ordering::Relaxed);
        if lost > 0 {
            violations.push(format!("{lost} events could not be judged because of a fault of Apprentice. Rehearse again."));
        }
        EvaluationSnapshot { new_verdicts, bindings: state.evaluation.bindings(), actions: state.actions, violations }
    }

    /// Counts observations that were lost. A run that lost some does not pass.
    pub(crate) fn add_lost(&self, count: u32) {
        self.lost.fetch_add(count, Ordering::Relaxed);
    }

    /// Whether a breach of the test policy ends it.
    pub(crate) fn is_broken(&self) -> bool {
        !self.by_agent && self.broken.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// Answers when the test policy is broken, and with an error when the rehearsal ends without that.
    pub(crate) fn when_broken(&self) -> oneshot::Receiver<()> {
        let (broken, wait) = oneshot::channel();
        *self.broken.lock().unwrap_or_else(PoisonError::into_inner) = Some(broken);
        wait
    }

    /// Counts an action of an agent that is forbidden. The rehearsal fails.
    pub(crate) async fn add_violation(&self, violation: String) -> Answer<()> {
        self.violate(&mut *self.state.lock().await, violation).await
    }

    async fn violate(&self, state: &mut Progress, violation: String) -> Answer<()> {
        let session = self.session;
        let error = ErrorReported::new(ErrorCode::TestPolicyViolation, violation.as_str());
        let refused = ErrorReported { rehearsal: Some(true), ..error };
        state.violations.push(violation);
        let broken = self.broken.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Nobody waits where an agent does the task: its run ends by itself.
        if let Some(broken) = broken {
            let _ = broken.send(());
        }
        self.unit_of_work.change(move |tx| tx.event(session, &Event::Error(refused)).map(drop)).await
    }
}

/// Whether this evidence is read from files. It is then seen however a person or an agent does the task.
pub(crate) fn is_in_files(evidence: &EvidencePredicate) -> bool {
    match evidence {
        EvidencePredicate::All { of } | EvidencePredicate::Any { of } => of.iter().all(is_in_files),
        EvidencePredicate::Each { holds, .. } => is_in_files(holds),
        EvidencePredicate::File { .. } => true,
        EvidencePredicate::Records { source, .. } => source.address().is_none() && !matches!(source, SourcePattern::Call { .. }),
        EvidencePredicate::Page { .. }
        | EvidencePredicate::Field { .. }
        | EvidencePredicate::Used { .. }
        | EvidencePredicate::Command { .. }
        | EvidencePredicate::Call { .. }
        | EvidencePredicate::Download { .. }
        | EvidencePredicate::Upload { .. }
        | EvidencePredicate::Dialog { .. } => false,
    }
}

/// The effects of a command or a download are part of the observation.
fn is_followed_by_a_change(seen: &RecordedAction) -> bool {
    !matches!(seen.adapter_kind, ObservationAdapterKind::TerminalCommand | ObservationAdapterKind::McpReceipt)
        && !matches!(seen.details, ActionDetails::Download { .. })
}

fn new(reported: &BTreeMap<CheckpointId, CheckpointVerdict>, verdicts: Vec<CheckpointVerdict>) -> Vec<CheckpointVerdict> {
    verdicts.into_iter().filter(|verdict| reported.get(&verdict.checkpoint_id) != Some(verdict)).collect()
}

/// The handler that evaluates observations.
pub(crate) fn observation_handler(evaluator: Arc<RehearsalEvaluator>) -> ObservationHandler {
    Box::new(move |batch| {
        let evaluator = evaluator.clone();
        async move {
            for observation in batch {
                if let Err(failure) = evaluator.handle(observation).await {
                    tracing::error!(%failure, "a rehearsed action could not be judged");
                }
            }
        }
        .boxed()
    })
}

fn is_on_site(source: &ReadingSource, url: &str) -> bool {
    source.address().is_some_and(|other| site_of(other) == site_of(url))
}
