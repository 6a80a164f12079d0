//! Supervises background tasks. A task that panics does not end silently: its death is recorded for the doctor, logged, and sent as an event,
//! and a long-lived task starts again with a growing pause (backoff).

use crate::Answer;
use crate::core::notify::{ChangeNotice, ChangeNotifier};
use apprentice_contracts::Time;
use apprentice_contracts::runtime::Clock;
use futures::FutureExt;
use std::any::Any;
use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// How often a task died, and how it died last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TaskDeaths {
    pub count: u32,
    pub last: Time,
    pub reason: String,
}

/// Starts background tasks and records their deaths. Clones share one record.
#[derive(Clone)]
pub(crate) struct Supervisor {
    tasks: TaskTracker,
    cancel: CancellationToken,
    clock: Arc<dyn Clock>,
    notifier: ChangeNotifier,
    deaths: Arc<Mutex<BTreeMap<&'static str, TaskDeaths>>>,
}

impl Supervisor {
    pub(crate) fn new(tasks: TaskTracker, cancel: CancellationToken, clock: Arc<dyn Clock>, notifier: ChangeNotifier) -> Self {
        Self { tasks, cancel, clock, notifier, deaths: Arc::default() }
    }

    pub(crate) fn now(&self) -> Time {
        self.clock.now()
    }

    /// Runs a long-lived task until it returns or the engine closes. A task that panics starts again.
    pub(crate) fn keep_running<F>(&self, name: &'static str, start: impl Fn() -> F + Send + Sync + 'static)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let supervisor = self.clone();
        self.tasks.spawn(async move {
            let mut pause = FIRST_PAUSE;
            while supervisor.watch(name, async { start().await }).await.is_none() {
                tokio::select! {
                    () = supervisor.cancel.cancelled() => return,
                    () = tokio::time::sleep(pause) => pause = (pause * 2).min(LONGEST_PAUSE),
                }
            }
        });
    }

    /// Runs a task once in the background.
    pub(crate) fn spawn(&self, name: &'static str, task: impl Future<Output = ()> + Send + 'static) {
        let supervisor = self.clone();
        self.tasks.spawn(async move {
            // A death is recorded; there is nothing to return.
            let _ = supervisor.watch(name, task).await;
        });
    }

    /// Runs a task once in the background, and drops it when the engine closes.
    pub(crate) fn spawn_until_close(&self, name: &'static str, task: impl Future<Output = ()> + Send + 'static) {
        let closed = self.cancel.clone();
        self.spawn(name, async move {
            tokio::select! {
                () = closed.cancelled() => {}
                () = task => {}
            }
        });
    }

    /// Runs a step whose caller needs an answer also when the step panics.
    pub(crate) async fn answer<T>(&self, name: &'static str, step: impl Future<Output = Answer<T>>) -> Answer<T> {
        self.watch(name, step).await.unwrap_or_else(|| Err(crate::internal(name, &"the task panicked")))
    }

    /// Waits for a future. `None`: it panicked, which is recorded under this name.
    pub(crate) async fn watch<T>(&self, name: &'static str, future: impl Future<Output = T>) -> Option<T> {
        match AssertUnwindSafe(future).catch_unwind().await {
            Ok(value) => Some(value),
            Err(cause) => {
                self.record(name, panic_message(&*cause));
                None
            }
        }
    }

    fn record(&self, name: &'static str, reason: String) {
        tracing::error!(task = name, reason, "a background task died");
        let mut deaths = self.deaths.lock().unwrap_or_else(PoisonError::into_inner);
        let count = deaths.get(name).map_or(1, |before| before.count.saturating_add(1));
        deaths.insert(name, TaskDeaths { count, last: self.clock.now(), reason });
        drop(deaths);
        self.notifier.notify(ChangeNotice::TaskDied);
    }

    /// The tasks that died since the engine started, by name.
    pub(crate) fn deaths(&self) -> BTreeMap<&'static str, TaskDeaths> {
        self.deaths.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The message of a panic, at most 200 characters.
fn panic_message(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<&str>().copied().or_else(|| cause.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it gave no reason").chars().take(200).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    pub(crate) fn supervisor() -> Supervisor {
        Supervisor::new(TaskTracker::new(), CancellationToken::new(), Arc::new(FixedClock), ChangeNotifier::default())
    }

    /// A stopped clock.
    struct FixedClock;

    impl Clock for FixedClock {
        fn now(&self) -> Time {
            Time::default()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_task_that_dies_is_recorded_and_starts_again() {
        let (supervisor, starts) = (supervisor(), Arc::new(AtomicU32::new(0)));
        let counted = starts.clone();
        supervisor.keep_running("fragile", move || {
            let start = counted.fetch_add(1, Ordering::Relaxed);
            async move { assert!(start >= 3, "start {start} fails") }
        });
        supervisor.tasks.close();
        supervisor.tasks.wait().await;
        assert_eq!(starts.load(Ordering::Relaxed), 4, "it runs until it returns");
        let deaths = supervisor.deaths();
        assert_eq!((deaths["fragile"].count, deaths["fragile"].reason.as_str()), (3, "start 2 fails"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_panic_before_the_first_await_is_recorded_too() {
        let supervisor = supervisor();
        supervisor.keep_running("never starts", || -> std::future::Ready<()> { panic!("no {}", "start") });
        tokio::time::sleep(Duration::from_secs(600)).await;
        let count = supervisor.deaths()["never starts"].count;
        assert!((5..20).contains(&count), "the pauses grow: {count} starts in ten minutes");
        supervisor.cancel.cancel();
        supervisor.tasks.close();
        supervisor.tasks.wait().await;
    }

    #[tokio::test]
    async fn a_step_that_panics_is_an_answer() {
        let supervisor = supervisor();
        assert_eq!(supervisor.answer("adding", async { Ok(1 + 1) }).await.unwrap(), 2);
        let failed = supervisor.answer::<u32>("adding", async { panic!("odd") }).await.unwrap_err();
        assert_eq!(failed.code, apprentice_contracts::error::ErrorCode::Internal);
        assert_eq!(supervisor.deaths()["adding"].reason, "odd");
    }
}
