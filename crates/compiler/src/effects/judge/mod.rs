//! Judges lasting effects of a run: what its sources show at its end, against how they were before it.

mod counts;
mod damage;
pub mod grown;
mod ids;
mod matching;
mod sources;

use self::counts::Counts;
pub use self::counts::{GONE_NOW, SHOWN_NOW};
use self::damage::DAMAGE;
use super::files::is_same_text;
use super::pages::is_same_view;
use crate::address;
use crate::looks::asks_to_sign_in;
use crate::pattern::{Bindings, variables_in};
use crate::text::{clip, mentions};
use apprentice_contracts::checkpoint::{CellPattern, EvidencePredicate as Predicate, RecordChange, SourcePattern};
use apprentice_contracts::graph::Variable;
use apprentice_contracts::reading::{ReadRecord, Reading, ReadingSource, RecordKind};
use std::collections::{BTreeMap, BTreeSet};

pub use self::matching::{names_path, text_fits};
use self::sources::is_search;
pub use self::sources::{filled_command, is_fixed, searches};

/// What is known of a run.
pub struct Run<'a> {
    /// Readings from before its effects.
    pub before: &'a BTreeMap<ReadingSource, Reading>,
    /// Readings that came while it was under way already. They count as former ones where they do not show its effect.
    pub late: &'a BTreeMap<ReadingSource, Reading>,
    /// Readings at its end.
    pub after: &'a [(ReadingSource, Result<Reading, String>)],
    /// Addresses of pages on which it acted, or to which an action led; the last first.
    pub pages: &'a [String],
    /// Addresses from which its pages asked for data; the last first.
    pub data: &'a [String],
    /// The folder of its first command.
    pub folder: Option<&'a str>,
    /// Paths of files that its commands created or changed.
    pub files: &'a [String],
    /// The values of each item of the run; one for a task that is done once.
    pub items: &'a [Bindings],
    /// The inputs, with the values of the demonstration.
    pub variables: &'a [Variable],
    /// Whether the request names the values. Then no other value is required.
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
    /// The inputs that the page is called by.
    pub about: &'a [String],
    /// Whether more than one such record may be new.
    pub several: bool,
    pub others_unchanged: bool,
    /// Whether it holds for each item of the task.
    pub each: bool,
    /// The inputs of which each item has its own.
    pub over: &'a [String],
}

/// The effects in some evidence.
pub fn effects_in(evidence: &Predicate) -> Vec<Effect<'_>> {
    match evidence {
        Predicate::Records { source, change, record, cells, was, lacks, about, several, others_unchanged } => vec![Effect {
            source,
            change: *change,
            kind: *record,
            cells,
            was,
            lacks,
            about,
            several: *several,
            others_unchanged: *others_unchanged,
            each: false,
            over: &[],
        }],
        Predicate::All { of } | Predicate::Any { of } => of.iter().flat_map(effects_in).collect(),
        Predicate::Each { over, holds } => effects_in(holds).into_iter().map(|one| Effect { each: true, over, ..one }).collect(),
        _ => Vec::new(),
    }
}

/// The inputs that an effect compares.
pub fn covers(evidence: &Predicate) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for effect in effects_in(evidence) {
        out.extend(effect.cells.iter().chain(effect.was).flat_map(|cell| variables_in(&cell.text)));
        out.extend(effect.about.iter().cloned());
    }
    out
}

impl Run<'_> {
    fn after(&self, source: &ReadingSource) -> Option<&Result<Reading, String>> {
        self.after.iter().find(|(read, _)| read == source).map(|(_, result)| result)
    }

    /// Whether the run opened the source, or it was read before the effects.
    fn knows(&self, source: &ReadingSource) -> bool {
        let is_page = matches!(source, ReadingSource::Page { .. });
        !is_page || self.is_opened(source) || self.before.contains_key(source) || self.late.contains_key(source)
    }

    /// Whether the source is a page that the run opened.
    fn is_opened(&self, source: &ReadingSource) -> bool {
        let is_it = |url: &String| source.address() == Some(url.as_str());
        matches!(source, ReadingSource::Page { .. }) && self.pages.iter().any(is_it)
    }

    /// Judges one effect. `expected` are all effects of the ability, so that one is not taken for a damage by another.
    pub fn judge(&self, effect: &Effect<'_>, expected: &[Effect<'_>]) -> Judgement {
        if self.items.len() > 1 && self.has_own_source(effect) {
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
        if let (true, SourcePattern::Call { tool_name, .. }) = (sources.is_empty(), effect.source) {
            return Judgement::NotVisited(format!("“{tool_name}” was not called, because a value for it is not known."));
        }
        if sources.is_empty() {
            return Judgement::NotVisited("no page of this kind was opened.".to_owned());
        }
        let mut unreadable = None;
        // What an address answers that is not made to be asked says nothing beside one that is.
        let mut unaskable = None;
        let mut refuted = None;
        let mut held = None;
        let mut holding = 0;
        let all = sources.len();
        sources.retain(|source| self.is_about(effect, source));
        if sources.is_empty() && all > 0 {
            return Judgement::NotVisited(format!("no page about {} was opened.", self.asked_for(effect)));
        }
        for source in sources.iter().filter(|source| self.may_stand_for(effect, source)) {
            match self.judge_source(effect, source, expected) {
                Judgement::Holds(words) => {
                    holding += 1;
                    held.get_or_insert(words);
                }
                // Of several pages of one kind, one shows the effect; but damage on any of them is damage.
                Judgement::Refuted(words) if words.starts_with(DAMAGE) => return Judgement::Refuted(words),
                Judgement::Refuted(words) => {
                    refuted.get_or_insert(words);
                }
                Judgement::Unreadable(words) if matches!(effect.source, SourcePattern::Data { .. }) && is_not_asked(&words) => {
                    unaskable.get_or_insert(words);
                }
                Judgement::Unreadable(words) | Judgement::NotVisited(words) => {
                    unreadable.get_or_insert(words);
                }
            }
        }
        if refuted.is_none() && held.is_none() {
            unreadable = unreadable.or(unaskable);
        }
        // What is gone must be gone from every page.
        if effect.change == RecordChange::Removed
            && let Some(words) = refuted.take()
        {
            return Judgement::Refuted(words);
        }
        let wanted = if self.has_unnamed_pages(effect) { self.items.len() } else { 1 };
        match (held, refuted, unreadable) {
            (Some(_), Some(words), None) if holding < wanted => Judgement::Refuted(words),
            (Some(_), None, None) if holding < wanted => {
                Judgement::Refuted(format!("{holding} of {wanted} pages show it; each of the records has its own."))
            }
            (Some(_), _, Some(words)) if holding < wanted => Judgement::Unreadable(words),
            (Some(words), ..) => Judgement::Holds(words),
            (None, Some(words), None) => Judgement::Refuted(words),
            // That a request made it is no answer to the place that does not show it.
            (None, Some(_), Some(words)) if words.ends_with(SHOWN_NOW) => {
                Judgement::Unreadable(format!("{words} Another place does not show it."))
            }
            // It may be on the page that could not be read.
            (None, _, words) => Judgement::Unreadable(words.unwrap_or_else(|| "nothing was read.".to_owned())),
        }
    }

    /// Whether a page is about what was asked for: its title or a heading says so. One that could not be read may be.
    fn is_about(&self, effect: &Effect<'_>, source: &ReadingSource) -> bool {
        let Some(Ok(reading)) = self.after(source).filter(|_| !effect.about.is_empty()) else { return true };
        let headings = reading.records.iter().filter(|record| record.kind == RecordKind::Heading);
        let texts: Vec<&str> = std::iter::once(reading.title.as_str())
            .chain(headings.flat_map(|record| &record.cells).map(|cell| cell.text.as_str()))
            .collect();
        let says = |value: &String| value.trim().is_empty() || texts.iter().any(|text| mentions(text, value));
        self.items.iter().any(|item| effect.about.iter().filter_map(|name| item.get(name)).all(says))
    }

    /// What the page of an effect is to be about.
    fn asked_for(&self, effect: &Effect<'_>) -> String {
        let values = effect.about.iter().filter_map(|name| self.items.iter().find_map(|item| item.get(name)));
        values.map(|value| format!("“{}”", clip(value, 80))).collect::<Vec<_>>().join(" and ")
    }

    /// Whether the items of the run have different values of this input.
    fn differs(&self, name: &String) -> bool {
        self.items.iter().any(|item| item.get(name) != self.items[0].get(name))
    }

    /// Whether each item has a file or a page of its own: its address names the item, or it is the form of one thing.
    fn has_own_source(&self, effect: &Effect<'_>) -> bool {
        let of_item = |text: &str| variables_in(text).iter().any(|name| self.differs(name));
        match effect.source {
            SourcePattern::File { .. } => true,
            SourcePattern::Page { url } | SourcePattern::Data { url } => {
                // Items that share a page are read on it together.
                let place = |item: &Bindings| variables_in(url).iter().map(|name| item.get(name).cloned()).collect::<Vec<_>>();
                let places: BTreeSet<_> = self.items.iter().map(place).collect();
                of_item(url) && !is_search(url) && places.len() == self.items.len()
                    || effect.about.iter().any(|name| self.differs(name))
                    || effect.kind == RecordKind::Field && !is_fixed(url) && effect.cells.iter().any(|cell| of_item(&cell.text))
            }
            SourcePattern::Call { arguments, .. } => arguments.iter().any(|one| of_item(&one.text)),
            _ => false,
        }
    }

    /// Whether each item has a page of its own that does not say which item it is about: the same is to show on as many pages as there are
    /// items.
    fn has_unnamed_pages(&self, effect: &Effect<'_>) -> bool {
        let is_open = matches!(effect.source, SourcePattern::Page { url } if !is_fixed(url) && !is_search(url));
        let mut names = effect.cells.iter().flat_map(|cell| variables_in(&cell.text));
        effect.each
            && is_open
            && self.items.len() > 1
            && effect.change != RecordChange::Removed
            && !names.any(|name| self.differs(&name))
    }

    /// Judges each item by its own source. One that is refuted counts more than one that could not be read.
    fn judge_each(&self, effect: &Effect<'_>, expected: &[Effect<'_>]) -> Judgement {
        let mut words = Vec::new();
        let mut open = None;
        for item in self.items {
            let one = Run { items: std::slice::from_ref(item), ..*self };
            match one.judge(effect, expected) {
                Judgement::Holds(more) => words.push(more),
                Judgement::Refuted(why) => return Judgement::Refuted(why),
                other => {
                    open.get_or_insert(other);
                }
            }
        }
        open.unwrap_or_else(|| Judgement::Holds(words.join(" ")))
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
            // Some servers call the number of a record that is gone a bad request. The run showed this page. An address with parameters may
            // work only once.
            Some(Err(words))
                if words.contains("answered 400")
                    && effect.change != RecordChange::Removed
                    && self.is_opened(source)
                    && !source.address().is_some_and(|url| url.contains('?')) =>
            {
                return Judgement::Refuted(format!("Read again, {} is not there any more.", named(source)));
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
            && let Some(record) = self.made_beside(effect, before, after)
        {
            let words = format!("Read again, {} shows a new one, and still “{record}” as it was.", named(source));
            return Judgement::Refuted(words);
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
}

/// Whether an application answered that there is no such page (RFC 9110, sections 15.5.5 and 15.5.11).
pub fn is_gone(words: &str) -> bool {
    words.contains("answered 404") || words.contains("answered 410")
}

/// Whether an application answered that it does not take such a question: the request was bad, or only other methods are served there (RFC 9110,
/// sections 15.5.1, 15.5.6, 15.5.21 and 15.6.2).
fn is_not_asked(words: &str) -> bool {
    ["answered 400", "answered 405", "answered 422", "answered 501"].iter().any(|answer| words.contains(answer))
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
        ReadingSource::Sent => "what the pages sent".to_owned(),
        ReadingSource::Call { server_id, tool_name, .. } => format!("what “{tool_name}” of the connector “{server_id}” answers"),
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

/// Judges evidence as a whole.
pub fn judge(evidence: &Predicate, run: &Run<'_>, expected: &[Effect<'_>]) -> Judgement {
    let mut words = Vec::new();
    let mut missing = None;
    for effect in effects_in(evidence) {
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
