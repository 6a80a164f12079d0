//! The way to an engine for a program of ours: its router in this process, or the server of another process.

use crate::endpoint::{self, Reader};
use crate::extract::SOURCE_HEADER;
use crate::frames::{Frames, frames};
use crate::scope::Caller;
use apprentice_contracts::app::Endpoint;
use apprentice_contracts::error::{ApiError, ApiErrorEnvelope};
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
use std::path::Path;
use std::time::Duration;
use tower::ServiceExt;

/// The engine's process ended or does not answer.
#[derive(Debug, thiserror::Error)]
#[error("The engine does not answer: {0}")]
pub struct Gone(String);

impl Gone {
    pub(crate) fn new(cause: impl std::fmt::Display) -> Self {
        Self(cause.to_string())
    }
}

/// An answer of the router: its HTTP status and its body, JSON or (of a file to keep, such as CSV) text.
#[derive(Clone, Debug)]
pub struct Answered {
    pub status: u16,
    pub body: Value,
}

impl Answered {
    /// The body of a success as `T`, else the error of its envelope.
    pub fn into<T: DeserializeOwned>(self) -> Result<T, Refused> {
        if (200..300).contains(&self.status) {
            return serde_json::from_value(self.body).map_err(|error| Refused::Unreadable(error.to_string()));
        }
        match serde_json::from_value::<ApiErrorEnvelope>(self.body) {
            Ok(envelope) => Err(Refused::Error(Box::new(envelope.error))),
            Err(error) => Err(Refused::Unreadable(error.to_string())),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum Refused {
    #[error("{}", .0.message)]
    Error(Box<ApiError>),
    #[error("the engine answered something unexpected: {0}")]
    Unreadable(String),
}

/// The body of a request.
enum Sent {
    Whole(Bytes),
    Pieces(BoxStream<'static, Result<Bytes, Infallible>>),
}

/// An answer on its way.
struct Came {
    status: u16,
    /// What it says is text and no JSON.
    text: bool,
    pieces: BoxStream<'static, Result<Bytes, Gone>>,
}

#[derive(Clone)]
pub struct Door {
    to: To,
    /// `user_click` or `api_call`.
    source: &'static str,
    /// On whose behalf; over HTTP the token says it.
    caller: Caller,
}

#[derive(Clone)]
enum To {
    Here(Router),
    There { client: reqwest::Client, endpoint: Endpoint },
}

impl Door {
    /// Into a router of this process.
    pub fn here(router: Router) -> Self {
        Self { to: To::Here(router), source: "api_call", caller: Caller::Cli }
    }

    /// To the process that serves `home`, if one does, answers and takes the token.
    pub async fn find(home: &Path) -> Option<Self> {
        Self::found(home, Reader::Cli).await
    }

    /// The same with an agent's token, which opens only what an agent may do.
    pub async fn find_as_agent(home: &Path) -> Option<Self> {
        Self::found(home, Reader::Agent).await
    }

    async fn found(home: &Path, reader: Reader) -> Option<Self> {
        let endpoint = endpoint::read(home, reader)?;
        // A proxy of the environment has no business between two programs of one machine.
        let client = reqwest::Client::builder().no_proxy().build().ok()?;
        let health = client.get(format!("{}/api/health", endpoint.address)).timeout(Duration::from_secs(2)).send().await.ok()?;
        // The address may be left over, and its port another program's by now.
        let health = health.error_for_status().ok()?.json::<Value>().await.ok()?;
        if health["status"] != "ok" || !health["version"].is_string() {
            return None;
        }
        // Or that of the engine of another home, which does not know the token. Nothing is at this path.
        let nothing = client.get(format!("{}/api", endpoint.address)).bearer_auth(&endpoint.token);
        let known = nothing.timeout(Duration::from_secs(2)).send().await.ok()?.status() != reqwest::StatusCode::UNAUTHORIZED;
        let caller = match reader {
            Reader::Cli => Caller::Cli,
            Reader::Agent => Caller::Agent,
        };
        known.then_some(Self { to: To::There { client, endpoint }, source: "api_call", caller })
    }

    /// Requests through this door are clicks of a person.
    #[must_use]
    pub fn for_clicks(self) -> Self {
        Self { source: "user_click", caller: Caller::Window, ..self }
    }

    /// Requests through this door into a router of this process may do only what an agent may.
    #[must_use]
    pub(crate) fn for_agents(self) -> Self {
        Self { caller: Caller::Agent, ..self }
    }

    /// Where the other process is; `None` when it is this one.
    pub fn endpoint(&self) -> Option<&Endpoint> {
        match &self.to {
            To::Here(_) => None,
            To::There { endpoint, .. } => Some(endpoint),
        }
    }

    /// One request. `path` begins with a slash and may carry a query.
    pub async fn request(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Answered, Gone> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let came = self.send(self.build(method, path), Sent::Whole(body.into())).await?;
        Ok(Answered { status: came.status, body: whole(came).await? })
    }

    /// One request whose body is no JSON and comes in pieces, such as the parts of an upload. `kind` is its content type. Where they
    /// end before the form does, the engine keeps nothing of it.
    pub async fn hand_over(
        &self,
        method: &str,
        path: &str,
        kind: &str,
        pieces: impl Stream<Item = Vec<u8>> + Send + 'static,
    ) -> Result<Answered, Gone> {
        let pieces = pieces.map(|piece| Ok(Bytes::from(piece))).boxed();
        let came = self.send(self.build(method, path).header(CONTENT_TYPE, kind), Sent::Pieces(pieces)).await?;
        Ok(Answered { status: came.status, body: whole(came).await? })
    }

    /// Follows a stream from after `last_event_id`; a refusal is its envelope.
    pub async fn subscribe(&self, path: &str, last_event_id: Option<&str>) -> Result<Result<Frames, Answered>, Gone> {
        let request = self.build("GET", path);
        let request = match last_event_id {
            Some(id) => request.header("last-event-id", id),
            None => request,
        };
        let came = self.send(request, Sent::Whole(Bytes::new())).await?;
        if (200..300).contains(&came.status) {
            return Ok(Ok(frames(came.pieces)));
        }
        Ok(Err(Answered { status: came.status, body: whole(came).await? }))
    }

    fn build(&self, method: &str, path: &str) -> Builder {
        let request = Request::builder().method(method).header(SOURCE_HEADER, self.source);
        match &self.to {
            To::Here(_) => request.uri(path).extension(self.caller),
            To::There { endpoint, .. } => {
                // The slash keeps `path` from becoming part of the host.
                let path = path.trim_start_matches('/');
                request.uri(format!("{}/{path}", endpoint.address)).header(AUTHORIZATION, format!("Bearer {}", endpoint.token))
            }
        }
    }

    async fn send(&self, request: Builder, body: Sent) -> Result<Came, Gone> {
        match &self.to {
            To::Here(router) => {
                let body = match body {
                    Sent::Whole(bytes) => Body::from(bytes),
                    Sent::Pieces(pieces) => Body::from_stream(pieces),
                };
                let request = request.body(body).map_err(Gone::new)?;
                let response = router.clone().oneshot(request).await.map_err(Gone::new)?;
                let (status, text) = (response.status().as_u16(), is_text(response.headers()));
                Ok(Came { status, text, pieces: response.into_body().into_data_stream().map_err(Gone::new).boxed() })
            }
            To::There { client, .. } => {
                let body = match body {
                    Sent::Whole(bytes) => reqwest::Body::from(bytes),
                    Sent::Pieces(pieces) => reqwest::Body::wrap_stream(pieces),
                };
                let request = request.body(body).map_err(Gone::new)?;
                let response = client.execute(request.try_into().map_err(Gone::new)?).await.map_err(Gone::new)?;
                let (status, text) = (response.status().as_u16(), is_text(response.headers()));
                Ok(Came { status, text, pieces: response.bytes_stream().map_err(Gone::new).boxed() })
            }
        }
    }
}

async fn whole(Came { text, pieces, .. }: Came) -> Result<Value, Gone> {
    let bytes = pieces.try_fold(Vec::new(), async |mut all, piece| {
        all.extend_from_slice(&piece);
        Ok(all)
    });
    let bytes = bytes.await?;
    if text {
        return String::from_utf8(bytes).map(Value::String).map_err(Gone::new);
    }
    serde_json::from_slice(&bytes).map_err(Gone::new)
}

fn is_text(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/"))
}
