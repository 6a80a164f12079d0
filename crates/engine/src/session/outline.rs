//! The outline of a coached task: what a person typed, checked and without secrets before it is stored.

use crate::Answer;
use crate::core::request::invalid;
use apprentice_compiler::{weakens_a_guard, without_secrets};
use apprentice_contracts::session::CreateLearnSessionRequest;

/// Checks and cleans the outline of a request. Errors: `INVALID_REQUEST` with the field.
pub(crate) fn check(coaches: bool, request: &mut CreateLearnSessionRequest) -> Answer<()> {
    let Some(outline) = request.outline.as_mut() else {
        return match coaches {
            true => Err(invalid("outline", "type the steps of the task, one a line; coaching works from them")),
            false => Ok(()),
        };
    };
    if !coaches {
        return Err(invalid("outline", "is for coaching_agent; leave it out for a demonstration"));
    }
    if request.goal.as_deref().is_none_or(|goal| goal.trim().is_empty()) {
        return Err(invalid("goal", "say what your agents should be able to do; an outline alone does not name the task"));
    }
    request.goal = request.goal.as_deref().map(without_secrets);
    for lines in [&mut outline.steps, &mut outline.hints, &mut outline.limits] {
        *lines = lines.iter().map(|line| without_secrets(line.trim())).filter(|line| !line.is_empty()).collect();
    }
    if !outline.steps.iter().any(|step| step.chars().any(char::is_alphabetic)) {
        return Err(invalid("outline.steps", "type at least one step in words"));
    }
    if let Some(hint) = outline.hints.iter().find(|hint| weakens_a_guard(hint)) {
        let why = format!("“{hint}” takes away a guard, so it is no hint. A hint says how the task is done");
        return Err(invalid("outline.hints", &why));
    }
    if let Some(limit) = outline.limits.iter().find(|limit| weakens_a_guard(limit)) {
        let why = format!("“{limit}” takes away a guard, so it is no limit. Say what must not happen, or when to ask");
        return Err(invalid("outline.limits", &why));
    }
    Ok(())
}
