//! Readings of a demonstration: the first one of a source counts, the last one replaces, and a session has limits.

use crate::{id, session};
use apprentice_contracts::reading::{ReadCell, ReadRecord, Reading, ReadingSource, RecordKind};
use apprentice_store::readings::{self, MAX_SOURCES, Stored, StoredReadings};
use apprentice_store::{Store, StoreError, Transaction, sessions};

async fn with<T: Send + 'static>(work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError> + Send + 'static) -> T {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("apprentice.db")).unwrap();
    store
        .write(|db| {
            sessions::put(db, &session(1, "capturing"))?;
            work(db)
        })
        .await
        .unwrap()
}

fn page(n: u32) -> ReadingSource {
    ReadingSource::Page { url: format!("http://app.example/{n}") }
}

fn reading(n: u32, text: &str) -> Reading {
    let cell = ReadCell { header: String::new(), text: text.into() };
    let record = ReadRecord { kind: RecordKind::Item, place: None, cells: vec![cell], controls: Vec::new(), link: None };
    Reading { source: page(n), title: String::new(), complete: true, records: vec![record] }
}

#[tokio::test]
async fn a_later_reading_replaces_an_earlier_one() {
    let found = with(|db| {
        readings::add_before(db, id(1), 3, &reading(1, "first"))?;
        readings::add_before(db, id(1), 9, &reading(1, "later"))?;
        readings::put_after(db, id(1), 9, &page(1), &Err("it answered 503".into()))?;
        readings::put_after(db, id(1), 9, &page(1), &Ok(reading(1, "end")))?;
        readings::put_after(db, id(1), 9, &page(2), &Err("it answered 404".into()))?;
        readings::of_session(db, id(1))
    })
    .await;
    let known =
        StoredReadings { source: page(1), seen_after: 9, before: Some(reading(1, "later")), after: Some(Ok(reading(1, "end"))) };
    let new = StoredReadings { source: page(2), seen_after: 9, before: None, after: Some(Err("it answered 404".into())) };
    assert_eq!(found, [known, new]);
}

#[tokio::test]
async fn a_session_has_at_most_so_many_sources_and_bytes() {
    with(|db| {
        for n in 0..MAX_SOURCES {
            assert_eq!(readings::add_before(db, id(1), 0, &reading(n, "a"))?, Stored::Yes);
        }
        assert_eq!(readings::add_before(db, id(1), 0, &reading(99, "a"))?, Stored::LimitReached);
        assert_eq!(readings::put_after(db, id(1), 0, &page(0), &Ok(reading(0, "b")))?, Stored::Yes, "a known source has room");
        readings::delete_of_session(db, id(1))?;
        let large = "x".repeat(readings::MAX_BYTES * 2 / 3);
        assert_eq!(readings::add_before(db, id(1), 0, &reading(1, &large))?, Stored::Yes);
        assert_eq!(readings::put_after(db, id(1), 0, &page(1), &Ok(reading(1, &large)))?, Stored::LimitReached);
        assert_eq!(readings::put_after(db, id(1), 0, &page(1), &Ok(reading(1, "small")))?, Stored::Yes);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn readings_are_deleted_with_their_session() {
    with(|db| {
        readings::add_before(db, id(1), 0, &reading(1, "a"))?;
        sessions::delete(db, id(1))?;
        assert_eq!(readings::of_session(db, id(1))?, []);
        Ok(())
    })
    .await;
}
