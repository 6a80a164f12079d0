//! What goes on in the engine, for the sign in the tray and for notifications: follows the stream of everything.

use crate::attachment::Attachment;
use crate::notifications::{self, Notification};
use crate::tray;
use apprentice_api::Frame;
use futures::{Stream, StreamExt};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tauri::{AppHandle, Manager};
use tokio::time::Instant;

/// Between two tries to follow.
const RECONNECT_DELAY: Duration = Duration::from_secs(2);
/// After so long without a move of an import many of them have come to their end.
const IMPORTS_QUIET: Duration = Duration::from_secs(2);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Activity {
    #[default]
    Idle,
    Watching {
        session: String,
    },
    Paused {
        session: String,
    },
    Rehearsing {
        proposal: String,
    },
}

impl Activity {
    pub const fn label(&self) -> &'static str {
        match self {
            Self::Idle => "Apprentice",
            Self::Watching { .. } => "Apprentice is watching",
            Self::Paused { .. } => "Apprentice is paused",
            Self::Rehearsing { .. } => "Apprentice is watching a rehearsal",
        }
    }

    /// Of the answers to `GET /api/learn/runtime/current` and to the detail of the session that it names.
    fn of(current: &Value, detail: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let session = text(&current["current"]["learn_session_id"]);
        // An improvement by hand goes through the same states, and nothing is watched for it.
        let by_hand = detail["session"]["entry_mode"] == "improving_existing_skill"
            && detail["session"]["watch"].as_array().is_some_and(Vec::is_empty);
        match current["current"]["state"].as_str() {
            Some("capturing") if !by_hand => Self::Watching { session },
            Some("paused") if !by_hand => Self::Paused { session },
            _ if detail["rehearsal"]["running"] == Value::Bool(true) => {
                Self::Rehearsing { proposal: text(&detail["rehearsal"]["proposal_id"]) }
            }
            _ => Self::Idle,
        }
    }
}

/// What was known last.
#[derive(Default)]
pub struct ActivityMonitor(Mutex<LastKnown>);

#[derive(Default)]
struct LastKnown {
    activity: Activity,
    /// State of each session that was spoken of.
    sessions: HashMap<String, String>,
    /// Health of each ability; `None` before the first look.
    health: Option<HashMap<String, String>>,
    /// State of each import.
    imports: Option<HashMap<String, String>>,
}

impl ActivityMonitor {
    pub fn current(&self) -> Activity {
        self.known().activity.clone()
    }

    fn known(&self) -> MutexGuard<'_, LastKnown> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it is news.
    fn set_activity(&self, activity: &Activity) -> bool {
        let mut known = self.known();
        let news = known.activity != *activity;
        known.activity.clone_from(activity);
        news
    }

    /// Its state before, if it was spoken of.
    fn set_session_state(&self, session: &str, state: &str) -> Option<String> {
        self.known().sessions.insert(session.to_owned(), state.to_owned())
    }

    /// Abilities whose health is bad now and was not before; none at the first look.
    fn newly_unhealthy(&self, now: HashMap<String, String>) -> Vec<(String, String)> {
        entered(&mut self.known().health, now, &["degraded", "quarantined"])
    }

    /// Imports that wait for the person now and did not before; none at the first look.
    fn newly_ready(&self, now: HashMap<String, String>) -> Vec<String> {
        entered(&mut self.known().imports, now, &["ready_for_review"]).into_iter().map(|(import, _)| import).collect()
    }
}

/// Those that are in one of these states now and were in another before; none at the first look. What is not seen this time is not forgotten.
fn entered(known: &mut Option<HashMap<String, String>>, now: HashMap<String, String>, into: &[&str]) -> Vec<(String, String)> {
    let Some(before) = known else {
        *known = Some(now);
        return Vec::new();
    };
    let news = |(id, state): &(String, String)| {
        before.insert(id.clone(), state.clone()).as_ref() != Some(state) && into.contains(&state.as_str())
    };
    now.into_iter().filter(news).collect()
}

/// Follows until the program ends; a stream that breaks off is begun anew.
pub async fn follow(app: AppHandle) {
    loop {
        if let Ok(door) = app.state::<Attachment>().door().await {
            match door.subscribe("/api/learn/events", None).await {
                Ok(Ok(mut frames)) => {
                    refresh(&app).await;
                    check_health(&app).await;
                    check_imports(&app).await;
                    let mut moved = None;
                    while let Some(next) = until_quiet(&mut frames, &mut moved).await {
                        match next {
                            Next::Frame(Ok(frame)) if handle(&app, &frame).await => moved = Some(Instant::now() + IMPORTS_QUIET),
                            Next::Frame(Ok(_)) => {}
                            Next::Frame(Err(_)) => break,
                            Next::Quiet => check_imports(&app).await,
                        }
                    }
                }
                _ => app.state::<Attachment>().forget_joined().await,
            }
        }
        tokio::time::sleep(RECONNECT_DELAY).await;
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Next<T> {
    Frame(T),
    /// Nothing moved for a while after something had.
    Quiet,
}

/// What comes next: a frame, or the time `quiet`, which is taken then. `None`: the stream has ended.
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

/// Answers whether imports moved. Many move one after the other; the person is told once, when they have.
async fn handle(app: &AppHandle, frame: &Frame) -> bool {
    let Ok(event) = serde_json::from_str::<Value>(&frame.data) else { return false };
    let Some(kind) = event["event_kind"].as_str() else { return false };
    if kind == "capture.action" {
        return false;
    }
    if kind.starts_with("learn.") || kind == "session.changed" {
        refresh(&app).await;
    }
    if kind == "abilities.changed" {
        check_health(app).await;
    }
    if let Some(note) = notification_for(&app.state::<ActivityMonitor>(), kind, &event["payload"]) {
        notifications::notify(app, note).await;
    }
    kind == "imports.changed"
}

/// What is worth a notification.
fn notification_for(monitor: &ActivityMonitor, kind: &str, payload: &Value) -> Option<Notification> {
    let text = |name: &str| payload[name].as_str().unwrap_or_default();
    match kind {
        "learn.capture.paused" if text("reason") != "asked" => Some(Notification::paused(text("reason"))),
        "learn.validation.completed" if text("run_kind") == "rehearsal" => {
            Some(Notification::rehearsed(text("proposal_id"), text("overall_result")))
        }
        "session.changed" => {
            let before = monitor.set_session_state(text("learn_session_id"), text("state"));
            let news = text("state") == "ready_for_review" && before.is_some_and(|before| before != "ready_for_review");
            news.then(|| Notification::ready(text("proposal_id"), text("goal")))
        }
        _ => None,
    }
}

/// What is done now; the tray shows it when it is news.
async fn refresh(app: &AppHandle) {
    let attachment = app.state::<Attachment>();
    let Some(current) = get(&attachment, "/api/learn/runtime/current").await else { return };
    let detail = match current["current"]["learn_session_id"].as_str() {
        Some(id) => get(&attachment, &format!("/api/learn/sessions/{id}/detail")).await.unwrap_or_default(),
        None => Value::Null,
    };
    let activity = Activity::of(&current, &detail);
    if app.state::<ActivityMonitor>().set_activity(&activity) {
        tray::show(app, &activity);
    }
}

async fn check_health(app: &AppHandle) {
    let Some(health) = get(&app.state::<Attachment>(), "/api/capabilities/health").await else { return };
    let now = states(&health["capabilities"], "ability_id", "health_status");
    for (ability, health) in app.state::<ActivityMonitor>().newly_unhealthy(now) {
        notifications::notify(app, Notification::health(&ability, &health)).await;
    }
}

async fn check_imports(app: &AppHandle) {
    let attachment = app.state::<Attachment>();
    let mut now = HashMap::new();
    for page in 1.. {
        let path = format!("/api/skills/import/list?page={page}&page_size=100");
        // Of half a list nobody could tell what is new.
        let Some(list) = get(&attachment, &path).await else { return };
        now.extend(states(&list["items"], "import_id", "stage_state"));
        if page * 100 >= list["total"].as_u64().unwrap_or_default() {
            break;
        }
    }
    if let Some(note) = Notification::imports(&app.state::<ActivityMonitor>().newly_ready(now)) {
        notifications::notify(app, note).await;
    }
}

fn states(rows: &Value, id: &str, state: &str) -> HashMap<String, String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    rows.as_array().into_iter().flatten().map(|row| (text(&row[id]), text(&row[state]))).collect()
}

pub async fn get(attachment: &Attachment, path: &str) -> Option<Value> {
    let answered = attachment.request("GET", path, None).await.ok()?.ok()?;
    (answered.status == 200).then_some(answered.body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_done_follows_from_the_session_of_now() {
        let check = |state: &str, rehearses: bool, expected: Activity| {
            let current = json!({ "current": { "learn_session_id": "s", "state": state } });
            let detail = json!({ "rehearsal": { "running": rehearses, "proposal_id": "p" } });
            assert_eq!(Activity::of(&current, &detail), expected, "{state}");
        };
        let improving = |state: &str, watch: Value| {
            let current = json!({ "current": { "learn_session_id": "s", "state": state } });
            Activity::of(&current, &json!({ "session": { "entry_mode": "improving_existing_skill", "watch": watch } }))
        };
        assert_eq!(improving("capturing", json!([])), Activity::Idle, "by hand nothing is watched");
        assert_eq!(improving("paused", json!([])), Activity::Idle);
        assert_eq!(improving("capturing", json!(["browser"])), Activity::Watching { session: "s".into() });
        check("capturing", false, Activity::Watching { session: "s".into() });
        check("paused", false, Activity::Paused { session: "s".into() });
        check("ready_for_review", true, Activity::Rehearsing { proposal: "p".into() });
        check("ready_for_review", false, Activity::Idle);
        assert_eq!(Activity::of(&json!({ "current": null }), &Value::Null), Activity::Idle);
    }

    #[test]
    fn a_pause_that_the_person_made_is_no_news_and_one_of_the_program_is() {
        let monitor = ActivityMonitor::default();
        assert!(notification_for(&monitor, "learn.capture.paused", &json!({ "reason": "asked" })).is_none());
        assert!(notification_for(&monitor, "learn.capture.paused", &json!({ "reason": "capture_timeout" })).is_some());
    }

    #[test]
    fn a_draft_is_announced_once() {
        let monitor = ActivityMonitor::default();
        let told = |state: &str| {
            notification_for(&monitor, "session.changed", &json!({ "learn_session_id": "s", "state": state, "proposal_id": "p" }))
                .is_some()
        };
        assert!(!told("ready_for_review"), "what was so when the program started is no news");
        assert!(!told("testing_proposal"));
        assert!(told("ready_for_review"));
        assert!(!told("ready_for_review"));
    }

    #[test]
    fn an_ability_that_falls_ill_is_told_of_once() {
        let monitor = ActivityMonitor::default();
        let health = |word: &str| monitor.newly_unhealthy([("a".to_owned(), word.to_owned())].into());
        assert!(health("degraded").is_empty(), "what was so when the program started is no news");
        assert!(health("healthy").is_empty());
        assert_eq!(health("degraded"), [("a".to_owned(), "degraded".to_owned())]);
        assert!(health("degraded").is_empty());
        assert_eq!(health("quarantined").len(), 1);
    }

    #[test]
    fn imports_are_told_of_together_and_once() {
        let monitor = ActivityMonitor::default();
        let look = |rows: &[(&str, &str)]| {
            let now = rows.iter().map(|(id, state)| ((*id).to_owned(), (*state).to_owned())).collect();
            let mut told = monitor.newly_ready(now);
            told.sort_unstable();
            told
        };
        assert!(look(&[("a", "ready_for_review"), ("b", "scan_complete"), ("c", "uploaded")]).is_empty(), "the first look");
        assert_eq!(look(&[("b", "ready_for_review"), ("c", "ready_for_review"), ("d", "scanning")]), ["b", "c"]);
        assert!(
            look(&[("a", "ready_for_review"), ("b", "ready_for_review")]).is_empty(),
            "what was not seen for once is no news"
        );
        assert_eq!(look(&[("d", "ready_for_review"), ("e", "ready_for_review")]), ["d", "e"], "one that came meanwhile is");
    }

    #[tokio::test]
    async fn quiet_comes_once_after_a_move_and_a_frame_comes_before_it() {
        let mut frames = futures::stream::iter([1]).chain(futures::stream::pending());
        let mut quiet = Some(Instant::now() + Duration::from_secs(3600));
        assert_eq!(until_quiet(&mut frames, &mut quiet).await, Some(Next::Frame(1)));
        quiet = Some(Instant::now());
        assert_eq!(until_quiet(&mut frames, &mut quiet).await, Some(Next::Quiet));
        assert!(quiet.is_none());
        assert_eq!(until_quiet(&mut futures::stream::empty::<u8>(), &mut quiet).await, None);
    }
}
