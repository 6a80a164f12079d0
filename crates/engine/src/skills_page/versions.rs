//! Former texts of a SKILL.md that this program changed: the newest twenty in `<home>/system/skills/versions/<item_id>/`. The
//! versions of an ability are its installed revisions.

use super::{edit, placed};
use crate::Answer;
use crate::core::blocking::blocking;
use crate::skills_page::SkillsPage;
use apprentice_contracts::Time;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::skill::SkillPathQuery;
use apprentice_contracts::skill_page::{SkillVersion, SkillVersionQuery, SkillVersionResponse, SkillVersionsResponse};
use apprentice_skills::discovery::discover::digest;
use apprentice_skills::discovery::listing::item_id;
use apprentice_skills::format::fix;
use apprentice_store::sagas;
use apprentice_store::sagas::Saga;
use chrono::{NaiveDateTime, TimeZone, Utc};
use std::path::{Path, PathBuf};
use std::{fs, io};

const AT_MOST: usize = 20;
const STAMP: &str = "%Y%m%dT%H%M%S%3f";
const INSTALLED: &str = "installed-";

/// Keeps `text`, which is about to be replaced. Equal texts in a row are one version.
pub(super) fn keep(home: &Path, path: &str, text: &str, cause: &str, now: Time) -> io::Result<()> {
    let folder = folder(home, path);
    fs::create_dir_all(&folder)?;
    let known = list(home, path);
    let same =
        known.first().is_some_and(|newest| fs::read_to_string(file(&folder, &newest.version_id)).is_ok_and(|kept| kept == text));
    if !same {
        let id = format!("{}-{cause}-{}", now.format(STAMP), &digest(text)[..8]);
        crate::core::files::replace(&file(&folder, &id), text.as_bytes())?;
    }
    for old in list(home, path).iter().skip(AT_MOST) {
        fs::remove_file(file(&folder, &old.version_id))?;
    }
    Ok(())
}

fn folder(home: &Path, path: &str) -> PathBuf {
    crate::core::home::system(home).join("skills/versions").join(item_id(path))
}

fn file(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.md"))
}

/// Newest first. Files with other names are ignored.
fn list(home: &Path, path: &str) -> Vec<SkillVersion> {
    let Ok(entries) = fs::read_dir(folder(home, path)) else { return Vec::new() };
    let mut versions: Vec<SkillVersion> = entries.flatten().filter_map(|entry| version(&entry)).collect();
    versions.sort_by(|a, b| (b.at, &b.version_id).cmp(&(a.at, &a.version_id)));
    versions
}

fn version(entry: &fs::DirEntry) -> Option<SkillVersion> {
    let name = entry.file_name().into_string().ok()?;
    let id = name.strip_suffix(".md")?;
    let (stamp, rest) = id.split_once('-')?;
    let (cause, _digest) = rest.rsplit_once('-')?;
    let at = Utc.from_utc_datetime(&NaiveDateTime::parse_from_str(stamp, STAMP).ok()?);
    Some(SkillVersion { version_id: id.to_owned(), at, cause: cause.to_owned(), bytes: entry.metadata().ok()?.len() })
}

impl SkillsPage {
    pub(crate) async fn skill_versions(&self, query: SkillPathQuery) -> Answer<SkillVersionsResponse> {
        let installed = self.revisions(&query.path).await?;
        let home = self.core.options.home.clone();
        let look = move || list(&home, &query.path);
        let mut versions = blocking("listing versions", look).await?;
        versions.extend(installed.iter().map(|saga| of_saga(saga).0));
        versions.sort_by_key(|version| std::cmp::Reverse(version.at));
        Ok(SkillVersionsResponse { versions })
    }

    pub(crate) async fn skill_version(&self, query: SkillVersionQuery) -> Answer<SkillVersionResponse> {
        let missing = || Failure::new(ErrorCode::NotFound, "This version of the skill does not exist any more.");
        let (version, text) = if query.version_id.starts_with(INSTALLED) {
            let installed = self.revisions(&query.path).await?;
            installed.iter().map(of_saga).find(|(version, _)| version.version_id == query.version_id).ok_or_else(missing)?
        } else {
            let (home, path, id) = (self.core.options.home.clone(), query.path.clone(), query.version_id.clone());
            let read = move || {
                let version = list(&home, &path).into_iter().find(|version| version.version_id == id)?;
                let text = fs::read_to_string(file(&folder(&home, &path), &id)).ok()?;
                Some((version, text))
            };
            let read = blocking("reading a version", read).await?;
            read.ok_or_else(missing)?
        };
        let now = self.text_of(&query.path).await?.unwrap_or_default();
        Ok(SkillVersionResponse { diff: fix::diff("SKILL.md", &text, &now), version, text })
    }

    /// The current text. `None` when there is none.
    async fn text_of(&self, path: &str) -> Answer<Option<String>> {
        let path = PathBuf::from(path);
        self.catalogue.at_listing(move |listing, _| listing.at(&path).and_then(|stand| edit::read(&stand).ok())).await
    }

    async fn revisions(&self, path: &str) -> Answer<Vec<Saga>> {
        let path = path.to_owned();
        let look = move |db: &apprentice_store::Transaction<'_>| {
            let placements = sagas::all_placements(db)?;
            let ability = placed(&placements, Path::new(&path)).map_or(AbilityId(path.clone()), |place| place.ability_id.clone());
            sagas::all_done(db, &ability)
        };
        self.core.store.read(look).await.map_err(crate::stored)
    }
}

fn of_saga(saga: &Saga) -> (SkillVersion, String) {
    let text = saga.bundle.get("SKILL.md").cloned().unwrap_or_default();
    let version_id = format!("{INSTALLED}{}", saga.saga_id);
    (SkillVersion { version_id, at: saga.created_at, cause: "installed".to_owned(), bytes: text.len() as u64 }, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::Duration;

    #[test]
    fn the_newest_twenty_stay_and_the_same_text_is_kept_once() {
        let home = tempfile::tempdir().unwrap();
        let start = Utc.with_ymd_and_hms(2026, 1, 2, 3, 4, 5).unwrap();
        for number in 0..25 {
            for _twice in 0..2 {
                keep(home.path(), "/skills/a", &format!("text {number}"), "save", start + Duration::seconds(number)).unwrap();
            }
        }
        let versions = list(home.path(), "/skills/a");
        assert_eq!((versions.len(), versions[0].cause.as_str(), versions[0].at), (20, "save", start + Duration::seconds(24)));
        assert_eq!(fs::read_to_string(file(&folder(home.path(), "/skills/a"), &versions[0].version_id)).unwrap(), "text 24");
        assert!(list(home.path(), "/skills/b").is_empty());
    }
}
