//! A keychain in memory.

use apprentice_platform::keychain::Keychain;
use std::collections::BTreeMap;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a keychain holds, by account.
#[derive(Default)]
pub struct MemoryKeychain {
    /// The keys.
    pub keys: Mutex<BTreeMap<String, String>>,
    /// Whether this desktop has no keychain.
    pub absent: AtomicBool,
    /// Whether it takes nothing more, such as one that was locked.
    pub is_full: AtomicBool,
}

impl Keychain for MemoryKeychain {
    fn available(&self) -> io::Result<()> {
        match self.absent.load(Ordering::Relaxed) {
            true => Err(io::Error::other("the desktop has no keychain that answers")),
            false => Ok(()),
        }
    }

    fn get(&self, account: &str) -> io::Result<Option<String>> {
        self.available()?;
        Ok(self.keys.lock().unwrap().get(account).cloned())
    }

    fn put(&self, account: &str, key: &str) -> io::Result<()> {
        self.available()?;
        if self.is_full.load(Ordering::Relaxed) {
            return Err(io::Error::other("it is locked"));
        }
        self.keys.lock().unwrap().insert(account.to_owned(), key.to_owned());
        Ok(())
    }

    fn forget(&self, account: &str) -> io::Result<()> {
        self.available()?;
        self.keys.lock().unwrap().remove(account);
        Ok(())
    }
}
