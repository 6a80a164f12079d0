//! The worth of every combination of the conditions of §0C.11C, computed by the algorithm itself, so that even the order of its
//! additions is written only once.

use super::{admits, rejected, score};
use apprentice_contracts::ability::{AbilityAvailabilityEntry, AbilityLookupQuery, AbilitySource, CheckpointHealth};
use apprentice_contracts::ids::AbilityId;
use apprentice_contracts::proposal::InstallLane;

/// Conditions that depend on the query.
pub(super) const TRIGGER_PARTIAL: u8 = 1;
pub(super) const TRIGGER_FULL: u8 = 2;
pub(super) const TITLE: u8 = 4;
pub(super) const PROJECT: u8 = 8;
/// The ability is excluded.
pub(super) const NEGATIVE: u8 = 16;
const MARKS: usize = 32;

/// Properties of the ability, as one small number.
const LANES: [InstallLane; 4] =
    [InstallLane::SharedPromoted, InstallLane::ApprovedWorkspace, InstallLane::ExperimentalPrivate, InstallLane::Pending];
const HEALTHS: [Option<CheckpointHealth>; 3] = [None, Some(CheckpointHealth::Strong), Some(CheckpointHealth::Weak)];
const CLASSES: usize = LANES.len() * HEALTHS.len() * 4;

/// Lower than every real score.
const NONE: f64 = -1.0;

/// `None` for an ability that no query finds.
pub(super) fn class(ability: &AbilityAvailabilityEntry) -> Option<u8> {
    if rejected(ability).is_some() {
        return None;
    }
    let lane = LANES.iter().position(|lane| *lane == ability.install_lane)?;
    let health = HEALTHS.iter().position(|health| *health == ability.checkpoint_health).unwrap_or_default();
    let global = ability.project_scopes.is_empty() || ability.project_scopes.iter().any(|scope| scope == "*");
    Some(((lane * HEALTHS.len() + health) * 4 + usize::from(ability.usable_now) * 2 + usize::from(global)) as u8)
}

fn lane(class: usize) -> InstallLane {
    LANES[class / (HEALTHS.len() * 4)]
}

/// A score for every class and every combination of conditions.
#[derive(Clone)]
pub(super) struct Worth(Vec<f64>);

impl Worth {
    pub fn new() -> Self {
        Self((0..CLASSES * MARKS).map(|place| worth(place / MARKS, (place % MARKS) as u8)).collect())
    }

    /// The same table without lanes that the query excludes.
    pub fn with_lanes_of(&self, query: &AbilityLookupQuery) -> Self {
        let mut wanted = self.clone();
        for (class, scores) in wanted.0.chunks_mut(MARKS).enumerate() {
            if !admits(query, lane(class)) {
                scores.fill(NONE);
            }
        }
        wanted
    }

    pub fn of(&self, class: u8, marks: u8) -> f64 {
        self.0[usize::from(class) * MARKS + usize::from(marks)]
    }
}

fn worth(class: usize, marks: u8) -> f64 {
    let trigger = match marks & (TRIGGER_FULL | TRIGGER_PARTIAL) {
        0 => None,
        TRIGGER_PARTIAL => Some("two one"),
        TRIGGER_FULL => Some("one two"),
        _ => return NONE,
    };
    // Scope, lane and health alone are no match.
    if marks & NEGATIVE != 0 || marks & (TRIGGER_FULL | TRIGGER_PARTIAL | TITLE) == 0 {
        return NONE;
    }
    let ability = AbilityAvailabilityEntry {
        ability_id: AbilityId(String::new()),
        title: if marks & TITLE != 0 { "one two".into() } else { String::new() },
        family: String::new(),
        source: AbilitySource::Learned,
        skill_slug: None,
        primary_capability_id: None,
        install_lane: lane(class),
        enabled: true,
        usable_now: class & 2 != 0,
        reason_unusable: None,
        person_only: false,
        trigger_phrases: trigger.into_iter().map(Into::into).collect(),
        negative_triggers: Vec::new(),
        aliases: Vec::new(),
        project_scopes: match (marks & PROJECT != 0, class & 1 != 0) {
            (true, _) => vec!["here".into()],
            (false, true) => Vec::new(),
            (false, false) => vec!["elsewhere".into()],
        },
        preferred_control_surfaces: Vec::new(),
        support_pack_refs: Vec::new(),
        checkpoint_health: HEALTHS[class / 4 % HEALTHS.len()],
        last_validated_at: None,
        schema_version: apprentice_contracts::SCHEMA_VERSION,
    };
    score("one two", &ability, Some("here")).score
}
