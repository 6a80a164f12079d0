//! `apprentice mcp`: the Model Context Protocol over standard input and output, for an agent that starts it. Standard output carries
//! nothing but the protocol. It joins the running engine with an agent's token, or begins one that lasts, and finds it again when it
//! went away.

use crate::engine::{CliContext, Engine};
use crate::output::{CommandError, CommandResult, Report};
use apprentice_api::client::{Client, ConnectionKey};
use apprentice_api::mcp::{Reconnect, serve_proxy, serve_stdio};
use apprentice_contracts::connector::McpProxyRequest;
use apprentice_contracts::error::{ErrorCode, Failure};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// How often a listening client checks whether an engine runs again.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

pub async fn run(context: CliContext) -> CommandResult {
    let key = ConnectionKey::new().map_err(CommandError::internal)?;
    // An agent starts its servers in the folder that it works in.
    let folder = std::env::current_dir().ok();
    let engine = JoinedEngine { context: Arc::new(context), client: Arc::default(), key, folder };
    serve_stdio(engine, tokio::io::stdin(), tokio::io::stdout()).await.map_err(CommandError::internal)?;
    Ok(Report::silent())
}

/// `apprentice mcp-proxy`: one connector in the configuration of an agent, in place of the server itself.
pub async fn proxy(context: CliContext, proxy: Proxy) -> CommandResult {
    let key = ConnectionKey::new().map_err(CommandError::internal)?;
    let engine = JoinedEngine { context: Arc::new(context), client: Arc::default(), key, folder: None };
    let mut command = proxy.command.into_iter();
    let program = command.next();
    let wrapped = McpProxyRequest { server: proxy.connector, program, arguments: command.collect(), agent: None };
    serve_proxy(engine, wrapped, tokio::io::stdin(), tokio::io::stdout()).await.map_err(CommandError::internal)?;
    Ok(Report::silent())
}

#[derive(clap::Args)]
pub struct Proxy {
    /// The connector, instead of its command
    #[arg(long, value_name = "NAME", conflicts_with = "command", required_unless_present = "command")]
    connector: Option<String>,
    /// The program of a registered connector and its arguments, after `--`
    #[arg(last = true)]
    command: Vec<String>,
}

/// The engine of a home, in the process that holds it now.
#[derive(Clone)]
struct JoinedEngine {
    context: Arc<CliContext>,
    client: Arc<Mutex<Option<Client>>>,
    /// Tells the agent that this program serves from every other one.
    key: ConnectionKey,
    folder: Option<PathBuf>,
}

impl JoinedEngine {
    async fn join(&self) -> Result<Client, Failure> {
        self.joined().await.map(|client| client.for_connection(self.key.clone()))
    }

    async fn joined(&self) -> Result<Client, Failure> {
        let home = &self.context.home;
        if let Some(client) = Client::connect_as_agent(home).await {
            return Ok(client);
        }
        Engine::connect_lasting(&self.context).await.map_err(CommandError::into_failure)?;
        let text = "The engine runs, but agent.json in the home folder cannot be read. Start Apprentice again.";
        Client::connect_as_agent(home).await.ok_or_else(|| Failure::new(ErrorCode::AdapterUnavailable, text))
    }
}

impl Reconnect for JoinedEngine {
    async fn client(&self) -> Result<Client, Failure> {
        let mut client = self.client.lock().await;
        match &*client {
            Some(client) => Ok(client.clone()),
            None => Ok(client.insert(self.join().await?).clone()),
        }
    }

    async fn reconnect(&self) -> Result<Client, Failure> {
        let mut client = self.client.lock().await;
        *client = None;
        Ok(client.insert(self.join().await?).clone())
    }

    async fn next_client(&self) -> Option<Client> {
        loop {
            if let Some(client) = Client::connect_as_agent(&self.context.home).await {
                return Some(client);
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }
}
