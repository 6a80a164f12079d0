//! What a server and its authorization server publish about signing in. Every statement is checked before anything is sent there.

use super::{OAuthError, SafeHttp, words};
use serde::{Deserialize, Serialize};
use serde_json::json;
use url::{Host, Url};

/// Longest list of scopes that is asked for.
pub(super) const MOST_SCOPES: usize = 100;
/// The scope that asks for a token to renew others (OpenID Connect Core §11).
const RENEWS: &str = "offline_access";

/// What the header `WWW-Authenticate` of a server says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Challenge {
    /// Where the server describes itself (RFC 9728 §5.1).
    pub resource_metadata: Option<String>,
    /// The scopes that the request needed.
    pub scope: Option<String>,
    /// Why the server refused, such as `insufficient_scope` (RFC 6750 §3.1).
    pub error: Option<String>,
}

impl Challenge {
    /// Reads the value of a header. `None`: it has another scheme than `Bearer`.
    pub fn read(header: &str) -> Option<Self> {
        bearer(header)
    }

    /// Whether the server takes the token, and wants one with more scopes.
    pub fn wants_more_scopes(&self) -> bool {
        self.error.as_deref() == Some("insufficient_scope")
    }

    /// The scopes that it names and that can be asked for, at most 100.
    pub fn scopes(&self) -> Vec<String> {
        let named = self.scope.iter().flat_map(|scope| scope.split_ascii_whitespace());
        named.filter(|scope| is_scope(scope)).map(str::to_owned).take(MOST_SCOPES).collect()
    }

    /// The same without the scopes that are secrets: a server may say back what it was sent.
    #[must_use]
    pub fn without_secrets(self, is_secret: impl Fn(&str) -> bool) -> Self {
        let kept = |scope: String| scope.split_ascii_whitespace().filter(|one| !is_secret(one)).collect::<Vec<_>>().join(" ");
        Self { scope: self.scope.map(kept), ..self }
    }

    /// What this challenge says, and what `other` says where this one is silent.
    pub fn or(self, other: Self) -> Self {
        Self {
            resource_metadata: self.resource_metadata.or(other.resource_metadata),
            scope: self.scope.or(other.scope),
            error: self.error.or(other.error),
        }
    }
}

/// How tokens are got, which decides what an authorization server has to publish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grant {
    /// The person agrees in a browser, which comes back to this machine (RFC 6749 §4.1).
    Code,
    /// The person types a code on any device (RFC 8628).
    Device,
    /// A client agrees for itself (RFC 6749 §4.4).
    ClientCredentials,
}

impl Grant {
    /// Its name in the metadata of an authorization server and in requests.
    pub fn name(self) -> &'static str {
        match self {
            Self::Code => "authorization_code",
            Self::Device => "urn:ietf:params:oauth:grant-type:device_code",
            Self::ClientCredentials => "client_credentials",
        }
    }
}

/// What an authorization server publishes (RFC 8414 §2, OpenID Connect Discovery §3).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names of the specification")]
#[serde(default)]
pub struct ServerMetadata {
    pub issuer: String,
    pub authorization_endpoint: String,
    pub token_endpoint: String,
    pub device_authorization_endpoint: Option<String>,
    pub registration_endpoint: Option<String>,
    pub revocation_endpoint: Option<String>,
    pub scopes_supported: Vec<String>,
    pub response_types_supported: Vec<String>,
    pub grant_types_supported: Option<Vec<String>>,
    pub token_endpoint_auth_methods_supported: Option<Vec<String>>,
    pub token_endpoint_auth_signing_alg_values_supported: Option<Vec<String>>,
    pub code_challenge_methods_supported: Vec<String>,
    pub authorization_response_iss_parameter_supported: bool,
    pub client_id_metadata_document_supported: bool,
}

/// What a server says of itself (RFC 9728 §2).
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ResourceMetadata {
    resource: String,
    authorization_servers: Vec<String>,
    scopes_supported: Vec<String>,
}

/// Everything that a sign-in needs to know, checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discovered {
    /// For whom tokens are made out (RFC 8707).
    pub resource: String,
    /// The authorization server.
    pub server: ServerMetadata,
    /// The scopes to ask for.
    pub scopes: Vec<String>,
}

/// Asks the server at `endpoint` without credentials, and reads what it says about signing in. `None`: it wants none.
///
/// # Errors
/// It cannot be reached.
pub async fn challenge(http: &SafeHttp, endpoint: &Url) -> Result<Option<Challenge>, OAuthError> {
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "apprentice", "version": env!("CARGO_PKG_VERSION") } } });
    let (status, headers) = http.probe(endpoint, &body).await?;
    match status {
        401 | 403 => Ok(Some(headers.iter().find_map(|header| Challenge::read(header)).unwrap_or_default())),
        _ => Ok(None),
    }
}

/// Finds out where tokens for the server at `endpoint` are got, and what `grant` needs of it.
///
/// # Errors
/// Nothing is published, what is published is refused, or the authorization server does not offer the grant.
pub async fn discover(http: &SafeHttp, endpoint: &Url, challenge: &Challenge, grant: Grant) -> Result<Discovered, OAuthError> {
    let (resource, issuer, offered) = match resource_metadata(http, endpoint, challenge).await? {
        Some(found) => {
            let issuer = found.authorization_servers.first().cloned().ok_or_else(|| {
                OAuthError::NotOffered("the server names no authorization server, so nobody can sign in".to_owned())
            })?;
            (found.resource, issuer, found.scopes_supported)
        }
        // A server that follows a revision before June 2025 is its own authorization server.
        None => (canonical(endpoint), endpoint.origin().ascii_serialization(), Vec::new()),
    };
    let server = server_metadata(http, &issuer, grant).await?;
    let mut scopes: Vec<String> = match &challenge.scope {
        Some(_) => challenge.scopes(),
        None => offered.into_iter().filter(|scope| is_scope(scope)).take(MOST_SCOPES).collect(),
    };
    // A client that agrees for itself gets a new token whenever it wants, and needs none to renew one (RFC 6749 §4.4.3).
    let may_renew = grant != Grant::ClientCredentials && server.scopes_supported.iter().any(|scope| scope == RENEWS);
    if may_renew && !scopes.iter().any(|scope| scope == RENEWS) {
        scopes.push(RENEWS.to_owned());
    }
    Ok(Discovered { resource, server, scopes })
}

impl Discovered {
    /// Refuses a page to sign in at that belongs to somebody else than the server and its authorization server, unless the answer says who it
    /// comes from. A server that names the page of another authorization server would get its code: the mix-up attack (RFC 9700 §4.4). It is
    /// asked for clients that nobody registered by hand; who registers one knows where.
    ///
    /// # Errors
    /// `Unsafe`.
    pub fn check_site(&self) -> Result<(), OAuthError> {
        let server = &self.server;
        let page = Url::parse(&server.authorization_endpoint).ok();
        let own = [&server.issuer, &self.resource].into_iter().filter_map(|address| Url::parse(address).ok());
        let is_own = page.as_ref().is_some_and(|page| own.into_iter().any(|address| is_same_site(page, &address)));
        if is_own || server.authorization_response_iss_parameter_supported {
            return Ok(());
        }
        let host = page.as_ref().and_then(Url::host_str).unwrap_or_default();
        Err(OAuthError::Unsafe(format!(
            "the page to sign in at lies at “{}”, which belongs neither to the server nor to its authorization server “{}”, so that your \
             consent could be passed on; if you know both, register Apprentice there by hand and give its client id",
            words(host),
            words(&server.issuer)
        )))
    }

    /// Asks for these scopes too, at most 100 in all.
    pub fn add_scopes(&mut self, more: &[String]) {
        for scope in more {
            if self.scopes.len() < MOST_SCOPES && is_scope(scope) && !self.scopes.contains(scope) {
                self.scopes.push(scope.clone());
            }
        }
    }
}

/// Whether two addresses belong together: the same host, or names with the same end of two parts, or of three where the last but one is short,
/// as in `example.co.uk`.
fn is_same_site(one: &Url, other: &Url) -> bool {
    let (Some(one), Some(other)) = (one.host(), other.host()) else { return false };
    let (Host::Domain(one), Host::Domain(other)) = (&one, &other) else { return one == other };
    fn end(name: &str) -> Vec<&str> {
        let parts: Vec<&str> = name.trim_end_matches('.').rsplit('.').collect();
        let count = if parts.len() > 2 && parts[1].len() <= 3 { 3 } else { 2 };
        parts.into_iter().take(count).collect()
    }
    one == other || end(one).len() > 1 && end(one) == end(other)
}

/// A scope has printable ASCII characters without quotes and backslashes (RFC 6749 §3.3).
pub(super) fn is_scope(scope: &str) -> bool {
    !scope.is_empty() && scope.len() <= 200 && scope.bytes().all(|byte| matches!(byte, 0x21 | 0x23..=0x5b | 0x5d..=0x7e))
}

async fn resource_metadata(
    http: &SafeHttp,
    endpoint: &Url,
    challenge: &Challenge,
) -> Result<Option<ResourceMetadata>, OAuthError> {
    let places = match &challenge.resource_metadata {
        Some(address) => vec![http.checked(address, "the address with the description of the server")?],
        None => {
            let path = endpoint.path().trim_end_matches('/');
            let mut all = vec![at(endpoint, &format!("/.well-known/oauth-protected-resource{path}"))];
            if !path.is_empty() {
                all.push(at(endpoint, "/.well-known/oauth-protected-resource"));
            }
            all
        }
    };
    for place in places {
        if let Some(found) = http.json::<ResourceMetadata>(&place).await? {
            return match covers(&found.resource, endpoint) {
                true => Ok(Some(found)),
                false => Err(OAuthError::Unsafe(format!(
                    "the server describes itself as “{}”, which is another address, so a token for it could go astray",
                    words(&found.resource)
                ))),
            };
        }
    }
    match challenge.resource_metadata {
        Some(_) => Err(OAuthError::NotOffered("the server names a description of itself that is not there".to_owned())),
        None => Ok(None),
    }
}

/// Whether a token for `resource` is one for `endpoint`: the same origin, and the same path or one above it.
pub fn covers(resource: &str, endpoint: &Url) -> bool {
    let Ok(resource) = Url::parse(resource) else { return false };
    let (above, path) = (resource.path().trim_end_matches('/'), endpoint.path().trim_end_matches('/'));
    resource.origin() == endpoint.origin()
        && resource.fragment().is_none()
        && path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The address of a server as tokens name it: without fragment, query and last slash.
fn canonical(endpoint: &Url) -> String {
    let mut url = endpoint.clone();
    url.set_fragment(None);
    url.set_query(None);
    url.to_string().trim_end_matches('/').to_owned()
}

fn at(base: &Url, path: &str) -> Url {
    let mut url = base.clone();
    url.set_path(path);
    url.set_query(None);
    url.set_fragment(None);
    url
}

async fn server_metadata(http: &SafeHttp, issuer: &str, grant: Grant) -> Result<ServerMetadata, OAuthError> {
    let base = http.checked(issuer, "the authorization server")?;
    if base.query().is_some() {
        return Err(OAuthError::Unsafe("the authorization server has an address with a query".to_owned()));
    }
    let path = base.path().trim_end_matches('/');
    let mut places = vec![
        at(&base, &format!("/.well-known/oauth-authorization-server{path}")),
        at(&base, &format!("/.well-known/openid-configuration{path}")),
    ];
    if !path.is_empty() {
        places.push(at(&base, &format!("{path}/.well-known/openid-configuration")));
    }
    for place in places {
        if let Some(found) = http.json::<ServerMetadata>(&place).await? {
            return checked(http, issuer, found, grant);
        }
    }
    Err(OAuthError::NotOffered(format!("{} publishes nothing about signing in", words(issuer))))
}

/// Whether two issuers are the same, with or without a last slash.
pub fn is_same_issuer(one: &str, other: &str) -> bool {
    let bare = |text: &str| text.strip_suffix('/').unwrap_or(text).to_owned();
    bare(one) == bare(other)
}

/// Refuses what would make the sign-in unsafe, and a server that does not offer the grant.
fn checked(http: &SafeHttp, issuer: &str, mut found: ServerMetadata, grant: Grant) -> Result<ServerMetadata, OAuthError> {
    if !is_same_issuer(&found.issuer, issuer) {
        return Err(OAuthError::Unsafe(format!(
            "the authorization server calls itself “{}” and was looked for at “{}”",
            words(&found.issuer),
            words(issuer)
        )));
    }
    let offers = |name: &str| found.grant_types_supported.as_ref().is_none_or(|all| all.iter().any(|one| one == name));
    match grant {
        Grant::Code => check_code(http, &found)?,
        Grant::Device => {
            let endpoint = found.device_authorization_endpoint.as_ref().ok_or_else(|| {
                let why = "the authorization server offers no sign-in with a code for another device; sign in in your browser";
                OAuthError::NotOffered(why.to_owned())
            })?;
            http.checked(endpoint, "the address that gives codes for devices")?;
        }
        Grant::ClientCredentials if !offers(grant.name()) => {
            let why = "the authorization server offers no sign-in without a person (client credentials)";
            return Err(OAuthError::NotOffered(why.to_owned()));
        }
        Grant::ClientCredentials => {}
    }
    for (address, what) in [
        (Some(&found.token_endpoint), "the address of the token"),
        (found.registration_endpoint.as_ref(), "the address of the registration"),
    ] {
        address.map(|address| http.checked(address, what)).transpose()?;
    }
    // Nothing depends on it but a courtesy at the end.
    if found.revocation_endpoint.as_ref().is_some_and(|address| http.checked(address, "").is_err()) {
        found.revocation_endpoint = None;
    }
    Ok(found)
}

/// What a sign-in in a browser needs.
fn check_code(http: &SafeHttp, found: &ServerMetadata) -> Result<(), OAuthError> {
    if !found.code_challenge_methods_supported.iter().any(|method| method == "S256") {
        return Err(OAuthError::Unsafe(
            "the authorization server does not say that it checks PKCE with S256, so another program could use the answer"
                .to_owned(),
        ));
    }
    if !found.response_types_supported.is_empty() && !found.response_types_supported.iter().any(|kind| kind == "code") {
        return Err(OAuthError::NotOffered("the authorization server offers no sign-in with a code".to_owned()));
    }
    http.checked(&found.authorization_endpoint, "the address of the sign-in").map(|_| ())
}

/// The parameters of a challenge of the scheme `Bearer` (RFC 9110 §11.6.1). `None`: it has another scheme.
fn bearer(header: &str) -> Option<Challenge> {
    let lower = header.to_ascii_lowercase();
    let begin = lower.find("bearer").filter(|at| {
        let (before, after) = (lower[..*at].chars().next_back(), lower[at + 6..].chars().next());
        before.is_none_or(|letter| letter == ' ' || letter == ',') && after.is_none_or(|letter| letter == ' ' || letter == ',')
    })?;
    let mut found = Challenge::default();
    let mut rest = header.get(begin + 6..)?;
    while let Some((name, after)) = rest.split_once('=') {
        let name = name.trim_start_matches([' ', ',']).trim().to_ascii_lowercase();
        let (value, after) = parameter(after);
        match name.rsplit(' ').next().unwrap_or_default() {
            "resource_metadata" if found.resource_metadata.is_none() => found.resource_metadata = Some(value),
            "scope" if found.scope.is_none() => found.scope = Some(value),
            "error" if found.error.is_none() => found.error = Some(value),
            _ => {}
        }
        rest = after;
    }
    Some(found)
}

/// The value of a parameter, quoted or not, and what follows it.
fn parameter(text: &str) -> (String, &str) {
    let text = text.trim_start();
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find([',', ' ']).unwrap_or(text.len());
        return (text[..end].to_owned(), &text[end..]);
    };
    let (mut value, mut escaped) = (String::new(), false);
    for (at, letter) in quoted.char_indices() {
        match (escaped, letter) {
            (false, '\\') => escaped = true,
            (false, '"') => return (value, &quoted[at + 1..]),
            (_, letter) => {
                value.push(letter);
                escaped = false;
            }
        }
    }
    (value, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_that_a_server_says_back_is_no_scope() {
        let challenge = Challenge { scope: Some("read sk-live-1 write".into()), ..Challenge::default() };
        assert_eq!(challenge.without_secrets(|text| text == "sk-live-1").scopes(), ["read", "write"]);
    }

    #[test]
    fn a_challenge_is_read_whatever_stands_around_it() {
        let challenge = |metadata: Option<&str>, scope: Option<&str>| {
            Some(Challenge { resource_metadata: metadata.map(str::to_owned), scope: scope.map(str::to_owned), error: None })
        };
        for (header, expected) in [
            ("Bearer", challenge(None, None)),
            (r#"Bearer resource_metadata="https://a/b""#, challenge(Some("https://a/b"), None)),
            (r#"bearer realm="a, b=c", scope="x y",resource_metadata=https://a/b"#, challenge(Some("https://a/b"), Some("x y"))),
            (r#"Basic realm="x", Bearer realm="y", scope="a \"b\"""#, challenge(None, Some(r#"a "b""#))),
            (r#"Bearer scope="unfinished"#, challenge(None, Some("unfinished"))),
            (r#"Bearer scope="first", scope="second""#, challenge(None, Some("first"))),
            (r#"Basic realm="bearerless""#, None),
            ("", None),
        ] {
            assert_eq!(bearer(header), expected, "{header}");
        }
    }

    #[test]
    fn a_challenge_says_whether_more_scopes_are_wanted_and_which() {
        for (header, more, scopes) in [
            (r#"Bearer error="insufficient_scope", scope="a b", error_description="scope=c""#, true, &["a", "b"][..]),
            (r#"Bearer error=insufficient_scope"#, true, &[]),
            (r#"Bearer error="invalid_token", scope="a""#, false, &["a"]),
            (r#"Bearer error_description="error=insufficient_scope""#, false, &[]),
            ("Bearer error=\"insufficient_scope\", scope=\"a \u{e4} b\\\\c d\"", true, &["a", "d"]),
        ] {
            let found = Challenge::read(header).unwrap();
            assert_eq!(
                (found.wants_more_scopes(), found.scopes()),
                (more, scopes.iter().map(|one| (*one).to_owned()).collect()),
                "{header}"
            );
        }
        let many = format!("Bearer scope=\"{}\"", (0..500).map(|n| format!("s{n}")).collect::<Vec<_>>().join(" "));
        assert_eq!(Challenge::read(&many).unwrap().scopes().len(), MOST_SCOPES);
        let first = Challenge { scope: Some("a".into()), ..Challenge::default() };
        let second = Challenge { scope: Some("b".into()), resource_metadata: Some("https://x".into()), error: None };
        assert_eq!(
            first.or(second),
            Challenge { scope: Some("a".into()), resource_metadata: Some("https://x".into()), error: None }
        );
    }

    #[test]
    fn a_token_is_made_out_for_the_server_or_for_what_contains_it() {
        for (resource, endpoint, expected) in [
            ("https://a.example/mcp", "https://a.example/mcp", true),
            ("https://a.example/mcp/", "https://a.example/mcp", true),
            ("https://a.example", "https://a.example/mcp", true),
            ("https://a.example:443/", "https://a.example/mcp", true),
            ("https://a.example/m", "https://a.example/mcp", false),
            ("https://a.example/mcp/other", "https://a.example/mcp", false),
            ("https://b.example/mcp", "https://a.example/mcp", false),
            ("http://a.example/mcp", "https://a.example/mcp", false),
            ("https://a.example.evil.example/mcp", "https://a.example/mcp", false),
            ("nothing", "https://a.example/mcp", false),
        ] {
            assert_eq!(covers(resource, &Url::parse(endpoint).unwrap()), expected, "{resource}");
        }
    }

    #[test]
    fn only_what_may_be_a_scope_is_asked_for() {
        for (scope, expected) in [
            ("files:read", true),
            ("https://graph.microsoft.com/.default", true),
            ("", false),
            ("a b", false),
            ("a\"b", false),
            ("ä", false),
        ] {
            assert_eq!(is_scope(scope), expected, "{scope}");
        }
    }
}
