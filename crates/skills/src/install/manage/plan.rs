//! Plans an installation before anything changes.

use super::links::{self, LinkState};
use super::locks::{self, ManagedLocks};
use super::manifest::{self, Manifest};
use super::record::{self, Record, RecordEntry, hashes};
use super::scope::{Destination, InstallContext, InstallScope};
use super::tracked;
use crate::disk::writable;
use crate::format::bundle;
use crate::format::profile::Profile;
use crate::refusal::{Refusal, RefusalCode, refuse};
use crate::scan::{self, Finding};
use crate::source::fetch::Fetched;
use crate::source::offers::{self, Offer, Offers};
use crate::source::package::{Limits, Package};
use apprentice_contracts::skill::{FindingSeverity, SkillFinding};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// A request to install.
#[derive(Clone, Debug)]
pub struct InstallRequest {
    /// Names of skills in the source; empty: the only one.
    pub names: Vec<String>,
    /// Install all skills of the source.
    pub all: bool,
    /// Where to install.
    pub into: Destination,
    /// Overwrite edited skills and those of other installers; a copy is kept.
    pub force: bool,
    /// Install despite findings of severity `error`.
    pub accept_risk: bool,
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StepAction {
    /// Writes a new folder.
    Install,
    /// Replaces an unchanged folder.
    Update,
    /// Replaces edits or a folder of somebody else, of which a copy is kept.
    Replace,
    /// The skill is already installed as it should be.
    Nothing,
}

/// One folder to write.
#[derive(Clone, Debug, Serialize)]
pub struct InstallStep {
    /// Name of the skill.
    pub name: String,
    /// What the step does.
    pub what: StepAction,
    /// The skill's folder.
    pub place: PathBuf,
    /// Links to make.
    pub links: Vec<PathBuf>,
    /// Number of files.
    pub files: usize,
    /// Bytes of all files.
    pub bytes: usize,
    /// The source, for people.
    pub source: String,
    /// The findings of the scan.
    pub findings: Vec<Finding>,
    /// The findings of the strict profile about SKILL.md; they do not prevent the installation.
    pub notes: Vec<SkillFinding>,
    #[serde(skip)]
    pub(crate) package: Package,
    #[serde(skip)]
    pub(crate) expected: Option<Manifest>,
    #[serde(skip)]
    pub(crate) known: Option<RecordEntry>,
    #[serde(skip)]
    pub(crate) entry: RecordEntry,
}

/// A plan to install or update skills.
#[derive(Clone, Debug, Serialize)]
pub struct InstallPlan {
    /// The folders to write.
    pub steps: Vec<InstallStep>,
    /// Agents that read the shared folder by themselves.
    pub read_by: Vec<String>,
    /// Skills of the source that cannot be installed, and why.
    pub not_offered: Vec<offers::NotOffered>,
}

impl InstallPlan {
    /// Whether executing it changes anything.
    pub fn changes(&self) -> bool {
        self.steps.iter().any(|step| step.what != StepAction::Nothing)
    }
}

/// Plans to install from `fetched`.
pub fn plan_install(context: &InstallContext, fetched: &Fetched, wanted: &InstallRequest) -> Result<InstallPlan, Refusal> {
    let held = context.lock_record()?;
    let Offers { offers, not_offered } = offers::all(fetched);
    let found = Offers { offers, not_offered };
    let chosen = offers::choose(&found, &wanted.names, wanted.all)?;
    let mut plan = InstallPlan { steps: Vec::new(), read_by: Vec::new(), not_offered: found.not_offered };
    let mut locks = ManagedLocks::of(context);
    for offer in &chosen {
        let package = fetched.take(&offer.folder, &Limits::default())?;
        for (place, links) in places(context, wanted, &offer.name, &mut plan.read_by)? {
            plan.steps.push(step(context, &mut locks, &held.record, fetched, offer, &package, place, links, wanted)?);
        }
    }
    Ok(plan)
}

type Placed = Vec<(PathBuf, Vec<PathBuf>)>;

/// The folders to write, each with the links to it.
fn places(context: &InstallContext, wanted: &InstallRequest, name: &str, read_by: &mut Vec<String>) -> Result<Placed, Refusal> {
    match &wanted.into {
        Destination::Folder(folder) => Ok(vec![(folder.join(name), Vec::new())]),
        Destination::Copied { scope, agents } => {
            let mut folders: Vec<PathBuf> =
                context.agent_folders(scope, agents)?.into_iter().map(|home| home.path.join(name)).collect();
            folders.sort();
            folders.dedup();
            if folders.is_empty() {
                folders.push(context.shared(scope)?.join(name));
            }
            Ok(folders.into_iter().map(|folder| (folder, Vec::new())).collect())
        }
        Destination::Linked { scope, agents } => {
            let place = context.shared(scope)?.join(name);
            let mut links = Vec::new();
            for home in context.agent_folders(scope, agents)? {
                let link = home.path.join(name);
                if home.reads_shared || links::look(&link, &place) == LinkState::Leads && !link.is_symlink() {
                    if !read_by.contains(&home.label) {
                        read_by.push(home.label);
                    }
                } else if !links.contains(&link) {
                    links.push(link);
                }
            }
            Ok(vec![(place, links)])
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "one call, and all of it is one question")]
fn step(
    context: &InstallContext,
    locks: &mut ManagedLocks,
    record: &Record,
    fetched: &Fetched,
    offer: &Offer,
    package: &Package,
    place: PathBuf,
    links: Vec<PathBuf>,
    wanted: &InstallRequest,
) -> Result<InstallStep, Refusal> {
    let project = match &wanted.into {
        Destination::Linked { scope: InstallScope::Project(folder), .. }
        | Destination::Copied { scope: InstallScope::Project(folder), .. } => Some(folder.clone()),
        _ => None,
    };
    let now = context.clock.now();
    let entry = RecordEntry {
        name: offer.name.clone(),
        place: place.clone(),
        links,
        project,
        locked: !matches!(wanted.into, Destination::Folder(_)),
        source: fetched.place.clone(),
        folder: offer.folder.clone(),
        commit: fetched.commit.clone(),
        tree_hash: fetched.tree_hash(&offer.folder),
        files: Default::default(),
        installed_at: now,
        updated_at: now,
        pinned: None,
        pending: None,
        fresh: false,
    };
    compare(locks, record, entry, package, wanted.force, wanted.accept_risk)
}

/// Compares the new files with those in the folder. `entry` names the folder and the source.
pub(crate) fn compare(
    locks: &mut ManagedLocks,
    record: &Record,
    mut entry: RecordEntry,
    package: &Package,
    force: bool,
    accept_risk: bool,
) -> Result<InstallStep, Refusal> {
    let place = entry.place.clone();
    let root = place.parent().unwrap_or(&place).to_path_buf();
    let known = record.at(&place).cloned();
    let expected = read_manifest(&place)?;
    let package = with_notes(package, &place, expected.as_ref());
    let findings = scan::package(&package);
    check_findings(&entry.name, &findings, accept_risk)?;
    entry.files = hashes(&package);
    let new = Manifest(entry.files.clone());
    let what = match (&expected, &known) {
        (None, _) => StepAction::Install,
        (Some(there), _) if *there == new => StepAction::Nothing,
        (Some(there), Some(known)) if there.0 == known.files => StepAction::Update,
        (Some(there), known) => occupied_by_others(locks, record, &entry, there, known.as_ref(), force)?,
    };
    if let Some(known) = &known {
        entry.installed_at = known.installed_at;
        entry.pinned.clone_from(&known.pinned);
        let more: Vec<PathBuf> = known.links.iter().filter(|link| !entry.links.contains(link)).cloned().collect();
        entry.links.extend(more);
        if known.pinned.is_some() && what != StepAction::Nothing {
            return pinned(known);
        }
    }
    let missing: Vec<PathBuf> = missing_links(&entry)?;
    let what = if what == StepAction::Nothing && (known.is_none() || !missing.is_empty()) { StepAction::Update } else { what };
    if what != StepAction::Nothing {
        writable(&root).map_err(|error| Refusal::new(RefusalCode::TargetNotWritable, error.to_string()))?;
        if entry.locked {
            locks.get(entry.project.as_deref())?;
        }
    }
    Ok(InstallStep {
        name: entry.name.clone(),
        what,
        links: missing,
        files: package.files.0.len(),
        bytes: package.files.0.values().map(Vec::len).sum(),
        source: entry.source.to_string(),
        findings,
        notes: notes(&package, &entry.name),
        place,
        package,
        expected,
        known,
        entry,
    })
}

pub(crate) fn read_manifest(place: &Path) -> Result<Option<Manifest>, Refusal> {
    manifest::read(place).map_err(|error| Refusal::unreadable(place, &error))
}

/// Adds the notes of other installers that are in the folder, so that they stay.
fn with_notes(package: &Package, place: &Path, there: Option<&Manifest>) -> Package {
    let mut package = package.clone();
    for path in there.iter().flat_map(|there| there.0.keys()).filter(|path| locks::is_note(path)) {
        if let Ok(bytes) = std::fs::read(place.join(path)) {
            package.files.0.insert(path.clone(), bytes);
        }
    }
    package
}

fn occupied_by_others(
    locks: &mut ManagedLocks,
    record: &Record,
    entry: &RecordEntry,
    there: &Manifest,
    known: Option<&RecordEntry>,
    force: bool,
) -> Result<StepAction, Refusal> {
    let place = entry.place.display();
    if there.0.contains_key("") {
        return refuse(RefusalCode::Occupied, format!("{place} is a link or a file, not a skill's folder; move it away"));
    }
    if force {
        return Ok(StepAction::Replace);
    }
    if known.is_some() {
        return refuse(
            RefusalCode::Edited,
            format!("{place} was edited after it was installed. --force replaces it and keeps a copy; nothing was changed"),
        );
    }
    match tracked::find(locks.readable(entry.project.as_deref()), record, &entry.name, &entry.place) {
        Some(other) if other.is_clean(there, &entry.place) => Ok(StepAction::Update),
        Some(other) => refuse(
            RefusalCode::Edited,
            format!("{place} was installed by {} and has changes, or may have. --force replaces it and keeps a copy", other.tool),
        ),
        None => refuse(
            RefusalCode::Occupied,
            format!("{place} was not installed by Apprentice. --force replaces it and keeps a copy; nothing was changed"),
        ),
    }
}

pub(crate) fn pinned<T>(known: &RecordEntry) -> Result<T, Refusal> {
    let reason =
        known.pinned.as_deref().filter(|reason| !reason.is_empty()).map(|reason| format!(" ({reason})")).unwrap_or_default();
    refuse(RefusalCode::Pinned, format!("{} is pinned{reason}; `apprentice skills unpin {}` first", known.name, known.name))
}

fn missing_links(entry: &RecordEntry) -> Result<Vec<PathBuf>, Refusal> {
    let mut missing = Vec::new();
    for link in &entry.links {
        match links::look(link, &entry.place) {
            LinkState::Leads => {}
            LinkState::Free => missing.push(link.clone()),
            LinkState::Taken => {
                let text = format!(
                    "Something else is at {}, where the agent's link would be. Remove it, or use --copy or another --target",
                    link.display()
                );
                return refuse(RefusalCode::LinkOccupied, text);
            }
        }
    }
    Ok(missing)
}

fn check_findings(name: &str, findings: &[Finding], accept_risk: bool) -> Result<(), Refusal> {
    let errors: Vec<String> =
        findings.iter().filter(|finding| finding.severity == FindingSeverity::Error).map(Finding::to_text).collect();
    if errors.is_empty() || accept_risk {
        return Ok(());
    }
    let text = format!("{name} looks dangerous; --accept-risk installs it anyway:\n{}", errors.join("\n"));
    refuse(RefusalCode::ScanErrors, text)
}

fn notes(package: &Package, folder: &str) -> Vec<SkillFinding> {
    let text = package.files.0.get("SKILL.md").map(|bytes| String::from_utf8_lossy(bytes).into_owned()).unwrap_or_default();
    match bundle::read(&text, folder, Profile::Strict) {
        Ok(bundle) => bundle.findings,
        Err(finding) => vec![finding],
    }
}

/// Reads the record without locking it.
pub(crate) fn read_record(context: &InstallContext) -> Result<Record, Refusal> {
    record::read(&context.folder)
}
