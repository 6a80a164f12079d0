//! The thread that reads the pipe, pairs the start of a command with its end, and reports commands.

use super::command::{Command, Outcome, program};
use super::files::{Attributed, Listing, nanoseconds};
use super::readings::{Digests, contents, folder, git_outputs};
use super::run_dir::{RunDir, STARTING};
use super::wire::{Assembler, Record, RecordBody};
use crate::{Observation, WatchRequest};
use apprentice_contracts::Time;
use apprentice_contracts::observation::WatchedShell;
use apprentice_contracts::reading::Reading;
use apprentice_platform::pipes::{Ends, wait_readable};
use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often it checks that the pipe and the flag still exist.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// What the watcher asks of the thread, by a mark in the pipe after everything that shells wrote before.
pub(super) enum Control {
    Flush,
    Pause,
    Resume,
    Stop,
}

/// The requests whose marks the thread has not reached, by number. The sender is dropped when the request is done.
pub(super) type PendingControls = Arc<Mutex<HashMap<u64, (Control, tokio::sync::oneshot::Sender<()>)>>>;

pub(super) struct Reader {
    pub request: WatchRequest,
    pub run: RunDir,
    pub pipe: Arc<Mutex<Ends>>,
    /// The token in records of the user's own shells.
    pub token: String,
    /// The token in the marks of the watcher.
    pub control: String,
    pub pending: PendingControls,
    pub last_heard: Arc<Mutex<Option<Time>>>,
    pub shells: HashMap<u32, ShellState>,
    pub panel_nonces: Vec<String>,
    pub paused: bool,
    /// The folders whose readings were reported.
    pub read: HashSet<PathBuf>,
    /// What files contained before the first command of their folder.
    pub contents: HashMap<PathBuf, Reading>,
}

#[derive(Default)]
pub(super) struct ShellState {
    running: Option<Command>,
    listing: Listing,
    attributed: Attributed,
    /// The readings of the folder as it was at the prompt.
    prepared: Option<Prepared>,
}

/// What is known of a folder before the first command in it.
struct Prepared {
    directory: PathBuf,
    readings: Vec<Reading>,
    contents: HashMap<PathBuf, Reading>,
}

impl Reader {
    /// Reads until it is asked to stop. Commands that still run then are reported without an exit code.
    pub(super) fn run(mut self) {
        self.announce_panel_shells();
        let mut assembler = Assembler::default();
        let mut buffer = vec![0; 64 * 1024];
        loop {
            let read = self.read(&mut buffer);
            for record in assembler.push(&buffer[..read]) {
                if !self.take(record) {
                    self.pending.lock().unwrap_or_else(PoisonError::into_inner).clear();
                    return;
                }
            }
        }
    }

    /// Waits for bytes; 0 if none came for a while.
    fn read(&self, buffer: &mut [u8]) -> usize {
        let mut pipe = self.pipe.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok(reading) = pipe.reading.try_clone() else { return 0 };
        drop(pipe);
        if wait_readable(&reading, CHECK_INTERVAL).unwrap_or(false) {
            return (&reading).read(buffer).unwrap_or(0);
        }
        pipe = self.pipe.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.run.is_whole(&pipe) {
            match self.run.open_pipe().and_then(|fresh| self.run.raise_flag(&self.token, &fresh).map(|()| fresh)) {
                Ok(fresh) => *pipe = fresh,
                Err(error) => tracing::warn!(%error, "the folder where shells report cannot be made again"),
            }
        }
        0
    }

    /// Handles one record. `false`: the thread ends.
    fn take(&mut self, record: Record) -> bool {
        if let RecordBody::Mark { number } = record.body {
            let known = record.token == self.control;
            let ask = self.pending.lock().unwrap_or_else(PoisonError::into_inner).remove(&number).filter(|_| known);
            return ask.is_none_or(|(ask, _done)| self.apply(&ask));
        }
        let Some(embedded) = self.is_from_panel(&record.token) else {
            tracing::debug!(pid = record.pid, "a record with a wrong token was ignored");
            return true;
        };
        let Record { shell, pid, body, .. } = record;
        let first = !self.shells.contains_key(&pid);
        let mut state = self.shells.remove(&pid).unwrap_or_default();
        if let RecordBody::Ready { directory } = &body {
            // List the folder before the shell is reported: a caller that waits for the shell expects its folder to be known.
            state.listing = self.listing(directory);
            self.prepare(&mut state, None);
        }
        if first || !matches!(body, RecordBody::Started { .. }) {
            self.report_shell(WatchedShell { shell: shell.clone(), pid, embedded, last_seen_at: self.request.clock.now() });
        }
        match body {
            RecordBody::Started { at, directory, line } => {
                let at = at.unwrap_or_else(|| self.request.clock.now());
                // Another program of the same process replaced the shell.
                if let Some(unfinished) = state.running.take() {
                    self.report(&unfinished, Outcome::default());
                }
                if state.listing.directory != Path::new(&directory) {
                    state.listing = self.listing(&directory);
                }
                let command = Command { at, directory, line, shell, pid };
                state.running = (!self.paused && !command.is_ignored()).then_some(command);
                if let Some(command) = &state.running
                    && (self.is_readable(&command.directory, "") || self.is_readable(&command.directory, "git"))
                {
                    let since = nanoseconds(command.at);
                    self.prepare(&mut state, Some(since));
                    self.report_readings(&mut state);
                }
            }
            RecordBody::Finished { at, exit_code, directory, duration_ms } => {
                let end = at.unwrap_or_else(|| self.request.clock.now());
                let finished = self.finish(&mut state, end, exit_code, duration_ms);
                // List the folder before the command is reported: the next command starts from this listing.
                if state.listing.directory != Path::new(&directory) {
                    state.listing = self.listing(&directory);
                    state.attributed.clear();
                    self.prepare(&mut state, None);
                }
                if let Some((command, outcome)) = finished.filter(|_| !self.paused) {
                    self.report_former_contents(&command, &outcome);
                    self.report(&command, outcome);
                }
            }
            RecordBody::Ready { .. } | RecordBody::Mark { .. } => {}
        }
        self.shells.insert(pid, state);
        true
    }

    /// Compares the folder before and after the command. `None`: no command ran that is reported.
    fn finish(
        &self,
        state: &mut ShellState,
        end: Time,
        exit_code: Option<i32>,
        duration_ms: Option<u32>,
    ) -> Option<(Command, Outcome)> {
        let running = state.running.take();
        let directory =
            running.as_ref().map_or_else(|| state.listing.directory.clone(), |command| command.directory.clone().into());
        let now = Listing::of(&directory, &self.request.home);
        let finished = running.map(|command| {
            let files = state.listing.changes_until(&now, command.at, end, &mut state.attributed);
            let took = u32::try_from((end - command.at).num_milliseconds()).ok();
            (command, Outcome { exit_code, duration_ms: duration_ms.or(took), files })
        });
        state.listing = now;
        finished
    }

    fn apply(&mut self, ask: &Control) -> bool {
        match ask {
            Control::Flush => {}
            Control::Resume => {
                self.paused = false;
                // The folders and files may have changed meanwhile.
                self.shells.values_mut().for_each(|state| state.prepared = None);
                self.contents.clear();
            }
            Control::Pause | Control::Stop => {
                self.report_running();
                self.paused = true;
            }
        }
        !matches!(ask, Control::Stop)
    }

    /// Reports commands that still run, without their result.
    fn report_running(&mut self) {
        let mut running: Vec<Command> = self.shells.values_mut().filter_map(|state| state.running.take()).collect();
        running.sort_by_key(|command| command.at);
        if !self.paused {
            for command in running {
                self.report(&command, Outcome::default());
            }
        }
    }

    fn report(&self, command: &Command, outcome: Outcome) {
        let in_scope = self.request.scope.allows_command(&program(&command.line), Path::new(&command.directory));
        let reported = if in_scope {
            Observation::Action(Box::new(command.seen(outcome, &self.request.memory)))
        } else {
            Observation::Dropped
        };
        self.request.report(reported);
    }

    // ---- readings ----

    fn is_readable(&self, directory: &str, program: &str) -> bool {
        !self.read.contains(Path::new(directory)) && self.request.scope.allows_command(program, Path::new(directory))
    }

    /// Reads the folder of a shell, and what git says of it, unless they were reported. `since`: a command began there then, so what
    /// changed later is not as it was before.
    fn prepare(&self, state: &mut ShellState, since: Option<i128>) {
        let directory = state.listing.directory.clone();
        let known = state.prepared.as_ref().is_some_and(|prepared| prepared.directory == directory);
        if self.paused || known || self.read.contains(&directory) {
            return;
        }
        let text = directory.to_string_lossy();
        let (mut readings, mut kept) = (Vec::new(), HashMap::new());
        if self.is_readable(&text, "") {
            // First what a command could change soon.
            if let Some(keep) = self.request.keep_folder.as_ref().filter(|_| since.is_none()) {
                keep(&directory);
            }
            kept = contents(&state.listing, since);
            readings.push(folder(&state.listing, &Digests::SOON, since));
        }
        if self.is_readable(&text, "git") {
            readings.extend(git_outputs(&directory));
        }
        state.prepared = Some(Prepared { directory, readings, contents: kept });
    }

    /// Reports the readings of the folder before the first command in it.
    fn report_readings(&mut self, state: &mut ShellState) {
        let Some(Prepared { directory, readings, contents }) = state.prepared.take() else { return };
        if self.read.insert(directory) {
            self.contents.extend(contents);
            for reading in readings {
                self.request.report(Observation::Read(Box::new(reading)));
            }
        }
    }

    /// Reports what the files that a command changed, or names, contained before, once for each file.
    fn report_former_contents(&mut self, command: &Command, outcome: &Outcome) {
        let changed = outcome.files.iter().map(|file| file.path.as_str());
        let named = command.line.split(|letter: char| letter.is_whitespace() || "'\"<>|&;()=".contains(letter));
        for path in changed.chain(named.filter(|word| !word.is_empty())) {
            let path = Path::new(&command.directory).join(path.trim_start_matches("./"));
            if let Some(reading) = self.contents.remove(&path) {
                self.request.report(Observation::Read(Box::new(reading)));
            }
        }
    }

    fn report_shell(&self, shell: WatchedShell) {
        *self.last_heard.lock().unwrap_or_else(PoisonError::into_inner) = Some(shell.last_seen_at);
        self.request.report(Observation::Shell(shell));
    }

    /// Shells of the panel have the hook from their first prompt on, so they are reported at once.
    fn announce_panel_shells(&mut self) {
        for known in self.run.panel_shells() {
            self.panel_nonces.push(known.nonce);
            if known.pid == STARTING {
                // It will report itself at its first prompt.
                continue;
            }
            self.report_shell(WatchedShell {
                shell: known.shell,
                pid: known.pid,
                embedded: true,
                last_seen_at: self.request.clock.now(),
            });
        }
    }

    /// Whether the token belongs to a shell of the panel. `None`: to no shell.
    fn is_from_panel(&mut self, token: &str) -> Option<bool> {
        let is_panel = |nonces: &[String]| nonces.iter().any(|nonce| nonce == token);
        if token == self.token {
            return Some(false);
        }
        if !is_panel(&self.panel_nonces) {
            self.panel_nonces = self.run.panel_shells().into_iter().map(|known| known.nonce).collect();
        }
        is_panel(&self.panel_nonces).then_some(true)
    }

    fn listing(&self, directory: &str) -> Listing {
        Listing::of(Path::new(directory), &self.request.home)
    }
}
