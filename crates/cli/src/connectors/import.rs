//! `connectors import`: the plan is shown first; no file of an agent is changed.

use super::text;
use crate::engine::{CliContext, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use crate::skills::changes::{Answer, Consent};
use apprentice_api::operations as op;
use apprentice_contracts::connector::{McpImportItem, McpImportPlan, McpImportResponse, McpImportVerdict};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::json;
use clap::Args;
use serde_json::json;

#[derive(Args)]
pub struct Import {
    /// Only from this agent, such as claude-code
    #[arg(long, value_name = "AGENT")]
    from: Option<String>,
    /// Only these servers, by their name in the configuration; may be repeated
    #[arg(long = "only", value_name = "NAME")]
    only: Vec<String>,
    #[command(flatten)]
    consent: Consent,
}

pub async fn run(context: &CliContext, import: Import) -> CommandResult {
    with_engine(context, async |engine| {
        let mut request = op::PLAN_MCP_IMPORT.call([]);
        if let Some(from) = &import.from {
            request = request.query("from", from);
        }
        let plan: McpImportPlan = engine.call(request).await?;
        if let Some(unknown) = import.only.iter().find(|name| !plan.items.iter().any(|item| item.name == **name)) {
            let message = format!("--only {unknown}: no configuration has a server of this name.");
            return Err(CommandError::refused(ErrorCode::InvalidRequest, message));
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
        if let Answer::Shown = import.consent.ask(&shown, &json::to_value(&plan).map_err(CommandError::internal)?)? {
            return Report::new(&plan, shown);
        }
        let keys: Vec<&str> = chosen.iter().map(|item| item.key.as_str()).collect();
        let done: McpImportResponse = engine.call(op::IMPORT_MCP_SERVERS.call([]).json(json!({ "keys": keys }))).await?;
        let names: Vec<&str> = done.servers.iter().map(|item| item.registry.server_id.as_str()).collect();
        let text =
            format!("Imported: {}. Read each with `apprentice connectors trust NAME` before it is used.", names.join(", "));
        Report::new(&done, text)
    })
    .await
}
