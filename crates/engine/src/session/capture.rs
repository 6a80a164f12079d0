//! Turns observations of an adapter into stored, numbered actions of a session.

use crate::Answer;
use crate::core::Core;
use crate::core::transaction::{UnitOfWork, WriteTx, payload};
use crate::session::live_draft::LiveDrafts;
use crate::session::observation::{ActiveObservation, ObservationHandler};
use crate::session::transitions;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::event::{ErrorReported, Event, EventKind, PauseReason};
use apprentice_contracts::ids::{EventId, LearnSessionId, TraceId};
use apprentice_contracts::observation::{
    ActionDetails, ObservationAdapterKind, ObservedAction, RedactionMode, StateChange, WatchedShell,
};
use apprentice_contracts::reading::Reading;
use apprentice_contracts::session::WatchSource;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_observe::{Observation, RecordedAction};
use apprentice_store::events::NewEvent;
use apprentice_store::sessions::{Capture, SessionRecord};
use apprentice_store::{actions, events, readings, screens, sessions};
use futures::FutureExt;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// While the disk is full, observations are kept and stored again. After a minute they are dropped and counted.
const RETRY_AFTER: Duration = Duration::from_millis(500);
const PATIENCE: Duration = Duration::from_secs(60);

/// Number of dropped events of each session that are not stored in the database yet.
#[derive(Default)]
pub(crate) struct LostEvents(Mutex<BTreeMap<LearnSessionId, u32>>);

impl LostEvents {
    pub(crate) fn of(&self, id: LearnSessionId) -> u32 {
        self.all().get(&id).copied().unwrap_or_default()
    }

    fn add(&self, id: LearnSessionId, count: u32) {
        if count > 0 {
            *self.all().entry(id).or_default() += count;
        }
    }

    /// Removes the count of a session, so that only one caller stores it. A count that cannot be stored is [added](Self::add)
    /// again.
    fn take(&self, id: LearnSessionId) -> u32 {
        self.all().remove(&id).unwrap_or_default()
    }

    /// Moves the counts into the database. A count that cannot be stored stays here.
    pub(crate) async fn store_counts(&self, core: &Core) -> Answer<()> {
        let uncounted: Vec<LearnSessionId> = self.all().keys().copied().collect();
        for id in uncounted {
            let lost = self.take(id);
            match core.change(move |tx| store(tx, id, TraceId(tx.id()), &[], lost)).await {
                // The session was deleted.
                Err(failure) if failure.code == ErrorCode::LearnSessionNotFound => {}
                Err(failure) => {
                    self.add(id, lost);
                    return Err(failure);
                }
                Ok(()) => {}
            }
        }
        Ok(())
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<LearnSessionId, u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An observation with the id that it gets in the session.
#[derive(Clone)]
enum Captured {
    Action { id: EventId, seen: Box<RecordedAction> },
    Change { of: EventId, change: Box<StateChange>, after_state_ref: Option<String> },
    Read(Box<Reading>),
    Dropped,
    Shell(WatchedShell),
    Lost { kind: ObservationAdapterKind, code: &'static str, message: String },
}

impl Captured {
    /// Whether the live draft may be another one with it.
    const fn teaches(&self) -> bool {
        matches!(self, Self::Action { .. } | Self::Change { .. } | Self::Read(_))
    }
}

/// Stores what is observed in a session from now on. What a panic loses is counted.
pub(crate) fn deliver(
    observing: &mut ActiveObservation,
    core: &Core,
    lost: &Arc<LostEvents>,
    live: &LiveDrafts,
    session: LearnSessionId,
    trace: TraceId,
) {
    let counts = Arc::clone(lost);
    let on_loss = Box::new(move |count| counts.add(session, count));
    observing.deliver_to(core.supervisor.clone(), session_handler(core, lost, live, session, trace), on_loss);
}

/// The handler that stores observations in a session.
fn session_handler(
    core: &Core,
    lost: &Arc<LostEvents>,
    live: &LiveDrafts,
    session: LearnSessionId,
    trace: TraceId,
) -> ObservationHandler {
    let (unit_of_work, lost, live) = (core.unit_of_work(), Arc::clone(lost), live.clone());
    let mut keys: HashMap<u64, EventId> = HashMap::new();
    Box::new(move |batch| {
        let captured: Arc<[Captured]> =
            batch.into_iter().filter_map(|observation| identify(&unit_of_work, &mut keys, observation)).collect();
        let (unit_of_work, lost, live) = (unit_of_work.clone(), lost.clone(), live.clone());
        async move {
            // The clock of the machine may be set back meanwhile.
            let until = tokio::time::Instant::now() + PATIENCE;
            while tokio::time::Instant::now() < until {
                let (batch, uncounted) = (captured.clone(), lost.take(session));
                match unit_of_work.change(move |tx| store(tx, session, trace, &batch, uncounted)).await {
                    Ok(()) => {
                        if captured.iter().any(Captured::teaches) {
                            live.changed(session);
                        }
                        return;
                    }
                    Err(failure) => tracing::error!(%failure, "observed actions wait to be stored"),
                }
                lost.add(session, uncounted);
                tokio::time::sleep(RETRY_AFTER).await;
            }
            tracing::error!(events = captured.len(), "observed events are lost: the database could not be written for too long");
            lost.add(session, u32::try_from(captured.len()).unwrap_or(u32::MAX));
        }
        .boxed()
    })
}

fn identify(unit_of_work: &UnitOfWork, keys: &mut HashMap<u64, EventId>, observation: Observation) -> Option<Captured> {
    Some(match observation {
        Observation::Action(seen) => {
            let id = EventId(unit_of_work.ids.next());
            keys.insert(seen.key, id);
            Captured::Action { id, seen }
        }
        Observation::Change { key, change, after_state_ref } => {
            Captured::Change { of: keys.remove(&key)?, change, after_state_ref }
        }
        Observation::Read(reading) => Captured::Read(reading),
        Observation::Dropped => Captured::Dropped,
        Observation::Shell(shell) => Captured::Shell(shell),
        Observation::Lost { kind, code, message } => Captured::Lost { kind, code, message },
    })
}

fn store(tx: &WriteTx<'_>, id: LearnSessionId, trace: TraceId, batch: &[Captured], lost: u32) -> Answer<()> {
    let mut record = crate::session::record::find_session(tx.db, id)?;
    let before = record.capture.clone();
    if lost > 0 {
        record.capture.lost += lost;
        let message = format!(
            "{lost} events were seen and are lost: they could not be stored (a full disk, or a fault of Apprentice). Look through the timeline, or demonstrate again."
        );
        let error = ErrorReported { events_lost: Some(record.capture.lost), ..ErrorReported::new("EVENTS_LOST", message) };
        tx.event(id, &Event::Error(error))?;
    }
    for captured in batch {
        match captured {
            Captured::Action { id: event, seen } if record.session.state == State::Capturing => {
                record.capture.last_seq += 1;
                record.capture.masked += seen.masked;
                store_action(tx, &action(*event, id, trace, record.capture.last_seq, seen))?;
                if let Some(screen) = &seen.screen
                    && !screens::add(tx.db, id, *event, screen)?
                {
                    tracing::warn!(session = %id, "a picture was dropped: this session has as many as are kept");
                }
            }
            Captured::Action { .. } => {}
            Captured::Change { of, change, after_state_ref } => attach(tx, *of, change, after_state_ref.as_ref())?,
            Captured::Read(reading) if record.session.state == State::Capturing => {
                let stored = readings::add_before(tx.db, id, record.capture.last_seq, reading)?;
                crate::session::readings::log_limit(stored, id);
            }
            Captured::Read(_) => {}
            Captured::Dropped => record.capture.dropped += 1,
            Captured::Shell(shell) => {
                record.capture.shells.retain(|known| known.pid != shell.pid);
                record.capture.shells.push(shell.clone());
            }
            Captured::Lost { kind, code, message } => handle_lost_adapter(tx, &mut record, *kind, code, message)?,
        }
    }
    if record.capture == before {
        return Ok(());
    }
    let seen = |capture: &Capture| (capture.dropped, capture.lost, capture.shells.clone());
    let counted = seen(&record.capture) != seen(&before);
    if counted { tx.session(&mut record) } else { store_counters(tx, &record, record.capture.masked != before.masked) }
}

/// Stores the counters. The projection is stale only when it shows a difference.
fn store_counters(tx: &WriteTx<'_>, record: &SessionRecord, shows: bool) -> Answer<()> {
    sessions::put(tx.db, record)?;
    if shows { tx.stale(&crate::core::stale::Projection::ObservationScope) } else { Ok(()) }
}

fn store_action(tx: &WriteTx<'_>, action: &ObservedAction) -> Answer<()> {
    actions::put(tx.db, action)?;
    let event = NewEvent {
        session_id: action.learn_session_id,
        kind: EventKind::CaptureAction,
        // The payload of `CapturedAction::Observed`, without a copy of the action.
        payload: payload(action)?,
        action: Some(action.event_id),
        at: tx.now,
    };
    events::append(tx.db, event)?;
    Ok(())
}

/// Stores what an action changed, and adds the action again under the same `event_id`. A deleted action stays deleted.
fn attach(tx: &WriteTx<'_>, of: EventId, change: &StateChange, after_state_ref: Option<&String>) -> Answer<()> {
    let Some(mut action) = actions::get(tx.db, of)? else { return Ok(()) };
    action.caused_state_change = action.caused_state_change || makes_a_difference(change);
    action.change = Some(change.clone());
    action.after_state_ref = after_state_ref.cloned().or(action.after_state_ref);
    store_action(tx, &action)
}

fn handle_lost_adapter(
    tx: &WriteTx<'_>,
    record: &mut SessionRecord,
    kind: ObservationAdapterKind,
    code: &str,
    message: &str,
) -> Answer<()> {
    let gone = source_of(kind);
    let others = record.session.watch.iter().any(|source| *source != gone);
    let id = record.session.learn_session_id;
    let error = ErrorReported { adapter: Some(kind), watching_goes_on: Some(others), ..ErrorReported::new(code, message) };
    tx.event(id, &Event::Error(error))?;
    if !others && record.session.state == State::Capturing {
        transitions::pause(tx, record, PauseReason::AdapterLost)?;
        tx.session(record)?;
    }
    Ok(())
}

fn source_of(kind: ObservationAdapterKind) -> WatchSource {
    match kind {
        ObservationAdapterKind::TerminalCommand => WatchSource::Terminal,
        ObservationAdapterKind::McpReceipt => WatchSource::Connectors,
        _ => WatchSource::Browser,
    }
}

/// An action as it is stored.
pub(crate) fn action(
    event_id: EventId,
    session: LearnSessionId,
    trace_id: TraceId,
    seq: u32,
    seen: &RecordedAction,
) -> ObservedAction {
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
        form: seen.form.clone(),
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
        ActionDetails::Call(call) => !call.read_only,
        _ => false,
    }
}
