//! Refusals of the skills crate as failures of an operation.

use apprentice_contracts::error::Failure;
use apprentice_skills::refusal::Refusal;

/// Maps a refusal to an error code, with the code of the refusal as `details.reason`.
pub(crate) fn failure_of(refusal: Refusal) -> Failure {
    Failure::new(refusal.code.error_code(), refusal.message).with_details(serde_json::json!({ "reason": refusal.code }))
}
