//! What a rehearsal may touch (§0C.14).

use crate::ids::{AbilityId, TestPolicyId};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How far a rehearsal may go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TestPolicyMode {
    /// It only reads.
    ReadOnly,
    /// It only runs commands in a mode that changes nothing.
    DryRunOnly,
    /// It works on a new, empty artefact.
    BlankArtifact,
    /// It works on a copy of the artefact.
    CopyArtifact,
    /// It writes only to `safe_targets`.
    SafeTargetOnly,
    /// It sends only to a safe recipient.
    RedirectSend,
    /// It reads live data and writes only to `safe_targets`.
    LiveReadSafeWrite,
    /// It works on live data while a person watches.
    #[default]
    ControlledLiveTest,
}

/// A kind of place that a rehearsal may write to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SafeTargetKind {
    /// A temporary folder.
    TempFolder,
    /// An empty document.
    BlankDocument,
    /// A copy of a document.
    CopiedDocument,
    /// An empty project.
    BlankProject,
    /// An e-mail address that belongs to the person.
    SafeEmailRecipient,
    /// The browser profile that Apprentice manages.
    ManagedBrowserProfile,
    /// A SharePoint site for tests.
    TestSharepointSite,
}

/// A place that a rehearsal may write to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct RehearsalSafeTarget {
    /// The kind of place.
    #[garde(skip)]
    pub target_kind: SafeTargetKind,
    /// The place itself, such as a path or an address. At most 240 characters.
    #[serde(rename = "ref")]
    #[garde(length(chars, max = 240))]
    pub reference: String,
}

fn default_true() -> bool {
    true
}

fn default_max_actions() -> u32 {
    40
}

/// The limits of a rehearsal. The engine refuses what they forbid with `TEST_POLICY_VIOLATION`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct TestPolicy {
    /// Identifies the policy.
    #[garde(skip)]
    pub policy_id: TestPolicyId,
    /// How far the rehearsal may go.
    #[garde(skip)]
    pub mode: TestPolicyMode,
    /// Places that it may write to; at most 32.
    #[serde(default)]
    #[garde(dive, length(max = 32))]
    pub safe_targets: Vec<RehearsalSafeTarget>,
    /// Whether steps that delete something are refused; true when left out.
    #[serde(default = "default_true")]
    #[garde(skip)]
    pub forbid_destructive_writes: bool,
    /// Whether steps that send something to others are refused; true when left out.
    #[serde(default = "default_true")]
    #[garde(skip)]
    pub forbid_external_send: bool,
    /// Sites that it may use; empty means those of the session. At most 64.
    #[serde(default)]
    #[garde(length(max = 64), inner(length(chars, max = 120)))]
    pub allowed_domains: Vec<String>,
    /// Most actions of the rehearsal, 1 to 200; 40 when left out.
    #[serde(default = "default_max_actions")]
    #[garde(range(min = 1, max = 200))]
    pub max_actions: u32,
    /// Whether what the rehearsal made must be removed afterwards.
    #[serde(default)]
    #[garde(skip)]
    pub cleanup_required: bool,
    /// Version of this record's shape: 1.
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}

/// `null` removes a policy. A field that is left out does not.
pub(crate) fn explicit<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<TestPolicy>, D::Error> {
    Option::deserialize(from)
}

/// The test policy of every run that has no other. If it was never set, it is the safe default of §0C.14.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields, default)]
pub struct DefaultTestPolicy {
    /// How far a run may go.
    #[garde(skip)]
    pub mode: TestPolicyMode,
    /// Places that it may write to; at most 32.
    #[garde(dive, length(max = 32))]
    pub safe_targets: Vec<RehearsalSafeTarget>,
    /// Whether steps that delete something are refused.
    #[garde(skip)]
    pub forbid_destructive_writes: bool,
    /// Whether steps that send something to others are refused.
    #[garde(skip)]
    pub forbid_external_send: bool,
    /// Sites that it may use; empty means those of the session. At most 64.
    #[garde(length(max = 64), inner(length(chars, max = 120)))]
    pub allowed_domains: Vec<String>,
    /// Most actions of a run, 1 to 200.
    #[garde(range(min = 1, max = 200))]
    pub max_actions: u32,
    /// Whether what a run made must be removed afterwards.
    #[garde(skip)]
    pub cleanup_required: bool,
}

impl Default for DefaultTestPolicy {
    fn default() -> Self {
        Self {
            mode: TestPolicyMode::default(),
            safe_targets: Vec::new(),
            forbid_destructive_writes: true,
            forbid_external_send: true,
            allowed_domains: Vec::new(),
            max_actions: default_max_actions(),
            cleanup_required: false,
        }
    }
}

/// Where a test policy was set. The first of these that has one applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TestPolicySource {
    /// For this run alone.
    Run,
    /// For the draft: in its review, or by `learn policy`.
    Draft,
    /// For the ability.
    Ability,
    /// In the settings, for everything.
    Settings,
    /// Nowhere: the safe default acts.
    SafeDefault,
}

/// The test policy that acts in a run, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ActingTestPolicy {
    /// The limits.
    pub policy: TestPolicy,
    /// Where they were chosen.
    pub source: TestPolicySource,
    /// Where the settings allow more than this task should have by default, the stricter limit acts: one sentence for each.
    pub stricter: Vec<String>,
    /// What the demonstration did and these limits forbid, in one sentence. A rehearsal is refused until other limits are chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forbids_the_task: Option<String>,
}

/// `GET` and `PUT /api/abilities/{abilityId}/test-policy`: what a run of an ability may touch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityTestPolicyResponse {
    /// The ability.
    pub ability_id: AbilityId,
    /// The policy that was chosen for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test_policy: Option<TestPolicy>,
    /// What acts in its next run.
    pub acting: ActingTestPolicy,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// Chooses the test policy of an ability.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct SetAbilityTestPolicyRequest {
    /// The limits of its runs. `null`: those of the settings.
    #[serde(deserialize_with = "explicit")]
    #[garde(dive)]
    pub test_policy: Option<TestPolicy>,
}
