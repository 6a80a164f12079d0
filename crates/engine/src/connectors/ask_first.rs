//! Calls that ask the person first. An answer is bound to the server, the tool as it is defined, the arguments, the policy and the connection
//! that asked; whatever of these changes, the person is asked again. An answer to one call is used once, by an atomic update.
//!
//! The person sees the arguments whole, save for the values of secrets that the server was given. They are in memory alone, as long as the
//! request waits: the database holds them with everything masked that looks like a secret. So a request that waited when the program ended
//! has expired.
//!
//! Invariant: only the person answers, and only what they can see whole. Invariant: a call runs at most once for an answer to one call.
//! Invariant: the name that an agent gives itself decides nothing.

use super::calls::{Call, Checked};
use super::known_secrets::KnownSecrets;
use super::receipts::{self, Event};
use super::{ConnectorCaller, Connectors};
use crate::Answer;
use crate::core::notify::ChangeNotice;
use crate::core::request::invalid;
use crate::core::transaction::WriteTx;
use apprentice_connectors::findings::{each_word, is_secret_name, visible, visible_value};
use apprentice_connectors::pins::sha256;
use apprentice_contracts::connector::*;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{CorrelationId, McpDispatchId, McpServerId};
use apprentice_contracts::{MASK, SCHEMA_VERSION, Time};
use apprentice_observe::redact::mask_text;
use apprentice_store::mcp_tools::McpToolRecord;
use apprentice_store::{StoreError, mcp_dispatches};
use chrono::Duration as Span;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tokio::sync::Notify;

/// How long a request waits for an answer, and an answer for its use.
const ANSWERABLE: Span = Span::minutes(15);
/// How long “until the end of the turn” is: a server does not learn when a turn ends.
const TURN: Span = Span::minutes(10);
/// Most requests that wait at a time, and those of one caller.
const MOST: u32 = 100;
const OF_ONE: usize = 25;
/// Most bytes of the arguments of one request, and of all that wait.
const LONGEST: usize = 256 * 1024;
const ALL: usize = 4 * 1024 * 1024;
/// Bytes of arguments that the database keeps of a request.
const STORED: usize = 8 * 1024;
/// Requests that are kept when they are settled, and shown.
const KEPT: u32 = 500;
const SHOWN: u32 = 50;

/// What answers allow for a while, and who waits for one. Nothing of it outlives the program.
#[derive(Default)]
pub(super) struct Answers {
    grants: Mutex<Vec<Grant>>,
    /// Woken by every answer.
    given: Notify,
    waiting: Mutex<Vec<McpDispatchId>>,
    /// The arguments of requests that wait.
    shown: Mutex<HashMap<McpDispatchId, Shown>>,
}

/// Arguments as the person sees them.
struct Shown {
    until: Time,
    arguments: Value,
    bytes: usize,
}

struct Grant {
    key: String,
    until: Option<Time>,
    /// That of the request which was answered.
    correlation: CorrelationId,
}

/// Who asked, in the words of a request. An agent chooses its name itself.
fn who(caller: &ConnectorCaller) -> String {
    match caller {
        ConnectorCaller::Person => "person".to_owned(),
        ConnectorCaller::Apprentice => "apprentice".to_owned(),
        ConnectorCaller::Agent(agent) => format!("agent:{}", visible(agent.name.as_deref().unwrap_or_default())),
    }
}

/// Identifies a caller. Agents without a connection of their own share the token of agents, and cannot be distinguished.
fn key_of(caller: &ConnectorCaller) -> String {
    match caller {
        ConnectorCaller::Person => "person".to_owned(),
        ConnectorCaller::Apprentice => "apprentice".to_owned(),
        ConnectorCaller::Agent(agent) => bound_to(agent.connection.as_deref()),
    }
}

fn bound_to(connection: Option<&str>) -> String {
    connection.map_or_else(|| "agents".to_owned(), |connection| format!("connection:{connection}"))
}

/// The same of a request.
fn key_of_request(dispatch: &McpAskFirstDispatch) -> String {
    match dispatch.requested_by.as_str() {
        "person" => "person".to_owned(),
        _ => bound_to(dispatch.connection.as_deref()),
    }
}

/// What the person can answer: what holds for a while needs a caller that can be distinguished from others.
fn decisions(dispatch: &McpAskFirstDispatch) -> Vec<McpAskFirstDecision> {
    use McpAskFirstDecision::{ApproveForSession, ApproveOnce, ApproveUntilEndOfTurn, Deny};
    match (dispatch.status, key_of_request(dispatch).as_str()) {
        (McpAskFirstStatus::Pending, "agents") => vec![ApproveOnce, Deny],
        (McpAskFirstStatus::Pending, _) => vec![ApproveOnce, ApproveUntilEndOfTurn, ApproveForSession, Deny],
        _ => Vec::new(),
    }
}

/// What an answer for a while is bound to.
fn grant_key(server: &McpServerId, tool: &str, digest: &str, version: u64, caller: &str) -> String {
    sha256(json!([server, tool, digest, version, caller]).to_string())
}

/// The same of the request that was answered.
fn key_of_grant(dispatch: &McpAskFirstDispatch) -> String {
    let McpAskFirstDispatch { server_id, tool_name, tool_digest, policy_version, .. } = dispatch;
    grant_key(server_id, tool_name, tool_digest, *policy_version, &key_of_request(dispatch))
}

/// What an answer to one call is bound to.
fn request_key(grant: &str, arguments: &str) -> String {
    sha256(format!("{grant}\n{arguments}"))
}

impl Answers {
    /// The request whose answer allows a call now.
    fn allows(&self, key: &str, now: Time) -> Option<CorrelationId> {
        let mut grants = self.grants.lock().unwrap_or_else(PoisonError::into_inner);
        grants.retain(|grant| grant.until.is_none_or(|until| until > now));
        grants.iter().rfind(|grant| grant.key == key).map(|grant| grant.correlation)
    }

    /// Takes back every answer that holds for a while.
    pub(super) fn forget(&self) {
        self.grants.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn shown(&self) -> std::sync::MutexGuard<'_, HashMap<McpDispatchId, Shown>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes back what the answer to one request allowed.
    fn take_back(&self, correlation: CorrelationId) {
        let mut grants = self.grants.lock().unwrap_or_else(PoisonError::into_inner);
        grants.retain(|grant| grant.correlation != correlation);
    }

    fn allow(&self, key: String, until: Option<Time>, correlation: CorrelationId) {
        self.grants.lock().unwrap_or_else(PoisonError::into_inner).push(Grant { key, until, correlation });
    }
}

/// Marks a caller as waiting, as long as it lives.
struct Waiting<'a>(&'a Answers, McpDispatchId);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner).retain(|id| *id != self.1);
    }
}

impl Connectors {
    /// Takes the permission for a call that asks first, or asks for it. `wait`: how long the caller waits for an answer.
    ///
    /// Errors: `MCP_ASK_FIRST_REQUIRED` while there is none, `MCP_CALL_DENIED`, `QUOTA_EXCEEDED`, `PAYLOAD_TOO_LARGE`.
    pub(super) async fn permission(
        &self,
        call: &Call<'_>,
        arguments: &Map<String, Value>,
        checked: &Checked,
        because: &str,
        wait: std::time::Duration,
    ) -> Answer<Waited> {
        let (record, tool, version) = (&checked.record, &checked.tool, checked.policy_version);
        let grant = grant_key(call.server, &tool.name, &tool.digest, version, &key_of(call.caller));
        let request = request_key(&grant, &call.arguments);
        let mut dispatch = match self.take(&grant, &request).await? {
            Taken::Allowed(correlation) => {
                call.belongs_to(correlation);
                return Ok(Waited::NotAtAll);
            }
            Taken::Denied(dispatch) => return Err(refused(call, &dispatch)),
            Taken::Pending(dispatch) => dispatch,
            Taken::Nothing => {
                let arguments = Value::Object(arguments.clone());
                let connection = match call.caller {
                    ConnectorCaller::Person | ConnectorCaller::Apprentice => None,
                    ConnectorCaller::Agent(agent) => agent.connection.clone(),
                };
                let dispatch = McpAskFirstDispatch {
                    dispatch_id: self.core.options.ids.next().into(),
                    correlation_id: self.core.options.ids.next().into(),
                    server_id: call.server.clone(),
                    server_name: record.entry.display_name.clone(),
                    tool_name: tool.name.clone(),
                    request_summary: summary(tool),
                    arguments: stored(masked(&checked.open.secrets.value(&arguments))),
                    arguments_text: String::new(),
                    arguments_sha256: call.arguments.clone(),
                    tool_digest: tool.digest.clone(),
                    policy_version: version,
                    requested_by: who(call.caller),
                    connection,
                    decisions: Vec::new(),
                    because: because.to_owned(),
                    status: McpAskFirstStatus::Pending,
                    expires_at: self.core.now() + ANSWERABLE,
                    decision_reason: None,
                    decided_at: None,
                    created_at: self.core.now(),
                    schema_version: SCHEMA_VERSION,
                };
                let shown = shown(&arguments, &checked.open.secrets);
                self.ask(&request, dispatch, shown, call.caller.clone()).await?
            }
        };
        let deadline = tokio::time::Instant::now() + wait;
        self.answers.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(dispatch.dispatch_id);
        let _waiting = Waiting(&self.answers, dispatch.dispatch_id);
        loop {
            let given = self.answers.given.notified();
            // An answer that came before this is seen here.
            match self.take(&grant, &request).await? {
                Taken::Allowed(correlation) => {
                    call.belongs_to(correlation);
                    return Ok(Waited::ForThePerson);
                }
                Taken::Denied(dispatch) => return Err(refused(call, &dispatch)),
                Taken::Pending(found) => dispatch = found,
                Taken::Nothing => return Err(required(&dispatch)),
            }
            if tokio::time::timeout_at(deadline, given).await.is_err() {
                return Err(required(&dispatch));
            }
        }
    }

    async fn ask(
        &self,
        request: &str,
        dispatch: McpAskFirstDispatch,
        shown: Value,
        caller: ConnectorCaller,
    ) -> Answer<McpAskFirstDispatch> {
        let (request, id) = (request.to_owned(), dispatch.dispatch_id);
        self.keep_shown(id, dispatch.expires_at, shown)?;
        let asked = self
            .core
            .change(move |tx| {
                expire(tx)?;
                // Another one may have asked for the same in the meantime.
                if let Some(found) = mcp_dispatches::same(tx.db, &request, McpAskFirstStatus::Pending, tx.now)? {
                    return Ok(found);
                }
                let caller_key = key_of_request(&dispatch);
                let waiting = mcp_dispatches::waiting(tx.db)?;
                if waiting.len() >= MOST as usize {
                    return Err(too_many(&format!("{MOST} calls wait for the person already.")));
                }
                if waiting.iter().filter(|other| key_of_request(other) == caller_key).count() >= OF_ONE {
                    return Err(too_many(&format!("{OF_ONE} of your calls wait for the person already.")));
                }
                mcp_dispatches::add(tx.db, &request, &dispatch)?;
                mcp_dispatches::forget_old(tx.db, KEPT)?;
                let summary = format!("{} asks first, because {}.", dispatch.tool_name, dispatch.because);
                let event = Event::ok(McpReceiptKind::AskFirst, &dispatch.server_id, summary);
                receipts::add(tx, Event { caller: Some(&caller), ..of_request(event, &dispatch) })?;
                tx.notify(ChangeNotice::Connectors);
                Ok(dispatch)
            })
            .await;
        if !asked.as_ref().is_ok_and(|asked| asked.dispatch_id == id) {
            self.answers.shown().remove(&id);
        }
        asked
    }

    /// Keeps the arguments of a request before anybody can see it.
    fn keep_shown(&self, id: McpDispatchId, until: Time, arguments: Value) -> Answer<()> {
        let bytes = arguments.to_string().len();
        if bytes > LONGEST {
            let message = format!(
                "arguments: {bytes} bytes; a call that asks the person first has at most {LONGEST}, so that they can read it. Send less at a time."
            );
            return Err(Failure::new(ErrorCode::PayloadTooLarge, message).with_details(json!({ "field": "arguments" })));
        }
        let (mut all, now) = (self.answers.shown(), self.core.now());
        all.retain(|_, shown| shown.until > now);
        if all.values().map(|shown| shown.bytes).sum::<usize>() + bytes > ALL {
            return Err(too_many("The calls that wait for the person already have as many arguments as can be kept."));
        }
        all.insert(id, Shown { until, arguments, bytes });
        Ok(())
    }

    /// Uses the answer to this request, or one that holds for a while, if there is one.
    async fn take(&self, grant: &str, request: &str) -> Answer<Taken> {
        let allowed = || self.answers.allows(grant, self.core.now()).map(Taken::Allowed);
        if let Some(allowed) = allowed() {
            self.settle(request).await?;
            return Ok(allowed);
        }
        let request = request.to_owned();
        let taken = self.core.change(move |tx| {
            use McpAskFirstStatus::{ApprovedOnce, Denied, Pending, Resumed};
            if let Some(mut found) = mcp_dispatches::same(tx.db, &request, ApprovedOnce, tx.now)? {
                found.status = Resumed;
                if mcp_dispatches::change(tx.db, ApprovedOnce, &found)? {
                    return Ok(Taken::Allowed(found.correlation_id));
                }
            }
            if let Some(found) = mcp_dispatches::same(tx.db, &request, Pending, tx.now)? {
                return Ok(Taken::Pending(found));
            }
            let denied = mcp_dispatches::same(tx.db, &request, Denied, tx.now)?;
            Ok(denied.map_or(Taken::Nothing, Taken::Denied))
        });
        Ok(match taken.await? {
            // An answer for a while is granted before it is committed, so one that came in between is seen here.
            Taken::Nothing => allowed().unwrap_or(Taken::Nothing),
            taken => taken,
        })
    }

    /// Takes the request for a call back that the answer to another one allows: nobody needs to answer it any more.
    async fn settle(&self, request: &str) -> Answer<()> {
        use McpAskFirstStatus::{Pending, Resumed};
        let (asked, now) = (request.to_owned(), self.core.now());
        let read = self.core.store.read(move |db| mcp_dispatches::same(db, &asked, Pending, now));
        // Most calls that are allowed for a while have none, and need no writer.
        if read.await.map_err(crate::stored)?.is_none() {
            return Ok(());
        }
        let request = request.to_owned();
        let settled = self.core.change(move |tx| {
            let Some(mut found) = mcp_dispatches::same(tx.db, &request, Pending, tx.now)? else { return Ok(None) };
            (found.status, found.decided_at) = (Resumed, Some(tx.now));
            mcp_dispatches::change(tx.db, Pending, &found)?;
            tx.notify(ChangeNotice::Connectors);
            Ok(Some(found.dispatch_id))
        });
        if let Some(id) = settled.await? {
            self.answers.shown().remove(&id);
        }
        Ok(())
    }

    pub(crate) async fn pending(&self) -> Answer<McpAskFirstListResponse> {
        let now = self.core.now();
        let overdue = self.core.store.read(move |db| mcp_dispatches::overdue(db, now)).await.map_err(crate::stored)?;
        if !overdue.is_empty() {
            self.core.change(expire).await?;
        }
        let read = self.core.store.read(|db| {
            let (dispatches, pending) = (mcp_dispatches::newest(db, SHOWN)?, mcp_dispatches::pending(db)?);
            Ok::<_, StoreError>(McpAskFirstListResponse {
                dispatches,
                elicitations: Vec::new(),
                challenges: Vec::new(),
                pending,
                schema_version: SCHEMA_VERSION,
            })
        });
        let mut found = read.await.map_err(crate::stored)?;
        found.dispatches.iter_mut().for_each(|dispatch| self.present(dispatch));
        found.elicitations = self.questions.shown();
        found.challenges = self.challenges.shown(now);
        found.pending += u32::try_from(found.elicitations.len() + found.challenges.len()).unwrap_or_default();
        Ok(found)
    }

    /// Fills in what the person sees of a request.
    fn present(&self, dispatch: &mut McpAskFirstDispatch) {
        if dispatch.status == McpAskFirstStatus::Pending
            && let Some(whole) = self.answers.shown().get(&dispatch.dispatch_id)
        {
            dispatch.arguments = whole.arguments.clone();
        }
        dispatch.arguments = visible_value(&dispatch.arguments);
        // A program that reads JSON may round numbers; this text is what is sent.
        dispatch.arguments_text = serde_json::to_string_pretty(&dispatch.arguments).unwrap_or_default();
        dispatch.decisions = decisions(dispatch);
    }

    /// Marks requests as expired that waited when the program ended: what they asked for cannot be shown whole any more.
    pub(super) async fn expire_unseen(&self) -> Answer<()> {
        self.core
            .change(|tx| {
                let waiting = mcp_dispatches::waiting(tx.db)?;
                waiting.into_iter().try_for_each(|dispatch| end(tx, dispatch, "waited when Apprentice ended"))
            })
            .await
    }

    /// Answers a request. `denies`: the route says no.
    ///
    /// Errors: `NOT_FOUND`, `MCP_ASK_FIRST_EXPIRED`, `CONFLICT` when it was answered already.
    pub(crate) async fn answer(
        &self,
        id: McpDispatchId,
        request: McpAskFirstDecisionRequest,
        denies: bool,
    ) -> Answer<McpAskFirstDecisionResponse> {
        use McpAskFirstDecision as D;
        use McpAskFirstStatus as S;
        if denies != (request.decision == D::Deny) {
            let why = if denies { "this route takes deny alone" } else { "deny has a route of its own, …/deny" };
            return Err(invalid("decision", why));
        }
        let was_seen = self.answers.shown().contains_key(&id);
        let (answers, granted) = (self.answers.clone(), Arc::new(OnceLock::new()));
        let granting = granted.clone();
        let (decision, reason) = (request.decision, request.reason.map(|reason| mask_text(&reason).0));
        let (mut dispatch, receipt_id) = self
            .core
            .change(move |tx| {
                let mut dispatch = mcp_dispatches::get(tx.db, id)?.ok_or_else(|| {
                    Failure::new(
                        ErrorCode::NotFound,
                        format!("There is no request {id}. `apprentice connectors pending` lists them."),
                    )
                })?;
                if dispatch.status == S::Expired || (dispatch.status == S::Pending && dispatch.expires_at <= tx.now) {
                    let message = "Nobody answered in time, so the call was not made. The caller has to ask again.";
                    return Err(Failure::new(ErrorCode::McpAskFirstExpired, message));
                }
                if dispatch.status == S::Pending && !was_seen && decision != D::Deny {
                    let message = "The arguments of this call cannot be shown whole any more. Let its caller ask again.";
                    return Err(Failure::new(ErrorCode::Conflict, message));
                }
                if dispatch.status == S::Pending && !decisions(&dispatch).contains(&decision) {
                    let why = "the agent that asked has no connection of its own, so it cannot be distinguished from others; allow the call once";
                    return Err(invalid("decision", why));
                }
                dispatch.status = match decision {
                    D::ApproveOnce => S::ApprovedOnce,
                    D::ApproveUntilEndOfTurn => S::ApprovedUntilEndOfTurn,
                    D::ApproveForSession => S::ApprovedForSession,
                    D::Deny => S::Denied,
                };
                dispatch.decided_at = Some(tx.now);
                dispatch.decision_reason = reason;
                dispatch.expires_at = tx.now + ANSWERABLE;
                if !mcp_dispatches::change(tx.db, S::Pending, &dispatch)? {
                    return Err(Failure::new(ErrorCode::Conflict, "This request was answered already."));
                }
                let until = match decision {
                    D::ApproveUntilEndOfTurn => Some(Some(tx.now + TURN)),
                    D::ApproveForSession => Some(None),
                    D::ApproveOnce | D::Deny => None,
                };
                if let Some(until) = until {
                    // Before the commit, so that a caller who finds the request answered finds what it allows.
                    answers.allow(key_of_grant(&dispatch), until, dispatch.correlation_id);
                    granting.get_or_init(|| dispatch.correlation_id);
                }
                let words = match decision {
                    D::ApproveOnce => "was allowed once",
                    D::ApproveUntilEndOfTurn => "was allowed for ten minutes",
                    D::ApproveForSession => "was allowed until Apprentice ends",
                    D::Deny => "was refused",
                };
                let summary = format!("{} for {} {words}.", dispatch.tool_name, dispatch.requested_by);
                let event = Event::ok(McpReceiptKind::AskFirstDecision, &dispatch.server_id, summary);
                let status = if decision == D::Deny { McpReceiptStatus::Blocked } else { McpReceiptStatus::Ok };
                let receipt = receipts::add(tx, Event { status, ..of_request(event, &dispatch) })?;
                tx.notify(ChangeNotice::Connectors);
                Ok((dispatch, receipt))
            })
            .await
            .inspect_err(|_| {
                granted.get().into_iter().for_each(|correlation| self.answers.take_back(*correlation));
            })?;
        self.answers.shown().remove(&id);
        let resumed = self.answers.waiting.lock().unwrap_or_else(PoisonError::into_inner).contains(&id) && decision != D::Deny;
        self.answers.given.notify_waiters();
        self.present(&mut dispatch);
        Ok(McpAskFirstDecisionResponse { dispatch, resumed, receipt_id, schema_version: SCHEMA_VERSION })
    }
}

/// Whether a permitted call waited for an answer, so that time has passed since it was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waited {
    NotAtAll,
    ForThePerson,
}

enum Taken {
    /// With the correlation id of the request that was answered.
    Allowed(CorrelationId),
    Denied(McpAskFirstDispatch),
    Pending(McpAskFirstDispatch),
    Nothing,
}

/// Marks requests whose time is over.
fn expire(tx: &WriteTx<'_>) -> Answer<()> {
    for dispatch in mcp_dispatches::overdue(tx.db, tx.now)? {
        let why = match dispatch.status {
            McpAskFirstStatus::Pending => "was not answered in time",
            _ => "was allowed and not used in time",
        };
        end(tx, dispatch, why)?;
    }
    Ok(())
}

/// Marks a request as expired.
fn end(tx: &WriteTx<'_>, mut dispatch: McpAskFirstDispatch, why: &str) -> Answer<()> {
    let from = std::mem::replace(&mut dispatch.status, McpAskFirstStatus::Expired);
    if mcp_dispatches::change(tx.db, from, &dispatch)? {
        let summary = format!("{} for {} {why}.", dispatch.tool_name, dispatch.requested_by);
        let event = Event::ok(McpReceiptKind::AskFirstDecision, &dispatch.server_id, summary);
        receipts::add(tx, Event { caller: None, status: McpReceiptStatus::Blocked, ..of_request(event, &dispatch) })?;
    }
    Ok(())
}

/// What every receipt of a request says of it.
fn of_request<'a>(event: Event<'a>, dispatch: &'a McpAskFirstDispatch) -> Event<'a> {
    let (arguments, correlation) = (Some(dispatch.arguments_sha256.clone()), Some(dispatch.correlation_id));
    Event { tool: Some(&dispatch.tool_name), arguments, correlation, ..event }
}

fn summary(tool: &McpToolRecord) -> String {
    let description = tool.definition["description"].as_str().unwrap_or_default();
    let first = description.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or(&tool.name);
    visible(first).chars().take(300).collect()
}

/// Arguments as the person sees them: whole, save for the values of secrets that the server was given.
fn shown(arguments: &Value, secrets: &KnownSecrets) -> Value {
    each_word(arguments, &|text| visible(&secrets.text(text)))
}

fn too_many(what: &str) -> Failure {
    let message = format!("{what} Wait until they are answered, or ask the person to answer them in Apprentice.");
    Failure::new(ErrorCode::QuotaExceeded, message).with_details(json!({ "retry_after_seconds": 60 }))
}

/// What the database keeps of masked arguments: of long ones only the beginning of their text.
fn stored(arguments: Value) -> Value {
    let text = arguments.to_string();
    if text.len() <= STORED {
        return arguments;
    }
    let end = (0..=STORED).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    Value::String(format!("{}… ({} bytes)", &text[..end], text.len()))
}

/// A value with everything masked that looks like a secret.
fn masked(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(mask_text(text).0),
        Value::Array(items) => Value::Array(items.iter().map(masked).collect()),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| (mask_text(name).0, masked_field(name, value));
            Value::Object(fields.iter().map(field).collect())
        }
        other => other.clone(),
    }
}

/// A text under the name of a secret is one, whatever it looks like.
fn masked_field(name: &str, value: &Value) -> Value {
    match value {
        Value::String(text) if !text.is_empty() && is_secret_name(name) => Value::String(MASK.to_owned()),
        other => masked(other),
    }
}

fn required(dispatch: &McpAskFirstDispatch) -> Failure {
    let message = format!(
        "{} of “{}” asks the person first, because {}. Ask them to answer in Apprentice, and then repeat the same call.",
        dispatch.tool_name, dispatch.server_name, dispatch.because
    );
    let details = json!({
        "dispatch_id": dispatch.dispatch_id, "correlation_id": dispatch.correlation_id, "expires_at": dispatch.expires_at,
        "server_id": dispatch.server_id, "tool_name": dispatch.tool_name,
    });
    Failure::new(ErrorCode::McpAskFirstRequired, message).with_details(details)
}

/// The refusal of a call that the person refused.
fn refused(call: &Call<'_>, dispatch: &McpAskFirstDispatch) -> Failure {
    call.belongs_to(dispatch.correlation_id);
    let reason = dispatch.decision_reason.as_deref().map(|reason| format!(" They said: {reason}")).unwrap_or_default();
    let message = format!("The person refused this call of {}.{reason}", dispatch.tool_name);
    Failure::new(ErrorCode::McpCallDenied, message).with_details(json!({ "dispatch_id": dispatch.dispatch_id }))
}
