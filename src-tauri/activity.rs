//! What the engine does now, for the tray icon and for notifications: follows the stream of all sessions.

use crate::attachment::Attachment;
use crate::notifications::{self, Notification};
use crate::tray;
use apprentice_api::Frame;
use apprentice_api::client::Call;
use apprentice_api::operations as op;
use apprentice_contracts::capability::{CapabilityHealthCurrent, CapabilityHealthStatus};
use apprentice_contracts::connector::{McpAskFirstListResponse, McpAskFirstStatus};
use apprentice_contracts::event::{
    Event, EventKind, LearnSessionEvent, LearningRuntimeSnapshot, PauseReason, RuntimeCurrentResponse,
};
use apprentice_contracts::ids::{AbilityId, ImportId, LearnSessionId, McpDispatchId, ProposalId};
use apprentice_contracts::import::{SkillImportListResponse, SkillImportState};
use apprentice_contracts::session::{LearnSession, LearnSessionDetailResponse, LearningEntryMode};
use apprentice_contracts::state::LearnSessionState;
use apprentice_contracts::validation::RunKind;
use futures::{Stream, StreamExt};
use serde::de::DeserializeOwned;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tauri::{AppHandle, Manager};
use tokio::time::Instant;

/// How long to wait before the stream is opened again.
const RECONNECT_DELAY: Duration = Duration::from_secs(2);
/// Many imports change one after the other. When none has for so long, the person is notified of all of them at once.
const IMPORTS_QUIET: Duration = Duration::from_secs(2);
/// However often connectors ask, the person is notified at most once in this time.
const BETWEEN_QUESTIONS: Duration = Duration::from_secs(10);
/// Imports that are asked for at once; the most that the engine answers.
const IMPORTS_PAGE: u32 = 100;

/// What the engine does with the person's work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Activity {
    /// Nothing is watched.
    #[default]
    Idle,
    /// A demonstration is watched.
    Watching {
        /// Its session.
        session: LearnSessionId,
    },
    /// A demonstration is paused.
    Paused {
        /// Its session.
        session: LearnSessionId,
    },
    /// The person rehearses a proposal.
    Rehearsing {
        /// The proposal.
        proposal: ProposalId,
    },
    /// An agent rehearses a proposal. It is judged when the agent has ended.
    AgentRehearsing,
    /// The person shows how they check the result of a proposal.
    ShowingCheck {
        /// The proposal.
        proposal: ProposalId,
    },
}

impl Activity {
    /// What the tray icon says.
    pub const fn label(&self) -> &'static str {
        match self {
            Self::Idle => "Apprentice",
            Self::Watching { .. } => "Apprentice is watching",
            Self::Paused { .. } => "Apprentice is paused",
            Self::Rehearsing { .. } => "Apprentice is watching your rehearsal",
            Self::AgentRehearsing => "Your agent is rehearsing",
            Self::ShowingCheck { .. } => "Apprentice is watching how you check",
        }
    }

    /// By the current session and its detail.
    fn of(current: Option<&LearningRuntimeSnapshot>, detail: Option<&LearnSessionDetailResponse>) -> Self {
        let Some(current) = current else { return Self::Idle };
        let session = current.learn_session_id;
        let by_hand = detail.is_some_and(|detail| is_by_hand(&detail.session));
        let rehearsal = detail.and_then(|detail| detail.rehearsal.as_ref()).filter(|rehearsal| rehearsal.running);
        let check = detail.and_then(|detail| detail.shown_check.as_ref());
        match (current.state, rehearsal, check) {
            (LearnSessionState::Capturing, ..) if !by_hand => Self::Watching { session },
            (LearnSessionState::Paused, ..) if !by_hand => Self::Paused { session },
            (_, Some(rehearsal), _) if rehearsal.agent.is_some() => Self::AgentRehearsing,
            (_, Some(rehearsal), _) => Self::Rehearsing { proposal: rehearsal.proposal_id },
            (_, None, Some(check)) => Self::ShowingCheck { proposal: check.proposal_id },
            (_, None, None) => Self::Idle,
        }
    }
}

/// An improvement by hand goes through the states of a demonstration, but nothing is watched.
fn is_by_hand(session: &LearnSession) -> bool {
    session.entry_mode == LearningEntryMode::ImprovingExistingSkill && session.watch.is_empty()
}

/// What the shell knew last. It notices what is new.
#[derive(Default)]
pub struct ActivityMonitor(Mutex<LastKnown>);

#[derive(Default)]
struct LastKnown {
    activity: Activity,
    /// The state of each session that the stream named.
    sessions: HashMap<LearnSessionId, LearnSessionState>,
    /// `None` until it was read for the first time.
    health: Option<HashMap<AbilityId, CapabilityHealthStatus>>,
    /// `None` until they were read for the first time.
    imports: Option<HashMap<ImportId, SkillImportState>>,
    /// What of connectors waited for the person, and when it was looked at.
    waiting: HashSet<McpDispatchId>,
    looked_at: Option<Instant>,
}

/// What of connectors waits for the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectorWaits {
    /// A call of a tool, which is allowed or refused.
    Call {
        /// The name of its connector.
        connector: String,
    },
    /// A question.
    Question {
        /// The name of its connector.
        connector: String,
    },
}

impl ActivityMonitor {
    /// What the engine does now.
    pub fn current(&self) -> Activity {
        self.known().activity.clone()
    }

    fn known(&self) -> MutexGuard<'_, LastKnown> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers whether it changed.
    fn set_activity(&self, activity: &Activity) -> bool {
        let mut known = self.known();
        let changed = known.activity != *activity;
        known.activity.clone_from(activity);
        changed
    }

    /// Answers the state before, if the stream named the session before.
    fn set_session_state(&self, session: LearnSessionId, state: LearnSessionState) -> Option<LearnSessionState> {
        self.known().sessions.insert(session, state)
    }

    /// Abilities that became degraded or quarantined since the last call; none at the first call.
    fn newly_unhealthy(&self, now: HashMap<AbilityId, CapabilityHealthStatus>) -> Vec<(AbilityId, CapabilityHealthStatus)> {
        use CapabilityHealthStatus::{Degraded, Quarantined};
        entered(&mut self.known().health, now, &[Degraded, Quarantined])
    }

    /// Imports that became ready for review since the last call; none at the first call.
    fn newly_ready(&self, now: HashMap<ImportId, SkillImportState>) -> Vec<ImportId> {
        let ready = entered(&mut self.known().imports, now, &[SkillImportState::ReadyForReview]);
        ready.into_iter().map(|(import, _)| import).collect()
    }

    /// What of connectors waits for the person that did not wait at the last call.
    fn newly_waiting(&self, now: Vec<(McpDispatchId, ConnectorWaits)>) -> Vec<ConnectorWaits> {
        let ids = now.iter().map(|(id, _)| *id).collect();
        let before = std::mem::replace(&mut self.known().waiting, ids);
        now.into_iter().filter(|(id, _)| !before.contains(id)).map(|(_, waits)| waits).collect()
    }

    /// When to look at what connectors want, now that it changed.
    fn next_look(&self, now: Instant) -> Instant {
        self.known().looked_at.map_or(now, |before| (before + BETWEEN_QUESTIONS).max(now))
    }
}

/// Those that entered one of `states` since the last call; none at the first call. One that is missing in `now` keeps its last state.
fn entered<K: Clone + Eq + Hash, S: Copy + PartialEq>(
    known: &mut Option<HashMap<K, S>>,
    now: HashMap<K, S>,
    states: &[S],
) -> Vec<(K, S)> {
    let Some(before) = known else {
        *known = Some(now);
        return Vec::new();
    };
    let is_new = |(id, state): &(K, S)| before.insert(id.clone(), *state) != Some(*state) && states.contains(state);
    now.into_iter().filter(is_new).collect()
}

/// Follows the stream until the program ends; opens it again when it breaks off.
pub async fn follow(app: AppHandle) {
    loop {
        if let Ok(client) = app.state::<Attachment>().client().await {
            match client.subscribe(op::ALL_EVENTS.path, None).await {
                Ok(Ok(mut frames)) => {
                    refresh(&app).await;
                    check_health(&app).await;
                    check_imports(&app).await;
                    check_connectors(&app).await;
                    let mut due = HashMap::new();
                    while let Some(next) = until_due(&mut frames, &mut due).await {
                        match next {
                            Next::Frame(Ok(frame)) => match handle(&app, &frame).await {
                                Some(Changed::Imports) => {
                                    due.insert(Changed::Imports, Instant::now() + IMPORTS_QUIET);
                                }
                                Some(Changed::Connectors) => {
                                    let at = app.state::<ActivityMonitor>().next_look(Instant::now());
                                    due.entry(Changed::Connectors).or_insert(at);
                                }
                                None => {}
                            },
                            Next::Frame(Err(_)) => break,
                            Next::Due(Changed::Imports) => check_imports(&app).await,
                            Next::Due(Changed::Connectors) => check_connectors(&app).await,
                        }
                    }
                }
                _ => app.state::<Attachment>().forget_lost().await,
            }
        }
        tokio::time::sleep(RECONNECT_DELAY).await;
    }
}

/// What is looked at a while after it changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Changed {
    Imports,
    Connectors,
}

#[derive(Debug, PartialEq, Eq)]
enum Next<T> {
    Frame(T),
    /// It is time to look at what changed.
    Due(Changed),
}

/// Waits for a frame, or for the first moment of `due`, which is taken then. `None`: the stream has ended.
async fn until_due<T>(frames: &mut (impl Stream<Item = T> + Unpin), due: &mut HashMap<Changed, Instant>) -> Option<Next<T>> {
    let first = due.iter().min_by_key(|(_, at)| **at).map(|(changed, at)| (*changed, *at));
    let Some((changed, at)) = first else { return frames.next().await.map(Next::Frame) };
    match tokio::time::timeout_at(at, frames.next()).await {
        Ok(frame) => frame.map(Next::Frame),
        Err(_) => {
            due.remove(&changed);
            Some(Next::Due(changed))
        }
    }
}

/// Answers what is to be looked at.
async fn handle(app: &AppHandle, frame: &Frame) -> Option<Changed> {
    let event = apprentice_contracts::json::read::<LearnSessionEvent>(&frame.data).ok()?;
    let event_kind = event.event_kind;
    if event_kind == EventKind::CaptureAction {
        return None;
    }
    let changes_activity = [EventKind::SessionChanged, EventKind::ShownCheckChanged].contains(&event_kind);
    if event_kind.as_str().starts_with("learn.") || changes_activity {
        refresh(app).await;
    }
    if event_kind == EventKind::AbilitiesChanged {
        check_health(app).await;
    }
    if let Some(notification) = notification_for(&app.state::<ActivityMonitor>(), &event) {
        notifications::notify(app, notification).await;
    }
    match event_kind {
        EventKind::ImportsChanged => Some(Changed::Imports),
        EventKind::ConnectorsChanged => Some(Changed::Connectors),
        _ => None,
    }
}

/// What the person is notified of; `None` for most events.
fn notification_for(monitor: &ActivityMonitor, event: &LearnSessionEvent) -> Option<Notification> {
    let unreadable =
        |error: &serde_json::Error| tracing::warn!(kind = %event.event_kind, %error, "an event of the engine cannot be read");
    match event.event().inspect_err(unreadable).ok()? {
        Event::CapturePaused(paused) => {
            // The person did it.
            (paused.reason != PauseReason::Asked).then(|| Notification::paused(paused.reason))
        }
        Event::ValidationCompleted(run) => {
            (run.run_kind == RunKind::Rehearsal).then(|| Notification::rehearsed(run.proposal_id, run.overall_result))
        }
        Event::SessionChanged(session) => {
            let before = monitor.set_session_state(session.learn_session_id, session.state)?;
            let is_ready = |state| state == LearnSessionState::ReadyForReview;
            (is_ready(session.state) && !is_ready(before))
                .then(|| Notification::ready(session.proposal_id, session.goal.as_deref()))
        }
        _ => None,
    }
}

/// Reads what the engine does now, and shows a change in the tray.
async fn refresh(app: &AppHandle) {
    let attachment = app.state::<Attachment>();
    let Some(RuntimeCurrentResponse { current }) = get(&attachment, &op::RUNTIME_CURRENT.call([])).await else { return };
    let detail = match &current {
        Some(current) => get(&attachment, &op::SESSION_DETAIL.call([&current.learn_session_id])).await,
        None => None,
    };
    let activity = Activity::of(current.as_ref(), detail.as_ref());
    if app.state::<ActivityMonitor>().set_activity(&activity) {
        tray::show(app, &activity);
    }
}

/// Notifies the person of abilities whose health became bad.
async fn check_health(app: &AppHandle) {
    let health: Option<CapabilityHealthCurrent> = get(&app.state::<Attachment>(), &op::CAPABILITY_HEALTH.call([])).await;
    let Some(health) = health else { return };
    let now = health.capabilities.into_iter().map(|ability| (ability.ability_id, ability.health_status)).collect();
    for (ability, health) in app.state::<ActivityMonitor>().newly_unhealthy(now) {
        notifications::notify(app, Notification::health(&ability, health)).await;
    }
}

/// Notifies the person of imports that became ready for review.
async fn check_imports(app: &AppHandle) {
    let attachment = app.state::<Attachment>();
    let mut now = HashMap::new();
    for page in 1.. {
        let call = op::LIST_SKILL_IMPORTS.call([]).query("page", page).query("page_size", IMPORTS_PAGE);
        // Half a list does not show what is new.
        let Some(list) = get::<SkillImportListResponse>(&attachment, &call).await else { return };
        now.extend(list.items.into_iter().map(|import| (import.import_id, import.stage_state)));
        if page * IMPORTS_PAGE >= list.total {
            break;
        }
    }
    let is_ready = |(_, state): &(&ImportId, &SkillImportState)| **state == SkillImportState::ReadyForReview;
    let ready = now.iter().filter(is_ready).map(|(import, _)| *import).collect();
    notifications::notify_imports(app, app.state::<ActivityMonitor>().newly_ready(now), ready).await;
}

/// Notifies the person of calls and questions of connectors that began to wait for them, of all in one notification.
async fn check_connectors(app: &AppHandle) {
    let monitor = app.state::<ActivityMonitor>();
    monitor.known().looked_at = Some(Instant::now());
    let Some(list) = get::<McpAskFirstListResponse>(&app.state::<Attachment>(), &op::PENDING_MCP_CALLS.call([])).await else {
        return;
    };
    if let Some(notification) = Notification::connectors(&monitor.newly_waiting(waiting(list))) {
        notifications::notify(app, notification).await;
    }
}

fn waiting(list: McpAskFirstListResponse) -> Vec<(McpDispatchId, ConnectorWaits)> {
    let pending = list.dispatches.into_iter().filter(|call| call.status == McpAskFirstStatus::Pending);
    let calls = pending.map(|call| (call.dispatch_id, ConnectorWaits::Call { connector: call.server_name }));
    let questions = list.elicitations.into_iter();
    calls.chain(questions.map(|asked| (asked.dispatch_id, ConnectorWaits::Question { connector: asked.server_name }))).collect()
}

/// The answer of the engine. `None`: it is out of reach, or refused.
pub async fn get<T: DeserializeOwned>(attachment: &Attachment, call: &Call) -> Option<T> {
    let answered = attachment.call(call).await.ok()?.ok()?;
    if answered.status != 200 {
        return None;
    }
    answered
        .read()
        .inspect_err(|error| tracing::warn!(path = %call.path(), %error, "an answer of the engine cannot be read"))
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const ID: &str = "01900000-0000-7000-8000-000000000001";

    fn id<T: std::str::FromStr>() -> T {
        ID.parse().ok().unwrap()
    }

    /// A session in this state, with `changes` over it.
    fn session(state: &str, changes: &Value) -> Value {
        let mut session = json!({
            "learn_session_id": ID, "entry_mode": "demonstrating_skill", "observation_mode": "outside_agent",
            "build_policy": "ask_before_build", "execution_mode": "guided", "target_kind": "new_skill",
            "state": state, "actor_mode": "mixed", "watch": ["browser"],
            "created_at": "2026-11-23T10:00:00Z", "updated_at": "2026-11-23T10:00:00Z", "schema_version": 1,
        });
        session.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        session
    }

    fn event(event_kind: EventKind, payload: Value) -> LearnSessionEvent {
        LearnSessionEvent { seq: 1, event_kind, session_id: id(), payload, timestamp: "2026-11-23T10:00:00Z".parse().unwrap() }
    }

    #[test]
    fn the_activity_follows_from_the_current_session() {
        let of = |state: &str, session_changes: Value, rehearsal: Value, check: Value| {
            let current = json!({
                "learn_session_id": ID, "entry_mode": "demonstrating_skill", "observation_mode": "outside_agent",
                "build_policy": "ask_before_build", "state": state, "observed_data_classes": [], "latest_receipt_ids": [],
                "snapshot_as_of": "2026-11-23T10:00:00Z", "schema_version": 1,
            });
            let detail = json!({
                "session": session(state, &session_changes), "boundaries": [], "captured_event_count": 0,
                "latest_receipts": [], "rehearsal": rehearsal, "shown_check": check,
                "acting_test_policy": { "policy": { "policy_id": ID, "mode": "controlled_live_test" }, "source": "safe_default", "stricter": [] },
            });
            let (current, detail) = (serde_json::from_value(current).unwrap(), serde_json::from_value(detail).unwrap());
            Activity::of(Some(&current), Some(&detail))
        };
        let check = |state: &str, rehearses: bool, expected: Activity| {
            let rehearsal = json!({
                "validation_run_id": ID, "proposal_id": ID, "running": rehearses, "overall_result": "partial",
                "checkpoints": [], "receipts": [], "bindings": {}, "observed_action_count": 0,
                "started_at": "2026-11-23T10:00:00Z",
            });
            assert_eq!(of(state, json!({}), rehearsal, Value::Null), expected, "{state}");
        };
        let improving = |state: &str, watch: Value| {
            of(state, json!({ "entry_mode": "improving_existing_skill", "watch": watch }), Value::Null, Value::Null)
        };
        assert_eq!(improving("capturing", json!([])), Activity::Idle, "by hand nothing is watched");
        assert_eq!(improving("paused", json!([])), Activity::Idle);
        assert_eq!(improving("capturing", json!(["browser"])), Activity::Watching { session: id() });
        check("capturing", false, Activity::Watching { session: id() });
        check("paused", false, Activity::Paused { session: id() });
        check("ready_for_review", true, Activity::Rehearsing { proposal: id() });
        check("ready_for_review", false, Activity::Idle);
        let by_agent = json!({
            "validation_run_id": ID, "proposal_id": ID, "running": true, "agent": "Gemini CLI", "overall_result": "partial",
            "checkpoints": [], "receipts": [], "bindings": {}, "observed_action_count": 0, "started_at": "2026-11-23T10:00:00Z",
        });
        let none = Value::Null;
        assert_eq!(of("ready_for_review", json!({}), by_agent, none.clone()), Activity::AgentRehearsing);
        let check = json!({ "proposal_id": ID, "started_at": "2026-11-23T10:00:00Z", "looks": [] });
        let watched = Activity::ShowingCheck { proposal: id() };
        assert_eq!(of("ready_for_review", json!({}), none, check), watched, "the browser is watched");
        assert_eq!(Activity::of(None, None), Activity::Idle);
    }

    #[test]
    fn only_a_pause_that_the_program_made_is_notified() {
        let monitor = ActivityMonitor::default();
        let notified =
            |reason: &str| notification_for(&monitor, &event(EventKind::CapturePaused, json!({ "reason": reason }))).is_some();
        assert!(!notified("asked"));
        assert!(notified("capture_timeout"));
    }

    #[test]
    fn only_a_finished_rehearsal_is_notified() {
        let monitor = ActivityMonitor::default();
        for (run_kind, expected) in [("rehearsal", true), ("lint", false)] {
            let payload = json!({
                "validation_run_id": ID, "proposal_id": ID, "run_kind": run_kind, "overall_result": "passed", "failed_steps": 0,
            });
            let notified = notification_for(&monitor, &event(EventKind::ValidationCompleted, payload)).is_some();
            assert_eq!(notified, expected, "{run_kind}");
        }
    }

    #[test]
    fn a_draft_is_notified_once() {
        let monitor = ActivityMonitor::default();
        let notified = |state: &str| {
            notification_for(&monitor, &event(EventKind::SessionChanged, session(state, &json!({ "proposal_id": ID })))).is_some()
        };
        assert!(!notified("ready_for_review"), "it was so when the program started");
        assert!(!notified("testing_proposal"));
        assert!(notified("ready_for_review"));
        assert!(!notified("ready_for_review"));
    }

    #[test]
    fn an_ability_that_becomes_unhealthy_is_notified_once() {
        use CapabilityHealthStatus::{Degraded, Healthy, Quarantined};
        let monitor = ActivityMonitor::default();
        let ability = || AbilityId("ability_tea".to_owned());
        let unhealthy = |status| monitor.newly_unhealthy([(ability(), status)].into());
        assert!(unhealthy(Degraded).is_empty(), "it was so when the program started");
        assert!(unhealthy(Healthy).is_empty());
        assert_eq!(unhealthy(Degraded), [(ability(), Degraded)]);
        assert!(unhealthy(Degraded).is_empty());
        assert_eq!(unhealthy(Quarantined).len(), 1);
    }

    #[test]
    fn imports_are_notified_together_and_once() {
        use SkillImportState::{ReadyForReview, ScanComplete, Scanning, Uploaded};
        let monitor = ActivityMonitor::default();
        let import = |number: u8| format!("01900000-0000-7000-8000-{number:012}").parse::<ImportId>().unwrap();
        let look = |rows: &[(u8, SkillImportState)]| {
            let mut ready = monitor.newly_ready(rows.iter().map(|(number, state)| (import(*number), *state)).collect());
            ready.sort_unstable();
            ready
        };
        assert!(look(&[(1, ReadyForReview), (2, ScanComplete), (3, Uploaded)]).is_empty(), "the first time");
        assert_eq!(look(&[(2, ReadyForReview), (3, ReadyForReview), (4, Scanning)]), [import(2), import(3)]);
        assert!(look(&[(1, ReadyForReview), (2, ReadyForReview)]).is_empty(), "one was only missing for a while");
        assert_eq!(
            look(&[(4, ReadyForReview), (5, ReadyForReview)]),
            [import(4), import(5)],
            "one that appeared since the last time is new"
        );
    }

    #[test]
    fn what_connectors_want_is_notified_once_and_not_all_the_time() {
        let id = |number: u8| format!("01900000-0000-7000-8000-{number:012}").parse::<McpDispatchId>().unwrap();
        let call = |number: u8, status: &str| {
            json!({
                "dispatch_id": id(number), "correlation_id": ID, "server_id": "files", "server_name": "Files", "tool_name": "write",
                "request_summary": "Writes.", "arguments": {}, "arguments_text": "{}", "arguments_sha256": "", "tool_digest": "",
                "policy_version": 1, "requested_by": "agent:Claude", "decisions": [], "because": "it writes", "status": status,
                "expires_at": "2026-11-23T10:00:00Z", "created_at": "2026-11-23T10:00:00Z", "schema_version": 1,
            })
        };
        let question = |number: u8| {
            json!({
                "dispatch_id": id(number), "server_id": "rooms", "server_name": "Rooms", "mode": "form", "message": "Which room?",
                "expires_at": "2026-11-23T10:00:00Z", "created_at": "2026-11-23T10:00:00Z",
            })
        };
        let monitor = ActivityMonitor::default();
        let look = |dispatches: Value, elicitations: Value| {
            let list = json!({ "dispatches": dispatches, "elicitations": elicitations, "pending": 0, "schema_version": 1 });
            monitor.newly_waiting(waiting(serde_json::from_value(list).unwrap()))
        };
        let (files, rooms) = (
            || ConnectorWaits::Call { connector: "Files".to_owned() },
            || ConnectorWaits::Question { connector: "Rooms".to_owned() },
        );
        assert_eq!(look(json!([call(1, "pending"), call(2, "denied")]), json!([])), [files()], "what waited at the start too");
        assert_eq!(look(json!([call(1, "pending")]), json!([question(3)])), [rooms()]);
        assert_eq!(look(json!([call(1, "pending")]), json!([question(3)])), []);
        assert_eq!(look(json!([]), json!([question(3), question(4)])), [rooms()]);

        let now = Instant::now();
        assert_eq!(monitor.next_look(now), now, "the first at once");
        monitor.known().looked_at = Some(now);
        assert_eq!(monitor.next_look(now + Duration::from_secs(1)), now + BETWEEN_QUESTIONS);
        assert_eq!(monitor.next_look(now + BETWEEN_QUESTIONS * 2), now + BETWEEN_QUESTIONS * 2);
    }

    #[tokio::test]
    async fn what_is_due_comes_once_and_a_frame_comes_before_it() {
        let mut frames = futures::stream::iter([1]).chain(futures::stream::pending());
        let (soon, late) = (Instant::now(), Instant::now() + Duration::from_secs(3600));
        let mut due = HashMap::from([(Changed::Imports, late)]);
        assert_eq!(until_due(&mut frames, &mut due).await, Some(Next::Frame(1)));
        due.insert(Changed::Connectors, soon);
        assert_eq!(until_due(&mut frames, &mut due).await, Some(Next::Due(Changed::Connectors)));
        assert_eq!(due, HashMap::from([(Changed::Imports, late)]));
        assert_eq!(until_due(&mut futures::stream::empty::<u8>(), &mut due).await, None);
    }
}
