//! What the saga commits: its row, the states of proposal and session, the ability, receipts and events, each time in one
//! transaction.

use super::InstallContext;
use crate::Answer;
use crate::ability::record::{checkpoints_digest, without_evidence};
use crate::ability::{friction, health, rehearsed};
use crate::app::categories;
use crate::core::stale::Projection;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::imports::transitions as import_record;
use crate::session::transitions::move_to;
use apprentice_contracts::ability::AbilityAvailabilityEntry;
use apprentice_contracts::category::CategoryItemKind;
use apprentice_contracts::checkpoint::Checkpoint;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::{
    AbilityUpdated, BridgeRebuildCompleted, Event, InstallCompleted, InstallFailed, InstallStarted,
};
use apprentice_contracts::ids::ProposalId;
use apprentice_contracts::interpretation::SemanticWorkflowInterpretation;
use apprentice_contracts::proposal::{InstallLane, ProposalState, SkillBundleProposal};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::abilities::{AbilityRecord, Standing};
use apprentice_store::proposals::ProposalRecord;
use apprentice_store::sagas::{Placement, RemovedHealth, Saga, SagaStatus};
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{abilities, checkpoint_receipts, interpretations, proposals, sagas, sessions, test_policies};

/// The states while the saga runs, and after it.
fn states(lane: InstallLane) -> [(ProposalState, State); 2] {
    match lane {
        InstallLane::ExperimentalPrivate => [
            (ProposalState::InstallingPrivate, State::InstallingPrivate),
            (ProposalState::InstalledPrivate, State::InstalledPrivate),
        ],
        _ => [(ProposalState::Approved, State::Approved); 2],
    }
}

/// Commits the start of a saga for a proposal, with the meaning as it was confirmed. Errors: `CONFLICT` when the proposal changed since
/// the caller read it.
pub(super) async fn started_from_proposal(
    context: &InstallContext,
    saga: Saga,
    seen: SkillBundleProposal,
    meaning: Option<SemanticWorkflowInterpretation>,
) -> Answer<Saga> {
    change(context, saga, move |tx, saga| {
        let mut record = proposal(tx, saga.proposal_id)?;
        if record.proposal.revision != seen.revision || record.proposal.proposal_state != seen.proposal_state {
            return Err(Failure::new(ErrorCode::Conflict, "The proposal changed meanwhile. Review it again, then install it."));
        }
        let [(during, session_state), _] = states(saga.lane);
        record.proposal.proposal_state = during;
        put(tx, &mut record)?;
        session(tx, saga, session_state)?;
        if let Some(meaning) = &meaning {
            interpretations::put(tx.db, meaning)?;
            tx.stale(&Projection::Interpretation(meaning.interpretation_id))?;
        }
        sagas::put(tx.db, saga)?;
        report_start(tx, saga)
    })
    .await
}

/// Commits the start of a saga for an import.
pub(super) async fn started_from_import(context: &InstallContext, saga: Saga) -> Answer<Saga> {
    change(context, saga, move |tx, saga| {
        if let Some(import) = saga.import_id {
            import_record::installing(tx, import, saga)?;
        }
        sagas::put(tx.db, saga)?;
        report_start(tx, saga)
    })
    .await
}

fn report_start(tx: &WriteTx<'_>, saga: &Saga) -> Answer<()> {
    let labels: Vec<&str> = saga.targets.iter().map(|target| target.label.as_str()).collect();
    let summary = format!("Installing {} into {}.", saga.slug, labels.join(", "));
    tx.receipt(about(saga), ReceiptKind::InstallRequested, &summary, None)?;
    let targets = saga.targets.len() as u32;
    let started = InstallStarted { saga_id: saga.saga_id, slug: saga.slug.clone(), targets };
    event(tx, saga, &Event::InstallStarted(started))
}

/// Commits the progress of the saga and adds an event.
pub(super) async fn progress(context: &InstallContext, saga: Saga, reached: Option<Event>) -> Answer<Saga> {
    change(context, saga, move |tx, saga| {
        sagas::put(tx.db, saga)?;
        reached.map_or(Ok(()), |reached| event(tx, saga, &reached))
    })
    .await
}

/// Commits the end of the saga. From here on the ability can be used, and nothing is undone.
pub(super) async fn completed(context: &InstallContext, mut saga: Saga) -> Answer<Saga> {
    saga.status = SagaStatus::Done;
    change(context, saga, |tx, saga| {
        let former = sagas::last_done(tx.db, &saga.ability_id)?;
        sagas::put(tx.db, saga)?;
        keep_placements(tx, saga)?;
        if let Some(import) = saga.import_id {
            abilities::put(tx.db, &installed(tx, saga, former.as_ref(), None)?)?;
            import_record::installed(tx, import, saga)?;
            categories::inherit(tx, CategoryItemKind::Bundle, &import.to_string().into(), &saga.ability_id)?;
            return report_completion(tx, saga);
        }
        let mut record = proposal(tx, saga.proposal_id)?;
        supersede(tx, saga)?;
        abilities::put(tx.db, &installed(tx, saga, former.as_ref(), Some(&record))?)?;
        if let Some(session) = record.proposal.learn_session_id
            && let Some(policy) = test_policies::of_session(tx.db, session)?
        {
            // What was chosen for the draft holds for the ability that it became.
            test_policies::put_of_ability(tx.db, &saga.ability_id, &policy)?;
        }
        let [_, (after, session_state)] = states(saga.lane);
        record.proposal.proposal_state = after;
        record.proposal.install_lane = saga.lane;
        record.proposal.ability_id = Some(saga.ability_id.clone());
        record.proposal.primary_capability_id.clone_from(&saga.ability.primary_capability_id);
        put(tx, &mut record)?;
        categories::inherit(tx, CategoryItemKind::Proposal, &saga.proposal_id.to_string().into(), &saga.ability_id)?;
        session(tx, saga, session_state)?;
        report_completion(tx, saga)
    })
    .await
}

/// Marks the proposal that the ability came from before as superseded.
fn supersede(tx: &WriteTx<'_>, saga: &Saga) -> Answer<()> {
    let before = abilities::get(tx.db, &saga.ability_id)?.and_then(|record| record.proposal_id);
    let Some(former) = before.filter(|id| *id != saga.proposal_id) else { return Ok(()) };
    let Some(mut record) = proposals::get(tx.db, former)? else { return Ok(()) };
    record.proposal.superseded_by = Some(saga.proposal_id);
    put(tx, &mut record)
}

/// The record of the installed ability. A later revision, and one that was quarantined, start without former failures and
/// repairs; what a person reviewed and installed is not quarantined. The history of one that was removed counts again if it is the same version.
/// `former`: its installation before.
fn installed(tx: &WriteTx<'_>, saga: &Saga, former: Option<&Saga>, proposal: Option<&ProposalRecord>) -> Answer<AbilityRecord> {
    let before = abilities::get(tx.db, &saga.ability_id)?;
    let checkpoints = proposal.map(|proposal| without_evidence(proposal.draft.checkpoints.clone())).unwrap_or_default();
    let created_at = before.as_ref().map_or(tx.now, |record| record.created_at);
    let was_quarantined = before.as_ref().is_some_and(|record| record.standing.quarantine.is_some());
    let is_new = former.is_none_or(|former| former.fingerprint != saga.fingerprint);
    if before.as_ref().is_some_and(|record| !record.entry.enabled) {
        let summary = format!("{} is enabled again: it was reinstalled.", saga.ability.title);
        tx.receipt(about(saga), ReceiptKind::AbilityActivated, &summary, Some("reinstalled"))?;
    }
    if is_new {
        friction::revised(tx, &saga.ability_id)?;
    }
    let rehearsed_since = proposal.map(|proposal| rehearsed::inherit(tx, proposal, &saga.ability_id)).transpose()?.flatten();
    let chosen =
        before.as_ref().filter(|record| record.standing.projects_chosen).map(|record| record.entry.project_scopes.clone());
    let projects_chosen = chosen.is_some();
    // What else is installed with the text of a draft says for whom it is.
    let is_same_text = |former: &&Saga| match proposal {
        Some(_) => former.bundle.get("SKILL.md") == saga.bundle.get("SKILL.md"),
        None => !is_new,
    };
    let removed = match former.filter(is_same_text).filter(|_| before.is_none()) {
        Some(former) => health_of_removed(former, &checkpoints)?,
        None => None,
    };
    let standing = match (before, removed) {
        (Some(before), _) if !is_new && !was_quarantined => before.standing,
        (None, Some(RemovedHealth { counted_from, failing, .. })) => Standing { counted_from, failing, ..Standing::default() },
        _ => Standing { counted_from: Some(rehearsed_since.unwrap_or(tx.now)), projects_chosen, ..Standing::default() },
    };
    let receipts = checkpoint_receipts::of_ability(tx.db, &saga.ability_id)?;
    Ok(AbilityRecord {
        entry: AbilityAvailabilityEntry {
            checkpoint_health: Some(health::of_ability(receipts, &checkpoints, standing.counted_from)),
            project_scopes: chosen.unwrap_or_else(|| saga.ability.project_scopes.clone()),
            ..saga.ability.clone()
        },
        proposal_id: proposal.map(|_| saga.proposal_id),
        created_at,
        updated_at: saga.created_at,
        standing: Standing { checkpoints, missing: false, ..standing },
    })
}

/// The health that a removed ability had, if it was judged by the same checkpoints.
fn health_of_removed(former: &Saga, checkpoints: &[Checkpoint]) -> Answer<Option<RemovedHealth>> {
    let Some(removed) = &former.removed else { return Ok(None) };
    let now = checkpoints_digest(checkpoints)?;
    Ok((removed.checkpoints == now).then(|| removed.clone()))
}

fn keep_placements(tx: &WriteTx<'_>, saga: &Saga) -> Answer<()> {
    for retired in &saga.retired {
        sagas::delete_placement(tx.db, &retired.root, &retired.slug)?;
    }
    let before = abilities::get(tx.db, &saga.ability_id)?;
    if before.is_some_and(|record| record.standing.quarantine.is_some()) {
        // A quarantined version is not restored: its folders get the version that is reviewed now.
        for placement in sagas::placements(tx.db, &saga.ability_id)?.into_iter().filter(|placement| placement.out.is_some()) {
            sagas::put_placement(tx.db, &Placement { saga_id: saga.saga_id, ..placement })?;
        }
    }
    for target in &saga.targets {
        let placement = Placement {
            root: target.root.clone(),
            slug: saga.slug.clone(),
            ability_id: saga.ability_id.clone(),
            target_id: target.target_id.clone(),
            label: target.label.clone(),
            fingerprint: saga.fingerprint.clone(),
            saga_id: saga.saga_id,
            out: None,
        };
        sagas::put_placement(tx.db, &placement)?;
    }
    Ok(())
}

fn report_completion(tx: &WriteTx<'_>, saga: &Saga) -> Answer<()> {
    let labels: Vec<&str> = saga.targets.iter().map(|target| target.label.as_str()).collect();
    let installed = format!("Installed {} into {}.", saga.slug, labels.join(", "));
    tx.receipt(about(saga), ReceiptKind::InstallCompleted, &installed, None)?;
    tx.receipt(about(saga), ReceiptKind::BridgeRebuildCompleted, "The list of abilities was renewed.", None)?;
    let usable = format!("{} can be used now.", saga.ability.title);
    tx.receipt(about(saga), ReceiptKind::AbilityAvailabilityUpdated, &usable, None)?;
    let (saga_id, ability_id, slug) = (saga.saga_id, saga.ability_id.clone(), saga.slug.clone());
    let updated = AbilityUpdated {
        saga_id: Some(saga_id),
        ability_id: Some(ability_id.clone()),
        slug: Some(slug.clone()),
        ..AbilityUpdated::default()
    };
    let rebuilt = BridgeRebuildCompleted { saga_id: Some(saga_id), ability_id: ability_id.clone(), slug: Some(slug.clone()) };
    for reached in [
        Event::BridgeRebuildCompleted(rebuilt),
        Event::InstallCompleted(InstallCompleted { saga_id, ability_id, slug }),
        Event::AbilitySnapshotUpdated(updated.clone()),
        Event::AbilityRouteEnabled(updated),
    ] {
        event(tx, saga, &reached)?;
    }
    crate::ability::record::refresh(tx)
}

/// Commits the end of a saga that was undone.
pub(super) async fn failed(context: &InstallContext, mut saga: Saga) -> Answer<Saga> {
    saga.status = SagaStatus::Failed;
    change(context, saga, |tx, saga| {
        sagas::put(tx.db, saga)?;
        let reason = saga.failure.as_deref().unwrap_or("unknown");
        if let Some(import) = saga.import_id {
            import_record::install_failed(tx, import, saga, reason)?;
            return crate::ability::record::refresh(tx);
        }
        quarantine(tx, saga)?;
        let summary = format!("Installing {} failed and was undone.", saga.slug);
        tx.receipt(about(saga), ReceiptKind::InstallFailed, &summary, Some(reason))?;
        let left = saga.targets.iter().filter_map(|target| target.note.clone()).collect();
        let failed = InstallFailed { saga_id: saga.saga_id, slug: saga.slug.clone(), message: reason.to_owned(), left };
        event(tx, saga, &Event::InstallFailed(failed))?;
        let updated = AbilityUpdated { saga_id: Some(saga.saga_id), ..AbilityUpdated::default() };
        event(tx, saga, &Event::AbilitySnapshotUpdated(updated))?;
        crate::ability::record::refresh(tx)
    })
    .await
}

/// The saga must end, even if the proposal or the session changed or is gone.
fn quarantine(tx: &WriteTx<'_>, saga: &Saga) -> Answer<()> {
    if let Some(mut record) = proposals::get(tx.db, saga.proposal_id)? {
        record.proposal.proposal_state = ProposalState::Quarantined;
        record.proposal.install_lane = InstallLane::Quarantined;
        put(tx, &mut record)?;
    }
    match session_of(tx, saga)? {
        Some(record) if record.session.state.may_become(State::Quarantined) => session(tx, saga, State::Quarantined),
        _ => Ok(()),
    }
}

/// Runs one transaction over the saga and returns the saga as committed.
async fn change<F>(context: &InstallContext, mut saga: Saga, change: F) -> Answer<Saga>
where
    F: FnOnce(&WriteTx<'_>, &Saga) -> Answer<()> + Send + 'static,
{
    let (now, ids) = (context.clock.now(), context.ids.clone());
    saga.updated_at = now;
    let written = context.store.write(move |tx| {
        let mut tx = WriteTx::new(tx, now, ids);
        tx.correlation = saga.correlation_id;
        change(&tx, &saga)?;
        Ok::<_, Failure>((saga, tx.into_notices()))
    });
    let (saga, notices) = written.await?;
    notices.into_iter().for_each(|notice| context.notifier.notify(notice));
    Ok(saga)
}

fn proposal(tx: &WriteTx<'_>, id: ProposalId) -> Answer<ProposalRecord> {
    proposals::get(tx.db, id)?.ok_or_else(|| Failure::new(ErrorCode::ProposalNotFound, format!("There is no proposal {id}.")))
}

fn put(tx: &WriteTx<'_>, record: &mut ProposalRecord) -> Answer<()> {
    record.proposal.updated_at = tx.now;
    proposals::put(tx.db, record)?;
    Projection::of_draft(record.proposal.proposal_id).iter().try_for_each(|projection| tx.stale(projection))
}

/// Moves the session, if there is one.
fn session(tx: &WriteTx<'_>, saga: &Saga, to: State) -> Answer<()> {
    let Some(mut record) = session_of(tx, saga)? else { return Ok(()) };
    if record.session.state != to {
        move_to(tx, &mut record, to)?;
    }
    record.session.ability_id = Some(saga.ability_id.clone());
    tx.session(&mut record)
}

fn event(tx: &WriteTx<'_>, saga: &Saga, event: &Event) -> Answer<()> {
    let Some(record) = session_of(tx, saga)? else { return Ok(()) };
    tx.event(record.session.learn_session_id, event).map(drop)
}

/// `None` when there never was a session, or it was deleted.
fn session_of(tx: &WriteTx<'_>, saga: &Saga) -> Answer<Option<SessionRecord>> {
    Ok(saga.learn_session_id.map(|id| sessions::get(tx.db, id)).transpose()?.flatten())
}

fn about(saga: &Saga) -> ReceiptSubject {
    ReceiptSubject {
        session: saga.learn_session_id,
        proposal: saga.import_id.is_none().then_some(saga.proposal_id),
        ability: Some(saga.ability_id.clone()),
        import: saga.import_id,
    }
}
