//! Calls of tools. Each leaves a receipt, also one that was refused.

use super::ask_first::Waited;
use super::challenges::{denied, with_challenge};
use super::fence::{fenced, said};
use super::kept_calls::{CallRecord, http_status};
use super::live::Open;
use super::receipts::{self, Event};
use super::{ConnectorCaller, Connectors, identity, listing, live, policy};
use crate::Answer;
use apprentice_connectors::connection::ConnectionError;
use apprentice_connectors::links::Asked;
use apprentice_connectors::pins::{canonical, sha256};
use apprentice_connectors::policy::Effective;
use apprentice_contracts::SCHEMA_VERSION;
use apprentice_contracts::connector::{
    McpCallRequest, McpCallResponse, McpChallengeResolution, McpPinState, McpPolicyMode, McpReceiptKind, McpReceiptStatus,
};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::ids::{CorrelationId, McpServerId, ReceiptId};
use apprentice_store::mcp_servers::{self, McpServerRecord};
use apprentice_store::mcp_tools::{self, McpToolRecord};
use apprentice_store::{StoreError, mcp_policies};
use futures::future::BoxFuture;
use serde_json::{Map, Value, json};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// How long a call may take, if it does not say.
const PATIENCE: Duration = Duration::from_secs(60);

const MAY_HAVE_ACTED: &str = " It may still have had an effect.";

/// A call on its way.
pub(super) struct Call<'a> {
    pub server: &'a McpServerId,
    pub tool: &'a str,
    pub arguments: String,
    pub caller: &'a ConnectorCaller,
    outside: &'a Outside<'a>,
    /// That of the request to the person whose answer decided, once there is one.
    correlation: OnceLock<CorrelationId>,
}

/// What decides a call besides policies: rehearsals, and the rules of the person.
pub(crate) struct Outside<'a> {
    /// Refuses the call. It is asked with every check.
    pub may: &'a (dyn Fn() -> Answer<()> + Send + Sync),
    /// Why the person is asked, although policies may not ask them.
    pub asks: Option<&'a str>,
    /// Asks the rules once more, after the person took their time to answer.
    pub again: &'a (dyn Fn() -> BoxFuture<'static, Answer<()>> + Send + Sync),
}

impl Call<'_> {
    /// Says which request to the person decided, so that its receipts can be found together.
    pub(super) fn belongs_to(&self, correlation: CorrelationId) {
        // The first one decided.
        let _known = self.correlation.set(correlation);
    }
}

/// What is called, after every check.
pub(super) struct Checked {
    pub open: Arc<Open>,
    pub record: McpServerRecord,
    pub tool: McpToolRecord,
    policy: Effective,
    /// Number of changes of policies.
    pub policy_version: u64,
}

/// How a call ended at the server.
enum Ended {
    Answered(Result<Value, ConnectionError>),
    /// It was given up, for this reason.
    GivenUp(&'static str),
}

impl Connectors {
    /// Calls a tool. `left` is cancelled when nobody waits for the result any more; the call is given up then. A call of an agent that the
    /// server refuses until the person signs in is a challenge for the person. If its caller waits, it goes on once.
    ///
    /// Errors: those of opening a connection, `MCP_TOOL_NOT_FOUND`, `MCP_TOOL_QUARANTINED`, `MCP_ASK_FIRST_REQUIRED`, `MCP_CALL_DENIED`,
    /// `MCP_CALL_FAILED`.
    pub(crate) async fn call(
        &self,
        id: &McpServerId,
        request: McpCallRequest,
        caller: &ConnectorCaller,
        left: &CancellationToken,
        outside: &Outside<'_>,
    ) -> Answer<McpCallResponse> {
        let wait = Duration::from_millis(request.wait_ms.unwrap_or_default().into());
        let deadline = tokio::time::Instant::now() + wait;
        // On the heap: two attempts within one future would need too much of a stack.
        let failure = match Box::pin(self.call_once(id, request.clone(), caller, left, outside)).await {
            Ok(response) => return Ok(response),
            Err(failure) => failure,
        };
        // Who tries a tool in the window sees the sign-in beside it.
        if *caller == ConnectorCaller::Person && wait.is_zero() {
            return Err(failure);
        }
        let Some(waiting) = self.challenge(id, &request.tool_name, caller, &failure).await else { return Err(failure) };
        let answer = self.challenge_answer(&waiting, deadline, left).await;
        let challenge = waiting.challenge.clone();
        drop(waiting);
        match answer {
            Some(McpChallengeResolution::Approved | McpChallengeResolution::Retried) => {
                let again = Box::pin(self.call_once(id, request, caller, left, outside)).await;
                again.map_err(|failure| with_challenge(failure, &challenge))
            }
            Some(McpChallengeResolution::Denied) => Err(denied(&challenge, &request.tool_name)),
            Some(McpChallengeResolution::Expired) | None => Err(with_challenge(failure, &challenge)),
        }
    }

    /// One attempt of a call.
    async fn call_once(
        &self,
        id: &McpServerId,
        request: McpCallRequest,
        caller: &ConnectorCaller,
        left: &CancellationToken,
        outside: &Outside<'_>,
    ) -> Answer<McpCallResponse> {
        let arguments = sha256(canonical(&Value::Object(request.arguments.clone())));
        let correlation = OnceLock::new();
        let call = Call { server: id, tool: &request.tool_name, arguments, caller, outside, correlation };
        let wait = Duration::from_millis(request.wait_ms.unwrap_or_default().into());
        let prepared = tokio::select! {
            prepared = self.prepare(&call, &request.arguments, wait) => prepared,
            () = left.cancelled() => {
                let message = format!("{} was not called, because its caller left before that.", request.tool_name);
                Err(Failure::new(ErrorCode::McpCallFailed, message).with_details(json!({ "reason": "CALLER_LEFT", "server_id": id })))
            }
        };
        let (open, record, tool) = match prepared {
            Ok(prepared) => prepared,
            // The request itself has a receipt.
            Err(failure) if failure.code == ErrorCode::McpAskFirstRequired => return Err(failure),
            Err(failure) => {
                let status = match failure.code {
                    ErrorCode::McpConnectionFailed | ErrorCode::McpSignInFailed => McpReceiptStatus::Failed,
                    _ => McpReceiptStatus::Blocked,
                };
                self.record_call(&call, status, failure.message.clone(), None, CallRecord::default()).await;
                return Err(failure);
            }
        };
        let asked = self.asked(&record, &request.arguments);
        let given = self.keeps_calls(&call).await.then(|| request.arguments.clone());
        let patience = request.timeout_ms.map_or(PATIENCE, |milliseconds| Duration::from_millis(milliseconds.into()));
        let began = Instant::now();
        let on_its_way = open.calls.token();
        let ended = tokio::select! {
            biased;
            // Dropping the call informs the server that it is cancelled.
            () = left.cancelled() => Ended::GivenUp("its caller left"),
            () = open.ending.cancelled() => Ended::GivenUp("the connector was changed, switched off or ended"),
            answer = open.connection.call(&request.tool_name, request.arguments, patience) => Ended::Answered(answer),
        };
        let (secrets, is_closed, this) = (open.secrets.clone(), open.connection.is_closed(), Arc::downgrade(&open));
        // Who ends the server waits for its calls, and then holds it alone.
        drop(open);
        drop(on_its_way);
        let milliseconds = u32::try_from(began.elapsed().as_millis()).unwrap_or(u32::MAX);
        match ended {
            Ended::Answered(Ok(result)) => {
                let mut result = secrets.value(&result);
                let is_error = result["isError"] == Value::Bool(true);
                let kept = given
                    .filter(|_| !is_error)
                    .map(|given| self.kept_call(&record, &tool, &secrets.value(&Value::Object(given)), &result));
                let mut fences = 0;
                if let ConnectorCaller::Agent(_) = caller {
                    let number = self.core.options.ids.next().to_string();
                    (result, fences) = fenced(result, &record.entry.display_name, &number, &asked);
                }
                let (status, words) = match is_error {
                    true => (McpReceiptStatus::Failed, "said that it failed"),
                    false => (McpReceiptStatus::Ok, "answered"),
                };
                let noted = match fences {
                    0 => String::new(),
                    1 => {
                        " One place in it speaks to its reader or has a link that nobody should open, and was fenced or left out."
                            .to_owned()
                    }
                    count => format!(
                        " {count} places in it speak to their reader or have links that nobody should open, and were fenced or left out."
                    ),
                };
                let summary = format!("{} {words}.{noted}", request.tool_name);
                self.store_success(&record).await;
                let outcome = if is_error { CallRecord::failed(&summary, None) } else { CallRecord::answered(kept.flatten()) };
                let receipt_id = self.record_call(&call, status, summary, Some(milliseconds), outcome).await;
                Ok(McpCallResponse { receipt_id, result, is_error, milliseconds, schema_version: SCHEMA_VERSION })
            }
            Ended::Answered(Err(error)) => {
                let error = error.without_secrets(|text| secrets.has(text));
                let mut words = secrets.words(&error.to_string());
                if let ConnectorCaller::Agent(_) = caller {
                    words = said(words);
                }
                let mut message = format!("{} gave no result: {words}.", call.tool);
                message.push_str(&self.note_refusal(&record, &error).await);
                // A deadline of the caller's own that is shorter says nothing of the server.
                let is_its_fault = match &error {
                    ConnectionError::Timeout(_) => patience >= PATIENCE,
                    ConnectionError::RateLimited(_) | ConnectionError::Unreachable(_) | ConnectionError::Ended(_) => true,
                    _ => false,
                };
                if is_its_fault {
                    let reason = format!("{}.", said(words.clone()));
                    self.store_failure(&record, error.code(), &reason, live::pause(&error)).await;
                }
                // What a server refuses it has not done.
                if !error.is_refusal() {
                    message.push_str(MAY_HAVE_ACTED);
                }
                let mut failure = self.call_failed(&call, message, error.code(), milliseconds, http_status(&error)).await;
                if let (ConnectionError::MoreScopes(challenge), Some(details)) = (&error, &mut failure.details) {
                    details["scopes"] = json!(challenge.scopes());
                }
                // The next connection has a new token, or says that the person has to sign in.
                if is_closed || matches!(error, ConnectionError::SignIn(_) | ConnectionError::SessionEnded) {
                    self.connections.close_this(call.server, &this).await;
                }
                Err(failure)
            }
            Ended::GivenUp(because) => {
                let message = format!("{} was cancelled, because {because}.{MAY_HAVE_ACTED}", call.tool);
                Err(self.call_failed(&call, message, "CANCELLED", milliseconds, None).await)
            }
        }
    }

    /// The files that a result may link to: those that the arguments name, and those that the server was started for.
    fn asked(&self, record: &McpServerRecord, arguments: &Map<String, Value>) -> Asked {
        let home = self.core.options.machine.user_home.as_ref().map(|home| home.display().to_string());
        let command = record.entry.command.as_ref();
        let started_for = command.map(|command| json!([command.arguments, command.folder]));
        let asked = Asked::default().with(&Value::Object(arguments.clone()), home.as_deref());
        match started_for {
            Some(started_for) => asked.with(&started_for, home.as_deref()),
            None => asked,
        }
    }

    /// Everything that is checked before a call, after which it is sent at once.
    async fn prepare(
        &self,
        call: &Call<'_>,
        arguments: &Map<String, Value>,
        wait: Duration,
    ) -> Answer<(Arc<Open>, McpServerRecord, McpToolRecord)> {
        // What is switched off is not started for a call that would be refused.
        (call.outside.may)()?;
        self.check_policy(call).await?;
        let checked = self.checked(call).await?;
        match checked.policy.mode {
            McpPolicyMode::Enabled => return Ok((checked.open, checked.record, checked.tool)),
            McpPolicyMode::Disabled => return Err(forbidden(call, &checked.policy)),
            McpPolicyMode::AskFirst => {
                if self.permission(call, arguments, &checked, &checked.policy.because, wait).await? == Waited::ForThePerson {
                    (call.outside.again)().await?;
                }
            }
        }
        // The person may have taken a while, and what they allowed may be something else by now.
        let now = self.checked(call).await?;
        let name = &checked.tool.name;
        if now.tool.digest != checked.tool.digest {
            let message = format!("{name} changed while the person was asked, so it is not called. Repeat the call.");
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        match now.policy.mode {
            McpPolicyMode::Disabled => Err(forbidden(call, &now.policy)),
            McpPolicyMode::AskFirst if now.policy_version != checked.policy_version => {
                let message = format!("Policies changed while the person was asked, so {name} is not called. Repeat the call.");
                Err(Failure::new(ErrorCode::Conflict, message))
            }
            McpPolicyMode::Enabled | McpPolicyMode::AskFirst => Ok((now.open, now.record, now.tool)),
        }
    }

    /// Refuses a call that a policy switches off, before its server is started. Tools that are not known yet are checked later.
    async fn check_policy(&self, call: &Call<'_>) -> Answer<()> {
        let (server, name, now) = (call.server.clone(), call.tool.to_owned(), self.core.now());
        let read = self.core.store.read(move |db| {
            let Some(record) = mcp_servers::get(db, &server)? else { return Ok(None) };
            Ok::<_, StoreError>(Some(match mcp_tools::get(db, &server, &name)? {
                Some(tool) => policy::of_tool(db, &record, &tool, now)?,
                None => policy::of_server(db, &record, now)?,
            }))
        });
        match read.await.map_err(crate::stored)? {
            Some(policy) if policy.mode == McpPolicyMode::Disabled => Err(forbidden(call, &policy)),
            _ => Ok(()),
        }
    }

    /// An open connection, the tool as its server lists it now, and what holds for it.
    async fn checked(&self, call: &Call<'_>) -> Answer<Checked> {
        let open = self.open(call.server, call.caller).await?;
        // Only now, because the server may have just said that it changed.
        let (server, name, now) = (call.server.clone(), call.tool.to_owned(), self.core.now());
        let read = self.core.store.read(move |db| {
            let Some(record) = mcp_servers::get(db, &server)? else { return Ok(None) };
            let tool = mcp_tools::get(db, &server, &name)?.filter(|tool| tool.listed);
            let policy = tool.as_ref().map(|tool| policy::of_tool(db, &record, tool, now)).transpose()?;
            Ok::<_, StoreError>(Some((record, policy.zip(tool), mcp_policies::version(db)?)))
        });
        let found = read.await.map_err(crate::stored)?;
        let (record, found, policy_version) = found.ok_or_else(|| super::unknown(call.server))?;
        if !record.entry.enabled || !identity::is_trusted(&record) || identity::of(&record) != open.identity {
            let name = &record.entry.display_name;
            let message = format!("“{name}” was changed or switched off in the meantime, so it is not called. Repeat the call.");
            return Err(Failure::new(ErrorCode::Conflict, message));
        }
        let (mut policy, tool) = found.ok_or_else(|| listing::no_tool(&record, call.tool))?;
        if let Some(asks) = call.outside.asks.filter(|_| policy.mode == McpPolicyMode::Enabled) {
            policy = Effective { mode: McpPolicyMode::AskFirst, because: format!("a rule of yours asks: {asks}"), ..policy };
        }
        (call.outside.may)()?;
        match tool.state {
            McpPinState::Changed => Err(listing::quarantined(&record.entry.display_name, &tool)),
            McpPinState::New | McpPinState::Pinned => Ok(Checked { open, record, tool, policy, policy_version }),
        }
    }

    async fn call_failed(
        &self,
        call: &Call<'_>,
        message: String,
        reason: &str,
        milliseconds: u32,
        http_status: Option<u16>,
    ) -> Failure {
        let outcome = CallRecord::failed(&message, http_status);
        let receipt = self.record_call(call, McpReceiptStatus::Failed, message.clone(), Some(milliseconds), outcome).await;
        let details = json!({ "reason": reason, "server_id": call.server, "receipt_id": receipt });
        Failure::new(ErrorCode::McpCallFailed, message).with_details(details)
    }

    /// Stores the receipt of a call. `None`: it could not be stored, which takes nothing from what the caller has to know of the call.
    async fn record_call(
        &self,
        call: &Call<'_>,
        status: McpReceiptStatus,
        summary: String,
        milliseconds: Option<u32>,
        outcome: CallRecord,
    ) -> Option<ReceiptId> {
        let (server, tool, caller) = (call.server.clone(), call.tool.to_owned(), call.caller.clone());
        let (arguments, correlation) = (Some(call.arguments.clone()), call.correlation.get().copied());
        let stored = self.core.change(move |tx| {
            let event = Event::ok(McpReceiptKind::ToolCall, &server, summary);
            let event = Event { caller: Some(&caller), tool: Some(&tool), status, arguments, milliseconds, correlation, ..event };
            let receipt = receipts::add(tx, event)?;
            outcome.store(tx, &server, &tool, caller.run_id(), receipt, correlation)?;
            Ok(receipt)
        });
        stored.await.inspect_err(|failure| tracing::error!(%failure, "the receipt of a call could not be stored")).ok()
    }
}

/// The refusal of a call that a policy switches off.
fn forbidden(call: &Call<'_>, policy: &Effective) -> Failure {
    let message = format!("{} is not called, because {}. The person can change that in Apprentice.", call.tool, policy.because);
    let details = json!({ "reason": "policy", "server_id": call.server, "tool_name": call.tool });
    Failure::new(ErrorCode::McpCallDenied, message).with_details(details)
}
