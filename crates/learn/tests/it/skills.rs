//! The listing that the engine keeps: always of now, and those who follow the events hear of changes.

use crate::world::World;
use apprentice_contracts::event::kind;
use apprentice_contracts::skill::{SkillPathQuery, SkillsListResponse};
use futures::StreamExt;
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
    let mut events = engine.all_events();
    let heard = tokio::spawn(async move { events.next().await });
    engine.list_skills().await.unwrap();
    skill(&world, "tidy", "New.");
    let event = heard.await.unwrap().expect("the stream ends");
    assert_eq!((event.event_kind.as_str(), event.seq), (kind::SKILLS_CHANGED, 0));
    assert_eq!(engine.list_skills().await.unwrap().skills[0].name, "tidy");
}
