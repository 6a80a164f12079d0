//! One process holds a home, others find it; both ways answer the same.

use crate::importing::{BOUNDARY, form};
use crate::support::{TestServer, variables};
use apprentice_api::client::{ApiResponse, Client};
use apprentice_api::host::{Host, attach};
use apprentice_contracts::error::ErrorCode;
use apprentice_testkit::archives::tea;
use futures::stream;
use serde_json::{Map, Value, json};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

#[tokio::test]
async fn a_second_program_joins_the_first() {
    let server = TestServer::open().await;
    let variables = variables(&server.folder);
    let home = server.folder.path();
    let joined = attach(&variables, home, "0.0.0", Some(0)).await.unwrap();
    assert!(joined.host.is_none(), "the first holds the home");
    assert_eq!(joined.client.endpoint().unwrap().address, server.endpoint().address);
    let here = server.host.client();
    for (method, path, body) in [
        ("GET", "/api/settings", None),
        ("POST", "/api/abilities/lookup", Some(json!({ "user_query": "nothing" }))),
        ("POST", "/api/abilities/lookup", Some(json!({ "query": "nothing" }))),
    ] {
        let (near, far) = (
            here.request(method, path, body.as_ref()).await.unwrap(),
            joined.client.request(method, path, body.as_ref()).await.unwrap(),
        );
        assert_eq!(near.status, far.status, "{path}");
        let keys = |answer: &ApiResponse| {
            answer.read::<Map<String, Value>>().unwrap().into_iter().map(|(key, _)| key).collect::<Vec<_>>()
        };
        assert_eq!(keys(&near), keys(&far), "{path}");
    }
    let refused = Host::serve(&variables, home, 0, "0.0.0").await.err().expect("two engines in one home");
    assert_eq!(refused.code, ErrorCode::Conflict);
    server.host.close().await;
}

/// As the window sends a file.
#[tokio::test]
async fn what_comes_in_pieces_is_taken_in_piece_by_piece() {
    let server = TestServer::open().await;
    let uploads = server.folder.path().join("system/skills/import/uploads");
    let kept = || std::fs::read_dir(&uploads).unwrap().count();
    let kind = format!("multipart/form-data; boundary={BOUNDARY}");
    let bytes = form("tea.zip", "application/zip", &tea(), None);
    let pieces: Vec<Vec<u8>> = bytes.chunks(100).map(<[u8]>::to_vec).collect();
    assert!(pieces.len() > 3);
    for client in [server.host.client(), Client::connect(server.folder.path()).await.unwrap()] {
        let all = stream::iter(pieces.clone());
        let answered = client.upload("POST", "/api/skills/import/uploads", &kind, all).await.unwrap();
        assert_eq!((answered.status, &answered.read::<Value>().unwrap()["accepted"]), (200, &json!(true)), "{}", answered.text);

        let before = kept();
        let cut = stream::iter(pieces[..3].to_vec());
        let answered = client.upload("POST", "/api/skills/import/uploads", &kind, cut).await.unwrap();
        assert_eq!(answered.status, 400, "{}", answered.text);
        assert_eq!(kept(), before, "nothing of what was given up half-way is kept");
    }
    server.host.close().await;
}

#[tokio::test]
async fn an_address_that_nobody_answers_is_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("endpoint.json"), r#"{"address":"http://127.0.0.1:1","token":"t","pid":1,"version":"0"}"#)
        .unwrap();
    assert!(Client::connect(folder.path()).await.is_none(), "left by a killed program");
    let attached = attach(&variables(&folder), folder.path(), "0.0.0", Some(0)).await.unwrap();
    let host = attached.host.expect("nobody holds the home");
    assert_ne!(host.server.as_ref().unwrap().endpoint().address, "http://127.0.0.1:1");
    host.close().await;
}

#[tokio::test]
async fn another_program_on_a_left_over_port_is_not_ours() {
    let folder = tempfile::tempdir().unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    // As development servers do: every address is the page.
    let page = axum::Router::new().fallback(async || axum::response::Html("<!doctype html><title>Somebody else</title>"));
    tokio::spawn(async move { axum::serve(listener, page).await });
    let left = format!(r#"{{"address":"{address}","token":"t","pid":1,"version":"0"}}"#);
    std::fs::write(folder.path().join("endpoint.json"), left).unwrap();
    assert!(Client::connect(folder.path()).await.is_none());
}

#[tokio::test]
async fn the_engine_of_another_home_on_a_left_over_port_is_not_ours() {
    let other = TestServer::open().await;
    let folder = tempfile::tempdir().unwrap();
    let address = other.endpoint().address;
    let left = json!({ "address": address, "token": "of the last start", "pid": 1, "version": "0" }).to_string();
    for file in ["endpoint.json", "agent.json"] {
        std::fs::write(folder.path().join(file), &left).unwrap();
    }
    assert!(Client::connect(folder.path()).await.is_none());
    assert!(Client::connect_as_agent(folder.path()).await.is_none());
    assert!(
        Client::connect(other.folder.path()).await.is_some() && Client::connect_as_agent(other.folder.path()).await.is_some()
    );
    other.host.close().await;
}

#[tokio::test]
async fn a_port_that_is_taken_is_said_so_and_leaves_the_home_free() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let folder = tempfile::tempdir().unwrap();
    let variables = variables(&folder);
    let refused = Host::serve(&variables, folder.path(), port, "0.0.0").await.err().expect("the port is taken");
    assert_eq!(refused.code, ErrorCode::InvalidRequest);
    assert!(refused.message.contains(&port.to_string()), "{refused}");
    Host::serve(&variables, folder.path(), 0, "0.0.0").await.unwrap().close().await;
}

/// Takes the port of an engine, answers everything with `answer`, and keeps what it hears.
async fn impostor(address: &str, answer: impl Fn(&str) -> String + Send + 'static) -> Arc<Mutex<String>> {
    let at = address.strip_prefix("http://").unwrap().to_owned();
    let listener = loop {
        // The engine's listener may close a moment later.
        match tokio::net::TcpListener::bind(&at).await {
            Ok(listener) => break listener,
            Err(_) => tokio::task::yield_now().await,
        }
    };
    let heard = Arc::<Mutex<String>>::default();
    let all = heard.clone();
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut bytes = vec![0; 65536];
            while let Ok(count @ 1..) = stream.read(&mut bytes).await {
                let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
                all.lock().unwrap().push_str(&text);
                let body = answer(&text);
                let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len());
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        }
    });
    heard
}

/// Who takes the port of an engine that ended hears no token and no body, also while another engine holds the home.
#[tokio::test]
async fn an_impostor_hears_nothing_and_is_not_believed() {
    type Answer = fn(&str) -> String;
    let answers: [Answer; 4] = [
        |_| json!({ "status": "ok", "version": "0.0.0" }).to_string(),
        |_| "A".repeat(43),
        |heard| heard.split("challenge=").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_default().to_owned(),
        |_| String::new(),
    ];
    for (n, answer) in answers.into_iter().enumerate() {
        let server = TestServer::open().await;
        let home = server.folder.path().to_path_buf();
        let (person, agent) = (Client::connect(&home).await.unwrap(), Client::connect_as_agent(&home).await.unwrap());
        let files = ["endpoint.json", "agent.json"].map(|name| std::fs::read_to_string(home.join(name)).unwrap());
        let tokens =
            files.each_ref().map(|file| serde_json::from_str::<Value>(file).unwrap()["token"].as_str().unwrap().to_owned());
        let address = server.endpoint().address;
        let folder = server.folder;
        server.host.close().await;
        // As a killed engine leaves them.
        for (name, file) in ["endpoint.json", "agent.json"].iter().zip(&files) {
            std::fs::write(home.join(name), file).unwrap();
        }
        let heard = impostor(&address, answer).await;
        let word = "a word of the person";
        let body = json!({ "user_query": word });
        let attempt = async |held: &str| {
            assert!(Client::connect(&home).await.is_none(), "answer {n}, {held}");
            assert!(Client::connect_as_agent(&home).await.is_none(), "answer {n}, {held}");
            for client in [&person, &agent] {
                let gone = client.request("POST", "/api/abilities/lookup", Some(&body)).await.unwrap_err();
                assert!(gone.is_unsent(), "answer {n}, {held}: {gone}");
            }
        };
        attempt("nobody holds the home").await;
        assert_eq!(*heard.lock().unwrap(), "", "without a holder of the home nobody is even asked");
        // Somebody holds the lock, so only the proof is left.
        let lock = std::fs::File::open(home.join("lock")).unwrap();
        lock.lock().unwrap();
        attempt("the lock is held").await;
        let heard = heard.lock().unwrap().clone();
        assert!(heard.contains("/proof?for=person&challenge=") && heard.contains("/proof?for=agent&challenge="), "{heard}");
        for secret in [&tokens[0], &tokens[1], word] {
            assert!(!heard.contains(secret), "answer {n}: {heard}");
        }
        drop((lock, folder));
    }
}

/// A connection is proven once, and kept for the requests that follow.
#[tokio::test]
async fn a_proven_connection_is_used_again() {
    let server = TestServer::open().await;
    let client = Client::connect(server.folder.path()).await.unwrap();
    for _ in 0..5 {
        assert_eq!(client.request("GET", "/api/settings", None).await.unwrap().status, 200);
    }
    let several = futures::future::join_all((0..30).map(|_| client.request("GET", "/api/settings", None))).await;
    assert!(several.into_iter().all(|answer| answer.unwrap().status == 200), "also many at once");
    server.host.close().await;
    let gone = client.request("GET", "/api/settings", None).await.unwrap_err();
    assert!(gone.is_unsent(), "a kept connection that the engine closed is not written to: {gone}");
}
