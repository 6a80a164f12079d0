//! The live draft: what Apprentice understands of a demonstration while it is recorded. Nothing of it is stored.

use crate::ids::{CheckpointId, EventId, LearnSessionId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// With more recorded actions than this, no live draft is compiled any more, so that a long session does not become slow.
pub const MAX_LIVE_ACTIONS: u32 = 2_000;

/// The most unnamed actions of one live draft.
pub const MAX_UNNAMED: usize = 20;

/// `GET /api/learn/sessions/:id/live-draft`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LiveDraftResponse {
    /// Null while the session does not record, and before its first action was understood.
    pub live_draft: Option<LiveDraft>,
}

/// What is understood of a running demonstration so far. The rules alone compile it: no model is asked and no page is read for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LiveDraft {
    /// The session.
    pub learn_session_id: LearnSessionId,
    /// What the task is called so far. Null while nothing was recorded that an ability could be made of.
    pub title: Option<String>,
    /// The inputs of the task, in the order of their first use.
    pub inputs: Vec<LiveInput>,
    /// What became true, in order.
    pub checkpoints: Vec<LiveCheckpoint>,
    /// Actions on something that the page gives no name, the newest last; at most [`MAX_UNNAMED`].
    pub unnamed: Vec<UnnamedAction>,
    /// Number of actions that it was compiled from, after trimming.
    pub actions: u32,
    /// The number of recorded actions beyond which it is not compiled any more. Null: it still follows the recording.
    pub stopped_at: Option<u32>,
}

/// An input of a live draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LiveInput {
    /// `snake_case`, as in the skill.
    pub name: String,
    /// The label of the field, or a name for the argument of a command.
    pub label: String,
    /// The demonstrated value. Null when it was masked.
    pub example: Option<String>,
    /// Whether several values may be given.
    pub list: bool,
}

/// A checkpoint of a live draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LiveCheckpoint {
    /// Its id so far. The finished draft may number it otherwise.
    pub checkpoint_id: CheckpointId,
    /// What is true then, in words.
    pub goal: String,
}

/// An action on something that the page gives no name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnnamedAction {
    /// The action.
    pub event_id: EventId,
    /// What Apprentice would ask: “Which field was that?”.
    pub question: String,
    /// The action in words.
    pub action_label: String,
    /// The title of its page.
    pub window_title: Option<String>,
}
