//! A world for the engine: a scripted browser and terminal, a clock that stands still until it is told, ids that count.

use apprentice_contracts::Time;
use apprentice_contracts::observation::*;
use apprentice_contracts::runtime::{Clock, Ids};
use apprentice_contracts::session::*;
use apprentice_engine::{Engine, EngineOptions};
use apprentice_observe::terminal::panel::Panel;
use apprentice_observe::{Adapter, Observation, Observations, ObserveError, RecordedAction, WatchRequest, Watching, next_key};
use apprentice_skills::agents::targets::Machine;
use chrono::Duration;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use uuid::Uuid;

pub struct StillClock(Mutex<Time>);

impl StillClock {
    pub fn advance(&self, by: Duration) {
        *self.0.lock().unwrap() += by;
    }
}

impl Clock for StillClock {
    fn now(&self) -> Time {
        *self.0.lock().unwrap()
    }
}

pub struct CountedIds(AtomicU64);

impl Ids for CountedIds {
    fn next(&self) -> Uuid {
        Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0000 + u128::from(self.0.fetch_add(1, Ordering::Relaxed)))
    }
}

/// What a scripted adapter shares with the test.
#[derive(Default)]
pub struct Script {
    pub sink: Mutex<Option<Observations>>,
    pub scope: Mutex<Option<apprentice_observe::scope::Scope>>,
    pub start_url: Mutex<Option<String>>,
    pub paused: AtomicBool,
    pub starts: AtomicU64,
    pub missing: AtomicBool,
    pub failing: AtomicBool,
    /// What reading a page again gives.
    pub page: Mutex<Option<PageSnapshot>>,
    pub pages_read: Mutex<Vec<String>>,
    /// While `Some`, a site that does not answer: reading a page says so here and then waits.
    pub silent: Mutex<Option<Arc<tokio::sync::Notify>>>,
    /// An adapter that is too busy to pause.
    pub busy: AtomicBool,
    /// While `Some`, what actions changed is held back here.
    pub late: Mutex<Option<Vec<Observation>>>,
}

impl Script {
    pub fn tell(&self, observation: Observation) {
        if !self.paused.load(Ordering::SeqCst) {
            self.sink.lock().unwrap().as_ref().expect("nothing is watched").send(observation).unwrap();
        }
    }

    /// Tells an action; answers its key.
    pub fn act(&self, seen: RecordedAction) -> u64 {
        let key = seen.key;
        self.tell(Observation::Action(Box::new(seen)));
        key
    }

    pub fn is_watching(&self) -> bool {
        self.sink.lock().unwrap().is_some()
    }
}

pub struct Scripted {
    pub kinds: &'static [ObservationAdapterKind],
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

    async fn stop(self: Box<Self>) {
        self.0.sink.lock().unwrap().take();
    }
}

/// One machine. Dropping it deletes its folders.
pub struct World {
    pub folder: tempfile::TempDir,
    pub clock: Arc<StillClock>,
    pub ids: Arc<CountedIds>,
    pub browser: Arc<Script>,
    pub terminal: Arc<Script>,
}

pub const BROWSER: &[ObservationAdapterKind] = &[ObservationAdapterKind::BrowserDom, ObservationAdapterKind::BrowserSnapshot];
pub const TERMINAL: &[ObservationAdapterKind] = &[ObservationAdapterKind::TerminalCommand];

impl World {
    pub fn new() -> Self {
        let start = Time::from_timestamp(1_800_000_000, 0).unwrap();
        Self {
            folder: tempfile::tempdir().unwrap(),
            clock: Arc::new(StillClock(Mutex::new(start))),
            ids: Arc::new(CountedIds(AtomicU64::new(1))),
            browser: Arc::default(),
            terminal: Arc::default(),
        }
    }

    pub fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    pub fn options(&self) -> EngineOptions {
        let home = self.home();
        let bin = self.folder.path().join("bin");
        std::fs::create_dir_all(&bin).unwrap();
        EngineOptions {
            machine: Machine {
                user_home: Some(self.folder.path().join("user")),
                search_path: vec![bin],
                sandbox: home.join("sandbox/skills"),
                system: self.folder.path().join("system"),
                ..Machine::default()
            },
            clock: self.clock.clone(),
            ids: self.ids.clone(),
            browser: Arc::new(Scripted { kinds: BROWSER, script: self.browser.clone() }),
            terminal: Arc::new(Scripted { kinds: TERMINAL, script: self.terminal.clone() }),
            panel: Arc::new(Panel::new(home.clone(), None, None)),
            command_line: Some("/opt/apprentice".into()),
            usual_home: false,
            session_bus: None,
            version: "0.0.0".into(),
            home,
        }
    }

    pub async fn open(&self) -> Engine {
        Engine::open(self.options()).await.unwrap()
    }

    /// An engine that ends as by `kill -9`: nothing is flushed, nothing is said; only the lock goes with the process.
    pub async fn kill(&self, engine: Engine) {
        self.browser.sink.lock().unwrap().take();
        self.terminal.sink.lock().unwrap().take();
        let copy = self.folder.path().join("killed");
        let _stale = std::fs::remove_dir_all(&copy);
        copy_folder(&self.home(), &copy);
        engine.close().await;
        drop(engine);
        std::fs::remove_dir_all(self.home()).unwrap();
        std::fs::rename(copy, self.home()).unwrap();
    }

    /// Another connection to the database, to make it fail or to look into it.
    pub fn raw(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.home().join("apprentice.db")).unwrap()
    }

    /// From now on every change of `table` fails, as on a full disk.
    pub fn block(&self, change: &str, table: &str) {
        let name = format!("blocked_{table}");
        let sql = format!("CREATE TRIGGER {name} BEFORE {change} ON {table} BEGIN SELECT RAISE(ABORT, 'no room left'); END");
        self.raw().execute_batch(&sql).unwrap();
    }

    pub fn unblock(&self, table: &str) {
        self.raw().execute_batch(&format!("DROP TRIGGER blocked_{table}")).unwrap();
    }

    pub fn projection(&self, path: &str) -> serde_json::Value {
        serde_json::from_str(&std::fs::read_to_string(self.home().join("system").join(path)).unwrap()).unwrap()
    }

    pub fn lines(&self, path: &str) -> Vec<serde_json::Value> {
        let text = std::fs::read_to_string(self.home().join("system").join(path)).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

pub fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// A request as the card sends it.
pub fn demonstrating() -> CreateLearnSessionRequest {
    serde_json::from_value(json!({
        "entry_mode": "demonstrating_skill", "observation_mode": "outside_agent", "watch": ["browser"],
        "goal": "Add a customer", "start_url": "http://127.0.0.1:8080/customers",
    }))
    .unwrap()
}

pub const SITE: &str = "127.0.0.1:8080";

pub fn seen(at: Time, label: &str, details: ActionDetails) -> RecordedAction {
    RecordedAction {
        key: next_key(),
        adapter_kind: ObservationAdapterKind::BrowserDom,
        at,
        app_family: Some(SITE.into()),
        window_title: Some("Customers".into()),
        action_label: label.into(),
        control_surface: Some(ControlSurface::NativeBrowser),
        details,
        change: None,
        before_state_ref: None,
        after_state_ref: None,
        masked: 0,
    }
}

pub fn control(role: &str, name: &str) -> Control {
    Control { role: role.into(), name: name.into(), context: None }
}

pub fn click(at: Time, role: &str, name: &str) -> RecordedAction {
    seen(at, &format!("Clicked {role} “{name}”"), ActionDetails::Click { target: control(role, name) })
}

pub fn fill(at: Time, name: &str, value: &str) -> RecordedAction {
    let details = ActionDetails::Fill {
        target: control("textbox", name),
        value: FieldValue { text: value.into(), masked: None },
        previous: None,
        input_type: "text".into(),
    };
    seen(at, &format!("Filled “{name}” with “{value}”"), details)
}

pub fn change(path: &str, title: &str, appeared: &[(&str, &str)]) -> StateChange {
    let identity = PageIdentity { url: format!("http://{SITE}{path}"), title: title.into() };
    let appeared = appeared.iter().map(|(role, name)| PageElement { role: (*role).into(), name: (*name).into(), context: None });
    StateChange {
        before: identity.clone(),
        after: identity,
        appeared: appeared.collect(),
        vanished: Vec::new(),
        changed: Vec::new(),
    }
}
