//! `actions` of the Skills page: for each kind of skill, what is offered is done, and what is not offered is refused or changes nothing.

use apprentice_contracts::action::SkillAction as A;
use apprentice_contracts::skill::{FindingSeverity, SkillPathQuery};
use apprentice_contracts::skill_page::{SaveSkillRequest, SkillResult, SkillsRequest, SwitchSkillsRequest};
use apprentice_engine::Engine;
use apprentice_engine::core::system::SystemClock;
use apprentice_skills::install::manage::{self, Destination, InstallContext, InstallRequest, InstallScope};
use apprentice_skills::source::fetch::{self, FetchOptions};
use apprentice_skills::source::locator::SourceLocation;
use apprentice_testkit::World;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

const GOOD: &str = "description: Tidies up. Use when it is untidy.";
/// A fix quotes the text.
const FIXABLE: &str = "description: Use when: tidy";

fn put(folder: &Path, file: &str, front: &str) {
    fs::create_dir_all(folder).unwrap();
    let name = folder.file_name().unwrap().to_str().unwrap();
    fs::write(folder.join(file), format!("---\nname: {name}\n{front}\n---\n\nBody.\n")).unwrap();
}

/// Installs the skill in `source` as `apprentice skills install` does.
fn install(world: &World, source: &Path) {
    let machine = world.options().machine;
    let folder = world.home().join("skills");
    let context = InstallContext { folder, machine: &machine, state_home: None, clock: &SystemClock };
    let location = SourceLocation::Folder { path: source.to_path_buf() };
    let fetched = fetch::materialize(&location, &FetchOptions::unattended()).unwrap();
    let into = Destination::Linked { scope: InstallScope::User, agents: Vec::new() };
    let wanted = InstallRequest { names: Vec::new(), all: true, into, force: false, accept_risk: false };
    manage::apply(&context, &manage::plan_install(&context, &fetched, &wanted).unwrap()).unwrap();
}

/// One skill of each kind, by what it is.
fn skills(world: &World) -> Vec<(&'static str, PathBuf)> {
    let at = |below: &str| world.folder.path().join(below);
    let claude = |name: &str| at("user/.claude/skills").join(name);
    put(&claude("own"), "SKILL.md", GOOD);
    put(&claude("broken"), "SKILL.md", FIXABLE);
    put(&claude("small"), "skill.md", GOOD);
    put(&at("user/.openclaw/skills/switched"), "SKILL.md", GOOD);
    put(&at("user/.codex/skills/.system/builtin"), "SKILL.md", FIXABLE);
    put(&claude("lost"), "SKILL.md", &format!("{GOOD}\nmetadata:\n  apprentice-ability: ability_lost"));
    fs::create_dir_all(claude("old")).unwrap();
    fs::write(claude("old/skill.json"), json!({ "name": "old", "description": "Tidies up." }).to_string()).unwrap();
    fs::write(claude("old/prompt.md"), "Tidy up.\n").unwrap();
    put(&at("source/imported"), "SKILL.md", GOOD);
    install(world, &at("source/imported"));
    put(&at("source/kept"), "SKILL.md", GOOD);
    install(world, &at("source/kept"));
    for name in ["imported", "kept"] {
        put(&at("source").join(name), "SKILL.md", &format!("{GOOD} Second version."));
    }
    vec![
        ("own", claude("own")),
        ("broken", claude("broken")),
        ("small letters", claude("small")),
        ("switched", at("user/.openclaw/skills/switched")),
        ("builtin", at("user/.codex/skills/.system/builtin")),
        ("lost ability", claude("lost")),
        ("old format", claude("old")),
        ("imported", at("user/.agents/skills/imported")),
        ("pinned", at("user/.agents/skills/kept")),
    ]
}

fn on(path: &Path, apply: bool) -> SkillsRequest {
    serde_json::from_value(json!({ "paths": [path], "apply": apply, "force": true, "accept_risk": true })).unwrap()
}

async fn is_on(engine: &Engine, path: &Path) -> Option<bool> {
    let query = SkillPathQuery { path: path.display().to_string() };
    engine.skill_standing(query).await.unwrap().switches.first().map(|switch| switch.enabled)
}

async fn switch(engine: &Engine, path: &Path, enabled: bool) -> bool {
    let before = is_on(engine, path).await;
    let request = |enabled| SwitchSkillsRequest { paths: vec![path.display().to_string()], enabled };
    let done = engine.switch_skills(request(enabled)).await.unwrap().results.remove(0);
    let changed = is_on(engine, path).await != before;
    if let Some(before) = before {
        engine.switch_skills(request(before)).await.unwrap();
    }
    done.ok && changed
}

async fn pin(engine: &Engine, path: &Path, pinned: bool) -> bool {
    let query = || SkillPathQuery { path: path.display().to_string() };
    let before = engine.skill_standing(query()).await.unwrap().pinned;
    let set = async |pinned: bool| match pinned {
        true => engine.pin_skills(on(path, true)).await.unwrap().results.remove(0),
        false => engine.unpin_skills(on(path, true)).await.unwrap().results.remove(0),
    };
    let done = set(pinned).await;
    let changed = engine.skill_standing(query()).await.unwrap().pinned != before;
    if changed {
        set(before).await;
    }
    done.ok && changed
}

/// Whether the operation is carried out and changes something, or would.
async fn does(engine: &Engine, path: &Path, action: A) -> bool {
    let would = |result: SkillResult| result.ok;
    match action {
        A::Activate => switch(engine, path, true).await,
        A::Deactivate => switch(engine, path, false).await,
        A::Pin => pin(engine, path, true).await,
        A::Unpin => pin(engine, path, false).await,
        A::Update => would(engine.update_skills(on(path, false)).await.unwrap().results.remove(0)),
        // Whether a finding can be repaired is known when the text was read.
        A::Fix => {
            let result = engine.fix_skills(on(path, false)).await.unwrap().results.remove(0);
            let findings = engine.read_skill(SkillPathQuery { path: path.display().to_string() }).await.unwrap().skill.findings;
            result.ok
                || result.code.as_deref() == Some("NOTHING_TO_FIX")
                    && findings.iter().any(|found| found.severity != FindingSeverity::Info)
        }
        A::Remove => would(engine.remove_skills(on(path, false)).await.unwrap().results.remove(0)),
        A::Edit => {
            let path = path.display().to_string();
            let content = engine.read_skill(SkillPathQuery { path: path.clone() }).await.unwrap();
            engine.save_skill(SaveSkillRequest { path, text: content.content, base_digest: content.digest }).await.is_ok()
        }
        // Operations on abilities.
        A::Quarantine | A::Unquarantine | A::PromoteShared | A::Improve | A::UseAsExample => false,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_skill_offers_exactly_what_it_accepts() {
    let world = World::new();
    let skills = skills(&world);
    let engine = world.open().await;
    let pinned = skills.last().unwrap().1.clone();
    assert!(engine.pin_skills(on(&pinned, true)).await.unwrap().results[0].ok);
    let list = engine.skill_shelf(Default::default()).await.unwrap();
    let all = [
        A::Activate,
        A::Deactivate,
        A::Quarantine,
        A::Unquarantine,
        A::PromoteShared,
        A::Improve,
        A::UseAsExample,
        A::Edit,
        A::Pin,
        A::Unpin,
        A::Update,
        A::Fix,
        A::Remove,
    ];
    let mut offered_sets = Vec::new();
    for (what, path) in skills {
        let row = list.skills.iter().find(|row| row.path.as_deref() == path.to_str());
        let row = row.unwrap_or_else(|| panic!("{what} is not listed: {:?}", list.skipped));
        let offered = &list.action_sets[row.actions as usize];
        let detail = engine.skill_standing(SkillPathQuery { path: path.display().to_string() }).await.unwrap();
        assert_eq!(*offered, detail.actions, "{what}: the details offer the same");
        assert!(offered.is_sorted(), "{what}: {offered:?} is not in the order of the window");
        for action in all {
            assert_eq!(does(&engine, &path, action).await, offered.contains(&action), "{what}: {action:?} of {offered:?}");
        }
        offered_sets.push((what, offered.clone()));
    }
    let of = |what: &str| &offered_sets.iter().find(|(kind, _)| *kind == what).unwrap().1;
    assert_eq!(*of("own"), [A::Edit, A::Remove]);
    assert_eq!(*of("broken"), [A::Edit, A::Fix, A::Remove]);
    assert_eq!(*of("switched"), [A::Deactivate, A::Edit, A::Remove]);
    assert_eq!(*of("imported"), [A::Deactivate, A::Edit, A::Pin, A::Update, A::Remove], "OpenClaw reads the shared folder too");
    assert_eq!(*of("pinned"), [A::Deactivate, A::Unpin]);
    assert!(of("builtin").is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_says_what_overrules_it() {
    let world = World::new();
    let own = world.folder.path().join("user/.claude/skills/own");
    put(&own, "SKILL.md", GOOD);
    let engine = world.open().await;
    let removal = async |force: bool| {
        let request = json!({ "paths": [own], "force": force });
        let done = engine.remove_skills(serde_json::from_value(request).unwrap()).await.unwrap().results.remove(0);
        (done.code, done.can_force, done.can_accept_risk)
    };
    assert_eq!(removal(false).await, (Some("NOT_OURS".to_owned()), true, false));
    assert_eq!(removal(true).await, (None, false, false));
}
