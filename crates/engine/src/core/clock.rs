//! The one place that reads the time.

use apprentice_contracts::Time;
use apprentice_contracts::runtime::Clock;

pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the edge: everyone else is handed a Clock")]
    fn now(&self) -> Time {
        chrono::Utc::now()
    }
}
