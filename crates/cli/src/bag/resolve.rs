//! `bag resolve`.

use super::Workspace;
use crate::output::{CommandError, CommandResult, Report};
use apprentice_contracts::error::ErrorCode;
use apprentice_skills::bag::conflict::{self, Stakes};
use apprentice_skills::bag::inputs::{self, Request, Resolution};
use apprentice_skills::bag::{Bag, dependencies};
use clap::Args;
use serde_json::{Value, json};

#[derive(Args)]
pub struct Options {
    /// A skill, by its name or as it is run (convert_to_pdf); without one, the dependencies of all
    skill: Option<String>,
    /// A value that the conversation gave; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = pair)]
    said: Vec<(String, Value)>,
    /// A value that was found in files or inferred; repeat it for each plausible one
    #[arg(long = "discovered", value_name = "NAME=VALUE", value_parser = pair)]
    discovered: Vec<(String, Value)>,
    /// Why the run is risky: it deletes, is visible to others, affects security, or is hard to undo
    #[arg(long, value_name = "WHY")]
    risk: Option<String>,
    /// The user agreed to the risk
    #[arg(long, requires = "risk")]
    confirmed: bool,
    /// Report which one of two contradictory skills is used
    #[arg(long, value_name = "SKILLS", value_delimiter = ',', conflicts_with_all = ["skill", "said", "discovered"])]
    conflict: Vec<String>,
    /// The skill that the conversation chose
    #[arg(long, value_name = "SKILL", requires = "conflict")]
    winner: Option<String>,
    #[command(flatten)]
    workspace: Workspace,
}

pub fn run(options: &Options) -> CommandResult {
    let bag = options.workspace.read()?;
    if !options.conflict.is_empty() {
        return contradiction(&bag, options);
    }
    let Some(name) = &options.skill else {
        let all = dependencies::resolve(&bag);
        let missing = all.iter().any(|needed| needed.required && !needed.installed);
        let line = |needed: &dependencies::Resolved| {
            let state = if needed.installed { "installed" } else { "missing" };
            format!("{}: {state}, asked for by {}", needed.name, needed.asked_by.join(", "))
        };
        let text =
            if all.is_empty() { "No dependencies.".to_owned() } else { all.iter().map(line).collect::<Vec<_>>().join("\n") };
        return Ok(Report::new(&json!({ "dependencies": all }), text)?.with_findings(missing));
    };
    let name = name.replace('_', "-");
    let Some(skill) = bag.skills.get(&name) else {
        return Err(CommandError::refused(
            ErrorCode::NotFound,
            format!("There is no valid skill “{name}” in .skills/. `apprentice bag check` says more."),
        ));
    };
    let mut request =
        Request { said: options.said.clone(), risk: options.risk.clone(), confirmed: options.confirmed, ..Request::default() };
    for (name, value) in &options.discovered {
        let values = request.discovered.entry(name.clone()).or_default();
        if !values.contains(value) {
            values.push(value.clone());
        }
    }
    let resolution = inputs::resolve(&bag, skill, &request);
    let asks = !resolution.ready;
    Ok(Report::new(&resolution, told(&resolution))?.with_findings(asks))
}

fn told(resolution: &Resolution) -> String {
    let mut lines = vec![format!("run {}", resolution.execution_id)];
    for input in &resolution.values {
        let source =
            serde_json::to_value(input.source).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default();
        lines.push(format!("  {} = {} ({source})", input.name, input.value));
    }
    lines.extend(resolution.questions.iter().map(|question| format!("  ? {}", question.message)));
    lines.join("\n")
}

fn contradiction(bag: &Bag, options: &Options) -> CommandResult {
    let unknown: Vec<&str> = options.conflict.iter().filter(|name| !bag.skills.contains_key(*name)).map(String::as_str).collect();
    if !unknown.is_empty() || options.conflict.len() < 2 {
        let message = match unknown.is_empty() {
            true => "--conflict needs two skills, such as a,b".to_owned(),
            false => format!("Not in .skills/: {}", unknown.join(", ")),
        };
        return Err(CommandError::refused(ErrorCode::InvalidRequest, message));
    }
    let stakes = if options.risk.is_some() { Stakes::High } else { Stakes::Low };
    let verdict = conflict::decide(bag, &options.conflict, options.winner.as_deref(), stakes);
    let text = verdict.winner.clone().or_else(|| verdict.question.clone()).unwrap_or_default();
    let asks = verdict.winner.is_none();
    Ok(Report::new(&verdict, text)?.with_findings(asks))
}

/// A value that reads as JSON is JSON; anything else is text.
fn pair(text: &str) -> Result<(String, Value), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
            Ok((name.trim().to_owned(), value))
        }
        _ => Err("write NAME=VALUE".into()),
    }
}
