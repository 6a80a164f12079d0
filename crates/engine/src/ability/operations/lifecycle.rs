//! Decisions about an installed ability (§0C.16 "Ability lifecycle routes"): activate, deactivate, quarantine, release, share.

use crate::ability::lifecycle::{keep, promote, quarantine, quarantined, release, save, stored_reason};
use crate::ability::operations::Abilities;
use crate::ability::record::{find, receipt_subject};
use crate::core::idempotency::IdempotencyKey;
use crate::core::transaction::WriteTx;
use crate::proposal::gates;
use crate::{Answer, install};
use apprentice_contracts::ability::{
    AbilityActivationResponse, AbilityPlacement, AbilityPromotionResponse, AbilityQuarantineResponse, QuarantineRequest,
};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::proposal::InstallLane;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_store::abilities::{AbilityRecord, QuarantinedBy};
use apprentice_store::sagas;

impl Abilities {
    pub(crate) async fn activate_ability(&self, id: AbilityId) -> Answer<AbilityActivationResponse> {
        self.enable(id, true).await
    }

    pub(crate) async fn deactivate_ability(&self, id: AbilityId) -> Answer<AbilityActivationResponse> {
        self.enable(id, false).await
    }

    async fn enable(&self, id: AbilityId, enabled: bool) -> Answer<AbilityActivationResponse> {
        let _gate = self.core.gate.lock().await;
        let decided = id.clone();
        self.core
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
        let places = self.place_and_report(&decided).await?;
        Ok(AbilityActivationResponse { ability_id: decided, enabled, places })
    }

    pub(crate) async fn quarantine_ability(
        &self,
        id: AbilityId,
        request: QuarantineRequest,
    ) -> Answer<AbilityQuarantineResponse> {
        let _gate = self.core.gate.lock().await;
        let key = IdempotencyKey::new("quarantine_ability", &id, request.client_request_id.as_ref(), &request)?;
        if let Some(answer) = self.core.replay::<AbilityQuarantineResponse>(&key).await? {
            return Ok(AbilityQuarantineResponse { places: self.place_and_report(&id).await?, ..answer });
        }
        let decided = id.clone();
        let answer = self
            .core
            .change(move |tx| {
                let mut record = find(tx.db, &id)?;
                let reason = match record.standing.quarantine.clone() {
                    Some(before) if before.by == QuarantinedBy::Person => before.reason,
                    Some(_) => escalate_to_person(tx, &mut record, &request.reason)?,
                    None => quarantine(tx, &mut record, &request.reason, QuarantinedBy::Person)?,
                };
                let answer =
                    AbilityQuarantineResponse { ability_id: id, quarantined: true, reason: Some(reason), places: Vec::new() };
                key.store_response(tx, &answer)?;
                Ok(answer)
            })
            .await?;
        Ok(AbilityQuarantineResponse { places: self.place_and_report(&decided).await?, ..answer })
    }

    pub(crate) async fn unquarantine_ability(&self, id: AbilityId) -> Answer<AbilityQuarantineResponse> {
        let _gate = self.core.gate.lock().await;
        let decided = id.clone();
        self.core
            .change(move |tx| {
                let mut record = find(tx.db, &id)?;
                let summary = format!("{} was taken out of quarantine.", record.entry.title);
                keep(tx, &mut record)?;
                release(tx, &mut record, &summary)
            })
            .await?;
        let places = self.place_and_report(&decided).await?;
        Ok(AbilityQuarantineResponse { ability_id: decided, quarantined: false, reason: None, places })
    }

    pub(crate) async fn promote_ability(&self, id: AbilityId) -> Answer<AbilityPromotionResponse> {
        let _gate = self.core.gate.lock().await;
        self.core
            .commit(move |tx| {
                // What is shared is asked as an installation for the workspace is.
                let gate = match sagas::last_done(tx.db, &id)? {
                    Some(saga) => gates::consult(tx.db, InstallLane::SharedPromoted, &gates::of_installation(&saga))?,
                    None => None,
                };
                promote(tx, &id)?;
                Ok(AbilityPromotionResponse { ability_id: id, install_lane: InstallLane::SharedPromoted, gate })
            })
            .await
    }
}

impl Abilities {
    /// Updates agents' folders after a decision and returns where the ability is installed. A folder that could not be written is
    /// marked and tried again. The caller holds the gate.
    async fn place_and_report(&self, id: &AbilityId) -> Answer<Vec<AbilityPlacement>> {
        if let Err(failure) = self.installs.place_abilities().await {
            tracing::warn!(%failure, "an agent's folder waits for the upkeep");
        }
        self.core.deliver_projections().await;
        let id = id.clone();
        self.core.store.read(move |db| install::ability_places(db, &find(db, &id)?)).await
    }
}

/// Turns a quarantine of the program into one of a person: canaries no longer end it.
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
