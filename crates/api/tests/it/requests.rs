//! Whatever does not fit is refused by name, in one envelope.

use crate::support::{TestServer, error, parts};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

#[tokio::test]
async fn a_refusal_names_what_does_not_fit() {
    let server = TestServer::open().await;
    let session = server.session().await;
    let at = |rest: &str| format!("/api/learn/sessions/{session}/{rest}");
    let nobody = "01900000-0000-7000-8000-000000000000";
    let long_goal = json!({ "entry_mode": "demonstrating_skill", "watch": ["browser"], "goal": "x".repeat(401) }).to_string();
    // path, body, code, field, words of the message
    let table: &[(String, &str, &str, Option<&str>, &str)] = &[
        ("/api/learn/sessions".into(), "", "INVALID_REQUEST", Some("entry_mode"), "missing field `entry_mode`"),
        (
            "/api/learn/sessions".into(),
            r#"{"entry_mode":"demonstrating_skill","speed":9}"#,
            "INVALID_REQUEST",
            Some("speed"),
            "speed",
        ),
        ("/api/learn/sessions".into(), r#"{"entry_mode":"dreaming"}"#, "INVALID_REQUEST", Some("entry_mode"), "dreaming"),
        (at("mark-step"), r#"{"step_label":7}"#, "INVALID_REQUEST", Some("step_label"), "expected a string"),
        (at("mark-step"), r#"{"step_label":""}"#, "INVALID_REQUEST", Some("step_label"), "step_label"),
        (at("mark-goal"), r#"{"goal_description":""}"#, "INVALID_REQUEST", Some("goal_description"), "at least 1"),
        ("/api/learn/sessions".into(), &long_goal, "INVALID_REQUEST", Some("goal"), "at most 400"),
        (
            format!("/api/learn/proposals/{nobody}/revise"),
            r#"{"edited_fields":{"proposed_skill_slug":"Not A Slug"}}"#,
            "INVALID_REQUEST",
            Some("edited_fields.proposed_skill_slug"),
            "pattern",
        ),
        (format!("/api/learn/proposals/{nobody}/reject"), r#"{"reason":""}"#, "INVALID_REQUEST", Some("reason"), "at least 1"),
        (at("mark-step"), r#"{"step_label":"a"} x"#, "INVALID_REQUEST", Some(""), "trailing"),
        (at("mark-step"), "{", "INVALID_REQUEST", None, "EOF"),
        (at("mark-step"), "[\"a\"]", "INVALID_REQUEST", None, "must be a JSON object"),
        (
            at("answer-questions"),
            r#"{"answers":[{"question_id":"q","answer":1}]}"#,
            "INVALID_REQUEST",
            Some("answers[0].answer"),
            "answers[0].answer",
        ),
        (at("answer-questions"), r#"{"answers":[]}"#, "INVALID_REQUEST", Some("answers"), "answers"),
        ("/api/learn/sessions/x/pause".into(), "", "LEARN_SESSION_NOT_FOUND", None, "“x”"),
        (format!("/api/learn/sessions/{nobody}/pause"), "", "LEARN_SESSION_NOT_FOUND", None, ""),
        ("/api/learn/proposals/x/validate".into(), "", "PROPOSAL_NOT_FOUND", None, "“x”"),
        ("/api/terminals/x/input".into(), r#"{"data":"a"}"#, "NOT_FOUND", None, "“x”"),
        ("/api/no/such/route".into(), "", "NOT_FOUND", None, "/api/no/such/route"),
        ("/api/doctor".into(), "", "METHOD_NOT_ALLOWED", None, "POST"),
        (at("pause"), "", "INVALID_LEARN_STATE_TRANSITION", None, ""),
    ];
    for row @ (path, body, code, field, words) in table {
        let response = server.request(Method::POST, path).body(body.to_string()).send().await.unwrap();
        let correlation = response.headers()["x-correlation-id"].to_str().unwrap().to_owned();
        let (status, answer) = parts(response).await;
        let error = error(status, &answer);
        assert_eq!(error["code"], json!(code), "{row:?}: {answer}");
        assert_eq!(error["correlation_id"], json!(correlation));
        assert!(error["message"].as_str().unwrap().contains(words), "{row:?}: {answer}");
        if let Some(field) = field {
            assert_eq!(error["details"]["field"], json!(field), "{row:?}: {answer}");
        }
    }
    server.host.close().await;
}

#[tokio::test]
async fn a_query_is_as_strict_as_a_body() {
    let server = TestServer::open().await;
    for (query, field) in [("page=0", "page"), ("page_size=101", "page_size"), ("page=x", "page"), ("colour=red", "colour")] {
        let (status, body) = server.get(&format!("/api/learn/sessions?{query}")).await;
        let error = error(status, &body);
        assert_eq!(error["code"], "INVALID_REQUEST", "{query}: {body}");
        assert!(error["message"].as_str().unwrap().contains(field), "{query}: {body}");
    }
    let (status, body) = server.get("/api/skills/content").await;
    assert!(error(status, &body)["message"].as_str().unwrap().contains("path"), "{body}");
    server.host.close().await;
}

#[tokio::test]
async fn a_body_over_the_limit_is_refused() {
    let server = TestServer::open().await;
    let body = json!({ "user_query": "x".repeat(1024 * 1024) });
    let (status, body) = server.post("/api/abilities/lookup", body).await;
    assert_eq!(error(status, &body)["code"], "PAYLOAD_TOO_LARGE");
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    server.host.close().await;
}

/// Every operation of the document, with a query, a body and ids that fit nowhere: an envelope, whether it takes any of that or not.
#[tokio::test]
async fn every_route_answers_bad_input_with_the_envelope() {
    let server = TestServer::open().await;
    let document = apprentice_api::openapi::document();
    let mut asked = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            asked += 1;
            let id = operation["operationId"].as_str().unwrap();
            let path = path.replace(['{', '}'], "");
            let (method, takes_a_body) = (method.to_uppercase(), operation.get("requestBody").is_some());
            for (query, sent) in [("?no_such_parameter=1", ""), ("", r#"{"no_such_field":1}"#), ("", "[1]")] {
                let request = server.request(method.parse().unwrap(), &format!("{path}{query}")).body(sent);
                let (status, body) = parts(request.send().await.unwrap()).await;
                assert!(status.is_client_error(), "{id}{query} {sent}: {status} {body}");
                let refusal = error(status, &body);
                // Whatever it takes, the first thing that is said names what it does not take.
                if !takes_a_body && !path.contains("Id") {
                    assert_eq!(refusal["code"], "INVALID_REQUEST", "{id}{query} {sent}: {body}");
                }
            }
        }
    }
    assert!(asked > 45, "only {asked} operations");
    server.host.close().await;
}

#[tokio::test]
async fn old_prefixes_lead_on_with_method_and_body() {
    let server = TestServer::open().await;
    let client = crate::support::http_client().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let endpoint = server.endpoint();
    for (old, new) in [
        ("/api/capabilities/teach/sessions?page=2", "/api/learn/sessions?page=2"),
        ("/api/learn/session/1/start", "/api/learn/sessions/1/start"),
        ("/api/skills/mining/proposals", "/api/learn/proposals"),
    ] {
        let request = client.post(format!("{}{old}", endpoint.address)).bearer_auth(&endpoint.token);
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), StatusCode::PERMANENT_REDIRECT, "{old}");
        assert_eq!(response.headers()["location"], new);
    }
    server.host.close().await;
}

#[tokio::test]
async fn the_document_is_served_as_it_is_committed() {
    let server = TestServer::open().await;
    let (_, served) = server.get("/api/openapi.json").await;
    let committed: Value =
        serde_json::from_slice(&std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json")).unwrap()).unwrap();
    assert!(served == committed, "the server answers another document: run `make bindings`");
    let schemas = committed["components"]["schemas"].as_object().unwrap();
    for payload in ["LearnSessionEvent", "ObservedAction", "ApiErrorEnvelope", "ErrorCode"] {
        assert!(schemas.contains_key(payload), "{payload}");
    }
    let required = schemas["LearnSession"]["required"].as_array().unwrap();
    assert!(!required.contains(&json!("proposal_id")), "an absent field is optional in an answer");
    assert!(required.contains(&json!("watch")), "a field that every answer has is required");
    let required = schemas["CreateLearnSessionRequest"]["required"].as_array().unwrap();
    assert_eq!(required, &[json!("entry_mode")], "a field with a default may be left out of a request");
    server.host.close().await;
}
