//! How well an ability fares: the health of its checkpoints, and the failures that degrade or quarantine it (§1.1I, decisions
//! "Later use"). Pure; `abilities` and `lifecycle` act on it.
//!
//! A run is a dispatch or a test. Of several words on a checkpoint in one run the last one counts, the observer's before an
//! agent's. What belongs to no run counts for nothing.

use apprentice_contracts::ability::CheckpointHealth;
use apprentice_contracts::capability::{CapabilityHealthStatus, InstalledState, SessionAvailability};
use apprentice_contracts::checkpoint::{Checkpoint, CheckpointStatus, CheckpointVerificationReceipt, ReceiptSource};
use apprentice_contracts::ids::ValidationRunId;
use apprentice_contracts::{Time, capability};
use apprentice_store::abilities::{AbilityRecord, QuarantinedBy};
use chrono::Duration;
use std::collections::{BTreeMap, HashMap};

/// Runs that count for the health of checkpoints.
pub(crate) const RUNS: u32 = 20;
/// Failures older than this are forgotten.
pub(crate) const WINDOW: Duration = Duration::days(7);
/// Runs in which the same checkpoint failed: degraded.
const MATCHING: usize = 3;
/// Runs in which any checkpoint failed: quarantined.
const FAILURES: usize = 5;
/// Good canaries in a row that heal.
pub(crate) const CANARIES: u32 = 5;
/// The last words on the checkpoints of one run.
type Words<'r> = HashMap<&'r str, &'r CheckpointVerificationReceipt>;

/// Every run with its last words, the oldest first.
fn runs(receipts: &[CheckpointVerificationReceipt]) -> Vec<Words<'_>> {
    let mut numbers: HashMap<(bool, String), usize> = HashMap::new();
    let mut runs: Vec<Words<'_>> = Vec::new();
    for receipt in receipts {
        let Some(run) = run_of(receipt) else { continue };
        // An agent names its dispatches as it likes; one with the id of a test is not that test.
        let number = *numbers.entry((receipt.validation_run_id.is_some(), run)).or_insert(runs.len());
        if number == runs.len() {
            runs.push(Words::new());
        }
        let word = runs[number].entry(&receipt.checkpoint_id).or_insert(receipt);
        if word.source != ReceiptSource::Observer || receipt.source == ReceiptSource::Observer {
            *word = receipt;
        }
    }
    runs
}

/// Every run by its name, with its last word on each checkpoint.
pub(crate) fn runs_by_id(receipts: &[CheckpointVerificationReceipt]) -> Vec<(String, Vec<&CheckpointVerificationReceipt>)> {
    let named = |words: Words<'_>| words.values().next().and_then(|word| run_of(word));
    runs(receipts).into_iter().filter_map(|words| Some((named(words.clone())?, words.into_values().collect()))).collect()
}

pub(crate) fn run_of(receipt: &CheckpointVerificationReceipt) -> Option<String> {
    receipt.validation_run_id.as_ref().map(ValidationRunId::to_string).or_else(|| receipt.dispatch_id.clone())
}

/// `no_data` under 3 runs; else by the share of reached checkpoints over the last 20 runs.
fn of_checkpoints(receipts: &[CheckpointVerificationReceipt]) -> CheckpointHealth {
    let runs = runs(receipts);
    if runs.len() < 3 {
        return CheckpointHealth::NoData;
    }
    let counted: Vec<_> = runs[runs.len().saturating_sub(RUNS as usize)..].iter().flat_map(HashMap::values).copied().collect();
    by_share(&counted)
}

/// After each of these runs, which are in order.
pub(crate) fn after_each(runs: &[(String, Vec<&CheckpointVerificationReceipt>)]) -> Vec<CheckpointHealth> {
    let after = |last: usize| {
        let counted: Vec<_> =
            runs[(last + 1).saturating_sub(RUNS as usize)..=last].iter().flat_map(|(_, words)| words).copied().collect();
        if last < 2 { CheckpointHealth::NoData } else { by_share(&counted) }
    };
    (0..runs.len()).map(after).collect()
}

fn by_share(counted: &[&CheckpointVerificationReceipt]) -> CheckpointHealth {
    let reached = counted.iter().filter(|receipt| receipt.status == CheckpointStatus::Reached).count();
    match reached as f64 / counted.len() as f64 {
        share if share >= 0.9 => CheckpointHealth::Strong,
        share if share >= 0.6 => CheckpointHealth::Moderate,
        _ => CheckpointHealth::Weak,
    }
}

/// The same since the ability last began anew: what is forgiven makes it weak no more.
pub(crate) fn of_ability(mut receipts: Vec<CheckpointVerificationReceipt>, from: Option<Time>) -> CheckpointHealth {
    receipts.retain(|receipt| from.is_none_or(|from| receipt.created_at >= from));
    of_checkpoints(&receipts)
}

/// What failed in the last seven days, and since the ability last began anew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Failures {
    /// Runs in which a checkpoint that is not optional failed.
    pub runs: usize,
    /// Checkpoints that failed in so many runs that the ability is degraded.
    pub matching: Vec<String>,
}

impl Failures {
    pub(crate) fn too_many(&self) -> bool {
        self.runs >= FAILURES
    }
}

pub(crate) fn failures(
    receipts: &[CheckpointVerificationReceipt],
    checkpoints: &[Checkpoint],
    since: Option<Time>,
    now: Time,
) -> Failures {
    let since = since.unwrap_or_default().max(now - WINDOW);
    let counts = |id: &str| checkpoints.iter().any(|checkpoint| checkpoint.checkpoint_id == id && !checkpoint.optional);
    let mut failures = Failures::default();
    let mut of_checkpoint: BTreeMap<&str, usize> = BTreeMap::new();
    for run in runs(receipts) {
        let failed = run.values().filter(|receipt| {
            receipt.status == CheckpointStatus::Failed && receipt.created_at > since && counts(&receipt.checkpoint_id)
        });
        let failed: Vec<&str> = failed.map(|receipt| receipt.checkpoint_id.as_str()).collect();
        failures.runs += usize::from(!failed.is_empty());
        failed.into_iter().for_each(|id| *of_checkpoint.entry(id).or_default() += 1);
    }
    failures.matching = of_checkpoint.into_iter().filter(|(_, runs)| *runs >= MATCHING).map(|(id, _)| id.to_owned()).collect();
    failures
}

/// Whether an ability can be used now, and why not: what its entry says follows from its standing.
pub(crate) fn update_usability(record: &mut AbilityRecord) {
    let quarantine = record.standing.quarantine.as_ref();
    let reason = match quarantine {
        Some(quarantine) => Some(format!("Quarantined: {}", quarantine.reason)),
        None if !record.entry.enabled => Some("Deactivated.".to_owned()),
        None => None,
    };
    record.entry.usable_now = reason.is_none();
    record.entry.reason_unusable = reason.map(|reason| reason.chars().take(240).collect());
}

/// Whether no agent is to use it: in quarantine, or switched off.
pub(crate) fn is_off(record: &AbilityRecord) -> bool {
    matches!(status(record), CapabilityHealthStatus::Quarantined | CapabilityHealthStatus::Disabled)
}

pub(crate) fn status(record: &AbilityRecord) -> CapabilityHealthStatus {
    let standing = &record.standing;
    match () {
        () if standing.quarantine.is_some() => CapabilityHealthStatus::Quarantined,
        () if !record.entry.enabled => CapabilityHealthStatus::Disabled,
        () if is_degraded(record) => CapabilityHealthStatus::Degraded,
        () => CapabilityHealthStatus::Healthy,
    }
}

/// By failures or by a canary: what good canaries heal.
pub(crate) fn is_degraded(record: &AbilityRecord) -> bool {
    !record.standing.failing.is_empty() || record.standing.canary_failed
}

pub(crate) fn reason_codes(record: &AbilityRecord) -> Vec<String> {
    let standing = &record.standing;
    let mut codes = Vec::new();
    if let Some(quarantine) = &standing.quarantine {
        codes.push(match quarantine.by {
            QuarantinedBy::Person => "quarantined_by_user".to_owned(),
            QuarantinedBy::Failures => "failures".to_owned(),
            QuarantinedBy::Safety => "safety_critical".to_owned(),
        });
    }
    if !record.entry.enabled {
        codes.push("deactivated".into());
    }
    codes.extend(standing.failing.iter().map(|checkpoint| format!("checkpoint_failing:{checkpoint}").chars().take(80).collect()));
    if standing.canary_failed {
        codes.push("canary_failed".into());
    }
    match record.entry.checkpoint_health {
        Some(CheckpointHealth::Weak) => codes.push("weak_checkpoints".into()),
        Some(CheckpointHealth::NoData) | None => codes.push("no_data".into()),
        _ => {}
    }
    codes
}

/// `None`: it stands for no capability.
pub(crate) fn of_capability(record: &AbilityRecord) -> Option<capability::CapabilityHealthState> {
    let health_status = status(record);
    Some(capability::CapabilityHealthState {
        capability_id: record.entry.primary_capability_id.clone()?,
        ability_id: record.entry.ability_id.clone(),
        installed_state: if record.standing.missing { InstalledState::Missing } else { InstalledState::Present },
        health_status,
        session_availability: match health_status {
            CapabilityHealthStatus::Healthy => SessionAvailability::Supported,
            CapabilityHealthStatus::Degraded => SessionAvailability::Degraded,
            CapabilityHealthStatus::Quarantined | CapabilityHealthStatus::Disabled => SessionAvailability::Unsupported,
        },
        reason_codes: reason_codes(record),
        last_verified_at: record.entry.last_validated_at,
        cooldown_until: None,
        schema_version: apprentice_contracts::SCHEMA_VERSION,
    })
}

#[cfg(test)]
#[path = "health_test.rs"]
mod tests;
