//! Semantic checkpoints, the evidence by which an observer recognises them, and the receipts of reports about them.

use crate::Time;
use crate::ids::{AbilityId, CheckpointId, DispatchId, LearnSessionId, McpServerId, ReceiptId, ValidationRunId};
use crate::observation::{ArgumentType, FileChangeKind};
use crate::reading::RecordKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A result that must be true at a point of the task. An ability has 3 to 12 of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Checkpoint {
    /// `cp-01`, `cp-02` ...
    pub checkpoint_id: CheckpointId,
    /// What is true once the checkpoint is reached, such as "The new customer is listed". At most 240 characters.
    pub goal: String,
    /// How anybody can verify it, in words. At most 400 characters.
    pub success_condition: String,
    /// Position in the order of the demonstration, beginning at 1.
    pub order_hint: u32,
    /// Whether the task can succeed without it.
    pub optional: bool,
    /// Whether it decides a run.
    #[serde(default)]
    pub role: CheckpointRole,
    /// Internal: how the observer recognises it. `None` if only a person or an agent can judge it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<EvidencePredicate>,
}

/// Whether a checkpoint decides a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckpointRole {
    /// A lasting effect. A run passes when every effect is there at its end, whichever way led to it.
    #[default]
    Effect,
    /// A state on the way, such as an open page. It helps an agent, and never fails a run.
    Progress,
}

/// A closed set of observable facts. Text patterns are compared with whitespace collapsed and case ignored. `{{name}}` matches the value
/// that this run bound to the variable, `*` matches any text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EvidencePredicate {
    /// Every part must hold, each at its own time.
    All {
        /// The parts.
        of: Vec<EvidencePredicate>,
    },
    /// At least one part must hold.
    Any {
        /// The parts.
        of: Vec<EvidencePredicate>,
    },
    /// For a task done for several items: `holds` must hold for every item of the run. A new item begins when one of the variables `over`
    /// gets a value after the previous item was submitted.
    Each {
        /// Names of the variables that differ between items.
        over: Vec<String>,
        /// What must hold for every item.
        holds: Box<EvidencePredicate>,
    },
    /// After an action, a page whose address matches shows the elements `shows` and none of the elements `lacks`.
    Page {
        /// Pattern of the address, such as `*/customers/*`. Absent: any address.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        /// Pattern of the title. Absent: any title.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        /// Elements that the page must show.
        #[serde(default)]
        shows: Vec<ElementPattern>,
        /// Elements that the page must not show.
        #[serde(default)]
        lacks: Vec<ElementPattern>,
        /// Whether the same must hold when the page is read again at the end of the run.
        durable: bool,
    },
    /// A form field was committed, with `value` if it is given.
    Field {
        /// ARIA role of the field, or `*`.
        role: String,
        /// Accessible name of the field, or `*`.
        name: String,
        /// Pattern of the committed value. Absent: any value.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<String>,
    },
    /// A control was used: clicked, chosen or submitted. For steps without a visible effect.
    Used {
        /// ARIA role of the control, or `*`.
        role: String,
        /// Accessible name of the control.
        name: String,
    },
    /// A command whose line matches the pattern ended with this exit code. The order of options, quotes, and options that change only the
    /// output may differ. The program, its subcommand, every other option and the order of arguments must be the same. Words are compared
    /// with their case; only a last word `*` without quotes matches anything.
    Command {
        /// Command line with `{{name}}` placeholders.
        pattern: String,
        /// The expected exit code.
        exit_code: i32,
    },
    /// A command created, changed or removed a file.
    File {
        /// Pattern of the path, relative to the working folder.
        path: String,
        /// What happened to the file.
        change: FileChangeKind,
        /// Whether the file must still be like that at the end of the run.
        durable: bool,
    },
    /// A download finished.
    Download {
        /// Pattern of the file name.
        file_name: String,
    },
    /// A file was chosen in a control of the page.
    Upload {
        /// Accessible name of the control.
        control: String,
    },
    /// A tool of a connector was called with these arguments, and answered without an error.
    Call {
        /// The connector.
        server_id: McpServerId,
        /// Its name for people.
        server_name: String,
        /// The tool.
        tool_name: String,
        /// The arguments that are compared; the call may have others.
        arguments: Vec<ArgumentPattern>,
    },
    /// A JavaScript dialog was answered.
    Dialog {
        /// Pattern of the message.
        message: String,
        /// Whether it was accepted.
        accepted: bool,
    },
    /// The records of a source at the end of the run, read afresh, against those before the run.
    Records {
        /// What is read.
        source: SourcePattern,
        /// How the record differs from before the run.
        change: RecordChange,
        /// The kind of record.
        record: RecordKind,
        /// What the record says; for a removed record, what it said before the run. The first cell names the record.
        cells: Vec<CellPattern>,
        /// What a changed record said before the run, where the run replaces what names it: a page that gets another title.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        was: Vec<CellPattern>,
        /// What the record must not say any more: its former state, a tag that was taken off.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        lacks: Vec<CellPattern>,
        /// The inputs that say what a page is about: its title or a heading has their values. A page of another record shows nothing.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        about: Vec<String>,
        /// Whether more than one such record may be new: the rows of an import.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        several: bool,
        /// Whether every other record of the source, and every other cell of a changed record, must be as it was before the run.
        others_unchanged: bool,
    },
}

/// A pattern of what is read at the end of a run. `{{name}}` and `*` as in every pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SourcePattern {
    /// Pages of the run with this address. An address without a placeholder or `*` is also read before the run.
    Page {
        /// Pattern of the address with its query.
        url: String,
    },
    /// Data that pages of the run asked their site for, from this address, as in [`ReadingSource::Data`](crate::reading::ReadingSource::Data).
    /// An address without a placeholder or `*` is also read before the run.
    Data {
        /// Pattern of the address with its query.
        url: String,
    },
    /// The working folder of the run: the folder of its first command.
    Folder,
    /// Files below the working folder.
    File {
        /// Pattern of the path, relative to the working folder.
        path: String,
        /// A read-only command that prints what the file must contain, line by line.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        made_by: Option<String>,
    },
    /// What a read-only command prints in the working folder.
    Output {
        /// The command, from the fixed table of such commands.
        command: String,
    },
    /// What a tool of a connector answers that only reads.
    Call {
        /// The connector.
        server_id: McpServerId,
        /// Its name for people.
        server_name: String,
        /// The tool.
        tool_name: String,
        /// All its arguments.
        arguments: Vec<ArgumentPattern>,
    },
}

/// A pattern of one value among the arguments of a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct ArgumentPattern {
    /// Where it is, as in [`CallArgument`](crate::observation::CallArgument).
    pub path: String,
    /// Pattern of its text.
    pub text: String,
    /// The type of the JSON value.
    pub value_type: ArgumentType,
}

impl SourcePattern {
    /// The pattern of the address of a page or of its data.
    pub fn address(&self) -> Option<&str> {
        match self {
            Self::Page { url } | Self::Data { url } => Some(url),
            Self::Folder | Self::File { .. } | Self::Output { .. } | Self::Call { .. } => None,
        }
    }

    /// What is read at this address: a page, or data if this is a pattern of data.
    pub fn at(&self, url: String) -> crate::reading::ReadingSource {
        match self {
            Self::Data { .. } => crate::reading::ReadingSource::Data { url },
            _ => crate::reading::ReadingSource::Page { url },
        }
    }
}

/// How a record at the end of a run differs from the records before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecordChange {
    /// It is new. Exactly one such record is new for each item of the task.
    Added,
    /// It is gone.
    Removed,
    /// It was there with other values.
    Changed,
    /// It is there at the end. No reading from before the run is needed.
    Present,
}

/// The header of a pattern that is compared with the place of a record, such as the column of a board.
pub const PLACE: &str = "@place";

/// The header of a pattern that is compared with how much a number has grown since before the run; the header of the cell follows after a blank:
/// `@grown Paid`.
pub const GROWN: &str = "@grown";

/// The same for a number that has become smaller: `@shrunk In stock`.
pub const SHRUNK: &str = "@shrunk";

/// What one cell of a record says.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct CellPattern {
    /// Header or label of the cell; [`PLACE`] means the position of the record. Absent: any cell, or the name of a button of the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    /// Pattern of its whole text.
    pub text: String,
}

/// A pattern of page elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct ElementPattern {
    /// ARIA role, or `*`.
    pub role: String,
    /// Pattern of the accessible name.
    pub name: String,
}

/// Whether a checkpoint was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckpointStatus {
    /// It was reached.
    Reached,
    /// It was not needed, or its result already held.
    Skipped,
    /// It was not reached.
    Failed,
}

/// What the observer's verdict that a checkpoint was not reached rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotReached {
    /// Something was read or seen that says otherwise.
    Refuted,
    /// Nothing was read or seen that decides it: the run did not get to it.
    NotSeen,
    /// It could not be read, or what was read decides nothing: the run may have reached it. Its status is `skipped`.
    Undecided,
}

/// Who judged a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReceiptSource {
    /// An agent reported it.
    Agent,
    /// Apprentice saw the evidence itself.
    Observer,
    /// The person reported it.
    User,
}

/// The grade of the evidence for a judgement. Only a result that was read again is verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// Apprentice read the result again, afresh, at the end of the run.
    ReadAgain,
    /// Apprentice saw it on the screen while it happened.
    SeenOnScreen,
    /// An agent said so.
    SaidByAgent,
    /// The person said so.
    OnYourWord,
}

impl Grade {
    /// What people read; the same words on every surface.
    pub const fn words(self) -> &'static str {
        match self {
            Self::ReadAgain => "read again",
            Self::SeenOnScreen => "seen on screen",
            Self::SaidByAgent => "said by the agent",
            Self::OnYourWord => "on your word",
        }
    }
}

/// The judgement of an evaluator on one checkpoint. It becomes a receipt when it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckpointVerdict {
    /// The checkpoint.
    pub checkpoint_id: CheckpointId,
    /// Whether it was reached.
    pub status: CheckpointStatus,
    /// What was seen, in words. At most 1,000 characters.
    pub evidence: String,
    /// Why it was skipped or failed. At most 400 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Of a failed verdict of the observer: what it rests on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_reached: Option<NotReached>,
}

/// The stored judgement on one checkpoint in one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CheckpointVerificationReceipt {
    /// Identifies the receipt.
    pub receipt_id: ReceiptId,
    /// The checkpoint, such as `cp-01`.
    pub checkpoint_id: CheckpointId,
    /// The ability, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    /// The session, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learn_session_id: Option<LearnSessionId>,
    /// The test in which the checkpoint was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validation_run_id: Option<ValidationRunId>,
    /// The use of the ability by an agent, as the agent names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispatch_id: Option<DispatchId>,
    /// Whether the checkpoint was reached.
    pub status: CheckpointStatus,
    /// What was seen, in words. At most 1,000 characters.
    #[schemars(length(max = 1000))]
    pub evidence: String,
    /// Why it was skipped or failed. At most 400 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 400))]
    pub reason: Option<String>,
    /// Of a failed verdict of the observer: what it rests on. Absent in receipts of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_reached: Option<NotReached>,
    /// Who judged it.
    pub source: ReceiptSource,
    /// How well it is founded. Absent when the observer did not see it, and in receipts of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<Grade>,
    /// Name of the agent that reported it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// When the record was created.
    pub created_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// A page of checkpoint receipts, oldest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckpointReceiptsResponse {
    /// The receipts on this page.
    pub receipts: Vec<CheckpointVerificationReceipt>,
    /// Number of records on all pages together.
    pub total: u32,
    /// Number of the page, beginning at 1.
    pub page: u32,
    /// Number of records on a page, 1 to 100.
    pub page_size: u32,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// The result of linting checkpoints and skill text (CKP-001 to CKP-009; decisions "Checkpoint lint").
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LintReport {
    /// The findings; empty when everything is fine.
    pub findings: Vec<LintFinding>,
}

impl LintReport {
    /// Whether a finding is an error. Errors block `ready_for_review`.
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == LintSeverity::Error)
    }
}

/// A rule that a checkpoint or a SKILL.md breaks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LintFinding {
    /// `CKP-001` ... `CKP-009`, or a code of the strict skill profile.
    pub code: String,
    /// Whether the finding blocks the review.
    pub severity: LintSeverity,
    /// The checkpoint, when the finding is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint_id: Option<CheckpointId>,
    /// Line of the SKILL.md, beginning at 1, when the finding is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The offending words; never those of a secret.
    pub excerpt: String,
    /// What is wrong, in words.
    pub message: String,
    /// What to write instead.
    pub suggestion: String,
}

/// Whether a lint finding blocks the review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LintSeverity {
    /// It blocks the review.
    Error,
    /// It is shown and blocks nothing.
    Warning,
}
