//! The skills in agents' folders: listed once, then watched, so that reading thousands of them again costs little.

use crate::Answer;
use crate::app::settings;
use crate::app::settings::UserSettings;
use crate::core::Core;
use crate::core::blocking::blocking;
use crate::core::notify::global_event;
use crate::core::single_flight::SingleFlight;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::{Event, LearnSessionEvent, NoPayload};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::skill::{SkillContentResponse, SkillPathQuery, SkillSummary, SkillsListResponse};
use apprentice_skills::agents::environment::Environment;
use apprentice_skills::agents::targets;
use apprentice_skills::discovery::discover;
use apprentice_skills::discovery::listing::Listing;
use apprentice_skills::discovery::watch::{Search, Watch};
use apprentice_store::sagas;
use apprentice_store::sagas::Placement;
use futures::{Stream, StreamExt};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch::Sender;
use tokio_stream::wrappers::WatchStream;

/// How long a reader waits for the watch to catch up; after that the folders are read.
const PATIENCE: Duration = Duration::from_millis(500);

/// The listing of all skills, kept since it was first read.
#[derive(Clone)]
pub(crate) struct Catalogue {
    core: Arc<Core>,
    settings: UserSettings,
    watched: Arc<Mutex<Option<Watched>>>,
    single_flight: Arc<SingleFlight<Search, Listing>>,
    /// Counts the changes.
    changes: Arc<Sender<u64>>,
}

struct Watched {
    search: Search,
    /// `Err`: why the folders cannot be watched.
    watch: Result<Arc<Watch>, String>,
}

impl Catalogue {
    pub(crate) fn new(core: Arc<Core>, settings: UserSettings) -> Self {
        Self { core, settings, watched: Arc::default(), single_flight: Arc::default(), changes: Arc::default() }
    }

    /// Reads the current listing. Blocks. Readers do not block each other: not while the watch catches up, nor while folders are
    /// read.
    pub(crate) fn look<T>(&self, search: Search, at: impl FnOnce(&Listing) -> T) -> T {
        let trouble = match self.watch(&search) {
            Ok(watch) if watch.problem().is_none() && watch.catch_up(PATIENCE) => return watch.look(at),
            Ok(watch) => watch.problem(),
            Err(reason) => Some(reason),
        };
        let read = |search: &Search| {
            let mut listing = discover::search(&search.roots, &search.known).on(search.environment.clone());
            listing.note = trouble;
            listing
        };
        at(&self.single_flight.share(search, read))
    }

    /// The watch for `search`, renewed when the search differs from the last one. One caller renews it, the others wait.
    fn watch(&self, search: &Search) -> Result<Arc<Watch>, String> {
        let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(watched) = watched.as_ref().filter(|watched| watched.search == *search) {
            return watched.watch.clone();
        }
        let changes = Arc::clone(&self.changes);
        let watch = Watch::start(search.clone(), move |_| changes.send_modify(|count| *count += 1)).map(Arc::new);
        let former = watched.replace(Watched { search: search.clone(), watch: watch.clone() });
        drop(watched);
        drop(former);
        watch
    }

    /// Reports a change that did not happen in the folders.
    pub(crate) fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// Notices every change in the folders from now on, once a listing was read.
    pub(crate) fn subscribe(&self) -> tokio::sync::watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// One event per change from now on. They belong to no session.
    pub(crate) fn events(&self, clock: Arc<dyn Clock>) -> impl Stream<Item = LearnSessionEvent> + Send + use<> {
        WatchStream::from_changes(self.changes.subscribe())
            .map(move |_| global_event(&Event::SkillsChanged(NoPayload {}), clock.now()))
    }
}

impl Catalogue {
    pub(crate) async fn list_skills(&self) -> Answer<SkillsListResponse> {
        let (search, placements) = self.search_and_placements().await?;
        let catalogue = self.clone();
        let mut list = blocking("listing skills", move || catalogue.look(search, Listing::answer)).await?;
        let ours: HashMap<PathBuf, &Placement> =
            there(&placements).rev().map(|placement| (placement.folder(), placement)).collect();
        for skill in &mut list.skills {
            skill.ability_id = ours.get(Path::new(&skill.path)).map(|placement| placement.ability_id.clone());
        }
        Ok(list)
    }

    pub(crate) async fn read_skill(&self, query: SkillPathQuery) -> Answer<SkillContentResponse> {
        let (search, placements) = self.search_and_placements().await?;
        let (catalogue, path) = (self.clone(), query.path.clone());
        let read = move || catalogue.look(search, |listing| discover::content(listing, Path::new(&path)));
        let mut found = blocking("reading a skill", read)
            .await?
            .ok_or_else(|| Failure::new(ErrorCode::NotFound, format!("There is no skill in {}.", query.path)))?;
        found.skill.ability_id = installed_by_us(&placements, &found.skill);
        Ok(found)
    }

    /// Why the skills folders cannot be watched. `None` when they are.
    pub(crate) async fn watch_problem(&self) -> Answer<Option<String>> {
        let search = self.search().await?;
        let catalogue = self.clone();
        let look = move || catalogue.look(search, |listing| listing.note.clone());
        blocking("looking at skills folders", look).await
    }
}

impl Catalogue {
    /// Where skills are searched, and what the engine installed.
    pub(crate) async fn search_and_placements(&self) -> Answer<(Search, Vec<Placement>)> {
        let search = self.search().await?;
        let placements = self.core.store.read(|db| sagas::all_placements(db)).await.map_err(crate::stored)?;
        Ok((search, placements))
    }

    pub(crate) async fn search(&self) -> Answer<Search> {
        let settings = self.settings.read().await?;
        let machine = self.core.options.machine.clone();
        let look = move || {
            let mut roots = targets::roots(&machine, &settings::custom(&settings), None);
            let mut known = targets::known(&machine, None);
            for project in settings.project_paths.iter().map(Path::new) {
                roots.extend(targets::project_roots(&machine, project));
                known.extend(targets::known(&machine.for_named_project(), Some(project)));
            }
            known.sort();
            known.dedup();
            Search { roots, known, environment: Environment::of(&machine) }
        };
        blocking("looking for skills folders", look).await
    }
}

fn installed_by_us(placements: &[Placement], skill: &SkillSummary) -> Option<AbilityId> {
    there(placements).find(|placement| placement.folder() == Path::new(&skill.path)).map(|placement| placement.ability_id.clone())
}

/// Placements that are in their folder. In the place of a removed copy may be a skill of somebody else.
fn there(placements: &[Placement]) -> impl DoubleEndedIterator<Item = &Placement> {
    placements.iter().filter(|placement| !placement.is_taken_out())
}

impl Catalogue {
    /// Looks at the current listing and at what the engine installed, on a thread that may block.
    pub(crate) async fn at_listing<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Listing, &[Placement]) -> T + Send + 'static,
    ) -> Answer<T> {
        let (search, placements) = self.search_and_placements().await?;
        let catalogue = self.clone();
        blocking("looking at skills", move || catalogue.look(search, |listing| look(listing, &placements))).await
    }
}
