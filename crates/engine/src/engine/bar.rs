//! Does what a person presses in the recording bar of a watched page, as the window would do it.

use crate::Answer;
use crate::mining::Mining;
use crate::schedule::Scheduler;
use crate::session::observation::Purpose;
use apprentice_contracts::ids::LearnSessionId;
use apprentice_contracts::session::{BoundaryKind, BoundarySource, MarkStepRequest, StepKindHint, StopNextAction};
use apprentice_contracts::validation::FinishRehearsalRequest;
use apprentice_observe::bar::BarButton;
use std::sync::{Arc, Weak};
use tokio_util::sync::CancellationToken;

/// A press counts as a click of the person.
const SOURCE: BoundarySource = BoundarySource::UserClick;

/// Waits for presses until the engine is dropped.
pub(super) async fn follow(scheduler: Weak<Scheduler>, mining: Weak<Mining>, cancel: CancellationToken) {
    let Some(presses) = scheduler.upgrade().map(|scheduler| scheduler.core.bar_presses.clone()) else { return };
    let mut pressed = presses.received.lock().await;
    loop {
        let button = tokio::select! {
            () = cancel.cancelled() => return,
            button = pressed.recv() => button,
        };
        let (Some(button), Some(scheduler), Some(mining)) = (button, scheduler.upgrade(), mining.upgrade()) else { return };
        if let Err(failure) = press(&scheduler, &mining, button).await {
            // The state changed before the press arrived, for example in another window.
            tracing::warn!(?button, %failure, "a press in the recording bar had no effect");
        }
    }
}

async fn press(scheduler: &Arc<Scheduler>, mining: &Arc<Mining>, button: BarButton) -> Answer<()> {
    let sessions = &scheduler.sessions;
    match (sessions.purpose().await, button) {
        (Some(Purpose::Demonstration(id)), BarButton::Pause) => sessions.pause_session(id, SOURCE).await.map(drop),
        (Some(Purpose::Demonstration(id)), BarButton::Resume) => sessions.resume_session(id, SOURCE).await.map(drop),
        (Some(Purpose::Demonstration(id)), BarButton::Mark) => mark(scheduler, id).await,
        (Some(Purpose::Demonstration(id)), BarButton::Stop) => match sessions.stop_session(id, SOURCE).await?.next_action {
            // Drafting waits for the last looks at slow pages; the next press must not wait for it, or it would meet another session.
            StopNextAction::GenerateProposal => {
                let mining = mining.clone();
                scheduler.core.supervisor.spawn_until_close("drafting after a press in the bar", async move {
                    if let Err(failure) = mining.proposals.generate_proposal(id).await {
                        tracing::warn!(%failure, "no draft was made of a recording that was stopped in its bar");
                    }
                });
                Ok(())
            }
            // The window asks what to do with the recording.
            _ => Ok(()),
        },
        (Some(Purpose::Rehearsal(_)), BarButton::Finish) => match scheduler.validation.rehearsed() {
            Some(proposal) => {
                scheduler.validation.finish_rehearsal(proposal, FinishRehearsalRequest { cancel: false }).await.map(drop)
            }
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Begins the next step. The bar takes no text, so the step has a number.
async fn mark(scheduler: &Arc<Scheduler>, id: LearnSessionId) -> Answer<()> {
    let marks = scheduler.sessions.session_detail(id).await?.boundaries;
    let steps = marks.iter().filter(|mark| mark.kind == BoundaryKind::MarkStep).count();
    let request =
        MarkStepRequest { step_label: format!("Step {}", steps + 1), step_kind_hint: StepKindHint::default(), at_event_id: None };
    scheduler.sessions.mark_step(id, request, SOURCE).await.map(drop)
}
