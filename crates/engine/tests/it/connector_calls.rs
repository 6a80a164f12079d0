//! Teaching from calls of connectors: what is kept of them, the session that is made of them, its draft and its rehearsal.

use crate::connectors::{add, call_as, item, local, read};
use crate::road::{refused, settled, state};
use apprentice_contracts::app::Settings;
use apprentice_contracts::checkpoint::{CheckpointRole, Grade};
use apprentice_contracts::connector::*;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::ids::{McpServerId, ReceiptId};
use apprentice_contracts::observation::{ActionDetails, ObservationAdapterKind};
use apprentice_contracts::page::WholeOrPageQuery;
use apprentice_contracts::session::*;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_contracts::validation::*;
use apprentice_engine::{ConnectorAgent, ConnectorCaller, Engine};
use apprentice_testkit::{World, demonstrating};
use serde_json::{Value, json};

const SECRET: &str = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

/// A connector with notes, whose script a test changes between its calls.
struct Notes {
    script: std::path::PathBuf,
    id: McpServerId,
}

impl Notes {
    async fn connect(world: &World, engine: &Engine) -> Self {
        let script = world.folder.path().join("notes.json");
        let notes = Self { script, id: McpServerId("notes".into()) };
        notes.lists(&["Buy milk"]);
        let id = add(engine, local("Notes", &[&format!("@{}", notes.script.display())])).await.unwrap();
        engine.connect_mcp_server(id.clone()).await.unwrap();
        let target = json!({ "target": { "target_kind": "tool", "server_id": id, "tool_name": "add_note" }, "decision": { "mode": "enabled" }, "schema_version": 1 });
        engine.update_mcp_policy(read(target)).await.unwrap();
        Self { id, ..notes }
    }

    /// What `list_notes` answers from now on.
    fn lists(&self, titles: &[&str]) {
        let list: Vec<Value> = titles.iter().zip(1..).map(|(title, id)| json!({ "id": id, "title": title })).collect();
        let text =
            |name: &str| json!({ "type": "object", "properties": { name: { "type": "string" }, "token": { "type": "string" } } });
        let script = json!({
            "tools": [
                { "name": "list_notes", "description": "Lists notes.", "inputSchema": { "type": "object" }, "annotations": { "readOnlyHint": true } },
                { "name": "add_note", "title": "Add a note", "description": "Adds a note.", "inputSchema": text("title") },
                { "name": "get_nothing", "description": "Fails.", "inputSchema": { "type": "object" }, "annotations": { "readOnlyHint": true } },
            ],
            "results": {
                "list_notes": { "content": [], "structuredContent": { "notes": list } },
                "add_note": { "content": [{ "type": "text", "text": "Added." }] },
                "get_nothing": { "content": [{ "type": "text", "text": "There is nothing." }], "isError": true },
            },
        });
        let new = self.script.with_extension("new");
        std::fs::write(&new, script.to_string()).unwrap();
        std::fs::rename(new, &self.script).unwrap();
    }

    async fn call(&self, engine: &Engine, tool: &str, arguments: Value) {
        call_as(engine, &self.id, tool, arguments, agent()).await.unwrap();
    }

    /// An agent adds a note, and reads the list before and after.
    async fn add(&self, engine: &Engine, title: &str) {
        self.lists(&["Buy milk"]);
        self.call(engine, "list_notes", json!({})).await;
        self.call(engine, "add_note", json!({ "title": title })).await;
        self.lists(&["Buy milk", title]);
        self.call(engine, "list_notes", json!({})).await;
    }
}

fn agent() -> ConnectorCaller {
    ConnectorCaller::Agent(ConnectorAgent::new(Some("Robot".into()), Some("the key of its connection")))
}

async fn keep(engine: &Engine, keep_calls: bool) {
    let settings = engine.settings().await.unwrap().settings;
    engine.update_settings(Settings { keep_calls, ..settings }).await.unwrap();
}

async fn calls(engine: &Engine) -> Vec<McpReceipt> {
    let mut receipts = engine.mcp_receipts(McpReceiptsQuery::default()).await.unwrap().receipts;
    receipts.retain(|receipt| receipt.receipt_kind == McpReceiptKind::ToolCall);
    receipts.reverse();
    receipts
}

fn of_run(run: &str) -> CreateLearnSessionRequest {
    let request = CreateLearnSessionRequest { watch: Vec::new(), start_url: None, goal: None, ..demonstrating() };
    CreateLearnSessionRequest { from_run: Some(run.to_owned()), observation_mode: ObservationMode::None, ..request }
}

fn of_receipts(receipts: &[ReceiptId]) -> CreateLearnSessionRequest {
    CreateLearnSessionRequest { from_run: None, from_receipts: receipts.to_vec(), ..of_run("") }
}

fn field(failure: &apprentice_contracts::error::Failure) -> &str {
    failure.details.as_ref().unwrap()["field"].as_str().unwrap()
}

#[tokio::test]
async fn a_run_through_the_gate_is_taught_from_and_rehearsed() {
    let world = World::new();
    let engine = world.open().await;
    let notes = Notes::connect(&world, &engine).await;
    keep(&engine, true).await;
    notes.add(&engine, "Call the plumber").await;
    call_as(&engine, &notes.id, "get_nothing", json!({}), agent()).await.unwrap();
    let receipts = calls(&engine).await;
    assert_eq!(receipts.iter().map(|receipt| receipt.teachable).collect::<Vec<_>>(), [true, true, true, false]);
    let run = receipts[0].run_id.clone().expect("a run");
    assert!(receipts.iter().all(|receipt| receipt.run_id.as_ref() == Some(&run)));

    let created = engine.create_session(of_run(&run)).await.unwrap();
    assert_eq!((created.session.state, created.next_action), (State::Stopped, CreateNextAction::GenerateProposal));
    assert_eq!(created.session.actor_mode, ActorMode::AgentDriven);
    let id = created.session.learn_session_id;
    let seen = engine.observed_actions(id, WholeOrPageQuery::default()).await.unwrap().actions;
    assert!(seen.iter().all(|action| action.adapter_kind == ObservationAdapterKind::McpReceipt));
    let tools: Vec<&str> = seen
        .iter()
        .filter_map(|action| match &action.details {
            ActionDetails::Call(call) => Some(call.tool_name.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(tools, ["list_notes", "add_note", "list_notes"], "a call that failed is no step");

    let proposal = engine.generate_proposal(id).await.unwrap().proposal_id;
    settled(&engine).await;
    let detail = engine.proposal_detail(proposal).await.unwrap();
    assert_eq!(state(&engine, id).await, State::ReadyForReview, "{:?}", detail.validation.steps);
    assert_eq!(detail.proposal.title, "Add a note with the Notes connector");
    assert!(detail.skill_md.contains("allowed-tools: mcp__notes__add_note mcp__notes__list_notes"), "{}", detail.skill_md);

    // A new run: Apprentice reads the list itself, before and after.
    let rehearse = async |title: &str, listed: &[&str]| {
        notes.lists(&["Buy milk"]);
        let wanted: StartValidationRunRequest =
            read(json!({ "selected_tests": ["rehearsal"], "inputs": { "title": "Water the plants" } }));
        let before = calls(&engine).await.len();
        engine.validate_proposal(proposal, wanted).await.unwrap();
        // The list is read before the agent begins.
        let read_first = async {
            while calls(&engine).await.len() == before {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(30), read_first).await.expect("the list is read");
        notes.call(&engine, "add_note", json!({ "title": title })).await;
        notes.lists(listed);
        engine.finish_rehearsal(proposal, FinishRehearsalRequest::default()).await.unwrap()
    };
    let right = rehearse("Water the plants", &["Buy milk", "Water the plants"]).await;
    assert_eq!(right.overall_result, OverallResult::Passed, "{:?}", right.receipts);
    let effect = right.checkpoints.iter().find(|one| one.role == CheckpointRole::Effect).expect("an effect");
    let receipt = right.receipts.iter().find(|receipt| receipt.checkpoint_id == effect.checkpoint_id).unwrap();
    assert_eq!(receipt.grade, Some(Grade::ReadAgain));
    let last = calls(&engine).await.pop().unwrap();
    assert_eq!(last.identity_asserted_kind, McpIdentityKind::System, "Apprentice read it again itself");
    let claimed = rehearse("Water the plants", &["Buy milk"]).await;
    assert_eq!(claimed.overall_result, OverallResult::Failed, "the tool said that it added the note, and did not");
    let other = rehearse("Feed the cat", &["Buy milk", "Feed the cat"]).await;
    assert_eq!(other.overall_result, OverallResult::Failed, "another note was added");
    engine.close().await;
}

#[tokio::test]
async fn calls_are_kept_only_as_long_as_the_person_wants_it_and_without_secrets() {
    let world = World::new();
    let engine = world.open().await;
    let notes = Notes::connect(&world, &engine).await;
    notes.add(&engine, "Call the plumber").await;
    let unkept = calls(&engine).await;
    assert!(unkept.iter().all(|receipt| !receipt.teachable), "nothing is kept unless the person wants it");
    let failure = refused(engine.create_session(of_receipts(&[unkept[1].receipt_id])).await);
    assert_eq!((failure.code, field(&failure)), (ErrorCode::InvalidRequest, "from_receipts"));
    assert!(failure.message.contains("keep_calls"), "{}", failure.message);

    keep(&engine, true).await;
    notes.call(&engine, "add_note", json!({ "title": format!("Use {SECRET}"), "token": "open sesame" })).await;
    let kept = calls(&engine).await.pop().unwrap();
    assert!(kept.teachable);
    let text: String = rusqlite::Connection::open(world.home().join("apprentice.db"))
        .unwrap()
        .query_row("SELECT group_concat(body) FROM mcp_calls", [], |row| row.get(0))
        .unwrap();
    assert!(text.contains("add_note") && !text.contains(SECRET) && !text.contains("open sesame"), "{text}");

    call_as(&engine, &notes.id, "get_nothing", json!({}), agent()).await.unwrap();
    let failed = calls(&engine).await.pop().unwrap().receipt_id;
    let failure = refused(engine.create_session(of_receipts(&[failed])).await);
    assert_eq!(failure.code, ErrorCode::InsufficientTraces, "{}", failure.message);
    let unknown = read(json!("00000000-0000-4000-8000-000000000000"));
    assert_eq!(refused(engine.create_session(of_receipts(&[unknown])).await).code, ErrorCode::NotFound);
    assert_eq!(refused(engine.create_session(of_run("nothing")).await).code, ErrorCode::NotFound);
    let both = CreateLearnSessionRequest { from_run: kept.run_id.clone(), ..of_receipts(&[kept.receipt_id]) };
    assert_eq!(field(&refused(engine.create_session(both).await)), "from_run");
    let watching = CreateLearnSessionRequest { watch: vec![WatchSource::Terminal], ..of_receipts(&[kept.receipt_id]) };
    assert_eq!(field(&refused(engine.create_session(watching).await)), "watch");
    assert!(engine.active_session().await.unwrap().is_none(), "a refusal leaves no session behind");

    keep(&engine, false).await;
    assert!(calls(&engine).await.iter().all(|receipt| !receipt.teachable), "they are deleted at once");
    engine.close().await;
}

#[tokio::test]
async fn the_health_of_a_server_says_how_its_tools_answered() {
    let world = World::new();
    let engine = world.open().await;
    let notes = Notes::connect(&world, &engine).await;
    notes.add(&engine, "Call the plumber").await;
    call_as(&engine, &notes.id, "get_nothing", json!({}), agent()).await.unwrap();
    let shown = item(&engine, &notes.id).await;
    let health = &shown.health.tool_health;
    assert_eq!(
        health.iter().map(|(tool, one)| (tool.as_str(), one.ok)).collect::<Vec<_>>(),
        [("add_note", true), ("get_nothing", false), ("list_notes", true)]
    );
    assert!(health["get_nothing"].last_error.as_deref().is_some_and(|why| why.contains("said that it failed")));
    assert_eq!(shown.last_receipt_id, calls(&engine).await.last().map(|receipt| receipt.receipt_id));
    assert_eq!(engine.mcp_server_health(notes.id.clone()).await.unwrap().tool_health, *health);
    engine.delete_mcp_server(notes.id.clone()).await.unwrap();
    let again = Notes::connect(&world, &engine).await;
    assert!(item(&engine, &again.id).await.health.tool_health.is_empty(), "another server may get the id");
    engine.close().await;
}
