//! Takes a finished showing into the draft that it was begun for.

use crate::Answer;
use crate::core::request;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::proposal::draft::{self, GivenAnswers, WorkingDraft};
use crate::proposal::operations::Proposals;
use crate::proposal::operations::generate::announce;
use crate::proposal::record::{ensure_not_testing, session_of_proposal, settle};
use crate::proposal::{examples, improve};
use crate::session::record::{find_session, load_session};
use crate::session::transitions::{invalid_transition, move_to, require};
use apprentice_compiler::Draft;
use apprentice_contracts::action::{ProposalAction, SessionAction};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{AbilityId, LearnSessionId, ProposalId};
use apprentice_contracts::proposal::{EditedFields, LearningAnswer, LearningQuestion};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::session::{ExampleOf, LearnSession, LearnTargetKind, UseExampleResponse};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::proposals::DraftRecord;
use serde_json::json;

impl Proposals {
    pub(crate) async fn use_example(&self, id: LearnSessionId) -> Answer<UseExampleResponse> {
        let gate = self.lock_when_read(id).await;
        let record = load_session(&self.core, id).await?;
        let of = record.session.example_of.clone().ok_or_else(|| {
            request::invalid("session_id", "this session is not an example of a task. Draft it, or begin one with example_of")
        })?;
        require(record.session.state, SessionAction::UseExample, State::DraftingProposal)?;
        let (session, proposal, state) = match (of.proposal_id, of.ability_id.clone()) {
            (Some(proposal), _) => self.for_draft(id, proposal).await?,
            (None, Some(ability)) => self.for_improvement(id, ability).await?,
            (None, None) => return Err(crate::internal("using an example", &"it is of nothing")),
        };
        let settled = WorkingDraft::read(&self.core, proposal).await?.record.draft.settled;
        if state == State::DraftingProposal {
            self.continue_draft(gate, proposal);
        }
        Ok(UseExampleResponse { session, proposal_id: proposal, settled })
    }

    async fn for_draft(&self, id: LearnSessionId, proposal: ProposalId) -> Answer<(LearnSession, ProposalId, State)> {
        ensure_not_testing(&self.core, proposal).await?;
        let record = self.core.store.read(move |db| session_of_proposal(db, proposal)).await?;
        let working = WorkingDraft::read(&self.core, proposal).await?;
        improve::not_replaced(&working.record.proposal)?;
        if !record.session.state.allows_on_proposal(ProposalAction::Revise) {
            return Err(invalid_transition(record.session.state, State::DraftingProposal));
        }
        let first = working.record.draft.first_showing;
        let answers = GivenAnswers::of(&working.record.draft).with_example(first, id);
        let (demonstration, draft) = draft::compile_demonstration(&self.core, &record, answers).await?;
        same_task(&draft, demonstration.examples.len())?;
        let (session, state) = self.core.commit(move |tx| take(tx, id, proposal, draft)).await?;
        Ok((session, proposal, state))
    }

    /// The showing becomes the draft of an improvement; what is installed stays as it is.
    async fn for_improvement(&self, id: LearnSessionId, ability: AbilityId) -> Answer<(LearnSession, ProposalId, State)> {
        let (first, kept) = self
            .core
            .store
            .read(move |db| {
                let base = improve::find(db, &ability.0)?;
                let (first, kept) = base.shown_first();
                let first = first.ok_or_else(|| crate::internal("using an example", &"its first session is gone"))?;
                Ok::<_, Failure>((examples::recorded(db, first)?, kept.clone()))
            })
            .await?;
        let first_id = first.session.learn_session_id;
        let answers = GivenAnswers::of(&kept).with_example(Some(first_id), id);
        let mut record = load_session(&self.core, id).await?;
        improves(&mut record.session);
        let (demonstration, draft) = draft::compile_demonstration(&self.core, &record, answers).await?;
        same_task(&draft, demonstration.examples.len())?;
        self.core.commit(move |tx| begin_improvement(tx, id, draft, kept, first_id)).await
    }
}

fn improves(session: &mut LearnSession) {
    session.target_kind = LearnTargetKind::ExistingSkill;
    session.target_skill_id = session.example_of.as_ref().and_then(|of| of.ability_id.as_ref()).map(ToString::to_string);
}

/// Refuses the last showing if it is of another task. It stays a session that can be drafted.
fn same_task(draft: &Draft, showings: usize) -> Answer<()> {
    let Some((_, other)) = draft.unused.iter().find(|(number, _)| number + 1 == showings) else { return Ok(()) };
    let message = format!(
        "This showing is of another task, so nothing was changed: {} Show the same task again, or draft this showing as a task of its own.",
        other.in_words()
    );
    let details = json!({ "likeness": other.likeness, "missing": other.missing, "other": other.other });
    Err(Failure::new(ErrorCode::Conflict, message).with_details(details))
}

fn take(tx: &WriteTx<'_>, id: LearnSessionId, proposal: ProposalId, draft: Draft) -> Answer<(LearnSession, State)> {
    let mut example = find_session(tx.db, id)?;
    mark_used(&mut example.session.example_of);
    // The showing ends here, and gives its slot back. Its recording stays for as long as the draft needs it.
    move_to(tx, &mut example, State::Cancelled)?;
    tx.receipt(ReceiptSubject::of_session(&example), ReceiptKind::ExampleUsed, "Used as an example of a draft.", None)?;
    tx.session(&mut example)?;
    let mut record = session_of_proposal(tx.db, proposal)?;
    let mut working = WorkingDraft::load(tx.db, proposal)?;
    working.record.draft.examples.push(id);
    working.compiled(tx, draft);
    working.finish(record.session.execution_mode);
    let points = working.record.draft.settled.len();
    let summary = format!("Compared with another showing: {points} points were settled.");
    tx.receipt(ReceiptSubject::of_session(&record), ReceiptKind::ExampleUsed, &summary, None)?;
    if record.session.state == State::ReadyForReview {
        settle(tx, &mut record, &mut working, State::DraftingProposal)?;
    } else {
        working.save(tx)?;
        tx.session(&mut record)?;
    }
    Ok((example.session, record.session.state))
}

fn mark_used(of: &mut Option<ExampleOf>) {
    if let Some(of) = of {
        of.used = true;
    }
}

fn begin_improvement(
    tx: &WriteTx<'_>,
    id: LearnSessionId,
    draft: Draft,
    kept: DraftRecord,
    first: LearnSessionId,
) -> Answer<(LearnSession, ProposalId, State)> {
    let mut record = find_session(tx.db, id)?;
    improves(&mut record.session);
    mark_used(&mut record.session.example_of);
    move_to(tx, &mut record, State::Reviewing)?;
    let mut working = WorkingDraft::first(tx, &record, draft)?;
    take_over(&mut working, kept);
    working.record.draft.first_showing = Some(first);
    working.record.draft.examples.push(id);
    tx.receipt(ReceiptSubject::of_session(&record), ReceiptKind::ExampleUsed, "Used as an example of an ability.", None)?;
    let proposal = announce(tx, &mut record, &mut working)?;
    Ok((record.session.clone(), proposal, record.session.state))
}

/// What the person said of the installed version counts for its improvement too. A text that was edited by hand is what changes now.
fn take_over(working: &mut WorkingDraft, kept: DraftRecord) {
    let proposal = working.record.proposal.proposal_id;
    let draft = &mut working.record.draft;
    let answered = |question: &LearningQuestion| kept.answers.iter().any(|answer| answer.question_id == question.question_id);
    let questions = kept.questions.iter().filter(|question| answered(question)).cloned();
    draft.questions.splice(0..0, questions.map(|question| LearningQuestion { proposal_id: proposal, ..question }));
    draft.answers = kept.answers.into_iter().map(|answer| LearningAnswer { proposal_id: proposal, ..answer }).collect();
    draft.value_answers = kept.value_answers;
    draft.shown_checks = kept.shown_checks;
    draft.instructions = kept.instructions;
    draft.examples = kept.examples;
    working.edit(&EditedFields { skill_md: None, checkpoints: None, ..kept.edits });
}
