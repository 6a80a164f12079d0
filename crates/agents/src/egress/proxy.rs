//! Serves the listeners of a run: an HTTP proxy (RFC 9110 §9.3.6, RFC 9112 §3.2.2), the MCP server of Apprentice, and places of this machine.

use super::Shared;
use super::allow::canonical;
use super::hello;
use super::idle::Idle;
use super::upstream::Upstream;
use http::header::{CONNECTION, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue};
use http::uri::{Authority, PathAndQuery, Scheme};
use http::{Method, Request, Response, StatusCode, Uri};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::task::TaskTracker;
use url::Host;

/// Connections to one listener at a time. More wait.
const CONNECTIONS: usize = 64;
/// Largest head of a request, in bytes. One that comes in large parts may have twice as much.
const HEAD: usize = 16 * 1024;
/// Most headers of a request.
const HEADERS: usize = 100;
/// The port of plain HTTP.
const HTTP_PORT: u16 = 80;
/// How long a client may take to send the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(60);
/// How long one address may take to answer.
const CONNECT_TIME: Duration = Duration::from_secs(10);
/// How long nothing may move on a connection. Models think for minutes.
const IDLE: Duration = Duration::from_secs(600);

/// Headers that are about one connection (RFC 9110 §7.6.1), and those that are for a proxy.
const OF_A_CONNECTION: [&str; 8] =
    ["connection", "keep-alive", "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"];

/// What serves a listener.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Service {
    /// The proxy.
    Proxy,
    /// The MCP server of Apprentice.
    Door,
    /// A place of this machine, with whatever is spoken there.
    Place(Host, u16),
}

type Body = BoxBody<Bytes, hyper::Error>;

/// Why a place was not reached.
enum Failure {
    /// The run may not reach it.
    Refused(String),
    /// It does not answer.
    Unreachable(String),
}

/// Accepts the connections to a listener until the run has ended.
pub(super) async fn accept(listener: TcpListener, service: Service, shared: Arc<Shared>, tasks: TaskTracker) {
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    let stop = shared.stop.clone();
    let accepting = async {
        loop {
            let Ok(permit) = room.clone().acquire_owned().await else { return };
            let Ok((stream, _)) = listener.accept().await else {
                // Out of files: the next one may succeed when another connection has ended.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let connection = Connection { shared: shared.clone(), tasks: tasks.clone(), permit: Arc::new(permit) };
            connection.clone().spawn(connection.serve(stream, service.clone()));
        }
    };
    tokio::select! {
        () = accepting => {}
        () = stop.cancelled() => {}
    }
}

/// One connection of a run. As long as a copy is held it counts.
#[derive(Clone)]
struct Connection {
    shared: Arc<Shared>,
    tasks: TaskTracker,
    #[expect(dead_code, reason = "it counts as long as it is held")]
    permit: Arc<OwnedSemaphorePermit>,
}

impl Connection {
    /// Runs a part of the connection until the run has ended.
    fn spawn(self, work: impl Future<Output = ()> + Send + 'static) {
        let stop = self.shared.stop.clone();
        self.tasks.clone().spawn(async move {
            tokio::select! {
                () = work => {}
                () = stop.cancelled() => {}
            }
            drop(self);
        });
    }

    async fn serve(self, stream: TcpStream, service: Service) {
        let is_proxy = match service {
            Service::Place(host, port) => return self.carry(stream, &host, port).await,
            Service::Proxy => true,
            Service::Door => false,
        };
        let answer = move |request| {
            let connection = self.clone();
            async move {
                let answered = match is_proxy {
                    true => connection.asked(request).await,
                    false => connection.door(request).await,
                };
                Ok::<_, Infallible>(answered.unwrap_or_else(failed))
            }
        };
        let served = server().serve_connection(TokioIo::new(stream), service_fn(answer)).with_upgrades().await;
        if let Err(error) = served {
            tracing::debug!(%error, "a connection of a run broke");
        }
    }

    /// Carries a connection to a place of this machine.
    async fn carry(&self, mut stream: TcpStream, host: &Host, port: u16) {
        // A place that does not answer closes the connection.
        if let Ok(far) = self.reach(host, port).await {
            both(&mut stream, far).await;
        }
    }

    /// Answers what the proxy is asked.
    async fn asked(&self, request: Request<Incoming>) -> Result<Response<Body>, Failure> {
        if request.method() == Method::CONNECT {
            return self.tunnel(request).await;
        }
        let bad = |why: &str| Ok(text(StatusCode::BAD_REQUEST, why.to_owned()));
        let (scheme, authority) = (request.uri().scheme().cloned(), request.uri().authority().cloned());
        let (Some(scheme), Some(authority)) = (scheme, authority) else {
            return bad("This is a proxy: name the whole address, or use CONNECT.");
        };
        if scheme != Scheme::HTTP {
            return bad("Use CONNECT for what is encrypted.");
        }
        let Some(host) = canonical(authority.host()) else { return bad("The host is no host.") };
        let port = authority.port_u16().unwrap_or(HTTP_PORT);
        if self.shared.door.as_ref().is_some_and(|door| door.is(&host, port)) {
            return self.door(request).await;
        }
        let far = self.reach(&host, port).await?;
        self.forward(request, far, &authority).await
    }

    /// Opens a tunnel.
    async fn tunnel(&self, request: Request<Incoming>) -> Result<Response<Body>, Failure> {
        let place = request.uri().authority().and_then(|authority| Some((canonical(authority.host())?, authority.port_u16()?)));
        let Some((host, port)) = place else {
            return Ok(text(StatusCode::BAD_REQUEST, "Name a host and a port.".to_owned()));
        };
        if self.shared.door.as_ref().is_some_and(|door| door.is(&host, port)) {
            let why = "through a tunnel, and a run reaches only the MCP server of Apprentice, without one".to_owned();
            return Err(self.refused(&host, port, why).await);
        }
        let far = self.reach(&host, port).await?;
        let connection = self.clone();
        self.clone().spawn(async move {
            match hyper::upgrade::on(request).await {
                Ok(near) => connection.carry_tunnel(TokioIo::new(near), far, &host, port).await,
                Err(error) => tracing::debug!(%error, "a tunnel of a run broke"),
            }
        });
        Ok(Response::new(empty()))
    }

    /// Carries what goes through a tunnel. The first message of a tunnel to a site, or each request of one for plain HTTP, must name that site: at
    /// an address that sites share it decides which of them is reached.
    async fn carry_tunnel(
        &self,
        mut near: impl tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
        mut far: TcpStream,
        host: &Host,
        port: u16,
    ) {
        if self.shared.egress.allowed.is_site(host, port) {
            if port == HTTP_PORT {
                return self.serve_plain(near, far, host).await;
            }
            let said = tokio::time::timeout(HEAD_TIME, hello::read(&mut near)).await;
            let said = match said.unwrap_or(Err("in which nothing was said for too long")) {
                Ok(said) => said,
                Err(why) => {
                    let why = format!("through a tunnel {why}, and a run speaks TLS there that names {host}");
                    drop(self.refused(host, port, why).await);
                    return;
                }
            };
            if canonical(&said.host).as_ref() != Some(host) {
                let meant = canonical(&said.host).unwrap_or_else(|| host.clone());
                let why = format!("through a tunnel to {host}, which leads to one site alone");
                drop(self.refused(&meant, port, why).await);
                return;
            }
            if tokio::io::AsyncWriteExt::write_all(&mut far, &said.bytes).await.is_err() {
                return;
            }
        }
        both(&mut near, far).await;
    }

    /// Serves a tunnel to a site for plain HTTP. `far` is a connection to that site.
    async fn serve_plain(&self, near: impl tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin, far: TcpStream, host: &Host) {
        let far = Mutex::new(Some(far));
        let answer = |request| async {
            let far = far.lock().unwrap_or_else(PoisonError::into_inner).take();
            Ok::<_, Infallible>(self.plain(request, far, host).await.unwrap_or_else(failed))
        };
        if let Err(error) = server().serve_connection(TokioIo::new(near), service_fn(answer)).await {
            tracing::debug!(%error, "a tunnel of a run for plain HTTP broke");
        }
    }

    /// Answers a request within a tunnel to this site.
    async fn plain(&self, request: Request<Incoming>, far: Option<TcpStream>, host: &Host) -> Result<Response<Body>, Failure> {
        let mut named = request.headers().get_all(HOST).iter();
        let (one, other) = (named.next().and_then(|one| one.to_str().ok()?.parse::<Authority>().ok()), named.next());
        let Some(to) = one.filter(|_| other.is_none() && request.uri().authority().is_none()) else {
            return Ok(text(StatusCode::BAD_REQUEST, "Name one host.".to_owned()));
        };
        let (meant, port) = (canonical(to.host()), to.port_u16().unwrap_or(HTTP_PORT));
        if meant.as_ref() != Some(host) || port != HTTP_PORT {
            let why = format!("through a tunnel to {host}, which leads to one site alone");
            return Err(self.refused(meant.as_ref().unwrap_or(host), port, why).await);
        }
        let far = match far {
            Some(far) => far,
            None => self.reach(host, HTTP_PORT).await?,
        };
        self.forward(request, far, &to).await
    }

    /// Responds for the MCP server of Apprentice, the only part of it that a run can reach.
    async fn door(&self, request: Request<Incoming>) -> Result<Response<Body>, Failure> {
        let Some(door) = self.shared.door.clone() else {
            return Err(Failure::Unreachable("The run has no MCP server.".to_owned()));
        };
        let below = request.uri().path().strip_prefix(door.path.as_str()).unwrap_or_default();
        if [request.uri().path(), below].iter().any(|path| path.starts_with("/.well-known/")) {
            // Clients look there for a way to sign in, without the agent.
            return Ok(text(StatusCode::NOT_FOUND, "There is nothing.".to_owned()));
        }
        if request.uri().path() != door.path {
            let why =
                format!("at {}, and a run reaches only the MCP server of Apprentice, at {}", shown(request.uri()), door.path);
            return Err(self.refused(&door.host, door.port, why).await);
        }
        let named = request.uri().authority().map(ToString::to_string).or_else(|| {
            let host = request.headers().get(HOST)?;
            Some(host.to_str().ok()?.to_owned())
        });
        let named = named.and_then(|named| named.parse::<Authority>().ok());
        let Some(named) =
            named.filter(|named| canonical(named.host()).is_some_and(|host| door.is(&host, named.port_u16().unwrap_or(80))))
        else {
            return Ok(text(StatusCode::BAD_REQUEST, "The request names another host.".to_owned()));
        };
        let far = self.connect(&[IpAddr::V4(Ipv4Addr::LOCALHOST)], door.port, &door.host).await?;
        self.forward(request, far, &named).await
    }

    /// Sends a request on, and answers what comes back.
    async fn forward(&self, request: Request<Incoming>, far: TcpStream, to: &Authority) -> Result<Response<Body>, Failure> {
        let broken = |error: hyper::Error| Failure::Unreachable(format!("{to}: {error}"));
        let (mut parts, body) = request.into_parts();
        strip(&mut parts.headers);
        let path = parts.uri.path_and_query().cloned().unwrap_or_else(|| PathAndQuery::from_static("/"));
        parts.uri = Uri::from(path);
        parts.version = http::Version::HTTP_11;
        match HeaderValue::from_str(to.as_str().rsplit('@').next().unwrap_or_default()) {
            Ok(host) => parts.headers.insert(HOST, host),
            Err(_) => return Ok(text(StatusCode::BAD_REQUEST, "The host is no host.".to_owned())),
        };
        let client = hyper::client::conn::http1::handshake(TokioIo::new(Idle::new(far, IDLE)));
        let (mut sender, connection) = client.await.map_err(broken)?;
        self.clone().spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection for a run broke");
            }
        });
        let answer = sender.send_request(Request::from_parts(parts, body)).await.map_err(broken)?;
        let (mut parts, body) = answer.into_parts();
        strip(&mut parts.headers);
        Ok(Response::from_parts(parts, body.boxed()))
    }

    /// Connects to a place that the run may reach. Its name is resolved once, and each address is checked before it is connected to.
    async fn reach(&self, host: &Host, port: u16) -> Result<TcpStream, Failure> {
        let egress = &self.shared.egress;
        let Some(grant) = egress.allowed.grant(host, port) else {
            let why = match egress.allowed.names(&host.to_string()) {
                true => {
                    format!("and the run allows only {}, with other ports than 80 and 443 where they are named", egress.allowed)
                }
                false => format!("and the run allows only {}", egress.allowed),
            };
            return Err(self.refused(host, port, why).await);
        };
        let found = egress.names.resolve(host, port).await;
        let leads_to = |upstream: &&Upstream| upstream.leads_to(host, port);
        let unknown = found.as_ref().map_or(true, |found| found.is_empty() || found.iter().any(|address| grant.allows(*address)));
        if let Some(upstream) = egress.upstream.as_ref().filter(leads_to).filter(|_| unknown) {
            let opened = upstream.connect(host, port).await;
            return opened.map_err(|why| Failure::Unreachable(format!("{host}:{port} cannot be reached {why}")));
        }
        let found = found.map_err(|error| Failure::Unreachable(format!("{host} was not found: {error}")))?;
        let allowed: Vec<IpAddr> = found.iter().copied().filter(|address| grant.allows(*address)).collect();
        match (allowed.is_empty(), found.first()) {
            (true, Some(address)) => {
                let why = format!("which leads to {address}, an address of this machine or of a network that is not public");
                Err(self.refused(host, port, why).await)
            }
            (true, None) => Err(Failure::Unreachable(format!("{host} was not found"))),
            (false, _) => self.connect(&allowed, port, host).await,
        }
    }

    /// Connects to the first address that answers.
    async fn connect(&self, addresses: &[IpAddr], port: u16, host: &Host) -> Result<TcpStream, Failure> {
        let mut last = "it has no address".to_owned();
        for address in addresses {
            match tokio::time::timeout(CONNECT_TIME, TcpStream::connect(SocketAddr::new(*address, port))).await {
                Ok(Ok(stream)) => return Ok(stream),
                Ok(Err(error)) => last = error.to_string(),
                Err(_) => last = format!("it did not answer within {CONNECT_TIME:?}"),
            }
        }
        Err(Failure::Unreachable(format!("{host}:{port} cannot be reached: {last}")))
    }

    /// Reports a refused connection and returns the response for the client. If the refusal ends the run, this never returns, so that the
    /// agent cannot continue before its processes are ended.
    async fn refused(&self, host: &Host, port: u16, why: String) -> Failure {
        let told = self.shared.refuse(&host.to_string(), port, why);
        if self.shared.breach.is_cancelled() {
            std::future::pending::<()>().await;
        }
        Failure::Refused(format!(
            "{told}.\nApprentice refused this connection. To allow a site in runs of agents, name it in allowed_domains of the test policy \
             (apprentice learn policy)."
        ))
    }
}

/// A server of HTTP with the limits of this one.
fn server() -> hyper::server::conn::http1::Builder {
    let mut server = hyper::server::conn::http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(HEAD).max_headers(HEADERS);
    server
}

/// What the client receives.
fn failed(failure: Failure) -> Response<Body> {
    match failure {
        Failure::Refused(why) => text(StatusCode::FORBIDDEN, why),
        Failure::Unreachable(why) => text(StatusCode::BAD_GATEWAY, why),
    }
}

/// Copies bytes in both directions until both sides have ended, one fails, or the far side is idle for too long.
async fn both(near: &mut (impl tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin), far: TcpStream) {
    if let Err(error) = tokio::io::copy_bidirectional(near, &mut Idle::new(far, IDLE)).await {
        tracing::debug!(%error, "a tunnel of a run broke");
    }
}

/// Removes the headers that are about one connection.
fn strip(headers: &mut HeaderMap) {
    let named: Vec<HeaderName> = headers
        .get_all(CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|names| names.split(','))
        .filter_map(|name| name.trim().parse().ok())
        .collect();
    for name in named {
        headers.remove(name);
    }
    for name in OF_A_CONNECTION {
        headers.remove(name);
    }
}

/// A path without its query, for people.
fn shown(uri: &Uri) -> String {
    uri.path().chars().take(100).collect()
}

fn empty() -> Body {
    Full::new(Bytes::new()).map_err(|never| match never {}).boxed()
}

fn text(status: StatusCode, words: String) -> Response<Body> {
    let mut response = Response::new(Full::new(Bytes::from(format!("{words}\n"))).map_err(|never| match never {}).boxed());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::egress::hello::tests::hello;
    use crate::egress::{AllowList, Egress};
    use crate::run::{Permission, Refused, ToolCall, Update, Watcher};
    use futures::future::BoxFuture;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio_util::sync::CancellationToken;

    /// Writes down what is refused.
    #[derive(Default)]
    struct Notes(Mutex<Vec<Refused>>);

    impl Watcher for Notes {
        fn permit<'a>(&'a self, _: &'a ToolCall) -> BoxFuture<'a, Permission> {
            Box::pin(std::future::ready(Permission::Allow))
        }

        fn hear(&self, update: Update) -> Option<String> {
            if let Update::Refused(refused) = update {
                self.0.lock().unwrap().push(refused);
            }
            None
        }
    }

    /// A connection of a run that may reach two places, and what is refused to it.
    async fn connection() -> (Connection, Arc<Notes>) {
        let notes = Arc::new(Notes::default());
        let mut allowed = AllowList::default();
        allowed.site("shop.example");
        allowed.site("own.example:8443");
        let shared = Shared {
            egress: Egress { allowed, ..Egress::default() },
            door: None,
            watcher: notes.clone(),
            broken: Mutex::default(),
            breach: CancellationToken::new(),
            unserved: tokio::sync::watch::Sender::new(None),
            stop: CancellationToken::new(),
        };
        let permit = Arc::new(Arc::new(Semaphore::new(1)).acquire_owned().await.unwrap());
        (Connection { shared: Arc::new(shared), tasks: TaskTracker::new(), permit }, notes)
    }

    /// The ends of a connection to a server: ours, and the server's.
    async fn to_server() -> (TcpStream, TcpStream) {
        let server = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let far = TcpStream::connect(server.local_addr().unwrap()).await.unwrap();
        (far, server.accept().await.unwrap().0)
    }

    /// What arrives through a tunnel to `to` when its client says this, and what is refused.
    async fn through(to: &str, says: &[u8]) -> (Vec<u8>, Vec<Refused>) {
        let ((connection, notes), (far, mut accepted)) = (connection().await, to_server().await);
        let (mut client, near) = tokio::io::duplex(64 * 1024);
        client.write_all(says).await.unwrap();
        client.shutdown().await.unwrap();
        let (host, port) = to.split_once(':').unwrap();
        let host = canonical(host).unwrap();
        let mut arrived = Vec::new();
        let arrives = async {
            accepted.read_to_end(&mut arrived).await.unwrap();
            // The far side ends too.
            drop(accepted);
        };
        tokio::join!(connection.carry_tunnel(near, far, &host, port.parse().unwrap()), arrives);
        let refused = std::mem::take(&mut *notes.0.lock().unwrap());
        (arrived, refused)
    }

    #[tokio::test]
    async fn a_tunnel_to_a_site_reaches_no_other_site_of_its_address() {
        let own = [&hello("Shop.example")[..], b"and what follows"].concat();
        assert_eq!(through("shop.example:443", &own).await, (own.clone(), Vec::new()));
        let (arrived, refused) = through("shop.example:443", &hello("evil.example")).await;
        assert!(arrived.is_empty(), "nothing of it is sent on");
        assert!(refused.len() == 1 && !refused[0].listed, "{refused:?}");
        let words = "The agent wanted to reach evil.example:443, through a tunnel to shop.example, which leads to one site alone";
        assert_eq!(refused[0].to_string(), words);
        // Below it is another site.
        let (arrived, refused) = through("shop.example:443", &hello("api.shop.example")).await;
        assert!(arrived.is_empty() && refused[0].listed, "{refused:?}");
        for says in [&b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"[..], b"", &hello("")] {
            let (arrived, refused) = through("shop.example:443", says).await;
            assert!(arrived.is_empty() && refused.len() == 1, "{refused:?}");
            assert!(refused[0].to_string().contains("speaks TLS there that names shop.example"), "{refused:?}");
        }
        // A place that the person named with its port may speak anything.
        assert_eq!(through("own.example:8443", b"anything").await, (b"anything".to_vec(), Vec::new()));
    }

    /// Reads from a stream to the end of these words.
    async fn heard(stream: &mut (impl AsyncReadExt + Unpin), end: &str) -> String {
        let mut text = String::new();
        while !text.ends_with(end) {
            text.push(char::from(stream.read_u8().await.unwrap_or_else(|error| panic!("{error} after {text}"))));
        }
        text
    }

    #[tokio::test]
    async fn a_tunnel_for_plain_http_serves_requests_to_its_site_alone() {
        let ((connection, notes), (far, mut accepted)) = (connection().await, to_server().await);
        let (mut client, near) = tokio::io::duplex(64 * 1024);
        let host = canonical("shop.example").unwrap();
        let asks = async {
            client.write_all(b"GET /a HTTP/1.1\r\nHost: Shop.example\r\n\r\n").await.unwrap();
            let request = heard(&mut accepted, "\r\n\r\n").await;
            assert!(request.starts_with("GET /a HTTP/1.1\r\n") && request.contains("host: Shop.example\r\n"), "{request}");
            accepted.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello").await.unwrap();
            assert!(heard(&mut client, "hello").await.starts_with("HTTP/1.1 200 OK\r\n"));
            // A later request is looked at too, and so is every other way to name a host.
            for (head, status) in [
                ("GET / HTTP/1.1\r\nHost: evil.example", "403"),
                ("GET / HTTP/1.1\r\nHost: api.shop.example", "403"),
                ("GET / HTTP/1.1\r\nHost: shop.example:8080", "403"),
                ("GET http://evil.example/ HTTP/1.1\r\nHost: shop.example", "400"),
                ("GET / HTTP/1.1\r\nHost: shop.example\r\nHost: evil.example", "400"),
                ("GET / HTTP/1.1", "400"),
            ] {
                client.write_all(format!("{head}\r\n\r\n").as_bytes()).await.unwrap();
                let answer = heard(&mut client, "\r\n\r\n").await;
                assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{head}: {answer}");
                let length = answer.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok()).unwrap();
                client.read_exact(&mut vec![0; length]).await.unwrap();
            }
            drop(client);
            let mut more = Vec::new();
            accepted.read_to_end(&mut more).await.unwrap();
            assert!(more.is_empty(), "nothing else is sent on");
        };
        tokio::join!(connection.carry_tunnel(near, far, &host, HTTP_PORT), asks);
        let refused: Vec<_> = notes.0.lock().unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(refused.len(), 3, "{refused:?}");
        assert!(refused[0].contains("evil.example:80, through a tunnel to shop.example, which"), "{refused:?}");
    }
}
