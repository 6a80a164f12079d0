//! Validation of requests.

use crate::Answer;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::page::PageQuery;
use apprentice_observe::redact::mask_text;
use garde::Validate;
use serde_json::json;

/// Checks the limits of a request. Errors: `INVALID_REQUEST` naming the field.
pub(crate) fn valid<T: Validate<Context = ()>>(request: T) -> Answer<T> {
    request.validate().map_err(|report| {
        let (path, error) =
            report.iter().next().map_or_else(Default::default, |(path, error)| (path.to_string(), error.to_string()));
        invalid(&path, &error)
    })?;
    Ok(request)
}

pub(crate) fn invalid(field: &str, why: &str) -> Failure {
    Failure::new(ErrorCode::InvalidRequest, format!("{field}: {why}")).with_details(json!({ "field": field }))
}

pub(crate) fn page(page: PageQuery) -> Answer<PageQuery> {
    valid(page)
}

/// Refuses an id that looks like a secret, because ids are stored unredacted.
pub(crate) fn refuse_secret(field: &str, id: Option<&str>) -> Answer<()> {
    match id.is_some_and(|id| mask_text(id).1 > 0) {
        true => Err(invalid(field, "looks like a secret; name it by an id of your own")),
        false => Ok(()),
    }
}
