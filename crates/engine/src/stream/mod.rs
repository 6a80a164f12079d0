//! Event streams that clients follow.

pub(crate) mod events;
pub(crate) mod tail;
