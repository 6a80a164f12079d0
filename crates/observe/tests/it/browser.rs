//! The browser adapter against the installed Chromium: a second client acts as the user, the test reads what is reported.

#![allow(clippy::unwrap_used, reason = "a failing helper fails its test")]

mod bar;
mod boxes;
mod haste;
mod labels;
mod lifetime;
mod pictures;
mod privacy;
mod readings;
mod sent;
mod site;
mod things;

use apprentice_contracts::Time;
use apprentice_contracts::observation::{PageElement, StateChange};
use apprentice_contracts::reading::Reading;
use apprentice_contracts::runtime::Clock;
use apprentice_observe::bar::{Bar, BarButton, BarLink, BarPurpose};
use apprentice_observe::browser::{Browser, BrowserOptions};
use apprentice_observe::scope::Scope;
use apprentice_observe::{Adapter, Observation, ObserveError, RecordedAction, WatchRequest, Watching};
use apprentice_testkit::browser_user::{Tab, User, free_port};
use site::Site;
use std::sync::Arc;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::sync::watch;

struct Noon;

impl Clock for Noon {
    fn now(&self) -> Time {
        "2026-11-21T12:00:00Z".parse().unwrap()
    }
}

/// A watched browser, the person in front of it, and what was reported.
struct Scene {
    watching: Box<dyn Watching>,
    reported: UnboundedReceiver<Observation>,
    heard: Vec<Observation>,
    user: User,
    tab: Tab,
    site: Site,
    home: tempfile::TempDir,
    show: watch::Sender<Option<Bar>>,
    pressed: UnboundedReceiver<BarButton>,
}

async fn scene_with(scope: impl FnOnce(&Site) -> Scope, start: &str) -> Scene {
    scene_when(scope, start, "document.readyState === 'complete'").await
}

/// A page that is not loaded yet, but `ready` for the user.
async fn scene_while(start: &str, ready: &str) -> Scene {
    scene_when(|_| Scope::default(), start, ready).await
}

async fn scene_when(scope: impl FnOnce(&Site) -> Scope, start: &str, ready: &str) -> Scene {
    let (site, port, home) = (Site::start().await, free_port(), tempfile::tempdir().unwrap());
    let (sink, reported) = unbounded_channel();
    let options = BrowserOptions {
        program: Some("/usr/bin/chromium".into()),
        headless: true,
        bar: true,
        debug_port: Some(port),
        search_path: Vec::new(),
    };
    let (show, shown) = watch::channel(Some(demonstration()));
    let (pressing, pressed) = unbounded_channel();
    let start_url = (!start.is_empty()).then(|| site.url(start));
    let request = WatchRequest {
        home: home.path().into(),
        scope: scope(&site),
        start_url,
        clock: Arc::new(Noon),
        sink,
        memory: apprentice_observe::redact::Memory::new().unwrap(),
        bar: Some(BarLink { shown, pressed: pressing }),
        keep_folder: None,
    };
    let watching = Browser::new(options).watch(request).await.unwrap();
    let user = User::connect(port).await;
    let tab = user.look_at("page", if start.is_empty() { "about:blank" } else { start }).await;
    user.until(&tab, ready).await;
    Scene { watching, reported, heard: Vec::new(), user, tab, site, home, show, pressed }
}

/// What the recording bar shows in every scene, so that each test also says that the bar changes nothing that is learned.
fn demonstration() -> Bar {
    Bar {
        purpose: BarPurpose::Demonstration,
        watched: "Browser, Terminal".into(),
        paused: false,
        started_at: Noon.now(),
        actions: 3,
        last: Some("Clicked “Bar words”".into()),
        checkpoints: Vec::new(),
    }
}

async fn scene(start: &str) -> Scene {
    scene_with(|_| Scope::default(), start).await
}

/// Everything reported so far, each action with its change.
#[derive(Default)]
struct Reported {
    actions: Vec<(RecordedAction, Option<StateChange>)>,
    dropped: usize,
    lost: Option<&'static str>,
}

impl Reported {
    fn labels(&self) -> Vec<&str> {
        self.actions.iter().map(|(seen, _)| seen.action_label.as_str()).collect()
    }

    fn change(&self, label: &str) -> &StateChange {
        let (_, change) = self
            .actions
            .iter()
            .find(|(seen, _)| seen.action_label.contains(label))
            .unwrap_or_else(|| panic!("{label} in {:?}", self.labels()));
        change.as_ref().unwrap_or_else(|| panic!("{label} has no change"))
    }

    fn text(&self) -> String {
        format!("{:?}", self.actions)
    }
}

fn names(elements: &[PageElement]) -> Vec<String> {
    elements.iter().map(|element| format!("{} {}", element.role, element.name)).collect()
}

impl Reported {
    fn of(heard: &[Observation]) -> Self {
        let mut all = Self::default();
        for observation in heard.iter().cloned() {
            match observation {
                Observation::Action(seen) => all.actions.push((*seen, None)),
                Observation::Change { key, change, .. } => {
                    let action = all.actions.iter_mut().find(|(seen, _)| seen.key == key).expect("a change follows its action");
                    assert!(action.1.replace(*change).is_none(), "one change per action");
                }
                Observation::Read(_) => {}
                Observation::Dropped => all.dropped += 1,
                Observation::Lost { code, .. } => all.lost = Some(code),
                Observation::Shell(_) => panic!("no shell here"),
            }
        }
        all
    }
}

impl Scene {
    /// Everything since the last time, once all that happened is reported.
    async fn reported(&mut self) -> Reported {
        self.watching.flush().await;
        while let Ok(observation) = self.reported.try_recv() {
            self.heard.push(observation);
        }
        Reported::of(&std::mem::take(&mut self.heard))
    }

    /// Listens until something is reported.
    async fn until(&mut self, enough: impl Fn(&Reported) -> bool) {
        let end = tokio::time::Instant::now() + std::time::Duration::from_secs(20);
        while !enough(&Reported::of(&self.heard)) {
            let reported = tokio::time::timeout_at(end, self.reported.recv()).await;
            self.heard.push(reported.expect("reported in time").expect("the watcher lives"));
        }
    }
}

impl Scene {
    /// Listens until the watched tab was read with `words` in it.
    async fn next_reading(&mut self, words: &str) -> Reading {
        let end = tokio::time::Instant::now() + std::time::Duration::from_secs(20);
        loop {
            let reported = tokio::time::timeout_at(end, self.reported.recv()).await;
            let observation = reported.expect("read in time").expect("the watcher lives");
            match &observation {
                Observation::Read(reading) if format!("{reading:?}").contains(words) => return (**reading).clone(),
                _ => self.heard.push(observation),
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_realistic_demonstration_is_reported_in_order() {
    let mut scene = scene("/customers").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    user.click(&tab, "document.querySelector('a')").await;
    user.until(&tab, "document.title === 'new'").await;
    user.fill(&tab, "document.querySelector('[name=name]')", "Grace Hopper").await;
    user.fill(&tab, "document.getElementById('pw')", "hunter2secret").await;
    user.click(&tab, "document.getElementById('urgent')").await;
    user.click(&tab, "document.getElementById('large')").await;
    user.fill(&tab, "document.getElementById('notes')", "x").await;
    user.press(&tab, "Backspace").await;
    user.eval(&tab, "document.getElementById('status').focus()").await;
    user.press(&tab, "ArrowDown").await;
    user.click(&tab, "document.getElementById('save')").await;
    user.until(&tab, "document.title === 'Customers'").await;

    let host = scene.site.host();
    let reported = scene.reported().await;
    assert_eq!(
        reported.labels(),
        [
            format!("Opened http://{host}/customers").as_str(),
            "Clicked “New customer” in “Customers”",
            "Filled “Name” in “Customer” with “Grace Hopper”",
            "Filled “Password” in “Customer” with a secret that is not kept",
            "Turned “Urgent” in “Customer” on",
            "Chose “Large” for “Size” in “Customer”",
            "Chose “Closed” for “Status” in “Customer”",
            "Clicked “Save customer” in “Customer”",
        ]
    );
    let saved = reported.change("Save customer");
    assert_eq!(saved.after.title, "Customers");
    assert!(names(&saved.appeared).contains(&"row Grace Hopper | active".into()), "{:?}", names(&saved.appeared));
    assert!(!reported.text().contains("hunter2"), "the password stays in the page");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_of_the_same_and_of_another_site_are_seen() {
    let mut scene = scene("/page/frames").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    scene.watching.flush().await;
    user.click(&tab, "document.getElementById('same').contentDocument.getElementById('go')").await;
    user.until(&tab, "document.getElementById('same').contentDocument.getElementById('out').textContent").await;
    scene.watching.flush().await;
    let frame = user.frame(&tab, "document.getElementById('other')", "localhost").await;
    user.click(&frame, "document.getElementById('go')").await;
    user.fill(&frame, "document.getElementById('field')", "across").await;
    let (host, other) = (scene.site.host(), format!("localhost:{}", scene.site.port));
    let reported = scene.reported().await;
    let seen: Vec<_> =
        reported.actions.iter().map(|(seen, _)| (seen.app_family.clone().unwrap(), seen.action_label.as_str())).collect();
    assert_eq!(
        seen[1..],
        [
            (host, "Clicked “Inside” in “Inner”"),
            (other.clone(), "Clicked “Inside” in “Inner”"),
            (other, "Filled “Inner field” in “Inner” with “across”"),
        ]
    );
    assert!(names(&reported.change("Inside").appeared).contains(&"text Inside done".into()));
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn open_shadow_trees_are_seen() {
    let mut scene = scene("/page/shadow").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    let root = "document.querySelector('x-box').shadowRoot";
    user.click(&tab, &format!("{root}.querySelector('button')")).await;
    user.fill(&tab, &format!("{root}.querySelector('input')"), "deep").await;
    user.eval(&tab, &format!("{root}.querySelector('select').focus()")).await;
    user.press(&tab, "ArrowDown").await;
    let reported = scene.reported().await;
    assert_eq!(
        reported.labels()[1..],
        [
            "Clicked “Deep button” in “Shadow”",
            "Filled “Deep field” in “Shadow” with “deep”",
            "Chose “Two” for “Deep choice” in “Shadow”"
        ]
    );
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_app_that_never_loads_a_page_and_the_things_around_a_page() {
    let mut scene = scene("/page/app").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    scene.watching.flush().await;
    user.click(&tab, "document.getElementById('list')").await;
    user.until(&tab, "document.title === 'List'").await;
    scene.watching.flush().await;
    user.click(&tab, "document.getElementById('switch')").await;
    user.click(&tab, "document.getElementById('nothing')").await;
    let mut events = user.listen();
    user.click_without_waiting(&tab, "document.getElementById('ask')").await;
    user.wait(&mut events, User::session(&tab), "Page.javascriptDialogOpening").await;
    user.call(Some(User::session(&tab)), "Page.handleJavaScriptDialog", serde_json::json!({ "accept": true })).await;
    user.until(&tab, "document.getElementById('main').textContent === 'Archived'").await;
    scene.watching.flush().await;
    let file = scene.home.path().join("figures.csv");
    std::fs::write(&file, "1").unwrap();
    let document = user.call(Some(User::session(&tab)), "DOM.getDocument", serde_json::json!({})).await;
    let asked = serde_json::json!({ "nodeId": document["root"]["nodeId"], "selector": "#file" });
    let node = user.call(Some(User::session(&tab)), "DOM.querySelector", asked).await;
    let files = serde_json::json!({ "nodeId": node["nodeId"], "files": [file] });
    user.call(Some(User::session(&tab)), "DOM.setFileInputFiles", files).await;
    user.click(&tab, "document.getElementById('download')").await;
    scene.until(|reported| reported.labels().contains(&"Downloaded “report.csv”")).await;
    scene.user.click(&tab, "document.getElementById('popup')").await;
    let popup = scene.user.look_at("page", "/page/inner").await;
    scene.user.until(&popup, "document.readyState === 'complete'").await;
    scene.watching.flush().await;
    scene.user.click(&popup, "document.getElementById('go')").await;
    let reported = scene.reported().await;
    assert_eq!(
        reported.labels()[1..],
        [
            "Clicked “List” in “Main”",
            "Turned “Notify me” in “App” on",
            "Clicked “Archive” in “App”",
            "Accepted the question “Really archive?”",
            "Chose the file “figures.csv” for “Attachment” in “App”",
            "Clicked “Get the file” in “App”",
            "Downloaded “report.csv”",
            "Clicked “Open report” in “App”",
            "Clicked “Inside” in “Inner”",
        ]
    );
    let list = reported.change("“List”");
    assert_eq!((list.after.title.as_str(), list.after.url.ends_with("/page/app?view=list")), ("List", true));
    assert_eq!(names(&list.appeared)[..3], ["status 1 item", "heading All items", "listitem First item"]);
    assert_eq!(names(&list.vanished), ["text Welcome"]);
    assert_eq!(reported.change("Notify me").changed[0].to, "true");
    assert_eq!(names(&reported.change("“Archive”").appeared), ["alertdialog Really archive?"]);
    assert_eq!(names(&reported.change("Really archive").appeared), ["text Archived"]);
    let report = reported.change("Open report");
    assert!(
        report.before.url.contains("/page/app") && report.after.url.ends_with("/page/inner"),
        "the popup is what the click led to"
    );
    assert!(names(&report.appeared).contains(&"button Inside".into()));
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tab_opened_with_a_key_is_what_the_click_led_to() {
    let mut scene = scene("/customers").await;
    scene.watching.flush().await;
    scene.user.click_with(&scene.tab, "document.querySelector('a')", 2).await;
    scene.user.look_at("page", "/page/new").await;
    scene
        .until(|reported| {
            reported.actions.iter().any(|(seen, change)| seen.action_label.contains("New customer") && change.is_some())
        })
        .await;
    let reported = scene.reported().await;
    assert_eq!(reported.labels().len(), 2, "the tab is no step of its own: {:?}", reported.labels());
    assert!(reported.change("New customer").after.url.ends_with("/page/new"));
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn controls_of_every_kind_are_called_what_people_call_them() {
    let mut scene = scene("/page/widgets").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    scene.watching.flush().await;
    user.click(&tab, "document.getElementById('open')").await;
    scene.watching.flush().await;
    user.press(&tab, "Escape").await;
    scene.watching.flush().await;
    user.fill(&tab, "document.getElementById('rich')", "!").await;
    user.fill(&tab, "document.getElementById('chat')", "hello").await;
    user.press(&tab, "Enter").await;
    scene.watching.flush().await;
    user.click(&tab, "document.getElementById('more')").await;
    user.eval(&tab, "document.getElementById('day').focus()").await;
    user.type_text(&tab, "02282027").await;
    user.eval(&tab, "document.getElementById('amount').focus()").await;
    user.press(&tab, "ArrowUp").await;
    for id in ["pear", "icon", "bare", "bread"] {
        user.click(&tab, &format!("document.getElementById('{id}')")).await;
    }
    let reported = scene.reported().await;
    assert_eq!(
        reported.labels()[1..],
        [
            "Clicked “Open settings” in “Widgets”",
            "Pressed Escape in “Settings”",
            "Filled “Story” in “Widgets” with “Once!”",
            "Filled “Message” in “Widgets” with “hello”",
            "Pressed Enter in “Message” in “Widgets”",
            "Clicked “More” in “Widgets”",
            "Filled “Day” in “Widgets” with “2027-02-28”",
            "Filled “Amount” in “Widgets” with “2”",
            "Clicked “Pear” in “Fruit”",
            "Clicked “Refresh” in “Widgets”",
            "Clicked “the fourth button” in “Widgets”",
            "Clicked “Remove” in “Bread”",
        ]
    );
    assert_eq!(names(&reported.change("Open settings").appeared), ["dialog Settings", "text Choose well"]);
    assert_eq!(names(&reported.change("Escape").vanished), ["dialog Settings", "text Choose well"]);
    assert_eq!(names(&reported.change("Pressed Enter").appeared), ["listitem hello sent"]);
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_reloads_and_the_way_back() {
    let mut scene = scene("/page/new").await;
    let tab = scene.tab.clone();
    let session = User::session(&tab).to_owned();
    scene.user.fill(&tab, "document.querySelector('[name=name]')", "Enter sends").await;
    scene.user.press(&tab, "Enter").await;
    scene.user.until(&tab, "document.title === 'Customers' && document.readyState === 'complete'").await;
    scene.watching.flush().await;
    let mut events = scene.user.listen();
    scene.user.call(Some(&session), "Page.reload", serde_json::json!({})).await;
    scene.user.wait(&mut events, &session, "Page.loadEventFired").await;
    scene.watching.flush().await;
    let history = scene.user.call(Some(&session), "Page.getNavigationHistory", serde_json::json!({})).await;
    let first = history["entries"]
        .as_array()
        .unwrap()
        .iter()
        .find(|entry| entry["url"].as_str().unwrap().ends_with("/page/new"))
        .unwrap();
    scene.user.call(Some(&session), "Page.navigateToHistoryEntry", serde_json::json!({ "entryId": first["id"] })).await;
    scene.user.until(&tab, "document.title === 'new'").await;
    let reported = scene.reported().await;
    let site = scene.site.url("");
    assert_eq!(
        reported.labels(),
        [
            format!("Opened {site}/page/new").as_str(),
            "Filled “Name” in “Customer” with “Enter sends”",
            "Pressed Enter in “Name” in “Customer”",
            format!("Loaded {site}/customers again").as_str(),
            format!("Went back or forward to {site}/page/new").as_str(),
        ]
    );
    assert!(names(&reported.change("Pressed Enter").appeared).contains(&"row Enter sends | active".into()));
    scene.watching.stop().await;
}
