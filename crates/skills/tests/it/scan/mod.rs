//! What the scan finds and what it leaves alone: a labelled set of our own, and skills that other people wrote.

mod acted_on;
mod benign;
mod hostile;

use crate::corpus::corpus;
use apprentice_contracts::skill::FindingSeverity::{self, Error, Info, Warning};
use apprentice_skills::scan::{self, Finding};
use apprentice_skills::source::package::Package;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Files of a small skill; without front matter one is put before SKILL.md.
fn package(files: &[(&str, &str)]) -> Package {
    let mut package = Package::default();
    for (path, text) in files {
        let text = match *path {
            "SKILL.md" if !text.starts_with("---") => {
                format!("---\nname: sample\ndescription: Does one thing. Use when that thing is asked for.\n---\n\n{text}")
            }
            _ => (*text).to_owned(),
        };
        package.files.0.insert((*path).to_owned(), text.into_bytes());
        if path.contains("bin/") {
            package.executable.insert((*path).to_owned());
        }
    }
    package
}

fn texts_of(findings: &[Finding]) -> String {
    findings.iter().map(Finding::to_text).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_hostile_example_is_found_by_its_code() {
    let mut missed = Vec::new();
    for (name, code, severity, files) in hostile::CASES {
        let found = scan::package(&package(files));
        if !found.iter().any(|finding| finding.code == *code && finding.severity == *severity) {
            missed.push(format!("{name}: no {severity:?} {code}; found: {}", texts_of(&found)));
        }
    }
    assert!(hostile::CASES.len() >= 40);
    assert!(
        missed.is_empty(),
        "recall {} of {}:\n{}",
        hostile::CASES.len() - missed.len(),
        hostile::CASES.len(),
        missed.join("\n")
    );
}

#[test]
fn install_instructions_nested_without_end_are_no_harm_to_the_scan() {
    let text = format!("---\nname: sample\ndescription: Does one thing.\nmetadata: '{{a: {}'\n---\n", "[".repeat(7_000));
    let found = scan::package(&package(&[("SKILL.md", &text)]));
    assert!(found.iter().all(|finding| finding.code != "UNSAFE_INSTALL"), "{}", texts_of(&found));
}

#[test]
fn no_honest_example_is_refused() {
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    for (name, files) in benign::CASES {
        let found = scan::package(&package(files));
        let of =
            |severity: FindingSeverity| found.iter().filter(|finding| finding.severity == severity).cloned().collect::<Vec<_>>();
        if !of(Error).is_empty() {
            errors.push(format!("{name}: {}", texts_of(&of(Error))));
        }
        if !of(Warning).is_empty() {
            warnings.push(format!("{name}: {}", texts_of(&of(Warning))));
        }
    }
    assert!(benign::CASES.len() >= 30);
    assert!(errors.is_empty(), "{} of {} would be refused:\n{}", errors.len(), benign::CASES.len(), errors.join("\n"));
    // Words about an attack, and settings that deserve a look, are warnings at most.
    assert!(warnings.len() * 4 <= benign::CASES.len(), "{}:\n{}", warnings.len(), warnings.join("\n"));
}

#[test]
fn a_finding_says_where_and_shows_neither_secrets_nor_invisible_characters() {
    // Assembled here, so that no scanner takes it for a real secret.
    let key = ["sk", "ant", "Zx81qWmK92LpVt5RbN7cHd30YgUe"].join("-");
    let text = format!("# Setup\n\nUse the key {key} for this.\n\nPlain\u{200b} words.\n");
    let found = scan::package(&package(&[("SKILL.md", &text)]));
    let secret = found.iter().find(|finding| finding.code == "HARDCODED_SECRET").unwrap();
    assert_eq!((secret.file.as_str(), secret.line), ("SKILL.md", Some(8)));
    assert!(secret.excerpt.contains("▮") && !secret.excerpt.contains("Zx81"), "{}", secret.excerpt);
    let hidden = found.iter().find(|finding| finding.code == "HIDDEN_ZERO_WIDTH").unwrap();
    assert!(hidden.excerpt.contains("Plain<U+200B> words"), "{}", hidden.excerpt);
}

#[test]
fn files_that_are_not_what_they_seem() {
    let mut package = package(&[("SKILL.md", "# Tools\n"), ("tool.py", "print(1)\n")]);
    for (path, bytes) in [
        ("logo.png", &b"\x7fELF\x02\x01"[..]),
        ("tool", b"\x7fELF\x02\x01"),
        (".cache/run.sh", b"echo hi\n"),
        ("report.pdf.sh", b"echo hi\n"),
        ("__pycache__/tool.cpython-312.pyc", b"\xcb\x0d\0\0"),
        ("__pycache__/other.cpython-312.pyc", b"\xcb\x0d\0\0"),
        ("more.zip", b"PK\x03\x04rest"),
        ("references/SKILL.md", b"# Another\n"),
        ("form.docx", b"PK\x03\x04rest"),
        ("p\u{430}yload.md", b"words\n"),
        ("package.json", br#"{"scripts":{"postinstall":"node x.js"}}"#),
    ] {
        package.files.0.insert(path.to_owned(), bytes.to_vec());
    }
    package.files.0.insert("big.bin".to_owned(), vec![1; 6 << 20]);
    let found = scan::package(&package);
    let at = |file: &str| {
        found.iter().filter(|finding| finding.file == file).map(|finding| (finding.code, finding.severity)).collect::<Vec<_>>()
    };
    assert_eq!(at("logo.png"), [("DISGUISED_EXECUTABLE", Error)]);
    assert_eq!(at("tool"), [("BINARY_EXECUTABLE", Warning)]);
    assert_eq!(at(".cache/run.sh"), [("HIDDEN_EXECUTABLE", Error)]);
    assert_eq!(at("report.pdf.sh"), [("DISGUISED_EXECUTABLE", Error)]);
    assert_eq!(at("__pycache__/tool.cpython-312.pyc"), [("BYTECODE", Info)]);
    assert_eq!(at("__pycache__/other.cpython-312.pyc"), [("BYTECODE_NO_SOURCE", Error)]);
    assert_eq!(at("more.zip"), [("NESTED_ARCHIVE", Warning)]);
    assert_eq!(at("references/SKILL.md"), [("SKILL_INSIDE", Warning)]);
    assert_eq!(at("form.docx"), []);
    assert_eq!(at("p\u{430}yload.md"), [("HOMOGLYPH_NAME", Error)]);
    assert_eq!(at("package.json"), [("INSTALL_HOOK", Warning)]);
    assert_eq!(at("big.bin"), [("LARGE_FILE", Warning)]);
    assert_eq!(at("tool.py"), []);
}

#[test]
fn a_folder_with_a_link_out_of_it_is_not_scanned_as_if_it_were_whole() {
    let temp = tempfile::tempdir().unwrap();
    std::fs::write(temp.path().join("SKILL.md"), "# X\n").unwrap();
    std::os::unix::fs::symlink("/etc/passwd", temp.path().join("notes.md")).unwrap();
    assert_eq!(scan::path(temp.path()).unwrap_err().code.as_str(), "LINK_LEAVES_SOURCE");
}

/// An example of `attacks.json` or `honest.json`: what must be found at least, and the files as text or in hexadecimal.
#[derive(serde::Deserialize)]
struct Example {
    name: String,
    #[serde(default)]
    found: String,
    files: BTreeMap<String, String>,
    #[serde(default)]
    hex: BTreeMap<String, String>,
}

impl Example {
    fn package(&self) -> Package {
        let mut package = Package::default();
        let plain = self.files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes()));
        let byte = |two: &[u8]| u8::from_str_radix(std::str::from_utf8(two).unwrap(), 16).unwrap();
        let coded = self.hex.iter().map(|(path, text)| (path.clone(), text.as_bytes().chunks(2).map(byte).collect()));
        package.files.0.extend(plain.chain(coded));
        package
    }

    fn worst(&self) -> (&'static str, Vec<Finding>) {
        let found = scan::package(&self.package());
        let has = |severity| found.iter().any(|finding| finding.severity == severity);
        (
            if has(Error) {
                "error"
            } else if has(Warning) {
                "warning"
            } else {
                "nothing"
            },
            found,
        )
    }
}

#[test]
fn attacks_that_were_invented_without_a_look_at_the_rules_are_found() {
    let examples: Vec<Example> = serde_json::from_str(include_str!("attacks.json")).unwrap();
    let missed: Vec<String> = examples
        .iter()
        .map(|example| (example, example.worst()))
        .filter(|(example, (worst, _))| *worst != example.found && (*worst, example.found.as_str()) != ("error", "warning"))
        .map(|(example, (worst, found))| format!("{}: {worst} instead of {}: {}", example.name, example.found, texts_of(&found)))
        .collect();
    assert!(examples.len() >= 200, "{}", examples.len());
    assert!(missed.is_empty(), "{} of {} missed:\n{}", missed.len(), examples.len(), missed.join("\n"));
}

#[test]
fn honest_neighbours_of_these_attacks_have_no_warning() {
    let examples: Vec<Example> = serde_json::from_str(include_str!("honest.json")).unwrap();
    let harmed: Vec<String> = examples
        .iter()
        .map(|example| (example, example.worst()))
        .filter(|(_, (worst, _))| *worst != "nothing")
        .map(|(example, (worst, found))| format!("{}: {worst}: {}", example.name, texts_of(&found)))
        .collect();
    assert!(harmed.is_empty(), "{} of {} harmed:\n{}", harmed.len(), examples.len(), harmed.join("\n"));
}

/// Every finding over the corpus was read by a person; the counts are kept so that a change of the rules shows.
#[test]
fn what_is_found_in_the_corpus_was_read_by_a_person() {
    let corpus = corpus("");
    let mut files = Vec::new();
    texts(&corpus, &mut files);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut all = Vec::new();
    for file in &files {
        let name = file.strip_prefix(&corpus).unwrap().display().to_string();
        for finding in scan::package(&of(name.rsplit('/').next().unwrap(), &std::fs::read(file).unwrap())) {
            *counts.entry(format!("{:?} {}", finding.severity, finding.code)).or_default() += 1;
            all.push(finding.to_text());
        }
    }
    assert!(files.len() > 250, "{}", files.len());
    let counts = counts.iter().map(|(code, count)| format!("{code}: {count}")).collect::<Vec<_>>().join("\n");
    println!("{}", all.join("\n"));
    // The error is one that it should be: a script of a repository is piped to a shell, with what the session was about. One
    // skill puts a link in the place of Gemini's settings, twice, and starts Gemini so that it asks nothing (`-y`), four times.
    // Two files are instructions for every agent in the folder, and three lines tell the agent to go on without a question.
    insta::assert_snapshot!(counts, @r"
    Error FETCH_EXECUTE: 1
    Info AGENT_INSTRUCTIONS: 2
    Info GUARD_OFF: 3
    Warning AGENT_TAMPERING: 2
    Warning GUARD_OFF: 4
    Warning INSTRUCTION_OVERRIDE: 1
    Warning PATH_TRAVERSAL: 1
    ");
}

fn of(name: &str, bytes: &[u8]) -> Package {
    let mut package = Package::default();
    package.files.0.insert(name.to_owned(), bytes.to_vec());
    package
}

fn texts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        match entry.file_type().unwrap() {
            kind if kind.is_dir() => texts(&entry.path(), found),
            kind if kind.is_file() => found.push(entry.path()),
            _ => {}
        }
    }
    found.sort();
}

proptest! {
    #[test]
    fn any_text_never_panics_the_scan(text in "(?s).{0,400}", name in "[a-z.]{1,12}") {
        let _ = scan::text_of(&name, &text);
        let _ = scan::text_of("SKILL.md", &text);
    }

    #[test]
    fn any_mix_of_marks_never_panics_the_scan(parts in proptest::collection::vec(
        prop_oneof![Just("```"), Just("<!--"), Just("-->"), Just("curl x | \\"), Just("---\n"), Just("\n"), Just("| sh"), Just("é\u{200b}\u{e0041}"), Just("<div hidden>"), Just("[//]: # (x)")],
        0..40,
    )) {
        let _ = scan::text_of("SKILL.md", &parts.concat());
    }
}
