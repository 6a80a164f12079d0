//! §0C.25, the rows on checkpoint reports and on abilities in later use, over HTTP.

use crate::ability_events::EventListener;
use crate::seeded_server::{SeededServer, ids};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

#[tokio::test]
async fn r11_2_18_a_reached_checkpoint_is_a_receipt() {
    let server = SeededServer::open(&["add-customer"]).await;
    let session = ids(0).0;
    // Who follows the session hears of it while it is under way; its stream ends when it is settled.
    let early = json!({ "ability_id": null, "learn_session_id": session, "dispatch_id": null });
    let early = server.post("/api/bridge/verify-checkpoint", SeededServer::report("reached", "", early)).await["receipt"].clone();
    let heard = |events: &[String]| events.iter().filter(|event| *event == "checkpoint.reached").count();
    assert_eq!(heard(&server.events(0).await), 1);
    server.install(0, "experimental_private").await;
    let dispatch = server.dispatch("d-1");
    let report = SeededServer::report("reached", &dispatch, json!({ "learn_session_id": session }));
    let answer = server.post("/api/bridge/verify-checkpoint", report).await;
    assert_eq!((&answer["ability_id"], &answer["checkpoint_health"]), (&json!("ability_add-customer"), &json!("no_data")));
    let receipt = &answer["receipt"];
    assert_eq!((&receipt["source"], &receipt["dispatch_id"]), (&json!("agent"), &json!(dispatch)));
    server.delivered().await;
    assert!(server.lines("learning/checkpoint_receipts.jsonl").contains(receipt), "the file has it");
    assert_eq!(server.get(&format!("/api/dispatches/{dispatch}/checkpoint-receipts")).await["receipts"], json!([receipt]));
    assert_eq!(server.get("/api/dispatches/another/checkpoint-receipts").await["total"], 0);
    let of_session = server.get(&format!("/api/learn/sessions/{session}/checkpoint-receipts")).await;
    assert_eq!(of_session["receipts"], json!([early, receipt]));
    assert_eq!(heard(&server.events(0).await), 1, "nobody follows it any more");
    server.close().await;
}

#[tokio::test]
async fn r11_2_19_a_skipped_checkpoint_is_a_friction() {
    let server = SeededServer::open(&["add-customer"]).await;
    server.install(0, "experimental_private").await;
    let told = server.tell("skipped", "d-1").await;
    let found = server.get("/api/learn/friction?ability_id=ability_add-customer").await;
    assert_eq!(found["total"], 1);
    let friction = &found["frictions"][0];
    assert_eq!((&friction["kind"], &friction["checkpoint_id"]), (&json!("checkpoint_skipped"), &json!("cp-02")));
    assert_eq!(
        (&friction["receipt_id"], &friction["summary"]),
        (&told["receipt"]["receipt_id"], &json!("The list stayed empty."))
    );
    server.delivered().await;
    assert_eq!(server.lines("learning/friction.jsonl"), std::slice::from_ref(friction));
    assert_eq!(server.get("/api/learn/friction?ability_id=another").await["total"], 0);
    assert_eq!(server.get("/api/learn/repairs").await["total"], 0, "a skipped checkpoint needs no repair");
    server.close().await;
}

#[tokio::test]
async fn r11_2_20_a_failed_checkpoint_is_a_repair_candidate() {
    let server = SeededServer::open(&["add-customer"]).await;
    server.install(0, "experimental_private").await;
    let first = server.tell("failed", "d-1").await;
    let second = server.tell("failed", "d-2").await;
    let found = server.get("/api/learn/repairs?ability_id=ability_add-customer").await;
    let repair = &found["repairs"][0];
    assert_eq!((&found["total"], &repair["state"], &repair["failures"]), (&json!(1), &json!("open"), &json!(2)));
    assert_eq!(repair["receipt_ids"], json!([first["receipt"]["receipt_id"], second["receipt"]["receipt_id"]]));
    server.delivered().await;
    assert_eq!(server.lines("learning/repair_candidates.jsonl"), std::slice::from_ref(repair));
    for (dispatch, state) in [("d-3", "open"), ("d-4", "open"), ("d-5", "resolved")] {
        server.tell("reached", dispatch).await;
        assert_eq!(server.get("/api/learn/repairs").await["repairs"][0]["state"], state, "after {dispatch}");
    }
    assert_eq!(server.get("/api/learn/repairs").await["repairs"][0]["resolved_by"], "reached");
    server.tell("failed", "d-6").await;
    let states: Vec<Value> = server.get("/api/learn/repairs").await["repairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|repair| repair["state"].clone())
        .collect();
    assert_eq!(states, ["open", "resolved"], "a later failure is a new candidate");
    server.close().await;
}

#[tokio::test]
async fn r11_2_21_a_dispatch_that_reports_nothing_has_failed_in_nothing() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "experimental_private").await;
    for n in 0..7 {
        let outcome = json!({
            "kind": "outcome", "outcome": "succeeded", "summary": "Done.", "ability_id": "ability_add-customer",
            "dispatch_id": server.dispatch(&format!("quiet-{n}")),
        });
        let told = server.post("/api/bridge/report-observation", outcome).await;
        assert_eq!(told["dispatch"]["outcome"], "succeeded");
    }
    let ability = server.ability(&at).await;
    assert_eq!((&ability["usable_now"], &ability["checkpoint_health"]), (&json!(true), &json!("no_data")));
    assert_eq!(server.health().await["health_status"], "healthy");
    let stats = &server.get("/api/capabilities/stats").await["capabilities"][0];
    assert_eq!((&stats["dispatches"], &stats["succeeded"], &stats["checkpoints_failed"]), (&json!(7), &json!(7), &json!(0)));
    server.delivered().await;
    assert_eq!(server.file("capabilities/stats_current.json")["capabilities"][0], *stats);
    server.close().await;
}

#[tokio::test]
async fn r11_2_28_an_installation_goes_through_all_its_steps() {
    let server = SeededServer::open(&["add-customer"]).await;
    server.install(0, "experimental_private").await;
    let wanted = [
        "learn.install.started",
        "bridge.rebuild.started",
        "bridge.rebuild.completed",
        "learn.install.completed",
        "ability.snapshot.updated",
        "ability.route.enabled",
    ];
    let told: Vec<String> = server.events(0).await.into_iter().filter(|kind| wanted.contains(&kind.as_str())).collect();
    assert_eq!(told, wanted);
    assert!(server.home().join("system/learning/installed/add-customer/SKILL.md").exists(), "materialized");
    assert!(server.skills().join("add-customer/SKILL.md").exists(), "projected");
    let bridge = server.get("/api/capabilities/bridge").await;
    assert_eq!(
        (&bridge["bridge_state"], &bridge["entries"][0]["capability_id"]),
        (&json!("current"), &json!("capability_add-customer"))
    );
    assert_eq!(server.file("capabilities/bridge_current.json"), bridge);
    for kind in ["install_requested", "install_completed", "bridge_rebuild_completed", "ability_availability_updated"] {
        assert_eq!(server.receipts(kind).await.len(), 1, "{kind}");
    }
    server.close().await;
}

#[tokio::test]
async fn r11_2_29_the_snapshot_has_what_was_installed() {
    let server = SeededServer::open(&["add-customer"]).await;
    server.install(0, "experimental_private").await;
    let file = server.file("abilities/availability_current.json");
    assert_eq!(
        (&file["abilities"][0]["ability_id"], &file["abilities"][0]["usable_now"]),
        (&json!("ability_add-customer"), &json!(true))
    );
    let answer = server.get("/api/abilities/availability").await;
    assert_eq!((&answer, &answer["stale"]), (&file, &json!(false)));
    server.close().await;
}

async fn matches(server: &SeededServer, query: &str) -> Vec<Value> {
    let found = server.post("/api/abilities/lookup", json!({ "user_query": query })).await;
    found["matches"].as_array().unwrap().clone()
}

#[tokio::test]
async fn r11_2_30_a_matching_request_finds_it() {
    let server = SeededServer::open(&["add-customer"]).await;
    server.install(0, "approved_workspace").await;
    let found = matches(&server, "please add customer Ada").await;
    assert_eq!(found[0]["ability_id"], "ability_add-customer");
    assert!(found[0]["score"].as_f64().unwrap() >= 0.15, "{found:?}");
    assert!(matches(&server, "tell the weather").await.is_empty());
    server.close().await;
}

#[tokio::test]
async fn r11_2_31_a_quarantined_ability_is_in_no_result() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    server.post(&format!("{at}/quarantine"), json!({ "reason": "It deleted a customer." })).await;
    assert!(matches(&server, "add customer").await.is_empty());
    let explained = json!({ "user_query": "add customer", "ability_id": "ability_add-customer" });
    let explained = server.post("/api/abilities/explain-match", explained).await;
    assert_eq!((&explained["matched"], &explained["rejection_reasons"][0]), (&json!(false), &json!("quarantined")));
    assert!(!server.skills().join("add-customer").exists(), "nor in an agent's folder");
    server.close().await;
}

#[tokio::test]
async fn r11_2_32_a_deactivated_ability_is_not_usable() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    let answer = server.post(&format!("{at}/deactivate"), json!({})).await;
    assert_eq!((&answer["ability_id"], &answer["enabled"]), (&json!("ability_add-customer"), &json!(false)));
    let ability = server.ability(&at).await;
    assert_eq!((&ability["enabled"], &ability["usable_now"]), (&json!(false), &json!(false)));
    assert!(ability["reason_unusable"].is_string());
    let mut entry = ability.clone();
    let actions = entry.as_object_mut().unwrap().remove("actions").unwrap();
    assert!(actions.as_array().unwrap().contains(&json!("activate")), "{actions}");
    assert_eq!(entry.as_object_mut().unwrap().remove("projects_chosen"), Some(json!(false)));
    let listed = &server.file("abilities/availability_current.json")["abilities"][0];
    assert_eq!(*listed, entry, "the file has no actions, and not who chose the projects");
    assert_eq!(server.file("abilities/catalog_current.json")["items"][0]["usable_now"], false);
    assert_eq!(server.file("capabilities/bridge_current.json")["entries"][0]["routing_eligible"], false);
    assert_eq!(server.receipts("ability_deactivated").await.len(), 1);
    server.close().await;
}

#[tokio::test]
async fn r11_2_33_promotion_changes_the_lane() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    let answer = server.post(&format!("{at}/promote-shared"), json!({})).await;
    assert_eq!(answer, json!({ "ability_id": "ability_add-customer", "install_lane": "shared_promoted" }));
    assert_eq!(server.ability(&at).await["install_lane"], "shared_promoted");
    assert_eq!(server.file("abilities/catalog_current.json")["items"][0]["install_lane"], "shared_promoted");
    server.close().await;
}

/// What an intent broker does (§0C.11C): looks up, routes to a usable match of 0.3 or more, reads the skill, reports.
#[tokio::test]
async fn r11_2_34_a_broker_routes_a_request_to_the_learned_skill() {
    let server = SeededServer::open(&["add-customer"]).await;
    server.install(0, "approved_workspace").await;
    let found = matches(&server, "add customer").await;
    let best = found.iter().find(|found| found["score"].as_f64().unwrap() >= 0.3 && found["usable_now"] == true).unwrap();
    let at = format!("/api/abilities/{}", best["ability_id"].as_str().unwrap());
    let slug = server.ability(&at).await["skill_slug"].as_str().unwrap().to_owned();
    let skill = std::fs::read_to_string(server.skills().join(slug).join("SKILL.md")).unwrap();
    assert!(skill.contains("name: add-customer"));
    for checkpoint in ["cp-01", "cp-02"] {
        let report = SeededServer::report("reached", &server.dispatch("broker-1"), json!({ "checkpoint_id": checkpoint }));
        server.post("/api/bridge/verify-checkpoint", report).await;
    }
    let reports = server.get(&format!("{at}/checkpoint-reports")).await;
    assert_eq!((reports["checkpoints"].as_array().unwrap().len(), reports["receipts"].as_array().unwrap().len()), (3, 2));
    assert_eq!(reports["dispatches"][0]["dispatch_id"], server.dispatch("broker-1"));
    server.close().await;
}

#[tokio::test]
async fn r11_2_35_a_promotion_is_told_to_whoever_shows_skills() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    let mut listener = EventListener::open(&server.home()).await;
    server.post(&format!("{at}/promote-shared"), json!({})).await;
    let is_promoted = |event: &Value| event["payload"]["install_lane"] == "shared_promoted";
    listener.wait_for_one("ability.snapshot.updated", is_promoted).await;
    assert_eq!(server.ability(&at).await["install_lane"], "shared_promoted");
    server.close().await;
}

/// Does `act` and hears `kind` of it.
async fn told<F: Future<Output = ()>>(server: &SeededServer, kind: &str, act: impl FnOnce() -> F) {
    let mut listener = EventListener::open(&server.home()).await;
    act().await;
    listener.wait_for(kind).await;
}

#[tokio::test]
async fn reports_of_agents_and_changed_settings_are_told_to_whoever_shows_them() {
    let server = &SeededServer::open(&["add-customer"]).await;
    server.install(0, "approved_workspace").await;
    let dispatches = std::cell::Cell::new(0);
    let report = async || {
        dispatches.set(dispatches.get() + 1);
        let dispatch = server.dispatch(&format!("broker-{}", dispatches.get()));
        let reached = SeededServer::report("reached", &dispatch, json!({ "checkpoint_id": "cp-01" }));
        server.post("/api/bridge/verify-checkpoint", reached).await;
    };
    // From the second on a report does not change the ability's health.
    report().await;
    told(server, "abilities.changed", report).await;
    told(server, "abilities.changed", async || {
        let note = json!({ "kind": "note", "summary": "It went well.", "dispatch_id": "broker-1" });
        server.post("/api/bridge/report-observation", note).await;
    })
    .await;
    told(server, "settings.changed", async || {
        let intent = json!({ "intent_id": uuid::Uuid::from_u128(1), "target": "user_preference", "requested_by": "ui", "payload": { "theme": "dark" } });
        server.post("/api/config/intents", intent).await;
    })
    .await;
    told(server, "settings.changed", async || {
        let (status, answer) = server.ask(Method::PUT, "/api/settings", Some(json!({ "theme": "light" }))).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
    })
    .await;
}

#[tokio::test]
async fn r11_2_36_a_failing_installation_is_undone_and_the_bridge_of_before_stays() {
    let server = SeededServer::open(&["delete-customer", "add-customer"]).await;
    server.install(1, "approved_workspace").await;
    let bridge = server.file("capabilities/bridge_current.json");
    revive(&server).await;
    // Somebody takes the name between the first step and the second.
    let (materialized, foreign) =
        (server.home().join("system/learning/installed/delete-customer"), server.skills().join("delete-customer"));
    server.clock.act(move || {
        if materialized.exists() && !foreign.exists() {
            std::fs::create_dir_all(&foreign).unwrap();
            std::fs::write(foreign.join("SKILL.md"), "not ours").unwrap();
        }
    });
    let (status, answer) = server.try_install(0, "experimental_private").await;
    assert_eq!((status, &answer["error"]["code"]), (StatusCode::CONFLICT, &json!("SKILL_ALREADY_EXISTS")), "{answer}");
    let proposal = server.get(&format!("/api/learn/proposals/{}/detail", ids(0).1)).await;
    assert_eq!(proposal["proposal"]["proposal_state"], "quarantined");
    assert_eq!(server.state(0).await, "quarantined");
    assert_eq!(server.file("capabilities/bridge_current.json"), bridge, "the former bridge is back");
    assert_eq!(server.get("/api/capabilities/bridge").await["bridge_state"], "current");
    assert!(!server.home().join("system/learning/installed/delete-customer").exists(), "undone");
    assert_eq!(std::fs::read_to_string(server.skills().join("delete-customer/SKILL.md")).unwrap(), "not ours");
    assert!(server.events(0).await.contains(&"learn.install.failed".to_owned()));
    server.close().await;
}

/// The first of two seeded sessions waits for its review, now that the second is settled.
async fn revive(server: &SeededServer) {
    assert_eq!(server.state(1).await, "approved");
    assert_eq!(server.state(0).await, "ready_for_review");
}
