//! Finds abilities that share words with a request and do not fit it, so that a person sees why.

use super::Lookup;
use crate::Answer;
use apprentice_contracts::ability::{AbilityLookupQuery, AbilityMatch, AbilityNearMiss};
use apprentice_contracts::error::Failure;
use apprentice_lookup::near_miss;
use apprentice_store::abilities;
use std::collections::BTreeSet;
use std::sync::Arc;

const AT_MOST: usize = 5;

impl Lookup {
    /// The nearest abilities that are not among `matches`. Reads every ability, so it answers people, not each request of an agent.
    /// Of several queries, the one for which an ability scores best counts.
    pub(super) async fn nearest(
        &self,
        queries: Vec<Arc<AbilityLookupQuery>>,
        matches: &[AbilityMatch],
    ) -> Answer<Vec<AbilityNearMiss>> {
        let found: BTreeSet<String> = matches.iter().map(|found| found.ability_id.0.clone()).collect();
        let near = move |db: &apprentice_store::Transaction<'_>| {
            let mut near = Vec::new();
            abilities::for_each(db, |record| {
                if !found.contains(&record.entry.ability_id.0) {
                    let misses = queries.iter().filter_map(|query| near_miss(query, &record.entry));
                    near.extend(misses.max_by(|(_, a), (_, b)| a.score.total_cmp(&b.score)));
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
