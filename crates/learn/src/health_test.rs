use super::*;
use apprentice_contracts::ids::ReceiptId;
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
        source,
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
            dispatch_id: Some(ValidationRunId(Uuid::from_u128(n)).to_string()),
            ..receipt(n, "cp-01", CheckpointStatus::Reached, ReceiptSource::Agent)
        });
    }
    assert_eq!(of_checkpoints(&all), CheckpointHealth::Weak, "half of six runs");
}

fn checkpoints() -> Vec<Checkpoint> {
    let checkpoint = |id: &str, optional| Checkpoint {
        checkpoint_id: id.into(),
        goal: String::new(),
        success_condition: String::new(),
        order_hint: 1,
        optional,
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
