//! Recorded events: their shapes on the wire do not change.

use super::*;
use crate::error::ErrorCode;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const ID: &str = "01900000-0000-7000-8000-000000000001";
const AT: &str = "2026-11-23T10:00:00Z";

/// Every shape of payload as it was recorded before payloads had types. A stored event never changes, so none of these may.
fn recorded() -> Vec<(&'static str, Value)> {
    let run = json!({ "validation_run_id": ID, "proposal_id": ID, "run_kind": "rehearsal" });
    let canary = json!({
        "validation_run_id": ID, "proposal_id": ID, "run_kind": "canary", "started_at": AT, "overall_result": "partial",
        "result_refs": ["ability:ability_add-customer"], "schema_version": 1,
    });
    let receipt = |status: &str| {
        json!({
            "receipt_id": ID, "checkpoint_id": "cp-01", "ability_id": "ability_add-customer", "learn_session_id": ID,
            "dispatch_id": "d-1", "status": status, "evidence": "The list was read.", "source": "agent", "agent": "a-test",
            "created_at": AT, "schema_version": 1,
        })
    };
    let action = json!({
        "event_id": ID, "learn_session_id": ID, "trace_id": ID, "seq": 1, "adapter_kind": "browser_dom",
        "app_family": "127.0.0.1:8080", "action_label": "Clicked “Save”", "control_surface": "native_browser",
        "details": { "kind": "click", "target": { "role": "button", "name": "Save" } }, "caused_state_change": false,
        "redaction_mode": "mask_text", "masked": 0, "created_at": AT, "schema_version": 1,
    });
    let session = json!({
        "learn_session_id": ID, "entry_mode": "demonstrating_skill", "observation_mode": "outside_agent",
        "build_policy": "ask_before_build", "execution_mode": "guided", "target_kind": "new_skill", "state": "armed",
        "actor_mode": "mixed", "active_trace_ids": [], "target_app_whitelist": [], "watch": ["browser"],
        "created_at": AT, "updated_at": AT, "schema_version": 1,
    });
    let installed = json!({ "saga_id": ID, "ability_id": "ability_add-customer", "slug": "add-customer" });
    vec![
        (
            "learn.session.started",
            json!({ "entry_mode": "demonstrating_skill", "observation_mode": "outside_agent", "watch": ["browser"] }),
        ),
        ("learn.capture.started", json!({ "adapter_count": 2, "adapters": ["browser_dom", "browser_snapshot"] })),
        ("learn.capture.started", json!({ "resumed": true })),
        ("learn.capture.paused", json!({ "reason": "asked" })),
        ("learn.capture.paused", json!({ "reason": "capture_timeout" })),
        ("learn.capture.paused", json!({ "reason": "adapter_unavailable" })),
        ("learn.capture.paused", json!({ "reason": "adapter_lost" })),
        ("learn.capture.paused", json!({ "reason": "program_ended" })),
        ("learn.capture.stopped", json!({ "captured_event_count": 7 })),
        ("learn.capture.stopped", json!({ "reason": "cancelled" })),
        ("capture.reading_result", json!({ "read": 2, "of": 5, "ended": false })),
        ("learn.proposal.created", json!({ "proposal_id": ID, "title": "Add a customer" })),
        ("learn.proposal.questions_requested", json!({ "proposal_id": ID, "questions": 2, "required": 1 })),
        ("learn.validation.started", run),
        ("learn.validation.started", canary),
        (
            "learn.validation.completed",
            json!({
                "validation_run_id": ID, "proposal_id": ID, "run_kind": "lint", "overall_result": "failed", "failed_steps": 1,
            }),
        ),
        ("learn.install.started", json!({ "saga_id": ID, "slug": "add-customer", "targets": 1 })),
        ("learn.install.completed", installed.clone()),
        ("learn.install.failed", json!({ "saga_id": ID, "slug": "add-customer", "message": "no room", "left": ["a file"] })),
        ("bridge.rebuild.started", json!({ "saga_id": ID })),
        ("bridge.rebuild.completed", installed.clone()),
        ("bridge.rebuild.completed", json!({ "ability_id": "ability_add-customer" })),
        ("ability.snapshot.updated", installed.clone()),
        ("ability.snapshot.updated", json!({ "saga_id": ID })),
        (
            "ability.snapshot.updated",
            json!({ "ability_id": "ability_add-customer", "usable_now": true, "install_lane": "approved_workspace" }),
        ),
        ("ability.snapshot.updated", json!({ "ability_id": "ability_add-customer", "usable_now": false, "removed": true })),
        ("ability.snapshot.updated", json!({ "ability_id": "ability_add-customer", "usable_now": true })),
        ("ability.route.enabled", installed),
        ("ability.quarantined", json!({ "ability_id": "ability_add-customer", "reason": "It spills." })),
        ("checkpoint.reached", receipt("reached")),
        ("checkpoint.skipped", receipt("skipped")),
        ("checkpoint.failed", receipt("failed")),
        ("capture.action", action),
        ("capture.action", json!({ "event_id": ID, "deleted": true })),
        ("session.changed", session),
        ("skills.changed", json!({})),
        ("skills.progress", json!({ "operation_id": "o-1", "done": 1, "total": 3, "path": "/skills/tidy" })),
        ("candidates.changed", json!({})),
        ("categories.changed", json!({})),
        ("imports.changed", json!({})),
        ("connectors.changed", json!({})),
        ("abilities.changed", json!({})),
        ("author.changed", json!({})),
        ("settings.changed", json!({})),
        ("rehearsal.changed", json!({})),
        ("shown_check.changed", json!({})),
        ("live_draft.changed", json!({})),
        ("error", json!({ "code": "PROGRAM_ENDED", "message": "Resume to go on." })),
        ("error", json!({ "code": "EVENTS_LOST", "message": "Lost.", "events_lost": 3 })),
        ("error", json!({ "code": "INTERNAL", "message": "It failed.", "details": { "state": "stopped" } })),
        ("error", json!({ "code": "BROWSER_CLOSED", "message": "Closed.", "adapter": "browser_dom", "watching_goes_on": false })),
        ("error", json!({ "code": "TEST_POLICY_VIOLATION", "message": "Not allowed.", "rehearsal": true })),
    ]
}

#[test]
fn recorded_events_keep_their_shape() {
    let mut covered = BTreeSet::new();
    for (kind, payload) in recorded() {
        let recorded = json!({ "seq": 1, "event_kind": kind, "session_id": ID, "payload": payload, "timestamp": AT });
        let stored: LearnSessionEvent = serde_json::from_value(recorded.clone()).unwrap();
        assert_eq!(serde_json::to_value(&stored).unwrap(), recorded, "relayed unchanged");
        let event = stored.event().unwrap_or_else(|error| panic!("{kind} {payload}: {error}"));
        assert_eq!((event.kind(), event.payload().unwrap()), (stored.event_kind, payload.clone()));
        let tagged = json!({ "event_kind": kind, "payload": payload });
        assert_eq!(serde_json::to_value(&event).unwrap(), tagged, "as the schema describes it");
        covered.insert(kind);
    }
    let all: BTreeSet<_> = EventKind::ALL.iter().map(|kind| kind.as_str()).collect();
    assert_eq!(covered, all, "record the shapes of each kind");
}

#[test]
fn the_order_of_fields_on_the_wire_stays() {
    let event = LearnSessionEvent {
        seq: 3,
        event_kind: EventKind::CapturePaused,
        session_id: ID.parse().unwrap(),
        payload: Event::CapturePaused(CapturePaused { reason: PauseReason::Asked }).payload().unwrap(),
        timestamp: AT.parse().unwrap(),
    };
    let expected = format!(
        r#"{{"seq":3,"event_kind":"learn.capture.paused","session_id":"{ID}","payload":{{"reason":"asked"}},"timestamp":"{AT}"}}"#
    );
    assert_eq!(serde_json::to_string(&event).unwrap(), expected);
}

#[test]
fn details_of_a_failed_draft_are_present_without_a_value() {
    let error = ErrorReported { details: Some(Value::Null), ..ErrorReported::new(ErrorCode::Internal, "It failed.") };
    let payload = Event::Error(error).payload().unwrap();
    assert_eq!(payload, json!({ "code": "INTERNAL", "message": "It failed.", "details": null }));
}

#[test]
fn a_kind_is_named_alike_everywhere() {
    for kind in EventKind::ALL {
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        assert_eq!(kind.to_string(), kind.as_str());
    }
    assert_eq!(format!("{:<8}|", EventKind::Error), "error   |");
}
