//! Many clients on one server, which is killed and started again on the same home: every client has every event exactly once and in
//! order. `APPRENTICE_CLIENTS` says how many (`make soak`: 1,000) and `APPRENTICE_MARKS` how much happens.
//!
//! The test runs itself again as the server, so that it can be killed.

use apprentice_api::client::Client;
use apprentice_api::environment::Variables;
use apprentice_api::host::Host;
use futures::StreamExt;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio::sync::watch;

const HOME: &str = "APPRENTICE_STREAMS_HOME";
/// A test that takes so long hangs.
const PATIENCE: Duration = Duration::from_secs(300);

#[expect(clippy::disallowed_methods, reason = "how much is done, and the child's task, come from the environment")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn number(name: &str, otherwise: usize) -> usize {
    variable(name).map_or(otherwise, |value| value.parse().unwrap())
}

/// The server. Without its environment it has nothing to do.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server() {
    let Some(home) = variable(HOME) else { return };
    let _raised = rlimit::increase_nofile_limit(8192);
    let user = Path::new(&home).join("user");
    std::fs::create_dir_all(&user).unwrap();
    let variables: Variables = [("HOME".to_owned(), user.into()), ("SHELL".to_owned(), "/bin/bash".into())].into_iter().collect();
    let _host = Host::serve(&variables, Path::new(&home), 0, "0.0.0").await.unwrap();
    println!("\nREADY");
    std::future::pending::<()>().await;
}

struct Server(Child);

impl Server {
    async fn start(home: &Path) -> (Self, Client) {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "streams_at_scale::server", "--nocapture"])
            .env(HOME, home)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap() == "READY"), "the server got ready");
        std::thread::spawn(move || lines.for_each(drop));
        (Self(child), Client::connect(home).await.expect("it told its address"))
    }

    /// As `kill -9`.
    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

async fn post(client: &Client, path: &str, body: Value) -> Value {
    let answer = client.request("POST", path, Some(&body)).await.unwrap();
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.read().unwrap()
}

async fn capturing(client: &Client) -> String {
    let body = json!({ "entry_mode": "demonstrating_skill", "observation_mode": "outside_agent", "watch": ["terminal"] });
    let answer = post(client, "/api/learn/sessions", body).await;
    let session = answer["session"]["learn_session_id"].as_str().unwrap().to_owned();
    post(client, &format!("/api/learn/sessions/{session}/start"), json!({})).await;
    session
}

/// Follows until the session's own end, over as many connections as it takes.
async fn follow(path: String, mut latest: watch::Receiver<Client>, begun: watch::Sender<usize>) -> (Vec<(u32, Value)>, usize) {
    let (mut heard, mut connections) = (Vec::<(u32, Value)>::new(), 0);
    loop {
        let last = heard.last().map(|(seq, _)| seq.to_string());
        let client = latest.borrow_and_update().clone();
        if let Ok(frames) = client.subscribe(&path, last.as_deref()).await {
            let mut frames = frames.expect("the session is known");
            connections += 1;
            loop {
                match frames.next().await {
                    Some(Ok(frame)) => {
                        if heard.is_empty() {
                            begun.send_modify(|clients| *clients += 1);
                        }
                        let data: Value = serde_json::from_str(&frame.data).unwrap();
                        assert_eq!(data["event_kind"], json!(frame.event));
                        heard.push((frame.id.unwrap().parse().unwrap(), data));
                    }
                    Some(Err(_)) => break,
                    None => return (heard, connections),
                }
            }
        }
        latest.changed().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn r11_2_17_every_client_has_every_event_once_and_in_order_though_the_server_is_killed() {
    let (clients, marks) = (number("APPRENTICE_CLIENTS", 200), number("APPRENTICE_MARKS", 30));
    let limit = rlimit::increase_nofile_limit(8192).unwrap();
    assert!(limit as usize > clients + 100, "only {limit} files may be open");
    let home = tempfile::tempdir().unwrap();
    let (server, client) = Server::start(home.path()).await;
    let session = capturing(&client).await;
    let (path, mark) = (format!("/api/learn/sessions/{session}/events"), format!("/api/learn/sessions/{session}/mark-step"));
    let (publish, latest) = watch::channel(client.clone());
    let (begun, mut connected) = watch::channel(0);
    let following: Vec<_> = (0..clients).map(|_| tokio::spawn(follow(path.clone(), latest.clone(), begun.clone()))).collect();
    tokio::time::timeout(PATIENCE, connected.wait_for(|count| *count == clients)).await.expect("all get in").unwrap();

    let told = Instant::now();
    for n in 0..marks {
        post(&client, &mark, json!({ "step_label": format!("Before {n}") })).await;
    }
    // Killed while it tells the last ones.
    server.kill();
    let (server, client) = Server::start(home.path()).await;
    let again = Instant::now();
    publish.send_replace(client.clone());
    for n in 0..marks {
        post(&client, &mark, json!({ "step_label": format!("After {n}") })).await;
    }
    post(&client, &format!("/api/learn/sessions/{session}/cancel"), json!({})).await;

    let stored = client.subscribe(&format!("{path}?follow=false"), None).await.unwrap().unwrap();
    let stored: Vec<(u32, Value)> = stored
        .map(|frame| frame.map(|frame| (frame.id.unwrap().parse().unwrap(), serde_json::from_str(&frame.data).unwrap())).unwrap())
        .collect()
        .await;
    let numbers: Vec<u32> = stored.iter().map(|(seq, _)| *seq).collect();
    assert_eq!(numbers, (1..=stored.len() as u32).collect::<Vec<_>>(), "what is stored has no gap");
    assert!(stored.len() > 2 * marks);
    let degraded = |(_, data): &&(u32, Value)| data["event_kind"] == "error" && data["payload"]["code"] == "PROGRAM_ENDED";
    assert_eq!(stored.iter().filter(degraded).count(), 1, "the kill is told as an error");
    let mut connections = 0;
    for client in following {
        let (heard, tries) = tokio::time::timeout(PATIENCE, client).await.expect("the end of the session ends it").unwrap();
        let numbers: Vec<u32> = heard.iter().map(|(seq, _)| *seq).collect();
        assert_eq!(numbers, (1..=stored.len() as u32).collect::<Vec<_>>(), "each once, in order");
        assert!(heard == stored, "and as it was stored");
        assert_eq!(tries, 2, "one connection before the kill and one after");
        connections += tries;
    }
    println!(
        "{clients} clients, {connections} connections, {} events each; before the kill {:?}, from the restart to the end {:?}",
        stored.len(),
        again - told,
        again.elapsed()
    );
    server.kill();
}
