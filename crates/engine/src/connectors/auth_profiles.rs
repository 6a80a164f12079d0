//! Auth profiles: how Apprentice signs in, shared by the servers that the person chose. A profile has one sign-in for each resource (RFC 8707),
//! and servers at or below a resource use the same tokens.
//!
//! Invariant: tokens go to the resource that they were made out for and to no other address, no matter who shares the profile. Invariant: deleting a
//! server deletes no profile that another server uses, or that the person made. Invariant: a profile that a server uses is not deleted.

use super::receipts::{self, Event};
use super::secrets::{self, CREDENTIAL, Kind};
use super::sign_in::{endpoint, state_of};
use super::tokens::{SOON, TokenPlace, forget_tokens, renews_by_itself};
use super::{Connectors, identity, oauth_client, settings};
use crate::Answer;
use crate::core::Core;
use crate::core::request::invalid;
use crate::core::transaction::WriteTx;
use apprentice_connectors::oauth;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::Time;
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{McpAuthProfileId, McpServerId, ReceiptId};
use apprentice_store::mcp_auth_profiles::{self, McpAuthProfileRecord, McpProfileSignIn};
use apprentice_store::mcp_servers::{self, McpServerRecord};
use apprentice_store::{Connection, StoreError};
use serde_json::json;

/// The tenant of a directory of Microsoft is part of the address of its authorization server.
const MICROSOFT: &str = "https://login.microsoftonline.com";

/// What a server left behind in the profile that it used before.
#[derive(Default)]
pub(super) struct Detached {
    /// Tokens that nobody uses any more.
    pub tokens: Vec<TokenPlace>,
    /// The profile, if it was deleted.
    pub deleted: Option<McpAuthProfileRecord>,
    /// The profile, if it was kept, and whether other servers use it.
    pub kept: Option<(McpAuthProfileId, bool)>,
}

impl Connectors {
    pub(crate) async fn auth_profiles(&self) -> Answer<McpAuthProfileListResponse> {
        let read = self.core.store.read(|db| Ok::<_, StoreError>((mcp_auth_profiles::all(db)?, mcp_servers::all(db)?)));
        let (profiles, servers) = read.await.map_err(crate::stored)?;
        let mut auth_profiles: Vec<McpAuthProfile> =
            profiles.iter().map(|profile| self.profile_view(profile, &servers)).collect();
        auth_profiles.sort_by_key(|profile| (profile.display_name.to_lowercase(), profile.auth_profile_id.clone()));
        Ok(McpAuthProfileListResponse { auth_profiles, schema_version: SCHEMA_VERSION })
    }

    async fn auth_profile(&self, id: &McpAuthProfileId) -> Answer<McpAuthProfile> {
        let wanted = id.clone();
        let read =
            self.core.store.read(move |db| Ok::<_, StoreError>((mcp_auth_profiles::get(db, &wanted)?, mcp_servers::all(db)?)));
        let (profile, servers) = read.await.map_err(crate::stored)?;
        Ok(self.profile_view(&profile.ok_or_else(|| unknown(id))?, &servers))
    }

    fn profile_view(&self, profile: &McpAuthProfileRecord, servers: &[McpServerRecord]) -> McpAuthProfile {
        let id = &profile.auth_profile_id;
        let users: Vec<&McpServerRecord> =
            servers.iter().filter(|server| server.entry.auth_profile_id.as_ref() == Some(id)).collect();
        let states = users.iter().map(|server| state_of(server)).chain(profile.sign_ins.iter().map(|kept| kept.sign_in.state));
        let expires_at = profile.sign_ins.iter().filter_map(|kept| kept.sign_in.expires_at).min();
        let renews =
            profile.sign_ins.iter().any(|kept| kept.sign_in.renews) && users.iter().any(|server| renews_by_itself(server));
        let client = profile.client.as_ref();
        let has_secret = client.filter(|client| client.client_auth != McpClientAuth::None);
        let person = profile.auth_mode == McpAuthMode::Delegated;
        McpAuthProfile {
            auth_profile_id: id.clone(),
            display_name: profile.display_name.clone(),
            provider: profile.provider,
            auth_mode: profile.auth_mode,
            secret_ref: has_secret.map(|client| secret_ref(client.credential, &secrets::variable_of(id.as_str(), CREDENTIAL))),
            token_ref: profile.sign_ins.first().filter(|_| person).map(|kept| format!("keychain:{id}:{}", kept.token_ref)),
            scopes: profile.scopes().to_vec(),
            tenant_id: profile.tenant_id.clone(),
            client_id: client.map(|client| client.client_id.clone()),
            client_auth: client.map(|client| client.client_auth).unwrap_or_default(),
            issuer: client.and_then(|client| client.issuer.clone()),
            redirect_uri: profile.redirect_uri.clone(),
            token_subject_kind: profile.token_subject_kind,
            incremental_consent_supported: person,
            auth_challenge_supported: person,
            refresh_at: expires_at.filter(|_| renews).map(|ends| ends - SOON),
            expires_at,
            refresh_policy: profile.refresh_policy,
            status: states.max_by_key(|state| needs_the_person(*state)).unwrap_or_default(),
            last_auth_error_code: users
                .iter()
                .find_map(|server| self.sign_ins.error(&server.entry.server_id))
                .map(|(code, _)| code),
            shared_profile: profile.shared_profile,
            sign_ins: profile.sign_ins.iter().map(sign_in_view).collect(),
            server_ids: users.iter().map(|server| server.entry.server_id.clone()).collect(),
            created_at: profile.created_at,
            updated_at: profile.updated_at,
            schema_version: SCHEMA_VERSION,
        }
    }

    /// Errors: `INVALID_REQUEST` with the field, `ADAPTER_UNAVAILABLE` without a keychain for its secret, `CONFLICT` when there are too many.
    pub(crate) async fn create_auth_profile(&self, request: McpAuthProfileCreateRequest) -> Answer<McpAuthProfile> {
        let _gate = self.core.gate.lock().await;
        let name = display_name(&request);
        settings::seen("display_name", &name)?;
        let redirect_uri = request.redirect_uri.map(|uri| checked_redirect("redirect_uri", &uri)).transpose()?;
        let read = self.core.store.read(|db| mcp_auth_profiles::all(db));
        let all = read.await.map_err(crate::stored)?;
        if all.len() >= MAX_AUTH_PROFILES {
            let message = format!("There are {MAX_AUTH_PROFILES} auth profiles already. Delete one first.");
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        if all.iter().any(|other| other.display_name.to_lowercase() == name.to_lowercase()) {
            let why = format!("there is an auth profile “{name}” already; choose another name");
            return Err(invalid("display_name", &why));
        }
        let tenant = request.tenant_id.as_ref().filter(|_| request.provider == McpProvider::M365);
        let issuer = request.issuer.clone().or_else(|| tenant.map(|tenant| format!("{MICROSOFT}/{tenant}/v2.0")));
        let (client, credential) = match request.client_id {
            Some(client_id) => {
                let input = McpOauthClientInput {
                    auth_mode: request.auth_mode,
                    client_id,
                    client_auth: request.client_auth,
                    credential: request.credential,
                    from_environment: request.from_environment,
                    issuer,
                    scopes: request.scopes.clone(),
                };
                oauth_client::check(&input, McpTransport::RemoteHttp, &[])
                    .map_err(|failure| renamed(failure, "oauth_client."))?;
                let (client, credential) = oauth_client::sort(input, None);
                (Some(client), credential)
            }
            None if request.auth_mode == McpAuthMode::ClientCredentials
                || request.client_auth != McpClientAuth::None
                || request.credential.is_some()
                || request.from_environment =>
            {
                let why = "give the id of the client; Apprentice can register itself only for a sign-in of the person, without a secret";
                return Err(invalid("client_id", why));
            }
            // Only a client is registered at one authorization server; without one each server names its own.
            None => {
                for (field, is_given) in [("issuer", request.issuer.is_some()), ("tenant_id", request.tenant_id.is_some())] {
                    if is_given {
                        let why = "it says where a client is registered; give client_id too, or leave it out";
                        return Err(invalid(field, why));
                    }
                }
                (None, None)
            }
        };
        let id = McpAuthProfileId(super::register::free_id(&name, "profile", |id| {
            all.iter().any(|other| other.auth_profile_id == *id)
        }));
        let now = self.core.now();
        let profile = McpAuthProfileRecord {
            auth_profile_id: id.clone(),
            display_name: name,
            provider: request.provider,
            auth_mode: request.auth_mode,
            scopes: if client.is_some() { Vec::new() } else { request.scopes },
            client,
            tenant_id: request.tenant_id,
            redirect_uri,
            token_subject_kind: match request.auth_mode {
                McpAuthMode::ClientCredentials => McpTokenSubject::Service,
                McpAuthMode::Delegated => request.token_subject_kind,
            },
            refresh_policy: request.refresh_policy,
            shared_profile: request.shared_profile,
            is_disposable: false,
            sign_ins: Vec::new(),
            created_at: now,
            updated_at: now,
        };
        if let Some(credential) = credential {
            put_credential(&self.core, &id, credential).await?;
        }
        let stored = profile.clone();
        let added = self.core.change(move |tx| {
            if mcp_auth_profiles::get(tx.db, &stored.auth_profile_id)?.is_some() {
                return Err(Failure::new(ErrorCode::Conflict, "Another auth profile of this name was just made. Try again."));
            }
            mcp_auth_profiles::put(tx.db, &stored)?;
            receipt(tx, McpReceiptKind::AuthProfileCreate, format!("The auth profile “{}” was made.", stored.display_name))
        });
        if let Err(failure) = added.await {
            forget_secrets(&self.core, &profile).await;
            return Err(failure);
        }
        self.auth_profile(&id).await
    }

    /// Errors: `MCP_AUTH_PROFILE_NOT_FOUND`, `INVALID_REQUEST` with the field, `MCP_AUTH_PROFILE_IN_USE` when it is to be shared no longer and
    /// several servers use it, `ADAPTER_UNAVAILABLE`.
    pub(crate) async fn update_auth_profile(
        &self,
        id: &McpAuthProfileId,
        request: McpAuthProfilePatchRequest,
    ) -> Answer<McpAuthProfile> {
        let _gate = self.core.gate.lock().await;
        let before = self.profile_record(id).await?;
        if let Some(name) = &request.display_name {
            settings::seen("display_name", name)?;
            if name.trim().is_empty() {
                return Err(invalid("display_name", "it is empty"));
            }
        }
        let redirect_uri = match request.redirect_uri {
            Some(Some(uri)) => Some(Some(checked_redirect("redirect_uri", &uri)?)),
            other => other,
        };
        let credential = match request.credential {
            Some(credential) => Some(checked_credential(&before, credential)?),
            None => None,
        };
        let (wanted, name) = (id.clone(), request.display_name.map(|name| name.trim().to_owned()));
        let read = self.core.store.read(move |db| Ok::<_, StoreError>((mcp_auth_profiles::all(db)?, users(db, &wanted)?)));
        let (all, users_now) = read.await.map_err(crate::stored)?;
        // A refusal after the keychain has the new secret would come too late for the one that it replaced.
        check_change(&before, &all, &users_now, name.as_deref(), request.shared_profile)?;
        let has_new_secret = credential.is_some();
        // A renewal that is on its way would bring tokens of the old secret after they were forgotten.
        let mut held = Vec::new();
        if has_new_secret {
            let mut all = places(&before);
            all.sort_by_key(TokenPlace::key);
            for place in all {
                held.push((self.sign_ins.renewing(&place.key()).lock_owned().await, self.token_lock(&place).await?));
            }
        }
        if let Some(credential) = credential {
            put_credential(&self.core, id, credential).await?;
        }
        let wanted = id.clone();
        let changed = self.core.change(move |tx| {
            let found = mcp_auth_profiles::get(tx.db, &wanted)?.ok_or_else(|| unknown(&wanted))?;
            let users = users(tx.db, &wanted)?;
            check_change(&found, &mcp_auth_profiles::all(tx.db)?, &users, name.as_deref(), request.shared_profile)?;
            let mut profile = found.clone();
            profile.display_name = name.unwrap_or(profile.display_name);
            if let Some(scopes) = request.scopes {
                match &mut profile.client {
                    Some(client) => client.scopes = scopes,
                    None => profile.scopes = scopes,
                }
            }
            if let Some(uri) = redirect_uri {
                profile.redirect_uri = uri;
            }
            profile.refresh_policy = request.refresh_policy.unwrap_or(profile.refresh_policy);
            if let Some(shared) = request.shared_profile {
                profile.shared_profile = shared;
                // A profile that the person shares stays when its first server goes.
                profile.is_disposable &= !shared;
            }
            let mut left = Vec::new();
            if has_new_secret {
                if let Some(client) = &mut profile.client {
                    client.credential = McpValuePlace::Keychain;
                }
                left = places(&profile);
                profile.sign_ins.clear();
            }
            if profile == found && !has_new_secret {
                return Ok((Vec::new(), left));
            }
            profile.updated_at = tx.now;
            mcp_auth_profiles::put(tx.db, &profile)?;
            let mut other: Vec<McpServerId> = Vec::new();
            for mut server in users {
                let before = identity::of(&server);
                server.set_profile(Some(profile.clone()));
                if has_new_secret {
                    server.secrets_version += 1;
                    mcp_servers::put(tx.db, &server)?;
                }
                if identity::of(&server) != before {
                    other.push(server.entry.server_id);
                }
            }
            let words = if other.is_empty() { "" } else { " The connectors that use it have to be trusted again." };
            let summary = format!("The auth profile “{}” was changed.{words}", profile.display_name);
            receipt(tx, McpReceiptKind::AuthProfilePatch, summary)?;
            Ok((other, left))
        });
        let (other, left) = changed.await?;
        for place in &left {
            self.sign_ins.forget_unsaved(&place.key());
            if let Err(why) = forget_tokens(&self.core, place).await {
                tracing::warn!(%why, "tokens of a secret that was replaced stay in the keychain");
            }
        }
        drop(held);
        for server in other {
            if let Err(why) = self.drop_sign_in(&server, &[]).await {
                tracing::warn!(%why, "what is known of a sign-in stays");
            }
            self.connections.close(&server).await;
        }
        self.auth_profile(id).await
    }

    /// Errors: `MCP_AUTH_PROFILE_NOT_FOUND`, `MCP_AUTH_PROFILE_IN_USE`.
    pub(crate) async fn delete_auth_profile(&self, id: &McpAuthProfileId) -> Answer<McpAuthProfileDeleteResponse> {
        let _gate = self.core.gate.lock().await;
        let wanted = id.clone();
        let deleted = self.core.change(move |tx| {
            let profile = mcp_auth_profiles::get(tx.db, &wanted)?.ok_or_else(|| unknown(&wanted))?;
            let users = users(tx.db, &wanted)?;
            if !users.is_empty() {
                return Err(in_use(&profile, &users, "so it is not deleted"));
            }
            mcp_auth_profiles::delete(tx.db, &wanted)?;
            let summary = format!("The auth profile “{}” was deleted.", profile.display_name);
            Ok((receipt(tx, McpReceiptKind::AuthProfileDelete, summary)?, profile))
        });
        let (receipt_id, profile) = deleted.await?;
        let left = forget_secrets(&self.core, &profile).await;
        Ok(McpAuthProfileDeleteResponse {
            auth_profile_id: id.clone(),
            deleted: true,
            blocked_by_server_ids: Vec::new(),
            secrets_left: left.into_iter().map(str::to_owned).collect(),
            receipt_id,
            schema_version: SCHEMA_VERSION,
        })
    }

    pub(super) async fn profile_record(&self, id: &McpAuthProfileId) -> Answer<McpAuthProfileRecord> {
        let wanted = id.clone();
        let read = self.core.store.read(move |db| mcp_auth_profiles::get(db, &wanted));
        read.await.map_err(crate::stored)?.ok_or_else(|| unknown(id))
    }

    /// The profile that a server is to use. Errors: `MCP_AUTH_PROFILE_NOT_FOUND`, `INVALID_REQUEST` when the server has no sign-in or the
    /// profile belongs to another server.
    pub(super) async fn usable_profile(&self, id: &McpAuthProfileId, record: &McpServerRecord) -> Answer<McpAuthProfileRecord> {
        let profile = self.profile_record(id).await?;
        let wrong = |why: &str| Err(invalid("auth_profile_id", why));
        if record.entry.transport != McpTransport::RemoteHttp {
            return wrong("only a server with an address has a sign-in; give a program its key as a variable");
        }
        if record.entry.headers.iter().any(|header| header.name.eq_ignore_ascii_case("authorization")) {
            return wrong("the connector has a header Authorization, which a sign-in would replace; remove it");
        }
        let wanted = id.clone();
        let others = self.core.store.read(move |db| users(db, &wanted)).await.map_err(crate::stored)?;
        let other = others.iter().find(|other| other.entry.server_id != record.entry.server_id);
        match other.filter(|_| !profile.shared_profile) {
            Some(other) => wrong(&format!(
                "the auth profile “{}” belongs to “{}” alone; share it first, with `apprentice connectors profiles edit {id} --shared true`",
                profile.display_name, other.entry.display_name
            )),
            None => Ok(profile),
        }
    }

    /// Whether another server uses the profile of a server too: then the server does not change it.
    pub(super) async fn shares_profile(&self, record: &McpServerRecord) -> Answer<bool> {
        let Some(id) = record.entry.auth_profile_id.clone() else { return Ok(false) };
        let all = self.core.store.read(move |db| users(db, &id)).await.map_err(crate::stored)?;
        Ok(all.iter().any(|other| other.entry.server_id != record.entry.server_id))
    }
}

/// Errors: `INVALID_REQUEST` for a name that another profile has, `MCP_AUTH_PROFILE_IN_USE` when several servers use a profile that is to be
/// shared no longer.
fn check_change(
    profile: &McpAuthProfileRecord,
    all: &[McpAuthProfileRecord],
    users: &[McpServerRecord],
    name: Option<&str>,
    shared: Option<bool>,
) -> Answer<()> {
    let is_taken = |name: &str| {
        let mut others = all.iter().filter(|other| other.auth_profile_id != profile.auth_profile_id);
        others.any(|other| other.display_name.to_lowercase() == name.to_lowercase())
    };
    if let Some(name) = name.filter(|name| is_taken(name)) {
        return Err(invalid("display_name", &format!("there is an auth profile “{name}” already; choose another name")));
    }
    if shared == Some(false) && users.len() > 1 {
        return Err(in_use(profile, users, "so that it cannot be used by one alone"));
    }
    Ok(())
}

/// How much a status needs the person.
fn needs_the_person(state: McpAuthState) -> u8 {
    match state {
        McpAuthState::Expired => 4,
        McpAuthState::ChallengeRequired => 3,
        McpAuthState::Revoked => 2,
        McpAuthState::Healthy => 1,
        McpAuthState::Unknown => 0,
    }
}

fn sign_in_view(kept: &McpProfileSignIn) -> McpAuthProfileSignIn {
    McpAuthProfileSignIn {
        resource: kept.resource.clone(),
        issuer: kept.sign_in.issuer.clone(),
        state: kept.sign_in.state,
        scopes_granted: kept.sign_in.scopes_granted.clone(),
        expires_at: kept.sign_in.expires_at,
        server_ids: kept.server_ids.clone(),
    }
}

fn display_name(request: &McpAuthProfileCreateRequest) -> String {
    if let Some(name) = request.display_name.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
        return name.to_owned();
    }
    let family = match request.provider {
        McpProvider::M365 => "Microsoft 365",
        McpProvider::GmailGoogle => "Google",
        McpProvider::Acrobat => "Acrobat",
        McpProvider::CustomRemote | McpProvider::ProviderNative => "Sign-in",
    };
    match &request.client_id {
        Some(client) => format!("{family} as {}", client.chars().take(100).collect::<String>()),
        None => family.to_owned(),
    }
}

/// Keeps the secret of the client of a profile.
async fn put_credential(core: &Core, id: &McpAuthProfileId, credential: String) -> Answer<()> {
    let put = secrets::put(core, id.as_str(), Kind::OauthClient, CREDENTIAL, credential).await;
    put.map_err(|failure| renamed(failure, "oauth_client."))
}

/// A refusal that names a field of the profile instead of one of the client of a server.
fn renamed(mut failure: Failure, prefix: &str) -> Failure {
    failure.message = failure.message.replacen(prefix, "", 1);
    if let Some(details) = &mut failure.details
        && let Some(field) = details["field"].as_str().map(|field| field.replacen(prefix, "", 1))
    {
        details["field"] = json!(field);
    }
    failure
}

/// The port that the browser comes back to.
pub(super) fn port_of(uri: &str) -> Option<u16> {
    url::Url::parse(uri).ok().and_then(|url| url.port())
}

fn checked_redirect(field: &str, uri: &str) -> Answer<String> {
    let port = port_of(uri).filter(|port| *port > 0 && uri == format!("http://127.0.0.1:{port}/callback"));
    match port {
        Some(_) => Ok(uri.to_owned()),
        None => {
            Err(invalid(field, "it has to be http://127.0.0.1:PORT/callback, because the browser comes back to this machine"))
        }
    }
}

fn checked_credential(profile: &McpAuthProfileRecord, credential: String) -> Answer<String> {
    let Some(client) = profile.client.as_ref().filter(|client| client.client_auth != McpClientAuth::None) else {
        return Err(invalid("credential", "the profile has no client with a secret or key; make another profile"));
    };
    let input = McpOauthClientInput {
        auth_mode: client.auth_mode,
        client_id: client.client_id.clone(),
        client_auth: client.client_auth,
        credential: Some(credential.clone()),
        issuer: client.issuer.clone(),
        ..McpOauthClientInput::default()
    };
    let checked = oauth_client::check(&input, McpTransport::RemoteHttp, &[]);
    checked.map_err(|failure| renamed(failure, "oauth_client."))?;
    Ok(credential.trim().to_owned())
}

pub(super) fn unknown(id: &McpAuthProfileId) -> Failure {
    let message = format!("There is no auth profile “{id}”. `apprentice connectors profiles` lists them.");
    Failure::new(ErrorCode::McpAuthProfileNotFound, message).with_details(json!({ "auth_profile_id": id }))
}

fn in_use(profile: &McpAuthProfileRecord, users: &[McpServerRecord], so: &str) -> Failure {
    let names: Vec<&str> = users.iter().map(|server| server.entry.display_name.as_str()).collect();
    let ids: Vec<&McpServerId> = users.iter().map(|server| &server.entry.server_id).collect();
    let message = format!(
        "These connectors use the auth profile “{}”, {so}: {}. Choose another profile for them first.",
        profile.display_name,
        names.join(", ")
    );
    let details = json!({ "auth_profile_id": profile.auth_profile_id, "blocked_by_server_ids": ids, "servers": names });
    Failure::new(ErrorCode::McpAuthProfileInUse, message).with_details(details)
}

fn receipt(tx: &WriteTx<'_>, kind: McpReceiptKind, summary: String) -> Answer<ReceiptId> {
    let nobody = McpServerId::default();
    receipts::add(tx, Event { server: None, ..Event::ok(kind, &nobody, summary) })
}

/// The servers that use a profile, by id.
pub(super) fn users(db: &Connection, id: &McpAuthProfileId) -> Result<Vec<McpServerRecord>, StoreError> {
    let all = mcp_servers::all(db)?.into_iter();
    Ok(all.filter(|server| server.entry.auth_profile_id.as_ref() == Some(id)).collect())
}

/// A profile for one server, which is deleted with it.
pub(super) fn made_for(
    entry: &McpServerEntry,
    client: Option<McpOauthClient>,
    all: &[McpAuthProfileRecord],
    now: Time,
) -> McpAuthProfileRecord {
    let is_taken = |id: &str| all.iter().any(|other| other.auth_profile_id == *id);
    let mut profile = McpAuthProfileRecord {
        auth_profile_id: McpAuthProfileId(super::register::free_id(entry.server_id.as_str(), "profile", is_taken)),
        display_name: entry.display_name.clone(),
        provider: entry.provider,
        auth_mode: McpAuthMode::Delegated,
        client: None,
        scopes: Vec::new(),
        tenant_id: None,
        redirect_uri: None,
        token_subject_kind: McpTokenSubject::User,
        refresh_policy: McpRefreshPolicy::AutoIfRefreshToken,
        shared_profile: false,
        is_disposable: true,
        sign_ins: Vec::new(),
        created_at: now,
        updated_at: now,
    };
    set_client(&mut profile, client);
    profile
}

/// Sets the client of a profile that one server uses.
pub(super) fn set_client(profile: &mut McpAuthProfileRecord, client: Option<McpOauthClient>) {
    profile.auth_mode = client.as_ref().map(|client| client.auth_mode).unwrap_or_default();
    profile.token_subject_kind = match profile.auth_mode {
        McpAuthMode::ClientCredentials => McpTokenSubject::Service,
        McpAuthMode::Delegated => McpTokenSubject::User,
    };
    profile.client = client;
}

/// Makes and stores a profile for a server that has none.
pub(super) fn for_server(
    tx: &WriteTx<'_>,
    record: &McpServerRecord,
    client: Option<McpOauthClient>,
) -> Answer<McpAuthProfileRecord> {
    let profile = made_for(&record.entry, client, &mcp_auth_profiles::all(tx.db)?, tx.now);
    mcp_auth_profiles::put(tx.db, &profile)?;
    Ok(profile)
}

/// Stores a sign-in of a server at a resource in its profile. Answers the servers that use it, and tokens that nobody uses any more.
pub(super) fn place(
    tx: &WriteTx<'_>,
    profile: &mut McpAuthProfileRecord,
    server: &McpServerId,
    resource: String,
    sign_in: McpSignIn,
) -> Answer<(Vec<McpServerId>, Vec<TokenPlace>)> {
    let place = TokenPlace::at(profile, &resource);
    let is_other = profile.sign_in_of(server).is_some_and(|kept| kept.resource != resource);
    let left = if is_other { leave(profile, server, false) } else { Vec::new() };
    let at = match profile.sign_ins.iter().position(|kept| kept.resource == resource) {
        Some(at) => at,
        None => {
            let token_ref = place.token_ref;
            profile.sign_ins.push(McpProfileSignIn { resource, token_ref, server_ids: Vec::new(), sign_in: sign_in.clone() });
            profile.sign_ins.len() - 1
        }
    };
    profile.sign_ins[at].sign_in = sign_in;
    for other in users(tx.db, &profile.auth_profile_id)? {
        let id = &other.entry.server_id;
        let is_free = id == server || profile.sign_in_of(id).is_none();
        let kept = &mut profile.sign_ins[at];
        let is_below = endpoint(&other).is_ok_and(|endpoint| oauth::covers(&kept.resource, &endpoint));
        if is_free && (is_below || id == server) && !kept.server_ids.contains(id) {
            kept.server_ids.push(id.clone());
        }
    }
    Ok((profile.sign_ins[at].server_ids.clone(), left))
}

/// Takes a server out of the sign-ins of its profile. Answers the tokens that nobody uses any more. `keeps`: the profile keeps a sign-in that no
/// server uses.
fn leave(profile: &mut McpAuthProfileRecord, server: &McpServerId, keeps: bool) -> Vec<TokenPlace> {
    let id = profile.auth_profile_id.clone();
    let mut left = Vec::new();
    profile.sign_ins.retain_mut(|kept| {
        let before = kept.server_ids.len();
        kept.server_ids.retain(|known| known != server);
        let stays = keeps || kept.server_ids.len() == before || !kept.server_ids.is_empty();
        if !stays {
            left.push(TokenPlace { profile: id.clone(), token_ref: kept.token_ref.clone() });
        }
        stays
    });
    left
}

/// Lets a server use the tokens of its profile that were made out for its address, or one above it. `true`: it is signed in with them.
fn join(profile: &mut McpAuthProfileRecord, record: &McpServerRecord) -> bool {
    let Ok(endpoint) = endpoint(record) else { return false };
    let fitting = profile.sign_ins.iter_mut().filter(|kept| oauth::covers(&kept.resource, &endpoint));
    let Some(kept) = fitting.max_by_key(|kept| kept.resource.len()) else { return false };
    if !kept.server_ids.contains(&record.entry.server_id) {
        kept.server_ids.push(record.entry.server_id.clone());
    }
    kept.sign_in.state == McpAuthState::Healthy && kept.sign_in.scopes_needed.is_empty()
}

/// Ends the sign-in of a server whose address or client changed, and joins one that fits now. Answers the tokens that nobody uses any more, and
/// whether the server is signed in.
pub(super) fn sign_in_again(tx: &WriteTx<'_>, record: &McpServerRecord, client_changed: bool) -> Answer<(Vec<TokenPlace>, bool)> {
    let Some(id) = &record.entry.auth_profile_id else { return Ok((Vec::new(), false)) };
    let Some(mut profile) = mcp_auth_profiles::get(tx.db, id)? else { return Ok((Vec::new(), false)) };
    let keeps = profile.shared_profile && !client_changed;
    let mut left = leave(&mut profile, &record.entry.server_id, keeps);
    if client_changed {
        left.extend(places(&profile));
        profile.sign_ins.clear();
    }
    let is_signed_in = join(&mut profile, record);
    mcp_auth_profiles::put(tx.db, &profile)?;
    Ok((left, is_signed_in))
}

/// Takes a server out of a profile. A profile that was made for it alone is deleted. One that the person made or shared keeps its sign-ins, so
/// that they need not sign in again when they use it for another server, or for this one again.
pub(super) fn detach(tx: &WriteTx<'_>, id: &McpAuthProfileId, server: &McpServerId) -> Answer<Detached> {
    let Some(mut profile) = mcp_auth_profiles::get(tx.db, id)? else { return Ok(Detached::default()) };
    let is_shared = users(tx.db, id)?.iter().any(|other| other.entry.server_id != *server);
    if !is_shared && profile.is_disposable {
        mcp_auth_profiles::delete(tx.db, id)?;
        return Ok(Detached { tokens: places(&profile), deleted: Some(profile), kept: None });
    }
    let keeps = !profile.is_disposable;
    let tokens = leave(&mut profile, server, keeps);
    mcp_auth_profiles::put(tx.db, &profile)?;
    Ok(Detached { tokens, deleted: None, kept: Some((id.clone(), is_shared)) })
}

/// Adds a server to a profile. Its record names the profile already. `true`: the profile is signed in at the server's address.
pub(super) fn attach(tx: &WriteTx<'_>, id: &McpAuthProfileId, record: &McpServerRecord) -> Answer<bool> {
    let mut profile = mcp_auth_profiles::get(tx.db, id)?.ok_or_else(|| unknown(id))?;
    let is_signed_in = join(&mut profile, record);
    mcp_auth_profiles::put(tx.db, &profile)?;
    Ok(is_signed_in)
}

/// The tokens of a profile.
fn places(profile: &McpAuthProfileRecord) -> Vec<TokenPlace> {
    let place =
        |kept: &McpProfileSignIn| TokenPlace { profile: profile.auth_profile_id.clone(), token_ref: kept.token_ref.clone() };
    profile.sign_ins.iter().map(place).collect()
}

/// Forgets the secret and tokens of a profile. Answers what stayed in the keychain.
pub(super) async fn forget_secrets(core: &Core, profile: &McpAuthProfileRecord) -> Vec<&'static str> {
    let mut left = Vec::new();
    let has_secret = profile.client.as_ref().is_some_and(|client| client.credential == McpValuePlace::Keychain);
    if has_secret && let Err(why) = secrets::forget(core, profile.auth_profile_id.as_str(), Kind::OauthClient, CREDENTIAL).await {
        tracing::warn!(%why, "the secret of an auth profile stays in the keychain");
        left.push("credential");
    }
    for place in places(profile) {
        if let Err(why) = forget_tokens(core, &place).await {
            tracing::warn!(%why, "tokens of an auth profile stay in the keychain");
            left.push("sign-in");
        }
    }
    left.dedup();
    left
}
