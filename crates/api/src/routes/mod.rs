//! The one list of operations: each route unpacks, calls the engine and answers.

mod abilities;
mod ability_skills;
mod agents;
mod categories;
mod config;
mod data;
mod history;
mod imports;
mod program;
mod proposals;
mod redirects;
mod reports;
mod sessions;
mod skills;
mod terminals;

use crate::App;
use crate::failure::{Problem, Reply};
use crate::openapi::documented;
use crate::refusals::Described;
use crate::strict::strict;
use aide::axum::ApiRouter;
use apprentice_contracts::error::ErrorCode;
use axum::extract::Request;
use axum::handler::Handler;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::sync::Arc;

pub(crate) fn list() -> ApiRouter<App> {
    ApiRouter::new()
        .merge(sessions::routes())
        .merge(proposals::routes())
        .merge(abilities::routes())
        .merge(ability_skills::routes())
        .merge(reports::routes())
        .merge(agents::routes())
        .merge(history::routes())
        .merge(categories::routes())
        .merge(imports::routes())
        .merge(config::routes())
        .merge(program::routes())
        .merge(skills::routes())
        .merge(data::routes())
        .merge(terminals::routes())
}

/// Every route under `/api`; `otherwise` answers what is not there.
pub(crate) fn all<H: Handler<T, App>, T: 'static>(app: App, otherwise: H) -> Router {
    let (routes, mut document) = documented(list);
    let described = Described::by(&mut document);
    let document = Arc::new(document);
    routes
        .layer(from_fn_with_state(described, strict))
        .route("/api/openapi.json", get(move || async move { Json(document.as_ref().clone()) }))
        .route("/api/health", get(health))
        .merge(redirects::routes())
        .fallback(otherwise)
        .method_not_allowed_fallback(wrong_method)
        .with_state(app)
}

async fn health() -> Json<Value> {
    Json(json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION") }))
}

pub(crate) async fn nothing_there(request: Request) -> Problem {
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
