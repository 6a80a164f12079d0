//! Tests of a proposal: automatic checks, the guided rehearsal, verdicts on checkpoints, test policies.

mod adapter_check;
pub(crate) mod checks;
pub(crate) mod evaluator;
pub(crate) mod final_reads;
mod more_tests;
pub(crate) mod performed;
pub(crate) mod policy;
pub(crate) mod rehearsal;
pub(crate) mod runs;
pub(crate) mod safe_targets;
pub(crate) mod shown_check;
pub(crate) mod trial;
mod triggers;
pub(crate) mod verdicts;

use crate::Answer;
use crate::core::Core;
use crate::core::blocking::blocking;
use crate::proposal::gates::GateSlot;
use crate::proposal::view::ProposalReader;
use crate::session::observation::ObservationSlot;
use crate::validation::rehearsal::Rehearsals;
use crate::validation::shown_check::ShownChecks;
use apprentice_contracts::ids::ProposalId;
use std::sync::Arc;

/// The operations that test proposals.
#[derive(Clone)]
pub(crate) struct Validation {
    core: Arc<Core>,
    observation: ObservationSlot,
    reader: ProposalReader,
    rehearsals: Arc<Rehearsals>,
    shown_checks: Arc<ShownChecks>,
    /// The gate that goes on: its tries are judged here too.
    pub gates: GateSlot,
}

impl Validation {
    pub(crate) fn new(core: Arc<Core>, observation: ObservationSlot, reader: ProposalReader) -> Self {
        Self { core, observation, reader, rehearsals: Arc::default(), shown_checks: Arc::default(), gates: GateSlot::default() }
    }

    /// Deletes what a killed program left of its rehearsals.
    pub(crate) async fn recover(&self) {
        let home = self.core.options.home.clone();
        let clean = move || {
            safe_targets::remove_left(&home);
            performed::delete_left(&tempfile::env::temp_dir());
        };
        if let Err(failure) = blocking("deleting copies that were left", clean).await {
            tracing::error!(%failure, "copies of folders that were left could not be deleted");
        }
    }

    /// Whether something is watched. A finished rehearsal is included until its pages were read again.
    pub(crate) async fn is_watching(&self) -> bool {
        self.rehearsals.any().is_some() || self.observation.lock().await.is_some()
    }

    /// Ends what is watched for this proposal, without a result. The caller holds the gate.
    pub(crate) async fn give_up(&self, id: ProposalId) -> Answer<()> {
        self.give_up_shown_check(id).await;
        self.gates.cancel_of(id);
        self.give_up_rehearsal(id).await
    }

    /// Ends the rehearsal that runs and the check that is shown, if any, without a result. The caller holds the gate.
    pub(crate) async fn give_up_all(&self) -> Answer<()> {
        if let Some(proposal) = self.shown_checks.proposal() {
            self.give_up_shown_check(proposal).await;
        }
        match self.rehearsals.any() {
            Some(evaluator) => self.give_up_rehearsal(evaluator.run.proposal_id).await,
            None => Ok(()),
        }
    }

    /// Whether a rehearsal runs.
    pub(crate) fn is_rehearsing(&self) -> bool {
        self.rehearsals.any().is_some()
    }
}
