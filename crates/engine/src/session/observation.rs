//! What is observed now: the running adapters, and the task that handles their observations in order.

use crate::Answer;
use crate::core::Core;
use crate::core::supervise::Supervisor;
use crate::session::bar::{self, BarSender};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{LearnSessionId, ProposalId, ValidationRunId};
use apprentice_contracts::observation::{ObservationAdapterKind, PageSnapshot};
use apprentice_contracts::reading::{Reading, ReadingSource};
use apprentice_contracts::session::WatchSource;
use apprentice_observe::bar::BarLink;
use apprentice_observe::redact::Memory;
use apprentice_observe::scope::Scope;
use apprentice_observe::terminal::run_folder::RunFolder;
use apprentice_observe::{Adapter, KeepFolder, Observation, Observations, ObserveError, WatchRequest, Watching};
use futures::future::{BoxFuture, join_all};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{MutexGuard, RwLock, mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// A larger batch in one transaction would delay its first action.
const BATCH: usize = 64;
/// An adapter that does not answer must not block a click of the user.
const ADAPTER_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Demonstration(LearnSessionId),
    Rehearsal(ValidationRunId),
    ShownCheck(ProposalId),
    /// A run of an agent that leaves no record. It uses no slot: other things may be observed meanwhile.
    Trial(ValidationRunId),
}

/// Handles observations in order, at most [`BATCH`] at a time.
pub(crate) type ObservationHandler = Box<dyn FnMut(Vec<Observation>) -> BoxFuture<'static, ()> + Send>;

/// Told how many observations were lost because their handler panicked.
pub(crate) type LossHandler = Box<dyn Fn(u32) + Send>;

/// What to observe and where to start.
#[derive(Clone)]
pub(crate) struct ObservationPlan {
    pub sources: Vec<WatchSource>,
    pub allowed: Vec<String>,
    pub start_url: Option<String>,
    /// The folder in which an agent works, which is watched too.
    pub run_folder: Option<PathBuf>,
    /// Keeps the state of a folder before the first command in it.
    pub keep_folder: Option<KeepFolder>,
}

/// Running adapters. Dropping this ends them.
pub(crate) struct ActiveObservation {
    pub purpose: Purpose,
    plan: ObservationPlan,
    /// What was masked in its session so far.
    memory: Memory,
    running: Vec<Running>,
    sink: Observations,
    observations: Option<mpsc::UnboundedReceiver<Observation>>,
    barriers: mpsc::UnboundedSender<oneshot::Sender<()>>,
    barrier_requests: Option<mpsc::UnboundedReceiver<oneshot::Sender<()>>>,
    lost: Arc<Mutex<Vec<ObservationAdapterKind>>>,
    consumer: Option<JoinHandle<()>>,
    /// What watched pages show of it.
    bar: BarSender,
    /// Cancelled when the observation ends, so that readers release the adapters.
    ended: CancellationToken,
}

/// What an adapter watches.
#[derive(Clone)]
enum Watched {
    Source(WatchSource),
    RunFolder(PathBuf),
}

impl Watched {
    const fn source(&self) -> WatchSource {
        match self {
            Self::Source(source) => *source,
            Self::RunFolder(_) => WatchSource::Terminal,
        }
    }
}

struct Running {
    watched: Watched,
    kinds: &'static [ObservationAdapterKind],
    watching: SharedWatching,
}

/// `None` once the adapter was stopped.
type SharedWatching = Arc<RwLock<Option<Box<dyn Watching>>>>;

/// Reads sources with the adapters of an observation while other operations use its slot. It reads nothing once the observation ended.
#[derive(Clone)]
pub(crate) struct SourceReader {
    adapters: Vec<SharedWatching>,
    ended: CancellationToken,
}

impl SourceReader {
    /// Reads a source afresh, with the first adapter that reads such a source. `None`: there is no such adapter. The error says why the
    /// source could not be read.
    pub(crate) async fn read(&self, source: &ReadingSource, limit: Duration) -> Option<Result<Reading, String>> {
        let read = async {
            for adapter in &self.adapters {
                if let Some(watching) = &*adapter.read().await
                    && let Some(reading) = watching.read(source).await
                {
                    return Some(reading.map_err(|error| error.to_string()));
                }
            }
            None
        };
        tokio::select! {
            () = self.ended.cancelled() => Some(Err("nothing is watched any more".to_owned())),
            read = tokio::time::timeout(limit, read) => read.unwrap_or_else(|_| Some(Err("it did not answer in time".to_owned()))),
        }
    }
}

impl ActiveObservation {
    /// Starts all adapters, or none. Their observations wait until [`ActiveObservation::deliver_to`].
    pub(crate) async fn begin(core: &Core, purpose: Purpose, plan: ObservationPlan) -> Answer<Self> {
        let (sink, observations) = mpsc::unbounded_channel();
        let (barriers, barrier_requests) = mpsc::unbounded_channel();
        let memory = match purpose {
            // The engine keeps the memory of one session, and a trial must not take it from what is observed beside it.
            Purpose::Trial(_) => Memory::new(),
            _ => core.masked_in(&format!("{purpose:?}")),
        };
        let memory = memory.map_err(|error| refused(WatchSource::Browser, &error))?;
        let mut observing = Self {
            purpose,
            plan,
            memory,
            running: Vec::new(),
            sink,
            observations: Some(observations),
            barriers,
            barrier_requests: Some(barrier_requests),
            lost: Arc::default(),
            consumer: None,
            bar: watch::Sender::new(None),
            ended: CancellationToken::new(),
        };
        let sources = observing.plan.sources.clone().into_iter().map(Watched::Source);
        let folder = observing.plan.run_folder.clone().into_iter().map(Watched::RunFolder);
        for watched in sources.chain(folder) {
            match observing.watch(core, watched).await {
                Ok(running) => observing.running.push(running),
                Err(failure) => {
                    observing.end().await;
                    return Err(failure);
                }
            }
        }
        Ok(observing)
    }

    async fn watch(&self, core: &Core, watched: Watched) -> Answer<Running> {
        let adapter = match &watched {
            Watched::Source(source) => adapter(core, *source).clone(),
            Watched::RunFolder(folder) => Arc::new(RunFolder::new(folder.clone())),
        };
        let request = WatchRequest {
            home: core.options.home.clone(),
            scope: Scope::new(&self.plan.allowed).excluding(&core.addresses().own_hosts),
            start_url: self.plan.start_url.clone(),
            clock: core.options.clock.clone(),
            sink: self.sink.clone(),
            memory: self.memory.clone(),
            bar: Some(BarLink { shown: self.bar.subscribe(), pressed: core.bar_presses.sender.clone() }),
            keep_folder: self.plan.keep_folder.clone(),
        };
        let watching = adapter.watch(request).await.map_err(|error| refused(watched.source(), &error))?;
        Ok(Running { kinds: adapter.kinds(), watching: Arc::new(RwLock::new(Some(watching))), watched })
    }

    /// Delivers all observations to `handler` from now on. If it panics, the batch is lost, `on_loss` receives how many observations
    /// that is, and the next batch is handled again.
    pub(crate) fn deliver_to(&mut self, supervisor: Supervisor, handler: ObservationHandler, on_loss: LossHandler) {
        if let (Some(observations), Some(barriers)) = (self.observations.take(), self.barrier_requests.take()) {
            self.bar.send_replace(Some(bar::beginning(self.purpose, &self.plan, supervisor.now())));
            let consumer = Consumer { supervisor, handler, on_loss, lost: self.lost.clone(), bar: self.bar.clone() };
            self.consumer = Some(tokio::spawn(consumer.run(observations, barriers)));
        }
    }

    /// What watched pages show of it.
    pub(crate) fn bar(&self) -> BarSender {
        self.bar.clone()
    }

    /// Cancelled when it ends.
    pub(crate) fn ended(&self) -> CancellationToken {
        self.ended.clone()
    }

    /// Names of the running adapters.
    pub(crate) fn adapters(&self) -> Vec<String> {
        self.running.iter().flat_map(|running| running.kinds).map(|kind| kind.as_str().to_owned()).collect()
    }

    /// Waits until everything that already happened was observed and handled.
    pub(crate) async fn flush(&self) {
        let flushes = join_all(self.running.iter().map(async |running| {
            if let Some(watching) = &*running.watching.read().await {
                watching.flush().await;
            }
        }));
        if tokio::time::timeout(ADAPTER_TIMEOUT, flushes).await.is_err() {
            tracing::warn!("an adapter did not flush in time");
        }
        self.drained().await;
    }

    /// Waits until all observations are handled.
    async fn drained(&self) {
        let (done, wait) = oneshot::channel();
        if self.consumer.is_some() && self.barriers.send(done).is_ok() {
            // An error means that the consumer has ended, so that nothing is left to wait for.
            let _ = wait.await;
        }
    }

    /// Handles what already happened, then observes nothing until [`ActiveObservation::resume`].
    pub(crate) async fn pause(&self) {
        self.flush().await;
        self.set_paused(true).await;
        self.drained().await;
    }

    /// Observes again. Adapters that lost what they watched are started again. Answers whether one was.
    pub(crate) async fn resume(&mut self, core: &Core) -> Answer<bool> {
        let lost = std::mem::take(&mut *self.lost.lock().unwrap_or_else(PoisonError::into_inner));
        let mut again = false;
        for n in 0..self.running.len() {
            if self.running[n].kinds.iter().any(|kind| lost.contains(kind)) {
                // What is left of the old adapter holds its locks. It is dropped, because a dead one cannot be asked to stop.
                self.running[n].watching.write().await.take();
                match self.watch(core, self.running[n].watched.clone()).await {
                    Ok(fresh) => {
                        // Readers that were handed out read with the new one.
                        let shared = self.running[n].watching.clone();
                        *shared.write().await = fresh.watching.write().await.take();
                        self.running[n] = Running { watching: shared, ..fresh };
                        again = true;
                    }
                    Err(failure) => {
                        self.lost.lock().unwrap_or_else(PoisonError::into_inner).extend(lost);
                        return Err(failure);
                    }
                }
            }
        }
        self.set_paused(false).await;
        Ok(again)
    }

    /// A busy adapter follows when it can.
    async fn set_paused(&self, paused: bool) {
        bar::pause(&self.bar, paused);
        let all = join_all(self.running.iter().map(async |running| {
            if let Some(watching) = &*running.watching.read().await {
                watching.set_paused(paused).await;
            }
        }));
        if tokio::time::timeout(ADAPTER_TIMEOUT, all).await.is_err() {
            tracing::warn!(paused, "an adapter did not pause or go on in time");
        }
    }

    /// Reads a page again with the first adapter that reads pages.
    pub(crate) async fn read_page(&self, url: &str) -> Option<Result<PageSnapshot, ObserveError>> {
        for running in &self.running {
            if let Some(watching) = &*running.watching.read().await
                && let Some(page) = watching.read_page(url).await
            {
                return Some(page);
            }
        }
        None
    }

    /// Reads sources, also while the slot of the observation is used.
    pub(crate) fn reader(&self) -> SourceReader {
        let adapters = self.running.iter().map(|running| running.watching.clone()).collect();
        SourceReader { adapters, ended: self.ended.clone() }
    }

    /// Handles what already happened and ends the adapters.
    pub(crate) async fn end(mut self) {
        self.ended.cancel();
        let stops = join_all(self.running.drain(..).map(async |running| {
            if let Some(watching) = running.watching.write().await.take() {
                watching.stop().await;
            }
        }));
        if tokio::time::timeout(ADAPTER_TIMEOUT, stops).await.is_err() {
            tracing::warn!("an adapter did not stop in time");
        }
        self.drained().await;
    }
}

impl Drop for ActiveObservation {
    fn drop(&mut self) {
        self.ended.cancel();
        if let Some(consumer) = &self.consumer {
            consumer.abort();
        }
    }
}

/// The task that hands observations to their handler.
struct Consumer {
    supervisor: Supervisor,
    handler: ObservationHandler,
    on_loss: LossHandler,
    lost: Arc<Mutex<Vec<ObservationAdapterKind>>>,
    bar: BarSender,
}

impl Consumer {
    async fn run(
        mut self,
        mut observations: mpsc::UnboundedReceiver<Observation>,
        mut barriers: mpsc::UnboundedReceiver<oneshot::Sender<()>>,
    ) {
        let mut batch = Vec::with_capacity(BATCH);
        loop {
            let mut done = None;
            tokio::select! {
                biased;
                Some(barrier) = barriers.recv() => done = Some(barrier),
                count = observations.recv_many(&mut batch, BATCH) => if count == 0 { return },
            }
            if done.is_some() {
                while let Ok(observation) = observations.try_recv() {
                    batch.push(observation);
                }
            }
            if !batch.is_empty() {
                self.handle(std::mem::take(&mut batch)).await;
            }
            if let Some(done) = done {
                // The waiting caller may be gone.
                let _ = done.send(());
            }
        }
    }

    async fn handle(&mut self, batch: Vec<Observation>) {
        let lose = batch.iter().filter_map(|observations| match observations {
            Observation::Lost { kind, .. } => Some(*kind),
            _ => None,
        });
        self.lost.lock().unwrap_or_else(PoisonError::into_inner).extend(lose);
        let count = u32::try_from(batch.len()).unwrap_or(u32::MAX);
        bar::add(&self.bar, &batch);
        let handler = &mut self.handler;
        let handled = self.supervisor.watch("handling observations", async { handler(batch).await }).await;
        if handled.is_none() {
            (self.on_loss)(count);
        }
    }
}

/// The only slot for what is watched: one demonstration, rehearsal or shown check at a time.
#[derive(Clone, Default)]
pub(crate) struct ObservationSlot(Arc<tokio::sync::Mutex<Option<ActiveObservation>>>);

impl ObservationSlot {
    pub(crate) async fn lock(&self) -> MutexGuard<'_, Option<ActiveObservation>> {
        self.0.lock().await
    }

    /// The adapters that lost what they watched and were not started again, if it has this purpose. None while it is started, paused or
    /// ended: that can take as long as a browser.
    pub(crate) fn lost(&self, purpose: Purpose) -> Vec<ObservationAdapterKind> {
        let Ok(slot) = self.0.try_lock() else { return Vec::new() };
        let observing = slot.as_ref().filter(|observing| observing.purpose == purpose);
        observing.map(|observing| observing.lost.lock().unwrap_or_else(PoisonError::into_inner).clone()).unwrap_or_default()
    }

    /// Reads sources with the observation, if it has this purpose.
    pub(crate) async fn reader(&self, purpose: Purpose) -> Option<SourceReader> {
        self.lock().await.as_ref().filter(|observing| observing.purpose == purpose).map(ActiveObservation::reader)
    }

    /// Handles what already happened and pauses the observation, if it has this purpose.
    pub(crate) async fn pause(&self, purpose: Purpose) {
        if let Some(observing) = &*self.lock().await
            && observing.purpose == purpose
        {
            observing.pause().await;
        }
    }

    /// Handles what already happened without a pause, if the observation has this purpose.
    pub(crate) async fn flush(&self, purpose: Purpose) {
        if let Some(observing) = &*self.lock().await
            && observing.purpose == purpose
        {
            observing.flush().await;
        }
    }

    /// Ends the observation, if it has this purpose.
    pub(crate) async fn end(&self, purpose: Purpose) {
        let mut slot = self.lock().await;
        if slot.as_ref().is_some_and(|observing| observing.purpose == purpose)
            && let Some(observing) = slot.take()
        {
            observing.end().await;
        }
    }
}

/// The refusal of a second observation.
pub(crate) fn busy() -> Failure {
    Failure::new(
        ErrorCode::Conflict,
        "Something is being watched already. Finish or cancel it first; only one thing is watched at a time.",
    )
}

/// The adapter that watches this source.
pub(crate) fn adapter(core: &Core, source: WatchSource) -> &Arc<dyn Adapter> {
    match source {
        WatchSource::Browser => &core.options.browser,
        WatchSource::Terminal => &core.options.terminal,
        WatchSource::Connectors => &core.call_adapter,
    }
}

fn refused(source: WatchSource, error: &ObserveError) -> Failure {
    let details = match error {
        ObserveError::Unavailable { code, .. } => serde_json::json!({ "watch": source, "adapter_code": code }),
        ObserveError::Failed(_) => serde_json::json!({ "watch": source }),
    };
    Failure::new(ErrorCode::AdapterUnavailable, error.to_string()).with_details(details)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::supervise::tests::supervisor;
    use futures::FutureExt;

    #[tokio::test]
    async fn a_handler_that_panics_loses_its_batch_alone_and_says_so() {
        let (sink, observations) = mpsc::unbounded_channel();
        let (barriers, requests) = mpsc::unbounded_channel();
        let (handled, lost) = (Arc::new(Mutex::new(0)), Arc::new(Mutex::new(0)));
        let supervisor = supervisor();
        let (count, losses, mut batches) = (handled.clone(), lost.clone(), 0);
        let consumer = Consumer {
            supervisor: supervisor.clone(),
            handler: Box::new(move |batch| {
                batches += 1;
                let (count, fails) = (count.clone(), batches == 2);
                async move {
                    assert!(!fails, "the disk is full");
                    *count.lock().unwrap() += batch.len();
                }
                .boxed()
            }),
            on_loss: Box::new(move |count| *losses.lock().unwrap() += count),
            lost: Arc::default(),
            bar: watch::Sender::new(None),
        };
        let task = tokio::spawn(consumer.run(observations, requests));
        for size in [3, 4, 5] {
            (0..size).for_each(|_| sink.send(Observation::Dropped).unwrap());
            let (done, wait) = oneshot::channel();
            barriers.send(done).unwrap();
            wait.await.expect("who waits for the batch is not left waiting");
        }
        assert_eq!((*handled.lock().unwrap(), *lost.lock().unwrap()), (3 + 5, 4));
        assert_eq!(supervisor.deaths()["handling observations"].reason, "the disk is full");
        drop(sink);
        task.await.unwrap();
    }
}
