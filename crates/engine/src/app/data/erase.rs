//! Deletes everything that Apprentice keeps.
//!
//! Invariant: files that Apprentice did not write stay; in agents' folders only unchanged skills and agent definitions are removed. Invariant: a
//! deletion that has started is completed, however often the program is killed: a note in the home records it and is deleted
//! last.

use crate::Answer;
use crate::app::App;
use crate::core::blocking::blocking;
use crate::core::definitions::Written;
use crate::core::deletion::mark_deleted_bytes;
use crate::core::notify::ChangeNotice;
use crate::core::{home, request};
use apprentice_agents::ConfigurationError;
use apprentice_agents::definitions::{clear_leftovers, remove_file};
use apprentice_contracts::data::{
    DELETE_CONFIRMATION, DeleteEverythingRequest, DeleteEverythingResponse, KeptDefinition, KeptSkill,
};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_skills::install::{manage, put};
use apprentice_store::sagas::Placement;
use apprentice_store::{dump, sagas};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// File name of the note.
const NOTE: &str = "deleting.json";

/// Files of a running program. They contain nothing that was learned.
const KEPT: [&str; 3] = ["lock", "endpoint.json", "agent.json"];

#[derive(Debug, Default, Serialize, Deserialize)]
struct Note {
    /// Skills in agents' folders that are to be removed.
    skills: Vec<Placement>,
    /// Agent definitions in agents' folders that are to be removed.
    #[serde(default)]
    definitions: Vec<WrittenFile>,
}

/// A file as Apprentice wrote it.
#[derive(Debug, Serialize, Deserialize)]
struct WrittenFile {
    file: PathBuf,
    fingerprint: String,
}

/// Paths that were removed, and those that had to stay, with the reason.
type TakenBack = (Vec<String>, Vec<(String, String)>);

impl App {
    pub(crate) async fn delete_everything(&self, request: DeleteEverythingRequest) -> Answer<DeleteEverythingResponse> {
        if request.confirm.trim() != DELETE_CONFIRMATION {
            return Err(request::invalid("confirm", &format!("type “{DELETE_CONFIRMATION}”")));
        }
        let _gate = self.core.gate.lock().await;
        let (placements, unsettled) =
            self.core.store.read(|db| Ok::<_, Failure>((sagas::all_placements(db)?, !sagas::unsettled(db)?.is_empty()))).await?;
        if unsettled {
            let message = "An installation is running or waits to be undone. Delete everything after that.";
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        let definitions = self.settled_definitions().await?;
        self.exports.end();
        self.sessions.end_watching().await;
        let (skills, mut kept_skills) = chosen(placements, request.installed_skills, &self.core.options.machine.sandbox);
        let (definitions, mut kept_definitions) = chosen_definitions(&definitions, request.installed_skills);
        let note = Note { skills, definitions };
        let folder = self.core.options.home.clone();
        let ((removed_skills, edited_skills), (removed_definitions, edited_definitions)) = {
            let folder = folder.clone();
            blocking("deleting everything", move || {
                write_note(&folder, &note)?;
                Ok::<_, Failure>((take_back(&note), take_back_definitions(&note)))
            })
            .await??
        };
        // The list of the keys goes with the database.
        let keys = crate::author::keys::forget_all(&self.core).await?;
        let secrets = crate::connectors::secrets::forget_all(&self.core).await?;
        // No projection is written until the files are gone.
        let mut delivering = self.projections.suspend().await;
        let emptied = self.core.change(|tx| {
            dump::delete_everything(tx.db)?;
            mark_deleted_bytes(tx)
        });
        if let Err(failure) = emptied.await {
            // Otherwise the next start would delete what is learned from now on.
            remove_note(&self.core.options.home);
            return Err(failure);
        }
        delivering.clear();
        self.core.options.browser.clear(&folder);
        let left = blocking("deleting everything", move || remove_files(&folder, true)).await?;
        drop(delivering);
        remove_note(&self.core.options.home);
        self.core.erase_deleted_bytes().await;
        self.projections.rewrite(&self.core).await?;
        self.core.notifier.notify(ChangeNotice::Categories);
        self.core.notifier.notify(ChangeNotice::Settings);
        self.core.notifier.notify(ChangeNotice::Abilities);
        kept_skills.extend(edited_skills);
        kept_definitions.extend(edited_definitions);
        let mut left = names(&left);
        left.extend(keys.iter().map(|address| format!("the key for {address}, in the keychain")));
        left.extend(secrets.iter().map(|secret| format!("{secret}, in the keychain")));
        let kept_skills = kept_skills.into_iter().map(|(path, reason)| KeptSkill { path, reason }).collect();
        let kept_definitions = kept_definitions.into_iter().map(|(path, reason)| KeptDefinition { path, reason }).collect();
        Ok(DeleteEverythingResponse { removed_skills, kept_skills, removed_definitions, kept_definitions, left })
    }
}

const CHOSEN: &str = "You chose to keep it.";

/// Which skills in agents' folders are removed and which stay. The sandbox is part of the home.
fn chosen(placements: Vec<Placement>, all: bool, sandbox: &Path) -> (Vec<Placement>, Vec<(String, String)>) {
    let there = placements.into_iter().filter(|placement| !placement.is_taken_out());
    let outside = there.filter(|placement| Path::new(&placement.root) != sandbox);
    if all {
        return (outside.collect(), Vec::new());
    }
    let kept = outside.map(|placement| (placement.folder().display().to_string(), CHOSEN.to_owned()));
    (Vec::new(), kept.collect())
}

/// Which agent definitions in agents' folders are removed and which stay.
fn chosen_definitions(written: &[Written], all: bool) -> (Vec<WrittenFile>, Vec<(String, String)>) {
    if !all {
        let there = written.iter().filter(|record| record.file.exists());
        return (Vec::new(), there.map(|record| (record.file.display().to_string(), CHOSEN.to_owned())).collect());
    }
    let file = |record: &Written| Some(WrittenFile { file: record.file.clone(), fingerprint: record.fingerprint()?.to_owned() });
    (written.iter().filter_map(file).collect(), Vec::new())
}

/// Removes the agent definitions. One that somebody removed is not among the removed ones.
fn take_back_definitions(note: &Note) -> TakenBack {
    let (mut removed, mut kept) = (Vec::new(), Vec::new());
    for WrittenFile { file, fingerprint } in &note.definitions {
        let path = file.display().to_string();
        let was_there = file.symlink_metadata().is_ok();
        // A killed deletion may have left it under another name.
        let gone = clear_leftovers(file, Some(fingerprint), None).and_then(|()| remove_file(file, fingerprint));
        match gone {
            Ok(()) => removed.extend(was_there.then_some(path)),
            Err(ConfigurationError::Changed { .. }) => kept.push((path, "Somebody edited it since it was written.".to_owned())),
            Err(error) => kept.push((path, error.to_string())),
        }
    }
    (removed, kept)
}

/// Removes the skills. Returns the removed ones, and those that had to stay.
fn take_back(note: &Note) -> TakenBack {
    let (mut removed, mut kept) = (Vec::new(), Vec::new());
    for placement in &note.skills {
        let path = placement.folder().display().to_string();
        match put::take_back(Path::new(&placement.root), &placement.slug, &placement.fingerprint) {
            Ok(()) => removed.push(path),
            Err(error) => kept.push((path, error.to_string())),
        }
    }
    (removed, kept)
}

fn write_note(home: &Path, note: &Note) -> Answer<()> {
    let text = serde_json::to_vec(note).map_err(|error| crate::internal("deleting everything", &error))?;
    crate::core::files::replace(&home.join(NOTE), &text).map_err(|error| {
        let message = format!("{} cannot be written: {error}. Nothing was deleted.", home.join(NOTE).display());
        Failure::new(ErrorCode::TargetNotWritable, message)
    })
}

fn remove_note(home: &Path) {
    if let Err(error) = crate::core::files::remove(&home.join(NOTE)) {
        tracing::warn!(%error, "the note of a finished deletion stays; the next start takes it away");
    }
}

/// Removes our files in the home; the database's files only while nobody has them open. Returns what could not be removed.
fn remove_files(folder: &Path, open: bool) -> Vec<PathBuf> {
    let stays = |name: &str| !home::is_ours(name) || KEPT.contains(&name) || (open && is_in_use(name));
    let mut left = Vec::new();
    // Copies in their former folder are removed too.
    let skills = folder.join("skills");
    if manage::move_former(&skills).is_err() {
        left.push(skills.join("backups"));
    }
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name.to_str().is_none_or(stays) {
            continue;
        }
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let gone = if is_folder { std::fs::remove_dir_all(entry.path()) } else { std::fs::remove_file(entry.path()) };
        if gone.is_err_and(|error| error.kind() != io::ErrorKind::NotFound) {
            left.push(entry.path());
        }
    }
    // A folder `skills` may belong to an agent; only the installer's record in it is ours.
    let record = skills.join("installed.json");
    if std::fs::remove_file(&record).is_err_and(|error| error.kind() != io::ErrorKind::NotFound) {
        left.push(record);
    }
    if let Err(error) = home::create_folders(folder) {
        tracing::error!(%error, "the folders of the empty home could not be created");
    }
    left
}

/// Files that SQLite has open, and the sockets of open terminals. A damaged file that a repair kept is removed.
fn is_in_use(name: &str) -> bool {
    matches!(name, "apprentice.db" | "apprentice.db-wal" | "apprentice.db-shm" | "run")
}

fn names(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|path| path.display().to_string()).collect()
}

/// Completes a deletion that the last run started. Called before the database is opened.
pub(crate) fn finish(folder: &Path) {
    let Ok(text) = std::fs::read(folder.join(NOTE)) else { return };
    // The note is never half-written: it was created by a rename.
    let note: Note = serde_json::from_slice(&text).unwrap_or_default();
    let (_removed, kept) = take_back(&note);
    let (_removed, kept_definitions) = take_back_definitions(&note);
    for (path, reason) in kept.into_iter().chain(kept_definitions) {
        tracing::warn!(path, reason, "what was installed for an agent stays");
    }
    let left = remove_files(folder, false);
    if left.is_empty() {
        remove_note(folder);
    } else {
        tracing::error!(?left, "not everything could be deleted; the next start tries again");
    }
}
