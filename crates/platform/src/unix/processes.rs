#[cfg(not(target_os = "linux"))]
pub use crate::no_control_group::ControlGroup;
use crate::processes::{Group, Signal, Usage};
use nix::errno::Errno;
use nix::sys::signal::{self, kill, killpg};
use nix::unistd::{Pid, setsid};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

pub fn signal(group: Group, signal: Signal) -> io::Result<()> {
    let signal = match signal {
        Signal::HangUp => signal::Signal::SIGHUP,
        Signal::Kill => signal::Signal::SIGKILL,
    };
    Ok(killpg(Pid::from_raw(group.0), signal)?)
}

pub fn has_ended(group: Group) -> bool {
    killpg(Pid::from_raw(group.0), None) == Err(Errno::ESRCH)
}

pub fn start_in_own_group(command: &mut Command) -> &mut Command {
    command.process_group(0)
}

#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "a process says this of itself, between fork and exec")]
pub fn keep_orphans(command: &mut Command) -> &mut Command {
    // SAFETY: the closure makes one system call with numbers alone, which is allowed after a fork (signal-safety(7)).
    unsafe {
        command.pre_exec(|| {
            // Without it fewer processes are found, and nothing else changes.
            let _set = nix::sys::prctl::set_child_subreaper(true);
            Ok(())
        })
    }
}

#[cfg(not(target_os = "linux"))]
pub fn keep_orphans(command: &mut Command) -> &mut Command {
    command
}

pub fn is_alive(pid: u32) -> bool {
    i32::try_from(pid).is_ok_and(|pid| kill(Pid::from_raw(pid), None) != Err(Errno::ESRCH))
}

pub fn leave_terminal() -> io::Result<()> {
    setsid()?;
    Ok(())
}

pub fn replace(command: &mut Command) -> io::Error {
    command.exec()
}

#[cfg(target_os = "linux")]
pub fn limit_threads(most: u64) -> io::Result<bool> {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease")?;
    if !counts_namespaces_alone(&release) {
        return Ok(false);
    }
    let (_, hard) = getrlimit(Resource::RLIMIT_NPROC)?;
    let most = most.min(hard);
    setrlimit(Resource::RLIMIT_NPROC, most, most)?;
    Ok(true)
}

/// Whether this release of Linux counts the processes of each user namespace alone.
#[cfg(target_os = "linux")]
fn counts_namespaces_alone(release: &str) -> bool {
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map_while(|number| number.parse::<u32>().ok());
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= (5, 14)
}

#[cfg(not(target_os = "linux"))]
pub fn limit_threads(_most: u64) -> io::Result<bool> {
    Ok(false)
}

#[cfg(target_os = "linux")]
fn all() -> impl Iterator<Item = u32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

#[cfg(target_os = "linux")]
pub fn usage(leader: u32, mark: Option<(&str, &str)>) -> Usage {
    use std::collections::{HashMap, HashSet};
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut wanted = vec![leader];
    for pid in all() {
        if let Some(parent) = parent(pid) {
            children.entry(parent).or_default().push(pid);
        }
        if mark.is_some_and(|(name, value)| has_mark(pid, name, value)) {
            wanted.push(pid);
        }
    }
    let (mut known, mut usage) = (HashSet::new(), Usage::default());
    while let Some(pid) = wanted.pop() {
        if !known.insert(pid) {
            continue;
        }
        wanted.extend(children.get(&pid).into_iter().flatten());
        let Ok(status) = std::fs::read_to_string(format!("/proc/{pid}/status")) else { continue };
        let number = |name: &str| -> u64 {
            let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
        };
        usage.processes += 1;
        usage.threads += usize::try_from(number("Threads")).unwrap_or(usize::MAX);
        usage.memory += 1024 * (number("RssAnon") + number("RssShmem") + number("VmSwap"));
    }
    usage
}

/// How long [`end_below`] ends what a leader goes on starting.
#[cfg(target_os = "linux")]
const ENDING: std::time::Duration = std::time::Duration::from_secs(2);

/// Stops a group, and ends every descendant of its leader. No-op unless the leader is a child of this process: its number may belong to
/// another one when it has been reaped.
#[cfg(target_os = "linux")]
pub fn end_below(group: Group) {
    let leader = group.leader();
    if parent(leader) != Some(std::process::id()) {
        return;
    }
    // So that it starts no more. A group that has ended needs no stop.
    let _stopped = killpg(Pid::from_raw(group.0), signal::Signal::SIGSTOP);
    let began = std::time::Instant::now();
    loop {
        let below = below(leader);
        if below.is_empty() || began.elapsed() > ENDING {
            return;
        }
        for pid in below.iter().filter_map(|pid| i32::try_from(*pid).ok()) {
            // It may have ended by itself.
            let _ended = kill(Pid::from_raw(pid), signal::Signal::SIGKILL);
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// The descendants of the leader of a group, if it is a child of this process, with the times at which they began.
#[cfg(target_os = "linux")]
pub fn seen_below(group: Group) -> Vec<(u32, u64)> {
    let leader = group.leader();
    let below = if parent(leader) == Some(std::process::id()) { below(leader) } else { Vec::new() };
    below.into_iter().filter_map(|pid| Some((pid, began(pid)?))).collect()
}

/// Ends these processes. One that began at another time has only got the number of one that ended.
#[cfg(target_os = "linux")]
pub fn end_seen(seen: &[(u32, u64)]) {
    for (pid, at) in seen {
        if began(*pid) == Some(*at)
            && let Ok(pid) = i32::try_from(*pid)
        {
            // It may have ended by itself.
            let _ended = kill(Pid::from_raw(pid), signal::Signal::SIGKILL);
        }
    }
}

/// When a process began, in ticks since the start of the system (proc(5), field 22).
#[cfg(target_os = "linux")]
fn began(pid: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(19)?.parse().ok()
}

#[cfg(not(target_os = "linux"))]
pub fn end_below(_group: Group) {}

#[cfg(not(target_os = "linux"))]
pub fn seen_below(_group: Group) -> Vec<(u32, u64)> {
    Vec::new()
}

#[cfg(not(target_os = "linux"))]
pub fn end_seen(_seen: &[(u32, u64)]) {}

/// The descendants of a process that have not ended.
#[cfg(target_os = "linux")]
fn below(leader: u32) -> Vec<u32> {
    let mut children: std::collections::HashMap<u32, Vec<u32>> = std::collections::HashMap::new();
    for pid in all() {
        if let Some((state, parent)) = state_and_parent(pid)
            && !["Z", "X"].contains(&state.as_str())
        {
            children.entry(parent).or_default().push(pid);
        }
    }
    let mut found = children.remove(&leader).unwrap_or_default();
    let mut at = 0;
    while let Some(pid) = found.get(at).copied() {
        found.extend(children.remove(&pid).unwrap_or_default());
        at += 1;
    }
    found
}

#[cfg(target_os = "linux")]
fn parent(pid: u32) -> Option<u32> {
    state_and_parent(pid).map(|(_, parent)| parent)
}

/// The state of a process and its parent. The name of its program comes before them, in parentheses, and may contain anything.
#[cfg(target_os = "linux")]
fn state_and_parent(pid: u32) -> Option<(String, u32)> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut words = stat.rsplit_once(')')?.1.split_whitespace();
    Some((words.next()?.to_owned(), words.next()?.parse().ok()?))
}

#[cfg(not(target_os = "linux"))]
pub fn usage(_leader: u32, _mark: Option<(&str, &str)>) -> Usage {
    Usage::default()
}

#[cfg(target_os = "linux")]
pub fn marked(name: &str, value: &str) -> Vec<u32> {
    all().filter(|pid| has_mark(*pid, name, value)).collect()
}

/// A process that ended and was not yet reaped has no environment any more.
#[cfg(target_os = "linux")]
fn has_mark(pid: u32, name: &str, value: &str) -> bool {
    let wanted = [name.as_bytes(), b"=", value.as_bytes()].concat();
    let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    environment.split(|byte| *byte == 0).any(|variable| variable == wanted)
}

#[cfg(target_os = "linux")]
pub fn end_marked(pid: u32, name: &str, value: &str) {
    if let Ok(number) = i32::try_from(pid)
        && number > 1
        && has_mark(pid, name, value)
    {
        // It may have ended by itself.
        let _ended = kill(Pid::from_raw(number), signal::Signal::SIGKILL);
    }
}

#[cfg(not(target_os = "linux"))]
pub fn marked(_name: &str, _value: &str) -> Vec<u32> {
    Vec::new()
}

#[cfg(not(target_os = "linux"))]
pub fn end_marked(_pid: u32, _name: &str, _value: &str) {}

/// A folder of the control groups.
#[cfg(target_os = "linux")]
#[derive(Debug)]
pub struct ControlGroup {
    folder: std::path::PathBuf,
    /// `cgroup.procs`, open for writing: between fork and exec no file may be opened by its name.
    door: std::sync::Arc<std::fs::File>,
}

#[cfg(target_os = "linux")]
impl ControlGroup {
    pub fn new(name: &str) -> Option<Self> {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        if name.is_empty() || name.len() > 200 || !name.chars().all(plain) {
            return None;
        }
        let folder = own_control_group()?.join(name);
        std::fs::create_dir(&folder).ok()?;
        match std::fs::OpenOptions::new().write(true).open(folder.join("cgroup.procs")) {
            Ok(door) => Some(Self { folder, door: std::sync::Arc::new(door) }),
            Err(_) => {
                // It is empty.
                let _gone = std::fs::remove_dir(&folder);
                None
            }
        }
    }

    #[expect(unsafe_code, reason = "a process enters by itself, between fork and exec")]
    pub fn hold<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        let door = self.door.clone();
        // SAFETY: the closure makes one system call on a file that is open, which is allowed after a fork (signal-safety(7)).
        unsafe {
            command.pre_exec(move || {
                // 0 is the process that writes. Where that is refused, fewer processes are found.
                let _entered = nix::unistd::write(&door, b"0");
                Ok(())
            })
        }
    }

    pub fn processes(&self) -> Vec<u32> {
        processes_of(&self.folder)
    }

    pub fn end_left(prefix: &str) {
        let Some(entries) = own_control_group().and_then(|folder| std::fs::read_dir(folder).ok()) else { return };
        for folder in entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix)) {
            end_control_group(&folder.path(), std::time::Duration::from_secs(2));
        }
    }

    pub fn end(&mut self, patience: std::time::Duration) -> usize {
        end_control_group(&self.folder, patience)
    }
}

/// The folder of the control group that this process is in, if there is one of version 2.
#[cfg(target_os = "linux")]
fn own_control_group() -> Option<std::path::PathBuf> {
    let groups = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").ok()?;
    mounts.lines().find_map(|line| {
        let (about, kind) = line.split_once(" - ")?;
        let mut about = about.split(' ').skip(3);
        let (root, point) = (about.next()?, about.next()?);
        // A name with a blank is written in another way, and is no folder of a system.
        let inside = own.strip_prefix(root.trim_end_matches('/'))?;
        (kind.starts_with("cgroup2 ") && !point.contains('\\')).then(|| {
            let mut folder = std::path::PathBuf::from(point);
            folder.extend(inside.split('/').filter(|part| !part.is_empty() && *part != ".."));
            folder
        })
    })
}

/// The processes of a control group and of those below it.
#[cfg(target_os = "linux")]
fn processes_of(folder: &std::path::Path) -> Vec<u32> {
    let own = std::fs::read_to_string(folder.join("cgroup.procs")).unwrap_or_default();
    let mut all: Vec<u32> = own.lines().filter_map(|line| line.parse().ok()).collect();
    below_control_group(folder).iter().for_each(|folder| all.extend(processes_of(folder)));
    all
}

#[cfg(target_os = "linux")]
fn below_control_group(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())).map(|entry| entry.path()).collect()
}

/// Ends everything in a control group, removes it, and answers how many processes are left.
#[cfg(target_os = "linux")]
fn end_control_group(folder: &std::path::Path, patience: std::time::Duration) -> usize {
    let began = std::time::Instant::now();
    loop {
        // All at once (Linux 5.14), so that none can start another one meanwhile.
        if std::fs::write(folder.join("cgroup.kill"), "1").is_err() {
            for pid in processes_of(folder).iter().filter_map(|pid| i32::try_from(*pid).ok()).filter(|pid| *pid > 1) {
                // It may have ended by itself.
                let _ended = kill(Pid::from_raw(pid), signal::Signal::SIGKILL);
            }
        }
        if remove_control_group(folder) {
            return 0;
        }
        if began.elapsed() > patience {
            return processes_of(folder).len();
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// Whether a control group is gone. One with a process cannot be removed.
#[cfg(target_os = "linux")]
fn remove_control_group(folder: &std::path::Path) -> bool {
    let below = below_control_group(folder);
    below.iter().all(|folder| remove_control_group(folder)) && (std::fs::remove_dir(folder).is_ok() || !folder.exists())
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    #[test]
    fn releases_are_told_apart() {
        for (release, expected) in
            [("6.18.44-fc-v782\n", true), ("5.14.0", true), ("5.13.19-generic", false), ("4.18.0", false), ("x", false)]
        {
            assert_eq!(super::counts_namespaces_alone(release), expected, "{release}");
        }
    }
}
