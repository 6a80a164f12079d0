//! An installed ability: its record, health, availability, lifecycle, reports of agents, removal.

pub(crate) mod agent_reports;
pub(crate) mod availability;
pub(crate) mod canary;
pub(crate) mod friction;
pub(crate) mod health;
pub(crate) mod lifecycle;
pub(crate) mod record;
pub(crate) mod skill;
pub(crate) mod uninstall;
