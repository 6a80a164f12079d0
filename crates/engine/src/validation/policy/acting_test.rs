use super::*;
use crate::validation::policy::tests;
use apprentice_contracts::observation::FileChangeKind;
use apprentice_contracts::test_policy::TestPolicyMode;

fn command(line: &str, files: &[(&str, FileChangeKind)]) -> RecordedAction {
    RecordedAction { action_label: format!("Ran {line}"), ..tests::command(line, "/work", files) }
}

fn click(host: &str, name: &str) -> RecordedAction {
    RecordedAction { action_label: format!("Clicked “{name}”"), ..tests::click(host, "button", name) }
}

fn open() -> DefaultTestPolicy {
    DefaultTestPolicy {
        forbid_destructive_writes: false,
        forbid_external_send: false,
        max_actions: 150,
        mode: TestPolicyMode::ControlledLiveTest,
        ..DefaultTestPolicy::default()
    }
}

/// What a task did, which effects are forbidden then, the most actions, and how many sentences say why.
type Case = (&'static str, Vec<RecordedAction>, [bool; 2], u32, usize);

#[test]
fn the_settings_never_allow_more_than_the_risk_of_the_task_permits() {
    let made = command("touch mine", &[("mine", FileChangeKind::Created)]);
    let own = command("rm mine", &[("mine", FileChangeKind::Removed)]);
    let cases: [Case; 5] = [
        ("nothing is recorded", Vec::new(), [true, true], 40, 3),
        ("it reads and writes", vec![command("ls", &[]), made.clone(), own], [false, false], 150, 0),
        ("it removes", vec![command("rm -r build", &[])], [true, false], 40, 2),
        ("it sends", vec![click("mail.example", "Send")], [false, true], 40, 2),
        ("it does both", vec![click("mail.example", "Delete"), command("git push", &[])], [true, true], 40, 3),
    ];
    for (what, recorded, forbids, most, sentences) in cases {
        let (policy, source, stricter) = by_default(&open(), &recorded);
        assert_eq!([policy.forbid_destructive_writes, policy.forbid_external_send], forbids, "{what}");
        assert_eq!((policy.max_actions, source), (most, TestPolicySource::Settings), "{what}");
        assert_eq!(stricter.len(), sentences, "{what}: {stricter:?}");
        assert!(stricter.iter().all(|words| words.starts_with("The settings allow")), "{stricter:?}");
    }
    let (_, _, stricter) = by_default(&open(), &[command("rm -r build", &[])]);
    assert!(stricter[0].contains("Ran rm -r build"), "it names what the task did: {stricter:?}");
}

#[test]
fn stricter_settings_act_as_they_are_and_untouched_ones_are_the_safe_default() {
    let strict = DefaultTestPolicy {
        mode: TestPolicyMode::ReadOnly,
        max_actions: 5,
        allowed_domains: vec!["example.org".into()],
        ..DefaultTestPolicy::default()
    };
    let (policy, source, stricter) = by_default(&strict, &[command("rm a", &[])]);
    assert_eq!((policy.mode, policy.max_actions, source), (TestPolicyMode::ReadOnly, 5, TestPolicySource::Settings));
    assert_eq!((policy.allowed_domains, stricter), (vec!["example.org".to_owned()], Vec::new()));
    let (policy, source, _) = by_default(&DefaultTestPolicy::default(), &[]);
    assert_eq!((policy, source), (safe_default(TestPolicyId(Uuid::nil())), TestPolicySource::SafeDefault));
}

#[test]
fn what_the_task_itself_does_is_refused_before_it_happens() {
    let safe = safe_default(TestPolicyId(Uuid::nil()));
    let long: Vec<RecordedAction> = (0..41).map(|_| command("ls", &[])).collect();
    for (recorded, by_default, words) in [
        (vec![command("git reset --hard", &[])], true, Some("removes files or destroys data (Ran git reset --hard)")),
        (vec![command("git reset --hard", &[])], false, Some("removes files or destroys data")),
        (vec![click("mail.example", "Send")], true, Some("sends something to others (Clicked “Send”)")),
        (vec![command("ls", &[])], true, None),
        (Vec::new(), true, None),
        (long.clone(), true, Some("took 41 actions, and the test policy allows 40")),
        // Somebody chose the number, so the run is to end there.
        (long, false, None),
    ] {
        let found = forbidden(&safe, &recorded, by_default);
        assert_eq!(found.is_some(), words.is_some(), "{found:?}");
        assert!(words.is_none_or(|words| found.as_ref().unwrap().contains(words)), "{found:?}");
    }
    let open = TestPolicy { forbid_destructive_writes: false, forbid_external_send: false, ..safe };
    assert_eq!(forbidden(&open, &[command("rm a", &[]), click("mail.example", "Send")], true), None);
}
