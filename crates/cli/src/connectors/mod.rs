//! `apprentice connectors`: the MCP servers of the person.

mod change;
mod import;
mod policy;
mod profiles;
mod sign_in;
mod switch;
mod text;

use crate::engine::{CliContext, Engine, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use crate::show::{call, rows};
use crate::skills::changes::{Answer, Consent};
use apprentice_api::operations as op;
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::McpServerId;
use apprentice_contracts::json;
use clap::Subcommand;
use serde_json::{Map, Value, json};
use std::io::Read;

#[derive(Subcommand)]
pub enum Connectors {
    /// List connectors with their state
    List,
    /// Register a connector: a program of this machine, or an address
    Add(change::Add),
    /// Show a connector with its tools and newest receipts
    Show { name: String },
    /// Change a connector
    Edit(change::Edit),
    /// Delete a connector and its secrets
    Remove {
        name: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Show what a connector starts or reaches, and trust it
    Trust {
        name: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Check that a connector starts and lists its tools
    Test { name: String },
    /// Print what the program of a connector wrote to standard error
    Logs { name: String },
    /// List the tools of a connector, or of all
    Tools {
        name: Option<String>,
        /// Ask the connector instead of showing its last list
        #[arg(long, requires = "name")]
        refresh: bool,
    },
    /// Show and accept changed tools of a connector
    Accept {
        name: String,
        /// Only these tools
        tools: Vec<String>,
        #[command(flatten)]
        consent: Consent,
    },
    /// Call a tool
    Call {
        name: String,
        tool: String,
        /// Its arguments as JSON; `-` reads them from standard input
        arguments: Option<String>,
        /// How long it may take
        #[arg(long, value_name = "SECONDS")]
        timeout: Option<u32>,
    },
    /// End the program or connection of a connector
    Stop { name: String },
    /// List receipts of connectors, newest first
    Receipts {
        /// Only those of one connector
        name: Option<String>,
        /// The next_cursor of the page before
        #[arg(long)]
        cursor: Option<i64>,
    },
    /// Sign in to a remote connector, in your browser
    SignIn(sign_in::SignIn),
    /// Sign out of a remote connector, and delete its tokens
    SignOut {
        name: String,
        /// Also revoke the tokens at the authorization server
        #[arg(long)]
        revoke: bool,
    },
    /// List and change auth profiles: how Apprentice signs in, shared by several connectors
    Profiles(profiles::Profiles),
    /// Decide whether a connector or a tool may be called
    Policy(policy::Policy),
    /// List calls and questions that need your answer
    Pending,
    /// Allow a call that waits
    Approve(policy::Approve),
    /// Refuse a call that waits
    Deny(policy::Deny),
    /// Answer what a connector asks you
    Answer(policy::Question),
    /// Answer a call that waits for a sign-in
    Challenge(policy::Challenge),
    /// Import connectors from the configuration of agents, from a server.json or an MCP bundle, or by a name of the MCP registry
    Import(import::Import),
    /// Replace the servers in the configuration of an agent by Apprentice, and put them back with --undo; without an agent, list the agents
    Switch(switch::Switch),
    /// Search the MCP registry for connectors, and show what each would start
    Find {
        /// Words of the name, title or description. The longest one must be in the name
        #[arg(required = true)]
        words: Vec<String>,
    },
}

pub async fn run(context: &CliContext, command: Connectors) -> CommandResult {
    match command {
        Connectors::List => {
            with_engine(context, async |engine| {
                let found = list(engine).await?;
                Report::new(&found, text::list(&found))
            })
            .await
        }
        Connectors::Add(add) => change::add(context, add).await,
        Connectors::Edit(edit) => change::edit(context, edit).await,
        Connectors::Import(import) => import::run(context, import).await,
        Connectors::Switch(switch) => switch::run(context, switch).await,
        Connectors::Find { words } => import::find(context, &words.join(" ")).await,
        Connectors::Policy(policy) => policy::set(context, policy).await,
        Connectors::Pending => policy::pending(context).await,
        Connectors::Approve(approve) => policy::approve(context, approve).await,
        Connectors::Deny(deny) => policy::deny(context, deny).await,
        Connectors::Challenge(challenge) => policy::challenge(context, challenge).await,
        Connectors::Answer(question) => policy::answer_question(context, question).await,
        Connectors::SignIn(request) => {
            with_server(context, &request.name, async |engine, id| sign_in::run(engine, id, &request).await).await
        }
        Connectors::SignOut { name, revoke } => {
            with_server(context, &name, async |engine, id| sign_in::out(engine, id, revoke).await).await
        }
        Connectors::Profiles(profiles) => profiles::run(context, profiles).await,
        Connectors::Receipts { name, cursor } => receipts(context, name, cursor).await,
        Connectors::Tools { name: None, .. } => all_tools(context).await,
        Connectors::Show { name } => with_server(context, &name, async |engine, id| show(engine, id).await).await,
        Connectors::Remove { name, consent } => {
            with_server(context, &name, async |engine, id| remove(engine, id, &consent).await).await
        }
        Connectors::Trust { name, consent } => {
            with_server(context, &name, async |engine, id| trust(engine, id, &consent).await).await
        }
        Connectors::Test { name } => with_server(context, &name, async |engine, id| test(engine, id).await).await,
        Connectors::Logs { name } => {
            with_server(context, &name, async |engine, id| {
                let found = detail(engine, id).await?;
                Report::new(&json!({ "server_id": id, "log": found.log }), found.log.trim_end())
            })
            .await
        }
        Connectors::Tools { name: Some(name), refresh } => {
            with_server(context, &name, async |engine, id| tools(engine, id, refresh).await).await
        }
        Connectors::Accept { name, tools, consent } => {
            with_server(context, &name, async |engine, id| accept(engine, id, &tools, &consent).await).await
        }
        Connectors::Call { name, tool, arguments, timeout } => {
            let arguments = read_arguments(arguments)?;
            with_server(context, &name, async |engine, id| call_tool(engine, id, &tool, arguments, timeout).await).await
        }
        Connectors::Stop { name } => {
            with_server(context, &name, async |engine, id| {
                let done: McpServerMutationResponse = engine.call(op::DISCONNECT_MCP_SERVER.call([id])).await?;
                let words = if done.updated { "was ended" } else { "was not running" };
                Report::new(&done, format!("“{}” {words}.", done.server.registry.display_name))
            })
            .await
        }
    }
}

/// Runs `work` with the connector of this id or name.
async fn with_server<T>(
    context: &CliContext,
    name: &str,
    work: impl AsyncFnOnce(&Engine, &McpServerId) -> Result<T, CommandError>,
) -> Result<T, CommandError> {
    with_engine(context, async |engine| {
        let id = find(engine, name).await?;
        work(engine, &id).await
    })
    .await
}

async fn list(engine: &Engine) -> Result<McpServerListResponse, CommandError> {
    engine.call(op::MCP_SERVERS.call([])).await
}

async fn detail(engine: &Engine, id: &McpServerId) -> Result<McpServerDetailResponse, CommandError> {
    engine.call(op::MCP_SERVER.call([id])).await
}

async fn find(engine: &Engine, name: &str) -> Result<McpServerId, CommandError> {
    let servers = list(engine).await?.servers;
    let by_id = servers.iter().find(|item| item.registry.server_id == *name);
    let by_name = || servers.iter().find(|item| item.registry.display_name.to_lowercase() == name.to_lowercase());
    match by_id.or_else(by_name) {
        Some(item) => Ok(item.registry.server_id.clone()),
        None => {
            let known: Vec<&str> = servers.iter().map(|item| item.registry.server_id.as_str()).collect();
            let known =
                if known.is_empty() { "There is none yet".to_owned() } else { format!("There are: {}", known.join(", ")) };
            Err(CommandError::refused(ErrorCode::McpServerNotFound, format!("There is no connector “{name}”. {known}.")))
        }
    }
}

async fn show(engine: &Engine, id: &McpServerId) -> CommandResult {
    let found = detail(engine, id).await?;
    Report::new(&found, text::detail(&found))
}

async fn remove(engine: &Engine, id: &McpServerId, consent: &Consent) -> CommandResult {
    let found = detail(engine, id).await?;
    let plan = format!("“{}” is deleted, with its secrets and what was read of its tools.", found.server.registry.display_name);
    if let Answer::Shown = consent.ask(&plan, &json!({ "server_id": id }))? {
        return Report::new(&json!({ "server_id": id, "deleted": false }), plan);
    }
    let done: McpServerDeleteResponse = engine.call(op::DELETE_MCP_SERVER.call([id])).await?;
    let mut text = format!("{id} was deleted.");
    if !done.secrets_left.is_empty() {
        text.push_str(&format!(" These secrets stayed in the keychain: {}.", done.secrets_left.join(", ")));
    }
    Report::new(&done, text)
}

async fn trust(engine: &Engine, id: &McpServerId, consent: &Consent) -> CommandResult {
    let item = detail(engine, id).await?.server;
    let plan = text::reach(&item.registry);
    if item.registry.trusted {
        return Report::new(&item, format!("“{}” is trusted already.", item.registry.display_name));
    }
    if let Answer::Shown = consent.ask(&plan, &json::to_value(&item.registry).map_err(CommandError::internal)?)? {
        return Report::new(&item, plan);
    }
    let request = op::TRUST_MCP_SERVER.call([id]).json(json!({ "identity": item.registry.identity }));
    let done: McpServerMutationResponse = engine.call(request).await?;
    Report::new(&done, format!("“{}” is trusted.", done.server.registry.display_name))
}

async fn test(engine: &Engine, id: &McpServerId) -> CommandResult {
    let done: McpSmokeTestResponse = engine.call(op::SMOKE_TEST_MCP_SERVER.call([id]).json(json!({}))).await?;
    let text = format!("{} ({} ms)", done.summary, done.milliseconds);
    Ok(Report::new(&done, text)?.with_findings(done.status != McpSmokeTestStatus::Passed))
}

async fn tools(engine: &Engine, id: &McpServerId, refresh: bool) -> CommandResult {
    let mut found = detail(engine, id).await?;
    if refresh || found.listed_at.is_none() {
        found = engine.call(op::CONNECT_MCP_SERVER.call([id])).await?;
    }
    Report::new(&json!({ "server_id": id, "tools": found.tools }), text::tools(&found.tools))
}

async fn all_tools(context: &CliContext) -> CommandResult {
    with_engine(context, async |engine| {
        let (mut all, mut texts) = (Vec::new(), Vec::new());
        for item in list(engine).await?.servers {
            let found = detail(engine, &item.registry.server_id).await?;
            texts.push(format!("{}\n{}", item.registry.server_id, text::tools(&found.tools)));
            all.push(json!({ "server_id": item.registry.server_id, "tools": found.tools }));
        }
        let text = if texts.is_empty() { "There is no connector yet.".to_owned() } else { texts.join("\n\n") };
        Report::new(&json!({ "servers": all }), text)
    })
    .await
}

async fn accept(engine: &Engine, id: &McpServerId, only: &[String], consent: &Consent) -> CommandResult {
    let found = detail(engine, id).await?;
    let waiting: Vec<&McpTool> = found
        .tools
        .iter()
        .filter(|tool| tool.pin != McpPinState::Pinned && (only.is_empty() || only.contains(&tool.name)))
        .collect();
    if let Some(unknown) = only.iter().find(|name| !found.tools.iter().any(|tool| tool.name == **name)) {
        return Err(Failure::new(ErrorCode::McpToolNotFound, format!("{id} has no tool “{unknown}”.")).into());
    }
    if waiting.is_empty() {
        return Report::new(&found, "Nothing changed since you read it.");
    }
    let plan = text::changes(&waiting);
    if let Answer::Shown = consent.ask(&plan, &json::to_value(&found.tools).map_err(CommandError::internal)?)? {
        return Report::new(&found, plan);
    }
    let read: Vec<Value> = waiting.iter().map(|tool| json!({ "name": tool.name, "digest": tool.digest })).collect();
    let count = read.len();
    let done: McpServerDetailResponse = engine.call(op::ACCEPT_MCP_TOOLS.call([id]).json(json!({ "tools": read }))).await?;
    Report::new(&done, format!("{count} accepted."))
}

fn read_arguments(given: Option<String>) -> Result<Map<String, Value>, CommandError> {
    let text = match given.as_deref() {
        None => return Ok(Map::new()),
        Some("-") => {
            let mut text = String::new();
            let read = std::io::stdin().lock().read_to_string(&mut text);
            read.map_err(|error| {
                CommandError::refused(ErrorCode::InvalidRequest, format!("standard input cannot be read: {error}"))
            })?;
            text
        }
        Some(text) => text.to_owned(),
    };
    serde_json::from_str(&text).map_err(|error| {
        CommandError::refused(
            ErrorCode::InvalidRequest,
            format!("The arguments are no JSON object, such as '{{\"text\": \"a\"}}': {error}"),
        )
    })
}

async fn call_tool(
    engine: &Engine,
    id: &McpServerId,
    tool: &str,
    arguments: Map<String, Value>,
    timeout: Option<u32>,
) -> CommandResult {
    let mut body = json!({ "tool_name": tool, "arguments": arguments });
    if let Some(seconds) = timeout {
        body["timeout_ms"] = json!(seconds.saturating_mul(1000));
    }
    let done: McpCallResponse = engine.call(op::CALL_MCP_TOOL.call([id]).json(body)).await?;
    Ok(Report::new(&done, text::result(&done.result))?.with_findings(done.is_error))
}

async fn receipts(context: &CliContext, name: Option<String>, cursor: Option<i64>) -> CommandResult {
    let mut request = op::MCP_RECEIPTS.call([]);
    if let Some(name) = name {
        request = request.query("server_id", name);
    }
    if let Some(cursor) = cursor {
        request = request.query("cursor", cursor);
    }
    let columns = ["created_at", "receipt_id", "run_id", "teachable", "server_id", "receipt_kind", "status", "summary"];
    let text = |answer: &Value| match answer["receipts"].as_array().is_some_and(|all| !all.is_empty()) {
        true => rows(answer, "receipts", &columns, ""),
        false => "Nothing happened yet.".to_owned(),
    };
    call(context, request, &text).await
}
