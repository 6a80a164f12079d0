//! Imports in flight: one step of an import at a time, uploads that are not in the database yet, and scans that can be cancelled.

use apprentice_skills::source::package::Limits;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// The unit of the memory budget.
const MIB: u64 = 1024 * 1024;

pub(crate) struct InFlight {
    locks: StepLocks,
    reserved: Arc<Mutex<HashSet<String>>>,
    scans: Mutex<HashMap<String, CancellationToken>>,
    /// One permit per MiB of skills in memory. All imports together may use as much as one skill may have.
    room: Arc<Semaphore>,
}

impl Default for InFlight {
    fn default() -> Self {
        let room = Arc::new(Semaphore::new(mib(u64::MAX) as usize));
        Self { locks: StepLocks::default(), reserved: Arc::default(), scans: Mutex::default(), room }
    }
}

/// At least one permit, at most all of them.
fn mib(bytes: u64) -> u32 {
    u32::try_from(bytes.min(Limits::default().total).div_ceil(MIB).max(1)).unwrap_or(u32::MAX)
}

/// Locks by name: an import, an upload, a request.
#[derive(Clone, Default)]
pub(crate) struct StepLocks(Arc<Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>>);

impl StepLocks {
    /// Whether somebody holds or waits for the lock of `name`.
    pub fn contains(&self, name: &str) -> bool {
        locked(&self.0).get(name).is_some_and(|lock| Arc::strong_count(lock) > 1)
    }
}

/// An upload that is being written. Nobody else deletes its files while this exists.
pub(crate) struct Reservation {
    name: String,
    all: Arc<Mutex<HashSet<String>>>,
}

impl Drop for Reservation {
    fn drop(&mut self) {
        locked(&self.all).remove(&self.name);
    }
}

impl InFlight {
    /// Locks `name`, so that of two equal requests the second finds the response of the first.
    pub async fn lock(&self, name: &str) -> tokio::sync::OwnedMutexGuard<()> {
        let lock = {
            let mut locks = locked(&self.locks.0);
            locks.retain(|_, lock| Arc::strong_count(lock) > 1);
            locks.entry(name.to_owned()).or_default().clone()
        };
        lock.lock_owned().await
    }

    /// Waits until `bytes` more may be read into memory. Small skills are read in parallel, large ones one after the other. Never
    /// `None`, because the semaphore is not closed.
    pub async fn room(&self, bytes: u64) -> Option<OwnedSemaphorePermit> {
        self.room.clone().acquire_many_owned(mib(bytes)).await.ok()
    }

    pub fn locks(&self) -> StepLocks {
        self.locks.clone()
    }

    pub fn reserve(&self, name: &str) -> Reservation {
        locked(&self.reserved).insert(name.to_owned());
        Reservation { name: name.to_owned(), all: self.reserved.clone() }
    }

    pub fn is_reserved(&self, name: &str) -> bool {
        locked(&self.reserved).contains(name)
    }

    /// A token for the scan of an artefact. It is cancelled with `given`, or by [`InFlight::end_scans`].
    pub fn scan(&self, artifact: &str, given: &CancellationToken) -> CancellationToken {
        let mut scans = locked(&self.scans);
        scans.retain(|_, token| !token.is_cancelled());
        let own = scans.entry(artifact.to_owned()).or_default().child_token();
        let (ends, given) = (own.clone(), given.clone());
        tokio::spawn(async move {
            tokio::select! {
                () = given.cancelled() => ends.cancel(),
                () = ends.cancelled() => {}
            }
        });
        own
    }

    /// Cancels every scan of an artefact.
    pub fn end_scans(&self, artifact: &str) {
        if let Some(token) = locked(&self.scans).remove(artifact) {
            token.cancel();
        }
    }
}

/// A flag for blocking code, set when the token is cancelled.
pub(crate) fn flag(token: &CancellationToken) -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(token.is_cancelled()));
    let (set, token) = (Arc::downgrade(&flag), token.clone());
    tokio::spawn(async move {
        token.cancelled().await;
        if let Some(flag) = set.upgrade() {
            flag.store(true, Ordering::Relaxed);
        }
    });
    flag
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    fn now(desk: &InFlight, bytes: u64) -> Option<OwnedSemaphorePermit> {
        desk.room(bytes).now_or_never().flatten()
    }

    #[test]
    fn what_is_read_together_is_no_more_than_one_skill_may_have() {
        let desk = InFlight::default();
        let small = [now(&desk, 0), now(&desk, MIB), now(&desk, 3 * MIB)];
        assert!(small.iter().all(Option::is_some));
        assert!(now(&desk, Limits::default().total).is_none(), "a large one waits for the small ones");
        drop(small);
        let large = now(&desk, u64::MAX).expect("what cannot be listed is as large as can be, and no larger");
        assert!(now(&desk, 0).is_none());
        drop(large);
        assert!(now(&desk, 0).is_some());
    }
}
