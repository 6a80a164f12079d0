//! A clock that moves only when a test advances it, and identifiers that count.

use apprentice_contracts::Time;
use apprentice_contracts::runtime::{Clock, Ids};
use chrono::Duration;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use uuid::Uuid;

/// A clock that moves only when a test advances it.
pub struct StillClock(Mutex<Time>);

impl StillClock {
    /// Begins in January 2027.
    pub fn new() -> Self {
        Self(Mutex::new(Time::from_timestamp(1_800_000_000, 0).unwrap()))
    }

    /// Moves the clock, also back.
    pub fn advance(&self, by: Duration) {
        *self.0.lock().unwrap() += by;
    }
}

impl Default for StillClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for StillClock {
    fn now(&self) -> Time {
        *self.0.lock().unwrap()
    }
}

/// Identifiers that count from 1.
pub struct CountedIds(AtomicU64);

impl Default for CountedIds {
    fn default() -> Self {
        Self(AtomicU64::new(1))
    }
}

impl Ids for CountedIds {
    fn next(&self) -> Uuid {
        Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0000 + u128::from(self.0.fetch_add(1, Ordering::Relaxed)))
    }
}
