//! The operations that move a session through the state table (§0C.1A): start, pause, resume, stop, cancel.

use crate::Answer;
use crate::core::transaction::{ReceiptSubject, WriteTx};
use crate::session::boundaries::Mark;
use crate::session::closing_looks::Looks;
use crate::session::observation::{ActiveObservation, ObservationPlan, Purpose, SourceReader};
use crate::session::operations::Sessions;
use crate::session::record::{find_session, load_session};
use crate::session::transitions::{invalid_transition, move_to, pause, require};
use crate::session::{capture, observation, practice, preflight};
use apprentice_contracts::action::SessionAction;
use apprentice_contracts::agent_practice::PracticeOutcome;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::{
    CapturePaused, CaptureStarted, CaptureStopped, ErrorReported, Event, PauseReason, ReadingResult, StopReason,
};
use apprentice_contracts::ids::{LearnSessionId, TraceId};
use apprentice_contracts::proposal::ProposalState;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::session::{
    BoundaryKind, BoundarySource, BuildPolicy, LearnSession, LearnTargetKind, SessionActionResponse, StartSessionResponse,
    StopNextAction, StopSessionResponse,
};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{Connection, actions, proposals};
use serde_json::json;

impl Sessions {
    pub(crate) async fn start_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<StartSessionResponse> {
        let _gate = self.core.gate.lock().await;
        let record = load_session(&self.core, id).await?;
        require(record.session.state, SessionAction::Start, State::Capturing)?;
        if self.validation.is_watching().await {
            return Err(observation::busy());
        }
        let mut observing = self.observe(&record).await?;
        let adapters = observing.adapters();
        let trace: TraceId = self.core.options.ids.next().into();
        let armed = adapters.clone();
        let session = self.core.commit(move |tx| begin_capturing(tx, id, source, trace, armed)).await?;
        self.deliver(&mut observing, id, trace);
        *self.observation.lock().await = Some(observing);
        Ok(StartSessionResponse { observation_active: !adapters.is_empty(), session, adapters_armed: adapters })
    }

    /// Stores what is observed from now on, and compiles the live draft meanwhile.
    fn deliver(&self, observing: &mut ActiveObservation, id: LearnSessionId, trace: TraceId) {
        self.follow_live(id, observing.ended());
        capture::deliver(observing, &self.core, &self.lost, &self.live, id, trace);
    }

    /// Moves the session of a practice to `capturing`. The caller holds the gate, and begins the tries.
    pub(crate) async fn begin_practice(&self, id: LearnSessionId, source: BoundarySource) -> Answer<LearnSession> {
        let trace: TraceId = self.core.options.ids.next().into();
        self.core.commit(move |tx| begin_capturing(tx, id, source, trace, Vec::new())).await
    }

    /// The practice that goes on, if any.
    pub(crate) const fn practices(&self) -> &practice::PracticeSlot {
        &self.practices
    }

    pub(crate) async fn pause_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<SessionActionResponse> {
        practice::not_in(&self.core, id).await?;
        let _gate = self.core.gate.lock().await;
        require(load_session(&self.core, id).await?.session.state, SessionAction::Pause, State::Paused)?;
        self.observation.pause(Purpose::Demonstration(id)).await;
        let paused = self
            .core
            .commit(move |tx| {
                let mut record = find_session(tx.db, id)?;
                if record.session.state == State::Paused {
                    // The adapter was lost at the same moment.
                    return Ok(record.session);
                }
                move_to(tx, &mut record, State::Paused)?;
                Mark::new(BoundaryKind::Pause, source).set(tx, &mut record)?;
                tx.event(id, &Event::CapturePaused(CapturePaused { reason: PauseReason::Asked }))?;
                tx.session(&mut record)?;
                Ok(record.session)
            })
            .await;
        // The stored state is still `capturing`, so observation must continue.
        if paused.is_err()
            && let Some(observing) = self.observation.lock().await.as_mut()
            && let Err(failure) = observing.resume(&self.core).await
        {
            tracing::warn!(%failure, "observation did not resume after a pause that could not be stored");
        }
        Ok(SessionActionResponse { session: paused? })
    }

    pub(crate) async fn resume_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<SessionActionResponse> {
        let _gate = self.core.gate.lock().await;
        let record = load_session(&self.core, id).await?;
        require(record.session.state, SessionAction::Resume, State::Capturing)?;
        let mut slot = self.observation.lock().await;
        let mut fresh = None;
        match slot.as_ref().map(|observing| observing.purpose) {
            Some(purpose) if purpose == Purpose::Demonstration(id) => {}
            Some(_) => return Err(observation::busy()),
            None if self.validation.is_rehearsing() => return Err(observation::busy()),
            None => fresh = Some(self.observe(&record).await?),
        }
        let trace = fresh.as_ref().map(|_| TraceId(self.core.options.ids.next()));
        let session = self
            .core
            .commit(move |tx| {
                let mut record = find_session(tx.db, id)?;
                move_to(tx, &mut record, State::Capturing)?;
                record.session.active_trace_ids.extend(trace);
                Mark::new(BoundaryKind::Resume, source).set(tx, &mut record)?;
                let resumed = CaptureStarted { resumed: Some(true), ..CaptureStarted::default() };
                tx.event(id, &Event::CaptureStarted(resumed))?;
                tx.session(&mut record)?;
                Ok(record.session)
            })
            .await?;
        if let (Some(mut observing), Some(trace)) = (fresh, trace) {
            self.deliver(&mut observing, id, trace);
            *slot = Some(observing);
        } else if let Some(observing) = slot.as_mut()
            && let Err(failure) = observing.resume(&self.core).await
        {
            self.core.commit(move |tx| pause_again(tx, id)).await?;
            return Err(failure);
        }
        Ok(SessionActionResponse { session })
    }

    pub(crate) async fn stop_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<StopSessionResponse> {
        if self.practices.end(id, PracticeOutcome::Stopped).await? {
            // It stopped its session itself.
            return self.core.store.read(move |db| stopped(db, find_session(db, id)?)).await;
        }
        self.stop_capturing(id, source).await
    }

    pub(crate) async fn stop_capturing(&self, id: LearnSessionId, source: BoundarySource) -> Answer<StopSessionResponse> {
        let _gate = self.core.gate.lock().await;
        let state = load_session(&self.core, id).await?.session.state;
        if state == State::Stopped && self.looks.give_up(id).await {
            return self.core.store.read(move |db| stopped(db, find_session(db, id)?)).await;
        }
        if !state.allows(SessionAction::Stop) {
            return Err(cannot_stop(state));
        }
        let purpose = Purpose::Demonstration(id);
        self.observation.pause(purpose).await;
        self.live.end(id);
        let looks = self.plan_looks(id).await;
        if looks.is_none() {
            self.observation.end(purpose).await;
        }
        let running = looks.as_ref().map(|_| self.looks.begin(id));
        let progress = looks.as_ref().map(|(looks, _)| looks.progress());
        let response = match self.store_stop(id, source, progress).await {
            Ok(response) => response,
            Err(failure) => {
                self.observation.end(purpose).await;
                return Err(failure);
            }
        };
        if let (Some((looks, reader)), Some(running)) = (looks, running) {
            let looking = looks.run(self.core.clone(), reader, self.observation.clone(), running);
            self.core.supervisor.spawn("reading the closing looks", looking);
        }
        Ok(response)
    }

    /// What to read before the adapters end, and what to read it with. A failure does not stop the stop.
    async fn plan_looks(&self, id: LearnSessionId) -> Option<(Looks, SourceReader)> {
        let reader = self.observation.reader(Purpose::Demonstration(id)).await?;
        let looks = Looks::plan(&self.core, id).await.unwrap_or_else(|failure| {
            tracing::warn!(%failure, "the result of a demonstration is not read");
            None
        });
        Some((looks?, reader))
    }

    async fn store_stop(
        &self,
        id: LearnSessionId,
        source: BoundarySource,
        looks: Option<ReadingResult>,
    ) -> Answer<StopSessionResponse> {
        self.store_lost_counts().await?;
        self.core
            .commit(move |tx| {
                let mut record = find_session(tx.db, id)?;
                move_to(tx, &mut record, State::Stopped)?;
                record.capture.stopped_at = Some(tx.now);
                Mark::new(BoundaryKind::Stop, source).set(tx, &mut record)?;
                let captured_event_count = actions::count_of_session(tx.db, id)?;
                let lost = match record.capture.lost {
                    0 => String::new(),
                    lost => format!(" {lost} events are lost, because they could not be stored."),
                };
                let summary = match record.session.practice {
                    Some(_) => "The agent practises no more.".to_owned(),
                    None => format!("Observation stopped with {captured_event_count} actions.{lost}"),
                };
                tx.receipt(ReceiptSubject::of_session(&record), ReceiptKind::ObservationStopped, &summary, None)?;
                let capture = CaptureStopped { captured_event_count: Some(captured_event_count), reason: None };
                tx.event(id, &Event::CaptureStopped(capture))?;
                tx.session(&mut record)?;
                if let Some(looks) = looks {
                    tx.event(id, &Event::CaptureReadingResult(looks))?;
                }
                stopped(tx.db, record)
            })
            .await
    }

    pub(crate) async fn cancel_session(&self, id: LearnSessionId, source: BoundarySource) -> Answer<SessionActionResponse> {
        self.practices.end(id, PracticeOutcome::Cancelled).await?;
        let _gate = self.core.gate.lock().await;
        let record = load_session(&self.core, id).await?;
        require(record.session.state, SessionAction::Cancel, State::Cancelled)?;
        self.looks.give_up(id).await;
        self.live.end(id);
        self.observation.pause(Purpose::Demonstration(id)).await;
        self.observation.end(Purpose::Demonstration(id)).await;
        if let Some(proposal) = record.session.proposal_id {
            self.validation.give_up(proposal).await?;
        }
        let session = self.core.commit(move |tx| cancel(tx, id, source)).await?;
        Ok(SessionActionResponse { session })
    }
}

/// `armed -> capturing`.
fn begin_capturing(
    tx: &WriteTx<'_>,
    id: LearnSessionId,
    source: BoundarySource,
    trace: TraceId,
    armed: Vec<String>,
) -> Answer<LearnSession> {
    let mut record = find_session(tx.db, id)?;
    move_to(tx, &mut record, State::Capturing)?;
    record.session.active_trace_ids.push(trace);
    record.capture.started_at = Some(tx.now);
    Mark::new(BoundaryKind::Start, source).set(tx, &mut record)?;
    let adapter_count = Some(armed.len() as u32);
    let started = CaptureStarted { adapter_count, adapters: Some(armed), resumed: None };
    tx.event(id, &Event::CaptureStarted(started))?;
    tx.session(&mut record)?;
    Ok(record.session)
}

fn cancel(tx: &WriteTx<'_>, id: LearnSessionId, source: BoundarySource) -> Answer<LearnSession> {
    let mut record = find_session(tx.db, id)?;
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
        let stopped = CaptureStopped { captured_event_count: None, reason: Some(StopReason::Cancelled) };
        tx.event(id, &Event::CaptureStopped(stopped))?;
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
        tx.stale(&crate::core::stale::Projection::DraftManifest(id))?;
    }
    Ok(())
}

fn pause_again(tx: &WriteTx<'_>, id: LearnSessionId) -> Answer<()> {
    let mut record = find_session(tx.db, id)?;
    pause(tx, &mut record, PauseReason::AdapterUnavailable)?;
    tx.session(&mut record)
}

fn stopped(db: &Connection, record: SessionRecord) -> Answer<StopSessionResponse> {
    let captured_event_count = actions::count_of_session(db, record.session.learn_session_id)?;
    let draftable = record.session.target_kind == LearnTargetKind::ExistingSkill || record.session.outline.is_some();
    let example = record.session.example_of.as_ref().is_some_and(|of| !of.used);
    let next_action = match (captured_event_count, record.session.build_policy) {
        (0, _) if !draftable => StopNextAction::Cancel,
        _ if example => StopNextAction::UseExample,
        // Whether a try that failed is worth a draft is for the person to say.
        _ if record.session.practice.is_some() => StopNextAction::ReviewCaptured,
        (_, BuildPolicy::AskBeforeBuild) => StopNextAction::ReviewCaptured,
        _ => StopNextAction::GenerateProposal,
    };
    let captured_trace_ids = record.session.active_trace_ids.clone();
    Ok(StopSessionResponse { session: record.session, captured_event_count, captured_trace_ids, next_action })
}

fn cannot_stop(state: State) -> Failure {
    match state {
        State::Idle | State::Armed | State::Cancelled | State::Rejected => invalid_transition(state, State::Stopped),
        _ => Failure::new(
            ErrorCode::CaptureAlreadyStopped,
            "The capture has already stopped. Reload to see the state of the session.",
        )
        .with_details(json!({ "state": state })),
    }
}

impl Sessions {
    async fn observe(&self, record: &SessionRecord) -> Answer<ActiveObservation> {
        let id = record.session.learn_session_id;
        let plan = ObservationPlan {
            sources: record.session.watch.clone(),
            allowed: record.session.target_app_whitelist.clone(),
            start_url: preflight::start_url(&self.core, record.start_url.as_deref())?,
            run_folder: None,
            keep_folder: None,
        };
        let started = ActiveObservation::begin(&self.core, Purpose::Demonstration(id), plan).await;
        if let Err(failure) = &started {
            let error = ErrorReported::new(failure.code, failure.message.as_str());
            self.core.commit(move |tx| tx.event(id, &Event::Error(error))).await?;
        }
        started
    }

    /// Pauses a session that a killed program left capturing, and adds the reason. Captured actions are kept. The caller holds
    /// the gate.
    pub(crate) async fn pause_after_crash(&self) -> Answer<()> {
        if self.observation.lock().await.is_some() {
            return Ok(());
        }
        self.core
            .change(|tx| {
                let Some(mut record) = apprentice_store::sessions::active(tx.db)? else { return Ok(()) };
                // A practice is ended by who runs it.
                if record.session.state != State::Capturing || record.session.practice.is_some() {
                    return Ok(());
                }
                pause(tx, &mut record, PauseReason::ProgramEnded)?;
                let message = "Apprentice ended while it was watching. Everything captured until then is here; resume to go on.";
                let id = record.session.learn_session_id;
                tx.event(id, &Event::Error(ErrorReported::new("PROGRAM_ENDED", message)))?;
                tx.session(&mut record)
            })
            .await
    }

    pub(crate) async fn end_watching(&self) {
        if let Err(failure) = self.validation.give_up_all().await {
            tracing::warn!(%failure, "what is watched for a proposal could not be ended before closing");
        }
        self.looks.give_up_any().await;
        self.practices.interrupt();
        self.validation.gates.interrupt();
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
