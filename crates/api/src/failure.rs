//! Failures as responses: one middleware writes the envelope with its correlation id.

use crate::refusals::UNDOCUMENTED;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::CorrelationId;
use apprentice_contracts::runtime::Ids;
use apprentice_engine::core::system::SystemIds;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use http::header::{CACHE_CONTROL, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use std::any::Any;
use tokio_util::sync::CancellationToken;
use tower_http::catch_panic::CatchPanicLayer;

/// The result of a handler.
pub(crate) type Reply<T> = Result<Json<T>, Problem>;

/// A [`Failure`] as a response. Its body is written by [`enveloped`], which knows the correlation id.
#[derive(Clone, Debug)]
pub(crate) struct Problem(pub Failure);

impl Problem {
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self(Failure::new(code, message))
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        Self(failure)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = Response::default();
        response.extensions_mut().insert(self);
        response
    }
}

/// Makes every failure of `router` an envelope, panics too, and sets `x-correlation-id` on every response. A request runs to its end after its
/// caller disconnects: an installation or a rehearsal must not stop half way.
pub(crate) fn enveloped(router: Router) -> Router {
    router.layer(CatchPanicLayer::custom(panicked)).layer(from_fn(envelope))
}

fn panicked(cause: Box<dyn Any + Send>) -> Response {
    let text = cause.downcast_ref::<&str>().map(ToString::to_string).or_else(|| cause.downcast_ref::<String>().cloned());
    tracing::error!(panic = text.as_deref().unwrap_or("without a message"), "a request panicked");
    Problem::new(ErrorCode::Internal, "Something went wrong inside Apprentice. The log has the details.").into_response()
}

/// Cancelled when the caller disconnects, for work that only the caller waits for.
#[derive(Clone, Default)]
pub(crate) struct Disconnected(pub CancellationToken);

async fn envelope(mut request: Request, next: Next) -> Response {
    let id = CorrelationId(SystemIds.next());
    let line = format!("{} {}", request.method(), request.uri().path());
    let disconnected = CancellationToken::new();
    // Dropped with this future, which ends early when the caller disconnects.
    let _guard = disconnected.clone().drop_guard();
    request.extensions_mut().insert(Disconnected(disconnected));
    let running = tokio::spawn(next.run(request));
    let mut response =
        running.await.unwrap_or_else(|_| Problem::new(ErrorCode::Internal, "Apprentice is ending.").into_response());
    if let Some(Problem(failure)) = response.extensions_mut().remove::<Problem>() {
        if failure.code.status() >= 500 {
            tracing::error!(%id, request = line, code = ?failure.code, message = failure.message, "request failed");
        }
        let status = StatusCode::from_u16(failure.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let retry_after = failure.details.as_ref().and_then(|details| details["retry_after_seconds"].as_u64());
        let mark = response.headers_mut().remove(UNDOCUMENTED);
        response = (status, Json(failure.envelope(id))).into_response();
        if let Some(mark) = mark {
            response.headers_mut().insert(UNDOCUMENTED, mark);
        }
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
    }
    if let Ok(value) = HeaderValue::from_str(&id.to_string()) {
        response.headers_mut().insert("x-correlation-id", value);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::{Body, to_bytes};
    use axum::routing::get;
    use serde_json::Value;
    use std::sync::Arc;
    use std::time::Duration;
    use tokio::sync::Notify;
    use tower::ServiceExt;

    #[tokio::test]
    async fn a_request_runs_on_when_its_caller_disconnects() {
        let [begun, go_on, done] = [(); 3].map(|()| Arc::new(Notify::new()));
        let steps = [begun.clone(), go_on.clone(), done.clone()];
        let handler = async move || {
            let [begun, go_on, done] = &steps;
            begun.notify_one();
            go_on.notified().await;
            done.notify_one();
        };
        let call = enveloped(Router::new().route("/", get(handler))).oneshot(Request::new(Body::empty()));
        tokio::select! {
            _ = call => panic!("it answered before it was let go on"),
            () = begun.notified() => {}
        }
        go_on.notify_one();
        tokio::time::timeout(Duration::from_secs(10), done.notified()).await.expect("it was cut off");
    }

    async fn panics() -> &'static str {
        panic!("a defect")
    }

    #[tokio::test]
    async fn a_panic_becomes_an_envelope_without_internal_details() {
        let router = enveloped(Router::new().route("/", get(panics)));
        let response = router.oneshot(Request::new(Body::empty())).await.unwrap();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        let header = response.headers()["x-correlation-id"].to_str().unwrap().to_owned();
        let body: Value = serde_json::from_slice(&to_bytes(response.into_body(), 4096).await.unwrap()).unwrap();
        assert_eq!(body["error"]["code"], "INTERNAL");
        assert_eq!(body["error"]["correlation_id"], header);
        assert!(!body.to_string().contains("a defect"));
    }
}
