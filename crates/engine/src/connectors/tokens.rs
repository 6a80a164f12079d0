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
use crate::core::digest::sha256;
use crate::core::keychain::{self, UNLOCKING};
use apprentice_connectors::oauth::{self, OAuthError, SafeHttp, Session};
use apprentice_contracts::connector::{McpAuthState, McpReceiptKind, McpRefreshPolicy, McpSignIn};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{McpAuthProfileId, McpServerId};
use apprentice_platform::locks::FileLock;
use apprentice_store::mcp_auth_profiles::McpAuthProfileRecord;
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
    /// Tokens that can be used now. `rejected`: a token that the server no longer takes. `is_asked`: the person asks for the renewal, which
    /// otherwise takes place only as the auth profile says.
    pub(super) async fn valid_session(
        &self,
        record: &McpServerRecord,
        rejected: Option<&str>,
        is_asked: bool,
    ) -> Answer<Session> {
        let id = &record.entry.server_id;
        let may_renew = is_asked || renews_by_itself(record);
        let early = if may_renew { SOON } else { Span::zero() };
        let is_valid = |session: &Session| {
            let lasts = session.expires_at.is_none_or(|until| until > (self.core.now() + early).timestamp());
            lasts && rejected.is_none_or(|rejected| session.access_token != rejected)
        };
        let session = self.session(record).await?;
        if is_valid(&session) {
            return Ok(session);
        }
        let Some(place) = TokenPlace::of(record) else { return Err(self.no_session(record)) };
        let turn = self.sign_ins.renewing(&place.key());
        let _turn = turn.lock().await;
        let _lock = self.token_lock(&place).await?;
        // Another one may have renewed it in the meantime, and one that could not be kept is kept now.
        self.keep_unsaved(&place).await?;
        let session = self.session(record).await?;
        if is_valid(&session) {
            return Ok(session);
        }
        let renewed = async {
            if !may_renew {
                let why = "the sign-in has ended, and its auth profile renews no tokens by itself";
                return Err(OAuthError::Expired(why.to_owned()));
            }
            let endpoint = endpoint(record).map_err(|failure| OAuthError::Unsafe(failure.message))?;
            oauth::refresh(&SafeHttp::for_server(&endpoint).await?, &session, self.core.now().timestamp()).await
        };
        match renewed.await {
            Ok(renewed) => {
                // The one before may be worth nothing any more, so this one is kept before it is used. Until the keychain takes it, it is in
                // memory, and the one before stays in the keychain.
                self.sign_ins.set_unsaved(&place.key(), renewed.clone());
                self.keep_unsaved(&place).await?;
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
                self.change_sign_in(id, None, kind, summary, healthy).await?;
                Ok(renewed)
            }
            Err(error) => {
                // A server may say back what it was sent.
                let error = error.reworded(|words| KnownSecrets::new(session.secrets()).words(words));
                if matches!(error, OAuthError::Expired(_)) {
                    let expired = |sign_in: McpSignIn| McpSignIn { state: McpAuthState::Expired, ..sign_in };
                    let (kind, summary) = (McpReceiptKind::AuthRefresh, format!("The sign-in was not renewed: {error}."));
                    self.change_sign_in(id, None, kind, summary, expired).await?;
                }
                self.sign_ins.set_error(id, Some(&error));
                Err(failed(&error))
            }
        }
    }

    /// One at a time, also among processes. The lock of the home lets one of them in already, and `renewing` one of its calls. This
    /// one holds where two are in all the same: a refresh token that both use may end the sign-in.
    pub(super) async fn token_lock(&self, place: &TokenPlace) -> Answer<FileLock> {
        let path = self.core.options.home.join("run").join(format!("sign-in-{}.lock", place.key()));
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
        let (endpoint, id) = (endpoint(record)?, &record.entry.server_id);
        let Some(place) = TokenPlace::of(record) else { return Err(self.no_session(record)) };
        let base = place.account(&self.core);
        let found = keychain::call(&self.core, UNLOCKING, move |keychain| chunks::get(keychain, &base)).await;
        let text = match found {
            Ok(Some(text)) => text,
            Ok(None) => return Err(sign_in_required(id, "The tokens of your sign-in are no longer in the keychain.")),
            Err(why) => {
                let message = format!("The keychain with the tokens of your sign-in cannot be used: {why}.");
                return Err(Failure::new(ErrorCode::AdapterUnavailable, message));
            }
        };
        let read = serde_json::from_str(&text);
        let session: Session = read.map_err(|_| sign_in_required(id, "The tokens of your sign-in cannot be read."))?;
        // A restored backup has another address than the keychain knows, and another home may have used the same name.
        let issuer = record.sign_in().map(|sign_in| sign_in.issuer.as_str());
        match issuer.is_some_and(|issuer| session.belongs_to(&endpoint, issuer)) {
            true => Ok(session),
            false => Err(sign_in_required(
                id,
                "The tokens in the keychain belong to another address or sign-in, so they are not sent.",
            )),
        }
    }

    /// The refusal of a server that nobody is signed in to.
    fn no_session(&self, record: &McpServerRecord) -> Failure {
        sign_in_required(&record.entry.server_id, "Nobody is signed in.")
    }

    /// Keeps tokens that were renewed and that the keychain did not take. The caller holds the lock of the tokens.
    async fn keep_unsaved(&self, place: &TokenPlace) -> Answer<()> {
        let Some(session) = self.sign_ins.unsaved(&place.key()) else { return Ok(()) };
        self.keep_session(place, &session).await
    }

    pub(super) async fn keep_session(&self, place: &TokenPlace, session: &Session) -> Answer<()> {
        let text = serde_json::to_string(session).map_err(|error| crate::internal("writing tokens", &error))?;
        let base = place.account(&self.core);
        let kept = keychain::call(&self.core, UNLOCKING, move |keychain| chunks::put(keychain, &base, &text)).await;
        kept.map_err(|why| {
            let message = format!("The tokens could not be kept in the keychain: {why}. Unlock the keychain, and try again.");
            Failure::new(ErrorCode::AdapterUnavailable, message)
        })?;
        // Older ones that the keychain did not take are of no use any more.
        self.sign_ins.forget_unsaved(&place.key());
        Ok(())
    }
}

/// Whether the tokens of a server are renewed without the person, where they can be renewed.
pub(super) fn renews_by_itself(record: &McpServerRecord) -> bool {
    let policy = record.profile.as_ref().map(|profile| profile.refresh_policy);
    policy == Some(McpRefreshPolicy::AutoIfRefreshToken)
}

fn sign_in_required(id: &McpServerId, why: &str) -> Failure {
    let message = format!("{why} Sign in on the Connectors page, or with `apprentice connectors sign-in {id}`.");
    Failure::new(ErrorCode::McpConnectionFailed, message).with_details(json!({ "reason": "SIGN_IN_REQUIRED", "server_id": id }))
}

/// Names the tokens of one sign-in: its auth profile, and the entry of it in the keychain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TokenPlace {
    pub profile: McpAuthProfileId,
    pub token_ref: String,
}

impl TokenPlace {
    /// The tokens that a server uses.
    pub(super) fn of(record: &McpServerRecord) -> Option<Self> {
        let profile = record.entry.auth_profile_id.clone()?;
        Some(Self { profile, token_ref: record.profile_sign_in()?.token_ref.clone() })
    }

    /// The place of tokens of a profile that are made out for a resource.
    pub(super) fn at(profile: &McpAuthProfileRecord, resource: &str) -> Self {
        let known = profile.sign_ins.iter().find(|kept| kept.resource == resource).map(|kept| kept.token_ref.clone());
        let token_ref = known.unwrap_or_else(|| format!("tokens-{}", &sha256(resource)[..16]));
        Self { profile: profile.auth_profile_id.clone(), token_ref }
    }

    /// For locks: who renews these tokens takes turns with others.
    pub(super) fn key(&self) -> String {
        format!("{}-{}", self.profile, self.token_ref)
    }

    fn account(&self, core: &Core) -> String {
        secrets::account(core, self.profile.as_str(), &self.token_ref)
    }
}

/// Forgets tokens. `Err`: why they stay.
pub(super) async fn forget_tokens(core: &Core, place: &TokenPlace) -> Result<(), String> {
    let base = place.account(core);
    keychain::call(core, keychain::SOON, move |keychain| chunks::forget(keychain, &base)).await
}
