//! Installations whose undoing failed too, because the database could not be written. Until they come to their end they hold the
//! session, so they are undone by the running program, not only by the next one.

use super::{Context, steps};
use crate::Answer;
use apprentice_contracts::Time;
use apprentice_contracts::error::Failure;
use apprentice_contracts::ids::SagaId;
use apprentice_store::sagas::{self, Saga, SagaStatus};
use chrono::Duration;
use std::collections::BTreeMap;

/// The first wait after an attempt that failed; every further one is twice as long.
const FIRST_WAIT: Duration = Duration::minutes(1);
const LONGEST_WAIT: Duration = Duration::hours(1);

/// What is waited for.
#[derive(Default)]
pub(crate) struct Stuck {
    waiting: BTreeMap<SagaId, Waiting>,
}

struct Waiting {
    wait: Duration,
    until: Time,
    failure: Failure,
}

impl Stuck {
    /// Undoes every installation in the middle whose time has come. The caller holds the gate, so that none of them is at work. They
    /// are never finished here: whoever asked was told that it failed. `Err`: one at least still waits.
    pub(crate) async fn undo(&mut self, context: &Context) -> Answer<()> {
        let unsettled = context.read(|db| sagas::unsettled(db)).await?;
        self.waiting.retain(|id, _| unsettled.iter().any(|saga| saga.saga_id == *id));
        let now = context.clock.now();
        for saga in unsettled {
            let id = saga.saga_id;
            if self.waiting.get(&id).is_some_and(|waiting| waiting.until > now) {
                continue;
            }
            match steps::back(context, undoing(saga)).await {
                Ok(()) => drop(self.waiting.remove(&id)),
                Err(failure) => {
                    tracing::warn!(%failure, saga = %id, "an installation could not be undone yet");
                    self.wait(id, now, failure);
                }
            }
        }
        match self.waiting.values().next() {
            Some(waiting) => Err(waiting.failure.clone()),
            None => Ok(()),
        }
    }

    fn wait(&mut self, id: SagaId, now: Time, failure: Failure) {
        let wait = self.waiting.get(&id).map_or(FIRST_WAIT, |before| (before.wait * 2).min(LONGEST_WAIT));
        self.waiting.insert(id, Waiting { wait, until: now + wait, failure });
    }
}

fn undoing(saga: Saga) -> Saga {
    let failure = saga.failure.clone().unwrap_or_else(|| "The database could not be written.".to_owned());
    Saga { status: SagaStatus::Compensating, failure: Some(failure), ..saga }
}
