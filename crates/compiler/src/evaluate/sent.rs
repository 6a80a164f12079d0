//! What the pages of a run sent, against what those of the demonstration sent: a witness that needs nothing to be read again.
//!
//! It speaks against a run where something else was sent than was asked for, something was sent twice or about another thing as well, or nothing
//! at all. Where a run took another way, it says nothing. It never speaks for a run alone: an application may accept what it does not keep.

use super::Evaluation;
use crate::address;
use crate::effects::compares;
use crate::effects::judge::{covers, effects_in};
use crate::normal;
use crate::pattern::{self, Bindings, variables_in};
use crate::sent::{SentRequest, accepted, is_id, rows_of};
use crate::text::clip;
use apprentice_contracts::checkpoint::{CheckpointRole, CheckpointStatus, NotReached};
use apprentice_contracts::graph::SentPattern;
use apprentice_contracts::reading::{ReadRecord, Reading};
use std::collections::BTreeSet;

/// What the requests of a run say about one that was demonstrated.
#[derive(Debug, PartialEq)]
pub enum Outcome {
    /// Nothing of this kind was sent.
    Absent,
    /// Everything was sent.
    Fits,
    /// Something else was sent; why.
    Contradicted(String),
}

impl Evaluation {
    pub(super) fn judge_sent(&mut self, reading: &Reading) {
        let (asides, wanted): (Vec<&SentPattern>, Vec<&SentPattern>) = self.sent.iter().partition(|one| one.aside);
        if wanted.is_empty() {
            return;
        }
        let all = accepted(reading);
        let requests: Vec<SentRequest<'_>> =
            all.into_iter().filter(|one| !asides.iter().any(|aside| one.is_of_kind(aside))).collect();
        if requests.is_empty() {
            if reading.complete && !self.pages.is_empty() {
                self.refute_sent("The pages of this run sent nothing that changes something, as those of the demonstration did.");
            }
            return;
        }
        let items = self.items();
        let known: Vec<&Reading> = self.before.values().chain(self.late.values()).collect();
        let asked = Asked { items: &items, over: &self.over, known: &known };
        let outcomes: Vec<Outcome> = wanted.iter().map(|one| judge(one, &requests, &asked)).collect();
        let fits = outcomes.iter().all(|one| *one == Outcome::Fits);
        let again = fits.then(|| changed_again(&wanted, &requests)).flatten();
        let why = outcomes.into_iter().find_map(|one| match one {
            Outcome::Contradicted(why) => Some(why),
            _ => None,
        });
        match why {
            Some(why) => self.refute_sent(&why),
            None if again.is_some() && self.is_on_word() => self.refute_sent(&again.unwrap_or_default()),
            None if fits => self.leave_open(),
            None => {}
        }
    }

    /// The first checkpoint about pages that decides.
    fn of_pages(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.progress.len()).filter(|&at| {
            let checkpoint = &self.progress[at].checkpoint;
            let effects = checkpoint.evidence.as_ref().map(effects_in).unwrap_or_default();
            checkpoint.role == CheckpointRole::Effect
                && (effects.is_empty() || effects.iter().any(|effect| effect.source.address().is_some()))
        })
    }

    /// Whether nothing about pages is read again, so that only somebody's word decides.
    fn is_on_word(&self) -> bool {
        self.of_pages().all(|at| self.progress[at].checkpoint.evidence.is_none())
    }

    fn refute_sent(&mut self, why: &str) {
        let failed = |at: &usize| self.progress[*at].verdict.as_ref().is_some_and(|one| one.status == CheckpointStatus::Failed);
        let all: Vec<usize> = self.of_pages().collect();
        if all.iter().any(failed) {
            return;
        }
        let Some(verdict) = all.first().and_then(|&at| self.progress[at].verdict.as_mut()) else { return };
        verdict.status = CheckpointStatus::Failed;
        verdict.not_reached = Some(NotReached::Refuted);
        verdict.reason = Some(clip(why, 400));
        verdict.evidence = clip(why, 1000);
    }

    /// Where everything was sent and accepted, what no page of the run shows is not refuted: it could not be read.
    fn leave_open(&mut self) {
        let compared: BTreeSet<String> = self.sent.iter().flat_map(compares).collect();
        for at in self.of_pages().collect::<Vec<_>>() {
            let Some(wanted) = self.progress[at].checkpoint.evidence.as_ref().map(covers) else { continue };
            let Some(verdict) = self.progress[at].verdict.as_mut() else { continue };
            if verdict.not_reached != Some(NotReached::NotSeen) || wanted.is_empty() || !wanted.is_subset(&compared) {
                continue;
            }
            let why = format!("It was sent, and the application accepted it. It could not be read again: {}", verdict.evidence);
            verdict.status = CheckpointStatus::Skipped;
            verdict.not_reached = Some(NotReached::Undecided);
            verdict.reason = Some(clip(&why, 400));
            verdict.evidence = clip(&why, 1000);
        }
    }
}

/// What was to be done.
pub struct Asked<'a> {
    /// The values of each item.
    pub items: &'a [Bindings],
    /// Inputs that differ from item to item.
    pub over: &'a [String],
    /// What was read before, which says what an id stands for.
    pub known: &'a [&'a Reading],
}

/// Judges the requests of one kind.
pub fn judge(wanted: &SentPattern, requests: &[SentRequest<'_>], asked: &Asked<'_>) -> Outcome {
    let Asked { items, over, known } = *asked;
    let of_kind: Vec<&SentRequest<'_>> = requests.iter().filter(|one| one.is_of_kind(wanted)).collect();
    if of_kind.is_empty() {
        return Outcome::Absent;
    }
    let named = compares(wanted);
    let is_per_item = over.iter().any(|name| named.contains(name));
    // Where the request says nothing of the single item, one for all of them is enough.
    let mut items: Vec<&Bindings> = items.iter().collect();
    let (is_one, items_asked) = (items.len() == 1, items.len());
    if !is_per_item {
        items.truncate(1);
    }
    let effective = effective(wanted, of_kind, over);
    let mut fits: BTreeSet<usize> = BTreeSet::new();
    for item in &items {
        let found: Vec<usize> =
            (0..effective.len()).filter(|&at| differs(wanted, effective[at], item, known).is_none()).collect();
        let Some(first) = found.first() else {
            let nearest = effective.iter().rev().filter_map(|one| differs(wanted, one, item, known)).min_by_key(|one| one.count);
            return Outcome::Contradicted(nearest.map_or_else(String::new, |one| one.words));
        };
        if wanted.makes && found.len() > items.iter().filter(|other| other == &item).count() {
            return Outcome::Contradicted("The same was sent twice.".to_owned());
        }
        if is_one && !wanted.several && found.len() > 1 && effective[*first].changes() {
            return Outcome::Contradicted("The same was sent about another thing as well.".to_owned());
        }
        fits.extend(found);
    }
    for request in fits.iter().map(|at| effective[*at]) {
        if let Some(other) = also_about(wanted, request, &items, known) {
            return Outcome::Contradicted(format!("It was sent about {other} as well."));
        }
    }
    // Where one request is about all items, it names each of them.
    let holds_item = wanted.parts.iter().flat_map(|part| variables_in(&part.text)).any(|name| over.contains(&name));
    let short = |name: &&String| !holds_item && !effective.iter().any(|one| one.count(name) == items_asked);
    if let Some(name) = wanted.counts.iter().find(short) {
        let count = effective.last().map_or(0, |one| one.count(name));
        return Outcome::Contradicted(format!("It was sent about {count} things; {items_asked} were asked for."));
    }
    let others = (0..effective.len()).find(|at| !fits.contains(at) && effective[*at].changes());
    if let Some(other) = others.and_then(|at| differs(wanted, effective[at], items.first()?, known)) {
        return Outcome::Contradicted(format!("Something else was sent as well. {}", other.words));
    }
    Outcome::Fits
}

/// What was sent about the same thing after everything that was demonstrated, and is of another kind.
fn changed_again(wanted: &[&SentPattern], requests: &[SentRequest<'_>]) -> Option<String> {
    let is_known = |one: &SentRequest<'_>| wanted.iter().any(|pattern| one.is_of_kind(pattern));
    let last = requests.iter().rposition(is_known)?;
    let ids = |one: &SentRequest<'_>| -> BTreeSet<String> { one.ids().map(str::to_owned).collect() };
    let about: BTreeSet<String> = requests[..=last].iter().filter(|one| is_known(one)).flat_map(ids).collect();
    let other = requests[last + 1..].iter().find(|one| one.changes() && !ids(one).is_disjoint(&about))?;
    Some(format!("Afterwards something else was sent about the same thing: {} /{}.", other.method, other.path.join("/")))
}

/// The requests that count at the end: of several about the same thing, the last one. Each one that makes something counts.
fn effective<'r, 'a>(wanted: &SentPattern, requests: Vec<&'r SentRequest<'a>>, over: &[String]) -> Vec<&'r SentRequest<'a>> {
    let mut out: Vec<&SentRequest<'_>> = Vec::new();
    for one in requests {
        if !wanted.makes {
            let thing = thing(wanted, one, over);
            out.retain(|known| self::thing(wanted, known, over) != thing);
        }
        out.push(one);
    }
    out
}

/// What a request is about: its address, the ids in its body, and the inputs that name an item.
fn thing(wanted: &SentPattern, request: &SentRequest<'_>, over: &[String]) -> (String, Vec<(String, String)>) {
    let names_item = |name: &str| {
        let of = wanted.parts.iter().filter(|part| part.header.as_deref() == Some(name));
        of.flat_map(|part| variables_in(&part.text)).any(|input| over.contains(&input))
    };
    let ids = request.parts.iter().filter(|(name, _)| is_id(name) || names_item(name)).cloned().collect();
    (request.path.join("/"), ids)
}

/// How a request differs from what an item wants.
struct Differs {
    count: usize,
    words: String,
}

/// `None`: it does not. An input that several parts name must be right in one of them.
fn differs(wanted: &SentPattern, request: &SentRequest<'_>, item: &Bindings, known: &[&Reading]) -> Option<Differs> {
    let given = |pattern: &str| is_given(pattern, item);
    let mut wrong: Vec<String> = Vec::new();
    let mut right: BTreeSet<Vec<String>> = BTreeSet::new();
    let mut open: Vec<(Vec<String>, String)> = Vec::new();
    for part in wanted.parts.iter().filter(|part| given(&part.text)) {
        let (name, inputs) = (part.header.as_deref().unwrap_or_default(), variables_in(&part.text));
        let sent: Vec<&str> = request.parts.iter().filter(|(known, _)| known == name).map(|(_, text)| text.as_str()).collect();
        if sent.iter().any(|text| says(&part.text, text, item)) {
            right.insert(inputs);
        } else {
            let asked = inputs.iter().filter_map(|name| item.get(name)).map(String::as_str).collect::<Vec<_>>().join(" ");
            let asked = if inputs.is_empty() { part.text.clone() } else { asked };
            let called = if name.is_empty() { "The text".to_owned() } else { format!("“{}”", clip(name, 60)) };
            let sent = clip(sent.last().copied().unwrap_or_default(), 80);
            open.push((inputs, format!("{called} was sent as “{sent}”, not “{}”.", clip(&asked, 80))));
        }
    }
    wrong.extend(open.into_iter().filter(|(inputs, _)| inputs.is_empty() || !right.contains(inputs)).map(|(_, words)| words));
    let path = wanted.path.trim_matches('/').split('/').zip(&request.path);
    for (pattern, part) in path.filter(|(pattern, _)| pattern.contains("{{") && given(pattern)) {
        if !says(pattern, part, item) && !variables_in(pattern).iter().all(|name| right.contains(&vec![name.clone()])) {
            wrong.push(format!("It was sent about “{}”.", clip(part, 80)));
        }
    }
    let holders: BTreeSet<Option<&str>> = wanted.about.iter().map(|one| one.header.as_deref()).collect();
    for holder in holders {
        let found: Vec<Vec<&ReadRecord>> =
            ids(holder, request).map(|id| rows_of(id, known)).filter(|rows| !rows.is_empty()).collect();
        if !found.is_empty() && !found.iter().any(|rows| is_about(wanted, holder, rows, item)) {
            wrong.push(format!("It was sent about {}.", called(&found[0])));
        }
    }
    let words = wrong.first()?.clone();
    Some(Differs { count: wrong.len(), words })
}

/// Whether a text is, or contains, what a pattern wants.
fn says(wanted: &str, text: &str, item: &Bindings) -> bool {
    let inputs = variables_in(wanted);
    let is_value = |name: &String| item.get(name).is_some_and(|value| normal::is_same(value, text));
    pattern::matches(wanted, text, item) || inputs.len() == 1 && !wanted.contains('*') && inputs.iter().all(is_value)
}

fn is_given(pattern: &str, item: &Bindings) -> bool {
    variables_in(pattern).iter().all(|name| item.get(name).is_some_and(|value| !value.trim().is_empty()))
}

/// What may be an id in a part of the body, or in the path.
fn ids<'r>(holder: Option<&'r str>, request: &'r SentRequest<'_>) -> impl Iterator<Item = &'r str> {
    let path = request.path.iter().filter(move |part| holder.is_none() && address::is_volatile(part)).map(String::as_str);
    let parts = request.parts.iter().filter(move |(name, _)| holder == Some(name.as_str())).map(|(_, text)| text.as_str());
    path.chain(parts)
}

/// Whether one of the rows with an id says all that names what it stands for.
fn is_about(wanted: &SentPattern, holder: Option<&str>, rows: &[&ReadRecord], item: &Bindings) -> bool {
    let names = wanted.about.iter().filter(|one| one.header.as_deref() == holder && is_given(&one.text, item));
    let names: Vec<String> = names.map(|one| format!("*{}*", one.text)).collect();
    rows.iter().any(|row| names.iter().all(|name| row.cells.iter().any(|cell| pattern::matches(name, &cell.text, item))))
}

/// A thing that a list of ids has and that no item names.
fn also_about(wanted: &SentPattern, request: &SentRequest<'_>, items: &[&Bindings], known: &[&Reading]) -> Option<String> {
    let holders: BTreeSet<&str> = wanted.about.iter().filter_map(|one| one.header.as_deref()).collect();
    let all = holders.into_iter().flat_map(|holder| ids(Some(holder), request).map(move |id| (holder, id)));
    let found = all.map(|(holder, id)| (holder, rows_of(id, known))).filter(|(_, rows)| !rows.is_empty());
    let mut others = found.filter(|(holder, rows)| !items.iter().any(|item| is_about(wanted, Some(holder), rows, item)));
    others.next().map(|(_, rows)| called(&rows))
}

/// The name of what the rows with an id show.
fn called(rows: &[&ReadRecord]) -> String {
    let texts = rows.iter().flat_map(|row| &row.cells).map(|cell| cell.text.trim());
    let mut names = texts.filter(|text| text.chars().any(char::is_alphabetic));
    names.next().map_or_else(|| "another thing".to_owned(), |name| format!("“{}”", clip(name, 80)))
}
