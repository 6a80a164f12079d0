//! `apprentice learn`: the loop from a demonstration to an installed skill.

pub mod args;
mod author;
mod events;
mod filmstrip;
mod flow;
pub mod mining;
mod practice;
pub mod proposal;
mod rehearse;
mod session;
mod show_check;
mod trace;

use crate::engine::{CliContext, Engine};
use crate::output::{CommandError, CommandResult};
use crate::show::{call, fields};
use crate::skills::gate;
use apprentice_api::operations as op;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::event::{LearningRuntimeSnapshot, RuntimeCurrentResponse};
use apprentice_contracts::json;
use args::{Chosen, Learn};
use serde::Serialize;

pub async fn run(context: &CliContext, command: Box<Learn>, json: bool) -> CommandResult {
    match *command {
        Learn::Start(options) => session::start(context, options).await,
        Learn::MarkGoal { text, session } => session::mark(context, &session, &op::MARK_GOAL, "goal_description", text).await,
        Learn::MarkStep { text, session } => session::mark(context, &session, &op::MARK_STEP, "step_label", text).await,
        Learn::Pause(chosen) => session::act(context, &chosen, &op::PAUSE_SESSION).await,
        Learn::Resume(chosen) => session::resume(context, &chosen).await,
        Learn::Stop(chosen) => session::stop(context, &chosen).await,
        Learn::Cancel(chosen) => session::act(context, &chosen, &op::CANCEL_SESSION).await,
        Learn::Status(chosen) => session::status(context, &chosen).await,
        Learn::Live(chosen) => session::live(context, &chosen).await,
        Learn::Retain { off, session } => session::retain(context, &session, !off).await,
        Learn::Events { follow, session } => events::run(context, &session, follow, json).await,
        Learn::Practice(command) => practice::run(context, command).await,
        Learn::Gate(options) => gate::run(context, &options).await,
        Learn::UseExample(chosen) => session::use_example(context, &chosen).await,
        Learn::Improve { ability, from_reports: true, accept_weaker } => {
            proposal::improve_from_reports(context, &ability, accept_weaker).await
        }
        Learn::Improve { ability, .. } => session::improve(context, &ability).await,
        Learn::Propose { answers, session } => proposal::propose(context, &session, answers).await,
        Learn::Review { proposal } => proposal::review(context, proposal).await,
        Learn::Flow { proposal, svg, replace } => flow::run(context, proposal, svg.as_deref(), replace).await,
        Learn::Filmstrip { session, html, svg, replace } => {
            filmstrip::run(context, session, filmstrip::Wanted::of(html, svg), replace).await
        }
        Learn::Validate { proposal, tests } => proposal::validate(context, proposal, tests).await,
        Learn::Revise(options) => proposal::revise(context, options).await,
        Learn::ShowCheck(command) => show_check::run(context, command).await,
        Learn::Rehearse(command) => rehearse::run(context, command).await,
        Learn::Approve { proposal, note, accept_weaker, acknowledged, without_rehearsal } => {
            proposal::approve(context, proposal, note, accept_weaker, acknowledged, without_rehearsal).await
        }
        Learn::Reject { proposal, reason } => proposal::reject(context, proposal, reason).await,
        Learn::Install(options) => proposal::install(context, options).await,
        Learn::List { page } => session::list(context, page).await,
        Learn::Proposals { page } => proposal::list(context, page).await,
        Learn::Actions(chosen) => trace::actions(context, &chosen).await,
        Learn::DeleteAction { event, session } => trace::delete_action(context, &session, event).await,
        Learn::Trim { at, event, session } => trace::trim(context, &session, at, event).await,
        Learn::Checkpoints(chosen) => trace::checkpoints(context, &chosen).await,
        Learn::Policy { choice, session } => trace::policy(context, &session, &choice).await,
        Learn::Delete { session } => call(context, op::DELETE_SESSION.call([&session]), &fields).await,
        Learn::Author(command) => author::run(context, command).await,
        Learn::Mining(command) => mining::run(context, command).await,
        Learn::Write { proposal, preview, cancel, undo } => author::write(context, proposal, preview, cancel, undo).await,
        Learn::MoreTests { proposal } => proposal::request_more_tests(context, proposal).await,
    }
}

/// The id of the chosen session, else of the one that is under way.
async fn under_way(engine: &Engine, chosen: &Chosen) -> Result<String, CommandError> {
    if let Some(id) = chosen.id {
        return Ok(id.to_string());
    }
    match current(engine).await? {
        Some(session) if session.state.holds_slot() => Ok(session.learn_session_id.to_string()),
        _ => Err(nothing_under_way()),
    }
}

/// The same, or the last session when none is under way.
async fn latest(engine: &Engine, chosen: &Chosen) -> Result<Option<String>, CommandError> {
    match chosen.id {
        Some(id) => Ok(Some(id.to_string())),
        None => Ok(current(engine).await?.map(|session| session.learn_session_id.to_string())),
    }
}

/// The session that is under way, else the one that was touched last.
async fn current(engine: &Engine) -> Result<Option<LearningRuntimeSnapshot>, CommandError> {
    let found: RuntimeCurrentResponse = engine.call(op::RUNTIME_CURRENT.call([])).await?;
    Ok(found.current)
}

fn nothing_under_way() -> CommandError {
    CommandError::refused(ErrorCode::LearnSessionNotFound, "No session is under way. `apprentice learn start` begins one.")
}

/// The word of a value on the wire, such as `ready_for_review`, with spaces.
pub fn label(value: &impl Serialize) -> String {
    let value = json::to_value(&value).unwrap_or_default();
    value.as_str().unwrap_or_default().replace('_', " ")
}
