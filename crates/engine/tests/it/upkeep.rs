//! What time does (§0C.16D): archives, compaction, and a year in which nothing that is in use gets lost.

use crate::road::{drafted, edit, settled};
use crate::sessions::CLICK;
use apprentice_contracts::ability::CheckpointHealth;
use apprentice_contracts::checkpoint::CheckpointStatus;
use apprentice_contracts::error::ErrorCode;
use apprentice_contracts::page::PageQuery;
use apprentice_contracts::proposal::*;
use apprentice_contracts::runtime::Clock;
use apprentice_contracts::session::RetainSessionRequest;
use apprentice_contracts::state::LearnSessionState as State;
use apprentice_engine::Engine;
use apprentice_testkit::*;
use chrono::Duration;

fn reject() -> RejectProposalRequest {
    RejectProposalRequest { reason: "Not that".into(), client_request_id: None }
}

async fn after(world: &World, engine: &Engine, days: i64) {
    world.clock.advance(Duration::days(days));
    settled(engine).await;
}

#[tokio::test]
async fn what_ended_long_ago_leaves_the_lists_and_stays_in_the_history() {
    let world = World::new();
    let engine = world.open().await;
    let (session, proposal) = drafted(&world, &engine, demonstrating()).await;
    engine.reject_proposal(proposal, reject()).await.unwrap();
    let (of_session, of_proposal) =
        (format!("learning/archived/sessions/{session}.json"), format!("learning/archived/proposals/{proposal}.json"));
    let file = |path: &str| world.home().join("system").join(path);
    let draft = file(&format!("learning/proposals/{proposal}/SKILL.md"));
    after(&world, &engine, 13).await;
    assert_eq!(engine.list_proposals(PageQuery::default()).await.unwrap().total, 1);
    assert!(draft.exists() && !file(&of_proposal).exists());
    after(&world, &engine, 2).await;
    assert_eq!(engine.list_proposals(PageQuery::default()).await.unwrap().total, 0, "after fourteen days");
    assert!(!draft.exists() && !file(&of_session).exists());
    let archived = world.projection(&of_proposal);
    assert_eq!(archived["validation_runs"].as_array().unwrap().len(), 4, "its tests go with it");
    assert!(!archived["validation_steps"].as_array().unwrap().is_empty());
    assert!(
        world.lines("learning/validation_runs.jsonl").is_empty()
            && world.lines("learning/validation_step_results.jsonl").is_empty()
    );
    assert_eq!(engine.list_sessions(PageQuery::default()).await.unwrap().total, 1);
    after(&world, &engine, 16).await;
    assert_eq!(engine.list_sessions(PageQuery::default()).await.unwrap().total, 0, "after thirty days");
    assert_eq!(world.projection(&of_session)["session"]["state"], "rejected");
    let history = engine.history(PageQuery::default()).await.unwrap();
    assert_eq!((history.total, history.items[0].learn_session_id), (1, session));
    assert!(history.items[0].title.is_some());
    assert_eq!(engine.session_detail(session).await.unwrap().session.state, State::Rejected, "it can be looked at");
    assert!(!engine.proposal_detail(proposal).await.unwrap().skill_md.is_empty());
    let bytes = [&of_session, &of_proposal].map(|path| std::fs::read(file(path)).unwrap());
    std::fs::remove_dir_all(file("learning")).unwrap();
    engine.repair_projections().await.unwrap();
    assert_eq!([&of_session, &of_proposal].map(|path| std::fs::read(file(path)).unwrap()), bytes, "rebuilt to the byte");
    assert!(!draft.exists(), "an archived draft has one file");
    engine.delete_session(session).await.unwrap();
    assert!(!file(&of_session).exists() && !file(&of_proposal).exists(), "what is deleted is deleted there too");
    let left: u32 = world.raw().query_row("SELECT count(*) FROM archive", [], |row| row.get(0)).unwrap();
    assert_eq!(left, 0);
}

#[tokio::test]
async fn what_can_still_go_on_is_not_archived() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (session, proposal) = drafted(&world, &engine, demonstrating()).await;
    let private = ProposalInstallRequest {
        install_lane: RequestedLane::ExperimentalPrivate,
        targets: Vec::new(),
        into: None,
        accepted_weakenings: Vec::new(),
        acknowledged_findings: Vec::new(),
        without_rehearsal: true,
        client_request_id: None,
    };
    engine.install_proposal(proposal, private).await.unwrap();
    after(&world, &engine, 90).await;
    assert_eq!(engine.list_sessions(PageQuery::default()).await.unwrap().total, 1, "it waits for an approval");
    engine.approve_proposal(proposal, crate::road::approval()).await.unwrap();
    after(&world, &engine, 31).await;
    assert_eq!(engine.list_sessions(PageQuery::default()).await.unwrap().total, 0);
    assert_eq!(engine.list_proposals(PageQuery::default()).await.unwrap().total, 1, "an approved proposal is what stands");
    // An old ability that falls ill comes back.
    let sql = "UPDATE sessions SET state = 'quarantined', body = json_set(body, '$.session.state', 'quarantined')";
    world.raw().execute(sql, []).unwrap();
    let edited = EditedFields { goal_summary: Some("A customer stands in the list".into()), ..EditedFields::default() };
    let again = edit(edited);
    engine.revise_proposal(proposal, again).await.unwrap();
    assert_eq!(engine.list_sessions(PageQuery::default()).await.unwrap().total, 1);
    assert!(!world.home().join(format!("system/learning/archived/sessions/{session}.json")).exists());
}

/// Receipts of an ability as if it had been used so often, each run a minute after the one before.
fn used(world: &World, ability: &str, session: Option<&str>, times: u32) {
    runs(world, ability, session, times, 1, Duration::minutes(1), |_| "reached");
}

/// The same of runs of so many checkpoints, each told with the status that its run has.
fn runs(
    world: &World,
    ability: &str,
    session: Option<&str>,
    times: u32,
    checkpoints: u32,
    apart: Duration,
    status: impl Fn(u32) -> &'static str,
) {
    let raw = world.raw();
    let count: u32 = raw.query_row("SELECT count(*) FROM checkpoint_receipts", [], |row| row.get(0)).unwrap();
    for (n, checkpoint) in (0..times).flat_map(|n| (0..checkpoints).map(move |checkpoint| (n, checkpoint))) {
        let at = (world.clock.now() + apart * i32::try_from(n).unwrap()).to_rfc3339_opts(chrono::SecondsFormat::Micros, true);
        let id = uuid::Uuid::from_u128(u128::from(count + n * checkpoints + checkpoint) + 0xabcd_0000).to_string();
        let (checkpoint, dispatch) = (format!("cp-{:02}", checkpoint + 1), format!("d{n}"));
        let body = serde_json::json!({
            "receipt_id": id, "checkpoint_id": checkpoint, "ability_id": ability, "learn_session_id": session, "dispatch_id": dispatch,
            "status": status(n), "reason": "r", "evidence": "seen", "source": "agent", "created_at": at, "schema_version": 1,
        });
        raw.execute(
            "INSERT INTO checkpoint_receipts (receipt_id, session_id, run_id, ability_id, created_at, body, run, checkpoint_id, by_observer)
             VALUES (?1, ?2, NULL, ?3, ?4, ?5, 'agents:' || substr(?4, 1, 13), ?6, CASE ?7 WHEN 'failed' THEN 2 ELSE 0 END)",
            rusqlite::params![id, session, ability, at, body.to_string(), checkpoint, status(n)],
        )
        .unwrap();
    }
}

fn receipts_of(world: &World, ability: &str) -> u32 {
    let sql = "SELECT count(*) FROM checkpoint_receipts WHERE ability_id = ?1";
    world.raw().query_row(sql, [ability], |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn a_night_leaves_the_last_hundred_checkpoint_receipts_of_each_ability() {
    let world = World::new();
    let engine = world.open().await;
    let live = crate::sessions::capturing(&engine).await.to_string();
    used(&world, "ability_often", None, 250);
    used(&world, "ability_rarely", None, 20);
    used(&world, "ability_learned_now", Some(&live), 130);
    after(&world, &engine, 5).await;
    assert_eq!(receipts_of(&world, "ability_often"), 250, "health is still judged by them");
    after(&world, &engine, 5).await;
    // The hundred newest, and the one that decides each of the few hours before.
    let kept = receipts_of(&world, "ability_often");
    assert!((100..=105).contains(&kept), "{kept}");
    assert_eq!(receipts_of(&world, "ability_rarely"), 20);
    assert_eq!(receipts_of(&world, "ability_learned_now"), 130, "a session under way keeps what refers to it");
    let lines = world.lines("learning/checkpoint_receipts.jsonl");
    let often: Vec<_> = lines.iter().filter(|line| line["ability_id"] == "ability_often").collect();
    assert_eq!(often.len(), kept as usize);
    assert_eq!(often[often.len() - 100]["dispatch_id"], serde_json::json!("d150"), "the newest stay");
}

#[tokio::test]
async fn the_nightly_work_keeps_the_runs_that_health_is_computed_from() {
    let world = World::new();
    let engine = world.open().await;
    let (_, ability) = crate::reports::installed(&world, &engine).await;
    // Five runs that nobody asks after, then the twenty that count: of these the older ones failed.
    runs(&world, &ability.0, None, 25, 12, Duration::hours(1), |n| if n < 17 { "failed" } else { "reached" });
    after(&world, &engine, 9).await;
    assert_eq!(receipts_of(&world, &ability.0), 20 * 12, "more than a hundred, because a run has twelve");
    let report = crate::reports::report(CheckpointStatus::Reached, Some(&ability), None);
    let told = engine.verify_checkpoint(report).await.unwrap();
    assert_eq!(told.checkpoint_health, Some(CheckpointHealth::Weak), "the hundred newest alone would be strong");
}

#[tokio::test]
async fn retained_observations_are_kept_until_retention_ends() {
    let world = World::new();
    let engine = world.open().await;
    let (kept, proposal) = drafted(&world, &engine, demonstrating()).await;
    engine.reject_proposal(proposal, reject()).await.unwrap();
    let (other, proposal) = drafted(&world, &engine, demonstrating()).await;
    engine.reject_proposal(proposal, reject()).await.unwrap();
    let seen = engine.observed_actions(kept, Default::default()).await.unwrap().total;
    assert!(seen > 0);
    let retain = async |id, retain| engine.retain_session(id, RetainSessionRequest { retain }).await;
    assert!(retain(kept, true).await.unwrap().session.retain);
    after(&world, &engine, 60).await;
    assert_eq!(engine.observed_actions(kept, Default::default()).await.unwrap().total, seen);
    assert_eq!(engine.observed_actions(other, Default::default()).await.unwrap().total, 0);
    let late = crate::road::refused(retain(other, true).await);
    assert_eq!((late.code, late.details.unwrap()["field"].clone()), (ErrorCode::InvalidRequest, serde_json::json!("retain")));
    assert!(!retain(kept, false).await.unwrap().session.retain);
    after(&world, &engine, 1).await;
    assert_eq!(engine.observed_actions(kept, Default::default()).await.unwrap().total, 0);
}

/// The receipts of every year in the archive.
fn archived_receipts(world: &World) -> Vec<serde_json::Value> {
    let entries = std::fs::read_dir(world.home().join("system/learning/archived")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let years: Vec<_> = names.filter(|name| name.starts_with("receipts-")).collect();
    years.iter().flat_map(|name| world.lines(&format!("learning/archived/{name}"))).collect()
}

/// A night that ends after the file was written and before the database was, is made up for without doubling a line; and deleting a session
/// takes its words out of the archive.
#[tokio::test]
async fn receipts_are_archived_once_and_lose_their_words_with_their_session() {
    let world = World::new();
    let engine = world.open().await;
    let (session, proposal) = drafted(&world, &engine, demonstrating()).await;
    engine.reject_proposal(proposal, reject()).await.unwrap();
    let total = engine.receipts(PageQuery::default()).await.unwrap().total as usize;
    world.block("DELETE", "receipts");
    world.clock.advance(Duration::days(366));
    engine.keep_deadlines().await.unwrap_err();
    assert_eq!(archived_receipts(&world).len(), total);
    assert_eq!(engine.receipts(PageQuery::default()).await.unwrap().total as usize, total, "nothing left the database");
    world.unblock("receipts");
    settled(&engine).await;
    assert_eq!(engine.receipts(PageQuery::default()).await.unwrap().total, 0);
    let archived = archived_receipts(&world);
    assert_eq!(archived.len(), total, "no line is there twice");
    assert!(archived.iter().any(|receipt| receipt["reason"] == "Not that"));
    engine.delete_session(session).await.unwrap();
    let archived = archived_receipts(&world);
    assert_eq!(archived.len(), total);
    assert!(archived.iter().all(|receipt| receipt["reason"].is_null()), "{archived:?}");
}

#[tokio::test]
async fn a_simulated_year_loses_nothing_that_is_in_use() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (approved, kept) = drafted(&world, &engine, demonstrating()).await;
    engine.approve_proposal(kept, crate::road::approval()).await.unwrap();
    let (rejected, gone) = drafted(&world, &engine, demonstrating()).await;
    engine.reject_proposal(gone, reject()).await.unwrap();
    let installed = engine.availability().await.unwrap().abilities[0].clone();
    // Alive through it all, with what was demonstrated in it.
    let live = world.demonstrates(&engine, demonstrating()).await;
    let seen = engine.observed_actions(live, Default::default()).await.unwrap();
    let receipts_before = engine.receipts(PageQuery::default()).await.unwrap().total;
    for _day in 0..370 {
        after(&world, &engine, 1).await;
    }
    assert_eq!(engine.observed_actions(live, Default::default()).await.unwrap().total, seen.total);
    assert_eq!(engine.session_detail(live).await.unwrap().session.state, State::Stopped);
    let of_live = engine.session_detail(live).await.unwrap().latest_receipts;
    assert!(of_live.iter().any(|receipt| receipt.summary.starts_with("Observation stopped")), "its receipts stay: {of_live:?}");
    assert_eq!(
        engine.observed_actions(approved, Default::default()).await.unwrap().total,
        0,
        "raw observations of the others went"
    );
    assert_eq!(engine.list_sessions(PageQuery::default()).await.unwrap().sessions[0].session.learn_session_id, live);
    assert_eq!(engine.list_sessions(PageQuery::default()).await.unwrap().total, 1);
    let mut history: Vec<_> =
        engine.history(PageQuery::default()).await.unwrap().items.iter().map(|item| item.learn_session_id).collect();
    history.sort();
    assert_eq!(history, [approved, rejected, live]);
    let counts = world.projection("learning/receipt_counts.json")["counts"].clone();
    let taken: u64 = counts.as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
    let left = engine.receipts(PageQuery::default()).await.unwrap().total;
    assert_eq!(taken + u64::from(left), u64::from(receipts_before), "each receipt is there, or counted: {counts}");
    let archived: Vec<_> = archived_receipts(&world);
    assert_eq!(archived.len() as u64, taken, "what left the lists is in the archive, once");
    let kinds: std::collections::BTreeSet<_> = archived.iter().map(|receipt| receipt["kind"].as_str().unwrap()).collect();
    assert!(kinds.contains("proposal_approved") && kinds.contains("proposal_rejected"), "{kinds:?}");
    assert!(archived.iter().any(|receipt| receipt["reason"] == "Not that"));
    let ability = engine.availability().await.unwrap().abilities[0].clone();
    assert_eq!((ability.ability_id, ability.usable_now), (installed.ability_id, true));
    // And it goes on as if it were the same day.
    let drafted = engine.generate_proposal(live).await.unwrap();
    settled(&engine).await;
    assert_eq!(engine.session_detail(live).await.unwrap().session.state, State::ReadyForReview);
    assert!(!engine.proposal_detail(drafted.proposal_id).await.unwrap().checkpoints.is_empty());
    engine.reject_proposal(drafted.proposal_id, reject()).await.unwrap();
    let _cancelled_is_over = engine.cancel_session(live, CLICK).await.unwrap_err();
}

#[tokio::test]
async fn an_ability_that_failed_is_looked_at_every_night_until_it_is_well() {
    let world = World::new();
    let engine = world.open().await;
    world.with_a_target(&engine).await;
    let (_, proposal) = drafted(&world, &engine, demonstrating()).await;
    engine.approve_proposal(proposal, crate::road::approval()).await.unwrap();
    let canaries = async || {
        let page = PageQuery { page: 1, page_size: 100 };
        let runs = engine.validation_runs(proposal, page).await.unwrap().runs;
        runs.into_iter().filter(|run| run.run_kind == apprentice_contracts::validation::RunKind::Canary).count()
    };
    after(&world, &engine, 1).await;
    assert_eq!(canaries().await, 0, "who is well is left in peace");
    crate::rehearsals::fails_until_quarantined(&world, &engine, proposal).await;
    for night in 1..=6 {
        after(&world, &engine, 1).await;
        assert_eq!(canaries().await, night);
        settled(&engine).await;
        assert_eq!(canaries().await, night, "not twice in one night");
    }
    let ability = engine.availability().await.unwrap().abilities.remove(0);
    assert!(!ability.usable_now, "whole files do not say that the failure is gone");
    crate::rehearsals::rehearsed_right(&world, &engine, proposal).await;
    let ability = engine.availability().await.unwrap().abilities.remove(0);
    assert_eq!((ability.usable_now, ability.install_lane), (true, InstallLane::ApprovedWorkspace), "a rehearsal showed it");
    after(&world, &engine, 1).await;
    assert_eq!(canaries().await, 6, "it is well");
}
