//! Observation adapters that report what a test scripts.

use apprentice_contracts::observation::*;
use apprentice_contracts::reading::{Reading, ReadingSource};
use apprentice_observe::bar::BarLink;
use apprentice_observe::{Adapter, Observation, Observations, ObserveError, RecordedAction, WatchRequest, Watching};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// What the scripted browser observes.
pub const BROWSER: &[ObservationAdapterKind] = &[ObservationAdapterKind::BrowserDom, ObservationAdapterKind::BrowserSnapshot];
/// What the scripted terminal observes.
pub const TERMINAL: &[ObservationAdapterKind] = &[ObservationAdapterKind::TerminalCommand];

/// What a scripted adapter shares with the test.
#[derive(Default)]
pub struct Script {
    /// Where the adapter reports; `None` while nothing is watched.
    pub sink: Mutex<Option<Observations>>,
    /// The scope of the running observation.
    pub scope: Mutex<Option<apprentice_observe::scope::Scope>>,
    /// The address that the observation was to open.
    pub start_url: Mutex<Option<String>>,
    /// The bar of the running observation.
    pub bar: Mutex<Option<BarLink>>,
    /// Whether the observation is paused; what is reported meanwhile is dropped.
    pub paused: AtomicBool,
    /// How often an observation started.
    pub starts: AtomicU64,
    /// Whether the adapter is not installed.
    pub missing: AtomicBool,
    /// Whether an observation fails to start.
    pub failing: AtomicBool,
    /// What reading a page again returns.
    pub page: Mutex<Option<PageSnapshot>>,
    /// Addresses that were read again.
    pub pages_read: Mutex<Vec<String>>,
    /// While `Some`, the site does not answer: reading a page notifies this and then waits forever.
    pub silent: Mutex<Option<Arc<tokio::sync::Notify>>>,
    /// What reading a source returns. A source that is missing here is read by no adapter.
    pub sources: Mutex<BTreeMap<ReadingSource, Result<Reading, String>>>,
    /// Sources that were read.
    pub sources_read: Mutex<Vec<ReadingSource>>,
    /// Whether the adapter is too busy to pause.
    pub busy: AtomicBool,
    /// While `Some`, changes caused by actions are held back here.
    pub late: Mutex<Option<Vec<Observation>>>,
}

impl Script {
    /// Reports an observation, unless the observation is paused.
    pub fn tell(&self, observation: Observation) {
        if !self.paused.load(Ordering::SeqCst) {
            self.sink.lock().unwrap().as_ref().expect("nothing is watched").send(observation).unwrap();
        }
    }

    /// Reports an action and returns its key.
    pub fn act(&self, seen: RecordedAction) -> u64 {
        let key = seen.key;
        self.tell(Observation::Action(Box::new(seen)));
        key
    }

    /// From now on, reading this source returns this.
    pub fn shows(&self, reading: Reading) {
        self.sources.lock().unwrap().insert(reading.source.clone(), Ok(reading));
    }

    /// Whether an observation is running.
    pub fn is_watching(&self) -> bool {
        self.sink.lock().unwrap().is_some()
    }
}

/// An adapter that reports what its [`Script`] says.
pub struct Scripted {
    /// What the adapter claims to observe.
    pub kinds: &'static [ObservationAdapterKind],
    /// What it reports.
    pub script: Arc<Script>,
}

#[async_trait::async_trait]
impl Adapter for Scripted {
    fn kinds(&self) -> &'static [ObservationAdapterKind] {
        self.kinds
    }

    fn status(&self) -> Vec<ObservationAdapterStatus> {
        let healthy = !self.script.missing.load(Ordering::SeqCst);
        self.kinds
            .iter()
            .map(|kind| ObservationAdapterStatus {
                adapter_id: kind.as_str().into(),
                kind: *kind,
                enabled: true,
                healthy,
                phase: kind.phase(),
                last_seen_at: None,
                last_error_code: (!healthy).then(|| "MISSING".into()),
                note: (!healthy).then(|| "It is not installed.".into()),
                schema_version: 1,
            })
            .collect()
    }

    async fn watch(&self, request: WatchRequest) -> Result<Box<dyn Watching>, ObserveError> {
        if self.script.failing.load(Ordering::SeqCst) {
            return Err(ObserveError::Failed("The browser ended while it was starting.".into()));
        }
        self.script.starts.fetch_add(1, Ordering::SeqCst);
        self.script.paused.store(false, Ordering::SeqCst);
        *self.script.start_url.lock().unwrap() = request.start_url;
        *self.script.scope.lock().unwrap() = Some(request.scope);
        *self.script.bar.lock().unwrap() = request.bar;
        *self.script.sink.lock().unwrap() = Some(request.sink);
        Ok(Box::new(Watched(self.script.clone())))
    }
}

struct Watched(Arc<Script>);

#[async_trait::async_trait]
impl Watching for Watched {
    async fn set_paused(&self, paused: bool) {
        if self.0.busy.load(Ordering::SeqCst) {
            std::future::pending::<()>().await;
        }
        self.0.paused.store(paused, Ordering::SeqCst);
    }

    async fn flush(&self) {}

    async fn read_page(&self, url: &str) -> Option<Result<PageSnapshot, ObserveError>> {
        self.0.pages_read.lock().unwrap().push(url.to_owned());
        let silent = self.0.silent.lock().unwrap().clone();
        if let Some(asked) = silent {
            asked.notify_one();
            std::future::pending::<()>().await;
        }
        Some(self.0.page.lock().unwrap().clone().ok_or_else(|| ObserveError::Failed("The site does not answer.".into())))
    }

    async fn read(&self, source: &ReadingSource) -> Option<Result<Reading, ObserveError>> {
        let known = self.0.sources.lock().unwrap().get(source).cloned()?;
        self.0.sources_read.lock().unwrap().push(source.clone());
        let silent = self.0.silent.lock().unwrap().clone();
        if let Some(asked) = silent {
            asked.notify_one();
            std::future::pending::<()>().await;
        }
        Some(known.map_err(ObserveError::Failed))
    }

    async fn stop(self: Box<Self>) {
        self.0.sink.lock().unwrap().take();
    }
}
