use super::*;
use apprentice_contracts::agent_definition::AgentToolAccess as Access;
use apprentice_platform::links::symlink;

/// A machine with a home of Apprentice, a home of the user, and a project.
struct World {
    folder: tempfile::TempDir,
    machine: Machine,
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let at = |below: &str| folder.path().join(below);
        fs::create_dir_all(at("project/src")).unwrap();
        let machine = Machine { user_home: Some(at("user")), sandbox: at("home/sandbox/skills"), ..Machine::default() };
        Self { folder, machine }
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let file = self.folder.path().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        file
    }

    fn read(&self) -> Found {
        read_all(&self.machine, Some(&self.folder.path().join("project/src")), &|_| false)
    }

    /// What this text is read as, in the home of Apprentice.
    fn one(&self, file: &str, text: impl AsRef<[u8]>) -> Definition {
        let path = self.write(&format!("home/agents/{file}"), text);
        let found = self.read().definitions;
        let _ = fs::remove_file(&path);
        found.into_iter().find(|one| one.about.file.as_deref() == path.to_str()).expect("it is listed")
    }
}

fn codes(definition: &Definition) -> Vec<&str> {
    definition.about.findings.iter().map(|finding| finding.code.as_str()).collect()
}

const RESEARCHER: &str = "name: researcher\ndescription: Deep research\nmodel: anthropic/claude-sonnet-4-20250514\nsystem_prompt: |\n  Cite sources.\n  Be exact.\ntools:\n  - read_file\n  - github__*\nskills:\n  - research\nmax_tool_iterations: 20\ntemperature: 0.3\ncontext_window: 100000\nruntime: claude-code\n";

#[test]
fn yaml_and_markdown_say_the_same() {
    let world = World::new();
    let yaml = world.one("researcher.yaml", RESEARCHER);
    assert_eq!(codes(&yaml), Vec::<&str>::new());
    assert_eq!(yaml.prompt, "Cite sources.\nBe exact.");
    let about = &yaml.about;
    assert_eq!((about.name.as_str(), about.max_iterations, about.temperature), ("researcher", Some(20), Some(0.3)));
    assert_eq!((about.tool_access, about.tools.join(" ").as_str()), (Access::Listed, "read_file github__*"));
    assert_eq!((about.context_window, about.runtime.as_deref()), (Some(100_000), Some("claude-code")));
    let front = RESEARCHER.replace("system_prompt: |\n  Cite sources.\n  Be exact.\n", "");
    for (file, line_end) in [("researcher.md", "\n"), ("researcher/AGENT.md", "\r\n")] {
        let text = format!("---\n{front}---\n\nCite sources.\nBe exact.\n").replace('\n', line_end);
        let read = world.one(file, text);
        let same = AgentDefinition { file: about.file.clone(), fingerprint: about.fingerprint.clone(), ..read.about.clone() };
        assert_eq!((&same, &read.prompt), (about, &yaml.prompt), "{file}");
    }
}

#[test]
fn the_chain_goes_from_the_project_to_what_is_built_in() {
    let world = World::new();
    let text = |words: &str| format!("name: coder\ndescription: {words}\nsystem_prompt: x\n");
    assert_eq!(world.read().definitions.len(), 4, "four are built in");
    let built_in = world.read().first("coder").cloned().unwrap().about;
    assert!(built_in.usable && built_in.scope == Scope::BuiltIn);
    let steps = [
        ("user/.claude/agents/coder.md", "---\nname: coder\ndescription: of Claude\n---\nx\n".to_owned(), Scope::Agent),
        ("home/agents/coder.yaml", text("of the person"), Scope::Person),
        ("project/.apprentice/agents/coder.yaml", text("of the project"), Scope::Project),
    ];
    for (path, text, scope) in steps {
        world.write(path, text);
        let found = world.read();
        let first = found.first("coder").unwrap();
        assert_eq!((first.about.scope, first.about.usable), (scope, true));
        assert_eq!(
            codes(first).iter().filter(|code| **code == "HIDES").count(),
            found.definitions.len() - 4,
            "each hidden one is said"
        );
        let hidden = found.definitions.iter().filter(|one| one.about.name == "coder" && one.about.hidden_by.is_some());
        assert!(hidden.clone().count() > 0 && hidden.clone().all(|one| !one.about.usable));
    }
    // One with an error hides the others anyway.
    world.write("project/.apprentice/agents/coder.yaml", "name: coder\ndescription: [");
    let found = world.read();
    assert!(!found.first("coder").unwrap().about.usable && found.first("coder").unwrap().about.scope == Scope::Project);
}

#[test]
fn of_two_with_one_name_in_one_folder_the_first_counts_and_names_both() {
    let world = World::new();
    let yaml = "name: coder\ndescription: d\nsystem_prompt: x\n";
    let markdown = "---\nname: coder\ndescription: d\n---\nx\n";
    // The last one that is written counts, and names each of those before it.
    let files = [("coder.yaml", yaml), ("coder.md", markdown), ("coder/agent.yaml", yaml), ("coder/AGENT.md", markdown)];
    for level in ["home/agents", "project/.apprentice/agents"] {
        for (at, (file, text)) in files.into_iter().enumerate() {
            let path = world.write(&format!("{level}/{file}"), text);
            let found = world.read();
            let first = found.first("coder").unwrap();
            assert_eq!((first.about.file.as_deref(), first.about.usable), (path.to_str(), true), "{level}/{file}");
            let doubles = || first.about.findings.iter().filter(|finding| finding.code == "DUPLICATE_NAME");
            assert_eq!(doubles().count(), at, "{:?}", first.about.findings);
            for (other, _) in &files[..at] {
                let names_both = |finding: &AgentDefinitionFinding| {
                    finding.message.contains(path.to_str().unwrap()) && finding.message.contains(&format!("{level}/{other}"))
                };
                assert!(doubles().any(names_both), "{other}: {:?}", first.about.findings);
            }
        }
    }
    // Which one an agent takes of its own folder is not ours to say.
    for file in ["a.md", "b.md"] {
        world.write(&format!("user/.claude/agents/{file}"), markdown.replace("coder", "two"));
    }
    let found = world.read();
    assert!(codes(found.first("two").unwrap()).contains(&"DUPLICATE_NAME") && !found.first("two").unwrap().about.usable);
}

#[test]
fn a_project_gets_no_tool_of_a_server_that_it_does_not_name() {
    let world = World::new();
    let text = "name: one\ndescription: d\nsystem_prompt: x\ntools: []\n";
    world.write("project/.apprentice/agents/one.yaml", text);
    world.write("project/src/.claude/agents/two.md", "---\nname: two\ndescription: d\n---\nx\n");
    world.write("user/.claude/agents/three.md", "---\nname: three\ndescription: d\n---\nx\n");
    world.write("home/agents/four.yaml", text.replace("one", "four"));
    world.write("home/agents/five.yaml", text.replace("one", "five").replace("[]", "none"));
    let found = world.read();
    for (name, access) in
        [("one", Access::Own), ("two", Access::Own), ("three", Access::All), ("four", Access::All), ("five", Access::None)]
    {
        assert_eq!(found.first(name).unwrap().about.tool_access, access, "{name}");
    }
}

#[test]
fn every_fault_is_named() {
    let world = World::new();
    let good = "name: a\ndescription: d\nsystem_prompt: x\n";
    let deep = format!("{good}tools: {}{}\n", "[".repeat(60), "]".repeat(60));
    for (text, code) in [
        (String::new(), "BAD_YAML"),
        ("- a\n- b\n".to_owned(), "BAD_YAML"),
        ("name: a\nname: a\ndescription: d\n".to_owned(), "BAD_YAML"),
        ("name: &x a\ndescription: *x\n".to_owned(), "BAD_YAML"),
        (deep, "BAD_YAML"),
        (format!("{good}---\nname: b\n"), "BAD_YAML"),
        ("description: d\nsystem_prompt: x\n".to_owned(), "MISSING_FIELD"),
        ("name: a\nsystem_prompt: x\n".to_owned(), "MISSING_FIELD"),
        (good.replace("name: a", "name: b"), "NAME_MISMATCH"),
        (good.replace("name: a", "name: ../a"), "BAD_NAME"),
        (good.replace("name: a", "name: 12"), "WRONG_TYPE"),
        (good.replace("d\n", &format!("{}\n", "d".repeat(1025))), "TOO_LONG"),
        (good.replace("x\n", &format!("{}\n", "x".repeat(32 * 1024 + 1))), "TOO_LONG"),
        (good.replace("description: d", "description: \"d\u{202e}x\""), "HIDDEN_CHARACTERS"),
        (good.replace("system_prompt: x", "system_prompt: \"x\\e[2J\""), "HIDDEN_CHARACTERS"),
        (format!("{good}model: \"a b\"\n"), "BAD_MODEL"),
        (format!("{good}model: \"http://evil.example/$(x)\"\n"), "BAD_MODEL"),
        (format!("{good}runtime: nobody\n"), "UNKNOWN_RUNTIME"),
        (format!("{good}tools: read_file\n"), "WRONG_TYPE"),
        (format!("{good}tools: [\"a*b\"]\n"), "BAD_TOOL"),
        (format!("{good}tools: [1]\n"), "WRONG_TYPE"),
        (format!("{good}tools: [{}]\n", (0..201).map(|at| format!("t{at}")).collect::<Vec<_>>().join(",")), "TOO_MANY"),
        (format!("{good}skills: [\"../x\"]\n"), "BAD_NAME"),
        (format!("{good}max_tool_iterations: 0\n"), "OUT_OF_RANGE"),
        (format!("{good}max_tool_iterations: 1.5\n"), "OUT_OF_RANGE"),
        (format!("{good}temperature: .nan\n"), "BAD_YAML"),
        (format!("{good}temperature: 2.1\n"), "OUT_OF_RANGE"),
        (format!("{good}context_window: 5\n"), "OUT_OF_RANGE"),
        (format!("{good}temprature: 1\n"), "UNKNOWN_FIELD"),
    ] {
        let read = world.one("a.yaml", &text);
        let found = read.about.findings.iter().find(|finding| finding.code == code);
        let found = found.unwrap_or_else(|| panic!("{code}: {:?} of {:.80}", codes(&read), text));
        assert!(!read.about.usable && found.severity == FindingSeverity::Error, "{code}");
        assert!(found.message.chars().count() < 500 && found.message.ends_with('.'), "{}", found.message);
    }
    for (bytes, code) in [
        (vec![b'x'; 256 * 1024 + 1], "TOO_LARGE"),
        (vec![b'-', 0xff, 0xfe], "NOT_UTF8"),
        (b"no fields".to_vec(), "NO_FRONT_MATTER"),
        (b"---\nname: a\n".to_vec(), "NO_FRONT_MATTER"),
    ] {
        assert_eq!(codes(&world.one("a.md", bytes)), [code]);
    }
    let unknown = world.one("a.yaml", format!("{good}tools: [shell]\n"));
    assert_eq!((codes(&unknown), unknown.about.usable), (vec!["UNKNOWN_TOOL"], true));
}

#[test]
fn a_link_of_a_project_is_not_followed() {
    let world = World::new();
    let secret = world.write("user/secret.yaml", "name: a\ndescription: the secret\nsystem_prompt: x\n");
    fs::create_dir_all(world.folder.path().join("project/.apprentice/agents")).unwrap();
    symlink(&secret, &world.folder.path().join("project/.apprentice/agents/a.yaml")).unwrap();
    let found = world.read();
    let one = found.first("a").unwrap();
    assert_eq!((codes(one), one.about.description.as_str()), (vec!["LINK"], ""));
    // A person may keep definitions elsewhere.
    fs::create_dir_all(world.folder.path().join("home/agents")).unwrap();
    symlink(&secret, &world.folder.path().join("home/agents/b.yaml")).unwrap();
    assert_eq!(world.read().first("a").map(|one| one.about.scope), Some(Scope::Project));
    let linked = world.read().definitions.into_iter().find(|one| one.about.scope == Scope::Person).unwrap();
    assert!(codes(&linked).contains(&"NAME_MISMATCH"), "it was read");
}

#[test]
fn no_linked_folder_leads_out_of_a_project() {
    let own = "name: a\ndescription: the secret\nsystem_prompt: x\n";
    let of_claude = "---\nname: a\ndescription: the secret\n---\nx\n";
    for (link, secret, text, is_place) in [
        ("project/.apprentice", "other/agents/a.yaml", own, true),
        ("project/.apprentice/agents", "other/a.yaml", own, true),
        ("project/.apprentice/agents/a", "other/AGENT.md", of_claude, false),
        ("project/src/.claude", "other/agents/a.md", of_claude, true),
        ("project/src/.claude/agents", "other/a.md", of_claude, true),
    ] {
        let world = World::new();
        world.write(secret, text);
        let link = world.folder.path().join(link);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(&world.folder.path().join("other"), &link).unwrap();
        let found = world.read();
        let refused: Vec<&Definition> = found.definitions.iter().filter(|one| one.about.file.is_some()).collect();
        let said = found.places.iter().filter_map(|place| place.problem.as_deref());
        match is_place {
            true => assert!(refused.is_empty() && said.clone().any(|why| why.contains("outside of the project")), "{link:?}"),
            false => assert_eq!((codes(refused[0]), refused[0].about.description.as_str()), (vec!["LINK"], ""), "{link:?}"),
        }
    }
    // Within the project a link is followed, as the one of a folder that several agents share.
    let world = World::new();
    world.write("project/src/shared/agents/a.md", of_claude);
    symlink(Path::new("shared"), &world.folder.path().join("project/src/.claude")).unwrap();
    let found = world.read();
    let one = found.first("a").unwrap();
    assert!(one.about.usable && one.of_project && one.about.tool_access == Access::Own, "{:?}", one.about);
}

#[test]
fn a_folder_of_the_home_that_is_called_like_a_marker_is_no_project() {
    let mut world = World::new();
    world.machine.sandbox = world.folder.path().join("project/.apprentice/sandbox/skills");
    world.write("project/.apprentice/agents/a.yaml", "name: a\ndescription: d\nsystem_prompt: x\n");
    assert_eq!(world.read().first("a").unwrap().about.scope, Scope::Person);
}

#[test]
fn the_formats_of_agents_are_understood() {
    let world = World::new();
    let listed = |tools: &str| (Access::Listed, tools.to_owned());
    for (file, text, expected) in [
        (
            ".claude/agents/a.md",
            "---\nname: a\ndescription: Use it when: asked\ntools: Read, Grep, mcp__github__create_repo, mcp__jira\nmodel: inherit\ncolor: red\n---\nx\n",
            listed("read_file search_files github__create_repo jira__*"),
        ),
        (".claude/agents/a.md", "---\nname: a\ndescription: d\ntools: [Read, 'Bash(git log:*)']\n---\nx\n", listed("read_file")),
        (".claude/agents/a.md", "---\nname: a\ndescription: d\ntools: []\n---\nx\n", (Access::None, String::new())),
        (
            ".claude/agents/a.md",
            "---\nname: a\ndescription: d\ntools: 'Bash(git log:*)'\n---\nx\n",
            (Access::None, String::new()),
        ),
        (
            ".claude/agents/a.md",
            "---\nname: a\ndescription: d\ntools: Read, Bash\ndisallowedTools: Bash\n---\nx\n",
            listed("read_file"),
        ),
        (
            ".gemini/agents/a.md",
            "---\nname: a\ndescription: d\ntools: [read_file, run_shell_command, mcp_github_list]\nmax_turns: 7\n---\nx\n",
            listed("read_file exec github__list"),
        ),
        (
            ".config/opencode/agent/a.md",
            "---\ndescription: d\nmode: subagent\nsteps: 7\npermission: {bash: deny, edit: deny, webfetch: {'*': ask}}\n---\nx\n",
            listed("read_file list_directory find_files search_files delete_file move_file web_search"),
        ),
        (".config/opencode/agents/a.md", "---\ndescription: d\ntools: {'*': false, read: true}\n---\nx\n", listed("read_file")),
        (
            ".codex/agents/a.toml",
            "name = \"a\"\ndescription = \"d\"\ndeveloper_instructions = \"x\"\n",
            (Access::All, String::new()),
        ),
        (
            ".codex/agents/a.toml",
            "name = \"a\"\ndescription = \"d\"\ndeveloper_instructions = \"x\"\nsandbox_mode = \"read-only\"\n[mcp_servers.x]\ncommand = \"y\"\n",
            listed("read_file list_directory find_files search_files web_search web_fetch"),
        ),
        (
            ".copilot/agents/a.agent.md",
            "---\nname: a\ndescription: d\ntools: ['read', 'search', 'github/*']\n---\nx\n",
            listed("read_file find_files search_files github__*"),
        ),
    ] {
        let path = world.write(&format!("user/{file}"), text);
        let found = world.read();
        let one = found.first("a").unwrap_or_else(|| panic!("{file}"));
        assert!(one.about.usable && one.prompt == "x" && one.about.model.is_none(), "{file} {:?}", one.about);
        assert_eq!((one.about.tool_access, one.about.tools.join(" ")), expected, "{file}");
        if text.contains(": 7") {
            assert_eq!(one.about.max_iterations, Some(7), "{file}");
        }
        fs::remove_file(path).unwrap();
    }
    let hostile = world.write("user/.codex/agents/a.toml", "name = \n");
    assert_eq!(codes(world.read().first("a").unwrap()), ["BAD_TOML"]);
    fs::remove_file(hostile).unwrap();
}

#[test]
fn a_file_is_checked_by_the_format_of_its_folder() {
    let world = World::new();
    let of_claude = world.write("x/.claude/agents/a.md", "---\nname: a\ndescription: d\ncolor: red\n---\nx\n");
    assert_eq!(codes(&read_file(&of_claude)), ["IGNORED_FIELD"]);
    let own = world.write("x/a.md", "---\nname: a\ndescription: d\ncolor: red\n---\nx\n");
    assert_eq!(codes(&read_file(&own)), ["UNKNOWN_FIELD"]);
    assert_eq!(codes(&read_file(&world.folder.path().join("missing.yaml"))), ["UNREADABLE"]);
}

#[test]
fn a_folder_with_very_many_is_read_in_part_and_says_so() {
    let world = World::new();
    for at in 0..=MAX_FILES {
        world.write(&format!("home/agents/a{at}.yaml"), format!("name: a{at}\ndescription: d\nsystem_prompt: x\n"));
    }
    let found = world.read();
    assert_eq!(found.definitions.len(), MAX_FILES + 4);
    assert!(found.places[0].problem.as_deref().unwrap().contains("1 are not"));
}

#[test]
fn what_claude_code_denies_is_not_allowed_by_another_pattern() {
    let world = World::new();
    let all: Vec<&str> = tools::KNOWN.iter().map(|tool| tool.name).collect();
    let without = |gone: &[&str]| all.iter().filter(|name| !gone.contains(name)).copied().collect::<Vec<_>>().join(" ");
    for (allowed, denied, expected) in [
        ("tools: '*'\n", "Bash", without(&["exec"])),
        ("", "Bash, Edit(src/**)", without(&["exec", "edit_file"])),
        ("", "Web*", without(&["web_search", "web_fetch"])),
        ("tools: Read, Ba*\n", "Bash", "read_file".to_owned()),
        ("tools: Read, mcp__github\n", "mcp__github__delete_repo", "read_file".to_owned()),
        ("tools: Read, mcp__github__list\n", "mcp__github__delete_repo", "read_file github__list".to_owned()),
        ("tools: Read, mcp__github, mcp__jira__list\n", "mcp__*", "read_file".to_owned()),
        ("tools: Read, mcp__github, mcp__jira__list\n", "mcp__git*", "read_file jira__list".to_owned()),
        ("tools: Read, mcp__github__list, mcp__jira\n", "mcp__github", "read_file jira__*".to_owned()),
        ("tools: Read, mcp__github\n", "'*'", String::new()),
    ] {
        let text = format!("---\nname: a\ndescription: d\n{allowed}disallowedTools: {denied}\n---\nx\n");
        let path = world.write("user/.claude/agents/a.md", text);
        let read = read_source(&source(&path, Scope::Agent, Some(&KEEPERS[0]), None));
        let access = if expected.is_empty() { Access::None } else { Access::Listed };
        assert_eq!((read.about.tool_access, read.about.tools.join(" ")), (access, expected), "{allowed} {denied}");
        assert!(codes(&read).contains(&"NARROWED") && read.about.usable, "{:?}", read.about.findings);
    }
}

#[test]
fn what_asks_first_is_off() {
    let world = World::new();
    let all: Vec<&str> = tools::KNOWN.iter().map(|tool| tool.name).collect();
    let without_exec = all.iter().filter(|name| **name != "exec").copied().collect::<Vec<_>>().join(" ");
    let reads = "read_file list_directory find_files search_files web_search web_fetch";
    let (opencode, claude) = ("user/.config/opencode/agents/a.md", "user/.claude/agents/a.md");
    for (file, fields, access, expected) in [
        (opencode, "permission: allow", Access::All, ""),
        (opencode, "permission: {bash: allow, edit: {'*': allow}}", Access::All, ""),
        (opencode, "permission: ask", Access::None, ""),
        (opencode, "permission: {bash: ask}", Access::Listed, &without_exec),
        (opencode, "permission: {bash: {'*': allow, 'rm *': ask}}", Access::Listed, &without_exec),
        (opencode, "permission: {bash: Allow}", Access::Listed, &without_exec),
        (opencode, "tools: {bash: 1}", Access::Listed, &without_exec),
        (claude, "permissionMode: acceptEdits", Access::All, ""),
        (claude, "permissionMode: plan", Access::Listed, reads),
        (claude, "permissionMode: plan\ntools: Read, Bash, mcp__github", Access::Listed, "read_file"),
        (claude, "permissionMode: plan\ntools: Bash", Access::None, ""),
        (claude, "permissionMode: plan\ntools: []", Access::None, ""),
        (
            claude,
            "permissionMode: plan\ndisallowedTools: Web*",
            Access::Listed,
            "read_file list_directory find_files search_files",
        ),
    ] {
        let path = world.write(file, format!("---\nname: a\ndescription: d\n{fields}\n---\nx\n"));
        let read = world.read().first("a").unwrap().clone();
        assert_eq!((read.about.tool_access, read.about.tools.join(" ").as_str()), (access, expected), "{fields}");
        assert_eq!(codes(&read).contains(&"NARROWED"), access != Access::All, "{fields}: {:?}", read.about.findings);
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn what_a_project_hides_of_others_is_a_warning() {
    let world = World::new();
    let text = |words: &str| format!("---\nname: a\ndescription: {words}\n---\nx\n");
    let hides = |world: &World| {
        let found = world.read();
        let first = found.first("a").unwrap().about.clone();
        let hides = first.findings.iter().filter(|one| one.code == "HIDES").map(|one| one.severity).collect::<Vec<_>>();
        (first.description, hides)
    };
    let (warning, info) = (FindingSeverity::Warning, FindingSeverity::Info);
    world.write("user/.claude/agents/a.md", text("of the person"));
    world.write("user/.gemini/agents/a.md", text("of the person too"));
    assert_eq!(hides(&world), ("of the person".to_owned(), vec![info]));
    world.write("project/src/.claude/agents/a.md", text("of the project"));
    world.write("project/src/.gemini/agents/a.md", text("of the project too"));
    assert_eq!(hides(&world), ("of the project".to_owned(), vec![info, warning, warning]));
    world.write("project/.apprentice/agents/a.md", text("of the marked project"));
    assert_eq!(hides(&world).1, [warning; 4]);
}

#[test]
fn in_the_home_folder_the_definitions_are_the_persons() {
    let world = World::new();
    world.write("user/.claude/agents/a.md", "---\nname: a\ndescription: d\n---\nx\n");
    symlink(&world.folder.path().join("user"), &world.folder.path().join("linked")).unwrap();
    for working in ["user", "linked"] {
        let found = read_all(&world.machine, Some(&world.folder.path().join(working)), &|_| false);
        let of_claude = found.places.iter().filter(|place| place.agent_id.as_deref() == Some("claude-code"));
        assert_eq!(of_claude.count(), 1, "{working}");
        let one = found.first("a").unwrap();
        assert_eq!((one.of_project, one.about.tool_access, codes(one)), (false, Access::All, Vec::new()), "{working}");
    }
}
