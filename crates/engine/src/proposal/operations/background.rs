//! What the engine does by itself after a draft: the tests, and the installation that the session authorized.

use crate::Answer;
use crate::ability::rehearsed::revision_ref;
use crate::proposal::operations::Proposals;
use crate::proposal::operations::decide::{Accepted, InstallTrigger};
use crate::proposal::record::{find_proposal, session_of_proposal};
use crate::validation::runs::KINDS;
use apprentice_contracts::error::Failure;
use apprentice_contracts::event::{ErrorReported, Event};
use apprentice_contracts::ids::{AbilityId, ProposalId};
use apprentice_contracts::proposal::RequestedLane;
use apprentice_contracts::session::BuildPolicy;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_contracts::validation::{OverallResult, ValidationRun};
use apprentice_store::{Connection, Transaction, abilities, sessions, validation_runs};
use tokio::sync::OwnedMutexGuard;

impl Proposals {
    /// Continues after drafting in a background task: the tests, and the installation if the session authorized it. The task
    /// holds the gate, so that the next caller finds its result.
    pub(crate) fn continue_draft(&self, gate: OwnedMutexGuard<()>, id: ProposalId) {
        let engine = self.clone();
        self.core.supervisor.spawn("testing a draft", async move {
            let outcome = engine.core.supervisor.answer("testing a draft", engine.test_and_install(id)).await;
            drop(gate);
            if let Err(failure) = outcome {
                engine.report_error(id, &failure).await;
            }
        });
    }

    async fn test_and_install(&self, id: ProposalId) -> Answer<()> {
        self.validation.test(id, &KINDS).await?;
        let record = self.core.store.read(move |db| session_of_proposal(db, id)).await?;
        // A further showing may settle that less is checked, so a person reads its draft, whatever was authorized.
        let auto = record.session.build_policy == BuildPolicy::PrivateAutoInstall
            && record.allow_private_install
            && record.session.example_of.is_none();
        let improved = record.session.target_skill_id.clone().map(AbilityId);
        let ability = record.session.ability_id.clone().or(improved);
        let look = move |db: &Transaction<'_>| -> Answer<bool> {
            let found = ability.map(|id| abilities::get(db, &id)).transpose()?.flatten();
            Ok(found.is_some_and(|found| found.standing.quarantine.is_some()))
        };
        // An authorization given before does not lift a quarantine.
        let quarantined = self.core.store.read(look).await?;
        if auto && !quarantined && record.session.state == State::ReadyForReview {
            self.install_now(
                id,
                InstallTrigger::Preauthorized,
                RequestedLane::ExperimentalPrivate,
                &[],
                None,
                Accepted::default(),
            )
            .await?;
        }
        Ok(())
    }

    async fn report_error(&self, id: ProposalId, failure: &Failure) {
        let error = ErrorReported {
            // Present on the wire even when there are none.
            details: Some(failure.details.clone().unwrap_or_default()),
            ..ErrorReported::new(failure.code, failure.message.as_str())
        };
        let stored = self
            .core
            .commit(move |tx| {
                let record = session_of_proposal(tx.db, id)?;
                tx.event(record.session.learn_session_id, &Event::Error(error))
            })
            .await;
        if let Err(failure) = stored {
            tracing::warn!(%failure, "a failure could not be reported to its session");
        }
    }

    /// Continues drafts that a killed program left untested.
    pub(crate) async fn resume_drafts(&self) -> Answer<()> {
        let left = self
            .core
            .store
            .read(|db| {
                let Some(record) = sessions::active(db)? else { return Ok::<_, Failure>(None) };
                let untested = match record.session.proposal_id {
                    Some(proposal) if record.session.state == State::DraftingProposal => !has_outcome(db, proposal)?,
                    _ => false,
                };
                Ok(record.session.proposal_id.filter(|_| untested))
            })
            .await?;
        if let Some(proposal) = left {
            let gate = self.core.gate.clone().lock_owned().await;
            self.continue_draft(gate, proposal);
        }
        Ok(())
    }
}

/// Whether every kind of test has a result for the current revision.
fn has_outcome(db: &Connection, id: ProposalId) -> Answer<bool> {
    let revision = revision_ref(find_proposal(db, id)?.proposal.revision);
    let latest = validation_runs::latest_of_each_kind(db, id)?;
    let ended = |run: &ValidationRun| run.result_refs.contains(&revision) && run.overall_result != OverallResult::Cancelled;
    Ok(KINDS.iter().all(|kind| latest.iter().any(|run| run.run_kind == *kind && ended(run))))
}
