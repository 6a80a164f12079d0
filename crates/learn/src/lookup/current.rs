//! Keeps an index that fits the abilities as a reader sees them. Which abilities changed is counted in the database, with the change
//! itself; those that changed since the index was made are few, and are judged one by one beside it.

use super::best;
use super::index::{Index, Ingredients};
use crate::Answer;
use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilityLookupQuery, AbilityMatch};
use apprentice_contracts::ids::AbilityId;
use apprentice_store::Connection;
use apprentice_store::abilities::{self, Changes};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// When more than that changed, a new index is made.
const FEW: usize = 64;

#[derive(Default)]
pub(crate) struct Current {
    held: Mutex<Option<Arc<Held>>>,
    /// Held while an index is made, so that it is made once.
    making: Mutex<()>,
}

/// All abilities of one moment.
struct Held {
    index: Arc<Index>,
    /// The moment that this shows.
    generation: i64,
    changed: BTreeMap<AbilityId, Arc<AbilityAvailabilityEntry>>,
    /// Those of `changed` in the index.
    replaced: Vec<u32>,
}

/// What a look-up came to.
pub(crate) struct Found {
    pub matches: Vec<AbilityMatch>,
    /// Many abilities changed: [`Current::renew`] makes the next look-up faster.
    pub renew: bool,
}

impl Current {
    /// The best matches at the moment that `db` shows, which is one transaction. `None`: that moment is gone already; ask again.
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
        let changed = held.changed.values().map(|entry| AbilityAvailabilityEntry::clone(entry));
        Ok(Some(Found { matches: best(query, winners.chain(changed)), renew: held.changed.len() > FEW }))
    }

    /// Makes a new index, unless one is being made.
    pub(crate) fn renew(&self, db: &Connection) -> Answer<()> {
        match self.making.try_lock() {
            Ok(_making) => self.put(fresh(db)?),
            Err(_) => return Ok(()),
        };
        Ok(())
    }

    /// What is held, with what changed since. `None`: a new index is needed.
    fn of(&self, db: &Connection, generation: i64) -> Answer<Option<Arc<Held>>> {
        let Some(held) = self.held().clone() else { return Ok(None) };
        if held.generation >= generation {
            return Ok(Some(held));
        }
        let Changes::Of(records) = abilities::changed_since(db, held.generation)? else { return Ok(None) };
        let mut changed = held.changed.clone();
        changed.extend(records.into_iter().map(|record| (record.entry.ability_id.clone(), Arc::new(record.entry))));
        let replaced = changed.keys().filter_map(|id| held.index.find(&id.0)).collect();
        Ok(Some(self.put(Held { index: held.index.clone(), generation, changed, replaced })))
    }

    fn make(&self, db: &Connection) -> Answer<Arc<Held>> {
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        // Somebody else may have made it while this one waited.
        match self.of(db, abilities::generation(db)?)? {
            Some(held) => Ok(held),
            None => Ok(self.put(fresh(db)?)),
        }
    }

    /// A newer one stays.
    fn put(&self, new: Held) -> Arc<Held> {
        let new = Arc::new(new);
        let mut held = self.held();
        // Of two that show the same, the one with the newer index has fewer changes beside it.
        let newer = |old: &Held| (old.generation, new.changed.len()) > (new.generation, old.changed.len());
        if !held.as_deref().is_some_and(newer) {
            *held = Some(new.clone());
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
    abilities::each(db, |record| all.extend(Ingredients::of(&record.entry)))?;
    Ok(Held { index: Arc::new(Index::new(all)?), generation, changed: BTreeMap::new(), replaced: Vec::new() })
}
