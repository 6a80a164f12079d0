use crate::processes::{Group, Signal};
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

pub fn is_alive(pid: u32) -> bool {
    i32::try_from(pid).is_ok_and(|pid| kill(Pid::from_raw(pid), None) != Err(Errno::ESRCH))
}

pub fn leave_terminal() -> io::Result<()> {
    setsid()?;
    Ok(())
}

#[cfg(target_os = "linux")]
pub fn marked(name: &str, value: &str) -> Vec<u32> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    pids.filter(|pid| has_mark(*pid, name, value)).collect()
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
