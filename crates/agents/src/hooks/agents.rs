//! The table of agents whose hooks can ask Apprentice: where each keeps its hooks, how it asks, and how it is answered. A new agent is one
//! row. Each row follows the agent's own documentation; what an agent cannot express is made stricter, never looser.

use apprentice_contracts::hook::{DecideHookRequest, HookAnswer, HookDecision, HookEvent};
use apprentice_skills::agents::table::{self, Agent};
use serde_json::{Map, Value, json};

/// Bytes of arguments from which on long texts in them are cut.
const MAX_INPUT: usize = 128 * 1024;
/// Characters that are left of a text that is cut.
const CUT: usize = 2_000;
const MAX_PROMPT: usize = 20_000;
const MAX_NAME: usize = 200;

/// One agent whose hooks can ask.
#[derive(Clone, Copy, Debug)]
pub struct HookAgent {
    /// The id of the agent in [`table::AGENTS`].
    pub id: &'static str,
    /// The file of its hooks below its configuration folder.
    pub(super) file: &'static str,
    pub(super) shape: Shape,
    /// What it calls the events.
    pub(super) events: &'static [(HookEvent, &'static str)],
    dialect: Dialect,
    /// What the person has to do or know.
    pub note: Option<&'static str>,
}

/// The form of its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `{hooks: [{type, command, timeout}]}`, with the timeout of our handler in the agent's unit.
    Groups(u32),
    /// `{type, bash, timeoutSec}`; the event is an argument, because the input does not name it.
    Steps,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    Claude,
    Codex,
    Gemini,
    Copilot,
}

use HookEvent::{PostToolUse, PreToolUse, SessionEnd, SessionStart, Stop, UserPromptSubmit};

/// Every agent whose hooks can ask.
pub const HOOK_AGENTS: [HookAgent; 4] = [
    // https://code.claude.com/docs/en/hooks
    HookAgent {
        id: "claude-code",
        file: "settings.json",
        shape: Shape::Groups(65),
        events: &[
            (PreToolUse, "PreToolUse"),
            (PostToolUse, "PostToolUse"),
            (UserPromptSubmit, "UserPromptSubmit"),
            (Stop, "Stop"),
            (SessionStart, "SessionStart"),
            (SessionEnd, "SessionEnd"),
        ],
        dialect: Dialect::Claude,
        note: None,
    },
    // https://developers.openai.com/codex/hooks
    HookAgent {
        id: "codex",
        file: "hooks.json",
        shape: Shape::Groups(65),
        events: &[
            (PreToolUse, "PreToolUse"),
            (PostToolUse, "PostToolUse"),
            (UserPromptSubmit, "UserPromptSubmit"),
            (Stop, "Stop"),
            (SessionStart, "SessionStart"),
        ],
        dialect: Dialect::Codex,
        note: Some(
            "Codex runs a new hook only after you trusted it in /hooks. It cannot ask you for a hook: “ask” becomes “deny”.",
        ),
    },
    // https://geminicli.com/docs/hooks/reference
    HookAgent {
        id: "gemini",
        file: "settings.json",
        shape: Shape::Groups(65_000),
        events: &[
            (PreToolUse, "BeforeTool"),
            (PostToolUse, "AfterTool"),
            (UserPromptSubmit, "BeforeAgent"),
            (Stop, "AfterAgent"),
            (SessionStart, "SessionStart"),
            (SessionEnd, "SessionEnd"),
        ],
        dialect: Dialect::Gemini,
        note: Some("Gemini CLI cannot ask you for a hook: “ask” becomes “deny”."),
    },
    // https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-hooks-reference
    HookAgent {
        id: "copilot",
        file: "hooks/apprentice.json",
        shape: Shape::Steps,
        events: &[
            (PreToolUse, "preToolUse"),
            (PostToolUse, "postToolUse"),
            (UserPromptSubmit, "userPromptSubmitted"),
            (Stop, "agentStop"),
            (SessionStart, "sessionStart"),
            (SessionEnd, "sessionEnd"),
        ],
        dialect: Dialect::Copilot,
        note: None,
    },
];

/// The agent with this id or alias. `None`: its hooks cannot ask.
pub fn find(id: &str) -> Option<&'static HookAgent> {
    let agent = table::find(id)?;
    HOOK_AGENTS.iter().find(|row| row.id == agent.id)
}

impl HookAgent {
    /// The agent of this row.
    pub fn agent(&self) -> &'static Agent {
        table::find(self.id).unwrap_or(&table::AGENTS[0])
    }

    fn event(&self, name: &str) -> Option<HookEvent> {
        let own = self.events.iter().find(|(_, own)| *own == name).map(|(event, _)| *event);
        own.or_else(|| HookEvent::parse(name))
    }

    fn name(&self, event: HookEvent) -> &'static str {
        self.events.iter().find(|(known, _)| *known == event).map_or(event.name(), |(_, name)| *name)
    }

    /// What the agent asks, from its JSON. `argument` names the event for agents whose input does not. `None`: an event without rules.
    pub fn read(&self, argument: Option<&str>, input: &Value) -> Option<DecideHookRequest> {
        let text = |names: &[&str]| names.iter().find_map(|name| input.get(name)).and_then(Value::as_str);
        let name = text(&["hook_event_name", "hookEventName"]).or(argument)?;
        let event = self.event(name)?;
        let (tool_input, cut) = match ["tool_input", "toolArgs"].iter().find_map(|name| input.get(name)) {
            // Copilot writes the arguments as a text of JSON.
            Some(Value::String(text)) => bounded(serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.clone()))),
            Some(arguments) => bounded(arguments.clone()),
            None => (None, false),
        };
        let short = |text: &str| text.chars().take(MAX_NAME).collect::<String>();
        Some(DecideHookRequest {
            agent: self.id.to_owned(),
            event,
            session_id: text(&["session_id", "sessionId"]).filter(|id| !id.is_empty()).map(short),
            cwd: text(&["cwd"]).filter(|cwd| cwd.len() <= 4096).map(str::to_owned),
            tool_name: text(&["tool_name", "toolName"]).filter(|name| !name.is_empty()).map(short),
            tool_input,
            cut,
            prompt: text(&["prompt"]).map(|text| text.chars().take(MAX_PROMPT).collect()),
            stopped_before: input.get("stop_hook_active") == Some(&Value::Bool(true)),
        })
    }

    /// What the agent reads of an answer. `None`: nothing is printed, and the agent goes on.
    pub fn write(&self, event: HookEvent, answer: &HookAnswer) -> Option<Value> {
        let output = match self.dialect {
            Dialect::Claude => self.claude(event, answer),
            Dialect::Codex => self.codex(event, answer),
            Dialect::Gemini => gemini(self.name(event), event, answer),
            Dialect::Copilot => copilot(event, answer),
        };
        Some(output).filter(|output| !output.is_empty()).map(Value::Object)
    }

    fn claude(&self, event: HookEvent, answer: &HookAnswer) -> Map<String, Value> {
        let mut specific = Map::new();
        if event == PreToolUse && answer.decision != HookDecision::Continue {
            specific.insert("permissionDecision".into(), json!(answer.decision));
            specific.insert("permissionDecisionReason".into(), json!(reason(answer)));
        }
        if let (PreToolUse, Some(input)) = (event, &answer.updated_input) {
            specific.insert("updatedInput".into(), input.clone());
        }
        if let (Some(context), false) = (&answer.additional_context, matches!(event, Stop | SessionEnd)) {
            specific.insert("additionalContext".into(), json!(context));
        }
        let mut output = blocks(event, answer);
        self.add_specific(event, specific, &mut output);
        output
    }

    /// Codex takes an unknown field, or a decision that it does not support, for a failed hook and runs the tool.
    fn codex(&self, event: HookEvent, answer: &HookAnswer) -> Map<String, Value> {
        let mut specific = Map::new();
        if event == PreToolUse && answer.decision >= HookDecision::Ask {
            specific.insert("permissionDecision".into(), json!("deny"));
            specific.insert("permissionDecisionReason".into(), json!(stricter_reason(answer)));
        }
        if let (Some(context), UserPromptSubmit | SessionStart | PostToolUse) = (&answer.additional_context, event) {
            specific.insert("additionalContext".into(), json!(context));
        }
        let mut output = blocks(event, answer);
        self.add_specific(event, specific, &mut output);
        output
    }

    fn add_specific(&self, event: HookEvent, mut specific: Map<String, Value>, output: &mut Map<String, Value>) {
        if !specific.is_empty() {
            specific.insert("hookEventName".into(), json!(self.name(event)));
            output.insert("hookSpecificOutput".into(), Value::Object(specific));
        }
    }
}

/// `{decision: block, reason}` where a denial of something else than a tool call has an effect.
fn blocks(event: HookEvent, answer: &HookAnswer) -> Map<String, Value> {
    let mut output = Map::new();
    if answer.decision == HookDecision::Deny && matches!(event, UserPromptSubmit | PostToolUse | Stop) {
        output.insert("decision".into(), json!("block"));
        output.insert("reason".into(), json!(reason(answer)));
    }
    output
}

fn gemini(name: &str, event: HookEvent, answer: &HookAnswer) -> Map<String, Value> {
    let mut output = Map::new();
    match answer.decision {
        _ if matches!(event, SessionStart | SessionEnd) => {}
        HookDecision::Deny | HookDecision::Ask => {
            output.insert("decision".into(), json!("deny"));
            output.insert("reason".into(), json!(stricter_reason(answer)));
        }
        HookDecision::Allow => drop(output.insert("decision".into(), json!("allow"))),
        HookDecision::Continue => {}
    }
    let mut specific = Map::new();
    if let (PreToolUse, Some(input)) = (event, &answer.updated_input) {
        specific.insert("tool_input".into(), input.clone());
    }
    if let (Some(context), UserPromptSubmit | SessionStart | PostToolUse) = (&answer.additional_context, event) {
        specific.insert("additionalContext".into(), json!(context));
    }
    if !specific.is_empty() {
        specific.insert("hookEventName".into(), json!(name));
        output.insert("hookSpecificOutput".into(), Value::Object(specific));
    }
    output
}

/// Copilot reads the decision before a tool at the top, and whether it may stop.
fn copilot(event: HookEvent, answer: &HookAnswer) -> Map<String, Value> {
    let mut output = Map::new();
    match (event, answer.decision) {
        (PreToolUse, HookDecision::Continue) => {}
        (PreToolUse, decision) => {
            output.insert("permissionDecision".into(), json!(decision));
            output.insert("permissionDecisionReason".into(), json!(reason(answer)));
        }
        (Stop, HookDecision::Deny) => return blocks(event, answer),
        _ => {}
    }
    if let (PreToolUse, Some(input)) = (event, &answer.updated_input) {
        output.insert("modifiedArgs".into(), input.clone());
    }
    output
}

fn reason(answer: &HookAnswer) -> &str {
    answer.reason.as_deref().unwrap_or("A rule of Apprentice decided it.")
}

/// The reason for an agent that cannot ask the person, to which asking is a denial.
fn stricter_reason(answer: &HookAnswer) -> String {
    match answer.decision {
        HookDecision::Ask => format!("{} Ask the person; they may do it, or change the rule.", reason(answer)),
        _ => reason(answer).to_owned(),
    }
}

/// The arguments, with long texts cut if they are large. `true`: something was cut.
fn bounded(arguments: Value) -> (Option<Value>, bool) {
    if arguments.to_string().len() <= MAX_INPUT {
        return (Some(arguments), false);
    }
    let shortened = shortened(arguments);
    let small = shortened.to_string().len() <= MAX_INPUT;
    (small.then_some(shortened), true)
}

fn shortened(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(text.chars().take(CUT).collect()),
        Value::Array(items) => items.into_iter().map(shortened).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, shortened(value))).collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str) -> &'static HookAgent {
        find(id).unwrap()
    }

    fn answer(decision: HookDecision) -> HookAnswer {
        HookAnswer { decision, reason: Some("it pays".to_owned()), ..HookAnswer::default() }
    }

    #[test]
    fn each_agent_is_read_in_its_own_words() {
        for (agent, argument, input) in [
            ("claude", None, json!({ "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": { "command": "ls" } })),
            ("codex", None, json!({ "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": { "command": "ls" } })),
            ("gemini", None, json!({ "hook_event_name": "BeforeTool", "tool_name": "Bash", "tool_input": { "command": "ls" } })),
            ("copilot", Some("preToolUse"), json!({ "toolName": "Bash", "toolArgs": "{\"command\":\"ls\"}" })),
        ] {
            let read = row(agent).read(argument, &input).unwrap();
            assert_eq!((read.event, read.tool_name.as_deref()), (PreToolUse, Some("Bash")), "{agent}");
            assert_eq!(read.tool_input, Some(json!({ "command": "ls" })), "{agent}");
        }
        assert!(row("claude").read(None, &json!({ "hook_event_name": "Notification" })).is_none(), "an event without rules");
        assert!(row("claude").read(None, &json!({})).is_none() && row("copilot").read(None, &json!([])).is_none());
        assert!(find("cursor").is_none() && find("nobody").is_none());
    }

    #[test]
    fn large_arguments_are_cut_and_say_so() {
        let input = json!({ "hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": { "file_path": "a", "content": "x".repeat(MAX_INPUT) } });
        let read = row("claude").read(None, &input).unwrap();
        assert!(read.cut && read.tool_input.unwrap()["file_path"] == "a");
        let many: Vec<String> = (0..MAX_INPUT).map(|n| n.to_string()).collect();
        let read = row("claude").read(None, &json!({ "hook_event_name": "PreToolUse", "tool_input": { "a": many } })).unwrap();
        assert_eq!((read.cut, read.tool_input), (true, None));
    }

    #[test]
    fn each_agent_is_answered_in_its_own_words() {
        let specific = |decision: &str| json!({ "hookSpecificOutput": { "hookEventName": "PreToolUse", "permissionDecision": decision, "permissionDecisionReason": "it pays" } });
        for (word, decision) in [("deny", HookDecision::Deny), ("ask", HookDecision::Ask), ("allow", HookDecision::Allow)] {
            assert_eq!(row("claude").write(PreToolUse, &answer(decision)), Some(specific(word)));
            let top = json!({ "permissionDecision": word, "permissionDecisionReason": "it pays" });
            assert_eq!(row("copilot").write(PreToolUse, &answer(decision)), Some(top));
        }
        assert_eq!(row("codex").write(PreToolUse, &answer(HookDecision::Deny)), Some(specific("deny")));
        assert_eq!(row("codex").write(PreToolUse, &answer(HookDecision::Allow)), None, "Codex decides by its own settings");
        let denied = json!({ "decision": "deny", "reason": "it pays" });
        assert_eq!(row("gemini").write(PreToolUse, &answer(HookDecision::Deny)), Some(denied));
        for agent in &HOOK_AGENTS {
            for event in HookEvent::ALL {
                assert_eq!(agent.write(event, &HookAnswer::default()), None, "{} {event:?}", agent.id);
            }
        }
    }

    #[test]
    fn an_agent_that_cannot_ask_is_denied() {
        for id in ["codex", "gemini"] {
            let said = row(id).write(PreToolUse, &answer(HookDecision::Ask)).unwrap().to_string();
            assert!(said.contains("\"deny\"") && said.contains("Ask the person"), "{id}: {said}");
        }
    }

    #[test]
    fn replaced_arguments_and_context_reach_the_agent() {
        let more = HookAnswer {
            updated_input: Some(json!({ "command": "ls" })),
            additional_context: Some("careful".to_owned()),
            ..HookAnswer::default()
        };
        let said = row("claude").write(PreToolUse, &more).unwrap();
        assert_eq!(said["hookSpecificOutput"]["updatedInput"]["command"], "ls");
        assert_eq!(said["hookSpecificOutput"]["additionalContext"], "careful");
        assert_eq!(row("gemini").write(PreToolUse, &more).unwrap()["hookSpecificOutput"]["tool_input"]["command"], "ls");
        assert_eq!(row("copilot").write(PreToolUse, &more).unwrap()["modifiedArgs"]["command"], "ls");
        let blocked = row("claude").write(Stop, &answer(HookDecision::Deny)).unwrap();
        assert_eq!(blocked, json!({ "decision": "block", "reason": "it pays" }));
    }
}
