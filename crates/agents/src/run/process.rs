//! The processes of a run. A thread of its own starts the agent and waits for it: what the system ties to the thread that started a
//! process then lasts as long as the run.

use super::limits::Watched;
use super::{Launch, MARK};
use crate::egress::Network;
use crate::isolation::Isolation;
use apprentice_platform::processes::{Tree, start_in_own_group};
use std::ffi::OsString;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::sync::oneshot;

/// How much of standard error is kept, of its end.
const STDERR: usize = 8 * 1024;

/// The input and output of an agent.
pub(super) struct Pipes {
    pub input: ChildStdin,
    pub output: ChildStdout,
}

/// An agent and everything that it started. Dropping it ends all of it.
pub(super) struct Process {
    /// `None` once they were taken.
    pub pipes: Option<Pipes>,
    watched: Watched,
    tree: Option<Tree>,
    exited: oneshot::Receiver<Option<ExitStatus>>,
    said: Arc<Mutex<Vec<u8>>>,
    /// Of a run that shares the temporary folder of the system with others.
    _temporary: Option<tempfile::TempDir>,
}

impl Process {
    /// Starts an agent, within walls with this network. The error says why it could not be started.
    pub(super) async fn start(launch: Launch, network: Option<&Network>) -> Result<Self, String> {
        let arguments: Vec<OsString> = launch.arguments.iter().map(OsString::from).collect();
        let mut temporary = None;
        let (program, arguments) = match network {
            Some(network) if matches!(launch.isolation, Isolation::Landlock(_)) => {
                // Next to the folder of the run, so that it is deleted with it if this program is killed.
                let beside = launch.walls.folder.parent().unwrap_or(&launch.walls.folder);
                let folder = tempfile::Builder::new().prefix("apprentice-tmp-").tempdir_in(beside);
                let folder = folder.map_err(|error| format!("its temporary folder could not be made: {error}"))?;
                let allowed = launch.walls.allowed(folder.path());
                let command = network.confined_command(&allowed, &launch.program, &arguments);
                temporary = Some(folder);
                command
            }
            Some(network) => {
                let (program, arguments) = network.command(&launch.program, &arguments);
                launch.isolation.wrap_showing(&launch.walls, &network.shows(), &program, &arguments)
            }
            None => launch.isolation.wrap(&launch.walls, &launch.program, &arguments),
        };
        let mut command = Command::new(&program);
        command
            .args(arguments)
            .current_dir(&launch.walls.folder)
            .env_clear()
            .envs(launch.environment)
            .envs(network.map(Network::environment).unwrap_or_default())
            .env(MARK, &launch.mark)
            .envs(temporary.as_ref().map(|folder| ("TMPDIR", folder.path())))
            // Git ends where it may not read the settings of the person. Within bubblewrap there are none.
            .envs(temporary.as_ref().map(|_| ("GIT_CONFIG_GLOBAL", "/dev/null")))
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
        // In bubblewrap the first process inside adopts every process that loses its parent.
        let mark = (!launch.isolation.has_places()).then(|| launch.mark.clone());
        let watched = Watched { leader: started.pid, mark };
        let tree = Some(Tree::of(started.pid, MARK, launch.mark));
        // From here on an early return ends what was started.
        let said = Arc::default();
        let pipes = started.pipes().map_err(|error| error.to_string())?;
        tokio::spawn(keep_last(pipes.1, Arc::clone(&said)));
        Ok(Self { pipes: Some(pipes.0), watched, tree, exited, said, _temporary: temporary })
    }

    /// Its processes, for the limits.
    pub(super) fn watched(&self) -> Watched {
        self.watched.clone()
    }

    /// Ends everything, waits until it is gone, and answers how the program had ended and the end of its standard error. It gets `moment` to end
    /// by itself: the exit status of a program is available shortly after its output ended.
    pub(super) async fn end(mut self, moment: Duration) -> (Option<ExitStatus>, String) {
        let by_itself = tokio::time::timeout(moment, &mut self.exited).await;
        let tree = self.tree.take();
        // Waiting for processes blocks.
        let ending = tokio::task::spawn_blocking(move || report(tree.map_or(0, |mut tree| tree.end())));
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

/// Ends what an earlier program left of the run with this mark.
pub fn end_left(mark: &str) {
    report(Tree::left(MARK, mark.to_owned()).end());
}

/// Logs processes that did not end.
fn report(left: usize) {
    if left > 0 {
        tracing::error!(processes = left, "processes of an agent do not end");
    }
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
