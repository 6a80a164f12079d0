//! `apprentice imports`: skills of others by steps that a person takes: fetch, scan, stage, review, install.

use crate::engine::CliContext;
use crate::output::{CommandError, CommandResult};
use crate::show::{call, fields, rows};
use apprentice_api::operations as op;
use apprentice_contracts::runtime::Ids;
use apprentice_engine::core::system::SystemIds;
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use uuid::Uuid;

#[derive(Subcommand)]
pub enum Imports {
    /// Fetch skills from owner/repo[/path] or from the https address of an archive or a SKILL.md
    Fetch { address: String },
    /// Copy skills from folders that `apprentice skills list` shows
    Pick {
        #[arg(required = true)]
        folders: Vec<PathBuf>,
    },
    /// Delete an upload that is not in use
    DeleteUpload { upload: String },
    /// Scan a skill of an upload
    Scan {
        /// The `temp_artifact_ref` that `fetch` and `pick` print
        upload: String,
        /// Which skill, where there are several
        #[arg(long, value_name = "PATH")]
        skill: Option<String>,
    },
    /// Stage the bundle that would be installed
    Stage {
        import: Uuid,
        /// Install it under this name
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// Put it into this pack
        #[arg(long, value_name = "ID")]
        pack: Option<String>,
    },
    /// List imports, newest first
    List {
        /// Only imports in this state, such as ready_for_review
        #[arg(long, value_name = "STATE")]
        state: Option<String>,
        #[arg(long, default_value_t = 1)]
        page: u32,
    },
    /// Show an import with its report and the actions that are possible now
    Show { import: Uuid },
    /// List the files of an import
    Files { import: Uuid },
    /// Print a file of an import
    File { import: Uuid, path: String },
    /// Install an import for yourself
    Install {
        import: Uuid,
        /// For the workspace instead
        #[arg(long)]
        workspace: bool,
        #[command(flatten)]
        acceptance: Acceptance,
    },
    /// Approve an import and install it for the workspace
    Approve {
        import: Uuid,
        #[arg(long)]
        note: Option<String>,
        #[command(flatten)]
        acceptance: Acceptance,
    },
    /// Reject an import
    Reject {
        import: Uuid,
        #[arg(long)]
        reason: String,
    },
    /// Discard an import
    Discard {
        import: Uuid,
        #[arg(long)]
        reason: Option<String>,
    },
    /// Retry a step that failed
    Retry {
        import: Uuid,
        #[arg(value_parser = ["scan", "stage", "install"])]
        step: String,
        /// The code of a finding that you read; may be repeated
        #[arg(long = "acknowledge", value_name = "CODE")]
        acknowledged: Vec<String>,
    },
    /// List the packs that skills belong to, with their skills
    Packs,
    /// Say what a pack is
    DescribePack {
        pack: String,
        /// Its name
        #[arg(long)]
        title: String,
        /// What it is for
        #[arg(long)]
        description: Option<String>,
        /// The agent that it is made for
        #[arg(long, value_name = "AGENT")]
        made_for: Option<String>,
    },
}

/// The findings that a person accepts, and the targets of an import.
#[derive(Args)]
pub struct Acceptance {
    /// The code of a finding that you read; may be repeated
    #[arg(long = "acknowledge", value_name = "CODE")]
    acknowledged: Vec<String>,
    /// Install to this agent instead of every enabled one; may be repeated
    #[arg(long = "target", value_name = "AGENT")]
    targets: Vec<String>,
}

pub async fn run(context: &CliContext, command: Imports) -> CommandResult {
    // A request that is sent again, as after a lost answer, is carried out once.
    let id = SystemIds.next();
    let request = match command {
        Imports::Fetch { address } => {
            op::FETCH_SKILL_BUNDLE.call([]).json(json!({ "address": address, "client_request_id": id }))
        }
        Imports::Pick { folders } => {
            let paths = folders.iter().map(|folder| absolute(folder)).collect::<Result<Vec<_>, _>>()?;
            op::PICK_SKILLS.call([]).json(json!({ "paths": paths, "client_request_id": id }))
        }
        Imports::DeleteUpload { upload } => op::DELETE_SKILL_UPLOAD.call([&upload]).query("client_request_id", id),
        Imports::Scan { upload, skill } => op::SCAN_SKILL_IMPORT.call([]).json(json!({
            "source": "manual_upload", "temp_artifact_ref": upload, "skill_path": skill, "client_request_id": id,
        })),
        Imports::Stage { import, name, pack } => op::STAGE_SKILL_IMPORT.call([]).json(json!({
            "import_id": import, "install_as": name, "requested_pack_id": pack, "client_request_id": id,
        })),
        Imports::List { state, page } => {
            let mut request = op::LIST_SKILL_IMPORTS.call([]).query("page", page);
            if let Some(state) = state {
                request = request.query("stage_state", state);
            }
            let columns = ["import_id", "stage_state", "skill_name", "created_at"];
            return call(context, request, &|answer| rows(answer, "items", &columns, "There is no import.")).await;
        }
        Imports::Show { import } => op::SKILL_IMPORT_DETAIL.call([&import]),
        Imports::Files { import } => {
            let request = op::SKILL_IMPORT_FILES.call([&import]);
            return call(context, request, &|answer| rows(answer, "files", &["byte_size", "path"], "It has no file.")).await;
        }
        Imports::File { import, path } => {
            let text = |answer: &Value| answer["text"].as_str().unwrap_or("This file is no text.").trim_end().to_owned();
            return call(context, op::SKILL_IMPORT_FILE.call([&import]).query("path", path), &text).await;
        }
        Imports::Install { import, workspace, acceptance } => op::INSTALL_SKILL_IMPORT.call([]).json(json!({
            "import_id": import, "target_scope": if workspace { "workspace" } else { "private" },
            "acknowledged_findings": acceptance.acknowledged, "targets": acceptance.targets, "client_request_id": id,
        })),
        Imports::Approve { import, note, acceptance } => op::APPROVE_SKILL_IMPORT.call([]).json(json!({
            "import_id": import, "approval_note": note,
            "acknowledged_findings": acceptance.acknowledged, "targets": acceptance.targets, "client_request_id": id,
        })),
        Imports::Reject { import, reason } => {
            op::REJECT_SKILL_IMPORT.call([]).json(json!({ "import_id": import, "reason": reason, "client_request_id": id }))
        }
        Imports::Discard { import, reason } => {
            op::DISCARD_SKILL_IMPORT.call([]).json(json!({ "import_id": import, "reason": reason, "client_request_id": id }))
        }
        Imports::Retry { import, step, acknowledged } => op::RETRY_SKILL_IMPORT.call([]).json(json!({
            "import_id": import, "retry_kind": step, "acknowledged_findings": acknowledged, "client_request_id": id,
        })),
        Imports::Packs => {
            return call(context, op::SKILL_PACKS.call([]), &packs).await;
        }
        Imports::DescribePack { pack, title, description, made_for } => {
            let body = json!({ "pack_id": pack, "title": title, "description": description, "compatibility_target": made_for });
            return call(context, op::DESCRIBE_SKILL_PACK.call([]).json(body), &packs).await;
        }
    };
    call(context, request, &fields).await
}

fn absolute(path: &Path) -> Result<PathBuf, CommandError> {
    std::path::absolute(path).map_err(CommandError::internal)
}

/// Each pack with its skills.
fn packs(answer: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let pack = |pack: &Value| {
        let names: Vec<String> = pack["members"].as_array().into_iter().flatten().map(|member| text(&member["name"])).collect();
        let names = if names.is_empty() { "no skill yet".to_owned() } else { names.join(", ") };
        let description = text(&pack["description"]);
        let description = if description.is_empty() { String::new() } else { format!("\n      {description}") };
        format!("{}  {}{description}\n      {names}", text(&pack["pack_id"]), text(&pack["title"]))
    };
    let all: Vec<String> = answer["packs"].as_array().into_iter().flatten().map(pack).collect();
    if all.is_empty() { "There is no pack.".to_owned() } else { all.join("\n") }
}
