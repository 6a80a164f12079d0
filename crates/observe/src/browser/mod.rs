//! "Watch a browser window": the installed Chromium, Chrome or Edge with a private profile, over the DevTools protocol.
//!
//! `recorder.js` runs in an isolated world of every frame and sends trusted, committed input. `watch` puts it in order, `page` decides when a
//! page has settled and what an action changed, `snapshot` reads the accessibility tree, and `message` masks values and writes sentences.
//! Invariant: the value of a secret field stays in the page; what looks like a secret is masked before it is reported.

mod bar;
mod calls;
mod cdp;
mod choices;
mod data;
mod diff;
mod effect;
mod entries;
mod events;
mod find;
pub(crate) mod json_rows;
mod launch;
mod message;
mod navigation;
mod page;
mod page_only;
mod panels;
mod posted;
mod records;
mod reread;
mod screen;
mod sent;
mod session;
mod snapshot;
mod socket_messages;
mod sockets;
mod tree;
mod visibility;
mod watch;

use crate::{Adapter, ObserveError, WatchRequest, Watching};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::observation::{ObservationAdapterKind, ObservationAdapterStatus, PageSnapshot};
use apprentice_contracts::reading::{Reading, ReadingSource};
use futures::FutureExt;
use reread::Reply;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use watch::{Command, Signal, Watcher};

/// How long a browser may take to show its first page.
const START_TIME: Duration = Duration::from_secs(30);

/// How to start the browser. The caller reads the environment (`cli.md`, last paragraph).
#[derive(Clone, Debug, Default)]
pub struct BrowserOptions {
    /// `APPRENTICE_BROWSER`.
    pub program: Option<PathBuf>,
    /// `APPRENTICE_HEADLESS=1`.
    pub headless: bool,
    /// `APPRENTICE_BROWSER_DEBUG_PORT`: a second DevTools connection on loopback, for tests that act as the user.
    pub debug_port: Option<u16>,
    /// Whether watched pages show the recording bar. Nobody sees it in a browser without a window.
    pub bar: bool,
    /// Folders searched for a browser (`PATH`).
    pub search_path: Vec<PathBuf>,
}

/// The adapter of the browser.
pub struct Browser {
    options: BrowserOptions,
}

impl Browser {
    /// Starts nothing.
    pub fn new(options: BrowserOptions) -> Self {
        Self { options }
    }

    /// Like [`Adapter::watch`], with the concrete type.
    ///
    /// # Errors
    /// `BROWSER_MISSING`, `BROWSER_FAILED`; a `start_url` that is neither http, https nor `about:blank`.
    pub async fn open(&self, mut request: WatchRequest) -> Result<BrowserWatching, ObserveError> {
        let asked = request.start_url.as_deref().unwrap_or("about:blank");
        let start = navigation::start_address(asked).ok_or_else(|| {
            ObserveError::Failed(format!("“{asked}” cannot be opened: the browser starts at an http or https address"))
        })?;
        let found =
            find::find(&self.options).map_err(|message| ObserveError::Unavailable { code: "BROWSER_MISSING", message })?;
        request.bar = request.bar.filter(|_| self.options.bar);
        let (launched, input, output) = launch::launch(&self.options, &found, &request.home)?;
        let (signals, heard) = mpsc::unbounded_channel();
        let events = signals.clone();
        let connection = cdp::Connection::open(input, output, move |event| {
            // Fails only if the watcher has ended.
            let _ = events.send(Signal::Connection(event));
        });
        let (ready, is_ready) = oneshot::channel();
        let sink = request.sink.clone();
        let watcher = Watcher::new(connection, request, signals.clone(), launched, start, ready)?;
        let actor = tokio::spawn(async move {
            if AssertUnwindSafe(watcher.run(heard)).catch_unwind().await.is_err() {
                // Fails only if nobody observes any more.
                let _ = sink.send(crate::watcher_died(ObservationAdapterKind::BrowserDom));
            }
        });
        let watching = BrowserWatching { signals, actor: Some(actor) };
        match tokio::time::timeout(START_TIME, is_ready).await {
            Ok(Ok(())) => Ok(watching),
            _ => Err(ObserveError::Unavailable {
                code: "BROWSER_FAILED",
                message: format!("{} started but showed no page. Without a display, set APPRENTICE_HEADLESS=1.", found.name),
            }),
        }
    }
}

#[async_trait::async_trait]
impl Adapter for Browser {
    fn kinds(&self) -> &'static [ObservationAdapterKind] {
        &[ObservationAdapterKind::BrowserDom, ObservationAdapterKind::BrowserSnapshot]
    }

    fn status(&self) -> Vec<ObservationAdapterStatus> {
        let found = find::find(&self.options);
        let status = |kind: &ObservationAdapterKind| ObservationAdapterStatus {
            adapter_id: kind.as_str().into(),
            kind: *kind,
            enabled: true,
            healthy: found.is_ok(),
            phase: kind.phase(),
            last_seen_at: None,
            last_error_code: found.is_err().then(|| "BROWSER_MISSING".into()),
            note: Some(match &found {
                Ok(found) => format!("{} ({})", found.name, found.program.display()),
                Err(message) => message.clone(),
            }),
            schema_version: SCHEMA_VERSION,
        };
        self.kinds().iter().map(status).collect()
    }

    async fn watch(&self, request: WatchRequest) -> Result<Box<dyn Watching>, ObserveError> {
        Ok(Box::new(self.open(request).await?))
    }

    fn clear(&self, home: &Path) {
        launch::sweep(&home.join("run"), |_| false);
    }
}

/// A watched browser. Dropping it ends the browser at once; buffered input is not reported.
pub struct BrowserWatching {
    signals: mpsc::UnboundedSender<Signal>,
    actor: Option<JoinHandle<()>>,
}

impl BrowserWatching {
    /// Sends a command to the watcher and waits for its answer. `None`: the watcher has ended.
    async fn ask<T>(&self, command: impl FnOnce(oneshot::Sender<T>) -> Command) -> Option<T> {
        let (reply, answer) = oneshot::channel();
        self.signals.send(Signal::Command(command(reply))).ok()?;
        answer.await.ok()
    }

    async fn read_address<T>(
        &self,
        url: &str,
        reply_of: impl FnOnce(oneshot::Sender<Result<T, ObserveError>>) -> Reply,
    ) -> Result<T, ObserveError> {
        let Some(url) = navigation::start_address(url).filter(|url| url != "about:blank") else {
            return Err(ObserveError::Failed(format!("“{url}” is not a page that can be read again")));
        };
        let gone = || Err(ObserveError::Failed("the browser is closed".into()));
        self.ask(|reply| Command::Read { url, reply: reply_of(reply) }).await.unwrap_or_else(gone)
    }
}

impl Drop for BrowserWatching {
    fn drop(&mut self) {
        if let Some(actor) = &self.actor {
            actor.abort();
        }
    }
}

#[async_trait::async_trait]
impl Watching for BrowserWatching {
    async fn set_paused(&self, paused: bool) {
        self.ask(|reply| Command::Paused(paused, reply)).await;
    }

    async fn flush(&self) {
        self.ask(Command::Flush).await;
    }

    async fn read_page(&self, url: &str) -> Option<Result<PageSnapshot, ObserveError>> {
        Some(self.read_address(url, Reply::Snapshot).await)
    }

    async fn read(&self, source: &ReadingSource) -> Option<Result<Reading, ObserveError>> {
        match source {
            ReadingSource::Page { url } => Some(self.read_address(url, Reply::Records).await),
            ReadingSource::Data { url } => {
                let gone = || Err(ObserveError::Failed("the browser is closed".into()));
                Some(self.ask(|reply| Command::ReadData { url: url.clone(), reply }).await.unwrap_or_else(gone))
            }
            ReadingSource::Sent => {
                let gone = || ObserveError::Failed("the browser is closed".into());
                Some(self.ask(Command::ReadSent).await.ok_or_else(gone))
            }
            _ => None,
        }
    }

    async fn stop(mut self: Box<Self>) {
        self.ask(Command::Flush).await;
        self.ask(Command::Stop).await;
        if let Some(actor) = self.actor.take() {
            let _ = actor.await;
        }
    }
}
