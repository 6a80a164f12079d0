//! No test passes by returning early. What one needs of the system says the name of its module, and `scripts/test` asks the machine for it.

use crate::sources::{root, rust_files};
use std::collections::BTreeSet;
use std::fs;

/// The words behind `before` in a text, up to another character.
fn names<'a>(text: &'a str, before: &str) -> Vec<&'a str> {
    let word =
        |rest: &'a str| rest.split(|letter: char| !letter.is_ascii_lowercase() && letter != '_').next().unwrap_or_default();
    text.split(before).skip(1).map(word).collect()
}

#[test]
fn every_need_of_a_test_is_one_that_the_machine_is_asked_for() {
    let probe = fs::read_to_string(root().join("crates/testkit/examples/needs.rs")).unwrap();
    let probed: BTreeSet<String> =
        names(&probe, "\n        (\"").into_iter().filter(|name| !name.is_empty()).map(str::to_owned).collect();
    let mut needed = BTreeSet::new();
    for path in rust_files(&["crates"]) {
        let text = fs::read_to_string(root().join(&path)).unwrap();
        needed.extend(names(&text, "\nmod needs_").into_iter().chain(names(&text, "    mod needs_")).map(str::to_owned));
    }
    assert!(needed.len() > 3, "no modules `needs_…` found: then this guards nothing");
    assert_eq!(needed, probed, "crates/testkit/examples/needs.rs has to ask for exactly what tests need");
    let script = fs::read_to_string(root().join("scripts/test")).unwrap();
    assert!(
        script.contains("--example needs") && script.contains("not run: "),
        "scripts/test leaves out tests without saying so"
    );
}

#[test]
fn no_test_says_that_it_was_skipped_and_passes() {
    let says = |line: &str| line.contains("eprintln!(\"skipped") || line.contains("println!(\"skipped");
    let silent: Vec<_> = rust_files(&["crates", "src-tauri"])
        .into_iter()
        .filter(|path| fs::read_to_string(root().join(path)).unwrap().lines().any(says))
        .collect();
    assert!(silent.is_empty(), "fail with the remedy, or move these tests into a module `needs_…`: {silent:?}");
}
