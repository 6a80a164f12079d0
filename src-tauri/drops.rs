//! Files and folders that the person drags over the window, or chooses. The page of a web view gets to see none that are dropped
//! (WebKitGTK hides them, CVE-2025-13947), and no web view of Linux lets it choose a folder; so the shell reads them, and hands
//! the engine an archive of each when the page asks (see `uploads`).
//!
//! Invariant: the page gets only what the person dropped or chose; it names it by a number of ours, never by a path.

use crate::page::{Page, Word};
use crate::window;
use serde::Serialize;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tauri::{AppHandle, DragDropEvent, Manager};
use tauri_plugin_dialog::DialogExt;

/// So many of former drops can be asked for, again too: an upload may have failed.
const KEPT: usize = 200;

/// What the page hears of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offered {
    id: u64,
    name: String,
    /// What the archive is called.
    file: String,
    folder: bool,
}

#[derive(Default)]
pub struct Drops(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    last: u64,
    paths: VecDeque<(u64, PathBuf)>,
    /// Counts what was dragged here, so that a look at one that has left again tells nothing.
    drags: u64,
}

impl Drops {
    /// From now on the page may ask for these, however many they are. Looks at the disk.
    fn offer(&self, paths: Vec<PathBuf>) -> Vec<Offered> {
        let seen: Vec<(Offered, PathBuf)> = paths.into_iter().filter_map(|path| Some((seen(&path)?, path))).collect();
        let mut kept = self.kept();
        let before = (kept.paths.len() + seen.len()).saturating_sub(KEPT).min(kept.paths.len());
        kept.paths.drain(..before);
        let number = |(one, path): (Offered, PathBuf)| {
            kept.last += 1;
            let id = kept.last;
            kept.paths.push_back((id, path));
            Offered { id, ..one }
        };
        seen.into_iter().map(number).collect()
    }

    /// What the page may ask for by this number.
    pub fn path(&self, id: u64) -> Option<PathBuf> {
        self.kept().paths.iter().find(|(known, _)| *known == id).map(|(_, path)| path.clone())
    }

    /// Something else is dragged here, or nothing any more.
    fn drag(&self) -> u64 {
        let mut kept = self.kept();
        kept.drags += 1;
        kept.drags
    }

    /// Tells it unless this drag is over.
    fn while_dragged(&self, drag: u64, tell: impl FnOnce()) {
        let kept = self.kept();
        if kept.drags == drag {
            tell();
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// As the page hears of it, without its number yet. What was dragged may be words, or the address of a page: `None`.
fn seen(path: &Path) -> Option<Offered> {
    let (metadata, name) = (path.metadata().ok()?, path.file_name()?);
    Some(Offered {
        id: 0,
        name: name.to_string_lossy().into_owned(),
        file: apprentice_engine::packed_name(path),
        folder: metadata.is_dir(),
    })
}

/// Something is dragged over the window. This is the thread of the window, and a disk may be slow: it is looked at elsewhere.
pub fn dragged(app: &AppHandle, event: &DragDropEvent) {
    let over = |over: bool| app.state::<Page>().say(Word::Dragged { over });
    match event {
        DragDropEvent::Enter { paths, .. } => {
            let (app, paths, drag) = (app.clone(), paths.clone(), app.state::<Drops>().drag());
            tauri::async_runtime::spawn_blocking(move || {
                if paths.iter().any(|path| path.exists()) {
                    app.state::<Drops>().while_dragged(drag, || {
                        app.state::<Page>().say(Word::Dragged { over: true });
                    });
                }
            });
        }
        DragDropEvent::Leave => {
            app.state::<Drops>().drag();
            over(false);
        }
        DragDropEvent::Drop { paths, .. } => {
            app.state::<Drops>().drag();
            over(false);
            let (app, paths) = (app.clone(), paths.clone());
            tauri::async_runtime::spawn_blocking(move || {
                let offered = app.state::<Drops>().offer(paths);
                if !offered.is_empty() {
                    app.state::<Page>().say(Word::Dropped { offered });
                }
            });
        }
        _ => {}
    }
}

/// Lets the person choose a folder; `None`: they thought better of it.
#[tauri::command]
pub async fn choose_folder(app: AppHandle) -> Result<Option<Offered>, String> {
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
    let offered = tauri::async_runtime::spawn_blocking(move || app.state::<Drops>().offer(vec![path]).pop()).await;
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
        let drops = Drops::default();
        let offered = drops.offer(vec![folder.clone(), "https://example.org/tea".into(), file.clone()]);
        let told: Vec<(&str, &str, bool)> =
            offered.iter().map(|one| (one.name.as_str(), one.file.as_str(), one.folder)).collect();
        assert_eq!(told, [("brew-tea", "brew-tea.zip", true), ("tea.zip", "tea.zip", false)]);
        assert_eq!(drops.path(offered[0].id), Some(folder));
        assert_eq!(drops.path(offered[1].id), Some(file.clone()));
        assert_eq!(drops.path(offered[1].id + 1), None);
        for _ in 0..KEPT {
            drops.offer(vec![file.clone()]);
        }
        assert_eq!(drops.path(offered[1].id), None, "the oldest are forgotten");
        let many = drops.offer(vec![file.clone(); KEPT + 50]);
        assert_eq!(many.len(), KEPT + 50);
        assert!(many.iter().all(|one| drops.path(one.id).is_some()), "of one drop nothing is forgotten, however large it is");
    }

    #[test]
    fn a_look_that_comes_after_its_drag_tells_nothing() {
        let drops = Drops::default();
        let told = |drag| {
            let mut told = false;
            drops.while_dragged(drag, || told = true);
            told
        };
        let first = drops.drag();
        assert!(told(first));
        let left = drops.drag();
        assert!(!told(first));
        assert!(told(left));
    }
}
