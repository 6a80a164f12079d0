//! The operations that draft, revise and decide proposals.

mod author;
mod author_settings;
mod background;
mod decide;
pub(crate) mod generate;
mod revise;
mod show_check;
mod use_example;

use crate::app::settings::UserSettings;
use crate::core::Core;
use crate::proposal::view::ProposalReader;
use crate::session::closing_looks::ClosingLooks;
use crate::validation::Validation;
pub(crate) use author::Writings;
use std::sync::Arc;

/// The operations that draft, revise and decide proposals.
#[derive(Clone)]
pub(crate) struct Proposals {
    pub core: Arc<Core>,
    pub settings: UserSettings,
    pub reader: ProposalReader,
    pub validation: Validation,
    pub looks: ClosingLooks,
    pub writings: Writings,
}
