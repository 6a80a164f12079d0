//! Files and folders that the person drags over the window, or chooses. The page of a web view gets to see none that are dropped
//! (WebKitGTK hides them, CVE-2025-13947), and no web view of Linux lets it choose a folder; so the shell reads them, and hands
//! the engine an archive of each when the page asks (see `uploads`).
//!
//! Invariant: the page gets only what the person dropped or chose; it names it by a number of ours, never by a path.

use crate::page_events::{PageEvents, ShellEvent};
use crate::window;
use serde::Serialize;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tauri::{AppHandle, DragDropEvent, Manager};
use tauri_plugin_dialog::DialogExt;

/// So many of former drops can be asked for, again too: an upload may have failed.
const MAX_REMEMBERED: usize = 200;

/// What the page hears of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DroppedFile {
    id: u64,
    name: String,
    /// What the archive is called.
    file: String,
    folder: bool,
}

#[derive(Default)]
pub struct DroppedFiles(Mutex<Registry>);

#[derive(Default)]
struct Registry {
    last: u64,
    paths: VecDeque<(u64, PathBuf)>,
    /// Counts what was dragged here, so that a look at one that has left again tells nothing.
    drags: u64,
}

impl DroppedFiles {
    /// From now on the page may ask for these, however many they are. Looks at the disk.
    fn register(&self, paths: Vec<PathBuf>) -> Vec<DroppedFile> {
        let seen: Vec<(DroppedFile, PathBuf)> = paths.into_iter().filter_map(|path| Some((describe(&path)?, path))).collect();
        let mut registry = self.registry();
        let before = (registry.paths.len() + seen.len()).saturating_sub(MAX_REMEMBERED).min(registry.paths.len());
        registry.paths.drain(..before);
        let number = |(one, path): (DroppedFile, PathBuf)| {
            registry.last += 1;
            let id = registry.last;
            registry.paths.push_back((id, path));
            DroppedFile { id, ..one }
        };
        seen.into_iter().map(number).collect()
    }

    /// What the page may ask for by this number.
    pub fn path(&self, id: u64) -> Option<PathBuf> {
        self.registry().paths.iter().find(|(known, _)| *known == id).map(|(_, path)| path.clone())
    }

    /// Something else is dragged here, or nothing any more.
    fn next_drag(&self) -> u64 {
        let mut registry = self.registry();
        registry.drags += 1;
        registry.drags
    }

    /// Tells it unless this drag is over.
    fn if_current(&self, drag: u64, tell: impl FnOnce()) {
        let registry = self.registry();
        if registry.drags == drag {
            tell();
        }
    }

    fn registry(&self) -> MutexGuard<'_, Registry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// As the page hears of it, without its number yet. What was dragged may be words, or the address of a page: `None`.
fn describe(path: &Path) -> Option<DroppedFile> {
    let (metadata, name) = (path.metadata().ok()?, path.file_name()?);
    Some(DroppedFile {
        id: 0,
        name: name.to_string_lossy().into_owned(),
        file: apprentice_engine::packed_name(path),
        folder: metadata.is_dir(),
    })
}

/// Something is dragged over the window. This is the thread of the window, and a disk may be slow: it is looked at elsewhere.
pub fn on_drag_drop(app: &AppHandle, event: &DragDropEvent) {
    let over = |over: bool| app.state::<PageEvents>().emit(ShellEvent::Dragged { over });
    match event {
        DragDropEvent::Enter { paths, .. } => {
            let (app, paths, drag) = (app.clone(), paths.clone(), app.state::<DroppedFiles>().next_drag());
            tauri::async_runtime::spawn_blocking(move || {
                if paths.iter().any(|path| path.exists()) {
                    app.state::<DroppedFiles>().if_current(drag, || {
                        app.state::<PageEvents>().emit(ShellEvent::Dragged { over: true });
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
                    app.state::<PageEvents>().emit(ShellEvent::Dropped { offered });
                }
            });
        }
        _ => {}
    }
}

/// Lets the person choose a folder; `None`: they thought better of it.
#[tauri::command]
pub async fn choose_folder(app: AppHandle) -> Result<Option<DroppedFile>, String> {
    let (tell, chosen) = tokio::sync::oneshot::channel();
    let mut dialog = app.dialog().file();
    if let Some(window) = app.get_webview_window(window::LABEL) {
        dialog = dialog.set_parent(&window);
    }
    dialog.pick_folder(move |path| {
        let _gone = tell.send(path);
    });
    let path = chosen.await.map_err(|_| "The dialog was closed.".to_owned())?;
    let Some(path) = path.and_then(|path| path.into_path().ok()) else { return Ok(None) };
    let offered = tauri::async_runtime::spawn_blocking(move || app.state::<DroppedFiles>().register(vec![path]).pop()).await;
    offered.map_err(|error| format!("The folder could not be looked at: {error}"))
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
        let drops = DroppedFiles::default();
        let offered = drops.register(vec![folder.clone(), "https://example.org/tea".into(), file.clone()]);
        let told: Vec<(&str, &str, bool)> =
            offered.iter().map(|one| (one.name.as_str(), one.file.as_str(), one.folder)).collect();
        assert_eq!(told, [("brew-tea", "brew-tea.zip", true), ("tea.zip", "tea.zip", false)]);
        assert_eq!(drops.path(offered[0].id), Some(folder));
        assert_eq!(drops.path(offered[1].id), Some(file.clone()));
        assert_eq!(drops.path(offered[1].id + 1), None);
        for _ in 0..MAX_REMEMBERED {
            drops.register(vec![file.clone()]);
        }
        assert_eq!(drops.path(offered[1].id), None, "the oldest are forgotten");
        let many = drops.register(vec![file.clone(); MAX_REMEMBERED + 50]);
        assert_eq!(many.len(), MAX_REMEMBERED + 50);
        assert!(many.iter().all(|one| drops.path(one.id).is_some()), "of one drop nothing is forgotten, however large it is");
    }

    #[test]
    fn a_look_that_comes_after_its_drag_tells_nothing() {
        let drops = DroppedFiles::default();
        let told = |drag| {
            let mut told = false;
            drops.if_current(drag, || told = true);
            told
        };
        let first = drops.next_drag();
        assert!(told(first));
        let left = drops.next_drag();
        assert!(!told(first));
        assert!(told(left));
    }
}
