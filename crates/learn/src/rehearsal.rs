//! Guided rehearsal.
use crate::engine::Inner;
use crate::{Answer, Engine};
use apprentice_contracts::ids::ProposalId;
use apprentice_contracts::validation::*;

#[derive(Default)]
pub(crate) struct Rehearsals {}

impl Inner {
    pub(crate) async fn give_up_rehearsal(&self, _proposal: ProposalId) -> Answer<()> {
        Ok(())
    }
}

impl Engine {
    /// The running rehearsal of this proposal, or its last one.
    pub async fn rehearsal_status(&self, _id: ProposalId) -> Answer<Option<RehearsalStatus>> {
        Ok(None)
    }
    pub async fn mark_checkpoint(&self, _id: ProposalId, _request: MarkCheckpointRequest) -> Answer<RehearsalStatus> {
        todo!()
    }
    pub async fn finish_rehearsal(&self, _id: ProposalId, _request: FinishRehearsalRequest) -> Answer<RehearsalStatus> {
        todo!()
    }
}
