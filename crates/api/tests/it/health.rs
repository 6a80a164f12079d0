//! What reports do to the health of an ability, and how it recovers, over HTTP.

use crate::seeded_server::{SeededServer, ids};
use apprentice_api::client::Client;
use apprentice_testkit::dispatch_of;
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
    for (dispatch, status) in [("d-1", "healthy"), ("d-2", "healthy"), ("d-3", "degraded"), ("d-4", "degraded")] {
        server.tell("failed", dispatch).await;
        server.clock.advance(Duration::hours(8));
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
async fn what_is_optional_or_of_no_dispatch_counts_as_no_failure() {
    let server = SeededServer::open(&["add-customer"]).await;
    server.install(0, "approved_workspace").await;
    let verify = "/api/bridge/verify-checkpoint";
    for n in 0..6 {
        let dispatch = server.dispatch(&format!("d-{n}"));
        server.post(verify, SeededServer::report("failed", &dispatch, json!({ "checkpoint_id": "cp-03" }))).await;
        server.post(verify, SeededServer::report("failed", "x", json!({ "dispatch_id": null }))).await;
        server.clock.advance(Duration::hours(8));
        assert_eq!(server.health().await["health_status"], "healthy");
    }
    let codes = server.health().await["reason_codes"].clone();
    assert!(!codes.to_string().contains("checkpoint_failing"), "{codes}");
    server.close().await;
}

/// A burst of reports weighs like one, whatever the agent calls itself, and the ability stays with the person.
#[tokio::test]
async fn a_burst_of_failures_takes_no_ability_away() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    let verify = "/api/bridge/verify-checkpoint";
    for n in 0..40 {
        let report =
            SeededServer::report("failed", &server.dispatch(&format!("d-{n}")), json!({ "agent": format!("agent {n}") }));
        server.post(verify, report).await;
    }
    assert_eq!(server.health().await["health_status"], "healthy", "one bad hour");
    // One agent, an hour at a time: five runs, and still not a day.
    for n in 0..6 {
        server.clock.advance(Duration::hours(1));
        let report = SeededServer::report("failed", &server.dispatch(&format!("e-{n}")), json!({ "agent": "agent 39" }));
        server.post(verify, report).await;
    }
    assert_eq!(server.health().await["health_status"], "degraded");
    assert_eq!(server.ability(&at).await["usable_now"], true);
    // A second agent, in another hour.
    server.clock.advance(Duration::hours(1));
    let report = SeededServer::report("failed", &server.dispatch("f"), json!({ "agent": "another" }));
    server.post(verify, report).await;
    assert_eq!(server.health().await["health_status"], "quarantined");
    server.close().await;
}

#[tokio::test]
async fn only_dispatches_that_were_given_out_are_taken_and_each_checkpoint_once() {
    let server = SeededServer::open(&["add-customer", "delete-customer"]).await;
    server.install(0, "approved_workspace").await;
    server.install(1, "approved_workspace").await;
    let verify = "/api/bridge/verify-checkpoint";
    let others = dispatch_of(&server.home(), "ability_delete-customer", "d-1");
    let (id, code) = others.split_once('.').unwrap();
    for invented in ["d-1", id, &others, &format!("{id}.{id}"), &format!("{code}.{id}"), &format!("{others}.{others}")] {
        let (status, error) = server.refused(verify, SeededServer::report("failed", invented, json!({}))).await;
        assert_eq!((status, error["code"].as_str()), (404, Some("DISPATCH_NOT_FOUND")), "{invented}: {error}");
        assert_eq!(error["details"]["field"], "dispatch_id");
        let outcome = json!({ "kind": "outcome", "summary": "x", "outcome": "failed", "dispatch_id": invented, "ability_id": "ability_add-customer" });
        assert_eq!(server.refused("/api/bridge/report-observation", outcome).await.1["code"], "DISPATCH_NOT_FOUND", "{invented}");
    }
    let read = server.get("/api/abilities/skill?ability=add-customer").await;
    let given = read["dispatch_id"].as_str().unwrap();
    for (status, checkpoint, expected) in
        [("failed", "cp-02", 200), ("reached", "cp-02", 409), ("failed", "cp-02", 409), ("reached", "cp-01", 200)]
    {
        let report = SeededServer::report(status, given, json!({ "checkpoint_id": checkpoint }));
        if expected == 200 {
            server.post(verify, report).await;
        } else {
            let (found, error) = server.refused(verify, report).await;
            assert_eq!((found, error["code"].as_str()), (expected, Some("VERDICT_ALREADY_GIVEN")), "{error}");
        }
    }
    assert_eq!(server.get(&format!("/api/dispatches/{given}/checkpoint-receipts")).await["total"], 2);
    server.close().await;
}

#[tokio::test]
async fn the_word_of_agents_alone_makes_no_ability_strong() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    let health = async || server.ability(&at).await["checkpoint_health"].clone();
    for n in 0..3 {
        server.tell("failed", &format!("bad-{n}")).await;
        server.clock.advance(Duration::hours(1));
    }
    assert_eq!(health().await, "weak");
    for n in 0..30 {
        server.tell("reached", &format!("burst-{n}")).await;
    }
    assert_eq!(health().await, "weak", "thirty reports within a moment are one run");
    for n in 0..30 {
        server.tell("reached", &format!("slow-{n}")).await;
        server.clock.advance(Duration::hours(1));
    }
    assert_eq!(health().await, "moderate", "however long they say so");
    server.close().await;
}

/// Agents together may store so much within an hour; the person is never limited.
#[tokio::test]
async fn a_flood_of_an_agent_is_cut_off_and_says_when_to_come_again() {
    let server = SeededServer::open(&["add-customer"]).await;
    server.install(0, "approved_workspace").await;
    let agent = Client::connect_as_agent(&server.home()).await.unwrap();
    let note = json!({ "kind": "note", "summary": "It was slow.", "agent": "one" });
    let mut accepted = 0;
    let refused = loop {
        let answer = agent.request("POST", "/api/bridge/report-observation", Some(&note)).await.unwrap();
        if answer.status != 200 {
            break answer;
        }
        accepted += 1;
    };
    assert_eq!((accepted, refused.status), (1000, 429), "{}", refused.text);
    let error = refused.read::<Value>().unwrap()["error"].clone();
    assert_eq!((&error["code"], &error["retryable"]), (&json!("QUOTA_EXCEEDED"), &json!(true)));
    let seconds = error["details"]["retry_after_seconds"].as_u64().unwrap();
    let endpoint = std::fs::read(server.home().join("agent.json")).unwrap();
    let endpoint: Value = serde_json::from_slice(&endpoint).unwrap();
    let (address, token) = (endpoint["address"].as_str().unwrap(), endpoint["token"].as_str().unwrap());
    let answer = crate::support::http_client().no_proxy().build().unwrap();
    let answer =
        answer.post(format!("{address}/api/bridge/report-observation")).bearer_auth(token).json(&note).send().await.unwrap();
    assert_eq!(answer.headers()["retry-after"].to_str().unwrap(), seconds.to_string());
    assert_eq!(answer.headers()["cache-control"], "no-store");
    server.post("/api/bridge/report-observation", note.clone()).await;
    server.clock.advance(Duration::seconds(i64::try_from(seconds).unwrap()));
    let again = agent.request("POST", "/api/bridge/report-observation", Some(&note)).await.unwrap();
    assert_eq!(again.status, 200, "{}", again.text);
    server.close().await;
}

#[tokio::test]
async fn failures_are_forgiven_after_a_week() {
    let server = SeededServer::open(&["add-customer"]).await;
    server.install(0, "approved_workspace").await;
    for n in 0..4 {
        server.tell("failed", &format!("old-{n}")).await;
        server.clock.advance(Duration::hours(1));
    }
    for n in 0..20 {
        server.tell("reached", &format!("good-{n}")).await;
        server.clock.advance(Duration::hours(1));
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
async fn harm_that_one_agent_reports_suspends_the_ability_until_a_person_decides() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    let verify = "/api/bridge/verify-checkpoint";
    let harm = |dispatch: &str, agent: &str| {
        SeededServer::report("failed", &server.dispatch(dispatch), json!({ "safety_critical": true, "agent": agent }))
    };
    // One agent, under several names, within a moment.
    for (dispatch, agent) in [("d-1", "one"), ("d-2", "two"), ("d-3", "three")] {
        server.post(verify, harm(dispatch, agent)).await;
        let health = server.health().await;
        assert_eq!((&health["health_status"], &health["reason_codes"][0]), (&json!("degraded"), &json!("harm_reported")));
    }
    let folder = server.skills().join("add-customer");
    let in_folder = async |expected: bool| {
        let patience = std::time::Instant::now() + std::time::Duration::from_secs(20);
        while folder.exists() != expected {
            assert!(std::time::Instant::now() < patience, "the copy in the agent's folder: {}", folder.exists());
            tokio::task::yield_now().await;
        }
    };
    let ability = server.ability(&at).await;
    assert_eq!((&ability["usable_now"], &ability["install_lane"]), (&json!(false), &json!("approved_workspace")), "{ability}");
    assert!(ability["reason_unusable"].as_str().unwrap().starts_with("Suspended: an agent reported"), "{ability}");
    assert_eq!(server.health().await["session_availability"], "unsupported");
    let (_, refused) = server.ask(reqwest::Method::GET, "/api/abilities/skill?ability=add-customer", None).await;
    assert_eq!(refused["error"]["code"], "ABILITY_NOT_USABLE", "{refused}");
    let found = server.post("/api/abilities/lookup", json!({ "user_query": "add customer" })).await;
    assert!(!found.to_string().contains("\"usable_now\":true"), "{found}");
    in_folder(false).await;
    assert_eq!(server.get("/api/learn/repairs").await["repairs"][0]["safety_critical"], true);
    let told = server.receipts("ability_availability_updated").await;
    assert!(told.iter().any(|receipt| receipt["summary"].as_str().unwrap().contains("did or nearly did harm")), "{told:?}");
    let actions = server.get(&format!("{at}/availability")).await["actions"].clone();
    assert!(actions.as_array().unwrap().contains(&json!("unquarantine")), "a person may keep it: {actions}");
    // Good canaries answer no question of harm.
    for _ in 0..6 {
        canary(&server, &at).await;
    }
    assert_eq!(server.health().await["reason_codes"][0], "harm_reported");
    assert_eq!(server.ability(&at).await["usable_now"], false, "a canary lifts nothing");
    // Nor does an agent that says that all is well, or a night.
    server.post(verify, SeededServer::report("reached", &server.dispatch("d-well"), json!({ "agent": "four" }))).await;
    server.clock.advance(Duration::days(8));
    server.engine.keep_deadlines().await.unwrap();
    assert_eq!(server.ability(&at).await["usable_now"], false, "nor does time");
    server.post(&format!("{at}/unquarantine"), json!({})).await;
    assert_eq!(server.health().await["health_status"], "healthy", "the person keeps it");
    assert_eq!(server.ability(&at).await["usable_now"], true);
    in_folder(true).await;
    // Another agent, later, confirms it.
    server.post(verify, harm("d-4", "one")).await;
    server.clock.advance(Duration::hours(2));
    server.post(verify, harm("d-5", "one")).await;
    assert_eq!(server.health().await["health_status"], "degraded", "the same agent again confirms nothing");
    server.post(verify, harm("d-6", "two")).await;
    assert_eq!(server.health().await["reason_codes"][0], "safety_critical");
    assert_eq!(server.ability(&at).await["usable_now"], false);
    for _ in 0..6 {
        canary(&server, &at).await;
    }
    assert_eq!(server.ability(&at).await["install_lane"], "quarantined", "only a person ends it");
    server.close().await;
}

#[tokio::test]
async fn good_canaries_of_whole_files_lift_no_quarantine() {
    let server = SeededServer::open(&["add-customer"]).await;
    let at = server.install(0, "approved_workspace").await;
    for n in 0..5 {
        server.tell("failed", &format!("d-{n}")).await;
        server.clock.advance(Duration::hours(8));
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
    assert!(!folder.exists(), "a quarantined ability is in no agent's folder");
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
    for n in 1..=6 {
        let answer = canary(&server, &at).await;
        assert_eq!((&answer["quarantined"], &answer["good_canaries"]), (&json!(true), &json!(n)), "whole files prove nothing");
    }
    // A rehearsal lifts it (`crates/engine/tests/it/rehearsals.rs`), or a person.
    server.post(&format!("{at}/unquarantine"), json!({})).await;
    assert!(folder.join("SKILL.md").exists(), "it is put back when it is lifted");
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
        server.clock.advance(Duration::hours(8));
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
    let dispatch = server.dispatch("d-1");
    let report = SeededServer::report(
        "failed",
        &dispatch,
        json!({ "evidence": format!("The page showed {secret}."), "reason": format!("token {secret}"), "client_request_id": "r-1" }),
    );
    let first = server.post("/api/bridge/verify-checkpoint", report.clone()).await;
    assert_eq!(server.post("/api/bridge/verify-checkpoint", report.clone()).await, first);
    assert_eq!(server.get(&format!("/api/dispatches/{dispatch}/checkpoint-receipts")).await["total"], 1);
    let other = SeededServer::report("reached", &dispatch, json!({ "client_request_id": "r-1" }));
    assert_eq!(server.refused("/api/bridge/verify-checkpoint", other).await.1["code"], "CLIENT_REQUEST_ID_REUSED");
    server.close_and_search(secret).await;
}

#[tokio::test]
async fn a_report_that_does_not_fit_is_refused_by_field() {
    let server = SeededServer::open(&["add-customer"]).await;
    server.install(0, "approved_workspace").await;
    let nobody = "01900000-0000-7000-8000-00000000ffff";
    let dispatch = server.dispatch("d-1");
    let report = |status: &str, more: Value| ("verify-checkpoint", SeededServer::report(status, &dispatch, more));
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
    let kept = server.get(&format!("/api/dispatches/{dispatch}/checkpoint-receipts")).await;
    assert_eq!(kept["total"], 0, "nothing was kept");
    server.close_and_search(SECRET).await;
}

#[tokio::test]
async fn frictions_and_notes_are_kept_and_a_session_can_be_named_alone() {
    let server = SeededServer::open(&["add-customer"]).await;
    let session = ids(0).0;
    let early =
        SeededServer::report("failed", "", json!({ "ability_id": null, "learn_session_id": session, "dispatch_id": null }));
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
