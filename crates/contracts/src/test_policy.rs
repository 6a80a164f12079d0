//! What a rehearsal may touch (§0C.14).

use crate::ids::TestPolicyId;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TestPolicyMode {
    ReadOnly,
    DryRunOnly,
    BlankArtifact,
    CopyArtifact,
    SafeTargetOnly,
    RedirectSend,
    LiveReadSafeWrite,
    #[default]
    ControlledLiveTest,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SafeTargetKind {
    TempFolder,
    BlankDocument,
    CopiedDocument,
    BlankProject,
    SafeEmailRecipient,
    ManagedBrowserProfile,
    TestSharepointSite,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct RehearsalSafeTarget {
    #[garde(skip)]
    pub target_kind: SafeTargetKind,
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

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct TestPolicy {
    #[garde(skip)]
    pub policy_id: TestPolicyId,
    #[garde(skip)]
    pub mode: TestPolicyMode,
    #[serde(default)]
    #[garde(dive, length(max = 32))]
    pub safe_targets: Vec<RehearsalSafeTarget>,
    #[serde(default = "default_true")]
    #[garde(skip)]
    pub forbid_destructive_writes: bool,
    #[serde(default = "default_true")]
    #[garde(skip)]
    pub forbid_external_send: bool,
    #[serde(default)]
    #[garde(length(max = 64), inner(length(chars, max = 120)))]
    pub allowed_domains: Vec<String>,
    #[serde(default = "default_max_actions")]
    #[garde(range(min = 1, max = 200))]
    pub max_actions: u32,
    #[serde(default)]
    #[garde(skip)]
    pub cleanup_required: bool,
    #[serde(default = "crate::schema_version")]
    #[garde(range(min = 1, max = 1))]
    pub schema_version: u32,
}
