//! Agreement with the reference validator (skills-ref 0.1.1) and with PyYAML, as recorded by `fixtures/reference.py`.

use apprentice_contracts::skill::{FindingSeverity, SkillFinding};
use apprentice_skills::format::bundle::{self, Profile};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub struct Verdicts {
    cases: Vec<Case>,
    /// Digest of path and content: accepted, digest of the description.
    pub corpus: BTreeMap<String, (bool, Option<String>)>,
}

#[derive(Deserialize)]
struct Case {
    case: String,
    folder: String,
    text: String,
    accepted: bool,
}

pub fn verdicts() -> Verdicts {
    serde_json::from_str(include_str!("../fixtures/reference-verdicts.json")).unwrap()
}

/// Long runs of one letter are kept as `\x01letter\x02count\x03`.
fn expanded(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1}') {
        let (letter, after) = after.split_once('\u{2}').unwrap();
        let (count, after) = after.split_once('\u{3}').unwrap();
        out.push_str(before);
        out.push_str(&letter.repeat(count.parse().unwrap()));
        rest = after;
    }
    out + rest
}

pub fn accepts(findings: &[SkillFinding]) -> bool {
    !findings.iter().any(|finding| finding.severity == FindingSeverity::Error)
}

/// Cases in which the reference is wrong, and why; `docs/skills.md` has the same list.
const DISAGREEMENTS: &[(&str, &str)] = &[
    ("indented closing fence", "a fence is a line of its own; agents that look for it there find none"),
    ("four dashes close", "four dashes are no fence to any agent"),
    ("field on the opening fence", "a fence is a line of its own"),
    ("text after the closing fence", "a fence is a line of its own"),
    ("name null word", "null is no text to a YAML reader; the reference reads the word"),
    ("description null", "null is no text to a YAML reader; the reference reads the word"),
    ("description tilde", "null is no text to a YAML reader; the reference reads the sign"),
    ("description begins with dashes", "the reference cuts the file at any three dashes"),
    ("description dashes in quotes", "the reference cuts the file at any three dashes"),
    ("description trailing tab", "a tab at the end of a line says nothing, and YAML 1.2 allows it"),
    ("metadata eleven levels", "a limit of ours: metadata must not exhaust a reader (SEC-SKILL-07)"),
    ("metadata 9000 bytes", "a limit of ours: metadata must not exhaust a reader (SEC-SKILL-07)"),
    ("merge key", "YAML 1.2 has no merge key; the reference fails on it"),
    ("large file", "a limit of ours and of OpenClaw: larger files are not read"),
];

#[test]
fn strict_accepts_what_the_reference_accepts_except_where_that_is_wrong() {
    let mut differs = Vec::new();
    for case in verdicts().cases {
        let findings = bundle::inspect(&expanded(&case.text), &case.folder, Profile::Strict);
        if accepts(&findings) != case.accepted {
            let codes: Vec<String> = findings.into_iter().map(|f| format!("{}: {}", f.code, f.message)).collect();
            differs.push((case.case, case.accepted, codes));
        }
    }
    let unexpected: Vec<_> = differs.iter().filter(|(case, ..)| !DISAGREEMENTS.iter().any(|(known, _)| known == case)).collect();
    assert!(unexpected.is_empty(), "the reference says otherwise: {unexpected:#?}");
    let agreed: Vec<_> = DISAGREEMENTS.iter().filter(|(known, _)| !differs.iter().any(|(case, ..)| known == case)).collect();
    assert!(agreed.is_empty(), "these agree now; take them off the list: {agreed:#?}");
}
