//! The safe targets that Apprentice makes for a rehearsal and removes afterwards (§0C.14): folders that begin empty, or with copies of what the
//! person named.
//!
//! Invariants: only a folder that was missing or empty before is ever emptied, and no link is followed out of it.

use crate::Answer;
use crate::core::folder_copy::{self, CopyError, Limits, copy_into};
use crate::core::request::invalid;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::test_policy::{SafeTargetKind, TestPolicy, TestPolicyMode};
use apprentice_platform::files::inode;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The file that names what is to be removed, for the next start, below the home of Apprentice.
const LEFT: &str = "run/safe-targets.json";
/// What is copied at most of each original.
const LIMITS: Limits = Limits { entries: 10_000, bytes: 512 << 20, until: None };

/// How the words begin for a rehearsal whose targets could not be removed.
pub(crate) const NOT_REMOVED: &str = "What the rehearsal made could not be removed, which the policy asks for";

/// Folders that Apprentice prepared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SafeTargets {
    folders: Vec<Prepared>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Prepared {
    path: PathBuf,
    /// It was not there before, so it goes too.
    made: bool,
    /// By which it is known again.
    identity: Identity,
}

/// Identifies a folder, so that another one in its place is detected: its number in the file system, and when it was made, in nanoseconds since 1970.
/// Systems that keep neither distinguish nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Identity {
    inode: Option<u64>,
    made_at: Option<u128>,
}

impl Identity {
    fn of(about: &fs::Metadata) -> Self {
        let made_at = about.created().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
        Self { inode: inode(about), made_at: made_at.map(|since| since.as_nanos()) }
    }

    /// Of a folder that is there. Nothing is known of one that cannot be read.
    fn at(folder: &Path) -> Self {
        fs::symlink_metadata(folder).map(|about| Self::of(&about)).unwrap_or_default()
    }
}

impl SafeTargets {
    /// The folder of an agent's run, which is removed with everything in it.
    pub(crate) fn of_run(folder: &Path) -> Self {
        Self { folders: vec![Prepared { path: folder.to_owned(), made: true, identity: Identity::at(folder) }] }
    }

    /// Makes what the policy asks for before a person begins, and remembers what goes afterwards in `home`, the folder of Apprentice. `None`: it
    /// asks for nothing. Blocks.
    ///
    /// Errors: `TEST_POLICY_VIOLATION` or `INVALID_REQUEST`, both naming the field; then nothing was made.
    pub(crate) fn prepare(policy: &TestPolicy, home: &Path) -> Answer<Option<Self>> {
        let prepares = matches!(policy.mode, TestPolicyMode::BlankArtifact | TestPolicyMode::CopyArtifact);
        if !prepares && !policy.cleanup_required {
            return Ok(None);
        }
        let of = |kind: SafeTargetKind| {
            policy.safe_targets.iter().filter(move |target| target.target_kind == kind).map(|target| &*target.reference)
        };
        let folders: Vec<&Path> = of(SafeTargetKind::TempFolder).map(Path::new).collect();
        let others = [SafeTargetKind::TestSharepointSite, SafeTargetKind::ManagedBrowserProfile];
        if others.into_iter().any(|kind| of(kind).next().is_some()) {
            return Err(violates(
                "what is made on a site can be neither blank, nor a copy, nor removed by Apprentice. Name a temp_folder alone, or choose another policy.",
            ));
        }
        let Some(first) = folders.first() else {
            return Err(violates(
                "name the temp_folder in which you work. Apprentice makes it, so that it must be missing or empty.",
            ));
        };
        let originals: Vec<&Path> = of(SafeTargetKind::CopiedDocument).map(Path::new).collect();
        if policy.mode == TestPolicyMode::CopyArtifact && originals.is_empty() {
            return Err(violates("name each file or folder of which a copy is made, as copied_document."));
        }
        let closed = home.canonicalize().unwrap_or_else(|_| home.to_owned());
        let mut targets = Self::default();
        stay_outside(&originals, &closed)?;
        let made = folders.iter().try_for_each(|folder| targets.make(folder, &closed));
        // Copying may take a while, in which this program may be killed.
        if policy.cleanup_required
            && made.is_ok()
            && let Err(error) = targets.remember(home)
        {
            tracing::warn!(%error, "which safe targets go could not be written; they stay if Apprentice is killed");
        }
        let copied = made.and_then(|()| copies(&originals, first));
        if let Err(failure) = copied {
            if let Err(why) = targets.remove_and_forget(home) {
                tracing::warn!(why, "a safe target of a rehearsal that did not begin stays");
            }
            return Err(failure);
        }
        Ok(Some(targets))
    }

    fn make(&mut self, folder: &Path, closed: &Path) -> Answer<()> {
        let cannot = |why: String| Err(refused(&format!("{} {why}", folder.display())));
        let made = match fs::symlink_metadata(folder) {
            Ok(about) if !about.is_dir() => {
                return cannot("is no folder, or a link; name a folder that is missing or empty".into());
            }
            Ok(_) => match fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
                Ok(true) => false,
                Ok(false) => return cannot(
                    "is not empty, so Apprentice could not see what the rehearsal created; name a folder that is missing or empty"
                        .into(),
                ),
                Err(error) => return cannot(format!("cannot be read: {error}")),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::create_dir(folder) {
                Ok(()) => true,
                Err(error) => return cannot(format!("cannot be made: {error}")),
            },
            Err(error) => return cannot(format!("cannot be read: {error}")),
        };
        // A link above it may lead elsewhere.
        let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        self.folders.push(Prepared { path: real.clone(), made, identity: Identity::at(&real) });
        if real.starts_with(closed) {
            return cannot("lies in the folder of Apprentice; name another one".into());
        }
        Ok(())
    }

    /// Removes what lies in the folders, and those that were not there before. Blocks. Errors: what is left and why, for people.
    pub(crate) fn remove(&self) -> Result<(), String> {
        let left: Vec<String> = self
            .folders
            .iter()
            .filter_map(|folder| empty(folder).err().map(|error| format!("{}: {error}", folder.path.display())))
            .collect();
        if left.is_empty() { Ok(()) } else { Err(left.join("; ")) }
    }

    /// Writes what is to be removed, so that the next start does so if this program is killed. What could not be removed before stays written.
    /// Blocks.
    fn remember(&self, home: &Path) -> io::Result<()> {
        let others = Self::left(home).folders.into_iter().filter(|one| !self.has(one) && one.path.exists());
        Self { folders: self.folders.iter().cloned().chain(others).collect() }.write(home)
    }

    /// Removes them, and forgets them where nothing is left. Blocks.
    pub(crate) fn remove_and_forget(&self, home: &Path) -> Result<(), String> {
        self.remove()?;
        let mut left = Self::left(home);
        left.folders.retain(|one| !self.has(one));
        if let Err(error) = left.write(home) {
            tracing::warn!(%error, "the record of safe targets stays; they are gone");
        }
        Ok(())
    }

    fn has(&self, folder: &Prepared) -> bool {
        self.folders.iter().any(|one| one.path == folder.path)
    }

    /// What is written. A file that was cut off names nothing that could be removed safely.
    fn left(home: &Path) -> Self {
        let text = fs::read(home.join(LEFT)).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    fn write(&self, home: &Path) -> io::Result<()> {
        let file = home.join(LEFT);
        if self.folders.is_empty() {
            return fs::remove_file(file).or_else(|error| match error.kind() {
                io::ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            });
        }
        fs::create_dir_all(file.parent().unwrap_or(&file))?;
        fs::write(&file, serde_json::to_vec(self)?)
    }
}

/// Removes what a killed program left. Blocks.
pub(super) fn remove_left(home: &Path) {
    let left = SafeTargets::left(home).folders;
    // The person may have put something of theirs into a folder that was there before.
    let (made, kept): (Vec<_>, Vec<_>) = left.into_iter().partition(|folder| folder.made);
    for folder in kept {
        tracing::warn!(folder = %folder.path.display(), "what a rehearsal put into this folder stays, because Apprentice was killed");
    }
    let failed = made.into_iter().filter(|folder| match empty(folder) {
        Ok(()) => false,
        Err(error) => {
            tracing::warn!(%error, folder = %folder.path.display(), "a safe target of an earlier rehearsal stays");
            // What took its place is never removed.
            folder.identity == Identity::at(&folder.path)
        }
    });
    if let Err(error) = (SafeTargets { folders: failed.collect() }).write(home) {
        tracing::warn!(%error, "the record of safe targets could not be written");
    }
}

fn empty(folder: &Prepared) -> io::Result<()> {
    let about = match fs::symlink_metadata(&folder.path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        about => about?,
    };
    if !about.is_dir() || Identity::of(&about) != folder.identity {
        return Err(io::Error::other("something else took its place, and Apprentice removes only what it made"));
    }
    folder_copy::open_folders(&folder.path);
    for entry in fs::read_dir(&folder.path)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => fs::remove_dir_all(entry.path())?,
            false => fs::remove_file(entry.path())?,
        }
    }
    if folder.made { fs::remove_dir(&folder.path) } else { Ok(()) }
}

/// Refuses files and folders that hold, or lie in, a folder of which nothing is copied. Blocks. Errors: `INVALID_REQUEST`.
pub(crate) fn stay_outside(originals: &[&Path], closed: &Path) -> Answer<()> {
    let closed = closed.canonicalize().unwrap_or_else(|_| closed.to_owned());
    let meets =
        |original: &&&Path| original.canonicalize().is_ok_and(|real| real.starts_with(&closed) || closed.starts_with(&real));
    match originals.iter().find(meets) {
        Some(original) => {
            let why = "contains, or is in, a protected folder that is never copied for an agent";
            Err(refused(&format!("{} {why} ({}); name another one", original.display(), closed.display())))
        }
        None => Ok(()),
    }
}

/// Copies files and folders of the person into a folder, each under its own name, a link under the name of what it leads to. Blocks. Errors: `INVALID_REQUEST`.
pub(crate) fn copies(originals: &[&Path], into: &Path) -> Answer<()> {
    for original in originals {
        let cannot = |why: String| refused(&format!("{} {why}", original.display()));
        let real = original.canonicalize().map_err(|error| cannot(format!("cannot be read: {error}")))?;
        if into.canonicalize().is_ok_and(|into| into.starts_with(&real)) {
            return Err(cannot("contains the folder into which it is copied; name another one".into()));
        }
        copy_into(&real, into, LIMITS).map_err(|error| match error {
            CopyError::Entries => cannot(format!("has more than {} files; name a smaller folder", LIMITS.entries)),
            CopyError::Bytes => cannot(format!("has more than {} MiB; name something smaller", LIMITS.bytes >> 20)),
            CopyError::Io(path, error) => cannot(format!("cannot be copied ({}): {error}", path.display())),
            CopyError::Time => crate::internal("copying a document", &"it has no time limit"),
        })?;
    }
    Ok(())
}

fn refused(why: &str) -> Failure {
    invalid("test_policy.safe_targets", why)
}

fn violates(why: &str) -> Failure {
    let field = "test_policy.safe_targets";
    Failure::new(ErrorCode::TestPolicyViolation, format!("{field}: {why}")).with_details(json!({ "field": field }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_platform::links::symlink;

    struct World {
        folder: tempfile::TempDir,
    }

    impl World {
        fn new() -> Self {
            let world = Self { folder: tempfile::tempdir().unwrap() };
            fs::create_dir_all(world.at("home/run")).unwrap();
            world
        }

        fn at(&self, name: &str) -> PathBuf {
            self.folder.path().canonicalize().unwrap().join(name)
        }

        fn policy(&self, mode: &str, targets: &[(&str, &str)]) -> TestPolicy {
            let target = |(kind, name): &(&str, &str)| {
                let reference = if name.starts_with("https") { (*name).to_owned() } else { self.at(name).display().to_string() };
                json!({ "target_kind": kind, "ref": reference })
            };
            let targets: Vec<_> = targets.iter().map(target).collect();
            let fields =
                json!({ "policy_id": uuid::Uuid::nil(), "mode": mode, "safe_targets": targets, "cleanup_required": true });
            serde_json::from_value(fields).unwrap()
        }

        fn prepare(&self, mode: &str, targets: &[(&str, &str)]) -> Answer<Option<SafeTargets>> {
            SafeTargets::prepare(&self.policy(mode, targets), &self.at("home"))
        }
    }

    #[test]
    fn a_missing_folder_is_made_and_goes_and_an_empty_one_stays() {
        let world = World::new();
        fs::create_dir(world.at("empty")).unwrap();
        let targets = world.prepare("blank_artifact", &[("temp_folder", "new"), ("temp_folder", "empty")]).unwrap().unwrap();
        fs::create_dir_all(world.at("new/deep")).unwrap();
        fs::write(world.at("new/deep/a.txt"), "a").unwrap();
        fs::write(world.at("empty/b.txt"), "b").unwrap();
        fs::write(world.at("kept"), "mine").unwrap();
        symlink(&world.at("kept"), &world.at("empty/link")).unwrap();
        symlink(&world.at("home"), &world.at("new/home")).unwrap();
        targets.remove().unwrap();
        assert!(!world.at("new").exists());
        assert_eq!(fs::read_dir(world.at("empty")).unwrap().count(), 0);
        assert!(world.at("kept").exists() && world.at("home/run").exists(), "links are not followed");
        targets.remove().unwrap();
    }

    #[test]
    fn a_copy_is_made_and_the_original_stays() {
        let world = World::new();
        fs::create_dir_all(world.at("notes/deep")).unwrap();
        fs::write(world.at("notes/deep/a.txt"), "a").unwrap();
        fs::write(world.at("b.txt"), "b").unwrap();
        let named = [("temp_folder", "work"), ("copied_document", "notes"), ("copied_document", "b.txt")];
        let targets = world.prepare("copy_artifact", &named).unwrap().unwrap();
        assert_eq!(fs::read_to_string(world.at("work/notes/deep/a.txt")).unwrap(), "a");
        fs::write(world.at("work/b.txt"), "changed").unwrap();
        targets.remove().unwrap();
        assert!(!world.at("work").exists());
        assert_eq!(fs::read_to_string(world.at("b.txt")).unwrap(), "b");
        // Two of one name would cover each other, so nothing begins, and nothing stays.
        fs::write(world.at("notes/b.txt"), "other").unwrap();
        let named = [("temp_folder", "work"), ("copied_document", "b.txt"), ("copied_document", "notes/b.txt")];
        let failure = world.prepare("copy_artifact", &named).unwrap_err();
        assert_eq!(failure.details.unwrap()["field"], "test_policy.safe_targets");
        assert!(!world.at("work").exists());
    }

    #[test]
    fn what_cannot_be_prepared_is_refused_and_nothing_is_touched() {
        let world = World::new();
        fs::create_dir(world.at("full")).unwrap();
        fs::write(world.at("full/mine"), "mine").unwrap();
        fs::write(world.at("file"), "mine").unwrap();
        symlink(&world.at("full"), &world.at("link")).unwrap();
        let folder = ("temp_folder", "new");
        for (mode, targets, words) in [
            ("blank_artifact", vec![], "name the temp_folder"),
            ("controlled_live_test", vec![], "name the temp_folder"),
            ("blank_artifact", vec![folder, ("test_sharepoint_site", "https://test.example")], "on a site"),
            ("blank_artifact", vec![folder, ("managed_browser_profile", "x")], "on a site"),
            ("blank_artifact", vec![folder, ("temp_folder", "full")], "is not empty"),
            ("blank_artifact", vec![folder, ("temp_folder", "file")], "is no folder"),
            ("blank_artifact", vec![folder, ("temp_folder", "link")], "is no folder, or a link"),
            ("blank_artifact", vec![folder, ("temp_folder", "missing/deep")], "cannot be made"),
            ("blank_artifact", vec![folder, ("temp_folder", "home/run/x")], "folder of Apprentice"),
            ("copy_artifact", vec![folder], "copied_document"),
            ("copy_artifact", vec![folder, ("copied_document", "missing")], "cannot be read"),
            ("copy_artifact", vec![folder, ("copied_document", "home")], "never copied for an agent"),
            ("copy_artifact", vec![("temp_folder", "full/work"), ("copied_document", "full")], "contains the folder"),
        ] {
            let failure = world.prepare(mode, &targets).unwrap_err();
            assert!(failure.message.contains(words), "{words}: {}", failure.message);
            assert_eq!(failure.details.unwrap()["field"], "test_policy.safe_targets");
            assert!(!world.at("new").exists() && !world.at("home/run/x").exists(), "{words}");
        }
        assert!(world.at("full/mine").exists() && world.at("file").exists());
    }

    #[test]
    fn what_took_the_place_of_a_target_is_not_removed_and_that_is_said() {
        let world = World::new();
        fs::create_dir(world.at("mine")).unwrap();
        fs::write(world.at("mine/a.txt"), "a").unwrap();
        let targets = world.prepare("blank_artifact", &[("temp_folder", "new")]).unwrap().unwrap();
        fs::remove_dir(world.at("new")).unwrap();
        symlink(&world.at("mine"), &world.at("new")).unwrap();
        let why = targets.remove().unwrap_err();
        assert!(why.contains("new") && why.contains("took its place"), "{why}");
        assert!(world.at("mine/a.txt").exists());
        // The same of a folder, also after a kill.
        fs::remove_file(world.at("new")).unwrap();
        targets.remember(&world.at("home")).unwrap();
        fs::rename(world.at("mine"), world.at("new")).unwrap();
        let why = targets.remove().unwrap_err();
        assert!(why.contains("took its place"), "{why}");
        remove_left(&world.at("home"));
        assert!(world.at("new/a.txt").exists() && !world.at("home").join(LEFT).exists());
    }

    #[test]
    fn what_could_not_be_removed_is_not_forgotten_by_the_next_rehearsal() {
        let world = World::new();
        let home = world.at("home");
        let first = world.prepare("blank_artifact", &[("temp_folder", "first")]).unwrap().unwrap();
        let second = world.prepare("blank_artifact", &[("temp_folder", "second")]).unwrap().unwrap();
        second.remove_and_forget(&home).unwrap();
        assert_eq!(SafeTargets::left(&home), first);
        SafeTargets::of_run(&world.at("missing")).remove_and_forget(&home).unwrap();
        remove_left(&home);
        assert!(!world.at("first").exists() && !home.join(LEFT).exists());
    }

    #[test]
    fn what_a_killed_program_left_is_removed_at_the_next_start() {
        let world = World::new();
        fs::create_dir(world.at("empty")).unwrap();
        let targets = world.prepare("blank_artifact", &[("temp_folder", "new"), ("temp_folder", "empty")]).unwrap().unwrap();
        assert_eq!(SafeTargets::left(&world.at("home")), targets);
        fs::write(world.at("new/a.txt"), "a").unwrap();
        fs::write(world.at("empty/mine.txt"), "put there since").unwrap();
        remove_left(&world.at("home"));
        assert!(!world.at("new").exists() && !world.at("home").join(LEFT).exists());
        assert!(world.at("empty/mine.txt").exists());
        fs::write(world.at("home").join(LEFT), "{").unwrap();
        remove_left(&world.at("home"));
        assert!(!world.at("home").join(LEFT).exists(), "it names nothing");
    }
}
