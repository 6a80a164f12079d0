//! Deletes a session with everything that the person typed, said or was asked about it, except what was installed.
//!
//! What was installed (the SKILL.md, its other files, and the ability that the lookup finds) was reviewed and is in other
//! programs' folders; it stays until it is uninstalled. Receipts stay without their words: that something happened, and when.

use crate::Answer;
use crate::app::categories;
use crate::core::deletion::mark_deleted_bytes;
use crate::core::stale::Projection;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::proposal::gates;
use crate::session::practice;
use crate::session::transitions::leave_archive;
use crate::validation::rehearsal;
use apprentice_contracts::checkpoint::Checkpoint;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{AbilityId, LearnSessionId, ProposalId};
use apprentice_contracts::interpretation::Meaning;
use apprentice_contracts::receipt::{LearningReceipt, ReceiptKind};
use apprentice_store::archive::Archived;
use apprentice_store::proposals::{DraftRecord, ProposalRecord};
use apprentice_store::sagas::Saga;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{
    abilities, checkpoint_receipts, friction, idempotency, interpretations, proposals, receipts, repairs, sagas, sessions,
    settings, validation_runs, validation_steps,
};

/// Replaces deleted words.
pub(crate) const GONE: &str = "Deleted with its session.";

/// Deletes a session with everything that came from it and was not installed. Errors: `CONFLICT` while an installation of it
/// waits to be undone; without its record, its files would stay in other programs' folders.
pub(crate) fn session(tx: &WriteTx<'_>, record: &SessionRecord) -> Answer<()> {
    let (id, proposal) = (record.session.learn_session_id, record.session.proposal_id);
    if sagas::unsettled(tx.db)?.iter().any(|saga| Some(saga.proposal_id) == proposal) {
        let message =
            "An installation of this session could not be undone yet; that is tried again. Delete the session after that.";
        return Err(Failure::new(ErrorCode::Conflict, message));
    }
    let stored = proposal.map(|id| proposals::get(tx.db, id)).transpose()?.flatten();
    let installed = match &stored {
        Some(stored) => installation(tx, &stored.proposal.proposal_id)?,
        None => None,
    };
    redact_receipts(tx, &ReceiptSubject::of_session(record), installed.is_some())?;
    match (stored, installed) {
        (Some(stored), Some(saga)) => keep_installed_words(tx, id, stored, &saga)?,
        (Some(stored), None) => delete_proposal(tx, id, &stored)?,
        // It has no proposal, but reports of agents may name it.
        (None, _) => {
            forget_reports(tx, id)?;
            checkpoint_receipts::redact_words(tx.db, id, GONE)?;
            tx.rewrite(&Projection::CheckpointReceipts)?;
        }
    }
    for spoken_of in [Some(id.to_string()), proposal.map(|id| id.to_string())].into_iter().flatten() {
        idempotency::delete_about(tx.db, &spoken_of)?;
    }
    forget_example(tx, id)?;
    leave_archive(tx, Archived::Session(id))?;
    if let Some(proposal) = proposal {
        leave_archive(tx, Archived::Proposal(proposal))?;
    }
    settings::delete(tx.db, &practice::key(id))?;
    sessions::delete(tx.db, id)?;
    tx.stale(&Projection::Runtime)?;
    tx.stale(&Projection::ObservationScope)?;
    mark_deleted_bytes(tx)
}

/// Takes the words of a showing out of the drafts that were made with it. Their next version is compiled without it.
fn forget_example(tx: &WriteTx<'_>, id: LearnSessionId) -> Answer<()> {
    for mut record in proposals::all(tx.db)?.into_iter().filter(|record| record.draft.examples.contains(&id)) {
        let draft = &mut record.draft;
        draft.examples.retain(|example| *example != id);
        draft.settled.clear();
        for value in draft.values.iter_mut().filter(|value| !value.decided) {
            "shown more than once".clone_into(&mut value.evidence);
        }
        proposals::put(tx.db, &record)?;
        Projection::of_draft(record.proposal.proposal_id).iter().try_for_each(|projection| tx.stale(projection))?;
    }
    Ok(())
}

/// The current installation, if there is one.
fn installation(tx: &WriteTx<'_>, proposal: &ProposalId) -> Answer<Option<Saga>> {
    let ability = sagas::of_proposal(tx.db, *proposal)?.pop().map(|saga| saga.ability_id);
    let stands = |id: &AbilityId| Ok::<_, Failure>(abilities::get(tx.db, id)?.is_some());
    let ability = match ability {
        Some(id) if stands(&id)? => Some(id),
        // The ability was removed since.
        _ => None,
    };
    let done = ability.map(|ability| sagas::last_done(tx.db, &ability)).transpose()?.flatten();
    Ok(done.filter(|saga| saga.proposal_id == *proposal))
}

/// Kinds whose receipts quote the goal, a title, a note or a reason. Other receipts only contain our own words and numbers.
fn quotes(kind: ReceiptKind, installed: bool) -> bool {
    use ReceiptKind as K;
    match kind {
        K::SessionCreated | K::ProposalCreated | K::ProposalApproved | K::ProposalRejected => true,
        K::AbilityActivated | K::AbilityDeactivated | K::AbilityQuarantined => true,
        K::InstallFailed | K::DraftQuarantined => true,
        // Name and title of an installed ability are not confidential.
        K::InstallRequested | K::InstallCompleted | K::AbilityAvailabilityUpdated => !installed,
        _ => false,
    }
}

fn redact_receipts(tx: &WriteTx<'_>, about: &ReceiptSubject, installed: bool) -> Answer<()> {
    let Some(session) = about.session else { return Ok(()) };
    for mut receipt in receipts::about(tx.db, session, about.proposal)? {
        redact(&mut receipt, installed);
        receipts::replace(tx.db, &receipt)?;
    }
    tx.rewrite(&Projection::Receipts)
}

fn redact(receipt: &mut LearningReceipt, installed: bool) {
    if quotes(receipt.kind, installed) {
        GONE.clone_into(&mut receipt.summary);
    }
    let ours = matches!(receipt.kind, ReceiptKind::SessionTimeout | ReceiptKind::CaptureTimeout);
    receipt.reason = receipt.reason.take().filter(|_| ours);
}

/// Removes the words of a deleted session from an archived receipt.
pub(super) fn redact_receipt(receipt: &mut LearningReceipt) {
    redact(receipt, false);
}

fn delete_proposal(tx: &WriteTx<'_>, session: LearnSessionId, record: &ProposalRecord) -> Answer<()> {
    let id = record.proposal.proposal_id;
    gates::forget(tx.db, id)?;
    for run in validation_runs::all_of_proposal(tx.db, id)? {
        settings::delete(tx.db, &rehearsal::status_key(run.validation_run_id))?;
        settings::delete(tx.db, &rehearsal::agent_run_key(run.validation_run_id))?;
        validation_runs::delete(tx.db, run.validation_run_id)?;
    }
    for saga in sagas::of_proposal(tx.db, id)? {
        sagas::delete(tx.db, saga.saga_id)?;
    }
    // Before the receipts are deleted, because they identify the repairs.
    forget_reports(tx, session)?;
    checkpoint_receipts::delete_of_session(tx.db, session)?;
    if let Some(interpretation) = record.proposal.interpretation_id {
        interpretations::delete(tx.db, interpretation)?;
        tx.stale(&Projection::Interpretation(interpretation))?;
    }
    proposals::delete(tx.db, id)?;
    categories::forget_proposal(tx, id)?;
    Projection::of_draft(id).iter().try_for_each(|projection| tx.stale(projection))?;
    tests_changed(tx)
}

/// Reduces the proposal to what was installed.
fn keep_installed_words(tx: &WriteTx<'_>, session: LearnSessionId, record: ProposalRecord, saga: &Saga) -> Answer<()> {
    let id = record.proposal.proposal_id;
    gates::forget(tx.db, id)?;
    for run in validation_runs::all_of_proposal(tx.db, id)? {
        settings::delete(tx.db, &rehearsal::status_key(run.validation_run_id))?;
        settings::delete(tx.db, &rehearsal::agent_run_key(run.validation_run_id))?;
        validation_steps::delete_of_run(tx.db, run.validation_run_id)?;
    }
    forget_other_installs(tx, saga)?;
    checkpoint_receipts::redact_words(tx.db, session, GONE)?;
    forget_reports(tx, session)?;
    let skill_md = saga.bundle.get("SKILL.md").cloned().unwrap_or_default();
    if let Some(interpretation) = record.proposal.interpretation_id
        && let Some(mut found) = interpretations::get(tx.db, interpretation)?
    {
        found.meaning = meaning_in(found.meaning, &skill_md);
        interpretations::put(tx.db, &found)?;
        tx.stale(&Projection::Interpretation(interpretation))?;
    }
    if let Some(mut ability) = abilities::get(tx.db, &saga.ability_id)? {
        ability.standing.checkpoints.retain(|checkpoint| is_in_text(checkpoint, &skill_md));
        abilities::put(tx.db, &ability)?;
    }
    proposals::put(tx.db, &as_installed(record, saga, skill_md))?;
    Projection::of_draft(id).iter().try_for_each(|projection| tx.stale(projection))?;
    tests_changed(tx)
}

fn as_installed(record: ProposalRecord, saga: &Saga, skill_md: String) -> ProposalRecord {
    let mut proposal = record.proposal;
    proposal.learn_session_id = None;
    proposal.title.clone_from(&saga.ability.title);
    proposal.proposed_skill_slug.clone_from(&saga.slug);
    proposal.trigger_phrases.clone_from(&saga.ability.trigger_phrases);
    proposal.negative_triggers.clone_from(&saga.ability.negative_triggers);
    let stands = |words: &str| skill_md.contains(words);
    let draft = DraftRecord {
        description: Some(record.draft.description).filter(|words| stands(words)).unwrap_or_default(),
        skill_md_edited: record.draft.skill_md_edited,
        checkpoints: record
            .draft
            .checkpoints
            .into_iter()
            .filter(|checkpoint| is_in_text(checkpoint, &skill_md))
            .map(|checkpoint| Checkpoint { evidence: None, ..checkpoint })
            .collect(),
        ..DraftRecord::default()
    };
    ProposalRecord { proposal, draft: DraftRecord { skill_md, ..draft } }
}

fn is_in_text(checkpoint: &Checkpoint, skill_md: &str) -> bool {
    skill_md.contains(&checkpoint.goal) && skill_md.contains(&checkpoint.success_condition)
}

/// The parts of the meaning that the SKILL.md contains.
fn meaning_in(meaning: Meaning, skill_md: &str) -> Meaning {
    let text = |words: String| if skill_md.contains(&words) { words } else { String::new() };
    let list = |all: Vec<String>| all.into_iter().filter(|words| skill_md.contains(words)).collect();
    Meaning {
        title: text(meaning.title),
        goal_summary: text(meaning.goal_summary),
        use_conditions: list(meaning.use_conditions),
        non_use_conditions: list(meaning.non_use_conditions),
        success_conditions: list(meaning.success_conditions),
        house_rules: list(meaning.house_rules),
        guards: list(meaning.guards),
        when_it_fails: list(meaning.when_it_fails),
        ..meaning
    }
}

/// Deletes failed and replaced installations with their drafts. One that a folder still shows is needed to update it.
fn forget_other_installs(tx: &WriteTx<'_>, standing: &Saga) -> Answer<()> {
    let placed = sagas::placements(tx.db, &standing.ability_id)?;
    for saga in sagas::of_proposal(tx.db, standing.proposal_id)? {
        let needed = saga.saga_id == standing.saga_id || placed.iter().any(|placement| placement.saga_id == saga.saga_id);
        if !needed {
            sagas::delete(tx.db, saga.saga_id)?;
        }
    }
    Ok(())
}

/// Deletes what agents reported to the session.
fn forget_reports(tx: &WriteTx<'_>, session: LearnSessionId) -> Answer<()> {
    friction::delete_of_session(tx.db, session)?;
    repairs::delete_of_session(tx.db, session)?;
    repairs::redact_words(tx.db, session, GONE)?;
    tx.rewrite(&Projection::Friction)?;
    tx.stale(&Projection::Repairs)
}

fn tests_changed(tx: &WriteTx<'_>) -> Answer<()> {
    tx.stale(&Projection::ValidationRuns)?;
    tx.rewrite(&Projection::ValidationSteps)?;
    tx.rewrite(&Projection::CheckpointReceipts)
}
