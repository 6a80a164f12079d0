//! The author: the model that may improve drafts.

use crate::args::{AuthorCommand, Provider};
use crate::engine::{CliContext, with_engine};
use crate::output::{CommandResult, Report};
use crate::show::{call, fields};
use apprentice_api::operations as op;
use apprentice_contracts::author::{AuthorPreviewResponse, AuthorStatusResponse};
use serde_json::json;
use std::fmt::Write;
use std::time::Duration;
use uuid::Uuid;

pub async fn run(context: &CliContext, command: AuthorCommand) -> CommandResult {
    match command {
        AuthorCommand::Show => call(context, op::AUTHOR_SETTINGS.call([]), &fields).await,
        AuthorCommand::Set { provider, agent, model, address } => {
            let provider = match provider {
                Provider::Rules => "rules",
                Provider::Agent => "agent",
                Provider::OpenaiCompatible => "openai_compatible",
                Provider::Anthropic => "anthropic",
                Provider::Ollama => "ollama",
            };
            let body = json!({ "provider": provider, "agent": agent, "model": model, "address": address });
            call(context, op::UPDATE_AUTHOR.call([]).json(body), &fields).await
        }
        AuthorCommand::Test => call(context, op::TEST_AUTHOR.call([]), &fields).await,
    }
}

/// Waits until the author is done. Ctrl-C leaves it writing; `--cancel` ends it.
pub async fn write(context: &CliContext, id: Uuid, preview: bool, cancel: bool) -> CommandResult {
    with_engine(context, async |engine| {
        if preview {
            let found: AuthorPreviewResponse = engine.call(op::PREVIEW_AUTHOR.call([&id])).await?;
            let text = format!(
                "Would go to: {}\nAbout {} tokens ({} characters)\n\n{}\n\n{}\n\nSchema of the answer:\n{}",
                found.goes_to, found.token_estimate, found.characters, found.system, found.user, found.schema
            );
            return Report::new(&found, text);
        }
        let mut status: AuthorStatusResponse =
            engine.call(if cancel { op::CANCEL_AUTHOR.call([&id]) } else { op::WRITE_DRAFT.call([&id]) }).await?;
        while status.writing {
            tokio::time::sleep(Duration::from_millis(300)).await;
            status = engine.call(op::AUTHOR_STATUS.call([&id])).await?;
        }
        let failed = status.failure.is_some();
        Ok(Report::new(&status, text(&status))?.with_findings(failed && !cancel))
    })
    .await
}

fn text(status: &AuthorStatusResponse) -> String {
    let mut text = String::new();
    let mut dropped = &status.dropped;
    if let Some(failure) = &status.failure {
        let _ = writeln!(text, "{failure}");
    } else if let Some(author) = &status.author {
        let _ = writeln!(text, "Written by {}.", author.model);
        if let (Some(given), Some(answered)) = (author.tokens_in, author.tokens_out) {
            let _ = writeln!(text, "{given} tokens in, {answered} tokens out.");
        }
        for kept in &author.kept {
            let _ = writeln!(text, "  kept: {kept}");
        }
        dropped = &author.dropped;
    } else {
        let _ = writeln!(text, "The rules wrote this draft.");
    }
    for one in dropped {
        let _ = writeln!(text, "  dropped: {}: {}", one.what, one.why);
    }
    text.trim_end().to_owned()
}
