//! The rules of language (CONTRIBUTING.md, “Write”): some words make a reader guess who does what. They are in no comment, label, message
//! or page of the documentation.

use crate::sources::{root, rust_files};
use std::fs;
use std::path::{Path, PathBuf};

/// Words that need a second reading, each with what to write instead.
const FORBIDDEN: [(&str, &str); 15] = [
    ("anew", "again"),
    ("fares", "is, works"),
    ("in spite of", "despite"),
    ("in vain", "without success"),
    ("of before", "earlier, former"),
    ("is told", "receives, is shown, is reported"),
    ("are told", "receive, are shown, are reported"),
    ("was told", "received, was shown, was reported"),
    ("be told", "receive, be shown, be reported"),
    ("as it stands", "unchanged"),
    ("stand in", "are in"),
    ("stands for", "means, represents"),
    ("stands in", "is in"),
    ("whoever", "any caller, the program that"),
    ("whomever", "anybody that"),
];

/// A file and a part of the line in which a word is meant as it is written. At most five.
const EXCEPTIONS: [(&str, &str); 1] = [
    // Part of a skill, for an agent: the idiom.
    ("crates/engine/src/proposal/experience.rs", "say what stands in the way"),
];

/// Crates whose sources have patterns of any language: only their comments are read.
const COMMENTS_ALONE: [&str; 9] =
    ["agents", "compiler", "connectors", "injection", "observe", "platform", "skills", "store", "testkit"];

/// Whether the text, in small letters, contains the words, not as a part of other words.
fn contains(text: &str, words: &str) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    text.match_indices(words)
        .any(|(at, _)| !is_letter(text[..at].chars().next_back()) && !is_letter(text[at + words.len()..].chars().next()))
}

/// The files below a folder with one of these endings.
fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = Path::new(folder).join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            found.extend(files(path.to_str().unwrap(), endings));
        } else if path.extension().is_some_and(|extension| endings.iter().any(|ending| extension == *ending)) {
            found.push(path);
        }
    }
    found
}

/// What people read: sources of the product, the interface and the documentation. The tests of crates are not among them.
fn texts() -> Vec<PathBuf> {
    let mut all = rust_files(&["crates", "src-tauri"]);
    all.retain(|path| path.components().nth(2).is_none_or(|part| part.as_os_str() == "src") || path.starts_with("src-tauri"));
    // The generated types repeat the comments of `contracts`.
    all.extend(files("ui/src", &["ts", "tsx"]));
    all.extend(files("docs", &["md"]));
    all.extend(files("crates/cli/src/help", &["md"]));
    all.extend(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(PathBuf::from));
    all
}

#[test]
fn no_text_needs_a_second_reading_for_these_words() {
    let comments_alone = |path: &Path| {
        let name = path.components().nth(1).map(|part| part.as_os_str().to_string_lossy().into_owned());
        path.starts_with("crates") && name.is_some_and(|name| COMMENTS_ALONE.contains(&name.as_str()))
    };
    let mut used = [false; EXCEPTIONS.len()];
    let mut found = Vec::new();
    for path in texts() {
        let text = fs::read_to_string(root().join(&path)).unwrap();
        let lines = text.lines().enumerate();
        for (at, line) in lines.filter(|(_, line)| !comments_alone(&path) || line.trim_start().starts_with("//")) {
            let small = line.to_lowercase();
            for (words, better) in FORBIDDEN.iter().filter(|(words, _)| contains(&small, words)) {
                match EXCEPTIONS.iter().position(|(file, part)| path == Path::new(file) && line.contains(part)) {
                    Some(exception) => used[exception] = true,
                    None => found.push(format!("{}:{}: “{words}” → {better}", path.display(), at + 1)),
                }
            }
        }
    }
    assert!(found.is_empty(), "write these lines with a subject and a plain verb:\n{}", found.join("\n"));
    let stale: Vec<_> = EXCEPTIONS.iter().zip(used).filter(|(_, used)| !used).collect();
    assert!(stale.is_empty(), "these exceptions are needed no more: {stale:?}");
}

#[test]
fn words_are_found_as_words_alone() {
    assert!(contains("it is told", "is told") && contains("(anew)", "anew"));
    assert!(!contains("this told", "is told") && !contains("renewed", "anew") && !contains("is_told", "told"));
}
