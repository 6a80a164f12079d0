//! One tab as the watcher knows it: where it stands, what it looked like, and the action whose effect is still to be seen.

use super::effect::{Effect, Pending};
use super::navigation::{Navigation, host_of, is_blank};
use super::snapshot::{FrameRef, Snapshot, comparable};
use crate::redact::{mask_text, mask_url};
use apprentice_contracts::observation::{ActionDetails, PageElement, PageIdentity};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

mod reading;
mod tabs;

/// A page has settled when nothing happened in it for so long.
const QUIET: Duration = Duration::from_millis(250);
/// When a page is first read after an action: should the next one interrupt the settling, this much is known to be its effect.
const EARLY: Duration = Duration::from_millis(50);
/// A page that never rests is read anyway.
const LIMIT: Duration = Duration::from_millis(2_500);
/// A slow server is given longer, while the new document is still on its way.
const LOADING_LIMIT: Duration = Duration::from_secs(10);
/// How often a page that changes by itself is read.
const IDLE: Duration = Duration::from_secs(2);
/// A page that takes longer to read is read only once it rests: reading holds it up.
const COSTLY: Duration = Duration::from_millis(150);
/// How long a click on something nameless explains a navigation.
const TOUCH: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub struct Frame {
    pub session: String,
    pub frame: String,
    /// The recorder's world in this frame.
    pub context: i64,
    /// `None` until its document said where it comes from.
    pub host: Option<String>,
}

/// A reading of the page that is under way.
#[derive(Debug)]
struct Reading {
    of: Option<u64>,
    activity: u64,
    last: bool,
    began: Instant,
}

#[derive(Debug)]
pub struct Page {
    /// Also the id of its main frame.
    pub target: String,
    pub session: String,
    pub opener: Option<String>,
    pub url: String,
    pub title: String,
    pub frames: Vec<Frame>,
    pub inflight: HashSet<String>,
    pub loading: bool,
    /// Kind and message of the JavaScript dialog that stands open: the page cannot answer.
    dialog: Option<(String, String)>,
    pub requested: Option<String>,
    pub started: Option<String>,
    /// Whether the user asked for the navigation that is under way, and whether it goes through the history; `None`: the page did
    /// not say.
    pub by_user: Option<(bool, bool)>,
    touched: Option<Instant>,
    latest: Option<Arc<Snapshot>>,
    edit_before: Option<Arc<Snapshot>>,
    /// The words that showed when the user acted before the page was read.
    shown_before: Option<Arc<str>>,
    /// The recorder knows that the page was read.
    seen_reported: bool,
    tabs: tabs::Tabs,
    pending: Option<Pending>,
    /// Actions that led here; the next reading shows their effect.
    leading: Vec<Pending>,
    known: Vec<Effect>,
    reading: Option<Reading>,
    activity: u64,
    active_at: Instant,
    read_at: Option<Instant>,
    /// How long it took to read it the last time.
    cost: Duration,
    /// Something happened since it was read.
    dirty: bool,
    dirty_since: Instant,
    urgent: bool,
}

impl Page {
    pub fn new(target: String, session: String, opener: Option<String>, url: String, now: Instant) -> Self {
        Self {
            target,
            session,
            opener,
            tabs: tabs::Tabs::new(now, is_blank(&url)),
            url,
            title: String::new(),
            frames: Vec::new(),
            inflight: HashSet::new(),
            loading: false,
            dialog: None,
            requested: None,
            started: None,
            by_user: None,
            touched: None,
            latest: None,
            edit_before: None,
            shown_before: None,
            seen_reported: false,
            pending: None,
            leading: Vec::new(),
            known: Vec::new(),
            reading: None,
            activity: 0,
            active_at: now,
            read_at: None,
            cost: Duration::ZERO,
            dirty: false,
            dirty_since: now,
            urgent: false,
        }
    }

    pub fn host(&self) -> String {
        host_of(&self.url)
    }

    pub fn identity(&self) -> PageIdentity {
        PageIdentity { url: mask_url(&self.url).0, title: mask_text(&self.title).0 }
    }

    pub fn is_pending(&self) -> bool {
        self.pending.is_some() || !self.leading.is_empty() || !self.tabs.is_empty()
    }

    pub fn latest(&self) -> Option<&Arc<Snapshot>> {
        self.latest.as_ref()
    }

    /// What it looks like, when nothing is on its way and nothing happened since it was read.
    pub fn settled(&self) -> Option<&Arc<Snapshot>> {
        self.latest.as_ref().filter(|_| !self.dirty && !self.loading && self.inflight.is_empty())
    }

    /// The frames to read, the main frame first. `allowed` judges a frame's host.
    pub fn readable(&self, allowed: impl Fn(&str) -> bool) -> Vec<FrameRef> {
        let main = FrameRef { session: self.session.clone(), frame: self.target.clone() };
        let others = self.frames.iter().filter(|frame| frame.frame != self.target && frame.host.as_deref().is_some_and(&allowed));
        std::iter::once(main)
            .chain(others.map(|frame| FrameRef { session: frame.session.clone(), frame: frame.frame.clone() }))
            .collect()
    }

    // ---- what happens in it ----

    pub fn active(&mut self, now: Instant) {
        self.activity += 1;
        self.active_at = now;
        if !self.dirty {
            self.dirty = true;
            self.dirty_since = now;
        }
    }

    pub fn touch(&mut self, now: Instant) {
        self.touched = Some(now);
        self.active(now);
    }

    /// The user is about to act: what the page looks like now is the effect of what they did before.
    pub fn about(&mut self) {
        self.urgent = self.cost < COSTLY && (self.dirty || self.pending.as_ref().is_some_and(|pending| pending.fresh.is_none()));
    }

    /// The user begins to change a field: the page before that is the page before the whole edit.
    pub fn editing(&mut self) {
        if self.pending.is_some() {
            self.about();
        } else {
            self.edit_before = self.edit_before.take().or_else(|| self.latest.clone());
        }
    }

    pub fn clean(&mut self) {
        self.edit_before = None;
    }

    /// What shows just before the user acts, when nobody has read the page yet.
    pub fn record_shown(&mut self, words: Option<&str>) {
        if self.latest.is_none() {
            self.shown_before = words.map(|words| comparable(words).into());
        }
    }

    /// Once for each page that was read: the recorder need not say any more what stands there.
    pub fn report_seen(&mut self) -> Option<&Frame> {
        let main = self.frames.iter().find(|frame| frame.frame == self.target && self.latest.is_some() && !self.seen_reported)?;
        self.seen_reported = true;
        Some(main)
    }

    pub fn take_navigation(&mut self, now: Instant) -> Navigation {
        let started = self.started.take();
        let back = started.as_deref().is_some_and(|started| started.starts_with("history"));
        Navigation {
            requested: self.requested.take(),
            started,
            by_user: self.by_user.take().filter(|(_, through)| *through == back).map(|(by_user, _)| by_user),
            pending: self.pending.is_some(),
            touched: self.is_touched(now),
            opened: self.opener.is_some(),
        }
    }

    fn is_touched(&self, now: Instant) -> bool {
        self.touched.is_some_and(|at| now - at < TOUCH)
    }

    /// A new document is shown; what was known of the old one is past.
    pub fn navigated(&mut self, url: String, now: Instant) {
        for pending in std::mem::take(&mut self.leading) {
            self.conclude(pending);
        }
        self.url = url;
        self.title.clear();
        self.forget_reading();
        self.tabs.is_new = false;
        self.inflight.clear();
        self.touched = None;
        self.read_at = None;
        self.dirty = false;
        if let Some(pending) = &mut self.pending {
            pending.moved = true;
            pending.fresh = None;
        }
        self.active(now);
    }

    fn forget_reading(&mut self) {
        self.latest = None;
        self.edit_before = None;
        self.shown_before = None;
        self.seen_reported = false;
    }

    /// Forgets what it looked like (capturing begins anew).
    pub fn forget(&mut self, now: Instant) {
        self.forget_reading();
        self.end();
        self.active(now);
        self.urgent = true;
    }

    // ---- actions and their effects ----

    /// The effects that are known by now, to be told.
    pub fn effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.known)
    }

    /// The name of the page as it stands before the next action.
    pub fn before_ref(&self) -> Option<String> {
        self.latest.as_ref().map(|taken| taken.state_ref.clone())
    }

    /// An action begins. The one before it ends with what is known of its effect; nothing that follows is ascribed to it.
    pub fn begin(&mut self, key: u64, details: &ActionDetails, now: Instant) {
        let interrupted = self.pending.take();
        let mut stood = self.shown_before.clone();
        let mut before = match &interrupted {
            // Whatever shows since belongs to one of the two; the later one explains it as well and is still open.
            Some(former) if former.fresh.is_none() && !former.moved => {
                stood = stood.or_else(|| former.shown_before.clone());
                former.before.clone()
            }
            _ => self.latest.clone(),
        };
        if let (ActionDetails::Fill { .. }, Some(edited)) = (details, self.edit_before.take()) {
            before = Some(edited);
        }
        if matches!(details, ActionDetails::Navigate { .. }) && before.is_none() {
            before = Some(Arc::new(Snapshot::empty()));
        }
        // What was under way before is not this action's doing.
        self.inflight.clear();
        let mut pending = Pending::new(key, before, self.identity(), details, now + LIMIT);
        pending.shown_before = stood;
        self.pending = Some(pending);
        self.active(now);
        let interrupted = interrupted.and_then(|former| self.tabs.keep(former));
        match interrupted {
            // It led to a page that was never read: the first reading shows what it led to.
            Some(former) if former.fresh.is_none() && former.moved => {
                self.leading.push(former);
                self.urgent = true;
            }
            Some(former) => self.conclude(former),
            None => {}
        }
    }

    fn conclude(&mut self, pending: Pending) {
        let effect = pending.known(self.identity());
        self.known.push(effect);
    }

    /// Ends what is pending with what is known now.
    pub fn end(&mut self) {
        let parted = self.tabs.end();
        for pending in std::mem::take(&mut self.leading).into_iter().chain(parted).chain(self.pending.take()) {
            self.conclude(pending);
        }
    }

    /// A dialog of the page is an effect too, although the page cannot be read while it stands.
    pub fn dialog_opened(&mut self, shown: PageElement, dialog: (String, String)) {
        self.dialog = Some(dialog);
        if let Some(pending) = &mut self.pending {
            pending.appeared(shown);
            // What the page looked like before the question is what the answer changes.
            self.latest = self.latest.take().or_else(|| pending.before.clone());
        }
        self.end();
    }

    /// What was asked; the page can be read again.
    pub fn dialog_closed(&mut self) -> Option<(String, String)> {
        self.dialog.take()
    }

    pub fn has_dialog(&self) -> bool {
        self.dialog.is_some()
    }

    /// The action led to a page outside the scope; of that page nothing is told.
    pub fn end_outside(&mut self) {
        if let Some(pending) = self.pending.take() {
            self.known.push(pending.known(PageIdentity::default()));
        }
    }
}

#[cfg(test)]
mod tests;
