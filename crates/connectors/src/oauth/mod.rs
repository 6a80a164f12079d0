//! Signing in to a remote server with OAuth 2.1, as the protocol asks: the server names its authorization server (RFC 9728), which says what it
//! can do (RFC 8414, OpenID Connect); the person agrees in their browser, which comes back to an address of this machine (RFC 8252); the
//! code of that answer is exchanged for tokens.
//!
//! `http` reaches only addresses that the server of the person may send us to, `discovery` reads and checks what is published, `flow` makes
//! addresses, exchanges and refreshes, and `redirect` waits for the browser.
//!
//! Invariant: nothing is guessed that was not published. Invariant: an authorization server without PKCE S256 gets no code. Invariant: no
//! token, code, verifier or client secret is in an error or a log.

mod discovery;
mod flow;
mod http;
mod redirect;

pub use discovery::{Challenge, Discovered, ServerMetadata, challenge, discover};
pub use flow::{Callback, Client, Pending, Session, begin, exchange, read_callback, refresh, register, revoke};
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
}

/// Words of another program, visible and short.
fn words(text: &str) -> String {
    crate::findings::visible(text).chars().take(200).collect()
}
