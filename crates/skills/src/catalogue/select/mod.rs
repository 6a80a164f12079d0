//! Chooses skills for a task: those that the task names, then those whose text matches it, within the limits of the step.
//!
//! Deterministic: the same task and the same skills give the same choice, ties by name.

mod events;
mod fit;
mod index;
mod prompt;
mod words;

pub use events::{Event, discovered, load_failed};
pub use fit::{Fit, fit};
pub use index::{Document, Index, Match};
pub use prompt::{Assembled, References, Source, assemble, without_task};

use crate::catalogue::render::LoadedSkill;
use crate::catalogue::task_plan::Task;
use serde::Serialize;

/// What the task is done for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// Writing or changing something.
    Implementation,
    /// Checking something.
    Review,
}

/// How many, and how sure.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Most skills for an implementation.
    pub implementation: usize,
    /// Most skills for a review.
    pub review: usize,
    /// Least score of a match.
    pub threshold: f64,
    /// Characters of a loaded skill.
    pub max_body_chars: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { implementation: 2, review: 1, threshold: 0.33, max_body_chars: 20_000 }
    }
}

/// The share of the first skill's score that a second one must reach, higher without a term in its name: two skills of which one
/// is right are worse than one.
const NEAR: f64 = 0.95;
const NEAR_NAMELESS: f64 = 0.99;
/// Factor on the threshold for a skill whose name shares no term with the task.
const NAMELESS: f64 = 1.1;

/// How the first skill was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// At least one skill was named by the task.
    Hint,
    /// No skill was named; at least one matches.
    Match,
    /// No skill was chosen.
    None,
}

/// A chosen skill.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chosen {
    /// Name of the skill.
    pub name: String,
    /// In words, for people and logs.
    pub reason: String,
    /// The score of a match; `None` for a hint.
    pub score: Option<f64>,
}

/// The payload of `SKILLS_SELECTED`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SkillSelection {
    /// Id of the run, given by the caller.
    pub run_id: String,
    /// What the task is done for.
    pub step_kind: StepKind,
    /// The task's text.
    pub task_label: String,
    /// The chosen skills, best first.
    pub skills: Vec<Chosen>,
    /// How they were chosen.
    pub strategy: Strategy,
    /// Hints that no skill answers to.
    pub errors: Vec<String>,
}

/// Skills, ready to be chosen from for any number of tasks.
pub struct Selector<'a> {
    /// Each name occurs once.
    skills: &'a [LoadedSkill],
    /// Those that a match may choose; a hint may choose any.
    open: Vec<&'a LoadedSkill>,
    index: Index,
}

impl<'a> Selector<'a> {
    /// Indexes `skills`; each name must occur once.
    pub fn new(skills: &'a [LoadedSkill]) -> Selector<'a> {
        let open: Vec<&LoadedSkill> =
            skills.iter().filter(|skill| !skill.entry.for_people_only && !skill.entry.explicit_only).collect();
        let index = Index::new(open.iter().map(|skill| Document {
            name: &skill.entry.name,
            description: &skill.entry.description,
            body: &skill.bundle.body,
        }));
        Selector { skills, open, index }
    }

    /// Chooses skills for `task`.
    pub fn select(&self, task: &Task, step_kind: StepKind, limits: &Limits, run_id: &str) -> SkillSelection {
        let room = match step_kind {
            StepKind::Implementation => limits.implementation,
            StepKind::Review => limits.review,
        };
        let (mut chosen, mut errors) = hinted(task, self.skills);
        if chosen.len() > room {
            let left_out: Vec<String> = chosen.drain(room..).map(|chosen| chosen.name).collect();
            errors.push(format!("At most {room} skills for this step; left out: {}", left_out.join(", ")));
        }
        let strategy = if chosen.is_empty() { Strategy::Match } else { Strategy::Hint };
        self.fill(task, room, limits, &mut chosen);
        let strategy = if chosen.is_empty() { Strategy::None } else { strategy };
        SkillSelection { run_id: run_id.to_owned(), step_kind, task_label: task.label.clone(), skills: chosen, strategy, errors }
    }

    fn fill(&self, task: &Task, room: usize, limits: &Limits, chosen: &mut Vec<Chosen>) {
        for found in sure(self.index.search(&task.words()), limits.threshold) {
            let name = &self.open[found.index].entry.name;
            if chosen.len() >= room {
                return;
            }
            if chosen.iter().any(|known| known.name == *name) {
                continue;
            }
            let score = (found.score * 1000.0).round() / 1000.0;
            let reason = format!("fits the task by: {}", found.because.join(", "));
            chosen.push(Chosen { name: name.clone(), reason, score: Some(score) });
        }
    }
}

/// The choice for one task.
pub fn select(task: &Task, skills: &[LoadedSkill], step_kind: StepKind, limits: &Limits, run_id: &str) -> SkillSelection {
    Selector::new(skills).select(task, step_kind, limits, run_id)
}

fn hinted(task: &Task, skills: &[LoadedSkill]) -> (Vec<Chosen>, Vec<String>) {
    let (mut chosen, mut errors) = (Vec::<Chosen>::new(), Vec::new());
    for hint in &task.hints {
        match find(hint, skills) {
            Some(skill) if chosen.iter().any(|known| known.name == skill.entry.name) => {}
            Some(skill) => {
                chosen.push(Chosen { name: skill.entry.name.clone(), reason: "the task names it".to_owned(), score: None });
            }
            None => errors.push(format!("The task names the skill '{hint}', which is not installed")),
        }
    }
    (chosen, errors)
}

/// By name; `convert_to_pdf` is how `convert-to-pdf` is invoked.
fn find<'a>(hint: &str, skills: &'a [LoadedSkill]) -> Option<&'a LoadedSkill> {
    let exact = skills.iter().find(|skill| skill.entry.name == hint);
    exact.or_else(|| skills.iter().find(|skill| plain(&skill.entry.name) == plain(hint)))
}

fn is_named(task: &Task, name: &str) -> bool {
    task.hints.iter().any(|hint| plain(hint) == plain(name))
}

fn plain(name: &str) -> String {
    name.to_lowercase().replace('_', "-")
}

/// The matches above the threshold. A skill without a term in its name needs more evidence.
fn sure(mut found: Vec<Match>, threshold: f64) -> Vec<Match> {
    let top = found.first().map_or(0.0, |first| first.score);
    found.retain(|found| {
        let (least, near) = if found.in_name { (threshold, NEAR) } else { (threshold * NAMELESS, NEAR_NAMELESS) };
        found.score >= least && found.score >= top * near && !found.because.is_empty()
    });
    found
}
