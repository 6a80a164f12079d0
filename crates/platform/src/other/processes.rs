use super::unsupported;
pub use crate::no_control_group::ControlGroup;
use crate::processes::{Group, Signal, Usage};
use std::io;
use std::process::Command;

pub fn signal(_group: Group, _signal: Signal) -> io::Result<()> {
    unsupported("signals to groups of processes")
}

pub fn has_ended(_group: Group) -> bool {
    true
}

pub fn start_in_own_group(command: &mut Command) -> &mut Command {
    command
}

pub fn keep_orphans(command: &mut Command) -> &mut Command {
    command
}

pub fn end_below(_group: Group) {}

pub fn seen_below(_group: Group) -> Vec<(u32, u64)> {
    Vec::new()
}

pub fn end_seen(_seen: &[(u32, u64)]) {}

pub fn is_alive(_pid: u32) -> bool {
    true
}

pub fn leave_terminal() -> io::Result<()> {
    unsupported("sessions of their own")
}

pub fn replace(_command: &mut Command) -> io::Error {
    match unsupported::<()>("the replacement of a program") {
        Err(error) => error,
        Ok(()) => io::ErrorKind::Unsupported.into(),
    }
}

pub fn limit_threads(_most: u64) -> io::Result<bool> {
    Ok(false)
}

pub fn usage(_leader: u32, _mark: Option<(&str, &str)>) -> Usage {
    Usage::default()
}

pub fn marked(_name: &str, _value: &str) -> Vec<u32> {
    Vec::new()
}

pub fn end_marked(_pid: u32, _name: &str, _value: &str) {}
