//! Compares the folder of a run with a copy of it on which other commands were performed: by what files contain, not by their bytes.
//!
//! Times of day, hashes and the order in an archive differ between two runs that do the same, so they do not count. A checksum counts by
//! whether it is right.

mod checksums;
mod picture;

use super::files::is_unlisted;
use super::readings::{Content, HEAD, MAX_TEXT, archive_contents, database_rows, git, is_database};
use crate::redact::mask_text;
use apprentice_contracts::reading::{FolderDifference, FolderDifferenceKind};
use apprentice_platform::permissions::mode;
use regex::Regex;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The most files that are compared.
const MOST: usize = 20_000;
/// The most differences that are reported.
const MOST_TOLD: usize = 50;
/// The most letters of a line in a sentence.
const MOST_OF_LINE: usize = 120;

/// The files below a folder at one moment: paths, with a digest of each file.
#[derive(Clone, Debug, Default)]
pub struct Paths(BTreeMap<String, Option<String>>);

/// A folder that is compared, and its own path, which is replaced where it is in a text.
struct Tree {
    root: PathBuf,
    entries: BTreeMap<String, Entry>,
    /// Folders of repositories.
    repositories: BTreeSet<String>,
}

/// With the permissions of a folder or file.
enum Entry {
    Folder(Option<u32>),
    Link(String),
    File(Option<u32>),
    Other,
}

/// Which permissions are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modes {
    /// Whether a file can be executed. The others depend on the shell of the person.
    Executable,
    /// All: the commands are about them.
    All,
}

impl Paths {
    /// Lists a folder. Errors: why it cannot be compared, as a clause.
    pub fn of(root: &Path, home: &Path) -> Result<Self, String> {
        let digest = |path: &String, entry: &Entry| match entry {
            Entry::File(_) => fs::read(root.join(path)).ok().map(|bytes| hex(&Sha256::digest(bytes))),
            _ => None,
        };
        let tree = Tree::of(root, home)?;
        Ok(Self(tree.entries.iter().map(|(path, entry)| (path.clone(), digest(path, entry))).collect()))
    }
}

/// How `actual` differs from `expected`; at most 50. `before`: what both were before. `home`: that of Apprentice, which is never read. Blocks.
///
/// Errors: why they cannot be compared, as a clause.
pub fn differences(
    expected: &Path,
    actual: &Path,
    before: &Paths,
    home: &Path,
    modes: Modes,
) -> Result<Vec<FolderDifference>, String> {
    let (expected, actual) = (Tree::of(expected, home)?, Tree::of(actual, home)?);
    let mut out = Vec::new();
    let mut tell = |path: &str, kind, words: String| {
        out.push(FolderDifference { path: mask_text(path).0, kind, words });
    };
    let shape = |path: &str| path.chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter }).collect::<String>();
    let only = |one: &Tree, other: &Tree| -> Vec<String> {
        one.entries.keys().filter(|path| !other.entries.contains_key(*path) && !before.0.contains_key(*path)).cloned().collect()
    };
    // Such as two files that are named by the minute in which they were made.
    let mut extra = only(&actual, &expected);
    let mut paired: BTreeMap<String, String> = BTreeMap::new();
    for path in only(&expected, &actual) {
        if let Some(at) = extra.iter().position(|other| shape(other) == shape(&path) && *other != path && has_time(&path)) {
            paired.insert(path, extra.remove(at));
        }
    }
    for (path, entry) in &expected.entries {
        let here = paired.get(path).unwrap_or(path);
        match (actual.entries.get(here), before.0.contains_key(path)) {
            (Some(found), _) => {
                let left_alone = || is_left_alone(&expected, path, before);
                let of_bytes = || of_bytes((&expected, path), (&actual, here)).filter(|_| left_alone());
                if let Some(words) = difference((&expected, path, entry), (&actual, here, found), modes).or_else(of_bytes) {
                    let kind = if left_alone() { FolderDifferenceKind::Untouched } else { FolderDifferenceKind::Changed };
                    tell(here, kind, words);
                }
            }
            (None, true) => {
                tell(path, FolderDifferenceKind::Changed, format!("“{}” is gone.", mask_text(path).0));
            }
            (None, false) => tell(path, FolderDifferenceKind::Missing, format!("“{}” is not there.", mask_text(path).0)),
        }
    }
    for path in actual.entries.keys().filter(|path| before.0.contains_key(*path) && !expected.entries.contains_key(*path)) {
        tell(path, FolderDifferenceKind::Changed, format!("“{}” is still there.", mask_text(path).0));
    }
    for path in extra {
        tell(&path, FolderDifferenceKind::Extra, format!("“{}” is new.", mask_text(&path).0));
    }
    for repository in &expected.repositories {
        if let Some(words) = of_repository(&expected.root.join(repository), &actual.root.join(repository))? {
            let path = if repository.is_empty() { ".git".to_owned() } else { format!("{repository}/.git") };
            tell(&path, FolderDifferenceKind::Changed, words);
        }
    }
    out.sort_by_key(|one| matches!(one.kind, FolderDifferenceKind::Missing | FolderDifferenceKind::Extra));
    out.truncate(MOST_TOLD);
    Ok(out)
}

impl Tree {
    fn of(root: &Path, home: &Path) -> Result<Self, String> {
        let mut tree = Self { root: root.to_owned(), entries: BTreeMap::new(), repositories: BTreeSet::new() };
        let mut folders = VecDeque::from([String::new()]);
        while let Some(folder) = folders.pop_front() {
            let place = root.join(&folder);
            if place.join(".git").exists() || is_bare_repository(&place) {
                tree.repositories.insert(folder.clone());
                if is_bare_repository(&place) {
                    continue;
                }
            }
            let children = fs::read_dir(&place).map_err(|error| format!("a folder could not be read: {error}"))?;
            for child in children {
                let child = child.map_err(|error| format!("a folder could not be read: {error}"))?;
                let name = child.file_name().to_string_lossy().into_owned();
                if is_unlisted(&name) || child.path() == home {
                    continue;
                }
                let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
                let about = child.path().symlink_metadata().map_err(|error| format!("a file could not be read: {error}"))?;
                let entry = if about.is_dir() {
                    folders.push_back(path.clone());
                    Entry::Folder(mode(&about))
                } else if about.is_symlink() {
                    Entry::Link(fs::read_link(child.path()).map(|to| to.to_string_lossy().into_owned()).unwrap_or_default())
                } else if about.is_file() {
                    Entry::File(mode(&about))
                } else {
                    Entry::Other
                };
                tree.entries.insert(path, entry);
                if tree.entries.len() > MOST {
                    return Err("the folder has too many files".to_owned());
                }
            }
        }
        Ok(tree)
    }

    /// A text without what differs between two runs that do the same.
    fn normal(&self, text: &str) -> String {
        let text = text.replace(&*self.root.to_string_lossy(), "~");
        // A patch says how it was made: `diff -u -r a b` and `diff -ru a b` are the same.
        let is_option = |word: &&str| word.starts_with('-');
        let text = match text.starts_with("diff -") {
            true => text.split(' ').filter(|word| !is_option(word)).collect::<Vec<_>>().join(" "),
            false => text,
        };
        TIMES.replace_all(text.trim_end(), "~").into_owned()
    }
}

/// Times of day, seconds since 1970, and hashes.
static TIMES: LazyLock<Regex> = LazyLock::new(|| {
    let pattern =
        r"\b\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?\b|\b[12]\d{9}(\d{3})?(\.\d+)?\b|\b([0-9]+[a-f]|[a-f]+[0-9])[0-9a-f]{5,62}\b";
    #[expect(clippy::expect_used, reason = "a constant that a test compiles")]
    Regex::new(pattern).expect("a valid pattern")
});

/// Whether a name may hold the time at which it was made: four digits or more in a row.
fn has_time(path: &str) -> bool {
    let mut run = 0;
    path.chars().any(|letter| {
        run = if letter.is_ascii_digit() { run + 1 } else { 0 };
        run >= 4
    })
}

fn is_bare_repository(folder: &Path) -> bool {
    folder.join("HEAD").is_file() && folder.join("objects").is_dir() && folder.join("refs").is_dir()
}

/// What differs between two entries, as a sentence.
fn difference(
    (expected, path, wanted): (&Tree, &str, &Entry),
    (actual, here, found): (&Tree, &str, &Entry),
    modes: Modes,
) -> Option<String> {
    let shown = mask_text(here).0;
    let of_modes = |wanted: Option<u32>, found: Option<u32>, file: bool| {
        let (wanted, found) = (wanted?, found?);
        match modes {
            Modes::All if wanted != found => Some(format!("“{shown}” has the permissions {found:o}, not {wanted:o}.")),
            Modes::Executable if file && wanted & 0o111 != 0 && found & 0o111 == 0 => {
                Some(format!("“{shown}” cannot be executed."))
            }
            Modes::Executable if file && wanted & 0o111 == 0 && found & 0o111 != 0 => Some(format!("“{shown}” can be executed.")),
            _ => None,
        }
    };
    match (wanted, found) {
        (Entry::Folder(wanted), Entry::Folder(found)) => of_modes(*wanted, *found, false),
        (Entry::Other, Entry::Other) => None,
        (Entry::Link(wanted), Entry::Link(found)) => {
            // The copy keeps links with an absolute path, and these lead into the folder of the run.
            let (wanted, found) = (actual.normal(&expected.normal(wanted)), actual.normal(found));
            (wanted != found).then(|| format!("“{shown}” leads to “{}”, not to “{}”.", mask_text(&found).0, mask_text(&wanted).0))
        }
        (Entry::File(wanted), Entry::File(found)) => {
            let content = of_files((expected, path), (actual, here)).map(|words| format!("“{shown}” {words}"));
            content.or_else(|| of_modes(*wanted, *found, true))
        }
        _ => Some(format!("“{shown}” is of another kind.")),
    }
}

/// Whether the commands left a file as it was before.
fn is_left_alone(tree: &Tree, path: &str, before: &Paths) -> bool {
    let Some(Some(digest)) = before.0.get(path) else { return false };
    fs::read(tree.root.join(path)).is_ok_and(|bytes| hex(&Sha256::digest(bytes)) == *digest)
}

/// How a file whose content nobody can read differs, where it should have stayed as it was.
fn of_bytes((expected, path): (&Tree, &str), (actual, here): (&Tree, &str)) -> Option<String> {
    let (wanted, found) = (expected.root.join(path), actual.root.join(here));
    let is_file = actual.entries.get(here).is_some_and(|entry| matches!(entry, Entry::File(_)));
    let is_opaque = |head: Vec<u8>| matches!(Content::of(&head), Content::Binary) && !is_database(&head);
    let differs = is_file && head(&wanted).is_some_and(is_opaque) && !is_same(&wanted, &found).unwrap_or(true);
    differs.then(|| format!("“{}” is not as it was.", mask_text(here).0))
}

fn head(path: &Path) -> Option<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path).ok()?.take(HEAD as u64).read_to_end(&mut head).ok()?;
    Some(head)
}

/// What differs between two files, as the end of a sentence.
fn of_files((expected, path): (&Tree, &str), (actual, here): (&Tree, &str)) -> Option<String> {
    let (wanted, found) = (expected.root.join(path), actual.root.join(here));
    if is_same(&wanted, &found).unwrap_or(false) {
        return None;
    }
    let unread = || Some("cannot be read.".to_owned());
    let (Some(wanted_head), Some(found_head)) = (head(&wanted), head(&found)) else { return unread() };
    match (Content::of(&wanted_head), Content::of(&found_head)) {
        (Content::Text, Content::Text) => of_lines(&lines(expected, &wanted), &lines(actual, &found)),
        (Content::Archive, Content::Archive) => {
            let read = |tree: &Tree, path: &Path, head: &[u8]| {
                archive_contents(path, head, MAX_TEXT as u64, &|bytes| digest(tree, bytes)).unwrap_or_default()
            };
            let (wanted, found) = (read(expected, &wanted, &wanted_head), read(actual, &found, &found_head));
            of_entries(&wanted, &found)
        }
        (Content::Binary, Content::Binary) if is_database(&wanted_head) && is_database(&found_head) => {
            let rows = |tree: &Tree, path: &Path| -> Option<Vec<String>> {
                let (rows, _) = database_rows(path).ok()?;
                let mut rows: Vec<String> = rows
                    .iter()
                    .map(|row| {
                        let cells: Vec<&str> = row.cells.iter().map(|cell| cell.text.as_str()).collect();
                        tree.normal(&format!("{}: {}", row.place.as_deref().unwrap_or_default(), cells.join(" | ")))
                    })
                    .collect();
                rows.sort();
                Some(rows)
            };
            match (rows(expected, &wanted), rows(actual, &found)) {
                (Some(wanted), Some(found)) => of_lines(&wanted, &found),
                (_, None) => Some("is damaged.".to_owned()),
                (None, _) => None,
            }
        }
        (Content::Empty, Content::Empty) => None,
        (_, Content::Empty) => Some("is empty.".to_owned()),
        // What such a file contains is not known, and two programs seldom write the same bytes twice. But a picture has a size.
        (Content::Binary, Content::Binary) => match (picture::of(&wanted), picture::of(&found)) {
            (Some(wanted), Some(found)) if wanted != found => Some(format!("is {found}, not {wanted}.")),
            (Some(wanted), None) => Some(format!("is not {wanted}.")),
            _ => None,
        },
        _ => Some("is of another kind.".to_owned()),
    }
}

fn is_same(one: &Path, other: &Path) -> std::io::Result<bool> {
    let (mut one, mut other) = (File::open(one)?, File::open(other)?);
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let (mut first, mut second) = (vec![0; 64 * 1024], vec![0; 64 * 1024]);
    loop {
        let count = one.read(&mut first)?;
        if count == 0 {
            return Ok(true);
        }
        other.read_exact(&mut second[..count])?;
        if first[..count] != second[..count] {
            return Ok(false);
        }
    }
}

fn lines(tree: &Tree, path: &Path) -> Vec<String> {
    let mut bytes = Vec::new();
    // What cannot be read is no line, and differs from one that can.
    let _read = File::open(path).and_then(|file| file.take(MAX_TEXT as u64).read_to_end(&mut bytes));
    let text = String::from_utf8_lossy(&bytes);
    let normal = |line: &str| tree.normal(&checksums::judged(line, &tree.root, path).unwrap_or_else(|| line.to_owned()));
    let mut lines: Vec<String> = text.lines().map(normal).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// The first line that differs.
fn of_lines(wanted: &[String], found: &[String]) -> Option<String> {
    let at = (0..wanted.len().max(found.len())).find(|at| wanted.get(*at) != found.get(*at))?;
    let shown = |line: &String| -> String {
        let line = mask_text(line).0;
        if line.chars().count() <= MOST_OF_LINE { line } else { line.chars().take(MOST_OF_LINE - 1).chain(['…']).collect() }
    };
    Some(match (wanted.get(at), found.get(at)) {
        (Some(wanted), Some(found)) => format!("has “{}” where “{}” is expected.", shown(found), shown(wanted)),
        (Some(wanted), None) => format!("lacks “{}”.", shown(wanted)),
        (None, Some(found)) => format!("has “{}” besides.", shown(found)),
        (None, None) => return None,
    })
}

/// Entries of an archive but for folders with something in them, which some programs write as entries of their own.
fn without_full_folders(all: &BTreeMap<String, String>) -> BTreeMap<&String, &String> {
    let is_full = |name: &str| name.ends_with('/') && all.keys().any(|other| other != name && other.starts_with(name));
    all.iter().filter(|(name, _)| !is_full(name)).collect()
}

fn of_entries(wanted: &BTreeMap<String, String>, found: &BTreeMap<String, String>) -> Option<String> {
    if found.is_empty() && !wanted.is_empty() {
        return Some("is empty or damaged.".to_owned());
    }
    let (wanted, found) = (&without_full_folders(wanted), &without_full_folders(found));
    let named = |name: &str| if name.is_empty() { String::new() } else { format!(" “{}”", mask_text(name).0) };
    let lacks = wanted.keys().find(|name| !found.contains_key(*name)).map(|name| format!("lacks{}.", named(name)));
    let more = || found.keys().find(|name| !wanted.contains_key(*name)).map(|name| format!("has{} besides.", named(name)));
    let other = || {
        let (name, _) = wanted.iter().find(|(name, content)| found.get(*name) != Some(content))?;
        Some(format!("has{} with another content.", named(name)))
    };
    lacks.or_else(more).or_else(other)
}

/// The digest of what counts of a content.
fn digest(tree: &Tree, bytes: &[u8]) -> String {
    let head = &bytes[..bytes.len().min(HEAD)];
    let digest = match Content::of(head) {
        Content::Text => {
            let text = String::from_utf8_lossy(bytes);
            let lines: Vec<String> = text.lines().map(|line| tree.normal(line)).collect();
            Sha256::digest(lines.join("\n").trim_end())
        }
        _ => Sha256::digest(bytes),
    };
    hex(&digest)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What two repositories say otherwise: branches, tags, commits by their content and subject, what is staged, where `HEAD` is.
fn of_repository(wanted: &Path, found: &Path) -> Result<Option<String>, String> {
    let states = |folder: &Path| -> Result<Vec<Vec<String>>, String> {
        let ask = |arguments: &[&str]| -> Result<Vec<String>, String> {
            let (printed, _) = git(arguments, folder).map_err(|error| format!("git could not be run: {error}"))?;
            Ok(String::from_utf8_lossy(&printed).lines().map(str::to_owned).collect())
        };
        let refs = ask(&[
            "for-each-ref",
            "--format=%(refname:short)\t%(tree)%(*tree) %(contents:subject)",
            "refs/heads",
            "refs/tags",
            "refs/stash",
        ])?;
        let head = ask(&["rev-parse", "--abbrev-ref", "HEAD"])?;
        let mut log = Vec::new();
        for branch in ask(&["for-each-ref", "--format=%(refname)", "refs/heads"])?.iter().take(20) {
            log.push(branch.clone());
            log.extend(ask(&["log", "-n", "50", "--format=%T %s", branch])?);
        }
        Ok(vec![refs, head, log, ask(&["ls-files", "--stage"])?])
    };
    let (wanted, found) = (states(wanted)?, states(found)?);
    let shown = |line: &str| {
        // The names of objects say nothing to people.
        let words: Vec<&str> = line.split(['\t', ' ']).filter(|word| word.len() != 40 && !word.is_empty()).collect();
        mask_text(&words.join(" ")).0
    };
    for (wanted, found) in wanted.iter().zip(&found) {
        let lacks = wanted.iter().find(|line| !found.contains(line));
        let more = found.iter().find(|line| !wanted.contains(line));
        match (lacks, more) {
            (None, None) if wanted != found => return Ok(Some("The commits of the repository have another order.".to_owned())),
            (None, None) => {}
            (Some(lacks), Some(more)) if shown(lacks) == shown(more) => {
                return Ok(Some(format!("The repository has “{}” with another content.", shown(more))));
            }
            (Some(lacks), Some(more)) => {
                return Ok(Some(format!("The repository has “{}” where “{}” is expected.", shown(more), shown(lacks))));
            }
            (Some(lacks), None) => return Ok(Some(format!("The repository lacks “{}”.", shown(lacks)))),
            (None, Some(more)) => return Ok(Some(format!("The repository has “{}” besides.", shown(more)))),
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// A copy and the folder of a run, both with these files before.
    struct Two {
        folder: tempfile::TempDir,
        before: Paths,
    }

    impl Two {
        fn with(files: &[(&str, &[u8])]) -> Self {
            let folder = tempfile::tempdir().unwrap();
            for side in ["copy", "run"] {
                for (path, bytes) in files {
                    put(&folder.path().join(side), path, bytes);
                }
                fs::create_dir_all(folder.path().join(side)).unwrap();
            }
            let before = Paths::of(&folder.path().join("copy"), Path::new("/nowhere")).unwrap();
            Self { folder, before }
        }

        fn copy(&self) -> PathBuf {
            self.folder.path().join("copy")
        }

        fn run(&self) -> PathBuf {
            self.folder.path().join("run")
        }

        fn differences(&self) -> Vec<(String, FolderDifferenceKind, String)> {
            self.compared(Modes::Executable)
        }

        fn compared(&self, modes: Modes) -> Vec<(String, FolderDifferenceKind, String)> {
            let found = differences(&self.copy(), &self.run(), &self.before, Path::new("/nowhere"), modes).unwrap();
            found.into_iter().map(|one| (one.path, one.kind, one.words)).collect()
        }
    }

    fn put(folder: &Path, path: &str, bytes: &[u8]) {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn tar(entries: &[(&str, &str)], gzip: bool) -> Vec<u8> {
        let mut archive = tar::Builder::new(Vec::new());
        for (name, text) in entries {
            let mut header = tar::Header::new_gnu();
            header.set_size(text.len() as u64);
            header.set_cksum();
            archive.append_data(&mut header, name, text.as_bytes()).unwrap();
        }
        let bytes = archive.into_inner().unwrap();
        if !gzip {
            return bytes;
        }
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(&bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn what_differs_between_two_runs_that_do_the_same_does_not_count() {
        let two = Two::with(&[("log.txt", b"begin\n")]);
        let (copy, run) = (two.copy(), two.run());
        for (folder, time, hash, stamp) in
            [(&copy, "12:01:59", "0a1b2c3d4e", "202611251201"), (&run, "9:58", "f9e8d7c6b5a4", "202611251158")]
        {
            let log = format!("begin\nat {time} in {}/out: {hash}  \n", folder.display());
            put(folder, "log.txt", log.as_bytes());
            put(folder, &format!("out/dump-{stamp}.txt"), b"rows\n\n");
            let packed = if time == "9:58" { [("b", "2"), ("a", "1")] } else { [("a", "1"), ("b", "2")] };
            put(folder, "all.tar", &tar(&packed, false));
            put(folder, "all.tgz", &tar(&packed, true));
            put(folder, "picture.bin", if time == "9:58" { &[0, 1, 2, 3] } else { &[0, 9, 8] });
        }
        assert_eq!(two.differences(), []);
    }

    #[test]
    fn what_is_otherwise_is_told() {
        let two = Two::with(&[("a.csv", b"x,1\ny,2\n"), ("old.txt", b"o"), ("kept.txt", b"k"), ("run.sh", b"#!/bin/sh\n")]);
        let (copy, run) = (two.copy(), two.run());
        put(&copy, "a.csv", b"x,1\ny,3\n");
        put(&copy, "new.tar", &tar(&[("a", "1")], false));
        put(&run, "new.tar", &tar(&[("a", "2")], false));
        put(&copy, "cut.tgz", &tar(&[("a", "1")], true));
        put(&run, "cut.tgz", &tar(&[("a", "1")], true)[..20]);
        put(&copy, "missing.txt", b"m");
        put(&run, "extra.txt", b"e");
        fs::remove_file(copy.join("old.txt")).unwrap();
        fs::remove_file(run.join("kept.txt")).unwrap();
        apprentice_platform::permissions::make_executable(&copy.join("run.sh")).unwrap();
        for (folder, target) in [(&copy, "a.csv"), (&run, "run.sh")] {
            apprentice_platform::links::symlink(Path::new(target), &folder.join("link")).unwrap();
        }
        use FolderDifferenceKind::{Changed, Extra, Missing, Untouched};
        let told = |path: &str, kind, words: &str| (path.to_owned(), kind, words.to_owned());
        assert_eq!(
            two.differences(),
            [
                told("a.csv", Changed, "“a.csv” has “y,2” where “y,3” is expected."),
                told("cut.tgz", Changed, "“cut.tgz” is empty or damaged."),
                told("kept.txt", Changed, "“kept.txt” is gone."),
                told("link", Changed, "“link” leads to “run.sh”, not to “a.csv”."),
                told("new.tar", Changed, "“new.tar” has “a” with another content."),
                told("run.sh", Untouched, "“run.sh” cannot be executed."),
                told("old.txt", Changed, "“old.txt” is still there."),
                told("missing.txt", Missing, "“missing.txt” is not there."),
                told("extra.txt", Extra, "“extra.txt” is new."),
            ]
        );
    }

    #[test]
    fn what_the_commands_leave_alone_stays_as_it_was_whatever_it_contains() {
        let two = Two::with(&[("large.bin", &[0, 1, 2]), ("made.bin", &[0, 7]), ("kept.bin", &[0, 3])]);
        put(&two.run(), "large.bin", &[0, 1, 9]);
        put(&two.copy(), "made.bin", &[0, 5]);
        put(&two.run(), "made.bin", &[0, 6]);
        let told = ("large.bin".to_owned(), FolderDifferenceKind::Untouched, "“large.bin” is not as it was.".to_owned());
        assert_eq!(two.differences(), [told]);
    }

    /// The beginning of a picture, and bytes that differ from writer to writer.
    fn gif(width: u8, writer: u8) -> Vec<u8> {
        [b"GIF89a".as_slice(), &[width, 0, 10, 0, 0, 0, 0, writer]].concat()
    }

    #[test]
    fn pictures_are_compared_by_their_size() {
        let two = Two::with(&[]);
        for (name, wanted, found) in [
            ("same.gif", gif(20, 1), gif(20, 2)),
            ("other.gif", gif(20, 1), gif(16, 1)),
            ("cut.gif", gif(20, 1), vec![b'G', 0, 1]),
            ("new.bin", vec![0, 1], gif(16, 1)),
        ] {
            put(&two.copy(), name, &wanted);
            put(&two.run(), name, &found);
        }
        let words: Vec<String> = two.differences().into_iter().map(|(.., words)| words).collect();
        assert_eq!(
            words,
            [
                "“cut.gif” is not a GIF picture of 20×10 pixels.",
                "“other.gif” is a GIF picture of 16×10 pixels, not a GIF picture of 20×10 pixels."
            ]
        );
    }

    #[test]
    fn a_folder_of_an_archive_is_told_by_what_is_in_it() {
        let of = |names: &[&str]| names.iter().map(|name| ((*name).to_owned(), String::new())).collect::<BTreeMap<_, _>>();
        assert_eq!(of_entries(&of(&["blog/", "blog/a/", "blog/a/x"]), &of(&["blog/a/x"])), None);
        assert_eq!(of_entries(&of(&["blog/a/x"]), &of(&["blog/", "blog/a/", "blog/a/x"])), None);
        let lacks = of_entries(&of(&["blog/", "blog/empty/", "blog/x"]), &of(&["blog/x"]));
        assert_eq!(lacks.as_deref(), Some("lacks “blog/empty/”."));
        assert_eq!(of_entries(&of(&["blog/"]), &of(&["blog/", "blog/x"])).as_deref(), Some("lacks “blog/”."));
        assert_eq!(of_entries(&of(&["a/x"]), &BTreeMap::new()).as_deref(), Some("is empty or damaged."));
    }

    #[test]
    fn with_which_options_a_patch_was_made_does_not_count() {
        let two = Two::with(&[]);
        let patch = |head: &str, new: &str| format!("{head}\n--- a/x\n+++ b/x\n-1\n+{new}\n").into_bytes();
        put(&two.copy(), "same.diff", &patch("diff -u -r a/x b/x", "2"));
        put(&two.run(), "same.diff", &patch("diff -ru a/x b/x", "2"));
        put(&two.copy(), "other.diff", &patch("diff -u a/x b/x", "2"));
        put(&two.run(), "other.diff", &patch("diff -u a/x b/x", "3"));
        put(&two.copy(), "file.diff", &patch("diff -u a/x b/x", "2"));
        put(&two.run(), "file.diff", &patch("diff -u a/x b/y", "2"));
        let paths: Vec<String> = two.differences().into_iter().map(|(path, ..)| path).collect();
        assert_eq!(paths, ["file.diff", "other.diff"]);
    }

    #[test]
    fn a_checksum_must_be_that_of_the_file_that_it_names() {
        let two = Two::with(&[("old.txt", b"old")]);
        let sum = |bytes: &[u8]| hex(&Sha256::digest(bytes));
        let line = |bytes: &[u8], name: &str| format!("{}  {name}\n", sum(bytes)).into_bytes();
        for folder in [two.copy(), two.run()] {
            put(&folder, "out/a.tgz", if folder == two.run() { &[0, 1] } else { &[0, 2] });
            let own = fs::read(folder.join("out/a.tgz")).unwrap();
            put(&folder, "out/a.tgz.sha256", &line(&own, "a.tgz"));
            put(&folder, "SUMS", &line(&own, "out/a.tgz"));
            // Nothing is said about a file that is not there.
            put(&folder, "elsewhere.sha256", &line(&own, "gone.tgz"));
        }
        assert_eq!(two.differences(), []);
        put(&two.run(), "out/a.tgz.sha256", &line(b"another", "a.tgz"));
        let found = two.differences();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].2.contains("a wrong checksum of “a.tgz”"), "{found:?}");
    }

    #[test]
    fn permissions_count_where_the_commands_set_them() {
        let two = Two::with(&[("homes/ida/a.txt", b"a")]);
        apprentice_platform::permissions::make_private(&two.copy().join("homes/ida")).unwrap();
        assert_eq!(two.differences(), []);
        let found = two.compared(Modes::All);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].2.starts_with("“homes/ida” has the permissions ") && found[0].2.ends_with("not 700."), "{found:?}");
    }

    #[test]
    fn rows_of_databases_are_compared() {
        let two = Two::with(&[]);
        for (folder, rows) in [(two.copy(), "(1, 'a'), (2, 'b')"), (two.run(), "(2, 'b'), (1, 'c')")] {
            let db = rusqlite::Connection::open(folder.join("shop.db")).unwrap();
            db.execute_batch(&format!("CREATE TABLE t (id, name); INSERT INTO t VALUES {rows};")).unwrap();
        }
        let found = two.differences();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].2, "“shop.db” has “t: 1 | c” where “t: 1 | a” is expected.");
    }

    #[test]
    fn repositories_are_compared_by_what_their_commits_contain() {
        let two = Two::with(&[]);
        let in_folder = |folder: &Path, arguments: &[&str]| {
            let identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"];
            let (printed, done) = git(&[&identity, arguments].concat(), folder).unwrap();
            assert!(done, "{arguments:?}: {}", String::from_utf8_lossy(&printed));
        };
        for (folder, day) in [(two.copy(), "2031-01-01"), (two.run(), "2032-02-02")] {
            in_folder(&folder, &["init", "-q"]);
            put(&folder, "a.txt", b"tea\n");
            in_folder(&folder, &["add", "."]);
            in_folder(&folder, &["commit", "-qm", "Add tea", "--date", &format!("{day}T10:00:00")]);
            in_folder(&folder, &["branch", "other"]);
        }
        assert_eq!(two.differences(), []);
        in_folder(&two.run(), &["branch", "-D", "other"]);
        let found = two.differences();
        assert_eq!((found[0].0.as_str(), found[0].2.as_str()), (".git", "The repository lacks “other Add tea”."));
    }
}
