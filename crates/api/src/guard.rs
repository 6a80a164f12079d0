//! Who may come in from the network side: this machine's own browser page and programs that hold the token.
//!
//! A page of another site can reach a loopback port, but it cannot name our host (rebinding), hide its origin, or know the token.

use crate::failure::Problem;
use apprentice_contracts::error::ErrorCode;
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use http::header::{AUTHORIZATION, HOST, ORIGIN};
use http::{HeaderMap, HeaderName, HeaderValue};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use subtle::ConstantTimeEq;
use tokio::time::{Duration, Instant};

/// The door of one server.
pub(crate) struct Gate {
    /// `127.0.0.1:PORT` and `localhost:PORT`.
    hosts: Vec<String>,
    token: String,
    opened: Instant,
    last_request: AtomicU64,
}

impl Gate {
    pub fn new(port: u16, token: String) -> Self {
        Self { hosts: own_hosts(port), token, opened: Instant::now(), last_request: AtomicU64::new(0) }
    }

    /// Time since the last request.
    pub fn quiet_for(&self) -> Duration {
        self.opened.elapsed().saturating_sub(Duration::from_millis(self.last_request.load(Ordering::Relaxed)))
    }

    fn admit(&self, path: &str, headers: &HeaderMap) -> Result<(), Problem> {
        check_host(&self.hosts, headers)?;
        check_origin(&self.hosts, headers)?;
        let open = path == "/api/health" || !(path == "/api" || path.starts_with("/api/"));
        if open || self.knows_token(headers) {
            return Ok(());
        }
        Err(Problem::new(
            ErrorCode::Unauthorized,
            "The token is missing or wrong. It stands in endpoint.json in the home folder.",
        ))
    }

    fn knows_token(&self, headers: &HeaderMap) -> bool {
        let given = headers.get(AUTHORIZATION).map(HeaderValue::as_bytes).and_then(|value| value.strip_prefix(b"Bearer "));
        given.is_some_and(|given| given.ct_eq(self.token.as_bytes()).into())
    }
}

pub(crate) fn own_hosts(port: u16) -> Vec<String> {
    vec![format!("127.0.0.1:{port}"), format!("localhost:{port}")]
}

/// One `Host`, and one of ours.
pub(crate) fn check_host(hosts: &[String], headers: &HeaderMap) -> Result<(), Problem> {
    let mut given = headers.get_all(HOST).iter();
    let fits = given.next().is_some_and(|host| hosts.iter().any(|own| own.as_bytes() == host.as_bytes()));
    if fits && given.next().is_none() {
        return Ok(());
    }
    Err(Problem::new(ErrorCode::Forbidden, "This server answers only to its own loopback address."))
}

pub(crate) fn check_origin(hosts: &[String], headers: &HeaderMap) -> Result<(), Problem> {
    let own = |origin: &HeaderValue| {
        origin
            .to_str()
            .ok()
            .and_then(|origin| origin.strip_prefix("http://"))
            .is_some_and(|host| hosts.iter().any(|own| own == host))
    };
    if headers.get_all(ORIGIN).iter().all(own) {
        return Ok(());
    }
    Err(Problem::new(ErrorCode::Forbidden, "Pages of other sites may not talk to Apprentice."))
}

pub(crate) fn guarded(router: Router, gate: Arc<Gate>) -> Router {
    router.layer(from_fn_with_state(gate, guard))
}

async fn guard(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let now = u64::try_from(gate.opened.elapsed().as_millis()).unwrap_or(u64::MAX);
    gate.last_request.store(now, Ordering::Relaxed);
    match gate.admit(request.uri().path(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// Headers of every response of a listener.
pub(crate) fn hardened(mut response: Response) -> Response {
    const HEADERS: [(HeaderName, HeaderValue); 5] = [
        (http::header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (http::header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (http::header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
        (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
        (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    ];
    response.headers_mut().extend(HEADERS);
    let strict = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
    response.headers_mut().entry(http::header::CONTENT_SECURITY_POLICY).or_insert(strict);
    response
}
