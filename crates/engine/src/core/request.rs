//! Refusals of requests whose limits hold, but which do not fit what is there. The router checks the limits.

use crate::Answer;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_observe::redact::mask_text;
use serde_json::json;

pub(crate) fn invalid(field: &str, why: &str) -> Failure {
    Failure::new(ErrorCode::InvalidRequest, format!("{field}: {why}")).with_details(json!({ "field": field }))
}

/// Refuses an id that looks like a secret, because ids are stored unredacted.
pub(crate) fn refuse_secret(field: &str, id: Option<&str>) -> Answer<()> {
    match id.is_some_and(|id| mask_text(id).1 > 0) {
        true => Err(invalid(field, "looks like a secret; name it by an id of your own")),
        false => Ok(()),
    }
}
