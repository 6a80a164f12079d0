//! What pages showed at the actions of a demonstration: it goes with its action, and a session has a limit.

use crate::{at, id, session};
use apprentice_contracts::ids::EventId;
use apprentice_contracts::observation::ObservedAction;
use apprentice_contracts::screen::{Screen, ScreenBox};
use apprentice_store::{Store, Transaction, actions, screens, sessions};
use serde_json::json;
use uuid::Uuid;

fn event(n: u32) -> EventId {
    EventId(Uuid::from_u128(1_000 + u128::from(n)))
}

fn action(n: u32) -> ObservedAction {
    serde_json::from_value(json!({
        "event_id": event(n), "learn_session_id": id(1), "trace_id": Uuid::from_u128(7), "seq": n, "adapter_kind": "browser_dom",
        "action_label": "Pressed Enter", "details": { "kind": "press", "key": "Enter" }, "caused_state_change": false,
        "redaction_mode": "mask_text", "masked": 0, "created_at": at(1), "schema_version": 1,
    }))
    .unwrap()
}

fn screen(name: &str) -> Screen {
    Screen { width: 800, height: 600, boxes: vec![ScreenBox { name: name.into(), ..ScreenBox::default() }] }
}

fn count(db: &Transaction<'_>) -> u32 {
    db.query_row("SELECT count(*) FROM screens", [], |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn a_screen_goes_with_its_action() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("apprentice.db")).unwrap();
    store
        .write(|db| {
            sessions::put(db, &session(1, "capturing"))?;
            for n in 1..=3 {
                actions::put(db, &action(n))?;
                assert!(screens::add(db, id(1), event(n), &screen("Save"))?);
            }
            assert_eq!(screens::get(db, event(2))?, Some(screen("Save")));
            actions::put(db, &action(2))?;
            assert_eq!(count(db), 3, "its effect, which comes later, leaves the screen");
            actions::delete(db, event(2))?;
            assert_eq!(
                (screens::get(db, event(2))?, screens::events_of_session(db, id(1))?),
                (None, [event(1), event(3)].into())
            );
            actions::delete_of_session(db, id(1))?;
            assert_eq!(count(db), 0);
            Ok::<_, apprentice_store::StoreError>(())
        })
        .await
        .unwrap();
}

#[tokio::test]
async fn a_session_has_at_most_so_many_bytes_of_screens() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("apprentice.db")).unwrap();
    store
        .write(|db| {
            sessions::put(db, &session(1, "capturing"))?;
            for n in 1..=2 {
                actions::put(db, &action(n))?;
            }
            let large = screen(&"x".repeat(screens::MAX_BYTES * 2 / 3));
            assert!(screens::add(db, id(1), event(1), &large)?);
            assert!(!screens::add(db, id(1), event(2), &large)?);
            assert!(screens::add(db, id(1), event(2), &screen("small"))?);
            Ok::<_, apprentice_store::StoreError>(())
        })
        .await
        .unwrap();
}
