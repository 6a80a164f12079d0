//! Damaged, newer and full databases, and the recovery of what can be read.

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
async fn written_records_survive_reopening() {
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
    assert_eq!(std::fs::read(&path).unwrap(), before, "the file is unchanged");
    let failure = Failure::from(refusal);
    assert_eq!(failure.code, ErrorCode::DatabaseTooNew);
    assert!(failure.message.contains("newer version") && failure.message.contains("Nothing was changed"), "{failure}");
}

#[test]
fn a_file_that_is_not_a_database_is_refused_with_the_remedy() {
    for content in [&b"This is a letter to my aunt."[..], &[0u8; 4096][..]] {
        let (_folder, path) = database();
        std::fs::write(&path, content).unwrap();
        let Err(refusal) = Store::open(&path) else { panic!("garbage was opened") };
        assert!(matches!(refusal, StoreError::Damaged { .. }), "{refusal}");
        assert!(refusal.to_string().contains("apprentice repair database"), "{refusal}");
        assert_eq!(std::fs::read(&path).unwrap(), content, "the file is unchanged");
    }
}

/// A flipped version number must not keep a person from repairing; a newer program's tables still do.
#[tokio::test]
async fn a_wrong_version_number_is_mended_and_a_newer_schema_is_not() {
    let (_folder, path) = database();
    filled(&path).await;
    let raw = || rusqlite::Connection::open(&path).unwrap();
    let right: u32 = raw().pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    for wrong in [right + 1, right | 1 << 30, 999] {
        raw().pragma_update(None, "user_version", wrong).unwrap();
        assert!(matches!(Store::open(&path), Err(StoreError::TooNew { .. })), "{wrong}");
        assert_eq!(recover(&path).unwrap(), Recovery::Mended { set_aside: 0, version: true }, "{wrong}");
        Store::open(&path).unwrap().close().await;
    }
    for wrong in [0, 1, right - 1] {
        raw().pragma_update(None, "user_version", wrong).unwrap();
        let Recovery::Rebuilt { rows, lost, .. } = recover(&path).unwrap() else { panic!("{wrong} was not noticed") };
        assert!(rows >= 200 && lost.is_empty(), "{wrong}: {rows} rows, {lost:?}");
    }
    raw().execute_batch(&format!("CREATE TABLE of_the_future (a); PRAGMA user_version = {};", right + 1)).unwrap();
    assert!(matches!(recover(&path), Err(StoreError::TooNew { .. })));
}

#[tokio::test]
async fn one_unreadable_record_is_left_out_told_and_set_aside() {
    let every = apprentice_contracts::page::PageQuery { page: 1, page_size: 100 };
    for damage in [
        "UPDATE sessions SET body = 'not json' WHERE rowid = 7",
        "UPDATE sessions SET body = '' WHERE rowid = 7",
        "UPDATE sessions SET body = '[]' WHERE rowid = 7",
        "UPDATE sessions SET body = substr(body, 1, 40) WHERE rowid = 7",
        "UPDATE sessions SET body = json_set(body, '$.session.state', 'dancing') WHERE rowid = 7",
        "UPDATE sessions SET body = cast(x'fffefd' AS TEXT) WHERE rowid = 7",
        // Still JSON and still a session, and not what was stored.
        "UPDATE sessions SET body = replace(body, 'guided', 'silent') WHERE rowid = 7",
        "UPDATE sessions SET body = replace(body, '\"lost\":0', '\"lost\":1') WHERE rowid = 7",
        "UPDATE sessions SET body = body || ' ' WHERE rowid = 7",
    ] {
        let (_folder, path) = database();
        filled(&path).await;
        rusqlite::Connection::open(&path).unwrap().execute(damage, []).unwrap();
        let store = Store::open(&path).unwrap();
        let counted = apprentice_store::damaged_records::unreadable();
        let mut listed = 0;
        for page in 1..=2 {
            let page = apprentice_contracts::page::PageQuery { page, ..every };
            listed += store.read(move |db| sessions::list(db, page)).await.unwrap().0.len();
        }
        assert_eq!(listed, 199, "{damage}");
        assert!(apprentice_store::damaged_records::unreadable() >= counted, "{damage}");
        assert!(apprentice_store::damaged_records::unreadable() > 0, "it is counted for the doctor");
        store.close().await;
        assert_eq!(recover(&path).unwrap(), Recovery::Mended { set_aside: 1, version: false }, "{damage}");
        let raw = rusqlite::Connection::open(&path).unwrap();
        let (table, content): (String, String) =
            raw.query_row("SELECT table_name, content FROM damaged_records", [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        assert!(table == "sessions" && content.contains("session_id"), "{damage}: {content}");
        assert_eq!(raw.query_row("SELECT count(*) FROM sessions", [], |row| row.get::<_, u32>(0)).unwrap(), 199);
        drop(raw);
        assert_eq!(recover(&path).unwrap(), Recovery::Intact, "once is enough");
    }
}

/// One bit of one letter, in a file that was closed properly: SQLite finds nothing wrong, and the record is still JSON.
#[tokio::test]
async fn a_flipped_bit_in_a_text_is_never_served() {
    let (folder, path) = database();
    filled(&path).await;
    let whole = std::fs::read(&path).unwrap();
    let texts: Vec<usize> = (0..whole.len()).filter(|at| whole[*at..].starts_with(b"demonstrating_skill")).collect();
    assert_eq!(texts.len(), 200);
    let start = |at: usize| whole[..at].windows(18).rposition(|bytes| bytes == b"\"learn_session_id\"").unwrap();
    for at in texts.into_iter().step_by(23) {
        let id: String = whole[start(at) + 20..start(at) + 56].iter().map(|byte| char::from(*byte)).collect();
        let id: apprentice_contracts::ids::LearnSessionId = id.parse().unwrap();
        for (place, bit) in [(start(at) + 54, 0), (start(at) + 55, 1)] {
            let mut bytes = whole.clone();
            bytes[place] ^= 1 << bit;
            let path = folder.path().join("flipped.db");
            std::fs::write(&path, &bytes).unwrap();
            let before = apprentice_store::damaged_records::unreadable();
            let store = Store::open(&path).unwrap();
            assert!(apprentice_store::damaged_records::unreadable() > before, "it is counted before anybody asks");
            let refusal = store.read(move |db| sessions::get(db, id)).await.unwrap_err();
            assert!(refusal.to_string().contains("repair database"), "{refusal}");
            let every = apprentice_contracts::page::PageQuery { page: 1, page_size: 1000 };
            let (listed, _) = store.read(move |db| sessions::list(db, every)).await.unwrap();
            assert_eq!(listed.len(), 199);
            store.close().await;
            assert_eq!(recover(&path).unwrap(), Recovery::Mended { set_aside: 1, version: false });
        }
    }
}

/// Records of older programs have no checksum. They get one at the next start, whether the file is small or large.
#[tokio::test]
async fn records_without_a_checksum_are_sealed_and_not_lost() {
    const LACKING: &str = "SELECT count(*) FROM sessions WHERE rtrim(body, char(32, 9, 10, 13)) = body";
    for large in [false, true] {
        let (_folder, path) = database();
        filled(&path).await;
        let raw = || rusqlite::Connection::open(&path).unwrap();
        raw().execute("UPDATE sessions SET body = rtrim(body, char(32, 9, 10, 13))", []).unwrap();
        if large {
            raw().execute_batch("CREATE TABLE ballast (b BLOB); INSERT INTO ballast VALUES (zeroblob(5000000));").unwrap();
        }
        let lacking = || raw().query_row(LACKING, [], |row| row.get::<_, u32>(0)).unwrap();
        assert_eq!(lacking(), 200);
        let store = Store::open(&path).unwrap();
        assert_eq!(store.is_checked(), !large);
        if large {
            assert_eq!(lacking(), 200, "a large file is not held up");
            store.check().await.unwrap();
        }
        assert_eq!(lacking(), 0);
        assert_eq!(store.read(|db| sessions::get(db, id(7))).await.unwrap(), Some(session(7, "approved")));
        store.close().await;
        assert_eq!(recover(&path).unwrap(), Recovery::Intact);
    }
}

/// After a proper end too: nothing of the damaged page is served.
#[tokio::test]
async fn damage_is_found_after_a_clean_end() {
    for large in [false, true] {
        let (_folder, path) = database();
        filled(&path).await;
        if large {
            let raw = rusqlite::Connection::open(&path).unwrap();
            raw.execute_batch("CREATE TABLE ballast (b BLOB); INSERT INTO ballast VALUES (zeroblob(5000000));").unwrap();
        }
        let mut bytes = std::fs::read(&path).unwrap();
        let page = bytes.chunks(4096).position(|page| page[0] == 13 && page.windows(8).any(|text| text == b"approved")).unwrap();
        bytes[page * 4096 + 8..page * 4096 + 64].fill(0xff);
        std::fs::write(&path, &bytes).unwrap();
        let refusal = match Store::open(&path) {
            Err(refusal) => refusal,
            Ok(_) if !large => panic!("it was served"),
            Ok(store) => store.check().await.unwrap_err(),
        };
        assert!(refusal.to_string().contains("repair database"), "{refusal}");
    }
}

/// After a crash the file is looked through before it is served.
#[tokio::test]
async fn damage_is_found_after_an_unclean_end() {
    let (_folder, path) = database();
    filled(&path).await;
    let mut bytes = std::fs::read(&path).unwrap();
    // A leaf page of a table: its cells point nowhere.
    let page = bytes.len() / 4096 - 2;
    bytes[page * 4096 + 8..page * 4096 + 64].fill(0xff);
    std::fs::write(&path, &bytes).unwrap();
    std::fs::write(path.with_extension("db-wal"), [0; 32]).unwrap();
    let Err(refusal) = Store::open(&path) else { panic!("it was served") };
    assert!(matches!(refusal, StoreError::Damaged { .. }) && refusal.to_string().contains("repair database"), "{refusal}");
}

/// SQLite takes a flipped bit in the definition of a table for another name, or cannot read any table, or its name is no text.
#[tokio::test]
async fn a_damaged_definition_is_found_and_costs_its_own_table_at_most() {
    let (folder, path) = database();
    filled(&path).await;
    let whole = std::fs::read(&path).unwrap();
    let at = |text: &str| whole.windows(text.len()).position(|bytes| bytes == text.as_bytes()).expect(text);
    let places = [
        at("CREATE TABLE session_events") + 1,
        at("CREATE TABLE receipts") + 14,
        at("CREATE TABLE friction") + 24,
        at("CREATE INDEX") + 2,
        // A function that SQLite does not know is told only by the check of the pages.
        at("json_extract(body, '$.payload.source')") + 2,
    ];
    for place in places.iter().flat_map(|place| [*place, place + 3, place + 9]) {
        for bit in [0, 5, 7] {
            let mut bytes = whole.clone();
            bytes[place] ^= 1 << bit;
            let path = folder.path().join(format!("{place}-{bit}.db"));
            std::fs::write(&path, &bytes).unwrap();
            let Err(refusal) = Store::open(&path) else { panic!("{place}, bit {bit}: it was served") };
            assert!(matches!(refusal, StoreError::Damaged { .. }), "{place}, bit {bit}: {refusal}");
            let repaired = recover(&path).unwrap();
            let Recovery::Rebuilt { lost, .. } = repaired else { panic!("{place}, bit {bit}: {repaired:?}") };
            assert!(lost.len() <= 1 && !lost.contains(&"sessions".to_owned()), "{place}, bit {bit} costs {lost:?}");
            let store = Store::open(&path).unwrap();
            let (_, total) = store.read(|db| sessions::list(db, Default::default())).await.unwrap();
            assert_eq!(total, 200, "{place}, bit {bit}");
            store.close().await;
        }
    }
}

#[tokio::test]
async fn recovering_an_intact_database_changes_nothing() {
    let (_folder, path) = database();
    filled(&path).await;
    assert_eq!(recover(&path).unwrap(), Recovery::Intact);
}

#[tokio::test]
async fn recovery_copies_readable_rows_and_keeps_the_damaged_file() {
    let (_folder, path) = database();
    filled(&path).await;
    let mut bytes = std::fs::read(&path).unwrap();
    let end = bytes.len();
    bytes[end - 4096 * 3..].fill(0x55);
    std::fs::write(&path, &bytes).unwrap();
    let Recovery::Rebuilt { kept, rows, lost, .. } = recover(&path).unwrap() else { panic!("the damage was not detected") };
    assert_eq!(std::fs::read(&kept).unwrap(), bytes, "the damaged file is kept unchanged");
    assert!(rows > 0, "some rows were copied; lost: {lost:?}");
    let store = Store::open(&path).unwrap();
    let (found, total) = store.read(|db| sessions::list(db, Default::default())).await.unwrap();
    assert!(total > 0 && !found.is_empty() && total <= 200, "{total} sessions");
}

#[test]
fn recovering_garbage_creates_an_empty_database_and_keeps_the_garbage() {
    let (_folder, path) = database();
    std::fs::write(&path, b"garbage").unwrap();
    let Recovery::Rebuilt { kept, rows, .. } = recover(&path).unwrap() else {
        panic!("garbage was taken for an intact database")
    };
    assert_eq!((std::fs::read(kept).unwrap(), rows), (b"garbage".to_vec(), 0));
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
fn a_recovery_that_cannot_write_changes_nothing() {
    let (folder, path) = database();
    let bytes = damaged();
    std::fs::write(&path, &bytes).unwrap();
    // The recovery cannot write its first file.
    std::fs::create_dir_all(folder.path().join("apprentice.db.repairing/in-the-way")).unwrap();
    assert!(recover(&path).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), bytes, "the damaged database is still at its path");
    std::fs::remove_dir_all(folder.path().join("apprentice.db.repairing")).unwrap();
    assert!(matches!(recover(&path).unwrap(), Recovery::Rebuilt { .. }), "it can be recovered now");
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(!name.contains("repair"), "{name} is left");
    }
}

#[test]
fn the_second_name_of_a_journal_from_a_killed_recovery_is_not_overwritten() {
    let (folder, path) = database();
    std::fs::write(&path, damaged()).unwrap();
    let (journal, left) = (folder.path().join("apprentice.db-wal"), folder.path().join("apprentice.db.damaged-1-wal"));
    std::fs::write(&journal, b"what was not yet in the database").unwrap();
    std::fs::hard_link(&journal, &left).unwrap();
    let Recovery::Rebuilt { kept, .. } = recover(&path).unwrap() else { panic!("the damage was not detected") };
    assert!(kept.ends_with("apprentice.db.damaged-2"), "{}", kept.display());
    assert_eq!(std::fs::read(&left).unwrap(), b"what was not yet in the database");
}

#[tokio::test]
async fn opening_completes_a_recovery_that_was_killed_before_its_last_step() {
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
async fn a_full_disk_has_its_own_code_and_a_remedy() {
    let (_folder, path) = database();
    filled(&path).await;
    let store = Store::open(&path).unwrap();
    let full: Result<(), StoreError> = store
        .write(|tx| {
            // No page more than there is now.
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
async fn vacuum_removes_every_byte_of_deleted_records() {
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

/// An index of `abilities` reads their JSON, so SQLite itself fails on one that is none any more.
#[tokio::test]
async fn broken_json_under_an_index_is_damage_and_is_set_aside() {
    let (_folder, path) = database();
    filled(&path).await;
    let raw = rusqlite::Connection::open(&path).unwrap();
    raw.execute_batch("INSERT INTO abilities (ability_id, lane, body) VALUES ('a', 'l', '{\"a kettle\":1}')").unwrap();
    drop(raw);
    let mut bytes = std::fs::read(&path).unwrap();
    let at = bytes.windows(12).position(|part| part == b"{\"a kettle\":").unwrap();
    bytes[at] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let Err(refusal) = Store::open(&path) else { panic!("it was served") };
    assert!(matches!(refusal, StoreError::Damaged { .. }), "{refusal}");
    let Recovery::Rebuilt { set_aside, .. } = recover(&path).unwrap() else { panic!("it was not rebuilt") };
    assert_eq!(set_aside, 1);
    Store::open(&path).unwrap().close().await;
}
