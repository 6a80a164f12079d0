//! Deadlines of sessions (§0C.16D): one that nobody starts, one that nobody stops, and observations that are purged.

use crate::Answer;
use crate::core::deletion::mark_deleted_bytes;
use crate::core::transaction::ReceiptSubject;
use crate::proposal::examples;
use crate::session::boundaries::Mark;
use crate::session::observation::Purpose;
use crate::session::operations::Sessions;
use crate::session::practice;
use crate::session::record::find_session;
use crate::session::transitions::{move_to, pause};
use apprentice_contracts::app::Settings;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::PauseReason;
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::session::{BoundaryKind, BoundarySource, WorkflowBoundary};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::{actions, boundaries, events, idempotency, readings, sessions, workflow_traces};
use chrono::Duration;
use serde_json::json;

/// An armed session is cancelled after this time.
const ARMED: Duration = Duration::hours(1);

/// The label and the reason of what ended because nobody started it.
const TIMEOUT: &str = "session_timeout";

/// A capture is paused after this time at the latest.
const CAPTURING: Duration = Duration::hours(4);

/// How long raw observations are kept after their session was settled.
const OBSERVATIONS: Duration = Duration::days(7);

/// How long responses for repeated requests are kept.
const ANSWERS: Duration = Duration::hours(24);

impl Sessions {
    pub(crate) async fn apply_deadlines(&self, settings: &Settings) -> Answer<()> {
        let now = self.core.now();
        let Some(record) = self.core.store.read(|db| sessions::active(db)).await.map_err(crate::stored)? else { return Ok(()) };
        let id = record.session.learn_session_id;
        let minutes = settings.observation.pause_after_minutes;
        let longest = CAPTURING.min(Duration::minutes(minutes.into()));
        match record.session.state {
            State::Armed if record.session.updated_at <= now - ARMED => self.expire_armed(id).await,
            // A practice has limits of its own.
            State::Capturing if record.session.practice.is_some() => Ok(()),
            State::Capturing if record.capture.running_since.is_some_and(|since| since <= now - longest) => {
                self.pause_overlong(id, longest).await
            }
            _ => Ok(()),
        }
    }

    async fn expire_armed(&self, id: LearnSessionId) -> Answer<()> {
        self.core
            .change(move |tx| {
                let mut record = find_session(tx.db, id)?;
                move_to(tx, &mut record, State::Cancelled)?;
                let mark = Mark::new(BoundaryKind::Cancel, BoundarySource::SystemInferred).label(TIMEOUT);
                mark.set(tx, &mut record)?;
                let summary = "Cancelled: nobody started it within an hour.";
                tx.receipt(ReceiptSubject::of_session(&record), ReceiptKind::SessionTimeout, summary, Some(TIMEOUT))?;
                tx.session(&mut record)
            })
            .await
    }

    /// The answer of an operation on a session. If the session was cancelled because nobody started it in time, the refusal says so.
    ///
    /// Errors: `SESSION_TIMEOUT` (§0C.16C).
    pub(crate) async fn or_timeout<T>(&self, id: LearnSessionId, answer: Answer<T>) -> Answer<T> {
        match answer {
            Err(refusal) if refusal.code == ErrorCode::InvalidLearnStateTransition && self.has_expired(id).await? => {
                let message = "This session was cancelled, because nobody started it within an hour. Start a new session.";
                Err(Failure::new(ErrorCode::SessionTimeout, message).with_details(json!({ "learn_session_id": id })))
            }
            answer => answer,
        }
    }

    async fn has_expired(&self, id: LearnSessionId) -> Answer<bool> {
        let marks = self.core.store.read(move |db| boundaries::of_session(db, id)).await.map_err(crate::stored)?;
        let expired = |mark: &WorkflowBoundary| {
            mark.kind == BoundaryKind::Cancel
                && mark.source == BoundarySource::SystemInferred
                && mark.label.as_deref() == Some(TIMEOUT)
        };
        Ok(marks.iter().any(expired))
    }

    async fn pause_overlong(&self, id: LearnSessionId, after: Duration) -> Answer<()> {
        self.observation.pause(Purpose::Demonstration(id)).await;
        self.core
            .change(move |tx| {
                let mut record = find_session(tx.db, id)?;
                pause(tx, &mut record, PauseReason::CaptureTimeout)?;
                let summary = format!("Paused: it was capturing for {}.", in_words(after));
                tx.receipt(ReceiptSubject::of_session(&record), ReceiptKind::CaptureTimeout, &summary, Some("capture_timeout"))?;
                tx.session(&mut record)
            })
            .await
    }

    pub(crate) async fn purge(&self) -> Answer<()> {
        let purged = self
            .core
            .change(move |tx| {
                idempotency::delete_before(tx.db, tx.now - ANSWERS)?;
                let mut due = sessions::to_purge(tx.db, tx.now - OBSERVATIONS)?;
                if !due.is_empty() {
                    // A draft that is not decided yet is compiled again from all its showings.
                    let needed = examples::needed(tx.db)?;
                    due.retain(|record| !needed.contains(&record.session.learn_session_id));
                }
                if due.is_empty() {
                    return Ok(Vec::new());
                }
                let purged = due.iter().map(|record| record.session.learn_session_id).collect();
                for mut record in due {
                    actions::delete_of_session(tx.db, record.session.learn_session_id)?;
                    readings::delete_of_session(tx.db, record.session.learn_session_id)?;
                    events::redact_actions_of_session(tx.db, record.session.learn_session_id)?;
                    // What is installed keeps its trace, so that the same task is not suggested again.
                    if record.session.ability_id.is_none() {
                        workflow_traces::delete(tx.db, record.session.learn_session_id)?;
                    }
                    practice::forget_transcripts(tx.db, record.session.learn_session_id)?;
                    record.purged = true;
                    sessions::put(tx.db, &record)?;
                }
                mark_deleted_bytes(tx)?;
                Ok(purged)
            })
            .await?;
        for id in purged {
            self.tails.forget(id).await;
        }
        Ok(())
    }
}

fn in_words(time: Duration) -> String {
    match time {
        CAPTURING => "four hours".to_owned(),
        _ => format!("{} minutes", time.num_minutes()),
    }
}
