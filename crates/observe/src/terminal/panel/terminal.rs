//! One terminal: its shell, its output so far, and the threads that read and write.

use super::TerminalOutput;
use crate::ObserveError;
use apprentice_platform::processes::{Group, Signal};
use apprentice_platform::ptys::{self, Command, Pty, Started};
use futures::stream::{BoxStream, Stream, StreamExt};
use std::collections::VecDeque;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

const MAX_SCREEN: usize = 256 * 1024;
/// Pieces of output that may wait for a slow reader.
const MAX_UNREAD: usize = 1024;
/// Clears the screen of a reader that missed output, and says so; the whole screen follows.
const SKIPPED: &[u8] = b"\x1bc\x1b[7m Output came faster than it could be shown; some of it was skipped. \x1b[0m\r\n";
/// Keyboard input that may wait for a busy program.
const MAX_WAITING: usize = 256;
/// How long a shell may take to end after it was hung up.
const END_TIMEOUT: Duration = Duration::from_millis(400);
/// How long output may still come after the shell has ended.
const LAST_OUTPUT: Duration = Duration::from_millis(200);

pub(super) struct OpenTerminal {
    pty: Mutex<Pty>,
    input: SyncSender<Vec<u8>>,
    screen: Arc<Screen>,
    pid: u32,
    /// The job that was in the foreground when the terminal was hung up.
    foreground: Mutex<Option<Group>>,
    folder: PathBuf,
}

/// What the threads share.
struct Screen {
    state: Mutex<ScreenState>,
    changed: Condvar,
}

struct ScreenState {
    bytes: VecDeque<u8>,
    output: broadcast::Sender<TerminalOutput>,
    /// No more output can come.
    drained: bool,
    /// The process of the shell was reaped, so its number may belong to another.
    collected: bool,
    /// The shell has ended and subscribers know it.
    ended: bool,
}

impl OpenTerminal {
    pub(super) fn start(command: Command, columns: u16, rows: u16, folder: PathBuf) -> Result<Self, ObserveError> {
        let failed = |error: &dyn std::fmt::Display| ObserveError::Failed(format!("could not open a terminal: {error}"));
        let Started { pty, mut child, mut reader, mut writer } =
            ptys::start(command, columns, rows).map_err(|error| failed(&error))?;
        let pid = child.id().ok_or_else(|| failed(&"the shell ended at once"))?;

        let screen = Arc::new(Screen::new());
        let (input, waiting) = sync_channel::<Vec<u8>>(MAX_WAITING);
        let shown = screen.clone();
        std::thread::spawn(move || {
            let mut buffer = vec![0; 16 * 1024];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                shown.show(&buffer[..count]);
            }
            shown.lock().drained = true;
            shown.changed.notify_all();
        });
        std::thread::spawn(move || {
            for data in waiting {
                if writer.write_all(&data).is_err() {
                    return;
                }
            }
        });
        let awaited = screen.clone();
        std::thread::spawn(move || {
            drop(child.wait());
            awaited.end();
        });
        Ok(Self { pty: Mutex::new(pty), input, screen, pid, foreground: Mutex::default(), folder })
    }

    pub(super) const fn pid(&self) -> u32 {
        self.pid
    }

    pub(super) fn write(&self, data: &str) -> Result<(), ObserveError> {
        if self.screen.lock().ended {
            return Err(ObserveError::Failed("the shell of this terminal has ended".to_owned()));
        }
        self.input.try_send(data.as_bytes().to_vec()).map_err(|error| match error {
            TrySendError::Full(_) => ObserveError::Failed("the program in this terminal takes no input for now".to_owned()),
            TrySendError::Disconnected(_) => ObserveError::Failed("the shell of this terminal has ended".to_owned()),
        })
    }

    pub(super) fn resize(&self, columns: u16, rows: u16) -> Result<(), ObserveError> {
        let pty = self.pty.lock().unwrap_or_else(PoisonError::into_inner);
        pty.resize(columns, rows).map_err(|error| ObserveError::Failed(format!("could not resize the terminal: {error}")))
    }

    pub(super) fn subscribe(&self) -> (Vec<u8>, broadcast::Receiver<TerminalOutput>) {
        self.screen.subscribe()
    }

    pub(super) fn follow(&self) -> BoxStream<'static, TerminalOutput> {
        Screen::follow(self.screen.clone()).boxed()
    }

    pub(super) fn runs(&self) -> bool {
        !self.screen.lock().ended
    }

    /// Hangs up the shell and the job in its foreground, as closing the window of a terminal does.
    pub(super) fn hang_up(&self) {
        let foreground = self.pty.lock().unwrap_or_else(PoisonError::into_inner).foreground_group();
        let job = foreground.filter(|group| group.leader() > 1 && group.leader() != self.pid);
        if let Some(job) = job {
            self.foreground.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(job);
            // Fails only if it has ended already.
            let _ = job.signal(Signal::HangUp);
        }
        self.signal_shell(Signal::HangUp);
    }

    fn signal_shell(&self, signal: Signal) {
        let state = self.screen.lock();
        if let (false, Some(group)) = (state.collected, Group::led_by(self.pid)) {
            // Fails only if it has ended already.
            let _ = group.signal(signal);
        }
    }

    /// Kills a job that did not end when it was hung up.
    fn end_foreground(&self) {
        let Some(job) = *self.foreground.lock().unwrap_or_else(PoisonError::into_inner) else { return };
        if !ends_within(job, END_TIMEOUT) {
            // Fails only if it has just ended.
            let _ = job.signal(Signal::Kill);
            ends_within(job, END_TIMEOUT);
        }
    }
}

impl Drop for OpenTerminal {
    /// Ends the shell before the pseudo-terminal is closed: closing sends a newline, which must not run a line that was only typed.
    fn drop(&mut self) {
        self.hang_up();
        if !self.screen.wait_for_end(END_TIMEOUT) {
            self.signal_shell(Signal::Kill);
            self.screen.wait_for_end(END_TIMEOUT);
        }
        self.end_foreground();
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

/// Polls every few milliseconds, because a process that is not our child cannot be waited for.
fn ends_within(group: Group, patience: Duration) -> bool {
    const STEP: Duration = Duration::from_millis(5);
    for _ in 0..patience.as_millis() / STEP.as_millis() {
        if group.has_ended() {
            return true;
        }
        std::thread::sleep(STEP);
    }
    false
}

impl Screen {
    fn lock(&self) -> MutexGuard<'_, ScreenState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn new() -> Self {
        let output = broadcast::channel(MAX_UNREAD).0;
        let state = ScreenState { bytes: VecDeque::new(), output, drained: false, collected: false, ended: false };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn subscribe(&self) -> (Vec<u8>, broadcast::Receiver<TerminalOutput>) {
        let state = self.lock();
        let so_far = state.bytes.iter().copied().collect();
        if !state.ended {
            return (so_far, state.output.subscribe());
        }
        let (output, receiver) = broadcast::channel(1);
        drop(output.send(TerminalOutput::Ended));
        (so_far, receiver)
    }

    fn follow(screen: Arc<Self>) -> impl Stream<Item = TerminalOutput> {
        let (so_far, live) = screen.subscribe();
        let rest = futures::stream::unfold(Some(live), move |live| {
            let screen = screen.clone();
            async move {
                let mut live = live?;
                match live.recv().await {
                    Ok(TerminalOutput::Ended) => Some((TerminalOutput::Ended, None)),
                    Ok(output) => Some((output, Some(live))),
                    Err(RecvError::Lagged(pieces)) => {
                        tracing::debug!(pieces, "a reader of a terminal is too slow");
                        let (screen, live) = screen.subscribe();
                        Some((TerminalOutput::Bytes([SKIPPED, &screen].concat()), Some(live)))
                    }
                    Err(RecvError::Closed) => None,
                }
            }
        });
        futures::stream::iter([TerminalOutput::Bytes(so_far)]).chain(rest)
    }

    fn show(&self, bytes: &[u8]) {
        let mut state = self.lock();
        state.bytes.extend(bytes);
        let surplus = state.bytes.len().saturating_sub(MAX_SCREEN);
        state.bytes.drain(..surplus);
        // Fails only if nobody subscribes.
        drop(state.output.send(TerminalOutput::Bytes(bytes.to_vec())));
    }

    /// The shell has ended. A job that it left may keep the pseudo-terminal open, so this does not wait for the end of the output.
    fn end(&self) {
        let mut state = self.lock();
        state.collected = true;
        let waited = self.changed.wait_timeout_while(state, LAST_OUTPUT, |state| !state.drained);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.ended = true;
        drop(state.output.send(TerminalOutput::Ended));
        drop(state);
        self.changed.notify_all();
    }

    fn wait_for_end(&self, patience: Duration) -> bool {
        let waited = self.changed.wait_timeout_while(self.lock(), patience, |state| !state.ended);
        waited.unwrap_or_else(PoisonError::into_inner).0.ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(output: &TerminalOutput) -> String {
        match output {
            TerminalOutput::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            TerminalOutput::Ended => "<end>".to_owned(),
        }
    }

    #[tokio::test]
    async fn a_reader_that_is_too_slow_gets_a_notice_and_the_whole_screen() {
        let screen = Arc::new(Screen::new());
        screen.show(b"prompt ");
        let mut reader = Box::pin(Screen::follow(screen.clone()));
        assert_eq!(text(&reader.next().await.unwrap()), "prompt ");
        screen.show(b"first ");
        assert_eq!(text(&reader.next().await.unwrap()), "first ", "who keeps up gets it as it comes");
        for n in 0..2 * MAX_UNREAD {
            screen.show(format!("{n};").as_bytes());
        }
        let again = text(&reader.next().await.unwrap());
        assert!(again.starts_with("\u{1b}c") && again.contains("skipped"), "{}", &again[..80]);
        assert!(again.contains("prompt first 0;1;2;") && again.ends_with("2046;2047;"), "nothing of the screen is missing");
        screen.show(b"last");
        assert_eq!(text(&reader.next().await.unwrap()), "last", "and goes on from there, without anything twice");
        screen.lock().drained = true;
        screen.end();
        assert_eq!(text(&reader.next().await.unwrap()), "<end>");
        assert!(reader.next().await.is_none());
    }

    #[tokio::test]
    async fn a_slow_reader_learns_of_an_end_that_it_missed() {
        let screen = Arc::new(Screen::new());
        let mut reader = Box::pin(Screen::follow(screen.clone()));
        reader.next().await.unwrap();
        for _ in 0..2 * MAX_UNREAD {
            screen.show(b"x");
        }
        screen.lock().drained = true;
        screen.end();
        let rest: Vec<_> = reader.collect().await;
        assert!(text(&rest[0]).contains("skipped") && text(&rest[1]) == "<end>" && rest.len() == 2, "{}", rest.len());
    }
}
