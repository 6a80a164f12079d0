//! Why something was not taken: a code for scripts and tests, a sentence for people.

use serde::Serialize;

/// Codes are stable: `docs/skills.md` lists them. The message names what was refused and what helps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    pub code: &'static str,
    pub message: String,
}

impl Refusal {
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

/// Short for the common case.
pub(crate) fn refuse<T>(code: &'static str, message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(code, message))
}
