use super::unsupported;
use crate::confinement::Support;
use std::io;
use std::path::PathBuf;

pub fn support() -> Result<Support, String> {
    Err("this system has no Landlock".to_owned())
}

pub fn leave_network() -> io::Result<()> {
    unsupported("networks of processes")
}

pub fn confine(_readable: &[PathBuf], _writable: &[PathBuf]) -> io::Result<()> {
    unsupported("confined processes")
}

pub fn refuse_calls() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
