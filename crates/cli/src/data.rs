//! `apprentice data`: how much is kept, everything as one file, and deleting it.

use crate::engine::{CliContext, Engine, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use crate::show::{call, fields, rows};
use apprentice_api::operations as op;
use apprentice_contracts::data::{DataExport, ExportResponse, ExportState};
use apprentice_contracts::error::ErrorCode;
use clap::Subcommand;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Subcommand)]
pub enum Data {
    /// Show how much data is kept, and for how long
    Usage,
    /// Export all data, without tokens and secrets, into one zip file
    Export {
        file: PathBuf,
        /// Replace the file if it exists
        #[arg(long)]
        replace: bool,
    },
    /// Cancel an export that another program started
    CancelExport,
    /// Delete all data
    Delete {
        /// The words: delete everything
        #[arg(long, value_name = "WORDS")]
        confirm: String,
        /// Also delete installed skills that nobody edited
        #[arg(long)]
        installed_skills: bool,
    },
}

const POLL_INTERVAL: Duration = Duration::from_millis(100);

pub async fn run(context: &CliContext, command: Data) -> CommandResult {
    match command {
        Data::Usage => {
            call(context, op::DATA_USAGE.call([]), &|answer| rows(answer, "kinds", &["kind", "bytes", "files"], "-")).await
        }
        Data::Export { file, replace } => export(context, &file, replace).await,
        Data::CancelExport => call(context, op::END_EXPORT.call([]), &fields).await,
        Data::Delete { confirm, installed_skills } => {
            let body = json!({ "confirm": confirm, "installed_skills": installed_skills });
            call(context, op::DELETE_EVERYTHING.call([]).json(body), &fields).await
        }
    }
}

async fn export(context: &CliContext, file: &Path, replace: bool) -> CommandResult {
    let path = std::path::absolute(file).map_err(CommandError::internal)?;
    let start = op::BEGIN_EXPORT.call([]).json(json!({ "path": path, "replace": replace }));
    let done = with_engine(context, async |engine| {
        let mut current: ExportResponse = engine.call(start).await?;
        loop {
            match current.export {
                Some(export) if export.state == ExportState::Running => tokio::time::sleep(POLL_INTERVAL).await,
                Some(export) => return Ok(export),
                None => return Err(CommandError::refused(ErrorCode::NotFound, "The export is not known any more.")),
            }
            current = progress(engine).await?;
        }
    })
    .await?;
    let text = text(&done);
    Ok(Report::new(&done, text)?.with_findings(done.state != ExportState::Done))
}

async fn progress(engine: &Engine) -> Result<ExportResponse, CommandError> {
    engine.call(op::EXPORT.call([])).await
}

fn text(export: &DataExport) -> String {
    let path = export.path.as_deref().unwrap_or_default();
    match &export.problem {
        Some(problem) => format!("The export failed: {problem}"),
        None if export.state == ExportState::Done => format!("Exported {} bytes to {path}", export.bytes.unwrap_or_default()),
        None => "The export was cancelled.".to_owned(),
    }
}
