//! Abilities that can be used later: availability (§0C.11A), lookup (§0C.11, §0C.11C), catalogue, and what is decided about them
//! once they are installed (§0C.16A "Ability lifecycle responses").

use crate::Time;
use crate::capability::CapabilityHealthStatus;
use crate::ids::AbilityId;
use crate::observation::ControlSurface;
use crate::proposal::InstallLane;
use crate::validation::{ValidationRun, ValidationStepResult};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AbilitySource {
    Learned,
    Imported,
    Native,
    Promoted,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckpointHealth {
    Strong,
    Moderate,
    Weak,
    NoData,
    Quarantined,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityAvailabilityEntry {
    pub ability_id: AbilityId,
    pub title: String,
    pub family: String,
    pub source: AbilitySource,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill_slug: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub primary_capability_id: Option<String>,
    pub install_lane: InstallLane,
    pub enabled: bool,
    pub usable_now: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_unusable: Option<String>,
    pub trigger_phrases: Vec<String>,
    pub negative_triggers: Vec<String>,
    pub aliases: Vec<String>,
    pub project_scopes: Vec<String>,
    pub preferred_control_surfaces: Vec<ControlSurface>,
    pub support_pack_refs: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint_health: Option<CheckpointHealth>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_validated_at: Option<Time>,
    pub schema_version: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AbilityAvailabilitySnapshot {
    pub abilities: Vec<AbilityAvailabilityEntry>,
    pub snapshot_as_of: Time,
    /// Whether the files that agents read lag behind what stands here: say "refreshing abilities" instead of showing this as
    /// settled (§0C.11B). Always false in the file itself.
    #[serde(default)]
    pub stale: bool,
    pub schema_version: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillCatalogEntry {
    pub ability_id: AbilityId,
    pub title: String,
    pub family: String,
    pub source: AbilitySource,
    pub install_lane: InstallLane,
    pub enabled: bool,
    pub usable_now: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_unusable: Option<String>,
    pub tags: Vec<String>,
    pub category_ids: Vec<uuid::Uuid>,
    pub created_at: Time,
    pub updated_at: Time,
    pub schema_version: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SkillCatalogCurrent {
    pub items: Vec<SkillCatalogEntry>,
    pub refreshed_at: Time,
    pub schema_version: u32,
}

fn default_lanes() -> Vec<InstallLane> {
    vec![InstallLane::ApprovedWorkspace, InstallLane::SharedPromoted]
}

fn default_true() -> bool {
    true
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AbilityLookupQuery {
    #[garde(length(chars, min = 1, max = 500))]
    pub user_query: String,
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub project_id: Option<String>,
    #[serde(default)]
    #[garde(length(chars, max = 160))]
    pub room_id: Option<String>,
    #[serde(default = "default_lanes")]
    #[garde(skip)]
    pub install_lanes_allowed: Vec<InstallLane>,
    #[serde(default = "default_true")]
    #[garde(skip)]
    pub include_private_owned_by_user: bool,
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AbilityLookupResult {
    pub matches: Vec<AbilityMatch>,
    pub created_at: Time,
    pub schema_version: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityMatch {
    pub ability_id: AbilityId,
    pub title: String,
    pub score: f64,
    pub match_reasons: Vec<String>,
    pub install_lane: InstallLane,
    pub usable_now: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_unusable: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AbilityExplainMatchRequest {
    #[garde(length(chars, min = 1, max = 500))]
    pub user_query: String,
    #[garde(length(chars, min = 1, max = 160))]
    pub ability_id: String,
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub project_id: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AbilityExplainMatchResponse {
    pub ability_id: AbilityId,
    pub matched: bool,
    pub score: f64,
    pub match_reasons: Vec<String>,
    pub rejection_reasons: Vec<String>,
}

/// `POST /api/abilities/:id/activate` and `/deactivate`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityActivationResponse {
    pub ability_id: AbilityId,
    pub enabled: bool,
    /// The agents' folders that it belongs into.
    #[serde(default)]
    pub places: Vec<AbilityPlacement>,
}

/// A folder of an agent that an ability was installed into. While the ability is quarantined or deactivated its copies are taken out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "AbilityPlace")]
pub struct AbilityPlacement {
    /// The skill's own folder, absolute.
    pub path: String,
    /// Whose folder it is.
    pub label: String,
    pub standing: AbilityPlacementState,
    /// What is in the way, while it waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "AbilityPlaceStanding")]
pub enum AbilityPlacementState {
    Placed,
    TakenOut,
    /// Somebody edited the copy after it was installed: it was left, and an agent may still read it.
    Edited,
    /// It could not be taken out or put back yet; that is tried again.
    Waiting,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct RemoveAbilityQuery {
    /// Also copies that somebody edited after they were installed; a copy of each edit is kept.
    #[serde(default)]
    #[garde(skip)]
    pub force: bool,
}

/// `DELETE /api/abilities/:id`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityRemovedResponse {
    pub ability_id: AbilityId,
    /// The agents' folders that it was taken out of.
    pub places: Vec<AbilityPlacement>,
    /// For `POST /api/skills/restore`: brings it back.
    pub undo: String,
}

/// `POST /api/abilities/:id/quarantine`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct QuarantineRequest {
    /// Shown wherever the ability is; what looks like a secret in it is masked.
    #[garde(length(chars, min = 1, max = 240))]
    pub reason: String,
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<String>,
}

/// `POST /api/abilities/:id/quarantine` and `/unquarantine`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityQuarantineResponse {
    pub ability_id: AbilityId,
    pub quarantined: bool,
    /// Why it is; the reason of the first time when it already was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The agents' folders that it belongs into.
    #[serde(default)]
    pub places: Vec<AbilityPlacement>,
}

/// `POST /api/abilities/:id/promote-shared`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityPromotionResponse {
    pub ability_id: AbilityId,
    pub install_lane: InstallLane,
}

/// `POST /api/abilities/:id/canary`: the installed files were read and checked; nothing was changed.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AbilityCanaryResponse {
    pub ability_id: AbilityId,
    pub validation_run: ValidationRun,
    pub steps: Vec<ValidationStepResult>,
    pub health_status: CapabilityHealthStatus,
    pub quarantined: bool,
    /// Good canaries in a row; five of them heal a degraded ability and lift a quarantine that its failures brought.
    pub good_canaries: u32,
    pub schema_version: u32,
}
