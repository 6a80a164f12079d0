//! The Skills page (§0B.9): one list of every skill and ability, their details, and batch operations on them.
//!
//! `rows` makes the list, `actions` says what is possible with a row, and `delta` reduces the list to changes; `edit` reads and saves texts, `versions` keeps replaced texts,
//! `trash` restores removed skills, `detail` describes one skill, `prompts` gives skills that a person starts by name, `trigger` tests words, `batch` acts on many skills and
//! `operations` tracks that.

mod actions;
mod batch;
mod batch_result;
mod delta;
mod detail;
mod edit;
mod operations;
mod prompts;
mod rows;
mod run_history;
mod trash;
mod trigger;
mod versions;

use crate::Answer;
use crate::ability::operations::Abilities;
use crate::catalogue::Catalogue;
use crate::core::Core;
use crate::core::blocking::blocking;
use crate::core::notify::global_event;
use crate::imports::Imports;
use apprentice_contracts::Time;
use apprentice_contracts::category::{CategoryAssignment, CategoryItemKind};
use apprentice_contracts::error::Failure;
use apprentice_contracts::event::{Event, LearnSessionEvent};
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::skill_page::{SkillsPageQuery, SkillsPageResponse};
use apprentice_skills::install::manage::InstallNotes;
use apprentice_store::abilities::AbilityRecord;
use apprentice_store::sagas::Placement;
use apprentice_store::{abilities, categories, sagas};
use delta::DeltaState;
use futures::{Stream, StreamExt};
use operations::Operations;
use std::path::Path;
use std::sync::{Arc, Mutex};
use tokio::runtime::Handle;
use tokio_stream::wrappers::BroadcastStream;

/// Number of attempts to make a list while abilities change. A notice follows the last change.
const TRIES: usize = 3;

/// The Skills page.
#[derive(Clone)]
pub(crate) struct SkillsPage {
    core: Arc<Core>,
    catalogue: Catalogue,
    abilities: Abilities,
    imports: Imports,
    /// Locked while a list is made, so that each change is reported once.
    delta: Arc<tokio::sync::Mutex<DeltaState>>,
    operations: Operations,
    /// Serializes writes of texts, so that the text that was compared is the text that is replaced. The writing thread takes it and
    /// goes on when the caller has gone.
    writing: Arc<tokio::sync::Mutex<()>>,
    /// When old copies of removed skills were pruned last.
    pruned_at: Arc<Mutex<Option<Time>>>,
}

impl SkillsPage {
    pub(crate) fn new(core: Arc<Core>, catalogue: Catalogue, abilities: Abilities, imports: Imports) -> Self {
        Self {
            core,
            catalogue,
            abilities,
            imports,
            delta: Arc::default(),
            operations: Operations::default(),
            writing: Arc::default(),
            pruned_at: Arc::default(),
        }
    }
}

impl SkillsPage {
    /// The progress of running operations. The events belong to no session.
    pub(crate) fn progress(&self, clock: Arc<dyn Clock>) -> impl Stream<Item = LearnSessionEvent> + Send + use<> {
        let steps = BroadcastStream::new(self.operations.steps.subscribe());
        steps.filter_map(move |step| {
            let event = step.ok().map(|progress| global_event(&Event::SkillsProgress(progress), clock.now()));
            std::future::ready(event)
        })
    }
}

impl SkillsPage {
    pub(crate) async fn skill_shelf(&self, query: SkillsPageQuery) -> Answer<SkillsPageResponse> {
        let page = self.clone();
        let mut delta = Arc::clone(&page.delta).lock_owned().await;
        let search = page.catalogue.search().await?;
        let mut facts = page.facts().await?;
        let here = Handle::current();
        let make = move || {
            let installer = page.core.installer();
            let mut tries = 0;
            let (rows, tables) = loop {
                let machine = &page.core.options.machine;
                let switches = rows::MachineSwitches {
                    switches: apprentice_agents::switches::read_all(machine),
                    is_there: actions::has_switch(machine),
                };
                let page_facts = rows::PageFacts::new(&facts, InstallNotes::read(&installer), switches);
                let found = page.catalogue.look(search.clone(), |listing| rows::all(listing, &page_facts, &mut delta));
                drop(page_facts);
                // The database and the folders do not change at the same moment.
                let now = here.block_on(page.facts())?;
                tries += 1;
                if tries == TRIES || now == facts {
                    break found;
                }
                facts = now;
            };
            Ok(delta.answer(page.core.options.ids.next(), query.since.as_deref(), rows, tables))
        };
        blocking("listing skills", make).await?
    }
}

/// What the database says about skills and abilities.
#[derive(PartialEq)]
struct DatabaseFacts {
    placements: Vec<Placement>,
    abilities: Vec<AbilityRecord>,
    assignments: Vec<CategoryAssignment>,
}

impl SkillsPage {
    async fn facts(&self) -> Answer<DatabaseFacts> {
        let read = self.core.store.read(|db| {
            let skills = categories::assignments(db, Some(CategoryItemKind::Skill), None)?;
            let abilities_in = categories::assignments(db, Some(CategoryItemKind::LearnedAbility), None)?;
            Ok::<_, Failure>(DatabaseFacts {
                placements: sagas::all_placements(db)?,
                abilities: abilities::all(db)?,
                assignments: skills.into_iter().chain(abilities_in).collect(),
            })
        });
        read.await
    }
}

/// The placement of what the engine installed in `path`.
fn placed<'p>(placements: &'p [Placement], path: &Path) -> Option<&'p Placement> {
    placements.iter().find(|placement| !placement.is_taken_out() && placement.folder() == path)
}
