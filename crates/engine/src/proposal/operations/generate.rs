//! Generates a proposal and asks its questions.

use crate::Answer;
use crate::core::request;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::proposal::draft;
use crate::proposal::draft::{GivenAnswers, WorkingDraft};
use crate::proposal::operations::Proposals;
use crate::proposal::record::{ensure_not_testing, settle};
use crate::session::record::{find_session, load_session};
use crate::session::transitions::{invalid_transition, move_to, require};
use apprentice_compiler::Draft;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::action::SessionAction;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::{Event, ProposalCreated, QuestionsRequested};
use apprentice_contracts::ids::{LearnSessionId, ProposalId, QuestionId};
use apprentice_contracts::proposal::{LearningAnswer, LearningQuestion};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::session::{
    AnswerItem, AnswerNextAction, AnswerQuestionsRequest, AnswerQuestionsResponse, BuildPolicy, GenerateProposalResponse,
    LearnSession,
};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::sessions::SessionRecord;
use serde_json::json;
use tokio::sync::OwnedMutexGuard;

impl Proposals {
    pub(crate) async fn generate_proposal(&self, id: LearnSessionId) -> Answer<GenerateProposalResponse> {
        let gate = self.lock_when_read(id).await;
        let record = load_session(&self.core, id).await?;
        require(record.session.state, SessionAction::GenerateProposal, State::DraftingProposal)?;
        let (session, proposal_id) = match (record.session.state, record.session.proposal_id) {
            (State::Stopped, _) => {
                let draft = draft::compile_session(&self.core, &record, GivenAnswers::default()).await?;
                self.core.commit(move |tx| first_draft(tx, id, draft)).await?
            }
            (_, Some(proposal)) => self.core.commit(move |tx| build_with_assumptions(tx, id, proposal)).await?,
            (state, None) => return Err(invalid_transition(state, State::DraftingProposal)),
        };
        if session.state == State::DraftingProposal {
            self.continue_draft(gate, proposal_id);
        }
        Ok(GenerateProposalResponse { session, proposal_id })
    }

    /// Locks the gate once the result of the demonstration was read. Others use the gate meanwhile.
    pub(super) async fn lock_when_read(&self, id: LearnSessionId) -> OwnedMutexGuard<()> {
        loop {
            let gate = self.core.gate.clone().lock_owned().await;
            if !self.looks.is_reading(id) {
                return gate;
            }
            drop(gate);
            self.looks.wait(id).await;
        }
    }

    pub(crate) async fn answer_questions(
        &self,
        id: LearnSessionId,
        request: AnswerQuestionsRequest,
    ) -> Answer<AnswerQuestionsResponse> {
        let gate = self.core.gate.clone().lock_owned().await;
        let record = load_session(&self.core, id).await?;
        let state = record.session.state;
        let proposal = record.session.proposal_id.filter(|_| state.allows(SessionAction::AnswerQuestions));
        let proposal = proposal.ok_or_else(|| not_asking(state))?;
        ensure_not_testing(&self.core, proposal).await?;
        let mut working = self.core.store.read(move |db| WorkingDraft::load(db, proposal)).await?;
        let given = given(&working.record.draft.questions, &request.answers)?;
        for (question, text) in given {
            working.record.draft.answers.retain(|answer| answer.question_id != question);
            working.record.draft.answers.push(LearningAnswer {
                question_id: question,
                proposal_id: proposal,
                answer: text,
                created_at: self.core.now(),
                schema_version: SCHEMA_VERSION,
            });
        }
        let draft = draft::compile_session(&self.core, &record, GivenAnswers::of(&working.record.draft)).await?;
        let count = request.answers.len();
        let (session, open) = self.core.commit(move |tx| answered(tx, id, working, draft, count)).await?;
        let goes_on = session.state == State::DraftingProposal;
        if goes_on {
            self.continue_draft(gate, proposal);
        }
        let next_action = match (open, goes_on) {
            (0, true) => AnswerNextAction::ReadyForReview,
            (0, false) => AnswerNextAction::GenerateProposal,
            _ => AnswerNextAction::MoreQuestions,
        };
        Ok(AnswerQuestionsResponse { session, remaining_questions: open, next_action })
    }
}

fn not_asking(state: State) -> Failure {
    let message = "This session has no question to answer now.";
    Failure::new(ErrorCode::InvalidLearnStateTransition, message).with_details(json!({ "state": state }))
}

fn given(questions: &[LearningQuestion], answers: &[AnswerItem]) -> Answer<Vec<(QuestionId, String)>> {
    let one = |item: &AnswerItem| {
        let id = item.question_id.parse().ok();
        let known = questions.iter().find(|question| Some(question.question_id) == id);
        let known = known.ok_or_else(|| request::invalid("answers", &format!("there is no question {}", item.question_id)))?;
        let text = item.answer_text.trim();
        if text.is_empty() {
            return Err(request::invalid("answers", &format!("the answer to “{}” is empty", known.prompt)));
        }
        Ok((known.question_id, text.to_owned()))
    };
    answers.iter().map(one).collect()
}

/// `stopped -> reviewing`, and as far as possible without asking.
fn first_draft(tx: &WriteTx<'_>, id: LearnSessionId, draft: Draft) -> Answer<(LearnSession, ProposalId)> {
    let mut record = find_session(tx.db, id)?;
    move_to(tx, &mut record, State::Reviewing)?;
    let mut working = WorkingDraft::first(tx, &record, draft)?;
    let proposal = announce(tx, &mut record, &mut working)?;
    Ok((record.session, proposal))
}

/// Stores a first draft, says that it is there, and asks what must be asked.
pub(crate) fn announce(tx: &WriteTx<'_>, record: &mut SessionRecord, working: &mut WorkingDraft) -> Answer<ProposalId> {
    let id = record.session.learn_session_id;
    working.finish(record.session.execution_mode);
    let proposal = working.record.proposal.clone();
    record.session.proposal_id = Some(proposal.proposal_id);
    record.session.interpretation_id = proposal.interpretation_id;
    working.save(tx)?;
    tx.session(record)?;
    let about = ReceiptSubject::of_session(record);
    tx.receipt(about.clone(), ReceiptKind::ProposalCreated, &format!("Drafted “{}”.", proposal.title), None)?;
    let created = ProposalCreated { proposal_id: proposal.proposal_id, title: proposal.title.clone() };
    tx.event(id, &Event::ProposalCreated(created))?;
    let questions = working.record.draft.questions.len();
    if questions > 0 {
        tx.receipt(about, ReceiptKind::ClarificationRequested, &format!("Asked {questions} questions."), None)?;
        let required = working.open_required().len() as u32;
        let requested = QuestionsRequested { proposal_id: proposal.proposal_id, questions: questions as u32, required };
        tx.event(id, &Event::QuestionsRequested(requested))?;
    }
    let asks = record.session.build_policy == BuildPolicy::AskBeforeBuild;
    match (working.open_required().is_empty(), asks) {
        (false, _) => settle(tx, record, working, State::AwaitingQuestions)?,
        (true, true) => {}
        (true, false) => settle(tx, record, working, State::DraftingProposal)?,
    }
    Ok(proposal.proposal_id)
}

/// Builds the draft on request: assumptions replace missing answers.
fn build_with_assumptions(tx: &WriteTx<'_>, id: LearnSessionId, proposal: ProposalId) -> Answer<(LearnSession, ProposalId)> {
    let mut record = find_session(tx.db, id)?;
    let mut working = WorkingDraft::load(tx.db, proposal)?;
    if let Some(open) = working.open_required().into_iter().find(|question| question.assumed.is_none()) {
        return Err(request::invalid("answers", &format!("first answer “{}”", open.prompt))
            .with_details(json!({ "question_id": open.question_id, "field": open.field })));
    }
    working.confirmed = true;
    settle(tx, &mut record, &mut working, State::DraftingProposal)?;
    Ok((record.session, proposal))
}

fn answered(
    tx: &WriteTx<'_>,
    id: LearnSessionId,
    mut working: WorkingDraft,
    draft: Draft,
    count: usize,
) -> Answer<(LearnSession, u32)> {
    let mut record = find_session(tx.db, id)?;
    working.compiled(tx, draft);
    working.confirmed = true;
    working.finish(record.session.execution_mode);
    let summary = format!("Answered {count} questions.");
    tx.receipt(ReceiptSubject::of_session(&record), ReceiptKind::ClarificationAnswered, &summary, None)?;
    let open = working.open_required().len() as u32;
    if open == 0 && record.session.state != State::DraftingProposal {
        settle(tx, &mut record, &mut working, State::DraftingProposal)?;
    } else {
        working.save(tx)?;
        tx.session(&mut record)?;
    }
    Ok((record.session, open))
}
