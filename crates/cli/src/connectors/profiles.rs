//! Auth profiles: how Apprentice signs in, shared by several connectors.

use super::find;
use crate::engine::{CliContext, Engine, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use crate::skills::changes::{Answer, Consent};
use apprentice_api::operations as op;
use apprentice_contracts::connector::*;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::ids::McpAuthProfileId;
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::io::Read;

/// When tokens are renewed, in the words of a person.
const REFRESH: [&str; 3] = ["auto", "manual", "never"];
const FAMILIES: [&str; 4] = ["custom_remote", "m365", "gmail_google", "acrobat"];
const PROOFS: [&str; 4] = ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"];

#[derive(Args)]
pub struct Profiles {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// List auth profiles with the connectors that use them
    List,
    /// Make an auth profile
    Add(Add),
    /// Change an auth profile
    Edit(Edit),
    /// Delete an auth profile that no connector uses, with its tokens and secret
    Remove {
        profile: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Let a connector sign in with an auth profile
    Use {
        /// The connector
        connector: String,
        /// The auth profile
        #[arg(required_unless_present = "none")]
        profile: Option<String>,
        /// Take its auth profile from it. Its next sign-in makes a new one
        #[arg(long, conflicts_with = "profile")]
        none: bool,
    },
}

#[derive(Args)]
struct Add {
    /// Its name
    name: String,
    /// The family of its connectors
    #[arg(long, value_name = "FAMILY", value_parser = FAMILIES)]
    provider: Option<String>,
    /// The id under which Apprentice is registered at the authorization server. Without one it registers itself
    #[arg(long, value_name = "ID")]
    client_id: Option<String>,
    /// Sign in without a person, as this client (client credentials)
    #[arg(long, requires = "client_id")]
    by_itself: bool,
    /// How the client authenticates: with a secret, or with a private key (PEM). The key is read from standard input
    #[arg(long, value_name = "HOW", requires = "client_id", value_parser = PROOFS)]
    auth: Option<String>,
    /// Its secret or key is APPRENTICE_CONNECTOR_<PROFILE>__CREDENTIAL of Apprentice's own environment
    #[arg(long, requires = "auth")]
    from_env: bool,
    /// The address of the authorization server where the client is registered
    #[arg(long, value_name = "URL", requires = "client_id")]
    issuer: Option<String>,
    /// The tenant of a directory; with --provider m365 it names the authorization server
    #[arg(long, value_name = "TENANT", requires = "client_id")]
    tenant: Option<String>,
    /// A scope to request instead of those that the server names. May be repeated
    #[arg(long = "scope", value_name = "SCOPE")]
    scopes: Vec<String>,
    /// Where the browser comes back to: http://127.0.0.1:PORT/callback
    #[arg(long, value_name = "URL")]
    redirect_uri: Option<String>,
    /// When its tokens are renewed
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = REFRESH)]
    refresh: String,
    /// Let several connectors use it
    #[arg(long)]
    shared: bool,
}

#[derive(Args)]
struct Edit {
    profile: String,
    /// Its new name
    #[arg(long, value_name = "NAME")]
    rename: Option<String>,
    /// A scope to request. May be repeated, and replaces the scopes that it has
    #[arg(long = "scope", value_name = "SCOPE")]
    scopes: Vec<String>,
    /// Request the scopes that the server names
    #[arg(long, conflicts_with = "scopes")]
    no_scopes: bool,
    /// Where the browser comes back to: http://127.0.0.1:PORT/callback, or `free` for any free port
    #[arg(long, value_name = "URL")]
    redirect_uri: Option<String>,
    /// When its tokens are renewed
    #[arg(long, value_name = "WHEN", value_parser = REFRESH)]
    refresh: Option<String>,
    /// Whether several connectors can use it
    #[arg(long, value_name = "BOOL")]
    shared: Option<bool>,
    /// Read a new secret or key of its client from standard input
    #[arg(long)]
    secret: bool,
}

pub async fn run(context: &CliContext, request: Profiles) -> CommandResult {
    match request.command.unwrap_or(Command::List) {
        Command::List => {
            with_engine(context, async |engine| {
                let found = all(engine).await?;
                Report::new(&found, list(&found.auth_profiles))
            })
            .await
        }
        Command::Add(request) => {
            let body = create(request)?;
            with_engine(context, async |engine| {
                let made: McpAuthProfile = engine.call(op::CREATE_MCP_AUTH_PROFILE.call([]).json(body)).await?;
                let id = &made.auth_profile_id;
                let text = format!(
                    "The auth profile “{}” was made. `apprentice connectors profiles use CONNECTOR {id}` uses it.",
                    made.display_name
                );
                Report::new(&made, text)
            })
            .await
        }
        Command::Edit(request) => {
            let body = patch(&request)?;
            with_engine(context, async |engine| {
                let id = known(engine, &request.profile).await?;
                let done: McpAuthProfile = engine.call(op::UPDATE_MCP_AUTH_PROFILE.call([&id]).json(body)).await?;
                Report::new(&done, list(std::slice::from_ref(&done)))
            })
            .await
        }
        Command::Remove { profile, consent } => {
            with_engine(context, async |engine| {
                let id = known(engine, &profile).await?;
                let plan = format!("The auth profile {id} is deleted, with its tokens and secret.");
                if let Answer::Shown = consent.ask(&plan, &json!({ "auth_profile_id": id }))? {
                    return Report::new(&json!({ "auth_profile_id": id, "deleted": false }), plan);
                }
                let done: McpAuthProfileDeleteResponse = engine.call(op::DELETE_MCP_AUTH_PROFILE.call([&id])).await?;
                let mut text = format!("{id} was deleted.");
                if !done.secrets_left.is_empty() {
                    text.push_str(&format!(" These secrets stayed in the keychain: {}.", done.secrets_left.join(", ")));
                }
                Report::new(&done, text)
            })
            .await
        }
        Command::Use { connector, profile, .. } => {
            with_engine(context, async |engine| {
                let server = find(engine, &connector).await?;
                let id = match &profile {
                    Some(profile) => Some(known(engine, profile).await?),
                    None => None,
                };
                let request = op::UPDATE_MCP_SERVER.call([&server]).json(json!({ "auth_profile_id": id }));
                let done: McpServerMutationResponse = engine.call(request).await?;
                let name = &done.server.registry.display_name;
                let mut text = match &id {
                    Some(id) => format!("“{name}” signs in with {id}."),
                    None => format!("“{name}” has no auth profile any more."),
                };
                if !done.server.registry.trusted {
                    text.push_str(&format!(" It has to be trusted again: `apprentice connectors trust {server}`."));
                }
                Report::new(&done, text)
            })
            .await
        }
    }
}

async fn all(engine: &Engine) -> Result<McpAuthProfileListResponse, CommandError> {
    engine.call(op::MCP_AUTH_PROFILES.call([])).await
}

/// The profile of this id or name.
pub(super) async fn known(engine: &Engine, name: &str) -> Result<McpAuthProfileId, CommandError> {
    let profiles = all(engine).await?.auth_profiles;
    let by_id = profiles.iter().find(|profile| profile.auth_profile_id == *name);
    let by_name = || profiles.iter().find(|profile| profile.display_name.to_lowercase() == name.to_lowercase());
    match by_id.or_else(by_name) {
        Some(profile) => Ok(profile.auth_profile_id.clone()),
        None => {
            let known: Vec<&str> = profiles.iter().map(|profile| profile.auth_profile_id.as_str()).collect();
            let known =
                if known.is_empty() { "There is none yet".to_owned() } else { format!("There are: {}", known.join(", ")) };
            let message = format!("There is no auth profile “{name}”. {known}.");
            Err(CommandError::refused(ErrorCode::McpAuthProfileNotFound, message))
        }
    }
}

fn policy(when: &str) -> &'static str {
    match when {
        "auto" => "auto_if_refresh_token",
        "never" => "deny",
        _ => "manual",
    }
}

fn credential() -> Result<String, CommandError> {
    let refused = |why: String| CommandError::refused(ErrorCode::InvalidRequest, why);
    let mut text = String::new();
    let read = std::io::stdin().lock().read_to_string(&mut text);
    read.map_err(|error| refused(format!("standard input cannot be read: {error}")))?;
    match text.trim() {
        "" => Err(refused("Give the secret, or the private key in PEM, on standard input.".to_owned())),
        text => Ok(text.to_owned()),
    }
}

fn create(request: Add) -> Result<Value, CommandError> {
    let how = request.auth.as_deref().unwrap_or("none");
    let mut body = json!({
        "display_name": request.name, "client_auth": how, "from_environment": request.from_env, "scopes": request.scopes,
        "auth_mode": if request.by_itself { "oauth2_client_credentials" } else { "oauth2_delegated" },
        "refresh_policy": policy(&request.refresh), "shared_profile": request.shared, "client_id": request.client_id,
        "issuer": request.issuer, "tenant_id": request.tenant, "redirect_uri": request.redirect_uri,
    });
    if let Some(provider) = request.provider {
        body["provider"] = json!(provider);
    }
    if how != "none" && !request.from_env {
        body["credential"] = json!(credential()?);
    }
    Ok(body)
}

fn patch(request: &Edit) -> Result<Value, CommandError> {
    let mut body = json!({});
    if let Some(name) = &request.rename {
        body["display_name"] = json!(name);
    }
    if request.no_scopes || !request.scopes.is_empty() {
        body["scopes"] = json!(request.scopes);
    }
    if let Some(uri) = &request.redirect_uri {
        body["redirect_uri"] = if uri == "free" { Value::Null } else { json!(uri) };
    }
    if let Some(when) = &request.refresh {
        body["refresh_policy"] = json!(policy(when));
    }
    if let Some(shared) = request.shared {
        body["shared_profile"] = json!(shared);
    }
    if request.secret {
        body["credential"] = json!(credential()?);
    }
    Ok(body)
}

fn list(profiles: &[McpAuthProfile]) -> String {
    if profiles.is_empty() {
        return "There is no auth profile yet. A sign-in makes one.".to_owned();
    }
    profiles.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn line(profile: &McpAuthProfile) -> String {
    let state = match profile.status {
        McpAuthState::Healthy => "signed in",
        McpAuthState::ChallengeRequired => "wants a sign-in",
        McpAuthState::Expired => "the sign-in has ended",
        McpAuthState::Revoked => "signed out",
        McpAuthState::Unknown => "nobody signed in yet",
    };
    let client = profile.client_id.as_ref().map(|client| format!(", as {client}")).unwrap_or_default();
    let shared = if profile.shared_profile { ", shared" } else { "" };
    let users: Vec<&str> = profile.server_ids.iter().map(|id| id.as_str()).collect();
    let users = if users.is_empty() { "no connector".to_owned() } else { users.join(", ") };
    format!("{}  “{}”: {state}{client}{shared}. Used by {users}.", profile.auth_profile_id, profile.display_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_who_signs_in_and_for_which_connectors() {
        let profile: McpAuthProfile = serde_json::from_value(json!({
            "auth_profile_id": "work", "display_name": "Work", "provider": "custom_remote", "auth_mode": "oauth2_delegated",
            "scopes": [], "client_id": "app", "client_auth": "none", "token_subject_kind": "user",
            "incremental_consent_supported": true, "auth_challenge_supported": true, "refresh_policy": "manual",
            "status": "expired", "shared_profile": true, "sign_ins": [], "server_ids": ["a", "b"],
            "created_at": "2027-01-01T00:00:00Z", "updated_at": "2027-01-01T00:00:00Z", "schema_version": 1,
        }))
        .unwrap();
        assert_eq!(line(&profile), "work  “Work”: the sign-in has ended, as app, shared. Used by a, b.");
        assert!(list(&[]).contains("A sign-in makes one"));
    }

    #[test]
    fn what_is_not_given_is_not_changed() {
        let request = |change: fn(&mut Edit)| {
            let mut edit = Edit {
                profile: "a".into(),
                rename: None,
                scopes: Vec::new(),
                no_scopes: false,
                redirect_uri: None,
                refresh: None,
                shared: None,
                secret: false,
            };
            change(&mut edit);
            patch(&edit).unwrap()
        };
        assert_eq!(request(|_| {}), json!({}));
        assert_eq!(request(|edit| edit.no_scopes = true), json!({ "scopes": [] }));
        assert_eq!(request(|edit| edit.redirect_uri = Some("free".into())), json!({ "redirect_uri": null }));
        assert_eq!(request(|edit| edit.refresh = Some("never".into())), json!({ "refresh_policy": "deny" }));
    }
}
