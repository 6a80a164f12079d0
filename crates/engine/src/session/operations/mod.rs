//! The operations on sessions.

mod archive;
mod deadlines;
pub(crate) mod erase;
mod filmstrip;
mod lifecycle;
mod live_draft;
pub(crate) mod records;
mod scope;
mod terminals;
mod trace;

use crate::Answer;
use crate::ability::operations::Abilities;
use crate::core::Core;
use crate::session::capture::LostEvents;
use crate::session::closing_looks::ClosingLooks;
use crate::session::live_draft::LiveDrafts;
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
    live: LiveDrafts,
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
        let (lost, live, practices) = (Arc::default(), LiveDrafts::default(), PracticeSlot::default());
        Self { core, observation, validation, abilities, tails, lost, looks, live, practices }
    }

    /// Stores how many events were lost while the database could not be written.
    pub(crate) async fn store_lost_counts(&self) -> Answer<()> {
        self.lost.store_counts(&self.core).await
    }
}
