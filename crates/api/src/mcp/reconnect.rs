//! How the server reaches the engine, which may go away and come back behind a client that stays.

use crate::client::{ApiResponse, Call, Client};
use crate::operations::ABILITY_CHANGES;
use crate::sse_client::Frames;
use apprentice_contracts::error::{ErrorCode, Failure};
use futures::{Stream, StreamExt};
use std::future::{Future, ready};
use std::time::Duration;

/// Before an engine that was found again is asked what changes.
const PAUSE: Duration = Duration::from_secs(2);

/// A connection to the engine with the rights of an agent.
pub trait Reconnect: Clone + Send + Sync + 'static {
    /// A door, the same as long as it answers. May begin an engine.
    fn client(&self) -> impl Future<Output = Result<Client, Failure>> + Send;

    /// A new door, after the last one led nowhere.
    fn reconnect(&self) -> impl Future<Output = Result<Client, Failure>> + Send;

    /// The door of the next engine, when there is one; begins none. `None`: there will be none.
    fn next_client(&self) -> impl Future<Output = Option<Client>> + Send;
}

/// Into the router of this process, which ends with it.
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

struct Following<W> {
    engine: W,
    frames: Option<Frames>,
    begun: bool,
}

/// One item per change of the abilities, and one when another engine took over, which may know others.
pub(super) fn changes<W: Reconnect>(engine: W) -> impl Stream<Item = ()> + Send + use<W> {
    futures::stream::unfold(Following { engine, frames: None, begun: false }, |mut following| async move {
        loop {
            if let Some(frames) = &mut following.frames {
                if let Some(Ok(_)) = frames.next().await {
                    return Some(((), following));
                }
                following.frames = None;
            }
            let is_successor = following.begun;
            // Only the first look may begin an engine: later ones would keep one alive for nobody.
            let client = if is_successor {
                let client = following.engine.next_client().await?;
                // It may be there, and refuse or break off at once: an older one, one that is just ending, one that cannot read.
                tokio::time::sleep(PAUSE).await;
                client
            } else {
                following.engine.client().await.ok()?
            };
            following.begun = true;
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

    /// An engine that answers and tells of no changes. Counts how often it was found.
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
    async fn an_engine_that_refuses_to_tell_is_not_asked_without_pause() {
        let engine = Silent::default();
        let mut changes = pin!(changes(engine.clone()));
        assert!(tokio::time::timeout(Duration::from_secs(20), changes.next()).await.is_err(), "nothing changed");
        let asked = engine.0.load(Ordering::Relaxed);
        assert!((1..=11).contains(&asked), "asked {asked} times in 20 seconds");
    }
}
