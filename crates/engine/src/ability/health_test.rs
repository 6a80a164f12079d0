use super::*;
use apprentice_contracts::ids::{AbilityId, ReceiptId};
use apprentice_store::{Store, StoreError, checkpoint_receipts};
use uuid::Uuid;

fn receipt(run: u128, checkpoint: &str, status: CheckpointStatus, source: ReceiptSource) -> CheckpointVerificationReceipt {
    CheckpointVerificationReceipt {
        receipt_id: ReceiptId(Uuid::nil()),
        checkpoint_id: checkpoint.into(),
        ability_id: None,
        learn_session_id: None,
        validation_run_id: Some(ValidationRunId(Uuid::from_u128(run))),
        dispatch_id: None,
        status,
        evidence: "seen".into(),
        reason: None,
        not_reached: None,
        source,
        grade: None,
        agent: None,
        created_at: Time::default(),
        schema_version: 1,
    }
}

fn runs(reached: u128, failed: u128) -> Vec<CheckpointVerificationReceipt> {
    let good = (0..reached).map(|n| receipt(n, "cp-01", CheckpointStatus::Reached, ReceiptSource::Observer));
    let bad = (0..failed).map(|n| receipt(1_000_000 + n, "cp-01", CheckpointStatus::Failed, ReceiptSource::Observer));
    bad.chain(good).collect()
}

#[test]
fn health_is_the_share_of_reached_checkpoints_over_the_last_twenty_runs() {
    use CheckpointHealth as H;
    for (reached, failed, expected) in [
        (0, 0, H::NoData),
        (2, 0, H::NoData),
        (3, 0, H::Strong),
        (9, 1, H::Strong),
        (8, 2, H::Moderate),
        (6, 4, H::Moderate),
        (5, 5, H::Weak),
        (20, 30, H::Strong),
    ] {
        assert_eq!(of_checkpoints(&runs(reached, failed)), expected, "{reached} reached, {failed} failed");
    }
}

#[test]
fn a_long_history_is_judged_at_once() {
    let begun = std::time::Instant::now();
    assert_eq!(of_checkpoints(&runs(60_000, 60_000)), CheckpointHealth::Strong);
    let took = begun.elapsed();
    assert!(took < std::time::Duration::from_secs(10), "{took:?}: it grows with the square of the runs");
}

#[test]
fn what_the_observer_saw_outweighs_what_was_said() {
    let mut all = runs(0, 3);
    for n in 1_000_000..1_000_003 {
        all.push(receipt(n, "cp-01", CheckpointStatus::Reached, ReceiptSource::Agent));
    }
    assert_eq!(of_checkpoints(&all), CheckpointHealth::Weak);
}

#[test]
fn a_dispatch_with_the_id_of_a_test_takes_nothing_back() {
    let mut all: Vec<_> = (0..3).map(|n| receipt(n, "cp-01", CheckpointStatus::Failed, ReceiptSource::User)).collect();
    for n in 0..3 {
        all.push(CheckpointVerificationReceipt {
            validation_run_id: None,
            dispatch_id: Some(ValidationRunId(Uuid::from_u128(n)).to_string().into()),
            ..receipt(n, "cp-01", CheckpointStatus::Reached, ReceiptSource::Agent)
        });
    }
    assert_eq!(of_checkpoints(&all), CheckpointHealth::Weak, "three failed tests, and one hour of agents");
}

/// Reports of an agent in dispatches of their own, one after so many minutes.
fn said(statuses: &[(CheckpointStatus, usize)], minutes: i64) -> Vec<CheckpointVerificationReceipt> {
    let all = statuses.iter().flat_map(|(status, count)| std::iter::repeat_n(*status, *count)).enumerate();
    all.map(|(n, status)| CheckpointVerificationReceipt {
        validation_run_id: None,
        dispatch_id: Some(format!("d-{n}").as_str().into()),
        created_at: Time::default() + Duration::minutes(30 + minutes * n as i64),
        ..receipt(0, "cp-01", status, ReceiptSource::Agent)
    })
    .collect()
}

#[test]
fn agents_make_no_ability_better_than_the_observer_saw_it() {
    use CheckpointHealth as H;
    use CheckpointStatus::{Failed, Reached};
    for (seen, said, expected) in [
        (runs(0, 0), said(&[(Reached, 30)], 0), H::NoData),
        (runs(0, 0), said(&[(Reached, 30)], 60), H::Moderate),
        (runs(0, 0), said(&[(Failed, 3), (Reached, 30)], 0), H::NoData),
        (runs(0, 0), said(&[(Failed, 10), (Reached, 3)], 60), H::Weak),
        (runs(0, 3), said(&[(Reached, 15)], 60), H::Weak),
        (runs(3, 1), said(&[(Reached, 15)], 60), H::Moderate),
        (runs(3, 0), said(&[(Reached, 15)], 60), H::Strong),
        (runs(3, 0), said(&[(Failed, 15)], 60), H::Weak),
    ] {
        let all: Vec<_> = seen.into_iter().chain(said).collect();
        assert_eq!(of_checkpoints(&all), expected, "{} receipts", all.len());
    }
}

#[test]
fn failures_of_one_agent_within_a_day_need_a_second_word() {
    use CheckpointStatus::Failed;
    let now = Time::default() + Duration::days(3);
    let by = |agents: &[&str], mut all: Vec<CheckpointVerificationReceipt>| {
        all.iter_mut().zip(agents.iter().cycle()).for_each(|(receipt, agent)| receipt.agent = Some((*agent).to_owned()));
        all
    };
    let observed = CheckpointVerificationReceipt {
        created_at: Time::default() + Duration::hours(7),
        ..receipt(7, "cp-01", Failed, ReceiptSource::Observer)
    };
    for (what, receipts, expected) in [
        ("a burst of one", by(&["a"], said(&[(Failed, 50)], 0)), false),
        ("a burst of many names", by(&["a", "b", "c"], said(&[(Failed, 50)], 0)), false),
        ("five hours of one", by(&["a"], said(&[(Failed, 5)], 60)), false),
        ("five hours of two", by(&["a", "b"], said(&[(Failed, 5)], 60)), true),
        ("a day of one", by(&["a"], said(&[(Failed, 5)], 6 * 60)), true),
        (
            "four hours of one, and the observer",
            by(&["a"], said(&[(Failed, 4)], 60)).into_iter().chain([observed]).collect(),
            true,
        ),
    ] {
        assert_eq!(failures(&receipts, &checkpoints(), None, now).too_many(), expected, "{what}");
    }
}

fn checkpoints() -> Vec<Checkpoint> {
    let checkpoint = |id: &str, optional| Checkpoint {
        checkpoint_id: id.into(),
        goal: String::new(),
        success_condition: String::new(),
        order_hint: 1,
        optional,
        role: apprentice_contracts::checkpoint::CheckpointRole::Effect,
        evidence: None,
    };
    vec![checkpoint("cp-01", false), checkpoint("cp-02", false), checkpoint("cp-03", true)]
}

fn failed(run: u128, checkpoint: &str) -> CheckpointVerificationReceipt {
    CheckpointVerificationReceipt {
        created_at: Time::default() + Duration::days(run as i64),
        ..receipt(run, checkpoint, CheckpointStatus::Failed, ReceiptSource::Agent)
    }
}

#[test]
fn failures_are_runs_and_match_by_checkpoint() {
    let day = |days: i64| Time::default() + Duration::days(days);
    let told =
        [failed(1, "cp-01"), failed(2, "cp-01"), failed(3, "cp-02"), failed(3, "cp-01"), failed(4, "cp-03"), failed(5, "cp-99")];
    for (since, now, runs, matching) in
        [(None, 5, 3, vec!["cp-01"]), (None, 8, 2, vec![]), (Some(2), 5, 1, vec![]), (None, 30, 0, vec![])]
    {
        let found = failures(&told, &checkpoints(), since.map(day), day(now));
        assert_eq!((found.runs, &found.matching), (runs, &matching.into_iter().map(String::from).collect()), "{since:?} {now}");
        assert!(!found.too_many());
    }
    let five: Vec<_> = (1..=5).map(|run| failed(run, if run % 2 == 0 { "cp-01" } else { "cp-02" })).collect();
    assert!(failures(&five, &checkpoints(), None, day(5)).too_many(), "whichever checkpoint it was");
}

/// Runs with mixed receipts: of tests and dispatches with equal ids, some repaired, some repeated.
fn told(number: u64, ability: &AbilityId) -> CheckpointVerificationReceipt {
    let dice = |salt: u64, sides: u64| number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(salt).rotate_left(23) % sides;
    let run = number / 7 + dice(1, 9);
    let is_test = dice(2, 3) == 0;
    let status = [CheckpointStatus::Reached, CheckpointStatus::Failed, CheckpointStatus::Skipped][dice(3, 3) as usize];
    let source = if dice(4, 4) == 0 { ReceiptSource::Observer } else { ReceiptSource::Agent };
    let id = Uuid::from_u128(run.into());
    CheckpointVerificationReceipt {
        receipt_id: ReceiptId(Uuid::from_u128(number.into())),
        ability_id: Some(ability.clone()),
        validation_run_id: is_test.then_some(ValidationRunId(id)),
        dispatch_id: (!is_test && dice(5, 8) != 0).then(|| id.to_string().into()),
        created_at: Time::default() + Duration::minutes(17 * number as i64),
        ..receipt(0, ["cp-01", "cp-02", "cp-03"][dice(6, 3) as usize], status, source)
    }
}

/// The part of a long history that is read gives the same health as the whole history.
#[tokio::test]
async fn the_words_that_are_read_say_what_all_words_say() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("apprentice.db")).unwrap();
    let ability = AbilityId("ability".into());
    let checkpoints = ["cp-01", "cp-02", "cp-03"].map(|id| Checkpoint {
        checkpoint_id: id.into(),
        goal: String::new(),
        success_condition: String::new(),
        order_hint: 1,
        optional: id == "cp-03",
        role: apprentice_contracts::checkpoint::CheckpointRole::Effect,
        evidence: None,
    });
    let mut seen = std::collections::HashSet::new();
    for number in 0..600 {
        let (receipt, id) = (told(number, &ability), ability.clone());
        let now = receipt.created_at;
        let from = (number > 300).then(|| now - Duration::hours(70));
        let read = move |tx: &apprentice_store::Transaction<'_>| {
            checkpoint_receipts::add(tx, &receipt)?;
            Ok::<_, StoreError>((
                checkpoint_receipts::of_ability(tx, &id)?,
                checkpoint_receipts::newest_runs(tx, &id, RUNS, from)?,
                checkpoint_receipts::failed_runs(tx, &id, now - WINDOW)?,
            ))
        };
        let (all, newest, failed) = store.write(read).await.unwrap();
        assert_eq!(of_ability(newest, &checkpoints, from), of_ability(all.clone(), &checkpoints, from), "after {number}");
        let expected = failures(&all, &checkpoints, from, now);
        assert_eq!(failures(&failed, &checkpoints, from, now), expected, "after {number}");
        seen.insert(format!("{:?} {}", of_ability(all, &checkpoints, from), expected.runs > 0));
    }
    assert!(seen.len() > 2, "the histories differ: {seen:?}");
    store.close().await;
}
