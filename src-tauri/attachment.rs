//! The window's way to the engine: held in this process, or joined in another one.

use apprentice_api::client::{ApiResponse, Client, Unreachable};
use apprentice_api::environment::{Variables, home};
use apprentice_api::host::{Attached, attach};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_learn::Answer;
use futures::Stream;
use std::time::Duration;
use tokio::sync::Mutex;

/// How long the engine may take to end before the program ends without it.
const GRACE: Duration = Duration::from_secs(8);

pub struct Attachment {
    variables: Variables,
    attached: Mutex<Option<Attached>>,
}

impl Attachment {
    pub fn new(variables: Variables) -> Self {
        Self { variables, attached: Mutex::default() }
    }

    /// Attaches while the page still loads; a failure is told by the first request.
    pub async fn warm_up(&self) {
        if let Err(failure) = self.door().await {
            tracing::error!(code = ?failure.code, "{failure}");
        }
    }

    /// The way in; attaches when that has not happened yet, or the joined process went away.
    pub async fn door(&self) -> Answer<Client> {
        let mut attached = self.attached.lock().await;
        if let Some(attached) = attached.as_ref() {
            return Ok(attached.client.clone());
        }
        let home = home(&self.variables, None).map_err(|error| Failure::new(ErrorCode::Internal, error.to_string()))?;
        let new = attach(&self.variables, &home, env!("CARGO_PKG_VERSION"), Some(0)).await?;
        let new = Attached { client: new.client.for_window(), ..new };
        let door = new.client.clone();
        *attached = Some(new);
        Ok(door)
    }

    /// Forgets a joined process that does not answer any more, so that the next request finds or becomes another.
    pub async fn forget_joined(&self) {
        let mut attached = self.attached.lock().await;
        if attached.as_ref().is_some_and(|attached| attached.host.is_none()) {
            *attached = None;
        }
    }

    /// Asks; once more when the process that was asked has gone and the question changes nothing, or another one took its place.
    pub async fn request(
        &self,
        method: &str,
        path: &str,
        body: Option<&serde_json::Value>,
    ) -> Answer<Result<ApiResponse, Unreachable>> {
        let answered = self.door().await?.request(method, path, body).await;
        // The token is that of an engine which is no more: nothing was done.
        let unknown = answered.as_ref().is_ok_and(|answer| answer.status == 401);
        if answered.is_ok() && !unknown {
            return Ok(answered);
        }
        self.forget_joined().await;
        if method != "GET" && !unknown {
            return Ok(answered);
        }
        Ok(self.door().await?.request(method, path, body).await)
    }

    /// Hands over what comes in pieces, such as an upload. An engine that went away is found anew by the next one.
    pub async fn hand_over(
        &self,
        path: &str,
        kind: &str,
        pieces: impl Stream<Item = Vec<u8>> + Send + 'static,
    ) -> Answer<Result<ApiResponse, Unreachable>> {
        let answered = self.door().await?.upload("POST", path, kind, pieces).await;
        if answered.as_ref().map_or(true, |answer| answer.status == 401) {
            self.forget_joined().await;
        }
        Ok(answered)
    }

    pub async fn close(&self) {
        let Some(host) = self.attached.lock().await.take().and_then(|attached| attached.host) else { return };
        if tokio::time::timeout(GRACE, host.close()).await.is_err() {
            tracing::error!("the engine did not end in time");
        }
    }
}
