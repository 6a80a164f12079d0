//! The readings of a demonstration, as the compiler takes them.

use crate::Answer;
use apprentice_compiler::SourceReadings;
use apprentice_contracts::ids::LearnSessionId;
use apprentice_store::Connection;
use apprentice_store::readings::{self, Stored};

/// Everything that was read in a session, in the order in which the sources were seen.
pub(crate) fn of_session(db: &Connection, id: LearnSessionId) -> Answer<Vec<SourceReadings>> {
    let stored = readings::of_session(db, id)?.into_iter();
    Ok(stored
        .map(|one| SourceReadings { source: one.source, before: one.before, seen_after: one.seen_after, after: one.after })
        .collect())
}

pub(crate) fn log_limit(stored: Stored, session: LearnSessionId) {
    if stored == Stored::LimitReached {
        tracing::warn!(%session, "a reading was dropped: this session has as many as are kept");
    }
}
