//! What is announced elsewhere is shown, and nothing else comes of it.

use crate::support::{TestServer, error, parts};
use reqwest::Method;
use serde_json::{Value, json};

/// A small server that gives one answer to each who asks, and its address.
async fn announcing(status: &'static str, body: String) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _request = stream.read(&mut [0; 4096]).await.unwrap();
            let answer = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len());
            stream.write_all(answer.as_bytes()).await.unwrap();
        }
    });
    format!("http://{address}/latest.json")
}

/// What the check comes to when `feed` is where versions are announced.
async fn asked(server: &TestServer, feed: &str) -> (u16, Value) {
    let (_, now) = server.get("/api/settings").await;
    let mut settings = now["settings"].clone();
    settings["update_feed"] = json!(feed);
    let (status, answer) = parts(server.request(Method::PUT, "/api/settings").json(&settings).send().await.unwrap()).await;
    assert_eq!(status, 200, "{answer}");
    let (status, answer) = server.post("/api/updates/check", json!({})).await;
    (status.as_u16(), answer)
}

#[tokio::test]
async fn what_is_announced_is_told_with_its_words() {
    let server = TestServer::open().await;
    let body = json!({ "version": "v0.2.0", "notes": " Reads more. ", "pub_date": "2026-11-01T10:00:00Z", "platforms": {} });
    let feed = announcing("200 OK", body.to_string()).await;
    let (status, told) = asked(&server, &feed).await;
    assert_eq!(status, 200, "{told}");
    assert_eq!((&told["current"], &told["announced"], &told["newer"]), (&json!("0.0.0"), &json!("0.2.0"), &json!(true)));
    assert_eq!((&told["notes"], &told["published_at"]), (&json!("Reads more."), &json!("2026-11-01T10:00:00Z")));
}

#[tokio::test]
async fn without_an_address_nobody_is_asked() {
    let server = TestServer::open().await;
    let (status, answer) = server.post("/api/updates/check", json!({})).await;
    let error = error(status, &answer);
    assert_eq!((status.as_u16(), &error["code"], &error["details"]["field"]), (404, &json!("NOT_FOUND"), &json!("update_feed")));
}

#[tokio::test]
async fn where_nothing_is_announced_it_is_said_why() {
    let server = TestServer::open().await;
    for (feed, reason) in [
        (announcing("404 Not Found", String::new()).await, "DOWNLOAD_STATUS"),
        (announcing("200 OK", "<html>".to_owned()).await, "ANNOUNCEMENT_DAMAGED"),
        (announcing("200 OK", "x".repeat(300_000)).await, "ARCHIVE_TOO_LARGE"),
        ("http://127.0.0.1:1/latest.json".to_owned(), "DOWNLOAD_FAILED"),
    ] {
        let (status, answer) = asked(&server, &feed).await;
        assert_eq!((status, &answer["error"]["code"]), (503, &json!("ADAPTER_UNAVAILABLE")), "{feed}: {answer}");
        assert_eq!(answer["error"]["details"]["reason"], reason, "{feed}: {answer}");
    }
}

#[tokio::test]
async fn an_address_that_is_not_encrypted_is_not_kept() {
    let server = TestServer::open().await;
    let (_, now) = server.get("/api/settings").await;
    let mut settings = now["settings"].clone();
    settings["update_feed"] = json!("http://example.org/latest.json");
    let (status, answer) = parts(server.request(Method::PUT, "/api/settings").json(&settings).send().await.unwrap()).await;
    assert_eq!((status.as_u16(), &answer["error"]["details"]["field"]), (400, &json!("update_feed")), "{answer}");
    assert_eq!(server.get("/api/settings").await.1["settings"]["update_feed"], Value::Null);
}
