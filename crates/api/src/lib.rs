//! The list of operations and its faces: HTTP, SSE, MCP and OpenAPI over the engine.
//!
//! [`operations`] declares every operation once (see [`Operation`]). [`router`] routes to their handlers, [`client::Client`] calls it in the
//! same process or over HTTP, [`server::Server`] serves it on a loopback port behind a guard, and `openapi.json` is generated from it.
//!
//! Invariant: every failure leaves as an `ApiErrorEnvelope`. Invariant: nothing listens on an address other than 127.0.0.1.

#![warn(missing_docs)]

pub mod client;
mod connection_slots;
mod connections;
mod endpoint;
pub mod engine_process;
pub mod environment;
mod extract;
mod failure;
mod guard;
mod handler;
pub mod host;
pub mod mcp;
pub mod openapi;
mod operation;
mod proof;
mod receipts_file;
mod refusals;
#[allow(missing_docs, reason = "the summary of an operation is its documentation")]
mod routes;
mod sample_page;
mod scope;
pub mod server;
mod sse;
mod sse_client;
mod ui;
mod upload;
mod validation;
pub mod window;

pub use operation::{CacheTag, Callers, Effect, EventTags, Operation, all as all_operations};
pub use routes::operations;
pub use scope::Caller;
pub use sse_client::{Frame, Frames};

use apprentice_engine::Engine;
use axum::Router;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The state of the handlers.
#[derive(Clone)]
pub(crate) struct App {
    pub engine: Engine,
    /// Ends the live streams when the server closes.
    pub closing: CancellationToken,
    /// Counts the open live streams.
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

/// The router of every operation, without a guard: for callers inside this process, and nobody else. Every request carries its [`Caller`]
/// as an extension, as those of a [`client::Client`] do; a request without one is refused.
pub fn router(engine: Engine) -> Router {
    let (router, open) = routes::all(App::new(engine), routes::not_found);
    failure::enveloped(scope::scoped(router, open))
}
