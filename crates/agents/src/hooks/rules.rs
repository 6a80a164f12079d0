//! Rules, as a file or a skill writes them. They are read strictly: a rule that was not understood must not look as if it counted.
//!
//! ```yaml
//! PreToolUse:
//!   - matcher: "Bash|mcp__payments__*"
//!     hooks:
//!       - { type: decision, decision: ask, reason: It pays. }
//!       - { type: command, command: ./check.py, timeout: 5, on_failure: deny }
//!       - { type: prompt, prompt: Does this call send mail to somebody outside the company? }
//! ```

use super::command;
use crate::connect;
use crate::edit::Format;
use apprentice_contracts::hook::{HookDecision, HookEvent};
use globset::{Glob, GlobMatcher};
use serde_json::{Map, Value};
use std::path::Path;
use std::time::Duration;

/// The most groups of rules of one source, and of handlers in a group.
const MOST: usize = 100;
const MAX_TEXT: usize = 8_000;
const MAX_SECONDS: u64 = 60;
/// Fields of every handler. The last two are words for people.
const COMMON: [&str; 5] = ["type", "timeout", "on_failure", "description", "statusMessage"];
/// How long one handler may take if it does not say.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The rules of one source.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// In the order of the file.
    pub rules: Vec<Rule>,
    /// What is wrong, each with its field.
    pub problems: Vec<String>,
}

/// Handlers for an event, and for the tools that it is about.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The event.
    pub event: HookEvent,
    /// The tools. `None`: every tool.
    tools: Option<Vec<GlobMatcher>>,
    /// What is asked, in order.
    pub handlers: Vec<Handler>,
}

/// Who answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    /// What it does.
    pub action: Action,
    /// How long it may take.
    pub timeout: Duration,
    /// What counts when it fails: `continue` or `deny`.
    pub on_failure: HookDecision,
}

/// What a handler does.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// It says the same every time.
    Decision(HookDecision, Option<String>),
    /// It starts a program; these are its words.
    Command(Vec<String>),
    /// It asks the person's author.
    Prompt(String),
}

impl Rule {
    /// Whether the rule is about this event and tool.
    pub fn fits(&self, event: HookEvent, tool: Option<&str>) -> bool {
        let about = |tools: &Vec<GlobMatcher>| tool.is_some_and(|tool| tools.iter().any(|glob| glob.is_match(tool)));
        self.event == event && self.tools.as_ref().is_none_or(about)
    }
}

/// Reads rules from a mapping of events, which may be below a key `hooks`.
pub fn read(written: &Value) -> Rules {
    let mut reader = Reader::default();
    reader.events(written.get("hooks").unwrap_or(written));
    Rules { rules: reader.rules, problems: reader.problems }
}

/// Reads a YAML file of rules. One that does not exist has none; one that cannot be read has a problem.
pub fn read_file(file: &Path) -> Rules {
    let text = match connect::read(file) {
        Ok(text) => text.unwrap_or_default(),
        Err(error) => return Rules { rules: Vec::new(), problems: vec![error.to_string()] },
    };
    match Format::Yaml.read(&text) {
        Ok(written) => read(&written),
        Err(why) => Rules { rules: Vec::new(), problems: vec![format!("{}: {why}.", file.display())] },
    }
}

#[derive(Default)]
struct Reader {
    rules: Vec<Rule>,
    problems: Vec<String>,
}

impl Reader {
    fn problem(&mut self, at: &str, why: &str) {
        self.problems.push(format!("{at}: {why}."));
    }

    fn events(&mut self, written: &Value) {
        let Some(events) = written.as_object() else {
            if !written.is_null() {
                self.problem("hooks", "it is not a mapping from events to rules");
            }
            return;
        };
        for (name, groups) in events {
            let Some(event) = HookEvent::parse(name) else {
                let known = HookEvent::ALL.map(HookEvent::name).join(", ");
                self.problem(name, &format!("there is no such event; there is {known}"));
                continue;
            };
            match groups.as_array() {
                Some(groups) if groups.len() <= MOST => {
                    for (index, group) in groups.iter().enumerate() {
                        self.group(event, &format!("{name}[{index}]"), group);
                    }
                }
                Some(_) => self.problem(name, "it has more than 100 rules"),
                None => self.problem(name, "it is not a list of rules"),
            }
        }
    }

    fn group(&mut self, event: HookEvent, at: &str, written: &Value) {
        let Some(fields) = written.as_object() else { return self.problem(at, "it is not a mapping") };
        self.unknown(at, fields, &["matcher", "hooks"]);
        let tools = match Self::matcher(event, fields.get("matcher")) {
            Ok(tools) => tools,
            Err(why) => return self.problem(&format!("{at}.matcher"), &why),
        };
        let Some(handlers) = fields.get("hooks").and_then(Value::as_array).filter(|all| !all.is_empty() && all.len() <= MOST)
        else {
            return self.problem(&format!("{at}.hooks"), "it is not a list of 1 to 100 handlers");
        };
        let mut read = Vec::new();
        for (index, handler) in handlers.iter().enumerate() {
            let at = format!("{at}.hooks[{index}]");
            match self.handler(&at, handler) {
                Ok(handler) => read.push(handler),
                Err((field, why)) => self.problem(&format!("{at}{field}"), &why),
            }
        }
        if !read.is_empty() {
            self.rules.push(Rule { event, tools, handlers: read });
        }
    }

    /// `None`: every tool.
    fn matcher(event: HookEvent, written: Option<&Value>) -> Result<Option<Vec<GlobMatcher>>, String> {
        let text = match written {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::String(text)) if matches!(text.trim(), "" | "*") => return Ok(None),
            Some(Value::String(text)) => text,
            Some(_) => return Err("it is not a text".to_owned()),
        };
        if !matches!(event, HookEvent::PreToolUse | HookEvent::PostToolUse) {
            return Err(format!("it names tools, and {} has none", event.name()));
        }
        if text.contains(".*") || text.contains(['^', '$', '(', ')', '+', '\\']) {
            return Err("it is a glob, such as mcp__mail__*, and not a regular expression".to_owned());
        }
        let globs = text.split('|').map(|one| Glob::new(one.trim()).map(|glob| glob.compile_matcher()));
        globs.collect::<Result<Vec<_>, _>>().map(Some).map_err(|error| format!("it is no glob: {}", error.kind()))
    }

    fn handler(&mut self, at: &str, written: &Value) -> Result<Handler, (&'static str, String)> {
        let wrong = |field: &'static str, why: &str| Err((field, why.to_owned()));
        let Some(fields) = written.as_object() else { return wrong("", "it is not a mapping") };
        let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default();
        let own: &[&str] = match kind {
            "decision" => &["decision", "reason"],
            "command" => &["command"],
            "prompt" => &["prompt"],
            "agent" => return Err((".type", agent(fields))),
            _ => return wrong(".type", "it is none of command, prompt, decision"),
        };
        self.unknown(at, fields, &[COMMON.as_slice(), own].concat());
        let needed = |field: &'static str, name: &'static str| match fields.get(name).and_then(Value::as_str) {
            Some(text) if !text.trim().is_empty() && text.len() <= MAX_TEXT => Ok(text),
            _ => Err((field, "it is not a text of 1 to 8,000 bytes".to_owned())),
        };
        let action = match kind {
            "decision" => {
                let decision = match needed(".decision", "decision")? {
                    "deny" => HookDecision::Deny,
                    "ask" => HookDecision::Ask,
                    "allow" => HookDecision::Allow,
                    _ => return wrong(".decision", "it is none of deny, ask, allow"),
                };
                Action::Decision(decision, fields.get("reason").and_then(Value::as_str).map(str::to_owned))
            }
            "command" => {
                let text = needed(".command", "command")?;
                Action::Command(command::words(text).map_err(|why| (".command", why))?)
            }
            _ => Action::Prompt(needed(".prompt", "prompt")?.to_owned()),
        };
        let timeout = match fields.get("timeout") {
            None | Some(Value::Null) => TIMEOUT,
            Some(seconds) => match seconds.as_u64().filter(|seconds| (1..=MAX_SECONDS).contains(seconds)) {
                Some(seconds) => Duration::from_secs(seconds),
                None => return wrong(".timeout", "it is not a number of seconds from 1 to 60"),
            },
        };
        let on_failure = match fields.get("on_failure").map(|word| word.as_str().unwrap_or_default()) {
            None | Some("continue") => HookDecision::Continue,
            Some("deny") => HookDecision::Deny,
            Some(_) => return wrong(".on_failure", "it is neither continue nor deny"),
        };
        Ok(Handler { action, timeout, on_failure })
    }

    fn unknown(&mut self, at: &str, fields: &Map<String, Value>, known: &[&str]) {
        for name in fields.keys().filter(|name| !known.contains(&name.as_str())) {
            self.problem(&format!("{at}.{name}"), &format!("there is no such field; there is {}", known.join(", ")));
        }
    }
}

/// Why a handler of type `agent` (§7.3) does not count: what its fields lack, else that no agent is started for hooks.
fn agent(fields: &Map<String, Value>) -> String {
    let lacks = ["agent_name", "task"].into_iter().find(|name| !fields.get(*name).is_some_and(Value::is_string));
    let remedy = "use a prompt, or a command that starts the agent";
    match lacks {
        Some(name) => format!("an agent handler needs {name}, and Apprentice starts no agents for such handlers: {remedy}"),
        None => format!("Apprentice starts no agents for such handlers: {remedy}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn one(handler: Value) -> Rules {
        read(&json!({ "PreToolUse": [{ "matcher": "Bash", "hooks": [handler] }] }))
    }

    #[test]
    fn rules_fit_events_in_every_spelling_and_tools_by_globs() {
        let handlers = json!([{ "type": "decision", "decision": "deny" }]);
        for name in ["PreToolUse", "preToolUse", "pre_tool_use"] {
            for written in [json!({ name: [{ "hooks": handlers }] }), json!({ "hooks": { name: [{ "hooks": handlers }] } })] {
                let rules = read(&written);
                assert!(rules.problems.is_empty() && rules.rules[0].fits(HookEvent::PreToolUse, Some("Bash")), "{rules:?}");
                assert!(!rules.rules[0].fits(HookEvent::PostToolUse, Some("Bash")));
            }
        }
        for (matcher, tool, expected) in [
            ("Bash", "Bash", true),
            ("Bash", "BashOutput", false),
            ("Bash*", "BashOutput", true),
            ("Edit|Write", "Write", true),
            ("Edit | Write", "Write", true),
            ("mcp__payments__*", "mcp__payments__send", true),
            ("mcp__payments__*", "mcp__payments_old__send", false),
            ("mcp__*", "mcp__a/b__c", true),
            ("[BW]*", "Write", true),
            ("?ash", "Bash", true),
            ("*", "anything", true),
            ("", "anything", true),
            ("bash", "Bash", false),
        ] {
            let rules = read(&json!({ "PreToolUse": [{ "matcher": matcher, "hooks": handlers }] }));
            assert_eq!(rules.rules[0].fits(HookEvent::PreToolUse, Some(tool)), expected, "{matcher} {tool} {rules:?}");
        }
    }

    #[test]
    fn handlers_are_read_with_their_fields() {
        let command = one(json!({ "type": "command", "command": "./check --all 'a b'", "timeout": 2, "on_failure": "deny" }));
        let words = ["./check", "--all", "a b"].map(str::to_owned).to_vec();
        let handler = Handler { action: Action::Command(words), timeout: Duration::from_secs(2), on_failure: HookDecision::Deny };
        assert_eq!(command.rules[0].handlers, [handler]);
        let prompt = one(json!({ "type": "prompt", "prompt": "Is it safe?" }));
        assert_eq!(prompt.rules[0].handlers[0].action, Action::Prompt("Is it safe?".to_owned()));
        assert_eq!(prompt.rules[0].handlers[0].on_failure, HookDecision::Continue);
    }

    #[test]
    fn what_is_wrong_is_told_by_field() {
        let decision = |more: Value| {
            let mut handler = json!({ "type": "decision", "decision": "deny" });
            handler.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            one(handler)
        };
        for (rules, field) in [
            (read(&json!([])), "hooks: "),
            (read(&json!({ "BeforeTool": [] })), "BeforeTool: there is no such event"),
            (read(&json!({ "PreToolUse": {} })), "PreToolUse: it is not a list"),
            (read(&json!({ "PreToolUse": [1] })), "PreToolUse[0]: "),
            (read(&json!({ "PreToolUse": [{}] })), "PreToolUse[0].hooks: "),
            (read(&json!({ "PreToolUse": [{ "hooks": [], "tool": "x" }] })), "PreToolUse[0].tool: there is no such field"),
            (read(&json!({ "PreToolUse": [{ "hooks": [{}], "matcher": "mcp__.*" }] })), "PreToolUse[0].matcher: it is a glob"),
            (read(&json!({ "PreToolUse": [{ "hooks": [{}], "matcher": "[a" }] })), "PreToolUse[0].matcher: it is no glob"),
            (read(&json!({ "Stop": [{ "hooks": [{}], "matcher": "Bash" }] })), "Stop[0].matcher: it names tools"),
            (one(json!({})), "PreToolUse[0].hooks[0].type: "),
            (one(json!({ "type": "command" })), "hooks[0].command: "),
            (one(json!({ "type": "command", "command": "a; b" })), "hooks[0].command: "),
            (one(json!({ "type": "prompt", "prompt": " " })), "hooks[0].prompt: "),
            (one(json!({ "type": "decision", "decision": "continue" })), "hooks[0].decision: "),
            (decision(json!({ "timeout": 0 })), "hooks[0].timeout: "),
            (decision(json!({ "timeout": 61 })), "hooks[0].timeout: "),
            (decision(json!({ "on_failure": "ask" })), "hooks[0].on_failure: "),
            (decision(json!({ "onFailure": "deny" })), "hooks[0].onFailure: there is no such field"),
            (one(json!({ "type": "agent", "agent_name": "a" })), "hooks[0].type: an agent handler needs task"),
            (one(json!({ "type": "agent", "agent_name": "a", "task": "t" })), "hooks[0].type: Apprentice starts no agents"),
        ] {
            assert!(rules.problems.iter().any(|problem| problem.contains(field)), "{field}: {:?}", rules.problems);
        }
        assert!(read(&Value::Null).problems.is_empty(), "an empty file has no rules");
    }
}
