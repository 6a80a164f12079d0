//! Receipts: the permanent record of what happened (§0C.12, decisions).

use crate::Time;
use crate::ids::{AbilityId, CategoryId, CorrelationId, ImportId, LearnSessionId, ProposalId, ReceiptId};
use crate::page::PageQuery;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a receipt records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReceiptKind {
    /// A session was created.
    SessionCreated,
    /// The adapters of a session are ready.
    ObservationArmed,
    /// The observation of a session stopped.
    ObservationStopped,
    /// A proposal was drafted.
    ProposalCreated,
    /// A proposal was approved for the workspace.
    ProposalApproved,
    /// A proposal was rejected.
    ProposalRejected,
    /// A draft was quarantined, because its rehearsal broke its test policy.
    DraftQuarantined,
    /// A proposal asked the person questions.
    ClarificationRequested,
    /// The person answered questions.
    ClarificationAnswered,
    /// A further showing was used as an example.
    ExampleUsed,
    /// A test of a proposal started.
    ValidationStarted,
    /// A test of a proposal ended.
    ValidationFinished,
    /// An installation was requested.
    InstallRequested,
    /// An installation succeeded.
    InstallCompleted,
    /// An installation failed and was undone.
    InstallFailed,
    /// The bridge file that agents read was rebuilt.
    BridgeRebuildCompleted,
    /// An ability became usable, or is no longer usable.
    AbilityAvailabilityUpdated,
    /// An ability was activated.
    AbilityActivated,
    /// An ability was deactivated or removed.
    AbilityDeactivated,
    /// An ability was quarantined.
    AbilityQuarantined,
    /// A session was cancelled.
    SessionCancelled,
    /// A session ended because nothing happened in time.
    SessionTimeout,
    /// An observation was paused because it ran for too long.
    CaptureTimeout,
    /// A record of an older version was migrated.
    MigrationBackfill,
    /// An artefact was uploaded, fetched or picked.
    ImportUploaded,
    /// An uploaded artefact was deleted.
    ImportUploadDeleted,
    /// The scan of an import succeeded.
    ImportScanned,
    /// The scan of an import failed.
    ImportScanFailed,
    /// An import was staged.
    ImportStaged,
    /// Staging an import failed.
    ImportStageFailed,
    /// The installation of an import was requested.
    ImportInstallRequested,
    /// An import was installed.
    ImportInstalled,
    /// The installation of an import failed.
    ImportInstallFailed,
    /// An import was approved for the workspace.
    ImportApproved,
    /// An import was rejected.
    ImportRejected,
    /// An import was discarded.
    ImportDiscarded,
    /// The artefact of an import was deleted before it was staged.
    ImportExpired,
    /// A trigger text was tested.
    TriggerTested,
    /// Settings, or the configuration of an ability, changed.
    ConfigurationChanged,
    /// A draft was built from repeated work.
    CandidateBuilt,
    /// A candidate was dismissed.
    CandidateDismissed,
    /// The dismissal of a candidate was undone.
    CandidateRestored,
    /// A hook of an agent was answered with more than “continue”.
    HookDecided,
}

impl ReceiptKind {
    /// The kind in words, such as `session created`. A text search looks through it too.
    pub fn in_words(self) -> String {
        let name = serde_json::to_value(self).ok();
        name.as_ref().and_then(|name| name.as_str()).unwrap_or_default().replace('_', " ")
    }
}

/// One receipt. It is kept when its session is deleted; only its words are removed. After a year it leaves the lists and is kept in
/// `system/learning/archived/receipts-YYYY.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearningReceipt {
    /// Identifies the receipt.
    pub receipt_id: ReceiptId,
    /// The session that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learn_session_id: Option<LearnSessionId>,
    /// The proposal that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
    /// The ability that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    /// The import that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import_id: Option<ImportId>,
    /// What it records.
    pub kind: ReceiptKind,
    /// What happened, in words. At most 500 characters.
    pub summary: String,
    /// Why it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Connects the receipts of one operation.
    pub correlation_id: CorrelationId,
    /// When the record was created.
    pub created_at: Time,
    /// Version of this record's shape: 1.
    pub schema_version: u32,
}

/// `GET /api/learn/receipts`: a page and a filter. A field that is left out filters nothing.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ReceiptsQuery {
    /// Number of the page, beginning at 1.
    #[serde(default = "crate::page::default_page")]
    #[garde(range(min = 1))]
    pub page: u32,
    /// Number of records on a page, 1 to 100.
    #[serde(default = "crate::page::default_page_size")]
    #[garde(range(min = 1, max = 100))]
    pub page_size: u32,
    /// Only receipts of this kind.
    #[serde(default)]
    #[garde(skip)]
    pub kind: Option<ReceiptKind>,
    /// Only receipts of this session.
    #[serde(default)]
    #[garde(skip)]
    pub session_id: Option<LearnSessionId>,
    /// Only receipts of this ability.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    #[schemars(with = "Option<String>")]
    pub ability_id: Option<AbilityId>,
    /// Only receipts from this time or later.
    #[serde(default)]
    #[garde(skip)]
    pub from: Option<Time>,
    /// Only receipts before this time.
    #[serde(default)]
    #[garde(skip)]
    pub to: Option<Time>,
    /// Only receipts that contain every word of this text. Case does not matter.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 200))]
    pub text: Option<String>,
    /// Only receipts about an ability or a proposal of this category.
    #[serde(default)]
    #[garde(skip)]
    pub category_id: Option<CategoryId>,
}

/// The filter of a `ReceiptsQuery`, without its page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReceiptFilter {
    /// Only receipts of this kind.
    pub kind: Option<ReceiptKind>,
    /// Only receipts of this session.
    pub session_id: Option<LearnSessionId>,
    /// Only receipts of this ability.
    pub ability_id: Option<AbilityId>,
    /// Only receipts from this time or later.
    pub from: Option<Time>,
    /// Only receipts before this time.
    pub to: Option<Time>,
    /// Only receipts that contain every word of this text.
    pub text: Option<String>,
    /// Only receipts about an ability or a proposal of this category.
    pub category_id: Option<CategoryId>,
}

impl ReceiptFilter {
    /// Whether the receipt contains every word of `text`. The other fields of the filter are part of the database query.
    pub fn matches_text(&self, receipt: &LearningReceipt) -> bool {
        let Some(text) = &self.text else { return true };
        let ability = receipt.ability_id.as_ref().map(ToString::to_string).unwrap_or_default();
        let reason = receipt.reason.as_deref().unwrap_or_default();
        crate::text_search::contains_all_words(text, &[&receipt.summary, &receipt.kind.in_words(), reason, &ability])
    }
}

impl From<PageQuery> for ReceiptsQuery {
    fn from(page: PageQuery) -> Self {
        Self { page: page.page, page_size: page.page_size, ..Self::default() }
    }
}

impl ReceiptsQuery {
    /// Splits the query into its page and its filter.
    pub fn page_and_filter(self) -> (PageQuery, ReceiptFilter) {
        let Self { page, page_size, kind, session_id, ability_id, from, to, text, category_id } = self;
        (PageQuery { page, page_size }, ReceiptFilter { kind, session_id, ability_id, from, to, text, category_id })
    }
}

/// The file format of an export of receipts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// `{"receipts": [...]}`.
    Json,
    /// RFC 4180 with a header row. A cell that a spreadsheet would read as a formula begins with an apostrophe.
    Csv,
}

/// `GET /api/learn/receipts/export`: the format and a filter; the export has all pages.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ReceiptsExportQuery {
    /// The file format.
    #[garde(skip)]
    pub format: ExportFormat,
    /// Only receipts of this kind.
    #[serde(default)]
    #[garde(skip)]
    pub kind: Option<ReceiptKind>,
    /// Only receipts of this session.
    #[serde(default)]
    #[garde(skip)]
    pub session_id: Option<LearnSessionId>,
    /// Only receipts of this ability.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    #[schemars(with = "Option<String>")]
    pub ability_id: Option<AbilityId>,
    /// Only receipts from this time or later.
    #[serde(default)]
    #[garde(skip)]
    pub from: Option<Time>,
    /// Only receipts before this time.
    #[serde(default)]
    #[garde(skip)]
    pub to: Option<Time>,
    /// Only receipts that contain every word of this text. Case does not matter.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 200))]
    pub text: Option<String>,
    /// Only receipts about an ability or a proposal of this category.
    #[serde(default)]
    #[garde(skip)]
    pub category_id: Option<CategoryId>,
}

impl ReceiptsExportQuery {
    /// The filter of the query.
    pub fn filter(self) -> ReceiptFilter {
        let Self { format: _, kind, session_id, ability_id, from, to, text, category_id } = self;
        ReceiptFilter { kind, session_id, ability_id, from, to, text, category_id }
    }
}

/// An export in JSON, newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReceiptsExport {
    /// The receipts.
    pub receipts: Vec<LearningReceipt>,
}

/// A page of receipts, newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LearnReceiptsResponse {
    /// The receipts on this page.
    pub receipts: Vec<LearningReceipt>,
    /// Number of records on all pages together.
    pub total: u32,
    /// Number of the page, beginning at 1.
    pub page: u32,
    /// Number of records on a page, 1 to 100.
    pub page_size: u32,
}
