//! The guided rehearsal on the command line.

use super::args::{Marked, Rehearse};
use super::label;
use crate::engine::{CliContext, Engine, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use crate::test_policy;
use apprentice_api::operations as op;
use apprentice_contracts::checkpoint::{CheckpointRole, CheckpointStatus};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::validation::{OverallResult, RehearsalStatus, RunKind, ValidationRunResponse};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use uuid::Uuid;

pub async fn run(context: &CliContext, command: Rehearse) -> CommandResult {
    match command {
        Rehearse::Start { proposal, url, values, policy } => {
            let policy = test_policy::read_some(policy.as_ref())?;
            start(context, proposal, url, values, policy).await
        }
        Rehearse::Status { proposal } => with_engine(context, async |engine| text(&status(engine, proposal).await?)).await,
        Rehearse::Mark { proposal, checkpoint, status, evidence, reason } => {
            let status = match status {
                Marked::Reached => CheckpointStatus::Reached,
                Marked::Skipped => CheckpointStatus::Skipped,
                Marked::Failed => CheckpointStatus::Failed,
            };
            let body = json!({ "checkpoint_id": checkpoint, "status": status, "evidence": evidence, "reason": reason });
            with_engine(context, async |engine| {
                let marked: RehearsalStatus = engine.call(op::MARK_CHECKPOINT.call([&proposal]).json(body)).await?;
                text(&marked)
            })
            .await
        }
        Rehearse::Reopen { proposal } => {
            with_engine(context, async |engine| {
                let reopened: RehearsalStatus = engine.call(op::REOPEN_REHEARSAL.call([&proposal])).await?;
                text(&reopened)
            })
            .await
        }
        Rehearse::Finish { proposal, cancel } => {
            with_engine(context, async |engine| {
                let judged: RehearsalStatus =
                    engine.call(op::FINISH_REHEARSAL.call([&proposal]).json(json!({ "cancel": cancel }))).await?;
                let failed = !cancel && judged.overall_result != OverallResult::Passed;
                Ok(text(&judged)?.with_findings(failed))
            })
            .await
        }
    }
}

/// Watching goes on after the command, so the engine must too.
async fn start(
    context: &CliContext,
    proposal: Uuid,
    url: Option<String>,
    values: Vec<(String, String)>,
    policy: Option<Value>,
) -> CommandResult {
    let engine = Engine::connect_lasting(context).await?;
    let inputs: BTreeMap<String, String> = values.into_iter().collect();
    let body = json!({ "selected_tests": [RunKind::Rehearsal], "start_url": url, "inputs": inputs, "test_policy": policy });
    let _: ValidationRunResponse = engine.call(op::VALIDATE_PROPOSAL.call([&proposal]).json(body)).await?;
    text(&status(&engine, proposal).await?)
}

async fn status(engine: &Engine, proposal: Uuid) -> Result<RehearsalStatus, CommandError> {
    let found: Option<RehearsalStatus> = engine.call(op::REHEARSAL_STATUS.call([&proposal])).await?;
    found.ok_or_else(|| {
        let text = "It was never rehearsed. `apprentice learn rehearse start` begins.";
        CommandError::refused(ErrorCode::NotFound, text)
    })
}

fn text(found: &RehearsalStatus) -> CommandResult {
    let mut text = if found.running {
        "The rehearsal runs.".to_owned()
    } else {
        format!("The rehearsal ended: {}.", label(&found.overall_result))
    };
    for checkpoint in &found.checkpoints {
        let receipts: Vec<_> =
            found.receipts.iter().filter(|receipt| receipt.checkpoint_id == checkpoint.checkpoint_id).collect();
        let on_the_way = checkpoint.role == CheckpointRole::Progress;
        let status = match receipts.last() {
            Some(receipt) if on_the_way && receipt.status != CheckpointStatus::Reached => "not seen".to_owned(),
            Some(receipt) => label(&receipt.status),
            None => "not yet".to_owned(),
        };
        let role = if on_the_way { " (on the way)" } else { "" };
        let _ = write!(text, "\n  {:<8} {}  {}{role}", status, checkpoint.checkpoint_id, checkpoint.goal);
        for receipt in receipts {
            let grade = receipt.grade.map_or_else(|| label(&receipt.source), |grade| grade.words().to_owned());
            let _ = write!(text, "\n           {grade}: {}", receipt.evidence);
        }
    }
    Report::new(found, text)
}
