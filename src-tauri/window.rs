//! The one window: shows it, opens a page in it, closes it.

use crate::activity::{self, Activity, ActivityMonitor};
use crate::attachment::Attachment;
use crate::desktop::CloseAnswer;
use crate::links::PageLink;
use crate::page_events::{DesktopEvent, PageEvents};
use crate::tray;
use apprentice_api::operations as op;
use apprentice_contracts::app::{OnClose, SettingsResponse};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tauri::plugin::TauriPlugin;
use tauri::{AppHandle, Manager, Url, WebviewWindow, Wry};

/// The label by which Tauri knows the window.
pub const LABEL: &str = "main";

/// How long closing waits for an engine that does not answer.
const SETTINGS_TIMEOUT: Duration = Duration::from_secs(3);

/// Two clicks within this time count as one: nobody can have read the question between them.
const DOUBLE_CLICK: Duration = Duration::from_secs(3);

/// Since when the person is asked whether to close the window. Closing it again after the question was shown ends the program.
#[derive(Default)]
pub struct CloseQuestion(Mutex<Option<Instant>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Click {
    First,
    /// The second of a double click.
    Second,
    /// The person closes the window although they were asked, or because the question never appeared.
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

    /// The question is on the screen from now on.
    fn shown(&self, now: Instant) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
    }

    fn answered(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Keeps the window on its own page. A link to elsewhere opens in the person's browser, and only by the commands of the shell.
pub fn navigation_guard() -> TauriPlugin<Wry> {
    tauri::plugin::Builder::new("navigation-guard")
        .on_navigation(|_webview, url| {
            let own = is_own_page(url);
            if !own {
                tracing::warn!(host = url.host_str().unwrap_or_default(), "the window does not leave its page");
            }
            own
        })
        .build()
}

/// Whether the address is one under which Tauri serves the page: `tauri://localhost`, or `tauri.localhost` where a web view knows no schemes
/// of programs.
fn is_own_page(url: &Url) -> bool {
    match (url.scheme(), url.host_str()) {
        ("tauri", Some("localhost")) => true,
        ("http" | "https", Some("tauri.localhost")) => url.port().is_none() && url.username().is_empty(),
        _ => false,
    }
}

fn main(app: &AppHandle) -> Option<WebviewWindow> {
    app.get_webview_window(LABEL)
}

/// Shows the window and brings it to the front.
pub fn show(app: &AppHandle) {
    let Some(window) = main(app) else { return };
    let shown = window.show().and_then(|()| window.unminimize()).and_then(|()| window.set_focus());
    if let Err(error) = shown {
        tracing::warn!(%error, "the window could not be shown");
    }
}

/// Shows the window and a page in it.
pub fn open_page(app: &AppHandle, link: PageLink) {
    show(app);
    app.state::<PageEvents>().open(link);
}

/// Whether the person sees the window and types into it.
pub fn is_in_front(app: &AppHandle) -> bool {
    let Some(window) = main(app) else { return false };
    window.is_visible().unwrap_or(false) && !window.is_minimized().unwrap_or(false) && window.is_focused().unwrap_or(false)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CloseAction {
    /// Stay in the background.
    Hide,
    Ask,
    End,
}

/// By the person's setting. Without a tray icon the program never stays in the background, where nobody could find it.
fn close_action(setting: OnClose, busy: bool, tray: bool) -> CloseAction {
    match setting {
        OnClose::Background if tray => CloseAction::Hide,
        OnClose::Quit => CloseAction::End,
        _ if busy => CloseAction::Ask,
        _ => CloseAction::End,
    }
}

/// The person closes the window.
pub async fn close(app: AppHandle) {
    match app.state::<CloseQuestion>().click(Instant::now()) {
        Click::First => {}
        Click::Second => return,
        Click::Again => return app.exit(0),
    }
    let attachment = app.state::<Attachment>();
    let settings =
        tokio::time::timeout(SETTINGS_TIMEOUT, activity::get(&attachment, &op::SETTINGS.call([]))).await.ok().flatten();
    let setting = settings.map_or_else(OnClose::default, |answer: SettingsResponse| answer.settings.desktop.on_close);
    let busy = app.state::<ActivityMonitor>().current() != Activity::Idle;
    match close_action(setting, busy, tray::is_visible(&app).await) {
        CloseAction::Hide => hide(&app),
        CloseAction::Ask => {
            // Before the event: the answer may come at once.
            app.state::<CloseQuestion>().shown(Instant::now());
            if app.state::<PageEvents>().emit(DesktopEvent::CloseAsked) { show(&app) } else { app.exit(0) }
        }
        CloseAction::End => app.exit(0),
    }
}

/// The person answered the question.
pub fn answered(app: &AppHandle, answer: CloseAnswer) {
    match answer {
        CloseAnswer::Background => hide(app),
        CloseAnswer::Quit => app.exit(0),
        CloseAnswer::Cancel => app.state::<CloseQuestion>().answered(),
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
    fn the_window_stays_on_its_page() {
        for (address, expected) in [
            ("tauri://localhost/", true),
            ("tauri://localhost/skills?open=1#x", true),
            ("http://tauri.localhost/index.html", true),
            ("https://tauri.localhost/", true),
            ("http://tauri.localhost:8080/", false),
            ("http://tauri.localhost.example/", false),
            ("https://example.com/", false),
            ("http://127.0.0.1:7411/", false),
            ("http://localhost/", false),
            ("tauri://elsewhere/", false),
            ("file:///etc/passwd", false),
            ("data:text/html,<script>1</script>", false),
            ("javascript:alert(1)", false),
            ("about:blank", false),
            ("ipc://localhost/request", false),
        ] {
            assert_eq!(is_own_page(&address.parse().unwrap()), expected, "{address}");
        }
    }

    #[test]
    fn a_double_click_asks_and_only_a_click_after_the_question_was_shown_ends() {
        let (question, start) = (CloseQuestion::default(), Instant::now());
        let after = |seconds: f64| start + Duration::from_secs_f64(seconds);
        assert_eq!(question.click(after(0.0)), Click::First);
        assert_eq!(question.click(after(0.2)), Click::Second);
        // The engine was slow to answer whether there is something to ask.
        question.shown(after(2.9));
        assert_eq!(question.click(after(3.1)), Click::Second, "the question has only just appeared");
        assert_eq!(question.click(after(6.0)), Click::Again);
        question.answered();
        assert_eq!(question.click(after(6.1)), Click::First, "the window stayed, so the person is asked again");
    }

    #[test]
    fn closing_follows_the_setting() {
        use OnClose::{Ask, Background, Quit};
        for (setting, busy, tray, expected) in [
            (Ask, false, true, CloseAction::End),
            (Ask, true, true, CloseAction::Ask),
            (Background, false, true, CloseAction::Hide),
            (Background, true, true, CloseAction::Hide),
            (Background, true, false, CloseAction::Ask),
            (Background, false, false, CloseAction::End),
            (Quit, true, true, CloseAction::End),
            (OnClose::default(), true, true, CloseAction::Ask),
        ] {
            assert_eq!(close_action(setting, busy, tray), expected, "{setting:?} {busy} {tray}");
        }
    }
}
