//! Changes that share a commit: each one succeeds or fails alone, and acknowledged changes survive `kill -9`.

use crate::{at, id, session};
use apprentice_contracts::event::{EventKind, LearnSessionEvent};
use apprentice_store::events::NewEvent;
use apprentice_store::{Store, StoreError, events, outbox, sessions};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use tokio::task::JoinHandle;

type Written<T> = JoinHandle<Result<T, StoreError>>;

fn database(folder: &Path) -> PathBuf {
    folder.join("apprentice.db")
}

fn event(n: u128, payload: serde_json::Value) -> NewEvent {
    NewEvent { session_id: id(n), kind: EventKind::SessionChanged, payload, action: None, at: at(0) }
}

async fn opened() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&database(folder.path())).unwrap();
    store.write(|tx| sessions::put(tx, &session(1, "approved"))).await.unwrap();
    (folder, store)
}

/// Keeps the writer busy until the returned sender is dropped, so that changes requested in the meantime share a commit.
async fn busy(store: &Store) -> (mpsc::Sender<()>, Written<()>) {
    let (release, held) = mpsc::channel::<()>();
    let (began, begun) = tokio::sync::oneshot::channel();
    let store = store.clone();
    let first = tokio::spawn(async move {
        store
            .write(move |_| {
                began.send(()).unwrap();
                // Ends with an error when the sender is dropped, which is the signal.
                let _ = held.recv();
                Ok::<_, StoreError>(())
            })
            .await
    });
    begun.await.unwrap();
    (release, first)
}

async fn stored_events(store: &Store) -> Vec<LearnSessionEvent> {
    store.read(|db| events::after(db, id(1), 0, 10_000)).await.unwrap()
}

#[tokio::test]
async fn a_failing_or_panicking_change_is_rolled_back_alone_and_order_is_kept() {
    let (_folder, store) = opened().await;
    let (release, first) = busy(&store).await;
    let commits = store.commits();
    let before = *commits.borrow();
    let mut asked: Vec<Written<u32>> = Vec::new();
    for n in 0..50 {
        let store = store.clone();
        asked.push(tokio::spawn(async move {
            store
                .write(move |tx| {
                    let event = events::append(tx, event(1, json!(n)))?;
                    match n % 10 {
                        3 => Err(StoreError::Busy),
                        7 => panic!("on purpose"),
                        _ => Ok(event.seq),
                    }
                })
                .await
        }));
        // Each one is requested after the previous one.
        tokio::task::yield_now().await;
    }
    drop(release);
    first.await.unwrap().unwrap();
    let mut expected = Vec::new();
    for (n, asked) in asked.into_iter().enumerate() {
        match (n % 10, asked.await.unwrap()) {
            (3, Err(StoreError::Busy)) | (7, Err(StoreError::Closed)) => {}
            (3 | 7, other) => panic!("{n} got {other:?} instead of its own error"),
            (_, result) => {
                expected.push(json!(n));
                assert_eq!(result.unwrap() as usize, expected.len(), "a number is given to one event only");
            }
        }
    }
    let stored: Vec<_> = stored_events(&store).await.into_iter().map(|event| event.payload).collect();
    assert_eq!(stored, expected);
    let commits = *commits.borrow() - before;
    assert!(commits <= 6, "they share commits, unless the five panics take long to log: {commits}");
}

#[tokio::test]
async fn every_caller_of_a_failing_commit_gets_its_error() {
    let (_folder, store) = opened().await;
    let (release, first) = busy(&store).await;
    let good = tokio::spawn({
        let store = store.clone();
        async move { store.write(|tx| events::append(tx, event(1, json!("good")))).await }
    });
    tokio::task::yield_now().await;
    let bad = tokio::spawn({
        let store = store.clone();
        async move {
            store
                .write(|tx| {
                    // The violation is detected at the commit.
                    tx.execute_batch("PRAGMA defer_foreign_keys = ON").map_err(StoreError::from)?;
                    events::append(tx, event(99, json!("of no session")))
                })
                .await
        }
    });
    tokio::task::yield_now().await;
    drop(release);
    for result in [first.await.unwrap(), good.await.unwrap().map(drop), bad.await.unwrap().map(drop)] {
        assert!(matches!(result, Err(StoreError::Sqlite(_))), "{result:?}");
    }
    assert!(stored_events(&store).await.is_empty(), "nothing of it was committed");
    store.write(|tx| events::append(tx, event(1, json!("after")))).await.unwrap();
    assert_eq!(stored_events(&store).await.len(), 1, "the writer continues");
}

#[tokio::test]
async fn on_a_full_disk_every_caller_gets_the_true_result() {
    let (_folder, store) = opened().await;
    let (release, first) = busy(&store).await;
    let mut asked: Vec<Written<()>> = Vec::new();
    for n in 0..20_u32 {
        let store = store.clone();
        asked.push(tokio::spawn(async move {
            store
                .write(move |tx| {
                    if n == 10 {
                        let pages: u32 = tx.query_row("PRAGMA page_count", [], |row| row.get(0))?;
                        tx.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))?;
                        (0..2000).try_for_each(|_| events::append(tx, event(1, json!("x".repeat(500)))).map(drop))?;
                    }
                    outbox::mark(tx, &format!("n{n}"))
                })
                .await
        }));
        tokio::task::yield_now().await;
    }
    drop(release);
    let _either = first.await.unwrap();
    let mut acknowledged = Vec::new();
    for (n, asked) in asked.into_iter().enumerate() {
        match asked.await.unwrap() {
            Ok(()) => acknowledged.push(format!("n{n}")),
            Err(StoreError::DiskFull | StoreError::RolledBack) => {}
            Err(other) => panic!("{n} got {other:?}"),
        }
    }
    acknowledged.sort();
    assert!(!acknowledged.contains(&"n10".to_owned()), "it did not fit");
    let stored: Vec<_> = store.read(|db| outbox::stale(db)).await.unwrap().into_iter().map(|row| row.projection).collect();
    assert_eq!(stored, acknowledged);
    assert!(stored_events(&store).await.is_empty(), "nothing of the change that did not fit was stored");
}

const FOLDER: &str = "APPRENTICE_STORE_FOLDER";
const KILLS: &str = "APPRENTICE_KILLS";
const WRITERS: u32 = 40;

#[expect(clippy::disallowed_methods, reason = "the parent passes the folder to its child process in the environment")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Writes until it is killed, and prints what was acknowledged.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "the child process of `kill_9_loses_nothing_that_was_acknowledged`"]
async fn kill_child() {
    let folder = variable(FOLDER).expect("the parent test passes the folder");
    let store = Store::open(&database(Path::new(&folder))).unwrap();
    store.write(|tx| sessions::put(tx, &session(1, "approved"))).await.unwrap();
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let store = store.clone();
            tokio::spawn(async move {
                for n in 0_u32.. {
                    let stored = store.write(move |tx| events::append(tx, event(1, json!([writer, n])))).await.unwrap();
                    println!("\nACK {} {writer} {n}.", stored.seq);
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
}

/// Starts the child process, kills it after `kill_after` acknowledgements, and returns all of them.
fn acknowledged(folder: &Path, kill_after: usize) -> BTreeMap<u32, serde_json::Value> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "group_commit::kill_child", "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut acknowledged = BTreeMap::new();
    for line in lines {
        // The kill may cut the last line; a complete one ends in a full stop.
        let words = line.strip_prefix("ACK ").and_then(|line| line.strip_suffix('.')).unwrap_or_default();
        let numbers: Vec<u32> = words.split(' ').map_while(|word| word.parse().ok()).collect();
        if let [seq, writer, n] = numbers[..] {
            acknowledged.insert(seq, json!([writer, n]));
        }
        if acknowledged.len() == kill_after {
            child.kill().unwrap();
        }
    }
    child.wait().unwrap();
    acknowledged
}

#[tokio::test]
async fn kill_9_loses_nothing_that_was_acknowledged() {
    let rounds: usize = variable(KILLS).map_or(4, |kills| kills.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let (mut events_before, mut total) = (0, 0);
    for round in 0..rounds {
        let acknowledged = acknowledged(folder.path(), 100 + 37 * (round % 11));
        assert!(acknowledged.len() >= 100, "it was killed while it was writing");
        let store = Store::open(&database(folder.path())).unwrap();
        let stored = stored_since(&store, events_before).await;
        for (place, event) in stored.iter().enumerate() {
            assert_eq!(event.seq as usize, events_before as usize + place + 1, "no gap");
        }
        for (seq, payload) in &acknowledged {
            let stored = stored.get((seq - events_before) as usize - 1);
            assert_eq!(stored.map(|event| &event.payload), Some(payload), "{seq} was acknowledged in round {round}");
        }
        events_before += stored.len() as u32;
        total += acknowledged.len();
        store.close().await;
    }
    println!("{rounds} kills, {total} acknowledged changes, all of them stored");
}

async fn stored_since(store: &Store, seq: u32) -> Vec<LearnSessionEvent> {
    store.read(move |db| events::after(db, id(1), seq, 1_000_000)).await.unwrap()
}
