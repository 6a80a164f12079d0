//! Test policies on the command line: read from a file or named by their mode, and said in words.

use crate::learn::label;
use crate::learn::proposal::read_text;
use crate::output::CommandError;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::test_policy::{ActingTestPolicy, SafeTargetKind, TestPolicyMode, TestPolicySource};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;
use uuid::Uuid;

/// A policy that a command names: the word of a mode with the limits of the safe default, or a file with JSON (`-`: standard input).
pub fn read(named: &Path) -> Result<Value, CommandError> {
    let mode = named.to_str().filter(|word| serde_json::from_value::<TestPolicyMode>(json!(word)).is_ok());
    let mut policy = match mode {
        Some(mode) => json!({ "mode": mode }),
        None => serde_json::from_str(&read_text(named)?).map_err(|error| {
            CommandError::refused(ErrorCode::InvalidRequest, format!("{} is not JSON: {error}", named.display()))
        })?,
    };
    if let Value::Object(fields) = &mut policy {
        // A policy that is written by hand needs no identifier.
        fields.entry("policy_id").or_insert_with(|| json!(Uuid::nil()));
    }
    Ok(policy)
}

/// The same, where a command may name none.
pub fn read_some(named: Option<&std::path::PathBuf>) -> Result<Option<Value>, CommandError> {
    named.map(|named| read(named)).transpose()
}

/// Describes the effective test policy, where it was set, and which limits of the settings it overrides.
pub fn words(acting: &ActingTestPolicy) -> String {
    let policy = &acting.policy;
    let chosen = match acting.source {
        TestPolicySource::Run => "chosen for this run",
        TestPolicySource::Draft => "chosen for the draft",
        TestPolicySource::Ability => "chosen for the ability",
        TestPolicySource::Settings => "from the settings",
        TestPolicySource::SafeDefault => "the safe default",
    };
    let may = |forbidden: bool| if forbidden { "no" } else { "yes" };
    let mut text = format!("Test policy: {} ({chosen})", label(&policy.mode));
    let _ = write!(text, "\n  may destroy: {}", may(policy.forbid_destructive_writes));
    let _ = write!(text, "\n  may send:    {}", may(policy.forbid_external_send));
    let _ = write!(text, "\n  actions:     {} at most", policy.max_actions);
    if !policy.allowed_domains.is_empty() {
        let _ = write!(text, "\n  sites:       {}", policy.allowed_domains.join(", "));
    }
    let targets = |words: &str, of: &dyn Fn(SafeTargetKind) -> bool| {
        let named = policy.safe_targets.iter().filter(|target| of(target.target_kind));
        let named: Vec<String> =
            named.map(|target| format!("{} {}", label(&target.target_kind), target.reference).trim().to_owned()).collect();
        if named.is_empty() { String::new() } else { format!("\n  {words}{}", named.join(", ")) }
    };
    let (copied, sent) = (SafeTargetKind::CopiedDocument, SafeTargetKind::SafeEmailRecipient);
    text += &targets("writes to:   ", &|kind| kind != copied && kind != sent);
    text += &targets("copies:      ", &|kind| kind == copied);
    text += &targets("sends to:    ", &|kind| kind == sent);
    if policy.cleanup_required {
        text += "\n  afterwards:  what it made is removed";
    }
    for why in acting.stricter.iter().chain(&acting.forbids_the_task) {
        let _ = write!(text, "\n{why}");
    }
    text
}
