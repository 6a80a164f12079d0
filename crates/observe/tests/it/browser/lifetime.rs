//! From the start of a browser to its end, however it ends; and reading a page again in between.

use super::*;
use std::path::Path;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_is_read_again_freshly_and_unseen() {
    let mut scene = scene("/customers").await;
    scene.reported().await;
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
    assert_eq!(scene.reported().await.actions.len(), 0, "reading is no action");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_never_rests_is_read_all_the_same() {
    let mut scene = scene("/page/polling").await;
    scene.watching.flush().await;
    scene.user.click(&scene.tab, "document.querySelector('button')").await;
    let reported = scene.reported().await;
    assert!(names(&reported.change("Clicked “Press”").appeared).contains(&"text Pressed".into()));
    let url = scene.site.url("/page/polling");
    assert_eq!(scene.watching.read_page(&url).await.unwrap().unwrap().identity.title, "polling");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closing_the_browser_midway_is_reported_and_leaves_nothing() {
    let mut scene = scene("/page/new").await;
    scene.user.click(&scene.tab, "document.getElementById('urgent')").await;
    scene.user.call(None, "Browser.close", serde_json::json!({})).await;
    scene.until(|reported| reported.lost == Some("BROWSER_CLOSED")).await;
    let reported = scene.reported().await;
    assert!(reported.labels().contains(&"Turned “Urgent” in “Customer” on"));
    scene.watching.stop().await;
    assert_eq!(left_behind(scene.home.path()), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_browser_is_reported_too() {
    let mut scene = scene("/page/new").await;
    let folder = scene.home.path().to_str().unwrap().to_owned();
    let main =
        processes().into_iter().find(|(_, line)| line.contains(&folder) && !line.contains("--type=")).expect("the browser runs");
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(main.0), nix::sys::signal::Signal::SIGKILL).unwrap();
    scene.until(|reported| reported.lost == Some("BROWSER_CLOSED")).await;
    assert!(
        scene.watching.read_page(&scene.site.url("/customers")).await.unwrap().is_err(),
        "nothing is read in a closed browser"
    );
    scene.watching.flush().await;
    scene.watching.stop().await;
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
    tokio::time::timeout(std::time::Duration::from_secs(20), async { while dropped.reported.recv().await.is_some() {} })
        .await
        .unwrap();
    let gone = async {
        while !processes_with(&profile).is_empty() || !left_behind(dropped.home.path()).is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), gone).await.expect("no process and no file is left");
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
        memory: apprentice_observe::redact::Memory::new().unwrap(),
        bar: None,
        keep_folder: None,
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
    let gone = async {
        while !left_behind(home.path()).is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), gone).await.expect("nothing is left behind");
}

fn left_behind(home: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(home.join("run")) else { return Vec::new() };
    entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

/// Command lines of living processes that name the folder.
fn processes_with(folder: &str) -> Vec<String> {
    processes().into_iter().map(|(_, line)| line).filter(|line| line.contains(folder)).collect()
}

fn processes() -> Vec<(i32, String)> {
    let ids = std::fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| entry.file_name().to_string_lossy().parse().ok());
    let line =
        |id: i32| std::fs::read(format!("/proc/{id}/cmdline")).map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    ids.filter_map(|id: i32| Some((id, line(id).ok()?))).collect()
}
