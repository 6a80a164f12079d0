//! Why a server could not be reached or asked, in words with the remedy. What a server says is masked, and decides nothing.

use super::Mask;
use crate::findings::visible;
use crate::oauth::Challenge;
use crate::process::{Log, Program};
use apprentice_skills::source::fetch::client;
use rmcp::service::ClientInitializeError;
use rmcp::transport::streamable_http_client::{HttpStatusError, StreamableHttpError};
use std::error::Error;
use std::time::Duration;

/// Why a server could not be reached or asked.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// Its program could not be started.
    #[error("its program could not be started: {0}")]
    Start(String),
    /// Its program ended.
    #[error("{0}")]
    Ended(String),
    /// It did not answer in time.
    #[error("it did not answer within {} seconds", .0.as_secs())]
    Timeout(Duration),
    /// It wants the person to sign in.
    #[error("it asks for a sign-in: sign in to it, or give it a header such as Authorization")]
    SignIn(Challenge),
    /// It takes the token, and wants one with more scopes (HTTP 403, RFC 6750 §3.1).
    #[error("it wants more than the sign-in allows: {}", named_scopes(.0))]
    MoreScopes(Challenge),
    /// It no longer knows the session of this connection. A new one is another server: its tools are listed before it is called.
    #[error("it no longer knows this session, so the call was not made; repeat it")]
    SessionEnded,
    /// It asked for a pause.
    #[error("it asked for a pause (HTTP 429)")]
    RateLimited(Option<Duration>),
    /// It cannot be reached, or answered with a failure.
    #[error("{0}")]
    Unreachable(String),
    /// It broke the protocol.
    #[error("it does not speak the protocol as expected: {0}")]
    Protocol(String),
    /// It refused the request.
    #[error("it refused the request: {0}")]
    Refused(String),
    /// It takes the call once the person has done something at an address (-32042). They agreed to open it, and it has not said that they
    /// are done.
    #[error("the person has to do something at {0} first, and agreed to open it")]
    OpenFirst(String),
    /// The same, and the person did not agree.
    #[error("the person has to do something at {0} first, and did not agree to open it")]
    NotOpened(String),
}

impl ConnectionError {
    /// The same without scopes that are secrets.
    #[must_use]
    pub fn without_secrets(self, is_secret: impl Fn(&str) -> bool) -> Self {
        match self {
            Self::SignIn(challenge) => Self::SignIn(challenge.without_secrets(is_secret)),
            Self::MoreScopes(challenge) => Self::MoreScopes(challenge.without_secrets(is_secret)),
            other => other,
        }
    }

    /// The failure as a code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Start(_) => "START_FAILED",
            Self::Ended(_) => "ENDED",
            Self::Timeout(_) => "TIMEOUT",
            Self::SignIn(_) => "SIGN_IN_REQUIRED",
            Self::MoreScopes(_) => "INSUFFICIENT_SCOPE",
            Self::SessionEnded => "SESSION_ENDED",
            Self::RateLimited(_) => "RATE_LIMITED",
            Self::Unreachable(_) => "UNREACHABLE",
            Self::Protocol(_) => "PROTOCOL",
            Self::Refused(_) => "REFUSED",
            Self::OpenFirst(_) => "OPEN_FIRST",
            Self::NotOpened(_) => "NOT_OPENED",
        }
    }

    /// Whether the server refused the request, so that it has had no effect.
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Refused(_)
                | Self::SignIn(_)
                | Self::MoreScopes(_)
                | Self::SessionEnded
                | Self::OpenFirst(_)
                | Self::NotOpened(_)
        )
    }
}

pub(super) fn start_error(program: &Program, error: &std::io::Error) -> ConnectionError {
    if !program.folder.is_dir() {
        return ConnectionError::Start(format!("its folder {} does not exist", program.folder.display()));
    }
    ConnectionError::Start(format!("{}: {error}", program.program.display()))
}

/// The last line that a program wrote to standard error, as the end of a sentence.
pub(super) fn last_words(log: &Log) -> String {
    let text = log.text();
    match text.trim().lines().next_back().map(str::trim).filter(|line| !line.is_empty()) {
        Some(line) => format!(": {}", cut(line)),
        None => String::new(),
    }
}

/// Words of a server as they are shown: masked, then visible, then short.
pub(super) fn clip(mask: &Mask, text: &str) -> String {
    cut(&mask(text))
}

/// Masked words in which everything can be seen, short.
fn cut(text: &str) -> String {
    visible(text).chars().take(300).collect()
}

pub(super) fn initialize_error(error: ClientInitializeError, mask: &Mask) -> ConnectionError {
    match error {
        ClientInitializeError::TransportError { error, .. } => transport_error(&*error.error, mask),
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => initialize_error(*fallback, mask),
        ClientInitializeError::ConnectionClosed(_) => {
            ConnectionError::Ended("it closed the connection before it answered".to_owned())
        }
        ClientInitializeError::JsonRpcError(error) => ConnectionError::Refused(clip(mask, &error.message)),
        other => ConnectionError::Protocol(clip(mask, &other.to_string())),
    }
}

/// The failure of a transport, which is an HTTP failure or the end of a pipe.
pub(super) fn transport_error(error: &(dyn Error + 'static), mask: &Mask) -> ConnectionError {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(found) = cause {
        if let Some(error) = found.downcast_ref::<StreamableHttpError<reqwest::Error>>() {
            match error {
                StreamableHttpError::AuthRequired(error) => return refused_token(&error.www_authenticate_header),
                StreamableHttpError::InsufficientScope(error) => return refused_token(&error.www_authenticate_header),
                StreamableHttpError::SessionExpired => return ConnectionError::SessionEnded,
                StreamableHttpError::HttpStatus(status) => return status_error(status),
                StreamableHttpError::UnexpectedServerResponse(answer) => return unexpected(answer, mask),
                StreamableHttpError::UnexpectedContentType(kind) => {
                    let kind = kind.as_deref().unwrap_or("nothing that says what it is");
                    return ConnectionError::Protocol(clip(mask, &format!("it answered with {kind} instead of JSON; {LOOK}")));
                }
                _ => {}
            }
        }
        if let Some(error) = found.downcast_ref::<reqwest::Error>() {
            if error.status().is_some_and(|status| status == 401) {
                return ConnectionError::SignIn(Challenge::default());
            }
            if error.is_connect() {
                return ConnectionError::Unreachable(clip(mask, &format!("it cannot be reached: {}", client::cause(error))));
            }
        }
        cause = found.source();
    }
    ConnectionError::Unreachable(clip(mask, &error.to_string()))
}

/// What to do when something else than a server of tools answers.
const LOOK: &str = "look whether the address is that of a server of tools (MCP)";

/// An answer that is no message: `HTTP 404 Not Found: …`. Its own words are shown unless they are a web page, and decide nothing.
fn unexpected(answer: &str, mask: &Mask) -> ConnectionError {
    let (status, body) = answer.split_once(": ").unwrap_or((answer, ""));
    let code = status.strip_prefix("HTTP ").and_then(|status| status.split(' ').next());
    match code {
        Some("401") => ConnectionError::SignIn(Challenge::default()),
        Some(code) if body.trim_start().starts_with('<') => {
            ConnectionError::Unreachable(format!("it answered with HTTP {code} and a web page; {LOOK}"))
        }
        Some(code) if body.trim().is_empty() => ConnectionError::Unreachable(format!("it answered with HTTP {code}; {LOOK}")),
        Some(code) => ConnectionError::Unreachable(clip(mask, &format!("it answered with HTTP {code}: {}", body.trim()))),
        None => ConnectionError::Protocol(clip(mask, answer)),
    }
}

/// What a server says that takes no token, or wants another one.
fn refused_token(header: &str) -> ConnectionError {
    let challenge = Challenge::read(header).unwrap_or_default();
    match challenge.wants_more_scopes() {
        true => ConnectionError::MoreScopes(challenge),
        false => ConnectionError::SignIn(challenge),
    }
}

/// The scopes of a challenge as a person reads them, at most ten.
fn named_scopes(challenge: &Challenge) -> String {
    let scopes = challenge.scopes();
    match scopes.len() {
        0 => "it does not say which scopes".to_owned(),
        count if count > 10 => format!("{}, and {} more", scopes[..10].join(", "), count - 10),
        _ => scopes.join(", "),
    }
}

fn status_error(status: &HttpStatusError) -> ConnectionError {
    match status.status {
        429 => {
            let seconds = status.retry_after.as_deref().and_then(|after| after.trim().parse().ok());
            ConnectionError::RateLimited(seconds.map(Duration::from_secs))
        }
        code => ConnectionError::Unreachable(format!("it answered with HTTP {code}")),
    }
}
