//! What was observed in a session: look at it, trim it, limit what a rehearsal of it may touch.

use super::args::{Chosen, TrimAt};
use super::{latest, nothing_under_way};
use crate::args::PolicyChoice;
use crate::engine::{CliContext, with_engine};
use crate::output::{CommandResult, Report};
use crate::show::{Text, fields, rows};
use crate::test_policy;
use apprentice_api::client::Call;
use apprentice_api::operations as op;
use apprentice_contracts::session::{LearnSessionDetailResponse, SessionActionResponse};
use serde_json::{Value, json};
use uuid::Uuid;

pub async fn actions(context: &CliContext, chosen: &Chosen) -> CommandResult {
    let text = |answer: &Value| rows(answer, "actions", &["seq", "event_id", "action_label"], "Nothing was observed.");
    of_session(context, chosen, &|session| op::OBSERVED_ACTIONS.call([&session]), &text).await
}

pub async fn delete_action(context: &CliContext, chosen: &Chosen, event: Uuid) -> CommandResult {
    of_session(context, chosen, &|session| op::DELETE_OBSERVED_ACTION.call([&session, &event]), &fields).await
}

pub async fn trim(context: &CliContext, chosen: &Chosen, at: TrimAt, event: Uuid) -> CommandResult {
    let kind = match at {
        TrimAt::Start => "trim_start",
        TrimAt::End => "trim_end",
    };
    let body = json!({ "trim_kind": kind, "to_event_id": event });
    let request = |session: &str| op::TRIM_SESSION.call([&session]).json(body.clone());
    of_session(context, chosen, &request, &|_| "Trimmed.".to_owned()).await
}

pub async fn checkpoints(context: &CliContext, chosen: &Chosen) -> CommandResult {
    let columns = ["created_at", "checkpoint_id", "status", "grade", "evidence"];
    let text = |answer: &Value| rows(answer, "receipts", &columns, "No checkpoint was seen.");
    of_session(context, chosen, &|session| op::SESSION_CHECKPOINT_RECEIPTS.call([&session]), &text).await
}

/// Sets the test policy of a draft, or only shows what acts.
pub async fn policy(context: &CliContext, chosen: &Chosen, choice: &PolicyChoice) -> CommandResult {
    let change = choice.read()?;
    with_engine(context, async |engine| {
        let session = latest(engine, chosen).await?.ok_or_else(nothing_under_way)?;
        if let Some(policy) = change {
            let body = json!({ "test_policy": policy });
            let _: SessionActionResponse = engine.call(op::SET_TEST_POLICY.call([&session]).json(body)).await?;
        }
        let detail: LearnSessionDetailResponse = engine.call(op::SESSION_DETAIL.call([&session])).await?;
        let answer = json!({
            "session": detail.session, "test_policy": detail.test_policy, "acting_test_policy": detail.acting_test_policy,
        });
        Report::new(&answer, test_policy::words(&detail.acting_test_policy))
    })
    .await
}

/// Calls an operation of the chosen session, else of the last one.
async fn of_session(context: &CliContext, chosen: &Chosen, request: &dyn Fn(&str) -> Call, text: Text<'_>) -> CommandResult {
    with_engine(context, async |engine| {
        let session = latest(engine, chosen).await?.ok_or_else(nothing_under_way)?;
        let answer: Value = engine.call(request(&session)).await?;
        let text = text(&answer);
        Report::new(&answer, text)
    })
    .await
}
