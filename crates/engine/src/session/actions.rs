//! What a caller may do with a session now, and whether it is listed on the page Pending Abilities.
//!
//! The state allows operations (`contracts::action`); the record rules some of them out.

use crate::Answer;
use apprentice_contracts::action::SessionAction as A;
use apprentice_contracts::ids::ProposalId;
use apprentice_contracts::session::{LearnSession, LearnTargetKind};
use apprentice_contracts::state::{LearnSessionState as State, PendingAbilityUiState};
use apprentice_store::proposals::DraftRecord;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{Connection, abilities, actions, proposals, sagas};

/// What the database says besides the records of the sessions. It is read once for a list.
pub(crate) struct SessionFacts<'d> {
    db: &'d Connection,
    /// Proposals whose installation is running or waits to be undone.
    installing: Vec<ProposalId>,
}

impl<'d> SessionFacts<'d> {
    pub(crate) fn read(db: &'d Connection) -> Answer<Self> {
        let installing = sagas::unsettled(db)?.into_iter().map(|saga| saga.proposal_id).collect();
        Ok(Self { db, installing })
    }

    /// The operations that are possible now, in the order in which the window offers them.
    pub(crate) fn actions(&self, record: &SessionRecord) -> Answer<Vec<A>> {
        let mut possible = Vec::new();
        for action in record.session.state.actions() {
            if self.permits(record, *action)? {
                possible.push(*action);
            }
        }
        Ok(possible)
    }

    fn permits(&self, record: &SessionRecord, action: A) -> Answer<bool> {
        let session = &record.session;
        Ok(match action {
            // The tries of an agent have neither a pause nor marks of a person.
            A::Pause | A::MarkGoal | A::MarkStep | A::Trim | A::DeleteObservedAction if session.practice.is_some() => false,
            A::Trim | A::DeleteObservedAction => session.proposal_id.is_none(),
            // Answers compile the demonstration again.
            A::AnswerQuestions => !record.purged && self.draft(session)?.is_some_and(|draft| !draft.questions.is_empty()),
            A::UseExample => {
                session.example_of.as_ref().is_some_and(|of| !of.used)
                    && actions::count_of_session(self.db, session.learn_session_id)? > 0
            }
            A::GenerateProposal if session.state == State::Stopped => {
                session.target_kind == LearnTargetKind::ExistingSkill
                    || session.outline.is_some()
                    || actions::count_of_session(self.db, session.learn_session_id)? > 0
            }
            A::GenerateProposal => {
                self.draft(session)?.is_some_and(|draft| draft.open_required().all(|question| question.assumed.is_some()))
            }
            A::Retain => !record.purged,
            A::Delete => !session.proposal_id.is_some_and(|proposal| self.installing.contains(&proposal)),
            _ => true,
        })
    }

    fn draft(&self, session: &LearnSession) -> Answer<Option<DraftRecord>> {
        let record = session.proposal_id.map(|id| proposals::get(self.db, id)).transpose()?.flatten();
        Ok(record.map(|record| record.draft))
    }

    /// The state of the session on the page Pending Abilities. `None`: it is not listed there, because of its state, because a newer
    /// version of its ability is installed, or because its ability was removed.
    pub(crate) fn pending(&self, session: &LearnSession) -> Answer<Option<PendingAbilityUiState>> {
        let Some(state) = session.state.pending_ui_state() else { return Ok(None) };
        let proposal = session.proposal_id.map(|id| proposals::without_draft(self.db, id)).transpose()?.flatten();
        let Some(proposal) = proposal else { return Ok(Some(state)) };
        let removed = match proposal.ability_id {
            Some(ability) if state == PendingAbilityUiState::PrivateActive => abilities::get(self.db, &ability)?.is_none(),
            _ => false,
        };
        Ok(Some(state).filter(|_| proposal.superseded_by.is_none() && !removed))
    }
}
