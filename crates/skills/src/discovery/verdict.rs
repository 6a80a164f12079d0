//! What one agent makes of each skill in its folders: loaded, behind another, or refused and why. Without an agent, only who stands
//! behind whom.

use crate::agents::environment::Looked;
use crate::agents::precedence::{Clash, Demand, Key, Plan, Rules};
use crate::agents::root::Root;
use crate::discovery::listing::{At, Entry, Searched};
use crate::format::profile::Profile;
use apprentice_contracts::skill::{AgentSkillStatus, AgentVerdict, SkillScope};
use std::borrow::Cow;
use std::collections::HashMap;

/// Judges skill by skill, in the order of roots.
pub(crate) struct Shadows<'a> {
    winners: HashMap<String, At>,
    plan: Option<&'a Plan>,
    looked: Option<Looked<'a>>,
}

/// How many of a root an agent has taken.
#[derive(Default)]
pub(crate) struct Counted {
    candidates: usize,
    loaded: usize,
}

impl<'a> Shadows<'a> {
    pub fn new(plan: Option<&'a Plan>) -> Self {
        Self { winners: HashMap::new(), plan, looked: plan.map(|plan| plan.environment.looked()) }
    }

    pub fn judge(
        &mut self,
        roots: &[Searched],
        root: usize,
        at: At,
        keeper: At,
        counted: &mut Counted,
    ) -> (Option<At>, Option<AgentSkillStatus>) {
        let entry = &roots[at.0 as usize].entries[at.1 as usize];
        let Some(plan) = self.plan else {
            return (self.take(entry.name.to_string(), keeper), None);
        };
        let seen = &plan.seen.iter().find(|seen| seen.root.path == roots[root].root.path);
        let namespace = seen.and_then(|seen| seen.namespace.as_deref());
        let rules = plan.agent.rules;
        let named = |name: &str| namespace.map_or_else(|| name.to_owned(), |space| format!("{space}:{name}"));
        let says =
            |verdict, reason: Option<String>| Some(AgentSkillStatus { verdict, name: named(&called(rules, entry)), reason });
        if let Some(reason) = refuses(rules, entry, &roots[root].root, counted) {
            return (None, says(AgentVerdict::Refused, Some(reason)));
        }
        let winner = match rules.clash {
            Clash::BothStay => None,
            Clash::FirstWins | Clash::ByChance => self.take(named(&called(rules, entry)), keeper),
        };
        if let Some(winner) = winner {
            let path = roots[winner.0 as usize].path(&roots[winner.0 as usize].entries[winner.1 as usize]);
            let reason = match rules.clash {
                Clash::ByChance => format!("this one or {} is loaded, by chance", path.display()),
                _ => format!("{} comes first", path.display()),
            };
            return (Some(winner), says(AgentVerdict::Shadowed, Some(reason)));
        }
        if let Some(lacking) = self.lacking(rules, entry) {
            return (None, says(AgentVerdict::Refused, Some(lacking)));
        }
        counted.loaded += 1;
        if seen.is_some_and(|seen| seen.on_demand) {
            let reason = "read when the agent works on files near it".to_owned();
            return (None, says(AgentVerdict::OnDemand, Some(reason)));
        }
        (None, says(AgentVerdict::Loaded, None))
    }

    /// What the machine lacks, for an agent that leaves out a skill for it. Such a one stands before others of its name all the same.
    fn lacking(&self, rules: &Rules, entry: &Entry) -> Option<String> {
        let requires = entry.requires.as_ref().filter(|_| rules.asks_machine)?;
        let unmet = requires.unmet_in(self.looked.as_ref()?, Profile::Lenient);
        let words: Vec<String> = unmet.into_iter().map(|finding| finding.message).collect();
        (!words.is_empty()).then(|| words.join("; "))
    }

    /// The first of a key wins; the others hear who did.
    fn take(&mut self, key: String, at: At) -> Option<At> {
        match self.winners.entry(key) {
            std::collections::hash_map::Entry::Occupied(winner) => Some(*winner.get()),
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(at);
                None
            }
        }
    }
}

/// The name by which the agent calls it.
fn called<'a>(rules: &Rules, entry: &'a Entry) -> Cow<'a, str> {
    match rules.key {
        Key::Name => Cow::Borrowed(&entry.name),
        Key::Folder => entry.below.file_name().map(|name| name.to_string_lossy()).unwrap_or_default(),
    }
}

/// The reason, in words near to the agent's own.
fn refuses(rules: &Rules, entry: &Entry, root: &Root, counted: &mut Counted) -> Option<String> {
    counted.candidates += 1;
    if counted.candidates > rules.candidates {
        return Some(format!("more than {} candidates in this folder", rules.candidates));
    }
    if let Some(reason) = rules.demands.iter().find_map(|demand| unmet(*demand, entry, root)) {
        return Some(reason);
    }
    (counted.loaded >= rules.loaded).then(|| format!("more than {} skills in this folder", rules.loaded))
}

fn unmet(demand: Demand, entry: &Entry, root: &Root) -> Option<String> {
    let has = |code: &str| entry.findings.iter().any(|finding| finding.code == code);
    let length = |text: &str| text.split_whitespace().map(|word| word.chars().count() + 1).sum::<usize>().saturating_sub(1);
    let hidden = || "hidden folders are not searched".to_owned();
    let too_long = |field: &str, most: usize| format!("invalid {field}: exceeds maximum length of {most} characters");
    match demand {
        Demand::FileName => (&*entry.file != "SKILL.md").then(|| format!("{} is not SKILL.md", entry.file)),
        Demand::FrontMatter => {
            (has("BOM") || has("FRONT_MATTER_MISSING")).then(|| "missing YAML frontmatter delimited by ---".to_owned())
        }
        Demand::FrontMatterOrMark => has("FRONT_MATTER_MISSING").then(|| "missing or malformed YAML frontmatter".to_owned()),
        Demand::Text => has("NOT_TEXT").then(|| "invalid YAML: name and description are text".to_owned()),
        Demand::Depth(most) => {
            (entry.below.iter().count() > most).then(|| "folders further down in the skills folder are not searched".to_owned())
        }
        Demand::Yaml => has("YAML_REPAIRED").then(|| "invalid YAML in the front matter".to_owned()),
        Demand::Name => has("NAME_INFERRED").then(|| "missing field `name`".to_owned()),
        Demand::Description => has("DESCRIPTION_INFERRED").then(|| "missing field `description`".to_owned()),
        Demand::DescriptionUpTo(most) => (length(&entry.description) > most).then(|| too_long("description", most)),
        Demand::NameUpTo(most) => (length(&entry.name) > most).then(|| too_long("name", most)),
        Demand::NotHidden => has("HIDDEN_FOLDER").then(hidden),
        Demand::NotHiddenBut(folders) => {
            (has("HIDDEN_FOLDER") && !folders.iter().any(|folder| root.path.ends_with(folder))).then(hidden)
        }
        Demand::FileInPlace => has("FILE_LINK").then(|| "path-escape: SKILL.md is a link".to_owned()),
        Demand::FolderInPlaceInProjects => (entry.real.is_some() && root.scope == SkillScope::Project)
            .then(|| "symlink-escape: a link in a project's folder".to_owned()),
    }
}
