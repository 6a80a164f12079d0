//! Performs the recorded commands with the values of a run, on a copy of its folder as it was before, and compares what they leave with what the run left.
//!
//! The copy is made before the first command of the run. The commands run within walls: without a network, without the user's home except the settings of
//! git, and they can write the copy alone. A command whose exit status differs from the demonstration proves nothing, so then nothing is compared.

use crate::core::folder_copy::{Fidelity, Limits, copy_folder, delete, open_folders};
use apprentice_agents::isolation::{Isolation, Walls};
use apprentice_compiler::Script;
use apprentice_contracts::Time;
use apprentice_contracts::reading::FolderDifference;
use apprentice_contracts::runtime::Clock;
use apprentice_observe::terminal::Shell;
use apprentice_observe::terminal::likeness::{self, Modes, Paths};
use apprentice_platform::processes::{Group, Signal, is_alive, start_in_own_group};
use apprentice_skills::agents::targets::Machine;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How the names of the folders of copies begin. The id of the process follows.
const PREFIX: &str = "apprentice-copy-";
/// The most folders of one run that are kept.
const MOST_FOLDERS: usize = 3;
/// The most files, folders and bytes of a copy.
const LIMITS: Limits = Limits { entries: 5_000, bytes: 128 << 20, until: None };
/// How long a shell may wait until its folder was copied.
const MAX_TIME: Duration = Duration::from_millis(1_500);
/// How long all commands together may take.
const TIME: Duration = Duration::from_secs(20);
const STEP: Duration = Duration::from_millis(5);
/// Environment variables on which the order of lines and the form of dates depend.
pub const LOCALE: [&str; 7] = ["LANG", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_NUMERIC", "LC_TIME", "TZ"];

/// The folders of a run as they were before it.
pub(crate) struct KeptFolders {
    clock: Arc<dyn Clock>,
    home: PathBuf,
    machine: Machine,
    copies: Mutex<BTreeMap<PathBuf, Option<FolderCopy>>>,
}

/// A copy of a folder. Dropping it deletes it.
struct FolderCopy {
    /// Holds the copy (`work`), the script, and the folder of its report.
    place: tempfile::TempDir,
    /// When it was whole. A command that began before may have changed what was copied.
    since: Time,
}

impl Drop for FolderCopy {
    fn drop(&mut self) {
        // The folder may have closed folders, or the commands closed some.
        open_folders(self.place.path());
    }
}

/// Deletes the copies of programs that were killed. `temporary`: where they are. Blocks.
pub(crate) fn delete_left(temporary: &Path) {
    let Ok(entries) = std::fs::read_dir(temporary) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let of = name.to_str().and_then(|name| name.strip_prefix(PREFIX)).and_then(|rest| rest.split('-').next()?.parse().ok());
        let is_left = of.is_some_and(|pid: u32| !is_alive(pid));
        if is_left && let Err(error) = delete(&entry.path()) {
            tracing::warn!(%error, "a copy of a folder stays until the next start");
        }
    }
}

impl KeptFolders {
    /// `home`: that of Apprentice, of which nothing is copied.
    pub(crate) fn new(clock: Arc<dyn Clock>, home: PathBuf, machine: Machine) -> Self {
        Self { clock, home, machine, copies: Mutex::default() }
    }

    /// Copies a folder, if it is not too large. Blocks.
    pub(crate) fn keep(&self, folder: &Path) {
        let mut copies = self.copies.lock().unwrap_or_else(PoisonError::into_inner);
        if copies.len() >= MOST_FOLDERS || copies.contains_key(folder) {
            return;
        }
        let copy = self.copy(folder, Limits { until: Some(Instant::now() + MAX_TIME), ..LIMITS });
        if let Err(why) = &copy {
            tracing::debug!(why, "a folder is not kept");
        }
        copies.insert(folder.to_owned(), copy.ok());
    }

    fn copy(&self, folder: &Path, limits: Limits) -> Result<FolderCopy, String> {
        let around = |inner: &Path| inner.starts_with(folder) || folder.starts_with(inner);
        if self.machine.user_home.as_deref().is_some_and(|home| home.starts_with(folder)) || around(&self.home) {
            return Err("it is, or contains, a home".to_owned());
        }
        let failed = |error: std::io::Error| error.to_string();
        let prefix = format!("{PREFIX}{}-", std::process::id());
        let place = tempfile::Builder::new().prefix(&prefix).tempdir().map_err(failed)?;
        let mut copy = FolderCopy { place, since: self.clock.now() };
        let work = copy.place.path().join("work");
        std::fs::create_dir(&work).map_err(failed)?;
        copy_folder(folder, &work, limits, Fidelity::Exact).map_err(|error| format!("{error:?}"))?;
        copy.since = self.clock.now();
        Ok(copy)
    }

    /// Where the folder of the run differs from its copy after the commands of `script`, which is made for the place of the copy. `first`: when the
    /// first command of the run began. `None`: nothing can be said, because the folder was not kept whole before that, the commands cannot be isolated, or
    /// one ended with another status than expected. Blocks, some 20 s at most.
    pub(crate) fn perform(
        &self,
        folder: &Path,
        first: Option<Time>,
        script: impl FnOnce(&str) -> Option<Script>,
    ) -> Option<Vec<FolderDifference>> {
        let copy = self.copies.lock().unwrap_or_else(PoisonError::into_inner).remove(folder).flatten()?;
        if first.is_some_and(|first| first < copy.since) {
            tracing::debug!("a command began before its folder was copied");
            return None;
        }
        let place = copy.place.path().canonicalize().ok()?;
        let work = place.join("work");
        let script = script(work.to_str()?)?;
        let before = Paths::of(&work, &self.home);
        let before = match before.and_then(|before| self.run(&script, &place, &work).map(|()| before)) {
            Ok(before) => before,
            Err(why) => {
                tracing::debug!(why, "the recorded commands could not be performed again");
                return None;
            }
        };
        let sets_modes = |line: &str| ["chmod", "umask", "install ", "-m "].iter().any(|words| line.contains(words));
        let modes = if script.commands.iter().any(|one| sets_modes(&one.line)) { Modes::All } else { Modes::Executable };
        match likeness::differences(&work, folder, &before, &self.home, modes) {
            Ok(differences) => Some(differences),
            Err(why) => {
                tracing::debug!(why, "a folder could not be compared");
                None
            }
        }
    }

    fn run(&self, script: &Script, place: &Path, work: &Path) -> Result<(), String> {
        let isolation = Isolation::find(&self.machine.search_path);
        match &isolation {
            Isolation::Bubblewrap(_) => {}
            Isolation::Landlock(_) => {
                return Err("bubblewrap is missing, and Landlock alone does not hold these commands".to_owned());
            }
            Isolation::None(why) => return Err(why.clone()),
        }
        let shell = Shell::of_program(Path::new(&script.shell)).and_then(Shell::installed).ok_or("its shell is not here")?;
        let failed = |error: std::io::Error| error.to_string();
        let (written, reports) = (place.join("script"), place.join("report"));
        let report = reports.join("ended");
        std::fs::create_dir(&reports).map_err(failed)?;
        std::fs::write(&written, script.text(&work.to_string_lossy(), &report.to_string_lossy())).map_err(failed)?;
        let user_home = self.machine.user_home.clone();
        let settings = [".gitconfig", ".config/git"];
        let walls = Walls {
            folder: work.to_owned(),
            readable: user_home
                .iter()
                .flat_map(|home| settings.iter().map(|path| home.join(path)))
                .chain([written.clone()])
                .collect(),
            user_home,
            writable: vec![reports],
            hidden: vec![self.home.clone()],
            ..Walls::default()
        };
        let walls = walls.show_programs(&self.machine.search_path);
        let fixed: &[&str] = match script.shell.as_str() {
            "bash" => &["--noprofile", "--norc"],
            "zsh" => &["-f"],
            _ => &["--no-config"],
        };
        let arguments: Vec<OsString> = fixed.iter().map(OsString::from).chain([written.into_os_string()]).collect();
        let (program, arguments) = isolation.wrap(&walls, &shell, &arguments);
        let mut command = Command::new(program);
        command.args(arguments).env_clear().envs(self.environment());
        command.current_dir(work).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = start_in_own_group(&mut command).spawn().map_err(failed)?;
        let group = Group::led_by(child.id());
        let began = Instant::now();
        let ended = loop {
            match child.try_wait() {
                Ok(Some(_)) => break true,
                Ok(None) if began.elapsed() < TIME => std::thread::sleep(STEP),
                Ok(None) | Err(_) => break false,
            }
        };
        if !ended {
            if let Some(group) = group {
                // It may have ended by itself. Everything within the walls ends with it.
                let _ended = group.signal(Signal::Kill);
            }
            child.wait().map_err(failed)?;
            return Err(format!("they took longer than {TIME:?}"));
        }
        let ended = std::fs::read_to_string(&report).map_err(failed)?;
        let codes: Vec<Option<i32>> = ended.lines().map(|line| line.trim().parse().ok()).collect();
        let expected: Vec<Option<i32>> = script.commands.iter().map(|one| Some(one.exit_code)).collect();
        if codes == expected { Ok(()) } else { Err(format!("they ended with {codes:?} instead of {expected:?}")) }
    }

    fn environment(&self) -> Vec<(String, String)> {
        let folders = self.machine.search_path.iter().filter(|folder| folder.is_absolute());
        let path = folders.map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(":");
        let home = self.machine.user_home.as_ref().map(|home| ("HOME", home.display().to_string()));
        let locale = LOCALE.iter().filter_map(|name| Some((*name, self.machine.variable(name)?.to_owned())));
        let fixed =
            [("PATH", path), ("TERM", "dumb".to_owned()), ("TMPDIR", "/tmp".to_owned()), ("GIT_TERMINAL_PROMPT", "0".to_owned())];
        fixed.into_iter().chain(home).chain(locale).map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::system::SystemClock;
    use apprentice_compiler::ScriptCommand;
    use apprentice_contracts::reading::FolderDifferenceKind;
    use std::fs;

    struct World {
        folder: tempfile::TempDir,
        kept: KeptFolders,
    }

    impl World {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            for name in ["user", "home", "task"] {
                fs::create_dir(folder.path().join(name)).unwrap();
            }
            fs::write(folder.path().join("user/secret.txt"), "secret").unwrap();
            fs::write(folder.path().join("task/names.txt"), "b\na\n").unwrap();
            let machine = Machine {
                user_home: Some(folder.path().join("user")),
                search_path: vec!["/usr/bin".into(), "/bin".into()],
                ..Machine::default()
            };
            let kept = KeptFolders::new(Arc::new(SystemClock), folder.path().join("home"), machine);
            kept.keep(&folder.path().join("task"));
            Self { folder, kept }
        }

        fn task(&self) -> PathBuf {
            self.folder.path().join("task")
        }

        fn perform(&self, lines: &[&str]) -> Option<Vec<FolderDifference>> {
            let command = |line: &&str| ScriptCommand { line: (*line).to_owned(), folder: String::new(), exit_code: 0 };
            let commands = lines.iter().map(command).collect();
            self.kept.perform(&self.task(), Some(SystemClock.now()), |_| {
                Some(Script { shell: "bash".to_owned(), commands, circular: false })
            })
        }
    }

    #[test]
    fn a_run_is_compared_with_what_the_commands_leave_on_a_copy() {
        for (done, expected) in [("a\nb\n", None), ("b\na\n", Some("“sorted.txt” has “b” where “a” is expected."))] {
            let world = World::new();
            fs::write(world.task().join("sorted.txt"), done).unwrap();
            fs::write(world.task().join("names.txt"), "gone, but not in the copy").unwrap();
            fs::write(world.task().join("names.txt"), "b\na\n").unwrap();
            let found = world.perform(&["LC_ALL=C sort names.txt > sorted.txt"]).unwrap();
            assert_eq!(found.first().map(|one| one.words.as_str()), expected, "{found:?}");
            assert!(found.iter().all(|one| one.kind == FolderDifferenceKind::Changed));
            assert!(world.perform(&["true"]).is_none(), "a copy is used once");
        }
    }

    #[test]
    fn the_commands_reach_nothing_but_the_copy() {
        let world = World::new();
        let (task, user) = (world.task(), world.folder.path().join("user"));
        let found = world.perform(&[
            &format!("cat {}/secret.txt > stolen.txt 2>/dev/null || true", user.display()),
            &format!("echo x > {}/names.txt 2>/dev/null || true", task.display()),
            "(exec 3<>/dev/tcp/127.0.0.1/22) 2>/dev/null && echo reached > net.txt || true",
            "ls /proc | grep -c '^[0-9]' > processes.txt",
        ]);
        let found = found.unwrap();
        let words: Vec<&str> = found.iter().map(|one| one.words.as_str()).collect();
        assert!(!words.iter().any(|words| words.contains("net.txt")), "{words:?}");
        assert_eq!(fs::read_to_string(task.join("names.txt")).unwrap(), "b\na\n");
        // What it could not read is an empty file in the copy.
        assert!(words.contains(&"“stolen.txt” is not there."), "{words:?}");
        let world = World::new();
        fs::write(world.task().join("stolen.txt"), "").unwrap();
        let line = format!("cat {}/user/secret.txt > stolen.txt 2>/dev/null || true", world.folder.path().display());
        assert_eq!(world.perform(&[&line]).unwrap(), []);
    }

    #[test]
    fn what_ends_otherwise_than_it_was_shown_proves_nothing() {
        for lines in [&["false"][..], &["true", "exit 0", "true"], &["echo 'open"]] {
            assert_eq!(World::new().perform(lines), None, "{lines:?}");
        }
        let world = World::new();
        assert_eq!(world.kept.perform(&world.task(), None, |_| None), None, "a value is not known");
        let world = World::new();
        assert_eq!(world.kept.perform(&world.folder.path().join("elsewhere"), None, |_| panic!("it was not kept")), None);
    }

    #[test]
    fn a_command_that_began_before_the_copy_proves_nothing() {
        let world = World::new();
        let early = SystemClock.now() - chrono::Duration::hours(1);
        assert_eq!(world.kept.perform(&world.task(), Some(early), |_| panic!("it began too early")), None);
    }

    #[test]
    fn no_copy_is_left_also_not_of_a_killed_program() {
        let world = World::new();
        let place = world.kept.copies.lock().unwrap()[&world.task()].as_ref().unwrap().place.path().to_owned();
        apprentice_platform::permissions::make_private(&place.join("work")).unwrap();
        let mut closed = fs::metadata(place.join("work")).unwrap().permissions();
        closed.set_readonly(true);
        fs::set_permissions(place.join("work"), closed).unwrap();
        drop(world);
        assert!(!place.exists());
        let temporary = tempfile::tempdir().unwrap();
        let of = |name: String| temporary.path().join(name);
        // The numbers of processes end far below.
        let (left, own, other) =
            (of(format!("{PREFIX}4000000000-a")), of(format!("{PREFIX}{}-b", std::process::id())), of("notes".to_owned()));
        for folder in [&left, &own, &other] {
            fs::create_dir_all(folder.join("work")).unwrap();
        }
        delete_left(temporary.path());
        assert!(!left.exists() && own.exists() && other.exists());
    }

    #[test]
    fn homes_and_large_folders_are_not_kept() {
        let world = World::new();
        let path = |name: &str| world.folder.path().join(name);
        for folder in [path("user"), path("home"), world.folder.path().to_owned()] {
            assert!(world.kept.copy(&folder, LIMITS).is_err_and(|why| why.contains("a home")), "{}", folder.display());
        }
        fs::create_dir(path("many")).unwrap();
        for number in 0..3 {
            fs::write(path("many").join(number.to_string()), "words").unwrap();
        }
        let refused = |limits| world.kept.copy(&path("many"), limits).err();
        assert_eq!(refused(Limits { entries: 3, bytes: 15, until: None }), None);
        assert_eq!(refused(Limits { entries: 2, ..LIMITS }).as_deref(), Some("Entries"));
        assert_eq!(refused(Limits { bytes: 14, ..LIMITS }).as_deref(), Some("Bytes"));
        assert_eq!(refused(Limits { until: Some(Instant::now()), ..LIMITS }).as_deref(), Some("Time"));
    }
}
