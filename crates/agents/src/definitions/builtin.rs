//! The definitions that are part of Apprentice.

use super::Definition;
use apprentice_contracts::agent_definition::{AgentDefinition, AgentDefinitionScope, AgentToolAccess};
use apprentice_skills::files::sha256_hex;

struct BuiltIn {
    name: &'static str,
    description: &'static str,
    access: AgentToolAccess,
    tools: &'static [&'static str],
    temperature: Option<f64>,
    prompt: &'static str,
}

const READ: &[&str] = &["read_file", "list_directory", "find_files", "search_files", "web_search"];
const FILES_AND_COMMANDS: &[&str] =
    &["read_file", "list_directory", "find_files", "search_files", "write_file", "edit_file", "delete_file", "move_file", "exec"];

static BUILT_IN: [BuiltIn; 4] = [
    BuiltIn {
        name: "default",
        description: "The agent's own way of working, with all its tools",
        access: AgentToolAccess::All,
        tools: &[],
        temperature: None,
        prompt: "",
    },
    BuiltIn {
        name: "explore",
        description: "Reads and searches, and changes nothing",
        access: AgentToolAccess::Listed,
        tools: READ,
        temperature: None,
        prompt: "Explore and report. Read and search only: change no file and run no command. Name the file and line of what you report.",
    },
    BuiltIn {
        name: "coder",
        description: "Works on code: reads and writes files, and runs commands",
        access: AgentToolAccess::Listed,
        tools: FILES_AND_COMMANDS,
        temperature: None,
        prompt: "Work on the code in your folder. Read before you change, keep the style that you find, and run its tests when you are done.",
    },
    BuiltIn {
        name: "planner",
        description: "Makes a plan, and uses no tool",
        access: AgentToolAccess::None,
        tools: &[],
        temperature: Some(0.9),
        prompt: "Make a plan, and do nothing of it. Say the steps in order, what each one needs, and what is not known yet.",
    },
];

pub(super) fn all() -> impl Iterator<Item = Definition> {
    BUILT_IN.iter().map(|built_in| {
        let text = format!("{}\n{}\n{}\n{}", built_in.name, built_in.description, built_in.tools.join(" "), built_in.prompt);
        let about = AgentDefinition {
            name: built_in.name.to_owned(),
            description: built_in.description.to_owned(),
            scope: AgentDefinitionScope::BuiltIn,
            file: None,
            agent_id: None,
            runtime: None,
            model: None,
            tool_access: built_in.access,
            tools: built_in.tools.iter().map(|tool| (*tool).to_owned()).collect(),
            skills: Vec::new(),
            max_iterations: None,
            temperature: built_in.temperature,
            context_window: None,
            fingerprint: sha256_hex(text),
            findings: Vec::new(),
            usable: true,
            hidden_by: None,
        };
        Definition { about, prompt: built_in.prompt.to_owned(), of_project: false, place: None }
    })
}
