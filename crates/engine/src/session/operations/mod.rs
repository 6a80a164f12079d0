//! The operations on sessions.

mod archive;
mod deadlines;
pub(crate) mod erase;
mod lifecycle;
pub(crate) mod records;
mod scope;
mod terminals;
mod trace;

use crate::Answer;
use crate::ability::operations::Abilities;
use crate::core::Core;
use crate::session::capture::LostEvents;
use crate::session::closing_looks::ClosingLooks;
use crate::session::observation::ObservationSlot;
use crate::session::practice::PracticeSlot;
use crate::stream::tail::EventTails;
use crate::validation::Validation;
use std::sync::Arc;

/// The operations on sessions.
#[derive(Clone)]
pub(crate) struct Sessions {
    core: Arc<Core>,
    observation: ObservationSlot,
    validation: Validation,
    abilities: Abilities,
    tails: Arc<EventTails>,
    lost: Arc<LostEvents>,
    looks: ClosingLooks,
    practices: PracticeSlot,
}

impl Sessions {
    pub(crate) fn new(
        core: Arc<Core>,
        observation: ObservationSlot,
        validation: Validation,
        abilities: Abilities,
        tails: Arc<EventTails>,
        looks: ClosingLooks,
    ) -> Self {
        Self { core, observation, validation, abilities, tails, lost: Arc::default(), looks, practices: PracticeSlot::default() }
    }

    /// Stores how many events were lost while the database could not be written.
    pub(crate) async fn store_lost_counts(&self) -> Answer<()> {
        self.lost.store_counts(&self.core).await
    }
}
