//! Keeps skills as they are, whatever is forced.

use super::locks::Books;
use super::plan;
use super::record::{Installed, Record};
use super::scope::{Base, House, checked};
use super::tracked;
use super::update::{adopted, folders};
use crate::refusal::{Refusal, RefusalCode, refuse};
use std::path::PathBuf;

/// Pins every copy of `names` in `base`; also one that another installer wrote down. Answers the places.
pub fn pin(house: &House, base: &Base, names: &[String], reason: &str) -> Result<Vec<PathBuf>, Refusal> {
    set(house, base, names, Some(reason.to_owned()))
}

/// Takes the pins away.
pub fn unpin(house: &House, base: &Base, names: &[String]) -> Result<Vec<PathBuf>, Refusal> {
    set(house, base, names, None)
}

fn set(house: &House, base: &Base, names: &[String], pinned: Option<String>) -> Result<Vec<PathBuf>, Refusal> {
    let mut held = house.hold()?;
    let project = if let Base::Project(folder) = base { Some(folder.clone()) } else { None };
    let mut changed = Vec::new();
    let mut books = Books::of(house);
    for name in names {
        let name = checked(name)?;
        let mut found: Vec<Installed> =
            held.record.installed.iter().filter(|entry| entry.name == name && entry.project == project).cloned().collect();
        if found.is_empty() && pinned.is_some() {
            found = of_others(house, &held.record, &mut books, base, name, project.as_ref())?;
        }
        if found.is_empty() {
            return refuse(
                RefusalCode::NotTracked,
                format!("{name} was not installed by Apprentice or another installer; there is nothing to pin"),
            );
        }
        for mut entry in found {
            entry.pinned.clone_from(&pinned);
            changed.push(entry.place.clone());
            held.record.put(entry);
        }
    }
    held.write()?;
    Ok(changed)
}

/// From now on it is in our record, as it stands.
fn of_others(
    house: &House,
    record: &Record,
    books: &mut Books,
    base: &Base,
    name: &str,
    project: Option<&PathBuf>,
) -> Result<Vec<Installed>, Refusal> {
    let mut found = Vec::new();
    for root in house.roots(base)? {
        let place = root.join(name);
        if !folders(&root).iter().any(|folder| folder == name) {
            continue;
        }
        let book = books.readable(project.map(PathBuf::as_path));
        let Some(other) = tracked::find(book, record, name, &place) else { continue };
        let mut entry = adopted(house, name.to_owned(), place.clone(), project.cloned(), &other);
        entry.files = plan::look(&place)?.unwrap_or_default().0;
        found.push(entry);
    }
    Ok(found)
}
