//! Demonstrations scored without a model: what a draft must say, what it must not say, and how many steps it has.

use crate::script::Script;
use crate::tasks;
use apprentice_compiler::{Demonstration, Draft, NothingToLearn, compile};
use apprentice_contracts::checkpoint::LintSeverity;
use apprentice_contracts::graph::NodeKind;
use apprentice_contracts::proposal::QuestionField;
use apprentice_contracts::session::{BoundaryKind, LearnExecutionMode};
use std::ops::RangeInclusive;

struct Expect<'a> {
    must: &'a [&'a str],
    forbidden: &'a [&'a str],
    variables: &'a [&'a str],
    steps: RangeInclusive<usize>,
    checkpoints: RangeInclusive<usize>,
}

fn score(what: &str, draft: &Draft, expect: &Expect<'_>) {
    let file = &draft.skill_md;
    let lower = file.to_lowercase();
    for word in expect.must {
        assert!(lower.contains(&word.to_lowercase()), "{what}: must mention {word:?}\n{file}");
    }
    for word in expect.forbidden {
        assert!(!lower.contains(&word.to_lowercase()), "{what}: must not mention {word:?}\n{file}");
    }
    let names: Vec<&str> = draft.graph.variables.iter().map(|variable| variable.name.as_str()).collect();
    assert_eq!(names, expect.variables, "{what}: the inputs");
    let steps = draft.graph.nodes.iter().filter(|node| node.kind != NodeKind::Loop).count();
    assert!(
        expect.steps.contains(&steps),
        "{what}: {steps} steps: {:#?}",
        draft.graph.nodes.iter().map(|n| &n.label).collect::<Vec<_>>()
    );
    let goals: Vec<&str> = draft.checkpoints.iter().map(|checkpoint| checkpoint.goal.as_str()).collect();
    assert!(expect.checkpoints.contains(&goals.len()), "{what}: {goals:#?}");
    sound(what, draft);
}

/// What every draft must fulfil.
pub fn sound(what: &str, draft: &Draft) {
    let error = draft.lint.findings.iter().find(|finding| finding.severity == LintSeverity::Error);
    let line = error.and_then(|finding| draft.skill_md.lines().nth(finding.line? as usize - 1));
    assert!(error.is_none(), "{what}: {error:?}\n{line:?}");
    assert!((3..=12).contains(&draft.checkpoints.len()), "{what}: {} checkpoints", draft.checkpoints.len());
    assert!(draft.skill_md.chars().count() <= 8_000, "{what}: {} characters", draft.skill_md.chars().count());
    assert!(draft.questions.len() <= 5);
    assert!((3..=8).contains(&draft.trigger_phrases.len()), "{what}: {:?}", draft.trigger_phrases);
    for negative in &draft.negative_triggers {
        let hit = draft.trigger_phrases.iter().find(|phrase| phrase.contains(negative.as_str()));
        assert_eq!(hit, None, "{what}: the negative trigger {negative:?} excludes a positive one");
    }
    let slug_ok = !draft.slug.is_empty() && draft.slug.len() <= 64 && draft.slug.split('-').all(|part| !part.is_empty());
    assert!(
        slug_ok && draft.slug.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
        "{what}: {}",
        draft.slug
    );
    assert!(
        draft.description.chars().count() <= 1024 && !draft.description.contains(['<', '>']),
        "{what}: {}",
        draft.description
    );
    assert!(draft.meaning.title.chars().count() <= 160 && draft.meaning.goal_summary.chars().count() <= 600);
    let header = draft.skill_md.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).expect("front matter").0;
    let parsed: serde_json::Value = serde_saphyr::from_str(header).unwrap_or_else(|error| panic!("{what}: {error}\n{header}"));
    assert_eq!(parsed["name"], draft.slug.as_str());
    assert_eq!(parsed["description"], draft.description.as_str(), "{what}: the description survives YAML");
    assert!(parsed["metadata"].as_object().expect("a map").values().all(serde_json::Value::is_string));
    assert!(!draft.skill_md.contains(['\r', '\u{feff}', '\u{0}']));
}

#[test]
fn a_row_inserted_through_a_form() {
    let draft =
        tasks::insert_row("Ada Lovelace", "ada@example.net", "Ada Lovelace").draft(Some("Add a customer to the database"));
    score(
        "insert row",
        &draft,
        &Expect {
            must: &["`name`", "`email`", "sqlite-web", "row inserted", "customers", "verify_checkpoint"],
            forbidden: &["Lovelace", "ada@example", "127.0.0.1", "8080", "0.004", "Grace", "{{"],
            variables: &["name", "email"],
            steps: 4..=6,
            checkpoints: 4..=5,
        },
    );
    assert_eq!(draft.slug, "add-customer-database");
    assert_eq!(draft.meaning.title, "Add a customer to the database");
}

#[test]
fn a_file_uploaded() {
    let draft = tasks::upload("minutes-2026-11-20.pdf").draft(Some("Upload the minutes to the file server"));
    score(
        "upload",
        &draft,
        &Expect {
            must: &["copyparty", "upload done", ".pdf", "is listed"],
            forbidden: &["minutes-2026", "localhost", "3923", "12.4"],
            variables: &["file"],
            steps: 3..=3,
            checkpoints: 3..=5,
        },
    );
}

#[test]
fn tea_ordered() {
    let draft = tasks::order_tea("Ada Lovelace", "Oolong", "3").draft(Some("Order tea for somebody"));
    score(
        "tea",
        &draft,
        &Expect {
            must: &["`your_name`", "`tea`", "`cups`", "Tea Room", "one of the offered choices", "in one row"],
            forbidden: &["Lovelace", "Oolong", "5512", "Sencha"],
            variables: &["your_name", "tea", "cups"],
            steps: 5..=6,
            checkpoints: 3..=5,
        },
    );
    assert!(draft.questions.iter().all(|question| question.field != QuestionField::UseConditions), "the table asks instead");
}

#[test]
fn a_page_published() {
    let draft = tasks::publish("Week 47", "All went well this week").draft(Some("Publish a page in the team wiki"));
    score(
        "wiki",
        &draft,
        &Expect {
            must: &["`title`", "`text`", "Team Wiki", "heading", "Published just now"],
            forbidden: &["Week 47", "week-47", "All went well"],
            variables: &["title", "text"],
            steps: 4..=5,
            checkpoints: 3..=5,
        },
    );
}

#[test]
fn a_release_tagged_in_the_terminal() {
    let draft = tasks::tag_release("1.4.0").draft(None);
    score(
        "tag",
        &draft,
        &Expect {
            must: &["git tag -a v<version> -m \"Release <version>\"", "The tag `v<version>` exists", "exit code 0", "terminal"],
            forbidden: &["gti", "git status", "/home/", "v1.4.0"],
            variables: &["version"],
            steps: 2..=2,
            checkpoints: 3..=3,
        },
    );
    assert!(draft.questions.iter().any(|question| question.field == QuestionField::Name), "nobody named the task");
}

#[test]
fn a_table_cleaned_by_a_script() {
    let draft = tasks::clean_csv("raw.csv", "clean.csv").draft(Some("Clean a CSV export"));
    score(
        "csv",
        &draft,
        &Expect {
            must: &["clean.py", "`output_file`", "`input_file`", "working folder", "(.csv)"],
            forbidden: &["raw.csv", "clean.csv", "/home", "head "],
            variables: &["input_file", "output_file"],
            steps: 1..=1,
            checkpoints: 3..=4,
        },
    );
}

#[test]
fn plain_words_of_the_goal_are_not_replaced_by_folder_names() {
    use apprentice_contracts::observation::FileChangeKind::Created;
    let mut script = crate::script::Script::default();
    script.run("cd /srv/books").run("export STAGE=test");
    script.ran(
        "mkdir -p reports; echo \"sales 12\" > reports/week.txt",
        0,
        &[("reports/", Created), ("reports/week.txt", Created)],
    );
    script.ran("cp reports/week.txt reports/sent.txt", 0, &[("reports/sent.txt", Created)]);
    let draft = script.draft(Some("Put the weekly reports where they are sent from"));
    assert_eq!(draft.meaning.title, "Put the weekly reports where they are sent from", "“reports” is a word of the user here");
    assert!(!draft.lint.has_errors(), "{:?}", draft.lint);
    for odd in ["/` exists", "a given", "“export”", "“cd”", "/srv"] {
        assert!(!draft.skill_md.contains(odd), "{odd}: {}", draft.skill_md);
    }
    assert!(draft.skill_md.contains("sent.txt"), "{}", draft.skill_md);
}

#[test]
fn a_goal_of_the_session_wins_over_a_mark() {
    let mut script = tasks::clean_csv("raw.csv", "clean.csv");
    script.mark(apprentice_contracts::session::BoundaryKind::MarkGoal, "The table is clean");
    assert_eq!(script.draft(Some("Clean a CSV export")).meaning.title, "Clean a CSV export");
    assert_eq!(script.draft(None).meaning.title, "The table is clean", "without a goal, the mark names the task");
}

#[test]
fn browser_and_terminal_mixed() {
    let draft = tasks::release_note("2.1.0").draft(Some("Announce a release"));
    score(
        "mixed",
        &draft,
        &Expect {
            must: &["`version`", "Forge", "terminal", "git tag"],
            forbidden: &["v2.1.0", "Faster search"],
            variables: &["version", "notes"],
            steps: 4..=7,
            checkpoints: 4..=8,
        },
    );
    assert_eq!(draft.meaning.preferred_control_surfaces[0], "native_exec", "the terminal before the browser");
}

#[test]
fn signed_in_first() {
    let draft = tasks::signed_in_ticket("Printer on fire").draft(Some("File a support ticket"));
    score(
        "ticket",
        &draft,
        &Expect {
            must: &["signed in to", "if it applies", "`subject`", "Desk", "the user signs in"],
            forbidden: &["Printer", "▮", "4711", "user name", "`password`"],
            variables: &["subject"],
            steps: 4..=6,
            checkpoints: 3..=6,
        },
    );
    assert!(draft.checkpoints[1].optional || draft.checkpoints[0].optional, "signing in may not be needed");
}

#[test]
fn a_record_deleted_with_a_question() {
    let draft = tasks::delete_row("Ada ada@example.net", &["Grace grace@example.org"]).draft(Some("Delete a customer"));
    score(
        "delete",
        &draft,
        &Expect {
            must: &["`customer`", "no longer listed", "answered with yes", "cannot be undone", "the one that was named"],
            forbidden: &["ada ada", "ada@example", "Grace"],
            variables: &["customer"],
            steps: 2..=3,
            checkpoints: 3..=4,
        },
    );
    assert!(
        draft
            .questions
            .iter()
            .any(|q| q.field == QuestionField::NonUseConditions && q.assumed.as_deref().is_some_and(|a| a.contains("Ask")))
    );
}

#[test]
fn three_entries_are_one_loop() {
    let draft = tasks::three_customers(["Ada Lovelace", "Alan Turing", "Grace Hopper"]).draft(Some("Add customers"));
    score(
        "loop",
        &draft,
        &Expect {
            must: &["`name`", "for each of them", "every item"],
            forbidden: &["Lovelace", "Turing", "Hopper"],
            variables: &["name"],
            steps: 2..=3,
            checkpoints: 3..=4,
        },
    );
    let round = draft.graph.nodes.iter().find(|node| node.kind == NodeKind::Loop).expect("a loop");
    assert!(round.label.contains('3'));
    assert!(draft.graph.edges.iter().any(|edge| edge.to == round.node_id && edge.observed == 2), "the loop was repeated twice");
}

#[test]
fn a_noisy_session_reads_like_a_clean_one() {
    let draft = tasks::noisy("Ada Lovelace", "ada@example.net").draft(Some("Add a customer"));
    score(
        "noisy",
        &draft,
        &Expect {
            must: &["`name`", "`email`", "saved"],
            forbidden: &["Wrong", "oops", "nickname", "newsletter", "advanced", "discount", "help"],
            variables: &["name", "email"],
            steps: 4..=4,
            checkpoints: 3..=4,
        },
    );
}

#[test]
fn marks_of_the_user_name_the_checkpoints() {
    let mut script = tasks::insert_row("Ada Lovelace", "ada@example.net", "Ada Lovelace");
    script.mark(BoundaryKind::MarkStep, "The new customer is in the database");
    script.mark(BoundaryKind::MarkGoal, "Record a new customer");
    let draft = script.draft(None);
    assert_eq!(draft.meaning.title, "Record a new customer");
    assert!(
        draft.checkpoints.iter().any(|checkpoint| checkpoint.goal == "The new customer is in the database"),
        "{:#?}",
        draft.checkpoints
    );
    sound("marks", &draft);
}

#[test]
fn answers_override_what_was_inferred() {
    let demonstration = Demonstration {
        answers: vec![
            (QuestionField::Name, "Enroll a client".into()),
            (QuestionField::GoalSummary, "A client is enrolled.".into()),
            (QuestionField::SuccessCondition, "The client got a letter".into()),
            (QuestionField::UseConditions, "A contract was signed; the client agreed".into()),
            (QuestionField::ProjectScope, "This project only".into()),
        ],
        project_id: Some("crm".into()),
        execution_mode: LearnExecutionMode::Strict,
        ..tasks::insert_row("Ada Lovelace", "ada@example.net", "Ada Lovelace").demonstration(None)
    };
    let draft = compile(&demonstration).unwrap();
    assert_eq!(draft.meaning.title, "Enroll a client");
    assert_eq!(draft.meaning.goal_summary, "A client is enrolled.");
    assert_eq!(draft.meaning.success_conditions, ["The client got a letter"]);
    assert_eq!(draft.meaning.use_conditions, ["A contract was signed", "the client agreed"]);
    assert_eq!(draft.meaning.project_scope, apprentice_contracts::interpretation::ProjectScope::ProjectScoped);
    assert!(draft.skill_md.contains("Exactly in this order"));
    assert!(draft.questions.is_empty(), "everything is answered: {:?}", draft.questions);
    sound("answers", &draft);
}

#[test]
fn a_constant_choice_is_no_input_once_the_user_says_so() {
    let mut demonstration = tasks::order_tea("Ada Lovelace", "Oolong", "3").demonstration(Some("Order tea"));
    demonstration.answers.push((QuestionField::UseConditions, "Always use “Oolong” for “Tea”".into()));
    let draft = compile(&demonstration).unwrap();
    assert!(draft.graph.variables.iter().all(|variable| variable.name != "tea"));
    assert!(draft.skill_md.contains("Oolong"), "{}", draft.skill_md);
    sound("constant", &draft);
}

#[test]
fn a_task_without_a_visible_effect_asks_for_proof() {
    let mut script = Script::on("http://localhost:1/", "Pad");
    script.fill("Note", "Buy more paper").idle_click("button", "Send");
    let draft = script.draft(Some("Send a note"));
    let question =
        draft.questions.iter().find(|question| question.field == QuestionField::SuccessCondition).expect("what proves it?");
    assert!(question.required && question.assumed.is_some());
    sound("nothing observable", &draft);
}

#[test]
fn a_demonstration_without_an_effect_is_nothing_to_learn() {
    let mut looked = Script::on("http://localhost:1/", "Pad");
    looked.run("ls").run("cd work").idle_click("link", "Home");
    let mut wordless = Script::default();
    wordless.dialog("a\nb", true);
    for (what, script) in [
        ("nothing", Script::default()),
        ("a page opened", Script::on("http://localhost:1/", "Pad")),
        ("looks", looked),
        ("a question without words", wordless),
    ] {
        assert_eq!(compile(&script.demonstration(Some("Something"))).err(), Some(NothingToLearn), "{what}");
    }
}
