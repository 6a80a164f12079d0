//! Effects in words: the goal and the success condition of their checkpoints.

use super::Found;
use super::pages::is_whole;
use crate::text::{clip, fold, list, sentence};
use crate::untrusted::label;
use apprentice_contracts::checkpoint::{CellPattern, RecordChange};
use apprentice_contracts::reading::RecordKind;

pub(super) fn told(pattern: &str) -> String {
    let shown = clip(&label(&pattern.replace('*', "…")), 80);
    match is_whole(pattern) {
        true => format!("`{}`", &pattern[2..pattern.len() - 2]),
        false if shown.contains("{{") => format!("`{}`", shown.replace("{{", "<").replace("}}", ">")),
        false if shown.is_empty() => "nothing".to_owned(),
        false => format!("“{shown}”"),
    }
}

pub(super) fn cell_words(cells: &[CellPattern]) -> Vec<String> {
    cells
        .iter()
        .map(|cell| match &cell.header {
            Some(header)
                if header != "path"
                    && header != "type"
                    && fold(header)
                        != crate::pattern::variables_in(&cell.text)
                            .first()
                            .map(|name| name.replace('_', " "))
                            .unwrap_or_default() =>
            {
                format!("{} {}", clip(&label(header), 40), told(&cell.text))
            }
            _ => told(&cell.text),
        })
        .collect()
}

pub(super) fn words(one: &Found) -> (String, String) {
    let cells: Vec<CellPattern> = one.cells.iter().filter(|cell| cell.header.as_deref() != Some("type")).cloned().collect();
    let values = list(&cell_words(&cells));
    let place = &one.place;
    let only = if one.only { ", and nothing else there has changed" } else { "" };
    let thing = match one.kind {
        RecordKind::Row => "row",
        RecordKind::Item => "entry",
        RecordKind::File => "file",
        _ => "text",
    };
    match (one.kind, one.change) {
        (RecordKind::File, RecordChange::Added) => {
            (format!("The file {values} exists"), format!("It is new and not empty{only}."))
        }
        (RecordKind::File, RecordChange::Removed) => {
            (format!("The file {values} is gone"), format!("It cannot be found any more{only}."))
        }
        (RecordKind::File, RecordChange::Present) => {
            (format!("The file {values} exists"), "It was written by this run.".to_owned())
        }
        (RecordKind::File, _) => (format!("The file {values} has its new content"), format!("It was changed by this run{only}.")),
        (RecordKind::Line | RecordKind::Entry, change) => {
            let place = if place.contains("{{") || place.contains('.') || place.contains('/') {
                told(place)
            } else {
                format!("“{place}”")
            };
            match change {
                RecordChange::Removed => (
                    format!("{} no longer lists {values}", sentence(&place)),
                    format!("Read again, {place} does not contain it."),
                ),
                _ => (format!("{} contains {values}", sentence(&place)), format!("Read again, {place} contains it.")),
            }
        }
        (RecordKind::Field, _) => {
            (format!("The record shows {values}"), format!("Opened again, its page (“{place}”) shows exactly that."))
        }
        (_, RecordChange::Added) => {
            (format!("“{place}” lists {values}"), format!("Opened again, it shows exactly one such new {thing}{only}."))
        }
        (_, RecordChange::Removed) => {
            (format!("“{place}” no longer lists {values}"), format!("Opened again, that {thing} is gone{only}."))
        }
        (_, RecordChange::Changed) => {
            (format!("“{place}” shows {values}"), format!("Opened again, that {thing} has changed{only}."))
        }
        (_, RecordChange::Present) => {
            (format!("“{place}” shows {values}"), format!("Opened again, it shows exactly that{only}."))
        }
    }
}
