//! Full-text search over many skills. There is no index: the system caches the files of ten thousand skills in memory.

use crate::format::bundle::MAX_BYTES;
use memchr::memmem::Finder;
use rayon::prelude::*;
use std::cell::RefCell;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Characters shown around a match.
const EXCERPT: usize = 160;

/// A file that holds all words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The skill's folder.
    pub path: PathBuf,
    /// 1-based line of the first word.
    pub line: u32,
    /// The text around the match on that line.
    pub excerpt: String,
}

/// The files, as `(folder, name)`, that hold every word, ignoring case, in the order given. A file that cannot be read is left
/// out.
pub fn search(files: &[(PathBuf, String)], words: &[String]) -> Vec<Hit> {
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let finders: Vec<Finder> = words.iter().map(Finder::new).collect();
    let plain = words.iter().all(|word| word.is_ascii());
    let chunks = files.par_chunks(64).map(|chunk| {
        let look = |(folder, file): &(PathBuf, String)| {
            let text = &folder.join(file);
            in_file(text, &finders, plain).map(|(line, excerpt)| Hit { path: folder.clone(), line, excerpt })
        };
        chunk.iter().filter_map(look).collect::<Vec<_>>()
    });
    chunks.collect::<Vec<_>>().into_iter().flatten().collect()
}

thread_local! {
    static TEXT: RefCell<(Vec<u8>, Vec<u8>)> = const { RefCell::new((Vec::new(), Vec::new())) };
}

fn in_file(path: &Path, words: &[Finder], plain: bool) -> Option<(u32, String)> {
    TEXT.with_borrow_mut(|(bytes, lower)| {
        bytes.clear();
        let file = File::open(path).ok()?;
        // Reading a pipe would block. The walk found a plain file, but it may have been replaced since.
        file.metadata().ok().filter(std::fs::Metadata::is_file)?;
        file.take(MAX_BYTES as u64).read_to_end(bytes).ok()?;
        lower.clear();
        lower.extend_from_slice(bytes);
        if plain {
            lower.make_ascii_lowercase();
        } else {
            *lower = String::from_utf8_lossy(bytes).to_lowercase().into_bytes();
        }
        let first = words[0].find(lower)?;
        if !words[1..].iter().all(|word| word.find(lower).is_some()) {
            return None;
        }
        let line = lower[..first].iter().filter(|byte| **byte == b'\n').count();
        let begin = lower[..first].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        // Lower-case text may have another length than the original, but the same lines.
        let whole = bytes.split(|byte| *byte == b'\n').nth(line).unwrap_or_default();
        let whole = String::from_utf8_lossy(whole);
        Some((
            u32::try_from(line + 1).unwrap_or(u32::MAX),
            around(whole.trim(), String::from_utf8_lossy(&lower[begin..first]).chars().count()),
        ))
    })
}

/// The part of a line with the character `at` in it.
fn around(line: &str, at: usize) -> String {
    let length = line.chars().count();
    if length <= EXCERPT {
        return line.to_owned();
    }
    let from = at.saturating_sub(EXCERPT / 3).min(length - (EXCERPT - 2));
    let part: String = line.chars().skip(from).take(EXCERPT - 2).collect();
    let begin = if from > 0 { "…" } else { "" };
    let end = if from + EXCERPT - 2 < length { "…" } else { "" };
    format!("{begin}{part}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(texts: &[&str]) -> (tempfile::TempDir, Vec<(PathBuf, String)>) {
        let folder = tempfile::tempdir().unwrap();
        let files = texts.iter().enumerate().map(|(number, text)| {
            let place = folder.path().join(format!("skill-{number:03}"));
            std::fs::create_dir(&place).unwrap();
            std::fs::write(place.join("SKILL.md"), text).unwrap();
            (place, "SKILL.md".to_owned())
        });
        let files = files.collect();
        (folder, files)
    }

    fn found(texts: &[&str], words: &[&str]) -> Vec<(String, u32, String)> {
        let (_folder, files) = files(texts);
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        search(&files, &words).into_iter().map(|hit| (name(&hit.path), hit.line, hit.excerpt)).collect()
    }

    #[test]
    fn every_word_must_be_there_in_any_case() {
        let texts = ["# One\nBoil the WATER.\n", "Boil nothing.\n", "Water\nand boil\n"];
        let expected =
            [("skill-000".to_owned(), 2, "Boil the WATER.".to_owned()), ("skill-002".to_owned(), 2, "and boil".to_owned())];
        assert_eq!(found(&texts, &["boil", "water"]), expected);
        assert!(found(&texts, &["kettle"]).is_empty());
        assert!(found(&texts, &[]).is_empty());
    }

    #[test]
    fn letters_beyond_ascii_are_found_in_any_case() {
        assert_eq!(found(&["x\nGrüße aus ÅRHUS\n"], &["århus"]), [("skill-000".to_owned(), 2, "Grüße aus ÅRHUS".to_owned())]);
    }

    #[test]
    fn a_long_line_is_shown_around_the_word() {
        let line = format!("{} needle {}", "a".repeat(500), "b".repeat(500));
        let hits = found(&[&line], &["needle"]);
        let (_, line, excerpt) = &hits[0];
        assert_eq!((*line, excerpt.chars().count()), (1, EXCERPT));
        assert!(excerpt.contains(" needle ") && excerpt.starts_with('…') && excerpt.ends_with('…'));
    }

    #[test]
    fn an_unreadable_file_is_left_out() {
        let (folder, mut files) = files(&["word\n"]);
        files.push((folder.path().join("gone"), "SKILL.md".to_owned()));
        assert_eq!(search(&files, &["word".to_owned()]).len(), 1);
    }
}
