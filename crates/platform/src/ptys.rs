//! Pseudo-terminals: a program that runs as if a person had opened it in a terminal.

use crate::processes::Group;
use crate::system::ptys as system;
use portable_pty::{ChildKiller, MasterPty, PtySize, native_pty_system};
use std::fmt::Display;
use std::io::{self, Read, Write};

/// The program that a pseudo-terminal runs, its arguments, folder and environment.
pub use portable_pty::CommandBuilder as Command;

/// A program that has just been started in a pseudo-terminal.
pub struct Started {
    /// The terminal. Dropping it sends a newline and closes it.
    pub pty: Pty,
    /// The program.
    pub child: Child,
    /// What the program writes to the terminal. Ends when no process has the terminal open.
    pub reader: Box<dyn Read + Send>,
    /// What the program reads from the terminal: the keyboard.
    pub writer: Box<dyn Write + Send>,
}

/// Opens a pseudo-terminal and starts `command` in it, as the leader of a group and of a session.
///
/// # Errors
/// When the system has no pseudo-terminal left, or the program cannot be started.
pub fn start(command: Command, columns: u16, rows: u16) -> io::Result<Started> {
    let pair = native_pty_system().openpty(size(columns, rows)).map_err(failed)?;
    let reader = pair.master.try_clone_reader().map_err(failed)?;
    let writer = pair.master.take_writer().map_err(failed)?;
    let child = Child(pair.slave.spawn_command(command).map_err(failed)?);
    // As long as this process has the program's end open, the reader does not end.
    drop(pair.slave);
    Ok(Started { pty: Pty(pair.master), child, reader, writer })
}

/// This process's end of a pseudo-terminal.
pub struct Pty(Box<dyn MasterPty + Send>);

impl Pty {
    /// Tells the terminal its size in characters. Its programs hear of the change.
    ///
    /// # Errors
    /// Those of `ioctl(2)`.
    pub fn resize(&self, columns: u16, rows: u16) -> io::Result<()> {
        self.0.resize(size(columns, rows)).map_err(failed)
    }

    /// The group of processes that reads the keyboard now. `None` when there is none, or on systems without groups.
    pub fn foreground_group(&self) -> Option<Group> {
        system::foreground_leader(&*self.0).and_then(Group::led_by)
    }
}

/// The program of a pseudo-terminal.
pub struct Child(Box<dyn portable_pty::Child + Send + Sync>);

impl Child {
    /// The number of its process. `None` when it has ended.
    pub fn id(&self) -> Option<u32> {
        self.0.process_id()
    }

    /// Waits until the program ends, and reaps it. Answers whether it succeeded.
    ///
    /// # Errors
    /// Those of `waitpid(2)`.
    pub fn wait(&mut self) -> io::Result<bool> {
        self.0.wait().map(|status| status.success())
    }

    /// Ends the program.
    ///
    /// # Errors
    /// When it has ended already.
    pub fn kill(&mut self) -> io::Result<()> {
        ChildKiller::kill(&mut *self.0)
    }
}

const fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn failed(error: impl Display) -> io::Error {
    io::Error::other(error.to_string())
}

#[cfg(test)]
#[cfg(all(unix, not(apprentice_no_unix)))]
mod tests {
    use super::*;

    fn shell(line: &str) -> Started {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", line]);
        start(command, 120, 40).unwrap()
    }

    fn all(mut reader: Box<dyn Read + Send>) -> String {
        let mut bytes = Vec::new();
        let mut buffer = [0; 1024];
        // On Linux the end of a pseudo-terminal is an error, not 0 bytes.
        while let Ok(count @ 1..) = reader.read(&mut buffer) {
            bytes.extend_from_slice(&buffer[..count]);
        }
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_program_sees_a_terminal_of_the_asked_size() {
        let Started { pty, mut child, reader, mut writer } = shell("stty size; read line; echo \"<$line>\"; stty size");
        pty.resize(90, 30).unwrap();
        writer.write_all(b"tea\n").unwrap();
        let text = all(reader);
        assert!(text.contains("<tea>") && text.trim_end().ends_with("30 90"), "{text:?}");
        assert!(child.wait().unwrap());
    }

    #[test]
    fn the_shell_itself_is_in_the_foreground_and_leads_its_group() {
        let Started { pty, mut child, reader: _reader, writer: _writer } = shell("read line; exit 3");
        let pid = child.id().unwrap();
        // The shell takes the terminal before the program runs.
        assert_eq!(pty.foreground_group(), Group::led_by(pid));
        child.kill().unwrap();
        assert!(!child.wait().unwrap());
    }

    #[test]
    fn a_program_that_is_missing_is_an_error() {
        assert!(start(Command::new("/no/such/program"), 80, 24).is_err());
    }
}
