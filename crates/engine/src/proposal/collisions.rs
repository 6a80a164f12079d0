//! Skills that a user or an agent could confuse with a proposal.

use apprentice_contracts::proposal::{Collision, CollisionKind, TargetPreview};
use apprentice_contracts::skill::SkillSummary;
use apprentice_store::proposals::ProposalRecord;
use apprentice_store::sagas::Placement;
use std::collections::BTreeSet;
use std::path::Path;

/// Number of collisions that a review shows.
const AT_MOST: usize = 20;
/// Share of significant words of the smaller description that must be common.
const SIMILAR: f64 = 0.6;
/// Descriptions with fewer significant words are not compared.
const ENOUGH: usize = 3;

/// Words that most descriptions contain.
const COMMON: [&str; 44] = [
    "about", "agent", "after", "also", "and", "any", "are", "asks", "been", "can", "does", "for", "from", "has", "have", "how",
    "into", "its", "new", "not", "one", "or", "should", "skill", "such", "task", "that", "the", "their", "them", "then", "there",
    "this", "to", "use", "used", "user", "uses", "using", "want", "wants", "when", "with", "you",
];

pub(crate) fn find(
    record: &ProposalRecord,
    skills: impl Iterator<Item = SkillSummary>,
    placements: &[Placement],
    targets: &[TargetPreview],
) -> Vec<Collision> {
    let ours = |skill: &SkillSummary| {
        let placed = placements.iter().find(|placed| !placed.is_taken_out() && placed.folder() == Path::new(&skill.path));
        placed.is_some_and(|placed| Some(&placed.ability_id) == record.proposal.ability_id.as_ref())
    };
    let words = words(&format!("{} {}", record.draft.description, record.proposal.trigger_phrases.join(" ")));
    let others = skills.filter(|skill| !ours(skill));
    let mut collisions: Vec<Collision> = others.filter_map(|skill| collide(record, &words, &skill, targets)).collect();
    collisions.sort_by_key(|collision| collision.kind == CollisionKind::SimilarTrigger);
    collisions.truncate(AT_MOST);
    collisions
}

fn collide(
    record: &ProposalRecord,
    ours: &BTreeSet<String>,
    skill: &SkillSummary,
    targets: &[TargetPreview],
) -> Option<Collision> {
    let slug = &record.proposal.proposed_skill_slug;
    let collision = |kind, message: String| Collision { path: skill.path.clone(), name: skill.name.clone(), kind, message };
    if targets.iter().any(|target| target.enabled && Path::new(&target.path) == Path::new(&skill.path)) {
        let message = format!("A target folder already has a skill named {slug}. It is never overwritten: choose another name.");
        return Some(collision(CollisionKind::SameName, message));
    }
    if skill.name == *slug {
        let message = format!("Another skill is named {slug}, in {}. An agent that reads both takes one of them.", skill.root);
        return Some(collision(CollisionKind::SimilarTrigger, message));
    }
    let theirs = words(&skill.description);
    let common = ours.intersection(&theirs).count();
    let smaller = ours.len().min(theirs.len());
    let similar = smaller >= ENOUGH && common as f64 / smaller as f64 >= SIMILAR;
    similar.then(|| {
        let message = format!("“{}” answers to much the same requests. Say in both when to use which.", skill.name);
        collision(CollisionKind::SimilarTrigger, message)
    })
}

/// The significant words of a description, without plural endings.
fn words(text: &str) -> BTreeSet<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() > 2 && !COMMON.contains(word))
        .map(|word| word.strip_suffix('s').filter(|stem| stem.len() > 3).unwrap_or(word).to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn telling_words_only() {
        let found = words("Use this skill when the user wants to add customers to the customer list");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["add", "customer", "list"]);
    }
}
