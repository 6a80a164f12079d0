//! Renders what an agent sees of its skills: the catalogues of five programs byte for byte, with their budgets, the form in which a
//! whole skill is read, and the listing of Claude Code.
//!
//! Each program has its own rules of escaping, order and shortening; each dialect has one file. [`Catalogue::notice`] always says
//! what did not fit, even where the program itself drops it silently.

mod activation;
mod claude;
mod codex;
mod entry;
mod openclaw;
mod openskills;
mod skills_ref;
mod whole;

pub use activation::activation;
pub(crate) use entry::load_text;
pub use entry::{CatalogueEntry, LoadedSkill, load, resources};
pub use openskills::{put_section, remove_section};
pub use whole::{read_form, read_forms};

use std::collections::BTreeMap;
use std::path::PathBuf;

/// Whose catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `skills-ref to-prompt`.
    SkillsRef,
    /// OpenClaw's system prompt.
    OpenClaw,
    /// The block that `openskills sync` writes into AGENTS.md.
    OpenSkills,
    /// Codex's "## Skills" section.
    Codex,
    /// Claude Code's listing for its skill tool.
    Claude,
}

/// What the dialects are limited by. Where a number is missing, the program's own default holds.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Characters of the catalogue, counted as the program counts them.
    pub budget: Option<usize>,
    /// The model's context in tokens: Codex gives 2 % of it to the catalogue, Claude Code 1 % (at 4 characters a token).
    pub context_tokens: Option<usize>,
    /// Shown as `~` in OpenClaw's locations.
    pub user_home: Option<PathBuf>,
    /// How often a skill was used, by name: Claude Code shortens the least used first.
    pub uses: BTreeMap<String, u64>,
    /// The command that the openskills block names for reading a skill, instead of openskills' own.
    pub read_command: Option<String>,
}

/// A rendered catalogue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogue {
    /// Without a line break at the end.
    pub text: String,
    /// Skills that the dialect would show if there were room.
    pub total: usize,
    /// Skills that are shown, at least by name.
    pub included: usize,
    /// Skills whose description was cut or dropped to save room.
    pub shortened: usize,
    /// What was left out, in the program's words where it has some.
    pub notice: Option<String>,
}

/// The catalogue of `entries`, in the order of precedence and without shadowed skills (Codex shadows none and is given all).
/// Without skills the result is what the program gives: nothing, or an empty block.
pub fn catalogue(dialect: Dialect, entries: &[CatalogueEntry], limits: &Limits) -> Catalogue {
    match dialect {
        Dialect::SkillsRef => skills_ref::render(entries, limits),
        Dialect::OpenClaw => openclaw::render(entries, limits),
        Dialect::OpenSkills => openskills::render(entries, limits),
        Dialect::Codex => codex::render(entries, limits),
        Dialect::Claude => claude::render(entries, limits),
    }
}

/// The longest prefix of `count` items that fits. `fits` holds for every shorter prefix of one for which it holds.
fn longest_prefix(count: usize, fits: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = (low + high).div_ceil(2);
        if fits(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

/// For dialects without a budget of their own: whole entries as long as they fit, and a notice about the rest.
fn within_budget(entries: &[CatalogueEntry], limits: &Limits, render: impl Fn(&[CatalogueEntry]) -> String) -> Catalogue {
    let fits = |count: usize| limits.budget.is_none_or(|budget| render(&entries[..count]).chars().count() <= budget);
    let included = if fits(entries.len()) { entries.len() } else { longest_prefix(entries.len(), fits) };
    let left_out = entries.len() - included;
    let notice = (left_out > 0).then(|| format!("{left_out} of {} skills did not fit into the budget", entries.len()));
    Catalogue { text: render(&entries[..included]), total: entries.len(), included, shortened: 0, notice }
}

/// What a program that counts as JavaScript does calls the length of a text.
fn utf16_length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
