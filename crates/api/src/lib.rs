//! Outward faces: HTTP, SSE and OpenAPI over the operations of learn.
//!
//! [`router`] is the one list of operations. [`client::Client`] calls it in the same process or over HTTP, [`server::Server`] puts it on a
//! loopback port behind a guard, and `openapi.json` (from which the TypeScript types are made) is generated from it.
//!
//! Invariant: every failure leaves as an `ApiErrorEnvelope`. Invariant: nothing listens but on 127.0.0.1.

pub mod client;
mod endpoint;
pub mod environment;
mod extract;
mod failure;
mod guard;
mod handler;
pub mod host;
pub mod mcp;
pub mod openapi;
mod operation;
mod practice;
mod receipts_file;
mod refusals;
#[allow(missing_docs, reason = "the summary of an operation is its documentation")]
mod routes;
mod scope;
pub mod server;
mod sse;
mod sse_client;
mod ui;
mod upload;
mod validation;

pub use operation::{CacheTag, Callers, Effect, EventTags, Operation, all as all_operations};
pub use routes::operations;
pub use scope::Caller;
pub use sse_client::{Frame, Frames};

use apprentice_engine::Engine;
use axum::Router;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// What a handler works with.
#[derive(Clone)]
pub(crate) struct App {
    pub engine: Engine,
    /// Ends the live streams, which would otherwise keep a closing server waiting.
    pub closing: CancellationToken,
    /// Held by every live stream, so that open ones can be counted.
    pub streams: Arc<Streams>,
}

#[derive(Default)]
pub(crate) struct Streams(Arc<()>);

impl Streams {
    pub fn hold(&self) -> Arc<()> {
        self.0.clone()
    }

    pub fn open(&self) -> usize {
        Arc::strong_count(&self.0) - 1
    }
}

impl App {
    pub(crate) fn new(engine: Engine) -> Self {
        Self { engine, closing: CancellationToken::new(), streams: Arc::default() }
    }
}

/// Every operation, without a guard: for callers inside this process. Nothing outside it may reach this router. Every request says by its
/// extension [`Caller`] on whose behalf it comes, as those of a [`client::Client`] do; without it nothing is done.
pub fn router(engine: Engine) -> Router {
    let (router, open) = routes::all(App::new(engine), routes::not_found);
    failure::enveloped(scope::scoped(router, open))
}
