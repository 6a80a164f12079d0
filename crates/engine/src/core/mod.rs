//! What every area builds on: the unit of work, idempotency, the home folder, single-flight reads, the clock and identifiers.

pub(crate) mod home;
pub(crate) mod idempotency;
pub(crate) mod notify;
pub(crate) mod request;
pub(crate) mod single_flight;
pub mod system;
pub(crate) mod transaction;
