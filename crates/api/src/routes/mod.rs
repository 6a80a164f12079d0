//! The one list of operations. Each module declares its operations and their handlers; a handler unpacks the request, calls the engine and
//! answers.

mod abilities;
mod ability_skills;
mod agents;
mod author;
mod categories;
mod config;
mod connectors;
mod data;
mod history;
mod hooks;
mod imports;
mod mining;
mod program;
mod proposals;
mod redirects;
mod reports;
mod sessions;
mod skills;
mod terminals;

use crate::App;
use crate::failure::{Problem, Reply};
use crate::handler::{Handler, Route};
use crate::operation::{CacheTag as Tag, Operation};
use crate::scope::AgentRoutes;
use crate::ui;
use apprentice_contracts::error::ErrorCode;
use axum::extract::Request;
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, get, on};
use axum::{Json, Router};
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use serde_json::{Value, json};

/// The constants of all operations, for callers.
pub mod operations {
    pub use super::abilities::*;
    pub use super::ability_skills::*;
    pub use super::agents::*;
    pub use super::author::*;
    pub use super::categories::*;
    pub use super::config::*;
    pub use super::connectors::*;
    pub use super::data::*;
    pub use super::history::*;
    pub use super::hooks::*;
    pub use super::imports::*;
    pub use super::mining::*;
    pub use super::program::*;
    pub use super::proposals::*;
    pub use super::reports::*;
    pub use super::sessions::*;
    pub use super::skills::*;
    pub use super::terminals::*;
}

/// What is made from the list of operations: a router, a document, another list.
pub(crate) trait Routes {
    /// Begins a group of operations: a tag of OpenAPI.
    fn tag(&mut self, name: &'static str, text: &'static str);

    /// Adds an operation with its handler.
    fn add<Arguments, H: Handler<Arguments>>(&mut self, operation: Operation, handler: H);
}

/// Adds every operation to `api`.
pub(crate) fn list(api: &mut impl Routes) {
    api.tag("sessions", "Demonstrations that are observed, and their events.");
    sessions::routes(api);
    api.tag("proposals", "Drafted skills: questions, tests, review, installation.");
    proposals::routes(api);
    author::routes(api);
    api.tag("mining", "Tasks that were repeated with success: candidates for abilities.");
    mining::routes(api);
    api.tag("abilities", "Installed abilities: lookups, decisions, skills.");
    abilities::routes(api);
    ability_skills::routes(api);
    api.tag("reports", "Reports of agents, and the health that follows from them.");
    reports::routes(api);
    api.tag("agents", "Connections of the agents on this machine.");
    agents::routes(api);
    hooks::routes(api);
    api.tag("history", "Sessions with their outcomes, receipts, the current session.");
    history::routes(api);
    api.tag("categories", "The person's own groups of skills, abilities, proposals and imports.");
    categories::routes(api);
    api.tag("imports", "Skills of others: fetched, scanned, staged, reviewed, installed.");
    imports::routes(api);
    api.tag("connectors", "MCP servers of the person, and the calls of their tools.");
    connectors::routes(api);
    api.tag("configuration", "Configuration intents of programs.");
    config::routes(api);
    api.tag("program", "Settings, checks of this machine, updates, repairs.");
    program::routes(api);
    api.tag("skills", "The skills on this machine.");
    skills::routes(api);
    api.tag("data", "All data of the person: size, export, deletion.");
    data::routes(api);
    api.tag("terminals", "Shells of the terminal panel.");
    terminals::routes(api);
}

/// The list alone.
impl Routes for Vec<Operation> {
    fn tag(&mut self, _: &'static str, _: &'static str) {}

    fn add<Arguments, H: Handler<Arguments>>(&mut self, operation: Operation, _: H) {
        self.push(operation);
    }
}

/// A router, and which of its routes agents may call.
#[derive(Default)]
struct Table {
    router: Router<App>,
    open: AgentRoutes,
}

impl Routes for Table {
    fn tag(&mut self, _: &'static str, _: &'static str) {}

    fn add<Arguments, H: Handler<Arguments>>(&mut self, operation: Operation, handler: H) {
        self.mount(operation, Route::new(operation, handler));
    }
}

impl Table {
    fn mount(&mut self, operation: Operation, route: Route) {
        let method = match operation.method {
            "DELETE" => MethodFilter::DELETE,
            "GET" => MethodFilter::GET,
            "PATCH" => MethodFilter::PATCH,
            "PUT" => MethodFilter::PUT,
            _ => MethodFilter::POST,
        };
        self.router = std::mem::take(&mut self.router).route(operation.path, on(method, route));
        if operation.is_for_agents() {
            self.open.open(operation.method, operation.path);
        }
    }
}

/// Every route under `/api`, and which of them agents may call; `fallback` answers what is not there.
pub(crate) fn all<F: axum::handler::Handler<T, App>, T: 'static>(app: App, fallback: F) -> (Router, AgentRoutes) {
    let mut table = Table::default();
    list(&mut table);
    table.open.open("GET", HEALTH);
    let router = table
        .router
        .route("/api/openapi.json", get(document))
        .route(HEALTH, get(health))
        .merge(redirects::routes())
        .fallback(fallback)
        .method_not_allowed_fallback(wrong_method)
        .with_state(app);
    (router, table.open)
}

const HEALTH: &str = "/api/health";

/// The committed document; a test compares it with [`crate::openapi::document`].
async fn document(headers: HeaderMap) -> impl IntoResponse {
    let stored = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"));
    ([(CONTENT_TYPE, "application/json")], ui::compressed(stored.as_slice().into(), &headers))
}

async fn health() -> Json<Value> {
    Json(json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION") }))
}

pub(crate) async fn not_found(request: Request) -> Problem {
    Problem::new(ErrorCode::NotFound, format!("There is nothing at {}.", request.uri().path()))
}

async fn wrong_method(request: Request) -> Problem {
    let text = format!("{} is not a method of {}.", request.method(), request.uri().path());
    Problem::new(ErrorCode::MethodNotAllowed, text)
}

/// An engine's answer as a reply.
fn reply<T>(answer: apprentice_engine::Answer<T>) -> Reply<T> {
    Ok(Json(answer?))
}

/// About how many bytes a request takes when it is stored.
fn stored_bytes(request: &impl serde::Serialize) -> usize {
    serde_json::to_vec(request).map_or(0, |bytes| bytes.len())
}

/// Stale when an ability changes: the session that taught it may change with it.
const ABILITY_CHANGED: &[Tag] = &[
    Tag::Abilities,
    Tag::History,
    Tag::Proposal,
    Tag::Proposals,
    Tag::Receipts,
    Tag::Reports,
    Tag::Runtime,
    Tag::Session,
    Tag::Sessions,
    Tag::Skills,
];
