//! Verdicts on checkpoints: their receipts and events, which one is used, and the result of a run.

use crate::Answer;
use crate::ability::evidence::is_read_again;
use crate::ability::health::is_undecided;
use crate::core::stale::Projection;
use crate::core::transaction::WriteTx;
use crate::validation::checks::Step;
use apprentice_contracts::checkpoint::{
    Checkpoint, CheckpointRole, CheckpointStatus, CheckpointVerdict, CheckpointVerificationReceipt, Grade, ReceiptSource,
};
use apprentice_contracts::event::Event;
use apprentice_contracts::ids::{AbilityId, LearnSessionId, ReceiptId, ValidationRunId};
use apprentice_contracts::validation::OverallResult;
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_store::checkpoint_receipts;
use std::collections::BTreeMap;

/// The reason of a progress checkpoint that was not reached.
pub(crate) const NOT_SEEN: &str = "It was not seen; that does not matter for the result.";

/// What the verdicts belong to.
#[derive(Clone, Debug)]
pub(crate) struct VerdictScope {
    pub session: LearnSessionId,
    pub run: ValidationRunId,
    pub ability: Option<AbilityId>,
}

/// Who judges, and when.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Judge<'c> {
    /// The observer, while the run goes on.
    Watching,
    /// The observer, after results were read again. The checkpoints of the run.
    AtTheEnd(&'c [Checkpoint]),
    /// The person.
    Person,
}

impl Judge<'_> {
    fn source(self) -> ReceiptSource {
        match self {
            Self::Watching | Self::AtTheEnd(_) => ReceiptSource::Observer,
            Self::Person => ReceiptSource::User,
        }
    }

    /// `None`: the observer did not see it.
    fn grade(self, verdict: &CheckpointVerdict) -> Option<Grade> {
        let seen = (verdict.status == CheckpointStatus::Reached).then_some(Grade::SeenOnScreen);
        match self {
            Self::Person => Some(Grade::OnYourWord),
            Self::Watching => seen,
            Self::AtTheEnd(checkpoints) => {
                let checkpoint = checkpoints.iter().find(|checkpoint| checkpoint.checkpoint_id == verdict.checkpoint_id);
                let is_read_again = checkpoint.and_then(|checkpoint| checkpoint.evidence.as_ref()).is_some_and(is_read_again);
                // A reason beside “reached” says that it could not be read again.
                let confirmed = is_read_again && verdict.reason.is_none();
                seen.map(|seen| if confirmed { Grade::ReadAgain } else { seen })
            }
        }
    }
}

/// Stores one receipt and adds one event for each verdict.
pub(crate) fn record(tx: &WriteTx<'_>, scope: &VerdictScope, verdicts: &[CheckpointVerdict], judge: Judge<'_>) -> Answer<()> {
    for verdict in verdicts {
        let receipt = receipt(scope, verdict, judge, tx.id(), tx.now);
        store(tx, &receipt)?;
        tx.event(scope.session, &event(&receipt))?;
    }
    Ok(())
}

/// The receipt of a verdict.
pub(crate) fn receipt(
    scope: &VerdictScope,
    verdict: &CheckpointVerdict,
    judge: Judge<'_>,
    receipt_id: ReceiptId,
    created_at: Time,
) -> CheckpointVerificationReceipt {
    CheckpointVerificationReceipt {
        receipt_id,
        checkpoint_id: verdict.checkpoint_id.clone(),
        ability_id: scope.ability.clone(),
        learn_session_id: Some(scope.session),
        validation_run_id: Some(scope.run),
        dispatch_id: None,
        status: verdict.status,
        evidence: verdict.evidence.chars().take(1000).collect(),
        reason: verdict.reason.as_ref().map(|reason| reason.chars().take(400).collect()),
        not_reached: verdict.not_reached,
        source: judge.source(),
        grade: judge.grade(verdict),
        agent: None,
        created_at,
        schema_version: SCHEMA_VERSION,
    }
}

pub(crate) fn store(tx: &WriteTx<'_>, receipt: &CheckpointVerificationReceipt) -> Answer<()> {
    checkpoint_receipts::add(tx.db, receipt)?;
    tx.stale(&Projection::CheckpointReceipts)
}

pub(crate) fn event(receipt: &CheckpointVerificationReceipt) -> Event {
    let about = Box::new(receipt.clone());
    match receipt.status {
        CheckpointStatus::Reached => Event::CheckpointReached(about),
        CheckpointStatus::Skipped => Event::CheckpointSkipped(about),
        CheckpointStatus::Failed => Event::CheckpointFailed(about),
    }
}

/// The latest receipt of each checkpoint; one per source if sources disagree.
pub(crate) fn latest(receipts: &[CheckpointVerificationReceipt]) -> Vec<CheckpointVerificationReceipt> {
    let mut by_checkpoint: BTreeMap<&str, Vec<&CheckpointVerificationReceipt>> = BTreeMap::new();
    for receipt in receipts {
        let known = by_checkpoint.entry(receipt.checkpoint_id.as_str()).or_default();
        known.retain(|earlier| earlier.source != receipt.source);
        known.push(receipt);
    }
    let agreed = |known: &[&CheckpointVerificationReceipt]| known.windows(2).all(|pair| pair[0].status == pair[1].status);
    by_checkpoint
        .into_values()
        .flat_map(|known| if agreed(&known) { known.last().copied().into_iter().collect() } else { known })
        .cloned()
        .collect()
}

/// The receipt that is used: the observer's if the checkpoint has evidence, else the latest. Claims of an agent on its own run are never used.
pub(crate) fn word<'r>(
    checkpoint: &Checkpoint,
    receipts: &'r [CheckpointVerificationReceipt],
) -> Option<&'r CheckpointVerificationReceipt> {
    let of = |source: Option<ReceiptSource>| {
        receipts.iter().rev().find(|receipt| {
            receipt.checkpoint_id == checkpoint.checkpoint_id
                && receipt.source != ReceiptSource::Agent
                && source.is_none_or(|source| receipt.source == source)
        })
    };
    if checkpoint.evidence.is_some() { of(Some(ReceiptSource::Observer)).or_else(|| of(None)) } else { of(None) }
}

/// Whether an agent claimed that a checkpoint was reached, and the used receipt says that it was not.
pub(crate) fn is_refuted(checkpoint: &Checkpoint, receipts: &[CheckpointVerificationReceipt]) -> bool {
    let of = |receipt: &&CheckpointVerificationReceipt| {
        receipt.checkpoint_id == checkpoint.checkpoint_id && receipt.source == ReceiptSource::Agent
    };
    let said = receipts.iter().rev().find(of).is_some_and(|receipt| receipt.status == CheckpointStatus::Reached);
    let is_not = |receipt: &CheckpointVerificationReceipt| {
        receipt.status == CheckpointStatus::Failed
            || receipt.status == CheckpointStatus::Skipped
                && checkpoint.role == CheckpointRole::Effect
                && !checkpoint.optional
                && !is_undecided(receipt.status, receipt.not_reached, receipt.reason.as_deref())
    };
    said && word(checkpoint, receipts).is_some_and(is_not)
}

/// How the ids of the steps begin that say how a run broke its test policy.
pub(crate) const BROKEN: &str = "TEST_POLICY_VIOLATION";

/// The result of a run. Only effects decide: `passed` when every required effect was reached and the policy was kept; `partial` when the
/// observer could not judge an effect, or a person's verdict on one is missing. States on the way never fail a run.
pub(crate) fn outcome(
    checkpoints: &[Checkpoint],
    receipts: &[CheckpointVerificationReceipt],
    violations: &[String],
) -> (Vec<Step>, OverallResult) {
    let mut steps = Vec::new();
    let (mut failed, mut unanswered) = (!violations.is_empty(), false);
    for checkpoint in checkpoints {
        let (id, label) = (format!("checkpoint:{}", checkpoint.checkpoint_id), &checkpoint.goal);
        match word(checkpoint, receipts) {
            Some(receipt) if receipt.status == CheckpointStatus::Reached => {
                steps.push(Step { details: Some(receipt.evidence.clone()), ..Step::passed(&id, label) });
            }
            _ if checkpoint.role == CheckpointRole::Progress => steps.push(Step::skipped(&id, label, NOT_SEEN.into())),
            Some(receipt) => {
                let details = receipt.reason.clone().unwrap_or_else(|| receipt.evidence.clone());
                let unreadable = is_undecided(receipt.status, receipt.not_reached, receipt.reason.as_deref());
                failed |= !checkpoint.optional && !unreadable;
                unanswered |= !checkpoint.optional && unreadable;
                steps.push(if checkpoint.optional || unreadable {
                    Step::skipped(&id, label, details)
                } else {
                    Step::failed(&id, label, details)
                });
            }
            None => {
                unanswered |= !checkpoint.optional;
                steps.push(Step::skipped(&id, label, "Only a person can judge this, and nobody did.".into()));
            }
        }
    }
    for checkpoint in checkpoints.iter().filter(|checkpoint| is_refuted(checkpoint, receipts)) {
        let id = format!("CLAIM_REFUTED:{}", checkpoint.checkpoint_id);
        let words = format!("The agent said that this was reached, and it was not: {}", checkpoint.goal);
        steps.push(Step::failed(&id, "What the agent said is so", words));
        failed = true;
    }
    for (n, violation) in violations.iter().enumerate() {
        steps.push(Step::failed(&format!("{BROKEN}:{n}"), "The rehearsal policy was kept", violation.clone()));
    }
    let result = match (failed, unanswered) {
        (true, _) => OverallResult::Failed,
        (false, true) => OverallResult::Partial,
        (false, false) => OverallResult::Passed,
    };
    (steps, result)
}
