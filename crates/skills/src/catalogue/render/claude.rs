//! Claude Code's listing: 1 % of the context at 4 characters a token, 8,000 characters without a number. Over that the skills
//! that are used least lose their description first; names always stay.

use super::{Catalogue, CatalogueEntry, Limits, one_line};
use std::cmp::Reverse;

const CHARACTERS: usize = 8_000;
/// Description and `when_to_use` together.
const MAX_WORDS: usize = 1_536;

pub(super) fn render(entries: &[CatalogueEntry], limits: &Limits) -> Catalogue {
    let shown: Vec<&CatalogueEntry> = entries.iter().filter(|entry| !entry.for_people_only).collect();
    let share = |tokens: usize| (tokens / 100).saturating_mul(4);
    let budget = limits.budget.or(limits.context_tokens.filter(|tokens| *tokens > 0).map(share)).unwrap_or(CHARACTERS);
    let mut lines: Vec<String> = shown.iter().map(|entry| format!("- {}: {}", one_line(&entry.name), words(entry))).collect();
    let length = |line: &String| line.chars().count() + 1;
    let mut used: usize = lines.iter().map(length).sum();

    let mut order: Vec<usize> = (0..shown.len()).collect();
    order.sort_by_key(|index| (limits.uses.get(&shown[*index].name).copied().unwrap_or(0), Reverse(*index)));
    let mut bare = Vec::new();
    for index in order {
        if used <= budget {
            break;
        }
        used -= length(&lines[index]);
        lines[index] = format!("- {}", one_line(&shown[index].name));
        used += length(&lines[index]);
        bare.push(index);
    }
    let notice = (!bare.is_empty()).then(|| {
        format!(
            "{} of {} skills are listed without their description: the listing has {budget} characters.",
            bare.len(),
            shown.len()
        )
    });
    Catalogue { text: lines.join("\n"), total: shown.len(), included: shown.len(), shortened: bare.len(), notice }
}

fn words(entry: &CatalogueEntry) -> String {
    let mut words = one_line(&entry.description);
    let when = entry.when_to_use.as_deref().map(one_line).filter(|when| !when.is_empty() && *when != words);
    if let Some(when) = when {
        words = format!("{words} - {when}");
    }
    if words.chars().count() > MAX_WORDS {
        words = words.chars().take(MAX_WORDS - 1).chain(['…']).collect();
    }
    words
}
