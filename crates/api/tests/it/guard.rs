//! Who is let in.

use crate::support::{TestServer, error, parts};
use reqwest::Method;
use reqwest::header::{HOST, ORIGIN};
use serde_json::json;
use std::os::unix::fs::PermissionsExt;

/// Path, host, origin, authorization, expected status.
type Row<'a> = (&'a str, &'a str, Option<&'a str>, Option<&'a str>, u16);

#[tokio::test]
async fn only_our_own_page_and_holders_of_the_token_come_in() {
    let server = TestServer::open().await;
    let endpoint = server.endpoint();
    let own = endpoint.address.strip_prefix("http://").unwrap().to_owned();
    let port = own.rsplit(':').next().unwrap().to_owned();
    let token = format!("Bearer {}", endpoint.token);
    let localhost = format!("localhost:{port}");
    let local_origin = format!("http://localhost:{port}");
    let table: &[Row] = &[
        ("/api/settings", &own, None, Some(&token), 200),
        ("/api/settings", &localhost, None, Some(&token), 200),
        ("/api/settings", &own, Some(&endpoint.address), Some(&token), 200),
        ("/api/settings", &own, Some(&local_origin), Some(&token), 200),
        ("/api/settings", &own, None, None, 401),
        ("/api/settings", &own, None, Some("Bearer "), 401),
        ("/api/settings", &own, None, Some("Bearer wrong"), 401),
        ("/api/settings", &own, None, Some(&endpoint.token), 401),
        ("/api/settings", &own, Some("https://evil.example"), Some(&token), 403),
        ("/api/settings", &own, Some("null"), Some(&token), 403),
        ("/api/settings", &own, Some("http://127.0.0.1:1"), Some(&token), 403),
        ("/api/settings", "evil.example", None, Some(&token), 403),
        ("/api/settings", "127.0.0.1", None, Some(&token), 403),
        ("/api/openapi.json", &own, None, None, 401),
        ("/api/nothing", &own, None, None, 401),
        ("/api/health", &own, None, None, 200),
        ("/api/health", "evil.example", None, None, 403),
        ("/", &own, None, None, 200),
        ("/", "evil.example", None, None, 403),
        ("/no-such-file.js", &own, None, None, 404),
    ];
    for row @ (path, host, origin, authorization, expected) in table {
        let mut request = server.bare(Method::GET, path).header(HOST, *host);
        if let Some(origin) = origin {
            request = request.header(ORIGIN, *origin);
        }
        if let Some(authorization) = authorization {
            request = request.header("authorization", *authorization);
        }
        let response = request.send().await.unwrap();
        assert_eq!(response.status().as_u16(), *expected, "{row:?}");
        assert!(response.headers().contains_key("x-correlation-id"), "{row:?}");
        assert!(!response.headers().contains_key("access-control-allow-origin"), "no other site may read: {row:?}");
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
        if response.status().is_client_error() {
            let (status, body) = parts(response).await;
            error(status, &body);
        }
    }
    server.host.close().await;
}

#[tokio::test]
async fn the_page_is_served_under_a_strict_policy() {
    let server = TestServer::open().await;
    for path in ["/", "/learn/history"] {
        let response = server.bare(Method::GET, path).send().await.unwrap();
        let policy = response.headers()["content-security-policy"].to_str().unwrap().to_owned();
        assert!(policy.contains("script-src 'self'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(response.headers()["x-frame-options"], "DENY");
        assert!(response.headers()["content-type"].to_str().unwrap().starts_with("text/html"));
        assert!(response.text().await.unwrap().contains("<html"), "{path} is the page");
    }
    server.host.close().await;
}

#[tokio::test]
async fn the_address_is_private_and_goes_with_the_server() {
    let server = TestServer::open().await;
    let file = server.folder.path().join("endpoint.json");
    let written: serde_json::Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    let endpoint = server.endpoint();
    assert_eq!(written["address"], json!(endpoint.address));
    assert_eq!(written["token"], json!(endpoint.token));
    assert_eq!(written["pid"], json!(std::process::id()));
    assert!(endpoint.token.len() >= 43, "32 random bytes");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    server.host.close().await;
    assert!(!file.exists());
}

/// The statuses of one request, sent as these bytes; its connection is closed on our side when it has been answered.
async fn raw(server: &TestServer, request: &str) -> u16 {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let address = server.endpoint().address.strip_prefix("http://").unwrap().to_owned();
    let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer[9..]).parse().unwrap()
}

#[tokio::test]
async fn a_body_that_is_framed_wrongly_is_a_bad_request_and_a_large_one_is_too_large() {
    let server = TestServer::open().await;
    let endpoint = server.endpoint();
    let host = endpoint.address.strip_prefix("http://").unwrap();
    let large = format!("200000\r\n{}\r\n0\r\n\r\n", "x".repeat(0x20_0000));
    for (method, path) in [("POST", "/api/abilities/lookup"), ("PUT", "/api/settings"), ("GET", "/api/settings")] {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {}\r\nTransfer-Encoding: chunked\r\n\r\n",
            endpoint.token
        );
        for body in [
            "zz\r\nhello\r\n0\r\n\r\n",
            "-1\r\n\r\n",
            "5 5\r\nhello\r\n0\r\n\r\n",
            "FFFFFFFFFFFFFFFFF\r\nx",
            "0x5\r\nhello\r\n0\r\n\r\n",
            "5\r\nhelloworld\r\n0\r\n\r\n",
            "\r\n\r\n",
        ] {
            assert_eq!(raw(&server, &format!("{head}{body}")).await, 400, "{method} {path} {body:?}");
        }
        assert_eq!(raw(&server, &format!("{head}{large}")).await, 413, "{method} {path}");
    }
    server.host.close().await;
}
