//! Backups: taken while the engine works, verified before they are restored, and the former data is kept.

use crate::reports::installed;
use crate::road::{drafted, refused, state};
use apprentice_contracts::data::{DataExport, ExportContents, ExportRequest, ExportState, RestoreRequest};
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::session::BoundarySource;
use apprentice_contracts::state::LearnSessionState;
use apprentice_engine::{Engine, restore_home};
use apprentice_testkit::*;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

async fn ended(engine: &Engine) -> DataExport {
    let look = async {
        loop {
            match engine.export() {
                Some(export) if export.state != ExportState::Running => return export,
                _ => tokio::task::yield_now().await,
            }
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), look).await.expect("the backup ends")
}

pub async fn backup(world: &World, engine: &Engine, name: &str) -> PathBuf {
    let file = world.folder.path().join(name);
    let path = Some(file.display().to_string());
    engine.begin_export(ExportRequest { path, replace: false, contents: ExportContents::Backup }).await.unwrap();
    let done = ended(engine).await;
    assert_eq!((done.state, done.problem, done.contents), (ExportState::Done, None, ExportContents::Backup));
    file
}

/// Names and contents of a zip file.
pub type Entries = Vec<(String, Vec<u8>)>;

pub fn entries(file: &Path) -> Entries {
    let mut zip = ZipArchive::new(File::open(file).unwrap()).unwrap();
    (0..zip.len())
        .map(|at| {
            let mut entry = zip.by_index(at).unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            (entry.name().unwrap().into_owned(), bytes)
        })
        .collect()
}

fn pack(file: &Path, entries: &[(String, Vec<u8>)]) {
    let mut zip = ZipWriter::new(File::create(file).unwrap());
    for (name, bytes) in entries {
        zip.start_file(name.as_str(), SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap();
}

#[tokio::test]
async fn a_backup_that_is_taken_while_the_engine_writes_is_restored_as_a_whole() {
    let world = World::new();
    let engine = world.open().await;
    let (session, ability) = installed(&world, &engine).await;
    // Another client writes all the time.
    let (writing, stop) = (engine.clone(), Arc::new(AtomicBool::new(false)));
    let told = stop.clone();
    let writer = tokio::spawn(async move {
        let mut writes = 0;
        while !told.load(Ordering::Relaxed) {
            let mut settings = writing.settings().await.unwrap().settings;
            settings.first_run_done = writes % 2 == 0;
            writing.update_settings(settings).await.unwrap();
            writes += 1;
        }
        writes
    });
    let file = backup(&world, &engine, "before.zip").await;
    stop.store(true, Ordering::Relaxed);
    assert!(writer.await.unwrap() > 0, "the engine wrote meanwhile");
    let names: Vec<String> = entries(&file).into_iter().map(|(name, _)| name).collect();
    for expected in ["README.txt", "apprentice.db", "backup.json"] {
        assert!(names.iter().any(|name| name == expected), "{expected}: {names:?}");
    }
    let secret = ["endpoint.json", "agent.json", "run/", "lock", "key"];
    assert!(names.iter().all(|name| !secret.iter().any(|secret| name.starts_with(secret))), "{names:?}");
    let left = std::fs::read_dir(world.home().join("run")).unwrap().flatten();
    assert!(left.into_iter().all(|entry| !entry.file_name().to_string_lossy().starts_with("export")), "no copy is left");

    engine
        .quarantine_ability(ability.clone(), serde_json::from_value(serde_json::json!({ "reason": "ill" })).unwrap())
        .await
        .unwrap();
    let answer = engine.restore_backup(RestoreRequest { path: file.display().to_string() }).await.unwrap();
    assert!(answer.restarts && answer.kept.ends_with("before-restore-1"), "{answer:?}");
    engine.restart_wanted().await;
    engine.close().await;
    drop(engine);
    let engine = world.open().await;
    let now = engine.ability_availability(ability.clone()).await.unwrap().ability;
    assert!(now.usable_now, "as it was when the backup was made");
    assert_eq!(state(&engine, session).await, LearnSessionState::InstalledPrivate);
    engine.close().await;
    drop(engine);

    // What was there is kept, and a database of its own.
    let kept = rusqlite::Connection::open(world.home().join("before-restore-1/apprentice.db")).unwrap();
    let quarantined: i64 =
        kept.query_row("SELECT count(*) FROM receipts WHERE body LIKE '%ability_quarantined%'", [], |row| row.get(0)).unwrap();
    assert_eq!(quarantined, 1);

    // On another machine too.
    let other = World::new();
    let done = restore_home(&other.home(), &file).unwrap();
    assert!(!done.restarts, "it is in place");
    let engine = other.open().await;
    assert_eq!(engine.ability_availability(ability).await.unwrap().ability.title, now.title);
    engine.close().await;
}

#[tokio::test]
async fn a_file_that_is_no_whole_backup_changes_nothing() {
    let world = World::new();
    let engine = world.open().await;
    let (session, _) = drafted(&world, &engine, demonstrating()).await;
    let good = backup(&world, &engine, "good.zip").await;
    let export = world.folder.path().join("export.zip");
    engine.begin_export(ExportRequest { path: Some(export.display().to_string()), ..ExportRequest::default() }).await.unwrap();
    ended(&engine).await;
    let parts = entries(&good);
    let bad = |name: &str, change: &dyn Fn(&mut Entries)| {
        let (file, mut parts) = (world.folder.path().join(name), parts.clone());
        change(&mut parts);
        pack(&file, &parts);
        file
    };
    let edited = |from: &'static str, to: &'static str| {
        move |parts: &mut Entries| {
            let (_, manifest) = parts.iter_mut().find(|(name, _)| name == "backup.json").unwrap();
            let text = String::from_utf8(manifest.clone()).unwrap();
            assert!(text.contains(from), "{text}");
            *manifest = text.replacen(from, to, 1).into_bytes();
        }
    };
    let schema = format!("\"schema_version\":{}", apprentice_store::backup::latest_version());
    let schema: &'static str = schema.leak();
    let cut = world.folder.path().join("cut.zip");
    let whole = std::fs::read(&good).unwrap();
    std::fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    let cases = [
        (world.folder.path().join("gone.zip"), ErrorCode::InvalidRequest, "cannot be read"),
        (cut, ErrorCode::InvalidRequest, "not a whole backup"),
        (export, ErrorCode::InvalidRequest, "An export is not a backup"),
        (bad("newer.zip", &edited(schema, "\"schema_version\":9999")), ErrorCode::DatabaseTooNew, "Update this program"),
        (bad("format.zip", &edited("\"format\":1", "\"format\":2")), ErrorCode::DatabaseTooNew, "Update this program"),
        (
            bad("outside.zip", &edited("\"path\":\"system/", "\"path\":\"system/../../")),
            ErrorCode::InvalidRequest,
            "not a file of a backup",
        ),
        (
            bad("flipped.zip", &|parts| {
                let (_, database) = parts.iter_mut().find(|(name, _)| name == "apprentice.db").unwrap();
                let middle = database.len() / 2;
                database[middle] ^= 0xff;
            }),
            ErrorCode::InvalidRequest,
            "apprentice.db is damaged",
        ),
        (
            bad("without.zip", &|parts| parts.retain(|(name, _)| name != "apprentice.db")),
            ErrorCode::InvalidRequest,
            "apprentice.db is damaged",
        ),
    ];
    for (file, code, words) in cases {
        let failure = refused(engine.restore_backup(RestoreRequest { path: file.display().to_string() }).await);
        assert_eq!(failure.code, code, "{}: {failure}", file.display());
        assert!(failure.message.contains(words), "{}: {failure}", file.display());
        let stray = std::fs::read_dir(world.home()).unwrap().flatten().map(|entry| entry.file_name().into_string().unwrap());
        assert!(stray.into_iter().all(|name| !name.contains("restore")), "{}: nothing is left", file.display());
    }
    assert_eq!(state(&engine, session).await, LearnSessionState::ReadyForReview);
    engine.close().await;
}

#[tokio::test]
async fn a_damaged_database_is_replaced_by_a_backup_and_kept() {
    let world = World::new();
    let engine = world.open().await;
    let (session, _) = drafted(&world, &engine, demonstrating()).await;
    let file = backup(&world, &engine, "good.zip").await;
    assert_eq!(restore_home(&world.home(), &file).unwrap_err().code, ErrorCode::Conflict, "not under a running engine");
    engine.close().await;
    drop(engine);
    std::fs::write(world.home().join("apprentice.db"), "not a database at all").unwrap();
    let done = restore_home(&world.home(), &file).unwrap();
    assert_eq!(std::fs::read_to_string(Path::new(&done.kept).join("apprentice.db")).unwrap(), "not a database at all");
    let engine = world.open().await;
    assert_eq!(state(&engine, session).await, LearnSessionState::ReadyForReview);
    engine.close().await;
}

#[tokio::test]
async fn nothing_is_restored_under_a_running_session() {
    let world = World::new();
    let engine = world.open().await;
    let file = backup(&world, &engine, "empty.zip").await;
    let id = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    engine.start_session(id, BoundarySource::UserClick).await.unwrap();
    let failure = refused(engine.restore_backup(RestoreRequest { path: file.display().to_string() }).await);
    assert_eq!(failure.code, ErrorCode::Conflict, "{failure}");
    assert_eq!(state(&engine, id).await, LearnSessionState::Capturing);
    engine.close().await;
}
