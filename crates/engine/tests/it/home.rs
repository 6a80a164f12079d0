//! The home folder: one holder, private, repairable.

use crate::road::{drafted, refused};
use apprentice_contracts::app::{DoctorStatus, Settings};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::proposal::RejectProposalRequest;
use apprentice_engine::{Engine, repair_database};
use apprentice_testkit::*;
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::Ordering;

fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                all.insert(path.strip_prefix(folder).unwrap().display().to_string(), std::fs::read(&path).unwrap());
            }
        }
    }
    all
}

#[tokio::test]
async fn a_second_process_learns_who_holds_the_home() {
    let world = World::new();
    let engine = world.open().await;
    let failure = refused(Engine::open(world.options()).await);
    assert_eq!(failure.code, ErrorCode::Conflict);
    assert!(failure.message.contains(&std::process::id().to_string()), "{failure}");
    assert_eq!(repair_database(&world.home()).unwrap_err().code, ErrorCode::Conflict, "nor is it repaired meanwhile");
    engine.close().await;
    drop(engine);
    world.open().await;
}

#[tokio::test]
async fn nobody_else_may_look_into_the_home() {
    let world = World::new();
    let _engine = world.open().await;
    for folder in ["", "system", "run"] {
        let mode = std::fs::metadata(world.home().join(folder)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "{folder}");
    }
}

#[tokio::test]
async fn a_newer_database_is_refused_and_stays_as_it_is() {
    let world = World::new();
    world.open().await.close().await;
    let path = world.home().join("apprentice.db");
    let raw = rusqlite::Connection::open(&path).unwrap();
    raw.pragma_update(None, "user_version", 999).unwrap();
    drop(raw);
    let before = std::fs::read(&path).unwrap();
    let failure = refused(Engine::open(world.options()).await);
    assert_eq!(failure.code, ErrorCode::DatabaseTooNew);
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[tokio::test]
async fn a_damaged_database_names_its_remedy_and_the_remedy_works() {
    let world = World::new();
    std::fs::create_dir_all(world.home()).unwrap();
    std::fs::write(world.home().join("apprentice.db"), "not a database at all").unwrap();
    let failure = refused(Engine::open(world.options()).await);
    assert!(failure.message.contains("apprentice repair database"), "{failure}");
    let said = repair_database(&world.home()).unwrap();
    assert!(said.contains("kept as") && said.contains("still contains data that you deleted"), "{said}");
    world.open().await;
}

/// A lost database is never replaced without a word: the new one would overwrite what is left of it.
#[tokio::test]
async fn a_lost_database_is_refused_and_what_it_showed_is_kept() {
    for (how, lose) in [
        ("missing", (|path: &Path| std::fs::remove_file(path).unwrap()) as fn(&Path)),
        ("empty", |path: &Path| std::fs::write(path, "").unwrap()),
        ("without tables", |path: &Path| {
            std::fs::remove_file(path).unwrap();
            rusqlite::Connection::open(path).unwrap().pragma_update(None, "user_version", 0).unwrap();
        }),
    ] {
        let world = World::new();
        let engine = world.open().await;
        drafted(&world, &engine, demonstrating()).await;
        engine.close().await;
        drop(engine);
        let (system, path) = (world.home().join("system"), world.home().join("apprentice.db"));
        let before = contents(&system);
        lose(&path);
        let failure = refused(Engine::open(world.options()).await);
        assert_eq!(failure.code, ErrorCode::DatabaseMissing, "{how}: {failure}");
        assert!(failure.message.contains("apprentice repair database"), "{how}: {failure}");
        assert_eq!(contents(&system), before, "{how}: nothing was written");
        let said = repair_database(&world.home()).unwrap();
        assert!(said.contains("system.kept-1"), "{how}: {said}");
        assert_eq!(contents(&world.home().join("system.kept-1")), before, "{how}");
        let engine = world.open().await;
        assert!(engine.list_sessions(Default::default()).await.unwrap().sessions.is_empty(), "{how}: a new database");
        engine.close().await;
    }
    let world = World::new();
    assert!(repair_database(&world.home()).unwrap().contains("no database"), "a home that was never used");
    world.open().await;
}

#[tokio::test]
async fn projections_can_be_rebuilt_to_the_byte() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (_, proposal) = drafted(&world, &engine, demonstrating()).await;
    engine.approve_proposal(proposal, crate::road::approval()).await.unwrap();
    let system = world.home().join("system");
    let before = contents(&system);
    for expected in [
        "learning/runtime/current.json",
        "learning/runtime/observation_scope_current.json",
        "learning/receipts.jsonl",
        "learning/validation_runs.jsonl",
        "learning/validation_step_results.jsonl",
        "abilities/availability_current.json",
        "abilities/catalog_current.json",
    ] {
        assert!(before.contains_key(expected), "{expected}");
    }
    assert!(before.contains_key(&format!("learning/proposals/{proposal}/SKILL.md")));
    std::fs::remove_dir_all(&system).unwrap();
    let written = engine.repair_projections().await.unwrap();
    let after = contents(&system);
    assert!(written as usize >= before.len(), "{written} of {}", before.len());
    for (path, bytes) in before {
        let again = after.get(&path).unwrap_or_else(|| panic!("{path} was not rebuilt"));
        assert!(*again == bytes, "{path}:\n{}\n{}", String::from_utf8_lossy(&bytes), String::from_utf8_lossy(again));
    }
}

#[tokio::test]
async fn what_the_outbox_holds_is_delivered_at_the_next_start() {
    let world = World::new();
    let engine = world.open().await;
    let (_, _) = drafted(&world, &engine, demonstrating()).await;
    engine.close().await;
    drop(engine);
    let file = world.home().join("system/learning/receipts.jsonl");
    let before = std::fs::read(&file).unwrap();
    std::fs::write(&file, "torn").unwrap();
    let raw = rusqlite::Connection::open(world.home().join("apprentice.db")).unwrap();
    raw.execute("INSERT INTO outbox VALUES ('learning/receipts.jsonl', 1)", []).unwrap();
    drop(raw);
    let _engine = world.open().await;
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[tokio::test]
async fn a_projection_that_cannot_be_written_keeps_no_other_waiting() {
    let world = World::new();
    let engine = world.open().await;
    let in_the_way = world.home().join("system/learning/checkpoint_receipts.jsonl");
    std::fs::create_dir_all(in_the_way.join("folder")).unwrap();
    let (_, proposal) = drafted(&world, &engine, demonstrating()).await;
    engine.close().await;
    drop(engine);
    let raw = rusqlite::Connection::open(world.home().join("apprentice.db")).unwrap();
    raw.execute("INSERT INTO outbox VALUES ('learning/checkpoint_receipts.jsonl', 1)", []).unwrap();
    drop(raw);
    let engine = world.open().await;
    let request = RejectProposalRequest { reason: "enough".into(), client_request_id: None };
    engine.reject_proposal(proposal, request).await.unwrap();
    assert_eq!(world.projection("learning/runtime/current.json")["state"], "rejected");
    std::fs::remove_dir_all(&in_the_way).unwrap();
    engine.keep_deadlines().await.unwrap();
    assert!(in_the_way.is_file(), "it is tried again");
}

#[tokio::test]
async fn settings_name_what_is_wrong_with_them_and_survive() {
    let world = World::new();
    let engine = world.open().await;
    let first = engine.settings().await.unwrap();
    assert!(first.settings.enabled_targets.is_empty(), "nothing is enabled before the user enables it");
    assert!(first.targets.iter().any(|target| target.target_id == "sandbox" && target.writable));
    let unknown = Settings { enabled_targets: vec!["no-such-agent".into()], ..Settings::default() };
    let relative = Settings { custom_target_paths: vec!["skills".into()], ..Settings::default() };
    for settings in [unknown, relative] {
        assert_eq!(engine.update_settings(settings).await.unwrap_err().code, ErrorCode::InvalidRequest);
    }
    world.with_a_target(&engine).await;
    engine.close().await;
    drop(engine);
    let engine = world.open().await;
    assert_eq!(engine.settings().await.unwrap().settings.enabled_targets, ["sandbox"]);
}

#[tokio::test]
async fn the_doctor_says_what_is_missing_and_how_to_mend_it() {
    let world = World::new();
    world.browser.missing.store(true, Ordering::SeqCst);
    let engine = world.open().await;
    let report = engine.doctor().await.unwrap();
    let of = |id: &str| report.checks.iter().find(|check| check.check_id == id).unwrap();
    assert_eq!(of("browser").status, DoctorStatus::Missing);
    assert!(of("browser").remedy.is_some());
    assert_eq!(of("database").status, DoctorStatus::Ok);
    assert_eq!(of("targets").status, DoctorStatus::Warning, "no target is switched on");
    assert_eq!(report.adapters.len(), 13, "every adapter that the specification names");
    world.with_a_target(&engine).await;
    let report = engine.doctor().await.unwrap();
    assert!(report.checks.iter().any(|check| check.check_id == "targets" && check.status == DoctorStatus::Ok));
}

#[tokio::test]
async fn a_file_that_only_grows_is_appended_to() {
    use std::os::unix::fs::MetadataExt;
    let world = World::new();
    let engine = world.open().await;
    let (_, proposal) = drafted(&world, &engine, demonstrating()).await;
    let names = ["learning/receipts.jsonl", "learning/validation_step_results.jsonl"];
    let path = |name: &str| world.home().join("system").join(name);
    let before = names.map(|name| (std::fs::metadata(path(name)).unwrap(), world.lines(name)));
    engine.request_more_tests(proposal).await.unwrap();
    for (name, (file, lines)) in names.into_iter().zip(before) {
        let after = std::fs::metadata(path(name)).unwrap();
        assert!(after.len() > file.len(), "{name}");
        assert_eq!(after.ino(), file.ino(), "{name} is the same file, not a new one under its name");
        assert_eq!(world.lines(name)[..lines.len()], lines, "{name}");
    }
    let bytes = || names.map(|name| std::fs::read_to_string(path(name)).unwrap());
    let grown = bytes();
    engine.repair_projections().await.unwrap();
    assert_eq!(bytes(), grown, "rebuilt it is the same to the byte");
    std::fs::write(path(names[0]), "torn").unwrap();
    engine.request_more_tests(proposal).await.unwrap();
    let grown = bytes();
    engine.repair_projections().await.unwrap();
    assert_eq!(bytes(), grown, "what somebody spoiled is written whole");
}
