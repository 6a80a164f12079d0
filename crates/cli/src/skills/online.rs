//! Commands on skills that need the engine: it keeps former versions and removed skills, and knows who installed what.

use super::absolute;
use crate::engine::{CliContext, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use crate::show::{call, fields, rows};
use apprentice_api::operations as op;
use clap::{Subcommand, ValueEnum};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use uuid::Uuid;

#[derive(Subcommand)]
pub enum Online {
    /// Search skills whose text contains every word
    Search {
        #[arg(required = true)]
        words: Vec<String>,
    },
    /// Show who installed a skill, where it is, and which skills it shadows
    Origin { folder: PathBuf },
    /// List former versions of a skill, or print one
    Versions {
        folder: PathBuf,
        /// The version_id that the list shows
        #[arg(value_name = "VERSION")]
        former: Option<String>,
    },
    /// List removed skills that can be restored
    Removed,
    /// Restore removed skills
    Restore {
        /// The `undo` that `removed` shows
        #[arg(required = true)]
        undo: Vec<String>,
    },
    /// Enable or disable skills by the agents' own switches
    Switch {
        #[arg(value_enum)]
        to: Switch,
        #[arg(required = true)]
        folders: Vec<PathBuf>,
    },
    /// Test whether a request would find an import, an ability or a skill
    Try {
        /// An import_id, an ability_id or the folder of a skill
        item: String,
        request: String,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

pub async fn run(context: &CliContext, command: Online) -> CommandResult {
    match command {
        Online::Search { words } => {
            let request = op::SEARCH_SKILLS.call([]).query("q", words.join(" "));
            call(context, request, &|answer| rows(answer, "hits", &["path", "line", "excerpt"], "No skill has these words."))
                .await
        }
        Online::Origin { folder } => call(context, op::SKILL_STANDING.call([]).query("path", text_of(&folder)?), &fields).await,
        Online::Versions { folder, former: None } => {
            let columns = ["version_id", "at", "cause", "bytes"];
            let request = op::SKILL_VERSIONS.call([]).query("path", text_of(&folder)?);
            call(context, request, &|answer| rows(answer, "versions", &columns, "There is no former version.")).await
        }
        Online::Versions { folder, former: Some(version) } => {
            let request = op::SKILL_VERSION.call([]).query("path", text_of(&folder)?).query("version_id", version);
            let text = |answer: &Value| answer["text"].as_str().unwrap_or_default().trim_end().to_owned();
            call(context, request, &text).await
        }
        Online::Removed => {
            let columns = ["undo", "name", "removed_at", "path"];
            call(context, op::REMOVED_SKILLS.call([]), &|answer| rows(answer, "removed", &columns, "Nothing was removed.")).await
        }
        Online::Restore { undo } => call(context, op::RESTORE_SKILLS.call([]).json(json!({ "undo": undo })), &results).await,
        Online::Switch { to, folders } => {
            let paths = folders.iter().map(|folder| text_of(folder)).collect::<Result<Vec<_>, _>>()?;
            let body = json!({ "paths": paths, "enabled": to == Switch::On });
            call(context, op::SWITCH_SKILLS.call([]).json(body), &results).await
        }
        Online::Try { item, request } => try_request(context, item, &request).await,
    }
}

async fn try_request(context: &CliContext, item: String, request: &str) -> CommandResult {
    let folder = Path::new(&item);
    let folder = if folder.is_dir() { Some(text_of(folder)?) } else { None };
    let answer: Value = with_engine(context, async |engine| {
        let (field, item) = match folder {
            // The engine knows a skill by the id that its list gives the folder.
            Some(folder) => {
                let skills: Value = engine.call(op::LIST_SKILLS.call([])).await?;
                let rows = skills["skills"].as_array().into_iter().flatten();
                let row = rows.into_iter().find(|row| row["path"] == json!(folder));
                ("item_id", row.map_or(json!(folder), |row| row["item_id"].clone()))
            }
            None if Uuid::parse_str(&item).is_ok() => ("import_id", json!(item)),
            None => ("item_id", json!(item)),
        };
        engine.call(op::TRIGGER_TEST.call([]).json(json!({ "trigger_text": request, field: item }))).await
    })
    .await?;
    let text = fields(&answer);
    Report::new(&answer, text)
}

fn results(answer: &Value) -> String {
    rows(answer, "results", &["name", "ok", "path", "message"], "Nothing was done.")
}

fn text_of(folder: &Path) -> Result<String, CommandError> {
    Ok(absolute(folder)?.display().to_string())
}
