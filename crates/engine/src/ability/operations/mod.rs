//! The operations on installed abilities.

mod agent_reports;
mod canary;
mod lifecycle;
mod projects;
mod reads;
mod skill;
pub(crate) mod uninstall;
mod usability;

pub(crate) use skill::PersonalSkill;

use crate::core::Core;
use crate::install::Installs;
use std::sync::Arc;

/// The operations on installed abilities.
#[derive(Clone)]
pub(crate) struct Abilities {
    pub core: Arc<Core>,
    pub installs: Installs,
}
