//! The rows of the list: skills by folder, abilities by id, whether or not their files exist.

use super::DatabaseFacts;
use super::actions;
use super::actions::SkillFacts;
use super::delta::{DeltaState, Tables};
use crate::ability::health;
use apprentice_agents::switches::Switches;
use apprentice_contracts::ability::AbilitySource;
use apprentice_contracts::category::CategoryItemKind;
use apprentice_contracts::ids::{AbilityId, CategoryId, ItemId};
use apprentice_contracts::proposal::InstallLane;
use apprentice_contracts::skill::SkillScope;
use apprentice_contracts::skill_page::{SkillRow, SkillSource, SkillState};
use apprentice_skills::discovery::listing::{Listing, SkillOverview};
use apprentice_skills::install::manage::InstallNotes;
use apprentice_skills::install::put;
use apprentice_store::abilities::AbilityRecord;
use apprentice_store::sagas::Placement;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Longest description in a row, in characters.
const SHOWN: usize = 240;

/// The setting of an agent for single skills.
pub(super) struct MachineSwitches {
    pub(super) switches: Switches,
    /// Whether such an agent is on this machine.
    pub(super) is_there: bool,
}

/// What is known besides the folders.
pub(super) struct PageFacts<'k> {
    abilities: &'k [AbilityRecord],
    /// Folder to the ability that the engine installed there.
    ours: HashMap<PathBuf, &'k str>,
    /// Folder to the removed copy of an ability that is enabled again.
    returning: HashMap<PathBuf, &'k Placement>,
    /// Ability to the labels of the folders from which it was removed.
    out: HashMap<&'k str, Vec<&'k str>>,
    categories: HashMap<(CategoryItemKind, &'k str), Vec<CategoryId>>,
    notes: InstallNotes,
    switches: MachineSwitches,
}

impl<'k> PageFacts<'k> {
    pub(super) fn new(facts: &'k DatabaseFacts, notes: InstallNotes, switches: MachineSwitches) -> Self {
        let (taken_out, there): (Vec<&Placement>, Vec<&Placement>) = facts.placements.iter().partition(|at| at.is_taken_out());
        let ours = there.into_iter().map(|at| (at.folder(), at.ability_id.0.as_str())).collect();
        let on: HashSet<&AbilityId> =
            facts.abilities.iter().filter(|record| !health::is_off(record)).map(|record| &record.entry.ability_id).collect();
        let mut returning = HashMap::new();
        let mut out: HashMap<&str, Vec<&str>> = HashMap::new();
        for at in taken_out {
            out.entry(at.ability_id.0.as_str()).or_default().push(&at.label);
            if on.contains(&at.ability_id) {
                returning.insert(at.folder(), at);
            }
        }
        let mut categories: HashMap<(CategoryItemKind, &str), Vec<CategoryId>> = HashMap::new();
        for one in &facts.assignments {
            categories.entry((one.item_kind, one.item_id.as_str())).or_default().push(one.category_id);
        }
        Self { abilities: &facts.abilities, ours, returning, out, categories, notes, switches }
    }

    /// The ability whose copy is in the folder. A copy that was just restored counts before the database knows it.
    fn ability_at(&self, folder: &Path) -> Option<&'k str> {
        let put_back = || {
            let at = *self.returning.get(folder)?;
            let there = put::fingerprint_at(Path::new(&at.root), &at.slug).ok()??;
            (there == at.fingerprint).then_some(at.ability_id.0.as_str())
        };
        self.ours.get(folder).copied().or_else(put_back)
    }

    fn categories(&self, kind: CategoryItemKind, id: &str) -> Vec<CategoryId> {
        self.categories.get(&(kind, id)).cloned().unwrap_or_default()
    }
}

/// Skills in the order of their folders, then abilities.
pub(super) fn all(listing: &Listing, facts: &PageFacts, delta: &mut DeltaState) -> (Vec<SkillRow>, Tables) {
    let mut copies: BTreeMap<&str, Vec<SkillOverview>> = BTreeMap::new();
    let mut rows = Vec::with_capacity(listing.len());
    for skill in listing.overviews() {
        match facts.ability_at(&skill.path) {
            Some(ability) => copies.entry(ability).or_default().push(skill),
            None => rows.push(of_skill(skill, facts, delta)),
        }
    }
    for record in facts.abilities.iter().filter(|record| record.entry.install_lane != InstallLane::Pending) {
        let copies = copies.remove(record.entry.ability_id.0.as_str()).unwrap_or_default();
        rows.push(of_ability(record, &copies, facts, delta));
    }
    // Copies of abilities that were deleted or are not installed any more.
    rows.extend(copies.into_values().flatten().map(|skill| of_skill(skill, facts, delta)).collect::<Vec<_>>());
    let tables =
        Tables { skipped: listing.skipped().cloned().collect(), roots: listing.roots().collect(), note: listing.note.clone() };
    (rows, tables)
}

fn of_skill(skill: SkillOverview, facts: &PageFacts, delta: &mut DeltaState) -> SkillRow {
    let note = facts.notes.of(&skill.path);
    let source = match skill.scope {
        SkillScope::System => SkillSource::Bundle,
        _ if note.installed || skill.noted => SkillSource::Imported,
        _ => SkillSource::Native,
    };
    let MachineSwitches { switches, is_there } = &facts.switches;
    let off = switches.off_for_all(&skill.agents, skill.key);
    let switched_on = actions::switched_on(*is_there, switches, &skill.agents, skill.key);
    // Installers record the real folder of a linked skill.
    let real_note = skill.real.map(|real| facts.notes.of(real));
    let actions = SkillFacts::of_row(&skill, real_note.as_ref().unwrap_or(&note), switched_on).actions();
    SkillRow {
        kind: CategoryItemKind::Skill,
        categories: facts.categories(CategoryItemKind::Skill, skill.item_id.as_str()),
        item_id: skill.item_id,
        name: skill.name.to_owned(),
        description: shortened(skill.description),
        source,
        agents: delta.agents(&skill.agents),
        state: if off { SkillState::Disabled } else { SkillState::Active },
        reason: off.then(|| format!("Switched off in the configuration of {}.", skill.agents.join(", "))),
        health: None,
        ability_id: None,
        lane: None,
        findings: skill.findings.iter().map(|(code, severity)| delta.kind(code, *severity)).collect(),
        shadowed: skill.shadowed,
        pinned: note.pinned,
        modified_at: skill.modified_at,
        actions: delta.actions(&actions),
        path: Some(skill.path.display().to_string()),
    }
}

fn of_ability(record: &AbilityRecord, copies: &[SkillOverview], facts: &PageFacts, delta: &mut DeltaState) -> SkillRow {
    let entry = &record.entry;
    let first = copies.first();
    let mut agents: Vec<&str> = Vec::new();
    for agent in copies.iter().flat_map(|copy| &copy.agents) {
        if !agents.contains(agent) {
            agents.push(agent);
        }
    }
    let state = match entry.install_lane {
        InstallLane::Quarantined => SkillState::Quarantined,
        _ if !entry.enabled => SkillState::Disabled,
        _ if copies.is_empty() => SkillState::Missing,
        _ => SkillState::Active,
    };
    let out = facts.out.get(entry.ability_id.0.as_str()).map(|labels| labels.join(", "));
    let reason = match (entry.reason_unusable.clone(), out) {
        (Some(reason), Some(labels)) => Some(format!("{reason} Taken out of: {labels}.")),
        (Some(reason), None) => Some(reason),
        (None, Some(labels)) => Some(format!("It could not be put back yet into: {labels}. That is tried again.")),
        (None, None) if state == SkillState::Missing => Some("Its files are not in any agent's folder any more.".to_owned()),
        (None, None) => None,
    };
    SkillRow {
        item_id: ItemId(entry.ability_id.0.clone()),
        kind: CategoryItemKind::LearnedAbility,
        name: first.map(|copy| copy.name.to_owned()).or_else(|| entry.skill_slug.clone()).unwrap_or_else(|| entry.title.clone()),
        description: first.map_or_else(|| entry.title.clone(), |copy| shortened(copy.description)),
        path: first.map(|copy| copy.path.display().to_string()),
        source: match entry.source {
            AbilitySource::Learned | AbilitySource::Promoted => SkillSource::Learned,
            AbilitySource::Imported => SkillSource::Imported,
            AbilitySource::Native => SkillSource::Native,
        },
        agents: delta.agents(&agents),
        state,
        reason,
        health: entry.checkpoint_health,
        ability_id: Some(entry.ability_id.clone()),
        lane: Some(entry.install_lane),
        findings: first.iter().flat_map(|copy| &copy.findings).map(|(code, severity)| delta.kind(code, *severity)).collect(),
        shadowed: first.is_some_and(|copy| copy.shadowed),
        pinned: false,
        categories: facts.categories(CategoryItemKind::LearnedAbility, &entry.ability_id.0),
        modified_at: first.map_or_else(|| seconds(record), |copy| copy.modified_at),
        actions: delta.actions(&actions::of_ability(record)),
    }
}

#[expect(clippy::cast_precision_loss, reason = "milliseconds of our time fit")]
fn seconds(record: &AbilityRecord) -> f64 {
    record.updated_at.timestamp_millis() as f64 / 1000.0
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}
