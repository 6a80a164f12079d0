//! Signing in to remote servers. A sign-in that waits for the person is in memory, one in a browser under the digest of its `state` and one
//! with a code under the digest of its device code, and in the keychain (`waiting_sign_ins`). What ends it takes it out of both.
//! It stays in memory until its tokens are there, so that those of a sign-in that was cancelled or replaced meanwhile find no place.
//!
//! Invariant: an answer of a browser is used at most once. Invariant: tokens are sent only to the server that they were made out for, as the
//! person trusted it. Invariant: what was cancelled keeps no token.

use super::auth_profiles::{self, port_of};
use super::known_secrets::KnownSecrets;
use super::oauth_client::Wanted;
use super::oauth_client::signs_in_itself;
use super::receipts::{self, Event};
use super::tokens::{SOON, TokenPlace, forget_tokens, renews_by_itself};
use super::waiting_sign_ins::{KeptWay, forget_waiting};
use super::{Connectors, identity};
use crate::Answer;
use crate::core::digest::sha256;
use crate::core::keychain;
use crate::core::request::invalid;
use crate::core::secrets_file::KEY_FILE_VARIABLE;
use crate::core::transaction::WriteTx;
use apprentice_connectors::address;
use apprentice_connectors::findings::visible;
use apprentice_connectors::oauth::{
    self, Callback, Challenge, Discovered, Grant, OAuthError, Pending, Redirect, SafeHttp, Session,
};
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{McpServerId, ReceiptId};
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_store::mcp_auth_profiles;
use apprentice_store::mcp_servers::{self, McpServerRecord};
use chrono::{DateTime, Duration as Span};
use serde_json::json;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

const CHANGED: &str = "The connector was changed while you signed in, so the answer was not used. Begin the sign-in again.";
/// How long a sign-in waits for the browser.
const WAITS: Span = Span::minutes(10);
/// Most sign-ins that wait at a time.
const MOST: usize = 20;

/// Sign-ins that wait, what servers asked for, and the order of those who renew a token.
#[derive(Default)]
pub(super) struct SignIns {
    waiting: Mutex<HashMap<String, Waiting>>,
    errors: Mutex<HashMap<McpServerId, (String, String)>>,
    /// What each server said when it refused a request last, with what was trusted then.
    challenges: Mutex<HashMap<McpServerId, (String, Challenge)>>,
    renewing: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    /// Tokens that Apprentice got for itself, with what was trusted then. They are worth nothing after a restart: it gets new ones.
    own: Mutex<HashMap<McpServerId, (String, Session)>>,
    /// Tokens that were renewed and that the keychain did not take, by their place.
    unsaved: Mutex<HashMap<String, Session>>,
}

/// A sign-in that waits for the person.
pub(super) struct Waiting {
    pub server: McpServerId,
    /// What was trusted when it began.
    pub identity: String,
    pub until: Time,
    pub way: Way,
    /// Closes the address for the browser, or ends the questions, when it is dropped.
    pub _open: tokio_util::sync::DropGuard,
}

/// How the person answers.
pub(super) enum Way {
    /// The browser brings the answer.
    Browser(SafeHttp, Box<Pending>),
    /// The authorization server is asked for the tokens: with a code for a device, or with the answer that a browser brought.
    Asked,
}

/// An answer of a browser that is used.
struct Claimed {
    server: McpServerId,
    until: Time,
    http: SafeHttp,
    pending: Box<Pending>,
}

/// What the person sees of a sign-in that begins.
#[derive(Default)]
pub(super) struct Shown {
    pub issuer: String,
    /// Where they agree.
    pub address: String,
    pub scopes: Vec<String>,
    pub redirect_uri: Option<String>,
    pub code_challenge: Option<String>,
    pub user_code: Option<String>,
    pub verification_uri: Option<String>,
}

/// Tokens that arrive for a sign-in.
pub(super) struct Arrived<'a> {
    pub server: &'a McpServerId,
    /// The place of the sign-in among those that wait.
    pub key: &'a str,
    pub http: &'a SafeHttp,
    pub asked: Vec<String>,
    pub session: &'a Session,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SignIns {
    /// Adds a sign-in in place of the one before of its server.
    pub(super) fn add(&self, key: String, new: Waiting, now: Time) -> Answer<()> {
        let mut all = locked(&self.waiting);
        all.retain(|_, one| one.until > now && one.server != new.server);
        if all.len() >= MOST {
            let message = format!("{MOST} sign-ins wait already. Finish or cancel one, or wait ten minutes.");
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        all.insert(key, new);
        Ok(())
    }

    /// Takes the answer of a browser, so that it is used once. The sign-in waits on, for its tokens.
    fn claim(&self, key: &str) -> Option<Claimed> {
        let mut all = locked(&self.waiting);
        let one = all.get_mut(key)?;
        match std::mem::replace(&mut one.way, Way::Asked) {
            Way::Browser(http, pending) => Some(Claimed { server: one.server.clone(), until: one.until, http, pending }),
            Way::Asked => None,
        }
    }

    /// Takes out a sign-in that ends. `None`: it was cancelled or replaced.
    pub(super) fn take(&self, key: &str) -> Option<Waiting> {
        locked(&self.waiting).remove(key)
    }

    pub(super) fn waits(&self, key: &str) -> bool {
        locked(&self.waiting).contains_key(key)
    }

    pub(super) fn waits_until(&self, server: &McpServerId, now: Time) -> Option<Time> {
        let waiting = locked(&self.waiting);
        waiting.values().filter(|one| one.server == *server && one.until > now).map(|one| one.until).max()
    }

    /// Ends the sign-ins of a server that wait.
    fn cancel(&self, server: &McpServerId) {
        locked(&self.waiting).retain(|_, one| one.server != *server);
    }

    /// Forgets all that is known of a server.
    pub(super) fn forget(&self, server: &McpServerId) {
        self.cancel(server);
        self.answered(server);
        locked(&self.own).remove(server);
    }

    /// Forgets what a server asked for, because it was given, and what went wrong before.
    pub(super) fn answered(&self, server: &McpServerId) {
        self.set_error(server, None);
        locked(&self.challenges).remove(server);
    }

    pub(super) fn set_error(&self, server: &McpServerId, error: Option<&OAuthError>) {
        match error {
            Some(error) => locked(&self.errors).insert(server.clone(), (error.code().to_owned(), error.to_string())),
            None => locked(&self.errors).remove(server),
        };
    }

    pub(super) fn error(&self, server: &McpServerId) -> Option<(String, String)> {
        locked(&self.errors).get(server).cloned()
    }

    pub(super) fn set_challenge(&self, record: &McpServerRecord, challenge: &Challenge) {
        locked(&self.challenges).insert(record.entry.server_id.clone(), (identity::of(record), challenge.clone()));
    }

    /// What a server said last, unless it was another one then.
    pub(super) fn challenge(&self, record: &McpServerRecord) -> Challenge {
        let challenges = locked(&self.challenges);
        let said = challenges.get(&record.entry.server_id).filter(|(known, _)| *known == identity::of(record));
        said.map(|(_, challenge)| challenge.clone()).unwrap_or_default()
    }

    /// `key`: that of the place of the tokens, or the server for tokens that Apprentice gets for itself.
    pub(super) fn renewing(&self, key: &str) -> Arc<tokio::sync::Mutex<()>> {
        locked(&self.renewing).entry(key.to_owned()).or_default().clone()
    }

    /// Tokens that were renewed and are not in the keychain yet. `key`: that of their place.
    pub(super) fn unsaved(&self, key: &str) -> Option<Session> {
        locked(&self.unsaved).get(key).cloned()
    }

    pub(super) fn set_unsaved(&self, key: &str, session: Session) {
        locked(&self.unsaved).insert(key.to_owned(), session);
    }

    pub(super) fn forget_unsaved(&self, key: &str) {
        locked(&self.unsaved).remove(key);
    }

    /// The tokens that Apprentice got for itself for a server as it is trusted now.
    pub(super) fn own(&self, server: &McpServerId, identity: &str) -> Option<Session> {
        locked(&self.own).get(server).filter(|(known, _)| known == identity).map(|(_, session)| session.clone())
    }

    pub(super) fn set_own(&self, server: &McpServerId, identity: String, session: Session) {
        locked(&self.own).insert(server.clone(), (identity, session));
    }
}

impl Connectors {
    /// Begins a sign-in: finds the authorization server, registers there if need be, and opens an address for the browser, or gets a code.
    ///
    /// Errors: `MCP_TRUST_REQUIRED`, `MCP_SERVER_DISABLED`, `INVALID_REQUEST`, `ADAPTER_UNAVAILABLE` without a keychain, `MCP_SIGN_IN_FAILED`.
    pub(crate) async fn start_sign_in(
        self: &Arc<Self>,
        id: &McpServerId,
        request: McpAuthStartRequest,
    ) -> Answer<McpAuthStartResponse> {
        super::same_server(id, request.server_id.as_ref())?;
        let record = self.usable(id, &super::ConnectorCaller::Person).await?;
        let endpoint = endpoint(&record)?;
        if record.entry.headers.iter().any(|header| header.name.eq_ignore_ascii_case("authorization")) {
            return Err(invalid(
                "headers.Authorization",
                "the connector has this header, which a sign-in would replace; remove it first",
            ));
        }
        let wanted = self.wanted_client(&record, &request).await?;
        if let Some(why) = keychain::missing(&self.core).await {
            let message = format!(
                "The tokens of a sign-in are kept in the keychain, and it cannot be used: {why}. Without one, use a secrets file ({KEY_FILE_VARIABLE})."
            );
            return Err(Failure::new(ErrorCode::AdapterUnavailable, message));
        }
        let begun = match request.device_code {
            true => self.begin_device(&record, &endpoint, &wanted, &request).await,
            false => self.begin_browser(&record, &endpoint, &wanted, &request).await,
        };
        match begun {
            Ok(response) => response,
            Err(error) => {
                let error = error.reworded(|words| wanted.known_secrets().words(words));
                Err(self.sign_in_failed(id, &error).await)
            }
        }
    }

    async fn begin_browser(
        self: &Arc<Self>,
        record: &McpServerRecord,
        endpoint: &url::Url,
        wanted: &Wanted,
        request: &McpAuthStartRequest,
    ) -> Result<Answer<McpAuthStartResponse>, OAuthError> {
        let http = SafeHttp::for_server(endpoint).await?;
        let discovered = self.discovered(record, &http, endpoint, wanted, request, Grant::Code).await?;
        let chosen = record.profile.as_ref().and_then(|profile| profile.redirect_uri.as_deref());
        let redirect = Redirect::open_again(chosen.and_then(port_of).unwrap_or_default()).await?;
        let client = wanted.client(&http, &discovered, Grant::Code, Some(&redirect.uri())).await?;
        let pending = oauth::begin(discovered, client, redirect.uri(), None)?;
        let (until, key) = (self.core.now() + WAITS, sha256(&pending.state));
        let shown = Shown {
            issuer: shown(pending.issuer()),
            address: pending.authorization_url.to_string(),
            scopes: pending.scopes().to_vec(),
            redirect_uri: Some(pending.redirect_uri().to_owned()),
            code_challenge: pending.code_challenge(),
            ..Shown::default()
        };
        let kept = KeptWay::browser(&pending, redirect.port());
        let closed = CancellationToken::new();
        let waiting = self.waiting(record, until, Way::Browser(http, Box::new(pending)), &closed);
        let begun = self.begun(key, waiting, kept, shown).await;
        Ok(begun.inspect(|_| self.listen(redirect, closed, until)))
    }

    /// What is published about signing in, with the scopes to ask for.
    pub(super) async fn discovered(
        &self,
        record: &McpServerRecord,
        http: &SafeHttp,
        endpoint: &url::Url,
        wanted: &Wanted,
        request: &McpAuthStartRequest,
        grant: Grant,
    ) -> Result<Discovered, OAuthError> {
        // What the server said to a real request goes before what it says to one without a token.
        let asked = self.sign_ins.challenge(record);
        let challenge = asked.or(oauth::challenge(http, endpoint).await?.unwrap_or_default());
        let mut discovered = oauth::discover(http, endpoint, &challenge, grant).await?;
        wanted.check_issuer(&discovered)?;
        if let Some(scopes) = &request.requested_scopes_override {
            discovered.scopes.clone_from(scopes);
            return Ok(discovered);
        }
        if let Some(scopes) = wanted.scopes() {
            discovered.scopes = scopes;
        }
        let Some(before) = record.sign_in() else { return Ok(discovered) };
        let is_same = oauth::is_same_issuer(&before.issuer, &discovered.server.issuer);
        if grant == Grant::ClientCredentials {
            // Nobody would be asked for what the server adds, so it gets what it got first.
            if is_same {
                discovered.scopes.clone_from(&before.scopes_asked);
            }
            return Ok(discovered);
        }
        if !before.scopes_needed.is_empty() {
            // What was granted before is asked for again, or the new token would lack it.
            if is_same {
                discovered.add_scopes(&before.scopes_asked);
            }
            discovered.add_scopes(&before.scopes_needed);
        }
        Ok(discovered)
    }

    pub(super) fn waiting(&self, record: &McpServerRecord, until: Time, way: Way, closed: &CancellationToken) -> Waiting {
        Waiting {
            server: record.entry.server_id.clone(),
            identity: identity::of(record),
            until,
            way,
            _open: closed.clone().drop_guard(),
        }
    }

    /// Lets a sign-in wait for the person, with a receipt. `kept`: what a later run of the engine needs to go on.
    pub(super) async fn begun(&self, key: String, waiting: Waiting, kept: KeptWay, shown: Shown) -> Answer<McpAuthStartResponse> {
        let (server, until) = (waiting.server.clone(), waiting.until);
        let summary = format!("A sign-in at {} begins.", shown.issuer);
        self.keep_waiting(&waiting, kept).await?;
        let begun = {
            let server = server.clone();
            self.core.change(move |tx| {
                let mut record = mcp_servers::get(tx.db, &server)?.ok_or_else(|| super::unknown(&server))?;
                if record.profile.is_none() {
                    let profile = auth_profiles::for_server(tx, &record, None)?;
                    record.set_profile(Some(profile));
                }
                record.sign_in_waits_until = Some(until);
                mcp_servers::put(tx.db, &record)?;
                let receipt_id = receipts::add(tx, Event::ok(McpReceiptKind::AuthStart, &server, summary))?;
                Ok((receipt_id, record.entry.auth_profile_id.unwrap_or_default()))
            })
        };
        let added = match begun.await {
            Ok(kept) => self.sign_ins.add(key.clone(), waiting, self.core.now()).map(|()| kept),
            Err(failure) => Err(failure),
        };
        match &added {
            Ok(_) => self.sign_ins.set_error(&server, None),
            Err(_) => self.end_waiting(&server).await,
        }
        let (receipt_id, auth_profile_id) = added?;
        Ok(McpAuthStartResponse {
            receipt_id,
            server_id: server,
            auth_profile_id,
            auth_url: shown.address.clone(),
            authorization_url: shown.address,
            issuer: shown.issuer,
            redirect_uri: shown.redirect_uri,
            user_code: shown.user_code,
            verification_uri: shown.verification_uri,
            scopes: shown.scopes,
            oauth_state_ref: key,
            pkce_verifier_ref: shown.code_challenge,
            expires_at: until,
            schema_version: SCHEMA_VERSION,
        })
    }

    /// Waits for the browser until the sign-in ends.
    pub(super) fn listen(self: &Arc<Self>, redirect: Redirect, closed: CancellationToken, until: Time) {
        let (connectors, ending) = (Arc::downgrade(self), self.core.cancel.clone());
        let lasts = (until - self.core.now()).to_std().unwrap_or_default();
        self.core.supervisor.spawn("waiting for a browser", async move {
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
    pub(super) async fn finish_sign_in(
        self: &Arc<Self>,
        query: &str,
        server: Option<&McpServerId>,
    ) -> Answer<McpServerAuthStatus> {
        let callback = oauth::read_callback(query).map_err(|error| failed(&error))?;
        let key = sha256(&callback.state);
        let claimed = self.sign_ins.claim(&key).ok_or_else(unknown_answer)?;
        // Before the answer is used, so that no later run uses it again.
        self.end_waiting(&claimed.server).await;
        let is_of_another = server.is_some_and(|server| *server != claimed.server);
        if is_of_another || claimed.until <= self.core.now() {
            self.sign_ins.take(&key);
            let message = "This answer belongs to the sign-in of another connector.";
            let of_another = || Failure::new(ErrorCode::McpOauthStateInvalid, message);
            return Err(if is_of_another { of_another() } else { unknown_answer() });
        }
        // A browser that goes away meanwhile must not end this, or a token would come that nobody keeps or gives back.
        let (connectors, ending) = (self.clone(), self.core.cancel.clone());
        let (tell, told) = oneshot::channel();
        self.core.supervisor.spawn("finishing a sign-in", async move {
            let status = tokio::select! {
                status = connectors.exchange(key, claimed, callback) => status,
                () = ending.cancelled() => Err(given_up()),
            };
            // The browser may be gone.
            let _ = tell.send(status);
        });
        told.await.unwrap_or_else(|_| Err(crate::internal("finishing a sign-in", &"the task panicked")))
    }

    /// Gets the tokens for an answer of a browser.
    async fn exchange(&self, key: String, claimed: Claimed, callback: Callback) -> Answer<McpServerAuthStatus> {
        let Claimed { server, http, pending, .. } = claimed;
        let (asked, secrets) = (pending.scopes().to_vec(), KnownSecrets::new(pending.secrets()));
        match oauth::exchange(&http, *pending, callback, self.core.now().timestamp()).await {
            Ok(session) => {
                let arrived = Arrived { server: &server, key: &key, http: &http, asked, session: &session };
                self.signed_in(arrived).await?.ok_or_else(given_up)
            }
            // One that was given up has not failed.
            Err(_) if self.sign_ins.take(&key).is_none() => Err(given_up()),
            Err(error) => {
                let error = error.reworded(|words| secrets.words(words));
                Err(self.sign_in_failed(&server, &error).await)
            }
        }
    }

    /// Keeps the tokens of a sign-in that ended well, or gives them back. `None`: it was given up while they were on their way.
    pub(super) async fn signed_in(&self, arrived: Arrived<'_>) -> Answer<Option<McpServerAuthStatus>> {
        let Arrived { server, key, http, asked, session } = arrived;
        let kept = match self.place_at(server, &session.resource).await {
            Err(failure) => {
                self.sign_ins.take(key);
                Err(failure)
            }
            Ok(place) => {
                // A renewal of the former token must not overwrite the token of this sign-in.
                let turn = self.sign_ins.renewing(&place.key());
                let _turn = turn.lock().await;
                let lock = self.token_lock(&place).await;
                match (self.sign_ins.take(key), lock) {
                    (None, _) => Ok(None),
                    (Some(_), Err(failure)) => Err(failure),
                    (Some(waiting), Ok(_lock)) => self.keep_tokens(&waiting, &place, asked, session).await.map(Some),
                }
            }
        };
        if !matches!(kept, Ok(Some(_))) {
            self.give_back(http, session).await;
        }
        kept
    }

    /// Where tokens for a resource are kept.
    async fn place_at(&self, id: &McpServerId, resource: &str) -> Answer<TokenPlace> {
        let record = self.record(id).await?;
        let changed = || Failure::new(ErrorCode::Conflict, CHANGED);
        record.profile.as_ref().map(|profile| TokenPlace::at(profile, resource)).ok_or_else(changed)
    }

    /// The caller holds the locks of the tokens. Errors: `CONFLICT` when the connector was changed meanwhile.
    async fn keep_tokens(
        &self,
        waiting: &Waiting,
        place: &TokenPlace,
        asked: Vec<String>,
        session: &Session,
    ) -> Answer<McpServerAuthStatus> {
        let id = &waiting.server;
        let changed = || Failure::new(ErrorCode::Conflict, CHANGED);
        let record = self.record(id).await?;
        if identity::of(&record) != waiting.identity || record.entry.auth_profile_id.as_ref() != Some(&place.profile) {
            return Err(changed());
        }
        self.keep_session(place, session).await?;
        let sign_in = healthy(session, asked, session.refresh_token.is_some(), self.core.now());
        let summary = format!("Signed in at {}.", session.issuer);
        let (kind, trusted, resource) = (McpReceiptKind::AuthCallback, waiting.identity.clone(), session.resource.clone());
        let placed = self.place_sign_in(id, trusted, kind, summary, resource, sign_in).await?;
        let Some(Placed { receipt_id, servers, left }) = placed else {
            // It was changed within this moment.
            if let Err(why) = forget_tokens(&self.core, place).await {
                tracing::warn!(%why, "tokens of a connector that was changed stay in the keychain");
            }
            return Err(changed());
        };
        for place in left {
            if let Err(why) = forget_tokens(&self.core, &place).await {
                tracing::warn!(%why, "tokens that a new sign-in replaced stay in the keychain");
            }
        }
        self.sign_ins.forget(id);
        for server in servers {
            self.sign_ins.answered(&server);
            self.challenges.signed_in(&server);
            // The next connection has the token.
            self.connections.close(&server).await;
        }
        self.auth_status(id, Some(receipt_id)).await
    }

    /// Gives tokens back that nobody wants any more. They end by themselves where that fails.
    pub(super) async fn give_back(&self, http: &SafeHttp, session: &Session) {
        if let Err(error) = oauth::revoke(http, session, self.core.now().timestamp()).await {
            tracing::debug!(%error, "tokens that are not wanted any more were not given back");
        }
    }

    /// Uses the address that a browser of another machine was sent to.
    pub(crate) async fn sign_in_callback(
        self: &Arc<Self>,
        id: &McpServerId,
        request: McpAuthCallbackRequest,
    ) -> Answer<McpServerAuthStatus> {
        self.record(id).await?;
        let address = url::Url::parse(request.address.trim()).map_err(|_| {
            invalid("address", "give the whole address that the browser was sent to; it begins with http://127.0.0.1")
        })?;
        self.finish_sign_in(address.query().unwrap_or_default(), Some(id)).await
    }

    /// Ends a sign-in that waits. What its browser or device answers later is not used. No-op if none waits.
    pub(crate) async fn cancel_sign_in(&self, id: &McpServerId) -> Answer<McpServerAuthStatus> {
        let record = self.record(id).await?;
        self.sign_ins.cancel(id);
        if record.sign_in_waits_until.is_some() {
            self.end_waiting(id).await;
        }
        self.auth_status(id, None).await
    }

    pub(crate) async fn sign_in_status(&self, id: &McpServerId) -> Answer<McpServerAuthStatus> {
        self.auth_status(id, None).await
    }

    async fn auth_status(&self, id: &McpServerId, receipt_id: Option<ReceiptId>) -> Answer<McpServerAuthStatus> {
        let record = self.record(id).await?;
        let error = self.sign_ins.error(id);
        let sign_in = record.sign_in();
        let missing = |sign_in: &McpSignIn| -> Vec<String> {
            let mut missing = sign_in.scopes_asked.clone();
            missing.extend(sign_in.scopes_needed.iter().filter(|scope| !sign_in.scopes_asked.contains(scope)).cloned());
            missing.retain(|scope| !sign_in.scopes_granted.contains(scope));
            missing
        };
        let renews = sign_in.is_some_and(|sign_in| sign_in.renews) && (renews_by_itself(&record) || signs_in_itself(&record));
        Ok(McpServerAuthStatus {
            server_id: id.clone(),
            auth_profile_id: record.entry.auth_profile_id.clone(),
            auth_state: state_of(&record),
            auth_mode: record.profile.as_ref().map(|profile| profile.auth_mode).unwrap_or_default(),
            issuer: sign_in.map(|sign_in| sign_in.issuer.clone()),
            scopes_granted: sign_in.map(|sign_in| sign_in.scopes_granted.clone()).unwrap_or_default(),
            scopes_missing: sign_in.map(missing).unwrap_or_default(),
            expires_at: sign_in.and_then(|sign_in| sign_in.expires_at),
            refresh_at: sign_in.and_then(|sign_in| sign_in.expires_at).filter(|_| renews).map(|ends| ends - SOON),
            redirect_uri: record.profile.as_ref().and_then(|profile| profile.redirect_uri.clone()),
            renews,
            waits_until: self.sign_ins.waits_until(id, self.core.now()),
            last_error_code: error.as_ref().map(|(code, _)| code.clone()),
            last_error: error.map(|(_, words)| words),
            receipt_id,
            schema_version: SCHEMA_VERSION,
        })
    }

    /// Renews the token. Errors: `MCP_OAUTH_REFRESH_NOT_ALLOWED` when nobody is signed in or the server renews none, `MCP_SIGN_IN_FAILED`.
    pub(crate) async fn refresh_sign_in(&self, id: &McpServerId, request: McpAuthRefreshRequest) -> Answer<McpServerAuthStatus> {
        super::same_server(id, request.server_id.as_ref())?;
        let record = self.record(id).await?;
        if signs_in_itself(&record) {
            let message = "Apprentice signs in to this connector automatically, and gets a new token when it needs one.";
            return Err(Failure::new(ErrorCode::McpOauthRefreshNotAllowed, message));
        }
        let policy = record.profile.as_ref().map(|profile| profile.refresh_policy).unwrap_or_default();
        if policy == McpRefreshPolicy::Deny {
            let message = "The auth profile of this connector renews no tokens. Sign in again, or change it with `apprentice connectors profiles edit --refresh`.";
            return Err(Failure::new(ErrorCode::McpOauthRefreshNotAllowed, message));
        }
        // What nobody renewed in time can be renewed on request. What could not be renewed cannot.
        let can = |state: McpAuthState| match policy {
            McpRefreshPolicy::Manual => matches!(state, McpAuthState::Healthy | McpAuthState::Expired),
            _ => state == McpAuthState::Healthy,
        };
        if !record.sign_in().is_some_and(|sign_in| sign_in.renews && can(sign_in.state)) {
            let message = "This sign-in cannot be renewed without you. Sign in again.";
            return Err(Failure::new(ErrorCode::McpOauthRefreshNotAllowed, message));
        }
        let before = self.session(&record).await?;
        let rejected = request.force.then(|| before.access_token.clone());
        self.valid_session(&record, rejected.as_deref(), true).await?;
        self.auth_status(id, None).await
    }

    /// Signs out: forgets the tokens, and gives them back if that is asked for.
    pub(crate) async fn revoke_sign_in(&self, id: &McpServerId, request: McpAuthRevokeRequest) -> Answer<McpAuthRevokeResponse> {
        super::same_server(id, request.server_id.as_ref())?;
        let record = self.record(id).await?;
        let mut note = None;
        let mut revoked_remotely = false;
        let place = TokenPlace::of(&record);
        let turn = self.sign_ins.renewing(&place.as_ref().map(TokenPlace::key).unwrap_or_default());
        let _turn = turn.lock().await;
        let _lock = match &place {
            Some(place) => Some(self.token_lock(place).await?),
            None => None,
        };
        if request.revoke_remote
            && let Ok(session) = self.session(&record).await
        {
            let revoked = async {
                let http =
                    SafeHttp::for_server(&endpoint(&record).map_err(|failure| OAuthError::Unsafe(failure.message))?).await?;
                oauth::revoke(&http, &session, self.core.now().timestamp()).await
            };
            match revoked.await {
                Ok(true) => revoked_remotely = true,
                Ok(false) => note = Some("The authorization server takes no tokens back; they end by themselves.".to_owned()),
                Err(error) => note = Some(format!("The tokens were not given back: {error}.")),
            }
        }
        if let Some(place) = &place {
            self.sign_ins.forget_unsaved(&place.key());
            forget_tokens(&self.core, place).await.map_err(|why| {
                let message = format!("The tokens could not be taken out of the keychain: {why}. You are still signed in.");
                Failure::new(ErrorCode::AdapterUnavailable, message)
            })?;
        }
        self.sign_ins.forget(id);
        self.end_waiting(id).await;
        let revoked = |sign_in: McpSignIn| McpSignIn {
            state: McpAuthState::Revoked,
            scopes_needed: Vec::new(),
            expires_at: None,
            renews: false,
            ..sign_in
        };
        let (kind, summary) = (McpReceiptKind::AuthRevoke, "Signed out.".to_owned());
        let receipt = self.change_sign_in(id, None, kind, summary, revoked).await?;
        // Servers that share the tokens are signed out too.
        for server in record.profile_sign_in().map(|kept| kept.server_ids.as_slice()).unwrap_or(std::slice::from_ref(id)) {
            self.connections.close(server).await;
        }
        let status = match record.sign_in().map(|sign_in| sign_in.state) {
            None => McpRevokeStatus::Noop,
            Some(McpAuthState::Revoked) => McpRevokeStatus::AlreadyRevoked,
            Some(_) => McpRevokeStatus::Revoked,
        };
        Ok(McpAuthRevokeResponse {
            server_id: id.clone(),
            revoked: status == McpRevokeStatus::Revoked,
            status,
            receipt_id: receipt,
            auth_status: self.auth_status(id, receipt).await?,
            revoked_remotely,
            note,
            schema_version: SCHEMA_VERSION,
        })
    }

    /// Ends sign-ins of a server that wait, and forgets what is known of it, because it is deleted or signs in otherwise now. `left`: the
    /// tokens that nobody uses any more. `Err`: why tokens stay.
    pub(super) async fn drop_sign_in(&self, id: &McpServerId, left: &[TokenPlace]) -> Result<(), String> {
        // A token that Apprentice gets for itself at this moment is given back before its connection is ended.
        let turn = self.sign_ins.renewing(id.as_str());
        let _turn = turn.lock().await;
        self.sign_ins.forget(id);
        // A keychain that cannot be opened says so below.
        let _stays = forget_waiting(&self.core, id).await;
        for place in left {
            let turn = self.sign_ins.renewing(&place.key());
            let _turn = turn.lock().await;
            self.sign_ins.forget_unsaved(&place.key());
            forget_tokens(&self.core, place).await?;
        }
        Ok(())
    }

    /// Changes what is stored of a sign-in, with a receipt. `trusted`: the connector for which this is true; `None`: any. Answers no receipt
    /// if it is another one by now, and then nothing is changed.
    pub(super) async fn change_sign_in(
        &self,
        id: &McpServerId,
        trusted: Option<String>,
        kind: McpReceiptKind,
        summary: String,
        change: impl FnOnce(McpSignIn) -> McpSignIn + Send + 'static,
    ) -> Answer<Option<ReceiptId>> {
        let server = id.clone();
        self.core
            .change(move |tx| {
                let mut is_expired = false;
                let found = mcp_servers::get(tx.db, &server)?;
                if trusted.is_some_and(|trusted| found.as_ref().is_none_or(|now| identity::of(now) != trusted)) {
                    return Ok(None);
                }
                if let Some(mut profile) = found.and_then(|record| record.profile)
                    && let Some(kept) = profile.sign_in_of_mut(&server)
                {
                    kept.sign_in = change(kept.sign_in.clone());
                    is_expired = kept.sign_in.state == McpAuthState::Expired;
                    let servers = kept.server_ids.clone();
                    mcp_auth_profiles::put(tx.db, &profile)?;
                    if !is_expired {
                        clear_asked(tx, &servers)?;
                    }
                }
                let status = if is_expired { McpReceiptStatus::Failed } else { McpReceiptStatus::Ok };
                receipts::add(tx, Event { status, ..Event::ok(kind, &server, summary) }).map(Some)
            })
            .await
    }

    /// Stores a new sign-in of a server at a resource, with a receipt. Other servers of its auth profile that are at or below the resource and
    /// have no sign-in use it too. `None`: the server is not the trusted one any more, and nothing is changed.
    pub(super) async fn place_sign_in(
        &self,
        id: &McpServerId,
        trusted: String,
        kind: McpReceiptKind,
        summary: String,
        resource: String,
        sign_in: McpSignIn,
    ) -> Answer<Option<Placed>> {
        let server = id.clone();
        self.core
            .change(move |tx| {
                let found = mcp_servers::get(tx.db, &server)?.filter(|now| identity::of(now) == trusted);
                let Some(mut profile) = found.and_then(|record| record.profile) else { return Ok(None) };
                let (servers, left) = auth_profiles::place(tx, &mut profile, &server, resource, sign_in)?;
                mcp_auth_profiles::put(tx.db, &profile)?;
                clear_asked(tx, &servers)?;
                let receipt_id = receipts::add(tx, Event::ok(kind, &server, summary))?;
                Ok(Some(Placed { receipt_id, servers, left }))
            })
            .await
    }

    /// Remembers that a sign-in failed, with a receipt, and answers the failure.
    pub(super) async fn sign_in_failed(&self, id: &McpServerId, error: &OAuthError) -> Failure {
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
}

/// A sign-in that was stored.
pub(super) struct Placed {
    pub receipt_id: ReceiptId,
    /// The servers that use its tokens.
    pub servers: Vec<McpServerId>,
    /// Tokens that nobody uses any more.
    pub left: Vec<TokenPlace>,
}

/// Forgets that servers asked for a sign-in, because it was given.
fn clear_asked(tx: &WriteTx<'_>, servers: &[McpServerId]) -> Answer<()> {
    for server in servers {
        let Some(mut record) = mcp_servers::get(tx.db, server)? else { continue };
        if forget_asked(&mut record) {
            mcp_servers::put(tx.db, &record)?;
        }
    }
    Ok(())
}

/// Forgets that a server asked for a sign-in. `false`: it did not.
pub(super) fn forget_asked(record: &mut McpServerRecord) -> bool {
    let asked = record.last.code.as_deref().is_some_and(|code| ["SIGN_IN_REQUIRED", "INSUFFICIENT_SCOPE"].contains(&code));
    if asked {
        record.last = mcp_servers::McpLastConnection::default();
    }
    asked
}

fn unknown_answer() -> Failure {
    let message = "No sign-in waits for this answer: it was used, took longer than ten minutes, or is of another program. Begin the sign-in again.";
    Failure::new(ErrorCode::McpOauthStateInvalid, message)
}

fn given_up() -> Failure {
    let message =
        "This sign-in was cancelled, or another one took its place, while its tokens were on their way. They were not kept.";
    Failure::new(ErrorCode::McpOauthStateInvalid, message)
}

/// A sign-in that works. `asked`: the scopes that were asked for. `renews`: its tokens can be renewed without the person.
pub(super) fn healthy(session: &Session, asked: Vec<String>, renews: bool, now: Time) -> McpSignIn {
    McpSignIn {
        state: McpAuthState::Healthy,
        issuer: session.issuer.clone(),
        scopes_asked: asked,
        scopes_granted: session.scopes.clone(),
        scopes_needed: Vec::new(),
        expires_at: session.expires_at.and_then(time),
        renews,
        signed_in_at: now,
    }
}

/// Sign-in status of a server.
pub(super) fn state_of(record: &McpServerRecord) -> McpAuthState {
    let is_asked = record.last.code.as_deref() == Some("SIGN_IN_REQUIRED");
    match (record.sign_in(), is_asked) {
        (Some(sign_in), _) if sign_in.state == McpAuthState::Expired => McpAuthState::Expired,
        (_, true) => McpAuthState::ChallengeRequired,
        (Some(sign_in), false) if !sign_in.scopes_needed.is_empty() => McpAuthState::ChallengeRequired,
        (Some(sign_in), false) => sign_in.state,
        (None, false) => McpAuthState::Unknown,
    }
}

/// An address as a person can tell it from another one: letters of other alphabets are written in ASCII.
pub(super) fn shown(issuer: &str) -> String {
    url::Url::parse(issuer).map_or_else(|_| visible(issuer), |url| url.to_string().trim_end_matches('/').to_owned())
}

pub(super) fn time(seconds: i64) -> Option<Time> {
    DateTime::from_timestamp(seconds, 0)
}

pub(super) fn failed(error: &OAuthError) -> Failure {
    Failure::new(ErrorCode::McpSignInFailed, format!("The sign-in failed: {error}."))
        .with_details(json!({ "reason": error.code() }))
}

/// The address of a remote server.
pub(super) fn endpoint(record: &McpServerRecord) -> Answer<url::Url> {
    match (record.entry.transport, record.entry.endpoint_url.as_deref()) {
        (McpTransport::RemoteHttp, Some(url)) => {
            address::checked(url).map_err(|why| invalid("endpoint_url", &format!("the address {why}")))
        }
        _ => Err(invalid("serverId", "a program of this machine has no sign-in; give it its key as a variable")),
    }
}
