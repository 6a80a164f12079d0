//! "Watch a terminal": shells that carry the hook tell each command over a pipe, without a fork.
//!
//! A hooked shell does nothing until `<home>/run/terminal.watch` appears. Then it writes a record when a command starts and one
//! when its prompt returns; a thread here reads them, looks at the folder before and after, and tells one action per command.
//! A command is told when it ends, or, without its result, when the watching is paused or stopped while it runs.

mod command;
mod files;
mod hook;
pub mod panel;
mod reader;
mod run_dir;
mod wire;

use crate::{Adapter, ObserveError, WatchRequest, Watching};
use apprentice_contracts::observation::{ObservationAdapterKind, ObservationAdapterStatus};
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_platform::locks::FileLock;
use apprentice_platform::pipes::Ends;
use reader::{Control, PendingControls, Reader};
use run_dir::{RunDir, random_token};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    Bash,
    Zsh,
    Fish,
}

impl Shell {
    pub const ALL: [Self; 3] = [Self::Bash, Self::Zsh, Self::Fish];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Zsh => "zsh",
            Self::Fish => "fish",
        }
    }

    /// By the name of its program, with or without its folder; `None` for a shell without a hook.
    pub fn of_program(program: &Path) -> Option<Self> {
        let name = program.file_name()?.to_str()?;
        Self::ALL.into_iter().find(|shell| shell.as_str() == name)
    }

    /// Where its program lies on this machine.
    pub fn installed(self) -> Option<PathBuf> {
        const FOLDERS: &[&str] = &["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/home/linuxbrew/.linuxbrew/bin"];
        FOLDERS.iter().map(|folder| Path::new(folder).join(self.as_str())).find(|program| program.is_file())
    }
}

/// The text that `apprentice hook SHELL` prints for `eval`. It works for any later watching of this home.
pub fn hook_script(shell: Shell, home: &Path) -> String {
    hook::script(shell, home, "")
}

pub struct Terminal {
    home: PathBuf,
    last_heard: Arc<Mutex<Option<Time>>>,
}

impl Terminal {
    pub fn new(home: PathBuf) -> Self {
        Self { home, last_heard: Arc::default() }
    }
}

#[async_trait::async_trait]
impl Adapter for Terminal {
    fn kinds(&self) -> &'static [ObservationAdapterKind] {
        &[ObservationAdapterKind::TerminalCommand]
    }

    fn status(&self) -> Vec<ObservationAdapterStatus> {
        let kind = ObservationAdapterKind::TerminalCommand;
        let last_heard = *self.last_heard.lock().unwrap_or_else(PoisonError::into_inner);
        let installed: Vec<&str> =
            Shell::ALL.into_iter().filter(|shell| shell.installed().is_some()).map(Shell::as_str).collect();
        let hooked = last_heard.is_some() || !RunDir::new(&self.home).panel_shells().is_empty();
        let (code, note) = match (installed.as_slice(), hooked) {
            ([], _) => (Some("SHELL_MISSING"), "No supported shell was found. Install bash 5, zsh or fish.".to_owned()),
            (shells, false) => (Some("NO_SHELL_WITH_HOOK"), no_shell_heard(shells)),
            (_, true) => (None, "A shell with the hook is there.".to_owned()),
        };
        vec![ObservationAdapterStatus {
            adapter_id: kind.as_str().to_owned(),
            kind,
            enabled: true,
            healthy: !installed.is_empty(),
            phase: kind.phase(),
            last_seen_at: last_heard,
            last_error_code: code.map(str::to_owned),
            note: Some(note),
            schema_version: SCHEMA_VERSION,
        }]
    }

    async fn watch(&self, request: WatchRequest) -> Result<Box<dyn Watching>, ObserveError> {
        Ok(Box::new(TerminalWatching::begin(request, self.last_heard.clone())?))
    }

    fn clear(&self, home: &Path) {
        RunDir::new(home).lower_flag();
    }
}

fn no_shell_heard(shells: &[&str]) -> String {
    let commands: Vec<String> = shells
        .iter()
        .map(|shell| match *shell {
            "fish" => "apprentice hook fish | source".to_owned(),
            shell => format!("eval \"$(apprentice hook {shell})\""),
        })
        .collect();
    format!(
        "No shell with the hook was heard yet. Use the terminal in the window, or run in your own: {}",
        commands.join("  or  ")
    )
}

/// Owns the reading thread, the flag that shells look for, and the lock that keeps a second watcher away.
struct TerminalWatching {
    run: RunDir,
    marks: ControlMarks,
    thread: Option<JoinHandle<()>>,
    _lock: FileLock,
}

impl TerminalWatching {
    fn begin(request: WatchRequest, last_heard: Arc<Mutex<Option<Time>>>) -> Result<Self, ObserveError> {
        let run = RunDir::new(&request.home);
        let lock = run.lock()?;
        let pipe = run.open_pipe()?;
        let (token, control) = (random_token()?, random_token()?);
        run.raise_flag(&token, &pipe)?;
        let (pipe, pending) = (Arc::new(Mutex::new(pipe)), PendingControls::default());
        let reader = Reader {
            request,
            run: run.clone(),
            pipe: pipe.clone(),
            token,
            control: control.clone(),
            pending: pending.clone(),
            last_heard,
            shells: std::collections::HashMap::new(),
            panel_nonces: Vec::new(),
            paused: false,
        };
        let thread = std::thread::Builder::new()
            .name("terminal-reader".to_owned())
            .spawn(move || reader.run())
            .map_err(|error| ObserveError::Failed(format!("could not start reading terminals: {error}")))?;
        let marks = ControlMarks { pipe, control, pending, last_number: Arc::default() };
        Ok(Self { run, marks, thread: Some(thread), _lock: lock })
    }

    /// Waits until the thread did what is asked, or is gone.
    async fn ask(&self, ask: Control) {
        let marks = self.marks.clone();
        // A pipe that is full holds the writer until the thread has read.
        if let Ok(answer) = tokio::task::spawn_blocking(move || marks.send(ask)).await {
            let _done_or_gone = answer.await;
        }
    }
}

/// How the thread is asked: in the pipe, behind everything that shells told before.
#[derive(Clone)]
struct ControlMarks {
    pipe: Arc<Mutex<Ends>>,
    control: String,
    pending: PendingControls,
    last_number: Arc<AtomicU64>,
}

impl ControlMarks {
    /// Puts a mark behind everything that shells have written. The answer comes, or breaks off, when the thread got there.
    fn send(&self, ask: Control) -> oneshot::Receiver<()> {
        let (done, answer) = oneshot::channel();
        let number = self.last_number.fetch_add(1, Ordering::Relaxed);
        self.pending.lock().unwrap_or_else(PoisonError::into_inner).insert(number, (ask, done));
        let mark = format!("\u{2}M\u{1f}{}\u{1f}-\u{1f}0\u{1f}0\u{1f}{number}\u{3}", self.control);
        let writing = self.pipe.lock().unwrap_or_else(PoisonError::into_inner).writing.try_clone();
        if let Err(error) = writing.and_then(|mut writing| writing.write_all(mark.as_bytes())) {
            tracing::warn!(%error, "the terminal reader cannot be asked");
            self.pending.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
        }
        answer
    }
}

#[async_trait::async_trait]
impl Watching for TerminalWatching {
    async fn set_paused(&self, paused: bool) {
        self.ask(if paused { Control::Pause } else { Control::Resume }).await;
    }

    async fn flush(&self) {
        self.ask(Control::Flush).await;
    }

    async fn stop(self: Box<Self>) {
        self.run.lower_flag();
        self.ask(Control::Stop).await;
    }
}

impl Drop for TerminalWatching {
    fn drop(&mut self) {
        self.run.lower_flag();
        drop(self.marks.send(Control::Stop));
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
        // The thread raises a flag that it misses; it cannot any more.
        self.run.lower_flag();
    }
}
