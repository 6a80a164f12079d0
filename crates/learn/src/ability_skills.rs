//! Reading the skill of an installed ability: the files that were reviewed, as the last installation holds them. A copy in an
//! agent's folder that somebody changed since is not read.

use crate::{Answer, Engine, abilities::refreshed_at, asked};
use apprentice_contracts::ability::{AbilityAvailabilityEntry, CheckpointHealth};
use apprentice_contracts::ability_skill::*;
use apprentice_contracts::capability::CapabilityHealthStatus;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{AbilityId, SagaId};
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::InstallLane;
use apprentice_contracts::{SCHEMA_VERSION, Time};
use apprentice_skills::bundle::{self, Profile};
use apprentice_store::{Connection, Store, abilities, sagas};
use futures::stream::{self, BoxStream, StreamExt};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use tokio::sync::watch;

const MAIN: &str = "SKILL.md";

/// An ability with the files of its skill.
struct Installed {
    entry: AbilityAvailabilityEntry,
    slug: String,
    files: BTreeMap<String, String>,
}

impl Engine {
    /// The skills of all abilities that can be used now.
    pub async fn ability_skills(&self, page: PageQuery) -> Answer<AbilitySkillsResponse> {
        let page = asked::valid(page)?;
        self.inner.store.read(move |db| listed(db, &page)).await
    }

    /// One skill with its text. An ability that cannot be used now is refused, with the reason.
    pub async fn ability_skill(&self, query: AbilitySkillQuery) -> Answer<AbilitySkillResponse> {
        let query = asked::valid(query)?;
        let found = self.inner.store.read(move |db| usable(db, &query.ability)).await?;
        Ok(AbilitySkillResponse {
            skill_md: found.files.get(MAIN).cloned().unwrap_or_default(),
            skill: described(&found),
            dispatch_id: self.inner.edge.ids.next().to_string(),
            schema_version: SCHEMA_VERSION,
        })
    }

    /// One file of such a skill.
    pub async fn ability_skill_file(&self, query: AbilitySkillFileQuery) -> Answer<AbilitySkillFileResponse> {
        let query = asked::valid(query)?;
        let name = query.ability.clone();
        let mut found = self.inner.store.read(move |db| usable(db, &name)).await?;
        let text = found.files.remove(&query.path).ok_or_else(|| {
            let text = format!("The skill of {} has no file of that name. get_skill lists its files.", found.entry.ability_id);
            Failure::new(ErrorCode::NotFound, text).with_details(json!({ "field": "path" }))
        })?;
        Ok(AbilitySkillFileResponse { file: file(&query.path, &text), text })
    }

    /// One item whenever a skill can be read that could not before, or the other way round, or has other text; from the moment on at
    /// which it is first polled.
    pub fn ability_changes(&self) -> BoxStream<'static, AbilitiesChanged> {
        let store = self.inner.store.clone();
        stream::unfold(Changes { commits: store.commits(), store, seen: None }, Changes::next).boxed()
    }
}

/// Waits for the next difference in what can be read.
struct Changes {
    commits: watch::Receiver<u64>,
    store: Store,
    /// When the abilities were last written, and what there was then.
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

/// When something was written last; of each ability the installation that can be read, and how it fares.
type Seen = (Time, Vec<(AbilityId, Option<SagaId>, CapabilityHealthStatus)>);

/// What there is to read now; `None` when nothing was written since `written`.
fn look(db: &Connection, written: Option<Time>) -> Answer<Option<Seen>> {
    let now = refreshed_at(db)?;
    if written == Some(now) {
        return Ok(None);
    }
    let mut all = Vec::new();
    for record in abilities::all(db)? {
        let health = crate::health::status(&record);
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
    usable.retain(|entry| unusable(entry).is_none() && entry.skill_slug.is_some());
    let total = usable.len();
    let first = (page.page as usize - 1) * page.page_size as usize;
    let mut skills = Vec::new();
    for entry in usable.into_iter().skip(first).take(page.page_size as usize) {
        // Only what was never installed has no files; there is nothing to read of it.
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

/// The ability of that id or slug, when it can be used.
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

/// Why an ability cannot be used.
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
    Ok(saga.map(|saga| Installed { entry, slug: saga.slug, files: saga.bundle }))
}

fn described(found: &Installed) -> AbilitySkill {
    let text = found.files.get(MAIN).map_or("", String::as_str);
    // What we installed passed the strict profile, so its front matter can be read.
    let read = bundle::read(text, &found.slug, Profile::Lenient).ok();
    let (description, mut front_matter) = read.map(|read| (read.description, read.front_matter)).unwrap_or_default();
    front_matter.retain(|key, _| key != "name" && key != "description");
    AbilitySkill {
        ability_id: found.entry.ability_id.clone(),
        capability_id: found.entry.primary_capability_id.clone(),
        slug: found.slug.clone(),
        title: found.entry.title.clone(),
        description,
        front_matter,
        files: found.files.iter().map(|(path, text)| file(path, text)).collect(),
    }
}

fn file(path: &str, text: &str) -> AbilitySkillFile {
    let sha256 = Sha256::digest(text.as_bytes()).iter().fold(String::with_capacity(64), |mut all, byte| {
        let _ = write!(all, "{byte:02x}");
        all
    });
    AbilitySkillFile { path: path.to_owned(), size: text.len() as u64, sha256 }
}
