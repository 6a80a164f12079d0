//! Error codes and the envelope in which every face answers a failure (§0C.16B, decisions "Error envelope").

use crate::ids::CorrelationId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a caller may branch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ErrorCode {
    LearnSessionAlreadyActive,
    InvalidLearnStateTransition,
    LearnSessionNotFound,
    ProposalNotFound,
    AbilityNotFound,
    /// The ability is quarantined, switched off or not installed; `details.reason` says which.
    AbilityNotUsable,
    ValidationInProgress,
    InsufficientTraces,
    AdapterUnavailable,
    InstallLaneDenied,
    BridgeRebuildFailed,
    TestPolicyViolation,
    CheckpointLintFailed,
    SessionTimeout,
    CaptureAlreadyStopped,
    CategoryLimitReached,
    CategoryNotFound,
    SkillImportNotFound,
    /// The state of the import does not allow it (§0C.20 "Transition graph"); `details` has `stage_state` and `actions`.
    InvalidSkillImportTransition,
    SkillImportFileTooLarge,
    SkillImportUnsupportedMime,
    SkillImportUnsupportedExtension,
    SkillImportArchiveRequired,
    /// The temporary artefact is gone: upload it again.
    SkillImportUploadExpired,
    /// The artefact is being staged or installed.
    SkillImportUploadInUse,
    /// The artefact holds several skills; `details.skills` lists them, and the request names one as `skill_path`.
    SkillImportSkillPathRequired,
    /// Grave findings wait for the person to read them; `details.codes` are wanted in `acknowledged_findings`.
    SkillImportFindingsNotAcknowledged,
    /// What was asked for could not be brought here; `details.reason` is why.
    SkillImportFetchFailed,
    /// A request that does not fit its schema; `message` names the field.
    InvalidRequest,
    /// A skill of that name stands in a target folder and is not ours to overwrite.
    SkillAlreadyExists,
    /// A target folder cannot be written: read-only, full, or outside its root.
    TargetNotWritable,
    NotFound,
    /// A route that was moved long ago and is not answered any more.
    Gone,
    /// The route exists, but not for this HTTP method.
    MethodNotAllowed,
    Unauthorized,
    Forbidden,
    /// Two writers met: reload and try again.
    Conflict,
    PayloadTooLarge,
    /// A `client_request_id` came again with another body.
    ClientRequestIdReused,
    /// The disk that holds the database has no room left; nothing was changed.
    DiskFull,
    /// The database was written by a newer version of the program.
    DatabaseTooNew,
    Internal,
}

impl ErrorCode {
    /// HTTP status (§0C.16B).
    pub const fn status(self) -> u16 {
        match self {
            Self::InvalidLearnStateTransition
            | Self::InsufficientTraces
            | Self::TestPolicyViolation
            | Self::CheckpointLintFailed
            | Self::InvalidSkillImportTransition
            | Self::SkillImportArchiveRequired
            | Self::SkillImportSkillPathRequired
            | Self::InvalidRequest => 400,
            Self::Unauthorized => 401,
            Self::InstallLaneDenied | Self::Forbidden => 403,
            Self::LearnSessionNotFound
            | Self::ProposalNotFound
            | Self::AbilityNotFound
            | Self::CategoryNotFound
            | Self::SkillImportNotFound
            | Self::NotFound => 404,
            Self::MethodNotAllowed => 405,
            Self::SessionTimeout => 408,
            Self::LearnSessionAlreadyActive
            | Self::AbilityNotUsable
            | Self::ValidationInProgress
            | Self::CaptureAlreadyStopped
            | Self::CategoryLimitReached
            | Self::SkillAlreadyExists
            | Self::SkillImportUploadInUse
            | Self::SkillImportFindingsNotAcknowledged
            | Self::ClientRequestIdReused
            | Self::Conflict => 409,
            Self::Gone | Self::SkillImportUploadExpired => 410,
            Self::PayloadTooLarge | Self::SkillImportFileTooLarge => 413,
            Self::SkillImportUnsupportedMime | Self::SkillImportUnsupportedExtension => 415,
            Self::BridgeRebuildFailed | Self::Internal | Self::DatabaseTooNew => 500,
            Self::SkillImportFetchFailed => 502,
            Self::AdapterUnavailable => 503,
            Self::TargetNotWritable | Self::DiskFull => 507,
        }
    }

    /// Whether the same request may succeed later without a change (§0C.16B).
    pub const fn retryable(self) -> bool {
        matches!(
            self,
            Self::ValidationInProgress
                | Self::AdapterUnavailable
                | Self::BridgeRebuildFailed
                | Self::Conflict
                | Self::SkillImportUploadInUse
                | Self::SkillImportFetchFailed
                | Self::TargetNotWritable
                | Self::DiskFull
        )
    }
}

/// A failure on its way to a face: the code, a sentence that says what happened and what to do, and facts to act on.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    pub code: ErrorCode,
    /// At most 240 characters on the wire; longer text is cut there.
    pub message: String,
    /// Facts a client can act on, such as `active_session_id`.
    pub details: Option<serde_json::Value>,
}

impl Failure {
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: None }
    }

    #[must_use]
    pub fn with_details(mut self, details: serde_json::Value) -> Self {
        self.details = Some(details);
        self
    }

    pub fn envelope(&self, correlation_id: CorrelationId) -> ApiErrorEnvelope {
        ApiErrorEnvelope {
            error: ApiError {
                code: self.code,
                message: self.message.chars().take(240).collect(),
                retryable: self.code.retryable(),
                correlation_id,
                details: self.details.clone(),
            },
        }
    }
}

/// `{"error": {...}}`, everywhere.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ApiErrorEnvelope {
    pub error: ApiError,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ApiError {
    pub code: ErrorCode,
    #[schemars(length(max = 240))]
    pub message: String,
    pub retryable: bool,
    pub correlation_id: CorrelationId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<serde_json::Value>,
}
