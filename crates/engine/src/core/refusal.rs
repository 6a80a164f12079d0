//! Refusals of the skills crate as failures of an operation.

use apprentice_contracts::error::Failure;
use apprentice_skills::refusal::Refusal;

/// A refusal of the skills crate to a caller of one operation.
pub(crate) fn failure_of(refusal: Refusal) -> Failure {
    Failure::new(refusal.code.error_code(), refusal.message).with_details(serde_json::json!({ "reason": refusal.code }))
}
