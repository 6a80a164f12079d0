//! Nightly work (§0C.16D): growing tables are compacted, old receipts archived, and unhealthy abilities are probed. It runs once after three o'clock
//! (UTC), or when the program runs next.

use crate::Answer;
use crate::ability::health;
use crate::core::blocking::blocking;
use crate::core::receipt_archive;
use crate::core::stale::Projection;
use crate::schedule::Scheduler;
use apprentice_contracts::Time;
use apprentice_contracts::capability::CapabilityHealthStatus;
use apprentice_store::abilities::AbilityRecord;
use apprentice_store::{abilities, compaction, settings};
use chrono::{Duration, Timelike};

const DONE_AT: &str = "nightly_done_at";
/// Hour of the day, in UTC.
const HOUR: u32 = 3;
/// Number of checkpoint receipts of each ability that are always kept, besides those that its health is computed from.
const CHECKPOINT_RECEIPTS: u32 = 100;
/// Younger checkpoint receipts are kept, because health is computed from them.
const JUDGED: Duration = Duration::days(7);
const RECEIPTS: Duration = Duration::days(365);

impl Scheduler {
    /// Runs the work of the last night, if it did not run yet. The caller holds the gate.
    pub(crate) async fn nightly(&self) -> Answer<()> {
        let (now, night) = (self.core.now(), previous_night(self.core.now()));
        let done: Option<Time> = self.core.store.read(|db| settings::get(db, DONE_AT)).await.map_err(crate::stored)?;
        if done.is_some_and(|done| done >= night) {
            return Ok(());
        }
        self.archive_receipts(now - RECEIPTS).await?;
        self.core
            .change(move |tx| {
                if compaction::checkpoint_receipts(tx.db, CHECKPOINT_RECEIPTS, health::RUNS, now - JUDGED)? > 0 {
                    tx.rewrite(&Projection::CheckpointReceipts)?;
                }
                // What agents read is at least as recent as this night (§0C.11B). Before the first installation there is nothing
                // to read.
                if abilities::generation(tx.db)? > 0 {
                    crate::ability::record::snapshot(tx)?;
                }
                // Marked as done even if a canary fails later: the next night probes again.
                Ok(settings::put(tx.db, DONE_AT, &now)?)
            })
            .await?;
        self.probe_unhealthy().await
    }

    /// Moves old receipts from the database to the archive. Only what is durable there is deleted here.
    async fn archive_receipts(&self, before: Time) -> Answer<()> {
        let due = self.core.store.read(move |db| compaction::due_receipts(db, before)).await.map_err(crate::stored)?;
        if due.is_empty() {
            return Ok(());
        }
        let ids: Vec<_> = due.iter().map(|receipt| receipt.receipt_id).collect();
        let home = self.core.options.home.clone();
        blocking("archiving receipts", move || receipt_archive::append(&home, &due))
            .await?
            .map_err(|error| crate::internal("archiving receipts", &error))?;
        self.core
            .change(move |tx| {
                compaction::delete_receipts(tx.db, &ids)?;
                tx.rewrite(&Projection::Receipts)?;
                tx.stale(&Projection::ReceiptCounts)?;
                tx.stale(&Projection::Runtime)
            })
            .await
    }

    /// Probes every ability that failures degraded or quarantined. A probe that fails to run does not stop the others.
    async fn probe_unhealthy(&self) -> Answer<()> {
        let records = self.core.store.read(|db| abilities::all(db)).await.map_err(crate::stored)?;
        for record in records.into_iter().filter(is_unhealthy) {
            let id = record.entry.ability_id;
            if let Err(failure) = self.abilities.canary(id.clone()).await {
                tracing::warn!(%failure, %id, "the canary of this night was not run");
            }
        }
        Ok(())
    }
}

fn is_unhealthy(record: &AbilityRecord) -> bool {
    let taught_here = record.proposal_id.is_some();
    taught_here && matches!(health::status(record), CapabilityHealthStatus::Degraded | CapabilityHealthStatus::Quarantined)
}

/// The most recent three o'clock.
fn previous_night(now: Time) -> Time {
    let midnight = now - Duration::seconds(i64::from(now.num_seconds_from_midnight()));
    let night = midnight + Duration::hours(i64::from(HOUR));
    if night > now { night - Duration::days(1) } else { night }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_night_begins_at_three() {
        let at = |text: &str| text.parse::<Time>().unwrap();
        for (now, night) in [
            ("2027-01-02T02:59:59Z", "2027-01-01T03:00:00Z"),
            ("2027-01-02T03:00:00Z", "2027-01-02T03:00:00Z"),
            ("2027-01-02T23:00:00Z", "2027-01-02T03:00:00Z"),
        ] {
            assert_eq!(previous_night(at(now)), at(night), "{now}");
        }
    }
}
