//! Refusals of the skills crate as failures of an operation.

use apprentice_contracts::error::Failure;
use apprentice_skills::refusal::Refusal;

/// Maps a refusal to an error code, with the code of the refusal as `details.reason`.
pub(crate) fn failure_of(refusal: Refusal) -> Failure {
    use apprentice_contracts::error::ErrorCode as Code;
    let code = match refusal.code {
        "NOT_INSTALLED" | "NOT_KEPT" | "NOT_TRACKED" => Code::NotFound,
        "TARGET_NOT_WRITABLE" | "RECORD_UNWRITABLE" | "BACKUP_FAILED" => Code::TargetNotWritable,
        "RECORD_DAMAGED" | "RECORD_NEWER" | "LOCK_DAMAGED" | "UNREADABLE" => Code::Internal,
        "PINNED" | "LEARNED" | "NOT_OURS" | "LOCKED" => Code::Forbidden,
        "EDITED" | "OCCUPIED" | "CHANGED_MEANWHILE" | "RECORD_BUSY" => Code::Conflict,
        _ => Code::InvalidRequest,
    };
    Failure::new(code, refusal.message).with_details(serde_json::json!({ "reason": refusal.code }))
}
