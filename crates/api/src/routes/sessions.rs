//! `/api/learn/sessions` and the live streams (§0C.16).

use super::reply;
use crate::App;
use crate::extract::{Body, Event, Events, Params, Session, Source};
use crate::failure::{Problem, Reply};
use crate::openapi::doc;
use crate::sse::{Frames, event_frame};
use aide::axum::ApiRouter;
use aide::axum::routing::{delete_with, get_with, post_with};
use apprentice_contracts::app::Deleted;
use apprentice_contracts::checkpoint::CheckpointReceiptsResponse;
use apprentice_contracts::event::LearnSessionEvent;
use apprentice_contracts::observation::{ObservationScopeRuntime, ObservedActionsResponse};
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::session::*;
use axum::extract::State;
use futures::StreamExt;

const TAG: &str = "sessions";

pub(super) fn routes() -> ApiRouter<App> {
    let at = |rest: &str| format!("/api/learn/sessions/{{sessionId}}{rest}");
    ApiRouter::new()
        .api_route(
            "/api/learn/sessions",
            post_with(create, doc(TAG, "create_session", "Begin a session; it is born armed or refused."))
                .get_with(list, doc(TAG, "list_sessions", "All sessions, newest first.")),
        )
        .api_route(&at("/detail"), get_with(detail, doc(TAG, "session_detail", "One session with everything about it.")))
        .api_route(&at("/start"), post_with(start, doc(TAG, "start_session", "Begin to capture.")))
        .api_route(&at("/pause"), post_with(pause, doc(TAG, "pause_session", "Record nothing for a while.")))
        .api_route(&at("/resume"), post_with(resume, doc(TAG, "resume_session", "Record again.")))
        .api_route(&at("/stop"), post_with(stop, doc(TAG, "stop_session", "End the demonstration.")))
        .api_route(&at("/cancel"), post_with(cancel, doc(TAG, "cancel_session", "Throw the session away.")))
        .api_route(&at("/mark-goal"), post_with(mark_goal, doc(TAG, "mark_goal", "Say what was just achieved.")))
        .api_route(&at("/mark-step"), post_with(mark_step, doc(TAG, "mark_step", "Say that a new step begins.")))
        .api_route(&at("/trim"), post_with(trim, doc(TAG, "trim_session", "Move the beginning or the end of the demonstration.")))
        .api_route(&at("/answer-questions"), post_with(answer, doc(TAG, "answer_questions", "Answer open questions.")))
        .api_route(&at("/set-test-policy"), post_with(set_policy, doc(TAG, "set_test_policy", "What a rehearsal may touch.")))
        .api_route(
            &at("/retain"),
            post_with(retain, doc(TAG, "retain_session", "Keep what was observed for longer, or no more.")),
        )
        .api_route(&at("/generate-proposal"), post_with(generate, doc(TAG, "generate_proposal", "Draft a skill of it.")))
        .api_route(&at("/observation-scope"), get_with(scope, doc(TAG, "observation_scope", "What is observed now.")))
        .api_route(
            &at("/checkpoint-receipts"),
            get_with(receipts, doc(TAG, "session_checkpoint_receipts", "Which checkpoints were seen.")),
        )
        .api_route(&at("/observed-actions"), get_with(actions, doc(TAG, "observed_actions", "The captured timeline.")))
        .api_route(
            &at("/observed-actions/{eventId}"),
            delete_with(forget, doc(TAG, "delete_observed_action", "Take one action out, before a proposal exists.")),
        )
        .api_route(&at("/events"), get_with(events, doc(TAG, "session_events", "Live events of one session, resumable.")))
        .api_route(&at(""), delete_with(delete, doc(TAG, "delete_session", "Purge a settled session.")))
        .api_route("/api/learn/events", get_with(all_events, doc(TAG, "all_events", "Live events of all sessions, from now on.")))
}

async fn create(State(app): State<App>, Body(request): Body<CreateLearnSessionRequest>) -> Reply<CreateLearnSessionResponse> {
    reply(app.engine.create_session(request).await)
}

async fn list(State(app): State<App>, Params(page): Params<PageQuery>) -> Reply<LearnSessionsListResponse> {
    reply(app.engine.list_sessions(page).await)
}

async fn detail(State(app): State<App>, Session(id): Session) -> Reply<LearnSessionDetailResponse> {
    reply(app.engine.session_detail(id).await)
}

async fn start(State(app): State<App>, Session(id): Session, Source(source): Source) -> Reply<StartSessionResponse> {
    reply(app.engine.start_session(id, source).await)
}

async fn pause(State(app): State<App>, Session(id): Session, Source(source): Source) -> Reply<SessionActionResponse> {
    reply(app.engine.pause_session(id, source).await)
}

async fn resume(State(app): State<App>, Session(id): Session, Source(source): Source) -> Reply<SessionActionResponse> {
    reply(app.engine.resume_session(id, source).await)
}

async fn stop(State(app): State<App>, Session(id): Session, Source(source): Source) -> Reply<StopSessionResponse> {
    reply(app.engine.stop_session(id, source).await)
}

async fn cancel(State(app): State<App>, Session(id): Session, Source(source): Source) -> Reply<SessionActionResponse> {
    reply(app.engine.cancel_session(id, source).await)
}

async fn mark_goal(
    State(app): State<App>,
    Session(id): Session,
    Source(source): Source,
    Body(request): Body<MarkGoalRequest>,
) -> Reply<SessionActionResponse> {
    reply(app.engine.mark_goal(id, request, source).await)
}

async fn mark_step(
    State(app): State<App>,
    Session(id): Session,
    Source(source): Source,
    Body(request): Body<MarkStepRequest>,
) -> Reply<SessionActionResponse> {
    reply(app.engine.mark_step(id, request, source).await)
}

async fn trim(State(app): State<App>, Session(id): Session, Body(request): Body<TrimRequest>) -> Reply<SessionActionResponse> {
    reply(app.engine.trim_session(id, request).await)
}

async fn answer(
    State(app): State<App>,
    Session(id): Session,
    Body(request): Body<AnswerQuestionsRequest>,
) -> Reply<AnswerQuestionsResponse> {
    reply(app.engine.answer_questions(id, request).await)
}

async fn set_policy(
    State(app): State<App>,
    Session(id): Session,
    Body(request): Body<SetTestPolicyRequest>,
) -> Reply<SessionActionResponse> {
    reply(app.engine.set_test_policy(id, request).await)
}

async fn retain(
    State(app): State<App>,
    Session(id): Session,
    Body(request): Body<RetainSessionRequest>,
) -> Reply<SessionActionResponse> {
    reply(app.engine.retain_session(id, request).await)
}

async fn generate(State(app): State<App>, Session(id): Session) -> Reply<GenerateProposalResponse> {
    reply(app.engine.generate_proposal(id).await)
}

async fn scope(State(app): State<App>, Session(id): Session) -> Reply<ObservationScopeRuntime> {
    reply(app.engine.observation_scope(id).await)
}

async fn receipts(
    State(app): State<App>,
    Session(id): Session,
    Params(page): Params<PageQuery>,
) -> Reply<CheckpointReceiptsResponse> {
    reply(app.engine.session_checkpoint_receipts(id, page).await)
}

async fn actions(State(app): State<App>, Session(id): Session) -> Reply<ObservedActionsResponse> {
    reply(app.engine.observed_actions(id).await)
}

async fn forget(State(app): State<App>, Session(id): Session, Event(event): Event) -> Reply<Deleted> {
    reply(app.engine.delete_observed_action(id, event).await)
}

async fn delete(State(app): State<App>, Session(id): Session) -> Reply<Deleted> {
    reply(app.engine.delete_session(id).await)
}

async fn events(
    State(app): State<App>,
    Session(id): Session,
    Events { after, follow }: Events,
) -> Result<Frames<LearnSessionEvent>, Problem> {
    let events = app.engine.session_events(id, after).await?.map(|event| event_frame(&event, Some(event.seq)));
    if follow {
        return Ok(Frames::new(&app, events));
    }
    // `seq` has no gaps, so their number is known.
    let stored = app.engine.last_event_seq(id).await?.saturating_sub(after);
    Ok(Frames::new(&app, events.take(stored as usize)))
}

/// Without `id:`: `seq` counts within one session, so it could not resume a stream of all.
async fn all_events(State(app): State<App>) -> Result<Frames<LearnSessionEvent>, Problem> {
    let events = app.engine.all_events().await?.map(|event| event_frame(&event, None));
    Ok(Frames::new(&app, events))
}
