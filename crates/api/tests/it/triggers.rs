//! What renews `abilities/availability_current.json`: every row of §0C.11B, and the rows that have nothing to change yet.

use crate::seeded_server::{SeededServer, ids};
use chrono::Duration;
use reqwest::Method;
use serde_json::{Value, json};

const SNAPSHOT: &str = "abilities/availability_current.json";

/// The file is younger than what `act` did.
async fn renews(server: &SeededServer, row: &str, act: impl Future<Output = ()>) {
    // Before the clock moves: what became due by that may be done at once, without `act`.
    let before = server.file(SNAPSHOT)["snapshot_as_of"].clone();
    server.clock.advance(Duration::minutes(1));
    act.await;
    let after = server.file(SNAPSHOT)["snapshot_as_of"].clone();
    assert!(after.as_str() > before.as_str(), "{row}: {before} -> {after}");
    assert_eq!(server.get("/api/abilities/availability").await["snapshot_as_of"], after, "{row}");
}

#[tokio::test]
async fn every_trigger_of_0c_11b_rebuilds_the_snapshot() {
    let server = SeededServer::open(&["send-invoice", "file-report", "add-customer"]).await;
    let at = server.install(2, "experimental_private").await;
    let post = async |rest: &str, body: Value| drop(server.post(&format!("{at}/{rest}"), body).await);

    renews(&server, "learn.install.completed", async { drop(server.install(0, "approved_workspace").await) }).await;
    let bridge = server.home().join("system/capabilities/bridge_current.json.tmp");
    renews(&server, "learn.install.failed", async {
        std::fs::create_dir(&bridge).unwrap();
        let (status, answer) = server.try_install(1, "approved_workspace").await;
        assert_eq!((status.as_u16(), &answer["error"]["code"]), (500, &json!("BRIDGE_REBUILD_FAILED")));
        std::fs::remove_dir(&bridge).unwrap();
    })
    .await;
    renews(&server, "Ability deactivated", post("deactivate", json!({}))).await;
    renews(&server, "Ability activated", post("activate", json!({}))).await;
    renews(&server, "Ability quarantined", post("quarantine", json!({ "reason": "It failed." }))).await;
    renews(&server, "Ability unquarantined", post("unquarantine", json!({}))).await;
    renews(&server, "Ability promoted to shared", post("promote-shared", json!({}))).await;
    for dispatch in ["d-1", "d-2"] {
        server.tell("failed", dispatch).await;
        server.clock.advance(Duration::hours(1));
    }
    renews(&server, "Capability health changed", async { drop(server.tell("failed", "d-3").await) }).await;

    // The bridge cannot be written with the change; it is rebuilt with the next one or a minute later, and the snapshot with it.
    std::fs::create_dir(&bridge).unwrap();
    post("deactivate", json!({})).await;
    let rebuilt = server.receipts("bridge_rebuild_completed").await.len();
    renews(&server, "Bridge rebuild completed", async {
        std::fs::remove_dir(&bridge).unwrap();
        server.engine.keep_deadlines().await.unwrap();
    })
    .await;
    assert_eq!(server.receipts("bridge_rebuild_completed").await.len(), rebuilt + 1);

    renews(&server, "Nightly learning job", async {
        server.clock.advance(Duration::days(1));
        server.engine.keep_deadlines().await.unwrap();
    })
    .await;

    // Connector health changed: no ability is checked again for it yet; a policy of connectors is no configuration intent.
    let policy = json!({
        "intent_id": "01900000-0000-7000-8000-000000000001", "target": "connector_policy", "payload": { "a": 1 }, "requested_by": "ui",
    });
    let (status, refusal) = server.refused("/api/config/intents", policy).await;
    assert_eq!((status, refusal["details"]["field"].as_str()), (400, Some("target")));
    renews(&server, "Project binding changed", async {
        let (status, answer) =
            server.ask(Method::PUT, &format!("{at}/projects"), Some(json!({ "project_scopes": ["shop"] }))).await;
        assert_eq!(status.as_u16(), 200, "{answer}");
    })
    .await;
    server.close().await;
}

#[tokio::test]
async fn a_decision_that_renews_the_bridge_says_so_once_and_one_that_changes_nothing_does_not() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "experimental_private").await;
    let rebuilt = async || {
        let receipts = server.receipts("bridge_rebuild_completed").await.len();
        let events = server.events(0).await.iter().filter(|event| *event == "bridge.rebuild.completed").count();
        assert_eq!(events, receipts);
        receipts
    };
    assert_eq!(rebuilt().await, 1, "the installation rebuilt it");
    let decisions = [
        ("deactivate", json!({}), 1),
        ("deactivate", json!({}), 0),
        ("activate", json!({}), 1),
        ("quarantine", json!({ "reason": "It failed." }), 1),
        ("quarantine", json!({ "reason": "It failed." }), 0),
        ("unquarantine", json!({}), 1),
        ("promote-shared", json!({}), 1),
    ];
    for (decision, body, more) in decisions {
        let before = rebuilt().await;
        server.clock.advance(Duration::minutes(1));
        server.post(&format!("{at}/{decision}"), body).await;
        assert_eq!(rebuilt().await, before + more, "{decision}");
        let told =
            server.lines("learning/receipts.jsonl").iter().filter(|line| line["kind"] == "bridge_rebuild_completed").count();
        assert_eq!(told, before + more, "{decision}: the file has it too");
    }
    // What is looked at every night, or told ever so often, changes nothing of it.
    let before = rebuilt().await;
    for n in 0..4 {
        server.clock.advance(Duration::minutes(1));
        server.post(&format!("{at}/canary"), json!({})).await;
        server.tell("reached", &format!("d-{n}")).await;
    }
    assert!(rebuilt().await <= before + 1, "only once health was known");
    assert_eq!(server.receipts("bridge_rebuild_completed").await.last().unwrap()["learn_session_id"], json!(ids(0).0));
    server.close().await;
}
