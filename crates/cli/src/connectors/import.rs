//! `connectors import` and `find`: the plan is shown first; no file of an agent is changed, and no package is downloaded.

use super::change::{pair, secret_line};
use super::text;
use crate::engine::{CliContext, Engine, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use crate::skills::absolute;
use crate::skills::changes::{Answer, Consent};
use apprentice_api::operations as op;
use apprentice_contracts::connector::{
    McpImportItem, McpImportPlan, McpImportResponse, McpImportVerdict, McpRegistrySearchResponse,
};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::json;
use clap::{ArgGroup, Args};
use serde_json::{Value, json};
use std::io::Read;
use std::path::Path;

#[derive(Args)]
#[command(group(ArgGroup::new("offer").args(["file", "registry"])))]
pub struct Import {
    /// A server.json of the MCP registry, or an MCP bundle (.mcpb, .dxt); `-` reads a server.json from standard input
    #[arg(conflicts_with = "from")]
    file: Option<String>,
    /// The server of this whole name in the MCP registry, such as io.github.ada/weather, in its newest version; see `connectors find`
    #[arg(long, value_name = "NAME", conflicts_with = "from")]
    registry: Option<String>,
    /// Only from this agent, such as claude-code
    #[arg(long, value_name = "AGENT")]
    from: Option<String>,
    /// Only these servers, by their name in the configuration or file; may be repeated
    #[arg(long = "only", value_name = "NAME")]
    only: Vec<String>,
    /// Answer a value that the file asks for. The plan (`--dry-run`) shows NAME after “asks for”.
    /// May be repeated, also for a NAME that takes several values. VALUE is used unchanged. Use --secret for secrets
    #[arg(long = "value", value_name = "NAME=VALUE", value_parser = pair, requires = "offer")]
    values: Vec<(String, String)>,
    /// The same for a secret, whose value is a line of standard input, in this order; may be repeated
    #[arg(long = "secret", value_name = "NAME", requires = "offer")]
    secrets: Vec<String>,
    #[command(flatten)]
    consent: Consent,
}

pub async fn run(context: &CliContext, import: Import) -> CommandResult {
    with_engine(context, async |engine| {
        let file = match (&import.file, &import.registry) {
            (Some(file), _) => Some(file_of(file)?),
            (None, Some(name)) => Some(registered(engine, name).await?),
            (None, None) => None,
        };
        let plan = plan(engine, &import, file.as_ref()).await?;
        if let Some(unknown) = import.only.iter().find(|name| !plan.items.iter().any(|item| item.name == **name)) {
            let place = if file.is_some() { "the file" } else { "no configuration" };
            let has = if file.is_some() { "offers no server" } else { "has a server" };
            return Err(refused(format!("--only {unknown}: {place} {has} of this name.")));
        }
        let chosen: Vec<&McpImportItem> = plan
            .items
            .iter()
            .filter(|item| matches!(item.verdict, McpImportVerdict::Ready | McpImportVerdict::NeedsValues))
            .filter(|item| import.only.is_empty() || import.only.contains(&item.name))
            .collect();
        let shown = text::plan(&plan);
        if chosen.is_empty() {
            return Report::new(&plan, format!("{shown}\nThere is nothing to import."));
        }
        if file.is_some() && chosen.len() > 1 && !import.consent.only_shows() {
            let names: Vec<String> = chosen.iter().map(|item| format!("--only '{}'", item.name)).collect();
            return Err(refused(format!(
                "{shown}\nThe file offers one server in several ways. Choose one: {}.",
                names.join(" or ")
            )));
        }
        if let Answer::Shown = import.consent.ask(&shown, &json::to_value(&plan).map_err(CommandError::internal)?)? {
            return Report::new(&plan, shown);
        }
        let keys: Vec<&str> = chosen.iter().map(|item| item.key.as_str()).collect();
        let mut body = json!({ "keys": keys });
        if let Some(file) = &file {
            body["file"] = file.clone();
            body["values"] = Value::Array(values(&import)?);
        }
        let done: McpImportResponse = engine.call(op::IMPORT_MCP_SERVERS.call([]).json(body)).await?;
        let names: Vec<&str> = done.servers.iter().map(|item| item.registry.server_id.as_str()).collect();
        let text =
            format!("Imported: {}. Read each with `apprentice connectors trust NAME` before it is used.", names.join(", "));
        Report::new(&done, text)
    })
    .await
}

/// The text of a server of the registry, by its whole name.
async fn registered(engine: &Engine, name: &str) -> Result<Value, CommandError> {
    let found = search(engine, name).await?;
    let named = found.servers.into_iter().find(|server| server.name.eq_ignore_ascii_case(name));
    match named {
        Some(server) => Ok(json!({ "text": server.text })),
        None => Err(refused(format!(
            "--registry {name}: {} has no server of this whole name. `apprentice connectors find WORDS` looks for parts of it.",
            found.registry
        ))),
    }
}

async fn search(engine: &Engine, words: &str) -> Result<McpRegistrySearchResponse, CommandError> {
    engine.call(op::SEARCH_MCP_REGISTRY.call([]).query("search", words)).await
}

pub async fn find(context: &CliContext, words: &str) -> CommandResult {
    let found = with_engine(context, async |engine| search(engine, words).await).await?;
    Report::new(&found, text::found(&found))
}

async fn plan(engine: &Engine, import: &Import, file: Option<&Value>) -> Result<McpImportPlan, CommandError> {
    let request = match (file, &import.from) {
        (Some(file), _) => op::PLAN_MCP_FILE_IMPORT.call([]).json(file.clone()),
        (None, Some(from)) => op::PLAN_MCP_IMPORT.call([]).query("from", from),
        (None, None) => op::PLAN_MCP_IMPORT.call([]),
    };
    engine.call(request).await
}

/// The file as the engine takes it.
fn file_of(file: &str) -> Result<Value, CommandError> {
    if file != "-" {
        return Ok(json!({ "path": absolute(Path::new(file))? }));
    }
    let mut text = String::new();
    let read = std::io::stdin().lock().read_to_string(&mut text);
    read.map_err(|error| refused(format!("standard input cannot be read: {error}")))?;
    Ok(json!({ "text": text }))
}

fn values(import: &Import) -> Result<Vec<Value>, CommandError> {
    let mut values: Vec<Value> = import.values.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
    for name in &import.secrets {
        values.push(json!({ "name": name, "value": secret_line(name)? }));
    }
    Ok(values)
}

fn refused(message: String) -> CommandError {
    CommandError::refused(ErrorCode::InvalidRequest, message)
}
