//! Every change of an ability is reported in the stream of all sessions: by any caller, for taught and imported abilities.

use crate::seeded_server::SeededServer;
use crate::support::TestServer;
use apprentice_api::client::Client;
use apprentice_testkit::archives::tea;
use futures::StreamExt;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(20);

/// Receives the names of events; when it is open, the stream is certain to listen.
pub struct EventListener(UnboundedReceiver<(String, Value)>);

impl EventListener {
    pub async fn open(home: &Path) -> Self {
        let client = Client::connect(home).await.unwrap();
        let mut frames = client.subscribe("/api/learn/events", None).await.unwrap().unwrap();
        let (sender, events) = unbounded_channel();
        tokio::spawn(async move {
            while let Some(Ok(frame)) = frames.next().await {
                let data = serde_json::from_str(&frame.data).unwrap_or_default();
                if sender.send((frame.event, data)).is_err() {
                    return;
                }
            }
        });
        let mut listener = Self(events);
        // The listener begins when the server polls its stream.
        for _ in 0..100 {
            static NUMBER: AtomicU32 = AtomicU32::new(0);
            let category = json!({ "title": format!("Category {}", NUMBER.fetch_add(1, Ordering::Relaxed)) });
            assert_eq!(client.request("POST", "/api/categories", Some(&category)).await.unwrap().status, 200);
            // Earlier events are not received again.
            let own = async { while listener.0.recv().await.is_some_and(|(event, _)| event != "categories.changed") {} };
            if timeout(Duration::from_millis(100), own).await.is_ok() {
                return listener;
            }
        }
        panic!("the stream reported none of a hundred categories");
    }

    pub async fn wait_for(&mut self, wanted: &str) {
        self.wait_for_one(wanted, |_| true).await;
    }

    /// Waits for an event of this kind of which `fits` holds.
    pub async fn wait_for_one(&mut self, wanted: &str, fits: impl Fn(&Value) -> bool) {
        let found = async {
            while let Some((event, data)) = self.0.recv().await {
                if event == wanted && fits(&data) {
                    return;
                }
            }
            panic!("the stream ended before {wanted}");
        };
        timeout(PATIENCE, found).await.unwrap_or_else(|_| panic!("{wanted} did not come"));
    }
}

#[tokio::test]
async fn changes_of_an_imported_ability_are_reported() {
    let server = TestServer::open().await;
    server.with_a_folder().await;
    let id = server.staged(&tea()).await;
    let mut listener = EventListener::open(server.folder.path()).await;
    server.imported("install-private", json!({ "import_id": id })).await;
    listener.wait_for("abilities.changed").await;
    let at = "/api/abilities/ability_brew-oolong";
    let mut listener = EventListener::open(server.folder.path()).await;
    let (status, answer) = server.post(&format!("{at}/quarantine"), json!({ "reason": "It spills." })).await;
    assert_eq!(status, 200, "{answer}");
    listener.wait_for("abilities.changed").await;
    server.host.close().await;
}

#[tokio::test]
async fn the_failure_that_degrades_an_ability_is_reported() {
    let server = SeededServer::open(&["add-customer"]).await;
    server.install(0, "approved_workspace").await;
    for dispatch in ["d-1", "d-2"] {
        server.tell("failed", dispatch).await;
        server.clock.advance(chrono::Duration::hours(1));
    }
    let mut listener = EventListener::open(&server.home()).await;
    server.tell("failed", "d-3").await;
    assert_eq!(server.health().await["health_status"], "degraded");
    listener.wait_for("abilities.changed").await;
    let mut listener = EventListener::open(&server.home()).await;
    let note = json!({ "kind": "note", "summary": "It was slow.", "ability_id": "ability_add-customer" });
    server.post("/api/bridge/report-observation", note).await;
    listener.wait_for("abilities.changed").await;
    server.close().await;
}
