//! What agents report voluntarily (§0C.16 "Bridge tool"): reached, skipped or failed checkpoints, frictions, and the outcome of a
//! dispatch. An agent that reports nothing has not failed.
//!
//! Invariant: what an agent wrote is redacted before it is stored.

use crate::Answer;
use crate::ability::health_events::{HealthEvent, report_harm, update_health};
use crate::ability::operations::Abilities;
use crate::ability::record::find;
use crate::ability::{availability, friction, record};
use crate::core::dispatch_key::DispatchKey;
use crate::core::idempotency::{IdempotencyKey, once};
use crate::core::request;
use crate::core::request::refuse_secret;
use crate::core::stale::{Projection, is_waiting};
use crate::core::transaction::WriteTx;
use crate::session::record::find_session;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::checkpoint::{
    Checkpoint, CheckpointReceiptsResponse, CheckpointRole, CheckpointStatus, CheckpointVerificationReceipt, Grade, ReceiptSource,
};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::event::{ErrorReported, Event};
use apprentice_contracts::friction::{FrictionKind, FrictionRecord};
use apprentice_contracts::ids::{AbilityId, CheckpointId, ClientRequestId, DispatchId, LearnSessionId};
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::report::{
    AbilityReportsResponse, DispatchRecord, ObservationKind, ObservationReport, ObservationReportResponse,
    VerifyCheckpointRequest, VerifyCheckpointResponse,
};
use apprentice_observe::redact::mask_text;
use apprentice_store::{Connection, checkpoint_receipts, dispatches, events, proposals, retention};
use serde_json::json;

/// Number of dispatches that one response lists.
const SHOWN: u32 = 20;
/// The operations that an agent may repeat with a `client_request_id`.
const OPERATIONS: [&str; 2] = ["verify_checkpoint", "report_observation"];

impl Abilities {
    pub(crate) async fn verify_checkpoint(&self, request: VerifyCheckpointRequest) -> Answer<VerifyCheckpointResponse> {
        let request = check_report(request)?;
        refuse_secret("dispatch_id", request.dispatch_id.as_ref().map(DispatchId::as_str))?;
        refuse_secret("client_request_id", request.client_request_id.as_ref().map(ClientRequestId::as_str))?;
        let on = format!(
            "{}/{}",
            request.ability_id.as_ref().map(AbilityId::as_str).unwrap_or_default(),
            session_text(request.learn_session_id)
        );
        let key = IdempotencyKey::new(OPERATIONS[0], on, request.client_request_id.as_ref(), &request)?;
        let dispatches = self.core.dispatch_key.clone();
        self.commit_report(move |tx| {
            let response = once(tx, &key, |tx| verified(tx, &dispatches, request))?;
            limit_stored_responses(tx, &key)?;
            Ok(response)
        })
        .await
    }

    pub(crate) async fn report_observation(&self, report: ObservationReport) -> Answer<ObservationReportResponse> {
        let report = consistent(report)?;
        refuse_secret("dispatch_id", report.dispatch_id.as_ref().map(DispatchId::as_str))?;
        refuse_secret("client_request_id", report.client_request_id.as_ref().map(ClientRequestId::as_str))?;
        let on = format!(
            "{}/{}",
            report.ability_id.as_ref().map(AbilityId::as_str).unwrap_or_default(),
            report.dispatch_id.as_ref().map(DispatchId::as_str).unwrap_or_default()
        );
        let key = IdempotencyKey::new(OPERATIONS[1], on, report.client_request_id.as_ref(), &report)?;
        let dispatches = self.core.dispatch_key.clone();
        self.commit_report(move |tx| {
            let response = once(tx, &key, |tx| observed(tx, &dispatches, report))?;
            limit_stored_responses(tx, &key)?;
            Ok(response)
        })
        .await
    }

    pub(crate) async fn dispatch_checkpoint_receipts(
        &self,
        dispatch: DispatchId,
        page: PageQuery,
    ) -> Answer<CheckpointReceiptsResponse> {
        let (receipts, total) =
            self.core.store.read(move |db| checkpoint_receipts::of_dispatch(db, &dispatch, page)).await.map_err(crate::stored)?;
        let (page, page_size) = (page.page, page.page_size);
        Ok(CheckpointReceiptsResponse { receipts, total, page, page_size, schema_version: SCHEMA_VERSION })
    }

    pub(crate) async fn ability_reports(&self, id: AbilityId) -> Answer<AbilityReportsResponse> {
        self.core
            .store
            .read(move |db| {
                let record = find(db, &id)?;
                let dispatches = dispatches::latest_of_ability(db, &id, SHOWN)?;
                let shown = |receipt: &CheckpointVerificationReceipt| {
                    dispatches.iter().any(|dispatch| receipt.dispatch_id.as_ref() == Some(&dispatch.dispatch_id))
                };
                let receipts = checkpoint_receipts::of_ability(db, &id)?;
                Ok(AbilityReportsResponse {
                    receipts: receipts.into_iter().filter(shown).collect(),
                    checkpoints: record::checkpoints(db, &record)?,
                    ability_id: id,
                    dispatches,
                    schema_version: SCHEMA_VERSION,
                })
            })
            .await
    }
}

impl Abilities {
    /// Commits what an agent reports. Its projections follow within a moment, so that reporting costs an agent no time. If the report
    /// changes what the bridge shows, projections are written before this returns.
    async fn commit_report<T, F>(&self, change: F) -> Answer<T>
    where
        F: FnOnce(&WriteTx<'_>) -> Answer<T> + Send + 'static,
        T: Send + 'static,
    {
        let change = move |tx: &WriteTx<'_>| Ok((change(tx)?, is_waiting(tx.db, &[Projection::Bridge])?));
        let (value, bridge_is_stale) = self.core.change(change).await?;
        if bridge_is_stale {
            self.core.deliver_projections().await;
        }
        Ok(value)
    }
}

/// Limits the stored responses of one agent, so that endless reports do not fill the disk.
fn limit_stored_responses(tx: &WriteTx<'_>, key: &IdempotencyKey) -> Answer<()> {
    if key.is_some() { Ok(retention::trim_answers(tx.db, OPERATIONS)?) } else { Ok(()) }
}

fn session_text(id: Option<LearnSessionId>) -> String {
    id.map(|id| id.to_string()).unwrap_or_default()
}

/// Checks that the fields agree with each other.
fn check_report(request: VerifyCheckpointRequest) -> Answer<VerifyCheckpointRequest> {
    let failed = request.status == CheckpointStatus::Failed;
    let explained = request.reason.as_ref().is_some_and(|reason| !reason.trim().is_empty());
    match () {
        () if request.ability_id.is_none() && request.learn_session_id.is_none() => {
            Err(request::invalid("ability_id", "name the ability, or a learn_session_id, that the checkpoint belongs to"))
        }
        () if request.evidence.trim().is_empty() => Err(request::invalid("evidence", "say what was seen")),
        () if request.status != CheckpointStatus::Reached && !explained => {
            Err(request::invalid("reason", "say why it was skipped or failed"))
        }
        () if request.safety_critical && !failed => {
            Err(request::invalid("safety_critical", "only a failed checkpoint can be critical for safety"))
        }
        () => Ok(request),
    }
}

/// Refuses a dispatch that the engine did not give out for this ability: an agent could invent any number of them.
fn issued(dispatches: &DispatchKey, id: Option<&DispatchId>, ability: Option<&AbilityId>) -> Answer<()> {
    let Some(id) = id else { return Ok(()) };
    if ability.is_some_and(|ability| dispatches.issued(ability, id)) {
        return Ok(());
    }
    let message = "dispatch_id: Apprentice did not give it out for this ability. get_skill gives one for each use; leave it out to \
                   report without one.";
    Err(Failure::new(ErrorCode::DispatchNotFound, message).with_details(json!({ "field": "dispatch_id", "ability_id": ability })))
}

/// Refuses a second verdict on a checkpoint in one dispatch.
fn first_verdict(tx: &WriteTx<'_>, dispatch: Option<&DispatchId>, checkpoint: &CheckpointId) -> Answer<()> {
    let Some(dispatch) = dispatch else { return Ok(()) };
    match checkpoint_receipts::in_dispatch(tx.db, dispatch, checkpoint)? {
        None => Ok(()),
        Some(given) => {
            let message = format!(
                "{checkpoint} was reported for this dispatch already. Report a checkpoint once, when it is decided; get_skill begins \
                 another use."
            );
            let details = json!({ "field": "checkpoint_id", "status": given.status, "receipt_id": given.receipt_id });
            Err(Failure::new(ErrorCode::VerdictAlreadyGiven, message).with_details(details))
        }
    }
}

fn verified(tx: &WriteTx<'_>, dispatches: &DispatchKey, request: VerifyCheckpointRequest) -> Answer<VerifyCheckpointResponse> {
    let (ability, checkpoints) = subject(tx.db, &request)?;
    issued(dispatches, request.dispatch_id.as_ref(), ability.as_ref())?;
    let Some(checkpoint) = checkpoints.iter().find(|checkpoint| checkpoint.checkpoint_id == request.checkpoint_id) else {
        return Err(no_such_checkpoint(&request.checkpoint_id, ability.as_ref().map(|_| &*checkpoints)));
    };
    first_verdict(tx, request.dispatch_id.as_ref(), &request.checkpoint_id)?;
    let decides = checkpoint.role == CheckpointRole::Effect;
    let receipt = CheckpointVerificationReceipt {
        receipt_id: tx.id(),
        checkpoint_id: request.checkpoint_id,
        ability_id: ability.clone(),
        learn_session_id: request.learn_session_id,
        validation_run_id: None,
        dispatch_id: request.dispatch_id,
        status: request.status,
        evidence: masked(&request.evidence, 1000),
        reason: request.reason.filter(|reason| !reason.trim().is_empty()).map(|reason| masked(&reason, 400)),
        not_reached: None,
        source: ReceiptSource::Agent,
        grade: Some(Grade::SaidByAgent),
        agent: request.agent.map(|agent| masked(&agent, 80)),
        created_at: tx.now,
        schema_version: SCHEMA_VERSION,
    };
    crate::validation::verdicts::store(tx, &receipt)?;
    apply_limits(tx, &receipt)?;
    notify_session(tx, &receipt)?;
    friction::apply_receipt(tx, &receipt, request.safety_critical)?;
    let mut checkpoint_health = None;
    if let Some(ability) = &ability {
        touch_dispatch(tx, receipt.dispatch_id.as_ref(), ability, receipt.agent.as_deref())?;
        let health_event = match receipt.status {
            CheckpointStatus::Failed if decides => HealthEvent::Failed,
            CheckpointStatus::Failed | CheckpointStatus::Reached | CheckpointStatus::Skipped => HealthEvent::Reported,
        };
        if request.safety_critical {
            report_harm(tx, ability, &receipt)?;
        }
        checkpoint_health = update_health(tx, ability, health_event)?.and_then(|record| record.entry.checkpoint_health);
        availability::mark_statistics_changed(tx)?;
    }
    Ok(VerifyCheckpointResponse { receipt, ability_id: ability, checkpoint_health, schema_version: SCHEMA_VERSION })
}

/// Adds an event to an unsettled session; the stream of a settled one has ended. Above the limit no more events are added, and
/// the last one says so.
fn notify_session(tx: &WriteTx<'_>, receipt: &CheckpointVerificationReceipt) -> Answer<()> {
    let Some(id) = receipt.learn_session_id else { return Ok(()) };
    if find_session(tx.db, id)?.session.state.is_settled() {
        return Ok(());
    }
    let reported = events::count_agent_checkpoints(tx.db, id)?;
    if reported >= retention::MAX_EVENTS {
        return Ok(());
    }
    tx.event(id, &crate::validation::verdicts::event(receipt))?;
    if reported + 1 == retention::MAX_EVENTS {
        let message = "Agents reported so many checkpoints to this session that no more are shown here. They are still stored.";
        tx.event(id, &Event::Error(ErrorReported::new("TOO_MANY_REPORTS", message)))?;
    }
    Ok(())
}

/// Limits the stored receipts, so that endless reports do not fill the disk.
fn apply_limits(tx: &WriteTx<'_>, receipt: &CheckpointVerificationReceipt) -> Answer<()> {
    let gone = match (&receipt.ability_id, receipt.learn_session_id) {
        (Some(ability), _) => retention::trim_ability_receipts(tx.db, ability, tx.now - crate::ability::health::WINDOW)?,
        (None, Some(session)) => retention::trim_session_receipts(tx.db, session)?,
        (None, None) => false,
    };
    if gone { tx.rewrite(&Projection::CheckpointReceipts) } else { Ok(()) }
}

/// The reported ability, if there is one, and its checkpoints.
fn subject(db: &Connection, request: &VerifyCheckpointRequest) -> Answer<(Option<AbilityId>, Vec<Checkpoint>)> {
    let session = request.learn_session_id.map(|id| find_session(db, id)).transpose()?;
    let learned = session.as_ref().and_then(|record| record.session.ability_id.clone());
    if let (Some(named), Some(_)) = (&request.ability_id, &session)
        && learned.as_ref().is_none_or(|learned| learned != named)
    {
        return Err(request::invalid("learn_session_id", "the session did not teach this ability; name the one or the other"));
    }
    if let Some(id) = request.ability_id.clone().or_else(|| learned.filter(|id| find(db, id).is_ok())) {
        let checkpoints = record::checkpoints(db, &find(db, &id)?)?;
        return Ok((Some(id), checkpoints));
    }
    let proposal = session.and_then(|record| record.session.proposal_id);
    let proposal = proposal.map(|id| proposals::get(db, id)).transpose()?.flatten();
    Ok((None, proposal.map(|record| record.draft.checkpoints).unwrap_or_default()))
}

/// `known`: the checkpoints of an installed ability. Those of a draft are not disclosed to an agent that guesses.
fn no_such_checkpoint(id: &CheckpointId, known: Option<&[Checkpoint]>) -> Failure {
    let Some(known) = known else {
        return request::invalid("checkpoint_id", &format!("the session has no checkpoint {id}"));
    };
    let ids: Vec<&str> = known.iter().map(|checkpoint| checkpoint.checkpoint_id.as_str()).collect();
    let ids = if ids.is_empty() { "none yet".to_owned() } else { ids.join(", ") };
    request::invalid("checkpoint_id", &format!("there is no checkpoint {id}; there are: {ids}"))
}

fn masked(words: &str, limit: usize) -> String {
    mask_text(words.trim()).0.chars().take(limit).collect()
}

fn consistent(report: ObservationReport) -> Answer<ObservationReport> {
    let ends = report.kind == ObservationKind::Outcome;
    match () {
        () if report.summary.trim().is_empty() => Err(request::invalid("summary", "say it in a few words")),
        () if ends && report.outcome.is_none() => {
            Err(request::invalid("outcome", "say how the dispatch ended: succeeded, failed or abandoned"))
        }
        () if !ends && report.outcome.is_some() => Err(request::invalid("outcome", "only a report of kind outcome has one")),
        () if ends && report.dispatch_id.is_none() => Err(request::invalid("dispatch_id", "name the dispatch that ended")),
        () if ends && report.ability_id.is_none() => {
            Err(request::invalid("ability_id", "name the ability that the dispatch used"))
        }
        () => Ok(report),
    }
}

fn observed(tx: &WriteTx<'_>, dispatches: &DispatchKey, report: ObservationReport) -> Answer<ObservationReportResponse> {
    let ability = report.ability_id;
    if let Some(ability) = &ability {
        find(tx.db, ability)?;
    }
    // A note may name what it belongs to without an ability. It is kept as a word then, and counts nowhere.
    if ability.is_some() {
        issued(dispatches, report.dispatch_id.as_ref(), ability.as_ref())?;
    }
    let agent = report.agent.map(|agent| masked(&agent, 80));
    let mut dispatch = match &ability {
        Some(ability) => touch_dispatch(tx, report.dispatch_id.as_ref(), ability, agent.as_deref())?,
        None => None,
    };
    let summary = masked(&report.summary, 400);
    let mut record = None;
    match (report.kind, &mut dispatch) {
        (ObservationKind::Outcome, Some(dispatch)) => {
            dispatch.outcome = report.outcome;
            dispatch.summary = Some(summary);
            dispatch.ended_at = Some(tx.now);
            dispatches::put(tx.db, dispatch)?;
        }
        (kind, _) => {
            record = Some(FrictionRecord {
                friction_id: tx.id(),
                kind: if kind == ObservationKind::Note { FrictionKind::Note } else { FrictionKind::Reported },
                ability_id: ability,
                learn_session_id: None,
                dispatch_id: report.dispatch_id,
                checkpoint_id: None,
                receipt_id: None,
                summary,
                agent,
                created_at: tx.now,
                schema_version: SCHEMA_VERSION,
            });
            friction::add(tx, record.as_ref().ok_or_else(|| crate::internal("reporting", &"no record"))?)?;
        }
    }
    availability::mark_statistics_changed(tx)?;
    let dispatch = dispatch.filter(|_| report.kind == ObservationKind::Outcome);
    Ok(ObservationReportResponse { record, dispatch, schema_version: SCHEMA_VERSION })
}

/// Stores that a dispatch is alive.
fn touch_dispatch(
    tx: &WriteTx<'_>,
    id: Option<&DispatchId>,
    ability: &AbilityId,
    agent: Option<&str>,
) -> Answer<Option<DispatchRecord>> {
    let Some(id) = id else { return Ok(None) };
    let before = dispatches::get(tx.db, id, ability)?;
    let is_new = before.is_none();
    let mut record = before.unwrap_or_else(|| DispatchRecord {
        dispatch_id: id.clone(),
        ability_id: ability.clone(),
        agent: None,
        outcome: None,
        summary: None,
        started_at: tx.now,
        ended_at: None,
        last_seen: tx.now,
        schema_version: SCHEMA_VERSION,
    });
    record.agent = agent.map(str::to_owned).or(record.agent);
    record.last_seen = tx.now;
    dispatches::put(tx.db, &record)?;
    if is_new {
        retention::trim_dispatches(tx.db, ability)?;
    }
    Ok(Some(record))
}
