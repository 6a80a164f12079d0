//! `apprentice data`: how much is kept, everything as one file, backups, and deleting it.

use crate::engine::{CliContext, Engine, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use crate::show::{call, fields, rows};
use apprentice_api::client::Client;
use apprentice_api::operations as op;
use apprentice_contracts::data::{DataExport, ExportContents, ExportResponse, ExportState, RestoreResponse};
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
    /// Back up the database and the taught skills, without tokens and secrets, into one zip file
    Backup {
        file: PathBuf,
        /// Replace the file if it exists
        #[arg(long)]
        replace: bool,
    },
    /// Restore a backup. Your current data is kept in a folder of the home
    Restore { file: PathBuf },
    /// Cancel an export or a backup that another program started
    CancelExport,
    /// Delete all data
    Delete {
        /// The words: delete everything
        #[arg(long, value_name = "WORDS")]
        confirm: String,
        /// Also delete unedited installed skills and agent definitions
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
        Data::Export { file, replace } => export(context, &file, replace, ExportContents::Records).await,
        Data::Backup { file, replace } => export(context, &file, replace, ExportContents::Backup).await,
        Data::Restore { file } => restore(context, &file).await,
        Data::CancelExport => call(context, op::END_EXPORT.call([]), &fields).await,
        Data::Delete { confirm, installed_skills } => {
            let body = json!({ "confirm": confirm, "installed_skills": installed_skills });
            call(context, op::DELETE_EVERYTHING.call([]).json(body), &fields).await
        }
    }
}

/// The running engine restores by a restart. Without one the backup is put in place here, also when the database is damaged.
async fn restore(context: &CliContext, file: &Path) -> CommandResult {
    let path = std::path::absolute(file).map_err(CommandError::internal)?;
    let home = context.home.clone();
    let done: RestoreResponse = match Client::connect(&home).await {
        Some(client) => {
            let call = op::RESTORE_BACKUP.call([]).json(json!({ "path": path }));
            client.call(&call).await?.into()?
        }
        None => {
            let restoring = tokio::task::spawn_blocking(move || apprentice_engine::restore_home(&home, &path));
            restoring.await.map_err(CommandError::internal)??
        }
    };
    let when = done.created_at.format("%Y-%m-%d %H:%M UTC");
    let how = if done.restarts { "Apprentice restarts now with the backup" } else { "Restored the backup" };
    let files = if done.files == 1 { "1 file".to_owned() } else { format!("{} files", done.files) };
    let text = format!("{how} of {when} ({files}). The former data is kept in {}", done.kept);
    Report::new(&done, text)
}

async fn export(context: &CliContext, file: &Path, replace: bool, contents: ExportContents) -> CommandResult {
    let path = std::path::absolute(file).map_err(CommandError::internal)?;
    let start = op::BEGIN_EXPORT.call([]).json(json!({ "path": path, "replace": replace, "contents": contents }));
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
    let what = if export.contents == ExportContents::Backup { "backup" } else { "export" };
    match &export.problem {
        Some(problem) => format!("The {what} failed: {problem}"),
        None if export.state == ExportState::Done => {
            format!("Wrote the {what} to {path} ({} bytes)", export.bytes.unwrap_or_default())
        }
        None => format!("The {what} was cancelled."),
    }
}
