//! The moves of a session through the state table (§0C.1A) that a person makes: start, pause, resume, stop, cancel.

use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::engine::Inner;
use crate::session::capture;
use crate::session::observation::{self, ActiveObservation, ObservationPlan, Purpose};
use crate::session::operations::find;
use crate::{Answer, Engine};
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::kind;
use apprentice_contracts::ids::{BoundaryId, EventId, LearnSessionId, TraceId};
use apprentice_contracts::proposal::ProposalState;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::session::{
    BoundaryKind, BoundarySource, BuildPolicy, LearnSession, LearnTargetKind, SessionActionResponse, StartSessionResponse,
    StepKindHint, StopNextAction, StopSessionResponse, WorkflowBoundary,
};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::archive::Archived;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{actions, boundaries, proposals};
use serde_json::json;

/// The one way by which a session changes its state.
pub(crate) fn move_to(tx: &WriteTx<'_>, record: &mut SessionRecord, to: State) -> Answer<()> {
    let from = record.session.state;
    if !from.may_become(to) {
        return Err(invalid_transition(from, to));
    }
    crate::session::archive::take_out(tx, Archived::Session(record.session.learn_session_id))?;
    record.session.state = to;
    record.capture.running_since = (to == State::Capturing).then_some(tx.now);
    record.ended_at = if to.is_settled() { record.ended_at.or(Some(tx.now)) } else { None };
    Ok(())
}

pub(crate) fn invalid_transition(from: State, to: State) -> Failure {
    let message = format!("The session is {}; from there it cannot become {}.", words(from), words(to));
    Failure::new(ErrorCode::InvalidLearnStateTransition, message)
        .with_details(json!({ "from": from, "to": to, "allowed": from.successors() }))
}

fn words(state: State) -> String {
    state.as_str().replace('_', " ")
}

/// A mark about to be set.
pub(crate) struct Mark {
    kind: BoundaryKind,
    source: BoundarySource,
    label: Option<String>,
    hint: Option<StepKindHint>,
    at: Option<(EventId, u32)>,
}

impl Mark {
    pub(crate) fn new(kind: BoundaryKind, source: BoundarySource) -> Self {
        Self { kind, source, label: None, hint: None, at: None }
    }

    pub(crate) fn label(mut self, label: &str) -> Self {
        self.label = Some(label.to_owned());
        self
    }

    pub(crate) fn hint(mut self, hint: StepKindHint) -> Self {
        self.hint = Some(hint);
        self
    }

    /// Beside this action, not at the end.
    pub(crate) fn at(mut self, event: EventId, seq: u32) -> Self {
        self.at = Some((event, seq));
        self
    }

    pub(crate) fn set(self, tx: &WriteTx<'_>, record: &mut SessionRecord) -> Answer<BoundaryId> {
        let boundary = WorkflowBoundary {
            boundary_id: tx.id(),
            learn_session_id: record.session.learn_session_id,
            kind: self.kind,
            source: self.source,
            label: self.label,
            step_kind_hint: self.hint,
            source_event_id: self.at.map(|(event, _)| event),
            after_seq: self.at.map_or(record.capture.last_seq, |(_, seq)| seq),
            created_at: tx.now,
            schema_version: SCHEMA_VERSION,
        };
        boundaries::add(tx.db, &boundary)?;
        let reference = Some(boundary.boundary_id.to_string());
        match self.kind {
            BoundaryKind::Start | BoundaryKind::TrimStart => record.session.start_boundary_ref = reference,
            BoundaryKind::Stop | BoundaryKind::TrimEnd => record.session.stop_boundary_ref = reference,
            _ => {}
        }
        Ok(boundary.boundary_id)
    }
}

impl Engine {
    /// Begins to observe. A session whose adapters cannot start stays armed.
    pub async fn start_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<StartSessionResponse> {
        let inner = &self.inner;
        let _gate = inner.gate.lock().await;
        let record = inner.session(id).await?;
        require(record.session.state, State::Armed, State::Capturing)?;
        if inner.is_watching().await {
            return Err(observation::busy());
        }
        let mut observing = inner.observe(&record).await?;
        let adapters = observing.adapters();
        let trace: TraceId = inner.options.ids.next().into();
        let armed = adapters.clone();
        let session = inner
            .commit(move |tx| {
                let mut record = find(tx.db, id)?;
                move_to(tx, &mut record, State::Capturing)?;
                record.session.active_trace_ids.push(trace);
                record.capture.started_at = Some(tx.now);
                Mark::new(BoundaryKind::Start, source).set(tx, &mut record)?;
                let payload = json!({ "adapter_count": armed.len(), "adapters": armed });
                tx.event(id, kind::CAPTURE_STARTED, payload)?;
                tx.session(&mut record)?;
                Ok(record.session)
            })
            .await?;
        observing.deliver_to(capture::session_handler(inner, id, trace));
        *inner.observation.lock().await = Some(observing);
        Ok(StartSessionResponse { observation_active: !adapters.is_empty(), session, adapters_armed: adapters })
    }

    pub async fn pause_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<SessionActionResponse> {
        let inner = &self.inner;
        let _gate = inner.gate.lock().await;
        require(inner.session(id).await?.session.state, State::Capturing, State::Paused)?;
        observation::pause(inner, Purpose::Demonstration(id)).await;
        let paused = inner
            .commit(move |tx| {
                let mut record = find(tx.db, id)?;
                if record.session.state == State::Paused {
                    // The adapter was lost in this very moment.
                    return Ok(record.session);
                }
                move_to(tx, &mut record, State::Paused)?;
                Mark::new(BoundaryKind::Pause, source).set(tx, &mut record)?;
                tx.event(id, kind::CAPTURE_PAUSED, json!({ "reason": "asked" }))?;
                tx.session(&mut record)?;
                Ok(record.session)
            })
            .await;
        // Whoever reads that it is capturing must be able to rely on it.
        if paused.is_err()
            && let Some(observing) = inner.observation.lock().await.as_mut()
            && let Err(failure) = observing.resume(inner).await
        {
            tracing::warn!(%failure, "what is watched does not go on after a pause that could not be stored");
        }
        Ok(SessionActionResponse { session: paused? })
    }

    /// Goes on observing; adapters that are gone (closed by the user, or by a kill of this program) are started anew.
    pub async fn resume_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<SessionActionResponse> {
        let inner = &self.inner;
        let _gate = inner.gate.lock().await;
        let record = inner.session(id).await?;
        require(record.session.state, State::Paused, State::Capturing)?;
        let mut slot = inner.observation.lock().await;
        let mut fresh = None;
        match slot.as_ref().map(|observing| observing.purpose) {
            Some(purpose) if purpose == Purpose::Demonstration(id) => {}
            Some(_) => return Err(observation::busy()),
            None if inner.rehearsals.any().is_some() => return Err(observation::busy()),
            None => fresh = Some(inner.observe(&record).await?),
        }
        let trace = fresh.as_ref().map(|_| TraceId(inner.options.ids.next()));
        let session = inner
            .commit(move |tx| {
                let mut record = find(tx.db, id)?;
                move_to(tx, &mut record, State::Capturing)?;
                record.session.active_trace_ids.extend(trace);
                Mark::new(BoundaryKind::Resume, source).set(tx, &mut record)?;
                tx.event(id, kind::CAPTURE_STARTED, json!({ "resumed": true }))?;
                tx.session(&mut record)?;
                Ok(record.session)
            })
            .await?;
        if let (Some(mut observing), Some(trace)) = (fresh, trace) {
            observing.deliver_to(capture::session_handler(inner, id, trace));
            *slot = Some(observing);
        } else if let Some(observing) = slot.as_mut()
            && let Err(failure) = observing.resume(inner).await
        {
            inner.commit(move |tx| pause_again(tx, id)).await?;
            return Err(failure);
        }
        Ok(SessionActionResponse { session })
    }

    /// Takes in what already happened and ends observation. `CAPTURE_ALREADY_STOPPED` when it had ended.
    pub async fn stop_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<StopSessionResponse> {
        let inner = &self.inner;
        let _gate = inner.gate.lock().await;
        let state = inner.session(id).await?.session.state;
        if !state.may_become(State::Stopped) {
            return Err(cannot_stop(state));
        }
        observation::pause(inner, Purpose::Demonstration(id)).await;
        observation::end(inner, Purpose::Demonstration(id)).await;
        inner.store_lost_counts().await?;
        inner
            .commit(move |tx| {
                let mut record = find(tx.db, id)?;
                move_to(tx, &mut record, State::Stopped)?;
                record.capture.stopped_at = Some(tx.now);
                Mark::new(BoundaryKind::Stop, source).set(tx, &mut record)?;
                let captured_event_count = actions::count_of_session(tx.db, id)?;
                let lost = match record.capture.lost {
                    0 => String::new(),
                    lost => format!(" {lost} events are lost, because they could not be stored."),
                };
                let summary = format!("Observation stopped with {captured_event_count} actions.{lost}");
                tx.receipt(ReceiptSubject::of_session(&record), ReceiptKind::ObservationStopped, &summary, None)?;
                tx.event(id, kind::CAPTURE_STOPPED, json!({ "captured_event_count": captured_event_count }))?;
                tx.session(&mut record)?;
                let draftable = record.session.target_kind == LearnTargetKind::ExistingSkill;
                let next_action = match (captured_event_count, record.session.build_policy) {
                    (0, _) if !draftable => StopNextAction::Cancel,
                    (_, BuildPolicy::AskBeforeBuild) => StopNextAction::ReviewCaptured,
                    _ => StopNextAction::GenerateProposal,
                };
                let captured_trace_ids = record.session.active_trace_ids.clone();
                Ok(StopSessionResponse { session: record.session, captured_event_count, captured_trace_ids, next_action })
            })
            .await
    }

    pub async fn cancel_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<SessionActionResponse> {
        let inner = &self.inner;
        let _gate = inner.gate.lock().await;
        let record = inner.session(id).await?;
        if !record.session.state.may_become(State::Cancelled) {
            return Err(invalid_transition(record.session.state, State::Cancelled));
        }
        observation::pause(inner, Purpose::Demonstration(id)).await;
        observation::end(inner, Purpose::Demonstration(id)).await;
        if let Some(proposal) = record.session.proposal_id {
            inner.give_up_rehearsal(proposal).await?;
        }
        let session = inner.commit(move |tx| cancel(tx, id, source)).await?;
        Ok(SessionActionResponse { session })
    }
}

fn cancel(tx: &WriteTx<'_>, id: LearnSessionId, source: BoundarySource) -> Answer<LearnSession> {
    let mut record = find(tx.db, id)?;
    let was_capturing = matches!(record.session.state, State::Capturing | State::Paused);
    move_to(tx, &mut record, State::Cancelled)?;
    Mark::new(BoundaryKind::Cancel, source).set(tx, &mut record)?;
    if was_capturing {
        record.capture.stopped_at = Some(tx.now);
        tx.receipt(
            ReceiptSubject::of_session(&record),
            ReceiptKind::ObservationStopped,
            "Observation stopped: cancelled.",
            None,
        )?;
        tx.event(id, kind::CAPTURE_STOPPED, json!({ "reason": "cancelled" }))?;
    }
    if let Some(proposal) = record.session.proposal_id {
        set_proposal_state(tx, proposal, ProposalState::Cancelled)?;
    }
    tx.receipt(ReceiptSubject::of_session(&record), ReceiptKind::SessionCancelled, "Cancelled.", Some("asked"))?;
    tx.session(&mut record)?;
    Ok(record.session)
}

pub(crate) fn set_proposal_state(
    tx: &WriteTx<'_>,
    id: apprentice_contracts::ids::ProposalId,
    state: ProposalState,
) -> Answer<()> {
    if let Some(mut record) = proposals::get(tx.db, id)? {
        record.proposal.proposal_state = state;
        record.proposal.updated_at = tx.now;
        proposals::put(tx.db, &record)?;
        tx.stale(&crate::projections::Projection::DraftManifest(id))?;
    }
    Ok(())
}

fn pause_again(tx: &WriteTx<'_>, id: LearnSessionId) -> Answer<()> {
    let mut record = find(tx.db, id)?;
    crate::schedule::timers::pause(tx, &mut record, "adapter_unavailable")?;
    tx.session(&mut record)
}

fn require(is: State, needed: State, to: State) -> Answer<()> {
    if is == needed { Ok(()) } else { Err(invalid_transition(is, to)) }
}

fn cannot_stop(state: State) -> Failure {
    match state {
        State::Idle | State::Armed | State::Cancelled | State::Rejected => invalid_transition(state, State::Stopped),
        _ => Failure::new(
            ErrorCode::CaptureAlreadyStopped,
            "The capture had already stopped. Reload to see where the session stands.",
        )
        .with_details(json!({ "state": state })),
    }
}

impl Inner {
    pub(crate) async fn session(&self, id: LearnSessionId) -> Answer<SessionRecord> {
        self.store.read(move |db| find(db, id)).await
    }

    async fn observe(&self, record: &SessionRecord) -> Answer<ActiveObservation> {
        let id = record.session.learn_session_id;
        let plan = ObservationPlan {
            sources: record.session.watch.clone(),
            allowed: record.session.target_app_whitelist.clone(),
            start_url: self.start_url(record.start_url.as_deref())?,
        };
        let begun = ActiveObservation::begin(self, Purpose::Demonstration(id), plan).await;
        if let Err(failure) = &begun {
            let payload = json!({ "code": failure.code, "message": failure.message });
            self.commit(move |tx| tx.event(id, kind::ERROR, payload)).await?;
        }
        begun
    }

    /// A killed program left a session capturing: it pauses, and says why. Nothing that was captured is lost. The caller holds the
    /// gate.
    pub(crate) async fn pause_after_crash(&self) -> Answer<()> {
        if self.observation.lock().await.is_some() {
            return Ok(());
        }
        self.change(|tx| {
            let Some(mut record) = apprentice_store::sessions::active(tx.db)? else { return Ok(()) };
            if record.session.state != State::Capturing {
                return Ok(());
            }
            crate::schedule::timers::pause(tx, &mut record, "program_ended")?;
            let message = "Apprentice ended while it was watching. Everything captured until then is here; resume to go on.";
            let id = record.session.learn_session_id;
            tx.event(id, kind::ERROR, json!({ "code": "PROGRAM_ENDED", "message": message }))?;
            tx.session(&mut record)
        })
        .await
    }

    pub(crate) async fn end_watching(&self) {
        if let Some(judge) = self.rehearsals.any()
            && let Err(failure) = self.give_up_rehearsal(judge.run.proposal_id).await
        {
            tracing::warn!(%failure, "the rehearsal could not be ended before closing");
        }
        let ending = self.observation.lock().await.take();
        if let Some(observing) = ending {
            observing.pause().await;
            observing.end().await;
        }
        if let Err(failure) = self.pause_after_crash().await {
            tracing::warn!(%failure, "the session could not be paused before closing");
        }
    }
}

#[cfg(test)]
#[path = "transitions_test.rs"]
mod tests;
