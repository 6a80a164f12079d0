//! What the edge hands in: time and identity. Their implementations live in `learn`; tests hand in their own.

use crate::Time;
use uuid::Uuid;

/// The only source of "now".
pub trait Clock: Send + Sync {
    fn now(&self) -> Time;
}

/// The only source of fresh identifiers. They sort by creation.
pub trait Ids: Send + Sync {
    fn next(&self) -> Uuid;
}
