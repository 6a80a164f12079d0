//! Installs skills from SkillBag sources. [`plan`] fetches, checks, compares and scans everything, also what the skills need, and
//! writes nothing; [`apply`] writes a plan, and a failure while writing undoes what was written.
//!
//! Invariant: a skill with local edits, or one that is not in our record, is overwritten only when the user names it. Invariant: a
//! skill in which the scan found something grave is written only when the user acknowledged that.

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
use crate::scan::{self, Finding};
use crate::source::package::Package;
use apprentice_contracts::skill::FindingSeverity;
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
    /// Codes of grave findings of the scan that the user has read.
    pub acknowledged: BTreeSet<String>,
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
    /// Why optional dependencies were left out.
    pub left_out: Vec<Problem>,
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

/// What an installation would do.
#[derive(Default, Serialize)]
pub struct Plan {
    /// The skills that would be written, by name.
    pub steps: Vec<Step>,
    /// There already, and would be left as they are.
    pub skipped: Vec<String>,
    /// There already, and the same.
    pub unchanged: Vec<String>,
    /// Why optional dependencies would be left out.
    pub left_out: Vec<Problem>,
    /// Instructions of sources that ask for more than copying.
    pub extra_steps: Vec<ExtraSteps>,
    #[serde(skip)]
    writes: Vec<Write>,
    #[serde(skip)]
    record: Record,
}

/// One skill of a plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// Canonical name.
    pub name: String,
    /// Whether it replaces a skill that is there.
    pub replaces: bool,
    /// Address of its source.
    pub source: String,
    /// Tag, branch or commit, if one was asked for.
    pub version: Option<String>,
    /// The commit that it was taken from, if the source is a repository.
    pub commit: Option<String>,
    /// Who asks for it: the request, CONTEXT.md, or the skill that needs it.
    pub asked_by: String,
    /// Number of its files.
    pub files: usize,
    /// Bytes of its files.
    pub bytes: usize,
    /// What the scan found.
    pub findings: Vec<Finding>,
}

/// Plans the installation of `wants`, after the dependencies of CONTEXT.md. Nothing is written. `Err`: it is not possible.
pub fn plan(bag: &Bag, wants: &[Want], policy: &Policy, fetch: &Fetch<'_>) -> Result<Plan, Vec<Problem>> {
    let mut planning = Planning {
        bag,
        policy,
        fetch,
        asked: wants.iter().filter(|want| want.source.is_some()).filter_map(|want| want.name.clone()).collect(),
        record: read_record(&bag.folder).map_err(one)?,
        sources: BTreeMap::new(),
        chosen: BTreeMap::new(),
        optional: VecDeque::new(),
        following: None,
        problems: Vec::new(),
    };
    let queue = all_wants(bag, wants);
    if queue.is_empty() {
        return Err(one(Refusal::new(
            RefusalCode::NothingToInstall,
            "Name a source or skills, or declare dependencies in CONTEXT.md",
        )));
    }
    planning.follow(queue, None);
    planning.follow_optional();
    planning.check_graph();
    let compared = planning.compare();
    if planning.problems.iter().any(|problem| problem.severity == Severity::Error) {
        return Err(planning.problems);
    }
    let steps = compared.writes.iter().map(|write| write.step()).collect();
    let extra_steps = planning.extra_steps(&compared);
    let Comparison { writes, skipped, unchanged } = compared;
    Ok(Plan { steps, skipped, unchanged, left_out: planning.problems, extra_steps, writes, record: planning.record })
}

/// Writes a plan of [`plan`] for the same workspace. `Err`: nothing was changed.
pub fn apply(bag: &Bag, plan: Plan) -> Result<Report, Vec<Problem>> {
    write(bag, plan).map_err(one)
}

fn one(refusal: Refusal) -> Vec<Problem> {
    vec![Problem::error(refusal.code.as_str(), "", refusal.message)]
}

/// The dependencies of CONTEXT.md first, except those that the user's context or the request overrides.
fn all_wants(bag: &Bag, wants: &[Want]) -> Queue {
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

/// Wants, and who asks for each.
type Queue = VecDeque<(Want, String)>;

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
    /// The optional dependency that it is needed for. `None`: it is required.
    optional: Option<String>,
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
    /// `Err`: why the source is unusable.
    sources: BTreeMap<SourceVersion, Result<Fetched, Vec<Problem>>>,
    chosen: BTreeMap<String, Chosen>,
    /// Dependencies with `required: false`. They are looked at last, and none of them stops the run.
    optional: Queue,
    /// The optional dependency that is being followed.
    following: Option<String>,
    problems: Vec<Problem>,
}

/// One skill to write.
struct Write {
    name: String,
    chosen: Chosen,
    /// Fingerprint and files of what it replaces.
    replaces: Option<(String, Files)>,
    findings: Vec<Finding>,
}

impl Write {
    fn step(&self) -> Step {
        let Chosen { source, version, commit, files, asked_by, .. } = &self.chosen;
        Step {
            name: self.name.clone(),
            replaces: self.replaces.is_some(),
            source: source.clone(),
            version: version.clone(),
            commit: commit.clone(),
            asked_by: asked_by.clone(),
            files: files.0.len(),
            bytes: files.0.values().map(Vec::len).sum(),
            findings: self.findings.clone(),
        }
    }
}

/// The chosen skills, compared with the folder.
#[derive(Default)]
struct Comparison {
    writes: Vec<Write>,
    skipped: Vec<String>,
    unchanged: Vec<String>,
}

impl Comparison {
    /// Without the skills that are needed for the optional dependencies `dropped`.
    fn without(&mut self, dropped: &BTreeSet<String>) {
        self.writes.retain(|write| write.chosen.optional.as_ref().is_none_or(|optional| !dropped.contains(optional)));
    }
}

impl Planning<'_> {
    /// Follows the optional dependencies. One that cannot be installed whole is left out, with a warning.
    fn follow_optional(&mut self) {
        while let Some((want, asked_by)) = self.optional.pop_front() {
            let name = want.name.clone().unwrap_or_default();
            if self.bag.skills.contains_key(&name) || self.chosen.contains_key(&name) {
                continue;
            }
            let before = std::mem::take(&mut self.problems);
            self.follow(VecDeque::from([(want, asked_by)]), Some(&name));
            let cyclic = dependencies::cycles(&self.skills());
            self.problems.extend(cyclic);
            let found = std::mem::replace(&mut self.problems, before);
            if !found.is_empty() {
                self.chosen.retain(|_, chosen| chosen.optional.as_deref() != Some(&name));
                self.left_out(&name, found);
            }
        }
    }

    fn left_out(&mut self, name: &str, why: Vec<Problem>) {
        let as_warning = |problem: Problem| {
            let message = format!("The optional '{name}' is left out: {}", problem.message);
            Problem { severity: Severity::Warning, message, ..problem }
        };
        self.problems.extend(why.into_iter().map(as_warning));
    }

    /// The skills as they would be.
    fn skills(&self) -> BTreeMap<String, BagSkill> {
        let mut skills = self.bag.skills.clone();
        skills.extend(self.chosen.iter().map(|(name, chosen)| (name.clone(), chosen.skill.clone())));
        skills
    }

    /// Fetches the wanted skills and their dependencies until nothing new is asked for. `optional`: for this optional dependency.
    fn follow(&mut self, mut queue: Queue, optional: Option<&str>) {
        self.following = optional.map(str::to_owned);
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

    fn whole_or_one(&mut self, want: &Want, name: Option<&str>, asked_by: &str, queue: &mut Queue) {
        let Some(source) = want.source.clone() else { return };
        let place: SourceVersion = (source.clone(), want.version.clone());
        let names: Vec<String> = match (self.fetched(&place), name) {
            (Err(problems), _) => {
                let fresh: Vec<Problem> = problems.iter().filter(|problem| !self.problems.contains(problem)).cloned().collect();
                return self.problems.extend(fresh);
            }
            (Ok(_), Some(name)) => vec![name.to_owned()],
            (Ok(fetched), None) => fetched.read.skills.keys().cloned().collect(),
        };
        for name in names {
            self.choose(&name, &place, asked_by, queue);
        }
    }

    fn fetched(&mut self, place: &SourceVersion) -> Result<&Fetched, Vec<Problem>> {
        let fetch = self.fetch;
        let known = self.sources.entry(place.clone()).or_insert_with(|| {
            let (package, commit) = fetch(&place.0, place.1.as_deref())
                .map_err(|refusal| vec![Problem::error(refusal.code.as_str(), place.0.clone(), refusal.message)])?;
            let read = read_source(&package, &place.0)?;
            Ok(Fetched { package, commit, read })
        });
        known.as_ref().map_err(Clone::clone)
    }

    fn choose(&mut self, name: &str, place: &SourceVersion, asked_by: &str, queue: &mut Queue) {
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
        let Some(Ok(fetched)) = self.sources.get(place) else { return };
        let mut waiting = Queue::new();
        let Some(skill) = fetched.read.skills.get(name).cloned() else {
            let there = fetched.read.skills.keys().cloned().collect::<Vec<_>>().join(", ");
            return self.wrong("SKILL_NOT_IN_SOURCE", name, format!("{} has no skill '{name}'; it has: {there}", place.0));
        };
        for dependency in &skill.dependencies {
            let next = self.next(dependency, fetched, place).map(|want| (want, name.to_owned()));
            if dependency.required {
                queue.extend(next);
            } else {
                waiting.extend(next);
            }
        }
        let Package { files, executable } = fetched.package.below(&format!("{ROOT}/{name}"));
        let (commit, asked_by, optional) = (fetched.commit.clone(), asked_by.to_owned(), self.following.clone());
        let chosen =
            Chosen { source: place.0.clone(), version: place.1.clone(), commit, files, executable, skill, asked_by, optional };
        self.chosen.insert(name.to_owned(), chosen);
        self.optional.extend(waiting);
    }

    /// What to fetch for a dependency. Precedence: an override, an installed skill, the declaration, the same source. `None`:
    /// nothing.
    fn next(&self, dependency: &Dependency, fetched: &Fetched, place: &SourceVersion) -> Option<Want> {
        if self.asked.contains(&dependency.name) {
            return None;
        }
        if let Some(found) = dependencies::override_of(self.bag, &dependency.name) {
            return Some(want_of(found));
        }
        if self.bag.skills.contains_key(&dependency.name) {
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
        let skills = self.skills();
        self.problems.extend(dependencies::cycles(&skills));
        for problem in dependencies::conflicts(self.bag, &skills) {
            if !self.problems.iter().any(|known| known.code == problem.code) {
                self.problems.push(problem);
            }
        }
    }

    /// Sorts the chosen skills into new, unchanged, skipped and blocked ones.
    fn compare(&mut self) -> Comparison {
        let root = self.bag.folder.join(ROOT);
        let mut compared = Comparison::default();
        let mut dropped = BTreeSet::new();
        for (name, chosen) in std::mem::take(&mut self.chosen) {
            let optional = chosen.optional.clone();
            let Err(problem) = self.compare_one(&root, name, chosen, &mut compared) else { continue };
            match optional {
                None => self.problems.push(problem),
                Some(optional) => {
                    self.left_out(&optional, vec![problem]);
                    dropped.insert(optional);
                }
            }
        }
        compared.without(&dropped);
        self.drop_incomplete(&mut compared);
        compared
    }

    fn compare_one(&self, root: &Path, name: String, chosen: Chosen, compared: &mut Comparison) -> Result<(), Problem> {
        let problem = |code: &'static str, message: String| Problem::error(code, format!("{ROOT}/{name}"), message);
        let there = put::fingerprint_at(root, &name).map_err(|error| problem("NOT_WRITABLE", error.to_string()))?;
        let overwrite = self.policy.overwrite.contains(&name);
        let replaces = match there {
            None => None,
            Some(print) if print == fingerprint(&chosen.files) => {
                compared.unchanged.push(name);
                return Ok(());
            }
            Some(_) if self.policy.existing == Existing::Skip && !overwrite => {
                compared.skipped.push(name);
                return Ok(());
            }
            Some(print) if overwrite || self.record.skills.get(&name).is_some_and(|known| known.fingerprint == print) => {
                match files::read_content(&root.join(&name)) {
                    Ok(FolderContent::Files(files)) => Some((print, files)),
                    _ => return Err(problem("LOCAL_EDITS", "It is not a plain folder of files; move it away first".to_owned())),
                }
            }
            Some(_) => {
                let message = "It was edited here, or was not installed by Apprentice. Nothing was changed. To discard the local edits, name it with --overwrite";
                return Err(problem("LOCAL_EDITS", message.to_owned()));
            }
        };
        let findings = scan::package(&Package { files: chosen.files.clone(), executable: chosen.executable.clone() });
        let unread =
            |finding: &&Finding| finding.severity == FindingSeverity::Error && !self.policy.acknowledged.contains(finding.code);
        let grave: Vec<&Finding> = findings.iter().filter(unread).collect();
        if !grave.is_empty() {
            let codes: BTreeSet<&str> = grave.iter().map(|finding| finding.code).collect();
            let acknowledge = codes.iter().map(|code| format!("--acknowledge {code}")).collect::<Vec<_>>().join(" ");
            let told = grave.iter().map(|finding| finding.to_text()).collect::<Vec<_>>().join("\n");
            let text = format!("It looks dangerous. Read the findings; {acknowledge} installs it anyway:\n{told}");
            return Err(problem(RefusalCode::ScanErrors.as_str(), text));
        }
        compared.writes.push(Write { name, chosen, replaces, findings });
        Ok(())
    }

    /// Leaves out optional dependencies that need a skill of another one that was left out.
    fn drop_incomplete(&mut self, compared: &mut Comparison) {
        loop {
            let there = |name: &str| {
                self.bag.skills.contains_key(name)
                    || compared.writes.iter().any(|write| write.name == name)
                    || compared.unchanged.iter().chain(&compared.skipped).any(|known| known == name)
            };
            let missing = compared.writes.iter().find_map(|write| {
                let optional = write.chosen.optional.clone()?;
                let needed = write.chosen.skill.dependencies.iter().find(|needed| needed.required && !there(&needed.name))?;
                let message = format!("'{}' needs '{}', which is left out too", write.name, needed.name);
                Some((optional, Problem::error("DEPENDENCY_MISSING", format!("{ROOT}/{}", write.name), message)))
            });
            let Some((optional, problem)) = missing else { return };
            self.left_out(&optional, vec![problem]);
            compared.without(&BTreeSet::from([optional]));
        }
    }

    fn extra_steps(&self, compared: &Comparison) -> Vec<ExtraSteps> {
        let used: BTreeSet<SourceVersion> =
            compared.writes.iter().map(|write| (write.chosen.source.clone(), write.chosen.version.clone())).collect();
        let text = |place: &SourceVersion| self.sources.get(place)?.as_ref().ok()?.read.extra_steps.clone();
        used.iter().filter_map(|place| Some(ExtraSteps { source: place.0.clone(), text: text(place)? })).collect()
    }

    fn wrong(&mut self, code: &'static str, name: &str, message: String) {
        self.problems.push(Problem::error(code, format!("{ROOT}/{name}"), message));
    }
}

fn write(bag: &Bag, plan: Plan) -> Result<Report, Refusal> {
    let root = bag.folder.join(ROOT);
    let mut record = plan.record;
    let mut report = Report {
        skipped: plan.skipped,
        unchanged: plan.unchanged,
        extra_steps: plan.extra_steps,
        left_out: plan.left_out,
        ..Report::default()
    };
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
