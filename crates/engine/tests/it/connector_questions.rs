//! What servers ask the person during a call, in both generations of the protocol: asked, answered, refused, and taken back.

use crate::connectors::{add, item, local, read};
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{McpDispatchId, McpServerId};
use apprentice_engine::{ConnectorAgent, ConnectorCaller, Engine};
use apprentice_testkit::World;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

const PATIENCE: Duration = Duration::from_secs(60);

/// A call of a tool that asks, on its way.
fn calling(
    engine: &Arc<Engine>,
    id: &McpServerId,
    tool: &str,
    params: Value,
    timeout_ms: u32,
) -> (tokio::task::JoinHandle<Result<McpCallResponse, Failure>>, CancellationToken) {
    let (engine, id, left) = (engine.clone(), id.clone(), CancellationToken::new());
    let request = read(json!({ "tool_name": tool, "arguments": params, "timeout_ms": timeout_ms }));
    let caller = ConnectorCaller::Agent(ConnectorAgent::new(Some("Claude".to_owned()), Some("key")));
    let leaving = left.clone();
    (tokio::spawn(async move { engine.call_mcp_tool(id, request, caller, leaving).await }), left)
}

/// The question that waits, as soon as there are as many.
async fn questions(engine: &Engine, count: usize) -> Vec<McpElicitation> {
    let found = async {
        loop {
            let found = engine.pending_mcp_calls().await.unwrap();
            if found.elicitations.len() == count {
                assert_eq!(found.pending as usize, count);
                return found.elicitations;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, found).await.unwrap()
}

async fn answer(engine: &Engine, id: McpDispatchId, body: Value) -> Result<McpElicitationAnswerResponse, Failure> {
    engine.answer_mcp_question(id, read(body)).await
}

fn form() -> Value {
    json!({ "message": "Which room?", "requestedSchema": { "type": "object", "required": ["room"], "properties": {
        "room": { "type": "string", "enum": ["a", "b"] }, "people": { "type": "integer", "minimum": 1, "maximum": 8 }, "note": { "type": "string" } } } })
}

/// What the server was given, from the text of its answer.
fn given(done: &McpCallResponse) -> Value {
    serde_json::from_str(done.result["content"][0]["text"].as_str().unwrap()).unwrap()
}

async fn asker(engine: &Engine, script: Value) -> McpServerId {
    let id = add(engine, local("Rooms", &[&script.to_string()])).await.unwrap();
    engine.connect_mcp_server(id.clone()).await.unwrap();
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_is_answered_refused_or_closed_by_the_person_in_both_generations() {
    for modern in [false, true] {
        let world = World::new();
        let engine = Arc::new(world.open().await);
        let id = asker(&engine, json!({ "asks": true, "modern": modern })).await;
        // The shortest time that a call may have: it does not run while the person is asked.
        let (mut call, _) = calling(&engine, &id, "ask", form(), 1000);
        let asked = questions(&engine, 1).await.remove(0);
        assert_eq!(
            (asked.server_id.as_str(), asked.mode, asked.message.as_str()),
            ("rooms", McpElicitationMode::Form, "Which room?")
        );
        let mut kinds: Vec<(&str, McpElicitationKind, bool)> =
            asked.fields.iter().map(|field| (field.name.as_str(), field.kind, field.required)).collect();
        use McpElicitationKind::{Choice, Integer, Text};
        kinds.sort_by_key(|(name, ..)| *name);
        assert_eq!(kinds, [("note", Text, false), ("people", Integer, false), ("room", Choice, true)]);
        for (wrong, field) in [
            (json!({}), "content.room"),
            (json!({ "room": "c" }), "content.room"),
            (json!({ "room": "a", "people": 9 }), "content.people"),
            (json!({ "room": "a", "other": 1 }), "content.other"),
            (
                json!({ "room": "a", "note": "my key is sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ" }),
                "content.note",
            ),
        ] {
            let refused = answer(&engine, asked.dispatch_id, json!({ "action": "accept", "content": wrong })).await.unwrap_err();
            assert_eq!(
                (refused.code, refused.details.unwrap()["field"].as_str().unwrap().to_owned()),
                (ErrorCode::InvalidRequest, field.to_owned())
            );
        }
        let early = tokio::time::timeout(Duration::from_millis(1200), &mut call).await;
        assert!(early.is_err(), "the person has more time than the call: {early:?}");
        let content = json!({ "room": "b", "people": 3 });
        let done = answer(&engine, asked.dispatch_id, json!({ "action": "accept", "content": content })).await.unwrap();
        assert_eq!((done.action, done.url), (McpElicitationAction::Accept, None));
        assert_eq!(given(&call.await.unwrap().unwrap()), json!({ "action": "accept", "content": content }));
        let again = answer(&engine, asked.dispatch_id, json!({ "action": "decline" })).await.unwrap_err();
        assert_eq!(again.code, ErrorCode::NotFound, "answered once");

        for action in ["decline", "cancel"] {
            let (call, _) = calling(&engine, &id, "ask", form(), 20_000);
            let asked = questions(&engine, 1).await.remove(0);
            answer(&engine, asked.dispatch_id, json!({ "action": action })).await.unwrap();
            assert_eq!(given(&call.await.unwrap().unwrap()), json!({ "action": action }));
        }
        let receipts = engine.mcp_receipts(McpReceiptsQuery::default()).await.unwrap().receipts;
        let words: Vec<&str> = receipts.iter().map(|receipt| receipt.summary.as_str()).collect();
        let count = |kind| receipts.iter().filter(|receipt| receipt.receipt_kind == kind).count();
        assert_eq!((count(McpReceiptKind::Elicitation), count(McpReceiptKind::ElicitationAnswer)), (3, 3), "{words:?}");
        assert!(words.iter().any(|words| words.starts_with("The person answered: ") && words.contains("room")), "{words:?}");
        engine.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_shown_whole_and_opened_by_nobody_else() {
    let world = World::new();
    let engine = Arc::new(world.open().await);
    let id = asker(&engine, json!({ "asks": true })).await;
    let url = "https://login.example.com/confirm?state=abc#part";
    let (call, _) =
        calling(&engine, &id, "ask", json!({ "mode": "url", "message": "Confirm.", "url": url, "elicitationId": "1" }), 20_000);
    let asked = questions(&engine, 1).await.remove(0);
    assert_eq!(
        (asked.mode, asked.url.as_deref(), asked.host.as_deref()),
        (McpElicitationMode::Url, Some(url), Some("login.example.com"))
    );
    let refused = answer(&engine, asked.dispatch_id, json!({ "action": "accept", "content": { "a": 1 } })).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::InvalidRequest);
    let done = answer(&engine, asked.dispatch_id, json!({ "action": "accept" })).await.unwrap();
    assert_eq!(done.url.as_deref(), Some(url));
    assert_eq!(given(&call.await.unwrap().unwrap()), json!({ "action": "accept" }));
    for address in [
        "javascript:alert(1)",
        "http://example.com/",
        "file:///etc/passwd",
        "https://ada:word@example.com/",
        "vscode:mcp/install",
    ] {
        let params = json!({ "mode": "url", "message": "Confirm.", "url": address, "elicitationId": "1" });
        let (call, _) = calling(&engine, &id, "ask", params, 20_000);
        assert_eq!(given(&call.await.unwrap().unwrap())["code"], -32602, "{address}");
    }
    engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_may_not_be_asked_is_refused_with_the_error_of_the_protocol() {
    for modern in [false, true] {
        let world = World::new();
        let engine = Arc::new(world.open().await);
        let id = asker(&engine, json!({ "asks": true, "modern": modern })).await;
        let one = |name: &str, schema: Value| json!({ "message": "More?", "requestedSchema": { "type": "object", "properties": { name: schema } } });
        for (params, words) in [
            (one("password", json!({ "type": "string" })), "secret"),
            (one("apiKey", json!({ "type": "string", "title": "Key" })), "secret"),
            (json!({ "message": "Type your PIN", "requestedSchema": form()["requestedSchema"] }), "secret"),
            (one("a", json!({ "type": "object", "properties": {} })), "flat"),
        ] {
            let (call, _) = calling(&engine, &id, "ask", params.clone(), 20_000);
            let answered = call.await.unwrap();
            match modern {
                false => {
                    let error = given(&answered.unwrap());
                    assert!(error["code"] == -32602 && error["message"].as_str().unwrap().contains(words), "{params}: {error}");
                }
                true => assert_eq!(answered.unwrap_err().code, ErrorCode::McpCallFailed, "{params}"),
            }
            assert!(engine.pending_mcp_calls().await.unwrap().elicitations.is_empty());
        }
        // A model is not lent to a server.
        let (call, _) = calling(&engine, &id, "sample", json!({}), 20_000);
        match (modern, call.await.unwrap()) {
            (false, Ok(done)) => assert_eq!(given(&done)["code"], -32601),
            (true, Err(failure)) => assert!(failure.message.contains("sampling"), "{}", failure.message),
            (_, other) => panic!("{other:?}"),
        }
        engine.close().await;
    }
    // Outside of a call nobody is asked.
    let world = World::new();
    let engine = Arc::new(world.open().await);
    let id = asker(&engine, json!({ "uninvited": form() })).await;
    let refused = async {
        while !engine.mcp_server(id.clone()).await.unwrap().log.contains("uninvited") {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, refused).await.unwrap();
    assert!(engine.mcp_server(id.clone()).await.unwrap().log.contains("during a call alone"));
    assert!(item(&engine, &id).await.badge_states.contains(&McpBadgeState::Connected));
    engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_ends_with_its_call_or_its_server_and_few_wait_at_a_time() {
    let world = World::new();
    let engine = Arc::new(world.open().await);
    let id = asker(&engine, json!({ "asks": true })).await;
    let (call, left) = calling(&engine, &id, "ask", form(), 20_000);
    let asked = questions(&engine, 1).await.remove(0);
    left.cancel();
    assert_eq!(call.await.unwrap().unwrap_err().code, ErrorCode::McpCallFailed);
    questions(&engine, 0).await;
    assert_eq!(answer(&engine, asked.dispatch_id, json!({ "action": "decline" })).await.unwrap_err().code, ErrorCode::NotFound);

    let calls: Vec<_> = (0..3).map(|_| calling(&engine, &id, "ask", form(), 20_000)).collect();
    questions(&engine, 3).await;
    let (fourth, _) = calling(&engine, &id, "ask", form(), 20_000);
    assert!(given(&fourth.await.unwrap().unwrap())["message"].as_str().unwrap().contains("too many"));
    engine.disconnect_mcp_server(id.clone()).await.unwrap();
    questions(&engine, 0).await;
    for (call, _) in calls {
        assert!(call.await.unwrap().is_err());
    }
    engine.close().await;
}
