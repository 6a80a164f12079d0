//! Lines of checksums, as `sha256sum` writes them.
//!
//! Two archives of the same files have other bytes, so their sums differ; but each must be that of its own file.

use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};
use std::fs::File;
use std::path::Path;

/// The largest file that is summed up.
const MOST: u64 = 64 << 20;

/// The line with a judgement in the place of its checksum. `file`: where it is. `None`: it is no such line, or names no file below `root`.
pub(super) fn judged(line: &str, root: &Path, file: &Path) -> Option<String> {
    let (sum, name) = line.split_once(' ')?;
    let name = name.strip_prefix([' ', '*']).unwrap_or(name).trim_end();
    if !sum.bytes().all(|letter| letter.is_ascii_hexdigit()) || name.is_empty() || name.split('/').any(|part| part == "..") {
        return None;
    }
    let beside = file.parent().map(|folder| folder.join(name));
    let named = beside.into_iter().chain([root.join(name)]).find(|path| path.starts_with(root) && is_plain(path))?;
    let right = match sum.len() {
        56 => of::<Sha224>(&named),
        64 => of::<Sha256>(&named),
        96 => of::<Sha384>(&named),
        128 => of::<Sha512>(&named),
        _ => return None,
    }?;
    let is_right = sum.eq_ignore_ascii_case(&right);
    Some(format!("{} checksum of “{name}”", if is_right { "the right" } else { "a wrong" }))
}

/// Whether it is a file of its own, which is not too large.
fn is_plain(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|about| about.is_file() && about.len() <= MOST)
}

fn of<D: Digest + std::io::Write>(path: &Path) -> Option<String> {
    let mut digest = D::new();
    std::io::copy(&mut File::open(path).ok()?, &mut digest).ok()?;
    Some(super::hex(&digest.finalize()))
}
