//! Word to the stream of all sessions that something changed which belongs to no session. Who listens looks for itself.

use crate::skills_page::catalogue::told;
use apprentice_contracts::event::{LearnSessionEvent, kind};
use apprentice_contracts::runtime::Clock;
use futures::{Stream, StreamExt, stream};
use std::sync::Arc;
use tokio::sync::watch::Sender;
use tokio_stream::wrappers::WatchStream;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    /// How they fare, or what agents told of them.
    Abilities,
    Categories,
    Imports,
    Settings,
}

/// Counts the changes of each kind.
#[derive(Clone, Default)]
pub struct Notices {
    abilities: Arc<Sender<u64>>,
    categories: Arc<Sender<u64>>,
    imports: Arc<Sender<u64>>,
    settings: Arc<Sender<u64>>,
}

impl Notices {
    pub(crate) fn tell(&self, notice: Notice) {
        let count = match notice {
            Notice::Abilities => &self.abilities,
            Notice::Categories => &self.categories,
            Notice::Imports => &self.imports,
            Notice::Settings => &self.settings,
        };
        count.send_modify(|count| *count += 1);
    }

    /// One event per change (changes that nobody waited for are one), none for those before.
    pub(crate) fn events(&self, clock: Arc<dyn Clock>) -> impl Stream<Item = LearnSessionEvent> + Send + use<> {
        let changes = [
            (&self.abilities, kind::ABILITIES_CHANGED),
            (&self.categories, kind::CATEGORIES_CHANGED),
            (&self.imports, kind::IMPORTS_CHANGED),
            (&self.settings, kind::SETTINGS_CHANGED),
        ];
        stream::select_all(changes.map(|(count, kind)| WatchStream::from_changes(count.subscribe()).map(move |_| kind)))
            .map(move |kind| told(kind, serde_json::json!({}), clock.now()))
    }
}
