//! What a run within walls reaches through the network, and what it does not.

use super::{said, walled};
use crate::scripted::{Notes, Stage};
use apprentice_agents::egress::Names;
use apprentice_agents::run::{End, McpAddress, Refused, Update};
use serde_json::json;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

/// A server of this machine that answers every request with its first line, and closes.
struct Server {
    port: u16,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let heard = asked.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, heard.clone()));
            }
        });
        Self { port, asked }
    }

    fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.asked.lock().unwrap())
    }
}

async fn answer(mut stream: TcpStream, asked: Arc<Mutex<Vec<String>>>) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => return,
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    asked.lock().unwrap().push(head.clone());
    let line = head.lines().next().unwrap_or_default();
    let text = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{line}", line.len());
    stream.write_all(text.as_bytes()).await.unwrap();
}

fn refusals(notes: &Notes) -> Vec<Refused> {
    let heard = notes.heard.lock().unwrap();
    heard.iter().filter_map(|update| if let Update::Refused(refused) = update { Some(refused.clone()) } else { None }).collect()
}

#[tokio::test]
async fn an_allowed_place_is_reached_through_the_proxy_and_nothing_else_is() {
    let stage = walled();
    reaches_what_is_allowed_alone(stage).await;
}

pub async fn reaches_what_is_allowed_alone(mut stage: Stage) {
    let (allowed, other) = (Server::start().await, Server::start().await);
    stage.egress.allowed.address(&format!("http://127.0.0.1:{}/v1", allowed.port));
    stage.egress.allowed.site("169.254.169.254:80");
    let (allowed_port, other_port) = (allowed.port, other.port);
    let steps = json!([
        { "get": format!("http://127.0.0.1:{allowed_port}/v1/models?x=1") },
        { "tunnel": format!("127.0.0.1:{allowed_port}") },
        { "direct": format!("127.0.0.1:{allowed_port}") },
        { "get": format!("http://127.0.0.1:{other_port}/other") },
        { "tunnel": format!("localhost:{other_port}") },
        { "tunnel": format!("[::ffff:127.0.0.1]:{other_port}") },
        { "direct": format!("127.0.0.1:{other_port}") },
        { "get": "http://10.0.0.1/" },
        { "direct": "10.0.0.1:80" },
        { "get": "http://169.254.169.254/latest/meta-data" },
        { "tunnel": "evil.example:443" },
        { "direct": "93.184.216.34:443" },
        { "get": format!("http://127.0.0.1:{allowed_port}/{}", "x".repeat(40_000)) },
    ]);
    let notes = Arc::new(Notes::default());
    assert_eq!(stage.runs(&json!({ "steps": steps }), &notes).await, End::Finished("end_turn"));
    let said = notes.said();
    let is_said = |line: String| assert!(said.contains(&line), "{line}\nin\n{said}");
    is_said(format!("get http://127.0.0.1:{allowed_port}/v1/models?x=1: 200 GET /v1/models?x=1 HTTP/1.1"));
    is_said(format!("tunnel 127.0.0.1:{allowed_port}: 200 HTTP/1.1 200 OK"));
    is_said(format!("direct 127.0.0.1:{allowed_port}: HTTP/1.1 200 OK"));
    let words = format!("127.0.0.1:{other_port}, and the run allows only 127.0.0.1:{allowed_port}");
    is_said(format!("get http://127.0.0.1:{other_port}/other: 403 The agent wanted to reach {words}"));
    is_said(format!("tunnel localhost:{other_port}: 403 "));
    is_said(format!("tunnel [::ffff:127.0.0.1]:{other_port}: 403 "));
    is_said(format!("direct 127.0.0.1:{other_port}: ECONNREFUSED"));
    is_said("get http://10.0.0.1/: 403 The agent wanted to reach 10.0.0.1:80, and the run allows only".to_owned());
    is_said("direct 10.0.0.1:80: ENETUNREACH".to_owned());
    is_said("get http://169.254.169.254/latest/meta-data: 403 ".to_owned());
    is_said("tunnel evil.example:443: 403 The agent wanted to reach evil.example:443, and".to_owned());
    is_said("allowed_domains of the test policy".to_owned());
    is_said("direct 93.184.216.34:443: ENETUNREACH".to_owned());
    assert!(said.contains("xxx: 431"), "a head that is too large is refused: {said}");
    let asked = allowed.asked();
    assert_eq!(asked.len(), 3, "{asked:?}");
    assert!(asked[0].to_lowercase().contains(&format!("host: 127.0.0.1:{allowed_port}\r\n")), "{asked:?}");
    assert!(other.asked().is_empty(), "what is not allowed is not even connected to");
    let places: Vec<String> = refusals(&notes).iter().map(|refused| format!("{}:{}", refused.host, refused.port)).collect();
    let expected = [
        format!("127.0.0.1:{other_port}"),
        format!("localhost:{other_port}"),
        format!("[::ffff:7f00:1]:{other_port}"),
        "10.0.0.1:80".to_owned(),
        "169.254.169.254:80".to_owned(),
        "evil.example:443".to_owned(),
    ];
    assert_eq!(places, expected, "each refusal is heard once");
}

#[tokio::test]
async fn a_name_is_resolved_once_and_leads_to_no_private_address() {
    let mut stage = walled();
    let server = Server::start().await;
    let port = server.port;
    stage.egress.allowed.site("rebind.example");
    stage.egress.allowed.site(&format!("rebind.example:{port}"));
    stage.egress.allowed.site(&format!("localhost:{port}"));
    let asked = Arc::new(Mutex::new(Vec::new()));
    let (turns, heard) = (AtomicUsize::new(0), asked.clone());
    let resolve = move |name: &str| -> Vec<IpAddr> {
        heard.lock().unwrap().push(name.to_owned());
        // A name that leads elsewhere when it is asked for again.
        let first = name == "localhost" && turns.fetch_add(1, Ordering::Relaxed) == 0;
        let addresses: &[&str] = match name {
            "localhost" if first => &["10.0.0.1", "127.0.0.1"],
            "localhost" => &["169.254.169.254"],
            _ => &["127.0.0.1", "::1", "169.254.169.254"],
        };
        addresses.iter().map(|address| address.parse().unwrap()).collect()
    };
    stage.egress.names = Names::Given(Arc::new(resolve));
    let steps = json!([
        { "get": "http://rebind.example/" },
        { "tunnel": format!("rebind.example:{port}") },
        { "get": format!("http://localhost:{port}/once") },
        { "tunnel": "unlisted.example:443" },
    ]);
    let said = said(&stage, &steps).await;
    assert!(
        said.contains("get http://rebind.example/: 403 The agent wanted to reach rebind.example:80, which leads to 127.0.0.1"),
        "{said}"
    );
    assert!(said.contains(&format!("tunnel rebind.example:{port}: 403 ")), "{said}");
    assert!(said.contains(&format!("get http://localhost:{port}/once: 200 GET /once")), "{said}");
    assert_eq!(server.asked().len(), 1, "only the one that may be this machine");
    assert_eq!(
        *asked.lock().unwrap(),
        ["rebind.example", "rebind.example", "localhost"],
        "once each, and never what is not listed"
    );
}

#[tokio::test]
async fn of_apprentice_only_the_mcp_server_is_reached() {
    let mut stage = walled();
    let engine = Server::start().await;
    let port = engine.port;
    stage.mcp =
        Some(McpAddress { name: "apprentice".into(), url: format!("http://127.0.0.1:{port}/mcp"), token: "token".into() });
    // Also where somebody allows its port.
    stage.egress.allowed.site(&format!("127.0.0.1:{port}"));
    let script = json!({ "steps": [
        { "get": "{{mcp}}/mcp" },
        { "get": "{{mcp}}/api/health" },
        { "get": "{{mcp}}/mcp/../api/health" },
        { "get": format!("http://localhost:{port}/api/sessions") },
        { "tunnel": format!("127.0.0.1:{port}") },
        { "tunnel": format!("[::1]:{port}") },
        // `GET /`
        { "direct": format!("127.0.0.1:{port}") },
        { "claim": ["cp-01", "reached", "I saw it."] },
        { "get": "{{mcp}}/.well-known/oauth-protected-resource" },
        { "get": "{{mcp}}/mcp/.well-known/openid-configuration" },
    ] });
    let notes = Arc::new(Notes::default());
    assert_eq!(stage.runs(&script, &notes).await, End::Finished("end_turn"));
    let said = notes.said();
    let at = format!("http://127.0.0.1:{port}");
    for line in [
        format!("get {at}/mcp: 200 GET /mcp HTTP/1.1"),
        format!("get {at}/api/health: 403 "),
        format!("get http://localhost:{port}/api/sessions: 403 "),
        format!("tunnel 127.0.0.1:{port}: 403 "),
        format!("tunnel [::1]:{port}: 403 "),
        format!("direct 127.0.0.1:{port}: HTTP/1.0 403 Forbidden"),
        "Claim: 200 POST /mcp HTTP/1.1".to_owned(),
        format!("get {at}/.well-known/oauth-protected-resource: 404 "),
        format!("get {at}/mcp/.well-known/openid-configuration: 404 "),
    ] {
        assert!(said.contains(&line), "{line}\nin\n{said}");
    }
    let asked = engine.asked();
    assert!(asked.len() == 2 && asked.iter().all(|head| head.contains(" /mcp HTTP/1.1\r\n")), "{asked:?}");
    assert!(asked[1].to_lowercase().contains("authorization: bearer token"), "{asked:?}");
    assert_eq!(refusals(&notes).len(), 6, "{:?}", refusals(&notes));
}

#[tokio::test]
async fn a_refused_connection_ends_the_run_where_it_is_forbidden() {
    let stage = walled();
    let script =
        json!({ "steps": [{ "tunnel": "fine.example:443" }, { "tunnel": "evil.example:443" }, { "run": "touch later.txt" }] });
    let notes = Arc::new(Notes { forbidden_host: Some("evil.example"), ..Notes::default() });
    let end = stage.runs(&script, &notes).await;
    let words = "The agent wanted to reach evil.example:443, and the run allows only nothing";
    assert_eq!(end, End::Forbidden(words.to_owned()));
    assert_eq!(refusals(&notes).len(), 2);
}

#[tokio::test]
async fn an_end_closes_every_connection_and_leaves_no_socket() {
    let mut stage = walled();
    let far = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let place = format!("127.0.0.1:{}", far.local_addr().unwrap().port());
    stage.egress.allowed.site(&place);
    let cancel = CancellationToken::new();
    let stop = cancel.clone();
    // A tunnel that stays open: nobody answers in it.
    let held = tokio::spawn(async move {
        let (mut stream, _) = far.accept().await.unwrap();
        let mut head = [0; 5];
        stream.read_exact(&mut head).await.unwrap();
        assert_eq!(&head, b"GET /");
        stop.cancel();
        let mut rest = Vec::new();
        // It ends, or is cut off.
        let _ended = stream.read_to_end(&mut rest).await;
    });
    let script = json!({ "ignoreCancel": true, "steps": [
        { "run": "ls -A /run/apprentice /run/apprentice/handover; cat /proc/1/comm" },
        { "tunnel": place },
    ] });
    let notes = Arc::new(Notes::default());
    assert_eq!(stage.runs_until(&script, &notes, cancel).await, End::Cancelled);
    held.await.unwrap();
    let said = notes.said();
    let listed: Vec<&str> = said.lines().collect();
    assert!(!said.contains("socket\n"), "the socket is gone once the network was taken over: {said}");
    assert!(listed.contains(&"bwrap"), "nothing of Apprentice runs within the walls: {said}");
}

#[tokio::test]
async fn an_agent_that_is_stopped_reaches_nothing_while_it_takes_its_time() {
    let mut stage = walled();
    let server = Server::start().await;
    let place = format!("http://127.0.0.1:{}", server.port);
    stage.egress.allowed.address(&place);
    let cancel = CancellationToken::new();
    let script = json!({
        "steps": [{ "get": format!("{place}/before") }, { "say": "now" }, { "hang": true }],
        "afterCancel": [{ "run": "touch went-on.txt" }, { "get": format!("{place}/after") }, { "hang": true }],
    });
    let notes = Arc::new(Notes { cancel_at: Some(("now", cancel.clone())), ..Notes::default() });
    assert_eq!(stage.runs_until(&script, &notes, cancel).await, End::Cancelled);
    assert!(stage.file("went-on.txt").exists(), "it had the time to go on");
    let asked = server.asked();
    assert!(asked.len() == 1 && asked[0].starts_with("GET /before "), "{asked:?}");
}

#[tokio::test]
async fn without_its_first_program_no_run_starts() {
    let mut stage = walled();
    let notes = Arc::new(Notes::default());
    for program in [None, Some("/nowhere/apprentice".into())] {
        stage.egress.program = program;
        let end = stage.runs(&json!({ "steps": [{ "say": "hello" }] }), &notes).await;
        assert!(matches!(&end, End::NotStarted(why) if why.contains("`apprentice` was not found")), "{end:?}");
    }
    assert!(notes.heard.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_place_of_this_machine_at_a_port_of_the_system_is_reported_before_the_run() {
    let mut stage = walled();
    stage.egress.allowed.address("http://localhost/v1");
    let notes = Arc::new(Notes::default());
    let end = stage.runs(&json!({ "steps": [{ "say": "hello" }] }), &notes).await;
    assert!(matches!(&end, End::NotStarted(why) if why.contains("localhost:80") && why.contains("1024")), "{end:?}");
}

#[tokio::test]
async fn the_agent_takes_the_place_of_the_first_program() {
    let stage = walled();
    let notes = Arc::new(Notes::default());
    let end = stage.runs(&json!({ "steps": [{ "crash": 4 }] }), &notes).await;
    assert_eq!(end, End::Crashed("its program ended with exit status: 4: scripted: it breaks now".into()));
    let mut missing = stage.request(&json!({}));
    missing.launch.program = "/usr/bin/no-such-agent".into();
    let end = apprentice_agents::run::run(missing, notes, CancellationToken::new()).await;
    assert!(matches!(&end, End::Crashed(why) if why.contains("125") && why.contains("no-such-agent")), "{end:?}");
}

#[tokio::test]
async fn without_walls_nothing_is_between() {
    let stage = Stage::new();
    let server = Server::start().await;
    let script = json!({ "steps": [{ "direct": format!("127.0.0.1:{}", server.port) }, { "get": "http://127.0.0.1/" }] });
    let notes = Arc::new(Notes::default());
    assert_eq!(stage.runs(&script, &notes).await, End::Finished("end_turn"));
    assert!(notes.said().contains("HTTP/1.1 200 OK") && notes.said().contains("no proxy"), "{}", notes.said());
}
