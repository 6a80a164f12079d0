//! The end of a command: one document or text on stdout, errors on stderr, and the exit code (docs/cli.md).

use apprentice_api::client::{ResponseError, Unreachable};
use apprentice_api::host::refusal;
use apprentice_contracts::error::{ApiError, ApiErrorEnvelope, ErrorCode, Failure};
use apprentice_contracts::json;
use apprentice_platform::pipes::stdout;
use serde::Serialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

pub type CommandResult = Result<Report, CommandError>;

/// The answer of a command that succeeded.
pub struct Report {
    document: Value,
    text: String,
    /// The command found something wrong: exit 1.
    pub findings: bool,
}

impl Report {
    /// `text` ends without a line break.
    pub fn new(document: &impl Serialize, text: impl Into<String>) -> Result<Self, CommandError> {
        let document = json::to_value(document).map_err(CommandError::internal)?;
        Ok(Self { document, text: text.into(), findings: false })
    }

    /// For a command that wrote its output itself.
    pub fn silent() -> Self {
        Self { document: Value::Null, text: String::new(), findings: false }
    }

    #[must_use]
    pub fn with_findings(self, findings: bool) -> Self {
        Self { findings, ..self }
    }
}

/// Why a command failed.
#[derive(Debug)]
pub struct CommandError {
    message: String,
    /// The envelope.
    document: Value,
    code: u8,
}

impl CommandError {
    pub fn internal(cause: impl Display) -> Self {
        Failure::new(ErrorCode::Internal, cause.to_string()).into()
    }

    /// The failure, for a caller that reports it in its own way.
    pub fn into_failure(self) -> Failure {
        match json::from_value::<ApiErrorEnvelope>(&self.document) {
            Ok(ApiErrorEnvelope { error }) => Failure { code: error.code, message: error.message, details: error.details },
            Err(_) => Failure::new(ErrorCode::Internal, self.message),
        }
    }

    pub fn refused(code: ErrorCode, message: impl Into<String>) -> Self {
        Failure::new(code, message).into()
    }
}

impl From<Failure> for CommandError {
    fn from(failure: Failure) -> Self {
        Self { document: refusal(&failure), code: exit_code(failure.code), message: failure.message }
    }
}

impl From<ResponseError> for CommandError {
    fn from(refused: ResponseError) -> Self {
        match refused {
            ResponseError::Error(error) => Self::from(*error),
            ResponseError::Unreadable(_) => Self::internal(refused),
        }
    }
}

impl From<ApiError> for CommandError {
    fn from(error: ApiError) -> Self {
        Self { message: error.message.clone(), code: exit_code(error.code), document: json!({ "error": error }) }
    }
}

impl From<Unreachable> for CommandError {
    fn from(gone: Unreachable) -> Self {
        Self::internal(gone)
    }
}

const fn exit_code(code: ErrorCode) -> u8 {
    if matches!(code, ErrorCode::Internal) { 3 } else { 1 }
}

/// Prints and answers the exit code.
pub fn finish(outcome: CommandResult, json: bool) -> ExitCode {
    match outcome {
        Ok(report) => {
            let code = u8::from(report.findings);
            if json && !report.document.is_null() {
                print(&report.document.to_string());
            } else if !json && !report.text.is_empty() {
                print_text(&report.text);
            }
            ExitCode::from(code)
        }
        Err(error) => {
            if json {
                print(&error.document.to_string());
            }
            let _ = writeln!(io::stderr(), "apprentice: {}", without_control_characters(&error.message));
            ExitCode::from(error.code)
        }
    }
}

/// The same, for people.
pub fn print_text(text: &str) {
    print(&without_control_characters(text));
}

/// Replaces control characters: names of pages, files and skills could hold commands to the terminal.
pub fn without_control_characters(text: &str) -> Cow<'_, str> {
    let commands = |character: char| character.is_control() && !matches!(character, '\n' | '\t');
    if text.contains(commands) { text.replace("\r\n", "\n").replace(commands, "\u{fffd}").into() } else { text.into() }
}

/// Writes lines to stdout at once. A closed pipe is not an error.
pub fn print(text: &str) {
    let mut stdout = stdout();
    let _ = stdout.write_all(format!("{text}\n").as_bytes()).and_then(|()| stdout.flush());
}
