//! The loopback server of one engine, and the sample page beside it.

use crate::client::Client;
use crate::connection_slots::Slots;
use crate::endpoint::EndpointFile;
use crate::failure::enveloped;
use crate::guard::{Gate, Tokens, guarded, hardened, own_hosts};
use crate::scope::{Caller, MCP, scoped};
use crate::{App, Streams, mcp, routes, sample_page, ui};
use apprentice_contracts::app::Endpoint;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_engine::{Answer, Engine};
use axum::Router;
use axum::body::Body;
use axum::middleware::map_response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use serde_json::json;
use std::io;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

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
    sample_page_url: String,
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
        let sample_page = listen(0).await.map_err(|error| port_refused(0, &error))?;
        let (port, sample_page_port) = (port_of(&listener)?, port_of(&sample_page)?);
        engine.set_own_hosts(own_hosts(port));
        let sample_page_url = format!("http://127.0.0.1:{sample_page_port}/");
        engine.set_sample_page_url(sample_page_url.clone());
        let endpoint = |token| Endpoint {
            address: format!("http://127.0.0.1:{port}"),
            token,
            pid: std::process::id(),
            version: options.version.clone(),
        };
        let (person, agent) = (endpoint(token()?), endpoint(token()?));
        let runs = engine.clone();
        let run = Box::new(move || runs.agent_run_token());
        let tokens = Tokens { person: person.token.clone(), agent: agent.token.clone(), run };
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
            spawn(listener, router, closing.clone(), LIMITS),
            spawn(sample_page, sample_page::router(own_hosts(sample_page_port)), closing.clone(), LIMITS),
        ];
        Ok(Self { endpoint: person, sample_page_url, files, gate, streams, closing, listeners })
    }

    /// The address and the token of a person's programs.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// The address of the sample page.
    pub fn sample_page_url(&self) -> &str {
        &self.sample_page_url
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

/// What one listener grants the programs that connect to it.
#[derive(Clone, Copy)]
struct ConnectionLimits {
    /// Time for all headers of a request, and for a connection to stay without one.
    headers: Duration,
    /// Connections at the same time ([`Slots`]).
    open: usize,
}

const LIMITS: ConnectionLimits = ConnectionLimits { headers: Duration::from_secs(15), open: 512 };

/// How long to wait after a connection could not be accepted, such as when no more files can be opened.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// Serves until `closing` is cancelled, then waits for the requests that run.
fn spawn(listener: TcpListener, router: Router, closing: CancellationToken, limits: ConnectionLimits) -> JoinHandle<()> {
    let router = router.layer(map_response(async |response| hardened(response)));
    tokio::spawn(async move {
        let (running, slots) = (GracefulShutdown::new(), Slots::new(limits.open));
        loop {
            let accepted = tokio::select! {
                () = closing.cancelled() => break,
                accepted = listener.accept() => accepted,
            };
            let stream = match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                    continue;
                }
            };
            let Some(slot) = slots.take() else { continue };
            // An event is smaller than a packet. Without this it waits until the one before it is acknowledged (Nagle's algorithm, RFC 896).
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "small answers may be late");
            }
            let holder = slot.connection.clone();
            let service = router.clone().map_request(move |mut request: http::Request<Incoming>| {
                request.extensions_mut().insert(holder.clone());
                request.map(Body::new)
            });
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(limits.headers)
                .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
            let connection = running.watch(connection);
            tokio::spawn(async move {
                tokio::select! {
                    ended = connection => if let Err(error) = ended {
                        tracing::debug!(%error, "a connection broke");
                    },
                    () = slot.connection.evicted() => tracing::debug!("a connection gave way to a new one"),
                }
            });
        }
        drop(listener);
        running.shutdown().await;
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

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use std::time::Instant;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    const SHORT: ConnectionLimits = ConnectionLimits { headers: Duration::from_millis(200), open: 4 };

    /// A listener whose only page is `/`.
    async fn page() -> (std::net::SocketAddr, CancellationToken) {
        let listener = listen(0).await.unwrap();
        let (address, closing) = (listener.local_addr().unwrap(), CancellationToken::new());
        spawn(listener, Router::new().route("/", get(async || "page")), closing.clone(), SHORT);
        (address, closing)
    }

    async fn answer_to(stream: &mut TcpStream) -> String {
        let mut answer = String::new();
        // A reset says that the connection is closed, too.
        let _ = stream.read_to_string(&mut answer).await;
        answer
    }

    #[tokio::test]
    async fn headers_that_never_end_close_the_connection() {
        let (address, _closing) = page().await;
        for sent in ["", "G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ", "GET / HTTP/1.1\r\nHost: a\r\n"] {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(sent.as_bytes()).await.unwrap();
            let begun = Instant::now();
            let answer = tokio::time::timeout(Duration::from_secs(20), answer_to(&mut stream)).await.expect(sent);
            assert!(!answer.contains("page") && begun.elapsed() >= SHORT.headers / 2, "{sent:?}: {answer}");
        }
        let mut whole = TcpStream::connect(address).await.unwrap();
        whole.write_all(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").await.unwrap();
        assert!(answer_to(&mut whole).await.ends_with("page"));
    }

    #[tokio::test]
    async fn a_connection_beyond_the_limit_takes_the_place_of_the_oldest() {
        let (address, closing) = page().await;
        let mut held = Vec::new();
        for sent in ["", "G", "GET / HTTP/1.1\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx"] {
            held.push(TcpStream::connect(address).await.unwrap());
            held.last_mut().unwrap().write_all(sent.as_bytes()).await.unwrap();
        }
        let mut more = TcpStream::connect(address).await.unwrap();
        more.write_all(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").await.unwrap();
        assert!(answer_to(&mut more).await.ends_with("page"));
        assert_eq!(answer_to(&mut held[0]).await, "", "the oldest one was closed");
        closing.cancel();
    }
}
