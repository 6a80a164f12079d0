//! Serves the embedded interface: the files that `ui/` builds.

use crate::failure::Problem;
use crate::routes::not_found;
use crate::scope::is_operation;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::Method;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../ui/dist"]
struct Files;

/// The window's policy (`tauri.conf.json`) without its own schemes.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

/// A file, or `index.html` for the addresses that the page itself routes.
pub(crate) async fn serve(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    let reading = matches!(*request.method(), Method::GET | Method::HEAD);
    // MCP clients look below `.well-known` for an authorization server, and must not take the page for one.
    if !reading || is_operation(request.uri().path()) || path.starts_with(".well-known/") {
        return not_found(request).await.into_response();
    }
    let name = if path.rsplit('/').next().is_some_and(|last| last.contains('.')) { path } else { "index.html" };
    match file(name) {
        Some(response) => response,
        None => Problem::into_response(not_found(request).await),
    }
}

fn file(name: &str) -> Option<Response> {
    let file = Files::get(name)?;
    // Vite names assets by their content, so they never change. Everything else is revalidated.
    let cache = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let kind = file.metadata.mimetype();
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind.to_owned() };
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, cache.to_owned()), (CONTENT_SECURITY_POLICY, POLICY.to_owned())];
    Some((headers, file.data.into_owned()).into_response())
}
