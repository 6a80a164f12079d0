//! What goes on in the engine, for the sign in the tray and for notifications: follows the stream of everything.

use crate::attachment::Attachment;
use crate::notes::{self, Note};
use crate::tray;
use apprentice_api::Frame;
use futures::StreamExt;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tauri::{AppHandle, Manager};

/// Between two tries to follow.
const AGAIN: Duration = Duration::from_secs(2);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Doing {
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

impl Doing {
    pub const fn word(&self) -> &'static str {
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
        match current["current"]["state"].as_str() {
            Some("capturing") => Self::Watching { session },
            Some("paused") => Self::Paused { session },
            _ if detail["rehearsal"]["running"] == Value::Bool(true) => {
                Self::Rehearsing { proposal: text(&detail["rehearsal"]["proposal_id"]) }
            }
            _ => Self::Idle,
        }
    }
}

/// What was known last.
#[derive(Default)]
pub struct Pulse(Mutex<Known>);

#[derive(Default)]
struct Known {
    doing: Doing,
    /// State of each session that was spoken of.
    sessions: HashMap<String, String>,
    /// Health of each ability; `None` before the first look.
    health: Option<HashMap<String, String>>,
    /// State of each import.
    imports: Option<HashMap<String, String>>,
}

impl Pulse {
    pub fn doing(&self) -> Doing {
        self.known().doing.clone()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it is news.
    fn does(&self, doing: &Doing) -> bool {
        let mut known = self.known();
        let news = known.doing != *doing;
        known.doing.clone_from(doing);
        news
    }

    /// Its state before, if it was spoken of.
    fn session_is(&self, session: &str, state: &str) -> Option<String> {
        self.known().sessions.insert(session.to_owned(), state.to_owned())
    }

    /// Abilities whose health is bad now and was not before; none at the first look.
    fn health_is(&self, now: HashMap<String, String>) -> Vec<(String, String)> {
        turned(&mut self.known().health, now, &["degraded", "quarantined"])
    }

    /// Imports that wait for the person now and did not before; none at the first look.
    fn imports_are(&self, now: HashMap<String, String>) -> Vec<(String, String)> {
        turned(&mut self.known().imports, now, &["ready_for_review"])
    }
}

/// Those that are in one of these states now and were in another before; none at the first look.
fn turned(known: &mut Option<HashMap<String, String>>, now: HashMap<String, String>, into: &[&str]) -> Vec<(String, String)> {
    let Some(before) = known.replace(now.clone()) else { return Vec::new() };
    now.into_iter().filter(|(id, state)| into.contains(&state.as_str()) && before.get(id) != Some(state)).collect()
}

/// Follows until the program ends; a stream that breaks off is begun anew.
pub async fn follow(app: AppHandle) {
    loop {
        if let Ok(door) = app.state::<Attachment>().door().await {
            match door.subscribe("/api/learn/events", None).await {
                Ok(Ok(mut frames)) => {
                    look(&app).await;
                    check_health(&app).await;
                    check_imports(&app).await;
                    while let Some(Ok(frame)) = frames.next().await {
                        hear(&app, &frame).await;
                    }
                }
                _ => app.state::<Attachment>().forget_joined().await,
            }
        }
        tokio::time::sleep(AGAIN).await;
    }
}

async fn hear(app: &AppHandle, frame: &Frame) {
    let Ok(event) = serde_json::from_str::<Value>(&frame.data) else { return };
    let Some(kind) = event["event_kind"].as_str() else { return };
    if kind == "capture.action" {
        return;
    }
    if kind.starts_with("learn.") || kind == "session.changed" {
        look(app).await;
    }
    if kind == "abilities.changed" {
        check_health(app).await;
    }
    if kind == "imports.changed" {
        check_imports(app).await;
    }
    if let Some(note) = note_of(&app.state::<Pulse>(), kind, &event["payload"]) {
        notes::tell(app, note).await;
    }
}

/// What is worth a notification.
fn note_of(pulse: &Pulse, kind: &str, payload: &Value) -> Option<Note> {
    let text = |name: &str| payload[name].as_str().unwrap_or_default();
    match kind {
        "learn.capture.paused" if text("reason") != "asked" => Some(Note::paused(text("reason"))),
        "learn.validation.completed" if text("run_kind") == "rehearsal" => {
            Some(Note::rehearsed(text("proposal_id"), text("overall_result")))
        }
        "session.changed" => {
            let before = pulse.session_is(text("learn_session_id"), text("state"));
            let news = text("state") == "ready_for_review" && before.is_some_and(|before| before != "ready_for_review");
            news.then(|| Note::ready(text("proposal_id"), text("goal")))
        }
        _ => None,
    }
}

/// What is done now; the tray shows it when it is news.
async fn look(app: &AppHandle) {
    let attachment = app.state::<Attachment>();
    let Some(current) = get(&attachment, "/api/learn/runtime/current").await else { return };
    let detail = match current["current"]["learn_session_id"].as_str() {
        Some(id) => get(&attachment, &format!("/api/learn/sessions/{id}/detail")).await.unwrap_or_default(),
        None => Value::Null,
    };
    let doing = Doing::of(&current, &detail);
    if app.state::<Pulse>().does(&doing) {
        tray::show(app, &doing);
    }
}

async fn check_health(app: &AppHandle) {
    let Some(health) = get(&app.state::<Attachment>(), "/api/capabilities/health").await else { return };
    let now = states(&health["capabilities"], "ability_id", "health_status");
    for (ability, health) in app.state::<Pulse>().health_is(now) {
        notes::tell(app, Note::health(&ability, &health)).await;
    }
}

async fn check_imports(app: &AppHandle) {
    let Some(list) = get(&app.state::<Attachment>(), "/api/skills/import/list?page_size=100").await else { return };
    let now = states(&list["items"], "import_id", "stage_state");
    for (import, _) in app.state::<Pulse>().imports_are(now) {
        notes::tell(app, Note::import(&import)).await;
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
        let check = |state: &str, rehearses: bool, expected: Doing| {
            let current = json!({ "current": { "learn_session_id": "s", "state": state } });
            let detail = json!({ "rehearsal": { "running": rehearses, "proposal_id": "p" } });
            assert_eq!(Doing::of(&current, &detail), expected, "{state}");
        };
        check("capturing", false, Doing::Watching { session: "s".into() });
        check("paused", false, Doing::Paused { session: "s".into() });
        check("ready_for_review", true, Doing::Rehearsing { proposal: "p".into() });
        check("ready_for_review", false, Doing::Idle);
        assert_eq!(Doing::of(&json!({ "current": null }), &Value::Null), Doing::Idle);
    }

    #[test]
    fn a_pause_that_the_person_made_is_no_news_and_one_of_the_program_is() {
        let pulse = Pulse::default();
        assert!(note_of(&pulse, "learn.capture.paused", &json!({ "reason": "asked" })).is_none());
        assert!(note_of(&pulse, "learn.capture.paused", &json!({ "reason": "capture_timeout" })).is_some());
    }

    #[test]
    fn a_draft_is_announced_once() {
        let pulse = Pulse::default();
        let told = |state: &str| {
            note_of(&pulse, "session.changed", &json!({ "learn_session_id": "s", "state": state, "proposal_id": "p" })).is_some()
        };
        assert!(!told("ready_for_review"), "what was so when the program started is no news");
        assert!(!told("testing_proposal"));
        assert!(told("ready_for_review"));
        assert!(!told("ready_for_review"));
    }

    #[test]
    fn an_ability_that_falls_ill_is_told_of_once() {
        let pulse = Pulse::default();
        let health = |word: &str| pulse.health_is([("a".to_owned(), word.to_owned())].into());
        assert!(health("degraded").is_empty(), "what was so when the program started is no news");
        assert!(health("healthy").is_empty());
        assert_eq!(health("degraded"), [("a".to_owned(), "degraded".to_owned())]);
        assert!(health("degraded").is_empty());
        assert_eq!(health("quarantined").len(), 1);
    }
}
