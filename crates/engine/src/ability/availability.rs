//! The capability bridge, the health of capabilities (§1.1D), and counts of what agents reported, as files and responses show
//! them.

use crate::Answer;
use crate::ability::record::{receipt_subject, session_of_ability};
use crate::ability::{health, record};
use crate::core::notify::ChangeNotice;
use crate::core::stale::Projection;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::capability::{CapabilityHealthCurrent, CapabilityStats, CapabilityStatsCurrent};
use apprentice_contracts::event::{BridgeRebuildCompleted, Event};
use apprentice_contracts::ids::{AbilityId, CapabilityId};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_store::abilities::AbilityRecord;
use apprentice_store::statistics::{self, AbilityStatistics};
use apprentice_store::{Connection, settings};

const COUNTED_AT: &str = "capabilities_counted_at";

/// Sorted by `capability_id`.
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
    let mut numbers_by_ability = statistics::of_abilities(db)?;
    let stats = capabilities(db)?.into_iter().filter_map(|record| {
        let entry = record.entry;
        Some(stats(
            entry.primary_capability_id?,
            numbers_by_ability.remove(&entry.ability_id.0).unwrap_or_default(),
            entry.ability_id,
        ))
    });
    Ok(CapabilityStatsCurrent {
        capabilities: stats.collect(),
        updated_at: settings::get(db, COUNTED_AT)?.unwrap_or_default(),
        schema_version: SCHEMA_VERSION,
    })
}

fn stats(capability_id: CapabilityId, numbers: AbilityStatistics, ability_id: AbilityId) -> CapabilityStats {
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

/// Stores a receipt and events for capabilities whose entries in the bridge changed (§0C.12).
pub(crate) fn store_renewal(tx: &WriteTx<'_>, renewed: &[CapabilityId]) -> Answer<()> {
    if renewed.is_empty() {
        return Ok(());
    }
    record::snapshot(tx)?;
    let mut records = capabilities(tx.db)?;
    records.retain(|record| record.entry.primary_capability_id.as_ref().is_some_and(|id| renewed.contains(id)));
    let about = match records.as_slice() {
        [one] => receipt_subject(tx.db, one)?,
        _ => ReceiptSubject::default(),
    };
    tx.receipt(about, ReceiptKind::BridgeRebuildCompleted, "The list of abilities was renewed.", None)?;
    for record in records {
        if let Some(session) = session_of_ability(tx.db, &record)? {
            let rebuilt = BridgeRebuildCompleted { ability_id: record.entry.ability_id, saga_id: None, slug: None };
            tx.event(session.session.learn_session_id, &Event::BridgeRebuildCompleted(rebuilt))?;
        }
    }
    Ok(())
}

/// Marks the statistics as stale after a report.
pub(crate) fn mark_statistics_changed(tx: &WriteTx<'_>) -> Answer<()> {
    tx.notify(ChangeNotice::Abilities);
    settings::put(tx.db, COUNTED_AT, &tx.now)?;
    tx.stale(&Projection::Stats)
}
