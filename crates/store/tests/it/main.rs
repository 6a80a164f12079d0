//! The store through its public interface.

#![allow(clippy::unwrap_used, reason = "a test may panic; the setting in clippy.toml does not reach helper functions")]

mod group_commit;
mod mcp_calls;
mod readings;
mod recovery;
mod retention;
mod screens;
mod writer;

use apprentice_contracts::Time;
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::session::LearnSession;
use apprentice_store::sessions::SessionRecord;
use serde_json::json;
use uuid::Uuid;

pub fn at(second: i64) -> Time {
    Time::from_timestamp(1_800_000_000 + second, 0).unwrap()
}

pub fn session(n: u128, state: &str) -> SessionRecord {
    let session: LearnSession = serde_json::from_value(json!({
        "learn_session_id": Uuid::from_u128(n), "entry_mode": "demonstrating_skill", "observation_mode": "outside_agent",
        "build_policy": "build_then_review", "execution_mode": "guided", "target_kind": "new_skill", "state": state,
        "actor_mode": "mixed", "created_at": at(n as i64), "updated_at": at(n as i64), "schema_version": 1,
    }))
    .unwrap();
    SessionRecord {
        session,
        start_url: None,
        allow_private_install: false,
        capture: Default::default(),
        ended_at: None,
        purged: false,
        lent_to: None,
    }
}

pub fn id(n: u128) -> LearnSessionId {
    LearnSessionId(Uuid::from_u128(n))
}
