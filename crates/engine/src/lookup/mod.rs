//! Finds abilities for a request, exactly by the algorithm of §0C.11C. [`score`] and [`best`] define the result; `index` finds
//! the same result among very many abilities, and `cache` keeps an index that agrees with the database.

pub(crate) mod cache;
mod index;
mod numbers;
mod phrases;
mod score_table;
mod words;

use crate::Answer;
use crate::core::Core;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::ability::{
    AbilityAvailabilityEntry, AbilityLookupQuery, AbilityLookupResult, AbilityMatch, CheckpointHealth,
};
use apprentice_contracts::proposal::InstallLane;
use std::sync::Arc;

/// Lower scores are no match.
pub(crate) const THRESHOLD: f64 = 0.15;
const AT_MOST: usize = 10;

/// A score and its reasons.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scored {
    pub score: f64,
    pub reasons: Vec<String>,
    /// Whether the query contains a negative trigger.
    pub excluded: bool,
}

/// `scoreAbilityMatch` of §0C.11C. The order of additions is part of the result.
pub(crate) fn score(query: &str, ability: &AbilityAvailabilityEntry, project: Option<&str>) -> Scored {
    let query = query.to_lowercase();
    let tokens = split(&query);
    let mut score = 0.0_f64;
    let mut reasons = Vec::new();
    for trigger in &ability.trigger_phrases {
        let lower = trigger.to_lowercase();
        if query.contains(&lower) || lower.contains(&query) {
            score += 0.4;
            reasons.push(format!("trigger_phrase_match: \"{trigger}\""));
            break;
        }
        let words = split(&lower);
        let overlap = tokens.iter().filter(|token| words.contains(token)).count();
        if overlap >= 2 {
            score += 0.2;
            reasons.push(format!("trigger_partial_match: {overlap} tokens"));
            break;
        }
    }
    if let Some(negative) = ability.negative_triggers.iter().find(|negative| query.contains(&negative.to_lowercase())) {
        return Scored { score: 0.0, reasons: vec![format!("negative_trigger_match: \"{negative}\"")], excluded: true };
    }
    let title = ability.title.to_lowercase();
    let overlap = tokens.iter().filter(|token| title.contains(**token)).count();
    if overlap >= 2 {
        score += 0.2;
        reasons.push(format!("title_match: {overlap} tokens"));
    }
    match project {
        Some(project) if !project.is_empty() && ability.project_scopes.iter().any(|scope| scope == project) => {
            score += 0.15;
            reasons.push(format!("project_scope_match: {project}"));
        }
        _ if ability.project_scopes.is_empty() || ability.project_scopes.iter().any(|scope| scope == "*") => {
            score += 0.05;
            reasons.push("global_scope".into());
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
        reasons.push(format!("usable_now=false: {}", ability.reason_unusable.as_deref().unwrap_or("undefined")));
    }
    Scored { score: score.clamp(0.0, 1.0), reasons, excluded: false }
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
pub(crate) fn best(
    query: &AbilityLookupQuery,
    abilities: impl IntoIterator<Item = AbilityAvailabilityEntry>,
) -> Vec<AbilityMatch> {
    let mut matches: Vec<AbilityMatch> = abilities
        .into_iter()
        .filter(|ability| rejection(query, ability).is_none())
        .map(|ability| {
            let scored = score(&query.user_query, &ability, query.project_id.as_deref());
            AbilityMatch {
                ability_id: ability.ability_id,
                title: ability.title,
                score: scored.score,
                match_reasons: scored.reasons,
                install_lane: ability.install_lane,
                usable_now: ability.usable_now,
                reason_unusable: ability.reason_unusable,
            }
        })
        .filter(|found| found.score >= THRESHOLD)
        .collect();
    matches.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.ability_id.cmp(&b.ability_id)));
    matches.truncate(AT_MOST);
    matches
}

/// Why an ability is not scored at all. `None`: it is.
pub(crate) fn rejection(query: &AbilityLookupQuery, ability: &AbilityAvailabilityEntry) -> Option<String> {
    if let Some(reason) = rejected(ability) {
        Some(reason)
    } else if !admits(query, ability.install_lane) {
        Some("install_lane_not_allowed".into())
    } else {
        None
    }
}

fn is_quarantined(ability: &AbilityAvailabilityEntry) -> bool {
    ability.install_lane == InstallLane::Quarantined || ability.checkpoint_health == Some(CheckpointHealth::Quarantined)
}

fn admits(query: &AbilityLookupQuery, lane: InstallLane) -> bool {
    query.install_lanes_allowed.contains(&lane) || lane == InstallLane::ExperimentalPrivate && query.include_private_owned_by_user
}

/// Why no query finds the ability. `None`: a query may.
pub(crate) fn rejected(ability: &AbilityAvailabilityEntry) -> Option<String> {
    match (is_quarantined(ability), ability.person_only) {
        (true, _) => Some("quarantined".into()),
        (false, true) => Some("only_a_person_may_start_it".into()),
        (false, false) => None,
    }
}

/// Finds abilities for requests.
#[derive(Clone)]
pub(crate) struct Lookup {
    core: Arc<Core>,
    cache: Arc<cache::IndexCache>,
}

impl Lookup {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core, cache: Arc::default() }
    }

    /// Builds the index ahead of time, so that the next look-up does not wait for it.
    pub(crate) async fn renew(&self) {
        let cache = self.cache.clone();
        if let Err(failure) = self.core.store.read(move |db| cache.renew(db)).await {
            tracing::warn!(%failure, "the index was not renewed; the next look-up takes longer");
        }
    }
}

impl Lookup {
    pub(crate) async fn lookup(&self, query: AbilityLookupQuery) -> Answer<AbilityLookupResult> {
        let query = std::sync::Arc::new(query);
        let found = loop {
            let (lookup, query) = (self.clone(), query.clone());
            if let Some(found) = self.core.store.read(move |db| lookup.cache.best(db, &query)).await? {
                break found;
            }
        };
        if found.renew {
            let lookup = self.clone();
            self.core.supervisor.spawn("renewing the lookup", async move { lookup.renew().await });
        }
        Ok(AbilityLookupResult { matches: found.matches, created_at: self.core.now(), schema_version: SCHEMA_VERSION })
    }
}

#[cfg(test)]
#[path = "lookup_test.rs"]
mod tests;
