//! What is under way: one step of an import at a time, uploads whose files are not in the database yet, and scans that can be ended.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio_util::sync::CancellationToken;

#[derive(Default)]
pub(crate) struct Desk {
    held: Held,
    coming: Arc<Mutex<HashSet<String>>>,
    scans: Mutex<HashMap<String, CancellationToken>>,
}

/// What somebody works on, by name.
#[derive(Clone, Default)]
pub(crate) struct Held(Arc<Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>>);

impl Held {
    /// Whether somebody works on `name`, or waits to.
    pub fn contains(&self, name: &str) -> bool {
        locked(&self.0).get(name).is_some_and(|lock| Arc::strong_count(lock) > 1)
    }
}

/// An upload that is being written. Its files are nobody else's as long as this is held.
pub(crate) struct Coming {
    name: String,
    all: Arc<Mutex<HashSet<String>>>,
}

impl Drop for Coming {
    fn drop(&mut self) {
        locked(&self.all).remove(&self.name);
    }
}

impl Desk {
    /// Waits until nobody else works on `name`, so that of two equal requests the second finds the answer of the first.
    pub async fn hold(&self, name: &str) -> tokio::sync::OwnedMutexGuard<()> {
        let lock = {
            let mut held = locked(&self.held.0);
            held.retain(|_, lock| Arc::strong_count(lock) > 1);
            held.entry(name.to_owned()).or_default().clone()
        };
        lock.lock_owned().await
    }

    pub fn held(&self) -> Held {
        self.held.clone()
    }

    pub fn coming(&self, name: &str) -> Coming {
        locked(&self.coming).insert(name.to_owned());
        Coming { name: name.to_owned(), all: self.coming.clone() }
    }

    pub fn is_coming(&self, name: &str) -> bool {
        locked(&self.coming).contains(name)
    }

    /// A token for the scan of an artefact, which ends with `given` or when [`Desk::end_scans`] is called.
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

    /// Ends every scan of an artefact.
    pub fn end_scans(&self, artifact: &str) {
        if let Some(token) = locked(&self.scans).remove(artifact) {
            token.cancel();
        }
    }
}

/// A flag for code that cannot wait, set when the token is cancelled.
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
