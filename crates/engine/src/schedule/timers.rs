//! Work without a caller: the deadlines of §0C.16D, and the projections of changes that nobody waits for.

use crate::core::Core;
use crate::schedule::Scheduler;
use std::sync::Weak;
use tokio_util::sync::CancellationToken;

const UPKEEP_INTERVAL: std::time::Duration = std::time::Duration::from_secs(60);
/// Changes that come closer together than this share one rewriting of their projections.
const DEBOUNCE: std::time::Duration = std::time::Duration::from_millis(100);

/// Keeps the deadlines until the scheduler goes.
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

/// Writes stale projections after every commit until the scheduler goes.
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

/// Brings agents' folders in line after every change of an ability that nobody waits for, until the scheduler goes.
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
