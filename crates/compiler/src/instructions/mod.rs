//! Instructions: what a person wants changed in a draft, in words. A small grammar over the draft's own names; nothing is guessed.
//!
//! Each understood instruction becomes the edit that the fields of a review make. What weakens a check is marked, so that the person can
//! confirm it; what takes away a guard is refused.

mod checkpoints;
mod clauses;
mod fields;
mod guards;
mod offers;
mod values;

use crate::text::{clip, collapse, visible};
use apprentice_contracts::checkpoint::Checkpoint;
use apprentice_contracts::graph::{DemonstratedValue, ValueAnswer};
use apprentice_contracts::proposal::EditedFields;

pub(crate) use guards::as_guard;
pub use guards::takes_away;
pub use offers::offers;

/// What kinds of instructions are understood, each with an example.
pub const KINDS: [&str; 7] = [
    "a field: “set the title to Approve an invoice”, “add the trigger pay an invoice”",
    "when to use it: “use it when an invoice is due”, “do not use it for credit notes”",
    "a value: “region always stays EMEA”, “the month changes”, “call region territory”",
    "a checkpoint: “rename checkpoint 2 to The invoice is approved”, “move checkpoint 3 first”, “drop checkpoint 2”",
    "whether a checkpoint is needed: “checkpoint 2 is optional”, “checkpoint 2 is required”",
    "a guard: “ask before deleting”, “stop when the total is over 500”, “never send it twice”",
    "a new attempt: “compile it again”",
];

/// The parts of a draft that instructions can name.
#[derive(Clone, Debug)]
pub struct Revisable<'a> {
    /// The title.
    pub title: &'a str,
    /// When to use the skill.
    pub use_conditions: &'a [String],
    /// When not to use it.
    pub non_use_conditions: &'a [String],
    /// When to stop and ask, in the person's words.
    pub guards: &'a [String],
    /// Requests that it fits.
    pub trigger_phrases: &'a [String],
    /// Requests that it does not fit.
    pub negative_triggers: &'a [String],
    /// The checkpoints, in order.
    pub checkpoints: &'a [Checkpoint],
    /// Every demonstrated value.
    pub values: &'a [DemonstratedValue],
    /// What the person said of values so far.
    pub value_answers: &'a [ValueAnswer],
}

/// Words that are not acted on, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclear {
    /// The words.
    pub words: String,
    /// Why, with the remedy.
    pub why: String,
}

/// What instructions mean.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Understood {
    /// The edits of fields and checkpoints.
    pub edits: EditedFields,
    /// All answers about values, if one changes.
    pub values: Option<Vec<ValueAnswer>>,
    /// Whether the demonstration is to be compiled again.
    pub again: bool,
    /// What changes, one sentence each.
    pub changes: Vec<String>,
    /// Those of the changes that weaken a check or let the skill be used more often. They need a confirmation.
    pub weaker: Vec<String>,
    /// What is never done for words alone.
    pub refused: Vec<Unclear>,
    /// What was not understood.
    pub unclear: Vec<Unclear>,
}

/// An instruction that would settle a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The instruction, as [`understand`] reads it.
    pub instruction: String,
    /// What it would change, in words.
    pub words: String,
}

/// Reads instructions. Deterministic. Each sentence or line is read by itself, in order.
pub fn understand(instructions: &str, draft: &Revisable<'_>) -> Understood {
    let mut work = Work { draft, out: Understood::default(), last_value: None };
    for clause in clauses::clauses(instructions) {
        work.clause(&clause);
    }
    work.out
}

/// What one clause led to. `None`: no rule fits.
type Outcome = Option<Result<(), Problem>>;

enum Problem {
    Unclear(String),
    Refused(String),
}

fn unclear(why: impl Into<String>) -> Outcome {
    Some(Err(Problem::Unclear(why.into())))
}

fn refused(why: impl Into<String>) -> Outcome {
    Some(Err(Problem::Refused(why.into())))
}

/// Instructions that are being read.
#[derive(Clone)]
struct Work<'a> {
    draft: &'a Revisable<'a>,
    out: Understood,
    /// The value that `it` means.
    last_value: Option<usize>,
}

impl Work<'_> {
    fn clause(&mut self, clause: &str) {
        if let Some(parts) = self.all_parts(clause) {
            *self = parts;
            return;
        }
        let words = clip(clause, 200);
        match self.one(clause) {
            Some(Ok(())) => {}
            Some(Err(Problem::Refused(why))) => self.out.refused.push(Unclear { words, why }),
            Some(Err(Problem::Unclear(why))) => self.out.unclear.push(Unclear { words, why }),
            None => {
                let why = "No rule understands these words.".to_owned();
                self.out.unclear.push(Unclear { words, why });
            }
        }
    }

    /// `set the title to A and drop checkpoint 2` is two instructions, if each half is one.
    fn all_parts(&self, clause: &str) -> Option<Self> {
        let parts = clauses::parts(clause);
        if !(2..=8).contains(&parts.len()) {
            return None;
        }
        let mut work = self.clone();
        parts.iter().all(|part| matches!(work.one(part), Some(Ok(())))).then_some(work)
    }

    fn one(&mut self, clause: &str) -> Outcome {
        if let Some(found) = guards::read(self, clause).or_else(|| checkpoints::read(self, clause)) {
            return Some(found);
        }
        // “Set the title to Track what changes” names no value. What a field says is more certain than a value that is not there.
        match values::read(self, clause) {
            Some(Err(problem)) => fields::read(self, clause).or(Some(Err(problem))),
            Some(Ok(())) => Some(Ok(())),
            None => fields::read(self, clause).or_else(|| guards::read_ban(self, clause)),
        }
    }

    fn done(&mut self, words: String) -> Outcome {
        self.out.changes.push(words);
        Some(Ok(()))
    }

    fn done_weaker(&mut self, words: String) -> Outcome {
        self.out.weaker.push(words.clone());
        self.done(words)
    }
}

/// A text that a person gives, without the quotation marks around it and without invisible letters.
fn given(text: &str) -> String {
    let text = collapse(&visible(text));
    let mut inner = text.trim_end_matches(['.', ',']).trim();
    for (open, close) in [('“', '”'), ('"', '"'), ('„', '“'), ('«', '»'), ('`', '`'), ('\'', '\''), ('‘', '’'), ('{', '}')]
    {
        if inner.chars().count() > 2
            && let Some(bare) = inner.strip_prefix(open).and_then(|rest| rest.strip_suffix(close))
        {
            inner = bare.trim();
        }
    }
    inner.to_owned()
}

/// The text, if it is not empty and fits.
fn fitting(text: &str, max: usize, what: &str) -> Result<String, Problem> {
    let text = given(text);
    match text.chars().count() {
        0 => Err(Problem::Unclear(format!("{what} is empty."))),
        count if count > max => Err(Problem::Unclear(format!("{what} has {count} characters; at most {max} fit."))),
        _ => Ok(text),
    }
}
