//! The author: the model that may improve drafts.

use super::args::{AuthorCommand, Provider};
use crate::engine::{CliContext, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use crate::show::{call, fields};
use apprentice_api::operations as op;
use apprentice_contracts::author::{AuthorPreviewResponse, AuthorSettingsResponse, AuthorStatusResponse};
use apprentice_contracts::error::ErrorCode;
use serde_json::json;
use std::fmt::Write;
use std::io::BufRead;
use std::time::Duration;
use uuid::Uuid;

pub async fn run(context: &CliContext, command: AuthorCommand) -> CommandResult {
    match command {
        AuthorCommand::Show => call(context, op::AUTHOR_SETTINGS.call([]), &fields).await,
        AuthorCommand::Set { provider, agent, model, address, key_stdin, forget_key } => {
            with_engine(context, async |engine| {
                let mut settings: Option<AuthorSettingsResponse> = None;
                if let Some(provider) = provider {
                    let body = json!({ "provider": name(provider), "agent": agent, "model": model, "address": address });
                    settings = Some(engine.call(op::UPDATE_AUTHOR.call([]).json(body)).await?);
                }
                if key_stdin {
                    let body = json!({ "key": key_from_stdin()? });
                    settings = Some(engine.call(op::KEEP_AUTHOR_KEY.call([]).json(body)).await?);
                } else if forget_key {
                    settings = Some(engine.call(op::FORGET_AUTHOR_KEY.call([])).await?);
                }
                let settings = serde_json::to_value(&settings).map_err(CommandError::internal)?;
                Report::new(&settings, fields(&settings))
            })
            .await
        }
        AuthorCommand::Test => call(context, op::TEST_AUTHOR.call([]), &fields).await,
    }
}

fn name(provider: Provider) -> &'static str {
    match provider {
        Provider::Rules => "rules",
        Provider::Agent => "agent",
        Provider::OpenaiCompatible => "openai_compatible",
        Provider::Anthropic => "anthropic",
        Provider::Ollama => "ollama",
    }
}

/// The first line of standard input. A key among the arguments would be visible to every program of this machine.
fn key_from_stdin() -> Result<String, CommandError> {
    let mut line = String::new();
    std::io::stdin()
        .lock()
        .read_line(&mut line)
        .map_err(|error| CommandError::refused(ErrorCode::InvalidRequest, format!("standard input cannot be read: {error}")))?;
    Ok(line.trim().to_owned())
}

/// Waits until the author is done. Ctrl-C leaves it writing; `--cancel` ends it.
pub async fn write(context: &CliContext, id: Uuid, preview: bool, cancel: bool, undo: bool) -> CommandResult {
    with_engine(context, async |engine| {
        if preview {
            let found: AuthorPreviewResponse = engine.call(op::PREVIEW_AUTHOR.call([&id])).await?;
            let text = format!(
                "Would go to: {}\nAbout {} tokens ({} characters)\nMasked values: {}{}\n\n{}\n\n{}\n\nSchema of the answer:\n{}",
                found.goes_to,
                found.token_estimate,
                found.characters,
                found.masked,
                if found.masked_fields.is_empty() { String::new() } else { format!(" ({})", found.masked_fields.join(", ")) },
                found.system,
                found.user,
                found.schema
            );
            return Report::new(&found, text);
        }
        let begin = if cancel {
            op::CANCEL_AUTHOR
        } else if undo {
            op::UNDO_AUTHOR
        } else {
            op::WRITE_DRAFT
        };
        let mut status: AuthorStatusResponse = engine.call(begin.call([&id])).await?;
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
        let _ = writeln!(text, "{failure} {}", status.remedy.as_deref().unwrap_or_default());
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
