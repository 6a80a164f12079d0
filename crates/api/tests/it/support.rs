//! A server over a real engine in a folder of its own.

use apprentice_api::edge::Variables;
use apprentice_api::host::Host;
use apprentice_contracts::app::Endpoint;
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use std::ffi::OsString;
use tempfile::TempDir;

pub struct House {
    pub folder: TempDir,
    pub host: Host,
    client: reqwest::Client,
}

impl House {
    pub async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::serve(&variables(&folder), folder.path(), 0, "0.0.0").await.unwrap();
        Self { folder, host, client: reqwest::Client::builder().no_proxy().build().unwrap() }
    }

    pub fn endpoint(&self) -> Endpoint {
        self.host.server.as_ref().unwrap().endpoint().clone()
    }

    /// A request without the token.
    pub fn bare(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.endpoint().address))
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.bare(method, path).bearer_auth(self.endpoint().token)
    }

    pub async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        parts(self.request(Method::POST, path).json(&body).send().await.unwrap()).await
    }

    pub async fn get(&self, path: &str) -> (StatusCode, Value) {
        parts(self.request(Method::GET, path).send().await.unwrap()).await
    }

    /// A session that watches terminals, in state `armed`.
    pub async fn session(&self) -> String {
        let body = json!({ "entry_mode": "demonstrating_skill", "observation_mode": "outside_agent", "watch": ["terminal"] });
        let (status, answer) = self.post("/api/learn/sessions", body).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        answer["session"]["learn_session_id"].as_str().unwrap().to_owned()
    }
}

/// An environment with a user of its own and no programs.
pub fn variables(folder: &TempDir) -> Variables {
    let user = folder.path().join("user");
    std::fs::create_dir_all(&user).unwrap();
    [("HOME".to_owned(), OsString::from(user)), ("SHELL".to_owned(), "/bin/bash".into())].into_iter().collect()
}

pub async fn parts(response: Response) -> (StatusCode, Value) {
    (response.status(), response.json().await.unwrap())
}

/// The error of an envelope that is complete.
pub fn error(status: StatusCode, body: &Value) -> &Value {
    let error = &body["error"];
    assert!(error["code"].is_string() && error["message"].is_string(), "not an envelope: {status} {body}");
    assert!(error["retryable"].is_boolean() && error["correlation_id"].is_string(), "not an envelope: {body}");
    error
}
