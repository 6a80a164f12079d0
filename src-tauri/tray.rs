//! The sign in the tray: what is done now, and what can be done about it.

use crate::attachment::Attachment;
use crate::page::{Page, Word};
use crate::pulse::{Doing, Pulse};
use crate::window;
use apprentice_engine::app::desktop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tauri::image::Image;
use tauri::menu::{Menu, MenuBuilder, MenuItemBuilder};
use tauri::tray::{MouseButton, MouseButtonState, TrayIconBuilder, TrayIconEvent};
use tauri::{AppHandle, Manager, Wry};

const ID: &str = "main";

/// Where the desktop's session is spoken to; `None`: nowhere.
pub struct SessionBus(pub Option<String>);

/// Puts the sign there. Without the system's library there is none, and the program works all the same.
pub fn begin(app: &AppHandle) {
    // The library of the tray is loaded when it is first used, and panics when it is missing.
    match catch_unwind(AssertUnwindSafe(|| build(app))) {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(%error, "there is no tray"),
        Err(_) => tracing::warn!("there is no tray: its library is not installed"),
    }
}

fn build(app: &AppHandle) -> tauri::Result<()> {
    let doing = Doing::Idle;
    TrayIconBuilder::with_id(ID)
        .icon(icon(&doing))
        .tooltip(doing.word())
        .menu(&menu(app, &doing)?)
        .show_menu_on_left_click(false)
        .on_menu_event(|app, event| chosen(app, event.id().as_ref()))
        .on_tray_icon_event(|tray, event| {
            if let TrayIconEvent::Click { button: MouseButton::Left, button_state: MouseButtonState::Up, .. } = event {
                window::show(tray.app_handle());
            }
        })
        .build(app)
        .map(drop)
}

pub fn show(app: &AppHandle, doing: &Doing) {
    let (app, doing) = (app.clone(), doing.clone());
    let shown = app.clone().run_on_main_thread(move || {
        let Some(tray) = app.tray_by_id(ID) else { return };
        let changed =
            menu(&app, &doing).and_then(|menu| tray.set_menu(Some(menu))).and_then(|()| tray.set_icon(Some(icon(&doing))));
        if let Err(error) = changed.and_then(|()| tray.set_tooltip(Some(doing.word()))) {
            tracing::warn!(%error, "the tray could not be changed");
        }
    });
    if let Err(error) = shown {
        tracing::warn!(%error, "the tray could not be changed");
    }
}

/// Whether the person can see it.
pub async fn is_seen(app: &AppHandle) -> bool {
    if app.tray_by_id(ID).is_none() {
        return false;
    }
    cfg!(not(target_os = "linux")) || desktop::tray(app.state::<SessionBus>().0.clone()).await.is_ok()
}

fn icon(doing: &Doing) -> Image<'static> {
    match doing {
        Doing::Idle => tauri::include_image!("icons/tray/idle.png"),
        Doing::Watching { .. } => tauri::include_image!("icons/tray/watching.png"),
        Doing::Paused { .. } => tauri::include_image!("icons/tray/paused.png"),
        Doing::Rehearsing { .. } => tauri::include_image!("icons/tray/rehearsing.png"),
    }
}

/// Id and words of what can be chosen while something is done.
fn entries(doing: &Doing) -> &'static [(&'static str, &'static str)] {
    match doing {
        Doing::Idle => &[],
        Doing::Watching { .. } => &[("mark", "Mark Step…"), ("pause", "Pause"), ("stop", "Stop")],
        Doing::Paused { .. } => &[("resume", "Resume"), ("stop", "Stop")],
        Doing::Rehearsing { .. } => &[("finish", "Stop")],
    }
}

fn menu(app: &AppHandle, doing: &Doing) -> tauri::Result<Menu<Wry>> {
    let mut menu = MenuBuilder::new(app).text("show", "Show Apprentice").separator();
    if *doing != Doing::Idle {
        menu = menu.item(&MenuItemBuilder::with_id("state", doing.word()).enabled(false).build(app)?);
    }
    for (id, words) in entries(doing) {
        menu = menu.text(*id, *words);
    }
    if *doing != Doing::Idle {
        menu = menu.separator();
    }
    menu.text("quit", "Quit").build()
}

fn chosen(app: &AppHandle, id: &str) {
    match id {
        "show" => window::show(app),
        "quit" => app.exit(0),
        "mark" => {
            window::show(app);
            app.state::<Page>().say(Word::MarkStep);
        }
        asked => {
            let doing = app.state::<Pulse>().doing();
            if let Some((path, body)) = request(asked, &doing) {
                tauri::async_runtime::spawn(ask(app.clone(), path, body));
            }
        }
    }
}

/// The operation behind an entry, when it still fits what is done.
fn request(id: &str, doing: &Doing) -> Option<(String, serde_json::Value)> {
    let session = |session: &str, what: &str| Some((format!("/api/learn/sessions/{session}/{what}"), serde_json::json!({})));
    match (id, doing) {
        ("pause", Doing::Watching { session: id }) => session(id, "pause"),
        ("resume", Doing::Paused { session: id }) => session(id, "resume"),
        ("stop", Doing::Watching { session: id } | Doing::Paused { session: id }) => session(id, "stop"),
        ("finish", Doing::Rehearsing { proposal }) => {
            Some((format!("/api/learn/proposals/{proposal}/rehearsal/finish"), serde_json::json!({ "cancel": false })))
        }
        _ => None,
    }
}

async fn ask(app: AppHandle, path: String, body: serde_json::Value) {
    match app.state::<Attachment>().request("POST", &path, Some(&body)).await {
        Ok(Ok(answered)) if answered.status == 200 => {}
        // The window says what is true now.
        _ => window::show(&app),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_does_something_while_it_is_offered() {
        let session = || "s".to_owned();
        for doing in [
            Doing::Idle,
            Doing::Watching { session: session() },
            Doing::Paused { session: session() },
            Doing::Rehearsing { proposal: "p".into() },
        ] {
            for (id, _) in entries(&doing) {
                assert!(*id == "mark" || request(id, &doing).is_some(), "{id} while {doing:?}");
            }
        }
    }

    #[test]
    fn an_entry_of_before_does_nothing() {
        assert!(request("pause", &Doing::Idle).is_none());
        assert!(request("resume", &Doing::Watching { session: "s".into() }).is_none());
    }
}
