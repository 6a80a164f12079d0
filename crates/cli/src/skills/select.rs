//! `skills select`.

use super::{Roots, absolute, chosen, warn, warnings};
use crate::engine::CliContext;
use crate::output::{CommandError, CommandResult, Report};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::runtime::Ids;
use apprentice_engine::core::system::SystemIds;
use apprentice_skills::catalogue::render;
use apprentice_skills::catalogue::select::{Assembled, Limits, References, Source, StepKind, assemble, without_task};
use apprentice_skills::catalogue::task_plan::{self, Task};
use apprentice_skills::discovery::discover;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct Options {
    /// Markdown file with the tasks. Its first open task is used
    #[arg(long, value_name = "FILE", required_unless_present = "task")]
    plan: Option<PathBuf>,
    /// One task, in words
    #[arg(long, value_name = "TEXT", conflicts_with = "plan")]
    task: Option<String>,
    #[arg(long, value_enum, default_value_t = Step::Implementation)]
    step: Step,
    /// Maximum number of skills (default: 2 for an implementation, 1 for a review)
    #[arg(long, value_name = "N")]
    max: Option<usize>,
    /// Characters of each loaded skill
    #[arg(long, value_name = "CHARS", default_value_t = 20_000)]
    max_body_chars: usize,
    /// Load the files of references/ too
    #[arg(long)]
    references: bool,
    /// Print the whole prompt: the catalogue, the chosen skills, the task
    #[arg(long)]
    prompt: bool,
    /// The name in the events. Default: a generated one
    #[arg(long, value_name = "ID")]
    run_id: Option<String>,
    #[command(flatten)]
    roots: Roots,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Step {
    Implementation,
    Review,
}

pub fn run(context: &CliContext, options: &Options) -> CommandResult {
    let run_id = options.run_id.clone().unwrap_or_else(|| SystemIds.next().to_string());
    let listed = discover::list(&chosen(context, &options.roots)?);
    let task = match (&options.task, &options.plan) {
        (Some(text), _) => Ok(Task::from_text(text)),
        (None, Some(path)) => task_plan::next_task(&read(path)?),
        (None, None) => Err(task_plan::NoTask::NoList),
    };
    let step = match options.step {
        Step::Implementation => StepKind::Implementation,
        Step::Review => StepKind::Review,
    };
    let read_command = format!("apprentice skills read{}", options.roots.options());
    let source = Source { listed: &listed, read_command: &read_command, run_id: &run_id };
    let task = match task {
        Ok(task) => task,
        // The agent then chooses a task for itself: that is no failure of ours, and is said.
        Err(none) => return no_task(&without_task(&source, step, none), options.prompt, &none),
    };
    let usual = Limits { max_body_chars: options.max_body_chars, ..Limits::default() };
    let limits = Limits {
        implementation: options.max.unwrap_or(usual.implementation),
        review: options.max.unwrap_or(usual.review),
        ..usual
    };
    let references = if options.references { References::Load } else { References::LeaveOut };
    let done = assemble(&source, &task, step, &limits, references);
    for chosen in &done.selection.skills {
        let Some(skill) = listed.skills.iter().find(|skill| skill.shadowed_by.is_none() && skill.name == chosen.name) else {
            continue;
        };
        let requires = render::load(skill).map(|loaded| loaded.bundle.definition.requires).unwrap_or_default();
        warn(&warnings(context, &listed, skill, &requires));
    }
    let document = json!({ "task": task, "selection": done.selection, "events": done.events, "prompt": done.prompt });
    let text = if options.prompt { done.prompt.clone() } else { told(&task, &done) };
    Report::new(&document, text)
}

fn read(path: &Path) -> Result<String, CommandError> {
    let path = absolute(path)?;
    std::fs::read_to_string(&path).map_err(|error| {
        CommandError::refused(ErrorCode::NotFound, format!("The plan {} cannot be read: {error}", path.display()))
    })
}

fn no_task(done: &Assembled, prints_prompt: bool, none: &task_plan::NoTask) -> CommandResult {
    let document = json!({ "task": Value::Null, "selection": done.selection, "events": done.events, "prompt": done.prompt });
    let text = if prints_prompt { done.prompt.clone() } else { format!("No task: {none}.") };
    Ok(Report::new(&document, text)?.with_findings(true))
}

fn told(task: &Task, done: &Assembled) -> String {
    let mut lines = vec![format!("Task (line {}): {}", task.line, task.label)];
    for chosen in &done.selection.skills {
        lines.push(format!("  {}: {}", chosen.name, chosen.reason));
    }
    if done.selection.skills.is_empty() {
        lines.push("  No skill fits.".to_owned());
    }
    lines.extend(done.selection.errors.iter().map(|error| format!("  {error}.")));
    lines.join("\n")
}
