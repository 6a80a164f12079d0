//! The operations that draft, revise and decide proposals.

mod background;
mod decide;
mod generate;
mod revise;

use crate::app::settings::UserSettings;
use crate::core::Core;
use crate::proposal::view::ProposalReader;
use crate::session::closing_looks::ClosingLooks;
use crate::validation::Validation;
use std::sync::Arc;

/// The operations that draft, revise and decide proposals.
#[derive(Clone)]
pub(crate) struct Proposals {
    pub core: Arc<Core>,
    pub settings: UserSettings,
    pub reader: ProposalReader,
    pub validation: Validation,
    pub looks: ClosingLooks,
}
