//! What the recording bar of a watched page shows.

use crate::session::observation::{ObservationPlan, Purpose};
use apprentice_contracts::Time;
use apprentice_contracts::session::WatchSource;
use apprentice_observe::Observation;
use apprentice_observe::bar::{Bar, BarPurpose};
use tokio::sync::watch;

/// The bar of one observation; `None` before something is delivered.
pub(crate) type BarSender = watch::Sender<Option<Bar>>;

/// The bar at the beginning of an observation.
pub(crate) fn beginning(purpose: Purpose, plan: &ObservationPlan, now: Time) -> Bar {
    let names = plan.sources.iter().map(|source| match source {
        WatchSource::Browser => "Browser",
        WatchSource::Terminal => "Terminal",
        WatchSource::Connectors => "Connectors",
    });
    Bar {
        purpose: match purpose {
            Purpose::Demonstration(_) => BarPurpose::Demonstration,
            Purpose::Rehearsal(_) | Purpose::Trial(_) => BarPurpose::Rehearsal,
            Purpose::ShownCheck(_) => BarPurpose::ShownCheck,
        },
        watched: names.collect::<Vec<_>>().join(", "),
        paused: false,
        started_at: now,
        actions: 0,
        last: None,
        checkpoints: Vec::new(),
    }
}

/// Adds what was seen.
pub(crate) fn add(bar: &BarSender, batch: &[Observation]) {
    let mut actions = batch.iter().filter_map(|observation| match observation {
        Observation::Action(seen) => Some(seen),
        _ => None,
    });
    let count = u32::try_from(actions.clone().count()).unwrap_or(u32::MAX);
    let last = actions.next_back().map(|seen| seen.action_label.clone());
    change(bar, count > 0, |shown| {
        shown.actions += count;
        shown.last = last;
    });
}

/// Says whether the observation pauses.
pub(crate) fn pause(bar: &BarSender, paused: bool) {
    change(bar, true, |shown| shown.paused = paused);
}

fn change(bar: &BarSender, changes: bool, edit: impl FnOnce(&mut Bar)) {
    bar.send_if_modified(|shown| match shown {
        Some(shown) if changes => {
            edit(shown);
            true
        }
        _ => false,
    });
}
