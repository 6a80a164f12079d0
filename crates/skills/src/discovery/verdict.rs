//! What one agent does with each skill in its folders: loads it, shadows it, or refuses it with a reason. Without an agent, only
//! which skill of a name comes first.

use crate::agents::environment::ProgramCache;
use crate::agents::root::Root;
use crate::agents::rules::{AgentView, Clash, ClashKey, Requirement, Rules};
use crate::discovery::listing::{EntryIndex, ListingEntry, SearchedRoot};
use crate::format::profile::Profile;
use apprentice_contracts::skill::{AgentSkillStatus, AgentVerdict, SkillScope};
use std::borrow::Cow;
use std::collections::HashMap;

/// Judges skill by skill, in the order of roots.
pub(crate) struct PrecedenceJudge<'a> {
    winners: HashMap<String, EntryIndex>,
    view: Option<&'a AgentView>,
    programs: Option<ProgramCache<'a>>,
}

/// How many skills of a root an agent has taken.
#[derive(Default)]
pub(crate) struct RootCounts {
    candidates: usize,
    loaded: usize,
}

impl<'a> PrecedenceJudge<'a> {
    pub fn new(view: Option<&'a AgentView>) -> Self {
        Self { winners: HashMap::new(), view, programs: view.map(|view| view.environment.programs()) }
    }

    pub fn judge(
        &mut self,
        roots: &[SearchedRoot],
        root: usize,
        at: EntryIndex,
        keeper: EntryIndex,
        counted: &mut RootCounts,
    ) -> (Option<EntryIndex>, Option<AgentSkillStatus>) {
        let entry = &roots[at.0 as usize].entries[at.1 as usize];
        let Some(view) = self.view else {
            return (self.claim(entry.name.to_string(), keeper), None);
        };
        let seen = &view.roots.iter().find(|seen| seen.root.path == roots[root].root.path);
        let namespace = seen.and_then(|seen| seen.namespace.as_deref());
        let rules = view.agent.rules;
        let named = |name: &str| namespace.map_or_else(|| name.to_owned(), |space| format!("{space}:{name}"));
        let standing = |verdict, reason: Option<String>| {
            Some(AgentSkillStatus { verdict, name: named(&name_for_agent(rules, entry)), reason })
        };
        if let Some(reason) = refusal_reason(rules, entry, &roots[root].root, counted) {
            return (None, standing(AgentVerdict::Refused, Some(reason)));
        }
        let winner = match rules.clash {
            Clash::BothStay => None,
            Clash::FirstWins | Clash::ByChance => self.claim(named(&name_for_agent(rules, entry)), keeper),
        };
        if let Some(winner) = winner {
            let path = roots[winner.0 as usize].path(&roots[winner.0 as usize].entries[winner.1 as usize]);
            let reason = match rules.clash {
                Clash::ByChance => format!("this one or {} is loaded, by chance", path.display()),
                _ => format!("{} comes first", path.display()),
            };
            return (Some(winner), standing(AgentVerdict::Shadowed, Some(reason)));
        }
        if let Some(lacking) = self.unmet_by_machine(rules, entry) {
            return (None, standing(AgentVerdict::Refused, Some(lacking)));
        }
        counted.loaded += 1;
        if seen.is_some_and(|seen| seen.on_demand) {
            let reason = "read when the agent works on files near it".to_owned();
            return (None, standing(AgentVerdict::OnDemand, Some(reason)));
        }
        (None, standing(AgentVerdict::Loaded, None))
    }

    /// The unmet requirements, for an agent that leaves out a skill because of them. Such a skill still shadows others of its
    /// name.
    fn unmet_by_machine(&self, rules: &Rules, entry: &ListingEntry) -> Option<String> {
        let requires = entry.requires.as_ref().filter(|_| rules.asks_machine)?;
        let unmet = requires.unmet_in(self.programs.as_ref()?, Profile::Lenient);
        let words: Vec<String> = unmet.into_iter().map(|finding| finding.message).collect();
        (!words.is_empty()).then(|| words.join("; "))
    }

    /// The first skill of a key wins. Returns the winner, or `None` if this one wins.
    fn claim(&mut self, key: String, at: EntryIndex) -> Option<EntryIndex> {
        match self.winners.entry(key) {
            std::collections::hash_map::Entry::Occupied(winner) => Some(*winner.get()),
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(at);
                None
            }
        }
    }
}

/// The name that the agent uses for it.
fn name_for_agent<'a>(rules: &Rules, entry: &'a ListingEntry) -> Cow<'a, str> {
    match rules.key {
        ClashKey::Name => Cow::Borrowed(&entry.name),
        ClashKey::Folder => entry.below.file_name().map(|name| name.to_string_lossy()).unwrap_or_default(),
    }
}

/// The reason for a refusal, close to the agent's own words.
fn refusal_reason(rules: &Rules, entry: &ListingEntry, root: &Root, counted: &mut RootCounts) -> Option<String> {
    counted.candidates += 1;
    if counted.candidates > rules.candidates {
        return Some(format!("more than {} candidates in this folder", rules.candidates));
    }
    if let Some(reason) = rules.requirements.iter().find_map(|demand| unmet_requirement(*demand, entry, root)) {
        return Some(reason);
    }
    (counted.loaded >= rules.loaded).then(|| format!("more than {} skills in this folder", rules.loaded))
}

fn unmet_requirement(demand: Requirement, entry: &ListingEntry, root: &Root) -> Option<String> {
    let has = |code: &str| entry.findings.iter().any(|finding| finding.code == code);
    let length = |text: &str| text.split_whitespace().map(|word| word.chars().count() + 1).sum::<usize>().saturating_sub(1);
    let hidden = || "hidden folders are not searched".to_owned();
    let too_long = |field: &str, most: usize| format!("invalid {field}: exceeds maximum length of {most} characters");
    match demand {
        Requirement::FileName => (&*entry.file != "SKILL.md").then(|| format!("{} is not SKILL.md", entry.file)),
        Requirement::FrontMatter => {
            (has("BOM") || has("FRONT_MATTER_MISSING")).then(|| "missing YAML frontmatter delimited by ---".to_owned())
        }
        Requirement::FrontMatterOrMark => has("FRONT_MATTER_MISSING").then(|| "missing or malformed YAML frontmatter".to_owned()),
        Requirement::Text => has("NOT_TEXT").then(|| "invalid YAML: name and description are text".to_owned()),
        Requirement::Depth(most) => {
            (entry.below.iter().count() > most).then(|| "folders further down in the skills folder are not searched".to_owned())
        }
        Requirement::Yaml => has("YAML_REPAIRED").then(|| "invalid YAML in the front matter".to_owned()),
        Requirement::Name => has("NAME_INFERRED").then(|| "missing field `name`".to_owned()),
        Requirement::Description => has("DESCRIPTION_INFERRED").then(|| "missing field `description`".to_owned()),
        Requirement::DescriptionUpTo(most) => (length(&entry.description) > most).then(|| too_long("description", most)),
        Requirement::NameUpTo(most) => (length(&entry.name) > most).then(|| too_long("name", most)),
        Requirement::NotHidden => has("HIDDEN_FOLDER").then(hidden),
        Requirement::NotHiddenBut(folders) => {
            (has("HIDDEN_FOLDER") && !folders.iter().any(|folder| root.path.ends_with(folder))).then(hidden)
        }
        Requirement::FileInPlace => has("FILE_LINK").then(|| "path-escape: SKILL.md is a link".to_owned()),
        Requirement::FolderInPlaceInProjects => (entry.real.is_some() && root.scope == SkillScope::Project)
            .then(|| "symlink-escape: a link in a project's folder".to_owned()),
    }
}
