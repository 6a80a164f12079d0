//! Connecting an agent: shown first, written as shown, secrets of others never shown.

use apprentice_contracts::agent::{
    AgentConnectionPreview, ChangeAgentConnectionRequest, ConnectionChange, ConnectionState, PreviewAgentConnectionRequest,
};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_engine::Engine;
use apprentice_testkit::World;
use std::fs;
use std::path::PathBuf;

const KEY: &str = "sk-ant-api03-Zk3vT9qLw8XyB2nR5mC7dF1gH4jK6pS0aE-AAAA";

fn claude(world: &World) -> PathBuf {
    fs::create_dir_all(world.folder.path().join("user/.claude")).unwrap();
    let file = world.folder.path().join("user/.claude.json");
    let text = format!("{{\n  \"apiKey\": \"{KEY}\",\n  \"mcpServers\": {{}}\n}}\n");
    fs::write(&file, text).unwrap();
    file
}

async fn preview(engine: &Engine, change: ConnectionChange) -> AgentConnectionPreview {
    engine.preview_agent_connection("claude-code", PreviewAgentConnectionRequest { change }).await.unwrap()
}

async fn change(engine: &Engine, shown: &AgentConnectionPreview) -> Result<ConnectionState, Failure> {
    let request = ChangeAgentConnectionRequest { change: shown.change, digest: shown.digest.clone() };
    Ok(engine.change_agent_connection("claude-code", request).await?.state)
}

#[tokio::test]
async fn an_agent_is_connected_as_shown_and_disconnected() {
    let world = World::new();
    let (file, engine) = (claude(&world), world.open().await);
    let before = fs::read_to_string(&file).unwrap();
    let shown = preview(&engine, ConnectionChange::Connect).await;
    let home = world.home().display().to_string();
    assert!(shown.diff.contains("+    \"apprentice\": {") && shown.diff.contains(&home), "{}", shown.diff);
    assert!(!shown.diff.contains(KEY), "{}", shown.diff);
    assert_eq!(fs::read_to_string(&file).unwrap(), before, "a preview writes nothing");

    assert_eq!(change(&engine, &shown).await.unwrap(), ConnectionState::Connected);
    assert!(fs::read_to_string(&file).unwrap().contains(KEY), "what was masked in the preview stays in the file");
    let all = engine.agent_connections().await.unwrap();
    assert_eq!(all.command, ["/opt/apprentice", "mcp", "--home", &home]);
    let states: Vec<_> = all.connections.iter().map(|agent| (agent.agent_id.as_str(), agent.state)).collect();
    assert_eq!(states[0], ("claude-code", ConnectionState::Connected));
    assert!(states[1..].iter().all(|(_, state)| *state == ConnectionState::NotInstalled), "{states:?}");

    let shown = preview(&engine, ConnectionChange::Disconnect).await;
    assert_eq!(change(&engine, &shown).await.unwrap(), ConnectionState::Absent);
}

#[tokio::test]
async fn what_was_not_shown_is_not_written() {
    let world = World::new();
    let (file, engine) = (claude(&world), world.open().await);
    let shown = preview(&engine, ConnectionChange::Connect).await;
    fs::write(&file, "{}").unwrap();
    assert_eq!(change(&engine, &shown).await.unwrap_err().code, ErrorCode::Conflict);
    fs::write(&file, "{ broken").unwrap();
    let refused = engine
        .preview_agent_connection("claude-code", PreviewAgentConnectionRequest { change: ConnectionChange::Connect })
        .await
        .unwrap_err();
    assert_eq!(refused.code, ErrorCode::Conflict);
    let entry = refused.details.unwrap()["entry"].as_str().unwrap().to_owned();
    assert!(entry.contains("/opt/apprentice"), "the entry to add by hand is told: {entry}");
    let unknown = PreviewAgentConnectionRequest { change: ConnectionChange::Connect };
    let unknown = engine.preview_agent_connection("nobody", unknown).await.unwrap_err();
    assert!(unknown.code == ErrorCode::NotFound && unknown.message.contains("goose"), "{}", unknown.message);
}

#[tokio::test]
async fn without_the_program_no_connection_is_offered() {
    let world = World::new();
    claude(&world);
    let engine = Engine::open(apprentice_engine::EngineOptions { command_line: None, ..world.options() }).await.unwrap();
    assert!(engine.agent_connections().await.unwrap().command.is_empty());
    let request = PreviewAgentConnectionRequest { change: ConnectionChange::Connect };
    let refused = engine.preview_agent_connection("claude-code", request).await.unwrap_err();
    assert!(refused.message.contains("command-line program"), "{}", refused.message);
}
