//! `kill -9` in the middle of an installation, an update or a removal: a reader sees a whole skill or none, and the next command
//! finishes or takes back what was begun.
//!
//! The test runs itself again as a child that works, and kills it at random moments. `APPRENTICE_KILLS` says how often.

use crate::world::{World, linked};
use apprentice_skills::install::manage::{self, InstallScope, InstallState, RemovalTarget};
use apprentice_skills::source::fetch::{self, FetchOptions};
use apprentice_skills::source::locator::SourceLocation;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const FOLDER: &str = "APPRENTICE_SKILLS_KILL_FOLDER";
const SCENE: &str = "APPRENTICE_SKILLS_KILL_SCENE";
const KILLS: &str = "APPRENTICE_KILLS";
const FILES: usize = 40;

#[expect(clippy::disallowed_methods, reason = "the child is told by its environment what to do")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scene {
    Install,
    Update,
    /// Over an edit, of which a copy must stay.
    Force,
    Remove,
}

const SCENES: [Scene; 4] = [Scene::Install, Scene::Update, Scene::Force, Scene::Remove];

/// All of a version's files say its word.
fn write_source(world: &World, word: &str) {
    let folder = world.path("source/skills/tidy");
    fs::create_dir_all(folder.join("data")).unwrap();
    fs::write(folder.join("SKILL.md"), format!("---\nname: tidy\ndescription: Tidies {word}.\n---\n\n{word}\n")).unwrap();
    for number in 0..FILES {
        fs::write(folder.join(format!("data/{number}.md")), format!("{word}\n").repeat(200)).unwrap();
    }
}

/// The word that all files of the installed skill say; none when there is no skill. Half a skill panics.
fn word(place: &Path) -> Option<String> {
    if !place.exists() {
        return None;
    }
    let text = fs::read_to_string(place.join("SKILL.md")).unwrap();
    let word = text.lines().last().unwrap().to_owned();
    if word == "mine" {
        return Some(word);
    }
    for number in 0..FILES {
        let file =
            fs::read_to_string(place.join(format!("data/{number}.md"))).unwrap_or_else(|error| panic!("{number}: {error}"));
        assert_eq!(file, format!("{word}\n").repeat(200), "file {number} of another version");
    }
    Some(word)
}

fn work(world: &World, scene: Scene) {
    let context = world.context();
    match scene {
        Scene::Install => {
            let fetched =
                fetch::materialize(&SourceLocation::Folder { path: world.path("source") }, &FetchOptions::unattended()).unwrap();
            manage::apply(&context, &manage::plan_install(&context, &fetched, &linked(InstallScope::User)).unwrap()).unwrap();
        }
        Scene::Update | Scene::Force => {
            let names = ["tidy".to_owned()];
            let updates = manage::plan_update(
                &context,
                &InstallScope::User,
                &names,
                scene == Scene::Force,
                false,
                &FetchOptions::unattended(),
            )
            .unwrap();
            manage::apply(&context, &updates.plan).unwrap();
        }
        Scene::Remove => {
            let removal =
                manage::plan_removal(&context, &RemovalTarget::Scope(InstallScope::User), &["tidy".to_owned()], false).unwrap();
            manage::remove(&context, &removal).unwrap();
        }
    }
}

/// The child. Without its environment it has nothing to do.
#[test]
fn child() {
    let Some(folder) = variable(FOLDER) else { return };
    let scene = SCENES[variable(SCENE).unwrap().parse::<usize>().unwrap()];
    let world = World::at(PathBuf::from(folder));
    println!("\nREADY");
    work(&world, scene);
}

fn start(folder: &Path, scene: usize) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "installer_kill::child", "--nocapture"]).env(FOLDER, folder).env(SCENE, scene.to_string());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap() == "READY"), "the child got ready");
    std::thread::spawn(move || lines.for_each(drop));
    child
}

#[test]
fn killed_at_random_moments_no_skill_is_torn_and_no_edit_is_lost() {
    let kills: u32 = variable(KILLS).map_or(20, |kills| kills.parse().expect("a number of kills"));
    let mut random = 42_u64;
    let mut span = Duration::from_millis(60);
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for number in 0..kills {
        let at = number as usize % SCENES.len();
        let (scene, world) = (SCENES[at], World::new());
        write_source(&world, "one");
        if scene != Scene::Install {
            work(&world, Scene::Install);
        }
        if matches!(scene, Scene::Update | Scene::Force) {
            write_source(&world, "two");
        }
        if scene == Scene::Force {
            world.write("user/.agents/skills/tidy/SKILL.md", "mine");
        }
        let mut child = start(world.folder.path(), at);
        let began = Instant::now();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let wait = span.mul_f64((random >> 33) as f64 / f64::from(1_u32 << 31));
        while began.elapsed() < wait {
            if child.try_wait().unwrap().is_some() {
                // The next ones are aimed at the time that the work really takes here.
                span = began.elapsed();
                break;
            }
            std::hint::spin_loop();
        }
        child.kill().unwrap();
        child.wait().unwrap();

        // The skill as an agent reads it while no installer runs.
        let place = world.path("user/.agents/skills/tidy");
        word(&place);
        // Any command settles what was begun.
        let status = world.status(&InstallScope::User);
        let after = word(&place);
        let link = world.path("user/.claude/skills/tidy");
        let state = status.first().map(|status| status.state);
        match (scene, after.as_deref()) {
            (Scene::Install, None) | (Scene::Remove, None) => {
                assert!(status.is_empty() && !link.is_symlink(), "{scene:?}: {status:?}")
            }
            (Scene::Install | Scene::Remove, Some("one")) => assert_eq!(state, Some(InstallState::Clean)),
            (Scene::Update, Some("one")) => assert_eq!(state, Some(InstallState::Outdated)),
            (Scene::Update | Scene::Force, Some("two")) => assert_eq!(state, Some(InstallState::Clean)),
            (Scene::Force, Some("mine")) => assert_eq!(state, Some(InstallState::Edited)),
            (scene, other) => panic!("{scene:?} left {other:?}, {status:?}"),
        }
        if after.is_some() {
            assert!(link.join("SKILL.md").is_file(), "{scene:?}: the agent's link leads to it");
        }
        if scene == Scene::Force && after.as_deref() == Some("two") {
            let kept = fs::read_dir(world.path("home/skill-backups")).unwrap().flatten().next().expect("a copy is kept");
            assert_eq!(fs::read_to_string(kept.path().join("SKILL.md")).unwrap(), "mine");
        }
        // Folders that the killed process staged are removed, at the latest by the same command.
        if scene != Scene::Remove || after.is_some() {
            work(&world, scene);
        }
        let left: Vec<String> = fs::read_dir(world.path("user/.agents/skills"))
            .map(|all| all.flatten().map(|entry| entry.file_name().into_string().unwrap()).collect())
            .unwrap_or_default();
        assert!(left.iter().all(|name| name == "tidy"), "{scene:?}: nothing staged is left: {left:?}");
        seen.insert(format!("{scene:?} {after:?}"));
    }
    println!("{kills} kills: {seen:?}");
}
