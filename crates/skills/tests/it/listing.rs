//! A listing shows every skill completely and in the words of its file; each test is named for what another program gets wrong.

use apprentice_contracts::skill::{SkillFormat, SkillScope, SkillsListResponse};
use apprentice_skills::discovery::discover::{self, Root};
use apprentice_skills::discovery::listing::Listing;
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

fn root(path: &Path) -> Root {
    Root { path: path.to_path_buf(), scope: SkillScope::User, agents: vec![], namespace: None }
}

fn write(base: &Path, folder: &str, file: &str, text: impl AsRef<[u8]>) {
    fs::create_dir_all(base.join(folder)).unwrap();
    fs::write(base.join(folder).join(file), text).unwrap();
}

fn list(base: &Path) -> SkillsListResponse {
    discover::list(&[root(base)])
}

fn described(base: &Path, text: &str) -> String {
    write(base, "one", "SKILL.md", text);
    list(base).skills[0].description.clone()
}

#[test]
fn descriptions_are_what_a_yaml_parser_reads() {
    let temp = tempfile::tempdir().unwrap();
    let check = |value: &str, expected: &str| {
        assert_eq!(described(temp.path(), &format!("---\nname: one\n{value}\n---\n\nBody.\n")), expected, "{value}");
    };
    check("description: |\n  First line.\n  Second line.", "First line.\nSecond line.");
    check("description: >\n  Folded\n  into one.", "Folded into one.");
    check("description: >-\n  Folded\n  and stripped.", "Folded and stripped.");
    check("description: \"Quoted: with a colon\"", "Quoted: with a colon");
    check("description: 'It''s quoted'", "It's quoted");
    check("description: Plain\n  and continued", "Plain and continued");
    check("description: b --- c", "b --- c");
    check("description: Sums <a> & b", "Sums <a> & b");
}

#[test]
fn skills_of_one_name_do_not_vanish() {
    let temp = tempfile::tempdir().unwrap();
    for folder in ["a", "b", "group/c"] {
        write(temp.path(), folder, "SKILL.md", "---\nname: same\ndescription: d\n---\n");
    }
    let answer = list(temp.path());
    assert_eq!(answer.skills.len(), 3);
    let winner = temp.path().join("a").display().to_string();
    let shadows: Vec<_> = answer.skills.iter().map(|skill| skill.shadowed_by.as_deref()).collect();
    assert_eq!(shadows, [None, Some(winner.as_str()), Some(winner.as_str())], "nested ones too");
}

#[test]
fn a_skill_file_in_any_spelling_is_found() {
    let temp = tempfile::tempdir().unwrap();
    for (folder, file) in [("one", "Skill.md"), ("two", "skill.MD"), ("three", "skill.md")] {
        write(temp.path(), folder, file, "---\nname: x\ndescription: d\n---\n");
    }
    write(temp.path(), "both", "SKILL.md", "---\nname: both\ndescription: upper\n---\n");
    write(temp.path(), "both", "skill.md", "---\nname: both\ndescription: lower\n---\n");
    let answer = list(temp.path());
    let rows: Vec<_> = answer.skills.iter().map(|skill| (skill.file.as_str(), skill.description.as_str())).collect();
    assert_eq!(rows, [("SKILL.md", "upper"), ("Skill.md", "d"), ("skill.md", "d"), ("skill.MD", "d")]);
    for skill in &answer.skills[1..] {
        assert!(skill.findings.iter().any(|finding| finding.code.starts_with("FILE_NAME")), "{}", skill.file);
    }
}

#[test]
fn the_older_format_is_listed_and_other_files_of_its_name_are_not() {
    let temp = tempfile::tempdir().unwrap();
    let legacy = r#"{"name":"old","version":"1","description":"An old one.","entrypoint":"prompt.md"}"#;
    write(temp.path(), "old", "skill.json", legacy);
    write(temp.path(), "old", "prompt.md", "Do it.");
    write(temp.path(), "package", "skill.json", r#"{"dependencies":{}}"#);
    write(temp.path(), "package/inner", "SKILL.md", "---\nname: inner\ndescription: d\n---\n");
    write(temp.path(), "promptless", "skill.json", legacy);
    let answer = list(temp.path());
    let rows: Vec<_> = answer.skills.iter().map(|skill| (skill.name.as_str(), skill.format)).collect();
    assert_eq!(rows, [("old", SkillFormat::Legacy), ("inner", SkillFormat::SkillMd)]);
    assert_eq!(answer.skipped.len(), 1, "{:?}", answer.skipped);
    assert_eq!(answer.skipped[0].code, "LEGACY_PROMPT_MISSING");
}

#[test]
fn a_folder_name_that_is_not_utf8_is_reported() {
    let temp = tempfile::tempdir().unwrap();
    let folder = temp.path().join(OsStr::from_bytes(b"b\xe4d"));
    fs::create_dir(&folder).expect("a file system that takes any bytes as a name, as those of Linux do");
    fs::write(folder.join("SKILL.md"), "---\nname: bad\ndescription: d\n---\n").unwrap();
    let answer = list(temp.path());
    assert_eq!(answer.skipped.iter().map(|one| one.code.as_str()).collect::<Vec<_>>(), ["FOLDER_NAME"]);
}

#[test]
fn thousands_of_skills_and_folders_are_all_listed() {
    let temp = tempfile::tempdir().unwrap();
    for index in 0..2_100 {
        write(
            temp.path(),
            &format!("skill-{index:04}"),
            "SKILL.md",
            format!("---\nname: skill-{index:04}\ndescription: d\n---\n"),
        );
    }
    let listing = discover::search(&[root(temp.path())], &[]);
    assert_eq!(listing.len(), 2_100);
    let names: Vec<String> = listing.skills().map(|skill| skill.name).collect();
    assert!(names.is_sorted(), "in the order of names, whichever thread read them");
    assert_same_document(&listing);
}

/// Answers what was written. Read back alike: the last digit of a time may change on the way through text.
fn assert_same_document(listing: &Listing) -> Value {
    let mut bytes = Vec::new();
    listing.write_json(&mut bytes).unwrap();
    let written: Value = serde_json::from_slice(&bytes).unwrap();
    let whole: Value = serde_json::from_slice(&serde_json::to_vec(&listing.answer()).unwrap()).unwrap();
    assert_eq!(written, whole);
    written
}

#[test]
fn written_piece_by_piece_it_is_the_same_document() {
    let temp = tempfile::tempdir().unwrap();
    write(temp.path(), "one", "skill.md", "---\nname: other\ndescription: A \"quoted\" — one.\n---\n");
    write(temp.path(), "two", "SKILL.md", "---\nname: other\ndescription: d\n---\n");
    write(temp.path(), "bad name", "SKILL.md", "---\nname: x\ndescription: d\n---\n");
    let listing = discover::search(&[root(temp.path())], &[]);
    let written = assert_same_document(&listing);
    assert_eq!((written["skills"].as_array().unwrap().len(), written["skipped"].as_array().unwrap().len()), (2, 1));
}
