//! Symbolic links. Reading one is in the standard library (`std::fs::read_link`).

use crate::system::links as system;
use std::io;
use std::path::Path;

/// Creates a symbolic link at `link` whose content is `target`, which may be relative to the folder of `link` and need not exist.
///
/// # Errors
/// `AlreadyExists`, and those of `symlink(2)`; `Unsupported` on systems where a link needs a special right and a known kind of target.
pub fn symlink(target: &Path, link: &Path) -> io::Result<()> {
    system::symlink(target, link)
}

#[cfg(test)]
#[cfg(all(unix, not(apprentice_no_unix)))]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_link_keeps_its_target_as_it_was_given() {
        let temp = tempfile::tempdir().unwrap();
        for (name, target) in [("relative", "../elsewhere"), ("absolute", "/nowhere"), ("beside", "relative")] {
            symlink(Path::new(target), &temp.path().join(name)).unwrap();
            assert_eq!(fs::read_link(temp.path().join(name)).unwrap(), Path::new(target));
        }
        let again = symlink(Path::new("x"), &temp.path().join("beside"));
        assert_eq!(again.unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    }
}
