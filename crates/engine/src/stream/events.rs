//! The event streams. The table of events is the stream: a follower continues where it stopped after every commit, so that it
//! neither misses nor repeats an event. Followers of one session share the reading ([`crate::stream::tail`]).

use crate::Answer;
use crate::session::record::find_session;
use crate::stream::EventStreams;
use crate::stream::tail::{Follower, PAGE};
use apprentice_contracts::error::Failure;
use apprentice_contracts::event::LearnSessionEvent;
use apprentice_contracts::ids::LearnSessionId;
use apprentice_store::{Store, events};
use futures::stream::BoxStream;
use futures::{Stream, StreamExt, stream};
use std::collections::VecDeque;
use tokio::sync::watch;

impl EventStreams {
    pub(crate) async fn session_events(&self, id: LearnSessionId, after: u32) -> Answer<BoxStream<'static, LearnSessionEvent>> {
        self.core.store.read(move |db| find_session(db, id).map(|_| ())).await?;
        Ok(stream::unfold(self.tails.follow(&self.core.store, id, after), Follower::next).boxed())
    }

    pub(crate) async fn last_event_seq(&self, id: LearnSessionId) -> Answer<u32> {
        self.core.store.read(move |db| Ok::<_, Failure>(events::last_seq(db, id)?)).await
    }

    pub(crate) async fn all_events(&self) -> Answer<BoxStream<'static, LearnSessionEvent>> {
        let skills = self.catalogue.events(self.core.options.clock.clone());
        let others = stream::select(skills, self.core.notifier.events(self.core.options.clock.clone()));
        let others = stream::select(others, self.skills_page.progress(self.core.options.clock.clone()));
        let store = self.core.store.clone();
        let commits = store.commits();
        let position = store.read(|db| Ok::<_, Failure>(events::last_position(db)?)).await?;
        let follower = Listener { store, commits, position, waiting: VecDeque::new() };
        Ok(ended_by_first(stream::unfold(follower, Listener::next), others).boxed())
    }
}

/// Merges two streams and ends with the first.
fn ended_by_first<T>(first: impl Stream<Item = T>, other: impl Stream<Item = T>) -> impl Stream<Item = T> {
    let first = first.map(Some).chain(stream::once(async { None }));
    stream::select(first, other.map(Some)).take_while(|item| std::future::ready(item.is_some())).filter_map(std::future::ready)
}

struct Listener {
    store: Store,
    commits: watch::Receiver<u64>,
    /// Position of the last event that was read.
    position: i64,
    waiting: VecDeque<LearnSessionEvent>,
}

impl Listener {
    async fn next(mut self) -> Option<(LearnSessionEvent, Self)> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some((event, self));
            }
            self.commits.borrow_and_update();
            let position = self.position;
            let found = self.store.read(move |db| events::after_position(db, position, PAGE)).await.ok()?;
            if found.is_empty() && self.commits.changed().await.is_err() {
                return None;
            }
            self.position = found.last().map_or(position, |(position, _)| *position);
            self.waiting.extend(found.into_iter().map(|(_, event)| event));
        }
    }
}
