//! Frictions and repair candidates that come from reports. A failure opens a repair; a later revision, or three later runs that
//! reach the checkpoint, resolve it.

use crate::Answer;
use crate::ability::health;
use crate::core::stale::Projection;
use crate::core::transaction::WriteTx;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::checkpoint::{CheckpointStatus, CheckpointVerificationReceipt};
use apprentice_contracts::friction::{FrictionKind, FrictionRecord, RepairRecord, RepairState, RepairedBy};
use apprentice_contracts::ids::AbilityId;
use apprentice_store::{friction, repairs, retention};

/// Number of runs that must reach a checkpoint to resolve its repair.
const REACHED: usize = 3;
/// Number of receipts that a repair lists at most.
const NAMED: usize = 10;

/// Updates frictions and repairs after a checkpoint receipt of an agent.
pub(crate) fn apply_receipt(tx: &WriteTx<'_>, receipt: &CheckpointVerificationReceipt, safety_critical: bool) -> Answer<()> {
    match receipt.status {
        CheckpointStatus::Skipped => skipped(tx, receipt),
        CheckpointStatus::Failed => failed(tx, receipt, safety_critical),
        CheckpointStatus::Reached => reached(tx, receipt),
    }
}

pub(crate) fn add(tx: &WriteTx<'_>, record: &FrictionRecord) -> Answer<()> {
    friction::add(tx.db, record)?;
    match retention::trim_frictions(tx.db, record.ability_id.as_ref())? {
        true => tx.rewrite(&Projection::Friction),
        false => tx.stale(&Projection::Friction),
    }
}

fn skipped(tx: &WriteTx<'_>, receipt: &CheckpointVerificationReceipt) -> Answer<()> {
    let record = FrictionRecord {
        friction_id: tx.id(),
        kind: FrictionKind::CheckpointSkipped,
        ability_id: receipt.ability_id.clone(),
        learn_session_id: receipt.learn_session_id,
        dispatch_id: receipt.dispatch_id.clone(),
        checkpoint_id: Some(receipt.checkpoint_id.clone()),
        receipt_id: Some(receipt.receipt_id),
        summary: receipt.reason.clone().unwrap_or_default(),
        agent: receipt.agent.clone(),
        created_at: tx.now,
        schema_version: SCHEMA_VERSION,
    };
    add(tx, &record)
}

fn failed(tx: &WriteTx<'_>, receipt: &CheckpointVerificationReceipt, safety_critical: bool) -> Answer<()> {
    let mut repair = match open(tx, receipt)? {
        Some(repair) => repair,
        None => RepairRecord {
            repair_id: tx.id(),
            state: RepairState::Open,
            ability_id: receipt.ability_id.clone(),
            learn_session_id: if receipt.ability_id.is_some() { None } else { receipt.learn_session_id },
            checkpoint_id: receipt.checkpoint_id.clone(),
            failures: 0,
            safety_critical: false,
            reason: String::new(),
            evidence: String::new(),
            receipt_ids: Vec::new(),
            reached_since: Vec::new(),
            first_failed_at: tx.now,
            last_failed_at: tx.now,
            resolved_at: None,
            resolved_by: None,
            schema_version: SCHEMA_VERSION,
        },
    };
    repair.failures += 1;
    repair.safety_critical |= safety_critical;
    repair.reason = receipt.reason.clone().unwrap_or_default();
    repair.evidence.clone_from(&receipt.evidence);
    repair.receipt_ids.push(receipt.receipt_id);
    let excess = repair.receipt_ids.len().saturating_sub(NAMED);
    repair.receipt_ids.drain(..excess);
    repair.reached_since.clear();
    repair.last_failed_at = tx.now;
    put(tx, &repair)
}

fn reached(tx: &WriteTx<'_>, receipt: &CheckpointVerificationReceipt) -> Answer<()> {
    let Some(mut repair) = open(tx, receipt)? else { return Ok(()) };
    // A report without a run counts as a run of its own.
    let run = health::run_of(receipt).unwrap_or_else(|| receipt.receipt_id.to_string());
    if repair.reached_since.contains(&run) {
        return Ok(());
    }
    repair.reached_since.push(run);
    if repair.reached_since.len() >= REACHED {
        resolve(tx, &mut repair, RepairedBy::Reached);
    }
    put(tx, &repair)?;
    Ok(retention::trim_resolved_repairs(tx.db, &owner(receipt).unwrap_or_default())?)
}

/// Resolves open repairs after a later revision was installed.
pub(crate) fn revised(tx: &WriteTx<'_>, ability: &AbilityId) -> Answer<()> {
    for mut repair in repairs::open_of_ability(tx.db, ability)? {
        resolve(tx, &mut repair, RepairedBy::NewRevision);
        put(tx, &repair)?;
    }
    Ok(())
}

fn open(tx: &WriteTx<'_>, receipt: &CheckpointVerificationReceipt) -> Answer<Option<RepairRecord>> {
    let Some(owner) = owner(receipt) else { return Ok(None) };
    Ok(repairs::open(tx.db, &owner, &receipt.checkpoint_id)?)
}

/// The ability, or the session if no ability was installed yet.
fn owner(receipt: &CheckpointVerificationReceipt) -> Option<String> {
    receipt.ability_id.as_ref().map(ToString::to_string).or_else(|| receipt.learn_session_id.map(|id| id.to_string()))
}

fn resolve(tx: &WriteTx<'_>, repair: &mut RepairRecord, by: RepairedBy) {
    repair.state = RepairState::Resolved;
    repair.resolved_at = Some(tx.now);
    repair.resolved_by = Some(by);
}

fn put(tx: &WriteTx<'_>, repair: &RepairRecord) -> Answer<()> {
    repairs::put(tx.db, repair)?;
    tx.stale(&Projection::Repairs)
}
