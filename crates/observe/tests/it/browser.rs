//! The browser adapter against the installed Chromium: a second client acts as the user, the test reads what is told.

mod site;
mod user;

use apprentice_contracts::Time;
use apprentice_contracts::observation::{PageElement, StateChange};
use apprentice_contracts::runtime::Clock;
use apprentice_observe::browser::{Browser, BrowserOptions};
use apprentice_observe::scope::Scope;
use apprentice_observe::{Adapter, Observation, ObserveError, Seen, WatchRequest, Watching};
use site::Site;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use user::{Tab, User, free_port};

struct Noon;

impl Clock for Noon {
    fn now(&self) -> Time {
        "2026-11-21T12:00:00Z".parse().unwrap()
    }
}

/// A watched browser, the person in front of it, and what was told.
struct Scene {
    watching: Box<dyn Watching>,
    told: UnboundedReceiver<Observation>,
    heard: Vec<Observation>,
    user: User,
    tab: Tab,
    site: Site,
    home: tempfile::TempDir,
}

async fn scene_with(scope: impl FnOnce(&Site) -> Scope, start: &str) -> Scene {
    let (site, port, home) = (Site::start().await, free_port(), tempfile::tempdir().unwrap());
    let (sink, told) = unbounded_channel();
    let options = BrowserOptions {
        program: Some("/usr/bin/chromium".into()),
        headless: true,
        debug_port: Some(port),
        search_path: Vec::new(),
    };
    let start_url = (!start.is_empty()).then(|| site.url(start));
    let request = WatchRequest { home: home.path().into(), scope: scope(&site), start_url, clock: Arc::new(Noon), sink };
    let watching = Browser::new(options).watch(request).await.unwrap();
    let user = User::sit_down(port).await;
    let tab = user.look_at("page", if start.is_empty() { "about:blank" } else { start }).await;
    user.until(&tab, "document.readyState === 'complete'").await;
    Scene { watching, told, heard: Vec::new(), user, tab, site, home }
}

async fn scene(start: &str) -> Scene {
    scene_with(|_| Scope::default(), start).await
}

/// Everything told so far, each action with its change.
#[derive(Default)]
struct Told {
    actions: Vec<(Seen, Option<StateChange>)>,
    dropped: usize,
    lost: Option<&'static str>,
}

impl Told {
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

impl Told {
    fn of(heard: &[Observation]) -> Self {
        let mut all = Self::default();
        for observation in heard.iter().cloned() {
            match observation {
                Observation::Action(seen) => all.actions.push((*seen, None)),
                Observation::Change { key, change, .. } => {
                    let action = all.actions.iter_mut().find(|(seen, _)| seen.key == key).expect("a change follows its action");
                    assert!(action.1.replace(*change).is_none(), "one change per action");
                }
                Observation::Dropped => all.dropped += 1,
                Observation::Lost { code, .. } => all.lost = Some(code),
                Observation::Shell(_) => panic!("no shell here"),
            }
        }
        all
    }
}

impl Scene {
    /// Everything since the last time, once all that happened is told.
    async fn told(&mut self) -> Told {
        self.watching.flush().await;
        while let Ok(observation) = self.told.try_recv() {
            self.heard.push(observation);
        }
        Told::of(&std::mem::take(&mut self.heard))
    }

    /// Listens until something is told.
    async fn until(&mut self, enough: impl Fn(&Told) -> bool) {
        let end = tokio::time::Instant::now() + std::time::Duration::from_secs(20);
        while !enough(&Told::of(&self.heard)) {
            let told = tokio::time::timeout_at(end, self.told.recv()).await;
            self.heard.push(told.expect("told in time").expect("the watcher lives"));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_realistic_demonstration_is_told_in_order() {
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
    let told = scene.told().await;
    assert_eq!(
        told.labels(),
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
    let saved = told.change("Save customer");
    assert_eq!(saved.after.title, "Customers");
    assert!(names(&saved.appeared).contains(&"row Grace Hopper | active".into()), "{:?}", names(&saved.appeared));
    assert!(!told.text().contains("hunter2"), "the password stays in the page");
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
    let told = scene.told().await;
    let seen: Vec<_> =
        told.actions.iter().map(|(seen, _)| (seen.app_family.clone().unwrap(), seen.action_label.as_str())).collect();
    assert_eq!(
        seen[1..],
        [
            (host, "Clicked “Inside” in “Inner”"),
            (other.clone(), "Clicked “Inside” in “Inner”"),
            (other, "Filled “Inner field” in “Inner” with “across”"),
        ]
    );
    assert!(names(&told.change("Inside").appeared).contains(&"text Inside done".into()));
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
    let told = scene.told().await;
    assert_eq!(
        told.labels()[1..],
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
    scene.until(|told| told.labels().contains(&"Downloaded “report.csv”")).await;
    scene.user.click(&tab, "document.getElementById('popup')").await;
    let popup = scene.user.look_at("page", "/page/inner").await;
    scene.user.until(&popup, "document.readyState === 'complete'").await;
    scene.watching.flush().await;
    scene.user.click(&popup, "document.getElementById('go')").await;
    let told = scene.told().await;
    assert_eq!(
        told.labels()[1..],
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
    let list = told.change("“List”");
    assert_eq!((list.after.title.as_str(), list.after.url.ends_with("/page/app?view=list")), ("List", true));
    assert_eq!(names(&list.appeared)[..3], ["status 1 item", "heading All items", "listitem First item"]);
    assert_eq!(names(&list.vanished), ["text Welcome"]);
    assert_eq!(told.change("Notify me").changed[0].to, "true");
    assert_eq!(names(&told.change("“Archive”").appeared), ["alertdialog Really archive?"]);
    assert_eq!(names(&told.change("Really archive").appeared), ["text Archived"]);
    let report = told.change("Open report");
    assert!(
        report.before.url.contains("/page/app") && report.after.url.ends_with("/page/inner"),
        "the popup is what the click led to"
    );
    assert!(names(&report.appeared).contains(&"button Inside".into()));
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
    let told = scene.told().await;
    assert_eq!(
        told.labels()[1..],
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
            "Clicked “Remove” in “Bread”",
        ]
    );
    assert_eq!(names(&told.change("Open settings").appeared), ["dialog Settings", "text Choose well"]);
    assert_eq!(names(&told.change("Escape").vanished), ["dialog Settings", "text Choose well"]);
    assert_eq!(names(&told.change("Pressed Enter").appeared), ["listitem hello sent"]);
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn secrets_stay_in_the_page() {
    let mut scene = scene("/page/secrets").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    user.fill(&tab, "document.getElementById('user')", "ada").await;
    user.fill(&tab, "document.getElementById('plain')", "correct-horse").await;
    user.click(&tab, "document.getElementById('show')").await;
    scene.watching.flush().await;
    user.fill(&tab, "document.getElementById('plain')", "-battery").await;
    user.fill(&tab, "document.getElementById('code')", "482915").await;
    user.fill(&tab, "document.getElementById('card')", "4111111111111111").await;
    user.fill(&tab, "document.getElementById('key')", "zz-top-42").await;
    user.fill(&tab, "document.getElementById('comment')", "my token is ghp_abcdefghijklmnopqrstuvwxyz0123456789 ok").await;
    user.click(&tab, "document.getElementById('in')").await;
    let told = scene.told().await;
    assert!(told.labels().contains(&"Filled “User” in “Sign in” with “ada”"), "{:?}", told.labels());
    let masked: u32 = told.actions.iter().map(|(seen, _)| seen.masked).sum();
    assert_eq!(masked, 6, "{:?}", told.labels());
    assert!(
        told.labels().contains(&"Clicked “Sign in”") || told.labels().iter().any(|label| label.starts_with("Clicked “Sign in”"))
    );
    for secret in ["correct-horse", "battery", "482915", "4111111111111111", "zz-top-42", "ghp_abc"] {
        assert!(!told.text().contains(secret), "{secret} in {}", told.text());
    }
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_page_does_to_itself_is_not_what_the_user_did() {
    let mut scene = scene("/page/forger").await;
    let told = scene.told().await;
    assert_eq!(told.actions.len(), 1, "{:?}", told.labels());
    assert_eq!(scene.user.eval(&scene.tab, "document.title").await, "globals: 0", "and the page cannot see the recorder");
    scene.user.click(&scene.tab, "document.getElementById('target')").await;
    assert_eq!(scene.told().await.labels(), ["Clicked “Target” in “Forger”"], "a real click is seen");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pause_is_blind_and_does_not_look_back() {
    let mut scene = scene("/page/new").await;
    let tab = scene.tab.clone();
    scene.user.fill(&tab, "document.querySelector('[name=name]')", "before").await;
    scene.watching.set_paused(true);
    let told = scene.told().await;
    assert_eq!(told.labels()[1..], ["Filled “Name” in “Customer” with “before”"], "what happened before the pause is told");
    scene.user.type_text(&tab, " hidden").await;
    scene.user.click(&tab, "document.getElementById('urgent')").await;
    scene.user.goto(&tab, &scene.site.url("/page/secrets")).await;
    scene.user.goto(&tab, &scene.site.url("/page/new")).await;
    scene.user.fill(&tab, "document.getElementById('notes')", "unseen").await;
    scene.watching.set_paused(false);
    assert_eq!(scene.told().await.labels().len(), 0);
    scene.user.fill(&tab, "document.getElementById('notes')", "?").await;
    scene.user.click(&tab, "document.querySelector('[name=name]')").await;
    let told = scene.told().await;
    // The caret stands where the click put it; what was there before capturing is the field's former text, not an action.
    assert_eq!(told.labels().len(), 1, "{:?}", told.labels());
    assert!(told.labels()[0].starts_with("Filled “Notes”"));
    assert_eq!(told.dropped, 0);
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_sites_are_counted_and_nothing_else() {
    let mut scene = scene_with(|site| Scope::new(&[site.host()]), "/page/frames").await;
    let tab = scene.tab.clone();
    let frame = scene.user.frame(&tab, "document.getElementById('other')", "localhost").await;
    scene.user.click(&frame, "document.getElementById('go')").await;
    scene.user.goto(&tab, &format!("http://localhost:{}/page/inner", scene.site.port)).await;
    scene.user.click(&tab, "document.getElementById('go')").await;
    scene.user.fill(&tab, "document.getElementById('field')", "elsewhere").await;
    let told = scene.told().await;
    assert_eq!(told.labels(), [format!("Opened {}", scene.site.url("/page/frames"))]);
    assert_eq!(told.dropped, 4, "a click in a foreign frame, an address, a click, a field");
    assert!(!told.text().contains("localhost") && !told.text().contains("elsewhere"));
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn apprentice_itself_is_never_seen() {
    let mut scene = scene_with(|site| Scope::default().excluding(&[site.host()]), "/page/new").await;
    let tab = scene.tab.clone();
    scene.user.click(&tab, "document.getElementById('urgent')").await;
    let told = scene.told().await;
    assert_eq!((told.actions.len(), told.dropped), (0, 2));
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_reloads_and_the_way_back() {
    let mut scene = scene("/page/new").await;
    let tab = scene.tab.clone();
    let session = User::session(&tab).to_owned();
    scene.user.fill(&tab, "document.querySelector('[name=name]')", "Enter sends").await;
    scene.user.press(&tab, "Enter").await;
    scene.user.until(&tab, "document.title === 'Customers'").await;
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
    let told = scene.told().await;
    let site = scene.site.url("");
    assert_eq!(
        told.labels(),
        [
            format!("Opened {site}/page/new").as_str(),
            "Filled “Name” in “Customer” with “Enter sends”",
            "Pressed Enter in “Name” in “Customer”",
            format!("Loaded {site}/customers again").as_str(),
            format!("Went back or forward to {site}/page/new").as_str(),
        ]
    );
    assert!(names(&told.change("Pressed Enter").appeared).contains(&"row Enter sends | active".into()));
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_is_read_again_freshly_and_unseen() {
    let mut scene = scene("/customers").await;
    scene.told().await;
    scene.site.rename("Ada Lovelace", "Ada King");
    let url = scene.site.url("/customers");
    let page = scene.watching.read_page(&url).await.unwrap().unwrap();
    assert_eq!(page.identity.title, "Customers");
    let rows: Vec<_> = page.elements.iter().filter(|e| e.element.role == "row").map(|e| e.element.name.as_str()).collect();
    assert_eq!(rows, ["Ada King | active"]);
    assert_eq!(
        scene.user.eval(&scene.tab, "document.querySelector('td').textContent").await,
        "Ada Lovelace",
        "the user's page stays as it is"
    );
    assert!(scene.watching.read_page("http://127.0.0.1:1/").await.unwrap().is_err(), "nobody answers there");
    assert!(scene.watching.read_page("file:///etc/passwd").await.unwrap().is_err());
    assert_eq!(scene.told().await.actions.len(), 0, "reading is no action");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_never_rests_is_read_all_the_same() {
    let mut scene = scene("/page/polling").await;
    scene.watching.flush().await;
    scene.user.click(&scene.tab, "document.querySelector('button')").await;
    let told = scene.told().await;
    assert!(names(&told.change("Clicked “Press”").appeared).contains(&"text Pressed".into()));
    let url = scene.site.url("/page/polling");
    assert_eq!(scene.watching.read_page(&url).await.unwrap().unwrap().identity.title, "polling");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closing_the_browser_midway_is_told_and_leaves_nothing() {
    let mut scene = scene("/page/new").await;
    scene.user.click(&scene.tab, "document.getElementById('urgent')").await;
    scene.user.call(None, "Browser.close", serde_json::json!({})).await;
    scene.until(|told| told.lost == Some("BROWSER_CLOSED")).await;
    let told = scene.told().await;
    assert!(told.labels().contains(&"Turned “Urgent” in “Customer” on"));
    scene.watching.stop().await;
    assert_eq!(left_behind(scene.home.path()), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stopping_and_dropping_leave_no_process_and_no_file() {
    let stopped = scene("/page/new").await;
    let profile = stopped.home.path().to_str().unwrap().to_owned();
    assert!(!processes_with(&profile).is_empty(), "the browser runs on a profile below the home");
    stopped.watching.stop().await;
    assert_eq!(left_behind(stopped.home.path()), Vec::<String>::new());
    assert_eq!(processes_with(&profile), Vec::<String>::new());

    let mut dropped = scene("/page/new").await;
    let profile = dropped.home.path().to_str().unwrap().to_owned();
    drop(dropped.watching);
    // The channel closes when the watcher is gone.
    tokio::time::timeout(std::time::Duration::from_secs(20), async { while dropped.told.recv().await.is_some() {} })
        .await
        .unwrap();
    let gone = async {
        while !processes_with(&profile).is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), gone).await.expect("no process is left");
}

#[tokio::test]
async fn what_cannot_be_started_says_so() {
    let home = tempfile::tempdir().unwrap();
    let request = |start: &str| WatchRequest {
        home: home.path().into(),
        scope: Scope::default(),
        start_url: Some(start.into()),
        clock: Arc::new(Noon),
        sink: unbounded_channel().0,
    };
    let missing = Browser::new(BrowserOptions::default());
    let status = &missing.status()[0];
    assert_eq!((status.healthy, status.last_error_code.as_deref()), (false, Some("BROWSER_MISSING")));
    assert!(matches!(
        missing.watch(request("about:blank")).await,
        Err(ObserveError::Unavailable { code: "BROWSER_MISSING", .. })
    ));
    let found =
        Browser::new(BrowserOptions { search_path: vec!["/usr/bin".into()], headless: true, ..BrowserOptions::default() });
    assert!(found.status().iter().all(|status| status.healthy && status.note.as_deref() == Some("Chromium (/usr/bin/chromium)")));
    let Err(refused) = found.watch(request("file:///etc/passwd")).await else { panic!("a file is not opened") };
    assert!(refused.to_string().contains("http"));
    let broken = Browser::new(BrowserOptions { program: Some("/bin/false".into()), headless: true, ..BrowserOptions::default() });
    assert!(matches!(broken.watch(request("about:blank")).await, Err(ObserveError::Unavailable { code: "BROWSER_FAILED", .. })));
    assert_eq!(left_behind(home.path()), Vec::<String>::new());
}

fn left_behind(home: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(home.join("run")) else { return Vec::new() };
    entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

/// Command lines of living processes that name the folder.
fn processes_with(folder: &str) -> Vec<String> {
    let lines =
        std::fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " ")).filter(|line| line.contains(folder)).collect()
}
