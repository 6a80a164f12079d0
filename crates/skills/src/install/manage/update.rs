//! Fetches sources again and plans updates.

use super::locks::{self, ManagedLocks};
use super::plan::{self, InstallPlan, StepAction};
use super::record::{Record, RecordEntry, hashes};
use super::scope::{InstallContext, InstallScope, checked_name};
use super::tracked;
use crate::format::names::is_skill_name;
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::source::fetch::{self, FetchOptions, Fetched};
use crate::source::locator::SourceLocation;
use crate::source::offers::{self, Offer};
use crate::source::package::Package;
use apprentice_contracts::Time;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A skill that is not updated, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SkippedUpdate {
    /// Name of the skill.
    pub name: String,
    /// Its folder.
    pub place: PathBuf,
    /// Why it is not updated.
    pub code: RefusalCode,
    /// The reason, for people.
    pub reason: String,
}

/// A plan to update skills.
#[derive(Clone, Debug, Serialize)]
pub struct UpdatePlan {
    /// The updates.
    #[serde(flatten)]
    pub plan: InstallPlan,
    /// Up to date, pinned, or without a source that could be fetched.
    pub kept: Vec<SkippedUpdate>,
}

/// Plans to update `names` (empty: everything) of `scope`, including skills of other installers. A named skill that cannot be
/// updated refuses the whole plan; without names it is skipped and reported.
pub fn plan_update(
    context: &InstallContext,
    scope: &InstallScope,
    names: &[String],
    force: bool,
    accept_risk: bool,
    watch: &FetchOptions,
) -> Result<UpdatePlan, Refusal> {
    names.iter().try_for_each(|name| checked_name(name).map(drop))?;
    let record = context.lock_record()?.record;
    let mut locks = ManagedLocks::of(context);
    let entries = entries(context, &record, &mut locks, scope)?;
    if let Some(unknown) = names.iter().find(|name| !entries.iter().any(|(entry, _)| entry.name == **name)) {
        return refuse(
            RefusalCode::NotTracked,
            format!("No installer recorded the source of {unknown}; `apprentice skills status` lists what can be updated"),
        );
    }
    let meant = entries.into_iter().filter(|(entry, _)| names.is_empty() || names.contains(&entry.name));
    let mut meant: Vec<(usize, (RecordEntry, KnownSource))> = meant.enumerate().collect();
    meant.sort_by_cached_key(|(_, (_, source))| by_source(source));
    let mut sources = Sources::new(watch);
    let mut outcomes = Vec::with_capacity(meant.len());
    for (at, (entry, source)) in meant {
        let (name, place) = (entry.name.clone(), entry.place.clone());
        let outcome = plan_one(&mut locks, &record, context.clock.now(), entry, source, force, accept_risk, &mut sources);
        match outcome {
            Err(refusal) if !names.is_empty() || refusal.code == RefusalCode::Cancelled => return Err(refusal),
            outcome => outcomes.push((at, name, place, outcome)),
        }
    }
    outcomes.sort_by_key(|(at, ..)| *at);
    let plan = InstallPlan { steps: Vec::new(), read_by: Vec::new(), not_offered: Vec::new() };
    let mut updates = UpdatePlan { plan, kept: Vec::new() };
    for (_, name, place, outcome) in outcomes {
        match outcome {
            Ok(step) if step.what == StepAction::Nothing => {
                updates.kept.push(SkippedUpdate {
                    name,
                    place,
                    code: RefusalCode::UpToDate,
                    reason: "It is up to date with its source".to_owned(),
                });
            }
            Ok(step) => updates.plan.steps.push(step),
            Err(refusal) => updates.kept.push(SkippedUpdate { name, place, code: refusal.code, reason: refusal.message }),
        }
    }
    Ok(updates)
}

/// A key that sorts skills of one source together, so that one source is fetched at a time.
pub(crate) fn by_source(source: &KnownSource) -> String {
    source.as_ref().map(|(place, _)| key(place)).unwrap_or_default()
}

fn key(place: &SourceLocation) -> String {
    serde_json::to_string(place).unwrap_or_default()
}

pub(crate) type KnownSource = Result<(SourceLocation, Option<String>), Refusal>;

/// The record entry for a skill of another installer, and its source.
pub(crate) fn from_foreign(
    context: &InstallContext,
    name: String,
    place: PathBuf,
    project: Option<PathBuf>,
    other: &tracked::ForeignSkill,
) -> (RecordEntry, KnownSource) {
    let source = other.source.clone().ok_or_else(|| {
        Refusal::new(RefusalCode::SourceUnknown, format!("{name} comes from {}; update it with {}", other.words, other.tool))
    });
    (adopted(context, name, place, project, other), source)
}

/// Every skill in `scope` whose source is recorded.
fn entries(
    context: &InstallContext,
    record: &Record,
    locks: &mut ManagedLocks,
    scope: &InstallScope,
) -> Result<Vec<(RecordEntry, KnownSource)>, Refusal> {
    let project = scope.project().map(Path::to_path_buf);
    let mut entries: Vec<(RecordEntry, KnownSource)> = Vec::new();
    for entry in record.installed.iter().filter(|entry| entry.project == project) {
        entries.push((entry.clone(), Ok((entry.source.clone(), Some(entry.folder.clone())))));
    }
    for root in context.roots(scope)? {
        for name in folders(&root) {
            let place = root.join(&name);
            if entries.iter().any(|(entry, _)| entry.place == place) {
                continue;
            }
            let lock_file = locks.readable(project.as_deref());
            let Some(other) = tracked::find(lock_file, record, &name, &place) else { continue };
            entries.push(from_foreign(context, name, place, project.clone(), &other));
        }
    }
    Ok(entries)
}

/// Real folders with a skill in a skills folder. Links are listed by their targets.
pub(crate) fn folders(root: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(root) else { return Vec::new() };
    let plain = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        (is_skill_name(&name) && entry.file_type().ok()?.is_dir() && entry.path().join("SKILL.md").is_file()).then_some(name)
    };
    let mut names: Vec<String> = entries.flatten().filter_map(plain).collect();
    names.sort();
    names
}

pub(crate) fn adopted(
    context: &InstallContext,
    name: String,
    place: PathBuf,
    project: Option<PathBuf>,
    other: &tracked::ForeignSkill,
) -> RecordEntry {
    let now = context.clock.now();
    let (source, folder) = other.source.clone().unwrap_or((SourceLocation::Folder { path: place.clone() }, Some(String::new())));
    RecordEntry {
        name,
        place,
        links: Vec::new(),
        project,
        locked: other.tool == "skills",
        source,
        folder: folder.unwrap_or_default(),
        commit: None,
        tree_hash: None,
        files: BTreeMap::new(),
        installed_at: now,
        updated_at: now,
        pinned: other.pinned.clone(),
        pending: None,
        fresh: false,
    }
}

/// The source that was fetched last. A caller that asks in the order of [`by_source`] fetches each once, and only one is kept.
pub(crate) struct Sources<'a> {
    last: Option<(String, Result<Fetched, Refusal>)>,
    watch: &'a FetchOptions<'a>,
}

impl<'a> Sources<'a> {
    pub(crate) fn new(watch: &'a FetchOptions<'a>) -> Self {
        Self { last: None, watch }
    }

    fn get(&mut self, place: &SourceLocation) -> Result<&Fetched, Refusal> {
        let key = key(place);
        if self.last.as_ref().is_none_or(|(known, _)| *known != key) {
            // Dropped before the next one is fetched.
            self.last = None;
        }
        let watch = self.watch;
        let (_, fetched) = self.last.get_or_insert_with(|| (key, fetch::materialize(place, watch)));
        fetched.as_ref().map_err(Clone::clone)
    }
}

#[expect(clippy::too_many_arguments, reason = "one call, and all of it is one question")]
pub(crate) fn plan_one(
    locks: &mut ManagedLocks,
    record: &Record,
    now: Time,
    mut entry: RecordEntry,
    source: KnownSource,
    force: bool,
    accept_risk: bool,
    sources: &mut Sources,
) -> Result<plan::InstallStep, Refusal> {
    if entry.pinned.is_some() {
        return plan::pinned(&entry);
    }
    let (place, folder) = source?;
    let limits = sources.watch.limits;
    let fetched = sources.get(&place)?;
    let offer = find_offer(fetched, &entry.name, folder.as_deref())?;
    let package = fetched.take(&offer.folder, &limits)?;
    let known = record.at(&entry.place);
    if known.is_some_and(|known| known.files == with_notes_of(known, &package)) && plan::read_manifest(&entry.place)?.is_some() {
        // The source has the installed version; local edits do not matter for an update.
        entry.files.clone_from(&known.map(|known| known.files.clone()).unwrap_or_default());
        return unchanged(entry, package);
    }
    entry.source = fetched.place.clone();
    entry.folder = offer.folder.clone();
    entry.commit.clone_from(&fetched.commit);
    entry.tree_hash = fetched.tree_hash(&offer.folder);
    entry.updated_at = now;
    let there = plan::read_manifest(&entry.place)?;
    let step = plan::compare(locks, record, entry, &package, force, accept_risk)?;
    // An up-to-date skill of another installer is not adopted.
    if step.known.is_none() && there.is_some_and(|there| there.0 == step.entry.files) {
        return Ok(plan::InstallStep { what: StepAction::Nothing, ..step });
    }
    Ok(step)
}

fn with_notes_of(known: &RecordEntry, package: &Package) -> BTreeMap<String, String> {
    let notes = known.files.iter().filter(|(path, _)| locks::is_note(path)).map(|(path, hash)| (path.clone(), hash.clone()));
    hashes(package).into_iter().chain(notes).collect()
}

fn unchanged(entry: RecordEntry, package: Package) -> Result<plan::InstallStep, Refusal> {
    Ok(plan::InstallStep {
        name: entry.name.clone(),
        what: StepAction::Nothing,
        place: entry.place.clone(),
        links: Vec::new(),
        files: package.files.0.len(),
        bytes: 0,
        source: entry.source.to_string(),
        findings: Vec::new(),
        notes: Vec::new(),
        package,
        expected: None,
        known: None,
        entry,
    })
}

/// The skill in its folder, or, if it moved, the one of its name. Never another one.
fn find_offer(fetched: &Fetched, name: &str, folder: Option<&str>) -> Result<Offer, Refusal> {
    let found = offers::all(fetched);
    let prefix = fetched.prefix();
    let own = folder.map(|folder| folder.strip_prefix(&prefix).unwrap_or(folder));
    let by_folder =
        found.offers.iter().find(|offer| Some(offer.folder.as_str()) == own && (offer.name == name || own == Some("")));
    let by_name = found.offers.iter().find(|offer| offer.name == name);
    match by_folder.or(by_name) {
        Some(offer) => Ok(offer.clone()),
        None => refuse(RefusalCode::SkillGone, format!("The source no longer has a skill {name}; the installed one stays")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_source_is_here_at_a_time() {
        let temp = tempfile::tempdir().unwrap();
        let place = |name: &str| {
            let path = temp.path().join(name);
            fs::create_dir_all(&path).unwrap();
            SourceLocation::Folder { path }
        };
        let watch = FetchOptions::unattended();
        let mut sources = Sources::new(&watch);
        for (at, name) in ["a", "b", "a"].into_iter().enumerate() {
            assert_eq!(sources.get(&place(name)).unwrap().place, place(name), "{at}");
            assert!(sources.last.as_ref().is_some_and(|(known, _)| *known == key(&place(name))));
        }
    }
}
