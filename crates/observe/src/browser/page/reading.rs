//! When a page is read, and what a reading shows of the actions before it.

use super::{CALM, CALM_LIMIT, COSTLY, EARLY, FRESH, FRESH_IDLE, IDLE, LIMIT, LOADING_LIMIT, Page, QUIET, Reading};
use crate::browser::effect::Pending;
use crate::browser::snapshot::Snapshot;
use crate::redact::mask_url;
use std::sync::Arc;
use tokio::time::Instant;

impl Page {
    /// When to read the page next. `None`: not before something happens.
    pub fn due(&self) -> Option<Instant> {
        if self.reading.is_some() || self.dialog.is_some() {
            return None;
        }
        if self.urgent {
            return Some(self.active_at);
        }
        let busy = self.is_busy();
        let early = self.active_at + EARLY;
        let quiet = self.active_at + QUIET;
        match &self.pending {
            Some(pending) if pending.fresh.is_none() && !self.loading && !self.tabs.is_new && self.cost < COSTLY => {
                Some(early.min(self.deadline(pending)))
            }
            Some(pending) if busy => Some(self.deadline(pending)),
            Some(pending) if self.tabs.awaited.is_some() && pending.fresh_at == self.activity => self.tabs.awaited,
            Some(pending) => Some(quiet.min(self.deadline(pending))),
            None if !self.dirty => None,
            None if self.hidden => {
                let limit = self.dirty_since + CALM_LIMIT;
                Some(if busy { limit } else { limit.min(self.active_at + CALM) })
            }
            None => {
                // Read a page that never settles from time to time, a new page soon.
                let is_fresh = self.touched.is_none() && self.active_at < self.opened_at + FRESH;
                if is_fresh && self.cost < COSTLY {
                    // A person who acts at once acts on a page that was just read.
                    return Some(self.read_at.map_or(early, |at| early.max(at + FRESH_IDLE.max(5 * self.cost))));
                }
                let idle = IDLE.max(20 * self.cost);
                let latest = self.dirty_since + if self.read_at.is_none() { IDLE } else { 2 * idle };
                let rested = self.read_at.map_or(quiet, |at| quiet.max(at + idle));
                Some(if busy { rested + IDLE } else { rested }.min(latest))
            }
        }
    }

    fn is_busy(&self) -> bool {
        self.loading || !self.inflight.is_empty() || self.tabs.is_new
    }

    fn deadline(&self, pending: &Pending) -> Instant {
        let deadline = if self.loading { pending.deadline + (LOADING_LIMIT - LIMIT) } else { pending.deadline };
        self.tabs.awaited.map_or(deadline, |until| until.max(deadline))
    }

    /// Somebody waits and wants the page as it is now.
    pub fn finish_now(&mut self, now: Instant) {
        if let Some(pending) = &mut self.pending {
            pending.deadline = now;
            self.loading = false;
            self.urgent = true;
            self.tabs.awaited = None;
        }
    }

    pub fn read_soon(&mut self) {
        self.urgent = true;
    }

    /// Whether nothing happened since the last reading. Then the effect is complete and the action ends.
    pub fn rested(&mut self, now: Instant) -> bool {
        let known = self.pending.as_ref().is_some_and(|pending| pending.fresh.is_some() && pending.fresh_at == self.activity);
        let rested = known && !self.is_busy() && !self.urgent && self.tabs.awaited.is_none() && now >= self.active_at + QUIET;
        if rested {
            self.end();
        }
        rested
    }

    /// A reading begins.
    pub fn reading(&mut self, now: Instant) {
        let busy = self.is_busy() || self.tabs.awaited.is_some();
        let last = self
            .pending
            .as_ref()
            .is_some_and(|pending| now >= self.deadline(pending) || (!busy && now >= self.active_at + QUIET));
        self.reading =
            Some(Reading { of: self.pending.as_ref().map(|pending| pending.key), activity: self.activity, last, began: now });
        self.dirty = false;
        self.urgent = false;
    }

    /// A reading has ended. `None`: the page could not be read.
    pub fn read(&mut self, taken: Option<Snapshot>, now: Instant) {
        let Some(reading) = self.reading.take() else { return };
        self.read_at = Some(now);
        if taken.is_some() {
            self.cost = now - reading.began;
        }
        match taken {
            // The user has left that page meanwhile.
            Some(taken) if taken.page.identity.url != mask_url(&self.url).0 => self.dirty = true,
            Some(taken) => self.apply_reading(Arc::new(taken), &reading),
            None => {
                self.active_at = now;
                for pending in std::mem::take(&mut self.leading) {
                    self.conclude(pending);
                }
            }
        }
        let Some(pending) = &self.pending else { return };
        let settled = reading.last && reading.activity == self.activity;
        if reading.of == Some(pending.key) && (settled || now >= self.deadline(pending)) {
            self.end();
        }
    }

    fn apply_reading(&mut self, taken: Arc<Snapshot>, reading: &Reading) {
        // If the user went on before the page was read, the effect of the actions that led here is what the page showed then.
        let stood = self.shown_before.take().map(|words| taken.already_shown(&words));
        for pending in std::mem::take(&mut self.leading) {
            self.known.push(pending.seen(stood.as_ref().unwrap_or(&taken)));
        }
        self.title.clone_from(&taken.page.identity.title);
        match &mut self.pending {
            Some(pending) if pending.before.is_none() => {
                pending.first_reading(&taken, (reading.of == Some(pending.key)).then_some(reading.activity));
                self.dirty = self.dirty || pending.fresh.is_none();
            }
            Some(pending) if reading.of == Some(pending.key) => {
                pending.fresh = Some(taken.clone());
                pending.fresh_at = reading.activity;
            }
            // Requested before the action and answered after it: it may show the page before or after.
            Some(_) => return,
            None => {}
        }
        self.latest = Some(taken);
    }
}
