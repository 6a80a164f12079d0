//! Semantic checkpoints, the evidence by which an observer sees them, and the receipts of having seen it.

use crate::Time;
use crate::ids::{AbilityId, LearnSessionId, ReceiptId, ValidationRunId};
use crate::observation::FileChangeKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// 3 to 12 of them make an ability.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Checkpoint {
    /// `cp-01`, `cp-02` ...
    pub checkpoint_id: String,
    /// What is true now, at most 240 characters: "The new customer is listed".
    pub goal: String,
    /// How anybody can tell, in words, at most 400 characters.
    pub success_condition: String,
    pub order_hint: u32,
    pub optional: bool,
    /// Internal: how the observer can see for itself. `None` when only a person or an agent can tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<EvidencePredicate>,
}

/// A closed set of things that can be observed. Text patterns are compared with whitespace collapsed and case ignored;
/// `{{name}}` stands for the value that this run bound to the variable, `*` for anything.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EvidencePredicate {
    /// All must hold, each at its own time.
    All {
        of: Vec<EvidencePredicate>,
    },
    Any {
        of: Vec<EvidencePredicate>,
    },
    /// The task was done for several items: `holds` must hold for every item of the run. An item begins when one of the
    /// variables `over` gets its value after the item before was sent.
    Each {
        over: Vec<String>,
        holds: Box<EvidencePredicate>,
    },
    /// A page whose address fits shows these elements and lacks those, after an action.
    /// `durable` means that the same must hold when the page is read again at the end.
    Page {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        #[serde(default)]
        shows: Vec<ElementPattern>,
        #[serde(default)]
        lacks: Vec<ElementPattern>,
        durable: bool,
    },
    /// A field was committed (with this value, when given).
    Field {
        role: String,
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<String>,
    },
    /// A control was used: clicked, chosen, submitted. For steps whose effect cannot be seen.
    Used {
        role: String,
        name: String,
    },
    /// A command whose line fits the pattern ended with this exit code. The order of options, quotes and options that change
    /// only the output are free; the program, its subcommand, all other options and the order of arguments are not. A word
    /// is compared with its case; only a last word `*` without quotes stands for anything.
    Command {
        pattern: String,
        exit_code: i32,
    },
    /// A command left such a file behind; `durable`: it still stands there at the end.
    File {
        path: String,
        change: FileChangeKind,
        durable: bool,
    },
    Download {
        file_name: String,
    },
    Upload {
        control: String,
    },
    Dialog {
        message: String,
        accepted: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct ElementPattern {
    /// ARIA role, or `*`.
    pub role: String,
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckpointStatus {
    Reached,
    Skipped,
    Failed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReceiptSource {
    Agent,
    /// Apprentice saw the evidence itself.
    Observer,
    User,
}

/// What an evaluator says of a checkpoint; becomes a receipt when it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckpointVerdict {
    pub checkpoint_id: String,
    pub status: CheckpointStatus,
    /// What was seen, in words, at most 1,000 characters.
    pub evidence: String,
    /// At most 400 characters; why it was skipped or failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckpointVerificationReceipt {
    pub receipt_id: ReceiptId,
    pub checkpoint_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learn_session_id: Option<LearnSessionId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validation_run_id: Option<ValidationRunId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispatch_id: Option<String>,
    pub status: CheckpointStatus,
    #[schemars(length(max = 1000))]
    pub evidence: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 400))]
    pub reason: Option<String>,
    pub source: ReceiptSource,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    pub created_at: Time,
    pub schema_version: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckpointReceiptsResponse {
    pub receipts: Vec<CheckpointVerificationReceipt>,
    pub total: u32,
    pub page: u32,
    pub page_size: u32,
    pub schema_version: u32,
}

/// The result of linting checkpoints and skill text (CKP-001..009; decisions "Checkpoint lint").
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LintReport {
    pub findings: Vec<LintFinding>,
}

impl LintReport {
    /// Errors block `ready_for_review`.
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == LintSeverity::Error)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LintFinding {
    /// `CKP-001` ... `CKP-009`, or a code of the strict skill profile.
    pub code: String,
    pub severity: LintSeverity,
    /// The checkpoint, when one is at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint_id: Option<String>,
    /// Line of the SKILL.md, 1-based, when the fault stands there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The words at fault.
    pub excerpt: String,
    pub message: String,
    /// What to write instead.
    pub suggestion: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LintSeverity {
    Error,
    Warning,
}
