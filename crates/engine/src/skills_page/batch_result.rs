//! What became of each of several skills.

use apprentice_contracts::skill::SkillFinding;
use apprentice_contracts::skill_page::SkillResult;
use apprentice_skills::refusal::{Refusal, RefusalCode};

/// What became of one.
pub(super) struct Told {
    pub(super) message: String,
    pub(super) diff: String,
    pub(super) findings: Vec<SkillFinding>,
    pub(super) undo: Option<String>,
}

impl From<String> for Told {
    fn from(message: String) -> Self {
        Self { message, diff: String::new(), findings: Vec::new(), undo: None }
    }
}

pub(super) type Outcome = Result<Told, (Refusal, Box<Told>)>;

/// A refusal that has nothing to show besides its reason.
pub(super) fn no(refusal: Refusal) -> (Refusal, Box<Told>) {
    (refusal, Box::new(String::new().into()))
}

pub(super) fn cancelled() -> Refusal {
    Refusal::new(RefusalCode::Cancelled, "It was cancelled before this one.")
}

/// It was done, and could not be written down.
pub(super) fn unwritten(result: &mut SkillResult, refusal: &Refusal) {
    result.ok = false;
    result.code = Some(refusal.code.to_string());
    result.message = refusal.message.clone();
}

pub(super) fn result(path: &str, name: &str, outcome: Outcome) -> SkillResult {
    let (code, message, told) = match outcome {
        Ok(told) => (None, told.message.clone(), told),
        Err((refusal, told)) => (Some(refusal.code.to_string()), refusal.message, *told),
    };
    SkillResult {
        path: path.to_owned(),
        name: name.to_owned(),
        ok: code.is_none(),
        code,
        message,
        diff: told.diff,
        findings: told.findings,
        undo: told.undo,
    }
}
