//! Hooks of agents: what an agent is about to do, and what the policy of this machine says to it (skillpack protocol, §7).

use crate::agent::{AgentConnection, ConnectionChange};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What happens in an agent. Rules and agents spell it in three ways (`PreToolUse`, `preToolUse`, `pre_tool_use`); the wire has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HookEvent {
    /// A session begins or goes on.
    SessionStart,
    /// A session ends.
    SessionEnd,
    /// A person sent a prompt.
    UserPromptSubmit,
    /// A tool is about to be called.
    PreToolUse,
    /// A tool was called.
    PostToolUse,
    /// The agent is about to end its turn.
    Stop,
}

impl HookEvent {
    /// Every event.
    pub const ALL: [Self; 6] =
        [Self::SessionStart, Self::SessionEnd, Self::UserPromptSubmit, Self::PreToolUse, Self::PostToolUse, Self::Stop];

    /// The name in PascalCase, as rules and most agents write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SessionStart => "SessionStart",
            Self::SessionEnd => "SessionEnd",
            Self::UserPromptSubmit => "UserPromptSubmit",
            Self::PreToolUse => "PreToolUse",
            Self::PostToolUse => "PostToolUse",
            Self::Stop => "Stop",
        }
    }

    /// The event of a name in `PascalCase`, `lowerCamelCase` or `snake_case`, and in no other spelling.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| {
            let pascal = event.name();
            let mut camel = pascal.to_owned();
            camel[..1].make_ascii_lowercase();
            name == pascal || name == camel || name == snake(pascal)
        })
    }
}

fn snake(pascal: &str) -> String {
    let letters = pascal.char_indices().map(|(at, letter)| match letter.is_ascii_uppercase() && at > 0 {
        true => format!("_{}", letter.to_ascii_lowercase()),
        false => letter.to_ascii_lowercase().to_string(),
    });
    letters.collect()
}

/// What the policy says. Of several, the strictest counts: deny, ask, allow, continue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HookDecision {
    /// Nothing is said: the agent goes on as it would have.
    #[default]
    Continue,
    /// The agent need not ask the person. It overrides no other rule, neither here nor in the agent.
    Allow,
    /// The person decides. Only before a tool; anywhere else it becomes `continue`.
    Ask,
    /// It must not happen.
    Deny,
}

/// What a tool that no skill in force lists gets (SEC-SKILL-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OutsideSkillTools {
    /// It is denied.
    #[default]
    Deny,
    /// The person is asked.
    Ask,
}

/// How hooks of agents are answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields, default)]
pub struct HookSettings {
    /// Whether hooks are answered at all. Off: every decision is `continue`.
    #[garde(skip)]
    pub enabled: bool,
    /// Whether rules may start commands. Off: a rule that would start one is skipped.
    #[garde(skip)]
    pub commands: bool,
    /// The commands that rules may start: each a single command, without `;`, `&&`, `|`, redirections and the like. `*` and `?` are
    /// wildcards within one word; a last word `*` means any further words.
    #[garde(length(max = 100), inner(length(chars, min = 1, max = 500)))]
    pub allowed_commands: Vec<String>,
    /// Whether rules may start every single command, listed or not.
    #[garde(skip)]
    pub full_access: bool,
    /// What happens to a tool that is not among the `allowed-tools` of a skill in force.
    #[garde(skip)]
    pub outside_skill_tools: OutsideSkillTools,
    /// Seconds that all rules together may take for one decision, 1 to 60.
    #[garde(range(min = 1, max = 60))]
    pub patience_seconds: u8,
}

impl Default for HookSettings {
    fn default() -> Self {
        Self {
            enabled: true,
            commands: false,
            allowed_commands: Vec::new(),
            full_access: false,
            outside_skill_tools: OutsideSkillTools::default(),
            patience_seconds: 10,
        }
    }
}

/// `POST /api/hooks/decide`: what an agent is about to do, in the one form that is the same for all agents.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct DecideHookRequest {
    /// The agent, as `apprentice agents list` names it.
    #[garde(length(chars, min = 1, max = 80))]
    pub agent: String,
    /// What happens.
    #[garde(skip)]
    pub event: HookEvent,
    /// The session of the agent, as it names it. A skill is in force for one session.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 200))]
    pub session_id: Option<String>,
    /// The folder that the agent works in.
    #[serde(default)]
    #[garde(length(chars, max = 4096))]
    pub cwd: Option<String>,
    /// The tool, for `pre_tool_use` and `post_tool_use`.
    #[serde(default)]
    #[garde(length(chars, min = 1, max = 200))]
    pub tool_name: Option<String>,
    /// The arguments of the tool. Long texts in it may be cut.
    #[serde(default)]
    #[garde(skip)]
    pub tool_input: Option<Value>,
    /// Whether texts in `tool_input` were cut. No rule can replace the arguments then.
    #[serde(default)]
    #[garde(skip)]
    pub cut: bool,
    /// What the person wrote, for `user_prompt_submit`. It may be cut.
    #[serde(default)]
    #[garde(length(chars, max = 20_000))]
    pub prompt: Option<String>,
    /// The agent goes on because a hook did not let it stop before: it is let go now.
    #[serde(default)]
    #[garde(skip)]
    pub stopped_before: bool,
}

/// What the policy says to an agent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HookAnswer {
    /// The decision.
    pub decision: HookDecision,
    /// Why, in words for the agent and the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Arguments that replace those of the tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_input: Option<Value>,
    /// Further context for the agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub additional_context: Option<String>,
    /// Rules that were skipped or failed, each with its reason.
    pub findings: Vec<String>,
}

/// `GET /api/agents/hooks`: which agents ask, and by which rules they are answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AgentHooksResponse {
    /// Every agent whose hooks can ask Apprentice.
    pub agents: Vec<AgentConnection>,
    /// The person's rules: absolute path of a file that need not exist.
    pub rules_path: String,
    /// Number of rules in it that count.
    pub rules: u32,
    /// What is wrong in it, by field. While there is something, the person is asked before every tool.
    pub problems: Vec<String>,
}

/// `POST /api/agents/{agentId}/hooks/preview`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct PreviewAgentHooksRequest {
    /// The change to preview.
    #[garde(skip)]
    pub change: ConnectionChange,
    /// Whether tools are denied while the engine does not answer. Otherwise the agent goes on as if it had no hooks.
    #[serde(default)]
    #[garde(skip)]
    pub fail_closed: bool,
}

/// `POST /api/agents/{agentId}/hooks`: makes the change that was previewed.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ChangeAgentHooksRequest {
    /// The change to make.
    #[garde(skip)]
    pub change: ConnectionChange,
    /// As in the preview.
    #[serde(default)]
    #[garde(skip)]
    pub fail_closed: bool,
    /// `digest` of the preview. `CONFLICT` when the file has changed since.
    #[garde(length(min = 64, max = 64))]
    pub digest: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_in_three_spellings_and_in_no_other() {
        for (name, event) in [
            ("PreToolUse", Some(HookEvent::PreToolUse)),
            ("preToolUse", Some(HookEvent::PreToolUse)),
            ("pre_tool_use", Some(HookEvent::PreToolUse)),
            ("user_prompt_submit", Some(HookEvent::UserPromptSubmit)),
            ("stop", Some(HookEvent::Stop)),
            ("PRE_TOOL_USE", None),
            ("pre-tool-use", None),
            ("pretooluse", None),
            ("BeforeTool", None),
            ("", None),
        ] {
            assert_eq!(HookEvent::parse(name), event, "{name}");
        }
        for event in HookEvent::ALL {
            let wire = serde_json::to_value(event).unwrap();
            assert_eq!(HookEvent::parse(wire.as_str().unwrap()), Some(event), "the wire is one of the spellings");
        }
    }

    #[test]
    fn the_strictest_decision_is_the_greatest() {
        use HookDecision::{Allow, Ask, Continue, Deny};
        assert!(Deny > Ask && Ask > Allow && Allow > Continue);
    }
}
