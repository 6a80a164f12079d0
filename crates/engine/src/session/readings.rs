//! The readings of a demonstration, as the compiler takes them.

use crate::Answer;
use apprentice_compiler::SourceReadings;
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::observation::{ActionDetails, ObservationAdapterKind, ObservedAction};
use apprentice_contracts::reading::ReadingSource;
use apprentice_store::Connection;
use apprentice_store::readings::{self, Stored};
use std::path::Path;

/// Everything that was read in a session, in the order in which the sources were seen.
pub(crate) fn of_session(db: &Connection, id: LearnSessionId) -> Answer<Vec<SourceReadings>> {
    let stored = readings::of_session(db, id)?.into_iter();
    Ok(stored
        .map(|one| SourceReadings { source: one.source, before: one.before, seen_after: one.seen_after, after: one.after })
        .collect())
}

/// Deletes what was read where an action happened: its pages, the data of their sites and what they sent, or its folder with the files and outputs there.
pub(crate) fn delete_of_action(db: &Connection, action: &ObservedAction) -> Answer<()> {
    let mut pages: Vec<&str> = Vec::new();
    let mut folder = None;
    match &action.details {
        ActionDetails::Navigate { url, .. } => pages.push(url),
        ActionDetails::Command(run) => folder = Some(Path::new(&run.directory)),
        _ => {}
    }
    if let Some(change) = &action.change {
        pages.extend([change.before.url.as_str(), change.after.url.as_str()]);
    }
    let is_there = |source: &ReadingSource| match source {
        ReadingSource::Page { url } => pages.contains(&url.as_str()),
        ReadingSource::Sent => action.adapter_kind == ObservationAdapterKind::BrowserDom,
        ReadingSource::Call { .. } => action.adapter_kind == ObservationAdapterKind::McpReceipt,
        ReadingSource::Data { url } => pages.iter().any(|page| site_of(page) == site_of(url)),
        ReadingSource::Folder { path } | ReadingSource::File { path } | ReadingSource::Output { directory: path, .. } => {
            let path = Path::new(path);
            folder.is_some_and(|folder| path.starts_with(folder) || folder.starts_with(path))
        }
    };
    for source in readings::sources(db, action.learn_session_id)?.iter().filter(|source| is_there(source)) {
        readings::delete(db, action.learn_session_id, source)?;
    }
    Ok(())
}

/// Scheme, host and port of an address.
pub(crate) fn site_of(url: &str) -> &str {
    url.match_indices('/').nth(2).map_or(url, |(at, _)| &url[..at])
}

pub(crate) fn log_limit(stored: Stored, session: LearnSessionId) {
    if stored == Stored::LimitReached {
        tracing::warn!(%session, "a reading was dropped: this session has as many as are kept");
    }
}
