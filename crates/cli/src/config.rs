//! `config`: settings as programs change them, by intents.

use crate::args::Config;
use crate::engine::{CliContext, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use apprentice_api::operations as op;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::intent::{ConfigurationIntentResponse, ConfigurationIntentsResponse, IntentStatus};
use apprentice_contracts::runtime::Ids;
use apprentice_engine::core::system::SystemIds;
use serde_json::{Value, json};
use std::io::Read;
use std::path::Path;

pub async fn run(context: &CliContext, command: Config) -> CommandResult {
    match command {
        Config::Submit { file } => submit(context, &file).await,
        Config::List { page } => list(context, page).await,
    }
}

async fn submit(context: &CliContext, file: &Path) -> CommandResult {
    let mut intent = intent(file)?;
    if let Some(intent) = intent.as_object_mut() {
        intent.entry("intent_id").or_insert_with(|| json!(SystemIds.next()));
    }
    let done: ConfigurationIntentResponse =
        with_engine(context, async |engine| engine.call(op::SUBMIT_INTENT.call([]).json(intent)).await).await?;
    let text = line(&done);
    Report::new(&done, text)
}

async fn list(context: &CliContext, page: u32) -> CommandResult {
    let call = op::LIST_INTENTS.call([]).query("page", page);
    let found: ConfigurationIntentsResponse = with_engine(context, async |engine| engine.call(call).await).await?;
    let lines: Vec<String> = found.intents.iter().map(line).collect();
    let text = if lines.is_empty() { "Nothing was asked to be configured.".to_owned() } else { lines.join("\n") };
    Report::new(&found, text)
}

fn intent(file: &Path) -> Result<Value, CommandError> {
    let unreadable = |why: String| CommandError::refused(ErrorCode::InvalidRequest, format!("{}: {why}", file.display()));
    let text = if file == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(file)
    };
    let text = text.map_err(|error| unreadable(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| unreadable(format!("is not JSON: {error}")))
}

fn line(answer: &ConfigurationIntentResponse) -> String {
    let status = match answer.status {
        IntentStatus::Applied => "applied",
        IntentStatus::Unchanged => "unchanged",
    };
    let target = serde_json::to_value(answer.intent.target).unwrap_or_default();
    let of = answer.intent.capability_id.as_ref().map(|id| format!(" of {id}")).unwrap_or_default();
    let shown = answer.config_path.as_deref().map(|path| format!("  ({path})")).unwrap_or_default();
    let at = answer.intent.created_at.format("%Y-%m-%d %H:%M");
    format!("{at}  {status}  {}{of}{shown}", target.as_str().unwrap_or_default())
}
