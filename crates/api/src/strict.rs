//! Refuses what an operation does not take: a query where its description names no parameter of one, a body where it has none. Where it
//! takes some, its extractors refuse the rest.

use crate::extract::{BODY_LIMIT, invalid};
use crate::failure::Problem;
use crate::refusals::{Described, MARK};
use apprentice_contracts::error::ErrorCode;
use axum::body::{Body, to_bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::HeaderValue;
use serde_json::Value;

pub(crate) async fn strict(State(described): State<Described>, request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned()).unwrap_or_default();
    let Some(takes) = described.operation(request.method().as_str(), &path) else { return next.run(request).await };
    if !takes.query
        && let Some(name) = first_parameter(&request)
    {
        return invalid(&name, "is not known; this operation has no parameters").into_response();
    }
    let request = match takes.body {
        true => request,
        false => match emptied(request).await {
            Ok(request) => request,
            Err(problem) => return problem.into_response(),
        },
    };
    let mut response = next.run(request).await;
    if cfg!(debug_assertions)
        && let Some(Problem(failure)) = response.extensions().get::<Problem>()
        && !takes.answers(failure.code)
    {
        tracing::error!(path, code = ?failure.code, "refusals.rs does not list what this operation answers");
        response.headers_mut().insert(MARK, HeaderValue::from_static("1"));
    }
    response
}

fn first_parameter(request: &Request) -> Option<String> {
    let query = request.uri().query()?;
    url::form_urlencoded::parse(query.as_bytes()).map(|(name, _)| name.into_owned()).next()
}

/// The request without its body, which may be nothing but `{}` or `null`.
async fn emptied(request: Request) -> Result<Request, Problem> {
    let (parts, body) = request.into_parts();
    let bytes = to_bytes(body, BODY_LIMIT).await.map_err(|_| {
        Problem::new(ErrorCode::PayloadTooLarge, "This operation takes no body, and this one is larger than 1 MiB.")
    })?;
    if !bytes.iter().all(u8::is_ascii_whitespace) {
        match serde_json::from_slice(&bytes) {
            Ok(Value::Object(fields)) => {
                if let Some(name) = fields.keys().next() {
                    return Err(invalid(name, "is not known; this operation takes no fields"));
                }
            }
            Ok(Value::Null) => {}
            _ => return Err(invalid("", "this operation takes no body")),
        }
    }
    Ok(Request::from_parts(parts, Body::empty()))
}
