//! Which test policies (§0C.14) this program can enforce, wherever they are chosen.

use crate::Answer;
use crate::core::request::invalid;
use apprentice_contracts::test_policy::{RehearsalSafeTarget, SafeTargetKind, TestPolicyMode};
use std::path::Path;

/// Checks that a policy can be enforced. `at`: the field that holds it. Errors: `INVALID_REQUEST` naming the field.
pub(crate) fn enforceable(
    at: &str,
    mode: TestPolicyMode,
    safe_targets: &[RehearsalSafeTarget],
    cleanup_required: bool,
) -> Answer<()> {
    use TestPolicyMode as M;
    let cannot = |field: &str, why: &str| Err(invalid(&format!("{at}.{field}"), why));
    match mode {
        M::BlankArtifact | M::CopyArtifact => {
            return cannot(
                "mode",
                "whether a document is blank or a copy cannot be seen here; use safe_target_only with a folder or a site",
            );
        }
        M::RedirectSend => {
            return cannot("mode", "where a message goes cannot be seen here; use controlled_live_test, which forbids to send");
        }
        M::SafeTargetOnly | M::LiveReadSafeWrite if safe_targets.is_empty() => {
            return cannot(
                "safe_targets",
                "this mode needs at least one: a temp_folder, a test_sharepoint_site or the managed_browser_profile",
            );
        }
        _ => {}
    }
    if cleanup_required {
        let why = "what lasts is looked at again after the rehearsal, so it cannot have been cleaned up; leave it off and clean up afterwards";
        return cannot("cleanup_required", why);
    }
    for target in safe_targets {
        match target.target_kind {
            SafeTargetKind::TempFolder if !Path::new(&target.reference).is_absolute() => {
                return cannot("safe_targets", "the ref of a temp_folder is an absolute path");
            }
            SafeTargetKind::TestSharepointSite if host(&target.reference).is_empty() => {
                return cannot("safe_targets", "the ref of a test_sharepoint_site is its address");
            }
            SafeTargetKind::TempFolder | SafeTargetKind::TestSharepointSite | SafeTargetKind::ManagedBrowserProfile => {}
            SafeTargetKind::BlankDocument
            | SafeTargetKind::CopiedDocument
            | SafeTargetKind::BlankProject
            | SafeTargetKind::SafeEmailRecipient => {
                return cannot(
                    "safe_targets",
                    "documents, projects and recipients cannot be told apart here; name a folder or a site",
                );
            }
        }
    }
    Ok(())
}

/// The host of an address.
pub(crate) fn host(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or_default().trim()
}
