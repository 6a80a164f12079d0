//! What a rehearsal is of: exactly the text, the checkpoints and the values that it was made of. After a change it counts for nothing.

use crate::Answer;
use crate::core::digest::hex;
use crate::core::stale::Projection;
use crate::core::transaction::WriteTx;
use apprentice_contracts::Time;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::proposal::Unrehearsed;
use apprentice_contracts::validation::{OverallResult, RunKind, ValidationRun};
use apprentice_store::proposals::{DraftRecord, ProposalRecord};
use apprentice_store::{Connection, checkpoint_receipts, validation_runs};
use serde_json::json;
use sha2::{Digest, Sha256};

/// How the reference of a run begins that says which draft was rehearsed.
const DRAFT: &str = "draft:";

/// The reference of a run to the revision of a proposal.
pub(crate) fn revision_ref(revision: u32) -> String {
    format!("revision:{revision}")
}

/// The reference of a rehearsal to what it is made of: the SKILL.md, the checkpoints, and the values and steps that they are judged by.
pub(crate) fn draft_ref(draft: &DraftRecord) -> Answer<String> {
    let judged = serde_json::to_vec(&(&draft.skill_md, &draft.checkpoints, &draft.graph));
    let judged = judged.map_err(|error| crate::internal("comparing a draft with its rehearsal", &error))?;
    Ok(format!("{DRAFT}{}", hex(&Sha256::digest(judged))))
}

/// Whether a rehearsal is of the draft as it is now. One of an older version of the program names only its revision.
pub(crate) fn is_of(run: &ValidationRun, record: &ProposalRecord) -> Answer<bool> {
    let known = run.result_refs.iter().any(|reference| reference.starts_with(DRAFT));
    let wanted = if known { draft_ref(&record.draft)? } else { revision_ref(record.proposal.revision) };
    Ok(run.result_refs.contains(&wanted))
}

/// The rehearsals of a proposal that ended with a result, newest first. One that was given up has none.
fn judged(db: &Connection, record: &ProposalRecord) -> Answer<Vec<ValidationRun>> {
    let mut runs = validation_runs::all_of_proposal(db, record.proposal.proposal_id)?;
    runs.retain(|run| {
        run.run_kind == RunKind::Rehearsal && run.completed_at.is_some() && run.overall_result != OverallResult::Cancelled
    });
    runs.reverse();
    Ok(runs)
}

/// What the last rehearsal with a result leaves to wish for the draft as it is now. `None`: it passed.
pub(crate) fn missing(db: &Connection, record: &ProposalRecord) -> Answer<Option<Unrehearsed>> {
    let mut any = false;
    for run in judged(db, record)? {
        any = true;
        // An undone change brings back the version that was rehearsed.
        if is_of(&run, record)? {
            return Ok((run.overall_result != OverallResult::Passed).then_some(Unrehearsed::NotPassed));
        }
    }
    Ok(Some(if any { Unrehearsed::Changed } else { Unrehearsed::None }))
}

/// Errors: `NOT_REHEARSED` unless the last rehearsal passed and is of the draft as it is now.
pub(crate) fn ensure(db: &Connection, record: &ProposalRecord) -> Answer<()> {
    let Some(missing) = missing(db, record)? else { return Ok(()) };
    let found = match missing {
        Unrehearsed::None => "This draft was never rehearsed to the end, so nobody has seen that it works with other values.",
        Unrehearsed::Changed => {
            "This draft was changed after its last rehearsal, which counts only for the version that it was made of."
        }
        Unrehearsed::NotPassed => "The last rehearsal of this draft did not pass.",
    };
    let message = format!("{found} Rehearse it, or install it as it is with without_rehearsal (--without-rehearsal).");
    Err(Failure::new(ErrorCode::NotRehearsed, message).with_details(json!({ "rehearsal": missing })))
}

/// Gives the ability what the rehearsals of exactly its text said before it was installed, so that its health begins with them: the last one,
/// and those before it that passed. Returns when the first of them began; `None`: there is none.
pub(crate) fn inherit(tx: &WriteTx<'_>, record: &ProposalRecord, ability: &AbilityId) -> Answer<Option<Time>> {
    let mut since = None;
    let mut of_text = Vec::new();
    for run in judged(tx.db, record)? {
        if is_of(&run, record)? {
            of_text.push(run);
        }
    }
    for (number, run) in of_text.into_iter().enumerate() {
        let counts = number == 0 || run.overall_result == OverallResult::Passed;
        // One that was done when the text was installed counted already.
        if !counts || checkpoint_receipts::give(tx.db, run.validation_run_id, ability)? == 0 {
            break;
        }
        since = Some(run.started_at);
    }
    if since.is_some() {
        // Receipts that the file has already name their ability now.
        tx.rewrite(&Projection::CheckpointReceipts)?;
    }
    Ok(since)
}
