//! *Use as Example*: the showings of a task besides the first one. A draft keeps the ids of their sessions, so that every new draft is
//! compiled from all of them.

use crate::Answer;
use crate::core::request;
use crate::proposal::draft::trimmed;
use crate::proposal::improve;
use crate::proposal::record::{find_proposal, session_of_proposal};
use crate::session::readings;
use crate::session::record::find_session;
use crate::session::transitions::invalid_transition;
use apprentice_compiler::Example;
use apprentice_contracts::action::ProposalAction;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{LearnSessionId, ProposalId};
use apprentice_contracts::session::{CreateLearnSessionRequest, ExampleOf, LearnTargetKind, LearningEntryMode};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::proposals::{DraftRecord, ProposalRecord};
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{Connection, actions, proposals, sessions};
use serde_json::json;
use std::collections::HashSet;

/// The most showings of one task besides the first.
pub(crate) const MOST: usize = 6;

/// What a further showing is begun for.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub of: ExampleOf,
    /// The session of the draft, which gives up its slot for the example. `None` for an installed ability.
    session: Option<LearnSessionId>,
    /// The session of the first showing.
    first: SessionRecord,
}

impl Target {
    /// The session that gives up its slot.
    pub(crate) fn lends(&self) -> Option<LearnSessionId> {
        self.session
    }

    /// Completes a request with what it leaves out: the showing is watched like the first one. Errors: `INVALID_REQUEST`.
    pub(crate) fn complete(&self, request: &mut CreateLearnSessionRequest) -> Answer<()> {
        if request.entry_mode != LearningEntryMode::DemonstratingSkill {
            return Err(request::invalid("entry_mode", "must be demonstrating_skill: an example is shown"));
        }
        if request.target_skill_id.is_some() || request.target_kind != LearnTargetKind::NewSkill {
            return Err(request::invalid("target_skill_id", "leave it out; example_of names the draft or ability"));
        }
        let first = &self.first.session;
        if request.watch.is_empty() {
            request.watch.clone_from(&first.watch);
        }
        if request.target_app_whitelist.is_empty() {
            request.target_app_whitelist.clone_from(&first.target_app_whitelist);
        }
        if request.watch.is_empty() {
            return Err(request::invalid("watch", "name at least one of browser, terminal; an example needs something to watch"));
        }
        request.start_url = request.start_url.take().or_else(|| self.first.start_url.clone());
        request.goal = request.goal.take().or_else(|| Some(self.of.title.clone()));
        Ok(())
    }
}

/// Finds the draft or ability that `example_of` names. Errors: `PROPOSAL_NOT_FOUND`, `ABILITY_NOT_FOUND`, a state in which nothing can be
/// learned any more, and `INSUFFICIENT_TRACES` when the recording of the first showing is gone.
pub(crate) fn target(db: &Connection, of: &str) -> Answer<Target> {
    let of = of.trim();
    if of.is_empty() {
        return Err(request::invalid("example_of", "name a draft or an installed ability"));
    }
    let Ok(id) = of.parse::<ProposalId>() else { return ability(db, of) };
    let record = find_proposal(db, id)?;
    improve::not_replaced(&record.proposal)?;
    of_proposal(db, &record, &session_of_proposal(db, id)?)
}

fn of_proposal(db: &Connection, record: &ProposalRecord, session: &SessionRecord) -> Answer<Target> {
    match (session.session.state, &record.proposal.ability_id) {
        (State::InstalledPrivate | State::Approved, Some(installed)) => ability(db, &installed.0),
        (state, _) if !state.allows_on_proposal(ProposalAction::UseAsExample) => {
            Err(invalid_transition(state, State::DraftingProposal))
        }
        _ => draft(db, record, session),
    }
}

fn draft(db: &Connection, record: &ProposalRecord, session: &SessionRecord) -> Answer<Target> {
    let own = session.session.learn_session_id;
    let first = recorded(db, record.draft.first_showing.unwrap_or(own))?;
    shown(db, &first)?;
    has_room(&record.draft)?;
    if let Some(example) = session.lent_to {
        let message = "Another showing of this task is under way. Finish or cancel it first.";
        let details = json!({ "active_session_id": example });
        return Err(Failure::new(ErrorCode::LearnSessionAlreadyActive, message).with_details(details));
    }
    let of = ExampleOf {
        proposal_id: Some(record.proposal.proposal_id),
        ability_id: None,
        title: record.proposal.title.clone(),
        used: false,
    };
    Ok(Target { of, session: Some(own), first })
}

fn ability(db: &Connection, id: &str) -> Answer<Target> {
    let base = improve::find(db, id)?;
    let (first, draft) = base.shown_first();
    let first = first.ok_or_else(gone).and_then(|id| recorded(db, id))?;
    shown(db, &first)?;
    has_room(draft)?;
    let of = ExampleOf {
        proposal_id: None,
        ability_id: Some(base.entry.ability_id.clone()),
        title: base.entry.title.clone(),
        used: false,
    };
    Ok(Target { of, session: None, first })
}

fn has_room(draft: &DraftRecord) -> Answer<()> {
    if draft.examples.len() < MOST {
        return Ok(());
    }
    let message =
        format!("This task was shown {} times already. Say the rest in “What changes next time?”, or edit the draft.", MOST + 1);
    Err(Failure::new(ErrorCode::Conflict, message))
}

fn shown(db: &Connection, first: &SessionRecord) -> Answer<()> {
    if actions::count_of_session(db, first.session.learn_session_id)? > 0 {
        return Ok(());
    }
    let message = "Nothing was shown for this draft, so a showing has nothing to be compared with. Demonstrate the task with Improve This Skill.";
    Err(Failure::new(ErrorCode::InsufficientTraces, message))
}

fn gone() -> Failure {
    let message = "The recording of the first showing was deleted, so nothing can be compared with it. Show the task again with Improve This Skill; keep the observations next time to add examples later.";
    Failure::new(ErrorCode::InsufficientTraces, message)
}

/// A session whose recording is still there. Errors: `INSUFFICIENT_TRACES`.
pub(crate) fn recorded(db: &Connection, id: LearnSessionId) -> Answer<SessionRecord> {
    sessions::get(db, id)?.filter(|record| !record.purged).ok_or_else(gone)
}

/// The recordings of further showings. One that a person deleted is left out.
pub(crate) fn read(db: &Connection, ids: &[LearnSessionId]) -> Answer<Vec<Example>> {
    let records = ids.iter().map(|id| sessions::get(db, *id)).collect::<Result<Vec<_>, _>>()?;
    records
        .into_iter()
        .flatten()
        .map(|record| {
            if record.purged {
                return Err(gone());
            }
            let id = record.session.learn_session_id;
            Ok(Example { actions: trimmed(db, &record)?, readings: readings::of_session(db, id)? })
        })
        .collect()
}

/// Whether a further showing can be begun for the draft.
pub(crate) fn can_begin(db: &Connection, record: &ProposalRecord, session: &SessionRecord) -> Answer<bool> {
    match of_proposal(db, record, session) {
        Ok(_) => Ok(true),
        Err(refused) if refused.code == ErrorCode::Internal => Err(refused),
        Err(_) => Ok(false),
    }
}

/// The session that shows an example for the draft now.
pub(crate) fn under_way(db: &Connection, record: &ProposalRecord) -> Answer<Option<LearnSessionId>> {
    let session = record.proposal.learn_session_id.map(|id| find_session(db, id)).transpose();
    match session {
        Ok(session) => Ok(session.and_then(|session| session.lent_to)),
        Err(missing) if missing.code == ErrorCode::LearnSessionNotFound => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// The sessions whose recordings a draft that is not decided yet is compiled from.
pub(crate) fn needed(db: &Connection) -> Answer<HashSet<LearnSessionId>> {
    let mut needed = HashSet::new();
    for ProposalRecord { proposal, draft } in proposals::all(db)? {
        if draft.examples.is_empty() && draft.first_showing.is_none() {
            continue;
        }
        let session = proposal.learn_session_id.map(|id| sessions::get(db, id)).transpose()?.flatten();
        if session.is_some_and(|session| session.session.state.holds_slot()) {
            needed.extend(draft.first_showing.into_iter().chain(draft.examples));
        }
    }
    Ok(needed)
}
