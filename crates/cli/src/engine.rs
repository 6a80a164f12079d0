//! The connection of a command to the engine: the running one, or one that this process opens for the length of the command.

use crate::output::CommandError;
use apprentice_api::client::{ApiResponse, Call, Client};
use apprentice_api::environment::Variables;
use apprentice_api::host::{Host, attach};
use apprentice_contracts::error::{ApiError, ApiErrorEnvelope, ErrorCode};
use serde::de::DeserializeOwned;
use std::fs::{self, File, OpenOptions};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A background engine exits after this many idle seconds.
const IDLE_EXIT: u64 = 15 * 60;
/// How long a background engine may take to write its address.
const START_TIMEOUT: Duration = Duration::from_secs(30);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The environment and the home of a command.
pub struct CliContext {
    pub variables: Variables,
    pub home: PathBuf,
}

/// The engine, as a command sees it.
pub struct Engine {
    pub client: Client,
    /// The engine of this process, if no other process holds the home.
    host: Option<Host>,
}

impl Engine {
    pub async fn connect(context: &CliContext) -> Result<Self, CommandError> {
        let attached = attach(&context.variables, &context.home, VERSION, None).await?;
        Ok(Self { client: attached.client, host: attached.host })
    }

    /// Connects to an engine that runs on after the command; starts one in the background if none runs.
    pub async fn connect_lasting(context: &CliContext) -> Result<Self, CommandError> {
        match Client::connect(&context.home).await {
            Some(client) => Ok(Self { client, host: None }),
            None => Ok(Self { client: start_in_background(context).await?, host: None }),
        }
    }

    /// Calls an operation. `Err`: the engine refused, or cannot be reached.
    pub async fn call<T: DeserializeOwned>(&self, call: Call) -> Result<T, CommandError> {
        Ok(self.try_call(call).await?.into()?)
    }

    /// Calls an operation. `Err`: the engine cannot be reached; a refusal is an answer.
    pub async fn try_call(&self, call: Call) -> Result<ApiResponse, CommandError> {
        Ok(self.client.call(&call).await?)
    }

    pub async fn close(self) {
        if let Some(host) = self.host {
            host.close().await;
        }
    }
}

/// Runs `work` with the engine and closes the connection, also after an error.
pub async fn with_engine<T>(
    context: &CliContext,
    work: impl AsyncFnOnce(&Engine) -> Result<T, CommandError>,
) -> Result<T, CommandError> {
    let engine = Engine::connect(context).await?;
    let done = work(&engine).await;
    engine.close().await;
    done
}

async fn start_in_background(context: &CliContext) -> Result<Client, CommandError> {
    let logs = context.home.join("logs");
    fs::create_dir_all(&logs).map_err(|error| {
        CommandError::refused(ErrorCode::TargetNotWritable, format!("{} cannot be used: {error}", context.home.display()))
    })?;
    let log = logs.join("serve.log");
    let mut child =
        spawn(context, &log).map_err(|error| CommandError::internal(format!("the engine cannot be started: {error}")))?;
    let mut waited = Duration::ZERO;
    loop {
        if let Some(client) = Client::connect(&context.home).await {
            // `mcp` may outlive many engines: each is waited for, so that none stays as a zombie process.
            std::thread::spawn(move || child.wait());
            return Ok(client);
        }
        let ended = child.try_wait().map_err(CommandError::internal)?.is_some_and(|status| !status.success());
        // If another engine was quicker, the next attempt connects to it.
        if ended && let Some(error) = refusal(&mut child).filter(|error| error.code != ErrorCode::Conflict) {
            return Err(error.into());
        }
        if waited >= START_TIMEOUT || (ended && waited >= START_TIMEOUT / 10) {
            let said = fs::read_to_string(&log).unwrap_or_default();
            let last = said.lines().rfind(|line| line.contains("apprentice:")).unwrap_or("it said nothing");
            return Err(CommandError::internal(format!("the engine did not start ({last}); see {}", log.display())));
        }
        tokio::time::sleep(POLL_INTERVAL).await;
        waited += POLL_INTERVAL;
    }
}

/// The refusal that an engine printed before it exited.
fn refusal(child: &mut Child) -> Option<ApiError> {
    let mut said = String::new();
    child.stdout.take()?.read_to_string(&mut said).ok()?;
    serde_json::from_str::<ApiErrorEnvelope>(&said).ok().map(|envelope| envelope.error)
}

fn spawn(context: &CliContext, log: &Path) -> std::io::Result<Child> {
    let out: File = OpenOptions::new().create(true).append(true).open(log)?;
    let idle = IDLE_EXIT.to_string();
    Command::new(std::env::current_exe()?)
        .args(["serve", "--background", "--json", "--idle-exit", &idle, "--home"])
        .arg(&context.home)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(out)
        .spawn()
}
