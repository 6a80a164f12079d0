//! The conversation: initialize, new session, prompt. Also decides the permission requests of the agent.

use super::lines::{Overflow, incoming, outgoing};
use super::models;
use super::process::Pipes;
use super::tools::ToolCalls;
use super::{End, Limits, McpAddress, Permission, PlanEntry, PlanStatus, Update, Usage, Watcher};
use agent_client_protocol::schema::ProtocolVersion;
use agent_client_protocol::v1::schema as acp;
use agent_client_protocol::v1::{ConnectionTo, schema};
use agent_client_protocol::{Agent, Client, Error, Lines, is_incoming_transport_closed};
use std::any::Any;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The longest part of a message that is passed on, in characters.
const MAX_PART: usize = 16_000;
/// The most entries of a plan.
const MAX_PLAN: usize = 100;
/// The longest entry of a plan, in characters.
const MAX_ENTRY: usize = 400;
/// How long the connection may take to close after the conversation ended.
const CLOSING: Duration = Duration::from_secs(1);

/// What is said to the agent.
pub(super) struct Task {
    pub folder: PathBuf,
    pub mcp: Option<McpAddress>,
    pub prompt: String,
    pub model: Option<String>,
    pub limits: Limits,
    /// Cancelling it ends every connection of the run.
    pub connections: CancellationToken,
}

/// What the handlers of messages share with the conversation.
#[derive(Clone)]
struct Shared {
    watcher: Arc<dyn Watcher>,
    calls: Arc<Mutex<ToolCalls>>,
    forbidden: Arc<Mutex<Option<String>>>,
    /// Permission requests that get no answer.
    unanswered: Arc<Mutex<Vec<Box<dyn Any + Send>>>>,
    /// Cancelled when the agent breaks the policy.
    broken: CancellationToken,
    /// Cancelled when the run has to end early.
    stop: CancellationToken,
}

impl Shared {
    /// After the run was stopped nothing counts any more.
    fn hear(&self, update: Update) {
        if !self.stop.is_cancelled()
            && let Some(why) = self.watcher.hear(update)
        {
            self.forbid(why);
        }
    }

    fn forbid(&self, why: String) {
        self.forbidden.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
        self.broken.cancel();
        self.stop.cancel();
    }

    fn is_forbidden(&self) -> bool {
        self.broken.is_cancelled()
    }

    fn update(&self, update: acp::SessionUpdate) {
        match update {
            acp::SessionUpdate::AgentMessageChunk(chunk) => {
                if let Some(text) = text_of(&chunk.content) {
                    self.hear(Update::Message(text));
                }
            }
            acp::SessionUpdate::AgentThoughtChunk(chunk) => {
                if let Some(text) = text_of(&chunk.content) {
                    self.hear(Update::Thought(text));
                }
            }
            acp::SessionUpdate::ToolCall(call) => {
                let call = self.calls().begin(call);
                self.hear(Update::Tool(call));
            }
            acp::SessionUpdate::ToolCallUpdate(update) => {
                let call = self.calls().change(update);
                self.hear(Update::Tool(call));
            }
            acp::SessionUpdate::Plan(plan) => self.hear(Update::Plan(plan.entries.iter().take(MAX_PLAN).map(entry).collect())),
            acp::SessionUpdate::UsageUpdate(usage) => {
                let cost = usage.cost.map(|cost| (cost.amount, clip(&cost.currency, 8)));
                self.hear(Update::Usage(Usage { context_used: usage.used, context_size: usage.size, cost }));
            }
            // Its commands, modes and options are not used.
            _ => {}
        }
    }

    fn calls(&self) -> std::sync::MutexGuard<'_, ToolCalls> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Decides a permission request. What the policy does not allow is rejected; permission is given for one call only. A forbidden call gets no
    /// answer: the agent waits until it is ended, so that it does not continue with something else.
    async fn permission(&self, request: acp::RequestPermissionRequest) -> Option<acp::RequestPermissionResponse> {
        let call = self.calls().asked(request.tool_call, request.meta.as_ref());
        if self.stop.is_cancelled() {
            return (!self.is_forbidden()).then(|| answer(None));
        }
        let once = option(&request.options, acp::PermissionOptionKind::AllowOnce);
        let decided = tokio::select! {
            decided = self.watcher.permit(&call) => decided,
            () = self.stop.cancelled() => return (!self.is_forbidden()).then(|| answer(None)),
        };
        let decided = match decided {
            Permission::Allow if once.is_none() => Permission::Reject("The agent offers no leave for one time only.".to_owned()),
            decided => decided,
        };
        self.hear(Update::Permission { call, answer: decided.clone() });
        match decided {
            Permission::Allow => Some(answer(once)),
            Permission::Reject(_) => Some(answer(rejection(&request.options))),
            Permission::Forbid(why) => {
                self.forbid(why);
                None
            }
        }
    }
}

fn option(options: &[acp::PermissionOption], kind: acp::PermissionOptionKind) -> Option<acp::PermissionOptionId> {
    options.iter().find(|option| option.kind == kind).map(|option| option.option_id.clone())
}

fn rejection(options: &[acp::PermissionOption]) -> Option<acp::PermissionOptionId> {
    option(options, acp::PermissionOptionKind::RejectOnce).or_else(|| option(options, acp::PermissionOptionKind::RejectAlways))
}

/// Without an option it is answered as cancelled, which is no leave either.
fn answer(chosen: Option<acp::PermissionOptionId>) -> acp::RequestPermissionResponse {
    acp::RequestPermissionResponse::new(match chosen {
        Some(id) => acp::RequestPermissionOutcome::Selected(acp::SelectedPermissionOutcome::new(id)),
        None => acp::RequestPermissionOutcome::Cancelled,
    })
}

/// Talks to the agent until it ends its turn or the run has to end. Its processes still run afterwards.
///
/// `broken` is cancelled when the agent breaks the policy. From then on it receives nothing. The caller ends its program.
pub(super) async fn talk(
    task: Task,
    pipes: Pipes,
    watcher: Arc<dyn Watcher>,
    cancel: CancellationToken,
    broken: CancellationToken,
) -> End {
    let overflow = Overflow::default();
    let shared = Shared {
        watcher,
        calls: Arc::default(),
        forbidden: Arc::default(),
        unanswered: Arc::default(),
        broken,
        stop: cancel.child_token(),
    };
    let whole = task.limits.whole;
    let result: Arc<Mutex<Option<End>>> = Arc::default();
    let closed = CancellationToken::new();
    let lines = Lines::new(outgoing(pipes.input), incoming(pipes.output, &task.limits, overflow.clone()));
    let (updates, permissions, conversation) = (shared.clone(), shared.clone(), shared.clone());
    let (kept, ended) = (result.clone(), closed.clone());
    let connection = Client
        .v1()
        .name("apprentice")
        .on_receive_notification(
            async move |notification: acp::SessionNotification, _connection| {
                updates.update(notification.update);
                Ok(())
            },
            agent_client_protocol::on_receive_notification!(),
        )
        .on_receive_request(
            async move |request: acp::RequestPermissionRequest, responder, _connection: ConnectionTo<Agent>| {
                match permissions.permission(request).await {
                    Some(answer) => responder.respond(answer)?,
                    // One that is dropped answers with an error.
                    None => permissions.unanswered.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(responder)),
                }
                Ok(())
            },
            agent_client_protocol::on_receive_request!(),
        )
        .connect_with(lines, async move |connection: ConnectionTo<Agent>| {
            let end = converse(&connection, task, &conversation).await;
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(end);
            ended.cancel();
            Ok(())
        });
    let patience = async {
        tokio::select! {
            () = async { closed.cancelled().await; tokio::time::sleep(CLOSING).await } => {}
            () = tokio::time::sleep(whole.saturating_mul(2).saturating_add(Duration::from_secs(180))) => {}
        }
    };
    let broken = tokio::select! {
        ended = connection => ended.err().map(|error| error.message),
        () = patience => None,
    };
    let said = result.lock().unwrap_or_else(PoisonError::into_inner).take();
    let forbidden = shared.forbidden.lock().unwrap_or_else(PoisonError::into_inner).take();
    match (forbidden, overflow.take(), said) {
        (Some(why), ..) => End::Forbidden(why),
        _ if cancel.is_cancelled() => End::Cancelled,
        (None, Some(what), _) => End::Flooded(what),
        (None, None, Some(end)) => end,
        (None, None, None) => End::Crashed(
            broken.map_or_else(|| "its output ended".to_owned(), |why| format!("the connection broke: {}", clip(&why, 300))),
        ),
    }
}

/// The whole conversation. Everything in it has a time limit, and ends when the run is stopped.
async fn converse(connection: &ConnectionTo<Agent>, task: Task, shared: &Shared) -> End {
    let Limits { start, whole, grace, .. } = task.limits;
    let session = tokio::select! {
        session = begin(connection, &task, start, shared) => session,
        () = shared.stop.cancelled() => return End::Cancelled,
    };
    let session = match session {
        Ok(session) => session,
        Err(end) => return end,
    };
    let text = schema::ContentBlock::Text(schema::TextContent::new(task.prompt.clone()));
    let prompt = connection.send_request(schema::PromptRequest::new(session.clone(), vec![text])).block_task();
    tokio::pin!(prompt);
    let stopped = tokio::select! {
        answer = &mut prompt => return match answer {
            Ok(response) => finished(response.stop_reason),
            Err(error) => failed(&error),
        },
        () = shared.stop.cancelled() => End::Cancelled,
        () = tokio::time::sleep(whole) => {
            End::TimedOut(format!("the agent was not done within {}", words(whole)))
        }
    };
    // From now on nothing that the agent reports counts.
    shared.stop.cancel();
    let grace = if shared.is_forbidden() {
        // Until its program has ended.
        CLOSING
    } else {
        // While an agent takes its time to end, it reaches nothing any more.
        task.connections.cancel();
        // Fails only if the agent is gone.
        let _sent = connection.send_notification(schema::CancelNotification::new(session));
        grace
    };
    // Whatever it answers, it was stopped.
    let _answer = tokio::time::timeout(grace, prompt).await;
    stopped
}

/// Initializes and begins a session.
async fn begin(connection: &ConnectionTo<Agent>, task: &Task, limit: Duration, shared: &Shared) -> Result<acp::SessionId, End> {
    let late = |what: &str| End::TimedOut(format!("the agent did not {what} within {}", words(limit)));
    let client = schema::Implementation::new("apprentice", env!("CARGO_PKG_VERSION"));
    // Neither files nor terminals are offered, which is the default.
    let hello = schema::InitializeRequest::new(ProtocolVersion::V1).client_info(client);
    let initialized = tokio::time::timeout(limit, connection.send_request(hello).block_task()).await;
    let initialized = initialized.map_err(|_| late("initialize"))?.map_err(|error| refused(&error))?;
    let reports = task.mcp.is_some() && initialized.agent_capabilities.mcp_capabilities.http;
    let about = initialized.agent_info;
    shared.hear(Update::Started {
        name: about.as_ref().map(|about| clip(about.title.as_deref().unwrap_or(&about.name), 80)),
        version: about.as_ref().map(|about| clip(&about.version, 40)),
        reports,
    });
    let servers = task.mcp.as_ref().filter(|_| reports).map(|mcp| {
        let token = schema::HttpHeader::new("Authorization", format!("Bearer {}", mcp.token));
        schema::McpServer::Http(schema::McpServerHttp::new(mcp.name.clone(), mcp.url.clone()).headers(vec![token]))
    });
    let new = schema::NewSessionRequest::new(task.folder.clone()).mcp_servers(servers.into_iter().collect());
    let session = tokio::time::timeout(limit, connection.send_request(new).block_task()).await;
    let session = session.map_err(|_| late("begin a session"))?.map_err(|error| failed(&error))?;
    if let Some(model) = &task.model {
        let chosen = tokio::time::timeout(limit, choose_model(connection, &session, model)).await;
        chosen.map_err(|_| late("take its model"))??;
        shared.hear(Update::Model(model.clone()));
    }
    Ok(session.session_id)
}

/// Selects the model of the agent, if the agent itself reports that model.
async fn choose_model(connection: &ConnectionTo<Agent>, session: &acp::NewSessionResponse, model: &str) -> Result<(), End> {
    let option = models::find(session.config_options.as_deref().unwrap_or_default(), model).map_err(End::NotStarted)?;
    let choose = acp::SetSessionConfigOptionRequest::new(session.session_id.clone(), option, model);
    let answer = connection.send_request(choose).block_task().await.map_err(|error| failed(&error))?;
    match models::current(&answer.config_options) {
        Some(current) if current == model => Ok(()),
        _ => Err(End::NotStarted(format!("it was asked for the model “{model}” and does not say that it works with it"))),
    }
}

fn finished(reason: acp::StopReason) -> End {
    match reason {
        acp::StopReason::EndTurn => End::Finished("end_turn"),
        acp::StopReason::MaxTokens => End::Finished("max_tokens"),
        acp::StopReason::MaxTurnRequests => End::Finished("max_turn_requests"),
        acp::StopReason::Refusal => End::Finished("refusal"),
        acp::StopReason::Cancelled => End::Failed("it says that it was cancelled, and nobody did".to_owned()),
        _ => End::Failed("it ended its turn for a reason that is not known".to_owned()),
    }
}

/// The library accepts no other version than the one that was asked for.
fn refused(error: &Error) -> End {
    match failed(error) {
        End::Failed(_) if error.code == acp::ErrorCode::InvalidRequest => {
            End::Failed("it does not speak version 1 of the protocol".to_owned())
        }
        end => end,
    }
}

/// `90s`, `2 minutes`.
fn words(time: Duration) -> String {
    match (time.as_secs() / 60, time.as_secs() % 60) {
        (1, 0) => "1 minute".to_owned(),
        (minutes @ 1.., 0) => format!("{minutes} minutes"),
        _ => format!("{time:?}"),
    }
}

fn failed(error: &Error) -> End {
    if is_incoming_transport_closed(error) {
        return End::Crashed("its output ended".to_owned());
    }
    let said = clip(&error.message, 300);
    if error.code == acp::ErrorCode::AuthRequired { End::SignInNeeded(said) } else { End::Failed(said) }
}

fn text_of(content: &acp::ContentBlock) -> Option<String> {
    match content {
        acp::ContentBlock::Text(text) => Some(clip(&text.text, MAX_PART)),
        _ => None,
    }
}

fn entry(entry: &acp::PlanEntry) -> PlanEntry {
    let status = match entry.status {
        acp::PlanEntryStatus::InProgress => PlanStatus::InProgress,
        acp::PlanEntryStatus::Completed => PlanStatus::Completed,
        _ => PlanStatus::Pending,
    };
    PlanEntry { content: clip(&entry.content, MAX_ENTRY), status }
}

/// The text without control characters other than new lines and tabs, and not longer than `most` characters.
pub(super) fn clip(text: &str, most: usize) -> String {
    let plain = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    let mut out: String = text.chars().filter(plain).take(most).collect();
    if text.chars().filter(plain).nth(most).is_some() {
        out.pop();
        out.push('…');
    }
    out
}
