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
