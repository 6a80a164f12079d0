//! Blocking work on files, away from the threads that serve requests.

use crate::Answer;
use std::any::Any;

/// What blocking work returns. Its type is erased, because the machine code of a blocking task is large and there are many callers.
type Outcome = Box<dyn Any + Send>;

/// Runs `work` on a thread that may block. `doing` completes the message of an internal failure: "Something went wrong inside
/// Apprentice while {doing}".
pub(crate) async fn blocking<T: Send + 'static>(doing: &str, work: impl FnOnce() -> T + Send + 'static) -> Answer<T> {
    let outcome = run(doing, Box::new(move || Box::new(work()))).await?;
    outcome.downcast().map(|value| *value).map_err(|_| crate::internal(doing, &"the work returned another type"))
}

async fn run(doing: &str, work: Box<dyn FnOnce() -> Outcome + Send>) -> Answer<Outcome> {
    tokio::task::spawn_blocking(work).await.map_err(|error| crate::internal(doing, &error))
}
