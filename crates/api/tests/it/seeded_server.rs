//! A server over a home that holds reviewed proposals, and a clock that moves only when a test advances it.

use crate::support::{parts, variables};
use apprentice_api::client::Client;
use apprentice_api::environment::engine_environment;
use apprentice_api::server::{Options, Server};
use apprentice_contracts::Time;
use apprentice_contracts::runtime::Clock;
use apprentice_engine::{Engine, EngineOptions};
use apprentice_store::{Store, StoreError, interpretations, proposals, sessions};
use apprentice_testkit::dispatch_of;
use chrono::Duration;
use futures::StreamExt;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;
use uuid::Uuid;

type Act = Box<dyn Fn() + Send>;

/// Moves only when a test advances it; runs an action whenever the engine asks for the time.
pub struct ActingClock {
    now: Mutex<Time>,
    act: Mutex<Option<Act>>,
}

impl Clock for ActingClock {
    fn now(&self) -> Time {
        if let Some(act) = self.act.lock().unwrap().as_ref() {
            act();
        }
        *self.now.lock().unwrap()
    }
}

impl ActingClock {
    pub fn advance(&self, by: Duration) {
        *self.now.lock().unwrap() += by;
    }

    pub fn act(&self, act: impl Fn() + Send + 'static) {
        *self.act.lock().unwrap() = Some(Box::new(act));
    }
}

pub struct SeededServer {
    pub folder: TempDir,
    pub clock: Arc<ActingClock>,
    pub engine: Engine,
    server: Server,
    client: reqwest::Client,
}

/// Session and proposal of each seeded ability.
pub fn ids(number: u128) -> (Uuid, Uuid) {
    (
        Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_1000 + number),
        Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_2000 + number),
    )
}

impl SeededServer {
    /// With one reviewed proposal for each slug.
    pub async fn open(slugs: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("home");
        std::fs::create_dir_all(&home).unwrap();
        let clock =
            Arc::new(ActingClock { now: Mutex::new(Time::from_timestamp(1_800_000_000, 0).unwrap()), act: Mutex::new(None) });
        seed(&home, clock.now(), slugs).await;
        let edge = EngineOptions { clock: clock.clone(), ..engine_environment(&variables(&folder), &home, "0.0.0") };
        let engine = Engine::open(edge).await.unwrap();
        let options = Options { home, port: 0, version: "0.0.0".into() };
        let server = Server::bind(engine.clone(), options).await.unwrap();
        Self { folder, clock, engine, server, client: crate::support::http_client().no_proxy().build().unwrap() }
    }

    pub async fn close(self) {
        self.server.close().await;
        self.engine.close().await;
    }

    /// Nothing in the home holds these words.
    pub async fn close_and_search(self, words: &str) {
        let home = self.home();
        self.server.close().await;
        self.engine.close().await;
        let mut folders = vec![home];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap().flatten() {
                if entry.path().is_dir() {
                    folders.push(entry.path());
                } else {
                    let bytes = std::fs::read(entry.path()).unwrap();
                    assert!(!String::from_utf8_lossy(&bytes).contains(words), "{} holds it", entry.path().display());
                }
            }
        }
    }

    pub fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// An agent's skills folder.
    pub fn skills(&self) -> PathBuf {
        self.folder.path().join("agent/skills")
    }

    pub async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> (StatusCode, Value) {
        let endpoint = self.server.endpoint();
        let request = self.client.request(method, format!("{}{path}", endpoint.address)).bearer_auth(&endpoint.token);
        parts(match body {
            Some(body) => request.json(&body).send().await.unwrap(),
            None => request.send().await.unwrap(),
        })
        .await
    }

    pub async fn get(&self, path: &str) -> Value {
        let (status, body) = self.ask(Method::GET, path, None).await;
        assert_eq!(status, StatusCode::OK, "{path}: {body}");
        body
    }

    pub async fn post(&self, path: &str, body: Value) -> Value {
        let (status, answer) = self.ask(Method::POST, path, Some(body)).await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
        answer
    }

    pub async fn delete(&self, path: &str) -> (u16, Value) {
        let (status, answer) = self.ask(Method::DELETE, path, None).await;
        (status.as_u16(), answer)
    }

    /// The error of a request that is to be refused, with its status.
    pub async fn refused(&self, path: &str, body: Value) -> (u16, Value) {
        let (status, answer) = self.ask(Method::POST, path, Some(body)).await;
        (status.as_u16(), crate::support::error(status, &answer).clone())
    }

    pub async fn try_install(&self, number: u128, lane: &str) -> (StatusCode, Value) {
        let path = format!("/api/learn/proposals/{}/install", ids(number).1);
        self.ask(Method::POST, &path, Some(json!({ "install_lane": lane, "into": self.skills(), "without_rehearsal": true })))
            .await
    }

    /// Installs the seeded proposal; answers `/api/abilities/<id>`.
    pub async fn install(&self, number: u128, lane: &str) -> String {
        let (status, answer) = self.try_install(number, lane).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        self.clock.advance(Duration::minutes(1));
        format!("/api/abilities/{}", answer["ability_id"].as_str().unwrap())
    }

    pub async fn ability(&self, at: &str) -> Value {
        self.get(&format!("{at}/availability")).await
    }

    pub async fn state(&self, number: u128) -> String {
        let detail = self.get(&format!("/api/learn/sessions/{}/detail", ids(number).0)).await;
        detail["session"]["state"].as_str().unwrap().to_owned()
    }

    /// Names of the session's events so far.
    pub async fn events(&self, number: u128) -> Vec<String> {
        let client = Client::connect(&self.home()).await.unwrap();
        let path = format!("/api/learn/sessions/{}/events?follow=false", ids(number).0);
        let frames = client.subscribe(&path, None).await.unwrap().unwrap();
        frames.map(|frame| frame.unwrap().event).collect().await
    }

    /// An agent's report on a checkpoint of `ability_add-customer`; `more` overrides.
    pub fn report(status: &str, dispatch: &str, more: Value) -> Value {
        let mut report = json!({
            "checkpoint_id": "cp-02", "status": status, "evidence": "The list was read.", "ability_id": "ability_add-customer",
            "dispatch_id": dispatch, "agent": "an agent",
        });
        if status != "reached" {
            report["reason"] = "The list stayed empty.".into();
        }
        for (key, value) in more.as_object().unwrap() {
            report[key] = value.clone();
        }
        report
    }

    /// The id of a dispatch that the engine gave out for `ability_add-customer`.
    pub fn dispatch(&self, name: &str) -> String {
        dispatch_of(&self.home(), "ability_add-customer", name)
    }

    pub async fn tell(&self, status: &str, dispatch: &str) -> Value {
        self.post("/api/bridge/verify-checkpoint", Self::report(status, &self.dispatch(dispatch), json!({}))).await
    }

    /// Waits until every file shows what was committed: those of what agents report follow within a moment.
    pub async fn delivered(&self) {
        let raw = rusqlite::Connection::open(self.home().join("apprentice.db")).unwrap();
        let waits = || raw.query_row("SELECT count(*) FROM outbox", [], |row| row.get::<_, u32>(0)).unwrap() > 0;
        let all = async {
            while waits() {
                tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(20), all).await.expect("a file is not written");
    }

    /// A projected file.
    pub fn file(&self, path: &str) -> Value {
        serde_json::from_str(&std::fs::read_to_string(self.home().join("system").join(path)).unwrap()).unwrap()
    }

    pub fn lines(&self, path: &str) -> Vec<Value> {
        let text = std::fs::read_to_string(self.home().join("system").join(path)).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    pub async fn receipts(&self, kind: &str) -> Vec<Value> {
        let all = self.get("/api/learn/receipts?page_size=100").await;
        all["receipts"].as_array().unwrap().iter().filter(|receipt| receipt["kind"] == kind).cloned().collect()
    }

    /// Health of the first capability, `/api/capabilities/health`.
    pub async fn health(&self) -> Value {
        self.get("/api/capabilities/health").await["capabilities"][0].clone()
    }
}

async fn seed(home: &std::path::Path, now: Time, slugs: &[&str]) {
    let store = Store::open(&home.join("apprentice.db")).unwrap();
    for (number, slug) in slugs.iter().enumerate() {
        let (session, proposal) = ids(number as u128);
        let interpretation = Uuid::from_u128(session.as_u128() + 0x5000);
        let title = slug.replace('-', " ");
        let skill_md = format!(
            "---\nname: {slug}\ndescription: Takes care that somebody can {title}. Use when somebody asks to {title}.\n---\n\n# {title}\n\nIt is done when the list shows it.\n"
        );
        let checkpoint = |n: u32, goal: &str, sign: &str, optional: bool| json!({ "checkpoint_id": format!("cp-0{n}"), "goal": goal, "success_condition": sign, "order_hint": n, "optional": optional });
        let session_record = json!({
            "session": {
                "learn_session_id": session, "entry_mode": "demonstrating_skill", "observation_mode": "outside_agent",
                "build_policy": "build_then_review", "execution_mode": "guided", "target_kind": "new_skill",
                "state": "ready_for_review", "actor_mode": "user_driven", "target_app_family": "shop_software",
                "proposal_id": proposal, "interpretation_id": interpretation, "created_at": now, "updated_at": now, "schema_version": 1,
            },
            "allow_private_install": true,
        });
        let proposal_record = json!({
            "proposal": {
                "proposal_id": proposal, "learn_session_id": session, "interpretation_id": interpretation,
                "source_trace_ids": [Uuid::nil()], "title": title, "proposed_skill_slug": slug, "trigger_phrases": [title],
                "negative_triggers": [], "draft_skill_path": format!("system/learning/proposals/{proposal}/SKILL.md"),
                "draft_manifest_path": format!("system/learning/proposals/{proposal}/manifest.json"),
                "proposal_state": "ready_for_review", "install_lane": "pending", "support_pack_refs": [], "revision": 1,
                "created_at": now, "updated_at": now, "schema_version": 1,
            },
            "draft": {
                "description": "d", "skill_md": skill_md, "skill_md_edited": false,
                "graph": { "nodes": [], "edges": [], "variables": [] },
                "checkpoints": [
                    checkpoint(1, "The form is open", "A form with empty fields is shown.", false),
                    checkpoint(2, "The record is listed", "The list shows the new record.", false),
                    checkpoint(3, "A confirmation was sent", "The mailbox holds a confirmation.", true),
                ],
                "questions": [], "answers": [], "lint": { "findings": [] },
            },
        });
        let meaning = json!({
            "interpretation_id": interpretation, "learn_session_id": session, "title": title, "goal_summary": "It stands in the list.",
            "use_conditions": [], "non_use_conditions": [], "project_scope": "global", "preferred_control_surfaces": ["native_browser"],
            "success_conditions": [], "user_confirmed": true, "created_at": now, "schema_version": 1,
        });
        store
            .write(move |tx| {
                tx.execute("UPDATE sessions SET holds_slot = 0", [])?;
                sessions::put(tx, &serde_json::from_value(session_record)?)?;
                proposals::put(tx, &serde_json::from_value(proposal_record)?)?;
                interpretations::put(tx, &serde_json::from_value(meaning)?)
            })
            .await
            .map_err(|error: StoreError| error.to_string())
            .unwrap();
    }
    store.close().await;
}
