//! Repeated blocks of steps: the same task done for several items becomes one block.
//!
//! A loop does the same thing to items of the same kind. Two different scripts one after the other are two tasks: a repetition must call
//! the same program, and only data may differ.

use crate::address;
use crate::command;
use crate::inputs::data::{data_places, program_shape};
use crate::inputs::records::is_tick;
use crate::page;
use crate::steps::{Step, committed, only_navigates, worth_learning};
use crate::text::{fold, mentions};
use apprentice_contracts::observation::ActionDetails;

/// A block of steps that was done several times in a row.
#[derive(Clone, Debug, PartialEq)]
pub struct RepeatedBlock {
    /// Index of the first step of the block, after collapsing.
    pub start: usize,
    pub len: usize,
    /// Number of repetitions.
    pub count: usize,
}

impl RepeatedBlock {
    pub fn steps(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.len
    }
}

const LONGEST_BLOCK: usize = 24;

/// Collapses repeated blocks to their first repetition; the others become `repeats` of its steps.
pub fn collapse(steps: Vec<Step<'_>>) -> (Vec<Step<'_>>, Vec<RepeatedBlock>) {
    let signatures: Vec<String> = steps.iter().map(signature).collect();
    let mut queue: std::collections::VecDeque<Step<'_>> = steps.into();
    let mut out: Vec<Step<'_>> = Vec::new();
    let mut rounds = Vec::new();
    let mut at = 0;
    while !queue.is_empty() {
        let Some((len, count)) = longest_repeat(&signatures[at..], queue.make_contiguous()) else {
            out.extend(queue.pop_front());
            at += 1;
            continue;
        };
        if count > 1 && looks_around(queue.make_contiguous(), len, count) {
            // Only the last look led to what was done.
            queue.drain(..len * (count - 1));
            out.extend(queue.drain(..len));
            at += len * count;
            continue;
        }
        let start = out.len();
        out.extend(queue.drain(..len));
        for _ in 1..count {
            for (first, again) in out[start..].iter_mut().zip(queue.drain(..len)) {
                first.sources.extend(again.sources.iter().copied());
                first.repeats.push(again);
            }
        }
        at += len * count;
        let rest = last_round(&signatures[at - len..at], &signatures[at..], &out[start..], queue.make_contiguous());
        for (first, again) in out[start..].iter_mut().zip(queue.drain(..rest)) {
            first.sources.extend(again.sources.iter().copied());
            first.repeats.push(again);
        }
        at += rest;
        if count + usize::from(rest > 0) > 1 {
            rounds.push(RepeatedBlock { start, len, count: count + usize::from(rest > 0) });
        }
    }
    (out, rounds)
}

/// Whether a step asks for another row of the form that is filled in.
fn adds_a_row(step: &Step<'_>) -> bool {
    const ADDS: &[&str] = &["add", "another", "new", "more", "insert", "plus"];
    let ActionDetails::Click { target } = step.details() else { return false };
    let stays = step.change.as_ref().is_none_or(|change| address::same_page(&change.before.url, &change.after.url));
    stays && (target.name.trim() == "+" || ADDS.iter().any(|word| mentions(&target.name, word)))
}

/// How many steps of the rest are a last round: the inputs of the block without the click that asks for another row.
fn last_row(block: &[String], rest: &[String], first: &[Step<'_>], steps: &[Step<'_>]) -> usize {
    let inputs = block.len().saturating_sub(1);
    let is_row = inputs > 0
        && first.last().is_some_and(adds_a_row)
        && first[..inputs.min(first.len())].iter().all(Step::is_input)
        && rest.len() >= inputs
        && block[..inputs] == rest[..inputs]
        && first.iter().zip(&steps[..inputs]).any(|(one, again)| fold(&committed(one)) != fold(&committed(again)));
    if is_row { inputs } else { 0 }
}

/// How many steps of the rest are a last round. The last row of a form is not followed by another one, and from the last record nobody has to go
/// back to the list.
fn last_round(block: &[String], rest: &[String], first: &[Step<'_>], steps: &[Step<'_>]) -> usize {
    let of_row = last_row(block, rest, first, steps);
    if of_row > 0 {
        return of_row;
    }
    let without_way_back = (1..=LONGEST_WAY_BACK).filter_map(|back| block.len().checked_sub(back));
    let is_last = |inputs: &usize| {
        let inputs = *inputs;
        inputs > 1
            && rest.len() >= inputs
            && first.len() == block.len()
            && first[inputs..].iter().all(only_navigates)
            && leads_back(first)
            && block[..inputs] == rest[..inputs]
            && first[..inputs].iter().any(Step::is_input)
            && first[..inputs].iter().any(acts)
            && is_same_place(&first[..inputs], &steps[..inputs])
    };
    without_way_back.into_iter().find(is_last).unwrap_or(0)
}

/// Whether a round ends where it began.
fn leads_back(round: &[Step<'_>]) -> bool {
    let start = round.first().and_then(|step| step.change.as_ref()).map(|change| &change.before.url);
    let end = round.last().and_then(|step| step.change.as_ref()).map(|change| &change.after.url);
    start.zip(end).is_some_and(|(start, end)| address::same_page(start, end))
}

/// Whether a step may change something: a button or a key that neither leads on nor searches.
fn acts(step: &Step<'_>) -> bool {
    const LOOKS: &[&str] = &["search", "find", "filter", "go", "show", "open"];
    let is_look = step.target().is_some_and(|target| LOOKS.iter().any(|word| mentions(&target.name, word)));
    matches!(step.details(), ActionDetails::Click { .. } | ActionDetails::Press { .. }) && !only_navigates(step) && !is_look
}

/// Whether somebody searched `count` times and only opened what was found, until it was the right thing: what was done comes after the last
/// search, on the page to which it led.
fn looks_around(steps: &[Step<'_>], len: usize, count: usize) -> bool {
    let (rounds, rest) = steps.split_at(len * count);
    let is_search = |step: &Step<'_>| {
        let typed = committed(step);
        let asked = |one: &Step<'_>| one.page().is_some_and(|page| address::asks_for(&page.url, &typed));
        matches!(step.details(), ActionDetails::Fill { .. }) && typed.chars().count() > 1 && rounds.iter().any(asked)
    };
    let only_looks = |step: &Step<'_>| match step.details() {
        ActionDetails::Click { .. } | ActionDetails::Press { .. } | ActionDetails::Navigate { .. } => !acts(step),
        _ => is_search(step),
    };
    let end = rounds.last().and_then(Step::page).map(|page| address::path_of(&page.url));
    let goes_on = rest.iter().find_map(Step::page_before).map(|page| address::path_of(&page.url));
    rounds[..len].iter().any(is_search)
        && rounds.iter().all(only_looks)
        && end.is_some()
        && end == goes_on
        && rest.iter().any(|step| step.is_input() || acts(step))
}

/// The most steps that lead from one item back to where the next one is chosen.
const LONGEST_WAY_BACK: usize = 2;

/// Whether two rounds are about two records of one list, or about two things on pages of the same kind.
fn is_same_place(first: &[Step<'_>], again: &[Step<'_>]) -> bool {
    let place = |step: &Step<'_>| step.change.as_ref().map(|change| address::url_pattern(&change.before.url, &|_| None));
    let pairs = || first.iter().zip(again);
    let differs = pairs().any(|(one, other)| matches!(compare(one, other), Difference::Data));
    let is_data = pairs().all(|(one, other)| !matches!(compare(one, other), Difference::Word));
    let other_row = pairs().any(|(one, other)| {
        let row = |step: &Step<'_>| step.target()?.record.as_ref().map(|record| fold(&record.name));
        row(one).is_some() && row(one) != row(other) && !one.is_input()
    });
    differs && is_data && (other_row || pairs().all(|(one, other)| place(one) == place(other)))
}

/// The block at the start whose repetitions cover most steps; of equals, the shortest.
fn longest_repeat(signatures: &[String], steps: &[Step<'_>]) -> Option<(usize, usize)> {
    let repeated = (1..=LONGEST_BLOCK.min(signatures.len() / 2))
        .map(|len| {
            let block = &signatures[..len];
            (len, signatures.chunks_exact(len).take_while(|chunk| *chunk == block).count())
        })
        .filter(|(len, count)| *count >= 2 && varies_by_item(&steps[..len * count], *len) && !is_way(&steps[..len * count]))
        .max_by_key(|(len, count)| (len * count, std::cmp::Reverse(*len)));
    // Two rounds, of which the last one is shorter.
    let two_rounds = || {
        (2..=LONGEST_BLOCK.min((signatures.len() + LONGEST_WAY_BACK) / 2).min(signatures.len()))
            .find(|&len| last_round(&signatures[..len], &signatures[len..], &steps[..len], &steps[len..]) > 0)
            .map(|len| (len, 1))
    };
    repeated.or_else(two_rounds)
}

/// Whether each step leads from the page of the one before to a page on which nobody was before, as from an index to one of its entries.
fn is_way(steps: &[Step<'_>]) -> bool {
    let mut seen: Vec<String> = Vec::new();
    steps.iter().all(|step| {
        let Some(change) = step.change.as_ref().filter(|_| only_navigates(step)) else { return false };
        let (from, to) = (address::path_of(&change.before.url), address::path_of(&change.after.url));
        let leads_on = seen.last().is_none_or(|last| *last == from) && from != to && !seen.contains(&to);
        seen.extend([from, to]);
        leads_on
    })
}

/// Whether the repetitions differ in their items: in what was entered, in the selected record, in the data of a command. With two
/// repetitions every difference must look like data; with three or more, plain words may differ.
fn varies_by_item(steps: &[Step<'_>], len: usize) -> bool {
    let (first, others) = steps.split_at(len);
    let few = others.len() == len;
    let mut differs = false;
    for (again, step) in others.iter().zip(first.iter().cycle()) {
        match compare(step, again) {
            Difference::None => {}
            Difference::Data => differs = true,
            Difference::Word if few => return false,
            Difference::Word => differs = true,
        }
    }
    differs
}

enum Difference {
    None,
    /// Only data differs.
    Data,
    /// Words of a command differ that may be data or may say what is done.
    Word,
}

fn compare(step: &Step<'_>, again: &Step<'_>) -> Difference {
    if step.sign_in {
        return Difference::None;
    }
    if let (Some(run), Some(other)) = (step.command(), again.command()) {
        let (words, others) = (command::words(&run.command_line), command::words(&other.command_line));
        let data = data_places(&words, run);
        let differing: Vec<usize> = (0..words.len()).filter(|&at| others.get(at) != Some(&words[at])).collect();
        return match differing.as_slice() {
            [] => Difference::None,
            places if places.iter().all(|place| data.contains(place)) => Difference::Data,
            _ => Difference::Word,
        };
    }
    let row = |step: &Step<'_>| {
        let target = step.target()?;
        target.record.as_ref().map(|record| &record.name).or(target.context.as_ref()).map(|name| fold(name))
    };
    let recorded = step.target().is_some_and(|target| target.record.is_some());
    let picks_row =
        matches!(step.details(), ActionDetails::Click { .. }) && worth_learning(step) && (recorded || in_record(step));
    if step.target().is_some_and(is_tick) {
        return if row(step) == row(again) { Difference::None } else { Difference::Data };
    }
    if step.is_input() && fold(&committed(step)) != fold(&committed(again)) || picks_row && row(step) != row(again) {
        Difference::Data
    } else {
        Difference::None
    }
}

/// Whether the control is in a row or entry that the page shows or showed.
pub fn in_record(step: &Step<'_>) -> bool {
    let Some(context) = step.target().and_then(|target| target.context.as_deref()) else { return false };
    let elements = step.change.iter().flat_map(|change| change.vanished.iter().chain(&change.appeared));
    elements.into_iter().any(|element| page::is_record(element, context))
}

/// What a step does, without its data.
fn signature(step: &Step<'_>) -> String {
    let control = step.target().map(|target| {
        let own = target.record.as_ref().is_some_and(|record| record.own_link || target.unnamed);
        // An entry of a menu and a row of a table are called by their own links too, and are two things.
        let shape = || target.record.as_ref().map_or(0, |record| record.cells.len());
        format!("{}/{}", target.role, if own { format!("the record of {}", shape()) } else { fold(&target.name) })
    });
    let control = control.unwrap_or_default();
    match step.details() {
        _ if step.sign_in => "sign-in".to_owned(),
        // A filter of a list is no item of it.
        ActionDetails::Click { target }
            if step.change.as_ref().is_some_and(|change| address::narrows(&change.before.url, &change.after.url)) =>
        {
            format!("narrow {}", fold(&target.name))
        }
        ActionDetails::Choose { target, chosen, .. } if is_tick(target) => format!("tick {chosen:?}"),
        ActionDetails::Click { .. } => format!("click {control}"),
        ActionDetails::Fill { .. } => format!("fill {control}"),
        ActionDetails::Choose { .. } => format!("choose {control}"),
        ActionDetails::Press { key, .. } => format!("press {key} {control}"),
        ActionDetails::Upload { .. } => format!("upload {control}"),
        ActionDetails::Drag { onto, .. } => format!("drag {control} onto {}/{}", onto.role, fold(&onto.name)),
        ActionDetails::Download { .. } => "download".to_owned(),
        ActionDetails::Dialog { dialog, accepted, .. } => format!("dialog {dialog:?} {accepted}"),
        ActionDetails::Navigate { url, .. } => format!("open {}", address::url_pattern(url, &|_| None)),
        ActionDetails::Command(run) => command_signature(&run.command_line),
        ActionDetails::Call(call) => format!("call {}/{}", call.server_id, call.tool_name),
    }
}

/// What is called and with which options. The number of words separates commands of another form.
fn command_signature(line: &str) -> String {
    let words = command::words(line);
    let calls: Vec<String> = command::simple_commands(&words).map(|part| command::call(part).name.join(" ")).collect();
    let flags: Vec<&str> = words
        .iter()
        .filter(|w| !w.quoted && (w.text.starts_with('-') || w.operator))
        .map(|w| w.text.split('=').next().unwrap_or_default())
        .collect();
    // The same program with other values is done again; another program is another step.
    let programs: Vec<String> = command::simple_commands(&words)
        .flat_map(|part| {
            let name = command::call(part).name.first().cloned().unwrap_or_default();
            part.iter().filter(|word| word.quoted).filter_map(move |word| program_shape(&name, &word.text))
        })
        .collect();
    format!("run {} {} {} {}", calls.join(" · "), words.len(), flags.join(" "), programs.join(" "))
}
