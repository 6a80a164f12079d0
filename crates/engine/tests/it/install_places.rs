//! Which folders a request means, and what the review says of them.

use crate::install_world::{AGENTS, World};
use apprentice_contracts::app::Settings;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::ids::TargetId;
use apprentice_contracts::proposal::TargetPreview;
use apprentice_engine::install::{places, preview};
use apprentice_skills::agents::targets::Machine;
use std::fs;

#[tokio::test]
async fn a_request_means_the_folders_it_names() {
    let world = World::new();
    let machine =
        Machine { user_home: Some(world.folder.clone()), sandbox: world.home().join("sandbox/skills"), ..Machine::default() };
    let settings = |enabled: &[&str], custom: &[&str]| Settings {
        enabled_targets: enabled.iter().map(|id| (*id).into()).collect(),
        custom_target_paths: custom.iter().map(|path| (*path).to_owned()).collect(),
        ..Settings::default()
    };
    let ask = |settings: &Settings, targets: &[&str], into: Option<&str>| {
        let targets: Vec<TargetId> = targets.iter().map(|id| (*id).into()).collect();
        places(&machine, settings, &targets, into)
            .map(|places| places.into_iter().map(|place| place.target_id.0).collect::<Vec<_>>())
            .map_err(|failure| {
                assert_eq!(failure.code, ErrorCode::InvalidRequest);
                failure.message
            })
    };
    let claude = settings(&["claude-code", "codex"], &[]);
    assert_eq!(ask(&claude, &[], None).unwrap(), ["claude-code", "codex"], "all that are switched on");
    assert_eq!(ask(&claude, &["codex"], None).unwrap(), ["codex"]);
    assert_eq!(ask(&claude, &["sandbox"], None).unwrap(), ["sandbox"], "it is ours; no switch needed");
    assert_eq!(ask(&claude, &[], Some("/tmp/skills")).unwrap(), ["custom:/tmp/skills"]);
    let doubled = world.folder.join(".claude/skills").display().to_string();
    let both = settings(&["claude-code", &format!("custom:{doubled}")], &[&doubled]);
    assert_eq!(ask(&both, &[], None).unwrap(), ["claude-code"], "one folder is written once");

    assert!(ask(&settings(&[], &[]), &[], None).unwrap_err().starts_with("No agent's skills folder is switched on."));
    assert_eq!(
        ask(&claude, &["gemini"], None).unwrap_err(),
        "The target Gemini CLI is switched off. Switch it on in the settings."
    );
    assert!(ask(&claude, &["nobody"], None).unwrap_err().starts_with("There is no target \"nobody\". Known ones: claude-code, "));
    assert!(ask(&claude, &[], Some("relative")).unwrap_err().contains("must be an absolute path"));
    assert!(ask(&claude, &["codex"], Some("/tmp/skills")).unwrap_err().contains("not both"));
}

#[tokio::test]
async fn the_review_shows_the_obstacles() {
    let world = World::new();
    let custom = AGENTS.map(|agent| world.root(agent).display().to_string());
    let machine = Machine { sandbox: world.home().join("sandbox/skills"), ..Machine::default() };
    let settings = Settings {
        enabled_targets: custom.iter().map(|path| format!("custom:{path}").into()).collect(),
        custom_target_paths: custom.to_vec(),
        ..Settings::default()
    };
    let record = world.reviewed("add-customer").await;
    let theirs = world.root("two").join("add-customer");
    fs::create_dir_all(&theirs).unwrap();
    fs::write(theirs.join("SKILL.md"), "theirs").unwrap();
    fs::create_dir_all(world.root("three").parent().unwrap()).unwrap();
    fs::write(world.root("three"), "a file").unwrap();
    let rows = preview(&world.context, &machine, &settings, &record.proposal, false).await.unwrap();
    let ticked = |rows: &[TargetPreview]| -> Vec<String> {
        rows.iter().filter(|row| row.preselected).map(|row| row.target_id.0.clone()).collect()
    };
    let on: Vec<String> = custom.iter().map(|path| format!("custom:{path}")).collect();
    assert_eq!(ticked(&rows), on, "what is switched on");
    let practice = preview(&world.context, &machine, &settings, &record.proposal, true).await.unwrap();
    assert_eq!(ticked(&practice), ["sandbox"], "the practice touches no agent");
    let rows: Vec<(bool, bool, Option<&str>)> = rows
        .iter()
        .map(|row| (row.occupied, row.writable, row.note.as_deref().map(|note| note.rsplit(". ").last().unwrap())))
        .collect();
    let foreign =
        format!("A skill named add-customer is already in {} and was not installed by Apprentice", world.root("two").display());
    let broken =
        format!("{} cannot be written: {} is a file, not a folder", world.root("three").display(), world.root("three").display());
    let expected =
        [(false, true, None), (false, true, None), (true, true, Some(foreign.as_str())), (false, false, Some(broken.as_str()))];
    assert_eq!(rows, expected, "sandbox, one, two, three");
}
