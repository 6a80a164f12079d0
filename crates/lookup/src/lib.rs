//! Which abilities fit a request, exactly by the algorithm of §0C.11C. [`score`] and [`best`] define the result; [`Index`] finds the same
//! result among very many abilities. A crate of its own, so that the engine can be compiled for size and these rules for speed.

#![warn(missing_docs)]

mod index;
mod near;
mod numbers;
mod phrases;
mod reasons;
mod score_table;
mod words;

use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilityLookupQuery, AbilityMatch, CheckpointHealth};
use apprentice_contracts::proposal::InstallLane;
pub use index::{Index, Ingredients};
pub use near::near_miss;
pub use phrases::IndexError;
pub use reasons::{Reason, Rejection};

/// Lower scores are no match.
pub const THRESHOLD: f64 = 0.15;
const AT_MOST: usize = 10;

/// A score and its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// From 0 to 1.
    pub score: f64,
    /// What the score consists of, and what lowered it.
    pub reasons: Vec<Reason>,
    /// Whether the query contains a negative trigger.
    pub excluded: bool,
}

/// `scoreAbilityMatch` of §0C.11C. The order of additions is part of the result.
pub fn score(query: &str, ability: &AbilityAvailabilityEntry, project: Option<&str>) -> Scored {
    let query = query.to_lowercase();
    let tokens = split(&query);
    let mut score = 0.0_f64;
    let mut reasons = Vec::new();
    for trigger in &ability.trigger_phrases {
        let lower = trigger.to_lowercase();
        if query.contains(&lower) || lower.contains(&query) {
            score += 0.4;
            let in_request = query.contains(&lower);
            reasons.push(Reason::Trigger { trigger: trigger.clone(), in_request });
            break;
        }
        let words = split(&lower);
        let shared: Vec<&str> = tokens.iter().copied().filter(|token| words.contains(token)).collect();
        if shared.len() >= 2 {
            score += 0.2;
            reasons.push(Reason::TriggerWords { trigger: trigger.clone(), words: distinct(&shared), count: shared.len() });
            break;
        }
    }
    if let Some(negative) = ability.negative_triggers.iter().find(|negative| query.contains(&negative.to_lowercase())) {
        return Scored { score: 0.0, reasons: vec![Reason::Negative(negative.clone())], excluded: true };
    }
    let title = ability.title.to_lowercase();
    let shared: Vec<&str> = tokens.iter().copied().filter(|token| title.contains(*token)).collect();
    if shared.len() >= 2 {
        score += 0.2;
        reasons.push(Reason::TitleWords { words: distinct(&shared), count: shared.len() });
    }
    match project {
        Some(project) if !project.is_empty() && ability.project_scopes.iter().any(|scope| scope == project) => {
            score += 0.15;
            reasons.push(Reason::Project(project.to_owned()));
        }
        _ if ability.project_scopes.is_empty() || ability.project_scopes.iter().any(|scope| scope == "*") => {
            score += 0.05;
            reasons.push(Reason::EveryProject);
        }
        _ => {}
    }
    match ability.install_lane {
        InstallLane::SharedPromoted => score += 0.1,
        InstallLane::ApprovedWorkspace => score += 0.07,
        InstallLane::ExperimentalPrivate => score += 0.03,
        InstallLane::Pending | InstallLane::Quarantined => {}
    }
    match ability.checkpoint_health {
        Some(CheckpointHealth::Strong) => score += 0.05,
        Some(CheckpointHealth::Weak) => score -= 0.05,
        _ => {}
    }
    if !ability.usable_now {
        score *= 0.5;
        reasons.push(Reason::Unusable(ability.reason_unusable.clone()));
    }
    Scored { score: score.clamp(0.0, 1.0), reasons, excluded: false }
}

/// Each token once, in the order of the request.
fn distinct(tokens: &[&str]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for token in tokens.iter().filter(|token| !token.is_empty()) {
        if !found.iter().any(|known| known == token) {
            found.push((*token).to_owned());
        }
    }
    found
}

impl Scored {
    /// Whether the ability is found by this score: at least the threshold, and at least one reason in the words of the request.
    /// Scope, lane and health alone are no match.
    pub fn is_match(&self) -> bool {
        !self.excluded && self.score >= THRESHOLD && self.reasons.iter().any(Reason::is_textual)
    }

    /// The codes of the reasons.
    pub fn codes(&self) -> Vec<String> {
        self.reasons.iter().map(ToString::to_string).collect()
    }

    /// Why this score is no match. `None`: it is one.
    pub fn shortfall(&self) -> Option<Rejection> {
        match self.reasons.first() {
            _ if self.is_match() => None,
            Some(Reason::Negative(negative)) => Some(Rejection::Negative(negative.clone())),
            _ if !self.reasons.iter().any(Reason::is_textual) => Some(Rejection::NoWords(self.score)),
            _ => Some(Rejection::Score(self.score)),
        }
    }
}

/// As `split(/\s+/)` does: white space at an end gives an empty token.
fn split(text: &str) -> Vec<&str> {
    let space = |c: char| c.is_whitespace() && c != '\u{85}' || c == '\u{feff}';
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(space) {
        tokens.push(&rest[..start]);
        rest = rest[start..].trim_start_matches(space);
    }
    tokens.push(rest);
    tokens
}

/// The best matches among abilities, best first, ties by id.
pub fn best(query: &AbilityLookupQuery, abilities: impl IntoIterator<Item = AbilityAvailabilityEntry>) -> Vec<AbilityMatch> {
    let found = |ability: AbilityAvailabilityEntry| {
        if rejection(query, &ability).is_some() {
            return None;
        }
        let scored = score(&query.user_query, &ability, query.project_id.as_deref());
        scored.is_match().then(|| AbilityMatch {
            ability_id: ability.ability_id,
            title: ability.title,
            score: scored.score,
            match_reasons: scored.codes(),
            why: if query.explain { scored.reasons.iter().filter_map(Reason::sentence).collect() } else { Vec::new() },
            install_lane: ability.install_lane,
            usable_now: ability.usable_now,
            reason_unusable: ability.reason_unusable,
        })
    };
    ranked(abilities.into_iter().filter_map(found).collect())
}

/// The best of these matches, best first, ties by id.
pub fn ranked(mut matches: Vec<AbilityMatch>) -> Vec<AbilityMatch> {
    matches.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.ability_id.cmp(&b.ability_id)));
    matches.truncate(AT_MOST);
    matches
}

/// Why an ability is not scored at all. `None`: it is.
pub fn rejection(query: &AbilityLookupQuery, ability: &AbilityAvailabilityEntry) -> Option<Rejection> {
    rejected(ability).or_else(|| (!admits(query, ability.install_lane)).then_some(Rejection::Lane))
}

fn is_quarantined(ability: &AbilityAvailabilityEntry) -> bool {
    ability.install_lane == InstallLane::Quarantined || ability.checkpoint_health == Some(CheckpointHealth::Quarantined)
}

fn admits(query: &AbilityLookupQuery, lane: InstallLane) -> bool {
    query.install_lanes_allowed.contains(&lane) || lane == InstallLane::ExperimentalPrivate && query.include_private_owned_by_user
}

/// Why no query finds the ability. `None`: a query may.
pub fn rejected(ability: &AbilityAvailabilityEntry) -> Option<Rejection> {
    match (is_quarantined(ability), ability.person_only) {
        (true, _) => Some(Rejection::Quarantined),
        (false, true) => Some(Rejection::PersonOnly),
        (false, false) => None,
    }
}

#[cfg(test)]
#[path = "lookup_test.rs"]
mod tests;
