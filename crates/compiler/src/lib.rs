//! Traces in, proposal out; predicates evaluated over what was seen. Pure: no clock, no disk, no network.
//!
//! The pipeline: `outside` makes the texts of pages harmless, `steps` drops noise and erased input, `loops` folds repetition, `inputs` finds what varies, `evidence` and
//! `checkpoints` find what became true, `meaning` reads the goal and conditions, `skill_md` writes the file, `lint` refuses
//! what must not be in it. `evaluate` is the other half: it watches a later run and says which checkpoints were reached.

mod address;
mod checkpoints;
mod command;
mod compile;
mod english;
mod evaluate;
mod evidence;
mod graph;
mod inputs;
mod lint;
mod loops;
mod meaning;
mod page;
mod pattern;
mod questions;
mod skill_md;
mod steps;
mod text;
mod triggers;
mod untrusted;

pub use evaluate::Evaluation;

use apprentice_contracts::checkpoint::{Checkpoint, LintReport};
use apprentice_contracts::graph::{Variable, WorkflowGraph};
use apprentice_contracts::interpretation::Meaning;
use apprentice_contracts::observation::{ObservedAction, PageSnapshot};
use apprentice_contracts::proposal::{OpenQuestion, QuestionField};
use apprentice_contracts::session::{LearnExecutionMode, WorkflowBoundary};

/// All that a draft is made from.
#[derive(Clone, Debug, Default)]
pub struct Demonstration {
    /// What the user typed before the session, and `mark_goal` labels stand among the boundaries.
    pub goal: Option<String>,
    /// In the order of `seq`, trimmed already.
    pub actions: Vec<ObservedAction>,
    pub boundaries: Vec<WorkflowBoundary>,
    pub execution_mode: LearnExecutionMode,
    pub project_id: Option<String>,
    /// What the user answered so far; they override what was inferred.
    pub answers: Vec<(QuestionField, String)>,
    /// Name to put into the report section; the `verify_checkpoint` ability id.
    pub ability_id: Option<String>,
}

/// Everything that can be said about a demonstration without asking anybody.
#[derive(Clone, Debug)]
pub struct Draft {
    pub meaning: Meaning,
    /// `[a-z0-9]+(-[a-z0-9]+)*`, at most 64 characters.
    pub slug: String,
    pub description: String,
    pub trigger_phrases: Vec<String>,
    pub negative_triggers: Vec<String>,
    pub graph: WorkflowGraph,
    pub checkpoints: Vec<Checkpoint>,
    /// At most five.
    pub questions: Vec<OpenQuestion>,
    pub skill_md: String,
    pub lint: LintReport,
}

/// The demonstration holds nothing to learn from: no action with an effect, no committed value, no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NothingToLearn;

/// What goes into a SKILL.md, after edits.
#[derive(Clone, Debug)]
pub struct SkillText<'a> {
    pub slug: &'a str,
    pub description: &'a str,
    pub meaning: &'a Meaning,
    pub trigger_phrases: &'a [String],
    pub negative_triggers: &'a [String],
    pub variables: &'a [Variable],
    pub checkpoints: &'a [Checkpoint],
    pub execution_mode: LearnExecutionMode,
    pub ability_id: Option<&'a str>,
}

/// Compiles a demonstration. Deterministic: the same input gives the same bytes.
pub fn compile(demonstration: &Demonstration) -> Result<Draft, NothingToLearn> {
    compile::compile(demonstration)
}

/// Renders the SKILL.md (strict profile, at most 2,000 tokens) and lints it. The one writer: what a draft shows, what the checks
/// read and what is installed is this text.
///
/// The file is clean: a secret, a selector or a value of the demonstration is replaced in it, wherever it comes from. The report
/// still names every checkpoint and field that holds one, because they are also stored and installed beside the SKILL.md.
pub fn render(text: &SkillText<'_>) -> (String, LintReport) {
    skill_md::render(text)
}

/// CKP-001..009 over the checkpoints and, when given, the whole file. `variables` are the values that CKP-004 and CKP-005 look for.
pub fn lint(checkpoints: &[Checkpoint], skill_md: Option<&str>, variables: &[Variable]) -> LintReport {
    lint::lint(checkpoints, skill_md, variables)
}

/// A page or file that must be looked at again before a durable checkpoint counts.
#[derive(Clone, Debug, PartialEq)]
pub enum ReadBack {
    /// Open this address again, by a fresh request.
    Page { url: String },
    /// Absolute path.
    File { path: String },
}

/// What reading again gave.
#[derive(Clone, Debug)]
pub enum ReadBackResult {
    Page {
        url: String,
        snapshot: PageSnapshot,
    },
    File {
        path: String,
        exists: bool,
    },
    /// The read failed; the checkpoint keeps what was seen, with a note that it could not be confirmed.
    Unavailable {
        target: ReadBack,
        reason: String,
    },
}
