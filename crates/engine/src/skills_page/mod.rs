//! The Skills page (§0B.9): one list of every skill and ability, what is known of each, and what is done to many of them at once.
//!
//! `rows` makes the list, `kept` remembers what it said so that only what changed is told again, `texts` reads and saves,
//! `versions` keeps what was replaced and `removed` what was taken away, `standing` tells where a skill is, `trigger` whether words
//! would bring an agent to it, `works` acts on many.

mod batch;
mod batch_result;
pub(crate) mod catalogue;
mod delta;
mod detail;
mod edit;
mod operations;
mod rows;
mod run_history;
mod trash;
mod trigger;
mod versions;

use crate::core::request;
use crate::engine::Inner;
use crate::skills_page::catalogue::global_event;
use crate::{Answer, Engine};
use apprentice_contracts::Time;
use apprentice_contracts::category::{CategoryAssignment, CategoryItemKind};
use apprentice_contracts::error::Failure;
use apprentice_contracts::event::{LearnSessionEvent, kind};
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::skill_page::{SkillsPageQuery, SkillsPageResponse};
use apprentice_skills::agents::table::XDG_STATE;
use apprentice_skills::discovery::listing::Listing;
use apprentice_skills::install::manage::{House, Notes};
use apprentice_skills::refusal::Refusal;
use apprentice_store::abilities::AbilityRecord;
use apprentice_store::sagas::{self, Placement};
use apprentice_store::{abilities, categories};
use delta::DeltaState;
use futures::{Stream, StreamExt};
use operations::Operations;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tokio::runtime::Handle;
use tokio_stream::wrappers::BroadcastStream;

/// How often a list is made when abilities are moved meanwhile; word of the last move comes after it.
const TRIES: usize = 3;

/// What the page needs from one request to the next.
#[derive(Clone, Default)]
pub(crate) struct Shelf {
    /// Held while a list is made: two at once would tell each other's changes twice.
    delta: Arc<tokio::sync::Mutex<DeltaState>>,
    operations: Operations,
    /// One text is written at a time, so that what was compared is what is replaced. Taken by the thread that writes, which goes on
    /// when nobody waits for the answer any more.
    writing: Arc<tokio::sync::Mutex<()>>,
    /// When copies of removed skills that are too old were looked for last.
    looked_for_old: Arc<Mutex<Option<Time>>>,
}

impl Shelf {
    /// How far operations are. They belong to no session.
    pub(crate) fn progress(&self, clock: Arc<dyn Clock>) -> impl Stream<Item = LearnSessionEvent> + Send + use<> {
        let steps = BroadcastStream::new(self.operations.steps.subscribe());
        steps.filter_map(move |step| {
            let event = step.ok().map(|payload| global_event(kind::SKILLS_PROGRESS, payload, clock.now()));
            std::future::ready(event)
        })
    }
}

impl Engine {
    /// Every skill and every installed ability; with `since` only what changed.
    pub async fn skill_shelf(&self, query: SkillsPageQuery) -> Answer<SkillsPageResponse> {
        let query = request::valid(query)?;
        let inner = Arc::clone(&self.inner);
        let mut delta = Arc::clone(&inner.shelf.delta).lock_owned().await;
        let search = inner.search().await?;
        let mut facts = inner.facts().await?;
        let here = Handle::current();
        let make = move || {
            let house = inner.house();
            let mut tries = 0;
            let (rows, tables) = loop {
                let switches = apprentice_agents::switches::read_all(&inner.options.machine);
                let known = rows::PageFacts::new(&facts, Notes::read(&house), switches);
                let found = inner.catalogue.look(search.clone(), |listing| rows::all(listing, &known, &mut delta));
                drop(known);
                // What is written down and what stands in the folders change one after the other.
                let now = here.block_on(inner.facts())?;
                tries += 1;
                if tries == TRIES || now == facts {
                    break found;
                }
                facts = now;
            };
            Ok(delta.answer(inner.options.ids.next(), query.since.as_deref(), rows, tables))
        };
        tokio::task::spawn_blocking(make).await.map_err(|error| crate::internal("listing skills", &error))?
    }
}

/// What is written down of skills and abilities.
#[derive(PartialEq)]
struct Facts {
    placements: Vec<Placement>,
    abilities: Vec<AbilityRecord>,
    assignments: Vec<CategoryAssignment>,
}

impl Inner {
    async fn facts(&self) -> Answer<Facts> {
        let read = self.store.read(|db| {
            let skills = categories::assignments(db, Some(CategoryItemKind::Skill), None)?;
            let abilities_in = categories::assignments(db, Some(CategoryItemKind::LearnedAbility), None)?;
            Ok::<_, Failure>(Facts {
                placements: sagas::all_placements(db)?,
                abilities: abilities::all(db)?,
                assignments: skills.into_iter().chain(abilities_in).collect(),
            })
        });
        read.await
    }

    /// Where installers work; the same as that of the command line.
    pub(crate) fn house(&self) -> House<'_> {
        let state = self.options.machine.variable(XDG_STATE).map(PathBuf::from).filter(|path| path.is_absolute());
        House {
            folder: self.options.home.join("skills"),
            machine: &self.options.machine,
            state_home: state,
            clock: &*self.options.clock,
        }
    }

    /// Looks at the listing of now, with what we installed, off the async threads.
    pub(crate) async fn at_listing<T: Send + 'static>(
        self: &Arc<Self>,
        look: impl FnOnce(&Listing, &[Placement], &Inner) -> T + Send + 'static,
    ) -> Answer<T> {
        let (search, placements) = self.search_and_placements().await?;
        let inner = Arc::clone(self);
        let work = move || inner.catalogue.look(search, |listing| look(listing, &placements, &inner));
        tokio::task::spawn_blocking(work).await.map_err(|error| crate::internal("looking at skills", &error))
    }
}

/// What we installed in `path`.
fn placed<'p>(placements: &'p [Placement], path: &Path) -> Option<&'p Placement> {
    placements.iter().find(|placement| !placement.is_taken_out() && placement.folder() == path)
}

/// A refusal of the skills crate to a caller of one operation.
pub(crate) fn refused(refusal: Refusal) -> Failure {
    Failure::new(refusal.code.error_code(), refusal.message).with_details(serde_json::json!({ "reason": refusal.code }))
}
