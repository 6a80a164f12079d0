//! Abilities that were installed: their availability (§0C.11A), their catalogue, their health.

use crate::ledger::Ledger;
use crate::projections::Projection;
use crate::{Answer, Engine};
use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilityAvailabilitySnapshot, CheckpointHealth, SkillCatalogEntry};
use apprentice_contracts::checkpoint::{CheckpointStatus, CheckpointVerificationReceipt, ReceiptSource};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{AbilityId, ValidationRunId};
use apprentice_contracts::validation::OverallResult;
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_store::abilities::AbilityRecord;
use apprentice_store::{Connection, abilities, checkpoint_receipts, settings};
use std::collections::HashMap;

const REFRESHED_AT: &str = "abilities_refreshed_at";
/// Runs that count for the health of checkpoints (decisions "Later use").
const RUNS: usize = 20;

impl Engine {
    pub async fn availability(&self) -> Answer<AbilityAvailabilitySnapshot> {
        self.inner.store.read(crate::projections::availability).await
    }

    pub async fn ability_availability(&self, id: AbilityId) -> Answer<AbilityAvailabilityEntry> {
        let wanted = id.clone();
        let found = self.inner.store.read(move |db| abilities::get(db, &wanted)).await.map_err(crate::stored)?;
        found
            .map(|record| record.entry)
            .ok_or_else(|| Failure::new(ErrorCode::AbilityNotFound, format!("There is no ability {id}.")))
    }
}

/// When the abilities last changed; the epoch before the first.
pub(crate) fn refreshed_at(db: &Connection) -> Answer<Time> {
    Ok(settings::get(db, REFRESHED_AT)?.unwrap_or_default())
}

/// Rebuilds the snapshot and the catalogue with this commit (§0C.11B).
pub(crate) fn refresh(ledger: &Ledger<'_>) -> Answer<()> {
    settings::put(ledger.db, REFRESHED_AT, &ledger.now)?;
    ledger.stale(&Projection::Availability)?;
    ledger.stale(&Projection::Catalog)?;
    ledger.stale(&Projection::Bridge)?;
    ledger.stale(&Projection::Runtime)
}

pub(crate) fn catalog_entry(record: AbilityRecord) -> SkillCatalogEntry {
    let entry = record.entry;
    SkillCatalogEntry {
        tags: if entry.family.is_empty() { Vec::new() } else { vec![entry.family.clone()] },
        ability_id: entry.ability_id,
        title: entry.title,
        family: entry.family,
        source: entry.source,
        install_lane: entry.install_lane,
        enabled: entry.enabled,
        usable_now: entry.usable_now,
        reason_unusable: entry.reason_unusable,
        category_ids: Vec::new(),
        created_at: record.created_at,
        updated_at: record.updated_at,
        schema_version: SCHEMA_VERSION,
    }
}

/// After a run of an installed ability: how often its checkpoints were reached of late. Only a run that passed validates it.
pub(crate) fn judge_health(ledger: &Ledger<'_>, id: &AbilityId, result: OverallResult) -> Answer<()> {
    let Some(mut record) = abilities::get(ledger.db, id)? else { return Ok(()) };
    if record.entry.checkpoint_health == Some(CheckpointHealth::Quarantined) {
        return Ok(());
    }
    record.entry.checkpoint_health = Some(health(&checkpoint_receipts::of_ability(ledger.db, id)?));
    if result == OverallResult::Passed {
        record.entry.last_validated_at = Some(ledger.now);
    }
    record.updated_at = ledger.now;
    abilities::put(ledger.db, &record)?;
    refresh(ledger)
}

/// `no_data` under 3 runs; else by the share of reached checkpoints over the last 20 runs. The last word on a checkpoint in a
/// run counts, and the observer's before an agent's.
fn health(receipts: &[CheckpointVerificationReceipt]) -> CheckpointHealth {
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut words: HashMap<(usize, &str), (ReceiptSource, CheckpointStatus)> = HashMap::new();
    for receipt in receipts {
        let Some(run) = run_of(receipt) else { continue };
        let next = numbers.len();
        let run = *numbers.entry(run).or_insert(next);
        let word = words.entry((run, &receipt.checkpoint_id)).or_insert((receipt.source, receipt.status));
        if word.0 != ReceiptSource::Observer || receipt.source == ReceiptSource::Observer {
            *word = (receipt.source, receipt.status);
        }
    }
    if numbers.len() < 3 {
        return CheckpointHealth::NoData;
    }
    let first = numbers.len().saturating_sub(RUNS);
    let counted: Vec<_> = words.iter().filter(|((run, _), _)| *run >= first).map(|(_, (_, status))| *status).collect();
    let reached = counted.iter().filter(|status| **status == CheckpointStatus::Reached).count();
    match reached as f64 / counted.len() as f64 {
        share if share >= 0.9 => CheckpointHealth::Strong,
        share if share >= 0.6 => CheckpointHealth::Moderate,
        _ => CheckpointHealth::Weak,
    }
}

fn run_of(receipt: &CheckpointVerificationReceipt) -> Option<String> {
    receipt.validation_run_id.as_ref().map(ValidationRunId::to_string).or_else(|| receipt.dispatch_id.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_contracts::ids::ReceiptId;
    use uuid::Uuid;

    fn receipt(run: u128, checkpoint: &str, status: CheckpointStatus, source: ReceiptSource) -> CheckpointVerificationReceipt {
        CheckpointVerificationReceipt {
            receipt_id: ReceiptId(Uuid::nil()),
            checkpoint_id: checkpoint.into(),
            ability_id: None,
            learn_session_id: None,
            validation_run_id: Some(ValidationRunId(Uuid::from_u128(run))),
            dispatch_id: None,
            status,
            evidence: "seen".into(),
            reason: None,
            source,
            agent: None,
            created_at: Time::default(),
            schema_version: 1,
        }
    }

    fn runs(reached: u128, failed: u128) -> Vec<CheckpointVerificationReceipt> {
        let good = (0..reached).map(|n| receipt(n, "cp-01", CheckpointStatus::Reached, ReceiptSource::Observer));
        let bad = (0..failed).map(|n| receipt(1_000_000 + n, "cp-01", CheckpointStatus::Failed, ReceiptSource::Observer));
        bad.chain(good).collect()
    }

    #[test]
    fn health_is_the_share_of_reached_checkpoints_over_the_last_twenty_runs() {
        use CheckpointHealth as H;
        for (reached, failed, expected) in [
            (0, 0, H::NoData),
            (2, 0, H::NoData),
            (3, 0, H::Strong),
            (9, 1, H::Strong),
            (8, 2, H::Moderate),
            (6, 4, H::Moderate),
            (5, 5, H::Weak),
            (20, 30, H::Strong),
        ] {
            assert_eq!(health(&runs(reached, failed)), expected, "{reached} reached, {failed} failed");
        }
    }

    #[test]
    fn a_long_history_is_judged_at_once() {
        let begun = std::time::Instant::now();
        assert_eq!(health(&runs(60_000, 60_000)), CheckpointHealth::Strong);
        let took = begun.elapsed();
        assert!(took < std::time::Duration::from_secs(10), "{took:?}: it grows with the square of the runs");
    }

    #[test]
    fn what_the_observer_saw_outweighs_what_was_said() {
        let mut all = runs(0, 3);
        for n in 1_000_000..1_000_003 {
            all.push(receipt(n, "cp-01", CheckpointStatus::Reached, ReceiptSource::Agent));
        }
        assert_eq!(health(&all), CheckpointHealth::Weak);
    }
}
