//! Outward faces: HTTP, SSE and OpenAPI over the operations of learn.
//!
//! [`router`] is the one list of operations. The window calls it in the same process, [`server::Server`] puts it on a loopback port
//! behind a guard, and `openapi.json` (from which the TypeScript types are made) is generated from it.
//!
//! Invariant: every failure leaves as an `ApiErrorEnvelope`. Invariant: nothing listens but on 127.0.0.1.

mod extract;
mod failure;
pub mod openapi;
mod routes;
mod sse;

use apprentice_learn::Engine;
use axum::Router;
use tokio_util::sync::CancellationToken;

/// What a handler works with.
#[derive(Clone)]
pub(crate) struct App {
    pub engine: Engine,
    /// Ends the live streams, which would otherwise keep a closing server waiting.
    pub closing: CancellationToken,
}

/// Put into a request's extensions by the desktop shell: the person clicked in the window.
#[derive(Clone, Copy, Debug)]
pub struct WindowCaller;

/// Every operation, without a guard: for callers inside this process. Nothing outside it may reach this router.
pub fn router(engine: Engine) -> Router {
    failure::enveloped(routes::all(App { engine, closing: CancellationToken::new() }))
}
