//! Rows that a page shows to be filled in place before they are stored. They are no records of the state before a run.

use crate::inputs::makes_new;
use crate::steps::Step;
use crate::text::fold;
use apprentice_contracts::observation::{ActionDetails, ControlRecord, ObservedAction};
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind};

/// Whether the button that was pressed last adds an empty row.
pub fn is_in_new_row(before: &[Step<'_>]) -> bool {
    let pressed = before.iter().rev().filter(|step| !step.is_input());
    let button = pressed.filter_map(|step| step.target()).find(|target| target.role == "button");
    button.is_some_and(|button| makes_new(&button.name))
}

/// The new rows of a demonstration, as they were when their fields were filled.
pub(super) fn new_rows<'s>(steps: &'s [Step<'_>]) -> impl Iterator<Item = &'s ControlRecord> {
    let filled = steps.iter().enumerate().filter(|(at, step)| step.is_input() && is_in_new_row(&steps[..*at]));
    filled.filter_map(|(_, step)| step.target()?.record.as_deref())
}

/// Takes a row that is being filled out of the reading of a page. `was_open`: the page was read after the row had been added, so its row may
/// say less than the new one.
pub fn take_out(reading: &mut Reading, record: &ControlRecord, was_open: bool) {
    if matches!(reading.source, ReadingSource::Page { .. }) {
        reading.records.retain(|row| !is_same(row, record, was_open));
    }
}

/// Whether a row says what the new one says, and nothing else; or a part of it, if it may have been read while it was being filled. Stored
/// rows are links then, or say more.
fn is_same(row: &ReadRecord, record: &ControlRecord, was_open: bool) -> bool {
    let says = |text: &str| !text.trim().is_empty() && text.trim() != "checked";
    let filled: Vec<_> = record.cells.iter().filter(|cell| !cell.header.trim().is_empty() && says(&cell.text)).collect();
    let is_filled =
        |header: &str, text: &str| filled.iter().any(|cell| fold(&cell.header) == fold(header) && fold(&cell.text) == fold(text));
    let is_begun = |header: &str, text: &str| {
        filled.iter().any(|cell| fold(&cell.header) == fold(header) && fold(&cell.text).starts_with(&fold(text.trim())))
    };
    let shown = row.cells.iter().filter(|cell| says(&cell.text)).collect::<Vec<_>>();
    let is_whole = || shown.len() == filled.len() && shown.iter().all(|cell| is_filled(&cell.header, &cell.text));
    let is_part =
        || was_open && row.link.is_none() && !shown.is_empty() && shown.iter().all(|cell| is_begun(&cell.header, &cell.text));
    row.kind == RecordKind::Row && record.cells.len() > 1 && (is_whole() || is_part())
}

/// Finds the new rows of a run.
#[derive(Clone, Debug, Default)]
pub struct NewRows {
    pressed: bool,
}

impl NewRows {
    /// Whether a row was added that is not stored yet.
    pub const fn is_open(&self) -> bool {
        self.pressed
    }

    /// The new row in which this action filled a field.
    pub fn filled<'a>(&mut self, action: &'a ObservedAction) -> Option<&'a ControlRecord> {
        match &action.details {
            ActionDetails::Click { target } if target.role == "button" => {
                self.pressed = makes_new(&target.name);
                None
            }
            ActionDetails::Fill { target, .. } | ActionDetails::Choose { target, .. } if self.pressed => target.record.as_deref(),
            _ => None,
        }
    }
}
