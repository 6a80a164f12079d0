//! "Watch a terminal": shells with the hook report each command over a pipe, without a fork.
//!
//! A shell with the hook does nothing until `<home>/run/terminal.watch` exists. Then it writes a record when a command starts, and another
//! when its prompt returns. A thread reads the records, compares the folder before and after, and reports one action per command, when the
//! command ends. A command that still runs at a pause or a stop is reported then, without its result.

mod command;
mod files;
mod hook;
pub mod likeness;
pub mod panel;
mod reader;
pub(crate) mod readings;
mod run_dir;
pub mod run_folder;
mod wire;

use crate::redact::Memory;
use crate::scope::Scope;
use crate::{Adapter, ObserveError, WatchRequest, Watching};
use apprentice_contracts::observation::{ObservationAdapterKind, ObservationAdapterStatus};
use apprentice_contracts::reading::{Reading, ReadingSource};
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_platform::locks::FileLock;
use apprentice_platform::pipes::Ends;
use reader::{Control, PendingControls, Reader};
pub use readings::text_lines;
use run_dir::{RunDir, random_token};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

/// A shell for which there is a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    /// bash 5 or later.
    Bash,
    /// zsh.
    Zsh,
    /// fish.
    Fish,
}

impl Shell {
    /// In order of preference.
    pub const ALL: [Self; 3] = [Self::Bash, Self::Zsh, Self::Fish];

    /// The name of its program.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Zsh => "zsh",
            Self::Fish => "fish",
        }
    }

    /// The shell of a program, by its name with or without a folder. `None`: there is no hook for it.
    pub fn of_program(program: &Path) -> Option<Self> {
        let name = program.file_name()?.to_str()?;
        Self::ALL.into_iter().find(|shell| shell.as_str() == name)
    }

    /// The path of its program on this machine.
    pub fn installed(self) -> Option<PathBuf> {
        const FOLDERS: &[&str] = &["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/home/linuxbrew/.linuxbrew/bin"];
        FOLDERS.iter().map(|folder| Path::new(folder).join(self.as_str())).find(|program| program.is_file())
    }
}

/// The script that `apprentice hook SHELL` prints for `eval`. It works whenever this home is watched later.
pub fn hook_script(shell: Shell, home: &Path) -> String {
    hook::script(shell, home, "")
}

/// The adapter of terminals.
pub struct Terminal {
    home: PathBuf,
    last_heard: Arc<Mutex<Option<Time>>>,
}

impl Terminal {
    /// Starts nothing.
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
            (_, true) => (None, "A shell with the hook is running.".to_owned()),
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
        "No shell with the hook has reported yet. Use the terminal in the window, or run this in your own: {}",
        commands.join("  or  ")
    )
}

/// Owns the reading thread, the flag that shells look for, and the lock that keeps a second watcher out.
struct TerminalWatching {
    run: RunDir,
    scope: Scope,
    memory: Memory,
    home: PathBuf,
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
        let (scope, home, memory) = (request.scope.clone(), request.home.clone(), request.memory.clone());
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
            read: std::collections::HashSet::new(),
            contents: std::collections::HashMap::new(),
        };
        let (sink, unanswered) = (reader.request.sink.clone(), pending.clone());
        let thread = std::thread::Builder::new()
            .name("terminal-reader".to_owned())
            .spawn(move || {
                if catch_unwind(AssertUnwindSafe(|| reader.run())).is_err() {
                    // Fails only if nobody observes any more.
                    let _ = sink.send(crate::watcher_died(ObservationAdapterKind::TerminalCommand));
                }
                // Nobody answers any more, so nobody must wait.
                unanswered.lock().unwrap_or_else(PoisonError::into_inner).clear();
            })
            .map_err(|error| ObserveError::Failed(format!("could not start reading terminals: {error}")))?;
        let marks = ControlMarks { pipe, control, pending, last_number: Arc::default() };
        Ok(Self { run, scope, memory, home, marks, thread: Some(thread), _lock: lock })
    }

    /// Waits until the thread has done what it was asked, or has ended.
    async fn ask(&self, ask: Control) {
        if self.thread.as_ref().is_none_or(JoinHandle::is_finished) {
            return;
        }
        let marks = self.marks.clone();
        // If the pipe is full, the writer waits until the thread has read.
        if let Ok(answer) = tokio::task::spawn_blocking(move || marks.send(ask)).await {
            // Fails only if the thread has ended.
            let _ = answer.await;
        }
    }
}

/// Controls the thread by marks in the pipe, which come after everything that shells wrote before.
#[derive(Clone)]
struct ControlMarks {
    pipe: Arc<Mutex<Ends>>,
    control: String,
    pending: PendingControls,
    last_number: Arc<AtomicU64>,
}

impl ControlMarks {
    /// Writes a mark after everything that shells have written. The answer comes when the thread reaches it, or is dropped.
    fn send(&self, ask: Control) -> oneshot::Receiver<()> {
        let (done, answer) = oneshot::channel();
        let number = self.last_number.fetch_add(1, Ordering::Relaxed);
        self.pending.lock().unwrap_or_else(PoisonError::into_inner).insert(number, (ask, done));
        let mark = format!("\u{2}M\u{1f}{}\u{1f}-\u{1f}0\u{1f}0\u{1f}{number}\u{3}", self.control);
        let writing = self.pipe.lock().unwrap_or_else(PoisonError::into_inner).writing.try_clone();
        if let Err(error) = writing.and_then(|mut writing| writing.write_all(mark.as_bytes())) {
            tracing::warn!(%error, "the terminal reader cannot be controlled");
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

    async fn read(&self, source: &ReadingSource) -> Option<Result<Reading, ObserveError>> {
        let (source, scope, home) = (source.clone(), self.scope.clone(), self.home.clone());
        let failed = |error| Some(Err(ObserveError::Failed(format!("reading was interrupted: {error}"))));
        let mut read = tokio::task::spawn_blocking(move || readings::read(&source, &scope, &home)).await.unwrap_or_else(failed);
        if let Some(Ok(reading)) = &mut read {
            self.memory.reading(reading);
        }
        read
    }

    async fn stop(self: Box<Self>) {
        self.run.lower_flag();
        self.ask(Control::Stop).await;
    }
}

impl Drop for TerminalWatching {
    fn drop(&mut self) {
        self.run.lower_flag();
        // Without a reader, writing to a full pipe would wait for ever.
        if self.thread.as_ref().is_some_and(|thread| !thread.is_finished()) {
            drop(self.marks.send(Control::Stop));
        }
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
        // Again: until it ended, the thread could raise a missing flag.
        self.run.lower_flag();
    }
}
