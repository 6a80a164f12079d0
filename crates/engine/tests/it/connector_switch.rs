//! Switching an agent over to the connectors, and back: its configuration on good and bad days.

use crate::connectors::{add, contains, local, read, server};
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::McpServerId;
use apprentice_engine::Engine;
use apprentice_store::settings;
use apprentice_testkit::World;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

const KEY: &str = "correct-horse-battery-staple";

fn file(world: &World) -> PathBuf {
    world.folder.path().join("user/.codex/config.toml")
}

/// A configuration of Codex with two servers that can be imported, one that nobody registers, and comments.
fn configured(world: &World) -> String {
    let node = crate::connectors::node();
    let text = format!(
        "# the model\nmodel = \"x\"\n\n# files\n[mcp_servers.files]\ncommand = \"{}\"\nargs = [\"{}\"]\nstartup_timeout_sec = 20\n\n\
         [mcp_servers.files.env]\nAPI_KEY = \"{KEY}\" # mine\n\n# mail\n[mcp_servers.mail]\nurl = \"https://mail.example/mcp\"\n\n\
         [mcp_servers.alone]\ncommand = \"alone\"\n\n[tui]\ntheme = \"dark\" # last\n",
        node.display(),
        server()
    );
    std::fs::create_dir_all(file(world).parent().unwrap()).unwrap();
    std::fs::write(file(world), &text).unwrap();
    text
}

/// The engine with these servers imported and trusted.
async fn imported(world: &World) -> Engine {
    let engine = world.open().await;
    import(&engine).await;
    engine
}

async fn import(engine: &Engine) {
    let plan = engine.plan_mcp_import(McpImportQuery { from: Some("codex".into()) }).await.unwrap();
    let keys = plan.items.iter().filter(|item| item.name != "alone").map(|item| item.key.clone()).collect();
    let done = engine.import_mcp_servers(McpImportRequest { keys, ..McpImportRequest::default() }).await.unwrap();
    for item in done.servers {
        let identity = item.registry.identity;
        engine.trust_mcp_server(item.registry.server_id, McpTrustRequest { identity }).await.unwrap();
    }
}

async fn preview(engine: &Engine, change: &str, mode: &str) -> Result<McpSwitchPreview, Failure> {
    engine.preview_mcp_switch("codex", read(json!({ "change": change, "mode": mode }))).await
}

async fn change(engine: &Engine, change: &str, mode: &str) -> Result<McpSwitchAgent, Failure> {
    let digest = preview(engine, change, mode).await?.digest;
    apply(engine, change, mode, &digest).await
}

async fn apply(engine: &Engine, change: &str, mode: &str, digest: &str) -> Result<McpSwitchAgent, Failure> {
    engine.change_mcp_switch("codex", read(json!({ "change": change, "mode": mode, "digest": digest }))).await
}

fn note(preview: &McpSwitchPreview, name: &str) -> Value {
    let entry = preview.entries.iter().find(|entry| entry.name == name).unwrap();
    json!([entry.server_id, entry.note.is_some()])
}

#[tokio::test]
async fn an_agent_is_switched_over_and_back_byte_by_byte() {
    let world = World::new();
    let before = configured(&world);
    let engine = imported(&world).await;
    for mode in ["one_entry", "wrapped"] {
        let shown = preview(&engine, "switch", mode).await.unwrap();
        let ids = ["files", "mail", "alone"].map(|name| note(&shown, name));
        assert_eq!(ids, [json!(["files", false]), json!(["mail", false]), json!([null, true])]);
        assert!(shown.diff.contains("/opt/apprentice") && !shown.diff.contains(KEY), "{}", shown.diff);
        assert_eq!(std::fs::read_to_string(file(&world)).unwrap(), before, "a preview writes nothing");
        let done = apply(&engine, "switch", mode, &shown.digest).await.unwrap();
        assert_eq!((done.actions, done.entries.len()), (vec![McpSwitchChange::Undo], 2));
        let after = std::fs::read_to_string(file(&world)).unwrap();
        for kept in ["# the model", "# files", "# mail", "[mcp_servers.alone]", "theme = \"dark\" # last"] {
            assert!(after.contains(kept), "{kept}: {after}");
        }
        assert!(!after.contains(KEY) && !after.contains("mail.example"), "{after}");
        match mode {
            "wrapped" => {
                assert!(after.contains("startup_timeout_sec = 20"), "settings of the person stay: {after}");
                assert!(after.contains("\"mcp-proxy\", \"--connector\", \"files\""), "{after}");
                let refused = engine.delete_mcp_server(McpServerId("files".into())).await.unwrap_err();
                assert!(refused.code == ErrorCode::Conflict && refused.message.contains("--undo"), "{}", refused.message);
            }
            _ => assert!(after.contains("[mcp_servers.apprentice]") && !after.contains("[mcp_servers.files]"), "{after}"),
        }
        let twice = preview(&engine, "switch", mode).await.unwrap_err();
        assert!(twice.code == ErrorCode::Conflict && twice.message.contains("already"), "{}", twice.message);
        assert!(!contains(&world.home(), KEY), "a file of the home holds a secret");
        let listed = engine.mcp_switches().await.unwrap().agents;
        assert!(listed.iter().any(|agent| agent.agent_id == "codex" && agent.mode.is_some()));

        let shown = preview(&engine, "undo", mode).await.unwrap();
        assert!(!shown.diff.contains(KEY) && shown.diff.contains("mail.example"), "{}", shown.diff);
        let done = apply(&engine, "undo", mode, &shown.digest).await.unwrap();
        assert_eq!((done.actions, done.mode), (vec![McpSwitchChange::Switch], None));
        assert_eq!(std::fs::read_to_string(file(&world)).unwrap(), before);
        assert_eq!(preview(&engine, "undo", mode).await.unwrap_err().code, ErrorCode::Conflict);
        let kept = world.keychain.keys.lock().unwrap().keys().filter(|account| account.contains("switch")).count();
        assert_eq!(kept, 0, "nothing stays in the keychain");
    }
    let receipts = engine.mcp_receipts(McpReceiptsQuery::default()).await.unwrap().receipts;
    let switches = receipts.iter().filter(|receipt| receipt.receipt_kind == McpReceiptKind::AgentSwitch);
    assert_eq!(switches.count(), 4);
    assert_eq!(
        engine.preview_mcp_switch("notepad", read(json!({ "change": "switch" }))).await.unwrap_err().code,
        ErrorCode::NotFound
    );
    engine.close().await;
}

#[tokio::test]
async fn only_a_trusted_connector_with_the_same_values_takes_the_place_of_an_entry() {
    let world = World::new();
    configured(&world);
    let engine = world.open().await;
    let why = async || {
        let shown = preview(&engine, "switch", "wrapped").await.unwrap();
        shown.entries.into_iter().find(|entry| entry.name == "files").unwrap().note.unwrap_or_default()
    };
    assert!(why().await.contains("Import it first"));
    let id = add(&engine, local("Files", &[])).await.unwrap();
    assert!(why().await.contains("it has no API_KEY"), "{}", why().await);
    let values = async |value: &str| {
        let patch = json!({ "environment": [{ "name": "API_KEY", "value": value }] });
        engine.update_mcp_server(id.clone(), read(patch)).await.unwrap().server.registry.identity
    };
    let identity = values("another-horse-battery").await;
    engine.trust_mcp_server(id.clone(), McpTrustRequest { identity }).await.unwrap();
    assert!(why().await.contains("with another API_KEY"), "{}", why().await);
    let identity = values(KEY).await;
    assert!(why().await.contains("waits for your trust"), "{}", why().await);
    engine.trust_mcp_server(id.clone(), McpTrustRequest { identity }).await.unwrap();
    engine.update_mcp_server(id.clone(), read(json!({ "enabled": false }))).await.unwrap();
    assert!(why().await.contains("switched off"), "{}", why().await);
    let nothing = change(&engine, "switch", "wrapped").await.unwrap_err();
    assert!(nothing.code == ErrorCode::Conflict && nothing.message.contains("No server"), "{}", nothing.message);
    engine.update_mcp_server(id.clone(), read(json!({ "enabled": true }))).await.unwrap();
    assert_eq!(why().await, "");
    world.keychain.absent.store(true, Ordering::Relaxed);
    assert!(why().await.contains("cannot be compared"), "{}", why().await);
    engine.close().await;
}

#[tokio::test]
async fn what_changed_in_the_meantime_is_refused_and_stays() {
    let world = World::new();
    let before = configured(&world);
    let engine = imported(&world).await;
    let shown = preview(&engine, "switch", "wrapped").await.unwrap();
    let other = before.replace("\"x\"", "\"y\"");
    std::fs::write(file(&world), &other).unwrap();
    let refused = apply(&engine, "switch", "wrapped", &shown.digest).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Conflict);
    assert_eq!(std::fs::read_to_string(file(&world)).unwrap(), other);
    change(&engine, "switch", "wrapped").await.unwrap();
    // The agent writes its own settings, which stay.
    let text = std::fs::read_to_string(file(&world)).unwrap().replace("\"y\"", "\"z\"");
    let mine = text.replace("\"mail\"", "\"mine\"");
    std::fs::write(file(&world), &mine).unwrap();
    let refused = preview(&engine, "undo", "wrapped").await.unwrap_err();
    assert!(refused.code == ErrorCode::Conflict && refused.message.contains("“mail”"), "{}", refused.message);
    assert_eq!(std::fs::read_to_string(file(&world)).unwrap(), mine);
    std::fs::write(file(&world), &text).unwrap();
    change(&engine, "undo", "wrapped").await.unwrap();
    let after = std::fs::read_to_string(file(&world)).unwrap();
    assert!(after.contains("\"z\"") && after.contains(KEY) && after.contains("mail.example"), "{after}");
    assert!(!after.contains("apprentice"), "{after}");
    engine.close().await;
}

#[tokio::test]
async fn a_change_that_cannot_be_made_leaves_everything_as_it_was() {
    let world = World::new();
    let before = configured(&world);
    let engine = imported(&world).await;
    let kept = || world.keychain.keys.lock().unwrap().keys().filter(|account| account.contains("switch")).count();
    // The file cannot be reached any more.
    let shown = preview(&engine, "switch", "wrapped").await.unwrap();
    let folder = file(&world).parent().unwrap().to_owned();
    let moved = world.folder.path().join("moved");
    std::fs::rename(&folder, &moved).unwrap();
    std::fs::write(&folder, "").unwrap();
    let refused = apply(&engine, "switch", "wrapped", &shown.digest).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Conflict, "{}", refused.message);
    std::fs::remove_file(&folder).unwrap();
    std::fs::rename(&moved, &folder).unwrap();
    assert_eq!((std::fs::read_to_string(file(&world)).unwrap(), kept()), (before.clone(), 0));
    // What was there before must be kept somewhere.
    world.keychain.absent.store(true, Ordering::Relaxed);
    let refused = change(&engine, "switch", "one_entry").await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::AdapterUnavailable);
    assert!(refused.message.contains("APPRENTICE_SECRETS_KEY_FILE"), "{}", refused.message);
    assert_eq!(std::fs::read_to_string(file(&world)).unwrap(), before);
    world.keychain.absent.store(false, Ordering::Relaxed);
    change(&engine, "switch", "one_entry").await.unwrap();
    world.keychain.keys.lock().unwrap().retain(|account, _| !account.contains("switch"));
    let lost = preview(&engine, "undo", "one_entry").await.unwrap_err();
    assert!(lost.code == ErrorCode::AdapterUnavailable && lost.message.contains("by hand"), "{}", lost.message);
    engine.close().await;
}

#[tokio::test]
async fn after_a_crash_the_file_decides_whether_a_change_was_made() {
    let world = World::new();
    let before = configured(&world);
    let engine = imported(&world).await;
    change(&engine, "switch", "wrapped").await.unwrap();
    let after = std::fs::read_to_string(file(&world)).unwrap();
    engine.close().await;
    for (phase, text, is_switched) in [("switching", &after, true), ("undoing", &after, true), ("switching", &before, false)] {
        let db = rusqlite::Connection::open(world.home().join("apprentice.db")).unwrap();
        let mut records: Value = settings::get(&db, "mcp_switches").unwrap().unwrap();
        records["codex"]["phase"] = json!(phase);
        settings::put(&db, "mcp_switches", &records).unwrap();
        drop(db);
        std::fs::write(file(&world), text).unwrap();
        let engine = world.open().await;
        let codex = engine.mcp_switches().await.unwrap().agents.into_iter().find(|agent| agent.agent_id == "codex").unwrap();
        assert_eq!(codex.mode.is_some(), is_switched, "{phase}");
        assert_eq!(std::fs::read_to_string(file(&world)).unwrap(), *text, "a start writes no file of an agent");
        engine.close().await;
    }
}

#[tokio::test]
async fn deleting_everything_puts_the_servers_of_agents_back() {
    let world = World::new();
    let before = configured(&world);
    let engine = imported(&world).await;
    change(&engine, "switch", "one_entry").await.unwrap();
    let everything = json!({ "confirm": apprentice_contracts::data::DELETE_CONFIRMATION, "installed_skills": false });
    let done = engine.delete_everything(read(everything)).await.unwrap();
    assert_eq!((std::fs::read_to_string(file(&world)).unwrap(), done.left), (before, Vec::<String>::new()));
    assert!(world.keychain.keys.lock().unwrap().is_empty());
    engine.close().await;
}
