//! The home folder: its paths, its permissions, and the lock that lets only one process use it.

use crate::Answer;
use crate::core::dispatch_key::DispatchKey;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_platform::locks::FileLock;
use apprentice_platform::permissions::{self, create_private_folders, open_private};
use apprentice_skills::install::manage;
use serde_json::json;
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The beginning of the names of folders that hold what a lost database showed.
const KEPT: &str = "system.kept-";

/// The beginning of the names of folders with the data that a restored backup replaced.
pub(crate) const BEFORE_RESTORE: &str = "before-restore-";

/// The beginning of the names of folders with a backup that is being restored.
pub(crate) const RESTORE: &str = "restore.";

const LOCK_RETRIES: u32 = 3;
const LOCK_PAUSE: Duration = Duration::from_millis(10);

/// Path of the database.
pub(crate) fn database(home: &Path) -> PathBuf {
    home.join("apprentice.db")
}

/// Folder of the projections.
pub(crate) fn system(home: &Path) -> PathBuf {
    home.join("system")
}

/// Folder of the bundles of connectors, each below the SHA-256 of its file.
pub(crate) fn bundles(home: &Path) -> PathBuf {
    home.join("connectors/bundles")
}

/// Whether an entry of the home with this name is ours. The user may have chosen a folder with other files, which are neither
/// measured nor deleted.
pub(crate) fn is_ours(name: &str) -> bool {
    let known = [
        "agent.json",
        "bag",
        "connectors",
        crate::core::dispatch_key::FILE,
        "endpoint.json",
        "imports",
        "lock",
        "logs",
        "run",
        "sandbox",
        crate::core::secrets_file::FILE,
        // What a write that was cut off left.
        "secrets.json.tmp",
        crate::core::secrets_file::LOCK,
        "skill-backups",
        "system",
        "versions",
    ];
    known.contains(&name) || ["apprentice.db", KEPT, BEFORE_RESTORE, RESTORE].iter().any(|prefix| name.starts_with(prefix))
}

/// The lock of the home. The operating system releases it when the process ends.
pub(crate) struct Lock(#[expect(dead_code, reason = "held, not read")] FileLock);

/// Makes the folder private and takes its lock. Errors: `CONFLICT` naming the process that holds it.
pub(crate) fn open(home: &Path) -> Answer<Lock> {
    create_folders(home)?;
    let path = home.join("lock");
    let file = open_private(File::options().read(true).write(true).create(true).truncate(false), &path);
    let file = file.map_err(|error| unusable(&path, &error))?;
    match locked(file) {
        Ok(mut held) => {
            write_pid(held.file()).map_err(|error| unusable(&path, &error))?;
            if let Err(error) = manage::move_former(&home.join("skills")) {
                tracing::warn!(%error, "copies of removed skills stay in their former folder, skills/backups");
            }
            Ok(Lock(held))
        }
        Err((mut file, error)) if error.kind() == ErrorKind::WouldBlock => Err(locked_by_another(home, &mut file)),
        Err((_, error)) => Err(unusable(&path, &error)),
    }
}

/// A client that asks whether the lock is held takes it for a moment.
fn locked(mut file: File) -> Result<FileLock, (File, std::io::Error)> {
    for _ in 0..LOCK_RETRIES {
        match FileLock::try_exclusive(file) {
            Err((again, error)) if error.kind() == ErrorKind::WouldBlock => file = again,
            other => return other,
        }
        std::thread::sleep(LOCK_PAUSE);
    }
    FileLock::try_exclusive(file)
}

/// Whether a process holds this home. An error counts as no.
pub fn is_held(home: &Path) -> bool {
    apprentice_platform::locks::is_held(&home.join("lock")).unwrap_or(false)
}

/// The secret behind the ids of dispatches.
pub(crate) fn dispatch_key(home: &Path) -> Answer<DispatchKey> {
    DispatchKey::open(home).map_err(|error| unusable(&home.join(crate::core::dispatch_key::FILE), &error))
}

/// Creates the folders that always exist.
pub(crate) fn create_folders(home: &Path) -> Answer<()> {
    for folder in [home.to_path_buf(), system(home), home.join("run"), home.join("sandbox").join("skills")] {
        make_private(&folder).map_err(|error| unusable(&folder, &error))?;
    }
    Ok(())
}

fn make_private(folder: &Path) -> std::io::Result<()> {
    create_private_folders(folder)?;
    permissions::make_private(folder)
}

fn write_pid(file: &mut File) -> std::io::Result<()> {
    // Written in place, so that a full disk does not prevent it.
    let pid = std::process::id().to_string();
    file.rewind()?;
    file.write_all(pid.as_bytes())?;
    file.set_len(pid.len() as u64)
}

fn locked_by_another(home: &Path, file: &mut File) -> Failure {
    let mut pid = String::new();
    // Without the process id the message says "another process".
    let _ = file.read_to_string(&mut pid);
    let pid: Option<u32> = pid.trim().parse().ok();
    let who = pid.map_or_else(|| "Another process".to_owned(), |pid| format!("Another Apprentice (process {pid})"));
    Failure::new(ErrorCode::Conflict, format!("{who} is using {}. Close it, or use that one.", home.display()))
        .with_details(json!({ "pid": pid, "home": home }))
}

fn unusable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(ErrorCode::TargetNotWritable, format!("{} cannot be used: {error}", path.display()))
}

/// Checks the database of a home that no process uses, and rebuilds it when it is damaged. Returns a sentence that says what was
/// done.
pub fn repair_database(home: &Path) -> Answer<String> {
    use apprentice_store::Recovery;
    let _lock = open(home)?;
    let path = database(home);
    if apprentice_store::is_empty(&path) {
        return set_aside(home, &path);
    }
    let still = |kept: &Path| {
        format!(
            "The damaged file is kept as {}. It still contains data that you deleted: delete the file when you no longer need it.",
            kept.display()
        )
    };
    let aside = |set_aside: u32| match set_aside {
        0 => String::new(),
        1 => " One record could not be read; it is in the table damaged_records now.".to_owned(),
        more => format!(" {more} records could not be read; they are in the table damaged_records now."),
    };
    Ok(match apprentice_store::recover(&path)? {
        Recovery::Intact => format!("{} is whole; nothing was changed.", path.display()),
        Recovery::Mended { set_aside, version } => {
            let version = if version { " It named a wrong schema version, which was mended." } else { "" };
            format!("{} is whole.{version}{}", path.display(), aside(set_aside))
        }
        Recovery::Rebuilt { kept, rows, lost, set_aside } if lost.is_empty() => {
            let all = format!("{} was rebuilt with all {rows} readable records.", path.display());
            format!("{all}{} {}", aside(set_aside), still(&kept))
        }
        Recovery::Rebuilt { kept, rows, lost, set_aside } => {
            let part =
                format!("{} was rebuilt with {rows} records; parts of {} could not be read.", path.display(), lost.join(", "));
            format!("{part}{} {}", aside(set_aside), still(&kept))
        }
    })
}

/// Refuses an empty or missing database beside files of an earlier one: a new one would silently take its place, and overwrite them.
pub(crate) fn check_database(home: &Path) -> Answer<()> {
    let path = database(home);
    if !apprentice_store::is_empty(&path) || !has_files(&system(home)) {
        return Ok(());
    }
    // The remedy first: an answer carries 240 characters.
    let message = format!(
        "The database is missing or empty, beside data of an earlier one. Put a copy back, or run `apprentice repair database`: it sets \
         that data aside, and the next start creates an empty database. The file: {}",
        path.display()
    );
    Err(Failure::new(ErrorCode::DatabaseMissing, message).with_details(json!({ "home": home })))
}

/// Whether there is any file in a folder or below it.
fn has_files(folder: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => has_files(&entry.path()),
        _ => true,
    })
}

/// Moves the files of a lost database aside, so that the next start creates a new one.
fn set_aside(home: &Path, path: &Path) -> Answer<String> {
    if !has_files(&system(home)) {
        return Ok(format!("There is no database in {} yet.", home.display()));
    }
    let kept = (1..).map(|n| home.join(format!("{KEPT}{n}"))).find(|kept| !kept.exists()).unwrap_or_else(|| home.join(KEPT));
    std::fs::rename(system(home), &kept).map_err(|error| unusable(&kept, &error))?;
    create_folders(home)?;
    // What an empty database left beside it would be taken for its log.
    for tail in ["", "-wal", "-shm"] {
        let file = PathBuf::from(format!("{}{tail}", path.display()));
        match std::fs::remove_file(&file) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(unusable(&file, &error)),
            _ => {}
        }
    }
    Ok(format!(
        "There was no database to repair. What the lost one showed as files is kept in {}, among it each learned skill with its draft; the \
         skills in agents' folders stay as they are. The next start creates a new database.",
        kept.display()
    ))
}
