//! Revises a draft: by edits, by instructions in words, or by compiling it again.

use crate::Answer;
use crate::author;
use crate::core::request;
use crate::core::transaction::WriteTx;
use crate::proposal::draft::{GivenAnswers, WorkingDraft};
use crate::proposal::instructions;
use crate::proposal::operations::Proposals;
use crate::proposal::record::{ensure_not_testing, session_of_proposal, settle};
use crate::proposal::values;
use crate::proposal::{draft, improve};
use crate::session::transitions::invalid_transition;
use apprentice_compiler::author::Asked;
use apprentice_compiler::instructions::{KINDS, Understood};
use apprentice_compiler::{Draft, without_secrets};
use apprentice_contracts::action::ProposalAction;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::graph::ValueAnswer;
use apprentice_contracts::ids::ProposalId;
use apprentice_contracts::proposal::{
    EditedFields, ProposalDetailResponse, ProposalReviseRequest, ReviseValuesRequest, RevisionPreviewResponse,
};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::sessions;
use serde_json::json;

impl Proposals {
    pub(crate) async fn revise_proposal(&self, id: ProposalId, request: ProposalReviseRequest) -> Answer<ProposalDetailResponse> {
        something_to_do(&request)?;
        let words = without_secrets(request.revision_instructions.trim());
        let gate = self.core.gate.clone().lock_owned().await;
        ensure_not_testing(&self.core, id).await?;
        let working = WorkingDraft::read(&self.core, id).await?;
        let understood = instructions::meant(&working, &request.edited_fields, &words);
        instructions::permitted(&understood, request.confirm_weaker)?;
        let asked = self.left_to_author(&working, &request, &words, &understood).await?;
        let changes = understood.changes.clone();
        if !changes.is_empty() || request.edited_fields != EditedFields::default() {
            let draft = match (&understood.values, understood.again) {
                (Some(answers), _) => Some(self.recompile(id, Some(answers)).await?),
                (None, true) => Some(self.recompile(id, None).await?),
                (None, false) => None,
            };
            let edits = instructions::all_edits(request.edited_fields, &understood);
            let change = Change { edits, instructions: words, values: understood.values, draft };
            let state = self.core.commit(move |tx| revise(tx, id, change)).await?;
            if state == State::DraftingProposal {
                self.validation.test(id, &crate::validation::runs::KINDS).await?;
            }
        }
        drop(gate);
        if let Some(asked) = asked {
            self.write_as_asked(id, Some(asked)).await?;
        }
        let mut detail = self.reader.proposal_detail(id).await?;
        detail.revision_changes = changes;
        Ok(detail)
    }

    pub(crate) async fn preview_revision(
        &self,
        id: ProposalId,
        request: ProposalReviseRequest,
    ) -> Answer<RevisionPreviewResponse> {
        let working = WorkingDraft::read(&self.core, id).await?;
        let words = without_secrets(request.revision_instructions.trim());
        let understood = instructions::meant(&working, &request.edited_fields, &words);
        let no_author = self.chosen_author().await.err().map(|failure| failure.message);
        let author = match &no_author {
            Some(_) => None,
            None => Some(author::goes_to(&author::read(&self.core).await?, &self.core.options.machine)),
        };
        Ok(RevisionPreviewResponse {
            refused: instructions::told(&understood.refused),
            unclear: instructions::told(&understood.unclear),
            offers: instructions::offered(&working, &request.findings),
            changes: understood.changes,
            needs_confirmation: understood.weaker,
            author,
            no_author,
            kinds: KINDS.map(str::to_owned).to_vec(),
        })
    }

    /// What the rules cannot do and an author is asked for. Errors: nobody is chosen; then nothing is changed.
    async fn left_to_author(
        &self,
        working: &WorkingDraft,
        request: &ProposalReviseRequest,
        words: &str,
        understood: &Understood,
    ) -> Answer<Option<Asked>> {
        let only_found = words.is_empty() && !request.findings.is_empty();
        if understood.unclear.is_empty() && !only_found {
            return Ok(None);
        }
        if let Err(none) = self.chosen_author().await {
            return Err(match only_found {
                true => instructions::choose_one(&instructions::offered(working, &request.findings), &none.message),
                false => instructions::nobody_understands(&understood.unclear, &none.message),
            });
        }
        let findings = request.findings.iter().map(|one| (one.checkpoint_id.to_string(), one.why.clone())).collect();
        Ok(Some(Asked { words: words.to_owned(), findings }))
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

fn something_to_do(request: &ProposalReviseRequest) -> Answer<()> {
    let nothing = request.edited_fields == EditedFields::default() && request.findings.is_empty();
    match nothing && request.revision_instructions.trim().is_empty() {
        true => Err(request::invalid("edited_fields", "say what to change: a field, or revision_instructions")),
        false => Ok(()),
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
