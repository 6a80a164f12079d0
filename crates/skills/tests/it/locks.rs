//! Lock files of other installers. What is expected of hashes and texts was written by their own programs (skills 1.5.26,
//! openskills 1.5.0) for made-up skills.

use crate::world::{Still, World, linked, wanted};
use apprentice_contracts::runtime::Clock;
use apprentice_skills::install::lock::{self, Form, Lock};
use apprentice_skills::install::manage::{self, Destination, InstallContext, InstallScope, InstallState, RemovalTarget};
use apprentice_skills::install::put::Files;
use apprentice_skills::source::fetch::{self, FetchOptions};
use apprentice_skills::source::locator::SourceLocation;
use proptest::prelude::*;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// As the other installer wrote it, down to the last byte.
const THEIRS: &str = r#"{
  "version": 1,
  "skills": {
    "tidy-desk": {
      "source": "../source",
      "sourceType": "local",
      "computedHash": "7eba80ad62548701b43516c9eb0eabfbf07150e78cd7b572ccfa4e04b641e586"
    },
    "wash-up": {
      "source": "file:///srv/skills",
      "sourceUrl": "file:///srv/skills",
      "ref": "main",
      "sourceType": "git",
      "skillPath": "skills/wash-up/SKILL.md",
      "computedHash": "0000000000000000000000000000000000000000000000000000000000000000",
      "subagents": [
        ""
      ]
    }
  }
}
"#;

const USER: &str = r#"{
  "version": 3,
  "skills": {
    "wash-up": {
      "source": "acme/skills",
      "sourceType": "github",
      "sourceUrl": "https://github.com/acme/skills.git",
      "skillPath": "skills/wash-up/SKILL.md",
      "skillFolderHash": "0123456789012345678901234567890123456789",
      "installedAt": "2026-01-02T03:04:05.006Z",
      "updatedAt": "2026-01-02T03:04:05.006Z",
      "pluginName": "house"
    }
  },
  "dismissed": {
    "findSkillsPrompt": true
  },
  "lastSelectedAgents": [
    "claude-code",
    "codex"
  ]
}"#;

fn tidy_desk(folder: &Path) {
    fs::create_dir_all(folder.join("references")).unwrap();
    let text =
        "---\nname: tidy-desk\ndescription: Tidies a desk. Use when a desk is untidy.\n---\n\n# Tidy\n\nSee references/a.md.\n";
    fs::write(folder.join("SKILL.md"), text).unwrap();
    fs::write(folder.join("references/a.md"), "one\n").unwrap();
    fs::write(folder.join("Zed.txt"), "x\n").unwrap();
}

fn code<T: std::fmt::Debug>(result: Result<T, apprentice_skills::refusal::Refusal>) -> &'static str {
    result.expect_err("it should be refused").code.as_str()
}

#[test]
fn the_hash_is_that_of_the_other_installer() {
    let temp = tempfile::tempdir().unwrap();
    tidy_desk(temp.path());
    let read = |path: &str| (path.to_owned(), fs::read(temp.path().join(path)).unwrap());
    let files = Files([read("SKILL.md"), read("Zed.txt"), read("references/a.md")].into());
    assert_eq!(lock::computed_hash(&files), "7eba80ad62548701b43516c9eb0eabfbf07150e78cd7b572ccfa4e04b641e586");
}

#[test]
fn files_are_written_back_byte_for_byte() {
    let temp = tempfile::tempdir().unwrap();
    for (text, form) in [(THEIRS, Form::Project), (USER, Form::User)] {
        let path = temp.path().join("lock");
        fs::write(&path, text).unwrap();
        let lock = Lock::read(&path, form).unwrap();
        assert_eq!(lock.to_text(), text);
        lock.write().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn installing_writes_the_entry_that_the_other_installer_writes_and_keeps_its_others() {
    let world = World::new();
    tidy_desk(&world.path("source/skills/tidy-desk"));
    let without = THEIRS.replace("7eba80ad62548701b43516c9eb0eabfbf07150e78cd7b572ccfa4e04b641e586", "old");
    world.write("project/skills-lock.json", &without);
    world.install(&linked(world.project())).unwrap();
    assert_eq!(world.read("project/skills-lock.json"), THEIRS);
    // Defect of a peer: removing left the entry.
    world.remove(&RemovalTarget::Scope(world.project()), &["tidy-desk"], false).unwrap();
    let lock: Value = serde_json::from_str(&world.read("project/skills-lock.json")).unwrap();
    assert!(lock["skills"]["tidy-desk"].is_null() && lock["skills"]["wash-up"]["subagents"].is_array());
}

#[test]
fn keys_are_sorted_in_a_new_file() {
    let world = World::new();
    for name in ["zebra", "ant", "Bee"] {
        world.source(name, name, "one");
    }
    let mut all = linked(world.project());
    all.all = true;
    world.install(&all).unwrap();
    let text = world.read("project/skills-lock.json");
    let at = |name: &str| text.find(&format!("\"{name}\"")).unwrap();
    assert!(at("Bee") < at("ant") && at("ant") < at("zebra") && text.ends_with("}\n"), "{text}");
}

#[test]
fn repositories_are_recorded_in_the_users_lock_file() {
    let world = World::new();
    let folder = world.source("skills/tidy", "tidy", "one");
    let repository = folder.parent().unwrap().parent().unwrap();
    for arguments in [
        &["init", "--quiet"][..],
        &["add", "-A"],
        &["-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "one"],
    ] {
        assert!(std::process::Command::new("git").args(arguments).current_dir(repository).status().unwrap().success());
    }
    world.write("user/.agents/.skill-lock.json", USER);
    let place = SourceLocation::Git { url: format!("file://{}", repository.display()), reference: None, path: None };
    let plan = world.plan_from(&place, &linked(InstallScope::User)).unwrap();
    manage::apply(&world.context(), &plan).unwrap();
    let lock: Value = serde_json::from_str(&world.read("user/.agents/.skill-lock.json")).unwrap();
    let entry = &lock["skills"]["tidy"];
    assert_eq!((entry["sourceType"].as_str(), entry["skillPath"].as_str()), (Some("git"), Some("skills/tidy/SKILL.md")));
    assert_eq!(entry["installedAt"], "2026-11-22T01:02:03.004Z");
    assert_eq!(entry["skillFolderHash"].as_str().unwrap().len(), 40, "git's own hash of the folder");
    assert_eq!(lock["skills"]["wash-up"]["pluginName"], "house");
    assert_eq!((lock["version"].as_u64(), &lock["dismissed"]["findSkillsPrompt"]), (Some(3), &Value::Bool(true)));
    // Without our record it is known by the lock file alone, and clean by git's hash.
    fs::remove_file(world.path("home/skills/installed.json")).unwrap();
    let status = world.status(&InstallScope::User);
    assert_eq!((status[0].tool, status[0].state), (Some("skills"), InstallState::Clean));
}

/// Defect of a peer: a lock file of an older version was wiped.
#[test]
fn an_older_file_keeps_its_version_and_its_entries() {
    let world = World::new();
    let older = USER.replace("\"version\": 3", "\"version\": 2");
    world.write("user/.agents/.skill-lock.json", &older);
    let mut lock = Lock::read(&world.path("user/.agents/.skill-lock.json"), Form::User).unwrap();
    lock.set("new", vec![("source", Some("a/b".to_owned()))]);
    lock.write().unwrap();
    let text: Value = serde_json::from_str(&world.read("user/.agents/.skill-lock.json")).unwrap();
    assert_eq!((text["version"].as_u64(), text["skills"].as_object().unwrap().len()), (Some(2), 2));
    let newer = USER.replace("\"version\": 3", "\"version\": 4");
    world.write("user/.agents/.skill-lock.json", &newer);
    let lock = Lock::read(&world.path("user/.agents/.skill-lock.json"), Form::User).unwrap();
    assert_eq!(code(lock.write()), "LOCK_NEWER");
    assert_eq!(world.read("user/.agents/.skill-lock.json"), newer);
}

/// Defect of a peer: "No skills tracked", though a lock file names them.
#[test]
fn skills_of_the_other_installer_are_listed_updated_and_removed() {
    let world = World::new();
    tidy_desk(&world.path("source/skills/tidy-desk"));
    tidy_desk(&world.path("project/.claude/skills/tidy-desk"));
    let mut lock: Value = serde_json::from_str(THEIRS).unwrap();
    lock["skills"].as_object_mut().unwrap().remove("wash-up");
    world.write("project/skills-lock.json", &format!("{}\n", serde_json::to_string_pretty(&lock).unwrap()));
    let status = world.status(&world.project());
    assert_eq!((status.len(), status[0].tool, status[0].state), (1, Some("skills"), InstallState::Clean));

    world.write("source/skills/tidy-desk/references/a.md", "two\n");
    let (_, done) = world.update(&world.project(), &["tidy-desk"], false).unwrap();
    assert_eq!(done.len(), 1);
    assert_eq!(world.read("project/.claude/skills/tidy-desk/references/a.md"), "two\n", "where it stood");
    let after: Value = serde_json::from_str(&world.read("project/skills-lock.json")).unwrap();
    assert_ne!(after["skills"]["tidy-desk"]["computedHash"], lock["skills"]["tidy-desk"]["computedHash"]);
    assert_eq!(after["skills"]["tidy-desk"]["source"], "../source");
    world.remove(&RemovalTarget::Scope(world.project()), &["tidy-desk"], false).unwrap();

    // Edited before we knew the skill: its hash differs, and nothing is lost.
    tidy_desk(&world.path("project/.claude/skills/tidy-desk"));
    world.write("project/.claude/skills/tidy-desk/own.md", "own");
    world.write("project/skills-lock.json", THEIRS);
    assert_eq!(code(world.update(&world.project(), &["tidy-desk"], false)), "EDITED");
    assert_eq!(code(world.remove(&RemovalTarget::Scope(world.project()), &["tidy-desk"], false)), "NOT_OURS");
    assert_eq!(world.read("project/.claude/skills/tidy-desk/own.md"), "own");
}

#[test]
fn openskills_and_its_notes_live_on() {
    let world = World::new();
    tidy_desk(&world.path("source/skills/tidy-desk"));
    tidy_desk(&world.path("project/.agent/skills/tidy-desk"));
    let note = format!(
        "{{\n  \"source\": \"../source/skills/tidy-desk\",\n  \"sourceType\": \"local\",\n  \"localPath\": \"{}\",\n  \"installedAt\": \"2026-11-22T00:44:09.571Z\"\n}}",
        world.path("source/skills/tidy-desk").display()
    );
    world.write("project/.agent/skills/tidy-desk/.openskills.json", &note);
    let status = world.status(&world.project());
    assert_eq!((status[0].tool, status[0].state), (Some("openskills"), InstallState::Unknown), "it writes no hashes down");
    let (updates, done) = world.update(&world.project(), &["tidy-desk"], false).unwrap();
    assert!(done.is_empty() && updates.kept[0].code.as_str() == "UP_TO_DATE");
    world.write("source/skills/tidy-desk/references/a.md", "two\n");
    assert_eq!(code(world.update(&world.project(), &["tidy-desk"], false)), "EDITED", "who knows whether it was edited");
    let (_, done) = world.update(&world.project(), &["tidy-desk"], true).unwrap();
    assert!(done[0].kept.is_some());
    assert_eq!(world.read("project/.agent/skills/tidy-desk/references/a.md"), "two\n");
    assert_eq!(world.read("project/.agent/skills/tidy-desk/.openskills.json"), note, "its own updates work as before");
    assert_eq!(world.state(&world.project(), "tidy-desk"), InstallState::Clean);
    assert!(!world.path("project/skills-lock.json").exists(), "another's lock file is not begun for it");
}

#[test]
fn clawhub_pins_and_fingerprints_count() {
    use sha2::{Digest, Sha256};
    let world = World::new();
    world.write("project/skills/tidy/SKILL.md", "---\nname: tidy\ndescription: x\n---\n");
    let print =
        format!("{:x}", Sha256::digest(format!("SKILL.md:{:x}", Sha256::digest(world.read("project/skills/tidy/SKILL.md")))));
    let origin = format!(
        r#"{{"version":1,"registry":"https://hub.example","slug":"tidy","installedVersion":"1.2.0","installedAt":1,"fingerprint":"{print}"}}"#
    );
    world.write("project/skills/tidy/.clawhub/origin.json", &origin);
    let status = world.status(&world.project());
    assert_eq!((status[0].tool, status[0].state), (Some("clawhub"), InstallState::Clean));
    assert_eq!(status[0].source.as_deref(), Some("tidy@1.2.0 from https://hub.example"));
    assert_eq!(code(world.update(&world.project(), &["tidy"], true)), "SOURCE_UNKNOWN");
    world.write(
        "project/.clawhub/lock.json",
        r#"{"version":1,"skills":{"tidy":{"version":"1.2.0","installedAt":1,"pinned":true,"pinReason":"stable"}}}"#,
    );
    assert_eq!(code(world.update(&world.project(), &["tidy"], true)), "PINNED");
    assert_eq!(code(world.remove(&RemovalTarget::Scope(world.project()), &["tidy"], true)), "PINNED");
}

/// An entry names a skill, not its folder: of two skills of one name it means one.
fn entry_of_another(world: &World) -> String {
    world.write("user/.agents/skills/tidy/SKILL.md", "---\nname: tidy\ndescription: Theirs.\n---\n\nTheirs.\n");
    let theirs = world.path("theirs");
    world.write("theirs/tidy/SKILL.md", "---\nname: tidy\ndescription: Theirs.\n---\n\nNewer.\n");
    let entry = serde_json::json!({ "source": theirs, "sourceType": "local", "skillFolderHash": "" });
    let text = serde_json::json!({ "version": 3, "skills": { "tidy": entry }, "dismissed": {} }).to_string();
    world.write("user/.agents/.skill-lock.json", &text);
    text
}

fn users_lock(world: &World) -> Value {
    serde_json::from_str(&world.read("user/.agents/.skill-lock.json")).unwrap()
}

#[test]
fn installing_and_removing_one_of_two_of_a_name_leaves_the_entry_of_the_other() {
    let world = World::new();
    let text = entry_of_another(&world);
    world.source("tidy", "tidy", "ours");
    let copied = |agent: &str| wanted(Destination::Copied { scope: InstallScope::User, agents: vec![agent.to_owned()] });
    world.install(&copied("claude-code")).unwrap();
    assert_eq!(world.read("user/.agents/.skill-lock.json"), text, "the entry is not of ours");
    world.source("tidy", "tidy", "ours, newer");
    world.install(&copied("claude-code")).unwrap();
    world.remove(&RemovalTarget::Folder(world.path("user/.claude/skills")), &["tidy"], false).unwrap();
    assert!(!world.path("user/.claude/skills/tidy").exists());
    assert_eq!(world.read("user/.agents/.skill-lock.json"), text);
    // The one that it speaks of.
    world.remove(&RemovalTarget::Folder(world.path("user/.agents/skills")), &["tidy"], true).unwrap();
    assert!(users_lock(&world)["skills"]["tidy"].is_null());
}

#[test]
fn a_skill_that_only_shares_a_name_is_nobodys_and_takes_no_source() {
    let world = World::new();
    entry_of_another(&world);
    world.write("user/.claude/skills/tidy/SKILL.md", "---\nname: tidy\ndescription: My own.\n---\n\nMy own.\n");
    let tools: Vec<_> = world.status(&InstallScope::User).into_iter().map(|one| (one.place, one.tool)).collect();
    let at = |path: &str| tools.iter().find(|(place, _)| *place == world.path(path)).unwrap().1;
    assert_eq!((at("user/.agents/skills/tidy"), at("user/.claude/skills/tidy")), (Some("skills"), None));
    let (context, watch) = (world.context(), FetchOptions::unattended());
    let own = world.path("user/.claude/skills/tidy");
    let mut batch = manage::Batch::new(&context, &watch, vec![own.clone()]);
    assert_eq!(code(batch.plan_update(&own, true, false)), "NOT_TRACKED", "a forced update would bring the other's files");
    assert_eq!(code(batch.pin(&own, Some("mine"))), "NOT_TRACKED");
    drop(batch);
    let (_, done) = world.update(&InstallScope::User, &["tidy"], true).unwrap();
    assert_eq!(done.iter().map(|one| &one.place).collect::<Vec<_>>(), [&world.path("user/.agents/skills/tidy")]);
    assert!(world.read("user/.claude/skills/tidy/SKILL.md").contains("My own."));
    assert!(world.read("user/.agents/skills/tidy/SKILL.md").contains("Newer."));
}

#[test]
fn an_entry_stays_while_a_copy_of_its_skill_is_left() {
    let world = World::new();
    world.source("tidy", "tidy", "one");
    let both = vec!["claude-code".to_owned(), "codex".to_owned()];
    let done = world.install(&wanted(Destination::Copied { scope: world.project(), agents: both })).unwrap();
    assert_eq!(done.len(), 2, "{done:?}");
    let entry = || serde_json::from_str::<Value>(&world.read("project/skills-lock.json")).unwrap()["skills"]["tidy"].clone();
    world.remove(&RemovalTarget::Agent(world.project(), "claude-code".to_owned()), &["tidy"], false).unwrap();
    assert!(entry().is_object(), "the other copy is still of it");
    world.remove(&RemovalTarget::Scope(world.project()), &["tidy"], false).unwrap();
    assert!(entry().is_null());

    // Only the link is removed.
    let world = World::new();
    entry_of_another(&world);
    fs::create_dir_all(world.path("user/.claude/skills")).unwrap();
    std::os::unix::fs::symlink("../../.agents/skills/tidy", world.path("user/.claude/skills/tidy")).unwrap();
    world.remove(&RemovalTarget::Agent(InstallScope::User, "claude-code".to_owned()), &["tidy"], false).unwrap();
    assert!(users_lock(&world)["skills"]["tidy"].is_object() && !world.path("user/.claude/skills/tidy").is_symlink());
}

#[test]
fn a_concurrent_change_by_another_program_stays() {
    let world = World::new();
    for name in ["tidy", "wash"] {
        world.source(name, name, "one");
    }
    let all = |project: InstallScope| manage::InstallRequest { all: true, ..linked(project) };
    world.install(&all(InstallScope::User)).unwrap();
    let source = world.path("source");
    let entry = serde_json::json!({ "source": source, "sourceType": "local" });
    let lock = |more: Value| serde_json::json!({ "version": 3, "skills": { "tidy": entry, "wash": more } }).to_string();
    world.write("user/.agents/.skill-lock.json", &lock(entry.clone()));
    let (context, watch) = (world.context(), FetchOptions::unattended());
    let places = ["tidy", "wash"].map(|name| world.path("user/.agents/skills").join(name));
    let mut batch = manage::Batch::new(&context, &watch, places.to_vec());
    for place in &places {
        let removal = batch.plan_removal(place, false).unwrap();
        batch.remove(&removal).unwrap();
    }
    world.write("user/.agents/.skill-lock.json", &lock(serde_json::json!({ "source": "acme/wash", "sourceType": "github" })));
    batch.end().unwrap();
    let lock = users_lock(&world);
    assert!(lock["skills"]["tidy"].is_null(), "{lock}");
    assert_eq!(lock["skills"]["wash"]["source"], "acme/wash", "it was written after we looked");
}

#[test]
fn the_state_folder_moves_the_users_lock_file() {
    let world = World::new();
    let context = InstallContext { state_home: Some(world.path("state")), ..world.context() };
    world.source("tidy", "tidy", "one");
    world.write("state/skills/.skill-lock.json", "broken");
    let fetched = fetch::materialize(&world.place(), &FetchOptions::unattended()).unwrap();
    assert_eq!(code(manage::plan_install(&context, &fetched, &linked(InstallScope::User))), "LOCK_DAMAGED");
    assert_eq!(Still.now().timestamp(), 1_795_309_323);
}

#[test]
fn a_strangers_lock_file_cannot_name_options_or_paths_outside() {
    let world = World::new();
    for (entry, expected) in [
        (r#"{"source":"--upload-pack=touch x","sourceType":"git"}"#, "SOURCE_INVALID"),
        (r#"{"source":"ext::sh -c x","sourceUrl":"ext::sh -c x","sourceType":"git"}"#, "SOURCE_UNKNOWN"),
        (r#"{"source":"acme/tools","sourceType":"github","ref":"--evil"}"#, "SOURCE_REFERENCE"),
        (r#"{"source":"acme/tools","sourceType":"github","skillPath":"../../etc/SKILL.md"}"#, "PATH_TRAVERSAL"),
        (r#"{"source":"http://x.example/a.zip","sourceType":"download"}"#, "SOURCE_SCHEME"),
        (r#"{"sourceType":"github"}"#, "LOCK_NO_SOURCE"),
    ] {
        world.write("project/skills-lock.json", &format!(r#"{{"version":1,"skills":{{"tidy":{entry}}}}}"#));
        let lock = Lock::read(&world.path("project/skills-lock.json"), Form::Project).unwrap();
        assert_eq!(code(lock::source_of(&lock, "tidy", &world.path("project"))), expected, "{entry}");
    }
}

proptest! {
    #[test]
    fn any_lock_text_never_panics(text in "(?s).{0,200}") {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("lock");
        fs::write(&path, &text).unwrap();
        for form in [Form::Project, Form::User] {
            if let Ok(lock) = Lock::read(&path, form) {
                let _ = lock.to_text();
            }
        }
    }

    #[test]
    fn any_entry_of_a_lock_file_never_panics_and_others_stay(source in ".{0,30}", kind in "[a-z]{0,8}", path in ".{0,20}", other in "[a-zA-Z0-9-]{1,9}") {
        let temp = tempfile::tempdir().unwrap();
        let file = temp.path().join("lock");
        let entry = serde_json::json!({"source": source, "sourceType": kind, "skillPath": path, "computedHash": "x", "more": [1, {"a": null}]});
        fs::write(&file, serde_json::json!({"version": 1, "skills": {"tidy": entry, other.clone(): entry}}).to_string()).unwrap();
        let mut lock = Lock::read(&file, Form::Project).unwrap();
        let _ = lock::source_of(&lock, "tidy", temp.path());
        lock.set("tidy", vec![("computedHash", Some("y".to_owned()))]);
        lock.write().unwrap();
        let after: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        prop_assert_eq!(&after["skills"]["tidy"]["more"], &entry["more"]);
        if other != "tidy" {
            prop_assert_eq!(&after["skills"][&other], &entry);
        }
    }
}
