//! The connection of a command to the engine: the running one, or one that this process opens for the length of the command.

use crate::output::CommandError;
use apprentice_api::client::{ApiResponse, Call, Client};
use apprentice_api::engine_process::{EngineProcess, Lifetime};
use apprentice_api::environment::Variables;
use apprentice_api::host::{Host, attach};
use apprentice_contracts::error::ErrorCode;
use serde::de::DeserializeOwned;
use std::fs::{self, OpenOptions};
use std::path::PathBuf;
use std::time::Duration;

pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A background engine ends after being idle for so long.
const IDLE_EXIT: Duration = Duration::from_secs(15 * 60);

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
    let log = fs::create_dir_all(&logs)
        .and_then(|()| OpenOptions::new().create(true).append(true).open(logs.join("serve.log")))
        .map_err(|error| {
            CommandError::refused(ErrorCode::TargetNotWritable, format!("{} cannot be used: {error}", context.home.display()))
        })?;
    let program = std::env::current_exe().map_err(CommandError::internal)?;
    let (client, _) = EngineProcess::start(&program, &context.home, Lifetime::Idle(IDLE_EXIT), log.into()).await?;
    Ok(client)
}
