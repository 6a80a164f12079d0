//! Background tasks: they run what is due, write stale projections, and reconcile agents' folders.

use crate::core::Core;
use crate::schedule::Scheduler;
use apprentice_store::abilities;
use std::sync::Weak;
use tokio_util::sync::CancellationToken;

const UPKEEP_INTERVAL: std::time::Duration = std::time::Duration::from_secs(60);
/// Changes within this time are written together.
const DEBOUNCE: std::time::Duration = std::time::Duration::from_millis(100);

/// Runs what is due every minute, until the engine is dropped.
pub(crate) async fn run_upkeep(scheduler: Weak<Scheduler>, cancel: CancellationToken) {
    let mut minute = tokio::time::interval(UPKEEP_INTERVAL);
    minute.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    minute.tick().await;
    loop {
        tokio::select! {
            () = cancel.cancelled() => return,
            _ = minute.tick() => {}
        }
        let Some(scheduler) = scheduler.upgrade() else { return };
        if let Err(failure) = scheduler.run_due().await {
            tracing::warn!(%failure, "a deadline could not be kept");
        }
    }
}

/// Writes stale projections after every commit, until the engine is dropped.
pub(crate) async fn deliver_projections(core: Weak<Core>, cancel: CancellationToken) {
    let Some(mut commits) = core.upgrade().map(|core| core.store.commits()) else { return };
    loop {
        tokio::select! {
            () = cancel.cancelled() => return,
            changed = commits.changed() => if changed.is_err() { return },
        }
        tokio::select! {
            () = cancel.cancelled() => return,
            () = tokio::time::sleep(DEBOUNCE) => {}
        }
        let Some(core) = core.upgrade() else { return };
        core.deliver_projections().await;
    }
}

/// Reconciles agents' folders after every change of an ability, until the engine is dropped.
pub(crate) async fn reconcile_folders(scheduler: Weak<Scheduler>, cancel: CancellationToken) {
    let Some(mut commits) = scheduler.upgrade().map(|scheduler| scheduler.core.store.commits()) else { return };
    loop {
        tokio::select! {
            () = cancel.cancelled() => return,
            changed = commits.changed() => if changed.is_err() { return },
        }
        let Some(scheduler) = scheduler.upgrade() else { return };
        tokio::select! {
            () = cancel.cancelled() => return,
            () = scheduler.place_changed_abilities() => {}
        }
    }
}

/// Checks what abilities need after every change of an ability or of an agent's folder, until the engine is dropped.
pub(crate) async fn check_usability(scheduler: Weak<Scheduler>, cancel: CancellationToken) {
    let Some((mut commits, mut folders)) =
        scheduler.upgrade().map(|scheduler| (scheduler.core.store.commits(), scheduler.catalogue.subscribe()))
    else {
        return;
    };
    let mut seen = None;
    loop {
        let folders_changed = tokio::select! {
            () = cancel.cancelled() => return,
            changed = commits.changed() => if changed.is_err() { return } else { false },
            changed = folders.changed() => if changed.is_err() { return } else { true },
        };
        let Some(scheduler) = scheduler.upgrade() else { return };
        let generation = scheduler.core.store.read(|db| abilities::generation(db)).await.ok();
        if generation == seen && !folders_changed {
            continue;
        }
        seen = generation;
        tokio::select! {
            () = cancel.cancelled() => return,
            () = scheduler.check_usability() => {}
        }
    }
}
