//! The only code that changes the state of a session (§0C.1A).

use crate::Answer;
use crate::core::stale::Projection;
use crate::core::transaction::WriteTx;
use crate::session::boundaries::Mark;
use crate::session::slot;
use apprentice_contracts::action::SessionAction;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::{CapturePaused, Event, PauseReason};
use apprentice_contracts::session::{BoundaryKind, BoundarySource};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::archive;
use apprentice_store::archive::Archived;
use apprentice_store::sessions::SessionRecord;
use serde_json::json;

/// Changes the state of a session. Errors: `INVALID_LEARN_STATE_TRANSITION`.
pub(crate) fn move_to(tx: &WriteTx<'_>, record: &mut SessionRecord, to: State) -> Answer<()> {
    let from = record.session.state;
    if !from.may_become(to) {
        return Err(invalid_transition(from, to));
    }
    leave_archive(tx, Archived::Session(record.session.learn_session_id))?;
    record.session.state = to;
    record.capture.running_since = (to == State::Capturing).then_some(tx.now);
    record.ended_at = if to.is_settled() { record.ended_at.or(Some(tx.now)) } else { None };
    if to.is_settled() { slot::give_back(tx, record) } else { Ok(()) }
}

/// Refuses an operation that the state does not allow. `to`: the state that the operation leads to. Errors:
/// `INVALID_LEARN_STATE_TRANSITION`.
pub(crate) fn require(is: State, action: SessionAction, to: State) -> Answer<()> {
    if is.allows(action) { Ok(()) } else { Err(invalid_transition(is, to)) }
}

pub(crate) fn invalid_transition(from: State, to: State) -> Failure {
    let message = format!("The session is {}; from there it cannot become {}.", words(from), words(to));
    Failure::new(ErrorCode::InvalidLearnStateTransition, message)
        .with_details(json!({ "from": from, "to": to, "allowed": from.successors() }))
}

fn words(state: State) -> String {
    state.as_str().replace('_', " ")
}

/// Moves a session from `capturing` to `paused` on behalf of the program.
pub(crate) fn pause(tx: &WriteTx<'_>, record: &mut SessionRecord, reason: PauseReason) -> Answer<()> {
    move_to(tx, record, State::Paused)?;
    Mark::new(BoundaryKind::Pause, BoundarySource::SystemInferred).label(reason.as_str()).set(tx, record)?;
    tx.event(record.session.learn_session_id, &Event::CapturePaused(CapturePaused { reason }))?;
    Ok(())
}

/// Removes a session or proposal from the archive, because it continues or is deleted.
pub(crate) fn leave_archive(tx: &WriteTx<'_>, what: Archived) -> Answer<()> {
    if archive::delete(tx.db, what)? { tx.stale(&Projection::Archived(what)) } else { Ok(()) }
}

#[cfg(test)]
#[path = "transitions_test.rs"]
mod tests;
