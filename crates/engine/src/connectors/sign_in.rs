//! Signing in to remote servers. A sign-in that waits for the browser is in memory alone, under the digest of its `state`, and is taken out by
//! its first answer. Tokens are in the keychain alone.
//!
//! Invariant: an answer of a browser is used at most once. Invariant: tokens are sent only to the server that they were made out for, as the
//! person trusted it. Invariant: a token is renewed by one at a time, and kept before it is used.

use super::receipts::{self, Event};
use super::{Connectors, identity};
use crate::Answer;
use crate::core::digest::sha256;
use crate::core::keychain::{self, UNLOCKING};
use crate::core::request::invalid;
use apprentice_connectors::address;
use apprentice_connectors::findings::visible;
use apprentice_connectors::oauth::{self, Client, Discovered, OAuthError, Pending, Redirect, SafeHttp, Session};
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{McpServerId, ReceiptId};
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_platform::locks::FileLock;
use apprentice_store::mcp_servers::{self, McpServerRecord};
use chrono::{DateTime, Duration as Span};
use serde_json::json;
use std::collections::HashMap;
use std::fs::File;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long a sign-in waits for the browser.
const WAITS: Span = Span::minutes(10);
/// Most sign-ins that wait at a time.
const MOST: usize = 20;
/// A token that ends within this time is renewed before it is used.
const SOON: Span = Span::seconds(60);
/// How long to wait for another program that renews the same token.
const LOCKED: Duration = Duration::from_secs(60);

/// Sign-ins that wait, and the order of those who renew a token.
#[derive(Default)]
pub(super) struct SignIns {
    waiting: Mutex<HashMap<String, Waiting>>,
    errors: Mutex<HashMap<McpServerId, (String, String)>>,
    renewing: Mutex<HashMap<McpServerId, Arc<tokio::sync::Mutex<()>>>>,
}

struct Waiting {
    server: McpServerId,
    /// What was trusted when it began.
    identity: String,
    until: Time,
    http: SafeHttp,
    pending: Pending,
    /// Closes the address for the browser when it is dropped.
    _open: tokio_util::sync::DropGuard,
}

impl SignIns {
    fn waiting(&self) -> std::sync::MutexGuard<'_, HashMap<String, Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes out the sign-in with this `state`, so that it is used once.
    fn take(&self, state: &str, now: Time) -> Option<Waiting> {
        self.waiting().remove(&sha256(state)).filter(|found| found.until > now)
    }

    pub(super) fn waits_until(&self, server: &McpServerId, now: Time) -> Option<Time> {
        let waiting = self.waiting();
        waiting.values().filter(|one| one.server == *server && one.until > now).map(|one| one.until).max()
    }

    /// Forgets the sign-ins of a server that wait.
    fn forget(&self, server: &McpServerId) {
        self.waiting().retain(|_, one| one.server != *server);
        self.set_error(server, None);
    }

    fn set_error(&self, server: &McpServerId, error: Option<&OAuthError>) {
        let mut errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        match error {
            Some(error) => errors.insert(server.clone(), (error.code().to_owned(), error.to_string())),
            None => errors.remove(server),
        };
    }

    fn error(&self, server: &McpServerId) -> Option<(String, String)> {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).get(server).cloned()
    }

    fn renewing(&self, server: &McpServerId) -> Arc<tokio::sync::Mutex<()>> {
        self.renewing.lock().unwrap_or_else(PoisonError::into_inner).entry(server.clone()).or_default().clone()
    }
}

impl Connectors {
    /// Begins a sign-in: finds the authorization server, registers there if need be, and opens an address for the browser.
    ///
    /// Errors: `MCP_TRUST_REQUIRED`, `MCP_SERVER_DISABLED`, `INVALID_REQUEST`, `ADAPTER_UNAVAILABLE` without a keychain, `MCP_SIGN_IN_FAILED`.
    pub(crate) async fn start_sign_in(
        self: &Arc<Self>,
        id: &McpServerId,
        request: McpAuthStartRequest,
    ) -> Answer<McpAuthStartResponse> {
        let record = self.usable(id, &super::ConnectorCaller::Person).await?;
        let endpoint = endpoint(&record)?;
        if record.entry.headers.iter().any(|header| header.name.eq_ignore_ascii_case("authorization")) {
            return Err(invalid(
                "headers.Authorization",
                "the connector has this header, which a sign-in would replace; remove it first",
            ));
        }
        if let Some(why) = keychain::missing(&self.core).await {
            let message = format!("The tokens of a sign-in are kept in the keychain, and it cannot be used: {why}.");
            return Err(Failure::new(ErrorCode::AdapterUnavailable, message));
        }
        let begun = async {
            let http = SafeHttp::for_server(&endpoint).await?;
            let challenge = oauth::challenge(&http, &endpoint).await?.unwrap_or_default();
            let discovered = oauth::discover(&http, &endpoint, &challenge).await?;
            let redirect = Redirect::open().await?;
            let client = client(&http, &discovered, &request, &redirect.uri()).await?;
            let pending = oauth::begin(discovered, client, redirect.uri(), request.requested_scopes_override.clone())?;
            Ok::<_, OAuthError>((http, redirect, pending))
        };
        let (http, redirect, pending) = match begun.await {
            Ok(begun) => begun,
            Err(error) => return Err(self.sign_in_failed(id, &error).await),
        };
        let until = self.core.now() + WAITS;
        let (server, issuer) = (id.clone(), pending.issuer().to_owned());
        let receipt_id = self
            .core
            .change(move |tx| {
                let summary = format!("A sign-in at {} begins.", shown(&issuer));
                receipts::add(tx, Event::ok(McpReceiptKind::AuthStart, &server, summary))
            })
            .await?;
        let key = sha256(&pending.state);
        let response = McpAuthStartResponse {
            server_id: id.clone(),
            authorization_url: pending.authorization_url.to_string(),
            auth_url: pending.authorization_url.to_string(),
            issuer: shown(pending.issuer()),
            redirect_uri: pending.redirect_uri().to_owned(),
            scopes: pending.scopes().to_vec(),
            oauth_state_ref: key.clone(),
            expires_at: until,
            receipt_id,
            schema_version: SCHEMA_VERSION,
        };
        let closed = CancellationToken::new();
        let waiting = Waiting {
            server: id.clone(),
            identity: identity::of(&record),
            until,
            http,
            pending,
            _open: closed.clone().drop_guard(),
        };
        {
            let (mut all, now) = (self.sign_ins.waiting(), self.core.now());
            // A new one takes the place of the one before.
            all.retain(|_, one| one.until > now && one.server != *id);
            if all.len() >= MOST {
                let message = format!("{MOST} sign-ins wait already. Finish one, or wait ten minutes.");
                return Err(Failure::new(ErrorCode::Conflict, message));
            }
            all.insert(key, waiting);
        }
        self.sign_ins.set_error(id, None);
        self.listen(redirect, closed);
        Ok(response)
    }

    /// Waits for the browser until the sign-in ends.
    fn listen(self: &Arc<Self>, redirect: Redirect, closed: CancellationToken) {
        let (connectors, ending) = (Arc::downgrade(self), self.core.cancel.clone());
        tokio::spawn(async move {
            let serving = redirect.serve(move |query| {
                let connectors = connectors.clone();
                async move {
                    let Some(connectors) = connectors.upgrade() else { return (false, "Apprentice is ending.".to_owned()) };
                    match connectors.finish_sign_in(&query, None).await {
                        Ok(_) => (true, "You are signed in. You can close this page and go back to Apprentice.".to_owned()),
                        Err(failure) => (false, failure.message),
                    }
                }
            });
            let lasts = WAITS.to_std().unwrap_or_default();
            tokio::select! {
                () = serving => {}
                // The page with the result is still on its way.
                () = async { closed.cancelled().await; tokio::time::sleep(Duration::from_secs(3)).await } => {}
                () = ending.cancelled() => {}
                () = tokio::time::sleep(lasts) => {}
            }
        });
    }

    /// Uses the answer of a browser. `server`: it has to belong to this one.
    pub(super) async fn finish_sign_in(&self, query: &str, server: Option<&McpServerId>) -> Answer<McpServerAuthStatus> {
        let callback = match oauth::read_callback(query) {
            Ok(callback) => callback,
            Err(error) => return Err(failed(&error)),
        };
        let waiting = self.sign_ins.take(&callback.state, self.core.now()).ok_or_else(|| {
            let message = "No sign-in waits for this answer: it was used, took longer than ten minutes, or is of another program. Begin the sign-in again.";
            Failure::new(ErrorCode::McpOauthStateInvalid, message)
        })?;
        let Waiting { server: id, identity, http, pending, _open, .. } = waiting;
        if server.is_some_and(|server| *server != id) {
            return Err(Failure::new(
                ErrorCode::McpOauthStateInvalid,
                "This answer belongs to the sign-in of another connector.",
            ));
        }
        let asked = pending.scopes().to_vec();
        let session = match oauth::exchange(&http, pending, callback, self.core.now().timestamp()).await {
            Ok(session) => session,
            Err(error) => return Err(self.sign_in_failed(&id, &error).await),
        };
        // A renewal of the former token must not overwrite the token of this sign-in.
        let turn = self.sign_ins.renewing(&id);
        let _turn = turn.lock().await;
        let _lock = self.token_lock(&id).await?;
        let now = self.record(&id).await?;
        if identity::of(&now) != identity {
            let message = "The connector was changed while you signed in, so the answer was not used. Begin the sign-in again.";
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        self.keep_session(&id, &session).await?;
        let sign_in = McpSignIn {
            state: McpAuthState::Healthy,
            issuer: session.issuer.clone(),
            scopes_asked: asked,
            scopes_granted: session.scopes.clone(),
            expires_at: session.expires_at.and_then(time),
            renews: session.refresh_token.is_some(),
            signed_in_at: self.core.now(),
        };
        let receipt = self
            .store_sign_in(&id, Some(sign_in), McpReceiptKind::AuthCallback, format!("Signed in at {}.", session.issuer))
            .await?;
        // The next one has the token.
        self.connections.close(&id).await;
        self.auth_status(&id, Some(receipt)).await
    }

    /// Uses the address that a browser of another machine was sent to.
    pub(crate) async fn sign_in_callback(
        &self,
        id: &McpServerId,
        request: McpAuthCallbackRequest,
    ) -> Answer<McpServerAuthStatus> {
        self.record(id).await?;
        let address = url::Url::parse(request.address.trim()).map_err(|_| {
            invalid("address", "give the whole address that the browser was sent to; it begins with http://127.0.0.1")
        })?;
        self.finish_sign_in(address.query().unwrap_or_default(), Some(id)).await
    }

    pub(crate) async fn sign_in_status(&self, id: &McpServerId) -> Answer<McpServerAuthStatus> {
        self.auth_status(id, None).await
    }

    async fn auth_status(&self, id: &McpServerId, receipt_id: Option<ReceiptId>) -> Answer<McpServerAuthStatus> {
        let record = self.record(id).await?;
        let error = self.sign_ins.error(id);
        let sign_in = record.sign_in.as_ref();
        let missing = |asked: &McpSignIn| -> Vec<String> {
            asked.scopes_asked.iter().filter(|scope| !asked.scopes_granted.contains(scope)).cloned().collect()
        };
        Ok(McpServerAuthStatus {
            server_id: id.clone(),
            auth_state: state_of(&record),
            issuer: sign_in.map(|sign_in| sign_in.issuer.clone()),
            scopes_granted: sign_in.map(|sign_in| sign_in.scopes_granted.clone()).unwrap_or_default(),
            scopes_missing: sign_in.map(missing).unwrap_or_default(),
            expires_at: sign_in.and_then(|sign_in| sign_in.expires_at),
            renews: sign_in.is_some_and(|sign_in| sign_in.renews),
            waits_until: self.sign_ins.waits_until(id, self.core.now()),
            last_error_code: error.as_ref().map(|(code, _)| code.clone()),
            last_error: error.map(|(_, words)| words),
            receipt_id,
            schema_version: SCHEMA_VERSION,
        })
    }

    /// Renews the token. Errors: `MCP_OAUTH_REFRESH_NOT_ALLOWED` when nobody is signed in or the server renews none, `MCP_SIGN_IN_FAILED`.
    pub(crate) async fn refresh_sign_in(&self, id: &McpServerId, request: McpAuthRefreshRequest) -> Answer<McpServerAuthStatus> {
        let record = self.record(id).await?;
        if !record.sign_in.as_ref().is_some_and(|sign_in| sign_in.renews && sign_in.state == McpAuthState::Healthy) {
            let message = "This sign-in cannot be renewed without you. Sign in again.";
            return Err(Failure::new(ErrorCode::McpOauthRefreshNotAllowed, message));
        }
        let before = self.session(&record).await?;
        let rejected = request.force.then(|| before.access_token.clone());
        self.valid_session(&record, rejected.as_deref()).await?;
        self.auth_status(id, None).await
    }

    /// Signs out: forgets the tokens, and gives them back if that is asked for.
    pub(crate) async fn revoke_sign_in(&self, id: &McpServerId, request: McpAuthRevokeRequest) -> Answer<McpAuthRevokeResponse> {
        let record = self.record(id).await?;
        let mut note = None;
        let mut revoked_remotely = false;
        let turn = self.sign_ins.renewing(id);
        let _turn = turn.lock().await;
        let _lock = self.token_lock(id).await?;
        if request.revoke_remote
            && let Ok(session) = self.session(&record).await
        {
            let revoked = async {
                let http =
                    SafeHttp::for_server(&endpoint(&record).map_err(|failure| OAuthError::Unsafe(failure.message))?).await?;
                oauth::revoke(&http, &session).await
            };
            match revoked.await {
                Ok(true) => revoked_remotely = true,
                Ok(false) => note = Some("The authorization server takes no tokens back; they end by themselves.".to_owned()),
                Err(error) => note = Some(format!("The tokens were not given back: {error}.")),
            }
        }
        self.forget_session(id).await.map_err(|why| {
            let message = format!("The tokens could not be taken out of the keychain: {why}. You are still signed in.");
            Failure::new(ErrorCode::AdapterUnavailable, message)
        })?;
        self.sign_ins.forget(id);
        let revoked =
            record.sign_in.map(|sign_in| McpSignIn { state: McpAuthState::Revoked, expires_at: None, renews: false, ..sign_in });
        let receipt = self.store_sign_in(id, revoked, McpReceiptKind::AuthRevoke, "Signed out.".to_owned()).await?;
        self.connections.close(id).await;
        Ok(McpAuthRevokeResponse {
            status: self.auth_status(id, Some(receipt)).await?,
            revoked_remotely,
            note,
            schema_version: SCHEMA_VERSION,
        })
    }

    /// Forgets the sign-in of a server that is deleted, or whose address changed. `Err`: why its tokens stay.
    pub(super) async fn drop_sign_in(&self, id: &McpServerId) -> Result<(), String> {
        let turn = self.sign_ins.renewing(id);
        let _turn = turn.lock().await;
        self.sign_ins.forget(id);
        self.forget_session(id).await
    }

    /// Tokens that can be used now. `rejected`: a token that the server no longer takes.
    pub(super) async fn valid_session(&self, record: &McpServerRecord, rejected: Option<&str>) -> Answer<Session> {
        let id = &record.entry.server_id;
        let is_valid = |session: &Session| {
            let lasts = session.expires_at.is_none_or(|until| until > (self.core.now() + SOON).timestamp());
            lasts && rejected.is_none_or(|rejected| session.access_token != rejected)
        };
        let session = self.session(record).await?;
        if is_valid(&session) {
            return Ok(session);
        }
        let turn = self.sign_ins.renewing(id);
        let _turn = turn.lock().await;
        let _lock = self.token_lock(id).await?;
        // Another one may have renewed it in the meantime.
        let session = self.session(record).await?;
        if is_valid(&session) {
            return Ok(session);
        }
        let renewed = async {
            let endpoint = endpoint(record).map_err(|failure| OAuthError::Unsafe(failure.message))?;
            oauth::refresh(&SafeHttp::for_server(&endpoint).await?, &session, self.core.now().timestamp()).await
        };
        match renewed.await {
            Ok(renewed) => {
                // The one before may be worth nothing any more, so this one is kept before it is used.
                self.keep_session(id, &renewed).await?;
                let sign_in = record.sign_in.clone().map(|sign_in| McpSignIn {
                    state: McpAuthState::Healthy,
                    scopes_granted: renewed.scopes.clone(),
                    expires_at: renewed.expires_at.and_then(time),
                    renews: renewed.refresh_token.is_some(),
                    ..sign_in
                });
                self.store_sign_in(id, sign_in, McpReceiptKind::AuthRefresh, "The sign-in was renewed.".to_owned()).await?;
                Ok(renewed)
            }
            Err(error) => {
                if matches!(error, OAuthError::Expired(_)) {
                    let expired = record.sign_in.clone().map(|sign_in| McpSignIn { state: McpAuthState::Expired, ..sign_in });
                    self.store_sign_in(
                        id,
                        expired,
                        McpReceiptKind::AuthRefresh,
                        format!("The sign-in was not renewed: {error}."),
                    )
                    .await?;
                }
                self.sign_ins.set_error(id, Some(&error));
                Err(failed(&error))
            }
        }
    }

    /// One at a time, also among programs of other homes that share the keychain.
    async fn token_lock(&self, id: &McpServerId) -> Answer<FileLock> {
        let path = self.core.options.home.join("run").join(format!("sign-in-{id}.lock"));
        let opened = File::options().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = opened.map_err(|error| crate::internal("opening the lock of a sign-in", &error))?;
        let locked = async {
            loop {
                match FileLock::try_exclusive(file) {
                    Ok(lock) => return Ok(lock),
                    Err((unlocked, error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                        file = unlocked;
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                    Err((_, error)) => return Err(crate::internal("locking a sign-in", &error)),
                }
            }
        };
        tokio::time::timeout(LOCKED, locked).await.unwrap_or_else(|_| {
            Err(Failure::new(ErrorCode::Conflict, "Another program renews this sign-in and does not end. Try again."))
        })
    }

    async fn store_sign_in(
        &self,
        id: &McpServerId,
        sign_in: Option<McpSignIn>,
        kind: McpReceiptKind,
        summary: String,
    ) -> Answer<ReceiptId> {
        let server = id.clone();
        self.core
            .change(move |tx| {
                let is_expired = sign_in.as_ref().is_some_and(|sign_in| sign_in.state == McpAuthState::Expired);
                if let Some(mut record) = mcp_servers::get(tx.db, &server)? {
                    // What it asked for was answered.
                    if !is_expired && record.last.code.as_deref() == Some("SIGN_IN_REQUIRED") {
                        record.last = mcp_servers::McpLastConnection::default();
                    }
                    record.sign_in = sign_in;
                    mcp_servers::put(tx.db, &record)?;
                }
                let status = if is_expired { McpReceiptStatus::Failed } else { McpReceiptStatus::Ok };
                receipts::add(tx, Event { status, ..Event::ok(kind, &server, summary) })
            })
            .await
    }

    async fn sign_in_failed(&self, id: &McpServerId, error: &OAuthError) -> Failure {
        self.sign_ins.set_error(id, Some(error));
        let (server, summary) = (id.clone(), format!("The sign-in failed: {error}."));
        let stored = self.core.change(move |tx| {
            let event = Event::ok(McpReceiptKind::AuthCallback, &server, summary);
            receipts::add(tx, Event { status: McpReceiptStatus::Failed, ..event })
        });
        if let Err(failure) = stored.await {
            tracing::error!(%failure, "the failure of a sign-in could not be stored");
        }
        failed(error)
    }

    /// The tokens in the keychain. Errors: `MCP_CONNECTION_FAILED` with the reason `SIGN_IN_REQUIRED`.
    async fn session(&self, record: &McpServerRecord) -> Answer<Session> {
        let id = record.entry.server_id.clone();
        let required = |why: &str| {
            let message = format!("{why} Sign in on the Connectors page, or with `apprentice connectors sign-in {id}`.");
            Failure::new(ErrorCode::McpConnectionFailed, message)
                .with_details(json!({ "reason": "SIGN_IN_REQUIRED", "server_id": id }))
        };
        let base = account(&record.entry.server_id);
        let found = keychain::call(&self.core, UNLOCKING, move |keychain| chunks::get(keychain, &base)).await;
        let text = match found {
            Ok(Some(text)) => text,
            Ok(None) => return Err(required("The tokens of your sign-in are no longer in the keychain.")),
            Err(why) => {
                let message = format!("The keychain with the tokens of your sign-in cannot be used: {why}.");
                return Err(Failure::new(ErrorCode::AdapterUnavailable, message));
            }
        };
        serde_json::from_str(&text).map_err(|_| required("The tokens of your sign-in cannot be read."))
    }

    async fn keep_session(&self, id: &McpServerId, session: &Session) -> Answer<()> {
        let text = serde_json::to_string(session).map_err(|error| crate::internal("writing tokens", &error))?;
        let base = account(id);
        keychain::call(&self.core, UNLOCKING, move |keychain| chunks::put(keychain, &base, &text)).await.map_err(|why| {
            let message = format!("The tokens could not be kept in the keychain: {why}. You are not signed in.");
            Failure::new(ErrorCode::AdapterUnavailable, message)
        })
    }

    async fn forget_session(&self, id: &McpServerId) -> Result<(), String> {
        let base = account(id);
        keychain::call(&self.core, keychain::SOON, move |keychain| chunks::forget(keychain, &base)).await
    }
}

/// Forgets the tokens of a server. `Err`: why they stay.
pub(super) async fn forget_tokens(core: &crate::core::Core, id: &McpServerId) -> Result<(), String> {
    let base = account(id);
    keychain::call(core, keychain::SOON, move |keychain| chunks::forget(keychain, &base)).await
}

/// How the sign-in of a server stands.
pub(super) fn state_of(record: &McpServerRecord) -> McpAuthState {
    let is_asked = record.last.code.as_deref() == Some("SIGN_IN_REQUIRED");
    match (&record.sign_in, is_asked) {
        (Some(sign_in), _) if sign_in.state == McpAuthState::Expired => McpAuthState::Expired,
        (_, true) => McpAuthState::ChallengeRequired,
        (Some(sign_in), false) => sign_in.state,
        (None, false) => McpAuthState::Unknown,
    }
}

/// An address as a person can tell it from another one: letters of other alphabets are written in ASCII.
fn shown(issuer: &str) -> String {
    url::Url::parse(issuer).map_or_else(|_| visible(issuer), |url| url.to_string().trim_end_matches('/').to_owned())
}

fn account(id: &McpServerId) -> String {
    format!("mcp:{id}:tokens")
}

fn time(seconds: i64) -> Option<Time> {
    DateTime::from_timestamp(seconds, 0)
}

fn failed(error: &OAuthError) -> Failure {
    Failure::new(ErrorCode::McpSignInFailed, format!("The sign-in failed: {error}."))
        .with_details(json!({ "reason": error.code() }))
}

/// The address of a remote server.
fn endpoint(record: &McpServerRecord) -> Answer<url::Url> {
    match (record.entry.transport, record.entry.endpoint_url.as_deref()) {
        (McpTransport::RemoteHttp, Some(url)) => {
            address::checked(url).map_err(|why| invalid("endpoint_url", &format!("the address {why}")))
        }
        _ => Err(invalid("serverId", "a program of this machine has no sign-in; give it its key as a variable")),
    }
}

/// How Apprentice is known to the authorization server.
async fn client(
    http: &SafeHttp,
    discovered: &Discovered,
    request: &McpAuthStartRequest,
    redirect_uri: &str,
) -> Result<Client, OAuthError> {
    let Some(client_id) = request.client_id.clone() else { return oauth::register(http, discovered, redirect_uri).await };
    if client_id.starts_with("https://") && !discovered.server.client_id_metadata_document_supported {
        return Err(OAuthError::NotOffered(
            "client_id is the address of a metadata document, and the authorization server reads none".to_owned(),
        ));
    }
    Ok(Client { client_id, client_secret: request.client_secret.clone(), in_body: false })
}

/// Long values in a keychain whose entries are short (2,560 bytes on Windows). The parts are written under a new name before the entry names
/// them, so that a write that is cut off leaves the value before.
mod chunks {
    use apprentice_platform::keychain::Keychain;
    use std::io;

    /// Bytes of a part. A character of the store may take two.
    const PART: usize = 1200;

    /// Round and number of parts.
    fn head(keychain: &dyn Keychain, account: &str) -> io::Result<Option<(u64, usize)>> {
        let text = keychain.get(account)?;
        Ok(text.and_then(|text| {
            let (round, parts) = text.split_once(' ')?;
            Some((round.parse().ok()?, parts.parse().ok()?))
        }))
    }

    fn part(account: &str, round: u64, number: usize) -> String {
        format!("{account}:{round}:{number}")
    }

    pub(super) fn get(keychain: &dyn Keychain, account: &str) -> io::Result<Option<String>> {
        let Some((round, parts)) = head(keychain, account)? else { return Ok(None) };
        let mut text = String::new();
        for number in 0..parts {
            match keychain.get(&part(account, round, number))? {
                Some(found) => text.push_str(&found),
                None => return Ok(None),
            }
        }
        Ok(Some(text))
    }

    pub(super) fn put(keychain: &dyn Keychain, account: &str, text: &str) -> io::Result<()> {
        let before = head(keychain, account)?;
        let round = before.map_or(1, |(round, _)| round.wrapping_add(1));
        let mut parts = 0;
        let mut rest = text;
        while !rest.is_empty() {
            let end = (0..=PART.min(rest.len())).rev().find(|at| rest.is_char_boundary(*at)).unwrap_or(rest.len());
            keychain.put(&part(account, round, parts), &rest[..end])?;
            rest = &rest[end..];
            parts += 1;
        }
        keychain.put(account, &format!("{round} {parts}"))?;
        if let Some((round, parts)) = before {
            for number in 0..parts {
                // What stays is named by nothing.
                let _stays = keychain.forget(&part(account, round, number));
            }
        }
        Ok(())
    }

    pub(super) fn forget(keychain: &dyn Keychain, account: &str) -> io::Result<()> {
        if let Some((round, parts)) = head(keychain, account)? {
            for number in 0..parts {
                keychain.forget(&part(account, round, number))?;
            }
        }
        keychain.forget(account)
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::collections::BTreeMap;
        use std::sync::Mutex;

        /// A keychain that fails after so many writes.
        struct Failing(Mutex<BTreeMap<String, String>>, Mutex<usize>);

        impl Keychain for Failing {
            fn available(&self) -> io::Result<()> {
                Ok(())
            }

            fn get(&self, account: &str) -> io::Result<Option<String>> {
                Ok(self.0.lock().unwrap().get(account).cloned())
            }

            fn put(&self, account: &str, key: &str) -> io::Result<()> {
                let mut left = self.1.lock().unwrap();
                *left = left.checked_sub(1).ok_or_else(|| io::Error::other("it is locked"))?;
                assert!(key.len() <= 2560 / 2, "an entry is short");
                self.0.lock().unwrap().insert(account.to_owned(), key.to_owned());
                Ok(())
            }

            fn forget(&self, account: &str) -> io::Result<()> {
                self.0.lock().unwrap().remove(account);
                Ok(())
            }
        }

        #[test]
        fn a_write_that_is_cut_off_leaves_the_value_before_and_nothing_stays() {
            let (old, new) = ("ä".repeat(2000), "neu".repeat(3000));
            for writes in 0..12 {
                let keychain = Failing(Mutex::default(), Mutex::new(1000));
                put(&keychain, "a", &old).unwrap();
                *keychain.1.lock().unwrap() = writes;
                let expected = if put(&keychain, "a", &new).is_ok() { &new } else { &old };
                assert_eq!(get(&keychain, "a").unwrap().as_ref(), Some(expected), "after {writes} writes");
                *keychain.1.lock().unwrap() = 1000;
                put(&keychain, "a", "short").unwrap();
                assert_eq!(get(&keychain, "a").unwrap().as_deref(), Some("short"));
            }
            let keychain = Failing(Mutex::default(), Mutex::new(1000));
            put(&keychain, "a", &old).unwrap();
            put(&keychain, "a", &new).unwrap();
            forget(&keychain, "a").unwrap();
            assert!(keychain.0.lock().unwrap().is_empty());
            assert_eq!(get(&keychain, "a").unwrap(), None);
        }
    }
}
