//! One process holds a home. Everybody else finds it and knocks.

use crate::client::Client;
use crate::environment::{Variables, engine_environment};
use crate::router;
use crate::server::{Options, Server};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::CorrelationId;
use apprentice_contracts::runtime::Ids;
use apprentice_engine::core::system::SystemIds;
use apprentice_engine::{Answer, Engine};
use apprentice_platform::memory;
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

/// How long to look for the address of a process that holds the home and is just starting or ending.
const PATIENCE: Duration = Duration::from_secs(10);
const GLANCE: Duration = Duration::from_millis(100);

/// The envelope of a failure that no router answered.
pub fn refusal(failure: &Failure) -> Value {
    let envelope = failure.envelope(CorrelationId(SystemIds.next()));
    serde_json::to_value(envelope).unwrap_or_default()
}

/// An engine that this process holds, and its server.
pub struct Host {
    pub engine: Engine,
    pub server: Option<Server>,
}

impl Host {
    /// Opens the engine and serves it.
    pub async fn serve(variables: &Variables, home: &Path, port: u16, version: &str) -> Answer<Self> {
        if let Err(error) = memory::return_large_blocks_early() {
            tracing::warn!(%error, "large blocks of memory are kept after use");
        }
        let engine = Engine::open(engine_environment(variables, home, version)).await?;
        let options = Options { home: home.to_path_buf(), port, version: version.to_owned() };
        match Server::bind(engine.clone(), options).await {
            Ok(server) => Ok(Self { engine, server: Some(server) }),
            Err(failure) => {
                engine.close().await;
                Err(failure)
            }
        }
    }

    /// Opens the engine for a moment, without a server.
    pub async fn open(variables: &Variables, home: &Path, version: &str) -> Answer<Self> {
        Ok(Self { engine: Engine::open(engine_environment(variables, home, version)).await?, server: None })
    }

    pub fn client(&self) -> Client {
        Client::in_process(router(self.engine.clone()))
    }

    pub async fn close(self) {
        if let Some(server) = self.server {
            server.close().await;
        }
        self.engine.close().await;
    }
}

/// A way to the engine of a home, and the engine itself when this process holds it.
pub struct Attached {
    pub client: Client,
    pub host: Option<Host>,
}

/// Joins the process that serves `home`, or holds the home here: with a server when `port` says on which (0: any).
pub async fn attach(variables: &Variables, home: &Path, version: &str, port: Option<u16>) -> Answer<Attached> {
    let mut waited = Duration::ZERO;
    loop {
        if let Some(client) = Client::connect(home).await {
            return Ok(Attached { client, host: None });
        }
        let opened = match port {
            Some(port) => Host::serve(variables, home, port, version).await,
            None => Host::open(variables, home, version).await,
        };
        match opened {
            Ok(host) => return Ok(Attached { client: host.client(), host: Some(host) }),
            // Another process holds the home and has not told its address yet.
            Err(failure) if failure.code == ErrorCode::Conflict && waited < PATIENCE => {
                tokio::time::sleep(GLANCE).await;
                waited += GLANCE;
            }
            Err(failure) => return Err(failure),
        }
    }
}
