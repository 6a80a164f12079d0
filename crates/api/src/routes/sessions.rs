//! `/api/learn/sessions` and the live streams (§0C.16).

use super::{Routes, reply};
use crate::App;
use crate::extract::{Event, Events, Session, Source, Valid, ValidQuery};
use crate::failure::{Problem, Reply};
use crate::operation::CacheTag as Tag;
use crate::operation::{EventTags, Operation, delete, get, post};
use crate::sse::{EventStream, event_frame};
use apprentice_contracts::agent_practice::{AgentPractice, PracticeQuery};
use apprentice_contracts::app::Deleted;
use apprentice_contracts::checkpoint::CheckpointReceiptsResponse;
use apprentice_contracts::drawing::{
    FilmFileQuery, FilmFileResponse, FilmPicturesQuery, FilmPicturesResponse, FilmstripResponse,
};
use apprentice_contracts::error::ErrorCode as E;
use apprentice_contracts::event::{EventKind, LearnSessionEvent};
use apprentice_contracts::live_draft::LiveDraftResponse;
use apprentice_contracts::observation::{ObservationScopeRuntime, ObservedActionsResponse};
use apprentice_contracts::page::{PageQuery, WholeOrPageQuery};
use apprentice_contracts::session::*;
use futures::StreamExt;

pub(super) fn routes(api: &mut impl Routes) {
    api.add(CREATE_SESSION, create_session);
    api.add(LIST_SESSIONS, list_sessions);
    api.add(SESSION_DETAIL, session_detail);
    api.add(START_SESSION, start_session);
    api.add(PAUSE_SESSION, pause_session);
    api.add(RESUME_SESSION, resume_session);
    api.add(STOP_SESSION, stop_session);
    api.add(CANCEL_SESSION, cancel_session);
    api.add(MARK_GOAL, mark_goal);
    api.add(MARK_STEP, mark_step);
    api.add(TRIM_SESSION, trim_session);
    api.add(ANSWER_QUESTIONS, answer_questions);
    api.add(SET_TEST_POLICY, set_test_policy);
    api.add(RETAIN_SESSION, retain_session);
    api.add(GENERATE_PROPOSAL, generate_proposal);
    api.add(USE_EXAMPLE, use_example);
    api.add(OBSERVATION_SCOPE, observation_scope);
    api.add(SESSION_CHECKPOINT_RECEIPTS, session_checkpoint_receipts);
    api.add(AGENT_PRACTICE, agent_practice);
    api.add(OBSERVED_ACTIONS, observed_actions);
    api.add(SESSION_FILMSTRIP, session_filmstrip);
    api.add(FILMSTRIP_PICTURES, filmstrip_pictures);
    api.add(FILMSTRIP_FILE, filmstrip_file);
    api.add(LIVE_DRAFT, live_draft);
    api.add(DELETE_OBSERVED_ACTION, delete_observed_action);
    api.add(SESSION_EVENTS, session_events);
    api.add(DELETE_SESSION, delete_session);
    api.add(ALL_EVENTS, all_events);
}

pub const CREATE_SESSION: Operation = post("create_session", "/api/learn/sessions", "Create a session in state `armed`.")
    .person()
    .refuses(&[
        E::AbilityNotFound,
        E::AdapterUnavailable,
        E::ClientRequestIdReused,
        E::Conflict,
        E::InstallLaneDenied,
        E::InsufficientTraces,
        E::InvalidLearnStateTransition,
        E::LearnSessionAlreadyActive,
        E::LearnSessionNotFound,
        E::ProposalNotFound,
        E::ValidationInProgress,
    ])
    .changes(&[
        Tag::Sessions,
        Tag::Session,
        Tag::Runtime,
        Tag::History,
        Tag::Receipts,
        Tag::Abilities,
        Tag::Proposals,
        Tag::Proposal,
    ]);

async fn create_session(app: App, Valid(request): Valid<CreateLearnSessionRequest>) -> Reply<CreateLearnSessionResponse> {
    reply(app.engine.create_session(request).await)
}

pub const LIST_SESSIONS: Operation =
    get("list_sessions", "/api/learn/sessions", "List sessions, newest first.").person().provides(&[Tag::Sessions]);

async fn list_sessions(app: App, ValidQuery(page): ValidQuery<PageQuery>) -> Reply<LearnSessionsListResponse> {
    reply(app.engine.list_sessions(page).await)
}

pub const SESSION_DETAIL: Operation =
    get("session_detail", "/api/learn/sessions/{sessionId}/detail", "Read a session with its boundaries, counts and proposal.")
        .person()
        .provides(&[Tag::Session]);

async fn session_detail(app: App, Session(id): Session) -> Reply<LearnSessionDetailResponse> {
    reply(app.engine.session_detail(id).await)
}

pub const START_SESSION: Operation =
    post("start_session", "/api/learn/sessions/{sessionId}/start", "Start capturing, or the tries of an agent that practises.")
        .person()
        .refuses(&[E::AdapterUnavailable, E::InvalidLearnStateTransition, E::SessionTimeout, E::TestPolicyViolation])
        .changes(SESSION_MOVED);

async fn start_session(app: App, Session(id): Session, Source(source): Source) -> Reply<StartSessionResponse> {
    reply(app.engine.start_session(id, source).await)
}

pub const PAUSE_SESSION: Operation = post("pause_session", "/api/learn/sessions/{sessionId}/pause", "Pause capturing.")
    .person()
    .refuses(&[E::InvalidLearnStateTransition, E::SessionTimeout])
    .changes(SESSION_MOVED);

async fn pause_session(app: App, Session(id): Session, Source(source): Source) -> Reply<SessionActionResponse> {
    reply(app.engine.pause_session(id, source).await)
}

pub const RESUME_SESSION: Operation = post("resume_session", "/api/learn/sessions/{sessionId}/resume", "Resume capturing.")
    .person()
    .refuses(&[E::AdapterUnavailable, E::InvalidLearnStateTransition, E::SessionTimeout])
    .changes(SESSION_MOVED);

async fn resume_session(app: App, Session(id): Session, Source(source): Source) -> Reply<SessionActionResponse> {
    reply(app.engine.resume_session(id, source).await)
}

pub const STOP_SESSION: Operation = post(
    "stop_session",
    "/api/learn/sessions/{sessionId}/stop",
    "Stop capturing. If the results are being read, stop reading them.",
)
.person()
.refuses(&[E::CaptureAlreadyStopped, E::InvalidLearnStateTransition, E::SessionTimeout])
.changes(SESSION_MOVED);

async fn stop_session(app: App, Session(id): Session, Source(source): Source) -> Reply<StopSessionResponse> {
    reply(app.engine.stop_session(id, source).await)
}

pub const CANCEL_SESSION: Operation = post(
    "cancel_session",
    "/api/learn/sessions/{sessionId}/cancel",
    "Cancel a session; its recording is deleted after seven days.",
)
.person()
.refuses(&[E::InvalidLearnStateTransition, E::SessionTimeout])
.changes(&[
    Tag::Sessions,
    Tag::Session,
    Tag::Actions,
    Tag::LiveDraft,
    Tag::Runtime,
    Tag::History,
    Tag::Receipts,
    Tag::Proposals,
    Tag::Proposal,
    Tag::Rehearsal,
]);

async fn cancel_session(app: App, Session(id): Session, Source(source): Source) -> Reply<SessionActionResponse> {
    reply(app.engine.cancel_session(id, source).await)
}

pub const MARK_GOAL: Operation = post("mark_goal", "/api/learn/sessions/{sessionId}/mark-goal", "Mark that a goal was reached.")
    .person()
    .refuses(&[E::InvalidLearnStateTransition, E::NotFound, E::SessionTimeout])
    .changes(TRACE_CHANGED);

async fn mark_goal(
    app: App,
    Session(id): Session,
    Source(source): Source,
    Valid(request): Valid<MarkGoalRequest>,
) -> Reply<SessionActionResponse> {
    reply(app.engine.mark_goal(id, request, source).await)
}

pub const MARK_STEP: Operation = post("mark_step", "/api/learn/sessions/{sessionId}/mark-step", "Mark that a step begins.")
    .person()
    .refuses(&[E::InvalidLearnStateTransition, E::NotFound, E::SessionTimeout])
    .changes(TRACE_CHANGED);

async fn mark_step(
    app: App,
    Session(id): Session,
    Source(source): Source,
    Valid(request): Valid<MarkStepRequest>,
) -> Reply<SessionActionResponse> {
    reply(app.engine.mark_step(id, request, source).await)
}

pub const TRIM_SESSION: Operation =
    post("trim_session", "/api/learn/sessions/{sessionId}/trim", "Move the start or the end of the demonstration.")
        .person()
        .refuses(&[E::InvalidLearnStateTransition, E::NotFound])
        .changes(TRACE_CHANGED);

async fn trim_session(app: App, Session(id): Session, Valid(request): Valid<TrimRequest>) -> Reply<SessionActionResponse> {
    reply(app.engine.trim_session(id, request).await)
}

pub const ANSWER_QUESTIONS: Operation = post(
    "answer_questions",
    "/api/learn/sessions/{sessionId}/answer-questions",
    "Answer open questions about the demonstration.",
)
.person()
.refuses(&[E::InsufficientTraces, E::InvalidLearnStateTransition, E::ProposalNotFound, E::ValidationInProgress])
.changes(&[Tag::Sessions, Tag::Session, Tag::Runtime, Tag::History, Tag::Proposals, Tag::Proposal, Tag::Rehearsal]);

async fn answer_questions(
    app: App,
    Session(id): Session,
    Valid(request): Valid<AnswerQuestionsRequest>,
) -> Reply<AnswerQuestionsResponse> {
    reply(app.engine.answer_questions(id, request).await)
}

pub const SET_TEST_POLICY: Operation =
    post("set_test_policy", "/api/learn/sessions/{sessionId}/set-test-policy", "Set the test policy of a rehearsal.")
        .person()
        .refuses(&[E::TestPolicyViolation])
        .changes(&[Tag::Session, Tag::Abilities, Tag::Receipts]);

async fn set_test_policy(
    app: App,
    Session(id): Session,
    Valid(request): Valid<SetTestPolicyRequest>,
) -> Reply<SessionActionResponse> {
    reply(app.engine.set_test_policy(id, request).await)
}

pub const RETAIN_SESSION: Operation = post(
    "retain_session",
    "/api/learn/sessions/{sessionId}/retain",
    "Keep a session's observations until this is undone, or undo it.",
)
.person()
.changes(&[Tag::Sessions, Tag::Session]);

async fn retain_session(
    app: App,
    Session(id): Session,
    Valid(request): Valid<RetainSessionRequest>,
) -> Reply<SessionActionResponse> {
    reply(app.engine.retain_session(id, request).await)
}

pub const GENERATE_PROPOSAL: Operation =
    post("generate_proposal", "/api/learn/sessions/{sessionId}/generate-proposal", "Draft a skill from the demonstration.")
        .person()
        .refuses(&[E::InsufficientTraces, E::InvalidLearnStateTransition, E::ProposalNotFound, E::ValidationInProgress])
        .changes(&[
            Tag::Sessions,
            Tag::Session,
            Tag::Runtime,
            Tag::History,
            Tag::Receipts,
            Tag::Proposals,
            Tag::Proposal,
            Tag::Rehearsal,
        ]);

async fn generate_proposal(app: App, Session(id): Session) -> Reply<GenerateProposalResponse> {
    reply(app.engine.generate_proposal(id).await)
}

pub const USE_EXAMPLE: Operation = post(
    "use_example",
    "/api/learn/sessions/{sessionId}/use-example",
    "Compile the draft again with this example. For an installed ability, draft an improvement.",
)
.person()
.refuses(&[
    E::AbilityNotFound,
    E::Conflict,
    E::InsufficientTraces,
    E::InvalidLearnStateTransition,
    E::LearnSessionNotFound,
    E::ProposalNotFound,
    E::ValidationInProgress,
])
.changes(&[
    Tag::Sessions,
    Tag::Session,
    Tag::Runtime,
    Tag::History,
    Tag::Receipts,
    Tag::Proposals,
    Tag::Proposal,
    Tag::Rehearsal,
]);

async fn use_example(app: App, Session(id): Session) -> Reply<UseExampleResponse> {
    reply(app.engine.use_example(id).await)
}

pub const OBSERVATION_SCOPE: Operation =
    get("observation_scope", "/api/learn/sessions/{sessionId}/observation-scope", "Read what is observed now.")
        .person()
        .provides(&[Tag::Session]);

async fn observation_scope(app: App, Session(id): Session) -> Reply<ObservationScopeRuntime> {
    reply(app.engine.observation_scope(id).await)
}

pub const SESSION_CHECKPOINT_RECEIPTS: Operation = get(
    "session_checkpoint_receipts",
    "/api/learn/sessions/{sessionId}/checkpoint-receipts",
    "List the checkpoint receipts of a session.",
)
.person()
.provides(&[Tag::Session]);

async fn session_checkpoint_receipts(
    app: App,
    Session(id): Session,
    ValidQuery(page): ValidQuery<PageQuery>,
) -> Reply<CheckpointReceiptsResponse> {
    reply(app.engine.session_checkpoint_receipts(id, page).await)
}

pub const AGENT_PRACTICE: Operation = get(
    "agent_practice",
    "/api/learn/sessions/{sessionId}/practice",
    "Read the tries of an agent that practises: their progress, their results, and the transcript of one of them.",
)
.person()
.refuses(&[E::NotFound])
.provides(&[Tag::Session]);

async fn agent_practice(app: App, Session(id): Session, ValidQuery(query): ValidQuery<PracticeQuery>) -> Reply<AgentPractice> {
    reply(app.engine.agent_practice(id, query).await)
}

pub const OBSERVED_ACTIONS: Operation =
    get("observed_actions", "/api/learn/sessions/{sessionId}/observed-actions", "List the observed actions of a session.")
        .person()
        .provides(&[Tag::Actions]);

async fn observed_actions(
    app: App,
    Session(id): Session,
    ValidQuery(query): ValidQuery<WholeOrPageQuery>,
) -> Reply<ObservedActionsResponse> {
    reply(app.engine.observed_actions(id, query).await)
}

pub const SESSION_FILMSTRIP: Operation = get(
    "session_filmstrip",
    "/api/learn/sessions/{sessionId}/filmstrip",
    "List the moments of a demonstration, with the inputs and checkpoints that belong to each.",
)
.person()
.provides(&[Tag::Session]);

async fn session_filmstrip(app: App, Session(id): Session) -> Reply<FilmstripResponse> {
    reply(app.engine.session_filmstrip(id).await)
}

pub const FILMSTRIP_PICTURES: Operation = get(
    "filmstrip_pictures",
    "/api/learn/sessions/{sessionId}/filmstrip/pictures",
    "Draw masked pictures of moments of a demonstration.",
)
.person()
.provides(&[Tag::Actions]);

async fn filmstrip_pictures(
    app: App,
    Session(id): Session,
    ValidQuery(query): ValidQuery<FilmPicturesQuery>,
) -> Reply<FilmPicturesResponse> {
    reply(app.engine.filmstrip_pictures(id, query).await)
}

pub const FILMSTRIP_FILE: Operation = get(
    "filmstrip_file",
    "/api/learn/sessions/{sessionId}/filmstrip/file",
    "Write the moments of a demonstration into one HTML or SVG file, without values.",
)
.person()
.provides(&[Tag::Session]);

async fn filmstrip_file(app: App, Session(id): Session, ValidQuery(query): ValidQuery<FilmFileQuery>) -> Reply<FilmFileResponse> {
    reply(app.engine.filmstrip_file(id, query).await)
}

pub const LIVE_DRAFT: Operation = get(
    "live_draft",
    "/api/learn/sessions/{sessionId}/live-draft",
    "Read the draft of a recording so far: inputs, checkpoints, and controls without a name.",
)
.person()
.provides(&[Tag::LiveDraft]);

async fn live_draft(app: App, Session(id): Session) -> Reply<LiveDraftResponse> {
    reply(app.engine.live_draft(id).await)
}

pub const DELETE_OBSERVED_ACTION: Operation = delete(
    "delete_observed_action",
    "/api/learn/sessions/{sessionId}/observed-actions/{eventId}",
    "Delete an observed action before a proposal exists.",
)
.person()
.refuses(&[E::InvalidLearnStateTransition])
.changes(TRACE_CHANGED);

async fn delete_observed_action(app: App, Session(id): Session, Event(event): Event) -> Reply<Deleted> {
    reply(app.engine.delete_observed_action(id, event).await)
}

pub const SESSION_EVENTS: Operation =
    get("session_events", "/api/learn/sessions/{sessionId}/events", "Stream the events of a session; `Last-Event-ID` resumes.")
        .person()
        .provides(&[]);

async fn session_events(
    app: App,
    Session(id): Session,
    Events { after, follow }: Events,
) -> Result<EventStream<LearnSessionEvent>, Problem> {
    let events = app.engine.session_events(id, after).await?.map(|event| event_frame(&event, Some(event.seq)));
    if follow {
        return Ok(EventStream::new(&app, events));
    }
    // `seq` has no gaps, so their number is known.
    let stored = app.engine.last_event_seq(id).await?.saturating_sub(after);
    Ok(EventStream::new(&app, events.take(stored as usize)))
}

pub const DELETE_SESSION: Operation = delete("delete_session", "/api/learn/sessions/{sessionId}", "Delete a settled session.")
    .person()
    .refuses(&[E::InvalidLearnStateTransition])
    .changes(&[
        Tag::Sessions,
        Tag::Session,
        Tag::Actions,
        Tag::Proposals,
        Tag::Proposal,
        Tag::Rehearsal,
        Tag::History,
        Tag::Receipts,
    ]);

async fn delete_session(app: App, Session(id): Session) -> Reply<Deleted> {
    reply(app.engine.delete_session(id).await)
}

pub const ALL_EVENTS: Operation = get("all_events", "/api/learn/events", "Stream the events of all sessions from now on.")
    .person()
    .provides(&[])
    .events(EVENTS);

/// Without `id:`: `seq` counts within one session, so it could not resume a stream of all.
async fn all_events(app: App) -> Result<EventStream<LearnSessionEvent>, Problem> {
    let events = app.engine.all_events().await?.map(|event| event_frame(&event, None));
    Ok(EventStream::new(&app, events))
}

/// Stale when a session changes its state.
const SESSION_MOVED: &[Tag] =
    &[Tag::Actions, Tag::History, Tag::LiveDraft, Tag::Receipts, Tag::Runtime, Tag::Session, Tag::Sessions];

/// Stale when the trace of a session is edited.
const TRACE_CHANGED: &[Tag] = &[Tag::Actions, Tag::Session];

/// Stale after each kind of event. `capture.action` and `skills.progress` carry what they tell. After an `error`, a session may no longer see all of what it watches.
const EVENTS: &[EventTags] = &[
    (EventKind::SessionStarted, &[Tag::History, Tag::Runtime, Tag::Session, Tag::Sessions]),
    (EventKind::CaptureStarted, SESSION_LISTED),
    (EventKind::CapturePaused, SESSION_LISTED),
    (EventKind::CaptureStopped, DRAFTED),
    (EventKind::ProposalCreated, DRAFTED),
    (EventKind::QuestionsRequested, DRAFTED),
    (EventKind::ValidationStarted, DRAFTED),
    (EventKind::ValidationCompleted, DRAFTED),
    (EventKind::InstallStarted, DRAFTED),
    (EventKind::InstallCompleted, SETTLED),
    (EventKind::InstallFailed, SETTLED),
    (EventKind::BridgeRebuildStarted, &[]),
    (EventKind::BridgeRebuildCompleted, SETTLED),
    // Whether an ability is there decides about its session and its proposal too.
    (
        EventKind::AbilitySnapshotUpdated,
        &[Tag::Abilities, Tag::Proposal, Tag::Proposals, Tag::Session, Tag::Sessions, Tag::Skills],
    ),
    (EventKind::AbilityRouteEnabled, &[Tag::Abilities]),
    (EventKind::AbilityQuarantined, SETTLED),
    (EventKind::CheckpointReached, CHECKED),
    (EventKind::CheckpointSkipped, CHECKED),
    (EventKind::CheckpointFailed, CHECKED),
    (EventKind::CaptureAction, &[]),
    (EventKind::CaptureReadingResult, &[Tag::Session]),
    (
        EventKind::SessionChanged,
        &[Tag::Actions, Tag::History, Tag::Proposal, Tag::Proposals, Tag::Rehearsal, Tag::Runtime, Tag::Session, Tag::Sessions],
    ),
    (EventKind::SkillsChanged, &[Tag::Skills]),
    (EventKind::SkillsProgress, &[]),
    (EventKind::CandidatesChanged, &[Tag::Candidates]),
    (EventKind::CategoriesChanged, &[Tag::Categories]),
    (EventKind::ConnectorsChanged, &[Tag::Connectors]),
    (EventKind::ImportsChanged, &[Tag::Imports, Tag::Packs, Tag::Receipts]),
    (EventKind::AbilitiesChanged, &[Tag::Abilities, Tag::Reports, Tag::Skills]),
    (EventKind::AuthorChanged, &[Tag::Doctor, Tag::Proposal, Tag::Settings]),
    (EventKind::LiveDraftChanged, &[Tag::LiveDraft]),
    (EventKind::RehearsalChanged, &[Tag::Rehearsal, Tag::Session]),
    (EventKind::ShownCheckChanged, &[Tag::Session, Tag::ShownCheck]),
    (EventKind::SettingsChanged, &[Tag::Proposal, Tag::Settings, Tag::Skills]),
    (EventKind::Error, &[Tag::Session]),
];

const SESSION_LISTED: &[Tag] = &[Tag::Runtime, Tag::Session, Tag::Sessions];

const DRAFTED: &[Tag] = &[Tag::Proposal, Tag::Proposals, Tag::Rehearsal, Tag::Runtime, Tag::Session, Tag::Sessions];

const SETTLED: &[Tag] = &[
    Tag::Abilities,
    Tag::History,
    Tag::Proposal,
    Tag::Proposals,
    Tag::Receipts,
    Tag::Rehearsal,
    Tag::Reports,
    Tag::Runtime,
    Tag::Session,
    Tag::Sessions,
    Tag::Skills,
];

const CHECKED: &[Tag] = &[Tag::Abilities, Tag::Proposal, Tag::Rehearsal, Tag::Reports, Tag::Session];

#[cfg(test)]
mod tests {
    use super::{EVENTS, EventKind};

    #[test]
    fn every_kind_of_event_says_what_it_makes_stale() {
        for kind in EventKind::ALL {
            assert!(EVENTS.iter().any(|(known, _)| known == kind), "say in EVENTS what {kind} makes stale");
        }
        assert_eq!(EVENTS.len(), EventKind::ALL.len(), "a kind is there twice");
    }
}
