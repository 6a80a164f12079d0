//! Codes, fixes and SARIF.

use apprentice_contracts::skill::{FindingSeverity, SkillFinding};
use apprentice_skills::format::bundle::{self, BodyCap, Profile};
use apprentice_skills::format::codes::{self, Grade, RULES};
use apprentice_skills::format::fix::{diff, fix, write};
use apprentice_skills::format::sarif::{self, FileFindings};
use proptest::prelude::*;
use serde_json::Value;
use std::fs;
use std::time::{Duration, Instant};

#[test]
fn codes_are_sorted_unique_and_documented() {
    assert!(RULES.windows(2).all(|pair| pair[0].code < pair[1].code), "a row is found by its place");
    let docs = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/skills.md")).unwrap_or_default();
    for rule in RULES {
        assert!(codes::rule(rule.code).is_some_and(|found| found.code == rule.code));
        assert!(rule.code.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_'), "{}", rule.code);
        assert!(!rule.title.is_empty() && rule.remedy.ends_with('.'), "{}", rule.code);
        let tells = [Profile::Strict, Profile::Lenient, Profile::Orchestrator].iter().any(|p| rule.grade(*p) != Grade::Silent);
        assert!(tells || rule.fixable, "{} is never told", rule.code);
        assert!(docs.contains(&format!("| `{}` |", rule.code)), "docs/skills.md has no line for {}", rule.code);
    }
    assert!(codes::rule("NO_SUCH_CODE").is_none());
}

fn mended(text: &str) -> (String, Vec<&'static str>) {
    let fixed = fix(text, "make-tea");
    (fixed.text, fixed.done.iter().map(|done| done.code).collect())
}

#[test]
fn safe_faults_are_repaired() {
    let check = |before: &str, after: &str, codes: &[&str]| {
        assert_eq!(mended(before), (after.to_owned(), codes.to_vec()), "{before:?}");
        assert_eq!(mended(after), (after.to_owned(), vec![]), "mending twice is mending once");
    };
    let good = "---\nname: make-tea\ndescription: d\n---\n\nBody.\n";
    check(good, good, &[]);
    check(&format!("\u{feff}{good}"), good, &["BOM"]);
    check(&good.replace('\n', "\r\n"), good, &["CRLF"]);
    check(&good.replace('\n', "\r"), good, &["CRLF"]);
    check(&format!("\n \n{good}"), good, &["FRONT_MATTER_LATE"]);
    check("---\ndescription: d\n---\nBody.\n", "---\nname: make-tea\ndescription: d\n---\nBody.\n", &["NAME_MISSING"]);
    check("---\ndescription: d\nname:\n---\n", "---\ndescription: d\nname: make-tea\n---\n", &["NAME_MISSING"]);
    check(
        "---  \nname: make-tea \ndescription: d\n---\t\nBody.",
        "---\nname: make-tea\ndescription: d\n---\nBody.\n",
        &["SPACES"],
    );
    check(
        "---\nname: make-tea\ndescription: Use when: it's cold\n# kept\nlicense: MIT # too\n---\n",
        "---\nname: make-tea\ndescription: 'Use when: it''s cold'\n# kept\nlicense: MIT # too\n---\n",
        &["YAML_REPAIRED"],
    );
    check(
        "---\nname: make-tea\ndescription:\n  Use when: cold\n---\n",
        "---\nname: make-tea\ndescription: 'Use when: cold'\n---\n",
        &["NOT_TEXT"],
    );
    check(
        "---\nname: make-tea\ndescription: d\nmetadata:\n\ta: b\n---\n",
        "---\nname: make-tea\ndescription: d\nmetadata:\n  a: b\n---\n",
        &["YAML_REPAIRED"],
    );
    check(
        "---\nname: make-tea\ndescription: d\nallowed-tools: [Read, \"Bash(git add *)\", Write]\n---\n",
        "---\nname: make-tea\ndescription: d\nallowed-tools: Read Bash(git add *) Write\n---\n",
        &["FLOW_STYLE"],
    );
    check(
        "---\nname: make-tea\ndescription: d\nmetadata: {tags: [a, \"1\", 'x: y'], deep: {n: 1, none: , \"two words\": yes}}\n---\n",
        "---\nname: make-tea\ndescription: d\nmetadata:\n  tags:\n    - a\n    - '1'\n    - 'x: y'\n  deep:\n    n: 1\n    none:\n    'two words': yes\n---\n",
        &["FLOW_STYLE"],
    );
    check(
        "---\nname: make-tea\ndescription: d\nallowed-tools: []\n---\n",
        "---\nname: make-tea\ndescription: d\nallowed-tools:\n---\n",
        &["FLOW_STYLE"],
    );
}

/// Found by the properties below.
#[test]
fn odd_files_are_repaired_completely() {
    let found = ["---\nname:\t%\nname:\n- a:\n---\n", "---\nname: a\nname:\n  b: c: d\n---\n"];
    for text in found {
        let (once, _) = mended(text);
        assert_eq!(mended(&once), (once.clone(), vec![]), "{text:?}");
        assert_eq!(meaning(&once), meaning(text), "{text:?}");
    }
}

#[test]
fn a_repair_that_would_change_the_meaning_is_not_applied() {
    let check = |text: &str| assert_eq!(mended(text), (text.to_owned(), vec![]), "{text:?}");
    check("");
    check("# No front matter\n\nText.\n");
    check("---\nname: Make Tea\ndescription: d\n---\n");
    check("---\nname: make-tea\ndescription: d\nmetadata: {a: {}}\n---\n");
    check("---\nname: make-tea\ndescription: d\nmetadata: {a: b} # why\n---\n");
    check("---\nname: make-tea\ndescription: d\nmetadata:\n  text: |\n    kept  \n    spaces\n---\n");
    check("---\nname: make-tea\nname: make-tea\ndescription: d\n---\n");
    let named = fix("---\ndescription: d\n---\n", "Not A Slug");
    assert_eq!(named.done, [], "such a folder's name is no name");
    assert_eq!(
        fix("---\ndescription: d\n---\n", "2048").text,
        "---\nname: '2048'\ndescription: d\n---\n",
        "a number needs quotes"
    );
}

#[test]
fn a_repaired_skill_passes_the_strict_profile() {
    let text = "\u{feff}---\r\ndescription: Use when: always\r\nallowed-tools: [Read, Write]\r\nmetadata: {version: \"1\"}\r\n---\r\nBody.\r\n";
    assert!(!bundle::inspect(text, "make-tea", Profile::Strict).is_empty());
    let fixed = fix(text, "make-tea");
    assert_eq!(bundle::inspect(&fixed.text, "make-tea", Profile::Strict), [], "{}", fixed.text);
    assert_eq!(fixed.done.len(), 6, "{:#?}", fixed.done);
}

#[test]
fn a_dry_run_shows_a_unified_diff() {
    let before = "---\ndescription: d\n---\nBody.\n";
    let shown = diff("make-tea/SKILL.md", before, &fix(before, "make-tea").text);
    let expected = "--- a/make-tea/SKILL.md\n+++ b/make-tea/SKILL.md\n@@ -1,4 +1,5 @@\n ---\n+name: make-tea\n description: d\n ---\n Body.\n";
    assert_eq!(shown, expected);
}

#[cfg(unix)]
#[test]
fn a_file_is_replaced_atomically_with_its_permissions_and_a_link_is_refused() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("SKILL.md"), folder.path().join("link.md"));
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&file, &link).unwrap();
    write(&file, "new").unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "new");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(write(&link, "other").is_err() && fs::read_to_string(&file).unwrap() == "new");
    assert!(write(&folder.path().join("absent"), "x").is_err());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left behind");
}

/// The parts that the schema of SARIF 2.1.0 requires, and the types of those that we write.
#[test]
fn sarif_has_the_shape_of_its_schema() {
    let findings = bundle::inspect("---\nname: Tea\ndescription: <d>\n---\n", "tea", Profile::Strict);
    let plain =
        SkillFinding { code: "OTHER".into(), severity: FindingSeverity::Info, message: "m".into(), line: None, suggestion: None };
    let files = [
        FileFindings { path: "./a b/SKILL.md".into(), findings },
        FileFindings { path: "/abs/ü/SKILL.md".into(), findings: vec![plain] },
        FileFindings { path: "fine/SKILL.md".into(), findings: vec![] },
    ];
    let document = sarif::document(&files, Profile::Strict, "1.2.3");
    assert_eq!(document["version"], "2.1.0");
    assert!(document["$schema"].as_str().unwrap().contains("sarif-2.1.0"));
    let [run] = document["runs"].as_array().unwrap().as_slice() else { panic!("one run") };
    let driver = &run["tool"]["driver"];
    assert_eq!((driver["name"].as_str(), driver["semanticVersion"].as_str()), (Some("apprentice"), Some("1.2.3")));
    let rules = driver["rules"].as_array().unwrap();
    let ids: std::collections::BTreeSet<&str> = rules.iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), rules.len(), "each rule once");
    for rule in rules {
        assert!(rule["shortDescription"]["text"].is_string() && rule["help"]["text"].is_string());
        assert!(["none", "note", "warning", "error"].contains(&rule["defaultConfiguration"]["level"].as_str().unwrap()));
    }
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 4);
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        assert!(["note", "warning", "error"].contains(&result["level"].as_str().unwrap()));
        let place = &result["locations"][0]["physicalLocation"];
        assert!(place["region"]["startLine"].as_u64().unwrap() >= 1);
        assert!(place["artifactLocation"]["uri"].as_str().unwrap().is_ascii());
    }
    let uri = |index: usize| results[index]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].clone();
    assert_eq!((uri(0), uri(3)), (Value::from("a%20b/SKILL.md"), Value::from("file:///abs/%C3%BC/SKILL.md")));
}

/// As large as a file may be, and made to cost much: a second is a long time even without optimization.
#[test]
fn hostile_files_are_read_and_repaired_in_bounded_time() {
    let fill = |piece: &str| {
        let lines = piece.repeat(250_000 / piece.len());
        format!("---\n{lines}\n---\nBody\n")
    };
    let numbered = (0..9_000).fold("---\n".to_owned(), |text, n| format!("{text}k{n}: a: b\n")) + "---\nBody\n";
    let pieces = [
        "[",
        "{",
        "{a: ",
        "- ",
        "a: b: c\n",
        "description: [\n",
        "? ",
        "&a ",
        "*a ",
        "'",
        "\"",
        ">-\n",
        "|\n",
        "#",
        "\t",
        "---",
        "x\n",
        "!",
        ": ",
    ];
    for text in pieces.iter().map(|piece| fill(piece)).chain([numbered]) {
        let begun = Instant::now();
        for profile in [Profile::Strict, Profile::Lenient, Profile::Orchestrator] {
            let _any = bundle::inspect(&text, "make-tea", profile);
        }
        let read = begun.elapsed();
        let fixed = fix(&text, "make-tea");
        assert_eq!(meaning(&fixed.text), meaning(&text));
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}: {read:?} and {:?}", &text[..40], begun.elapsed());
    }
}

/// Pieces of front matter, sound and broken, in any order.
fn any_file() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        "(name|description|license|metadata|allowed-tools|hooks|x): ?[ -~äß\t]{0,30}",
        "[ \t]{0,6}(- )?[a-z]{1,5}: ?[ -~]{0,20}",
        "[ \t]{0,4}[\\[\\]{}&*!|>'\"%@`#:,-]{1,6}[ -~]{0,10}",
        "(name: make-tea|description: Use when: x|allowed-tools: \\[a, b\\]|metadata: \\{a: \\[b\\]\\}|description: >-|  text)",
        "[ -~\u{85}\u{2028}é😀]{0,40}",
        Just(String::new()),
    ];
    let end = prop_oneof![Just("\n"), Just("\r\n"), Just("\r")];
    let lines = prop::collection::vec((line, end), 0..14);
    let head = prop_oneof![Just(""), Just("\u{feff}"), Just("\n"), Just("  ")];
    (head, lines, prop::bool::weighted(0.9), "[ -~\n\r]{0,60}").prop_map(|(head, lines, closed, body)| {
        let text: String = lines.into_iter().map(|(line, end)| line + end).collect();
        format!("{head}---\n{text}{}{body}", if closed { "---\n" } else { "" })
    })
}

/// The meaning of a skill, independent of the spelling of its file. Tools may be written as a list or as words.
fn meaning(text: &str) -> Result<(String, String, String, Value, Vec<String>), String> {
    let read =
        bundle::read_capped(text, "make-tea", Profile::Lenient, BodyCap::Bytes(usize::MAX)).map_err(|finding| finding.code)?;
    let mut fields = read.front_matter;
    for key in ["name", "allowed-tools"] {
        fields.remove(key);
    }
    Ok((read.name, read.description, read.body, Value::Object(fields), read.definition.allowed_tools))
}

proptest! {
    #[test]
    fn any_file_is_read_by_every_profile_without_a_panic_and_in_time(text in any_file()) {
        let begun = Instant::now();
        for profile in [Profile::Strict, Profile::Lenient, Profile::Orchestrator] {
            let read = bundle::read(&text, "make-tea", profile);
            let listed = bundle::summary(&text, "make-tea", profile);
            let told = bundle::inspect(&text, "make-tea", profile);
            match (read, listed) {
                (Ok(read), Ok(listed)) => prop_assert_eq!((read.name, read.description), (listed.name, listed.description)),
                (Err(read), Err(listed)) => {
                    prop_assert_eq!(&read, &listed);
                    prop_assert!(read.severity == FindingSeverity::Error && told.contains(&read));
                }
                (read, listed) => prop_assert!(false, "{read:?} and {listed:?}"),
            }
            let lines = u32::try_from(text.replace("\r\n", "\n").replace('\r', "\n").lines().count() + 1).unwrap();
            prop_assert!(told.iter().all(|finding| finding.line.is_none_or(|line| (1..=lines).contains(&line))), "{told:?}");
        }
        prop_assert!(begun.elapsed() < Duration::from_secs(1));
    }

    #[test]
    fn any_repaired_file_keeps_its_meaning_and_is_not_repaired_again(text in any_file()) {
        let fixed = fix(&text, "make-tea");
        prop_assert_eq!(meaning(&fixed.text), meaning(&text));
        let again = fix(&fixed.text, "make-tea");
        prop_assert_eq!(&again.text, &fixed.text, "{:?}", again.done);
        prop_assert_eq!(fixed.text == text, fixed.done.is_empty());
    }

    #[test]
    fn any_bytes_never_panic(text in any::<String>()) {
        for profile in [Profile::Strict, Profile::Lenient, Profile::Orchestrator] {
            let _any = bundle::inspect(&text, "make-tea", profile);
        }
        let _any = fix(&text, "make-tea");
    }
}
