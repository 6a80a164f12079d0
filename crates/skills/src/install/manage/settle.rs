//! After a crash: the record tells what was meant, the folder tells how far it got; then it is finished or taken back.

use super::apply::package;
use super::links;
use super::locks::Books;
use super::manifest;
use super::record::{Held, Installed};
use super::scope::House;
use crate::disk;
use crate::refusal::Refusal;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What cannot be finished, since its lock file cannot be read or written or a link cannot be taken away, waits for the next command
/// and keeps nobody from anything else.
pub(crate) fn settle(house: &House, held: &mut Held) -> Result<(), Refusal> {
    let unsettled: Vec<Installed> = held.record.installed.iter().filter(|entry| entry.pending.is_some()).cloned().collect();
    let mut by_lock_file: BTreeMap<Option<PathBuf>, Vec<Installed>> = BTreeMap::new();
    for entry in unsettled {
        by_lock_file.entry(entry.project.clone()).or_default().push(entry);
    }
    let mut changed = false;
    for entries in by_lock_file.into_values() {
        let (mut books, before) = (Books::of(house), held.record.clone());
        let settled = entries.into_iter().filter(|entry| one(&mut books, held, entry).is_ok()).count();
        if books.write().is_ok() {
            changed |= settled > 0;
        } else {
            held.record = before;
        }
    }
    if changed { held.write() } else { Ok(()) }
}

/// Finishes it or takes it back. `Err`: the record says what it said.
fn one(books: &mut Books, held: &mut Held, entry: &Installed) -> Result<(), Refusal> {
    let Some(meant) = entry.pending.clone() else { return Ok(()) };
    if let Some(root) = entry.place.parent() {
        sweep(root, &entry.name, &entry.place);
    }
    let there = manifest::take(&entry.place).ok().flatten();
    let removing = meant.files.is_empty();
    match there {
        Some(there) if !removing && there.0 == meant.files => finish(books, held, *meant)?,
        None if removing => {
            let book = if entry.locked { books.get(entry.project.as_deref())? } else { None };
            drop_links(entry)?;
            held.record.drop_at(&entry.place);
            if let Some(book) = book.filter(|book| book.is_of(entry)) {
                book.forget(&held.record, &entry.name);
            }
        }
        None if entry.fresh => {
            entry.links.iter().for_each(|link| drop(links::drop(link, &entry.place)));
            held.record.drop_at(&entry.place);
        }
        // Somebody else put something there; it is not ours.
        Some(_) if entry.fresh => held.record.drop_at(&entry.place),
        _ => held.record.put(Installed { pending: None, ..entry.clone() }),
    }
    Ok(())
}

fn finish(books: &mut Books, held: &mut Held, meant: Installed) -> Result<(), Refusal> {
    let book = if meant.locked { books.get(meant.project.as_deref())? } else { None };
    for link in &meant.links {
        let _status_tells_of_a_missing_link = links::make(link, &meant.place);
    }
    if let Some(book) = book {
        book.note(&held.record, &meant, &package(&meant.place)?);
    }
    held.record.put(meant);
    Ok(())
}

pub(crate) fn drop_links(entry: &Installed) -> Result<(), Refusal> {
    entry.links.iter().try_for_each(|link| links::drop(link, &entry.place).map(|_| ()))
}

/// Removes what was staged for this skill; a version that was moved aside goes back where nothing took its place.
fn sweep(root: &Path, name: &str, place: &Path) {
    let Ok(entries) = fs::read_dir(root) else { return };
    let start = format!("{}{name}-", disk::STAGE);
    for entry in entries.flatten() {
        let own = entry.file_name().to_string_lossy().into_owned();
        let Some(rest) = own.strip_prefix(&start) else { continue };
        let (mark, role) = rest.split_once('.').unwrap_or((rest, ""));
        let ours = mark.len() == 12 && mark.bytes().all(|b| b.is_ascii_hexdigit()) && ["", "old", "gone"].contains(&role);
        if !ours || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let restored = role == "old" && fs::symlink_metadata(place).is_err() && fs::rename(entry.path(), place).is_ok();
        if !restored {
            let _ = disk::remove_tree(&entry.path());
        }
    }
}
