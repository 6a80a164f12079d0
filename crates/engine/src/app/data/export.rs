//! Exports everything as one zip file: the database as lines of JSON, the projections, and the skills of the sandbox; or as a backup
//! ([`super::backup`]).
//!
//! Invariant: the target path holds a complete export or none. Invariant: the export contains no token and no secret; the files
//! that hold them (`endpoint.json`, `agent.json`, `run/`) are left out.

use super::{backup, files};
use crate::Answer;
use crate::app::App;
use crate::core::request;
use apprentice_contracts::data::{DataExport, ExportContents, ExportRequest, ExportState};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::json;
use apprentice_platform::permissions::open_private;
use apprentice_store::{Connection, dump};
use std::fs::File;
use std::io;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;
use zip::write::SimpleFileOptions;

/// The last export and its cancellation.
#[derive(Default)]
pub(crate) struct Exports(Mutex<Option<Export>>);

#[derive(Clone)]
pub(super) struct Export {
    progress: Arc<Mutex<DataExport>>,
    cancel: CancellationToken,
    /// The target: the requested path, or a file of our own.
    pub file: PathBuf,
    /// Whether an existing file may be replaced.
    replace: bool,
}

impl Export {
    fn now(&self) -> DataExport {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn update(&self, change: impl FnOnce(&mut DataExport)) {
        change(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn is_running(&self) -> bool {
        self.now().state == ExportState::Running
    }

    pub fn part(&self) -> PathBuf {
        PathBuf::from(format!("{}.part", self.file.display()))
    }
}

impl Exports {
    fn last(&self) -> Option<Export> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Cancels a running export, or deletes a finished file that nobody fetched.
    pub(crate) fn end(&self) -> bool {
        let Some(export) = self.last() else { return false };
        export.cancel.cancel();
        if !export.is_running() && export.now().path.is_none() {
            // It may be deleted already.
            let _ = std::fs::remove_file(&export.file);
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        true
    }
}

impl App {
    pub(crate) async fn begin_export(&self, request: ExportRequest) -> Answer<DataExport> {
        let home = &self.core.options.home;
        let id = self.core.options.ids.next();
        let file = match &request.path {
            Some(path) => target(path, home, request.replace)?,
            None => home.join("run").join(format!("export-{id}.zip")),
        };
        let progress = DataExport {
            export_id: id,
            contents: request.contents,
            state: ExportState::Running,
            done: 0,
            total: 0,
            doing: "counting".into(),
            path: request.path,
            bytes: None,
            problem: None,
            started_at: self.core.now(),
        };
        let export = Export {
            progress: Arc::new(Mutex::new(progress)),
            cancel: self.core.cancel.child_token(),
            file,
            replace: request.replace,
        };
        {
            let mut last = self.exports.0.lock().unwrap_or_else(PoisonError::into_inner);
            if last.as_ref().is_some_and(Export::is_running) {
                return Err(Failure::new(ErrorCode::Conflict, "Another export runs. Wait for it, or cancel it."));
            }
            let part = export.part();
            // It may be a download of another program.
            if part.is_file() {
                let message = format!("{} is in the way. Delete it if nobody needs it, or choose another name.", part.display());
                return Err(Failure::new(ErrorCode::Conflict, message));
            }
            make_private(&part).map_err(|error| unwritable(&export.file, &error))?;
            if let Some(old) = last.replace(export.clone()).filter(|old| old.now().path.is_none()) {
                // It may be deleted already.
                let _ = std::fs::remove_file(old.file);
            }
        }
        let (core, home, job) = (self.core.clone(), home.clone(), export.clone());
        self.core.supervisor.spawn("writing an export", async move {
            let work = job.clone();
            let result = match request.contents {
                ExportContents::Records => core.store.read(move |db| write(db, &home, &work)).await,
                ExportContents::Backup => backup::write(&core, &work).await,
            };
            settle(&job, result);
        });
        Ok(export.now())
    }

    pub(crate) fn export(&self) -> Option<DataExport> {
        self.exports.last().map(|export| export.now())
    }

    pub(crate) fn export_file(&self, id: Uuid) -> Answer<PathBuf> {
        let last = self.exports.last().filter(|export| export.now().export_id == id && export.now().path.is_none());
        last.filter(|export| export.now().state == ExportState::Done)
            .map(|export| export.file)
            .ok_or_else(|| Failure::new(ErrorCode::NotFound, "There is no finished export of that id to be fetched."))
    }

    pub(crate) fn end_export(&self) -> bool {
        self.exports.end()
    }
}

fn target(path: &str, home: &Path, replace: bool) -> Answer<PathBuf> {
    let file = PathBuf::from(path);
    if !file.is_absolute() || file.file_name().is_none() {
        return Err(request::invalid("path", &format!("{path} is not the absolute path of a file")));
    }
    let folder = file.parent().and_then(|folder| std::fs::canonicalize(folder).ok());
    let Some(folder) = folder.filter(|folder| folder.is_dir()) else {
        return Err(request::invalid("path", &format!("the folder of {path} is not there")));
    };
    if std::fs::canonicalize(home).is_ok_and(|home| folder.starts_with(home)) {
        return Err(request::invalid("path", "choose a folder outside of Apprentice's own home"));
    }
    if file.is_dir() {
        return Err(request::invalid("path", &format!("{path} is a folder; name a file in it")));
    }
    if !replace && file.exists() {
        let message = format!("{path} is there already. Choose another name, or say that it is to be replaced.");
        return Err(Failure::new(ErrorCode::Conflict, message));
    }
    Ok(file)
}

/// Creates a file that only its owner may read, because it will contain everything that was ever observed.
fn make_private(path: &Path) -> io::Result<()> {
    open_private(File::options().write(true).create(true).truncate(true), path).map(drop)
}

/// Moves the finished `part` to its place. A file that appeared meanwhile is never overwritten.
fn publish(part: &Path, file: &Path, replace: bool) -> Answer<()> {
    if !replace {
        // An empty file reserves the place until the rename.
        let held = open_private(File::options().write(true).create_new(true), file);
        held.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                let message =
                    format!("{} was created meanwhile and was not overwritten. Export again under another name.", file.display());
                Failure::new(ErrorCode::Conflict, message)
            }
            _ => unwritable(file, &error),
        })?;
    }
    std::fs::rename(part, file).map_err(|error| {
        if !replace {
            // The empty file of the reservation.
            let _ = std::fs::remove_file(file);
        }
        unwritable(file, &error)
    })
}

/// Deletes exports of the last run that nobody fetched or that are unfinished. Nothing else would find them.
pub(crate) fn sweep(home: &Path) {
    for entry in std::fs::read_dir(home.join("run")).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(|name| name.starts_with("export-"))
            && let Err(error) = std::fs::remove_file(entry.path())
        {
            tracing::warn!(%error, "an export of the last run stays");
        }
    }
}

fn settle(export: &Export, result: Answer<u64>) {
    let part = export.part();
    let cancelled = export.cancel.is_cancelled();
    let result = match result {
        Ok(bytes) if !cancelled => publish(&part, &export.file, export.replace).map(|()| bytes),
        other => other,
    };
    if result.is_err() || cancelled {
        // It may not exist yet.
        let _ = std::fs::remove_file(&part);
    }
    export.update(|progress| {
        // Cancelled after the file was moved: a file of our own is deleted, one that the user named stays.
        let late = export.cancel.is_cancelled() && progress.path.is_none();
        if late {
            // It may be deleted already.
            let _ = std::fs::remove_file(&export.file);
        }
        match result {
            _ if cancelled || late => progress.state = ExportState::Cancelled,
            Ok(bytes) => {
                progress.state = ExportState::Done;
                progress.bytes = Some(bytes);
            }
            Err(failure) => {
                progress.state = ExportState::Failed;
                progress.problem = Some(failure.message);
            }
        }
    });
}

/// Writes the export beside its target. Returns its size in bytes.
fn write(db: &Connection, home: &Path, export: &Export) -> Answer<u64> {
    let refused = |error: &dyn std::fmt::Display| unwritable(&export.file, error);
    let tables = dump::tables(db)?;
    let files: Vec<_> = ["system", "sandbox/skills"].iter().flat_map(|folder| files(&home.join(folder))).collect();
    export.update(|progress| progress.total = tables.iter().map(|(_, count)| count).sum::<u64>() + files.len() as u64);
    let file = File::create(export.part()).map_err(|error| refused(&error))?;
    let mut zip = zip::ZipWriter::new(BufWriter::new(file));
    let options = SimpleFileOptions::default().large_file(true).unix_permissions(0o600);
    zip.start_file("README.txt", options).map_err(|error| refused(&error))?;
    zip.write_all(README.as_bytes()).map_err(|error| refused(&error))?;
    for (table, _) in tables {
        export.update(|progress| progress.doing.clone_from(&table));
        zip.start_file(format!("database/{table}.jsonl"), options).map_err(|error| refused(&error))?;
        dump::records(db, &table, |record| {
            advance(export)?;
            let line = json::to_text(&record).map_err(|error| crate::internal("exporting", &error))?;
            zip.write_all(line.as_bytes()).and_then(|()| zip.write_all(b"\n")).map_err(|error| refused(&error))
        })?;
    }
    for (file, _) in files {
        advance(export)?;
        let name = file.strip_prefix(home).unwrap_or(&file).display().to_string();
        export.update(|progress| progress.doing.clone_from(&name));
        // The file may be gone since it was listed. It is a projection of the database, which is in the export.
        let Ok(mut source) = File::open(&file) else { continue };
        zip.start_file(name, options).map_err(|error| refused(&error))?;
        io::copy(&mut source, &mut zip).map_err(|error| refused(&error))?;
    }
    let written = zip.finish().map_err(|error| refused(&error))?.into_inner().map_err(|error| refused(&error))?;
    written.sync_all().map_err(|error| refused(&error))?;
    written.metadata().map(|data| data.len()).map_err(|error| refused(&error))
}

/// Counts one more entry. Errors: `CONFLICT` after a cancellation.
pub(super) fn advance(export: &Export) -> Answer<()> {
    export.update(|progress| progress.done += 1);
    if export.cancel.is_cancelled() { Err(Failure::new(ErrorCode::Conflict, "The export was cancelled.")) } else { Ok(()) }
}

pub(super) fn unwritable(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    let message = format!("{} cannot be written: {error}. Nothing was left half-written; choose another place.", path.display());
    Failure::new(ErrorCode::TargetNotWritable, message)
}

const README: &str = "Everything that Apprentice kept, as it was when this file was made.

database/*.jsonl   every record of its database, one JSON object per line
system/            the files that show agents and scripts what the database says
sandbox/skills/    the skills of the sandbox folder

Tokens and keys are not in here. Skills in the folders of your agents stay there and are not in here either.
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_appeared_meanwhile_is_not_overwritten_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let (part, file) = (folder.path().join("all.zip.part"), folder.path().join("all.zip"));
        let names = || {
            let mut names: Vec<_> = folder.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        };
        std::fs::write(&part, "export").unwrap();
        std::fs::write(&file, "theirs").unwrap();
        assert_eq!(publish(&part, &file, false).unwrap_err().code, ErrorCode::Conflict);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "theirs");
        publish(&part, &file, true).unwrap();
        assert_eq!((std::fs::read_to_string(&file).unwrap().as_str(), names().len()), ("export", 1), "what may be replaced is");
        std::fs::remove_file(&file).unwrap();
        std::fs::write(&part, "export").unwrap();
        publish(&part, &file, false).unwrap();
        assert_eq!((std::fs::read_to_string(&file).unwrap().as_str(), names().len()), ("export", 1));
        std::fs::remove_file(&file).unwrap();
        assert!(publish(&part, &file, false).is_err(), "there is nothing to be brought in");
        assert_eq!(names().len(), 0, "and no empty file in its place");
    }
}
