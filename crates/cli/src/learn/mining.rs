//! `apprentice learn mining`: tasks that were repeated with success.

use crate::engine::{CliContext, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use crate::show::{call, fields};
use apprentice_api::operations as op;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::mining::{BuildCandidateResponse, CandidateState, MiningCandidatesResponse, MiningTopic};
use clap::Subcommand;
use serde_json::{Value, json};
use std::fmt::Write;
use uuid::Uuid;

#[derive(Subcommand)]
pub enum Mining {
    /// Search now; a draft is built if the settings allow it
    Scan,
    /// List repeated tasks, why they are suggested, and what is missing
    Candidates,
    /// Show the settings, or change some
    Settings {
        /// Such as mode=ask_before_build or min_successful_traces=5
        #[arg(value_name = "NAME=VALUE", value_parser = crate::settings::assignment)]
        assignments: Vec<(String, Value)>,
    },
    /// Build the draft of a repeated task; it is not installed
    Build { candidate: Uuid },
    /// Answer questions before the draft is built
    Answer {
        candidate: Uuid,
        /// Such as name="Add a customer"; the topics are name, use, non_use, project_scope and approval
        #[arg(required = true, value_name = "TOPIC=TEXT", value_parser = answer)]
        answers: Vec<(MiningTopic, String)>,
    },
    /// Dismiss a repeated task until there is new evidence
    Dismiss { candidate: Uuid },
    /// Undo a dismissal
    Restore { candidate: Uuid },
}

pub async fn run(context: &CliContext, command: Mining) -> CommandResult {
    match command {
        Mining::Scan => call(context, op::SCAN_REPEATED_TASKS.call([]), &text).await,
        Mining::Candidates => call(context, op::LIST_CANDIDATES.call([]), &text).await,
        Mining::Settings { assignments } => settings(context, assignments).await,
        Mining::Build { candidate } => {
            with_engine(context, async |engine| {
                let built: BuildCandidateResponse = engine.call(op::BUILD_CANDIDATE.call([&candidate])).await?;
                let text = format!("Draft {}. `apprentice learn review` shows it.", built.proposal_id);
                Report::new(&built, text)
            })
            .await
        }
        Mining::Answer { candidate, answers } => {
            let answers: Vec<Value> = answers.into_iter().map(|(topic, text)| json!({ "topic": topic, "text": text })).collect();
            let request = op::ANSWER_CANDIDATE.call([&candidate]).json(json!({ "answers": answers }));
            call(context, request, &text).await
        }
        Mining::Dismiss { candidate } => call(context, op::DISMISS_CANDIDATE.call([&candidate]), &text).await,
        Mining::Restore { candidate } => call(context, op::RESTORE_CANDIDATE.call([&candidate]), &text).await,
    }
}

async fn settings(context: &CliContext, assignments: Vec<(String, Value)>) -> CommandResult {
    let answer: Value = with_engine(context, async |engine| {
        let mut now: Value = engine.call(op::MINING_SETTINGS.call([])).await?;
        if assignments.is_empty() {
            return Ok(now);
        }
        for (name, value) in assignments {
            let known = now["settings"].get_mut(&name);
            *known.ok_or_else(|| unknown(&name))? = value;
        }
        engine.call(op::UPDATE_MINING_SETTINGS.call([]).json(now["settings"].take())).await
    })
    .await?;
    let text = fields(&answer["settings"]);
    Report::new(&answer, text)
}

fn unknown(name: &str) -> CommandError {
    let text = format!("There is no setting “{name}”. `apprentice learn mining settings` lists them.");
    CommandError::refused(ErrorCode::InvalidRequest, text)
}

fn answer(text: &str) -> Result<(MiningTopic, String), String> {
    let (topic, answer) = text.split_once('=').ok_or("write TOPIC=TEXT")?;
    let topic = serde_json::from_value(Value::from(topic))
        .map_err(|_| "the topics are name, use, non_use, project_scope and approval".to_owned())?;
    Ok((topic, answer.to_owned()))
}

fn text(answer: &Value) -> String {
    let Ok(found) = serde_json::from_value::<MiningCandidatesResponse>(answer.clone()) else { return String::new() };
    if found.candidates.is_empty() {
        return "No task was repeated with success that no ability covers.".to_owned();
    }
    let mut text = String::new();
    for candidate in &found.candidates {
        let state = super::label(&candidate.state);
        let _ = writeln!(text, "{}  {} ({state})", candidate.candidate_id, candidate.title);
        for why in &candidate.why {
            let _ = writeln!(text, "  {why}");
        }
        if candidate.state == CandidateState::Dismissed {
            continue;
        }
        for question in candidate.questions.iter().filter(|question| question.answer.is_none()) {
            let must = if question.required { " (required)" } else { "" };
            let _ = writeln!(text, "  {}: {}{must}", super::label(&question.topic).replace(' ', "_"), question.prompt);
        }
    }
    text.trim_end().to_owned()
}
