//! What every area builds on: the unit of work, idempotency, the home folder, single-flight reads, the clock and identifiers.

pub mod clock;
pub(crate) mod home;
pub(crate) mod idempotency;
pub mod ids;
pub(crate) mod notify;
pub(crate) mod request;
pub(crate) mod single_flight;
pub(crate) mod transaction;
