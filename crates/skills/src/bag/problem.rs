//! Something that is wrong with a workspace.

use serde::Serialize;

/// How grave a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The workspace or source is invalid.
    Error,
    /// It works, but should be changed.
    Warning,
}

/// A stable code, where it is, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Stable; `docs/skills.md` lists them.
    pub code: &'static str,
    /// How grave it is.
    pub severity: Severity,
    /// What is wrong and what helps.
    pub message: String,
    /// Relative to the workspace or source.
    pub path: String,
    /// 1-based.
    pub line: Option<u32>,
}

impl Problem {
    pub(crate) fn error(code: &'static str, path: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem { code, severity: Severity::Error, message: message.into(), path: path.into(), line: None }
    }

    pub(crate) fn warning(code: &'static str, path: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem { severity: Severity::Warning, ..Problem::error(code, path, message) }
    }

    #[must_use]
    pub(crate) fn at(self, line: u32) -> Problem {
        Problem { line: Some(line), ..self }
    }
}
