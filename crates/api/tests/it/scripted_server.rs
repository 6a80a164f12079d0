//! A server over the scripted machine of the testkit.

use crate::support::{error, parts};
use apprentice_api::client::Client;
use apprentice_api::server::{Options, Server};
use apprentice_engine::Engine;
use apprentice_testkit::{World, demonstrating};
use futures::StreamExt;
use reqwest::Method;
use serde_json::{Value, json};

pub struct ScriptedServer {
    pub world: World,
    pub engine: Engine,
    server: Server,
    client: reqwest::Client,
}

/// A session whose draft went through its tests.
pub struct TestedProposal {
    pub session: String,
    pub proposal: String,
}

impl TestedProposal {
    pub fn session(&self, rest: &str) -> String {
        format!("/api/learn/sessions/{}/{rest}", self.session)
    }

    pub fn proposal(&self, rest: &str) -> String {
        format!("/api/learn/proposals/{}/{rest}", self.proposal)
    }
}

impl ScriptedServer {
    pub async fn open() -> Self {
        let world = World::new();
        let engine = world.open().await;
        let options = Options { home: world.home(), port: 0, version: "0.0.0".into() };
        let server = Server::bind(engine.clone(), options).await.unwrap();
        let client = crate::support::http_client().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { world, engine, server, client }
    }

    pub async fn close(self) {
        self.server.close().await;
        self.engine.close().await;
    }

    pub fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let endpoint = self.server.endpoint();
        self.client.request(method, format!("{}{path}", endpoint.address)).bearer_auth(&endpoint.token)
    }

    pub async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
        let request = self.request(method, path);
        let request = match body {
            Some(body) => request.json(&body),
            None => request,
        };
        let (status, body) = parts(request.send().await.unwrap()).await;
        (status.as_u16(), body)
    }

    pub async fn get(&self, path: &str) -> Value {
        let (status, body) = self.ask(Method::GET, path, None).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    pub async fn post(&self, path: &str, body: Value) -> Value {
        let (status, answer) = self.ask(Method::POST, path, Some(body)).await;
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    /// Status and code of a request that is to be refused.
    pub async fn refused(&self, method: Method, path: &str, body: Value) -> (u16, String) {
        let (status, answer) = self.ask(method, path, Some(body)).await;
        let code = error(reqwest::StatusCode::from_u16(status).unwrap(), &answer)["code"].as_str().unwrap().to_owned();
        (status, code)
    }

    /// A session as the card makes it, armed.
    pub async fn armed(&self) -> String {
        let answer = self.post("/api/learn/sessions", serde_json::to_value(demonstrating()).unwrap()).await;
        assert_eq!(answer["session"]["state"], "armed");
        answer["session"]["learn_session_id"].as_str().unwrap().to_owned()
    }

    pub async fn state(&self, session: &str) -> String {
        let detail = self.get(&format!("/api/learn/sessions/{session}/detail")).await;
        detail["session"]["state"].as_str().unwrap().to_owned()
    }

    /// The sandbox is switched on as a target.
    pub async fn with_a_target(&self) {
        self.world.with_a_target(&self.engine).await;
    }

    /// Waits for what the engine does by itself.
    pub async fn settled(&self) {
        self.engine.keep_deadlines().await.unwrap();
    }

    /// Demonstrated, stopped, drafted and tested.
    pub async fn tested_proposal(&self) -> TestedProposal {
        let session = self.world.demonstrates(&self.engine, demonstrating()).await.to_string();
        let drafted = self.post(&format!("/api/learn/sessions/{session}/generate-proposal"), json!({})).await;
        let proposal = drafted["proposal_id"].as_str().unwrap().to_owned();
        self.settled().await;
        assert_eq!(self.state(&session).await, "ready_for_review");
        TestedProposal { session, proposal }
    }

    pub async fn frames(&self, path: &str) -> apprentice_api::Frames {
        let client = Client::connect(&self.world.home()).await.unwrap();
        client.subscribe(path, None).await.unwrap().unwrap()
    }

    /// The states that the stored events of a session tell of, each once in a row.
    pub async fn told_states(&self, session: &str) -> Vec<String> {
        let mut states = self.states_told_after(session, 0).await;
        states.dedup();
        states
    }

    /// One for every change of the session that was told after this event.
    pub async fn states_told_after(&self, session: &str, seq: u32) -> Vec<String> {
        let frames = self.frames(&format!("/api/learn/sessions/{session}/events?follow=false&after={seq}")).await;
        let frames: Vec<_> = frames.map(|frame| frame.unwrap()).collect().await;
        let mut states: Vec<String> = Vec::new();
        for frame in frames.iter().filter(|frame| frame.event == "session.changed") {
            let data: Value = serde_json::from_str(&frame.data).unwrap();
            states.push(data["payload"]["state"].as_str().unwrap().to_owned());
        }
        states
    }
}
