//! Reads the skill of an installed ability: the reviewed files, as the last installation stored them. A copy in an agent's folder
//! that was changed since is not read.

use crate::ability::operations::Abilities;
use crate::ability::record::{configuration, refreshed_at};
use crate::core::blocking::blocking;
use crate::core::configured::Configured;
use crate::core::digest::sha256;
use crate::{Answer, install};
use apprentice_contracts::ability::{AbilityAvailabilityEntry, CheckpointHealth};
use apprentice_contracts::ability_skill::*;
use apprentice_contracts::capability::CapabilityHealthStatus;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{AbilityId, DispatchId, SagaId};
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::InstallLane;
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_skills::format::bundle;
use apprentice_skills::format::bundle::Profile;
use apprentice_store::sagas::{Placement, SagaFile};
use apprentice_store::{Connection, Store, Transaction, abilities, sagas};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures::stream;
use futures::stream::{BoxStream, StreamExt};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tokio::sync::watch;

const MAIN: &str = "SKILL.md";
/// Largest file that an agent receives, in bytes.
const MOST: u64 = 4 * 1024 * 1024;

/// An ability with the files of its skill.
struct Installed {
    entry: AbilityAvailabilityEntry,
    slug: String,
    files: BTreeMap<String, String>,
    /// Files of an import that are in its folder, and that folder under `<home>`.
    others: Vec<SagaFile>,
    at: Option<String>,
    /// The values that were configured for it.
    configuration: Configured,
}

impl Abilities {
    pub(crate) async fn ability_skills(&self, page: PageQuery) -> Answer<AbilitySkillsResponse> {
        self.core.store.read(move |db| listed(db, &page)).await
    }

    /// For an agent that chose the ability by itself. Errors: also `ABILITY_NOT_USABLE` for one that only a person may start.
    pub(crate) async fn ability_skill(&self, query: AbilitySkillQuery) -> Answer<AbilitySkillResponse> {
        let found = self.core.store.read(move |db| usable(db, &query.ability)).await?;
        if found.entry.person_only {
            let text =
                format!("Only a person may start {}. Ask them to start it by its name, {}.", found.entry.ability_id, found.slug);
            let details = json!({ "ability_id": found.entry.ability_id, "reason": "only_a_person_may_start_it" });
            return Err(Failure::new(ErrorCode::AbilityNotUsable, text).with_details(details));
        }
        let dispatch_id = self.core.dispatch_key.issue(&found.entry.ability_id, self.core.options.ids.next());
        Ok(AbilitySkillResponse {
            skill_md: found.files.get(MAIN).cloned().unwrap_or_default(),
            skill: described(&found),
            configuration: found.configuration.values,
            configured_by_person: found.configuration.by_person,
            dispatch_id,
            schema_version: SCHEMA_VERSION,
        })
    }

    pub(crate) async fn ability_skill_file(&self, query: AbilitySkillFileQuery) -> Answer<AbilitySkillFileResponse> {
        let (home, ability) = (self.core.options.home.clone(), query.ability);
        let mut found = self.core.store.read(move |db| usable(db, &ability)).await?;
        if let Some(text) = found.files.remove(&query.path) {
            return Ok(AbilitySkillFileResponse { file: file(&query.path, &text), text: Some(text), base64: None });
        }
        blocking("reading a staged skill", move || staged(&home, &found, &query.path)).await?
    }

    pub(crate) fn ability_changes(&self) -> BoxStream<'static, AbilitiesChanged> {
        let store = self.core.store.clone();
        stream::unfold(Changes { commits: store.commits(), store, seen: None }, Changes::next).boxed()
    }
}

/// The skill of an ability that a person starts by name.
pub(crate) struct PersonalSkill {
    pub ability_id: AbilityId,
    pub title: String,
    pub skill_md: String,
    /// The values that were configured for it.
    pub configuration: Configured,
    /// Where a copy of it is.
    pub folder: Option<PathBuf>,
    pub dispatch_id: DispatchId,
}

impl Abilities {
    /// The abilities that can be used now, by id, with the names of their skills: also those that only a person may start.
    pub(crate) async fn usable_slugs(&self) -> Answer<Vec<(AbilityId, String)>> {
        let read = |db: &Transaction<'_>| Ok::<_, Failure>(abilities::all(db)?);
        let all = self.core.store.read(read).await?;
        let usable = all.into_iter().map(|record| record.entry).filter(|entry| unusable(entry).is_none());
        Ok(usable.filter_map(|entry| Some((entry.ability_id, entry.skill_slug?))).collect())
    }

    /// `None`: it has no installed skill.
    pub(crate) async fn for_a_person(&self, id: &AbilityId) -> Answer<Option<PersonalSkill>> {
        let wanted = id.clone();
        let read = move |db: &Transaction<'_>| {
            let Some(record) = abilities::get(db, &wanted)? else { return Ok(None) };
            let placements = sagas::placements(db, &wanted)?;
            let folder = placements.iter().find(|placement| !placement.is_taken_out()).map(Placement::folder);
            Ok::<_, Failure>(installed(db, record.entry)?.map(|found| (found, folder)))
        };
        let found = self.core.store.read(read).await?;
        Ok(found.map(|(mut found, folder)| PersonalSkill {
            dispatch_id: self.core.dispatch_key.issue(id, self.core.options.ids.next()),
            ability_id: found.entry.ability_id,
            title: found.entry.title,
            skill_md: found.files.remove(MAIN).unwrap_or_default(),
            configuration: found.configuration,
            folder,
        }))
    }
}

/// Reads a file from the folder of an import.
fn staged(home: &Path, found: &Installed, path: &str) -> Answer<AbilitySkillFileResponse> {
    let (Some(file), Some(at)) = (found.others.iter().find(|file| file.path == path), &found.at) else {
        let text = format!("The skill of {} has no file of that name. get_skill lists its files.", found.entry.ability_id);
        return Err(Failure::new(ErrorCode::NotFound, text).with_details(json!({ "field": "path" })));
    };
    if file.size > MOST {
        let text = format!("{path} has {} bytes; at most {MOST} are returned. Read it in the skill's folder.", file.size);
        return Err(Failure::new(ErrorCode::PayloadTooLarge, text).with_details(json!({ "field": "path", "size": file.size })));
    }
    let bytes = install::staged_file(home, at, file)?.ok_or_else(|| {
        let text = format!("{path} was changed since the skill was reviewed. Ask the person to import the skill again.");
        Failure::new(ErrorCode::Conflict, text).with_details(json!({ "field": "path" }))
    })?;
    let file = AbilitySkillFile { path: file.path.clone(), size: file.size, sha256: file.sha256.clone() };
    Ok(match String::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => AbilitySkillFileResponse { file, text: Some(text), base64: None },
        Ok(text) => AbilitySkillFileResponse { file, text: None, base64: Some(STANDARD.encode(text)) },
        Err(error) => AbilitySkillFileResponse { file, text: None, base64: Some(STANDARD.encode(error.as_bytes())) },
    })
}

/// Waits for the next change of what can be read.
struct Changes {
    commits: watch::Receiver<u64>,
    store: Store,
    /// When the abilities were written last, and what could be read then.
    seen: Option<Seen>,
}

impl Changes {
    async fn next(mut self) -> Option<(AbilitiesChanged, Self)> {
        loop {
            self.commits.borrow_and_update();
            let written = self.seen.as_ref().map(|(written, _)| *written);
            if let Some(now) = self.store.read(move |db| look(db, written)).await.ok()? {
                let before = self.seen.replace(now.clone());
                if before.is_some_and(|before| before.1 != now.1) {
                    return Some((AbilitiesChanged { changed: true }, self));
                }
            }
            self.commits.changed().await.ok()?;
        }
    }
}

/// When the abilities were written last; of each ability the readable installation and its health.
type Seen = (Time, Vec<(AbilityId, Option<SagaId>, CapabilityHealthStatus)>);

/// What can be read now. `None` when nothing was written since `written`.
fn look(db: &Connection, written: Option<Time>) -> Answer<Option<Seen>> {
    let now = refreshed_at(db)?;
    if written == Some(now) {
        return Ok(None);
    }
    let mut all = Vec::new();
    for record in abilities::all(db)? {
        let health = crate::ability::health::status(&record);
        let read = match unusable(&record.entry) {
            None => sagas::last_done(db, &record.entry.ability_id)?.map(|saga| saga.saga_id),
            Some(_) => None,
        };
        all.push((record.entry.ability_id, read, health));
    }
    Ok(Some((now, all)))
}

fn listed(db: &Connection, page: &PageQuery) -> Answer<AbilitySkillsResponse> {
    let mut usable: Vec<_> = abilities::all(db)?.into_iter().map(|record| record.entry).collect();
    usable.retain(|entry| unusable(entry).is_none() && entry.skill_slug.is_some() && !entry.person_only);
    let total = usable.len();
    let first = (page.page as usize - 1) * page.page_size as usize;
    let mut skills = Vec::new();
    for entry in usable.into_iter().skip(first).take(page.page_size as usize) {
        // An ability that was never installed has no files.
        if let Some(found) = installed(db, entry)? {
            skills.push(described(&found));
        }
    }
    Ok(AbilitySkillsResponse {
        skills,
        total: u32::try_from(total).unwrap_or(u32::MAX),
        page: page.page,
        page_size: page.page_size,
        schema_version: SCHEMA_VERSION,
    })
}

/// The ability with this id or slug. Errors: `ABILITY_NOT_FOUND`, `ABILITY_NOT_USABLE`.
fn usable(db: &Connection, name: &str) -> Answer<Installed> {
    let by_id = abilities::get(db, &AbilityId(name.to_owned()))?.map(|record| record.entry);
    let entry = match by_id {
        Some(entry) => Some(entry),
        None => abilities::of_slug(db, name)?.map(|record| record.entry),
    };
    let entry = entry.ok_or_else(|| {
        Failure::new(ErrorCode::AbilityNotFound, format!("There is no ability “{name}”. lookup_abilities finds what there is."))
    })?;
    if let Some(reason) = unusable(&entry) {
        let text = format!("{} cannot be used now: {reason}.", entry.ability_id);
        let details = json!({ "ability_id": entry.ability_id, "reason": reason });
        return Err(Failure::new(ErrorCode::AbilityNotUsable, text).with_details(details));
    }
    let id = entry.ability_id.clone();
    installed(db, entry)?.ok_or_else(|| {
        let details = json!({ "ability_id": id, "reason": "not_installed" });
        Failure::new(ErrorCode::AbilityNotUsable, format!("{id} has no installed skill.")).with_details(details)
    })
}

/// Why an ability cannot be used. `None`: it can.
fn unusable(entry: &AbilityAvailabilityEntry) -> Option<String> {
    let quarantined =
        entry.install_lane == InstallLane::Quarantined || entry.checkpoint_health == Some(CheckpointHealth::Quarantined);
    if quarantined || !entry.enabled || !entry.usable_now {
        let word = if quarantined { "quarantined" } else { "not enabled" };
        return Some(entry.reason_unusable.clone().unwrap_or_else(|| word.to_owned()));
    }
    None
}

fn installed(db: &Connection, entry: AbilityAvailabilityEntry) -> Answer<Option<Installed>> {
    let saga = sagas::last_done(db, &entry.ability_id)?.filter(|saga| saga.bundle.contains_key(MAIN));
    let Some(saga) = saga else { return Ok(None) };
    let configuration = configuration(db, &entry)?;
    let (slug, files, others, at) = (saga.slug, saga.bundle, saga.others, saga.bundle_at);
    Ok(Some(Installed { entry, slug, files, others, at, configuration }))
}

fn described(found: &Installed) -> AbilitySkill {
    let text = found.files.get(MAIN).map_or("", String::as_str);
    // What we installed passed the strict profile, so its front matter can be parsed.
    let read = bundle::read(text, &found.slug, Profile::Lenient).ok();
    let (description, mut front_matter) = read.map(|read| (read.description, read.front_matter)).unwrap_or_default();
    front_matter.retain(|key, _| key != "name" && key != "description");
    let texts = found.files.iter().map(|(path, text)| file(path, text));
    let others =
        found.others.iter().cloned().map(|file| AbilitySkillFile { path: file.path, size: file.size, sha256: file.sha256 });
    let mut files: Vec<AbilitySkillFile> = texts.chain(others).collect();
    files.sort_by(|one, other| one.path.cmp(&other.path));
    AbilitySkill {
        ability_id: found.entry.ability_id.clone(),
        capability_id: found.entry.primary_capability_id.clone(),
        slug: found.slug.clone(),
        title: found.entry.title.clone(),
        description,
        front_matter,
        files,
    }
}

fn file(path: &str, text: &str) -> AbilitySkillFile {
    AbilitySkillFile { path: path.to_owned(), size: text.len() as u64, sha256: sha256(text.as_bytes()) }
}
