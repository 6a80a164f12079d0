//! The steps of the saga and their compensations. Each can be repeated, so that a kill does no harm.

use super::imported::Contents;
use super::{InstallContext, blocking, bridge, commit, files, imported, targets};
use crate::Answer;
use apprentice_contracts::error::Failure;
use apprentice_contracts::event::{BridgeRebuildStarted, Event};
use apprentice_skills::install::put;
use apprentice_skills::install::put::InstallError;
use apprentice_store::sagas::{Before, Saga, SagaStatus, SagaStep, SagaTarget, TargetResult};
use apprentice_store::{abilities, sagas};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Runs the saga from its next step to its end. Errors: it was undone; if even the database failed, `undo_queue` undoes it later.
pub(super) async fn forward(context: &InstallContext, mut saga: Saga) -> Answer<()> {
    loop {
        let (at, done) = match saga.step {
            SagaStep::Materialize => (saga.clone(), materialize(context, saga).await),
            SagaStep::Project => (saga.clone(), project(context, saga).await),
            SagaStep::Bridge => (saga.clone(), renew_bridge(context, saga).await),
            SagaStep::Availability => {
                let at = saga.clone();
                match commit::completed(context, saga).await {
                    Ok(_) => return Ok(()),
                    Err(failure) => (at, Err(failure)),
                }
            }
        };
        match done {
            Ok(next) => saga = next,
            Err(failure) => return Err(undo(context, at, failure).await),
        }
    }
}

async fn materialize(context: &InstallContext, mut saga: Saga) -> Answer<Saga> {
    let former = former_canonical(context, &saga).await?;
    let (home, canonical) = (context.home.clone(), saga.canonical.clone());
    blocking(move || {
        files::put_all(&home, &canonical)?;
        files::remove_all(&home, former.keys().filter(|path| !canonical.contains_key(*path)))
    })
    .await??;
    saga.step = SagaStep::Project;
    commit::progress(context, saga, None).await
}

/// The canonical files of the ability before this saga.
async fn former_canonical(context: &InstallContext, saga: &Saga) -> Answer<BTreeMap<String, String>> {
    let ability = saga.ability_id.clone();
    let former = context
        .read(move |db| match abilities::get(db, &ability)? {
            Some(_) => sagas::last_done(db, &ability),
            // The files of a removed ability with this name are gone.
            None => Ok(None),
        })
        .await?;
    Ok(former.map(|saga| saga.canonical).unwrap_or_default())
}

async fn project(context: &InstallContext, mut saga: Saga) -> Answer<Saga> {
    let contents = imported::contents(context, &saga).await?;
    for index in 0..saga.targets.len() {
        if saga.targets[index].result == TargetResult::Written {
            continue;
        }
        let target = saga.targets[index].clone();
        let (contents, slug) = (contents.clone(), saga.slug.clone());
        let at = target.clone();
        let put = blocking(move || {
            let ours = match &at.before {
                Before::Ours { fingerprint, .. } => Some(fingerprint.as_str()),
                Before::Absent | Before::Same => None,
            };
            contents.put(Path::new(&at.root), &slug, ours)
        })
        .await?;
        put.map_err(|error| targets::refusal(&error, &target.target_id, &Path::new(&target.root).join(&saga.slug)))?;
        saga.targets[index].result = TargetResult::Written;
        saga = commit::progress(context, saga, None).await?;
    }
    retire(&saga).await?;
    saga.step = SagaStep::Bridge;
    let started = Event::BridgeRebuildStarted(BridgeRebuildStarted { saga_id: saga.saga_id });
    commit::progress(context, saga, Some(started)).await
}

/// Removes the ability's copies under a former name. A copy that the user edited stays.
async fn retire(saga: &Saga) -> Answer<()> {
    let retired = saga.retired.clone();
    blocking(move || {
        for old in retired {
            match put::take_back(Path::new(&old.root), &old.slug, &old.fingerprint) {
                Ok(()) | Err(InstallError::EditedByUser { .. }) => {}
                Err(error) => return Err(targets::refusal(&error, &old.target_id, &Path::new(&old.root).join(&old.slug))),
            }
        }
        Ok(())
    })
    .await?
}

async fn renew_bridge(context: &InstallContext, mut saga: Saga) -> Answer<Saga> {
    bridge::rebuild_with(context, &saga).await?;
    saga.step = SagaStep::Availability;
    commit::progress(context, saga, None).await
}

/// Undoes the saga after `failure`. Returns the failure for the caller.
async fn undo(context: &InstallContext, saga: Saga, failure: Failure) -> Failure {
    // The row knows how many targets were written; the copy from before the step does not.
    let id = saga.saga_id;
    let mut saga = match context.read(move |db| sagas::get(db, id)).await {
        Ok(Some(stored)) => stored,
        _ => saga,
    };
    saga.status = SagaStatus::Compensating;
    saga.failure = Some(failure.message.clone());
    let import = saga.import_id.is_some();
    let message = match back(context, saga).await {
        Ok(()) if import => format!("{} The installation was undone.", failure.message),
        Ok(()) => format!("{} The installation was undone; the proposal waits for a revision.", failure.message),
        Err(error) => {
            tracing::error!(%error, "an installation could not be undone; it is tried again");
            format!(
                "{} It could not be undone yet either ({error}); that is tried again, at first after a minute.",
                failure.message
            )
        }
    };
    Failure { message, ..failure }
}

/// Undoes the saga, last step first. What cannot be undone is noted in its row and does not stop the rest.
pub(super) async fn back(context: &InstallContext, saga: Saga) -> Answer<()> {
    let mut saga = commit::progress(context, saga, None).await?;
    if saga.step >= SagaStep::Bridge
        && let Err(failure) = bridge::rebuild(context).await
    {
        tracing::warn!(%failure, "the former bridge could not be restored");
    }
    if saga.step >= SagaStep::Project {
        unretire(context, &saga).await?;
        for index in (0..saga.targets.len()).rev() {
            let former = former_files(context, &saga.targets[index]).await?;
            let (target, slug, print) = (saga.targets[index].clone(), saga.slug.clone(), saga.fingerprint.clone());
            saga.targets[index] = blocking(move || undo_target(target, &slug, &print, former)).await?;
            saga = commit::progress(context, saga, None).await?;
        }
    }
    restore_canonical(context, &saga).await?;
    commit::failed(context, saga).await.map(drop)
}

/// The files that were in the target before.
async fn former_files(context: &InstallContext, target: &SagaTarget) -> Answer<Option<Contents>> {
    let Before::Ours { saga_id, .. } = target.before else { return Ok(None) };
    let former = context.read(move |db| sagas::get(db, saga_id)).await?;
    let Some(former) = former else { return Ok(None) };
    // Files that cannot be restored must not stop the rest.
    Ok(imported::contents(context, &former).await.ok())
}

fn undo_target(mut target: SagaTarget, slug: &str, print: &str, former: Option<Contents>) -> SagaTarget {
    let root = PathBuf::from(&target.root);
    let undone = match (&target.before, put::fingerprint_at(&root, slug)) {
        (Before::Same, _) => Ok(()),
        (_, Err(error)) => Err(error),
        // This target was not reached, and what is there is not ours.
        (_, Ok(there)) if there.as_deref() != Some(print) && target.result == TargetResult::Pending => Ok(()),
        (Before::Absent, Ok(_)) => put::take_back(&root, slug, print),
        (Before::Ours { .. }, Ok(_)) => match former {
            Some(former) => former.put(&root, slug, Some(print)),
            None => put::take_back(&root, slug, print),
        },
    };
    match undone {
        Ok(()) => target.result = TargetResult::Undone,
        Err(error) => {
            target.result = TargetResult::Left;
            target.note = Some(error.to_string());
        }
    }
    target
}

/// Restores the copies under the former name.
async fn unretire(context: &InstallContext, saga: &Saga) -> Answer<()> {
    // A disabled ability was in no folder.
    for old in saga.retired.clone().into_iter().filter(|old| old.out.is_none()) {
        let id = old.saga_id;
        let Some(former) = context.read(move |db| sagas::get(db, id)).await? else { continue };
        let former = match imported::contents(context, &former).await {
            Ok(former) => former,
            // It must not stop the rest.
            Err(failure) => {
                tracing::warn!(%failure, "a skill under its former name cannot be read");
                continue;
            }
        };
        if let Err(error) = blocking(move || former.put(Path::new(&old.root), &old.slug, None)).await? {
            tracing::warn!(%error, "a skill under its former name could not be put back");
        }
    }
    Ok(())
}

async fn restore_canonical(context: &InstallContext, saga: &Saga) -> Answer<()> {
    let former = former_canonical(context, saga).await?;
    let (home, canonical) = (context.home.clone(), saga.canonical.clone());
    let restored = blocking(move || {
        files::put_all(&home, &former)?;
        files::remove_all(&home, canonical.keys().filter(|path| !former.contains_key(*path)))
    })
    .await?;
    if let Err(failure) = restored {
        // `repair projections` writes them again.
        tracing::warn!(%failure, "former canonical files could not be restored");
    }
    Ok(())
}
