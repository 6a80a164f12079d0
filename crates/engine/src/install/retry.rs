//! What did not succeed and is tried again, each time after twice as long a wait.

use crate::Answer;
use apprentice_contracts::Time;
use apprentice_contracts::error::Failure;
use chrono::Duration;
use std::collections::BTreeMap;

/// The first wait after an attempt that failed.
const FIRST: Duration = Duration::minutes(1);
const LONGEST: Duration = Duration::hours(1);

pub(super) struct RetryQueue<K>(BTreeMap<K, Waiting>);

struct Waiting {
    wait: Duration,
    until: Time,
    failure: Failure,
}

impl<K> Default for RetryQueue<K> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: Ord + Clone> RetryQueue<K> {
    pub(super) fn keep(&mut self, still: impl Fn(&K) -> bool) {
        self.0.retain(|key, _| still(key));
    }

    pub(super) fn must_wait(&self, key: &K, now: Time) -> bool {
        self.0.get(key).is_some_and(|waiting| waiting.until > now)
    }

    pub(super) fn all(&self) -> Vec<K> {
        self.0.keys().cloned().collect()
    }

    /// What waited long enough.
    pub(super) fn due(&self, now: Time) -> Vec<K> {
        self.0.iter().filter(|(_, waiting)| waiting.until <= now).map(|(key, _)| key.clone()).collect()
    }

    pub(super) fn failed(&mut self, key: K, now: Time, failure: Failure) {
        let wait = self.0.get(&key).map_or(FIRST, |before| (before.wait * 2).min(LONGEST));
        self.0.insert(key, Waiting { wait, until: now + wait, failure });
    }

    pub(super) fn done(&mut self, key: &K) {
        self.0.remove(key);
    }

    /// `Err`: something still waits, for this reason.
    pub(super) fn outcome(&self) -> Answer<()> {
        self.0.values().next().map_or(Ok(()), |waiting| Err(waiting.failure.clone()))
    }
}
