//! An agent that reports endlessly does not fill the disk, remove a recent failure or falsify the statistics.

use crate::{at, id, session};
use apprentice_contracts::ids::{AbilityId, ReceiptId};
use apprentice_store::idempotency::{self, Request};
use apprentice_store::{
    Store, StoreError, Transaction, checkpoint_receipts, compaction, dispatches, friction, intents, receipts, repairs, retention,
    sessions, statistics,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use uuid::Uuid;

/// More than any limit and its slack.
const MANY: u32 = 2 * retention::MAX_PER_ABILITY;

fn ability() -> AbilityId {
    AbilityId("ability-1".into())
}

fn record<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

fn receipt(n: u32, status: &str, mut owner: Value) -> Value {
    let body = json!({
        "receipt_id": Uuid::from_u128(n.into()), "checkpoint_id": "cp-01", "status": status, "evidence": "seen", "source": "agent",
        "dispatch_id": format!("d-{n}"), "created_at": at(n.into()), "schema_version": 1,
    });
    owner.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
    owner
}

async fn with<T: Send + 'static>(work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError> + Send + 'static) -> T {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("apprentice.db")).unwrap();
    store.write(work).await.unwrap()
}

#[tokio::test]
async fn frictions_and_dispatches_are_limited_and_still_counted() {
    let (frictions, of_none, dispatches, numbers) = with(|tx| {
        for n in 0..MANY {
            let kind = if n % 2 == 0 { "note" } else { "reported" };
            for ability in [Some(ability()), None] {
                let id = Uuid::from_u128(u128::from(n) * 2 + u128::from(ability.is_some()));
                friction::add(
                    tx,
                    &record(json!({
                        "friction_id": id, "kind": kind, "ability_id": ability, "summary": "hard",
                        "created_at": at(n.into()), "schema_version": 1,
                    })),
                )?;
                retention::trim_frictions(tx, ability.as_ref())?;
            }
            dispatches::put(
                tx,
                &record(json!({
                    "dispatch_id": format!("d-{n}"), "ability_id": ability(), "outcome": (n % 4 == 0).then_some("failed"),
                    "started_at": at(n.into()), "last_seen": at(n.into()), "schema_version": 1,
                })),
            )?;
            retention::trim_dispatches(tx, &ability())?;
        }
        let page = apprentice_contracts::page::PageQuery { page: 1, page_size: 1 };
        let (newest, of_ability) = friction::list(tx, Some(&ability()), page)?;
        assert_eq!(newest[0].created_at, at(i64::from(MANY) - 1));
        let (_, all) = friction::list(tx, None, page)?;
        let kept = dispatches::latest_of_ability(tx, &ability(), MANY)?;
        assert_eq!(kept[0].dispatch_id.0, format!("d-{}", MANY - 1));
        Ok((of_ability, all - of_ability, kept.len() as u32, statistics::of_abilities(tx)?))
    })
    .await;
    for kept in [frictions, of_none, dispatches] {
        assert!((retention::MAX_PER_ABILITY..retention::MAX_PER_ABILITY + 64).contains(&kept), "{kept}");
    }
    let numbers = &numbers["ability-1"];
    assert_eq!((numbers.frictions, numbers.dispatches, numbers.failed), (MANY / 2, MANY, MANY / 4));
    assert_eq!(numbers.last_used_at, Some(at(i64::from(MANY) - 1)));
}

#[tokio::test]
async fn a_flood_of_reports_removes_no_recent_failure() {
    let (kept, numbers) = with(|tx| {
        for n in 0..retention::MAX_RECEIPTS * 2 {
            let status = if n == 1 || n == 5 { "failed" } else { "reached" };
            checkpoint_receipts::add(tx, &record(receipt(n, status, json!({ "ability_id": ability() }))))?;
            retention::trim_ability_receipts(tx, &ability(), at(3))?;
        }
        Ok((checkpoint_receipts::of_ability(tx, &ability())?, statistics::of_abilities(tx)?))
    })
    .await;
    assert!(kept.len() < (retention::MAX_RECEIPTS + retention::MAX_FAILURES + 64) as usize, "{}", kept.len());
    assert_eq!(kept[0].created_at, at(5), "the failure before the week may be removed, the one within it stays");
    assert_eq!(kept.last().unwrap().created_at, at(i64::from(retention::MAX_RECEIPTS) * 2 - 1));
    let numbers = &numbers["ability-1"];
    assert_eq!((numbers.checkpoints_reached, numbers.checkpoints_failed), (retention::MAX_RECEIPTS * 2 - 2, 2));
}

#[tokio::test]
async fn receipts_of_the_observer_survive_a_flood_of_agent_reports() {
    let kept = with(|tx| {
        let mut seen = receipt(0, "reached", json!({ "learn_session_id": id(1) }));
        seen["source"] = json!("observer");
        checkpoint_receipts::add(tx, &record(seen))?;
        for n in 1..retention::MAX_RECEIPTS + 200 {
            checkpoint_receipts::add(tx, &record(receipt(n, "reached", json!({ "learn_session_id": id(1) }))))?;
            retention::trim_session_receipts(tx, id(1))?;
        }
        let page = apprentice_contracts::page::PageQuery { page: 1, page_size: 1 };
        let (first, total) = checkpoint_receipts::of_session(tx, id(1), page)?;
        assert_eq!(first[0].created_at, at(0));
        Ok(total)
    })
    .await;
    assert!(kept <= retention::MAX_RECEIPTS + 64, "{kept}");
}

#[tokio::test]
async fn resolved_repairs_are_trimmed_and_open_ones_stay() {
    let (resolved, open) = with(|tx| {
        let repair = |n: u32, state: &str, checkpoint: &str| {
            json!({
                "repair_id": Uuid::from_u128(n.into()), "state": state, "ability_id": ability(), "checkpoint_id": checkpoint,
                "failures": 1, "safety_critical": false, "reason": "", "evidence": "", "receipt_ids": [], "reached_since": [],
                "first_failed_at": at(n.into()), "last_failed_at": at(n.into()), "schema_version": 1,
            })
        };
        repairs::put(tx, &record(repair(0, "open", "cp-open")))?;
        for n in 1..MANY {
            repairs::put(tx, &record(repair(n, "resolved", "cp-01")))?;
            retention::trim_resolved_repairs(tx, "ability-1")?;
        }
        let all = repairs::all(tx)?;
        Ok((all.len() as u32 - 1, repairs::open_of_ability(tx, &ability())?.len()))
    })
    .await;
    assert!((retention::MAX_PER_ABILITY..retention::MAX_PER_ABILITY + 64).contains(&resolved), "{resolved}");
    assert_eq!(open, 1);
}

#[tokio::test]
async fn stored_answers_to_reports_are_limited_and_other_answers_stay() {
    const REPORTS: [&str; 2] = ["verify_checkpoint", "report_observation"];
    let (kept, first, last, other) = with(|tx| {
        let request = |operation, n: u32| Request {
            operation,
            resource: "ability-1/".into(),
            key: format!("r-{n}").into(),
            digest: "x".into(),
        };
        let others = request("create_session", 0);
        idempotency::put(tx, &others, &json!({ "kept": true }), at(0))?;
        // The operations alternate, so a trim at every 64th row always follows the same one. It must trim both.
        for n in 0..retention::MAX_ANSWERS + 200 {
            idempotency::put(tx, &request(REPORTS[usize::from(n % 2 == 0)], n), &json!({ "n": n }), at(n.into()))?;
            retention::trim_answers(tx, REPORTS)?;
        }
        let last = retention::MAX_ANSWERS + 199;
        Ok((
            tx.query_row("SELECT count(*) FROM idempotency", [], |row| row.get::<_, u32>(0))? - 1,
            idempotency::get(tx, &request(REPORTS[1], 0))?,
            idempotency::get(tx, &request(REPORTS[0], last))?,
            idempotency::get(tx, &others)?,
        ))
    })
    .await;
    assert!((retention::MAX_ANSWERS..retention::MAX_ANSWERS + 64).contains(&kept), "{kept}");
    assert!(first.is_none() && last.is_some(), "the oldest are removed");
    assert!(other.is_some(), "the answer to a person's request is not one of them");
}

#[tokio::test]
async fn intents_are_limited() {
    let kept = with(|tx| {
        for n in 0..retention::MAX_INTENTS + 200 {
            intents::add(
                tx,
                &record(json!({
                    "digest": "x",
                    "answer": { "status": "unchanged", "intent": {
                        "intent_id": Uuid::from_u128(n.into()), "target": "skill_config", "payload": {}, "requested_by": "wrapper",
                        "correlation_id": "c", "created_at": at(0), "schema_version": 1,
                    } },
                })),
            )?;
            retention::trim_intents(tx)?;
        }
        Ok(intents::list(tx, apprentice_contracts::page::PageQuery { page: 1, page_size: 1 })?.1)
    })
    .await;
    assert!((retention::MAX_INTENTS..retention::MAX_INTENTS + 64).contains(&kept), "{kept}");
}

#[tokio::test]
async fn a_session_that_lent_its_slot_keeps_its_receipts() {
    let kept = with(|tx| {
        let mut lender = session(1, "ready_for_review");
        lender.lent_to = Some(id(2));
        sessions::put(tx, &lender)?;
        sessions::put(tx, &session(2, "capturing"))?;
        sessions::put(tx, &session(3, "cancelled"))?;
        for n in 1..=3_u32 {
            let owner = json!({ "learn_session_id": id(n.into()), "ability_id": ability() });
            checkpoint_receipts::add(tx, &record(receipt(n, "reached", owner)))?;
            receipts::add(
                tx,
                &record(json!({
                    "receipt_id": Uuid::from_u128(n.into()), "learn_session_id": id(n.into()), "kind": "session_created",
                    "summary": "Created.", "correlation_id": Uuid::from_u128(9), "created_at": at(n.into()), "schema_version": 1,
                })),
            )?;
        }
        let due: Vec<_> = compaction::due_receipts(tx, at(1000))?.iter().map(|receipt| receipt.receipt_id).collect();
        assert_eq!(due, [ReceiptId(Uuid::from_u128(3))], "only that of the settled session");
        compaction::delete_receipts(tx, &due)?;
        assert_eq!(compaction::receipt_counts(tx)?, [("session_created".to_owned(), 1)].into());
        assert!(compaction::due_receipts(tx, at(1000))?.is_empty());
        assert_eq!(compaction::checkpoint_receipts(tx, 0, 0, at(1000))?, 1);
        checkpoint_receipts::of_ability(tx, &ability())
    })
    .await;
    let left: Vec<_> = kept.iter().filter_map(|receipt| receipt.learn_session_id).collect();
    assert_eq!(left, [id(1), id(2)]);
}

#[tokio::test]
async fn receipts_that_agents_cause_are_archived_beyond_a_number() {
    let due = with(|tx| {
        for n in 1..=u128::from(retention::MAX_PER_ABILITY) + 7 {
            let kind = if n == 3 { "trigger_tested" } else { "configuration_changed" };
            receipts::add(
                tx,
                &record(json!({
                    "receipt_id": Uuid::from_u128(n), "kind": kind, "summary": "Changed.", "correlation_id": Uuid::from_u128(9),
                    "created_at": at(0), "schema_version": 1,
                })),
            )?;
        }
        compaction::due_receipts(tx, at(0))
    })
    .await;
    let ids: Vec<_> = due.iter().map(|receipt| receipt.receipt_id.0.as_u128()).collect();
    assert_eq!(ids, [1, 2, 4, 5, 6, 7], "the oldest of their kind");
}
