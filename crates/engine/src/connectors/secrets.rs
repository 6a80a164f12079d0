//! Secrets of servers, in the keychain of the person's account: one entry for each variable and header, and for the client of a sign-in.

use super::chunks;
use crate::Answer;
use crate::core::Core;
use crate::core::keychain::{self, SOON, UNLOCKING};
use crate::core::secrets_file::KEY_FILE_VARIABLE;
use apprentice_contracts::connector::{McpValuePlace, McpVariable};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_platform::keychain::Keychain;
use apprentice_store::mcp_servers::{self, McpServerRecord};
use apprentice_store::{StoreError, mcp_auth_profiles};
use serde_json::json;

/// Before the name of the variable of Apprentice's own environment that holds a value.
pub(super) const PREFIX: &str = "APPRENTICE_CONNECTOR_";

/// The name of the secret or private key of the client of a sign-in.
pub(super) const CREDENTIAL: &str = "credential";

/// Variables, headers, or the client of a sign-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Environment,
    Headers,
    OauthClient,
}

impl Kind {
    pub(super) fn field(self) -> &'static str {
        match self {
            Self::Environment => "environment",
            Self::Headers => "headers",
            Self::OauthClient => "oauth_client",
        }
    }

    /// A private key is longer than an entry of a keychain may be.
    fn is_long(self) -> bool {
        self == Self::OauthClient
    }

    fn account(self, core: &Core, owner: &str, name: &str) -> String {
        account(core, owner, &format!("{}:{name}", self.field()))
    }
}

/// The name of an entry of a connector, or of an auth profile, in the keychain. Another home of the same person has other names, so that none uses, overwrites or deletes
/// what belongs to another one.
pub(super) fn account(core: &Core, owner: &str, what: &str) -> String {
    match core.options.usual_home {
        true => format!("mcp:{owner}:{what}"),
        false => format!("mcp@{}:{owner}:{what}", &super::home_mark(core)[..16]),
    }
}

/// The variable of Apprentice's own environment that holds the value of `name` for one connector or auth profile. No other one reads it: an id has no
/// two dashes in a row and none at its ends, so that the first `__` ends it.
pub(super) fn variable_of(owner: &str, name: &str) -> String {
    let upper = |text: &str| text.to_ascii_uppercase().replace(['-', '.'], "_");
    format!("{PREFIX}{}__{}", upper(owner), upper(name))
}

/// Keeps a secret.
pub(super) async fn put(core: &Core, owner: &str, kind: Kind, name: &str, secret: String) -> Answer<()> {
    let account = kind.account(core, owner, name);
    let put = keychain::call(core, UNLOCKING, move |keychain| match kind.is_long() {
        true => chunks::put(keychain, &account, &secret),
        false => keychain.put(&account, &secret),
    });
    put.await.map_err(|why| {
        let (field, variable) = (format!("{}.{name}", kind.field()), variable_of(owner, name));
        let otherwise = match kind {
            // The client of an auth profile that exists cannot be moved to the environment.
            Kind::OauthClient => format!("make the client with from_environment, and set {variable} where Apprentice is started"),
            Kind::Environment | Kind::Headers => {
                format!("set {variable} where Apprentice is started, and say from_environment instead")
            }
        };
        let message = format!(
            "{field}: its value is a secret, and the keychain cannot be used: {why}. Use a secrets file ({KEY_FILE_VARIABLE}), or {otherwise}."
        );
        let details = json!({ "field": field, "variable": variable });
        Failure::new(ErrorCode::AdapterUnavailable, message).with_details(details)
    })
}

/// Forgets a secret. `Err`: why it stays.
pub(super) async fn forget(core: &Core, owner: &str, kind: Kind, name: &str) -> Result<(), String> {
    let account = kind.account(core, owner, name);
    let forget = move |keychain: &dyn Keychain| match kind.is_long() {
        true => chunks::forget(keychain, &account),
        false => keychain.forget(&account),
    };
    keychain::call(core, SOON, forget).await
}

/// The value of a variable or header, wherever it is kept. `Err`: why there is none, in words with the remedy.
pub(super) async fn value(core: &Core, owner: &str, kind: Kind, variable: &McpVariable) -> Result<String, String> {
    let name = &variable.name;
    // The owner of a client's secret is an auth profile, which has a field of this name.
    let (field, give) = match kind {
        Kind::OauthClient => (name.clone(), format!("Give it with `apprentice connectors profiles edit {owner} --secret`.")),
        Kind::Environment | Kind::Headers => (
            format!("{}.{name}", kind.field()),
            format!("Give it under “Edit” on the Connectors page, or with `apprentice connectors edit {owner}`."),
        ),
    };
    match variable.place {
        McpValuePlace::Plain => Ok(variable.value.clone().unwrap_or_default()),
        McpValuePlace::Missing => Err(format!("{field}: it has no value yet. {give}")),
        McpValuePlace::Environment => {
            let from = variable_of(owner, name);
            let found = core.options.machine.variable(&from).map(str::to_owned);
            found.ok_or_else(|| format!("{field}: {from} is not set. Set it and start Apprentice again."))
        }
        McpValuePlace::Keychain => {
            let account = kind.account(core, owner, name);
            let get = move |keychain: &dyn Keychain| match kind.is_long() {
                true => chunks::get(keychain, &account),
                false => keychain.get(&account),
            };
            let found = keychain::call(core, UNLOCKING, get).await;
            match found {
                Ok(Some(secret)) => Ok(secret),
                Ok(None) => Err(format!("{field}: it is no longer in the keychain. {give}")),
                Err(why) => Err(format!("{field}: the keychain cannot be used: {why}.")),
            }
        }
    }
}

/// The variables and headers of a server whose values are in the keychain.
pub(super) fn kept(record: &McpServerRecord) -> Vec<(Kind, String)> {
    let of = |kind: Kind, variables: &[McpVariable]| -> Vec<(Kind, String)> {
        let kept = variables.iter().filter(|variable| variable.place == McpValuePlace::Keychain);
        kept.map(|variable| (kind, variable.name.clone())).collect()
    };
    [of(Kind::Environment, &record.entry.environment), of(Kind::Headers, &record.entry.headers)].concat()
}

/// Forgets the secrets of every server and auth profile. Returns what stayed, in words.
pub(crate) async fn forget_all(core: &Core) -> Answer<Vec<String>> {
    let read = core.store.read(|db| Ok::<_, StoreError>((mcp_servers::all(db)?, mcp_auth_profiles::all(db)?)));
    let (records, profiles) = read.await.map_err(crate::stored)?;
    let mut left = super::switch::undo_all(core).await?;
    for record in records {
        for (kind, name) in kept(&record) {
            if forget(core, record.entry.server_id.as_str(), kind, &name).await.is_err() {
                left.push(format!("{name} of the connector {}", record.entry.display_name));
            }
        }
        let waited = record.sign_in_waits_until.is_some();
        if waited && super::waiting_sign_ins::forget_waiting(core, &record.entry.server_id).await.is_err() {
            left.push(format!("a sign-in of the connector {} that waits", record.entry.display_name));
        }
    }
    for profile in profiles {
        for what in super::auth_profiles::forget_secrets(core, &profile).await {
            left.push(format!("the {what} of the auth profile {}", profile.display_name));
        }
    }
    Ok(left)
}
