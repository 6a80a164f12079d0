//! A watched listing follows its folders, whatever programs do to them. Nothing here sleeps: each step waits for its event.

use apprentice_contracts::skill::{SkillScope, SkillsListResponse};
use apprentice_skills::agents::environment::Environment;
use apprentice_skills::discovery::discover::{self, Root};
use apprentice_skills::discovery::watch::{Search, Watch};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tempfile::TempDir;

struct Watched {
    folder: TempDir,
    search: Search,
    watch: Watch,
    told: Receiver<Vec<PathBuf>>,
}

impl Watched {
    /// Watches the folders of these names, which `before` may fill.
    fn new(roots: &[&str], before: impl Fn(&Path)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        before(folder.path());
        let root = |name: &&str| Root {
            path: folder.path().join(name),
            scope: SkillScope::User,
            agents: vec![(*name).to_owned()],
            namespace: None,
        };
        let search = Search { roots: roots.iter().map(root).collect(), known: Vec::new(), environment: Environment::default() };
        let (tell, told) = channel();
        let watch = Watch::start(search.clone(), move |paths| tell.send(paths.to_vec()).unwrap_or_default()).unwrap();
        assert_eq!(watch.problem(), None);
        Self { folder, search, watch, told }
    }

    fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    fn names(&self) -> Vec<String> {
        self.watch.look(|listing| listing.skills().map(|skill| skill.name).collect())
    }

    /// Waits until the listing has these names and equals a new search.
    fn comes_to(&self, expected: &[&str]) {
        let is = || {
            let now: SkillsListResponse = discover::list(&self.search.roots);
            let listed = self.watch.look(|listing| listing.answer());
            let same = listed.skills == now.skills && sorted(listed.skipped) == sorted(now.skipped) && listed.roots == now.roots;
            same && self.names() == expected
        };
        while !is() {
            let told = self.told.recv_timeout(Duration::from_secs(20));
            assert!(told.is_ok(), "nothing is told any more; {:?} is listed, not {expected:?}", self.names());
        }
    }

    fn describes(&self, name: &str, description: &str) {
        let is =
            || self.watch.look(|listing| listing.skills().any(|skill| skill.name == name && skill.description == description));
        while !is() {
            assert!(self.told.recv_timeout(Duration::from_secs(20)).is_ok(), "{name} is not described as {description:?}");
        }
    }
}

fn sorted(mut skipped: Vec<apprentice_contracts::skill::SkippedSkill>) -> Vec<apprentice_contracts::skill::SkippedSkill> {
    skipped.sort_by(|one, other| one.path.cmp(&other.path));
    skipped
}

fn text(name: &str, description: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\n\nBody.\n")
}

fn skill(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    let name = folder.file_name().unwrap().to_str().unwrap();
    fs::write(folder.join("SKILL.md"), text(name, "d")).unwrap();
}

#[test]
fn skills_come_change_and_go() {
    let watched = Watched::new(&["skills"], |base| skill(&base.join("skills/one")));
    watched.comes_to(&["one"]);
    skill(&watched.path("skills/two"));
    watched.comes_to(&["one", "two"]);
    fs::write(watched.path("skills/two/SKILL.md"), text("two", "Changed.")).unwrap();
    watched.describes("two", "Changed.");
    skill(&watched.path("skills/group/deep/three"));
    watched.comes_to(&["three", "one", "two"]);
    fs::remove_dir_all(watched.path("skills/one")).unwrap();
    watched.comes_to(&["three", "two"]);
    fs::remove_file(watched.path("skills/two/SKILL.md")).unwrap();
    watched.comes_to(&["three"]);
}

#[test]
fn an_editor_that_saves_by_renaming_is_followed() {
    let watched = Watched::new(&["skills"], |base| skill(&base.join("skills/one")));
    for round in 0..3 {
        let description = format!("Round {round}.");
        fs::write(watched.path("skills/one/.SKILL.md.swp"), text("one", &description)).unwrap();
        fs::rename(watched.path("skills/one/.SKILL.md.swp"), watched.path("skills/one/SKILL.md")).unwrap();
        watched.describes("one", &description);
    }
}

#[test]
fn a_folder_that_is_renamed_and_one_that_is_swapped_are_followed() {
    let watched = Watched::new(&["skills"], |base| skill(&base.join("skills/one")));
    fs::rename(watched.path("skills/one"), watched.path("skills/zwei")).unwrap();
    fs::write(watched.path("skills/zwei/SKILL.md"), text("zwei", "d")).unwrap();
    watched.comes_to(&["zwei"]);
    // As an installer swaps: the old one aside, the new one in its place.
    skill(&watched.path("stage"));
    fs::write(watched.path("stage/SKILL.md"), text("zwei", "New.")).unwrap();
    fs::rename(watched.path("skills/zwei"), watched.path("aside")).unwrap();
    fs::rename(watched.path("stage"), watched.path("skills/zwei")).unwrap();
    watched.describes("zwei", "New.");
    fs::write(watched.path("skills/zwei/SKILL.md"), text("zwei", "And again.")).unwrap();
    watched.describes("zwei", "And again.");
}

#[test]
fn a_root_that_does_not_exist_yet_and_one_that_is_made_again_are_followed() {
    let watched = Watched::new(&["home/.agent/skills"], |_| {});
    watched.comes_to(&[]);
    skill(&watched.path("home/.agent/skills/one"));
    watched.comes_to(&["one"]);
    fs::remove_dir_all(watched.path("home/.agent")).unwrap();
    watched.comes_to(&[]);
    skill(&watched.path("home/.agent/skills/one"));
    watched.comes_to(&["one"]);
    fs::rename(watched.path("home/.agent/skills"), watched.path("home/.agent/away")).unwrap();
    watched.comes_to(&[]);
    fs::rename(watched.path("home/.agent/away"), watched.path("home/.agent/skills")).unwrap();
    watched.comes_to(&["one"]);
    fs::write(watched.path("home/.agent/skills/one/SKILL.md"), text("one", "Still followed.")).unwrap();
    watched.describes("one", "Still followed.");
}

#[test]
fn the_target_of_a_link_is_watched() {
    let watched = Watched::new(&["agent/skills", "shared/skills"], |base| {
        skill(&base.join("shared/skills/one"));
        fs::create_dir_all(base.join("agent/skills")).unwrap();
        symlink("../../shared/skills/one", base.join("agent/skills/one")).unwrap();
    });
    watched.comes_to(&["one"]);
    fs::write(watched.path("shared/skills/one/SKILL.md"), text("one", "Changed.")).unwrap();
    watched.describes("one", "Changed.");
    watched.comes_to(&["one"]);
    skill(&watched.path("shared/skills/two"));
    symlink("../../shared/skills/two", watched.path("agent/skills/two")).unwrap();
    watched.comes_to(&["one", "two"]);
    fs::remove_file(watched.path("agent/skills/one")).unwrap();
    fs::remove_dir_all(watched.path("shared/skills/one")).unwrap();
    watched.comes_to(&["two"]);
}

#[test]
fn a_broken_skill_and_its_repair_are_reported() {
    let watched = Watched::new(&["skills"], |base| skill(&base.join("skills/one")));
    fs::write(watched.path("skills/one/SKILL.md"), "---\nname: [\n").unwrap();
    watched.comes_to(&[]);
    assert_eq!(watched.watch.look(|listing| listing.skipped().count()), 1);
    fs::write(watched.path("skills/one/SKILL.md"), text("one", "Mended.")).unwrap();
    watched.comes_to(&["one"]);
    assert_eq!(watched.watch.look(|listing| listing.skipped().count()), 0);
}

#[test]
fn shadows_follow_too() {
    let watched = Watched::new(&["first", "second"], |base| skill(&base.join("second/one")));
    fs::create_dir_all(watched.path("first")).unwrap();
    skill(&watched.path("first/one"));
    watched.comes_to(&["one", "one"]);
    fs::remove_dir_all(watched.path("first/one")).unwrap();
    watched.comes_to(&["one"]);
    assert!(watched.watch.look(|listing| listing.skills().all(|skill| skill.shadowed_by.is_none())));
}

#[test]
fn only_the_changed_folder_is_reported() {
    let watched = Watched::new(&["skills"], |base| (0..50).for_each(|index| skill(&base.join(format!("skills/s{index:02}")))));
    fs::write(watched.path("skills/s07/SKILL.md"), text("s07", "Changed.")).unwrap();
    let told = watched.told.recv_timeout(Duration::from_secs(20)).unwrap();
    assert_eq!(told, [watched.path("skills/s07")]);
    fs::write(watched.path("skills/s08/notes.txt"), "no skill").unwrap();
    fs::write(watched.path("skills/s09/SKILL.md"), text("s09", "Changed.")).unwrap();
    let told = watched.told.recv_timeout(Duration::from_secs(20)).unwrap();
    assert_eq!(told, [watched.path("skills/s09")], "a file beside it changes nothing that is listed");
}

#[test]
fn catching_up_shows_all_earlier_changes() {
    let watched = Watched::new(&["skills"], |base| skill(&base.join("skills/one")));
    for round in 0..40 {
        let name = format!("new-{round:02}");
        skill(&watched.path("skills").join(&name));
        assert!(watched.watch.catch_up(Duration::from_secs(20)));
        assert!(watched.names().contains(&name), "round {round}: {:?}", watched.names());
    }
}

#[test]
fn a_link_into_a_shared_folder_that_was_made_later_is_followed() {
    let watched = Watched::new(&["home/.claude/skills"], |base| {
        skill(&base.join("elsewhere/wash"));
        fs::create_dir_all(base.join("home/.claude/skills")).unwrap();
        symlink("../../../elsewhere/wash", base.join("home/.claude/skills/wash")).unwrap();
    });
    watched.comes_to(&[]);
    skill(&watched.path("home/.agents/skills/tidy"));
    symlink("../../.agents/skills/tidy", watched.path("home/.claude/skills/tidy")).unwrap();
    watched.comes_to(&["tidy"]);
}
