//! What agents have in the folders of their sign-in and configuration, by its names. A run that must know nothing of earlier ones gets copies
//! of these folders, without what is kept of sessions.

use std::path::PathBuf;

/// What agents obey in later runs: settings, instructions, and what names a command that they start. A run cannot change it.
const SETTINGS: [&str; 56] = [
    ".claude.json",
    ".env",
    ".goosehints",
    ".mcp.json",
    "AGENTS.md",
    "AGENTS.override.md",
    "CLAUDE.md",
    "GEMINI.md",
    "QWEN.md",
    "agent",
    "agents",
    "cli-config.json",
    "command",
    "commands",
    "config.json",
    "config.toml",
    "config.yaml",
    "copilot-instructions.md",
    "custom_providers",
    "extension_integrity.json",
    "hooks",
    "hooks.json",
    "instructions",
    "keybindings.json",
    "lsp-config.json",
    "managed_config.toml",
    "mcp-config.json",
    "mcp.json",
    "mode",
    "modes",
    "openclaw.json",
    "opencode.json",
    "opencode.jsonc",
    "output-styles",
    "package.json",
    "permission.yaml",
    "permissions",
    "permissions.json",
    "plugin",
    "plugins",
    "policies",
    "profiles.yaml",
    "prompts",
    "recipes",
    "remote-settings.json",
    "requirements.toml",
    "rules",
    "settings.json",
    "settings.local.json",
    "skill",
    "skills",
    "tool",
    "tools",
    "trustedFolders.json",
    "trusted_hooks.json",
    "workflows",
];

/// Programs, which may be large. A run cannot change them, and where it gets a copy, they are not copied.
const PROGRAMS: [&str; 7] = ["bin", "extensions", "local", "node_modules", "packages", "pkg", "vendor"];

/// Of what is kept of sessions, what other sessions start, read as code or obey: below `projects` Claude Code keeps memories.
const OBEYED_OF_SESSIONS: [&str; 8] =
    ["backups", "cache", "projects", "session-env", "shell-snapshots", "shell_snapshots", "snapshot", "worktrees"];

/// Endings of files that hold data alone.
const DATA: [&str; 8] = ["db", "db-shm", "db-wal", "jsonl", "log", "sqlite", "sqlite-shm", "sqlite-wal"];

/// What is kept of sessions: transcripts, histories, logs, and caches of them.
const SESSIONS: [&str; 36] = [
    "archived_sessions",
    "backups",
    "cache",
    "chats",
    "command-history-state.json",
    "debug",
    "file-history",
    "history",
    "history-session-state",
    "history.jsonl",
    "history.txt",
    "ide",
    "image-cache",
    "log",
    "logs",
    "paste-cache",
    "plans",
    "project",
    "projects",
    "session-env",
    "session-state",
    "sessions",
    "shell-snapshots",
    "shell_snapshots",
    "snapshot",
    "statsig",
    "storage",
    "stats-cache.json",
    "tasks",
    "telemetry",
    "tmp",
    "todos",
    "tool-output",
    "user-history",
    "usage-data",
    "worktrees",
];

/// Files of a sign-in. A program renews them, and the old content may then be worth nothing.
pub const SIGN_IN: [&str; 8] = [
    ".credentials.json",
    "auth.json",
    "gemini-credentials.json",
    "mcp-auth.json",
    "mcp-oauth-tokens-v2.json",
    "mcp-oauth-tokens.json",
    "oauth_creds.json",
    "secrets.yaml",
];

/// What a run never changes: what agents obey, and their programs.
pub(crate) fn obeyed() -> impl Iterator<Item = &'static str> {
    SETTINGS.into_iter().chain(PROGRAMS)
}

/// Whether a run never changes what has this name.
pub(crate) fn is_obeyed(name: &str) -> bool {
    obeyed().any(|obeyed| obeyed == name)
}

/// Whether what has this name in a folder of an agent belongs into a copy of it.
pub fn is_copied(name: &str) -> bool {
    !is_obeyed(name) && !SESSIONS.contains(&name) && !ends_as_data(name)
}

/// Whether a run may write what has this name in the real folder of an agent, where it can have no copy: the sign-in, and what is kept of
/// sessions, without what is run or obeyed later. What is not known is not written.
pub(crate) fn is_data(name: &str) -> bool {
    let is_kept = SESSIONS.contains(&name) && !OBEYED_OF_SESSIONS.contains(&name);
    SIGN_IN.contains(&name) || is_kept || ends_as_data(name)
}

/// Databases and logs, in which agents keep their sessions too.
fn ends_as_data(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ending)| DATA.contains(&ending))
}

/// A copy of a file or folder of an agent, which a run gets in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnCopy {
    /// What was copied, by the path at which the agent looks for it.
    pub of: PathBuf,
    /// Where the copy lies.
    pub copy: PathBuf,
}
