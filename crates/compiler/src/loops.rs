//! Repeated blocks of steps: the same task done for several items is one round, said once.

use crate::address;
use crate::command;
use crate::steps::{Step, worth_learning};
use crate::text::fold;
use apprentice_contracts::observation::ActionDetails;

/// A block of steps that was done several times in a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// Index of the first step of the block, after collapsing.
    pub start: usize,
    pub len: usize,
    /// How often it was done.
    pub count: usize,
}

const LONGEST_BLOCK: usize = 24;

/// Collapses repeated blocks to their first round; the others hang on its steps as `repeats`.
pub fn collapse(steps: Vec<Step<'_>>) -> (Vec<Step<'_>>, Vec<Round>) {
    let signatures: Vec<String> = steps.iter().map(signature).collect();
    let mut queue: std::collections::VecDeque<Step<'_>> = steps.into();
    let mut out: Vec<Step<'_>> = Vec::new();
    let mut rounds = Vec::new();
    let mut at = 0;
    while !queue.is_empty() {
        let found = longest_repeat(&signatures[at..]).filter(|(len, _)| queue.iter().take(*len).any(|s| holds_data(s)));
        let Some((len, count)) = found else {
            out.extend(queue.pop_front());
            at += 1;
            continue;
        };
        let start = out.len();
        out.extend(queue.drain(..len));
        for _ in 1..count {
            for (first, again) in out[start..].iter_mut().zip(queue.drain(..len)) {
                first.sources.extend(again.sources.iter().copied());
                first.repeats.push(again);
            }
        }
        rounds.push(Round { start, len, count });
        at += len * count;
    }
    (out, rounds)
}

/// The block at the start that covers most when repeated; of equals, the shortest.
fn longest_repeat(signatures: &[String]) -> Option<(usize, usize)> {
    (1..=LONGEST_BLOCK.min(signatures.len() / 2))
        .map(|len| {
            let block = &signatures[..len];
            (len, signatures.chunks_exact(len).take_while(|chunk| *chunk == block).count())
        })
        .filter(|(_, count)| *count >= 2)
        .max_by_key(|(len, count)| (len * count, std::cmp::Reverse(*len)))
}

fn holds_data(step: &Step<'_>) -> bool {
    worth_learning(step) && (step.is_input() || step.command().is_some())
}

/// What a step does, without the data that it does it with.
fn signature(step: &Step<'_>) -> String {
    let control = step.target().map(|target| format!("{}/{}", target.role, fold(&target.name))).unwrap_or_default();
    match step.details() {
        _ if step.sign_in => "sign-in".to_owned(),
        ActionDetails::Click { .. } => format!("click {control}"),
        ActionDetails::Fill { .. } => format!("fill {control}"),
        ActionDetails::Choose { .. } => format!("choose {control}"),
        ActionDetails::Press { key, .. } => format!("press {key} {control}"),
        ActionDetails::Upload { .. } => format!("upload {control}"),
        ActionDetails::Download { .. } => "download".to_owned(),
        ActionDetails::Dialog { dialog, accepted, .. } => format!("dialog {dialog:?} {accepted}"),
        ActionDetails::Navigate { url, .. } => format!("open {}", address::url_pattern(url, &|_| None)),
        ActionDetails::Command(run) => command_signature(&run.command_line),
    }
}

fn command_signature(line: &str) -> String {
    let words = command::words(line);
    let flags: Vec<&str> =
        words.iter().filter(|w| !w.quoted && (w.text.starts_with('-') || w.operator)).map(|w| w.text.as_str()).collect();
    format!("run {} {} {}", command::head(&words).join(" "), words.len(), flags.join(" "))
}
