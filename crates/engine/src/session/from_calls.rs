//! Sessions that are made of calls of connectors which took place before. They have ended when they are made.

use crate::Answer;
use crate::core::Core;
use crate::core::request::invalid;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::session::boundaries::Mark;
use crate::session::capture;
use crate::session::record::find_session;
use crate::session::transitions::move_to;
use apprentice_contracts::connector::{McpReceiptKind, McpReceiptStatus};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::{CaptureStarted, CaptureStopped, Event};
use apprentice_contracts::ids::{EventId, LearnSessionId, ReceiptId, TraceId};
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::session::{
    BoundaryKind, BoundarySource, CreateLearnSessionRequest, LearnSession, LearnTargetKind, LearningEntryMode, WatchSource,
};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_observe::calls::recorded;
use apprentice_store::mcp_calls::KeptCall;
use apprentice_store::{Connection, actions, mcp_calls, mcp_receipts};
use serde_json::json;

/// The most calls of a session.
const MOST: usize = 200;

/// Checks that a request for such a session agrees with itself, and completes it.
pub(crate) fn check(request: &mut CreateLearnSessionRequest) -> Answer<()> {
    let field = match (request.from_receipts.is_empty(), request.from_run.is_some()) {
        (true, false) => return Ok(()),
        (false, true) => return Err(invalid("from_run", "name either from_receipts or from_run")),
        (false, false) => "from_receipts",
        (true, true) => "from_run",
    };
    let teaches = matches!(request.entry_mode, LearningEntryMode::DemonstratingSkill);
    if !teaches || request.target_kind != LearnTargetKind::NewSkill {
        return Err(invalid(field, "only a new demonstration can be made of calls: entry_mode demonstrating_skill"));
    }
    if request.watch.iter().any(|source| *source != WatchSource::Connectors) {
        return Err(invalid("watch", "a session that is made of calls watches nothing; leave it out"));
    }
    if request.start_url.is_some() {
        return Err(invalid("start_url", "a session that is made of calls opens no page; leave it out"));
    }
    // A rehearsal of what it teaches watches the gate.
    request.watch = vec![WatchSource::Connectors];
    Ok(())
}

/// The calls of which a session is to be made, in the order in which they were answered. `None`: it is made of none.
///
/// Errors: `NOT_FOUND`, `INVALID_REQUEST` with the field, `INSUFFICIENT_TRACES`.
pub(crate) async fn read(core: &Core, request: &CreateLearnSessionRequest) -> Answer<Option<Vec<KeptCall>>> {
    if let Some(run) = request.from_run.clone() {
        return core.store.read(move |db| of_run(db, &run)).await.map(Some);
    }
    let receipts = request.from_receipts.clone();
    if receipts.is_empty() {
        return Ok(None);
    }
    core.store.read(move |db| of_receipts(db, &receipts)).await.map(Some)
}

fn of_run(db: &Connection, run: &str) -> Answer<Vec<KeptCall>> {
    let calls = mcp_calls::of_run(db, run)?;
    if calls.len() > MOST {
        let why = format!("it has {} calls, and a session has at most {MOST}; choose them with from_receipts", calls.len());
        return Err(invalid("from_run", &why));
    }
    if calls.is_empty() {
        let message = format!("from_run: no call of the run “{run}” is kept. {REMEDY}");
        return Err(Failure::new(ErrorCode::NotFound, message).with_details(json!({ "from_run": run })));
    }
    Ok(calls)
}

fn of_receipts(db: &Connection, receipts: &[ReceiptId]) -> Answer<Vec<KeptCall>> {
    let mut calls: Vec<KeptCall> = Vec::new();
    let mut failed = 0;
    for id in receipts {
        if calls.iter().any(|known| known.receipt_id == *id) {
            continue;
        }
        if let Some(kept) = mcp_calls::get(db, *id)? {
            calls.push(kept);
            continue;
        }
        let found = mcp_receipts::get(db, *id)?.ok_or_else(|| {
            let message = format!("from_receipts: there is no receipt {id}. `apprentice connectors receipts` lists them.");
            Failure::new(ErrorCode::NotFound, message).with_details(json!({ "receipt_id": id }))
        })?;
        match (found.receipt_kind, found.status) {
            (McpReceiptKind::ToolCall, McpReceiptStatus::Ok | McpReceiptStatus::Degraded) => {
                return Err(invalid("from_receipts", &format!("the call {id} is not kept. {REMEDY}")));
            }
            // A call that failed is no step.
            (McpReceiptKind::ToolCall, _) => failed += 1,
            _ => return Err(invalid("from_receipts", &format!("the receipt {id} is of no call"))),
        }
    }
    if calls.is_empty() {
        let message =
            format!("from_receipts: all {failed} calls failed, and nothing is learned from a call that failed. Choose others.");
        return Err(Failure::new(ErrorCode::InsufficientTraces, message));
    }
    calls.sort_by_key(|kept| kept.created_at);
    Ok(calls)
}

const REMEDY: &str = "Calls are kept for seven days, and only while the setting “Keep calls to teach from” (keep_calls) is on. Switch it on, and let the agent do the task again.";

/// Moves a new session to its end, with these calls as its actions.
pub(crate) fn end(tx: &WriteTx<'_>, id: LearnSessionId, calls: Vec<KeptCall>) -> Answer<LearnSession> {
    let mut record = find_session(tx.db, id)?;
    let trace: TraceId = tx.id();
    move_to(tx, &mut record, State::Capturing)?;
    record.session.active_trace_ids.push(trace);
    Mark::new(BoundaryKind::Start, BoundarySource::SystemInferred).set(tx, &mut record)?;
    tx.event(id, &Event::CaptureStarted(CaptureStarted::default()))?;
    record.capture.started_at = calls.first().map(|kept| kept.created_at);
    record.capture.stopped_at = calls.last().map(|kept| kept.created_at);
    let count = u32::try_from(calls.len()).unwrap_or(u32::MAX);
    for (seq, kept) in (1..).zip(calls) {
        record.capture.masked += kept.masked;
        let seen = recorded(kept.call, kept.masked, kept.created_at);
        let event: EventId = tx.id();
        actions::put(tx.db, &capture::action(event, id, trace, seq, &seen))?;
    }
    move_to(tx, &mut record, State::Stopped)?;
    Mark::new(BoundaryKind::Stop, BoundarySource::SystemInferred).set(tx, &mut record)?;
    let summary = format!("Made of {count} calls of connectors.");
    tx.receipt(ReceiptSubject::of_session(&record), ReceiptKind::ObservationStopped, &summary, None)?;
    tx.event(id, &Event::CaptureStopped(CaptureStopped { captured_event_count: Some(count), reason: None }))?;
    tx.session(&mut record)?;
    Ok(record.session)
}
