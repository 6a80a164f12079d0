//! The bundled practice page (`practice/README.md` is its contract), on a port of its own, so that it is watched like any other site.
//! Its orders live in memory: a fresh request shows what was done, a restart begins anew.

use crate::failure::Problem;
use crate::guard::{check_host, check_origin};
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get};
use axum::{Json, Router};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use http::{StatusCode, Uri};
use rust_embed::RustEmbed;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(RustEmbed)]
#[folder = "practice"]
#[exclude = "README.md"]
struct Files;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
form-action 'none'; frame-ancestors 'none'";
const TEAS: [&str; 5] = ["Earl Grey", "Assam", "Sencha", "Peppermint", "Rooibos"];
const MOST_ORDERS: usize = 200;
const BODY_LIMIT: usize = 16 * 1024;

#[derive(Clone, Debug, Serialize)]
struct Order {
    id: u32,
    #[serde(flatten)]
    wish: Wish,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Wish {
    name: String,
    tea: String,
    cups: u32,
    #[serde(default)]
    note: String,
}

impl Wish {
    /// Trimmed, or what is wrong with it, for the person to read.
    fn checked(self) -> Result<Self, &'static str> {
        let wish = Self { name: self.name.trim().to_owned(), note: self.note.trim().to_owned(), ..self };
        if !(1..=60).contains(&wish.name.chars().count()) {
            return Err("Enter a name of at most 60 characters.");
        }
        if !TEAS.contains(&wish.tea.as_str()) {
            return Err("Choose one of the teas.");
        }
        if !(1..=12).contains(&wish.cups) {
            return Err("Order 1 to 12 cups.");
        }
        if wish.note.chars().count() > 200 {
            return Err("Shorten the note to 200 characters.");
        }
        Ok(wish)
    }
}

#[derive(Clone, Default)]
struct Shop(Arc<Mutex<Book>>);

#[derive(Default)]
struct Book {
    last_id: u32,
    orders: Vec<Order>,
}

impl Shop {
    fn book(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn router(hosts: Vec<String>) -> Router {
    Router::new()
        .route("/orders", get(list).post(add))
        .route("/orders/{id}", delete(remove))
        .fallback(file)
        .with_state(Shop::default())
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(from_fn_with_state(Arc::new(hosts), only_own_host))
}

async fn only_own_host(State(hosts): State<Arc<Vec<String>>>, request: Request, next: Next) -> Response {
    let admitted = check_host(&hosts, request.headers()).and_then(|()| check_origin(&hosts, request.headers()));
    match admitted {
        Ok(()) => next.run(request).await,
        Err(Problem(failure)) => wrong(StatusCode::FORBIDDEN, &failure.message),
    }
}

async fn list(State(shop): State<Shop>) -> Response {
    ([(CACHE_CONTROL, "no-store")], Json(json!({ "orders": shop.book().orders }))).into_response()
}

async fn add(State(shop): State<Shop>, body: Bytes) -> Response {
    let wish = serde_json::from_slice(&body).map_err(|_| "Fill in name, tea and cups.").and_then(Wish::checked);
    let wish = match wish {
        Ok(wish) => wish,
        Err(message) => return wrong(StatusCode::UNPROCESSABLE_ENTITY, message),
    };
    let mut book = shop.book();
    if book.orders.len() >= MOST_ORDERS {
        return wrong(StatusCode::UNPROCESSABLE_ENTITY, "There are 200 orders already. Remove one first.");
    }
    book.last_id += 1;
    let order = Order { id: book.last_id, wish };
    book.orders.push(order.clone());
    (StatusCode::CREATED, Json(order)).into_response()
}

async fn remove(State(shop): State<Shop>, Path(id): Path<String>) -> Response {
    let mut book = shop.book();
    let before = book.orders.len();
    book.orders.retain(|order| order.id.to_string() != id);
    if book.orders.len() == before {
        return wrong(StatusCode::NOT_FOUND, "That order is not there any more.");
    }
    StatusCode::NO_CONTENT.into_response()
}

async fn file(uri: Uri) -> Response {
    let name = uri.path().trim_start_matches('/');
    let Some(file) = Files::get(if name.is_empty() { "index.html" } else { name }) else {
        return wrong(StatusCode::NOT_FOUND, "There is no such page.");
    };
    let kind = file.metadata.mimetype();
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind.to_owned() };
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache".to_owned()), (CONTENT_SECURITY_POLICY, POLICY.to_owned())];
    (headers, file.data.into_owned()).into_response()
}

fn wrong(status: StatusCode, message: &str) -> Response {
    (status, Json(json!({ "message": message }))).into_response()
}
