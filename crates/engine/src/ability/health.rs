//! The health of an ability: its checkpoints, and the failures that degrade or quarantine it (§1.1I). Pure functions;
//! `health_events` and `lifecycle` apply the results.
//!
//! A run is a test, or an hour in which agents reported: a burst of reports weighs like one, whatever names the reports carry. The last
//! receipt of a checkpoint in a run counts; a receipt of the observer counts before one of an agent, and a failure that an agent reported
//! before what else agents reported in that hour. Receipts without a run are ignored.
//!
//! Invariant: the word of agents alone makes no ability strong, and makes none better than the observer saw it.

use apprentice_contracts::ability::CheckpointHealth;
use apprentice_contracts::capability::{CapabilityHealthStatus, InstalledState, SessionAvailability};
use apprentice_contracts::checkpoint::{
    Checkpoint, CheckpointRole, CheckpointStatus, CheckpointVerificationReceipt, NotReached, ReceiptSource,
};
use apprentice_contracts::ids::{CheckpointId, DispatchId, ValidationRunId};
use apprentice_contracts::{Time, capability};
use apprentice_store::abilities::{AbilityRecord, QuarantinedBy};
use chrono::Duration;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Number of runs that the health of checkpoints is computed from.
pub(crate) const RUNS: u32 = 20;
/// Older failures do not count.
pub(crate) const WINDOW: Duration = Duration::days(7);
/// This many runs with a failure of the same checkpoint degrade an ability.
const MATCHING: usize = 3;
/// This many runs with any failure quarantine an ability, if more than one agent within a day says so.
const FAILURES: usize = 5;
/// Failures that only one agent reported count as confirmed when they are at least this far apart.
const SPREAD: Duration = Duration::days(1);
/// Two agents that report harm confirm each other when their reports are at least this far apart. An agent gives itself its name, so two names
/// within a moment may be one agent.
pub(crate) const APART: Duration = Duration::hours(1);
/// This many good canaries in a row heal an ability.
pub(crate) const CANARIES: u32 = 5;
/// The deciding receipt of each checkpoint in one run.
type Words<'r> = HashMap<&'r str, &'r CheckpointVerificationReceipt>;

/// A run by its key, in the order of its first receipt.
fn grouped<'r>(
    receipts: impl IntoIterator<Item = &'r CheckpointVerificationReceipt>,
    key: impl Fn(&CheckpointVerificationReceipt) -> Option<String>,
) -> Vec<(String, Words<'r>)> {
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut runs: Vec<(String, Words<'r>)> = Vec::new();
    for receipt in receipts {
        let Some(run) = key(receipt) else { continue };
        let number = *numbers.entry(run.clone()).or_insert(runs.len());
        if number == runs.len() {
            runs.push((run, Words::new()));
        }
        let word = runs[number].1.entry(receipt.checkpoint_id.as_str()).or_insert(receipt);
        if counts_before(receipt, word) {
            *word = receipt;
        }
    }
    runs
}

/// Whether a later receipt on the same checkpoint in the same run counts instead of an earlier one.
fn counts_before(later: &CheckpointVerificationReceipt, earlier: &CheckpointVerificationReceipt) -> bool {
    match (later.source == ReceiptSource::Observer, earlier.source == ReceiptSource::Observer) {
        (true, _) => true,
        (false, true) => false,
        (false, false) => {
            later.validation_run_id.is_some()
                || later.status == CheckpointStatus::Failed
                || earlier.status != CheckpointStatus::Failed
        }
    }
}

/// Groups receipts into the runs that health is computed from, oldest run first.
fn runs(receipts: &[CheckpointVerificationReceipt]) -> Vec<Words<'_>> {
    let key = |receipt: &CheckpointVerificationReceipt| {
        let test = receipt.validation_run_id.map(|id| format!("test:{id}"));
        test.or_else(|| receipt.dispatch_id.as_ref().map(|_| receipt.created_at.format("agents:%Y-%m-%dT%H").to_string()))
    };
    grouped(receipts, key).into_iter().map(|(_, words)| words).collect()
}

/// Groups receipts by the id of their test or dispatch, for people who read what happened in each.
pub(crate) fn runs_by_id(receipts: &[CheckpointVerificationReceipt]) -> Vec<(String, Vec<&CheckpointVerificationReceipt>)> {
    grouped(receipts, run_of).into_iter().map(|(run, words)| (run, words.into_values().collect())).collect()
}

pub(crate) fn run_of(receipt: &CheckpointVerificationReceipt) -> Option<String> {
    receipt
        .validation_run_id
        .as_ref()
        .map(ValidationRunId::to_string)
        .or_else(|| receipt.dispatch_id.as_ref().map(DispatchId::to_string))
}

/// `no_data` below 3 runs, else by the share of reached checkpoints in the last 20 runs.
fn of_checkpoints(receipts: &[CheckpointVerificationReceipt]) -> CheckpointHealth {
    let runs = runs(receipts);
    if runs.len() < 3 {
        return CheckpointHealth::NoData;
    }
    let counted: Vec<_> = runs[runs.len().saturating_sub(RUNS as usize)..].iter().flat_map(HashMap::values).copied().collect();
    by_share(&counted)
}

/// The health after each run. `runs` is in order.
pub(crate) fn after_each(runs: &[(String, Vec<&CheckpointVerificationReceipt>)]) -> Vec<CheckpointHealth> {
    let after = |last: usize| {
        let counted: Vec<_> =
            runs[(last + 1).saturating_sub(RUNS as usize)..=last].iter().flat_map(|(_, words)| words).copied().collect();
        if last < 2 { CheckpointHealth::NoData } else { by_share(&counted) }
    };
    (0..runs.len()).map(after).collect()
}

/// The health by the share of reached checkpoints, but not better than the observer saw it; `moderate` at most if it saw nothing.
fn by_share(counted: &[&CheckpointVerificationReceipt]) -> CheckpointHealth {
    let seen: Vec<_> = counted.iter().copied().filter(|receipt| receipt.source != ReceiptSource::Agent).collect();
    let at_most = if seen.is_empty() { CheckpointHealth::Moderate } else { of_share(&seen) };
    match (of_share(counted), at_most) {
        (CheckpointHealth::Weak, _) | (_, CheckpointHealth::Weak) => CheckpointHealth::Weak,
        (CheckpointHealth::Moderate, _) | (_, CheckpointHealth::Moderate) => CheckpointHealth::Moderate,
        (said, _) => said,
    }
}

fn of_share(counted: &[&CheckpointVerificationReceipt]) -> CheckpointHealth {
    let reached = counted.iter().filter(|receipt| receipt.status == CheckpointStatus::Reached).count();
    match reached as f64 / counted.len() as f64 {
        share if share >= 0.9 => CheckpointHealth::Strong,
        share if share >= 0.6 => CheckpointHealth::Moderate,
        _ => CheckpointHealth::Weak,
    }
}

/// The health since `from`, when failures were last reset. Only effects count.
pub(crate) fn of_ability(
    mut receipts: Vec<CheckpointVerificationReceipt>,
    checkpoints: &[Checkpoint],
    from: Option<Time>,
) -> CheckpointHealth {
    receipts.retain(|receipt| from.is_none_or(|from| receipt.created_at >= from) && decides(receipt, checkpoints));
    of_checkpoints(&receipts)
}

/// How the reason begins of an effect that could not be judged, in receipts from before the code.
const UNREADABLE: &str = "Could not be read:";

/// Whether the observer could not judge a checkpoint.
pub(crate) fn is_undecided(status: CheckpointStatus, code: Option<NotReached>, reason: Option<&str>) -> bool {
    let without_code = || code.is_none() && reason.is_some_and(|reason| reason.starts_with(UNREADABLE));
    status == CheckpointStatus::Skipped && (code == Some(NotReached::Undecided) || without_code())
}

/// Whether a receipt judges an effect. A checkpoint that is no longer known counts as one.
pub(crate) fn decides(receipt: &CheckpointVerificationReceipt, checkpoints: &[Checkpoint]) -> bool {
    if is_undecided(receipt.status, receipt.not_reached, receipt.reason.as_deref()) {
        return false;
    }
    let known = checkpoints.iter().find(|checkpoint| checkpoint.checkpoint_id == receipt.checkpoint_id);
    known.is_none_or(|checkpoint| checkpoint.role == CheckpointRole::Effect)
}

/// Failures in the last seven days, counted since they were last reset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Failures {
    /// Runs in which a required effect failed.
    pub runs: usize,
    /// Checkpoints that failed in enough runs to degrade the ability.
    pub matching: Vec<String>,
    /// More than the word of one agent within a day says so: the observer saw a failure, two agents reported one, or a day passed between
    /// the first and the last.
    pub confirmed: bool,
}

impl Failures {
    /// Whether they quarantine the ability.
    pub(crate) fn too_many(&self) -> bool {
        self.runs >= FAILURES && self.confirmed
    }
}

pub(crate) fn failures(
    receipts: &[CheckpointVerificationReceipt],
    checkpoints: &[Checkpoint],
    since: Option<Time>,
    now: Time,
) -> Failures {
    let since = since.unwrap_or_default().max(now - WINDOW);
    let is_required = |checkpoint: &Checkpoint| !checkpoint.optional && checkpoint.role == CheckpointRole::Effect;
    let counts =
        |id: &CheckpointId| checkpoints.iter().any(|checkpoint| checkpoint.checkpoint_id == *id && is_required(checkpoint));
    let mut failures = Failures::default();
    let mut of_checkpoint: BTreeMap<&str, usize> = BTreeMap::new();
    let mut all: Vec<&CheckpointVerificationReceipt> = Vec::new();
    for run in runs(receipts) {
        let failed = run.values().copied().filter(|receipt| {
            receipt.status == CheckpointStatus::Failed && receipt.created_at > since && counts(&receipt.checkpoint_id)
        });
        let failed: Vec<_> = failed.collect();
        failures.runs += usize::from(!failed.is_empty());
        failed.iter().for_each(|receipt| *of_checkpoint.entry(receipt.checkpoint_id.as_str()).or_default() += 1);
        all.extend(failed);
    }
    failures.matching = of_checkpoint.into_iter().filter(|(_, runs)| *runs >= MATCHING).map(|(id, _)| id.to_owned()).collect();
    failures.confirmed = is_confirmed(&all);
    failures
}

fn is_confirmed(failed: &[&CheckpointVerificationReceipt]) -> bool {
    let agents: HashSet<Option<&str>> = failed.iter().map(|receipt| receipt.agent.as_deref()).collect();
    let times = failed.iter().map(|receipt| receipt.created_at);
    let span = times.clone().max().zip(times.min()).map(|(last, first)| last - first);
    failed.iter().any(|receipt| receipt.source != ReceiptSource::Agent)
        || agents.len() > 1
        || span.is_some_and(|span| span >= SPREAD)
}

/// Derives whether the ability can be used, and why not, from its quarantine, its switch and what the machine lacks for it.
pub(crate) fn update_usability(record: &mut AbilityRecord) {
    let quarantine = record.standing.quarantine.as_ref();
    let obstacles = &record.standing.obstacles;
    let reason = match quarantine {
        Some(quarantine) => Some(format!("Quarantined: {}", quarantine.reason)),
        None if !record.entry.enabled => Some("Deactivated.".to_owned()),
        None if is_suspended(record) => {
            Some("Suspended: an agent reported that it did or nearly did harm. A person quarantines it, or keeps it.".to_owned())
        }
        None if !obstacles.is_empty() => {
            Some(obstacles.iter().map(|obstacle| obstacle.reason.as_str()).collect::<Vec<_>>().join(" "))
        }
        None => None,
    };
    record.entry.usable_now = reason.is_none();
    record.entry.reason_unusable = reason.map(|reason| reason.chars().take(240).collect());
}

/// Whether agents must not use the ability: it is quarantined, disabled or suspended.
pub(crate) fn is_off(record: &AbilityRecord) -> bool {
    matches!(status(record), CapabilityHealthStatus::Quarantined | CapabilityHealthStatus::Disabled) || is_suspended(record)
}

/// Whether an agent reported harm and the person has not decided yet.
pub(crate) fn is_suspended(record: &AbilityRecord) -> bool {
    record.standing.reported_harm.is_some()
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

/// Whether failures, a canary or reported harm degraded the ability. Good canaries heal it, except of reported harm.
pub(crate) fn is_degraded(record: &AbilityRecord) -> bool {
    !record.standing.failing.is_empty() || record.standing.canary_failed || is_suspended(record)
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
    if is_suspended(record) {
        codes.push("harm_reported".into());
    }
    if !record.entry.enabled {
        codes.push("deactivated".into());
    }
    codes.extend(standing.obstacles.iter().map(|obstacle| obstacle.kind.code().to_owned()));
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

/// `None` for an ability without a capability.
pub(crate) fn of_capability(record: &AbilityRecord) -> Option<capability::CapabilityHealthState> {
    let health_status = status(record);
    Some(capability::CapabilityHealthState {
        capability_id: record.entry.primary_capability_id.clone()?,
        ability_id: record.entry.ability_id.clone(),
        installed_state: if record.standing.missing { InstalledState::Missing } else { InstalledState::Present },
        health_status,
        session_availability: match health_status {
            _ if !record.standing.obstacles.is_empty() || is_suspended(record) => SessionAvailability::Unsupported,
            CapabilityHealthStatus::Healthy => SessionAvailability::Supported,
            CapabilityHealthStatus::Degraded => SessionAvailability::Degraded,
            CapabilityHealthStatus::Quarantined | CapabilityHealthStatus::Disabled => SessionAvailability::Unsupported,
        },
        reason_codes: reason_codes(record),
        last_verified_at: record.entry.last_validated_at,
        schema_version: apprentice_contracts::SCHEMA_VERSION,
    })
}

#[cfg(test)]
#[path = "health_test.rs"]
mod tests;
