//! Event streams that clients follow. `tail` shares the reading of one session among its followers.

mod events;
pub(crate) mod tail;

use crate::catalogue::Catalogue;
use crate::core::Core;
use crate::skills_page::SkillsPage;
use crate::stream::tail::EventTails;
use std::sync::Arc;

/// The event streams that clients follow.
#[derive(Clone)]
pub(crate) struct EventStreams {
    pub core: Arc<Core>,
    pub catalogue: Catalogue,
    pub skills_page: SkillsPage,
    pub tails: Arc<EventTails>,
}
