//! Blocking work on files, away from the threads that serve requests.

use crate::Answer;

/// Runs `work` on a thread that may block. `doing` completes the message of an internal failure: "Something went wrong inside
/// Apprentice while {doing}".
pub(crate) async fn blocking<T: Send + 'static>(doing: &str, work: impl FnOnce() -> T + Send + 'static) -> Answer<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| crate::internal(doing, &error))
}
