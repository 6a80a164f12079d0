//! Installing, updating and removing: atomic, and never over what somebody wrote. Tests name the defects of other installers.

use crate::world::{World, linked, wanted};
use apprentice_skills::install::manage::{self, Destination, InstallScope, InstallState, RemovalTarget, StepAction};
use apprentice_skills::source::fetch::FetchOptions;
use apprentice_skills::source::locator::SourceLocation;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

fn code<T: std::fmt::Debug>(result: Result<T, apprentice_skills::refusal::Refusal>) -> &'static str {
    result.expect_err("it should be refused").code.as_str()
}

#[test]
fn one_copy_and_a_relative_link_for_each_agent_that_needs_one() {
    let world = World::new();
    world.source("skills/tidy", "tidy", "one");
    let script = world.path("source/skills/tidy/go.sh");
    fs::write(&script, "#!/bin/sh\necho tidy\n").unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let plan = world.plan(&linked(InstallScope::User)).unwrap();
    assert_eq!(plan.read_by, ["Codex"], "it reads the shared folder by itself");
    assert!(!world.path("user/.agents").exists(), "a plan changes nothing");
    let done = manage::apply(&world.context(), &plan).unwrap();
    assert_eq!((done.len(), done[0].what), (1, StepAction::Install));
    assert_eq!(fs::read_link(world.path("user/.claude/skills/tidy")).unwrap().to_str(), Some("../../.agents/skills/tidy"));
    assert!(world.read("user/.claude/skills/tidy/SKILL.md").contains("one"));
    let mode = fs::metadata(world.path("user/.agents/skills/tidy/go.sh")).unwrap().permissions().mode();
    assert_eq!(mode & 0o111, 0o111, "a script can still be run");
    assert_eq!(world.state(&InstallScope::User, "tidy"), InstallState::Clean);
    assert!(!world.plan(&linked(InstallScope::User)).unwrap().changes(), "a second time there is nothing to do");

    let names: Vec<String> = world.all().into_keys().filter(|path| path.starts_with("user/") && path.contains("stage")).collect();
    assert_eq!(names, [""; 0], "nothing staged is left");
    world.remove(&RemovalTarget::Scope(InstallScope::User), &["tidy"], false).unwrap();
    assert!(!world.all().keys().any(|path| path.starts_with("user/") && path.contains("tidy")), "{:?}", world.all().keys());
}

#[test]
fn a_copy_is_written_into_each_agents_folder() {
    let world = World::new();
    world.source("tidy", "tidy", "one");
    let agents = vec!["claude-code".to_owned(), "codex".to_owned()];
    world.install(&wanted(Destination::Copied { scope: world.project(), agents: agents.clone() })).unwrap();
    for folder in ["project/.claude/skills/tidy", "project/.agents/skills/tidy"] {
        assert!(world.path(folder).join("SKILL.md").is_file() && !world.path(folder).is_symlink(), "{folder}");
    }
    assert_eq!(
        code(world.plan(&wanted(Destination::Copied { scope: world.project(), agents: vec!["nobody".into()] }))),
        "AGENT_UNKNOWN"
    );
    let into = world.path("elsewhere/skills");
    world.install(&wanted(Destination::Folder(into.clone()))).unwrap();
    assert!(into.join("tidy/SKILL.md").is_file());
}

/// Defect of a peer: adding again overwrote an edited SKILL.md and deleted the user's own file.
#[test]
fn edits_are_never_overwritten_by_adding_or_updating_again() {
    let world = World::new();
    world.source("tidy", "tidy", "one");
    world.install(&linked(InstallScope::User)).unwrap();
    world.write("user/.agents/skills/tidy/SKILL.md", "mine");
    world.write("user/.agents/skills/tidy/own.md", "own");
    world.source("tidy", "tidy", "two");
    let before = world.all();
    assert_eq!(code(world.install(&linked(InstallScope::User))), "EDITED");
    assert_eq!(code(world.update(&InstallScope::User, &["tidy"], false)), "EDITED");
    let (updates, done) = world.update(&InstallScope::User, &[], false).unwrap();
    assert!(done.is_empty() && updates.kept[0].code.as_str() == "EDITED", "all others would have been updated");
    assert_eq!(code(world.remove(&RemovalTarget::Scope(InstallScope::User), &["tidy"], false)), "EDITED");
    assert_eq!(world.all(), before);
    let status = world.status(&InstallScope::User);
    assert_eq!(
        (status[0].state, &status[0].changed, &status[0].added),
        (InstallState::Edited, &vec!["SKILL.md".to_owned()], &vec!["own.md".to_owned()])
    );

    let (_, done) = world.update(&InstallScope::User, &["tidy"], true).unwrap();
    let kept = done[0].kept.clone().expect("a copy is kept, and its place told");
    assert_eq!(fs::read_to_string(kept.join("SKILL.md")).unwrap(), "mine");
    assert_eq!(fs::read_to_string(kept.join("own.md")).unwrap(), "own");
    assert!(world.read("user/.agents/skills/tidy/SKILL.md").contains("two"));
    assert_eq!(world.state(&InstallScope::User, "tidy"), InstallState::Clean);
}

/// Defect of a peer: what came from a folder could never be updated. Another's: one update installed everything.
#[test]
fn updating_fetches_folders_again_and_touches_only_what_changed() {
    let world = World::new();
    world.source("tidy", "tidy", "one");
    world.source("sweep", "sweep", "one");
    world.source("wash", "wash", "one");
    let mut wanted = linked(world.project());
    wanted.names = vec!["tidy".into(), "sweep".into()];
    world.install(&wanted).unwrap();
    assert_eq!(world.state(&world.project(), "tidy"), InstallState::Clean);
    world.source("tidy", "tidy", "two");
    assert_eq!(world.state(&world.project(), "tidy"), InstallState::Outdated);
    let (updates, done) = world.update(&world.project(), &[], false).unwrap();
    assert_eq!(done.iter().map(|done| done.name.as_str()).collect::<Vec<_>>(), ["tidy"]);
    assert_eq!((updates.kept[0].name.as_str(), updates.kept[0].code.as_str()), ("sweep", "UP_TO_DATE"));
    assert!(!world.path("project/.agents/skills/wash").exists());
    assert_eq!(world.state(&world.project(), "tidy"), InstallState::Clean);
    assert_eq!(code(world.update(&world.project(), &["wash"], false)), "NOT_TRACKED");

    fs::remove_dir_all(world.path("source/tidy")).unwrap();
    assert_eq!(code(world.update(&world.project(), &["tidy"], false)), "SKILL_GONE");
    assert!(world.path("project/.agents/skills/tidy/SKILL.md").is_file(), "it stays");
    fs::remove_dir_all(world.path("project/.agents/skills/sweep")).unwrap();
    assert_eq!(world.state(&world.project(), "sweep"), InstallState::Missing);
    let (_, done) = world.update(&world.project(), &["sweep"], false).unwrap();
    assert_eq!(done[0].what, StepAction::Install, "what was deleted comes back when it is asked for");
}

#[test]
fn pinned_skills_refuse_even_force() {
    let world = World::new();
    world.source("tidy", "tidy", "one");
    world.install(&linked(InstallScope::User)).unwrap();
    manage::pin(&world.context(), &InstallScope::User, &["tidy".into()], "it works").unwrap();
    world.source("tidy", "tidy", "two");
    let before = world.all();
    let mut force = linked(InstallScope::User);
    force.force = true;
    assert_eq!(code(world.install(&force)), "PINNED");
    let refusal = world.update(&InstallScope::User, &["tidy"], true).unwrap_err();
    assert!(refusal.code.as_str() == "PINNED" && refusal.message.contains("it works"), "{refusal}");
    assert_eq!(code(world.remove(&RemovalTarget::Scope(InstallScope::User), &["tidy"], true)), "PINNED");
    assert_eq!(world.all(), before);
    assert_eq!(world.status(&InstallScope::User)[0].pinned.as_deref(), Some("it works"));
    manage::unpin(&world.context(), &InstallScope::User, &["tidy".into()]).unwrap();
    world.update(&InstallScope::User, &["tidy"], false).unwrap();
    assert_eq!(code(manage::pin(&world.context(), &InstallScope::User, &["other".into()], "")), "NOT_TRACKED");
}

/// Defect of a peer: `remove ../../victim` deleted a folder outside of every skills folder.
#[test]
fn names_that_are_paths_are_refused_everywhere() {
    let world = World::new();
    world.write("victim/SKILL.md", "---\nname: victim\ndescription: x\n---\n");
    world.write("user/.claude/skills/real/SKILL.md", "---\nname: real\ndescription: x\n---\n");
    let before = world.all();
    for name in ["../../victim", "../../../victim", "/etc", "..", ".", "a/b", "real/../../..", "", "-rf", "re\u{200b}al", "*"] {
        assert_eq!(code(world.remove(&RemovalTarget::Scope(InstallScope::User), &[name], true)), "NAME_IS_PATH", "{name:?}");
        assert_eq!(code(world.update(&InstallScope::User, &[name], true)), "NAME_IS_PATH", "{name:?}");
        assert_eq!(code(manage::pin(&world.context(), &InstallScope::User, &[name.to_owned()], "")), "NAME_IS_PATH", "{name:?}");
    }
    assert_eq!(world.all(), before);
}

/// Defect of a peer: a name of `../../../pwn` was installed, and written into the lock file as it was.
#[test]
fn a_skill_that_calls_itself_a_path_is_not_installed() {
    let world = World::new();
    world.source("pwn", "../../../pwn", "one");
    let refusal = world.plan(&linked(world.project())).unwrap_err();
    assert!(refusal.code.as_str() == "NO_SKILL" && refusal.message.contains("is a path"), "{refusal}");
    assert!(!world.path("project/skills-lock.json").exists());
}

#[test]
fn only_what_was_named_exactly_is_removed_and_links_never_take_their_targets_along() {
    let world = World::new();
    world.source("tidy", "tidy", "one");
    world.install(&linked(InstallScope::User)).unwrap();
    world.write("precious/SKILL.md", "precious");
    symlink(world.path("precious"), world.path("user/.claude/skills/mine")).unwrap();
    world.write("user/.claude/skills/handmade/SKILL.md", "handmade");
    world.write("user/.claude/skills/no-skill/notes.txt", "notes");
    world.write("user/.claude/skills/file", "file");
    let at = RemovalTarget::Scope(InstallScope::User);
    assert_eq!(code(world.remove(&at, &["handmade"], false)), "NOT_OURS");
    assert_eq!(code(world.remove(&at, &["no-skill"], true)), "NOT_A_SKILL");
    assert_eq!(code(world.remove(&at, &["file"], true)), "OCCUPIED");
    assert_eq!(code(world.remove(&at, &["tid"], true)), "NOT_INSTALLED");
    world.remove(&at, &["mine"], false).unwrap();
    assert_eq!(world.read("precious/SKILL.md"), "precious");
    let gone = world.remove(&at, &["handmade"], true).unwrap();
    assert_eq!(fs::read_to_string(gone[0].kept.as_ref().unwrap().join("SKILL.md")).unwrap(), "handmade");
    // Somebody turned the agent's link into a folder of their own: it is not ours any more.
    fs::remove_file(world.path("user/.claude/skills/tidy")).unwrap();
    world.write("user/.claude/skills/tidy/SKILL.md", "own");
    assert_eq!(world.status(&InstallScope::User).iter().find(|one| one.tool.is_some()).unwrap().links[0].state, "occupied");
    world.remove(&at, &["tidy"], false).unwrap();
    assert_eq!(world.read("user/.claude/skills/tidy/SKILL.md"), "own", "ours is gone, theirs stays");
    assert_eq!(code(world.remove(&at, &["tidy"], false)), "NOT_OURS");
    let learned = "---\nname: learned\ndescription: x\nmetadata:\n  apprentice-ability: a\n---\n";
    world.write("user/.claude/skills/learned/SKILL.md", learned);
    assert_eq!(code(world.remove(&at, &["learned"], true)), "LEARNED");
    assert_eq!(world.state(&InstallScope::User, "learned"), InstallState::Learned);
}

#[test]
fn skills_of_others_are_not_overwritten_without_force() {
    let world = World::new();
    world.source("tidy", "tidy", "one");
    world.write("user/.agents/skills/tidy/SKILL.md", "theirs");
    let before = world.all();
    assert_eq!(code(world.install(&linked(InstallScope::User))), "OCCUPIED");
    assert_eq!(world.all(), before);
    let mut force = linked(InstallScope::User);
    force.force = true;
    let done = world.install(&force).unwrap();
    assert_eq!(fs::read_to_string(done[0].kept.as_ref().unwrap().join("SKILL.md")).unwrap(), "theirs");

    let world = World::new();
    world.source("tidy", "tidy", "one");
    world.write("user/.claude/skills/tidy/SKILL.md", "theirs");
    let refusal = world.install(&linked(InstallScope::User)).unwrap_err();
    assert_eq!(refusal.code.as_str(), "LINK_OCCUPIED");
    assert!(!world.path("user/.agents/skills/tidy").exists(), "nothing of it was done");
}

#[test]
fn a_failure_takes_everything_back() {
    let world = World::new();
    world.source("tidy", "tidy", "one");
    world.source("wash", "wash", "one");
    let mut both = linked(world.project());
    both.all = true;
    world.install(&both).unwrap();
    world.source("tidy", "tidy", "two");
    world.source("wash", "wash", "two");
    let (before, lock) = (world.all(), world.read("project/skills-lock.json"));
    // The plan is made while the lock file is valid; then it is damaged.
    let plan = world.plan(&both).unwrap();
    world.write("project/skills-lock.json", "{ broken");
    assert_eq!(code(manage::apply(&world.context(), &plan)), "LOCK_DAMAGED");
    assert_eq!(world.read("project/skills-lock.json"), "{ broken", "what cannot be read is not overwritten");
    world.write("project/skills-lock.json", &lock);
    assert_eq!(world.all(), before);
    assert_eq!(world.state(&world.project(), "tidy"), InstallState::Outdated, "the record says so too");
    manage::apply(&world.context(), &world.plan(&both).unwrap()).unwrap();
}

#[test]
fn the_copy_of_a_removed_skill_stays_after_a_later_failure() {
    let world = World::new();
    world.source("tidy", "tidy", "one");
    world.install(&linked(InstallScope::User)).unwrap();
    let place = world.path("user/.agents/skills/tidy");
    let lock = serde_json::json!({
        "version": 3, "skills": { "tidy": { "source": world.path("source"), "sourceType": "local" } },
    });
    world.write("user/.agents/.skill-lock.json", &lock.to_string());
    // The plan is made while the lock file is valid; then it is damaged.
    let (context, watch) = (world.context(), FetchOptions::unattended());
    let mut batch = manage::Batch::new(&context, &watch, vec![place.clone()]);
    let removal = batch.plan_removal(&place, false).unwrap();
    let kept = batch.remove(&removal).unwrap();
    world.write("user/.agents/.skill-lock.json", "{ broken");
    assert_eq!(code(batch.end()), "LOCK_DAMAGED");
    assert!(!place.exists() && kept.join("files/SKILL.md").is_file(), "{kept:?}");
    assert_eq!(world.read("user/.agents/.skill-lock.json"), "{ broken");
    // When it is repaired, the next command finishes the removal.
    world.write("user/.agents/.skill-lock.json", &lock.to_string());
    assert!(world.status(&InstallScope::User).is_empty());
    assert!(!world.read("user/.agents/.skill-lock.json").contains("tidy"));
}

#[test]
fn a_change_between_plan_and_execution_refuses_it() {
    let world = World::new();
    world.source("tidy", "tidy", "one");
    let plan = world.plan(&linked(InstallScope::User)).unwrap();
    world.write("user/.agents/skills/tidy/SKILL.md", "somebody was faster");
    assert_eq!(code(manage::apply(&world.context(), &plan)), "CHANGED_MEANWHILE");
    assert_eq!(world.read("user/.agents/skills/tidy/SKILL.md"), "somebody was faster");
}

#[test]
fn a_projects_folder_that_leads_elsewhere_is_not_written_through() {
    let world = World::new();
    world.source("tidy", "tidy", "one");
    fs::create_dir(world.path("project/.agents")).unwrap();
    fs::create_dir(world.path("user/.ssh")).unwrap();
    symlink(world.path("user/.ssh"), world.path("project/.agents/skills")).unwrap();
    assert_eq!(code(world.plan(&linked(world.project()))), "ROOT_LEAVES_PROJECT");
    assert_eq!(fs::read_dir(world.path("user/.ssh")).unwrap().count(), 0);
    // Defect of a peer: a folder beside it whose name only begins alike passed for inside.
    fs::remove_file(world.path("project/.agents/skills")).unwrap();
    fs::create_dir(world.path("project-evil")).unwrap();
    symlink(world.path("project-evil"), world.path("project/.agents/skills")).unwrap();
    assert_eq!(code(world.plan(&linked(world.project()))), "ROOT_LEAVES_PROJECT");
}

/// Defect of a peer: a skill with links to outside files was installed with absolute links, or with those files' content.
#[test]
fn a_skill_whose_links_leave_its_source_is_refused() {
    let world = World::new();
    let skill = world.source("tidy", "tidy", "one");
    world.write("secret", "secret");
    symlink(world.path("secret"), skill.join("notes.md")).unwrap();
    assert_eq!(code(world.plan(&linked(InstallScope::User))), "LINK_LEAVES_SOURCE");
    assert!(!world.path("user/.agents").exists());
}

#[test]
fn an_agents_folder_that_is_a_link_to_the_shared_one_needs_no_link() {
    let world = World::new();
    world.source("tidy", "tidy", "one");
    fs::create_dir_all(world.path("user/.agents/skills")).unwrap();
    symlink("../.agents/skills", world.path("user/.claude/skills")).unwrap();
    world.install(&linked(InstallScope::User)).unwrap();
    assert!(!world.path("user/.agents/skills/tidy").is_symlink() && world.path("user/.claude/skills/tidy/SKILL.md").is_file());
    world.remove(&RemovalTarget::Scope(InstallScope::User), &["tidy"], false).unwrap();
    assert!(!world.path("user/.agents/skills/tidy").exists());
}

#[test]
fn two_at_once_do_not_clash() {
    let world = World::new();
    let names: Vec<String> = (0..8).map(|number| format!("skill-{number}")).collect();
    for name in &names {
        world.source(name, name, "one");
    }
    std::thread::scope(|scope| {
        for name in &names {
            let world = &world;
            scope.spawn(move || {
                let mut one = linked(world.project());
                one.names = vec![name.clone()];
                world.install(&one).unwrap();
            });
        }
    });
    assert_eq!(world.status(&world.project()).iter().filter(|one| one.state == InstallState::Clean).count(), 8);
    let lock: serde_json::Value = serde_json::from_str(&world.read("project/skills-lock.json")).unwrap();
    assert_eq!(lock["skills"].as_object().unwrap().len(), 8);
}

#[test]
fn a_zip_is_installed_and_updated_when_it_changes() {
    let world = World::new();
    let zip = world.path("tidy.skill");
    let write = |words: &str| {
        use std::io::Write;
        let mut writer = zip::ZipWriter::new(fs::File::create(&zip).unwrap());
        writer.start_file("tidy/SKILL.md", zip::write::SimpleFileOptions::default()).unwrap();
        write!(writer, "---\nname: tidy\ndescription: Tidies {words}.\n---\n\n{words}\n").unwrap();
        writer.finish().unwrap();
    };
    write("one");
    let place = SourceLocation::Archive { path: zip.clone() };
    let plan = world.plan_from(&place, &linked(InstallScope::User)).unwrap();
    manage::apply(&world.context(), &plan).unwrap();
    write("two");
    assert_eq!(world.state(&InstallScope::User, "tidy"), InstallState::Outdated);
    world.update(&InstallScope::User, &["tidy"], false).unwrap();
    assert!(world.read("user/.agents/skills/tidy/SKILL.md").contains("two"));
}

#[test]
fn without_a_home_folder_the_refusal_names_the_remedy() {
    let mut world = World::new();
    world.source("tidy", "tidy", "one");
    world.machine.user_home = None;
    let refusal = world.plan(&linked(InstallScope::User)).unwrap_err();
    assert!(refusal.code.as_str() == "NO_USER_HOME" && refusal.message.contains("--into"), "{refusal}");
}

#[test]
fn a_damaged_record_is_reported_and_kept() {
    let world = World::new();
    world.source("tidy", "tidy", "one");
    world.write("home/skills/installed.json", "{");
    assert_eq!(code(world.install(&linked(InstallScope::User))), "RECORD_DAMAGED");
    assert_eq!(world.read("home/skills/installed.json"), "{");
    world.write("home/skills/installed.json", r#"{"version":99,"installed":[]}"#);
    assert_eq!(code(world.install(&linked(InstallScope::User))), "RECORD_NEWER");
}
