//! Reconciles agents' folders with the database. The copies of a quarantined or disabled ability are removed, and the same bytes
//! are written back when it is enabled again. The copies of a removed ability are removed for good.
//!
//! This runs at the start of the program, after every change of an ability, and again later when a folder could not be written.
//! Every step is noted before it starts and can be repeated. Invariant: a copy that somebody edited is left in place.

use super::imported::Contents;
use super::{InstallContext, blocking, files, imported};
use crate::Answer;
use crate::ability::health;
use crate::ability::record::receipt_subject;
use crate::core::backoff::RetryQueue;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use apprentice_contracts::ability::{AbilityPlacement, AbilityPlacementState};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_skills::install::put;
use apprentice_skills::install::put::InstallError;
use apprentice_store::abilities::{AbilityRecord, Changes};
use apprentice_store::sagas::{Out, OutStage, Placement, Saga};
use apprentice_store::{Connection, StoreError, abilities, sagas};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// How far the folders agree with the database, and what is tried again.
#[derive(Default)]
pub(crate) struct Reconciler {
    /// The generation of abilities that the folders show. `None`: nothing was checked since the start.
    seen: Option<i64>,
    /// Abilities with a folder that could not be written.
    retries: RetryQueue<AbilityId>,
    /// Abilities whose installation must end first.
    held: BTreeSet<AbilityId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DesiredState {
    Present,
    Absent,
    /// The ability was uninstalled: its copies are removed for good.
    Removed,
}

/// An ability whose folders must be checked.
struct Task {
    ability: AbilityId,
    title: String,
    desired: DesiredState,
    placements: Vec<Placement>,
    about: ReceiptSubject,
}

/// What the database says must be checked.
#[derive(Default)]
struct Pending {
    generation: i64,
    tasks: Vec<Task>,
    held: BTreeSet<AbilityId>,
    /// Retries that have nothing left to do.
    settled: Vec<AbilityId>,
}

impl Reconciler {
    /// Reconciles the folders; `changed` is called after each change. The caller holds the gate, so that no installation runs.
    /// Errors: a folder could not be written; it is tried again.
    pub(crate) async fn settle(&mut self, context: &InstallContext, changed: impl Fn()) -> Answer<()> {
        let pending = self.find_tasks(context).await?;
        let first = self.seen.is_none();
        for task in pending.tasks {
            if first {
                sweep(&task).await?;
            }
            let (id, now) = (task.ability.clone(), context.clock.now());
            match reconcile(context, task, &changed).await {
                Ok(None) => self.retries.succeeded(&id),
                Ok(Some(failure)) | Err(failure) => {
                    tracing::warn!(%failure, %id, "an agent's folder is not as it should be yet");
                    self.retries.failed(id, now, failure);
                }
            }
        }
        self.held = pending.held;
        self.seen = Some(pending.generation);
        self.retries.outcome()
    }

    /// Whether nothing is to be done. It does not need the gate.
    pub(crate) async fn is_settled(&mut self, context: &InstallContext) -> Answer<bool> {
        let pending = self.find_tasks(context).await?;
        let nothing = pending.tasks.is_empty();
        if nothing {
            (self.seen, self.held) = (Some(pending.generation), pending.held);
        }
        Ok(nothing)
    }

    async fn find_tasks(&mut self, context: &InstallContext) -> Answer<Pending> {
        let mut due = self.retries.due(context.clock.now());
        due.extend(self.held.iter().cloned());
        let (seen, waiting) = (self.seen, self.retries.keys());
        let pending = context.store.read(move |db| find_tasks(db, seen, due, waiting)).await?;
        pending.settled.iter().for_each(|id| self.retries.succeeded(id));
        Ok(pending)
    }
}

fn find_tasks(db: &Connection, seen: Option<i64>, due: Vec<AbilityId>, waiting: Vec<AbilityId>) -> Answer<Pending> {
    let generation = abilities::generation(db)?;
    if seen == Some(generation) && due.is_empty() {
        return Ok(Pending { generation, ..Pending::default() });
    }
    let changes = match seen {
        Some(seen) => abilities::changed_since(db, seen)?,
        None => Changes::Deleted,
    };
    let mut records: BTreeMap<AbilityId, Option<AbilityRecord>> = BTreeMap::new();
    let mut placed: BTreeMap<AbilityId, Vec<Placement>> = BTreeMap::new();
    let changed = match changes {
        Changes::Upserted(changed) => changed,
        Changes::Deleted => {
            for placement in sagas::all_placements(db)? {
                records.insert(placement.ability_id.clone(), None);
                placed.entry(placement.ability_id.clone()).or_default().push(placement);
            }
            abilities::all(db)?
        }
    };
    for id in due {
        let record = abilities::get(db, &id)?;
        records.insert(id, record);
    }
    records.extend(changed.into_iter().map(|record| (record.entry.ability_id.clone(), Some(record))));
    let busy: BTreeSet<AbilityId> = sagas::unsettled(db)?.into_iter().map(|saga| saga.ability_id).collect();
    let mut pending = Pending { generation, ..Pending::default() };
    for id in waiting {
        if !records.contains_key(&id)
            && task_for(db, id.clone(), abilities::get(db, &id)?, sagas::placements(db, &id)?)?.is_none()
        {
            pending.settled.push(id);
        }
    }
    for (id, record) in records {
        let placements = match placed.remove(&id) {
            Some(placements) => placements,
            None => sagas::placements(db, &id)?,
        };
        let Some(task) = task_for(db, id.clone(), record, placements)? else {
            pending.settled.push(id);
            continue;
        };
        if busy.contains(&id) {
            pending.held.insert(id);
        } else {
            pending.tasks.push(task);
        }
    }
    Ok(pending)
}

/// `None` when no placement needs a check.
fn task_for(
    db: &Connection,
    ability: AbilityId,
    record: Option<AbilityRecord>,
    mut placements: Vec<Placement>,
) -> Answer<Option<Task>> {
    let desired = match &record {
        None => DesiredState::Removed,
        Some(record) if health::is_off(record) => DesiredState::Absent,
        Some(_) => DesiredState::Present,
    };
    if desired != DesiredState::Absent {
        // A copy that a user deleted while the ability was enabled stays deleted; and without a note of a removal only a repair
        // of the database lost the record.
        placements.retain(|placement| placement.out.is_some());
    }
    if placements.is_empty() {
        return Ok(None);
    }
    let about = match &record {
        Some(record) => receipt_subject(db, record)?,
        None => ReceiptSubject { ability: Some(ability.clone()), ..ReceiptSubject::default() },
    };
    let title = record.map_or_else(|| placements[0].slug.clone(), |record| record.entry.title);
    Ok(Some(Task { ability, title, desired, placements, about }))
}

/// Deletes staging folders that a kill left.
async fn sweep(task: &Task) -> Answer<()> {
    let marked = task.placements.iter().filter(|placement| placement.out.is_some());
    let roots: BTreeSet<String> = marked.map(|placement| placement.root.clone()).collect();
    let _swept: usize = blocking(move || roots.iter().map(|root| put::sweep(Path::new(root))).sum()).await?;
    Ok(())
}

/// Returns the failure of a folder that could not be written.
async fn reconcile(context: &InstallContext, task: Task, changed: &impl Fn()) -> Answer<Option<Failure>> {
    let before = task.placements.clone();
    let after = match task.desired {
        DesiredState::Present => put_back(context, before.clone()).await?,
        DesiredState::Absent | DesiredState::Removed => {
            begin(context, before.clone()).await?;
            let placements = before.clone();
            blocking(move || placements.into_iter().map(taken_out).collect()).await?
        }
    };
    let trouble = after.iter().find_map(|placement| {
        let note = placement.out.as_ref()?.note.clone()?;
        let details = json!({ "target_id": placement.target_id, "path": placement.folder() });
        Some(Failure::new(ErrorCode::TargetNotWritable, note).with_details(details))
    });
    if task.desired == DesiredState::Removed {
        forget_files(context, task.ability.clone()).await?;
    }
    if commit(context, task, before, after).await? {
        changed();
    }
    Ok(trouble)
}

/// Deletes the canonical files of a removed ability, unless another one of its name uses them now.
async fn forget_files(context: &InstallContext, ability: AbilityId) -> Answer<()> {
    let kept = context
        .read(move |db| {
            let Some(saga) = sagas::last_done(db, &ability)? else { return Ok(None) };
            Ok::<_, StoreError>(abilities::of_slug(db, &saga.slug)?.is_none().then_some(saga.canonical))
        })
        .await?;
    let Some(kept) = kept else { return Ok(()) };
    let home = context.home.clone();
    blocking(move || files::remove_all(&home, kept.keys())).await?
}

/// Notes which copies are about to be removed.
async fn begin(context: &InstallContext, placements: Vec<Placement>) -> Answer<()> {
    let going = |placement: &Placement| {
        let stage = placement.out.as_ref().map(|out| out.stage);
        stage != Some(OutStage::Going) && matches!(fingerprint_at(placement), Ok(Some(print)) if print == placement.fingerprint)
    };
    let going: Vec<Placement> = blocking(move || placements.into_iter().filter(going).collect()).await?;
    if going.is_empty() {
        return Ok(());
    }
    write(context, move |tx| {
        let marked = going.into_iter().map(|placement| Placement { out: out(OutStage::Going, None), ..placement });
        Ok(marked.into_iter().try_for_each(|placement| sagas::put_placement(tx.db, &placement))?)
    })
    .await
}

fn fingerprint_at(placement: &Placement) -> Result<Option<String>, InstallError> {
    put::fingerprint_at(Path::new(&placement.root), &placement.slug)
}

fn out(stage: OutStage, note: Option<String>) -> Option<Out> {
    Some(Out { stage, note })
}

fn taken_out(placement: Placement) -> Placement {
    let was = placement.out.as_ref().map(|out| out.stage);
    let failed = |error: InstallError| out(OutStage::Going, Some(error.to_string()));
    let now = match fingerprint_at(&placement) {
        Ok(None) => was.and(out(OutStage::Taken, None)),
        Ok(Some(there)) if there == placement.fingerprint => {
            match put::take_back(Path::new(&placement.root), &placement.slug, &placement.fingerprint) {
                Ok(()) => out(OutStage::Taken, None),
                Err(InstallError::EditedByUser { .. }) => out(OutStage::Left, None),
                Err(error) => failed(error),
            }
        }
        // Somebody put something else into its place.
        Ok(Some(_)) if was == Some(OutStage::Taken) => out(OutStage::Taken, None),
        Ok(Some(_)) => out(OutStage::Left, None),
        Err(error) => failed(error),
    };
    Placement { out: now, ..placement }
}

async fn put_back(context: &InstallContext, placements: Vec<Placement>) -> Answer<Vec<Placement>> {
    let mut after = Vec::with_capacity(placements.len());
    for placement in placements {
        let before = placement.fingerprint.clone();
        let (placement, contents) = match contents(context, placement.clone()).await {
            Ok((placement, contents)) => (placement, Ok(contents)),
            Err(failure) => (placement, Err(failure.message)),
        };
        after.push(blocking(move || put(placement, &before, contents)).await?);
    }
    Ok(after)
}

/// Checks that the files of a removed ability can still be read; `last` is used for a placement whose installation is not stored
/// any more.
pub(crate) async fn is_kept(context: &InstallContext, placements: &[Placement], last: Saga) -> Answer<()> {
    let mut sagas = BTreeMap::from([(last.saga_id.to_string(), last)]);
    for id in placements.iter().map(|placement| placement.saga_id) {
        if let Some(saga) = context.read(move |db| sagas::get(db, id)).await? {
            sagas.insert(id.to_string(), saga);
        }
    }
    for saga in sagas.values() {
        imported::contents(context, saga).await?;
    }
    Ok(())
}

/// What was installed there. If its saga is gone: what was installed last.
async fn contents(context: &InstallContext, mut placement: Placement) -> Answer<(Placement, Contents)> {
    let at = placement.clone();
    let saga = context
        .read(move |db| match sagas::get(db, at.saga_id)? {
            Some(saga) => Ok::<_, StoreError>(Some(saga)),
            None => Ok(sagas::last_done(db, &at.ability_id)?.filter(|saga| saga.slug == at.slug)),
        })
        .await?;
    let Some(saga) = saga else {
        let message = format!("The files of {} are no longer stored. Install it again.", placement.slug);
        return Err(Failure::new(ErrorCode::NotFound, message));
    };
    placement.saga_id = saga.saga_id;
    placement.fingerprint.clone_from(&saga.fingerprint);
    Ok((placement, imported::contents(context, &saga).await?))
}

/// `before`: the fingerprint of the copy when it was removed.
fn put(placement: Placement, before: &str, contents: Result<Contents, String>) -> Placement {
    let stage = placement.out.as_ref().map_or(OutStage::Taken, |out| out.stage);
    let retry = |note: String| out(stage, Some(note));
    let root = Path::new(&placement.root);
    let now = match fingerprint_at(&placement) {
        Ok(Some(there)) if there == placement.fingerprint => None,
        // An edited copy that was left in place stays.
        Ok(Some(there)) if stage != OutStage::Taken && there != before => None,
        // The copy is an old version that could not be removed.
        Ok(there) => match contents {
            Ok(contents) => {
                let ours = there.as_deref().filter(|there| stage != OutStage::Taken && *there == before);
                contents.put(root, &placement.slug, ours).err().and_then(|error| retry(error.to_string()))
            }
            Err(note) => retry(note),
        },
        Err(error) => retry(error.to_string()),
    };
    let fingerprint = if now.is_some() { before.to_owned() } else { placement.fingerprint };
    Placement { fingerprint, out: now, ..placement }
}

/// Stores the state of the folders with a receipt. Returns whether it changed.
async fn commit(context: &InstallContext, task: Task, before: Vec<Placement>, after: Vec<Placement>) -> Answer<bool> {
    let gone = task.desired == DesiredState::Removed;
    if before == after && !gone {
        return Ok(false);
    }
    let summary = summary(&task.title, gone, &before, &after);
    write(context, move |tx| {
        for placement in &after {
            match &placement.out {
                Some(Out { stage: OutStage::Going, .. }) => sagas::put_placement(tx.db, placement)?,
                _ if gone => sagas::delete_placement(tx.db, &placement.root, &placement.slug)?,
                _ => sagas::put_placement(tx.db, placement)?,
            }
        }
        match summary {
            Some(summary) => tx.receipt(task.about, ReceiptKind::AbilityAvailabilityUpdated, &summary, None).map(drop),
            None => Ok(()),
        }
    })
    .await?;
    Ok(true)
}

async fn write<F>(context: &InstallContext, change: F) -> Answer<()>
where
    F: FnOnce(&WriteTx<'_>) -> Answer<()> + Send + 'static,
{
    let (now, ids) = (context.clock.now(), context.ids.clone());
    context.store.write(move |tx| change(&WriteTx::new(tx, now, ids))).await
}

/// The text of the receipt.
fn summary(title: &str, gone: bool, before: &[Placement], after: &[Placement]) -> Option<String> {
    let stage = |placement: &Placement| placement.out.as_ref().map(|out| out.stage);
    let pairs = || before.iter().zip(after);
    let labels = |is: &dyn Fn(&Placement, &Placement) -> bool| {
        let labels: Vec<&str> = pairs().filter(|(was, now)| is(was, now)).map(|(_, now)| now.label.as_str()).collect();
        labels.join(", ")
    };
    let taken = labels(&|was, now| now.is_taken_out() && !was.is_taken_out());
    let back = labels(&|was, now| now.out.is_none() && was.is_taken_out());
    let mut words = Vec::new();
    if !taken.is_empty() {
        words.push(format!("{title} was removed from {taken}."));
    }
    if !back.is_empty() {
        words.push(format!("{title} is in {back} again."));
    }
    for (was, now) in pairs() {
        if stage(now) == Some(OutStage::Left) && (gone || stage(was) != Some(OutStage::Left)) {
            words.push(format!("{} was edited after it was installed and stays.", now.folder().display()));
        }
        if let Some(note) = now.out.as_ref().and_then(|out| out.note.as_ref())
            && now.out != was.out
        {
            words.push(format!("{note} It is tried again."));
        }
    }
    (!words.is_empty()).then(|| words.join(" "))
}

/// The folders of an ability, and whether it is in them.
pub(crate) fn places(db: &Connection, record: &AbilityRecord) -> Answer<Vec<AbilityPlacement>> {
    let off = health::is_off(record);
    Ok(sagas::placements(db, &record.entry.ability_id)?.iter().filter_map(|placement| place(placement, off)).collect())
}

/// `None`: the ability is off, and the copy was gone before.
fn place(placement: &Placement, off: bool) -> Option<AbilityPlacement> {
    let stage = placement.out.as_ref().map(|out| out.stage);
    let standing = match stage {
        None if off => return None,
        None => AbilityPlacementState::Placed,
        Some(OutStage::Taken) if off => AbilityPlacementState::TakenOut,
        Some(OutStage::Left) if off => AbilityPlacementState::Edited,
        Some(_) => AbilityPlacementState::Waiting,
    };
    Some(AbilityPlacement {
        path: placement.folder().display().to_string(),
        label: placement.label.clone(),
        standing,
        note: placement.out.as_ref().and_then(|out| out.note.clone()),
    })
}
