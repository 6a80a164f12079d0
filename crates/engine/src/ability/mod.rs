//! An installed ability: its record, its health, what happens to both. `operations` builds on installation and validation.

pub(crate) mod actions;
pub(crate) mod availability;
pub(crate) mod evidence;
pub(crate) mod friction;
pub(crate) mod health;
pub(crate) mod health_events;
pub(crate) mod lifecycle;
pub(crate) mod operations;
pub(crate) mod record;
pub(crate) mod rehearsed;
