//! Ids in the address of data that represent inputs: in `/memberships/?group=6411d8` the id is that of the group which the demonstration
//! named. A run that is about another group must read the list of that one.

use super::Run;
use crate::normal;
use crate::pattern::Bindings;
use crate::references::{name_of, own_id, thing_at, without_id};
use crate::sent::{UNIQUE, thing_of};
use crate::text::fold;
use apprentice_contracts::graph::Variable;
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind};
use std::collections::BTreeSet;
use url::Url;

/// Between the ids of several records in one parameter.
const COMMA: char = ',';

/// What an id represents: the input whose demonstrated value names the record with this id.
struct Reference<'r> {
    input: &'r Variable,
    /// What the data are about that contain the record: `group` of `/groups/`.
    of: String,
    /// The headers of the id and of the name in its row.
    id: &'r str,
    name: &'r str,
}

impl Run<'_> {
    /// The addresses with the ids of the values of this run in the place of those of the demonstration, one for each item or one for all.
    /// Empty: nothing that was read says which id a value has. `None`: no id of the address represents an input.
    pub fn with_own_ids(&self, url: &str) -> Option<Vec<String>> {
        let parsed = Url::parse(url).ok().filter(|url| url.query().is_some())?;
        let parameters: Vec<(String, String)> = parsed.query_pairs().into_owned().collect();
        let known: Vec<&Reading> = self.before.values().chain(self.late.values()).collect();
        let references: Vec<Vec<Option<Reference<'_>>>> = parameters
            .iter()
            .map(|(name, text)| text.split(COMMA).map(|id| self.reference(name, id, &known)).collect())
            .collect();
        if references.iter().flatten().all(Option::is_none) {
            return None;
        }
        let filled = |item: &Bindings| {
            let mut own: Vec<(String, String)> = Vec::new();
            for ((name, text), references) in parameters.iter().zip(&references) {
                let of_item = std::slice::from_ref(item);
                let items = if references.len() == 1 { of_item } else { self.items };
                let mut ids: Vec<&str> = Vec::new();
                for (id, reference) in text.split(COMMA).zip(references) {
                    match reference {
                        None => ids.push(id),
                        Some(one) => {
                            ids.extend(items.iter().map(|item| id_of(one, item, &known)).collect::<Option<BTreeSet<_>>>()?)
                        }
                    }
                }
                let mut once: BTreeSet<&str> = BTreeSet::new();
                ids.retain(|id| references.len() == 1 || once.insert(id));
                own.push((name.clone(), ids.join(&COMMA.to_string())));
            }
            // As the page of the run spells it, or that of the demonstration.
            let is_same = |known: &&String| is_same_address(known, &parsed, &own);
            let spelled = std::iter::once(&url.to_owned()).chain(self.data).find(is_same).cloned();
            Some(spelled.unwrap_or_else(|| {
                let mut out = parsed.clone();
                out.query_pairs_mut().clear().extend_pairs(&own);
                String::from(out)
            }))
        };
        let all: BTreeSet<String> = self.items.iter().filter_map(filled).collect();
        Some(all.into_iter().collect())
    }

    /// The input whose demonstrated value is in the row with this id.
    fn reference<'r>(&'r self, parameter: &str, id: &str, known: &[&'r Reading]) -> Option<Reference<'r>> {
        let thing = thing_of(&without_id(parameter));
        known.iter().find_map(|reading| {
            let of = thing_of_data(reading)?;
            // Of long ids there are no two. A small one says what it is the number of.
            let mut rows = rows(reading).filter(|_| id.len() >= UNIQUE || of == thing);
            rows.find_map(|row| {
                let own = own_id(row).filter(|cell| cell.text == id)?;
                let name = name_of(row)?;
                let is_example = |input: &&Variable| {
                    let mut examples = std::iter::once(&input.example).chain(&input.more_examples);
                    !input.secret && examples.any(|one| normal::is_same(one, &name.text))
                };
                let input = self.variables.iter().find(is_example)?;
                Some(Reference { input, of: of.clone(), id: &own.header, name: &name.header })
            })
        })
    }
}

/// The id of the record that the value of an item names. `None`: no record is called so, or several are.
fn id_of<'r>(reference: &Reference<'_>, item: &Bindings, known: &[&'r Reading]) -> Option<&'r str> {
    let value = item.get(&reference.input.name).filter(|value| !value.trim().is_empty())?;
    let cell =
        |row: &'r ReadRecord, header: &str| row.cells.iter().find(|cell| cell.header == header).map(|cell| cell.text.as_str());
    let alike = known.iter().filter(|reading| thing_of_data(reading).as_ref() == Some(&reference.of));
    let called = alike
        .flat_map(|reading| rows(reading))
        .filter(|row| cell(row, reference.name).is_some_and(|name| fold(name) == fold(value)));
    let ids: BTreeSet<&str> = called.filter_map(|row| cell(row, reference.id)).filter(|id| !id.trim().is_empty()).collect();
    ids.first().copied().filter(|_| ids.len() == 1)
}

/// Whether an address has the path of another one and these parameters, whatever their order and that of several ids.
fn is_same_address(url: &str, other: &Url, parameters: &[(String, String)]) -> bool {
    let sorted = |pairs: &mut dyn Iterator<Item = (String, String)>| {
        let set = |(name, text): (String, String)| (name, text.split(COMMA).map(str::to_owned).collect::<BTreeSet<_>>());
        pairs.map(set).collect::<BTreeSet<_>>()
    };
    Url::parse(url).is_ok_and(|url| {
        (url.origin(), url.path(), url.fragment()) == (other.origin(), other.path(), other.fragment())
            && sorted(&mut url.query_pairs().into_owned()) == sorted(&mut parameters.iter().cloned())
    })
}

fn thing_of_data(reading: &Reading) -> Option<String> {
    match &reading.source {
        ReadingSource::Data { url } => Some(thing_at(url)),
        _ => None,
    }
}

fn rows(reading: &Reading) -> impl Iterator<Item = &ReadRecord> {
    reading.records.iter().filter(|record| record.kind == RecordKind::Row)
}
