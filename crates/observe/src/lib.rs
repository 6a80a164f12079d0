//! Observation adapters behind one trait; redaction and scope.
//!
//! Invariant: a value that [`redact`] masks never leaves the adapter that saw it. Invariant: an adapter holds nothing after
//! its [`Watching`] is dropped; the browser it opened is closed and its private profile deleted.

pub mod browser;
pub mod redact;
pub mod scope;
pub mod terminal;

use apprentice_contracts::Time;
use apprentice_contracts::ids::TerminalId;
use apprentice_contracts::observation::{
    ActionDetails, ControlSurface, ObservationAdapterKind, ObservationAdapterStatus, PageSnapshot, StateChange, WatchedShell,
};
use apprentice_contracts::runtime::Clock;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// One action as an adapter saw it: masked, in scope, without identity yet.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedAction {
    /// From [`next_key`]; an [`Observation::Change`] that follows names it.
    pub key: u64,
    pub adapter_kind: ObservationAdapterKind,
    pub at: Time,
    pub app_family: Option<String>,
    pub window_title: Option<String>,
    pub action_label: String,
    pub control_surface: Option<ControlSurface>,
    pub details: ActionDetails,
    pub change: Option<StateChange>,
    pub before_state_ref: Option<String>,
    pub after_state_ref: Option<String>,
    pub masked: u32,
}

/// The next key of a seen action: unique in this process, so that adapters may share a sink.
pub fn next_key() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// What an adapter tells.
#[derive(Clone, Debug, PartialEq)]
pub enum Observation {
    Action(Box<RecordedAction>),
    /// What the action `key` changed, told when its page has settled: the receiver attaches it to the stored action
    /// (`change`, `after_state_ref`). It comes after its action, and usually before the next one on the same page, which
    /// interrupts the settling. At most one per action; none when the browser went away, or when nobody can say what the action
    /// changed, because the page was not seen before it.
    Change {
        key: u64,
        change: Box<StateChange>,
        after_state_ref: Option<String>,
    },
    /// Something happened outside the scope; only the fact is told.
    Dropped,
    /// A shell reported itself.
    Shell(WatchedShell),
    /// The adapter lost what it watched (the user closed the browser); it will tell nothing more.
    Lost {
        kind: ObservationAdapterKind,
        code: &'static str,
        message: String,
    },
}

pub type Observations = tokio::sync::mpsc::UnboundedSender<Observation>;

/// What one session lets an adapter see.
#[derive(Clone)]
pub struct WatchRequest {
    /// `<home>`; adapters keep their run-time files under `<home>/run/`.
    pub home: PathBuf,
    pub scope: scope::Scope,
    pub start_url: Option<String>,
    pub clock: Arc<dyn Clock>,
    pub sink: Observations,
}

#[derive(Debug, thiserror::Error)]
pub enum ObserveError {
    /// The program or device is not there; the message says what to install.
    #[error("{message}")]
    Unavailable { code: &'static str, message: String },
    #[error("{0}")]
    Failed(String),
}

/// One way to observe. Each adapter is one value behind this trait.
#[async_trait::async_trait]
pub trait Adapter: Send + Sync {
    fn kinds(&self) -> &'static [ObservationAdapterKind];

    /// Whether it could watch now, without starting anything. Cheap enough to call at every session.
    fn status(&self) -> Vec<ObservationAdapterStatus>;

    /// Begins to watch.
    async fn watch(&self, request: WatchRequest) -> Result<Box<dyn Watching>, ObserveError>;

    /// Deletes what a killed program left below `<home>/run`. Only who holds the home calls it, before anything is watched.
    fn clear(&self, _home: &Path) {}
}

/// A running observation. Dropping it ends it.
#[async_trait::async_trait]
pub trait Watching: Send + Sync {
    /// While paused, nothing is recorded and nothing is counted. When this returns, what happened before a pause is told, and what is
    /// done after one is seen.
    async fn set_paused(&self, paused: bool);

    /// Waits until every action that already happened has been told (a page's buffered input, a settling page).
    async fn flush(&self);

    /// Reads a page again by a fresh request in the background of the watched profile. `None`: this adapter reads no pages.
    async fn read_page(&self, _url: &str) -> Option<Result<PageSnapshot, ObserveError>> {
        None
    }

    /// Ends the observation; what happened before is told first.
    async fn stop(self: Box<Self>);
}

/// Keeps terminals of the panel, whose shells carry the hook. See [`terminal::panel`].
pub type TerminalKey = TerminalId;
