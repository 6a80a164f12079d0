//! Sets up the browser, and every tab and frame as soon as it exists.

use super::cdp::{CallError, Connection};
use crate::redact::WORDS_OF_CHIPS;
use serde_json::{Value, json};
use std::future::Future;

/// The recorder, and the two random names that only we know: of its isolated world, and of the function that sends its messages.
pub struct Recorder {
    pub world: String,
    pub binding: String,
    source: String,
}

impl Recorder {
    pub fn new() -> Result<Self, getrandom::Error> {
        let (world, binding) = (random_name()?, random_name()?);
        // The bar first: its listeners keep what happens on it from the recorder and the page.
        let sources = [include_str!("bar.js"), include_str!("boxes.js"), include_str!("recorder.js")];
        let chips = json!(WORDS_OF_CHIPS);
        let called =
            sources.map(|source| format!("{}(globalThis[{}], {chips});", source.trim_end(), Value::from(binding.as_str())));
        let source = called.join("\n");
        Ok(Self { world, binding, source })
    }
}

pub fn random_name() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 12];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().fold(String::from("w"), |name, byte| format!("{name}{byte:02x}")))
}

/// Lets the browser attach to every tab before it runs, and report downloads.
pub fn set_up_browser(connection: &Connection, downloads: &std::path::Path) {
    connection.send(
        None,
        "Browser.setDownloadBehavior",
        json!({ "behavior": "allow", "downloadPath": downloads.display().to_string(), "eventsEnabled": true }),
    );
    connection.send(None, "Target.setDiscoverTargets", json!({ "discover": true }));
    attach_to(connection, None, "page");
}

/// Sets up a tab or an out-of-process frame. It does not run until this is done.
pub fn set_up(connection: &Connection, session: &str, recorder: &Recorder) {
    let send = |method, params| connection.send(Some(session), method, params);
    send("Page.enable", json!({}));
    send("Runtime.enable", json!({}));
    send("Runtime.addBinding", json!({ "name": recorder.binding, "executionContextName": recorder.world }));
    send(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": recorder.source, "worldName": recorder.world, "runImmediately": true }),
    );
    // Answers with data are read as they come; a larger one is not read.
    send("Network.enable", json!({ "maxTotalBufferSize": 8 * 1024 * 1024, "maxResourceBufferSize": 1024 * 1024 }));
    attach_to(connection, Some(session), "iframe");
}

/// Sets up a page that is read again: no data may come from a cache, and it must draw itself although nobody sees it. Its scripts may come
/// from the cache: an application of many megabytes would else take longer than anybody waits.
pub fn set_up_reading(connection: &Connection, session: &str) {
    let data = ["Document", "XHR", "Fetch"].map(|kind| json!({ "urlPattern": "*", "resourceType": kind }));
    connection.send(Some(session), "Fetch.enable", json!({ "patterns": data }));
    connection.send(Some(session), "Network.setBypassServiceWorker", json!({ "bypass": true }));
    connection.send(Some(session), "Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
    // A hidden tab has no size, and a page without room may leave out its tables.
    let room = json!({ "width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": false });
    connection.send(Some(session), "Emulation.setDeviceMetricsOverride", room);
    // What moves into place would never arrive where no frames are drawn.
    let still = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    connection.send(Some(session), "Emulation.setEmulatedMedia", still);
    connection.send(
        Some(session),
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": include_str!("frames.js"), "runImmediately": true }),
    );
}

/// Lets a request of such a page go on, past the cache (RFC 9111, section 5.2.1.4).
pub fn request_again(connection: &Connection, session: &str, paused: &Value) {
    let sent = paused.pointer("/request/headers").and_then(Value::as_object).into_iter().flatten();
    let kept = sent.filter(|(name, _)| !["cache-control", "pragma"].contains(&name.to_lowercase().as_str()));
    let headers: Vec<Value> = kept
        .map(|(name, value)| json!({ "name": name, "value": value }))
        .chain([json!({ "name": "Cache-Control", "value": "no-cache" }), json!({ "name": "Pragma", "value": "no-cache" })])
        .collect();
    connection.send(Some(session), "Fetch.continueRequest", json!({ "requestId": paused["requestId"], "headers": headers }));
}

/// Opens a tab that the user does not see. The browser does not attach to hidden tabs automatically. A browser without hidden tabs opens one in
/// the background.
pub fn open_hidden(connection: Connection, url: String) {
    let create = |params: Value| connection.call(None, "Target.createTarget", params);
    let (hidden, visible) =
        (json!({ "url": url, "background": true, "hidden": true }), json!({ "url": url, "background": true }));
    let opening = create(hidden);
    tokio::spawn(async move {
        match opening.await {
            Ok(made) => connection.send(None, "Target.attachToTarget", json!({ "targetId": made["targetId"], "flatten": true })),
            Err(_) => connection.send(None, "Target.createTarget", visible),
        }
    });
}

pub fn release(connection: &Connection, session: &str) {
    connection.send(Some(session), "Runtime.runIfWaitingForDebugger", json!({}));
}

/// Answers come in order. When this one arrives, all calls before it are done, and a page is recorded from its start.
pub fn ready(connection: &Connection, session: &str) -> impl Future<Output = Result<Value, CallError>> + Send + use<> {
    connection.call(Some(session), "Runtime.evaluate", json!({ "expression": "0" }))
}

fn attach_to(connection: &Connection, session: Option<&str>, kind: &str) {
    connection.send(
        session,
        "Target.setAutoAttach",
        json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true, "filter": [{ "type": kind }] }),
    );
}
