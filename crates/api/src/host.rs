//! One process holds a home and hosts its engine; other processes connect to it.

use crate::client::Client;
use crate::environment::{Variables, engine_environment};
use crate::router;
use crate::server::{Options, Server};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::CorrelationId;
use apprentice_contracts::json;
use apprentice_contracts::runtime::Ids;
use apprentice_engine::core::system::SystemIds;
use apprentice_engine::{Answer, Engine};
use apprentice_platform::memory;
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

/// How long to wait for the address of a process that holds the home and is starting or ending.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The envelope of a failure that did not come from a router.
pub fn refusal(failure: &Failure) -> Value {
    let envelope = failure.envelope(CorrelationId(SystemIds.next()));
    json::to_value(&envelope).unwrap_or_default()
}

/// An engine in this process, and its server.
pub struct Host {
    /// The engine.
    pub engine: Engine,
    /// `None`: the engine was opened without a server.
    pub server: Option<Server>,
}

impl Host {
    /// Opens the engine of `home` and serves it on 127.0.0.1. `port` 0: any free one.
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

    /// Opens the engine of `home` without a server.
    pub async fn open(variables: &Variables, home: &Path, version: &str) -> Answer<Self> {
        Ok(Self { engine: Engine::open(engine_environment(variables, home, version)).await?, server: None })
    }

    /// An in-process client.
    pub fn client(&self) -> Client {
        Client::in_process(router(self.engine.clone()))
    }

    /// Closes the server and the engine.
    pub async fn close(self) {
        if let Some(server) = self.server {
            server.close().await;
        }
        self.engine.close().await;
    }
}

/// A client of the engine of a home, and the engine itself if this process holds it.
pub struct Attached {
    /// The client.
    pub client: Client,
    /// `None`: another process holds the home.
    pub host: Option<Host>,
}

/// Connects to the process that serves `home`, or opens the engine here. `port`: serve it there (0: any); `None`: without a server.
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
            // Another process holds the home and has not written its address yet.
            Err(failure) if failure.code == ErrorCode::Conflict && waited < CONNECT_TIMEOUT => {
                tokio::time::sleep(POLL_INTERVAL).await;
                waited += POLL_INTERVAL;
            }
            Err(failure) => return Err(failure),
        }
    }
}
