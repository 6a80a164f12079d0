//! Abilities are removed and brought back: what time, a failure half way and later installations make of that.

use crate::import_trust::with_a_folder;
use crate::imports::{after, kept, scan, stage, upload};
use crate::install_world::{self, files, skill_md};
use crate::reconcile::{SLUG, id, installed, of, skill, standing};
use apprentice_contracts::ability::{AbilityPlacementState as Standing, RemoveAbilityQuery};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::ids::{AbilityId, LearnSessionId, ProposalId};
use apprentice_contracts::proposal::InstallLane;
use apprentice_contracts::receipt::{ReceiptKind, ReceiptsQuery};
use apprentice_contracts::skill_page::{RestoreSkillsRequest, SkillResult};
use apprentice_engine::Engine;
use apprentice_engine::install::{InstallSource, install};
use apprentice_testkit::archives::tea;
use apprentice_testkit::{World, copy_folder};
use chrono::Duration;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;

async fn remove(engine: &Engine, id: AbilityId) -> String {
    engine.remove_ability(id, RemoveAbilityQuery { force: true }).await.unwrap().undo
}

async fn restore(engine: &Engine, undo: &str) -> SkillResult {
    let request = RestoreSkillsRequest { undo: vec![undo.to_owned()], operation_id: None };
    engine.restore_skills(request).await.unwrap().results.remove(0)
}

async fn listed(engine: &Engine) -> Vec<String> {
    engine.removed_skills().await.unwrap().removed.into_iter().map(|copy| copy.undo).collect()
}

/// Names of everything that is kept of what was removed.
fn copies(world: &World) -> Vec<String> {
    let entries = fs::read_dir(world.home().join("skill-backups/removed")).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().into_string().unwrap()).collect()
}

/// Teaches another version in the home of `world`, of which no engine is open; answers its session and proposal.
async fn taught(world: &World, words: &str, improves: bool) -> (LearnSessionId, ProposalId) {
    let writer = install_world::World::open(world.folder.path());
    let record = writer.reviewed(SLUG).await;
    let mut order = writer.order(&record, InstallLane::ExperimentalPrivate);
    order.skill_md = skill_md(SLUG, words);
    let InstallSource::Proposal(source) = &mut order.source else { panic!("the skill comes from a proposal") };
    source.proposal.ability_id = improves.then(id);
    install(&writer.context, order).await.unwrap();
    writer.context.store.close().await;
    (record.proposal.learn_session_id.unwrap(), record.proposal.proposal_id)
}

async fn told_to_agents(engine: &Engine) -> String {
    engine.ability_skill(serde_json::from_value(json!({ "ability": SLUG })).unwrap()).await.unwrap().skill_md
}

#[tokio::test]
async fn an_import_can_be_restored_however_long_ago_it_was_installed() {
    let world = World::new();
    let engine = world.open().await;
    let place = with_a_folder(&world, &engine).await.join("brew-oolong");
    let upload = upload(&engine, &tea()).await;
    scan(&engine, &upload).await;
    stage(&engine, upload.import_id).await;
    engine.install_import(serde_json::from_value(json!({ "import_id": upload.import_id })).unwrap()).await.unwrap();
    let bytes = || -> BTreeMap<&str, Vec<u8>> {
        let files = ["SKILL.md", "scripts/boil.sh", "assets/leaf.png"];
        files.into_iter().filter_map(|file| Some((file, fs::read(place.join(file)).ok()?))).collect()
    };
    let (whole, ability) = (bytes(), AbilityId("ability_brew-oolong".to_owned()));
    assert_eq!(whole.len(), 3);
    after(&world, &engine, Duration::days(31)).await;
    let undo = remove(&engine, ability.clone()).await;
    assert!(!place.exists());
    let test = json!({ "import_id": upload.import_id, "trigger_text": "brews oolong tea" });
    let tried = engine.trigger_test(serde_json::from_value(test).unwrap()).await.unwrap();
    assert_eq!((tried.matched, tried.candidate_ability_id), (true, None), "it is scored as an import again");
    after(&world, &engine, Duration::days(1)).await;
    let back = restore(&engine, &undo).await;
    assert!(back.ok, "{back:?}");
    assert_eq!(bytes(), whole);

    // What cannot be read is not promised, and what is kept of it stays.
    let undo = remove(&engine, ability.clone()).await;
    let staged = world.home().join("system/skills/import/staged").join(upload.import_id.to_string());
    fs::rename(&staged, staged.with_extension("away")).unwrap();
    let refused = restore(&engine, &undo).await;
    assert_eq!((refused.ok, refused.code.as_deref()), (false, Some("NOT_KEPT")), "{refused:?}");
    assert_eq!(listed(&engine).await, [undo.as_str()]);
    engine.ability_availability(ability).await.unwrap_err();
    fs::rename(staged.with_extension("away"), &staged).unwrap();
    assert!(restore(&engine, &undo).await.ok);

    // While nobody can tell what is kept, nothing is forgotten for it.
    let undo = remove(&engine, AbilityId("ability_brew-oolong".to_owned())).await;
    let removed = world.home().join("skill-backups/removed");
    fs::rename(&removed, removed.with_extension("away")).unwrap();
    fs::write(&removed, "in the way").unwrap();
    world.clock.advance(Duration::days(1));
    engine.keep_deadlines().await.unwrap_err();
    fs::remove_file(&removed).unwrap();
    fs::rename(removed.with_extension("away"), &removed).unwrap();
    engine.keep_deadlines().await.unwrap();
    assert!(restore(&engine, &undo).await.ok);

    remove(&engine, AbilityId("ability_brew-oolong".to_owned())).await;
    after(&world, &engine, Duration::days(31)).await;
    after(&world, &engine, Duration::minutes(1)).await;
    assert_eq!((listed(&engine).await, kept(&world)), (vec![], vec![]), "with its note the import is forgotten");
}

#[tokio::test]
async fn a_deleted_session_takes_what_is_kept_of_its_removed_ability_along() {
    let world = installed().await;
    let (session, _) = taught(&world, "Add a customer quickly", true).await;
    let engine = world.open().await;
    fs::write(skill(&world, "two").join("SKILL.md"), "mine now").unwrap();
    let undo = remove(&engine, id()).await;
    assert_eq!((listed(&engine).await, copies(&world).len()), (vec![undo.clone()], 2));
    let first: String = {
        let sql = "SELECT session_id FROM sessions WHERE session_id <> ?1";
        world.raw().query_row(sql, [session.to_string()], |row| row.get(0)).unwrap()
    };
    engine.delete_session(first.parse().unwrap()).await.unwrap();
    assert_eq!(copies(&world).len(), 2, "another session taught what was removed");
    engine.delete_session(session).await.unwrap();
    assert_eq!((listed(&engine).await, copies(&world)), (vec![], vec![]));
    assert_eq!(restore(&engine, &undo).await.code.as_deref(), Some("NOT_KEPT"));
}

/// Neither an earlier nor a later version replaces the one that was removed.
#[tokio::test]
async fn a_restored_ability_is_the_version_that_was_removed() {
    let world = installed().await;
    let whole = standing(&world);
    let engine = world.open().await;
    let first = remove(&engine, id()).await;
    engine.close().await;
    drop(engine);
    let (_, second) = taught(&world, "Add a customer quickly", false).await;
    let engine = world.open().await;
    let later = remove(&engine, id()).await;
    assert!(restore(&engine, &first).await.ok);
    assert_eq!(standing(&world), whole);
    assert_eq!(told_to_agents(&engine).await, skill_md(SLUG, "Add a customer"));
    let refused = restore(&engine, &later).await;
    assert_eq!((refused.code.as_deref(), refused.name.as_str()), (Some("OCCUPIED"), SLUG), "{refused:?}");

    remove(&engine, id()).await;
    world.raw().execute("DELETE FROM install_sagas WHERE proposal_id = ?1", [second.to_string()]).unwrap();
    let refused = restore(&engine, &later).await;
    assert_eq!(refused.code.as_deref(), Some("NOT_KEPT"), "{refused:?}");
    assert!(standing(&world).is_empty());
}

#[tokio::test]
async fn an_edited_copy_is_restored_after_a_failed_first_attempt() {
    let world = installed().await;
    let engine = world.open().await;
    let mine = skill(&world, "two").join("SKILL.md");
    fs::write(&mine, "mine now").unwrap();
    let undo = remove(&engine, id()).await;
    world.block("INSERT", "abilities");
    let failed = restore(&engine, &undo).await;
    assert!(!failed.ok && fs::read_to_string(&mine).unwrap() == "mine now", "{failed:?}");
    world.unblock("abilities");
    let back = restore(&engine, &undo).await;
    assert!(back.ok, "{back:?}");
    let places = engine.activate_ability(id()).await.unwrap().places;
    assert_eq!(of(&places), [Standing::Placed; 3], "{places:?}");
    assert_eq!((fs::read_to_string(&mine).unwrap().as_str(), standing(&world).len()), ("mine now", 3));

    // Where something else is by then, that is said, and the edit stays among what was removed.
    let undo = remove(&engine, id()).await;
    fs::create_dir(mine.parent().unwrap()).unwrap();
    fs::write(&mine, "theirs").unwrap();
    let back = restore(&engine, &undo).await;
    let place = skill(&world, "two").display().to_string();
    assert!(back.ok && back.message.contains(&format!("The edited copy of {place} did not come back")), "{back:?}");
    assert_eq!(back.code.as_deref(), Some("EDITS_NOT_BACK"));
    assert_eq!(files(&skill(&world, "two"))["SKILL.md"], "theirs");
    assert_eq!(listed(&engine).await.len(), 1);
}

/// The note of a removal is before the ability goes, and goes after the ability is back.
#[tokio::test]
async fn the_next_start_undoes_a_removal_that_a_kill_interrupted() {
    let world = installed().await;
    let mine = skill(&world, "two").join("SKILL.md");
    fs::write(&mine, "mine now").unwrap();
    let (kept, saved) = (world.home().join("skill-backups"), world.folder.path().join("saved"));
    for edits_stand in [false, true] {
        let engine = world.open().await;
        let undo = remove(&engine, id()).await;
        copy_folder(&kept, &saved);
        assert!(restore(&engine, &undo).await.ok);
        engine.close().await;
        drop(engine);
        copy_folder(&saved, &kept);
        fs::remove_dir_all(&saved).unwrap();
        if !edits_stand {
            fs::remove_dir_all(mine.parent().unwrap()).unwrap();
        }
        let engine = world.open().await;
        assert_eq!((listed(&engine).await, copies(&world)), (vec![], vec![]), "edits stand: {edits_stand}");
        assert_eq!(standing(&world).len(), 3);
        assert_eq!(fs::read_to_string(&mine).unwrap(), "mine now");
        engine.close().await;
    }
}

#[tokio::test]
async fn the_receipt_names_the_folders_that_it_left() {
    let world = installed().await;
    let engine = world.open().await;
    let told = async || {
        let query =
            ReceiptsQuery { kind: Some(ReceiptKind::AbilityDeactivated), page: 1, page_size: 1, ..ReceiptsQuery::default() };
        engine.receipts(query).await.unwrap().receipts.remove(0).summary
    };
    let undo = remove(&engine, id()).await;
    assert_eq!(told().await, "add customer was removed from ONE, THREE, TWO.");
    assert!(restore(&engine, &undo).await.ok);
    engine.deactivate_ability(id()).await.unwrap();
    world.clock.advance(Duration::minutes(1));
    remove(&engine, id()).await;
    assert_eq!(told().await, "add customer was removed.");
}

#[tokio::test]
async fn a_damaged_record_is_no_fault_of_the_request_and_is_looked_at_again_when_it_is_mended() {
    let world = installed().await;
    let engine = world.open().await;
    remove(&engine, id()).await;
    engine.close().await;
    drop(engine);
    taught(&world, "Add a customer", false).await;
    let engine = world.open().await;
    assert_eq!(copies(&world).len(), 1);
    fs::write(skill(&world, "two").join("SKILL.md"), "mine now").unwrap();
    let record = world.home().join("skills/installed.json");
    fs::create_dir_all(record.parent().unwrap()).unwrap();
    fs::write(&record, "no JSON").unwrap();
    let failure = engine.remove_ability(id(), RemoveAbilityQuery { force: true }).await.unwrap_err();
    assert_eq!(failure.code, ErrorCode::Internal, "{failure}");
    world.clock.advance(Duration::days(31));
    engine.keep_deadlines().await.unwrap_err();
    assert_eq!(copies(&world).len(), 1);
    fs::remove_file(&record).unwrap();
    engine.keep_deadlines().await.unwrap();
    assert_eq!(copies(&world).len(), 0, "not only an hour later");
}
