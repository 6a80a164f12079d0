//! Routes that moved (§0C.16, §0C.20B): each answers 308 with the exact path of now, which keeps method and body, and from
//! 2027-05-22 on 410. Never 301.

use crate::App;
use crate::failure::Problem;
use crate::handler::BODY_LIMIT;
use apprentice_contracts::Time;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::ProposalId;
use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::any;
use serde_json::{Value, json};

/// 2027-05-22T00:00:00Z, six months after the routes of now were published.
const GONE_SINCE: i64 = 1_810_944_000;

/// What a singular session route could be asked to do.
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
    ]
    .into_iter()
    .fold(Router::new(), |router, path| router.route(path, any(moved)))
}

async fn moved(State(app): State<App>, request: Request) -> Response {
    let query = request.uri().query().map(str::to_owned);
    let answer = match lead_on(&app, request).await {
        Ok(place) if is_over(app.engine.now()) => Err(gone(&place.route)),
        Ok(Place { path: Some(path), .. }) => Ok(query.map_or_else(|| path.clone(), |query| format!("{path}?{query}"))),
        Ok(Place { route, .. }) => Err(unnamed(&route)),
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

/// Where a request belongs now.
struct Place {
    /// With its parameters by name, as it is documented.
    route: String,
    /// `None`: what the parameter stands for is not known.
    path: Option<String>,
}

impl Place {
    fn at(path: String) -> Self {
        Self { route: path.clone(), path: Some(path) }
    }

    fn of(route: String, parameter: &str, value: Option<String>) -> Self {
        let path = value.map(|value| route.replace(parameter, &value));
        Self { route, path }
    }
}

async fn lead_on(app: &App, request: Request) -> Result<Place, Problem> {
    let path = request.uri().path().trim_end_matches('/').to_owned();
    let parts: Vec<&str> = path.split('/').skip(2).collect();
    Ok(match parts[..] {
        ["capabilities", "teach", "start"] | ["learn", "session"] => Place::at("/api/learn/sessions".into()),
        ["capabilities", "teach", "cancel"] => under_way(app, "cancel").await?,
        ["capabilities", "teach", "finish"] => under_way(app, "stop").await?,
        ["capabilities", "promote"] => {
            let ability = ability(app, request).await?;
            Place::of("/api/abilities/{abilityId}/promote-shared".into(), "{abilityId}", ability)
        }
        // Starting was creating, too.
        ["learn", "session", "start"] => match under_way(app, "start").await? {
            Place { path: None, .. } => Place::at("/api/learn/sessions".into()),
            place => place,
        },
        ["learn", "session", action] if ACTIONS.contains(&action) => under_way(app, action).await?,
        ["learn", "session", ref rest @ ..] => Place::at(format!("/api/learn/sessions/{}", rest.join("/"))),
        ["skills", "mining", "proposals", id, "questions" | "answers"] => answers(app, id).await?,
        ["skills", "mining", "proposals", id, action] => {
            let action = match action {
                "test" => "validate",
                "install-experimental" => "install",
                "feedback" => "revise",
                other => other,
            };
            Place::at(format!("/api/learn/proposals/{id}/{action}"))
        }
        [_, _, ref rest @ ..] => Place::at(format!("/api/learn/{}", rest.join("/"))),
        _ => Place::at("/api/learn/sessions".into()),
    })
}

/// An action on the session that holds the slot.
async fn under_way(app: &App, action: &str) -> Result<Place, Problem> {
    let active = app.engine.active_session().await?.map(|id| id.to_string());
    Ok(Place::of(format!("/api/learn/sessions/{{sessionId}}/{action}"), "{sessionId}", active))
}

/// Answers belong to the session of their proposal.
async fn answers(app: &App, proposal: &str) -> Result<Place, Problem> {
    let session = match proposal.parse::<ProposalId>() {
        Ok(id) => app.engine.session_of_proposal(id).await?,
        Err(_) => None,
    };
    let session = match session {
        None => app.engine.active_session().await?,
        found => found,
    };
    let route = "/api/learn/sessions/{sessionId}/answer-questions".to_owned();
    Ok(Place::of(route, "{sessionId}", session.map(|id| id.to_string())))
}

/// As the query or the body names it: by `ability_id`, or by the `capability_id` that it stands for.
async fn ability(app: &App, request: Request) -> Result<Option<String>, Problem> {
    let (parts, body) = request.into_parts();
    let in_query = |name: &str| {
        let pairs = parts.uri.query().unwrap_or_default().split('&');
        pairs.filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
    };
    let body = to_bytes(body, BODY_LIMIT).await.unwrap_or_default();
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let named = |name: &str| in_query(name).or_else(|| body[name].as_str().map(str::to_owned));
    let known = app.engine.availability().await?.abilities;
    let by_id = named("ability_id").and_then(|id| known.iter().find(|ability| ability.ability_id.0 == id));
    let found = by_id.or_else(|| {
        let capability = named("capability_id")?;
        known.iter().find(|ability| ability.primary_capability_id.as_ref() == Some(&capability))
    });
    Ok(found.map(|ability| ability.ability_id.0.clone()))
}

fn unnamed(route: &str) -> Problem {
    let message = format!("This route moved to {route}, and what it is about is not known. Call that one, and name it.");
    Problem(Failure::new(ErrorCode::NotFound, message).with_details(json!({ "route": route })))
}

fn gone(route: &str) -> Problem {
    let message = format!("This route moved to {route} and is not answered any more.");
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
