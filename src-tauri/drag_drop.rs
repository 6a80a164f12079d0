//! Files and folders that the person drags over the window, or chooses. The page of a web view does not see what is dropped on it
//! (WebKitGTK hides it, CVE-2025-13947), and no web view of Linux lets it choose a folder. So the shell reads the files, and sends the
//! engine an archive of each when the page asks (see `uploads`).
//!
//! Invariant: the page can have only what the person dropped or chose. It names a file by a number of the shell, never by a path.

use crate::page_events::{DesktopEvent, PageEvents};
use crate::window;
use serde::Serialize;
use specta::Type;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tauri::{AppHandle, DragDropEvent, Manager};
use tauri_plugin_dialog::DialogExt;

/// The page may ask for this many files of former drops too: an upload may have failed.
const MAX_REMEMBERED: usize = 200;

/// A file or folder that the person dropped on the window or chose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct DesktopFile {
    id: u32,
    name: String,
    /// The name of its archive.
    file: String,
    /// Whether it is a folder.
    folder: bool,
}

/// The dropped and chosen files that the page may ask for.
#[derive(Default)]
pub struct DroppedFiles(Mutex<Registry>);

#[derive(Default)]
struct Registry {
    last: u32,
    paths: VecDeque<(u32, PathBuf)>,
    /// Counts drags, so that a slow look at the files of a drag that is over reports nothing.
    drags: u64,
}

impl DroppedFiles {
    /// Allows the page to ask for all of these. Reads the disk.
    fn register(&self, paths: Vec<PathBuf>) -> Vec<DesktopFile> {
        let files: Vec<(DesktopFile, PathBuf)> = paths.into_iter().filter_map(|path| Some((describe(&path)?, path))).collect();
        let mut registry = self.registry();
        let surplus = (registry.paths.len() + files.len()).saturating_sub(MAX_REMEMBERED).min(registry.paths.len());
        registry.paths.drain(..surplus);
        let number = |(file, path): (DesktopFile, PathBuf)| {
            registry.last += 1;
            let id = registry.last;
            registry.paths.push_back((id, path));
            DesktopFile { id, ..file }
        };
        files.into_iter().map(number).collect()
    }

    /// The path of the file with this number, if the page may ask for it.
    pub fn path(&self, id: u32) -> Option<PathBuf> {
        self.registry().paths.iter().find(|(known, _)| *known == id).map(|(_, path)| path.clone())
    }

    /// Begins the next drag, or ends the current one. Answers its number.
    fn next_drag(&self) -> u64 {
        let mut registry = self.registry();
        registry.drags += 1;
        registry.drags
    }

    /// Calls `report` unless this drag is over.
    fn if_current(&self, drag: u64, report: impl FnOnce()) {
        let registry = self.registry();
        if registry.drags == drag {
            report();
        }
    }

    fn registry(&self) -> MutexGuard<'_, Registry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the page learns about a file, without its number yet. `None`: not a file, such as dragged text or the address of a page.
fn describe(path: &Path) -> Option<DesktopFile> {
    let (metadata, name) = (path.metadata().ok()?, path.file_name()?);
    Some(DesktopFile {
        id: 0,
        name: name.to_string_lossy().into_owned(),
        file: apprentice_engine::packed_name(path),
        folder: metadata.is_dir(),
    })
}

/// Reports drags and drops to the page. It is called on the thread of the window, so another thread reads the disk, which may be slow.
pub fn on_drag_drop(app: &AppHandle, event: &DragDropEvent) {
    let over = |over: bool| app.state::<PageEvents>().emit(DesktopEvent::Dragged { over });
    match event {
        DragDropEvent::Enter { paths, .. } => {
            let (app, paths, drag) = (app.clone(), paths.clone(), app.state::<DroppedFiles>().next_drag());
            tauri::async_runtime::spawn_blocking(move || {
                if paths.iter().any(|path| path.exists()) {
                    app.state::<DroppedFiles>().if_current(drag, || {
                        app.state::<PageEvents>().emit(DesktopEvent::Dragged { over: true });
                    });
                }
            });
        }
        DragDropEvent::Leave => {
            app.state::<DroppedFiles>().next_drag();
            over(false);
        }
        DragDropEvent::Drop { paths, .. } => {
            app.state::<DroppedFiles>().next_drag();
            over(false);
            let (app, paths) = (app.clone(), paths.clone());
            tauri::async_runtime::spawn_blocking(move || {
                let offered = app.state::<DroppedFiles>().register(paths);
                if !offered.is_empty() {
                    app.state::<PageEvents>().emit(DesktopEvent::Dropped { offered });
                }
            });
        }
        _ => {}
    }
}

/// Lets the person choose a folder; `null` if they choose none. Rejects with text.
#[tauri::command]
#[specta::specta]
pub async fn choose_folder(app: AppHandle) -> Result<Option<DesktopFile>, String> {
    let (sender, chosen) = tokio::sync::oneshot::channel();
    let mut dialog = app.dialog().file();
    if let Some(window) = app.get_webview_window(window::LABEL) {
        dialog = dialog.set_parent(&window);
    }
    dialog.pick_folder(move |path| {
        // Fails only if the page no longer waits.
        let _ = sender.send(path);
    });
    let path = chosen.await.map_err(|_| "The dialog was closed.".to_owned())?;
    let Some(path) = path.and_then(|path| path.into_path().ok()) else { return Ok(None) };
    let file = tauri::async_runtime::spawn_blocking(move || app.state::<DroppedFiles>().register(vec![path]).pop()).await;
    file.map_err(|error| format!("The folder could not be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_can_ask_for_what_was_dropped_and_for_nothing_else() {
        let home = tempfile::tempdir().unwrap();
        let (folder, file) = (home.path().join("brew-tea"), home.path().join("tea.zip"));
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(&file, "PK").unwrap();
        let files = DroppedFiles::default();
        let offered = files.register(vec![folder.clone(), "https://example.org/tea".into(), file.clone()]);
        let described: Vec<(&str, &str, bool)> =
            offered.iter().map(|one| (one.name.as_str(), one.file.as_str(), one.folder)).collect();
        assert_eq!(described, [("brew-tea", "brew-tea.zip", true), ("tea.zip", "tea.zip", false)]);
        assert_eq!(files.path(offered[0].id), Some(folder));
        assert_eq!(files.path(offered[1].id), Some(file.clone()));
        assert_eq!(files.path(offered[1].id + 1), None);
        for _ in 0..MAX_REMEMBERED {
            files.register(vec![file.clone()]);
        }
        assert_eq!(files.path(offered[1].id), None, "the oldest are forgotten");
        let many = files.register(vec![file.clone(); MAX_REMEMBERED + 50]);
        assert_eq!(many.len(), MAX_REMEMBERED + 50);
        assert!(many.iter().all(|one| files.path(one.id).is_some()), "of one drop nothing is forgotten, however large it is");
    }

    #[test]
    fn a_look_that_ends_after_its_drag_reports_nothing() {
        let files = DroppedFiles::default();
        let reported = |drag| {
            let mut reported = false;
            files.if_current(drag, || reported = true);
            reported
        };
        let first = files.next_drag();
        assert!(reported(first));
        let second = files.next_drag();
        assert!(!reported(first));
        assert!(reported(second));
    }
}
