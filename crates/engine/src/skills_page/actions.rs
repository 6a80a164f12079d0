//! What a caller may do with a skill now. The list asks for thousands of skills, so the facts of a row come from memory; the details of
//! one skill also look into its folder.

use super::edit;
use crate::ability;
use apprentice_agents::switches;
use apprentice_agents::switches::Switches;
use apprentice_contracts::action::{AbilityAction, SkillAction as A};
use apprentice_contracts::skill::{FindingSeverity, SkillFormat, SkillScope};
use apprentice_skills::agents::targets::Machine;
use apprentice_skills::discovery::listing::{ListedSkill, SkillOverview};
use apprentice_skills::install::manage::InstallNote;
use apprentice_store::abilities::AbilityRecord;
use std::path::Path;

/// The file that the folder of a skill needs to be removed here.
const SKILL_FILE: &str = "SKILL.md";

/// The operations on the row of an ability.
pub(super) fn of_ability(record: &AbilityRecord) -> Vec<A> {
    ability::actions::actions(record).into_iter().filter_map(AbilityAction::on_row).collect()
}

/// What decides about a skill that is no ability.
#[derive(Clone, Copy, Debug)]
pub(super) struct SkillFacts {
    /// It came with an agent, or belongs to all users of the machine.
    pub(super) system: bool,
    /// Its text may be changed here.
    pub(super) editable: bool,
    /// It can be removed, unless it is pinned.
    pub(super) removable: bool,
    /// An installer recorded where it comes from.
    pub(super) tracked: bool,
    pub(super) pinned: bool,
    /// It has errors or warnings.
    pub(super) has_findings: bool,
    /// Whether the agent that can switch off single skills uses it. `None`: no such agent reads it.
    pub(super) switched_on: Option<bool>,
}

impl SkillFacts {
    /// What the list knows of a skill. `note`: what installers recorded about its real folder.
    pub(super) fn of_row(skill: &SkillOverview, note: &InstallNote, switched_on: Option<bool>) -> Self {
        let (system, linked) = (skill.scope == SkillScope::System, skill.real.is_some());
        Self {
            system,
            editable: !system && !linked && !note.pinned && skill.format == SkillFormat::SkillMd,
            removable: removable(&skill.path, skill.file, linked, skill.learned),
            tracked: note.installed || skill.noted,
            pinned: note.pinned,
            has_findings: skill.findings.iter().any(|(_, severity)| is_serious(*severity)),
            switched_on,
        }
    }

    /// What its folder says too. `locked`: why its text may not be changed.
    pub(super) fn of_detail(stand: &ListedSkill, note: &InstallNote, locked: bool, switched_on: Option<bool>) -> Self {
        let skill = &stand.summary;
        Self {
            system: skill.scope == SkillScope::System,
            editable: !locked,
            removable: removable(Path::new(&skill.path), &skill.file, stand.linked, skill.ability_id.is_some()),
            tracked: note.installed || edit::has_installer_note(stand),
            pinned: note.pinned,
            has_findings: skill.findings.iter().any(|found| is_serious(found.severity)),
            switched_on,
        }
    }

    /// The operations that are possible now, in the order in which the window offers them.
    pub(super) fn actions(self) -> Vec<A> {
        let updatable = self.tracked && !self.system && !self.pinned;
        let possible = [
            (A::Activate, self.switched_on == Some(false)),
            (A::Deactivate, self.switched_on == Some(true)),
            (A::Edit, self.editable),
            (A::Pin, updatable),
            (A::Unpin, self.pinned),
            (A::Update, updatable),
            (A::Fix, self.editable && self.has_findings),
            (A::Remove, self.removable && !self.system && !self.pinned),
        ];
        possible.into_iter().filter(|(_, possible)| *possible).map(|(action, _)| action).collect()
    }
}

fn is_serious(severity: FindingSeverity) -> bool {
    severity != FindingSeverity::Info
}

/// A link is removed without its target, unless a folder above it is the link. A text that names an ability belongs to the engine's
/// database, even if that has lost it.
fn removable(path: &Path, file: &str, linked: bool, learned: bool) -> bool {
    if linked { path.is_symlink() } else { file == SKILL_FILE && !learned }
}

/// Whether the agent that can switch off single skills uses this one. `None`: no such agent reads it.
pub(super) fn switched_on<A: AsRef<str>>(has_switch: bool, switches: &Switches, agents: &[A], key: &str) -> Option<bool> {
    let reads = has_switch && agents.iter().any(|agent| agent.as_ref() == switches::AGENT);
    reads.then(|| !switches.is_off(key))
}

/// Whether an agent on this machine can switch off single skills.
pub(super) fn has_switch(machine: &Machine) -> bool {
    switches::file(machine).is_some()
}
