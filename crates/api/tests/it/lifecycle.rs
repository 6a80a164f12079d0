//! Decisions about installed abilities over HTTP: what they change, that they can be repeated, and what they refuse.

use crate::seeded_server::{SeededServer, ids};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

async fn counts(server: &SeededServer) -> (usize, usize) {
    let receipts = server.get("/api/learn/receipts?page_size=100").await["total"].as_u64().unwrap();
    (receipts as usize, server.events(0).await.len())
}

#[tokio::test]
async fn asking_for_what_is_already_so_changes_nothing() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    for (route, body) in [
        ("activate", json!({})),
        ("deactivate", json!({})),
        ("quarantine", json!({ "reason": "It failed." })),
        ("unquarantine", json!({})),
        ("promote-shared", json!({})),
    ] {
        let first = server.post(&format!("{at}/{route}"), body.clone()).await;
        let before = (server.ability(&at).await, counts(&server).await, server.file("abilities/catalog_current.json"));
        server.clock.advance(chrono::Duration::minutes(1));
        assert_eq!(server.post(&format!("{at}/{route}"), body).await, first, "{route}");
        assert_eq!(
            (server.ability(&at).await, counts(&server).await, server.file("abilities/catalog_current.json")),
            before,
            "{route}"
        );
    }
    server.close().await;
}

#[tokio::test]
async fn what_does_not_fit_is_refused_by_its_code() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    let fine = json!({ "reason": "It failed." });
    let table: [(String, Value, u16, &str); 8] = [
        ("/api/abilities/none/activate".into(), json!({}), 404, "ABILITY_NOT_FOUND"),
        ("/api/abilities/none/quarantine".into(), fine.clone(), 404, "ABILITY_NOT_FOUND"),
        ("/api/abilities/none/canary".into(), json!({}), 404, "ABILITY_NOT_FOUND"),
        (format!("{at}/quarantine"), json!({}), 400, "INVALID_REQUEST"),
        (format!("{at}/quarantine"), json!({ "reason": "" }), 400, "INVALID_REQUEST"),
        (format!("{at}/quarantine"), json!({ "reason": "x".repeat(241) }), 400, "INVALID_REQUEST"),
        (format!("{at}/quarantine"), json!({ "reason": "x", "why": "y" }), 400, "INVALID_REQUEST"),
        ("/api/abilities/none/promote-shared".into(), json!({}), 404, "ABILITY_NOT_FOUND"),
    ];
    for (path, body, status, code) in table {
        let (got, error) = server.refused(&path, body).await;
        assert_eq!((got, error["code"].as_str()), (status, Some(code)), "{path}: {error}");
    }
    server.post(&format!("{at}/quarantine"), fine).await;
    for route in ["activate", "promote-shared"] {
        let (status, error) = server.refused(&format!("{at}/{route}"), json!({})).await;
        assert_eq!((status, error["code"].as_str()), (403, Some("INSTALL_LANE_DENIED")), "{route}");
        assert!(error["message"].as_str().unwrap().contains("It failed."), "it says why: {error}");
    }
    server.close().await;
}

#[tokio::test]
async fn the_projects_of_an_ability_are_chosen_and_shown_in_its_files() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    let put = async |body: Value| server.ask(Method::PUT, &format!("{at}/projects"), Some(body)).await;
    let (status, answer) = put(json!({ "project_scopes": ["website", "shop"] })).await;
    assert_eq!((status, &answer["project_scopes"]), (StatusCode::OK, &json!(["website", "shop"])), "{answer}");
    assert!(!answer["actions"].as_array().unwrap().is_empty(), "{answer}");
    assert_eq!(server.ability(&at).await, answer, "it is stored");
    let file = server.file("abilities/availability_current.json");
    assert_eq!(file["abilities"][0]["project_scopes"], answer["project_scopes"], "{file}");
    for wrong in [
        json!({}),
        json!({ "project_scopes": "website" }),
        json!({ "project_scopes": [""] }),
        json!({ "project_scopes": ["x".repeat(121)] }),
        json!({ "project_scopes": vec!["website"; 21] }),
        json!({ "project_scopes": ["ada/website"] }),
        json!({ "project_scopes": [], "why": "y" }),
    ] {
        let (status, answer) = put(wrong.clone()).await;
        let error = &answer["error"];
        assert_eq!((status, &error["code"]), (StatusCode::BAD_REQUEST, &json!("INVALID_REQUEST")), "{wrong}: {answer}");
        let field = error["details"]["field"].as_str().unwrap_or_default();
        assert!(field.starts_with("project_scopes") || field == "why", "{wrong}: {answer}");
    }
    let (_, kept) = put(json!({ "project_scopes": [] })).await;
    assert_eq!((&kept["project_scopes"], &kept["projects_chosen"]), (&json!([]), &json!(true)), "{kept}");
    let (_, undone) = put(json!({ "project_scopes": [], "keep": false })).await;
    assert_eq!(undone["projects_chosen"], json!(false), "{undone}");
    server.close().await;
}

#[tokio::test]
async fn a_quarantine_takes_the_session_along_and_its_end_gives_the_lane_back() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "experimental_private").await;
    let request = json!({ "reason": "It wrote password=hunter2hunter2 into a note.", "client_request_id": "q-1" });
    let answer = server.post(&format!("{at}/quarantine"), request.clone()).await;
    let reason = answer["reason"].as_str().unwrap();
    assert!(reason.starts_with("It wrote") && !reason.contains("hunter2"), "{reason}");
    assert_eq!(server.post(&format!("{at}/quarantine"), request).await, answer);
    let ability = server.ability(&at).await;
    assert_eq!(
        (&ability["install_lane"], &ability["usable_now"], &ability["checkpoint_health"]),
        (&json!("quarantined"), &json!(false), &json!("quarantined"))
    );
    assert_eq!(server.state(0).await, "quarantined");
    assert_eq!(server.health().await["reason_codes"][0], "quarantined_by_user");
    assert_eq!(server.file("capabilities/bridge_current.json")["entries"][0]["health_status"], "quarantined");
    assert_eq!(server.receipts("ability_quarantined").await[0]["reason"], answer["reason"]);
    assert!(server.events(0).await.contains(&"ability.quarantined".to_owned()));

    server.post(&format!("{at}/deactivate"), json!({})).await;
    assert_eq!(server.post(&format!("{at}/unquarantine"), json!({})).await["quarantined"], false);
    let ability = server.ability(&at).await;
    assert_eq!((&ability["install_lane"], &ability["usable_now"]), (&json!("experimental_private"), &json!(false)), "still off");
    server.post(&format!("{at}/activate"), json!({})).await;
    assert_eq!(server.ability(&at).await["usable_now"], true);
    let events = server.events(0).await;
    assert_eq!(events[events.len() - 2..], ["ability.snapshot.updated", "bridge.rebuild.completed"]);
    assert_eq!(server.state(0).await, "quarantined", "by the state table it is revised or cancelled");
    server.close().await;
}

#[tokio::test]
async fn sharing_what_is_private_approves_of_it() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "experimental_private").await;
    server.post(&format!("{at}/promote-shared"), json!({})).await;
    assert_eq!(server.state(0).await, "approved");
    let proposal = server.get(&format!("/api/learn/proposals/{}/detail", ids(0).1)).await;
    assert_eq!(
        (&proposal["proposal"]["proposal_state"], &proposal["proposal"]["install_lane"]),
        (&json!("approved"), &json!("shared_promoted"))
    );
    server.close().await;
}

#[tokio::test]
async fn an_approval_may_share_at_once() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "experimental_private").await;
    let path = format!("/api/learn/proposals/{}/approve", ids(0).1);
    server.post(&path, json!({ "approval_scope": "shared_promoted", "without_rehearsal": true })).await;
    assert_eq!(server.ability(&at).await["install_lane"], "shared_promoted");
    server.close().await;
}

#[tokio::test]
async fn an_answer_says_where_the_copies_stand() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    let folder = server.skills().join("add-customer");
    let place = |standing: &str| json!([{ "path": folder, "label": server.skills(), "standing": standing }]);
    assert_eq!(server.post(&format!("{at}/deactivate"), json!({})).await["places"], place("taken_out"));
    assert!(!folder.exists());
    assert_eq!(server.post(&format!("{at}/activate"), json!({})).await["places"], place("placed"));
    std::fs::write(folder.join("SKILL.md"), "mine").unwrap();
    let reason = json!({ "reason": "It failed." });
    assert_eq!(server.post(&format!("{at}/quarantine"), reason).await["places"], place("edited"));
    assert_eq!(std::fs::read_to_string(folder.join("SKILL.md")).unwrap(), "mine");
    server.close().await;
}

/// The bridge cannot be written: the last good one stays and says so, and the snapshot says that it is being renewed.
#[tokio::test]
async fn what_lags_behind_says_so_until_it_is_written() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    let good = server.get("/api/capabilities/bridge").await;
    let obstacle = server.home().join("system/capabilities/bridge_current.json.tmp");
    std::fs::create_dir(&obstacle).unwrap();
    server.post(&format!("{at}/deactivate"), json!({})).await;
    let lagging = server.get("/api/capabilities/bridge").await;
    assert_eq!((&lagging["bridge_state"], &lagging["entries"]), (&json!("stale"), &good["entries"]), "the last good entries");
    let snapshot = server.get("/api/abilities/availability").await;
    assert_eq!((&snapshot["stale"], &snapshot["abilities"][0]["usable_now"]), (&json!(true), &json!(false)));
    std::fs::remove_dir(&obstacle).unwrap();
    server.engine.keep_deadlines().await.unwrap();
    let renewed = server.get("/api/capabilities/bridge").await;
    assert_eq!((&renewed["bridge_state"], &renewed["entries"][0]["health_status"]), (&json!("current"), &json!("disabled")));
    assert_eq!(server.get("/api/abilities/availability").await["stale"], false);
    server.close().await;
}
