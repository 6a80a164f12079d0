use super::unsupported;
use std::io;

pub fn available() -> io::Result<()> {
    unsupported("keychains")
}

pub fn get(_account: &str) -> io::Result<Option<String>> {
    unsupported("keychains")
}

pub fn put(_account: &str, _key: &str) -> io::Result<()> {
    unsupported("keychains")
}

pub fn forget(_account: &str) -> io::Result<()> {
    unsupported("keychains")
}
