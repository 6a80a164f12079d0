//! What an installed ability can do, for programs that route work without reading prose (§0C.19, §1.1B to §1.1D, §1.1I).

use crate::Time;
use crate::ids::{AbilityId, CapabilityId};
use crate::observation::ControlSurface;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `<home>/system/capabilities/manifests/<capability_id>.json` and, in each target, `<slug>/capabilities/<capability_id>.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CapabilityManifest {
    /// Identifies the capability. At most 160 characters.
    pub capability_id: CapabilityId,
    /// The application family that it is for. At most 80 characters.
    pub family: String,
    /// What provides the capability.
    pub kind: CapabilityKind,
    /// At most 200 characters.
    pub title: String,
    /// Slug of its skill.
    pub origin_skill: String,
    /// Other names for it. Each at most 80 characters.
    pub aliases: Vec<String>,
    /// Verbs of requests that it fits: that of its title, in small letters. Empty: its title does not show one.
    pub action_verbs: Vec<String>,
    /// How the task is best done, best first. At least one.
    pub surface_order: Vec<ControlSurface>,
    /// What a router calls.
    pub runtime_binding: RuntimeBinding,
    /// What an agent must be able to do: `browser`, `shell`, `program:NAME`. Sorted.
    pub required_runtime_caps: Vec<String>,
    /// What it needs to reach: `site:HOST`, `program:NAME`, `files:working_folder`, and `tool:NAME` for tools that its SKILL.md names. Sorted,
    /// each at most 120 characters. Empty: nothing is known.
    pub permissions: Vec<String>,
    /// Whether a person must watch its use. True for private installations.
    pub requires_supervision: bool,
    /// Whether it can be used without an effect. False: no ability can.
    pub dry_run_supported: bool,
    /// Whether a router may choose it. False if only a person may start it.
    pub routing_eligible: bool,
    /// How to verify the result. At least one rule.
    pub verification: Vec<VerificationRule>,
    /// How to check whether it works.
    pub health_probe: HealthProbe,
    /// What may be learned from its use.
    pub learning_policy: LearningPolicy,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// What provides a capability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CapabilityKind {
    /// Not produced: a tool of the bridge.
    BridgeTool,
    /// Not produced: a wrapper script.
    WrapperScript,
    /// A skill that describes a workflow.
    WorkflowPattern,
    /// Not produced: a skill that was promoted. Its manifest remains that of a workflow.
    PromotedSkill,
}

/// What a router calls to use a capability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RuntimeBinding {
    /// The kind of target.
    pub binding_kind: BindingKind,
    /// The target itself, at most 240 characters; the skill's slug for a workflow pattern.
    pub target: String,
}

/// The kind of target that a router calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BindingKind {
    /// Not produced: a tool of the agent.
    NativeTool,
    /// Not produced: a tool of the bridge.
    BridgeTool,
    /// Not produced: a script.
    Script,
    /// A skill that describes a workflow.
    WorkflowPattern,
}

/// How to verify a result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VerificationRule {
    /// What to look at.
    pub kind: VerificationKind,
    /// What must be true. At most 240 characters.
    pub target: String,
    /// What to expect there. At most 240 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
}

/// What shows that a task was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VerificationKind {
    /// What a command prints, or its exit code.
    ToolResult,
    /// A file: whether it is there, and what it contains.
    FileHash,
    /// Not produced: the state of a window.
    WindowState,
    /// What a page shows.
    SnapshotLabel,
    /// What the data of a site says.
    ApiState,
    /// A person or the agent confirms it: nothing shows it to an observer.
    ManualConfirmation,
}

/// How to check whether a capability works.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HealthProbe {
    /// The kind of check.
    pub kind: HealthProbeKind,
    /// What to check; empty for `noop`.
    pub target: String,
    /// Timeout of the check in milliseconds.
    pub timeout_ms: u32,
}

/// The kind of a health check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HealthProbeKind {
    /// A command that changes nothing and succeeds if the programs are there: `command -v git`.
    Command,
    /// Not produced: calls a tool.
    Tool,
    /// The address of the only site that it needs.
    Browser,
    /// Nothing is known to check. Canaries check the files of every ability.
    Noop,
}

/// What may be learned from the use of a capability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearningPolicy {
    /// Whether it may be taught again. Imported skills cannot.
    pub teach_mode_allowed: bool,
    /// Whether its use is recorded without a request. False: agents report as they choose.
    pub auto_capture_trace: bool,
    /// Whether an improvement is a proposal that a person reviews. The text of an imported skill is edited.
    pub proposal_required_for_mutation: bool,
}

/// `<home>/system/capabilities/metadata/<capability_id>.json`. It is never installed into a target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CapabilityMetadata {
    /// The capability.
    pub capability_id: CapabilityId,
    /// What it does. At most 1,000 characters.
    pub summary: String,
    /// What it was made of: paths relative to `<home>`, or identifiers. Each at most 240 characters.
    pub source_refs: Vec<String>,
    /// Notes on the control surfaces.
    pub control_surface_notes: Vec<SurfaceNote>,
    /// Support packs that it needs. Each at most 240 characters.
    pub dependency_refs: Vec<String>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// A note on one control surface.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SurfaceNote {
    /// The control surface, at most 80 characters.
    pub surface: String,
    /// The note.
    pub notes: String,
}

/// `<home>/system/capabilities/bridge_current.json`: all capabilities in one compact file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BridgeCurrent {
    /// Whether the file is current.
    pub bridge_state: BridgeState,
    /// The capabilities, sorted by id.
    pub entries: Vec<BridgeEntry>,
    /// When the entries last changed.
    pub rebuilt_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// Whether the bridge file is current.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BridgeState {
    /// It shows the database.
    Current,
    /// The last rebuild failed; these are the entries of the rebuild before it.
    Stale,
}

/// One capability in the bridge file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BridgeEntry {
    /// The capability.
    pub capability_id: CapabilityId,
    /// The application family that it is for.
    pub family: String,
    /// Its title.
    pub title: String,
    /// Other names for it. At most 20, each at most 80 characters.
    pub aliases: Vec<String>,
    /// Verbs of requests that it fits.
    pub action_verbs: Vec<String>,
    /// Precedence among capabilities that fit, 1 to 5; learned abilities have 3.
    pub route_tier: u32,
    /// Whether a person must watch its use.
    pub requires_supervision: bool,
    /// Whether it can be used without an effect.
    pub dry_run_supported: bool,
    /// Whether a router may choose it: agents can use it, and not only a person may start it.
    pub routing_eligible: bool,
    /// Its health.
    pub health_status: HealthStatus,
    /// The first reason for its health, as in `CapabilityHealthState::reason_codes`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub health_reason_code: Option<String>,
    /// Which subsystem maintains the entry.
    pub origin_owner: OriginOwner,
    /// Path of its metadata, relative to `<home>`.
    pub metadata_ref: String,
    /// When the record last changed.
    pub updated_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// Health of a capability in the bridge file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HealthStatus {
    /// Usable.
    Healthy,
    /// Usable, with a warning.
    Degraded,
    /// Not usable.
    Quarantined,
    /// Deactivated by a person.
    Disabled,
    /// Not known yet.
    Unknown,
}

/// Which subsystem maintains an entry. The word on the wire is that of the specification's schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum OriginOwner {
    /// The skills subsystem, which is the only one here.
    #[serde(rename = "doc3")]
    Skills,
}

/// Health of a capability (§1.1D).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CapabilityHealthStatus {
    /// Usable.
    #[default]
    Healthy,
    /// Usable, with a warning.
    Degraded,
    /// Not usable.
    Quarantined,
    /// Deactivated by a person.
    Disabled,
}

/// Whether the files of a capability are in an agent's folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InstalledState {
    /// They are.
    #[default]
    Present,
    /// The last canary found them in no skills folder.
    Missing,
}

/// Whether a session can use a capability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionAvailability {
    /// It can.
    Supported,
    /// It can, with a warning.
    Degraded,
    /// It cannot.
    Unsupported,
    /// Not known yet.
    Unknown,
}

/// Health of one capability, with the reasons (§1.1D).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CapabilityHealthState {
    /// The capability.
    pub capability_id: CapabilityId,
    /// The ability that provides it.
    pub ability_id: AbilityId,
    /// Whether its files are in an agent's folder.
    pub installed_state: InstalledState,
    /// Its health.
    pub health_status: CapabilityHealthStatus,
    /// Whether a session can use it.
    pub session_availability: SessionAvailability,
    /// Why the health is what it is, each at most 80 characters: `checkpoint_failing:cp-02`, `failures`, `safety_critical`,
    /// `canary_failed`, `weak_checkpoints`, `no_data`, `quarantined_by_user`, `deactivated`.
    pub reason_codes: Vec<String>,
    /// When a run or a canary last passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_verified_at: Option<Time>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `GET /api/capabilities/health` and `<home>/system/capabilities/health_current.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CapabilityHealthCurrent {
    /// The capabilities, sorted by id.
    pub capabilities: Vec<CapabilityHealthState>,
    /// When an entry last changed.
    pub updated_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// Numbers of reports about one capability since it was installed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CapabilityStats {
    /// The capability.
    pub capability_id: CapabilityId,
    /// The ability that provides it.
    pub ability_id: AbilityId,
    /// Uses with at least one report; reporting is voluntary.
    pub dispatches: u32,
    /// Uses that succeeded.
    pub succeeded: u32,
    /// Uses that failed.
    pub failed: u32,
    /// Uses that were given up.
    pub abandoned: u32,
    /// Reports of reached checkpoints.
    pub checkpoints_reached: u32,
    /// Reports of skipped checkpoints.
    pub checkpoints_skipped: u32,
    /// Reports of failed checkpoints.
    pub checkpoints_failed: u32,
    /// Reports of frictions, without notes.
    pub frictions: u32,
    /// Open repair candidates.
    pub open_repairs: u32,
    /// When its last report arrived.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<Time>,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `GET /api/capabilities/stats` and `<home>/system/capabilities/stats_current.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CapabilityStatsCurrent {
    /// The capabilities, sorted by id.
    pub capabilities: Vec<CapabilityStats>,
    /// When an entry last changed.
    pub updated_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}
