//! The clock and the id generator. The engine passes in the real ones, tests pass in their own.

use crate::Time;
use uuid::Uuid;

/// The only source of the current time.
pub trait Clock: Send + Sync {
    /// The current time.
    fn now(&self) -> Time;
}

/// The only source of new identifiers.
pub trait Ids: Send + Sync {
    /// A new identifier. Identifiers sort by their time of creation (UUIDv7).
    fn next(&self) -> Uuid;
}
