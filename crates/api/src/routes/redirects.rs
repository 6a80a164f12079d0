//! Redirects from routes that moved (§0C.16, §0C.20B): each answers 308 with the new path, which keeps method and body, and 410 from
//! 2027-05-22 on. Never 301.

use crate::App;
use crate::failure::Problem;
use crate::handler::BODY_LIMIT;
use apprentice_contracts::Time;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{CapabilityId, ProposalId};
use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{any, get};
use serde_json::{Value, json};

/// 2027-05-22T00:00:00Z, six months after the new routes were published.
const GONE_SINCE: i64 = 1_810_944_000;

/// The actions of the singular session routes.
const ACTIONS: [&str; 15] = [
    "pause",
    "resume",
    "stop",
    "cancel",
    "mark-goal",
    "mark-step",
    "trim",
    "answer-questions",
    "set-test-policy",
    "generate-proposal",
    "detail",
    "events",
    "observation-scope",
    "observed-actions",
    "checkpoint-receipts",
];

pub(super) fn routes() -> Router<App> {
    [
        "/api/capabilities/teach/{*rest}",
        "/api/capabilities/promote",
        "/api/learn/session",
        "/api/learn/session/{*rest}",
        "/api/skills/mining/{*rest}",
        "/api/mcp/health",
        "/api/mcp/policy",
        "/api/mcp/route/explain",
        "/api/mcp/smoke-test",
        "/api/mcp/test",
        "/api/mcp/toggle",
    ]
    .into_iter()
    .fold(Router::new(), |router, path| router.route(path, any(redirect)))
    // The browser of a sign-in has no token of this door: it comes back to an address of its own.
    .route("/api/mcp/servers/{serverId}/auth/callback", get(redirect))
}

async fn redirect(State(app): State<App>, request: Request) -> Response {
    let query = request.uri().query().map(str::to_owned);
    let answer = match destination(&app, request).await {
        Ok(destination) if destination.is_other_request || is_over(app.engine.now()) => Err(gone(&destination.route)),
        Ok(Destination { path: Some(path), .. }) => Ok(query.map_or_else(|| path.clone(), |query| format!("{path}?{query}"))),
        Ok(Destination { route, .. }) => Err(unnamed(&route)),
        Err(problem) => Err(problem),
    };
    match answer {
        Ok(path) => Redirect::permanent(&path).into_response(),
        Err(problem) => problem.into_response(),
    }
}

fn is_over(now: Time) -> bool {
    now.timestamp() >= GONE_SINCE
}

/// Where a request is redirected to.
struct Destination {
    /// The template of the route, as it is documented.
    route: String,
    /// `None`: the value of its parameter is not known.
    path: Option<String>,
    /// The new route takes another method or body, so that the same request cannot go there.
    is_other_request: bool,
}

impl Destination {
    fn at(path: String) -> Self {
        Self { route: path.clone(), path: Some(path), is_other_request: false }
    }

    /// A route that takes another request.
    fn other_request(route: &str) -> Self {
        Self { route: route.to_owned(), path: None, is_other_request: true }
    }

    fn of(route: String, parameter: &str, value: Option<String>) -> Self {
        let path = value.map(|value| route.replace(parameter, &value));
        Self { route, path, is_other_request: false }
    }
}

async fn destination(app: &App, request: Request) -> Result<Destination, Problem> {
    let path = request.uri().path().trim_end_matches('/').to_owned();
    let parts: Vec<&str> = path.split('/').skip(2).collect();
    Ok(match parts[..] {
        ["capabilities", "teach", "start"] | ["learn", "session"] => Destination::at("/api/learn/sessions".into()),
        ["capabilities", "teach", "cancel"] => active_session(app, "cancel").await?,
        ["capabilities", "teach", "finish"] => active_session(app, "stop").await?,
        ["capabilities", "promote"] => {
            let ability = ability(app, request).await?;
            Destination::of("/api/abilities/{abilityId}/promote-shared".into(), "{abilityId}", ability)
        }
        ["mcp", "policy"] => Destination::at("/api/mcp/policy/update".into()),
        // Without a server it was the health of all, which the list has.
        ["mcp", "health"] => match connector(app, request).await? {
            Named::Nothing => Destination::at("/api/mcp/servers".into()),
            server => Destination::of("/api/mcp/servers/{serverId}/health".into(), "{serverId}", server.known()),
        },
        ["mcp", "smoke-test" | "test"] => {
            let server = connector(app, request).await?.known();
            Destination::of("/api/mcp/servers/{serverId}/smoke-test".into(), "{serverId}", server)
        }
        ["mcp", "toggle"] => Destination::other_request("PATCH /api/mcp/servers/{serverId}, with enabled"),
        ["mcp", "servers", _, "auth", "callback"] => Destination::other_request(
            "POST /api/mcp/servers/{serverId}/auth/callback, with the address that the browser was sent to",
        ),
        ["mcp", "route", "explain"] => Destination::other_request(
            "GET /api/mcp/servers/{serverId}, whose tools say in policy.because what is allowed and why",
        ),
        // The old route also created the session.
        ["learn", "session", "start"] => match active_session(app, "start").await? {
            Destination { path: None, .. } => Destination::at("/api/learn/sessions".into()),
            destination => destination,
        },
        ["learn", "session", action] if ACTIONS.contains(&action) => active_session(app, action).await?,
        ["learn", "session", ref rest @ ..] => Destination::at(format!("/api/learn/sessions/{}", rest.join("/"))),
        ["skills", "mining", "proposals", id, "questions" | "answers"] => answers(app, id).await?,
        ["skills", "mining", "proposals", id, action] => {
            let action = match action {
                "test" => "validate",
                "install-experimental" => "install",
                "feedback" => "revise",
                other => other,
            };
            Destination::at(format!("/api/learn/proposals/{id}/{action}"))
        }
        [_, _, ref rest @ ..] => Destination::at(format!("/api/learn/{}", rest.join("/"))),
        _ => Destination::at("/api/learn/sessions".into()),
    })
}

/// An action on the active session.
async fn active_session(app: &App, action: &str) -> Result<Destination, Problem> {
    let active = app.engine.active_session().await?.map(|id| id.to_string());
    Ok(Destination::of(format!("/api/learn/sessions/{{sessionId}}/{action}"), "{sessionId}", active))
}

/// The route for answers, in the session of the proposal.
async fn answers(app: &App, proposal: &str) -> Result<Destination, Problem> {
    let session = match proposal.parse::<ProposalId>() {
        Ok(id) => app.engine.session_of_proposal(id).await?,
        Err(_) => None,
    };
    let session = match session {
        None => app.engine.active_session().await?,
        found => found,
    };
    let route = "/api/learn/sessions/{sessionId}/answer-questions".to_owned();
    Ok(Destination::of(route, "{sessionId}", session.map(|id| id.to_string())))
}

/// The connector that a request names.
enum Named {
    Nothing,
    Unknown,
    Known(String),
}

impl Named {
    fn known(self) -> Option<String> {
        match self {
            Self::Known(id) => Some(id),
            Self::Nothing | Self::Unknown => None,
        }
    }
}

/// The registered connector that the query or the body names by its `server_id`.
async fn connector(app: &App, request: Request) -> Result<Named, Problem> {
    let named = named(request).await;
    let Some(wanted) = named("server_id") else { return Ok(Named::Nothing) };
    let known = app.engine.mcp_servers().await?.servers;
    let found = known.into_iter().find(|item| item.registry.server_id == wanted.as_str());
    Ok(found.map_or(Named::Unknown, |item| Named::Known(item.registry.server_id.0)))
}

/// Finds a field in the query or the body of a request.
async fn named(request: Request) -> impl Fn(&str) -> Option<String> {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, BODY_LIMIT).await.unwrap_or_default();
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    move |name: &str| {
        let pairs = parts.uri.query().unwrap_or_default().split('&');
        let in_query = pairs.filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name);
        in_query.map(|(_, value)| value.to_owned()).or_else(|| body[name].as_str().map(str::to_owned))
    }
}

/// The ability that the query or the body names: by its `ability_id`, or by its `capability_id`.
async fn ability(app: &App, request: Request) -> Result<Option<String>, Problem> {
    let named = named(request).await;
    let known = app.engine.availability().await?.abilities;
    let by_id = named("ability_id").and_then(|id| known.iter().find(|ability| ability.ability_id.0 == id));
    let found = by_id.or_else(|| {
        let capability = CapabilityId(named("capability_id")?);
        known.iter().find(|ability| ability.primary_capability_id.as_ref() == Some(&capability))
    });
    Ok(found.map(|ability| ability.ability_id.0.clone()))
}

fn unnamed(route: &str) -> Problem {
    let message =
        format!("This route moved to {route}, and the request names no item that exists. Call the new route with its id.");
    Problem(Failure::new(ErrorCode::NotFound, message).with_details(json!({ "route": route })))
}

fn gone(route: &str) -> Problem {
    let message = format!("This route moved to {route}. Call that one.");
    Problem(Failure::new(ErrorCode::Gone, message).with_details(json!({ "route": route })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_months_end_on_the_day() {
        let at = |text: &str| text.parse::<Time>().unwrap();
        assert!(!is_over(at("2027-05-21T23:59:59Z")));
        assert!(is_over(at("2027-05-22T00:00:00Z")));
    }
}
