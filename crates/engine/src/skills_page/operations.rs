//! Running batch operations: their progress, and their cancellation by the id that the caller chose.

use apprentice_contracts::event::SkillsProgress;
use apprentice_contracts::ids::OperationId;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::broadcast;

/// Number of progress events that a follower may lag behind. Later it misses some, but never the response.
const BACKLOG: usize = 256;

/// Running operations by id.
#[derive(Clone)]
pub(super) struct Operations {
    running: Arc<Mutex<HashMap<OperationId, Arc<AtomicBool>>>>,
    /// Payloads of `skills.progress`.
    pub(super) steps: broadcast::Sender<SkillsProgress>,
}

impl Default for Operations {
    fn default() -> Self {
        Self { running: Arc::default(), steps: broadcast::channel(BACKLOG).0 }
    }
}

/// One running operation. Dropping it ends it.
pub(super) struct Operation {
    operations: Operations,
    id: Option<OperationId>,
    /// Set by a cancellation.
    pub(super) cancelled: Arc<AtomicBool>,
}

impl Operations {
    pub(super) fn begin(&self, id: Option<OperationId>) -> Operation {
        let cancelled = Arc::new(AtomicBool::new(false));
        if let Some(id) = &id {
            self.running.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone(), Arc::clone(&cancelled));
        }
        Operation { operations: self.clone(), id, cancelled }
    }

    /// Cancels an operation. Returns false when there is none with this id.
    pub(super) fn cancel(&self, id: &OperationId) -> bool {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.get(id).map(|cancelled| cancelled.store(true, Ordering::Relaxed)).is_some()
    }
}

impl Operation {
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    pub(super) fn report_progress(&self, done: usize, total: usize, path: &str) {
        if let Some(id) = &self.id {
            // An error means that nobody listens.
            let _ = self.operations.steps.send(SkillsProgress {
                operation_id: id.clone(),
                done: done as u32,
                total: total as u32,
                path: path.to_owned(),
            });
        }
    }
}

impl Drop for Operation {
    fn drop(&mut self) {
        if let Some(id) = &self.id {
            let mut running = self.operations.running.lock().unwrap_or_else(PoisonError::into_inner);
            // A later operation may use the same id.
            if running.get(id).is_some_and(|known| Arc::ptr_eq(known, &self.cancelled)) {
                running.remove(id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_that_took_the_name_of_another_can_still_be_cancelled() {
        let operations = Operations::default();
        let first = operations.begin(Some("a".into()));
        let second = operations.begin(Some("a".into()));
        drop(first);
        assert!(operations.cancel(&"a".into()));
        assert!(second.cancelled.load(Ordering::Relaxed));
        drop(second);
        assert!(!operations.cancel(&"a".into()));
    }
}
