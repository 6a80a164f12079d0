//! What each event of the browser means to the watcher.

use super::calls;
use super::cdp::Event;
use super::message::{Action, Message};
use super::navigation::{Verdict, host_of, is_blank};
use super::page::{Frame, OpenDialog, Page};
use super::reread::DRAW_TIME;
use super::session;
use super::watch::{Signal, Watcher};
use crate::redact::mask_text;
use apprentice_contracts::observation::{DialogKind, NavigationCause, PageElement};
use apprentice_contracts::reading::is_unsafe_address;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::Instant;

/// Requests that a page waits for before it looks finished.
const AWAITED: [&str; 5] = ["Document", "Stylesheet", "Script", "XHR", "Fetch"];

/// Whether a page asks for the script of a worker. That it has arrived is reported to the worker alone, whose token is the number of the request:
/// the other scripts of a page are numbered by its process (`30836.2`).
fn is_of_worker(request: &Value) -> bool {
    request["type"] == "Script" && !text(request, "/requestId").contains('.')
}

/// How long after a request of a page its tab may open.
const OPENING: Duration = Duration::from_secs(5);

/// A tab that a page requested and that has not opened yet.
pub(super) struct Opening {
    target: String,
    /// The action that caused it.
    key: Option<u64>,
    at: Instant,
}

pub(super) fn text<'a>(params: &'a Value, pointer: &str) -> &'a str {
    params.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

/// Whether a request may change the site: by a method that is not safe (RFC 9110 9.2.1), unless it is a query of GraphQL or calls procedures
/// that only ask by their name.
pub(super) fn may_change(request: &Value) -> bool {
    let safe = ["GET", "HEAD", "OPTIONS"].contains(&text(request, "/method"));
    let body: Value = serde_json::from_str(text(request, "/postData")).unwrap_or_default();
    let query = text(&body, "/query").trim_start();
    let asks = |call: &Value| call.as_object().and_then(calls::procedure).is_some_and(calls::only_asks);
    let only_asks = asks(&body) || body.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(asks));
    !(safe || query.starts_with("query") || query.starts_with('{') || only_asks)
}

impl Watcher {
    pub(super) fn handle_event(&mut self, event: Event) {
        let Event { session, method, params } = event;
        match (session, method.as_str()) {
            (session, "Target.attachedToTarget") => self.attached(session.as_deref(), &params),
            (_, "Target.detachedFromTarget") => self.detached(text(&params, "/sessionId")),
            (None, "Target.targetInfoChanged") => self.titled(&params),
            (None, "Browser.downloadWillBegin") => self.download_began(&params),
            (None, "Browser.downloadProgress") => self.download_progressed(&params),
            (Some(session), "Fetch.requestPaused") => session::request_again(&self.connection, &session, &params),
            (Some(session), "Runtime.bindingCalled") => self.binding_called(&session, &params),
            (Some(session), method) => self.handle_page_event(&session, method, &params),
            (None, _) => {}
        }
    }

    fn page_of(&mut self, session: &str) -> Option<&mut Page> {
        self.pages.get_mut(self.sessions.get(session)?)
    }

    // ---- tabs and frames ----

    fn attached(&mut self, parent: Option<&str>, params: &Value) {
        let (session, target) = (text(params, "/sessionId").to_owned(), text(params, "/targetInfo/targetId").to_owned());
        let url = text(params, "/targetInfo/url").to_owned();
        if parent.is_none() && self.pages.contains_key(&target) {
            return session::release(&self.connection, &session);
        }
        let now = Instant::now();
        match parent.and_then(|parent| self.sessions.get(parent).cloned()) {
            Some(root) => {
                self.sessions.insert(session.clone(), root);
            }
            None => {
                let asked = self.opener_of(text(params, "/targetInfo/openerId"), now);
                self.sessions.insert(session.clone(), target.clone());
                let opener = asked.as_ref().map(|(opener, _)| opener.clone());
                let mut page = Page::new(target.clone(), session.clone(), opener, url.clone(), now);
                page.hidden = self.reads.iter().any(|read| read.target.is_none() && url.ends_with(&read.mark));
                if let Some((opener, key)) = asked
                    && let Some(opener) = self.pages.get_mut(&opener)
                {
                    opener.hand_over(key, &mut page, now);
                }
                self.pages.insert(target.clone(), page);
            }
        }
        session::set_up(&self.connection, &session, &self.recorder);
        let read = self.reads.iter().position(|read| read.target.is_none() && url.ends_with(&read.mark));
        if let Some(read) = read {
            self.reads[read].target = Some(target.clone());
            let url = self.view_again(&self.reads[read].url);
            session::set_up_reading(&self.connection, &session);
            let set_up = session::ready(&self.connection, &session);
            let (connection, signals, target) = (self.connection.clone(), self.signals.clone(), target.clone());
            let session = session.clone();
            tokio::spawn(async move {
                let _ = set_up.await;
                let failed = match connection.call(Some(&session), "Page.navigate", json!({ "url": url })).await {
                    Ok(answer) => text(&answer, "/errorText").to_owned(),
                    Err(error) => error.to_string(),
                };
                if !failed.is_empty() {
                    let _ =
                        signals.send(Signal::ReadFailed { target, message: format!("the page could not be loaded: {failed}") });
                }
            });
        }
        session::release(&self.connection, &session);
        if parent.is_none() && !self.is_read(&target) {
            self.page_attached(&target);
        }
    }

    /// The page that opened a new tab, and the action that caused it. A tab opened with the middle button or a key does not name its
    /// opener; then it is the page that requested a tab first.
    fn opener_of(&mut self, named: &str, now: Instant) -> Option<(String, Option<u64>)> {
        self.forget_openings(now);
        let at = self.openings.iter().position(|opening| named.is_empty() || opening.target == named);
        let asked = at.map(|at| self.openings.remove(at)).map(|opening| (opening.target, opening.key));
        asked.or_else(|| self.pages.contains_key(named).then(|| (named.to_owned(), None)))
    }

    /// Forgets requests whose tab did not open; a blocked popup never does.
    fn forget_openings(&mut self, now: Instant) {
        self.openings.retain(|opening| now - opening.at < OPENING && self.pages.contains_key(&opening.target));
    }

    fn tab_asked_for(&mut self, target: &str, now: Instant) {
        let Some(key) = self.pages.get_mut(target).and_then(|page| page.asks_for_tab(now)) else { return };
        self.forget_openings(now);
        // The browser may report the same request twice.
        if self.openings.iter().any(|opening| opening.target == target && opening.key == key) {
            return;
        }
        let here = self.pages.iter().find(|(id, page)| *id != target && !self.is_read(id) && page.may_be_asked_for(now));
        if let Some(mut tab) = here.map(|(id, _)| id.clone()).and_then(|id| self.pages.remove(&id)) {
            tab.opener = Some(target.to_owned());
            if let Some(page) = self.pages.get_mut(target) {
                page.hand_over(key, &mut tab, now);
            }
            self.pages.insert(tab.target.clone(), tab);
        } else {
            self.openings.push(Opening { target: target.to_owned(), key, at: now });
        }
    }

    fn detached(&mut self, session: &str) {
        let Some(target) = self.sessions.remove(session) else { return };
        let Some(page) = self.pages.get_mut(&target) else { return };
        if page.session == session {
            self.forget_page(&target);
        } else {
            page.frames.retain(|frame| frame.session != session);
            page.active(Instant::now());
        }
    }

    fn titled(&mut self, params: &Value) {
        let (title, url) = (text(params, "/targetInfo/title"), text(params, "/targetInfo/url"));
        let Some(page) = self.pages.get_mut(text(params, "/targetInfo/targetId")) else { return };
        // The browser uses the address as the title of a page without one.
        if page.url == url && !title.is_empty() && !url.contains(title) {
            page.title = mask_text(title).0;
        }
    }

    fn handle_page_event(&mut self, session: &str, method: &str, params: &Value) {
        let now = Instant::now();
        let Some(target) = self.sessions.get(session).cloned() else { return };
        let is_read = self.is_read(&target);
        match method {
            "Network.requestWillBeSent" => self.request_sent(&target, session, params),
            "Network.responseReceived" => self.sent_answered(params),
            _ => {}
        }
        match method {
            "Network.requestWillBeSent" if self.data_asked(&target, session, params) => return,
            "Network.responseReceived" => self.data_answered(params),
            "Network.loadingFinished" => self.data_ended(params),
            "Network.loadingFailed" => self.data_failed(params),
            method if method.starts_with("Network.webSocket") => return self.socket_event(&target, method, params),
            _ => {}
        }
        let Some(page) = self.pages.get_mut(&target) else { return };
        let frame_id = text(params, "/frameId");
        let main = frame_id == target;
        match method {
            "Runtime.executionContextCreated" if text(params, "/context/name") == self.recorder.world => {
                let frame = text(params, "/context/auxData/frameId").to_owned();
                let context = params.pointer("/context/id").and_then(Value::as_i64).unwrap_or_default();
                // The numbers of contexts and nodes begin again in every process.
                if frame == target {
                    page.bar = None;
                }
                page.frames.retain(|known| known.frame != frame);
                page.frames.push(Frame { session: session.to_owned(), frame, context, host: None });
            }
            "Runtime.executionContextDestroyed" => {
                let context = params["executionContextId"].as_i64().unwrap_or_default();
                if page.session == session && page.bar.is_some_and(|(known, _)| known == context) {
                    page.bar = None;
                }
                page.frames.retain(|frame| frame.session != session || frame.context != context);
            }
            "Runtime.executionContextsCleared" => {
                page.frames.retain(|frame| frame.session != session);
                if page.session == session {
                    page.bar = None;
                }
            }
            "Network.requestWillBeSent" if AWAITED.contains(&text(params, "/type")) && !is_of_worker(params) => {
                page.asks(text(params, "/requestId").to_owned(), now);
                let own = host_of(&page.url) == host_of(text(params, "/request/url"));
                let changes = may_change(&params["request"]);
                if !is_read && own && changes {
                    self.sent(&target);
                } else if !is_read && (changes || is_unsafe_address(text(params, "/request/url"))) {
                    self.wrote();
                }
            }
            "Network.loadingFinished" | "Network.loadingFailed" if page.answered(text(params, "/requestId")) => page.active(now),
            "Network.responseReceived" if main && is_read && text(params, "/type") == "Document" => {
                let status = params.pointer("/response/status").and_then(Value::as_u64).unwrap_or_default();
                self.read_status(&target, status, text(params, "/response/statusText"));
            }
            "Page.frameRequestedNavigation" if main && text(params, "/disposition") == "currentTab" => {
                page.requested = Some(text(params, "/reason").to_owned());
                page.active(now);
            }
            "Page.frameRequestedNavigation" if ["newTab", "newWindow"].contains(&text(params, "/disposition")) => {
                self.tab_asked_for(&target, now);
            }
            "Page.windowOpen" if params["userGesture"] == true => self.tab_asked_for(&target, now),
            "Page.frameStartedNavigating" if main => {
                let kind = text(params, "/navigationType").to_owned();
                page.loading = !kind.to_ascii_lowercase().contains("samedocument");
                page.started = Some(kind);
                page.active(now);
            }
            "Page.frameStoppedLoading" if main => {
                page.loading = false;
                // The facts about a navigation that came to nothing are out of date.
                page.by_user = None;
                page.active(now);
            }
            "Page.domContentEventFired" | "Page.loadEventFired" if page.session == session => {
                if method == "Page.loadEventFired" {
                    page.loading = false;
                    for read in self.reads.iter_mut().filter(|read| read.target.as_deref() == Some(&target)) {
                        read.loaded = true;
                        read.deadline = read.deadline.min(now + DRAW_TIME);
                    }
                }
                page.active(now);
                if !is_read {
                    page.read_soon();
                }
            }
            "Page.frameNavigated" if params.pointer("/frame/parentId").is_none() && text(params, "/frame/id") == target => {
                let shown = [text(params, "/frame/unreachableUrl"), text(params, "/frame/url")];
                let url = shown.into_iter().find(|url| !url.is_empty()).unwrap_or_default();
                let url = format!("{url}{}", text(params, "/frame/urlFragment"));
                self.navigated(&target, url, is_read);
            }
            "Page.navigatedWithinDocument" if main => self.navigated_within(&target, text(params, "/url").to_owned()),
            "Page.javascriptDialogOpening" => self.dialog_opened(&target, session, params),
            "Page.javascriptDialogClosed" => self.dialog_closed(&target, params),
            _ => {}
        }
    }

    // ---- navigation ----

    fn navigated(&mut self, target: &str, url: String, is_read: bool) {
        let now = Instant::now();
        let Some(page) = self.pages.get_mut(target) else { return };
        let verdict = page.take_navigation(now).verdict();
        if is_blank(&url) || is_read || self.paused {
            return page.navigated(url, now);
        }
        self.arrived(&url);
        self.read_missed(&url);
        self.note_view(&url);
        let Some(page) = self.pages.get_mut(target) else { return };
        let host = host_of(&url);
        let cause = match verdict {
            Verdict::Act(cause) => cause,
            Verdict::Effect | Verdict::NotByUser => {
                page.navigated(url, now);
                if !self.allows(&host, &host) {
                    // It led out of the scope. The action ends, and the address is not reported.
                    if let Some(page) = self.pages.get_mut(target) {
                        page.end_outside();
                    }
                }
                return;
            }
        };
        if !self.request.scope.allows_site(&host) {
            page.end();
            page.navigated(url, now);
            return self.count_dropped();
        }
        // The action begins on the page that the user left, so that the new page is its effect.
        self.act(target, &host, Action::navigate(&url, cause), true);
        if let Some(page) = self.pages.get_mut(target) {
            page.navigated(url, now);
        }
    }

    fn navigated_within(&mut self, target: &str, url: String) {
        let Some(page) = self.pages.get_mut(target) else { return };
        let take_navigation = page.take_navigation(Instant::now());
        self.data.page_only.moved(&page.url, &url);
        page.moved(url.clone(), Instant::now());
        let through = take_navigation.started.as_deref().is_some_and(|started| started.starts_with("history"));
        let back = through && take_navigation.verdict() == Verdict::Act(NavigationCause::BackForward);
        let host = page.host();
        if !self.is_read(target) {
            self.arrived(&url);
            self.note_view(&url);
        }
        if back && !self.paused {
            if self.allows(&host, &host) {
                self.act(target, &host, Action::navigate(&url, NavigationCause::BackForward), true);
            } else {
                self.count_dropped();
            }
        }
    }

    // ---- dialogs and downloads ----

    fn dialog_opened(&mut self, target: &str, session: &str, params: &Value) {
        let Some(page) = self.pages.get_mut(target) else { return };
        let message = mask_text(text(params, "/message")).0;
        let shown = PageElement { role: "alertdialog".into(), name: super::message::shorten(&message, 160), context: None };
        let of = |name: &str| text(params, name).to_owned();
        page.dialog_opened(shown, OpenDialog { kind: of("/type"), message: of("/message"), given: of("/defaultPrompt") });
        if self.is_read(target) {
            // Nobody sees that page, so nobody can close its dialog.
            self.connection.send(
                Some(session),
                "Page.handleJavaScriptDialog",
                json!({ "accept": text(params, "/type") == "beforeunload" }),
            );
        }
    }

    fn dialog_closed(&mut self, target: &str, params: &Value) {
        let Some(page) = self.pages.get_mut(target) else { return };
        let Some(OpenDialog { kind, message, given }) = page.dialog_closed() else { return };
        let host = page.host();
        let kind = match kind.as_str() {
            "confirm" => DialogKind::Confirm,
            "prompt" => DialogKind::Prompt,
            "beforeunload" => DialogKind::BeforeUnload,
            _ => DialogKind::Alert,
        };
        if self.paused || self.is_read(target) {
            return;
        }
        if !self.allows(&host, &host) {
            return self.count_dropped();
        }
        let accepted = params["result"].as_bool().unwrap_or_default();
        let typed = text(params, "/userInput");
        if accepted && kind == DialogKind::Prompt && typed != given {
            self.act(target, &host, Action::prompt(&message, &given, typed), false);
        }
        self.act(target, &host, Action::dialog(kind, &message, accepted), true);
    }

    fn download_began(&mut self, params: &Value) {
        let frame = text(params, "/frameId");
        let page = self.pages.values().find(|page| page.target == frame || page.frames.iter().any(|known| known.frame == frame));
        let target = page.map(|page| page.target.clone());
        let host = page.map_or_else(|| host_of(text(params, "/url")), Page::host);
        if self.paused || target.as_deref().is_some_and(|target| self.is_read(target)) {
            return;
        }
        if !self.allows(&host, &host) {
            return self.count_dropped();
        }
        self.downloads.insert(text(params, "/guid").into(), (text(params, "/suggestedFilename").into(), target));
    }

    fn download_progressed(&mut self, params: &Value) {
        let finished = match text(params, "/state") {
            "completed" => true,
            "canceled" => false,
            _ => return,
        };
        if let Some((file, target)) = self.downloads.remove(text(params, "/guid")).filter(|_| !self.paused) {
            self.report_download(target.as_deref(), &file, finished);
        }
    }

    pub(super) fn report_download(&mut self, target: Option<&str>, file: &str, finished: bool) {
        // A tab that opened only for the download is closed by now, and its page may show another site. Then any other page in scope
        // takes its place.
        let visible = |page: &&Page| !self.is_read(&page.target) && self.allows(&page.host(), &page.host());
        let own = target.and_then(|target| self.pages.get(target)).filter(visible);
        let Some(page) = own.or_else(|| self.pages.values().find(visible)) else { return };
        let (target, host) = (page.target.clone(), page.host());
        self.act(&target, &host, Action::download(file, finished), false);
    }

    // ---- the recorder ----

    fn binding_called(&mut self, session: &str, params: &Value) {
        if text(params, "/name") != self.recorder.binding {
            return;
        }
        let context = params["executionContextId"].as_i64().unwrap_or_default();
        match super::cdp::parse(text(params, "/payload").as_bytes()) {
            Ok(message) => self.handle_recorder_message(session, context, message),
            // Do not log the text: it may contain what the user typed.
            Err(_) => tracing::warn!("the recorder sent something that is not a message"),
        }
    }

    pub(super) fn handle_recorder_message(&mut self, session: &str, context: i64, message: Message) {
        let now = Instant::now();
        let paused = self.paused;
        let Some(target) = self.sessions.get(session).cloned() else { return };
        let is_read = self.is_read(&target);
        let Some(page) = self.page_of(session) else { return };
        let page_host = page.host();
        // Only the recorder's world can call the binding. Ignore a call from an unknown world.
        let Some(frame) = page.frames.iter_mut().find(|frame| frame.session == session && frame.context == context) else {
            return;
        };
        let frame_id = frame.frame.clone();
        match message {
            Message::Hello { url, origin } => {
                // `about:blank` and `srcdoc` documents belong to the site that created them.
                let hosts = [host_of(&url), host_of(&origin), page_host];
                frame.host = hosts.into_iter().find(|host| !host.is_empty());
                let unheard = frame.frame == target && page.is_on_its_way() && !is_blank(&url);
                page.active(now);
                if paused {
                    let call = json!({ "contextId": context, "expression": "apprentice.pause()" });
                    self.connection.send(Some(session), "Runtime.evaluate", call);
                }
                let is_main = frame_id == target;
                if unheard {
                    // A new tab may show its document before the browser reports the navigation.
                    self.navigated(&target, url, is_read);
                    if let Some(page) = self.pages.get_mut(&target) {
                        page.read_soon();
                    }
                }
                if is_main {
                    self.show_bar(&target);
                }
            }
            Message::Bar(pressed) if !is_read && frame.frame == target => self.bar_pressed(pressed),
            Message::Bar(_) => {}
            Message::Mutated => page.active(now),
            _ if paused || is_read => {}
            Message::About => page.about(Instant::now()),
            Message::Touch => page.touch(now),
            Message::Editing => page.editing(now),
            Message::Clean => page.clean(),
            Message::Leaving { by_user, back } => page.by_user = Some((by_user, back)),
            Message::Secret { value } => self.secrets.memory.remember(&value.0),
            Message::Stood { words } => page.record_shown(words.as_deref()),
            Message::Act(act) => {
                let host = frame.host.clone().unwrap_or_else(|| page_host.clone());
                let page_host = if page_host.is_empty() { host.clone() } else { page_host };
                if self.allows(&page_host, &host) {
                    self.act(&target, &host, Action::of(*act), true);
                } else {
                    self.count_dropped();
                }
            }
        }
    }
}
