//! Skills that other people wrote. Skipped, saying so, where they are absent.

use apprentice_contracts::skill::SkillScope;
use apprentice_skills::discover::{self, Root};
use std::path::{Path, PathBuf};

fn corpus() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/skills");
    if path.is_dir() { Some(path) } else { None }
}

fn skill_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        if entry.file_type().unwrap().is_dir() {
            skill_files(&entry.path(), found);
        } else if entry.file_name() == "SKILL.md" {
            found.push(folder.to_path_buf());
        }
    }
}

#[test]
fn nearly_all_are_read_and_each_of_the_others_has_a_reason() {
    let Some(corpus) = corpus() else { return eprintln!("skipped: no ../shared/corpus/skills") };
    let mut files = Vec::new();
    skill_files(&corpus, &mut files);
    let answer = discover::list(&[Root { path: corpus, scope: SkillScope::User, agents: vec![] }]);

    let mut unread = Vec::new();
    for folder in &files {
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
