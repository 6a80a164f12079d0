use super::unsupported;
use std::io;
use std::path::Path;

pub fn without_replacing(_from: &Path, _to: &Path) -> io::Result<()> {
    unsupported("renames that check their target")
}

pub fn exchange(_one: &Path, _other: &Path) -> io::Result<()> {
    unsupported("exchanges of two folders")
}
