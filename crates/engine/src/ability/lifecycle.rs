//! What is decided about an installed ability (§0C.16 "Ability lifecycle routes"): switched on and off, quarantined and taken out of
//! it, shared. Each change renews availability, catalogue and bridge in its own transaction (§0C.11B); asking for what is already so
//! changes nothing and answers the same. What is off is taken out of agents' folders, and put back when it is on again (`install::presence`).
//!
//! Refusals are `INSTALL_LANE_DENIED` (§0C.16B "policy prevents this install lane"): a quarantined ability can neither be activated nor
//! shared, and only what is installed privately or for the workspace can be shared.

use crate::ability::health;
use crate::ability::record::{find, refresh};
use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::core::{idempotency, request};
use crate::engine::Inner;
use crate::projections::Projection;
use crate::session::transitions::move_to;
use crate::{Answer, Engine, install};
use apprentice_contracts::ability::{
    AbilityActivationResponse, AbilityPlacement, AbilityPromotionResponse, AbilityQuarantineResponse, CheckpointHealth,
    QuarantineRequest,
};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::kind;
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::proposal::{InstallLane, ProposalState};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_observe::redact::mask_text;
use apprentice_store::abilities::{self, AbilityRecord, Quarantine, QuarantinedBy};
use apprentice_store::proposals::{self, ProposalRecord};
use apprentice_store::sessions::{self, SessionRecord};
use apprentice_store::{Connection, checkpoint_receipts};
use serde_json::json;

impl Engine {
    /// Routes to it again. `INSTALL_LANE_DENIED` while it is quarantined.
    pub async fn activate_ability(&self, id: AbilityId) -> Answer<AbilityActivationResponse> {
        self.enable(id, true).await
    }

    /// Routes to it no more, and takes it out of agents' folders.
    pub async fn deactivate_ability(&self, id: AbilityId) -> Answer<AbilityActivationResponse> {
        self.enable(id, false).await
    }

    async fn enable(&self, id: AbilityId, enabled: bool) -> Answer<AbilityActivationResponse> {
        let _gate = self.inner.gate.lock().await;
        let decided = id.clone();
        self.inner
            .change(move |tx| {
                let mut record = find(tx.db, &id)?;
                if enabled && record.standing.quarantine.is_some() {
                    return Err(quarantined(&record, "activated"));
                }
                if record.entry.enabled != enabled {
                    record.entry.enabled = enabled;
                    let (kind, done) = match enabled {
                        true => (ReceiptKind::AbilityActivated, "activated"),
                        false => (ReceiptKind::AbilityDeactivated, "deactivated"),
                    };
                    let summary = format!("{} was {done}.", record.entry.title);
                    tx.receipt(receipt_subject(tx.db, &record)?, kind, &summary, None)?;
                    save(tx, &mut record, None)?;
                }
                Ok(())
            })
            .await?;
        let places = self.inner.place_and_report(&decided).await?;
        Ok(AbilityActivationResponse { ability_id: decided, enabled, places })
    }

    /// Takes it out of use, out of every lookup and out of agents' folders. Its session, where it is settled, becomes `quarantined`.
    pub async fn quarantine_ability(&self, id: AbilityId, request: QuarantineRequest) -> Answer<AbilityQuarantineResponse> {
        let request = request::valid(request)?;
        let _gate = self.inner.gate.lock().await;
        let repeatable = idempotency::request("quarantine_ability", &id, request.client_request_id.as_deref(), &request)?;
        if let Some(answer) = self.inner.answered::<AbilityQuarantineResponse>(repeatable.as_ref()).await? {
            return Ok(AbilityQuarantineResponse { places: self.inner.place_and_report(&id).await?, ..answer });
        }
        let decided = id.clone();
        let answer = self
            .inner
            .change(move |tx| {
                let mut record = find(tx.db, &id)?;
                let reason = match record.standing.quarantine.clone() {
                    Some(before) if before.by == QuarantinedBy::Person => before.reason,
                    Some(_) => escalate_to_person(tx, &mut record, &request.reason)?,
                    None => quarantine(tx, &mut record, &request.reason, QuarantinedBy::Person)?,
                };
                let answer =
                    AbilityQuarantineResponse { ability_id: id, quarantined: true, reason: Some(reason), places: Vec::new() };
                idempotency::remember(tx, repeatable.as_ref(), &answer)?;
                Ok(answer)
            })
            .await?;
        Ok(AbilityQuarantineResponse { places: self.inner.place_and_report(&decided).await?, ..answer })
    }

    /// Gives it back the lane of before, and to agents. Its session stays as the state table has it: it is revised or cancelled.
    pub async fn unquarantine_ability(&self, id: AbilityId) -> Answer<AbilityQuarantineResponse> {
        let _gate = self.inner.gate.lock().await;
        let decided = id.clone();
        self.inner
            .change(move |tx| {
                let mut record = find(tx.db, &id)?;
                let summary = format!("{} was taken out of quarantine.", record.entry.title);
                release(tx, &mut record, &summary)
            })
            .await?;
        let places = self.inner.place_and_report(&decided).await?;
        Ok(AbilityQuarantineResponse { ability_id: decided, quarantined: false, reason: None, places })
    }

    /// From `approved_workspace` or `experimental_private` to `shared_promoted`.
    pub async fn promote_ability(&self, id: AbilityId) -> Answer<AbilityPromotionResponse> {
        let _gate = self.inner.gate.lock().await;
        self.inner
            .commit(move |tx| {
                promote(tx, &id)?;
                Ok(AbilityPromotionResponse { ability_id: id, install_lane: InstallLane::SharedPromoted })
            })
            .await
    }
}

impl Inner {
    /// Brings the folders in line with what was decided, and answers where the ability belongs and stands. What could not be written is
    /// told there, and tried again. The caller holds the gate.
    async fn place_and_report(&self, id: &AbilityId) -> Answer<Vec<AbilityPlacement>> {
        if let Err(failure) = self.place_abilities().await {
            tracing::warn!(%failure, "an agent's folder waits for the upkeep");
        }
        self.settle().await;
        let id = id.clone();
        self.store.read(move |db| install::ability_places(db, &find(db, &id)?)).await
    }
}

/// Quarantines an ability that is not; answers the reason as it is kept.
pub(crate) fn quarantine(tx: &WriteTx<'_>, record: &mut AbilityRecord, reason: &str, by: QuarantinedBy) -> Answer<String> {
    let reason = stored_reason(reason);
    let lane_before = std::mem::replace(&mut record.entry.install_lane, InstallLane::Quarantined);
    record.standing.quarantine = Some(Quarantine { reason: reason.clone(), by, lane_before, since: tx.now });
    record.standing.good_canaries = 0;
    record.entry.checkpoint_health = Some(CheckpointHealth::Quarantined);
    if let Some(mut session) = session_of(tx.db, record)?
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
    event(tx, record, kind::ABILITY_QUARANTINED, json!({ "ability_id": record.entry.ability_id, "reason": reason }))?;
    save(tx, record, None)?;
    Ok(reason)
}

/// A person's word stands in the place of the program's: canaries lift the quarantine no more.
fn escalate_to_person(tx: &WriteTx<'_>, record: &mut AbilityRecord, reason: &str) -> Answer<String> {
    let reason = stored_reason(reason);
    if let Some(quarantine) = &mut record.standing.quarantine {
        quarantine.reason.clone_from(&reason);
        quarantine.by = QuarantinedBy::Person;
    }
    let summary = format!("{} stays in quarantine until a person takes it out.", record.entry.title);
    tx.receipt(receipt_subject(tx.db, record)?, ReceiptKind::AbilityQuarantined, &summary, Some(&reason))?;
    save(tx, record, None)?;
    Ok(reason)
}

/// A reason as it is stored.
fn stored_reason(reason: &str) -> String {
    mask_text(reason.trim()).0.chars().take(240).collect()
}

/// Ends a quarantine, where there is one. Failures of before count no more.
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

/// What failed until now counts no more.
pub(crate) fn reset_failures(tx: &WriteTx<'_>, record: &mut AbilityRecord) -> Answer<()> {
    record.standing.counted_from = Some(tx.now);
    record.standing.failing.clear();
    record.standing.good_canaries = 0;
    record.standing.canary_failed = false;
    let receipts = checkpoint_receipts::of_ability(tx.db, &record.entry.ability_id)?;
    record.entry.checkpoint_health = Some(health::of_ability(receipts, record.standing.counted_from));
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
    // Whoever shares what was installed privately approves of it.
    let approves = match session_of(tx.db, &record)? {
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

fn quarantined(record: &AbilityRecord, done: &str) -> Failure {
    let reason = record.standing.quarantine.as_ref().map(|quarantine| quarantine.reason.as_str()).unwrap_or_default();
    let message = format!("It is quarantined ({reason}) and cannot be {done}. Take it out of quarantine first.");
    Failure::new(ErrorCode::InstallLaneDenied, message).with_details(
        json!({ "ability_id": record.entry.ability_id, "install_lane": record.entry.install_lane, "reason": reason }),
    )
}

/// Stores an ability that changed, renews what shows it, and tells its session. `summary` is that of its receipt.
fn save(tx: &WriteTx<'_>, record: &mut AbilityRecord, summary: Option<&str>) -> Answer<()> {
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
    let payload = json!({ "ability_id": entry.ability_id, "usable_now": entry.usable_now, "install_lane": entry.install_lane });
    if entry.usable_now && !was_usable {
        event(tx, record, kind::ABILITY_ROUTE_ENABLED, payload.clone())?;
    }
    event(tx, record, kind::ABILITY_SNAPSHOT_UPDATED, payload)?;
    refresh(tx)
}

/// The session that taught it; `None`: it was deleted, or there never was one.
pub(crate) fn session_of(db: &Connection, record: &AbilityRecord) -> Answer<Option<SessionRecord>> {
    let proposal = record.proposal_id.map(|id| proposals::get(db, id)).transpose()?.flatten();
    let session = proposal.and_then(|record| record.proposal.learn_session_id);
    Ok(session.map(|id| sessions::get(db, id)).transpose()?.flatten())
}

pub(crate) fn receipt_subject(db: &Connection, record: &AbilityRecord) -> Answer<ReceiptSubject> {
    let session = session_of(db, record)?.map(|record| record.session.learn_session_id);
    Ok(ReceiptSubject { session, proposal: record.proposal_id, ability: Some(record.entry.ability_id.clone()), import: None })
}

pub(crate) fn event(tx: &WriteTx<'_>, record: &AbilityRecord, kind: &str, payload: serde_json::Value) -> Answer<()> {
    let Some(session) = session_of(tx.db, record)? else { return Ok(()) };
    tx.event(session.session.learn_session_id, kind, payload).map(drop)
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
