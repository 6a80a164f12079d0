//! The newest events of a session, read once for all who follow it: a thousand followers ask the database as often as one.
//!
//! A follower that is further behind than what is kept here reads the table itself, until it has caught up.

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
/// Events kept for followers that are a little slower than others.
const KEPT: usize = 512;

/// One for each session that is followed now.
#[derive(Default)]
pub(crate) struct EventTails(Mutex<HashMap<LearnSessionId, Weak<Tail>>>);

impl EventTails {
    /// Follows a session from after the event of that number on.
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

    /// Lets go of what was read of a session: something of it was deleted.
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
    /// The last of those up to `end`.
    events: VecDeque<Arc<LearnSessionEvent>>,
    /// The newest event of the session.
    end: u32,
    /// Nothing more will come.
    over: bool,
    /// As of which commit; `None` before the first look.
    seen: Option<u64>,
}

enum Next {
    Events(Vec<Arc<LearnSessionEvent>>),
    /// They are no longer kept.
    Behind,
    Nothing,
    End,
}

impl Tail {
    /// What comes after `seq`, as of `commit` or later. Whoever asks first after a commit reads; the others wait for that.
    async fn after(&self, seq: u32, commit: u64) -> Answer<Next> {
        let mut recent = self.recent.lock().await;
        if recent.seen.is_none_or(|seen| seen < commit) {
            self.look(&mut recent).await?;
            recent.seen = Some(commit);
        }
        Ok(recent.after(seq))
    }

    async fn look(&self, recent: &mut Recent) -> Answer<()> {
        let (id, begun) = (self.id, recent.seen.is_some());
        loop {
            let end = recent.end;
            let look = move |db: &Transaction<'_>| {
                let end = if begun { end } else { events::last_seq(db, id)? };
                Ok::<_, Failure>((end, events::after(db, id, end, PAGE)?, is_over(db, id)?))
            };
            let (end, found, over) = self.store.read(look).await?;
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

/// Settled (or deleted), and neither an installation nor a test still tells of it.
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

/// One reader of the stream.
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

    /// `None`: there are none any more.
    async fn older(&self) -> Option<Vec<LearnSessionEvent>> {
        let (id, last) = (self.tail.id, self.last);
        let found = self.tail.store.read(move |db| events::after(db, id, last, PAGE)).await.ok()?;
        (!found.is_empty()).then_some(found)
    }
}
