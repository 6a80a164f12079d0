//! A removed skill can be restored after any failure or kill, and its copy is deleted after its time.

use crate::world::{Still, World, linked, wanted};
use apprentice_contracts::Time;
use apprentice_contracts::runtime::Clock;
use apprentice_skills::install::manage::{self, Batch, Destination, InstallNotes, InstallScope, InstallState, KeptAbility};
use apprentice_skills::source::fetch::FetchOptions;
use chrono::Duration;
use std::fs;
use std::path::{Path, PathBuf};

fn code<T: std::fmt::Debug>(result: Result<T, apprentice_skills::refusal::Refusal>) -> &'static str {
    result.expect_err("it should be refused").code.as_str()
}

struct Later(Duration);

impl Clock for Later {
    fn now(&self) -> Time {
        Still.now() + self.0
    }
}

const TIDY: &str = "project/.agents/skills/tidy";
const LOCK: &str = "project/skills-lock.json";

/// A project with one skill, and a lock file that names it.
fn installed() -> World {
    let world = World::new();
    world.source("tidy", "tidy", "one");
    world.install(&linked(world.project())).unwrap();
    assert!(world.read(LOCK).contains("tidy"));
    world
}

fn id(kept: &Path) -> String {
    kept.file_name().unwrap().to_str().unwrap().to_owned()
}

fn remove(world: &World, place: &Path, clock: &dyn Clock) -> PathBuf {
    let (context, watch) = (world.context_at(clock), FetchOptions::unattended());
    let mut batch = Batch::new(&context, &watch, vec![place.to_path_buf()]);
    let removal = batch.plan_removal(place, true).unwrap();
    let kept = batch.remove(&removal).unwrap();
    batch.end().unwrap();
    kept
}

fn listed(world: &World) -> Vec<String> {
    manage::removed(&world.context()).into_iter().map(|copy| copy.name).collect()
}

fn is_back(world: &World, kept: &Path) {
    assert_eq!(world.state(&world.project(), "tidy"), InstallState::Clean);
    assert!(world.read(LOCK).contains("tidy"));
    assert!(fs::read_link(world.path("project/.claude/skills/tidy")).is_ok(), "its links too");
    assert!(!kept.exists() && listed(world).is_empty());
}

#[test]
fn a_damaged_lock_file_refuses_what_it_would_have_to_say() {
    let world = installed();
    let (place, lock) = (world.path(TIDY), world.read(LOCK));
    let (context, watch) = (world.context(), FetchOptions::unattended());
    // The plan is made while the lock file is valid; then it is damaged.
    let removal = Batch::new(&context, &watch, vec![place.clone()]).plan_removal(&place, false).unwrap();
    world.write(LOCK, "{ broken");
    assert_eq!(code(Batch::new(&context, &watch, vec![place.clone()]).plan_removal(&place, false)), "LOCK_DAMAGED");
    let mut batch = Batch::new(&context, &watch, vec![place.clone()]);
    assert_eq!(code(batch.remove(&removal)), "LOCK_DAMAGED");
    batch.end().unwrap();
    assert_eq!(code(manage::remove(&context, &removal)), "LOCK_DAMAGED");
    assert!(place.join("SKILL.md").is_file() && listed(&world).is_empty(), "nothing was changed");

    world.write(LOCK, &lock);
    let kept = remove(&world, &place, &Still);
    world.write(LOCK, "{ broken");
    assert_eq!(code(manage::restore(&context, &id(&kept))), "LOCK_DAMAGED");
    assert!(!place.exists(), "nothing was changed");
    world.write(LOCK, &lock);
    manage::restore(&context, &id(&kept)).unwrap();
    is_back(&world, &kept);
}

#[test]
fn a_restore_that_did_not_come_to_its_end_can_be_repeated() {
    let world = installed();
    let (place, lock) = (world.path(TIDY), world.read(LOCK));
    // Edited, so that it is not what the record says.
    world.write(&format!("{TIDY}/mine.md"), "mine");
    let kept = remove(&world, &place, &Still);
    let (context, watch) = (world.context(), FetchOptions::unattended());
    let mut killed = Batch::new(&context, &watch, Vec::new());
    killed.restore(&id(&kept)).unwrap();
    drop(killed);
    assert!(place.exists() && !world.read(LOCK).contains("tidy"));
    assert_eq!(listed(&world), ["tidy"]);

    let mut batch = Batch::new(&context, &watch, Vec::new());
    batch.restore(&id(&kept)).unwrap();
    world.write(LOCK, "{ broken");
    assert_eq!(code(batch.end()), "LOCK_DAMAGED");
    world.write(LOCK, &lock);
    manage::restore(&context, &id(&kept)).unwrap();
    assert_eq!(world.state(&world.project(), "tidy"), InstallState::Edited);
    fs::remove_file(place.join("mine.md")).unwrap();
    is_back(&world, &kept);
}

#[test]
fn a_new_folder_at_the_place_of_a_removed_one_stays() {
    let world = installed();
    let kept = remove(&world, &world.path(TIDY), &Still);
    world.write(&format!("{TIDY}/SKILL.md"), "of somebody else");
    assert_eq!(code(manage::restore(&world.context(), &id(&kept))), "OCCUPIED");
    assert_eq!((world.read(&format!("{TIDY}/SKILL.md")).as_str(), listed(&world)), ("of somebody else", vec!["tidy".to_owned()]));
}

/// Undo after the same skill was installed again does not undo that installation.
#[test]
fn a_newer_record_entry_survives_a_restore() {
    let world = installed();
    let (place, context, watch) = (world.path(TIDY), world.context(), FetchOptions::unattended());
    let kept = remove(&world, &place, &Still);
    world.install(&linked(world.project())).unwrap();
    let mut pinning = Batch::new(&context, &watch, Vec::new());
    pinning.pin(&place, Some("It works.")).unwrap();
    pinning.end().unwrap();
    manage::restore(&context, &id(&kept)).unwrap();
    assert!(InstallNotes::read(&context).of(&place).pinned);
    fs::remove_dir_all(world.path("home/skill-backups")).unwrap();
    is_back(&world, &kept);
}

#[test]
fn an_incomplete_copy_is_not_restored_in_part() {
    let world = installed();
    let kept = remove(&world, &world.path(TIDY), &Still);
    let more = kept.join("files/references/more.md");
    let text = fs::read(&more).unwrap();
    // As when the program ended while the copy was deleted.
    fs::remove_file(&more).unwrap();
    assert_eq!(code(manage::restore(&world.context(), &id(&kept))), "NOT_KEPT");
    assert!(!world.path(TIDY).exists());
    fs::write(&more, text).unwrap();
    manage::restore(&world.context(), &id(&kept)).unwrap();
    is_back(&world, &kept);
}

#[test]
fn an_unfinished_removal_does_not_block_other_operations() {
    let world = installed();
    world.install(&wanted(Destination::Folder(world.path("own")))).unwrap();
    let lock = world.read(LOCK);
    let (context, watch) = (world.context(), FetchOptions::unattended());
    let places = vec![world.path(TIDY), world.path("own/tidy")];
    let mut killed = Batch::new(&context, &watch, places.clone());
    for place in &places {
        let removal = killed.plan_removal(place, false).unwrap();
        killed.remove(&removal).unwrap();
    }
    drop(killed);
    world.write(LOCK, "{ broken");
    world.write("user/.agents/.skill-lock.json", "{ broken");
    let record = || world.read("home/skills/installed.json");
    assert!(record().contains("own/tidy"));
    let into = wanted(Destination::Folder(world.path("other")));
    world.install(&into).unwrap();
    assert!(!record().contains("own/tidy"), "no lock file names it");
    assert!(record().contains(TIDY) && world.path("other/tidy").exists());
    world.write(LOCK, &lock);
    assert!(!world.install(&into).unwrap().iter().any(|done| done.what != manage::StepAction::Nothing));
    assert!(!record().contains(TIDY) && !world.read(LOCK).contains("tidy"), "it is finished when it can be");
}

#[test]
fn only_what_was_removed_is_listed() {
    let world = installed();
    let (context, kept) = (world.context(), remove(&world, &world.path(TIDY), &Still));
    let copy = &manage::removed(&context)[0];
    let files = ["SKILL.md", "references/more.md"].map(|file| fs::metadata(kept.join("files").join(file)).unwrap().len());
    assert_eq!(manage::name_of(&copy.id), "tidy");
    assert_eq!((copy.bytes, copy.place.clone()), (files.iter().sum(), world.path(TIDY)));
    // As if the program had ended after the copy was made.
    fs::rename(&kept, world.path("copy")).unwrap();
    let made: Vec<_> = fs::read_dir(world.path("copy/files")).unwrap().flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(made.len(), 2);
    fs::create_dir_all(&kept).unwrap();
    copy_all(&world.path("copy"), &kept);
    manage::restore(&context, &id(&kept)).unwrap();
    fs::rename(world.path("copy"), &kept).unwrap();
    assert!(listed(&world).is_empty());
    assert_eq!(world.state(&world.project(), "tidy"), InstallState::Clean);
}

fn copy_all(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().flatten() {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir_all(&to).unwrap();
            copy_all(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// As if the copy had been so large.
fn grow(kept: &Path, mebibytes: u64) {
    fs::File::create(kept.join("files/model.bin")).unwrap().set_len(mebibytes * 1024 * 1024).unwrap();
}

#[test]
fn an_ability_is_forgotten_with_its_edits() {
    let world = installed();
    let context = world.context();
    let edited = manage::set_aside(&context, &[world.path(TIDY)]).unwrap();
    let kept = KeptAbility { places: vec![world.path(TIDY)], edited: edited.clone(), what: serde_json::Value::Null };
    let note = manage::keep_ability(&context, "tidy", &kept).unwrap();
    let removed = world.path("home/skill-backups/removed");
    grow(&removed.join(&edited[0]), 600);
    world.source("wash", "wash", "one");
    let mut wash = wanted(Destination::Folder(world.path("own")));
    wash.names = vec!["wash".to_owned()];
    world.install(&wash).unwrap();
    grow(&remove(&world, &world.path("own/wash"), &Later(Duration::hours(1))), 600);
    assert_eq!(listed(&world), ["wash", "tidy"]);
    // The limit is between the edit and the note.
    assert_eq!(manage::prune(&world.context_at(&Later(Duration::hours(2)))), Ok(Some(2)));
    assert_eq!(listed(&world), ["wash"]);
    assert!(!removed.join(&note).exists() && !removed.join(&edited[0]).exists());
}

#[test]
fn copies_of_what_force_overwrote_are_forgotten_too() {
    let world = World::new();
    world.source("tidy", "tidy", "one");
    let mut force = linked(InstallScope::User);
    force.force = true;
    world.write("user/.agents/skills/tidy/SKILL.md", "of somebody");
    let done = world.install(&force).unwrap();
    let kept = done[0].kept.clone().unwrap();
    let prune = |days| manage::prune(&world.context_at(&Later(Duration::days(days)))).unwrap();
    assert_eq!((prune(29), kept.exists()), (Some(0), true));
    assert_eq!((prune(31), kept.exists()), (Some(1), false));
}

#[test]
fn pruning_copies_waits_for_nobody() {
    let world = installed();
    remove(&world, &world.path(TIDY), &Still);
    let month = Later(Duration::days(31));
    let busy = fs::File::options().write(true).open(world.path("home/skills/.lock")).unwrap();
    busy.lock().unwrap();
    assert_eq!(manage::prune(&world.context_at(&month)), Ok(None));
    drop(busy);
    assert_eq!(manage::prune(&world.context_at(&month)), Ok(Some(1)));
}

#[test]
fn copies_in_their_former_place_are_found_again() {
    let world = installed();
    let kept = remove(&world, &world.path(TIDY), &Still);
    let former = world.path("home/skills/backups");
    fs::create_dir_all(former.join("removed")).unwrap();
    fs::rename(&kept, former.join("removed").join(kept.file_name().unwrap())).unwrap();
    world.write("home/skills/backups/tidy-20261122T010203/SKILL.md", "edited");
    manage::move_former(&world.path("home/skills")).unwrap();
    assert!(!former.exists() && world.path("home/skill-backups/tidy-20261122T010203/SKILL.md").exists());
    manage::restore(&world.context(), &id(&kept)).unwrap();
    // A skill may be called so.
    world.write("home/skills/backups/SKILL.md", "a skill");
    world.write("home/skills/backups/references/a.md", "of it");
    manage::move_former(&world.path("home/skills")).unwrap();
    assert_eq!(world.read("home/skills/backups/references/a.md"), "of it");
    manage::move_former(&world.path("nowhere/skills")).unwrap();
}
