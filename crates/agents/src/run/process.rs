//! The processes of a run. A thread of its own starts the agent and waits for it: what the system ties to the thread that started a
//! process then lasts as long as the run.

use super::{Launch, MARK};
use apprentice_platform::processes::{Group, Signal, end_marked, marked, start_in_own_group};
use std::ffi::OsString;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::sync::oneshot;

/// How much of standard error is kept, of its end.
const STDERR: usize = 8 * 1024;
/// How long ended processes may take to go.
const GONE: Duration = Duration::from_secs(10);
const STEP: Duration = Duration::from_millis(5);

/// The input and output of an agent.
pub(super) struct Pipes {
    pub input: ChildStdin,
    pub output: ChildStdout,
}

/// An agent and everything that it started. Dropping it ends all of it.
pub(super) struct Process {
    /// `None` once they were taken.
    pub pipes: Option<Pipes>,
    tree: Tree,
    exited: oneshot::Receiver<Option<ExitStatus>>,
    said: Arc<Mutex<Vec<u8>>>,
}

struct Tree {
    group: Option<Group>,
    mark: String,
    ended: bool,
}

impl Process {
    /// Starts an agent. The error says why it could not be started.
    pub(super) async fn start(launch: Launch) -> Result<Self, String> {
        let arguments: Vec<OsString> = launch.arguments.iter().map(OsString::from).collect();
        let (program, arguments) = launch.isolation.wrap(&launch.walls, &launch.program, &arguments);
        let mut command = Command::new(&program);
        command
            .args(arguments)
            .current_dir(&launch.walls.folder)
            .env_clear()
            .envs(launch.environment)
            .env(MARK, &launch.mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let (started, child) = oneshot::channel();
        let (done, exited) = oneshot::channel();
        std::thread::Builder::new()
            .name("agent-run".to_owned())
            .spawn(move || keep(command, started, done))
            .map_err(|error| error.to_string())?;
        let Ok(child) = child.await else { return Err("the thread that starts it ended".to_owned()) };
        let started = child.map_err(|error| format!("`{}` {error}", program.display()))?;
        let tree = Tree { group: Group::led_by(started.pid), mark: launch.mark, ended: false };
        // From here on an early return ends what was started.
        let said = Arc::default();
        let pipes = started.pipes().map_err(|error| error.to_string())?;
        tokio::spawn(keep_last(pipes.1, Arc::clone(&said)));
        Ok(Self { pipes: Some(pipes.0), tree, exited, said })
    }

    /// Ends everything, waits until it is gone, and answers how the program had ended and the end of its standard error. `at_once`: it gets no
    /// moment to end by itself.
    pub(super) async fn end(mut self, at_once: bool) -> (Option<ExitStatus>, String) {
        // A program that has ended by itself says how; that takes a moment after its output ended.
        let moment = if at_once { Duration::ZERO } else { Duration::from_millis(200) };
        let by_itself = tokio::time::timeout(moment, &mut self.exited).await;
        let mut tree = std::mem::replace(&mut self.tree, Tree { group: None, mark: String::new(), ended: true });
        // Waiting for processes blocks.
        let ending = tokio::task::spawn_blocking(move || tree.end());
        if let Err(error) = ending.await {
            tracing::error!(%error, "the processes of a run could not be ended");
        }
        let status = match by_itself {
            Ok(status) => status.ok().flatten(),
            Err(_) => None,
        };
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        (status, String::from_utf8_lossy(&said).into_owned())
    }
}

struct Started {
    pid: u32,
    input: Option<std::process::ChildStdin>,
    output: Option<std::process::ChildStdout>,
    errors: Option<std::process::ChildStderr>,
}

impl Started {
    fn pipes(self) -> std::io::Result<(Pipes, ChildStderr)> {
        let (Some(input), Some(output), Some(errors)) = (self.input, self.output, self.errors) else {
            return Err(std::io::Error::other("its input and output could not be opened"));
        };
        let pipes = Pipes { input: ChildStdin::from_std(input)?, output: ChildStdout::from_std(output)? };
        Ok((pipes, ChildStderr::from_std(errors)?))
    }
}

/// Starts a program and waits until it has ended.
fn keep(mut command: Command, started: oneshot::Sender<std::io::Result<Started>>, done: oneshot::Sender<Option<ExitStatus>>) {
    let mut child: Child = match start_in_own_group(&mut command).spawn() {
        Ok(child) => child,
        Err(error) => {
            // Fails only if nobody waits any more.
            let _ = started.send(Err(error));
            return;
        }
    };
    let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let about = Started { pid: child.id(), input, output, errors };
    if started.send(Ok(about)).is_err() {
        // The caller does not wait any more.
        let _killed = child.kill();
    }
    // Fails only if nobody waits any more.
    let _ = done.send(child.wait().ok());
}

impl Tree {
    /// Ends everything and waits until it is gone.
    fn end(&mut self) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        if let Some(group) = self.group {
            // It may have ended by itself.
            let _ended = group.signal(Signal::Kill);
        }
        let began = Instant::now();
        loop {
            // Those that left the group, too. A process may start another one at the last moment, so this is repeated.
            let left = marked(MARK, &self.mark);
            left.iter().for_each(|pid| end_marked(*pid, MARK, &self.mark));
            if left.is_empty() {
                return;
            }
            if began.elapsed() > GONE {
                tracing::error!(processes = left.len(), "processes of an agent do not end");
                return;
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

/// Ends what an earlier program left of the run with this mark.
pub fn end_left(mark: &str) {
    Tree { group: None, mark: mark.to_owned(), ended: false }.end();
}

/// Reads standard error to its end and keeps the last part.
async fn keep_last(mut errors: impl AsyncRead + Unpin, said: Arc<Mutex<Vec<u8>>>) {
    let mut buffer = [0; 4096];
    // An error ends it like the end of the pipe.
    while let Ok(count @ 1..) = errors.read(&mut buffer).await {
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        said.extend_from_slice(&buffer[..count]);
        let surplus = said.len().saturating_sub(STDERR);
        said.drain(..surplus);
    }
}

/// Why the program ended, in words.
pub(super) fn crash(why: &str, status: Option<ExitStatus>, said: &str) -> String {
    let how = status.map_or_else(|| why.to_owned(), |status| format!("its program ended with {status}"));
    match said.trim().lines().next_back() {
        Some(last) if !last.trim().is_empty() => format!("{how}: {}", super::client::clip(last.trim(), 300)),
        _ => how,
    }
}
