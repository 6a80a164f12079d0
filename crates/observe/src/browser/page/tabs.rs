//! Actions whose effect appears in another tab: the tab that they open, or the tab behind a closed popup.

use super::super::effect::Pending;
use super::{LIMIT, Page};
use crate::browser::navigation::is_blank;
use std::time::Duration;
use tokio::time::Instant;

/// How long to wait for a requested tab. A popup that the browser blocks never opens.
const TAB_TIME: Duration = Duration::from_secs(5);
/// How long a new tab may take to start loading.
const BLANK_TIME: Duration = Duration::from_secs(10);
/// How long a tab may be open before its request is reported: two processes report them.
const OVERTAKING: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(super) struct Tabs {
    /// Until when the pending action waits for the tab that it requested.
    pub awaited: Option<Instant>,
    /// Former actions that wait for their tabs.
    parted: Vec<(Pending, Instant)>,
    /// The tab has shown nothing yet.
    pub is_new: bool,
    born: Instant,
}

impl Tabs {
    pub const fn new(now: Instant, is_new: bool) -> Self {
        Self { awaited: None, parted: Vec::new(), is_new, born: now }
    }

    pub const fn is_empty(&self) -> bool {
        self.parted.is_empty()
    }

    /// The next action has begun. Keeps the former one if it waits for a tab; otherwise returns it.
    pub fn keep(&mut self, former: Pending) -> Option<Pending> {
        let Some(until) = self.awaited.take() else { return Some(former) };
        self.parted.push((former, until));
        None
    }

    pub fn end(&mut self) -> Vec<Pending> {
        self.awaited = None;
        std::mem::take(&mut self.parted).into_iter().map(|(pending, _)| pending).collect()
    }
}

impl Page {
    /// The page requests a new tab. The action that caused it, if any, settles only when the tab shows something. `None`: no action explains
    /// the request.
    pub fn asks_for_tab(&mut self, now: Instant) -> Option<Option<u64>> {
        let key = self.pending.as_ref().map(|pending| pending.key);
        self.tabs.awaited = key.map(|_| now + TAB_TIME);
        (key.is_some() || self.is_touched(now)).then_some(key)
    }

    /// Whether the tab has shown nothing yet.
    pub const fn is_on_its_way(&self) -> bool {
        self.tabs.is_new
    }

    /// Whether a page may have requested this tab just now.
    pub fn may_be_asked_for(&self, now: Instant) -> bool {
        self.tabs.is_new && self.opener.is_none() && is_blank(&self.url) && now - self.tabs.born < OVERTAKING
    }

    /// The effect of an action appears in another page; `None`: of the pending action.
    pub fn hand_over(&mut self, key: Option<u64>, other: &mut Self, now: Instant) {
        let parted = self.tabs.parted.iter().position(|(pending, _)| Some(pending.key) == key);
        let pending = match parted {
            Some(at) => Some(self.tabs.parted.swap_remove(at).0),
            None => {
                let pending = self.pending.take_if(|pending| key.is_none_or(|key| pending.key == key));
                self.tabs.awaited = self.tabs.awaited.filter(|_| pending.is_none());
                pending
            }
        };
        if let Some(mut pending) = pending {
            pending.moved = true;
            pending.fresh = None;
            pending.deadline = now + if is_blank(&other.url) { BLANK_TIME } else { LIMIT };
            other.pending = Some(pending);
            other.active(now);
        }
    }

    /// When the next wait for a tab ends.
    pub fn tab_due(&self) -> Option<Instant> {
        self.tabs.parted.iter().map(|(_, until)| *until).chain(self.tabs.awaited).min()
    }

    /// Gives up waiting for tabs that did not open.
    pub fn give_up_tabs(&mut self, now: Instant) {
        self.tabs.awaited = self.tabs.awaited.filter(|until| *until > now);
        while let Some(at) = self.tabs.parted.iter().position(|(_, until)| *until <= now) {
            let (pending, _) = self.tabs.parted.swap_remove(at);
            self.conclude(pending);
        }
    }
}
