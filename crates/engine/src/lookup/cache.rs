//! Keeps an index that agrees with what a transaction sees. The database counts changes of abilities. Abilities that changed
//! since the index was built are few; they are scored one by one beside it.

use super::best;
use super::index::{Index, Ingredients};
use crate::Answer;
use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilityLookupQuery, AbilityMatch};
use apprentice_contracts::ids::AbilityId;
use apprentice_store::abilities::Changes;
use apprentice_store::{Connection, abilities};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// When more abilities changed, a new index is built.
const FEW: usize = 64;

#[derive(Default)]
pub(crate) struct Current {
    held: Mutex<Option<Arc<Held>>>,
    /// Locked while an index is built, so that it is built once.
    making: Mutex<()>,
}

/// All abilities at one generation.
struct Held {
    index: Arc<Index>,
    /// The generation of the index.
    made: i64,
    /// The generation that this shows.
    generation: i64,
    /// Abilities that changed after the index was built, with the generation at which they were read.
    changed: BTreeMap<AbilityId, (i64, Arc<AbilityAvailabilityEntry>)>,
    /// Positions in the index of abilities in `changed`.
    replaced: Vec<u32>,
}

impl Held {
    fn new(
        index: Arc<Index>,
        made: i64,
        generation: i64,
        changed: BTreeMap<AbilityId, (i64, Arc<AbilityAvailabilityEntry>)>,
    ) -> Self {
        let replaced = changed.keys().filter_map(|id| index.find(&id.0)).collect();
        Self { index, made, generation, changed, replaced }
    }

    /// The same generation with the newer index of `other`.
    fn with_index_of(&self, other: &Self) -> Self {
        let mut changed = self.changed.clone();
        changed.retain(|_, (read, _)| *read > other.made);
        Self::new(other.index.clone(), other.made, self.generation, changed)
    }
}

/// The result of a lookup.
pub(crate) struct Found {
    pub matches: Vec<AbilityMatch>,
    /// Many abilities changed: [`Current::renew`] makes the next lookup faster.
    pub renew: bool,
}

impl Current {
    /// The best matches at the generation of `db`, which is one transaction. `None`: the kept state is newer; try again.
    pub(crate) fn best(&self, db: &Connection, query: &AbilityLookupQuery) -> Answer<Option<Found>> {
        let generation = abilities::generation(db)?;
        let held = match self.of(db, generation)? {
            Some(held) => held,
            None => self.make(db)?,
        };
        if held.generation != generation {
            return Ok(None);
        }
        let winners = held.index.best(query, &held.replaced).into_iter().map(|id| AbilityId(id.to_owned()));
        let records = winners.map(|id| abilities::get(db, &id)).collect::<Result<Vec<_>, _>>()?;
        let winners = records.into_iter().flatten().map(|record| record.entry);
        let changed = held.changed.values().map(|(_, entry)| AbilityAvailabilityEntry::clone(entry));
        Ok(Some(Found { matches: best(query, winners.chain(changed)), renew: held.changed.len() > FEW }))
    }

    /// Builds a new index, unless one is being built.
    pub(crate) fn renew(&self, db: &Connection) -> Answer<()> {
        match self.making.try_lock() {
            Ok(_making) => self.put(fresh(db)?),
            Err(_) => return Ok(()),
        };
        Ok(())
    }

    /// The kept state, with the abilities that changed since. `None`: a new index is needed.
    fn of(&self, db: &Connection, generation: i64) -> Answer<Option<Arc<Held>>> {
        let Some(held) = self.held().clone() else { return Ok(None) };
        if held.generation >= generation {
            return Ok(Some(held));
        }
        let Changes::Upserted(records) = abilities::changed_since(db, held.generation)? else { return Ok(None) };
        let mut changed = held.changed.clone();
        changed.extend(records.into_iter().map(|record| (record.entry.ability_id.clone(), (generation, Arc::new(record.entry)))));
        Ok(Some(self.put(Held::new(held.index.clone(), held.made, generation, changed))))
    }

    fn make(&self, db: &Connection) -> Answer<Arc<Held>> {
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        // Another caller may have built it meanwhile.
        match self.of(db, abilities::generation(db)?)? {
            Some(held) => Ok(held),
            None => Ok(self.put(fresh(db)?)),
        }
    }

    /// Keeps the later generation and the newer index of the two: lookups continue while an index is built.
    fn put(&self, new: Held) -> Arc<Held> {
        let new = Arc::new(new);
        let mut held = self.held();
        let kept = match held.as_deref() {
            Some(old) if old.generation > new.generation => (new.made > old.made).then(|| Arc::new(old.with_index_of(&new))),
            Some(old) if old.made > new.made => Some(Arc::new(new.with_index_of(old))),
            _ => Some(new.clone()),
        };
        if kept.is_some() {
            *held = kept;
        }
        new
    }

    fn held(&self) -> MutexGuard<'_, Option<Arc<Held>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn fresh(db: &Connection) -> Answer<Held> {
    let generation = abilities::generation(db)?;
    let mut all = Vec::new();
    abilities::for_each(db, |record| all.extend(Ingredients::of(&record.entry)))?;
    Ok(Held::new(Arc::new(Index::new(all)?), generation, generation, BTreeMap::new()))
}

#[cfg(test)]
mod tests {
    use super::super::tests::ability;
    use super::*;

    fn held(made: i64, generation: i64, changed: &[(&str, i64)]) -> Held {
        let changed = changed.iter().map(|(id, read)| (AbilityId((*id).to_owned()), (*read, Arc::new(ability(id, &[])))));
        Held::new(Arc::new(Index::new(Vec::new()).unwrap()), made, generation, changed.collect())
    }

    fn shown(current: &Current) -> (i64, i64, Vec<String>) {
        let held = current.held().clone().unwrap();
        (held.made, held.generation, held.changed.keys().map(|id| id.0.clone()).collect())
    }

    #[test]
    fn a_new_index_is_kept_though_abilities_changed_while_it_was_made() {
        let current = Current::default();
        current.put(held(1, 7, &[("a", 5), ("b", 7)]));
        current.put(held(6, 6, &[]));
        assert_eq!(shown(&current), (6, 7, vec!["b".to_owned()]));
        current.put(held(1, 9, &[("a", 5), ("b", 7), ("c", 9)]));
        assert_eq!(shown(&current), (6, 9, vec!["b".to_owned(), "c".to_owned()]), "the old index does not come back");
        current.put(held(1, 2, &[("a", 2)]));
        assert_eq!(shown(&current).1, 9, "a later moment stays");
    }
}
