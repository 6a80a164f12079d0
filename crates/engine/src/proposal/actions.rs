//! What a caller may do with a proposal now.
//!
//! The state of its session allows operations (`contracts::action`); the records of the proposal and its ability rule some of them out.

use crate::proposal::examples;
use crate::{Answer, ability};
use apprentice_contracts::action::{AbilityAction, ProposalAction as P};
use apprentice_contracts::proposal::SkillBundleProposal;
use apprentice_store::proposals::ProposalRecord;
use apprentice_store::{Connection, abilities, actions, sessions};

/// The operations that are possible now, in the order in which the window offers them. A proposal that was superseded, or whose session
/// was deleted, can only be read.
pub(crate) fn actions(db: &Connection, record: &ProposalRecord) -> Answer<Vec<P>> {
    let proposal = &record.proposal;
    let session = proposal.learn_session_id.map(|id| sessions::get(db, id)).transpose()?.flatten();
    let Some(session) = session.filter(|_| proposal.superseded_by.is_none()) else { return Ok(Vec::new()) };
    let mut possible = Vec::new();
    for action in session.session.state.proposal_actions() {
        let permitted = match action {
            P::Approve | P::Install => !record.draft.lint.has_errors(),
            P::ShowCheck => !session.purged && actions::count_of_session(db, session.session.learn_session_id)? > 0,
            P::UseAsExample => examples::can_begin(db, record, &session)?,
            P::PromoteShared => can_be_shared(db, proposal)?,
            _ => true,
        };
        if permitted {
            possible.push(*action);
        }
    }
    Ok(possible)
}

/// Whether the installed ability came from this proposal and can be shared.
fn can_be_shared(db: &Connection, proposal: &SkillBundleProposal) -> Answer<bool> {
    let installed = proposal.ability_id.as_ref().map(|id| abilities::get(db, id)).transpose()?.flatten();
    let own = installed.filter(|record| record.proposal_id == Some(proposal.proposal_id));
    Ok(own.is_some_and(|record| ability::actions::actions(&record).contains(&AbilityAction::PromoteShared)))
}
