//! The formats in which agents keep their definitions, and the tools that each of them allows. Where a format says something that a run
//! cannot hold, less is allowed, and a finding says so.

use super::Source;
use super::fields::{Fields, clip};
use super::tools::{KNOWN, KnownTool, is_of_server, matches, overlap, problem};
use apprentice_contracts::agent_definition::AgentToolAccess;
use serde_json::Value;

/// The most tools that a definition lists.
const MAX_TOOLS: usize = 200;
/// The tools that change nothing, for a format that says only that.
const READS: [&str; 6] = ["read_file", "list_directory", "find_files", "search_files", "web_search", "web_fetch"];

/// A format of definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Apprentice,
    ClaudeCode,
    Codex,
    Gemini,
    Opencode,
    Copilot,
}

impl Dialect {
    /// The fields for the most calls of tools, the current name first.
    pub(super) fn iterations(self) -> &'static [&'static str] {
        match self {
            Self::Apprentice => &["max_tool_iterations"],
            Self::ClaudeCode => &["maxTurns"],
            Self::Gemini => &["max_turns"],
            Self::Opencode => &["steps", "maxSteps"],
            Self::Codex | Self::Copilot => &[],
        }
    }

    pub(super) fn names(self, tool: &KnownTool) -> &'static [&'static str] {
        match self {
            Self::ClaudeCode => tool.claude_code,
            Self::Gemini => tool.gemini,
            Self::Opencode => tool.opencode,
            Self::Copilot => tool.copilot,
            Self::Apprentice | Self::Codex => &[],
        }
    }

    /// The tools, by their names in definitions of Apprentice, that this format calls so.
    fn known(self, name: &str) -> Vec<String> {
        let named = KNOWN.iter().filter(|tool| self.names(tool).contains(&name) || tool.name == name);
        named.map(|tool| tool.name.to_owned()).collect()
    }

    /// What a denied tool is called anywhere: a beginning denies each of its tools.
    fn denied(self, tool: &str) -> Vec<String> {
        let names = |known: &'static KnownTool| self.names(known).iter().chain([&known.name]);
        let meant = KNOWN.iter().filter(|known| names(known).any(|name| overlap(tool, name)));
        meant.flat_map(names).map(|name| (*name).to_owned()).chain([tool.to_owned()]).collect()
    }

    /// Tools of MCP servers as `server__tool`.
    fn of_server(self, name: &str) -> Option<String> {
        let (server, tool) = match self {
            Self::ClaudeCode => {
                let rest = name.strip_prefix("mcp__")?;
                rest.split_once("__").unwrap_or((rest, "*"))
            }
            Self::Gemini => name.strip_prefix("mcp_")?.split_once('_')?,
            Self::Copilot => name.split_once('/')?,
            Self::Apprentice | Self::Codex | Self::Opencode => return None,
        };
        (!server.is_empty() && !tool.is_empty() && server != "*").then(|| format!("{server}__{tool}"))
    }
}

/// Which tools a definition allows.
pub(super) fn tools_of(source: &Source<'_>, fields: &mut Fields) -> (AgentToolAccess, Vec<String>) {
    // A project gets no tool of a server that the person set up for something else, unless it names it.
    let every = if source.is_of_project() { AgentToolAccess::Own } else { AgentToolAccess::All };
    match source.dialect {
        Dialect::Apprentice => own(every, fields),
        Dialect::Opencode => switches(every, fields),
        Dialect::Codex => match fields.text("sandbox_mode", 40).as_deref() {
            Some("read-only") => (AgentToolAccess::Listed, READS.map(str::to_owned).to_vec()),
            _ => (every, Vec::new()),
        },
        Dialect::ClaudeCode => {
            let mode = fields.take("permissionMode");
            let plans = mode.as_ref().is_some_and(|mode| mode == "plan");
            // Any other one is named as a field that is not used.
            mode.filter(|_| !plans).into_iter().for_each(|mode| fields.put("permissionMode", mode));
            let listed = listed(source.dialect, every, fields);
            if plans { reading(listed, fields) } else { listed }
        }
        Dialect::Gemini | Dialect::Copilot => listed(source.dialect, every, fields),
    }
}

fn own(every: AgentToolAccess, fields: &mut Fields) -> (AgentToolAccess, Vec<String>) {
    match fields.take("tools") {
        None => return (every, Vec::new()),
        Some(Value::String(word)) if word == "none" => return (AgentToolAccess::None, Vec::new()),
        Some(value) => fields.put("tools", value),
    }
    let Some(tools) = fields.list("tools", MAX_TOOLS, false) else { return (AgentToolAccess::None, Vec::new()) };
    if tools.is_empty() {
        return (every, Vec::new());
    }
    for tool in &tools {
        if let Some(why) = problem(tool) {
            fields.error("BAD_TOOL", "tools", &format!("“{}” {why}.", clip(tool)));
        } else if !is_of_server(tool) && !tool.ends_with("__*") && KNOWN.iter().all(|known| !matches(tool, known.name)) {
            let names: Vec<&str> = KNOWN.iter().map(|known| known.name).collect();
            let message = format!(
                "“{}” is none of {}, and no tool of a server (server__tool). It applies only to an agent that has a tool of this name.",
                clip(tool),
                names.join(", ")
            );
            fields.warn("UNKNOWN_TOOL", "tools", &message);
        }
    }
    (AgentToolAccess::Listed, tools)
}

/// A list of names, as Claude Code, Gemini CLI and GitHub Copilot have it.
fn listed(dialect: Dialect, every: AgentToolAccess, fields: &mut Fields) -> (AgentToolAccess, Vec<String>) {
    let is_there = fields.has("tools");
    let allowed = fields.list("tools", MAX_TOOLS, true);
    if is_there && allowed.is_none() {
        return (AgentToolAccess::None, Vec::new());
    }
    let denied = if dialect == Dialect::ClaudeCode {
        fields.list("disallowedTools", MAX_TOOLS, true).unwrap_or_default()
    } else {
        Vec::new()
    };
    let mut tools: Vec<String> = match allowed {
        None if denied.is_empty() => return (every, Vec::new()),
        Some(allowed) if denied.is_empty() && allowed.iter().any(|tool| tool == "*") => return (every, Vec::new()),
        None => translated(dialect, "*", fields),
        Some(allowed) => allowed.iter().flat_map(|tool| translated(dialect, tool, fields)).collect(),
    };
    for tool in &denied {
        let whole = tool.split('(').next().unwrap_or(tool);
        match whole.strip_prefix("mcp__") {
            Some(_) => {
                let gone = dialect.of_server(whole).unwrap_or_else(|| whole.replacen("mcp__", "", 1));
                // A beginning of the names of servers.
                let gone = gone.split_once('*').map_or(gone.clone(), |(beginning, _)| format!("{beginning}*"));
                tools.retain(|tool| !(tool.contains("__") && overlap(&gone, tool)));
            }
            None => {
                let gone = dialect.denied(whole);
                tools.retain(|tool| !gone.iter().any(|gone| overlap(gone, tool)));
            }
        }
    }
    if !denied.is_empty() {
        fields.warn(
            "NARROWED",
            "disallowedTools",
            "a run enforces a list of allowed tools: those that have a name here, without these.",
        );
    }
    tools.dedup();
    (if tools.is_empty() { AgentToolAccess::None } else { AgentToolAccess::Listed }, tools)
}

/// Of the tools that are allowed, those that change nothing.
fn reading((access, tools): (AgentToolAccess, Vec<String>), fields: &mut Fields) -> (AgentToolAccess, Vec<String>) {
    fields.warn("NARROWED", "permissionMode", "“plan” asks before it changes something, and a run allows only tools that read.");
    let is_listed = |tool: &&str| access != AgentToolAccess::Listed || tools.iter().any(|pattern| matches(pattern, tool));
    let reads: Vec<String> = READS.iter().copied().filter(|tool| is_listed(tool)).map(str::to_owned).collect();
    match access == AgentToolAccess::None || reads.is_empty() {
        true => (AgentToolAccess::None, Vec::new()),
        false => (AgentToolAccess::Listed, reads),
    }
}

fn translated(dialect: Dialect, tool: &str, fields: &mut Fields) -> Vec<String> {
    if tool == "*" {
        return KNOWN.iter().map(|tool| tool.name.to_owned()).collect();
    }
    if tool.contains('(') {
        let message =
            format!("“{}” allows a tool for some uses only, which a run cannot hold. The tool is left out.", clip(tool));
        fields.warn("NARROWED", "tools", &message);
        return Vec::new();
    }
    let known = dialect.known(tool);
    if !known.is_empty() {
        return known;
    }
    let name = dialect.of_server(tool).unwrap_or_else(|| tool.to_owned());
    if let Some(why) = problem(&name) {
        fields.warn("BAD_TOOL", "tools", &format!("“{}” {why}. It is left out.", clip(tool)));
        return Vec::new();
    }
    vec![name]
}

/// Tools that are switched off one by one, as opencode has it.
fn switches(every: AgentToolAccess, fields: &mut Fields) -> (AgentToolAccess, Vec<String>) {
    let (mut denied, mut allowed): (Vec<String>, Vec<String>) = Default::default();
    // What has to be asked first is off: nobody is there to answer for the person.
    let is_on = |value: &Value| *value == true || value == "allow";
    for field in ["tools", "permission"] {
        match fields.take(field) {
            None => {}
            Some(Value::Object(rules)) => {
                for (name, value) in rules {
                    // Rules for single commands: a run holds the tool as a whole, or not at all.
                    let on = value.as_object().map_or_else(|| is_on(&value), |rules| rules.values().all(is_on));
                    if on { allowed.push(name) } else { denied.push(name) }
                }
            }
            Some(value) if field == "permission" && is_on(&value) => {}
            Some(_) if field == "permission" => denied.push("*".to_owned()),
            Some(_) => {
                fields.error("WRONG_TYPE", field, "has to say for each tool whether it is on.");
                return (AgentToolAccess::None, Vec::new());
            }
        }
    }
    if denied.is_empty() {
        return (every, Vec::new());
    }
    let is_denied = |tool: &KnownTool| {
        let named = |names: &[String]| names.iter().any(|name| tool.opencode.contains(&name.as_str()));
        // A rule for the tool itself goes before one for all.
        named(&denied)
            || !named(&allowed) && denied.iter().any(|name| tool.opencode.iter().any(|own| matches(name, own)) || name == "*")
    };
    let tools: Vec<String> = KNOWN.iter().filter(|tool| !is_denied(tool)).map(|tool| tool.name.to_owned()).collect();
    fields.warn(
        "NARROWED",
        "permission",
        "a run enforces a list of allowed tools: those that have a name here, without those that are denied or ask first.",
    );
    (if tools.is_empty() { AgentToolAccess::None } else { AgentToolAccess::Listed }, tools)
}
