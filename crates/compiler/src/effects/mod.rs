//! Lasting effects: what the task changed, learned from readings before and after it.
//!
//! A source that was read before the task and after it shows the effect as a difference. A source that was only read afterwards, such as the
//! page of a new record, shows it as a record with the given values.

mod addresses;
mod alignment_of_data;
mod cells;
mod difference;
mod files;
mod growth;
mod holes;
pub mod judge;
mod lists;
mod mentioned;
mod pages;
mod positions;
mod sent;
mod shown;
mod trail;
mod unsaved;
mod words;

pub use addresses::{form_answers, visited};
pub use apprentice_contracts::reading::is_unsafe_address;
pub use difference::{Difference, differences};
pub use lists::lists;
pub use mentioned::{CommonTexts, Headers, Mentioned};
pub use pages::is_incidental;
pub use sent::{compares, is_sent_as, sent};
pub use shown::looks_at;
pub use unsaved::{NewRows, is_in_new_row, take_out};

use crate::SourceReadings;
use crate::command;
use crate::evidence::{Candidate, EvidenceContext};
use crate::normal;
use crate::steps::committed;
use crate::text::{clip, fold, mentions};
use apprentice_contracts::checkpoint::{CellPattern, EvidencePredicate as Predicate, RecordChange, SourcePattern};
use apprentice_contracts::graph::{ValueSource, Variable, VariableBinding};
use apprentice_contracts::observation::{CommandRun, FileChangeKind};
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind, is_page_only};
use cells::Compared;
use files::{by_file, of_file, of_listing};
use holes::KnownValues;
use pages::of_page;
use std::collections::{BTreeSet, HashMap};
use words::words;
pub(crate) use words::{plain_header, same_header};

/// The most effects of one task. More would repeat each other.
const MOST: usize = 4;

/// A lasting effect with what it covers.
#[derive(Clone)]
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
    /// What a changed record said before, where that names it.
    was: Vec<CellPattern>,
    /// What a changed record does not say any more.
    lacks: Vec<CellPattern>,
    only: bool,
    /// On how many pages of its kind it was found: each of several records may have its own.
    pages: usize,
    /// Whether the person showed that this is how they check.
    shown: bool,
    /// Whether the application describes it in its own words; see [`is_told`].
    is_told: bool,
    /// Goal and success in words, where several effects are one checkpoint.
    words: Option<(String, String)>,
}

impl Found {
    /// Says that more than one such record may be new.
    fn be_several(&mut self) {
        if let Predicate::Records { several, .. } = &mut self.predicate {
            *several = true;
        }
    }

    /// Says whether nothing else of the kind changed, which is then expected of every run.
    fn be_alone(&mut self, only: bool) {
        self.only = only;
        if let Predicate::Records { others_unchanged, .. } = &mut self.predicate {
            *others_unchanged = only;
        }
    }

    /// Says which inputs the page of the record is called by.
    fn be_about(&mut self, names: &[String]) {
        if let Predicate::Records { about, .. } = &mut self.predicate {
            about.extend(names.iter().filter(|name| !self.covers.contains(*name)).cloned());
        }
    }

    /// Says what the record was before, which must not be there any more.
    fn stands_for(&mut self, former: CellPattern) {
        self.was = vec![former];
        if let Predicate::Records { was, .. } = &mut self.predicate {
            was.clone_from(&self.was);
        }
    }
}

/// What a person entered: values, and the labels of the fields.
struct Entered {
    values: KnownValues,
    /// What was entered last, by the label of the field.
    labels: HashMap<String, String>,
    /// Inputs that were typed, chosen from offers or given to a command; not chosen as records.
    typed: BTreeSet<String>,
    /// The commands, folded.
    commands: String,
    /// Whether a command does something for each of several things that it finds itself.
    iterates: bool,
}

impl Entered {
    fn of(context: &EvidenceContext<'_>) -> Self {
        let steps = context.steps.iter().filter(|step| !step.sign_in && step.is_input());
        let constants = steps.clone().map(committed).filter(|value| !matches!(value.as_str(), "on" | "off" | ""));
        let labels = steps
            .filter_map(|step| Some((fold(plain_header(&step.target()?.name)), committed(step))))
            .filter(|(name, _)| !name.is_empty());
        let typed = context.inputs.list.iter().map(|input| &input.variable);
        let is_entered =
            |one: &Variable| one.source != ValueSource::Read || context.inputs.reads.iter().any(|read| read.input == one.name);
        let typed = typed.filter(|one| is_entered(one) && !crate::inputs::searched::is_searched(one));
        let typed = typed.filter(|one| !matches!(one.binding, VariableBinding::Record { .. } | VariableBinding::Context { .. }));
        Self {
            values: KnownValues::of(context.inputs, constants),
            labels: labels.collect(),
            typed: typed.map(|one| one.name.clone()).collect(),
            commands: commands(context).map(|run| fold(&run.command_line)).collect::<Vec<_>>().join("\n"),
            iterates: commands(context).any(iterates),
        }
    }

    /// Whether the person wrote something into the field of this label.
    fn wrote(&self, label: &str) -> bool {
        let value = self.labels.get(&fold(plain_header(label))).filter(|_| !label.trim().is_empty());
        value.is_some_and(|value| !matches!(value.as_str(), "" | "on" | "off"))
    }

    /// Whether the person set the field of this label to what it shows now.
    fn set(&self, label: &str, text: &str) -> bool {
        let value = self.labels.get(&fold(plain_header(label))).filter(|_| !label.trim().is_empty());
        value.is_some_and(|value| match value.as_str() {
            "on" => normal::state(text) == Some(true),
            "off" => text.trim().is_empty() || normal::state(text) == Some(false),
            value if text.contains('\n') => !value.is_empty() && fold(text).contains(&fold(value)),
            value => !value.is_empty() && (normal::is_same(value, text) || begins_with(text, value)),
        })
    }
}

fn commands<'a>(context: &EvidenceContext<'a>) -> impl Iterator<Item = &'a CommandRun> {
    context.steps.iter().filter_map(|step| step.command())
}

/// Whether a command does something for each of several things that it finds itself.
fn iterates(run: &CommandRun) -> bool {
    let words = command::words(&run.command_line);
    let mut heads = command::simple_commands(&words).map(|part| part.first().map_or("", |word| word.text.as_str()));
    heads.any(|head| matches!(head, "for" | "while" | "until" | "xargs" | "parallel" | "unzip" | "split" | "csplit"))
}

/// Whether a text is a value and a remark about it: `66.25 (33.12 each)`.
fn begins_with(text: &str, value: &str) -> bool {
    text.split_once(" (").is_some_and(|(before, _)| normal::is_same(value, before))
}

/// The lasting effects of the task as candidates for checkpoints, the strongest first.
///
/// `shown_checks`: where the person showed that they look.
pub fn effects(context: &EvidenceContext<'_>, readings: &[SourceReadings], shown_checks: &[ReadingSource]) -> Vec<Candidate> {
    let entered = Entered::of(context);
    let root = working_folder(context, readings);
    let elsewhere = |source: &ReadingSource| match source {
        ReadingSource::Folder { path } => root.is_some_and(|root| root != path),
        ReadingSource::Output { directory, .. } => root.is_some_and(|root| root != directory),
        _ => false,
    };
    let readings: Vec<SourceReadings> = readings.iter().filter(|one| !elsewhere(&one.source)).cloned().collect();
    let mut found: Vec<Found> = Vec::new();
    for source in &readings {
        let shown = shown_checks.contains(&source.source);
        let mut of = of_source(context, &entered, source, &readings);
        if shown && of.iter().all(|one| one.covers.is_empty()) {
            of.extend(shown::of_source(context, &entered, source));
        }
        found.extend(of.into_iter().map(|one| Found { shown, ..one }));
    }
    found.extend(shown::own_looks(context, &entered, &readings, &found));
    for one in &mut found {
        one.is_told = is_told(one, context);
    }
    found.sort_by_key(|one| {
        let (most, strongest) = (std::cmp::Reverse(one.covers.len()), std::cmp::Reverse(one.rank));
        (std::cmp::Reverse(one.shown), one.is_told, most, strongest, is_of_data(one), parameters(one))
    });
    let found = decided_by_data(found);
    let loops: Vec<Vec<String>> = context.rounds.iter().map(|round| crate::checkpoints::items(context, round)).collect();
    let last = context.steps.len().saturating_sub(1);
    let variables = context.inputs.list.iter().map(|input| &input.variable);
    let records: BTreeSet<String> =
        variables.filter(|one| matches!(one.binding, VariableBinding::Record { .. })).map(|one| one.name.clone()).collect();
    let is_visited = |url: &str| crate::meaning::pages(context.steps).any(|page| crate::address::same_page(&page.url, url));
    // The domain that was opened to find a mailbox is a part of its name.
    let example = |name: &str| context.inputs.by_name(name).map_or("", |input| input.variable.example.as_str());
    let says = |name: &str, part: &str| name != part && !example(part).is_empty() && mentions(example(name), example(part));
    let parts_of = |name: &str| records.iter().filter(|part| says(name, part)).cloned().collect::<Vec<_>>();
    by_file(chosen(found, &records, &parts_of, &is_visited))
        .into_iter()
        .map(|one| candidate(one, &loops, last, context))
        .collect()
}

/// Files of a folder that the commands wrote, relative to it.
fn written_again(context: &EvidenceContext<'_>, source: &ReadingSource) -> Vec<String> {
    let ReadingSource::Folder { path } = source else { return Vec::new() };
    let runs = context.steps.iter().flat_map(|step| std::iter::once(step).chain(&step.repeats)).filter_map(|step| step.command());
    let inside = runs.filter_map(|run| Some((command::below(path, &run.directory)?, &run.files)));
    let files = inside.flat_map(|(inside, files)| files.iter().map(move |file| (inside, file)));
    let files = files.filter(|(_, file)| file.change != FileChangeKind::Removed && !file.path.ends_with('/'));
    files.map(|(inside, file)| command::joined(inside, file.path.trim_start_matches("./"))).collect()
}

/// The folder of the first command, or a folder around it in which a later one did something, if it was read.
pub fn working_folder<'a>(context: &EvidenceContext<'_>, readings: &'a [SourceReadings]) -> Option<&'a str> {
    let runs = || context.steps.iter().filter_map(|step| step.command());
    let first = runs().next()?.directory.as_str();
    let acts = runs().filter(|run| !command::is_read_only(run)).map(|run| run.directory.as_str());
    let root = acts.fold(first, |root, folder| if command::below(folder, root).is_some() { folder } else { root });
    readings.iter().find_map(|one| match &one.source {
        ReadingSource::Folder { path } if path == root => Some(path.as_str()),
        _ => None,
    })
}

/// The fewest effects that compare every value, the strongest difference besides, because it also shows what must not have changed, and what
/// else changed in the records to work on, which the inputs `records` choose. `parts_of`: those of them that the value of an input says besides.
fn chosen(
    found: Vec<Found>,
    records: &BTreeSet<String>,
    parts_of: &dyn Fn(&str) -> Vec<String>,
    is_visited: &dyn Fn(&str) -> bool,
) -> Vec<Found> {
    let mut covered: BTreeSet<String> = BTreeSet::new();
    let (mut out, mut rest): (Vec<Found>, Vec<Found>) = (Vec::new(), Vec::new());
    let mut pages = 0;
    let is_file = |one: &Found| matches!(one.kind, RecordKind::File | RecordKind::Line | RecordKind::Entry);
    // A page to which something only led, and of which nothing is known from before, shows nothing that must not have changed.
    let is_seen = |one: &Found| match &one.predicate {
        Predicate::Records { source: SourcePattern::Page { url }, change: RecordChange::Present, .. } if judge::is_fixed(url) => {
            is_visited(url)
        }
        _ => true,
    };
    let strongest = found
        .iter()
        .enumerate()
        .filter(|(_, one)| one.only && !is_file(one) && !one.is_told && is_seen(one))
        .max_by_key(|(at, one)| (one.covers.len(), one.rank, std::cmp::Reverse(*at)))
        .map(|(at, _)| at);
    for (at, one) in found.into_iter().enumerate() {
        if let Some(known) = out.iter_mut().find(|other| other.predicate == one.predicate) {
            known.pages += 1;
            continue;
        }
        if let Some(known) = out.iter_mut().find(|other| is_same_page(other, &one)) {
            // Another difference on only one of them, such as a menu after a sign-in, is ignored.
            known.be_alone(known.only || one.only);
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
        // What is moved is gone from one list and new in another.
        let moved = one.only
            && out.iter().any(|other| {
                let changes = (other.change, one.change);
                other.covers == one.covers
                    && matches!(
                        changes,
                        (RecordChange::Added, RecordChange::Removed) | (RecordChange::Removed, RecordChange::Added)
                    )
            })
            && !out.iter().any(|other| other.change == one.change && other.covers == one.covers);
        // What the person showed counts although another effect compares the same values.
        let shown = one.shown && !one.covers.is_empty() && !out.iter().any(|other| other.shown && other.kind == one.kind);
        // An answer that names the comment says nothing of the state of the comment.
        let of_record = one.change == RecordChange::Changed
            && !one.covers.is_empty()
            && one.covers.is_subset(records)
            && !out.iter().any(|other| other.change != RecordChange::Added && one.covers.is_subset(&other.covers));
        if (new || Some(at) == strongest || changed || moved || shown || of_record) && pages < MOST {
            covered.extend(one.covers.iter().cloned());
            covered.extend(one.covers.iter().flat_map(|name| parts_of(name)));
            pages += 1;
            out.push(one);
        } else {
            rest.push(one);
        }
    }
    with_those_beside(out, rest)
}

/// The most effects of a task with those that belong to one change: the postings of a booking.
const MOST_BESIDE: usize = 8;

/// Adds what became other at the same time in a list of which nothing else may change. Where there is too much of it, anything may.
fn with_those_beside(mut out: Vec<Found>, rest: Vec<Found>) -> Vec<Found> {
    fn source(one: &Found) -> Option<&SourcePattern> {
        match &one.predicate {
            Predicate::Records { source, .. } => Some(source),
            _ => None,
        }
    }
    let differs = |one: &Found| one.only && one.change != RecordChange::Present;
    for one in rest.into_iter().filter(|one| differs(one)) {
        let is_beside = |other: &Found| differs(other) && other.kind == one.kind && source(other) == source(&one);
        let beside: Vec<usize> = (0..out.len()).filter(|at| is_beside(&out[*at])).collect();
        match (beside.is_empty(), out.len() < MOST_BESIDE && !one.covers.is_empty()) {
            (true, _) => {}
            (false, true) => out.push(one),
            (false, false) => beside.into_iter().for_each(|at| out[at].be_alone(false)),
        }
    }
    out
}

/// Whether the application describes in its own words what was done, as in a log of changes: it words the next change in another way. Words
/// before a long text of the person only introduce it: “In reply to Ada. There is one, and a ramp at the side”.
fn is_told(one: &Found, context: &EvidenceContext<'_>) -> bool {
    let letters = |text: &str| text.chars().filter(|letter| letter.is_alphanumeric()).count();
    let longest = |cell: &CellPattern| {
        let inputs = crate::pattern::variables_in(&cell.text).into_iter().filter_map(|name| context.inputs.by_name(&name));
        inputs.map(|input| letters(&input.variable.example)).max().unwrap_or_default()
    };
    let own = |cell: &CellPattern| {
        let names = crate::pattern::variables_in(&cell.text);
        names.iter().fold(cell.text.clone(), |rest, name| rest.replace(&crate::evidence::pattern_variable(name), " "))
    };
    let is_worded = |cell: &CellPattern| {
        let is_short = longest(cell) < 2 * letters(&own(cell));
        !cells::is_whole(&cell.text) && crate::pattern::variables_in(&cell.text).len() > 1 && is_short
    };
    one.change == RecordChange::Added && one.cells.iter().all(is_worded)
}

/// Whether data show it. Where a page shows as much, an agent sees the page.
fn is_of_data(one: &Found) -> bool {
    matches!(&one.predicate, Predicate::Records { source: SourcePattern::Data { .. }, .. })
}

/// Where a page and its data show the same, an agent looks at the page, and the data decide: they say everything of each record.
fn decided_by_data(found: Vec<Found>) -> Vec<Found> {
    let is_listed = |one: &Found| matches!(one.kind, RecordKind::Row | RecordKind::Item) && !one.covers.is_empty();
    let always_read = |one: &Found| matches!(&one.predicate, Predicate::Records { source: SourcePattern::Data { url }, .. } if judge::is_fixed(url) && !is_page_only(url));
    let is_of_page = |one: &Found| matches!(&one.predicate, Predicate::Records { source: SourcePattern::Page { .. }, .. });
    // The data must say all that the page says, in their own words or not.
    let says = |data: &Found, cell: &CellPattern| {
        cell.text == "*"
            || !crate::pattern::variables_in(&cell.text).is_empty()
            || data.cells.iter().any(|one| fold(&one.text) == fold(&cell.text))
    };
    let same = |page: &Found, data: &Found| {
        !page.shown
            && page.change == data.change
            && page.covers == data.covers
            && is_listed(page)
            && is_listed(data)
            && (page.lacks.is_empty() || page.lacks == data.lacks)
            && page.was.len() <= data.was.len()
            && (data.only || !page.only)
            && page.cells.iter().all(|cell| says(data, cell))
    };
    let told = |data: &Found| -> Option<(String, String)> {
        let page = found.iter().find(|page| is_of_page(page) && same(page, data))?;
        // What the page says of the rest holds where the data say it too.
        let mut page = page.clone();
        page.only = data.only;
        Some(words(&page))
    };
    let mut out: Vec<Found> = Vec::new();
    for one in &found {
        let data = found.iter().find(|data| always_read(data) && is_of_page(one) && same(one, data));
        if data.is_none() {
            let mut one = one.clone();
            if always_read(&one) {
                one.words = one.words.take().or(told(&one));
            }
            out.push(one);
        }
    }
    out
}

/// How many parameters the address of a page has. The plainest comes first: a further one may be a greeting or a filter.
fn parameters(one: &Found) -> usize {
    match &one.predicate {
        Predicate::Records { source: SourcePattern::Page { url }, .. } => {
            url.split_once('?').map_or(0, |(_, query)| query.split('&').count())
        }
        _ => 0,
    }
}

/// Whether two effects compare the same records of one page, which once had a greeting or a message in its address.
fn is_same_page(one: &Found, other: &Found) -> bool {
    let path = |found: &Found| match &found.predicate {
        Predicate::Records { source: SourcePattern::Page { url }, .. } if judge::is_fixed(url) => {
            url.split(['?', '#']).next().map(|url| url.trim_end_matches('/').to_owned())
        }
        _ => None,
    };
    (one.change, one.kind) == (other.change, other.kind)
        && one.cells == other.cells
        && one.was == other.was
        && one.lacks == other.lacks
        && path(one).is_some_and(|one| path(other).as_deref() == Some(one.as_str()))
}

fn of_source(context: &EvidenceContext<'_>, entered: &Entered, source: &SourceReadings, all: &[SourceReadings]) -> Vec<Found> {
    match (&source.source, &source.after) {
        (ReadingSource::Page { url } | ReadingSource::Data { url }, Some(Ok(after))) => {
            of_page(context, entered, source, url, after)
        }
        (ReadingSource::Page { url }, Some(Err(words))) if judge::is_gone(words) => {
            source.before.as_ref().and_then(|before| pages::of_gone(context, entered, before, url)).into_iter().collect()
        }
        (ReadingSource::Folder { .. } | ReadingSource::Output { .. }, Some(Ok(after))) => {
            let Some(before) = &source.before else { return Vec::new() };
            of_listing(entered, &source.source, before, after, &written_again(context, &source.source))
        }
        (ReadingSource::File { path }, _) if is_untouched(path, source, all) => Vec::new(),
        (ReadingSource::File { path }, Some(Ok(after))) => of_file(context, entered, path, source.before.as_ref(), after, all),
        _ => Vec::new(),
    }
}

/// Whether a file that was read at the end alone is one that the task only looked at: its folder shows it as it was before.
pub(super) fn is_untouched(path: &str, source: &SourceReadings, all: &[SourceReadings]) -> bool {
    let of_folder = |one: &SourceReadings| {
        let (ReadingSource::Folder { path: folder }, Some(before), Some(Ok(after))) = (&one.source, &one.before, &one.after)
        else {
            return false;
        };
        let Some(inside) = crate::command::below(folder, path) else { return false };
        let entry = |reading: &Reading| {
            let has = |record: &&ReadRecord| record.cells.iter().any(|cell| cell.header == "path" && cell.text == inside);
            reading.records.iter().find(has).map(|record| record.cells.clone())
        };
        entry(before).is_some_and(|known| entry(after) == Some(known))
    };
    source.before.is_none() && all.iter().any(of_folder)
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

fn found(
    source: SourcePattern,
    change: RecordChange,
    record: RecordKind,
    Compared { cells, was, lacks, inputs }: Compared,
    place: &str,
) -> Found {
    let predicate = Predicate::Records {
        source,
        change,
        record,
        cells: cells.clone(),
        was: was.clone(),
        lacks: lacks.clone(),
        about: Vec::new(),
        several: false,
        others_unchanged: false,
    };
    Found {
        predicate,
        covers: inputs,
        rank: rank(record, change),
        place: place.to_owned(),
        kind: record,
        change,
        cells,
        was,
        lacks,
        only: false,
        pages: 1,
        shown: false,
        is_told: false,
        words: None,
    }
}

fn candidate(one: Found, loops: &[Vec<String>], step: usize, context: &EvidenceContext<'_>) -> Candidate {
    let (goal, success) = one.words.clone().unwrap_or_else(|| words(&one));
    let lists: Vec<String> =
        context.inputs.list.iter().filter(|input| input.variable.list).map(|input| input.variable.name.clone()).collect();
    let rounds = || loops.iter().zip(context.rounds.iter()).find(|(_, round)| one.pages > 1 && round.count == one.pages);
    let of_round = loops.iter().flatten().chain(&lists).filter(|name| one.covers.contains(*name)).collect::<BTreeSet<_>>();
    let mut over: Vec<String> = of_round.into_iter().cloned().collect();
    if over.is_empty()
        && let Some((names, _)) = rounds()
    {
        // What it compares is the same in each round, and each round has a page of its own that shows it.
        over.clone_from(names);
    }
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

/// The checkpoint of a task without a readable result: somebody judges whether it worked, by the words that were given for it.
pub fn on_your_word(context: &EvidenceContext<'_>, answer: Option<&str>, stated_goal: Option<&str>) -> Option<Candidate> {
    let last = context
        .candidates()
        .into_iter()
        .filter(|candidate| !candidate.optional)
        .max_by_key(|candidate| (candidate.weight, candidate.step))?;
    let goal = match (answer, stated_goal) {
        (Some(text), _) => clip(text, 240),
        (None, Some(goal)) => clip(&format!("It is done: {}", crate::text::lower_first(goal)), 240),
        (None, None) => last.goal.clone(),
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

/// Whether the evidence looks at a reading.
pub fn reads_records(evidence: &Predicate) -> bool {
    match evidence {
        Predicate::Records { .. } => true,
        Predicate::All { of } | Predicate::Any { of } => of.iter().any(reads_records),
        Predicate::Each { holds, .. } => reads_records(holds),
        _ => false,
    }
}
