//! What the task changed, in texts.

use super::difference::differences;
use crate::SourceReadings;
use crate::text::fold;
use apprentice_contracts::reading::{ReadCell, ReadRecord, ReadingSource, RecordKind};

/// Texts of records that the task changed, and of the pages about them. A record that was opened by its link is an input if it is among them.
#[derive(Debug, Default)]
pub struct Mentioned {
    changed: std::collections::HashSet<String>,
    /// Lines of files that the task wrote, and what outputs show.
    lines: Vec<String>,
    /// Whether a page was read at all. Its controls then say which record each of them belongs to.
    pages_read: bool,
}

impl Mentioned {
    pub fn of(readings: &[SourceReadings]) -> Self {
        let mut texts = std::collections::HashSet::new();
        let contents =
            readings.iter().filter(|one| matches!(one.source, ReadingSource::File { .. } | ReadingSource::Output { .. }));
        let contents =
            contents.filter_map(|one| one.after.as_ref()?.as_ref().ok()).flat_map(|reading| reading.records.iter().take(2_000));
        let lines = contents.flat_map(|record| &record.cells).map(|cell| cell.text.clone()).collect();
        for of in readings {
            let Some(Ok(after)) = &of.after else { continue };
            let Some(before) = &of.before else { continue };
            let changed = differences(before, after);
            // A heading of a form names the page; its labelled values are about the record.
            let about =
                |record: &&ReadRecord, cell: &&ReadCell| record.kind != RecordKind::Field || !cell.header.trim().is_empty();
            for record in changed.iter().flat_map(|one| one.before.iter().chain(&one.after)) {
                texts.extend(record.cells.iter().filter(|cell| about(&record, cell)).map(|cell| fold(&cell.text)));
            }
        }
        let pages_read = readings.iter().any(|one| matches!(one.source, ReadingSource::Page { .. }));
        Self { changed: texts, lines, pages_read }
    }

    pub fn contains(&self, text: &str) -> bool {
        self.changed.contains(&fold(text))
    }

    /// Whether the demonstration says of each control to which record it belongs.
    pub fn knows_records(&self) -> bool {
        self.pages_read
    }

    /// Whether a file or an output shows the text after the task.
    pub fn is_written(&self, text: &str) -> bool {
        self.lines.iter().any(|line| crate::text::mentions(line, text))
    }
}
