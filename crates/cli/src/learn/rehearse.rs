//! The guided rehearsal on the command line.

use super::word;
use crate::args::{Marked, Rehearse};
use crate::engine::{Engine, Place, with_engine};
use crate::output::{Outcome, Report, Trouble};
use apprentice_contracts::checkpoint::CheckpointStatus;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::validation::{OverallResult, RehearsalStatus, RunKind, ValidationRunResponse};
use serde_json::json;
use std::fmt::Write;
use uuid::Uuid;

fn at(id: Uuid, rest: &str) -> String {
    format!("/api/learn/proposals/{id}/rehearsal{rest}")
}

pub async fn run(place: &Place, command: Rehearse) -> Outcome {
    match command {
        Rehearse::Start { proposal, url } => start(place, proposal, url).await,
        Rehearse::Status { proposal } => with_engine(place, async |engine| told(&status(engine, proposal).await?)).await,
        Rehearse::Mark { proposal, checkpoint, status, evidence, reason } => {
            let status = match status {
                Marked::Reached => CheckpointStatus::Reached,
                Marked::Skipped => CheckpointStatus::Skipped,
                Marked::Failed => CheckpointStatus::Failed,
            };
            let body = json!({ "checkpoint_id": checkpoint, "status": status, "evidence": evidence, "reason": reason });
            with_engine(place, async |engine| {
                let marked: RehearsalStatus = engine.post(&at(proposal, "/mark"), &body).await?;
                told(&marked)
            })
            .await
        }
        Rehearse::Finish { proposal, cancel } => {
            with_engine(place, async |engine| {
                let judged: RehearsalStatus = engine.post(&at(proposal, "/finish"), &json!({ "cancel": cancel })).await?;
                let failed = !cancel && judged.overall_result != OverallResult::Passed;
                Ok(told(&judged)?.with_findings(failed))
            })
            .await
        }
    }
}

/// Watching goes on after the command, so the engine must too.
async fn start(place: &Place, proposal: Uuid, url: Option<String>) -> Outcome {
    let engine = Engine::lasting(place).await?;
    let body = json!({ "selected_tests": [RunKind::Rehearsal], "start_url": url });
    let path = format!("/api/learn/proposals/{proposal}/validate");
    let _: ValidationRunResponse = engine.post(&path, &body).await?;
    told(&status(&engine, proposal).await?)
}

async fn status(engine: &Engine, proposal: Uuid) -> Result<RehearsalStatus, Trouble> {
    let found: Option<RehearsalStatus> = engine.get(&at(proposal, "")).await?;
    found.ok_or_else(|| {
        let text = "It was never rehearsed. `apprentice learn rehearse start` begins.";
        Trouble::refused(ErrorCode::NotFound, text)
    })
}

fn told(found: &RehearsalStatus) -> Outcome {
    let mut text = if found.running {
        "The rehearsal runs.".to_owned()
    } else {
        format!("The rehearsal ended: {}.", word(&found.overall_result))
    };
    for checkpoint in &found.checkpoints {
        let receipts: Vec<_> =
            found.receipts.iter().filter(|receipt| receipt.checkpoint_id == checkpoint.checkpoint_id).collect();
        let status = receipts.last().map_or_else(|| "not yet".to_owned(), |receipt| word(&receipt.status));
        let _ = write!(text, "\n  {:<8} {}  {}", status, checkpoint.checkpoint_id, checkpoint.goal);
        for receipt in receipts {
            let _ = write!(text, "\n           {}: {}", word(&receipt.source), receipt.evidence);
        }
    }
    Report::new(found, text)
}
