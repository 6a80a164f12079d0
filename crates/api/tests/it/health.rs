//! What reports do to the health of an ability, and how it recovers, over HTTP.

use crate::seeded_server::{SeededServer, ids};
use chrono::Duration;
use serde_json::{Value, json};

const SECRET: &str = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";

async fn canary(server: &SeededServer, at: &str) -> Value {
    server.post(&format!("{at}/canary"), json!({})).await
}

#[tokio::test]
async fn three_matching_failures_degrade_and_five_quarantine() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    for (dispatch, status) in
        [("d-1", "healthy"), ("d-1", "healthy"), ("d-2", "healthy"), ("d-3", "degraded"), ("d-4", "degraded")]
    {
        server.tell("failed", dispatch).await;
        let health = server.health().await;
        assert_eq!(health["health_status"], status, "after {dispatch}: {health}");
        assert_eq!(server.ability(&at).await["usable_now"], true, "a degraded ability is usable");
    }
    assert!(server.health().await["reason_codes"].as_array().unwrap().contains(&json!("checkpoint_failing:cp-02")));
    assert_eq!(server.file("capabilities/health_current.json")["capabilities"][0], server.health().await);
    assert_eq!(server.file("capabilities/bridge_current.json")["entries"][0]["health_status"], "degraded");
    let told = server.tell("failed", "d-5").await;
    assert_eq!(told["checkpoint_health"], "quarantined");
    let ability = server.ability(&at).await;
    assert_eq!((&ability["install_lane"], &ability["usable_now"]), (&json!("quarantined"), &json!(false)));
    assert!(ability["reason_unusable"].as_str().unwrap().contains("5 runs failed within seven days"), "{ability}");
    assert_eq!(server.receipts("ability_quarantined").await.len(), 1);
    assert!(server.events(0).await.contains(&"ability.quarantined".to_owned()));
    assert_eq!(server.state(0).await, "quarantined");
    server.engine.keep_deadlines().await.unwrap();
    assert!(!server.skills().join("add-customer").exists(), "an agent finds it in no folder");
    server.close().await;
}

#[tokio::test]
async fn what_is_optional_made_good_or_of_no_run_counts_as_no_failure() {
    let server = SeededServer::open(&["add-customer"]).await;
    server.install(0, "approved_workspace").await;
    let verify = "/api/bridge/verify-checkpoint";
    for n in 0..6 {
        let dispatch = format!("d-{n}");
        server.post(verify, SeededServer::report("failed", &dispatch, json!({ "checkpoint_id": "cp-03" }))).await;
        server.tell("failed", &dispatch).await;
        server.tell("reached", &dispatch).await;
        server.post(verify, SeededServer::report("failed", "x", json!({ "dispatch_id": null }))).await;
        assert_ne!(server.health().await["health_status"], "quarantined");
    }
    let codes = server.health().await["reason_codes"].clone();
    assert!(!codes.to_string().contains("checkpoint_failing"), "{codes}");
    server.close().await;
}

#[tokio::test]
async fn failures_are_forgiven_after_a_week() {
    let server = SeededServer::open(&["add-customer"]).await;
    server.install(0, "approved_workspace").await;
    for n in 0..4 {
        server.tell("failed", &format!("old-{n}")).await;
    }
    for n in 0..20 {
        server.tell("reached", &format!("good-{n}")).await;
    }
    assert_eq!(server.health().await["health_status"], "degraded");
    server.clock.advance(Duration::days(7) + Duration::minutes(1));
    server.engine.keep_deadlines().await.unwrap();
    assert_eq!(server.health().await["health_status"], "healthy");
    server.tell("failed", "new-1").await;
    assert_eq!(server.health().await["health_status"], "healthy", "one failure, not five");
    server.close().await;
}

#[tokio::test]
async fn one_failure_that_is_critical_for_safety_is_enough() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    let report = SeededServer::report("failed", "d-1", json!({ "safety_critical": true }));
    server.post("/api/bridge/verify-checkpoint", report).await;
    assert_eq!(server.health().await["reason_codes"][0], "safety_critical");
    assert_eq!(server.ability(&at).await["usable_now"], false);
    assert_eq!(server.get("/api/learn/repairs").await["repairs"][0]["safety_critical"], true);
    server.close().await;
}

#[tokio::test]
async fn five_good_canaries_in_a_row_heal() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    for n in 0..5 {
        server.tell("failed", &format!("d-{n}")).await;
    }
    server.clock.advance(Duration::minutes(1));
    for n in 1..=3 {
        let answer = canary(&server, &at).await;
        assert_eq!(
            (&answer["validation_run"]["overall_result"], &answer["good_canaries"]),
            (&json!("passed"), &json!(n)),
            "{answer}"
        );
    }
    // Somebody puts something of their own into the place that was left.
    let folder = server.skills().join("add-customer");
    assert!(!folder.exists(), "what is quarantined stands in no agent's folder");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("SKILL.md"), "theirs").unwrap();
    let bad = canary(&server, &at).await;
    assert_eq!((&bad["validation_run"]["overall_result"], &bad["good_canaries"]), (&json!("failed"), &json!(0)));
    let failed: Vec<&str> = bad["steps"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|step| step["result"] == "failed")
        .map(|step| step["test_case_id"].as_str().unwrap())
        .collect();
    assert!(failed.len() == 1 && failed[0].starts_with("place:"), "{failed:?}");
    std::fs::remove_dir_all(&folder).unwrap();
    for n in 1..=5 {
        let answer = canary(&server, &at).await;
        assert_eq!(answer["quarantined"], n < 5, "canary {n}: {answer}");
        assert_eq!(folder.join("SKILL.md").exists(), n == 5, "it is put back when it is healed");
    }
    let ability = server.ability(&at).await;
    assert_eq!((&ability["install_lane"], &ability["usable_now"]), (&json!("approved_workspace"), &json!(true)));
    assert_eq!(server.health().await["health_status"], "healthy");
    server.tell("reached", "d-9").await;
    assert_eq!(server.health().await["health_status"], "healthy");
    assert_eq!(server.ability(&at).await["usable_now"], true, "failures before the recovery no longer count");
    server.close().await;
}

#[tokio::test]
async fn canaries_do_not_lift_what_a_person_set_and_say_when_the_files_are_gone() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    server.post(&format!("{at}/quarantine"), json!({ "reason": "I want to look at it." })).await;
    for _ in 0..6 {
        canary(&server, &at).await;
    }
    assert_eq!(server.ability(&at).await["install_lane"], "quarantined");
    assert_eq!(server.health().await["installed_state"], "present", "what was taken out is not missing");
    server.post(&format!("{at}/unquarantine"), json!({})).await;
    std::fs::remove_dir_all(server.skills().join("add-customer")).unwrap();
    canary(&server, &at).await;
    assert_eq!(server.health().await["installed_state"], "missing");
    server.close().await;
}

#[tokio::test]
async fn canaries_do_not_lift_what_a_person_keeps_in_quarantine() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    for n in 0..5 {
        server.tell("failed", &format!("d-{n}")).await;
    }
    let answer = server.post(&format!("{at}/quarantine"), json!({ "reason": "I want to look at it." })).await;
    assert_eq!(answer["reason"], "I want to look at it.");
    for _ in 0..6 {
        canary(&server, &at).await;
    }
    assert_eq!(server.ability(&at).await["install_lane"], "quarantined");
    assert_eq!(server.health().await["reason_codes"][0], "quarantined_by_user");
    server.close().await;
}

#[tokio::test]
async fn a_report_is_redacted_and_answered_the_same_when_it_comes_again() {
    let server = SeededServer::open(&["add-customer"]).await;
    server.install(0, "approved_workspace").await;
    let secret = SECRET;
    let report = SeededServer::report(
        "failed",
        "d-1",
        json!({ "evidence": format!("The page showed {secret}."), "reason": format!("token {secret}"), "client_request_id": "r-1" }),
    );
    let first = server.post("/api/bridge/verify-checkpoint", report.clone()).await;
    assert_eq!(server.post("/api/bridge/verify-checkpoint", report.clone()).await, first);
    assert_eq!(server.get("/api/dispatches/d-1/checkpoint-receipts").await["total"], 1);
    let other = SeededServer::report("reached", "d-1", json!({ "client_request_id": "r-1" }));
    assert_eq!(server.refused("/api/bridge/verify-checkpoint", other).await.1["code"], "CLIENT_REQUEST_ID_REUSED");
    server.close_and_search(secret).await;
}

#[tokio::test]
async fn a_report_that_does_not_fit_is_refused_by_field() {
    let server = SeededServer::open(&["add-customer"]).await;
    server.install(0, "approved_workspace").await;
    let nobody = "01900000-0000-7000-8000-00000000ffff";
    let report = |status: &str, more: Value| ("verify-checkpoint", SeededServer::report(status, "d-1", more));
    let observe = |body: Value| ("report-observation", body);
    for ((route, body), status, code, field) in [
        (report("reached", json!({ "checkpoint_id": "cp-09" })), 400, "INVALID_REQUEST", "checkpoint_id"),
        (report("failed", json!({ "reason": null })), 400, "INVALID_REQUEST", "reason"),
        (report("skipped", json!({ "reason": "  " })), 400, "INVALID_REQUEST", "reason"),
        (report("reached", json!({ "evidence": " " })), 400, "INVALID_REQUEST", "evidence"),
        (report("reached", json!({ "evidence": "x".repeat(1001) })), 400, "INVALID_REQUEST", "evidence"),
        (report("reached", json!({ "safety_critical": true })), 400, "INVALID_REQUEST", "safety_critical"),
        (report("reached", json!({ "ability_id": null })), 400, "INVALID_REQUEST", "ability_id"),
        (report("reached", json!({ "mood": "good" })), 400, "INVALID_REQUEST", "mood"),
        (report("reached", json!({ "schema_version": 2 })), 400, "INVALID_REQUEST", "schema_version"),
        (report("reached", json!({ "dispatch_id": SECRET })), 400, "INVALID_REQUEST", "dispatch_id"),
        (report("reached", json!({ "client_request_id": SECRET })), 400, "INVALID_REQUEST", "client_request_id"),
        (
            observe(json!({ "kind": "note", "summary": "x", "client_request_id": SECRET })),
            400,
            "INVALID_REQUEST",
            "client_request_id",
        ),
        (report("reached", json!({ "ability_id": "none" })), 404, "ABILITY_NOT_FOUND", ""),
        (report("reached", json!({ "learn_session_id": nobody })), 404, "LEARN_SESSION_NOT_FOUND", ""),
        (observe(json!({ "kind": "note", "summary": "" })), 400, "INVALID_REQUEST", "summary"),
        (observe(json!({ "kind": "note", "summary": "x", "outcome": "failed" })), 400, "INVALID_REQUEST", "outcome"),
        (observe(json!({ "kind": "outcome", "summary": "x" })), 400, "INVALID_REQUEST", "outcome"),
        (observe(json!({ "kind": "outcome", "summary": "x", "outcome": "failed" })), 400, "INVALID_REQUEST", "dispatch_id"),
        (
            observe(json!({ "kind": "outcome", "summary": "x", "outcome": "failed", "dispatch_id": "d" })),
            400,
            "INVALID_REQUEST",
            "ability_id",
        ),
        (observe(json!({ "kind": "friction", "summary": "x", "ability_id": "none" })), 404, "ABILITY_NOT_FOUND", ""),
    ] {
        let (got, error) = server.refused(&format!("/api/bridge/{route}"), body.clone()).await;
        assert_eq!((got, error["code"].as_str()), (status, Some(code)), "{body}: {error}");
        if !field.is_empty() {
            assert_eq!(error["details"]["field"], field, "{body}: {error}");
        }
    }
    assert_eq!(server.get("/api/dispatches/d-1/checkpoint-receipts").await["total"], 0, "nothing was kept");
    server.close_and_search(SECRET).await;
}

#[tokio::test]
async fn frictions_and_notes_are_kept_and_a_session_can_be_named_alone() {
    let server = SeededServer::open(&["add-customer"]).await;
    let session = ids(0).0;
    let early = SeededServer::report("failed", "d-1", json!({ "ability_id": null, "learn_session_id": session }));
    let told = server.post("/api/bridge/verify-checkpoint", early).await;
    assert!(told.get("ability_id").is_none(), "nothing is installed yet: {told}");
    assert_eq!(server.get("/api/learn/repairs").await["repairs"][0]["learn_session_id"], json!(session));
    for (kind, stored) in [("friction", "reported"), ("note", "note")] {
        let told = server.post("/api/bridge/report-observation", json!({ "kind": kind, "summary": "The list is slow." })).await;
        assert_eq!(told["record"]["kind"], stored);
    }
    assert_eq!(server.get("/api/learn/friction").await["total"], 2);
    server.close().await;
}

#[tokio::test]
async fn what_was_reported_becomes_a_draft() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    let experience = async || server.get(&format!("{at}/experience")).await;
    assert_eq!(experience().await["changes"], json!([]));
    for dispatch in ["d-1", "d-2"] {
        server.tell("failed", dispatch).await;
    }
    let found = experience().await;
    assert!(found["changes"][0]["evidence"].as_str().unwrap().starts_with("2 of 2 runs failed at cp-02."), "{found}");
    let done = server.post(&format!("{at}/improve"), json!({})).await;
    assert!(done["proposal_id"].is_string() && done["applied"][0] == found["changes"][0], "{done}");
    let draft = server.get(&format!("/api/learn/proposals/{}/detail", done["proposal_id"].as_str().unwrap())).await;
    assert!(draft["skill_md"].as_str().unwrap().contains("## When it fails"), "{draft}");
    server.close().await;
}
