//! Ids in the address of data that stand for inputs: in `/memberships/?group=6411d8` the id is that of the group which the demonstration
//! named. A run that is about another group must read the list of that one.

use super::Run;
use crate::normal;
use crate::pattern::Bindings;
use crate::references::{thing_at, without_id};
use crate::sent::{UNIQUE, is_id, thing_of};
use crate::text::fold;
use apprentice_contracts::graph::Variable;
use apprentice_contracts::reading::{ReadCell, ReadRecord, Reading, ReadingSource, RecordKind};
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
    /// Empty: nothing that was read says which id a value has. `None`: no id of the address stands for an input.
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
            let mut own: Vec<(&String, String)> = Vec::new();
            for ((name, text), references) in parameters.iter().zip(&references) {
                let text = match references.iter().flatten().next() {
                    None => text.clone(),
                    Some(one) if references.len() == 1 => id_of(one, item, &known)?.to_owned(),
                    Some(one) => {
                        let ids = self.items.iter().map(|item| id_of(one, item, &known));
                        let ids: BTreeSet<&str> = ids.collect::<Option<_>>()?;
                        ids.into_iter().collect::<Vec<_>>().join(&COMMA.to_string())
                    }
                };
                own.push((name, text));
            }
            if own.iter().zip(&parameters).all(|((_, text), (_, known))| text == known) {
                return Some(url.to_owned());
            }
            let mut out = parsed.clone();
            out.query_pairs_mut().clear().extend_pairs(own);
            Some(String::from(out))
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
                let own = row.cells.iter().find(|cell| cell.text == id && is_id(&cell.header))?;
                let named = |cell: &'r ReadCell| {
                    let text = cell.text.trim();
                    let is_example = |text: &str, input: &Variable| {
                        std::iter::once(&input.example).chain(&input.more_examples).any(|one| normal::is_same(one, text))
                    };
                    let is_name = text.chars().count() > 2 && !is_id(&cell.header);
                    let input = self.variables.iter().find(|input| is_name && !input.secret && is_example(text, input))?;
                    Some((input, cell.header.as_str()))
                };
                let (input, name) = row.cells.iter().find_map(named)?;
                Some(Reference { input, of: of.clone(), id: &own.header, name })
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

fn thing_of_data(reading: &Reading) -> Option<String> {
    match &reading.source {
        ReadingSource::Data { url } => Some(thing_at(url)),
        _ => None,
    }
}

fn rows(reading: &Reading) -> impl Iterator<Item = &ReadRecord> {
    reading.records.iter().filter(|record| record.kind == RecordKind::Row)
}
