//! `apprentice learn show-check`: the person shows where they look to see that the task worked.

use super::args::ShowCheck;
use crate::engine::{CliContext, Engine, with_engine};
use crate::output::{CommandError, CommandResult, Report};
use apprentice_api::operations as op;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::proposal::ProposalDetailResponse;
use apprentice_contracts::reading::ReadingSource;
use apprentice_contracts::shown_check::{FinishShownCheckRequest, ShownCheckStatus, ShownLook};
use serde_json::json;
use uuid::Uuid;

pub async fn run(context: &CliContext, command: ShowCheck) -> CommandResult {
    match command {
        ShowCheck::Start { proposal, url } => {
            // Watching goes on after the command, so the engine must too.
            let engine = Engine::connect_lasting(context).await?;
            let begun: ShownCheckStatus =
                engine.call(op::START_SHOWN_CHECK.call([&proposal]).json(json!({ "start_url": url }))).await?;
            text(&begun)
        }
        ShowCheck::Status { proposal } => with_engine(context, async |engine| text(&status(engine, &proposal).await?)).await,
        ShowCheck::Finish { proposal, look, cancel } => {
            with_engine(context, async |engine| {
                let source = match look {
                    1 => None,
                    _ => Some(chosen(&status(engine, &proposal).await?, look)?),
                };
                let request = FinishShownCheckRequest { cancel, source };
                let detail: ProposalDetailResponse =
                    engine.call(op::FINISH_SHOWN_CHECK.call([&proposal]).json(json!(request))).await?;
                let checkpoints =
                    detail.checkpoints.iter().map(|one| format!("\n  {}  {}", one.checkpoint_id, one.goal)).collect::<String>();
                let said = if cancel { "Nothing was changed." } else { "The draft looks there now." };
                Report::new(&detail, format!("{said}{checkpoints}"))
            })
            .await
        }
    }
}

async fn status(engine: &Engine, proposal: &Uuid) -> Result<ShownCheckStatus, CommandError> {
    let found: Option<ShownCheckStatus> = engine.call(op::SHOWN_CHECK_STATUS.call([proposal])).await?;
    let none = "No check is being shown. `apprentice learn show-check start` begins.";
    found.ok_or_else(|| CommandError::refused(ErrorCode::NotFound, none))
}

fn chosen(status: &ShownCheckStatus, number: usize) -> Result<ReadingSource, CommandError> {
    let look = number.checked_sub(1).and_then(|at| status.looks.get(at));
    let message = format!("--look: there are {} looks; choose a number of `learn show-check status`", status.looks.len());
    look.map(|look| look.source.clone()).ok_or_else(|| CommandError::refused(ErrorCode::InvalidRequest, message))
}

fn text(status: &ShownCheckStatus) -> CommandResult {
    let said = match status.looks.is_empty() {
        true => "Open the page that shows the result, or run a command that shows it; then `apprentice learn show-check finish`.",
        false => "Looked at, the last first; `apprentice learn show-check finish` takes the first, `--look N` another:",
    };
    let line = |(at, look): (usize, &ShownLook)| format!("\n  {}  {}", at + 1, look.title);
    let looks = status.looks.iter().enumerate().map(line).collect::<String>();
    Report::new(status, format!("{said}{looks}"))
}
