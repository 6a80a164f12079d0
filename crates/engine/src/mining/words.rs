//! Why a task is suggested, in words.

use crate::mining::runs::Runs;
use crate::mining::traces::MinedTrace;
use apprentice_contracts::Time;
use apprentice_contracts::mining::{MiningGate, SkillMiningSettings};

pub(super) fn percent(share: f32) -> u32 {
    (share * 100.0).round() as u32
}

pub(super) fn times(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("one {one}") } else { format!("{count} {many}") }
}

fn day(at: Time) -> String {
    at.format("%-d %B %Y").to_string()
}

/// How often and when it succeeded, what varied, what was verified, and what is missing.
pub(super) fn why(
    runs: &Runs,
    traces: &[MinedTrace],
    variation: f32,
    gates: &[MiningGate],
    settings: &SkillMiningSettings,
) -> Vec<String> {
    let mut parts = vec![times(runs.shown.len(), "demonstration", "demonstrations")];
    if !runs.rehearsed.is_empty() {
        parts.push(times(runs.rehearsed.len(), "rehearsal", "rehearsals"));
    }
    if settings.count_agent_runs && !runs.by_agents.is_empty() {
        parts.push(times(runs.by_agents.len(), "run of an agent", "runs of agents"));
    }
    let when = match (runs.first().map(day), runs.last().map(day)) {
        (Some(first), Some(last)) if first == last => format!("on {last}"),
        (Some(first), Some(last)) => format!("between {first} and {last}"),
        _ => String::new(),
    };
    let mut out = vec![sentence(&format!("{} succeeded {when}.", parts.join(" and ")))];
    let compared = traces.last().and_then(|trace| trace.compared.as_ref()).map(|compared| compared.words.as_slice());
    match (traces.len(), compared) {
        (1, _) => {}
        (_, Some(words)) if !words.is_empty() => out.extend(words.iter().cloned()),
        _ if percent(variation) == 0 => out.push("The steps were the same each time.".to_owned()),
        _ => out.push(format!("The steps differ by {} %.", percent(variation))),
    }
    out.push(format!("Apprentice read {} % of the results again to verify them.", percent(runs.coverage())));
    if runs.failed > 0 {
        out.push(sentence(&format!("{} failed.", times(runs.failed as usize, "run", "runs"))));
    }
    out.extend(gates.iter().filter(|gate| !gate.met).map(|gate| format!("Not met yet: {}", gate.words)));
    out
}

/// The text with a capital letter at its beginning.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
