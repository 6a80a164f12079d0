//! Writes a definition in the format of an agent, with a finding for what that format cannot hold. A finding with an error means that the
//! agent would be allowed more than the definition says: such a text is not written.

use super::fields::{clip, finding};
use super::tools::{KNOWN, KnownTool, is_of_server, matches};
use super::{Definition, KEEPERS, Keeper};
use crate::definitions::dialect::Dialect;
use apprentice_contracts::agent_definition::{AgentDefinition, AgentDefinitionFinding, AgentToolAccess};
use apprentice_contracts::skill::FindingSeverity::{self, Error, Info, Warning};
use apprentice_skills::agents::table;
use apprentice_skills::agents::targets::Machine;
use serde_json::json;
use std::fmt::Write;
use std::path::PathBuf;

/// The agents in whose format definitions are written.
const TARGETS: [&str; 4] = ["claude-code", "codex", "gemini", "opencode"];

/// A definition in the format of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The agent, as the table of agents names it.
    pub agent_id: &'static str,
    /// Where the agent reads it.
    pub file: PathBuf,
    /// The whole file.
    pub text: String,
    /// What the format cannot hold.
    pub findings: Vec<AgentDefinitionFinding>,
}

impl Compiled {
    /// Whether it allows no more than the definition does.
    pub fn holds(&self) -> bool {
        self.findings.iter().all(|finding| finding.severity != Error)
    }
}

/// The agents in whose format a definition can be written.
pub fn targets() -> [&'static str; 4] {
    TARGETS
}

/// Writes a definition for an agent. `None`: definitions are not written for it, or the person has no home folder.
pub fn compile(definition: &Definition, agent: &str, machine: &Machine) -> Option<Compiled> {
    let agent = table::find(agent).filter(|agent| TARGETS.contains(&agent.id))?;
    let keeper = KEEPERS.iter().find(|keeper| keeper.agent == agent.id)?;
    let file = file_of(agent.id, &definition.about.name, machine)?;
    let mut writer = Writer { about: &definition.about, keeper, label: agent.label, fields: String::new(), findings: Vec::new() };
    writer.check_name();
    let text = match keeper.dialect {
        Dialect::Codex => writer.codex(&definition.prompt),
        _ => writer.markdown(&definition.prompt),
    };
    Some(Compiled { agent_id: agent.id, file, text, findings: writer.findings })
}

/// Where an agent of this machine reads the definition of this name. `None` as for [`compile`].
pub fn file_of(agent: &str, name: &str, machine: &Machine) -> Option<PathBuf> {
    let agent = table::find(agent).filter(|agent| TARGETS.contains(&agent.id))?;
    let keeper = KEEPERS.iter().find(|keeper| keeper.agent == agent.id)?;
    let ending = if keeper.dialect == Dialect::Codex { "toml" } else { "md" };
    Some(machine.config(agent)?.join(keeper.own[0]).join(format!("{name}.{ending}")))
}

struct Writer<'d> {
    about: &'d AgentDefinition,
    keeper: &'static Keeper,
    label: &'static str,
    fields: String,
    findings: Vec<AgentDefinitionFinding>,
}

impl Writer<'_> {
    fn find(&mut self, severity: FindingSeverity, field: &str, why: &str) {
        let message = format!("{field}: {} {why}", self.label);
        self.findings.push(finding(severity, "NOT_HELD", Some(field), message));
    }

    /// Text is written as JSON, which YAML reads the same way.
    fn field(&mut self, name: &str, value: &serde_json::Value) {
        // Writing to a String does not fail.
        let _ = writeln!(self.fields, "{name}: {value}");
    }

    fn check_name(&mut self) {
        let name = &self.about.name;
        let plain = |c: char| {
            c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_' && self.keeper.dialect != Dialect::ClaudeCode
        };
        if self.keeper.dialect != Dialect::Opencode && !name.chars().all(plain) {
            let message =
                format!("takes names of lower-case letters, digits and hyphens, and “{}” is none. Rename it.", clip(name));
            self.find(Error, "name", &message);
        }
    }

    fn markdown(&mut self, prompt: &str) -> String {
        let about = self.about;
        let dialect = self.keeper.dialect;
        if dialect != Dialect::Opencode {
            self.field("name", &json!(about.name));
        }
        self.field("description", &json!(about.description));
        match dialect {
            Dialect::Opencode => self.field("mode", &json!("all")),
            Dialect::Gemini => self.field("kind", &json!("local")),
            _ => {}
        }
        self.model();
        match dialect {
            Dialect::Opencode => self.permission(),
            _ => self.tools(),
        }
        if let Some(most) = about.max_iterations {
            self.field(dialect.iterations()[0], &json!(most));
        }
        match (about.temperature, dialect) {
            (Some(temperature), Dialect::Gemini | Dialect::Opencode) => self.field("temperature", &json!(temperature)),
            (Some(_), _) => self.find(Warning, "temperature", "has no field for it. It is left out."),
            (None, _) => {}
        }
        match (about.skills.is_empty(), dialect) {
            (false, Dialect::ClaudeCode) => self.field("skills", &json!(about.skills)),
            (false, _) => self.find(Warning, "skills", "has no field for them. The instructions name them instead."),
            (true, _) => {}
        }
        self.context_window();
        let skills = if dialect == Dialect::ClaudeCode { String::new() } else { self.skills_in_words() };
        format!("---\n{}---\n\n{}{skills}\n", self.fields, prompt.trim())
    }

    fn codex(&mut self, prompt: &str) -> String {
        let about = self.about;
        let mut document = toml_edit::DocumentMut::new();
        let instructions = format!("{}{}", prompt.trim(), self.skills_in_words());
        document["name"] = toml_edit::value(&about.name);
        document["description"] = toml_edit::value(&about.description);
        if let Some(model) = self.named_model("openai/") {
            document["model"] = toml_edit::value(model);
        }
        if about.tool_access != AgentToolAccess::All {
            let why =
                "has no list of tools, so it would be allowed more, such as every tool of its MCP servers. Allow every tool.";
            self.find(Error, "tools", why);
        }
        document["developer_instructions"] = toml_edit::value(instructions);
        for (is_there, field) in
            [(about.max_iterations.is_some(), "max_tool_iterations"), (about.temperature.is_some(), "temperature")]
        {
            if is_there {
                self.find(Warning, field, "has no field for it. It is left out.");
            }
        }
        if !about.skills.is_empty() {
            self.find(Info, "skills", "reads skills by its own rules. The instructions name them.");
        }
        self.context_window();
        document.to_string()
    }

    fn skills_in_words(&self) -> String {
        match self.about.skills.is_empty() {
            true => String::new(),
            false => format!("\n\nRead these skills first, if you have them: {}.", self.about.skills.join(", ")),
        }
    }

    fn context_window(&mut self) {
        if self.about.context_window.is_some() {
            self.find(Warning, "context_window", "has no field for it. It is left out.");
        }
    }

    fn model(&mut self) {
        let model = match self.keeper.dialect {
            Dialect::ClaudeCode => self.named_model("anthropic/"),
            Dialect::Gemini => self.named_model("google/"),
            _ => match &self.about.model {
                Some(model) if !model.contains('/') => {
                    self.find(Warning, "model", "names a model as provider/model. It is left out.");
                    None
                }
                model => model.clone(),
            },
        };
        if let Some(model) = model {
            self.field("model", &json!(model));
        }
    }

    /// The model as an agent of one provider names it.
    fn named_model(&mut self, provider: &str) -> Option<String> {
        let model = self.about.model.as_deref()?;
        let own = model.strip_prefix(provider).unwrap_or(model);
        if own.contains('/') {
            self.find(Warning, "model", &format!("has no model of another provider, as “{}” is. It is left out.", clip(model)));
            return None;
        }
        Some(own.to_owned())
    }

    /// The known tools that the definition allows. The agent's own ones alone cannot be said in another way than by naming them.
    fn allowed(&mut self) -> Vec<&'static KnownTool> {
        if self.about.tool_access == AgentToolAccess::Own {
            self.find(Info, "tools", "has no word for all of its own tools. Those that have a name here are listed.");
            return KNOWN.iter().collect();
        }
        KNOWN.iter().filter(|known| self.about.tools.iter().any(|tool| matches(tool, known.name))).collect()
    }

    /// The tools that the definition lists and that have no other name: those of MCP servers, and the agent's own words.
    fn others(&mut self) -> Vec<String> {
        if self.about.tool_access != AgentToolAccess::Listed {
            return Vec::new();
        }
        let other = |tool: &&String| KNOWN.iter().all(|known| !matches(tool, known.name));
        let others: Vec<String> = self.about.tools.iter().filter(other).cloned().collect();
        if self.keeper.dialect != Dialect::ClaudeCode {
            others.iter().for_each(|tool| self.check_joined(tool));
        }
        others
    }

    /// Gemini CLI and opencode join the names of a server and its tool by one underscore, so a pattern may reach more than it does here.
    fn check_joined(&mut self, tool: &str) {
        let of_server = tool.split_once("__").is_some_and(|(server, _)| !server.is_empty());
        if tool.starts_with("mcp_") || tool.ends_with('*') && !of_server {
            let why =
                format!("would read “{}” as tools of MCP servers too. Name each tool, or a server as server__*.", clip(tool));
            self.find(Error, "tools", &why);
        } else if tool.ends_with('*') {
            let why =
                format!("would also allow “{}” for servers whose names begin the same and go on with an underscore.", clip(tool));
            self.find(Warning, "tools", &why);
        }
    }

    fn tools(&mut self) {
        match self.about.tool_access {
            AgentToolAccess::All => return,
            AgentToolAccess::None => {
                return self.find(Error, "tools", "has no way to allow no tool at all. Allow one that reads.");
            }
            AgentToolAccess::Own | AgentToolAccess::Listed => {}
        }
        let dialect = self.keeper.dialect;
        let mut names: Vec<String> = Vec::new();
        for known in self.allowed() {
            match dialect.names(known).first() {
                Some(name) => names.push((*name).to_owned()),
                None if self.about.tool_access == AgentToolAccess::Own => {}
                None => self.find(Warning, "tools", &format!("has no tool for {}. It is left out.", known.name)),
            }
        }
        for tool in &self.others() {
            let named = match (dialect, tool.split_once("__").filter(|_| is_of_server(tool) || tool.ends_with("__*"))) {
                (Dialect::ClaudeCode, Some(_)) => format!("mcp__{tool}"),
                (_, Some((server, tool))) => format!("mcp_{server}_{tool}"),
                (_, None) => tool.to_owned(),
            };
            names.push(named);
        }
        names.dedup();
        match names.is_empty() {
            true => self.find(Error, "tools", "has none of these tools, and would allow every tool. Name one that it has."),
            false => self.field("tools", &json!(names)),
        }
    }

    /// opencode takes rules; the last one that fits counts.
    fn permission(&mut self) {
        if self.about.tool_access == AgentToolAccess::All {
            return;
        }
        let mut rules = vec![("*".to_owned(), "deny")];
        let names: Vec<(&str, Option<&str>)> =
            self.allowed().into_iter().map(|known| (known.name, known.opencode.first().copied())).collect();
        let edits = names.iter().filter(|(_, name)| *name == Some("edit")).count();
        for (name, opencode) in names {
            match opencode {
                Some(opencode) => rules.push((opencode.to_owned(), "allow")),
                None if self.about.tool_access == AgentToolAccess::Own => {}
                None => self.find(Warning, "tools", &format!("has no tool for {name}. It is left out.")),
            }
        }
        if edits == 1 {
            let why = "has one rule for writing and editing files, so both would be allowed. Allow both, or none.";
            self.find(Error, "tools", why);
        }
        rules.extend(self.others().into_iter().map(|tool| (tool.replacen("__", "_", 1), "allow")));
        rules.dedup();
        self.fields.push_str("permission:\n");
        for (name, rule) in rules {
            // Writing to a String does not fail.
            let _ = writeln!(self.fields, "  {}: {rule}", json!(name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{read_all, read_file};
    use super::*;
    use std::fs;

    struct World {
        folder: tempfile::TempDir,
        machine: Machine,
    }

    impl World {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let machine = Machine { user_home: Some(folder.path().to_path_buf()), ..Machine::default() };
            Self { folder, machine }
        }

        fn define(&self, more: &str) -> Definition {
            let file = self.folder.path().join("a.yaml");
            fs::write(
                &file,
                format!("name: a\ndescription: 'It says \"#: yes\"'\nsystem_prompt: \"Be exact.\\n---\\nReally.\"\n{more}"),
            )
            .unwrap();
            let read = read_file(&file);
            assert!(read.about.usable, "{:?}", read.about.findings);
            read
        }

        fn compile(&self, agent: &str, more: &str) -> Compiled {
            compile(&self.define(more), agent, &self.machine).unwrap()
        }
    }

    fn errors(compiled: &Compiled, severity: FindingSeverity) -> Vec<&str> {
        compiled.findings.iter().filter(|one| one.severity == severity).filter_map(|one| one.field.as_deref()).collect()
    }

    #[test]
    fn what_is_written_means_the_same_to_the_reader_of_its_format() {
        let world = World::new();
        for (more, tools) in [
            ("tools: [read_file, search_files]\nmax_tool_iterations: 7\n", "read_file search_files"),
            ("tools: [read_file, exec, github__*]\nmodel: anthropic/claude-x\n", "read_file exec github__*"),
            ("tools: ['*']\n", ""),
            ("", ""),
        ] {
            for agent in TARGETS {
                let compiled = world.compile(agent, more);
                if !compiled.holds() {
                    assert!(agent == "codex" && errors(&compiled, Error) == ["tools"], "{compiled:?}");
                    continue;
                }
                fs::create_dir_all(compiled.file.parent().unwrap()).unwrap();
                fs::write(&compiled.file, &compiled.text).unwrap();
                let found = read_all(&world.machine, None, &|_| false);
                fs::remove_file(&compiled.file).unwrap();
                let read = found.first("a").unwrap_or_else(|| panic!("{agent}: {}", compiled.text));
                assert!(read.about.usable, "{agent}: {:?} {}", read.about.findings, compiled.text);
                assert_eq!(
                    (read.about.description.as_str(), read.prompt.as_str()),
                    ("It says \"#: yes\"", "Be exact.\n---\nReally.")
                );
                let of_servers_too = matches!(agent, "claude-code" | "gemini");
                if !tools.is_empty() && of_servers_too {
                    assert_eq!(read.about.tools.join(" "), tools, "{agent}: {}", compiled.text);
                }
                for denied in ["write_file", "web_fetch"] {
                    let allowed = tools.is_empty()
                        || read.about.tool_access == AgentToolAccess::Listed
                            && read.about.tools.iter().any(|tool| tool == denied);
                    assert_eq!(allowed, tools.is_empty(), "{agent} {denied}: {}", compiled.text);
                }
            }
        }
    }

    #[test]
    fn what_a_format_cannot_hold_is_a_finding() {
        let world = World::new();
        let full = "temperature: 0.5\ncontext_window: 5000\nskills: [x]\nmax_tool_iterations: 3\nmodel: other/model\n";
        for (agent, warned) in [
            ("claude-code", vec!["model", "temperature", "context_window"]),
            ("gemini", vec!["model", "skills", "context_window"]),
            ("opencode", vec!["skills", "context_window"]),
            ("codex", vec!["model", "max_tool_iterations", "temperature", "context_window"]),
        ] {
            let compiled = world.compile(agent, full);
            assert_eq!((errors(&compiled, Warning), compiled.holds()), (warned, true), "{agent}");
        }
        for (agent, holds) in [("claude-code", false), ("gemini", false), ("codex", false), ("opencode", true)] {
            let compiled = world.compile(agent, "tools: none\n");
            assert_eq!(compiled.holds(), holds, "{agent}");
            if !holds {
                assert_eq!(errors(&compiled, Error), ["tools"]);
            }
        }
        let none = world.compile("gemini", "tools: [delete_file]\n");
        assert!(!none.holds(), "an empty list could mean every tool: {none:?}");
        assert!(world.compile("opencode", "tools: none\n").text.contains("permission:\n  \"*\": deny\n"));
        assert!(world.compile("opencode", "tools: [github__list]\n").text.contains("\"github_list\": allow"));
        for tools in ["[read_file]", "[read_file, exec]", "none"] {
            let wider = world.compile("codex", &format!("tools: {tools}\n"));
            assert_eq!(errors(&wider, Error), ["tools"], "its MCP servers would stay: {tools}");
        }
        assert!(world.compile("codex", "").holds());
        for (tools, holds) in [("edit_file", false), ("write_file, read_file", false), ("edit_file, write_file", true)] {
            let compiled = world.compile("opencode", &format!("tools: [{tools}]\n"));
            assert_eq!(compiled.holds(), holds, "one rule is for both: {tools}");
        }
    }

    #[test]
    fn a_pattern_that_reaches_more_in_another_format_is_found() {
        let world = World::new();
        for (pattern, severity) in [
            ("pay*", Some(Error)),
            ("mcp_payments_send", Some(Error)),
            ("mcp__payments__*", Some(Error)),
            ("__*", Some(Error)),
            ("payments__*", Some(Warning)),
            ("payments__s*", Some(Warning)),
            ("payments__send", None),
            ("todowrite", None),
        ] {
            for agent in ["gemini", "opencode"] {
                let compiled = world.compile(agent, &format!("tools: [read_file, '{pattern}']\n"));
                let found: Vec<_> = compiled.findings.iter().map(|finding| finding.severity).collect();
                assert_eq!(found, severity.into_iter().collect::<Vec<_>>(), "{agent} {pattern}: {:?}", compiled.findings);
            }
        }
        assert!(world.compile("claude", "tools: [read_file, 'payments__*']\n").findings.is_empty());
    }

    #[test]
    fn names_and_agents_that_do_not_fit_are_refused() {
        let world = World::new();
        let file = world.folder.path().join("My_Agent.yaml");
        fs::write(&file, "name: My_Agent\ndescription: d\nsystem_prompt: x\n").unwrap();
        let definition = read_file(&file);
        for (agent, holds) in [("claude", false), ("codex", false), ("opencode", true)] {
            assert_eq!(compile(&definition, agent, &world.machine).unwrap().holds(), holds, "{agent}");
        }
        assert!(compile(&definition, "cursor", &world.machine).is_none());
        assert!(compile(&definition, "nobody", &world.machine).is_none());
        assert!(compile(&definition, "codex", &Machine::default()).is_none());
    }
}
