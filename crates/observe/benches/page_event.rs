//! What watching costs: time added to each input event inside a page (p95 under 2 ms), and time from the event until the
//! action is reported (p95 under 100 ms). A measuring bench of its own: the clock that counts runs in the page.

use apprentice_contracts::Time;
use apprentice_contracts::runtime::Clock;
use apprentice_observe::browser::{Browser, BrowserOptions};
use apprentice_observe::scope::Scope;
use apprentice_observe::{Adapter, Observation, WatchRequest};
use apprentice_testkit::browser_user::{Tab, User, free_port};
use axum::response::{Html, IntoResponse};
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

const ROUNDS: usize = 100;
const ROWS: usize = 1_000;

struct Noon;

impl Clock for Noon {
    fn now(&self) -> Time {
        Time::UNIX_EPOCH
    }
}

/// A page with a second copy of the recorder between two probes, registered like the real one.
async fn page() -> impl IntoResponse {
    let rows: String = (0..ROWS)
        .map(|row| format!("<tr><th>Customer {row}</th><td>city {row}</td><td><button>Edit</button></td></tr>"))
        .collect();
    let boxes = include_str!("../src/browser/boxes.js").trim_end();
    let recorder = include_str!("../src/browser/recorder.js").trim_end();
    let page = format!(
        r#"<!doctype html><title>Bench</title><h1>Customers</h1><form aria-label="New"><label>Name <input id="field"></label>
        <label>Urgent <input type="checkbox" id="check"></label></form><table aria-label="Customers">{rows}</table><script>
        const spent = {{}}; let began = 0;
        const probe = (done) => {{ for (const type of ["pointerdown", "click", "keydown", "beforeinput", "input", "focusin", "focusout", "change"])
          (type === "change" ? document : window).addEventListener(type, (event) => {{ if (!event.isTrusted) return; if (!done) began = performance.now();
            else (spent[type] ||= []).push(performance.now() - began); }}, true); }};
        probe(false); {boxes}(); {recorder}((reported) => window.benchTold(reported)); probe(true);
        document.addEventListener("submit", (event) => event.preventDefault());
        </script>"#
    );
    // Isolated pages have the fine clock.
    ([("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Embedder-Policy", "require-corp")], Html(page))
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/", listener.local_addr().expect("an address"));
    tokio::spawn(async move { axum::serve(listener, axum::Router::new().route("/", axum::routing::get(page))).await });
    let home = tempfile::tempdir().expect("a folder");
    let port = free_port();
    let options = BrowserOptions {
        headless: true,
        debug_port: Some(port),
        search_path: vec!["/usr/bin".into()],
        ..BrowserOptions::default()
    };
    let (sink, mut reported) = unbounded_channel();
    let request = WatchRequest {
        home: home.path().into(),
        scope: Scope::default(),
        start_url: None,
        clock: Arc::new(Noon),
        sink,
        memory: apprentice_observe::redact::Memory::new().expect("random numbers"),
        bar: None,
        keep_folder: None,
    };
    let watching = Browser::new(options).watch(request).await.expect("a browser");
    let user = User::connect(port).await;
    let tab = user.look_at("page", "about:blank").await;
    user.call(Some(User::session(&tab)), "Runtime.enable", json!({})).await;
    user.call(Some(User::session(&tab)), "Runtime.addBinding", json!({ "name": "benchTold" })).await;
    user.goto(&tab, &url).await;
    watching.flush().await;

    let mut latency = Vec::new();
    for round in 0..ROUNDS {
        let row = round * ROWS / ROUNDS;
        latency.push(click(&user, &tab, &mut reported, &format!("document.querySelectorAll('td button')[{row}]")).await);
        user.click(&tab, "document.getElementById('field')").await;
        user.type_text(&tab, "x").await;
        latency.push(click(&user, &tab, &mut reported, "document.getElementById('check')").await);
    }
    let mut fine = report("event to reported action", &mut latency, 100.0);
    let spent = user.eval(&tab, "spent").await;
    assert!(spent.get("click").is_some(), "the probes were hit: {spent}");
    for (kind, times) in spent.as_object().expect("times") {
        let mut times: Vec<f64> = times.as_array().expect("a list").iter().filter_map(serde_json::Value::as_f64).collect();
        fine &= report(&format!("added in the page by {kind}"), &mut times, 2.0);
    }
    watching.stop().await;
    assert!(fine, "a limit is exceeded");
}

/// Clicks, and waits until the action that the click is has been reported; milliseconds from the release of the button.
async fn click(user: &User, tab: &Tab, reported: &mut UnboundedReceiver<Observation>, element: &str) -> f64 {
    while reported.try_recv().is_ok() {}
    let released = user.click_timed(tab, element);
    let heard = async {
        loop {
            match reported.recv().await.expect("the watcher lives") {
                Observation::Action(seen) if !seen.action_label.starts_with("Filled") => return Instant::now(),
                _ => {}
            }
        }
    };
    let (released, heard) = tokio::join!(released, tokio::time::timeout(Duration::from_secs(20), heard));
    heard.expect("reported in time").duration_since(released).as_secs_f64() * 1e3
}

fn report(what: &str, times: &mut [f64], limit: f64) -> bool {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{what:<34} n {:>5}   p50 {:>8.3} ms   p95 {:>8.3} ms   max {:>8.3} ms   limit {limit} ms",
        times.len(),
        at(0.5),
        at(0.95),
        at(1.0)
    );
    at(0.95) < limit
}
