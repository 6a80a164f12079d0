//! A database that stops taking changes at any point, as on a full disk: the operation is refused, nothing half-done is left, and the
//! same operation succeeds when there is room again.

use crate::imports;
use crate::road::{drafted, install, state};
use apprentice_contracts::error::{ErrorCode, Failure};
use apprentice_contracts::import::{SkillImportState as S, SkillImportUploadResponse};
use apprentice_contracts::proposal::{RejectProposalRequest, RequestedLane};
use apprentice_contracts::session::BoundarySource;
use apprentice_contracts::state::LearnSessionState;
use apprentice_engine::{Answer, Engine};
use apprentice_testkit::archives::tea;
use apprentice_testkit::*;
use rusqlite::Connection;
use serde_json::json;
use std::path::Path;
use tokio_util::sync::CancellationToken;

/// From the k-th change of a record on, every change fails. A rolled-back change is not counted.
pub(crate) fn stop_at(db: &Connection, k: u32) {
    db.execute_batch("CREATE TABLE fault (changes INTEGER NOT NULL, most INTEGER NOT NULL) STRICT").unwrap();
    db.execute("INSERT INTO fault VALUES (0, ?1)", [k]).unwrap();
    for (table, change) in places(db) {
        let sql = format!(
            "CREATE TRIGGER fault_{table}_{change} BEFORE {change} ON {table} BEGIN
                SELECT RAISE(ABORT, 'no room left') FROM fault WHERE changes + 1 >= most;
                UPDATE fault SET changes = changes + 1;
             END"
        );
        db.execute_batch(&sql).unwrap();
    }
}

/// Takes [`stop_at`] back. Returns how many changes were committed.
pub(crate) fn go_on(db: &Connection) -> u32 {
    let committed = db.query_row("SELECT changes FROM fault", [], |row| row.get(0)).unwrap();
    for (table, change) in places(db) {
        db.execute_batch(&format!("DROP TRIGGER IF EXISTS fault_{table}_{change}")).unwrap();
    }
    db.execute_batch("DROP TABLE fault").unwrap();
    committed
}

fn places(db: &Connection) -> Vec<(String, &'static str)> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'fault'";
    let mut tables = db.prepare(sql).unwrap();
    let tables: Vec<String> = tables.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    tables.into_iter().flat_map(|table| ["INSERT", "UPDATE", "DELETE"].map(|change| (table.clone(), change))).collect()
}

/// Everything below a folder that is a file, relative and sorted.
fn files(folder: &Path) -> Vec<String> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).into_iter().flatten().flatten() {
            match entry.file_type().unwrap().is_dir() {
                true => open.push(entry.path()),
                false => found.push(entry.path().strip_prefix(folder).unwrap().display().to_string()),
            }
        }
    }
    found.sort();
    found
}

/// A point that no operation reaches: its run counts the changes.
const NEVER: u32 = u32::MAX;

/// `make soak` sets it: every point is tried, instead of some that are spread over the operation.
const ALL: &str = "APPRENTICE_ALL_FAULTS";

/// The points at which an operation is stopped, after a run that is not stopped.
pub(crate) struct Points {
    /// How many points a short run tries.
    few: u32,
    left: Vec<u32>,
    /// Number of runs that were refused something.
    refused: u32,
}

impl Points {
    pub(crate) fn new(few: u32) -> Self {
        Self { few, left: vec![NEVER], refused: 0 }
    }

    /// The next point. After the last, the campaign must have shown that a stop is felt: otherwise nothing was stopped.
    pub(crate) fn next(&mut self) -> Option<u32> {
        let next = self.left.pop();
        assert!(next.is_some() || self.refused > 0, "no run was refused anything");
        next
    }

    /// After the run that was stopped at `k` and committed so many changes. `refused`: the caller was told of the stop.
    #[expect(clippy::disallowed_methods, reason = "a campaign is asked for by the environment")]
    pub(crate) fn after(&mut self, k: u32, committed: u32, refused: bool) {
        if k != NEVER {
            assert!(committed < k, "stopped at {k}, and {committed} changes were committed");
            self.refused += u32::from(refused);
        } else {
            assert!(!refused, "refused without a fault");
            assert!((3..400).contains(&committed), "{committed} changes");
            let tried = if std::env::var(ALL).is_ok() { committed } else { self.few.min(committed) };
            self.left = (1..=tried).map(|n| 1 + (n - 1) * (committed - 1) / (tried - 1).max(1)).rev().collect();
        }
    }
}

/// Ends the engine and starts it again, as a person does who has freed some space.
async fn restarted(world: &World, engine: Engine) -> Engine {
    engine.close().await;
    drop(engine);
    let engine = world.open().await;
    engine.keep_deadlines().await.unwrap();
    engine
}

/// Whether a session of any kind can be started: nothing holds the slot.
async fn can_go_on(engine: &Engine) {
    let next = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
    engine.cancel_session(next, BoundarySource::UserClick).await.unwrap();
}

#[tokio::test]
async fn an_installation_that_cannot_be_stored_at_any_point_leaves_a_whole_skill_or_none() {
    let mut points = Points::new(8);
    while let Some(k) = points.next() {
        let world = World::new();
        let engine = world.open().await;
        world.with_a_target(&engine).await;
        let (session, proposal) = drafted(&world, &engine, demonstrating()).await;
        stop_at(&world.raw(), k);
        let outcome = engine.install_proposal(proposal, install(RequestedLane::ExperimentalPrivate)).await;
        points.after(k, go_on(&world.raw()), outcome.is_err());
        let engine = restarted(&world, engine).await;
        let skills = world.home().join("sandbox/skills");
        let there = files(&skills);
        match state(&engine, session).await {
            LearnSessionState::InstalledPrivate => {
                assert!(there.iter().any(|file| file.ends_with("/SKILL.md")), "{k}: {there:?}");
                assert!(engine.availability().await.unwrap().abilities[0].usable_now, "{k}");
            }
            LearnSessionState::ReadyForReview => {
                outcome.unwrap_err();
                assert_eq!(there, [""; 0], "{k}: nothing is half-installed");
                engine.install_proposal(proposal, install(RequestedLane::ExperimentalPrivate)).await.unwrap();
            }
            LearnSessionState::Quarantined => {
                outcome.unwrap_err();
                assert_eq!(there, [""; 0], "{k}: nothing is half-installed");
            }
            other => panic!("{k}: {other:?}"),
        }
        can_go_on(&engine).await;
        engine.close().await;
    }
}

#[tokio::test]
async fn an_import_that_cannot_be_stored_at_any_point_is_taken_up_again() {
    let mut points = Points::new(8);
    while let Some(k) = points.next() {
        let world = World::new();
        let engine = world.open().await;
        world.with_a_target(&engine).await;
        let upload = imports::upload(&engine, &tea()).await;
        let id = upload.import_id;
        stop_at(&world.raw(), k);
        let outcome = bring_in(&engine, &upload).await;
        points.after(k, go_on(&world.raw()), outcome.is_err());
        let engine = restarted(&world, engine).await;
        assert!(outcome.is_ok() || k != NEVER, "{outcome:?}");
        let skills = world.home().join("sandbox/skills");
        if imports::state(&engine, id).await != S::InstalledPrivate {
            assert_eq!(files(&skills), [""; 0], "{k}: nothing is half-installed");
            bring_in(&engine, &upload).await.unwrap_or_else(|refusal| panic!("{k}: {refusal}"));
        }
        assert_eq!(imports::state(&engine, id).await, S::InstalledPrivate, "{k}");
        assert!(files(&skills).iter().any(|file| file.ends_with("/SKILL.md")), "{k}");
        engine.close().await;
    }
}

/// The next steps of an import until it is installed.
async fn bring_in(engine: &Engine, upload: &SkillImportUploadResponse) -> Answer<()> {
    let id = upload.import_id;
    for _ in 0..8 {
        match engine.import_detail(id).await?.import_record.stage_state {
            S::Uploaded => {
                engine.scan_import(imports::of(upload), CancellationToken::new()).await?;
            }
            S::ScanComplete => {
                engine.stage_import(serde_json::from_value(json!({ "import_id": id })).unwrap()).await?;
            }
            S::ReadyForReview => {
                engine.install_import(serde_json::from_value(json!({ "import_id": id })).unwrap()).await?;
            }
            failed @ (S::ScanFailed | S::StageFailed | S::InstallFailed) => {
                let step = match failed {
                    S::ScanFailed => "scan",
                    S::StageFailed => "stage",
                    _ => "install",
                };
                let again = serde_json::from_value(json!({ "import_id": id, "retry_kind": step })).unwrap();
                engine.retry_import(again, CancellationToken::new()).await?;
            }
            S::InstalledPrivate => return Ok(()),
            other => return Err(Failure::new(ErrorCode::Internal, format!("{other:?}"))),
        }
    }
    Err(Failure::new(ErrorCode::Internal, "it does not come to an end"))
}

#[tokio::test]
async fn a_capture_that_cannot_be_stored_at_any_point_can_be_ended_and_the_next_one_begun() {
    let mut points = Points::new(4);
    while let Some(k) = points.next() {
        let world = World::new();
        let engine = world.open().await;
        let id = engine.create_session(demonstrating()).await.unwrap().session.learn_session_id;
        stop_at(&world.raw(), k);
        let mut outcome = engine.start_session(id, BoundarySource::UserClick).await.map(drop);
        if outcome.is_ok() {
            world.inserts_a_customer("Ada Lovelace", "ada@example.net");
            // What cannot be stored is tried again for a minute, which passes at once.
            tokio::time::pause();
            // Refused or done; the state says it.
            outcome = engine.stop_session(id, BoundarySource::UserClick).await.map(drop);
            tokio::time::resume();
        }
        points.after(k, go_on(&world.raw()), outcome.is_err());
        let engine = restarted(&world, engine).await;
        match state(&engine, id).await {
            LearnSessionState::Armed | LearnSessionState::Capturing | LearnSessionState::Paused => {
                engine.cancel_session(id, BoundarySource::UserClick).await.unwrap();
            }
            LearnSessionState::Stopped => {
                // What was stored is a draft, or too little for one.
                match engine.generate_proposal(id).await {
                    Ok(draft) => {
                        engine.keep_deadlines().await.unwrap();
                        engine
                            .reject_proposal(
                                draft.proposal_id,
                                RejectProposalRequest { reason: "enough".into(), client_request_id: None },
                            )
                            .await
                            .unwrap();
                    }
                    Err(refusal) => {
                        assert_eq!(refusal.code, ErrorCode::InsufficientTraces, "{k}: {refusal}");
                        engine.cancel_session(id, BoundarySource::UserClick).await.unwrap();
                    }
                }
            }
            other => panic!("{k}: {other:?}"),
        }
        can_go_on(&engine).await;
        engine.close().await;
    }
}

#[tokio::test]
async fn a_deletion_that_cannot_be_stored_at_any_point_deletes_everything_or_nothing() {
    let mut points = Points::new(6);
    while let Some(k) = points.next() {
        let world = World::new();
        let engine = world.open().await;
        let (session, proposal) = drafted(&world, &engine, demonstrating()).await;
        engine
            .reject_proposal(proposal, RejectProposalRequest { reason: "enough".into(), client_request_id: None })
            .await
            .unwrap();
        stop_at(&world.raw(), k);
        let outcome = engine.delete_session(session).await;
        points.after(k, go_on(&world.raw()), outcome.is_err());
        let engine = restarted(&world, engine).await;
        if let Ok(detail) = engine.session_detail(session).await {
            outcome.unwrap_err();
            assert_eq!(detail.session.state, LearnSessionState::Rejected, "{k}: as before");
            engine.delete_session(session).await.unwrap();
        }
        engine.keep_deadlines().await.unwrap();
        let engine = restarted(&world, engine).await;
        engine.session_detail(session).await.unwrap_err();
        can_go_on(&engine).await;
        engine.close().await;
        drop(engine);
        let left: Vec<String> = files(&world.home())
            .into_iter()
            .filter(|file| {
                let bytes = std::fs::read(world.home().join(file)).unwrap();
                bytes.windows(8).any(|part| part == b"Lovelace")
            })
            .collect();
        assert_eq!(left, [""; 0], "{k}: no byte of what was typed is left");
    }
}
