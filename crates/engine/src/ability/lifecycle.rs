//! Rules about an installed ability: quarantine, release, promotion. Every change updates availability, catalogue and bridge in
//! its own transaction (§0C.11B).
//!
//! Refusals are `INSTALL_LANE_DENIED` (§0C.16B): a quarantined ability can neither be activated nor shared, and only an ability
//! that is installed privately or for the workspace can be shared.

use crate::Answer;
use crate::ability::health;
use crate::ability::record::{find, receipt_subject, refresh, session_event, session_of_ability};
use crate::core::stale::Projection;
use crate::core::transaction::WriteTx;
use crate::session::transitions::move_to;
use apprentice_contracts::ability::CheckpointHealth;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::{AbilityQuarantined, AbilityUpdated, Event};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::proposal::{InstallLane, ProposalState};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_observe::redact::mask_text;
use apprentice_store::abilities::{AbilityRecord, Quarantine, QuarantinedBy};
use apprentice_store::proposals::ProposalRecord;
use apprentice_store::{abilities, checkpoint_receipts, proposals};
use serde_json::json;

/// Quarantines an ability that is not quarantined yet. Returns the stored reason.
pub(crate) fn quarantine(tx: &WriteTx<'_>, record: &mut AbilityRecord, reason: &str, by: QuarantinedBy) -> Answer<String> {
    let reason = stored_reason(reason);
    let lane_before = std::mem::replace(&mut record.entry.install_lane, InstallLane::Quarantined);
    record.standing.quarantine = Some(Quarantine { reason: reason.clone(), by, lane_before, since: tx.now });
    record.standing.good_canaries = 0;
    record.standing.reported_harm = None;
    record.entry.checkpoint_health = Some(CheckpointHealth::Quarantined);
    if let Some(mut session) = session_of_ability(tx.db, record)?
        && matches!(session.session.state, State::InstalledPrivate | State::Approved)
    {
        move_to(tx, &mut session, State::Quarantined)?;
        tx.session(&mut session)?;
        change_proposal(tx, record, |proposal| proposal.proposal.proposal_state = ProposalState::Quarantined)?;
    }
    change_proposal(tx, record, |proposal| {
        if proposal.proposal.install_lane == lane_before {
            proposal.proposal.install_lane = InstallLane::Quarantined;
        }
    })?;
    let summary = format!("{} was quarantined.", record.entry.title);
    tx.receipt(receipt_subject(tx.db, record)?, ReceiptKind::AbilityQuarantined, &summary, Some(&reason))?;
    let quarantined = AbilityQuarantined { ability_id: record.entry.ability_id.clone(), reason: reason.clone() };
    session_event(tx, record, &Event::AbilityQuarantined(quarantined))?;
    save(tx, record, None)?;
    Ok(reason)
}

/// The reason as it is stored: redacted and shortened.
pub(crate) fn stored_reason(reason: &str) -> String {
    mask_text(reason.trim()).0.chars().take(240).collect()
}

/// Ends a quarantine, if there is one, and resets the failures.
pub(crate) fn release(tx: &WriteTx<'_>, record: &mut AbilityRecord, summary: &str) -> Answer<()> {
    let Some(quarantine) = record.standing.quarantine.take() else { return Ok(()) };
    reset_failures(tx, record)?;
    record.entry.install_lane = quarantine.lane_before;
    change_proposal(tx, record, |proposal| {
        if proposal.proposal.install_lane == InstallLane::Quarantined {
            proposal.proposal.install_lane = quarantine.lane_before;
        }
    })?;
    save(tx, record, Some(summary))
}

/// A person keeps an ability that an agent reported as harmful. It can be used again.
pub(crate) fn keep(tx: &WriteTx<'_>, record: &mut AbilityRecord) -> Answer<()> {
    if record.standing.reported_harm.take().is_none() {
        return Ok(());
    }
    let summary = format!("A person keeps {} although an agent reported harm.", record.entry.title);
    save(tx, record, Some(&summary))
}

/// Resets the failures: earlier ones no longer count.
pub(crate) fn reset_failures(tx: &WriteTx<'_>, record: &mut AbilityRecord) -> Answer<()> {
    record.standing.counted_from = Some(tx.now);
    record.standing.failing.clear();
    record.standing.good_canaries = 0;
    record.standing.canary_failed = false;
    let receipts = checkpoint_receipts::of_ability(tx.db, &record.entry.ability_id)?;
    record.entry.checkpoint_health =
        Some(health::of_ability(receipts, &record.standing.checkpoints, record.standing.counted_from));
    Ok(())
}

pub(crate) fn promote(tx: &WriteTx<'_>, id: &AbilityId) -> Answer<()> {
    let mut record = find(tx.db, id)?;
    match record.entry.install_lane {
        InstallLane::SharedPromoted => return Ok(()),
        InstallLane::ApprovedWorkspace | InstallLane::ExperimentalPrivate => {}
        InstallLane::Quarantined => return Err(quarantined(&record, "shared")),
        InstallLane::Pending => {
            let message = format!("{} is not installed yet. Install it, then share it.", record.entry.title);
            return Err(Failure::new(ErrorCode::InstallLaneDenied, message));
        }
    }
    record.entry.install_lane = InstallLane::SharedPromoted;
    // Sharing a privately installed ability approves it.
    let approves = match session_of_ability(tx.db, &record)? {
        Some(mut session) if session.session.state == State::InstalledPrivate => {
            move_to(tx, &mut session, State::Approved)?;
            tx.session(&mut session)?;
            true
        }
        _ => false,
    };
    change_proposal(tx, &record, |proposal| {
        if approves {
            proposal.proposal.proposal_state = ProposalState::Approved;
        }
        if matches!(proposal.proposal.proposal_state, ProposalState::Approved) {
            proposal.proposal.install_lane = InstallLane::SharedPromoted;
        }
    })?;
    let summary = format!("{} is shared beyond this workspace now.", record.entry.title);
    save(tx, &mut record, Some(&summary))
}

pub(crate) fn quarantined(record: &AbilityRecord, done: &str) -> Failure {
    let reason = record.standing.quarantine.as_ref().map(|quarantine| quarantine.reason.as_str()).unwrap_or_default();
    let message = format!("It is quarantined ({reason}) and cannot be {done}. Take it out of quarantine first.");
    Failure::new(ErrorCode::InstallLaneDenied, message).with_details(
        json!({ "ability_id": record.entry.ability_id, "install_lane": record.entry.install_lane, "reason": reason }),
    )
}

/// Stores a changed ability, marks what shows it as stale, and adds an event to its session. `summary` is the text of its
/// receipt.
pub(crate) fn save(tx: &WriteTx<'_>, record: &mut AbilityRecord, summary: Option<&str>) -> Answer<()> {
    let was_usable = record.entry.usable_now;
    health::update_usability(record);
    record.updated_at = tx.now;
    abilities::put(tx.db, record)?;
    let entry = &record.entry;
    let summary = match (summary, &entry.reason_unusable) {
        (Some(summary), _) => summary.to_owned(),
        (None, None) => format!("{} can be used now.", entry.title),
        (None, Some(reason)) => format!("{} cannot be used. {reason}", entry.title),
    };
    let about = receipt_subject(tx.db, record)?;
    tx.receipt(about, ReceiptKind::AbilityAvailabilityUpdated, &summary, None)?;
    let updated = AbilityUpdated {
        ability_id: Some(entry.ability_id.clone()),
        usable_now: Some(entry.usable_now),
        install_lane: Some(entry.install_lane),
        ..AbilityUpdated::default()
    };
    if entry.usable_now && !was_usable {
        session_event(tx, record, &Event::AbilityRouteEnabled(updated.clone()))?;
    }
    session_event(tx, record, &Event::AbilitySnapshotUpdated(updated))?;
    refresh(tx)
}

fn change_proposal(tx: &WriteTx<'_>, record: &AbilityRecord, change: impl FnOnce(&mut ProposalRecord)) -> Answer<()> {
    let Some(id) = record.proposal_id else { return Ok(()) };
    let Some(mut proposal) = proposals::get(tx.db, id)? else { return Ok(()) };
    let before = proposal.clone();
    change(&mut proposal);
    if proposal != before {
        proposal.proposal.updated_at = tx.now;
        proposals::put(tx.db, &proposal)?;
        tx.stale(&Projection::DraftManifest(id))?;
    }
    Ok(())
}
