//! Restores a backup, in two steps: [`stage`] verifies it and unpacks it beside the data, and [`finish`] exchanges both before the next
//! start opens the database.
//!
//! Invariant: at every moment the home holds the former data or the restored data as a whole, or [`finish`] completes the exchange.
//! Invariant: the former data is kept, in a folder `before-restore-N` of the home.

use super::backup::{CONTENTS, DATABASE, Entry, FORMAT, MANIFEST, Manifest, copy_hashed};
use crate::app::App;
use crate::core::blocking::blocking;
use crate::core::home::{self, BEFORE_RESTORE};
use crate::{Answer, internal};
use apprentice_contracts::data::{RestoreRequest, RestoreResponse};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_contracts::{SCHEMA_VERSION, json};
use apprentice_platform::files::sync_folder;
use apprentice_platform::permissions::{create_private_folders, open_private};
use apprentice_store::{backup, sagas};
use serde_json::json;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path};
use zip::ZipArchive;

/// A backup that is being unpacked. It is removed when that fails, and by the next start.
const UNPACKING: &str = "restore.part";
/// A whole, verified backup. The former data is being moved away.
const STAGED: &str = "restore.staged";
/// The former data is away. The backup is being moved into its place.
const MOVING: &str = "restore.moving";
/// In the staged folder: the name of the folder with the former data.
const KEPT_NAME: &str = "kept";

/// The longest manifest, in bytes. It names every file.
const MAX_MANIFEST: u64 = 64 << 20;

/// States in which a session is doing something that a restoration would cut off.
const LIVE: [State; 5] = [State::Armed, State::Capturing, State::Paused, State::TestingProposal, State::InstallingPrivate];

impl App {
    /// Verifies and unpacks a backup, and asks for a restart that puts it in place.
    pub(crate) async fn restore_backup(&self, asked: RestoreRequest) -> Answer<RestoreResponse> {
        let _gate = self.core.gate.lock().await;
        let unsettled = self.core.store.read(|db| Ok::<_, Failure>(!sagas::unsettled(db)?.is_empty())).await?;
        let live = self.sessions.runtime_current().await?.current.is_some_and(|session| LIVE.contains(&session.state));
        if live || unsettled {
            let message = "A session or an installation is running. Finish or cancel it, then restore.";
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        let home = self.core.options.home.clone();
        let staged = blocking("restoring a backup", move || stage(&home, Path::new(&asked.path))).await??;
        self.core.restart.cancel();
        Ok(staged)
    }
}

/// Restores a backup into a home that no process uses, also when its database is damaged or missing.
///
/// Errors: `CONFLICT` when a process uses the home; those of a bad backup.
pub fn restore_home(home: &Path, file: &Path) -> Answer<RestoreResponse> {
    let _lock = home::open(home)?;
    finish(home)?;
    // A deletion that was killed would otherwise delete what is restored.
    super::erase::finish(home);
    let staged = stage(home, file)?;
    finish(home)?;
    Ok(RestoreResponse { restarts: false, ..staged })
}

/// Verifies a backup and unpacks it beside the data. Nothing else is changed.
///
/// Errors: `INVALID_REQUEST` naming `path` when the file is no whole backup; `DATABASE_TOO_NEW`; `DISK_FULL`; `TARGET_NOT_WRITABLE`.
fn stage(home: &Path, file: &Path) -> Answer<RestoreResponse> {
    if home.join(MOVING).exists() || home.join(STAGED).exists() {
        let message = "A backup is staged already. Restart Apprentice, which puts it in place.";
        return Err(Failure::new(ErrorCode::Conflict, message));
    }
    let part = home.join(UNPACKING);
    remove_folder(&part).map_err(|error| unwritable(&part, &error))?;
    unpack(&part, file)
        .and_then(|manifest| {
            let kept = free_name(home);
            fs::write(part.join(KEPT_NAME), &kept).map_err(|error| unwritable(&part, &error))?;
            rename(&part, &home.join(STAGED)).map_err(|error| unwritable(&part, &error))?;
            Ok(RestoreResponse {
                created_at: manifest.created_at,
                program_version: manifest.program_version,
                files: manifest.files.len() as u64,
                bytes: manifest.files.iter().map(|entry| entry.bytes).sum(),
                kept: home.join(kept).display().to_string(),
                restarts: true,
                schema_version: SCHEMA_VERSION,
            })
        })
        .inspect_err(|_| {
            // What stays is removed by the next start.
            let _ = remove_folder(&part);
        })
}

fn unpack(part: &Path, file: &Path) -> Answer<Manifest> {
    let opened = File::open(file).map_err(|error| not_a_backup(file, &format!("it cannot be read: {error}")))?;
    let mut zip = ZipArchive::new(opened).map_err(|error| not_a_backup(file, &error.to_string()))?;
    let manifest = manifest(&mut zip, file)?;
    create_private_folders(part).map_err(|error| unwritable(part, &error))?;
    for entry in &manifest.files {
        unpack_one(&mut zip, part, entry, file)?;
    }
    let database = part.join(DATABASE);
    if !database.is_file() {
        return Err(not_a_backup(file, "it contains no database"));
    }
    backup::check(&database)?;
    Ok(manifest)
}

fn manifest(zip: &mut ZipArchive<File>, file: &Path) -> Answer<Manifest> {
    let entry = zip.by_name(MANIFEST).map_err(|_| {
        not_a_backup(file, "it has no backup.json. An export is not a backup; make backups with `apprentice data backup`")
    })?;
    let mut text = Vec::new();
    entry.take(MAX_MANIFEST).read_to_end(&mut text).map_err(|error| not_a_backup(file, &error.to_string()))?;
    // Of a newer format only the number is known.
    let format = json::read::<serde_json::Value>(&text).ok().and_then(|value| value["format"].as_u64());
    let newer = |what: String| {
        let message = format!(
            "{} was made by a newer version of Apprentice ({what}). Nothing was changed. Update this program.",
            file.display()
        );
        Failure::new(ErrorCode::DatabaseTooNew, message)
    };
    if let Some(format) = format.filter(|format| *format > u64::from(FORMAT)) {
        return Err(newer(format!("format {format}; this program reads up to {FORMAT}")));
    }
    let manifest: Manifest = json::read(&text).map_err(|error| not_a_backup(file, &format!("its backup.json: {error}")))?;
    let latest = backup::latest_version();
    if manifest.schema_version > latest {
        return Err(newer(format!("schema {}; this program supports up to {latest}", manifest.schema_version)));
    }
    Ok(manifest)
}

fn unpack_one(zip: &mut ZipArchive<File>, part: &Path, entry: &Entry, file: &Path) -> Answer<()> {
    if !is_allowed(&entry.path) {
        return Err(not_a_backup(file, &format!("{:?} is not a file of a backup", entry.path)));
    }
    let target = part.join(&entry.path);
    let damaged = |reason: &dyn std::fmt::Display| not_a_backup(file, &format!("{} is damaged: {reason}", entry.path));
    let source = zip.by_name(&entry.path).map_err(|error| damaged(&error))?;
    let folder = target.parent().unwrap_or(part);
    create_private_folders(folder).map_err(|error| unwritable(folder, &error))?;
    let opened = open_private(File::options().write(true).create_new(true), &target);
    let mut written = opened.map_err(|error| unwritable(&target, &error))?;
    // One more byte than expected shows that it is too long, whatever its header says.
    let (bytes, sha256) = copy_hashed(&mut source.take(entry.bytes + 1), &mut written).map_err(|error| match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => unwritable(&target, &error),
        _ => damaged(&error),
    })?;
    if bytes != entry.bytes || sha256 != entry.sha256 {
        return Err(damaged(&"its content is not what backup.json says"));
    }
    written.sync_all().map_err(|error| unwritable(&target, &error))
}

/// Whether a path is one of [`CONTENTS`] or below one, and leads nowhere else.
fn is_allowed(path: &str) -> bool {
    let plain = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let known =
        || CONTENTS.iter().any(|place| path == *place || path.strip_prefix(place).is_some_and(|rest| rest.starts_with('/')));
    plain && !path.contains('\\') && (path == DATABASE || known())
}

/// Completes a restoration that was staged. Called before the database is opened; no-op when there is none. Killed at any point, the next
/// call goes on.
pub(crate) fn finish(home: &Path) -> Answer<()> {
    let (staged, moving) = (home.join(STAGED), home.join(MOVING));
    let place = |path: &Path, error: io::Error| unwritable(path, &error);
    remove_folder(&home.join(UNPACKING)).map_err(|error| place(home, error))?;
    if staged.exists() {
        let name = fs::read_to_string(staged.join(KEPT_NAME)).map_err(|error| place(&staged, error))?;
        if !name.starts_with(BEFORE_RESTORE) || Path::new(&name).components().count() != 1 {
            return Err(internal("restoring a backup", &format!("{name:?} is no name of a folder")));
        }
        let kept = home.join(name);
        create_private_folders(&kept).map_err(|error| place(&kept, error))?;
        for item in items() {
            move_if_there(&home.join(&item), &kept.join(&item)).map_err(|error| place(&kept, error))?;
        }
        rename(&staged, &moving).map_err(|error| place(&moving, error))?;
    }
    if moving.exists() {
        for item in items() {
            move_if_there(&moving.join(&item), &home.join(&item)).map_err(|error| place(home, error))?;
        }
        sync_folder(home).map_err(|error| place(home, error))?;
        remove_folder(&moving).map_err(|error| place(&moving, error))?;
    }
    Ok(())
}

/// Everything that is exchanged, with the files that belong to a database.
fn items() -> Vec<String> {
    let database = ["", "-wal", "-shm"].map(|tail| format!("{DATABASE}{tail}"));
    database.into_iter().chain(CONTENTS.map(str::to_owned)).collect()
}

fn move_if_there(from: &Path, to: &Path) -> io::Result<()> {
    if !from.exists() {
        return Ok(());
    }
    if let Some(folder) = to.parent() {
        create_private_folders(folder)?;
    }
    fs::rename(from, to)
}

fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    sync_folder(to.parent().unwrap_or(Path::new("/")))
}

fn remove_folder(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn free_name(home: &Path) -> String {
    (1_u32..)
        .map(|n| format!("{BEFORE_RESTORE}{n}"))
        .find(|name| !home.join(name).exists())
        .unwrap_or_else(|| BEFORE_RESTORE.to_owned())
}

fn not_a_backup(file: &Path, reason: &str) -> Failure {
    let message = format!("{} is not a whole backup of Apprentice: {reason}. Nothing was changed.", file.display());
    Failure::new(ErrorCode::InvalidRequest, message).with_details(json!({ "field": "path" }))
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let (code, remedy) = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => (ErrorCode::DiskFull, "Free some space, then try again"),
        _ => (ErrorCode::TargetNotWritable, "Make it writable, then try again"),
    };
    Failure::new(code, format!("{} cannot be written: {error}. {remedy}.", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_a_backup_are_unpacked() {
        for (path, expected) in [
            ("apprentice.db", true),
            ("system/learning/receipts.jsonl", true),
            ("skills/installed.json", true),
            ("system/../../etc/passwd", false),
            ("/etc/passwd", false),
            ("systematic/a", false),
            ("endpoint.json", false),
            ("skills/installed.json.sh", false),
            ("system\\a", false),
            ("apprentice.db-wal", false),
            ("", false),
        ] {
            assert_eq!(is_allowed(path), expected, "{path}");
        }
    }

    /// A restoration that is killed after any of its renames is completed by the next start.
    #[test]
    fn a_killed_restoration_is_completed() {
        let steps = 2 * items().len() + 2;
        for killed in 0..steps {
            let folder = tempfile::tempdir().unwrap();
            let home = folder.path();
            let write = |path: &str, text: &str| {
                fs::create_dir_all(home.join(path).parent().unwrap()).unwrap();
                fs::write(home.join(path), text).unwrap();
            };
            for (place, text) in [("", "old"), ("restore.staged/", "new")] {
                write(&format!("{place}apprentice.db"), text);
                write(&format!("{place}system/a"), text);
                write(&format!("{place}skills/installed.json"), text);
            }
            write("apprentice.db-wal", "old");
            write("versions/a", "old");
            write("skills/tea/SKILL.md", "an agent's");
            write("restore.staged/kept", "before-restore-1");
            interrupted(home, killed);
            finish(home).unwrap();
            let read = |path: &str| fs::read_to_string(home.join(path)).ok();
            for path in ["apprentice.db", "system/a", "skills/installed.json"] {
                assert_eq!(read(path).as_deref(), Some("new"), "{killed}: {path}");
                assert_eq!(read(&format!("before-restore-1/{path}")).as_deref(), Some("old"), "{killed}: {path}");
            }
            assert_eq!(read("apprentice.db-wal"), None, "{killed}: the log of the former database");
            assert_eq!(read("versions/a"), None, "{killed}");
            assert_eq!(read("before-restore-1/versions/a").as_deref(), Some("old"), "{killed}");
            assert_eq!(read("skills/tea/SKILL.md").as_deref(), Some("an agent's"), "{killed}");
            assert!(!home.join(STAGED).exists() && !home.join(MOVING).exists(), "{killed}");
        }
    }

    /// The first `steps` renames of [`finish`].
    fn interrupted(home: &Path, steps: usize) {
        let kept = home.join("before-restore-1");
        let away = items().into_iter().map(|item| (home.join(&item), kept.join(&item)));
        let exchange = [(home.join(STAGED), home.join(MOVING))];
        let back = items().into_iter().map(|item| (home.join(MOVING).join(&item), home.join(&item)));
        for (from, to) in away.chain(exchange).chain(back).take(steps) {
            move_if_there(&from, &to).unwrap();
        }
    }
}
