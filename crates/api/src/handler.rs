//! How a request reaches the handler of an operation.
//!
//! A handler is an async function from the [`App`] and up to four [`Argument`]s to a [`Reply`](crate::failure::Reply). Its arguments are read
//! from a [`Request`] whose body has arrived, so reading is plain functions, not futures. [`Route`] erases the handler's type at once: the
//! router and everything in it is compiled for one type instead of once per operation.

use crate::App;
use crate::failure::Problem;
use crate::openapi::Description;
use crate::operation::Operation;
use crate::refusals::check_documented;
use crate::validation::invalid;
use apprentice_contracts::error::{ErrorCode, Failure};
use axum::Json;
use axum::RequestPartsExt;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::RawPathParams;
use axum::response::{IntoResponse, Response};
use futures::future::BoxFuture;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use http_body_util::LengthLimitError;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::future::Future;
use std::sync::Arc;

/// Largest body of a request, in bytes.
pub(crate) const BODY_LIMIT: usize = 1024 * 1024;

/// Largest body of an operation on skills, in bytes: it may name thousands of them by their folders.
const SKILLS_BODY_LIMIT: usize = 4 * BODY_LIMIT;

/// A request as the arguments of a handler are read from it.
pub(crate) struct Request {
    pub parts: Parts,
    /// The whole body, where the operation takes one. ASCII white space counts as none.
    pub bytes: Bytes,
    /// The body on its way, where the operation takes it so.
    pub body: Body,
    /// Name and value of each path parameter. `None`: one of them is no UTF-8.
    pub parameters: Option<Vec<(String, String)>>,
}

/// Which parts of a request an operation takes.
#[derive(Clone, Copy)]
pub(crate) struct Takes {
    pub query: bool,
    pub body: TakesBody,
}

#[derive(Clone, Copy)]
pub(crate) enum TakesBody {
    /// None but `{}`, `null` or white space.
    None,
    /// JSON, read before the handler starts.
    Whole,
    /// Any bytes, which the handler reads as they arrive.
    Stream,
}

impl Takes {
    pub const NOTHING: Self = Self { query: false, body: TakesBody::None };
    pub const QUERY: Self = Self { query: true, ..Self::NOTHING };
    pub const BODY: Self = Self { body: TakesBody::Whole, ..Self::NOTHING };
    pub const STREAM: Self = Self { body: TakesBody::Stream, ..Self::NOTHING };

    const fn and(self, other: Self) -> Self {
        Self { query: self.query || other.query, body: if matches!(self.body, TakesBody::None) { other.body } else { self.body } }
    }
}

/// Something that a handler takes from a request.
pub(crate) trait Argument: Sized + Send + 'static {
    const TAKES: Takes = Takes::NOTHING;

    /// `Err`: the request does not fit; nothing of the operation was done.
    fn read(request: &mut Request) -> Result<Self, Problem>;

    /// Adds its parameters or body to the description of the operation.
    fn describe(_: &mut Description<'_>) {}
}

/// What a handler answers with.
pub(crate) trait Answer: Send + 'static {
    fn respond(self) -> Response;

    /// Adds the successful answer to the description of the operation.
    fn describe(description: &mut Description<'_>);
}

impl<T: Serialize + JsonSchema + Send + 'static> Answer for Json<T> {
    fn respond(self) -> Response {
        json(serde_json::to_vec(&self.0))
    }

    fn describe(description: &mut Description<'_>) {
        description.answers::<T>();
    }
}

fn json(written: serde_json::Result<Vec<u8>>) -> Response {
    match written {
        Ok(bytes) => ([(CONTENT_TYPE, "application/json")], bytes).into_response(),
        Err(error) => Problem::new(ErrorCode::Internal, format!("The answer cannot be written: {error}")).into_response(),
    }
}

/// An async function that carries out an operation. `Arguments` is the tuple of what it takes besides the [`App`].
pub(crate) trait Handler<Arguments>: Copy + Send + Sync + 'static {
    const TAKES: Takes;

    /// Reads the arguments and starts. `Err`: the request does not fit.
    fn start(self, app: App, request: &mut Request) -> Result<BoxFuture<'static, Response>, Problem>;

    /// Adds what it takes and answers to the description of the operation.
    fn describe(description: &mut Description<'_>);
}

macro_rules! handlers {
    ($($argument:ident)*) => {
        impl<F, Fut, A, $($argument),*> Handler<($($argument,)*)> for F
        where
            F: Fn(App, $($argument),*) -> Fut + Copy + Send + Sync + 'static,
            Fut: Future<Output = Result<A, Problem>> + Send + 'static,
            A: Answer,
            $($argument: Argument,)*
        {
            const TAKES: Takes = Takes::NOTHING$(.and($argument::TAKES))*;

            #[allow(unused_variables, non_snake_case, reason = "a handler without arguments reads nothing; arguments have the names of their types")]
            fn start(self, app: App, request: &mut Request) -> Result<BoxFuture<'static, Response>, Problem> {
                $(let $argument = $argument::read(request)?;)*
                let running = self(app, $($argument),*);
                Ok(Box::pin(async move {
                    match running.await {
                        Ok(answer) => answer.respond(),
                        Err(problem) => problem.into_response(),
                    }
                }))
            }

            fn describe(description: &mut Description<'_>) {
                $($argument::describe(description);)*
                A::describe(description);
            }
        }
    };
}

handlers! {}
handlers! { A1 }
handlers! { A1 A2 }
handlers! { A1 A2 A3 }
handlers! { A1 A2 A3 A4 }

type Start = dyn Fn(App, &mut Request) -> Result<BoxFuture<'static, Response>, Problem> + Send + Sync;

/// An operation with its handler, whose type is erased.
#[derive(Clone)]
pub(crate) struct Route {
    operation: Operation,
    takes: Takes,
    start: Arc<Start>,
}

impl Route {
    pub fn new<Arguments, H: Handler<Arguments>>(operation: Operation, handler: H) -> Self {
        let start = move |app: App, request: &mut Request| handler.start(app, request);
        Self { operation, takes: H::TAKES, start: Arc::new(start) }
    }

    async fn answer(self, request: axum::extract::Request, app: App) -> Result<Response, Problem> {
        let mut request = self.arrived(request).await?;
        let mut response = (self.start)(app, &mut request)?.await;
        check_documented(&self.operation, &mut response);
        Ok(response)
    }

    /// The request with its body. What the operation does not take is refused by its name.
    async fn arrived(&self, request: axum::extract::Request) -> Result<Request, Problem> {
        let (mut parts, body) = request.into_parts();
        if !self.takes.query
            && let Some(name) = first_query_parameter(&parts)
        {
            return Err(invalid(&name, "is not known; this operation has no parameters"));
        }
        let (bytes, body) = match self.takes.body {
            TakesBody::None => (nothing(body).await?, Body::empty()),
            TakesBody::Whole => (whole(body, self.body_limit()).await?, Body::empty()),
            TakesBody::Stream => (Bytes::new(), body),
        };
        let parameters = parts.extract::<RawPathParams>().await.ok();
        let parameters = parameters.map(|found| found.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect());
        Ok(Request { parts, bytes, body, parameters })
    }

    fn body_limit(&self) -> usize {
        if self.operation.path.starts_with("/api/skills/") { SKILLS_BODY_LIMIT } else { BODY_LIMIT }
    }
}

impl axum::handler::Handler<(), App> for Route {
    type Future = BoxFuture<'static, Response>;

    fn call(self, request: axum::extract::Request, app: App) -> Self::Future {
        Box::pin(async move { self.answer(request, app).await.unwrap_or_else(IntoResponse::into_response) })
    }
}

fn first_query_parameter(parts: &Parts) -> Option<String> {
    let query = parts.uri.query()?;
    url::form_urlencoded::parse(query.as_bytes()).map(|(name, _)| name.into_owned()).next()
}

async fn whole(body: Body, limit: usize) -> Result<Bytes, Problem> {
    to_bytes(body, limit).await.map_err(|error| {
        let message = format!("The request is larger than {} MiB.", limit / BODY_LIMIT);
        unread(&error, message)
    })
}

/// The refusal of a body that could not be read. `too_large`: what is said of one that is larger than its limit.
fn unread(error: &axum::Error, too_large: String) -> Problem {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(found) = cause {
        if found.is::<LengthLimitError>() {
            return Problem(Failure::new(ErrorCode::PayloadTooLarge, too_large));
        }
        cause = found.source();
    }
    invalid("", "the body ends in the middle, or its chunks are not framed as HTTP/1.1 says (RFC 9112 §7.1)")
}

/// Reads a body that may hold no field.
async fn nothing(body: Body) -> Result<Bytes, Problem> {
    let too_large = || "This operation takes no body, and this one is larger than 1 MiB.".to_owned();
    let bytes = to_bytes(body, BODY_LIMIT).await.map_err(|error| unread(&error, too_large()))?;
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
    Ok(Bytes::new())
}
