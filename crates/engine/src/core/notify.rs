//! Notices to the stream of all sessions about changes that belong to no session. A listener reads the new state itself.

use apprentice_contracts::Time;
use apprentice_contracts::event::{ErrorReported, Event, LearnSessionEvent, NoPayload};
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::runtime::Clock;
use futures::{Stream, StreamExt, stream};
use std::sync::Arc;
use tokio::sync::watch::{Receiver, Sender};
use tokio_stream::wrappers::WatchStream;
use uuid::Uuid;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChangeNotice {
    /// Their availability or health, or what agents reported of them.
    Abilities,
    /// A model began or ended to write.
    Author,
    /// Tasks that were repeated.
    Candidates,
    Categories,
    /// What of connectors waits for the person.
    Connectors,
    Imports,
    /// What is understood of the session that records.
    LiveDraft,
    /// What a rehearsal saw.
    Rehearsal,
    Settings,
    /// A session was settled, or a rehearsal ended. It is for the engine alone.
    Settled,
    /// What a person shows of how they check a draft.
    ShownCheck,
    /// A background task died; the doctor names it.
    TaskDied,
}

/// Counts the changes of each kind.
#[derive(Clone, Default)]
pub struct ChangeNotifier {
    abilities: Arc<Sender<u64>>,
    author: Arc<Sender<u64>>,
    candidates: Arc<Sender<u64>>,
    categories: Arc<Sender<u64>>,
    connectors: Arc<Sender<u64>>,
    imports: Arc<Sender<u64>>,
    live_draft: Arc<Sender<u64>>,
    rehearsal: Arc<Sender<u64>>,
    settings: Arc<Sender<u64>>,
    settled: Arc<Sender<u64>>,
    shown_check: Arc<Sender<u64>>,
    task_died: Arc<Sender<u64>>,
}

impl ChangeNotifier {
    pub(crate) fn notify(&self, notice: ChangeNotice) {
        let count = match notice {
            ChangeNotice::Abilities => &self.abilities,
            ChangeNotice::Author => &self.author,
            ChangeNotice::Candidates => &self.candidates,
            ChangeNotice::Categories => &self.categories,
            ChangeNotice::Connectors => &self.connectors,
            ChangeNotice::Imports => &self.imports,
            ChangeNotice::LiveDraft => &self.live_draft,
            ChangeNotice::Rehearsal => &self.rehearsal,
            ChangeNotice::Settings => &self.settings,
            ChangeNotice::Settled => &self.settled,
            ChangeNotice::ShownCheck => &self.shown_check,
            ChangeNotice::TaskDied => &self.task_died,
        };
        count.send_modify(|count| *count += 1);
    }

    /// Changes when a session was settled or a rehearsal ended.
    pub(crate) fn settled(&self) -> Receiver<u64> {
        self.settled.subscribe()
    }

    /// One event per change from now on. Changes that no listener waited for are combined.
    pub(crate) fn events(&self, clock: Arc<dyn Clock>) -> impl Stream<Item = LearnSessionEvent> + Send + use<> {
        let died = "A background task of Apprentice failed unexpectedly. Run apprentice doctor to see which one.";
        let changes = [
            (&self.abilities, Event::AbilitiesChanged(NoPayload {})),
            (&self.author, Event::AuthorChanged(NoPayload {})),
            (&self.candidates, Event::CandidatesChanged(NoPayload {})),
            (&self.categories, Event::CategoriesChanged(NoPayload {})),
            (&self.connectors, Event::ConnectorsChanged(NoPayload {})),
            (&self.imports, Event::ImportsChanged(NoPayload {})),
            (&self.live_draft, Event::LiveDraftChanged(NoPayload {})),
            (&self.rehearsal, Event::RehearsalChanged(NoPayload {})),
            (&self.settings, Event::SettingsChanged(NoPayload {})),
            (&self.shown_check, Event::ShownCheckChanged(NoPayload {})),
            (&self.task_died, Event::Error(ErrorReported::new("TASK_DIED", died))),
        ];
        stream::select_all(changes.map(|(count, event)| WatchStream::from_changes(count.subscribe()).map(move |_| event.clone())))
            .map(move |event| global_event(&event, clock.now()))
    }
}

/// An event that belongs to no session.
pub(crate) fn global_event(event: &Event, timestamp: Time) -> LearnSessionEvent {
    let session_id = LearnSessionId(Uuid::nil());
    // A struct of strings and numbers always serializes.
    let payload = event.payload().unwrap_or_default();
    LearnSessionEvent { seq: 0, event_kind: event.kind(), session_id, payload, timestamp }
}
