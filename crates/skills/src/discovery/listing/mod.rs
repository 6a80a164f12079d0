//! The result of a search, kept compact: a person has tens of thousands of skills, and their listing must not need much memory.
//!
//! Each root keeps its entries; precedence between them is computed over all roots, again whenever one changes.

mod json;

use crate::agents::environment::{Environment, ProgramCache};
use crate::agents::root::Root;
use crate::agents::rules::AgentView;
use crate::discovery::verdict::{PrecedenceJudge, RootCounts};
use crate::format::codes;
use crate::format::findings::finding;
use crate::format::openclaw::Requires;
use crate::format::profile::Profile;
use apprentice_contracts::ids::{AbilityId, ItemId};
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
pub(crate) struct ListingEntry {
    /// [`item_id`] as bytes.
    pub id: [u8; 16],
    pub name: Box<str>,
    /// The key of OpenClaw's configuration for it, where that is not its name.
    pub key: Option<Box<str>>,
    pub description: Box<str>,
    /// Its folder, below the root.
    pub below: Box<Path>,
    pub file: Box<str>,
    pub format: SkillFormat,
    pub system: bool,
    pub findings: Box<[CompactFinding]>,
    pub ability_id: Option<Box<str>>,
    /// Its requirements of the machine, if it has any.
    pub requires: Option<Box<Requires>>,
    /// Seconds since the epoch.
    pub modified_at: f64,
    /// The real path, when a link leads to it.
    pub real: Option<Box<Path>>,
    pub noted: HasInstallerNote,
}

impl ListingEntry {
    fn key(&self) -> &str {
        self.key.as_deref().unwrap_or(&self.name)
    }
}

/// Whether another installer left a note in the skill's folder. Looked up once, and again after the folder was read again.
#[derive(Clone, Debug, Default)]
pub(crate) struct HasInstallerNote(OnceLock<bool>);

impl HasInstallerNote {
    fn in_folder(&self, folder: &Path) -> bool {
        *self.0.get_or_init(|| folder.join(".openskills.json").is_file() || folder.join(".clawhub").is_dir())
    }
}

/// It does not make two entries differ.
impl PartialEq for HasInstallerNote {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A finding without the text that follows from its code.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CompactFinding {
    pub code: Cow<'static, str>,
    severity: FindingSeverity,
    message: Box<str>,
    line: Option<u32>,
}

impl From<SkillFinding> for CompactFinding {
    fn from(finding: SkillFinding) -> Self {
        let code = codes::rule(&finding.code).map_or_else(|| Cow::Owned(finding.code), |rule| Cow::Borrowed(rule.code));
        Self { code, severity: finding.severity, message: finding.message.into(), line: finding.line }
    }
}

impl From<&CompactFinding> for SkillFinding {
    fn from(found: &CompactFinding) -> Self {
        SkillFinding {
            code: found.code.to_string(),
            severity: found.severity,
            message: found.message.to_string(),
            line: found.line,
            suggestion: codes::rule(&found.code).map(|rule| rule.remedy.to_owned()),
        }
    }
}

/// One root and its entries, sorted by path.
#[derive(Clone, Debug)]
pub(crate) struct SearchedRoot {
    pub root: Root,
    pub real: PathBuf,
    pub entries: Vec<ListingEntry>,
    pub skipped: Vec<SkippedSkill>,
}

impl SearchedRoot {
    fn real_path(&self, entry: &ListingEntry) -> PathBuf {
        entry.real.as_ref().map_or_else(|| self.real.join(&entry.below), |real| real.to_path_buf())
    }

    pub fn path(&self, entry: &ListingEntry) -> PathBuf {
        self.root.path.join(&entry.below)
    }
}

/// Root and entry.
pub(crate) type EntryIndex = (u32, u32);

/// The state of an entry among the others.
#[derive(Clone, Debug, Default)]
struct EntryStatus {
    winner: Option<EntryIndex>,
    /// The entry that represents the same folder, reached by another path; only that one is listed.
    same_as: Option<EntryIndex>,
    /// Agents of other roots that reach it.
    agents: Vec<String>,
    /// Other paths to it.
    ways: Vec<PathBuf>,
    verdict: Option<AgentSkillStatus>,
    judged: bool,
}

/// One skill of a listing, with everything that is known about it.
#[derive(Clone, Debug)]
pub struct ListedSkill {
    /// The skill as the API shows it.
    pub summary: SkillSummary,
    /// The key of OpenClaw's configuration for it.
    pub key: String,
    /// A link leads to it.
    pub linked: bool,
    /// Other paths to it.
    pub ways: Vec<PathBuf>,
}

/// A skill that an agent may choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate<'l> {
    /// Name of the skill.
    pub name: &'l str,
    /// Its description.
    pub description: &'l str,
    /// Its folder.
    pub path: PathBuf,
}

/// What a table shows about a skill; borrows from the listing.
pub struct SkillOverview<'l> {
    /// Id for categories, see [`item_id`].
    pub item_id: ItemId,
    /// Name of the skill.
    pub name: &'l str,
    /// Its description.
    pub description: &'l str,
    /// Its folder.
    pub path: PathBuf,
    /// The file that was read, such as `SKILL.md`.
    pub file: &'l str,
    /// The format of that file.
    pub format: SkillFormat,
    /// The real folder, when a link leads to it.
    pub real: Option<&'l Path>,
    /// Whose skill it is.
    pub scope: SkillScope,
    /// Whether its text says that Apprentice installed it.
    pub learned: bool,
    /// Labels of the agents that read it.
    pub agents: Vec<&'l str>,
    /// Codes and severities of its findings.
    pub findings: Vec<(Cow<'l, str>, FindingSeverity)>,
    /// Another skill of its name comes first.
    pub shadowed: bool,
    /// The key of OpenClaw's configuration for it.
    pub key: &'l str,
    /// An installer left a note in its folder.
    pub noted: bool,
    /// Seconds since the epoch.
    pub modified_at: f64,
}

/// The id by which categories refer to a skill: the first 32 hexadecimal digits of the SHA-256 of its absolute folder.
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

/// All skills that were found, and which of a name comes first.
#[derive(Clone, Debug)]
pub struct Listing {
    pub(crate) roots: Vec<SearchedRoot>,
    statuses: Vec<Vec<EntryStatus>>,
    environment: Option<Environment>,
    /// Why the listing may be older than the folders, if it may.
    pub note: Option<String>,
}

impl Listing {
    pub(crate) fn new(roots: Vec<SearchedRoot>, view: Option<&AgentView>) -> Self {
        let mut listing = Self { statuses: Vec::new(), roots, environment: None, note: None };
        listing.rank_entries(view);
        listing
    }

    /// Adds warnings about requirements that `environment` does not meet.
    pub fn on(self, environment: Environment) -> Self {
        Self { environment: Some(environment), ..self }
    }

    /// Computes precedence again, for all entries.
    pub(crate) fn rank_entries(&mut self, view: Option<&AgentView>) {
        self.statuses = self.roots.iter().map(|root| vec![EntryStatus::default(); root.entries.len()]).collect();
        let keepers = self.merge();
        let mut shadows = PrecedenceJudge::new(view);
        for root in 0..self.roots.len() {
            let mut counted = RootCounts::default();
            for index in 0..self.roots[root].entries.len() {
                let at = (to_u32(root), to_u32(index));
                // A merged entry takes the rank of the first path to it.
                let keeper = keepers.get(&at).copied().unwrap_or(at);
                if self.status(keeper).judged {
                    continue;
                }
                let (winner, verdict) = shadows.judge(&self.roots, root, at, keeper, &mut counted);
                let status = &mut self.statuses[keeper.0 as usize][keeper.1 as usize];
                status.winner = winner;
                status.verdict = verdict;
                status.judged = true;
            }
        }
    }

    /// Merges entries of one folder, into the one that is not a link if there is one. Returns for each merged entry the one that
    /// it was merged into.
    fn merge(&mut self) -> HashMap<EntryIndex, EntryIndex> {
        let mut merged_into = HashMap::new();
        if !self.may_meet_twice() {
            return merged_into;
        }
        let mut first: HashMap<PathBuf, Vec<EntryIndex>> = HashMap::new();
        for (root, searched) in self.roots.iter().enumerate() {
            for (index, entry) in searched.entries.iter().enumerate() {
                first.entry(searched.real_path(entry)).or_default().push((to_u32(root), to_u32(index)));
            }
        }
        for same in first.into_values().filter(|same| same.len() > 1) {
            let keeper = same.iter().copied().find(|at| self.entry(*at).real.is_none()).unwrap_or(same[0]);
            for at in same.into_iter().filter(|at| *at != keeper) {
                let (way, agents) =
                    (self.roots[at.0 as usize].path(self.entry(at)), self.roots[at.0 as usize].root.agents.clone());
                let known = self.roots[keeper.0 as usize].root.agents.clone();
                let status = &mut self.statuses[keeper.0 as usize][keeper.1 as usize];
                status.ways.push(way);
                let new = agents.into_iter().filter(|agent| !known.contains(agent)).collect::<Vec<_>>();
                for agent in new {
                    if !status.agents.contains(&agent) {
                        status.agents.push(agent);
                    }
                }
                self.statuses[at.0 as usize][at.1 as usize].same_as = Some(keeper);
                merged_into.insert(at, keeper);
            }
        }
        merged_into
    }

    /// Only links and nested roots lead to one folder by two paths.
    fn may_meet_twice(&self) -> bool {
        let linked = self.roots.iter().any(|root| root.entries.iter().any(|entry| entry.real.is_some()));
        let nested = |one: &SearchedRoot| self.roots.iter().filter(|other| other.real.starts_with(&one.real)).count() > 1;
        linked || self.roots.iter().any(nested)
    }

    fn entry(&self, at: EntryIndex) -> &ListingEntry {
        &self.roots[at.0 as usize].entries[at.1 as usize]
    }

    fn status(&self, at: EntryIndex) -> &EntryStatus {
        &self.statuses[at.0 as usize][at.1 as usize]
    }

    /// The skills in the order of their roots, shadowed ones too.
    pub fn skills(&self) -> impl Iterator<Item = SkillSummary> {
        let programs = self.programs();
        self.each().map(move |(searched, entry, status)| self.summary(searched, entry, status, programs.as_ref()))
    }

    fn programs(&self) -> Option<ProgramCache<'_>> {
        self.environment.as_ref().map(Environment::programs)
    }

    /// Like [`Listing::skills`], with borrowed fields and without what a table does not show.
    pub fn overviews(&self) -> impl Iterator<Item = SkillOverview<'_>> {
        let programs = self.programs();
        self.each().map(move |(searched, entry, status)| {
            let path = searched.path(entry);
            let own = entry.findings.iter().map(|found| (Cow::Borrowed(found.code.as_ref()), found.severity));
            let linked = || finding(Profile::Lenient, "LINKED", "", None).severity;
            let also = status.ways.iter().map(|_| (Cow::Borrowed("LINKED"), linked()));
            let unmet = entry.requires.as_ref().zip(programs.as_ref());
            let unmet = unmet.map(|(requires, programs)| requires.unmet_in(programs, Profile::Lenient)).unwrap_or_default();
            let unmet = unmet.into_iter().map(|found| (Cow::Owned(found.code), found.severity));
            SkillOverview {
                item_id: ItemId(hexadecimal(&entry.id)),
                name: &entry.name,
                description: &entry.description,
                file: &entry.file,
                format: entry.format,
                real: entry.real.as_deref(),
                scope: if entry.system { SkillScope::System } else { searched.root.scope },
                learned: entry.ability_id.is_some(),
                agents: searched.root.agents.iter().chain(&status.agents).map(String::as_str).collect(),
                findings: own.chain(also).chain(unmet).collect(),
                shadowed: status.winner.is_some(),
                key: entry.key(),
                noted: entry.noted.in_folder(&path),
                modified_at: entry.modified_at,
                path,
            }
        })
    }

    fn summary(
        &self,
        searched: &SearchedRoot,
        entry: &ListingEntry,
        status: &EntryStatus,
        programs: Option<&ProgramCache<'_>>,
    ) -> SkillSummary {
        let path_of = |at: EntryIndex| self.roots[at.0 as usize].path(self.entry(at)).display().to_string();
        let also = |way: &PathBuf| finding(Profile::Lenient, "LINKED", format!("Also reached as {}", way.display()), None);
        let unmet =
            entry.requires.as_ref().zip(programs).map(|(requires, programs)| requires.unmet_in(programs, Profile::Lenient));
        let said = entry.findings.iter().map(SkillFinding::from);
        let findings = said.chain(status.ways.iter().map(also)).chain(unmet.unwrap_or_default()).collect();
        let agents = searched.root.agents.iter().chain(&status.agents).cloned().collect();
        let path = searched.path(entry).to_string_lossy().into_owned();
        SkillSummary {
            name: entry.name.to_string(),
            description: entry.description.to_string(),
            item_id: ItemId(hexadecimal(&entry.id)),
            path,
            file: entry.file.to_string(),
            root: searched.root.path.to_string_lossy().into_owned(),
            scope: if entry.system { SkillScope::System } else { searched.root.scope },
            format: entry.format,
            findings,
            shadowed_by: status.winner.map(path_of),
            agents,
            ability_id: entry.ability_id.as_deref().map(AbilityId::from),
            modified_at: entry.modified_at,
            for_agent: status.verdict.clone(),
        }
    }

    /// Folder and file name of every skill, each once.
    pub fn files(&self) -> impl Iterator<Item = (PathBuf, &str)> {
        self.each().map(|(searched, entry, _)| (searched.path(entry), &*entry.file))
    }

    /// The skill in the folder `path`.
    pub fn at(&self, path: &Path) -> Option<ListedSkill> {
        let at = self.position(path)?;
        let (searched, entry, status) = (&self.roots[at.0 as usize], self.entry(at), self.status(at));
        Some(ListedSkill {
            summary: self.summary(searched, entry, status, self.programs().as_ref()),
            key: entry.key().to_owned(),
            linked: entry.real.is_some(),
            ways: status.ways.clone(),
        })
    }

    /// Whether there is a skill in `path`, or another path to one.
    pub fn names(&self, path: &Path) -> bool {
        self.positions_of(path).next().is_some()
    }

    fn position(&self, path: &Path) -> Option<EntryIndex> {
        self.positions_of(path).find(|at| self.status(*at).same_as.is_none())
    }

    fn positions_of<'l>(&'l self, path: &'l Path) -> impl Iterator<Item = EntryIndex> + 'l {
        self.roots.iter().enumerate().filter_map(move |(root, searched)| {
            let below = path.strip_prefix(&searched.root.path).ok()?;
            let index = searched.entries.binary_search_by(|entry| (*entry.below).cmp(below)).ok()?;
            Some((to_u32(root), to_u32(index)))
        })
    }

    /// The folders of the skills that the one in `path` shadows.
    pub fn shadowed_by(&self, path: &Path) -> Vec<PathBuf> {
        let Some(winner) = self.position(path) else { return Vec::new() };
        let shadowed_by = self.each().filter(|(_, _, status)| status.winner == Some(winner));
        shadowed_by.map(|(searched, entry, _)| searched.path(entry)).collect()
    }

    /// The skills that the agents of the skill in `path` choose from, including that skill and without shadowed ones.
    pub fn candidates(&self, path: &Path) -> Vec<Candidate<'_>> {
        let Some(own) = self.position(path) else { return Vec::new() };
        let agents: Vec<&String> = self.roots[own.0 as usize].root.agents.iter().chain(&self.status(own).agents).collect();
        let is_own = |entry: &ListingEntry| std::ptr::eq(entry, self.entry(own));
        let met = self.each().filter(|(searched, entry, status)| {
            let meets = || searched.root.agents.iter().chain(&status.agents).any(|agent| agents.contains(&agent));
            is_own(entry) || status.winner.is_none() && meets()
        });
        met.map(|(searched, entry, _)| Candidate {
            name: &entry.name,
            description: &entry.description,
            path: searched.path(entry),
        })
        .collect()
    }

    /// The folder of the skill with this category id.
    pub fn path_of(&self, id: &str) -> Option<PathBuf> {
        let mut each = self.each();
        each.find(|(_, entry, _)| hexadecimal(&entry.id) == id).map(|(searched, entry, _)| searched.path(entry))
    }

    fn each(&self) -> impl Iterator<Item = (&SearchedRoot, &ListingEntry, &EntryStatus)> {
        let all = self.roots.iter().zip(&self.statuses).flat_map(|(searched, statuses)| {
            searched.entries.iter().zip(statuses).map(move |(entry, status)| (searched, entry, status))
        });
        all.filter(|(_, _, status)| status.same_as.is_none())
    }

    /// The files that are no skills, with reasons.
    pub fn skipped(&self) -> impl Iterator<Item = &SkippedSkill> {
        self.roots.iter().flat_map(|root| &root.skipped)
    }

    /// The roots with the number of their skills.
    pub fn roots(&self) -> impl Iterator<Item = SkillRoot> {
        self.roots.iter().map(|searched| SkillRoot {
            path: searched.root.path.display().to_string(),
            scope: searched.root.scope,
            found: to_u32(searched.entries.len()),
        })
    }

    /// The agents that read each root.
    pub fn roots_by_path(&self) -> BTreeMap<PathBuf, Vec<String>> {
        self.roots.iter().map(|searched| (searched.root.path.clone(), searched.root.agents.clone())).collect()
    }

    /// Number of skills, each folder once.
    pub fn len(&self) -> usize {
        self.statuses.iter().flatten().filter(|status| status.same_as.is_none()).count()
    }

    /// Whether there is no skill.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The whole answer in one piece.
    pub fn answer(&self) -> SkillsListResponse {
        SkillsListResponse {
            skills: self.skills().collect(),
            skipped: self.skipped().cloned().collect(),
            roots: self.roots().collect(),
            note: self.note.clone(),
        }
    }
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
