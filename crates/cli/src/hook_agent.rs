//! `apprentice hook-agent`: what the hooks of an agent start. It reads the agent's JSON, asks the running engine with an agent's token, and
//! answers in the agent's words.
//!
//! Invariant: unless it was installed to fail closed, an agent goes on when anything here fails: no output, exit 0.

use crate::engine::CliContext;
use crate::output::{CommandResult, Report};
use crate::skills::known_hooks;
use apprentice_agents::hooks::WITHIN;
use apprentice_agents::hooks::agents::HookAgent;
use apprentice_api::client::Client;
use apprentice_api::operations as op;
use apprentice_contracts::hook::{DecideHookRequest, HookAnswer, HookDecision, HookEvent};
use apprentice_contracts::json;
use clap::Args;
use serde_json::Value;
use std::path::Path;
use std::time::Duration;
use tokio::io::AsyncReadExt;

/// How long the engine may take to prove that it is there.
const LIMIT: Duration = Duration::from_secs(2);
/// The largest input that is read.
const MAX_INPUT: u64 = 16 * 1024 * 1024;

#[derive(Args)]
pub struct HookAgentOptions {
    /// The agent that asks, such as claude-code
    agent: String,
    /// The event, for an agent whose input does not name it
    event: Option<String>,
    /// Deny tools while the engine does not answer, instead of letting them through
    #[arg(long)]
    fail_closed: bool,
}

pub async fn run(context: &CliContext, options: HookAgentOptions) -> CommandResult {
    let agent = known_hooks(&options.agent)?;
    // The author, or a command of a rule, asked for this decision: it must not ask for another.
    if context.variables.contains_key(WITHIN) {
        return Ok(Report::silent());
    }
    let Some(input) = read().await else {
        tracing::warn!("the input is not JSON, so the hook says nothing");
        return answered(agent, HookEvent::PreToolUse, None, options.fail_closed);
    };
    let Some(request) = agent.read(options.event.as_deref(), &input) else { return Ok(Report::silent()) };
    let event = request.event;
    answered(agent, event, ask(&context.home, &request).await, options.fail_closed)
}

async fn read() -> Option<Value> {
    let mut bytes = Vec::new();
    tokio::io::stdin().take(MAX_INPUT + 1).read_to_end(&mut bytes).await.ok()?;
    let input: Value = serde_json::from_slice(&bytes).ok()?;
    input.is_object().then_some(input)
}

/// Asks the engine. Rules may take longer than [`LIMIT`]; the engine is waited for as long as it is there. `None`: it is not.
async fn ask(home: &Path, request: &DecideHookRequest) -> Option<HookAnswer> {
    let client = connected(home).await?;
    let call = op::DECIDE_HOOK.call([]).json(json::to_value(request).ok()?);
    let mut answer = std::pin::pin!(client.call(&call));
    loop {
        tokio::select! {
            answer = &mut answer => {
                let answer = answer.ok()?.into::<HookAnswer>();
                return answer.inspect_err(|refused| tracing::warn!(%refused, "the engine does not decide")).ok();
            }
            () = tokio::time::sleep(LIMIT) => drop(connected(home).await?),
        }
    }
}

async fn connected(home: &Path) -> Option<Client> {
    tokio::time::timeout(LIMIT, Client::connect_as_agent(home)).await.ok()?
}

fn answered(agent: &HookAgent, event: HookEvent, answer: Option<HookAnswer>, fail_closed: bool) -> CommandResult {
    let closed = fail_closed && event == HookEvent::PreToolUse;
    let answer = answer.or_else(|| closed.then(unanswered)).unwrap_or_default();
    match agent.write(event, &answer) {
        Some(output) => Report::new(&output, output.to_string()),
        None => Ok(Report::silent()),
    }
}

fn unanswered() -> HookAnswer {
    let reason = "Apprentice does not answer, and this hook was set up to deny tools then. Start it with `apprentice serve`.";
    HookAnswer { decision: HookDecision::Deny, reason: Some(reason.to_owned()), ..HookAnswer::default() }
}
