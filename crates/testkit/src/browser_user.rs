//! A second DevTools client that acts as the person in front of the watched browser: real mouse and key events.

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio_tungstenite::tungstenite::Message;

const PATIENCE: Duration = Duration::from_secs(20);

/// The person, connected to the browser.
pub struct User {
    sender: mpsc::UnboundedSender<Message>,
    waiting: Arc<Mutex<HashMap<u64, oneshot::Sender<Value>>>>,
    events: broadcast::Sender<Value>,
    last_id: Mutex<u64>,
}

/// A tab, or a frame that runs in its own process.
#[derive(Clone, Debug)]
pub struct Tab {
    session: String,
    /// The position of the frame in its tab.
    offset: (f64, f64),
    /// The tab's own session: input goes through it.
    input: String,
}

/// A port that nothing listens on.
pub fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

async fn debugger_url(port: u16) -> String {
    let mut stream = tokio::net::TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    stream
        .write_all(format!("GET /json/version HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n").as_bytes())
        .await
        .unwrap();
    let (mut text, mut buffer) = (String::new(), [0; 4096]);
    while !text.contains("webSocketDebuggerUrl") || !text.trim_end().ends_with('}') {
        let read = stream.read(&mut buffer).await.unwrap();
        assert!(read > 0, "no debugger address in {text}");
        text.push_str(&String::from_utf8_lossy(&buffer[..read]));
    }
    let body: Value = serde_json::from_str(&text[text.find("\r\n\r\n").unwrap()..]).unwrap();
    body["webSocketDebuggerUrl"].as_str().unwrap().into()
}

impl User {
    /// Connects to the browser whose DevTools listen on this port.
    pub async fn connect(port: u16) -> Self {
        let (socket, _) = tokio_tungstenite::connect_async(debugger_url(port).await).await.unwrap();
        let (mut sink, mut stream) = socket.split();
        let (sender, mut queue) = mpsc::unbounded_channel();
        let (events, _) = broadcast::channel(4096);
        let waiting: Arc<Mutex<HashMap<u64, oneshot::Sender<Value>>>> = Arc::default();
        tokio::spawn(async move {
            while let Some(message) = queue.recv().await {
                if sink.send(message).await.is_err() {
                    return;
                }
            }
        });
        let (answers, reported) = (waiting.clone(), events.clone());
        tokio::spawn(async move {
            while let Some(Ok(Message::Text(text))) = stream.next().await {
                let message: Value = serde_json::from_str(&text).unwrap();
                match message["id"].as_u64().and_then(|id| answers.lock().unwrap().remove(&id)) {
                    Some(answer) => drop(answer.send(message)),
                    None => drop(reported.send(message)),
                }
            }
        });
        Self { sender, waiting, events, last_id: Mutex::new(0) }
    }

    /// Calls a DevTools method and returns its result; panics when it fails or takes too long.
    pub async fn call(&self, session: Option<&str>, method: &str, params: Value) -> Value {
        let id = {
            let mut last = self.last_id.lock().unwrap();
            *last += 1;
            *last
        };
        let (answer, answered) = oneshot::channel();
        self.waiting.lock().unwrap().insert(id, answer);
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        self.sender.send(Message::text(message.to_string())).unwrap();
        let answer =
            tokio::time::timeout(PATIENCE, answered).await.unwrap_or_else(|_| panic!("{method} was not answered")).unwrap();
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Calls a method without waiting for its result, which an open dialog may delay.
    pub fn send(&self, session: &str, method: &str, params: &Value) {
        let id = {
            let mut last = self.last_id.lock().unwrap();
            *last += 1;
            *last
        };
        let message = json!({ "id": id, "method": method, "params": params, "sessionId": session });
        self.sender.send(Message::text(message.to_string())).unwrap();
    }

    async fn targets(&self) -> Vec<Value> {
        let filter = json!([{ "type": "page" }, { "type": "iframe" }]);
        self.call(None, "Target.getTargets", json!({ "filter": filter })).await["targetInfos"].as_array().unwrap().clone()
    }

    /// Attaches to the tab or frame whose address contains the words, as soon as there is one.
    pub async fn look_at(&self, kind: &str, words: &str) -> Tab {
        let end = tokio::time::Instant::now() + PATIENCE;
        loop {
            let found =
                self.targets().await.into_iter().find(|t| t["type"] == kind && t["url"].as_str().unwrap().contains(words));
            if let Some(target) = found {
                let target = target["targetId"].as_str().unwrap().to_owned();
                let attached = self.call(None, "Target.attachToTarget", json!({ "targetId": target, "flatten": true })).await;
                let session = attached["sessionId"].as_str().unwrap().to_owned();
                self.call(Some(&session), "Page.enable", json!({})).await;
                return Tab { input: session.clone(), session, offset: (0.0, 0.0) };
            }
            assert!(tokio::time::Instant::now() < end, "no {kind} shows {words}");
            tokio::task::yield_now().await;
        }
    }

    /// The value of a JavaScript expression; a promise is awaited.
    pub async fn eval(&self, tab: &Tab, expression: &str) -> Value {
        let params = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call(Some(&tab.session), "Runtime.evaluate", params).await;
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true in the page.
    pub async fn until(&self, tab: &Tab, expression: &str) {
        let waiting = format!(
            "new Promise((done) => {{ const look = () => {{ try {{ if ({expression}) return done(true); }} catch {{}} setTimeout(look, 10); }}; look(); }})"
        );
        let end = tokio::time::Instant::now() + PATIENCE;
        // A navigation takes the promise away; it is asked again of the next document.
        while tokio::time::Instant::now() < end {
            let params = json!({ "expression": waiting, "returnByValue": true, "awaitPromise": true });
            let id_call = async {
                let (answer, answered) = oneshot::channel();
                let id = {
                    let mut last = self.last_id.lock().unwrap();
                    *last += 1;
                    *last
                };
                self.waiting.lock().unwrap().insert(id, answer);
                let message = json!({ "id": id, "method": "Runtime.evaluate", "params": params, "sessionId": tab.session });
                self.sender.send(Message::text(message.to_string())).unwrap();
                answered.await.unwrap()
            };
            let answer = tokio::time::timeout(PATIENCE, id_call).await;
            if answer.is_ok_and(|answer| answer["result"]["result"]["value"] == true) {
                return;
            }
        }
        panic!("{expression} did not become true");
    }

    /// Opens an address and waits until the page has loaded.
    pub async fn goto(&self, tab: &Tab, url: &str) {
        let mut events = self.events.subscribe();
        self.call(Some(&tab.session), "Page.navigate", json!({ "url": url })).await;
        self.wait(&mut events, &tab.session, "Page.loadEventFired").await;
    }

    /// Events of all tabs from now on.
    pub fn listen(&self) -> broadcast::Receiver<Value> {
        self.events.subscribe()
    }

    /// Waits for an event of a session and returns its parameters.
    pub async fn wait(&self, events: &mut broadcast::Receiver<Value>, session: &str, method: &str) -> Value {
        tokio::time::timeout(PATIENCE, async {
            loop {
                let event = events.recv().await.unwrap();
                if event["sessionId"] == session && event["method"] == method {
                    return event["params"].clone();
                }
            }
        })
        .await
        .unwrap_or_else(|_| panic!("{method} did not come"))
    }

    /// Waits for something that the browser itself reports.
    pub async fn wait_for(&self, events: &mut broadcast::Receiver<Value>, method: &str, is_it: impl Fn(&Value) -> bool) {
        tokio::time::timeout(PATIENCE, async {
            loop {
                let event = events.recv().await.unwrap();
                if event["method"] == method && is_it(&event["params"]) {
                    return;
                }
            }
        })
        .await
        .unwrap_or_else(|_| panic!("{method} did not come"));
    }

    /// The DevTools session of a tab.
    pub fn session(tab: &Tab) -> &str {
        &tab.session
    }

    /// A frame with its own process, at the position of its element.
    pub async fn frame(&self, tab: &Tab, element: &str, words: &str) -> Tab {
        let at =
            self.eval(tab, &format!("(() => {{ const r = {element}.getBoundingClientRect(); return [r.x, r.y]; }})()")).await;
        let frame = self.look_at("iframe", words).await;
        Tab { input: tab.input.clone(), offset: (at[0].as_f64().unwrap(), at[1].as_f64().unwrap()), ..frame }
    }

    /// The middle of the element that the expression names, inside same-process frames too.
    async fn middle(&self, tab: &Tab, element: &str) -> (f64, f64) {
        let at = self
            .eval(
                tab,
                &format!(
                    "(() => {{ const el = {element}; el.scrollIntoView({{ block: 'center' }}); let r = el.getBoundingClientRect(); let [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
                    for (let w = el.ownerDocument.defaultView; w !== window; w = w.parent) {{ const f = w.frameElement.getBoundingClientRect(); x += f.x; y += f.y; }} return [x, y]; }})()"
                ),
            )
            .await;
        (at[0].as_f64().unwrap() + tab.offset.0, at[1].as_f64().unwrap() + tab.offset.1)
    }

    /// Clicks the middle of the element that the expression returns.
    pub async fn click(&self, tab: &Tab, element: &str) {
        self.click_timed(tab, element).await;
    }

    /// Like [`Self::click`]; returns when the button was released.
    pub async fn click_timed(&self, tab: &Tab, element: &str) -> std::time::Instant {
        self.click_with(tab, element, 0).await
    }

    /// Like [`Self::click_timed`], with modifier keys held: 2 is Control.
    pub async fn click_with(&self, tab: &Tab, element: &str, modifiers: u8) -> std::time::Instant {
        let (x, y) = self.middle(tab, element).await;
        let event = |kind: &str| json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1, "modifiers": modifiers });
        self.call(Some(&tab.input), "Input.dispatchMouseEvent", event("mousePressed")).await;
        let released = std::time::Instant::now();
        self.call(Some(&tab.input), "Input.dispatchMouseEvent", event("mouseReleased")).await;
        released
    }

    /// Like [`Self::click`], for a click that a dialog holds up.
    pub async fn click_without_waiting(&self, tab: &Tab, element: &str) {
        let (x, y) = self.middle(tab, element).await;
        for (kind, buttons) in [("mousePressed", 1), ("mouseReleased", 0)] {
            self.send(
                &tab.input,
                "Input.dispatchMouseEvent",
                &json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1 }),
            );
        }
    }

    /// Types into the element that has the focus.
    pub async fn type_text(&self, tab: &Tab, text: &str) {
        for letter in text.chars() {
            let params = json!({ "type": "keyDown", "key": letter.to_string(), "text": letter.to_string() });
            self.call(Some(&tab.input), "Input.dispatchKeyEvent", params).await;
            self.call(Some(&tab.input), "Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": letter.to_string() })).await;
        }
    }

    /// Clicks the element and types into it.
    pub async fn fill(&self, tab: &Tab, element: &str, text: &str) {
        self.click(tab, element).await;
        self.type_text(tab, text).await;
    }

    /// Presses a key: `Enter`, `Escape`, `Tab`, `Backspace`, `ArrowUp`, `ArrowDown`.
    pub async fn press(&self, tab: &Tab, key: &str) {
        let (code, text) = match key {
            "Enter" => (13, "\r"),
            "Escape" => (27, ""),
            "Tab" => (9, ""),
            "Backspace" => (8, ""),
            "ArrowUp" => (38, ""),
            "ArrowDown" => (40, ""),
            other => panic!("no such key: {other}"),
        };
        let mut params = json!({ "type": if text.is_empty() { "rawKeyDown" } else { "keyDown" }, "key": key, "code": key, "windowsVirtualKeyCode": code });
        if !text.is_empty() {
            params["text"] = text.into();
        }
        self.call(Some(&tab.input), "Input.dispatchKeyEvent", params.clone()).await;
        params["type"] = "keyUp".into();
        self.call(Some(&tab.input), "Input.dispatchKeyEvent", params).await;
    }
}
