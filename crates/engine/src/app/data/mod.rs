//! The data of a person as a whole: its size (`usage`), `export`, `backup` and `restore`, and deletion (`erase`).

mod backup;
pub(crate) mod erase;
pub(crate) mod export;
pub(crate) mod restore;
mod usage;

use crate::Answer;
use crate::app::App;
use crate::core::blocking::blocking;
use apprentice_contracts::data::{DataUsageResponse, FolderQuery, FolderResponse};
use apprentice_contracts::error::{ErrorCode, Failure};
use std::path::{Path, PathBuf};

impl App {
    pub(crate) async fn data_usage(&self) -> Answer<DataUsageResponse> {
        let home = self.core.options.home.clone();
        blocking("measuring the home folder", move || usage::of(&home)).await
    }

    pub(crate) async fn folder(&self, query: FolderQuery) -> Answer<FolderResponse> {
        let not_ours = || Failure::new(ErrorCode::NotFound, format!("{} is not a folder that Apprentice names.", query.path));
        let asked = PathBuf::from(&query.path);
        let home = self.core.options.home.clone();
        let mut known = vec![crate::core::home::system(&home), home.join("sandbox/skills"), home];
        let settings = self.settings.read().await?;
        known.extend(self.settings.targets(&settings).await?.into_iter().map(|target| PathBuf::from(target.path)));
        if !known.contains(&asked) {
            let skill = asked.clone();
            if !self.catalogue.at_listing(move |listing, _| listing.names(&skill)).await? {
                return Err(not_ours());
            }
        }
        let found = blocking("looking for a folder", move || std::fs::canonicalize(&asked).ok().filter(|path| path.is_dir()));
        match found.await? {
            Some(path) => Ok(FolderResponse { path: path.display().to_string() }),
            None => Err(Failure::new(ErrorCode::NotFound, format!("{} does not exist any more.", query.path))),
        }
    }
}

/// Every regular file below `place` (or `place` itself), with its size in bytes. Links are not followed; unreadable entries are
/// left out.
fn files(place: &Path) -> Vec<(PathBuf, u64)> {
    if let Ok(data) = std::fs::symlink_metadata(place)
        && data.is_file()
    {
        return vec![(place.to_path_buf(), data.len())];
    }
    let (mut found, mut folders) = (Vec::new(), vec![place.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(kind) if kind.is_file() => found.push((entry.path(), entry.metadata().map_or(0, |data| data.len()))),
                _ => {}
            }
        }
    }
    found.sort();
    found
}
