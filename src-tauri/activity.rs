//! What the engine does now, for the tray icon and for notifications: follows the stream of all sessions.

use crate::attachment::Attachment;
use crate::notifications::{self, Notification};
use crate::tray;
use apprentice_api::Frame;
use apprentice_contracts::capability::{CapabilityHealthCurrent, CapabilityHealthStatus};
use apprentice_contracts::event::{
    Event, EventKind, LearnSessionEvent, LearningRuntimeSnapshot, PauseReason, RuntimeCurrentResponse,
};
use apprentice_contracts::ids::{AbilityId, ImportId, LearnSessionId, ProposalId};
use apprentice_contracts::import::{SkillImportListResponse, SkillImportState};
use apprentice_contracts::session::{LearnSession, LearnSessionDetailResponse, LearningEntryMode};
use apprentice_contracts::state::LearnSessionState;
use apprentice_contracts::validation::RunKind;
use futures::{Stream, StreamExt};
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tauri::{AppHandle, Manager};
use tokio::time::Instant;

/// How long to wait before the stream is opened again.
const RECONNECT_DELAY: Duration = Duration::from_secs(2);
/// Many imports change one after the other. When none has for so long, the person is notified of all of them at once.
const IMPORTS_QUIET: Duration = Duration::from_secs(2);
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
}

impl Activity {
    /// What the tray icon says.
    pub const fn label(&self) -> &'static str {
        match self {
            Self::Idle => "Apprentice",
            Self::Watching { .. } => "Apprentice is watching",
            Self::Paused { .. } => "Apprentice is paused",
            Self::Rehearsing { .. } => "Apprentice is watching a rehearsal",
        }
    }

    /// By the current session and its detail.
    fn of(current: Option<&LearningRuntimeSnapshot>, detail: Option<&LearnSessionDetailResponse>) -> Self {
        let Some(current) = current else { return Self::Idle };
        let session = current.learn_session_id;
        let by_hand = detail.is_some_and(|detail| is_by_hand(&detail.session));
        let rehearsal = detail.and_then(|detail| detail.rehearsal.as_ref()).filter(|rehearsal| rehearsal.running);
        match (current.state, rehearsal) {
            (LearnSessionState::Capturing, _) if !by_hand => Self::Watching { session },
            (LearnSessionState::Paused, _) if !by_hand => Self::Paused { session },
            (_, Some(rehearsal)) => Self::Rehearsing { proposal: rehearsal.proposal_id },
            _ => Self::Idle,
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
            match client.subscribe("/api/learn/events", None).await {
                Ok(Ok(mut frames)) => {
                    refresh(&app).await;
                    check_health(&app).await;
                    check_imports(&app).await;
                    let mut imports_changed = None;
                    while let Some(next) = until_quiet(&mut frames, &mut imports_changed).await {
                        match next {
                            Next::Frame(Ok(frame)) if handle(&app, &frame).await => {
                                imports_changed = Some(Instant::now() + IMPORTS_QUIET);
                            }
                            Next::Frame(Ok(_)) => {}
                            Next::Frame(Err(_)) => break,
                            Next::Quiet => check_imports(&app).await,
                        }
                    }
                }
                _ => app.state::<Attachment>().forget_lost().await,
            }
        }
        tokio::time::sleep(RECONNECT_DELAY).await;
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Next<T> {
    Frame(T),
    /// No import has changed for a while after some did.
    Quiet,
}

/// Waits for a frame, or for the moment `quiet`, which is taken then. `None`: the stream has ended.
async fn until_quiet<T>(frames: &mut (impl Stream<Item = T> + Unpin), quiet: &mut Option<Instant>) -> Option<Next<T>> {
    let Some(at) = *quiet else { return frames.next().await.map(Next::Frame) };
    match tokio::time::timeout_at(at, frames.next()).await {
        Ok(frame) => frame.map(Next::Frame),
        Err(_) => {
            *quiet = None;
            Some(Next::Quiet)
        }
    }
}

/// Answers whether imports changed.
async fn handle(app: &AppHandle, frame: &Frame) -> bool {
    let Ok(event) = apprentice_contracts::json::read::<LearnSessionEvent>(&frame.data) else { return false };
    let event_kind = event.event_kind;
    if event_kind == EventKind::CaptureAction {
        return false;
    }
    if event_kind.as_str().starts_with("learn.") || event_kind == EventKind::SessionChanged {
        refresh(app).await;
    }
    if event_kind == EventKind::AbilitiesChanged {
        check_health(app).await;
    }
    if let Some(notification) = notification_for(&app.state::<ActivityMonitor>(), &event) {
        notifications::notify(app, notification).await;
    }
    event_kind == EventKind::ImportsChanged
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
    let Some(RuntimeCurrentResponse { current }) = get(&attachment, "/api/learn/runtime/current").await else { return };
    let detail = match &current {
        Some(current) => get(&attachment, &format!("/api/learn/sessions/{}/detail", current.learn_session_id)).await,
        None => None,
    };
    let activity = Activity::of(current.as_ref(), detail.as_ref());
    if app.state::<ActivityMonitor>().set_activity(&activity) {
        tray::show(app, &activity);
    }
}

/// Notifies the person of abilities whose health became bad.
async fn check_health(app: &AppHandle) {
    let health: Option<CapabilityHealthCurrent> = get(&app.state::<Attachment>(), "/api/capabilities/health").await;
    let Some(health) = health else { return };
    let now = health.capabilities.into_iter().map(|ability| (ability.ability_id, ability.health_status)).collect();
    for (ability, health) in app.state::<ActivityMonitor>().newly_unhealthy(now) {
        notifications::notify(app, Notification::health(&ability, health)).await;
    }
}

/// Notifies the person of imports that became ready for review, of all in one notification.
async fn check_imports(app: &AppHandle) {
    let attachment = app.state::<Attachment>();
    let mut now = HashMap::new();
    for page in 1.. {
        let path = format!("/api/skills/import/list?page={page}&page_size={IMPORTS_PAGE}");
        // Half a list does not tell what is new.
        let Some(list) = get::<SkillImportListResponse>(&attachment, &path).await else { return };
        now.extend(list.items.into_iter().map(|import| (import.import_id, import.stage_state)));
        if page * IMPORTS_PAGE >= list.total {
            break;
        }
    }
    if let Some(notification) = Notification::imports(&app.state::<ActivityMonitor>().newly_ready(now)) {
        notifications::notify(app, notification).await;
    }
}

/// The answer of the engine. `None`: it is out of reach, or refused.
pub async fn get<T: DeserializeOwned>(attachment: &Attachment, path: &str) -> Option<T> {
    let answered = attachment.request("GET", path, None).await.ok()?.ok()?;
    if answered.status != 200 {
        return None;
    }
    answered.read().inspect_err(|error| tracing::warn!(path, %error, "an answer of the engine cannot be read")).ok()
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
        let of = |state: &str, session_changes: Value, rehearsal: Value| {
            let current = json!({
                "learn_session_id": ID, "entry_mode": "demonstrating_skill", "observation_mode": "outside_agent",
                "build_policy": "ask_before_build", "state": state, "observed_data_classes": [], "latest_receipt_ids": [],
                "snapshot_as_of": "2026-11-23T10:00:00Z", "schema_version": 1,
            });
            let detail = json!({
                "session": session(state, &session_changes), "boundaries": [], "captured_event_count": 0,
                "latest_receipts": [], "rehearsal": rehearsal,
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
            assert_eq!(of(state, json!({}), rehearsal), expected, "{state}");
        };
        let improving = |state: &str, watch: Value| {
            of(state, json!({ "entry_mode": "improving_existing_skill", "watch": watch }), Value::Null)
        };
        assert_eq!(improving("capturing", json!([])), Activity::Idle, "by hand nothing is watched");
        assert_eq!(improving("paused", json!([])), Activity::Idle);
        assert_eq!(improving("capturing", json!(["browser"])), Activity::Watching { session: id() });
        check("capturing", false, Activity::Watching { session: id() });
        check("paused", false, Activity::Paused { session: id() });
        check("ready_for_review", true, Activity::Rehearsing { proposal: id() });
        check("ready_for_review", false, Activity::Idle);
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

    #[tokio::test]
    async fn quiet_comes_once_after_a_change_and_a_frame_comes_before_it() {
        let mut frames = futures::stream::iter([1]).chain(futures::stream::pending());
        let mut quiet = Some(Instant::now() + Duration::from_secs(3600));
        assert_eq!(until_quiet(&mut frames, &mut quiet).await, Some(Next::Frame(1)));
        quiet = Some(Instant::now());
        assert_eq!(until_quiet(&mut frames, &mut quiet).await, Some(Next::Quiet));
        assert!(quiet.is_none());
        assert_eq!(until_quiet(&mut futures::stream::empty::<u8>(), &mut quiet).await, None);
    }
}
