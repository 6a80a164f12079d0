//! Where agents keep their skills, on a made-up machine.

use apprentice_contracts::skill::SkillTarget;
use apprentice_skills::agents::targets::{self, Machine};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

fn machine(home: &Path) -> Machine {
    Machine {
        user_home: Some(home.to_path_buf()),
        search_path: vec![home.join("bin")],
        sandbox: home.join("apprentice/sandbox/skills"),
        system: home.join("system"),
        ..Machine::default()
    }
}

fn by_id<'a>(targets: &'a [SkillTarget], id: &str) -> &'a SkillTarget {
    targets.iter().find(|target| target.target_id == id).unwrap_or_else(|| panic!("no target {id}"))
}

#[test]
fn every_agent_has_its_folder() {
    let home = tempfile::tempdir().unwrap();
    let targets = targets::targets(&machine(home.path()), &[], &[]);
    let rows: Vec<(&str, PathBuf)> = targets
        .iter()
        .map(|target| (target.target_id.as_str(), Path::new(&target.path).strip_prefix(home.path()).unwrap().to_path_buf()))
        .collect();
    let expected = [
        ("claude-code", ".claude/skills"),
        ("codex", ".codex/skills"),
        ("openclaw", ".openclaw/skills"),
        ("gemini", ".gemini/skills"),
        ("goose", ".config/goose/skills"),
        ("opencode", ".config/opencode/skills"),
        ("cursor", ".cursor/skills"),
        ("copilot", ".copilot/skills"),
        ("shared", ".agents/skills"),
        ("sandbox", "apprentice/sandbox/skills"),
    ];
    assert_eq!(rows, expected.map(|(id, path)| (id, PathBuf::from(path))));
    assert!(targets.iter().all(|target| target.writable && target.note.is_none() && !target.enabled));
    assert_eq!(targets.iter().filter(|target| target.detected).count(), 1, "only the sandbox is there");
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0, "asking creates nothing");
}

#[test]
fn agents_are_detected_by_folder_or_by_program() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join(".gemini")).unwrap();
    fs::create_dir_all(home.path().join("bin")).unwrap();
    for (name, mode) in [("codex", 0o755), ("goose", 0o644)] {
        let program = home.path().join("bin").join(name);
        fs::write(&program, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(mode)).unwrap();
    }
    let targets = targets::targets(&machine(home.path()), &["codex".into()], &[]);
    let detected: Vec<&str> = targets.iter().filter(|t| t.detected).map(|t| t.target_id.as_str()).collect();
    assert_eq!(detected, ["codex", "gemini", "sandbox"], "a file that cannot run is no program");
    assert!(by_id(&targets, "codex").enabled);
    assert!(!by_id(&targets, "gemini").enabled);
}

#[test]
fn the_environment_moves_a_folder() {
    let home = tempfile::tempdir().unwrap();
    let mut machine = machine(home.path());
    machine.environment = vec![
        ("CLAUDE_CONFIG_DIR".to_owned(), "/elsewhere/claude".to_owned()),
        ("CODEX_HOME".to_owned(), String::new()),
        ("GEMINI_HOME".to_owned(), "/not/known".to_owned()),
    ];
    let targets = targets::targets(&machine, &[], &[]);
    assert_eq!(by_id(&targets, "claude-code").path, "/elsewhere/claude/skills");
    assert_eq!(by_id(&targets, "codex").path, home.path().join(".codex/skills").display().to_string(), "an empty one is none");
}

#[test]
fn own_folders_and_folders_that_cannot_be_written() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join(".codex"), "a file").unwrap();
    fs::create_dir_all(home.path().join("team skills")).unwrap();
    let custom = [home.path().join("team skills"), PathBuf::from("/proc/nowhere/skills")];
    let targets = targets::targets(&machine(home.path()), &[format!("custom:{}", custom[0].display()).into()], &custom);
    let own = by_id(&targets, &format!("custom:{}", custom[0].display()));
    assert_eq!((own.label.as_str(), own.enabled, own.detected, own.writable), ("team skills", true, true, true));
    let proc = by_id(&targets, "custom:/proc/nowhere/skills");
    assert!(!proc.writable && !proc.detected);
    assert_eq!(proc.note.as_deref(), Some("/proc/nowhere/skills cannot be written: the system does not keep files there"));
    let codex = by_id(&targets, "codex");
    assert!(!codex.writable);
    assert!(codex.note.as_deref().unwrap().contains("is a file, not a folder"), "{:?}", codex.note);
}

#[test]
fn without_a_home_only_the_sandbox_is_left() {
    let machine = Machine { user_home: None, sandbox: PathBuf::from("/tmp/sandbox"), ..Machine::default() };
    let ids: Vec<String> = targets::targets(&machine, &[], &[]).into_iter().map(|t| t.target_id.0).collect();
    assert_eq!(ids, ["sandbox"]);
}

#[test]
fn roots_come_once_each_with_all_who_read_them() {
    let home = tempfile::tempdir().unwrap();
    let machine = machine(home.path());
    let roots =
        targets::roots(&machine, &[home.path().join("own"), home.path().join(".claude/skills")], Some(Path::new("/project")));
    let mut paths: Vec<&Path> = roots.iter().map(|root| root.path.as_path()).collect();
    assert_eq!(paths[0], Path::new("/project/.claude/skills"), "the project comes first");
    let count = paths.len();
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), count, "no doubles");
    let claude = roots.iter().find(|root| root.path == home.path().join(".claude/skills")).unwrap();
    for label in ["Claude Code", "goose", "opencode", "Cursor"] {
        assert!(claude.agents.iter().any(|agent| agent == label), "{label} reads it: {:?}", claude.agents);
    }
    let shared = roots.iter().find(|root| root.path == home.path().join(".agents/skills")).unwrap();
    assert!(shared.agents.len() >= 6, "{:?}", shared.agents);
}
