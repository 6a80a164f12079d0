//! What an installed ability can do, for programs that route work without reading prose (§0C.19, §1.1B–§1.1D, §1.1I).

use crate::Time;
use crate::ids::AbilityId;
use crate::observation::ControlSurface;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `<home>/system/capabilities/manifests/<capability_id>.json` and, in each target, `<slug>/capabilities/<capability_id>.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CapabilityManifest {
    /// At most 160 characters.
    pub capability_id: String,
    /// At most 80 characters.
    pub family: String,
    pub kind: CapabilityKind,
    /// At most 200 characters.
    pub title: String,
    /// Slug of the skill it stands for.
    pub origin_skill: String,
    /// Each at most 80 characters.
    pub aliases: Vec<String>,
    pub action_verbs: Vec<String>,
    /// At least one, best first.
    pub surface_order: Vec<ControlSurface>,
    pub runtime_binding: RuntimeBinding,
    pub required_runtime_caps: Vec<String>,
    pub permissions: Vec<String>,
    pub requires_supervision: bool,
    pub dry_run_supported: bool,
    pub routing_eligible: bool,
    /// At least one: how anybody can tell that it was done.
    pub verification: Vec<VerificationRule>,
    pub health_probe: HealthProbe,
    pub learning_policy: LearningPolicy,
    pub schema_version: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CapabilityKind {
    BridgeTool,
    WrapperScript,
    WorkflowPattern,
    PromotedSkill,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RuntimeBinding {
    pub binding_kind: BindingKind,
    /// At most 240 characters; the skill's slug for a workflow pattern.
    pub target: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BindingKind {
    NativeTool,
    BridgeTool,
    Script,
    WorkflowPattern,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VerificationRule {
    pub kind: VerificationKind,
    /// At most 240 characters.
    pub target: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VerificationKind {
    ToolResult,
    FileHash,
    WindowState,
    SnapshotLabel,
    ApiState,
    ManualConfirmation,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HealthProbe {
    pub kind: HealthProbeKind,
    pub target: String,
    pub timeout_ms: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HealthProbeKind {
    Command,
    Tool,
    Browser,
    Noop,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearningPolicy {
    pub teach_mode_allowed: bool,
    pub auto_capture_trace: bool,
    pub proposal_required_for_mutation: bool,
}

/// `<home>/system/capabilities/metadata/<capability_id>.json`; never projected into a target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CapabilityMetadata {
    pub capability_id: String,
    /// At most 1,000 characters.
    pub summary: String,
    /// Relative to `<home>`, or identifiers. Each at most 240 characters.
    pub source_refs: Vec<String>,
    pub control_surface_notes: Vec<SurfaceNote>,
    pub dependency_refs: Vec<String>,
    pub schema_version: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SurfaceNote {
    pub surface: String,
    pub notes: String,
}

/// `<home>/system/capabilities/bridge_current.json`: all abilities in one compact file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BridgeCurrent {
    pub bridge_state: BridgeState,
    /// By capability_id.
    pub entries: Vec<BridgeEntry>,
    pub rebuilt_at: Time,
    pub schema_version: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BridgeState {
    Current,
    /// The last rebuild failed; these are the entries of the one before.
    Stale,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BridgeEntry {
    pub capability_id: String,
    pub family: String,
    pub title: String,
    /// At most 20, each at most 80 characters.
    pub aliases: Vec<String>,
    pub action_verbs: Vec<String>,
    /// 1 to 5; learned abilities are 3.
    pub route_tier: u32,
    pub requires_supervision: bool,
    pub dry_run_supported: bool,
    pub routing_eligible: bool,
    pub health_status: HealthStatus,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub health_reason_code: Option<String>,
    pub origin_owner: OriginOwner,
    /// Relative to `<home>`.
    pub metadata_ref: String,
    pub updated_at: Time,
    pub schema_version: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HealthStatus {
    Healthy,
    Degraded,
    Quarantined,
    Disabled,
    Unknown,
}

/// Which subsystem answers for an entry. The words are those of the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum OriginOwner {
    #[serde(rename = "doc3")]
    Skills,
    #[serde(rename = "provisional_scanner")]
    Scanner,
}

/// §1.1D.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CapabilityHealthStatus {
    #[default]
    Healthy,
    /// Usable, with a warning.
    Degraded,
    /// Not usable.
    Quarantined,
    /// Switched off by a person.
    Disabled,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InstalledState {
    #[default]
    Present,
    /// The last canary found its files in no skills folder any more.
    Missing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionAvailability {
    Supported,
    Degraded,
    Unsupported,
    Unknown,
}

/// §1.1D.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CapabilityHealthState {
    pub capability_id: String,
    pub ability_id: AbilityId,
    pub installed_state: InstalledState,
    pub health_status: CapabilityHealthStatus,
    pub session_availability: SessionAvailability,
    /// Each at most 80 characters: `checkpoint_failing:cp-02`, `failures`, `safety_critical`, `canary_failed`, `weak_checkpoints`,
    /// `no_data`, `quarantined_by_user`, `deactivated`.
    pub reason_codes: Vec<String>,
    /// When a run or a canary last passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_verified_at: Option<Time>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cooldown_until: Option<Time>,
    pub schema_version: u32,
}

/// `GET /api/capabilities/health` and `<home>/system/capabilities/health_current.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CapabilityHealthCurrent {
    /// By capability_id.
    pub capabilities: Vec<CapabilityHealthState>,
    pub updated_at: Time,
    pub schema_version: u32,
}

/// What was reported of one capability since it was installed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CapabilityStats {
    pub capability_id: String,
    pub ability_id: AbilityId,
    /// Dispatches that told anything at all; reporting is voluntary.
    pub dispatches: u32,
    pub succeeded: u32,
    pub failed: u32,
    pub abandoned: u32,
    pub checkpoints_reached: u32,
    pub checkpoints_skipped: u32,
    pub checkpoints_failed: u32,
    pub frictions: u32,
    pub open_repairs: u32,
    /// When a dispatch last told anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<Time>,
    pub schema_version: u32,
}

/// `GET /api/capabilities/stats` and `<home>/system/capabilities/stats_current.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CapabilityStatsCurrent {
    /// By capability_id.
    pub capabilities: Vec<CapabilityStats>,
    pub updated_at: Time,
    pub schema_version: u32,
}
