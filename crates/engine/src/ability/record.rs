//! The record of an installed ability: how operations read it, and what a change marks as stale (§0C.11A).

use crate::Answer;
use crate::app::categories::Assigned;
use crate::core::configured::Configured;
use crate::core::digest::sha256;
use crate::core::notify::ChangeNotice;
use crate::core::stale::Projection;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilityAvailabilitySnapshot, SkillCatalogEntry};
use apprentice_contracts::checkpoint::Checkpoint;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::Event;
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_store::abilities::AbilityRecord;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{Connection, Transaction, abilities, intents, proposals, sessions, settings};

const REFRESHED_AT: &str = "abilities_refreshed_at";

pub(crate) fn unknown(id: &AbilityId) -> Failure {
    Failure::new(ErrorCode::AbilityNotFound, format!("There is no ability {id}."))
}

/// Reads an ability. Errors: `ABILITY_NOT_FOUND`.
pub(crate) fn find(db: &Connection, id: &AbilityId) -> Answer<AbilityRecord> {
    abilities::get(db, id)?.ok_or_else(|| unknown(id))
}

/// When the abilities changed last; the epoch when none was ever installed.
pub(crate) fn refreshed_at(db: &Connection) -> Answer<Time> {
    Ok(settings::get(db, REFRESHED_AT)?.unwrap_or_default())
}

/// Marks everything that shows abilities as stale (§0C.11B).
pub(crate) fn refresh(tx: &WriteTx<'_>) -> Answer<()> {
    tx.notify(ChangeNotice::Abilities);
    snapshot(tx)?;
    tx.stale(&Projection::Catalog)?;
    tx.stale(&Projection::Bridge)?;
    tx.stale(&Projection::Health)?;
    tx.stale(&Projection::Stats)?;
    tx.stale(&Projection::Runtime)
}

/// Marks the availability snapshot as stale.
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

/// The values that were configured for the skill of an ability (§0C.9C).
pub(crate) fn configuration(db: &Connection, entry: &AbilityAvailabilityEntry) -> Answer<Configured> {
    let Some(capability) = &entry.primary_capability_id else { return Ok(Configured::default()) };
    Ok(intents::config(db, capability)?.map(Configured::of).unwrap_or_default())
}

/// The checkpoints of the installed version. Abilities that an older version of the program installed use those of their
/// proposal.
pub(crate) fn checkpoints(db: &Connection, record: &AbilityRecord) -> Answer<Vec<Checkpoint>> {
    if !record.standing.checkpoints.is_empty() {
        return Ok(record.standing.checkpoints.clone());
    }
    let proposal = record.proposal_id.map(|id| proposals::get(db, id)).transpose()?.flatten();
    Ok(proposal.map(|record| without_evidence(record.draft.checkpoints)).unwrap_or_default())
}

/// Removes the evidence predicates, which stay with the proposal.
pub(crate) fn without_evidence(checkpoints: Vec<Checkpoint>) -> Vec<Checkpoint> {
    checkpoints.into_iter().map(|checkpoint| Checkpoint { evidence: None, ..checkpoint }).collect()
}

/// The content of `abilities/availability_current.json` and of `GET /api/abilities/availability`.
pub(crate) fn availability(db: &Transaction<'_>) -> Answer<AbilityAvailabilitySnapshot> {
    let records = apprentice_store::abilities::all(db)?;
    Ok(AbilityAvailabilitySnapshot {
        abilities: records.into_iter().map(|record| record.entry).collect(),
        snapshot_as_of: refreshed_at(db)?,
        stale: false,
        schema_version: SCHEMA_VERSION,
    })
}

/// The session that taught the ability. `None` when it was deleted or never existed.
pub(crate) fn session_of_ability(db: &Connection, record: &AbilityRecord) -> Answer<Option<SessionRecord>> {
    let proposal = record.proposal_id.map(|id| proposals::get(db, id)).transpose()?.flatten();
    let session = proposal.and_then(|record| record.proposal.learn_session_id);
    Ok(session.map(|id| sessions::get(db, id)).transpose()?.flatten())
}

pub(crate) fn receipt_subject(db: &Connection, record: &AbilityRecord) -> Answer<ReceiptSubject> {
    let session = session_of_ability(db, record)?.map(|record| record.session.learn_session_id);
    Ok(ReceiptSubject { session, proposal: record.proposal_id, ability: Some(record.entry.ability_id.clone()), import: None })
}

pub(crate) fn session_event(tx: &WriteTx<'_>, record: &AbilityRecord, event: &Event) -> Answer<()> {
    let Some(session) = session_of_ability(tx.db, record)? else { return Ok(()) };
    tx.event(session.session.learn_session_id, event).map(drop)
}

/// The SHA-256 of the checkpoints of an installed version.
pub(crate) fn checkpoints_digest(checkpoints: &[Checkpoint]) -> Answer<String> {
    let text = serde_json::to_vec(checkpoints).map_err(|error| crate::internal("comparing checkpoints", &error))?;
    Ok(sha256(text))
}
