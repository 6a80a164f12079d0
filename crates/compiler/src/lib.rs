//! The compiler: from the actions of a demonstration to a proposal, and the evaluation of evidence over a later run. Pure: no clock, no
//! disk, no network.
//!
//! The pipeline: `untrusted` sanitizes the texts of pages, `steps` drops noise and erased input, `loops` collapses repetitions, `inputs`
//! finds the variables, `evidence` and `checkpoints` find what became true, `meaning` derives goal and conditions, `skill_md` renders the
//! file, and `lint` rejects what the file must not contain. `evaluate` is the other half: it observes a later run and judges which
//! checkpoints were reached.

#![warn(missing_docs)]

mod address;
mod alignment;
pub mod author;
mod calls;
mod checkpoints;
mod coaching;
mod command;
/// Compiles a demonstration. Deterministic: the same input gives the same bytes.
///
/// Errors: [`NothingToLearn`].
mod compile;
pub mod drawing;
mod effects;
mod english;
mod evaluate;
mod evidence;
mod forms;
mod graph;
mod inputs;
pub mod instructions;
mod linked;
/// Applies CKP-001 to CKP-009 to checkpoints and, if given, to a whole SKILL.md, such as one that a person edited. `variables` are the
/// inputs whose values CKP-004 and CKP-005 search for.
mod lint;
mod looked_up;
mod looks;
mod loops;
mod meaning;
mod normal;
mod page;
mod pattern;
mod practised;
mod program;
mod questions;
mod references;
pub mod requests;
mod row_names;
mod sent;
mod skill_md;
mod steps;
mod text;
mod triggers;
mod untrusted;

pub use alignment::traces::{Group, Trace, groups};
pub use evaluate::Evaluation;
pub use practised::missing_line;
pub use program::{Script, ScriptCommand};

use apprentice_contracts::agent_practice::PracticeResult;
use apprentice_contracts::checkpoint::{Checkpoint, LintReport};
use apprentice_contracts::graph::{DemonstratedValue, NeededTool, SettledPoint, ValueAnswer, Variable, WorkflowGraph};
use apprentice_contracts::interpretation::Meaning;
use apprentice_contracts::observation::{ObservedAction, PageSnapshot};
use apprentice_contracts::proposal::{OpenQuestion, QuestionField};
use apprentice_contracts::reading::{FolderDifference, Reading, ReadingSource};
use apprentice_contracts::session::{CoachingOutline, LearnExecutionMode, WorkflowBoundary};

/// The input of [`compile`].
#[derive(Clone, Debug, Default)]
pub struct Demonstration {
    /// What the user typed before the session. (`mark_goal` labels are among the boundaries.)
    pub goal: Option<String>,
    /// The actions in the order of `seq`, already trimmed.
    pub actions: Vec<ObservedAction>,
    /// The marks of the session.
    pub boundaries: Vec<WorkflowBoundary>,
    /// How strictly an agent follows the checkpoints.
    pub execution_mode: LearnExecutionMode,
    /// The project of the session.
    pub project_id: Option<String>,
    /// What was read of pages, folders, files and outputs before and after the task.
    pub readings: Vec<SourceReadings>,
    /// Where the person showed that they look to see whether it worked. What these readings show becomes a checkpoint.
    pub shown_checks: Vec<ReadingSource>,
    /// The user's answers so far; they override what is inferred. The last answer to a field counts.
    pub answers: Vec<(QuestionField, String)>,
    /// What the user said of demonstrated values; it overrides what is inferred. A value that does not occur is ignored.
    pub value_answers: Vec<ValueAnswer>,
    /// What the person typed to coach an agent.
    pub outline: Option<CoachingOutline>,
    /// What an agent practised; its outline is what it came to.
    pub practice: Option<Practised>,
    /// The answers to questions about steps of the outline, each with its prompt.
    pub gap_answers: Vec<(String, String)>,
    /// The id that an agent reports with `verify_checkpoint`; `ability_<slug>` when `None`.
    pub ability_id: Option<String>,
    /// Further showings of the same task (*Use as Example*), the oldest first.
    pub examples: Vec<Example>,
    /// The user's answers to questions of the kind [`QuestionField::Decision`], by the words of the question.
    pub decision_answers: Vec<(String, String)>,
}

/// What is known of a task from tries of an agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Practised {
    /// What must be true at the end. Each becomes an effect.
    pub results: Vec<PracticeResult>,
    /// What went wrong in tries that failed, in sentences.
    pub failures: Vec<String>,
}

/// A further showing of a task.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Example {
    /// Its actions in the order of `seq`, already trimmed.
    pub actions: Vec<ObservedAction>,
    /// What was read before and after it.
    pub readings: Vec<SourceReadings>,
}

/// Why a showing was not used: it is of another task than the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherTask {
    /// How alike both are, from 0 to 100.
    pub likeness: u32,
    /// What the task does and the showing does not, in words: at most three.
    pub missing: Vec<String>,
    /// What only the showing does.
    pub other: Vec<String>,
}

impl OtherTask {
    /// What distinguishes them, in one sentence.
    pub fn in_words(&self) -> String {
        let quoted = |list: &[String]| list.iter().map(|one| format!("“{one}”")).collect::<Vec<_>>().join(", ");
        match (self.missing.is_empty(), self.other.is_empty()) {
            (false, false) => format!("it has {} instead of {}.", quoted(&self.other), quoted(&self.missing)),
            (false, true) => format!("it lacks {}.", quoted(&self.missing)),
            (true, false) => format!("it has {} besides.", quoted(&self.other)),
            (true, true) => "it changes something else.".to_owned(),
        }
    }
}

/// The readings of one source in one demonstration.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceReadings {
    /// What was read.
    pub source: ReadingSource,
    /// How it was when it was first seen.
    pub before: Option<Reading>,
    /// The `seq` of the last action before it was first seen; 0 when it was seen before the first action.
    pub seen_after: u32,
    /// How it was at the end, read afresh; or why it could not be read, such as `… answered 404`.
    pub after: Option<Result<Reading, String>>,
}

impl SourceReadings {
    /// Whether an effect can show there. What pages sent is no such place.
    pub fn is_place(&self) -> bool {
        self.source != ReadingSource::Sent
    }
}

/// The sources to read at the end of a demonstration, before its browser closes: pages that were worked on, the pages of new records,
/// folders, new and changed files, data, and what a site was sent where it keeps it. Call it again with what was read until it returns nothing;
/// a source is named once.
///
/// An address that may do something when it is opened, such as one with `delete` or `logout` in it, is never named. At most 16 in all, beside
/// data.
pub fn closing_looks(actions: &[ObservedAction], readings: &[SourceReadings]) -> Vec<ReadingSource> {
    looks::closing(actions, readings)
}

/// Whether a page asks for a password.
pub fn asks_to_sign_in(page: &Reading) -> bool {
    looks::asks_to_sign_in(page)
}

/// Everything that can be derived from a demonstration without asking anybody.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Goal and conditions of the task.
    pub meaning: Meaning,
    /// Folder name of the skill: `[a-z0-9]+(-[a-z0-9]+)*`, at most 64 characters.
    pub slug: String,
    /// `description` of the SKILL.md: at most 1,024 characters, without angle brackets.
    pub description: String,
    /// Requests that the skill fits, 3 to 8.
    pub trigger_phrases: Vec<String>,
    /// Requests that the skill does not fit, at most 6. None is part of a trigger phrase.
    pub negative_triggers: Vec<String>,
    /// The workflow graph, with the inputs. It is never shown to an agent (§0C.9A rule 1).
    pub graph: WorkflowGraph,
    /// 3 to 12 checkpoints, in order, with the observer's evidence.
    pub checkpoints: Vec<Checkpoint>,
    /// Every demonstrated value with what is known of it, in the order of their first use: at most 60.
    pub values: Vec<DemonstratedValue>,
    /// Those of [`Demonstration::shown_checks`] at which a checkpoint looks.
    pub checks_at: Vec<ReadingSource>,
    /// What further showings settled, in words: at most 24 points.
    pub settled: Vec<SettledPoint>,
    /// The numbers of the [`Demonstration::examples`] that were not used, from 0, and why.
    pub unused: Vec<(usize, OtherTask)>,
    /// At most five.
    pub questions: Vec<OpenQuestion>,
    /// The SKILL.md, as [`render`] returns it.
    pub skill_md: String,
    /// The lint report of [`render`].
    pub lint: LintReport,
}

impl Draft {
    /// What its SKILL.md is rendered from. `demonstration`: the one that it was compiled from.
    pub fn text<'a>(&'a self, demonstration: &'a Demonstration) -> SkillText<'a> {
        SkillText {
            slug: &self.slug,
            description: &self.description,
            meaning: &self.meaning,
            trigger_phrases: &self.trigger_phrases,
            negative_triggers: &self.negative_triggers,
            variables: &self.graph.variables,
            checkpoints: &self.checkpoints,
            execution_mode: demonstration.execution_mode,
            ability_id: demonstration.ability_id.as_deref(),
            tools: &self.graph.tools,
        }
    }
}

/// The demonstration contains nothing to learn from: no action with an effect, no committed value, no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NothingToLearn;

/// What a SKILL.md is rendered from: a draft, with the edits of a person.
#[derive(Clone, Debug)]
pub struct SkillText<'a> {
    /// Folder name of the skill.
    pub slug: &'a str,
    /// `description` of the front matter.
    pub description: &'a str,
    /// Goal and conditions of the task.
    pub meaning: &'a Meaning,
    /// Requests that the skill fits.
    pub trigger_phrases: &'a [String],
    /// Requests that the skill does not fit.
    pub negative_triggers: &'a [String],
    /// The inputs of the task.
    pub variables: &'a [Variable],
    /// The checkpoints, in order.
    pub checkpoints: &'a [Checkpoint],
    /// How strictly an agent follows the checkpoints.
    pub execution_mode: LearnExecutionMode,
    /// The id that an agent reports with `verify_checkpoint`; `ability_<slug>` when `None`.
    pub ability_id: Option<&'a str>,
    /// The tools of connectors that it needs.
    pub tools: &'a [NeededTool],
}

/// Compiles a demonstration. Deterministic: the same input gives the same bytes.
///
/// Errors: [`NothingToLearn`].
pub fn compile(demonstration: &Demonstration) -> Result<Draft, NothingToLearn> {
    compile::compile(demonstration)
}

/// Renders the SKILL.md (strict profile, at most 2,000 tokens) and lints it. This is the only writer: the text in a review, the text that
/// the checks read and the installed text are the same.
///
/// The file is clean: secrets, selectors and values of the demonstration are replaced in it, wherever they come from. The report still
/// names every checkpoint and field that contains one, because these are also stored and installed beside the SKILL.md.
pub fn render(text: &SkillText<'_>) -> (String, LintReport) {
    skill_md::render(text)
}

/// Applies CKP-001 to CKP-009 to checkpoints and, if given, to a whole SKILL.md, such as one that a person edited. `variables` are the
/// inputs whose values CKP-004 and CKP-005 search for.
pub fn lint(checkpoints: &[Checkpoint], skill_md: Option<&str>, variables: &[Variable]) -> LintReport {
    lint::lint(checkpoints, skill_md, variables)
}

/// The text without anything that looks like a secret.
pub fn without_secrets(text: &str) -> String {
    lint::without_secrets(text)
}

/// The folder name of a task with this title.
pub fn slug(title: &str) -> String {
    meaning::slug(title)
}

/// Whether a text that a page, a file or a terminal shows instructs its reader. Such a text never becomes part of a skill. Invisible letters,
/// letters that only look Latin, and names with underscores hide nothing.
pub fn instructs(text: &str) -> bool {
    untrusted::instructs(text)
}

/// Whether words tell an agent to do without a guard.
pub fn weakens_a_guard(text: &str) -> bool {
    instructions::takes_away(text)
}

/// A page or file that must be read again before durable evidence counts.
#[derive(Clone, Debug, PartialEq)]
pub enum ReadBack {
    /// Open this address again, by a new request.
    Page {
        /// The address.
        url: String,
    },
    /// Look at this file again.
    File {
        /// Absolute path.
        path: String,
    },
    /// Read this source.
    Source(ReadingSource),
}

/// The result of a read-back.
#[derive(Clone, Debug)]
pub enum ReadBackResult {
    /// The page was read.
    Page {
        /// The address of the [`ReadBack`].
        url: String,
        /// What the page shows.
        snapshot: PageSnapshot,
    },
    /// The file was looked at.
    File {
        /// The path of the [`ReadBack`].
        path: String,
        /// Whether it exists.
        exists: bool,
    },
    /// The source was read, or why it could not be read, such as `… answered 404`.
    Source(ReadingSource, Result<Reading, String>),
    /// The recorded commands were performed with the values of the run, on a copy of its folder as it was before ([`Evaluation::script`]): where the folder
    /// differs from that copy.
    Performed(Vec<FolderDifference>),
    /// The read failed. The checkpoint keeps its evidence, with a note that it could not be confirmed.
    Unavailable {
        /// What could not be read.
        target: ReadBack,
        /// Why, in words.
        reason: String,
    },
}
