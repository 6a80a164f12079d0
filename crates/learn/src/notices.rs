//! Word to the stream of all sessions that something changed which belongs to no session. Who listens looks for itself.

use crate::skills::told;
use apprentice_contracts::event::{LearnSessionEvent, kind};
use apprentice_contracts::runtime::Clock;
use futures::{Stream, StreamExt, stream};
use std::sync::Arc;
use tokio::sync::watch::Sender;
use tokio_stream::wrappers::WatchStream;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Notice {
    Categories,
    Imports,
    /// What agents told of abilities. How these fare is heard from [`crate::Engine::ability_changes`].
    Reports,
    Settings,
}

/// Counts the changes of each kind.
#[derive(Clone, Default)]
pub(crate) struct Notices {
    categories: Arc<Sender<u64>>,
    imports: Arc<Sender<u64>>,
    reports: Arc<Sender<u64>>,
    settings: Arc<Sender<u64>>,
}

impl Notices {
    pub(crate) fn tell(&self, notice: Notice) {
        let count = match notice {
            Notice::Categories => &self.categories,
            Notice::Imports => &self.imports,
            Notice::Reports => &self.reports,
            Notice::Settings => &self.settings,
        };
        count.send_modify(|count| *count += 1);
    }

    /// One event per change (changes that nobody waited for are one), none for those before.
    pub(crate) fn events(&self, clock: Arc<dyn Clock>) -> impl Stream<Item = LearnSessionEvent> + Send + use<> {
        let changes = [
            (&self.categories, kind::CATEGORIES_CHANGED),
            (&self.imports, kind::IMPORTS_CHANGED),
            (&self.reports, kind::ABILITIES_CHANGED),
            (&self.settings, kind::SETTINGS_CHANGED),
        ];
        stream::select_all(changes.map(|(count, kind)| WatchStream::from_changes(count.subscribe()).map(move |_| kind)))
            .map(move |kind| told(kind, serde_json::json!({}), clock.now()))
    }
}
