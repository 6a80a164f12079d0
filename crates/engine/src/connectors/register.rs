//! Registering, changing, trusting and deleting servers.

use super::receipts::{self, Event};
use super::secrets::{self, CREDENTIAL, Kind};
use super::{Connectors, identity, oauth_client, settings};
use crate::Answer;
use crate::core::request::invalid;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::McpServerId;
use apprentice_store::mcp_servers::{self, McpLastConnection, McpServerRecord};
use apprentice_store::{mcp_dispatches, mcp_policies, mcp_tools};
use serde_json::json;

/// Longest `server_id` that is made of a name, in characters.
const LONGEST_ID: usize = 48;

/// What is to be kept in the keychain before a server is stored.
#[derive(Default)]
pub(super) struct Secrets(Vec<(Kind, String, String)>);

impl Connectors {
    pub(crate) async fn register(&self, request: McpServerCreateRequest) -> Answer<McpServerMutationResponse> {
        let _gate = self.core.gate.lock().await;
        let (id, receipt_id) = self.add(request, None).await?;
        Ok(McpServerMutationResponse {
            server: self.item_of(&id).await?,
            updated: true,
            receipt_id: Some(receipt_id),
            schema_version: SCHEMA_VERSION,
        })
    }

    /// Registers a server. The caller holds the gate.
    pub(super) async fn add(
        &self,
        request: McpServerCreateRequest,
        imported_from: Option<String>,
    ) -> Answer<(McpServerId, apprentice_contracts::ids::ReceiptId)> {
        let url = settings::reach(request.transport, request.command.as_ref(), request.endpoint_url.as_deref())?;
        settings::variables("environment", &request.environment, request.transport)?;
        settings::variables("headers", &request.headers, request.transport)?;
        if let Some(client) = &request.oauth_client {
            oauth_client::check(client, request.transport, &request.headers)?;
        }
        let name = request.display_name.trim().to_owned();
        if name.is_empty() {
            return Err(invalid("display_name", "it is empty"));
        }
        settings::seen("display_name", &name)?;
        let all = self.core.store.read(|db| mcp_servers::all(db)).await.map_err(crate::stored)?;
        if all.len() >= MAX_SERVERS {
            let message = format!("There are {MAX_SERVERS} connectors already. Delete one first.");
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        if all.iter().any(|other| other.entry.display_name.to_lowercase() == name.to_lowercase()) {
            return Err(invalid("display_name", &format!("there is a connector “{name}” already; choose another name")));
        }
        let id = free_id(&name, &all);
        let mut secrets = Secrets::default();
        let environment = secrets.sort(Kind::Environment, request.environment, &[]);
        let headers = secrets.sort(Kind::Headers, request.headers, &[]);
        let oauth_client = request.oauth_client.map(|client| secrets.sort_client(client, None));
        let now = self.core.now();
        let entry = McpServerEntry {
            server_id: id.clone(),
            provider: request.provider,
            display_name: name.clone(),
            endpoint_url: url,
            transport: request.transport,
            interaction_mode: request.interaction_mode,
            command: request.command,
            environment,
            headers,
            oauth_client,
            protocol_revision: None,
            tool_schema_hash: None,
            data_classes: request.data_classes,
            supported_tools: Vec::new(),
            enabled: request.enabled,
            identity: String::new(),
            trusted: false,
            imported_from,
            created_at: now,
            updated_at: now,
            schema_version: SCHEMA_VERSION,
        };
        let mut record = McpServerRecord {
            entry,
            trusted_identity: None,
            secrets_version: 0,
            last: McpLastConnection::default(),
            resources: Vec::new(),
            prompts: Vec::new(),
            listed_at: None,
            sign_in: None,
            sign_in_waits_until: None,
        };
        if request.trust {
            record.trusted_identity = Some(identity::of(&record));
        }
        self.keep(&id, &secrets).await?;
        let stored = record.clone();
        let added = self.core.change(move |tx| {
            mcp_servers::put(tx.db, &stored)?;
            let entry = &stored.entry;
            let words = if stored.trusted_identity.is_some() { "registered and trusted" } else { "registered" };
            receipts::add(
                tx,
                Event::ok(McpReceiptKind::ServerCreate, &entry.server_id, format!("“{}” was {words}.", entry.display_name)),
            )
        });
        match added.await {
            Ok(receipt) => Ok((id, receipt)),
            Err(failure) => {
                for (kind, name) in secrets::kept(&record) {
                    if let Err(error) = secrets::forget(&self.core, &id, kind, &name).await {
                        tracing::warn!(%error, "a secret of a server that could not be registered stays in the keychain");
                    }
                }
                Err(failure)
            }
        }
    }

    /// Puts the secrets of a server into the keychain.
    async fn keep(&self, id: &McpServerId, secrets: &Secrets) -> Answer<()> {
        for (kind, name, secret) in &secrets.0 {
            secrets::put(&self.core, id, *kind, name, secret.clone()).await?;
        }
        Ok(())
    }

    pub(crate) async fn update(&self, id: &McpServerId, request: McpServerPatchRequest) -> Answer<McpServerMutationResponse> {
        let _gate = self.core.gate.lock().await;
        let before = self.record(id).await?;
        let mut record = before.clone();
        let entry = &mut record.entry;
        if let Some(name) = request.display_name {
            self.check_name(id, name.trim()).await?;
            entry.display_name = name.trim().to_owned();
        }
        if request.command.is_some() || request.endpoint_url.is_some() {
            let command = request.command.clone().or_else(|| entry.command.clone());
            let url = request.endpoint_url.clone().or_else(|| entry.endpoint_url.clone());
            entry.endpoint_url = settings::reach(entry.transport, command.as_ref(), url.as_deref())?;
            entry.command = command;
        }
        let mut secrets = Secrets::default();
        if let Some(given) = request.environment {
            settings::variables("environment", &given, entry.transport)?;
            entry.environment = secrets.sort(Kind::Environment, given, &entry.environment);
        }
        if let Some(given) = request.headers {
            settings::variables("headers", &given, entry.transport)?;
            entry.headers = secrets.sort(Kind::Headers, given, &entry.headers);
        }
        match (request.oauth_client, request.remove_oauth_client) {
            (Some(_), true) => {
                return Err(invalid("remove_oauth_client", "give oauth_client or remove_oauth_client, and not both"));
            }
            (Some(client), false) => {
                oauth_client::check(&client, entry.transport, &[])?;
                entry.oauth_client = Some(secrets.sort_client(client, before.entry.oauth_client.as_ref()));
            }
            (None, true) => entry.oauth_client = None,
            (None, false) => {}
        }
        let is_authorized = entry.headers.iter().any(|header| header.name.eq_ignore_ascii_case("authorization"));
        if is_authorized && entry.oauth_client.is_some() {
            let why = "the connector signs in with its oauth_client, which this header would replace; remove one of them";
            return Err(invalid("headers.Authorization", why));
        }
        if let Some(enabled) = request.enabled {
            entry.enabled = enabled;
        }
        if let Some(classes) = request.data_classes {
            entry.data_classes = classes;
        }
        if !secrets.0.is_empty() {
            record.secrets_version += 1;
        }
        let updated = record != before;
        let mut receipt_id = None;
        if updated {
            self.keep(id, &secrets).await?;
            record.entry.updated_at = self.core.now();
            let changed = identity::of(&record) != identity::of(&before);
            let stored = record.clone();
            // Tokens are made out for an address and a client, and go to no other one.
            let moved = record.entry.endpoint_url != before.entry.endpoint_url
                || record.entry.oauth_client != before.entry.oauth_client
                || secrets.0.iter().any(|(kind, ..)| *kind == Kind::OauthClient);
            receipt_id = Some(self.core.change(move |tx| store_change(tx, stored, changed, moved)).await?);
            if moved && let Err(error) = self.drop_sign_in(id).await {
                tracing::warn!(%error, "tokens of an address or client that is no longer used stay in the keychain");
            }
            for (kind, name) in secrets::kept(&before).into_iter().filter(|secret| !secrets::kept(&record).contains(secret)) {
                if let Err(error) = secrets::forget(&self.core, id, kind, &name).await {
                    tracing::warn!(%error, "a secret that is no longer used stays in the keychain");
                }
            }
            if changed || !record.entry.enabled {
                self.connections.close(id).await;
            }
        }
        Ok(McpServerMutationResponse { server: self.item_of(id).await?, updated, receipt_id, schema_version: SCHEMA_VERSION })
    }

    async fn check_name(&self, id: &McpServerId, name: &str) -> Answer<()> {
        if name.is_empty() {
            return Err(invalid("display_name", "it is empty"));
        }
        settings::seen("display_name", name)?;
        let all = self.core.store.read(|db| mcp_servers::all(db)).await.map_err(crate::stored)?;
        let taken = |other: &McpServerRecord| {
            other.entry.server_id != *id && other.entry.display_name.to_lowercase() == name.to_lowercase()
        };
        match all.iter().any(taken) {
            true => Err(invalid("display_name", &format!("there is a connector “{name}” already; choose another name"))),
            false => Ok(()),
        }
    }

    /// Errors: `CONFLICT` when the server is no longer what the person read.
    pub(crate) async fn trust(&self, id: &McpServerId, request: McpTrustRequest) -> Answer<McpServerMutationResponse> {
        let _gate = self.core.gate.lock().await;
        let server = id.clone();
        let receipt_id = self
            .core
            .change(move |tx| {
                let mut record = mcp_servers::get(tx.db, &server)?.ok_or_else(|| super::unknown(&server))?;
                if identity::of(&record) != request.identity {
                    let message = "identity: the connector changed since it was shown. Read it once more.";
                    return Err(Failure::new(ErrorCode::Conflict, message).with_details(json!({ "field": "identity" })));
                }
                if identity::is_trusted(&record) {
                    return Ok(None);
                }
                record.trusted_identity = Some(request.identity);
                // What it did before was another server's doing.
                record.last = McpLastConnection::default();
                mcp_servers::put(tx.db, &record)?;
                let entry = &record.entry;
                let summary = format!("“{}” was trusted.", entry.display_name);
                receipts::add(tx, Event::ok(McpReceiptKind::ServerTrust, &entry.server_id, summary)).map(Some)
            })
            .await?;
        let updated = receipt_id.is_some();
        Ok(McpServerMutationResponse { server: self.item_of(id).await?, updated, receipt_id, schema_version: SCHEMA_VERSION })
    }

    pub(crate) async fn delete(&self, id: &McpServerId) -> Answer<McpServerDeleteResponse> {
        let _gate = self.core.gate.lock().await;
        let record = self.record(id).await?;
        self.check_unused(id).await?;
        let (server, name) = (id.clone(), record.entry.display_name.clone());
        // First, so that nobody can open it again.
        let receipt_id = self
            .core
            .change(move |tx| {
                mcp_servers::delete(tx.db, &server)?;
                mcp_tools::delete_all(tx.db, &server)?;
                mcp_dispatches::delete_of_server(tx.db, &server)?;
                // Another server may get the id.
                for rule in mcp_policies::all(tx.db)?.into_iter().filter(|rule| is_about(&rule.target, &server)) {
                    mcp_policies::delete(tx.db, &rule.target)?;
                }
                receipts::add(tx, Event::ok(McpReceiptKind::ServerDelete, &server, format!("“{name}” was deleted.")))
            })
            .await?;
        self.connections.forget(id).await;
        // Another server may get its id and look the same.
        self.answers.forget();
        self.sweep_bundles().await;
        let mut secrets_left = Vec::new();
        for (kind, name) in secrets::kept(&record) {
            if let Err(error) = secrets::forget(&self.core, id, kind, &name).await {
                tracing::warn!(%error, "a secret of a deleted server stays in the keychain");
                secrets_left.push(name);
            }
        }
        let mut auth_profile_action = McpAuthProfileAction::None;
        match self.drop_sign_in(id).await {
            Ok(()) if record.sign_in.is_some() => auth_profile_action = McpAuthProfileAction::DeletedUnreferenced,
            Ok(()) => {}
            Err(_) if record.sign_in.is_none() => {}
            Err(error) => {
                tracing::warn!(%error, "the tokens of a deleted server stay in the keychain");
                secrets_left.push("sign-in".to_owned());
            }
        }
        Ok(McpServerDeleteResponse {
            server_id: id.clone(),
            deleted: true,
            auth_profile_action,
            secrets_left,
            receipt_id,
            schema_version: SCHEMA_VERSION,
        })
    }
}

fn store_change(
    tx: &crate::core::transaction::WriteTx<'_>,
    mut record: McpServerRecord,
    changed: bool,
    moved: bool,
) -> Answer<apprentice_contracts::ids::ReceiptId> {
    // A connection may have stored what the server lists in the meantime.
    if let Some(now) = mcp_servers::get(tx.db, &record.entry.server_id)? {
        (record.last, record.sign_in, record.sign_in_waits_until) = (now.last, now.sign_in, now.sign_in_waits_until);
        (record.resources, record.prompts, record.listed_at) = (now.resources, now.prompts, now.listed_at);
        record.entry.supported_tools = now.entry.supported_tools;
        record.entry.tool_schema_hash = now.entry.tool_schema_hash;
        record.entry.protocol_revision = now.entry.protocol_revision;
    }
    if changed {
        record.last = McpLastConnection::default();
    }
    if moved {
        record.sign_in = None;
    }
    mcp_servers::put(tx.db, &record)?;
    let words = if changed { "was changed, and has to be trusted again" } else { "was changed" };
    let entry = &record.entry;
    receipts::add(tx, Event::ok(McpReceiptKind::ServerPatch, &entry.server_id, format!("“{}” {words}.", entry.display_name)))
}

impl Secrets {
    /// Decides where the secret of a client is kept.
    fn sort_client(&mut self, given: McpOauthClientInput, before: Option<&McpOauthClient>) -> McpOauthClient {
        let (client, secret) = oauth_client::sort(given, before);
        if let Some(secret) = secret {
            self.0.push((Kind::OauthClient, CREDENTIAL.to_owned(), secret));
        }
        client
    }

    /// Decides where each value is kept. A variable without a value keeps the one that it has in `before`.
    fn sort(&mut self, kind: Kind, given: Vec<McpVariableInput>, before: &[McpVariable]) -> Vec<McpVariable> {
        let sorted = given.into_iter().map(|McpVariableInput { name, value, secret, from_environment }| {
            if from_environment {
                return McpVariable { name, place: McpValuePlace::Environment, value: None };
            }
            let Some(value) = value else {
                let known = before.iter().find(|known| known.name == name).cloned();
                return known.unwrap_or(McpVariable { name, place: McpValuePlace::Missing, value: None });
            };
            if secret || settings::is_secret(&name, &value, kind == Kind::Headers) {
                self.0.push((kind, name.clone(), value));
                return McpVariable { name, place: McpValuePlace::Keychain, value: None };
            }
            McpVariable { name, place: McpValuePlace::Plain, value: Some(value) }
        });
        sorted.collect()
    }
}

fn is_about(target: &McpPolicyTarget, server: &McpServerId) -> bool {
    match target {
        McpPolicyTarget::Server { server_id } | McpPolicyTarget::Tool { server_id, .. } => server_id == server,
        _ => false,
    }
}

/// An id made of a name, which no other server has.
fn free_id(name: &str, all: &[McpServerRecord]) -> McpServerId {
    let mut id: String = String::new();
    for letter in name.to_lowercase().chars() {
        if letter.is_ascii_alphanumeric() {
            id.push(letter);
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
        if id.len() >= LONGEST_ID {
            break;
        }
    }
    let id = id.trim_end_matches('-');
    let id = if id.is_empty() { "server" } else { id };
    let is_free = |id: &String| !all.iter().any(|other| other.entry.server_id == id.as_str());
    let numbered = (2..).map(|number| format!("{id}-{number}"));
    McpServerId(std::iter::once(id.to_owned()).chain(numbered).find(is_free).unwrap_or_default())
}
