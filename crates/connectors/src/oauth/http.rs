//! Requests to addresses that a server has named, without SSRF (server-side request forgery): they must not reach into the network of the
//! person. Every address is checked after its name was resolved, no redirection is followed, and answers are small.

use super::OAuthError;
use crate::reach::{Lookup, Reachable, SystemLookup};
use apprentice_skills::source::fetch::client::{self, BodyError};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// Largest answer, in bytes.
const LARGEST: u64 = 1024 * 1024;
/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A client for the addresses of one sign-in. Clones share it.
#[derive(Clone)]
pub struct SafeHttp {
    client: reqwest::Client,
    reachable: Reachable,
}

impl SafeHttp {
    /// A client for what the server at `endpoint` names.
    ///
    /// # Errors
    /// The name of the server cannot be resolved.
    pub async fn for_server(endpoint: &Url) -> Result<Self, OAuthError> {
        Self::with_lookup(endpoint, Arc::new(SystemLookup)).await
    }

    /// [`SafeHttp::for_server`] with another way to find the addresses of names than the system's.
    ///
    /// # Errors
    /// The name of the server cannot be resolved.
    pub async fn with_lookup(endpoint: &Url, lookup: Arc<dyn Lookup>) -> Result<Self, OAuthError> {
        Self::new(Reachable::from_server(endpoint, lookup).await.map_err(OAuthError::Unreachable)?)
    }

    /// A client for a registry: it is public, or on this machine if its address says so.
    ///
    /// # Errors
    /// No client can be made.
    pub(crate) fn for_registry(address: &Url) -> Result<Self, OAuthError> {
        Self::new(Reachable::from_registry(address, Arc::new(SystemLookup)))
    }

    fn new(reachable: Reachable) -> Result<Self, OAuthError> {
        // Fails if a provider is installed already, which is as well.
        let _installed = rustls::crypto::ring::default_provider().install_default();
        let client = client::plain()
            .dns_resolver(Arc::new(reachable.clone()))
            .connect_timeout(Duration::from_secs(10))
            .timeout(PATIENCE)
            .build()
            .map_err(|_| OAuthError::Unreachable("no HTTP client could be made".to_owned()))?;
        Ok(Self { client, reachable })
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
            "http" if is_local && self.reachable.opens_this_machine() => {}
            "http" => return Err(refused("begins with http://, and https:// is needed")),
            scheme => return Err(refused(&format!("begins with {}:, and https:// is needed", super::words(scheme)))),
        }
        if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
            return Err(refused("contains a name, a password or a fragment"));
        }
        match self.reachable.check(&url) {
            Ok(()) => Ok(url),
            Err(why) => Err(refused(why)),
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
        let response = self.send(request).await?;
        let all = response.headers().get_all("www-authenticate").iter();
        Ok((response.status().as_u16(), all.filter_map(|value| value.to_str().ok()).map(str::to_owned).collect()))
    }

    /// Sends a request. The resolver is not asked for an address in numbers, so that is checked here.
    async fn send(&self, request: reqwest::RequestBuilder) -> Result<reqwest::Response, OAuthError> {
        let request = request.build().map_err(|_| OAuthError::Unreachable("a request could not be made".to_owned()))?;
        let url = request.url().clone();
        self.reachable.check_number(&url).map_err(|why| OAuthError::Unsafe(format!("{} {why}", shown(&url))))?;
        self.client.execute(request).await.map_err(|error| unreachable(&url, &error))
    }

    async fn answer(&self, request: reqwest::RequestBuilder) -> Result<(u16, Vec<u8>), OAuthError> {
        let mut response = self.send(request).await?;
        let url = response.url().clone();
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
    use crate::reach::tests::names;
    use std::sync::atomic::{AtomicUsize, Ordering};

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

    /// A server of this machine that counts who connects to it.
    async fn listener() -> (u16, Arc<AtomicUsize>) {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (port, count) = (listener.local_addr().unwrap().port(), Arc::new(AtomicUsize::new(0)));
        let counted = count.clone();
        tokio::spawn(async move {
            while listener.accept().await.is_ok() {
                counted.fetch_add(1, Ordering::SeqCst);
            }
        });
        (port, count)
    }

    #[tokio::test]
    async fn no_connection_is_made_to_where_a_name_was_moved_to() {
        let (port, count) = listener().await;
        let names = names(&[
            ("mcp.example", &[&["93.184.216.34"], &["127.0.0.1"]]),
            ("auth.example", &[&["127.0.0.1"]]),
            ("mapped.example", &[&["::ffff:127.0.0.1"]]),
        ]);
        let endpoint = Url::parse("https://mcp.example/mcp").unwrap();
        let http = SafeHttp::with_lookup(&endpoint, names).await.unwrap();
        for host in ["mcp.example", "auth.example", "mapped.example"] {
            // What discovery, a registration and a token request do.
            let url = http.checked(&format!("https://{host}:{port}/x"), "the address").unwrap();
            let refused = [
                http.json::<serde_json::Value>(&url).await.err().unwrap(),
                http.post_json(&url, &serde_json::Value::Null).await.unwrap_err(),
                http.post_form(&url, "a=b".into(), Some(("id", "secret"))).await.unwrap_err(),
                http.probe(&url, &serde_json::Value::Null).await.unwrap_err(),
                http.get(&url).await.unwrap_err(),
            ];
            for error in refused {
                assert!(error.to_string().contains("private network"), "{host}: {error}");
            }
        }
        // Addresses in numbers, for which no resolver is asked, also where nobody checked them before.
        for host in ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "169.254.169.254", "2130706433"] {
            let url = Url::parse(&format!("https://{host}:{port}/x")).unwrap();
            assert_eq!(http.get(&url).await.unwrap_err().code(), "SIGN_IN_UNSAFE", "{host}");
        }
        assert_eq!(count.load(Ordering::SeqCst), 0, "nobody connected");
        // The listener works: a server of this machine reaches it.
        let near = SafeHttp::for_server(&Url::parse(&format!("http://localhost:{port}/mcp")).unwrap()).await.unwrap();
        let url = near.checked(&format!("https://localhost:{port}/x"), "the address").unwrap();
        assert_eq!(near.get(&url).await.unwrap_err().code(), "SIGN_IN_UNREACHABLE");
        assert!(count.load(Ordering::SeqCst) > 0);
    }
}
