//! The recording bar: what a watched page says about its being watched, and what a person presses there.

use apprentice_contracts::Time;
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, watch};

/// Why something is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BarPurpose {
    /// A person demonstrates a task.
    Demonstration,
    /// A person repeats a task while its checkpoints are judged.
    Rehearsal,
    /// A person shows how they check a result.
    ShownCheck,
}

/// The state of a checkpoint in the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BarState {
    /// Not reached yet.
    Open,
    /// Its evidence was seen.
    Reached,
}

/// One checkpoint of a rehearsal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BarCheckpoint {
    /// What it says.
    pub goal: String,
    /// Whether it was reached.
    pub state: BarState,
    /// Whether it decides the run.
    pub decides: bool,
}

/// What the bar shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bar {
    /// Why something is watched.
    pub purpose: BarPurpose,
    /// What is watched, such as `Browser, Terminal`.
    pub watched: String,
    /// Nothing is recorded at the moment.
    pub paused: bool,
    /// When the watching began.
    #[serde(rename = "started_ms", serialize_with = "milliseconds")]
    pub started_at: Time,
    /// Number of actions so far.
    pub actions: u32,
    /// The last action in words, masked.
    pub last: Option<String>,
    /// The checkpoints of a rehearsal, in their order.
    pub checkpoints: Vec<BarCheckpoint>,
}

/// Since the epoch, as a page counts time.
fn milliseconds<S: serde::Serializer>(at: &Time, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i64(at.timestamp_millis())
}

/// What a person can press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BarButton {
    /// Pause the demonstration.
    Pause,
    /// Resume it.
    Resume,
    /// Begin a new step.
    Mark,
    /// Stop the demonstration.
    Stop,
    /// Finish the rehearsal.
    Finish,
}

/// Connects a watched browser with the engine, which knows what the bar shows and acts on its buttons.
#[derive(Clone, Debug)]
pub struct BarLink {
    /// What to show; `None`: no bar.
    pub shown: watch::Receiver<Option<Bar>>,
    /// Receives what a person presses.
    pub pressed: mpsc::UnboundedSender<BarButton>,
}
