//! Installations whose undoing failed, because the database could not be written. Until they end they hold the session, so the
//! running program undoes them.

use super::{InstallContext, steps};
use crate::Answer;
use crate::core::backoff::RetryQueue;
use apprentice_contracts::ids::SagaId;
use apprentice_store::sagas;
use apprentice_store::sagas::{Saga, SagaStatus};

/// The installations that are tried again.
#[derive(Default)]
pub(crate) struct UndoQueue(RetryQueue<SagaId>);

impl UndoQueue {
    /// Undoes every unfinished installation that is due. The caller holds the gate, so that none of them runs. They are never
    /// finished here, because their callers got an error. Errors: an installation still waits.
    pub(crate) async fn undo(&mut self, context: &InstallContext) -> Answer<()> {
        let unsettled = context.read(|db| sagas::unsettled(db)).await?;
        self.0.retain(|id| unsettled.iter().any(|saga| saga.saga_id == *id));
        let now = context.clock.now();
        for saga in unsettled {
            let id = saga.saga_id;
            if self.0.must_wait(&id, now) {
                continue;
            }
            match steps::back(context, undoing(saga)).await {
                Ok(()) => self.0.succeeded(&id),
                Err(failure) => {
                    tracing::warn!(%failure, saga = %id, "an installation could not be undone yet");
                    self.0.failed(id, now, failure);
                }
            }
        }
        self.0.outcome()
    }
}

fn undoing(saga: Saga) -> Saga {
    let failure = saga.failure.clone().unwrap_or_else(|| "The database could not be written.".to_owned());
    Saga { status: SagaStatus::Compensating, failure: Some(failure), ..saga }
}
