//! Challenges: a call of an agent that waits until the person signs in, and goes on once.

use crate::connector_sign_in::{Service, add, browse, read, reason, sign_in};
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::McpServerId;
use apprentice_engine::{ConnectorAgent, ConnectorCaller, Engine};
use apprentice_testkit::World;
use serde_json::{Value, json};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

async fn call(engine: &Engine, id: &McpServerId, wait: u32) -> Result<McpCallResponse, Failure> {
    call_tool(engine, id, "echo", wait).await
}

async fn call_tool(engine: &Engine, id: &McpServerId, tool: &str, wait: u32) -> Result<McpCallResponse, Failure> {
    let request = json!({ "tool_name": tool, "arguments": { "text": "hello" }, "agent": "claude", "wait_ms": wait });
    let caller = ConnectorCaller::Agent(ConnectorAgent::new(Some("claude".into()), Some("a-key-of-the-connection")));
    engine.call_mcp_tool(id.clone(), read(request), caller, CancellationToken::new()).await
}

async fn respond(engine: &Engine, id: &str, more: Value) -> Result<McpAuthChallengeRespondResponse, Failure> {
    let mut request = json!({ "challenge_id": id });
    request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    engine.respond_to_mcp_challenge(read(request)).await
}

/// The one challenge, once a caller waits for it.
async fn waiting(engine: &Engine) -> McpAuthChallenge {
    waited_for_by(engine, 1).await
}

/// The challenge for which at least so many callers wait.
async fn waited_for_by(engine: &Engine, callers: u32) -> McpAuthChallenge {
    let found = async {
        loop {
            let challenges = engine.pending_mcp_calls().await.unwrap().challenges;
            if let Some(challenge) = challenges.into_iter().find(|challenge| challenge.waiting >= callers) {
                return challenge;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), found).await.expect("a call waits")
}

fn detail<'a>(failure: &'a Failure, name: &str) -> &'a str {
    failure.details.as_ref().unwrap()[name].as_str().unwrap_or_default()
}

#[tokio::test]
async fn a_call_waits_for_a_sign_in_and_goes_on_once() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    // Who does not wait learns what to wait for, and the person sees it.
    let failed = call(&engine, &id, 0).await.unwrap_err();
    assert_eq!(reason(&failed), "SIGN_IN_REQUIRED");
    let pending = engine.pending_mcp_calls().await.unwrap();
    assert_eq!((pending.pending, pending.challenges.len()), (1, 1));
    let shown = &pending.challenges[0];
    assert_eq!(
        (shown.kind, shown.tool_name.as_str(), shown.requested_by.as_str()),
        (McpChallengeKind::SignIn, "echo", "agent:claude")
    );
    assert_eq!(detail(&failed, "challenge_id"), shown.challenge_id);
    assert_eq!(detail(&failed, "correlation_id"), shown.correlation_id.to_string());

    let (answered, _) = tokio::join!(call(&engine, &id, 60_000), async {
        let challenge = waiting(&engine).await;
        assert_eq!(challenge.challenge_id, shown.challenge_id, "another call of the same need is no second challenge");
        let done = respond(&engine, &challenge.challenge_id, json!({ "decision": "approve" })).await.unwrap();
        assert_eq!((done.resolved, done.next_step), (false, McpChallengeNext::AwaitUserSignin));
        let begun = done.sign_in.unwrap();
        assert!(engine.pending_mcp_calls().await.unwrap().challenges[0].sign_in.is_some());
        assert_eq!(browse(&begun.authorization_url).await.0, 200);
    });
    assert!(answered.unwrap().result["content"][0]["text"].as_str().unwrap().starts_with("hello"));
    assert_eq!(engine.pending_mcp_calls().await.unwrap().pending, 0);
    let used = respond(&engine, &shown.challenge_id, json!({ "decision": "retry" })).await.unwrap_err();
    assert_eq!(used.code, ErrorCode::NotFound, "an answer is used once");
    let receipts = engine.mcp_receipts(McpReceiptsQuery::default()).await.unwrap().receipts;
    let of_it = receipts.iter().filter(|receipt| receipt.correlation_id == shown.correlation_id);
    assert_eq!(of_it.filter(|receipt| receipt.receipt_kind == McpReceiptKind::AuthChallenge).count(), 2);
    engine.close().await;
}

#[tokio::test]
async fn more_scopes_are_granted_or_refused_and_a_retry_is_one_attempt() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    service.does(json!({ "grant": "asked" }));
    sign_in(&engine, &id).await;
    call(&engine, &id, 0).await.unwrap();
    service.does(json!({ "grant": "asked", "needs": "write" }));
    let (refused, ()) = tokio::join!(call(&engine, &id, 60_000), async {
        let challenge = waiting(&engine).await;
        assert_eq!((challenge.kind, challenge.scopes.as_slice()), (McpChallengeKind::MoreScopes, &["write".to_owned()][..]));
        let done = respond(&engine, &challenge.challenge_id, json!({ "decision": "deny", "note": "not today" })).await.unwrap();
        assert_eq!((done.resolved, done.resolution, done.accepted), (true, McpChallengeResolution::Denied, true));
    });
    assert_eq!(refused.unwrap_err().code, ErrorCode::McpCallDenied);
    let (again, ()) = tokio::join!(call(&engine, &id, 60_000), async {
        let challenge = waiting(&engine).await;
        let done = respond(&engine, &challenge.challenge_id, json!({ "action": "retry" })).await.unwrap();
        assert_eq!(done.next_step, McpChallengeNext::RetryConnection);
    });
    let again = again.unwrap_err();
    assert_eq!(reason(&again), "INSUFFICIENT_SCOPE", "made again once, and refused again");
    let (granted, ()) = tokio::join!(call(&engine, &id, 60_000), async {
        let challenge = waiting(&engine).await;
        let done = respond(&engine, &challenge.challenge_id, json!({ "decision": "approve" })).await.unwrap();
        assert_eq!(browse(&done.sign_in.unwrap().authorization_url).await.0, 200);
    });
    assert!(granted.is_ok(), "{granted:?}");
    engine.close().await;
}

#[tokio::test]
async fn a_challenge_expires_and_ends_with_its_connector() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    call(&engine, &id, 0).await.unwrap_err();
    let first = engine.pending_mcp_calls().await.unwrap().challenges.remove(0);
    world.clock.advance(chrono::Duration::minutes(16));
    assert_eq!(engine.pending_mcp_calls().await.unwrap().pending, 0);
    let late = respond(&engine, &first.challenge_id, json!({ "decision": "approve" })).await.unwrap();
    assert_eq!((late.resolved, late.resolution, late.accepted), (true, McpChallengeResolution::Expired, false));
    let unknown = respond(&engine, "nothing", json!({ "decision": "deny" })).await.unwrap_err();
    assert_eq!(unknown.code, ErrorCode::NotFound);
    let (ended, ()) = tokio::join!(call(&engine, &id, 60_000), async {
        waiting(&engine).await;
        engine.delete_mcp_server(id.clone()).await.unwrap();
    });
    assert_eq!(reason(&ended.unwrap_err()), "SIGN_IN_REQUIRED");
    assert_eq!(engine.pending_mcp_calls().await.unwrap().pending, 0);
    engine.close().await;
}

#[tokio::test]
async fn each_caller_is_told_of_its_own_tool_and_joins_only_what_can_be_answered() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    let (echo, other, ()) = tokio::join!(call(&engine, &id, 60_000), call_tool(&engine, &id, "list_files", 60_000), async {
        let challenge = waited_for_by(&engine, 2).await;
        respond(&engine, &challenge.challenge_id, json!({ "decision": "deny" })).await.unwrap();
    });
    for (refused, tool) in [(echo.unwrap_err(), "echo"), (other.unwrap_err(), "list_files")] {
        assert_eq!(refused.code, ErrorCode::McpCallDenied);
        assert!(refused.message.contains(&format!("so {tool} is not called")), "{}", refused.message);
    }
    let left = CancellationToken::new();
    let request = json!({ "tool_name": "echo", "arguments": { "text": "hello" }, "agent": "claude", "wait_ms": 60_000 });
    let caller = ConnectorCaller::Agent(ConnectorAgent::new(Some("claude".into()), Some("a-key-of-the-connection")));
    let (late, ()) = tokio::join!(engine.call_mcp_tool(id.clone(), read(request), caller, left.clone()), async {
        let first = waiting(&engine).await;
        world.clock.advance(chrono::Duration::minutes(16));
        // The caller before still waits for the challenge that nobody can answer any more.
        let failed = call(&engine, &id, 0).await.unwrap_err();
        let second = engine.pending_mcp_calls().await.unwrap().challenges.remove(0);
        assert_eq!(detail(&failed, "challenge_id"), second.challenge_id);
        assert_ne!(second.challenge_id, first.challenge_id);
        left.cancel();
    });
    late.unwrap_err();
    engine.close().await;
}

#[tokio::test]
async fn calls_go_on_with_a_profile_that_is_signed_in_already() {
    let world = World::new();
    let service = Service::start(&world);
    let engine = world.open().await;
    let id = add(&engine, &service).await;
    sign_in(&engine, &id).await;
    let share = json!({ "shared_profile": true });
    engine.update_mcp_auth_profile("private".into(), read(share)).await.unwrap();
    let second = json!({
        "display_name": "Second", "transport": "remote_http", "endpoint_url": format!("{}/mcp/second", service.base), "trust": true,
    });
    let second = engine.register_mcp_server(read(second)).await.unwrap().server.registry.server_id;
    let (answered, ()) = tokio::join!(call(&engine, &second, 60_000), async {
        let challenge = waiting(&engine).await;
        let with = json!({ "decision": "approve", "selected_auth_profile_id": "private" });
        let done = respond(&engine, &challenge.challenge_id, with).await.unwrap();
        assert_eq!((done.resolved, done.resolution), (true, McpChallengeResolution::Approved));
        assert_eq!((done.next_step, done.sign_in.is_none()), (McpChallengeNext::RetryConnection, true), "no second sign-in");
        assert_eq!(done.auth_status.auth_state, McpAuthState::Healthy);
    });
    assert!(answered.is_ok(), "{answered:?}");
    // The same without the challenge: the person chooses the profile where the connector is.
    engine.update_mcp_server(second.clone(), read(json!({ "auth_profile_id": null }))).await.unwrap();
    let (answered, ()) = tokio::join!(call(&engine, &second, 60_000), async {
        waiting(&engine).await;
        engine.update_mcp_server(second.clone(), read(json!({ "auth_profile_id": "private" }))).await.unwrap();
    });
    assert!(answered.is_ok(), "{answered:?}");
    assert_eq!(engine.pending_mcp_calls().await.unwrap().pending, 0);
    engine.close().await;
}
