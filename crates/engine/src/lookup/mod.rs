//! Finds abilities for requests: `apprentice_lookup` decides, and `cache` keeps an index that agrees with the database.

pub(crate) mod cache;
mod near;

use crate::Answer;
use crate::core::{Core, request};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::ability::{AbilityLookupQuery, AbilityLookupResult};
use std::sync::Arc;

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

    pub(crate) async fn lookup(&self, query: AbilityLookupQuery) -> Answer<AbilityLookupResult> {
        if query.room_id.is_some() {
            return Err(request::invalid("room_id", "look-ups belong to no conversation; leave it out"));
        }
        let query = Arc::new(query);
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
        let not_fitting = if query.explain { self.nearest(query, &found.matches).await? } else { Vec::new() };
        let created_at = self.core.now();
        Ok(AbilityLookupResult { matches: found.matches, not_fitting, created_at, schema_version: SCHEMA_VERSION })
    }
}
