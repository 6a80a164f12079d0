//! Reads files that the person dropped on the window or chose, piece by piece.

use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::import::MAX_UPLOAD;
use apprentice_engine::Answer;
use serde_json::json;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// How much of a file is in memory at once.
const PIECE_BYTES: usize = 1024 * 1024;

/// Sends the archive of `path` to `send`, which answers whether more is wanted; `report` gets the share of 1 that was sent. An archive is
/// sent as it is, while it is read; anything else is packed first. `false`: no more was wanted. Blocks.
pub fn send(path: &Path, report: &dyn Fn(f64), send: &dyn Fn(Vec<u8>) -> bool) -> Answer<bool> {
    match open_as_is(path) {
        Some((_, size)) if size > MAX_UPLOAD => Err(too_large(path)),
        Some((file, size)) => send_pieces(file, size, report, send).map_err(|error| {
            let name = path.display();
            Failure::new(
                ErrorCode::SkillImportFetchFailed,
                format!("{name} cannot be read: {error}. Drop or choose it once more."),
            )
        }),
        None => {
            let packed = apprentice_engine::pack(path)?;
            let size = packed.len() as u64;
            // Reading from memory cannot fail.
            Ok(send_pieces(packed.as_slice(), size, report, send).unwrap_or(false))
        }
    }
}

fn too_large(path: &Path) -> Failure {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let words = format!(
        "{name} is larger than {} MB, the most that can be imported at once. Import its skills one by one.",
        MAX_UPLOAD >> 20
    );
    Failure::new(ErrorCode::SkillImportFileTooLarge, words).with_details(json!({ "max_bytes": MAX_UPLOAD }))
}

/// A file that is sent as it is, and its size. `None`: a folder, a `SKILL.md` alone or a special file, which is left to packing.
fn open_as_is(path: &Path) -> Option<(File, u64)> {
    let metadata = path.metadata().ok().filter(std::fs::Metadata::is_file)?;
    let as_it_is = path.file_name().is_some_and(|name| *name == *apprentice_engine::packed_name(path));
    as_it_is.then(|| File::open(path).ok()).flatten().map(|file| (file, metadata.len()))
}

fn send_pieces(mut from: impl Read, size: u64, report: &dyn Fn(f64), send: &dyn Fn(Vec<u8>) -> bool) -> io::Result<bool> {
    let mut sent = 0;
    loop {
        let mut piece = Vec::with_capacity(PIECE_BYTES);
        if from.by_ref().take(PIECE_BYTES as u64).read_to_end(&mut piece)? == 0 {
            return Ok(true);
        }
        sent += piece.len() as u64;
        if !send(piece) {
            return Ok(false);
        }
        #[expect(clippy::cast_precision_loss, reason = "a share that is drawn")]
        report((sent as f64 / size as f64).min(1.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::fs;

    /// Sends `path` to a receiver that wants `wanted` pieces; answers their sizes, the shares and the result.
    fn sent(path: &Path, wanted: usize) -> (Vec<usize>, Vec<f64>, Answer<bool>) {
        let (sizes, shares) = (RefCell::new(Vec::new()), RefCell::new(Vec::new()));
        let answer = send(path, &|share| shares.borrow_mut().push(share), &|piece| {
            sizes.borrow_mut().push(piece.len());
            sizes.borrow().len() <= wanted
        });
        (sizes.into_inner(), shares.into_inner(), answer)
    }

    #[test]
    fn a_file_goes_in_pieces_and_ends_when_no_more_is_wanted() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("tea.zip");
        fs::write(&file, vec![7; 2 * PIECE_BYTES + 10]).unwrap();
        let (sizes, shares, answer) = sent(&file, 9);
        assert_eq!((sizes, answer.unwrap()), (vec![PIECE_BYTES, PIECE_BYTES, 10], true));
        assert!(shares.is_sorted() && shares.len() == 3);
        assert!((shares[2] - 1.0).abs() < f64::EPSILON);
        let (sizes, shares, answer) = sent(&file, 1);
        assert_eq!((sizes.len(), shares.len(), answer.unwrap()), (2, 1, false), "the second piece was not wanted");
    }

    #[test]
    fn a_folder_and_a_skill_md_alone_are_packed_and_what_cannot_be_sent_is_refused_by_name() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("brew-tea");
        fs::create_dir(&folder).unwrap();
        let alone = folder.join("SKILL.md");
        fs::write(&alone, "---\nname: brew-tea\ndescription: Tea.\n---\n").unwrap();
        for path in [&folder, &alone] {
            let whole = RefCell::new(Vec::new());
            assert!(send(path, &|_| (), &|piece| (whole.borrow_mut().extend(piece), true).1).unwrap());
            assert_eq!(whole.into_inner(), apprentice_engine::pack(path).unwrap(), "{}", path.display());
        }
        let large = home.path().join("large.zip");
        File::create(&large).unwrap().set_len(MAX_UPLOAD + 1).unwrap();
        let (sizes, _, answer) = sent(&large, 9);
        assert!(sizes.is_empty(), "it is refused before it is read");
        assert_eq!(answer.unwrap_err().code, ErrorCode::SkillImportFileTooLarge);
        let (sizes, _, answer) = sent(&home.path().join("gone.zip"), 9);
        assert!(sizes.is_empty());
        assert!(answer.unwrap_err().to_string().contains("gone.zip"));
    }
}
