//! Takes what the person showed with *Show me how you check* into the draft.

use crate::Answer;
use crate::core::transaction::WriteTx;
use crate::proposal::draft::{self, GivenAnswers, WorkingDraft};
use crate::proposal::operations::Proposals;
use crate::proposal::record::{ensure_not_testing, session_of_proposal, settle};
use crate::validation::shown_check::allows_a_check;
use apprentice_compiler::Draft;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::ProposalId;
use apprentice_contracts::proposal::ProposalDetailResponse;
use apprentice_contracts::reading::{Reading, ReadingSource};
use apprentice_contracts::shown_check::{FinishShownCheckRequest, ShownCheckStatus, StartShownCheckRequest};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::readings::Stored;
use apprentice_store::{actions, readings};

/// The most places that are kept; the oldest goes.
const MOST: usize = 4;

impl Proposals {
    pub(crate) async fn start_shown_check(&self, id: ProposalId, request: StartShownCheckRequest) -> Answer<ShownCheckStatus> {
        let _gate = self.core.gate.lock().await;
        ensure_not_testing(&self.core, id).await?;
        self.validation.start_shown_check(id, &request).await
    }

    pub(crate) async fn finish_shown_check(
        &self,
        id: ProposalId,
        request: FinishShownCheckRequest,
    ) -> Answer<ProposalDetailResponse> {
        if request.cancel {
            let _gate = self.core.gate.lock().await;
            self.validation.end_shown_check(id).await?;
        } else {
            self.take_shown_check(id, request.source.as_ref()).await?;
        }
        self.reader.proposal_detail(id).await
    }

    /// The gate is released while the place is read, because a site may be slow.
    async fn take_shown_check(&self, id: ProposalId, source: Option<&ReadingSource>) -> Answer<()> {
        let reading = self.validation.read_look(id, source).await?;
        let gate = self.core.gate.clone().lock_owned().await;
        ensure_not_testing(&self.core, id).await?;
        self.validation.still_shown(id)?;
        let record = self.core.store.read(move |db| session_of_proposal(db, id)).await?;
        allows_a_check(&record)?;
        let working = WorkingDraft::read(&self.core, id).await?;
        let answers = GivenAnswers::of(&working.record.draft).with_shown_check(reading.clone());
        let draft = draft::compile_session(&self.core, &record, answers).await?;
        if !draft.checks_at.contains(&reading.source) {
            return Err(shows_no_value(&draft, &reading));
        }
        // Ended only once it is stored, so that a refusal loses nothing.
        let state = self.core.commit(move |tx| take(tx, id, draft, &reading)).await?;
        self.validation.give_up_shown_check(id).await;
        if state == State::DraftingProposal {
            self.continue_draft(gate, id);
        }
        Ok(())
    }
}

fn shows_no_value(draft: &Draft, reading: &Reading) -> Failure {
    let examples: Vec<String> = draft
        .graph
        .variables
        .iter()
        .filter(|variable| !variable.secret && !variable.example.is_empty())
        .map(|variable| format!("“{}”", variable.example))
        .take(4)
        .collect();
    let of = if examples.is_empty() { String::new() } else { format!(" ({})", examples.join(", ")) };
    let message = format!(
        "It shows none of the values of your demonstration{of}, so nothing there can be compared. Open a place that shows them, then \
         finish again."
    );
    Failure::new(ErrorCode::Conflict, message).with_details(serde_json::json!({ "source": reading.source }))
}

fn take(tx: &WriteTx<'_>, id: ProposalId, draft: Draft, reading: &Reading) -> Answer<State> {
    let mut record = session_of_proposal(tx.db, id)?;
    let mut working = WorkingDraft::load(tx.db, id)?;
    // A draft with several showings is compiled from the readings of the first one.
    let session = working.record.draft.first_showing.unwrap_or(record.session.learn_session_id);
    let last = actions::of_session(tx.db, session)?.last().map_or(0, |action| action.seq);
    if readings::put_after(tx.db, session, last, &reading.source, &Ok(reading.clone()))? == Stored::LimitReached {
        let message =
            "There is no room for what was read: this demonstration has as many readings as are kept. Choose a smaller page.";
        return Err(Failure::new(ErrorCode::Conflict, message));
    }
    let shown = &mut working.record.draft.shown_checks;
    shown.retain(|source| *source != reading.source);
    shown.push(reading.source.clone());
    let surplus = shown.len().saturating_sub(MOST);
    shown.drain(..surplus);
    working.compiled(tx, draft);
    working.confirmed = true;
    working.finish(record.session.execution_mode);
    // The question how somebody can tell that it worked is answered now.
    let answered = working.open_required().is_empty();
    let to_draft = match record.session.state {
        State::ReadyForReview => true,
        State::AwaitingQuestions | State::Reviewing => answered,
        _ => false,
    };
    if to_draft {
        settle(tx, &mut record, &mut working, State::DraftingProposal)?;
    } else {
        working.save(tx)?;
        tx.session(&mut record)?;
    }
    Ok(record.session.state)
}
