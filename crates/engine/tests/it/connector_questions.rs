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
        for receipt in &receipts {
            let who = match receipt.receipt_kind {
                McpReceiptKind::Elicitation => McpIdentityKind::System,
                McpReceiptKind::ElicitationAnswer => McpIdentityKind::LocalUser,
                _ => continue,
            };
            assert_eq!(receipt.identity_asserted_kind, who, "{}", receipt.summary);
        }
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

/// What a server wants opened before it takes a call.
fn wants(address: &str, id: Option<&str>) -> Value {
    let mut wanted = json!({ "mode": "url", "message": "Sign in.", "url": address });
    if let Some(id) = id {
        wanted["elicitationId"] = json!(id);
    }
    wanted
}

fn gated(elicitations: &[Value]) -> Value {
    json!({ "data": { "elicitations": elicitations } })
}

fn reason(failure: &Failure) -> &str {
    failure.details.as_ref().unwrap()["reason"].as_str().unwrap()
}

fn text(done: &McpCallResponse) -> &str {
    done.result["content"][0]["text"].as_str().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_needs_an_address_opened_asks_the_person_and_goes_on_when_they_are_done() {
    for modern in [false, true] {
        let world = World::new();
        let engine = Arc::new(world.open().await);
        let id = asker(&engine, json!({ "asks": true, "modern": modern })).await;
        let address = "https://login.example.com/connect?elicitationId=1";
        let two = [wants(address, Some("1")), wants("https://pay.example.com/", Some("2"))];
        let (call, _) = calling(&engine, &id, "gated", gated(&two), 20_000);
        let asked = questions(&engine, 1).await.remove(0);
        assert_eq!(
            (asked.mode, asked.url.as_deref(), asked.host.as_deref(), asked.message.as_str()),
            (McpElicitationMode::Url, Some(address), Some("login.example.com"), "Sign in.")
        );
        // The person may be done before they say that they agree, and the server may name what nobody waits for.
        let finish =
            async |ids: &[&str]| calling(&engine, &id, "finish", json!({ "ids": ids }), 20_000).0.await.unwrap().unwrap();
        finish(&["1", "of somebody else"]).await;
        answer(&engine, asked.dispatch_id, json!({ "action": "accept" })).await.unwrap();
        let second = questions(&engine, 1).await.remove(0);
        assert_eq!(second.host.as_deref(), Some("pay.example.com"), "one after the other");
        answer(&engine, second.dispatch_id, json!({ "action": "accept" })).await.unwrap();
        finish(&["2"]).await;
        assert_eq!(text(&call.await.unwrap().unwrap()), "through the gate");

        // Without word of the server the caller is told what to do.
        for (wanted, patience) in [(wants(address, Some("3")), 1000), (wants(address, None), 60_000)] {
            let (call, _) = calling(&engine, &id, "gated", gated(&[wanted]), patience);
            let asked = questions(&engine, 1).await.remove(0);
            answer(&engine, asked.dispatch_id, json!({ "action": "accept" })).await.unwrap();
            let told = call.await.unwrap().unwrap_err();
            assert_eq!((told.code, reason(&told)), (ErrorCode::McpCallFailed, "OPEN_FIRST"));
            let words = "gated gave no result: the person has to do something at login.example.com first, and agreed to open it. \
                         Repeat the same call when the person says that they are done there.";
            assert_eq!(told.message, words);
        }
        for action in ["decline", "cancel"] {
            let (call, _) = calling(&engine, &id, "gated", gated(&two[..1]), 20_000);
            // It was finished above, so another one is needed.
            assert_eq!(text(&call.await.unwrap().unwrap()), "through the gate");
            let (call, _) = calling(&engine, &id, "gated", gated(&[wants(address, Some(action)), wants(address, None)]), 20_000);
            let asked = questions(&engine, 1).await.remove(0);
            answer(&engine, asked.dispatch_id, json!({ "action": action })).await.unwrap();
            let told = call.await.unwrap().unwrap_err();
            assert_eq!(reason(&told), "NOT_OPENED", "{action}: and the second is not asked");
            assert!(told.message.ends_with("Repeat the call only if the person wants it."), "{}", told.message);
        }
        engine.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gate_that_leads_elsewhere_is_no_question_and_leaves_a_receipt() {
    let world = World::new();
    let engine = Arc::new(world.open().await);
    let id = asker(&engine, json!({ "asks": true })).await;
    let form = json!({ "mode": "form", "message": "Which?", "requestedSchema": form()["requestedSchema"] });
    let many: Vec<Value> = (0..11).map(|number| wants("https://example.com/", Some(&number.to_string()))).collect();
    let refused = [
        (gated(&[wants("javascript:alert(1)", Some("1"))]), "https://"),
        (gated(&[wants("http://example.com/", Some("1"))]), "https://"),
        (gated(&[wants("https://ada:word@example.com/", Some("1"))]), "secret"),
        (gated(&[wants("https://exa\u{200b}mple.com/", Some("1"))]), "cannot be seen"),
        (gated(&[form]), "something else"),
        (gated(&[json!("https://example.com/")]), "something else"),
        (gated(&[]), "names 0"),
        (gated(&many), "names 11"),
        (json!({ "data": "https://example.com/" }), "names none"),
        (json!({}), "names none"),
    ];
    for (data, words) in &refused {
        let (call, _) = calling(&engine, &id, "gated", data.clone(), 20_000);
        let told = call.await.unwrap().unwrap_err();
        assert_eq!(reason(&told), "REFUSED", "{data}");
        assert!(told.message.contains(words) && !told.message.contains("effect"), "{data}: {}", told.message);
        assert!(engine.pending_mcp_calls().await.unwrap().elicitations.is_empty());
    }
    let blocked = async || {
        let receipts = engine.mcp_receipts(McpReceiptsQuery::default()).await.unwrap().receipts;
        let of_questions = receipts.into_iter().filter(|receipt| receipt.receipt_kind == McpReceiptKind::Elicitation);
        of_questions.map(|receipt| (receipt.status, receipt.summary)).collect::<Vec<_>>()
    };
    let receipts = blocked().await;
    assert_eq!(receipts.len(), refused.len());
    let words = "A question of it did not reach the person: ";
    assert!(receipts.iter().all(|(status, summary)| *status == McpReceiptStatus::Blocked && summary.starts_with(words)));
    assert!(receipts[0].1.ends_with("Further ones within the hour are not listed."), "{receipts:?}");
    assert!(!receipts.iter().any(|(_, summary)| summary.contains("alert")), "no address is in them: {receipts:?}");
    let (call, _) = calling(&engine, &id, "gated", refused[0].0.clone(), 20_000);
    call.await.unwrap().unwrap_err();
    assert_eq!(blocked().await.len(), refused.len(), "they push out nothing else");
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
        let receipts = engine.mcp_receipts(McpReceiptsQuery::default()).await.unwrap().receipts;
        let blocked = |receipt: &&McpReceipt| {
            receipt.receipt_kind == McpReceiptKind::Elicitation && receipt.status == McpReceiptStatus::Blocked
        };
        // In the newer protocol a schema that is not flat is no question at all.
        assert_eq!(receipts.iter().filter(blocked).count(), if modern { 3 } else { 4 }, "{receipts:?}");
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

#[tokio::test(flavor = "multi_thread")]
async fn no_question_outlives_its_connection_however_it_ends() {
    let world = World::new();
    let engine = Arc::new(world.open().await);
    for end in ["crash", "disable", "edit", "delete", "close"] {
        let id = add(&engine, local(end, &[r#"{"asks":true}"#])).await.unwrap();
        engine.connect_mcp_server(id.clone()).await.unwrap();
        let (call, _) = calling(&engine, &id, "ask", form(), 20_000);
        let asked = questions(&engine, 1).await.remove(0);
        match end {
            "crash" => _ = calling(&engine, &id, "crash", json!({}), 20_000).0.await.unwrap().unwrap_err(),
            "disable" => _ = engine.update_mcp_server(id, read(json!({ "enabled": false }))).await.unwrap(),
            "edit" => {
                let command = json!({ "program": crate::connectors::node(), "arguments": [crate::connectors::server()] });
                engine.update_mcp_server(id, read(json!({ "command": command }))).await.unwrap();
            }
            "delete" => _ = engine.delete_mcp_server(id).await.unwrap(),
            _ => engine.close().await,
        }
        assert_eq!(call.await.unwrap().unwrap_err().code, ErrorCode::McpCallFailed, "{end}");
        if end != "close" {
            questions(&engine, 0).await;
            let late = answer(&engine, asked.dispatch_id, json!({ "action": "decline" })).await.unwrap_err();
            assert_eq!(late.code, ErrorCode::NotFound, "{end}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_questions_wait_at_a_time_and_one_call_asks_ten_times() {
    let world = World::new();
    let engine = Arc::new(world.open().await);
    let mut calls = Vec::new();
    let mut servers = Vec::new();
    for number in 0..7 {
        let id = add(&engine, local(&format!("Rooms {number}"), &[r#"{"asks":true}"#])).await.unwrap();
        engine.connect_mcp_server(id.clone()).await.unwrap();
        for _ in 0..3.min(20 - calls.len()) {
            calls.push(calling(&engine, &id, "ask", form(), 20_000));
        }
        servers.push(id);
    }
    let asked = questions(&engine, 20).await;
    let (refused, _) = calling(&engine, &servers[6], "ask", form(), 20_000);
    assert!(given(&refused.await.unwrap().unwrap())["message"].as_str().unwrap().contains("too many"), "21 in all");
    // One that was answered makes room for another.
    answer(&engine, asked[0].dispatch_id, json!({ "action": "decline" })).await.unwrap();
    calls.push(calling(&engine, &servers[6], "ask", form(), 20_000));
    let asked = questions(&engine, 20).await;
    for question in asked {
        answer(&engine, question.dispatch_id, json!({ "action": "cancel" })).await.unwrap();
    }
    for (call, _) in calls {
        call.await.unwrap().unwrap();
    }

    let id = asker(&engine, json!({ "asks": true, "modern": true, "insists": true })).await;
    let (call, _) = calling(&engine, &id, "ask", form(), 20_000);
    for _ in 0..10 {
        let asked = questions(&engine, 1).await.remove(0);
        answer(&engine, asked.dispatch_id, json!({ "action": "accept", "content": { "room": "a" } })).await.unwrap();
    }
    let failure = call.await.unwrap().unwrap_err();
    assert!(failure.message.contains("more than 10 times"), "{}", failure.message);
    engine.close().await;
}
