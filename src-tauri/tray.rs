//! The tray icon: it shows what the engine does, and its menu offers what the person can do about it.

use crate::activity::{Activity, ActivityMonitor};
use crate::attachment::Attachment;
use crate::page_events::{DesktopEvent, PageEvents};
use crate::window;
use apprentice_api::client::Call;
use apprentice_api::operations as op;
use apprentice_contracts::shown_check::FinishShownCheckRequest;
use apprentice_contracts::validation::FinishRehearsalRequest;
use apprentice_engine::app::desktop;
use serde_json::json;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tauri::image::Image;
use tauri::menu::{Menu, MenuBuilder, MenuItemBuilder};
use tauri::tray::{MouseButton, MouseButtonState, TrayIconBuilder, TrayIconEvent};
use tauri::{AppHandle, Manager, Wry};

const ID: &str = "main";

/// The address of the session bus; `None`: there is none.
pub struct SessionBus(pub Option<String>);

/// Adds the icon to the tray. Without the library of the system there is none, and the program works without it.
pub fn install(app: &AppHandle) {
    // The library is loaded when it is first used, and panics if it is missing.
    match catch_unwind(AssertUnwindSafe(|| build(app))) {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(%error, "there is no tray"),
        Err(_) => tracing::warn!("there is no tray: its library is not installed"),
    }
}

fn build(app: &AppHandle) -> tauri::Result<()> {
    let activity = Activity::Idle;
    TrayIconBuilder::with_id(ID)
        .icon(icon(&activity))
        .tooltip(activity.label())
        .menu(&menu(app, &activity)?)
        .show_menu_on_left_click(false)
        .on_menu_event(|app, event| on_menu_item(app, event.id().as_ref()))
        .on_tray_icon_event(|tray, event| {
            if let TrayIconEvent::Click { button: MouseButton::Left, button_state: MouseButtonState::Up, .. } = event {
                window::show(tray.app_handle());
            }
        })
        .build(app)
        .map(drop)
}

/// Shows an activity by the icon, its tooltip and its menu.
pub fn show(app: &AppHandle, activity: &Activity) {
    let (app, activity) = (app.clone(), activity.clone());
    let shown = app.clone().run_on_main_thread(move || {
        let Some(tray) = app.tray_by_id(ID) else { return };
        let changed =
            menu(&app, &activity).and_then(|menu| tray.set_menu(Some(menu))).and_then(|()| tray.set_icon(Some(icon(&activity))));
        if let Err(error) = changed.and_then(|()| tray.set_tooltip(Some(activity.label()))) {
            tracing::warn!(%error, "the tray could not be changed");
        }
    });
    if let Err(error) = shown {
        tracing::warn!(%error, "the tray could not be changed");
    }
}

/// Whether the person can see the icon.
pub async fn is_visible(app: &AppHandle) -> bool {
    if app.tray_by_id(ID).is_none() {
        return false;
    }
    cfg!(not(target_os = "linux")) || desktop::tray(app.state::<SessionBus>().0.clone()).await.is_ok()
}

fn icon(activity: &Activity) -> Image<'static> {
    match activity {
        Activity::Idle => tauri::include_image!("icons/tray/idle.png"),
        Activity::Watching { .. } | Activity::ShowingCheck { .. } => tauri::include_image!("icons/tray/watching.png"),
        Activity::Paused { .. } => tauri::include_image!("icons/tray/paused.png"),
        Activity::Rehearsing { .. } | Activity::AgentRehearsing => tauri::include_image!("icons/tray/rehearsing.png"),
    }
}

/// The menu items of an activity: id and label.
fn menu_items(activity: &Activity) -> &'static [(&'static str, &'static str)] {
    match activity {
        // A run of an agent ends by itself; the window cancels it.
        Activity::Idle | Activity::AgentRehearsing => &[],
        Activity::Watching { .. } => &[("mark", "Mark Step…"), ("pause", "Pause"), ("stop", "Stop")],
        Activity::Paused { .. } => &[("resume", "Resume"), ("stop", "Stop")],
        Activity::Rehearsing { .. } => &[("finish", "Finish Rehearsal")],
        Activity::ShowingCheck { .. } => &[("cancel_check", "Cancel")],
    }
}

fn menu(app: &AppHandle, activity: &Activity) -> tauri::Result<Menu<Wry>> {
    let mut menu = MenuBuilder::new(app).text("show", "Show Apprentice").separator();
    if *activity != Activity::Idle {
        menu = menu.item(&MenuItemBuilder::with_id("state", activity.label()).enabled(false).build(app)?);
    }
    for (id, label) in menu_items(activity) {
        menu = menu.text(*id, *label);
    }
    if *activity != Activity::Idle {
        menu = menu.separator();
    }
    menu.text("quit", "Quit").build()
}

fn on_menu_item(app: &AppHandle, id: &str) {
    match id {
        "show" => window::show(app),
        "quit" => app.exit(0),
        "mark" => {
            window::show(app);
            app.state::<PageEvents>().emit(DesktopEvent::MarkStep);
        }
        id => {
            let activity = app.state::<ActivityMonitor>().current();
            if let Some(call) = operation(id, &activity) {
                tauri::async_runtime::spawn(send(app.clone(), call));
            }
        }
    }
}

/// The call of a menu item. `None`: it no longer fits the activity.
fn operation(id: &str, activity: &Activity) -> Option<Call> {
    let (operation, item): (_, &dyn Display) = match (id, activity) {
        ("pause", Activity::Watching { session }) => (op::PAUSE_SESSION, session),
        ("resume", Activity::Paused { session }) => (op::RESUME_SESSION, session),
        ("stop", Activity::Watching { session } | Activity::Paused { session }) => (op::STOP_SESSION, session),
        ("finish", Activity::Rehearsing { proposal }) => {
            let body = serde_json::to_value(FinishRehearsalRequest { cancel: false }).ok()?;
            return Some(op::FINISH_REHEARSAL.call([proposal]).json(body));
        }
        ("cancel_check", Activity::ShowingCheck { proposal }) => {
            let body = serde_json::to_value(FinishShownCheckRequest { cancel: true, source: None }).ok()?;
            return Some(op::FINISH_SHOWN_CHECK.call([proposal]).json(body));
        }
        _ => return None,
    };
    Some(operation.call([item]).json(json!({})))
}

async fn send(app: AppHandle, call: Call) {
    match app.state::<Attachment>().call(&call).await {
        Ok(Ok(answered)) if answered.status == 200 => {}
        // The window shows the state that refused it.
        _ => window::show(&app),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "01900000-0000-7000-8000-000000000001";

    #[test]
    fn every_menu_item_has_an_operation_while_it_is_shown() {
        let (session, proposal) = (ID.parse().unwrap(), ID.parse().unwrap());
        for activity in [
            Activity::Idle,
            Activity::Watching { session },
            Activity::Paused { session },
            Activity::Rehearsing { proposal },
            Activity::AgentRehearsing,
            Activity::ShowingCheck { proposal },
        ] {
            for (id, _) in menu_items(&activity) {
                assert!(*id == "mark" || operation(id, &activity).is_some(), "{id} while {activity:?}");
            }
        }
    }

    #[test]
    fn a_menu_item_of_a_former_activity_has_no_operation() {
        assert!(operation("pause", &Activity::Idle).is_none());
        assert!(operation("resume", &Activity::Watching { session: ID.parse().unwrap() }).is_none());
    }
}
