//! Who may call what. There are two kinds of callers: a person, by the window, the command line or a browser, and an agent with the weaker
//! token of `agent.json`.
//!
//! Each operation declares its callers (see [`crate::operation`]); a route without a declaration is closed to agents.
//! Invariant: what an agent may not call answers `FORBIDDEN` before its handler starts, over HTTP, over MCP and inside this process.
//! Invariant: a request whose caller is not known does nothing.

use crate::failure::Problem;
use apprentice_contracts::error::ErrorCode;
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use http::Method;
use std::collections::HashSet;
use std::sync::Arc;

/// On whose behalf a request runs: an extension of the request, which the guard of the server or an in-process [`crate::client::Client`] sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    /// The person.
    Person,
    /// An agent.
    Agent,
}

/// Where the MCP server is; its tools are operations with an agent's rights.
pub(crate) const MCP: &str = "/mcp";

/// The refusal of a request whose caller is not known.
pub(crate) fn unknown_caller() -> Problem {
    Problem::new(ErrorCode::Unauthorized, "The request does not say who calls, so nothing was done.")
}

/// The routes that agents may call, by method and path template (such as `/api/abilities/{abilityId}/skill`).
#[derive(Clone, Debug, Default)]
pub(crate) struct AgentRoutes(HashSet<(&'static str, &'static str)>);

impl AgentRoutes {
    /// Opens a route to agents.
    pub fn open(&mut self, method: &'static str, path: &'static str) {
        self.0.insert((method, path));
    }

    fn allow(&self, method: &Method, path: &str) -> bool {
        // A HEAD is the GET without its body.
        let method = if *method == Method::HEAD { "GET" } else { method.as_str() };
        self.0.contains(&(method, path))
    }
}

/// Closes `router` to callers that are not known. Agents may call `open` and read the files of the interface, which hold no data.
pub(crate) fn scoped(router: Router, open: AgentRoutes) -> Router {
    router.layer(from_fn_with_state(Arc::new(open), check))
}

async fn check(State(open): State<Arc<AgentRoutes>>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let path = request.uri().path();
    let allowed = match (request.extensions().get::<Caller>().copied(), route) {
        (None, _) => return unknown_caller().into_response(),
        (Some(Caller::Person), _) => true,
        (Some(Caller::Agent), Some(route)) => open.allow(request.method(), route),
        (Some(Caller::Agent), None) => !is_operation(path),
    };
    if allowed {
        return next.run(request).await;
    }
    let text = format!("An agent may not call {} {path}. Ask the person to do it in Apprentice.", request.method());
    Problem::new(ErrorCode::Forbidden, text).into_response()
}

/// Whether `path` belongs to an operation, rather than to the files of the interface.
pub(crate) fn is_operation(path: &str) -> bool {
    ["/api", MCP].iter().any(|root| path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::tests::request;
    use crate::failure::enveloped;
    use crate::handler::Argument;
    use axum::body::Body;
    use axum::routing::{get, post};
    use tower::ServiceExt;

    fn open() -> AgentRoutes {
        let mut open = AgentRoutes::default();
        open.open("POST", "/api/abilities/lookup");
        open.open("GET", "/api/health");
        open
    }

    #[test]
    fn the_method_and_the_whole_route_decide() {
        for (method, path, expected) in [
            (Method::POST, "/api/abilities/lookup", true),
            (Method::GET, "/api/health", true),
            (Method::HEAD, "/api/health", true),
            (Method::GET, "/api/abilities/lookup", false),
            (Method::OPTIONS, "/api/abilities/lookup", false),
            (Method::POST, "/api/abilities/lookup/", false),
            (Method::POST, "/api/abilities", false),
            (Method::PUT, "/api/settings", false),
        ] {
            assert_eq!(open().allow(&method, path), expected, "{method} {path}");
        }
    }

    async fn status(router: Router, method: Method, path: &str, caller: Option<Caller>) -> u16 {
        let mut request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
        if let Some(caller) = caller {
            request.extensions_mut().insert(caller);
        }
        enveloped(router).oneshot(request).await.unwrap().status().as_u16()
    }

    #[tokio::test]
    async fn an_unknown_caller_may_do_nothing() {
        let bare = Router::new()
            .route("/api/health", get(async || "well"))
            .route("/api/abilities/lookup", post(async || "found"))
            .route("/api/settings", get(async || "set"))
            .fallback(async || "a file of the interface");
        let rows = [
            (Method::GET, "/api/health", 200),
            (Method::POST, "/api/abilities/lookup", 200),
            (Method::GET, "/api/settings", 403),
            (Method::GET, "/index.html", 200),
            (Method::GET, "/api/nothing", 403),
        ];
        for (method, path, for_agents) in rows {
            let asked = async |caller| status(scoped(bare.clone(), open()), method.clone(), path, caller).await;
            assert_eq!(asked(None).await, 401, "{method} {path}");
            assert_eq!(asked(Some(Caller::Agent)).await, for_agents, "{method} {path}");
            assert_eq!(asked(Some(Caller::Person)).await, 200, "{method} {path}");
        }
    }

    #[test]
    fn a_handler_does_not_take_an_unknown_caller_for_a_person() {
        let mut unknown = request("/api/settings");
        assert_eq!(Caller::read(&mut unknown).unwrap_err().0.code, ErrorCode::Unauthorized);
        unknown.parts.extensions.insert(Caller::Agent);
        assert_eq!(Caller::read(&mut unknown).unwrap(), Caller::Agent);
    }
}
