//! What the gate adds to a call of a tool. The bars with 500 connectors: p50 0.5 ms and p99 3 ms more than the same call without it.
//!
//! Measured is [`Engine::call_mcp_tool`] whole, for an agent and a tool that is allowed: the policy, the rules, the pin of the tool, the fences,
//! the masks and the receipt on the disk. Beside it, in turns, the same client calls the same server directly. The way from the agent to the engine is
//! not in it (`scripts/bench-mcp`).

#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]
#![allow(clippy::disallowed_methods, reason = "it finds Node as a shell does")]

use apprentice_connectors::connection::{Connection, Target};
use apprentice_connectors::process::Program;
use apprentice_contracts::connector::{McpCallRequest, McpServerCreateRequest};
use apprentice_contracts::ids::McpServerId;
use apprentice_engine::{ConnectorAgent, ConnectorCaller, Engine};
use apprentice_testkit::World;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

const SERVERS: usize = 500;
const CALLS: usize = 4_000;
const WARM_UP: usize = 300;
const PATIENCE: Duration = Duration::from_secs(30);

fn node() -> PathBuf {
    let folders = std::env::var_os("PATH").unwrap();
    std::env::split_paths(&folders).map(|folder| folder.join("node")).find(|node| node.is_file()).unwrap()
}

fn server() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testkit/agents/mcp_server.mjs").display().to_string()
}

async fn registered(engine: &Engine) -> McpServerId {
    let register = async |request: Value| {
        let request: McpServerCreateRequest = serde_json::from_value(request).unwrap();
        engine.register_mcp_server(request).await.unwrap().server.registry.server_id
    };
    for number in 1..SERVERS {
        let url = format!("https://{number}.example.com/mcp");
        register(json!({ "display_name": format!("Server {number}"), "transport": "remote_http", "endpoint_url": url })).await;
    }
    let command = json!({ "program": node(), "arguments": [server()] });
    let called = json!({ "display_name": "Called", "transport": "local_bridge", "command": command, "trust": true });
    register(called).await
}

async fn direct() -> Connection {
    let program = Program {
        program: node(),
        arguments: vec![server()],
        environment: vec![("PATH".into(), std::env::var("PATH").unwrap())],
        folder: PathBuf::from("/"),
        mark: format!("{}-bench", std::process::id()),
        home_mark: format!("{}-bench-home", std::process::id()),
    };
    Connection::open(Target::Local(Box::new(program)), Arc::new(str::to_owned), "0.0.0", PATIENCE).await.unwrap()
}

fn at(sorted: &[Duration], share: f64) -> f64 {
    let place = (sorted.len() as f64 * share) as usize;
    sorted[place.min(sorted.len() - 1)].as_secs_f64() * 1000.0
}

#[tokio::main]
async fn main() {
    let world = World::new();
    let engine = world.open().await;
    let id = registered(&engine).await;
    let direct = direct().await;
    let caller = ConnectorCaller::Agent(ConnectorAgent::new(Some("bench".into()), Some("key")));
    let (mut without, mut with) = (Vec::new(), Vec::new());
    for round in 0..WARM_UP + CALLS {
        let arguments = json!({ "text": format!("call {round}") });
        let began = Instant::now();
        direct.call("echo", arguments.as_object().unwrap().clone(), PATIENCE).await.unwrap();
        let alone = began.elapsed();
        let request: McpCallRequest =
            serde_json::from_value(json!({ "tool_name": "echo", "arguments": arguments, "timeout_ms": 20_000 })).unwrap();
        let began = Instant::now();
        let answer = engine.call_mcp_tool(id.clone(), request, caller.clone(), CancellationToken::new()).await.unwrap();
        let gated = began.elapsed();
        assert!(!answer.is_error && answer.receipt_id.is_some());
        if round >= WARM_UP {
            without.push(alone);
            with.push(gated);
        }
    }
    without.sort();
    with.sort();
    println!("{CALLS} calls each, {SERVERS} connectors");
    for (name, share, bar) in [("p50", 0.50, 0.5), ("p99", 0.99, 3.0)] {
        let (alone, gated) = (at(&without, share), at(&with, share));
        println!("{name}: direct {alone:.3} ms, through the gate {gated:.3} ms, added {:.3} ms (bar {bar} ms)", gated - alone);
    }
    direct.close().await;
    engine.close().await;
}
