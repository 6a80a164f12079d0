use super::unsupported;
use crate::pipes::Ends;
use std::fs::{File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub fn create(_path: &Path) -> io::Result<()> {
    unsupported("named pipes")
}

pub fn is_pipe(_metadata: &Metadata) -> bool {
    false
}

pub fn open(_path: &Path) -> io::Result<Ends> {
    unsupported("named pipes")
}

pub fn set_capacity(_pipe: &File, _bytes: u32) -> io::Result<()> {
    unsupported("named pipes")
}

pub fn wait_readable(_pipe: &File, _patience: Duration) -> io::Result<bool> {
    unsupported("named pipes")
}

pub fn path_of_open(_file: &File) -> io::Result<PathBuf> {
    unsupported("paths of open files")
}

pub fn stdout() -> impl Write {
    io::stdout().lock()
}
