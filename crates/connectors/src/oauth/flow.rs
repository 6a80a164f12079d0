//! One sign-in: begin, read what the browser brings back, exchange, refresh, revoke.

use super::discovery::{MOST_SCOPES, covers, is_same_issuer, is_scope};
use super::{Client, Discovered, OAuthError, SafeHttp, words};
use oauth2::basic::{BasicClient, BasicErrorResponse, BasicErrorResponseType, BasicTokenResponse, BasicTokenType};
use oauth2::{
    AuthType, AuthUrl, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointNotSet, EndpointSet, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, RefreshToken, RequestTokenError, Scope, TokenResponse, TokenUrl,
};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use url::Url;

/// Longest token, in bytes: a header with a longer one is refused everywhere.
const LONGEST_TOKEN: usize = 32 * 1024;

/// A sign-in that waits for the browser. It holds secrets, and is kept in the keychain alone.
#[derive(Serialize, Deserialize)]
pub struct Pending {
    /// Where the person agrees.
    #[serde(with = "url_text")]
    pub authorization_url: Url,
    /// Identifies the sign-in in the answer of the browser; used once.
    pub state: String,
    discovered: Discovered,
    client: Client,
    redirect_uri: String,
    verifier: String,
}

/// An address as a text of JSON.
mod url_text {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};
    use url::Url;

    pub(super) fn serialize<S: Serializer>(url: &Url, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(url.as_str())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Url, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// What a sign-in gave. It is kept in the keychain alone.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// The authorization server.
    pub issuer: String,
    /// Where tokens are exchanged.
    pub token_endpoint: String,
    /// Where tokens are given back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revocation_endpoint: Option<String>,
    /// How Apprentice is known there.
    pub client: Client,
    /// For whom the tokens are made out.
    pub resource: String,
    /// The token of requests.
    pub access_token: String,
    /// The token that gives a new one, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refresh_token: Option<String>,
    /// What was granted.
    pub scopes: Vec<String>,
    /// When the access token ends, in seconds since 1970. Absent: unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<i64>,
}

/// What the browser brought back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callback {
    /// Which sign-in it answers.
    pub state: String,
    iss: Option<String>,
    result: Result<Secret, (String, Option<String>)>,
}

/// A text that `Debug` does not show.
#[derive(Clone, PartialEq, Eq)]
struct Secret(String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("…")
    }
}

impl std::fmt::Debug for Pending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pending").field("issuer", &self.discovered.server.issuer).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("issuer", &self.issuer).finish_non_exhaustive()
    }
}

impl Session {
    /// Every secret in it, so that they are masked wherever words of the server are shown.
    pub fn secrets(&self) -> Vec<String> {
        let all = [Some(&self.access_token), self.refresh_token.as_ref()].into_iter().flatten().cloned();
        all.chain(self.client.secrets()).collect()
    }

    /// Whether its tokens were made out for a server at `endpoint`, by this authorization server.
    pub fn belongs_to(&self, endpoint: &Url, issuer: &str) -> bool {
        covers(&self.resource, endpoint) && is_same_issuer(&self.issuer, issuer)
    }

    /// A session at an authorization server that gave no tokens yet.
    pub(super) fn new(discovered: Discovered, client: Client) -> Self {
        let Discovered { resource, server, scopes } = discovered;
        Self {
            issuer: server.issuer,
            token_endpoint: server.token_endpoint,
            revocation_endpoint: server.revocation_endpoint,
            client,
            resource,
            access_token: String::new(),
            refresh_token: None,
            scopes,
            expires_at: None,
        }
    }
}

/// Begins a sign-in. `scopes`: those to ask for instead of the ones that were found.
///
/// # Errors
/// An address cannot be written.
pub fn begin(
    discovered: Discovered,
    client: Client,
    redirect_uri: String,
    scopes: Option<Vec<String>>,
) -> Result<Pending, OAuthError> {
    let mut discovered = discovered;
    if let Some(scopes) = scopes {
        discovered.scopes = scopes;
    }
    let wrong = |_| OAuthError::Unsafe("an address of the sign-in cannot be used".to_owned());
    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
    let authorizing = BasicClient::new(ClientId::new(client.client_id.clone()))
        .set_auth_uri(AuthUrl::new(discovered.server.authorization_endpoint.clone()).map_err(wrong)?)
        .set_redirect_uri(RedirectUrl::new(redirect_uri.clone()).map_err(wrong)?);
    // 256 random bits.
    let (authorization_url, state) = authorizing
        .authorize_url(|| CsrfToken::new_random_len(32))
        .add_scopes(discovered.scopes.iter().cloned().map(Scope::new))
        .add_extra_param("resource", discovered.resource.clone())
        .set_pkce_challenge(challenge)
        .url();
    let (state, verifier) = (state.into_secret(), verifier.into_secret());
    Ok(Pending { authorization_url, state, discovered, client, redirect_uri, verifier })
}

impl Pending {
    /// The authorization server.
    pub fn issuer(&self) -> &str {
        &self.discovered.server.issuer
    }

    /// Where the browser comes back to.
    pub fn redirect_uri(&self) -> &str {
        &self.redirect_uri
    }

    /// What the authorization server was sent of the PKCE verifier: its SHA-256.
    pub fn code_challenge(&self) -> Option<String> {
        let mut fields = self.authorization_url.query_pairs();
        fields.find(|(name, _)| name == "code_challenge").map(|(_, value)| value.into_owned())
    }

    /// The scopes that were asked for.
    pub fn scopes(&self) -> &[String] {
        &self.discovered.scopes
    }

    /// Every secret in it, so that they are masked in words of the server.
    pub fn secrets(&self) -> Vec<String> {
        self.client.secrets().chain([self.verifier.clone()]).collect()
    }
}

/// Reads the query of an answer.
///
/// # Errors
/// It is none, or says something twice.
pub fn read_callback(query: &str) -> Result<Callback, OAuthError> {
    let mismatch = |why: &str| OAuthError::Mismatch(why.to_owned());
    let mut found: Vec<(String, String)> = Vec::new();
    for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
        if ["code", "state", "iss", "error", "error_description"].contains(&&*name) {
            if found.iter().any(|(known, _)| *known == name) {
                return Err(mismatch("the answer of the browser says something twice"));
            }
            found.push((name.into_owned(), value.into_owned()));
        }
    }
    let mut take = |name: &str| {
        let at = found.iter().position(|(known, _)| known == name)?;
        Some(found.swap_remove(at).1).filter(|value| !value.is_empty() && value.len() <= 8192)
    };
    let state = take("state").ok_or_else(|| mismatch("the answer of the browser does not say which sign-in it belongs to"))?;
    let iss = take("iss");
    let result = match (take("code"), take("error")) {
        (Some(code), None) => Ok(Secret(code)),
        (None, Some(error)) => Err((words(&error), take("error_description").map(|text| words(&text)))),
        _ => return Err(mismatch("the answer of the browser has no code")),
    };
    Ok(Callback { state, iss, result })
}

/// Exchanges the code of an answer for tokens. `now`: seconds since 1970.
///
/// # Errors
/// The answer comes from another authorization server, or there are no tokens for it.
pub async fn exchange(http: &SafeHttp, pending: Pending, callback: Callback, now: i64) -> Result<Session, OAuthError> {
    let server = &pending.discovered.server;
    // Before anything else of the answer is believed (RFC 9207 §2.4).
    match &callback.iss {
        Some(iss) if *iss != server.issuer => {
            return Err(OAuthError::Mismatch(format!(
                "the answer comes from “{}” and not from “{}”, so it was not used",
                words(iss),
                words(&server.issuer)
            )));
        }
        None if server.authorization_response_iss_parameter_supported => {
            return Err(OAuthError::Mismatch("the answer does not say who it comes from, so it was not used".to_owned()));
        }
        _ => {}
    }
    let code = callback.result.map_err(|(error, description)| {
        let description = description.map(|text| format!(": {text}")).unwrap_or_default();
        OAuthError::Denied(match error.as_str() {
            "access_denied" => format!("the sign-in was refused{description}"),
            _ => format!("the authorization server answered “{error}”{description}"),
        })
    })?;
    let client = pending.client.fitted(server)?;
    let redirect = RedirectUrl::new(pending.redirect_uri).map_err(|_| unusable())?;
    let session = Session::new(pending.discovered, client);
    let proof = session.client.proof(&session.issuer, now)?;
    let request = token_client(&session)?.set_redirect_uri(redirect);
    let mut request = request
        .exchange_code(AuthorizationCode::new(code.0))
        .set_pkce_verifier(PkceCodeVerifier::new(pending.verifier))
        .add_extra_param("resource", session.resource.clone());
    for (name, value) in proof {
        request = request.add_extra_param(name, value);
    }
    let tokens = request.request_async(http).await.map_err(|error| token_error(error, "the code was not accepted"))?;
    with_tokens(session, &tokens, now)
}

/// Tokens for a client that agrees for itself (RFC 6749 §4.4). `now`: seconds since 1970.
///
/// # Errors
/// The authorization server does not take the client, or gives no tokens.
pub async fn client_credentials(
    http: &SafeHttp,
    discovered: Discovered,
    client: Client,
    now: i64,
) -> Result<Session, OAuthError> {
    let client = client.fitted(&discovered.server)?;
    let session = Session::new(discovered, client);
    let proof = session.client.proof(&session.issuer, now)?;
    let made = token_client(&session)?;
    let mut request = made
        .exchange_client_credentials()
        .add_scopes(session.scopes.iter().cloned().map(Scope::new))
        .add_extra_param("resource", session.resource.clone());
    for (name, value) in proof {
        request = request.add_extra_param(name, value);
    }
    let tokens = request.request_async(http).await.map_err(|error| match token_error(error, "the client was not accepted") {
        // Nobody has signed in who could do so again.
        OAuthError::Expired(why) => OAuthError::Denied(why),
        other => other,
    })?;
    let mut session = with_tokens(session, &tokens, now)?;
    // A new token is asked for in the same way (RFC 6749 §4.4.3).
    session.refresh_token = None;
    Ok(session)
}

/// New tokens for a session. `now`: seconds since 1970.
///
/// # Errors
/// `Expired`: the person has to sign in again.
pub async fn refresh(http: &SafeHttp, session: &Session, now: i64) -> Result<Session, OAuthError> {
    let refresh_token = session.refresh_token.clone().ok_or_else(|| {
        OAuthError::Expired("the sign-in has ended, and the authorization server gave no way to renew it".to_owned())
    })?;
    let (client, refresh_token) = (token_client(session)?, RefreshToken::new(refresh_token));
    let mut request = client.exchange_refresh_token(&refresh_token).add_extra_param("resource", session.resource.clone());
    for (name, value) in session.client.proof(&session.issuer, now)? {
        request = request.add_extra_param(name, value);
    }
    let tokens = request.request_async(http).await.map_err(|error| token_error(error, "the sign-in has ended"))?;
    with_tokens(session.clone(), &tokens, now)
}

/// Gives the tokens of a session back (RFC 7009). `Ok(false)`: the authorization server takes none back. `now`: seconds since 1970.
///
/// # Errors
/// It could not be reached, or refused.
pub async fn revoke(http: &SafeHttp, session: &Session, now: i64) -> Result<bool, OAuthError> {
    let Some(endpoint) = &session.revocation_endpoint else { return Ok(false) };
    // The library takes only encrypted addresses, and one of this machine may be none.
    let endpoint = http.checked(endpoint, "the address that takes tokens back")?;
    let (token, kind) = match &session.refresh_token {
        Some(token) => (token, "refresh_token"),
        None => (&session.access_token, "access_token"),
    };
    let fields = [("token", token.as_str()), ("token_type_hint", kind)];
    match session.client.post(http, &endpoint, &session.issuer, &fields, now).await?.0 {
        200..300 => Ok(true),
        status => Err(OAuthError::Denied(format!("the authorization server did not take the tokens back (HTTP {status})"))),
    }
}

type TokenClient = BasicClient<EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet>;

fn token_client(session: &Session) -> Result<TokenClient, OAuthError> {
    let client = &session.client;
    let mut made = BasicClient::new(ClientId::new(client.client_id.clone()));
    if let Some(secret) = &client.client_secret {
        made = made.set_client_secret(ClientSecret::new(secret.clone()));
    }
    let auth = if client.in_body || client.client_secret.is_none() { AuthType::RequestBody } else { AuthType::BasicAuth };
    let url = TokenUrl::new(session.token_endpoint.clone()).map_err(|_| unusable())?;
    Ok(made.set_auth_type(auth).set_token_uri(url))
}

fn unusable() -> OAuthError {
    OAuthError::Unsafe("an address of the sign-in cannot be used".to_owned())
}

pub(super) fn with_tokens(mut session: Session, tokens: &BasicTokenResponse, now: i64) -> Result<Session, OAuthError> {
    // A token of another kind must be proved with each request, and would be refused or do harm as a plain one (RFC 6749 §7.1).
    if *tokens.token_type() != BasicTokenType::Bearer {
        let kind = words(tokens.token_type().as_ref());
        return Err(OAuthError::NotOffered(format!(
            "the authorization server gave a token of the kind “{kind}”, and Apprentice sends only “Bearer” tokens"
        )));
    }
    session.access_token = tokens.access_token().secret().clone();
    let is_sendable =
        |token: &str| !token.is_empty() && token.len() <= LONGEST_TOKEN && token.bytes().all(|byte| byte.is_ascii_graphic());
    let renewing = tokens.refresh_token().map(|token| token.secret().as_str());
    if !is_sendable(&session.access_token) || !renewing.is_none_or(is_sendable) {
        return Err(OAuthError::Unreachable("the authorization server gave a token that cannot be sent".to_owned()));
    }
    // A server that gives no new one lets the one before live on (RFC 6749 §6).
    if let Some(refresh_token) = tokens.refresh_token() {
        session.refresh_token = Some(refresh_token.secret().clone());
    }
    if let Some(scopes) = tokens.scopes() {
        let granted = scopes.iter().map(|scope| scope.to_string()).filter(|scope| is_scope(scope));
        session.scopes = granted.take(MOST_SCOPES).collect();
    }
    let lasts = tokens.expires_in().map(|lasts| lasts.min(Duration::from_secs(10 * 365 * 24 * 3600)));
    session.expires_at = lasts.map(|lasts| now.saturating_add(i64::try_from(lasts.as_secs()).unwrap_or(i64::MAX)));
    Ok(session)
}

/// The failure of a token request. The body of an answer is not repeated, because it may hold tokens.
fn token_error(error: RequestTokenError<OAuthError, BasicErrorResponse>, what: &str) -> OAuthError {
    match error {
        RequestTokenError::Request(error) => error,
        RequestTokenError::ServerResponse(answer) => {
            let description = answer.error_description().map(|text| format!(" ({})", words(text))).unwrap_or_default();
            match answer.error() {
                BasicErrorResponseType::InvalidGrant => OAuthError::Expired(format!("{what}{description}")),
                other => {
                    OAuthError::Denied(format!("the authorization server answered “{}”{description}", words(other.as_ref())))
                }
            }
        }
        RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
            OAuthError::Unreachable("the authorization server did not answer with tokens".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn discovered() -> Discovered {
        Discovered {
            resource: "https://mcp.example/mcp".into(),
            server: super::super::ServerMetadata {
                issuer: "https://auth.example".into(),
                authorization_endpoint: "https://auth.example/authorize?tenant=1".into(),
                token_endpoint: "https://auth.example/token".into(),
                ..Default::default()
            },
            scopes: vec!["a".into(), "b c".into()],
        }
    }

    #[test]
    fn an_address_of_a_sign_in_says_what_it_must_and_no_two_are_the_same() {
        let client = || Client::public("me".into());
        let begin = || begin(discovered(), client(), "http://127.0.0.1:9/callback".into(), None).unwrap();
        let (one, two) = (begin(), begin());
        let query: std::collections::BTreeMap<String, String> = one.authorization_url.query_pairs().into_owned().collect();
        for (name, value) in [
            ("tenant", "1"),
            ("response_type", "code"),
            ("client_id", "me"),
            ("code_challenge_method", "S256"),
            ("resource", "https://mcp.example/mcp"),
            ("redirect_uri", "http://127.0.0.1:9/callback"),
            ("scope", "a b c"),
        ] {
            assert_eq!(query.get(name).map(String::as_str), Some(value), "{name}");
        }
        assert!(query["code_challenge"].len() == 43 && query["state"].len() >= 43);
        assert_ne!(one.state, two.state);
        assert_ne!(one.verifier, two.verifier);
        let shown = format!("{one:?}");
        assert!(!shown.contains(&one.verifier) && !shown.contains(&one.state), "{shown}");
        assert!(!one.authorization_url.as_str().contains(&one.verifier));
    }

    #[test]
    fn an_answer_is_read_once_and_whole() {
        let read = |query: &str| read_callback(query);
        let fine = read("code=a&state=b&iss=https%3A%2F%2Fauth.example&session_state=x").unwrap();
        assert_eq!((fine.state.as_str(), fine.iss.as_deref()), ("b", Some("https://auth.example")));
        assert!(!format!("{fine:?}").contains("Secret(\"a\")"));
        assert!(read("error=access_denied&state=b").unwrap().result.is_err());
        for query in [
            "",
            "code=a",
            "state=b",
            "code=a&state=b&code=c",
            "code=a&state=b&state=c",
            "code=a&error=x&state=b",
            "code=&state=b",
        ] {
            assert_eq!(read(query).unwrap_err().code(), "SIGN_IN_MISMATCH", "{query}");
        }
    }
}
