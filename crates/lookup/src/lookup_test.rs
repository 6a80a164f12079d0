use super::*;
use apprentice_contracts::ability::AbilitySource;
use apprentice_contracts::ids::AbilityId;
use proptest::prelude::*;
use serde_json::json;

pub(super) fn ability(id: &str, triggers: &[&str]) -> AbilityAvailabilityEntry {
    AbilityAvailabilityEntry {
        ability_id: AbilityId(id.into()),
        title: "Add a customer".into(),
        family: String::new(),
        source: AbilitySource::Learned,
        skill_slug: None,
        primary_capability_id: None,
        install_lane: InstallLane::ApprovedWorkspace,
        enabled: true,
        usable_now: true,
        reason_unusable: None,
        person_only: false,
        trigger_phrases: triggers.iter().map(ToString::to_string).collect(),
        negative_triggers: vec!["delete".into()],
        aliases: Vec::new(),
        project_scopes: Vec::new(),
        preferred_control_surfaces: Vec::new(),
        support_pack_refs: Vec::new(),
        checkpoint_health: None,
        last_validated_at: None,
        schema_version: 1,
    }
}

fn query(text: &str) -> AbilityLookupQuery {
    serde_json::from_value(json!({ "user_query": text })).unwrap()
}

#[test]
fn every_weight_of_the_algorithm() {
    let base = ability("a", &["add a customer", "new client record"]);
    let lane = |install_lane| AbilityAvailabilityEntry { install_lane, ..base.clone() };
    let health = |health| AbilityAvailabilityEntry { checkpoint_health: Some(health), ..base.clone() };
    let scoped = |scope: &str| AbilityAvailabilityEntry { project_scopes: vec![scope.into()], ..base.clone() };
    let unusable = AbilityAvailabilityEntry { usable_now: false, reason_unusable: Some("switched off".into()), ..base.clone() };
    let cases: Vec<(&str, &str, AbilityAvailabilityEntry, Option<&str>, f64)> = vec![
        ("the query holds the trigger; title", "please add a customer now", base.clone(), None, 0.4 + 0.2 + 0.05 + 0.07),
        ("the trigger holds the query; one token", "customer", base.clone(), None, 0.4 + 0.05 + 0.07),
        ("two tokens of a trigger", "client record", base.clone(), None, 0.4 + 0.05 + 0.07),
        ("two tokens apart", "record of the new thing", base.clone(), None, 0.2 + 0.05 + 0.07),
        (
            "the first trigger that matches ends the search",
            "a customer in a new client record",
            base.clone(),
            None,
            0.2 + 0.2 + 0.05 + 0.07,
        ),
        ("nothing in common", "bake bread", base.clone(), None, 0.05 + 0.07),
        ("a negative trigger ends it all", "add a customer and delete it", base.clone(), None, 0.0),
        ("shared", "customer", lane(InstallLane::SharedPromoted), None, 0.4 + 0.05 + 0.1),
        ("private", "customer", lane(InstallLane::ExperimentalPrivate), None, 0.4 + 0.05 + 0.03),
        ("strong", "customer", health(CheckpointHealth::Strong), None, 0.4 + 0.05 + 0.07 + 0.05),
        ("moderate", "customer", health(CheckpointHealth::Moderate), None, 0.4 + 0.05 + 0.07),
        ("weak", "customer", health(CheckpointHealth::Weak), None, 0.4 + 0.05 + 0.07 - 0.05),
        ("its project", "customer", scoped("p1"), Some("p1"), 0.4 + 0.15 + 0.07),
        ("another project", "customer", scoped("p1"), Some("p2"), 0.4 + 0.07),
        ("every project", "customer", scoped("*"), Some("p2"), 0.4 + 0.05 + 0.07),
        ("not usable now", "customer", unusable, None, (0.4 + 0.05 + 0.07) * 0.5),
    ];
    for (what, text, ability, project, expected) in cases {
        let scored = score(text, &ability, project);
        assert!((scored.score - expected).abs() < 1e-12, "{what}: {} instead of {expected} ({:?})", scored.score, scored.reasons);
    }
}

#[test]
fn tokens_are_those_of_a_javascript_split() {
    for (text, expected) in [
        ("add a  customer", vec!["add", "a", "customer"]),
        (" add\t", vec!["", "add", ""]),
        ("", vec![""]),
        ("a\u{a0}b\u{feff}c\u{2003}d", vec!["a", "b", "c", "d"]),
        ("a\u{85}b", vec!["a\u{85}b"]),
    ] {
        assert_eq!(split(text), expected, "{text:?}");
    }
}

#[test]
fn r11_2_31_quarantined_ones_are_left_out_and_private_ones_follow_the_query() {
    let lane = |id: &str, install_lane| AbilityAvailabilityEntry { install_lane, ..ability(id, &["add a customer"]) };
    let all = || {
        vec![
            lane("private", InstallLane::ExperimentalPrivate),
            lane("quarantined", InstallLane::Quarantined),
            AbilityAvailabilityEntry {
                checkpoint_health: Some(CheckpointHealth::Quarantined),
                ..ability("ill", &["add a customer"])
            },
            lane("shared", InstallLane::SharedPromoted),
            lane("approved", InstallLane::ApprovedWorkspace),
        ]
    };
    let names = |query: &AbilityLookupQuery| best(query, all()).into_iter().map(|found| found.ability_id.0).collect::<Vec<_>>();
    assert_eq!(names(&query("add a customer")), ["shared", "approved", "private"]);
    assert_eq!(
        names(&AbilityLookupQuery { include_private_owned_by_user: false, ..query("add a customer") }),
        ["shared", "approved"]
    );
    let only = AbilityLookupQuery { install_lanes_allowed: vec![InstallLane::SharedPromoted], ..query("add a customer") };
    assert_eq!(names(&only), ["shared", "private"]);
}

#[test]
fn scope_lane_and_health_alone_are_no_match() {
    let shared = AbilityAvailabilityEntry {
        install_lane: InstallLane::SharedPromoted,
        checkpoint_health: Some(CheckpointHealth::Strong),
        ..ability("a", &["add a customer"])
    };
    let scored = score("bake bread", &shared, None);
    assert!(scored.score >= THRESHOLD, "the score itself stays §0C.11C");
    assert_eq!(scored.shortfall().map(|why| why.to_string()).as_deref(), Some("no_words_match: 0.20"));
    assert!(best(&query("bake bread"), [shared]).is_empty());
}

#[test]
fn reasons_are_said_in_words_when_they_are_wanted() {
    let explained = AbilityLookupQuery { explain: true, ..query("record of the new client") };
    let all = || [ability("a", &["new client record"])];
    assert_eq!(
        best(&explained, all())[0].why,
        ["Your words share “record”, “new” and “client” with its trigger “new client record”."]
    );
    assert!(best(&query("record of the new client"), all())[0].why.is_empty(), "agents are not told what they did not ask");
}

#[test]
fn ten_at_most_best_first_and_ties_by_id() {
    let many = (0..15).rev().map(|n| ability(&format!("ability_{n:02}"), &["add a customer"]));
    let found: Vec<_> = best(&query("add a customer"), many).into_iter().map(|found| found.ability_id.0).collect();
    assert_eq!(found, (0..10).map(|n| format!("ability_{n:02}")).collect::<Vec<_>>());
}

proptest! {
    #[test]
    fn a_score_is_a_share_and_a_weak_one_is_no_answer(text in ".{1,60}", trigger in ".{0,30}", title in ".{0,30}") {
        let ability = AbilityAvailabilityEntry { title, ..ability("a", &[&trigger]) };
        let scored = score(&text, &ability, None);
        prop_assert!((0.0..=1.0).contains(&scored.score));
        prop_assert_eq!(best(&query(&text), [ability]).len(), usize::from(scored.is_match()));
    }
}
