//! The key of a server. It comes from the environment, which is tried first, or from the keychain of the person's account, there for one
//! address: a key is never sent to another server than the one that it was given for. The database has only the addresses that have a
//! key, so that nobody has to unlock a keychain to see the settings.

use super::{AuthorFailure, KEY_VARIABLE, address, read};
use crate::Answer;
use crate::core::Core;
use crate::core::keychain::{self, SOON, UNLOCKING};
use crate::core::secrets_file::KEY_FILE_VARIABLE;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use apprentice_contracts::author::{AuthorKeyPlace, AuthorSettings};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_store::settings;

const ACCOUNTS: &str = "author_keys";
/// What to do when a key is missing.
pub(crate) const GIVE: &str = "Give it under “Who writes the draft” in Settings, with `apprentice learn author set --key-stdin`, or in APPRENTICE_AUTHOR_KEY.";

/// Why there is no keychain. `None`: there is one.
pub(crate) async fn no_keychain(core: &Core) -> Option<String> {
    keychain::missing(core).await
}

async fn accounts(core: &Core) -> Answer<Vec<String>> {
    Ok(core.store.read(|db| settings::get(db, ACCOUNTS)).await.map_err(crate::stored)?.unwrap_or_default())
}

fn environment(core: &Core) -> Option<&str> {
    core.options.machine.variable(KEY_VARIABLE).filter(|key| !key.is_empty())
}

/// Where the key for the chosen server is. Asks no keychain.
pub(crate) async fn place(core: &Core, settings: &AuthorSettings) -> Answer<Option<AuthorKeyPlace>> {
    let Some(address) = address(settings) else { return Ok(None) };
    if environment(core).is_some() {
        return Ok(Some(AuthorKeyPlace::Environment));
    }
    Ok(accounts(core).await?.contains(&address).then_some(AuthorKeyPlace::Keychain))
}

/// The key for the chosen server.
pub(crate) async fn key(core: &Core, settings: &AuthorSettings) -> Result<Option<String>, AuthorFailure> {
    let failed = |why: String| AuthorFailure::new(format!("The key could not be read: {why}."), GIVE);
    match place(core, settings).await.map_err(|failure| failed(failure.message))? {
        None => Ok(None),
        Some(AuthorKeyPlace::Environment) => Ok(environment(core).map(str::to_owned)),
        Some(AuthorKeyPlace::Keychain) => {
            let Some(address) = address(settings) else { return Ok(None) };
            let found = keychain::call(core, UNLOCKING, move |keychain| keychain.get(&address)).await.map_err(failed)?;
            match found {
                Some(key) => Ok(Some(key)),
                None => Err(AuthorFailure::new("The key is no longer in the keychain.", GIVE)),
            }
        }
    }
}

/// Keeps a key for the chosen server. Errors: `CONFLICT` without such a server, `ADAPTER_UNAVAILABLE` without a keychain.
pub(crate) async fn put(core: &Core, key: String) -> Answer<()> {
    let address = server(core).await?;
    let kept = {
        let address = address.clone();
        keychain::call(core, UNLOCKING, move |keychain| keychain.put(&address, &key)).await
    };
    kept.map_err(|why| unavailable(&why))?;
    change(core, "A key was kept in the keychain.", move |accounts| {
        if !accounts.contains(&address) {
            accounts.push(address);
        }
    })
    .await
}

/// Forgets the key of the chosen server. Errors as for [`put`].
pub(crate) async fn forget(core: &Core) -> Answer<()> {
    let address = server(core).await?;
    if !accounts(core).await?.contains(&address) {
        return Ok(());
    }
    let account = address.clone();
    keychain::call(core, UNLOCKING, move |keychain| keychain.forget(&account)).await.map_err(|why| unavailable(&why))?;
    change(core, "A key was removed from the keychain.", move |accounts| accounts.retain(|known| *known != address)).await
}

/// Forgets every key. Returns the addresses whose keys stayed.
pub(crate) async fn forget_all(core: &Core) -> Answer<Vec<String>> {
    let mut left = Vec::new();
    for address in accounts(core).await? {
        let account = address.clone();
        if keychain::call(core, SOON, move |keychain| keychain.forget(&account)).await.is_err() {
            left.push(address);
        }
    }
    Ok(left)
}

async fn server(core: &Core) -> Answer<String> {
    address(&read(core).await?).ok_or_else(|| {
        Failure::new(ErrorCode::Conflict, "Only a server has a key. Choose one first: OpenAI-compatible, Anthropic or Ollama.")
    })
}

fn unavailable(why: &str) -> Failure {
    let message = format!(
        "The keychain cannot be used: {why}. Put the key into {KEY_VARIABLE}, or use a secrets file ({KEY_FILE_VARIABLE}), and start Apprentice again."
    );
    Failure::new(ErrorCode::AdapterUnavailable, message)
}

async fn change(core: &Core, summary: &'static str, edit: impl FnOnce(&mut Vec<String>) + Send + 'static) -> Answer<()> {
    let put = move |tx: &WriteTx<'_>| {
        let mut accounts: Vec<String> = settings::get(tx.db, ACCOUNTS)?.unwrap_or_default();
        edit(&mut accounts);
        settings::put(tx.db, ACCOUNTS, &accounts)?;
        tx.receipt(ReceiptSubject::default(), ReceiptKind::ConfigurationChanged, summary, None).map(drop)
    };
    core.commit(put).await
}
