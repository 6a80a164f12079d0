//! Imports: skills that somebody else wrote (§0C.20). An import is uploaded, fetched or picked as a temporary artefact, scanned,
//! staged as a bundle that every agent can read, reviewed, and installed by the install saga.
//!
//! Map: `uploads` and `fetch` create artefacts, `in_flight` holds locks and reservations, `contents` reads files, `scan` examines
//! them, `report` describes the findings, `switches` those about fields that limit agents, `bundle` makes the bundle, `stage` writes it, `decision` installs, approves,
//! rejects and discards, `replacement` checks what would be replaced, `transitions` changes states with their receipts, `view`
//! and `files` answer reads, `retention` applies deadlines and recovers after a kill, `backfill` converts old records, `trigger`
//! tests words, `packs` lists packs.
//!
//! Invariant: no code sets a state that the graph does not list. Invariant: no file of an import is executed, and none reaches an
//! agent's folder before a person reviewed it.

mod backfill;
mod bundle;
mod contents;
mod decision;
mod fetch;
mod files;
mod in_flight;
mod packs;
mod replacement;
mod report;
mod requests;
mod retention;
mod scan;
mod shadowing;
mod stage;
mod switches;
pub(crate) mod transitions;
mod trigger;
mod uploads;
mod view;

pub use apprentice_skills::source::pack::packed_name;
pub use fetch::pack;
pub(crate) use trigger::cut;
pub use uploads::Upload;

use crate::ability::operations::Abilities;
use crate::app::settings::UserSettings;
use crate::catalogue::Catalogue;
use crate::core::Core;
use crate::{Answer, core};
use in_flight::InFlight;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Below `<home>`.
const FOLDER: &str = "system/skills/import";

fn uploads(home: &Path) -> PathBuf {
    home.join(FOLDER).join("uploads")
}

fn staged(home: &Path) -> PathBuf {
    home.join(FOLDER).join("staged")
}

/// The operations on imports.
#[derive(Clone)]
pub(crate) struct Imports {
    core: Arc<Core>,
    settings: UserSettings,
    catalogue: Catalogue,
    abilities: Abilities,
    in_flight: Arc<InFlight>,
}

impl Imports {
    pub(crate) fn new(core: Arc<Core>, settings: UserSettings, catalogue: Catalogue, abilities: Abilities) -> Self {
        Self { core, settings, catalogue, abilities, in_flight: Arc::default() }
    }
}

/// Runs work on files on a thread that may block.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Answer<T> {
    core::blocking::blocking("working on an import", work).await
}
