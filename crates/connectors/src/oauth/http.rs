//! Requests to addresses that a server has named, without SSRF (server-side request forgery): they must not reach into the network of the
//! person. Every address is checked after its name was resolved, no redirection is followed, and answers are small.

use super::OAuthError;
use apprentice_contracts::network::AddressScope;
use apprentice_skills::source::fetch::client::{self, BodyError};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use url::{Host, Url};

/// Largest answer, in bytes.
const LARGEST: u64 = 1024 * 1024;
/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Which addresses may be reached, besides public ones. The person has typed the address of the server; what it names may lie where it lies
/// itself, and no nearer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Reach {
    loopback: bool,
    private: bool,
}

impl Reach {
    /// What a server at `endpoint` may name, where the host has the addresses `own`. The owner of a public name decides what it resolves to,
    /// so such a name never opens this machine, and a private network only if all of its addresses are private (see [`Filtered`]).
    fn of(endpoint: &Url, own: &[IpAddr]) -> Self {
        let is = |scope: AddressScope| move |address: &IpAddr| AddressScope::of(*address) == scope;
        let loopback = own.iter().any(is(AddressScope::Loopback));
        let private = own.iter().any(is(AddressScope::Private));
        match endpoint.host() {
            Some(Host::Domain(_)) if crate::address::is_loopback(endpoint) => Self { loopback: true, private: false },
            Some(Host::Domain(name)) if !crate::address::is_private_name(name) => {
                Self { loopback: false, private: !own.is_empty() && own.iter().all(is(AddressScope::Private)) }
            }
            _ => Self { loopback, private },
        }
    }

    fn allows(self, address: IpAddr) -> bool {
        match AddressScope::of(address) {
            AddressScope::Public => true,
            AddressScope::Private => self.private,
            AddressScope::Loopback => self.loopback,
            AddressScope::Never => false,
        }
    }
}

/// A client for the addresses of one sign-in. Clones share it.
#[derive(Clone)]
pub struct SafeHttp {
    client: reqwest::Client,
    reach: Reach,
}

impl SafeHttp {
    /// A client for what the server at `endpoint` names.
    ///
    /// # Errors
    /// The name of the server cannot be resolved.
    pub async fn for_server(endpoint: &Url) -> Result<Self, OAuthError> {
        let own = match endpoint.host() {
            Some(Host::Ipv4(address)) => vec![IpAddr::V4(address)],
            Some(Host::Ipv6(address)) => vec![IpAddr::V6(address)],
            Some(Host::Domain(name)) => resolved(name).await.map_err(OAuthError::Unreachable)?,
            None => Vec::new(),
        };
        Self::new(Filtered::of(endpoint, &own))
    }

    /// A client for a registry: it is public, or on this machine if its address says so.
    ///
    /// # Errors
    /// No client can be made.
    pub(crate) fn for_registry(address: &Url) -> Result<Self, OAuthError> {
        Self::new(Filtered { reach: Reach { loopback: crate::address::is_loopback(address), private: false }, inside: None })
    }

    fn new(filtered: Filtered) -> Result<Self, OAuthError> {
        let reach = filtered.reach;
        // Fails if a provider is installed already, which is as well.
        let _installed = rustls::crypto::ring::default_provider().install_default();
        let client = client::plain()
            .dns_resolver(Arc::new(filtered))
            .connect_timeout(Duration::from_secs(10))
            .timeout(PATIENCE)
            .build()
            .map_err(|_| OAuthError::Unreachable("no HTTP client could be made".to_owned()))?;
        Ok(Self { client, reach })
    }

    /// An address that a server named, if it may be reached or opened. `what`: what it is, for the refusal.
    ///
    /// # Errors
    /// It is no `https://` address, or one of a place that the server must not send us to.
    pub fn checked(&self, address: &str, what: &str) -> Result<Url, OAuthError> {
        let refused = |why: &str| OAuthError::Unsafe(format!("{what} {why}"));
        let url = Url::parse(address).map_err(|_| refused("is no address"))?;
        let is_local = crate::address::is_loopback(&url);
        match url.scheme() {
            "https" => {}
            "http" if is_local && self.reach.loopback => {}
            "http" => return Err(refused("begins with http://, and https:// is needed")),
            scheme => return Err(refused(&format!("begins with {}:, and https:// is needed", super::words(scheme)))),
        }
        if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
            return Err(refused("contains a name, a password or a fragment"));
        }
        let literal = match url.host() {
            Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
            Some(Host::Domain(_)) if is_local => Some(IpAddr::V4(Ipv4Addr::LOCALHOST)),
            // The person's browser would look it up where no check of ours reaches.
            Some(Host::Domain(name)) if crate::address::is_private_name(name) && !self.reach.private && !self.reach.loopback => {
                return Err(refused("has a name of a private network, where the server must not send Apprentice"));
            }
            Some(Host::Domain(_)) => None,
            None => return Err(refused("names no host")),
        };
        match literal.is_none_or(|address| self.reach.allows(address)) {
            true => Ok(url),
            false => Err(refused("lies in a private network, where the server must not send Apprentice")),
        }
    }

    /// Reads JSON from a checked address. `None`: there is none (404 and other refusals).
    pub(super) async fn json<T: serde::de::DeserializeOwned>(&self, url: &Url) -> Result<Option<T>, OAuthError> {
        let request =
            self.client.get(url.clone()).header("accept", "application/json").header("mcp-protocol-version", "2025-11-25");
        let (status, bytes) = self.answer(request).await?;
        match status {
            200..300 => serde_json::from_slice(&bytes)
                .map(Some)
                .map_err(|_| OAuthError::Unreachable(format!("{} answered with something else than it should", shown(url)))),
            500.. => Err(OAuthError::Unreachable(format!("{} answered with HTTP {status}", shown(url)))),
            _ => Ok(None),
        }
    }

    /// The status and the body of a checked address.
    pub(crate) async fn get(&self, url: &Url) -> Result<(u16, Vec<u8>), OAuthError> {
        self.answer(self.client.get(url.clone()).header("accept", "application/json")).await
    }

    /// Posts JSON to a checked address, and answers the status and the body.
    pub(super) async fn post_json(&self, url: &Url, body: &serde_json::Value) -> Result<(u16, Vec<u8>), OAuthError> {
        self.answer(self.client.post(url.clone()).json(body)).await
    }

    /// Posts a form to a checked address, with the id and the secret of a client if it shows them so (RFC 6749 §2.3.1). Answers the status and
    /// the body.
    pub(super) async fn post_form(
        &self,
        url: &Url,
        form: String,
        basic: Option<(&str, &str)>,
    ) -> Result<(u16, Vec<u8>), OAuthError> {
        let mut request = self.client.post(url.clone()).header("content-type", "application/x-www-form-urlencoded").body(form);
        request = request.header("accept", "application/json");
        if let Some((id, secret)) = basic {
            let encoded = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
            request = request.basic_auth(encoded(id), Some(encoded(secret)));
        }
        self.answer(request).await
    }

    /// The status and the headers `WWW-Authenticate` of a request to the server itself, without credentials.
    pub(super) async fn probe(&self, url: &Url, body: &serde_json::Value) -> Result<(u16, Vec<String>), OAuthError> {
        let request = self.client.post(url.clone()).json(body).header("accept", "application/json, text/event-stream");
        let response = request.send().await.map_err(|error| unreachable(url, &error))?;
        let all = response.headers().get_all("www-authenticate").iter();
        Ok((response.status().as_u16(), all.filter_map(|value| value.to_str().ok()).map(str::to_owned).collect()))
    }

    async fn answer(&self, request: reqwest::RequestBuilder) -> Result<(u16, Vec<u8>), OAuthError> {
        let request = request.build().map_err(|_| OAuthError::Unreachable("a request could not be made".to_owned()))?;
        let url = request.url().clone();
        let mut response = self.client.execute(request).await.map_err(|error| unreachable(&url, &error))?;
        let body = client::content(&mut response, LARGEST).await.map_err(|error| match error {
            BodyError::Failed(error) => unreachable(&url, &error),
            BodyError::Encoding(why) => {
                OAuthError::Unreachable(format!("the answer of {} cannot be read: {}", shown(&url), super::words(&why)))
            }
            BodyError::TooLarge | BodyError::Ended => {
                OAuthError::Unreachable(format!("{} answered with more than 1 MiB", shown(&url)))
            }
        })?;
        Ok((response.status().as_u16(), body))
    }
}

/// For the token requests of the library, whose addresses were checked before.
impl<'c> oauth2::AsyncHttpClient<'c> for SafeHttp {
    type Error = OAuthError;
    type Future = Pin<Box<dyn Future<Output = Result<oauth2::HttpResponse, OAuthError>> + Send + 'c>>;

    fn call(&'c self, request: oauth2::HttpRequest) -> Self::Future {
        Box::pin(async move {
            let (parts, body) = request.into_parts();
            let url = self.checked(&parts.uri.to_string(), "the address of the token")?;
            let request = self.client.request(parts.method, url).headers(parts.headers).body(body);
            let (status, body) = self.answer(request).await?;
            let response = ::http::Response::builder().status(status).header("content-type", "application/json").body(body);
            response.map_err(|_| OAuthError::Unreachable("an answer could not be read".to_owned()))
        })
    }
}

/// Resolves names to what may be reached.
#[derive(Clone, Debug)]
struct Filtered {
    reach: Reach,
    /// The public name that opened the private network. It stays in there: its owner may not lead it out again.
    inside: Option<String>,
}

impl Filtered {
    /// For what a server at `endpoint` may name, where the host has the addresses `own`.
    fn of(endpoint: &Url, own: &[IpAddr]) -> Self {
        let reach = Reach::of(endpoint, own);
        let inside = endpoint.domain().filter(|name| reach.private && !crate::address::is_private_name(name));
        Self { reach, inside: inside.map(|name| name.trim_end_matches('.').to_owned()) }
    }

    fn allows(&self, name: &str, address: IpAddr) -> bool {
        self.reach.allows(address) && (!self.stays(name) || AddressScope::of(address) == AddressScope::Private)
    }

    /// Whether this name must not leave the private network.
    fn stays(&self, name: &str) -> bool {
        self.inside.as_ref().is_some_and(|inside| name.trim_end_matches('.').eq_ignore_ascii_case(inside))
    }
}

impl Resolve for Filtered {
    fn resolve(&self, name: Name) -> Resolving {
        let filtered = self.clone();
        Box::pin(async move {
            let mut found = resolved(name.as_str()).await?;
            found.retain(|address| filtered.allows(name.as_str(), *address));
            let allowed: Vec<SocketAddr> = found.into_iter().map(|address| SocketAddr::new(address, 0)).collect();
            if allowed.is_empty() {
                return Err(match filtered.stays(name.as_str()) {
                    true => "its name led into the private network, and leads out of it now".into(),
                    false => "its name leads into a private network, where the server must not send Apprentice".into(),
                });
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}

async fn resolved(name: &str) -> Result<Vec<IpAddr>, String> {
    let found = tokio::net::lookup_host((name, 0)).await.map_err(|error| format!("{name} was not found: {error}"))?;
    Ok(found.map(|address| address.ip()).collect())
}

fn unreachable(url: &Url, error: &reqwest::Error) -> OAuthError {
    OAuthError::Unreachable(format!("{} cannot be reached: {}", shown(url), super::words(&client::cause(error))))
}

/// An address without its query.
fn shown(url: &Url) -> String {
    super::words(&format!("{}{}", url.origin().ascii_serialization(), url.path()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_server_sends_us_no_nearer_than_it_lies_itself() {
        let at = async |address: &str| SafeHttp::for_server(&Url::parse(address).unwrap()).await.unwrap();
        let (public, private, local) =
            (at("https://93.184.216.34/mcp").await, at("https://10.0.0.3/mcp").await, at("http://127.0.0.1:9/mcp").await);
        for (address, by_public, by_private, by_local) in [
            ("https://auth.example.com/x", true, true, true),
            ("https://1.1.1.1/x", true, true, true),
            ("https://10.0.0.9/x", false, true, false),
            ("https://[fd00::1]/x", false, true, false),
            ("https://127.0.0.1/x", false, false, true),
            ("https://localhost/x", false, false, true),
            ("http://127.0.0.1:8080/x", false, false, true),
            ("http://auth.example.com/x", false, false, false),
            ("https://169.254.169.254/latest/meta-data", false, false, false),
            ("https://[::ffff:a00:1]/x", false, true, false),
            // This machine in other spellings: decimal, octal, hexadecimal, short, in IPv6, in full width, with a dot at the end.
            ("https://2130706433/x", false, false, true),
            ("https://017700000001/x", false, false, true),
            ("https://0177.0.0.1/x", false, false, true),
            ("https://0x7f000001/x", false, false, true),
            ("https://127.1/x", false, false, true),
            ("https://127.0.0.1./x", false, false, true),
            ("https://[::ffff:127.0.0.1]/x", false, false, true),
            ("https://[::127.0.0.1]/x", false, false, true),
            ("https://[64:ff9b::7f00:1]/x", false, false, true),
            ("https://[2002:7f00:1::]/x", false, false, true),
            ("https://１２７.0.0.1/x", false, false, true),
            ("https://①②⑦.0.0.1/x", false, false, true),
            ("https://127。0。0。1/x", false, false, true),
            ("https://%31%32%37.0.0.1/x", false, false, true),
            ("https://LOCALHOST/x", false, false, true),
            ("https://localhost./x", false, false, true),
            ("https://metadata.localhost/x", false, false, true),
            ("https://0.0.0.0/x", false, false, false),
            ("https://[::]/x", false, false, false),
            ("https://3232235777/x", false, true, false),
            ("https://2852039166/latest", false, false, false),
            ("https://[fe80::1]/x", false, false, false),
            ("https://metadata.google.internal/x", false, true, true),
            ("https://router.local/x", false, true, true),
            ("https://intranet/x", false, true, true),
            ("https://127.0.0.1:99999/x", false, false, false),
            ("https://auth.example.com\\@127.0.0.1/x", true, true, true),
            ("https:127.0.0.1/x", false, false, true),
            ("\u{1}https://127.0.0.1/x", false, false, true),
            ("blob:https://auth.example.com/x", false, false, false),
            ("https://0x7f.1/x", false, false, true),
            ("javascript:alert(1)//https://x", false, false, false),
            ("file:///etc/passwd", false, false, false),
            ("data:text/html,x", false, false, false),
            ("vscode://x/y", false, false, false),
            ("https://ada@auth.example.com/", false, false, false),
            ("https://auth.example.com/#x", false, false, false),
            ("auth.example.com", false, false, false),
        ] {
            let allowed = [&public, &private, &local].map(|http| http.checked(address, "the address").is_ok());
            assert_eq!(allowed, [by_public, by_private, by_local], "{address}");
        }
        let why = public.checked("file:///etc/passwd", "the address of the sign-in").unwrap_err();
        assert_eq!(
            (why.code(), why.to_string().as_str()),
            ("SIGN_IN_UNSAFE", "the address of the sign-in begins with file:, and https:// is needed")
        );
    }

    /// The addresses are those that a resolver answers, which the owner of the name decides.
    #[test]
    fn a_public_name_opens_no_network_by_what_it_resolves_to() {
        let (near, private) = (Reach { loopback: true, private: false }, Reach { loopback: false, private: true });
        for (endpoint, own, expected) in [
            ("https://evil.example/mcp", &["203.0.114.5", "127.0.0.1"][..], Reach::default()),
            ("https://evil.example/mcp", &["203.0.114.5", "10.0.0.3"], Reach::default()),
            ("https://evil.example/mcp", &["127.0.0.1"], Reach::default()),
            ("https://evil.example/mcp", &["::1", "10.0.0.3"], Reach::default()),
            ("https://evil.example/mcp", &["169.254.169.254"], Reach::default()),
            ("https://evil.example/mcp", &[], Reach::default()),
            ("https://evil.example/mcp", &["203.0.114.5"], Reach::default()),
            ("https://mcp.corp.example.com/mcp", &["10.0.0.3", "fd00::1"], private),
            ("https://nas.local/mcp", &["192.168.1.7", "203.0.114.5"], private),
            ("http://localhost/mcp", &["127.0.0.1", "::1"], near),
            ("http://localhost./mcp", &["203.0.114.5"], near),
            ("http://127.0.0.1/mcp", &["127.0.0.1"], near),
            ("https://10.0.0.3/mcp", &["10.0.0.3"], private),
        ] {
            let addresses: Vec<IpAddr> = own.iter().map(|address| address.parse().unwrap()).collect();
            assert_eq!(Reach::of(&Url::parse(endpoint).unwrap(), &addresses), expected, "{endpoint} at {own:?}");
        }
    }

    #[tokio::test]
    async fn a_name_that_leads_home_is_not_followed() {
        let public = SafeHttp::for_server(&Url::parse("https://93.184.216.34/mcp").unwrap()).await.unwrap();
        // As a name of an attacker would: `localhost` resolves to this machine.
        let found = Filtered { reach: public.reach, inside: None }.resolve("localhost".parse().unwrap()).await;
        assert!(found.err().unwrap().to_string().contains("private network"));
    }

    #[test]
    fn a_name_that_opened_the_private_network_stays_in_it() {
        for (endpoint, own, name, expected) in [
            ("https://evil.example/mcp", "10.0.0.3", "evil.example", [true, false]),
            ("https://evil.example./mcp", "10.0.0.3", "EVIL.example", [true, false]),
            ("https://evil.example/mcp", "10.0.0.3", "evil.example.", [true, false]),
            // Its authorization server may lie elsewhere.
            ("https://evil.example/mcp", "10.0.0.3", "auth.example", [true, true]),
            ("https://evil.example/mcp", "203.0.114.5", "evil.example", [false, true]),
            // Only the network of the person resolves such a name.
            ("https://nas.local/mcp", "10.0.0.3", "nas.local", [true, true]),
            ("https://10.0.0.3/mcp", "10.0.0.3", "auth.example", [true, true]),
        ] {
            let filtered = Filtered::of(&Url::parse(endpoint).unwrap(), &[own.parse().unwrap()]);
            let allowed = ["10.0.0.9", "203.0.114.5"].map(|address| filtered.allows(name, address.parse().unwrap()));
            assert_eq!(allowed, expected, "{name} for {endpoint} at {own}");
        }
    }
}
