//! Files in which agents and editors look for commands that they run by themselves, and links that run when a page is shown.

use super::lines::{is_markdown, regex};
use super::{Finding, finding};
use apprentice_contracts::skill::FindingSeverity::{Error, Warning};
use regex::Regex;
use std::sync::LazyLock;

/// Hooks of Claude Code, Gemini CLI, Codex, Cursor and Copilot; tasks and containers of editors; commands of `!`.
static HOOKS: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r#"(?i)["'](?:SessionStart|SessionEnd|PreToolUse|PostToolUse|UserPromptSubmit|Stop|SubagentStop|PreCompact|Notification|BeforeTool|AfterTool|BeforeAgent|"#,
        r#"AfterAgent|BeforeModel|beforeShellExecution|beforeMCPExecution|beforeReadFile|afterFileEdit|beforeSubmitPrompt)["']\s*:\s*\[|"#,
        r#"["']runOn["']\s*:\s*["']folderOpen|["'](?:initialize|onCreate|updateContent|postCreate|postStart|postAttach)Command["']\s*:|"#,
        r#"^\s*notify\s*=\s*\[|["']statusLine["']\s*:\s*\{|["']apiKeyHelper["']\s*:"#
    ))
});

/// MCP servers that start a program: of JSON, TOML and YAML.
static SERVERS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)["']?(?:mcpServers|mcp_servers|mcp)["']?\s*:\s*\{|^\s*\[mcp_servers\.[^\]]+\]|^\s*-?\s*type:\s*(?:mcp|stdio)\s*$"#,
    )
});

/// Rights that are given once and for all.
static RIGHTS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"["'](?:Bash|Shell)(?:\(\*?(?::\*)?\))?["']|(?i)["'](?:bash|edit|webfetch)["']\s*:\s*["']allow["']|prefix_rule\([^)\n]*(?:bash|sh|python)[^)\n]*decision\s*=\s*["']allow|["']defaultMode["']\s*:\s*["']bypassPermissions"#,
    )
});

static EVERY_TOOL: LazyLock<Regex> = LazyLock::new(|| {
    regex(r#"(?i)^(?:allowed[-_]tools|tools)\s*:\s*[\["']{0,2}(?:\*|(?:[^#\n]*[\s,\["'])?Bash\(\*?(?::?\*)?\))"#)
});

/// Links and elements of a page that run something when it is shown or clicked.
static ACTIVE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?i)\]\(\s*<?\s*(?:javascript|vbscript|data:text/html)\s*:?|<[a-z]\w*\b[^>\n]*\s(?:onerror|onload|onclick|onmouseover|onfocus)\s*=|<script\b[^>]*>[^<\n]|<[a-z]\w*\b[^>\n]*(?:href|src|action)\s*=\s*["']?\s*javascript:"#,
    )
});

/// Whether a file is one of settings, which agents and editors read from a folder.
pub(super) fn is_settings(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    [".json", ".toml", ".yaml", ".yml", ".jsonc", ".rules"].iter().any(|end| name.ends_with(end))
}

/// Whether the place of a file makes an agent or an editor act on it. `package.json` and examples are not among them.
fn is_acted_on(path: &str) -> bool {
    const FOLDERS: [&str; 29] = [
        ".claude",
        ".codex",
        ".gemini",
        ".cursor",
        ".vscode",
        ".devcontainer",
        ".opencode",
        ".claude-plugin",
        ".github",
        ".copilot",
        ".goose",
        ".windsurf",
        ".kiro",
        ".qwen",
        ".kimi",
        ".roo",
        ".clinerules",
        ".amazonq",
        ".continue",
        ".factory",
        ".trae",
        ".zed",
        ".junie",
        ".augment",
        ".amp",
        ".crush",
        ".agents",
        "hooks",
        "agents",
    ];
    const NAMES: [&str; 10] = [
        "plugin.json",
        "hooks.json",
        ".mcp.json",
        "mcp.json",
        "gemini-extension.json",
        "opencode.json",
        "openai.yaml",
        "recipe.yaml",
        "crush.json",
        ".crush.json",
    ];
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    is_settings(path) && (NAMES.contains(&name) || folders.split('/').any(|folder| FOLDERS.contains(&folder)))
}

pub(super) fn check(path: &str, text: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    if is_acted_on(path) {
        // Names and values on lines of their own, and escapes, hide nothing from a reader of JSON.
        let plain = super::acted_on::without_spelling(path, text).unwrap_or_default();
        let spelled = plain.lines().filter(|line| !text.contains(line.trim())).map(|line| (0, line));
        for (number, line) in text.lines().enumerate().map(|(index, line)| (index + 1, line)).chain(spelled) {
            let mut say = |code, reason: &str| found.push(finding(code, Warning, path, number, line, reason));
            if HOOKS.is_match(line) {
                say("HOOKS", "Settings of an agent or editor that run commands by themselves");
            }
            if SERVERS.is_match(line) {
                say("BRINGS_SERVER", "Settings that start a server of tools for the agent");
            }
            if RIGHTS.is_match(line) {
                say("BROAD_TOOLS", "Settings that let an agent run every command without being asked");
            }
        }
    }
    // Commands and agents need neither a name nor a description.
    let is_definition = is_markdown(path) && path.split('/').any(|part| part == "commands" || part == "agents");
    if let Some((index, line)) = text.lines().enumerate().take(40).find(|(_, line)| is_definition && EVERY_TOOL.is_match(line)) {
        found.push(finding(
            "BROAD_TOOLS",
            Warning,
            path,
            index + 1,
            line,
            "It may use every tool, or run every command, without being asked",
        ));
    }
    let is_svg = path.to_ascii_lowercase().ends_with(".svg");
    if is_markdown(path) || is_svg {
        let mut in_fence = false;
        for (index, line) in text.lines().enumerate() {
            in_fence ^= line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
            if !in_fence && ACTIVE.is_match(&without_code(line)) {
                let severity = if is_svg { Warning } else { Error };
                found.push(finding(
                    "ACTIVE_CONTENT",
                    severity,
                    path,
                    index + 1,
                    line,
                    "A page that shows this text runs a script",
                ));
            }
        }
    }
    found
}

/// The line without the text between backticks, which Markdown shows unchanged.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}
