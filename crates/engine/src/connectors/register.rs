//! Registering, changing, trusting and deleting servers.

use super::auth_profiles::{self, Detached};
use super::receipts::{self, Event};
use super::secrets::{self, CREDENTIAL, Kind};
use super::sign_in::forget_asked;
use super::{Connectors, identity, oauth_client, settings};
use crate::Answer;
use crate::core::request::invalid;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{McpAuthProfileId, McpServerId, ReceiptId};
use apprentice_store::mcp_servers::{self, McpLastConnection, McpServerRecord};
use apprentice_store::{mcp_auth_profiles, mcp_dispatches, mcp_policies, mcp_tool_health, mcp_tools};
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
            accepted: true,
            receipt_id: Some(receipt_id),
            schema_version: SCHEMA_VERSION,
        })
    }

    /// Registers a server. The caller holds the gate.
    pub(super) async fn add(
        &self,
        request: McpServerCreateRequest,
        imported_from: Option<String>,
    ) -> Answer<(McpServerId, ReceiptId)> {
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
        let is_taken = |id: &str| all.iter().any(|other| other.entry.server_id == *id);
        let id = McpServerId(free_id(&name, "server", is_taken));
        let mut secrets = Secrets::default();
        let environment = secrets.sort(Kind::Environment, request.environment, &[]);
        let headers = secrets.sort(Kind::Headers, request.headers, &[]);
        let (oauth_client, credential) = request.oauth_client.map(|client| oauth_client::sort(client, None)).unzip();
        if oauth_client.is_some() && request.auth_profile_id.is_some() {
            return Err(invalid("auth_profile_id", "give oauth_client or auth_profile_id, and not both"));
        }
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
            auth_profile_id: None,
            oauth_client: None,
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
            profile: None,
            sign_in_waits_until: None,
        };
        let is_new = oauth_client.is_some();
        if let Some(client) = oauth_client {
            let profiles = self.core.store.read(|db| mcp_auth_profiles::all(db)).await.map_err(crate::stored)?;
            record.set_profile(Some(auth_profiles::made_for(&record.entry, Some(client), &profiles, now)));
        }
        if let Some(profile) = &request.auth_profile_id {
            let profile = self.usable_profile(profile, &record).await?;
            record.set_profile(Some(profile));
        }
        if request.trust {
            record.trusted_identity = Some(identity::of(&record));
        }
        self.keep(&id, &secrets).await?;
        if let (Some(profile), Some(credential)) = (&record.profile, credential.flatten()) {
            let owner = profile.auth_profile_id.as_str();
            secrets::put(&self.core, owner, Kind::OauthClient, CREDENTIAL, credential).await?;
        }
        let stored = record.clone();
        let added = self.core.change(move |tx| {
            mcp_servers::put(tx.db, &stored)?;
            match &stored.profile {
                Some(profile) if is_new => mcp_auth_profiles::put(tx.db, profile)?,
                // A new server has asked for nothing yet.
                Some(profile) => _ = auth_profiles::attach(tx, &profile.auth_profile_id, &stored)?,
                None => {}
            }
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
                if let Some(profile) = record.profile.as_ref().filter(|_| is_new) {
                    auth_profiles::forget_secrets(&self.core, profile).await;
                }
                for (kind, name) in secrets::kept(&record) {
                    if let Err(error) = secrets::forget(&self.core, id.as_str(), kind, &name).await {
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
            secrets::put(&self.core, id.as_str(), *kind, name, secret.clone()).await?;
        }
        Ok(())
    }

    pub(crate) async fn update(&self, id: &McpServerId, request: McpServerPatchRequest) -> Answer<McpServerMutationResponse> {
        let (response, is_signed_in) = self.change_server(id, request).await?;
        // It is what its challenges wait for.
        if is_signed_in {
            self.challenges.signed_in(id);
        }
        Ok(response)
    }

    /// Changes a server. `true`: it joined a sign-in that its auth profile has already.
    pub(super) async fn change_server(
        &self,
        id: &McpServerId,
        request: McpServerPatchRequest,
    ) -> Answer<(McpServerMutationResponse, bool)> {
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
        let mut credential = None;
        let change = match (request.oauth_client, request.remove_oauth_client, request.auth_profile_id) {
            (Some(_), true, _) => {
                return Err(invalid("remove_oauth_client", "give oauth_client or remove_oauth_client, and not both"));
            }
            (Some(_), _, Some(_)) | (_, true, Some(_)) => {
                return Err(invalid("auth_profile_id", "give oauth_client or auth_profile_id, and not both"));
            }
            (Some(client), false, None) => {
                oauth_client::check(&client, entry.transport, &[])?;
                let (client, secret) = oauth_client::sort(client, before.entry.oauth_client.as_ref());
                credential = secret;
                ProfileChange::Client(Some(client))
            }
            (None, true, None) => ProfileChange::Client(None),
            (None, false, Some(profile)) if profile != before.entry.auth_profile_id => ProfileChange::To(profile),
            (None, false, _) => ProfileChange::None,
        };
        match &change {
            ProfileChange::Client(_) if self.shares_profile(&before).await? => {
                let why = "other connectors use the auth profile of this one; change the profile, or choose another one";
                return Err(invalid("oauth_client", why));
            }
            ProfileChange::Client(client) => entry.oauth_client.clone_from(client),
            ProfileChange::To(Some(profile)) => {
                let profile = self.usable_profile(profile, &record).await?;
                record.set_profile(Some(profile));
            }
            ProfileChange::To(None) => record.set_profile(None),
            ProfileChange::None => {}
        }
        let entry = &mut record.entry;
        let is_authorized = entry.headers.iter().any(|header| header.name.eq_ignore_ascii_case("authorization"));
        if is_authorized && (entry.oauth_client.is_some() || matches!(change, ProfileChange::To(Some(_)))) {
            let why = "the connector signs in with its client, which this header would replace; remove one of them";
            return Err(invalid("headers.Authorization", why));
        }
        if let Some(enabled) = request.enabled {
            entry.enabled = enabled;
        }
        if let Some(classes) = request.data_classes {
            entry.data_classes = classes;
        }
        if !secrets.0.is_empty() || credential.is_some() {
            record.secrets_version += 1;
        }
        let updated = record != before;
        let (mut receipt_id, mut is_signed_in) = (None, false);
        if updated {
            self.keep(id, &secrets).await?;
            record.entry.updated_at = self.core.now();
            let changed = identity::of(&record) != identity::of(&before);
            // Tokens are made out for an address and a client, and go to no other one.
            let client_changed = record.entry.oauth_client != before.entry.oauth_client || credential.is_some();
            let moved = Moved {
                address: record.entry.endpoint_url != before.entry.endpoint_url,
                client: client_changed && matches!(change, ProfileChange::Client(_)),
            };
            if let Some(credential) = credential {
                let owner = self.profile_for_client(&before).await?;
                secrets::put(&self.core, owner.as_str(), Kind::OauthClient, CREDENTIAL, credential).await?;
            }
            let (stored, to_other) = (record.clone(), matches!(change, ProfileChange::To(_)));
            let done = self.core.change(move |tx| store_change(tx, stored, changed, &moved, change)).await?;
            let left = done.left;
            (receipt_id, is_signed_in) = (Some(done.receipt_id), done.is_signed_in);
            if (moved.address || moved.client || to_other)
                && let Err(error) = self.drop_sign_in(id, &left.tokens).await
            {
                tracing::warn!(%error, "tokens of an address or client that is no longer used stay in the keychain");
            }
            if let Some(profile) = &left.deleted {
                auth_profiles::forget_secrets(&self.core, profile).await;
            }
            let kept_before = |record: &McpServerRecord| {
                let client = record.entry.oauth_client.as_ref();
                client.is_some_and(|client| client.credential == McpValuePlace::Keychain)
            };
            if moved.client
                && kept_before(&before)
                && !kept_before(&record)
                && let Some(owner) = &before.entry.auth_profile_id
                && let Err(error) = secrets::forget(&self.core, owner.as_str(), Kind::OauthClient, CREDENTIAL).await
            {
                tracing::warn!(%error, "a secret that is no longer used stays in the keychain");
            }
            for (kind, name) in secrets::kept(&before).into_iter().filter(|secret| !secrets::kept(&record).contains(secret)) {
                if let Err(error) = secrets::forget(&self.core, id.as_str(), kind, &name).await {
                    tracing::warn!(%error, "a secret that is no longer used stays in the keychain");
                }
            }
            if changed || to_other || !record.entry.enabled {
                self.connections.close(id).await;
            }
        }
        let server = self.item_of(id).await?;
        let response = McpServerMutationResponse { server, updated, accepted: true, receipt_id, schema_version: SCHEMA_VERSION };
        Ok((response, is_signed_in))
    }

    /// The id of the profile that has, or gets, the client of a server.
    async fn profile_for_client(&self, record: &McpServerRecord) -> Answer<McpAuthProfileId> {
        if let Some(id) = &record.entry.auth_profile_id {
            return Ok(id.clone());
        }
        let profiles = self.core.store.read(|db| mcp_auth_profiles::all(db)).await.map_err(crate::stored)?;
        Ok(auth_profiles::made_for(&record.entry, None, &profiles, self.core.now()).auth_profile_id)
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
        let server = self.item_of(id).await?;
        Ok(McpServerMutationResponse { server, updated, accepted: true, receipt_id, schema_version: SCHEMA_VERSION })
    }

    pub(crate) async fn delete(&self, id: &McpServerId) -> Answer<McpServerDeleteResponse> {
        let _gate = self.core.gate.lock().await;
        let record = self.record(id).await?;
        self.check_unused(id).await?;
        let (server, name) = (id.clone(), record.entry.display_name.clone());
        // First, so that nobody can open it again.
        let profile = record.entry.auth_profile_id.clone();
        let (receipt_id, detached) = self
            .core
            .change(move |tx| {
                let detached = match &profile {
                    Some(profile) => auth_profiles::detach(tx, profile, &server)?,
                    None => Detached::default(),
                };
                mcp_servers::delete(tx.db, &server)?;
                mcp_tools::delete_all(tx.db, &server)?;
                mcp_tool_health::delete_of_server(tx.db, &server)?;
                mcp_dispatches::delete_of_server(tx.db, &server)?;
                // Another server may get the id.
                for rule in mcp_policies::all(tx.db)?.into_iter().filter(|rule| is_about(&rule.target, &server)) {
                    mcp_policies::delete(tx.db, &rule.target)?;
                }
                let event = Event::ok(McpReceiptKind::ServerDelete, &server, format!("“{name}” was deleted."));
                Ok((receipts::add(tx, event)?, detached))
            })
            .await?;
        self.connections.forget(id).await;
        self.challenges.forget(id);
        // Another server may get its id and look the same.
        self.answers.forget();
        self.sweep_bundles().await;
        let mut secrets_left = Vec::new();
        for (kind, name) in secrets::kept(&record) {
            if let Err(error) = secrets::forget(&self.core, id.as_str(), kind, &name).await {
                tracing::warn!(%error, "a secret of a deleted server stays in the keychain");
                secrets_left.push(name);
            }
        }
        if let Err(error) = self.drop_sign_in(id, &detached.tokens).await {
            tracing::warn!(%error, "the tokens of a deleted server stay in the keychain");
            // A keychain that cannot be opened holds none of a server that nobody signed in to.
            if !detached.tokens.is_empty() {
                secrets_left.push("sign-in".to_owned());
            }
        }
        if let Some(profile) = &detached.deleted {
            let left = auth_profiles::forget_secrets(&self.core, profile).await.into_iter().map(str::to_owned);
            secrets_left.extend(left.filter(|what| what != "sign-in"));
        }
        let auth_profile_action = match (&detached.deleted, &detached.kept) {
            (Some(_), _) => McpAuthProfileAction::DeletedUnreferenced,
            (None, Some((_, true))) => McpAuthProfileAction::RetainedShared,
            (None, Some((_, false))) => McpAuthProfileAction::RetainedUnreferenced,
            (None, None) => McpAuthProfileAction::None,
        };
        Ok(McpServerDeleteResponse {
            server_id: id.clone(),
            deleted: true,
            auth_profile_action,
            detached_auth_profile_id: detached.kept.map(|(id, _)| id),
            secrets_left,
            receipt_id,
            schema_version: SCHEMA_VERSION,
        })
    }
}

/// What a request changes of the auth profile of a server.
enum ProfileChange {
    None,
    /// The client of the profile that it uses alone, or of a new one.
    Client(Option<McpOauthClient>),
    /// Another profile, or none.
    To(Option<McpAuthProfileId>),
}

/// What changed of what tokens are made out for.
#[derive(Clone, Copy)]
struct Moved {
    address: bool,
    client: bool,
}

/// A change that was stored.
struct Changed {
    receipt_id: ReceiptId,
    left: Detached,
    /// The server joined a sign-in that its auth profile has already.
    is_signed_in: bool,
}

fn store_change(
    tx: &crate::core::transaction::WriteTx<'_>,
    mut record: McpServerRecord,
    changed: bool,
    moved: &Moved,
    change: ProfileChange,
) -> Answer<Changed> {
    let id = record.entry.server_id.clone();
    let (mut left, mut is_signed_in) = (Detached::default(), false);
    // A connection may have stored what the server lists in the meantime, and a sign-in its profile.
    if let Some(now) = mcp_servers::get(tx.db, &id)? {
        (record.last, record.sign_in_waits_until) = (now.last.clone(), now.sign_in_waits_until);
        (record.resources, record.prompts, record.listed_at) = (now.resources.clone(), now.prompts.clone(), now.listed_at);
        record.entry.supported_tools.clone_from(&now.entry.supported_tools);
        record.entry.tool_schema_hash.clone_from(&now.entry.tool_schema_hash);
        record.entry.protocol_revision.clone_from(&now.entry.protocol_revision);
        if !matches!(change, ProfileChange::To(_)) {
            record.set_profile(now.profile.map(|profile| *profile));
        }
    }
    let is_to_other = matches!(change, ProfileChange::To(_));
    match change {
        ProfileChange::None => {}
        ProfileChange::Client(client) => {
            let profile = match record.profile.take() {
                Some(mut profile) => {
                    auth_profiles::set_client(&mut profile, client);
                    profile.updated_at = tx.now;
                    mcp_auth_profiles::put(tx.db, &profile)?;
                    Some(*profile)
                }
                None if client.is_some() => Some(auth_profiles::for_server(tx, &record, client)?),
                None => None,
            };
            record.set_profile(profile);
        }
        ProfileChange::To(profile) => {
            let before = mcp_servers::get(tx.db, &id)?.and_then(|now| now.entry.auth_profile_id);
            if let Some(before) = before {
                left = auth_profiles::detach(tx, &before, &id)?;
            }
            if let Some(profile) = &profile {
                is_signed_in = auth_profiles::attach(tx, profile, &record)?;
            }
        }
    }
    // Who takes another profile has left its sign-in already.
    if !is_to_other && (moved.address || moved.client) {
        let (tokens, joined) = auth_profiles::sign_in_again(tx, &record, moved.client)?;
        left.tokens.extend(tokens);
        is_signed_in = joined;
    }
    if is_signed_in {
        forget_asked(&mut record);
    }
    if changed {
        record.last = McpLastConnection::default();
    }
    mcp_servers::put(tx.db, &record)?;
    let words = if changed { "was changed, and has to be trusted again" } else { "was changed" };
    let entry = &record.entry;
    let event = Event::ok(McpReceiptKind::ServerPatch, &entry.server_id, format!("“{}” {words}.", entry.display_name));
    Ok(Changed { receipt_id: receipts::add(tx, event)?, left, is_signed_in })
}

impl Secrets {
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

/// An id made of a name, which is not taken. `otherwise`: where the name has no letter for it.
pub(super) fn free_id(name: &str, otherwise: &str, is_taken: impl Fn(&str) -> bool) -> String {
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
    let id = if id.is_empty() { otherwise } else { id };
    let numbered = (2..).map(|number| format!("{id}-{number}"));
    std::iter::once(id.to_owned()).chain(numbered).find(|id| !is_taken(id)).unwrap_or_default()
}
