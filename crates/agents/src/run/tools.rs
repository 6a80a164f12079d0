//! What an agent says of its tool calls. All of it is the agent's word.

use agent_client_protocol::v1::schema as acp;
use serde_json::Value;
use std::collections::HashMap;
use std::path::PathBuf;

/// The longest name of a tool call, in characters. Titles and command lines are judged, so they are kept whole: the limit of a message holds.
const MAX_NAME: usize = 2_000;
/// Programs that run the text after their option `-c`.
const SHELLS: [&str; 6] = ["sh", "bash", "zsh", "dash", "ksh", "ash"];
/// The most files of a tool call that are judged, each of them. One more is kept, which says that there are too many.
pub const MAX_PATHS: usize = 50;
/// How the name of a tool of an MCP server begins.
const MCP: &str = "mcp__";
/// By these Codex marks a call of a tool of an MCP server, and the question whether it may be made.
const OF_SERVER: &str = "is_mcp_tool_call";
const APPROVAL_OF_SERVER: &str = "is_mcp_tool_approval";
/// The most tool calls that are remembered, so that their later changes are understood.
const REMEMBERED: usize = 1_000;

/// What a tool does, as the agent says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolKind {
    /// Reads files or data.
    Read,
    /// Changes files.
    Edit,
    /// Removes files or data.
    Delete,
    /// Moves or renames files.
    Move,
    /// Searches.
    Search,
    /// Runs a command.
    Execute,
    /// Thinks or plans.
    Think,
    /// Fetches data from outside.
    Fetch,
    /// Changes how the agent works.
    SwitchMode,
    /// Anything else, such as a tool of an MCP server.
    Other,
}

/// How far a tool call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolStatus {
    /// It was announced, or waits for permission.
    Pending,
    /// It runs.
    InProgress,
    /// It ended with success.
    Completed,
    /// It failed.
    Failed,
}

/// A tool call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolCall {
    /// Identifies it in the run.
    pub id: String,
    /// What the agent calls it, for people.
    pub title: String,
    /// The name of the tool, if the agent reports it.
    pub name: Option<String>,
    /// What it does.
    pub kind: ToolKind,
    /// How far it is.
    pub status: ToolStatus,
    /// The command line that it runs, if it runs one.
    pub command: Option<String>,
    /// The files that it concerns.
    pub paths: Vec<PathBuf>,
}

impl ToolCall {
    /// Whether it is one of `tools` of the MCP server of this name: agents put the name of the server before that of the tool. The title
    /// is used if the agent reports no name. A call with a command is no tool of a server.
    pub fn is_of_server(&self, server: &str, tools: &[&str]) -> bool {
        let text = self.name.as_deref().unwrap_or(&self.title);
        let named = |before: &str| text.strip_prefix(before).is_some_and(|tool| tools.contains(&tool));
        let prefixes = [format!("mcp__{server}__"), format!("mcp_{server}_"), format!("{server}__"), format!("{server}_")];
        self.kind == ToolKind::Other && self.command.is_none() && prefixes.iter().any(|before| named(before))
    }
}

/// The tool calls of a run, put together from their first message and its changes.
#[derive(Default)]
pub(super) struct ToolCalls(HashMap<String, ToolCall>);

impl ToolCalls {
    pub(super) fn begin(&mut self, call: acp::ToolCall) -> ToolCall {
        let mut known = self.known(&call.tool_call_id.0);
        known.title = plain(&call.title);
        known.name = name_of(call.name.as_deref(), call.meta.as_ref()).or(known.name);
        known.kind = kind(call.kind);
        known.status = status(call.status);
        known.take(&call.locations, &call.content, call.raw_input.as_ref());
        known.recognize_server(call.raw_input.as_ref(), is_marked(call.meta.as_ref(), OF_SERVER));
        self.keep(known)
    }

    /// The call that an agent asks leave for. `request`: the metadata of the question.
    pub(super) fn asked(&mut self, update: acp::ToolCallUpdate, request: Option<&acp::Meta>) -> ToolCall {
        let mut known = self.change(update);
        known.recognize_server(None, is_marked(request, APPROVAL_OF_SERVER));
        self.keep(known)
    }

    pub(super) fn change(&mut self, update: acp::ToolCallUpdate) -> ToolCall {
        let mut known = self.known(&update.tool_call_id.0);
        let fields = update.fields;
        if let Some(title) = &fields.title {
            known.title = plain(title);
        }
        known.name = name_of(fields.name.as_deref(), update.meta.as_ref()).or(known.name);
        known.kind = fields.kind.map_or(known.kind, kind);
        known.status = fields.status.map_or(known.status, status);
        let (locations, content) = (fields.locations.unwrap_or_default(), fields.content.unwrap_or_default());
        known.take(&locations, &content, fields.raw_input.as_ref());
        known.recognize_server(fields.raw_input.as_ref(), is_marked(update.meta.as_ref(), OF_SERVER));
        self.keep(known)
    }

    fn known(&self, id: &str) -> ToolCall {
        self.0.get(id).cloned().unwrap_or_else(|| ToolCall {
            id: clip(id),
            title: String::new(),
            name: None,
            kind: ToolKind::Other,
            status: ToolStatus::Pending,
            command: None,
            paths: Vec::new(),
        })
    }

    fn keep(&mut self, call: ToolCall) -> ToolCall {
        if self.0.len() < REMEMBERED || self.0.contains_key(&call.id) {
            self.0.insert(call.id.clone(), call.clone());
        }
        call
    }
}

impl ToolCall {
    fn take(&mut self, locations: &[acp::ToolCallLocation], content: &[acp::ToolCallContent], input: Option<&Value>) {
        let diffs = content.iter().filter_map(|part| match part {
            acp::ToolCallContent::Diff(diff) => Some(diff.path.clone()),
            _ => None,
        });
        let named = input.into_iter().flat_map(paths_of);
        for path in locations.iter().map(|location| location.path.clone()).chain(diffs).chain(named) {
            if !self.paths.contains(&path) && self.paths.len() <= MAX_PATHS {
                self.paths.push(path);
            }
        }
        self.command = input.and_then(command_of).or_else(|| self.command.take());
    }

    /// Gives a tool of an MCP server the name and kind that most agents report. Codex reports it as a command: kind `execute`, the title
    /// `mcp.SERVER.TOOL`, and server and tool in its input. What carries a command runs it, whatever else is said of it. `marked`: the agent
    /// says that it is such a tool.
    fn recognize_server(&mut self, input: Option<&Value>, marked: bool) {
        if self.command.is_some() || !matches!(self.kind, ToolKind::Execute | ToolKind::Other) {
            return;
        }
        if self.name.is_none() {
            let is_titled = |(server, tool): &(&str, &str)| self.title.contains(server) && self.title.contains(tool);
            let in_input = || input.and_then(server_and_tool).filter(is_titled);
            let named = titled_server(&self.title, marked).or_else(in_input);
            self.name = named.map(|(server, tool)| clip(&format!("{MCP}{server}__{tool}")));
        }
        let is_named = self.name.as_deref().is_some_and(|name| name.starts_with(MCP));
        if is_named || marked && self.name.is_none() {
            self.kind = ToolKind::Other;
        }
    }
}

/// The server and the tool of a call, where its input names them and has nothing else: what a model writes as the arguments of another tool is
/// no proof of what is called.
fn server_and_tool(input: &Value) -> Option<(&str, &str)> {
    let fields = input.as_object()?;
    let alone = fields.keys().all(|key| ["server", "tool", "arguments"].contains(&key.as_str()));
    let text = |key| fields.get(key).and_then(Value::as_str).filter(|text| is_word(text));
    let tool = text("tool").filter(|_| alone)?;
    text("server").map(|server| (server, tool)).or_else(|| tool.strip_prefix(MCP)?.split_once("__"))
}

/// The server and the tool that a title names: `mcp__server__tool`, `mcp.server.tool`, and `server.tool` if the call is known to be one of a
/// server. A title with anything else in it is no name.
fn titled_server(title: &str, marked: bool) -> Option<(&str, &str)> {
    let whole = title.trim();
    let parts = match (whole.strip_prefix(MCP), whole.strip_prefix("mcp.")) {
        (Some(rest), _) => rest.split_once("__"),
        (None, Some(rest)) => rest.split_once('.'),
        (None, None) => whole.split_once('.').filter(|_| marked),
    };
    parts.filter(|(server, tool)| is_word(server) && is_word(tool))
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c))
}

fn is_marked(meta: Option<&acp::Meta>, mark: &str) -> bool {
    meta.and_then(|meta| meta.get(mark)) == Some(&Value::Bool(true))
}

/// The whole command line in the input of a tool: a text or the words of the command, and its arguments if they are apart.
fn command_of(input: &Value) -> Option<String> {
    let of = |keys: &[&str]| keys.iter().find_map(|key| input.get(key).filter(|value| !value.is_null()));
    let arguments = of(&["args", "arguments", "argv"]).map(words_in).unwrap_or_default();
    match of(&["command", "cmd", "script"])? {
        Value::String(line) => {
            let words = arguments.iter().map(|word| quoted(word));
            Some(plain(&std::iter::once(line.clone()).chain(words).collect::<Vec<_>>().join(" ")))
        }
        Value::Array(words) => {
            let mut words: Vec<String> = words.iter().filter_map(word).collect();
            words.extend(arguments);
            match words.as_slice() {
                // A shell with the line as its last word.
                [shell, option, line] if is_shell(shell) && option.starts_with('-') && option.ends_with('c') => Some(plain(line)),
                words => Some(plain(&words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "))),
            }
        }
        _ => None,
    }
}

fn words_in(value: &Value) -> Vec<String> {
    match value {
        Value::Array(words) => words.iter().filter_map(word).collect(),
        one => word(one).into_iter().collect(),
    }
}

fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(word) => Some(word.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn is_shell(program: &str) -> bool {
    SHELLS.contains(&program.rsplit('/').next().unwrap_or_default())
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(bare) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

fn paths_of(input: &Value) -> Vec<PathBuf> {
    let keys = ["path", "file_path", "filePath", "abs_path", "notebook_path", "source", "destination", "new_path"];
    keys.iter().filter_map(|key| input.get(key)?.as_str()).map(PathBuf::from).collect()
}

/// The name of the tool: as the protocol has it, or as Claude Code adds it.
fn name_of(name: Option<&str>, meta: Option<&serde_json::Map<String, Value>>) -> Option<String> {
    let of_claude = || meta?.get("claudeCode")?.get("toolName")?.as_str();
    name.or_else(of_claude).map(clip)
}

fn clip(text: &str) -> String {
    super::client::clip(text, MAX_NAME)
}

/// The whole text without control characters.
fn plain(text: &str) -> String {
    super::client::clip(text, usize::MAX)
}

fn kind(kind: acp::ToolKind) -> ToolKind {
    match kind {
        acp::ToolKind::Read => ToolKind::Read,
        acp::ToolKind::Edit => ToolKind::Edit,
        acp::ToolKind::Delete => ToolKind::Delete,
        acp::ToolKind::Move => ToolKind::Move,
        acp::ToolKind::Search => ToolKind::Search,
        acp::ToolKind::Execute => ToolKind::Execute,
        acp::ToolKind::Think => ToolKind::Think,
        acp::ToolKind::Fetch => ToolKind::Fetch,
        acp::ToolKind::SwitchMode => ToolKind::SwitchMode,
        _ => ToolKind::Other,
    }
}

fn status(status: acp::ToolCallStatus) -> ToolStatus {
    match status {
        acp::ToolCallStatus::InProgress => ToolStatus::InProgress,
        acp::ToolCallStatus::Completed => ToolStatus::Completed,
        acp::ToolCallStatus::Failed => ToolStatus::Failed,
        _ => ToolStatus::Pending,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn update(value: Value) -> acp::ToolCallUpdate {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn a_call_is_put_together_from_its_messages() {
        let mut calls = ToolCalls::default();
        let first = calls.change(update(json!({ "toolCallId": "t1", "title": "Run", "kind": "execute" })));
        assert_eq!((first.kind, first.status, first.command), (ToolKind::Execute, ToolStatus::Pending, None));
        let then = calls.change(update(json!({
            "toolCallId": "t1", "status": "completed", "rawInput": { "command": "rm notes.txt" },
            "locations": [{ "path": "/run/notes.txt" }, { "path": "/run/notes.txt" }],
        })));
        assert_eq!(
            (then.title.as_str(), then.status, then.command.as_deref()),
            ("Run", ToolStatus::Completed, Some("rm notes.txt"))
        );
        assert_eq!(then.paths, [PathBuf::from("/run/notes.txt")]);
        let last = calls.change(update(json!({ "toolCallId": "t1", "status": "failed" })));
        assert_eq!(last.command.as_deref(), Some("rm notes.txt"), "a later message does not take away what is known");
    }

    #[test]
    fn the_name_of_a_tool_is_found_where_each_agent_has_it() {
        for (said, name) in [
            (json!({ "toolCallId": "t", "name": "grep" }), Some("grep")),
            (json!({ "toolCallId": "t", "_meta": { "claudeCode": { "toolName": "Edit" } } }), Some("Edit")),
            (json!({ "toolCallId": "t", "name": "Read", "_meta": { "claudeCode": { "toolName": "Edit" } } }), Some("Read")),
            (json!({ "toolCallId": "t", "_meta": { "claudeCode": { "toolName": 7 } } }), None),
        ] {
            let mut calls = ToolCalls::default();
            assert_eq!(calls.change(update(said.clone())).name.as_deref(), name, "{said}");
            let mut whole = said.clone();
            whole["title"] = json!("A call");
            assert_eq!(calls.begin(serde_json::from_value(whole).unwrap()).name.as_deref(), name, "{said}");
        }
    }

    #[test]
    fn a_tool_of_a_server_that_is_reported_as_a_command_is_known_as_one() {
        let github = || json!({ "server": "github", "tool": "create_issue", "arguments": { "command": "rm x" } });
        let execute = |more: Value| {
            let mut said = json!({ "toolCallId": "t", "kind": "execute" });
            said.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            said
        };
        let named = Some("mcp__github__create_issue");
        for (said, name, kind) in [
            (execute(json!({ "title": "mcp.github.create_issue", "rawInput": github() })), named, ToolKind::Other),
            (execute(json!({ "title": "mcp.github.create_issue" })), named, ToolKind::Other),
            (execute(json!({ "title": "mcp__github__create_issue" })), named, ToolKind::Other),
            (execute(json!({ "title": "Tool: github/create_issue", "rawInput": github() })), named, ToolKind::Other),
            (
                execute(json!({ "title": "Call create_issue of github", "rawInput": { "tool": "mcp__github__create_issue" } })),
                named,
                ToolKind::Other,
            ),
            (execute(json!({ "title": "github.create_issue", "_meta": { "is_mcp_tool_call": true } })), named, ToolKind::Other),
            (execute(json!({ "title": "A tool", "_meta": { "is_mcp_tool_call": true } })), None, ToolKind::Other),
            // These are commands.
            (execute(json!({ "title": "run.sh" })), None, ToolKind::Execute),
            (execute(json!({ "title": "mcp.github.create_issue; rm x" })), None, ToolKind::Execute),
            (execute(json!({ "title": "mcp.github.create_issue", "rawInput": { "command": "rm x" } })), None, ToolKind::Execute),
            (execute(json!({ "title": "a; b c", "rawInput": { "server": "a; b", "tool": "c" } })), None, ToolKind::Execute),
            // What a model may have written as the arguments of another tool.
            (execute(json!({ "title": "Run it", "rawInput": github() })), None, ToolKind::Execute),
            (
                execute(
                    json!({ "title": "github create_issue", "rawInput": { "server": "github", "tool": "create_issue", "code": "x" } }),
                ),
                None,
                ToolKind::Execute,
            ),
            (execute(json!({ "title": "x", "name": "shell", "rawInput": github() })), Some("shell"), ToolKind::Execute),
        ] {
            let call = ToolCalls::default().change(update(said.clone()));
            assert_eq!((call.name.as_deref(), call.kind), (name, kind), "{said}");
            let begun = ToolCalls::default().begin(serde_json::from_value(said.clone()).unwrap());
            assert_eq!((begun.name.as_deref(), begun.kind), (name, kind), "{said}");
        }
    }

    #[test]
    fn the_question_of_codex_is_about_the_tool_that_it_announced() {
        let question = || update(json!({ "toolCallId": "t", "kind": "execute", "status": "pending" }));
        let marked: acp::Meta = serde_json::from_value(json!({ "is_mcp_tool_approval": true })).unwrap();
        let mut calls = ToolCalls::default();
        calls.change(update(json!({
            "toolCallId": "t", "title": "mcp.apprentice.get_skill", "kind": "execute",
            "rawInput": { "server": "apprentice", "tool": "get_skill", "arguments": {} },
        })));
        let asked = calls.asked(question(), Some(&marked));
        assert!(asked.is_of_server("apprentice", &["get_skill"]), "{asked:?}");
        // The question says nothing of the tool.
        let unknown = ToolCalls::default().asked(question(), Some(&marked));
        assert_eq!((unknown.kind, unknown.name), (ToolKind::Other, None));
        let command = ToolCalls::default().asked(question(), None);
        assert_eq!(command.kind, ToolKind::Execute);
    }

    #[test]
    fn commands_are_read_as_agents_write_them() {
        for (input, expected) in [
            (json!({ "command": "ls -l" }), Some("ls -l")),
            (json!({ "command": ["bash", "-lc", "rm x"] }), Some("rm x")),
            (json!({ "cmd": ["git", "push"] }), Some("git push")),
            (json!({ "command": "bash", "args": ["-c", "rm -rf x"] }), Some("bash -c 'rm -rf x'")),
            (json!({ "command": ["rm"], "args": ["it's", 7] }), Some(r"rm 'it'\''s' 7")),
            (json!({ "command": null, "cmd": "ls", "args": [] }), Some("ls")),
            (json!({ "command": ["sort", "-c", "a b"] }), Some("sort -c 'a b'")),
            (json!({ "command": 7 }), None),
            (json!({ "path": "x" }), None),
            (json!("text"), None),
        ] {
            assert_eq!(command_of(&input).as_deref(), expected, "{input}");
        }
    }

    #[test]
    fn a_long_command_is_whole() {
        let line = format!("echo {}; rm x", "a".repeat(100_000));
        assert_eq!(command_of(&json!({ "command": line })), Some(line));
    }

    #[test]
    fn the_tools_of_our_server_are_known_by_name() {
        let call = |title: &str, kind| ToolCall { title: title.into(), kind, ..ToolCalls::default().known("t") };
        let is_ours = |call: ToolCall| call.is_of_server("apprentice", &["verify_checkpoint"]);
        assert!(is_ours(call("mcp__apprentice__verify_checkpoint", ToolKind::Other)));
        assert!(is_ours(call("apprentice_verify_checkpoint", ToolKind::Other)));
        for other in ["mcp__apprentices__verify_checkpoint", "mcp__apprentice__rm", "apprentice_verify_checkpoint; rm x"] {
            assert!(!is_ours(call(other, ToolKind::Other)), "{other}");
        }
        let ours = call("apprentice_verify_checkpoint", ToolKind::Other);
        assert!(!is_ours(ToolCall { kind: ToolKind::Execute, ..ours.clone() }), "a command is no tool of ours");
        assert!(!is_ours(ToolCall { command: Some("rm x".into()), ..ours.clone() }), "nor is what carries one");
        assert!(!is_ours(ToolCall { name: Some("shell".into()), ..ours }), "the name counts before the title");
    }
}
