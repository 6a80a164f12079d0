//! The runs of a task besides its demonstrations: rehearsals, and runs of agents whose results Apprentice saw itself.

use crate::Answer;
use crate::ability::health;
use crate::mining::traces::MinedTrace;
use apprentice_contracts::Time;
use apprentice_contracts::checkpoint::{CheckpointRole, CheckpointStatus, CheckpointVerificationReceipt, Grade, ReceiptSource};
use apprentice_contracts::mining::SkillMiningSettings;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::validation::{OverallResult, RunKind};
use apprentice_store::{Connection, checkpoint_receipts, proposals, validation_runs};
use std::collections::HashSet;

/// Most receipts of one session that are read.
const RECEIPTS: u32 = 2_000;

/// What is known of how often a task was done.
#[derive(Debug, Default)]
pub(super) struct Runs {
    pub shown: Vec<Time>,
    pub rehearsed: Vec<Time>,
    pub by_agents: Vec<Time>,
    pub failed: u32,
    /// The verified share of the results of each run, failed ones included.
    coverage: Vec<f32>,
}

impl Runs {
    pub(super) fn successes(&self) -> u32 {
        (self.shown.len() + self.rehearsed.len() + self.by_agents.len()) as u32
    }

    fn times(&self) -> impl Iterator<Item = Time> + '_ {
        self.shown.iter().chain(&self.rehearsed).chain(&self.by_agents).copied()
    }

    pub(super) fn first(&self) -> Option<Time> {
        self.times().min()
    }

    pub(super) fn last(&self) -> Option<Time> {
        self.times().max()
    }

    /// The mean share. A failed run verified nothing.
    pub(super) fn coverage(&self) -> f32 {
        if self.coverage.is_empty() { 0.0 } else { self.coverage.iter().sum::<f32>() / self.coverage.len() as f32 }
    }

    /// Counts the runs of the task of one session.
    pub(super) fn add(&mut self, db: &Connection, trace: &MinedTrace, settings: &SkillMiningSettings) -> Answer<()> {
        if trace.rejected_at.is_none() {
            self.shown.push(trace.shown_at);
            self.coverage.push(trace.coverage);
        }
        let Some(proposal) = trace.proposal else { return Ok(()) };
        let rehearsals = validation_runs::all_of_proposal(db, proposal)?;
        for run in rehearsals.iter().filter(|run| run.run_kind == RunKind::Rehearsal) {
            match (run.overall_result, run.completed_at) {
                (OverallResult::Passed, Some(at)) => {
                    self.rehearsed.push(at);
                    self.coverage.push(verified(db, trace, &checkpoint_receipts::of_run(db, run.validation_run_id)?)?);
                }
                (OverallResult::Failed, Some(_)) => self.fail(),
                // One that was given up or is running says nothing.
                _ => {}
            }
        }
        if settings.count_agent_runs { self.add_agents(db, trace) } else { Ok(()) }
    }

    fn fail(&mut self) {
        self.failed += 1;
        self.coverage.push(0.0);
    }

    /// Runs of agents: each effect that is judged must have been seen by the observer, and none may have failed.
    fn add_agents(&mut self, db: &Connection, trace: &MinedTrace) -> Answer<()> {
        let page = PageQuery { page: 1, page_size: RECEIPTS };
        let (receipts, _) = checkpoint_receipts::of_session(db, trace.session, page)?;
        for (_, run) in health::runs_by_id(&receipts) {
            if run.iter().any(|receipt| receipt.validation_run_id.is_some()) {
                continue;
            }
            let seen: Vec<_> = run.iter().filter(|receipt| receipt.source == ReceiptSource::Observer).collect();
            if run.iter().any(|receipt| receipt.status == CheckpointStatus::Failed) {
                self.fail();
            } else if let Some(at) = seen.iter().map(|receipt| receipt.created_at).max()
                && seen.iter().any(|receipt| receipt.status == CheckpointStatus::Reached)
            {
                self.by_agents.push(at);
                self.coverage.push(verified(db, trace, &run.into_iter().cloned().collect::<Vec<_>>())?);
            }
        }
        Ok(())
    }
}

/// The share of the effects of a run that was read again.
fn verified(db: &Connection, trace: &MinedTrace, receipts: &[CheckpointVerificationReceipt]) -> Answer<f32> {
    let draft = trace.proposal.map(|id| proposals::get(db, id)).transpose()?.flatten();
    let effects: HashSet<_> = draft
        .iter()
        .flat_map(|record| &record.draft.checkpoints)
        .filter(|checkpoint| checkpoint.role == CheckpointRole::Effect)
        .map(|checkpoint| &checkpoint.checkpoint_id)
        .collect();
    let read: HashSet<_> = receipts
        .iter()
        .filter(|receipt| receipt.grade == Some(Grade::ReadAgain) && receipt.status == CheckpointStatus::Reached)
        .map(|receipt| &receipt.checkpoint_id)
        .collect();
    Ok(if effects.is_empty() { 0.0 } else { effects.intersection(&read).count() as f32 / effects.len() as f32 })
}
