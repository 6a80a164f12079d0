//! Exponential backoff: what failed is tried again, each time after twice as long a delay, from one minute up to one hour.

use crate::Answer;
use apprentice_contracts::Time;
use apprentice_contracts::error::Failure;
use chrono::Duration;
use std::collections::BTreeMap;

const FIRST_DELAY: Duration = Duration::minutes(1);
const LONGEST_DELAY: Duration = Duration::hours(1);

/// What failed, by key, with the time of its next attempt.
pub(crate) struct RetryQueue<K>(BTreeMap<K, Retry>);

struct Retry {
    delay: Duration,
    not_before: Time,
    failure: Failure,
}

impl<K> Default for RetryQueue<K> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: Ord + Clone> RetryQueue<K> {
    pub(crate) fn retain(&mut self, keep: impl Fn(&K) -> bool) {
        self.0.retain(|key, _| keep(key));
    }

    /// Whether the next attempt is not due yet.
    pub(crate) fn must_wait(&self, key: &K, now: Time) -> bool {
        self.0.get(key).is_some_and(|retry| retry.not_before > now)
    }

    pub(crate) fn keys(&self) -> Vec<K> {
        self.0.keys().cloned().collect()
    }

    /// The keys whose next attempt is due.
    pub(crate) fn due(&self, now: Time) -> Vec<K> {
        self.0.iter().filter(|(_, retry)| retry.not_before <= now).map(|(key, _)| key.clone()).collect()
    }

    /// Schedules the next attempt after another failure.
    pub(crate) fn failed(&mut self, key: K, now: Time, failure: Failure) {
        let delay = self.0.get(&key).map_or(FIRST_DELAY, |former| (former.delay * 2).min(LONGEST_DELAY));
        self.0.insert(key, Retry { delay, not_before: now + delay, failure });
    }

    pub(crate) fn succeeded(&mut self, key: &K) {
        self.0.remove(key);
    }

    /// `Err` with the failure of one entry while any entry waits for its next attempt.
    pub(crate) fn outcome(&self) -> Answer<()> {
        self.0.values().next().map_or(Ok(()), |retry| Err(retry.failure.clone()))
    }
}
