//! The one window: shown, led to a page, closed.

use crate::attachment::Attachment;
use crate::links::Place;
use crate::page::{Page, Word};
use crate::pulse::{self, Doing, Pulse};
use crate::tray;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tauri::{AppHandle, Manager, WebviewWindow};

pub const LABEL: &str = "main";

/// How long an engine that does not answer may keep the window open.
const PATIENCE: Duration = Duration::from_secs(3);

/// Clicks that come closer together are one: nobody has read a question meanwhile.
const ONE_CLICK: Duration = Duration::from_secs(3);

/// Since when the person is being asked. Closing once more, after the question was seen, closes.
#[derive(Default)]
pub struct Asking(Mutex<Option<Instant>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Click {
    First,
    /// Of a double click.
    Second,
    /// Of somebody whom the question did not stop, or who never got to see it.
    Again,
}

impl Asking {
    fn click(&self, now: Instant) -> Click {
        let mut since = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match *since {
            None => {
                *since = Some(now);
                Click::First
            }
            Some(asked) if now.saturating_duration_since(asked) < ONE_CLICK => Click::Second,
            Some(_) => Click::Again,
        }
    }

    /// The question is in sight from now on.
    fn put(&self, now: Instant) {
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

pub fn lead(app: &AppHandle, place: Place) {
    show(app);
    app.state::<Page>().go(place);
}

pub fn is_in_front(app: &AppHandle) -> bool {
    let Some(window) = main(app) else { return false };
    window.is_visible().unwrap_or(false) && !window.is_minimized().unwrap_or(false) && window.is_focused().unwrap_or(false)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    Hide,
    Ask,
    End,
}

/// By the person's choice (`ask`, `background`, `quit`). Without a sign in the tray nothing stays in the background unseen.
fn closing(choice: &str, busy: bool, tray: bool) -> Closing {
    match choice {
        "background" if tray => Closing::Hide,
        "quit" => Closing::End,
        _ if busy => Closing::Ask,
        _ => Closing::End,
    }
}

/// The person wants the window to close.
pub async fn close(app: AppHandle) {
    match app.state::<Asking>().click(Instant::now()) {
        Click::First => {}
        Click::Second => return,
        Click::Again => return app.exit(0),
    }
    let attachment = app.state::<Attachment>();
    let settings =
        tokio::time::timeout(PATIENCE, pulse::get(&attachment, "/api/settings")).await.ok().flatten().unwrap_or_default();
    let choice = settings["settings"]["desktop"]["on_close"].as_str().unwrap_or("ask");
    let busy = app.state::<Pulse>().doing() != Doing::Idle;
    match closing(choice, busy, tray::is_seen(&app).await) {
        Closing::Hide => hide(&app),
        Closing::Ask => {
            // Before it is said: the answer may come at once.
            app.state::<Asking>().put(Instant::now());
            if app.state::<Page>().say(Word::CloseAsked) { show(&app) } else { app.exit(0) }
        }
        Closing::End => app.exit(0),
    }
}

/// What the person answered. `cancel`: the window stays.
pub fn answered(app: &AppHandle, answer: &str) {
    match answer {
        "background" => hide(app),
        "quit" => app.exit(0),
        _ => app.state::<Asking>().answered(),
    }
}

fn hide(app: &AppHandle) {
    app.state::<Asking>().answered();
    if let Some(Err(error)) = main(app).map(|window| window.hide()) {
        tracing::warn!(%error, "the window could not be hidden");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_double_click_asks_and_only_a_click_after_the_question_was_seen_ends() {
        let (asking, start) = (Asking::default(), Instant::now());
        let after = |seconds: f64| start + Duration::from_secs_f64(seconds);
        assert_eq!(asking.click(after(0.0)), Click::First);
        assert_eq!(asking.click(after(0.2)), Click::Second);
        // The engine took its time before it was known that there is something to ask.
        asking.put(after(2.9));
        assert_eq!(asking.click(after(3.1)), Click::Second, "the question has only just come");
        assert_eq!(asking.click(after(6.0)), Click::Again);
        asking.answered();
        assert_eq!(asking.click(after(6.1)), Click::First, "whoever stays is asked anew");
    }

    #[test]
    fn closing_follows_the_choice() {
        for (choice, busy, tray, expected) in [
            ("ask", false, true, Closing::End),
            ("ask", true, true, Closing::Ask),
            ("background", false, true, Closing::Hide),
            ("background", true, true, Closing::Hide),
            ("background", true, false, Closing::Ask),
            ("background", false, false, Closing::End),
            ("quit", true, true, Closing::End),
            ("unheard of", true, true, Closing::Ask),
        ] {
            assert_eq!(closing(choice, busy, tray), expected, "{choice} {busy} {tray}");
        }
    }
}
