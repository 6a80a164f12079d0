//! The only place that reads the system clock and creates identifiers. All other code receives a [`Clock`] and [`Ids`].

use apprentice_contracts::Time;
use apprentice_contracts::runtime::{Clock, Ids};
use uuid::Uuid;

/// The time of the operating system, in UTC.
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "all other code receives a Clock")]
    fn now(&self) -> Time {
        chrono::Utc::now()
    }
}

/// Identifiers of version 7 (RFC 9562): random, and ordered by the time of their creation.
pub struct SystemIds;

impl Ids for SystemIds {
    #[expect(clippy::disallowed_methods, reason = "all other code receives Ids")]
    fn next(&self) -> Uuid {
        Uuid::now_v7()
    }
}
