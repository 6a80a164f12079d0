//! What happens to the health of an ability after a report, a run or a canary (§1.1I).

use crate::Answer;
use crate::ability::record::{checkpoints, refresh};
use crate::ability::{health, lifecycle};
use crate::core::transaction::WriteTx;
use apprentice_contracts::ability::CheckpointHealth;
use apprentice_contracts::ids::AbilityId;
use apprentice_store::abilities::{AbilityRecord, QuarantinedBy};
use apprentice_store::{abilities, checkpoint_receipts};

/// What happened to an ability since its health was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HealthEvent {
    /// A run passed.
    Passed,
    /// A run failed, or an agent reported a failed checkpoint.
    Failed,
    /// An agent reported something else.
    Reported,
    /// An agent reported a failure that caused or nearly caused harm.
    SafetyFailure,
    /// Time passed.
    TimePassed,
}

/// Computes the health of an ability from its receipts and quarantines it if necessary (§1.1I). Returns the updated record.
pub(crate) fn update_health(tx: &WriteTx<'_>, id: &AbilityId, event: HealthEvent) -> Answer<Option<AbilityRecord>> {
    let Some(mut record) = abilities::get(tx.db, id)? else { return Ok(None) };
    let before = record.clone();
    let from = record.standing.counted_from;
    let failed = checkpoint_receipts::failed_runs(tx.db, id, tx.now - health::WINDOW)?;
    let failures = match failed.is_empty() {
        true => health::Failures::default(),
        false => health::failures(&failed, &checkpoints(tx.db, &record)?, from, tx.now),
    };
    if record.standing.quarantine.is_none() {
        let newest = checkpoint_receipts::newest_runs(tx.db, id, health::RUNS, from)?;
        record.entry.checkpoint_health = Some(health::of_ability(newest, &record.standing.checkpoints, from));
    } else {
        record.entry.checkpoint_health = Some(CheckpointHealth::Quarantined);
    }
    if event == HealthEvent::Passed {
        record.entry.last_validated_at = Some(tx.now);
    }
    if matches!(event, HealthEvent::Failed | HealthEvent::SafetyFailure) {
        record.standing.good_canaries = 0;
    }
    record.standing.failing.clone_from(&failures.matching);
    let quarantined_by = match event {
        HealthEvent::SafetyFailure => {
            Some((QuarantinedBy::Safety, "an agent reported a failure that is critical for safety".to_owned()))
        }
        _ if failures.too_many() => Some((QuarantinedBy::Failures, format!("{} runs failed within seven days", failures.runs))),
        _ => None,
    };
    match quarantined_by {
        Some((by, reason)) if record.standing.quarantine.is_none() => {
            lifecycle::quarantine(tx, &mut record, &reason, by)?;
        }
        _ if record != before => {
            record.updated_at = tx.now;
            abilities::put(tx.db, &record)?;
            refresh(tx)?;
        }
        _ => {}
    }
    Ok(Some(record))
}
