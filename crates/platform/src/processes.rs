//! Processes and groups of processes: start one as a group, see whether it lives, end all of it.

use crate::system::processes as system;
use std::io;
use std::process::Command;
use std::time::{Duration, Instant};

/// The signals for a group of processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// The terminal was closed; a process may end in its own way (`SIGHUP`).
    HangUp,
    /// End now; a process cannot refuse (`SIGKILL`).
    Kill,
}

/// A process and its descendants, as long as they do not start groups of their own.
///
/// The number of a group that ended may be given to another. So send a signal only while the leader is not yet reaped, or shortly after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group(pub(crate) i32);

impl Group {
    /// The group that the process `pid` leads. `None` for a number that no process has.
    pub fn led_by(pid: u32) -> Option<Self> {
        i32::try_from(pid).ok().filter(|pid| *pid > 0).map(Self)
    }

    /// The number of the process that leads the group.
    pub fn leader(self) -> u32 {
        self.0.unsigned_abs()
    }

    /// Sends `signal` to every process of the group.
    ///
    /// # Errors
    /// `Unsupported` on systems without groups; those of `killpg(2)`, among them `ESRCH` when the group has ended.
    pub fn signal(self, signal: Signal) -> io::Result<()> {
        system::signal(self, signal)
    }

    /// Whether no process of the group is left; one that ended and was not yet reaped counts as left. `true` on systems without groups.
    pub fn has_ended(self) -> bool {
        system::has_ended(self)
    }
}

/// Lets the process that `command` starts lead a group of its own, so that [`Group::led_by`] its number reaches its children too.
///
/// No-op on systems without groups.
pub fn start_in_own_group(command: &mut Command) -> &mut Command {
    system::start_in_own_group(command)
}

/// Lets the process that `command` starts be the parent of all its descendants that lose theirs (`PR_SET_CHILD_SUBREAPER`), so that [`Tree::end`]
/// finds those that cleared their environment and left group and session, as long as this process lives.
///
/// No-op except on Linux.
pub fn keep_orphans(command: &mut Command) -> &mut Command {
    system::keep_orphans(command)
}

/// Whether a process has this number, also one of another user and one that ended and was not yet reaped. 0 represents the group of
/// this process, which lives. `true` on systems where only the owner of a process can tell.
pub fn is_alive(pid: u32) -> bool {
    system::is_alive(pid)
}

/// The processes whose environment has this variable with this value, in no order. A process that was started with a mark in its environment
/// is found with all its descendants, also those that left its group and its session, as long as they keep the mark.
///
/// Empty on systems that do not tell the environment of a process, and for processes of other users.
pub fn marked(name: &str, value: &str) -> Vec<u32> {
    system::marked(name, value)
}

/// Ends a process that [`marked`] found, if it still has the mark.
pub fn end_marked(pid: u32, name: &str, value: &str) {
    system::end_marked(pid, name, value);
}

/// Processes that the system keeps together, whatever they do to their parents, groups, sessions and environment: a control group of Linux
/// (cgroup v2). Only a process that writes to another control group of this user leaves it. Dropping it ends all of them.
#[derive(Debug)]
pub struct ControlGroup(system::ControlGroup);

impl ControlGroup {
    /// A new one. `None` where this user may make none (no cgroup v2, or none that the system gave to this user), and on other systems.
    pub fn new(name: &str) -> Option<Self> {
        system::ControlGroup::new(name).map(Self)
    }

    /// Lets the process that `command` starts be in it, with all that it starts. Where the system refuses that, nothing else changes.
    pub fn hold<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        self.0.hold(command)
    }

    /// The processes in it, in no order.
    pub fn processes(&self) -> Vec<u32> {
        self.0.processes()
    }

    /// Ends all of them, also those that earlier programs left whose control groups have such a name. It blocks.
    pub fn end_left(prefix: &str) {
        system::ControlGroup::end_left(prefix);
    }

    /// Ends everything in it, and answers how many processes are left after ten seconds. It blocks.
    pub fn end(&mut self) -> usize {
        self.0.end(GONE)
    }
}

impl Drop for ControlGroup {
    fn drop(&mut self) {
        self.end();
    }
}

/// A program that leads a group of its own and has a mark in its environment, with everything that it started. Dropping it ends all of it.
#[derive(Debug)]
pub struct Tree {
    group: Option<Group>,
    variable: &'static str,
    mark: String,
    /// Descendants that were seen, with the times at which they began.
    seen: Vec<(u32, u64)>,
    control_group: Option<ControlGroup>,
    ended: bool,
}

/// How long ended processes may take to go.
const GONE: Duration = Duration::from_secs(10);
const STEP: Duration = Duration::from_millis(5);

impl Tree {
    /// The tree of the process `leader`, which was started by [`start_in_own_group`] with `variable=mark` in its environment.
    pub fn of(leader: u32, variable: &'static str, mark: String) -> Self {
        Self { group: Group::led_by(leader), variable, mark, seen: Vec::new(), control_group: None, ended: false }
    }

    /// The same, started by [`ControlGroup::hold`] too.
    #[must_use]
    pub fn within(mut self, control_group: Option<ControlGroup>) -> Self {
        self.control_group = control_group;
        self
    }

    /// What an earlier program left: every process with this mark.
    pub fn left(variable: &'static str, mark: String) -> Self {
        Self { group: None, variable, mark, seen: Vec::new(), control_group: None, ended: false }
    }

    /// Remembers the descendants of the leader, so that [`Tree::end`] finds them when the leader has ended by itself in the meantime.
    pub fn look(&mut self) {
        if let Some(group) = self.group {
            self.seen = system::seen_below(group);
        }
    }

    /// Ends everything, waits at most ten seconds until it is gone, and answers how many processes are left. It blocks, and is a no-op
    /// after the first call.
    pub fn end(&mut self) -> usize {
        if std::mem::replace(&mut self.ended, true) {
            return 0;
        }
        if let Some(group) = self.group {
            // First what is below the leader and carries neither group nor mark: it is found by its parents alone, while they live.
            system::end_below(group);
            // It may have ended by itself.
            let _ended = group.signal(Signal::Kill);
        }
        system::end_seen(&self.seen);
        let in_group = self.control_group.take().map_or(0, |mut control_group| control_group.end());
        let began = Instant::now();
        loop {
            // Those that left the group, too. A process may start another one at the last moment, so this is repeated.
            let left = marked(self.variable, &self.mark);
            left.iter().for_each(|pid| end_marked(*pid, self.variable, &self.mark));
            if left.is_empty() || began.elapsed() > GONE {
                return left.len().max(in_group);
            }
            std::thread::sleep(STEP);
        }
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        self.end();
    }
}

/// Ends this program and runs another one in its place: with the same number, and with everything of it that is open (`execve(2)`). It returns
/// only when that failed.
pub fn replace(command: &mut Command) -> io::Error {
    system::replace(command)
}

/// Lets this process, and those that it starts, start no more when `most` threads of this user are there within its user namespace
/// (`RLIMIT_NPROC`). `false`: this system counts those of all namespaces together, so nothing was limited (Linux before 5.14, and others). It
/// does not hold for root.
///
/// # Errors
/// Those of `setrlimit(2)`.
pub fn limit_threads(most: u64) -> io::Result<bool> {
    system::limit_threads(most)
}

/// What processes use together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Their number.
    pub processes: usize,
    /// The number of their threads.
    pub threads: usize,
    /// Bytes of memory that is theirs alone: without files and programs that the system can read again, with what was swapped out. Memory that
    /// several of them share counts for each.
    pub memory: u64,
}

/// What a process and its descendants use. `mark`: also the processes with this variable and value, which may have lost their parent.
/// What ends or begins meanwhile may be missing. All zero except on Linux.
pub fn usage(leader: u32, mark: Option<(&str, &str)>) -> Usage {
    system::usage(leader, mark)
}

/// Lets this process outlive the terminal that it was started from, by a session of its own (`setsid(2)`).
///
/// # Errors
/// `PermissionDenied` when this process already leads a group; `Unsupported` on systems without sessions.
pub fn leave_terminal() -> io::Result<()> {
    system::leave_terminal()
}

#[cfg(test)]
#[cfg(all(unix, not(apprentice_no_unix)))]
mod tests {
    use super::*;
    use std::io::Read;
    use std::os::unix::process::ExitStatusExt;
    use std::process::Stdio;

    #[test]
    fn only_a_number_of_a_process_leads_a_group() {
        for (pid, expected) in [(0, None), (1, Some(1)), (4_194_304, Some(4_194_304)), (u32::MAX, None)] {
            assert_eq!(Group::led_by(pid).map(Group::leader), expected, "{pid}");
        }
    }

    #[test]
    fn living_and_dead_processes_are_told_apart() {
        assert!(is_alive(std::process::id()));
        assert!(is_alive(1), "a process of another user lives too");
        assert!(is_alive(0), "0 stands for the own group");
        // Above the limit of the kernel, and above what a number of a process can be.
        for pid in [99_999_999, u32::MAX] {
            assert!(!is_alive(pid), "{pid}");
        }
    }

    #[test]
    fn a_signal_reaches_the_children_of_the_leader_too() {
        for (signal, number) in [(Signal::HangUp, 1), (Signal::Kill, 9)] {
            let mut command = Command::new("/bin/sh");
            // The child of the shell holds the pipe open as long as it lives.
            command.args(["-c", "sleep 600 & echo started; wait"]).stdout(Stdio::piped());
            let mut leader = start_in_own_group(&mut command).spawn().unwrap();
            let group = Group::led_by(leader.id()).unwrap();
            let mut output = leader.stdout.take().unwrap();
            let mut started = [0; 8];
            output.read_exact(&mut started).unwrap();
            assert!(!group.has_ended());
            group.signal(signal).unwrap();
            assert_eq!(output.read_to_end(&mut Vec::new()).unwrap(), 0, "the pipe ends when the last of the group has ended");
            assert_eq!(leader.wait().unwrap().signal(), Some(number));
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_that_left_its_group_and_session_is_found_by_its_mark() {
        let value = format!("{}-{}", std::process::id(), line!());
        let mut command = Command::new("/bin/sh");
        // The grandchild has a session of its own, and outlives the shell.
        command.args(["-c", "setsid sleep 600 & echo started"]).env("APPRENTICE_TEST_MARK", &value).stdout(Stdio::piped());
        let mut leader = start_in_own_group(&mut command).spawn().unwrap();
        let mut output = leader.stdout.take().unwrap();
        let mut started = [0; 8];
        output.read_exact(&mut started).unwrap();
        leader.wait().unwrap();
        assert!(marked("APPRENTICE_TEST_MARK", "another").is_empty());
        assert!(marked("APPRENTICE_TEST", &value).is_empty(), "the whole name counts");
        let found = marked("APPRENTICE_TEST_MARK", &value);
        assert_eq!(found.len(), 1, "{found:?}");
        end_marked(found[0], "APPRENTICE_TEST_MARK", "another");
        assert!(is_alive(found[0]), "it has another mark");
        end_marked(found[0], "APPRENTICE_TEST_MARK", &value);
        assert_eq!(output.read_to_end(&mut Vec::new()).unwrap(), 0, "the pipe ends when the last process has ended");
        assert!(marked("APPRENTICE_TEST_MARK", &value).is_empty());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_tree_ends_with_what_left_its_group() {
        let value = format!("{}-{}", std::process::id(), line!());
        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", "setsid sleep 600 & echo started; sleep 600"])
            .env("APPRENTICE_TEST_TREE", &value)
            .stdout(Stdio::piped());
        let mut leader = start_in_own_group(&mut command).spawn().unwrap();
        let mut output = leader.stdout.take().unwrap();
        let mut started = [0; 8];
        output.read_exact(&mut started).unwrap();
        let mut tree = Tree::of(leader.id(), "APPRENTICE_TEST_TREE", value);
        let reaping = std::thread::spawn(move || leader.wait());
        assert_eq!(tree.end(), 0);
        assert_eq!(output.read_to_end(&mut Vec::new()).unwrap(), 0, "the pipe ends when the last process has ended");
        reaping.join().unwrap().unwrap();
        assert_eq!(tree.end(), 0, "a second end is a no-op");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_tree_ends_with_what_cleared_its_environment_and_lost_its_parent() {
        let value = format!("{}-{}", std::process::id(), line!());
        let mut command = Command::new("/bin/sh");
        // The daemon has no mark, a group and session of its own, and no parent that started it.
        let daemon = "env -i setsid sh -c '(sleep 600 &) ; echo started'; sleep 600";
        command.args(["-c", daemon]).env("APPRENTICE_TEST_ORPHANS", &value).stdout(Stdio::piped());
        let mut leader = keep_orphans(start_in_own_group(&mut command)).spawn().unwrap();
        let mut output = leader.stdout.take().unwrap();
        let mut started = [0; 8];
        output.read_exact(&mut started).unwrap();
        let mut tree = Tree::of(leader.id(), "APPRENTICE_TEST_ORPHANS", value);
        let reaping = std::thread::spawn(move || leader.wait());
        assert_eq!(tree.end(), 0);
        assert_eq!(output.read_to_end(&mut Vec::new()).unwrap(), 0, "the pipe ends when the last process has ended");
        reaping.join().unwrap().unwrap();
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn threads_are_limited_where_a_namespace_is_counted_alone() {
        // So many that it ends nothing.
        let limited = limit_threads(1_000_000).unwrap();
        let limits = std::fs::read_to_string("/proc/self/limits").unwrap();
        let line = limits.lines().find(|line| line.starts_with("Max processes")).unwrap();
        let soft: u64 = line.split_whitespace().nth(2).unwrap().parse().unwrap_or(u64::MAX);
        assert!(!limited || soft <= 1_000_000, "{line}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_a_tree_uses_is_summed() {
        let value = format!("{}-{}", std::process::id(), line!());
        let mut command = Command::new("/bin/sh");
        // Two children, and one that has another parent by then.
        command
            .args(["-c", "(setsid sleep 600 &); sleep 600 & sleep 600 & echo started; wait"])
            .env("APPRENTICE_TEST_USAGE", &value)
            .stdout(Stdio::piped());
        let mut leader = start_in_own_group(&mut command).spawn().unwrap();
        let mut started = [0; 8];
        leader.stdout.take().unwrap().read_exact(&mut started).unwrap();
        let below = usage(leader.id(), None);
        let all = usage(leader.id(), Some(("APPRENTICE_TEST_USAGE", &value)));
        assert_eq!((below.processes, below.threads), (3, 3));
        assert_eq!(all.processes, 4, "the one that is found by its mark counts once");
        assert!(below.memory > 0 && all.memory > below.memory, "{below:?} {all:?}");
        let mut tree = Tree::of(leader.id(), "APPRENTICE_TEST_USAGE", value);
        let number = leader.id();
        let reaping = std::thread::spawn(move || leader.wait());
        assert_eq!(tree.end(), 0);
        reaping.join().unwrap().unwrap();
        assert_eq!(usage(number, None), Usage::default());
    }

    #[test]
    fn a_group_ends_when_its_leader_is_reaped() {
        let mut command = Command::new("/bin/true");
        let mut leader = start_in_own_group(&mut command).spawn().unwrap();
        let group = Group::led_by(leader.id()).unwrap();
        assert!(!group.has_ended(), "not reaped yet");
        leader.wait().unwrap();
        assert!(group.has_ended());
        assert!(group.signal(Signal::Kill).is_err());
    }

    /// This fails where this user has no control group (cgroup v2); `scripts/test` leaves it out there, and says so.
    #[cfg(target_os = "linux")]
    mod needs_control_groups {
        use super::*;

        #[test]
        fn a_control_group_ends_with_what_escaped_every_other_way_and_outlived_its_leader() {
            let name = format!("apprentice-test-{}-group", std::process::id());
            let control_group = ControlGroup::new(&name).expect("needs a control group of this user");
            let mut command = Command::new("/bin/sh");
            // Twice a child of its own, with a session of its own and no environment; its parents have ended.
            let escape = "env -i setsid sh -c '(setsid sleep 600 &)' & wait; echo started";
            command.args(["-c", escape]).stdout(Stdio::piped());
            let mut leader = control_group.hold(start_in_own_group(&mut command)).spawn().unwrap();
            let mut output = leader.stdout.take().unwrap();
            let mut started = [0; 8];
            output.read_exact(&mut started).unwrap();
            leader.wait().unwrap();
            assert_eq!(control_group.processes().len(), 1, "the leader has ended, and its daemon lives");
            let mut tree = Tree::of(leader.id(), "APPRENTICE_TEST_GROUP", name.clone()).within(Some(control_group));
            assert_eq!(tree.end(), 0);
            assert_eq!(output.read_to_end(&mut Vec::new()).unwrap(), 0, "the pipe ends when the last process has ended");
            // What a killed program left is found by its name.
            let control_group = ControlGroup::new(&name).unwrap();
            let mut command = Command::new("/bin/sleep");
            let mut left = control_group.hold(command.arg("600")).spawn().unwrap();
            std::mem::forget(control_group);
            // Of this process alone: others run the same test.
            let own = |of: &str| format!("apprentice-{of}-{}-", std::process::id());
            ControlGroup::end_left(&own("another"));
            assert!(left.try_wait().unwrap().is_none());
            ControlGroup::end_left(&own("test"));
            assert_eq!(left.wait().unwrap().signal(), Some(9));
        }
    }
}
