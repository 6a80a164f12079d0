//! Words on the wire that this version does not produce say so in their documentation, and the others are produced.

use crate::sources::{root, rust_files, without_tests};
use std::collections::BTreeSet;
use std::fs;

/// First words of the documentation of such a variant.
const MARK: &str = "/// Not produced";

/// Enums of the specification with variants that this version had no use for when they were looked through. Requests bring none of their values.
const LOOKED_THROUGH: [&str; 13] = [
    "AbilitySource",
    "BindingKind",
    "BoundarySource",
    "BridgeState",
    "CapabilityKind",
    "CreateNextAction",
    "HealthProbeKind",
    "ImportSourceRefKind",
    "OriginOwner",
    "QuestionField",
    "RedactionMode",
    "UiMode",
    "VerificationKind",
];

/// Each variant of the contracts as `Enum::Variant`, and whether it is marked.
fn variants() -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for path in rust_files(&["crates/contracts/src"]) {
        let text = fs::read_to_string(root().join(&path)).unwrap();
        let (mut name, mut marked) = (None, false);
        for line in text.lines() {
            if let Some(declared) = line.strip_prefix("pub enum ") {
                name = Some(declared.trim_end_matches(" {").to_owned());
            } else if line == "}" {
                name = None;
            } else if let Some(name) = &name {
                let line = line.strip_prefix("    ").unwrap_or(line);
                marked |= line.starts_with(MARK);
                if line.starts_with(|first: char| first.is_ascii_uppercase()) {
                    let variant: String = line.chars().take_while(|letter| letter.is_alphanumeric()).collect();
                    found.push((format!("{name}::{variant}"), marked));
                    marked = false;
                }
            }
        }
    }
    found
}

/// Each `Enum::Variant` of the product's sources outside the contracts, without the patterns of `match`.
fn used() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for path in rust_files(&["crates", "src-tauri"]) {
        let shown = path.to_string_lossy();
        if shown.starts_with("crates/contracts") || shown.contains("/tests/") || shown.ends_with("_test.rs") {
            continue;
        }
        let text = fs::read_to_string(root().join(&path)).unwrap();
        for line in without_tests(&text) {
            let made = line.rsplit("=>").next().unwrap_or(line);
            for (at, _) in made.match_indices("::") {
                let before = made[..at].rsplit(|letter: char| !letter.is_alphanumeric()).next().unwrap_or("");
                let after: String = made[at + 2..].chars().take_while(|letter| letter.is_alphanumeric()).collect();
                found.insert(format!("{before}::{after}"));
            }
        }
    }
    found
}

#[test]
fn a_word_is_produced_or_says_that_it_is_not() {
    let (variants, used) = (variants(), used());
    for name in LOOKED_THROUGH {
        assert!(variants.iter().any(|(variant, _)| variant.starts_with(&format!("{name}::"))), "there is no enum {name}");
    }
    for (variant, marked) in &variants {
        let looked_through = LOOKED_THROUGH.iter().any(|name| variant.starts_with(&format!("{name}::")));
        assert!(looked_through || !marked, "{variant} is marked: add its enum to LOOKED_THROUGH");
        if looked_through {
            assert_ne!(used.contains(variant), *marked, "{variant}: produce it, or begin its documentation with “Not produced”");
        }
    }
    assert!(variants.iter().filter(|(_, marked)| *marked).count() > 10, "no marks were found: then this guards nothing");
}
