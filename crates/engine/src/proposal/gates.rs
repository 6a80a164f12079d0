//! What is kept of gates (whether a skill helps an agent), and what lanes make of it. The tries themselves are `agent_runs::gate`.

use crate::Answer;
use crate::app::settings::KEY;
use apprentice_contracts::app::Settings;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::gate::{Gate, GateNotice, GateOutcome, GateSetting, GateSummary, GateVerdict};
use apprentice_contracts::ids::{GateId, ProposalId};
use apprentice_contracts::proposal::InstallLane;
use apprentice_skills::install::put::{Files, fingerprint};
use apprentice_store::sagas::Saga;
use apprentice_store::{Connection, settings};
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Under which the list of gates is stored, oldest first.
const LIST: &str = "gates";
/// How long a gate that is cancelled may take to be gone.
const ENDING: Duration = Duration::from_secs(90);

fn key(id: GateId) -> String {
    format!("gate:{id}")
}

/// What identifies a draft: the one file that an agent gets of it.
pub(crate) fn of_draft(skill_md: &str) -> String {
    fingerprint(&Files([("SKILL.md".to_owned(), skill_md.as_bytes().to_vec())].into()))
}

/// What identifies the files of an installation.
pub(crate) fn of_installation(saga: &Saga) -> String {
    if saga.import_id.is_some() {
        // Of all its files.
        return saga.fingerprint.clone();
    }
    // Apprentice writes these files for each installation. They differ between lanes although the draft is the same.
    let is_made = |path: &str| path.starts_with("capabilities/") || ["tests/evals.json", "tests/triggers.json"].contains(&path);
    let files = saga.bundle.iter().filter(|(path, _)| !is_made(path));
    fingerprint(&Files(files.map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect()))
}

/// All gates, oldest first.
pub(crate) fn all(db: &Connection) -> Answer<Vec<GateSummary>> {
    Ok(settings::get(db, LIST)?.unwrap_or_default())
}

/// A gate as it was stored last.
pub(crate) fn get(db: &Connection, id: GateId) -> Answer<Option<Gate>> {
    Ok(settings::get(db, &key(id))?)
}

/// Stores a gate that begins.
pub(crate) fn add(db: &Connection, gate: &Gate) -> Answer<()> {
    let mut list = all(db)?;
    list.push(gate.summary.clone());
    settings::put(db, LIST, &list)?;
    Ok(settings::put(db, &key(gate.summary.gate_id), gate)?)
}

/// Stores the present state of a gate. No-op for one that was deleted meanwhile.
pub(crate) fn update(db: &Connection, gate: &Gate) -> Answer<()> {
    let mut list = all(db)?;
    let Some(known) = list.iter_mut().find(|known| known.gate_id == gate.summary.gate_id) else { return Ok(()) };
    *known = gate.summary.clone();
    settings::put(db, LIST, &list)?;
    Ok(settings::put(db, &key(gate.summary.gate_id), gate)?)
}

/// Deletes the gates of a proposal.
pub(crate) fn forget(db: &Connection, proposal: ProposalId) -> Answer<()> {
    let mut list = all(db)?;
    for gone in list.extract_if(.., |known| known.proposal_id == Some(proposal)) {
        settings::delete(db, &key(gone.gate_id))?;
    }
    Ok(settings::put(db, LIST, &list)?)
}

/// What the setting says of an installation of these files for the workspace. `None`: nothing, because it is off, or because the last gate of
/// exactly these files that was not ended early found that they help.
pub(crate) fn notice(db: &Connection, fingerprint: &str) -> Answer<Option<GateNotice>> {
    let settings: Settings = settings::get(db, KEY)?.unwrap_or_default();
    let setting = settings.gate;
    if setting == GateSetting::Off {
        return Ok(None);
    }
    let last = all(db)?.into_iter().rfind(|gate| {
        gate.skill_sha256 == fingerprint && matches!(gate.outcome, Some(GateOutcome::Completed | GateOutcome::BudgetUsed))
    });
    let found = match last {
        Some(gate) if gate.verdict == Some(GateVerdict::Helps) => return Ok(None),
        Some(gate) => format!("The last gate of this version did not find that it helps: {}", gate.message.unwrap_or_default()),
        None => "No gate has tried whether this version helps your agent.".to_owned(),
    };
    let message = format!("{found} Try it with “Does it help my agent?” (apprentice agents gate).");
    Ok(Some(GateNotice { setting, message }))
}

/// The notice for an installation into this lane. Errors: `INSTALL_LANE_DENIED` if the setting requires a gate and none has found that the
/// skill helps.
pub(crate) fn consult(db: &Connection, lane: InstallLane, fingerprint: &str) -> Answer<Option<GateNotice>> {
    // What is installed for oneself is how a skill is tried.
    if !matches!(lane, InstallLane::ApprovedWorkspace | InstallLane::SharedPromoted) {
        return Ok(None);
    }
    match notice(db, fingerprint)? {
        Some(notice) if notice.setting == GateSetting::Require => {
            let message = format!(
                "The setting “gate” requires that a gate found that the skill helps before it is installed for the workspace. {}",
                notice.message
            );
            Err(Failure::new(ErrorCode::InstallLaneDenied, message).with_details(json!({ "setting": "gate" })))
        }
        told => Ok(told),
    }
}

/// The gate that goes on; at most one. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct GateSlot(Arc<Mutex<Option<Arc<OngoingGate>>>>);

/// A gate that goes on.
pub(crate) struct OngoingGate {
    pub id: GateId,
    pub proposal: Option<ProposalId>,
    /// Ends the try that runs.
    pub cancel: CancellationToken,
    /// Cancelled when nothing of the gate runs any more and its end is stored.
    pub done: CancellationToken,
    by_somebody: CancellationToken,
}

impl OngoingGate {
    /// `cancel`: ends it when the engine closes.
    pub(crate) fn new(id: GateId, proposal: Option<ProposalId>, cancel: CancellationToken) -> Self {
        Self { id, proposal, cancel, done: CancellationToken::new(), by_somebody: CancellationToken::new() }
    }

    /// Whether somebody cancelled it, rather than the engine that closes.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.by_somebody.is_cancelled()
    }
}

impl GateSlot {
    fn going(&self) -> Option<Arc<OngoingGate>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.going().is_some()
    }

    pub(crate) fn set(&self, going: Option<Arc<OngoingGate>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = going;
    }

    /// Cancels the gate, and waits until nothing of it is left. No-op where it does not go on.
    pub(crate) async fn cancel(&self, id: GateId) -> Answer<()> {
        let Some(going) = self.going().filter(|going| going.id == id) else { return Ok(()) };
        going.by_somebody.cancel();
        going.cancel.cancel();
        match tokio::time::timeout(ENDING, going.done.cancelled()).await {
            Ok(()) => Ok(()),
            Err(_) => Err(crate::internal("cancelling a gate", &"the agent does not end")),
        }
    }

    /// Cancels the gate of a proposal that is deleted. It ends in the background.
    pub(crate) fn cancel_of(&self, proposal: ProposalId) {
        if let Some(going) = self.going().filter(|going| going.proposal == Some(proposal)) {
            going.by_somebody.cancel();
            going.cancel.cancel();
        }
    }

    /// Ends any gate, because the engine closes or its data is deleted. It ends in the background.
    pub(crate) fn interrupt(&self) {
        if let Some(going) = self.going() {
            going.cancel.cancel();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_contracts::Time;
    use apprentice_contracts::agent_run::{IsolationKind, IsolationReport};
    use apprentice_contracts::gate::GateArms;
    use apprentice_contracts::ids::TestPolicyId;
    use apprentice_store::Store;
    use uuid::Uuid;

    fn gate(number: u128, text: &str, verdict: Option<GateVerdict>) -> Gate {
        Gate {
            summary: GateSummary {
                gate_id: GateId(Uuid::from_u128(number)),
                title: "Copy".into(),
                ability_id: None,
                proposal_id: Some(ProposalId(Uuid::from_u128(number % 2))),
                skill_sha256: text.into(),
                agent_label: "Gemini CLI".into(),
                verdict,
                outcome: verdict.map(|_| GateOutcome::Completed),
                message: verdict.map(|_| "Words.".into()),
                started_at: Time::default(),
                ended_at: None,
            },
            agent_id: "gemini".into(),
            agent_version: None,
            goal: "Copy".into(),
            inputs: Default::default(),
            policy: crate::validation::policy::safe_default(TestPolicyId(Uuid::nil())),
            isolation: IsolationReport { kind: IsolationKind::None, holds: Vec::new(), open: Vec::new() },
            tries_per_arm: 5,
            minutes: 10,
            max_minutes: None,
            max_cost: None,
            seed: 1,
            order: Vec::new(),
            tries: Vec::new(),
            arms: GateArms::default(),
            against_none: None,
            against_trace: None,
            notes: Vec::new(),
            schema_version: 1,
        }
    }

    async fn in_a_database<T: Send + 'static>(look: impl FnOnce(&Connection) -> T + Send + 'static) -> T {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("db")).unwrap();
        store.write(move |tx| Ok::<_, apprentice_store::StoreError>(look(tx))).await.unwrap()
    }

    #[tokio::test]
    async fn a_lane_asks_for_the_last_verdict_on_exactly_this_text() {
        use GateSetting::{Off, Require, Warn};
        use InstallLane::{ApprovedWorkspace, ExperimentalPrivate, SharedPromoted};
        in_a_database(|db| {
            let set = |gate| settings::put(db, KEY, &Settings { gate, ..Settings::default() }).unwrap();
            assert_eq!(consult(db, ApprovedWorkspace, "a").unwrap(), None, "off unless somebody set it");
            set(Off);
            assert_eq!(consult(db, ApprovedWorkspace, "a").unwrap(), None);
            set(Warn);
            let told = consult(db, ApprovedWorkspace, "a").unwrap().unwrap();
            assert!(told.setting == Warn && told.message.contains("No gate"), "{told:?}");
            set(Require);
            assert_eq!(consult(db, ExperimentalPrivate, "a").unwrap(), None, "it is how a skill is tried");
            let refused = consult(db, SharedPromoted, "a").unwrap_err();
            assert_eq!(refused.code, ErrorCode::InstallLaneDenied);
            add(db, &gate(1, "a", Some(GateVerdict::Helps))).unwrap();
            add(db, &gate(2, "a", None)).unwrap();
            assert_eq!(consult(db, ApprovedWorkspace, "a").unwrap(), None, "one that goes on says nothing");
            assert!(consult(db, ApprovedWorkspace, "b").is_err(), "another text is another skill");
            let mut early = gate(3, "a", Some(GateVerdict::Unclear));
            early.summary.outcome = Some(GateOutcome::Cancelled);
            add(db, &early).unwrap();
            assert_eq!(consult(db, ApprovedWorkspace, "a").unwrap(), None, "one that ended early takes nothing back");
            update(db, &gate(2, "a", Some(GateVerdict::Unclear))).unwrap();
            let refused = consult(db, ApprovedWorkspace, "a").unwrap_err();
            assert!(refused.message.contains("did not find that it helps: Words."), "{refused}");
        })
        .await;
    }

    #[tokio::test]
    async fn what_is_deleted_stays_so_and_nothing_else_is_deleted() {
        in_a_database(|db| {
            (0..300).for_each(|number| add(db, &gate(number, "a", None)).unwrap());
            assert_eq!(all(db).unwrap().len(), 300);
            assert!((0..300).all(|number| get(db, GateId(Uuid::from_u128(number))).unwrap().is_some()));
            forget(db, ProposalId(Uuid::from_u128(1))).unwrap();
            update(db, &gate(3, "a", Some(GateVerdict::Helps))).unwrap();
            assert!(get(db, GateId(Uuid::from_u128(3))).unwrap().is_none(), "it was deleted while it ran");
            assert!(all(db).unwrap().iter().all(|known| known.proposal_id == Some(ProposalId(Uuid::from_u128(0)))));
        })
        .await;
    }
}
