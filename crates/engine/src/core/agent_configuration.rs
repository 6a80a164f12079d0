//! Changes of agents' configuration, as answers of an operation.

use apprentice_agents::ConfigurationError;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_observe::redact;
use serde_json::json;

/// A refused change as a failure.
pub(crate) fn refused(trouble: ConfigurationError) -> Failure {
    let message = trouble.to_string();
    match trouble {
        ConfigurationError::Changed { .. } | ConfigurationError::EntryChanged { .. } | ConfigurationError::Unreadable { .. } => {
            Failure::new(ErrorCode::Conflict, message)
        }
        ConfigurationError::Unchangeable { path, why, snippet } => {
            let message = format!("{} is not changed: {why}. Add the entry by hand.", path.display());
            Failure::new(ErrorCode::Conflict, message).with_details(json!({ "config_path": path, "entry": snippet }))
        }
        ConfigurationError::NoHome | ConfigurationError::Unwritable { .. } => Failure::new(ErrorCode::TargetNotWritable, message),
    }
}

/// A difference without its secrets: the surrounding lines may contain keys of other servers.
pub(crate) fn masked(diff: &str) -> String {
    diff.split_inclusive('\n').map(|line| redact::mask_text(line).0).collect()
}
