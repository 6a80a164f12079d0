//! The index gives exactly the results of the plain algorithm.

use super::super::{best, tests::ability};
use super::*;
use apprentice_contracts::ability::{AbilityMatch, CheckpointHealth};
use apprentice_contracts::proposal::InstallLane;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

fn index(all: &[AbilityAvailabilityEntry]) -> Index {
    Index::new(all.iter().filter_map(Ingredients::of).collect()).unwrap()
}

/// Looks up as the engine does: the index chooses, the algorithm gives scores and reasons.
fn by_index(index: &Index, query: &AbilityLookupQuery, all: &[AbilityAvailabilityEntry], left_out: &[&str]) -> Vec<AbilityMatch> {
    let left_out: Vec<u32> = left_out.iter().filter_map(|id| index.find(id)).collect();
    let winners = index.best(query, &left_out);
    let found = best(query, all.iter().filter(|ability| winners.contains(&ability.ability_id.0.as_str())).cloned());
    let order: Vec<&str> = found.iter().map(|found| found.ability_id.0.as_str()).collect();
    assert_eq!(order, winners, "the index has the same order");
    found
}

/// Few words, many of them parts of others; and letters whose lower case is longer, shorter or depends on its neighbours.
const WORDS: &[&str] = &[
    "add",
    "a",
    "customer",
    "Customers",
    "export",
    "ex",
    "port",
    "the",
    "THE",
    "report",
    "re",
    "ü",
    "Übung",
    "İstanbul",
    "ΟΔΟΣ",
    "ος",
    "ß",
    "日本語",
    "本",
    "delete",
    "e\u{301}",
    "\u{feff}",
    "\u{85}x",
    "42",
    "4",
    "-",
    "ﬀ",
    "🦀",
];
const GAPS: &[&str] = &[" ", " ", " ", "  ", "\t", "\n", "\u{a0}", "\u{2003}", "\u{feff}", "\u{85}", ""];

fn text(most: usize) -> impl Strategy<Value = String> {
    vec((select(WORDS), select(GAPS)), 0..=most).prop_map(|parts| parts.into_iter().flat_map(|(word, gap)| [word, gap]).collect())
}

/// A part of such a text, cut anywhere.
fn phrase(most: usize) -> impl Strategy<Value = String> {
    (text(most), any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4).prop_map(|(text, from, to, whole)| {
        if whole > 0 {
            return text.trim_end_matches(' ').to_owned();
        }
        let letters: Vec<char> = text.chars().collect();
        let (a, b) = (from.index(letters.len() + 1), to.index(letters.len() + 1));
        letters[a.min(b)..a.max(b)].iter().collect()
    })
}

fn abilities() -> impl Strategy<Value = Vec<AbilityAvailabilityEntry>> {
    let lane = select(&[
        InstallLane::SharedPromoted,
        InstallLane::ApprovedWorkspace,
        InstallLane::ExperimentalPrivate,
        InstallLane::Pending,
        InstallLane::Quarantined,
    ]);
    let health = select(&[
        None,
        Some(CheckpointHealth::Strong),
        Some(CheckpointHealth::Moderate),
        Some(CheckpointHealth::Weak),
        Some(CheckpointHealth::NoData),
        Some(CheckpointHealth::Quarantined),
    ]);
    let scopes = subsequence(vec!["*", "p1", "p2", ""], 0..=2);
    let negatives = prop_oneof![4 => Just(Vec::new()), 1 => vec(phrase(2), 0..2)];
    let one = (phrase(5), vec(phrase(4), 0..4), negatives, lane, health, scopes, any::<bool>());
    vec(one, 0..40).prop_map(|all| {
        let numbered = all.into_iter().enumerate();
        let entries =
            numbered.map(|(number, (title, triggers, negatives, install_lane, checkpoint_health, scopes, usable_now))| {
                AbilityAvailabilityEntry {
                    title,
                    trigger_phrases: triggers,
                    negative_triggers: negatives,
                    install_lane,
                    checkpoint_health,
                    project_scopes: scopes.into_iter().map(Into::into).collect(),
                    usable_now,
                    reason_unusable: (!usable_now).then(|| "switched off".into()),
                    // In no order, with ids that are prefixes of others.
                    ..ability(&format!("ability_{}", (number * 7919) % 101), &[])
                }
            });
        entries.collect()
    })
}

fn queries() -> impl Strategy<Value = AbilityLookupQuery> {
    let lanes = subsequence(
        vec![InstallLane::SharedPromoted, InstallLane::ApprovedWorkspace, InstallLane::Pending, InstallLane::Quarantined],
        0..=4,
    );
    let project = select(&[None, Some("p1"), Some("p2"), Some("*"), Some("")]);
    (phrase(8), project, lanes, any::<bool>()).prop_map(|(user_query, project, install_lanes_allowed, private)| {
        AbilityLookupQuery {
            user_query,
            project_id: project.map(Into::into),
            room_id: None,
            install_lanes_allowed,
            include_private_owned_by_user: private,
            explain: false,
            schema_version: 1,
        }
    })
}

/// Each case is one set of abilities with five queries; `PROPTEST_CASES` sets their number (`make soak`).
fn cases() -> ProptestConfig {
    let config = ProptestConfig::default();
    ProptestConfig { cases: if config.cases == 256 { 500 } else { config.cases }, ..config }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn prop_the_index_answers_exactly_what_the_algorithm_answers(
        all in abilities(),
        queries in vec(queries(), 5),
        out in any::<prop::sample::Index>(),
    ) {
        let index = index(&all);
        for query in &queries {
            prop_assert_eq!(by_index(&index, query, &all, &[]), best(query, all.clone()), "{:?}", query);
        }
        if !all.is_empty() {
            let out = out.get(&all).ability_id.clone();
            let rest: Vec<_> = all.iter().filter(|ability| ability.ability_id != out).cloned().collect();
            prop_assert_eq!(by_index(&index, &queries[0], &rest, &[&out.0]), best(&queries[0], rest.clone()), "without {}", out);
        }
    }
}

#[test]
fn nothing_is_found_in_nothing() {
    let query: AbilityLookupQuery = serde_json::from_value(serde_json::json!({ "user_query": " " })).unwrap();
    assert!(index(&[]).best(&query, &[]).is_empty());
}
