//! The routes of test policies (§0C.14): what is chosen where, what acts, and what is refused by name.

use crate::support::{TestServer, error, parts};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const NOBODY: &str = "01900000-0000-7000-8000-000000000000";
const ABILITY: &str = "/api/abilities/ability_make-tea/test-policy";

fn policy(fields: Value) -> Value {
    let mut policy = json!({ "policy_id": NOBODY, "mode": "controlled_live_test" });
    policy.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    json!({ "test_policy": policy })
}

fn targets(kind: &str, reference: &str) -> Value {
    json!([{ "target_kind": kind, "ref": reference }])
}

/// Policies that no route takes, with the field that is named.
fn wrong() -> Vec<(Value, &'static str)> {
    vec![
        (json!({}), "test_policy"),
        (json!({ "test_policy": "read_only" }), "test_policy"),
        (json!({ "test_policy": { "mode": "read_only" } }), "test_policy.policy_id"),
        (policy(json!({ "mode": "careful" })), "test_policy.mode"),
        (policy(json!({ "may_do": "anything" })), "test_policy.may_do"),
        (policy(json!({ "max_actions": 0 })), "test_policy.max_actions"),
        (policy(json!({ "max_actions": 201 })), "test_policy.max_actions"),
        (policy(json!({ "schema_version": 2 })), "test_policy.schema_version"),
        (policy(json!({ "allowed_domains": ["x".repeat(121)] })), "test_policy.allowed_domains[0]"),
        (policy(json!({ "safe_targets": vec![targets("temp_folder", "/tmp")[0].clone(); 33] })), "test_policy.safe_targets"),
        (policy(json!({ "safe_targets": targets("temp_folder", &"/x".repeat(121)) })), "test_policy.safe_targets[0].ref"),
        (policy(json!({ "safe_targets": targets("temp_folder", "tmp") })), "test_policy.safe_targets"),
        (policy(json!({ "safe_targets": targets("blank_document", "/tmp/a") })), "test_policy.safe_targets"),
        (policy(json!({ "safe_targets": targets("safe_email_recipient", "me@example.org") })), "test_policy.safe_targets"),
        (policy(json!({ "mode": "redirect_send" })), "test_policy.safe_targets"),
        (policy(json!({ "mode": "safe_target_only" })), "test_policy.safe_targets"),
    ]
}

/// Asserts that this is refused and names this field.
async fn refuses(server: &TestServer, method: Method, path: &str, body: &Value, field: &str) {
    let (status, answer) = parts(server.request(method.clone(), path).json(body).send().await.unwrap()).await;
    let error = error(status, &answer);
    assert_eq!(
        (status, &error["code"]),
        (StatusCode::BAD_REQUEST, &json!("INVALID_REQUEST")),
        "{method} {path} {body}: {answer}"
    );
    let named = error["details"]["field"].as_str().unwrap_or_default();
    // A list has the index of its item, where the item is what is wrong.
    assert!(
        named == field || named.starts_with(&format!("{field}.")) || field.starts_with(named) && !named.is_empty(),
        "{body}: {answer}"
    );
    assert!(error["message"].as_str().unwrap().contains(field.rsplit('.').next().unwrap()), "{body}: {answer}");
}

#[tokio::test]
async fn the_policy_of_a_session_is_chosen_shown_and_taken_back() {
    let server = TestServer::open().await;
    let session = server.session().await;
    let (set, detail) =
        (format!("/api/learn/sessions/{session}/set-test-policy"), format!("/api/learn/sessions/{session}/detail"));
    let acting = async || {
        let (status, answer) = server.get(&detail).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        answer
    };
    let before = acting().await;
    assert!(before["test_policy"].is_null(), "{before}");
    assert_eq!(before["acting_test_policy"]["source"], "safe_default");
    assert_eq!(before["acting_test_policy"]["policy"]["max_actions"], 40);
    for (body, field) in wrong() {
        refuses(&server, Method::POST, &set, &body, field).await;
    }
    assert_eq!(acting().await, before, "what is refused changes nothing");
    let chosen = policy(json!({ "mode": "redirect_send", "safe_targets": targets("safe_email_recipient", "me@example.org") }));
    let (status, answer) = server.post(&set, chosen).await;
    assert_eq!((status, &answer["session"]["test_policy_ref"]), (StatusCode::OK, &json!(NOBODY)), "{answer}");
    let now = acting().await;
    assert_eq!(now["test_policy"], now["acting_test_policy"]["policy"]);
    assert_eq!(now["acting_test_policy"]["source"], "draft");
    // What was left out has the limits of the safe default.
    for (field, value) in [
        ("forbid_destructive_writes", json!(true)),
        ("forbid_external_send", json!(true)),
        ("max_actions", json!(40)),
        ("cleanup_required", json!(false)),
    ] {
        assert_eq!(now["test_policy"][field], value, "{field}");
    }
    let (status, answer) = server.post(&set, json!({ "test_policy": null })).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!(acting().await["acting_test_policy"], before["acting_test_policy"]);
    let (status, answer) =
        server.post(&format!("/api/learn/sessions/{NOBODY}/set-test-policy"), json!({ "test_policy": null })).await;
    assert_eq!((status, &error(status, &answer)["code"]), (StatusCode::NOT_FOUND, &json!("LEARN_SESSION_NOT_FOUND")));
    server.host.close().await;
}

#[tokio::test]
async fn the_policy_of_an_ability_is_chosen_shown_and_taken_back() {
    let server = TestServer::with_abilities().await;
    let (status, before) = server.get(ABILITY).await;
    assert_eq!((status, &before["acting"]["source"]), (StatusCode::OK, &json!("safe_default")), "{before}");
    for (body, field) in wrong() {
        refuses(&server, Method::PUT, ABILITY, &body, field).await;
    }
    let put = async |path: &str, body: Value| parts(server.request(Method::PUT, path).json(&body).send().await.unwrap()).await;
    let chosen = policy(json!({
        "mode": "copy_artifact", "cleanup_required": true, "max_actions": 9, "safe_targets": targets("copied_document", "/home/me/a.txt"),
    }));
    let (status, answer) = put(ABILITY, chosen.clone()).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!((&answer["acting"]["source"], &answer["acting"]["policy"]), (&json!("ability"), &answer["test_policy"]));
    for (field, value) in chosen["test_policy"].as_object().unwrap() {
        assert_eq!(&answer["test_policy"][field], value, "{field}");
    }
    assert_eq!(server.get(ABILITY).await.1, answer, "it is stored");
    let receipts = server.get("/api/learn/receipts").await.1;
    let told = |receipt: &Value| receipt["summary"].as_str().is_some_and(|summary| summary.contains("The test policy of"));
    assert!(receipts["receipts"].as_array().unwrap().iter().any(told), "{receipts}");
    let (status, answer) = put(ABILITY, json!({ "test_policy": null })).await;
    assert_eq!((status, &answer["acting"]), (StatusCode::OK, &before["acting"]), "{answer}");
    for (method, body) in [(Method::GET, Value::Null), (Method::PUT, json!({ "test_policy": null }))] {
        let request = server.request(method.clone(), "/api/abilities/ability_nothing/test-policy");
        let request = if method == Method::PUT { request.json(&body) } else { request };
        let (status, answer) = parts(request.send().await.unwrap()).await;
        assert_eq!((status, &error(status, &answer)["code"]), (StatusCode::NOT_FOUND, &json!("ABILITY_NOT_FOUND")), "{method}");
    }
    server.host.close().await;
}

#[tokio::test]
async fn the_settings_decide_where_nothing_was_chosen_and_never_more_than_the_risk_permits() {
    let server = TestServer::with_abilities().await;
    let mut settings = server.get("/api/settings").await.1["settings"].clone();
    let put =
        async |settings: &Value| parts(server.request(Method::PUT, "/api/settings").json(settings).send().await.unwrap()).await;
    for (field, value, named) in [
        ("max_actions", json!(0), "default_test_policy.max_actions"),
        ("mode", json!("safe_target_only"), "default_test_policy.safe_targets"),
        ("mode", json!("careful"), "default_test_policy.mode"),
    ] {
        let mut bad = settings.clone();
        bad["default_test_policy"][field] = value;
        let (status, answer) = put(&bad).await;
        let error = error(status, &answer);
        assert_eq!((&error["code"], &error["details"]["field"]), (&json!("INVALID_REQUEST"), &json!(named)), "{answer}");
    }
    settings["default_test_policy"]["mode"] = json!("read_only");
    settings["default_test_policy"]["forbid_destructive_writes"] = json!(false);
    settings["default_test_policy"]["max_actions"] = json!(90);
    let (status, answer) = put(&settings).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let acting = server.get(ABILITY).await.1["acting"].clone();
    assert_eq!((&acting["source"], &acting["policy"]["mode"]), (&json!("settings"), &json!("read_only")), "{acting}");
    assert_eq!((&acting["policy"]["forbid_destructive_writes"], &acting["policy"]["max_actions"]), (&json!(true), &json!(40)));
    assert_eq!(acting["stricter"].as_array().unwrap().len(), 2, "each is said: {acting}");
    server.host.close().await;
}

#[tokio::test]
async fn a_policy_for_one_run_is_checked_like_every_other() {
    let server = TestServer::with_abilities().await;
    let proposal = format!("/api/learn/proposals/{NOBODY}/validate");
    for (path, rest) in [
        ("/api/agents/runs", json!({ "agent": "gemini", "ability": "ability_make-tea" })),
        ("/api/agents/gates", json!({ "agent": "gemini", "ability": "ability_make-tea" })),
        (proposal.as_str(), json!({ "selected_tests": ["rehearsal"] })),
    ] {
        for (fields, field) in [
            (json!({ "mode": "careful" }), "test_policy.mode"),
            (json!({ "max_actions": 0 }), "test_policy.max_actions"),
            (json!({ "may_do": "anything" }), "test_policy.may_do"),
        ] {
            let mut body = policy(fields);
            body.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
            refuses(&server, Method::POST, path, &body, field).await;
        }
    }
    server.host.close().await;
}

#[tokio::test]
async fn no_agent_reads_or_chooses_a_policy() {
    let server = TestServer::with_abilities().await;
    let session = server.session().await;
    let set = format!("/api/learn/sessions/{session}/set-test-policy");
    for (method, path) in
        [(Method::GET, ABILITY), (Method::PUT, ABILITY), (Method::POST, set.as_str()), (Method::PUT, "/api/settings")]
    {
        let request = server.bare(method.clone(), path).bearer_auth(server.agent().token);
        let (status, answer) = parts(request.json(&json!({ "test_policy": null })).send().await.unwrap()).await;
        assert_eq!((status, &error(status, &answer)["code"]), (StatusCode::FORBIDDEN, &json!("FORBIDDEN")), "{method} {path}");
    }
    server.host.close().await;
}
