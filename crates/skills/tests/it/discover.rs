//! What is found, what is passed over, and why.

use apprentice_contracts::skill::{SkillScope, SkillsListResponse};
use apprentice_skills::discovery::discover::{self, Root};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

fn skill(folder: &Path, name: &str, extra: &str) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("SKILL.md"), format!("---\nname: {name}\ndescription: Does {name}.\n{extra}---\n\nBody.\n")).unwrap();
}

fn root(path: &Path) -> Root {
    Root { path: path.to_path_buf(), scope: SkillScope::User, agents: vec!["Agent".to_owned()], namespace: None }
}

fn reasons(answer: &SkillsListResponse, base: &Path) -> Vec<(String, String)> {
    let relative = |path: &str| Path::new(path).strip_prefix(base).unwrap().display().to_string();
    answer.skipped.iter().map(|skipped| (relative(&skipped.path), skipped.code.clone())).collect()
}

#[test]
fn the_first_root_wins_and_the_shadowed_skill_names_it() {
    let temp = tempfile::tempdir().unwrap();
    let (first, second) = (temp.path().join("first"), temp.path().join("second"));
    skill(&first.join("tidy"), "tidy", "metadata:\n  apprentice-ability: ability_tidy\n");
    skill(&second.join("tidy"), "tidy", "");
    skill(&second.join("other"), "other", "");
    let answer = discover::list(&[root(&first), root(&second), root(&first), root(&temp.path().join("missing"))]);
    let rows: Vec<(&str, Option<&str>, Option<&str>)> = answer
        .skills
        .iter()
        .map(|skill| (skill.name.as_str(), skill.shadowed_by.as_deref(), skill.ability_id.as_ref().map(|id| id.as_str())))
        .collect();
    let winner = first.join("tidy").display().to_string();
    assert_eq!(rows, [("tidy", None, Some("ability_tidy")), ("other", None, None), ("tidy", Some(winner.as_str()), None)]);
    assert_eq!(answer.roots.iter().map(|root| root.found).collect::<Vec<_>>(), [1, 2], "each root once, missing ones not");
    assert!(answer.skills.iter().all(|skill| skill.modified_at > 1e9));
}

#[test]
fn everything_found_is_listed_or_has_a_reason() {
    let temp = tempfile::tempdir().unwrap();
    let base = temp.path();
    skill(&base.join("group/inner"), "inner", "");
    skill(&base.join("group/inner/nested"), "nested", "");
    skill(&base.join(".git/hook"), "hook", "");
    skill(&base.join("node_modules/package"), "package", "");
    skill(&base.join(".apprentice-stage-tidy-0123456789ab"), "tidy", "");
    skill(&base.join(".trash/old"), "old", "");
    skill(&base.join(".system/builtin"), "builtin", "");
    skill(&base.join("with space"), "with-space", "");
    skill(&base.join("1/2/3/4/5/6"), "six", "");
    skill(&base.join("1/2/3/4/5/x/7"), "seven", "");
    fs::create_dir_all(base.join("bytes")).unwrap();
    fs::write(base.join("bytes/SKILL.md"), [0xff, 0xfe, b'x']).unwrap();
    fs::create_dir_all(base.join("empty")).unwrap();
    fs::write(base.join("empty/SKILL.md"), "").unwrap();
    fs::create_dir_all(base.join("big")).unwrap();
    fs::write(base.join("big/SKILL.md"), "x".repeat(300_000)).unwrap();
    fs::create_dir_all(base.join("lower")).unwrap();
    fs::write(base.join("lower/skill.md"), "---\nname: lower\ndescription: d\n---\n").unwrap();
    fs::write(base.join("SKILL.md"), "---\nname: stray\ndescription: d\n---\n").unwrap();

    let answer = discover::list(&[root(base)]);
    let mut names: Vec<&str> = answer.skills.iter().map(|skill| skill.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["builtin", "inner", "lower", "old", "six"]);
    let mut skipped = reasons(&answer, base);
    skipped.sort();
    let expected = [
        ("1/2/3/4/5/x/7", "TOO_DEEP"),
        ("SKILL.md", "AT_ROOT"),
        ("big", "TOO_LARGE"),
        ("bytes", "NOT_UTF8"),
        ("empty", "NO_DESCRIPTION"),
        ("with space", "FOLDER_NAME"),
    ];
    assert_eq!(skipped, expected.map(|(path, code)| (path.to_owned(), code.to_owned())));
    let builtin = answer.skills.iter().find(|skill| skill.name == "builtin").unwrap();
    assert_eq!(builtin.scope, SkillScope::System);
    let old = answer.skills.iter().find(|skill| skill.name == "old").unwrap();
    assert_eq!(old.findings[0].code, "HIDDEN_FOLDER");
    let lower = answer.skills.iter().find(|skill| skill.name == "lower").unwrap();
    assert_eq!((lower.file.as_str(), lower.findings[0].code.as_str()), ("skill.md", "FILE_NAME"));
}

#[test]
fn links_stay_within_their_root() {
    let temp = tempfile::tempdir().unwrap();
    let (base, outside) = (temp.path().join("skills"), temp.path().join("outside"));
    skill(&outside, "outside", "");
    skill(&base.join("real"), "real", "");
    symlink(&outside, base.join("escape")).unwrap();
    symlink(base.join("real"), base.join("zz-alias")).unwrap();
    symlink(&base, base.join("circle")).unwrap();
    symlink(base.join("nowhere"), base.join("broken")).unwrap();
    fs::create_dir_all(base.join("file-link")).unwrap();
    symlink(outside.join("SKILL.md"), base.join("file-link/SKILL.md")).unwrap();

    let answer = discover::list(&[root(&base)]);
    assert_eq!(
        answer.skills.iter().map(|skill| skill.name.as_str()).collect::<Vec<_>>(),
        ["real"],
        "once, and nothing from outside"
    );
    let skipped = reasons(&answer, &base);
    let expected = [("broken", "LINK_BROKEN"), ("escape", "LINK_LEAVES_ROOT"), ("file-link", "LINK_LEAVES_ROOT")];
    assert_eq!(skipped, expected.map(|(path, code)| (path.to_owned(), code.to_owned())));
}

#[test]
fn a_root_may_itself_be_a_link() {
    let temp = tempfile::tempdir().unwrap();
    skill(&temp.path().join("dotfiles/tidy"), "tidy", "");
    symlink(temp.path().join("dotfiles"), temp.path().join("skills")).unwrap();
    let answer = discover::list(&[root(&temp.path().join("skills"))]);
    assert_eq!(answer.skills[0].path, temp.path().join("skills/tidy").display().to_string(), "named as the user names it");
}

#[test]
fn reading_gives_the_raw_file_and_names_the_others() {
    let temp = tempfile::tempdir().unwrap();
    let base = temp.path();
    skill(&base.join("tidy"), "tidy", "");
    fs::create_dir_all(base.join("tidy/references")).unwrap();
    fs::write(base.join("tidy/references/a.md"), "a").unwrap();
    symlink("/etc/hostname", base.join("tidy/link")).unwrap();
    let answer = discover::read(&[root(base)], &base.join("tidy")).unwrap();
    assert!(answer.content.starts_with("---\nname: tidy\n"));
    assert_eq!(answer.files, ["references/a.md"]);
    assert!(discover::read(&[root(base)], Path::new("/etc")).is_none(), "only what a list names can be read");
    assert!(discover::read(&[root(base)], &base.join("tidy/../tidy")).is_none());
}

#[test]
fn a_pipe_in_place_of_a_skill_does_not_hold_the_list() {
    let temp = tempfile::tempdir().unwrap();
    let base = temp.path().to_path_buf();
    fs::create_dir(base.join("pipe")).unwrap();
    nix::unistd::mkfifo(&base.join("pipe/SKILL.md"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    fs::create_dir_all(base.join("folder/SKILL.md")).unwrap();
    let (tell, told) = std::sync::mpsc::channel();
    let root = root(&base);
    std::thread::spawn(move || tell.send(discover::list(&[root])));
    let answer = told.recv_timeout(std::time::Duration::from_secs(20)).expect("the list hangs");
    let mut skipped = reasons(&answer, &base);
    skipped.sort();
    assert_eq!(
        skipped,
        [("folder", "NOT_A_FILE"), ("pipe", "NOT_A_FILE")].map(|(path, code)| (path.to_owned(), code.to_owned()))
    );
}
