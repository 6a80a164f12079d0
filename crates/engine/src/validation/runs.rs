//! Tests of a proposal: their runs, and what their outcome does to the session.

use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::core::{idempotency, request};
use crate::engine::Inner;
use crate::proposal::decide::InstallTrigger;
use crate::proposal::draft::{self, WorkingDraft};
use crate::proposal::generate::settle;
use crate::session::operations::find;
use crate::session::transitions::invalid_transition;
use crate::validation::checks::{self, Step, Subject};
use crate::{Answer, Engine};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::kind;
use apprentice_contracts::ids::{AbilityId, LearnSessionId, ProposalId};
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::{ProposalDetailResponse, RequestedLane};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::session::BuildPolicy;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_contracts::validation::{
    OverallResult, RunKind, StartValidationRunRequest, StepResult, ValidationRun, ValidationRunResponse,
    ValidationRunsListResponse, ValidationStepResult,
};
use apprentice_store::{Connection, Transaction, abilities, sessions, validation_runs, validation_steps};
use serde_json::json;
use tokio::sync::OwnedMutexGuard;

/// What must pass before a review, in this order.
pub(crate) const KINDS: [RunKind; 4] = [RunKind::Lint, RunKind::Trigger, RunKind::DependencyCheck, RunKind::DryRun];

impl Engine {
    /// `lint`, `trigger`, `dependency_check`, `dry_run` run to their end; all passed leads to `ready_for_review`.
    /// `rehearsal` (alone) begins to watch and returns while it runs.
    pub async fn validate_proposal(&self, id: ProposalId, request: StartValidationRunRequest) -> Answer<ValidationRunResponse> {
        let request = request::valid(request)?;
        let inner = &self.inner;
        let gate = inner.gate.lock().await;
        let repeatable = idempotency::request("validate_proposal", id, request.client_request_id.as_deref(), &request)?;
        if let Some(answer) = inner.answered(repeatable.as_ref()).await? {
            return Ok(answer);
        }
        inner.store.read(move |db| draft::find(db, id).map(|_| ())).await?;
        inner.ensure_not_testing(id).await?;
        let runs = match kinds(&request.selected_tests)? {
            None => vec![inner.start_rehearsal(id, request.start_url.as_deref()).await?],
            Some(kinds) => inner.test(id, &kinds).await?,
        };
        let last = runs.last().cloned().ok_or_else(|| request::invalid("selected_tests", "names no test"))?;
        let answer = ValidationRunResponse { validation_run: last, runs, schema_version: SCHEMA_VERSION };
        let kept = answer.clone();
        inner.commit(move |tx| idempotency::remember(tx, repeatable.as_ref(), &kept)).await?;
        drop(gate);
        Ok(answer)
    }

    /// `ready_for_review` back through the tests.
    pub async fn request_more_tests(&self, id: ProposalId) -> Answer<ProposalDetailResponse> {
        let inner = &self.inner;
        let gate = inner.gate.lock().await;
        inner.ensure_not_testing(id).await?;
        inner.test(id, &KINDS).await?;
        drop(gate);
        self.proposal_detail(id).await
    }

    /// Newest first, with the steps of the runs on this page.
    pub async fn validation_runs(&self, id: ProposalId, page: PageQuery) -> Answer<ValidationRunsListResponse> {
        request::page(page)?;
        self.inner
            .store
            .read(move |db| {
                draft::find(db, id)?;
                let (runs, total) = validation_runs::of_proposal(db, id, page)?;
                let steps = steps_of(db, &runs)?;
                let PageQuery { page, page_size } = page;
                Ok(ValidationRunsListResponse { runs, steps, total, page, page_size, schema_version: SCHEMA_VERSION })
            })
            .await
    }

    /// After drafting the engine goes on by itself: the tests, and the installation where that was allowed beforehand. The
    /// gate goes along, so that whoever asks next finds it done.
    pub(crate) fn continue_draft(&self, gate: OwnedMutexGuard<()>, id: ProposalId) {
        let engine = self.clone();
        self.inner.tasks.spawn(async move {
            let outcome = engine.test_and_install(id).await;
            drop(gate);
            if let Err(failure) = outcome {
                engine.report_error(id, &failure).await;
            }
        });
    }

    async fn test_and_install(&self, id: ProposalId) -> Answer<()> {
        self.inner.test(id, &KINDS).await?;
        let record = self.inner.store.read(move |db| of_proposal(db, id)).await?;
        let auto = record.session.build_policy == BuildPolicy::PrivateAutoInstall && record.allow_private_install;
        let improved = record.session.target_skill_id.clone().map(AbilityId);
        let ability = record.session.ability_id.clone().or(improved);
        let look = move |db: &Transaction<'_>| -> Answer<bool> {
            let found = ability.map(|id| abilities::get(db, &id)).transpose()?.flatten();
            Ok(found.is_some_and(|found| found.standing.quarantine.is_some()))
        };
        // What was allowed beforehand is no leave to lift a quarantine.
        let quarantined = self.inner.store.read(look).await?;
        if auto && !quarantined && record.session.state == State::ReadyForReview {
            self.install_now(id, InstallTrigger::Preauthorized, RequestedLane::ExperimentalPrivate, &[], None).await?;
        }
        Ok(())
    }

    async fn report_error(&self, id: ProposalId, failure: &Failure) {
        let payload = json!({ "code": failure.code, "message": failure.message, "details": failure.details });
        let told = self
            .inner
            .commit(move |tx| {
                let record = of_proposal(tx.db, id)?;
                tx.event(record.session.learn_session_id, kind::ERROR, payload)
            })
            .await;
        if let Err(failure) = told {
            tracing::warn!(%failure, "a failure could not be told");
        }
    }

    /// Drafts that a killed program left untested.
    pub(crate) async fn resume_drafts(&self) -> Answer<()> {
        let left = self
            .inner
            .store
            .read(|db| {
                let Some(record) = sessions::active(db)? else { return Ok::<_, Failure>(None) };
                let untested = match record.session.proposal_id {
                    Some(proposal) if record.session.state == State::DraftingProposal => !has_outcome(db, proposal)?,
                    _ => false,
                };
                Ok(record.session.proposal_id.filter(|_| untested))
            })
            .await?;
        if let Some(proposal) = left {
            let gate = self.inner.gate.clone().lock_owned().await;
            self.continue_draft(gate, proposal);
        }
        Ok(())
    }
}

/// `None`: a rehearsal.
fn kinds(selected: &[RunKind]) -> Answer<Option<Vec<RunKind>>> {
    if selected == [RunKind::Rehearsal] {
        return Ok(None);
    }
    if selected.contains(&RunKind::Rehearsal) {
        return Err(request::invalid("selected_tests", "a rehearsal runs alone"));
    }
    if let Some(kind) = selected.iter().find(|kind| !KINDS.contains(kind)) {
        let word = serde_json::to_value(kind).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default();
        return Err(request::invalid("selected_tests", &format!("{word} is not available yet")));
    }
    Ok(Some(if selected.is_empty() {
        KINDS.to_vec()
    } else {
        KINDS.into_iter().filter(|kind| selected.contains(kind)).collect()
    }))
}

/// Whether every kind of test came to an end for the draft as it is.
fn has_outcome(db: &Connection, id: ProposalId) -> Answer<bool> {
    let revision = revision_ref(draft::find(db, id)?.proposal.revision);
    let latest = validation_runs::latest_of_each_kind(db, id)?;
    let ended = |run: &ValidationRun| run.result_refs.contains(&revision) && run.overall_result != OverallResult::Cancelled;
    Ok(KINDS.iter().all(|kind| latest.iter().any(|run| run.run_kind == *kind && ended(run))))
}

/// The session of a proposal.
pub(crate) fn of_proposal(db: &Connection, id: ProposalId) -> Answer<sessions::SessionRecord> {
    let record = draft::find(db, id)?;
    let session: LearnSessionId = record.proposal.learn_session_id.ok_or_else(|| {
        Failure::new(ErrorCode::LearnSessionNotFound, "The session of this proposal was deleted; the proposal can only be read.")
    })?;
    find(db, session)
}

pub(crate) fn steps_of(db: &Connection, runs: &[ValidationRun]) -> Answer<Vec<ValidationStepResult>> {
    let mut steps = Vec::new();
    for run in runs {
        steps.extend(validation_steps::of_run(db, run.validation_run_id)?);
    }
    Ok(steps)
}

fn revision_ref(revision: u32) -> String {
    format!("revision:{revision}")
}

impl Inner {
    /// Runs tests and moves the session by their outcome. The caller holds the gate.
    pub(crate) async fn test(&self, id: ProposalId, kinds: &[RunKind]) -> Answer<Vec<ValidationRun>> {
        self.change(move |tx| begin(tx, id)).await?;
        let subject = self.subject(id).await?;
        let mut runs = Vec::new();
        for kind in kinds {
            let run = self
                .change({
                    let kind = *kind;
                    move |tx| start_run(tx, id, kind)
                })
                .await?;
            let (subject, kind) = (subject.clone(), *kind);
            let steps = tokio::task::spawn_blocking(move || checks::run(kind, &subject))
                .await
                .unwrap_or_else(|error| vec![Step::failed("run", "The test itself ended unexpectedly", error.to_string())]);
            runs.push(self.change(move |tx| finish_run(tx, run, &steps, result_of(&steps))).await?);
        }
        self.commit(move |tx| conclude(tx, id)).await?;
        Ok(runs)
    }

    async fn subject(&self, id: ProposalId) -> Answer<Subject> {
        let (run, search_path) = (self.options.home.join("run"), self.options.machine.search_path.clone());
        let ids = self.options.ids.clone();
        self.store
            .read(move |db| {
                let working = WorkingDraft::load(db, id)?;
                let record = of_proposal(db, id)?;
                Ok(Subject {
                    actions: draft::trimmed(db, &record)?,
                    entry: checks::entry(&working),
                    others: apprentice_store::abilities::all(db)?.into_iter().map(|record| record.entry).collect(),
                    record: working.record,
                    folder: run.join(format!("dry-{}", ids.next())),
                    search_path,
                })
            })
            .await
    }

    /// Runs that were left without an end (by a killed program, or because their result could not be stored) are cancelled; their
    /// session is a draft again. The caller holds the gate, so that no test but a rehearsal runs.
    pub(crate) async fn cancel_lost_runs(&self) -> Answer<()> {
        let live = self.rehearsals.any().map(|judge| judge.run.validation_run_id);
        self.change(move |tx| {
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

/// To `testing_proposal`, by way of `drafting_proposal` from a review.
fn begin(tx: &WriteTx<'_>, id: ProposalId) -> Answer<()> {
    let mut record = of_proposal(tx.db, id)?;
    let mut working = WorkingDraft::load(tx.db, id)?;
    match record.session.state {
        State::DraftingProposal => {}
        State::ReadyForReview => settle(tx, &mut record, &mut working, State::DraftingProposal)?,
        state => return Err(invalid_transition(state, State::TestingProposal)),
    }
    settle(tx, &mut record, &mut working, State::TestingProposal)
}

/// To `ready_for_review` when every kind passed for this revision and the lint has no error, else back to the draft.
fn conclude(tx: &WriteTx<'_>, id: ProposalId) -> Answer<()> {
    let mut record = of_proposal(tx.db, id)?;
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

pub(crate) fn start_run(tx: &WriteTx<'_>, id: ProposalId, kind: RunKind) -> Answer<ValidationRun> {
    let mut record = of_proposal(tx.db, id)?;
    let run = ValidationRun {
        validation_run_id: tx.id(),
        proposal_id: id,
        run_kind: kind,
        started_at: tx.now,
        completed_at: None,
        overall_result: OverallResult::Partial,
        result_refs: vec![revision_ref(draft::find(tx.db, id)?.proposal.revision)],
        schema_version: SCHEMA_VERSION,
    };
    validation_runs::put(tx.db, &run)?;
    tx.stale(&crate::projections::Projection::ValidationRuns)?;
    record.session.validation_run_id = Some(run.validation_run_id);
    tx.receipt(ReceiptSubject::of_session(&record), ReceiptKind::ValidationStarted, &format!("Started {}.", words(kind)), None)?;
    let payload = json!({ "validation_run_id": run.validation_run_id, "proposal_id": id, "run_kind": kind });
    tx.event(record.session.learn_session_id, kind::VALIDATION_STARTED, payload)?;
    sessions::put(tx.db, &record)?;
    tx.stale(&crate::projections::Projection::Runtime)?;
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
    tx.stale(&crate::projections::Projection::ValidationRuns)?;
    tx.stale(&crate::projections::Projection::ValidationSteps)?;
    let Ok(record) = of_proposal(tx.db, run.proposal_id) else { return Ok(run) };
    let failed = steps.iter().filter(|step| step.result == StepResult::Failed).count();
    let outcome = crate::core::transaction::payload(&result)?;
    let summary = format!("Finished {}: {}.", words(run.run_kind), outcome.as_str().unwrap_or_default());
    tx.receipt(ReceiptSubject::of_session(&record), ReceiptKind::ValidationFinished, &summary, None)?;
    let payload = json!({
        "validation_run_id": run.validation_run_id, "proposal_id": run.proposal_id, "run_kind": run.run_kind,
        "overall_result": result, "failed_steps": failed,
    });
    tx.event(record.session.learn_session_id, kind::VALIDATION_COMPLETED, payload)?;
    Ok(run)
}

fn result_of(steps: &[Step]) -> OverallResult {
    if steps.iter().any(|step| step.result == StepResult::Failed) { OverallResult::Failed } else { OverallResult::Passed }
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
