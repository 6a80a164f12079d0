//! Abilities that share words with a request and do not fit it.

use super::{Reason, Rejection, Scored, rejection, score, split};
use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilityLookupQuery, AbilityNearMiss};
use std::collections::BTreeSet;

/// Shorter words in Latin letters, such as "the" and "a", make no ability near.
const LEAST_LETTERS: usize = 4;

/// Why an ability does not fit, with the number of words that it shares with the request. `None` if it shares none.
pub fn near_miss(query: &AbilityLookupQuery, ability: &AbilityAvailabilityEntry) -> Option<(usize, AbilityNearMiss)> {
    let scored = score(&query.user_query, ability, query.project_id.as_deref());
    let shared = shared_words(&query.user_query, ability);
    if shared == 0 && !is_about(&scored) {
        return None;
    }
    let mut against: Vec<Rejection> = rejection(query, ability).into_iter().chain(scored.shortfall()).collect();
    if against.is_empty() {
        against.push(Rejection::Outranked);
    }
    let near = AbilityNearMiss {
        ability_id: ability.ability_id.clone(),
        title: ability.title.clone(),
        score: scored.score,
        rejection_reasons: against.iter().map(ToString::to_string).collect(),
        why_not: against.iter().map(|reason| reason.sentence(ability)).collect(),
    };
    Some((shared, near))
}

fn is_about(scored: &Scored) -> bool {
    scored.excluded || scored.reasons.iter().any(Reason::is_textual)
}

/// The number of different words of the request in the title, a trigger, an alias or a negative trigger.
fn shared_words(query: &str, ability: &AbilityAvailabilityEntry) -> usize {
    let query = query.to_lowercase();
    let texts = [&ability.trigger_phrases, &ability.aliases, &ability.negative_triggers].into_iter().flatten();
    let texts: Vec<String> = texts.chain([&ability.title]).map(|text| text.to_lowercase()).collect();
    let own: BTreeSet<&str> = texts.iter().flat_map(|text| split(text)).collect();
    let tells = |word: &&str| !word.is_ascii() || word.len() >= LEAST_LETTERS;
    split(&query).into_iter().filter(tells).collect::<BTreeSet<_>>().intersection(&own).count()
}
