//! The keychain of the person's account: keys that are kept for them, encrypted, outside every file of this program. On Linux it is the
//! Secret Service of the desktop (GNOME Keyring, KWallet, KeePassXC); elsewhere it is not supported yet. The engine has a file that
//! replaces it (`engine/core/secrets_file.rs`).

use crate::system::keychain as system;
use std::io;
use std::path::Path;

/// A keychain. Every call may wait for the person, who may have to unlock it; [`available`](Self::available) never does.
pub trait Keychain: Send + Sync {
    /// Whether there is one.
    ///
    /// # Errors
    /// Why there is none, in words for a person.
    fn available(&self) -> io::Result<()>;

    /// The key of an account. `None`: there is none.
    ///
    /// # Errors
    /// There is no keychain, or it stays locked.
    fn get(&self, account: &str) -> io::Result<Option<String>>;

    /// Keeps the key of an account, in place of the one before.
    ///
    /// # Errors
    /// There is no keychain, or it stays locked.
    fn put(&self, account: &str, key: &str) -> io::Result<()>;

    /// Forgets the key of an account, if there is one.
    ///
    /// # Errors
    /// There is no keychain, or it stays locked.
    fn forget(&self, account: &str) -> io::Result<()>;

    /// The encrypted file that replaces a keychain of the system. `None`: it is one of the system.
    fn file(&self) -> Option<&Path> {
        None
    }
}

/// The keychain of this desktop.
#[derive(Clone, Copy, Debug)]
pub struct DesktopKeychain {
    /// Whether the desktop has a session bus, through which a keychain is reached on Linux.
    pub session_bus: bool,
}

impl DesktopKeychain {
    fn reachable(self) -> io::Result<()> {
        if self.session_bus || !cfg!(target_os = "linux") {
            return Ok(());
        }
        Err(io::Error::new(io::ErrorKind::NotFound, "there is no desktop session here, and so no keychain"))
    }
}

impl Keychain for DesktopKeychain {
    fn available(&self) -> io::Result<()> {
        self.reachable()?;
        system::available()
    }

    fn get(&self, account: &str) -> io::Result<Option<String>> {
        self.reachable()?;
        system::get(account)
    }

    fn put(&self, account: &str, key: &str) -> io::Result<()> {
        self.reachable()?;
        system::put(account, key)
    }

    fn forget(&self, account: &str) -> io::Result<()> {
        self.reachable()?;
        system::forget(account)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn without_a_session_bus_nothing_is_asked() {
        let none = DesktopKeychain { session_bus: false };
        assert!(none.available().is_err() && none.get("a").is_err() && none.put("a", "b").is_err() && none.forget("a").is_err());
    }
}
