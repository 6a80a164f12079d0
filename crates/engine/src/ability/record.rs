//! Abilities that were installed: their availability (§0C.11A), their catalogue, their health.

use crate::ability::lifecycle;
use crate::ability::{availability, health};
use crate::app::categories::Assigned;
use crate::core::notify::ChangeNotice;
use crate::core::transaction::WriteTx;
use crate::projections::Projection;
use crate::{Answer, Engine};
use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilityAvailabilitySnapshot, CheckpointHealth, SkillCatalogEntry};
use apprentice_contracts::checkpoint::Checkpoint;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_store::abilities::{AbilityRecord, QuarantinedBy};
use apprentice_store::{Connection, abilities, checkpoint_receipts, proposals, settings};

const REFRESHED_AT: &str = "abilities_refreshed_at";

impl Engine {
    pub async fn availability(&self) -> Answer<AbilityAvailabilitySnapshot> {
        let home = self.inner.options.home.clone();
        self.inner
            .store
            .read(move |db| {
                let stale = availability::lags(db, &home)?;
                Ok(AbilityAvailabilitySnapshot { stale, ..crate::projections::availability(db)? })
            })
            .await
    }

    pub async fn ability_availability(&self, id: AbilityId) -> Answer<AbilityAvailabilityEntry> {
        let wanted = id.clone();
        let found = self.inner.store.read(move |db| abilities::get(db, &wanted)).await.map_err(crate::stored)?;
        found.map(|record| record.entry).ok_or_else(|| unknown(&id))
    }
}

fn unknown(id: &AbilityId) -> Failure {
    Failure::new(ErrorCode::AbilityNotFound, format!("There is no ability {id}."))
}

/// The ability, or `ABILITY_NOT_FOUND`.
pub(crate) fn find(db: &Connection, id: &AbilityId) -> Answer<AbilityRecord> {
    abilities::get(db, id)?.ok_or_else(|| unknown(id))
}

/// When the abilities last changed; the epoch before the first.
pub(crate) fn refreshed_at(db: &Connection) -> Answer<Time> {
    Ok(settings::get(db, REFRESHED_AT)?.unwrap_or_default())
}

/// Rebuilds the snapshot and the catalogue with this commit (§0C.11B).
pub(crate) fn refresh(tx: &WriteTx<'_>) -> Answer<()> {
    tx.notify(ChangeNotice::Abilities);
    snapshot(tx)?;
    tx.stale(&Projection::Catalog)?;
    tx.stale(&Projection::Bridge)?;
    tx.stale(&Projection::Health)?;
    tx.stale(&Projection::Stats)?;
    tx.stale(&Projection::Runtime)
}

/// Rebuilds the snapshot alone.
pub(crate) fn snapshot(tx: &WriteTx<'_>) -> Answer<()> {
    settings::put(tx.db, REFRESHED_AT, &tx.now)?;
    tx.stale(&Projection::Availability)
}

pub(crate) fn catalog_entry(record: AbilityRecord, assigned: &Assigned) -> SkillCatalogEntry {
    let entry = record.entry;
    SkillCatalogEntry {
        category_ids: assigned.of(&entry),
        tags: if entry.family.is_empty() { Vec::new() } else { vec![entry.family.clone()] },
        ability_id: entry.ability_id,
        title: entry.title,
        family: entry.family,
        source: entry.source,
        install_lane: entry.install_lane,
        enabled: entry.enabled,
        usable_now: entry.usable_now,
        reason_unusable: entry.reason_unusable,
        created_at: record.created_at,
        updated_at: record.updated_at,
        schema_version: SCHEMA_VERSION,
    }
}

/// The checkpoints of what is installed. Abilities that an older version installed have those of their proposal.
pub(crate) fn checkpoints(db: &Connection, record: &AbilityRecord) -> Answer<Vec<Checkpoint>> {
    if !record.standing.checkpoints.is_empty() {
        return Ok(record.standing.checkpoints.clone());
    }
    let proposal = record.proposal_id.map(|id| proposals::get(db, id)).transpose()?.flatten();
    Ok(proposal.map(|record| without_evidence(record.draft.checkpoints)).unwrap_or_default())
}

/// Evidence predicates stay with the proposal.
pub(crate) fn without_evidence(checkpoints: Vec<Checkpoint>) -> Vec<Checkpoint> {
    checkpoints.into_iter().map(|checkpoint| Checkpoint { evidence: None, ..checkpoint }).collect()
}

/// What happened to an ability that its health is to be judged anew for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HealthEvent {
    /// A run of it passed.
    Passed,
    /// A run failed, or an agent reported that a checkpoint did.
    Failed,
    /// An agent reported something else.
    Reported,
    /// An agent reported a failure that did, or nearly did, harm.
    SafetyFailure,
    /// Time went by.
    TimePassed,
}

/// Judges the health of an ability by its receipts, and quarantines it where it must be (§1.1I). Answers it as it is then.
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
        record.entry.checkpoint_health = Some(health::of_ability(newest, from));
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

impl crate::engine::Inner {
    /// Failures that are a week old no longer degrade an ability.
    pub(crate) async fn expire_old_failures(&self) -> Answer<()> {
        let failing = self.store.read(|db| abilities::failing(db)).await.map_err(crate::stored)?;
        if failing.is_empty() {
            return Ok(());
        }
        self.change(move |tx| failing.iter().try_for_each(|id| update_health(tx, id, HealthEvent::TimePassed).map(drop))).await
    }
}
