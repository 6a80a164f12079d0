//! What an agent's token opens, and that nothing happens before the guard admits a request.

use crate::support::{TestServer, error, parts};
use apprentice_api::client::Client;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The operations of the document that an agent may call, as (method, path).
fn opened_to_agents(operation: &Value) -> bool {
    operation["security"].as_array().is_some_and(|any| any.iter().any(|one| one.get("agent").is_some()))
}

#[tokio::test]
async fn an_agent_is_stopped_at_every_route_that_is_not_for_it() {
    let server = TestServer::open().await;
    let session = server.session().await;
    let before = server.get("/api/learn/receipts").await.1;
    let document = apprentice_api::openapi::document();
    let (mut refused, mut let_in) = (0, 0);
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let path = path.replace("{sessionId}", &session).replace(['{', '}'], "");
            let method: Method = method.to_uppercase().parse().unwrap();
            let request = server.bare(method.clone(), &path).bearer_auth(server.agent().token).body("{}");
            let response = request.send().await.unwrap();
            // A stream that begins has no end.
            let (status, body) =
                if response.status().is_success() { (response.status(), Value::Null) } else { parts(response).await };
            let code = body["error"]["code"].as_str().unwrap_or_default();
            if opened_to_agents(operation) {
                let_in += 1;
                assert!(code != "FORBIDDEN" && code != "UNAUTHORIZED", "{method} {path}: {body}");
            } else {
                refused += 1;
                assert_eq!((status, error(status, &body)["code"].as_str()), (StatusCode::FORBIDDEN, Some("FORBIDDEN")), "{path}");
            }
        }
    }
    assert!(refused > 40 && let_in >= 4, "{refused} refused, {let_in} let in");
    for path in ["/api/openapi.json", "/api/nothing", "/api", "/api/learn/session/1/start", "/api/capabilities/teach/sessions"] {
        let response = server.bare(Method::GET, path).bearer_auth(server.agent().token).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::FORBIDDEN, "{path}");
    }
    assert_eq!(server.get("/api/learn/receipts").await.1, before, "something happened");
    server.host.close().await;
}

#[tokio::test]
async fn the_agents_address_is_private_weaker_and_new_with_every_start() {
    let server = TestServer::open().await;
    let (file, agent) = (server.folder.path().join("agent.json"), server.agent());
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!((agent.address.clone(), agent.pid), (server.endpoint().address, std::process::id()));
    assert_ne!(agent.token, server.endpoint().token);
    assert!(agent.token.len() >= 43, "32 random bytes");
    let client = Client::connect_as_agent(server.folder.path()).await.unwrap();
    let query = json!({ "user_query": "make tea" });
    assert_eq!(client.request("POST", "/api/abilities/lookup", Some(&query)).await.unwrap().status, 200);
    assert_eq!(client.request("GET", "/api/settings", None).await.unwrap().status, 403);
    let folder = server.folder;
    server.host.close().await;
    assert!(!file.exists(), "it goes with the server");
    let again = TestServer::open_in(folder).await;
    assert_ne!(again.agent().token, agent.token);
    let old = again.bare(Method::POST, "/api/abilities/lookup").bearer_auth(&agent.token).json(&query).send().await.unwrap();
    assert_eq!(old.status(), StatusCode::UNAUTHORIZED, "a token of the last run opens nothing");
    assert_eq!(old.headers()["www-authenticate"], "Bearer");
    again.host.close().await;
}

/// Sends exactly these header lines; the status, and the whole answer.
async fn raw(address: &str, start: &str, headers: &[String], body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let headers = headers.iter().map(|line| format!("{line}\r\n")).collect::<String>();
    let length = body.len();
    let text = format!("{start} HTTP/1.1\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}");
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    (answer[9..12].parse().unwrap(), answer)
}

/// Every way to come from elsewhere or without the right, against the two requests that do most.
#[tokio::test]
async fn nothing_happens_before_host_origin_and_token_are_right() {
    let server = TestServer::open().await;
    let own = server.endpoint().address.strip_prefix("http://").unwrap().to_owned();
    let port = own.rsplit(':').next().unwrap();
    let (cli, agent) = (format!("Bearer {}", server.endpoint().token), format!("Bearer {}", server.agent().token));
    let host = |value: &str| format!("Host: {value}");
    let origin = |value: &str| format!("Origin: {value}");
    let auth = |value: &str| format!("Authorization: {value}");
    let (good, token) = (host(&own), auth(&cli));

    let mut rows: Vec<(Vec<String>, u16)> = Vec::new();
    // The host, with a token that is right.
    let other_port = format!("127.0.0.1:{}", if port == "1" { 2 } else { 1 });
    for value in [
        "127.0.0.1",
        "localhost",
        &other_port,
        "evil.example",
        &format!("evil.example:{port}"),
        &format!("127.0.0.1.evil.example:{port}"),
        &format!("[::1]:{port}"),
        &format!("0.0.0.0:{port}"),
        &format!("user@{own}"),
        &format!("{own}."),
        &format!("{own}/"),
        "",
    ] {
        rows.push((vec![host(value), token.clone()], 403));
    }
    rows.push((vec![token.clone()], 403));
    rows.push((vec![good.clone(), good.clone(), token.clone()], 403));
    rows.push((vec![good.clone(), host("evil.example"), token.clone()], 403));
    rows.push((vec![host("evil.example"), good.clone(), token.clone()], 403));
    // The origin, with a host and a token that are right.
    let ours = format!("http://{own}");
    for value in [
        "null",
        "https://evil.example",
        "http://evil.example",
        &format!("https://{own}"),
        "http://127.0.0.1",
        "http://localhost",
        &format!("http://127.0.0.1:{port}0"),
        &format!("http://{own}.evil.example"),
        &format!("http://evil.example@{own}"),
        &format!("{ours}/"),
        &format!("{ours} https://evil.example"),
        "file://",
        "tauri://localhost",
        "",
        &own,
    ] {
        rows.push((vec![good.clone(), origin(value), token.clone()], 403));
    }
    rows.push((vec![good.clone(), origin(&ours), origin("https://evil.example"), token.clone()], 403));
    rows.push((vec![good.clone(), origin("https://evil.example"), origin(&ours), token.clone()], 403));
    rows.push((vec![good.clone(), origin(&ours), origin(&ours), token.clone()], 403));
    rows.push((vec![good.clone(), origin("null"), auth("Bearer wrong")], 403));
    // The token, with a host and an origin that are right.
    let cut = &cli[..cli.len() - 1];
    for value in [
        "",
        "Bearer",
        "Bearer ",
        "Bearer wrong",
        cut,
        &format!("{cli}0"),
        &cli["Bearer ".len()..],
        &cli.to_lowercase(),
        &format!("Basic {}", &cli["Bearer ".len()..]),
        &format!("{cli}, {agent}"),
        "Bearer null",
        "Bearer undefined",
    ] {
        rows.push((vec![good.clone(), auth(value)], 401));
        rows.push((vec![good.clone(), origin(&ours), auth(value)], 401));
    }
    rows.push((vec![good.clone()], 401));
    rows.push((vec![good.clone(), token.clone(), token.clone()], 401));
    rows.push((vec![good.clone(), token.clone(), auth("Bearer wrong")], 401));
    rows.push((vec![good.clone(), format!("Cookie: token={}", server.endpoint().token)], 401));
    // An agent's token, where only a person may.
    rows.push((vec![good.clone(), auth(&agent)], 403));
    rows.push((vec![good.clone(), origin(&ours), auth(&agent)], 403));
    assert!(rows.len() >= 40, "{}", rows.len());

    let create = r#"{"entry_mode":"demonstrating_skill","observation_mode":"outside_agent","watch":["terminal"]}"#;
    let settings = r#"{"agent_display_name":"Intruder","first_run_done":true}"#;
    let began = server.get("/api/settings").await.1;
    for (headers, expected) in &rows {
        for (start, body) in [
            ("POST /api/learn/sessions", create),
            ("PUT /api/settings", settings),
            (&format!("POST /api/learn/sessions?token={}", server.endpoint().token), create),
        ] {
            let (status, answer) = raw(&own, start, headers, body).await;
            // Without any Host the server itself may refuse before the guard does.
            let fits = status == *expected || (!headers.iter().any(|line| line.starts_with("Host")) && status == 400);
            assert!(fits, "{start} {headers:?}: {status} instead of {expected}");
            let answer = answer.to_lowercase();
            assert!(!answer.contains("access-control-"), "{headers:?}");
            assert!(!answer.contains(&server.endpoint().token.to_lowercase()), "an answer repeats the token");
        }
    }
    assert_eq!(server.get("/api/settings").await.1, began, "the choices changed");
    assert_eq!(server.get("/api/learn/sessions").await.1["total"], 0, "a session was begun");
    // The same two requests work for their owner, so the table refuses what would have had an effect.
    for headers in [vec![good.clone(), token.clone()], vec![good.clone(), origin(&ours), token.clone()]] {
        assert_eq!(raw(&own, "PUT /api/settings", &headers, settings).await.0, 200);
    }
    assert_eq!(raw(&own, "POST /api/learn/sessions", &[good, token], create).await.0, 200);
    server.host.close().await;
}

#[tokio::test]
async fn no_page_of_another_site_is_told_that_it_may_ask() {
    let server = TestServer::open().await;
    for path in ["/api/settings", "/api/abilities/lookup", "/api/health", "/"] {
        let preflight = server
            .bare(Method::OPTIONS, path)
            .header("origin", "https://evil.example")
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", "authorization");
        let response = preflight.send().await.unwrap();
        assert_eq!(response.status(), StatusCode::FORBIDDEN, "{path}");
        assert!(response.headers().keys().all(|name| !name.as_str().starts_with("access-control-")), "{path}");
    }
    let looked = server.bare(Method::GET, "/.well-known/oauth-authorization-server").send().await.unwrap();
    assert_eq!(looked.status(), StatusCode::NOT_FOUND, "the page is no authorisation server");
    server.host.close().await;
}
