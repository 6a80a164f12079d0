//! Links between skills folders, as installers lay them, and links and files that a listing must not follow or wait for.

use apprentice_contracts::skill::{SkillScope, SkillSummary, SkillsListResponse};
use apprentice_skills::agents::rules::AgentView;
use apprentice_skills::agents::table;
use apprentice_skills::agents::targets::{self, Machine};
use apprentice_skills::discovery::discover::{self, Root};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

fn skill(folder: &Path) {
    let name = folder.file_name().unwrap().to_str().unwrap();
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("SKILL.md"), format!("---\nname: {name}\ndescription: Does {name}.\n---\n\nBody.\n")).unwrap();
}

fn root(path: &Path, agent: &str) -> Root {
    Root { path: path.to_path_buf(), scope: SkillScope::User, agents: vec![agent.to_owned()], namespace: None }
}

fn machine(home: &Path) -> Machine {
    Machine { user_home: Some(home.to_path_buf()), system: home.join("system"), ..Machine::default() }
}

fn codes(skill: &SkillSummary) -> Vec<&str> {
    skill.findings.iter().map(|finding| finding.code.as_str()).collect()
}

fn skipped(answer: &SkillsListResponse, base: &Path) -> Vec<(String, String)> {
    let relative = |path: &str| Path::new(path).strip_prefix(base).unwrap().display().to_string();
    let mut all: Vec<_> = answer.skipped.iter().map(|one| (relative(&one.path), one.code.clone())).collect();
    all.sort();
    all
}

/// The largest installer keeps one copy in `.agents/skills` and lays a relative link per agent (vercel-labs/skills#691).
fn as_installed(home: &Path, name: &str) -> PathBuf {
    let canonical = home.join(".agents/skills").join(name);
    skill(&canonical);
    for agent in [".claude/skills", ".codex/skills"] {
        fs::create_dir_all(home.join(agent)).unwrap();
        symlink(format!("../../.agents/skills/{name}"), home.join(agent).join(name)).unwrap();
    }
    canonical
}

#[test]
fn a_copy_that_is_linked_per_agent_is_listed_once_with_all_of_them() {
    let home = tempfile::tempdir().unwrap();
    let canonical = as_installed(home.path(), "pdf");
    let answer = discover::list(&targets::roots(&machine(home.path()), &[], None));
    assert_eq!(answer.skills.len(), 1, "{:#?}", answer.skills);
    let pdf = &answer.skills[0];
    assert_eq!(pdf.path, canonical.display().to_string(), "where it really is");
    for label in ["Claude Code", "Codex", "goose"] {
        assert!(pdf.agents.iter().any(|agent| agent == label), "{label}: {:?}", pdf.agents);
    }
    assert!(pdf.shadowed_by.is_none());
    let told: Vec<&str> = pdf.findings.iter().map(|finding| finding.message.as_str()).collect();
    assert!(told.iter().any(|text| text.ends_with(".claude/skills/pdf")), "the links are told: {told:?}");
    assert!(answer.skipped.is_empty(), "{:?}", answer.skipped);
}

#[test]
fn an_agents_own_listing_shows_the_link_at_its_own_path() {
    let home = tempfile::tempdir().unwrap();
    as_installed(home.path(), "pdf");
    let plan = AgentView::new(table::find("claude-code").unwrap(), &machine(home.path()), None);
    let answer = discover::for_agent(&plan).answer();
    assert_eq!(answer.skills.len(), 1, "{:?}", answer.skipped);
    assert_eq!(answer.skills[0].path, home.path().join(".claude/skills/pdf").display().to_string());
    assert_eq!(codes(&answer.skills[0]), ["LINKED"]);
    let alone = discover::list(&[root(&home.path().join(".claude/skills"), "Claude Code")]);
    assert_eq!(codes(&alone.skills[0]), ["LINKED"], "also where only this folder is named");
}

#[test]
fn a_whole_folder_that_is_a_link_is_one_root() {
    let home = tempfile::tempdir().unwrap();
    skill(&home.path().join(".agents/skills/pdf"));
    fs::create_dir_all(home.path().join(".claude")).unwrap();
    symlink("../.agents/skills", home.path().join(".claude/skills")).unwrap();
    let answer = discover::list(&targets::roots(&machine(home.path()), &[], None));
    assert_eq!((answer.skills.len(), answer.roots.len()), (1, 1));
    assert!(answer.skills[0].agents.len() > 3, "{:?}", answer.skills[0].agents);
}

#[test]
fn a_folder_with_the_same_prefix_is_not_inside_the_root() {
    let temp = tempfile::tempdir().unwrap();
    let base = temp.path().join("skills");
    skill(&temp.path().join("skills-private/secret"));
    fs::create_dir_all(&base).unwrap();
    symlink(temp.path().join("skills-private/secret"), base.join("secret")).unwrap();
    symlink("../skills-private", base.join("all")).unwrap();
    let answer = discover::list(&[root(&base, "Agent")]);
    assert!(answer.skills.is_empty(), "{:?}", answer.skills);
    let expected = [("all", "LINK_LEAVES_ROOT"), ("secret", "LINK_LEAVES_ROOT")];
    assert_eq!(skipped(&answer, &base), expected.map(|(path, code)| (path.to_owned(), code.to_owned())));
}

#[test]
fn a_file_that_is_a_link_stays_in_a_skills_folder() {
    let home = tempfile::tempdir().unwrap();
    let base = home.path().join(".claude/skills");
    skill(&home.path().join(".agents/skills/store"));
    fs::create_dir_all(base.join("good")).unwrap();
    fs::create_dir_all(base.join("bad")).unwrap();
    fs::create_dir_all(base.join("gone")).unwrap();
    symlink(home.path().join(".agents/skills/store/SKILL.md"), base.join("good/SKILL.md")).unwrap();
    symlink("/etc/hostname", base.join("bad/SKILL.md")).unwrap();
    symlink("nowhere", base.join("gone/SKILL.md")).unwrap();
    let answer = discover::list(&[root(&base, "Agent")]);
    assert_eq!(answer.skills.len(), 1);
    assert!(codes(&answer.skills[0]).contains(&"FILE_LINK"), "{:?}", codes(&answer.skills[0]));
    let expected = [("bad", "LINK_LEAVES_ROOT"), ("gone", "LINK_BROKEN")];
    assert_eq!(skipped(&answer, &base), expected.map(|(path, code)| (path.to_owned(), code.to_owned())));
}

#[test]
fn circles_of_links_between_skills_folders_end() {
    let temp = tempfile::tempdir().unwrap();
    let (one, other) = (temp.path().join("one"), temp.path().join("other"));
    skill(&one.join("group/tidy"));
    skill(&other.join("group/sort"));
    for (from, to) in [(&one, &other), (&other, &one)] {
        for name in ["a", "b", "c", "d"] {
            symlink(to.join("group"), from.join(name)).unwrap();
            symlink(to, from.join("group").join(name)).unwrap();
        }
    }
    let answer = discover::list(&[root(&one, "One"), root(&other, "Other")]);
    let mut names: Vec<&str> = answer.skills.iter().map(|skill| skill.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["sort", "tidy"], "each once: {:?}", answer.skills.iter().map(|skill| &skill.path).collect::<Vec<_>>());
    assert!(answer.skills.iter().all(|skill| skill.agents.len() == 2), "both agents come to both");
}

#[test]
fn sockets_pipes_and_unreadable_folders_are_reported() {
    let temp = tempfile::tempdir().unwrap();
    let base = temp.path();
    fs::create_dir_all(base.join("socket")).unwrap();
    let _listener = UnixListener::bind(base.join("socket/SKILL.md")).unwrap();
    fs::create_dir_all(base.join("pipe")).unwrap();
    nix::unistd::mkfifo(&base.join("pipe/Skill.md"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    nix::unistd::mkfifo(&base.join("stray-pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    fs::create_dir_all(base.join("shut")).unwrap();
    fs::set_permissions(base.join("shut"), fs::Permissions::from_mode(0o0)).unwrap();
    let is_root = fs::read_dir(base.join("shut")).is_ok();
    let answer = discover::list(&[root(base, "Agent")]);
    let mut expected = vec![("pipe", "NOT_A_FILE"), ("socket", "NOT_A_FILE")];
    // Root may read every folder, and this one is empty.
    if !is_root {
        expected.insert(1, ("shut", "UNREADABLE"));
    }
    let expected: Vec<_> = expected.into_iter().map(|(path, code)| (path.to_owned(), code.to_owned())).collect();
    assert_eq!(skipped(&answer, base), expected);
    fs::set_permissions(base.join("shut"), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn roots_inside_of_roots_list_a_skill_once() {
    let temp = tempfile::tempdir().unwrap();
    skill(&temp.path().join("skills/.system/builtin"));
    skill(&temp.path().join("skills/tidy"));
    let roots = [root(&temp.path().join("skills"), "One"), root(&temp.path().join("skills/.system"), "Other")];
    let answer = discover::list(&roots);
    assert_eq!(answer.skills.iter().map(|skill| skill.name.as_str()).collect::<Vec<_>>(), ["builtin", "tidy"]);
    assert_eq!(answer.skills[0].agents, ["One", "Other"]);
}
