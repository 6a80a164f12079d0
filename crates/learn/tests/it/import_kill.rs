//! `kill -9` in the middle of an import: no skill in an agent's folder is ever torn, every import stands in a state of the graph that
//! goes on, and a day later no temporary file is left.
//!
//! The test runs itself again as a child that imports, and kills it at random moments. `APPRENTICE_KILLS` says how often
//! (`make soak`: 200).

use crate::archives::tea;
use crate::imports::{scan, stage, upload};
use crate::world::World;
use apprentice_contracts::import::SkillImportState as S;
use apprentice_learn::clock::SystemClock;
use apprentice_learn::ids::SystemIds;
use apprentice_learn::{Edge, Engine};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

const FOLDER: &str = "APPRENTICE_IMPORT_KILL_FOLDER";
/// Where the child stops and waits for its end; without it, nowhere.
const STOP: &str = "APPRENTICE_IMPORT_KILL_STOP";

#[expect(clippy::disallowed_methods, reason = "the child is told by its environment what to do")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The machine in a folder that several processes work on, one after the other.
fn edge(folder: &Path) -> Edge {
    let mut edge = World::new().edge();
    edge.home = folder.join("home");
    edge.machine.user_home = Some(folder.join("user"));
    edge.machine.sandbox = edge.home.join("sandbox/skills");
    edge.clock = Arc::new(SystemClock);
    edge.ids = Arc::new(SystemIds);
    edge
}

/// The child. Without its environment it has nothing to do.
#[tokio::test]
async fn child() {
    let Some(folder) = variable(FOLDER) else { return };
    let engine = Engine::open(edge(Path::new(&folder))).await.unwrap();
    println!("\nREADY");
    let upload = upload(&engine, &tea()).await;
    stop_at("uploaded").await;
    scan(&engine, &upload).await;
    stage(&engine, upload.import_id).await;
    stop_at("staged").await;
    let request = json!({ "import_id": upload.import_id });
    engine.install_import(serde_json::from_value(request).unwrap()).await.unwrap();
}

async fn stop_at(moment: &str) {
    if variable(STOP).as_deref() == Some(moment) {
        println!("\nSTOPPED");
        std::future::pending::<()>().await;
    }
}

/// Begins an import; answers when it is ready, or where it is to stop.
fn start(folder: &Path, stop: Option<&str>) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "import_kill::child", "--nocapture"]).env(FOLDER, folder).env(STOP, stop.unwrap_or_default());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let word = if stop.is_some() { "STOPPED" } else { "READY" };
    assert!(lines.any(|line| line.unwrap() == word), "the child got as far as that");
    // The pipe must stay open, or the child would fail at its last word instead of being killed.
    std::thread::spawn(move || lines.for_each(drop));
    child
}

/// With one folder of an agent switched on.
async fn prepare(folder: &Path) {
    let engine = Engine::open(edge(folder)).await.unwrap();
    let root = folder.join("agent/skills");
    std::fs::create_dir_all(&root).unwrap();
    let mut settings = engine.settings().await.unwrap().settings;
    settings.custom_target_paths = vec![root.display().to_string()];
    settings.enabled_targets = vec![format!("custom:{}", root.display())];
    engine.update_settings(settings).await.unwrap();
    engine.close().await;
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().into_string().unwrap()).collect()
}

/// What an agent reads: the whole skill or none.
fn is_there(folder: &Path) -> bool {
    let root = folder.join("agent/skills");
    let visible: Vec<String> = names(&root).into_iter().filter(|name| !name.starts_with('.')).collect();
    if visible.is_empty() {
        return false;
    }
    assert_eq!(visible, ["brew-oolong"]);
    for file in ["SKILL.md", "scripts/boil.sh", "assets/leaf.png"] {
        assert!(root.join("brew-oolong").join(file).is_file(), "{file} is there: never half a skill");
    }
    true
}

/// What the import came to after the next start.
async fn settle(folder: &Path) -> Option<S> {
    let engine = Engine::open(edge(folder)).await.unwrap();
    let list = engine.list_imports(serde_json::from_value(json!({})).unwrap()).await.unwrap();
    let import = list.items.first().cloned();
    if let Some(import) = &import {
        let waits = matches!(import.stage_state, S::Scanning | S::Staging | S::InstallQueued | S::UploadPending);
        assert!(!waits, "nobody works on it: {:?}", import.stage_state);
        let detail = engine.import_detail(import.import_id).await.unwrap();
        assert!(!detail.actions.is_empty() || import.stage_state.is_terminal(), "it goes on: {:?}", import.stage_state);
    }
    let state = import.map(|import| import.stage_state);
    let installed = engine.availability().await.unwrap().abilities.len() == 1;
    assert_eq!((is_there(folder), installed), (state == Some(S::InstalledPrivate), state == Some(S::InstalledPrivate)));
    assert!(names(&folder.join("agent/skills")).iter().all(|name| !name.starts_with('.')), "nothing staged is left");
    engine.close().await;
    state
}

/// The clock of the scripted machine is far ahead, so that every upload is due.
async fn a_day_later(folder: &Path, state: Option<S>) {
    let mut later = edge(folder);
    later.clock = World::new().clock;
    let engine = Engine::open(later).await.unwrap();
    engine.keep_deadlines().await.unwrap();
    engine.close().await;
    let place = folder.join("home/system/skills/import");
    assert_eq!(names(&place.join("uploads")), [""; 0], "no temporary file is left");
    let bundle = matches!(state, Some(S::ReadyForReview | S::InstallFailed | S::InstalledPrivate));
    assert_eq!(names(&place.join("staged")).len(), usize::from(bundle), "{state:?}");
}

#[tokio::test]
async fn killed_at_random_moments_no_import_is_torn_and_no_file_is_left() {
    let kills: u32 = variable("APPRENTICE_KILLS").map_or(10, |kills| kills.parse().expect("a number of kills"));
    let mut tally: BTreeMap<String, u32> = BTreeMap::new();
    let mut span = Duration::from_millis(400);
    for number in 0..kills {
        let temp = tempfile::tempdir().unwrap();
        let folder = temp.path();
        prepare(folder).await;
        // Spread evenly, each a little off its neighbours of before.
        let share = f64::from(number % 10) / 10.0 + f64::from(number / 10) / (10.0 * f64::from(kills));
        let wait = span.mul_f64(share);
        let mut child = start(folder, None);
        let started = Instant::now();
        while started.elapsed() < wait {
            if child.try_wait().unwrap().is_some() {
                span = started.elapsed();
                break;
            }
            std::hint::spin_loop();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        is_there(folder);
        let state = settle(folder).await;
        a_day_later(folder, state).await;
        *tally.entry(state.map_or("nothing".to_owned(), |state| state.as_str().to_owned())).or_default() += 1;
    }
    println!("{tally:?}");
}

/// However fast the machine is, these moments are met.
#[tokio::test]
async fn killed_between_two_steps_an_import_stands_where_it_stood() {
    for (stop, expected) in [("uploaded", S::Uploaded), ("staged", S::ReadyForReview)] {
        let temp = tempfile::tempdir().unwrap();
        let folder = temp.path();
        prepare(folder).await;
        let mut child = start(folder, Some(stop));
        child.kill().unwrap();
        child.wait().unwrap();
        let state = settle(folder).await;
        assert_eq!(state, Some(expected), "{stop}");
        a_day_later(folder, state).await;
    }
}
