//! `/api/capabilities`: the bridge as agents read it, with its last good state when it could not be renewed; health (§1.1D); and what
//! was reported of each capability.

use crate::ledger::Ledger;
use crate::projections::Projection;
use crate::{Answer, Engine, abilities, health, install};
use apprentice_contracts::capability::{
    BridgeCurrent, BridgeState, CapabilityHealthCurrent, CapabilityStats, CapabilityStatsCurrent,
};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::report::DispatchOutcome;
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_store::abilities::AbilityRecord;
use apprentice_store::{Connection, checkpoint_receipts, dispatches, friction, outbox, repairs, settings};
use std::path::Path;

const COUNTED_AT: &str = "capabilities_counted_at";

impl Engine {
    /// What stands in the file. When that lags behind, or the last renewal failed: the last good entries, marked `stale`.
    pub async fn capability_bridge(&self) -> Answer<BridgeCurrent> {
        let home = self.inner.edge.home.clone();
        self.inner
            .store
            .read(move |db| {
                if !is_waiting(db, &[Projection::Bridge])? && !install::is_marked_stale(&home) {
                    return install::bridge(db, abilities::refreshed_at(db)?);
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

    pub async fn capability_health(&self) -> Answer<CapabilityHealthCurrent> {
        self.inner.store.read(|db| health_current(db)).await
    }

    pub async fn capability_stats(&self) -> Answer<CapabilityStatsCurrent> {
        self.inner.store.read(|db| stats_current(db)).await
    }
}

/// Whether the files that agents read lag behind the database.
pub(crate) fn lags(db: &Connection, home: &Path) -> Answer<bool> {
    Ok(is_waiting(db, &[Projection::Availability, Projection::Bridge])? || install::is_marked_stale(home))
}

fn is_waiting(db: &Connection, projections: &[Projection]) -> Answer<bool> {
    let stale = outbox::stale(db)?;
    Ok(projections.iter().any(|projection| stale.iter().any(|stale| stale.projection == projection.path())))
}

/// By capability_id.
fn capabilities(db: &Connection) -> Answer<Vec<AbilityRecord>> {
    let mut records = apprentice_store::abilities::all(db)?;
    records.retain(|record| record.entry.primary_capability_id.is_some());
    records.sort_by(|one, other| one.entry.primary_capability_id.cmp(&other.entry.primary_capability_id));
    Ok(records)
}

pub(crate) fn health_current(db: &Connection) -> Answer<CapabilityHealthCurrent> {
    Ok(CapabilityHealthCurrent {
        capabilities: capabilities(db)?.iter().filter_map(health::of_capability).collect(),
        updated_at: abilities::refreshed_at(db)?,
        schema_version: SCHEMA_VERSION,
    })
}

pub(crate) fn stats_current(db: &Connection) -> Answer<CapabilityStatsCurrent> {
    let capabilities = capabilities(db)?;
    let stats = capabilities.iter().filter_map(|record| {
        let capability = record.entry.primary_capability_id.clone()?;
        Some(stats(db, capability, &record.entry.ability_id))
    });
    Ok(CapabilityStatsCurrent {
        capabilities: stats.collect::<Answer<_>>()?,
        updated_at: settings::get(db, COUNTED_AT)?.unwrap_or_default(),
        schema_version: SCHEMA_VERSION,
    })
}

fn stats(db: &Connection, capability_id: String, ability: &AbilityId) -> Answer<CapabilityStats> {
    let ended = |outcome| dispatches::count_of_ability(db, ability, Some(outcome));
    let counts = checkpoint_receipts::counts(db, ability)?;
    Ok(CapabilityStats {
        capability_id,
        ability_id: ability.clone(),
        dispatches: dispatches::count_of_ability(db, ability, None)?,
        succeeded: ended(DispatchOutcome::Succeeded)?,
        failed: ended(DispatchOutcome::Failed)?,
        abandoned: ended(DispatchOutcome::Abandoned)?,
        checkpoints_reached: counts.reached,
        checkpoints_skipped: counts.skipped,
        checkpoints_failed: counts.failed,
        frictions: friction::count_of_ability(db, ability)?,
        open_repairs: u32::try_from(repairs::open_of_ability(db, ability)?.len()).unwrap_or(u32::MAX),
        last_used_at: dispatches::last_seen(db, ability)?,
        schema_version: SCHEMA_VERSION,
    })
}

/// Something was reported: the statistics are others now.
pub(crate) fn counted(ledger: &Ledger<'_>) -> Answer<()> {
    settings::put(ledger.db, COUNTED_AT, &ledger.now)?;
    ledger.stale(&Projection::Stats)
}
