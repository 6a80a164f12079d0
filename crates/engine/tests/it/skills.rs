//! The listing that the engine keeps: always of now, and those who follow the events hear of changes.

use apprentice_contracts::data::FolderQuery;
use apprentice_contracts::event::EventKind;
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::skill::{SkillPathQuery, SkillsListResponse};
use apprentice_contracts::skill_page::{RestoreSkillsRequest, SkillsRequest};
use apprentice_testkit::World;
use chrono::Duration;
use futures::StreamExt;
use serde_json::json;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

fn skill(world: &World, name: &str, description: &str) -> PathBuf {
    let folder = world.folder.path().join("user/.claude/skills").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("SKILL.md"), format!("---\nname: {name}\ndescription: {description}\n---\n\nBody.\n")).unwrap();
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_shows_what_was_done_before_it() {
    let world = World::new();
    let engine = world.open().await;
    assert!(engine.list_skills().await.unwrap().skills.is_empty());
    for round in 0..10 {
        let folder = skill(&world, "tidy", &format!("Round {round}."));
        let list = engine.list_skills().await.unwrap();
        assert_eq!(list.skills.len(), 1);
        assert_eq!((list.skills[0].description.clone(), list.note), (format!("Round {round}."), None));
        let read = engine.read_skill(SkillPathQuery { path: folder.display().to_string() }).await.unwrap();
        assert!(read.content.contains(&format!("Round {round}.")));
    }
    fs::remove_dir_all(world.folder.path().join("user/.claude")).unwrap();
    assert!(engine.list_skills().await.unwrap().skills.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn skills_of_chosen_projects_are_listed_under_their_name_and_hide_none() {
    let world = World::new();
    let engine = world.open().await;
    skill(&world, "deploy", "The user's.");
    for (project, root) in [("site", ".claude/skills"), ("site", ".skills"), ("shop", ".agents/skills")] {
        let name = if root == ".skills" { "beta" } else { "deploy" };
        let folder = world.folder.path().join(project).join(root).join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("SKILL.md"), format!("---\nname: {name}\ndescription: Of {project}.\n---\n\nGo.\n")).unwrap();
    }
    let mut settings = engine.settings().await.unwrap().settings;
    settings.project_paths = ["site", "shop"].map(|name| world.folder.path().join(name).display().to_string()).to_vec();
    engine.update_settings(settings.clone()).await.unwrap();
    let mut told: Vec<(String, bool)> =
        engine.list_skills().await.unwrap().skills.into_iter().map(|skill| (skill.name, skill.shadowed_by.is_some())).collect();
    told.sort();
    let expected = ["deploy", "shop:deploy", "site:beta", "site:deploy"];
    assert_eq!(told, expected.map(|name| (name.to_owned(), false)));
    let prompts = engine.skill_prompts(serde_json::from_value(json!({})).unwrap()).await.unwrap();
    assert_eq!(prompts.prompts.iter().filter(|prompt| prompt.name.contains(':')).count(), 3, "they can be started over MCP too");
    settings.project_paths = vec!["site".into()];
    assert!(engine.update_settings(settings).await.is_err(), "a path is absolute");
}

#[tokio::test(flavor = "multi_thread")]
async fn plugins_and_extensions_are_listed_and_not_changed_here() {
    let world = World::new();
    let engine = world.open().await;
    let user = world.folder.path().join("user");
    let plugin = world.folder.path().join("plugins/acme");
    for (folder, name) in [(plugin.join("skills"), "draw"), (user.join(".gemini/extensions/more/skills"), "sing")] {
        fs::create_dir_all(folder.join(name)).unwrap();
        fs::write(folder.join(name).join("SKILL.md"), format!("---\nname: {name}\ndescription: It does.\n---\n\nGo.\n")).unwrap();
    }
    fs::create_dir_all(user.join(".claude/plugins")).unwrap();
    let installed = json!({ "version": 2, "plugins": { "acme@market": [{ "installPath": plugin }] } });
    fs::write(user.join(".claude/plugins/installed_plugins.json"), installed.to_string()).unwrap();
    let skills = engine.list_skills().await.unwrap().skills;
    let names: Vec<&str> = skills.iter().map(|skill| skill.name.as_str()).collect();
    assert_eq!(names, ["sing", "acme:draw"]);
    for skill in &skills {
        let standing = engine.skill_standing(SkillPathQuery { path: skill.path.clone() }).await.unwrap();
        assert!(
            standing.locked.is_some()
                && standing.actions.iter().all(|action| !["edit", "remove"].contains(&wire(action).as_str()))
        );
    }
}

fn wire(action: &impl serde::Serialize) -> String {
    serde_json::to_value(action).unwrap().as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_warns_of_what_the_machine_does_not_have() {
    let world = World::new();
    let engine = world.open().await;
    let needy = "Brews.\nmetadata:\n  openclaw: {requires: {bins: [kettle]}}";
    skill(&world, "brew", needy);
    let codes =
        |list: SkillsListResponse| -> Vec<String> { list.skills[0].findings.iter().map(|found| found.code.clone()).collect() };
    assert_eq!(codes(engine.list_skills().await.unwrap()), ["MISSING_BINARY"]);
    let kettle = world.folder.path().join("bin/kettle");
    fs::write(&kettle, "").unwrap();
    fs::set_permissions(&kettle, fs::Permissions::from_mode(0o755)).unwrap();
    assert!(codes(engine.list_skills().await.unwrap()).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_follow_hear_of_a_changed_skill() {
    let world = World::new();
    let engine = world.open().await;
    let mut events = engine.all_events().await.unwrap();
    let heard = tokio::spawn(async move { events.next().await });
    engine.list_skills().await.unwrap();
    skill(&world, "tidy", "New.");
    let event = heard.await.unwrap().expect("the stream ends");
    assert_eq!((event.event_kind, event.seq), (EventKind::SkillsChanged, 0));
    assert_eq!(engine.list_skills().await.unwrap().skills[0].name, "tidy");
}

fn on(paths: &[&PathBuf]) -> SkillsRequest {
    let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    serde_json::from_value(serde_json::json!({ "paths": paths, "apply": true, "force": true })).unwrap()
}

async fn kept(engine: &apprentice_engine::Engine) -> Vec<String> {
    engine.removed_skills().await.unwrap().removed.into_iter().map(|one| one.name).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_removed_can_be_brought_back_for_thirty_days() {
    let world = World::new();
    let engine = world.open().await;
    let folder = skill(&world, "tidy", "Old.");
    let done = engine.remove_skills(on(&[&folder])).await.unwrap();
    assert!(done.results[0].ok, "{done:?}");
    let listed = engine.list_skills().await.unwrap().skills;
    assert!(listed.iter().all(|skill| skill.name != "tidy"), "its copy is no skill: {listed:?}");
    let removed = engine.removed_skills().await.unwrap().removed;
    let (at, until) = (removed[0].removed_at, removed[0].kept_until);
    assert_eq!((at, until - at), (world.clock.now(), Duration::days(30)));
    world.clock.advance(Duration::days(20));
    engine.keep_deadlines().await.unwrap();
    let later = skill(&world, "wash", "Newer.");
    engine.remove_skills(on(&[&later])).await.unwrap();
    assert_eq!(kept(&engine).await, ["wash", "tidy"]);
    world.clock.advance(Duration::days(10));
    engine.keep_deadlines().await.unwrap();
    assert_eq!(kept(&engine).await, ["wash"], "its thirty days are over");
    let undo = vec![engine.removed_skills().await.unwrap().removed[0].undo.clone()];
    let back = engine.restore_skills(RestoreSkillsRequest { undo, operation_id: None }).await.unwrap();
    assert!(back.results[0].ok && later.join("SKILL.md").is_file(), "{back:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn copies_of_what_was_removed_take_a_gibibyte_at_most() {
    let world = World::new();
    let engine = world.open().await;
    for name in ["first", "second", "third"] {
        world.clock.advance(Duration::hours(2));
        let folder = skill(&world, name, "Large.");
        let done = engine.remove_skills(on(&[&folder])).await.unwrap();
        let copy = world.home().join("skill-backups/removed").join(done.results[0].undo.as_ref().unwrap());
        // As if it had been so large.
        fs::File::create(copy.join("files/model.bin")).unwrap().set_len(500 * 1024 * 1024).unwrap();
    }
    engine.keep_deadlines().await.unwrap();
    assert_eq!(kept(&engine).await, ["third", "second"], "the oldest goes");
    let copies = fs::read_dir(world.home().join("skill-backups/removed")).unwrap().flatten();
    for copy in copies {
        fs::File::create(copy.path().join("files/model.bin")).unwrap().set_len(1200 * 1024 * 1024).unwrap();
    }
    let fresh = skill(&world, "fresh", "Small.");
    world.clock.advance(Duration::hours(2));
    engine.remove_skills(on(&[&fresh])).await.unwrap();
    engine.keep_deadlines().await.unwrap();
    assert_eq!(kept(&engine).await, ["fresh"], "the newest that fit");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_way_to_a_skill_can_be_opened() {
    let world = World::new();
    let engine = world.open().await;
    let folder = skill(&world, "tidy", "Tidies.");
    let link = world.folder.path().join("user/.codex/skills/tidy");
    fs::create_dir_all(link.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(&folder, &link).unwrap();
    let standing = engine.skill_standing(SkillPathQuery { path: folder.display().to_string() }).await.unwrap();
    let ways: Vec<_> = standing.places.into_iter().map(|place| place.path).collect();
    assert_eq!(ways, [folder.display().to_string(), link.display().to_string()]);
    for path in ways {
        let found = engine.folder(FolderQuery { path }).await.unwrap();
        assert_eq!(found.path, folder.canonicalize().unwrap().display().to_string());
    }
    let other = world.folder.path().join("user/.codex").display().to_string();
    engine.folder(FolderQuery { path: other }).await.unwrap_err();
}

#[tokio::test(flavor = "multi_thread")]
async fn each_skill_of_a_batch_is_reported_once() {
    let world = World::new();
    let engine = world.open().await;
    let paths = ["tidy", "wash"].map(|name| skill(&world, name, "Cleans.").display().to_string());
    let steps =
        engine.all_events().await.unwrap().filter(|event| std::future::ready(event.event_kind == EventKind::SkillsProgress));
    let request = json!({ "paths": paths, "operation_id": "cleaning" });
    engine.remove_skills(serde_json::from_value(request).unwrap()).await.unwrap();
    let heard = steps.take(3).map(|step| (step.payload["done"].clone(), step.payload["path"].clone())).collect::<Vec<_>>();
    let told = tokio::time::timeout(std::time::Duration::from_secs(20), heard).await.expect("nobody was told");
    assert_eq!(told, [(json!(0), json!(paths[0])), (json!(1), json!(paths[1])), (json!(2), json!(""))]);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_come_back_at_once_and_tell_how_far_they_are() {
    let world = World::new();
    let engine = world.open().await;
    let folders = [skill(&world, "tidy", "One."), skill(&world, "wash", "Two.")];
    let done = engine.remove_skills(on(&folders.each_ref())).await.unwrap();
    let mut undo: Vec<String> = done.results.into_iter().filter_map(|result| result.undo).collect();
    undo.insert(1, "nothing".to_owned());
    let told = engine
        .all_events()
        .await
        .unwrap()
        .filter_map(|event| async move { (event.event_kind == EventKind::SkillsProgress).then_some(event.payload) });
    let heard = tokio::spawn(told.take(4).collect::<Vec<_>>());
    let back = engine.restore_skills(RestoreSkillsRequest { undo, operation_id: Some("back".into()) }).await.unwrap();
    let codes: Vec<Option<&str>> = back.results.iter().map(|result| result.code.as_deref()).collect();
    assert_eq!((codes, back.cancelled), (vec![None, Some("NOT_KEPT"), None], false), "{:?}", back.results);
    assert!(folders.iter().all(|folder| folder.join("SKILL.md").is_file()));
    let heard = heard.await.unwrap();
    let steps: Vec<_> =
        heard.iter().map(|step| (step["operation_id"].as_str(), step["done"].as_u64(), step["total"].as_u64())).collect();
    assert_eq!(steps, [0, 1, 2, 3].map(|done| (Some("back"), Some(done), Some(3))));
}

#[tokio::test(flavor = "multi_thread")]
async fn old_copies_are_pruned_after_another_installer_releases_the_record() {
    let world = World::new();
    let engine = world.open().await;
    engine.remove_skills(on(&[&skill(&world, "tidy", "Old.")])).await.unwrap();
    let busy = fs::File::options().write(true).open(world.home().join("skills/.lock")).unwrap();
    busy.lock().unwrap();
    world.clock.advance(Duration::days(31));
    engine.keep_deadlines().await.unwrap();
    assert_eq!(kept(&engine).await, ["tidy"]);
    drop(busy);
    engine.keep_deadlines().await.unwrap();
    assert!(kept(&engine).await.is_empty(), "the next sweep looks again");
}

#[tokio::test(flavor = "multi_thread")]
async fn copies_of_an_older_version_are_found_where_they_are_looked_for_now() {
    let world = World::new();
    let engine = world.open().await;
    let folder = skill(&world, "tidy", "Old.");
    engine.remove_skills(on(&[&folder])).await.unwrap();
    engine.close().await;
    let (now, former) = (world.home().join("skill-backups"), world.home().join("skills/backups"));
    fs::rename(&now, &former).unwrap();
    let engine = world.open().await;
    assert_eq!((kept(&engine).await, former.exists()), (vec!["tidy".to_owned()], false));
}
