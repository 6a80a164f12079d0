//! No operation exists on one face only. Each has a route (it is declared there), a use in the window and a command, or is in a list here with
//! the reason. What the window and the command line use is read from their sources.

use apprentice_api::window::NOT_IN_THE_WINDOW;
use apprentice_api::{Operation, all_operations};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const FOR_AGENTS: &str = "Agents call it, through the tools of the MCP server.";
const SAME_FOR_MANY: &str = "`assign_many` does it for one item too.";
const TERMINAL: &str = "Whoever types a command has a terminal.";

const NOT_ON_THE_COMMAND_LINE: &[(&str, &str)] = &[
    ("ability_changes", FOR_AGENTS),
    ("ability_skill", FOR_AGENTS),
    ("ability_skill_file", FOR_AGENTS),
    ("ability_skills", FOR_AGENTS),
    ("all_events", "`learn events` follows a session; the stream of all keeps a window current."),
    ("assign_category", SAME_FOR_MANY),
    ("cancel_skills", "Ctrl-C ends the command that would be cancelled."),
    ("close_terminal", TERMINAL),
    ("export_file", "`data export FILE` has the engine write the file."),
    ("filmstrip_pictures", "`learn filmstrip --html FILE` draws them all; a window asks for those in view."),
    ("folder", "The window asks before it opens a folder; a shell changes into it."),
    ("mcp_server_health", "`connectors show` has the health too."),
    ("open_terminal", TERMINAL),
    ("proxy_mcp_server", FOR_AGENTS),
    ("read_skill_file", "The file is on this machine; any program shows it."),
    ("report_observation", FOR_AGENTS),
    ("resize_terminal", TERMINAL),
    ("save_skill", "The file is on this machine; any editor writes it."),
    ("search_mcp_tools", FOR_AGENTS),
    ("skill_prompt", "`skills run` prints the prompt of a skill, also of a project's."),
    ("skill_prompts", "`skills list` lists the skills, and `skills show` says who may start one."),
    ("terminal_input", TERMINAL),
    ("terminal_output", TERMINAL),
    ("unassign_category", SAME_FOR_MANY),
    ("upload_skill_bundle", "`skills install ARCHIVE` reads the file itself; a page has to send its bytes."),
    ("verify_checkpoint", FOR_AGENTS),
];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The texts of the files below `folder` with one of these endings.
fn sources(folder: &Path, endings: &[&str]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path, endings));
        } else if endings.iter().any(|ending| path.extension().is_some_and(|extension| extension == *ending)) {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found
}

/// Compares what a face uses with all operations and with the list of exceptions.
fn check(face: &str, used: &BTreeSet<&str>, exceptions: &[(&str, &str)]) {
    let operations = all_operations();
    let listed: BTreeSet<&str> = exceptions.iter().map(|(id, _)| *id).collect();
    assert_eq!(listed.len(), exceptions.len(), "{face}: an exception is there twice");
    let missing: Vec<&str> =
        operations.iter().map(|operation| operation.id).filter(|id| !used.contains(id) && !listed.contains(id)).collect();
    assert!(
        missing.is_empty(),
        "{face} does not use these operations: use them there, or list them with the reason: {missing:#?}"
    );
    let stale: Vec<&&str> = listed.iter().filter(|id| used.contains(*id)).collect();
    assert!(stale.is_empty(), "{face} uses these operations by now: take them out of the exceptions: {stale:#?}");
    for (id, reason) in exceptions {
        assert!(operations.iter().any(|operation| operation.id == *id), "{face}: there is no operation {id} any more");
        assert!(reason.ends_with('.') && reason.len() > 20, "{face}: say why {id} is an exception");
    }
}

/// The operations that a Rust source uses, by their constants: `op::NAME`. It may not write their paths.
fn named(operations: &[Operation], path: &Path, text: &str) -> Vec<&'static str> {
    let literal = text.contains("\"/api/");
    assert!(!literal, "{}: name the operation by its constant instead of its path", path.display());
    let names = text.split("op::").skip(1).map(|rest| rest.chars().take_while(|c| c.is_ascii_uppercase() || *c == '_').collect());
    let found = names.filter_map(|name: String| operations.iter().find(|operation| operation.id.to_uppercase() == name));
    found.map(|operation| operation.id).collect()
}

#[test]
fn every_operation_has_a_command_or_a_reason() {
    let operations = all_operations();
    let mut used = BTreeSet::new();
    for (path, text) in sources(&workspace().join("crates/cli/src"), &["rs"]) {
        used.extend(named(&operations, &path, &text));
    }
    check("The command line", &used, NOT_ON_THE_COMMAND_LINE);
}

#[test]
fn every_operation_is_used_in_the_window_or_has_a_reason() {
    let operations = all_operations();
    let of_page = sources(&workspace().join("ui/src"), &["ts", "tsx"]).into_iter().filter(|(path, _)| {
        let path = path.to_string_lossy();
        !path.contains(".test.") && !path.contains("/test/") && !path.ends_with(".gen.ts") && !path.ends_with(".d.ts")
    });
    let of_shell = sources(&workspace().join("src-tauri"), &["rs"]);
    let mut used = BTreeSet::new();
    for (_, text) in of_page {
        used.extend(operations.iter().filter(|operation| uses(&text, operation)).map(|operation| operation.id));
    }
    for (path, text) in of_shell {
        used.extend(named(&operations, &path, &text));
    }
    check("The window", &used, NOT_IN_THE_WINDOW);
}

/// Whether a source calls an operation: by its id (`'pin_skills'`, `operations.pin_skills`), or by its route. A part may be put in
/// (`${what}`, `{id}`) where the route has a parameter, or where the same source has the wanted word as a literal.
fn uses(source: &str, operation: &Operation) -> bool {
    let id = operation.id;
    let entry = |text: &str| {
        let rest = text.strip_prefix(id);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    let put_together = || {
        source.split("`${").skip(1).any(|template| {
            let ending = template.split('`').next().and_then(|template| template.split_once('}')).map(|(_, ending)| ending);
            let word = ending.filter(|ending| !ending.is_empty()).and_then(|ending| id.strip_suffix(ending));
            word.is_some_and(|word| source.contains(&format!("'{word}'")))
        })
    };
    source.contains(&format!("'{id}'"))
        || source.split("operations.").skip(1).any(entry)
        || put_together()
        || ['\'', '"', '`'].iter().any(|quote| {
            source.split(&format!("{quote}/api/")).skip(1).any(|route| {
                let route = route.split(*quote).next().unwrap_or_default().split('?').next().unwrap_or_default();
                route_fits(source, &format!("/api/{route}"), operation)
            })
        })
}

fn route_fits(source: &str, route: &str, operation: &Operation) -> bool {
    let (given, wanted): (Vec<&str>, Vec<&str>) = (route.split('/').collect(), operation.path.split('/').collect());
    let fits = |(given, wanted): (&&str, &&str)| {
        let put_in = given.starts_with("${") || given.starts_with('{');
        match (put_in, wanted.starts_with('{')) {
            (false, false) => given == wanted,
            (true, true) => true,
            (true, false) => [format!("'{wanted}'"), format!("\"{wanted}\"")].iter().any(|word| source.contains(word)),
            (false, true) => false,
        }
    };
    given.len() == wanted.len() && given.iter().zip(&wanted).all(fits)
}

#[test]
fn a_use_is_found_by_id_or_route() {
    let operation = |id: &str| all_operations().into_iter().find(|operation| operation.id == id).unwrap();
    for (source, id, expected) in [
        ("change('create_session', { quiet: true })", "create_session", true),
        ("change('create_session')", "list_sessions", false),
        ("type Batch = 'pin' | 'unpin'\ncall(`${what}_skills`)", "pin_skills", true),
        ("type Batch = 'pin' | 'unpin'\ncall(`${what}_skills`)", "switch_skills", false),
        ("follow(`/api/terminals/${terminalId}/output`)", "terminal_output", true),
        ("follow(`/api/learn/sessions/${id}/events?follow=false`)", "session_events", true),
        ("run(operations.run_canary, params)", "run_canary", true),
        ("run(operations.run_canary_later)", "run_canary", false),
        ("// POST /api/abilities/lookup", "lookup", false),
    ] {
        assert_eq!(uses(source, &operation(id)), expected, "{id} in {source}");
    }
}
