//! `apprentice settings`: the settings of the window, by name.

use crate::engine::{CliContext, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use crate::show::{call, fields};
use apprentice_api::operations as op;
use apprentice_contracts::error::ErrorCode;
use clap::Subcommand;
use serde_json::Value;

#[derive(Subcommand)]
pub enum Settings {
    /// Show the settings, and the folders that skills can be installed to
    Show,
    /// Change settings
    Set {
        /// Such as theme=dark or observation.pause_after_minutes=60; VALUE is JSON or text, null is the default
        #[arg(required = true, value_name = "NAME=VALUE", value_parser = assignment)]
        assignments: Vec<(String, Value)>,
    },
}

pub async fn run(context: &CliContext, command: Settings) -> CommandResult {
    match command {
        Settings::Show => call(context, op::SETTINGS.call([]), &|answer| fields(&answer["settings"])).await,
        Settings::Set { assignments } => set(context, assignments).await,
    }
}

async fn set(context: &CliContext, assignments: Vec<(String, Value)>) -> CommandResult {
    let answer: Value = with_engine(context, async |engine| {
        let mut now: Value = engine.call(op::SETTINGS.call([])).await?;
        let settings = &mut now["settings"];
        for (name, value) in assignments {
            let pointer = format!("/{}", name.replace('.', "/"));
            let known = settings.pointer_mut(&pointer).ok_or_else(|| unknown(&name))?;
            if !value.is_null() {
                *known = value;
            } else if let Some((of, key)) = pointer.rsplit_once('/')
                && let Some(Value::Object(settings)) = settings.pointer_mut(of)
            {
                // What a request leaves out gets its default.
                settings.remove(key);
            }
        }
        engine.call(op::UPDATE_SETTINGS.call([]).json(settings.take())).await
    })
    .await?;
    let text = fields(&answer["settings"]);
    Report::new(&answer, text)
}

fn unknown(name: &str) -> CommandError {
    let text = format!("There is no setting “{name}”. `apprentice settings show` lists them.");
    CommandError::refused(ErrorCode::InvalidRequest, text)
}

pub fn assignment(text: &str) -> Result<(String, Value), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => {
            Ok((name.to_owned(), serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()))))
        }
        _ => Err("write NAME=VALUE".into()),
    }
}
