//! The proxy by which the person's network leads to the internet, such as that of a company. What a run may reach is decided here, before the
//! proxy is asked (`CONNECT`, RFC 9110 §9.3.6); the run itself never sees the proxy or its password.

use super::allow::canonical;
use apprentice_skills::agents::targets::Machine;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::header::{HOST, HeaderValue, PROXY_AUTHORIZATION};
use http::{Method, Request};
use http_body_util::Empty;
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use std::fmt;
use std::time::Duration;
use tokio::net::TcpStream;
use url::{Host, Url};

/// Where programs look for the proxy of encrypted connections, the first one that is set.
const VARIABLES: [&str; 4] = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];
/// Where programs look for the hosts that are reached without it.
const PAST: [&str; 2] = ["NO_PROXY", "no_proxy"];
/// How long the proxy may take to open a tunnel.
const TIME: Duration = Duration::from_secs(30);

/// The proxy of the person.
#[derive(Clone, PartialEq, Eq)]
pub struct Upstream {
    /// How it was named, without a password.
    named: String,
    place: Result<Place, String>,
    /// What is reached without it, in lower case.
    past: Vec<String>,
}

#[derive(Clone, PartialEq, Eq)]
struct Place {
    host: String,
    port: u16,
    /// The header that signs in.
    sign_in: Option<String>,
}

/// Without the password.
impl fmt::Debug for Upstream {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Upstream").field("named", &self.named).field("past", &self.past).finish_non_exhaustive()
    }
}

impl Upstream {
    /// The proxy that the environment names. `None`: there is none.
    pub fn of(machine: &Machine) -> Option<Self> {
        let set = |names: &[&'static str]| {
            names.iter().find_map(|name| Some((*name, machine.variable(name)?))).filter(|(_, value)| !value.trim().is_empty())
        };
        let (variable, address) = set(&VARIABLES)?;
        let past = set(&PAST).map(|(_, hosts)| hosts.to_lowercase()).unwrap_or_default();
        let past = past.split(',').map(str::trim).filter(|host| !host.is_empty()).map(str::to_owned).collect();
        let place = Place::of(address.trim()).map_err(|why| format!("the proxy in {variable} cannot be used: {why}"));
        let named = place.as_ref().map_or_else(|_| variable.to_owned(), |place| format!("{}:{}", place.host, place.port));
        Some(Self { named, place, past })
    }

    /// Whether this place is reached through it. This machine and its network never are.
    pub(super) fn leads_to(&self, host: &Host, port: u16) -> bool {
        let Host::Domain(name) = host else { return false };
        name != "localhost" && !self.past.iter().any(|past| is_past(past, name, port))
    }

    /// Opens a tunnel through it. Errors: why there is none, for people.
    pub(super) async fn connect(&self, host: &Host, port: u16) -> Result<TcpStream, String> {
        let place = self.place.as_ref().map_err(Clone::clone)?;
        match tokio::time::timeout(TIME, place.connect(host, port)).await {
            Ok(opened) => opened.map_err(|why| format!("through the proxy {}: {why}", self.named)),
            Err(_) => Err(format!("through the proxy {}: it did not answer within {TIME:?}", self.named)),
        }
    }
}

impl Place {
    fn of(address: &str) -> Result<Self, String> {
        let whole = if address.contains("://") { address.to_owned() } else { format!("http://{address}") };
        let url = Url::parse(&whole).map_err(|error| error.to_string())?;
        if url.scheme() != "http" {
            return Err(format!("it is reached by {}, and only http is spoken to a proxy", url.scheme()));
        }
        let host = url.host_str().and_then(canonical).ok_or("it names no host")?.to_string();
        let words = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned();
        let sign_in = (!url.username().is_empty() || url.password().is_some()).then(|| {
            let pair = format!("{}:{}", words(url.username()), words(url.password().unwrap_or_default()));
            format!("Basic {}", BASE64_STANDARD.encode(pair))
        });
        Ok(Self { host, port: url.port().unwrap_or(80), sign_in })
    }

    async fn connect(&self, host: &Host, port: u16) -> Result<TcpStream, String> {
        let (said, broken) = (|error: std::io::Error| error.to_string(), |error: hyper::Error| error.to_string());
        let own = self.host.trim_start_matches('[').trim_end_matches(']');
        let stream = TcpStream::connect((own, self.port)).await.map_err(said)?;
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
        let to = format!("{host}:{port}");
        let mut request = Request::builder().method(Method::CONNECT).uri(&to).header(HOST, &to);
        if let Some(sign_in) = &self.sign_in {
            let mut value = HeaderValue::from_str(sign_in).map_err(|error| error.to_string())?;
            value.set_sensitive(true);
            request = request.header(PROXY_AUTHORIZATION, value);
        }
        let request = request.body(Empty::<Bytes>::new()).map_err(|error| error.to_string())?;
        // It drops the sender, so that a connection without a tunnel ends.
        let opening = async move {
            let answer = sender.send_request(request).await.map_err(broken)?;
            match answer.status() {
                status if status.is_success() => hyper::upgrade::on(answer).await.map_err(broken),
                http::StatusCode::PROXY_AUTHENTICATION_REQUIRED => Err("it wants another name or password".to_owned()),
                status => Err(format!("it answered {status}")),
            }
        };
        // The connection is driven until the tunnel is open, and no longer.
        let (opened, driven) = tokio::join!(opening, connection.with_upgrades());
        let opened = opened?;
        driven.map_err(broken)?;
        let parts = opened.downcast::<TokioIo<TcpStream>>().map_err(|_| "its connection is none of this program".to_owned())?;
        match parts.read_buf.is_empty() {
            true => Ok(parts.io.into_inner()),
            false => Err("it sent something before it was asked".to_owned()),
        }
    }
}

/// Whether an entry of `NO_PROXY` names a host: `*`, `example.com` and `.example.com` with everything below, each perhaps with a port.
fn is_past(past: &str, name: &str, port: u16) -> bool {
    let (past, only) = match past.rsplit_once(':') {
        Some((host, only)) => (host, only.parse::<u16>().ok()),
        None => (past, None),
    };
    let domain = past.trim_start_matches("*.").trim_start_matches('.');
    let below = || name.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    only.is_none_or(|only| only == port) && (past == "*" || !domain.is_empty() && below())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    fn upstream(variables: &[(&str, &str)]) -> Option<Upstream> {
        let environment = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Upstream::of(&Machine { environment, ..Machine::default() })
    }

    fn host(name: &str) -> Host {
        canonical(name).unwrap()
    }

    #[test]
    fn what_the_person_reaches_without_their_proxy_is_reached_without_it() {
        assert_eq!(upstream(&[("NO_PROXY", "x.example")]), None);
        let with = |past| upstream(&[("https_proxy", "http://proxy.example:3128"), ("NO_PROXY", past)]).unwrap();
        for (past, name, port, leads) in [
            ("", "api.example.com", 443, true),
            ("", "localhost", 443, false),
            ("", "127.0.0.1", 443, false),
            ("", "10.1.2.3", 443, false),
            ("*", "api.example.com", 443, false),
            ("other.org, Example.com", "api.example.com", 443, false),
            (".example.com", "api.example.com", 443, false),
            ("*.example.com", "example.com", 443, false),
            ("example.com", "myexample.com", 443, true),
            ("example.com:8443", "example.com", 443, true),
            ("example.com:443", "example.com", 443, false),
        ] {
            assert_eq!(with(past).leads_to(&host(name), port), leads, "{past} {name}:{port}");
        }
    }

    #[tokio::test]
    async fn a_proxy_that_cannot_be_used_is_told_with_its_variable_and_no_password() {
        for (address, words) in
            [("socks5://ada:s3cret@proxy.example", "socks5"), ("https://ada:s3cret@proxy.example", "only http")]
        {
            let upstream = upstream(&[("ALL_PROXY", address)]).unwrap();
            let why = upstream.connect(&host("api.example.com"), 443).await.unwrap_err();
            assert!(why.contains("ALL_PROXY") && why.contains(words) && !why.contains("s3cret"), "{why}");
            assert!(!format!("{upstream:?}").contains("s3cret"), "{upstream:?}");
        }
    }

    /// A proxy that answers one request with this, and what it was asked.
    async fn asked(answer: &'static str) -> (Result<TcpStream, String>, String) {
        let proxy = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://ada:s%40f@{}", proxy.local_addr().unwrap());
        let upstream = upstream(&[("HTTPS_PROXY", &address)]).unwrap();
        let serves = async {
            let (mut stream, _) = proxy.accept().await.unwrap();
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") {
                head.push(char::from(stream.read_u8().await.unwrap()));
            }
            stream.write_all(answer.as_bytes()).await.unwrap();
            (head, stream)
        };
        let to = host("api.example.com");
        let (opened, (head, mut far)) = tokio::join!(upstream.connect(&to, 443), serves);
        let opened = match opened {
            Ok(mut near) => {
                near.write_all(b"through").await.unwrap();
                let mut said = [0; 7];
                far.read_exact(&mut said).await.unwrap();
                assert_eq!(&said, b"through");
                Ok(near)
            }
            Err(why) => Err(why),
        };
        (opened, head)
    }

    #[tokio::test]
    async fn a_tunnel_is_opened_by_its_name_with_the_password_of_the_person() {
        let (opened, head) = asked("HTTP/1.1 200 Connection established\r\n\r\n").await;
        opened.unwrap();
        assert!(head.starts_with("CONNECT api.example.com:443 HTTP/1.1\r\n"), "{head}");
        // ada:s@f
        assert!(head.contains("proxy-authorization: Basic YWRhOnNAZg==\r\n"), "{head}");
        for (answer, words) in [
            ("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n", "another name or password"),
            ("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n", "it answered 403"),
            ("nonsense\r\n\r\n", "through the proxy 127.0.0.1:"),
        ] {
            let why = asked(answer).await.0.unwrap_err();
            assert!(why.contains(words), "{why}");
        }
    }
}
