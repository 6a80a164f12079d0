//! The loopback server of one engine, and the practice page beside it.

use crate::client::Client;
use crate::endpoint::EndpointFile;
use crate::failure::enveloped;
use crate::guard::{Gate, Tokens, guarded, hardened, own_hosts};
use crate::scope::{Caller, scoped};
use crate::{App, Streams, mcp, practice, routes, ui};
use apprentice_contracts::app::Endpoint;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_engine::{Answer, Engine};
use axum::Router;
use axum::middleware::map_response;
use axum::serve::ListenerExt;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;
use std::io;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Where the MCP server is; its tools are operations with an agent's rights.
const MCP: &str = "/mcp";

/// How long running requests may take to end when the server closes.
const GRACE: Duration = Duration::from_secs(3);

/// How a server is started.
pub struct Options {
    /// The folder for `endpoint.json` and `agent.json`.
    pub home: PathBuf,
    /// The port on 127.0.0.1; 0 for any free one.
    pub port: u16,
    /// The version of the program.
    pub version: String,
}

/// A running server. [`Server::close`] ends it. Dropping it only removes `endpoint.json` and `agent.json`.
pub struct Server {
    endpoint: Endpoint,
    practice_url: String,
    files: [EndpointFile; 2],
    gate: Arc<Gate>,
    streams: Arc<Streams>,
    closing: CancellationToken,
    listeners: Vec<JoinHandle<()>>,
}

impl Server {
    /// Listens on 127.0.0.1. `INVALID_REQUEST`: the port cannot be used.
    pub async fn bind(engine: Engine, options: Options) -> Answer<Self> {
        let listener = listen(options.port).await.map_err(|error| port_refused(options.port, &error))?;
        let practice = listen(0).await.map_err(|error| port_refused(0, &error))?;
        let (port, practice_port) = (port_of(&listener)?, port_of(&practice)?);
        engine.set_own_hosts(own_hosts(port));
        let practice_url = format!("http://127.0.0.1:{practice_port}/");
        engine.set_practice_url(practice_url.clone());
        let endpoint = |token| Endpoint {
            address: format!("http://127.0.0.1:{port}"),
            token,
            pid: std::process::id(),
            version: options.version.clone(),
        };
        let (person, agent) = (endpoint(token()?), endpoint(token()?));
        let tokens = Tokens { person: person.token.clone(), agent: agent.token.clone() };
        let gate = Arc::new(Gate::new(port, tokens));
        let app = App::new(engine);
        let (streams, closing) = (app.streams.clone(), app.closing.clone());
        let (operations, mut open) = routes::all(app, ui::serve);
        let inside = Client::in_process(enveloped(scoped(operations.clone(), open.clone()))).for_agents();
        for method in ["DELETE", "GET", "POST"] {
            open.open(method, MCP);
        }
        let all = operations.route_service(MCP, mcp::service(inside, port, &closing));
        let router = enveloped(guarded(scoped(all, open), gate.clone()));
        let write = |holder, endpoint| {
            EndpointFile::write(&options.home, holder, endpoint)
                .map_err(|error| internal(&format!("the address could not be written: {error}")))
        };
        // In this order, so that a program that finds endpoint.json finds agent.json too.
        let agents = write(Caller::Agent, &agent)?;
        let files = [agents, write(Caller::Person, &person)?];
        // Last, so that no listener is left when a file cannot be written. A request that comes earlier waits for its answer.
        let listeners = vec![
            spawn(listener, router, closing.clone()),
            spawn(practice, practice::router(own_hosts(practice_port)), closing.clone()),
        ];
        Ok(Self { endpoint: person, practice_url, files, gate, streams, closing, listeners })
    }

    /// The address and the token of a person's programs.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// The address of the practice page.
    pub fn practice_url(&self) -> &str {
        &self.practice_url
    }

    /// The time since the last request; zero while a stream is open.
    pub fn quiet_for(&self) -> Duration {
        if self.streams.open() > 0 { Duration::ZERO } else { self.gate.quiet_for() }
    }

    /// Removes the files, ends the live streams and waits up to [`GRACE`] for running requests.
    pub async fn close(self) {
        drop(self.files);
        self.closing.cancel();
        for mut listener in self.listeners {
            if tokio::time::timeout(GRACE, &mut listener).await.is_err() {
                listener.abort();
            }
        }
    }
}

async fn listen(port: u16) -> io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await
}

fn port_of(listener: &TcpListener) -> Answer<u16> {
    listener.local_addr().map(|address| address.port()).map_err(|error| internal(&error.to_string()))
}

fn spawn(listener: TcpListener, router: Router, closing: CancellationToken) -> JoinHandle<()> {
    let router = router.layer(map_response(async |response| hardened(response)));
    // An event is smaller than a packet. Without this it waits until the one before it is acknowledged (Nagle's algorithm, RFC 896).
    let listener = listener.tap_io(|connection| {
        if let Err(error) = connection.set_nodelay(true) {
            tracing::debug!(%error, "small answers may be late");
        }
    });
    tokio::spawn(async move {
        let served = axum::serve(listener, router).with_graceful_shutdown(closing.cancelled_owned()).await;
        if let Err(error) = served {
            tracing::error!(%error, "the server stopped");
        }
    })
}

/// 32 random bytes.
fn token() -> Answer<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| internal(&format!("no randomness: {error}")))?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

fn port_refused(port: u16, error: &io::Error) -> Failure {
    let text =
        format!("Port {port} on 127.0.0.1 cannot be used ({error}). Choose another port, or leave it out to use any free one.");
    Failure::new(ErrorCode::InvalidRequest, text).with_details(json!({ "field": "port" }))
}

fn internal(message: &str) -> Failure {
    Failure::new(ErrorCode::Internal, message)
}
