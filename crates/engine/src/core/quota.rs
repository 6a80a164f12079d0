//! The rate limit of agents: how much they may store in an hour, by kind of request, in number and in bytes. A leaking bucket: what was used
//! drains evenly over the hour, so that an agent is never shut out for longer than it takes to drain what its next request needs.
//!
//! An agent gives itself its name, so each kind also has a limit for all agents together.

use crate::Answer;
use apprentice_contracts::Time;
use apprentice_contracts::error::{ErrorCode, Failure};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// What an agent asks to store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum QuotaKind {
    /// Reports on checkpoints, frictions, notes and outcomes.
    Reports,
    /// Configuration intents.
    Intents,
    /// Calls of connectors: each leaves a receipt, and one that asks the person first waits with its arguments.
    Calls,
    /// Receipts of decisions of hooks.
    Hooks,
}

/// The most that may be used within an hour.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Limit {
    requests: f64,
    bytes: f64,
}

/// So many agents that use their whole share share the limit of a kind.
const AGENTS: f64 = 4.0;
const HOUR_IN_SECONDS: f64 = 3600.0;
/// Names beyond these are only kept while they use something.
const MAX_NAMES: usize = 1000;

impl QuotaKind {
    /// The limit of one agent.
    const fn limit(self) -> Limit {
        match self {
            Self::Reports => Limit { requests: 1000.0, bytes: 1024.0 * 1024.0 },
            Self::Intents => Limit { requests: 120.0, bytes: 512.0 * 1024.0 },
            Self::Calls => Limit { requests: 6000.0, bytes: 32.0 * 1024.0 * 1024.0 },
            Self::Hooks => Limit { requests: 6000.0, bytes: 8.0 * 1024.0 * 1024.0 },
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Reports => "reports",
            Self::Intents => "configuration intents",
            Self::Calls => "calls of connectors",
            Self::Hooks => "decisions of hooks",
        }
    }
}

/// What was used and has not drained.
#[derive(Clone, Copy, Debug, Default)]
struct Used {
    requests: f64,
    bytes: f64,
    at: Time,
}

impl Used {
    /// What is left of it now.
    fn drained(self, limit: Limit, now: Time) -> Self {
        // A clock that was set back drains nothing.
        let seconds = (now - self.at).num_milliseconds().max(0) as f64 / 1000.0;
        let left = |used: f64, limit: f64| (used - limit * seconds / HOUR_IN_SECONDS).max(0.0);
        Self { requests: left(self.requests, limit.requests), bytes: left(self.bytes, limit.bytes), at: now }
    }

    /// Seconds until one request of so many bytes fits. 0: now.
    fn wait(self, limit: Limit, bytes: f64) -> f64 {
        let over = |used: f64, more: f64, limit: f64| ((used + more - limit) / limit * HOUR_IN_SECONDS).max(0.0);
        over(self.requests, 1.0, limit.requests).max(over(self.bytes, bytes, limit.bytes))
    }
}

/// What agents used, by kind and name. `None` is all agents together.
#[derive(Default)]
pub(crate) struct Quotas(Mutex<BTreeMap<(QuotaKind, Option<String>), Used>>);

impl Quotas {
    /// Counts a request of an agent. Errors: `QUOTA_EXCEEDED`, and nothing is counted.
    pub(crate) fn charge(&self, kind: QuotaKind, agent: &str, bytes: usize, now: Time) -> Answer<()> {
        let one = kind.limit();
        let all = Limit { requests: one.requests * AGENTS, bytes: one.bytes * AGENTS };
        let mut used = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A request larger than the whole limit uses all of it.
        let bytes = (bytes as f64).min(one.bytes);
        let keys = [(one, (kind, Some(agent.to_owned()))), (all, (kind, None))];
        let now_used = keys.map(|(limit, key)| {
            let before = used.get(&key).copied().unwrap_or(Used { at: now, ..Used::default() });
            (limit, key, before.drained(limit, now))
        });
        let wait = now_used.iter().map(|(limit, _, used)| used.wait(*limit, bytes)).fold(0.0, f64::max);
        if wait > 0.0 {
            return Err(exceeded(kind, wait));
        }
        for (_, key, before) in now_used {
            used.insert(key, Used { requests: before.requests + 1.0, bytes: before.bytes + bytes, at: now });
        }
        if used.len() > MAX_NAMES {
            used.retain(|(kind, name), used| name.is_none() || used.drained(kind.limit(), now).requests > 0.0);
        }
        Ok(())
    }
}

fn exceeded(kind: QuotaKind, wait: f64) -> Failure {
    let seconds = (wait.ceil() as u64).max(1);
    let message = format!("Agents sent too many {} within an hour. Try again in {seconds} s.", kind.name());
    Failure::new(ErrorCode::QuotaExceeded, message).with_details(json!({ "retry_after_seconds": seconds }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::Duration;

    fn accepted(quotas: &Quotas, kind: QuotaKind, agent: &str, bytes: usize, now: Time, tries: usize) -> usize {
        (0..tries).filter(|_| quotas.charge(kind, agent, bytes, now).is_ok()).count()
    }

    #[test]
    fn a_flood_is_cut_off_in_number_and_in_bytes_and_drains() {
        let now = Time::default();
        for (kind, bytes, expected) in [
            (QuotaKind::Reports, 100, 1000),
            (QuotaKind::Reports, 16 * 1024, 64),
            (QuotaKind::Intents, 100, 120),
            (QuotaKind::Intents, 16 * 1024, 32),
            (QuotaKind::Intents, 100 * 1024 * 1024, 1),
            (QuotaKind::Calls, 100, 6000),
            (QuotaKind::Calls, 1024 * 1024, 32),
        ] {
            let quotas = Quotas::default();
            assert_eq!(accepted(&quotas, kind, "one", bytes, now, 8000), expected, "{kind:?} of {bytes} bytes");
            let failure = quotas.charge(kind, "one", bytes, now).unwrap_err();
            assert_eq!(failure.code, ErrorCode::QuotaExceeded);
            let seconds = failure.details.unwrap()["retry_after_seconds"].as_u64().unwrap();
            assert!((1..=3600).contains(&seconds), "{seconds}");
            let later = now + Duration::seconds(i64::try_from(seconds).unwrap());
            assert!(quotas.charge(kind, "one", bytes, later).is_ok(), "it said when to come again");
            let half = accepted(
                &Quotas(Mutex::new(quotas.0.into_inner().unwrap())),
                kind,
                "one",
                bytes,
                later + Duration::minutes(30),
                8000,
            );
            assert!(half <= expected / 2 + 1, "half an hour gives half of it: {half}");
        }
    }

    #[test]
    fn many_names_do_not_make_many_shares() {
        let (quotas, now) = (Quotas::default(), Time::default());
        let all: usize = (0..3000).map(|n| accepted(&quotas, QuotaKind::Reports, &format!("agent {n}"), 10, now, 10)).sum();
        assert_eq!(all, 4000);
        assert_eq!(accepted(&quotas, QuotaKind::Intents, "agent 1", 10, now, 1), 1, "another kind has its own limit");
    }

    #[test]
    fn one_agent_leaves_room_for_another_and_a_clock_set_back_gives_nothing() {
        let (quotas, now) = (Quotas::default(), Time::default() + Duration::days(1));
        assert_eq!(accepted(&quotas, QuotaKind::Reports, "loud", 10, now, 5000), 1000);
        assert_eq!(accepted(&quotas, QuotaKind::Reports, "loud", 10, now - Duration::hours(5), 5), 0);
        assert_eq!(accepted(&quotas, QuotaKind::Reports, "quiet", 10, now, 5), 5);
    }
}
