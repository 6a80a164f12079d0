//! Reads abilities, their capabilities, and what agents reported of them.

use crate::ability::actions::actions;
use crate::ability::availability::{health_current, stats_current};
use crate::ability::operations::Abilities;
use crate::ability::record;
use crate::core::projects::Projects;
use crate::core::stale::{Projection, is_waiting};
use crate::{Answer, install};
use apprentice_contracts::ability::{
    AbilityAvailabilityResponse, AbilityAvailabilitySnapshot, AbilityExplainMatchRequest, AbilityExplainMatchResponse,
    AbilityLookupQuery,
};
use apprentice_contracts::capability::{BridgeCurrent, BridgeState, CapabilityHealthCurrent, CapabilityStatsCurrent};
use apprentice_contracts::error::Failure;
use apprentice_contracts::friction::{FrictionResponse, RepairsResponse, ReportsQuery};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::proposal::InstallLane;
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_lookup::{Reason, Rejection, rejection, score};
use apprentice_store::{Connection, friction, repairs};
use std::path::Path;

impl Abilities {
    pub(crate) async fn availability(&self) -> Answer<AbilityAvailabilitySnapshot> {
        let home = self.core.options.home.clone();
        self.core
            .store
            .read(move |db| {
                let stale = lags(db, &home)?;
                Ok(AbilityAvailabilitySnapshot { stale, ..record::availability(db)? })
            })
            .await
    }

    pub(crate) async fn ability_availability(&self, id: AbilityId) -> Answer<AbilityAvailabilityResponse> {
        self.core
            .store
            .read(move |db| {
                let record = record::find(db, &id)?;
                let configuration = record::configuration(db, &record.entry)?;
                Ok(AbilityAvailabilityResponse {
                    actions: actions(&record),
                    projects_chosen: record.standing.projects_chosen,
                    ability: record.entry,
                    configuration: configuration.values,
                    configured_by_person: configuration.by_person,
                })
            })
            .await
    }
}

impl Abilities {
    pub(crate) async fn capability_bridge(&self) -> Answer<BridgeCurrent> {
        let home = self.core.options.home.clone();
        self.core
            .store
            .read(move |db| {
                if !is_waiting(db, &[Projection::Bridge])? && !install::is_marked_stale(&home) {
                    return install::bridge(db, record::refreshed_at(db)?);
                }
                let kept = install::last_good_bridge(&home);
                let none = BridgeCurrent {
                    bridge_state: BridgeState::Stale,
                    entries: Vec::new(),
                    rebuilt_at: Time::default(),
                    schema_version: SCHEMA_VERSION,
                };
                Ok(BridgeCurrent { bridge_state: BridgeState::Stale, ..kept.unwrap_or(none) })
            })
            .await
    }

    pub(crate) async fn capability_health(&self) -> Answer<CapabilityHealthCurrent> {
        self.core.store.read(|db| health_current(db)).await
    }

    pub(crate) async fn capability_stats(&self) -> Answer<CapabilityStatsCurrent> {
        self.core.store.read(|db| stats_current(db)).await
    }
}

impl Abilities {
    pub(crate) async fn frictions(&self, query: ReportsQuery) -> Answer<FrictionResponse> {
        let (ability, page) = (query.ability_id.clone(), query.page());
        let look = move |db: &apprentice_store::Transaction<'_>| Ok::<_, Failure>(friction::list(db, ability.as_ref(), page)?);
        let (frictions, total) = self.core.store.read(look).await?;
        let (page, page_size) = (page.page, page.page_size);
        Ok(FrictionResponse { frictions, total, page, page_size, schema_version: SCHEMA_VERSION })
    }

    pub(crate) async fn repairs(&self, query: ReportsQuery) -> Answer<RepairsResponse> {
        let (ability, page) = (query.ability_id.clone(), query.page());
        let look = move |db: &apprentice_store::Transaction<'_>| Ok::<_, Failure>(repairs::list(db, ability.as_ref(), page)?);
        let (repairs, total) = self.core.store.read(look).await?;
        let (page, page_size) = (page.page, page.page_size);
        Ok(RepairsResponse { repairs, total, page, page_size, schema_version: SCHEMA_VERSION })
    }
}

impl Abilities {
    pub(crate) async fn explain_match(&self, request: AbilityExplainMatchRequest) -> Answer<AbilityExplainMatchResponse> {
        let id = request.ability_id.clone();
        let name = request.project_id;
        let projects = self.core.store.read(move |db| Projects::read(db)?.ids("project_id", name.as_deref())).await?;
        let ability = self.ability_availability(id.clone()).await?.ability;
        let query = AbilityLookupQuery {
            user_query: request.user_query.clone(),
            project_id: projects.first().cloned(),
            room_id: None,
            install_lanes_allowed: vec![InstallLane::ApprovedWorkspace, InstallLane::SharedPromoted],
            include_private_owned_by_user: true,
            explain: false,
            schema_version: SCHEMA_VERSION,
        };
        let of = |project: Option<&String>| score(&request.user_query, &ability, project.map(String::as_str));
        let best = projects.iter().map(|project| of(Some(project))).max_by(|a, b| a.score.total_cmp(&b.score));
        let scored = best.unwrap_or_else(|| of(None));
        let against: Vec<Rejection> = rejection(&query, &ability).into_iter().chain(scored.shortfall()).collect();
        Ok(AbilityExplainMatchResponse {
            ability_id: id,
            matched: against.is_empty(),
            score: scored.score,
            match_reasons: if scored.excluded { Vec::new() } else { scored.codes() },
            rejection_reasons: against.iter().map(ToString::to_string).collect(),
            why: if scored.excluded { Vec::new() } else { scored.reasons.iter().filter_map(Reason::sentence).collect() },
            why_not: against.iter().map(|reason| reason.sentence(&ability)).collect(),
        })
    }
}

/// Whether the files that agents read lag behind the database.
pub(crate) fn lags(db: &Connection, home: &Path) -> Answer<bool> {
    Ok(is_waiting(db, &[Projection::Availability, Projection::Bridge])? || install::is_marked_stale(home))
}
