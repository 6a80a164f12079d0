//! `apprentice history` and `apprentice receipts`: what happened.

use crate::engine::CliContext;
use crate::output::CommandResult;
use crate::show::{call, rows};
use apprentice_api::client::Call;
use apprentice_api::operations as op;
use clap::Args;
use serde_json::Value;

/// What a list is limited to.
#[derive(Args)]
pub struct Filter {
    /// Only entries of this ability
    #[arg(long, value_name = "ID")]
    ability: Option<String>,
    /// Only what has these words
    #[arg(long)]
    text: Option<String>,
    /// From this time on, such as 2027-01-31T00:00:00Z
    #[arg(long, value_name = "TIME")]
    from: Option<String>,
    /// Before this time
    #[arg(long, value_name = "TIME")]
    to: Option<String>,
    #[arg(long, default_value_t = 1)]
    page: u32,
}

#[derive(Args)]
pub struct History {
    /// Only sessions that ended so
    #[arg(long, value_parser = ["approved", "rejected", "cancelled", "in_progress", "quarantined"])]
    outcome: Option<String>,
    #[command(flatten)]
    filter: Filter,
}

#[derive(Args)]
pub struct Receipts {
    /// Only receipts of this kind, such as session_created
    #[arg(long)]
    kind: Option<String>,
    /// Only receipts of this session
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    #[command(flatten)]
    filter: Filter,
    /// Print all pages as one file of this format
    #[arg(long, value_name = "FORMAT", value_parser = ["json", "csv"], conflicts_with = "page")]
    export: Option<String>,
}

pub async fn history(context: &CliContext, options: History) -> CommandResult {
    let page = options.filter.page;
    let request = filtered(op::HISTORY.call([]), options.filter, [("outcome", options.outcome)]).query("page", page);
    let columns = ["created_at", "outcome", "learn_session_id", "title"];
    call(context, request, &|answer| rows(answer, "items", &columns, "There is no session yet.")).await
}

pub async fn receipts(context: &CliContext, options: Receipts) -> CommandResult {
    let page = options.filter.page;
    let more = [("kind", options.kind), ("session_id", options.session)];
    if let Some(format) = options.export {
        let request = filtered(op::EXPORT_RECEIPTS.call([]), options.filter, more).query("format", format);
        // CSV comes as text, and JSON as a document.
        let text = |answer: &Value| answer.as_str().map_or_else(|| answer.to_string(), |text| text.trim_end().to_owned());
        return call(context, request, &text).await;
    }
    let request = filtered(op::RECEIPTS.call([]), options.filter, more).query("page", page);
    call(context, request, &|answer| rows(answer, "receipts", &["created_at", "kind", "summary"], "There is no receipt yet."))
        .await
}

fn filtered<const N: usize>(request: Call, filter: Filter, more: [(&str, Option<String>); N]) -> Call {
    let Filter { ability, text, from, to, page: _ } = filter;
    let filters = [("ability_id", ability), ("text", text), ("from", from), ("to", to)];
    filters.into_iter().chain(more).fold(request, |request, (name, value)| match value {
        Some(value) => request.query(name, value),
        None => request,
    })
}
