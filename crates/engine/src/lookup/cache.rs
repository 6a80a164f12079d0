//! Keeps an index that agrees with what a transaction sees. The database counts changes of abilities. Abilities that changed
//! since the index was built are few; they are scored one by one beside it.

use crate::{Answer, internal};
use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilityLookupQuery, AbilityMatch};
use apprentice_contracts::ids::AbilityId;
use apprentice_lookup::{Index, Ingredients, best};
use apprentice_store::abilities::Changes;
use apprentice_store::{Connection, abilities};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// When more abilities changed, a new index is built.
const MAX_CHANGED: usize = 64;

#[derive(Default)]
pub(crate) struct IndexCache {
    snapshot: Mutex<Option<Arc<Snapshot>>>,
    /// Locked while an index is built, so that it is built once.
    building: Mutex<()>,
}

/// All abilities at one generation.
struct Snapshot {
    index: Arc<Index>,
    /// The generation of the index.
    indexed: i64,
    /// The generation that this shows.
    generation: i64,
    /// Abilities that changed after the index was built, with the generation at which they were read.
    changed: BTreeMap<AbilityId, (i64, Arc<AbilityAvailabilityEntry>)>,
    /// Positions in the index of abilities in `changed`.
    replaced: Vec<u32>,
}

impl Snapshot {
    fn new(
        index: Arc<Index>,
        indexed: i64,
        generation: i64,
        changed: BTreeMap<AbilityId, (i64, Arc<AbilityAvailabilityEntry>)>,
    ) -> Self {
        let replaced = changed.keys().filter_map(|id| index.find(&id.0)).collect();
        Self { index, indexed, generation, changed, replaced }
    }

    /// The same generation with the newer index of `other`.
    fn with_index_of(&self, other: &Self) -> Self {
        let mut changed = self.changed.clone();
        changed.retain(|_, (read, _)| *read > other.indexed);
        Self::new(other.index.clone(), other.indexed, self.generation, changed)
    }
}

/// The result of a lookup.
pub(crate) struct LookupOutcome {
    pub matches: Vec<AbilityMatch>,
    /// Many abilities changed: [`IndexCache::renew`] makes the next lookup faster.
    pub renew: bool,
}

impl IndexCache {
    /// The best matches at the generation of `db`, which is one transaction. `None`: the kept state is newer; try again.
    pub(crate) fn best(&self, db: &Connection, query: &AbilityLookupQuery) -> Answer<Option<LookupOutcome>> {
        let generation = abilities::generation(db)?;
        let snapshot = match self.of(db, generation)? {
            Some(snapshot) => snapshot,
            None => self.make(db)?,
        };
        if snapshot.generation != generation {
            return Ok(None);
        }
        let winners = snapshot.index.best(query, &snapshot.replaced).into_iter().map(|id| AbilityId(id.to_owned()));
        let records = winners.map(|id| abilities::get(db, &id)).collect::<Result<Vec<_>, _>>()?;
        let winners = records.into_iter().flatten().map(|record| record.entry);
        let changed = snapshot.changed.values().map(|(_, entry)| AbilityAvailabilityEntry::clone(entry));
        Ok(Some(LookupOutcome { matches: best(query, winners.chain(changed)), renew: snapshot.changed.len() > MAX_CHANGED }))
    }

    /// Builds a new index, unless one is being built.
    pub(crate) fn renew(&self, db: &Connection) -> Answer<()> {
        match self.building.try_lock() {
            Ok(_making) => self.put(build(db)?),
            Err(_) => return Ok(()),
        };
        Ok(())
    }

    /// The kept state, with the abilities that changed since. `None`: a new index is needed.
    fn of(&self, db: &Connection, generation: i64) -> Answer<Option<Arc<Snapshot>>> {
        let Some(snapshot) = self.snapshot().clone() else { return Ok(None) };
        if snapshot.generation >= generation {
            return Ok(Some(snapshot));
        }
        let Changes::Upserted(records) = abilities::changed_since(db, snapshot.generation)? else { return Ok(None) };
        let mut changed = snapshot.changed.clone();
        changed.extend(records.into_iter().map(|record| (record.entry.ability_id.clone(), (generation, Arc::new(record.entry)))));
        Ok(Some(self.put(Snapshot::new(snapshot.index.clone(), snapshot.indexed, generation, changed))))
    }

    fn make(&self, db: &Connection) -> Answer<Arc<Snapshot>> {
        let _making = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        // Another caller may have built it meanwhile.
        match self.of(db, abilities::generation(db)?)? {
            Some(snapshot) => Ok(snapshot),
            None => Ok(self.put(build(db)?)),
        }
    }

    /// Keeps the later generation and the newer index of the two: lookups continue while an index is built.
    fn put(&self, new: Snapshot) -> Arc<Snapshot> {
        let new = Arc::new(new);
        let mut snapshot = self.snapshot();
        let kept = match snapshot.as_deref() {
            Some(old) if old.generation > new.generation => {
                (new.indexed > old.indexed).then(|| Arc::new(old.with_index_of(&new)))
            }
            Some(old) if old.indexed > new.indexed => Some(Arc::new(new.with_index_of(old))),
            _ => Some(new.clone()),
        };
        if kept.is_some() {
            *snapshot = kept;
        }
        new
    }

    fn snapshot(&self) -> MutexGuard<'_, Option<Arc<Snapshot>>> {
        self.snapshot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn build(db: &Connection) -> Answer<Snapshot> {
    let generation = abilities::generation(db)?;
    let mut all = Vec::new();
    abilities::for_each(db, |record| all.extend(Ingredients::of(&record.entry)))?;
    let index = Index::new(all).map_err(|error| internal("indexing abilities", &error))?;
    Ok(Snapshot::new(Arc::new(index), generation, generation, BTreeMap::new()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn ability(id: &str) -> AbilityAvailabilityEntry {
        let fields = json!({
            "ability_id": id, "title": "Add a customer", "family": "", "source": "learned", "install_lane": "approved_workspace",
            "enabled": true, "usable_now": true, "trigger_phrases": [], "negative_triggers": [], "aliases": [], "project_scopes": [],
            "preferred_control_surfaces": [], "support_pack_refs": [], "schema_version": 1,
        });
        serde_json::from_value(fields).unwrap()
    }

    fn snapshot(indexed: i64, generation: i64, changed: &[(&str, i64)]) -> Snapshot {
        let changed = changed.iter().map(|(id, read)| (AbilityId((*id).to_owned()), (*read, Arc::new(ability(id)))));
        Snapshot::new(Arc::new(Index::new(Vec::new()).unwrap()), indexed, generation, changed.collect())
    }

    fn shown(current: &IndexCache) -> (i64, i64, Vec<String>) {
        let snapshot = current.snapshot().clone().unwrap();
        (snapshot.indexed, snapshot.generation, snapshot.changed.keys().map(|id| id.0.clone()).collect())
    }

    #[test]
    fn a_new_index_is_kept_though_abilities_changed_while_it_was_made() {
        let current = IndexCache::default();
        current.put(snapshot(1, 7, &[("a", 5), ("b", 7)]));
        current.put(snapshot(6, 6, &[]));
        assert_eq!(shown(&current), (6, 7, vec!["b".to_owned()]));
        current.put(snapshot(1, 9, &[("a", 5), ("b", 7), ("c", 9)]));
        assert_eq!(shown(&current), (6, 9, vec!["b".to_owned(), "c".to_owned()]), "the old index does not come back");
        current.put(snapshot(1, 2, &[("a", 2)]));
        assert_eq!(shown(&current).1, 9, "a later moment stays");
    }
}
