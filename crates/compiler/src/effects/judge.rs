//! Judges lasting effects of a run: what its sources show at its end, against how they were before it.

use super::difference::{Difference, differences, file_differences, place_name, records};
use super::files::is_same_text;
use super::holes::is_volatile;
use super::pages::{is_in_table, is_incidental, is_record, is_same_view, is_time};
use super::words::{plain_header, same_header, under};
use crate::looks::asks_to_sign_in;
use crate::normal::{self, Normal};
use crate::pattern::{self, Bindings, variables_in};
use crate::text::{clip, fold, mentions};
use crate::{address, command, effects};
use apprentice_contracts::checkpoint::{CellPattern, EvidencePredicate as Predicate, PLACE, RecordChange, SourcePattern};
use apprentice_contracts::reading::{ReadCell, ReadRecord, Reading, ReadingSource, RecordKind};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The most pages of one pattern that are read at the end of a run.
const MOST_PAGES: usize = 6;

/// What is known of a run.
pub struct Run<'a> {
    /// Readings from before its effects.
    pub before: &'a BTreeMap<ReadingSource, Reading>,
    /// Readings that came while it was under way already. They count as former ones where they do not show its effect.
    pub late: &'a BTreeMap<ReadingSource, Reading>,
    /// Readings at its end.
    pub after: &'a [(ReadingSource, Result<Reading, String>)],
    /// Addresses of pages on which it did something, or to which that led; the last first.
    pub pages: &'a [String],
    /// Addresses from which its pages asked for data; the last first.
    pub data: &'a [String],
    /// The folder of its first command.
    pub folder: Option<&'a str>,
    /// Paths of files that its commands created or changed.
    pub files: &'a [String],
    /// The values of each item of the run; one for a task that is done once.
    pub items: &'a [Bindings],
    /// Whether it was told which values to use. What was not asked for is not required then.
    pub asked: bool,
}

/// What the readings say about one effect.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement {
    Holds(String),
    Refuted(String),
    /// It could not be read.
    Unreadable(String),
    /// The run opened no page on which it could be read.
    NotVisited(String),
}

/// The effect of one predicate.
#[derive(Clone, Copy)]
pub struct Effect<'a> {
    pub source: &'a SourcePattern,
    pub change: RecordChange,
    pub kind: RecordKind,
    pub cells: &'a [CellPattern],
    /// What a changed record said before.
    pub was: &'a [CellPattern],
    /// What the record must not say any more.
    pub lacks: &'a [CellPattern],
    /// Whether more than one such record may be new.
    pub several: bool,
    pub others_unchanged: bool,
}

/// The effects in some evidence.
pub fn effects_in(evidence: &Predicate) -> Vec<Effect<'_>> {
    match evidence {
        Predicate::Records { source, change, record, cells, was, lacks, several, others_unchanged } => vec![Effect {
            source,
            change: *change,
            kind: *record,
            cells,
            was,
            lacks,
            several: *several,
            others_unchanged: *others_unchanged,
        }],
        Predicate::All { of } | Predicate::Any { of } => of.iter().flat_map(effects_in).collect(),
        Predicate::Each { holds, .. } => effects_in(holds),
        _ => Vec::new(),
    }
}

/// The inputs that an effect compares.
pub fn covers(evidence: &Predicate) -> BTreeSet<String> {
    effects_in(evidence)
        .iter()
        .flat_map(|effect| effect.cells.iter().chain(effect.was))
        .flat_map(|cell| variables_in(&cell.text))
        .collect()
}

impl Run<'_> {
    /// The sources in which an effect is read at the end of the run.
    pub fn sources(&self, pattern: &SourcePattern) -> Vec<ReadingSource> {
        match pattern {
            SourcePattern::Page { url } | SourcePattern::Data { url } => {
                let fixed = is_fixed(url).then(|| url.clone());
                let shape = if is_fixed(url) { address::url_pattern(url, &|_| None) } else { url.clone() };
                let by_search = is_search(url);
                let seen = if matches!(pattern, SourcePattern::Data { .. }) { self.data } else { self.pages };
                let known = seen
                    .iter()
                    .filter(|page| !matches!(pattern, SourcePattern::Data { .. }) || !effects::is_unsafe_address(page))
                    .filter(|_| !by_search)
                    .filter(|page| self.items.iter().any(|item| address::url_fits(&shape, page, item)));
                let mut out: Vec<ReadingSource> = Vec::new();
                for url in fixed.into_iter().chain(searches(url, self.items)).chain(known.cloned()) {
                    let source = pattern.at(url);
                    if !out.contains(&source) && out.len() < MOST_PAGES {
                        out.push(source);
                    }
                }
                if out.is_empty() && matches!(pattern, SourcePattern::Page { .. }) {
                    let spelled = self.items.iter().filter_map(|item| address::spelled_out(url, self.pages, item));
                    out.extend(
                        spelled.filter(|url| !effects::is_unsafe_address(url)).take(MOST_PAGES).map(|url| pattern.at(url)),
                    );
                }
                out
            }
            SourcePattern::Folder => {
                self.folder.map(|path| ReadingSource::Folder { path: path.to_owned() }).into_iter().collect()
            }
            SourcePattern::Output { command } => self.outputs_of(command),
            SourcePattern::File { path, made_by } => {
                let mut out = self.files_of(path);
                out.extend(made_by.iter().flat_map(|command| self.outputs_of(command)));
                out
            }
        }
    }

    fn outputs_of(&self, pattern: &str) -> Vec<ReadingSource> {
        let Some(folder) = self.folder else { return Vec::new() };
        let commands: BTreeSet<String> = self.items.iter().filter_map(|item| filled_command(pattern, item)).collect();
        let of = |command| ReadingSource::Output { command, directory: folder.to_owned() };
        commands.into_iter().take(MOST_PAGES).map(of).collect()
    }

    fn files_of(&self, pattern: &str) -> Vec<ReadingSource> {
        let Some(folder) = self.folder else { return Vec::new() };
        let mut out = Vec::new();
        let mut add = |relative: &str| {
            let source = ReadingSource::File { path: format!("{}/{}", folder.trim_end_matches('/'), relative) };
            if !out.contains(&source) && out.len() < 16 {
                out.push(source);
            }
        };
        for item in self.items {
            let filled = variables_in(pattern)
                .iter()
                .try_fold(pattern.to_owned(), |text, name| Some(text.replace(&format!("{{{{{name}}}}}"), item.get(name)?)));
            if let Some(path) = filled.filter(|path| !path.contains('*')) {
                add(&path);
            }
            for file in self.files.iter().filter(|file| text_fits(pattern, file, item)) {
                add(file);
            }
        }
        out
    }

    fn after(&self, source: &ReadingSource) -> Option<&Result<Reading, String>> {
        self.after.iter().find(|(read, _)| read == source).map(|(_, result)| result)
    }

    /// Whether the run opened the source, or it was read before the effects.
    fn knows(&self, source: &ReadingSource) -> bool {
        let is_opened = |url: &String| source.address() == Some(url.as_str());
        let is_page = matches!(source, ReadingSource::Page { .. });
        !is_page || self.pages.iter().any(is_opened) || self.before.contains_key(source) || self.late.contains_key(source)
    }

    /// Judges one effect. `expected` are all effects of the ability, so that one is not taken for a damage by another.
    pub fn judge(&self, effect: &Effect<'_>, expected: &[Effect<'_>]) -> Judgement {
        if matches!(effect.source, SourcePattern::File { .. }) && self.items.len() > 1 {
            return self.judge_each(effect, expected);
        }
        let names: BTreeSet<String> = effect.cells.iter().flat_map(|cell| variables_in(&cell.text)).collect();
        let given = |name: &String| self.items.iter().any(|item| item.get(name).is_some_and(|value| !value.trim().is_empty()));
        if self.asked && !names.is_empty() && !names.iter().any(given) {
            return Judgement::Holds("Nothing was asked for that it shows.".to_owned());
        }
        let mut sources = self.sources(effect.source);
        if matches!(effect.source, SourcePattern::File { .. }) {
            sources.retain(|source| matches!(source, ReadingSource::File { .. }));
        }
        if sources.is_empty() && matches!(effect.source, SourcePattern::Data { .. }) {
            return Judgement::Unreadable("no page asked for it before something was changed.".to_owned());
        }
        if sources.is_empty() {
            return Judgement::NotVisited("no page of this kind was opened.".to_owned());
        }
        let mut unreadable = None;
        let mut refuted = None;
        let mut held = None;
        for source in &sources {
            match self.judge_source(effect, source, expected) {
                Judgement::Holds(words) => {
                    held.get_or_insert(words);
                }
                // Of several pages of one kind, one shows the effect; but damage on any of them is damage.
                Judgement::Refuted(words) if words.starts_with(DAMAGE) => return Judgement::Refuted(words),
                Judgement::Refuted(words) => {
                    refuted.get_or_insert(words);
                }
                Judgement::Unreadable(words) | Judgement::NotVisited(words) => {
                    unreadable.get_or_insert(words);
                }
            }
        }
        // What is gone must be gone from every page.
        if effect.change == RecordChange::Removed
            && let Some(words) = refuted.take()
        {
            return Judgement::Refuted(words);
        }
        match (held, refuted, unreadable) {
            (Some(words), ..) => Judgement::Holds(words),
            (None, Some(words), None) => Judgement::Refuted(words),
            // It may be on the page that could not be read.
            (None, _, words) => Judgement::Unreadable(words.unwrap_or_else(|| "nothing was read.".to_owned())),
        }
    }

    /// Each item has files of its own.
    fn judge_each(&self, effect: &Effect<'_>, expected: &[Effect<'_>]) -> Judgement {
        let mut words = Vec::new();
        for item in self.items {
            let one = Run { items: std::slice::from_ref(item), ..*self };
            match one.judge(effect, expected) {
                Judgement::Holds(more) => words.push(more),
                other => return other,
            }
        }
        Judgement::Holds(words.join(" "))
    }

    fn judge_source(&self, effect: &Effect<'_>, source: &ReadingSource, expected: &[Effect<'_>]) -> Judgement {
        let after = match self.after(source) {
            None => return Judgement::Unreadable(format!("{} was not read again.", named(source))),
            // Nobody knows that an address which the run did not open was right: a wrong one is answered in the same way.
            Some(Err(words)) if effect.change == RecordChange::Removed && is_gone(words) && !self.knows(source) => {
                return Judgement::Unreadable(format!("{} is not known to have been there.", named(source)));
            }
            Some(Err(words)) if effect.change == RecordChange::Removed && is_gone(words) => {
                return Judgement::Holds(format!("{} is gone.", named(source)));
            }
            Some(Err(words)) if is_gone(words) || matches!(source, ReadingSource::File { .. }) && words.contains("not there") => {
                return Judgement::Refuted(format!("Read again, {} is not there.", named(source)));
            }
            Some(Err(words)) => return Judgement::Unreadable(format!("{}: {words}", named(source))),
            Some(Ok(reading)) => reading,
        };
        // An application may answer below the address that it is asked for.
        let is_view = || match (source, self.before.get(source)) {
            (ReadingSource::Page { url }, Some(before)) => lands(source, before) && is_same_view(url, before, after),
            (ReadingSource::Page { url }, None) => goes_on(url, after),
            _ => false,
        };
        if !lands(source, after) && !is_view() {
            return Judgement::Unreadable(format!(
                "reading {} again led to another page, “{}”.",
                named(source),
                clip(&after.title, 80)
            ));
        }
        if matches!(source, ReadingSource::File { .. }) && after.records.is_empty() {
            return Judgement::Refuted(format!("Read again, {} is empty or damaged.", named(source)));
        }
        // The whole page was to be gone, whatever it says.
        if effect.change == RecordChange::Removed && effect.cells.is_empty() {
            return Judgement::Refuted(format!("Read again, {} is still there.", named(source)));
        }
        if let SourcePattern::File { made_by: Some(command), .. } = effect.source {
            return self.judge_made(command, source, after);
        }
        let former = |late: &&Reading| lands(source, late) && self.is_former(effect, late);
        let before = self.before.get(source).filter(|before| lands(source, before));
        let before = before.or_else(|| self.late.get(source).filter(former));
        // What somebody sees who has not signed in is another list.
        let before = before.filter(|before| asks_to_sign_in(before) == asks_to_sign_in(after));
        let found = Counts::of(effect, before, after, self.items);
        let verdict = found.verdict(effect, after, source, self.asked);
        if let (Judgement::Holds(_), Some(before)) = (&verdict, before)
            && let Some(fault) = self.wrong_change(effect, before, after)
        {
            return Judgement::Refuted(fault);
        }
        if let (Judgement::Holds(_), Some(before)) = (&verdict, before)
            && let Some(line) = self.replaced_line_that_stays(effect, before, after)
        {
            let words = format!("Read again, {} still shows “{line}” beside the new line.", named(source));
            return Judgement::Refuted(words);
        }
        match verdict {
            Judgement::Holds(words) if effect.others_unchanged => {
                match before.and_then(|before| self.damage(effect, before, after, expected)) {
                    Some(damage) => Judgement::Refuted(damage),
                    None => Judgement::Holds(words),
                }
            }
            other => other,
        }
    }

    /// Whether a file contains what this command prints.
    fn judge_made(&self, command: &str, file: &ReadingSource, after: &Reading) -> Judgement {
        let Some(source) = self.outputs_of(command).into_iter().next() else {
            return Judgement::NotVisited("the values of the command are not known.".to_owned());
        };
        match self.after(&source) {
            Some(Ok(again)) if is_same_text(after, again) => {
                Judgement::Holds(format!("Run again, {} prints what {} contains.", named(&source), named(file)))
            }
            Some(Ok(again)) if !again.complete || !after.complete => {
                Judgement::Unreadable(format!("{} has too many lines.", named(file)))
            }
            Some(Ok(_)) => {
                Judgement::Refuted(format!("Run again, {} prints something else than {} contains.", named(&source), named(file)))
            }
            Some(Err(words)) => Judgement::Unreadable(format!("{}: {words}", named(&source))),
            None => Judgement::Unreadable(format!("{} was not run again.", named(&source))),
        }
    }

    /// Whether a reading from during the run shows the state before the effect.
    fn is_former(&self, effect: &Effect<'_>, late: &Reading) -> bool {
        let shown = Counts::of(effect, None, late, self.items);
        shown.items.iter().all(|item| match effect.change {
            RecordChange::Removed => item.after > 0,
            _ => item.after == 0 && !item.open,
        })
    }

    /// What is wrong with a record that changed as it should: it is another one than was asked for, or more of it changed.
    fn wrong_change(&self, effect: &Effect<'_>, before: &Reading, after: &Reading) -> Option<String> {
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
            // A number in an entry without columns may count anything.
            let counts = |cell: &ReadCell| effect.kind == RecordKind::Item && is_volatile(&cell.text);
            let (old_cell, cell) = pairs.into_iter().find(|(old, new)| {
                !normal::is_same(&old.text, &new.text)
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

    /// A line that was to become another one, and is still there as it was.
    fn replaced_line_that_stays(&self, effect: &Effect<'_>, before: &Reading, after: &Reading) -> Option<String> {
        if (effect.kind, effect.change) != (RecordKind::Line, RecordChange::Added) || effect.was.is_empty() {
            return None;
        }
        let lines = |reading: &Reading| records(reading).into_iter().filter(|record| record.kind == RecordKind::Line);
        let known: BTreeSet<String> = lines(before).map(|line| shown(&line)).collect();
        let stays = |line: &ReadRecord| {
            let is_former = |item: &Bindings| fits(effect.was, line, item) && !fits(effect.cells, line, item);
            known.contains(&shown(line)) && self.items.iter().any(is_former)
        };
        lines(after).find(stays).map(|line| clip(&shown(&line), 160))
    }

    /// A record of the source that changed although no effect of the ability is about it.
    fn damage(&self, effect: &Effect<'_>, before: &Reading, after: &Reading, expected: &[Effect<'_>]) -> Option<String> {
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
        let unexpected: Vec<&Difference> = all
            .iter()
            .filter(of_kind)
            .filter(|one| !is_incidental(one))
            .filter(|one| {
                one.change != RecordChange::Removed || !one.record().is_some_and(|record| is_now_alone(record, before, after))
            })
            .filter(|one| !same_source.iter().any(|other| self.is_expected(other, one)))
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
                _ => !paged && !in_part && effect.change != RecordChange::Present,
            })
            .map(|one| {
                let how = match one.change {
                    RecordChange::Added => "is new",
                    RecordChange::Removed => "is gone",
                    _ => "has changed",
                };
                format!("{DAMAGE} “{}” {how}.", clip(&one.record().map(shown).unwrap_or_default(), 160))
            })
    }

    fn is_expected(&self, effect: &Effect<'_>, one: &Difference) -> bool {
        let sides = [one.before.as_ref(), one.after.as_ref()];
        // A record that stands where another one was is new, and the other one is gone.
        if one.change == RecordChange::Changed
            && matches!(effect.change, RecordChange::Added | RecordChange::Removed)
            && !matches!(effect.kind, RecordKind::File | RecordKind::Line)
        {
            return false;
        }
        self.items.iter().any(|item| {
            is_former_line(effect, one, item)
                || sides.iter().flatten().any(|record| {
                    record.kind == effect.kind && (fits(effect.cells, record, item) || names_it(effect.cells, record, item))
                })
        })
    }
}

/// Whether a line is gone because the new one stands in its place: all values but the one that was put in name it.
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
        Some(Normal::Number(_) | Normal::Moment(Some(_), None)) => true,
        Some(Normal::Moment(..)) => false,
        _ => !is_volatile(&cell.text) && !is_time(&cell.text),
    }
}

/// Whether the effect says of this cell that it changes.
fn is_expected_cell(cells: &[CellPattern], cell: &ReadCell, item: &Bindings) -> bool {
    cells.iter().any(|known| match &known.header {
        Some(header) => same_header(header, &cell.header),
        None => known.text == "*" || text_fits(&known.text, &cell.text, item),
    })
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

/// Words that begin a judgement about damage.
const DAMAGE: &str = "Besides what was asked,";

fn is_folder_or_hidden(record: &ReadRecord) -> bool {
    let path = record.cells.first().map_or("", |cell| cell.text.as_str());
    record.cells.iter().any(|cell| cell.header == "type" && cell.text == "folder")
        || path
            .split('/')
            .any(|part| part.starts_with('.') || part.ends_with('~') || part.ends_with(".bak") || part.ends_with(".orig"))
}

/// The command line with these values in its holes, each a part of one word. `None`: a value is not known.
pub fn filled_command(pattern: &str, item: &Bindings) -> Option<String> {
    let mut words = command::words(pattern);
    for word in &mut words {
        for name in variables_in(&word.text) {
            let value = item.get(&name).filter(|value| !value.trim().is_empty())?;
            word.text = word.text.replace(&format!("{{{{{name}}}}}"), value);
        }
    }
    Some(command::written(&words))
}

pub fn is_fixed(url: &str) -> bool {
    url.starts_with("http") && !url.contains("{{")
}

/// Whether an address searches a list for values of the run. It can be read before the run and after it.
pub fn is_search(url: &str) -> bool {
    url.starts_with("http")
        && !url.contains('*')
        && url.split_once('?').is_some_and(|(path, query)| is_fixed(path) && query.contains("{{"))
}

/// The addresses of a search for the values of each item.
pub fn searches(url: &str, items: &[Bindings]) -> Vec<String> {
    if !is_search(url) {
        return Vec::new();
    }
    let filled = |item: &Bindings| {
        variables_in(url).iter().try_fold(url.to_owned(), |url, name| {
            let value = item.get(name).filter(|value| !value.trim().is_empty())?;
            let value: String = url::form_urlencoded::byte_serialize(value.as_bytes()).collect();
            Some(url.replace(&format!("{{{{{name}}}}}"), &value))
        })
    };
    let mut out: Vec<String> = Vec::new();
    for url in items.iter().filter_map(filled) {
        if !out.contains(&url) {
            out.push(url);
        }
    }
    out
}

/// Whether an application answered that there is no such page (RFC 9110, sections 15.5.5 and 15.5.11).
pub fn is_gone(words: &str) -> bool {
    words.contains("answered 404") || words.contains("answered 410")
}

fn lands(source: &ReadingSource, reading: &Reading) -> bool {
    match (source, &reading.source) {
        (ReadingSource::Page { url }, ReadingSource::Page { url: landed }) => address::same_page(url, landed),
        _ => true,
    }
}

fn goes_on(url: &str, after: &Reading) -> bool {
    matches!(&after.source, ReadingSource::Page { url: landed } if address::goes_on(url, landed) && !asks_to_sign_in(after))
}

fn named(source: &ReadingSource) -> String {
    match source {
        ReadingSource::Page { url } => format!("the page {}", clip(&address::path_of(url), 100)),
        ReadingSource::Data { url } => format!("what {} answers", clip(&address::path_of(url), 100)),
        ReadingSource::Folder { .. } => "the working folder".to_owned(),
        ReadingSource::File { path } => format!("the file {}", clip(path, 100)),
        ReadingSource::Output { command, .. } => format!("“{command}”"),
    }
}

fn shown(record: &ReadRecord) -> String {
    record
        .cells
        .iter()
        .filter(|cell| cell.header != "digest")
        .map(|cell| cell.text.trim())
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join(" | ")
}

/// A pattern in which a value that is not known matches anything.
fn open(pattern: &str, item: &Bindings) -> String {
    variables_in(pattern)
        .iter()
        .filter(|name| item.get(*name).is_none_or(|value| value.trim().is_empty()))
        .fold(pattern.to_owned(), |text, name| text.replace(&format!("{{{{{name}}}}}"), "*"))
}

fn text_fits(pattern: &str, text: &str, item: &Bindings) -> bool {
    pattern::matches(&open(pattern, item), text, item)
}

/// Whether an effect is about the file of this path, for any item.
pub fn names_path(effect: &Effect<'_>, path: &str, items: &[Bindings]) -> bool {
    let named = match effect.source {
        SourcePattern::File { path, .. } => Some(path.as_str()),
        _ if effect.kind == RecordKind::File => {
            effect.cells.iter().find(|cell| cell.header.as_deref() == Some("path")).map(|cell| cell.text.as_str())
        }
        _ => None,
    };
    named.is_some_and(|pattern| items.iter().any(|item| text_fits(pattern, path, item)))
}

fn is_open(effect: &Effect<'_>, item: &Bindings) -> bool {
    effect
        .cells
        .iter()
        .flat_map(|cell| variables_in(&cell.text))
        .any(|name| item.get(&name).is_none_or(|value| value.trim().is_empty()))
}

fn fits(cells: &[CellPattern], record: &ReadRecord, item: &Bindings) -> bool {
    if record.kind == RecordKind::Entry && is_empty_entry(record) {
        return false;
    }
    cells.iter().all(|cell| cell_fits(cell, record, item))
}

/// Whether a record says what the effect expects, and nothing that must be gone.
fn shows(effect: &Effect<'_>, record: &ReadRecord, item: &Bindings) -> bool {
    fits(effect.cells, record, item) && !effect.lacks.iter().any(|cell| cell_fits(cell, record, item))
}

/// Whether an entry of an archive is a file without content.
fn is_empty_entry(record: &ReadRecord) -> bool {
    let cell = |header: &str| record.cells.iter().find(|cell| cell.header == header).map_or("", |cell| cell.text.as_str());
    cell("size") == "0" && !cell("path").ends_with('/')
}

/// Whether a list of files says that a file has no content. A size that somebody entered is another thing.
fn is_empty_file(record: &ReadRecord, item: &Bindings) -> bool {
    let mut sizes =
        record.cells.iter().filter(|cell| matches!(plain_header(&fold(&cell.header)), "size" | "file size" | "bytes"));
    let is_zero = |text: &str| matches!(text, "0" | "0 b" | "0b" | "0 bytes" | "0 byte" | "0 kb" | "0.0 kb");
    // A folder has no size, and neither has a bucket or a mailbox that is new: only what is called like a file counts.
    let named_as_file =
        |text: &str| text.rsplit_once('.').is_some_and(|(name, ending)| !name.is_empty() && (1..=5).contains(&ending.len()));
    record.cells.iter().any(|cell| named_as_file(cell.text.trim()))
        && sizes.any(|cell| is_zero(&fold(&cell.text)) && !item.values().any(|value| fold(value) == fold(&cell.text)))
}

fn cell_fits(cell: &CellPattern, record: &ReadRecord, item: &Bindings) -> bool {
    if cell.text == "*" {
        return true;
    }
    if cell.header.as_deref() == Some(PLACE) {
        return text_fits(&cell.text, &place_name(record.place.as_deref()), item);
    }
    if cell.header.is_none() && record.controls.iter().any(|name| text_fits(&cell.text, name, item)) {
        return true;
    }
    let headed = cell.header.as_deref().map(|header| under(&record.cells, header)).filter(|cells| !cells.is_empty());
    if cell.text.is_empty() {
        return headed.is_none_or(|cells| cells.iter().any(|one| one.text.trim().is_empty()));
    }
    // Another view of the same records may have other headers.
    headed.unwrap_or_else(|| record.cells.iter().collect()).into_iter().any(|one| {
        text_fits(&cell.text, &one.text, item)
            || one.text.ends_with('/') && text_fits(&cell.text, one.text.trim_end_matches('/'), item)
            || !is_file(record.kind) && whole_value(&cell.text, item).is_some_and(|value| normal::is_same(value, &one.text))
    })
}

/// The value that is all of a pattern.
fn whole_value<'v>(pattern: &str, item: &'v Bindings) -> Option<&'v str> {
    let name = pattern.strip_prefix("{{")?.strip_suffix("}}")?;
    item.get(name).map(String::as_str).filter(|value| !value.trim().is_empty())
}

/// Whether the record has the first value that is known of the item: it is the same record with other values.
fn names_it(cells: &[CellPattern], record: &ReadRecord, item: &Bindings) -> bool {
    let first = cells
        .iter()
        .find(|cell| variables_in(&cell.text).iter().any(|name| item.get(name).is_some_and(|value| value.chars().count() > 2)));
    first.is_some_and(|cell| cell_fits(cell, record, item))
}

/// How many records fit, before and after, for each item.
struct Counts {
    items: Vec<ItemCount>,
    closest: Option<String>,
}

struct ItemCount {
    before: Option<usize>,
    after: usize,
    open: bool,
    words: String,
    /// A record that is there more than once, and was not before.
    doubled: Option<String>,
}

impl Counts {
    fn of(effect: &Effect<'_>, before: Option<&Reading>, after: &Reading, items: &[Bindings]) -> Self {
        let old = before.map(records);
        let new = records(after);
        let of_kind = |record: &&ReadRecord| record.kind == effect.kind;
        // A file that was handed over and has no content is not there; what is to be gone may be empty.
        let empty = |record: &&ReadRecord, item: &Bindings| {
            effect.change == RecordChange::Added && record.kind == RecordKind::Row && is_empty_file(record, item)
        };
        // The last entry of a list may be read as a heading: it is not gone.
        let listed = effect.change == RecordChange::Removed && is_record(effect.kind);
        let of_item = |item| effect.cells.iter().find_map(|cell| whole_value(&cell.text, item)).filter(|_| listed);
        let counted = items
            .iter()
            .map(|item| {
                let mut matching: Vec<&ReadRecord> =
                    new.iter().filter(of_kind).filter(|record| shows(effect, record, item) && !empty(record, item)).collect();
                if let Some(value) = of_item(item) {
                    let known = before.map_or(0, |before| said_alone(before, value).count());
                    matching.extend(said_alone(after, value).skip(known));
                }
                ItemCount {
                    before: old
                        .as_ref()
                        .map(|old| old.iter().filter(of_kind).filter(|record| shows(effect, record, item)).count()),
                    after: matching.len(),
                    open: is_open(effect, item),
                    doubled: doubled(&matching, old.as_deref().unwrap_or_default()),
                    words: matching.first().map(|record| clip(&shown(record), 200)).unwrap_or_default(),
                }
            })
            .collect();
        let score = |record: &&ReadRecord| {
            items.iter().map(|item| effect.cells.iter().filter(|cell| cell_fits(cell, record, item)).count()).max().unwrap_or(0)
        };
        let closest = new
            .iter()
            .filter(of_kind)
            .max_by_key(score)
            .filter(|record| score(record) > 0)
            .map(|record| clip(&shown(record), 200));
        Self { items: counted, closest }
    }

    /// `asked`: the run was told which values to use, so what it was not told is not required.
    fn verdict(&self, effect: &Effect<'_>, after: &Reading, source: &ReadingSource, asked: bool) -> Judgement {
        let place = named(source);
        let close = self.closest.as_ref().map(|record| format!(" The closest is “{record}”.")).unwrap_or_default();
        let mut words = Vec::new();
        for item in &self.items {
            let new = item.after.saturating_sub(item.before.unwrap_or(0));
            // Texts come and go with what a page shows, and what changed looks like what was so before.
            let listed = matches!(effect.kind, RecordKind::Row | RecordKind::Item);
            let needs_before = match effect.change {
                RecordChange::Changed => is_record(effect.kind),
                RecordChange::Added => listed || matches!(effect.kind, RecordKind::Text | RecordKind::Heading),
                RecordChange::Present => effect.kind == RecordKind::Row,
                RecordChange::Removed => false,
            };
            let is_read_before = match effect.source {
                SourcePattern::Page { url } => is_fixed(url) || is_search(url),
                // What a page asks for is kept as it was when it was first asked for.
                SourcePattern::Data { url } => effect.change != RecordChange::Present || is_fixed(url) || is_search(url),
                _ => false,
            };
            if needs_before && is_read_before && item.before.is_none() && item.after > 0 {
                return Judgement::Unreadable(format!("{place} shows it, but was not read before the run."));
            }
            // What was not listed before may stand on another part of the list.
            let never_listed = effect.change == RecordChange::Removed && listed && is_read_before && !item.open;
            if never_listed && item.after == 0 && item.before.is_none_or(|before| before == 0) {
                return Judgement::Unreadable(format!(
                    "{place} does not show it, and is not known to have shown it before the run."
                ));
            }
            if let Some(record) = item.doubled.as_ref().filter(|_| effect.several) {
                return Judgement::Refuted(format!("Read again, {place} shows “{record}” more than once."));
            }
            match effect.change {
                RecordChange::Added if item.before.is_some() && new == 0 && item.after > 0 && item.open => {
                    return Judgement::Refuted(format!("Read again, {place} shows nothing new."));
                }
                RecordChange::Added if new == 0 && item.before.is_some() && !is_file(effect.kind) => {
                    return absent(after, format!("Read again, {place} does not show it as new.{close}"));
                }
                RecordChange::Added if item.after == 0 => {
                    return absent(after, format!("Read again, {place} does not show it.{close}"));
                }
                RecordChange::Added
                    if new > 1
                        && self.items.len() == 1
                        && !effect.several
                        && (!is_file(effect.kind) || effect.kind == RecordKind::Line) =>
                {
                    return Judgement::Refuted(format!("Read again, {place} shows it {new} times; it was to be there once."));
                }
                // Where it is known what was there before, the record must be new, and there once.
                RecordChange::Present
                    if item.after > 0 && item.before.is_some() && new == 0 && effect.kind == RecordKind::Row =>
                {
                    return Judgement::Refuted(format!("Read again, {place} is as it was before the run.{close}"));
                }
                RecordChange::Present
                    if new > 1 && item.before.is_some() && self.items.len() == 1 && effect.kind == RecordKind::Row =>
                {
                    return Judgement::Refuted(format!("Read again, {place} shows it {new} times; it was to be there once."));
                }
                RecordChange::Removed if item.open && item.before.is_some_and(|before| before <= item.after) => {
                    return Judgement::Refuted(format!("Read again, nothing is gone from {place}."));
                }
                RecordChange::Removed if !item.open && item.after > 0 => {
                    return Judgement::Refuted(format!("Read again, {place} still shows “{}”.", item.words));
                }
                // Of what the run was asked for, nothing may show in this list.
                RecordChange::Changed
                    if item.after > 0
                        && item.before.is_some_and(|before| before >= item.after)
                        && !is_file(effect.kind)
                        && !(item.open && asked) =>
                {
                    return Judgement::Refuted(format!("Read again, {place} is as it was before the run.{close}"));
                }
                RecordChange::Changed | RecordChange::Present if item.after == 0 => {
                    return absent(after, format!("Read again, {place} does not show it.{close}"));
                }
                _ => {}
            }
            words.push(item.words.clone());
        }
        let told: Vec<&str> = words.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        Judgement::Holds(match (effect.change, told.is_empty()) {
            (RecordChange::Removed, _) => format!("Read again, {place} does not show it any more."),
            (_, true) => format!("Read again, {place} shows it."),
            (_, false) => format!("Read again, {place} shows “{}”.", clip(&told.join("”, “"), 400)),
        })
    }
}

/// The headings and texts that say this and nothing else.
fn said_alone<'r>(reading: &'r Reading, text: &'r str) -> impl Iterator<Item = &'r ReadRecord> {
    let alone = |record: &&ReadRecord| matches!(record.kind, RecordKind::Heading | RecordKind::Text) && record.cells.len() == 1;
    reading.records.iter().filter(alone).filter(move |record| normal::is_same(text, &record.cells[0].text))
}

/// Whether an entry of a list is read as a heading or text now, because it is the last one.
fn is_now_alone(record: &ReadRecord, before: &Reading, after: &Reading) -> bool {
    let name = record.cells.first().map_or("", |cell| cell.text.as_str());
    record.kind == RecordKind::Item && said_alone(after, name).count() > said_alone(before, name).count()
}

/// The first record that is there more than once, and was not before.
fn doubled(after: &[&ReadRecord], before: &[ReadRecord]) -> Option<String> {
    let mut counts: HashMap<&ReadRecord, usize> = HashMap::new();
    for record in after {
        *counts.entry(record).or_default() += 1;
    }
    let twice = after.iter().find(|record| counts[**record] > 1 && before.iter().filter(|old| old == *record).count() < 2)?;
    Some(clip(&shown(twice), 160))
}

fn is_file(kind: RecordKind) -> bool {
    matches!(kind, RecordKind::File | RecordKind::Line | RecordKind::Entry)
}

/// A record that is missing in a reading that was cut may be in the rest.
fn absent(after: &Reading, words: String) -> Judgement {
    if after.complete { Judgement::Refuted(words) } else { Judgement::Unreadable(format!("{words} The reading was cut.")) }
}

/// Judges evidence as a whole.
pub fn judge(evidence: &Predicate, run: &Run<'_>, expected: &[Effect<'_>]) -> Judgement {
    let mut words = Vec::new();
    let mut missing = None;
    for effect in effects::judge::effects_in(evidence) {
        match run.judge(&effect, expected) {
            Judgement::Holds(more) => words.push(more),
            Judgement::Refuted(why) => return Judgement::Refuted(why),
            other => {
                missing.get_or_insert(other);
            }
        }
    }
    missing.unwrap_or_else(|| Judgement::Holds(words.join(" ")))
}
