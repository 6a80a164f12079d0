//! Files and folders that the person drags over the window, or chooses. The page of a web view gets to see none that are dropped
//! (WebKitGTK hides them, CVE-2025-13947), and no web view of Linux lets it choose a folder; so the shell reads them, and hands the page
//! an archive of each when it asks.
//!
//! Invariant: the page gets only what the person dropped or chose; it names it by a number of ours, never by a path.

use crate::page::{Page, Word};
use crate::window;
use apprentice_api::host::refusal;
use apprentice_contracts::error::{ErrorCode, Failure};
use serde::Serialize;
use serde_json::Value;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use tauri::ipc::Response;
use tauri::{AppHandle, DragDropEvent, Manager, State};
use tauri_plugin_dialog::DialogExt;

/// So many can be asked for, again too: an upload may have failed.
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
}

impl Drops {
    /// From now on the page may ask for these.
    fn offer(&self, paths: Vec<PathBuf>) -> Vec<Offered> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut offered = Vec::new();
        for path in paths {
            // What was dragged may be words, or the address of a page.
            let (Ok(metadata), Some(name)) = (path.metadata(), path.file_name()) else { continue };
            kept.last += 1;
            let (id, name, file) = (kept.last, name.to_string_lossy().into_owned(), apprentice_learn::packed_name(&path));
            offered.push(Offered { id, name, file, folder: metadata.is_dir() });
            kept.paths.push_back((id, path));
        }
        let over = kept.paths.len().saturating_sub(KEPT);
        kept.paths.drain(..over);
        offered
    }

    fn path(&self, id: u64) -> Option<PathBuf> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.paths.iter().find(|(known, _)| *known == id).map(|(_, path)| path.clone())
    }
}

/// Something is dragged over the window.
pub fn dragged(app: &AppHandle, event: &DragDropEvent) {
    let page = app.state::<Page>();
    match event {
        DragDropEvent::Enter { paths, .. } if paths.iter().any(|path| path.exists()) => {
            page.say(Word::Dragged { over: true });
        }
        DragDropEvent::Leave => {
            page.say(Word::Dragged { over: false });
        }
        DragDropEvent::Drop { paths, .. } => {
            page.say(Word::Dragged { over: false });
            let offered = app.state::<Drops>().offer(paths.clone());
            if !offered.is_empty() {
                page.say(Word::Dropped { offered });
            }
        }
        _ => {}
    }
}

/// Lets the person choose a folder; `None`: they thought better of it.
#[tauri::command]
pub async fn choose_folder(app: AppHandle, drops: State<'_, Drops>) -> Result<Option<Offered>, String> {
    let (tell, chosen) = tokio::sync::oneshot::channel();
    let mut dialog = app.dialog().file();
    if let Some(window) = app.get_webview_window(window::LABEL) {
        dialog = dialog.set_parent(&window);
    }
    dialog.pick_folder(move |path| {
        let _gone = tell.send(path);
    });
    let path = chosen.await.map_err(|_| "The dialog was closed.".to_owned())?;
    Ok(path.and_then(|path| path.into_path().ok()).and_then(|path| drops.offer(vec![path]).pop()))
}

/// What was offered, as the bytes of the file that an upload takes: a folder is packed. Rejects with the envelope.
#[tauri::command]
pub async fn offered(drops: State<'_, Drops>, id: u64) -> Result<Response, Value> {
    let path = drops.path(id).ok_or_else(|| {
        refusal(&Failure::new(ErrorCode::NotFound, "It was dropped too long ago. Drop or choose it once more."))
    })?;
    let packed = tauri::async_runtime::spawn_blocking(move || apprentice_learn::pack(&path)).await;
    match packed {
        Ok(Ok(packed)) => Ok(Response::new(packed)),
        Ok(Err(failure)) => Err(refusal(&failure)),
        Err(error) => Err(refusal(&Failure::new(ErrorCode::Internal, format!("It could not be read: {error}")))),
    }
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
    }
}
