//! One tab as the watcher knows it: where it stands, what it looked like, and the action whose effect is still to be seen.

use super::diff;
use super::navigation::{Move, host_of};
use super::snapshot::{FrameRef, Taken};
use crate::redact::{mask_text, mask_url};
use apprentice_contracts::observation::{ActionDetails, ElementChange, PageElement, PageIdentity, PageSnapshot, StateChange};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

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

#[derive(Debug)]
struct Pending {
    key: u64,
    before: Option<Arc<Taken>>,
    /// Taken since the action, before anything else was done.
    fresh: Option<Arc<Taken>>,
    /// How much had happened when `fresh` was taken.
    fresh_at: u64,
    began: PageIdentity,
    /// What the action itself says that it changed.
    own: Vec<ElementChange>,
    appeared: Vec<PageElement>,
    /// A new document is shown since.
    moved: bool,
    deadline: Instant,
}

/// A reading of the page that is under way.
#[derive(Debug)]
struct Reading {
    of: Option<u64>,
    activity: u64,
    last: bool,
}

/// The effect of one action.
#[derive(Debug)]
pub struct Effect {
    pub key: u64,
    pub change: StateChange,
    pub after_ref: Option<String>,
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
    touched: Option<Instant>,
    latest: Option<Arc<Taken>>,
    edit_before: Option<Arc<Taken>>,
    pending: Option<Pending>,
    reading: Option<Reading>,
    activity: u64,
    active_at: Instant,
    read_at: Option<Instant>,
    dirty: bool,
    urgent: bool,
}

impl Page {
    pub fn new(target: String, session: String, opener: Option<String>, url: String, now: Instant) -> Self {
        Self {
            target,
            session,
            opener,
            url,
            title: String::new(),
            frames: Vec::new(),
            inflight: HashSet::new(),
            loading: false,
            dialog: None,
            requested: None,
            started: None,
            touched: None,
            latest: None,
            edit_before: None,
            pending: None,
            reading: None,
            activity: 0,
            active_at: now,
            read_at: None,
            dirty: false,
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
        self.pending.is_some()
    }

    /// What it looks like, when nothing is on its way and nothing happened since it was read.
    pub fn settled(&self) -> Option<&Arc<Taken>> {
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
        self.dirty = true;
    }

    pub fn touch(&mut self, now: Instant) {
        self.touched = Some(now);
        self.active(now);
    }

    /// The user is about to act: what the page looks like now is the effect of what they did before.
    pub fn about(&mut self) {
        self.urgent = self.dirty || self.pending.as_ref().is_some_and(|pending| pending.fresh.is_none());
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

    pub fn a_move(&mut self, now: Instant) -> Move {
        Move {
            requested: self.requested.take(),
            started: self.started.take(),
            pending: self.pending.is_some(),
            touched: self.touched.is_some_and(|at| now - at < TOUCH),
            opened: self.opener.is_some(),
        }
    }

    /// A new document is shown; what was known of the old one is past.
    pub fn moved(&mut self, url: String, now: Instant) {
        self.url = url;
        self.title.clear();
        self.latest = None;
        self.edit_before = None;
        self.inflight.clear();
        self.touched = None;
        if let Some(pending) = &mut self.pending {
            pending.moved = true;
            pending.fresh = None;
        }
        self.active(now);
    }

    /// Forgets what it looked like (capturing begins anew).
    pub fn forget(&mut self, now: Instant) {
        self.latest = None;
        self.edit_before = None;
        self.pending = None;
        self.active(now);
        self.urgent = true;
    }

    // ---- actions and their effects ----

    /// The name of the page as it stands before the next action.
    pub fn before_ref(&self) -> Option<String> {
        self.latest.as_ref().map(|taken| taken.state_ref.clone())
    }

    /// An action begins. The one before it ends with what is known of its effect; nothing that follows is ascribed to it.
    pub fn begin(&mut self, key: u64, details: &ActionDetails, now: Instant) -> Option<Effect> {
        let interrupted = self.pending.take();
        let mut before = match &interrupted {
            Some(former) if former.fresh.is_none() && !former.moved => former.before.clone(),
            _ => self.latest.clone(),
        };
        if let (ActionDetails::Fill { .. }, Some(edited)) = (details, self.edit_before.take()) {
            before = Some(edited);
        }
        if matches!(details, ActionDetails::Navigate { .. }) && before.is_none() {
            before = Some(Arc::new(Taken { page: PageSnapshot::default(), state_ref: String::new() }));
        }
        let began = before.as_ref().map_or_else(|| self.identity(), |taken| taken.page.identity.clone());
        self.pending = Some(Pending {
            key,
            before,
            fresh: None,
            fresh_at: 0,
            began,
            own: own_change(details),
            appeared: Vec::new(),
            moved: false,
            deadline: now + LIMIT,
        });
        self.active(now);
        interrupted.map(|former| self.known_effect(former))
    }

    /// Ends what is pending with what is known now.
    pub fn end(&mut self) -> Option<Effect> {
        let pending = self.pending.take()?;
        Some(self.known_effect(pending))
    }

    /// A dialog of the page is an effect too, although the page cannot be read while it stands.
    pub fn dialog_opened(&mut self, shown: PageElement, dialog: (String, String)) -> Option<Effect> {
        self.dialog = Some(dialog);
        let mut pending = self.pending.take()?;
        pending.appeared.push(shown);
        let before = pending.before.clone();
        let effect = self.known_effect(pending);
        // What the page looked like before the question is what the answer changes.
        self.latest = self.latest.take().or(before);
        Some(effect)
    }

    /// What was asked; the page can be read again.
    pub fn dialog_closed(&mut self) -> Option<(String, String)> {
        self.dialog.take()
    }

    pub fn has_dialog(&self) -> bool {
        self.dialog.is_some()
    }

    /// The action led to a page outside the scope; of that page nothing is told.
    pub fn end_outside(&mut self) -> Option<Effect> {
        let mut effect = self.end()?;
        effect.change.after = PageIdentity::default();
        Some(effect)
    }

    /// The action's effect shows in another page: the popup it opened, or the opener that a closed popup uncovers.
    pub fn hand_over(&mut self, other: &mut Self, now: Instant) {
        if let Some(mut pending) = self.pending.take() {
            pending.moved = true;
            pending.fresh = None;
            pending.deadline = now + LIMIT;
            other.pending = Some(pending);
            other.active(now);
        }
    }

    fn known_effect(&self, pending: Pending) -> Effect {
        match &pending.fresh {
            Some(fresh) => effect(&pending, fresh),
            None => {
                let change = StateChange { before: pending.began.clone(), after: self.identity(), ..StateChange::default() };
                Effect { key: pending.key, change: with_own(change, &pending), after_ref: None }
            }
        }
    }

    // ---- reading ----

    /// When the page is to be read next; `None`: not before something happens.
    pub fn due(&self) -> Option<Instant> {
        if self.reading.is_some() || self.dialog.is_some() {
            return None;
        }
        if self.urgent {
            return Some(self.active_at);
        }
        let busy = self.loading || !self.inflight.is_empty();
        let quiet = self.active_at + QUIET;
        match &self.pending {
            Some(pending) if busy => Some(self.deadline(pending)),
            Some(pending) if pending.fresh.is_none() => Some((self.active_at + EARLY).min(self.deadline(pending))),
            Some(pending) => Some(quiet.min(self.deadline(pending))),
            None if !self.dirty => None,
            None => {
                let rested = self.read_at.map_or(quiet, |at| quiet.max(at + IDLE));
                Some(if busy { rested + IDLE } else { rested })
            }
        }
    }

    fn deadline(&self, pending: &Pending) -> Instant {
        if self.loading { pending.deadline + (LOADING_LIMIT - LIMIT) } else { pending.deadline }
    }

    /// Whoever waits wants no more than what is there now.
    pub fn hurry(&mut self, now: Instant) {
        if let Some(pending) = &mut self.pending {
            pending.deadline = now;
            self.loading = false;
            self.urgent = true;
        }
    }

    pub fn read_soon(&mut self) {
        self.urgent = true;
    }

    /// The effect of the pending action, when the page rested ever since it was read.
    pub fn rested(&mut self, now: Instant) -> Option<Effect> {
        let known = self.pending.as_ref().is_some_and(|pending| pending.fresh.is_some() && pending.fresh_at == self.activity);
        let busy = self.loading || !self.inflight.is_empty();
        if known && !busy && !self.urgent && now >= self.active_at + QUIET { self.end() } else { None }
    }

    /// A reading begins.
    pub fn reading(&mut self, now: Instant) {
        let busy = self.loading || !self.inflight.is_empty();
        let last = self
            .pending
            .as_ref()
            .is_some_and(|pending| now >= self.deadline(pending) || (!busy && now >= self.active_at + QUIET));
        self.reading = Some(Reading { of: self.pending.as_ref().map(|pending| pending.key), activity: self.activity, last });
        self.dirty = false;
        self.urgent = false;
    }

    /// A reading has ended; the effect of the pending action, when it is settled now.
    pub fn read(&mut self, taken: Option<Arc<Taken>>, now: Instant) -> Option<Effect> {
        let reading = self.reading.take()?;
        self.read_at = Some(now);
        let overdue = self.pending.as_ref().is_some_and(|pending| now >= self.deadline(pending));
        let of_pending = self.pending.as_ref().is_some_and(|pending| reading.of == Some(pending.key));
        match taken {
            // Of a page that was left meanwhile.
            Some(taken) if taken.page.identity.url != mask_url(&self.url).0 => self.dirty = true,
            Some(taken) => {
                if of_pending || self.pending.is_none() {
                    self.title.clone_from(&taken.page.identity.title);
                    self.latest = Some(taken.clone());
                }
                if let Some(pending) = self.pending.as_mut().filter(|_| of_pending) {
                    pending.fresh = Some(taken);
                    pending.fresh_at = reading.activity;
                }
            }
            None => self.active_at = now,
        }
        if !of_pending || !(overdue || (reading.last && reading.activity == self.activity)) {
            return None;
        }
        self.end()
    }
}

fn effect(pending: &Pending, after: &Taken) -> Effect {
    let change = match &pending.before {
        Some(before) => StateChange { before: pending.began.clone(), ..diff::between(&before.page, &after.page) },
        None => StateChange { before: pending.began.clone(), after: after.page.identity.clone(), ..StateChange::default() },
    };
    Effect { key: pending.key, change: with_own(change, pending), after_ref: Some(after.state_ref.clone()) }
}

fn with_own(mut change: StateChange, pending: &Pending) -> StateChange {
    for own in &pending.own {
        let known = |told: &ElementChange| told.element.name == own.element.name && told.property == own.property;
        if !change.changed.iter().any(known) {
            change.changed.insert(0, own.clone());
        }
    }
    change.appeared.splice(0..0, pending.appeared.iter().cloned());
    change
}

fn own_change(details: &ActionDetails) -> Vec<ElementChange> {
    let (target, property, from, to) = match details {
        ActionDetails::Fill { target, value, previous, .. } => {
            (target, "value", previous.clone().unwrap_or_default(), value.text.clone())
        }
        ActionDetails::Choose { target, chosen, .. } => match chosen.as_slice() {
            [state] if state == "on" || state == "off" => {
                let word = |on: bool| on.to_string();
                (target, "checked", word(state != "on"), word(state == "on"))
            }
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let element = PageElement { role: target.role.clone(), name: target.name.clone(), context: target.context.clone() };
    vec![ElementChange { element, property: property.into(), from, to }]
}
