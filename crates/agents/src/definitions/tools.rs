//! The names of tools in definitions: the ones that Apprentice knows, what agents call them, and which calls a list of them allows.

use crate::run::{ToolCall, ToolKind};
use apprentice_contracts::agent_definition::AgentToolAccess;

/// The longest name of a tool.
pub(super) const MAX_NAME: usize = 100;

/// A tool that most agents have.
pub(super) struct KnownTool {
    pub name: &'static str,
    /// What agents report calls of it as.
    kinds: &'static [ToolKind],
    /// What agents call it. The first name of each agent is the one that is written.
    pub claude_code: &'static [&'static str],
    pub gemini: &'static [&'static str],
    pub opencode: &'static [&'static str],
    pub copilot: &'static [&'static str],
    /// How agents begin what they say of a call to people, in lower case.
    titles: &'static [&'static str],
}

/// Every tool that has a name of its own in definitions. All others are written as their agent or MCP server names them.
#[rustfmt::skip]
pub(super) const KNOWN: &[KnownTool] = &[
    KnownTool { name: "read_file", kinds: &[ToolKind::Read], claude_code: &["Read", "NotebookRead"], gemini: &["read_file", "read_many_files"], opencode: &["read"], copilot: &["read"], titles: &["read", "readfile"] },
    KnownTool { name: "list_directory", kinds: &[ToolKind::Read, ToolKind::Search], claude_code: &["LS"], gemini: &["list_directory"], opencode: &["list"], copilot: &[], titles: &["list", "ls", "readfolder"] },
    KnownTool { name: "find_files", kinds: &[ToolKind::Search], claude_code: &["Glob"], gemini: &["glob"], opencode: &["glob"], copilot: &["search"], titles: &["find", "glob", "findfiles"] },
    KnownTool { name: "search_files", kinds: &[ToolKind::Search], claude_code: &["Grep"], gemini: &["grep_search", "search_file_content"], opencode: &["grep"], copilot: &["search"], titles: &["search", "grep", "rg", "searchtext"] },
    KnownTool { name: "write_file", kinds: &[ToolKind::Edit], claude_code: &["Write"], gemini: &["write_file"], opencode: &["edit", "write"], copilot: &["edit"], titles: &["write", "create", "writefile"] },
    KnownTool { name: "edit_file", kinds: &[ToolKind::Edit], claude_code: &["Edit", "MultiEdit", "NotebookEdit"], gemini: &["replace"], opencode: &["edit", "patch"], copilot: &["edit"], titles: &["edit", "patch", "replace"] },
    KnownTool { name: "delete_file", kinds: &[ToolKind::Delete], claude_code: &[], gemini: &[], opencode: &[], copilot: &[], titles: &["delete", "remove"] },
    KnownTool { name: "move_file", kinds: &[ToolKind::Move], claude_code: &[], gemini: &[], opencode: &[], copilot: &[], titles: &["move", "rename"] },
    KnownTool { name: "exec", kinds: &[ToolKind::Execute], claude_code: &["Bash", "BashOutput", "KillShell"], gemini: &["run_shell_command"], opencode: &["bash"], copilot: &["execute"], titles: &["shell", "run"] },
    KnownTool { name: "web_search", kinds: &[ToolKind::Fetch, ToolKind::Search], claude_code: &["WebSearch"], gemini: &["google_web_search"], opencode: &["websearch"], copilot: &["web"], titles: &["searching", "websearch", "googlesearch"] },
    KnownTool { name: "web_fetch", kinds: &[ToolKind::Fetch], claude_code: &["WebFetch"], gemini: &["web_fetch"], opencode: &["webfetch"], copilot: &["web"], titles: &["fetch", "fetching", "webfetch"] },
];

/// The kinds of tools that are called with files.
const FILES: [ToolKind; 4] = [ToolKind::Read, ToolKind::Edit, ToolKind::Delete, ToolKind::Move];

/// Whether this names a tool of an MCP server: `server__tool`.
pub(super) fn is_of_server(name: &str) -> bool {
    name.split_once("__").is_some_and(|(server, tool)| !server.is_empty() && !tool.is_empty())
}

/// Why a text is no pattern of a tool, as the end of a sentence. `None`: it is one.
pub(super) fn problem(pattern: &str) -> Option<&'static str> {
    let name = pattern.strip_suffix('*').unwrap_or(pattern);
    if name.contains('*') {
        return Some("has a * that is not at its end");
    }
    if pattern.is_empty() || pattern.len() > MAX_NAME {
        return Some("is empty, or longer than 100 characters");
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-.:/".contains(c);
    (!name.chars().all(plain)).then_some("has characters other than letters, digits and _ - . : /")
}

/// Whether a pattern matches the name of a tool. A beginning matches tools of an MCP server only if it names the server: `pay*` does not
/// match `payments__send`, and `payments__*` does.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        None => pattern == name,
        Some(beginning) => name.starts_with(beginning) && (!is_of_server(name) || beginning.contains("__")),
    }
}

/// Whether a tool could be meant by both patterns, whatever server it is of.
pub(super) fn overlap(one: &str, other: &str) -> bool {
    match (one.strip_suffix('*'), other.strip_suffix('*')) {
        (None, None) => one == other,
        (Some(beginning), None) => other.starts_with(beginning),
        (None, Some(beginning)) => one.starts_with(beginning),
        (Some(one), Some(other)) => one.starts_with(other) || other.starts_with(one),
    }
}

/// Which calls a definition allows.
#[derive(Clone, Debug)]
pub struct ToolLimits {
    access: AgentToolAccess,
    patterns: Vec<String>,
}

impl ToolLimits {
    /// `patterns` counts for [`AgentToolAccess::Listed`] alone.
    pub fn new(access: AgentToolAccess, patterns: &[String]) -> Self {
        Self { access, patterns: patterns.to_vec() }
    }

    /// Whether the definition allows this call. What the agent says of it decides: its name, else the beginning of its title, else what kind of
    /// tool it is. A call that could be one of several tools is allowed only if each of them is. Thinking and plans are no tools. What
    /// carries a command runs it, whatever the agent calls it.
    pub fn allow(&self, call: &ToolCall) -> bool {
        let name = told_name(call);
        let of_server = name.as_deref().is_some_and(is_of_server);
        if only_thinks(call) && !of_server {
            return true;
        }
        // A tool that is none of the agent's kinds may be one of a server, with a name that does not show it.
        let foreign = of_server || call.kind == ToolKind::Other && name.as_deref().is_some_and(|name| !is_own(name));
        match self.access {
            AgentToolAccess::All => true,
            AgentToolAccess::None => false,
            AgentToolAccess::Own => !foreign && (call.kind != ToolKind::Other || name.is_some()),
            AgentToolAccess::Listed => {
                let named = self.patterns.iter().any(|pattern| names(pattern, call, name.as_deref()));
                match call.command.is_some() {
                    true => self.lists("exec") && (named || !foreign),
                    false if foreign || call.kind == ToolKind::Other => named,
                    false => self.allows_own(call, name.as_deref(), named),
                }
            }
        }
    }

    /// Whether an own tool of the agent is allowed. `named`: the definition lists it as the agent calls it.
    fn allows_own(&self, call: &ToolCall, name: Option<&str>, named: bool) -> bool {
        let is_known = name.is_some_and(is_own);
        // A beginning does not reach a name that nobody knows: what it does is judged by its kind.
        if !is_known && self.patterns.iter().any(|pattern| !pattern.ends_with('*') && names(pattern, call, name)) {
            return true;
        }
        let meant = meant(call, name);
        let is_listed = |tool: &&KnownTool| self.lists(tool.name) || named && name.is_some_and(|name| tool.is_called(name));
        !meant.is_empty() && meant.iter().all(is_listed)
    }

    /// Of a call that is refused though it could be a tool that the definition allows: the tool that it could be as well. The agent does not
    /// say which.
    pub fn mistakable(&self, call: &ToolCall) -> Option<&'static str> {
        let is_own = call.command.is_none() && call.kind != ToolKind::Other && self.access == AgentToolAccess::Listed;
        let meant = if is_own { meant(call, told_name(call).as_deref()) } else { Vec::new() };
        let refused = meant.iter().find(|tool| !self.lists(tool.name))?;
        meant.iter().any(|tool| self.lists(tool.name)).then_some(refused.name)
    }

    /// The tools that the definition does not allow, and that agents report as the same kind as one that it allows.
    pub fn of_one_kind(&self) -> Vec<&'static str> {
        let shares = |tool: &&KnownTool| {
            KNOWN.iter().any(|other| self.lists(other.name) && other.kinds.iter().any(|kind| tool.kinds.contains(kind)))
        };
        let is_listed = self.access == AgentToolAccess::Listed;
        KNOWN.iter().filter(|tool| is_listed && !self.lists(tool.name)).filter(shares).map(|tool| tool.name).collect()
    }

    /// Whether the definition allows tools of this MCP server.
    pub fn allow_server(&self, server: &str) -> bool {
        let beginning = format!("{server}__");
        match self.access {
            AgentToolAccess::All => true,
            AgentToolAccess::Listed => self.patterns.iter().any(|pattern| pattern.starts_with(&beginning)),
            AgentToolAccess::Own | AgentToolAccess::None => false,
        }
    }

    fn lists(&self, tool: &str) -> bool {
        self.patterns.iter().any(|pattern| matches(pattern, tool))
    }
}

impl KnownTool {
    fn is_called(&self, name: &str) -> bool {
        let own = [self.claude_code, self.gemini, self.opencode, self.copilot];
        self.name == name || own.iter().any(|own| own.contains(&name))
    }
}

/// Whether two names, each as some agent calls its own tool, name the same tool.
pub(crate) fn are_same(one: &str, other: &str) -> bool {
    one == other || KNOWN.iter().any(|tool| tool.is_called(one) && tool.is_called(other))
}

/// The names of the tools that a call of a run uses, or could use where the agent does not say which, as definitions write them. What carries
/// a command runs it (`exec`), whatever the agent calls it. A name that nobody knows says nothing of what its tool does: it could be each tool
/// of its kind as well, or each that takes a file if it concerns one. Empty: nothing says what it is.
pub(crate) fn called(call: &ToolCall) -> Vec<String> {
    let name = told_name(call);
    let foreign = name.clone().filter(|name| is_of_server(name) || call.kind == ToolKind::Other && !is_own(name));
    let runs = call.command.is_some().then(|| "exec".to_owned());
    let mut names: Vec<String> = foreign.into_iter().chain(runs).collect();
    if names.is_empty() {
        names.extend(name.clone().filter(|name| !is_own(name)));
        names.extend(meant(call, name.as_deref()).iter().map(|tool| tool.name.to_owned()));
    }
    let has_no_kind = KNOWN.iter().all(|tool| !tool.kinds.contains(&call.kind));
    if has_no_kind && !call.paths.is_empty() && unknown_word(call).is_some() {
        let of_files = |tool: &&KnownTool| tool.kinds.iter().any(|kind| FILES.contains(kind));
        names.extend(KNOWN.iter().filter(of_files).map(|tool| tool.name.to_owned()));
    }
    names
}

/// The name of a call that is neither that of a known tool, nor shows a server. `None`: the agent says no name, or it is called with a command,
/// which decides.
pub(crate) fn unknown_word(call: &ToolCall) -> Option<String> {
    told_name(call).filter(|name| call.command.is_none() && !is_own(name) && !is_of_server(name))
}

/// Whether a call only thinks or plans: it runs no command and concerns no file.
pub(crate) fn only_thinks(call: &ToolCall) -> bool {
    call.kind == ToolKind::Think && call.command.is_none() && call.paths.is_empty()
}

/// Each name that some agent has for a tool.
pub(crate) fn spellings(name: &str) -> Vec<String> {
    let of = |tool: &KnownTool| {
        let own = [tool.claude_code, tool.gemini, tool.opencode, tool.copilot];
        own.into_iter().flatten().copied().chain([tool.name]).map(str::to_owned).collect::<Vec<_>>()
    };
    let known = KNOWN.iter().filter(|tool| tool.is_called(name)).flat_map(of);
    let of_server = is_of_server(name).then(|| format!("mcp__{name}"));
    let mut all: Vec<String> = std::iter::once(name.to_owned()).chain(of_server).chain(known).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The known tools that a call could be, by what the agent says of it.
fn meant(call: &ToolCall, name: Option<&str>) -> Vec<&'static KnownTool> {
    let of_kind = || KNOWN.iter().filter(|tool| tool.kinds.contains(&call.kind));
    let named: Vec<_> = KNOWN.iter().filter(|tool| name.is_some_and(|name| tool.is_called(name))).collect();
    if named.iter().any(|tool| tool.kinds.contains(&call.kind)) {
        return named;
    }
    if !named.is_empty() {
        // Its name says one thing and its kind another: it could do either.
        return named.into_iter().chain(of_kind()).collect();
    }
    let first = call.title.split_whitespace().next().unwrap_or_default();
    let first = first.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let titled: Vec<_> = of_kind().filter(|tool| tool.titles.contains(&first.as_str())).collect();
    if titled.is_empty() { of_kind().collect() } else { titled }
}

/// The name of the tool as definitions write it, if the agent says it. Gemini CLI begins the id of a call with it (`read_file-1764275000000`),
/// and some agents say that of a tool of a server only in the title.
fn told_name(call: &ToolCall) -> Option<String> {
    let in_id = || {
        let (name, time) = call.id.rsplit_once('-')?;
        (time.len() >= 10 && time.bytes().all(|byte| byte.is_ascii_digit()) && is_own(name)).then_some(name)
    };
    let is_name = |title: &&str| title.contains("__") && title.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    call.name.as_deref().or_else(in_id).or_else(|| Some(call.title.as_str()).filter(is_name)).map(plain_name)
}

/// Whether a pattern names the tool of this call. One of no kind may be a tool of a server: such a one is named in full, or by a beginning
/// that names its server.
fn names(pattern: &str, call: &ToolCall, name: Option<&str>) -> bool {
    let Some(name) = name else { return false };
    match pattern.split_once("__") {
        _ if call.kind == ToolKind::Other && pattern.ends_with('*') && !pattern.contains("__") => false,
        Some((server, tool)) if call.command.is_none() && call.is_of_server(server, &[tool]) => true,
        _ => matches(pattern, name),
    }
}

/// Whether an agent calls a tool of its own so.
fn is_own(name: &str) -> bool {
    KNOWN.iter().any(|tool| tool.is_called(name))
}

/// The name of a tool as definitions write it: `mcp__server__tool` and `mcp_server_tool` are `server__tool`.
pub(super) fn plain_name(name: &str) -> String {
    match (name.strip_prefix("mcp__"), name.strip_prefix("mcp_").and_then(|rest| rest.split_once('_'))) {
        (Some(name), _) => name.to_owned(),
        (None, Some((server, tool))) => format!("{server}__{tool}"),
        (None, None) => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::ToolStatus;

    fn call(kind: ToolKind, name: Option<&str>, command: Option<&str>) -> ToolCall {
        ToolCall {
            id: "1".to_owned(),
            title: "A call".to_owned(),
            name: name.map(str::to_owned),
            kind,
            status: ToolStatus::Pending,
            command: command.map(str::to_owned),
            paths: Vec::new(),
        }
    }

    #[test]
    fn a_beginning_reaches_a_server_only_if_it_names_it() {
        for (pattern, name, expected) in [
            ("read_file", "read_file", true),
            ("read_file", "read_files", false),
            ("read_*", "read_file", true),
            ("*", "anything", true),
            ("*", "payments__send", false),
            ("pay*", "payments__send", false),
            ("payments__*", "payments__send", true),
            ("payments__s*", "payments__send", true),
            ("payments__send", "payments__send", true),
            ("payments__*", "payments2__send", false),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for good in ["read_file", "github__*", "*", "mcp/x:y.z-1"] {
            assert_eq!(problem(good), None, "{good}");
        }
        for bad in ["", "a*b", "**", "Bash(rm *)", "näme", "a b", "a\nb", &"x".repeat(101)] {
            assert!(problem(bad).is_some(), "{bad:?}");
        }
    }

    #[test]
    fn calls_are_allowed_by_their_name_or_their_kind() {
        let limits = |access, patterns: &[&str]| {
            ToolLimits::new(access, &patterns.iter().map(|pattern| (*pattern).to_owned()).collect::<Vec<_>>())
        };
        let reads = limits(AgentToolAccess::Listed, &["read_file", "github__*"]);
        for (kind, name, command, expected) in [
            (ToolKind::Read, None, None, false),
            (ToolKind::Think, None, None, true),
            (ToolKind::Edit, None, None, false),
            (ToolKind::Execute, None, None, false),
            (ToolKind::Read, Some("Read"), None, true),
            (ToolKind::Read, None, Some("rm -r ."), false),
            (ToolKind::Other, Some("mcp__github__create_repo"), None, true),
            (ToolKind::Other, Some("payments__send"), None, false),
            (ToolKind::Read, Some("payments__read"), None, false),
            (ToolKind::Other, None, None, false),
        ] {
            assert_eq!(reads.allow(&call(kind, name, command)), expected, "{kind:?} {name:?} {command:?}");
        }
        let none = limits(AgentToolAccess::None, &["read_file"]);
        assert!(!none.allow(&call(ToolKind::Read, None, None)) && none.allow(&call(ToolKind::Think, None, None)));
        let own = limits(AgentToolAccess::Own, &[]);
        assert!(own.allow(&call(ToolKind::Execute, None, Some("ls"))) && own.allow(&call(ToolKind::Other, Some("glob"), None)));
        assert!(!own.allow(&call(ToolKind::Other, Some("mcp__payments__send"), None)));
        assert!(!own.allow(&call(ToolKind::Other, None, None)), "it may be a tool of a server");
        assert!(limits(AgentToolAccess::All, &[]).allow(&call(ToolKind::Other, Some("payments__send"), None)));
    }

    #[test]
    fn tools_of_one_kind_are_told_apart_by_name_or_title_or_refused() {
        use ToolKind::{Edit, Fetch, Read, Search};
        for (patterns, kind, name, title, expected) in [
            // Names, as each agent has them.
            (&["read_file"][..], Read, Some("Read"), "x", Ok(())),
            (&["read_file"], Read, Some("read_many_files"), "x", Ok(())),
            (&["read_file"], Read, Some("list_directory"), "x", Err(None)),
            (&["read_file"], Read, Some("LS"), "Read x", Err(None)),
            (&["edit_file"], Edit, Some("Write"), "x", Err(None)),
            (&["edit_file"], Edit, Some("replace"), "x", Ok(())),
            (&["edit_file"], Edit, Some("edit"), "x", Err(Some("write_file"))),
            (&["edit_file", "write_file"], Edit, Some("edit"), "x", Ok(())),
            (&["web_search"], Fetch, Some("WebFetch"), "x", Err(None)),
            (&["search_files"], Search, Some("Glob"), "x", Err(None)),
            // An own word of an agent that the definition lists.
            (&["my_reader"], Read, Some("my_reader"), "x", Ok(())),
            // A beginning, and a name that nobody knows: what it is called with decides.
            (&["read_*"], Edit, Some("read_and_write"), "x", Err(None)),
            (&["read_*"], Read, Some("read_both"), "x", Err(Some("list_directory"))),
            (&["read_*", "list_*"], Read, Some("read_both"), "x", Ok(())),
            (&["read"], Read, Some("read"), "x", Ok(())),
            (&["read_file"], Read, Some("my_reader"), "x", Err(Some("list_directory"))),
            // A name that does not fit its kind.
            (&["read_file"], Edit, Some("Read"), "x", Err(Some("write_file"))),
            // Titles, where there is no name.
            (&["read_file"], Read, None, "Read /run/notes.txt (1 - 10)", Ok(())),
            (&["read_file"], Read, None, "List the `/run` directory's contents", Err(None)),
            (&["edit_file"], Edit, None, "Edit `notes.txt`", Ok(())),
            (&["edit_file"], Edit, None, "Write notes.txt", Err(None)),
            (&["search_files"], Search, None, "grep -i \"x\"", Ok(())),
            (&["search_files"], Search, None, "Find `**/*.rs`", Err(None)),
            (&["web_search"], Search, None, "Searching the web for: \"x\"", Ok(())),
            (&["web_search"], Fetch, None, "Fetch https://example.org", Err(None)),
            // Neither: each tool of the kind has to be allowed.
            (&["read_file"], Read, None, "notes.txt", Err(Some("list_directory"))),
            (&["read_file", "list_directory"], Read, None, "notes.txt", Ok(())),
            (&["read_*", "list_*"], Read, None, "", Ok(())),
            (&["*"], Fetch, None, "x", Ok(())),
            // A tool of a server that says so in its title alone.
            (&["*"], Read, None, "mcp__payments__read", Err(None)),
            (&["payments__*"], Read, None, "mcp__payments__read", Ok(())),
        ] {
            let patterns: Vec<String> = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
            let limits = ToolLimits::new(AgentToolAccess::Listed, &patterns);
            let call = ToolCall { title: title.to_owned(), ..call(kind, name, None) };
            assert_eq!(limits.allow(&call), expected.is_ok(), "{patterns:?} {name:?} {title}");
            assert_eq!(expected.err().flatten(), limits.mistakable(&call).filter(|_| expected.is_err()), "{patterns:?} {title}");
        }
        for (id, expected) in
            [("read_file-1764275000000", true), ("list_directory-1764275000000", false), ("read_file-12", false)]
        {
            let limits = ToolLimits::new(AgentToolAccess::Listed, &["read_file".to_owned()]);
            assert_eq!(limits.allow(&ToolCall { id: id.to_owned(), ..call(Read, None, None) }), expected, "{id}");
        }
        let kin = |patterns: &[&str]| {
            let patterns: Vec<String> = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
            ToolLimits::new(AgentToolAccess::Listed, &patterns).of_one_kind()
        };
        assert_eq!(kin(&["read_file", "exec"]), ["list_directory"]);
        assert_eq!(kin(&["edit_file"]), ["write_file"]);
        assert_eq!(kin(&["write_file", "edit_file", "exec"]), [""; 0]);
    }

    #[test]
    fn a_tool_of_a_server_is_known_in_each_spelling() {
        let allow = |access, patterns: &[&str], name| {
            let patterns: Vec<String> = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
            ToolLimits::new(access, &patterns).allow(&call(ToolKind::Other, Some(name), None))
        };
        for name in ["mcp__payments__send", "mcp_payments_send", "payments__send", "payments_send"] {
            assert!(!allow(AgentToolAccess::Own, &[], name), "{name}");
            assert!(allow(AgentToolAccess::All, &[], name), "{name}");
            for patterns in [&["*"][..], &["pay*", "mcp*", "read_file"], &["payments__s", "payments2__*"]] {
                assert!(!allow(AgentToolAccess::Listed, patterns, name), "{patterns:?} {name}");
            }
            assert!(allow(AgentToolAccess::Listed, &["payments__send"], name), "{name}");
            // Where nothing shows where the name of the server ends, a beginning does not reach it.
            assert_eq!(allow(AgentToolAccess::Listed, &["payments__*"], name), name != "payments_send", "{name}");
        }
    }

    #[test]
    fn a_command_or_a_tool_of_a_server_is_no_thinking() {
        let limits = |patterns: &[&str]| {
            let patterns: Vec<String> = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
            ToolLimits::new(AgentToolAccess::Listed, &patterns)
        };
        for (patterns, kind, name, command, expected) in [
            (&["read_file"][..], ToolKind::Think, None, Some("rm x"), false),
            (&["read_file"], ToolKind::Think, Some("mcp__payments__send"), None, false),
            (&["read_file"], ToolKind::Think, Some("TodoWrite"), None, true),
            (&["read_file"], ToolKind::Read, Some("read_file"), Some("rm x"), false),
            (&["exec"], ToolKind::Think, None, Some("rm x"), true),
            (&["exec"], ToolKind::Read, Some("read_file"), Some("rm x"), true),
            (&["exec"], ToolKind::Other, Some("payments_send"), Some("rm x"), false),
            (&["shell__run"], ToolKind::Other, Some("shell__run"), Some("rm x"), false),
            (&["shell__run", "exec"], ToolKind::Other, Some("shell__run"), Some("rm x"), true),
        ] {
            assert_eq!(
                limits(patterns).allow(&call(kind, name, command)),
                expected,
                "{patterns:?} {kind:?} {name:?} {command:?}"
            );
        }
        let of_a_file = ToolCall { paths: vec!["a.txt".into()], ..call(ToolKind::Think, Some("plan_x"), None) };
        assert!(!limits(&["read_file"]).allow(&of_a_file), "it concerns a file");
        let think = |name, command| call(ToolKind::Think, name, command);
        let none = ToolLimits::new(AgentToolAccess::None, &[]);
        assert!(none.allow(&think(None, None)) && !none.allow(&think(None, Some("rm x"))));
        let own = ToolLimits::new(AgentToolAccess::Own, &[]);
        assert!(!own.allow(&think(Some("payments__send"), None)));
    }
}
