//! Skills that other people wrote. Without the corpus these tests fail and say how to get it or leave them out.

use crate::reference::{accepts, verdicts};
use apprentice_contracts::skill::{SkillFinding, SkillScope};
use apprentice_skills::discovery::discover::{self, Root};
use apprentice_skills::format::bundle::{self, Profile, read_folder};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The folder `name` of the corpus (`""`: all of it), a real path.
pub fn corpus(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus").join(name);
    path.canonicalize().unwrap_or_else(|error| {
        panic!(
            "{} is missing ({error}). These tests need the skills of other people that shared/corpus/SOURCES.md lists, \
             beside the repository. Without them run: cargo nextest run -E 'not test(corpus)'",
            path.display()
        )
    })
}

fn skill_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        if entry.file_type().unwrap().is_dir() {
            skill_files(&entry.path(), found);
        } else if entry.file_name().eq_ignore_ascii_case("skill.md") {
            found.push(entry.path());
        }
    }
    found.sort();
}

/// A skill file of the corpus.
struct Found {
    /// Relative to the corpus.
    path: String,
    folder: String,
    text: String,
}

fn all() -> Vec<Found> {
    let corpus = corpus("");
    let mut paths = Vec::new();
    skill_files(&corpus, &mut paths);
    assert!(paths.len() > 250, "the corpus is there: {}", paths.len());
    let found = |path: PathBuf| Found {
        path: path.strip_prefix(&corpus).unwrap().display().to_string(),
        folder: path.parent().unwrap().file_name().unwrap().to_str().unwrap().to_owned(),
        text: std::fs::read_to_string(path).unwrap(),
    };
    paths.into_iter().map(found).collect()
}

fn digest(data: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    data.iter().for_each(|part| hash.update(part));
    hash.finalize().iter().fold(String::new(), |mut text, byte| {
        let _infallible = write!(text, "{byte:02x}");
        text
    })
}

#[test]
fn nearly_all_are_read_and_each_of_the_others_has_a_reason() {
    let corpus = corpus("skills");
    let mut files = Vec::new();
    skill_files(&corpus, &mut files);
    let answer = discover::list(&[Root { path: corpus, scope: SkillScope::User, agents: vec![], namespace: None }]);

    let mut unread = Vec::new();
    for folder in files.iter().map(|file| file.parent().unwrap()) {
        let path = folder.to_str().unwrap();
        if answer.skills.iter().any(|skill| skill.path == path) {
            continue;
        }
        let skipped =
            answer.skipped.iter().find(|skipped| Path::new(&skipped.path).starts_with(path) || folder.starts_with(&skipped.path));
        unread.push(skipped.unwrap_or_else(|| panic!("{path} is in neither list")));
    }
    assert!(files.len() > 100, "the corpus is there: {}", files.len());
    assert!(unread.len() * 20 <= files.len(), "95 % are read; {} of {} are not: {unread:#?}", unread.len(), files.len());
    assert!(answer.skills.iter().all(|skill| !skill.description.trim().is_empty() && !skill.name.is_empty()));
    assert!(unread.iter().all(|skipped| !skipped.message.is_empty()));
}

#[test]
fn every_description_is_what_a_yaml_parser_reads_and_every_verdict_that_of_the_reference() {
    let files = all();
    let verdicts = verdicts();
    for file in files {
        let key = digest(&[file.path.as_bytes(), b"\0", file.text.as_bytes()]);
        let (accepted, description) = verdicts.corpus.get(&key).unwrap_or_else(|| panic!("{} was not recorded", file.path));
        let strict = bundle::inspect(&file.text, &file.folder, Profile::Strict);
        assert_eq!(accepts(&strict), *accepted, "{}: {strict:#?}", file.path);
        if let Some(description) = description {
            let read = bundle::read(&file.text, &file.folder, Profile::Lenient).unwrap();
            assert_eq!(&digest(&[read.description.as_bytes()]), description, "{}: {:?}", file.path, read.description);
            let listed = bundle::summary(&file.text, &file.folder, Profile::Lenient).unwrap();
            assert_eq!((listed.name, listed.description), (read.name, read.description), "{}", file.path);
        }
    }
}

#[test]
fn every_file_is_loaded_or_explained_with_a_line() {
    for file in all() {
        for profile in [Profile::Strict, Profile::Lenient, Profile::Orchestrator] {
            if let Err(finding) = bundle::read(&file.text, &file.folder, profile) {
                assert!(finding.line.is_some() && !finding.message.is_empty(), "{}: {finding:?}", file.path);
                assert!(finding.suggestion.is_some(), "{}: {finding:?}", file.path);
            }
        }
        let path = corpus("").join(&file.path);
        let loaded = read_folder(path.parent().unwrap(), &corpus(""), Profile::Lenient);
        assert!(loaded.is_ok(), "{}: {loaded:?}", file.path);
    }
}

/// The snapshot was read by a person: each line is a true statement about a file.
#[test]
fn the_findings_are_those_that_were_looked_at() {
    let files = all();
    let mut told = String::new();
    for (label, profile) in [("strict", Profile::Strict), ("lenient", Profile::Lenient), ("orchestrator", Profile::Orchestrator)]
    {
        let _infallible = writeln!(told, "{label}");
        for file in &files {
            let findings = bundle::inspect(&file.text, &file.folder, profile);
            if !findings.is_empty() {
                let _infallible = writeln!(told, "  {}: {}", file.path, counted(&findings));
            }
        }
    }
    insta::assert_snapshot!(told);
}

fn counted(findings: &[SkillFinding]) -> String {
    let mut counts: BTreeMap<(&str, u32), usize> = BTreeMap::new();
    for finding in findings {
        *counts.entry((&finding.code, finding.line.unwrap_or(0))).or_default() += 1;
    }
    let told = |((code, line), count): (&(&str, u32), &usize)| match count {
        1 => format!("{code}@{line}"),
        _ => format!("{code}@{line} x{count}"),
    };
    counts.iter().map(told).collect::<Vec<_>>().join(", ")
}
