//! Finds abilities that share words with a request and do not fit it, so that a person sees why.

use super::{Lookup, Reason, Rejection, Scored, rejection, score, split};
use crate::Answer;
use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilityLookupQuery, AbilityMatch, AbilityNearMiss};
use apprentice_contracts::error::Failure;
use apprentice_store::abilities;
use std::collections::BTreeSet;
use std::sync::Arc;

const AT_MOST: usize = 5;
/// Shorter words in Latin letters, such as "the" and "a", make no ability near.
const LEAST_LETTERS: usize = 4;

impl Lookup {
    /// The nearest abilities that are not among `matches`. Reads every ability, so it answers people, not each request of an agent.
    pub(super) async fn nearest(&self, query: Arc<AbilityLookupQuery>, matches: &[AbilityMatch]) -> Answer<Vec<AbilityNearMiss>> {
        let found: BTreeSet<String> = matches.iter().map(|found| found.ability_id.0.clone()).collect();
        let near = move |db: &apprentice_store::Transaction<'_>| {
            let mut near = Vec::new();
            abilities::for_each(db, |record| {
                if !found.contains(&record.entry.ability_id.0) {
                    near.extend(near_miss(&query, &record.entry));
                    // Only the best are kept, so that memory does not grow with the number of abilities.
                    near.sort_by(|a: &(usize, AbilityNearMiss), b| order(a, b));
                    near.truncate(AT_MOST);
                }
            })?;
            Ok::<_, Failure>(near.into_iter().map(|(_, near)| near).collect())
        };
        self.core.store.read(near).await
    }
}

fn order((shared, a): &(usize, AbilityNearMiss), (others, b): &(usize, AbilityNearMiss)) -> std::cmp::Ordering {
    others.cmp(shared).then(b.score.total_cmp(&a.score)).then_with(|| a.ability_id.cmp(&b.ability_id))
}

/// `None` if the ability shares no word with the request. The number is that of the shared words.
fn near_miss(query: &AbilityLookupQuery, ability: &AbilityAvailabilityEntry) -> Option<(usize, AbilityNearMiss)> {
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
