//! References between the data of pages: `user: 4711` gets a cell beside it with what the record of that id is called, so that a record which
//! only joins two others, such as who is in which class, says names instead of ids.

use crate::address;
use crate::sent::{UNIQUE, is_id, thing_of, words};
use crate::text::fold;
use apprentice_contracts::reading::{ReadCell, ReadRecord, Reading, ReadingSource, RecordKind};
use std::collections::HashMap;

/// Headers under which a record has its own id.
const OWN: &[&str] = &["id", "pk", "uuid", "guid"];

/// Headers under which a record says what it is called, the best first.
const NAMES: &[&str] =
    &["full name", "display name", "name", "title", "label", "subject", "username", "user name", "code", "email"];

/// The longest name.
const LONGEST: usize = 120;

/// The most names that are added to one record.
const MOST: usize = 4;

/// Between the header of a reference and that of the name: `user: full name`.
const BETWEEN: &str = ": ";

/// What the records of some data are called, by their ids.
#[derive(Default)]
pub struct References {
    /// Header and text of the name, with what such things are called; by the id.
    names: HashMap<String, Vec<(String, ReadCell)>>,
}

impl References {
    /// The records that these readings name.
    pub fn of<'r>(readings: impl Iterator<Item = &'r Reading>) -> Self {
        let mut out = Self::default();
        for reading in readings {
            let ReadingSource::Data { url } = &reading.source else { continue };
            let of = thing_at(url);
            for record in reading.records.iter().filter(|record| record.kind == RecordKind::Row) {
                let own = own_id(record).map(|own| (own, of.clone())).or_else(|| id_of_its_list(record));
                let (Some((own, of)), Some(name)) = (own, name_of(record)) else { continue };
                let known = out.names.entry(own.text.clone()).or_default();
                if !known.iter().any(|(thing, _)| *thing == of) {
                    known.push((of, name.clone()));
                }
            }
        }
        out
    }

    /// Adds to each record of data what its references represent.
    pub fn add_to(&self, reading: &mut Reading) {
        if self.names.is_empty() || !matches!(reading.source, ReadingSource::Data { .. }) {
            return;
        }
        for record in reading.records.iter_mut().filter(|record| record.kind == RecordKind::Row) {
            // A record that has a name is not named again by its own id.
            let own = id_of_its_list(record).filter(|_| name_of(record).is_some()).map(|(own, _)| own);
            let others = record.cells.iter().filter(|cell| Some(*cell) != own);
            let named = others.filter_map(|cell| self.named(cell)).take(MOST).collect::<Vec<_>>();
            record.cells.extend(named.into_iter().filter(|cell| !record.cells.contains(cell)).collect::<Vec<_>>());
        }
    }

    /// What the record with this id is called. Of long ids there are no two.
    pub fn name_of_id(&self, id: &str) -> Option<&str> {
        self.names.get(id).filter(|_| id.len() >= UNIQUE)?.first().map(|(_, name)| name.text.as_str())
    }

    fn named(&self, cell: &ReadCell) -> Option<ReadCell> {
        if OWN.contains(&cell.header.as_str()) {
            return None;
        }
        let known = self.names.get(&cell.text)?;
        let thing = thing_of(&without_id(&cell.header));
        // Of long ids there are no two. A small one says what it is the number of.
        let is_unique = cell.text.len() >= UNIQUE;
        let (_, name) = known.iter().find(|(of, _)| *of == thing).or_else(|| known.first().filter(|_| is_unique))?;
        Some(ReadCell { header: format!("{}{BETWEEN}{}", cell.header, name.header), text: name.text.clone() })
    }
}

/// Whether a header is that of a name which was added.
pub fn is_reference(header: &str) -> bool {
    referring(header).is_some()
}

/// The header of the reference, where a header is that of a name which was added: `user` of `user: full name`.
pub fn referring(header: &str) -> Option<&str> {
    let (referring, name) = header.rsplit_once(BETWEEN)?;
    NAMES.contains(&fold(name).as_str()).then_some(referring)
}

/// What data at an address are about: `membership` of `/api/auth/membership/?user=7`.
pub fn thing_at(url: &str) -> String {
    let path = url::Url::parse(url).map(|url| url.path().to_owned()).unwrap_or_default();
    let last = path.rsplit('/').find(|part| !part.is_empty() && !address::is_volatile(part));
    thing_of(last.unwrap_or_default())
}

/// `order` of `order id`.
pub fn without_id(header: &str) -> String {
    let mut words = words(header);
    if words.len() > 1 && is_id(header) {
        words.pop();
    }
    words.join(" ")
}

/// The cell under which a record of data has its own id.
pub fn own_id(record: &ReadRecord) -> Option<&ReadCell> {
    record.cells.iter().find(|cell| OWN.contains(&cell.header.as_str()) && !cell.text.trim().is_empty())
}

/// The cell in which a record says the thing of its list and a long id, and that thing: `device id` in the list `devices`.
fn id_of_its_list(record: &ReadRecord) -> Option<(&ReadCell, String)> {
    let of = thing_of(record.place.as_deref()?);
    let is_own = |cell: &&ReadCell| cell.text.len() >= UNIQUE && is_id(&cell.header) && thing_of(&without_id(&cell.header)) == of;
    record.cells.iter().find(is_own).map(|cell| (cell, of))
}

/// The cell under which a record of data says what it is called.
pub fn name_of(record: &ReadRecord) -> Option<&ReadCell> {
    let is_name = |cell: &&ReadCell| {
        let text = cell.text.trim();
        text.chars().any(char::is_alphabetic) && text.chars().count() <= LONGEST && !text.contains('\n')
    };
    NAMES.iter().find_map(|name| record.cells.iter().filter(is_name).find(|cell| fold(&cell.header) == *name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_of_a_list_has_its_id_under_the_name_of_the_list() {
        const VAN: &str = "77JKEBM-QO7C7UQ-ZQDH4SB";
        let mut config =
            data("config", &[&[("device id", VAN), ("name", "Van computer")], &[("device id", VAN), ("paused", "false")]]);
        config.records[0].place = Some("devices".into());
        config.records[1].place = Some("Drawings devices".into());
        References::of([&config].into_iter()).add_to(&mut config);
        let cells = |at: usize| config.records[at].cells.iter().map(|cell| cell.header.as_str()).collect::<Vec<_>>();
        assert_eq!(cells(0), ["device id", "name"]);
        assert_eq!(cells(1), ["device id", "paused", "device id: name"]);
        assert_eq!(config.records[1].cells[2].text, "Van computer");
    }

    fn data(path: &str, rows: &[&[(&str, &str)]]) -> Reading {
        let row = |cells: &&[(&str, &str)]| ReadRecord {
            kind: RecordKind::Row,
            place: None,
            cells: cells.iter().map(|(header, text)| ReadCell { header: (*header).into(), text: (*text).into() }).collect(),
            controls: Vec::new(),
            link: None,
        };
        Reading {
            source: ReadingSource::Data { url: format!("http://127.0.0.1:8080/api/{path}") },
            title: String::new(),
            complete: true,
            records: rows.iter().map(row).collect(),
        }
    }

    /// The texts of a record of `reading` beside what it said before.
    fn added(known: &[&Reading], mut reading: Reading) -> Vec<(String, String)> {
        let before = reading.records[0].cells.len();
        References::of(known.iter().copied()).add_to(&mut reading);
        reading.records[0].cells[before..].iter().map(|cell| (cell.header.clone(), cell.text.clone())).collect()
    }

    #[test]
    fn a_reference_is_called_like_the_record_with_that_id() {
        let (user, class) = ("e6d0cefaee29c10db5f3813af9596577", "77cefde99f71619b317941094ace478f");
        let users = data("users/?member_of=1", &[&[("full name", "Pavel Horak"), ("id", user), ("username", "pavel")]]);
        let classes = data("classroom/", &[&[("id", class), ("name", "Evening course")]]);
        let membership = data("membership/?by=1", &[&[("collection", class), ("id", "9"), ("user", user)]]);
        let expected = [("collection: name", "Evening course"), ("user: full name", "Pavel Horak")];
        let found = added(&[&users, &classes], membership.clone());
        assert_eq!(found.iter().map(|(header, text)| (header.as_str(), text.as_str())).collect::<Vec<_>>(), expected);
        assert!(found.iter().all(|(header, _)| is_reference(header)) && !is_reference("user") && !is_reference("note: urgent"));
        // Adding it again changes nothing.
        let references = References::of([&users, &classes].into_iter());
        let mut again = membership;
        references.add_to(&mut again);
        let once = again.clone();
        references.add_to(&mut again);
        assert_eq!(once, again);
    }

    #[test]
    fn a_small_number_is_a_reference_where_its_header_says_what_it_counts() {
        let categories = data("categories?page=1", &[&[("id", "3"), ("name", "Lamps")]]);
        let named = |header: &str| added(&[&categories], data("parts/7", &[&[(header, "3"), ("title", "Bulb")]]));
        for header in ["category", "category id", "categories"] {
            assert_eq!(named(header), [(format!("{header}: name"), "Lamps".to_owned())]);
        }
        for header in ["amount", "number", "id", "group id"] {
            assert_eq!(named(header), []);
        }
    }
}
