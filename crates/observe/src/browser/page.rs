//! One tab as the watcher knows it: its address, its last snapshot, and the action whose effect is not known yet.

use super::effect::{Effect, Pending};
use super::navigation::{Navigation, host_of, is_blank};
use super::snapshot::{FrameRef, Snapshot, comparable};
use crate::redact::{mask_text, mask_url};
use apprentice_contracts::observation::{ActionDetails, PageElement, PageIdentity};
use apprentice_contracts::reading::is_route;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

mod reading;
mod tabs;

/// A page has settled when nothing happened in it for this long.
const QUIET: Duration = Duration::from_millis(250);
/// The same for a page that is read again: applications draw themselves in several steps.
const CALM: Duration = Duration::from_millis(400);
/// When such a page is read although it has not settled.
const CALM_LIMIT: Duration = Duration::from_millis(1_500);
/// When a page is first read after an action. If the next action interrupts the settling, this snapshot shows the effect so far.
const EARLY: Duration = Duration::from_millis(50);
/// When a page that never settles is read anyway.
const LIMIT: Duration = Duration::from_millis(2_500);
/// The same while a new document still loads: a server may be slow.
const LOADING_LIMIT: Duration = Duration::from_secs(10);
/// How often a page that changes by itself is read.
const IDLE: Duration = Duration::from_secs(2);
/// How long a new page may draw itself. Until the person acts on it, it is read whenever it has changed: the last reading says how everything
/// was before.
const FRESH: Duration = Duration::from_secs(15);
/// How long a request of a page counts as the effect of the person's last action, although the address of the page has changed.
const ACTED_LATELY: Duration = Duration::from_secs(5);
/// How long the data of a page may be on the way.
const FILLING: Duration = Duration::from_secs(4);
/// How long a request keeps a page from settling. One that takes longer may wait for news; its answer is noticed all the same.
const LONGEST_REQUEST: Duration = Duration::from_secs(8);
/// The least time between two readings of such a page.
const FRESH_IDLE: Duration = Duration::from_millis(200);
/// A page that takes longer to read is read only when it has settled, because reading slows the page down.
const COSTLY: Duration = Duration::from_millis(150);
/// How long a click on something without a name explains a navigation.
const TOUCH: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub struct Frame {
    pub session: String,
    pub frame: String,
    /// The recorder's world in this frame.
    pub context: i64,
    /// `None` until its document has reported its origin.
    pub host: Option<String>,
}

/// A reading of the page in progress.
#[derive(Debug)]
struct Reading {
    of: Option<u64>,
    activity: u64,
    last: bool,
    began: Instant,
}

/// A JavaScript dialog (HTML, 8.9.1).
#[derive(Debug)]
pub struct OpenDialog {
    /// `alert`, `confirm`, `prompt` or `beforeunload`.
    pub kind: String,
    pub message: String,
    /// What `prompt` puts into its field.
    pub given: String,
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
    /// When the requests began that have not ended.
    inflight: HashMap<String, Instant>,
    /// Requests that began before the last action and have not ended.
    asked_for: HashSet<String>,
    pub loading: bool,
    /// The DOM node of the recording bar, with the world that made it.
    pub bar: Option<(i64, i64)>,
    /// Nobody sees it: it is read again, once, when it has settled.
    pub hidden: bool,
    /// The open JavaScript dialog; the page cannot answer meanwhile.
    dialog: Option<OpenDialog>,
    pub requested: Option<String>,
    pub started: Option<String>,
    /// Whether the user asked for the current navigation, and whether it goes through the history. `None`: the page did not say.
    pub by_user: Option<(bool, bool)>,
    touched: Option<Instant>,
    /// When the person pressed a button or key in it last.
    acted_at: Instant,
    /// When it sent something last that may change its site.
    sent_at: Option<Instant>,
    latest: Option<Arc<Snapshot>>,
    edit_before: Option<Arc<Snapshot>>,
    /// The words that the page showed when the user acted before it was read.
    shown_before: Option<Arc<str>>,
    /// The recorder knows that the page was read.
    seen_reported: bool,
    tabs: tabs::Tabs,
    pending: Option<Pending>,
    /// Actions that led to this page; the next reading shows their effect.
    leading: Vec<Pending>,
    known: Vec<Effect>,
    reading: Option<Reading>,
    activity: u64,
    active_at: Instant,
    read_at: Option<Instant>,
    /// Since when it shows its document.
    opened_at: Instant,
    /// Since when it shows its address.
    arrived_at: Instant,
    /// How long the last reading took.
    cost: Duration,
    /// Something happened since the last reading.
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
            inflight: HashMap::new(),
            asked_for: HashSet::new(),
            sent_at: None,
            acted_at: now,
            loading: false,
            bar: None,
            hidden: false,
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
            opened_at: now,
            arrived_at: now,
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

    /// The page as it was before the person began to type, else as it is: a list may filter itself with every letter.
    pub fn before_typing(&self) -> Option<&Arc<Snapshot>> {
        self.edit_before.as_ref().or(self.latest.as_ref())
    }

    /// The last snapshot, if nothing loads and nothing happened since.
    pub fn settled(&self) -> Option<&Arc<Snapshot>> {
        self.latest.as_ref().filter(|_| !self.dirty && !self.loading && self.inflight.is_empty())
    }

    /// The frames to read, the main frame first. `allowed` says whether a host is in scope.
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
        self.acted_at = now;
        self.active(now);
    }

    /// The user is about to act, so the page as it is now shows the effect of their last action.
    pub fn about(&mut self, now: Instant) {
        self.acted_at = now;
        self.urgent = self.cost < COSTLY && (self.dirty || self.pending.as_ref().is_some_and(|pending| pending.fresh.is_none()));
    }

    /// The user begins to change a field. The page as it was before is the page before the whole edit.
    pub fn editing(&mut self, now: Instant) {
        self.touched.get_or_insert(now);
        if self.pending.is_some() {
            self.about(now);
        } else {
            self.edit_before = self.edit_before.take().or_else(|| self.latest.clone());
        }
    }

    pub fn clean(&mut self) {
        self.edit_before = None;
    }

    /// Records what the page shows just before the user acts, if it was not read yet.
    pub fn record_shown(&mut self, words: Option<&str>) {
        if self.latest.is_none() {
            self.shown_before = words.map(|words| comparable(words).into());
        }
    }

    /// Answers the main frame once after the first reading: the recorder no longer has to send the words of the page.
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

    /// Whether the person did something on it since it was opened.
    pub fn was_touched(&self) -> bool {
        self.touched.is_some()
    }

    /// Whether data for what it began to show a moment ago are still on the way.
    pub fn is_filling(&self, now: Instant) -> bool {
        now < self.arrived_at + FILLING && (self.loading || !self.inflight.is_empty() || !self.asked_for.is_empty())
    }

    /// It sent something that may change its site.
    pub fn sent(&mut self) {
        self.sent_at = Some(self.active_at);
    }

    /// Whether it sent something since the person pressed a button or key last: the recorder may tell of that action later.
    pub fn has_sent(&self) -> bool {
        self.sent_at.is_some_and(|sent| sent >= self.acted_at.max(self.arrived_at))
    }

    /// Whether the person did something on it since it began to show its address.
    pub fn was_acted_on(&self) -> bool {
        self.acted_at > self.arrived_at
    }

    /// Whether the person did something on it a moment ago, perhaps at its former address.
    pub fn acted_lately(&self) -> bool {
        self.acted_at > self.opened_at && self.acted_at.elapsed() < ACTED_LATELY
    }

    /// Whether it sent something because of an action of the person. The requests that it sends while it loads only read data.
    pub fn has_written(&self) -> bool {
        self.has_sent() && self.was_acted_on()
    }

    /// A request has ended.
    pub fn answered(&mut self, request: &str) -> bool {
        self.asked_for.remove(request) | self.inflight.remove(request).is_some()
    }

    /// A request has begun.
    pub fn asks(&mut self, request: String, now: Instant) {
        self.inflight.insert(request, now);
        self.active(now);
    }

    /// Whether it waits for an answer.
    pub fn is_asking(&self) -> bool {
        !self.inflight.is_empty()
    }

    /// When it has waited long enough for an answer.
    pub fn asked_until(&self) -> Option<Instant> {
        Some(*self.inflight.values().min()? + LONGEST_REQUEST)
    }

    /// Awaits no longer what takes too long: then the page may have settled.
    pub fn give_up_requests(&mut self, now: Instant) {
        let late: Vec<String> = self.inflight.extract_if(|_, began| now >= *began + LONGEST_REQUEST).map(|(id, _)| id).collect();
        if !late.is_empty() {
            self.asked_for.extend(late);
            self.active(now);
        }
    }

    /// It shows another address in the same document.
    pub fn moved(&mut self, url: String, now: Instant) {
        if url.split('#').next() != self.url.split('#').next()
            || url.split_once('#').is_some_and(|(_, fragment)| is_route(fragment))
        {
            self.arrived_at = now;
            self.edit_before = None;
        }
        self.url = url;
        self.active(now);
    }

    fn is_touched(&self, now: Instant) -> bool {
        self.touched.is_some_and(|at| now - at < TOUCH)
    }

    /// The page shows a new document. Forgets what belonged to the old one.
    pub fn navigated(&mut self, url: String, now: Instant) {
        for pending in std::mem::take(&mut self.leading) {
            self.conclude(pending);
        }
        self.url = url;
        self.title.clear();
        self.forget_reading();
        self.tabs.is_new = false;
        self.inflight.clear();
        self.asked_for.clear();
        self.touched = None;
        self.read_at = None;
        self.opened_at = now;
        self.arrived_at = now;
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

    /// Forgets the last snapshot, because capturing starts again.
    pub fn forget(&mut self, now: Instant) {
        self.forget_reading();
        self.end();
        self.active(now);
        self.urgent = true;
    }

    // ---- actions and their effects ----

    /// Takes the effects that are known by now.
    pub fn effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.known)
    }

    /// The name of the snapshot before the next action.
    pub fn before_ref(&self) -> Option<String> {
        self.latest.as_ref().map(|taken| taken.state_ref.clone())
    }

    /// An action begins. The action before it ends with the effect that is known; later changes do not count as its effect.
    pub fn begin(&mut self, key: u64, details: &ActionDetails, now: Instant) {
        let interrupted = self.pending.take();
        let mut stood = self.shown_before.clone();
        let mut before = match &interrupted {
            // What appears from now on is the effect of one of the two. The later action explains it too and is not finished.
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
        // Requests that started before are not caused by this action.
        self.asked_for.extend(self.inflight.drain().map(|(request, _)| request));
        let mut pending = Pending::new(key, before, self.identity(), details, now + LIMIT);
        pending.shown_before = stood;
        self.pending = Some(pending);
        self.active(now);
        let interrupted = interrupted.and_then(|former| self.tabs.keep(former));
        match interrupted {
            // It led to a page that was not read yet: the first reading shows its effect.
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

    /// Ends all pending actions with the effects that are known now.
    pub fn end(&mut self) {
        let parted = self.tabs.end();
        for pending in std::mem::take(&mut self.leading).into_iter().chain(parted).chain(self.pending.take()) {
            self.conclude(pending);
        }
    }

    /// A dialog of the page is an effect too, although the page cannot be read while it is open.
    pub fn dialog_opened(&mut self, shown: PageElement, dialog: OpenDialog) {
        self.dialog = Some(dialog);
        if let Some(pending) = &mut self.pending {
            pending.appeared(shown);
            // The answer to the dialog changes the page as it was before the dialog.
            self.latest = self.latest.take().or_else(|| pending.before.clone());
        }
        self.end();
    }

    /// Answers the dialog that was open. The page can be read again.
    pub fn dialog_closed(&mut self) -> Option<OpenDialog> {
        self.dialog.take()
    }

    pub fn has_dialog(&self) -> bool {
        self.dialog.is_some()
    }

    /// The action led to a page outside the scope. Nothing of that page is reported.
    pub fn end_outside(&mut self) {
        if let Some(pending) = self.pending.take() {
            self.known.push(pending.known(PageIdentity::default()));
        }
    }
}

#[cfg(test)]
mod tests;
