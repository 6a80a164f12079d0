//! Runs an agent over the Agent Client Protocol (ACP): one session, one prompt, until the agent ends its turn or the run is stopped.
//!
//! The client offers neither files nor terminals: what an agent does, it does with its own tools, inside its walls. Whatever the agent asks
//! or reports goes to a [`Watcher`], which decides and which can end the run.
//!
//! Invariant: when [`run`] returns, or its future is dropped, no process that the agent started is left within its walls. Without walls those
//! are ended that can be found: the processes of its group, and those that carry its mark in their environment.

mod client;
mod limits;
mod lines;
mod models;
mod once;
mod process;
mod tools;

pub use once::{Answered, Unanswered, answer};
pub use process::end_left;
pub use tools::{MAX_PATHS, ToolCall, ToolKind, ToolStatus};

use crate::egress::{Egress, Network};
use crate::isolation::{Isolation, Walls};
use futures::future::BoxFuture;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The variable that marks every process of a run.
pub(crate) const MARK: &str = "APPRENTICE_AGENT_RUN";

/// How an agent is started.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Absolute path of the program that speaks ACP.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The whole environment of the agent; nothing is inherited.
    pub environment: Vec<(String, String)>,
    /// What it may see and write. Its folder is the working folder of the session.
    pub walls: Walls,
    /// How the walls are built.
    pub isolation: Isolation,
    /// What it may reach within walls.
    pub egress: Egress,
    /// Marks the processes of this run; another one for each run.
    pub mark: String,
}

/// An MCP server that the agent gets, over HTTP.
#[derive(Clone, Debug)]
pub struct McpAddress {
    /// The name that the agent shows.
    pub name: String,
    /// `http://127.0.0.1:PORT/mcp`.
    pub url: String,
    /// Its bearer token.
    pub token: String,
}

/// What a run may take. Beyond a limit it ends.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time until the agent has initialized, and again until it has a session.
    pub start: Duration,
    /// Time of the whole run.
    pub whole: Duration,
    /// Time to answer a cancellation before its processes are ended.
    pub grace: Duration,
    /// Bytes of one message.
    pub message: usize,
    /// Bytes of all messages together.
    pub messages: u64,
    /// Number of messages.
    pub count: u64,
    /// Bytes of memory of all its processes together. Without effect except on Linux, like the next two.
    pub memory: u64,
    /// Number of its processes at a time.
    pub processes: usize,
    /// Number of their threads at a time.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(60),
            whole: Duration::from_secs(600),
            grace: Duration::from_secs(5),
            message: 8 << 20,
            messages: 64 << 20,
            count: 200_000,
            memory: 4 << 30,
            processes: 512,
            threads: 4096,
        }
    }
}

/// What an agent reports.
#[derive(Clone, Debug, PartialEq)]
pub enum Update {
    /// It initialized.
    Started {
        /// Its name, in its own words.
        name: Option<String>,
        /// Its version, in its own words.
        version: Option<String>,
        /// Whether it takes MCP servers over HTTP, so that it can report checkpoints.
        reports: bool,
    },
    /// It works with the model that was asked for.
    Model(String),
    /// A part of a message to the person.
    Message(String),
    /// A part of what it thinks.
    Thought(String),
    /// A tool call began or changed.
    Tool(ToolCall),
    /// It sent a permission request, and got this answer.
    Permission {
        /// What it asked for.
        call: ToolCall,
        /// The answer.
        answer: Permission,
    },
    /// Its plan, which replaces the last one.
    Plan(Vec<PlanEntry>),
    /// What it used so far.
    Usage(Usage),
    /// A connection to a forbidden place was refused. May be sent at any time until the run has ended.
    Refused(Refused),
}

/// A connection that was refused. Its `Display` is a sentence without its full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The host, by its name or address.
    pub host: String,
    /// The port.
    pub port: u16,
    /// Why, as the end of a sentence.
    pub why: String,
    /// Whether the run may reach this host in another way: at another port, or if its name resolved to an allowed address.
    pub listed: bool,
}

impl fmt::Display for Refused {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "The agent wanted to reach {}:{}, {}", self.host, self.port, self.why)
    }
}

/// An entry of an agent's plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanEntry {
    /// What it means to do.
    pub content: String,
    /// How far it is.
    pub status: PlanStatus,
}

/// How far an entry of a plan is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanStatus {
    /// Not begun.
    Pending,
    /// Begun.
    InProgress,
    /// Done.
    Completed,
}

/// What an agent says it used.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Usage {
    /// Tokens in its context.
    pub context_used: u64,
    /// Tokens that its context can hold.
    pub context_size: u64,
    /// Amount and currency of the session so far.
    pub cost: Option<(f64, String)>,
}

/// The answer to a permission request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Permission {
    /// This once.
    Allow,
    /// No; the run goes on. Why, for people.
    Reject(String),
    /// No, and the run ends: what the agent wants is forbidden. Why, for people.
    Forbid(String),
}

/// Decides what the agent may do, and hears what it does. Called in the order of the agent's messages; what the network refuses comes
/// in between, from other threads.
pub trait Watcher: Send + Sync {
    /// Decides a permission request, before the agent acts. It waits, and so does everything that the agent sends after it.
    fn permit<'a>(&'a self, call: &'a ToolCall) -> BoxFuture<'a, Permission>;

    /// Hears what the agent reports. `Some`: it did what is forbidden, and the run ends. Why, for people.
    fn hear(&self, update: Update) -> Option<String>;
}

/// What to run.
#[derive(Clone, Debug)]
pub struct Request {
    /// How the agent is started.
    pub launch: Launch,
    /// The server of Apprentice, if it can be reached.
    pub mcp: Option<McpAddress>,
    /// What the agent is asked to do.
    pub prompt: String,
    /// The model that it works with, as it reports it. `None`: the default of the agent. With one that it does not report the run ends
    /// before it is asked anything.
    pub model: Option<String>,
    /// What the run may take.
    pub limits: Limits,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The agent ended its turn. Its reason: `end_turn`, `max_tokens`, `max_turn_requests`, `refusal`.
    Finished(&'static str),
    /// It was cancelled from outside.
    Cancelled,
    /// It did, or asked for, what is forbidden. Why, for people.
    Forbidden(String),
    /// It could not be started. Why, for people.
    NotStarted(String),
    /// It asks the person to sign in first. What it says.
    SignInNeeded(String),
    /// It took too long. What did not happen, for people.
    TimedOut(String),
    /// Its program ended, or closed its output. How, with the end of what it wrote to standard error.
    Crashed(String),
    /// It sent more than the limits allow. What, for people.
    Flooded(String),
    /// It used more memory, processes or threads than the limits allow. What, for people.
    TooMuch(String),
    /// It does not speak the protocol, or refused a request. What it said.
    Failed(String),
}

/// Runs an agent until it ends its turn, a limit is reached, the watcher ends it, or `cancel` is cancelled.
pub async fn run(request: Request, watcher: std::sync::Arc<dyn Watcher>, cancel: CancellationToken) -> End {
    if cancel.is_cancelled() {
        return End::Cancelled;
    }
    let Request { launch, mcp, prompt, model, limits } = request;
    let folder = launch.walls.folder.clone();
    let network = match launch.isolation.holds() {
        true => match Network::new(launch.egress.clone(), mcp.as_ref(), watcher.clone(), limits.threads.saturating_mul(2)) {
            Ok(network) => Some(network),
            Err(why) => return End::NotStarted(why),
        },
        false => None,
    };
    let mut process = match process::Process::start(launch, network.as_ref()).await {
        Ok(process) => process,
        Err(why) => return End::NotStarted(why),
    };
    if let Some(network) = &network {
        network.serve();
    }
    let Some(pipes) = process.pipes.take() else { return End::NotStarted("its input and output could not be opened".to_owned()) };
    let exceeded = limits::exceeded(process.watched(), limits);
    let connections = network.as_ref().map(Network::connections).unwrap_or_default();
    let task = client::Task { folder, mcp, prompt, model, limits, connections };
    let forbidden = CancellationToken::new();
    let talk = client::talk(task, pipes, watcher, cancel, forbidden.clone());
    let breach = async {
        match &network {
            Some(network) => network.breach().await,
            None => std::future::pending().await,
        }
    };
    let unserved = async {
        match &network {
            Some(network) => network.unserved().await,
            None => std::future::pending().await,
        }
    };
    tokio::pin!(talk);
    let early = tokio::select! {
        end = &mut talk => Early::Ended(end),
        () = forbidden.cancelled() => Early::Forbidden,
        () = breach => Early::Breach,
        what = exceeded => Early::Exceeded(what),
        why = unserved => Early::Unserved(why),
    };
    let moment = if matches!(early, Early::Ended(_)) { Duration::from_millis(200) } else { Duration::ZERO };
    let (status, said) = process.end(moment).await;
    if let Some(network) = &network {
        network.end().await;
    }
    let broken = network.as_ref().and_then(Network::broken);
    let end = match early {
        Early::Ended(end) => end,
        // An agent that broke the policy is ended before it receives anything else, even the end of the connection, so that it cannot continue.
        Early::Forbidden => talk.await,
        Early::Breach => End::Cancelled,
        Early::Exceeded(what) => End::TooMuch(what),
        Early::Unserved(why) => End::NotStarted(why),
    };
    match (broken, end) {
        (_, End::Forbidden(why)) | (Some(why), _) => End::Forbidden(why),
        (None, End::Crashed(why)) => End::Crashed(process::crash(&why, status, &said)),
        (None, end) => end,
    }
}

/// Why the processes of a run are ended.
enum Early {
    /// The conversation is over.
    Ended(End),
    /// The agent broke the policy.
    Forbidden,
    /// A refused connection broke the policy.
    Breach,
    /// It used more than it may. What.
    Exceeded(String),
    /// Its network could not be served. Why.
    Unserved(String),
}
