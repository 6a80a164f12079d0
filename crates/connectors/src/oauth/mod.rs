//! Signing in to a remote server with OAuth 2.1, as the protocol asks: the server names its authorization server (RFC 9728), which says what it
//! can do (RFC 8414, OpenID Connect); the person agrees in their browser, which comes back to an address of this machine (RFC 8252); the
//! code of that answer is exchanged for tokens.
//!
//! `http` reaches only addresses that the server of the person may send us to, `discovery` reads and checks what is published, `client` is how
//! Apprentice is known there and how it proves that, `flow` makes addresses, exchanges and refreshes, `redirect` waits for the browser, and
//! `device` asks with a code that the person types elsewhere.
//!
//! Invariant: nothing is guessed that was not published. Invariant: an authorization server without PKCE S256 gets no code. Invariant: no
//! token, code, verifier, client secret or key is in an error or a log.

mod client;
mod client_key;
mod device;
mod discovery;
mod flow;
mod http;
mod redirect;

pub use client::{Client, register};
pub use client_key::ClientKey;
pub use device::{DevicePending, begin_device};
pub use discovery::{Challenge, Discovered, Grant, ServerMetadata, challenge, covers, discover, is_same_issuer};
pub use flow::{Callback, Pending, Session, begin, client_credentials, exchange, read_callback, refresh, revoke};
pub use http::SafeHttp;
pub use redirect::{Redirect, page};

/// Why a sign-in failed. The words are a clause for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OAuthError {
    /// The server asks for no sign-in, or publishes nothing about one.
    #[error("{0}")]
    NotOffered(String),
    /// What was published is refused: it breaks a rule that keeps the sign-in safe.
    #[error("{0}")]
    Unsafe(String),
    /// The answer of the browser does not fit.
    #[error("{0}")]
    Mismatch(String),
    /// The person, or the authorization server, said no.
    #[error("{0}")]
    Denied(String),
    /// The tokens are no longer accepted; the person has to sign in again.
    #[error("{0}")]
    Expired(String),
    /// Something could not be reached, or did not answer as it should.
    #[error("{0}")]
    Unreachable(String),
}

impl OAuthError {
    /// The failure as a code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotOffered(_) => "SIGN_IN_NOT_OFFERED",
            Self::Unsafe(_) => "SIGN_IN_UNSAFE",
            Self::Mismatch(_) => "SIGN_IN_MISMATCH",
            Self::Denied(_) => "SIGN_IN_DENIED",
            Self::Expired(_) => "SIGN_IN_EXPIRED",
            Self::Unreachable(_) => "SIGN_IN_UNREACHABLE",
        }
    }

    /// The same failure in other words, for example without secrets that a server said back.
    #[must_use]
    pub fn reworded(self, change: impl FnOnce(&str) -> String) -> Self {
        match self {
            Self::NotOffered(words) => Self::NotOffered(change(&words)),
            Self::Unsafe(words) => Self::Unsafe(change(&words)),
            Self::Mismatch(words) => Self::Mismatch(change(&words)),
            Self::Denied(words) => Self::Denied(change(&words)),
            Self::Expired(words) => Self::Expired(change(&words)),
            Self::Unreachable(words) => Self::Unreachable(change(&words)),
        }
    }
}

/// Words of another program, visible and short.
fn words(text: &str) -> String {
    crate::findings::visible(text).chars().take(200).collect()
}
