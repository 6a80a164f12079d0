//! Signing in with a code that the person types on any device (RFC 8628): for a machine without a browser.

use super::Connectors;
use super::known_secrets::KnownSecrets;
use super::oauth_client::Wanted;
use super::sign_in::{Arrived, Shown, Way, shown};
use super::waiting_sign_ins::KeptWay;
use crate::Answer;
use crate::core::digest::sha256;
use apprentice_connectors::oauth::{self, DevicePending, Grant, OAuthError, SafeHttp, Session};
use apprentice_contracts::Time;
use apprentice_contracts::connector::{McpAuthStartRequest, McpAuthStartResponse};
use apprentice_contracts::ids::McpServerId;
use apprentice_store::mcp_servers::McpServerRecord;
use chrono::Duration as Span;
use std::sync::{Arc, Weak};
use tokio_util::sync::CancellationToken;

/// One sign-in whose answer is asked for.
pub(super) struct Asking {
    pub server: McpServerId,
    /// Its place among those that wait.
    pub key: String,
    pub until: Time,
    pub http: SafeHttp,
    pub pending: DevicePending,
}

/// The place of a sign-in among those that wait. No answer of a browser can name it.
pub(super) fn key_of(pending: &DevicePending) -> String {
    sha256(format!("device {}", pending.device_code()))
}

impl Connectors {
    pub(super) async fn begin_device(
        self: &Arc<Self>,
        record: &McpServerRecord,
        endpoint: &url::Url,
        wanted: &Wanted,
        request: &McpAuthStartRequest,
    ) -> Result<Answer<McpAuthStartResponse>, OAuthError> {
        let http = SafeHttp::for_server(endpoint).await?;
        let discovered = self.discovered(record, &http, endpoint, wanted, request, Grant::Device).await?;
        let client = wanted.client(&http, &discovered, Grant::Device, None).await?;
        let now = self.core.now();
        let pending = oauth::begin_device(&http, discovered, client, now.timestamp()).await?;
        let until = now + Span::from_std(pending.lasts).unwrap_or_default();
        let key = key_of(&pending);
        let shown = Shown {
            issuer: shown(pending.issuer()),
            address: pending.verification_uri_complete.as_ref().unwrap_or(&pending.verification_uri).clone(),
            scopes: pending.scopes().to_vec(),
            user_code: Some(pending.user_code.clone()),
            verification_uri: Some(pending.verification_uri.clone()),
            ..Shown::default()
        };
        let closed = CancellationToken::new();
        let waiting = self.waiting(record, until, Way::Asked, &closed);
        let begun = self.begun(key.clone(), waiting, KeptWay::device(&pending), shown).await;
        let server = record.entry.server_id.clone();
        Ok(begun.inspect(|_| self.ask_for(Asking { server, key, until, http, pending }, closed)))
    }

    /// Asks for the answer of a sign-in until it ends.
    pub(super) fn ask_for(self: &Arc<Self>, asking: Asking, closed: CancellationToken) {
        let asked = ask(Arc::downgrade(self), asking, closed, self.core.cancel.clone());
        self.core.supervisor.spawn_until_close("asking for the answer of a sign-in", asked);
    }

    /// Keeps the tokens, unless the sign-in was cancelled while they were on their way.
    async fn device_answered(&self, asking: Asking, session: &Session) {
        let Asking { server, key, http, pending, .. } = asking;
        let arrived = Arrived { server: &server, key: &key, http: &http, asked: pending.scopes().to_vec(), session };
        // Its code is worth nothing any more. One that was replaced leaves alone what is kept of the other one.
        if self.sign_ins.waits(&key) {
            self.end_waiting(&server).await;
        }
        if let Err(failure) = self.signed_in(arrived).await {
            self.sign_in_failed(&server, &OAuthError::Mismatch(failure.message.trim_end_matches('.').to_owned())).await;
        }
    }

    async fn device_failed(&self, asking: Asking, error: OAuthError) {
        // One that was cancelled has not failed.
        if self.sign_ins.take(&asking.key).is_some() {
            self.end_waiting(&asking.server).await;
            let secrets = KnownSecrets::new(asking.pending.secrets());
            self.sign_in_failed(&asking.server, &error.reworded(|words| secrets.words(words))).await;
        }
    }
}

/// Asks the authorization server until the person has answered, the code no longer lasts, or the sign-in is cancelled.
async fn ask(connectors: Weak<Connectors>, mut asking: Asking, closed: CancellationToken, ending: CancellationToken) {
    loop {
        tokio::select! {
            () = closed.cancelled() => return,
            () = ending.cancelled() => return,
            () = tokio::time::sleep(asking.pending.pause()) => {}
        }
        let Some(connectors) = connectors.upgrade() else { return };
        let now = connectors.core.now();
        if now >= asking.until {
            let late = OAuthError::Expired("nobody typed the code while it lasted".to_owned());
            return connectors.device_failed(asking, late).await;
        }
        match asking.pending.poll(&asking.http, now.timestamp()).await {
            Ok(None) => {}
            Ok(Some(session)) => return connectors.device_answered(asking, &session).await,
            Err(error) => return connectors.device_failed(asking, error).await,
        }
    }
}
