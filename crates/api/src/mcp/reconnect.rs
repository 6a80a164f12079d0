//! The connection of the MCP server to the engine. It survives a restart of the engine, so that the MCP client stays connected.

use crate::client::{ApiResponse, Call, Client};
use crate::operations::ABILITY_CHANGES;
use crate::sse_client::Frames;
use apprentice_contracts::error::{ErrorCode, Failure};
use futures::{Stream, StreamExt};
use std::future::{Future, ready};
use std::path::Path;
use std::time::Duration;

/// The pause before an engine that was found again is subscribed to.
const PAUSE: Duration = Duration::from_secs(2);

/// A connection to the engine, with the rights of an agent.
pub trait Reconnect: Clone + Send + Sync + 'static {
    /// The current client. May start an engine.
    fn client(&self) -> impl Future<Output = Result<Client, Failure>> + Send;

    /// A new client, after the current one could not reach the engine. May start an engine.
    fn reconnect(&self) -> impl Future<Output = Result<Client, Failure>> + Send;

    /// Waits for the next engine that another program starts. `None`: there will be none.
    fn next_client(&self) -> impl Future<Output = Option<Client>> + Send;

    /// The folder that the agent works in, if that is known: look-ups are for its project.
    fn folder(&self) -> Option<&Path> {
        None
    }
}

/// The router of this process ends with it, so there is nothing to reconnect to.
impl Reconnect for Client {
    fn client(&self) -> impl Future<Output = Result<Client, Failure>> + Send {
        ready(Ok(self.clone()))
    }

    fn reconnect(&self) -> impl Future<Output = Result<Client, Failure>> + Send {
        ready(Ok(self.clone()))
    }

    fn next_client(&self) -> impl Future<Output = Option<Client>> + Send {
        ready(None)
    }
}

/// Sends a request. If the engine has gone it is sent once more to the next one; so a change must carry an id that makes it idempotent.
pub(super) async fn request(engine: &impl Reconnect, call: &Call) -> Result<ApiResponse, Failure> {
    match engine.client().await?.call(call).await {
        // The token is that of an engine which has ended.
        Ok(response) if response.status == 401 => {}
        Ok(response) => return Ok(response),
        Err(unreachable) => tracing::info!(%unreachable, "reconnecting to the engine"),
    }
    let again = engine.reconnect().await?.call(call).await;
    again.map_err(|unreachable| Failure::new(ErrorCode::AdapterUnavailable, unreachable.to_string()))
}

/// Sends a request that must not be carried out twice. It is sent again only if the engine refused its token, and so did nothing.
pub(super) async fn request_once(engine: &impl Reconnect, call: &Call) -> Result<ApiResponse, Failure> {
    let gone = |unreachable: crate::client::Unreachable| {
        let message = format!("{unreachable} The call may still have had an effect.");
        Failure::new(ErrorCode::AdapterUnavailable, message)
    };
    let response = engine.client().await?.call(call).await.map_err(gone)?;
    match response.status {
        401 => engine.reconnect().await?.call(call).await.map_err(gone),
        _ => Ok(response),
    }
}

struct Following<W> {
    engine: W,
    frames: Option<Frames>,
    subscribed: bool,
}

/// One item for each change of the abilities, and one when another engine takes over, which may have other abilities.
pub(super) fn changes<W: Reconnect>(engine: W) -> impl Stream<Item = ()> + Send + use<W> {
    futures::stream::unfold(Following { engine, frames: None, subscribed: false }, |mut following| async move {
        loop {
            if let Some(frames) = &mut following.frames {
                if let Some(Ok(_)) = frames.next().await {
                    return Some(((), following));
                }
                following.frames = None;
            }
            let is_successor = following.subscribed;
            // Only the first connection may start an engine; later ones would keep an engine alive that nobody uses.
            let client = if is_successor {
                let client = following.engine.next_client().await?;
                // It may refuse or cut the stream at once: an older version, or one that is ending.
                tokio::time::sleep(PAUSE).await;
                client
            } else {
                following.engine.client().await.ok()?
            };
            following.subscribed = true;
            following.frames = client.subscribe(ABILITY_CHANGES.path, None).await.ok().and_then(Result::ok);
            if is_successor && following.frames.is_some() {
                return Some(((), following));
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use std::pin::pin;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// An engine that answers and has no stream of changes. Counts the connections.
    #[derive(Clone, Default)]
    struct Silent(Arc<AtomicUsize>);

    impl Reconnect for Silent {
        fn client(&self) -> impl Future<Output = Result<Client, Failure>> + Send {
            ready(Ok(Client::in_process(Router::new())))
        }

        fn reconnect(&self) -> impl Future<Output = Result<Client, Failure>> + Send {
            self.client()
        }

        fn next_client(&self) -> impl Future<Output = Option<Client>> + Send {
            self.0.fetch_add(1, Ordering::Relaxed);
            ready(Some(Client::in_process(Router::new())))
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_engine_that_refuses_the_stream_is_not_asked_without_a_pause() {
        let engine = Silent::default();
        let mut changes = pin!(changes(engine.clone()));
        assert!(tokio::time::timeout(Duration::from_secs(20), changes.next()).await.is_err(), "nothing changed");
        let asked = engine.0.load(Ordering::Relaxed);
        assert!((1..=11).contains(&asked), "asked {asked} times in 20 seconds");
    }
}
