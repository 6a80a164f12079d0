//! Remembers the rows that were sent, so that the next response contains only the delta.

use apprentice_contracts::action::SkillAction;
use apprentice_contracts::ids::ItemId;
use apprentice_contracts::skill::{FindingSeverity, SkillRoot, SkippedSkill};
use apprentice_contracts::skill_page::{FindingKind, SkillRow, SkillsPageResponse};
use apprentice_skills::format::codes;
use std::collections::HashMap;
use uuid::Uuid;

/// Rows by id, each with the generation in which it was added or changed. Tables only grow, so that an index in a row that was
/// sent earlier stays valid.
#[derive(Default)]
pub(super) struct DeltaState {
    epoch: Option<Uuid>,
    generation: u64,
    rows: HashMap<ItemId, (SkillRow, u64)>,
    gone: HashMap<ItemId, u64>,
    agent_sets: Vec<Vec<String>>,
    finding_kinds: Vec<FindingKind>,
    action_sets: Vec<Vec<SkillAction>>,
}

/// The parts of a response besides its rows.
pub(super) struct Tables {
    pub skipped: Vec<SkippedSkill>,
    pub roots: Vec<SkillRoot>,
    pub note: Option<String>,
}

impl DeltaState {
    pub(super) fn agents(&mut self, agents: &[&str]) -> u32 {
        index_of(&mut self.agent_sets, |known| known == agents, || agents.iter().map(ToString::to_string).collect())
    }

    pub(super) fn actions(&mut self, actions: &[SkillAction]) -> u32 {
        index_of(&mut self.action_sets, |known| known == actions, || actions.to_vec())
    }

    pub(super) fn kind(&mut self, code: &str, severity: FindingSeverity) -> u32 {
        let title = || codes::rule(code).map_or_else(|| code.to_owned(), |rule| rule.title.to_owned());
        let is = |known: &FindingKind| known.severity == severity && known.code == code;
        index_of(&mut self.finding_kinds, is, || FindingKind { code: code.to_owned(), severity, title: title() })
    }

    /// Stores `rows` as the current ones, and returns the changes since `since`, or all rows. `fresh` becomes the id of this
    /// memory if it has none.
    pub(super) fn answer(&mut self, fresh: Uuid, since: Option<&str>, rows: Vec<SkillRow>, tables: Tables) -> SkillsPageResponse {
        let epoch = *self.epoch.get_or_insert(fresh);
        self.update(&rows);
        let from = since.and_then(|since| since.split_once('.')).filter(|(name, _)| *name == epoch.to_string());
        let from = from.and_then(|(_, count)| count.parse::<u64>().ok()).filter(|count| *count <= self.generation);
        let (skills, gone) = match from {
            None => (rows, Vec::new()),
            Some(from) => {
                let newer = |row: &SkillRow| self.rows.get(&row.item_id).is_some_and(|(_, count)| *count > from);
                let gone = self.gone.iter().filter(|(_, count)| **count > from).map(|(id, _)| id.clone()).collect();
                (rows.into_iter().filter(newer).collect(), gone)
            }
        };
        SkillsPageResponse {
            as_of: format!("{epoch}.{}", self.generation),
            whole: from.is_none(),
            skills,
            gone,
            agent_sets: self.agent_sets.clone(),
            finding_kinds: self.finding_kinds.clone(),
            action_sets: self.action_sets.clone(),
            skipped: tables.skipped,
            roots: tables.roots,
            note: tables.note,
        }
    }

    fn update(&mut self, rows: &[SkillRow]) {
        let next = self.generation + 1;
        let mut changed = false;
        let mut before = std::mem::take(&mut self.rows);
        self.rows.reserve(rows.len());
        for row in rows {
            // Most rows are unchanged; they are moved, not copied.
            let (id, kept) = match before.remove_entry(&row.item_id) {
                Some((id, (known, count))) if known == *row => (id, (known, count)),
                _ => {
                    changed = true;
                    self.gone.remove(&row.item_id);
                    (row.item_id.clone(), (row.clone(), next))
                }
            };
            self.rows.insert(id, kept);
        }
        changed |= !before.is_empty();
        self.gone.extend(before.into_keys().map(|id| (id, next)));
        if changed {
            self.generation = next;
        }
    }
}

fn index_of<T>(table: &mut Vec<T>, is: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> u32 {
    let index = table.iter().position(is).unwrap_or_else(|| {
        table.push(make());
        table.len() - 1
    });
    u32::try_from(index).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_contracts::category::CategoryItemKind;
    use apprentice_contracts::skill_page::{SkillSource, SkillState};

    fn row(id: &str, name: &str) -> SkillRow {
        SkillRow {
            item_id: id.into(),
            kind: CategoryItemKind::Skill,
            name: name.into(),
            description: String::new(),
            path: None,
            source: SkillSource::Native,
            agents: 0,
            state: SkillState::Active,
            reason: None,
            health: None,
            ability_id: None,
            lane: None,
            findings: Vec::new(),
            shadowed: false,
            pinned: false,
            categories: Vec::new(),
            modified_at: 0.0,
            actions: 0,
        }
    }

    fn ask(kept: &mut DeltaState, since: Option<&str>, rows: &[(&str, &str)]) -> (String, bool, Vec<String>, Vec<String>) {
        let tables = Tables { skipped: Vec::new(), roots: Vec::new(), note: None };
        let rows = rows.iter().map(|(id, name)| row(id, name)).collect();
        let answer = kept.answer(Uuid::nil(), since, rows, tables);
        let gone = answer.gone.into_iter().map(|id| id.0).collect();
        (answer.as_of, answer.whole, answer.skills.into_iter().map(|row| row.name).collect(), gone)
    }

    #[test]
    fn who_asks_again_hears_only_what_changed() {
        let mut kept = DeltaState::default();
        let (first, whole, names, _) = ask(&mut kept, None, &[("a", "A"), ("b", "B")]);
        assert_eq!((whole, names.len()), (true, 2));
        let same = ask(&mut kept, Some(&first), &[("a", "A"), ("b", "B")]);
        assert_eq!(same, (first.clone(), false, vec![], vec![]));
        let (second, whole, names, gone) = ask(&mut kept, Some(&first), &[("a", "A2"), ("c", "C")]);
        assert_eq!((whole, names, gone), (false, vec!["A2".to_owned(), "C".to_owned()], vec!["b".to_owned()]));
        // A window that fell behind gets both changes; one that did not gets none.
        let (third, _, names, gone) = ask(&mut kept, Some(&first), &[("a", "A2"), ("b", "B"), ("c", "C")]);
        assert_eq!((names.len(), gone.len()), (3, 0), "what came back is not gone");
        assert_ne!(second, third);
        assert_eq!(ask(&mut kept, Some(&third), &[("a", "A2"), ("b", "B"), ("c", "C")]).2, Vec::<String>::new());
    }

    #[test]
    fn what_another_run_of_the_program_said_means_all_again() {
        let mut kept = DeltaState::default();
        ask(&mut kept, None, &[("a", "A")]);
        for since in ["", "7", "00000000-0000-0000-0000-000000000001.1", "00000000-0000-0000-0000-000000000000.9"] {
            let (_, whole, names, _) = ask(&mut kept, Some(since), &[("a", "A")]);
            assert!(whole && names == ["A"], "{since}");
        }
    }
}
