//! The record of a proposal: how operations read it, and how it moves together with its session.

use crate::Answer;
use crate::core::Core;
use crate::core::transaction::WriteTx;
use crate::proposal::draft::WorkingDraft;
use crate::session::record::find_session;
use crate::session::transitions::move_to;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{LearnSessionId, ProposalId};
use apprentice_contracts::proposal::{InstallLane, ProposalState};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_contracts::validation::{ValidationRun, ValidationStepResult};
use apprentice_store::proposals::ProposalRecord;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{Connection, proposals, sessions, validation_steps};
use serde_json::json;

/// Reads a proposal. Errors: `PROPOSAL_NOT_FOUND`.
pub(crate) fn find_proposal(db: &Connection, id: ProposalId) -> Answer<ProposalRecord> {
    proposals::get(db, id)?.ok_or_else(|| Failure::new(ErrorCode::ProposalNotFound, format!("There is no proposal {id}.")))
}

/// The session of a proposal. Errors: `LEARN_SESSION_NOT_FOUND` when it was deleted.
pub(crate) fn session_of_proposal(db: &Connection, id: ProposalId) -> Answer<sessions::SessionRecord> {
    let record = find_proposal(db, id)?;
    let session: LearnSessionId = record.proposal.learn_session_id.ok_or_else(|| {
        Failure::new(ErrorCode::LearnSessionNotFound, "The session of this proposal was deleted; the proposal can only be read.")
    })?;
    find_session(db, session)
}

pub(crate) fn steps_of(db: &Connection, runs: &[ValidationRun]) -> Answer<Vec<ValidationStepResult>> {
    let mut steps = Vec::new();
    for run in runs {
        steps.extend(validation_steps::of_run(db, run.validation_run_id)?);
    }
    Ok(steps)
}

/// Errors: `VALIDATION_IN_PROGRESS` while a test of this proposal runs.
pub(crate) async fn ensure_not_testing(core: &Core, proposal: ProposalId) -> Answer<()> {
    let running = core.store.read(|db| apprentice_store::validation_runs::running(db)).await.map_err(crate::stored)?;
    match running.iter().find(|run| run.proposal_id == proposal) {
        None => Ok(()),
        Some(run) => {
            let message = "A test of this proposal is running. Wait until it ends, or finish the rehearsal.";
            Err(Failure::new(ErrorCode::ValidationInProgress, message)
                .with_details(json!({ "validation_run_id": run.validation_run_id, "run_kind": run.run_kind })))
        }
    }
}

/// Moves session and proposal to a state together.
pub(crate) fn settle(tx: &WriteTx<'_>, record: &mut SessionRecord, working: &mut WorkingDraft, to: State) -> Answer<()> {
    move_to(tx, record, to)?;
    working.record.proposal.proposal_state = match to {
        State::AwaitingQuestions => ProposalState::AwaitingQuestions,
        State::TestingProposal => ProposalState::Testing,
        State::ReadyForReview => ProposalState::ReadyForReview,
        State::Rejected => ProposalState::Rejected,
        _ => ProposalState::Draft,
    };
    if record.session.state == State::DraftingProposal && working.record.proposal.install_lane == InstallLane::Quarantined {
        working.record.proposal.install_lane = InstallLane::Pending;
    }
    working.save(tx)?;
    tx.session(record)
}
