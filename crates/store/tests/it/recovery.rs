//! Files that are not what they should be.

use crate::{id, session};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_store::{Recovery, Store, StoreError, recover, sessions};
use std::path::{Path, PathBuf};

fn database() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("apprentice.db");
    (folder, path)
}

async fn filled(path: &Path) {
    let store = Store::open(path).unwrap();
    for n in 1..=200 {
        store.write(move |tx| sessions::put(tx, &session(n, "approved"))).await.unwrap();
    }
    store.close().await;
}

#[tokio::test]
async fn what_was_written_is_there_after_opening_again() {
    let (_folder, path) = database();
    filled(&path).await;
    let store = Store::open(&path).unwrap();
    let found = store.read(|db| sessions::get(db, id(7))).await.unwrap();
    assert_eq!(found, Some(session(7, "approved")));
}

#[tokio::test]
async fn a_newer_database_is_refused_and_not_touched() {
    let (_folder, path) = database();
    filled(&path).await;
    let raw = rusqlite::Connection::open(&path).unwrap();
    raw.pragma_update(None, "user_version", 999).unwrap();
    drop(raw);
    let before = std::fs::read(&path).unwrap();
    let Err(refusal) = Store::open(&path) else { panic!("a newer database was opened") };
    assert!(matches!(refusal, StoreError::TooNew { found: 999, .. }), "{refusal}");
    assert_eq!(std::fs::read(&path).unwrap(), before, "nothing was touched");
    let failure = Failure::from(refusal);
    assert_eq!(failure.code, ErrorCode::DatabaseTooNew);
    assert!(failure.message.contains("newer version") && failure.message.contains("Nothing was changed"), "{failure}");
}

#[test]
fn a_file_that_is_no_database_names_the_remedy() {
    for content in [&b"This is a letter to my aunt."[..], &[0u8; 4096][..]] {
        let (_folder, path) = database();
        std::fs::write(&path, content).unwrap();
        let Err(refusal) = Store::open(&path) else { panic!("rubbish was opened") };
        assert!(matches!(refusal, StoreError::Damaged { .. }), "{refusal}");
        assert!(refusal.to_string().contains("apprentice repair database"), "{refusal}");
        assert_eq!(std::fs::read(&path).unwrap(), content, "nothing was touched");
    }
}

#[tokio::test]
async fn repairing_a_whole_database_changes_nothing() {
    let (_folder, path) = database();
    filled(&path).await;
    assert_eq!(recover(&path).unwrap(), Recovery::Intact);
}

#[tokio::test]
async fn repairing_carries_over_what_can_be_read_and_keeps_the_damaged_file() {
    let (_folder, path) = database();
    filled(&path).await;
    let mut bytes = std::fs::read(&path).unwrap();
    let end = bytes.len();
    bytes[end - 4096 * 3..].fill(0x55);
    std::fs::write(&path, &bytes).unwrap();
    let Recovery::Rebuilt { kept, rows, lost } = recover(&path).unwrap() else { panic!("the damage was not seen") };
    assert_eq!(std::fs::read(&kept).unwrap(), bytes, "the damaged file is kept as it was");
    assert!(rows > 0, "something was saved; lost: {lost:?}");
    let store = Store::open(&path).unwrap();
    let (found, total) = store.read(|db| sessions::list(db, Default::default())).await.unwrap();
    assert!(total > 0 && !found.is_empty() && total <= 200, "{total} sessions");
}

#[test]
fn repairing_rubbish_starts_anew_and_keeps_the_rubbish() {
    let (_folder, path) = database();
    std::fs::write(&path, b"rubbish").unwrap();
    let Recovery::Rebuilt { kept, rows, .. } = recover(&path).unwrap() else { panic!("rubbish passed for whole") };
    assert_eq!((std::fs::read(kept).unwrap(), rows), (b"rubbish".to_vec(), 0));
    assert!(Store::open(&path).is_ok());
}

fn damaged() -> Vec<u8> {
    let (_folder, path) = database();
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(filled(&path));
    let mut bytes = std::fs::read(&path).unwrap();
    let end = bytes.len();
    bytes[end - 4096 * 3..].fill(0x55);
    bytes
}

#[test]
fn a_repair_that_cannot_write_leaves_everything_where_it_is() {
    let (folder, path) = database();
    let bytes = damaged();
    std::fs::write(&path, &bytes).unwrap();
    // What the repair writes first has no place to go.
    std::fs::create_dir_all(folder.path().join("apprentice.db.repairing/in-the-way")).unwrap();
    assert!(recover(&path).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), bytes, "the damaged database stands at its place");
    std::fs::remove_dir_all(folder.path().join("apprentice.db.repairing")).unwrap();
    assert!(matches!(recover(&path).unwrap(), Recovery::Rebuilt { .. }), "and can be repaired");
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(!name.contains("repair"), "{name} is left");
    }
}

#[test]
fn a_second_name_that_a_killed_repair_gave_the_journal_is_not_written_over() {
    let (folder, path) = database();
    std::fs::write(&path, damaged()).unwrap();
    let (journal, left) = (folder.path().join("apprentice.db-wal"), folder.path().join("apprentice.db.damaged-1-wal"));
    std::fs::write(&journal, b"what was not yet in the database").unwrap();
    std::fs::hard_link(&journal, &left).unwrap();
    let Recovery::Rebuilt { kept, .. } = recover(&path).unwrap() else { panic!("the damage was not seen") };
    assert!(kept.ends_with("apprentice.db.damaged-2"), "{}", kept.display());
    assert_eq!(std::fs::read(&left).unwrap(), b"what was not yet in the database");
}

#[tokio::test]
async fn a_repair_that_was_killed_before_its_last_step_is_finished_by_whoever_opens_it() {
    let (folder, path) = database();
    filled(&path).await;
    std::fs::rename(&path, folder.path().join("apprentice.db.repaired")).unwrap();
    std::fs::write(&path, b"damaged").unwrap();
    std::fs::write(folder.path().join("apprentice.db-wal"), b"the journal of the damaged one").unwrap();
    let store = Store::open(&path).unwrap();
    let (_, total) = store.read(|db| sessions::list(db, Default::default())).await.unwrap();
    assert_eq!(total, 200);
    assert!(!folder.path().join("apprentice.db.repaired").exists());
}

#[tokio::test]
async fn a_full_disk_has_a_code_of_its_own_and_says_what_to_do() {
    let (_folder, path) = database();
    filled(&path).await;
    let store = Store::open(&path).unwrap();
    let full: Result<(), StoreError> = store
        .write(|tx| {
            // As many pages as there are, and not one more.
            let pages: u32 = tx.query_row("PRAGMA page_count", [], |row| row.get(0))?;
            tx.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))?;
            for n in 201..=2000 {
                sessions::put(tx, &session(n, "approved"))?;
            }
            Ok(())
        })
        .await;
    let failure = Failure::from(full.unwrap_err());
    assert_eq!((failure.code, failure.code.status(), failure.code.retryable()), (ErrorCode::DiskFull, 507, true));
    assert!(failure.message.contains("Free some space"), "{failure}");
    let (_, total) = store.read(|db| sessions::list(db, Default::default())).await.unwrap();
    assert_eq!(total, 200, "nothing was changed");
}

#[tokio::test]
async fn what_was_deleted_is_in_no_byte_of_the_files() {
    let (folder, path) = database();
    let store = Store::open(&path).unwrap();
    for n in 1..=300 {
        let mut record = session(n, "approved");
        record.session.goal = Some(format!("Lovelace {}", "x".repeat(n as usize * 7 % 900)));
        store.write(move |tx| sessions::put(tx, &record)).await.unwrap();
    }
    for n in 1..=300 {
        store.write(move |tx| sessions::put(tx, &session(n, "approved"))).await.unwrap();
    }
    store.vacuum().await.unwrap();
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        assert!(!bytes.windows(8).any(|part| part == b"Lovelace"), "{}", path.display());
    }
}
