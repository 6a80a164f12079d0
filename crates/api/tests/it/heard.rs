//! What the stream of all sessions tells of abilities, whoever changed them, and whether a session taught them or not.

use crate::shop::Shop;
use crate::support::House;
use apprentice_api::client::Client;
use apprentice_testkit::archives::tea;
use futures::StreamExt;
use serde_json::json;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(20);

/// Names of events, from a moment on at which the stream listens for certain.
pub struct Ears(UnboundedReceiver<String>);

impl Ears {
    pub async fn open(home: &Path) -> Self {
        let client = Client::connect(home).await.unwrap();
        let mut frames = client.subscribe("/api/learn/events", None).await.unwrap().unwrap();
        let (tell, told) = unbounded_channel();
        tokio::spawn(async move {
            while let Some(Ok(frame)) = frames.next().await {
                if tell.send(frame.event).is_err() {
                    return;
                }
            }
        });
        let mut ears = Self(told);
        // The listener begins when the server polls its stream.
        for _ in 0..100 {
            static NUMBER: AtomicU32 = AtomicU32::new(0);
            let category = json!({ "title": format!("Category {}", NUMBER.fetch_add(1, Ordering::Relaxed)) });
            assert_eq!(client.request("POST", "/api/categories", Some(&category)).await.unwrap().status, 200);
            // What was told before is not heard again.
            let own = async { while ears.0.recv().await.is_some_and(|event| event != "categories.changed") {} };
            if timeout(Duration::from_millis(100), own).await.is_ok() {
                return ears;
            }
        }
        panic!("the stream told of none of a hundred categories");
    }

    pub async fn hear(&mut self, wanted: &str) {
        let heard = async {
            while let Some(event) = self.0.recv().await {
                if event == wanted {
                    return;
                }
            }
            panic!("the stream ended before it told {wanted}");
        };
        timeout(PATIENCE, heard).await.unwrap_or_else(|_| panic!("{wanted} was not told"));
    }
}

#[tokio::test]
async fn an_imported_ability_that_no_session_taught_is_heard_of_too() {
    let house = House::open().await;
    house.with_a_folder().await;
    let id = house.staged(&tea()).await;
    let mut ears = Ears::open(house.folder.path()).await;
    house.imported("install-private", json!({ "import_id": id })).await;
    ears.hear("abilities.changed").await;
    let at = "/api/abilities/ability_brew-oolong";
    let mut ears = Ears::open(house.folder.path()).await;
    let (status, answer) = house.post(&format!("{at}/quarantine"), json!({ "reason": "It spills." })).await;
    assert_eq!(status, 200, "{answer}");
    ears.hear("abilities.changed").await;
    house.host.close().await;
}

#[tokio::test]
async fn the_failure_that_degrades_an_ability_is_heard() {
    let shop = Shop::open(&["add-customer"]).await;
    shop.install(0, "approved_workspace").await;
    shop.tell("failed", "d-1").await;
    shop.tell("failed", "d-2").await;
    let mut ears = Ears::open(&shop.home()).await;
    shop.tell("failed", "d-3").await;
    assert_eq!(shop.health().await["health_status"], "degraded");
    ears.hear("abilities.changed").await;
    let mut ears = Ears::open(&shop.home()).await;
    let note = json!({ "kind": "note", "summary": "It was slow.", "ability_id": "ability_add-customer" });
    shop.post("/api/bridge/report-observation", note).await;
    ears.hear("abilities.changed").await;
    shop.close().await;
}
