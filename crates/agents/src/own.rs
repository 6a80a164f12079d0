//! What agents have in the folders of their sign-in and configuration, by its names. A run that must know nothing of earlier ones gets copies
//! of these folders, without what is kept of sessions.

use std::path::PathBuf;

/// What agents obey in later runs. Where it exists, a run cannot change it.
pub(crate) const SETTINGS: [&str; 13] = [
    "settings.json",
    "settings.local.json",
    "config.toml",
    "hooks",
    "plugins",
    "skills",
    "agents",
    "commands",
    "mcp.json",
    ".mcp.json",
    "AGENTS.md",
    "CLAUDE.md",
    "GEMINI.md",
];

/// Programs, which may be large. Where a run gets a copy, they are not copied, and it cannot change them.
pub(crate) const PROGRAMS: [&str; 2] = ["extensions", "local"];

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

/// Whether what has this name in a folder of an agent belongs into a copy of it.
pub fn is_copied(name: &str) -> bool {
    ![SETTINGS.as_slice(), &PROGRAMS, &SESSIONS].iter().any(|names| names.contains(&name))
}

/// A copy of a file or folder of an agent, which a run gets in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnCopy {
    /// What was copied, by the path at which the agent looks for it.
    pub of: PathBuf,
    /// Where the copy lies.
    pub copy: PathBuf,
}
