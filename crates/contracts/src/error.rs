//! Error codes and the envelope in which every interface returns a failure (§0C.16B, decisions "Error envelope").

use crate::ids::CorrelationId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What went wrong, as a stable code that a caller may branch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ErrorCode {
    /// Another session holds the one-session slot; `details.active_session_id` names it.
    LearnSessionAlreadyActive,
    /// The state of the session does not allow it; `details` has `from`, `to` and `allowed`.
    InvalidLearnStateTransition,
    /// There is no such session.
    LearnSessionNotFound,
    /// There is no such proposal.
    ProposalNotFound,
    /// There is no such ability.
    AbilityNotFound,
    /// The ability is quarantined, deactivated or not installed; `details.reason` says which.
    AbilityNotUsable,
    /// The proposal is being tested. Wait until the tests end.
    ValidationInProgress,
    /// The demonstration contains nothing to learn from.
    InsufficientTraces,
    /// A required observation adapter cannot run, for example because no browser is installed.
    AdapterUnavailable,
    /// The session, or the setting `gate`, does not allow an installation into this lane.
    InstallLaneDenied,
    /// The file that agents read could not be rebuilt.
    BridgeRebuildFailed,
    /// The test policy forbids it.
    TestPolicyViolation,
    /// The checkpoints or the SKILL.md have lint errors; `details.findings` lists them.
    CheckpointLintFailed,
    /// The session ended because nothing happened in time.
    SessionTimeout,
    /// The observation has ended; there is nothing to pause or mark.
    CaptureAlreadyStopped,
    /// There are 200 categories already.
    CategoryLimitReached,
    /// There is no such category.
    CategoryNotFound,
    /// There is no such import.
    SkillImportNotFound,
    /// The state of the import does not allow it (§0C.20 "Transition graph"); `details` has `stage_state` and `actions`.
    InvalidSkillImportTransition,
    /// The upload is larger than 100 MB.
    SkillImportFileTooLarge,
    /// The upload's media type is not one of an archive file or a SKILL.md.
    SkillImportUnsupportedMime,
    /// The upload's file name has an extension that cannot be imported.
    SkillImportUnsupportedExtension,
    /// The upload must be an archive file, because it has several files.
    SkillImportArchiveRequired,
    /// The temporary artefact was deleted. Upload it again.
    SkillImportUploadExpired,
    /// The artefact is being staged or installed.
    SkillImportUploadInUse,
    /// The artefact contains several skills: `details.skills` lists them, and the request must name one as `skill_path`.
    SkillImportSkillPathRequired,
    /// A person must read grave findings first: `details.codes` are required in `acknowledged_findings`.
    SkillImportFindingsNotAcknowledged,
    /// A person must read serious findings about a learned skill first: `details.codes` are required in `acknowledged_findings`.
    SkillFindingsNotAcknowledged,
    /// The last rehearsal of this version of the draft did not pass, or there was none; `details.rehearsal` says which. Rehearse it, or
    /// install it with `without_rehearsal`.
    NotRehearsed,
    /// The skill could not be fetched from its address; `details.reason` says why.
    SkillImportFetchFailed,
    /// The request does not fit its schema; `message` names the field.
    InvalidRequest,
    /// A target folder contains a skill of that name that Apprentice did not install.
    SkillAlreadyExists,
    /// A target folder cannot be written: it is read-only, full or outside its root.
    TargetNotWritable,
    /// There is no such route or record.
    NotFound,
    /// The route was moved long ago and no longer redirects.
    Gone,
    /// The route exists, but not for this HTTP method.
    MethodNotAllowed,
    /// The token is missing or wrong.
    Unauthorized,
    /// The token does not allow this operation.
    Forbidden,
    /// Something changed in the meantime. Reload and try again.
    Conflict,
    /// The request body is too large.
    PayloadTooLarge,
    /// The `client_request_id` was used before with another body.
    ClientRequestIdReused,
    /// The engine did not give out this `dispatch_id` for this ability. `get_skill` gives one for each use.
    DispatchNotFound,
    /// This checkpoint was already reported for this dispatch. A dispatch has one verdict on each checkpoint.
    VerdictAlreadyGiven,
    /// Agents reported or asked for too much in a short time; `details.retry_after_seconds` says when to go on.
    QuotaExceeded,
    /// There is no such server.
    McpServerNotFound,
    /// There is no such auth profile.
    McpAuthProfileNotFound,
    /// Servers use the auth profile; `details.blocked_by_server_ids` and `details.servers` name them.
    McpAuthProfileInUse,
    /// The server has no such tool; `details.tools` lists some that it has.
    McpToolNotFound,
    /// The person has not read the command or address of the server yet; `details` has what they would trust.
    McpTrustRequired,
    /// The server is switched off.
    McpServerDisabled,
    /// The server failed and is left alone; `details.retry_after_seconds` says when it is tried again.
    McpServerBackoff,
    /// The server could not be started or reached, or broke the protocol; `details.reason` says how.
    McpConnectionFailed,
    /// The tool gave no result in time, or the server ended while it ran; the call may have had an effect.
    McpCallFailed,
    /// The tool changed since the person read it; `details.changes` lists the fields.
    McpToolQuarantined,
    /// The call asks the person first; repeat it when they have answered. `details` has `dispatch_id`, `correlation_id`, `expires_at`.
    McpAskFirstRequired,
    /// Nobody answered the request in time.
    McpAskFirstExpired,
    /// The person refused the call, or a policy forbids it; `details.reason` says which.
    McpCallDenied,
    /// The sign-in failed; `details.reason` says how.
    McpSignInFailed,
    /// No sign-in waits for this answer: it was used already, has expired, or was never begun.
    McpOauthStateInvalid,
    /// The sign-in cannot be renewed without the person.
    McpOauthRefreshNotAllowed,
    /// The home has no database, or an empty one, although it holds data of an earlier one.
    DatabaseMissing,
    /// The disk that holds the database is full. Nothing was changed.
    DiskFull,
    /// A newer version of the program wrote the database.
    DatabaseTooNew,
    /// A defect or an unexpected fault of the machine.
    Internal,
}

impl ErrorCode {
    /// HTTP status of the code (§0C.16B).
    pub const fn status(self) -> u16 {
        match self {
            Self::InvalidLearnStateTransition
            | Self::InsufficientTraces
            | Self::TestPolicyViolation
            | Self::CheckpointLintFailed
            | Self::InvalidSkillImportTransition
            | Self::SkillImportArchiveRequired
            | Self::SkillImportSkillPathRequired
            | Self::McpOauthStateInvalid
            | Self::InvalidRequest => 400,
            Self::Unauthorized => 401,
            Self::InstallLaneDenied | Self::McpCallDenied | Self::Forbidden => 403,
            Self::LearnSessionNotFound
            | Self::ProposalNotFound
            | Self::AbilityNotFound
            | Self::CategoryNotFound
            | Self::SkillImportNotFound
            | Self::DispatchNotFound
            | Self::McpServerNotFound
            | Self::McpAuthProfileNotFound
            | Self::McpToolNotFound
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
            | Self::SkillFindingsNotAcknowledged
            | Self::NotRehearsed
            | Self::ClientRequestIdReused
            | Self::VerdictAlreadyGiven
            | Self::McpTrustRequired
            | Self::McpAuthProfileInUse
            | Self::McpServerDisabled
            | Self::McpToolQuarantined
            | Self::McpAskFirstRequired
            | Self::McpOauthRefreshNotAllowed
            | Self::Conflict => 409,
            Self::Gone | Self::SkillImportUploadExpired | Self::McpAskFirstExpired => 410,
            Self::PayloadTooLarge | Self::SkillImportFileTooLarge => 413,
            Self::SkillImportUnsupportedMime | Self::SkillImportUnsupportedExtension => 415,
            Self::QuotaExceeded => 429,
            Self::BridgeRebuildFailed | Self::Internal | Self::DatabaseTooNew | Self::DatabaseMissing => 500,
            Self::SkillImportFetchFailed | Self::McpConnectionFailed | Self::McpCallFailed | Self::McpSignInFailed => 502,
            Self::AdapterUnavailable | Self::McpServerBackoff => 503,
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
                | Self::QuotaExceeded
                | Self::McpServerBackoff
                | Self::McpConnectionFailed
                | Self::McpAskFirstRequired
                | Self::DiskFull
        )
    }
}

/// A failure of an operation: a code, a sentence that says what happened and what to do, and facts to act on.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// The code.
    pub code: ErrorCode,
    /// What happened and what to do. Cut to 240 characters on the wire.
    pub message: String,
    /// Facts that a client can act on, such as `active_session_id`.
    pub details: Option<serde_json::Value>,
}

impl Failure {
    /// A failure without details.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: None }
    }

    /// The same failure with these details.
    #[must_use]
    pub fn with_details(mut self, details: serde_json::Value) -> Self {
        self.details = Some(details);
        self
    }

    /// The failure that is returned to the caller of the request with this id.
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

/// The body of every failed request: `{"error": {...}}`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ApiErrorEnvelope {
    /// The failure.
    pub error: ApiError,
}

/// A failure on the wire.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ApiError {
    /// The code.
    pub code: ErrorCode,
    /// What happened and what to do. At most 240 characters.
    #[schemars(length(max = 240))]
    pub message: String,
    /// Whether the same request may succeed later without a change.
    pub retryable: bool,
    /// The request, as the log names it.
    pub correlation_id: CorrelationId,
    /// Facts that a client can act on; their shape depends on `code`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<serde_json::Value>,
}
