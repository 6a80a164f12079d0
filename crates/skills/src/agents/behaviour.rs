//! The fields of a SKILL.md by which an author limits or steers how an agent uses the skill, and which agents act on each of them.
//! The standard does not define them, so an agent that does not know a field uses the skill as if it were not there.
//!
//! Sources: the pages about skills of Claude Code (code.claude.com/docs/en/skills), OpenClaw (docs.openclaw.ai/tools/skills), Cursor
//! (cursor.com/docs/context/skills), VS Code and Copilot CLI (code.visualstudio.com/docs/copilot/customization/agent-skills), Droid and pi.
//! Codex has its switch in `agents/openai.yaml` ([`crate::format::openai`]). An agent that is not named is taken not to act on a field.

use crate::agents::rules;
use crate::agents::table::{AGENTS, Agent, Location};
use crate::agents::targets::Machine;
use crate::format::definition::as_flag;
use serde_json::{Map, Value};
use std::path::Path;

/// The field by which only a person may start a skill.
pub const ONLY_A_PERSON: &str = "disable-model-invocation";

/// One field.
#[derive(Debug, PartialEq, Eq)]
pub struct BehaviourField {
    /// As the agents spell it.
    pub key: &'static str,
    /// What it says, for people.
    pub meaning: &'static str,
    /// Whether it limits what an agent may do. An agent that does not act on it does more than the author allowed.
    pub limits: bool,
    /// Ids of the agents that act on it.
    agents: &'static [&'static str],
}

const fn limit(key: &'static str, meaning: &'static str, agents: &'static [&'static str]) -> BehaviourField {
    BehaviourField { key, meaning, limits: true, agents }
}

const fn hint(key: &'static str, meaning: &'static str, agents: &'static [&'static str]) -> BehaviourField {
    BehaviourField { key, meaning, limits: false, agents }
}

/// All fields, in the order in which they are written.
pub const FIELDS: &[BehaviourField] = &[
    limit(ONLY_A_PERSON, "only a person may start it", &["claude-code", "codex", "openclaw", "cursor", "copilot", "droid", "pi"]),
    limit("user-invocable", "a person cannot start it by name", &["claude-code", "openclaw", "copilot", "droid"]),
    limit("disallowed-tools", "it must not use these tools", &["claude-code"]),
    limit("paths", "it is for these files only", &["claude-code", "cursor"]),
    limit("hooks", "these commands check or accompany what it does", &["claude-code"]),
    limit("context", "it runs apart from the conversation", &["claude-code"]),
    hint("agent", "it runs in this subagent", &["claude-code"]),
    hint("when_to_use", "when to choose it", &["claude-code"]),
    hint("argument-hint", "what a person types after its name", &["claude-code", "copilot"]),
    hint("arguments", "the names of its arguments", &["claude-code"]),
    hint("model", "the model that it runs with", &["claude-code"]),
    hint("effort", "the effort that it runs with", &["claude-code"]),
    hint("shell", "the shell of its commands", &["claude-code"]),
    hint("command-dispatch", "it is a command that calls a tool", &["openclaw"]),
    hint("command-tool", "the tool that its command calls", &["openclaw"]),
    hint("command-arg-mode", "how its command passes arguments", &["openclaw"]),
];

/// The field of this key, written with hyphens or underscores.
pub fn field(key: &str) -> Option<&'static BehaviourField> {
    let plain = key.replace('_', "-");
    FIELDS.iter().find(|field| field.key.replace('_', "-") == plain)
}

impl BehaviourField {
    /// Whether `agent` acts on it.
    pub fn is_held_by(&self, agent: &Agent) -> bool {
        self.agents.contains(&agent.id)
    }

    /// Whether `value` differs from what an agent does without the field.
    pub fn changes_something(&self, value: &Value) -> bool {
        match self.key {
            ONLY_A_PERSON => as_flag(value) != Some(false) && !value.is_null(),
            "user-invocable" => as_flag(value) != Some(true) && !value.is_null(),
            "context" => !value.is_null() && value.as_str() != Some("inline"),
            _ => match value {
                Value::Null => false,
                Value::String(text) => !text.trim().is_empty(),
                Value::Array(items) => !items.is_empty(),
                Value::Object(entries) => !entries.is_empty(),
                Value::Bool(_) | Value::Number(_) => true,
            },
        }
    }
}

/// The text of a SKILL.md without the lines of these fields: what the standard defines.
pub fn standard_part(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let (mut fences, mut leaves_out) = (0, false);
    for line in text.split_inclusive('\n') {
        if fences < 2 && line.trim_end() == "---" {
            (fences, leaves_out) = (fences + 1, false);
        } else if fences == 1 && !line.starts_with([' ', '\t', '-', '#', '\n']) {
            let key = line.split(':').next().unwrap_or_default();
            leaves_out = FIELDS.iter().any(|field| field.key == key);
        }
        if !leaves_out {
            kept.push_str(line);
        }
    }
    kept
}

/// Whether these fields of a front matter say that only a person may start the skill. A value that cannot be read says so too.
pub fn is_only_for_a_person(fields: &Map<String, Value>) -> bool {
    fields.iter().any(|(key, value)| field(key).is_some_and(|field| field.key == ONLY_A_PERSON && field.changes_something(value)))
}

/// The agents that read the skills folder `folder`: those that seem to be installed, and the one whose own folder it is.
pub fn readers(machine: &Machine, folder: &Path) -> Vec<&'static Agent> {
    let in_project = |place: &Location| match place {
        Location::Project(below) | Location::Chain(below) | Location::Marked(below) => folder.ends_with(below),
        _ => false,
    };
    let reads = |agent: &Agent| {
        let user =
            agent.places.iter().flat_map(|place| rules::folders(place, agent, machine, None)).any(|(path, _)| path == folder);
        user || agent.places.iter().any(in_project)
    };
    let own = |agent: &Agent| machine.target(agent, &[]).is_some_and(|target| Path::new(&target.path) == folder);
    AGENTS.iter().filter(|agent| own(agent) || machine.has(agent) && reads(agent)).collect()
}
