//! Linux has the Secret Service. The keychain of macOS is not supported yet.

#[cfg(target_os = "linux")]
pub use super::secret_service::{available, forget, get, put};
#[cfg(not(target_os = "linux"))]
pub use unsupported::{available, forget, get, put};

#[cfg(not(target_os = "linux"))]
mod unsupported {
    use std::io;

    pub fn available() -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "the keychain of this system is not supported yet"))
    }

    pub fn get(_account: &str) -> io::Result<Option<String>> {
        available().map(|()| None)
    }

    pub fn put(_account: &str, _key: &str) -> io::Result<()> {
        available()
    }

    pub fn forget(_account: &str) -> io::Result<()> {
        available()
    }
}
