//! The home folder: its paths, its permissions, and the lock that lets only one process use it.

use crate::Answer;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_platform::locks::FileLock;
use apprentice_platform::permissions::{self, create_private_folders, open_private};
use apprentice_skills::install::manage;
use serde_json::json;
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Path of the database.
pub(crate) fn database(home: &Path) -> PathBuf {
    home.join("apprentice.db")
}

/// Folder of the projections.
pub(crate) fn system(home: &Path) -> PathBuf {
    home.join("system")
}

/// Whether an entry of the home with this name is ours. The user may have chosen a folder with other files, which are neither
/// measured nor deleted.
pub(crate) fn is_ours(name: &str) -> bool {
    let known = [
        "agent.json",
        "bag",
        "endpoint.json",
        "imports",
        "lock",
        "logs",
        "run",
        "sandbox",
        "skill-backups",
        "system",
        "versions",
    ];
    known.contains(&name) || name.starts_with("apprentice.db")
}

/// The lock of the home. The operating system releases it when the process ends.
pub(crate) struct Lock(#[expect(dead_code, reason = "held, not read")] FileLock);

/// Makes the folder private and takes its lock. Errors: `CONFLICT` naming the process that holds it.
pub(crate) fn open(home: &Path) -> Answer<Lock> {
    create_folders(home)?;
    let path = home.join("lock");
    let file = open_private(File::options().read(true).write(true).create(true).truncate(false), &path);
    let file = file.map_err(|error| unusable(&path, &error))?;
    match FileLock::try_exclusive(file) {
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
    if !path.exists() {
        return Ok(format!("There is no database in {} yet.", home.display()));
    }
    let still = |kept: &Path| {
        format!(
            "The damaged file is kept as {}. It still holds what was deleted before: delete it when you no longer need it.",
            kept.display()
        )
    };
    Ok(match apprentice_store::recover(&path)? {
        Recovery::Intact => format!("{} is whole; nothing was changed.", path.display()),
        Recovery::Rebuilt { kept, rows, lost } if lost.is_empty() => {
            format!("{} was rebuilt with all {rows} readable records. {}", path.display(), still(&kept))
        }
        Recovery::Rebuilt { kept, rows, lost } => format!(
            "{} was rebuilt with {rows} records; parts of {} could not be read. {}",
            path.display(),
            lost.join(", "),
            still(&kept)
        ),
    })
}
