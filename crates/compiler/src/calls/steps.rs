//! Calls to steps: those that change something, and those whose answers later calls use.

use super::{call_of, other_task, words};
use crate::OtherTask;
use crate::text::fold;
use apprentice_contracts::ids::EventId;
use apprentice_contracts::observation::{ConnectorCall, ObservedAction};
use apprentice_contracts::reading::ReadCell;

/// A call in its showing.
#[derive(Clone, Copy)]
pub struct CallAt<'a> {
    pub action: &'a ObservedAction,
    pub call: &'a ConnectorCall,
    /// Its number among the calls of the showing, from 0.
    pub at: usize,
}

/// The calls of one showing, in order.
pub struct Showing<'a> {
    pub calls: Vec<CallAt<'a>>,
}

/// One step: the calls of one tool with the same arguments, which may have other values.
pub struct CallStep<'a> {
    /// In the first showing; several if the task was done for several items.
    pub calls: Vec<CallAt<'a>>,
    /// In further showings that have it.
    pub again: Vec<Vec<CallAt<'a>>>,
    /// Whether a showing did without it.
    pub optional: bool,
}

impl<'a> CallStep<'a> {
    pub fn call(&self) -> &'a ConnectorCall {
        self.calls[0].call
    }

    pub fn times(&self) -> usize {
        self.calls.len()
    }

    /// The calls of the first showing, with their places.
    pub fn events(&self) -> impl Iterator<Item = (EventId, u32)> + '_ {
        self.calls.iter().map(|one| (one.action.event_id, one.action.seq))
    }
}

/// What tells steps apart: the tool, and which arguments it gets.
#[derive(PartialEq, Eq)]
struct Key<'a> {
    server: &'a str,
    tool: &'a str,
    paths: Vec<&'a str>,
}

fn key(call: &ConnectorCall) -> Key<'_> {
    let mut paths: Vec<&str> = call.arguments.iter().map(|argument| argument.path.as_str()).collect();
    paths.sort_unstable();
    Key { server: call.server_id.as_str(), tool: &call.tool_name, paths }
}

impl<'a> Showing<'a> {
    pub fn of(actions: &'a [ObservedAction]) -> Self {
        let calls = actions.iter().filter_map(|action| Some((action, call_of(action)?)));
        Self { calls: calls.enumerate().map(|(at, (action, call))| CallAt { action, call, at }).collect() }
    }

    /// The steps, in the order of their first calls.
    pub fn steps(&self) -> Vec<CallStep<'a>> {
        let changes = self.calls.iter().any(|one| !one.call.read_only);
        let mut steps: Vec<CallStep<'a>> = Vec::new();
        for one in &self.calls {
            if one.call.read_only && changes && !self.is_used(one) {
                continue;
            }
            match steps.iter_mut().find(|step| key(step.call()) == key(one.call)) {
                // What was only asked again is the same step.
                Some(step) if step.calls.iter().any(|known| known.call.arguments == one.call.arguments && one.call.read_only) => {
                }
                Some(step) => step.calls.push(*one),
                None => steps.push(CallStep { calls: vec![*one], again: Vec::new(), optional: false }),
            }
        }
        steps
    }

    /// Whether a later call uses something that this one answered and nobody gave before.
    fn is_used(&self, read: &CallAt<'a>) -> bool {
        let later = self.calls.iter().filter(|one| one.at > read.at && !one.call.read_only);
        later.flat_map(|one| &one.call.arguments).any(|argument| {
            self.source_of(&argument.value, argument.path.as_str(), usize::MAX).is_some_and(|(source, _)| source.at == read.at)
        })
    }

    /// The call whose answer first said a value, and the cell that did, if no argument before that answer had the value. `until`: only calls before
    /// this one.
    pub fn source_of(&self, value: &str, path: &str, until: usize) -> Option<(&CallAt<'a>, &'a ReadCell)> {
        if !is_telling(value) && !is_id(path) {
            return None;
        }
        let wanted = fold(value);
        for one in self.calls.iter().take_while(|one| one.at < until) {
            if one.call.arguments.iter().any(|argument| fold(&argument.value) == wanted) {
                return None;
            }
            let cells = one.call.result.iter().flat_map(|record| &record.cells);
            let mut fitting = cells.filter(|cell| fold(&cell.text) == wanted && (is_telling(value) || is_id(&cell.header)));
            if let Some(cell) = fitting.next() {
                return Some((one, cell));
            }
        }
        None
    }
}

/// Whether a value is long enough that it is in two places for a reason.
pub fn is_telling(value: &str) -> bool {
    value.trim().chars().count() >= 3 && !matches!(fold(value).as_str(), "true" | "false" | "null" | "none")
}

/// Whether a name is that of an id or a number of something.
pub fn is_id(name: &str) -> bool {
    let last = words::argument(name);
    let last = last.split(' ').next_back().unwrap_or_default();
    matches!(last, "id" | "ids" | "number" | "nr" | "key" | "iid" | "uid" | "uuid" | "ref")
}

/// Adds a further showing of the same task. Errors: it is of another task.
pub fn add_showing<'a>(steps: &mut [CallStep<'a>], again: &Showing<'a>) -> Result<(), OtherTask> {
    let mut found = again.steps();
    let mut missing = Vec::new();
    let mut matched: Vec<Option<Vec<CallAt<'a>>>> = Vec::new();
    for step in steps.iter() {
        let same = |other: &CallStep<'a>| {
            other.call().server_id == step.call().server_id && other.call().tool_name == step.call().tool_name
        };
        // The same arguments say more than the same tool.
        let at = found.iter().position(|other| key(other.call()) == key(step.call())).or_else(|| found.iter().position(same));
        matched.push(at.map(|at| found.remove(at).calls));
        if at.is_none() && !step.call().read_only {
            missing.push(words::phrase(step.call()));
        }
    }
    let other: Vec<String> = found.iter().filter(|step| !step.call().read_only).map(|step| words::phrase(step.call())).collect();
    let writes = steps.iter().filter(|step| !step.call().read_only).count();
    if !other.is_empty() || missing.len() * 2 > writes || matched.iter().all(Option::is_none) {
        return Err(other_task(missing, other));
    }
    for (step, calls) in steps.iter_mut().zip(matched) {
        match calls {
            Some(calls) => step.again.push(calls),
            None => step.optional = true,
        }
    }
    Ok(())
}
