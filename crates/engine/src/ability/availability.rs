//! `/api/capabilities`: the bridge as agents read it, with its last good state when it could not be renewed; health (§1.1D); and what
//! was reported of each capability.

use crate::ability::{health, lifecycle, record};
use crate::core::notify::ChangeNotice;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::projections::Projection;
use crate::{Answer, Engine, install};
use apprentice_contracts::capability::{
    BridgeCurrent, BridgeState, CapabilityHealthCurrent, CapabilityStats, CapabilityStatsCurrent,
};
use apprentice_contracts::event::kind;
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_store::abilities::AbilityRecord;
use apprentice_store::statistics::{self, AbilityStatistics};
use apprentice_store::{Connection, outbox, settings};
use serde_json::json;
use std::path::Path;

const COUNTED_AT: &str = "capabilities_counted_at";

impl Engine {
    /// What stands in the file. When that lags behind, or the last renewal failed: the last good entries, marked `stale`.
    pub async fn capability_bridge(&self) -> Answer<BridgeCurrent> {
        let home = self.inner.options.home.clone();
        self.inner
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

pub(crate) fn is_waiting(db: &Connection, projections: &[Projection]) -> Answer<bool> {
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
        updated_at: record::refreshed_at(db)?,
        schema_version: SCHEMA_VERSION,
    })
}

pub(crate) fn stats_current(db: &Connection) -> Answer<CapabilityStatsCurrent> {
    let mut told = statistics::of_abilities(db)?;
    let stats = capabilities(db)?.into_iter().filter_map(|record| {
        let entry = record.entry;
        Some(stats(entry.primary_capability_id?, told.remove(&entry.ability_id.0).unwrap_or_default(), entry.ability_id))
    });
    Ok(CapabilityStatsCurrent {
        capabilities: stats.collect(),
        updated_at: settings::get(db, COUNTED_AT)?.unwrap_or_default(),
        schema_version: SCHEMA_VERSION,
    })
}

fn stats(capability_id: String, numbers: AbilityStatistics, ability_id: AbilityId) -> CapabilityStats {
    CapabilityStats {
        capability_id,
        ability_id,
        dispatches: numbers.dispatches,
        succeeded: numbers.succeeded,
        failed: numbers.failed,
        abandoned: numbers.abandoned,
        checkpoints_reached: numbers.checkpoints_reached,
        checkpoints_skipped: numbers.checkpoints_skipped,
        checkpoints_failed: numbers.checkpoints_failed,
        frictions: numbers.frictions,
        open_repairs: numbers.open_repairs,
        last_used_at: numbers.last_used_at,
        schema_version: SCHEMA_VERSION,
    }
}

/// The bridge was renewed and says something else of these capabilities (§0C.12).
pub(crate) fn tell_renewal(tx: &WriteTx<'_>, renewed: &[String]) -> Answer<()> {
    if renewed.is_empty() {
        return Ok(());
    }
    record::snapshot(tx)?;
    let mut records = capabilities(tx.db)?;
    records.retain(|record| record.entry.primary_capability_id.as_ref().is_some_and(|id| renewed.contains(id)));
    let about = match records.as_slice() {
        [one] => lifecycle::receipt_subject(tx.db, one)?,
        _ => ReceiptSubject::default(),
    };
    tx.receipt(about, ReceiptKind::BridgeRebuildCompleted, "The list of abilities was renewed.", None)?;
    for record in records {
        if let Some(session) = lifecycle::session_of(tx.db, &record)? {
            let ability = json!({ "ability_id": record.entry.ability_id });
            tx.event(session.session.learn_session_id, kind::BRIDGE_REBUILD_COMPLETED, ability)?;
        }
    }
    Ok(())
}

/// Something was reported: the statistics are others now.
pub(crate) fn counted(tx: &WriteTx<'_>) -> Answer<()> {
    tx.notify(ChangeNotice::Abilities);
    settings::put(tx.db, COUNTED_AT, &tx.now)?;
    tx.stale(&Projection::Stats)
}
