//! Changing a draft: by hand, or by asking for a new one.

use crate::core::request;
use crate::core::transaction::WriteTx;
use crate::proposal::draft::{self, WorkingDraft};
use crate::proposal::generate::settle;
use crate::proposal::improve;
use crate::session::transitions::invalid_transition;
use crate::validation::runs::of_proposal;
use crate::{Answer, Engine};
use apprentice_compiler::Draft;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::ProposalId;
use apprentice_contracts::proposal::{EditedFields, ProposalDetailResponse, ProposalReviseRequest};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::sessions;
use serde_json::json;

impl Engine {
    /// With `edited_fields` the change is made at once and tested; with instructions alone the draft is compiled anew (answers and
    /// edits stay) and waits as a draft. From a review, a quarantine or a draft.
    pub async fn revise_proposal(&self, id: ProposalId, request: ProposalReviseRequest) -> Answer<ProposalDetailResponse> {
        let request = request::valid(request)?;
        let edits = request.edited_fields;
        let instructions = request.revision_instructions.trim().to_owned();
        let edited = edits != EditedFields::default();
        if !edited && instructions.is_empty() {
            return Err(request::invalid("edited_fields", "say what to change: a field, or revision_instructions"));
        }
        let inner = &self.inner;
        let gate = inner.gate.clone().lock_owned().await;
        inner.ensure_not_testing(id).await?;
        let draft = if edited { None } else { Some(self.recompile(id).await?) };
        let state = inner.commit(move |tx| revise(tx, id, &edits, &instructions, draft)).await?;
        if edited && state == State::DraftingProposal {
            inner.test(id, &crate::validation::runs::KINDS).await?;
        }
        drop(gate);
        self.proposal_detail(id).await
    }

    async fn recompile(&self, id: ProposalId) -> Answer<Draft> {
        let inner = &self.inner;
        let working = inner.working(id).await?;
        let record = inner.store.read(move |db| of_proposal(db, id)).await?;
        inner.compile(&record, draft::answers(&working.record.draft)).await
    }
}

fn revise(tx: &WriteTx<'_>, id: ProposalId, edits: &EditedFields, instructions: &str, draft: Option<Draft>) -> Answer<State> {
    let mut record = of_proposal(tx.db, id)?;
    let mut working = WorkingDraft::load(tx.db, id)?;
    improve::not_replaced(&working.record.proposal)?;
    let to_draft = match record.session.state {
        State::ReadyForReview => true,
        State::Quarantined => {
            slot_is_free(tx)?;
            true
        }
        State::Reviewing | State::AwaitingQuestions | State::DraftingProposal => false,
        state => return Err(invalid_transition(state, State::DraftingProposal)),
    };
    if !instructions.is_empty() {
        working.record.draft.instructions.push(instructions.to_owned());
    }
    if let Some(draft) = draft {
        working.compiled(tx, draft);
    }
    working.edit(edits);
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

/// Taking a quarantined session back to its draft needs the one-session slot.
fn slot_is_free(tx: &WriteTx<'_>) -> Answer<()> {
    match sessions::active(tx.db)? {
        None => Ok(()),
        Some(active) => {
            let message = "Another session is under way. Finish or cancel it, then take this one up again.";
            Err(Failure::new(ErrorCode::LearnSessionAlreadyActive, message)
                .with_details(json!({ "active_session_id": active.session.learn_session_id })))
        }
    }
}
