//! Test runs of a proposal, and how their results move the session.

use crate::Answer;
use crate::ability::rehearsed::{draft_ref, revision_ref};
use crate::core::idempotency::IdempotencyKey;
use crate::core::request;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::proposal::draft;
use crate::proposal::draft::WorkingDraft;
use crate::proposal::improve;
use crate::proposal::record::{ensure_not_testing, find_proposal, session_of_proposal, settle, steps_of};
use crate::session::readings;
use crate::session::transitions::invalid_transition;
use crate::validation::checks::{Step, Subject};
use crate::validation::{Validation, checks};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::action::ProposalAction;
use apprentice_contracts::event::{Event, TestStarted, ValidationCompleted, ValidationStarted};
use apprentice_contracts::ids::ProposalId;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::SkillBundleProposal;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_contracts::validation::{
    OverallResult, RunKind, StartValidationRunRequest, StepResult, ValidationRun, ValidationRunResponse,
    ValidationRunsListResponse,
};
use apprentice_skills::discovery::listing::Listing;
use apprentice_store::sagas::Placement;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{sessions, validation_runs, validation_steps};
use std::path::Path;

/// The tests that must pass before a review, in this order.
pub(crate) const KINDS: [RunKind; 4] = [RunKind::Lint, RunKind::Trigger, RunKind::DependencyCheck, RunKind::DryRun];
/// The tests that a request may select, in this order. The adapter check says whether a rehearsal can run here; a draft is reviewed
/// without it.
const SELECTABLE: [RunKind; 5] =
    [RunKind::Lint, RunKind::Trigger, RunKind::DependencyCheck, RunKind::DryRun, RunKind::AdapterCheck];

impl Validation {
    pub(crate) async fn validate_proposal(
        &self,
        id: ProposalId,
        request: StartValidationRunRequest,
    ) -> Answer<ValidationRunResponse> {
        if request.run_label.is_some() {
            return Err(request::invalid("run_label", "runs are named by their kind and time; leave it out"));
        }
        let _gate = self.core.gate.lock().await;
        let key = IdempotencyKey::new("validate_proposal", id, request.client_request_id.as_ref(), &request)?;
        self.core.run_once(key, self.run_tests(id, request)).await
    }

    async fn run_tests(&self, id: ProposalId, request: StartValidationRunRequest) -> Answer<ValidationRunResponse> {
        self.core.store.read(move |db| find_proposal(db, id).map(|_| ())).await?;
        ensure_not_testing(&self.core, id).await?;
        let runs = match kinds(&request.selected_tests)? {
            None => vec![self.start_rehearsal(id, &request).await?],
            Some(_) if !request.inputs.is_empty() => {
                return Err(request::invalid("inputs", "only a rehearsal uses values"));
            }
            Some(kinds) => self.test(id, &kinds).await?,
        };
        let last = runs.last().cloned().ok_or_else(|| request::invalid("selected_tests", "names no test"))?;
        Ok(ValidationRunResponse { validation_run: last, runs, schema_version: SCHEMA_VERSION })
    }

    pub(crate) async fn validation_runs(&self, id: ProposalId, page: PageQuery) -> Answer<ValidationRunsListResponse> {
        self.core
            .store
            .read(move |db| {
                find_proposal(db, id)?;
                let (runs, total) = validation_runs::of_proposal(db, id, page)?;
                let steps = steps_of(db, &runs)?;
                let PageQuery { page, page_size } = page;
                Ok(ValidationRunsListResponse { runs, steps, total, page, page_size, schema_version: SCHEMA_VERSION })
            })
            .await
    }
}

/// `None`: a rehearsal was selected.
fn kinds(selected: &[RunKind]) -> Answer<Option<Vec<RunKind>>> {
    if selected == [RunKind::Rehearsal] {
        return Ok(None);
    }
    if selected.contains(&RunKind::Rehearsal) {
        return Err(request::invalid("selected_tests", "a rehearsal runs alone"));
    }
    if let Some(kind) = selected.iter().find(|kind| !SELECTABLE.contains(kind)) {
        let word = serde_json::to_value(kind).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default();
        let message = format!(
            "{word} runs automatically for installed abilities. Select lint, trigger, dependency_check, dry_run, adapter_check or rehearsal"
        );
        return Err(request::invalid("selected_tests", &message));
    }
    Ok(Some(if selected.is_empty() {
        KINDS.to_vec()
    } else {
        SELECTABLE.into_iter().filter(|kind| selected.contains(kind)).collect()
    }))
}

impl Validation {
    /// Runs tests and moves the session by their results. The caller holds the gate.
    pub(crate) async fn test(&self, id: ProposalId, kinds: &[RunKind]) -> Answer<Vec<ValidationRun>> {
        self.test_with(id, kinds, None).await
    }

    /// As [`test`](Self::test). `note` is the first step of the trigger test.
    pub(crate) async fn test_with(&self, id: ProposalId, kinds: &[RunKind], note: Option<Step>) -> Answer<Vec<ValidationRun>> {
        self.core.change(move |tx| begin(tx, id)).await?;
        let subject = self.subject(id).await?;
        let mut runs = Vec::new();
        for kind in kinds {
            let run = self
                .core
                .change({
                    let kind = *kind;
                    move |tx| start_run(tx, id, kind, None)
                })
                .await?;
            let steps = self.steps(id, *kind, &subject, note.as_ref()).await;
            runs.push(self.core.change(move |tx| finish_run(tx, run, &steps, result_of(&steps))).await?);
        }
        self.core.commit(move |tx| conclude(tx, id)).await?;
        Ok(runs)
    }

    async fn steps(&self, id: ProposalId, kind: RunKind, subject: &Subject, note: Option<&Step>) -> Vec<Step> {
        let unexpected = |why: String| vec![Step::failed("run", "The test itself ended unexpectedly", why)];
        if kind == RunKind::AdapterCheck {
            let steps = self.adapter_steps(id).await;
            return steps.unwrap_or_else(|failure| unexpected(failure.message));
        }
        let note = note.filter(|_| kind == RunKind::Trigger).cloned();
        let subject = subject.clone();
        let steps = tokio::task::spawn_blocking(move || checks::run(kind, &subject)).await;
        note.into_iter().chain(steps.unwrap_or_else(|error| unexpected(error.to_string()))).collect()
    }

    /// The descriptions of skills in agents' folders that are not this ability's own.
    async fn neighbors(&self, slug: String) -> Answer<Vec<(String, String)>> {
        let look = move |listing: &Listing, placements: &[Placement]| {
            let ours = |path: &str| placements.iter().any(|placed| placed.folder() == Path::new(path));
            let others = listing.skills().filter(|skill| skill.name != slug && !ours(&skill.path));
            others.map(|skill| (skill.name, skill.description)).collect()
        };
        self.reader.catalogue.at_listing(look).await
    }

    async fn subject(&self, id: ProposalId) -> Answer<Subject> {
        let (run, search_path) = (self.core.options.home.join("run"), self.core.options.machine.search_path.clone());
        let ids = self.core.options.ids.clone();
        let working = WorkingDraft::read(&self.core, id).await?;
        let neighbors = self.neighbors(working.record.proposal.proposed_skill_slug.clone()).await?;
        self.core
            .store
            .read(move |db| {
                let record = session_of_proposal(db, id)?;
                Ok(Subject {
                    actions: draft::trimmed(db, &record)?,
                    readings: readings::of_session(db, record.session.learn_session_id)?,
                    entry: checks::entry(&working),
                    goal: working.meaning.goal_summary,
                    neighbors,
                    others: apprentice_store::abilities::all(db)?.into_iter().map(|record| record.entry).collect(),
                    record: working.record,
                    folder: run.join(format!("dry-{}", ids.next())),
                    search_path,
                })
            })
            .await
    }

    /// Cancels runs without an end (the program was killed, or the result could not be stored). Their session becomes a draft
    /// again. The caller holds the gate, so that only a rehearsal can be running.
    pub(crate) async fn cancel_lost_runs(&self) -> Answer<()> {
        let live = self.rehearsals.any().map(|evaluator| evaluator.run.validation_run_id);
        self.core
            .change(move |tx| {
                let running = validation_runs::running(tx.db)?;
                for run in running.into_iter().filter(|run| Some(run.validation_run_id) != live) {
                    let why = "Apprentice ended while this test was running, or could not store its result.";
                    let lost = Step::skipped("run", "Ended before its end", why.into());
                    finish_run(tx, run, &[lost], OverallResult::Cancelled)?;
                }
                if let Some(mut record) = sessions::active(tx.db)?
                    && record.session.state == State::TestingProposal
                    && let Some(proposal) = record.session.proposal_id
                {
                    settle(tx, &mut record, &mut WorkingDraft::load(tx.db, proposal)?, State::DraftingProposal)?;
                }
                Ok(())
            })
            .await
    }
}

/// Moves to `testing_proposal`, from a review by way of `drafting_proposal`.
fn begin(tx: &WriteTx<'_>, id: ProposalId) -> Answer<()> {
    let mut record = session_of_proposal(tx.db, id)?;
    let mut working = WorkingDraft::load(tx.db, id)?;
    can_be_tested(&record, &working.record.proposal)?;
    if record.session.state == State::ReadyForReview {
        settle(tx, &mut record, &mut working, State::DraftingProposal)?;
    }
    settle(tx, &mut record, &mut working, State::TestingProposal)
}

/// Errors: `CONFLICT` when a newer draft took its place, `INVALID_LEARN_STATE_TRANSITION`.
pub(super) fn can_be_tested(record: &SessionRecord, proposal: &SkillBundleProposal) -> Answer<()> {
    improve::not_replaced(proposal)?;
    let state = record.session.state;
    if state.allows_on_proposal(ProposalAction::Validate) {
        Ok(())
    } else {
        Err(invalid_transition(state, State::TestingProposal))
    }
}

/// Moves to `ready_for_review` when every kind passed for this revision and the lint has no error, else back to the draft.
fn conclude(tx: &WriteTx<'_>, id: ProposalId) -> Answer<()> {
    let mut record = session_of_proposal(tx.db, id)?;
    let mut working = WorkingDraft::load(tx.db, id)?;
    let revision = revision_ref(working.record.proposal.revision);
    let latest = validation_runs::latest_of_each_kind(tx.db, id)?;
    let passed = KINDS.iter().all(|kind| {
        let run = latest.iter().find(|run| run.run_kind == *kind);
        run.is_some_and(|run| run.overall_result == OverallResult::Passed && run.result_refs.contains(&revision))
    });
    let to = if passed && !working.record.draft.lint.has_errors() { State::ReadyForReview } else { State::DraftingProposal };
    settle(tx, &mut record, &mut working, to)
}

/// `agent`: the name, for people, of the agent that does a rehearsal.
pub(crate) fn start_run(tx: &WriteTx<'_>, id: ProposalId, kind: RunKind, agent: Option<String>) -> Answer<ValidationRun> {
    let mut record = session_of_proposal(tx.db, id)?;
    let tested = find_proposal(tx.db, id)?;
    let mut result_refs = vec![revision_ref(tested.proposal.revision)];
    if kind == RunKind::Rehearsal {
        result_refs.push(draft_ref(&tested.draft)?);
    }
    let run = ValidationRun {
        validation_run_id: tx.id(),
        proposal_id: id,
        run_kind: kind,
        started_at: tx.now,
        completed_at: None,
        agent,
        overall_result: OverallResult::Partial,
        result_refs,
        schema_version: SCHEMA_VERSION,
    };
    validation_runs::put(tx.db, &run)?;
    tx.stale(&crate::core::stale::Projection::ValidationRuns)?;
    record.session.validation_run_id = Some(run.validation_run_id);
    tx.receipt(ReceiptSubject::of_session(&record), ReceiptKind::ValidationStarted, &format!("Started {}.", words(kind)), None)?;
    let started = TestStarted { validation_run_id: run.validation_run_id, proposal_id: id, run_kind: kind };
    tx.event(record.session.learn_session_id, &Event::ValidationStarted(ValidationStarted::Test(started)))?;
    sessions::put(tx.db, &record)?;
    tx.stale(&crate::core::stale::Projection::Runtime)?;
    Ok(run)
}

pub(crate) fn finish_run(
    tx: &WriteTx<'_>,
    mut run: ValidationRun,
    steps: &[Step],
    result: OverallResult,
) -> Answer<ValidationRun> {
    run.completed_at = Some(tx.now);
    run.overall_result = result;
    validation_runs::put(tx.db, &run)?;
    for step in steps {
        validation_steps::add(tx.db, &step.stored(&run, tx.now))?;
    }
    tx.stale(&crate::core::stale::Projection::ValidationRuns)?;
    tx.stale(&crate::core::stale::Projection::ValidationSteps)?;
    let Ok(record) = session_of_proposal(tx.db, run.proposal_id) else { return Ok(run) };
    let failed = steps.iter().filter(|step| step.result == StepResult::Failed).count();
    let outcome = crate::core::transaction::payload(&result)?;
    let summary = format!("Finished {}: {}.", words(run.run_kind), outcome.as_str().unwrap_or_default());
    tx.receipt(ReceiptSubject::of_session(&record), ReceiptKind::ValidationFinished, &summary, None)?;
    let completed = ValidationCompleted {
        validation_run_id: run.validation_run_id,
        proposal_id: run.proposal_id,
        run_kind: run.run_kind,
        overall_result: result,
        failed_steps: failed as u32,
    };
    tx.event(record.session.learn_session_id, &Event::ValidationCompleted(completed))?;
    Ok(run)
}

fn result_of(steps: &[Step]) -> OverallResult {
    if steps.iter().any(|step| step.decides && step.result == StepResult::Failed) {
        OverallResult::Failed
    } else {
        OverallResult::Passed
    }
}

fn words(kind: RunKind) -> &'static str {
    match kind {
        RunKind::Lint => "the lint",
        RunKind::Trigger => "the trigger test",
        RunKind::DryRun => "the dry run",
        RunKind::Canary => "the canary",
        RunKind::AdapterCheck => "the adapter check",
        RunKind::DependencyCheck => "the dependency check",
        RunKind::Rehearsal => "the rehearsal",
    }
}
