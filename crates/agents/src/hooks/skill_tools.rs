//! Which calls the `allowed-tools` of a skill cover (SEC-SKILL-04, SEC-SKILL-08).

use super::command;
use crate::definitions::tools;
use crate::run::ToolCall;
use globset::Glob;
use serde_json::{Value, json};
use std::path::Path;

/// Tools that change nothing outside the conversation, and those by which a skill is read. No list needs to name them.
const ALWAYS: [&str; 9] = [
    "Skill",
    "activate_skill",
    "AskUserQuestion",
    "TodoWrite",
    "ToolSearch",
    "ExitPlanMode",
    "update_plan",
    "ask_user",
    "write_todos",
];
/// Tools of Apprentice by which a skill is found, read and reported on, which is part of using it. They reach no other server.
const OURS: [&str; 5] = [
    "apprentice__lookup_abilities",
    "apprentice__explain_match",
    "apprentice__get_skill",
    "apprentice__verify_checkpoint",
    "apprentice__report_observation",
];

/// Whether the list covers a call. `cwd` is the folder that the agent works in. An empty list covers every tool.
pub fn covers(allowed: &[String], tool: &str, input: Option<&Value>, cwd: Option<&str>) -> bool {
    let of_server = of_server(tool);
    allowed.is_empty()
        || ALWAYS.contains(&tool)
        || of_server.is_some_and(|name| OURS.contains(&name))
        || allowed.iter().any(|pattern| match of_server {
            Some(name) => covers_server(pattern, name),
            None => covers_own(pattern, tool, input, cwd),
        })
}

/// Whether the list covers a call of an agent that is run in `folder`: whatever tool it could be, and each file that it concerns. What the agent
/// says of the call decides; a call of which it says nothing is covered by an empty list alone. A list that names an unknown tool of the agent
/// covers it.
pub fn covers_in_run(allowed: &[String], call: &ToolCall, folder: &Path) -> bool {
    let names = tools::called(call);
    let thinks = tools::only_thinks(call) && names.iter().all(|name| of_server(name).is_none());
    let (inputs, cwd) = (inputs_in_run(call), folder.to_str());
    let covered = |name: &String| inputs.iter().all(|input| covers(allowed, name, input.as_ref(), cwd));
    let is_covered = match tools::unknown_word(call) {
        None => !names.is_empty() && names.iter().all(covered),
        Some(word) => {
            let mut could_be = names.iter().filter(|name| **name != word).peekable();
            let is_exact = |pattern: &&String| !pattern.split('(').next().unwrap_or_default().contains('*');
            let lists = |input: &Option<Value>| {
                allowed.iter().filter(is_exact).any(|pattern| covers_own(pattern, &word, input.as_ref(), cwd))
            };
            match could_be.peek() {
                None => inputs.iter().all(lists) || call.paths.is_empty() && ALWAYS.contains(&word.as_str()),
                Some(_) => inputs.iter().all(lists) || could_be.all(covered),
            }
        }
    };
    allowed.is_empty() || thinks || is_covered
}

/// The names by which rules may mean a call of an agent that is run, in the words of every agent.
pub fn names_in_run(call: &ToolCall) -> Vec<String> {
    tools::called(call).iter().flat_map(|name| tools::spellings(name)).collect()
}

/// What a call is for: its command, or each of its files. `None`: the agent does not say.
pub fn inputs_in_run(call: &ToolCall) -> Vec<Option<Value>> {
    match (&call.command, call.paths.is_empty()) {
        (Some(command), _) => vec![Some(json!({ "command": command }))],
        (None, true) => vec![None],
        (None, false) => call.paths.iter().map(|path| Some(json!({ "file_path": path }))).collect(),
    }
}

/// `server__tool` of the name of a tool of an MCP server. `None`: it is the agent's own.
fn of_server(tool: &str) -> Option<&str> {
    let name = tool.strip_prefix("mcp__").unwrap_or(tool);
    name.split_once("__").filter(|(server, tool)| !server.is_empty() && !tool.is_empty()).map(|_| name)
}

/// Tools of MCP servers are named exactly, or all of one server: `server__*`, or `mcp__server`. No other wildcard reaches one.
fn covers_server(pattern: &str, name: &str) -> bool {
    let written = pattern.strip_prefix("mcp__").unwrap_or(pattern);
    let (server, tool) = match written.split_once("__") {
        Some(parts) => parts,
        None if pattern != written => (written, "*"),
        None => return false,
    };
    let same_server = name.strip_prefix(server).and_then(|rest| rest.strip_prefix("__"));
    !server.contains('*') && same_server.is_some_and(|called| tool == "*" || tool == called)
}

/// Own tools are named as any agent calls them, perhaps with a `*` at the end, perhaps with what they may be called for: `Bash(git *)`.
fn covers_own(pattern: &str, tool: &str, input: Option<&Value>, cwd: Option<&str>) -> bool {
    let (name, called_for) = match pattern.split_once('(') {
        Some((name, rest)) => (name.trim(), rest.strip_suffix(')').map(str::trim)),
        None => (pattern, Some("*")),
    };
    let named = match name.strip_suffix('*') {
        Some(beginning) => tool.starts_with(beginning),
        None => tools::are_same(name, tool),
    };
    named && called_for.is_some_and(|called_for| called_for == "*" || covers_call(called_for, input, cwd))
}

fn covers_call(pattern: &str, input: Option<&Value>, cwd: Option<&str>) -> bool {
    let Some(input) = input else { return false };
    let text = |fields: &[&str]| fields.iter().find_map(|field| input.get(field)).and_then(Value::as_str);
    if let Some(run) = text(&["command", "cmd"]) {
        // A further command after the one that is permitted is not.
        return command::words(run).is_ok() && is_begun(pattern, run.trim());
    }
    let Some(about) = text(&["file_path", "path", "absolute_path", "notebook_path", "url", "query", "pattern"]) else {
        return false;
    };
    if about.split(['/', '\\']).any(|part| part == "..") {
        return false;
    }
    let within = cwd.and_then(|cwd| about.strip_prefix(cwd)).map(|rest| rest.trim_start_matches('/'));
    let pattern = pattern.trim_start_matches("./");
    matches(pattern, about) || within.is_some_and(|within| matches(pattern, within))
}

/// `git:*` and `git *` permit `git` with any words after it; without a wildcard the command is exactly this.
fn is_begun(pattern: &str, run: &str) -> bool {
    let beginning = pattern.strip_suffix(":*").or_else(|| pattern.strip_suffix(" *"));
    match beginning {
        Some(beginning) if !beginning.contains('*') => {
            run.strip_prefix(beginning).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        }
        _ => matches(pattern, run),
    }
}

fn matches(pattern: &str, text: &str) -> bool {
    Glob::new(pattern).is_ok_and(|glob| glob.compile_matcher().is_match(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn covered(allowed: &[&str], tool: &str, input: &Value) -> bool {
        let allowed: Vec<String> = allowed.iter().map(|pattern| (*pattern).to_owned()).collect();
        covers(&allowed, tool, Some(input), Some("/work"))
    }

    #[test]
    fn own_tools_are_covered_by_name_in_the_words_of_every_agent() {
        let none = json!({});
        for (allowed, tool, expected) in [
            (&["Read"][..], "Read", true),
            (&["Read"], "read_file", true),
            (&["read_file"], "Read", true),
            (&["Read"], "Write", false),
            (&["Bash"], "run_shell_command", true),
            (&["Bash"], "BashOutput", true),
            (&["Note*"], "NotebookEdit", true),
            (&["*"], "Write", true),
            (&[], "Write", true),
            (&["Read"], "Skill", true),
            (&["Read"], "mcp__apprentice__verify_checkpoint", true),
            (&["Read"], "mcp__apprentice__call_connector_tool", false),
        ] {
            assert_eq!(covered(allowed, tool, &none), expected, "{allowed:?} {tool}");
        }
    }

    /// SEC-SKILL-08.
    #[test]
    fn tools_of_servers_are_covered_by_exact_names_or_by_their_whole_server() {
        let none = json!({});
        for (pattern, expected) in [
            ("mcp__payments__send", true),
            ("payments__send", true),
            ("payments__*", true),
            ("mcp__payments__*", true),
            ("mcp__payments", true),
            ("*", false),
            ("pay*", false),
            ("mcp__*", false),
            ("mcp__pay*__send", false),
            ("payments__se*", false),
            ("payments", false),
            ("payments__", false),
            ("mcp__payment", false),
            ("send", false),
        ] {
            assert_eq!(covered(&[pattern], "mcp__payments__send", &none), expected, "{pattern}");
        }
    }

    #[test]
    fn calls_of_a_run_are_covered_by_whatever_they_could_be() {
        use crate::run::{ToolKind, ToolStatus};
        let call = |kind, name: Option<&str>, command: Option<&str>, paths: &[&str]| ToolCall {
            id: "t1".into(),
            title: "x".into(),
            name: name.map(str::to_owned),
            kind,
            status: ToolStatus::Pending,
            command: command.map(str::to_owned),
            paths: paths.iter().map(Into::into).collect(),
        };
        let (exec, read, edit, other) = (ToolKind::Execute, ToolKind::Read, ToolKind::Edit, ToolKind::Other);
        for (allowed, call, expected) in [
            (&["Bash"][..], call(exec, None, Some("ls"), &[]), true),
            (&["Bash(ls *)"], call(exec, Some("run_shell_command"), Some("ls -l"), &[]), true),
            (&["Bash(ls *)"], call(exec, None, Some("ls; rm x"), &[]), false),
            (&["Bash(ls *)"], call(exec, None, None, &[]), false),
            (&["Read"], call(exec, None, Some("ls"), &[]), false),
            (&["Read"], call(read, Some("read_file"), Some("ls"), &[]), false),
            (&["Read"], call(read, Some("read_file"), None, &["/work/a"]), true),
            // It could be the listing of a folder as well.
            (&["Read"], call(read, None, None, &["/work/a"]), false),
            (&["Read", "LS"], call(read, None, None, &["/work/a"]), true),
            (&["Edit(src/**)"], call(edit, Some("replace"), None, &["/work/src/a", "src/b"]), true),
            (&["Edit(src/**)"], call(edit, Some("replace"), None, &["/work/src/a", "/etc/b"]), false),
            (&["Edit(src/**)"], call(edit, Some("replace"), None, &[]), false),
            (&["mail__send"], call(other, Some("mcp_mail_send"), None, &[]), true),
            (&["*"], call(other, Some("mcp__mail__send"), None, &[]), false),
            (&["*"], call(other, None, None, &[]), false),
            (&["Read"], call(other, Some("mcp__apprentice__verify_checkpoint"), None, &[]), true),
            (&["Read"], call(ToolKind::Think, None, None, &[]), true),
            (&["Read"], call(ToolKind::Think, None, Some("rm x"), &[]), false),
            (&["Read"], call(ToolKind::Think, Some("mcp__mail__send"), None, &[]), false),
            (&["Read"], call(ToolKind::Think, Some("plan_it"), None, &["/work/a"]), false),
            // Names that nobody knows: what they are called with decides, unless the list names them.
            (&["Read"], call(edit, Some("apply_patch"), None, &["/work/a"]), false),
            (&["Edit(src/**)", "Write(src/**)"], call(edit, Some("apply_patch"), None, &["/work/src/a"]), true),
            (&["Edit(src/**)", "Write(src/**)"], call(edit, Some("apply_patch"), None, &["/work/src/a", "/etc/b"]), false),
            (&["Edit(src/**)"], call(edit, Some("apply_patch"), None, &["/work/src/a"]), false),
            (&["apply_patch"], call(edit, Some("apply_patch"), None, &["/work/a"]), true),
            (&["apply*"], call(edit, Some("apply_patch"), None, &["/work/a"]), false),
            (&["Read"], call(edit, Some("TodoWrite"), None, &["/work/a"]), false),
            (&["Read"], call(other, Some("TodoWrite"), None, &[]), true),
            (&["Read"], call(other, Some("TodoWrite"), None, &["/work/a"]), false),
            (&["*"], call(other, Some("apply_patch"), None, &[]), false),
            (&[], call(other, None, None, &[]), true),
        ] {
            let allowed: Vec<String> = allowed.iter().map(|pattern| (*pattern).to_owned()).collect();
            assert_eq!(covers_in_run(&allowed, &call, Path::new("/work")), expected, "{allowed:?} {call:?}");
        }
        let names = names_in_run(&call(exec, None, Some("ls"), &[]));
        assert!(
            ["Bash", "run_shell_command", "bash", "exec"].iter().all(|name| names.iter().any(|one| one == name)),
            "{names:?}"
        );
        for (kind, paths) in [(edit, &[][..]), (edit, &["a"]), (other, &["a"]), (ToolKind::Think, &["a"])] {
            let names = names_in_run(&call(kind, Some("apply_patch"), None, paths));
            let has = |name: &str| names.iter().any(|one| one == name);
            assert!(["apply_patch", "Edit", "Write", "replace"].into_iter().all(has), "{kind:?} {paths:?} {names:?}");
        }
        let names = names_in_run(&call(other, Some("mcp_mail_send"), None, &[]));
        assert_eq!(names, ["mail__send", "mcp__mail__send"]);
    }

    #[test]
    fn a_call_is_covered_only_for_what_the_list_says() {
        let run = |command: &str| json!({ "command": command });
        for (pattern, command, expected) in [
            ("Bash(git *)", "git status", true),
            ("Bash(git:*)", "git", true),
            ("Bash(git:*)", "gitx status", false),
            ("Bash(git *)", "git status; rm -rf /", false),
            ("Bash(git *)", "git status && rm -rf /", false),
            ("Bash(git *)", "git log $(rm -rf /)", false),
            ("Bash(git *)", "git log\nrm -rf /", false),
            ("Bash(git status)", "git status", true),
            ("Bash(git status)", "git status -s", false),
            ("Bash(npm run test:*)", "npm run test", true),
            ("Bash(*)", "anything; at all", true),
            ("Bash(git *", "git status", false),
        ] {
            assert_eq!(covered(&[pattern], "Bash", &run(command)), expected, "{pattern} {command}");
        }
        let at = |path: &str| json!({ "file_path": path });
        for (path, expected) in
            [("/work/src/a.rs", true), ("src/a.rs", true), ("/etc/passwd", false), ("/work/src/../../etc/x", false)]
        {
            assert_eq!(covered(&["Edit(src/**)"], "Edit", &at(path)), expected, "{path}");
        }
        assert!(!covered(&["Edit(src/**)"], "Edit", &json!({})), "nothing says what it is for");
        assert!(!covers(&["Edit(src/**)".to_owned()], "Edit", None, None));
    }
}
