//! Work without a caller: deadlines, upkeep and the nightly work.

pub(crate) mod nightly;
pub(crate) mod timers;
