//! The window's connection to the engine: opened in this process, or joined in another one.

use apprentice_api::client::{ApiResponse, Client, Unreachable};
use apprentice_api::environment::{Variables, home};
use apprentice_api::host::{Attached, attach};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_engine::Answer;
use futures::Stream;
use std::time::Duration;
use tokio::sync::Mutex;

/// How long the engine may take to close before the program ends without it.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(8);

/// One connection for the whole shell.
pub struct Attachment {
    variables: Variables,
    attached: Mutex<Option<Attached>>,
}

impl Attachment {
    /// Not connected yet.
    pub fn new(variables: Variables) -> Self {
        Self { variables, attached: Mutex::default() }
    }

    /// Connects while the page still loads. The first request reports a failure to the person.
    pub async fn warm_up(&self) {
        if let Err(failure) = self.client().await {
            tracing::error!(code = ?failure.code, "{failure}");
        }
    }

    /// A client of the engine. Connects if that has not happened yet, or if the process that was joined is gone.
    pub async fn client(&self) -> Answer<Client> {
        let mut attached = self.attached.lock().await;
        if let Some(attached) = attached.as_ref() {
            return Ok(attached.client.clone());
        }
        let home = home(&self.variables, None).map_err(|error| Failure::new(ErrorCode::Internal, error.to_string()))?;
        let new = attach(&self.variables, &home, env!("CARGO_PKG_VERSION"), Some(0)).await?;
        let new = Attached { client: new.client.for_window(), ..new };
        let client = new.client.clone();
        *attached = Some(new);
        Ok(client)
    }

    /// Forgets a joined process that no longer answers, so that the next request joins another or opens the engine here.
    pub async fn forget_joined(&self) {
        let mut attached = self.attached.lock().await;
        if attached.as_ref().is_some_and(|attached| attached.host.is_none()) {
            *attached = None;
        }
    }

    /// Sends a request. Retries it once on a new connection when the process that was joined is gone and the request changes nothing, or
    /// when another process took its place.
    pub async fn request(
        &self,
        method: &str,
        path: &str,
        body: Option<&serde_json::Value>,
    ) -> Answer<Result<ApiResponse, Unreachable>> {
        let answered = self.client().await?.request(method, path, body).await;
        // The token belongs to an engine that has ended: nothing was done.
        let unknown = answered.as_ref().is_ok_and(|answer| answer.status == 401);
        if answered.is_ok() && !unknown {
            return Ok(answered);
        }
        self.forget_joined().await;
        if method != "GET" && !unknown {
            return Ok(answered);
        }
        Ok(self.client().await?.request(method, path, body).await)
    }

    /// Sends a body that arrives in pieces, such as an upload. It is not retried; the next request finds a new engine.
    pub async fn upload(
        &self,
        path: &str,
        kind: &str,
        pieces: impl Stream<Item = Vec<u8>> + Send + 'static,
    ) -> Answer<Result<ApiResponse, Unreachable>> {
        let answered = self.client().await?.upload("POST", path, kind, pieces).await;
        if answered.as_ref().map_or(true, |answer| answer.status == 401) {
            self.forget_joined().await;
        }
        Ok(answered)
    }

    /// Closes the engine if this process opened it.
    pub async fn close(&self) {
        let Some(host) = self.attached.lock().await.take().and_then(|attached| attached.host) else { return };
        if tokio::time::timeout(CLOSE_TIMEOUT, host.close()).await.is_err() {
            tracing::error!("the engine did not close in time");
        }
    }
}
