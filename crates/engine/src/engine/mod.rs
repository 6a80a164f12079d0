//! The composition root: builds the areas from the bottom up, and opens and closes the home. `operations` is the list of what callers
//! can ask for.

mod bar;
mod improvement;
mod operations;

use crate::ability::operations::Abilities;
use crate::agent_runs::AgentRuns;
use crate::agent_runs::gate::Gates;
use crate::agent_runs::practice::Practices;
use crate::app::categories::Categories;
use crate::app::settings::UserSettings;
use crate::app::{App, data};
use crate::catalogue::Catalogue;
use crate::connectors::Connectors;
use crate::core::blocking::blocking;
use crate::core::quota::QuotaKind;
use crate::core::{Core, home};
use crate::hooks::Hooks;
use crate::imports::Imports;
use crate::install::{InstallContext, Installs};
use crate::lookup::Lookup;
use crate::mining::Mining;
use crate::projections::Projections;
use crate::proposal::operations::{Proposals, Writings};
use crate::proposal::view::ProposalReader;
use crate::schedule::{Scheduler, timers};
use crate::session::closing_looks::ClosingLooks;
use crate::session::observation::ObservationSlot;
use crate::session::operations::Sessions;
use crate::skills_page::SkillsPage;
use crate::stream::EventStreams;
use crate::stream::tail::EventTails;
use crate::validation::Validation;
use crate::{Answer, EngineOptions, install};
use apprentice_store::Store;
use std::sync::Arc;

/// The engine. Clones share one state. One process holds a home at a time (a lock file).
#[derive(Clone)]
pub struct Engine {
    core: Arc<Core>,
    settings: UserSettings,
    categories: Categories,
    lookup: Lookup,
    catalogue: Catalogue,
    sessions: Sessions,
    reader: ProposalReader,
    proposals: Proposals,
    mining: Arc<Mining>,
    validation: Validation,
    abilities: Abilities,
    agent_runs: AgentRuns,
    gates: Gates,
    practices: Practices,
    connectors: Arc<Connectors>,
    imports: Imports,
    skills_page: SkillsPage,
    app: App,
    hooks: Hooks,
    streams: EventStreams,
    scheduler: Arc<Scheduler>,
}

impl Engine {
    /// Opens the home: takes its lock, migrates the database, finishes or undoes what the last run left, starts the timers.
    /// Errors: `CONFLICT` when another process holds the home, `TARGET_NOT_WRITABLE` when the folder cannot be used.
    pub async fn open(options: EngineOptions) -> Answer<Self> {
        let folder = options.home.clone();
        let (lock, store, key) = blocking("opening the home", move || -> Answer<_> {
            let lock = home::open(&folder)?;
            data::restore::finish(&folder)?;
            data::erase::finish(&folder);
            data::export::sweep(&folder);
            home::check_database(&folder)?;
            let store = Store::open(&home::database(&folder))?;
            let key = home::dispatch_key(&folder)?;
            Ok((lock, store, key))
        })
        .await??;
        let projections = Arc::new(Projections::default());
        let core = Arc::new(Core::new(options, store, lock, key, projections.clone()));
        let engine = Self::compose(core, projections);
        engine.recover_after_restart().await?;
        engine.start_background_work();
        Ok(engine)
    }

    /// Builds every area from those below it.
    fn compose(core: Arc<Core>, projections: Arc<Projections>) -> Self {
        let settings = UserSettings { core: core.clone() };
        let categories = Categories { core: core.clone() };
        let lookup = Lookup::new(core.clone());
        let tails = Arc::new(EventTails::default());
        let catalogue = Catalogue::new(core.clone(), settings.clone());
        let observation = ObservationSlot::default();
        let installs = Installs::new(core.clone(), catalogue.clone());
        let reader = ProposalReader { core: core.clone(), settings: settings.clone(), catalogue: catalogue.clone() };
        let validation = Validation::new(core.clone(), observation.clone(), reader.clone());
        let looks = ClosingLooks::default();
        let proposals = Proposals {
            core: core.clone(),
            settings: settings.clone(),
            reader: reader.clone(),
            validation: validation.clone(),
            looks: looks.clone(),
            writings: Writings::default(),
        };
        let mining = Arc::new(Mining::new(core.clone(), settings.clone(), proposals.clone()));
        let abilities = Abilities { core: core.clone(), installs: installs.clone() };
        let connectors = Arc::new(Connectors::new(core.clone()));
        let sessions = Sessions::new(core.clone(), observation, validation.clone(), abilities.clone(), tails.clone(), looks);
        let hooks = Hooks::new(core.clone(), settings.clone(), catalogue.clone());
        let practices = sessions.practices().clone();
        let agent_runs =
            AgentRuns::new(core.clone(), validation.clone(), abilities.clone(), catalogue.clone(), hooks.clone(), practices);
        let gates = Gates::new(core.clone(), agent_runs.clone());
        let practices = Practices::new(core.clone(), agent_runs.clone(), sessions.clone(), proposals.clone());
        let imports = Imports::new(core.clone(), settings.clone(), catalogue.clone(), abilities.clone());
        let skills_page = SkillsPage::new(core.clone(), catalogue.clone(), abilities.clone(), imports.clone());
        let app = App::new(core.clone(), settings.clone(), catalogue.clone(), sessions.clone(), projections);
        let streams = EventStreams { core: core.clone(), catalogue: catalogue.clone(), skills_page: skills_page.clone(), tails };
        let scheduler = Arc::new(Scheduler {
            core: core.clone(),
            settings: settings.clone(),
            installs,
            validation: validation.clone(),
            abilities: abilities.clone(),
            sessions: sessions.clone(),
            imports: imports.clone(),
            skills_page: skills_page.clone(),
            app: app.clone(),
            catalogue: catalogue.clone(),
        });
        Self {
            core,
            settings,
            categories,
            lookup,
            catalogue,
            sessions,
            reader,
            proposals,
            mining,
            validation,
            abilities,
            agent_runs,
            gates,
            practices,
            connectors,
            imports,
            skills_page,
            app,
            hooks,
            streams,
            scheduler,
        }
    }

    /// Finishes or undoes what the last run left. A step that fails must not keep a person from what is stored: the upkeep tries
    /// again, and the doctor reports why.
    async fn recover_after_restart(&self) -> Answer<()> {
        for adapter in [&self.core.options.browser, &self.core.options.terminal] {
            adapter.clear(&self.core.options.home);
        }
        self.validation.recover().await;
        self.agent_runs.recover().await;
        self.gates.recover().await;
        self.practices.recover().await;
        self.connectors.recover().await;
        if let Err(failure) = self.app.recover_definitions().await {
            tracing::error!(%failure, "unfinished agent definitions wait for the next start");
        }
        if let Err(failure) = install::recover(&InstallContext::of(&self.core)).await {
            tracing::error!(%failure, "unfinished installations wait for the upkeep");
        }
        if let Err(failure) = self.imports.recover().await {
            tracing::error!(%failure, "unfinished imports wait for the next start");
        }
        if let Err(failure) = self.abilities.discard_unfinished_removals().await {
            tracing::error!(%failure, "unfinished removals wait for the next start");
        }
        if let Err(failure) = self.scheduler.run_due().await {
            tracing::error!(%failure, "the upkeep is tried again");
        }
        self.proposals.resume_drafts().await
    }

    fn start_background_work(&self) {
        let supervisor = &self.core.supervisor;
        let (scheduler, cancel) = (Arc::downgrade(&self.scheduler), self.core.cancel.clone());
        supervisor.keep_running("upkeep", move || timers::run_upkeep(scheduler.clone(), cancel.clone()));
        let (core, cancel) = (Arc::downgrade(&self.core), self.core.cancel.clone());
        supervisor.keep_running("writing projections", move || timers::deliver_projections(core.clone(), cancel.clone()));
        let (scheduler, cancel) = (Arc::downgrade(&self.scheduler), self.core.cancel.clone());
        supervisor
            .keep_running("reconciling agents' folders", move || timers::reconcile_folders(scheduler.clone(), cancel.clone()));
        let (scheduler, cancel) = (Arc::downgrade(&self.scheduler), self.core.cancel.clone());
        supervisor
            .keep_running("checking what abilities need", move || timers::check_usability(scheduler.clone(), cancel.clone()));
        let (mining, cancel) = (Arc::downgrade(&self.mining), self.core.cancel.clone());
        supervisor.keep_running("reading agents' histories", move || Mining::follow(mining.clone(), cancel.clone()));
        let (scheduler, mining, cancel) =
            (Arc::downgrade(&self.scheduler), Arc::downgrade(&self.mining), self.core.cancel.clone());
        supervisor
            .keep_running("following the recording bar", move || bar::follow(scheduler.clone(), mining.clone(), cancel.clone()));
        let (connectors, cancel) = (Arc::downgrade(&self.connectors), self.core.cancel.clone());
        supervisor.keep_running("ending idle connectors", move || Connectors::end_idle(connectors.clone(), cancel.clone()));
        if !self.core.store.is_checked() {
            let store = self.core.store.clone();
            supervisor.spawn("checking the database", async move {
                if let Err(error) = store.check().await {
                    tracing::error!(%error, "the database did not pass its check; apprentice doctor says the same");
                }
            });
        }
        let lookup = self.lookup.clone();
        supervisor.spawn("renewing the lookup", async move { lookup.renew().await });
    }

    /// Counts a request with which an agent stores `bytes`. The router calls this for callers with the rights of an agent.
    ///
    /// Errors: `QUOTA_EXCEEDED`; `details.retry_after_seconds` says when the request fits.
    pub fn charge_agent(&self, kind: QuotaKind, agent: Option<&str>, bytes: usize) -> Answer<()> {
        self.core.quotas.charge(kind, agent.unwrap_or("an agent"), bytes, self.core.now())
    }

    /// Waits until the engine has to be closed and opened again: a backup was staged.
    pub async fn restart_wanted(&self) {
        self.core.restart.cancelled().await;
    }

    /// Ends observation and background work and closes the database. A session that is capturing becomes paused.
    pub async fn close(&self) {
        self.core.cancel.cancel();
        let gate = self.core.gate.lock().await;
        self.sessions.end_watching().await;
        drop(gate);
        self.connectors.close().await;
        self.core.tasks.close();
        self.core.tasks.wait().await;
        self.core.deliver_projections().await;
        self.core.close().await;
    }
}
