//! The program of a local server. It is started without a shell, as a group of its own and with a mark in its environment, so that
//! everything that it starts ends with it. Where the system lets it, it is in a control group of its own too, which no process leaves by
//! clearing its environment or losing its parents.

use crate::connection::Mask;
use crate::findings::visible;
use apprentice_platform::processes::{ControlGroup, Tree, keep_orphans, start_in_own_group};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// How much of standard error is kept, of its end, in bytes.
pub const LOG: usize = 8 * 1024;
/// How much of one line is shown, in characters.
const LINE: usize = 2000;
/// How much of one line is read, in bytes. It is longer than what is shown by more than the longest secret, so that a secret at its cut end
/// is not shown.
const LONGEST_LINE: usize = 64 * 1024;
/// The variable that marks the processes of one connection.
const MARK: &str = "APPRENTICE_MCP_CONNECTION";
/// The variable that marks the processes of one home of Apprentice.
const HOME_MARK: &str = "APPRENTICE_MCP_HOME";
/// How long a program may take to end by itself, after its input was closed.
const POLITE: Duration = Duration::from_millis(300);

/// What is started.
#[derive(Clone, Debug)]
pub struct Program {
    /// The absolute path of the program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// All of its environment.
    pub environment: Vec<(String, String)>,
    /// The folder that it starts in.
    pub folder: PathBuf,
    /// Names this connection; never used twice.
    pub mark: String,
    /// Names the home of Apprentice, for [`end_left`].
    pub home_mark: String,
}

/// A program that runs. Dropping it ends it and everything that it started.
pub(crate) struct Running {
    child: Child,
    tree: Option<Tree>,
    log: Log,
}

/// The end of what a program wrote to standard error, masked line by line before it is kept. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<Lines>>);

#[derive(Debug, Default)]
struct Lines {
    /// Masked and visible.
    kept: String,
    /// The line that has not ended yet, as it came.
    line: Vec<u8>,
}

impl Log {
    /// The text of whole lines; what is no UTF-8 is replaced.
    pub fn text(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).kept.clone()
    }

    fn append(&self, mut bytes: &[u8], mask: &Mask) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(at) = bytes.iter().position(|byte| *byte == b'\n') {
            lines.extend(&bytes[..at]);
            lines.end(mask);
            bytes = &bytes[at + 1..];
        }
        lines.extend(bytes);
    }

    /// Keeps a last line that has no end.
    fn end(&self, mask: &Mask) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !lines.line.is_empty() {
            lines.end(mask);
        }
    }
}

impl Lines {
    fn extend(&mut self, bytes: &[u8]) {
        let room = LONGEST_LINE.saturating_sub(self.line.len());
        self.line.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// Masks the whole line, and cuts it and the log only then: a secret that is cut is not recognized.
    fn end(&mut self, mask: &Mask) {
        let line = std::mem::take(&mut self.line);
        let shown = visible(&mask(&String::from_utf8_lossy(&line)));
        self.kept.extend(shown.chars().take(LINE));
        self.kept.push('\n');
        let mut surplus = self.kept.len().saturating_sub(LOG);
        while !self.kept.is_char_boundary(surplus) {
            surplus += 1;
        }
        self.kept.drain(..surplus);
    }
}

/// Ends what an earlier program left of this home. It blocks.
pub fn end_left(home_mark: &str) -> usize {
    ControlGroup::end_left(&control_groups(home_mark));
    Tree::left(HOME_MARK, home_mark.to_owned()).end()
}

/// The front of the names of the control groups of one home.
fn control_groups(home_mark: &str) -> String {
    let short: String = home_mark.chars().filter(char::is_ascii_alphanumeric).take(32).collect();
    format!("apprentice-{short}-")
}

impl Running {
    /// Starts a program, and answers its input and output. `mask` replaces secrets in what it writes to standard error.
    pub(crate) fn start(program: &Program, mask: Mask) -> std::io::Result<(Self, ChildStdin, ChildStdout)> {
        let mut command = Command::new(&program.program);
        command
            .args(&program.arguments)
            .current_dir(&program.folder)
            .env_clear()
            .envs(program.environment.iter().map(|(name, value)| (name, value)))
            .env(MARK, &program.mark)
            .env(HOME_MARK, &program.home_mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        keep_orphans(start_in_own_group(command.as_std_mut()));
        let control_group = ControlGroup::new(&format!("{}{}", control_groups(&program.home_mark), program.mark));
        if let Some(control_group) = &control_group {
            control_group.hold(command.as_std_mut());
        }
        let mut child = command.spawn()?;
        let tree = child.id().map(|pid| Tree::of(pid, MARK, program.mark.clone()).within(control_group));
        // From here on an early return ends what was started.
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let running = Self { child, tree, log: Log::default() };
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(std::io::Error::other("its input and output could not be opened"));
        };
        tokio::spawn(keep(errors, running.log.clone(), mask));
        Ok((running, input, output))
    }

    pub(crate) fn log(&self) -> Log {
        self.log.clone()
    }

    /// Remembers what it started, before its input is closed: it may end by itself and leave that behind.
    pub(crate) fn look(&mut self) {
        if let Some(tree) = &mut self.tree {
            tree.look();
        }
    }

    /// How it ended, if it has ended by itself within a moment.
    pub(crate) async fn ended(&mut self) -> Option<std::process::ExitStatus> {
        tokio::time::timeout(POLITE, self.child.wait()).await.ok()?.ok()
    }

    /// Gives it a moment to end by itself, and then ends it and everything that it started. Answers how many processes are left.
    pub(crate) async fn end(mut self) -> usize {
        // It may end by itself, as its input is closed.
        let _by_itself = tokio::time::timeout(POLITE, self.child.wait()).await;
        let Some(mut tree) = self.tree.take() else { return 0 };
        // Waiting for processes blocks.
        let left = tokio::task::spawn_blocking(move || tree.end()).await.unwrap_or_default();
        // So that the system forgets it.
        let _reaped = tokio::time::timeout(POLITE, self.child.wait()).await;
        left
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let Some(mut tree) = self.tree.take() else { return };
        // The caller may be a task of the runtime, which must not block.
        let ended = std::thread::Builder::new().name("ending a server".to_owned()).spawn(move || tree.end());
        if let Err(error) = ended {
            tracing::error!(%error, "the processes of a server could not be ended");
        }
    }
}

/// Reads standard error to its end and keeps the last part.
async fn keep(mut errors: impl AsyncRead + Unpin, log: Log, mask: Mask) {
    let mut buffer = [0; 4096];
    // An error ends it like the end of the pipe.
    while let Ok(count @ 1..) = errors.read(&mut buffer).await {
        log.append(&buffer[..count], &mask);
    }
    log.end(&mask);
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "correct-horse-battery-staple";

    fn written(parts: &[&str]) -> String {
        let mask: Mask = Arc::new(|text| text.replace(SECRET, "***"));
        let log = Log::default();
        for part in parts {
            log.append(part.as_bytes(), &mask);
        }
        log.end(&mask);
        log.text()
    }

    #[test]
    fn no_part_of_a_secret_is_left_where_a_log_or_a_line_is_cut() {
        let (first, second) = SECRET.split_at(9);
        assert_eq!(written(&["with ", first, second, " in two parts\nnext"]), "with *** in two parts\nnext\n");
        for filler in (LOG - SECRET.len() - 4..LOG + 4).chain(LINE - SECRET.len() - 4..LINE + 4) {
            // At the front of the log, and at the end of a line.
            let log = written(&[SECRET, "\n", &"x".repeat(filler), SECRET, "\n", &"y\n".repeat(filler % 97)]);
            assert!(!log.contains("horse") && !log.contains("staple") && log.len() <= LOG, "{filler}: {log}");
        }
        let long = written(&[&"x".repeat(LONGEST_LINE - 9), SECRET]);
        assert_eq!(long, format!("{}\n", "x".repeat(LINE)));
    }

    #[test]
    fn a_log_turns_no_terminal_around() {
        assert_eq!(written(&["a\u{1b}[2Jb\u{202e}c\n"]), "a⟨U+001B⟩[2Jb⟨U+202E⟩c\n");
    }
}
