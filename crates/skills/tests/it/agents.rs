//! The table of agents, and what each agent makes of its folders on a made-up machine.

use apprentice_contracts::ids::TargetId;
use apprentice_contracts::skill::{AgentVerdict, SkillScope, SkillSummary};
use apprentice_skills::agents::rules::AgentView;
use apprentice_skills::agents::table::{self, AGENTS, Location};
use apprentice_skills::agents::targets::{self, Machine};
use apprentice_skills::discovery::discover;
use apprentice_skills::discovery::listing::Listing;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A user, a project in a repository, and a `/` of their own.
struct World {
    folder: TempDir,
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["user", "system", "repo/.git", "home"] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        Self { folder }
    }

    fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    fn machine(&self) -> Machine {
        Machine {
            user_home: Some(self.path("user")),
            search_path: Vec::new(),
            sandbox: self.path("home/sandbox/skills"),
            system: self.path("system"),
            ..Machine::default()
        }
    }

    fn skill(&self, below: &str) -> PathBuf {
        let name = below.rsplit('/').next().unwrap();
        self.file(below, &format!("---\nname: {name}\ndescription: Does {name} in {below}.\n---\n\nBody.\n"))
    }

    fn file(&self, below: &str, text: &str) -> PathBuf {
        let folder = self.path(below);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("SKILL.md"), text).unwrap();
        folder
    }

    fn ask(&self, agent: &str, working: &str) -> Listing {
        let plan = AgentView::new(table::find(agent).unwrap(), &self.machine(), Some(&self.path(working)));
        discover::for_agent(&plan)
    }

    /// Folder, verdict and the agent's name of each skill, in order.
    fn rows(&self, agent: &str, working: &str) -> Vec<(String, AgentVerdict, String)> {
        let row = |skill: SkillSummary| {
            let standing = skill.for_agent.expect("a list for one agent says what it makes of each");
            let path = Path::new(&skill.path).strip_prefix(self.folder.path()).unwrap().display().to_string();
            (path, standing.verdict, standing.name)
        };
        self.ask(agent, working).skills().map(row).collect()
    }

    fn check(&self, agent: &str, working: &str, expected: &[(&str, AgentVerdict, &str)]) {
        let expected: Vec<_> =
            expected.iter().map(|(path, verdict, name)| ((*path).to_owned(), *verdict, (*name).to_owned())).collect();
        assert_eq!(self.rows(agent, working), expected, "{agent}");
    }

    fn reason(&self, agent: &str, working: &str, folder: &str) -> String {
        let listing = self.ask(agent, working);
        let skill = listing.skills().find(|skill| Path::new(&skill.path) == self.path(folder));
        let standing = skill.unwrap_or_else(|| panic!("{folder} is not listed")).for_agent.unwrap();
        assert_eq!(standing.verdict, AgentVerdict::Refused, "{folder}");
        standing.reason.unwrap()
    }
}

use AgentVerdict::{Loaded, OnDemand, Refused, Shadowed};

#[test]
fn the_table_is_in_order() {
    let mut ids = BTreeSet::new();
    for agent in AGENTS {
        assert!(!agent.label.is_empty() && !agent.places.is_empty(), "{}", agent.id);
        for id in agent.aliases.iter().chain([&agent.id]) {
            assert!(ids.insert(*id), "{id} is listed twice");
            assert!(id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{id}");
        }
        let places = agent.places.iter().filter_map(|place| match place {
            Location::Project(path)
            | Location::Chain(path)
            | Location::Marked(path)
            | Location::Nested(path)
            | Location::User(path) => Some(*path),
            Location::Own(path) | Location::Each(path) | Location::System(path) | Location::Home(path) => Some(*path),
            Location::Plugins => None,
        });
        let folders = places.chain(agent.also.iter().copied()).chain((!agent.config.is_empty()).then_some(agent.config));
        for folder in folders {
            let clean = folder.split('/').all(|part| !["", ".", ".."].contains(&part));
            assert!(clean, "{}: {folder:?} is to be relative, without . and ..", agent.id);
        }
    }
    let kept = ["claude-code", "codex", "openclaw", "gemini", "goose", "opencode", "cursor", "copilot", "shared"];
    assert_eq!(AGENTS.iter().take(9).map(|agent| agent.id).collect::<Vec<_>>(), kept, "ids that settings hold, in their order");
    assert!(AGENTS.len() >= 79, "{}", AGENTS.len());
    assert_eq!(table::find("gemini-cli").unwrap().id, "gemini", "as the largest installer calls it");
}

#[test]
fn every_agent_of_the_largest_installer_has_its_folder() {
    let world = World::new();
    let all = targets::all(&world.machine(), &[]);
    let user = world.path("user");
    let at = |id: &str| {
        let target = all.iter().find(|target| target.target_id == id).unwrap_or_else(|| panic!("no {id}"));
        Path::new(&target.path).strip_prefix(&user).unwrap().display().to_string()
    };
    for (id, folder) in [
        ("windsurf", ".codeium/windsurf/skills"),
        ("amp", ".config/agents/skills"),
        ("cline", ".agents/skills"),
        ("antigravity", ".gemini/antigravity/skills"),
        ("astrbot", ".astrbot/data/skills"),
        ("kimchi", ".config/kimchi/harness/skills"),
        ("droid", ".factory/skills"),
        ("tabnine-cli", ".tabnine/agent/skills"),
        ("trae-cn", ".trae-cn/skills"),
        ("zenflow", ".zencoder/skills"),
        ("qwen-code", ".qwen/skills"),
    ] {
        assert_eq!(at(id), folder, "{id}");
    }
    assert!(all.iter().all(|target| target.target_id != "eve"), "it has folders in projects only");
}

#[test]
fn settings_show_the_main_agents_and_those_that_are_here() {
    let world = World::new();
    let ids = |enabled: &[TargetId]| -> Vec<String> {
        targets::targets(&world.machine(), enabled, &[]).into_iter().map(|target| target.target_id.0).collect()
    };
    assert_eq!(ids(&[]).len(), 10, "nine and the sandbox: {:?}", ids(&[]));
    assert!(ids(&["roo".into()]).contains(&"roo".to_owned()), "what is switched on stays to be switched off");
    fs::create_dir_all(world.path("user/.qwen")).unwrap();
    assert!(ids(&[]).contains(&"qwen-code".to_owned()));
}

#[test]
fn older_folders_and_variables_move_an_agent() {
    let world = World::new();
    fs::create_dir_all(world.path("user/.clawdbot")).unwrap();
    let mut machine = world.machine();
    let openclaw = table::find("openclaw").unwrap();
    assert_eq!(machine.target(openclaw, &[]).unwrap().path, world.path("user/.clawdbot/skills").display().to_string());
    fs::create_dir_all(world.path("user/.openclaw")).unwrap();
    assert_eq!(machine.target(openclaw, &[]).unwrap().path, world.path("user/.openclaw/skills").display().to_string());
    machine.environment = vec![("XDG_CONFIG_HOME".to_owned(), "/elsewhere".to_owned())];
    let goose = machine.target(table::find("goose").unwrap(), &[]).unwrap();
    assert_eq!(goose.path, "/elsewhere/goose/skills");
    assert!(table::variables().any(|name| name == "CODEX_HOME"));
}

#[test]
fn claude_code_takes_enterprise_then_personal_then_project() {
    let world = World::new();
    world.skill("system/etc/claude-code/.claude/skills/audit");
    for name in ["audit", "tidy"] {
        world.skill(&format!("user/.claude/skills/{name}"));
    }
    for name in ["audit", "tidy", "deploy"] {
        world.skill(&format!("repo/.claude/skills/{name}"));
    }
    world.skill("repo/apps/web/.claude/skills/style");
    world.skill("repo/apps/web/.claude/skills/tidy");
    world.skill("user/plugins/acme/skills/tidy");
    let plugin = world.path("user/plugins/acme");
    fs::create_dir_all(world.path("user/.claude/plugins")).unwrap();
    let list = serde_json::json!({ "version": 2, "plugins": { "acme@market": [{ "scope": "user", "installPath": plugin }] } });
    fs::write(world.path("user/.claude/plugins/installed_plugins.json"), list.to_string()).unwrap();
    world.check(
        "claude-code",
        "repo",
        &[
            ("system/etc/claude-code/.claude/skills/audit", Loaded, "audit"),
            ("user/.claude/skills/audit", Shadowed, "audit"),
            ("user/.claude/skills/tidy", Loaded, "tidy"),
            ("repo/.claude/skills/audit", Shadowed, "audit"),
            ("repo/.claude/skills/deploy", Loaded, "deploy"),
            ("repo/.claude/skills/tidy", Shadowed, "tidy"),
            ("repo/apps/web/.claude/skills/style", OnDemand, "style"),
            ("repo/apps/web/.claude/skills/tidy", Shadowed, "tidy"),
            ("user/plugins/acme/skills/tidy", Loaded, "acme:tidy"),
        ],
    );
    let winner = world.path("user/.claude/skills/tidy").display().to_string();
    let shadowed =
        world.ask("claude-code", "repo").skills().find(|skill| skill.path.ends_with("repo/.claude/skills/tidy")).unwrap();
    assert_eq!(shadowed.shadowed_by.as_deref(), Some(winner.as_str()), "nested copies stay visible, and say who won");
    assert_eq!(world.rows("claude-code", "repo/apps/web").iter().filter(|row| row.0.contains("apps/web")).count(), 2);
}

#[test]
fn codex_shows_both_and_refuses_by_its_limits() {
    let world = World::new();
    world.skill("repo/sub/.agents/skills/tidy");
    world.skill("repo/.agents/skills/tidy");
    world.skill(".agents/skills/outside-of-the-repository");
    world.skill("user/.codex/skills/tidy");
    world.skill("user/.codex/skills/.system/builtin");
    world.skill("system/etc/codex/skills/admin");
    world.check(
        "codex",
        "repo/sub",
        &[
            ("repo/sub/.agents/skills/tidy", Loaded, "tidy"),
            ("repo/.agents/skills/tidy", Loaded, "tidy"),
            ("user/.codex/skills/.system/builtin", Loaded, "builtin"),
            ("user/.codex/skills/tidy", Loaded, "tidy"),
            ("system/etc/codex/skills/admin", Loaded, "admin"),
        ],
    );
    let builtin = world.ask("codex", "repo/sub").skills().find(|skill| skill.name == "builtin").unwrap();
    assert_eq!(builtin.scope, SkillScope::System);

    let world = World::new();
    let long = "x".repeat(1025);
    world.file("user/.codex/skills/long", &format!("---\nname: long\ndescription: {long}\n---\n"));
    world.file("user/.codex/skills/spaced", &format!("---\nname: spaced\ndescription: {}\n---\n", "y   ".repeat(400)));
    world.file("user/.codex/skills/bom", "\u{feff}---\nname: bom\ndescription: d\n---\n");
    world.file("user/.codex/skills/bare", "Just a paragraph.\n");
    world.file("user/.codex/skills/silent", "---\nname: silent\n---\n\nA paragraph.\n");
    world.file("user/.codex/skills/colon", "---\nname: colon\ndescription: Use when: it breaks\n---\n");
    world.file("user/.codex/skills/listed", "---\nname: listed\ndescription:\n  - d\n---\n");
    world.file(&format!("user/.codex/skills/{}", "n".repeat(65)), "---\ndescription: d\n---\n");
    world.skill("user/.codex/skills/colon/references/inside");
    world.skill("user/.codex/skills/node_modules/module");
    world.file("user/.codex/skills/.hidden/inner", "---\nname: inner\ndescription: d\n---\n");
    world.file("user/.codex/skills/nameless", "---\ndescription: d\n---\n");
    let reason = |folder: &str| world.reason("codex", "repo", &format!("user/.codex/skills/{folder}"));
    assert_eq!(reason(&"n".repeat(65)), "invalid name: exceeds maximum length of 64 characters");
    assert_eq!(reason("bom"), "missing YAML frontmatter delimited by ---");
    assert_eq!(reason("bare"), "missing YAML frontmatter delimited by ---");
    assert_eq!(reason("silent"), "missing field `description`");
    assert_eq!(reason("listed"), "invalid YAML: name and description are text");
    assert_eq!(reason(".hidden/inner"), "hidden folders are not searched");
    let loaded: Vec<String> = world.rows("codex", "repo").into_iter().filter(|row| row.1 == Loaded).map(|row| row.2).collect();
    let expected = ["colon", "inside", "long", "nameless", "module", "spaced"];
    assert_eq!(loaded, expected, "the folder's name is used instead; a description has no limit; skills inside of skills count");
    let all = discover::list(&targets::roots(&world.machine(), &[], None));
    assert!(all.skills.iter().all(|skill| !["inside", "module"].contains(&skill.name.as_str())), "others do not look there");
}

#[test]
fn claude_code_and_gemini_look_directly_in_the_skills_folder_only() {
    let world = World::new();
    world.file("user/.claude/skills/tidy", "---\nname: something-else\ndescription: d\n---\n");
    world.file("user/.claude/skills/.hidden", "---\nname: hidden\ndescription: d\n---\n");
    world.file("repo/.claude/skills/other", "---\nname: something-else\ndescription: d\n---\n");
    world.skill("user/.claude/skills/group/deep");
    world.check(
        "claude-code",
        "repo",
        &[
            ("user/.claude/skills/.hidden", Loaded, ".hidden"),
            ("user/.claude/skills/group/deep", Refused, "deep"),
            ("user/.claude/skills/tidy", Loaded, "tidy"),
            ("repo/.claude/skills/other", Loaded, "other"),
        ],
    );
    world.skill("user/.gemini/skills/group/deep");
    let reason = world.reason("gemini", "repo", "user/.gemini/skills/group/deep");
    assert_eq!(reason, "folders further down in the skills folder are not searched");
}

#[test]
fn a_link_out_of_the_folder_is_reported_with_the_agents_that_follow_it() {
    let world = World::new();
    world.skill("elsewhere/linked");
    for place in ["user/.claude/skills", "user/.openclaw/skills", "user/.codex/skills"] {
        fs::create_dir_all(world.path(place).join("file")).unwrap();
        symlink(world.path("elsewhere/linked"), world.path(place).join("linked")).unwrap();
        symlink(world.path("elsewhere/linked/SKILL.md"), world.path(place).join("file/SKILL.md")).unwrap();
    }
    let told = |agent: &str| -> Vec<bool> {
        let links = world.ask(agent, "repo").answer().skipped.into_iter().filter(|skipped| skipped.code == "LINK_LEAVES_ROOT");
        links.map(|skipped| skipped.message.ends_with("reads it anyway")).collect()
    };
    assert_eq!(told("claude-code"), [true, true], "the file, then the folder");
    assert_eq!(told("codex"), [false, true]);
    let all = discover::list(&targets::roots(&world.machine(), &[], None)).skipped;
    assert!(all.len() >= 6 && all.iter().all(|skipped| !skipped.message.contains("anyway")), "{all:?}");
}

#[test]
fn openclaw_takes_the_workspace_first_and_so_many() {
    let world = World::new();
    let own = "user/.openclaw/workspace/skills";
    for place in ["repo/skills", "repo/.agents/skills", own, "user/.agents/skills", "user/.openclaw/skills"] {
        world.skill(&format!("{place}/tidy"));
    }
    let rows = world.rows("openclaw", "repo");
    assert_eq!(rows.iter().map(|row| row.1).collect::<Vec<_>>(), [Loaded, Shadowed, Shadowed, Shadowed, Shadowed]);
    assert_eq!(rows[0].0, "repo/skills/tidy");

    let world = World::new();
    for index in 0..305 {
        world.skill(&format!("user/.openclaw/skills/skill-{index:03}"));
    }
    let rows = world.rows("openclaw", "repo");
    assert_eq!(rows.iter().filter(|row| row.1 == Loaded).count(), 200);
    assert_eq!(rows.len(), 305, "and the others are listed with the reason");
    assert_eq!(world.reason("openclaw", "repo", "user/.openclaw/skills/skill-200"), "more than 200 skills in this folder");
    assert_eq!(world.reason("openclaw", "repo", "user/.openclaw/skills/skill-304"), "more than 300 candidates in this folder");
}

#[test]
fn openclaw_refuses_links_of_projects_and_takes_those_of_the_user() {
    let world = World::new();
    world.skill("user/.agents/skills/shared-one");
    fs::create_dir_all(world.path("user/.openclaw/skills")).unwrap();
    fs::create_dir_all(world.path("repo/skills")).unwrap();
    world.skill("repo/.claude/skills/canonical");
    symlink("../../.agents/skills/shared-one", world.path("user/.openclaw/skills/shared-one")).unwrap();
    symlink(world.path("repo/.claude/skills/canonical"), world.path("repo/skills/canonical")).unwrap();
    assert!(world.reason("openclaw", "repo", "repo/skills/canonical").starts_with("symlink-escape"));
    let shared: Vec<_> = world.rows("openclaw", "repo").into_iter().filter(|row| row.1 == Loaded).collect();
    assert_eq!(shared, [("user/.agents/skills/shared-one".to_owned(), Loaded, "shared-one".to_owned())], "once");
}

#[test]
fn gemini_cursor_goose_and_copilot_take_the_project_first() {
    let world = World::new();
    for place in ["repo/.agents/skills", "repo/.gemini/skills", "user/.agents/skills", "user/.gemini/skills"] {
        world.skill(&format!("{place}/tidy"));
    }
    world.skill("user/.gemini/extensions/acme/skills/extended");
    world.check(
        "gemini",
        "repo",
        &[
            ("repo/.agents/skills/tidy", Loaded, "tidy"),
            ("repo/.gemini/skills/tidy", Shadowed, "tidy"),
            ("user/.agents/skills/tidy", Shadowed, "tidy"),
            ("user/.gemini/skills/tidy", Shadowed, "tidy"),
            ("user/.gemini/extensions/acme/skills/extended", Loaded, "extended"),
        ],
    );
    for (agent, place) in [("cursor", ".cursor"), ("goose", ".goose"), ("copilot", ".github")] {
        let world = World::new();
        world.skill(&format!("repo/{place}/skills/tidy"));
        world.skill("user/.agents/skills/tidy");
        let rows = world.rows(agent, "repo");
        assert_eq!((rows[0].1, rows[1].1), (Loaded, Shadowed), "{agent}: {rows:?}");
    }
    let world = World::new();
    world.file("repo/.github/skills/nameless", "---\ndescription: d\n---\n");
    world.file("repo/.github/skills/silent", "\u{feff}---\nname: silent\n---\n\nFirst words.\n");
    world.file("repo/.github/skills/bare", "First words.\n");
    world.file("repo/.github/skills/colon", "---\nname: colon\ndescription: Use when: it breaks\n---\n");
    world.skill("repo/sub/.github/skills/near");
    assert_eq!(world.reason("copilot", "repo/sub", "repo/.github/skills/bare"), "missing or malformed YAML frontmatter");
    assert_eq!(world.reason("copilot", "repo/sub", "repo/.github/skills/colon"), "invalid YAML in the front matter");
    let rows = world.rows("copilot", "repo/sub");
    let loaded: Vec<&str> = rows.iter().filter(|row| row.1 == Loaded).map(|row| row.2.as_str()).collect();
    assert_eq!(loaded, ["near", "nameless", "silent"], "up to the repository");
}

#[test]
fn opencode_goes_up_to_the_worktree_and_leaves_a_clash_to_chance() {
    let world = World::new();
    world.skill("repo/a/b/.opencode/skills/near");
    world.skill("repo/a/.claude/skills/middle");
    world.skill("repo/.opencode/skills/top");
    world.skill("repo/.opencode/skills/near");
    world.skill(".opencode/skills/outside");
    world.file("repo/.opencode/skills/Upper", "---\nname: Upper Case\n---\n\nWords.\n");
    world.file("repo/.opencode/skills/nameless", "---\ndescription: d\n---\n");
    let rows = world.rows("opencode", "repo/a/b");
    let loaded: Vec<&str> = rows.iter().filter(|row| row.1 == Loaded).map(|row| row.2.as_str()).collect();
    assert_eq!(loaded, ["near", "Upper Case", "top", "middle"], "and nothing from outside of the worktree: {rows:?}");
    assert_eq!(world.reason("opencode", "repo/a/b", "repo/.opencode/skills/nameless"), "missing field `name`");
    let second =
        world.ask("opencode", "repo/a/b").skills().find(|skill| skill.path.ends_with("repo/.opencode/skills/near")).unwrap();
    assert!(second.for_agent.unwrap().reason.unwrap().ends_with("is loaded, by chance"));
}

#[test]
fn openskills_uses_the_folders_name_and_agent_is_not_agents() {
    let world = World::new();
    world.file("repo/.agent/skills/tidy", "---\nname: something-else\ndescription: d\n---\n");
    world.skill("user/.agent/skills/tidy");
    world.skill("repo/.claude/skills/something-else");
    world.skill("repo/.agents/skills/plural");
    world.check(
        "openskills",
        "repo",
        &[
            ("repo/.agent/skills/tidy", Loaded, "tidy"),
            ("user/.agent/skills/tidy", Shadowed, "tidy"),
            ("repo/.claude/skills/something-else", Loaded, "something-else"),
        ],
    );
    assert!(world.rows("codex", "repo").iter().all(|row| !row.0.contains(".agent/")), "nor the other way round");
}

#[test]
fn three_layers_and_the_chain_of_the_project() {
    let world = World::new();
    world.skill("repo/.apprentice/skills/tidy");
    world.skill("repo/sub/.agents/skills/tidy");
    world.skill("repo/.agents/skills/up");
    // The text lists each layer from the lowest to the highest.
    world.skill("repo/sub/.openclaw/skills/last");
    world.skill("repo/sub/.claude/skills/last");
    world.skill("user/.openclaw/skills/mine");
    world.skill("home/skills/tidy");
    world.skill("home/skills/mine");
    world.skill("home/workspace/skills/mine");
    world.check(
        "three-layer",
        "repo/sub",
        &[
            ("repo/sub/.openclaw/skills/last", Loaded, "last"),
            ("repo/sub/.claude/skills/last", Shadowed, "last"),
            ("repo/sub/.agents/skills/tidy", Loaded, "tidy"),
            ("repo/.apprentice/skills/tidy", Shadowed, "tidy"),
            ("repo/.agents/skills/up", Loaded, "up"),
            ("user/.openclaw/skills/mine", Loaded, "mine"),
            ("home/skills/mine", Shadowed, "mine"),
            ("home/skills/tidy", Shadowed, "tidy"),
            ("home/workspace/skills/mine", Shadowed, "mine"),
        ],
    );
    let mut machine = world.machine();
    machine.environment = vec![("APPRENTICE_PROJECT".to_owned(), world.path("repo").display().to_string())];
    let plan = AgentView::new(table::find("three-layer").unwrap(), &machine, Some(&world.path("system")));
    assert_eq!(
        discover::for_agent(&plan).skills().next().unwrap().path,
        world.path("repo/.apprentice/skills/tidy").display().to_string()
    );
}

#[test]
fn a_list_of_all_has_the_skills_of_plugins_extensions_and_workspaces() {
    let world = World::new();
    world.skill("user/.claude/skills/deploy");
    world.skill("plugins/acme/skills/deploy");
    world.skill("user/.gemini/extensions/more/skills/draw");
    world.skill("repo/.skills/deploy");
    let plugins =
        serde_json::json!({ "version": 2, "plugins": { "acme@market": [{ "installPath": world.path("plugins/acme") }] } });
    fs::create_dir_all(world.path("user/.claude/plugins")).unwrap();
    fs::write(world.path("user/.claude/plugins/installed_plugins.json"), plugins.to_string()).unwrap();
    let machine = world.machine();
    let found = discover::list(&targets::roots(&machine, &[], Some(&world.path("repo"))));
    let told: Vec<(String, bool, SkillScope)> =
        found.skills.into_iter().map(|skill| (skill.name, skill.shadowed_by.is_some(), skill.scope)).collect();
    let expected = [
        ("deploy", false, SkillScope::Project),
        ("deploy", true, SkillScope::User),
        ("draw", false, SkillScope::System),
        ("acme:deploy", false, SkillScope::System),
    ];
    assert_eq!(told, expected.map(|(name, shadowed, scope)| (name.to_owned(), shadowed, scope)));
}

#[test]
fn a_plain_agent_needs_a_description_and_lets_the_project_win() {
    let world = World::new();
    world.skill("repo/.windsurf/skills/tidy");
    world.skill("user/.codeium/windsurf/skills/tidy");
    world.file("user/.codeium/windsurf/skills/silent", "---\nname: silent\n---\n\nText.\n");
    world.check(
        "windsurf",
        "repo",
        &[
            ("repo/.windsurf/skills/tidy", Loaded, "tidy"),
            ("user/.codeium/windsurf/skills/silent", Refused, "silent"),
            ("user/.codeium/windsurf/skills/tidy", Shadowed, "tidy"),
        ],
    );
}

#[test]
fn a_refused_skill_hides_none() {
    let world = World::new();
    world.file("repo/.gemini/skills/tidy", "---\nname: tidy\n---\n\nNo description.\n");
    world.skill("user/.gemini/skills/tidy");
    world.check("gemini", "repo", &[("repo/.gemini/skills/tidy", Refused, "tidy"), ("user/.gemini/skills/tidy", Loaded, "tidy")]);
}
