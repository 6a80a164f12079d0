//! Installs skills from SkillBag sources. Everything is fetched, checked and compared before the first write; a failure while
//! writing undoes what was written.
//!
//! Invariant: a skill with local edits, or one that is not in our record, is overwritten only when the user names it.

use super::check::{Source, read_source};
use super::context::Context;
use super::init::{materialize, refusal};
use super::write::write_file;
use super::{Bag, BagSkill, Problem, ROOT, Severity, catalog, dependencies};
use crate::files::{self, Files, FolderContent, fingerprint};
use crate::format::check::is_slug;
use crate::format::skillbag_fields::Dependency;
use crate::install::put;
use crate::refusal::{Refusal, RefusalCode};
use crate::source::package::Package;
use apprentice_platform::permissions;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::Path;

/// The record of what was installed, beside the skills: it shows local edits.
const RECORD: &str = ".skills/.skillbag-lock.json";

/// What to install. Without a name: every skill of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Want {
    /// Canonical name; `None`: every skill of the source.
    pub name: Option<String>,
    /// Address of the source; `None`: the name is looked up.
    pub source: Option<String>,
    /// Tag, branch or commit; `None`: the default.
    pub version: Option<String>,
}

/// What becomes of skills that are there.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// What happens to existing skills in general.
    pub existing: Existing,
    /// Skills to overwrite even if they have local edits; the user named them.
    pub overwrite: BTreeSet<String>,
}

/// What happens to existing skills.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Existing {
    /// Leave them.
    #[default]
    Skip,
    /// Replace those that are unchanged since they were installed.
    Upgrade,
}

/// Brings a source here: address and version to files and, for a repository, the commit.
pub type Fetch<'a> = dyn Fn(&str, Option<&str>) -> Result<(Package, Option<String>), Refusal> + 'a;

/// What an installation did, by name of skill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// New skills.
    pub installed: Vec<String>,
    /// Replaced skills.
    pub updated: Vec<String>,
    /// There already, and left as they are.
    pub skipped: Vec<String>,
    /// There already, and the same.
    pub unchanged: Vec<String>,
    /// Whether the catalogue changed.
    pub catalog_changed: bool,
    /// Instructions of sources that ask for more than copying; for the user to follow.
    pub extra_steps: Vec<ExtraSteps>,
}

/// What a source asks for besides copying.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExtraSteps {
    /// Address of the source.
    pub source: String,
    /// The text of its AGENTS.md.
    pub text: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Record {
    version: u32,
    skills: BTreeMap<String, Installed>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Installed {
    source: String,
    version: Option<String>,
    commit: Option<String>,
    fingerprint: String,
}

/// Installs `wants`, after the dependencies of CONTEXT.md. `Err`: nothing was changed.
pub fn install(bag: &Bag, wants: &[Want], policy: &Policy, fetch: &Fetch<'_>) -> Result<Report, Vec<Problem>> {
    let mut planning = Planning {
        bag,
        policy,
        fetch,
        asked: wants.iter().filter(|want| want.source.is_some()).filter_map(|want| want.name.clone()).collect(),
        record: read_record(&bag.folder).map_err(one)?,
        sources: BTreeMap::new(),
        chosen: BTreeMap::new(),
        problems: Vec::new(),
    };
    let queue = all_wants(bag, wants);
    if queue.is_empty() {
        return Err(one(Refusal::new(
            RefusalCode::NothingToInstall,
            "Name a source or skills, or declare dependencies in CONTEXT.md",
        )));
    }
    planning.follow(queue);
    planning.check_graph();
    let plan = planning.compare();
    if planning.problems.iter().any(|problem| problem.severity == Severity::Error) {
        return Err(planning.problems);
    }
    let extra_steps = planning.extra_steps(&plan);
    write(bag, plan, planning.record, extra_steps).map_err(one)
}

fn one(refusal: Refusal) -> Vec<Problem> {
    vec![Problem::error(refusal.code.as_str(), "", refusal.message)]
}

/// The dependencies of CONTEXT.md first, except those that the user's context or the request overrides.
fn all_wants(bag: &Bag, wants: &[Want]) -> VecDeque<(Want, String)> {
    let declared = bag.context.iter().flat_map(|context: &Context| &context.dependencies);
    let asked = |name: &str| wants.iter().any(|want| want.name.as_deref() == Some(name) && want.source.is_some());
    let first = declared
        .filter(|found| !asked(&found.name))
        .map(|found| (want_of(dependencies::override_of(bag, &found.name).unwrap_or(found)), super::CONTEXT.to_owned()));
    first.chain(wants.iter().map(|want| (want.clone(), "the request".to_owned()))).collect()
}

fn want_of(dependency: &Dependency) -> Want {
    Want { name: Some(dependency.name.clone()), source: dependency.source.clone(), version: dependency.version.clone() }
}

/// A skill to install, and its source.
struct Chosen {
    source: String,
    version: Option<String>,
    commit: Option<String>,
    files: Files,
    /// Files that may be run.
    executable: BTreeSet<String>,
    skill: BagSkill,
    /// Who asked first.
    asked_by: String,
}

struct Fetched {
    package: Package,
    commit: Option<String>,
    read: Source,
}

type SourceVersion = (String, Option<String>);

struct Planning<'a> {
    bag: &'a Bag,
    policy: &'a Policy,
    fetch: &'a Fetch<'a>,
    /// Skills whose source the request gives: that counts most.
    asked: BTreeSet<String>,
    record: Record,
    /// `None`: the source is unusable; the problems say why.
    sources: BTreeMap<SourceVersion, Option<Fetched>>,
    chosen: BTreeMap<String, Chosen>,
    problems: Vec<Problem>,
}

/// One skill to write.
struct Write {
    name: String,
    chosen: Chosen,
    /// Fingerprint and files of what it replaces.
    replaces: Option<(String, Files)>,
}

#[derive(Default)]
struct WritePlan {
    writes: Vec<Write>,
    skipped: Vec<String>,
    unchanged: Vec<String>,
}

impl Planning<'_> {
    /// Fetches the wanted skills and their dependencies until nothing new is asked for.
    fn follow(&mut self, mut queue: VecDeque<(Want, String)>) {
        while let Some((want, asked_by)) = queue.pop_front() {
            match (&want.name, &want.source) {
                (Some(name), _) if !is_slug(name) => {
                    self.wrong("SKILL_NAME", name, format!("{name:?} is not a canonical name: a-z, 0-9 and single hyphens"));
                }
                (Some(name), None) => self.local(name, &asked_by),
                (None, None) => self.wrong("SOURCE_EMPTY", "", "Name a source or a skill".to_owned()),
                (name, Some(_)) => {
                    let name = name.clone();
                    self.whole_or_one(&want, name.as_deref(), &asked_by, &mut queue);
                }
            }
        }
    }

    /// Without a source nothing is fetched: the skill is installed, is part of this installation, or is missing.
    fn local(&mut self, name: &str, asked_by: &str) {
        if !self.bag.skills.contains_key(name) && !self.chosen.contains_key(name) {
            let message = format!(
                "{asked_by} needs '{name}', which is not installed and has no source. Name its source, or install it first"
            );
            self.wrong("DEPENDENCY_MISSING", name, message);
        }
    }

    fn whole_or_one(&mut self, want: &Want, name: Option<&str>, asked_by: &str, queue: &mut VecDeque<(Want, String)>) {
        let Some(source) = want.source.clone() else { return };
        let place: SourceVersion = (source.clone(), want.version.clone());
        let names: Vec<String> = match (self.fetched(&place), name) {
            (None, _) => return,
            (Some(_), Some(name)) => vec![name.to_owned()],
            (Some(fetched), None) => fetched.read.skills.keys().cloned().collect(),
        };
        for name in names {
            self.choose(&name, &place, asked_by, queue);
        }
    }

    fn fetched(&mut self, place: &SourceVersion) -> Option<&Fetched> {
        if !self.sources.contains_key(place) {
            let fetched = match (self.fetch)(&place.0, place.1.as_deref()) {
                Ok((package, commit)) => match read_source(&package, &place.0) {
                    Ok(read) => Some(Fetched { package, commit, read }),
                    Err(mut problems) => {
                        self.problems.append(&mut problems);
                        None
                    }
                },
                Err(refusal) => {
                    self.problems.push(Problem::error(refusal.code.as_str(), place.0.clone(), refusal.message));
                    None
                }
            };
            self.sources.insert(place.clone(), fetched);
        }
        self.sources.get(place).and_then(Option::as_ref)
    }

    fn choose(&mut self, name: &str, place: &SourceVersion, asked_by: &str, queue: &mut VecDeque<(Want, String)>) {
        if let Some(known) = self.chosen.get(name) {
            let same = dependencies::same_place(Some(&known.source), Some(&place.0)) && known.version == place.1;
            if !same {
                let version =
                    |version: &Option<String>| version.as_ref().map(|version| format!(" at {version}")).unwrap_or_default();
                let message = format!(
                    "{} wants '{name}' from {}{}, {asked_by} from {}{}; declare in CONTEXT.md which one to use",
                    known.asked_by,
                    known.source,
                    version(&known.version),
                    place.0,
                    version(&place.1)
                );
                self.wrong("DEPENDENCY_CONFLICT", name, message);
            }
            return;
        }
        let Some(Some(fetched)) = self.sources.get(place) else { return };
        let Some(skill) = fetched.read.skills.get(name).cloned() else {
            let there = fetched.read.skills.keys().cloned().collect::<Vec<_>>().join(", ");
            return self.wrong("SKILL_NOT_IN_SOURCE", name, format!("{} has no skill '{name}'; it has: {there}", place.0));
        };
        for dependency in &skill.dependencies {
            queue.extend(self.next(dependency, fetched, place).map(|want| (want, name.to_owned())));
        }
        let Package { files, executable } = fetched.package.below(&format!("{ROOT}/{name}"));
        let (commit, asked_by) = (fetched.commit.clone(), asked_by.to_owned());
        let chosen = Chosen { source: place.0.clone(), version: place.1.clone(), commit, files, executable, skill, asked_by };
        self.chosen.insert(name.to_owned(), chosen);
    }

    /// What to fetch for a dependency. Precedence: an override, an installed skill, the same source, the declaration. `None`:
    /// nothing.
    fn next(&self, dependency: &Dependency, fetched: &Fetched, place: &SourceVersion) -> Option<Want> {
        if self.asked.contains(&dependency.name) {
            return None;
        }
        if let Some(found) = dependencies::override_of(self.bag, &dependency.name) {
            return Some(want_of(found));
        }
        if self.bag.skills.contains_key(&dependency.name) && dependency.source.is_none() {
            return None;
        }
        if dependency.source.is_some() {
            return Some(want_of(dependency));
        }
        if fetched.read.skills.contains_key(&dependency.name) {
            return Some(Want { name: Some(dependency.name.clone()), source: Some(place.0.clone()), version: place.1.clone() });
        }
        dependency.required.then(|| want_of(dependency))
    }

    /// Cycles and conflicts of the skills as they would be.
    fn check_graph(&mut self) {
        let mut skills = self.bag.skills.clone();
        skills.extend(self.chosen.iter().map(|(name, chosen)| (name.clone(), chosen.skill.clone())));
        self.problems.extend(dependencies::cycles(&skills));
        for problem in dependencies::conflicts(self.bag, &skills) {
            if !self.problems.iter().any(|known| known.code == problem.code) {
                self.problems.push(problem);
            }
        }
    }

    /// Sorts the chosen skills into new, unchanged, skipped and blocked ones.
    fn compare(&mut self) -> WritePlan {
        let root = self.bag.folder.join(ROOT);
        let mut plan = WritePlan::default();
        for (name, chosen) in std::mem::take(&mut self.chosen) {
            let there = match put::fingerprint_at(&root, &name) {
                Ok(there) => there,
                Err(error) => {
                    self.wrong("NOT_WRITABLE", &name, error.to_string());
                    continue;
                }
            };
            let Some(print) = there else {
                plan.writes.push(Write { name, chosen, replaces: None });
                continue;
            };
            let overwrite = self.policy.overwrite.contains(&name);
            if print == fingerprint(&chosen.files) {
                plan.unchanged.push(name);
            } else if self.policy.existing == Existing::Skip && !overwrite {
                plan.skipped.push(name);
            } else if overwrite || self.record.skills.get(&name).is_some_and(|known| known.fingerprint == print) {
                match files::read_content(&root.join(&name)) {
                    Ok(FolderContent::Files(files)) => plan.writes.push(Write { name, chosen, replaces: Some((print, files)) }),
                    _ => self.wrong("LOCAL_EDITS", &name, "It is not a plain folder of files; move it away first".to_owned()),
                }
            } else {
                let message = "It was edited here, or was not installed by Apprentice. Nothing was changed. To discard the local edits, name it with --overwrite";
                self.wrong("LOCAL_EDITS", &name, message.to_owned());
            }
        }
        plan
    }

    fn extra_steps(&self, plan: &WritePlan) -> Vec<ExtraSteps> {
        let used: BTreeSet<SourceVersion> =
            plan.writes.iter().map(|write| (write.chosen.source.clone(), write.chosen.version.clone())).collect();
        let text = |place: &SourceVersion| self.sources.get(place)?.as_ref()?.read.extra_steps.clone();
        used.iter().filter_map(|place| Some(ExtraSteps { source: place.0.clone(), text: text(place)? })).collect()
    }

    fn wrong(&mut self, code: &'static str, name: &str, message: String) {
        self.problems.push(Problem::error(code, format!("{ROOT}/{name}"), message));
    }
}

fn write(bag: &Bag, plan: WritePlan, mut record: Record, extra_steps: Vec<ExtraSteps>) -> Result<Report, Refusal> {
    let root = bag.folder.join(ROOT);
    let mut report = Report { skipped: plan.skipped, unchanged: plan.unchanged, extra_steps, ..Report::default() };
    let mut written: Vec<&Write> = Vec::new();
    for write in &plan.writes {
        let ours = write.replaces.as_ref().map(|(print, _)| print.as_str());
        if let Err(error) = put::put(&root, &write.name, &write.chosen.files, ours) {
            return Err(taken_back(&root, &written, refusal(&error)));
        }
        written.push(write);
        if let Err(error) = make_executable(&root.join(&write.name), &write.chosen.executable) {
            return Err(taken_back(&root, &written, error));
        }
        let names = if ours.is_some() { &mut report.updated } else { &mut report.installed };
        names.push(write.name.clone());
    }
    let finished = finish(bag, &plan.writes, &mut record);
    match finished {
        Ok(changed) => Ok(Report { catalog_changed: changed, ..report }),
        Err(error) => Err(taken_back(&root, &written, error)),
    }
}

fn make_executable(folder: &Path, paths: &BTreeSet<String>) -> Result<(), Refusal> {
    paths.iter().map(|path| folder.join(path)).try_for_each(|path| {
        permissions::make_executable(&path).map_err(|error| {
            Refusal::new(RefusalCode::NotWritable, format!("{} cannot be made executable: {error}", path.display()))
        })
    })
}

fn finish(bag: &Bag, writes: &[Write], record: &mut Record) -> Result<bool, Refusal> {
    // A bag that brings its own equivalent of the reserved skill keeps it.
    materialize(&bag.folder)?;
    for write in writes {
        let chosen = &write.chosen;
        let installed = Installed {
            source: chosen.source.clone(),
            version: chosen.version.clone(),
            commit: chosen.commit.clone(),
            fingerprint: fingerprint(&chosen.files),
        };
        record.skills.insert(write.name.clone(), installed);
    }
    record.version = 1;
    let changed = catalog::write(&Bag::read(&bag.folder))?;
    if !writes.is_empty() {
        let text =
            serde_json::to_string_pretty(record).map_err(|error| Refusal::new(RefusalCode::Internal, error.to_string()))?;
        write_file(&bag.folder.join(RECORD), &(text + "\n"))?;
    }
    Ok(changed)
}

/// Undoes what was written, newest first. The refusal names what could not be undone.
fn taken_back(root: &Path, written: &[&Write], cause: Refusal) -> Refusal {
    let mut stuck = Vec::new();
    for write in written.iter().rev() {
        let print = fingerprint(&write.chosen.files);
        let undone = match &write.replaces {
            None => put::take_back(root, &write.name, &print),
            Some((_, files)) => put::put(root, &write.name, files, Some(&print)).map(drop),
        };
        if undone.is_err() {
            stuck.push(write.name.as_str());
        }
    }
    let folder = root.parent().unwrap_or(root);
    let _the_next_command_writes_it_too = catalog::write(&Bag::read(folder));
    match stuck.is_empty() {
        true => Refusal::new(cause.code, format!("{} Nothing was changed.", cause.message)),
        false => Refusal::new(cause.code, format!("{} These could not be undone: {}.", cause.message, stuck.join(", "))),
    }
}

fn read_record(folder: &Path) -> Result<Record, Refusal> {
    let path = folder.join(RECORD);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Record::default()),
        Err(error) => return Err(Refusal::unreadable(&path, &error)),
    };
    let record: Record = serde_json::from_str(&text).map_err(|error| {
        Refusal::new(RefusalCode::RecordDamaged, format!("{} cannot be read: {error}. Repair or remove it", path.display()))
    })?;
    if record.version > 1 {
        let message = format!("{} was written by a newer version ({})", path.display(), record.version);
        return Err(Refusal::new(RefusalCode::RecordTooNew, message));
    }
    Ok(record)
}
