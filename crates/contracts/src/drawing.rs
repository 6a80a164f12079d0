//! Drawings for people: the flow of a task, and the moments of its demonstration. A drawing says what is where; a window paints it, and the
//! engine writes the same drawing into a file. Lengths are pixels of CSS. No agent receives one (§0C.9A rule 1).

use crate::ids::{CheckpointId, EventId, QuestionId};
use crate::screen::BoxKind;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `GET /api/learn/proposals/:id/flow`: the flow of a task, and the same as a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FlowResponse {
    /// What a window paints.
    pub drawing: FlowDrawing,
    /// The drawing as an SVG file that needs nothing else: no script, no style sheet, no font.
    pub svg: String,
}

/// The workflow graph of a draft, placed in one column in the order of the demonstration. What repeats is indented and leads back at the left;
/// what may be left out is passed by at the right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FlowDrawing {
    /// Title of the task.
    pub title: String,
    /// What it contains, in words: `8 steps, a loop, a choice`.
    pub summary: String,
    /// Width of the drawing.
    pub width: i32,
    /// Height of the drawing.
    pub height: i32,
    /// The goal, the steps in the order of the demonstration, and the end. Empty: the draft has no steps.
    pub nodes: Vec<FlowNode>,
    /// The ways between them.
    pub edges: Vec<FlowEdge>,
}

/// What a node of a flow is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FlowKind {
    /// The goal, before the first step.
    Start,
    /// A step that changes something.
    Step,
    /// A step that depends on the situation.
    Decision,
    /// The head of steps that repeat.
    Loop,
    /// A step that reads a result.
    Verification,
    /// The result, after the last step.
    End,
}

/// A node of a flow, with what belongs to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FlowNode {
    /// `node_id` of the step; `start` or `end`.
    pub id: String,
    /// What it is.
    pub kind: FlowKind,
    /// The whole text. `lines` may shorten it.
    pub label: String,
    /// Whether a showing of the task did without it.
    pub optional: bool,
    /// Open questions about it.
    pub questions: Vec<FlowQuestion>,
    /// Checkpoints that are true after it.
    pub checkpoints: Vec<FlowCheckpoint>,
    /// Inputs that it uses first.
    pub inputs: Vec<FlowInput>,
    /// The recorded actions that it was made of.
    pub event_ids: Vec<EventId>,
    /// Left side.
    pub x: i32,
    /// Top.
    pub y: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
    /// The texts in it, from the top.
    pub lines: Vec<FlowLine>,
}

/// An open question on a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FlowQuestion {
    /// Identifies the question.
    pub question_id: QuestionId,
    /// The question.
    pub text: String,
}

/// A checkpoint on a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FlowCheckpoint {
    /// Identifies the checkpoint.
    pub checkpoint_id: CheckpointId,
    /// What is true then.
    pub goal: String,
    /// How anybody can see it: its evidence in words.
    pub condition: String,
}

/// An input on a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FlowInput {
    /// Name of the input.
    pub name: String,
    /// What it is called on the page.
    pub label: String,
}

/// A line of text in a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FlowLine {
    /// The text.
    pub text: String,
    /// What it is about.
    pub kind: FlowLineKind,
    /// Where it begins.
    pub x: i32,
    /// Its base line.
    pub y: i32,
    /// Whether it begins its text; only such a line has a mark before it.
    pub first: bool,
}

/// What a line in a node is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FlowLineKind {
    /// The step itself.
    Label,
    /// An input.
    Input,
    /// A checkpoint.
    Checkpoint,
}

/// How a way between two nodes is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FlowEdgeKind {
    /// It leads on.
    Next,
    /// It passes by what may be left out.
    Around,
    /// It begins the next round.
    Back,
}

/// A way between two nodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FlowEdge {
    /// `id` of the earlier node.
    pub from: String,
    /// `id` of the later node.
    pub to: String,
    /// How it is drawn.
    pub kind: FlowEdgeKind,
    /// Commands of an SVG path.
    pub path: String,
    /// How often it was taken, where that is more than once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
    /// Where the number is written: left side.
    pub label_x: i32,
    /// Its base line.
    pub label_y: i32,
}

/// `GET /api/learn/sessions/:id/filmstrip`: the moments of a demonstration, without their pictures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FilmstripResponse {
    /// Title of the draft, else the goal of the session; empty when it has neither.
    pub title: String,
    /// The recorded actions that remain after trimming, in order. Empty: nothing was recorded, or it was deleted.
    pub moments: Vec<FilmMoment>,
}

/// A moment of a demonstration: one recorded action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FilmMoment {
    /// The action.
    pub event_id: EventId,
    /// Time since the first moment, in milliseconds.
    pub at_ms: u32,
    /// What the person did, in the words of the timeline.
    pub label: String,
    /// The same without what they typed or chose.
    pub caption: String,
    /// Host of the site, or program of the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Whether there is a picture of it. Otherwise a card shows the caption.
    pub pictured: bool,
    /// Inputs that the draft takes from it.
    pub inputs: Vec<FlowInput>,
    /// Checkpoints that are true after it.
    pub checkpoints: Vec<FlowCheckpoint>,
}

/// The most pictures of one answer.
pub const MAX_PICTURES: u32 = 40;

/// `?first=1&count=12`: the pictures of these moments.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct FilmPicturesQuery {
    /// Number of the first moment, beginning at 1.
    #[garde(range(min = 1))]
    pub first: u32,
    /// Number of moments, 1 to 40.
    #[garde(range(min = 1, max = MAX_PICTURES))]
    pub count: u32,
}

/// `GET /api/learn/sessions/:id/filmstrip/pictures`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FilmPicturesResponse {
    /// The pictures, in order. A moment without one is left out.
    pub pictures: Vec<FilmPicture>,
}

/// A masked picture of a moment: what the page showed just then, as boxes. It has names of controls and headings, and neither the values of
/// fields nor other text of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FilmPicture {
    /// The action.
    pub event_id: EventId,
    /// Width of the view.
    pub width: i32,
    /// Height of the view.
    pub height: i32,
    /// What is drawn, one over the other.
    pub shapes: Vec<FilmShape>,
}

/// A shape of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FilmShape {
    /// What it is.
    pub kind: BoxKind,
    /// Left side.
    pub x: i32,
    /// Top.
    pub y: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
    /// What is written in it, shortened to its room; `▮▮▮▮▮▮` for what must not be shown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Size of its font.
    pub font: i32,
    /// Whether the person acted on it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub acted: bool,
    /// Whether it is a field for a secret, which is hatched.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
}

/// A file that a filmstrip can be written into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FilmFormat {
    /// One page with its own script, which a browser plays.
    Html,
    /// All moments on one sheet.
    Svg,
}

/// `?format=html`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct FilmFileQuery {
    /// Format of the file.
    #[garde(skip)]
    pub format: FilmFormat,
}

/// `GET /api/learn/sessions/:id/filmstrip/file`: the filmstrip as one file that needs nothing else. It has no values that the person typed or
/// chose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FilmFileResponse {
    /// Number of moments. 0: `text` is empty.
    pub moments: u32,
    /// Its text.
    pub text: String,
}
