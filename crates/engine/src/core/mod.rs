//! What every area builds on: the database with its unit of work, the gate, notifications, stale projections, idempotency, the home
//! folder, and helpers for blocking work, single-flight reads and backoff.

pub(crate) mod agent_configuration;
pub(crate) mod agent_files;
pub(crate) mod backoff;
pub(crate) mod bar_presses;
pub(crate) mod blocking;
pub mod configured;
pub(crate) mod definitions;
pub(crate) mod deletion;
pub(crate) mod digest;
pub mod dispatch_key;
pub(crate) mod files;
pub(crate) mod folder_copy;
pub(crate) mod home;
pub(crate) mod idempotency;
pub(crate) mod keychain;
pub mod keyed;
pub(crate) mod notify;
pub(crate) mod projects;
pub mod quota;
pub(crate) mod receipt_archive;
pub(crate) mod refusal;
pub(crate) mod request;
pub(crate) mod scan;
pub mod secrets_file;
pub(crate) mod single_flight;
pub(crate) mod stale;
pub(crate) mod supervise;
pub mod system;
pub(crate) mod test_policy;
pub(crate) mod transaction;

/// The key of the settings of the user in the store.
pub(crate) const SETTINGS: &str = "settings";

use crate::core::bar_presses::BarPresses;
use crate::core::dispatch_key::DispatchKey;
use crate::core::home::Lock;
use crate::core::notify::ChangeNotifier;
use crate::core::quota::Quotas;
use crate::core::supervise::Supervisor;
use crate::core::transaction::{UnitOfWork, WriteTx};
use crate::{Answer, EngineOptions};
use apprentice_contracts::Time;
use apprentice_observe::calls::Calls;
use apprentice_observe::redact::Memory;
use apprentice_observe::{Adapter, ObserveError};
use apprentice_skills::agents::table::XDG_STATE;
use apprentice_skills::install::manage::InstallContext;
use apprentice_store::Store;
use async_trait::async_trait;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The state that all areas share. Areas hold it as `Arc<Core>`; it knows none of them.
pub(crate) struct Core {
    pub options: EngineOptions,
    pub store: Store,
    /// Serializes operations that move a session, change what is installed, or leave work running.
    pub gate: Arc<tokio::sync::Mutex<()>>,
    pub notifier: ChangeNotifier,
    /// Knows the ids of dispatches that the engine gave out.
    pub dispatch_key: DispatchKey,
    /// How much agents stored of late.
    pub quotas: Quotas,
    /// Calls of connectors, and who watches them.
    pub calls: Arc<Calls>,
    /// The same as an adapter.
    pub call_adapter: Arc<dyn Adapter>,
    /// What persons press in watched pages.
    pub bar_presses: BarPresses,
    /// Cancelled when the engine closes, or when its last clone is dropped.
    pub cancel: CancellationToken,
    /// Cancelled when the engine has to be opened again, which completes a restoration.
    pub restart: CancellationToken,
    pub tasks: TaskTracker,
    /// Starts background work, so that a task that fails unexpectedly is reported.
    pub supervisor: Supervisor,
    writer: Arc<dyn ProjectionWriter>,
    addresses: Mutex<ServedAddresses>,
    lock: Mutex<Option<Lock>>,
    /// What was masked in the session that was observed last, by its name.
    masked: Mutex<Option<(String, Memory)>>,
}

/// Writes stale projections. The composition root provides it, because it looks at all areas.
#[async_trait]
pub(crate) trait ProjectionWriter: Send + Sync {
    /// Writes every projection that a transaction marked as stale. A file that cannot be written stays in the outbox.
    async fn deliver(&self, core: &Core) -> Answer<()>;
}

/// Where this program itself is served. The front ends set it after they have started.
#[derive(Default)]
pub(crate) struct ServedAddresses {
    pub own_hosts: Vec<String>,
    pub sample_page_url: Option<String>,
}

impl Core {
    pub(crate) fn new(
        options: EngineOptions,
        store: Store,
        lock: Lock,
        dispatch_key: DispatchKey,
        writer: Arc<dyn ProjectionWriter>,
    ) -> Self {
        let (notifier, cancel, tasks) = (ChangeNotifier::default(), CancellationToken::new(), TaskTracker::new());
        let supervisor = Supervisor::new(tasks.clone(), cancel.clone(), options.clock.clone(), notifier.clone());
        let calls: Arc<Calls> = Arc::default();
        Self {
            options,
            store,
            call_adapter: calls.clone(),
            calls,
            gate: Arc::default(),
            notifier,
            dispatch_key,
            quotas: Quotas::default(),
            bar_presses: BarPresses::new(),
            cancel,
            restart: CancellationToken::new(),
            tasks,
            supervisor,
            writer,
            addresses: Mutex::default(),
            lock: Mutex::new(Some(lock)),
            masked: Mutex::default(),
        }
    }

    pub(crate) fn now(&self) -> Time {
        self.options.clock.now()
    }

    pub(crate) fn unit_of_work(&self) -> UnitOfWork {
        let (clock, ids) = (self.options.clock.clone(), self.options.ids.clone());
        UnitOfWork { store: self.store.clone(), clock, ids, notifier: self.notifier.clone() }
    }

    /// Runs a change in one transaction that also holds its receipts and events. Projections follow within a moment.
    pub(crate) async fn change<T, F>(&self, change: F) -> Answer<T>
    where
        F: FnOnce(&WriteTx<'_>) -> Answer<T> + Send + 'static,
        T: Send + 'static,
    {
        self.unit_of_work().change(change).await
    }

    /// Runs a change and writes its projections before it returns, so that a caller who reads the files sees the change.
    pub(crate) async fn commit<T, F>(&self, change: F) -> Answer<T>
    where
        F: FnOnce(&WriteTx<'_>) -> Answer<T> + Send + 'static,
        T: Send + 'static,
    {
        let value = self.change(change).await?;
        self.deliver_projections().await;
        Ok(value)
    }

    /// Writes the stale projections. A file that cannot be written does not undo the operation: the outbox keeps it, and it is tried
    /// again.
    pub(crate) async fn deliver_projections(&self) {
        if let Err(failure) = self.writer.deliver(self).await {
            tracing::warn!(%failure, "projections wait in the outbox");
        }
    }

    pub(crate) fn addresses(&self) -> MutexGuard<'_, ServedAddresses> {
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was masked in a session so far. A session that is watched again, after its browser was closed, goes on with the same memory.
    ///
    /// Errors: the system gives no random numbers.
    pub(crate) fn masked_in(&self, session: &str) -> Result<Memory, ObserveError> {
        let mut last = self.masked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, memory)) = last.as_ref().filter(|(name, _)| name == session) {
            return Ok(memory.clone());
        }
        let memory = Memory::new()?;
        *last = Some((session.to_owned(), memory.clone()));
        Ok(memory)
    }

    /// The folders and records of the skill installer; the command line uses the same ones.
    pub(crate) fn installer(&self) -> InstallContext<'_> {
        let machine = &self.options.machine;
        let state = machine.variable(XDG_STATE).map(PathBuf::from).filter(|path| path.is_absolute());
        InstallContext { folder: self.options.home.join("skills"), machine, state_home: state, clock: &*self.options.clock }
    }

    /// Closes the database and releases the lock of the home.
    pub(crate) async fn close(&self) {
        self.store.close().await;
        self.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
