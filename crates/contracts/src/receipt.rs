//! Receipts: what happened, for the record (§0C.12, decisions).

use crate::Time;
use crate::ids::{AbilityId, CategoryId, CorrelationId, ImportId, LearnSessionId, ProposalId, ReceiptId};
use crate::page::PageQuery;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReceiptKind {
    SessionCreated,
    ObservationArmed,
    ObservationStopped,
    ProposalCreated,
    ClarificationRequested,
    ClarificationAnswered,
    ValidationStarted,
    ValidationFinished,
    InstallRequested,
    InstallCompleted,
    BridgeRebuildCompleted,
    AbilityAvailabilityUpdated,
    AbilityActivated,
    AbilityDeactivated,
    AbilityQuarantined,
    SessionCancelled,
    SessionTimeout,
    CaptureTimeout,
    MigrationBackfill,
    ImportUploaded,
    ImportUploadDeleted,
    ImportScanned,
    ImportScanFailed,
    ImportStaged,
    ImportStageFailed,
    ImportInstallRequested,
    ImportInstalled,
    ImportInstallFailed,
    ImportApproved,
    ImportRejected,
    ImportDiscarded,
    ImportExpired,
    TriggerTested,
    /// Settings, or the configuration of an ability.
    ConfigurationChanged,
}

impl ReceiptKind {
    /// `session created`: as a person reads it, and looks for it.
    pub fn in_words(self) -> String {
        let name = serde_json::to_value(self).ok();
        name.as_ref().and_then(|name| name.as_str()).unwrap_or_default().replace('_', " ")
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LearningReceipt {
    pub receipt_id: ReceiptId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learn_session_id: Option<LearnSessionId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability_id: Option<AbilityId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import_id: Option<ImportId>,
    pub kind: ReceiptKind,
    /// At most 500 characters.
    pub summary: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub correlation_id: CorrelationId,
    pub created_at: Time,
    pub schema_version: u32,
}

/// `GET /api/learn/receipts`: a page, and which receipts. What is left out lets every one through.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ReceiptsQuery {
    #[serde(default = "crate::page::default_page")]
    #[garde(range(min = 1))]
    pub page: u32,
    #[serde(default = "crate::page::default_page_size")]
    #[garde(range(min = 1, max = 100))]
    pub page_size: u32,
    #[serde(default)]
    #[garde(skip)]
    pub kind: Option<ReceiptKind>,
    #[serde(default)]
    #[garde(skip)]
    pub session_id: Option<LearnSessionId>,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub ability_id: Option<String>,
    /// Only those of then or later.
    #[serde(default)]
    #[garde(skip)]
    pub from: Option<Time>,
    /// Only earlier ones.
    #[serde(default)]
    #[garde(skip)]
    pub to: Option<Time>,
    /// Only those whose words hold every word of this, in whatever case.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 200))]
    pub text: Option<String>,
    /// Only those about an ability or a proposal of this category.
    #[serde(default)]
    #[garde(skip)]
    pub category_id: Option<CategoryId>,
}

/// Which receipts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReceiptFilter {
    pub kind: Option<ReceiptKind>,
    pub session_id: Option<LearnSessionId>,
    pub ability_id: Option<String>,
    pub from: Option<Time>,
    pub to: Option<Time>,
    pub text: Option<String>,
    pub category_id: Option<CategoryId>,
}

impl ReceiptFilter {
    /// Whether the words of a receipt are those that are looked for; its other fields are asked of the database.
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
    pub fn page_and_filter(self) -> (PageQuery, ReceiptFilter) {
        let Self { page, page_size, kind, session_id, ability_id, from, to, text, category_id } = self;
        (PageQuery { page, page_size }, ReceiptFilter { kind, session_id, ability_id, from, to, text, category_id })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// `{"receipts": [...]}`.
    Json,
    /// RFC 4180 with a row of names; a cell that a spreadsheet would take for a formula begins with an apostrophe.
    Csv,
}

/// `GET /api/learn/receipts/export`: the format, and which receipts; all pages of them.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ReceiptsExportQuery {
    #[garde(skip)]
    pub format: ExportFormat,
    #[serde(default)]
    #[garde(skip)]
    pub kind: Option<ReceiptKind>,
    #[serde(default)]
    #[garde(skip)]
    pub session_id: Option<LearnSessionId>,
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 160))]
    pub ability_id: Option<String>,
    /// Only those of then or later.
    #[serde(default)]
    #[garde(skip)]
    pub from: Option<Time>,
    /// Only earlier ones.
    #[serde(default)]
    #[garde(skip)]
    pub to: Option<Time>,
    /// Only those whose words hold every word of this, in whatever case.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 200))]
    pub text: Option<String>,
    /// Only those about an ability or a proposal of this category.
    #[serde(default)]
    #[garde(skip)]
    pub category_id: Option<CategoryId>,
}

impl ReceiptsExportQuery {
    pub fn filter(self) -> ReceiptFilter {
        let Self { format: _, kind, session_id, ability_id, from, to, text, category_id } = self;
        ReceiptFilter { kind, session_id, ability_id, from, to, text, category_id }
    }
}

/// The JSON form of an export, newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReceiptsExport {
    pub receipts: Vec<LearningReceipt>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LearnReceiptsResponse {
    pub receipts: Vec<LearningReceipt>,
    pub total: u32,
    pub page: u32,
    pub page_size: u32,
}
