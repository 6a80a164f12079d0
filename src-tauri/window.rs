//! The one window: shown, led to a page, closed.

use crate::attachment::Attachment;
use crate::links::Place;
use crate::page::{Page, Word};
use crate::pulse::{self, Doing, Pulse};
use crate::tray;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tauri::{AppHandle, Manager, WebviewWindow};

pub const LABEL: &str = "main";

/// How long an engine that does not answer may keep the window open.
const PATIENCE: Duration = Duration::from_secs(3);

/// Whether the person is being asked. Closing once more closes.
#[derive(Default)]
pub struct Asking(AtomicBool);

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
    if app.state::<Asking>().0.swap(true, Ordering::SeqCst) {
        return app.exit(0);
    }
    let attachment = app.state::<Attachment>();
    let settings =
        tokio::time::timeout(PATIENCE, pulse::get(&attachment, "/api/settings")).await.ok().flatten().unwrap_or_default();
    let choice = settings["settings"]["desktop"]["on_close"].as_str().unwrap_or("ask");
    let busy = app.state::<Pulse>().doing() != Doing::Idle;
    match closing(choice, busy, tray::is_seen(&app).await) {
        Closing::Hide => hide(&app),
        Closing::Ask if app.state::<Page>().say(Word::CloseAsked) => show(&app),
        Closing::Ask | Closing::End => app.exit(0),
    }
}

/// What the person answered. `cancel`: the window stays.
pub fn answered(app: &AppHandle, answer: &str) {
    match answer {
        "background" => hide(app),
        "quit" => app.exit(0),
        _ => app.state::<Asking>().0.store(false, Ordering::SeqCst),
    }
}

fn hide(app: &AppHandle) {
    app.state::<Asking>().0.store(false, Ordering::SeqCst);
    if let Some(Err(error)) = main(app).map(|window| window.hide()) {
        tracing::warn!(%error, "the window could not be hidden");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
