//! Placeholders, the 32 KiB cap, and that nothing is filled in twice or run.

use apprentice_skills::format::template::{Invocation, MAX_PROMPT_BYTES, Placeholders, Prompt, permitted_tools, render};
use proptest::prelude::*;
use std::path::Path;

fn with<'a>(arguments: &'a [String], placeholders: Placeholders<'a>) -> Invocation<'a> {
    Invocation { arguments, session_id: "s-1", skill_dir: Path::new("/skills/tea"), placeholders, max_bytes: MAX_PROMPT_BYTES }
}

fn words(arguments: &[&str]) -> Vec<String> {
    arguments.iter().map(|word| (*word).to_owned()).collect()
}

fn common(body: &str, arguments: &[&str]) -> Prompt {
    render(body, &with(&words(arguments), Placeholders::Common))
}

fn claude(body: &str, arguments: &[&str], names: &[&str]) -> String {
    render(body, &with(&words(arguments), Placeholders::Claude { names: &words(names) })).text
}

#[test]
fn placeholders() {
    for (body, arguments, expected) in [
        ("Research $ARGUMENTS thoroughly.", &["quantum computing"][..], "Research quantum computing thoroughly."),
        ("Research $ARGUMENTS.", &["a", "b c"], "Research a b c."),
        ("Migrate ${0} from ${1} to ${2}.", &["SearchBar", "React", "Vue"], "Migrate SearchBar from React to Vue."),
        ("Convert $ARGUMENTS[0] to $ARGUMENTS[1].", &["Celsius", "Fahrenheit"], "Convert Celsius to Fahrenheit."),
        ("Log to ${SESSION_ID}.log and $SESSION_ID.", &[], "Log to s-1.log and s-1."),
        ("${CLAUDE_SESSION_ID} ${CLAUDE_SKILL_DIR}/x {baseDir}/y", &[], "s-1 /skills/tea/x /skills/tea/y"),
        ("It costs $100, $1 and $2.50.", &[], "It costs $100, $1 and $2.50."),
        ("No args here.", &[], "No args here."),
        ("Do $ARGUMENTS now", &[], "Do  now"),
        ("Just do it.", &["a", "b"], "Just do it.\n\nARGUMENTS: a b"),
        ("$ARGUMENTSX $SESSION_IDS ${HOME} $HOME ${} { $", &[], "$ARGUMENTSX $SESSION_IDS ${HOME} $HOME ${} { $"),
        ("${0", &["x"], "${0\n\nARGUMENTS: x"),
        ("$0 and $1", &["x"], "$0 and $1\n\nARGUMENTS: x"),
        ("é${0}ü🫙$ARGUMENTS[0]ß", &["→"], "é→ü🫙→ß"),
    ] {
        assert_eq!(common(body, arguments).text, expected, "{body}");
    }
}

#[test]
fn an_argument_is_never_filled_in_again() {
    let sly = "${1} $ARGUMENTS $ARGUMENTS[1] $SESSION_ID {baseDir} ${CLAUDE_SKILL_DIR}";
    assert_eq!(common("<${0}> <$ARGUMENTS[1]>", &[sly, "secret"]).text, format!("<{sly}> <secret>"));
    assert_eq!(common("Go.", &[sly]).text, format!("Go.\n\nARGUMENTS: {sly}"), "not the appended ones either");
    assert_eq!(claude("$0 $who", &["$1 $who", "b"], &["other", "who"]), "$1 $who b");
}

#[test]
fn only_claude_has_bare_numbers_and_names() {
    assert_eq!(claude("$0 to $1", &["a", "b"], &[]), "a to b");
    assert_eq!(claude("$who likes $what", &["Ann", "tea"], &["who", "what"]), "Ann likes tea");
    assert_eq!(claude("$whom $who", &["Ann"], &["who"]), "$whom Ann");
    assert_eq!(claude("$100 for $0", &["tea"], &[]), "$100 for tea", "money stays money");
    assert_eq!(claude("$5k", &["a", "b", "c", "d", "e", "f"], &[]), "$5k\n\nARGUMENTS: a b c d e f");
    assert_eq!(common("$who", &[]).text, "$who");
}

#[test]
fn a_missing_argument_stays_and_is_reported_once() {
    let prompt = common("one\n${0} ${3}\n$ARGUMENTS[3]", &["a"]);
    assert_eq!(prompt.text, "one\na ${3}\n$ARGUMENTS[3]");
    let found: Vec<_> = prompt.findings.iter().map(|note| (note.code, note.line)).collect();
    assert_eq!(found, [("ARGUMENT_MISSING", Some(2))]);
}

#[test]
fn a_command_is_never_run() {
    let temp = tempfile::tempdir().unwrap();
    let marker = temp.path().join("ran");
    let body = format!("Status: !`touch {}`\n```!\ntouch it\n```\nWow! `code`! Nice!\n", marker.display());
    let prompt = common(&body, &[]);
    assert_eq!(prompt.text, body, "it stays as it is");
    let found: Vec<_> = prompt.findings.iter().map(|note| (note.code, note.line)).collect();
    assert_eq!(found, [("COMMAND_NOT_RUN", Some(1)), ("COMMAND_NOT_RUN", Some(2))]);
    assert!(!marker.exists());
    assert_eq!(common("!`echo ${0}`", &["x"]).text, "!`echo x`");
}

#[test]
fn a_long_prompt_is_cut_at_a_character_and_says_so() {
    let body = "ü".repeat(20_000);
    let prompt = common(&body, &["keep me"]);
    assert!(
        prompt.truncated && prompt.text.len() <= MAX_PROMPT_BYTES && prompt.text.len() > MAX_PROMPT_BYTES - 8,
        "{}",
        prompt.text.len()
    );
    assert!(
        prompt.text.ends_with("[Cut after 32768 bytes. Read the rest in /skills/tea/SKILL.md]\n\nARGUMENTS: keep me"),
        "what was asked for is not lost"
    );
    assert_eq!(prompt.findings[0].code, "PROMPT_TRUNCATED");
    assert!(!common(&"a".repeat(MAX_PROMPT_BYTES), &[]).truncated);
    let huge = "x".repeat(40_000);
    let prompt = common("Short.", &[&huge]);
    assert!(prompt.truncated && prompt.text.len() <= MAX_PROMPT_BYTES && prompt.text.starts_with("Short.\n\nARGUMENTS: xxx"));
    let tiny = Invocation { max_bytes: 3, ..with(&[], Placeholders::Common) };
    assert!(render("üüü", &tiny).text.len() <= 3);
}

proptest! {
    /// Text without placeholders stays unchanged, and no template makes the renderer panic.
    #[test]
    fn any_text_is_filled(body in "[a-z$ {}\\[\\]!`0-9A-Zü_]{0,200}", arguments in proptest::collection::vec("[$ {}0-9A-Z]{0,20}", 0..4)) {
        let plain = Invocation { max_bytes: usize::MAX, ..with(&arguments, Placeholders::Common) };
        let names = words(&["a", "b"]);
        let rich = Invocation { placeholders: Placeholders::Claude { names: &names }, ..plain };
        let text = render(&body, &plain).text;
        render(&body, &rich);
        if !body.contains(['$', '{']) {
            prop_assert!(text.starts_with(&body));
        }
    }
}

#[test]
fn a_skill_never_gets_more_tools_than_the_session_has() {
    use apprentice_contracts::skill::SkillScope::{Project, User};
    let session = words(&["Read", "Bash", "payments__refund", "notes__list", "notes__add"]);
    for (allowed, scope, expected) in [
        (&["Read", "Write"][..], User, &["Read"][..]),
        (&["Bash(git:*)"], User, &["Bash"]),
        (&["notes__*"], Project, &["notes__list", "notes__add"]),
        (&["notes__add"], Project, &["notes__add"]),
        (&["*"], Project, &["Read", "Bash"]),
        (&["pay*"], Project, &[]),
        (&[], User, &["Read", "Bash", "payments__refund", "notes__list", "notes__add"]),
        (&[], Project, &["Read", "Bash"]),
    ] {
        assert_eq!(permitted_tools(&words(allowed), &session, scope), expected, "{allowed:?}");
    }
}
