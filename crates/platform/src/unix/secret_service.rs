//! The Secret Service. Each call opens a new connection: the service may have been started, or started again, since the last one.

use keyring_core::{Entry, Error, api::CredentialStoreApi};
use std::collections::HashMap;
use std::io;
use zbus_secret_service_keyring_store::Store;

const SERVICE: &str = "Apprentice";

pub fn available() -> io::Result<()> {
    Store::new().map(drop).map_err(|error| failed(&error))
}

pub fn get(account: &str) -> io::Result<Option<String>> {
    match entry(account)?.get_password() {
        Ok(key) => Ok(Some(key)),
        Err(Error::NoEntry) => Ok(None),
        Err(error) => Err(failed(&error)),
    }
}

pub fn put(account: &str, key: &str) -> io::Result<()> {
    entry(account)?.set_password(key).map_err(|error| failed(&error))
}

pub fn forget(account: &str) -> io::Result<()> {
    match entry(account)?.delete_credential() {
        Ok(()) | Err(Error::NoEntry) => Ok(()),
        Err(error) => Err(failed(&error)),
    }
}

fn entry(account: &str) -> io::Result<Entry> {
    let label = format!("Apprentice: key for {account}");
    let store = Store::new().map_err(|error| failed(&error))?;
    store.build(SERVICE, account, Some(&HashMap::from([("label", label.as_str())]))).map_err(|error| failed(&error))
}

/// The words of the library, without a key: an error about the bytes of a key contains them.
fn failed(error: &Error) -> io::Error {
    let words = match error {
        Error::BadEncoding(_) | Error::BadDataFormat(..) => "the kept key is not text".to_owned(),
        Error::PlatformFailure(_) => "the desktop has no keychain that answers".to_owned(),
        Error::NoStorageAccess(_) => "the keychain is locked".to_owned(),
        error => error.to_string(),
    };
    io::Error::other(words)
}
