//! Revises a draft, by edits or by compiling it again.

use crate::Answer;
use crate::core::request;
use crate::core::transaction::WriteTx;
use crate::proposal::draft::{GivenAnswers, WorkingDraft};
use crate::proposal::operations::Proposals;
use crate::proposal::record::{ensure_not_testing, session_of_proposal, settle};
use crate::proposal::values;
use crate::proposal::{draft, improve};
use crate::session::transitions::invalid_transition;
use apprentice_compiler::Draft;
use apprentice_contracts::action::ProposalAction;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::graph::ValueAnswer;
use apprentice_contracts::ids::ProposalId;
use apprentice_contracts::proposal::{EditedFields, ProposalDetailResponse, ProposalReviseRequest, ReviseValuesRequest};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::sessions;
use serde_json::json;

impl Proposals {
    pub(crate) async fn revise_proposal(&self, id: ProposalId, request: ProposalReviseRequest) -> Answer<ProposalDetailResponse> {
        let edits = request.edited_fields;
        let instructions = request.revision_instructions.trim().to_owned();
        let edited = edits != EditedFields::default();
        if !edited && instructions.is_empty() {
            return Err(request::invalid("edited_fields", "say what to change: a field, or revision_instructions"));
        }
        let gate = self.core.gate.clone().lock_owned().await;
        ensure_not_testing(&self.core, id).await?;
        let draft = if edited { None } else { Some(self.recompile(id, None).await?) };
        let change = Change { edits, instructions, values: None, draft };
        let state = self.core.commit(move |tx| revise(tx, id, change)).await?;
        if edited && state == State::DraftingProposal {
            self.validation.test(id, &crate::validation::runs::KINDS).await?;
        }
        drop(gate);
        self.reader.proposal_detail(id).await
    }

    pub(crate) async fn revise_values(&self, id: ProposalId, request: ReviseValuesRequest) -> Answer<ProposalDetailResponse> {
        let answers = request.values;
        let gate = self.core.gate.clone().lock_owned().await;
        ensure_not_testing(&self.core, id).await?;
        let draft = Some(self.recompile(id, Some(&answers)).await?);
        let change = Change { values: Some(answers), draft, ..Change::default() };
        let state = self.core.commit(move |tx| revise(tx, id, change)).await?;
        if state == State::DraftingProposal {
            self.validation.test(id, &crate::validation::runs::KINDS).await?;
        }
        drop(gate);
        self.reader.proposal_detail(id).await
    }

    /// Compiles the demonstration again, with new answers about values if there are any.
    async fn recompile(&self, id: ProposalId, answers: Option<&[ValueAnswer]>) -> Answer<Draft> {
        let mut working = WorkingDraft::read(&self.core, id).await?;
        if let Some(answers) = answers {
            values::check(&working.record.draft.values, answers)?;
            working.record.draft.value_answers = answers.to_vec();
        }
        let record = self.core.store.read(move |db| session_of_proposal(db, id)).await?;
        draft::compile_session(&self.core, &record, GivenAnswers::of(&working.record.draft)).await
    }
}

/// What is changed in a proposal.
#[derive(Default)]
struct Change {
    edits: EditedFields,
    instructions: String,
    /// All answers about values, if they are replaced.
    values: Option<Vec<ValueAnswer>>,
    /// The new draft, if the demonstration was compiled again.
    draft: Option<Draft>,
}

fn revise(tx: &WriteTx<'_>, id: ProposalId, change: Change) -> Answer<State> {
    let mut record = session_of_proposal(tx.db, id)?;
    let mut working = WorkingDraft::load(tx.db, id)?;
    improve::not_replaced(&working.record.proposal)?;
    let state = record.session.state;
    if !state.allows_on_proposal(ProposalAction::Revise) {
        return Err(invalid_transition(state, State::DraftingProposal));
    }
    if state == State::Quarantined {
        slot_is_free(tx)?;
    }
    // Other states are those of a draft already.
    let to_draft = matches!(state, State::ReadyForReview | State::Quarantined);
    if !change.instructions.is_empty() {
        working.record.draft.instructions.push(change.instructions);
    }
    if let Some(answers) = change.values {
        working.record.draft.value_answers = answers;
    }
    if let Some(draft) = change.draft {
        working.compiled(tx, draft);
    }
    working.edit(&change.edits);
    working.confirmed = true;
    working.finish(record.session.execution_mode);
    if to_draft {
        settle(tx, &mut record, &mut working, State::DraftingProposal)?;
    } else {
        working.save(tx)?;
        tx.session(&mut record)?;
    }
    Ok(record.session.state)
}

/// A quarantined session needs the one-session slot to become a draft again.
fn slot_is_free(tx: &WriteTx<'_>) -> Answer<()> {
    match sessions::active(tx.db)? {
        None => Ok(()),
        Some(active) => {
            let message = "Another session is active. Finish or cancel it, then continue with this one.";
            Err(Failure::new(ErrorCode::LearnSessionAlreadyActive, message)
                .with_details(json!({ "active_session_id": active.session.learn_session_id })))
        }
    }
}
