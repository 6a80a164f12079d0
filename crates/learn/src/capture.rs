//! From what an adapter tells to stored, numbered actions of a session.

use crate::Answer;
use crate::ledger::{Book, Ledger, payload};
use crate::observing::Taker;
use crate::timers;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::event::kind;
use apprentice_contracts::ids::{EventId, LearnSessionId, TraceId};
use apprentice_contracts::observation::{
    ActionDetails, ObservationAdapterKind, ObservedAction, RedactionMode, StateChange, WatchedShell,
};
use apprentice_contracts::session::WatchSource;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_observe::{Observation, Seen};
use apprentice_store::events::NewEvent;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{actions, events, sessions};
use futures::FutureExt;
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// A full disk may get room again; until then nothing that was seen is thrown away.
const RETRY_AFTER: Duration = Duration::from_millis(500);
const RETRIES: u32 = 120;

/// An observation with the identity that the session gives it.
#[derive(Clone)]
enum Told {
    Action { id: EventId, seen: Box<Seen> },
    Change { of: EventId, change: Box<StateChange>, after_state_ref: Option<String> },
    Dropped,
    Shell(WatchedShell),
    Lost { kind: ObservationAdapterKind, code: &'static str, message: String },
}

/// Takes what the adapters tell into a session.
pub(crate) fn into_session(book: Book, session: LearnSessionId, trace: TraceId) -> Taker {
    let mut keys: HashMap<u64, EventId> = HashMap::new();
    Box::new(move |batch| {
        let told: Arc<[Told]> = batch.into_iter().filter_map(|observation| identify(&book, &mut keys, observation)).collect();
        let book = book.clone();
        async move {
            for _ in 0..RETRIES {
                let batch = told.clone();
                match book.change(move |ledger| store(ledger, session, trace, &batch)).await {
                    Ok(()) => return,
                    Err(failure) => tracing::error!(%failure, "observed actions wait to be stored"),
                }
                tokio::time::sleep(RETRY_AFTER).await;
            }
        }
        .boxed()
    })
}

fn identify(book: &Book, keys: &mut HashMap<u64, EventId>, observation: Observation) -> Option<Told> {
    Some(match observation {
        Observation::Action(seen) => {
            let id = EventId(book.ids.next());
            keys.insert(seen.key, id);
            Told::Action { id, seen }
        }
        Observation::Change { key, change, after_state_ref } => Told::Change { of: keys.remove(&key)?, change, after_state_ref },
        Observation::Dropped => Told::Dropped,
        Observation::Shell(shell) => Told::Shell(shell),
        Observation::Lost { kind, code, message } => Told::Lost { kind, code, message },
    })
}

fn store(ledger: &Ledger<'_>, id: LearnSessionId, trace: TraceId, batch: &[Told]) -> Answer<()> {
    let mut record = crate::sessions::find(ledger.db, id)?;
    let before = record.capture.clone();
    for told in batch {
        match told {
            Told::Action { id: event, seen } if record.session.state == State::Capturing => {
                record.capture.last_seq += 1;
                record.capture.masked += seen.masked;
                tell(ledger, &action(*event, id, trace, record.capture.last_seq, seen))?;
            }
            Told::Action { .. } => {}
            Told::Change { of, change, after_state_ref } => attach(ledger, *of, change, after_state_ref.as_ref())?,
            Told::Dropped => record.capture.dropped += 1,
            Told::Shell(shell) => {
                record.capture.shells.retain(|known| known.pid != shell.pid);
                record.capture.shells.push(shell.clone());
            }
            Told::Lost { kind, code, message } => lose(ledger, &mut record, *kind, code, message)?,
        }
    }
    if record.capture == before {
        return Ok(());
    }
    let counted = record.capture.dropped != before.dropped || record.capture.shells != before.shells;
    if counted { ledger.session(&mut record) } else { keep(ledger, &record, record.capture.masked != before.masked) }
}

/// Stores the counters; their projection only when it shows a difference.
fn keep(ledger: &Ledger<'_>, record: &SessionRecord, shows: bool) -> Answer<()> {
    sessions::put(ledger.db, record)?;
    if shows { ledger.stale(&crate::projections::Projection::ObservationScope) } else { Ok(()) }
}

fn tell(ledger: &Ledger<'_>, action: &ObservedAction) -> Answer<()> {
    actions::put(ledger.db, action)?;
    let event = NewEvent {
        session_id: action.learn_session_id,
        kind: kind::CAPTURE_ACTION,
        payload: payload(action)?,
        action: Some(action.event_id),
        at: ledger.now,
    };
    events::append(ledger.db, event)?;
    Ok(())
}

/// The action is told again under the same `event_id`, now with what it changed. One that the user deleted stays deleted.
fn attach(ledger: &Ledger<'_>, of: EventId, change: &StateChange, after_state_ref: Option<&String>) -> Answer<()> {
    let Some(mut action) = actions::get(ledger.db, of)? else { return Ok(()) };
    action.caused_state_change = action.caused_state_change || makes_a_difference(change);
    action.change = Some(change.clone());
    action.after_state_ref = after_state_ref.cloned().or(action.after_state_ref);
    tell(ledger, &action)
}

fn lose(ledger: &Ledger<'_>, record: &mut SessionRecord, kind: ObservationAdapterKind, code: &str, message: &str) -> Answer<()> {
    let gone = source_of(kind);
    let others = record.session.watch.iter().any(|source| *source != gone);
    let id = record.session.learn_session_id;
    let payload = json!({ "code": code, "message": message, "adapter": kind, "watching_goes_on": others });
    ledger.event(id, kind::ERROR, payload)?;
    if !others && record.session.state == State::Capturing {
        timers::pause(ledger, record, "adapter_lost")?;
        ledger.session(record)?;
    }
    Ok(())
}

fn source_of(kind: ObservationAdapterKind) -> WatchSource {
    match kind {
        ObservationAdapterKind::TerminalCommand => WatchSource::Terminal,
        _ => WatchSource::Browser,
    }
}

/// An action as the session keeps it.
pub(crate) fn action(event_id: EventId, session: LearnSessionId, trace_id: TraceId, seq: u32, seen: &Seen) -> ObservedAction {
    ObservedAction {
        event_id,
        learn_session_id: session,
        trace_id,
        seq,
        adapter_kind: seen.adapter_kind,
        app_family: seen.app_family.clone(),
        window_title: seen.window_title.clone(),
        action_label: seen.action_label.chars().take(240).collect(),
        control_surface: seen.control_surface,
        details: seen.details.clone(),
        change: seen.change.clone(),
        before_state_ref: seen.before_state_ref.clone(),
        after_state_ref: seen.after_state_ref.clone(),
        caused_state_change: seen.change.as_ref().is_some_and(makes_a_difference) || changes_by_nature(&seen.details),
        redaction_mode: RedactionMode::MaskText,
        masked: seen.masked,
        created_at: seen.at,
        schema_version: SCHEMA_VERSION,
    }
}

pub(crate) fn makes_a_difference(change: &StateChange) -> bool {
    change.before != change.after || !change.appeared.is_empty() || !change.vanished.is_empty() || !change.changed.is_empty()
}

fn changes_by_nature(details: &ActionDetails) -> bool {
    match details {
        ActionDetails::Command(run) => !run.files.is_empty(),
        ActionDetails::Download { finished, .. } => *finished,
        ActionDetails::Upload { .. } => true,
        _ => false,
    }
}
