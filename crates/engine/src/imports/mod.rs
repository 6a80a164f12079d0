//! Skills of others on their way in (§0C.20): uploaded, fetched or picked into a temporary artefact; scanned; staged as a bundle that
//! every agent reads; reviewed; installed by the saga that installs what was learned.
//!
//! Map: `artifacts` takes in what comes, `desk` knows what is under way, `contents` reads its files, `scan` looks, `report` says what was found, `bundle` makes the
//! strict bundle, `stage` writes it, `decide` installs, approves, rejects and discards, `record` makes the moves with their receipts,
//! `show` answers reads, `files` previews, `keep` holds the deadlines and takes up what a kill left, `backfill` brings old records
//! over, `trigger` tests words, `packs` lists packs.
//!
//! Invariant: no code sets a state that the graph does not list. Invariant: nothing of an import is run, and nothing of it reaches an
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
mod retention;
mod scan;
mod stage;
mod transitions;
mod trigger;
mod uploads;
mod view;

pub use apprentice_skills::source::pack::packed_name;
pub use fetch::pack;
pub(crate) use in_flight::InFlight;
pub(crate) use transitions::{install_failed, installed, installing};
pub(crate) use trigger::cut;
pub use uploads::Upload;

use std::path::{Path, PathBuf};

/// Below `<home>`.
const FOLDER: &str = "system/skills/import";

fn uploads(home: &Path) -> PathBuf {
    home.join(FOLDER).join("uploads")
}

fn staged(home: &Path) -> PathBuf {
    home.join(FOLDER).join("staged")
}

/// Runs work on files off the async threads.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> crate::Answer<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| crate::internal("working on an import", &error))
}
