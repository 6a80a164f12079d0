use super::*;
use crate::core::system::SystemIds;
use apprentice_contracts::Time;
use apprentice_store::{Store, sessions};
use std::sync::Arc;

fn record(state: State) -> SessionRecord {
    let session = serde_json::from_value(json!({
        "learn_session_id": uuid::Uuid::nil(), "entry_mode": "demonstrating_skill", "observation_mode": "outside_agent",
        "build_policy": "build_then_review", "execution_mode": "guided", "target_kind": "new_skill", "state": state,
        "actor_mode": "mixed", "created_at": Time::default(), "updated_at": Time::default(), "schema_version": 1,
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

/// The table of §0C.1A, written a second time by hand.
const TABLE: [(&str, &[&str]); 16] = [
    ("idle", &["armed", "cancelled"]),
    ("armed", &["capturing", "cancelled"]),
    ("capturing", &["paused", "stopped", "cancelled"]),
    ("paused", &["capturing", "stopped", "cancelled"]),
    ("stopped", &["reviewing", "cancelled"]),
    ("reviewing", &["awaiting_questions", "drafting_proposal", "cancelled"]),
    ("awaiting_questions", &["reviewing", "drafting_proposal", "cancelled"]),
    ("drafting_proposal", &["testing_proposal", "ready_for_review", "cancelled"]),
    ("testing_proposal", &["ready_for_review", "drafting_proposal", "cancelled", "quarantined"]),
    ("ready_for_review", &["installing_private", "approved", "rejected", "drafting_proposal"]),
    ("installing_private", &["installed_private", "quarantined"]),
    ("installed_private", &["approved", "quarantined"]),
    ("approved", &["quarantined"]),
    ("rejected", &[]),
    ("cancelled", &[]),
    ("quarantined", &["drafting_proposal", "cancelled"]),
];

#[tokio::test]
async fn r11_2_05_all_sixteen_by_sixteen_moves_are_those_of_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("apprentice.db")).unwrap();
    for from in State::ALL {
        let allowed = TABLE.iter().find(|(state, _)| *state == from.as_str()).unwrap().1;
        for to in State::ALL {
            let moved = store
                .write(move |tx| {
                    let tx = WriteTx::new(tx, Time::from_timestamp(1, 0).unwrap(), Arc::new(SystemIds));
                    let mut record = record(from);
                    move_to(&tx, &mut record, to).map(|()| record)
                })
                .await;
            match moved {
                Ok(record) => {
                    assert!(allowed.contains(&to.as_str()), "{from:?} -> {to:?} is not in the table");
                    assert_eq!(record.session.state, to);
                    assert_eq!(record.ended_at.is_some(), to.is_settled(), "{to:?}");
                    assert_eq!(record.capture.running_since.is_some(), to == State::Capturing, "{to:?}");
                }
                Err(failure) => {
                    assert!(!allowed.contains(&to.as_str()), "{from:?} -> {to:?} is in the table");
                    assert_eq!(failure.code, ErrorCode::InvalidLearnStateTransition);
                }
            }
        }
    }
    assert!(store.read(|db| sessions::active(db)).await.unwrap().is_none(), "a refused or unsaved move stores nothing");
}
