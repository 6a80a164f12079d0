//! Agent definitions: named ways to work, with instructions, a model and the tools that may be used. They are read from the project, from the
//! home of Apprentice, and from the own folders of agents; four are built in.
//! `compile` writes one in the format of an agent, and `put` puts it into its folder.
//!
//! Invariant: of several definitions with one name the first one counts, also when it has an error. A definition with an error is not used,
//! and no other one takes its place unseen. Of two in one folder, the one in a folder of its own goes before a file, and Markdown before
//! YAML, as a SKILL.md goes before a skill.json.

mod builtin;
mod compile;
mod dialect;
mod fields;
mod put;
mod read;
pub(crate) mod tools;

pub use compile::{Compiled, compile, file_of, targets};
pub use put::{FilePlan, clear_leftovers, fingerprint_of, plan_file, remove_file, write_file};
pub use read::is_name;
pub use tools::ToolLimits;

use apprentice_contracts::agent_definition::{
    AgentDefinition, AgentDefinitionFinding, AgentDefinitionPlace, AgentDefinitionScope as Scope,
};
use apprentice_contracts::skill::FindingSeverity;
use apprentice_platform::files::open_no_follow;
use apprentice_skills::agents::rules::marked_project;
use apprentice_skills::agents::table;
use apprentice_skills::agents::targets::Machine;
use dialect::Dialect;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The folder that marks a project.
const MARKER: &str = ".apprentice";
/// The most files of one folder that are read.
const MAX_FILES: usize = 300;
/// How a built-in definition is named among files.
const BUILT_IN: &str = "built in";

/// A definition with its instructions.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// What it says.
    pub about: AgentDefinition,
    /// Its instructions, as they are in the file.
    pub prompt: String,
    /// Whether a project brings it, which the person may not have read.
    pub of_project: bool,
    /// The folder at which it was found. `None`: it is built in, or was read alone.
    place: Option<PathBuf>,
}

impl Definition {
    fn with(mut self, findings: Vec<AgentDefinitionFinding>) -> Self {
        self.about.findings = findings;
        self.about.usable = self.about.findings.iter().all(|finding| finding.severity != FindingSeverity::Error);
        self
    }

    fn add(&mut self, severity: FindingSeverity, code: &str, message: String) {
        self.about.findings.push(fields::finding(severity, code, None, message));
        self.about.usable &= severity != FindingSeverity::Error;
    }
}

/// What was found, in the order of precedence.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Every definition.
    pub definitions: Vec<Definition>,
    /// Every folder that exists.
    pub places: Vec<AgentDefinitionPlace>,
}

impl Found {
    /// The effective definition of a name, usable or not.
    pub fn first(&self, name: &str) -> Option<&Definition> {
        self.definitions.iter().find(|definition| definition.about.name == name)
    }
}

/// A text of a definition, and where it is from.
struct Source<'s> {
    dialect: Dialect,
    scope: Scope,
    agent: Option<&'s str>,
    /// The folder of the project that brings it. No link leads out of it.
    within: Option<PathBuf>,
    file: Option<PathBuf>,
    /// What the file is called, without its ending. Empty: a file that is called nothing.
    name: String,
}

impl Source<'_> {
    fn ends_in(&self, endings: &[&str]) -> bool {
        self.file.as_deref().and_then(Path::extension).is_some_and(|found| endings.iter().any(|ending| found == *ending))
    }

    fn is_yaml(&self) -> bool {
        self.ends_in(&["yaml", "yml"])
    }

    fn is_toml(&self) -> bool {
        self.ends_in(&["toml"])
    }
}

/// An agent that keeps definitions in files.
struct Keeper {
    agent: &'static str,
    dialect: Dialect,
    /// Folders of a project.
    project: &'static [&'static str],
    /// Folders below its own folder.
    own: &'static [&'static str],
    /// How the names of its files end.
    endings: &'static [&'static str],
}

#[rustfmt::skip]
static KEEPERS: [Keeper; 5] = [
    Keeper { agent: "claude-code", dialect: Dialect::ClaudeCode, project: &[".claude/agents"], own: &["agents"], endings: &[".md"] },
    Keeper { agent: "codex", dialect: Dialect::Codex, project: &[".codex/agents"], own: &["agents"], endings: &[".toml"] },
    Keeper { agent: "gemini", dialect: Dialect::Gemini, project: &[".gemini/agents"], own: &["agents"], endings: &[".md"] },
    Keeper { agent: "opencode", dialect: Dialect::Opencode, project: &[".opencode/agents", ".opencode/agent"], own: &["agents", "agent"], endings: &[".md"] },
    Keeper { agent: "copilot", dialect: Dialect::Copilot, project: &[".github/agents"], own: &["agents"], endings: &[".agent.md", ".md"] },
];

/// A folder that is looked at.
struct Place {
    path: PathBuf,
    scope: Scope,
    keeper: Option<&'static Keeper>,
    /// The folder of the project that it is of.
    within: Option<PathBuf>,
}

/// Reads every definition of this machine. `working`: a folder of the project, whose definitions come first. `is_copy`: whether Apprentice
/// wrote this one for an agent, so that it represents another one and is left out. Blocks.
pub fn read_all(machine: &Machine, working: Option<&Path>, is_copy: &dyn Fn(&AgentDefinition) -> bool) -> Found {
    let mut found = Found::default();
    for place in places(machine, working) {
        read_place(&place, &mut found);
    }
    found.definitions.retain(|definition| !is_copy(&definition.about));
    found.definitions.extend(builtin::all());
    hide(&mut found.definitions);
    found
}

/// Reads one file as a definition of Apprentice, or as one of an agent where the file is in its folder. Blocks.
pub fn read_file(path: &Path) -> Definition {
    let keeper = KEEPERS.iter().find(|keeper| {
        let folder = path.parent().unwrap_or(Path::new(""));
        keeper.project.iter().any(|below| folder.ends_with(below))
    });
    let scope = if keeper.is_some() { Scope::Agent } else { Scope::Person };
    read_source(&source(path, scope, keeper, None))
}

fn places(machine: &Machine, working: Option<&Path>) -> Vec<Place> {
    let project = marked_project(machine, working, MARKER);
    // The home of Apprentice may have the same name as a marker.
    let project = project.filter(|folder| Some(folder.join(MARKER).as_path()) != machine.own_home());
    let own = |folder: &Path, scope, within| Place { path: folder.join("agents"), scope, keeper: None, within };
    let mut places: Vec<Place> = Vec::new();
    places.extend(project.map(|project| own(&project.join(MARKER), Scope::Project, Some(project))));
    places.extend(machine.own_home().map(|home| own(home, Scope::Person, None)));
    let of_agent = |folder: &Path, below: &&str, keeper, within: Option<&Path>| Place {
        path: folder.join(below),
        scope: Scope::Agent,
        keeper: Some(keeper),
        within: within.map(Path::to_path_buf),
    };
    for (keeper, folder) in KEEPERS.iter().flat_map(|keeper| working.map(|folder| (keeper, folder))) {
        places.extend(keeper.project.iter().map(|below| of_agent(folder, below, keeper, Some(folder))));
    }
    for keeper in &KEEPERS {
        if let Some(config) = table::find(keeper.agent).and_then(|agent| machine.config(agent)) {
            places.extend(keeper.own.iter().map(|below| of_agent(&config, below, keeper, None)));
        }
    }
    // The person's home may be the working folder: what is there is theirs.
    let real = |place: &Place| fs::canonicalize(&place.path).unwrap_or_else(|_| place.path.clone());
    let persons: Vec<PathBuf> = places.iter().filter(|place| place.within.is_none()).map(real).collect();
    let mut seen: Vec<PathBuf> = Vec::new();
    places.retain(|place| {
        let path = real(place);
        if seen.contains(&path) || place.within.is_some() && persons.contains(&path) {
            return false;
        }
        seen.push(path);
        true
    });
    places
}

fn read_place(place: &Place, found: &mut Found) {
    if let Some(real) = leads_out(&place.path, place.within.as_deref()) {
        let problem = format!("It is a link to {}, outside of the project, and is not read.", real.display());
        return found.places.push(shown(place, 0, Some(problem)));
    }
    let entries = match fs::read_dir(&place.path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return,
        Err(error) => return found.places.push(shown(place, 0, Some(format!("It cannot be read: {error}")))),
    };
    let mut files: Vec<PathBuf> =
        entries.flatten().take(10 * MAX_FILES).flat_map(|entry| files_of(place, &entry.path())).collect();
    files.sort_by_cached_key(|file| precedence(place, file));
    let left_out = files.len().saturating_sub(MAX_FILES);
    files.truncate(MAX_FILES);
    let count = u32::try_from(files.len()).unwrap_or(u32::MAX);
    let read = files.iter().map(|file| Definition {
        place: Some(place.path.clone()),
        ..read_source(&source(file, place.scope, place.keeper, place.within.clone()))
    });
    found.definitions.extend(read);
    let problem = (left_out > 0).then(|| format!("Only the first {MAX_FILES} definitions are read; {left_out} are not."));
    found.places.push(shown(place, count, problem));
}

fn shown(place: &Place, found: u32, problem: Option<String>) -> AgentDefinitionPlace {
    AgentDefinitionPlace {
        path: place.path.display().to_string(),
        scope: place.scope,
        agent_id: place.keeper.map(|keeper| keeper.agent.to_owned()),
        found,
        problem,
    }
}

/// The definitions that an entry of a folder represents: a file, or the file in a folder of its own.
fn files_of(place: &Place, path: &Path) -> Vec<PathBuf> {
    let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|name| !name.starts_with('.')) else {
        return Vec::new();
    };
    match place.keeper {
        Some(keeper) => {
            let is_one = keeper.endings.iter().any(|ending| name.ends_with(ending)) && !name.eq_ignore_ascii_case("readme.md");
            if is_one { vec![path.to_path_buf()] } else { Vec::new() }
        }
        None if path.is_dir() => {
            let there = ["agent.yaml", "AGENT.md"].map(|name| path.join(name)).into_iter();
            there.filter(|file| file.symlink_metadata().is_ok()).collect()
        }
        None => {
            let is_one = [".yaml", ".yml", ".md"].iter().any(|ending| name.ends_with(ending));
            if is_one { vec![path.to_path_buf()] } else { Vec::new() }
        }
    }
}

/// What sorts the files of one folder, so that the first one of a name is the one that counts.
fn precedence(place: &Place, file: &Path) -> (String, bool, bool, PathBuf) {
    let is_below = file.parent() != Some(place.path.as_path());
    let is_markdown = file.extension().is_some_and(|ending| ending == "md");
    let name = source(file, place.scope, place.keeper, place.within.clone()).name;
    (name, !is_below, !is_markdown, file.to_path_buf())
}

fn source(file: &Path, scope: Scope, keeper: Option<&'static Keeper>, within: Option<PathBuf>) -> Source<'static> {
    let whole = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = stem.strip_suffix(".agent").map_or(stem.clone(), str::to_owned);
    let in_folder = keeper.is_none() && ["agent.yaml", "AGENT.md"].contains(&whole.as_str());
    let folder = || file.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    Source {
        dialect: keeper.map_or(Dialect::Apprentice, |keeper| keeper.dialect),
        scope,
        agent: keeper.map(|keeper| keeper.agent),
        within,
        name: if in_folder { folder().unwrap_or_default() } else { stem },
        file: Some(file.to_path_buf()),
    }
}

fn read_source(source: &Source<'_>) -> Definition {
    match text(source) {
        Ok(text) => read::read(source, &text),
        Err(why) => read::broken(source, "", why),
    }
}

/// Where a path of a project really is, if a link leads it out of the project: its author could reach what they cannot read, and what the
/// person can. `within`: the folder of the project.
fn leads_out(path: &Path, within: Option<&Path>) -> Option<PathBuf> {
    let project = fs::canonicalize(within?).ok()?;
    fs::canonicalize(path).ok().filter(|real| !real.starts_with(project))
}

/// Opens a file as it really is. Of a project, no link is followed that appears after the look at it.
fn open(source: &Source<'_>) -> Result<fs::File, (&'static str, String)> {
    let path = source.file.as_deref().unwrap_or(Path::new(""));
    let unreadable = |error: io::Error| ("UNREADABLE", format!("The file cannot be read: {error}."));
    if let Some(real) = leads_out(path, source.within.as_deref()) {
        let why = format!("A link leads to {}, outside of the project. Put the file itself there.", real.display());
        return Err(("LINK", why));
    }
    let file = fs::canonicalize(path).and_then(|real| open_no_follow(&real)).map_err(unreadable)?;
    match file.metadata().map_err(unreadable)?.is_file() {
        true => Ok(file),
        false => Err(("UNREADABLE", "It is no file.".to_owned())),
    }
}

fn text(source: &Source<'_>) -> Result<String, (&'static str, String)> {
    let mut bytes = Vec::new();
    let read = open(source)?.take(read::MAX_FILE + 1).read_to_end(&mut bytes);
    read.map_err(|error| ("UNREADABLE", format!("The file cannot be read: {error}.")))?;
    if bytes.len() as u64 > read::MAX_FILE {
        return Err(("TOO_LARGE", format!("The file has more than {} KiB. Shorten it.", read::MAX_FILE / 1024)));
    }
    let text = String::from_utf8(bytes).map_err(|_| ("NOT_UTF8", "The file is no UTF-8 text. Save it as UTF-8.".to_owned()))?;
    Ok(text.replace("\r\n", "\n"))
}

/// Of several with one name the first one counts.
fn hide(definitions: &mut [Definition]) {
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    for at in 0..definitions.len() {
        let name = definitions[at].about.name.clone();
        let Some(&winner) = first.get(&name) else {
            first.insert(name, at);
            continue;
        };
        let (winning, hidden) = (definitions[winner].about.clone(), definitions[at].about.clone());
        let shown = |definition: &AgentDefinition| definition.file.clone().unwrap_or_else(|| BUILT_IN.to_owned());
        definitions[at].about.hidden_by = Some(shown(&winning));
        definitions[at].about.usable = false;
        let place = &definitions[winner].place;
        if place.is_some() && *place == definitions[at].place {
            let (severity, why) = match winning.agent_id {
                None => (FindingSeverity::Warning, "The first one is used: a folder before a file, and .md before .yaml."),
                Some(_) => (FindingSeverity::Error, "Which of them its agent takes is not known."),
            };
            let (one, other) = (shown(&winning), shown(&hidden));
            let message = format!("{one} and {other} have the same name. {why} Remove one of them, or name it differently.");
            definitions[winner].add(severity, "DUPLICATE_NAME", message);
        } else {
            let message = format!("It hides the definition with the same name in {}.", shown(&hidden));
            // What a person wrote hides what is there by itself on purpose. A project does not do so for them.
            let same_author = definitions[winner].of_project == definitions[at].of_project;
            let on_purpose = winning.scope == Scope::Person || winning.scope == hidden.scope && same_author;
            let severity = if on_purpose { FindingSeverity::Info } else { FindingSeverity::Warning };
            definitions[winner].add(severity, "HIDES", message);
        }
    }
}

#[cfg(test)]
#[path = "definitions_test.rs"]
mod definitions_test;
