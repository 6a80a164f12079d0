//! What the pages of a run sent, against what those of the demonstration sent: a witness that needs nothing to be read again.
//!
//! It speaks against a run where something else was sent than was asked for, something was sent twice or about another thing as well, or nothing
//! at all. Where a run took another way, it says nothing. It never speaks for a run alone: an application may accept what it does not keep.

use super::Evaluation;
use crate::effects::judge::{GONE_NOW, SHOWN_NOW, covers, effects_in};
use crate::effects::{compares, is_sent_as};
use crate::normal::{self, Normal};
use crate::pattern::{self, Bindings, variables_in};
use crate::references::name_of;
use crate::sent::{Id, SentRequest, answered, is_id, rows_of};
use crate::text::{clip, fold};
use apprentice_contracts::checkpoint::{CheckpointRole, CheckpointStatus, EvidencePredicate as Predicate, NotReached};
use apprentice_contracts::graph::SentPattern;
use apprentice_contracts::reading::{MAX_CELL, ReadRecord, Reading};
use std::collections::BTreeSet;

/// What is wrong with what was sent.
#[derive(Debug, PartialEq)]
pub struct Fault {
    why: String,
    of: FaultOf,
}

/// What a fault is about. It decides whether what was read again can speak against it.
#[derive(Debug, PartialEq)]
enum FaultOf {
    /// These inputs were sent with other values than requested.
    Inputs(BTreeSet<String>),
    /// What is the same in every run, such as the state that is chosen, was sent otherwise.
    Constant(String),
    /// Too much or too little was sent about what was asked for.
    Amount,
    /// Something was done to a thing that nobody named, which no reading of the right thing shows.
    OtherThing,
}

/// What the requests of a run say about one that was demonstrated.
#[derive(Debug, PartialEq)]
pub enum SentVerdict {
    /// Nothing of this kind was sent.
    Absent,
    /// Everything was sent.
    Fits,
    /// Something else was sent.
    Contradicted(Fault),
}

impl Evaluation {
    pub(super) fn judge_sent(&mut self, reading: &Reading) {
        let (asides, wanted): (Vec<&SentPattern>, Vec<&SentPattern>) = self.sent.iter().partition(|one| one.aside);
        // What is missing may be what counts.
        if wanted.is_empty() || !reading.complete {
            return;
        }
        let is_wanted = |one: &SentRequest<'_>| wanted.iter().any(|pattern| one.is_of_kind(pattern));
        let is_aside = |one: &SentRequest<'_>| asides.iter().any(|aside| one.is_of_kind(aside)) && !is_wanted(one);
        let (requests, open) = answered(reading);
        let requests: Vec<SentRequest<'_>> = requests.into_iter().filter(|one| !is_aside(one)).collect();
        // A link that acts may only have signed somebody out.
        let is_link = |one: &SentRequest<'_>| one.method == "GET" && !is_wanted(one);
        if requests.iter().all(is_link) {
            if !open && !self.pages.is_empty() {
                let why = "The pages of this run sent nothing that changes something, as those of the demonstration did.";
                self.refute_sent(&Fault { why: why.to_owned(), of: FaultOf::Amount });
            }
            return;
        }
        let items = self.items();
        let known: Vec<&Reading> = self.before.values().chain(self.late.values()).collect();
        let asked = Asked { items: &items, over: &self.over, known: &known };
        let verdicts: Vec<SentVerdict> = wanted.iter().map(|one| judge(one, &requests, &asked)).collect();
        let fits = verdicts.iter().all(|one| *one == SentVerdict::Fits);
        let again = fits.then(|| changed_again(&wanted, &requests).or_else(|| other_thing(&wanted, &requests))).flatten();
        let fault = verdicts.into_iter().find_map(|one| match one {
            SentVerdict::Contradicted(fault) => Some(fault),
            _ => None,
        });
        match fault.or(again) {
            Some(fault) => self.refute_sent(&fault),
            None if fits => {
                // Applications answer a mistake like a success at times.
                if requests.iter().filter(|one| is_wanted(one)).all(SentRequest::is_final) {
                    let compared = wanted.iter().flat_map(|one| compares(one)).collect();
                    let removes = |one: &&SentPattern| one.method == "DELETE" && !one.about.is_empty();
                    let of_removal: Vec<&SentPattern> = wanted.iter().copied().filter(removes).collect();
                    let named = of_removal.iter().filter(|one| names_each(one, &requests, &asked)).flat_map(|one| compares(one));
                    let removed = named.collect();
                    self.confirm(&compared, &removed);
                }
                self.leave_open();
            }
            None => {}
        }
    }

    /// The checkpoints that decide by pages, or by somebody's word.
    fn of_pages(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.progress.len()).filter(|&at| {
            let checkpoint = &self.progress[at].checkpoint;
            checkpoint.role == CheckpointRole::Effect && checkpoint.evidence.as_ref().is_none_or(is_of_page)
        })
    }

    /// What was read again counts more than what was sent: a fault in what no page shows again refutes.
    fn refute_sent(&mut self, fault: &Fault) {
        let has =
            |at: usize, status: CheckpointStatus| self.progress[at].verdict.as_ref().is_some_and(|one| one.status == status);
        let all: Vec<usize> = self.of_pages().collect();
        let evidence = |at: usize| self.progress[at].checkpoint.evidence.as_ref();
        // What was only seen on the screen was not read again.
        let is_read = |at: usize| evidence(at).is_some_and(|evidence| !effects_in(evidence).is_empty() || is_durable(evidence));
        let reached = || all.iter().filter(|&&at| has(at, CheckpointStatus::Reached) && is_read(at));
        let shown: BTreeSet<String> = reached().filter_map(|&at| evidence(at)).flat_map(covers).collect();
        let is_shown = match &fault.of {
            FaultOf::Inputs(inputs) => inputs.is_subset(&shown),
            FaultOf::Constant(text) => reached().filter_map(|&at| evidence(at)).any(|evidence| compares_constant(evidence, text)),
            FaultOf::Amount => reached().next().is_some(),
            FaultOf::OtherThing => false,
        };
        if !is_shown {
            self.refute_pages(&fault.why);
        }
    }

    /// Refutes the first checkpoint that decides by pages, where none of them has failed.
    pub(super) fn refute_pages(&mut self, why: &str) {
        let all: Vec<usize> = self.of_pages().collect();
        let verdict = |at: usize| self.progress[at].verdict.as_ref();
        if all.iter().any(|&at| verdict(at).is_some_and(|one| one.status == CheckpointStatus::Failed)) {
            return;
        }
        let Some(verdict) = all.first().and_then(|&at| self.progress[at].verdict.as_mut()) else { return };
        verdict.status = CheckpointStatus::Failed;
        verdict.not_reached = Some(NotReached::Refuted);
        verdict.reason = Some(clip(why, 400));
        verdict.evidence = clip(why, 1000);
    }

    /// Where everything was sent and accepted, and nothing else, what a place shows now that was not read before the run is the work of the
    /// run; so is what it does not show, where the run sent the removal of this and nothing else.
    fn confirm(&mut self, compared: &BTreeSet<String>, removed: &BTreeSet<String>) {
        for at in self.of_pages().collect::<Vec<_>>() {
            let Some(wanted) = self.progress[at].checkpoint.evidence.as_ref().map(covers) else { continue };
            let Some(verdict) = self.progress[at].verdict.as_mut() else { continue };
            let ends = |end: &str| verdict.not_reached == Some(NotReached::Undecided) && verdict.evidence.ends_with(end);
            let (known, end, says) =
                if ends(GONE_NOW) { (removed, GONE_NOW, "does not show it") } else { (compared, SHOWN_NOW, "shows it") };
            if ends(end) && !wanted.is_empty() && wanted.is_subset(known) {
                verdict.status = CheckpointStatus::Reached;
                verdict.not_reached = None;
                verdict.reason = None;
                let place = verdict.evidence.trim_start_matches("Could not be read: ").trim_end_matches(end);
                let words = format!("Read again, {place}{says}. The pages of this run sent it, and the application accepted it.");
                verdict.evidence = clip(&words, 1000);
            }
        }
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

/// Whether an effect compares a text that is the same in every run.
fn compares_constant(evidence: &Predicate, text: &str) -> bool {
    let cells = effects_in(evidence).into_iter().flat_map(|effect| effect.cells);
    cells.into_iter().any(|cell| is_sent_as(&cell.text, text))
}

/// Whether evidence is seen on pages, or read of them again.
fn is_of_page(evidence: &Predicate) -> bool {
    match evidence {
        Predicate::Records { source, .. } => source.address().is_some(),
        Predicate::Page { .. } => true,
        Predicate::All { of } | Predicate::Any { of } => of.iter().any(is_of_page),
        Predicate::Each { holds, .. } => is_of_page(holds),
        _ => false,
    }
}

/// Whether a page of the evidence is read again at the end.
fn is_durable(evidence: &Predicate) -> bool {
    match evidence {
        Predicate::Page { durable, .. } => *durable,
        Predicate::All { of } | Predicate::Any { of } => of.iter().any(is_durable),
        Predicate::Each { holds, .. } => is_durable(holds),
        _ => false,
    }
}

/// What was to be done.
pub struct Asked<'a> {
    /// The values of each item.
    pub items: &'a [Bindings],
    /// Inputs that differ from item to item.
    pub over: &'a [String],
    /// What was read before, which says what an id represents.
    pub known: &'a [&'a Reading],
}

/// Judges the requests of one kind.
pub fn judge(wanted: &SentPattern, requests: &[SentRequest<'_>], asked: &Asked<'_>) -> SentVerdict {
    let Asked { items, over, known } = *asked;
    let of_kind: Vec<&SentRequest<'_>> = requests.iter().filter(|one| one.is_of_kind(wanted)).collect();
    if of_kind.is_empty() {
        return SentVerdict::Absent;
    }
    let named = compares(wanted);
    let is_per_item = over.iter().any(|name| named.contains(name));
    let is_one = items.len() == 1;
    let asked = items.len();
    // Where the request says nothing of the single item, one for all of them is enough.
    let items: Vec<&Bindings> = items.iter().take(if is_per_item { asked } else { 1 }).collect();
    let wrong = |why: String| SentVerdict::Contradicted(Fault { why, of: FaultOf::Amount });
    let effective = effective(wanted, &of_kind, over);
    let mut fits: BTreeSet<usize> = BTreeSet::new();
    for item in &items {
        let found: Vec<usize> =
            (0..effective.len()).filter(|&at| differs(wanted, effective[at], item, known).is_none()).collect();
        let Some(first) = found.first() else {
            let nearest = effective.iter().rev().filter_map(|one| differs(wanted, one, item, known)).min_by_key(|one| one.count);
            return nearest.map_or(SentVerdict::Absent, |one| SentVerdict::Contradicted(one.fault));
        };
        // Where a mistake in a form is answered like a success, sending it again is no second time.
        let final_ones = found.iter().filter(|&&at| effective[at].is_final()).count();
        if wanted.makes && final_ones > items.iter().filter(|other| other == &item).count() {
            return wrong("The same was sent twice.".to_owned());
        }
        if is_one
            && !wanted.several
            && !wanted.makes
            && found.len() > 1
            && (effective[*first].changes() || effective[*first].acts_by_name())
        {
            let why = "The same was sent about another thing as well.".to_owned();
            return SentVerdict::Contradicted(Fault { why, of: FaultOf::OtherThing });
        }
        fits.extend(found);
    }
    for request in fits.iter().map(|at| effective[*at]) {
        if let Some(other) = also_about(wanted, request, &items, known) {
            let why = format!("It was sent about {other} as well.");
            return SentVerdict::Contradicted(Fault { why, of: FaultOf::OtherThing });
        }
    }
    // Where one request is about all items, it names each of them.
    let holds_item = wanted.parts.iter().flat_map(|part| variables_in(&part.text)).any(|name| over.contains(&name));
    let is_short = |name: &String| !effective.iter().any(|one| one.count(name) == asked);
    if let Some(name) = wanted.counts.first().filter(|_| !holds_item && wanted.counts.iter().all(is_short)) {
        let count = effective.last().map_or(0, |one| one.count(name));
        return wrong(format!("It was sent about {count} things; {asked} were asked for."));
    }
    // What was put right, or removed again, is no other thing.
    let removes = requests.iter().any(|one| one.method == "DELETE" && !one.is_of_kind(wanted));
    // Requests of one kind differ in what they are about: in their path, or in the ids that they name.
    let is_about_other = |at: usize| {
        let (path, ids) = thing(wanted, effective[at], over);
        fits.iter().all(|fit| {
            let (known_path, known_ids) = thing(wanted, effective[*fit], over);
            path != known_path || !ids.is_empty() && ids != known_ids
        })
    };
    let is_other = |at: &usize| {
        let again = of_kind.iter().filter(|one| thing(wanted, one, over) == thing(wanted, effective[*at], over)).count();
        let counts = effective[*at].is_final() || effective[*at].changes() && is_about_other(*at);
        !fits.contains(at) && counts && (wanted.makes || again < 2)
    };
    let other = (0..effective.len()).find(|at| !removes && is_other(at));
    match other.and_then(|at| Some((at, differs(wanted, effective[at], items.first()?, known)?))) {
        Some((at, other)) => {
            let names_other = || also_about(wanted, effective[at], &items, known).is_some();
            let is_of_other = is_about_other(at) && (!wanted.makes && (!wanted.several || is_per_item) || names_other());
            let of = if is_of_other { FaultOf::OtherThing } else { FaultOf::Amount };
            SentVerdict::Contradicted(Fault { why: format!("Something else was sent as well. {}", other.fault.why), of })
        }
        None => SentVerdict::Fits,
    }
}

/// Whether the ids of the requests of one kind name every item, by rows that were read.
fn names_each(wanted: &SentPattern, requests: &[SentRequest<'_>], asked: &Asked<'_>) -> bool {
    let of_kind: Vec<&SentRequest<'_>> = requests.iter().filter(|one| one.is_of_kind(wanted)).collect();
    let holders: BTreeSet<Option<&str>> = wanted.about.iter().map(|one| one.header.as_deref()).collect();
    asked.items.iter().all(|item| {
        of_kind.iter().any(|request| {
            let names = |holder: &Option<&str>| {
                ids(*holder, request).iter().any(|id| is_about(wanted, *holder, &rows_of(id, asked.known), item))
            };
            holders.iter().all(names)
        })
    })
}

/// What was sent about the same thing after everything that was demonstrated, in another way: it is removed, or a part that was given is set.
fn changed_again(wanted: &[&SentPattern], requests: &[SentRequest<'_>]) -> Option<Fault> {
    let is_known = |one: &SentRequest<'_>| wanted.iter().any(|pattern| one.is_of_kind(pattern));
    let last = requests.iter().rposition(is_known)?;
    let about: BTreeSet<Id<'_>> = requests[..=last].iter().filter(|one| is_known(one)).filter_map(SentRequest::id).collect();
    let sets = |one: &SentRequest<'_>| {
        let names = wanted.iter().flat_map(|pattern| &pattern.parts).filter_map(|part| part.header.as_deref());
        names.into_iter().any(|name| one.parts.iter().any(|(known, _)| known == name))
    };
    let is_again = |one: &&SentRequest<'_>| {
        one.changes() && one.id().is_some_and(|id| about.contains(&id)) && (one.method == "DELETE" || sets(one))
    };
    let other = requests[last + 1..].iter().find(is_again)?;
    let why = format!("Afterwards something else was sent about the same thing: {} /{}.", other.method, other.path.join("/"));
    Some(Fault { why, of: FaultOf::Amount })
}

/// What was sent once, in another way, about a thing of the same kind that nothing of the demonstrated kinds was sent about. Where more was
/// sent about it, it may have been put right. What is read of the right thing says nothing about this one.
fn other_thing(wanted: &[&SentPattern], requests: &[SentRequest<'_>]) -> Option<Fault> {
    let is_known = |one: &SentRequest<'_>| wanted.iter().any(|pattern| one.is_of_kind(pattern));
    let (known, others): (Vec<_>, Vec<_>) = requests.iter().partition(|one| is_known(one));
    let about: BTreeSet<Id<'_>> = known.iter().flat_map(|one| one.things()).collect();
    let is_other = |id: &Id<'_>| !about.contains(id) && about.iter().any(|asked| asked.is_alike(id));
    let times = |id: &Id<'_>| others.iter().filter(|one| one.things().contains(id)).count();
    let of_person = others.iter().filter(|one| one.changes() && !one.is_by_itself());
    let found = of_person.into_iter().find(|one| one.things().iter().any(|id| is_other(id) && times(id) == 1))?;
    let why = format!("Something was sent about another thing as well: {} /{}.", found.method, found.path.join("/"));
    Some(Fault { why, of: FaultOf::OtherThing })
}

/// The requests that count at the end: of several about the same thing, the last one. Each one that makes something counts.
fn effective<'r, 'a>(wanted: &SentPattern, requests: &[&'r SentRequest<'a>], over: &[String]) -> Vec<&'r SentRequest<'a>> {
    let mut out: Vec<&SentRequest<'_>> = Vec::new();
    for one in requests.iter().copied() {
        if !wanted.makes {
            let thing = thing(wanted, one, over);
            out.retain(|known| self::thing(wanted, known, over) != thing);
        }
        out.push(one);
    }
    out
}

/// What a request is about: its address with the inputs in its query, the ids in its body, and the inputs that name an item.
fn thing(wanted: &SentPattern, request: &SentRequest<'_>, over: &[String]) -> (String, Vec<(String, String)>) {
    let names_item = |name: &str| {
        let of = wanted.parts.iter().filter(|part| part.header.as_deref() == Some(name));
        of.flat_map(|part| variables_in(&part.text))
            .any(|input| name.starts_with('?') && request.id().is_none() || over.contains(&input))
    };
    let is_about = |name: &str| wanted.about.iter().any(|one| one.header.as_deref() == Some(name));
    let ids = request.parts.iter().filter(|(name, _)| is_id(name) || is_about(name) || names_item(name)).cloned().collect();
    (request.path.join("/"), ids)
}

/// How a request differs from what an item wants.
struct Differs {
    count: usize,
    fault: Fault,
}

/// `None`: it does not. An input that several parts name must be right in one of them.
fn differs(wanted: &SentPattern, request: &SentRequest<'_>, item: &Bindings, known: &[&Reading]) -> Option<Differs> {
    let mut right: BTreeSet<String> = BTreeSet::new();
    // The inputs of a part, what was the same instead, and what is wrong.
    let mut wrong: Vec<(Vec<String>, Option<String>, String)> = Vec::new();
    for part in wanted.parts.iter().filter(|part| is_given(&part.text, item)) {
        let (name, inputs) = (part.header.as_deref().unwrap_or_default(), variables_in(&part.text));
        let sent: Vec<&str> = request.parts.iter().filter(|(known, _)| known == name).map(|(_, text)| text.as_str()).collect();
        let is_minor = wanted.minor.iter().any(|known| known == name);
        let amount = inputs.first().and_then(|name| item.get(name)).filter(|_| is_minor);
        let fits = |text: &str| match amount {
            Some(amount) => is_minor_unit(amount, text),
            None => says(&part.text, text, item),
        };
        if sent.iter().any(|text| fits(text)) {
            right.extend(inputs);
            continue;
        }
        let asked = inputs.iter().filter_map(|name| item.get(name)).map(String::as_str).collect::<Vec<_>>().join(" ");
        let asked = if inputs.is_empty() { part.text.clone() } else { asked };
        let called = if name.is_empty() { "The text".to_owned() } else { format!("“{}”", clip(name, 60)) };
        let sent = clip(sent.last().copied().unwrap_or_default(), 80);
        let constant = inputs.is_empty().then(|| part.text.clone());
        wrong.push((inputs, constant, format!("{called} was sent as “{sent}”, not “{}”.", clip(&asked, 80))));
    }
    let path = wanted.path.trim_matches('/').split('/').zip(&request.path);
    for (pattern, part) in path.filter(|(pattern, _)| pattern.contains("{{") && is_given(pattern, item)) {
        match says(pattern, part, item) {
            true => right.extend(variables_in(pattern)),
            false => wrong.push((variables_in(pattern), None, format!("It was sent about “{}”.", clip(part, 80)))),
        }
    }
    let holders: BTreeSet<Option<&str>> = wanted.about.iter().map(|one| one.header.as_deref()).collect();
    for holder in holders {
        let rows = ids(holder, request).into_iter().map(|id| rows_of(&id, known));
        let found: Vec<Vec<&ReadRecord>> = rows.filter(|rows| !rows.is_empty()).collect();
        if !found.is_empty() && !found.iter().any(|rows| is_about(wanted, holder, rows, item)) {
            let inputs =
                wanted.about.iter().filter(|one| one.header.as_deref() == holder).flat_map(|one| variables_in(&one.text));
            wrong.push((inputs.collect(), None, format!("It was sent about {}.", called(&found[0]))));
        }
    }
    wrong.retain(|(inputs, ..)| inputs.is_empty() || !inputs.iter().all(|name| right.contains(name)));
    let (inputs, constant, why) = wrong.first()?;
    let of = match constant {
        Some(text) => FaultOf::Constant(text.clone()),
        None => FaultOf::Inputs(inputs.iter().cloned().collect()),
    };
    Some(Differs { count: wrong.len(), fault: Fault { why: why.clone(), of } })
}

/// Whether a text is, or contains, what a pattern wants. A text that was cut, or that has another form than can be compared, may be it.
fn says(wanted: &str, text: &str, item: &Bindings) -> bool {
    if pattern::matches(wanted, text, item) || text.chars().count() >= MAX_CELL {
        return true;
    }
    let inputs = variables_in(wanted);
    let bare = |text: &str| -> String { fold(text).chars().filter(|letter| letter.is_alphanumeric()).collect() };
    // `1.25` is not `12.5`.
    let is_amount = |text: &str| {
        let text = text.trim();
        let marks = text.matches(['.', ',']).count();
        let has_code = text.starts_with('0') && !text.starts_with("0.") && !text.starts_with("0,");
        marks <= 1 && !has_code && text.chars().all(|letter| letter.is_ascii_digit() || ".,".contains(letter))
    };
    let is_value = |name: &String| {
        item.get(name).is_some_and(|value| {
            let (one, other) = (Normal::of(value), Normal::of(text));
            let is_unknown = matches!(
                (&one, &other),
                (None, Some(Normal::Moment(..) | Normal::Either(..))) | (Some(Normal::Moment(..) | Normal::Either(..)), None)
            ) && text.chars().any(|letter| letter.is_ascii_digit());
            let is_spelled = !(is_amount(value) && is_amount(text)) && bare(value) == bare(text);
            normal::is_same(value, text) || is_spelled || is_unknown
        })
    };
    inputs.len() == 1 && !wanted.contains('*') && inputs.iter().all(is_value)
}

/// Whether a text is an amount in the hundredth part of its currency: `970` of “9.70”.
pub fn is_minor_unit(value: &str, text: &str) -> bool {
    let text = text.trim();
    let is_whole = !text.is_empty() && text.len() < 12 && text.bytes().all(|letter| letter.is_ascii_digit());
    let Some(Normal::Number(amounts)) = Normal::of(value).filter(|_| is_whole) else { return false };
    let units = text.parse::<f64>().unwrap_or_default();
    units > 0.0
        && amounts.iter().filter_map(|amount| amount.parse::<f64>().ok()).any(|amount| (amount * 100.0 - units).abs() < 0.001)
}

fn is_given(pattern: &str, item: &Bindings) -> bool {
    variables_in(pattern).iter().all(|name| item.get(name).is_some_and(|value| !value.trim().is_empty()))
}

/// The ids in a part of the body, or in the path.
fn ids<'r>(holder: Option<&str>, request: &'r SentRequest<'_>) -> Vec<Id<'r>> {
    holder.map_or_else(|| request.id().into_iter().collect(), |name| request.ids_of(name).collect())
}

/// Whether one of the rows with an id says all that names what it represents.
fn is_about(wanted: &SentPattern, holder: Option<&str>, rows: &[&ReadRecord], item: &Bindings) -> bool {
    let names = wanted.about.iter().filter(|one| one.header.as_deref() == holder && is_given(&one.text, item));
    let names: Vec<String> = names.map(|one| format!("*{}*", one.text)).collect();
    rows.iter().any(|row| names.iter().all(|name| row.cells.iter().any(|cell| pattern::matches(name, &cell.text, item))))
}

/// A thing that a list of ids has and that no item names.
fn also_about(wanted: &SentPattern, request: &SentRequest<'_>, items: &[&Bindings], known: &[&Reading]) -> Option<String> {
    let holders: BTreeSet<&str> = wanted.about.iter().filter_map(|one| one.header.as_deref()).collect();
    let all = holders.into_iter().flat_map(|holder| ids(Some(holder), request).into_iter().map(move |id| (holder, id)));
    let found = all.map(|(holder, id)| (holder, rows_of(&id, known))).filter(|(_, rows)| !rows.is_empty());
    let mut others = found.filter(|(holder, rows)| !items.iter().any(|item| is_about(wanted, Some(holder), rows, item)));
    others.next().map(|(_, rows)| called(&rows))
}

/// The name of what the rows with an id show.
fn called(rows: &[&ReadRecord]) -> String {
    let texts = rows.iter().flat_map(|row| &row.cells).map(|cell| cell.text.trim());
    let mut others = texts.filter(|text| text.chars().any(char::is_alphabetic));
    let name = rows.iter().find_map(|row| Some(name_of(row)?.text.trim())).or_else(|| others.next());
    name.map_or_else(|| "another thing".to_owned(), |name| format!("“{}”", clip(name, 80)))
}
