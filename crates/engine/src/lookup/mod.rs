//! Finds abilities for requests: `apprentice_lookup` decides, and `cache` keeps an index that agrees with the database.

pub(crate) mod cache;
mod near;

use crate::Answer;
use crate::core::projects::Projects;
use crate::core::{Core, request};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::ability::{AbilityLookupQuery, AbilityLookupResult, AbilityMatch};
use apprentice_contracts::ids::AbilityId;
use apprentice_lookup::ranked;
use std::collections::BTreeMap;
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
        let queries = self.for_projects(query).await?;
        let mut matches = Vec::new();
        for query in &queries {
            matches.extend(self.found(query.clone()).await?);
        }
        let matches = each_once(matches);
        let is_explained = queries.iter().any(|query| query.explain);
        let not_fitting = if is_explained { self.nearest(queries, &matches).await? } else { Vec::new() };
        let created_at = self.core.now();
        Ok(AbilityLookupResult { matches, not_fitting, created_at, schema_version: SCHEMA_VERSION })
    }

    /// The query for each project that it is for. A name of several projects finds what fits in any of them.
    async fn for_projects(&self, query: AbilityLookupQuery) -> Answer<Vec<Arc<AbilityLookupQuery>>> {
        let Some(name) = query.project_id.clone() else { return Ok(vec![Arc::new(query)]) };
        let ids = self.core.store.read(move |db| Projects::read(db)?.ids("project_id", Some(&name))).await?;
        let with = |project_id| Arc::new(AbilityLookupQuery { project_id, ..query.clone() });
        Ok(if ids.is_empty() { vec![with(None)] } else { ids.into_iter().map(Some).map(with).collect() })
    }

    /// The best matches for one project, or for none.
    async fn found(&self, query: Arc<AbilityLookupQuery>) -> Answer<Vec<AbilityMatch>> {
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
        Ok(found.matches)
    }
}

/// Each ability once, with its best score.
fn each_once(matches: Vec<AbilityMatch>) -> Vec<AbilityMatch> {
    let mut best: BTreeMap<AbilityId, AbilityMatch> = BTreeMap::new();
    for found in matches {
        if best.get(&found.ability_id).is_none_or(|known| known.score < found.score) {
            best.insert(found.ability_id.clone(), found);
        }
    }
    ranked(best.into_values().collect())
}
