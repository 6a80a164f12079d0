//! Installed abilities: availability (§0C.11A), lookup (§0C.11, §0C.11C), catalogue, and lifecycle operations (§0C.16A "Ability lifecycle
//! responses").

use crate::Time;
use crate::action::AbilityAction;
use crate::capability::CapabilityHealthStatus;
use crate::gate::GateNotice;
use crate::ids::{AbilityId, CapabilityId, ClientRequestId};
use crate::observation::ControlSurface;
use crate::proposal::InstallLane;
use crate::validation::{ValidationRun, ValidationStepResult};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where an ability comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AbilitySource {
    /// Taught by a demonstration.
    Learned,
    /// Imported as a skill.
    Imported,
    /// Not produced: built into the agent. Such skills are listed with all others, and are no abilities.
    Native,
    /// Not produced: promoted from a private ability. That shows in the lane; what was learned remains learned.
    Promoted,
}

/// How reliably an ability's checkpoints are reached, over its last 20 runs (§1.1I).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckpointHealth {
    /// At least 90 % were reached.
    Strong,
    /// At least 60 % were reached.
    Moderate,
    /// Fewer were reached.
    Weak,
    /// There are fewer than three runs.
    NoData,
    /// The ability is quarantined.
    Quarantined,
}

/// One ability, as agents and the lookup see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityAvailabilityEntry {
    /// Identifies the ability.
    pub ability_id: AbilityId,
    /// Its title, at most 200 characters.
    pub title: String,
    /// The application family that it is for; `general` when none is known.
    pub family: String,
    /// Where it comes from.
    pub source: AbilitySource,
    /// Name of its skill's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill_slug: Option<String>,
    /// Its capability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub primary_capability_id: Option<CapabilityId>,
    /// Where it is installed.
    pub install_lane: InstallLane,
    /// Whether it is activated.
    pub enabled: bool,
    /// Whether agents can use it.
    pub usable_now: bool,
    /// Why agents cannot use it. At most 240 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_unusable: Option<String>,
    /// Whether only a person may start it (`disable-model-invocation` of its SKILL.md): no look-up offers it to an agent.
    #[serde(default)]
    pub person_only: bool,
    /// Requests that it fits.
    pub trigger_phrases: Vec<String>,
    /// Requests that it does not fit.
    pub negative_triggers: Vec<String>,
    /// Other names for it. Empty so far: requests that it fits are its trigger phrases.
    pub aliases: Vec<String>,
    /// Projects that it is limited to. Empty: all.
    pub project_scopes: Vec<String>,
    /// How the task is best done, best first.
    pub preferred_control_surfaces: Vec<ControlSurface>,
    /// Support packs that it needs.
    pub support_pack_refs: Vec<String>,
    /// How reliably its checkpoints are reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint_health: Option<CheckpointHealth>,
    /// When a test of it last passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_validated_at: Option<Time>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `GET /api/abilities/:id/availability`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityAvailabilityResponse {
    /// The ability. Its fields are part of this object on the wire.
    #[serde(flatten)]
    pub ability: AbilityAvailabilityEntry,
    /// What a person may do with it now, in the order in which the window offers it.
    pub actions: Vec<AbilityAction>,
    /// Whether the person chose its projects. Later versions keep them.
    #[serde(default)]
    pub projects_chosen: bool,
    /// Values that were configured for its skill; agents get them with the skill. At most 16 KiB.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub configuration: serde_json::Map<String, serde_json::Value>,
    /// The names of the configured values that the person set. Agents set the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub configured_by_person: Vec<String>,
}

/// All abilities at one time (§0C.11B).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AbilityAvailabilitySnapshot {
    /// The abilities, sorted by id.
    pub abilities: Vec<AbilityAvailabilityEntry>,
    /// When the abilities last changed.
    pub snapshot_as_of: Time,
    /// Whether the files that agents read are older than this snapshot: show "refreshing abilities" instead of a settled state (§0C.11B).
    /// Always false in the file itself.
    #[serde(default)]
    pub stale: bool,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// One ability in the catalogue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SkillCatalogEntry {
    /// Identifies the ability.
    pub ability_id: AbilityId,
    /// Its title.
    pub title: String,
    /// The application family that it is for.
    pub family: String,
    /// Where it comes from.
    pub source: AbilitySource,
    /// Where it is installed.
    pub install_lane: InstallLane,
    /// Whether it is activated.
    pub enabled: bool,
    /// Whether agents can use it.
    pub usable_now: bool,
    /// Why agents cannot use it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_unusable: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// The categories that it is in.
    pub category_ids: Vec<uuid::Uuid>,
    /// When the record was created.
    pub created_at: Time,
    /// When the record last changed.
    pub updated_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// The catalogue of abilities.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SkillCatalogCurrent {
    /// The abilities, sorted by id.
    pub items: Vec<SkillCatalogEntry>,
    /// When the abilities last changed.
    pub refreshed_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

fn default_lanes() -> Vec<InstallLane> {
    vec![InstallLane::ApprovedWorkspace, InstallLane::SharedPromoted]
}

fn default_true() -> bool {
    true
}

/// A lookup of the abilities that fit a request (§0C.11).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AbilityLookupQuery {
    /// The request in the user's words, 1 to 500 characters.
    #[garde(length(chars, min = 1, max = 500))]
    pub user_query: String,
    /// The project of the request: its id, another name of it, or an absolute folder in it. Abilities of this project score higher, those of
    /// others lower, also without a project (§0C.11C). A name of several projects is refused, unless each of them returns all.
    #[serde(default)]
    #[garde(length(max = 4096))]
    pub project_id: Option<String>,
    /// Refused (`INVALID_REQUEST`): look-ups belong to no conversation.
    #[serde(default)]
    #[garde(length(chars, max = 160))]
    pub room_id: Option<String>,
    /// Only abilities in these lanes; `approved_workspace` and `shared_promoted` when left out.
    #[serde(default = "default_lanes")]
    #[garde(skip)]
    pub install_lanes_allowed: Vec<InstallLane>,
    /// Whether privately installed abilities are included; true when left out.
    #[serde(default = "default_true")]
    #[garde(skip)]
    pub include_private_owned_by_user: bool,
    /// Whether the answer says in words why each match fits, and which other abilities come nearest and why they do not fit. False
    /// when left out.
    #[serde(default)]
    #[garde(skip)]
    pub explain: bool,
    /// Version of this record's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// The abilities that fit a request.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AbilityLookupResult {
    /// The matches, best first.
    pub matches: Vec<AbilityMatch>,
    /// If `explain` is true: at most five other abilities that share words with the request, nearest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_fitting: Vec<AbilityNearMiss>,
    /// When the lookup was made.
    pub created_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// An ability that shares words with a request and does not fit it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityNearMiss {
    /// The ability.
    pub ability_id: AbilityId,
    /// Its title.
    pub title: String,
    /// How well it would fit, 0 to 1 (§0C.11C).
    pub score: f64,
    /// Why it does not fit, as codes.
    pub rejection_reasons: Vec<String>,
    /// Why it does not fit, in sentences.
    pub why_not: Vec<String>,
}

/// An ability that fits a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityMatch {
    /// The ability.
    pub ability_id: AbilityId,
    /// Its title.
    pub title: String,
    /// How well it fits, 0 to 1 (§0C.11C).
    pub score: f64,
    /// What the score is made of.
    pub match_reasons: Vec<String>,
    /// If `explain` is true: the reasons in sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// Where it is installed.
    pub install_lane: InstallLane,
    /// Whether agents can use it.
    pub usable_now: bool,
    /// Why agents cannot use it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_unusable: Option<String>,
}

/// Asks why an ability does or does not fit a request.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct AbilityExplainMatchRequest {
    /// The request in the user's words, 1 to 500 characters.
    #[garde(length(chars, min = 1, max = 500))]
    pub user_query: String,
    /// The ability.
    #[garde(length(chars, min = 1, max = 160))]
    #[schemars(with = "String")]
    pub ability_id: AbilityId,
    /// The project of the request: its id, another name of it, or an absolute folder in it.
    #[serde(default)]
    #[garde(length(max = 4096))]
    pub project_id: Option<String>,
}

/// Why an ability does or does not fit a request.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AbilityExplainMatchResponse {
    /// The ability.
    pub ability_id: AbilityId,
    /// Whether it fits.
    pub matched: bool,
    /// How well it fits, 0 to 1 (§0C.11C).
    pub score: f64,
    /// Reasons for it.
    pub match_reasons: Vec<String>,
    /// Why it was not returned.
    pub rejection_reasons: Vec<String>,
    /// Reasons for it, in sentences.
    #[serde(default)]
    pub why: Vec<String>,
    /// Why it was not returned, in sentences.
    #[serde(default)]
    pub why_not: Vec<String>,
}

/// `POST /api/abilities/:id/activate` and `/deactivate`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityActivationResponse {
    /// The ability.
    pub ability_id: AbilityId,
    /// Whether the ability is activated.
    pub enabled: bool,
    /// Its placements in agents' folders.
    #[serde(default)]
    pub places: Vec<AbilityPlacement>,
}

/// One copy of an ability in an agent's folder. While the ability is quarantined or deactivated, Apprentice removes the copy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "AbilityPlace")]
pub struct AbilityPlacement {
    /// Absolute folder of the skill.
    pub path: String,
    /// Name of the agent, or of the folder.
    pub label: String,
    /// Whether the copy is there.
    pub standing: AbilityPlacementState,
    /// Why a removal or a restoration is waiting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Whether a copy of an ability is in an agent's folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "AbilityPlaceStanding")]
pub enum AbilityPlacementState {
    /// It is there.
    Placed,
    /// It was removed, because the ability is off.
    TakenOut,
    /// It was left in place, because somebody edited it after the installation. An agent may still read it.
    Edited,
    /// It could not be removed or restored yet. Apprentice retries.
    Waiting,
}

/// `DELETE /api/abilities/:id`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct RemoveAbilityQuery {
    /// Remove edited copies too. A backup of each edit is kept.
    #[serde(default)]
    #[garde(skip)]
    pub force: bool,
}

/// `DELETE /api/abilities/:id`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityRemovedResponse {
    /// The ability.
    pub ability_id: AbilityId,
    /// The placements that were removed.
    pub places: Vec<AbilityPlacement>,
    /// Restores the ability: for `POST /api/skills/restore`.
    pub undo: String,
}

/// `PUT /api/abilities/:id/projects`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SetAbilityProjectsRequest {
    /// The projects that the ability is for, at most 20: their ids, other names of them, or absolute folders in them. Their ids are stored,
    /// each of at most 120 characters. Empty: every project.
    #[garde(length(max = 20), inner(length(min = 1, max = 4096)))]
    pub project_scopes: Vec<String>,
    /// Whether later versions keep the choice. `false` takes a first choice back: a later version is for the project of its session again.
    #[serde(default = "default_true")]
    #[garde(skip)]
    pub keep: bool,
}

/// `POST /api/abilities/:id/quarantine`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct QuarantineRequest {
    /// Shown wherever the ability is shown; secrets are masked. 1 to 240 characters.
    #[garde(length(chars, min = 1, max = 240))]
    pub reason: String,
    /// Idempotency key that the caller chooses: a repeated request with the same key and body gets the first answer.
    #[serde(default)]
    #[garde(length(chars, max = 120))]
    pub client_request_id: Option<ClientRequestId>,
}

/// `POST /api/abilities/:id/quarantine` and `/unquarantine`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityQuarantineResponse {
    /// The ability.
    pub ability_id: AbilityId,
    /// Whether the ability is quarantined.
    pub quarantined: bool,
    /// Why it is quarantined; the first reason when it already was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Its placements in agents' folders.
    #[serde(default)]
    pub places: Vec<AbilityPlacement>,
}

/// `POST /api/abilities/:id/promote-shared`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityPromotionResponse {
    /// The ability.
    pub ability_id: AbilityId,
    /// Where the ability is installed now.
    pub install_lane: InstallLane,
    /// What the setting `gate` says of sharing it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<GateNotice>,
}

/// `POST /api/abilities/:id/canary`: the installed files were read and checked. Nothing was changed.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AbilityCanaryResponse {
    /// The ability.
    pub ability_id: AbilityId,
    /// The canary.
    pub validation_run: ValidationRun,
    /// Its steps.
    pub steps: Vec<ValidationStepResult>,
    /// Health of the ability after it.
    pub health_status: CapabilityHealthStatus,
    /// Whether the ability is quarantined after it.
    pub quarantined: bool,
    /// Passed canaries in a row. Five heal a degraded ability and lift a quarantine that failures caused.
    pub good_canaries: u32,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
