//! Names of an import that represent something else already (§0.5B): programs that it brings under the name of a program of the system, a
//! server of tools under our own name, and a name that agents take for a command of their own. Pure functions.

use super::report::new_finding;
use apprentice_contracts::import::SkillCompatibilityFinding;
use apprentice_contracts::skill::FindingSeverity;
use apprentice_skills::source::package::Package;
use std::collections::BTreeSet;

/// The skill has the name of a command of agents.
pub(super) const COMMAND: &str = "NAME_SHADOWS_COMMAND";

/// Folders whose programs agents or scripts put before those of the system.
const PROGRAM_FOLDERS: [&str; 3] = ["bin/", "scripts/", "tools/"];

/// Programs that a skill, an agent or a person calls by name.
const PROGRAMS: &str = "
    bash sh zsh fish dash env sudo doas su ssh scp sftp rsync git gh glab curl wget nc ls cat cp mv rm ln mkdir rmdir chmod chown find grep rg sed
    awk sort head tail tee xargs tar gzip zip unzip 7z python python3 pip pip3 uv node npm npx pnpm yarn bun deno ruby gem perl php java mvn gradle go
    cargo rustc make cmake gcc clang docker podman kubectl helm terraform aws az gcloud psql mysql sqlite3 redis-cli openssl gpg pass op vault
    systemctl crontab at kill ps top open xdg-open code vim nano claude codex gemini opencode goose apprentice pwsh powershell cmd
";

/// Commands that agents have of their own (Claude Code, Codex, Gemini CLI): a skill of this name is not reached by it, or takes its place.
const COMMANDS: &str = "
    add-dir agents approvals bug chat clear compact compress config context copy cost diff directory docs doctor editor exit export extensions feedback
    help hooks ide init install-github-app login logout mcp memory mention model new output-style permissions plan plugin privacy pr-comments quit
    release-notes resume rewind review sandbox-mode security-review settings setup-github stats status statusline terminal-setup theme todos tools
    undo upgrade usage vim
";

/// Files that name servers of tools.
const SERVER_FILES: [&str; 3] = [".mcp.json", "mcp.json", "mcp_servers.json"];
/// Our own server, as agents know it.
const OUR_SERVER: &str = "apprentice";

/// Findings about names of the files of a skill, and of the name that it would be installed under.
pub(super) fn findings(package: &Package, name: &str) -> Vec<SkillCompatibilityFinding> {
    let mut found: Vec<SkillCompatibilityFinding> = of_name(name).into_iter().collect();
    let programs: BTreeSet<&str> = package.files.0.keys().filter_map(|path| shadowed_program(path)).collect();
    if !programs.is_empty() {
        let names: Vec<&str> = programs.into_iter().collect();
        let message = format!(
            "It brings programs with the names of others: {}. Where its folder comes first, they run instead of these.",
            names.join(", ")
        );
        found.push(grave("TOOL_SHADOWS_PROGRAM", message));
    }
    let servers = package.files.0.iter().filter(|(path, _)| SERVER_FILES.contains(&path.as_str()));
    if servers.flat_map(|(_, bytes)| servers_in(bytes)).any(|server| server.eq_ignore_ascii_case(OUR_SERVER)) {
        let message = format!("It brings a server of tools called “{OUR_SERVER}”, which is the name of Apprentice's own.");
        found.push(grave("TOOL_SHADOWS_APPRENTICE", message));
    }
    found
}

/// The finding about a name that is a command of agents.
pub(super) fn of_name(name: &str) -> Option<SkillCompatibilityFinding> {
    let message = || format!("Agents have a command /{name} of their own. Install the skill under another name.");
    lists(COMMANDS, name).then(|| new_finding(COMMAND, FindingSeverity::Warning, message()))
}

fn grave(code: &str, message: String) -> SkillCompatibilityFinding {
    SkillCompatibilityFinding { needs_acknowledgement: true, ..new_finding(code, FindingSeverity::Warning, message) }
}

fn shadowed_program(path: &str) -> Option<&str> {
    let inside = PROGRAM_FOLDERS.iter().find_map(|folder| path.strip_prefix(folder))?;
    // `git.md` is no program, `git` and `git.exe` are.
    let name = [".exe", ".cmd", ".bat", ".ps1"].iter().find_map(|end| inside.strip_suffix(end)).unwrap_or(inside);
    lists(PROGRAMS, name).then_some(name)
}

fn servers_in(bytes: &[u8]) -> Vec<String> {
    let read: Option<serde_json::Value> = serde_json::from_slice(bytes).ok();
    let servers =
        read.as_ref().and_then(|root| root.get("mcpServers").or_else(|| root.get("servers")).and_then(|all| all.as_object()));
    servers.map(|all| all.keys().cloned().collect()).unwrap_or_default()
}

fn lists(words: &str, word: &str) -> bool {
    words.split_ascii_whitespace().any(|listed| listed == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(files: &[(&str, &str)], name: &str) -> Vec<String> {
        let mut package = Package::default();
        package.files.0.extend(files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())));
        findings(&package, name).into_iter().map(|finding| finding.code).collect()
    }

    #[test]
    fn programs_servers_and_commands_are_told_by_their_names() {
        assert_eq!(codes(&[("bin/git", "#!/bin/sh"), ("scripts/deploy.sh", "x")], "tea"), ["TOOL_SHADOWS_PROGRAM"]);
        assert_eq!(codes(&[("scripts/curl.exe", "x")], "tea"), ["TOOL_SHADOWS_PROGRAM"]);
        assert_eq!(
            codes(&[(".mcp.json", r#"{"mcpServers":{"Apprentice":{"command":"x"}}}"#)], "tea"),
            ["TOOL_SHADOWS_APPRENTICE"]
        );
        assert_eq!(codes(&[], "review"), [COMMAND]);
        let honest =
            [("scripts/git.md", "x"), ("git", "x"), ("scripts/fetch/curl", "x"), (".mcp.json", r#"{"mcpServers":{"db":{}}}"#)];
        assert!(codes(&honest, "review-invoices").is_empty());
    }
}
