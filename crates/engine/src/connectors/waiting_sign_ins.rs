//! Sign-ins that wait for the person, kept in the keychain, so that one goes on when Apprentice was started again in its middle: a browser
//! comes back to the same port, and a code for a device is asked for further on.
//!
//! Invariant: what ended, was cancelled, or is of a connector that changed does not go on.

use super::device_sign_in::{Asking, key_of};
use super::sign_in::{Waiting, Way, endpoint};
use super::{Connectors, chunks, identity};
use crate::Answer;
use crate::core::Core;
use crate::core::digest::sha256;
use crate::core::keychain::{self, SOON, UNLOCKING};
use apprentice_connectors::oauth::{DevicePending, Pending, Redirect, SafeHttp};
use apprentice_contracts::Time;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::McpServerId;
use apprentice_store::mcp_servers::{self, McpServerRecord};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// How the person answers, as it is kept.
pub(super) struct KeptWay(Value);

impl KeptWay {
    /// The browser comes back to a port of this machine.
    pub(super) fn browser(pending: &Pending, port: u16) -> Self {
        Self(json!({ "browser": { "port": port, "pending": pending } }))
    }

    /// The authorization server is asked for the answer.
    pub(super) fn device(pending: &DevicePending) -> Self {
        Self(json!({ "device": pending }))
    }
}

/// A sign-in as it is kept.
#[derive(Deserialize)]
struct Kept {
    identity: String,
    until: Time,
    way: Resumed,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Resumed {
    Browser { port: u16, pending: Box<Pending> },
    Device(Box<DevicePending>),
}

impl Connectors {
    /// Keeps a sign-in until it ends. Errors: `ADAPTER_UNAVAILABLE`.
    pub(super) async fn keep_waiting(&self, waiting: &Waiting, way: KeptWay) -> Answer<()> {
        let text = json!({ "identity": waiting.identity, "until": waiting.until, "way": way.0 }).to_string();
        let account = account(&self.core, &waiting.server);
        keychain::call(&self.core, UNLOCKING, move |keychain| chunks::put(keychain, &account, &text)).await.map_err(|why| {
            let message = format!("The sign-in could not be kept in the keychain: {why}. It did not begin.");
            Failure::new(ErrorCode::AdapterUnavailable, message)
        })
    }

    /// Forgets what is kept of a sign-in that ended.
    pub(super) async fn end_waiting(&self, id: &McpServerId) {
        if let Err(why) = forget_waiting(&self.core, id).await {
            tracing::warn!(%why, "a sign-in that ended stays in the keychain");
        }
    }

    /// Goes on with the sign-ins that an earlier run began. The keychain may have to be unlocked for it, so nobody waits for that.
    pub(super) fn resume_sign_ins(self: &Arc<Self>) {
        let connectors = self.clone();
        self.core.supervisor.spawn_until_close("resuming sign-ins", async move { connectors.resume_all().await });
    }

    async fn resume_all(self: &Arc<Self>) {
        let now = self.core.now();
        let records = match self.core.store.read(|db| mcp_servers::all(db)).await {
            Ok(records) => records,
            Err(error) => return tracing::error!(%error, "sign-ins that wait could not be read"),
        };
        for record in records.into_iter().filter(|record| record.sign_in_waits_until.is_some_and(|until| until > now)) {
            if let Err(why) = self.resume(&record).await {
                tracing::warn!(server = %record.entry.server_id, why, "a sign-in that waited does not go on");
                self.end_waiting(&record.entry.server_id).await;
            }
        }
    }

    /// Goes on with the sign-in of a server. No-op if it ended. `Err`: why it cannot go on.
    async fn resume(self: &Arc<Self>, record: &McpServerRecord) -> Result<(), String> {
        let id = &record.entry.server_id;
        let account = account(&self.core, id);
        let found = keychain::call(&self.core, UNLOCKING, move |keychain| chunks::get(keychain, &account)).await?;
        let Some(text) = found else { return Ok(()) };
        // What serde says of it may have a part of it.
        let kept: Kept = serde_json::from_str(&text).map_err(|_| "it cannot be read".to_owned())?;
        if kept.identity != identity::of(record) || kept.until <= self.core.now() {
            return Err("the connector changed, or it took too long".to_owned());
        }
        let endpoint = endpoint(record).map_err(|failure| failure.message)?;
        let http = SafeHttp::for_server(&endpoint).await.map_err(|error| error.to_string())?;
        let closed = CancellationToken::new();
        let add = |key: String, way: Way| {
            let waiting = self.waiting(record, kept.until, way, &closed);
            self.sign_ins.add(key, waiting, self.core.now()).map_err(|failure| failure.message)
        };
        match kept.way {
            Resumed::Browser { port, pending } => {
                let redirect = Redirect::open_again(port).await.map_err(|error| error.to_string())?;
                add(sha256(&pending.state), Way::Browser(http, pending))?;
                self.listen(redirect, closed.clone(), kept.until);
            }
            Resumed::Device(pending) => {
                let key = key_of(&pending);
                add(key.clone(), Way::Asked)?;
                let asking = Asking { server: id.clone(), key, until: kept.until, http, pending: *pending };
                self.ask_for(asking, closed.clone());
            }
        }
        Ok(())
    }
}

/// Forgets what is kept of the sign-in of a server that waits. `Err`: why it stays.
pub(super) async fn forget_waiting(core: &Core, id: &McpServerId) -> Result<(), String> {
    let account = account(core, id);
    keychain::call(core, SOON, move |keychain| chunks::forget(keychain, &account)).await
}

fn account(core: &Core, id: &McpServerId) -> String {
    super::secrets::account(core, id.as_str(), "waiting")
}
