//! What the minute does for imports: it settles what nobody works on any more, and forgets what ended long ago.

use crate::import_trust::with_a_folder;
use crate::imports::{after, kept, of, scan, stage, state, upload};
use apprentice_contracts::ids::ImportId;
use apprentice_contracts::import::SkillImportState as S;
use apprentice_engine::Engine;
use apprentice_testkit::World;
use apprentice_testkit::archives::tea;
use chrono::Duration;
use serde_json::json;
use tokio_util::sync::CancellationToken;

/// Goes on with `work` until the import is in `until`, and stops it there.
async fn until<T>(engine: &Engine, id: ImportId, until: S, work: &mut (impl Future<Output = T> + Unpin)) {
    let patience = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while state(engine, id).await != until {
        assert!(std::time::Instant::now() < patience, "it never was in {until:?}");
        assert!(futures::poll!(&mut *work).is_pending(), "it came to its end before it was seen in {until:?}");
    }
}

#[tokio::test]
async fn a_step_whose_last_commit_failed_is_settled_and_can_be_tried_again() {
    let world = World::new();
    let engine = world.open().await;
    let upload = upload(&engine, &tea()).await;
    let id = upload.import_id;
    let retry = async |kind: &str| {
        let retry = serde_json::from_value(json!({ "import_id": id, "retry_kind": kind })).unwrap();
        engine.retry_import(retry, CancellationToken::new()).await.unwrap().import_record.stage_state
    };
    let settled = async |under_way: S| {
        assert_eq!(state(&engine, id).await, under_way, "nobody knows how it ended");
        world.unblock("imports");
        engine.keep_deadlines().await.unwrap();
        let record = engine.import_detail(id).await.unwrap().import_record;
        assert_eq!(record.last_error_code.as_deref(), Some("INTERRUPTED"));
        record.stage_state
    };

    let mut scanning = Box::pin(engine.scan_import(of(&upload), CancellationToken::new()));
    until(&engine, id, S::Scanning, &mut scanning).await;
    engine.keep_deadlines().await.unwrap();
    assert_eq!(state(&engine, id).await, S::Scanning, "somebody works on it");
    world.block("UPDATE", "imports");
    scanning.await.unwrap_err();
    assert_eq!(settled(S::Scanning).await, S::ScanFailed);
    assert_eq!(retry("scan").await, S::ScanComplete);

    let request = serde_json::from_value(json!({ "import_id": id })).unwrap();
    let mut staging = Box::pin(engine.stage_import(request));
    until(&engine, id, S::Staging, &mut staging).await;
    engine.keep_deadlines().await.unwrap();
    assert_eq!(state(&engine, id).await, S::Staging, "somebody works on it");
    world.block("UPDATE", "imports");
    staging.await.unwrap_err();
    assert_eq!(settled(S::Staging).await, S::StageFailed);
    assert_eq!(retry("stage").await, S::ReadyForReview);
}

#[tokio::test]
async fn what_ended_long_ago_is_forgotten_save_for_what_is_installed() {
    let world = World::new();
    let engine = world.open().await;
    with_a_folder(&world, &engine).await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        let upload = upload(&engine, &tea()).await;
        scan(&engine, &upload).await;
        stage(&engine, upload.import_id).await;
        ids.push(upload.import_id);
    }
    engine.install_import(serde_json::from_value(json!({ "import_id": ids[0] })).unwrap()).await.unwrap();
    engine.discard_import(serde_json::from_value(json!({ "import_id": ids[1] })).unwrap()).await.unwrap();
    let category = engine.create_category(serde_json::from_value(json!({ "title": "Tea" })).unwrap()).await.unwrap().category;
    let assign = json!({ "item_kind": "bundle", "item_id": ids[1] });
    engine.assign_category(category.category_id, serde_json::from_value(assign).unwrap()).await.unwrap();
    let waiting = upload(&engine, &tea()).await;
    after(&world, &engine, Duration::days(29)).await;
    let listed = async || {
        let list = engine.list_imports(serde_json::from_value(json!({})).unwrap()).await.unwrap();
        list.items.into_iter().map(|record| (record.import_id, record.stage_state)).collect::<Vec<_>>()
    };
    let all = [(waiting.import_id, S::Expired), (ids[1], S::Discarded), (ids[0], S::InstalledPrivate)];
    assert_eq!(listed().await, all);
    after(&world, &engine, Duration::days(2)).await;
    assert_eq!(listed().await, [all[0], all[2]], "the expired one ended a day later");
    let left = engine.category_items(category.category_id, serde_json::from_value(json!({})).unwrap()).await.unwrap();
    assert_eq!(left.total, 0, "what is forgotten is in no category");
    after(&world, &engine, Duration::days(400)).await;
    assert_eq!(listed().await, [all[2]]);
    let artifacts: i64 = world.raw().query_row("SELECT count(*) FROM import_artifacts", [], |row| row.get(0)).unwrap();
    assert_eq!(artifacts, 1, "an upload is forgotten with its import");
    assert_eq!(kept(&world).len(), 3, "the files of what is installed stay");
}
