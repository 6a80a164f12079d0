//! Connectors: the MCP servers of the person. Registration, trust, secrets, connections, the tools that servers list, and calls.
//!
//! Invariant: a server is started or reached only as the person trusted it. Invariant: a secret is in the keychain (or the secrets file), and never in the
//! database, a receipt, a log or an answer. Invariant: a tool that changed since the person read it is not called. Invariant:
//! a call runs only as the policy allows at the moment when it is sent; an agent answers no request.

mod ask_first;
mod auth_profiles;
mod bundles;
mod calls;
mod challenges;
mod chunks;
mod client_credentials;
mod device_sign_in;
mod fence;
mod identity;
mod import;
mod import_file;
mod kept_calls;
mod known_secrets;
mod listing;
mod live;
mod oauth_client;
mod policy;
mod proxy;
mod questions;
mod receipts;
mod register;
mod registry;
mod search;
pub(crate) mod secrets;
mod settings;
mod sign_in;
mod step_up;
mod switch;
mod tokens;
pub(crate) mod view;
mod waiting_sign_ins;

pub(crate) use calls::Outside;
pub(crate) use kept_calls::purge as purge_calls;

use crate::Answer;
use crate::connectors::ask_first::Answers;
use crate::connectors::challenges::Challenges;
use crate::connectors::live::Connections;
use crate::connectors::questions::Questions;
use crate::connectors::sign_in::SignIns;
use crate::core::Core;
use apprentice_contracts::connector::McpIdentityKind;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::McpServerId;
use apprentice_platform::folders;
use apprentice_store::mcp_servers::{self, McpServerRecord};
use serde_json::json;
use std::sync::Arc;

/// Before the name of each variable of Apprentice's own environment that holds a value of a connector.
pub const ENVIRONMENT_PREFIX: &str = secrets::PREFIX;

/// The variable of Apprentice's own environment that names another registry of MCP servers.
pub const REGISTRY_VARIABLE: &str = registry::VARIABLE;

/// The operations on connectors.
#[derive(Clone)]
pub(crate) struct Connectors {
    core: Arc<Core>,
    connections: Arc<Connections>,
    answers: Arc<Answers>,
    challenges: Arc<Challenges>,
    questions: Arc<Questions>,
    sign_ins: Arc<SignIns>,
}

/// On whose behalf an operation runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectorCaller {
    /// The person, in the window or on the command line.
    Person,
    /// An agent.
    Agent(ConnectorAgent),
    /// Apprentice itself, which reads again what a task did.
    Apprentice,
}

/// An agent that calls connectors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConnectorAgent {
    /// The name that it gave itself: a claim.
    pub name: Option<String>,
    /// SHA-256 of the key of its connection, which nobody else knows. `None`: it showed the token of agents alone, which all agents share.
    pub connection: Option<String>,
}

impl ConnectorAgent {
    /// An agent with the name that it gave itself and the key of its connection.
    pub fn new(name: Option<String>, key: Option<&str>) -> Self {
        Self { name, connection: key.map(|key| crate::core::digest::sha256(key.as_bytes())) }
    }
}

impl ConnectorCaller {
    fn kind(&self) -> McpIdentityKind {
        match self {
            Self::Person => McpIdentityKind::LocalUser,
            Self::Agent(_) => McpIdentityKind::Agent,
            Self::Apprentice => McpIdentityKind::System,
        }
    }

    fn name(&self) -> Option<String> {
        match self {
            Self::Person | Self::Apprentice => None,
            Self::Agent(agent) => agent.name.as_ref().map(|name| name.chars().take(80).collect()),
        }
    }

    /// The run of an agent: the same for all calls of its connection. It says nothing of the key of the connection.
    fn run_id(&self) -> Option<String> {
        match self {
            Self::Person | Self::Apprentice => None,
            Self::Agent(agent) => {
                let connection = agent.connection.as_ref()?;
                Some(crate::core::digest::sha256(format!("run {connection}").as_bytes()).chars().take(16).collect())
            }
        }
    }
}

impl Connectors {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self {
            core,
            connections: Arc::default(),
            answers: Arc::default(),
            challenges: Arc::default(),
            questions: Arc::default(),
            sign_ins: Arc::default(),
        }
    }

    /// Ends what a killed program left of its servers and of requests that waited, and goes on with sign-ins that wait.
    pub(crate) async fn recover(self: &Arc<Self>) {
        self.answer_readers();
        self.resume_sign_ins();
        if let Err(failure) = self.expire_unseen().await {
            tracing::error!(%failure, "requests that waited for the person could not be marked as expired");
        }
        if let Err(failure) = switch::recover(&self.core).await {
            tracing::error!(%failure, "changes of agents that an earlier run began wait for the next start");
        }
        let mark = home_mark(&self.core);
        let ended = crate::core::blocking::blocking("ending servers that were left", move || {
            apprentice_connectors::process::end_left(&mark)
        });
        match ended.await {
            Ok(0) => {}
            Ok(left) => tracing::error!(left, "processes of servers that an earlier run left do not end"),
            Err(failure) => tracing::error!(%failure, "servers that were left could not be ended"),
        }
    }

    /// Ends every connection.
    pub(crate) async fn close(&self) {
        self.connections.close_all().await;
    }

    async fn record(&self, id: &McpServerId) -> Answer<McpServerRecord> {
        let wanted = id.clone();
        let found = self.core.store.read(move |db| mcp_servers::get(db, &wanted)).await.map_err(crate::stored)?;
        found.ok_or_else(|| unknown(id))
    }
}

/// Names the home among the processes and the keychain of this account, however its path is spelled.
fn home_mark(core: &Core) -> String {
    crate::core::digest::sha256(folders::real(&core.options.home).as_os_str().as_encoded_bytes())
}

/// Refuses a request whose body names another server than its path.
fn same_server(id: &McpServerId, named: Option<&McpServerId>) -> Answer<()> {
    match named.is_none_or(|named| named == id) {
        true => Ok(()),
        false => {
            Err(crate::core::request::invalid("server_id", &format!("the path names “{id}”; name the same server, or none")))
        }
    }
}

fn unknown(id: &McpServerId) -> Failure {
    let message = format!("There is no connector “{id}”. `apprentice connectors list` lists them.");
    Failure::new(ErrorCode::McpServerNotFound, message).with_details(json!({ "server_id": id }))
}
