//! Acceptance rows of §0C.25 (R11.2-04 to -17, -22 to -27) and §0C.28 about learning, over HTTP. What is observed comes from the
//! scripted machine of the engine's tests.

use crate::scripted_server::ScriptedServer;
use apprentice_contracts::runtime::Clock;
use apprentice_testkit::listed;
use apprentice_testkit::{click, fill};
use chrono::Duration;
use futures::StreamExt;
use reqwest::Method;
use serde_json::{Value, json};

const TRANSITION: &str = "INVALID_LEARN_STATE_TRANSITION";

fn at(session: &str, rest: &str) -> String {
    format!("/api/learn/sessions/{session}/{rest}")
}

async fn capturing(server: &ScriptedServer) -> String {
    let id = server.armed().await;
    assert_eq!(server.post(&at(&id, "start"), json!({})).await["session"]["state"], "capturing");
    id
}

async fn boundaries(server: &ScriptedServer, session: &str) -> Vec<Value> {
    server.get(&at(session, "detail")).await["boundaries"].as_array().unwrap().clone()
}

async fn actions(server: &ScriptedServer, session: &str) -> Vec<Value> {
    server.get(&at(session, "observed-actions")).await["actions"].as_array().unwrap().clone()
}

#[tokio::test]
async fn r11_2_04_the_happy_path_walks_every_state() {
    let server = ScriptedServer::open().await;
    server.with_a_target().await;
    let id = capturing(&server).await;
    server.post(&at(&id, "pause"), json!({})).await;
    server.post(&at(&id, "resume"), json!({})).await;
    server.world.inserts_a_customer("Ada Lovelace", "ada@example.net");
    let stopped = server.post(&at(&id, "stop"), json!({})).await;
    assert_eq!(stopped["next_action"], "generate_proposal");
    let proposal = server.post(&at(&id, "generate-proposal"), json!({})).await["proposal_id"].as_str().unwrap().to_owned();
    server.settled().await;
    server.post(&format!("/api/learn/proposals/{proposal}/approve"), json!({ "without_rehearsal": true })).await;
    let walked = [
        "armed",
        "capturing",
        "paused",
        "capturing",
        "stopped",
        "reviewing",
        "drafting_proposal",
        "testing_proposal",
        "ready_for_review",
        "approved",
    ];
    assert_eq!(server.told_states(&id).await, walked);
    server.close().await;
}

#[tokio::test]
async fn observed_actions_are_paged_where_a_page_is_asked_for() {
    let server = ScriptedServer::open().await;
    let id = capturing(&server).await;
    for n in 1..=120 {
        server.world.browser.act(fill(server.world.clock.now(), "Name", &format!("Customer {n}")));
    }
    server.post(&at(&id, "stop"), json!({})).await;
    let all = actions(&server, &id).await;
    assert_eq!(all.len(), 120, "all of them, where no page is asked for");
    for (page, expected) in [(1, &all[..50]), (2, &all[50..100]), (3, &all[100..]), (4, &all[..0])] {
        let answer = server.get(&at(&id, &format!("observed-actions?page={page}&page_size=50"))).await;
        assert_eq!(answer["actions"].as_array().unwrap(), expected, "page {page}");
        assert_eq!((&answer["total"], &answer["page"], &answer["page_size"]), (&json!(120), &json!(page), &json!(50)));
    }
    let second = server.get(&at(&id, "observed-actions?page=2")).await;
    assert_eq!(second["actions"].as_array().unwrap(), &all[50..100], "fifty without a size");
    server.close().await;
}

#[tokio::test]
async fn a_filmstrip_has_pages_of_pictures_and_files() {
    let server = ScriptedServer::open().await;
    let id = capturing(&server).await;
    server.world.browser.act(fill(server.world.clock.now(), "Name", "Ada Lovelace"));
    server.post(&at(&id, "pause"), json!({})).await;
    let film = server.get(&at(&id, "filmstrip")).await;
    assert_eq!(film["moments"][0]["caption"], "Filled “Name”");
    assert_eq!(server.get(&at(&id, "filmstrip/pictures?first=1&count=40")).await, json!({ "pictures": [] }));
    let file = server.get(&at(&id, "filmstrip/file?format=svg")).await;
    assert!(file["moments"] == 1 && file["text"].as_str().unwrap().starts_with("<?xml"), "{file}");
    for route in ["pictures?first=0&count=1", "pictures?first=1&count=41", "pictures", "file", "file?format=mp4"] {
        let refused = server.refused(Method::GET, &at(&id, &format!("filmstrip/{route}")), json!(null)).await;
        assert_eq!(refused, (400, "INVALID_REQUEST".into()), "{route}");
    }
    server.close().await;
}

#[tokio::test]
async fn a_session_that_nobody_started_in_time_is_refused_as_timed_out() {
    let server = ScriptedServer::open().await;
    let id = server.armed().await;
    server.world.clock.advance(Duration::minutes(61));
    server.settled().await;
    assert_eq!(server.state(&id).await, "cancelled");
    for route in ["start", "pause", "resume", "stop", "cancel"] {
        let refused = server.refused(Method::POST, &at(&id, route), json!({})).await;
        assert_eq!(refused, (408, "SESSION_TIMEOUT".into()), "{route}");
    }
    server.close().await;
}

#[tokio::test]
async fn r11_2_05_no_test_before_there_is_anything_to_test() {
    let server = ScriptedServer::open().await;
    let tested = server.tested_proposal().await;
    let sql = "UPDATE sessions SET state = 'idle', body = json_set(body, '$.session.state', 'idle')";
    server.world.raw().execute(sql, []).unwrap();
    assert_eq!(server.refused(Method::POST, &tested.proposal("validate"), json!({})).await, (400, TRANSITION.into()));
    assert_eq!(server.state(&tested.session).await, "idle");
    server.close().await;
}

#[tokio::test]
async fn r11_2_06_a_second_session_is_refused_with_the_first() {
    let server = ScriptedServer::open().await;
    let id = capturing(&server).await;
    let request = serde_json::to_value(apprentice_testkit::demonstrating()).unwrap();
    let (status, answer) = server.ask(Method::POST, "/api/learn/sessions", Some(request)).await;
    assert_eq!((status, &answer["error"]["code"]), (409, &json!("LEARN_SESSION_ALREADY_ACTIVE")));
    assert_eq!(answer["error"]["details"]["active_session_id"], json!(id));
    server.close().await;
}

#[tokio::test]
async fn r11_2_07_a_paused_session_is_resumed() {
    let server = ScriptedServer::open().await;
    let id = capturing(&server).await;
    assert_eq!(server.post(&at(&id, "pause"), json!({})).await["session"]["state"], "paused");
    assert_eq!(server.post(&at(&id, "resume"), json!({})).await["session"]["state"], "capturing");
    server.close().await;
}

#[tokio::test]
async fn r11_2_08_a_goal_is_marked() {
    let server = ScriptedServer::open().await;
    let id = capturing(&server).await;
    server.post(&at(&id, "mark-goal"), json!({ "goal_description": "A customer exists" })).await;
    let mark = boundaries(&server, &id).await.pop().unwrap();
    assert_eq!(
        (&mark["kind"], &mark["label"], &mark["source"]),
        (&json!("mark_goal"), &json!("A customer exists"), &json!("api_call"))
    );
    server.close().await;
}

#[tokio::test]
async fn r11_2_09_a_step_is_marked() {
    let server = ScriptedServer::open().await;
    let id = capturing(&server).await;
    server.post(&at(&id, "mark-step"), json!({ "step_label": "Fill the form", "step_kind_hint": "guard" })).await;
    let mark = boundaries(&server, &id).await.pop().unwrap();
    assert_eq!((&mark["kind"], &mark["step_kind_hint"]), (&json!("mark_step"), &json!("guard")));
    server.close().await;
}

#[tokio::test]
async fn r11_2_10_a_trim_moves_the_boundaries() {
    let server = ScriptedServer::open().await;
    let id = capturing(&server).await;
    for name in ["A", "B", "C"] {
        server.world.browser.act(fill(server.world.clock.now(), name, "x"));
    }
    server.post(&at(&id, "stop"), json!({})).await;
    let second = actions(&server, &id).await[1]["event_id"].clone();
    let trimmed = server.post(&at(&id, "trim"), json!({ "trim_kind": "trim_start", "to_event_id": second })).await;
    let mark = boundaries(&server, &id).await.pop().unwrap();
    assert_eq!((&mark["kind"], &mark["boundary_id"]), (&json!("trim_start"), &trimmed["session"]["start_boundary_ref"]));
    server.close().await;
}

#[tokio::test]
async fn r11_2_11_a_stopped_session_is_drafted() {
    let server = ScriptedServer::open().await;
    let id = capturing(&server).await;
    server.world.inserts_a_customer("Ada Lovelace", "ada@example.net");
    server.post(&at(&id, "stop"), json!({})).await;
    let drafted = server.post(&at(&id, "generate-proposal"), json!({})).await;
    assert_eq!(drafted["session"]["state"], "drafting_proposal");
    let proposal = drafted["proposal_id"].as_str().unwrap();
    let detail = server.get(&format!("/api/learn/proposals/{proposal}/detail")).await;
    assert_eq!(detail["proposal"]["learn_session_id"], json!(id));
    server.close().await;
}

#[tokio::test]
async fn r11_2_12_and_13_a_review_ends_with_an_approval_or_a_rejection() {
    let server = ScriptedServer::open().await;
    server.with_a_target().await;
    let rejected = server.tested_proposal().await;
    server.post(&rejected.proposal("reject"), json!({ "reason": "Not that" })).await;
    assert_eq!(server.state(&rejected.session).await, "rejected");
    let approved = server.tested_proposal().await;
    server.post(&approved.proposal("approve"), json!({ "without_rehearsal": true })).await;
    assert_eq!(server.state(&approved.session).await, "approved");
    server.close().await;
}

#[tokio::test]
async fn r11_2_14_who_waits_longer_than_an_hour_to_start_begins_anew() {
    let server = ScriptedServer::open().await;
    let id = server.armed().await;
    server.world.clock.advance(Duration::minutes(61));
    server.settled().await;
    assert_eq!(server.state(&id).await, "cancelled");
    let receipts = server.get("/api/learn/receipts?kind=session_timeout").await;
    assert_eq!((&receipts["total"], &receipts["receipts"][0]["reason"]), (&json!(1), &json!("session_timeout")));
    server.close().await;
}

#[tokio::test]
async fn r11_2_15_22_23_24_25_a_checkpoint_that_names_the_page_goes_back_to_the_draft() {
    let server = ScriptedServer::open().await;
    server.with_a_target().await;
    let tested = server.tested_proposal().await;
    let good = server.get(&tested.proposal("detail")).await;
    assert_eq!(good["checkpoint_lint_report"]["findings"], json!([]), "R11.2-24: all words, no finding");
    let with = |condition: &Value| {
        let keep = |checkpoint: &Value| {
            json!({ "checkpoint_id": checkpoint["checkpoint_id"], "goal": checkpoint["goal"],
                    "success_condition": checkpoint["success_condition"], "optional": checkpoint["optional"] })
        };
        let mut checkpoints: Vec<Value> = good["checkpoints"].as_array().unwrap().iter().map(keep).collect();
        checkpoints[0]["success_condition"] = condition.clone();
        json!({ "edited_fields": { "checkpoints": checkpoints } })
    };
    for (condition, code) in [("div-8472", "CKP-001"), ("(340, 220)", "CKP-002")] {
        let revised = server.post(&tested.proposal("revise"), with(&json!(condition))).await;
        let findings = revised["checkpoint_lint_report"]["findings"].as_array().unwrap();
        assert!(
            findings.iter().any(|finding| finding["code"] == code && finding["severity"] == "error"),
            "{condition}: {findings:?}"
        );
        assert_eq!(server.state(&tested.session).await, "drafting_proposal", "R11.2-25: it cannot reach the review");
        for (action, body) in [
            ("install", json!({ "install_lane": "experimental_private", "without_rehearsal": true })),
            ("approve", json!({ "without_rehearsal": true })),
        ] {
            assert_eq!(
                server.refused(Method::POST, &tested.proposal(action), body).await,
                (400, "CHECKPOINT_LINT_FAILED".into())
            );
        }
    }
    server.post(&tested.proposal("revise"), with(&good["checkpoints"][0]["success_condition"])).await;
    assert_eq!(server.state(&tested.session).await, "ready_for_review");
    let told = server.told_states(&tested.session).await;
    assert!(told.windows(2).any(|pair| pair == ["testing_proposal", "drafting_proposal"]), "R11.2-15: {told:?}");
    server.close().await;
}

#[tokio::test]
async fn r11_2_16_a_cancelled_session_leaves_a_receipt() {
    let server = ScriptedServer::open().await;
    let id = capturing(&server).await;
    server.post(&at(&id, "cancel"), json!({})).await;
    let receipts = server.get(&format!("/api/learn/receipts?kind=session_cancelled&session_id={id}")).await;
    assert_eq!(receipts["total"], 1, "{receipts}");
    server.close().await;
}

#[tokio::test]
async fn r11_2_17_events_arrive_while_they_happen() {
    let server = ScriptedServer::open().await;
    let id = server.armed().await;
    let mut frames = server.frames(&at(&id, "events")).await;
    let mut heard = Vec::new();
    server.post(&at(&id, "start"), json!({})).await;
    for wanted in ["learn.session.started", "learn.capture.started", "capture.action", "learn.capture.stopped"] {
        match wanted {
            "capture.action" => drop(server.world.browser.act(click(server.world.clock.now(), "button", "Save"))),
            "learn.capture.stopped" => drop(server.post(&at(&id, "stop"), json!({})).await),
            _ => {}
        }
        while heard.last().is_none_or(|event| event != wanted) {
            heard.push(frames.next().await.unwrap().unwrap().event);
        }
    }
    server.close().await;
}

#[tokio::test]
async fn r11_2_26_and_27_what_is_installed_says_what_to_reach_and_holds_no_graph() {
    let server = ScriptedServer::open().await;
    server.with_a_target().await;
    server.world.list_shows(listed("Ada Lovelace", "ada@example.net"));
    let tested = server.tested_proposal().await;
    let detail = server.get(&tested.proposal("detail")).await;
    let text = detail["skill_md"].as_str().unwrap();
    for checkpoint in detail["checkpoints"].as_array().unwrap() {
        assert!(text.contains(checkpoint["success_condition"].as_str().unwrap()), "{checkpoint} is not in\n{text}");
    }
    let sequence = regex_like_clicks(text);
    assert!(sequence.is_empty(), "R11.2-26: {sequence:?}");
    let installed = server
        .post(&tested.proposal("install"), json!({ "install_lane": "experimental_private", "without_rehearsal": true }))
        .await;
    let graph = server.world.projection(&format!("learning/proposals/{}/graph.json", tested.proposal));
    let nodes: Vec<&str> = graph["nodes"].as_array().unwrap().iter().map(|node| node["node_id"].as_str().unwrap()).collect();
    assert!(!nodes.is_empty(), "there is a graph, inside");
    for file in installed["files"].as_array().unwrap() {
        let file = file.as_str().unwrap();
        let text = std::fs::read_to_string(file).unwrap();
        for inside in ["node_id", "source_event_ids", "observed_count", "predicate"] {
            assert!(!text.contains(inside), "R11.2-27: {file} holds {inside}");
        }
        assert!(!file.contains("graph"), "{file}");
    }
    server.close().await;
}

/// Lines that tell an agent to click, type and press one after the other.
fn regex_like_clicks(text: &str) -> Vec<&str> {
    let told = |line: &&str| {
        let line = line.trim_start_matches(|c: char| c.is_ascii_digit() || ". -*".contains(c)).to_lowercase();
        ["click ", "clicked ", "type ", "press ", "filled "].iter().any(|verb| line.starts_with(verb))
    };
    text.lines().filter(told).collect()
}

#[tokio::test]
async fn capture_already_stopped_error_rendered() {
    let server = ScriptedServer::open().await;
    let id = capturing(&server).await;
    server.post(&at(&id, "stop"), json!({})).await;
    let (status, answer) = server.ask(Method::POST, &at(&id, "stop"), Some(json!({}))).await;
    assert_eq!((status, &answer["error"]["code"]), (409, &json!("CAPTURE_ALREADY_STOPPED")));
    assert!(answer["error"]["message"].as_str().unwrap().contains("Reload"), "it says how to see the state of now: {answer}");
    assert_eq!(answer["error"]["details"]["state"], "stopped");
    server.close().await;
}

#[test]
fn learn_read_routes_not_appendix_only() {
    let document = apprentice_api::openapi::document();
    for path in [
        "/api/learn/sessions",
        "/api/learn/sessions/{sessionId}/detail",
        "/api/learn/sessions/{sessionId}/events",
        "/api/learn/sessions/{sessionId}/observation-scope",
        "/api/learn/sessions/{sessionId}/checkpoint-receipts",
        "/api/learn/proposals",
        "/api/learn/proposals/{proposalId}/detail",
        "/api/learn/proposals/{proposalId}/validation-runs",
        "/api/learn/history",
        "/api/learn/receipts",
    ] {
        let get = &document["paths"][path]["get"];
        assert!(get["responses"]["200"].is_object() && get["responses"]["400"].is_object(), "{path}: {get}");
    }
}

#[test]
fn learn_inventory_uses_plural_session_routes() {
    let document = apprentice_api::openapi::document();
    let paths: Vec<&String> = document["paths"].as_object().unwrap().keys().collect();
    assert!(!paths.iter().any(|path| path.starts_with("/api/learn/session/")));
    for control in [
        "start",
        "pause",
        "resume",
        "stop",
        "cancel",
        "mark-goal",
        "mark-step",
        "trim",
        "answer-questions",
        "set-test-policy",
        "generate-proposal",
    ] {
        let path = format!("/api/learn/sessions/{{sessionId}}/{control}");
        assert!(document["paths"][&path]["post"].is_object(), "{path}");
    }
}

#[tokio::test]
async fn watch_my_actions_alias_only() {
    let document = apprentice_api::openapi::document();
    let text = document.to_string().to_lowercase();
    for second in ["watch-my-actions", "watch_my_actions", "watchmyactions"] {
        assert!(!text.contains(second), "{second} would be a control of its own");
    }
    let server = ScriptedServer::open().await;
    let request = json!({ "entry_mode": "demonstrating_skill", "watch": ["browser"] });
    let session = server.post("/api/learn/sessions", request).await["session"].clone();
    assert_eq!((&session["entry_mode"], &session["observation_mode"]), (&json!("demonstrating_skill"), &json!("outside_agent")));
    let alias = json!({ "entry_mode": "watch_my_actions", "watch": ["browser"] });
    assert_eq!(server.refused(Method::POST, "/api/learn/sessions", alias).await, (400, "INVALID_REQUEST".into()));
    server.close().await;
}

#[tokio::test]
async fn receipts_and_history_are_found_by_what_they_are_about() {
    let server = ScriptedServer::open().await;
    server.with_a_target().await;
    let first = server.tested_proposal().await;
    server.post(&first.proposal("approve"), json!({ "without_rehearsal": true })).await;
    let ability = server.get("/api/abilities/availability").await["abilities"][0]["ability_id"].as_str().unwrap().to_owned();
    server.world.clock.advance(Duration::days(2));
    let second = capturing(&server).await;
    server.post(&at(&second, "cancel"), json!({})).await;
    let total = async |path: &str| server.get(path).await["total"].as_u64().unwrap();
    assert_eq!(total("/api/learn/receipts?kind=session_created").await, 2);
    assert_eq!(total(&format!("/api/learn/receipts?kind=session_created&session_id={second}")).await, 1);
    assert!(total(&format!("/api/learn/receipts?ability_id={ability}")).await >= 3);
    let between = "2027-01-16T00:00:00Z";
    let (all, before, after) = (
        total("/api/learn/receipts").await,
        total(&format!("/api/learn/receipts?to={between}")).await,
        total(&format!("/api/learn/receipts?from={between}")).await,
    );
    assert!(before > 0 && after > 0 && before + after == all, "{before} + {after} = {all}");
    assert_eq!(total("/api/learn/history").await, 2);
    assert_eq!(total(&format!("/api/learn/history?ability_id={ability}")).await, 1);
    assert_eq!(total(&format!("/api/learn/history?from={between}")).await, 1);
    for wrong in ["receipts?kind=dreamt", "receipts?from=yesterday", "history?until=x", "history?page=0"] {
        assert_eq!(
            server.refused(Method::GET, &format!("/api/learn/{wrong}"), Value::Null).await,
            (400, "INVALID_REQUEST".into()),
            "{wrong}"
        );
    }
    server.close().await;
}
