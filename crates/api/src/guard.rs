//! Authenticates the requests of a listener: the page of this server, and programs that hold a token.
//!
//! Against CSRF and DNS rebinding: a page of another site can reach a loopback port, but it cannot send our host, hide its origin, or know the
//! token.

use crate::connection_slots::Connection;
use crate::failure::Problem;
use crate::proof;
use crate::scope::{Caller, MCP, is_operation};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::ids::DispatchId;
use apprentice_engine::AgentRunToken;
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use http::header::{AUTHORIZATION, CACHE_CONTROL, HOST, ORIGIN};
use http::{HeaderMap, HeaderName, HeaderValue, Uri};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use subtle::ConstantTimeEq;
use tokio::time::{Duration, Instant};
use url::form_urlencoded;

/// The guard of one server.
pub(crate) struct Gate {
    /// `127.0.0.1:PORT` and `localhost:PORT`.
    hosts: Vec<String>,
    tokens: Tokens,
    opened: Instant,
    last_request: AtomicU64,
}

/// The tokens, and whose they are. Each is 32 random bytes, new with every start.
pub(crate) struct Tokens {
    pub person: String,
    pub agent: String,
    /// The token of the run of an agent that goes on, if one does.
    pub run: Box<dyn Fn() -> Option<AgentRunToken> + Send + Sync>,
}

/// Marks a request of the agent of a run: an extension of the request. It has less than the rights of an agent: the MCP server alone, and of that
/// the tools that [`crate::mcp`] lets a run call: no prompts, no resources, no lists of skills.
#[derive(Clone, Debug)]
pub(crate) struct OfRun {
    /// The dispatch of the run, which its reports must name.
    pub dispatch: DispatchId,
}

impl Tokens {
    /// Whose token this is. Compares with each in constant time.
    fn holder(&self, given: &[u8]) -> Option<Holder> {
        let person = bool::from(given.ct_eq(self.person.as_bytes()));
        let agent = bool::from(given.ct_eq(self.agent.as_bytes()));
        let run = (self.run)().filter(|run| bool::from(given.ct_eq(run.token.as_bytes())));
        match (person, agent, run) {
            (true, ..) => Some((Caller::Person, None)),
            (false, true, _) => Some((Caller::Agent, None)),
            (false, false, Some(run)) => Some((Caller::Agent, Some(OfRun { dispatch: run.dispatch }))),
            (false, false, None) => None,
        }
    }
}

/// Who calls, and for which run.
type Holder = (Caller, Option<OfRun>);

impl Gate {
    pub fn new(port: u16, tokens: Tokens) -> Self {
        Self { hosts: own_hosts(port), tokens, opened: Instant::now(), last_request: AtomicU64::new(0) }
    }

    /// The time since the last request.
    pub fn quiet_for(&self) -> Duration {
        self.opened.elapsed().saturating_sub(Duration::from_millis(self.last_request.load(Ordering::Relaxed)))
    }

    /// The caller of a request. What needs no token is open to everybody, with the rights of an agent.
    fn admit(&self, target: &Uri, headers: &HeaderMap) -> Result<Holder, Problem> {
        let path = target.path();
        // An authority in the request line counts instead of the header (RFC 9112, section 3.2.2).
        if target.authority().is_some_and(|named| !self.hosts.iter().any(|own| own == named.as_str())) {
            return Err(Problem::new(ErrorCode::Forbidden, OTHER_HOST));
        }
        check_host(&self.hosts, headers)?;
        check_origin(&self.hosts, headers)?;
        // The proof, the page and its files, and the health check.
        let open = path == "/api/health" || !is_operation(path);
        match self.holder(headers) {
            Some((_, Some(_))) if is_operation(path) && path != MCP => Err(Problem::new(ErrorCode::Forbidden, ONLY_MCP)),
            Some(holder) => Ok(holder),
            None if open => Ok((Caller::Agent, None)),
            None => Err(Problem::new(
                ErrorCode::Unauthorized,
                "The token is missing or wrong. It is in endpoint.json in the home folder; the token for agents is in agent.json.",
            )),
        }
    }

    /// Answers a challenge ([`proof`]). It needs no token, because a client asks before it sends one.
    fn prove(&self, query: &str, headers: &HeaderMap) -> Response {
        let asked: HashMap<Cow<'_, str>, Cow<'_, str>> = form_urlencoded::parse(query.as_bytes()).collect();
        let token = match asked.get("for").map(Cow::as_ref) {
            Some("person") => &self.tokens.person,
            Some("agent") => &self.tokens.agent,
            _ => return Problem::new(ErrorCode::InvalidRequest, "for: say person or agent.").into_response(),
        };
        // `admit` has checked that it is ours.
        let authority = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let challenge = asked.get("challenge").map(Cow::as_ref).unwrap_or_default();
        match proof::answer(token, challenge, authority) {
            Some(answer) => answer.into_response(),
            None => Problem::new(ErrorCode::InvalidRequest, "challenge: send 16 to 128 random characters.").into_response(),
        }
    }

    /// The holder of the token, if exactly one was sent.
    fn holder(&self, headers: &HeaderMap) -> Option<Holder> {
        let mut given = headers.get_all(AUTHORIZATION).iter();
        let token = given.next().and_then(|value| value.as_bytes().strip_prefix(b"Bearer "))?;
        if given.next().is_some() { None } else { self.tokens.holder(token) }
    }
}

const ONLY_MCP: &str = "The agent of a run reaches the MCP server of Apprentice alone.";
const OTHER_HOST: &str = "This server answers only to its own loopback address.";

pub(crate) fn own_hosts(port: u16) -> Vec<String> {
    vec![format!("127.0.0.1:{port}"), format!("localhost:{port}")]
}

/// Exactly one `Host`, and it is ours.
pub(crate) fn check_host(hosts: &[String], headers: &HeaderMap) -> Result<(), Problem> {
    let mut given = headers.get_all(HOST).iter();
    let fits = given.next().is_some_and(|host| hosts.iter().any(|own| own.as_bytes() == host.as_bytes()));
    if fits && given.next().is_none() {
        return Ok(());
    }
    Err(Problem::new(ErrorCode::Forbidden, OTHER_HOST))
}

/// No `Origin`, or exactly one that is ours. `null` is never ours.
pub(crate) fn check_origin(hosts: &[String], headers: &HeaderMap) -> Result<(), Problem> {
    let own = |origin: &HeaderValue| {
        origin
            .to_str()
            .ok()
            .and_then(|origin| origin.strip_prefix("http://"))
            .is_some_and(|host| hosts.iter().any(|own| own == host))
    };
    let mut given = headers.get_all(ORIGIN).iter();
    if given.next().is_none_or(own) && given.next().is_none() {
        return Ok(());
    }
    Err(Problem::new(ErrorCode::Forbidden, "Pages of other sites may not call Apprentice."))
}

pub(crate) fn guarded(router: Router, gate: Arc<Gate>) -> Router {
    router.layer(from_fn_with_state(gate, guard))
}

async fn guard(State(gate): State<Arc<Gate>>, mut request: Request, next: Next) -> Response {
    let now = u64::try_from(gate.opened.elapsed().as_millis()).unwrap_or(u64::MAX);
    gate.last_request.store(now, Ordering::Relaxed);
    let path = request.uri().path().to_owned();
    let mut response = match gate.admit(request.uri(), request.headers()) {
        Ok(_) if path == proof::PATH => gate.prove(request.uri().query().unwrap_or_default(), request.headers()),
        Ok((caller, run)) => {
            if let Some(run) = run {
                request.extensions_mut().insert(run);
            }
            if let (Caller::Person, Some(connection)) = (caller, request.extensions().get::<Connection>()) {
                connection.keep();
            }
            request.extensions_mut().insert(caller);
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    };
    // What a person or an agent reads must not stay in the cache of a browser. The files of the page say themselves how long they last.
    if is_operation(&path) || path == proof::PATH || !response.headers().contains_key(CACHE_CONTROL) {
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Adds the security headers of every response of a listener.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_agent_of_a_run_reaches_the_mcp_server_alone_and_is_known_there() {
        let dispatch = DispatchId::from("018f3c1e.018f3c1f");
        let of_run = AgentRunToken { token: "r".repeat(64), dispatch: dispatch.clone() };
        let run = Box::new(move || Some(of_run.clone()));
        let gate = Gate::new(7000, Tokens { person: "p".repeat(64), agent: "a".repeat(64), run });
        let admit = |letter: &str, path: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static("127.0.0.1:7000"));
            headers.insert(AUTHORIZATION, HeaderValue::from_str(&format!("Bearer {}", letter.repeat(64))).unwrap());
            gate.admit(&path.parse().unwrap(), &headers).ok()
        };
        assert!(matches!(admit("r", MCP), Some((Caller::Agent, Some(of))) if of.dispatch == dispatch));
        for path in ["/api/abilities/lookup", "/api/intents", "/api/settings", "/mcp/other"] {
            assert!(admit("r", path).is_none(), "{path}");
        }
        for (letter, caller) in [("a", Caller::Agent), ("p", Caller::Person)] {
            for path in [MCP, "/api/abilities/lookup"] {
                assert!(matches!(admit(letter, path), Some((who, None)) if who == caller), "{letter} {path}");
            }
        }
        assert!(admit("x", MCP).is_none());
    }
}
