//! How Apprentice is known to one authorization server, and how it proves that at the token endpoint (RFC 6749 §2.3, RFC 7523, RFC 7591).

use super::client_key::{ASSERTION_TYPE, ClientKey};
use super::{Discovered, Grant, OAuthError, SafeHttp, ServerMetadata, words};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use url::Url;

/// Name and secret of a client for the header `Authorization` (RFC 6749, 2.3.1), if it signs in by it.
type Basic<'a> = Option<(&'a str, &'a str)>;

/// How Apprentice is known to one authorization server. It proves that with a key, else with a secret, else not at all.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Client {
    /// Its id, or the address of its metadata document.
    pub client_id: String,
    /// Its secret, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_secret: Option<String>,
    /// Whether the secret is sent in the body instead of the header.
    #[serde(default)]
    pub in_body: bool,
    /// Its key, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<ClientKey>,
}

impl Client {
    /// A client that proves nothing.
    pub fn public(client_id: String) -> Self {
        Self { client_id, client_secret: None, in_body: false, key: None }
    }

    /// A client with a secret, if it has one. How the secret is sent is decided by what the authorization server takes.
    pub fn with_secret(client_id: String, client_secret: Option<String>) -> Self {
        Self { client_secret, ..Self::public(client_id) }
    }

    /// A client that signs.
    pub fn with_key(client_id: String, key: ClientKey) -> Self {
        Self { key: Some(key), ..Self::public(client_id) }
    }

    /// Its secret and its key.
    pub(super) fn secrets(&self) -> impl Iterator<Item = String> {
        [self.client_secret.clone(), self.key.as_ref().map(|key| key.pem.clone())].into_iter().flatten()
    }

    /// The same client, as it proves itself to this server (RFC 8414 §2, `token_endpoint_auth_methods_supported`).
    ///
    /// # Errors
    /// `NotOffered`: the server takes no signature of its key.
    pub(super) fn fitted(mut self, server: &ServerMetadata) -> Result<Self, OAuthError> {
        let methods = server.token_endpoint_auth_methods_supported.as_deref();
        let takes = |name: &str| methods.is_some_and(|methods| methods.iter().any(|method| method == name));
        if let Some(key) = self.key.take() {
            if methods.is_some() && !takes("private_key_jwt") {
                return Err(OAuthError::NotOffered(
                    "the authorization server takes no signed statement of a client (private_key_jwt); give a secret".to_owned(),
                ));
            }
            self.key = Some(key.fit(server.token_endpoint_auth_signing_alg_values_supported.as_deref())?);
        }
        // Without a list a secret goes into the header (RFC 8414 §2).
        self.in_body |= !takes("client_secret_basic") && takes("client_secret_post");
        Ok(self)
    }

    /// The fields by which it signs a request to `issuer`; none if it has no key. `now`: seconds since 1970.
    pub(super) fn proof(&self, issuer: &str, now: i64) -> Result<Vec<(&'static str, String)>, OAuthError> {
        let Some(key) = &self.key else { return Ok(Vec::new()) };
        let assertion = key.assertion(&self.client_id, issuer, now)?;
        Ok(vec![("client_assertion_type", ASSERTION_TYPE.to_owned()), ("client_assertion", assertion)])
    }

    /// Posts a form with its proof to a checked address of `issuer`. Answers the status and the body.
    pub(super) async fn post(
        &self,
        http: &SafeHttp,
        address: &Url,
        issuer: &str,
        fields: &[(&str, &str)],
        now: i64,
    ) -> Result<(u16, Vec<u8>), OAuthError> {
        let (form, basic) = self.form(issuer, fields, now)?;
        http.post_form(address, form, basic).await
    }

    /// The form, and what the header `Authorization` is made of.
    fn form(&self, issuer: &str, fields: &[(&str, &str)], now: i64) -> Result<(String, Basic<'_>), OAuthError> {
        let mut form = url::form_urlencoded::Serializer::new(String::new());
        form.extend_pairs(fields).extend_pairs(self.proof(issuer, now)?);
        let secret = self.client_secret.as_deref();
        let basic = secret.filter(|_| !self.in_body).map(|secret| (self.client_id.as_str(), secret));
        if basic.is_none() {
            form.append_pair("client_id", &self.client_id);
        }
        if let Some(secret) = secret.filter(|_| self.in_body) {
            form.append_pair("client_secret", secret);
        }
        Ok((form.finish(), basic))
    }
}

/// Registers Apprentice at an authorization server (RFC 7591). `redirect_uri`: where the browser comes back to, for [`Grant::Code`].
///
/// # Errors
/// The server offers no registration, or refuses it.
pub async fn register(
    http: &SafeHttp,
    discovered: &Discovered,
    grant: Grant,
    redirect_uri: Option<&str>,
) -> Result<Client, OAuthError> {
    let server = &discovered.server;
    let endpoint = server.registration_endpoint.as_deref().ok_or_else(|| {
        OAuthError::NotOffered(format!(
            "{} lets no program register itself; register Apprentice there and give its client id",
            words(&server.issuer)
        ))
    })?;
    let endpoint = http.checked(endpoint, "the address of the registration")?;
    if grant == Grant::Code {
        discovered.check_site()?;
    }
    let response_types: &[&str] = if grant == Grant::Code { &["code"] } else { &[] };
    let mut body = json!({
        "client_name": "Apprentice", "application_type": "native", "grant_types": [grant.name(), "refresh_token"],
        "response_types": response_types, "token_endpoint_auth_method": wanted_method(server),
    });
    if let Some(redirect_uri) = redirect_uri {
        body["redirect_uris"] = json!([redirect_uri]);
    }
    if !discovered.scopes.is_empty() {
        body["scope"] = json!(discovered.scopes.join(" "));
    }
    let (status, bytes) = http.post_json(&endpoint, &body).await?;
    let answer: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    if !(200..300).contains(&status) {
        let why = answer["error_description"].as_str().or(answer["error"].as_str()).unwrap_or("without a reason");
        return Err(OAuthError::Denied(format!("the authorization server registers no client (HTTP {status}): {}", words(why))));
    }
    let text = |field: &str| answer[field].as_str().filter(|text| !text.is_empty() && text.len() <= 2000).map(str::to_owned);
    let client_id = text("client_id")
        .ok_or_else(|| OAuthError::Unreachable("the authorization server registered a client without an id".to_owned()))?;
    if !comes_back(&answer["redirect_uris"], redirect_uri) {
        return Err(OAuthError::Unsafe(
            "the authorization server registered Apprentice with another address for the browser to come back to; register Apprentice \
             there by hand and give its client id"
                .to_owned(),
        ));
    }
    let method = text("token_endpoint_auth_method");
    // A client that was registered without a secret sends none, whatever else the answer has.
    let secret = text("client_secret").filter(|_| method.as_deref() != Some("none"));
    let in_body = method.as_deref() == Some("client_secret_post");
    Ok(Client { in_body, ..Client::with_secret(client_id, secret) })
}

/// Whether a registration leads the browser back to `wanted`, if it says where to. The port of this machine may differ (RFC 8252 §7.3).
fn comes_back(registered: &Value, wanted: Option<&str>) -> bool {
    let bare = |address: &str| {
        let mut url = Url::parse(address).ok()?;
        // An address without a port keeps none.
        let _without = url.set_port(None);
        Some(url)
    };
    match (registered.as_array(), wanted.and_then(bare)) {
        (Some(registered), Some(wanted)) => {
            registered.iter().filter_map(Value::as_str).any(|one| bare(one).as_ref() == Some(&wanted))
        }
        _ => true,
    }
}

/// How a client that registers itself proves who it is: not at all where the server allows that, because a program of a person keeps no secret
/// that is the same for all (RFC 8252 §8.5).
fn wanted_method(server: &ServerMetadata) -> &'static str {
    let Some(methods) = &server.token_endpoint_auth_methods_supported else { return "none" };
    let known = ["none", "client_secret_basic", "client_secret_post"];
    known.into_iter().find(|name| methods.iter().any(|method| method == name)).unwrap_or("none")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(methods: Option<&[&str]>) -> ServerMetadata {
        let methods = methods.map(|all| all.iter().map(|name| (*name).to_owned()).collect());
        ServerMetadata { token_endpoint_auth_methods_supported: methods, ..ServerMetadata::default() }
    }

    #[test]
    fn a_client_proves_itself_as_the_server_takes_it() {
        let secret = || Client::with_secret("me".into(), Some("secret".into()));
        for (methods, in_body, wanted) in [
            (None, false, "none"),
            (Some(&["client_secret_basic"][..]), false, "client_secret_basic"),
            (Some(&["client_secret_post"]), true, "client_secret_post"),
            (Some(&["client_secret_post", "client_secret_basic"]), false, "client_secret_basic"),
            (Some(&["none", "client_secret_basic"]), false, "none"),
            (Some(&["private_key_jwt"]), false, "none"),
        ] {
            assert_eq!(secret().fitted(&server(methods)).ok().map(|client| client.in_body), Some(in_body), "{methods:?}");
            assert_eq!(wanted_method(&server(methods)), wanted, "{methods:?}");
        }
        // What was said at the registration holds.
        let registered = Client { in_body: true, ..secret() };
        assert!(registered.fitted(&server(Some(&["client_secret_basic"]))).is_ok_and(|client| client.in_body));
    }

    #[test]
    fn a_registration_that_leads_elsewhere_is_seen() {
        let wanted = Some("http://127.0.0.1:4711/callback");
        for (registered, fine) in [
            (json!(null), true),
            (json!(["http://127.0.0.1:4711/callback"]), true),
            (json!(["http://127.0.0.1/callback"]), true),
            (json!(["https://evil.example/callback", "http://127.0.0.1:1/callback"]), true),
            (json!(["https://evil.example/callback"]), false),
            (json!(["http://127.0.0.1:4711/other"]), false),
            (json!(["javascript:alert(1)"]), false),
            (json!([]), false),
            (json!([7]), false),
        ] {
            assert_eq!(comes_back(&registered, wanted), fine, "{registered}");
            assert!(comes_back(&registered, None), "{registered}");
        }
    }

    #[test]
    fn what_was_kept_before_there_were_keys_can_be_read() {
        let client: Client = serde_json::from_str(r#"{"client_id":"me","client_secret":"s","in_body":true}"#).unwrap();
        assert!(client.in_body && client.key.is_none() && client.secrets().eq(["s".to_owned()]));
    }
}
