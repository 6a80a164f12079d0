//! The window's connection to the engine, which always runs in another process: the command-line program beside this one. The window
//! starts it, or joins one that serves the home already.

use apprentice_api::client::{ApiResponse, Call, Client, Unreachable};
use apprentice_api::engine_process::{EngineProcess, Lifetime};
use apprentice_api::environment::{Variables, command_line, home};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_engine::Answer;
use futures::Stream;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// How long the engine may take to close before the program ends without it.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(8);

/// One connection for the whole shell. Clones share it.
#[derive(Clone)]
pub struct Attachment {
    variables: Arc<Variables>,
    connection: Arc<Mutex<Option<Connection>>>,
}

struct Connection {
    client: Client,
    /// `None`: another program started the engine.
    process: Option<EngineProcess>,
}

impl Attachment {
    /// Not connected yet.
    pub fn new(variables: Variables) -> Self {
        Self { variables: Arc::new(variables), connection: Arc::default() }
    }

    /// Connects while the window is built and its page loads. The first request reports a failure to the person.
    pub async fn warm_up(&self) {
        if let Err(failure) = self.client().await {
            tracing::error!(code = ?failure.code, "{failure}");
        }
    }

    /// A client of the engine. Connects if that has not happened yet, or if the process that was joined is gone.
    pub async fn client(&self) -> Answer<Client> {
        let mut connection = self.connection.lock().await;
        if let Some(connection) = connection.as_ref() {
            return Ok(connection.client.clone());
        }
        let new = self.connect().await?;
        let client = new.client.clone();
        *connection = Some(new);
        Ok(client)
    }

    async fn connect(&self) -> Answer<Connection> {
        let internal = |message: String| Failure::new(ErrorCode::Internal, message);
        let home = home(&self.variables, None).map_err(|error| internal(error.to_string()))?;
        let (client, process) = match Client::connect(&home).await {
            Some(client) => (client, None),
            None => {
                let this = std::env::current_exe().ok();
                let program = command_line(&self.variables, this.as_deref()).ok_or_else(|| {
                    internal("The program `apprentice` is missing next to the window program. Reinstall Apprentice.".to_owned())
                })?;
                EngineProcess::start(&program, &home, Lifetime::Holder, Stdio::inherit()).await?
            }
        };
        Ok(Connection { client: client.for_window(), process })
    }

    /// Forgets an engine that no longer answers, so that the next request joins or starts another.
    pub async fn forget_lost(&self) {
        let mut connection = self.connection.lock().await;
        if connection.as_mut().is_some_and(|connection| connection.process.as_mut().is_none_or(EngineProcess::has_ended)) {
            *connection = None;
        }
    }

    /// Sends a request. Retries it once on a new connection when the engine is gone and the request changes nothing, or
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
        self.forget_lost().await;
        let unsent = answered.as_ref().is_err_and(Unreachable::is_unsent);
        if method != "GET" && !unknown && !unsent {
            return Ok(answered);
        }
        Ok(self.client().await?.request(method, path, body).await)
    }

    /// Sends a call of an operation, as [`Self::request`] does.
    pub async fn call(&self, call: &Call) -> Answer<Result<ApiResponse, Unreachable>> {
        self.request(call.method(), &call.path(), call.body()).await
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
            self.forget_lost().await;
        }
        Ok(answered)
    }

    /// Closes the engine if this program started it.
    pub async fn close(&self) {
        let Some(process) = self.connection.lock().await.take().and_then(|connection| connection.process) else { return };
        if !process.close(CLOSE_TIMEOUT).await {
            tracing::error!("the engine did not close in time");
        }
    }
}
