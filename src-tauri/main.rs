//! The desktop shell: one window over the engine. No rule of the product lives here.

#![cfg_attr(all(windows, not(debug_assertions)), windows_subsystem = "windows")]

mod attachment;
mod commands;
mod downloads;
mod environment;
mod streams;
mod uploads;

use attachment::Attachment;
use streams::Streams;
use tauri::webview::PageLoadEvent;
use tauri::{AppHandle, Manager, RunEvent};

fn main() {
    let environment = environment::read();
    environment::log_to_stderr(&environment);
    let app = tauri::Builder::default()
        .manage(Attachment::new(environment))
        .manage(Streams::default())
        .invoke_handler(tauri::generate_handler![
            commands::request,
            commands::subscribe,
            commands::unsubscribe,
            commands::save,
            uploads::upload
        ])
        .on_page_load(|webview, page| {
            // The page that listened is gone.
            if page.event() == PageLoadEvent::Started {
                webview.state::<Streams>().end_all();
            }
        })
        .setup(|app| {
            let handle = app.handle().clone();
            tauri::async_runtime::spawn(async move { handle.state::<Attachment>().warm_up().await });
            tauri::async_runtime::spawn(end_on_signal(app.handle().clone()));
            Ok(())
        })
        .build(tauri::generate_context!());
    match app {
        Ok(app) => app.run(|handle, event| {
            if let RunEvent::Exit = event {
                handle.state::<Streams>().end_all();
                tauri::async_runtime::block_on(handle.state::<Attachment>().close());
            }
        }),
        Err(error) => {
            eprintln!("Apprentice cannot open its window: {error}");
            std::process::exit(3);
        }
    }
}

/// A killed window ends like a closed one: the watched browser must not outlive it.
async fn end_on_signal(app: AppHandle) {
    if environment::asked_to_end().await {
        app.exit(0);
    }
}
