//! Links from agents' folders to the one copy of a skill.

use crate::disk::lexically_normal;
use crate::refusal::{Refusal, RefusalCode, refuse};
use apprentice_platform::links::symlink;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// What is at the path of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkState {
    Free,
    /// The link leads to the skill, or the path is the skill's own folder (the agent's folder itself is a link).
    Leads,
    Taken,
}

pub(crate) fn look(link: &Path, place: &Path) -> LinkState {
    if same_folder(link, place) {
        return LinkState::Leads;
    }
    match fs::symlink_metadata(link) {
        Err(_) => LinkState::Free,
        Ok(metadata) if metadata.is_symlink() && leads_to(link, place) => LinkState::Leads,
        Ok(_) => LinkState::Taken,
    }
}

/// Whether both are the same entry of the same folder.
fn same_folder(link: &Path, place: &Path) -> bool {
    let parent = |path: &Path| path.parent().map(|parent| fs::canonicalize(parent).unwrap_or_else(|_| parent.to_path_buf()));
    link == place || (link.file_name() == place.file_name() && parent(link) == parent(place))
}

/// Whether the link's target is `place`, even if the skill does not exist.
fn leads_to(link: &Path, place: &Path) -> bool {
    let Ok(target) = fs::read_link(link) else { return false };
    let Some(folder) = link.parent() else { return false };
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    lexically_normal(&folder.join(target)) == real_path(place)
}

/// Resolves the links of the parent folder, but not of `place` itself.
fn real_path(place: &Path) -> PathBuf {
    match (place.parent().and_then(|parent| fs::canonicalize(parent).ok()), place.file_name()) {
        (Some(parent), Some(name)) => parent.join(name),
        _ => lexically_normal(place),
    }
}

/// Creates `link` with a relative path to `place`, so that the folder above both can be moved. `true`: it was created now.
pub(crate) fn make(link: &Path, place: &Path) -> Result<bool, Refusal> {
    match look(link, place) {
        LinkState::Leads => return Ok(false),
        LinkState::Taken => return refuse(RefusalCode::LinkOccupied, format!("Something else is at {}", link.display())),
        LinkState::Free => {}
    }
    let unwritable = |error: io::Error| {
        Refusal::new(
            RefusalCode::TargetNotWritable,
            format!("The link {} cannot be created ({error}); --copy works without links", link.display()),
        )
    };
    let folder = link.parent().unwrap_or(link);
    fs::create_dir_all(folder).map_err(unwritable)?;
    let folder = fs::canonicalize(folder).map_err(unwritable)?;
    symlink(&relative(&real_path(place), &folder), link).map_err(unwritable)?;
    Ok(true)
}

fn relative(to: &Path, from: &Path) -> PathBuf {
    let (mut to, mut from) = (to.components().peekable(), from.components().peekable());
    while to.peek().is_some() && to.peek() == from.peek() {
        to.next();
        from.next();
    }
    from.map(|_| Component::ParentDir).chain(to).collect()
}

/// Removes `link` if it still leads to `place`, and never what it leads to. `true`: it was removed.
pub(crate) fn drop(link: &Path, place: &Path) -> Result<bool, Refusal> {
    let is_link = fs::symlink_metadata(link).is_ok_and(|metadata| metadata.is_symlink());
    if !is_link || look(link, place) != LinkState::Leads || same_folder(link, place) {
        return Ok(false);
    }
    fs::remove_file(link).map_err(|error| {
        Refusal::new(RefusalCode::TargetNotWritable, format!("{} cannot be removed: {error}", link.display()))
    })?;
    Ok(true)
}
