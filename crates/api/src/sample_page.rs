//! The bundled sample page (`sample_page/README.md` is its contract). It has a port of its own, so that it is observed like any other site.
//! Its orders are in memory: a new request shows them, a restart forgets them.

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
#[folder = "sample_page"]
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
    request: OrderRequest,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct OrderRequest {
    name: String,
    tea: String,
    cups: u32,
    #[serde(default)]
    note: String,
}

impl OrderRequest {
    /// The trimmed request, or a message for the person that says what to change.
    fn checked(self) -> Result<Self, &'static str> {
        let request = Self { name: self.name.trim().to_owned(), note: self.note.trim().to_owned(), ..self };
        if !(1..=60).contains(&request.name.chars().count()) {
            return Err("Enter a name of at most 60 characters.");
        }
        if !TEAS.contains(&request.tea.as_str()) {
            return Err("Choose one of the teas.");
        }
        if !(1..=12).contains(&request.cups) {
            return Err("Order 1 to 12 cups.");
        }
        if request.note.chars().count() > 200 {
            return Err("Shorten the note to 200 characters.");
        }
        Ok(request)
    }
}

#[derive(Clone, Default)]
struct Shop(Arc<Mutex<Orders>>);

#[derive(Default)]
struct Orders {
    last_id: u32,
    all: Vec<Order>,
}

impl Shop {
    fn orders(&self) -> MutexGuard<'_, Orders> {
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
    ([(CACHE_CONTROL, "no-store")], Json(json!({ "orders": shop.orders().all }))).into_response()
}

async fn add(State(shop): State<Shop>, body: Bytes) -> Response {
    let request = serde_json::from_slice(&body).map_err(|_| "Fill in name, tea and cups.").and_then(OrderRequest::checked);
    let request = match request {
        Ok(request) => request,
        Err(message) => return wrong(StatusCode::UNPROCESSABLE_ENTITY, message),
    };
    let mut orders = shop.orders();
    if orders.all.len() >= MOST_ORDERS {
        return wrong(StatusCode::UNPROCESSABLE_ENTITY, "There are 200 orders already. Remove one first.");
    }
    orders.last_id += 1;
    let order = Order { id: orders.last_id, request };
    orders.all.push(order.clone());
    (StatusCode::CREATED, Json(order)).into_response()
}

async fn remove(State(shop): State<Shop>, Path(id): Path<String>) -> Response {
    let mut orders = shop.orders();
    let before = orders.all.len();
    orders.all.retain(|order| order.id.to_string() != id);
    if orders.all.len() == before {
        return wrong(StatusCode::NOT_FOUND, "That order does not exist any more.");
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
