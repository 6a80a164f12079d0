//! The watcher: one task that receives the events of the browser and the commands of its callers in one order, and reports what the user did.

use super::bar::BarView;
use super::cdp::{CallError, Connection, ConnectionEvent};
use super::data::DataRequests;
use super::effect::{Effect, undo_typing};
use super::events::Opening;
use super::launch::Launched;
use super::message::{Action, Message};
use super::page::Page;
use super::reread::{Read, Reply, Shown};
use super::sent::{Body, SentRequests};
use super::session::{self, Recorder};
use super::snapshot::{self, Secrets, Snapshot};
use crate::redact::mask_url;
use crate::{Observation, ObserveError, RecordedAction, WatchRequest, next_key};
use apprentice_contracts::Time;
use apprentice_contracts::observation::{ActionDetails, ControlSurface, ObservationAdapterKind, PageIdentity};
use apprentice_contracts::reading::{Reading, ReadingSource};
use serde_json::json;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// How long a page may take to send its buffered messages.
const BUFFER_TIME: Duration = Duration::from_secs(1);
/// How long a flush waits for pages to settle.
const FLUSH_TIME: Duration = Duration::from_secs(4);
/// How long there may be no tab at all before the browser counts as closed.
const EMPTY_TIME: Duration = Duration::from_secs(1);

/// How often the records of an address are reported before the first action on it.
const MOST_OFFERS: u8 = 6;
/// The most pages that wait to be read in the background.
const MOST_MISSED: usize = 4;

/// Fields of a form in which somebody signs in: a name, a password, a code, and whether to stay signed in.
const MOST_SIGN_IN_FIELDS: usize = 4;

/// An address without its query.
fn path_of(url: &str) -> &str {
    url.split('?').next().unwrap_or(url)
}

/// How often the records of an address were reported, and a hash of the last ones.
#[derive(Clone, Copy, Default)]
struct Offered {
    times: u8,
    said: u64,
}

pub(super) fn hash_of(shown: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    shown.hash(&mut hasher);
    hasher.finish()
}

pub enum Command {
    /// Pause or resume. A pause is answered when everything before it is reported, a resume when every page records again.
    Paused(bool, oneshot::Sender<()>),
    Flush(oneshot::Sender<()>),
    Read {
        url: String,
        reply: Reply,
    },
    /// Asks for data again; the address is masked.
    ReadData {
        url: String,
        reply: oneshot::Sender<Result<Reading, ObserveError>>,
    },
    /// Tells what pages sent.
    ReadSent(oneshot::Sender<Reading>),
    Stop(oneshot::Sender<()>),
}

/// Everything that the watcher receives, in the order in which it happened.
pub enum Signal {
    Connection(ConnectionEvent),
    Snapshot {
        target: String,
        result: Result<Snapshot, CallError>,
    },
    /// The buffered messages of the pages, by session and world.
    Buffered {
        messages: Vec<(String, i64, Vec<Message>)>,
        then: AfterGather,
    },
    ReadFailed {
        target: String,
        message: String,
    },
    /// A page was answered with data.
    Data {
        url: String,
        /// How often somebody had signed in when it was asked for.
        sign_ins: u32,
        /// By a page that was opened again.
        is_again: bool,
        /// `None`: the answer could not be read.
        reading: Option<Box<Reading>>,
    },
    /// We asked for data again, and were answered.
    DataAsked {
        session: String,
        url: String,
    },
    /// The body of a request was read. `None`: the request is not kept.
    SentBody {
        id: String,
        body: Option<Body>,
    },
    /// The recording bar has something else to show.
    Bar,
    /// The bar is a node of this page, made by this world.
    BarShown {
        target: String,
        context: i64,
        node: i64,
    },
    Command(Command),
}

pub enum AfterGather {
    Settle(oneshot::Sender<()>),
    Pause(oneshot::Sender<()>),
    GoOn(oneshot::Sender<()>),
}

pub struct Watcher {
    pub(super) connection: Connection,
    pub(super) recorder: Recorder,
    pub(super) request: WatchRequest,
    pub(super) signals: mpsc::UnboundedSender<Signal>,
    pub(super) pages: HashMap<String, Page>,
    /// Session of a tab or of a frame in it, to the tab's target.
    pub(super) sessions: HashMap<String, String>,
    pub(super) reads: Vec<Read>,
    /// The addresses whose records were reported and on which something was done since.
    known: HashSet<String>,
    /// What was reported of the records of an address.
    offered: HashMap<String, Offered>,
    /// What an address showed when it was read last.
    pub(super) shown: HashMap<String, Shown>,
    /// The part of a page that somebody looked at last, by the address of the page.
    pub(super) views: HashMap<String, String>,
    /// The path of the page on which a password was entered. The pages that follow show something else than before.
    signing_in: Option<String>,
    /// Addresses on which somebody acted while their first data were on the way: what they show when these have come is how they were
    /// before, unless something was sent meanwhile.
    pub(super) late: HashSet<String>,
    /// Pages that were left before they could be read, although nothing was sent yet. They are read in the background.
    pub(super) missed: Vec<String>,
    /// How often pages sent something that may change their site.
    pub(super) writes: u64,
    pub(super) data: DataRequests,
    pub(super) sent: SentRequests,
    /// When the watching began.
    pub(super) since: Time,
    /// The file names of the downloads in progress; only those that are recorded.
    pub(super) downloads: HashMap<String, (String, Option<String>)>,
    /// Tabs that pages requested, in order.
    pub(super) openings: Vec<Opening>,
    pub(super) paused: bool,
    pub(super) bar: Option<BarView>,
    launched: Option<Launched>,
    start: Option<String>,
    ready: Option<oneshot::Sender<()>>,
    pub(super) secrets: Secrets,
    flushing: Vec<(Instant, oneshot::Sender<()>)>,
    empty_since: Option<Instant>,
}

impl Watcher {
    pub fn new(
        connection: Connection,
        request: WatchRequest,
        signals: mpsc::UnboundedSender<Signal>,
        launched: Launched,
        start: String,
        ready: oneshot::Sender<()>,
    ) -> Result<Self, ObserveError> {
        let recorder = Recorder::new().map_err(|error| ObserveError::Failed(format!("no randomness: {error}")))?;
        session::set_up_browser(&connection, &launched.downloads());
        let bar = request.bar.clone().map(|link| BarView::follow(link, signals.clone()));
        let since = request.clock.now();
        let secrets = Secrets { fields: std::sync::Arc::default(), memory: request.memory.clone() };
        Ok(Self {
            connection,
            recorder,
            request,
            signals,
            pages: HashMap::new(),
            sessions: HashMap::new(),
            reads: Vec::new(),
            known: HashSet::new(),
            offered: HashMap::new(),
            shown: HashMap::new(),
            views: HashMap::new(),
            signing_in: None,
            late: HashSet::new(),
            missed: Vec::new(),
            writes: 0,
            data: DataRequests::default(),
            sent: SentRequests::default(),
            since,
            downloads: HashMap::new(),
            openings: Vec::new(),
            paused: false,
            bar,
            launched: Some(launched),
            start: Some(start),
            ready: Some(ready),
            secrets,
            flushing: Vec::new(),
            empty_since: None,
        })
    }

    pub async fn run(mut self, mut heard: mpsc::UnboundedReceiver<Signal>) {
        loop {
            let wake = self.wake();
            tokio::select! {
                signal = heard.recv() => match signal {
                    Some(Signal::Connection(ConnectionEvent::Event(event))) => self.handle_event(event),
                    Some(Signal::Connection(ConnectionEvent::Closed)) | None => return self.browser_closed().await,
                    Some(Signal::Snapshot { target, result }) => self.snapshot_taken(&target, result),
                    Some(Signal::Buffered { messages, then }) => self.buffered(messages, then),
                    Some(Signal::Data { url, sign_ins, is_again, reading }) => {
                        self.data_read(url, sign_ins, is_again, reading.map(|reading| *reading));
                    }
                    Some(Signal::DataAsked { session, url }) => self.data_asked_again(session, url),
                    Some(Signal::SentBody { id, body }) => self.sent_read(&id, body),
                    Some(Signal::Bar) => self.show_bars(),
                    Some(Signal::BarShown { target, context, node }) => self.bar_shown(&target, context, node),
                    Some(Signal::ReadFailed { target, message }) => self.read_failed(&target, message),
                    Some(Signal::Command(Command::Stop(reply))) => return self.stop(reply).await,
                    Some(Signal::Command(command)) => self.handle_command(command),
                },
                () = tokio::time::sleep_until(wake) => {}
            }
            self.pages.values_mut().for_each(|page| {
                page.give_up_tabs(Instant::now());
                page.give_up_requests(Instant::now());
            });
            self.read_what_is_due();
            self.report_effects();
            self.finish_flushes();
            if self.empty_since.is_some_and(|since| since.elapsed() >= EMPTY_TIME) {
                return self.browser_closed().await;
            }
        }
    }

    fn wake(&self) -> Instant {
        let pages = self.pages.values().flat_map(|page| page.due().into_iter().chain(page.tab_due()).chain(page.asked_until()));
        let reads = self.reads.iter().map(|read| read.deadline);
        let flushes = self.flushing.iter().map(|(deadline, _)| *deadline);
        let empty = self.empty_since.map(|since| since + EMPTY_TIME);
        pages.chain(reads).chain(flushes).chain(empty).min().unwrap_or_else(|| Instant::now() + Duration::from_secs(3_600))
    }

    // ---- reporting ----

    fn report(&self, observation: Observation) {
        self.request.report(observation);
    }

    /// Reports the effects of former actions that are known by now.
    fn report_effects(&mut self) {
        let known: Vec<Effect> = self.pages.values_mut().flat_map(Page::effects).collect();
        known.into_iter().for_each(|effect| self.report_effect(effect));
    }

    fn report_effect(&self, effect: Effect) {
        let Effect { key, change: Some(mut change), after_ref } = effect else { return };
        // An action may lead out of the scope. The address is not reported then.
        let host = super::navigation::host_of(&change.after.url);
        if !host.is_empty() && !self.request.scope.allows_site(&host) {
            change.after = PageIdentity::default();
        }
        self.report(Observation::Change { key, change: Box::new(change), after_state_ref: after_ref });
    }

    pub(super) fn count_dropped(&self) {
        if !self.paused {
            self.report(Observation::Dropped);
        }
    }

    /// Whether actions on this page, in a frame from this host, may be recorded.
    pub(super) fn allows(&self, page_host: &str, frame_host: &str) -> bool {
        self.request.scope.allows_site(page_host) && self.request.scope.allows_site(frame_host)
    }

    /// Reports an action on a page in scope. `settles`: waits for its effect on the page and reports it too.
    pub(super) fn act(&mut self, target: &str, host: &str, action: Action, settles: bool) {
        self.data.page_only.outdate();
        self.data.sockets.outdate();
        self.read_received(target);
        self.report_reading(target, Some(&action.details));
        match &action.details {
            ActionDetails::Fill { input_type, .. } if input_type == "password" => {
                self.signing_in = self.pages.get(target).map(|page| path_of(&page.url).to_owned());
            }
            // Somebody else's password is set in a longer form.
            _ if action.form.len() > MOST_SIGN_IN_FIELDS => self.signing_in = None,
            _ => {}
        }
        action.secrets.0.iter().for_each(|secret| self.secrets.memory.remember(secret));
        let Some(page) = self.pages.get_mut(target) else { return };
        let key = next_key();
        if let Some(title) = action.title {
            page.title = title;
        }
        let before_state_ref = page.before_ref();
        if settles {
            page.begin(key, &action.details, Instant::now());
        }
        let window_title = Some(page.title.clone()).filter(|title| !title.is_empty());
        self.report_effects();
        self.report(Observation::Action(Box::new(RecordedAction {
            key,
            adapter_kind: ObservationAdapterKind::BrowserDom,
            at: self.request.clock.now(),
            app_family: Some(host.to_owned()).filter(|host| !host.is_empty()),
            window_title,
            action_label: action.label,
            control_surface: Some(ControlSurface::NativeBrowser),
            details: action.details,
            change: None,
            form: action.form,
            screen: action.screen,
            before_state_ref,
            after_state_ref: None,
            masked: action.masked,
        })));
    }

    /// A page shows an address. After a sign-in, all pages show something else than before.
    pub(super) fn arrived(&mut self, url: &str) {
        if self.signing_in.as_deref().is_some_and(|path| path != path_of(url)) {
            self.signing_in = None;
            self.known.clear();
            self.offered.clear();
            self.late.clear();
            self.missed.clear();
            self.shown.clear();
            self.data.forget();
        }
    }

    /// The page of a tab sent something to its site that may change it: from now on no page shows the former state.
    pub(super) fn sent(&mut self, target: &str) {
        self.data.page_only.outdate();
        self.data.sockets.wrote(target);
        self.wrote();
        if let Some(page) = self.pages.get_mut(target) {
            page.sent();
        }
    }

    /// Something was sent that may change what pages show, to their site or another one, or by a link that acts.
    pub(super) fn wrote(&mut self) {
        self.writes += 1;
        self.late.clear();
        self.missed.clear();
        self.end_missed_reads();
    }

    /// Reports the records of the page as they are before the first action on its address. A page that draws itself late is reported again
    /// when it shows more; the last report before the action counts.
    fn report_reading(&mut self, target: &str, action: Option<&ActionDetails>) {
        let acts = action.is_some();
        if self.paused || self.is_read(target) {
            return;
        }
        let Some(page) = self.pages.get(target) else { return };
        let here = mask_url(&page.url).0;
        let shown = page.before_typing().and_then(|shown| shown.records.clone());
        let shown = shown.filter(|reading| matches!(&reading.source, ReadingSource::Page { url } if *url == here));
        // What is shown while the person types or clicks may be the effect of it, although nothing was reported yet.
        let touched = !acts && page.was_touched() && self.offered.contains_key(&here);
        let late = !acts && shown.is_some() && self.late.contains(&here);
        if !late && (self.known.contains(&here) || touched) {
            return;
        }
        let fills = page.is_filling(Instant::now());
        if acts {
            self.known.insert(here.clone());
            if (fills || shown.is_none()) && !page.has_sent() {
                self.late.insert(here.clone());
                if shown.is_none() && !super::navigation::is_blank(&page.url) && self.missed.len() < MOST_MISSED {
                    self.missed.push(page.url.clone());
                }
            }
        } else if !fills {
            self.late.remove(&here);
        }
        // A page without any record has not drawn itself, or leads to another.
        let Some(mut reading) = shown.filter(|reading| !reading.records.is_empty()) else { return };
        reading.complete &= !fills;
        if let Some(action) = action {
            undo_typing(&mut reading.records, action);
        }
        let offered = self.offered.entry(here).or_default();
        let said = hash_of(&reading.records);
        if late || (acts || offered.times < MOST_OFFERS) && (offered.times == 0 || offered.said != said) {
            *offered = Offered { times: offered.times.saturating_add(1), said };
            self.report(Observation::Read(Box::new(reading)));
        }
    }

    // ---- reading pages ----

    fn read_what_is_due(&mut self) {
        let now = Instant::now();
        let due: Vec<String> =
            self.pages.values().filter(|page| page.due().is_some_and(|at| at <= now)).map(|page| page.target.clone()).collect();
        for target in due {
            self.start_reading(&target, now);
        }
    }

    fn start_reading(&mut self, target: &str, now: Instant) {
        let scope = self.request.scope.clone();
        let is_read = self.is_read(target);
        let Some(page) = self.pages.get_mut(target) else { return };
        if page.rested(now) {
            return;
        }
        page.reading(now);
        // Also for a page that is read again: it may have redirected to another site.
        let outside = !scope.allows_site(&page.host());
        if outside || super::navigation::is_blank(&page.url) {
            page.read(None, now);
            if outside && is_read && !super::navigation::is_blank(&page.url) {
                self.read_failed(target, "that page leads out of what this session may see".into());
            }
            return;
        }
        let url = mask_url(&page.url).0;
        let with_records = is_read || !self.known.contains(&url) || self.late.contains(&url) || !self.shown.contains_key(&url);
        let frames = page.readable(|host| scope.allows_site(host));
        let bar = page.bar.map(|(_, node)| node);
        let taking = snapshot::take(self.connection.clone(), frames, page.url.clone(), self.secrets.clone(), with_records, bar);
        let (signals, target) = (self.signals.clone(), target.to_owned());
        tokio::spawn(async move {
            let result = taking.await;
            let _ = signals.send(Signal::Snapshot { target, result });
        });
    }

    fn snapshot_taken(&mut self, target: &str, result: Result<Snapshot, CallError>) {
        let Some(page) = self.pages.get_mut(target) else { return };
        if let Err(error) = &result {
            tracing::debug!(%error, "a page could not be read");
        }
        page.read(result.ok(), Instant::now());
        if let Some(frame) = page.report_seen() {
            let call = json!({ "contextId": frame.context, "expression": "apprentice.seen()" });
            self.connection.send(Some(&frame.session), "Runtime.evaluate", call);
        }
        let late = page.latest().filter(|_| self.late.contains(&mask_url(&page.url).0));
        let (latest, taken) = (page.latest().cloned(), page.settled().or(late).cloned());
        // Also of a page that never settles: while nothing is known of it, each reading has its records.
        if let Some(reading) = latest.as_ref().and_then(|latest| latest.records.as_ref()).filter(|_| !self.is_read(target))
            && let ReadingSource::Page { url } = &reading.source
        {
            self.shown.insert(url.clone(), Shown::of(reading));
        }
        let Some(taken) = taken else { return };
        self.read_received(target);
        if self.is_read(target) { self.answer_read(target, Ok(&taken)) } else { self.report_reading(target, None) }
    }

    // ---- commands ----

    fn handle_command(&mut self, command: Command) {
        match command {
            Command::Flush(reply) => self.gather("flush", AfterGather::Settle(reply)),
            Command::Read { url, reply } => self.read_again(url, reply),
            Command::ReadData { url, reply } => self.read_data(url, reply),
            Command::ReadSent(reply) => self.read_sent(reply),
            Command::Paused(true, reply) if !self.paused => {
                self.paused = true;
                self.gather("pause", AfterGather::Pause(reply));
            }
            Command::Paused(false, reply) if self.paused => {
                self.paused = false;
                for page in self.pages.values_mut() {
                    page.forget(Instant::now());
                    // A page with an open dialog runs this when the dialog is closed.
                    for frame in page.frames.iter().filter(|_| page.has_dialog()) {
                        let call = json!({ "contextId": frame.context, "expression": "apprentice.resume()" });
                        self.connection.send(Some(&frame.session), "Runtime.evaluate", call);
                    }
                }
                self.gather("resume", AfterGather::GoOn(reply));
            }
            Command::Paused(_, reply) | Command::Stop(reply) => drop(reply),
        }
    }

    /// Asks every page for its buffered messages.
    fn gather(&self, how: &str, then: AfterGather) {
        let expression = format!("apprentice.{how}()");
        let watched = self.pages.values().filter(|page| !page.has_dialog() && !self.is_read(&page.target));
        let asked: Vec<_> = watched
            .flat_map(|page| &page.frames)
            .map(|frame| {
                let params = json!({ "contextId": frame.context, "expression": expression, "returnByValue": true });
                let call = self.connection.call(Some(&frame.session), "Runtime.evaluate", params);
                let (session, context) = (frame.session.clone(), frame.context);
                async move {
                    let answer = tokio::time::timeout(BUFFER_TIME, call).await.ok()?.ok()?;
                    let messages = answer["result"]["value"].as_array().cloned().unwrap_or_default();
                    Some((session, context, messages.into_iter().filter_map(|told| serde_json::from_value(told).ok()).collect()))
                }
            })
            .collect();
        let signals = self.signals.clone();
        tokio::spawn(async move {
            let messages = futures::future::join_all(asked).await.into_iter().flatten().collect();
            let _ = signals.send(Signal::Buffered { messages, then });
        });
    }

    fn buffered(&mut self, messages: Vec<(String, i64, Vec<Message>)>, then: AfterGather) {
        let paused = self.paused;
        self.paused = paused && !matches!(then, AfterGather::Pause(_));
        for (session, context, messages) in messages {
            for message in messages {
                self.handle_recorder_message(&session, context, message);
            }
        }
        self.paused = paused;
        match then {
            AfterGather::Settle(reply) => self.flushing.push((Instant::now() + FLUSH_TIME, reply)),
            AfterGather::Pause(reply) => {
                self.pages.values_mut().for_each(|page| page.finish_now(Instant::now()));
                let _ = reply.send(());
            }
            AfterGather::GoOn(reply) => drop(reply.send(())),
        }
    }

    /// Answers flushes whose pages have settled, or whose time is over.
    fn finish_flushes(&mut self) {
        let now = Instant::now();
        if self.flushing.iter().any(|(deadline, _)| *deadline <= now) {
            self.pages.values_mut().for_each(Page::end);
            self.report_effects();
        }
        if !self.pages.values().any(Page::is_pending) {
            for (_, reply) in self.flushing.drain(..) {
                let _ = reply.send(());
            }
        }
        self.end_late_reads(now);
    }

    // ---- pages open and close ----

    pub(super) fn page_attached(&mut self, target: &str) {
        self.empty_since = None;
        if let (Some(ready), Some(start)) = (self.ready.take(), self.start.take()) {
            let session = self.pages.get(target).map(|page| page.session.clone());
            let connection = self.connection.clone();
            let set_up = session::ready(&connection, session.as_deref().unwrap_or_default());
            tokio::spawn(async move {
                let _ = set_up.await;
                if start != "about:blank" {
                    connection.send(session.as_deref(), "Page.navigate", json!({ "url": start }));
                }
                let _ = ready.send(());
            });
        }
    }

    pub(super) fn forget_page(&mut self, target: &str) {
        self.data.sockets.forget(target);
        self.sessions.retain(|_, root| root != target);
        let Some(mut gone) = self.pages.remove(target) else { return };
        let opener = gone.opener.clone().and_then(|opener| self.pages.get_mut(&opener)).filter(|opener| !opener.is_pending());
        if let Some(opener) = opener {
            // The popup is closed: its opener shows the effect.
            gone.hand_over(None, opener, Instant::now());
        }
        gone.end();
        gone.effects().into_iter().for_each(|effect| self.report_effect(effect));
        if !self.pages.keys().any(|target| !self.is_read(target)) && self.ready.is_none() {
            self.empty_since = Some(Instant::now());
        }
    }

    async fn browser_closed(mut self) {
        self.pages.values_mut().for_each(Page::end);
        self.report_effects();
        // If the browser never showed a page, `open` reports the failure.
        if self.ready.is_none() {
            self.report(Observation::Lost {
                kind: ObservationAdapterKind::BrowserDom,
                code: "BROWSER_CLOSED",
                message: "The watched browser was closed. What was seen until then is kept.".into(),
            });
        }
        for (_, reply) in self.flushing.drain(..) {
            let _ = reply.send(());
        }
        self.reads.clear();
        if let Some(launched) = self.launched.take() {
            launched.closed().await;
        }
    }

    async fn stop(mut self, reply: oneshot::Sender<()>) {
        let under_way = if self.paused { HashMap::new() } else { std::mem::take(&mut self.downloads) };
        for (_, (file, target)) in under_way {
            self.report_download(target.as_deref(), &file, false);
        }
        self.connection.send(None, "Browser.close", json!({}));
        if let Some(launched) = self.launched.take() {
            launched.closed().await;
        }
        let _ = reply.send(());
    }
}
