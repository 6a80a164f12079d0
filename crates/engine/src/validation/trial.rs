//! A trial: a run of an agent that the same evaluator judges like a rehearsal, and that leaves no record. A gate judges its tries
//! in this way: a try without the skill says nothing about the health of an ability, and is no rehearsal of a draft.

use crate::Answer;
use crate::ability::health::is_undecided;
use crate::proposal::draft::WorkingDraft;
use crate::proposal::record::session_of_proposal;
use crate::session::observation::{ActiveObservation, ObservationPlan, Purpose};
use crate::validation::evaluator::{Performer, RehearsalEvaluator, Sources, is_in_files};
use crate::validation::rehearsal::{asked_inputs, read_at_the_end};
use crate::validation::verdicts::Judge;
use crate::validation::{Validation, verdicts};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::checkpoint::{Checkpoint, CheckpointRole, CheckpointStatus, CheckpointVerdict};
use apprentice_contracts::ids::{ProposalId, ReceiptId, ValidationRunId};
use apprentice_contracts::validation::{OverallResult, RunKind, ValidationRun};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// A run that is watched.
pub(crate) struct Trial {
    evaluator: Arc<RehearsalEvaluator>,
    observing: ActiveObservation,
}

/// What was read of one effect of a trial.
pub(crate) struct TrialCheck {
    pub wanted: String,
    /// `None`: it could not be read.
    pub holds: Option<bool>,
    pub evidence: String,
}

/// Whether a run of an agent can be judged: a required effect is read in files.
pub(crate) fn can_be_judged(checkpoints: &[Checkpoint]) -> bool {
    checkpoints.iter().any(|checkpoint| {
        let reads = checkpoint.evidence.as_ref().is_some_and(is_in_files);
        checkpoint.role == CheckpointRole::Effect && !checkpoint.optional && reads
    })
}

impl Validation {
    /// Reads the folder in which an agent is going to do the task of this draft. `agent`: its name for people.
    pub(crate) async fn begin_trial(
        &self,
        id: ProposalId,
        working: WorkingDraft,
        inputs: &BTreeMap<String, String>,
        folder: PathBuf,
        agent: &str,
    ) -> Answer<Trial> {
        let record = self.core.store.read(move |db| session_of_proposal(db, id)).await?;
        let inputs = asked_inputs(inputs, &working.record.draft.graph.variables)?;
        let run = ValidationRun {
            validation_run_id: ValidationRunId(self.core.options.ids.next()),
            proposal_id: id,
            run_kind: RunKind::Rehearsal,
            started_at: self.core.now(),
            completed_at: None,
            agent: Some(agent.to_owned()),
            overall_result: OverallResult::Partial,
            result_refs: Vec::new(),
            schema_version: SCHEMA_VERSION,
        };
        let (kept, keep_folder) = self.keeping(&working);
        let allowed = vec![folder.to_string_lossy().into_owned()];
        // Folders alone: a person may record something in the meantime.
        let plan = ObservationPlan { sources: Vec::new(), allowed, start_url: None, run_folder: Some(folder), keep_folder };
        let mut observing = ActiveObservation::begin(&self.core, Purpose::Trial(run.validation_run_id), plan).await?;
        let sources = Sources { reader: observing.reader(), kept, supervisor: self.core.supervisor.clone() };
        let performer = Performer::Agent(agent.to_owned());
        let unit_of_work = self.core.unit_of_work();
        let evaluator = RehearsalEvaluator::new(unit_of_work, run, &record, working, performer, &inputs, sources);
        let evaluator = Arc::new(evaluator.leaving_no_record());
        self.deliver(&mut observing, &evaluator);
        Ok(Trial { evaluator, observing })
    }
}

impl Trial {
    /// Judges what the agent left. `breach`: how it broke the test policy.
    pub(crate) async fn judge(self, breach: Option<String>) -> Answer<(OverallResult, Vec<TrialCheck>)> {
        let Self { evaluator, observing } = self;
        observing.flush().await;
        let completed = evaluator.complete_all().await;
        let read = read_at_the_end(Some(&observing), &evaluator).await;
        observing.end().await;
        completed?;
        let snapshot = evaluator.finish(&read).await;
        let verdicts = evaluator.verdicts(snapshot.new_verdicts).await;
        let (scope, judge) = (evaluator.scope(), Judge::AtTheEnd(&evaluator.checkpoints));
        // They are stored nowhere, so that they need no id of their own.
        let receipt = |verdict: &CheckpointVerdict| {
            verdicts::receipt(&scope, verdict, judge, ReceiptId(scope.run.0), evaluator.run.started_at)
        };
        let receipts: Vec<_> = verdicts.iter().map(receipt).collect();
        let violations: Vec<String> = snapshot.violations.into_iter().chain(breach).collect();
        let (_, result) = verdicts::outcome(&evaluator.checkpoints, &receipts, &violations);
        let effects = evaluator.checkpoints.iter().filter(|checkpoint| checkpoint.role == CheckpointRole::Effect);
        let checks = effects.map(|checkpoint| {
            let read = verdicts::word(checkpoint, &receipts);
            let decided = read.filter(|read| !is_undecided(read.status, read.not_reached, read.reason.as_deref()));
            let said = read.map(|read| match read.status {
                CheckpointStatus::Reached => read.evidence.clone(),
                _ => read.reason.clone().unwrap_or_else(|| read.evidence.clone()),
            });
            TrialCheck {
                wanted: checkpoint.goal.clone(),
                holds: decided.map(|read| read.status == CheckpointStatus::Reached),
                evidence: said.unwrap_or_else(|| "Only a person can judge this.".to_owned()),
            }
        });
        Ok((result, checks.collect()))
    }

    /// Ends it without a verdict.
    pub(crate) async fn give_up(self) {
        self.observing.end().await;
    }
}
