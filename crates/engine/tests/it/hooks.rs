//! Hooks: rules of skills in force, prompts, and calls of connectors. What agents see of it is tested with the built program.

use crate::author::{choose, completion, server};
use crate::connectors::{add, call_as, local, read};
use crate::import_switches::{install, staged, with_agents};
use apprentice_contracts::connector::McpAskFirstStatus;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::hook::{DecideHookRequest, HookAnswer, HookDecision};
use apprentice_contracts::receipt::{ReceiptKind, ReceiptsQuery};
use apprentice_engine::{ConnectorAgent, ConnectorCaller, Engine};
use apprentice_testkit::World;
use serde_json::{Value, json};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

fn rules(world: &World, text: &str) {
    std::fs::write(world.home().join("hooks.yaml"), text).unwrap();
}

async fn decide(engine: &Engine, event: &str, tool: &str, input: Value) -> HookAnswer {
    let request: DecideHookRequest =
        read(json!({ "agent": "claude-code", "event": event, "session_id": "s", "tool_name": tool, "tool_input": input }));
    engine.decide_hook(request).await.unwrap()
}

async fn decisions(engine: &Engine) -> Vec<String> {
    let query = ReceiptsQuery { page: 1, page_size: 100, kind: Some(ReceiptKind::HookDecided), ..ReceiptsQuery::default() };
    engine.receipts(query).await.unwrap().receipts.into_iter().map(|receipt| receipt.summary).collect()
}

#[tokio::test]
async fn rules_of_a_skill_count_while_it_is_in_force_and_as_it_was_installed() {
    let world = World::new();
    let engine = world.open().await;
    let folders = with_agents(&world, &engine, &["claude"]).await;
    let text = "---\nname: guarded\ndescription: Works under guard.\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: decision\n          decision: deny\n          reason: Not here.\n---\n\nWork.\n";
    let id = staged(&engine, &[("guarded/SKILL.md", text.as_bytes())]).await;
    install(&engine, id, json!({ "acknowledged_findings": ["HOOKS"] })).await.unwrap();
    let run = async || decide(&engine, "pre_tool_use", "Bash", json!({ "command": "ls" })).await;
    let start = async || decide(&engine, "post_tool_use", "mcp__apprentice__get_skill", json!({ "ability": "guarded" })).await;
    assert_eq!(run().await, HookAnswer::default());
    start().await;
    let denied = run().await;
    assert_eq!((denied.decision, denied.reason.as_deref()), (HookDecision::Deny, Some("Not here.")));
    decide(&engine, "stop", "", json!({})).await;
    assert_eq!(run().await, HookAnswer::default(), "the turn has ended");
    let file = folders[0].join("guarded/SKILL.md");
    std::fs::write(&file, text.replace("Not here.", "Edited.")).unwrap();
    start().await;
    assert_eq!(run().await, HookAnswer::default(), "somebody edited it, and nobody read what it says now");
    assert_eq!(decisions(&engine).await.len(), 1);
    engine.close().await;
}

#[tokio::test]
async fn a_prompt_is_asked_of_the_author_without_secrets() {
    let world = World::new();
    let engine = world.open().await;
    rules(&world, "PreToolUse:\n  - hooks:\n      - { type: prompt, prompt: Does it send mail?, on_failure: deny }\n");
    let secret = "sk-ant-api03-Zk3vT9qLw8XyB2nR5mC7dF1gH4jK6pS0aE-AAAA";
    let ask = async || decide(&engine, "pre_tool_use", "send", json!({ "to": "a", "key": secret })).await;
    let nobody = ask().await;
    assert_eq!(nobody.decision, HookDecision::Deny, "no author is chosen, and the rule says what counts then");
    assert!(nobody.findings[0].contains("apprentice learn author set"), "{nobody:?}");
    let said = "It does: {\"decision\": \"ask\", \"reason\": \"It sends mail.\"}";
    let (address, received) = server(vec![(200, completion(said)), (200, completion("I cannot say."))]);
    choose(&engine, &address).await;
    let asked = ask().await;
    assert_eq!((asked.decision, asked.reason.as_deref()), (HookDecision::Ask, Some("It sends mail.")), "{asked:?}");
    let sent = received.recv().unwrap().1.to_string();
    assert!(sent.contains("Does it send mail?") && sent.contains("PreToolUse") && !sent.contains(secret), "{sent}");
    assert_eq!(ask().await.decision, HookDecision::Deny, "an answer without a decision is a failure");
    engine.close().await;
}

#[tokio::test]
async fn the_same_rules_decide_calls_of_connectors_by_agents() {
    let world = World::new();
    let engine = world.open().await;
    let id = add(&engine, local("My Files!", &[])).await.unwrap();
    engine.connect_mcp_server(id.clone()).await.unwrap();
    let agent = || ConnectorCaller::Agent(ConnectorAgent { name: Some("claude-code".into()), connection: None });
    let call = async |caller| call_as(&engine, &id, "echo", json!({ "text": "hello" }), caller).await;
    let rule = |decision: &str| {
        let head = "PreToolUse:\n  - matcher: mcp__my-files__echo\n    hooks:\n";
        rules(&world, &format!("{head}      - {{ type: decision, decision: {decision}, reason: It is mine. }}\n"));
    };
    call(agent()).await.unwrap();
    rule("deny");
    let denied = call(agent()).await.unwrap_err();
    assert!(denied.code == ErrorCode::McpCallDenied && denied.message.contains("It is mine."), "{denied:?}");
    assert!(call(ConnectorCaller::Person).await.is_ok(), "the person's own call is theirs");
    rule("ask");
    let asked = call(agent()).await.unwrap_err();
    assert_eq!(asked.code, ErrorCode::McpAskFirstRequired, "{asked:?}");
    rule("allow");
    call(agent()).await.unwrap();
    let said = decisions(&engine).await;
    assert!(said.len() == 3 && said[0].contains("of mcp__my-files__echo, asked by claude-code: allowed"), "{said:?}");
    engine.close().await;
}

/// A rule that the person adds while a call waits for them holds for that call.
#[tokio::test]
async fn a_rule_that_is_added_while_a_call_waits_for_the_person_stops_it() {
    let world = World::new();
    let engine = world.open().await;
    let id = add(&engine, local("Letters", &[])).await.unwrap();
    engine.connect_mcp_server(id.clone()).await.unwrap();
    for (rule, made) in [("deny", false), ("allow", true)] {
        let request = json!({ "tool_name": "write", "arguments": { "text": rule }, "wait_ms": 60_000 });
        let agent = ConnectorCaller::Agent(ConnectorAgent { name: Some("claude-code".into()), connection: None });
        let waiting = tokio::spawn({
            let (engine, id) = (engine.clone(), id.clone());
            async move { engine.call_mcp_tool(id, read(request), agent, CancellationToken::new()).await }
        });
        let asked = loop {
            let found = engine.pending_mcp_calls().await.unwrap().dispatches;
            match found.iter().find(|dispatch| dispatch.status == McpAskFirstStatus::Pending) {
                Some(dispatch) => break dispatch.dispatch_id,
                None => tokio::task::yield_now().await,
            }
        };
        let head = "PreToolUse:\n  - matcher: mcp__letters__write\n    hooks:\n";
        rules(&world, &format!("{head}      - {{ type: decision, decision: {rule}, reason: It is mine. }}\n"));
        engine.approve_mcp_call(asked, read(json!({ "decision": "approve_once" }))).await.unwrap();
        let ended = tokio::time::timeout(Duration::from_secs(20), waiting).await.unwrap().unwrap();
        assert_eq!(ended.is_ok(), made, "{rule}: {ended:?}");
        if let Err(denied) = ended {
            assert!(denied.code == ErrorCode::McpCallDenied && denied.message.contains("It is mine."), "{denied:?}");
        }
        rules(&world, "{}\n");
    }
    engine.close().await;
}
