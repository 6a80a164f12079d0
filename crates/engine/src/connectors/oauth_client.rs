//! The client as which Apprentice signs in to a server: as it is registered with the server, as it is given for one sign-in, or none, so that
//! Apprentice registers itself.
//!
//! Invariant: the secret of a client is sent only to the authorization server that the person named for it.

use super::known_secrets::KnownSecrets;
use super::secrets::{self, CREDENTIAL, Kind};
use super::{Connectors, settings};
use crate::Answer;
use crate::core::request::invalid;
use apprentice_connectors::address;
use apprentice_connectors::oauth::{self, Client, ClientKey, Discovered, Grant, OAuthError, SafeHttp};
use apprentice_contracts::connector::{
    McpAuthMode, McpAuthStartRequest, McpClientAuth, McpOauthClient, McpOauthClientInput, McpTransport, McpValuePlace,
    McpVariable, McpVariableInput,
};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_store::mcp_servers::McpServerRecord;
use serde_json::json;

/// As which client a sign-in is asked for.
pub(super) struct Wanted {
    /// `None`: Apprentice registers itself.
    client: Option<Client>,
    /// The authorization server that may see its secret. `None`: any.
    issuer: Option<String>,
    scopes: Vec<String>,
    secrets: Vec<String>,
}

/// Whether Apprentice signs in to a server by itself.
pub(super) fn signs_in_itself(record: &McpServerRecord) -> bool {
    record.entry.oauth_client.as_ref().is_some_and(|client| client.auth_mode == McpAuthMode::ClientCredentials)
}

/// Checks a client as the person gives it. Each refusal names the field and the remedy.
pub(super) fn check(input: &McpOauthClientInput, transport: McpTransport, headers: &[McpVariableInput]) -> Answer<()> {
    let wrong = |field: &str, why: &str| Err(invalid(&format!("oauth_client.{field}"), why));
    if transport != McpTransport::RemoteHttp {
        return Err(invalid("oauth_client", "only a server with an address has a sign-in; give a program its key as a variable"));
    }
    if headers.iter().any(|header| header.name.eq_ignore_ascii_case("authorization")) {
        return Err(invalid(
            "oauth_client",
            "the connector has a header Authorization, which a sign-in would replace; remove it",
        ));
    }
    if input.client_id.trim().is_empty() {
        return wrong("client_id", "it is empty; give the id that the authorization server shows for the client");
    }
    settings::seen("oauth_client.client_id", &input.client_id)?;
    if input.client_auth == McpClientAuth::None {
        if input.auth_mode == McpAuthMode::ClientCredentials {
            let why = "a sign-in without a person needs client_secret_basic, client_secret_post or private_key_jwt";
            return wrong("client_auth", why);
        }
        if input.credential.is_some() || input.from_environment {
            return wrong(
                "credential",
                "a client of client_auth none has no secret; leave it out, or choose client_secret_basic",
            );
        }
        return Ok(());
    }
    let Some(issuer) = input.issuer.as_deref() else {
        let why =
            "give the address of the authorization server where the client is registered; its secret is sent to no other one";
        return wrong("issuer", why);
    };
    if let Err(why) = address::checked(issuer) {
        return wrong("issuer", &format!("the address {why}"));
    }
    if input.from_environment && input.credential.is_some() {
        return wrong("credential", "give a secret, or from_environment, and not both");
    }
    match (&input.credential, input.client_auth) {
        (Some(key), McpClientAuth::PrivateKeyJwt) => match ClientKey::read(key) {
            Ok(_) => Ok(()),
            Err(why) => wrong("credential", &format!("the key {why}")),
        },
        (Some(secret), _) if secret.trim().is_empty() || secret.chars().any(char::is_control) => {
            wrong("credential", "a secret is one line that is not empty; for a private key choose private_key_jwt")
        }
        _ => Ok(()),
    }
}

/// A checked client as it is stored, and the secret to keep. `before`: the client that it replaces.
pub(super) fn sort(input: McpOauthClientInput, before: Option<&McpOauthClient>) -> (McpOauthClient, Option<String>) {
    let is_same_server = |before: &McpOauthClient| match (&before.issuer, &input.issuer) {
        (Some(before), Some(now)) => oauth::is_same_issuer(before, now),
        (before, now) => before == now,
    };
    let kept = before.filter(|before| {
        before.client_auth == input.client_auth && before.client_id == input.client_id.trim() && is_same_server(before)
    });
    let place = match (input.client_auth, &input.credential, input.from_environment) {
        // Nothing is kept of a client that has no secret.
        (McpClientAuth::None, ..) => McpValuePlace::Missing,
        (_, _, true) => McpValuePlace::Environment,
        (_, Some(_), false) => McpValuePlace::Keychain,
        // A secret belongs to the client that it was given for.
        (_, None, false) => kept.map_or(McpValuePlace::Missing, |kept| kept.credential),
    };
    let client = McpOauthClient {
        auth_mode: input.auth_mode,
        client_id: input.client_id.trim().to_owned(),
        client_auth: input.client_auth,
        credential: place,
        issuer: input.issuer.filter(|_| input.client_auth != McpClientAuth::None),
        scopes: input.scopes,
    };
    (client, input.credential.map(|credential| credential.trim().to_owned()))
}

impl Connectors {
    /// As which client a sign-in of the person is asked for.
    ///
    /// Errors: `INVALID_REQUEST` when Apprentice signs in by itself, those of [`Self::registered_client`].
    pub(super) async fn wanted_client(&self, record: &McpServerRecord, request: &McpAuthStartRequest) -> Answer<Wanted> {
        if request.device_code && request.client_secret.is_some() {
            let why = "with a code, the secret is sent before anybody has seen to whom; register the client with its authorization server \
                       (`oauth_client`), then sign in without it";
            return Err(invalid("client_secret", why));
        }
        let Some(registered) = &record.entry.oauth_client else {
            let scopes = record.profile.as_ref().map(|profile| profile.scopes.clone()).unwrap_or_default();
            return Ok(Wanted { scopes, ..Wanted::of_request(request) });
        };
        if registered.auth_mode == McpAuthMode::ClientCredentials {
            let why = "Apprentice signs in to this connector automatically; connect or test it";
            return Err(invalid("oauth_client.auth_mode", why));
        }
        match request.client_id {
            Some(_) => Ok(Wanted { issuer: registered.issuer.clone(), ..Wanted::of_request(request) }),
            None => self.registered_client(record, registered).await,
        }
    }

    /// The client that is registered with a server, with its secret.
    ///
    /// Errors: `MCP_CONNECTION_FAILED` with the reason `VALUE_MISSING`.
    pub(super) async fn registered_client(&self, record: &McpServerRecord, registered: &McpOauthClient) -> Answer<Wanted> {
        let missing = |why: String| {
            let details = json!({ "reason": "VALUE_MISSING", "field": CREDENTIAL });
            Failure::new(ErrorCode::McpConnectionFailed, why).with_details(details)
        };
        let mut wanted = Wanted {
            client: Some(Client::public(registered.client_id.clone())),
            issuer: registered.issuer.clone(),
            scopes: registered.scopes.clone(),
            secrets: Vec::new(),
        };
        if registered.client_auth == McpClientAuth::None {
            return Ok(wanted);
        }
        let variable = McpVariable { name: CREDENTIAL.to_owned(), place: registered.credential, value: None };
        let owner = record.entry.auth_profile_id.clone().unwrap_or_default();
        let found = secrets::value(&self.core, owner.as_str(), Kind::OauthClient, &variable).await;
        let credential = found.map_err(missing)?;
        wanted.secrets.push(credential.clone());
        let id = registered.client_id.clone();
        wanted.client = Some(match registered.client_auth {
            McpClientAuth::PrivateKeyJwt => {
                let read = ClientKey::read(&credential);
                Client::with_key(id, read.map_err(|why| missing(format!("{CREDENTIAL}: the key {why}.")))?)
            }
            McpClientAuth::ClientSecretPost => Client { in_body: true, ..Client::with_secret(id, Some(credential)) },
            McpClientAuth::ClientSecretBasic | McpClientAuth::None => Client::with_secret(id, Some(credential)),
        });
        Ok(wanted)
    }
}

impl Wanted {
    fn of_request(request: &McpAuthStartRequest) -> Self {
        let secret = request.client_secret.clone();
        let client = request.client_id.clone().map(|id| Client::with_secret(id, secret.clone()));
        Self { client, issuer: None, scopes: Vec::new(), secrets: secret.into_iter().collect() }
    }

    /// Refuses an authorization server that the secret is not for.
    pub(super) fn check_issuer(&self, discovered: &Discovered) -> Result<(), OAuthError> {
        let found = &discovered.server.issuer;
        match &self.issuer {
            Some(wanted) if !oauth::is_same_issuer(wanted, found) => Err(OAuthError::Mismatch(format!(
                "the server names the authorization server “{}”, and the client is registered at “{}”, so its secret was not sent",
                super::sign_in::shown(found),
                super::sign_in::shown(wanted)
            ))),
            _ => Ok(()),
        }
    }

    /// How Apprentice is known to an authorization server. It registers itself if it has to.
    pub(super) async fn client(
        &self,
        http: &SafeHttp,
        discovered: &Discovered,
        grant: Grant,
        redirect_uri: Option<&str>,
    ) -> Result<Client, OAuthError> {
        let Some(client) = &self.client else { return oauth::register(http, discovered, grant, redirect_uri).await };
        if client.client_id.starts_with("https://") && !discovered.server.client_id_metadata_document_supported {
            return Err(OAuthError::NotOffered(
                "client_id is the address of a metadata document, and the authorization server reads none".to_owned(),
            ));
        }
        Ok(client.clone())
    }

    /// The scopes to ask for, if the person named some.
    pub(super) fn scopes(&self) -> Option<Vec<String>> {
        Some(self.scopes.clone()).filter(|scopes| !scopes.is_empty())
    }

    /// Its secret, so that it is masked in words of the server.
    pub(super) fn known_secrets(&self) -> KnownSecrets {
        KnownSecrets::new(self.secrets.iter().cloned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(change: impl FnOnce(&mut McpOauthClientInput)) -> McpOauthClientInput {
        let mut input = McpOauthClientInput {
            auth_mode: McpAuthMode::ClientCredentials,
            client_id: "me".into(),
            client_auth: McpClientAuth::ClientSecretBasic,
            credential: Some("secret".into()),
            issuer: Some("https://auth.example.com".into()),
            ..McpOauthClientInput::default()
        };
        change(&mut input);
        input
    }

    type Change = fn(&mut McpOauthClientInput);

    #[test]
    fn each_refusal_of_a_client_names_the_field_and_the_remedy() {
        let cases: [(Change, &str, &str); 10] = [
            (|one| one.client_id = " ".into(), "oauth_client.client_id", "the id"),
            (|one| one.client_id = "a\u{202e}b".into(), "oauth_client.client_id", "U+202E"),
            (|one| one.client_auth = McpClientAuth::None, "oauth_client.client_auth", "private_key_jwt"),
            (|one| one.issuer = None, "oauth_client.issuer", "authorization server"),
            (|one| one.issuer = Some("http://auth.example.com".into()), "oauth_client.issuer", "https://"),
            (|one| one.issuer = Some("javascript:alert(1)".into()), "oauth_client.issuer", "https://"),
            (|one| one.from_environment = true, "oauth_client.credential", "not both"),
            (|one| one.credential = Some("two\nlines".into()), "oauth_client.credential", "private_key_jwt"),
            (|one| one.client_auth = McpClientAuth::PrivateKeyJwt, "oauth_client.credential", "BEGIN PRIVATE KEY"),
            (
                |one| {
                    one.auth_mode = McpAuthMode::Delegated;
                    one.client_auth = McpClientAuth::None;
                },
                "oauth_client.credential",
                "leave it out",
            ),
        ];
        for (change, field, words) in cases {
            let refused = check(&input(change), McpTransport::RemoteHttp, &[]).unwrap_err();
            assert_eq!(refused.details.unwrap()["field"], field, "{}", refused.message);
            assert!(refused.message.contains(words), "{field}: {}", refused.message);
        }
        assert!(check(&input(|_| {}), McpTransport::RemoteHttp, &[]).is_ok());
        assert!(check(&input(|_| {}), McpTransport::LocalBridge, &[]).unwrap_err().message.contains("variable"));
        let header = McpVariableInput { name: "authorization".into(), value: None, secret: true, from_environment: false };
        assert!(check(&input(|_| {}), McpTransport::RemoteHttp, &[header]).unwrap_err().message.contains("remove it"));
    }

    #[test]
    fn a_secret_stays_with_the_client_that_it_was_given_for() {
        let (before, kept) = sort(input(|_| {}), None);
        assert_eq!((before.credential, kept.as_deref()), (McpValuePlace::Keychain, Some("secret")));
        let cases: [(Change, McpValuePlace); 5] = [
            (|one| one.scopes = vec!["a".into()], McpValuePlace::Keychain),
            (|one| one.client_id = "you".into(), McpValuePlace::Missing),
            (|one| one.client_auth = McpClientAuth::PrivateKeyJwt, McpValuePlace::Missing),
            (|one| one.client_auth = McpClientAuth::None, McpValuePlace::Missing),
            (|one| one.from_environment = true, McpValuePlace::Environment),
        ];
        for (change, place) in cases {
            let changed = input(|one| {
                one.credential = None;
                change(one);
            });
            assert_eq!(sort(changed.clone(), Some(&before)).0.credential, place, "{changed:?}");
        }
    }
}
