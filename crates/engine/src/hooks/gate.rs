//! Calls of connectors by agents, which the same rules decide as if an agent's own hook had asked: the tool is `mcp__CONNECTOR__TOOL`.

use super::Hooks;
use crate::Answer;
use crate::connectors::ConnectorCaller;
use apprentice_contracts::connector::McpCallRequest;
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::hook::{DecideHookRequest, HookAnswer, HookDecision, HookEvent};
use apprentice_contracts::ids::McpServerId;
use serde_json::{Value, json};

/// The agent of a caller that does not name itself.
const SOMEBODY: &str = "an agent";

/// What the rules say to a call of a connector. Allowing skips no policy of connectors, and arguments are not replaced: the person may have
/// approved just these.
pub(crate) struct ConnectorRules {
    answer: HookAnswer,
    tool: String,
}

impl ConnectorRules {
    fn reason(&self) -> &str {
        self.answer.reason.as_deref().unwrap_or("a rule says so")
    }

    /// The refusal of a call that a rule denies.
    pub(crate) fn refusal(&self) -> Answer<()> {
        if self.answer.decision != HookDecision::Deny {
            return Ok(());
        }
        let message = format!("{} is not called, because a rule of the person denies it: {}", self.tool, self.reason());
        Err(Failure::new(ErrorCode::McpCallDenied, message).with_details(json!({ "reason": "hooks", "tool_name": self.tool })))
    }

    /// Why the person is asked first.
    pub(crate) fn asks(&self) -> Option<&str> {
        (self.answer.decision == HookDecision::Ask).then(|| self.reason())
    }
}

impl Hooks {
    /// What the rules say to a call. A call of the person is theirs.
    pub(crate) async fn of_connector(
        &self,
        id: &McpServerId,
        request: &McpCallRequest,
        caller: &ConnectorCaller,
    ) -> Answer<ConnectorRules> {
        let tool = request.tool_name.clone();
        let ConnectorCaller::Agent(agent) = caller else { return Ok(ConnectorRules { answer: HookAnswer::default(), tool }) };
        let asked = DecideHookRequest {
            agent: agent.name.clone().filter(|name| !name.is_empty()).unwrap_or_else(|| SOMEBODY.to_owned()),
            event: HookEvent::PreToolUse,
            session_id: None,
            cwd: None,
            tool_name: Some(format!("mcp__{id}__{tool}")),
            tool_input: Some(Value::Object(request.arguments.clone())),
            cut: true,
            prompt: None,
            stopped_before: false,
        };
        Ok(ConnectorRules { answer: self.decide_hook(asked).await?, tool })
    }
}
