//! The newest events of a session, read once for all followers: a thousand followers read the database as often as one.
//!
//! A follower that is further behind reads the table itself until it has caught up.

use crate::Answer;
use apprentice_contracts::error::Failure;
use apprentice_contracts::event::LearnSessionEvent;
use apprentice_contracts::ids::LearnSessionId;
use apprentice_store::{Store, Transaction, events, sagas, sessions, validation_runs};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::watch;

/// Events that one read of the table returns at most.
pub(crate) const PAGE: u32 = 256;
/// Number of events that are kept for slower followers.
const KEPT: usize = 512;

/// One tail for each session that has followers.
#[derive(Default)]
pub(crate) struct EventTails(Mutex<HashMap<LearnSessionId, Weak<Tail>>>);

impl EventTails {
    /// Follows a session from the event after `after`.
    pub(crate) fn follow(&self, store: &Store, id: LearnSessionId, after: u32) -> Follower {
        let mut event_tails = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        event_tails.retain(|_, tail| tail.strong_count() > 0);
        let tail = event_tails.get(&id).and_then(Weak::upgrade).unwrap_or_else(|| {
            let tail = Arc::new(Tail { store: store.clone(), id, recent: tokio::sync::Mutex::default() });
            event_tails.insert(id, Arc::downgrade(&tail));
            tail
        });
        Follower { tail, commits: store.commits(), last: after, waiting: VecDeque::new() }
    }

    /// Drops the events of a session after a deletion.
    pub(crate) async fn forget(&self, id: LearnSessionId) {
        let tail = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&id).and_then(Weak::upgrade);
        if let Some(tail) = tail {
            tail.recent.lock().await.events.clear();
        }
    }
}

struct Tail {
    store: Store,
    id: LearnSessionId,
    recent: tokio::sync::Mutex<Recent>,
}

#[derive(Default)]
struct Recent {
    /// The newest events up to `end`.
    events: VecDeque<Arc<LearnSessionEvent>>,
    /// `seq` of the newest event.
    end: u32,
    /// The stream has ended.
    over: bool,
    /// The commit that was seen last; `None` before the first read.
    seen: Option<u64>,
}

enum Next {
    Events(Vec<Arc<LearnSessionEvent>>),
    /// The events are not kept any more.
    Behind,
    Nothing,
    End,
}

impl Tail {
    /// The events after `seq`, as of `commit` or later. The first caller after a commit reads; the others wait.
    async fn after(&self, seq: u32, commit: u64) -> Answer<Next> {
        let mut recent = self.recent.lock().await;
        if recent.seen.is_none_or(|seen| seen < commit) {
            self.read_new(&mut recent).await?;
            recent.seen = Some(commit);
        }
        Ok(recent.after(seq))
    }

    async fn read_new(&self, recent: &mut Recent) -> Answer<()> {
        let (id, has_read) = (self.id, recent.seen.is_some());
        loop {
            let end = recent.end;
            let read_new = move |db: &Transaction<'_>| {
                let end = if has_read { end } else { events::last_seq(db, id)? };
                Ok::<_, Failure>((end, events::after(db, id, end, PAGE)?, is_over(db, id)?))
            };
            let (end, found, over) = self.store.read(read_new).await?;
            let last = found.len() < PAGE as usize;
            recent.end = found.last().map_or(end, |event| event.seq);
            recent.events.extend(found.into_iter().map(Arc::new));
            recent.events.drain(..recent.events.len().saturating_sub(KEPT));
            recent.over = over;
            if last {
                return Ok(());
            }
        }
    }
}

impl Recent {
    fn after(&self, seq: u32) -> Next {
        let kept = self.events.len();
        match self.end.checked_sub(seq) {
            None | Some(0) if self.over => Next::End,
            None | Some(0) => Next::Nothing,
            Some(missing) if missing as usize > kept => Next::Behind,
            Some(missing) => Next::Events(self.events.range(kept - missing as usize..).cloned().collect()),
        }
    }
}

/// Whether the session is settled or deleted, and neither an installation nor a test adds events.
fn is_over(db: &Transaction<'_>, id: LearnSessionId) -> Answer<bool> {
    let Some(record) = sessions::get(db, id)? else { return Ok(true) };
    if !record.session.state.is_settled() {
        return Ok(false);
    }
    let proposal = record.session.proposal_id;
    let installing = sagas::unsettled(db)?.iter().any(|saga| Some(saga.proposal_id) == proposal);
    let testing = validation_runs::running(db)?.iter().any(|run| Some(run.proposal_id) == proposal);
    Ok(!installing && !testing)
}

/// One follower of a session.
pub(crate) struct Follower {
    tail: Arc<Tail>,
    commits: watch::Receiver<u64>,
    last: u32,
    waiting: VecDeque<Arc<LearnSessionEvent>>,
}

impl Follower {
    pub(crate) async fn next(mut self) -> Option<(LearnSessionEvent, Self)> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                self.last = event.seq;
                return Some((LearnSessionEvent::clone(&event), self));
            }
            let commit = *self.commits.borrow_and_update();
            match self.tail.after(self.last, commit).await.ok()? {
                Next::Events(events) => self.waiting.extend(events),
                Next::Behind => self.waiting.extend(self.older().await?.into_iter().map(Arc::new)),
                Next::Nothing => self.commits.changed().await.ok()?,
                Next::End => return None,
            }
        }
    }

    /// `None` when there are no more events.
    async fn older(&self) -> Option<Vec<LearnSessionEvent>> {
        let (id, last) = (self.tail.id, self.last);
        let found = self.tail.store.read(move |db| events::after(db, id, last, PAGE)).await.ok()?;
        (!found.is_empty()).then_some(found)
    }
}
