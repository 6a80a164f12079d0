//! The connections of a client to the engine in another process.
//!
//! Invariant: a token, and what is sent with it, crosses only a connection whose other end has proven that it is the engine of the home
//! ([`crate::proof`]), while the lock of the home was held and its file named that end.

use crate::client::Unreachable;
use crate::endpoint;
use crate::proof;
use crate::scope::Caller;
use apprentice_contracts::app::Endpoint;
use axum::body::{Body, Bytes};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt};
use http::header::HOST;
use http::{HeaderMap, Request, StatusCode};
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpStream;

/// How long the other end may take to prove itself.
const PROOF_TIMEOUT: Duration = Duration::from_secs(2);
/// A longer answer is no proof.
const MAX_PROOF: usize = 256;
/// Unused connections that are kept.
const MAX_IDLE: usize = 8;

/// A response whose body is arriving.
pub(crate) struct Arriving {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub chunks: BoxStream<'static, Result<Bytes, Unreachable>>,
}

/// Connections to one engine. Clones share them.
#[derive(Clone)]
pub(crate) struct Connections(Arc<Inner>);

struct Inner {
    home: PathBuf,
    caller: Caller,
    endpoint: Endpoint,
    address: SocketAddr,
    idle: Mutex<Vec<SendRequest<Body>>>,
}

impl Connections {
    /// To the engine that the file of the home names. `None`: there is no such file, or it names no address of this machine.
    pub fn of_home(home: &std::path::Path, caller: Caller) -> Option<Self> {
        let endpoint = endpoint::read(home, caller)?;
        let address: SocketAddr = endpoint.address.strip_prefix("http://")?.parse().ok()?;
        let inner = Inner { home: home.to_path_buf(), caller, endpoint, address, idle: Mutex::default() };
        address.ip().is_loopback().then(|| Self(Arc::new(inner)))
    }

    pub fn endpoint(&self) -> &Endpoint {
        &self.0.endpoint
    }

    /// Opens and proves a connection, which the next request uses.
    pub async fn connect(&self) -> Result<(), Unreachable> {
        let connection = self.open().await?;
        self.0.keep(connection);
        Ok(())
    }

    /// Sends a request, over a kept connection if there is one.
    pub async fn send(&self, mut request: Request<Body>) -> Result<Arriving, Unreachable> {
        request.headers_mut().insert(HOST, self.0.authority().parse().map_err(Unreachable::new)?);
        loop {
            let (mut connection, kept) = match self.0.kept().await {
                Some(connection) => (connection, true),
                None => (self.open().await?, false),
            };
            match connection.try_send_request(request).await {
                Ok(response) => return Ok(self.arriving(response, connection)),
                Err(mut failed) => match failed.take_message() {
                    // The server closed the kept connection before it read anything of the request.
                    Some(unsent) if kept => request = unsent,
                    _ => return Err(Unreachable::new(failed.into_error())),
                },
            }
        }
    }

    /// The connection is kept once the body has arrived; if the body is dropped before, the connection is closed.
    fn arriving(&self, response: http::Response<Incoming>, connection: SendRequest<Body>) -> Arriving {
        let (parts, body) = response.into_parts();
        let inner = self.0.clone();
        let ended = futures::stream::once(async move { inner.keep(connection) }).filter_map(async |()| None);
        let chunks = TryStreamExt::map_err(Body::new(body).into_data_stream(), Unreachable::new).chain(ended).boxed();
        Arriving { status: parts.status, headers: parts.headers, chunks }
    }

    async fn open(&self) -> Result<SendRequest<Body>, Unreachable> {
        let opening = async {
            self.0.check_home()?;
            let stream = TcpStream::connect(self.0.address).await.map_err(Unreachable::unsent)?;
            // Small requests must not wait for an acknowledgement.
            stream.set_nodelay(true).map_err(Unreachable::unsent)?;
            let (mut connection, driver) = handshake(TokioIo::new(stream)).await.map_err(Unreachable::unsent)?;
            // Ends with the connection.
            tokio::spawn(driver);
            self.0.prove(&mut connection).await?;
            Ok(connection)
        };
        tokio::time::timeout(PROOF_TIMEOUT, opening).await.map_err(|_| Unreachable::unsent("it did not prove itself in time"))?
    }
}

impl Inner {
    fn authority(&self) -> String {
        self.address.to_string()
    }

    /// A held lock says that an engine lives; the file says that it is still this one.
    fn check_home(&self) -> Result<(), Unreachable> {
        if !apprentice_engine::is_held(&self.home) {
            return Err(Unreachable::unsent("no process has locked its home folder"));
        }
        match endpoint::read(&self.home, self.caller) {
            Some(now) if now.token == self.endpoint.token && now.address == self.endpoint.address => Ok(()),
            _ => Err(Unreachable::unsent("it was started again")),
        }
    }

    async fn prove(&self, connection: &mut SendRequest<Body>) -> Result<(), Unreachable> {
        let mut random = [0; 32];
        getrandom::fill(&mut random).map_err(Unreachable::unsent)?;
        let challenge = URL_SAFE_NO_PAD.encode(random);
        let authority = self.authority();
        let path = format!("{}?for={}&challenge={challenge}", proof::PATH, proof::holder_name(self.caller));
        let request = Request::get(path).header(HOST, &authority).body(Body::empty()).map_err(Unreachable::unsent)?;
        let response = connection.send_request(request).await.map_err(Unreachable::unsent)?;
        let body = Limited::new(response.into_body(), MAX_PROOF).collect().await.map_err(Unreachable::unsent)?.to_bytes();
        let answer = String::from_utf8_lossy(&body);
        match proof::is_proven(&self.endpoint.token, &challenge, &authority, &answer) {
            true => connection.ready().await.map_err(Unreachable::unsent),
            false => Err(Unreachable::unsent("another program uses its port")),
        }
    }

    /// A kept connection that the server has not closed.
    async fn kept(&self) -> Option<SendRequest<Body>> {
        loop {
            let mut connection = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
            if !connection.is_closed() && connection.ready().await.is_ok() {
                return Some(connection);
            }
        }
    }

    fn keep(&self, connection: SendRequest<Body>) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MAX_IDLE && !connection.is_closed() {
            idle.push(connection);
        }
    }
}
