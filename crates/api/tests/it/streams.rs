//! The live stream over HTTP: resumed without a gap or a repeat, ended with the session.

use crate::support::TestServer;
use apprentice_api::Frame;
use apprentice_api::client::Client;
use axum::body::Body;
use futures::StreamExt;
use http::Request;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::Instant;
use tower::ServiceExt;

const PATIENCE: Duration = Duration::from_secs(20);

async fn stored(server: &TestServer, session: &str, after: Option<&str>) -> Vec<Frame> {
    let client = Client::connect(server.folder.path()).await.unwrap();
    let path = format!("/api/learn/sessions/{session}/events?follow=false");
    let frames = client.subscribe(&path, after).await.unwrap().unwrap();
    tokio::time::timeout(PATIENCE, frames.map(Result::unwrap).collect()).await.expect("a stream of what is stored ends")
}

#[tokio::test]
async fn a_stream_takes_up_after_the_last_event_that_arrived() {
    let server = TestServer::open().await;
    let session = server.session().await;
    server.post(&format!("/api/learn/sessions/{session}/start"), json!({})).await;
    server.post(&format!("/api/learn/sessions/{session}/mark-step"), json!({ "step_label": "Begin" })).await;
    let all = stored(&server, &session, None).await;
    assert!(all.len() >= 3, "{all:?}");
    for (place, frame) in all.iter().enumerate() {
        assert_eq!(frame.id, Some((place + 1).to_string()));
        let data: serde_json::Value = serde_json::from_str(&frame.data).unwrap();
        assert_eq!(data["event_kind"], json!(frame.event));
        assert_eq!(data["session_id"], json!(session));
    }
    for after in 0..=all.len() {
        assert_eq!(stored(&server, &session, Some(&after.to_string())).await, all[after..], "after {after}");
    }
    server.host.close().await;
}

#[tokio::test]
async fn r11_2_17_a_stream_goes_on_live_and_ends_with_the_session() {
    let server = TestServer::open().await;
    let session = server.session().await;
    let client = Client::connect(server.folder.path()).await.unwrap();
    let frames = client.subscribe(&format!("/api/learn/sessions/{session}/events"), None).await.unwrap().unwrap();
    let reading = tokio::spawn(frames.map(Result::unwrap).collect::<Vec<_>>());
    server.post(&format!("/api/learn/sessions/{session}/cancel"), json!({})).await;
    let read = tokio::time::timeout(PATIENCE, reading).await.expect("a settled session ends its stream").unwrap();
    let ids: Vec<_> = read.iter().map(|frame| frame.id.clone().unwrap()).collect();
    let expected: Vec<_> = (1..=read.len()).map(|seq| seq.to_string()).collect();
    assert_eq!(ids, expected, "no gap, no repeat");
    server.host.close().await;
}

#[tokio::test]
async fn a_closing_server_breaks_a_stream_off_instead_of_ending_it() {
    let server = TestServer::open().await;
    let session = server.session().await;
    let client = Client::connect(server.folder.path()).await.unwrap();
    let mut frames = client.subscribe(&format!("/api/learn/sessions/{session}/events"), None).await.unwrap().unwrap();
    assert!(frames.next().await.unwrap().is_ok());
    server.host.close().await;
    let last = tokio::time::timeout(PATIENCE, frames.collect::<Vec<_>>()).await.expect("the server is gone");
    assert!(last.last().is_some_and(Result::is_err), "a reader must know that it was not the end: {last:?}");
}

#[tokio::test]
async fn a_stream_is_refused_like_a_request() {
    let server = TestServer::open().await;
    let client = Client::connect(server.folder.path()).await.unwrap();
    let Err(refused) = client.subscribe("/api/learn/sessions/x/events", None).await.unwrap() else { panic!("no such session") };
    assert_eq!((refused.status, &refused.read::<Value>().unwrap()["error"]["code"]), (404, &json!("LEARN_SESSION_NOT_FOUND")));
    let session = server.session().await;
    let path = format!("/api/learn/sessions/{session}/events");
    let Err(refused) = client.subscribe(&path, Some("yesterday")).await.unwrap() else { panic!("not a number") };
    assert_eq!(refused.read::<Value>().unwrap()["error"]["details"]["field"], json!("Last-Event-ID"));
    server.host.close().await;
}

#[tokio::test]
async fn r11_2_17_a_silent_stream_says_every_thirty_seconds_that_it_lives() {
    let server = TestServer::open().await;
    let session = server.session().await;
    let request = Request::get(format!("/api/learn/sessions/{session}/events"));
    let request = request.extension(apprentice_api::Caller::Person).body(Body::empty()).unwrap();
    let response = apprentice_api::router(server.host.engine.clone()).oneshot(request).await.unwrap();
    let mut pieces = response.into_body().into_data_stream();
    let stored = server.host.engine.last_event_seq(session.parse().unwrap()).await.unwrap();
    for _ in 0..stored {
        assert!(pieces.next().await.unwrap().unwrap().starts_with(b"id: "));
    }
    tokio::time::pause();
    for _ in 0..3 {
        let silent_since = Instant::now();
        assert_eq!(pieces.next().await.unwrap().unwrap(), ":keepalive\n\n");
        assert_eq!(silent_since.elapsed().as_secs(), 30);
    }
    tokio::time::resume();
    server.host.close().await;
}
