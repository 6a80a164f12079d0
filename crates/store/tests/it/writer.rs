//! Changes, events and the outbox.

use crate::{at, id, session};
use apprentice_contracts::event::EventKind;
use apprentice_contracts::ids::EventId;
use apprentice_store::events::NewEvent;
use apprentice_store::{Store, StoreError, events, outbox, sessions};
use serde_json::json;
use uuid::Uuid;

fn event(n: u128, kind: EventKind) -> NewEvent {
    NewEvent { session_id: id(n), kind, payload: json!({"of": n as u64}), action: None, at: at(0) }
}

async fn opened() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("apprentice.db")).unwrap();
    (folder, store)
}

#[tokio::test]
async fn a_failing_change_is_rolled_back() {
    let (_folder, store) = opened().await;
    let refused: Result<(), StoreError> = store
        .write(|tx| {
            sessions::put(tx, &session(1, "armed"))?;
            events::append(tx, event(1, EventKind::SessionStarted))?;
            Err(StoreError::DiskFull)
        })
        .await;
    assert!(matches!(refused, Err(StoreError::DiskFull)));
    let found = store.read(|db| sessions::get(db, id(1))).await.unwrap();
    assert!(found.is_none(), "the whole transaction was rolled back");
}

#[tokio::test]
async fn a_panicking_change_is_rolled_back_and_the_writer_continues() {
    let (_folder, store) = opened().await;
    let lost: Result<(), StoreError> = store
        .write(|tx| {
            sessions::put(tx, &session(1, "armed"))?;
            panic!("on purpose")
        })
        .await;
    assert!(matches!(lost, Err(StoreError::Closed)));
    store.write(|tx| sessions::put(tx, &session(2, "armed"))).await.unwrap();
    let active = store.read(|db| sessions::active(db)).await.unwrap().unwrap();
    assert_eq!(active.session.learn_session_id, id(2), "only the change after the panic is stored");
}

#[tokio::test]
async fn the_database_enforces_the_one_session_slot() {
    let (_folder, store) = opened().await;
    store.write(|tx| sessions::put(tx, &session(1, "capturing"))).await.unwrap();
    let second = store.write(|tx| sessions::put(tx, &session(2, "armed"))).await;
    assert!(matches!(second, Err(StoreError::Sqlite(_))), "{second:?}");
    store.write(|tx| sessions::put(tx, &session(1, "installed_private"))).await.unwrap();
    store.write(|tx| sessions::put(tx, &session(2, "armed"))).await.unwrap();
}

#[tokio::test]
async fn events_are_numbered_per_session_without_a_gap() {
    let (_folder, store) = opened().await;
    store
        .write(|tx| {
            sessions::put(tx, &session(1, "approved"))?;
            sessions::put(tx, &session(2, "armed"))
        })
        .await
        .unwrap();
    for n in [1, 2, 1, 1, 2] {
        store.write(move |tx| events::append(tx, event(n, EventKind::SessionChanged))).await.unwrap();
    }
    let seqs = |n| {
        store.read(move |db| {
            Ok::<_, StoreError>(events::after(db, id(n), 0, 100)?.iter().map(|event| event.seq).collect::<Vec<_>>())
        })
    };
    assert_eq!(seqs(1).await.unwrap(), [1, 2, 3]);
    assert_eq!(seqs(2).await.unwrap(), [1, 2]);
    let all = store.read(|db| events::after_position(db, 2, 100)).await.unwrap();
    assert_eq!(all.iter().map(|(position, _)| *position).collect::<Vec<_>>(), [3, 4, 5]);
}

#[tokio::test]
async fn checkpoint_events_of_agents_are_counted_separately() {
    let (_folder, store) = opened().await;
    let counts = store
        .write(|tx| {
            sessions::put(tx, &session(1, "approved"))?;
            sessions::put(tx, &session(2, "armed"))?;
            for (n, kind, source) in [
                (1, EventKind::CheckpointReached, "agent"),
                (1, EventKind::CheckpointFailed, "agent"),
                (1, EventKind::CheckpointReached, "observer"),
                (1, EventKind::SessionChanged, "agent"),
                (2, EventKind::CheckpointSkipped, "agent"),
            ] {
                events::append(tx, NewEvent { payload: json!({ "source": source }), ..event(n, kind) })?;
            }
            Ok::<_, StoreError>((events::count_agent_checkpoints(tx, id(1))?, events::count_agent_checkpoints(tx, id(2))?))
        })
        .await
        .unwrap();
    assert_eq!(counts, (2, 1));
}

#[tokio::test]
async fn redacting_an_action_keeps_only_its_number() {
    let (_folder, store) = opened().await;
    let action = EventId(Uuid::from_u128(9));
    store
        .write(move |tx| {
            sessions::put(tx, &session(1, "armed"))?;
            for _ in 0..2 {
                let payload = json!({"action_label": "Filled “Name” with “Ada Lovelace”"});
                events::append(tx, NewEvent { payload, action: Some(action), ..event(1, EventKind::CaptureAction) })?;
            }
            events::append(tx, event(1, EventKind::SessionChanged))?;
            events::redact_action(tx, action)
        })
        .await
        .unwrap();
    let left = store.read(|db| events::after(db, id(1), 0, 100)).await.unwrap();
    assert_eq!(left.iter().map(|event| event.seq).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(left[0].payload, json!({"event_id": action, "deleted": true}));
    assert!(!serde_json::to_string(&left).unwrap().contains("Ada"), "{left:?}");
    assert_eq!(left[2].payload, json!({"of": 1}), "other events keep their payload");
}

#[tokio::test]
async fn a_projection_that_became_stale_while_it_was_written_stays_stale() {
    let (_folder, store) = opened().await;
    store
        .write(|tx| {
            outbox::mark(tx, "learning/receipts.jsonl")?;
            outbox::mark(tx, "learning/receipts.jsonl")
        })
        .await
        .unwrap();
    let stale = store.read(|db| outbox::stale(db)).await.unwrap();
    assert_eq!(stale.len(), 1, "several changes are one row");
    store.write(|tx| outbox::mark(tx, "learning/receipts.jsonl")).await.unwrap();
    let done = stale.clone();
    store.write(move |tx| outbox::delivered(tx, &done)).await.unwrap();
    let again = store.read(|db| outbox::stale(db)).await.unwrap();
    assert_eq!(again.len(), 1);
    store.write(move |tx| outbox::delivered(tx, &again)).await.unwrap();
    assert!(store.read(|db| outbox::stale(db)).await.unwrap().is_empty());
}

#[tokio::test]
async fn followers_are_notified_of_commits_and_not_of_failures() {
    let (_folder, store) = opened().await;
    let mut commits = store.commits();
    let _refused: Result<(), StoreError> = store.write(|_| Err(StoreError::DiskFull)).await;
    assert!(!commits.has_changed().unwrap());
    store.write(|tx| outbox::mark(tx, "a")).await.unwrap();
    commits.changed().await.unwrap();
}

#[tokio::test]
async fn after_closing_everything_is_refused() {
    let (_folder, store) = opened().await;
    store.close().await;
    assert!(matches!(store.write(|tx| outbox::mark(tx, "a")).await, Err(StoreError::Closed)));
    assert!(matches!(store.read(|db| outbox::stale(db)).await, Err(StoreError::Closed)));
}
