//! Which test policies (§0C.14) this program can enforce, wherever they are chosen.

use crate::Answer;
use crate::core::request::invalid;
use apprentice_contracts::test_policy::{RehearsalSafeTarget, SafeTargetKind, TestPolicyMode};
use std::path::{Component, Path};

/// Checks that a policy can be enforced. `at`: the field that holds it. Errors: `INVALID_REQUEST` naming the field.
pub(crate) fn enforceable(at: &str, mode: TestPolicyMode, safe_targets: &[RehearsalSafeTarget]) -> Answer<()> {
    use TestPolicyMode as M;
    let cannot = |field: &str, why: &str| Err(invalid(&format!("{at}.{field}"), why));
    match mode {
        M::RedirectSend if !safe_targets.iter().any(|target| target.target_kind == SafeTargetKind::SafeEmailRecipient) => {
            return cannot("safe_targets", "this mode needs at least one safe_email_recipient: an address of yours");
        }
        M::SafeTargetOnly | M::LiveReadSafeWrite if !safe_targets.iter().any(is_place) => {
            return cannot(
                "safe_targets",
                "this mode needs at least one: a temp_folder, a test_sharepoint_site or the managed_browser_profile",
            );
        }
        _ => {}
    }
    for target in safe_targets {
        match target.target_kind {
            SafeTargetKind::TempFolder if !is_plain_folder(&target.reference) => {
                return cannot("safe_targets", "the ref of a temp_folder is an absolute path, without `..`");
            }
            SafeTargetKind::CopiedDocument if mode != M::CopyArtifact => {
                return cannot("safe_targets", "a copied_document is copied in the mode copy_artifact alone");
            }
            SafeTargetKind::CopiedDocument if !is_plain_folder(&target.reference) => {
                return cannot(
                    "safe_targets",
                    "the ref of a copied_document is the absolute path of a file or folder, without `..`",
                );
            }
            SafeTargetKind::SafeEmailRecipient if mode != M::RedirectSend => {
                return cannot("safe_targets", "a safe_email_recipient is sent to in the mode redirect_send alone");
            }
            SafeTargetKind::SafeEmailRecipient if !is_address(&target.reference) => {
                return cannot("safe_targets", "the ref of a safe_email_recipient is one address, such as me@example.org");
            }
            SafeTargetKind::TestSharepointSite if host(&target.reference).is_empty() => {
                return cannot("safe_targets", "the ref of a test_sharepoint_site is its address");
            }
            SafeTargetKind::BlankDocument | SafeTargetKind::BlankProject => {
                return cannot(
                    "safe_targets",
                    "whether a document or a project is blank cannot be seen here; choose the mode blank_artifact, which begins with an empty folder",
                );
            }
            SafeTargetKind::TempFolder
            | SafeTargetKind::TestSharepointSite
            | SafeTargetKind::ManagedBrowserProfile
            | SafeTargetKind::CopiedDocument
            | SafeTargetKind::SafeEmailRecipient => {}
        }
    }
    Ok(())
}

/// Whether a target says where something may be written, and not what is copied or who is sent to.
pub(crate) const fn is_place(target: &RehearsalSafeTarget) -> bool {
    use SafeTargetKind as K;
    matches!(target.target_kind, K::TempFolder | K::TestSharepointSite | K::ManagedBrowserProfile)
}

/// Whether this is an absolute path that never leads up.
pub(crate) fn is_plain_folder(path: &str) -> bool {
    let path = Path::new(path);
    path.is_absolute() && !path.components().any(|part| part == Component::ParentDir)
}

fn is_address(text: &str) -> bool {
    let plain = !text.chars().any(|c| c.is_whitespace() || matches!(c, ',' | ';' | '<' | '>'));
    plain && text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && !host.is_empty() && !host.contains('@'))
}

/// The host of an address.
pub(crate) fn host(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or_default().trim()
}
