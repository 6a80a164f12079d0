//! Work without a caller: the deadlines of §0C.16D, and the projections of changes that nobody waits for.

use crate::core::transaction::About;
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

const SWEEP_EVERY: std::time::Duration = std::time::Duration::from_secs(60);
/// Changes that come closer together than this share one rewriting of their projections.
const GATHER: std::time::Duration = std::time::Duration::from_millis(100);

/// Keeps the deadlines until the engine goes.
pub(crate) async fn run(engine: Weak<Inner>, cancel: CancellationToken) {
    let mut minute = tokio::time::interval(SWEEP_EVERY);
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
pub(crate) async fn dispatch(engine: Weak<Inner>, cancel: CancellationToken) {
    let Some(mut commits) = engine.upgrade().map(|engine| engine.store.commits()) else { return };
    loop {
        tokio::select! {
            () = cancel.cancelled() => return,
            changed = commits.changed() => if changed.is_err() { return },
        }
        tokio::select! {
            () = cancel.cancelled() => return,
            () = tokio::time::sleep(GATHER) => {}
        }
        let Some(engine) = engine.upgrade() else { return };
        engine.settle().await;
    }
}

/// Brings agents' folders in line after every change of an ability that nobody waits for, until the engine goes.
pub(crate) async fn place(engine: Weak<Inner>, cancel: CancellationToken) {
    let Some(mut commits) = engine.upgrade().map(|engine| engine.store.commits()) else { return };
    loop {
        tokio::select! {
            () = cancel.cancelled() => return,
            changed = commits.changed() => if changed.is_err() { return },
        }
        let Some(engine) = engine.upgrade() else { return };
        tokio::select! {
            () = cancel.cancelled() => return,
            () = engine.place_what_changed() => {}
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
            self.undo_what_is_stuck().await,
            self.rest_after_a_kill().await,
            self.keep_session_deadlines().await,
            self.end_lost_runs().await,
            self.count_lost().await,
            self.forgive_old_failures().await,
            self.purge().await,
            self.archive().await,
            self.keep_import_deadlines().await,
            self.forget_removed_skills().await,
            self.nightly().await,
            self.place_abilities().await,
        ];
        self.clear_what_lingers().await;
        self.settle().await;
        let done: Answer<()> = done.into_iter().collect();
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = done.as_ref().err().map(ToString::to_string);
        done
    }

    async fn place_what_changed(&self) {
        let context = self.install_context();
        // Whoever decided about an ability did it already; only what agents report comes here.
        if let Ok(true) = self.presence.lock().await.is_settled(&context).await {
            return;
        }
        let _gate = self.gate.lock().await;
        if let Err(failure) = self.place_abilities().await {
            tracing::warn!(%failure, "an agent's folder waits for the upkeep");
        }
    }

    async fn undo_what_is_stuck(&self) -> Answer<()> {
        self.stuck.lock().await.undo(&self.install_context()).await
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
        self.change(move |ledger| {
            let mut record = crate::session::operations::find(ledger.db, id)?;
            move_to(ledger, &mut record, State::Cancelled)?;
            let mark = Mark::new(BoundaryKind::Cancel, BoundarySource::SystemInferred).label("session_timeout");
            mark.set(ledger, &mut record)?;
            let summary = "Cancelled: nobody started it within an hour.";
            ledger.receipt(About::session(&record), ReceiptKind::SessionTimeout, summary, Some("session_timeout"))?;
            ledger.session(&mut record)
        })
        .await
    }

    async fn pause_overlong(&self, id: LearnSessionId, after: Duration) -> Answer<()> {
        observation::quiet(self, Purpose::Demonstration(id)).await;
        self.change(move |ledger| {
            let mut record = crate::session::operations::find(ledger.db, id)?;
            pause(ledger, &mut record, "capture_timeout")?;
            let summary = format!("Paused: it was capturing for {}.", in_words(after));
            ledger.receipt(About::session(&record), ReceiptKind::CaptureTimeout, &summary, Some("capture_timeout"))?;
            ledger.session(&mut record)
        })
        .await
    }

    async fn purge(&self) -> Answer<()> {
        let purged = self
            .change(move |ledger| {
                idempotency::delete_before(ledger.db, ledger.now - ANSWERS)?;
                let due = sessions::to_purge(ledger.db, ledger.now - OBSERVATIONS)?;
                if due.is_empty() {
                    return Ok(Vec::new());
                }
                let purged = due.iter().map(|record| record.session.learn_session_id).collect();
                for mut record in due {
                    actions::delete_of_session(ledger.db, record.session.learn_session_id)?;
                    events::redact_actions_of_session(ledger.db, record.session.learn_session_id)?;
                    record.purged = true;
                    sessions::put(ledger.db, &record)?;
                }
                erase::lingers(ledger)?;
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

/// `capturing -> paused` by the program itself.
pub(crate) fn pause(ledger: &crate::core::transaction::Ledger<'_>, record: &mut SessionRecord, reason: &str) -> Answer<()> {
    move_to(ledger, record, State::Paused)?;
    Mark::new(BoundaryKind::Pause, BoundarySource::SystemInferred).label(reason).set(ledger, record)?;
    ledger.event(record.session.learn_session_id, kind::CAPTURE_PAUSED, json!({ "reason": reason }))?;
    Ok(())
}
