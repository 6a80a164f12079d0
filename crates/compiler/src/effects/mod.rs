//! Lasting effects: what the task changed, learned from readings before and after it.
//!
//! A source that was read before the task and after it shows the effect as a difference. A source that was only read afterwards, such as the
//! page of a new record, shows it as a record with the given values.

mod difference;
mod holes;
pub mod judge;

pub use difference::{Difference, differences, records};

use crate::SourceReadings;
use crate::address;
use crate::evidence::{Candidate, EvidenceContext};
use crate::page;
use crate::steps::committed;
use crate::text::{clip, fold, list, sentence};
use crate::untrusted::label;
use apprentice_contracts::checkpoint::{CellPattern, EvidencePredicate as Predicate, RecordChange, SourcePattern};
use apprentice_contracts::graph::{ValueSource, VariableBinding};
use apprentice_contracts::observation::{ActionDetails, ObservedAction};
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind};
use holes::{KnownValues, is_volatile};
use std::collections::{BTreeSet, HashMap};

/// The most effects of one task. More would repeat each other.
const MOST: usize = 4;

/// A lasting effect with what it covers.
struct Found {
    predicate: Predicate,
    /// Inputs whose values it compares.
    covers: BTreeSet<String>,
    /// How much it says: a difference more than a presence, a row more than a text.
    rank: u8,
    place: String,
    kind: RecordKind,
    change: RecordChange,
    cells: Vec<CellPattern>,
    only: bool,
    /// Goal and success in words, where several effects are one checkpoint.
    words: Option<(String, String)>,
}

/// What a person entered: values, and the labels of the fields.
struct Entered {
    values: KnownValues,
    /// What was entered last, by the label of the field.
    labels: HashMap<String, String>,
    /// Inputs that were typed, chosen from offers or given to a command; not chosen as records.
    typed: BTreeSet<String>,
}

impl Entered {
    fn of(context: &EvidenceContext<'_>) -> Self {
        let steps = context.steps.iter().filter(|step| !step.sign_in && step.is_input());
        let constants = steps.clone().map(committed).filter(|value| !matches!(value.as_str(), "on" | "off" | ""));
        let labels =
            steps.filter_map(|step| Some((fold(&step.target()?.name), committed(step)))).filter(|(name, _)| !name.is_empty());
        let typed = context.inputs.list.iter().map(|input| &input.variable);
        let typed = typed.filter(|one| one.source != ValueSource::Read);
        let typed = typed.filter(|one| !matches!(one.binding, VariableBinding::Record { .. } | VariableBinding::Context { .. }));
        Self {
            values: KnownValues::of(context.inputs, constants),
            labels: labels.collect(),
            typed: typed.map(|one| one.name.clone()).collect(),
        }
    }
}

impl Entered {
    /// Whether the person set the field of this label to what it shows now.
    fn set(&self, label: &str, text: &str) -> bool {
        let value = self.labels.get(&fold(label)).filter(|_| !label.trim().is_empty());
        value.is_some_and(|value| match value.as_str() {
            "on" => fold(text) == "checked",
            "off" => text.trim().is_empty(),
            value => !value.is_empty() && fold(value) == fold(text),
        })
    }
}

/// The lasting effects of the task as candidates for checkpoints, the strongest first.
pub fn effects(context: &EvidenceContext<'_>, readings: &[SourceReadings]) -> Vec<Candidate> {
    let entered = Entered::of(context);
    let root = working_folder(context, readings);
    let elsewhere = |source: &ReadingSource| match source {
        ReadingSource::Folder { path } => root.is_some_and(|root| root != path),
        ReadingSource::Output { directory, .. } => root.is_some_and(|root| root != directory),
        _ => false,
    };
    let readings: Vec<SourceReadings> = readings.iter().filter(|one| !elsewhere(&one.source)).cloned().collect();
    let mut found: Vec<Found> = readings.iter().flat_map(|source| of_source(context, &entered, source, &readings)).collect();
    found.sort_by_key(|one| (std::cmp::Reverse(one.covers.len()), std::cmp::Reverse(one.rank)));
    let loops: Vec<Vec<String>> = context.rounds.iter().map(|round| crate::checkpoints::items(context, round)).collect();
    let last = context.steps.len().saturating_sub(1);
    by_file(chosen(found)).into_iter().map(|one| candidate(one, &loops, last, context)).collect()
}

/// The folder of the first command, if it was read.
fn working_folder<'a>(context: &EvidenceContext<'_>, readings: &'a [SourceReadings]) -> Option<&'a String> {
    let first = context.steps.iter().find_map(|step| step.command())?;
    readings.iter().find_map(|one| match &one.source {
        ReadingSource::Folder { path } if *path == first.directory => Some(path),
        _ => None,
    })
}

/// The fewest effects that compare every value, and the strongest difference besides, because it also shows what must not have changed.
fn chosen(found: Vec<Found>) -> Vec<Found> {
    let mut covered: BTreeSet<String> = BTreeSet::new();
    let mut out: Vec<Found> = Vec::new();
    let mut pages = 0;
    let is_file = |one: &Found| matches!(one.kind, RecordKind::File | RecordKind::Line | RecordKind::Entry);
    let strongest = found
        .iter()
        .enumerate()
        .filter(|(_, one)| one.only && !is_file(one))
        .max_by_key(|(at, one)| (one.covers.len(), one.rank, std::cmp::Reverse(*at)))
        .map(|(at, _)| at);
    for (at, one) in found.into_iter().enumerate() {
        if out.iter().any(|other| other.predicate == one.predicate) {
            continue;
        }
        if is_file(&one) {
            if out.len() < 24 {
                out.push(one);
            }
            continue;
        }
        let new = one.covers.iter().any(|name| !covered.contains(name));
        let changed = one.covers.is_empty() && one.change != RecordChange::Present;
        if (new || Some(at) == strongest || changed) && pages < MOST {
            covered.extend(one.covers.iter().cloned());
            pages += 1;
            out.push(one);
        }
    }
    out
}

/// The most checkpoints about files.
const MOST_FILES: usize = 4;

/// One checkpoint for each file: that it is there, and what it contains. Beyond [`MOST_FILES`], one for all others.
fn by_file(found: Vec<Found>) -> Vec<Found> {
    let path = |one: &Found| match &one.predicate {
        Predicate::Records { source: SourcePattern::File { path }, .. } => Some(path.clone()),
        Predicate::Records { source: SourcePattern::Folder, cells, .. } => cells.first().map(|cell| cell.text.clone()),
        _ => None,
    };
    let mut groups: Vec<(Option<String>, Vec<Found>)> = Vec::new();
    for one in found {
        let file = path(&one);
        match groups.iter_mut().find(|(known, _)| file.is_some() && *known == file) {
            Some((_, group)) => group.push(one),
            None => groups.push((file, vec![one])),
        }
    }
    let mut out = Vec::new();
    let mut rest: Vec<Found> = Vec::new();
    let mut names = Vec::new();
    let mut files = 0;
    for (file, group) in groups {
        files += usize::from(file.is_some());
        match file {
            Some(file) if files > MOST_FILES => {
                names.push(told(&file));
                rest.extend(group);
            }
            Some(_) => out.extend(joined(group, None)),
            None => out.extend(group),
        }
    }
    let names = names.into_iter().take(5).collect::<Vec<_>>();
    let are = if names.len() == 1 { "is" } else { "are" };
    out.extend(joined(rest, Some(format!("Besides, {} {are} there", list(&names)))));
    out
}

/// Several effects as one. `goal` is what they are together.
fn joined(mut group: Vec<Found>, goal: Option<String>) -> Option<Found> {
    if group.len() < 2 {
        return group.pop();
    }
    group.sort_by_key(|one| one.kind != RecordKind::File);
    let contents: Vec<String> =
        group.iter().filter(|one| one.kind != RecordKind::File).flat_map(|one| cell_words(&one.cells)).collect();
    let content = list(&contents.iter().take(3).cloned().collect::<Vec<_>>());
    let (first_goal, first_success) = words(&group[0]);
    let (goal, success) = match goal {
        Some(goal) => (goal, "Read again, each is new or changed, and not empty.".to_owned()),
        None if group[0].kind == RecordKind::File && !content.is_empty() => {
            (format!("{first_goal} and contains {content}"), first_success)
        }
        None => (first_goal, first_success),
    };
    let covers = group.iter().flat_map(|one| one.covers.iter().cloned()).collect();
    let of = group.iter().map(|one| one.predicate.clone()).collect();
    let first = group.swap_remove(0);
    Some(Found { predicate: Predicate::All { of }, covers, words: Some((goal, success)), ..first })
}

fn of_source(context: &EvidenceContext<'_>, entered: &Entered, source: &SourceReadings, all: &[SourceReadings]) -> Vec<Found> {
    match (&source.source, &source.after) {
        (ReadingSource::Page { url }, Some(Ok(after))) => of_page(context, entered, source, url, after),
        (ReadingSource::Folder { .. } | ReadingSource::Output { .. }, Some(Ok(after))) => {
            let Some(before) = &source.before else { return Vec::new() };
            of_listing(entered, &source.source, before, after)
        }
        (ReadingSource::File { path }, Some(Ok(after))) => of_file(entered, path, after, all),
        _ => Vec::new(),
    }
}

fn rank(kind: RecordKind, change: RecordChange) -> u8 {
    let kind = match kind {
        RecordKind::Row => 5,
        RecordKind::Field | RecordKind::Line | RecordKind::Entry | RecordKind::File => 4,
        RecordKind::Item => 3,
        RecordKind::Heading => 2,
        _ => 1,
    };
    kind + if change == RecordChange::Present { 0 } else { 6 }
}

// ---- pages ----

fn of_page(context: &EvidenceContext<'_>, entered: &Entered, source: &SourceReadings, url: &str, after: &Reading) -> Vec<Found> {
    if !lands_on(after, url) {
        return Vec::new();
    }
    let pattern = page_pattern(context, url);
    let name = page_name(context, entered, after, url);
    let changed = source.before.as_ref().map(|before| differences(before, after)).unwrap_or_default();
    let mut out: Vec<Found> = Vec::new();
    let mut others: BTreeSet<RecordKind> = BTreeSet::new();
    for one in &changed {
        let Some(kind) = one.record().map(|record| record.kind) else { continue };
        match page_difference(entered, one) {
            Some((cells, covers)) => {
                out.push(found(SourcePattern::Page { url: pattern.clone() }, one.change, kind, cells, covers, &name));
            }
            None if !is_incidental(one) => {
                others.insert(kind);
            }
            None => {}
        }
    }
    // That nothing else changed is only learned where nothing else of the kind changed in the demonstration.
    for one in &mut out {
        one.only = !others.contains(&one.kind) && is_record(one.kind);
    }
    if out.is_empty() {
        out = shown(entered, after)
            .into_iter()
            .map(|(kind, cells, covers)| {
                found(SourcePattern::Page { url: pattern.clone() }, RecordChange::Present, kind, cells, covers, &name)
            })
            .collect();
        for one in &mut out {
            one.only = one.kind == RecordKind::Row && judge::is_fixed(&pattern);
        }
    }
    for one in &mut out {
        if let Predicate::Records { others_unchanged, .. } = &mut one.predicate {
            *others_unchanged = one.only;
        }
    }
    out
}

/// Kinds of which a page may hold one for each thing that it is about.
pub fn is_record(kind: RecordKind) -> bool {
    matches!(kind, RecordKind::Row | RecordKind::Item | RecordKind::File)
}

/// Whether a difference says nothing about the task: only words with digits differ, such as a time or a count.
pub fn is_incidental(one: &Difference) -> bool {
    let (Some(before), Some(after)) = (&one.before, &one.after) else { return false };
    before.cells.len() == after.cells.len()
        && before.cells.iter().zip(&after.cells).filter(|(a, b)| a != b).all(|(a, b)| is_time(&a.text) && is_time(&b.text))
}

/// Whether a text is a time: `2 minutes ago`, `14:03`, `2031-04-09 10:00`.
fn is_time(text: &str) -> bool {
    let folded = fold(text);
    let words = ["ago", "just now", "now", "today", "yesterday", "second", "seconds", "minute", "minutes", "hour", "hours"];
    is_volatile(&folded) && (folded.contains(':') || folded.matches('-').count() >= 2 || folded.matches('/').count() >= 2)
        || words.iter().any(|word| crate::text::mentions(&folded, word))
}

fn page_difference(entered: &Entered, one: &Difference) -> Option<(Vec<CellPattern>, BTreeSet<String>)> {
    match one.change {
        RecordChange::Changed => changed_cells(entered, one.before.as_ref()?, one.after.as_ref()?),
        _ => {
            let record = one.record()?;
            // Where a page has no records, its texts come and go with what it shows; only a whole text that was entered counts.
            let cells = given_cells(entered, record);
            let whole = is_record(record.kind) || record.kind == RecordKind::Field || record.kind == RecordKind::Line;
            let covers = covers(&cells, entered);
            (!covers.is_empty() && (whole || record.cells.iter().any(|cell| entered.values.holes(&cell.text).entered)))
                .then_some((cells, covers))
        }
    }
}

/// The cells of a changed record that name it, and those that the person changed.
fn changed_cells(entered: &Entered, before: &ReadRecord, after: &ReadRecord) -> Option<(Vec<CellPattern>, BTreeSet<String>)> {
    let sheet = after.kind == RecordKind::Field;
    let same = |header: &str, text: &str| {
        before.cells.iter().any(|cell| fold(&cell.header) == fold(header) && fold(&cell.text) == fold(text))
    };
    let mut cells = Vec::new();
    let mut names = BTreeSet::new();
    let mut changed = false;
    for (at, cell) in after.cells.iter().enumerate() {
        let holes = entered.values.holes(&cell.text);
        let differs = if sheet {
            !same(&cell.header, &cell.text)
        } else {
            before.cells.get(at).is_none_or(|old| fold(&old.text) != fold(&cell.text))
        };
        let touched = entered.set(&cell.header, &cell.text);
        // A text that merely contains a value was made by the application, which may make another one next time.
        let whole = holes.entered || is_whole(&holes.pattern);
        let by_person =
            whole || touched || !sheet && holes.used.is_empty() && !is_volatile(&cell.text) && cell.text.chars().count() <= 40;
        if differs && by_person || !holes.used.is_empty() && whole || !sheet && !holes.used.is_empty() && cells_alone(after) {
            changed |= differs;
            names.extend(holes.used.iter().cloned());
            let text = if holes.pattern.trim().is_empty() && cell.text.trim().is_empty() { String::new() } else { holes.pattern };
            cells.push(CellPattern { header: header(&cell.header), text });
        }
    }
    // A record that changed by itself is no effect of the task, unless it is the one that the task is about.
    let about = !names.is_empty()
        || sheet && cells.iter().any(|cell| cell.header.as_deref().is_some_and(|header| entered.set(header, &cell.text)));
    (changed && about && !cells.is_empty()).then_some((cells, names))
}

/// Whether a record has one cell, which then must name it.
fn cells_alone(record: &ReadRecord) -> bool {
    record.cells.iter().filter(|cell| !cell.text.trim().is_empty()).count() == 1
}

fn given_cells(entered: &Entered, record: &ReadRecord) -> Vec<CellPattern> {
    let of = record.cells.iter().filter_map(|cell| {
        let holes = entered.values.holes(&cell.text);
        let constant = holes.entered && holes.used.is_empty() && !cell.text.trim().is_empty();
        (!holes.used.is_empty() || constant).then(|| CellPattern { header: header(&cell.header), text: holes.pattern })
    });
    let mut cells: Vec<CellPattern> = Vec::new();
    for cell in of {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    cells
}

fn header(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

fn covers(cells: &[CellPattern], _entered: &Entered) -> BTreeSet<String> {
    cells.iter().flat_map(|cell| crate::pattern::variables_in(&cell.text)).collect()
}

/// Records with given values on a page of which nothing is known from before: for each kind the one with the most values.
fn shown(entered: &Entered, after: &Reading) -> Vec<(RecordKind, Vec<CellPattern>, BTreeSet<String>)> {
    let mut best: Vec<(RecordKind, Vec<CellPattern>, BTreeSet<String>)> = Vec::new();
    for record in records(after) {
        let mut cells = given_cells(entered, &record);
        if record.kind == RecordKind::Field {
            // Of a whole form, only what was entered, and the name of the record.
            cells.retain(|cell| is_whole(&cell.text));
        }
        if record.kind == RecordKind::Row && cells.iter().any(|cell| is_whole(&cell.text)) {
            cells.retain(|cell| is_whole(&cell.text) || crate::pattern::variables_in(&cell.text).is_empty());
        }
        let covers = covers(&cells, entered);
        // That a record which was chosen is listed is no effect.
        let typed = covers.iter().any(|name| entered.typed.contains(name));
        if !typed || record.kind == RecordKind::Text && cells.iter().any(|cell| !is_whole(&cell.text)) {
            continue;
        }
        match best.iter_mut().find(|(kind, ..)| *kind == record.kind) {
            Some(known) if known.2.len() < covers.len() => *known = (record.kind, cells, covers),
            Some(_) => {}
            None => best.push((record.kind, cells, covers)),
        }
    }
    best
}

fn is_whole(pattern: &str) -> bool {
    let names = crate::pattern::variables_in(pattern);
    names.len() == 1 && pattern == format!("{{{{{}}}}}", names[0])
}

/// Whether the reading is of the page that was asked for; a redirect may lead to a sign-in.
fn lands_on(reading: &Reading, url: &str) -> bool {
    matches!(&reading.source, ReadingSource::Page { url: landed } if address::same_page(landed, url))
}

/// The address if it is the same in every run, else its pattern.
fn page_pattern(context: &EvidenceContext<'_>, url: &str) -> String {
    let pattern = without_record_number(context.url(url, usize::MAX));
    let path = pattern.split_once('/').map_or("", |(_, path)| path);
    if path.contains('*') || pattern.contains("{{") { pattern } else { url.to_owned() }
}

/// The last part of an address names a record by a number, such as `issue12`.
fn without_record_number(pattern: String) -> String {
    match pattern.rsplit_once('/') {
        Some((before, last)) if !last.contains("{{") && last.chars().any(|letter| letter.is_ascii_digit()) => {
            format!("{before}/{}", crate::evidence::without_numbers(last))
        }
        _ => pattern,
    }
}

fn page_name(context: &EvidenceContext<'_>, entered: &Entered, reading: &Reading, url: &str) -> String {
    let title =
        page::title_parts(&reading.title).into_iter().map(|part| entered.values.holes(&part)).find(|holes| holes.used.is_empty());
    let segment = address::noun(url, &|part| {
        let holes = entered.values.holes(part);
        (holes.used.is_empty() && !holes.pattern.contains('*')).then_some(holes.pattern)
    });
    let same_everywhere =
        crate::meaning::pages(context.steps).any(|other| other.title == reading.title && !address::same_page(&other.url, url));
    let title = title.map(|holes| holes.pattern.replace('*', "").trim().to_owned()).filter(|title| !title.is_empty());
    let name = if same_everywhere { segment.or(title) } else { title.or(segment) };
    clip(&label(&name.unwrap_or_else(|| "page".to_owned())), 60)
}

// ---- folders, files, outputs ----

fn of_listing(entered: &Entered, source: &ReadingSource, before: &Reading, after: &Reading) -> Vec<Found> {
    let pattern = match source {
        ReadingSource::Output { command, .. } => SourcePattern::Output { command: command.clone() },
        _ => SourcePattern::Folder,
    };
    let changed = differences(before, after);
    // A file says more than the folder that holds it.
    let paths: Vec<&str> = changed.iter().filter_map(|one| Some(one.record()?.cells.first()?.text.as_str())).collect();
    let holds = |path: &str| {
        paths.iter().any(|other| other.len() > path.len() && other.starts_with(path) && other[path.len()..].starts_with('/'))
    };
    let mut out = Vec::new();
    for one in &changed {
        let Some(record) = one.record() else { continue };
        let Some(first) = record.cells.first() else { continue };
        let holes = entered.values.holes(first.text.trim_end_matches('/'));
        let covers: BTreeSet<String> = holes.used.iter().cloned().collect();
        match record.kind {
            RecordKind::File => {
                if holds(first.text.trim_end_matches('/')) || is_hidden(&first.text) {
                    continue;
                }
                let path = if holes.used.is_empty() {
                    first.text.trim_end_matches('/').to_owned()
                } else {
                    path_pattern(&holes.pattern)
                };
                let mut cells = vec![CellPattern { header: Some("path".to_owned()), text: path }];
                let kind = record.cells.iter().find(|cell| cell.header == "type").map(|cell| cell.text.clone());
                if let Some(kind) = kind.filter(|kind| kind != "empty" && one.change != RecordChange::Removed) {
                    cells.push(CellPattern { header: Some("type".to_owned()), text: kind });
                }
                out.push(found(pattern.clone(), one.change, RecordKind::File, cells, covers, "working folder"));
            }
            _ => {
                // A line that nothing of the task is in, such as the hash of a commit, is no effect. A line that stands there with
                // another number is the same line.
                let again = |other: &Difference| {
                    other.change == RecordChange::Added
                        && other
                            .record()
                            .and_then(|record| record.cells.first())
                            .is_some_and(|cell| entered.values.holes(&cell.text).pattern == holes.pattern)
                };
                if covers.is_empty() && !holes.entered || one.change == RecordChange::Removed && changed.iter().any(again) {
                    continue;
                }
                let cells = vec![CellPattern { header: None, text: holes.pattern }];
                out.push(found(pattern.clone(), one.change, record.kind, cells, covers, output_name(source)));
            }
        }
    }
    let many = out.len() > 12;
    let lines = changed.iter().filter(|one| one.record().is_some_and(|record| record.kind == RecordKind::Line)).count();
    let explained = out.iter().filter(|one| one.kind == RecordKind::Line).count() == lines;
    for one in &mut out {
        one.only = !many && (one.kind == RecordKind::File || explained);
        if let Predicate::Records { others_unchanged, .. } = &mut one.predicate {
            *others_unchanged = one.only;
        }
    }
    if many {
        out.drain(12..);
    }
    out
}

fn output_name(source: &ReadingSource) -> &str {
    match source {
        ReadingSource::Output { command, .. } => command,
        _ => "working folder",
    }
}

fn is_hidden(path: &str) -> bool {
    path.split('/').any(|part| part.starts_with('.') && part.len() > 1)
}

fn path_pattern(pattern: &str) -> String {
    // Several wildcards in one file name say no more than one.
    let mut out = pattern.to_owned();
    while out.contains("**") {
        out = out.replace("**", "*");
    }
    out
}

/// What the content of a new or changed file shows of the values. A file whose content shows none must still not be empty, which its type says.
fn of_file(entered: &Entered, path: &str, after: &Reading, all: &[SourceReadings]) -> Vec<Found> {
    let Some(relative) = all.iter().find_map(|other| match &other.source {
        ReadingSource::Folder { path: folder } => path.strip_prefix(folder.as_str()).map(|rest| rest.trim_start_matches('/')),
        _ => None,
    }) else {
        return Vec::new();
    };
    let holes = entered.values.holes(relative);
    let file = if holes.used.is_empty() { relative.to_owned() } else { path_pattern(&holes.pattern) };
    let mut out: Vec<Found> = Vec::new();
    for record in after.records.iter().filter(|record| matches!(record.kind, RecordKind::Line | RecordKind::Entry)).take(400) {
        let Some(cell) = record.cells.first() else { continue };
        let holes = entered.values.holes(&cell.text);
        if holes.used.is_empty() && !holes.entered {
            continue;
        }
        let mut covers: BTreeSet<String> = holes.used.iter().cloned().collect();
        covers.extend(crate::pattern::variables_in(&file));
        let cells = vec![CellPattern { header: header(&cell.header), text: holes.pattern }];
        let one = found(SourcePattern::File { path: file.clone() }, RecordChange::Present, record.kind, cells, covers, &file);
        if !out.iter().any(|known| known.predicate == one.predicate) && out.len() < 3 {
            out.push(one);
        }
    }
    out
}

// ---- checkpoints ----

fn found(
    source: SourcePattern,
    change: RecordChange,
    record: RecordKind,
    cells: Vec<CellPattern>,
    covers: BTreeSet<String>,
    place: &str,
) -> Found {
    let predicate = Predicate::Records { source, change, record, cells: cells.clone(), others_unchanged: false };
    Found {
        predicate,
        covers,
        rank: rank(record, change),
        place: place.to_owned(),
        kind: record,
        change,
        cells,
        only: false,
        words: None,
    }
}

fn candidate(one: Found, loops: &[Vec<String>], step: usize, context: &EvidenceContext<'_>) -> Candidate {
    let (goal, success) = one.words.clone().unwrap_or_else(|| words(&one));
    let lists: Vec<String> =
        context.inputs.list.iter().filter(|input| input.variable.list).map(|input| input.variable.name.clone()).collect();
    let over: Vec<String> = loops
        .iter()
        .flatten()
        .chain(&lists)
        .filter(|name| one.covers.contains(*name))
        .cloned()
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let evidence = if over.is_empty() { one.predicate } else { Predicate::Each { over, holds: Box::new(one.predicate) } };
    Candidate {
        step,
        goal: clip(&goal, 240),
        success: clip(&success, 400),
        evidence,
        weight: crate::evidence::READ_AGAIN,
        optional: false,
    }
}

fn told(pattern: &str) -> String {
    let shown = clip(&label(&pattern.replace('*', "…")), 80);
    match is_whole(pattern) {
        true => format!("`{}`", &pattern[2..pattern.len() - 2]),
        false if shown.contains("{{") => format!("`{}`", shown.replace("{{", "<").replace("}}", ">")),
        false if shown.is_empty() => "nothing".to_owned(),
        false => format!("“{shown}”"),
    }
}

fn cell_words(cells: &[CellPattern]) -> Vec<String> {
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

fn words(one: &Found) -> (String, String) {
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

/// The checkpoint of a task of which nothing can be read again: somebody says whether it worked, in the words that were given for it.
pub fn on_your_word(context: &EvidenceContext<'_>, answer: Option<&str>) -> Option<Candidate> {
    let last = context
        .candidates()
        .into_iter()
        .filter(|candidate| !candidate.optional)
        .max_by_key(|candidate| (candidate.weight, candidate.step))?;
    let goal = match answer {
        Some(text) => clip(text, 240),
        None => last.goal.clone(),
    };
    Some(Candidate {
        step: context.steps.len().saturating_sub(1),
        goal,
        success: "On your word: nothing was found that can be read again, so a person looks and says whether it is so."
            .to_owned(),
        evidence: last.evidence,
        weight: crate::evidence::ON_YOUR_WORD,
        optional: false,
    })
}

/// Texts of records that the task changed, and of the pages about them. A record that was opened by its link is an input if it is among them.
#[derive(Debug, Default)]
pub struct Mentioned {
    changed: std::collections::HashSet<String>,
    /// Lines of files that the task wrote, and what outputs show.
    lines: Vec<String>,
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
            let sheet = changed.iter().any(|one| one.record().is_some_and(|record| record.kind == RecordKind::Field));
            let sides = changed.iter().flat_map(|one| one.before.iter().chain(&one.after));
            texts.extend(sides.flat_map(|record| &record.cells).map(|cell| fold(&cell.text)));
            if sheet {
                texts.extend(page::title_parts(&after.title).iter().map(|part| fold(part)));
            }
        }
        Self { changed: texts, lines }
    }

    pub fn contains(&self, text: &str) -> bool {
        self.changed.contains(&fold(text))
    }

    /// Whether a file or an output shows the text after the task.
    pub fn is_written(&self, text: &str) -> bool {
        self.lines.iter().any(|line| crate::text::mentions(line, text))
    }
}

/// Whether the evidence looks at a reading.
pub fn reads_records(evidence: &Predicate) -> bool {
    match evidence {
        Predicate::Records { .. } => true,
        Predicate::All { of } | Predicate::Any { of } => of.iter().any(reads_records),
        Predicate::Each { holds, .. } => reads_records(holds),
        _ => false,
    }
}

/// Whether a control says that it does something that cannot be undone, or ends the session: its address is never opened by itself.
pub fn is_unsafe_address(url: &str) -> bool {
    const ACTS: &[&str] = &[
        "delete",
        "remove",
        "destroy",
        "drop",
        "purge",
        "logout",
        "signout",
        "sign_out",
        "log_out",
        "logoff",
        "unsubscribe",
        "approve",
        "reject",
        "cancel",
        "toggle",
        "run",
        "execute",
        "trigger",
        "reset",
        "clear",
        "revoke",
        "disable",
        "enable",
        "activate",
        "deactivate",
        "publish",
        "unpublish",
        "archive",
        "restore",
        "merge",
        "close",
        "reopen",
        "pay",
        "send",
        "buy",
        "checkout",
        "vote",
        "confirm",
        "start",
        "stop",
        "restart",
    ];
    let Ok(parsed) = url::Url::parse(url) else { return true };
    let words = format!("{} {}", parsed.path(), parsed.query().unwrap_or_default()).to_lowercase();
    words.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|word| ACTS.contains(&word))
}

/// The sources of a demonstration's actions: addresses of pages in the order of their last visit, the last first.
pub fn visited(actions: &[ObservedAction]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut see = |url: &str| {
        if url.starts_with("http") {
            out.retain(|known| known != url);
            out.push(url.to_owned());
        }
    };
    for action in actions {
        if let ActionDetails::Navigate { url, .. } = &action.details {
            see(url);
        }
        if let Some(change) = &action.change {
            see(&change.before.url);
            see(&change.after.url);
        }
    }
    out.reverse();
    out
}
