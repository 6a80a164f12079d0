//! Adapters that record what a person does in a browser or a terminal, behind one trait; redaction and scope.
//!
//! Invariant: a value that [`redact`] masks never leaves the adapter that saw it. Invariant: when a
//! [`Watching`] is dropped, its adapter keeps nothing: the browser that it opened is closed and its private profile is deleted.

#![warn(missing_docs)]

pub mod bar;
pub mod browser;
pub mod calls;
pub mod redact;
pub mod scope;
pub mod terminal;

use apprentice_contracts::Time;
use apprentice_contracts::ids::TerminalId;
use apprentice_contracts::observation::{
    ActionDetails, ControlSurface, FormField, ObservationAdapterKind, ObservationAdapterStatus, PageSnapshot, StateChange,
    WatchedShell,
};
use apprentice_contracts::reading::{Reading, ReadingSource};
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::screen::Screen;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// One action as an adapter recorded it: masked, in scope, without an id yet.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedAction {
    /// From [`next_key`]. An [`Observation::Change`] refers to the action by it.
    pub key: u64,
    /// Which adapter recorded it.
    pub adapter_kind: ObservationAdapterKind,
    /// When it happened.
    pub at: Time,
    /// The site of a page, or the program of a command.
    pub app_family: Option<String>,
    /// The title of the page.
    pub window_title: Option<String>,
    /// One past-tense sentence for people, at most 240 characters.
    pub action_label: String,
    /// Where the action happened: in a browser, in a terminal.
    pub control_surface: Option<ControlSurface>,
    /// What the person did.
    pub details: ActionDetails,
    /// What it changed, if that is known already.
    pub change: Option<StateChange>,
    /// The whole form that it submitted; empty when it submitted none.
    pub form: Vec<FormField>,
    /// What the page showed; `None` for what is no page, or an action of the browser itself.
    pub screen: Option<Box<Screen>>,
    /// The name of the page's snapshot before the action.
    pub before_state_ref: Option<String>,
    /// The name of the page's snapshot after the action.
    pub after_state_ref: Option<String>,
    /// How many values were masked.
    pub masked: u32,
}

/// The next key of an action. It is unique in this process, so adapters can share a sink.
pub fn next_key() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// What an adapter reports.
#[derive(Clone, Debug, PartialEq)]
pub enum Observation {
    /// The person did something.
    Action(Box<RecordedAction>),
    /// What an action changed. It is sent when the page has settled, and the receiver adds it to the stored action (`change`,
    /// `after_state_ref`). It comes after its action, and usually before the next action on the same page, which interrupts the settling.
    /// There is at most one per action. There is none if the browser went away, or if the page was not read before the action, so that
    /// nobody knows what the action changed.
    Change {
        /// The key of the action.
        key: u64,
        /// The difference between the page before and after.
        change: Box<StateChange>,
        /// The name of the snapshot after the action.
        after_state_ref: Option<String>,
    },
    /// A source as it is before the actions that follow. It is sent when the source is first seen, at most once for each source of a
    /// watch, and before the next action.
    Read(Box<Reading>),
    /// Something happened outside the scope. Nothing else is known of it.
    Dropped,
    /// A shell reported that it is watched.
    Shell(WatchedShell),
    /// The adapter lost what it watched, such as a browser that the user closed. It reports nothing more.
    Lost {
        /// Which adapter.
        kind: ObservationAdapterKind,
        /// Such as `BROWSER_CLOSED`.
        code: &'static str,
        /// What happened, for people.
        message: String,
    },
}

/// What an adapter reports whose watcher panicked.
fn watcher_died(kind: ObservationAdapterKind) -> Observation {
    let message = "Watching failed unexpectedly. What was seen until then is kept; continue to watch again.".into();
    Observation::Lost { kind, code: "WATCHER_FAILED", message }
}

/// Receives what adapters report.
pub type Observations = tokio::sync::mpsc::UnboundedSender<Observation>;

/// What one session lets an adapter record.
#[derive(Clone)]
pub struct WatchRequest {
    /// `<home>`; adapters keep their run-time files under `<home>/run/`.
    pub home: PathBuf,
    /// The sites, programs and folders that may be recorded.
    pub scope: scope::Scope,
    /// Where a browser starts; `about:blank` if absent.
    pub start_url: Option<String>,
    /// Says when an action happened.
    pub clock: Arc<dyn Clock>,
    /// Receives the observations.
    pub sink: Observations,
    /// What was masked in this session. All its adapters share one.
    pub memory: redact::Memory,
    /// The bar that a watched page shows; `None`: no bar.
    pub bar: Option<bar::BarLink>,
    /// Called with each folder that may be read, before the first command in it; `None`: nobody wants to know. It blocks the adapter.
    pub keep_folder: Option<KeepFolder>,
}

/// Keeps the state of a folder. See [`WatchRequest::keep_folder`].
pub type KeepFolder = Arc<dyn Fn(&std::path::Path) + Send + Sync>;

impl WatchRequest {
    /// Sends an observation without anything that was masked before in the session.
    fn report(&self, observation: Observation) {
        // Fails only if the receiver is gone.
        let _ = self.sink.send(self.memory.observation(observation));
    }
}

/// Why an adapter did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum ObserveError {
    /// The program or device does not exist; the message says what to install.
    #[error("{message}")]
    Unavailable {
        /// Such as `BROWSER_MISSING`.
        code: &'static str,
        /// One sentence for people.
        message: String,
    },
    /// One clause for people.
    #[error("{0}")]
    Failed(String),
}

/// One way to observe. Each adapter is one value behind this trait.
#[async_trait::async_trait]
pub trait Adapter: Send + Sync {
    /// The kinds of observation that this adapter makes.
    fn kinds(&self) -> &'static [ObservationAdapterKind];

    /// Whether it could watch now. It starts nothing and is cheap enough for every session.
    fn status(&self) -> Vec<ObservationAdapterStatus>;

    /// Starts to watch.
    ///
    /// # Errors
    /// `Unavailable` when a program is missing or cannot be started; `Failed`.
    async fn watch(&self, request: WatchRequest) -> Result<Box<dyn Watching>, ObserveError>;

    /// Deletes what a killed program left below `<home>/run`. Only the process that holds the lock of the home calls it, before it watches
    /// anything.
    fn clear(&self, _home: &Path) {}
}

/// A running observation. Dropping it ends it.
#[async_trait::async_trait]
pub trait Watching: Send + Sync {
    /// Pauses or resumes. While paused, nothing is recorded or counted. When a pause returns, everything before it is reported; when a
    /// resume returns, everything after it will be.
    async fn set_paused(&self, paused: bool);

    /// Waits until every action so far has been reported: input that a page buffers, the effect on a page that settles.
    async fn flush(&self);

    /// Reads a page again by a fresh request in the background of the watched profile. `None`: this adapter reads no pages.
    async fn read_page(&self, _url: &str) -> Option<Result<PageSnapshot, ObserveError>> {
        None
    }

    /// Reads a source afresh: a page by a new request in the background of the watched profile, a folder, a file, the output of a
    /// read-only command. `None`: this adapter does not read such a source.
    async fn read(&self, _source: &ReadingSource) -> Option<Result<Reading, ObserveError>> {
        None
    }

    /// Ends the observation. Everything so far is reported first.
    async fn stop(self: Box<Self>);
}

/// The key of a terminal of the panel, see [`terminal::panel`].
pub type TerminalKey = TerminalId;
