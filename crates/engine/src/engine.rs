//! The engine's shared state, and how it opens and closes.

use crate::ability::availability;
use crate::app::data;
use crate::core::home;
use crate::core::notify::ChangeNotifier;
use crate::core::transaction::{UnitOfWork, WriteTx};
use crate::projections::{Growing, Projection};
use crate::schedule::timers;
use crate::session::capture::LostEvents;
use crate::session::observation::ActiveObservation;
use crate::skills_page::Shelf;
use crate::skills_page::catalogue::Catalogue;
use crate::stream::tail::EventTails;
use crate::validation::rehearsal;
use crate::{Answer, Engine, EngineOptions, imports, install, lookup};
use apprentice_contracts::Time;
use apprentice_store::Store;
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub(crate) struct Inner {
    pub options: EngineOptions,
    pub store: Store,
    /// Operations that move a session, and the work they leave running, come one after the other.
    pub gate: Arc<tokio::sync::Mutex<()>>,
    /// What is being watched now; one at a time, a demonstration or a rehearsal.
    pub observation: tokio::sync::Mutex<Option<ActiveObservation>>,
    pub rehearsals: rehearsal::Rehearsals,
    pub catalogue: Catalogue,
    pub shelf: Shelf,
    pub event_tails: EventTails,
    pub lookups: lookup::cache::Current,
    pub notifier: ChangeNotifier,
    pub imports: imports::InFlight,
    pub exports: data::export::Exports,
    /// One delivery of projections at a time, which knows how far the growing ones were written.
    pub delivering: tokio::sync::Mutex<Growing>,
    pub addresses: Mutex<ServedAddresses>,
    pub lost: Arc<LostEvents>,
    /// Installations that could not be undone yet.
    pub undo_queue: tokio::sync::Mutex<install::UndoQueue>,
    /// How far agents' folders follow the abilities. Taken after the gate.
    pub reconciler: tokio::sync::Mutex<install::Reconciler>,
    /// Why the last upkeep did not succeed.
    pub trouble: Mutex<Option<String>>,
    pub cancel: CancellationToken,
    pub tasks: TaskTracker,
    lock: Mutex<Option<home::Lock>>,
}

/// What the faces tell the engine after they have started.
#[derive(Default)]
pub(crate) struct ServedAddresses {
    pub own_hosts: Vec<String>,
    pub practice_url: Option<String>,
}

impl Inner {
    pub(crate) fn now(&self) -> Time {
        self.options.clock.now()
    }

    /// Runs a change in one transaction that also holds its receipts and events.
    pub(crate) async fn change<T, F>(&self, change: F) -> Answer<T>
    where
        F: FnOnce(&WriteTx<'_>) -> Answer<T> + Send + 'static,
        T: Send + 'static,
    {
        self.unit_of_work().change(change).await
    }

    /// The same for a change that a person or a program asked for: its projections stand in their files when this answers.
    pub(crate) async fn commit<T, F>(&self, change: F) -> Answer<T>
    where
        F: FnOnce(&WriteTx<'_>) -> Answer<T> + Send + 'static,
        T: Send + 'static,
    {
        let value = self.change(change).await?;
        self.settle().await;
        Ok(value)
    }

    /// Takes abilities that are off out of agents' folders, and puts those that are on again back. The caller holds the gate.
    pub(crate) async fn place_abilities(&self) -> Answer<()> {
        self.reconciler.lock().await.settle(&self.install_context(), || self.catalogue.changed()).await
    }

    /// The same for what an agent reports: it is stored when this answers, and its files follow within a moment, so that reporting
    /// costs an agent no time. Where an ability fares otherwise for it they stand at once.
    pub(crate) async fn report<T, F>(&self, change: F) -> Answer<T>
    where
        F: FnOnce(&WriteTx<'_>) -> Answer<T> + Send + 'static,
        T: Send + 'static,
    {
        let change = move |tx: &WriteTx<'_>| Ok((change(tx)?, availability::is_waiting(tx.db, &[Projection::Bridge])?));
        let (value, health_changed) = self.change(change).await?;
        if health_changed {
            self.settle().await;
        }
        Ok(value)
    }

    /// Whether something is watched, or was until just now and its pages are read once more.
    pub(crate) async fn is_watching(&self) -> bool {
        self.rehearsals.any().is_some() || self.observation.lock().await.is_some()
    }

    pub(crate) fn unit_of_work(&self) -> UnitOfWork {
        let (clock, ids) = (self.options.clock.clone(), self.options.ids.clone());
        UnitOfWork { store: self.store.clone(), clock, ids, notifier: self.notifier.clone() }
    }

    pub(crate) fn install_context(&self) -> install::InstallContext {
        install::InstallContext {
            home: self.options.home.clone(),
            store: self.store.clone(),
            clock: self.options.clock.clone(),
            ids: self.options.ids.clone(),
            notifier: self.notifier.clone(),
        }
    }

    pub(crate) fn addresses(&self) -> std::sync::MutexGuard<'_, ServedAddresses> {
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl Engine {
    /// Opens the home: takes its lock, migrates the database, finishes or undoes what the last run left, starts timers.
    pub async fn open(options: EngineOptions) -> Answer<Self> {
        let folder = options.home.clone();
        let (lock, store) = tokio::task::spawn_blocking(move || -> Answer<_> {
            let lock = home::open(&folder)?;
            data::erase::finish(&folder);
            data::export::sweep(&folder);
            let store = Store::open(&home::database(&folder))?;
            Ok((lock, store))
        })
        .await
        .map_err(|error| crate::internal("opening the home", &error))??;
        let inner = Arc::new(Inner {
            options,
            store,
            gate: Arc::default(),
            observation: tokio::sync::Mutex::default(),
            rehearsals: rehearsal::Rehearsals::default(),
            catalogue: Catalogue::default(),
            shelf: Shelf::default(),
            event_tails: EventTails::default(),
            lookups: lookup::cache::Current::default(),
            notifier: ChangeNotifier::default(),
            imports: imports::InFlight::default(),
            exports: data::export::Exports::default(),
            delivering: tokio::sync::Mutex::default(),
            addresses: Mutex::default(),
            lost: Arc::default(),
            undo_queue: tokio::sync::Mutex::default(),
            reconciler: tokio::sync::Mutex::default(),
            trouble: Mutex::default(),
            cancel: CancellationToken::new(),
            tasks: TaskTracker::new(),
            lock: Mutex::new(Some(lock)),
        });
        let engine = Self { inner };
        engine.recover_after_restart().await?;
        engine.inner.tasks.spawn(timers::run_upkeep(Arc::downgrade(&engine.inner), engine.inner.cancel.clone()));
        engine.inner.tasks.spawn(timers::deliver_projections(Arc::downgrade(&engine.inner), engine.inner.cancel.clone()));
        engine.inner.tasks.spawn(timers::reconcile_folders(Arc::downgrade(&engine.inner), engine.inner.cancel.clone()));
        engine.inner.tasks.spawn(engine.inner.clone().renew_lookup());
        Ok(engine)
    }

    async fn recover_after_restart(&self) -> Answer<()> {
        for adapter in [&self.inner.options.browser, &self.inner.options.terminal] {
            adapter.clear(&self.inner.options.home);
        }
        // A full disk must not keep a person from what is stored; the upkeep goes on trying, and the doctor says why.
        if let Err(failure) = install::recover(&self.inner.install_context()).await {
            tracing::error!(%failure, "what the last run left of its installations waits for the upkeep");
        }
        if let Err(failure) = self.inner.recover_imports().await {
            tracing::error!(%failure, "what the last run left of its imports waits for the next start");
        }
        if let Err(failure) = self.inner.discard_unfinished_removals().await {
            tracing::error!(%failure, "what the last run left of its removals waits for the next start");
        }
        if let Err(failure) = self.inner.sweep().await {
            tracing::error!(%failure, "the upkeep is tried again");
        }
        self.resume_drafts().await
    }

    /// Ends observation and background work and closes the database. A session that is capturing becomes paused.
    pub async fn close(&self) {
        self.inner.cancel.cancel();
        let gate = self.inner.gate.lock().await;
        self.inner.end_watching().await;
        drop(gate);
        self.inner.tasks.close();
        self.inner.tasks.wait().await;
        self.inner.settle().await;
        self.inner.store.close().await;
        self.inner.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// The time by the clock that was handed in.
    pub fn now(&self) -> Time {
        self.inner.now()
    }

    /// Hosts (`127.0.0.1:PORT`) at which this program itself is served; never recorded.
    pub fn set_own_hosts(&self, hosts: Vec<String>) {
        self.inner.addresses().own_hosts = hosts;
    }

    /// Where the bundled practice page is served; `start_url: "practice"` opens it.
    pub fn set_practice_url(&self, url: String) {
        self.inner.addresses().practice_url = Some(url);
    }
}
