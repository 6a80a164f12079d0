//! Agent definitions in the folders of agents on bad days: two who write at once, `kill -9` at any moment, a full disk and a full database,
//! a folder that moves, and the end of everything.

use crate::agent_definitions::installs;
use crate::faults::{Points, go_on, stop_at};
use crate::road::refused;
use apprentice_contracts::agent_definition::{
    AgentDefinitionsQuery, InstallAgentDefinitionRequest, InstalledAgentDefinition, InstalledDefinitionState,
    PreviewAgentDefinitionRequest,
};
use apprentice_contracts::data::DeleteEverythingResponse;
use apprentice_contracts::error::ErrorCode;
use apprentice_engine::Engine;
use apprentice_testkit::World;
use serde_json::json;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const FOLDER: &str = "APPRENTICE_DEFINITION_KILL_FOLDER";
const KILLS: &str = "APPRENTICE_KILLS";

fn text(words: &str) -> String {
    format!("name: helper\ndescription: Helps\nsystem_prompt: {words}\ntools: [read_file]\n")
}

fn define(home: &Path, words: &str) {
    fs::create_dir_all(home.join("agents")).unwrap();
    fs::write(home.join("agents/helper.yaml"), text(words)).unwrap();
}

fn preview() -> PreviewAgentDefinitionRequest {
    PreviewAgentDefinitionRequest { name: "helper".into(), project: None }
}

fn request(digest: &str) -> InstallAgentDefinitionRequest {
    InstallAgentDefinitionRequest { name: "helper".into(), project: None, digest: digest.to_owned() }
}

async fn installed(engine: &Engine) -> Vec<InstalledAgentDefinition> {
    engine.agent_definitions(AgentDefinitionsQuery::default()).await.unwrap().installed
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Opens the engine with the folder of Claude Code there.
async fn with_claude(world: &World, folder: &Path) -> Engine {
    let mut options = world.options();
    options.machine.environment.push(("CLAUDE_CONFIG_DIR".into(), folder.display().to_string()));
    Engine::open(options).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_windows_that_write_one_definition_at_once_one_is_told_to_look_again() {
    let world = World::new();
    define(&world.home(), "Be exact.");
    let engine = world.open().await;
    let digest = engine.preview_agent_definition("gemini", preview()).await.unwrap().digest;
    let write = || engine.install_agent_definition("gemini", request(&digest));
    let (one, other) = tokio::join!(write(), write());
    let (done, told) = if one.is_ok() { (one, other) } else { (other, one) };
    assert_eq!((told.unwrap_err().code, installed(&engine).await), (ErrorCode::Conflict, vec![done.unwrap()]));
    assert_eq!(names(&world.folder.path().join("user/.gemini/agents")), ["helper.md"]);
    engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_engines_that_write_one_file_at_once_one_owns_it() {
    let (one, other) = (World::new(), World::new());
    define(&one.home(), "Of one.");
    define(&other.home(), "Of the other.");
    let mut options = other.options();
    options.machine.user_home = one.options().machine.user_home;
    let engines = [one.open().await, Engine::open(options).await.unwrap()];
    let file = one.folder.path().join("user/.gemini/agents/helper.md");
    for round in 0..10 {
        let mut digests = Vec::new();
        for engine in &engines {
            digests.push(engine.preview_agent_definition("gemini", preview()).await.unwrap().digest);
        }
        let write = |at: usize| engines[at].install_agent_definition("gemini", request(&digests[at]));
        let (first, second) = tokio::join!(write(0), write(1));
        let winner = usize::from(first.is_err());
        let told = if winner == 0 { second } else { first };
        assert_eq!(told.unwrap_err().code, ErrorCode::Conflict, "{round}");
        let words = ["Of one.", "Of the other."][winner];
        assert!(fs::read_to_string(&file).unwrap().contains(words), "{round}");
        assert_eq!(names(file.parent().unwrap()), ["helper.md"]);
        // Who did not write it neither replaces nor removes it.
        let loser = &engines[1 - winner];
        assert_eq!(installed(loser).await, []);
        assert_eq!(installs(loser, "gemini", "helper").await.unwrap_err().code, ErrorCode::Conflict);
        assert_eq!(refused(loser.uninstall_agent_definition("gemini", "helper").await).code, ErrorCode::NotFound);
        engines[winner].uninstall_agent_definition("gemini", "helper").await.unwrap();
        assert!(!file.exists());
    }
    for engine in engines {
        engine.close().await;
    }
}

#[expect(clippy::disallowed_methods, reason = "the child is told by its environment what to do")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// An engine over this folder. The world holds what the engine needs besides.
async fn opened(folder: &Path) -> (World, Engine) {
    let world = World::new();
    let mut options = world.options();
    options.home = folder.join("home");
    options.machine.user_home = Some(folder.join("user"));
    options.machine.sandbox = folder.join("home/sandbox/skills");
    (world, Engine::open(options).await.unwrap())
}

/// The child: writes, replaces and removes one definition until it is killed. Without its environment it has nothing to do.
#[tokio::test]
async fn child() {
    let Some(folder) = variable(FOLDER).map(PathBuf::from) else { return };
    let (_world, engine) = opened(&folder).await;
    println!("\nREADY");
    loop {
        for words in ["One.", "Two."] {
            define(&folder.join("home"), words);
            installs(&engine, "gemini", "helper").await.unwrap();
        }
        engine.uninstall_agent_definition("gemini", "helper").await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_any_moment_a_file_is_whole_and_its_record_true() {
    let kills: u64 = variable(KILLS).map_or(12, |kills| kills.parse().expect("a number of kills"));
    let temp = tempfile::tempdir().unwrap();
    let agents = temp.path().join("user/.gemini/agents");
    let (mut there, mut gone) = (0, 0);
    for kill in 0..kills {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "agent_definition_faults::child", "--nocapture"])
            .env(FOLDER, temp.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap() == "READY"), "the child got ready");
        // The moments are spread over some rounds of the child.
        tokio::time::sleep(Duration::from_micros(700 + 3_917 * kill % 90_000)).await;
        child.kill().unwrap();
        assert_eq!(child.wait().unwrap().code(), None, "it worked until it was killed");
        let file = agents.join("helper.md");
        let text = fs::read_to_string(&file).ok();
        if let Some(text) = &text {
            assert!(text.ends_with("One.\n") || text.ends_with("Two.\n"), "a whole file: {text}");
        }
        let (_world, engine) = opened(temp.path()).await;
        let listed = installed(&engine).await;
        let kept = fs::read_to_string(&file).ok();
        assert_eq!(listed.len(), usize::from(kept.is_some()), "{listed:?} {kept:?}");
        assert!(listed.iter().all(|one| one.state == InstalledDefinitionState::Unchanged), "{listed:?}");
        assert_eq!(names(&agents), if kept.is_some() { vec!["helper.md"] } else { vec![] }, "nothing is left beside it");
        if kept.is_some() {
            there += 1
        } else {
            gone += 1
        }
        // And it goes on.
        define(&temp.path().join("home"), "Three.");
        installs(&engine, "gemini", "helper").await.unwrap();
        engine.uninstall_agent_definition("gemini", "helper").await.unwrap();
        assert_eq!((names(&agents), installed(&engine).await), (Vec::new(), Vec::new()));
        engine.close().await;
    }
    println!("{there} files were there after the kill, {gone} were not");
}

#[tokio::test]
async fn a_database_that_takes_no_change_at_any_point_leaves_a_file_with_its_record_or_none() {
    let mut points = Points::new(8);
    while let Some(k) = points.next() {
        let world = World::new();
        define(&world.home(), "Be exact.");
        let engine = world.open().await;
        stop_at(&world.raw(), k);
        let wrote = installs(&engine, "gemini", "helper").await;
        let removed = engine.uninstall_agent_definition("gemini", "helper").await;
        points.after(k, go_on(&world.raw()), wrote.is_err() || removed.is_err());
        assert!(k != u32::MAX || wrote.is_ok() && removed.is_ok(), "{wrote:?} {removed:?}");
        engine.close().await;
        let engine = world.open().await;
        let folder = world.folder.path().join("user/.gemini/agents");
        let listed = installed(&engine).await;
        assert_eq!(names(&folder), vec!["helper.md"; listed.len()], "{k}: {listed:?}");
        assert!(listed.iter().all(|one| one.state == InstalledDefinitionState::Unchanged), "{k}: {listed:?}");
        installs(&engine, "gemini", "helper").await.unwrap();
        engine.uninstall_agent_definition("gemini", "helper").await.unwrap();
        assert_eq!(names(&folder), [""; 0], "{k}");
        engine.close().await;
    }
}

#[tokio::test]
async fn a_file_that_moves_with_the_folder_of_its_agent_is_found_again() {
    let world = World::new();
    define(&world.home(), "Be exact.");
    let at = |below: &str| world.folder.path().join(below);
    let engine = with_claude(&world, &at("before")).await;
    let done = installs(&engine, "claude-code", "helper").await.unwrap();
    engine.close().await;
    fs::rename(at("before"), at("now")).unwrap();
    let engine = with_claude(&world, &at("now")).await;
    let file = at("now/agents/helper.md");
    let moved = InstalledAgentDefinition { file: file.display().to_string(), ..done };
    let list = engine.agent_definitions(AgentDefinitionsQuery::default()).await.unwrap();
    assert_eq!(list.installed, std::slice::from_ref(&moved));
    assert_eq!(list.definitions.iter().filter(|one| one.name == "helper").count(), 1, "it stands for the same one");
    define(&world.home(), "Be very exact.");
    let again = installs(&engine, "claude-code", "helper").await.unwrap();
    assert_eq!((again.file, again.note), (moved.file, None));
    engine.uninstall_agent_definition("claude-code", "helper").await.unwrap();
    assert!(!file.exists() && installed(&engine).await.is_empty());
    engine.close().await;
}

#[tokio::test]
async fn a_file_that_stays_behind_or_was_edited_on_the_way_is_said() {
    let world = World::new();
    define(&world.home(), "Be exact.");
    let at = |below: &str| world.folder.path().join(below);
    let engine = with_claude(&world, &at("before")).await;
    installs(&engine, "claude-code", "helper").await.unwrap();
    engine.close().await;
    // The variable names another folder, and the file stays.
    let engine = with_claude(&world, &at("now")).await;
    let [behind] = &installed(&engine).await[..] else { panic!("one") };
    assert_eq!(
        (behind.file.as_str(), behind.state),
        (at("before/agents/helper.md").to_str().unwrap(), InstalledDefinitionState::Unchanged)
    );
    let note = behind.note.as_deref().unwrap();
    assert!(note.contains(at("now/agents").to_str().unwrap()) && note.contains("uninstall it"), "{note}");
    installs(&engine, "claude-code", "helper").await.unwrap();
    assert_eq!(installed(&engine).await.len(), 2, "no file is forgotten");
    for gone in ["now", "before"] {
        let removed = engine.uninstall_agent_definition("claude-code", "helper").await.unwrap();
        assert_eq!(removed.file, at(&format!("{gone}/agents/helper.md")).display().to_string());
    }
    assert!(installed(&engine).await.is_empty() && !at("before/agents/helper.md").exists());
    installs(&engine, "claude-code", "helper").await.unwrap();
    engine.close().await;
    // Moved, and edited on the way.
    fs::rename(at("now"), at("later")).unwrap();
    fs::write(at("later/agents/helper.md"), "mine").unwrap();
    let engine = with_claude(&world, &at("later")).await;
    let [edited] = &installed(&engine).await[..] else { panic!("one") };
    assert_eq!(edited.state, InstalledDefinitionState::Missing);
    assert!(edited.note.as_deref().unwrap().contains("left alone"), "{edited:?}");
    assert_eq!(installs(&engine, "claude-code", "helper").await.unwrap_err().code, ErrorCode::Conflict);
    assert_eq!(fs::read_to_string(at("later/agents/helper.md")).unwrap(), "mine");
    engine.close().await;
}

async fn deletes(engine: &Engine, installed_too: bool) -> DeleteEverythingResponse {
    let ask = json!({ "confirm": "delete everything", "installed_skills": installed_too });
    engine.delete_everything(serde_json::from_value(ask).unwrap()).await.unwrap()
}

#[tokio::test]
async fn the_end_of_everything_takes_the_files_that_nobody_edited_and_says_which_stay() {
    for installed_too in [true, false] {
        let world = World::new();
        define(&world.home(), "Be exact.");
        let engine = world.open().await;
        let mut files = Vec::new();
        for agent in ["claude-code", "gemini", "opencode"] {
            files.push(PathBuf::from(installs(&engine, agent, "helper").await.unwrap().file));
        }
        fs::write(&files[1], "mine").unwrap();
        fs::remove_file(&files[2]).unwrap();
        let answer = deletes(&engine, installed_too).await;
        let shown: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        let kept: Vec<(&str, &str)> =
            answer.kept_definitions.iter().map(|one| (one.path.as_str(), one.reason.as_str())).collect();
        if installed_too {
            assert_eq!(answer.removed_definitions, shown[..1]);
            assert_eq!(kept, [(shown[1].as_str(), "Somebody edited it since it was written.")]);
        } else {
            assert!(answer.removed_definitions.is_empty());
            assert_eq!(kept, [&shown[0], &shown[1]].map(|path| (path.as_str(), "You chose to keep it.")));
        }
        assert_eq!((files[0].exists(), fs::read_to_string(&files[1]).unwrap().as_str()), (!installed_too, "mine"));
        assert!(
            installed(&engine).await.is_empty() && world.home().join("agents/helper.yaml").exists(),
            "the person's own stays"
        );
        engine.close().await;
    }
}

#[tokio::test]
async fn a_deletion_that_was_killed_takes_the_files_at_the_next_start() {
    let world = World::new();
    define(&world.home(), "Be exact.");
    let engine = world.open().await;
    let done = installs(&engine, "gemini", "helper").await.unwrap();
    engine.close().await;
    let note = json!({ "skills": [], "definitions": [{ "file": done.file, "fingerprint": done.fingerprint }] });
    fs::write(world.home().join("deleting.json"), note.to_string()).unwrap();
    // The program was killed while it removed the file.
    let folder = world.folder.path().join("user/.gemini/agents");
    fs::rename(&done.file, folder.join(".apprentice-helper-0.tmp")).unwrap();
    let engine = world.open().await;
    assert_eq!((names(&folder), installed(&engine).await), (Vec::new(), Vec::new()));
    assert!(!world.home().join("deleting.json").exists());
    engine.close().await;
}

/// These fail where this user may not mount a file system; `scripts/test` leaves them out there, and says so.
mod needs_mounts {
    use super::*;

    #[tokio::test]
    async fn a_full_disk_keeps_the_file_before_and_says_so() {
        let world = World::new();
        let place = world.folder.path().join("user/.gemini");
        fs::create_dir_all(&place).unwrap();
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "none"]).arg(&place).output();
        let mounted = mounted.unwrap();
        assert!(mounted.status.success(), "needs to mount a small file system, as root: {mounted:?}");
        let engine = world.open().await;
        let fill = || fs::write(place.join("filler"), vec![0; 400_000]).unwrap_err();
        define(&world.home(), "Be exact.");
        fill();
        let first = refused(installs(&engine, "gemini", "helper").await);
        let (nothing, none) = (names(&place), installed(&engine).await);
        fs::remove_file(place.join("filler")).unwrap();
        let done = installs(&engine, "gemini", "helper").await;
        define(&world.home(), &"Be very exact. ".repeat(500));
        fill();
        let second = refused(installs(&engine, "gemini", "helper").await);
        let (kept, left) = (installed(&engine).await, names(&place.join("agents")));
        engine.close().await;
        assert!(Command::new("umount").arg(&place).status().unwrap().success());
        assert_eq!((first.code, second.code), (ErrorCode::DiskFull, ErrorCode::DiskFull), "{first} {second}");
        assert_eq!((nothing, none), (vec!["filler".to_owned()], Vec::new()), "not even the folders on the way");
        assert_eq!((kept, left), (vec![done.unwrap()], vec!["helper.md".to_owned()]));
    }
}
