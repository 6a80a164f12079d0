//! The requests of a demonstration that every run must send: the changes that contain an entered value.

use super::Entered;
use crate::evaluate::sent::{Asked, SentVerdict, is_minor_unit, judge};
use crate::evidence::EvidenceContext;
use crate::inputs::Input;
use crate::normal;
use crate::pattern::{Bindings, variables_in};
use crate::sent::{SentRequest, accepted, rows_of, words};
use crate::text::fold;
use crate::{SourceReadings, address};
use apprentice_contracts::checkpoint::CellPattern;
use apprentice_contracts::graph::{SentPattern, Variable};
use apprentice_contracts::reading::{Reading, SEND};
use std::collections::BTreeSet;

/// The most patterns of one task.
const MOST: usize = 8;
/// The most patterns of requests that say nothing of the task.
const MOST_ASIDES: usize = 16;
/// Words of parts that hold money.
const PRICES: &[&str] = &["price", "amount", "cost", "fee", "total", "sum", "cents", "minor", "value", "rate", "budget"];
/// Longer parts are texts in which values stand.
const LONG: usize = 60;

/// The requests of the demonstration with the inputs in the place of their values. `adds`: whether the task makes something new.
pub fn sent(context: &EvidenceContext<'_>, reading: &Reading, readings: &[SourceReadings], adds: bool) -> Vec<SentPattern> {
    let known: Vec<&Reading> = readings.iter().filter_map(|one| one.before.as_ref()).collect();
    let entered = Entered::of(context);
    let items = items(context);
    let over = names_of_items(context);
    let requests = accepted(reading);
    let mut out: Vec<SentPattern> = Vec::new();
    for request in requests.iter().rev() {
        let mut pattern = pattern(context, &entered, request, adds);
        pattern.about = about(&entered, request, &known);
        pattern.counts = counts(request, items.len(), &known);
        let compared = compares(&pattern);
        pattern.over = over.iter().filter(|name| compared.contains(*name)).cloned().collect();
        let acts = request.method == "DELETE";
        let is_known = |known: &SentPattern| {
            let names = |one: &SentPattern| one.parts.iter().map(|part| part.header.clone()).collect::<BTreeSet<_>>();
            (&known.method, &known.path, &known.operation, &known.parameters)
                == (&pattern.method, &pattern.path, &pattern.operation, &pattern.parameters)
                && names(known).is_superset(&names(&pattern))
        };
        // A POST that is repeated and returns content only reads something.
        let is_question = !request.changes() && requests.iter().filter(|one| one.is_of_kind(&pattern)).count() > 1;
        let names = [&pattern.parts, &pattern.about].iter().any(|cells| !cells.is_empty())
            || !pattern.counts.is_empty()
            || pattern.path.contains("{{")
            || acts;
        let says = names && !is_question;
        if let Some(known) = out.iter_mut().find(|known| is_known(known)) {
            known.several = true;
        } else if says && out.len() < MOST {
            out.push(pattern);
        }
    }
    out.reverse();
    // What the demonstration itself does not bear out says nothing of other runs.
    let asked = Asked { items: &items, over: &over, known: &known };
    out.retain(|one| judge(one, &requests, &asked) == SentVerdict::Fits);
    if !out.is_empty() {
        let others = requests.iter().filter(|one| !out.iter().any(|pattern| one.is_of_kind(pattern)));
        let others: Vec<SentPattern> = others.map(|one| aside(context, &entered, one)).collect();
        for aside in others {
            if out.len() < MOST + MOST_ASIDES && !out.contains(&aside) {
                out.push(aside);
            }
        }
    }
    out
}

/// A request of the demonstration that says nothing of the task, such as that of a sign-in.
fn aside(context: &EvidenceContext<'_>, entered: &Entered, request: &SentRequest<'_>) -> SentPattern {
    let path: Vec<String> = request.path.iter().map(|part| path_part(context, entered, part)).collect();
    SentPattern {
        method: request.method.to_owned(),
        path: format!("/{}", path.join("/")),
        operation: request.operation.to_owned(),
        parameters: request.parameters.clone(),
        parts: Vec::new(),
        about: Vec::new(),
        counts: Vec::new(),
        over: Vec::new(),
        minor: Vec::new(),
        leads_on: request.leads_on(),
        makes: false,
        several: false,
        aside: true,
    }
}

/// Names of the inputs that differ from item to item: lists, and those of each round.
fn names_of_items(context: &EvidenceContext<'_>) -> Vec<String> {
    let rounds: Vec<String> = context.rounds.iter().flat_map(|round| crate::checkpoints::items(context, round)).collect();
    let several = context.inputs.list.iter().map(|input| &input.variable);
    let several = several.filter(|one| one.list || !one.more_examples.is_empty() || rounds.contains(&one.name));
    several.map(|one| one.name.clone()).collect()
}

/// The demonstrated values of each item.
fn items(context: &EvidenceContext<'_>) -> Vec<Bindings> {
    let over = names_of_items(context);
    let values = |input: &Input| -> Vec<String> {
        let one = &input.variable;
        let is_of_round = one.more_examples.is_empty() && over.contains(&one.name);
        let others = if is_of_round { &input.other_values } else { &one.more_examples };
        std::iter::once(&one.example).chain(others).cloned().collect()
    };
    let all = context.inputs.list.iter().filter(|input| !input.variable.secret);
    let all: Vec<(&String, Vec<String>)> = all.map(|input| (&input.variable.name, values(input))).collect();
    let count = all.iter().map(|(_, values)| values.len()).max().unwrap_or(1);
    let value = |values: &[String], at: usize| values.get(at).or(values.last()).cloned();
    (0..count).map(|at| all.iter().filter_map(|(name, values)| Some(((*name).clone(), value(values, at)?))).collect()).collect()
}

fn pattern(context: &EvidenceContext<'_>, entered: &Entered, request: &SentRequest<'_>, adds: bool) -> SentPattern {
    let path: Vec<String> = request.path.iter().map(|part| path_part(context, entered, part)).collect();
    let is_fixed = path.iter().all(|part| !part.contains(['*', '{']));
    let mut parts: Vec<CellPattern> = Vec::new();
    let mut minor: Vec<String> = Vec::new();
    for (name, text) in &request.parts {
        let compared = compared(context, entered, request, name, text);
        if let Some(input) = amount_in(context, entered, name, text).filter(|_| compared.is_empty()) {
            parts.push(CellPattern { header: Some(name.clone()), text: format!("{{{{{input}}}}}") });
            minor.push(name.clone());
        }
        parts.extend(compared);
    }
    parts.dedup();
    let says_new = path
        .last()
        .into_iter()
        .map(String::as_str)
        .chain([request.operation])
        .flat_map(words)
        .any(|word| matches!(word.as_str(), "create" | "add" | "new" | "insert"));
    SentPattern {
        method: request.method.to_owned(),
        path: format!("/{}", path.join("/")),
        operation: request.operation.to_owned(),
        parameters: request.parameters.clone(),
        makes: matches!(request.method, "POST" | SEND)
            && (request.status == 201 || says_new || adds && is_fixed && request.changes()),
        leads_on: request.leads_on(),
        several: false,
        aside: false,
        about: Vec::new(),
        counts: Vec::new(),
        over: Vec::new(),
        minor,
        parts,
    }
}

/// A part of a path: an input, `*` where it names one thing of many, or the same in every run.
fn path_part(context: &EvidenceContext<'_>, entered: &Entered, part: &str) -> String {
    let holes = entered.values.holes(part);
    match holes.used.as_slice() {
        [name] if holes.pattern == format!("{{{{{name}}}}}") && !context.has_by_chance(part, name) => holes.pattern,
        [] if !address::is_volatile(part) && part.chars().count() < LONG && !part.contains('*') => part.to_owned(),
        _ => "*".to_owned(),
    }
}

/// What is compared of a part of the body: a value that was entered, alone or within a text.
fn compared(
    context: &EvidenceContext<'_>,
    entered: &Entered,
    request: &SentRequest<'_>,
    name: &str,
    text: &str,
) -> Vec<CellPattern> {
    let cell = |text: String| CellPattern { header: Some(name.to_owned()), text };
    let holes = entered.values.holes(text);
    let whole = |name: &String| holes.pattern == format!("{{{{{name}}}}}");
    match holes.used.as_slice() {
        [input] if whole(input) => {
            let is_typed = entered.typed.contains(input);
            let is_its_own =
                is_called(context, input, name) || is_typed && (text.chars().count() > 2 || is_only(entered, request, input));
            if is_its_own { vec![cell(holes.pattern)] } else { Vec::new() }
        }
        [] if is_called_as_field(entered, name, text) => {
            let text = text.trim();
            let is_word = text.chars().count() > 2 && text.chars().any(char::is_alphabetic) && !text.contains(['*', '{']);
            let is_state = normal::state(text).is_some();
            if is_word && !is_state || is_amount(text) { vec![cell(text.to_owned())] } else { Vec::new() }
        }
        used if text.chars().count() > LONG || name.is_empty() => {
            used.iter().map(|input| cell(format!("*{{{{{input}}}}}*"))).collect()
        }
        _ => Vec::new(),
    }
}

/// The one input whose amount a part that is called so has in the hundredth part of its currency: `970` of “9.70”.
fn amount_in<'c>(context: &EvidenceContext<'c>, entered: &Entered, name: &str, text: &str) -> Option<&'c str> {
    let inputs = context.inputs.list.iter().map(|input| &input.variable).filter(|one| entered.typed.contains(&one.name));
    let fits = |one: &&Variable| one.example.contains(['.', ',']) && is_minor_unit(&one.example, text);
    let mut fitting = inputs.filter(fits);
    let is_price = words(name).iter().any(|word| PRICES.contains(&word.as_str()));
    let one = fitting.next().filter(|one| is_price || is_called(context, &one.name, name))?;
    fitting.next().is_none().then_some(one.name.as_str())
}

/// The inputs that name what the ids of a request represent.
fn about(entered: &Entered, request: &SentRequest<'_>, known: &[&Reading]) -> Vec<CellPattern> {
    let named: BTreeSet<&String> = request.parts.iter().map(|(name, _)| name).collect();
    let named = named.into_iter().filter(|name| request.holds_ids(name, known));
    let in_parts = named.flat_map(|name| request.ids_of(name).map(move |id| (Some(name), id)));
    let mut out: Vec<CellPattern> = Vec::new();
    for (holder, id) in request.id().map(|id| (None, id)).into_iter().chain(in_parts) {
        let rows = rows_of(&id, known);
        let mut used = rows.iter().flat_map(|row| &row.cells).map(|cell| entered.values.holes(&cell.text));
        // One name is enough: the first cell that is one.
        let name = used.find_map(|holes| match holes.used.as_slice() {
            [name] if holes.pattern == format!("{{{{{name}}}}}") => Some(name.clone()),
            _ => None,
        });
        let cell = name.map(|name| CellPattern { header: holder.cloned(), text: format!("{{{{{name}}}}}") });
        out.extend(cell.filter(|cell| !out.contains(cell)));
    }
    out
}

/// The parts of the body of which there is one for each of several items.
fn counts(request: &SentRequest<'_>, items: usize, known: &[&Reading]) -> Vec<String> {
    let names: BTreeSet<&String> = request.parts.iter().map(|(name, _)| name).filter(|_| items > 1).collect();
    names.into_iter().filter(|name| request.holds_ids(name, known) && request.count(name) == items).cloned().collect()
}

/// Whether a part is named as the field of an input is.
fn is_called(context: &EvidenceContext<'_>, input: &str, name: &str) -> bool {
    let known = context.inputs.list.iter().map(|one| &one.variable).find(|one| one.name == input);
    let known: Vec<String> = known.into_iter().flat_map(|one| [words(&one.name), words(&one.label)]).flatten().collect();
    words(name).iter().any(|word| known.contains(word))
}

/// Whether a part has what was entered into a field that is called so, and is the same in every run.
fn is_called_as_field(entered: &Entered, name: &str, text: &str) -> bool {
    let called = words(name);
    let is_it = |label: &str, value: &str| is_sent_as(value, text) && words(label).iter().any(|word| called.contains(word));
    entered.labels.iter().any(|(label, value)| is_it(label, value))
}

/// Whether a page sends a value as this text: `100` for “100 %”.
pub fn is_sent_as(value: &str, text: &str) -> bool {
    let bare = value.trim_matches(|letter: char| !letter.is_ascii_digit());
    fold(value) == fold(text) || is_amount(text) && bare == text.trim()
}

/// Whether a text is a number of at least two digits. A single one may belong to an option.
fn is_amount(text: &str) -> bool {
    let text = text.trim();
    text.len() > 1 && text.len() < 10 && text.bytes().all(|letter| letter.is_ascii_digit())
}

/// Whether one part of the body alone has this short value.
fn is_only(entered: &Entered, request: &SentRequest<'_>, input: &str) -> bool {
    let hole = format!("{{{{{input}}}}}");
    let parts = request.parts.iter().filter(|(_, text)| entered.values.holes(text).pattern == hole);
    parts.count() == 1 && request.parts.len() < 6
}

/// The inputs that a pattern compares.
pub fn compares(pattern: &SentPattern) -> BTreeSet<String> {
    let parts = pattern.parts.iter().chain(&pattern.about).map(|part| part.text.as_str());
    parts.chain([pattern.path.as_str()]).flat_map(variables_in).collect()
}
