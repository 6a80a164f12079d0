//! Commands for what the desktop can do and a browser cannot.

use crate::attachment::Attachment;
use crate::page_events::{DesktopEvent, PageEvents};
use crate::{tray, window};
use apprentice_api::operations as op;
use apprentice_contracts::data::FolderResponse;
use apprentice_contracts::error::ApiErrorEnvelope;
use apprentice_engine::app::desktop;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::path::Path;
use tauri::ipc::Channel;
use tauri::{AppHandle, Manager, State};
use tauri_plugin_autostart::ManagerExt;
use tauri_plugin_dialog::DialogExt;

/// What this desktop offers. A `problem` says why it does not, and what to do.
#[derive(Serialize, Type)]
pub struct DesktopState {
    version: String,
    /// Whether Apprentice starts with the session.
    autostart: bool,
    /// Why there is no tray icon.
    tray_problem: Option<String>,
    notification_problem: Option<String>,
}

/// Reads the state of the desktop.
#[tauri::command]
#[specta::specta]
pub async fn desktop(app: AppHandle, bus: State<'_, tray::SessionBus>) -> Result<DesktopState, String> {
    let tray_problem = if tray::is_visible(&app).await {
        None
    } else {
        Some(desktop::tray(bus.0.clone()).await.err().unwrap_or_else(|| "The library of the tray is not installed.".to_owned()))
    };
    Ok(DesktopState {
        version: app.package_info().version.to_string(),
        autostart: app.autolaunch().is_enabled().unwrap_or(false),
        tray_problem,
        notification_problem: desktop::notifications(bus.0.clone()).await.err(),
    })
}

/// Sets whether Apprentice starts with the session. Rejects with text.
#[tauri::command(async)]
#[specta::specta]
pub fn set_autostart(app: AppHandle, on: bool) -> Result<(), String> {
    let autostart = app.autolaunch();
    if on { autostart.enable() } else { autostart.disable() }
        .map_err(|error| format!("Starting with the session could not be switched {}: {error}", if on { "on" } else { "off" }))
}

/// Shows a folder in the file manager; only one that the engine knows. Rejects with text.
#[tauri::command]
#[specta::specta]
pub async fn open_folder(attachment: State<'_, Attachment>, path: String) -> Result<(), String> {
    let answered = match attachment.call(&op::FOLDER.call([]).query("path", &path)).await {
        Ok(Ok(answered)) => answered,
        Ok(Err(gone)) => return Err(gone.to_string()),
        Err(failure) => return Err(failure.to_string()),
    };
    if answered.status != 200 {
        let envelope: ApiErrorEnvelope = answered.read().map_err(|error| error.to_string())?;
        return Err(envelope.error.message);
    }
    let FolderResponse { path } = answered.read().map_err(|error| error.to_string())?;
    let shown = match folder_view(Path::new(&path), cfg!(target_os = "macos")) {
        FolderView::Within(path) => tauri_plugin_opener::reveal_item_in_dir(path),
        FolderView::Itself(path) => tauri_plugin_opener::open_path(path, None::<&str>),
    };
    shown.map_err(|error| format!("{path} could not be opened: {error}"))
}

#[derive(Debug, PartialEq, Eq)]
enum FolderView<'a> {
    /// Selected in its parent.
    Within(&'a Path),
    Itself(&'a Path),
}

/// To open a path may start a program: on macOS a folder `x.app` is a program, and a path that is no longer a folder may be one
/// everywhere. Such a path is shown in its parent, or the parent is shown.
fn folder_view(path: &Path, folders_are_programs: bool) -> FolderView<'_> {
    match path.parent() {
        Some(_) if folders_are_programs => FolderView::Within(path),
        Some(parent) if !path.symlink_metadata().is_ok_and(|data| data.is_dir()) => FolderView::Itself(parent),
        _ => FolderView::Itself(path),
    }
}

/// Lets the person choose a file to write; `null` if they choose none. Rejects with text.
#[tauri::command]
#[specta::specta]
pub async fn choose_file(app: AppHandle, name: String) -> Result<Option<String>, String> {
    let (sender, chosen) = tokio::sync::oneshot::channel();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_owned();
    let mut dialog = app.dialog().file().set_file_name(&name).add_filter(&extension, &[extension.as_str()]);
    if let Some(window) = app.get_webview_window(window::LABEL) {
        dialog = dialog.set_parent(&window);
    }
    dialog.save_file(move |path| {
        // Fails only if the page no longer waits.
        let _ = sender.send(path);
    });
    let path = chosen.await.map_err(|_| "The dialog was closed.".to_owned())?;
    Ok(path.and_then(|path| path.into_path().ok()).map(|path| path.display().to_string()))
}

/// Sends the events of the shell to this channel from now on.
#[tauri::command]
#[specta::specta]
pub async fn listen(page: State<'_, PageEvents>, channel: Channel<DesktopEvent>) -> Result<(), ()> {
    page.listen(channel);
    Ok(())
}

/// What the person chose when they were asked whether to close the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum CloseAnswer {
    /// Hide the window; Apprentice stays in the tray.
    Background,
    /// End Apprentice.
    Quit,
    /// Keep the window.
    Cancel,
}

/// Answers the event `close_asked`.
#[tauri::command]
#[specta::specta]
pub async fn close_window(app: AppHandle, answer: CloseAnswer) -> Result<(), ()> {
    window::answered(&app, answer);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_opened_that_could_be_a_program() {
        let home = tempfile::tempdir().unwrap();
        let (folder, file, gone) = (home.path().join("x.app"), home.path().join("run.desktop"), home.path().join("gone"));
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(&file, "[Desktop Entry]").unwrap();
        assert_eq!(folder_view(&folder, true), FolderView::Within(&folder));
        assert_eq!(folder_view(&folder, false), FolderView::Itself(&folder));
        for other in [&file, &gone] {
            assert_eq!(folder_view(other, false), FolderView::Itself(home.path()), "{other:?}");
        }
        assert_eq!(folder_view(Path::new("/"), true), FolderView::Itself(Path::new("/")));
    }
}
