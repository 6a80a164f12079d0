//! Calls of connectors that are kept: found by their receipt and their run, and deleted after their time and when there are too many.

use crate::at;
use apprentice_contracts::ids::{CorrelationId, ReceiptId};
use apprentice_store::mcp_calls::{self, KeptCall, MOST, MOST_BYTES};
use apprentice_store::{Store, StoreError};
use serde_json::json;
use uuid::Uuid;

fn receipt(n: u32) -> ReceiptId {
    ReceiptId(Uuid::from_u128(1_000 + u128::from(n)))
}

fn call(n: u32, run: &str, value: &str) -> KeptCall {
    serde_json::from_value(json!({
        "receipt_id": receipt(n), "run_id": run, "correlation_id": Uuid::from_u128(u128::from(n)), "masked": 0, "created_at": at(i64::from(n)),
        "call": {
            "server_id": "git", "server_name": "Git", "tool_name": "create_issue", "read_only": false, "complete": true,
            "arguments": [{ "path": "title", "value": value, "value_type": "text" }],
        },
    }))
    .unwrap()
}

#[tokio::test]
async fn a_call_is_found_by_its_receipt_its_run_and_its_correlation() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("apprentice.db")).unwrap();
    store
        .write(|db| {
            for n in 1..=3 {
                assert!(mcp_calls::add(db, &call(n, if n < 3 { "one" } else { "two" }, "Tea"))?);
            }
            assert_eq!(mcp_calls::get(db, receipt(2))?, Some(call(2, "one", "Tea")));
            let ids = |calls: Vec<KeptCall>| calls.into_iter().map(|kept| kept.receipt_id).collect::<Vec<_>>();
            assert_eq!(ids(mcp_calls::of_run(db, "one")?), [receipt(1), receipt(2)]);
            let correlation = CorrelationId(Uuid::from_u128(3)).to_string();
            assert_eq!(ids(mcp_calls::of_run(db, &correlation)?), [receipt(3)]);
            assert_eq!(mcp_calls::kept_of(db, &[receipt(3), receipt(9)])?.len(), 1);
            assert_eq!(mcp_calls::delete_before(db, at(2))?, 1);
            assert_eq!(mcp_calls::delete_all(db)?, 2);
            Ok::<_, StoreError>(())
        })
        .await
        .unwrap();
}

#[tokio::test]
async fn calls_have_limits() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("apprentice.db")).unwrap();
    store
        .write(|db| {
            assert!(!mcp_calls::add(db, &call(1, "one", &"x".repeat(MOST_BYTES)))?, "a large one is not kept");
            for n in 2..=MOST + 3 {
                mcp_calls::add(db, &call(n, "one", "Tea"))?;
            }
            assert_eq!(mcp_calls::of_run(db, "one")?.len(), MOST as usize);
            assert_eq!(mcp_calls::get(db, receipt(3))?, None, "the oldest go first");
            assert!(mcp_calls::get(db, receipt(4))?.is_some());
            Ok::<_, StoreError>(())
        })
        .await
        .unwrap();
}
