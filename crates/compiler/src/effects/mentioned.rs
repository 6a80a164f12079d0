//! What the task changed, in texts.

use super::difference::{Difference, differences};
use super::pages::is_record;
use super::trail;
use crate::SourceReadings;
use crate::looks::asks_to_sign_in;
use crate::sent::SentRequest;
use crate::text::{fold, fold_char, whole_words};
use crate::{address, page};
use apprentice_contracts::reading::{ReadCell, ReadRecord, Reading, ReadingSource, RecordKind};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// Texts of records that the task changed, and of the pages about them. A record that was opened by its link is an input if it is among them.
#[derive(Debug, Default)]
pub struct Mentioned {
    changed: HashSet<String>,
    /// Lines of files that the task wrote, and what outputs show.
    lines: Vec<String>,
    /// Lines of files that are as they were before.
    kept: Arc<HashSet<String>>,
    /// Whether a page was read at all. Its controls then say which record each of them belongs to.
    pages_read: bool,
    /// Entries of lists that are on several pages and did not change: menus.
    navigation: HashSet<String>,
    /// Folded names of fields of which one form has several, such as the paragraphs of an editor.
    alike: HashSet<String>,
    common: Arc<CommonTexts>,
    headers: Arc<Headers>,
}

/// What the records that changed call their texts, folded: the header of the one column that shows a text.
#[derive(Debug, Default)]
pub struct Headers(HashMap<String, Option<String>>);

impl Headers {
    fn add(&mut self, record: &ReadRecord) {
        let cells = record.cells.iter().filter(|_| record.kind == RecordKind::Row);
        for cell in cells.filter(|cell| !cell.text.trim().is_empty()) {
            let header = super::words::bare_header(&cell.header);
            let header = Some(header).filter(|header| tells(header));
            let known = self.0.entry(fold(&cell.text)).or_insert_with(|| header.clone());
            if *known != header {
                *known = None;
            }
        }
    }

    /// Parts of a request, where no record shows their texts.
    fn add_parts(&mut self, request: &SentRequest<'_>) {
        let mut of_request: HashMap<String, Option<String>> = HashMap::new();
        for (name, text) in request.parts.iter().filter(|(_, text)| !text.trim().is_empty()) {
            let last = name.rsplit(['.', '[', ']', '?']).find(|part| !part.is_empty()).unwrap_or(name);
            let header = Some(crate::sent::words(last).join(" ")).filter(|header| tells(header));
            let known = of_request.entry(fold(text)).or_insert_with(|| header.clone());
            if *known != header {
                *known = None;
            }
        }
        for (text, header) in of_request {
            self.0.entry(text).or_insert(header);
        }
    }

    /// The header of the only column that shows this text.
    pub fn of(&self, text: &str) -> Option<&String> {
        self.0.get(&fold(text))?.as_ref()
    }
}

/// Whether a header names what is below it.
fn tells(header: &str) -> bool {
    !matches!(header, "id" | "pk" | "uuid" | "key" | "value")
        && header.chars().all(|letter| letter.is_alphabetic() || letter == ' ')
        && (1..=3).contains(&header.split_whitespace().count())
}

/// The folded names of fields of which one form has several, with different texts.
fn fields_alike(readings: &[SourceReadings]) -> HashSet<String> {
    let mut out = HashSet::new();
    // An editor may draw them after it was read first.
    let all = readings.iter().flat_map(|one| one.before.iter().chain(one.after.as_ref().and_then(|after| after.as_ref().ok())));
    for form in all.flat_map(|reading| &reading.records).filter(|record| record.kind == RecordKind::Field) {
        let mut texts: HashMap<String, String> = HashMap::new();
        for cell in form.cells.iter().filter(|cell| !cell.header.trim().is_empty() && !cell.text.trim().is_empty()) {
            let name = fold(&cell.header);
            let text = fold(&cell.text);
            if texts.entry(name.clone()).or_insert_with(|| text.clone()) != &text {
                out.insert(name);
            }
        }
    }
    out
}

/// Texts that several records of one page have, such as a type or a state: they name none of them.
#[derive(Debug, Default)]
pub struct CommonTexts(HashSet<String>);

impl CommonTexts {
    pub fn has(&self, text: &str) -> bool {
        self.0.contains(&fold(text))
    }
}

impl Mentioned {
    /// `sent`: what pages sent.
    pub fn of(readings: &[SourceReadings], sent: Option<&Reading>) -> Self {
        let mut texts = HashSet::new();
        let contents =
            readings.iter().filter(|one| matches!(one.source, ReadingSource::File { .. } | ReadingSource::Output { .. }));
        let is_model = |one: &&SourceReadings| matches!(&one.source, ReadingSource::File { path } if super::is_untouched(path, one, readings));
        let contents = contents.filter(|one| !is_model(one));
        let contents =
            contents.filter_map(|one| one.after.as_ref()?.as_ref().ok()).flat_map(|reading| reading.records.iter().take(2_000));
        let lines = contents.flat_map(|record| &record.cells).map(|cell| cell.text.clone()).collect();
        let entries = pages_of_entries(readings);
        let kept = Arc::new(kept_lines(readings));
        let mut headers = Headers::default();
        let visited = visited_names(readings);
        for of in readings {
            if let (Some(before), Some(Err(words)), ReadingSource::Page { url }) = (&of.before, &of.after, &of.source)
                && super::judge::is_gone(words)
            {
                // What is gone was called like its page.
                texts.extend(trail::names(&before.title, url));
            }
            let Some(Ok(after)) = &of.after else { continue };
            // What somebody sees who has not signed in is another page.
            let before = of.before.as_ref().filter(|before| asks_to_sign_in(before) == asks_to_sign_in(after));
            let Some(before) = before else { continue };
            let mut changed = differences(before, after);
            changed.retain(|one| !trail::is_in_trail(one, before, after, &visited));
            changed.iter().flat_map(|one| one.before.iter().chain(&one.after)).for_each(|record| headers.add(record));
            // A heading of a form names the page; its labelled values are about the record.
            let about =
                |record: &&ReadRecord, cell: &&ReadCell| record.kind != RecordKind::Field || !cell.header.trim().is_empty();
            for record in changed.iter().flat_map(|one| one.before.iter().chain(&one.after)) {
                texts.extend(record.cells.iter().filter(|cell| about(&record, cell)).map(|cell| fold(&cell.text)));
                texts.extend(record.controls.iter().map(|name| fold(name)));
            }
            // A page whose own text changed, and no list on it, is about what its title and its address name.
            let is_own = |one: &Difference| one.record().is_some_and(|record| !is_record(record.kind));
            if let ReadingSource::Page { url } = &of.source
                && !changed.is_empty()
                && changed.iter().all(is_own)
            {
                let names = page::title_sections(&before.title).into_iter().chain(address::last_part(url));
                texts.extend(names.map(|name| fold(&name)).filter(|name| !is_of_menu(&entries, name, url)));
            }
        }
        let known: Vec<&Reading> = readings.iter().filter_map(|one| one.before.as_ref()).collect();
        for request in sent.map(crate::sent::accepted).unwrap_or_default() {
            headers.add_parts(&request);
            texts.extend(request.parts.iter().map(|(_, text)| fold(text)).filter(|text| is_name(text)));
            let ids = request.parts.iter().filter(|(name, _)| crate::sent::is_id(name));
            texts.extend(ids.filter_map(|(_, text)| address::name_in_id(text)).filter(|text| is_name(text)));
            // What was sent about a record is about what its rows say.
            let rows = request.id().into_iter().flat_map(|id| crate::sent::rows_of(&id, &known));
            texts.extend(rows.flat_map(|row| &row.cells).map(|cell| fold(&cell.text)).filter(|text| is_name(text)));
        }
        let several = entries.into_iter().filter(|(entry, pages)| pages.len() > 1 && !texts.contains(entry));
        let navigation = several.map(|(entry, _)| entry).collect();
        let pages_read = readings.iter().any(|one| matches!(one.source, ReadingSource::Page { .. }));
        Self {
            changed: texts,
            lines,
            kept,
            pages_read,
            navigation,
            alike: fields_alike(readings),
            common: Arc::new(CommonTexts(common(readings))),
            headers: Arc::new(headers),
        }
    }

    pub fn contains(&self, text: &str) -> bool {
        self.changed.contains(&fold(text))
    }

    /// Whether a form has several fields of this name, with different texts. What a paragraph contained then tells which of them was meant.
    pub fn has_alike(&self, name: &str) -> bool {
        self.alike.contains(&fold(name))
    }

    /// Whether it is known what the task changed.
    pub fn has_changes(&self) -> bool {
        !self.changed.is_empty()
    }

    /// The longest text of what the task changed that is in this one and contains `part`, as it is written here. A list of what was
    /// found changes too, so its whole entry counts last.
    pub fn name_within(&self, text: &str, part: &str) -> Option<String> {
        let letters: Vec<char> = text.chars().collect();
        let folded: Vec<char> = letters.iter().copied().map(fold_char).collect();
        let names = self.changed.iter().filter(|name| is_name(name) && name.contains(part));
        let places = names.filter_map(|name| {
            let name: Vec<char> = name.chars().collect();
            whole_words(&folded, &name).first().map(|at| (name.len(), *at))
        });
        let (length, at) = places.max_by_key(|(length, at)| (*length < letters.len(), *length, std::cmp::Reverse(*at)))?;
        Some(letters[at..at + length].iter().collect())
    }

    /// Whether an entry of a list only leads around.
    pub fn is_navigation(&self, entry: &str) -> bool {
        self.navigation.contains(&fold(entry))
    }

    pub fn headers(&self) -> Arc<Headers> {
        self.headers.clone()
    }

    pub fn common_texts(&self) -> Arc<CommonTexts> {
        self.common.clone()
    }

    /// Lines of files that the task wrote as they were.
    pub fn kept_lines(&self) -> Arc<HashSet<String>> {
        self.kept.clone()
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

/// What the pages that were read are called.
fn visited_names(readings: &[SourceReadings]) -> BTreeSet<String> {
    let pages = readings.iter().filter_map(|one| match &one.source {
        ReadingSource::Page { url } => Some((one, url)),
        _ => None,
    });
    let titles = |one: &SourceReadings| {
        let after = one.after.iter().filter_map(|after| after.as_ref().ok());
        one.before.iter().chain(after).map(|reading| reading.title.clone()).collect::<Vec<_>>()
    };
    let names = |(one, url): (&SourceReadings, &String)| {
        let mut titles = titles(one);
        titles.push(String::new());
        titles.iter().flat_map(|title| trail::names(title, url)).collect::<Vec<_>>()
    };
    pages.flat_map(names).collect()
}

/// The lines, without blanks around them, that a file has after the task as before it, and those of a file that the task only looked at.
fn kept_lines(readings: &[SourceReadings]) -> HashSet<String> {
    let lines = |reading: &Reading| -> HashSet<String> {
        let lines = reading.records.iter().filter(|record| record.kind == RecordKind::Line).flat_map(|record| &record.cells);
        lines.map(|cell| cell.text.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    let files = readings.iter().filter(|one| matches!(one.source, ReadingSource::File { .. }));
    let both = files.filter_map(|one| Some((one.before.as_ref()?, one.after.as_ref()?.as_ref().ok()?)));
    let kept = both.flat_map(|(before, after)| lines(before).intersection(&lines(after)).cloned().collect::<Vec<_>>());
    let models = readings.iter().filter_map(|one| match (&one.source, &one.after) {
        (ReadingSource::File { path }, Some(Ok(after))) if super::is_untouched(path, one, readings) => Some(lines(after)),
        _ => None,
    });
    kept.chain(models.flatten()).collect()
}

/// Whether a text may name something.
fn is_name(text: &str) -> bool {
    text.chars().filter(|letter| letter.is_alphabetic()).count() > 2
}

/// The addresses of the pages that list an entry, by its text.
fn pages_of_entries(readings: &[SourceReadings]) -> HashMap<String, HashSet<&str>> {
    let mut seen: HashMap<String, HashSet<&str>> = HashMap::new();
    for one in readings {
        let ReadingSource::Page { url } = &one.source else { continue };
        let all = one.before.iter().chain(one.after.iter().filter_map(|after| after.as_ref().ok()));
        for record in all.flat_map(|reading| &reading.records).filter(|record| record.kind == RecordKind::Item) {
            let text = record.cells.iter().map(|cell| fold(&cell.text)).collect::<Vec<_>>().join(" ");
            seen.entry(text).or_default().insert(url);
        }
    }
    seen
}

/// Whether several pages list a name beside the page that is called so, with its forms: those say where somebody is.
fn is_of_menu(entries: &HashMap<String, HashSet<&str>>, name: &str, url: &str) -> bool {
    let pages = entries.get(name).into_iter().flatten();
    pages.filter(|page| !address::same_page(page, url)).take(2).count() > 1
}

/// Texts that several records of one table or list have.
fn common(readings: &[SourceReadings]) -> HashSet<String> {
    let pages = readings.iter().filter(|one| matches!(one.source, ReadingSource::Page { .. }));
    let mut out = HashSet::new();
    for reading in pages.flat_map(|one| one.before.iter().chain(one.after.iter().filter_map(|after| after.as_ref().ok()))) {
        // The same words in a menu and in a table are two things.
        let mut seen: HashSet<(RecordKind, Option<&str>, String)> = HashSet::new();
        for record in reading.records.iter().filter(|record| matches!(record.kind, RecordKind::Row | RecordKind::Item)) {
            let texts: BTreeSet<String> = record.cells.iter().map(|cell| fold(&cell.text)).collect();
            let place = record.place.as_deref();
            let again = |text: &String| !text.is_empty() && !seen.insert((record.kind, place, text.clone()));
            out.extend(texts.into_iter().filter(again));
        }
    }
    out
}
