//! What a search found, kept small: a person has tens of thousands of skills, and a listing of them must not need much memory.
//!
//! Each root keeps what stands in it; who stands behind whom is worked out over all roots, again whenever one changes.

mod json;

use crate::agents::environment::{Environment, Looked};
use crate::agents::precedence::Plan;
use crate::agents::root::Root;
use crate::discovery::verdict::{Counted, Shadows};
use crate::format::codes;
use crate::format::findings::finding;
use crate::format::openclaw::Requires;
use crate::format::profile::Profile;
use apprentice_contracts::skill::{
    AgentSkillStatus, FindingSeverity, SkillFinding, SkillFormat, SkillRoot, SkillScope, SkillSummary, SkillsListResponse,
    SkippedSkill,
};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// One skill that was found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    /// [`item_id`] as bytes.
    pub id: [u8; 16],
    pub name: Box<str>,
    /// By which OpenClaw's configuration knows it, where that is not its name.
    pub key: Option<Box<str>>,
    pub description: Box<str>,
    /// Its folder, below the root.
    pub below: Box<Path>,
    pub file: Box<str>,
    pub format: SkillFormat,
    pub system: bool,
    pub findings: Box<[Found]>,
    pub ability_id: Option<Box<str>>,
    /// What it asks of the machine, where it asks for something.
    pub requires: Option<Box<Requires>>,
    /// Seconds since the epoch.
    pub modified_at: f64,
    /// Where a link on the way leads to.
    pub real: Option<Box<Path>>,
    pub noted: Noted,
}

impl Entry {
    fn key(&self) -> &str {
        self.key.as_deref().unwrap_or(&self.name)
    }
}

/// Whether an installer left a note in the skill's folder: looked for when it is first asked, and again when the folder is read anew.
#[derive(Clone, Debug, Default)]
pub(crate) struct Noted(OnceLock<bool>);

impl Noted {
    fn in_folder(&self, folder: &Path) -> bool {
        *self.0.get_or_init(|| folder.join(".openskills.json").is_file() || folder.join(".clawhub").is_dir())
    }
}

/// It says nothing of its own about the skill.
impl PartialEq for Noted {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A finding without what its code says anyway.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    pub code: Cow<'static, str>,
    severity: FindingSeverity,
    message: Box<str>,
    line: Option<u32>,
}

impl From<SkillFinding> for Found {
    fn from(finding: SkillFinding) -> Self {
        let code = codes::rule(&finding.code).map_or_else(|| Cow::Owned(finding.code), |rule| Cow::Borrowed(rule.code));
        Self { code, severity: finding.severity, message: finding.message.into(), line: finding.line }
    }
}

impl From<&Found> for SkillFinding {
    fn from(found: &Found) -> Self {
        SkillFinding {
            code: found.code.to_string(),
            severity: found.severity,
            message: found.message.to_string(),
            line: found.line,
            suggestion: codes::rule(&found.code).map(|rule| rule.remedy.to_owned()),
        }
    }
}

/// One root, and what stands in it in the order of names.
#[derive(Clone, Debug)]
pub(crate) struct Searched {
    pub root: Root,
    pub real: PathBuf,
    pub entries: Vec<Entry>,
    pub skipped: Vec<SkippedSkill>,
}

impl Searched {
    fn real_path(&self, entry: &Entry) -> PathBuf {
        entry.real.as_ref().map_or_else(|| self.real.join(&entry.below), |real| real.to_path_buf())
    }

    pub fn path(&self, entry: &Entry) -> PathBuf {
        self.root.path.join(&entry.below)
    }
}

/// Root and entry.
pub(crate) type At = (u32, u32);

/// What became of an entry among the others.
#[derive(Clone, Debug, Default)]
struct Standing {
    winner: Option<At>,
    /// It is the same folder as this one, reached another way; told there.
    same_as: Option<At>,
    /// Agents of further roots that come to it.
    agents: Vec<String>,
    /// Further ways to it.
    ways: Vec<PathBuf>,
    verdict: Option<AgentSkillStatus>,
    judged: bool,
}

/// One skill among the others.
#[derive(Clone, Debug)]
pub struct Stand {
    pub summary: SkillSummary,
    /// By which OpenClaw's configuration knows it.
    pub key: String,
    /// A link is on the way to it.
    pub linked: bool,
    /// Further ways to it.
    pub ways: Vec<PathBuf>,
}

/// A skill as it stands beside others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside<'l> {
    pub name: &'l str,
    pub description: &'l str,
    pub path: PathBuf,
}

/// What a table shows of a skill.
pub struct Glance<'l> {
    pub item_id: String,
    pub name: &'l str,
    pub description: &'l str,
    /// Its folder.
    pub path: PathBuf,
    pub scope: SkillScope,
    pub agents: Vec<&'l str>,
    /// Codes of what is to be said about it.
    pub findings: Vec<(Cow<'l, str>, FindingSeverity)>,
    /// Another of its name comes first.
    pub shadowed: bool,
    /// By which OpenClaw's configuration knows it.
    pub key: &'l str,
    /// An installer left a note in its folder.
    pub noted: bool,
    pub modified_at: f64,
}

/// What categories call a skill: the first 32 hexadecimal digits of the SHA-256 of its absolute folder.
pub fn item_id(path: &str) -> String {
    hexadecimal(&item_id_of(path))
}

pub(crate) fn item_id_of(path: &str) -> [u8; 16] {
    let mut id = [0; 16];
    id.copy_from_slice(&Sha256::digest(path)[..16]);
    id
}

fn hexadecimal(id: &[u8; 16]) -> String {
    let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half)]);
    id.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// All that was found, and who stands behind whom.
#[derive(Clone, Debug)]
pub struct Listing {
    pub(crate) roots: Vec<Searched>,
    standings: Vec<Vec<Standing>>,
    environment: Option<Environment>,
    /// Why it may be older than the folders, where it may.
    pub note: Option<String>,
}

impl Listing {
    pub(crate) fn new(roots: Vec<Searched>, plan: Option<&Plan>) -> Self {
        let mut listing = Self { standings: Vec::new(), roots, environment: None, note: None };
        listing.settle(plan);
        listing
    }

    /// Warns of what the skills ask for and `environment` does not have.
    pub fn on(self, environment: Environment) -> Self {
        Self { environment: Some(environment), ..self }
    }

    /// Works out anew who stands behind whom.
    pub(crate) fn settle(&mut self, plan: Option<&Plan>) {
        self.standings = self.roots.iter().map(|root| vec![Standing::default(); root.entries.len()]).collect();
        let keepers = self.merge();
        let mut shadows = Shadows::new(plan);
        for root in 0..self.roots.len() {
            let mut counted = Counted::default();
            for index in 0..self.roots[root].entries.len() {
                let at = (small(root), small(index));
                // A copy takes the rank of the first way to it.
                let keeper = keepers.get(&at).copied().unwrap_or(at);
                if self.standing(keeper).judged {
                    continue;
                }
                let (winner, verdict) = shadows.judge(&self.roots, root, at, keeper, &mut counted);
                let standing = &mut self.standings[keeper.0 as usize][keeper.1 as usize];
                standing.winner = winner;
                standing.verdict = verdict;
                standing.judged = true;
            }
        }
    }

    /// Entries that are one folder become one, the one that is no link if there is one. Answers who is told by whom.
    fn merge(&mut self) -> HashMap<At, At> {
        let mut told_by = HashMap::new();
        if !self.may_meet_twice() {
            return told_by;
        }
        let mut first: HashMap<PathBuf, Vec<At>> = HashMap::new();
        for (root, searched) in self.roots.iter().enumerate() {
            for (index, entry) in searched.entries.iter().enumerate() {
                first.entry(searched.real_path(entry)).or_default().push((small(root), small(index)));
            }
        }
        for same in first.into_values().filter(|same| same.len() > 1) {
            let keeper = same.iter().copied().find(|at| self.entry(*at).real.is_none()).unwrap_or(same[0]);
            for at in same.into_iter().filter(|at| *at != keeper) {
                let (way, agents) =
                    (self.roots[at.0 as usize].path(self.entry(at)), self.roots[at.0 as usize].root.agents.clone());
                let known = self.roots[keeper.0 as usize].root.agents.clone();
                let standing = &mut self.standings[keeper.0 as usize][keeper.1 as usize];
                standing.ways.push(way);
                let new = agents.into_iter().filter(|agent| !known.contains(agent)).collect::<Vec<_>>();
                for agent in new {
                    if !standing.agents.contains(&agent) {
                        standing.agents.push(agent);
                    }
                }
                self.standings[at.0 as usize][at.1 as usize].same_as = Some(keeper);
                told_by.insert(at, keeper);
            }
        }
        told_by
    }

    /// Only links and roots inside of roots come to one folder by two ways.
    fn may_meet_twice(&self) -> bool {
        let linked = self.roots.iter().any(|root| root.entries.iter().any(|entry| entry.real.is_some()));
        let nested = |one: &Searched| self.roots.iter().filter(|other| other.real.starts_with(&one.real)).count() > 1;
        linked || self.roots.iter().any(nested)
    }

    fn entry(&self, at: At) -> &Entry {
        &self.roots[at.0 as usize].entries[at.1 as usize]
    }

    fn standing(&self, at: At) -> &Standing {
        &self.standings[at.0 as usize][at.1 as usize]
    }

    /// The skills in the order of their roots, shadowed ones too.
    pub fn skills(&self) -> impl Iterator<Item = SkillSummary> {
        let looked = self.looked();
        self.each().map(move |(searched, entry, standing)| self.summary(searched, entry, standing, looked.as_ref()))
    }

    fn looked(&self) -> Option<Looked<'_>> {
        self.environment.as_ref().map(Environment::looked)
    }

    /// The same as [`Listing::skills`] at a glance: nothing is copied that a table does not show.
    pub fn glances(&self) -> impl Iterator<Item = Glance<'_>> {
        let looked = self.looked();
        self.each().map(move |(searched, entry, standing)| {
            let path = searched.path(entry);
            let told = entry.findings.iter().map(|found| (Cow::Borrowed(found.code.as_ref()), found.severity));
            let linked = || finding(Profile::Lenient, "LINKED", "", None).severity;
            let also = standing.ways.iter().map(|_| (Cow::Borrowed("LINKED"), linked()));
            let unmet = entry.requires.as_ref().zip(looked.as_ref());
            let unmet = unmet.map(|(requires, looked)| requires.unmet_in(looked, Profile::Lenient)).unwrap_or_default();
            let unmet = unmet.into_iter().map(|found| (Cow::Owned(found.code), found.severity));
            Glance {
                item_id: hexadecimal(&entry.id),
                name: &entry.name,
                description: &entry.description,
                scope: if entry.system { SkillScope::System } else { searched.root.scope },
                agents: searched.root.agents.iter().chain(&standing.agents).map(String::as_str).collect(),
                findings: told.chain(also).chain(unmet).collect(),
                shadowed: standing.winner.is_some(),
                key: entry.key(),
                noted: entry.noted.in_folder(&path),
                modified_at: entry.modified_at,
                path,
            }
        })
    }

    fn summary(&self, searched: &Searched, entry: &Entry, standing: &Standing, looked: Option<&Looked<'_>>) -> SkillSummary {
        let path_of = |at: At| self.roots[at.0 as usize].path(self.entry(at)).display().to_string();
        let also = |way: &PathBuf| finding(Profile::Lenient, "LINKED", format!("Also reached as {}", way.display()), None);
        let unmet = entry.requires.as_ref().zip(looked).map(|(requires, looked)| requires.unmet_in(looked, Profile::Lenient));
        let said = entry.findings.iter().map(SkillFinding::from);
        let findings = said.chain(standing.ways.iter().map(also)).chain(unmet.unwrap_or_default()).collect();
        let agents = searched.root.agents.iter().chain(&standing.agents).cloned().collect();
        let path = searched.path(entry).to_string_lossy().into_owned();
        SkillSummary {
            name: entry.name.to_string(),
            description: entry.description.to_string(),
            item_id: hexadecimal(&entry.id),
            path,
            file: entry.file.to_string(),
            root: searched.root.path.to_string_lossy().into_owned(),
            scope: if entry.system { SkillScope::System } else { searched.root.scope },
            format: entry.format,
            findings,
            shadowed_by: standing.winner.map(path_of),
            agents,
            ability_id: entry.ability_id.as_deref().map(str::to_owned),
            modified_at: entry.modified_at,
            for_agent: standing.verdict.clone(),
        }
    }

    /// Folder and name of every skill's file, each once.
    pub fn files(&self) -> impl Iterator<Item = (PathBuf, &str)> {
        self.each().map(|(searched, entry, _)| (searched.path(entry), &*entry.file))
    }

    /// The skill that stands in `path`, as this listing names it.
    pub fn at(&self, path: &Path) -> Option<Stand> {
        let at = self.position(path)?;
        let (searched, entry, standing) = (&self.roots[at.0 as usize], self.entry(at), self.standing(at));
        Some(Stand {
            summary: self.summary(searched, entry, standing, self.looked().as_ref()),
            key: entry.key().to_owned(),
            linked: entry.real.is_some(),
            ways: standing.ways.clone(),
        })
    }

    /// Whether a skill stands in `path`, or a further way leads to one there.
    pub fn names(&self, path: &Path) -> bool {
        self.found(path).next().is_some()
    }

    fn position(&self, path: &Path) -> Option<At> {
        self.found(path).find(|at| self.standing(*at).same_as.is_none())
    }

    fn found<'l>(&'l self, path: &'l Path) -> impl Iterator<Item = At> + 'l {
        self.roots.iter().enumerate().filter_map(move |(root, searched)| {
            let below = path.strip_prefix(&searched.root.path).ok()?;
            let index = searched.entries.binary_search_by(|entry| (*entry.below).cmp(below)).ok()?;
            Some((small(root), small(index)))
        })
    }

    /// Folders of the skills of its name that the one in `path` comes before.
    pub fn behind(&self, path: &Path) -> Vec<PathBuf> {
        let Some(winner) = self.position(path) else { return Vec::new() };
        let behind = self.each().filter(|(_, _, standing)| standing.winner == Some(winner));
        behind.map(|(searched, entry, _)| searched.path(entry)).collect()
    }

    /// What the agents of the skill in `path` choose from, it among them: not what stands behind another of its name.
    pub fn beside(&self, path: &Path) -> Vec<Beside<'_>> {
        let Some(own) = self.position(path) else { return Vec::new() };
        let agents: Vec<&String> = self.roots[own.0 as usize].root.agents.iter().chain(&self.standing(own).agents).collect();
        let is_own = |entry: &Entry| std::ptr::eq(entry, self.entry(own));
        let met = self.each().filter(|(searched, entry, standing)| {
            let meets = || searched.root.agents.iter().chain(&standing.agents).any(|agent| agents.contains(&agent));
            is_own(entry) || standing.winner.is_none() && meets()
        });
        met.map(|(searched, entry, _)| Beside { name: &entry.name, description: &entry.description, path: searched.path(entry) })
            .collect()
    }

    /// The folder of the skill that categories call `id`.
    pub fn path_of(&self, id: &str) -> Option<PathBuf> {
        let mut each = self.each();
        each.find(|(_, entry, _)| hexadecimal(&entry.id) == id).map(|(searched, entry, _)| searched.path(entry))
    }

    fn each(&self) -> impl Iterator<Item = (&Searched, &Entry, &Standing)> {
        let all = self.roots.iter().zip(&self.standings).flat_map(|(searched, standings)| {
            searched.entries.iter().zip(standings).map(move |(entry, standing)| (searched, entry, standing))
        });
        all.filter(|(_, _, standing)| standing.same_as.is_none())
    }

    pub fn skipped(&self) -> impl Iterator<Item = &SkippedSkill> {
        self.roots.iter().flat_map(|root| &root.skipped)
    }

    pub fn roots(&self) -> impl Iterator<Item = SkillRoot> {
        self.roots.iter().map(|searched| SkillRoot {
            path: searched.root.path.display().to_string(),
            scope: searched.root.scope,
            found: small(searched.entries.len()),
        })
    }

    /// The agents that read each root.
    pub fn roots_by_path(&self) -> BTreeMap<PathBuf, Vec<String>> {
        self.roots.iter().map(|searched| (searched.root.path.clone(), searched.root.agents.clone())).collect()
    }

    pub fn len(&self) -> usize {
        self.standings.iter().flatten().filter(|standing| standing.same_as.is_none()).count()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The whole answer, for those who need it in one piece.
    pub fn answer(&self) -> SkillsListResponse {
        SkillsListResponse {
            skills: self.skills().collect(),
            skipped: self.skipped().cloned().collect(),
            roots: self.roots().collect(),
            note: self.note.clone(),
        }
    }
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
