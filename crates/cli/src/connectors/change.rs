//! Registering and changing a connector.

use super::{detail, find};
use crate::engine::{CliContext, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use apprentice_api::operations as op;
use apprentice_contracts::connector::{McpServerMutationResponse, McpVariable};
use apprentice_contracts::error::ErrorCode;
use clap::Args;
use serde_json::{Value, json};
use std::io::{BufRead, Read};

#[derive(Args)]
pub struct Add {
    /// Its name
    name: String,
    /// Its address: https://, or http:// on this machine
    #[arg(long, conflicts_with = "command", required_unless_present = "command")]
    url: Option<String>,
    #[command(flatten)]
    values: Values,
    #[command(flatten)]
    oauth: Oauth,
    /// The folder that its program starts in
    #[arg(long, value_name = "DIR", requires = "command")]
    folder: Option<String>,
    /// Register it without trusting it. Apprentice asks for your trust before it starts
    #[arg(long)]
    untrusted: bool,
    /// Its program and arguments, after `--`
    #[arg(last = true)]
    command: Vec<String>,
}

#[derive(Args)]
pub struct Edit {
    name: String,
    /// Its new name
    #[arg(long, value_name = "NAME")]
    rename: Option<String>,
    /// Its new address
    #[arg(long)]
    url: Option<String>,
    #[command(flatten)]
    values: Values,
    #[command(flatten)]
    oauth: Oauth,
    /// Delete the OAuth client of its sign-in, with the secret
    #[arg(long, conflicts_with = "oauth_client_id")]
    remove_oauth: bool,
    /// Remove a variable or header; may be repeated
    #[arg(long, value_name = "NAME")]
    unset: Vec<String>,
    /// Let agents use it
    #[arg(long, conflicts_with = "disable")]
    enable: bool,
    /// Switch it off
    #[arg(long)]
    disable: bool,
    /// Its new program and arguments, after `--`
    #[arg(last = true)]
    command: Vec<String>,
}

#[derive(Args)]
pub struct Values {
    /// A variable of its program; a secret goes to the keychain. May be repeated
    #[arg(long = "env", value_name = "NAME=VALUE", value_parser = pair)]
    environment: Vec<(String, String)>,
    /// A header of every request to its address; it goes to the keychain. May be repeated
    #[arg(long = "header", value_name = "NAME=VALUE", value_parser = pair)]
    headers: Vec<(String, String)>,
    /// A variable or header whose value is read from a line of standard input, in this order. May be repeated
    #[arg(long = "secret", value_name = "NAME")]
    secrets: Vec<String>,
    /// A variable or header whose value is APPRENTICE_CONNECTOR_<ID>__<NAME> of Apprentice's own environment. May be repeated
    #[arg(long = "from-env", value_name = "NAME")]
    from_environment: Vec<String>,
}

/// How a client proves who it is, in the words of the protocol.
const PROOFS: [&str; 4] = ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"];

/// The client as which Apprentice signs in to an address.
#[derive(Args)]
pub struct Oauth {
    /// The id under which Apprentice is registered at the authorization server
    #[arg(long = "oauth-client-id", value_name = "ID")]
    oauth_client_id: Option<String>,
    /// Sign in without a person, as this client (client credentials)
    #[arg(long, requires = "oauth_client_id")]
    oauth_by_itself: bool,
    /// How the client authenticates: with a secret, or with a private key (PEM). The key is read from standard input after the values of --secret
    #[arg(long, value_name = "HOW", requires = "oauth_client_id", value_parser = PROOFS)]
    oauth_auth: Option<String>,
    /// Its secret or key is APPRENTICE_CONNECTOR_<ID>__CREDENTIAL of Apprentice's own environment
    #[arg(long, requires = "oauth_auth")]
    oauth_from_env: bool,
    /// Keep the secret or key that is stored already
    #[arg(long, requires = "oauth_auth", conflicts_with = "oauth_from_env")]
    oauth_keep_secret: bool,
    /// The address of the authorization server where the client is registered
    #[arg(long, value_name = "URL", requires = "oauth_client_id")]
    oauth_issuer: Option<String>,
    /// A scope to request instead of those that the server names. May be repeated
    #[arg(long = "oauth-scope", value_name = "SCOPE", requires = "oauth_client_id")]
    oauth_scopes: Vec<String>,
}

impl Oauth {
    /// The client as the engine takes it. It is read last, because a key has many lines.
    fn read(self) -> Result<Option<Value>, CommandError> {
        let Some(client_id) = self.oauth_client_id else { return Ok(None) };
        let how = self.oauth_auth.as_deref().unwrap_or("none");
        let mut client = json!({
            "auth_mode": if self.oauth_by_itself { "oauth2_client_credentials" } else { "oauth2_delegated" },
            "client_id": client_id, "client_auth": how, "from_environment": self.oauth_from_env,
            "issuer": self.oauth_issuer, "scopes": self.oauth_scopes,
        });
        if how != "none" && !self.oauth_from_env && !self.oauth_keep_secret {
            let mut credential = String::new();
            let refused = |why: String| CommandError::refused(ErrorCode::InvalidRequest, why);
            let read = std::io::stdin().lock().read_to_string(&mut credential);
            read.map_err(|error| refused(format!("standard input cannot be read: {error}")))?;
            if credential.trim().is_empty() {
                let what = if how == "private_key_jwt" { "the private key in PEM" } else { "the secret" };
                let why = format!("--oauth-auth {how}: give {what} on standard input, --oauth-from-env or --oauth-keep-secret.");
                return Err(refused(why));
            }
            client["credential"] = json!(credential.trim());
        }
        Ok(Some(client))
    }
}

/// The next line of standard input, as the value of `--secret NAME`.
pub(super) fn secret_line(name: &str) -> Result<String, CommandError> {
    let refused = |why: String| CommandError::refused(ErrorCode::InvalidRequest, why);
    let mut line = String::new();
    match std::io::stdin().lock().read_line(&mut line) {
        Ok(1..) => Ok(line.trim_end_matches(['\r', '\n']).to_owned()),
        Ok(0) => Err(refused(format!("--secret {name}: standard input has no line for it."))),
        Err(error) => Err(refused(format!("standard input cannot be read: {error}"))),
    }
}

pub(super) fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write it as NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

impl Values {
    /// The values as the engine takes them, `environment` and `headers`. `remote`: what has no kind of its own is a header.
    fn read(self, remote: bool) -> Result<(Vec<Value>, Vec<Value>), CommandError> {
        let plain = |(name, value): (String, String)| json!({ "name": name, "value": value });
        let mut environment: Vec<Value> = self.environment.into_iter().map(plain).collect();
        let mut headers: Vec<Value> = self.headers.into_iter().map(plain).collect();
        let others = if remote { &mut headers } else { &mut environment };
        for name in self.secrets {
            let line = secret_line(&name)?;
            others.push(json!({ "name": name, "value": line, "secret": true }));
        }
        others.extend(self.from_environment.into_iter().map(|name| json!({ "name": name, "from_environment": true })));
        Ok((environment, headers))
    }

    fn is_empty(&self) -> bool {
        self.environment.is_empty() && self.headers.is_empty() && self.secrets.is_empty() && self.from_environment.is_empty()
    }
}

fn program(command: Vec<String>, folder: Option<String>) -> Option<Value> {
    let mut words = command.into_iter();
    let program = words.next()?;
    let mut command = json!({ "program": program, "arguments": words.collect::<Vec<_>>() });
    if let Some(folder) = folder {
        command["folder"] = json!(folder);
    }
    Some(command)
}

pub async fn add(context: &CliContext, add: Add) -> CommandResult {
    let remote = add.url.is_some();
    let (environment, headers) = add.values.read(remote)?;
    // A person who types the command or the address has read it whole.
    let mut body = json!({
        "display_name": add.name, "transport": if remote { "remote_http" } else { "local_bridge" },
        "environment": environment, "headers": headers, "trust": !add.untrusted,
    });
    if let Some(url) = add.url {
        body["endpoint_url"] = json!(url);
    }
    if let Some(client) = add.oauth.read()? {
        body["oauth_client"] = client;
    }
    if let Some(command) = program(add.command, add.folder) {
        body["command"] = command;
    }
    with_engine(context, async |engine| {
        let done: McpServerMutationResponse = engine.call(op::REGISTER_MCP_SERVER.call([]).json(body)).await?;
        // As the list shows it.
        let id = &done.server.registry.server_id;
        let document = json!({ "server": { "server_id": id, "registry": done.server.registry, "badge_states": done.server.badge_states }, "receipt_id": done.receipt_id });
        Report::new(&document, format!("“{}” is registered as {id}. `apprentice connectors test {id}` tries it.", done.server.registry.display_name))
    })
    .await
}

pub async fn edit(context: &CliContext, edit: Edit) -> CommandResult {
    with_engine(context, async |engine| {
        let id = find(engine, &edit.name).await?;
        let before = detail(engine, &id).await?.server.registry;
        let remote = before.endpoint_url.is_some();
        let mut body = json!({});
        if let Some(name) = edit.rename {
            body["display_name"] = json!(name);
        }
        if let Some(url) = edit.url {
            body["endpoint_url"] = json!(url);
        }
        let folder = before.command.as_ref().and_then(|command| command.folder.clone());
        if let Some(command) = program(edit.command, folder) {
            body["command"] = command;
        }
        if edit.enable || edit.disable {
            body["enabled"] = json!(edit.enable);
        }
        if !edit.values.is_empty() || !edit.unset.is_empty() {
            let all = before.environment.iter().chain(&before.headers);
            let known: Vec<&str> = all.map(|variable| variable.name.as_str()).collect();
            if let Some(unknown) = edit.unset.iter().find(|name| !known.contains(&name.as_str())) {
                let message = format!("--unset {unknown}: there is no such variable or header. There are: {}.", known.join(", "));
                return Err(CommandError::refused(ErrorCode::InvalidRequest, message));
            }
            let (environment, headers) = edit.values.read(remote)?;
            if !before.environment.is_empty() || !environment.is_empty() {
                body["environment"] = merged(&before.environment, environment, &edit.unset);
            }
            if !before.headers.is_empty() || !headers.is_empty() {
                body["headers"] = merged(&before.headers, headers, &edit.unset);
            }
        }
        if edit.remove_oauth {
            body["remove_oauth_client"] = json!(true);
        }
        if let Some(client) = edit.oauth.read()? {
            body["oauth_client"] = client;
        }
        let done: McpServerMutationResponse = engine.call(op::UPDATE_MCP_SERVER.call([&id]).json(body)).await?;
        let name = &done.server.registry.display_name;
        let text = match (done.updated, done.server.registry.trusted) {
            (false, _) => format!("“{name}” is as it was."),
            (true, true) => format!("“{name}” was changed."),
            (true, false) => format!("“{name}” was changed, and has to be trusted again: `apprentice connectors trust {id}`."),
        };
        Report::new(&done, text)
    })
    .await
}

/// The variables that stay, without their values, and the new ones.
fn merged(before: &[McpVariable], new: Vec<Value>, unset: &[String]) -> Value {
    let replaced = |name: &str| new.iter().any(|variable| variable["name"] == name);
    let stays = before.iter().filter(|variable| !unset.contains(&variable.name) && !replaced(&variable.name));
    let mut all: Vec<Value> = stays.map(|variable| json!({ "name": variable.name })).collect();
    all.extend(new);
    json!(all)
}
