//! Codex' "## Skills" section: one line per skill with its path, within 2 % of the context or 8,000 characters. If that is too
//! little, every description is shortened evenly; then all descriptions are dropped; then the skills that do not fit.

use super::{Catalogue, CatalogueEntry, Limits, one_line};
use apprentice_contracts::skill::SkillScope;

const CHARACTERS: usize = 8_000;
const MAX_NAME: usize = 64;
const MAX_DESCRIPTION: usize = 1024;
/// Mean of characters lost per skill above which Codex says that descriptions were shortened.
const WORTH_TELLING: usize = 100;

const INTRODUCTION: &str = "A skill is a set of local instructions to follow that is stored in a `SKILL.md` file. Below is the list of skills that can be used. Each entry includes a name, description, and file path so you can open the source for full instructions when using a specific skill.";
/// The words are Codex' own (Apache-2.0).
const HOW_TO_USE: &str = include_str!("codex_how_to_use.md");

#[derive(Clone, Copy)]
enum Budget {
    Tokens(usize),
    Characters(usize),
}

impl Budget {
    fn of(limits: &Limits) -> Budget {
        match (limits.budget, limits.context_tokens.filter(|tokens| *tokens > 0)) {
            (Some(characters), _) => Budget::Characters(characters),
            (None, Some(tokens)) => Budget::Tokens((tokens.saturating_mul(2) / 100).max(1)),
            (None, None) => Budget::Characters(CHARACTERS),
        }
    }

    const fn limit(self) -> usize {
        match self {
            Budget::Tokens(limit) | Budget::Characters(limit) => limit,
        }
    }

    /// A token is taken to be 4 bytes, rounded up.
    const fn cost(self, characters: usize, bytes: usize) -> usize {
        match self {
            Budget::Tokens(_) => bytes.div_ceil(4),
            Budget::Characters(_) => characters,
        }
    }

    fn of_line(self, line: &str) -> usize {
        self.cost(line.chars().count() + 1, line.len() + 1)
    }
}

struct Line {
    name: String,
    description: String,
    path: String,
}

impl Line {
    fn new(entry: &CatalogueEntry) -> Line {
        let path = entry.file.to_string_lossy().replace('\\', "/");
        Line { name: one_line(&entry.name), description: one_line(&entry.description), path }
    }

    fn with(&self, description: &str) -> String {
        let space = if description.is_empty() { "" } else { " " };
        format!("- {}:{space}{description} (file: {})", self.name, self.path)
    }

    /// The first `characters` of the description.
    fn cut(&self, characters: usize) -> &str {
        let end = self.description.char_indices().nth(characters).map_or(self.description.len(), |(at, _)| at);
        &self.description[..end]
    }
}

pub(super) fn render(entries: &[CatalogueEntry], limits: &Limits) -> Catalogue {
    let mut order: Vec<&CatalogueEntry> = entries.iter().filter(|entry| !entry.explicit_only).collect();
    order.sort_by_key(|entry| (rank(entry.scope), entry.name.clone(), entry.file.clone()));
    let (lines, refused): (Vec<Line>, Vec<Line>) = order.into_iter().map(Line::new).partition(is_taken);
    let mut catalogue = section(&lines, Budget::of(limits));
    if !refused.is_empty() {
        let names: Vec<&str> = refused.iter().map(|line| line.name.as_str()).collect();
        let words = format!(
            "Codex does not load skills with a name over {MAX_NAME} or a description over {MAX_DESCRIPTION} characters: {}.",
            names.join(", ")
        );
        catalogue.notice = Some(catalogue.notice.map_or(words.clone(), |notice| format!("{notice} {words}")));
    }
    catalogue
}

fn is_taken(line: &Line) -> bool {
    line.name.chars().count() <= MAX_NAME && line.description.chars().count() <= MAX_DESCRIPTION
}

const fn rank(scope: SkillScope) -> u8 {
    match scope {
        SkillScope::System => 0,
        SkillScope::Project => 1,
        SkillScope::User => 2,
    }
}

fn section(lines: &[Line], budget: Budget) -> Catalogue {
    if lines.is_empty() {
        return Catalogue::default();
    }
    let total = lines.len();
    let (shown, cut) = shown(lines, budget);
    let left_out = total - shown.len();
    let lost: usize = cut.iter().sum();
    let notice = if left_out > 0 {
        Some(exceeded(left_out, budget))
    } else {
        (lost.div_ceil(total) > WORTH_TELLING).then(|| shortened(budget))
    };
    let text =
        format!("## Skills\n{INTRODUCTION}\n### Available skills\n{}\n### How to use skills\n{HOW_TO_USE}", shown.join("\n"));
    Catalogue { text, total, included: shown.len(), shortened: cut.iter().filter(|lost| **lost > 0).count(), notice }
}

/// The lines that fit, and for every skill how many characters of its description are missing.
fn shown(lines: &[Line], budget: Budget) -> (Vec<String>, Vec<usize>) {
    let full: Vec<String> = lines.iter().map(|line| line.with(&line.description)).collect();
    if full.iter().map(|line| budget.of_line(line)).sum::<usize>() <= budget.limit() {
        return (full, vec![0; lines.len()]);
    }
    let bare: Vec<String> = lines.iter().map(|line| line.with("")).collect();
    let least: usize = bare.iter().map(|line| budget.of_line(line)).sum();
    let length = |line: &Line| line.description.chars().count();
    if least <= budget.limit() {
        let shares = shares(lines, &bare, budget, budget.limit() - least);
        let cut = lines.iter().zip(&shares).map(|(line, share)| length(line) - share).collect();
        return (lines.iter().zip(&shares).map(|(line, share)| line.with(line.cut(*share))).collect(), cut);
    }
    let mut used = 0;
    let mut fitting = Vec::new();
    // A line that is too long does not keep shorter ones after it out.
    for line in bare {
        let cost = budget.of_line(&line);
        if used + cost <= budget.limit() {
            used += cost;
            fitting.push(line);
        }
    }
    (fitting, lines.iter().map(length).collect())
}

/// Characters of each description: handed out one at a time in rounds, so that what short ones leave goes to long ones.
fn shares(lines: &[Line], bare: &[String], budget: Budget, mut room: usize) -> Vec<usize> {
    let costs: Vec<Vec<usize>> = lines.iter().zip(bare).map(|(line, bare)| description_costs(line, bare, budget)).collect();
    let mut shares = vec![0; lines.len()];
    loop {
        let mut changed = false;
        for (share, costs) in shares.iter_mut().zip(&costs) {
            let Some(next) = costs.get(*share + 1) else { continue };
            let more = next - costs[*share];
            if more <= room {
                room -= more;
                *share += 1;
                changed = true;
            }
        }
        if !changed {
            return shares;
        }
    }
}

/// What the first n characters of a description cost beyond the bare line, for every n.
fn description_costs(line: &Line, bare: &str, budget: Budget) -> Vec<usize> {
    let (characters, bytes) = (bare.chars().count() + 1, bare.len() + 1);
    let least = budget.cost(characters, bytes);
    let mut costs = vec![0];
    let mut so_far = 0;
    for (index, character) in line.description.chars().enumerate() {
        so_far += character.len_utf8();
        // One more for the space before the description.
        costs.push(budget.cost(characters + index + 2, bytes + so_far + 1) - least);
    }
    costs
}

fn exceeded(left_out: usize, budget: Budget) -> String {
    let of = if matches!(budget, Budget::Tokens(_)) { " of 2%" } else { "" };
    let (skills, were) = if left_out == 1 { ("skill", "was") } else { ("skills", "were") };
    format!(
        "Exceeded skills context budget{of}. All skill descriptions were removed and {left_out} additional {skills} {were} not included in the model-visible skills list."
    )
}

fn shortened(budget: Budget) -> String {
    let which = if matches!(budget, Budget::Tokens(_)) { "2% skills" } else { "skills" };
    format!(
        "Skill descriptions were shortened to fit the {which} context budget. Codex can still see every skill, but some descriptions are shorter. Disable unused skills or plugins to leave more room for the rest."
    )
}
