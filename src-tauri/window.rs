//! The one window: shown, led to a page, closed.

use crate::activity::{self, Activity, ActivityMonitor};
use crate::attachment::Attachment;
use crate::links::PageLink;
use crate::page_events::{PageEvents, ShellEvent};
use crate::tray;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tauri::{AppHandle, Manager, WebviewWindow};

pub const LABEL: &str = "main";

/// How long an engine that does not answer may keep the window open.
const SETTINGS_TIMEOUT: Duration = Duration::from_secs(3);

/// Clicks that come closer together are one: nobody has read a question meanwhile.
const DOUBLE_CLICK: Duration = Duration::from_secs(3);

/// Since when the person is being asked. CloseAction once more, after the question was seen, closes.
#[derive(Default)]
pub struct CloseQuestion(Mutex<Option<Instant>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Click {
    First,
    /// Of a double click.
    Second,
    /// Of somebody whom the question did not stop, or who never got to see it.
    Again,
}

impl CloseQuestion {
    fn click(&self, now: Instant) -> Click {
        let mut since = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match *since {
            None => {
                *since = Some(now);
                Click::First
            }
            Some(asked) if now.saturating_duration_since(asked) < DOUBLE_CLICK => Click::Second,
            Some(_) => Click::Again,
        }
    }

    /// The question is in sight from now on.
    fn shown(&self, now: Instant) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
    }

    fn answered(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

fn main(app: &AppHandle) -> Option<WebviewWindow> {
    app.get_webview_window(LABEL)
}

pub fn show(app: &AppHandle) {
    let Some(window) = main(app) else { return };
    let shown = window.show().and_then(|()| window.unminimize()).and_then(|()| window.set_focus());
    if let Err(error) = shown {
        tracing::warn!(%error, "the window could not be shown");
    }
}

pub fn open_page(app: &AppHandle, place: PageLink) {
    show(app);
    app.state::<PageEvents>().open(place);
}

pub fn is_in_front(app: &AppHandle) -> bool {
    let Some(window) = main(app) else { return false };
    window.is_visible().unwrap_or(false) && !window.is_minimized().unwrap_or(false) && window.is_focused().unwrap_or(false)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseAction {
    Hide,
    Ask,
    End,
}

/// By the person's choice (`ask`, `background`, `quit`). Without a sign in the tray nothing stays in the background unseen.
fn close_action(choice: &str, busy: bool, tray: bool) -> CloseAction {
    match choice {
        "background" if tray => CloseAction::Hide,
        "quit" => CloseAction::End,
        _ if busy => CloseAction::Ask,
        _ => CloseAction::End,
    }
}

/// The person wants the window to close.
pub async fn close(app: AppHandle) {
    match app.state::<CloseQuestion>().click(Instant::now()) {
        Click::First => {}
        Click::Second => return,
        Click::Again => return app.exit(0),
    }
    let attachment = app.state::<Attachment>();
    let settings = tokio::time::timeout(SETTINGS_TIMEOUT, activity::get(&attachment, "/api/settings"))
        .await
        .ok()
        .flatten()
        .unwrap_or_default();
    let choice = settings["settings"]["desktop"]["on_close"].as_str().unwrap_or("ask");
    let busy = app.state::<ActivityMonitor>().current() != Activity::Idle;
    match close_action(choice, busy, tray::is_visible(&app).await) {
        CloseAction::Hide => hide(&app),
        CloseAction::Ask => {
            // Before it is said: the answer may come at once.
            app.state::<CloseQuestion>().shown(Instant::now());
            if app.state::<PageEvents>().emit(ShellEvent::CloseAsked) { show(&app) } else { app.exit(0) }
        }
        CloseAction::End => app.exit(0),
    }
}

/// What the person answered. `cancel`: the window stays.
pub fn answered(app: &AppHandle, answer: &str) {
    match answer {
        "background" => hide(app),
        "quit" => app.exit(0),
        _ => app.state::<CloseQuestion>().answered(),
    }
}

fn hide(app: &AppHandle) {
    app.state::<CloseQuestion>().answered();
    if let Some(Err(error)) = main(app).map(|window| window.hide()) {
        tracing::warn!(%error, "the window could not be hidden");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_double_click_asks_and_only_a_click_after_the_question_was_seen_ends() {
        let (asking, start) = (CloseQuestion::default(), Instant::now());
        let after = |seconds: f64| start + Duration::from_secs_f64(seconds);
        assert_eq!(asking.click(after(0.0)), Click::First);
        assert_eq!(asking.click(after(0.2)), Click::Second);
        // The engine took its time before it was known that there is something to ask.
        asking.shown(after(2.9));
        assert_eq!(asking.click(after(3.1)), Click::Second, "the question has only just come");
        assert_eq!(asking.click(after(6.0)), Click::Again);
        asking.answered();
        assert_eq!(asking.click(after(6.1)), Click::First, "whoever stays is asked anew");
    }

    #[test]
    fn closing_follows_the_choice() {
        for (choice, busy, tray, expected) in [
            ("ask", false, true, CloseAction::End),
            ("ask", true, true, CloseAction::Ask),
            ("background", false, true, CloseAction::Hide),
            ("background", true, true, CloseAction::Hide),
            ("background", true, false, CloseAction::Ask),
            ("background", false, false, CloseAction::End),
            ("quit", true, true, CloseAction::End),
            ("unheard of", true, true, CloseAction::Ask),
        ] {
            assert_eq!(close_action(choice, busy, tray), expected, "{choice} {busy} {tray}");
        }
    }
}
