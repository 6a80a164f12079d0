//! Durable events per second: each one is on the disk before its writer gets the result. The target: more than 20,000.
//!
//! The database is in `TMPDIR`; point that to a disk, so that the benchmark does not measure memory.

#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use apprentice_contracts::Time;
use apprentice_contracts::event::EventKind;
use apprentice_contracts::ids::LearnSessionId;
use apprentice_store::events::NewEvent;
use apprentice_store::sessions::{self, SessionRecord};
use apprentice_store::{Store, StoreError, Transaction, events};
use serde_json::json;
use std::time::{Duration, Instant};
use uuid::Uuid;

const LONG: Duration = Duration::from_secs(5);

fn now() -> Time {
    Time::from_timestamp(1_800_000_000, 0).unwrap()
}

fn session(n: u128) -> SessionRecord {
    let session = serde_json::from_value(json!({
        "learn_session_id": Uuid::from_u128(n), "entry_mode": "demonstrating_skill", "observation_mode": "outside_agent",
        "build_policy": "build_then_review", "execution_mode": "guided", "target_kind": "new_skill", "state": "approved",
        "actor_mode": "mixed", "created_at": now(), "updated_at": now(), "schema_version": 1,
    }));
    SessionRecord {
        session: session.unwrap(),
        start_url: None,
        allow_private_install: false,
        capture: Default::default(),
        ended_at: None,
        purged: false,
        lent_to: None,
    }
}

/// Appends an event of the size of an observed action.
fn append(db: &Transaction<'_>, n: u64) -> Result<(), StoreError> {
    let payload = json!({
        "event_id": Uuid::from_u128(u128::from(n)), "seq": n, "adapter_kind": "browser_dom", "action_label": "Filled “Name” with “Ada Lovelace”",
        "details": { "kind": "fill", "target": { "role": "textbox", "name": "Name", "context": "New customer" }, "value": { "text": "Ada Lovelace" } },
        "caused_state_change": false, "redaction_mode": "mask_text", "masked": 0, "created_at": now(), "schema_version": 1,
    });
    let session_id = LearnSessionId(Uuid::from_u128(u128::from(n % 4) + 1));
    events::append(db, NewEvent { session_id, kind: EventKind::CaptureAction, payload, action: None, at: now() }).map(drop)
}

/// Runs `writers` concurrently; each waits for its change of `events` events before the next one.
async fn measure(writers: u64, events: u64) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("apprentice.db")).unwrap();
    store.write(|db| (1..=4).try_for_each(|n| sessions::put(db, &session(n)))).await.unwrap();
    let started = Instant::now();
    let all: Vec<_> = (0..writers)
        .map(|writer| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut took = Vec::new();
                while started.elapsed() < LONG {
                    let requested = Instant::now();
                    store.write(move |db| (0..events).try_for_each(|n| append(db, writer + n))).await.unwrap();
                    took.push(requested.elapsed());
                }
                took
            })
        })
        .collect();
    let mut took = Vec::new();
    for writer in all {
        took.extend(writer.await.unwrap());
    }
    let (elapsed, stored) = (started.elapsed(), took.len() as u64 * events);
    took.sort_unstable();
    let at = |share: usize| took[(took.len() * share / 100).min(took.len() - 1)];
    let mut counted = 0;
    for n in 1..=4 {
        let id = LearnSessionId(Uuid::from_u128(n));
        counted += u64::from(store.read(move |db| events::last_seq(db, id)).await.unwrap());
    }
    assert_eq!(counted, stored, "every acknowledged event is stored");
    let rate = stored as f64 / elapsed.as_secs_f64();
    println!("{writers} writers, {events} events a change: {rate:.0} events/s; a change p50 {:?}, p99 {:?}", at(50), at(99));
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap();
    for (writers, events) in [(1, 1), (16, 1), (256, 1), (1024, 1), (1, 100), (1, 1000)] {
        runtime.block_on(measure(writers, events));
    }
}
