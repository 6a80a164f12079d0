//! The strict profile speaks the reference validator's words; the lenient one reads what people really write.

use apprentice_contracts::skill::{FindingSeverity, SkillFinding};
use apprentice_skills::format::bundle::{self, Profile};
use proptest::prelude::*;

const GOOD: &str = "---\nname: add-customer\ndescription: Add a customer in the shop. Use when somebody wants a new customer.\nlicense: MIT\nmetadata:\n  version: \"1\"\n---\n\n# Add a customer\n";

fn strict(text: &str, folder: &str) -> Vec<SkillFinding> {
    match bundle::read(text, folder, Profile::Strict) {
        Ok(bundle) => bundle.findings,
        Err(finding) => vec![finding],
    }
}

fn check_strict(text: &str, folder: &str, expected: &[(&str, Option<u32>)]) {
    let found: Vec<(String, Option<u32>)> = strict(text, folder).into_iter().map(|f| (f.message, f.line)).collect();
    let expected: Vec<(String, Option<u32>)> = expected.iter().map(|(m, l)| ((*m).to_owned(), *l)).collect();
    assert_eq!(found, expected, "for {text:?} in {folder:?}");
}

fn with(front: &str) -> String {
    format!("---\n{front}\n---\n\nBody.\n")
}

#[test]
fn a_good_skill_has_no_finding() {
    let bundle = bundle::read(GOOD, "add-customer", Profile::Strict).unwrap();
    assert_eq!(bundle.findings, []);
    assert_eq!(bundle.name, "add-customer");
    assert_eq!(bundle.description, "Add a customer in the shop. Use when somebody wants a new customer.");
    assert_eq!(bundle.body, "# Add a customer");
    assert_eq!(bundle.front_matter["metadata"]["version"], "1");
}

#[test]
fn a_nul_character_is_refused_by_every_profile_with_its_file_and_line() {
    let text = GOOD.replace("# Add", "Words.\n\0\n# Add");
    for profile in [Profile::Strict, Profile::Lenient, Profile::Orchestrator] {
        let refused = bundle::read(&text, "add-customer", profile).unwrap_err();
        assert_eq!((refused.code.as_str(), refused.line), ("NUL_CHARACTER", Some(10)), "{profile:?}");
        assert!(refused.message.contains("SKILL.md") && refused.suggestion.is_some(), "{refused:?}");
        let listed = bundle::summary(&text, "add-customer", profile).map(|_| ()).unwrap_err();
        assert_eq!(listed.code, "NUL_CHARACTER");
    }
}

#[test]
fn strict_speaks_the_words_of_the_reference_validator() {
    check_strict("# Hello\n", "x", &[("SKILL.md must start with YAML frontmatter (---)", Some(1))]);
    check_strict("---\nname: x\n", "x", &[("SKILL.md frontmatter not properly closed with ---", Some(1))]);
    check_strict(&with("- a\n- b"), "x", &[("SKILL.md frontmatter must be a YAML mapping", Some(2))]);
    check_strict(&with("name: x"), "x", &[("Missing required field in frontmatter: description", Some(1))]);
    check_strict(&with("description: d"), "x", &[("Missing required field in frontmatter: name", Some(1))]);
    check_strict(&with("name: ''\ndescription: d"), "x", &[("Field 'name' must be a non-empty string", Some(2))]);
    check_strict(&with("name: x\ndescription: ' '"), "x", &[("Field 'description' must be a non-empty string", Some(3))]);
    check_strict(&with("description: d\nname: My-Skill"), "My-Skill", &[("Skill name 'My-Skill' must be lowercase", Some(3))]);
    check_strict(&with("name: -x\ndescription: d"), "-x", &[("Skill name cannot start or end with a hyphen", Some(2))]);
    check_strict(&with("name: a--b\ndescription: d"), "a--b", &[("Skill name cannot contain consecutive hyphens", Some(2))]);
    check_strict(
        &with("name: a_b\ndescription: d"),
        "a_b",
        &[("Skill name 'a_b' contains invalid characters. Only letters, digits, and hyphens are allowed.", Some(2))],
    );
    check_strict(&with("name: x\ndescription: d"), "y", &[("Directory name 'y' must match skill name 'x'", Some(2))]);
    check_strict(
        &with("name: x\ndescription: d\nversion: 1\nauthor: me"),
        "x",
        &[(
            "Unexpected fields in frontmatter: author, version. Only ['allowed-tools', 'compatibility', 'description', 'license', \
             'metadata', 'name'] are allowed.",
            Some(5),
        )],
    );
    check_strict(&with("name: x\ndescription: a <b> c"), "x", &[("Description cannot contain angle brackets (< or >)", Some(3))]);
}

#[test]
fn limits_are_those_of_the_reference_on_both_sides() {
    let check = |front: String, folder: &str, expected: Option<String>| {
        let found: Vec<String> = strict(&with(&front), folder).into_iter().map(|f| f.message).collect();
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
    };
    let (fits, over) = ("a".repeat(64), "a".repeat(65));
    check(format!("name: {fits}\ndescription: d"), &fits, None);
    check(
        format!("name: {over}\ndescription: d"),
        &over,
        Some(format!("Skill name '{over}' exceeds 64 character limit (65 chars)")),
    );
    check(format!("name: x\ndescription: {}", "ü".repeat(1024)), "x", None);
    check(
        format!("name: x\ndescription: {}", "ü".repeat(1025)),
        "x",
        Some("Description exceeds 1024 character limit (1025 chars)".to_owned()),
    );
    check(format!("name: x\ndescription: d\ncompatibility: {}", "c".repeat(500)), "x", None);
    check(
        format!("name: x\ndescription: d\ncompatibility: {}", "c".repeat(501)),
        "x",
        Some("Compatibility exceeds 500 character limit (501 chars)".to_owned()),
    );
    check(
        format!("name: x\ndescription: d\nmetadata:\n  big: {}", "m".repeat(8200)),
        "x",
        Some("Field 'metadata' exceeds 8192 bytes".to_owned()),
    );
}

#[test]
fn several_faults_come_at_once() {
    let codes: Vec<String> =
        strict(&with("name: A--B-\ndescription: <d>\nextra: 1"), "other").into_iter().map(|f| f.code).collect();
    assert_eq!(codes, ["UNEXPECTED_FIELDS", "NAME_CASE", "NAME_EDGE", "NAME_HYPHENS", "NAME_DIR_MISMATCH", "DESCRIPTION_ANGLE"]);
}

#[test]
fn windows_line_ends_and_byte_order_marks_are_found() {
    let crlf = GOOD.replace('\n', "\r\n");
    let bundle = bundle::read(&crlf, "add-customer", Profile::Strict).unwrap();
    assert_eq!(bundle.findings.len(), 1);
    assert_eq!((bundle.findings[0].code.as_str(), bundle.findings[0].line), ("CRLF", Some(1)));
    assert_eq!(bundle.body, "# Add a customer", "it can be read all the same");

    let mixed = GOOD.replacen("license: MIT\n", "license: MIT\r\n", 1);
    assert_eq!(strict(&mixed, "add-customer")[0].line, Some(4), "the first line that ends so");

    let marked = format!("\u{feff}{GOOD}");
    assert_eq!(bundle::read(&marked, "add-customer", Profile::Strict).unwrap_err().code, "BOM");
    let lenient = bundle::read(&marked, "add-customer", Profile::Lenient).unwrap();
    assert_eq!(lenient.findings.iter().map(|f| f.code.as_str()).collect::<Vec<_>>(), ["BOM"]);
}

#[test]
fn files_that_the_reference_cannot_read_are_refused() {
    let code = |front: &str| strict(&with(front), "x").into_iter().map(|f| (f.code, f.line)).next();
    assert_eq!(code("name: x\ndescription: d\nallowed-tools: [a, b]"), Some(("FLOW_STYLE".to_owned(), Some(4))));
    assert_eq!(code("name: x\ndescription: b --- c"), Some(("DASHES".to_owned(), Some(3))));
    assert_eq!(code("name: x\ndescription: &a d"), Some(("YAML_TRICKS".to_owned(), Some(3))));
    assert_eq!(code("name: x\ndescription: >\n  [not flow]"), None, "inside a block scalar brackets are text");
    assert_eq!(code("name: x\ndescription: \"[not flow] *text*\""), None, "in quotes too");
    let twice = strict(&with("name: x\nname: y\ndescription: d"), "x");
    assert_eq!((twice[0].code.as_str(), twice[0].line), ("DUPLICATE_KEY", Some(3)), "a key given twice: {twice:?}");
    let colon = strict(&with("name: x\ndescription: Use when: always"), "x");
    assert_eq!((colon[0].code.as_str(), colon[0].line), ("YAML", Some(3)), "{colon:?}");
}

#[test]
fn numbers_keep_their_spelling() {
    assert_eq!(bundle::read(&with("name: 1.10\ndescription: 0755"), "1.10", Profile::Lenient).unwrap().name, "1.10");
    assert_eq!(strict(&with("name: 123\ndescription: d"), "123"), [], "the reference reads \"123\"");
}

#[test]
fn lenient_infers_what_is_missing_and_says_so() {
    let check = |text: &str, name: &str, description: &str, codes: &[&str]| {
        let bundle = bundle::read(text, "folder", Profile::Lenient).unwrap();
        assert_eq!((bundle.name.as_str(), bundle.description.as_str()), (name, description), "{text:?}");
        assert_eq!(bundle.findings.iter().map(|f| f.code.as_str()).collect::<Vec<_>>(), codes, "{text:?}");
        assert!(bundle.findings.iter().all(|f| f.severity != FindingSeverity::Error), "it could be read");
    };
    check("---\nname: other\ndescription: d\n---\n", "other", "d", &["NAME_DIR_MISMATCH"]);
    check("---\ndescription: d\n---\n", "folder", "d", &["NAME_INFERRED"]);
    let inferred = &["NAME_INFERRED", "DESCRIPTION_INFERRED"];
    check("---\nlicense: MIT\n---\n# Title\n\nDoes this\nand that.\n\nMore.\n", "folder", "Does this and that.", inferred);
    check(
        "# Title\n\n```sh\nrm -rf x\n```\n\nDoes it.\n",
        "folder",
        "Does it.",
        &["FRONT_MATTER_MISSING", "NAME_INFERRED", "DESCRIPTION_INFERRED"],
    );
    check("---\nname: folder\ndescription: Use when: always\n---\n", "folder", "Use when: always", &["YAML_REPAIRED"]);
    check(
        "---\nname: folder\ndescription: It's for: a,\n  and b\nlicense: MIT\n---\n",
        "folder",
        "It's for: a, and b",
        &["YAML_REPAIRED"],
    );
    check("---\nname: folder\ndescription: \"Say \"hi\" to all\"\n---\n", "folder", "Say \"hi\" to all", &["YAML_REPAIRED"]);
    check("---\nname: folder\ndescription: >-\n  Folded\n  text\n---\n", "folder", "Folded text", &[]);
}

#[test]
fn lenient_reads_on_where_the_front_matter_is_none() {
    let check = |text: &str, description: &str, expected: &[(&str, Option<u32>)]| {
        let bundle = bundle::read(text, "folder", Profile::Lenient).unwrap();
        let found: Vec<(&str, Option<u32>)> = bundle.findings.iter().map(|f| (f.code.as_str(), f.line)).collect();
        assert_eq!((bundle.description.as_str(), found.as_slice()), (description, expected), "{text:?}");
        bundle
    };
    let inferred = [("NAME_INFERRED", Some(1)), ("DESCRIPTION_INFERRED", Some(1))];
    let with = |first| [&[first][..], &inferred[..]].concat();
    let words = check("---\njust words\n---\nParagraph.\n", "Paragraph.", &with(("FRONT_MATTER_NOT_A_MAPPING", Some(2))));
    assert_eq!((words.name.as_str(), words.body.as_str()), ("folder", "Paragraph."));
    check("---\n---\nParagraph.\n", "Paragraph.", &inferred);
    check("---\n# a comment\n---\nParagraph.\n", "Paragraph.", &with(("FRONT_MATTER_NOT_A_MAPPING", Some(2))));
    let late = check(
        "\n\n---\nname: other\ndescription: d\n---\n",
        "d",
        &[("FRONT_MATTER_LATE", Some(1)), ("NAME_DIR_MISMATCH", Some(4))],
    );
    assert_eq!(late.body, "");
    let many = (0..300).fold("---\ndescription: d\n".to_owned(), |text, n| format!("{text}k{n}: a: b\n")) + "---\n";
    assert_eq!(
        bundle::read(&many, "folder", Profile::Lenient).unwrap_err().code,
        "YAML",
        "nobody writes that many broken fields"
    );
}

#[test]
fn nested_metadata_stays_nested() {
    let bundle =
        bundle::read(&with("name: x\ndescription: d\nmetadata:\n  a:\n    b: [1, \"1\", 1.10]"), "x", Profile::Lenient).unwrap();
    assert_eq!(bundle.front_matter["metadata"], serde_json::json!({ "a": { "b": [1, "1", "1.10"] } }));
    assert_eq!(bundle.definition.metadata, Some(bundle.front_matter["metadata"].clone()));
}

#[test]
fn an_unusable_skill_has_a_reason() {
    let check =
        |text: &str, code: &str| assert_eq!(bundle::read(text, "x", Profile::Lenient).unwrap_err().code, code, "{text:?}");
    check("", "NO_DESCRIPTION");
    check("# Only a heading\n", "NO_DESCRIPTION");
    check("---\nname: x\n", "FRONT_MATTER_OPEN");
    check(&"x".repeat(256_001), "TOO_LARGE");
}

proptest! {
    #[test]
    fn any_text_never_panics(text in "(---\n)?[ -~\n\t:\\[\\]{}&*|>\"'-]{0,200}(\n---\n)?.{0,40}") {
        for profile in [Profile::Strict, Profile::Lenient] {
            let _any = bundle::read(&text, "folder", profile);
        }
    }

    #[test]
    fn any_quoted_description_is_read_unchanged(text in "[ -~äß✓]{1,200}") {
        prop_assume!(!text.trim().is_empty());
        let file = with(&format!("name: x\ndescription: {}", serde_json::to_string(&text).unwrap()));
        let bundle = bundle::read(&file, "x", Profile::Lenient).unwrap();
        prop_assert_eq!(bundle.description, text.trim());
    }
}

#[test]
fn what_limits_a_skill_is_read_or_said_not_to_be() {
    for (front, code) in [
        ("name: tea", None),
        ("name: tea\nallowed-tools: Read Bash(git *)", None),
        ("name: tea\nallowed-tools:\nhooks:", None),
        ("name: tea\nhooks:\n  PreToolUse: []", None),
        // What its writer meant is read, and another field that is left out limits nothing.
        ("name: tea\nallowed-tools: Bash(git: *), Read", None),
        ("name: tea\ndescription: Use when: cold\nallowed-tools: Read", None),
        ("name: tea\nmetadata:\n  - \"a", None),
        ("name: tea\nallowed-tools:\n  - \"Read", Some("FIELD_DROPPED")),
        ("name: tea\nallowed_tools:\n  - \"Read", Some("FIELD_DROPPED")),
        ("name: tea\nhooks:\n  PreToolUse: [", Some("FIELD_DROPPED")),
        ("name: tea\nallowed-tools:\n  Read: true", Some("FIELD_TYPE")),
        ("name: tea\ndescription: Use when: cold\n\"allowed-tools\": Read", Some("YAML_REPAIRED")),
        ("- name", Some("")),
        ("name: tea\nhooks: {{{{", Some("")),
    ] {
        let found = apprentice_skills::format::bundle::unread_limits(&format!("---\n{front}\n---\n\nBoil water.\n"));
        match code {
            // Whatever it is called.
            Some("") => assert!(found.is_some(), "{front}"),
            code => assert_eq!(found.as_ref().map(|finding| finding.code.as_str()), code, "{front}: {found:?}"),
        }
    }
    let open = apprentice_skills::format::bundle::unread_limits("---\nname: tea\nallowed-tools: Read\n");
    assert_eq!(open.unwrap().code, "FRONT_MATTER_OPEN");
}
