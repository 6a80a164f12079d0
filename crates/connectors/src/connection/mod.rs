//! One connection to one server: streamable HTTP, or the standard input and output of a program. Both generations of the protocol are
//! spoken: `server/discover` (2026-07-28) is tried first, then the handshake of 2025-11-25 and older.
//!
//! A server is foreign code: every request has a deadline, every list a bound, and nothing that it sends is believed.
//!
//! `bounds` ends a server that asks without end, `errors` says why one failed, `client` is our side of it, `listing` reads what a server
//! offers, and `calls` calls a tool.

mod bounds;
mod calls;
mod client;
mod errors;
mod listing;

pub use bounds::MOST_UNANSWERED;
pub use client::Asks;
pub use errors::ConnectionError;
pub use listing::{DEEPEST, LARGEST_DEFINITION, LARGEST_LISTING, Listing, MOST_OTHERS, MOST_TOOLS};

use self::bounds::{Bounded, Paced, Unanswered};
use self::client::Client;
use self::errors::{initialize_error, last_words, start_error, transport_error};
use crate::address::is_loopback;
use crate::elicit::Asking;
use crate::process::{Log, Program, Running};
use crate::reach::{Lookup, Reachable, SystemLookup};
use apprentice_skills::source::fetch::client as http_clients;
use http::{HeaderName, HeaderValue};
use rmcp::ClientCacheConfig;
use rmcp::model::{
    ClientCapabilities, ClientConfig, ElicitationCapability, FormElicitationCapability, Implementation, ProtocolVersion,
    UrlElicitationCapability,
};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, RoleClient, RunningService, ServiceError, serve_client_with_lifecycle,
};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use url::Url;

/// Largest message of a server, in bytes.
pub const LARGEST: usize = 16 * 1024 * 1024;

/// Replaces the secrets in words of a server. What a server says passes it before it is cut, so that no part of a secret is left over.
pub type Mask = Arc<dyn Fn(&str) -> String + Send + Sync>;

/// What is reached.
pub enum Target {
    /// A program of this machine.
    Local(Box<Program>),
    /// An address, with the headers of every request.
    Remote(Url, Vec<(String, String)>),
}

/// An open connection. [`Connection::close`] ends it in good order; dropping it ends it too, with everything that its program started.
pub struct Connection {
    service: RunningService<RoleClient, Client>,
    running: Option<Running>,
    log: Log,
    client: Client,
    unanswered: Unanswered,
    /// Which of these changes the newest list contains.
    listed: AtomicU64,
}

impl Connection {
    /// Starts or reaches a server that can ask nobody anything: see [`Connection::open_asking`].
    ///
    /// # Errors
    /// Those of [`Connection::open_asking`].
    pub async fn open(target: Target, mask: Mask, version: &str, patience: Duration) -> Result<Self, ConnectionError> {
        Self::open_asking(target, mask, version, patience, None).await
    }

    /// Starts or reaches a server. `mask` replaces secrets in its words, `version` is that of this program, `patience` bounds all of it,
    /// `asking` hands its questions to the person.
    ///
    /// # Errors
    /// Why it could not be reached. Nothing of its program is left then.
    pub async fn open_asking(
        target: Target,
        mask: Mask,
        version: &str,
        patience: Duration,
        asking: Option<Asking>,
    ) -> Result<Self, ConnectionError> {
        let mut capabilities = ClientCapabilities::default();
        if asking.is_some() {
            let offered = ElicitationCapability::new().with_form(FormElicitationCapability::new());
            capabilities.elicitation = Some(offered.with_url(UrlElicitationCapability::new()));
        }
        let local = match &target {
            Target::Local(_) => true,
            Target::Remote(url, _) => is_loopback(url),
        };
        let client = Client {
            config: ClientConfig::new(capabilities, Implementation::new("apprentice", version.to_owned())),
            changes: Arc::default(),
            asks: asking.map(|asking| Asks { asking, local }),
            waits: Arc::default(),
            mask: mask.clone(),
        };
        let known = client.clone();
        let lifecycle = || ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            legacy_version: Some(ProtocolVersion::V_2025_11_25),
        };
        match target {
            Target::Local(program) => {
                let (mut running, input, output) =
                    Running::start(&program, mask.clone()).map_err(|error| start_error(&program, &error))?;
                let log = running.log();
                let transport = AsyncRwTransport::new_client(output, input).with_max_line_length(LARGEST);
                let unanswered = Unanswered::default();
                let transport = Bounded::new(transport, unanswered.clone());
                let opening = serve_client_with_lifecycle(client, transport, lifecycle());
                let opened = match tokio::time::timeout(patience, opening).await {
                    Ok(Ok(service)) => return Ok(Self::new(service, Some(running), log, known, unanswered).await),
                    Ok(Err(_)) if unanswered.were_too_many() => too_many(),
                    Ok(Err(error)) => initialize_error(error, &mask),
                    Err(_) => ConnectionError::Timeout(patience),
                };
                let ended = running.ended().await;
                running.end().await;
                Err(match (ended, opened) {
                    // One that ends well after it refused has said why.
                    (Some(status), opened) if !status.success() || matches!(opened, ConnectionError::Ended(_)) => {
                        ConnectionError::Ended(format!("its program ended with {status}{}", last_words(&log)))
                    }
                    (_, opened) => opened,
                })
            }
            Target::Remote(url, headers) => {
                let headers = header_map(&headers)?;
                let began = tokio::time::timeout(patience, http_client(&url, Arc::new(SystemLookup))).await;
                let http = began.map_err(|_| ConnectionError::Timeout(patience))??;
                // What a server asked over the first transport waits for no answer over the second one.
                let transport = || {
                    let mut config = StreamableHttpClientTransportConfig::with_uri(url.as_str()).custom_headers(headers.clone());
                    config.max_sse_event_size = LARGEST;
                    // A new session would be called without a look at its tools.
                    config.reinit_on_expired_session = false;
                    let transport = StreamableHttpClientTransport::with_client(Paced(http.clone()), config);
                    let unanswered = Unanswered::default();
                    Ok::<_, ConnectionError>((Bounded::new(transport, unanswered.clone()), unanswered))
                };
                let config = client.config.clone().with_protocol_version(ProtocolVersion::V_2025_11_25);
                let old = Client { config, ..client.clone() };
                let ((first, of_first), (second, of_second)) = (transport()?, transport()?);
                let opening = async {
                    match serve_client_with_lifecycle(client, first, lifecycle()).await {
                        // An old server that answers every request, also one that it does not know: it has not understood the first one.
                        Err(ClientInitializeError::ExpectedInitResult(_)) => {
                            (serve_client_with_lifecycle(old, second, ClientLifecycleMode::Initialize).await, of_second)
                        }
                        opened => (opened, of_first),
                    }
                };
                match tokio::time::timeout(patience, opening).await {
                    Ok((Ok(service), unanswered)) => Ok(Self::new(service, None, Log::default(), known, unanswered).await),
                    Ok((Err(_), unanswered)) if unanswered.were_too_many() => Err(too_many()),
                    Ok((Err(error), _)) => Err(initialize_error(error, &mask)),
                    Err(_) => Err(ConnectionError::Timeout(patience)),
                }
            }
        }
    }

    async fn new(
        service: RunningService<RoleClient, Client>,
        running: Option<Running>,
        log: Log,
        client: Client,
        unanswered: Unanswered,
    ) -> Self {
        // What is listed decides what is called, so it is never an older answer, for as long as a server says or because it fails now.
        service.peer().set_response_cache_config(ClientCacheConfig::disabled()).await;
        Self { service, running, log, client, unanswered, listed: AtomicU64::new(0) }
    }

    /// The revision of the protocol that is spoken.
    pub fn revision(&self) -> Option<String> {
        self.service.peer().peer_info().map(|info| info.protocol_version.as_str().to_owned())
    }

    /// What the program wrote to standard error.
    pub fn log(&self) -> Log {
        self.log.clone()
    }

    /// Whether the connection has ended.
    pub fn is_closed(&self) -> bool {
        self.service.is_closed() || self.service.peer().is_transport_closed()
    }

    /// How often the server has said that its lists changed. Read it before a list, and give it to [`Connection::has_listed`] after it.
    pub fn changes(&self) -> u64 {
        self.client.changes.load(Ordering::Acquire)
    }

    /// Whether the server said that its lists changed after the newest list that was kept.
    pub fn is_stale(&self) -> bool {
        self.changes() != self.listed.load(Ordering::Acquire)
    }

    /// Says that a list which contains the first `changes` changes was kept. A list that is given up half way says nothing, so that it is
    /// read again.
    pub fn has_listed(&self, changes: u64) {
        self.listed.store(changes, Ordering::Release);
    }

    /// Ends the connection and the program of the server. Answers how many of its processes are left.
    pub async fn close(mut self) -> usize {
        self.running.iter_mut().for_each(Running::look);
        // A server that does not answer is ended below.
        let _closed = tokio::time::timeout(Duration::from_secs(2), self.service.close()).await;
        match self.running.take() {
            Some(running) => running.end().await,
            None => 0,
        }
    }

    fn clip(&self, text: &str) -> String {
        errors::clip(&self.client.mask, text)
    }

    fn service_error(&self, error: ServiceError) -> ConnectionError {
        match error {
            ServiceError::McpError(error) => ConnectionError::Refused(self.clip(&error.message)),
            ServiceError::TransportClosed if self.unanswered.were_too_many() => too_many(),
            ServiceError::TransportClosed => match self.running {
                Some(_) => ConnectionError::Ended(format!("its program ended{}", last_words(&self.log))),
                None => ConnectionError::Unreachable("the connection was closed".to_owned()),
            },
            ServiceError::Timeout { timeout } => ConnectionError::Timeout(timeout),
            ServiceError::TransportSend(error) => transport_error(&*error.error, &self.client.mask),
            other => ConnectionError::Protocol(self.clip(&other.to_string())),
        }
    }
}

/// The connection was ended, as [`Unanswered`] says.
fn too_many() -> ConnectionError {
    ConnectionError::Protocol(format!(
        "it asked more than {MOST_UNANSWERED} things at a time without reading the answers, or two under one name"
    ))
}

fn header_map(headers: &[(String, String)]) -> Result<HashMap<HeaderName, HeaderValue>, ConnectionError> {
    let read = |(name, value): &(String, String)| {
        let wrong = |_| {
            ConnectionError::Start(format!(
                "the header {name} cannot be sent: its name or value has characters that HTTP does not allow"
            ))
        };
        let mut value = HeaderValue::from_str(value).map_err(|error| wrong(error.to_string()))?;
        value.set_sensitive(true);
        Ok((HeaderName::try_from(name.as_str()).map_err(|error| wrong(error.to_string()))?, value))
    };
    headers.iter().map(read).collect()
}

/// A client that follows no redirection: a header with a secret goes to the address of the person, and nowhere else. The addresses of its name are
/// checked whenever it connects: a public name leads neither to this machine nor, once it was outside, into a private network.
async fn http_client(url: &Url, lookup: Arc<dyn Lookup>) -> Result<reqwest::Client, ConnectionError> {
    let cannot = |why: &str| ConnectionError::Unreachable(format!("it cannot be reached: {why}"));
    let reachable = Reachable::from_server(url, lookup).await.map_err(|why| cannot(&why))?;
    reachable.check_number(url).map_err(|why| cannot(&format!("its address {why}")))?;
    // Fails if a provider is installed already, which is as well.
    let _installed = rustls::crypto::ring::default_provider().install_default();
    http_clients::plain()
        .connect_timeout(Duration::from_secs(10))
        .dns_resolver(Arc::new(reachable))
        .build()
        .map_err(|error| ConnectionError::Start(format!("no HTTP client could be made: {}", http_clients::cause(&error))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reach::tests::names;

    #[tokio::test]
    async fn a_server_whose_name_leads_to_this_machine_is_not_reached() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let names = names(&[
            ("mcp.example", &[&["93.184.216.34"], &["127.0.0.1"]]),
            ("near.example", &[&["127.0.0.1"]]),
            ("meta.example", &[&["169.254.169.254"]]),
            ("localhost", &[&["93.184.216.34"]]),
        ]);
        let at = |host: &str| Url::parse(&format!("https://{host}:{port}/mcp")).unwrap();
        for host in ["mcp.example", "near.example", "meta.example"] {
            let client = http_client(&at(host), names.clone()).await.unwrap();
            let error = client.get(at(host)).send().await.unwrap_err();
            let why = http_clients::cause(&error);
            assert!(why.contains("private network or to this machine"), "{host}: {why}");
        }
        for host in ["169.254.169.254", "0.0.0.0", "[fd00:ec2::254]", "nowhere.example"] {
            let error = http_client(&at(host), names.clone()).await.unwrap_err();
            assert_eq!(error.code(), "UNREACHABLE", "{host}: {error}");
        }
        // A server that the person registered on this machine is reached, whatever a resolver says of its name.
        let local = Url::parse(&format!("http://localhost:{port}/mcp")).unwrap();
        let client = http_client(&local, names).await.unwrap();
        let asked = tokio::spawn(async move { client.get(local).send().await });
        let (_first, from) = listener.accept().await.unwrap();
        assert!(from.ip().is_loopback(), "the first connection is this one");
        asked.abort();
    }
}
