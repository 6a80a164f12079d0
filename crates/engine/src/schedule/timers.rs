//! Work without a caller: the deadlines of §0C.16D, and the projections of changes that nobody waits for.

use crate::core::transaction::ReceiptSubject;
use crate::engine::Inner;
use crate::session::erase;
use crate::session::observation::{self, Purpose};
use crate::session::transitions::{Mark, move_to};
use crate::{Answer, Engine};
use apprentice_contracts::event::kind;
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::receipt::ReceiptKind;
use apprentice_contracts::session::{BoundaryKind, BoundarySource};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_store::sessions::SessionRecord;
use apprentice_store::{actions, events, idempotency, sessions};
use chrono::Duration;
use serde_json::json;
use std::sync::{Arc, PoisonError, Weak};
use tokio_util::sync::CancellationToken;

/// An armed session that nobody starts.
const ARMED: Duration = Duration::hours(1);
/// A capture that nobody stops.
const CAPTURING: Duration = Duration::hours(4);
/// Raw observations after their session was settled: it ended, or its ability was installed.
const OBSERVATIONS: Duration = Duration::days(7);
/// Answers kept for repeated requests.
const ANSWERS: Duration = Duration::hours(24);

const UPKEEP_INTERVAL: std::time::Duration = std::time::Duration::from_secs(60);
/// Changes that come closer together than this share one rewriting of their projections.
const DEBOUNCE: std::time::Duration = std::time::Duration::from_millis(100);

/// Keeps the deadlines until the engine goes.
pub(crate) async fn run_upkeep(engine: Weak<Inner>, cancel: CancellationToken) {
    let mut minute = tokio::time::interval(UPKEEP_INTERVAL);
    minute.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    minute.tick().await;
    loop {
        tokio::select! {
            () = cancel.cancelled() => return,
            _ = minute.tick() => {}
        }
        let Some(engine) = engine.upgrade() else { return };
        if let Err(failure) = engine.sweep().await {
            tracing::warn!(%failure, "a deadline could not be kept");
        }
    }
}

/// Delivers the outbox after every commit until the engine goes.
pub(crate) async fn deliver_projections(engine: Weak<Inner>, cancel: CancellationToken) {
    let Some(mut commits) = engine.upgrade().map(|engine| engine.store.commits()) else { return };
    loop {
        tokio::select! {
            () = cancel.cancelled() => return,
            changed = commits.changed() => if changed.is_err() { return },
        }
        tokio::select! {
            () = cancel.cancelled() => return,
            () = tokio::time::sleep(DEBOUNCE) => {}
        }
        let Some(engine) = engine.upgrade() else { return };
        engine.settle().await;
    }
}

/// Brings agents' folders in line after every change of an ability that nobody waits for, until the engine goes.
pub(crate) async fn reconcile_folders(engine: Weak<Inner>, cancel: CancellationToken) {
    let Some(mut commits) = engine.upgrade().map(|engine| engine.store.commits()) else { return };
    loop {
        tokio::select! {
            () = cancel.cancelled() => return,
            changed = commits.changed() => if changed.is_err() { return },
        }
        let Some(engine) = engine.upgrade() else { return };
        tokio::select! {
            () = cancel.cancelled() => return,
            () = engine.place_changed_abilities() => {}
        }
    }
}

impl Engine {
    /// Does what is due now (§0C.16D). The engine does it itself when it opens and every minute.
    pub async fn keep_deadlines(&self) -> Answer<()> {
        self.inner.sweep().await
    }
}

impl Inner {
    /// Does everything that is due now, and mends what a failure left half done. What fails keeps nothing else from being done, is
    /// tried again with the next sweep, and stands in the doctor's answer until then.
    pub(crate) async fn sweep(self: &Arc<Self>) -> Answer<()> {
        let _gate = self.gate.lock().await;
        let done = [
            self.undo_stuck_installs().await,
            self.pause_after_crash().await,
            self.keep_session_deadlines().await,
            self.cancel_lost_runs().await,
            self.store_lost_counts().await,
            self.expire_old_failures().await,
            self.purge().await,
            self.archive().await,
            self.apply_deadlines().await,
            self.prune_removed_skills().await,
            self.nightly().await,
            self.place_abilities().await,
        ];
        self.erase_deleted_bytes().await;
        self.settle().await;
        let done: Answer<()> = done.into_iter().collect();
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = done.as_ref().err().map(ToString::to_string);
        done
    }

    async fn place_changed_abilities(&self) {
        let context = self.install_context();
        // Whoever decided about an ability did it already; only what agents report comes here.
        if let Ok(true) = self.reconciler.lock().await.is_settled(&context).await {
            return;
        }
        let _gate = self.gate.lock().await;
        if let Err(failure) = self.place_abilities().await {
            tracing::warn!(%failure, "an agent's folder waits for the upkeep");
        }
    }

    async fn undo_stuck_installs(&self) -> Answer<()> {
        self.undo_queue.lock().await.undo(&self.install_context()).await
    }

    async fn keep_session_deadlines(&self) -> Answer<()> {
        let now = self.now();
        let Some(record) = self.store.read(|db| sessions::active(db)).await.map_err(crate::stored)? else { return Ok(()) };
        let id = record.session.learn_session_id;
        let minutes = self.settings().await?.observation.pause_after_minutes;
        let longest = CAPTURING.min(Duration::minutes(minutes.into()));
        match record.session.state {
            State::Armed if record.session.updated_at <= now - ARMED => self.expire_armed(id).await,
            State::Capturing if record.capture.running_since.is_some_and(|since| since <= now - longest) => {
                self.pause_overlong(id, longest).await
            }
            _ => Ok(()),
        }
    }

    async fn expire_armed(&self, id: LearnSessionId) -> Answer<()> {
        self.change(move |tx| {
            let mut record = crate::session::operations::find(tx.db, id)?;
            move_to(tx, &mut record, State::Cancelled)?;
            let mark = Mark::new(BoundaryKind::Cancel, BoundarySource::SystemInferred).label("session_timeout");
            mark.set(tx, &mut record)?;
            let summary = "Cancelled: nobody started it within an hour.";
            tx.receipt(ReceiptSubject::of_session(&record), ReceiptKind::SessionTimeout, summary, Some("session_timeout"))?;
            tx.session(&mut record)
        })
        .await
    }

    async fn pause_overlong(&self, id: LearnSessionId, after: Duration) -> Answer<()> {
        observation::pause(self, Purpose::Demonstration(id)).await;
        self.change(move |tx| {
            let mut record = crate::session::operations::find(tx.db, id)?;
            pause(tx, &mut record, "capture_timeout")?;
            let summary = format!("Paused: it was capturing for {}.", in_words(after));
            tx.receipt(ReceiptSubject::of_session(&record), ReceiptKind::CaptureTimeout, &summary, Some("capture_timeout"))?;
            tx.session(&mut record)
        })
        .await
    }

    async fn purge(&self) -> Answer<()> {
        let purged = self
            .change(move |tx| {
                idempotency::delete_before(tx.db, tx.now - ANSWERS)?;
                let due = sessions::to_purge(tx.db, tx.now - OBSERVATIONS)?;
                if due.is_empty() {
                    return Ok(Vec::new());
                }
                let purged = due.iter().map(|record| record.session.learn_session_id).collect();
                for mut record in due {
                    actions::delete_of_session(tx.db, record.session.learn_session_id)?;
                    events::redact_actions_of_session(tx.db, record.session.learn_session_id)?;
                    record.purged = true;
                    sessions::put(tx.db, &record)?;
                }
                erase::mark_deleted_bytes(tx)?;
                Ok(purged)
            })
            .await?;
        for id in purged {
            self.event_tails.forget(id).await;
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

/// `capturing -> paused` by the program itself.
pub(crate) fn pause(tx: &crate::core::transaction::WriteTx<'_>, record: &mut SessionRecord, reason: &str) -> Answer<()> {
    move_to(tx, record, State::Paused)?;
    Mark::new(BoundaryKind::Pause, BoundarySource::SystemInferred).label(reason).set(tx, record)?;
    tx.event(record.session.learn_session_id, kind::CAPTURE_PAUSED, json!({ "reason": reason }))?;
    Ok(())
}
