//! The canonical files under `<home>`, each written as a whole.

use crate::Answer;
use crate::core::files::{remove, replace};
use apprentice_contracts::error::{ErrorCode, Failure};
use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path};

/// Writes files: relative path to text.
pub(super) fn put_all(home: &Path, files: &BTreeMap<String, String>) -> Answer<()> {
    for (path, text) in files {
        let place = home.join(inside(path)?);
        replace(&place, text.as_bytes()).map_err(|error| unwritable(&place, &error))?;
    }
    Ok(())
}

/// Deletes files and the folders that become empty, up to `system`. A missing file is a success.
pub(super) fn remove_all<'a>(home: &Path, paths: impl IntoIterator<Item = &'a String>) -> Answer<()> {
    let system = crate::core::home::system(home);
    for path in paths {
        let place = home.join(inside(path)?);
        remove(&place).map_err(|error| unwritable(&place, &error))?;
        let folders = place.ancestors().skip(1).take_while(|folder| folder.starts_with(&system) && *folder != system);
        for folder in folders {
            if std::fs::remove_dir(folder).is_err() {
                break;
            }
        }
    }
    Ok(())
}

/// Refuses a stored path that leaves the home: a database can be edited.
pub(super) fn inside(path: &str) -> Answer<&Path> {
    let path = Path::new(path);
    let plain = path.starts_with("system") && path.components().all(|part| matches!(part, Component::Normal(_)));
    if plain { Ok(path) } else { Err(crate::internal("installing", &format!("{} leaves the home folder", path.display()))) }
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::new(ErrorCode::TargetNotWritable, format!("{} cannot be written: {error}", path.display()))
}
