//! One process holds a home, others find it; both ways answer the same.

use crate::importing::{BOUNDARY, form};
use crate::support::{TestServer, variables};
use apprentice_api::client::{ApiResponse, Client};
use apprentice_api::host::{Host, attach};
use apprentice_contracts::error::ErrorCode;
use apprentice_testkit::archives::tea;
use futures::stream;
use serde_json::{Map, Value, json};

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
