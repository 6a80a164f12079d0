//! Word to the stream of all sessions that something changed which belongs to no session. Who listens looks for itself.

use apprentice_contracts::event::{LearnSessionEvent, kind};
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::runtime::Clock;
use futures::{Stream, StreamExt, stream};
use std::sync::Arc;
use tokio::sync::watch::Sender;
use tokio_stream::wrappers::WatchStream;
use uuid::Uuid;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Notice {
    Categories,
    Imports,
}

/// Counts the changes of each kind.
#[derive(Clone, Default)]
pub(crate) struct Notices {
    categories: Arc<Sender<u64>>,
    imports: Arc<Sender<u64>>,
}

impl Notices {
    pub(crate) fn tell(&self, notice: Notice) {
        match notice {
            Notice::Categories => self.categories.send_modify(|count| *count += 1),
            Notice::Imports => self.imports.send_modify(|count| *count += 1),
        }
    }

    /// One event per change (changes that nobody waited for are one), none for those before.
    pub(crate) fn events(&self, clock: Arc<dyn Clock>) -> impl Stream<Item = LearnSessionEvent> + Send + use<> {
        let categories = WatchStream::from_changes(self.categories.subscribe()).map(|_| kind::CATEGORIES_CHANGED);
        let imports = WatchStream::from_changes(self.imports.subscribe()).map(|_| kind::IMPORTS_CHANGED);
        stream::select(categories, imports).map(move |kind| LearnSessionEvent {
            seq: 0,
            event_kind: kind.to_owned(),
            session_id: LearnSessionId(Uuid::nil()),
            payload: serde_json::json!({}),
            timestamp: clock.now(),
        })
    }
}
