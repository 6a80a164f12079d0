//! Results of batch operations.

use apprentice_contracts::skill::SkillFinding;
use apprentice_contracts::skill_page::SkillResult;
use apprentice_skills::refusal::{Refusal, RefusalCode};

/// The result of one skill.
pub(super) struct BatchResult {
    pub(super) message: String,
    pub(super) diff: String,
    pub(super) findings: Vec<SkillFinding>,
    pub(super) undo: Option<String>,
}

impl From<String> for BatchResult {
    fn from(message: String) -> Self {
        Self { message, diff: String::new(), findings: Vec::new(), undo: None }
    }
}

pub(super) type ItemOutcome = Result<BatchResult, (Refusal, Box<BatchResult>)>;

/// A refusal without details.
pub(super) fn refused(refusal: Refusal) -> (Refusal, Box<BatchResult>) {
    (refusal, Box::new(String::new().into()))
}

pub(super) fn cancelled() -> Refusal {
    Refusal::new(RefusalCode::Cancelled, "It was cancelled before this one.")
}

/// Marks a change that was made but could not be recorded.
pub(super) fn mark_unrecorded(result: &mut SkillResult, refusal: &Refusal) {
    result.ok = false;
    result.code = Some(refusal.code.to_string());
    result.message = refusal.message.clone();
}

pub(super) fn result(path: &str, name: &str, outcome: ItemOutcome) -> SkillResult {
    let (code, message, result_of) = match outcome {
        Ok(result_of) => (None, result_of.message.clone(), result_of),
        Err((refusal, result_of)) => (Some(refusal.code), refusal.message, *result_of),
    };
    SkillResult {
        path: path.to_owned(),
        name: name.to_owned(),
        ok: code.is_none(),
        code: code.map(|code| code.to_string()),
        can_force: code.is_some_and(RefusalCode::can_force),
        can_accept_risk: code.is_some_and(RefusalCode::can_accept_risk),
        message,
        diff: result_of.diff,
        findings: result_of.findings,
        undo: result_of.undo,
    }
}
