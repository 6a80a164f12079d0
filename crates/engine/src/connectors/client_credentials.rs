//! Servers to which Apprentice signs in by itself, as a client with a secret or a key (RFC 6749 §4.4). Their tokens are in memory alone,
//! because a new one can be got at any time.
//!
//! Invariant: a token is got by one at a time, and sent only to the server as the person trusted it; one that comes for a connector that was
//! changed meanwhile is given back. Scopes that a server adds later are not asked for.

use super::sign_in::{endpoint, failed, healthy};
use super::tokens::SOON;
use super::{Connectors, identity};
use crate::Answer;
use apprentice_connectors::oauth::{self, Grant, OAuthError, SafeHttp, Session};
use apprentice_contracts::connector::{McpAuthStartRequest, McpAuthState, McpOauthClient, McpReceiptKind, McpSignIn};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_store::mcp_servers::McpServerRecord;

impl Connectors {
    /// Tokens that can be used now. `rejected`: a token that the server no longer takes.
    ///
    /// Errors: `MCP_SIGN_IN_FAILED`, `MCP_CONNECTION_FAILED` with the reason `VALUE_MISSING`, `CONFLICT` when the connector was changed
    /// meanwhile.
    pub(super) async fn own_session(
        &self,
        record: &McpServerRecord,
        registered: &McpOauthClient,
        rejected: Option<&str>,
    ) -> Answer<Session> {
        let (id, trusted) = (&record.entry.server_id, identity::of(record));
        let is_valid = |session: &Session| {
            let lasts = session.expires_at.is_none_or(|until| until > (self.core.now() + SOON).timestamp());
            lasts && rejected.is_none_or(|rejected| session.access_token != rejected)
        };
        if let Some(session) = self.sign_ins.own(id, &trusted).filter(is_valid) {
            return Ok(session);
        }
        let turn = self.sign_ins.renewing(id.as_str());
        let _turn = turn.lock().await;
        // Another one may have got it in the meantime.
        if let Some(session) = self.sign_ins.own(id, &trusted).filter(is_valid) {
            return Ok(session);
        }
        let wanted = self.registered_client(record, registered).await?;
        let asked = async {
            let endpoint = endpoint(record).map_err(|failure| OAuthError::Unsafe(failure.message))?;
            let http = SafeHttp::for_server(&endpoint).await?;
            let (request, grant) = (McpAuthStartRequest::default(), Grant::ClientCredentials);
            let discovered = self.discovered(record, &http, &endpoint, &wanted, &request, grant).await?;
            let client = wanted.client(&http, &discovered, grant, None).await?;
            let asked = discovered.scopes.clone();
            let session = oauth::client_credentials(&http, discovered, client, self.core.now().timestamp()).await?;
            Ok::<_, OAuthError>((http, asked, session))
        };
        match asked.await {
            Ok((http, asked, session)) => {
                if !self.got_own(record, &trusted, asked, &session).await? {
                    self.give_back(&http, &session).await;
                    return Err(changed(record));
                }
                self.sign_ins.set_own(id, trusted, session.clone());
                Ok(session)
            }
            Err(error) => Err(self.own_failed(record, error.reworded(|words| wanted.known_secrets().words(words))).await),
        }
    }

    /// Stores that a token was got. `false`: the connector was changed meanwhile, so that nothing is stored of it.
    async fn got_own(&self, record: &McpServerRecord, trusted: &str, asked: Vec<String>, session: &Session) -> Answer<bool> {
        let is_first = !record.sign_in().is_some_and(|sign_in| sign_in.state == McpAuthState::Healthy);
        let sign_in = healthy(session, asked, true, self.core.now());
        let (kind, summary) = match is_first {
            true => (McpReceiptKind::AuthCallback, format!("Apprentice signed in at {} automatically.", session.issuer)),
            false => (McpReceiptKind::AuthRefresh, format!("Apprentice got a new token at {}.", session.issuer)),
        };
        let id = &record.entry.server_id;
        let trusted = trusted.to_owned();
        let stored = self.place_sign_in(id, trusted, kind, summary, session.resource.clone(), sign_in).await?.is_some();
        if stored {
            self.sign_ins.answered(id);
        }
        Ok(stored)
    }

    /// Stores that a token was not got, so that agents leave the server alone for a while.
    async fn own_failed(&self, record: &McpServerRecord, error: OAuthError) -> Failure {
        let (id, trusted) = (&record.entry.server_id, identity::of(record));
        // What was changed in the meantime has not failed.
        if !self.record(id).await.is_ok_and(|now| identity::of(&now) == trusted) {
            return changed(record);
        }
        self.store_failure(record, error.code(), &format!("the sign-in failed: {error}."), None).await;
        self.sign_in_failed(id, &error).await;
        if record.sign_in().is_some() {
            let expired = |sign_in: McpSignIn| McpSignIn { state: McpAuthState::Expired, ..sign_in };
            let summary = format!("The sign-in was not renewed: {error}.");
            let kind = McpReceiptKind::AuthRefresh;
            let stored = self.change_sign_in(id, Some(trusted), kind, summary, expired);
            if let Err(failure) = stored.await {
                tracing::error!(%failure, "the end of a sign-in could not be stored");
            }
        }
        failed(&error)
    }
}

fn changed(record: &McpServerRecord) -> Failure {
    let name = &record.entry.display_name;
    let message = format!("“{name}” was changed while Apprentice signed in to it, so the answer was not used. Try again.");
    Failure::new(ErrorCode::Conflict, message)
}
