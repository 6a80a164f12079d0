//! Tokens of sign-ins, only in the keychain, and the token refresh.
//!
//! Invariant: only one caller at a time refreshes a token, and the new token is stored before it is used.

use super::Connectors;
use super::chunks;
use super::known_secrets::KnownSecrets;
use super::secrets;
use super::sign_in::{endpoint, failed, time};
use crate::Answer;
use crate::core::Core;
use crate::core::keychain::{self, UNLOCKING};
use apprentice_connectors::oauth::{self, OAuthError, SafeHttp, Session};
use apprentice_contracts::connector::{McpAuthState, McpReceiptKind, McpSignIn};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::McpServerId;
use apprentice_platform::locks::FileLock;
use apprentice_store::mcp_servers::McpServerRecord;
use chrono::Duration as Span;
use serde_json::json;
use std::fs::File;
use std::time::Duration;

/// A token that ends within this time is renewed before it is used.
pub(super) const SOON: Span = Span::seconds(60);
/// How long to wait for another program that renews the same token.
const LOCKED: Duration = Duration::from_secs(60);

impl Connectors {
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
                let (scopes_granted, expires_at) = (renewed.scopes.clone(), renewed.expires_at.and_then(time));
                let renews = renewed.refresh_token.is_some();
                let healthy = move |sign_in: McpSignIn| McpSignIn {
                    state: McpAuthState::Healthy,
                    scopes_granted,
                    expires_at,
                    renews,
                    ..sign_in
                };
                let (kind, summary) = (McpReceiptKind::AuthRefresh, "The sign-in was renewed.".to_owned());
                self.change_sign_in(id, None, kind, summary, move |sign_in| sign_in.map(healthy)).await?;
                Ok(renewed)
            }
            Err(error) => {
                // A server may say back what it was sent.
                let error = error.reworded(|words| KnownSecrets::new(session.secrets()).words(words));
                if matches!(error, OAuthError::Expired(_)) {
                    let expired = |sign_in: McpSignIn| McpSignIn { state: McpAuthState::Expired, ..sign_in };
                    let (kind, summary) = (McpReceiptKind::AuthRefresh, format!("The sign-in was not renewed: {error}."));
                    self.change_sign_in(id, None, kind, summary, move |sign_in| sign_in.map(expired)).await?;
                }
                self.sign_ins.set_error(id, Some(&error));
                Err(failed(&error))
            }
        }
    }

    /// One at a time, also among processes. The lock of the home lets one of them in already, and `renewing` one of its calls. This
    /// one holds where two are in all the same: a refresh token that both use may end the sign-in.
    pub(super) async fn token_lock(&self, id: &McpServerId) -> Answer<FileLock> {
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

    /// The tokens in the keychain, if they were made out for the connector as it is now. Errors: `MCP_CONNECTION_FAILED` with the reason `SIGN_IN_REQUIRED`.
    pub(super) async fn session(&self, record: &McpServerRecord) -> Answer<Session> {
        let (id, endpoint) = (record.entry.server_id.clone(), endpoint(record)?);
        let required = |why: &str| {
            let message = format!("{why} Sign in on the Connectors page, or with `apprentice connectors sign-in {id}`.");
            Failure::new(ErrorCode::McpConnectionFailed, message)
                .with_details(json!({ "reason": "SIGN_IN_REQUIRED", "server_id": id }))
        };
        let base = account(&self.core, &record.entry.server_id);
        let found = keychain::call(&self.core, UNLOCKING, move |keychain| chunks::get(keychain, &base)).await;
        let text = match found {
            Ok(Some(text)) => text,
            Ok(None) => return Err(required("The tokens of your sign-in are no longer in the keychain.")),
            Err(why) => {
                let message = format!("The keychain with the tokens of your sign-in cannot be used: {why}.");
                return Err(Failure::new(ErrorCode::AdapterUnavailable, message));
            }
        };
        let session: Session = serde_json::from_str(&text).map_err(|_| required("The tokens of your sign-in cannot be read."))?;
        // A restored backup has another address than the keychain knows, and another home may have used the same name.
        let issuer = record.sign_in.as_ref().map(|sign_in| sign_in.issuer.as_str());
        match issuer.is_some_and(|issuer| session.belongs_to(&endpoint, issuer)) {
            true => Ok(session),
            false => Err(required("The tokens in the keychain belong to another address or sign-in, so they are not sent.")),
        }
    }

    pub(super) async fn keep_session(&self, id: &McpServerId, session: &Session) -> Answer<()> {
        let text = serde_json::to_string(session).map_err(|error| crate::internal("writing tokens", &error))?;
        let base = account(&self.core, id);
        keychain::call(&self.core, UNLOCKING, move |keychain| chunks::put(keychain, &base, &text)).await.map_err(|why| {
            let message = format!("The tokens could not be kept in the keychain: {why}. You are not signed in.");
            Failure::new(ErrorCode::AdapterUnavailable, message)
        })
    }
}

/// Forgets the tokens of a server. `Err`: why they stay.
pub(super) async fn forget_tokens(core: &Core, id: &McpServerId) -> Result<(), String> {
    let base = account(core, id);
    keychain::call(core, keychain::SOON, move |keychain| chunks::forget(keychain, &base)).await
}

fn account(core: &Core, id: &McpServerId) -> String {
    secrets::account(core, id, "tokens")
}
