//! Who may call what. Two kinds of callers come in: a person, by the window or the command line, and an agent with the weaker token of
//! `agent.json`. Window and command line may do the same; they are told apart for the record alone.
//!
//! Every route has a row. One that has none is closed to agents, and a test over the whole OpenAPI document fails.
//! Invariant: what an agent may not call answers `FORBIDDEN` before its handler runs, over HTTP and inside this process alike.
//! Invariant: a request of which nobody said who sent it may do nothing.

use crate::failure::Problem;
use aide::OperationInput;
use apprentice_contracts::error::ErrorCode;
use axum::Router;
use axum::extract::{FromRequestParts, MatchedPath, Request};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use http::Method;
use http::request::Parts;

/// On whose behalf a request runs; an extension of the request, put there by the guard of the server or by the door that it came
/// through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    Window,
    Cli,
    Agent,
}

/// For handlers that ask less of an agent than of a person.
impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Response> {
        parts.extensions.get().copied().ok_or_else(unknown)
    }
}

impl OperationInput for Caller {}

/// Also for agents: finding abilities, reading their skills, reporting what came of them.
pub(crate) const AGENTS: &[&str] = &[
    "DELETE /mcp",
    "GET /api/abilities/availability",
    "GET /api/abilities/changes",
    "GET /api/abilities/skill",
    "GET /api/abilities/skill/file",
    "GET /api/abilities/skills",
    "GET /api/abilities/{abilityId}/availability",
    "GET /api/health",
    "GET /mcp",
    "POST /api/abilities/explain-match",
    "POST /api/abilities/lookup",
    "POST /api/bridge/report-observation",
    "POST /api/bridge/verify-checkpoint",
    "POST /api/config/intents",
    "POST /mcp",
];

/// Only for the person, by window or command line.
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "whatever is not in AGENTS is closed; the rows make a new route take a decision")
)]
pub(crate) const PERSON: &[&str] = &[
    "DELETE /api/abilities/{abilityId}",
    "DELETE /api/categories/{categoryId}",
    "DELETE /api/categories/{categoryId}/items/{itemKind}/{itemId}",
    "DELETE /api/data/export",
    "DELETE /api/learn/sessions/{sessionId}",
    "DELETE /api/learn/sessions/{sessionId}/observed-actions/{eventId}",
    "DELETE /api/skills/import/uploads/{tempArtifactRef}",
    "DELETE /api/terminals/{terminalId}",
    "GET /api/abilities/{abilityId}/checkpoint-reports",
    "GET /api/abilities/{abilityId}/health-history",
    "GET /api/agents/connections",
    "GET /api/capabilities/bridge",
    "GET /api/capabilities/health",
    "GET /api/capabilities/stats",
    "GET /api/categories",
    "GET /api/categories/assignments",
    "GET /api/categories/{categoryId}/items",
    "GET /api/config/intents",
    "GET /api/data/export",
    "GET /api/data/export/file",
    "GET /api/data/usage",
    "GET /api/dispatches/{dispatchId}/checkpoint-receipts",
    "GET /api/doctor",
    "GET /api/folders",
    "GET /api/learn/events",
    "GET /api/learn/friction",
    "GET /api/learn/history",
    "GET /api/learn/proposals",
    "GET /api/learn/proposals/{proposalId}/detail",
    "GET /api/learn/proposals/{proposalId}/rehearsal",
    "GET /api/learn/proposals/{proposalId}/validation-runs",
    "GET /api/learn/receipts",
    "GET /api/learn/receipts/export",
    "GET /api/learn/repairs",
    "GET /api/learn/runtime/current",
    "GET /api/learn/sessions",
    "GET /api/learn/sessions/{sessionId}/checkpoint-receipts",
    "GET /api/learn/sessions/{sessionId}/detail",
    "GET /api/learn/sessions/{sessionId}/events",
    "GET /api/learn/sessions/{sessionId}/observation-scope",
    "GET /api/learn/sessions/{sessionId}/observed-actions",
    "GET /api/settings",
    "GET /api/skills",
    "GET /api/skills/content",
    "GET /api/skills/file",
    "GET /api/skills/import/list",
    "GET /api/skills/import/{importId}",
    "GET /api/skills/import/{importId}/file",
    "GET /api/skills/import/{importId}/files",
    "GET /api/skills/packs",
    "GET /api/skills/removed",
    "GET /api/skills/search",
    "GET /api/skills/standing",
    "GET /api/skills/version",
    "GET /api/skills/versions",
    "GET /api/terminals/{terminalId}/output",
    "POST /api/abilities/{abilityId}/activate",
    "POST /api/abilities/{abilityId}/canary",
    "POST /api/abilities/{abilityId}/deactivate",
    "POST /api/abilities/{abilityId}/promote-shared",
    "POST /api/abilities/{abilityId}/quarantine",
    "POST /api/abilities/{abilityId}/unquarantine",
    "POST /api/agents/{agentId}/connection",
    "POST /api/agents/{agentId}/connection/preview",
    "POST /api/categories",
    "POST /api/categories/{categoryId}/assign",
    "POST /api/categories/{categoryId}/items",
    "POST /api/data/delete",
    "POST /api/data/export",
    "POST /api/learn/proposals/{proposalId}/approve",
    "POST /api/learn/proposals/{proposalId}/install",
    "POST /api/learn/proposals/{proposalId}/rehearsal/finish",
    "POST /api/learn/proposals/{proposalId}/rehearsal/mark",
    "POST /api/learn/proposals/{proposalId}/reject",
    "POST /api/learn/proposals/{proposalId}/request-more-tests",
    "POST /api/learn/proposals/{proposalId}/revise",
    "POST /api/learn/proposals/{proposalId}/validate",
    "POST /api/learn/sessions",
    "POST /api/learn/sessions/{sessionId}/answer-questions",
    "POST /api/learn/sessions/{sessionId}/cancel",
    "POST /api/learn/sessions/{sessionId}/generate-proposal",
    "POST /api/learn/sessions/{sessionId}/mark-goal",
    "POST /api/learn/sessions/{sessionId}/mark-step",
    "POST /api/learn/sessions/{sessionId}/pause",
    "POST /api/learn/sessions/{sessionId}/resume",
    "POST /api/learn/sessions/{sessionId}/retain",
    "POST /api/learn/sessions/{sessionId}/set-test-policy",
    "POST /api/learn/sessions/{sessionId}/start",
    "POST /api/learn/sessions/{sessionId}/stop",
    "POST /api/learn/sessions/{sessionId}/trim",
    "POST /api/repair/projections",
    "POST /api/skills/cancel",
    "POST /api/skills/check",
    "POST /api/skills/fix",
    "POST /api/skills/import/approve",
    "POST /api/skills/import/discard",
    "POST /api/skills/import/fetch",
    "POST /api/skills/import/install-private",
    "POST /api/skills/import/pick",
    "POST /api/skills/import/reject",
    "POST /api/skills/import/retry",
    "POST /api/skills/import/scan",
    "POST /api/skills/import/stage",
    "POST /api/skills/import/uploads",
    "POST /api/skills/pin",
    "POST /api/skills/remove",
    "POST /api/skills/restore",
    "POST /api/skills/switch",
    "POST /api/skills/trigger-test",
    "POST /api/skills/unpin",
    "POST /api/skills/update",
    "POST /api/terminals",
    "POST /api/terminals/{terminalId}/input",
    "POST /api/terminals/{terminalId}/resize",
    "POST /api/updates/check",
    "PUT /api/categories/{categoryId}",
    "PUT /api/settings",
    "PUT /api/skills/content",
];

/// Whether an agent may call `method` of the route `path` (its template, such as `/api/abilities/{abilityId}/skill`).
fn agents_may(method: &Method, path: &str) -> bool {
    // A HEAD is the GET without its body.
    let method = if *method == Method::HEAD { &Method::GET } else { method };
    AGENTS.iter().any(|row| row.split_once(' ').is_some_and(|(verb, route)| verb == method.as_str() && route == path))
}

fn unknown() -> Response {
    Problem::new(ErrorCode::Unauthorized, "Nobody said on whose behalf this request comes, so nothing was done.").into_response()
}

/// Closes `router` to who is not known, and to agents save for what the table allows them and the files of the interface, which hold
/// nothing.
pub(crate) fn scoped(router: Router) -> Router {
    router.layer(from_fn(check))
}

async fn check(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let path = request.uri().path();
    let allowed = match (request.extensions().get::<Caller>().copied(), route) {
        (None, _) => return unknown(),
        (Some(Caller::Window | Caller::Cli), _) => true,
        (Some(Caller::Agent), Some(route)) => agents_may(request.method(), route),
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
    ["/api", "/mcp"].iter().any(|root| path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::enveloped;
    use axum::body::Body;
    use axum::routing::{get, post};
    use std::collections::BTreeSet;
    use tower::ServiceExt;

    /// Routes that the document does not describe.
    const UNDOCUMENTED: [&str; 4] = ["DELETE /mcp", "GET /api/health", "GET /mcp", "POST /mcp"];

    fn documented() -> BTreeSet<String> {
        let document = crate::openapi::document();
        let paths = document["paths"].as_object().unwrap();
        let rows = paths.iter().flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |method| format!("{} {path}", method.to_uppercase()))
        });
        rows.chain(UNDOCUMENTED.map(ToString::to_string)).collect()
    }

    #[test]
    fn every_route_has_one_row() {
        let rows: Vec<String> = AGENTS.iter().chain(PERSON).map(ToString::to_string).collect();
        let known: BTreeSet<String> = rows.iter().cloned().collect();
        assert_eq!(known.len(), rows.len(), "a route stands in the table twice");
        let missing: Vec<_> = documented().difference(&known).cloned().collect();
        assert!(missing.is_empty(), "say in scope.rs who may call them (PERSON, unless an agent needs it): {missing:#?}");
        let gone: Vec<_> = known.difference(&documented()).cloned().collect();
        assert!(gone.is_empty(), "routes that are no more: {gone:#?}");
        for list in [AGENTS, PERSON] {
            assert!(list.is_sorted(), "the rows are sorted, so that two changes seldom meet");
        }
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
            assert_eq!(agents_may(&method, path), expected, "{method} {path}");
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
    async fn who_is_not_known_may_do_nothing() {
        let bare = Router::new()
            .route("/api/health", get(async || "well"))
            .route("/api/abilities/lookup", post(async || "found"))
            .route("/api/settings", get(async |_: Caller| "set"))
            .fallback(async || "a file of the interface");
        let rows = [
            (Method::GET, "/api/health", 200),
            (Method::POST, "/api/abilities/lookup", 200),
            (Method::GET, "/api/settings", 403),
            (Method::GET, "/index.html", 200),
            (Method::GET, "/api/nothing", 403),
        ];
        for (method, path, for_agents) in rows {
            let asked = async |caller| status(scoped(bare.clone()), method.clone(), path, caller).await;
            assert_eq!(asked(None).await, 401, "{method} {path}");
            assert_eq!(asked(Some(Caller::Agent)).await, for_agents, "{method} {path}");
            for person in [Caller::Window, Caller::Cli] {
                assert_eq!(asked(Some(person)).await, 200, "{method} {path} for {person:?}");
            }
        }
        assert_eq!(
            status(bare.clone(), Method::GET, "/api/settings", None).await,
            401,
            "nor does a handler take it for a person"
        );
        assert_eq!(status(bare, Method::GET, "/api/settings", Some(Caller::Agent)).await, 200, "whose answer is the handler's");
    }
}
