//! What happens to the health of an ability after a report, a run or a canary (§1.1I).

use crate::Answer;
use crate::ability::record::{checkpoints, refresh};
use crate::ability::{health, lifecycle};
use crate::core::transaction::WriteTx;
use apprentice_contracts::Time;
use apprentice_contracts::ability::CheckpointHealth;
use apprentice_contracts::checkpoint::{CheckpointStatus, CheckpointVerificationReceipt};
use apprentice_contracts::ids::AbilityId;
use apprentice_store::abilities::{AbilityRecord, QuarantinedBy, ReportedHarm};
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
    if event == HealthEvent::Failed {
        record.standing.good_canaries = 0;
    }
    record.standing.failing.clone_from(&failures.matching);
    if failures.too_many() && record.standing.quarantine.is_none() {
        let reason = format!("{} runs failed within seven days", failures.runs);
        lifecycle::quarantine(tx, &mut record, &reason, QuarantinedBy::Failures)?;
    } else if record != before {
        record.updated_at = tx.now;
        abilities::put(tx.db, &record)?;
        refresh(tx)?;
    }
    Ok(Some(record))
}

/// Records that an agent reported a failure as harmful. It suspends the ability at once, and the person is asked: they quarantine it or keep
/// it. No canary and no rehearsal ends that. If the observer saw the checkpoint fail too, or another agent reports harm later, the ability is
/// quarantined.
pub(crate) fn report_harm(tx: &WriteTx<'_>, id: &AbilityId, receipt: &CheckpointVerificationReceipt) -> Answer<()> {
    let Some(mut record) = abilities::get(tx.db, id)? else { return Ok(()) };
    if record.standing.quarantine.is_some() {
        return Ok(());
    }
    record.standing.good_canaries = 0;
    let since = tx.now - health::WINDOW;
    let seen = checkpoint_receipts::observed(tx.db, id, &receipt.checkpoint_id, CheckpointStatus::Failed, since)?;
    let before = record.standing.reported_harm.clone();
    // A report without a dispatch counts for nobody's use of the ability.
    let again = receipt.dispatch_id.is_some()
        && before.as_ref().is_some_and(|before| before.agent != receipt.agent && tx.now - before.at >= health::APART);
    if seen || again {
        let reason = "a failure was reported as critical for safety, and confirmed";
        return lifecycle::quarantine(tx, &mut record, reason, QuarantinedBy::Safety).map(drop);
    }
    if before.is_some() {
        return Ok(());
    }
    record.standing.reported_harm = Some(ReportedHarm {
        checkpoint_id: receipt.checkpoint_id.clone(),
        reason: receipt.reason.clone().unwrap_or_default(),
        agent: receipt.agent.clone(),
        at: tx.now,
    });
    let summary = format!(
        "An agent reported that {} did or nearly did harm. It is suspended: quarantine it, or keep it.",
        record.entry.title
    );
    lifecycle::save(tx, &mut record, Some(&summary))
}

/// Ends a quarantine of failures after a rehearsal that passed, in which the observer saw each checkpoint reached that had failed. A quarantine
/// for harm, one of a person, and a suspension stay.
pub(crate) fn lift_after_rehearsal(tx: &WriteTx<'_>, record: &mut AbilityRecord) -> Answer<()> {
    let failures = record.standing.quarantine.as_ref().filter(|quarantine| quarantine.by == QuarantinedBy::Failures);
    let Some(since) = failures.map(|quarantine| quarantine.since) else { return Ok(()) };
    if !are_failures_gone(tx, record, since)? {
        return Ok(());
    }
    let summary = format!("{} passed a rehearsal and is out of quarantine.", record.entry.title);
    lifecycle::release(tx, record, &summary)
}

/// Whether the observer saw each checkpoint reached since the quarantine that failed in the week before it.
pub(crate) fn are_failures_gone(tx: &WriteTx<'_>, record: &AbilityRecord, since: Time) -> Answer<bool> {
    let id = &record.entry.ability_id;
    let failed = checkpoint_receipts::failed_runs(tx.db, id, since - health::WINDOW)?;
    let mut any = false;
    for receipt in failed.iter().filter(|receipt| receipt.status == CheckpointStatus::Failed) {
        any = true;
        if !checkpoint_receipts::observed(tx.db, id, &receipt.checkpoint_id, CheckpointStatus::Reached, since)? {
            return Ok(false);
        }
    }
    // Without a trace of the failures nothing shows that they are gone.
    Ok(any)
}
