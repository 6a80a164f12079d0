//! What a run did besides what was asked: another record that changed, more of the right one, a line that stays.

use super::counts::is_now_alone;
use super::matching::{cell_fits, fits, names_it, shows, text_fits};
use super::{Effect, Run, shown};
use crate::effects::difference::{Difference, differences, file_differences, is_sum, records};
use crate::effects::holes::is_volatile;
use crate::effects::lists::{differences_in, is_comparable, is_drawn, is_only_touched};
use crate::effects::pages::{is_in_table, is_incidental, is_record, is_time};
use crate::effects::trail;
use crate::effects::words::{plain_header, same_header};
use crate::normal::{self, Normal};
use crate::pattern::{Bindings, variables_in};
use crate::text::{clip, fold, mentions};
use apprentice_contracts::checkpoint::{CellPattern, PLACE, RecordChange, SourcePattern};
use apprentice_contracts::graph::WatchedList;
use apprentice_contracts::reading::{ReadCell, ReadRecord, Reading, ReadingSource, RecordKind};
use std::collections::BTreeSet;

impl Run<'_> {
    /// What is wrong with a record that changed as it should: it is another one than was asked for, or more of it changed.
    pub(super) fn wrong_change(&self, effect: &Effect<'_>, before: &Reading, after: &Reading) -> Option<String> {
        let of_form = effect.kind == RecordKind::Field;
        if effect.change != RecordChange::Changed || !(is_record(effect.kind) || of_form) || effect.kind == RecordKind::File {
            return None;
        }
        let changed = differences(before, after);
        self.items.iter().find_map(|item| {
            let (old, new) = changed
                .iter()
                .filter_map(|one| one.before.as_ref().zip(one.after.as_ref()))
                .find(|(_, new)| new.kind == effect.kind && shows(effect, new, item))?;
            if !effect.was.is_empty() && !fits(effect.was, old, item) {
                return Some(format!("{DAMAGE} “{}” was changed, which was not named.", clip(&shown(old), 160)));
            }
            let pairs = if of_form { labelled_pairs(old, new) } else { columns(old, new) };
            let follows = |text: &str| {
                item.values().any(|value| value.chars().count() > 2 && mentions(text, value) || normal::is_same(text, value))
            };
            if let Some(lost) = pairs.iter().find_map(|(old, new)| lost_part(effect.cells, old, new)) {
                return Some(format!("{DAMAGE} “{}” was lost.", clip(&lost, 60)));
            }
            // A number in an entry without columns may count anything.
            let counts = |cell: &ReadCell| effect.kind == RecordKind::Item && is_volatile(&cell.text);
            let (old_cell, cell) = pairs.into_iter().find(|(old, new)| {
                !normal::is_same(&old.text, &new.text)
                    && !was_selected(old, new)
                    && !counts(old)
                    && !counts(new)
                    && !is_expected_cell(effect.cells, new, item)
                    && !follows(&new.text)
                    && (stays(old) && stays(new)
                        || old.text.trim().is_empty() && stays(new)
                        || new.text.trim().is_empty() && stays(old))
            })?;
            let what = if cell.header.trim().is_empty() { "a part of it" } else { plain_header(cell.header.trim()) };
            let (from, to) = (clip(&old_cell.text, 60), clip(&cell.text, 60));
            Some(format!("{DAMAGE} {what} changed from “{from}” to “{to}”."))
        })
    }

    /// A record that was to be changed and is still there as it was, because a new one was made beside it.
    pub(super) fn made_beside(&self, effect: &Effect<'_>, before: &Reading, after: &Reading) -> Option<String> {
        if effect.change != RecordChange::Changed || !is_record(effect.kind) || effect.kind == RecordKind::File {
            return None;
        }
        let changed = differences(before, after);
        let of_kind = |record: &&ReadRecord| record.kind == effect.kind;
        let changes = |change: RecordChange| changed.iter().filter(move |one| one.change == change);
        let known: BTreeSet<String> = records(before).iter().filter(of_kind).map(shown).collect();
        let all = records(after);
        self.items.iter().find_map(|item| {
            let is_it = |record: &ReadRecord| record.kind == effect.kind && shows(effect, record, item);
            let became = changes(RecordChange::Changed).any(|one| one.after.as_ref().is_some_and(is_it));
            let is_new = changes(RecordChange::Added).any(|one| one.after.as_ref().is_some_and(is_it));
            let is_gone = changes(RecordChange::Removed)
                .any(|one| one.before.as_ref().is_some_and(|record| of_kind(&record) && names_it(effect.cells, record, item)));
            let stays = |record: &&ReadRecord| {
                known.contains(&shown(record)) && names_it(effect.cells, record, item) && !shows(effect, record, item)
            };
            let former = all.iter().filter(of_kind).find(stays).filter(|_| is_new && !became && !is_gone)?;
            Some(clip(&shown(former), 160))
        })
    }

    /// A line that was to become another one, and is still there as it was.
    pub(super) fn replaced_line_that_stays(&self, effect: &Effect<'_>, before: &Reading, after: &Reading) -> Option<String> {
        if (effect.kind, effect.change) != (RecordKind::Line, RecordChange::Added) || effect.was.is_empty() {
            return None;
        }
        let lines = |reading: &Reading| records(reading).into_iter().filter(|record| record.kind == RecordKind::Line);
        let known: BTreeSet<String> = lines(before).map(|line| shown(&line)).collect();
        let stays = |line: &ReadRecord| {
            let is_told = |item: &Bindings| {
                let mut names = effect.was.iter().flat_map(|cell| variables_in(&cell.text));
                names.all(|name| item.get(&name).is_some_and(|value| !value.trim().is_empty()))
            };
            let is_former = |item: &Bindings| is_told(item) && fits(effect.was, line, item) && !fits(effect.cells, line, item);
            known.contains(&shown(line)) && self.items.iter().any(is_former)
        };
        lines(after).find(stays).map(|line| clip(&shown(&line), 160))
    }

    /// A record of the source that changed although no effect of the ability is about it.
    pub(super) fn damage(
        &self,
        effect: &Effect<'_>,
        before: &Reading,
        after: &Reading,
        expected: &[Effect<'_>],
    ) -> Option<String> {
        // Of a list that is only there in part, other records come and go with the part that is shown.
        let in_part = !before.complete || !after.complete;
        // A text of which no line was read was drawn later: that its lines are new says nothing.
        let is_line = |record: &ReadRecord| record.kind == RecordKind::Line;
        if matches!(effect.source, SourcePattern::Page { .. })
            && effect.kind == RecordKind::Line
            && !before.records.iter().any(is_line)
        {
            return None;
        }
        let same_source: Vec<&Effect<'_>> = expected.iter().filter(|other| other.source == effect.source).collect();
        let of_file = matches!(effect.source, SourcePattern::File { .. });
        let listed = is_record(effect.kind)
            || effect.kind == RecordKind::Line
            || of_file
            || matches!(effect.source, SourcePattern::Output { .. });
        let in_table = |record: &ReadRecord| record.kind == effect.kind && is_in_table(effect.cells, record);
        let of_kind = |one: &&Difference| listed && one.record().is_some_and(in_table);
        let all = if of_file { file_differences(before, after) } else { differences(before, after) };
        let visited: BTreeSet<String> = self.pages.iter().flat_map(|url| trail::names("", url)).collect();
        let unexpected: Vec<&Difference> = all
            .iter()
            .filter(|one| !trail::is_in_trail(one, before, after, &visited))
            .filter(of_kind)
            .filter(|one| !is_incidental(one) && !is_sum(one))
            .filter(|one| {
                one.change != RecordChange::Removed || !one.record().is_some_and(|record| is_now_alone(record, before, after))
            })
            .filter(|one| !same_source.iter().any(|other| self.is_expected(other, one)))
            .filter(|one| !self.is_told(one))
            .collect();
        // A page that holds a fixed number of records shows another one for each that is new or gone.
        let moved = |change: RecordChange| all.iter().filter(of_kind).filter(|one| one.change == change).count();
        let paged = !of_file && moved(RecordChange::Added) == moved(RecordChange::Removed) && before.records.len() >= 20;
        unexpected
            .into_iter()
            .find(|one| match (effect.kind, one.change) {
                // Another way may need a file of its own; it must not touch those of others.
                (RecordKind::File | RecordKind::Line, RecordChange::Added) if effect.kind == RecordKind::File || of_file => false,
                (RecordKind::File, _) => !one.record().is_some_and(is_folder_or_hidden),
                (_, RecordChange::Changed) => true,
                // Nobody knows whether other records come and go in this list. One that lost more than it gained is no list of the last ones,
                // and neither is one that grew to a length that no page is limited to.
                (_, RecordChange::Removed) if effect.change == RecordChange::Present => {
                    let (lost, gained) = (moved(RecordChange::Removed), moved(RecordChange::Added));
                    let length = |reading: &Reading| reading.records.iter().filter(|record| in_table(record)).count();
                    let is_limit = length(after) % 5 == 0;
                    !in_part && (lost > gained || length(after) > length(before) && !is_limit)
                }
                _ => !paged && !in_part && effect.change != RecordChange::Present,
            })
            .map(|one| in_words(one, ""))
    }

    /// The record of a watched list that the run changed although nobody named it.
    pub fn damage_in(&self, list: &WatchedList, expected: &[Effect<'_>]) -> Option<String> {
        let source = ReadingSource::Page { url: list.url.clone() };
        let before = self.before.get(&source)?;
        let after = self.after(&source)?.as_ref().ok()?;
        if !is_comparable(&list.url, before, after) || !is_drawn(list, before, after) {
            return None;
        }
        let visited: BTreeSet<String> = self.pages.iter().flat_map(|url| trail::names("", url)).collect();
        let mut changed = differences_in(list.record, &list.headers, before, after, &visited);
        changed.retain(|one| list.timed || !is_only_touched(one));
        let count = |change: RecordChange| changed.iter().filter(|one| one.change == change).count();
        // A page that holds a fixed number of records shows another one for each that is new or gone, and some show a few by chance.
        let is_paged = count(RecordChange::Added) == count(RecordChange::Removed);
        let is_expected = |one: &Difference| {
            let mut effects = expected.iter().filter(|effect| effect.kind == list.record);
            effects.any(|effect| self.is_expected(effect, one))
        };
        let mut unnamed = changed.iter().filter(|one| one.change == RecordChange::Changed || !is_paged);
        let unnamed =
            unnamed.find(|one| !self.is_named(list, one) && !is_expected(one) && !self.is_told(one) && !self.is_offered(one))?;
        Some(in_words(unnamed, &format!(" on the page “{}”", list.name)))
    }

    /// Whether an entry with one text only, such as a tag, was there before the run on another page: it is offered now, and not new.
    fn is_offered(&self, one: &Difference) -> bool {
        let (RecordChange::Added, Some(record)) = (one.change, &one.after) else { return false };
        let mut filled = record.cells.iter().map(|cell| fold(cell.text.trim())).filter(|text| !text.is_empty());
        let (Some(text), None) = (filled.next(), filled.next()) else { return false };
        let says = |cell: &ReadCell| cell.text.split(',').any(|part| fold(part.trim()) == text);
        let known = self.before.values().flat_map(|reading| &reading.records).flat_map(|record| &record.cells);
        text.chars().any(char::is_alphabetic) && known.into_iter().any(says)
    }

    /// Whether values of the run say that this record of a watched list may change.
    fn is_named(&self, list: &WatchedList, one: &Difference) -> bool {
        let texts: Vec<String> = one.before.iter().chain(&one.after).map(shown).collect();
        let says = |value: &String| texts.iter().any(|text| mentions(text, value) || normal::is_same(text, value));
        self.items.iter().any(|item| {
            let given = |name: &String| item.get(name).filter(|value| !value.trim().is_empty());
            let mut named = list.named.iter().filter_map(given).peekable();
            match named.peek() {
                Some(_) => named.all(says),
                None => item.values().filter(|value| !value.trim().is_empty()).any(says),
            }
        })
    }

    /// Whether a new entry describes the requested change in the words of the application: “Changed status from Open to Resolved”.
    fn is_told(&self, one: &Difference) -> bool {
        const TELLS: &[&str] = &[
            "changed", "set", "updated", "added", "assigned", "marked", "moved", "closed", "opened", "edited", "created",
            "deleted", "removed", "renamed", "modified",
        ];
        let Some(record) =
            one.after.as_ref().filter(|record| record.kind == RecordKind::Item && one.change == RecordChange::Added)
        else {
            return false;
        };
        let text = shown(record);
        self.items.iter().any(|item| {
            let told: Vec<&String> = item.values().filter(|value| value.chars().count() > 2 && mentions(&text, value)).collect();
            // A value may be called like an act: “Closed”.
            let rest = told.iter().fold(text.clone(), |rest, value| crate::lint::replaced(&rest, value, ""));
            // What something was changed to must be what was asked for.
            let end = text.rsplit_once(" to ").map_or(text.as_str(), |(_, end)| end);
            TELLS.iter().any(|verb| mentions(&rest, verb)) && told.iter().any(|value| mentions(end, value))
        })
    }

    fn is_expected(&self, effect: &Effect<'_>, one: &Difference) -> bool {
        let sides = [one.before.as_ref(), one.after.as_ref()];
        // A record that is where another one was is new, and the other one is gone.
        if one.change == RecordChange::Changed
            && matches!(effect.change, RecordChange::Added | RecordChange::Removed)
            && !matches!(effect.kind, RecordKind::File | RecordKind::Line)
        {
            return false;
        }
        // Where the task replaces what names the record, its former name says which one it is.
        let was: BTreeSet<String> = effect.was.iter().flat_map(|cell| variables_in(&cell.text)).collect();
        let is_renamed = |item: &Bindings| {
            is_record(effect.kind)
                && !was.is_empty()
                && was.iter().all(|name| item.get(name).is_some_and(|value| !value.trim().is_empty()))
        };
        self.items.iter().any(|item| {
            // What is new in a list is no other record of the same name in another one.
            let places = effect.cells.iter().filter(|cell| cell.header.as_deref() == Some(PLACE));
            let places = places.filter(|_| effect.change != RecordChange::Changed);
            let is_it = |record: &ReadRecord| {
                let is_there = places.clone().all(|cell| cell_fits(cell, record, item));
                is_there && (fits(effect.cells, record, item) || names_it(effect.cells, record, item))
            };
            let of_kind = |record: &&&ReadRecord| record.kind == effect.kind;
            match (is_renamed(item), one.before.as_ref().filter(|record| of_kind(&record))) {
                (true, Some(before)) => fits(effect.was, before, item),
                _ => is_former_line(effect, one, item) || sides.iter().flatten().filter(of_kind).any(|record| is_it(record)),
            }
        })
    }
}

/// Whether a line is gone because the new one takes its place: all values but the one that was put in name it.
fn is_former_line(effect: &Effect<'_>, one: &Difference, item: &Bindings) -> bool {
    let (RecordKind::Line, RecordChange::Added, RecordChange::Removed) = (effect.kind, effect.change, one.change) else {
        return false;
    };
    let names: BTreeSet<String> = effect.cells.iter().flat_map(|cell| variables_in(&cell.text)).collect();
    let text = one.record().map(shown).unwrap_or_default();
    let said = names.iter().filter(|name| item.get(*name).is_some_and(|value| mentions(&text, value))).count();
    names.len() > 1 && said + 1 >= names.len()
}

/// Whether a cell keeps its value in every run that does not name it: a word, an amount or a day; no time, and no number with letters.
fn stays(cell: &ReadCell) -> bool {
    const BY_ITSELF: &[&str] = &[
        "modified",
        "updated",
        "changed",
        "edited",
        "last",
        "seen",
        "activity",
        "age",
        "version",
        "revision",
        "views",
        "hits",
        "visits",
        "geändert",
    ];
    if cell.text.chars().count() > 80 || BY_ITSELF.iter().any(|word| mentions(&cell.header, word)) {
        return false;
    }
    match Normal::of(&cell.text) {
        Some(Normal::Number(_) | Normal::Moment(Some(_), None) | Normal::Either(_, None)) => true,
        Some(Normal::Moment(..) | Normal::Either(..)) => false,
        _ => !is_volatile(&cell.text) && !is_time(&cell.text),
    }
}

/// Whether a row is not selected any more: a tick box in a column without a name was ticked when the page was read.
fn was_selected(old: &ReadCell, new: &ReadCell) -> bool {
    let is_nameless = |cell: &ReadCell| cell.header.trim().is_empty();
    is_nameless(old) && is_nameless(new) && old.text.trim() == "checked" && new.text.trim().is_empty()
}

/// Whether the effect says of this cell that it changes.
fn is_expected_cell(cells: &[CellPattern], cell: &ReadCell, item: &Bindings) -> bool {
    cells.iter().any(|known| match &known.header {
        Some(header) => same_header(header, &cell.header),
        None => known.text == "*" || text_fits(&known.text, &cell.text, item),
    })
}

/// What a list in a cell lost, where a value was to be added to it.
fn lost_part(cells: &[CellPattern], old: &ReadCell, new: &ReadCell) -> Option<String> {
    const NOTHING: &[&str] = &["none", "uncategorized", "uncategorised", "unassigned", "default", "n/a"];
    let is_of = |known: &CellPattern| known.header.as_deref().is_some_and(|header| same_header(header, &old.header));
    // A day with another time of day is another moment, and no list.
    let is_moment = |text: &str| matches!(Normal::of(text), Some(Normal::Moment(..) | Normal::Either(..)));
    if is_moment(&old.text) && is_moment(&new.text) {
        return None;
    }
    let is_added = |known: &CellPattern| known.text.starts_with("*{{") && known.text.ends_with("}}*") && is_of(known);
    let words =
        |text: &str| fold(text).split(|letter: char| !letter.is_alphanumeric()).map(str::to_owned).collect::<BTreeSet<_>>();
    let had = old.text.split([',', ';']).map(str::trim);
    // “+2 more” counts.
    let says =
        |part: &&str| part.contains(char::is_alphanumeric) && !part.starts_with('+') && !NOTHING.contains(&fold(part).as_str());
    let is_lost = |part: &&str| !words(part).is_subset(&words(&new.text));
    had.filter(says).find(is_lost).filter(|_| cells.iter().any(is_added)).map(str::to_owned)
}

/// The cells of a row before and after, by column.
fn columns<'r>(old: &'r ReadRecord, new: &'r ReadRecord) -> Vec<(&'r ReadCell, &'r ReadCell)> {
    if old.cells.len() == new.cells.len() { old.cells.iter().zip(&new.cells).collect() } else { Vec::new() }
}

/// The values of a form before and after, by labels that it has once.
fn labelled_pairs<'r>(old: &'r ReadRecord, new: &'r ReadRecord) -> Vec<(&'r ReadCell, &'r ReadCell)> {
    let once = |record: &'r ReadRecord, header: &str| {
        let mut of = record.cells.iter().filter(|cell| cell.header == header);
        of.next().filter(|_| of.next().is_none())
    };
    let labelled = new.cells.iter().filter(|cell| !cell.header.trim().is_empty());
    labelled.filter_map(|cell| Some((once(old, &cell.header)?, once(new, &cell.header)?))).collect()
}

/// What a run did besides what was asked; `place` says where, where that is not known.
fn in_words(one: &Difference, place: &str) -> String {
    let how = match one.change {
        RecordChange::Added => "is new",
        RecordChange::Removed => "is gone",
        _ => "has changed",
    };
    format!("{DAMAGE} “{}” {how}{place}.", clip(&one.record().map(shown).unwrap_or_default(), 160))
}

/// Words that begin a judgement about damage.
pub(super) const DAMAGE: &str = "Besides what was asked,";

fn is_folder_or_hidden(record: &ReadRecord) -> bool {
    let path = record.cells.first().map_or("", |cell| cell.text.as_str());
    record.cells.iter().any(|cell| cell.header == "type" && cell.text == "folder")
        || path
            .split('/')
            .any(|part| part.starts_with('.') || part.ends_with('~') || part.ends_with(".bak") || part.ends_with(".orig"))
}
