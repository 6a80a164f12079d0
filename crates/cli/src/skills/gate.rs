//! `agents gate|gates`: whether a skill helps an agent. The same task is tried without it, with the bare recording, and with it.

use super::agent_run::{real, runnable, say, walls};
use crate::engine::{CliContext, Engine, with_engine};
use crate::learn::label;
use crate::output::{CommandError, CommandResult, Report};
use crate::test_policy;
use apprentice_api::environment::machine;
use apprentice_api::operations as op;
use apprentice_contracts::agent_practice::PracticeResultKind;
use apprentice_contracts::agent_run::AgentRunPhase;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::gate::{
    Gate, GateArm, GateArmReport, GateDifference, GateSummary, GateTry, GateVerdict, GatesResponse,
};
use apprentice_platform::signals::{EndSignal, EndSignals};
use clap::Args;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;
use uuid::Uuid;

/// How often the gate is looked at.
const STEP: Duration = Duration::from_millis(200);

#[derive(Args)]
pub struct GateOptions {
    /// The skill to test: an installed ability (id or slug), a draft (id), or the folder of any skill
    subject: String,
    /// The agent, as `agents runtimes` names it. Required if more than one can be run
    #[arg(long)]
    agent: Option<String>,
    /// Number of tries without the skill, with the recording, and with the skill, of each (default: 5)
    #[arg(long, alias = "runs", value_name = "N")]
    tries: Option<u32>,
    /// A value that the agent must use in every try, by the name of the input. May be repeated
    #[arg(long = "value", value_name = "NAME=VALUE", value_parser = crate::args::named_value)]
    values: Vec<(String, String)>,
    /// The task, without the method of the skill. Default: the goal of the demonstration
    #[arg(long)]
    goal: Option<String>,
    /// For a skill without checkpoints: this file must exist at the end. May be repeated
    #[arg(long = "file", value_name = "PATH")]
    files: Vec<String>,
    /// For a skill without checkpoints: this file must contain this text at the end. May be repeated
    #[arg(long = "contains", value_name = "PATH=TEXT", value_parser = crate::args::named_value)]
    contains: Vec<(String, String)>,
    /// Give each try a copy of this folder. Default: an empty folder
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Minutes that one try may take (default: 10)
    #[arg(long)]
    minutes: Option<u32>,
    /// Start no further try after this many minutes
    #[arg(long, value_name = "N")]
    max_minutes: Option<u32>,
    /// Start no further try once the cost that the agent reports reaches this
    #[arg(long, value_name = "AMOUNT")]
    max_cost: Option<f64>,
    /// Repeat the order of the tries of another gate
    #[arg(long)]
    seed: Option<u32>,
    /// The test policy of each try, as for `learn policy`. Default: that of the ability, else that of the settings
    #[arg(long, value_name = "FILE|MODE")]
    policy: Option<PathBuf>,
    /// Skip the tries with the recording. Those send the recording to the model of the agent
    #[arg(long)]
    without_trace: bool,
    /// Run the agent even if it cannot be isolated. It can then read and write everything that you can
    #[arg(long)]
    without_isolation: bool,
}

pub async fn gates(context: &CliContext, gate: Option<Uuid>) -> CommandResult {
    with_engine(context, async |engine| match gate {
        Some(id) => {
            let found: Gate = engine.call(op::GATE.call([&id])).await?;
            let text = summary(&found);
            Report::new(&found, text)
        }
        None => {
            let found: GatesResponse = engine.call(op::GATES.call([])).await?;
            let lines: Vec<String> = found.gates.iter().map(line).collect();
            let text = if lines.is_empty() { "No gate was run yet.".to_owned() } else { lines.join("\n") };
            Report::new(&found, text)
        }
    })
    .await
}

fn line(gate: &GateSummary) -> String {
    let found = gate.verdict.map_or_else(|| "goes on".to_owned(), |verdict| label(&verdict));
    format!("{}  {found:<14} {}, {}", gate.gate_id, gate.title, gate.agent_label)
}

pub async fn run(context: &CliContext, options: &GateOptions) -> CommandResult {
    let body = request(context, options)?;
    // Held here instead, the home would be closed to every other command while the agent works.
    let engine = Engine::connect_lasting(context).await?;
    // Listens first, so that no Ctrl-C leaves a try behind.
    let mut signals =
        EndSignals::listen(&[EndSignal::Interrupt, EndSignal::Terminate, EndSignal::HangUp]).map_err(CommandError::internal)?;
    let started: Gate = engine.call(op::START_GATE.call([]).json(body)).await?;
    say(&format!("Gate {}, order {}", started.summary.gate_id, started.seed));
    say(&walls(&started.isolation));
    started.notes.iter().for_each(|note| say(note));
    let ended = tokio::select! {
        ended = follow(&engine, &started) => ended?,
        () = signals.next() => {
            say("Cancelling…");
            engine.call(op::CANCEL_GATE.call([&started.summary.gate_id])).await?
        }
    };
    let helps = ended.summary.verdict == Some(GateVerdict::Helps);
    Ok(Report::new(&ended, summary(&ended))?.with_findings(!helps))
}

fn request(context: &CliContext, options: &GateOptions) -> Result<Value, CommandError> {
    let policy = test_policy::read_some(options.policy.as_ref())?;
    let folder = options.folder.as_ref().map(|folder| real(folder)).transpose().map_err(CommandError::internal)?;
    let inputs: BTreeMap<&String, &String> = options.values.iter().map(|(name, value)| (name, value)).collect();
    let there = options.files.iter().map(|path| json!({ "kind": PracticeResultKind::FileExists, "path": path }));
    let contains = options.contains.iter();
    let contains = contains.map(|(path, text)| json!({ "kind": PracticeResultKind::FileContains, "path": path, "text": text }));
    let results: Vec<Value> = there.chain(contains).collect();
    let mut body = json!({
        "agent": agent(context, options.agent.as_deref())?, "goal": options.goal, "results": results, "inputs": inputs,
        "folder": folder, "tries": options.tries, "minutes": options.minutes, "max_minutes": options.max_minutes,
        "max_cost": options.max_cost, "seed": options.seed, "without_trace": options.without_trace,
        "without_isolation": options.without_isolation, "test_policy": policy,
    });
    let (field, named) = subject(&options.subject)?;
    body[field] = named;
    Ok(body)
}

/// The field of the request that names the tested skill, and its value.
fn subject(named: &str) -> Result<(&'static str, Value), CommandError> {
    if named.parse::<Uuid>().is_ok() {
        return Ok(("proposal_id", json!(named)));
    }
    let path = Path::new(named);
    // A slug has no separator; `./copy` names a folder that is named like one.
    if path.components().count() > 1 || path.is_absolute() || named.starts_with('.') {
        return Ok(("skill", json!(real(path).map_err(CommandError::internal)?)));
    }
    Ok(("ability", json!(named)))
}

/// The named agent, or the only one that can be run here.
fn agent(context: &CliContext, named: Option<&str>) -> Result<String, CommandError> {
    if let Some(named) = named {
        return Ok(named.to_owned());
    }
    let found = runnable(&machine(&context.variables, &context.home));
    match found.as_slice() {
        [one] => Ok((*one).to_owned()),
        [] => Err(CommandError::refused(
            ErrorCode::AdapterUnavailable,
            "No agent that can be run was found: apprentice agents runtimes says what is missing.",
        )),
        many => {
            let text = format!("More than one agent can be run here. Say which: --agent {}.", many.join(", --agent "));
            Err(CommandError::refused(ErrorCode::InvalidRequest, text))
        }
    }
}

/// Prints what comes to standard error, until the gate has ended. Standard output has the result alone.
async fn follow(engine: &Engine, started: &Gate) -> Result<Gate, CommandError> {
    let (mut announced, mut told) = (0, 0);
    loop {
        let now: Gate = engine.call(op::GATE.call([&started.summary.gate_id])).await?;
        for one in &now.tries {
            if announced < one.number {
                announced = one.number;
                say(&format!("Try {} of {}: {}", one.number, now.order.len(), words(one.arm)));
            }
            if told < one.number && one.phase == AgentRunPhase::Ended && (one.result.is_some() || now.summary.outcome.is_some()) {
                told = one.number;
                say(&format!("  {}", outcome(one)));
            }
        }
        if now.summary.outcome.is_some() {
            return Ok(now);
        }
        tokio::time::sleep(STEP).await;
    }
}

const fn words(arm: GateArm) -> &'static str {
    match arm {
        GateArm::None => "without the skill",
        GateArm::Trace => "with the recording alone",
        GateArm::Skill => "with the skill",
    }
}

fn outcome(one: &GateTry) -> String {
    let result = one.result.map_or_else(|| "no result".to_owned(), |result| label(&result));
    let end = one.end.as_ref().map(|end| end.message.as_str()).unwrap_or_default();
    let missing: Vec<String> = one
        .checks
        .iter()
        .filter(|check| check.holds != Some(true))
        .map(|check| format!("\n      {}: {}", check.wanted, check.evidence))
        .collect();
    format!("{result}. {end}{}", missing.concat())
}

fn summary(gate: &Gate) -> String {
    let summary = &gate.summary;
    let mut text = match (summary.verdict, &summary.message) {
        (Some(verdict), Some(message)) => format!("{}: {message}", label(&verdict)),
        _ => format!("{} tries “{}”: {} of {} tries.", summary.agent_label, summary.title, gate.tries.len(), gate.order.len()),
    };
    let _ = write!(
        text,
        "\n  {:<26}{:<9}{:<15}{:<11}{:<9}{:<10}cost",
        "", "did it", "95 % interval", "undecided", "seconds", "tokens"
    );
    let arms = [
        (GateArm::None, Some(&gate.arms.none)),
        (GateArm::Trace, gate.arms.trace.as_ref()),
        (GateArm::Skill, Some(&gate.arms.skill)),
    ];
    for (arm, report) in arms {
        if let Some(report) = report {
            let _ = write!(text, "\n  {:<26}{}", words(arm), row(report));
        }
    }
    for (over, difference) in [("nothing", gate.against_none), ("the recording", gate.against_trace)] {
        if let Some(found) = difference {
            let _ = write!(text, "\n  the skill over {over}: {}", points(&found));
        }
    }
    gate.notes.iter().for_each(|note| {
        let _ = write!(text, "\n  note  {note}");
    });
    text
}

fn row(report: &GateArmReport) -> String {
    let decided = report.passed + report.failed;
    let interval = report.interval.map_or_else(|| "–".to_owned(), |at| format!("{:.0}–{:.0} %", at.low * 100.0, at.high * 100.0));
    let number = |value: Option<f64>, digits: usize| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.digits$}"));
    let cost = report.currency.as_deref().map(|currency| format!(" {currency}")).unwrap_or_default();
    let text = format!(
        "{:<9}{interval:<15}{:<11}{:<9}{:<10}{}{cost}",
        format!("{} of {decided}", report.passed),
        report.undecided,
        number(report.seconds, 0),
        number(report.tokens, 0),
        number(report.cost, 2),
    );
    text.trim_end().to_owned()
}

fn points(found: &GateDifference) -> String {
    let [difference, low, high] =
        [found.difference, found.interval.low, found.interval.high].map(|value| (value * 100.0).round() + 0.0);
    format!("{difference:+} points (95 % interval {low:+} to {high:+})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_tried_is_known_by_its_form() {
        let field = |named: &str| subject(named).unwrap().0;
        assert_eq!(field("note-tea"), "ability");
        assert_eq!(field("ability_note-tea"), "ability");
        assert_eq!(field("01890a5d-ac96-774b-bcce-b302099a8057"), "proposal_id");
        for folder in ["./note-tea", ".", "skills/note-tea", "/srv/skills/note-tea"] {
            let (field, path) = subject(folder).unwrap();
            assert!(field == "skill" && Path::new(path.as_str().unwrap()).is_absolute(), "{folder}");
        }
    }

    #[test]
    fn a_row_has_its_interval_and_what_was_not_told() {
        let interval = apprentice_contracts::gate::GateInterval { low: 0.5655, high: 1.0 };
        let report = GateArmReport {
            tries: 6,
            passed: 5,
            undecided: 1,
            rate: Some(1.0),
            interval: Some(interval),
            ..GateArmReport::default()
        };
        let row = row(&report);
        assert!(row.starts_with("5 of 5   57–100 %") && row.ends_with('–'), "{row}");
        assert!(!points(&GateDifference { difference: -0.0, interval }).contains("-0"));
    }
}
