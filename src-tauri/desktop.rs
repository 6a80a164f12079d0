//! The commands of the desktop itself: what a browser could not do for the page.

use crate::attachment::Attachment;
use crate::page_events::{PageEvents, ShellEvent};
use crate::{tray, window};
use apprentice_engine::app::desktop;
use serde::Serialize;
use std::path::Path;
use tauri::ipc::Channel;
use tauri::{AppHandle, Manager, State};
use tauri_plugin_autostart::ManagerExt;
use tauri_plugin_dialog::DialogExt;

/// What this desktop offers. A `problem` says why not, and what to do.
#[derive(Serialize)]
pub struct Desktop {
    version: String,
    autostart: bool,
    tray_problem: Option<String>,
    notification_problem: Option<String>,
}

#[tauri::command]
pub async fn desktop(app: AppHandle, bus: State<'_, tray::SessionBus>) -> Result<Desktop, String> {
    let tray_problem = if tray::is_visible(&app).await {
        None
    } else {
        Some(desktop::tray(bus.0.clone()).await.err().unwrap_or_else(|| "The library of the tray is not installed.".to_owned()))
    };
    Ok(Desktop {
        version: app.package_info().version.to_string(),
        autostart: app.autolaunch().is_enabled().unwrap_or(false),
        tray_problem,
        notification_problem: desktop::notifications(bus.0.clone()).await.err(),
    })
}

/// Whether Apprentice starts with the desktop's session. Rejects with text.
#[tauri::command(async)]
pub fn set_autostart(app: AppHandle, on: bool) -> Result<(), String> {
    let autostart = app.autolaunch();
    if on { autostart.enable() } else { autostart.disable() }
        .map_err(|error| format!("Starting with the session could not be switched {}: {error}", if on { "on" } else { "off" }))
}

/// Shows a folder in the file manager; only one that the engine names. Rejects with text.
#[tauri::command]
pub async fn open_folder(attachment: State<'_, Attachment>, path: String) -> Result<(), String> {
    let query: String = url::form_urlencoded::Serializer::new(String::new()).append_pair("path", &path).finish();
    let folder = match attachment.request("GET", &format!("/api/folders?{query}"), None).await {
        Ok(Ok(answered)) if answered.status == 200 => answered.body["path"].as_str().unwrap_or_default().to_owned(),
        Ok(Ok(refused)) => return Err(refused.body["error"]["message"].as_str().unwrap_or_default().to_owned()),
        Ok(Err(gone)) => return Err(gone.to_string()),
        Err(failure) => return Err(failure.to_string()),
    };
    let shown = match folder_view(Path::new(&folder), cfg!(target_os = "macos")) {
        FolderView::Within(path) => tauri_plugin_opener::reveal_item_in_dir(path),
        FolderView::Itself(path) => tauri_plugin_opener::open_path(path, None::<&str>),
    };
    shown.map_err(|error| format!("{folder} could not be opened: {error}"))
}

#[derive(Debug, PartialEq, Eq)]
enum FolderView<'a> {
    /// Selected in the folder that it lies in.
    Within(&'a Path),
    Itself(&'a Path),
}

/// What is opened may start a program: on macOS a folder `x.app` is one, and what is no folder any more may be one everywhere. So there
/// it is shown where it lies, or that place is.
fn folder_view(path: &Path, folders_are_programs: bool) -> FolderView<'_> {
    match path.parent() {
        Some(_) if folders_are_programs => FolderView::Within(path),
        Some(parent) if !path.symlink_metadata().is_ok_and(|data| data.is_dir()) => FolderView::Itself(parent),
        _ => FolderView::Itself(path),
    }
}

/// Lets the person choose a file to write; `None`: they thought better of it.
#[tauri::command]
pub async fn choose_file(app: AppHandle, name: String) -> Result<Option<String>, String> {
    let (tell, chosen) = tokio::sync::oneshot::channel();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_owned();
    let mut dialog = app.dialog().file().set_file_name(&name).add_filter(&ending, &[ending.as_str()]);
    if let Some(window) = app.get_webview_window(window::LABEL) {
        dialog = dialog.set_parent(&window);
    }
    dialog.save_file(move |path| {
        let _gone = tell.send(path);
    });
    let path = chosen.await.map_err(|_| "The dialog was closed.".to_owned())?;
    Ok(path.and_then(|path| path.into_path().ok()).map(|path| path.display().to_string()))
}

/// From now on the shell speaks to this page.
#[tauri::command]
pub async fn listen(page: State<'_, PageEvents>, channel: Channel<ShellEvent>) -> Result<(), ()> {
    page.listen(channel);
    Ok(())
}

/// The answer to `close_asked`: `background`, `quit` or `cancel`.
#[tauri::command]
pub async fn close_window(app: AppHandle, answer: String) -> Result<(), ()> {
    window::answered(&app, &answer);
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
