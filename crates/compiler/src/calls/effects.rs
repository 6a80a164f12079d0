//! What a reading call answered before the task and after it: the effect of the calls between, which a later run is judged by.

use super::steps::{CallAt, CallStep, Showing, is_id, is_telling};
use super::values::CallValues;
use super::words;
use crate::text::{fold, list};
use crate::untrusted::label;
use apprentice_contracts::MASK;
use apprentice_contracts::checkpoint::{
    ArgumentPattern, CellPattern, EvidencePredicate as Predicate, RecordChange, SourcePattern,
};
use apprentice_contracts::observation::{CallArgument, ConnectorCall};
use apprentice_contracts::reading::{ReadCell, ReadRecord, RecordKind};
use std::collections::BTreeSet;

/// The most effects of a draft.
const MOST: usize = 4;
/// The most cells of a record that are compared.
const MOST_CELLS: usize = 6;

/// An effect that a reading call shows.
pub struct ReadEffect<'a> {
    pub read: &'a ConnectorCall,
    pub goal: String,
    pub success: String,
    pub evidence: Predicate,
}

/// A record that the task made, changed or removed.
struct Found<'a> {
    read: &'a ConnectorCall,
    change: RecordChange,
    record: &'a ReadRecord,
    /// The cells that have values of the task.
    cells: Vec<&'a ReadCell>,
    /// The steps whose values they are.
    steps: BTreeSet<usize>,
}

/// The effects, at most one for each step.
pub fn of<'a>(first: &Showing<'a>, steps: &[CallStep<'a>], values: &CallValues) -> Vec<ReadEffect<'a>> {
    let mut found: Vec<Found<'a>> = Vec::new();
    for after in first.calls.iter().filter(|one| one.call.read_only && one.call.complete) {
        let done: Vec<&CallAt<'a>> = steps
            .iter()
            .filter(|step| !step.call().read_only && step.call().server_id == after.call.server_id)
            .flat_map(|step| &step.calls)
            .collect();
        let Some(began) = done.iter().map(|one| one.at).min().filter(|began| *began < after.at) else { continue };
        let same = |one: &&CallAt<'a>| {
            one.at < began
                && one.call.complete
                && (&one.call.server_id, &one.call.tool_name, &one.call.arguments)
                    == (&after.call.server_id, &after.call.tool_name, &after.call.arguments)
        };
        let before = first.calls.iter().rev().find(same);
        found.extend(compared(before.map(|one| one.call), after.call, after.at, steps));
    }
    // What was read before and after says more than what was read after alone, and more cells say more than fewer.
    let strength = |one: &Found<'_>| (one.change != RecordChange::Present, one.cells.len());
    found.sort_by_key(|one| std::cmp::Reverse(strength(one)));
    let mut covered: BTreeSet<usize> = BTreeSet::new();
    found.retain(|one| {
        let is_new = one.steps.iter().any(|step| !covered.contains(step));
        covered.extend(&one.steps);
        is_new
    });
    found.truncate(MOST);
    found.sort_by_key(|one| one.steps.first().copied());
    found.into_iter().map(|one| effect(one, values)).collect()
}

fn compared<'a>(
    before: Option<&'a ConnectorCall>,
    after: &'a ConnectorCall,
    read_at: usize,
    steps: &[CallStep<'a>],
) -> Vec<Found<'a>> {
    let of = |record: &'a ReadRecord, change| {
        let (cells, steps) = cells_of(record, after, read_at, steps);
        let is_enough = cells.iter().any(|cell| is_telling(&cell.text) || is_id(&cell.header));
        is_enough.then_some(Found { read: after, change, record, cells, steps })
    };
    let Some(before) = before else {
        return after.result.iter().filter_map(|record| of(record, RecordChange::Present)).take(1).collect();
    };
    let new: Vec<&ReadRecord> = after.result.iter().filter(|record| !before.result.contains(record)).collect();
    let gone: Vec<&ReadRecord> = before.result.iter().filter(|record| !after.result.contains(record)).collect();
    let added = new.iter().filter_map(|record| {
        let found = of(record, RecordChange::Added)?;
        let is_former = |former: &&&ReadRecord| names_same(former, record);
        let former = gone.iter().find(is_former);
        // A value that the record had before as well is none that the task gave it.
        let is_changed = |cell: &&ReadCell| !former.is_some_and(|former| former.cells.contains(cell));
        let changes = found.cells.iter().any(|cell| is_changed(cell));
        let change = if former.is_some() { RecordChange::Changed } else { RecordChange::Added };
        changes.then_some(Found { change, ..found })
    });
    let removed = gone.iter().filter_map(|record| {
        let stays = new.iter().any(|other| names_same(record, other));
        if stays { None } else { of(record, RecordChange::Removed) }
    });
    added.chain(removed).collect()
}

/// Whether two records are of the same thing: they have the same id, or, where they have none, the same first text that says something.
fn names_same(one: &ReadRecord, other: &ReadRecord) -> bool {
    let id = |record: &'_ ReadRecord| {
        record.cells.iter().filter(|cell| is_id(&cell.header) && !cell.text.is_empty()).cloned().collect::<Vec<_>>()
    };
    let (ids, others) = (id(one), id(other));
    if !ids.is_empty() && !others.is_empty() {
        return ids.iter().any(|cell| others.contains(cell));
    }
    let name = |record: &'_ ReadRecord| {
        let is_name = |cell: &&ReadCell| matches!(fold(&cell.header).as_str(), "name" | "title" | "path" | "subject" | "key");
        record.cells.iter().find(is_name).cloned()
    };
    name(one).is_some_and(|cell| name(other).as_ref() == Some(&cell))
}

/// The cells of a record that have values of steps that were done before the reading.
fn cells_of<'a>(
    record: &'a ReadRecord,
    read: &ConnectorCall,
    read_at: usize,
    steps: &[CallStep<'a>],
) -> (Vec<&'a ReadCell>, BTreeSet<usize>) {
    let mut cells = Vec::new();
    let mut of_steps = BTreeSet::new();
    for cell in &record.cells {
        let gives = |argument: &CallArgument| {
            let is_value = match record.kind {
                RecordKind::Line => is_telling(&argument.value) && crate::text::mentions(&cell.text, &argument.value),
                _ => fold(&cell.text) == fold(&argument.value),
            };
            let alike =
                crate::text::fold(&cell.header).split(' ').next_back() == words::argument(&argument.path).split(' ').next_back();
            is_value && !argument.value.contains(MASK) && (is_telling(&argument.value) || alike)
        };
        for (at, step) in steps.iter().enumerate() {
            let changes = !step.call().read_only && step.call().server_id == read.server_id;
            let mut done = step.calls.iter().filter(|one| one.at < read_at).flat_map(|one| &one.call.arguments);
            if changes && done.any(gives) {
                of_steps.insert(at);
                if !cells.contains(&cell) && cells.len() < MOST_CELLS {
                    cells.push(cell);
                }
            }
        }
    }
    (cells, of_steps)
}

fn effect<'a>(found: Found<'a>, values: &CallValues) -> ReadEffect<'a> {
    let is_line = found.record.kind == RecordKind::Line;
    let text = |cell: &ReadCell| match is_line {
        true => values.within(&cell.text),
        false => values.of_value(&cell.text, &cell.header).map_or_else(|| cell.text.clone(), |one| values.hole(one)),
    };
    let cells: Vec<CellPattern> = found
        .cells
        .iter()
        .map(|cell| CellPattern { header: Some(cell.header.clone()).filter(|header| !header.is_empty()), text: text(cell) })
        .collect();
    let arguments = found
        .read
        .arguments
        .iter()
        .map(|argument| ArgumentPattern {
            path: argument.path.clone(),
            text: values
                .of_value(&argument.value, &words::argument(&argument.path))
                .map_or_else(|| argument.value.clone(), |one| values.hole(one)),
            value_type: argument.value_type,
        })
        .collect();
    let over: Vec<String> = found.steps.iter().flat_map(|step| values.over(*step)).collect::<BTreeSet<_>>().into_iter().collect();
    let records = Predicate::Records {
        source: SourcePattern::Call {
            server_id: found.read.server_id.clone(),
            server_name: found.read.server_name.clone(),
            tool_name: found.read.tool_name.clone(),
            arguments,
        },
        change: found.change,
        record: found.record.kind,
        cells: cells.clone(),
        was: Vec::new(),
        lacks: Vec::new(),
        about: Vec::new(),
        several: false,
        others_unchanged: false,
    };
    let evidence = if over.is_empty() { records } else { Predicate::Each { over, holds: Box::new(records) } };
    let shown = list(&cells.iter().map(in_words).collect::<Vec<_>>());
    let (tool, connector) = (words::tool(found.read), words::connector(found.read));
    let (goal, success) = match found.change {
        RecordChange::Added => (
            format!("{connector} has a new entry with {shown}"),
            format!(
                "Called after the task, the tool {tool} of {connector} answers with an entry with {shown} that was not there before."
            ),
        ),
        RecordChange::Changed => (
            format!("{connector} has an entry with {shown}"),
            format!("Called after the task, the tool {tool} of {connector} answers with an entry that says {shown} now."),
        ),
        RecordChange::Present => (
            format!("{connector} has an entry with {shown}"),
            format!("Called after the task, the tool {tool} of {connector} answers with an entry with {shown}."),
        ),
        RecordChange::Removed => (
            format!("{connector} has no entry with {shown} any more"),
            format!("Called after the task, the tool {tool} of {connector} answers without an entry with {shown}."),
        ),
    };
    ReadEffect { read: found.read, goal: crate::text::sentence(&goal), success, evidence }
}

/// A cell in a sentence: `` title `title` ``, `state “closed”`.
fn in_words(cell: &CellPattern) -> String {
    let text = label(cell.text.trim_matches('*').trim());
    let text = match text.strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}")).filter(|name| !name.contains('{')) {
        Some(name) => format!("`{name}`"),
        None => format!("“{}”", text.replace("{{", "").replace("}}", "").replace('*', "…")),
    };
    match &cell.header {
        Some(header) if !text.contains(&format!("`{}`", crate::text::snake(header))) => format!("{} {text}", label(header)),
        _ => text,
    }
}
