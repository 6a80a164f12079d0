//! What connectors may do, and calls that wait for the person.

use super::change::pair;
use super::find;
use crate::engine::{CliContext, with_engine};
use crate::learn::label;
use crate::output::{CommandResult, Report};
use crate::show::call;
use apprentice_api::operations as op;
use apprentice_contracts::connector::{
    McpAskFirstDecisionResponse, McpAskFirstListResponse, McpAskFirstStatus, McpAuthChallenge, McpAuthChallengeRespondResponse,
    McpChallengeDecision, McpChallengeKind, McpChallengeResolution, McpEffectivePolicy, McpElicitation, McpElicitationAction,
    McpElicitationAnswerResponse, McpElicitationKind,
};
use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};
use uuid::Uuid;

#[derive(Args)]
pub struct Policy {
    /// A connector, one tool of it as NAME/TOOL, or `*` for every connector
    #[arg(value_name = "NAME[/TOOL]")]
    target: String,
    /// The policy to set
    #[arg(value_enum)]
    mode: Mode,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Mode {
    /// Calls are allowed
    Enabled,
    /// Apprentice asks you before each call
    #[value(name = "ask_first", alias = "ask-first")]
    AskFirst,
    /// Calls are refused
    Disabled,
    /// Inherit the policy of the next level
    Inherit,
}

#[derive(Args)]
pub struct Approve {
    /// The dispatch_id that `pending` shows
    dispatch: Uuid,
    /// How long the approval is valid
    #[arg(long = "for", value_enum, default_value_t = For::Once, value_name = "HOW_LONG")]
    holds: For,
    #[arg(long)]
    reason: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum For {
    /// This call, with these arguments
    Once,
    /// This tool for ten minutes, for the agent that asked
    Turn,
    /// This tool until Apprentice ends, for the agent that asked
    Session,
}

#[derive(Args)]
pub struct Deny {
    /// The dispatch_id that `pending` shows
    dispatch: Uuid,
    #[arg(long)]
    reason: Option<String>,
}

#[derive(Args)]
pub struct Question {
    /// The dispatch_id that `pending` shows
    dispatch: Uuid,
    /// The value of one field of its form, by the name that `pending` shows, such as room=b; may be repeated. A text or a choice
    /// is used unchanged; a number, true, false, and a list of several choices (tags='["a","b"]') are JSON
    #[arg(long = "value", value_name = "FIELD=VALUE", value_parser = pair, conflicts_with_all = ["decline", "cancel"])]
    values: Vec<(String, String)>,
    /// Say no
    #[arg(long, conflicts_with = "cancel")]
    decline: bool,
    /// Close it without an answer
    #[arg(long)]
    cancel: bool,
}

pub async fn set(context: &CliContext, policy: Policy) -> CommandResult {
    with_engine(context, async |engine| {
        let target = match policy.target.as_str() {
            "*" => json!({ "target_kind": "global" }),
            named => {
                let (name, tool) = named.split_once('/').map_or((named, None), |(name, tool)| (name, Some(tool)));
                let id = find(engine, name).await?;
                match tool {
                    Some(tool) => json!({ "target_kind": "tool", "server_id": id, "tool_name": tool }),
                    None => json!({ "target_kind": "server", "server_id": id }),
                }
            }
        };
        let mode = match policy.mode {
            Mode::Enabled => Some("enabled"),
            Mode::AskFirst => Some("ask_first"),
            Mode::Disabled => Some("disabled"),
            Mode::Inherit => None,
        };
        let body = json!({ "target": target, "decision": mode.map(|mode| json!({ "mode": mode })) });
        let done: McpEffectivePolicy = engine.call(op::UPDATE_MCP_POLICY.call([]).json(body)).await?;
        let text = format!("{}, because {}.", label(&done.decision.mode), done.because);
        Report::new(&done, text)
    })
    .await
}

pub async fn pending(context: &CliContext) -> CommandResult {
    let text = |answer: &Value| {
        let Ok(found) = serde_json::from_value::<McpAskFirstListResponse>(answer.clone()) else { return answer.to_string() };
        let waits = found.dispatches.iter().filter(|dispatch| dispatch.status == McpAskFirstStatus::Pending);
        let lines: Vec<String> = waits
            .map(|one| {
                let arguments = one.arguments_text.replace('\n', "\n    ");
                format!(
                    "{}  {} of {} for {}, because {}\n    {arguments}",
                    one.dispatch_id, one.tool_name, one.server_id, one.requested_by, one.because
                )
            })
            .collect();
        let questions = found.elicitations.iter().map(question);
        let challenges = found.challenges.iter().map(challenge_line);
        let lines: Vec<String> = lines.into_iter().chain(questions).chain(challenges).collect();
        if lines.is_empty() { "No call or question waits for you.".to_owned() } else { lines.join("\n") }
    };
    call(context, op::PENDING_MCP_CALLS.call([]), &text).await
}

/// A call that waits for a sign-in.
fn challenge_line(challenge: &McpAuthChallenge) -> String {
    let McpAuthChallenge { challenge_id, tool_name, server_id, requested_by, .. } = challenge;
    let wants = match challenge.kind {
        McpChallengeKind::SignIn => "until you sign in".to_owned(),
        McpChallengeKind::MoreScopes => format!("until you grant {}", challenge.scopes.join(", ")),
    };
    format!("{challenge_id}  {tool_name} of {server_id} for {requested_by} waits {wants}")
}

#[derive(Args)]
pub struct Challenge {
    /// The challenge_id that `pending` shows, or the dispatch_id of a question to open an address
    challenge: String,
    /// Refuse it: the call is not made
    #[arg(long, conflicts_with = "retry")]
    deny: bool,
    /// Make the call again without a sign-in
    #[arg(long)]
    retry: bool,
    /// Show a code to type on any device, for a machine without a browser
    #[arg(long, conflicts_with_all = ["deny", "retry"])]
    device: bool,
    /// Sign in with this auth profile, by its name or id
    #[arg(long, value_name = "PROFILE", conflicts_with_all = ["deny", "retry"])]
    profile: Option<String>,
    /// Words for the receipt
    #[arg(long)]
    reason: Option<String>,
}

/// Answers a challenge. A sign-in that it needs is shown; the call goes on when the person has signed in.
pub async fn challenge(context: &CliContext, given: Challenge) -> CommandResult {
    with_engine(context, async |engine| {
        let decision = match (given.deny, given.retry) {
            (true, _) => McpChallengeDecision::Deny,
            (_, true) => McpChallengeDecision::Retry,
            _ => McpChallengeDecision::Approve,
        };
        let profile = match &given.profile {
            Some(profile) => Some(super::profiles::known(engine, profile).await?),
            None => None,
        };
        let body = json!({
            "challenge_id": given.challenge, "decision": decision, "note": given.reason, "device_code": given.device,
            "selected_auth_profile_id": profile,
        });
        let done: McpAuthChallengeRespondResponse = engine.call(op::RESPOND_TO_MCP_CHALLENGE.call([]).json(body)).await?;
        let text = match (&done.sign_in, done.resolution) {
            (Some(begun), _) => super::sign_in::what_to_do(begun).trim_end().to_owned(),
            (None, McpChallengeResolution::Approved | McpChallengeResolution::Retried) => "The call goes on.".to_owned(),
            (None, McpChallengeResolution::Denied) => "It is refused.".to_owned(),
            (None, McpChallengeResolution::Expired) => "It was answered too late.".to_owned(),
        };
        Report::new(&done, text)
    })
    .await
}

/// A question with what can be answered.
fn question(asked: &McpElicitation) -> String {
    let mut text = format!("{}  {} asks you: {}", asked.dispatch_id, asked.server_id, asked.message.replace('\n', "\n    | "));
    if let Some(url) = &asked.url {
        text.push_str(&format!("\n    to open {url}"));
    }
    for field in &asked.fields {
        let optional = if field.required { "" } else { ", optional" };
        let choices: Vec<&str> = field.choices.iter().map(|choice| choice.value.as_str()).collect();
        let of = if choices.is_empty() { String::new() } else { format!(" of {}", choices.join(", ")) };
        text.push_str(&format!(
            "\n    {} ({}{of}{optional}): {}",
            field.name,
            label(&field.kind),
            field.title.replace('\n', " ")
        ));
    }
    text
}

/// Answers a question. A value is read as its field wants it: a text stays what it is.
pub async fn answer_question(context: &CliContext, given: Question) -> CommandResult {
    with_engine(context, async |engine| {
        let action = match (given.decline, given.cancel) {
            (true, _) => McpElicitationAction::Decline,
            (_, true) => McpElicitationAction::Cancel,
            _ => McpElicitationAction::Accept,
        };
        let found: McpAskFirstListResponse = engine.call(op::PENDING_MCP_CALLS.call([])).await?;
        let asked = found.elicitations.iter().find(|asked| asked.dispatch_id.to_string() == given.dispatch.to_string());
        let is_text = |name: &str| {
            let field = asked.and_then(|asked| asked.fields.iter().find(|field| field.name == name));
            field.is_some_and(|field| matches!(field.kind, McpElicitationKind::Text | McpElicitationKind::Choice))
        };
        let mut content = Map::new();
        for (name, value) in &given.values {
            let read = serde_json::from_str(value).ok().filter(|_| !is_text(name));
            content.insert(name.clone(), read.unwrap_or_else(|| Value::from(value.as_str())));
        }
        let body = json!({ "action": action, "content": content });
        let request = op::ANSWER_MCP_QUESTION.call([&given.dispatch]).json(body);
        let done: McpElicitationAnswerResponse = engine.call(request).await?;
        let text = match (&done.url, action) {
            (Some(url), _) => format!("Open this address in your browser: {url}"),
            (None, McpElicitationAction::Accept) => "The connector has your answer.".to_owned(),
            (None, _) => "The connector was informed that you do not answer.".to_owned(),
        };
        Report::new(&done, text)
    })
    .await
}

pub async fn approve(context: &CliContext, approve: Approve) -> CommandResult {
    let decision = match approve.holds {
        For::Once => "approve_once",
        For::Turn => "approve_until_end_of_turn",
        For::Session => "approve_for_session",
    };
    let body = json!({ "decision": decision, "reason": approve.reason });
    let request = op::APPROVE_MCP_CALL.call([&approve.dispatch]).json(body);
    answer(context, request).await
}

pub async fn deny(context: &CliContext, deny: Deny) -> CommandResult {
    let body = json!({ "decision": "deny", "reason": deny.reason });
    let request = op::DENY_MCP_CALL.call([&deny.dispatch]).json(body);
    answer(context, request).await
}

async fn answer(context: &CliContext, request: apprentice_api::client::Call) -> CommandResult {
    with_engine(context, async |engine| {
        let done: McpAskFirstDecisionResponse = engine.call(request).await?;
        let how = label(&done.dispatch.status);
        let text = match (done.dispatch.status, done.resumed) {
            (McpAskFirstStatus::Denied, _) => format!("{} is refused.", done.dispatch.tool_name),
            (_, true) => format!("{}: {how}. The call continues.", done.dispatch.tool_name),
            (_, false) => format!("{}: {how}. It is called when the same call is repeated.", done.dispatch.tool_name),
        };
        Report::new(&done, text)
    })
    .await
}
