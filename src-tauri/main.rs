//! The desktop shell: one window over the engine, and its tray icon. No rule of the product lives here.

#![cfg_attr(all(windows, not(debug_assertions)), windows_subsystem = "windows")]

mod activity;
mod attachment;
mod bindings;
mod commands;
mod desktop;
mod downloads;
mod drag_drop;
mod dropped_files;
mod environment;
mod links;
mod notifications;
mod page_events;
mod streams;
mod tray;
mod uploads;
mod window;

use apprentice_platform::memory;
use apprentice_platform::stderr::LossyStderr;
use attachment::Attachment;
use page_events::PageEvents;
use std::io::Write;
use streams::Streams;
use tauri::plugin::TauriPlugin;
use tauri::webview::PageLoadEvent;
use tauri::{AppHandle, Manager, RunEvent, WindowEvent, Wry};
use tauri_plugin_window_state::StateFlags;
use uploads::Uploads;

/// Starts without showing the window. The entry that starts Apprentice with the session has this argument.
const BACKGROUND: &str = "--background";

/// What a person reads who starts it where no window can open.
const NO_DISPLAY: &str = "Apprentice cannot open its window: there is no display. Start it in a desktop session, or run `apprentice serve` and open the address that it prints in a browser.";

fn main() {
    let environment = environment::read();
    apprentice_api::environment::log_to_stderr(&environment);
    if let Err(error) = memory::return_large_blocks_early() {
        tracing::warn!(%error, "large blocks of memory are kept after use");
    }
    if !has_display() {
        let _ = writeln!(LossyStderr, "{NO_DISPLAY}");
        std::process::exit(1);
    }
    let bus = apprentice_api::environment::session_bus(&environment);
    let instance = one_instance(&environment);
    let attachment = Attachment::new(environment);
    warm_up(attachment.clone());
    let app = tauri::Builder::default()
        .plugin(instance)
        .plugin(tauri_plugin_window_state::Builder::new().with_state_flags(StateFlags::all() - StateFlags::VISIBLE).build())
        .plugin(tauri_plugin_autostart::Builder::new().app_name("Apprentice").arg(BACKGROUND).build())
        .plugin(tauri_plugin_dialog::init())
        .plugin(window::navigation_guard())
        .manage(attachment)
        .manage(Streams::default())
        .manage(Uploads::default())
        .manage(PageEvents::default())
        .manage(drag_drop::DroppedFiles::default())
        .manage(activity::ActivityMonitor::default())
        .manage(notifications::ShownImports::default())
        .manage(window::CloseQuestion::default())
        .manage(tray::SessionBus(bus))
        .invoke_handler(bindings::builder().invoke_handler())
        .on_page_load(|webview, page| {
            // The page that listened is gone with its streams and uploads.
            if page.event() == PageLoadEvent::Started {
                webview.state::<Streams>().end_all();
                webview.state::<Uploads>().end_all();
                webview.state::<PageEvents>().disconnect();
            }
        })
        .on_window_event(|window, event| match event {
            WindowEvent::CloseRequested { api, .. } => {
                api.prevent_close();
                tauri::async_runtime::spawn(window::close(window.app_handle().clone()));
            }
            WindowEvent::DragDrop(event) => drag_drop::on_drag_drop(window.app_handle(), event),
            _ => {}
        })
        .setup(|app| {
            start(app.handle());
            Ok(())
        })
        .build(tauri::generate_context!());
    match app {
        Ok(app) => app.run(|handle, event| match event {
            RunEvent::Exit => {
                handle.state::<Streams>().end_all();
                tauri::async_runtime::block_on(handle.state::<Attachment>().close());
            }
            #[cfg(target_os = "macos")]
            RunEvent::Opened { urls } => {
                if let Some(link) = urls.first() {
                    window::open_page(handle, links::resolve(link.as_str()));
                }
            }
            #[cfg(target_os = "macos")]
            RunEvent::Reopen { .. } => window::show(handle),
            _ => {}
        }),
        Err(error) => {
            // `eprintln!` would panic on a full disk.
            let _ = writeln!(LossyStderr, "Apprentice cannot open its window: {error}");
            std::process::exit(3);
        }
    }
}

/// Whether there is a display for the window. Tauri asks for it the same way, and panics where there is none.
#[cfg(target_os = "linux")]
fn has_display() -> bool {
    gtk::init().is_ok()
}

#[cfg(not(target_os = "linux"))]
const fn has_display() -> bool {
    true
}

/// Starts the engine, or joins one that runs, while the window is built. If this is a second start, it joins the engine of the first, or
/// its own ends with it.
fn warm_up(attachment: Attachment) {
    tauri::async_runtime::spawn(async move { attachment.warm_up().await });
}

/// A second start gives its link to the first and ends. Programs of different homes run side by side.
fn one_instance(variables: &apprentice_api::environment::Variables) -> TauriPlugin<Wry> {
    let builder = tauri_plugin_single_instance::Builder::new().callback(|app, arguments, _folder| {
        match links::from_arguments(&arguments) {
            Some(link) => window::open_page(app, link),
            None => window::show(app),
        }
    });
    match environment::instance_name(variables) {
        Some(home) => builder.dbus_id(home).build(),
        None => builder.build(),
    }
}

fn start(app: &AppHandle) {
    tray::install(app);
    let arguments = environment::arguments();
    if let Some(link) = links::from_arguments(&arguments) {
        app.state::<PageEvents>().open(link);
    }
    let background = arguments.iter().any(|argument| argument == BACKGROUND);
    let handle = app.clone();
    tauri::async_runtime::spawn(async move {
        // Without a tray icon nobody could bring a hidden window back.
        if !background || !tray::is_visible(&handle).await {
            window::show(&handle);
        }
        activity::follow(handle).await;
    });
    tauri::async_runtime::spawn(end_on_signal(app.clone()));
}

/// Ends on a signal as on a closed window: the watched browser must not outlive the program.
async fn end_on_signal(app: AppHandle) {
    if environment::end_requested().await {
        app.exit(0);
    }
}
