//! The client of an engine: it calls the router of this process, or the server of another one.

use crate::connections::Connections;
use crate::extract::{AGENT_CONNECTION_HEADER, SOURCE_HEADER};
use crate::scope::Caller;
use crate::sse_client::{Frames, parse_frames};
use apprentice_contracts::app::Endpoint;
use apprentice_contracts::error::{ApiError, ApiErrorEnvelope};
use apprentice_contracts::json;
use axum::Router;
use axum::body::{Body, Bytes};
use futures::stream::BoxStream;
use futures::{Stream, StreamExt, TryStreamExt};
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::request::Builder;
use http::{HeaderMap, Request};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::convert::Infallible;
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use tower::ServiceExt;
use url::form_urlencoded::Serializer;

/// The engine's process has ended or does not answer.
#[derive(Debug, thiserror::Error)]
#[error("The engine does not answer: {cause}")]
pub struct Unreachable {
    cause: String,
    unsent: bool,
}

impl Unreachable {
    pub(crate) fn new(cause: impl std::fmt::Display) -> Self {
        Self { cause: cause.to_string(), unsent: false }
    }

    /// The engine was gone before anything of the request was sent.
    pub(crate) fn unsent(cause: impl std::fmt::Display) -> Self {
        Self { cause: cause.to_string(), unsent: true }
    }

    /// Whether nothing of the request was sent, so that another engine may be asked instead.
    pub fn is_unsent(&self) -> bool {
        self.unsent
    }
}

/// A response: its HTTP status and its body as JSON. A body of another type (a file, such as CSV) is a JSON string.
#[derive(Clone, Debug)]
pub struct ApiResponse {
    /// The HTTP status.
    pub status: u16,
    /// The body: JSON text.
    pub text: String,
}

impl ApiResponse {
    /// The body of a success as `T`, or the error of the envelope.
    pub fn into<T: DeserializeOwned>(self) -> Result<T, ResponseError> {
        if (200..300).contains(&self.status) {
            return self.read();
        }
        Err(ResponseError::Error(Box::new(self.read::<ApiErrorEnvelope>()?.error)))
    }

    /// The body as `T`, whatever the status. Errors: [`ResponseError::Unreadable`].
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, ResponseError> {
        json::read(&self.text).map_err(|error| ResponseError::Unreadable(error.to_string()))
    }
}

/// Why a response is not the expected answer.
#[derive(Debug, thiserror::Error)]
pub enum ResponseError {
    /// The engine refused.
    #[error("{}", .0.message)]
    Error(Box<ApiError>),
    /// The body does not have the expected shape.
    #[error("the engine answered something unexpected: {0}")]
    Unreadable(String),
}

/// A request for one operation. Made by [`Operation::call`](crate::Operation::call).
#[derive(Clone, Debug)]
pub struct Call {
    method: &'static str,
    path: String,
    /// Empty, or `?` and the pairs.
    query: String,
    body: Option<Value>,
}

impl Call {
    pub(crate) fn new(method: &'static str, path: String) -> Self {
        Self { method, path, query: String::new(), body: None }
    }

    /// Adds a parameter of the query.
    #[must_use]
    pub fn query(mut self, name: &str, value: impl Display) -> Self {
        let separator = if self.query.is_empty() { '?' } else { '&' };
        let pair = Serializer::new(String::new()).append_pair(name, &value.to_string()).finish();
        self.query.push(separator);
        self.query.push_str(&pair);
        self
    }

    /// Sets the JSON body.
    #[must_use]
    pub fn json(self, body: Value) -> Self {
        Self { body: Some(body), ..self }
    }

    /// `DELETE`, `GET`, `POST` or `PUT`.
    pub fn method(&self) -> &'static str {
        self.method
    }

    /// The path with its query.
    pub fn path(&self) -> String {
        format!("{}{}", self.path, self.query)
    }

    /// The JSON body, if there is one.
    pub fn body(&self) -> Option<&Value> {
        self.body.as_ref()
    }
}

/// The body of a request.
enum RequestBody {
    Whole(Bytes),
    Stream(BoxStream<'static, Result<Bytes, Infallible>>),
}

/// A response whose body is arriving.
struct RawResponse {
    status: u16,
    /// The body is text instead of JSON.
    text: bool,
    chunks: BoxStream<'static, Result<Bytes, Unreachable>>,
}

/// A client of one engine. Clones share the connection.
#[derive(Clone)]
pub struct Client {
    transport: Transport,
    /// How the person asked: `user_click` or `api_call`.
    source: &'static str,
    /// On whose behalf it calls. Over HTTP the token says it.
    caller: Caller,
    /// The key of the connection of the one agent that it serves, if it does.
    connection_key: Option<ConnectionKey>,
}

/// A secret that a program makes for the one agent that it serves: 32 random bytes. Answers of the person that hold for a while are bound to it.
#[derive(Clone)]
pub struct ConnectionKey(Arc<str>);

impl ConnectionKey {
    /// A new key. `Err`: the system has no random bytes.
    pub fn new() -> std::io::Result<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into()))
    }
}

#[derive(Clone)]
enum Transport {
    InProcess(Router),
    Http(Connections),
}

impl Client {
    /// A client of a router in this process.
    pub fn in_process(router: Router) -> Self {
        Self { transport: Transport::InProcess(router), source: "api_call", caller: Caller::Person, connection_key: None }
    }

    /// Connects to the process that serves `home`. `None`: there is none, or it does not answer or accept the token.
    pub async fn connect(home: &Path) -> Option<Self> {
        Self::connect_with(home, Caller::Person).await
    }

    /// Connects with the token of agents, which allows only their operations.
    pub async fn connect_as_agent(home: &Path) -> Option<Self> {
        Self::connect_with(home, Caller::Agent).await
    }

    /// A client of the process that said that it serves `home`; no request checks it. `None`: it has ended.
    pub(crate) fn of_started(home: &Path) -> Option<Self> {
        Some(Self::over(Connections::of_home(home, Caller::Person)?, Caller::Person))
    }

    fn over(connections: Connections, caller: Caller) -> Self {
        Self { transport: Transport::Http(connections), source: "api_call", caller, connection_key: None }
    }

    /// The file may be left over from an engine that was killed, and another program, or the engine of another home, may use the port by
    /// now: neither can prove that it knows the token.
    async fn connect_with(home: &Path, caller: Caller) -> Option<Self> {
        let connections = Connections::of_home(home, caller)?;
        match connections.connect().await {
            Ok(()) => Some(Self::over(connections, caller)),
            Err(error) => {
                tracing::debug!(%error, "the engine that the home names is passed over");
                None
            }
        }
    }

    /// The same client for the window: its requests are clicks of a person.
    #[must_use]
    pub fn for_window(self) -> Self {
        Self { source: "user_click", ..self }
    }

    /// The same in-process client with the rights of an agent.
    #[must_use]
    pub(crate) fn for_agents(self) -> Self {
        Self { caller: Caller::Agent, ..self }
    }

    /// The same client for one agent, whose connection has this key.
    #[must_use]
    pub fn for_connection(self, key: ConnectionKey) -> Self {
        Self { connection_key: Some(key), ..self }
    }

    /// The address of the other process. `None`: the engine is in this process.
    pub fn endpoint(&self) -> Option<&Endpoint> {
        match &self.transport {
            Transport::InProcess(_) => None,
            Transport::Http(connections) => Some(connections.endpoint()),
        }
    }

    /// One request for an operation.
    pub async fn call(&self, call: &Call) -> Result<ApiResponse, Unreachable> {
        self.request(call.method(), &call.path(), call.body()).await
    }

    /// One request. `path` begins with a slash and may carry a query.
    pub async fn request(&self, method: &str, path: &str, body: Option<&Value>) -> Result<ApiResponse, Unreachable> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let response = self.send(self.build(method, path), RequestBody::Whole(body.into())).await?;
        Ok(ApiResponse { status: response.status, text: read_body(response).await? })
    }

    /// One request whose body is a stream of chunks, such as an upload; `kind` is its content type. If the stream ends before the form
    /// does, the engine keeps nothing of it.
    pub async fn upload(
        &self,
        method: &str,
        path: &str,
        kind: &str,
        chunks: impl Stream<Item = Vec<u8>> + Send + 'static,
    ) -> Result<ApiResponse, Unreachable> {
        let chunks = chunks.map(|chunk| Ok(Bytes::from(chunk))).boxed();
        let response = self.send(self.build(method, path).header(CONTENT_TYPE, kind), RequestBody::Stream(chunks)).await?;
        Ok(ApiResponse { status: response.status, text: read_body(response).await? })
    }

    /// Subscribes to a stream of events after `last_event_id`. The inner `Err` is a refusal with its envelope.
    pub async fn subscribe(&self, path: &str, last_event_id: Option<&str>) -> Result<Result<Frames, ApiResponse>, Unreachable> {
        let request = self.build("GET", path);
        let request = match last_event_id {
            Some(id) => request.header("last-event-id", id),
            None => request,
        };
        let response = self.send(request, RequestBody::Whole(Bytes::new())).await?;
        if (200..300).contains(&response.status) {
            return Ok(Ok(parse_frames(response.chunks)));
        }
        Ok(Err(ApiResponse { status: response.status, text: read_body(response).await? }))
    }

    fn build(&self, method: &str, path: &str) -> Builder {
        let mut request = Request::builder().method(method).header(SOURCE_HEADER, self.source);
        if let Some(ConnectionKey(key)) = &self.connection_key {
            request = request.header(AGENT_CONNECTION_HEADER, &**key);
        }
        match &self.transport {
            Transport::InProcess(_) => request.uri(path).extension(self.caller),
            Transport::Http(connections) => {
                let token = &connections.endpoint().token;
                request.uri(format!("/{}", path.trim_start_matches('/'))).header(AUTHORIZATION, format!("Bearer {token}"))
            }
        }
    }

    async fn send(&self, request: Builder, body: RequestBody) -> Result<RawResponse, Unreachable> {
        let body = match body {
            RequestBody::Whole(bytes) => Body::from(bytes),
            RequestBody::Stream(chunks) => Body::from_stream(chunks),
        };
        let request = request.body(body).map_err(Unreachable::new)?;
        match &self.transport {
            Transport::InProcess(router) => {
                let response = router.clone().oneshot(request).await.map_err(Unreachable::new)?;
                let (status, text) = (response.status().as_u16(), is_text(response.headers()));
                Ok(RawResponse {
                    status,
                    text,
                    chunks: response.into_body().into_data_stream().map_err(Unreachable::new).boxed(),
                })
            }
            Transport::Http(connections) => {
                let response = connections.send(request).await?;
                let text = is_text(&response.headers);
                Ok(RawResponse { status: response.status.as_u16(), text, chunks: response.chunks })
            }
        }
    }
}

/// The body as JSON text.
async fn read_body(RawResponse { text, chunks, .. }: RawResponse) -> Result<String, Unreachable> {
    let bytes = chunks.try_fold(Vec::new(), async |mut all, chunk| {
        all.extend_from_slice(&chunk);
        Ok(all)
    });
    let body = String::from_utf8(bytes.await?).map_err(Unreachable::new)?;
    Ok(if text { Value::String(body).to_string() } else { body })
}

fn is_text(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/"))
}
