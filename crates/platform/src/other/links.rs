use super::unsupported;
use std::io;
use std::path::Path;

pub fn symlink(_target: &Path, _link: &Path) -> io::Result<()> {
    unsupported("symbolic links")
}
