//! Effects on a page or its data: records that are new, gone or changed, or that it shows with the given values.

use super::alignment_of_data::align;
use super::cells::{Compared, given_cells, is_whole, lost_words, page_difference, says_gone, unshared, without_chance};
use super::difference::{Difference, differences, is_sum, place_name, records};
use super::holes::is_volatile;
use super::words::{bare_header, same_header};
use super::{Entered, Found, found, judge, trail, unsaved};
use crate::SourceReadings;
use crate::address;
use crate::evidence::EvidenceContext;
use crate::looks::asks_to_sign_in;
use crate::page;
use crate::sent::words;
use crate::steps::Step;
use crate::text::{clip, fold, fold_char, is_telling, list, mentions, whole_words};
use crate::untrusted::label;
use apprentice_contracts::checkpoint::{CellPattern, PLACE, RecordChange, SourcePattern};
use apprentice_contracts::graph::VariableBinding;
use apprentice_contracts::observation::{ActionDetails, NavigationCause, PageIdentity};
use apprentice_contracts::reading::{ReadCell, ReadRecord, Reading, ReadingSource, RecordKind};
use std::borrow::Cow;
use std::collections::BTreeSet;

pub(super) fn of_page(
    context: &EvidenceContext<'_>,
    entered: &Entered,
    source: &SourceReadings,
    url: &str,
    after: &Reading,
) -> Vec<Found> {
    if !lands_on(after, url) && !source.before.as_ref().is_some_and(|before| is_same_view(url, before, after)) {
        return Vec::new();
    }
    // The number of a thing that was made in the demonstration is another one in each run.
    if matches!(source.source, ReadingSource::Data { .. }) && source.before.is_none() && asks_for_number(url) {
        return Vec::new();
    }
    let address = page_pattern(context, url);
    let pattern = match &source.source {
        ReadingSource::Data { .. } => SourcePattern::Data { url: address },
        _ => SourcePattern::Page { url: address },
    };
    let is_data = matches!(source.source, ReadingSource::Data { .. });
    let name = page_name(context, entered, after, url);
    // What somebody sees who has not signed in is another page.
    let before = source.before.as_ref().filter(|before| asks_to_sign_in(before) == asks_to_sign_in(after));
    // What a page showed after the last action shows the effect already; a message that is gone since was shown once.
    let before = before.filter(|_| is_data || last_act(context).is_none_or(|last| source.seen_after < last));
    let mut after = Cow::Borrowed(after);
    let before = before.map(|before| {
        let mut before = before.clone();
        unsaved::new_rows(context.steps).for_each(|row| unsaved::take_out(&mut before, row, false));
        if is_data {
            align(&mut before.records, &mut after.to_mut().records);
        }
        before
    });
    let (before, after) = (before.as_ref(), &*after);
    let visited = visited_names(context);
    let in_trail = |one: &Difference| before.is_some_and(|before| trail::is_in_trail(one, before, after, &visited));
    let mut changed = before.map(|before| differences(before, after)).unwrap_or_default();
    if is_data && is_feed(entered, url, &changed) {
        return Vec::new();
    }
    changed.retain(|one| !in_trail(one));
    let is_late = |one: &Difference| before.is_some_and(|before| is_drawn_late(entered, one, before, after));
    let was_drawn_late = changed.iter().any(is_late);
    changed.retain(|one| !is_late(one));
    let mut out: Vec<Found> = Vec::new();
    let mut tables: Vec<(RecordKind, Vec<String>)> = Vec::new();
    let mut others: BTreeSet<(RecordKind, Vec<String>)> = BTreeSet::new();
    let has_lines = after.records.iter().any(|record| record.kind == RecordKind::Line);
    // The lines of a text say which of them changed, unless all of it was entered.
    let is_whole_text = |one: &&Difference| {
        let in_part = |cell: &ReadCell| cell.text.contains('\n') && !entered.values.holes(&cell.text).entered;
        has_lines && one.record().is_some_and(|record| record.kind == RecordKind::Field && record.cells.iter().any(in_part))
    };
    let named: Vec<String> = pattern.address().map(crate::pattern::variables_in).unwrap_or_default();
    for one in changed.iter().filter(|one| !is_whole_text(one) && !is_unselected(context, one)) {
        let Some((kind, table)) = one.record().map(|record| (record.kind, table_of(record))) else { continue };
        let compared = page_difference(entered, one).map(|compared| without_chance(compared, one, after));
        let compared = compared.map(|compared| if is_data { in_its_list(entered, one, compared) } else { compared });
        let compared = compared.filter(|compared| {
            kind != RecordKind::Line || is_edit(one, compared, before, &named) && !is_entry_of_a_value(context, one, compared)
        });
        let compared = compared.filter(|compared| !only_calls(entered, one, kind, compared));
        let compared = compared.filter(|compared| !is_data || says_what_changed(one, compared));
        match compared {
            Some(compared) => {
                let page = || pattern.clone();
                let lost = lost_words(entered, one);
                out.push(found(page(), one.change, kind, compared, &name));
                out.extend(lost.map(|lost| found(page(), RecordChange::Removed, kind, lost, &name)));
                tables.resize(out.len(), (kind, table));
            }
            None if !is_incidental(one) && !is_sum(one) => {
                others.insert((kind, table));
            }
            None => {}
        }
    }
    // That nothing else changed is only learned where nothing else of the table changed in the demonstration.
    for (one, table) in out.iter_mut().zip(&tables) {
        one.only = !others.contains(table) && (is_record(one.kind) || one.kind == RecordKind::Line);
    }
    for one in out.iter_mut().filter(|one| one.kind == RecordKind::Line && one.change == RecordChange::Added) {
        if let Some(was) = replaced_line(entered, one, &changed, after) {
            one.stands_for(was);
        }
    }
    // A line that has become another one is not gone: what names it stays.
    let put_in: Vec<BTreeSet<String>> = out
        .iter()
        .filter(|one| one.kind == RecordKind::Line && one.change == RecordChange::Added)
        .map(|one| one.covers.clone())
        .collect();
    out.retain(|one| {
        one.kind != RecordKind::Line
            || one.change != RecordChange::Removed
            || put_in.iter().all(|covers| covers.is_disjoint(&one.covers))
    });
    if out.is_empty() && !was_drawn_late {
        let written = |one: &Compared| one.cells.iter().any(|cell| is_given(&cell.text)) && says_more(one, &named);
        let is_of_text = |kind: RecordKind| match kind {
            RecordKind::Line => true,
            RecordKind::Field | RecordKind::Heading => has_lines,
            _ => false,
        };
        // A page that was first seen after a value was entered may have shown it because of that.
        let first_input = context.steps.iter().filter(|step| step.is_input() && !step.sign_in).map(|step| step.seq).min();
        let before = before.filter(|_| first_input.is_some_and(|first| source.seen_after < first));
        out = shown(entered, after, before)
            .into_iter()
            .filter(|(kind, compared)| !is_of_text(*kind) || written(compared))
            .map(|(kind, compared)| found(pattern.clone(), RecordChange::Present, kind, compared, &name))
            .collect();
        for one in &mut out {
            one.only = one.kind == RecordKind::Row && pattern.address().is_some_and(judge::is_fixed);
        }
    }
    let about = called_by(context, entered, &pattern, after);
    for one in &mut out {
        one.be_alone(one.only);
        one.be_about(&about);
    }
    out
}

/// Whether data are a feed that tells all that happens in the application: of what the task did, it is gone by the next run.
fn is_feed(entered: &Entered, url: &str, changed: &[Difference]) -> bool {
    const FEEDS: &[&str] =
        &["event", "log", "activity", "audit", "history", "feed", "notification", "poll", "update", "change", "stream"];
    // A calendar has events too; only what the person did is new in it.
    const FEWEST: usize = 3;
    let says_value = |record: &ReadRecord| record.cells.iter().any(|cell| !entered.values.holes(&cell.text).used.is_empty());
    let foreign = |one: &&Difference| one.change == RecordChange::Added && !one.record().is_some_and(says_value);
    FEEDS.contains(&crate::references::thing_at(url).as_str()) && changed.iter().filter(foreign).count() >= FEWEST
}

/// With the list of a new or removed record of data, where it is called as a given thing: the devices of the folder “Drawings”.
fn in_its_list(entered: &Entered, one: &Difference, mut compared: Compared) -> Compared {
    let Some(record) = one.record().filter(|_| one.change != RecordChange::Changed) else { return compared };
    let holes = entered.values.holes(&place_name(record.place.as_deref()));
    if !holes.used.is_empty() && holes.used.iter().any(|name| !compared.inputs.contains(name)) {
        compared.inputs.extend(holes.used);
        compared.cells.push(CellPattern { header: Some(PLACE.to_owned()), text: holes.pattern });
    }
    compared
}

/// The `seq` of the last step that sent what was entered. Links after it only look at what came of it.
fn last_act(context: &EvidenceContext<'_>) -> Option<u32> {
    let steps = || context.steps.iter().filter(|step| !step.sign_in);
    let entered = steps().filter(|step| step.is_input()).map(|step| step.seq).max();
    let sends = |step: &&Step<'_>| step.commits() && !step.target().is_some_and(|target| target.role == "link");
    steps().filter(sends).map(|step| step.seq).filter(|seq| entered.is_none_or(|last| *seq >= last)).max()
}

/// Whether a record is new only because the page drew its table after it was read before the task: it had none of it then, and now has
/// records that say nothing of the task too.
fn is_drawn_late(entered: &Entered, one: &Difference, before: &Reading, after: &Reading) -> bool {
    let Some(new) = one.after.as_ref().filter(|new| new.kind == RecordKind::Row) else { return false };
    let table = table_of(new);
    let is_of_table = |record: &&ReadRecord| record.kind == new.kind && table_of(record) == table;
    let is_of_task = |record: &ReadRecord| record.cells.iter().any(|cell| !entered.values.holes(&cell.text).used.is_empty());
    one.change == RecordChange::Added
        && !before.records.iter().any(|record| is_of_table(&record))
        && after.records.iter().filter(is_of_table).any(|record| !is_of_task(record))
}

/// The inputs that the page of one record of many is called by in its title. The address of a list, and one that names the
/// record, need no more.
fn called_by(context: &EvidenceContext<'_>, entered: &Entered, pattern: &SourcePattern, after: &Reading) -> Vec<String> {
    let SourcePattern::Page { url } = pattern else { return Vec::new() };
    if judge::is_fixed(url) || !crate::pattern::variables_in(url).is_empty() {
        return Vec::new();
    }
    let used = entered.values.holes(&after.title).used;
    let is_name = |name: &&String| {
        let input = context.inputs.list.iter().map(|input| &input.variable).find(|one| one.name == **name);
        input.is_some_and(|one| !one.secret && one.example.chars().count() > 3 && mentions(&after.title, &one.example))
    };
    used.iter().filter(is_name).cloned().collect()
}

/// What the pages that the demonstration saw are called.
pub(super) fn visited_names(context: &EvidenceContext<'_>) -> BTreeSet<String> {
    crate::meaning::pages(context.steps).flat_map(|page| trail::names(&page.title, &page.url)).collect()
}

/// Whether a record of data that changed has a cell that says to what, and not only counts, moments and ids that the application keeps.
fn says_what_changed(one: &Difference, compared: &Compared) -> bool {
    let (Some(before), Some(after)) = (&one.before, &one.after) else { return true };
    let text = |record: &ReadRecord, header: &str| {
        record.cells.iter().find(|cell| cell.header == header).map(|cell| cell.text.trim().to_owned()).unwrap_or_default()
    };
    let differs = |header: &str| text(before, header) != text(after, header);
    compared.cells.iter().any(|cell| !matches!(cell.text.as_str(), "" | "*") && cell.header.as_deref().is_none_or(differs))
}

/// Whether the query of an address names a thing by its number: `?filter.productId.eq=8`.
fn asks_for_number(url: &str) -> bool {
    let is_id = |name: &str| {
        let mut words = words(name);
        words.pop_if(|last| matches!(last.as_str(), "eq" | "in" | "is"));
        !words.iter().any(|word| word == "page") && words.last().is_some_and(|last| crate::sent::is_id(last))
    };
    url::Url::parse(url).is_ok_and(|url| url.query_pairs().any(|(name, value)| is_id(&name) && address::is_volatile(&value)))
}

/// Whether a row only is not selected any more: the person ticked its box before the page was read, to do something with all ticked rows.
fn is_unselected(context: &EvidenceContext<'_>, one: &Difference) -> bool {
    let (Some(before), Some(after)) = (&one.before, &one.after) else { return false };
    let turns_off = context.steps.iter().any(|step| match step.details() {
        ActionDetails::Choose { target, chosen, .. } => {
            crate::inputs::records::is_tick(target) && chosen.iter().any(|state| state == "off")
        }
        _ => false,
    });
    let mut cells = before.cells.iter().zip(&after.cells).filter(|(before, after)| before != after).peekable();
    !turns_off
        && before.kind == RecordKind::Row
        && before.cells.len() == after.cells.len()
        && cells.peek().is_some()
        && cells.all(|(before, after)| before.header.is_empty() && before.text == "checked" && after.text.is_empty())
}

/// Whether a heading or a loose text that is new, also one of the page of a record, only says what was chosen, which was there before: the page
/// drew its name late.
fn only_calls(entered: &Entered, one: &Difference, kind: RecordKind, compared: &Compared) -> bool {
    let is_loose = match kind {
        RecordKind::Heading | RecordKind::Text => one.change == RecordChange::Added,
        RecordKind::Field => compared.cells.iter().all(|cell| cell.header.is_none()),
        _ => false,
    };
    is_loose
        && compared.cells.iter().all(|cell| is_given(&cell.text))
        && !compared.inputs.iter().any(|name| entered.typed.contains(name))
}

/// Whether a line of a text is there by an edit. All lines of a text that was not there before are new: the page drew it late, or the person
/// wrote it, and then the line says a value and nothing else. A value by which the page is found, `named`, is in it anyway.
fn is_edit(one: &Difference, compared: &Compared, before: Option<&Reading>, named: &[String]) -> bool {
    let Some(line) = one.record() else { return false };
    let is_of_text = |known: &&ReadRecord| known.kind == RecordKind::Line && known.place == line.place;
    let was_there = before.is_some_and(|before| before.records.iter().filter(is_of_text).count() > 0);
    let is_written = compared.cells.iter().any(|cell| is_given(&cell.text));
    (was_there || is_written) && says_more(compared, named)
}

/// Whether a line is only one entry of a list that was given whole, and not a value itself.
fn is_entry_of_a_value(context: &EvidenceContext<'_>, one: &Difference, compared: &Compared) -> bool {
    let Some(line) = one.record().and_then(|line| line.cells.first()).map(|cell| fold(&cell.text)) else { return false };
    let place = one.record().and_then(|line| line.place.as_deref()).map(fold).unwrap_or_default();
    let is_of_list = |input: &&crate::inputs::Input| {
        let value = fold(&input.variable.example);
        let is_of_field = matches!(&input.variable.binding, VariableBinding::Field { name, .. } if fold(name) == place);
        value.split_whitespace().count() > 1 && (is_of_field || value.split_whitespace().any(|entry| entry == line))
    };
    !line.contains(' ')
        && !compared.cells.iter().any(|cell| is_given(&cell.text))
        && context.inputs.list.iter().any(|input| is_of_list(&input))
}

/// The line that is gone because a new one takes its place, if there is one: the two share a value or a label. What differs is `*`.
/// `None` where another line fits as well that stays as it is.
fn replaced_line(entered: &Entered, line: &Found, changed: &[Difference], after: &Reading) -> Option<CellPattern> {
    let words = |pattern: &str| -> Vec<String> { pattern.split_whitespace().map(str::to_owned).collect() };
    let new = line.cells.first().map(|cell| words(&cell.text))?;
    let gone = changed.iter().filter(|one| one.change == RecordChange::Removed).filter_map(Difference::record);
    let mut gone = gone.filter(|record| record.kind == RecordKind::Line).filter_map(|record| {
        let old = words(&entered.values.holes(&record.cells.first()?.text).pattern);
        let begin = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let rest = old[begin..].iter().rev().zip(new[begin..].iter().rev());
        let end = old.len() - rest.take_while(|(old, new)| old == new).count();
        let is_label = begin > 0 && old[begin - 1].ends_with([':', '=']);
        let is_named = is_label || old[..begin].iter().chain(&old[end..]).any(|word| word.contains("{{"));
        let pattern = [&old[..begin], &["*".to_owned()], &old[end..]].concat().join(" ");
        let stays = |record: &&ReadRecord| {
            let words = record.cells.first().map(|cell| words(&entered.values.holes(&cell.text).pattern)).unwrap_or_default();
            record.kind == RecordKind::Line && words.starts_with(&old[..begin]) && words.ends_with(&old[end..])
        };
        // The new line is one of them.
        let is_only = after.records.iter().filter(stays).count() <= 1;
        (is_named && is_only && begin < end).then_some(CellPattern { header: None, text: pattern })
    });
    gone.next()
}

/// Whether values and the signs between them are all of a pattern: `{{line}}: {{amount}}`.
fn is_given(pattern: &str) -> bool {
    let names = crate::pattern::variables_in(pattern);
    let rest = names.iter().fold(pattern.to_owned(), |rest, name| rest.replace(&format!("{{{{{name}}}}}"), ""));
    !names.is_empty() && !rest.contains(|letter: char| letter.is_alphanumeric() || letter == '*')
}

/// Whether an effect shows a value by which its page is not found already.
fn says_more(compared: &Compared, named: &[String]) -> bool {
    compared.inputs.iter().any(|name| !named.contains(name))
}

/// A page that was there before and answers now that it is not: what it was about is gone.
pub(super) fn of_gone(context: &EvidenceContext<'_>, entered: &Entered, before: &Reading, url: &str) -> Option<Found> {
    let address = page_pattern(context, url);
    let inputs: BTreeSet<String> = crate::pattern::variables_in(&address).into_iter().collect();
    let has_heading = before.records.iter().any(|record| record.kind == RecordKind::Heading);
    if inputs.is_empty() || !has_heading || asks_to_sign_in(before) {
        return None;
    }
    let named = list(&inputs.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>());
    let name = page_name(context, entered, before, url);
    let source = SourcePattern::Page { url: address };
    let path = super::words::path_of(&source);
    let mut gone =
        found(source, RecordChange::Removed, RecordKind::Heading, Compared { inputs, ..Compared::of(Vec::new()) }, &name);
    gone.words = path.map(|path| {
        (
            format!("The page of {named} is gone"),
            format!("Open {path} again: the application answers that there is no such page."),
        )
    });
    Some(gone)
}

/// Distinguishes the rows of one table of a page from those of another: their headers.
pub(super) fn table_of(record: &ReadRecord) -> Vec<String> {
    let headers = record.cells.iter().filter(|_| record.kind == RecordKind::Row).map(|cell| bare_header(&cell.header));
    headers.filter(|header| !header.is_empty()).collect()
}

/// Whether a record is in the table of which an effect speaks, as far as headers tell.
pub fn is_in_table(cells: &[CellPattern], record: &ReadRecord) -> bool {
    let headers: Vec<&str> = cells.iter().filter_map(|cell| cell.header.as_deref()).filter(|header| *header != PLACE).collect();
    let shared = headers.iter().filter(|header| record.cells.iter().any(|cell| same_header(&cell.header, header))).count();
    // The sums below a table have a few of its headers.
    record.kind != RecordKind::Row || shared * 2 >= headers.len()
}

/// Kinds of which a page may hold one for each thing that it is about.
pub fn is_record(kind: RecordKind) -> bool {
    matches!(kind, RecordKind::Row | RecordKind::Item | RecordKind::File)
}

/// Whether a difference says nothing about the task: only times differ. A count may be the effect.
pub fn is_incidental(one: &Difference) -> bool {
    let (Some(before), Some(after)) = (&one.before, &one.after) else { return false };
    let other_controls =
        !unshared(&after.controls, &before.controls).is_empty() || !unshared(&before.controls, &after.controls).is_empty();
    !one.moved
        && !other_controls
        && before.cells.len() == after.cells.len()
        && before.cells.iter().zip(&after.cells).filter(|(a, b)| a != b).all(|(a, b)| is_time(&a.text) && is_time(&b.text))
}

/// Whether a text is a time: `2 minutes ago`, `14:03`, `2031-04-09 10:00`.
pub(super) fn is_time(text: &str) -> bool {
    let folded = fold(text);
    let words = ["ago", "just now", "now", "today", "yesterday", "second", "seconds", "minute", "minutes", "hour", "hours"];
    is_volatile(&folded) && (folded.contains(':') || folded.matches('-').count() >= 2 || folded.matches('/').count() >= 2)
        || words.iter().any(|word| crate::text::mentions(&folded, word))
}

/// Records with given values on a page of which nothing is known from before: for each kind the one with the most values. A row or an entry
/// that was there before is no result: a value was read in it.
pub(super) fn shown(entered: &Entered, after: &Reading, before: Option<&Reading>) -> Vec<(RecordKind, Compared)> {
    let known: BTreeSet<ReadRecord> = before.map(records).into_iter().flatten().filter(|record| is_record(record.kind)).collect();
    best(after, |record| {
        if known.contains(record) {
            return None;
        }
        let mut cells = given_cells(entered, record);
        if record.kind == RecordKind::Field {
            // Of a whole form, only what was entered, with a remark behind it or not, and the name of the record.
            for cell in cells.iter_mut().filter(|cell| !is_whole(&cell.text)) {
                let text = cell.header.as_deref().map_or("", |header| shown_under(record, header));
                let end = cell.text.find("}}").filter(|_| cell.text.starts_with("{{"));
                if let Some(end) = end.filter(|_| entered.set(cell.header.as_deref().unwrap_or_default(), text)) {
                    cell.text = format!("{}*", &cell.text[..end + 2]);
                }
            }
            let is_remarked = |text: &str| text.strip_suffix('*').is_some_and(is_whole);
            cells.retain(|cell| {
                is_whole(&cell.text) || is_remarked(&cell.text) || cell.text.starts_with('*') && cell.text.ends_with('*')
            });
        }
        if record.kind == RecordKind::Row && cells.iter().any(|cell| is_whole(&cell.text)) {
            cells.retain(|cell| is_whole(&cell.text) || crate::pattern::variables_in(&cell.text).is_empty());
        }
        let compared = Compared::of(cells);
        // The row of another thing may contain one of the values.
        if record.kind == RecordKind::Row && compared.inputs.len() == 1 && !compared.cells.iter().any(|cell| is_whole(&cell.text))
        {
            return None;
        }
        // That a record which was chosen is listed is no effect.
        let gone = !compared.inputs.is_empty() && record.cells.iter().any(|cell| says_gone(&cell.text));
        let typed = gone || compared.inputs.iter().any(|name| entered.typed.contains(name));
        if !typed || record.kind == RecordKind::Text && !gone && compared.cells.iter().any(|cell| !is_whole(&cell.text)) {
            return None;
        }
        Some(compared)
    })
}

/// What a record shows under a header; nothing where it has none.
fn shown_under<'r>(record: &'r ReadRecord, header: &str) -> &'r str {
    record.cells.iter().find(|cell| cell.header == header).map_or("", |cell| cell.text.as_str())
}

/// For each kind of record, what the one with the most values compares. `compare` says what a record compares.
pub(super) fn best(after: &Reading, compare: impl Fn(&ReadRecord) -> Option<Compared>) -> Vec<(RecordKind, Compared)> {
    let mut best: Vec<(RecordKind, Compared)> = Vec::new();
    for record in records(after) {
        let Some(compared) = compare(&record) else { continue };
        match best.iter_mut().find(|(kind, _)| *kind == record.kind) {
            Some((_, known)) if known.inputs.len() < compared.inputs.len() => *known = compared,
            Some(_) => {}
            None => best.push((record.kind, compared)),
        }
    }
    best
}

/// Whether an application answered with its page at an address below the one that was asked for (`/desk` at `/desk/2`), and most of what it
/// showed there before.
pub(super) fn is_same_view(url: &str, before: &Reading, after: &Reading) -> bool {
    let ReadingSource::Page { url: landed } = &after.source else { return false };
    if !address::goes_on(url, landed) || asks_to_sign_in(after) {
        return false;
    }
    let texts = |reading: &Reading| -> BTreeSet<String> {
        let cells = reading.records.iter().filter(|record| is_record(record.kind)).flat_map(|record| &record.cells);
        cells.map(|cell| fold(&cell.text)).filter(|text| !text.is_empty() && !is_time(text)).collect()
    };
    let (old, new) = (texts(before), texts(after));
    let shared = old.intersection(&new).count();
    shared > 0 && shared * 2 >= old.len().min(new.len())
}

/// Whether the reading is of the page that was asked for; a redirect may lead to a sign-in.
pub(super) fn lands_on(reading: &Reading, url: &str) -> bool {
    match &reading.source {
        ReadingSource::Page { url: landed } => address::same_page(landed, url),
        source => source.address() == Some(url),
    }
}

/// The address if it is the same in every run, else its pattern.
pub(super) fn page_pattern(context: &EvidenceContext<'_>, url: &str) -> String {
    if let Some(pattern) = searched(context, url) {
        return pattern;
    }
    let pattern = context.url_without_chance(url);
    // Where the person begins is the same page every time, whatever number is in its address.
    if !pattern.contains("{{") && begins_at(context, url) {
        return url.to_owned();
    }
    let pattern = without_record_number(pattern);
    let path = pattern.split_once('/').map_or("", |(_, path)| path);
    if path.contains('*') || pattern.contains("{{") { pattern } else { url.to_owned() }
}

/// The address of a search for a demonstrated value, with the input in its place: the list is searched for the given one again. The value may
/// be a word of what is asked for: `?q=inacct:{{account}}`.
fn searched(context: &EvidenceContext<'_>, url: &str) -> Option<String> {
    let parsed = url::Url::parse(url).ok()?;
    let encoded = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let mut known: Vec<(&str, Vec<char>)> = context
        .inputs
        .list
        .iter()
        .map(|input| &input.variable)
        .filter(|one| !one.secret)
        .map(|one| (one.name.as_str(), fold(&one.example).chars().collect()))
        .filter(|(_, letters): &(_, Vec<char>)| letters.len() > 2)
        .collect();
    known.sort_by_key(|(_, letters)| std::cmp::Reverse(letters.len()));
    let mut found = false;
    let pairs: Vec<String> = parsed
        .query_pairs()
        .map(|(key, value)| {
            let letters: Vec<char> = value.chars().collect();
            let holes = holes_of_query(&letters, &known);
            found |= !holes.is_empty();
            let mut out = format!("{}=", encoded(&key));
            let mut at = 0;
            for (place, length, name) in holes {
                out.push_str(&encoded(&String::from_iter(&letters[at..place])));
                out.push_str(&format!("{{{{{name}}}}}"));
                at = place + length;
            }
            out + &encoded(&String::from_iter(&letters[at..]))
        })
        .collect();
    let before = url.split('?').next()?;
    found.then(|| format!("{before}?{}", pairs.join("&")))
}

/// Where a parameter of an address has a known value, as the place of its first letter, its length and its name, in order. A number counts only
/// as the whole parameter: anything may be counted in a longer one.
fn holes_of_query<'a>(letters: &[char], known: &[(&'a str, Vec<char>)]) -> Vec<(usize, usize, &'a str)> {
    let folded: Vec<char> = letters.iter().copied().map(fold_char).collect();
    let mut out: Vec<(usize, usize, &str)> = Vec::new();
    for (name, value) in known {
        let is_free = |at: &usize| out.iter().all(|(place, length, _)| at + value.len() <= *place || place + length <= *at);
        let counts = value.len() == folded.len() || value.iter().any(|letter| letter.is_alphabetic());
        let places: Vec<usize> = whole_words(&folded, value).into_iter().filter(|at| counts && is_free(at)).collect();
        out.extend(places.into_iter().map(|at| (at, value.len(), *name)));
    }
    out.sort_unstable();
    out
}

/// Whether the page was opened by its address, or is where a sign-in leads.
fn begins_at(context: &EvidenceContext<'_>, url: &str) -> bool {
    context.steps.iter().any(|step| {
        // The address that follows a sign-in may greet in its query, once.
        let landed = step.sign_in && !url.contains('?');
        (landed || matches!(step.details(), ActionDetails::Navigate { cause: NavigationCause::Typed, .. }))
            && step.page().is_some_and(|page| address::same_page(&page.url, url))
    })
}

/// The last part of an address names a record by a number, such as `issue12`.
pub(super) fn without_record_number(pattern: String) -> String {
    match pattern.rsplit_once('/') {
        Some((before, last)) if !last.contains("{{") && last.chars().any(|letter| letter.is_ascii_digit()) => {
            format!("{before}/{}", crate::evidence::without_numbers(last))
        }
        _ => pattern,
    }
}

pub(super) fn page_name(context: &EvidenceContext<'_>, entered: &Entered, reading: &Reading, url: &str) -> String {
    let parts = page::title_sections(&reading.title).into_iter().chain(page::title_parts(&reading.title));
    // “Shop: Orders” in “Shop” is the page “Orders”.
    let without_app = |part: String| match part.split_once(": ") {
        Some((app, rest)) if context.names_app(app) => rest.to_owned(),
        _ => part,
    };
    let has_own = page::title_parts(&reading.title).len() > 1;
    let parts = parts.map(without_app).filter(|part| !has_own || !context.names_app(part));
    let title = parts.map(|part| entered.values.holes(&part)).find(|holes| holes.used.is_empty());
    let segment = address::noun(url, &|part| {
        let holes = entered.values.holes(part);
        (holes.used.is_empty() && !holes.pattern.contains('*')).then_some(holes.pattern)
    });
    // “#5 (Old list)” at `/ticket/5` is about that record.
    let rows = reading.records.iter().filter(|record| record.kind == RecordKind::Row).count();
    let is_of_record = rows < 4 && address::numbers(url).iter().any(|number| mentions(&reading.title, number));
    let same_everywhere = context.same_title_elsewhere(&PageIdentity { url: url.to_owned(), title: reading.title.clone() });
    let title = title.map(|holes| holes.pattern.replace('*', "").trim().to_owned()).filter(|title| !title.is_empty());
    let name = if same_everywhere || is_of_record { segment.or(title) } else { title.or(segment) };
    let whole = || Some(reading.title.trim()).filter(|title| entered.values.holes(title).used.is_empty() && is_telling(title));
    let name = name.or_else(|| whole().map(str::to_owned));
    clip(&label(&name.unwrap_or_else(|| "page".to_owned())), 60)
}
