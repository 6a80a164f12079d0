//! The sample page and its orders (`sample_page/README.md`).

use crate::support::TestServer;
use reqwest::header::{HOST, ORIGIN};
use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};

struct SamplePage {
    server: TestServer,
    client: Client,
    address: String,
}

impl SamplePage {
    async fn open() -> Self {
        let server = TestServer::open().await;
        let address = server.host.server.as_ref().unwrap().sample_page_url().trim_end_matches('/').to_owned();
        Self { server, client: crate::support::http_client().no_proxy().build().unwrap(), address }
    }

    async fn order(&self, order: &Value) -> Response {
        self.client.post(format!("{}/orders", self.address)).json(order).send().await.unwrap()
    }

    async fn orders(&self) -> Value {
        self.client.get(format!("{}/orders", self.address)).send().await.unwrap().json().await.unwrap()
    }

    async fn remove(&self, id: &str) -> StatusCode {
        self.client.delete(format!("{}/orders/{id}", self.address)).send().await.unwrap().status()
    }
}

#[tokio::test]
async fn orders_are_kept_until_they_are_removed() {
    let page = SamplePage::open().await;
    assert_eq!(page.orders().await, json!({ "orders": [] }));
    let added = page.order(&json!({ "name": " Ada ", "tea": "Sencha", "cups": 2 })).await;
    assert_eq!(added.status(), StatusCode::CREATED);
    let ada = json!({ "id": 1, "name": "Ada", "tea": "Sencha", "cups": 2, "note": "" });
    assert_eq!(added.json::<Value>().await.unwrap(), ada);
    page.order(&json!({ "name": "Bo", "tea": "Assam", "cups": 12, "note": "hot" })).await;
    assert_eq!(page.remove("1").await, StatusCode::NO_CONTENT);
    assert_eq!(page.remove("1").await, StatusCode::NOT_FOUND);
    assert_eq!(page.remove("x").await, StatusCode::NOT_FOUND);
    page.order(&json!({ "name": "Cy", "tea": "Rooibos", "cups": 1, "note": "" })).await;
    let orders = page.orders().await;
    let ids: Vec<_> = orders["orders"].as_array().unwrap().iter().map(|order| order["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, [2, 3], "an id is never used twice");
    page.server.host.close().await;
}

#[tokio::test]
async fn what_is_wrong_with_an_order_is_said() {
    let page = SamplePage::open().await;
    for wrong in [
        json!({ "name": "  ", "tea": "Sencha", "cups": 2, "note": "" }),
        json!({ "name": "x".repeat(61), "tea": "Sencha", "cups": 2, "note": "" }),
        json!({ "name": "Ada", "tea": "Coffee", "cups": 2, "note": "" }),
        json!({ "name": "Ada", "tea": "Sencha", "cups": 0, "note": "" }),
        json!({ "name": "Ada", "tea": "Sencha", "cups": 13, "note": "" }),
        json!({ "name": "Ada", "tea": "Sencha", "cups": -1, "note": "" }),
        json!({ "name": "Ada", "tea": "Sencha", "cups": 2, "note": "x".repeat(201) }),
        json!({ "name": "Ada" }),
        json!([]),
    ] {
        let answer = page.order(&wrong).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
        assert!(answer.json::<Value>().await.unwrap()["message"].is_string(), "{wrong}");
    }
    for _ in 0..200 {
        assert_eq!(page.order(&json!({ "name": "Ada", "tea": "Sencha", "cups": 1 })).await.status(), StatusCode::CREATED);
    }
    let full = page.order(&json!({ "name": "Ada", "tea": "Sencha", "cups": 1 })).await;
    assert_eq!(full.status(), StatusCode::UNPROCESSABLE_ENTITY, "memory has an end");
    page.server.host.close().await;
}

#[tokio::test]
async fn the_page_stands_alone_and_answers_its_own_host_only() {
    let page = SamplePage::open().await;
    for (path, kind) in
        [("/", "text/html"), ("/app.js", "text/javascript"), ("/style.css", "text/css"), ("/icon.svg", "image/svg+xml")]
    {
        let answer = page.client.get(format!("{}{path}", page.address)).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        assert!(answer.headers()["content-type"].to_str().unwrap().starts_with(kind), "{path}");
        assert!(
            answer.headers()["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'; script-src 'self'")
        );
    }
    for path in ["/README.md", "/../Cargo.toml", "/nothing"] {
        assert_eq!(
            page.client.get(format!("{}{path}", page.address)).send().await.unwrap().status(),
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
    let orders = format!("{}/orders", page.address);
    assert_eq!(page.client.get(&orders).header(HOST, "evil.example").send().await.unwrap().status(), StatusCode::FORBIDDEN);
    assert_eq!(
        page.client.get(&orders).header(ORIGIN, "http://evil.example").send().await.unwrap().status(),
        StatusCode::FORBIDDEN
    );
    assert_eq!(page.client.get(&orders).header(ORIGIN, &page.address).send().await.unwrap().status(), StatusCode::OK);
    page.server.host.close().await;
}
