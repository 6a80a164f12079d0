//! The glossary names a file for every term, and the terms of the field that readers search for are in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// What a reader greps for first (house.md, "Rules of language").
const EXPECTED: [&str; 33] = [
    "session",
    "demonstration",
    "action",
    "checkpoint",
    "proposal",
    "rehearsal",
    "ability",
    "placement",
    "import",
    "transaction",
    "outbox",
    "projection",
    "saga",
    "reconcile",
    "idempotency",
    "single-flight",
    "delta",
    "render (SKILL.md)",
    "render (catalogue)",
    "render (prompt)",
    "rate limit",
    "sandbox",
    "isolation",
    "permission request",
    "SSRF",
    "CSRF",
    "DNS rebinding",
    "zip bomb",
    "pagination",
    "deep link",
    "quarantine",
    "token refresh",
    "prompt injection",
];

/// From this one on the module of each term says it in its first lines.
const FIRST_OF_THE_FIELD: &str = "render (SKILL.md)";

/// Terms, meaning and file of every row.
fn rows(text: &str) -> Vec<(Vec<String>, String, String)> {
    text.lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| term"))
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [terms, meaning, file] = cells[..] else { panic!("a row needs three cells: {line}") };
            let terms = terms.split(", ").map(str::to_owned).collect();
            (terms, meaning.to_owned(), file.trim_matches('`').to_owned())
        })
        .collect()
}

#[test]
fn every_term_names_a_file_that_exists() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(project.join("docs/glossary.md")).unwrap();
    let rows = rows(&text);
    let missing: Vec<_> = rows.iter().filter(|(_, _, file)| !project.join(file).is_file()).collect();
    assert!(missing.is_empty(), "these files do not exist; correct docs/glossary.md: {missing:#?}");
    let unexplained: Vec<_> = rows.iter().filter(|(_, meaning, _)| meaning.len() < 10).collect();
    assert!(unexplained.is_empty(), "these terms have no meaning: {unexplained:#?}");
    let mut known = BTreeSet::new();
    let twice: Vec<_> = rows.iter().flat_map(|(terms, ..)| terms).filter(|term| !known.insert(term.as_str())).collect();
    assert!(twice.is_empty(), "one word has one meaning; these have two rows: {twice:?}");
    let absent: Vec<_> = EXPECTED.iter().filter(|term| !known.contains(**term)).collect();
    assert!(absent.is_empty(), "the glossary has no row for {absent:?}");
}

#[test]
fn the_glossary_is_linked_where_people_begin() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(project.join(page)).unwrap();
        assert!(text.contains("(docs/glossary.md)"), "{page} does not link docs/glossary.md");
    }
}

/// Who greps for the standard term finds the module by its first lines, also where the code uses another word.
#[test]
fn the_module_of_a_term_of_the_field_says_it_at_its_head() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rows = rows(&fs::read_to_string(project.join("docs/glossary.md")).unwrap());
    let of_the_field = EXPECTED.iter().skip_while(|term| **term != FIRST_OF_THE_FIELD);
    for term in of_the_field {
        let (.., file) = rows.iter().find(|(terms, ..)| terms.iter().any(|one| one == term)).unwrap();
        let text = fs::read_to_string(project.join(file)).unwrap();
        let head: Vec<&str> = text.lines().take_while(|line| line.starts_with("//!")).collect();
        let word = term.split(" (").next().unwrap().to_lowercase();
        assert!(head.join(" ").replace("//! ", "").to_lowercase().contains(&word), "the head of {file} does not say “{word}”");
    }
}
