//! What skills ask of the machine: a listing warns of what is missing, and lists the skill anyway (NFR-3F-002).

use apprentice_contracts::skill::{AgentVerdict, FindingSeverity, SkillScope, SkillSummary};
use apprentice_skills::agents::environment::Environment;
use apprentice_skills::agents::rules::AgentView;
use apprentice_skills::agents::table;
use apprentice_skills::agents::targets::Machine;
use apprentice_skills::discovery::discover::{self, Root};
use apprentice_skills::discovery::watch::{Search, Watch};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

const ASKS: &str = "---\nname: tea\ndescription: Makes tea.\nmetadata:\n  openclaw:\n    requires: {bins: [kettle], env: [TEA], \
                    config: [channels.tea]}\n---\n\nBody.\n";

struct World {
    folder: tempfile::TempDir,
    machine: Machine,
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let machine = Machine {
            user_home: Some(folder.path().join("user")),
            search_path: vec![folder.path().join("bin")],
            system: folder.path().join("system"),
            ..Machine::default()
        };
        let world = Self { folder, machine };
        fs::create_dir_all(world.path("bin")).unwrap();
        world
    }

    fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn roots(&self) -> Vec<Root> {
        vec![Root { path: self.path("user/.openclaw/skills"), scope: SkillScope::User, agents: vec![], namespace: None }]
    }

    fn listed(&self) -> Vec<SkillSummary> {
        discover::search(&self.roots(), &[]).on(Environment::of(&self.machine)).skills().collect()
    }

    fn lacking(&self) -> Vec<String> {
        codes(&self.listed()[0])
    }

    fn give_kettle(&self) {
        self.write("bin/kettle", "");
        fs::set_permissions(self.path("bin/kettle"), fs::Permissions::from_mode(0o755)).unwrap();
    }
}

fn codes(skill: &SkillSummary) -> Vec<String> {
    skill.findings.iter().map(|finding| finding.code.clone()).collect()
}

#[test]
fn a_listing_warns_of_what_is_missing_and_lists_the_skill() {
    let mut world = World::new();
    world.write("user/.openclaw/skills/tea/SKILL.md", ASKS);
    world.write("user/.openclaw/skills/plain/SKILL.md", "---\nname: plain\ndescription: Asks for nothing.\n---\n");
    let listed = world.listed();
    let findings = &listed.iter().find(|skill| skill.name == "tea").unwrap().findings;
    let messages: Vec<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
    let expected = [
        "The program 'kettle' was not found",
        "The environment variable 'TEA' is not set",
        "The setting 'channels.tea' is not set",
    ];
    assert_eq!(messages, expected);
    assert!(findings.iter().all(|finding| finding.severity == FindingSeverity::Warning && finding.suggestion.is_some()));
    assert!(listed.iter().find(|skill| skill.name == "plain").unwrap().findings.is_empty());

    fs::remove_dir_all(world.path("user/.openclaw/skills/plain")).unwrap();
    world.give_kettle();
    assert_eq!(world.lacking(), ["MISSING_ENV", "MISSING_CONFIG"]);
    world.machine.variables.insert("TEA".into());
    assert_eq!(world.lacking(), ["MISSING_CONFIG"]);
    world.write("user/.openclaw/openclaw.json", "{\n  // what it is called\n  channels: {tea: {sort: 'green'}},\n}\n");
    assert_eq!(world.lacking(), Vec::<String>::new());
}

#[test]
fn a_configuration_that_cannot_be_read_holds_nothing() {
    let world = World::new();
    world.write("user/.openclaw/skills/tea/SKILL.md", ASKS);
    for text in [
        "{ channels: ".to_owned(),
        "[".repeat(100_000),
        "[']',".repeat(100_000),
        "[/* ' ] */".repeat(50_000),
        "[// ' ]\n".repeat(50_000),
        format!("{{\"x\": \"{}\"}}", "y".repeat(600_000)),
    ] {
        world.write("user/.openclaw/openclaw.json", &text);
        assert!(world.lacking().contains(&"MISSING_CONFIG".to_owned()));
    }
}

#[test]
fn with_always_only_the_operating_system_counts() {
    let world = World::new();
    let text = ASKS.replace("requires:", "always: true\n    os: [plan9]\n    requires:");
    world.write("user/.openclaw/skills/tea/SKILL.md", &text);
    assert_eq!(world.lacking(), ["OTHER_OS"]);
}

#[test]
fn openclaw_leaves_out_what_it_cannot_run_and_others_do_not() {
    let world = World::new();
    world.write("user/.openclaw/skills/tea/SKILL.md", ASKS);
    world.write("user/.claude/skills/tea/SKILL.md", ASKS);
    let of = |agent: &str| {
        let plan = AgentView::new(table::find(agent).unwrap(), &world.machine, None);
        discover::for_agent(&plan).skills().next().unwrap()
    };
    let standing = of("openclaw").for_agent.unwrap();
    assert_eq!(standing.verdict, AgentVerdict::Refused);
    assert!(standing.reason.unwrap().starts_with("The program 'kettle' was not found; "));
    let claude = of("claude-code");
    assert_eq!(claude.for_agent.as_ref().unwrap().verdict, AgentVerdict::Loaded);
    assert_eq!(codes(&claude), ["MISSING_BINARY", "MISSING_ENV", "MISSING_CONFIG"]);
}

#[test]
fn a_watched_listing_warns_too_and_sees_what_was_installed_since() {
    let world = World::new();
    world.write("user/.openclaw/skills/plain/SKILL.md", "---\nname: plain\ndescription: d\n---\n");
    let (tell, told) = mpsc::channel();
    let search = Search { roots: world.roots(), known: vec![], environment: Environment::of(&world.machine) };
    let watch = Watch::start(search, move |_: &[PathBuf]| tell.send(()).unwrap_or_default()).unwrap();
    world.write("user/.openclaw/skills/tea/SKILL.md", ASKS);
    let lacking = || watch.look(|listing| listing.skills().find(|skill| skill.name == "tea").map(|skill| codes(&skill)));
    while lacking().is_none() {
        told.recv_timeout(Duration::from_secs(10)).expect("the new skill is told");
    }
    assert_eq!(lacking().unwrap(), ["MISSING_BINARY", "MISSING_ENV", "MISSING_CONFIG"]);
    world.give_kettle();
    assert_eq!(lacking().unwrap(), ["MISSING_ENV", "MISSING_CONFIG"], "no event of a skills folder is needed");
    let content = watch.look(|listing| discover::content(listing, Path::new(&world.path("user/.openclaw/skills/tea"))));
    assert_eq!(codes(&content.unwrap().skill), ["MISSING_ENV", "MISSING_CONFIG"]);
}
