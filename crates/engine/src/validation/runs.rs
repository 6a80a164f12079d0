//! Tests of a proposal: their runs, and what their outcome does to the session.

use crate::core::transaction::{About, Ledger};
use crate::core::{idempotency, request};
use crate::engine::Inner;
use crate::proposal::decide::Wish;
use crate::proposal::draft::{self, Working};
use crate::proposal::generate::settle;
use crate::session::operations::find;
use crate::session::transitions::impossible;
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
        inner.not_testing(id).await?;
        let runs = match kinds(&request.selected_tests)? {
            None => vec![inner.start_rehearsal(id, request.start_url.as_deref()).await?],
            Some(kinds) => inner.test(id, &kinds).await?,
        };
        let last = runs.last().cloned().ok_or_else(|| request::invalid("selected_tests", "names no test"))?;
        let answer = ValidationRunResponse { validation_run: last, runs, schema_version: SCHEMA_VERSION };
        let kept = answer.clone();
        inner.commit(move |ledger| idempotency::remember(ledger, repeatable.as_ref(), &kept)).await?;
        drop(gate);
        Ok(answer)
    }

    /// `ready_for_review` back through the tests.
    pub async fn request_more_tests(&self, id: ProposalId) -> Answer<ProposalDetailResponse> {
        let inner = &self.inner;
        let gate = inner.gate.lock().await;
        inner.not_testing(id).await?;
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
    pub(crate) fn go_on(&self, gate: OwnedMutexGuard<()>, id: ProposalId) {
        let engine = self.clone();
        self.inner.tasks.spawn(async move {
            let outcome = engine.test_and_install(id).await;
            drop(gate);
            if let Err(failure) = outcome {
                engine.tell_error(id, &failure).await;
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
            self.install_now(id, Wish::OfBeforehand, RequestedLane::ExperimentalPrivate, &[], None).await?;
        }
        Ok(())
    }

    async fn tell_error(&self, id: ProposalId, failure: &Failure) {
        let payload = json!({ "code": failure.code, "message": failure.message, "details": failure.details });
        let told = self
            .inner
            .commit(move |ledger| {
                let record = of_proposal(ledger.db, id)?;
                ledger.event(record.session.learn_session_id, kind::ERROR, payload)
            })
            .await;
        if let Err(failure) = told {
            tracing::warn!(%failure, "a failure could not be told");
        }
    }

    /// Drafts that a killed program left untested.
    pub(crate) async fn go_on_with_drafts(&self) -> Answer<()> {
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
            self.go_on(gate, proposal);
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
        self.change(move |ledger| begin(ledger, id)).await?;
        let subject = self.subject(id).await?;
        let mut runs = Vec::new();
        for kind in kinds {
            let run = self
                .change({
                    let kind = *kind;
                    move |ledger| start_run(ledger, id, kind)
                })
                .await?;
            let (subject, kind) = (subject.clone(), *kind);
            let steps = tokio::task::spawn_blocking(move || checks::run(kind, &subject))
                .await
                .unwrap_or_else(|error| vec![Step::failed("run", "The test itself ended unexpectedly", error.to_string())]);
            runs.push(self.change(move |ledger| finish_run(ledger, run, &steps, result_of(&steps))).await?);
        }
        self.commit(move |ledger| conclude(ledger, id)).await?;
        Ok(runs)
    }

    async fn subject(&self, id: ProposalId) -> Answer<Subject> {
        let (run, search_path) = (self.edge.home.join("run"), self.edge.machine.search_path.clone());
        let ids = self.edge.ids.clone();
        self.store
            .read(move |db| {
                let working = Working::load(db, id)?;
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
    pub(crate) async fn end_lost_runs(&self) -> Answer<()> {
        let live = self.rehearsals.any().map(|judge| judge.run.validation_run_id);
        self.change(move |ledger| {
            let running = validation_runs::running(ledger.db)?;
            for run in running.into_iter().filter(|run| Some(run.validation_run_id) != live) {
                let why = "Apprentice ended while this test was running, or could not store its result.";
                let lost = Step::skipped("run", "Ended before its end", why.into());
                finish_run(ledger, run, &[lost], OverallResult::Cancelled)?;
            }
            if let Some(mut record) = sessions::active(ledger.db)?
                && record.session.state == State::TestingProposal
                && let Some(proposal) = record.session.proposal_id
            {
                settle(ledger, &mut record, &mut Working::load(ledger.db, proposal)?, State::DraftingProposal)?;
            }
            Ok(())
        })
        .await
    }
}

/// To `testing_proposal`, by way of `drafting_proposal` from a review.
fn begin(ledger: &Ledger<'_>, id: ProposalId) -> Answer<()> {
    let mut record = of_proposal(ledger.db, id)?;
    let mut working = Working::load(ledger.db, id)?;
    match record.session.state {
        State::DraftingProposal => {}
        State::ReadyForReview => settle(ledger, &mut record, &mut working, State::DraftingProposal)?,
        state => return Err(impossible(state, State::TestingProposal)),
    }
    settle(ledger, &mut record, &mut working, State::TestingProposal)
}

/// To `ready_for_review` when every kind passed for this revision and the lint has no error, else back to the draft.
fn conclude(ledger: &Ledger<'_>, id: ProposalId) -> Answer<()> {
    let mut record = of_proposal(ledger.db, id)?;
    let mut working = Working::load(ledger.db, id)?;
    let revision = revision_ref(working.record.proposal.revision);
    let latest = validation_runs::latest_of_each_kind(ledger.db, id)?;
    let passed = KINDS.iter().all(|kind| {
        let run = latest.iter().find(|run| run.run_kind == *kind);
        run.is_some_and(|run| run.overall_result == OverallResult::Passed && run.result_refs.contains(&revision))
    });
    let to = if passed && !working.record.draft.lint.has_errors() { State::ReadyForReview } else { State::DraftingProposal };
    settle(ledger, &mut record, &mut working, to)
}

pub(crate) fn start_run(ledger: &Ledger<'_>, id: ProposalId, kind: RunKind) -> Answer<ValidationRun> {
    let mut record = of_proposal(ledger.db, id)?;
    let run = ValidationRun {
        validation_run_id: ledger.id(),
        proposal_id: id,
        run_kind: kind,
        started_at: ledger.now,
        completed_at: None,
        overall_result: OverallResult::Partial,
        result_refs: vec![revision_ref(draft::find(ledger.db, id)?.proposal.revision)],
        schema_version: SCHEMA_VERSION,
    };
    validation_runs::put(ledger.db, &run)?;
    ledger.stale(&crate::projections::Projection::ValidationRuns)?;
    record.session.validation_run_id = Some(run.validation_run_id);
    ledger.receipt(About::session(&record), ReceiptKind::ValidationStarted, &format!("Started {}.", words(kind)), None)?;
    let payload = json!({ "validation_run_id": run.validation_run_id, "proposal_id": id, "run_kind": kind });
    ledger.event(record.session.learn_session_id, kind::VALIDATION_STARTED, payload)?;
    sessions::put(ledger.db, &record)?;
    ledger.stale(&crate::projections::Projection::Runtime)?;
    Ok(run)
}

pub(crate) fn finish_run(
    ledger: &Ledger<'_>,
    mut run: ValidationRun,
    steps: &[Step],
    result: OverallResult,
) -> Answer<ValidationRun> {
    run.completed_at = Some(ledger.now);
    run.overall_result = result;
    validation_runs::put(ledger.db, &run)?;
    for step in steps {
        validation_steps::add(ledger.db, &step.stored(&run, ledger.now))?;
    }
    ledger.stale(&crate::projections::Projection::ValidationRuns)?;
    ledger.stale(&crate::projections::Projection::ValidationSteps)?;
    let Ok(record) = of_proposal(ledger.db, run.proposal_id) else { return Ok(run) };
    let failed = steps.iter().filter(|step| step.result == StepResult::Failed).count();
    let outcome = crate::core::transaction::payload(&result)?;
    let summary = format!("Finished {}: {}.", words(run.run_kind), outcome.as_str().unwrap_or_default());
    ledger.receipt(About::session(&record), ReceiptKind::ValidationFinished, &summary, None)?;
    let payload = json!({
        "validation_run_id": run.validation_run_id, "proposal_id": run.proposal_id, "run_kind": run.run_kind,
        "overall_result": result, "failed_steps": failed,
    });
    ledger.event(record.session.learn_session_id, kind::VALIDATION_COMPLETED, payload)?;
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
