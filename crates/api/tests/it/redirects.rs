//! Routes that moved (§0C.20B): 308 to the exact path of now, 410 after their time, never 301.

use crate::scripted_server::ScriptedServer;
use chrono::Duration;
use reqwest::Method;
use serde_json::{Value, json};

async fn leads(server: &ScriptedServer, method: Method, path: &str, body: Value) -> (u16, String) {
    let response = server.request(method, path).json(&body).send().await.unwrap();
    let status = response.status().as_u16();
    let location = response.headers().get("location").map(|value| value.to_str().unwrap().to_owned());
    let text = response.text().await.unwrap();
    (
        status,
        location.unwrap_or_else(|| {
            serde_json::from_str::<Value>(&text).unwrap()["error"]["details"]["route"].as_str().unwrap_or("").to_owned()
        }),
    )
}

#[tokio::test]
async fn r11_2_47_teaching_leads_to_sessions() {
    let server = ScriptedServer::open().await;
    let started = leads(&server, Method::POST, "/api/capabilities/teach/start", json!({})).await;
    assert_eq!(started, (308, "/api/learn/sessions".into()));
    let nobody = leads(&server, Method::POST, "/api/capabilities/teach/cancel", json!({})).await;
    assert_eq!(nobody, (404, "/api/learn/sessions/{sessionId}/cancel".into()), "no session is under way");
    let id = server.armed().await;
    for (old, action) in [("cancel", "cancel"), ("finish", "stop")] {
        let led = leads(&server, Method::POST, &format!("/api/capabilities/teach/{old}?why=x"), json!({})).await;
        assert_eq!(led, (308, format!("/api/learn/sessions/{id}/{action}?why=x")));
    }
    server.close().await;
}

#[tokio::test]
async fn r11_2_48_singular_routes_lead_to_plural_ones() {
    let server = ScriptedServer::open().await;
    let start = leads(&server, Method::POST, "/api/learn/session/start", json!({})).await;
    assert_eq!(start, (308, "/api/learn/sessions".into()), "without a session it was how one begins");
    let id = server.armed().await;
    for (old, new) in [
        ("start".to_owned(), format!("/api/learn/sessions/{id}/start")),
        ("mark-goal".to_owned(), format!("/api/learn/sessions/{id}/mark-goal")),
        ("observation-scope".to_owned(), format!("/api/learn/sessions/{id}/observation-scope")),
        (format!("{id}/pause"), format!("/api/learn/sessions/{id}/pause")),
    ] {
        assert_eq!(leads(&server, Method::POST, &format!("/api/learn/session/{old}"), json!({})).await, (308, new));
    }
    server.close().await;
}

/// Every row of §0C.20B, followed by a client that keeps method and body.
#[tokio::test]
async fn legacy_post_redirects_never_use_301() {
    let server = ScriptedServer::open().await;
    server.with_a_target().await;
    let first = server.tested_proposal().await;
    server.post(&first.proposal("approve"), json!({ "without_rehearsal": true })).await;
    let ability = server.get("/api/abilities/availability").await["abilities"][0].clone();
    let (ability_id, capability) = (ability["ability_id"].as_str().unwrap(), ability["primary_capability_id"].as_str().unwrap());
    let tested = server.tested_proposal().await;
    let (session, proposal) = (&tested.session, &tested.proposal);
    let mining = |rest: &str| format!("/api/skills/mining/proposals/{proposal}/{rest}");
    let at = |rest: &str| format!("/api/learn/proposals/{proposal}/{rest}");
    let promoted = format!("/api/abilities/{ability_id}/promote-shared");
    let rows = [
        (Method::POST, "/api/capabilities/teach/start".to_owned(), Value::Null, "/api/learn/sessions".to_owned()),
        (Method::POST, "/api/capabilities/teach/cancel".into(), Value::Null, format!("/api/learn/sessions/{session}/cancel")),
        (Method::POST, "/api/capabilities/teach/finish".into(), Value::Null, format!("/api/learn/sessions/{session}/stop")),
        (Method::POST, "/api/capabilities/promote".into(), json!({ "ability_id": ability_id }), promoted.clone()),
        (Method::POST, "/api/capabilities/promote".into(), json!({ "capability_id": capability }), promoted.clone()),
        (
            Method::POST,
            format!("/api/capabilities/promote?ability_id={ability_id}"),
            Value::Null,
            format!("{promoted}?ability_id={ability_id}"),
        ),
        (Method::POST, mining("questions"), Value::Null, format!("/api/learn/sessions/{session}/answer-questions")),
        (Method::POST, mining("answers"), Value::Null, format!("/api/learn/sessions/{session}/answer-questions")),
        (Method::POST, mining("test"), Value::Null, at("validate")),
        (Method::POST, mining("install-experimental"), Value::Null, at("install")),
        (Method::POST, mining("feedback"), Value::Null, at("revise")),
        (Method::GET, "/api/skills/mining/proposals".into(), Value::Null, "/api/learn/proposals".into()),
        (Method::GET, "/api/skills/mining/settings".into(), Value::Null, "/api/learn/settings".into()),
        (Method::POST, "/api/skills/mining/settings".into(), Value::Null, "/api/learn/settings".into()),
        (Method::POST, "/api/skills/mining/scan".into(), Value::Null, "/api/learn/scan".into()),
    ];
    for (method, old, body, new) in &rows {
        assert_eq!(leads(&server, method.clone(), old, body.clone()).await, (308, new.clone()), "{old}");
    }
    let unknown = leads(&server, Method::POST, "/api/capabilities/promote", json!({ "capability_id": "nothing" })).await;
    assert_eq!(unknown, (404, "/api/abilities/{abilityId}/promote-shared".into()));
    // 2027-01-15, and more than four months later.
    server.world.clock.advance(Duration::days(127));
    for (method, old, body, _) in &rows {
        let (status, route) = leads(&server, method.clone(), old, body.clone()).await;
        assert!(status == 410 && route.starts_with("/api/"), "{old}: {status} {route}");
    }
    assert_eq!(server.refused(Method::POST, "/api/capabilities/teach/start", json!({})).await, (410, "GONE".into()));
    server.close().await;
}

/// The routes of connectors that an older revision of the specification names.
#[tokio::test]
async fn older_routes_of_connectors_lead_to_those_of_now_or_name_them() {
    let server = ScriptedServer::open().await;
    let request = json!({ "display_name": "Files", "transport": "local_bridge", "command": { "program": "nothing" } });
    server.post("/api/mcp/servers/register", request).await;
    let named = json!({ "server_id": "files" });
    for (method, old, body, new) in [
        (Method::GET, "/api/mcp/health", Value::Null, "/api/mcp/servers"),
        (Method::GET, "/api/mcp/health?server_id=files", Value::Null, "/api/mcp/servers/files/health?server_id=files"),
        (Method::POST, "/api/mcp/policy", Value::Null, "/api/mcp/policy/update"),
        (Method::POST, "/api/mcp/smoke-test", named.clone(), "/api/mcp/servers/files/smoke-test"),
        (Method::POST, "/api/mcp/test", named.clone(), "/api/mcp/servers/files/smoke-test"),
    ] {
        assert_eq!(leads(&server, method, old, body).await, (308, new.to_owned()), "{old}");
    }
    let unknown = leads(&server, Method::POST, "/api/mcp/test", json!({ "server_id": "nothing" })).await;
    assert_eq!(unknown, (404, "/api/mcp/servers/{serverId}/smoke-test".into()));
    let unknown = leads(&server, Method::GET, "/api/mcp/health?server_id=nothing", Value::Null).await;
    assert_eq!(unknown, (404, "/api/mcp/servers/{serverId}/health".into()), "the list is not the health of one");
    // Their successors take another request.
    let (status, route) = leads(&server, Method::POST, "/api/mcp/toggle", named).await;
    assert!(status == 410 && route.starts_with("PATCH /api/mcp/servers/{serverId}"), "{status} {route}");
    let (status, route) = leads(&server, Method::POST, "/api/mcp/route/explain", json!({})).await;
    assert!(status == 410 && route.contains("policy.because"), "{status} {route}");
    let callback = "/api/mcp/servers/files/auth/callback?code=a&state=b";
    let (status, route) = leads(&server, Method::GET, callback, Value::Null).await;
    assert!(status == 410 && route.starts_with("POST /api/mcp/servers/{serverId}/auth/callback"), "{status} {route}");
    server.close().await;
}
