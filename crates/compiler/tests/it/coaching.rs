//! Drafts of a typed outline.

use apprentice_compiler::{Demonstration, Draft, Practised, compile};
use apprentice_contracts::agent_practice::{PracticeResult, PracticeResultKind};
use apprentice_contracts::checkpoint::CheckpointRole::{Effect, Progress};
use apprentice_contracts::checkpoint::{EvidencePredicate, SourcePattern};
use apprentice_contracts::graph::{ValueAnswer, ValueChange};
use apprentice_contracts::proposal::QuestionField;
use apprentice_contracts::session::CoachingOutline;

fn outline(steps: &[&str], hints: &[&str], limits: &[&str]) -> Demonstration {
    let list = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    Demonstration {
        goal: Some("I want my agents to send the monthly report".into()),
        outline: Some(CoachingOutline { steps: list(steps), hints: list(hints), limits: list(limits) }),
        ..Demonstration::default()
    }
}

fn draft(of: &Demonstration) -> Draft {
    compile(of).expect("an outline is enough")
}

fn prompts(of: &Draft) -> Vec<&str> {
    of.questions.iter().map(|question| question.prompt.as_str()).collect()
}

#[test]
fn steps_become_checkpoints_and_only_what_lasts_decides() {
    let of = outline(&["1. Open the reporting portal", "Save it => the list shows {month}", "Send it to the board"], &[], &[]);
    let found = draft(&of);
    let roles: Vec<_> = found.checkpoints.iter().map(|one| one.role).collect();
    assert_eq!(roles, [Progress, Effect, Effect]);
    assert_eq!(found.checkpoints[0].goal, "Open the reporting portal");
    assert_eq!(found.checkpoints[1].success_condition, "The list shows `month`.");
    assert!(found.checkpoints.iter().all(|one| one.evidence.is_none()));
    assert_eq!(found.meaning.title, "Send the monthly report");
    assert_eq!(found.slug, "send-monthly-report");
    assert!((3..=8).contains(&found.trigger_phrases.len()), "{:?}", found.trigger_phrases);
    assert!(found.description.starts_with("Sends the monthly report."), "{}", found.description);
    assert_eq!(draft(&of).skill_md, found.skill_md, "the same outline gives the same bytes");
}

#[test]
fn gaps_are_marked_asked_and_filled_by_answers() {
    let mut of = outline(&["Choose the right template", "Send it"], &[], &[]);
    let open = draft(&of);
    assert_eq!(
        prompts(&open),
        [
            "Where is this done: on which site, in which program or folder?",
            "“Choose the right template” leaves something open. Which value, or which one, is meant?",
            "How can somebody check that this is done: “Send it”?",
        ]
    );
    assert!(open.questions.iter().all(|question| question.required && question.assumed.is_none()));
    let gaps = open.lint.findings.iter().filter(|finding| finding.code == "CKP-012").count();
    assert_eq!(gaps, 2, "{:?}", open.lint);
    assert!(open.lint.has_errors() && open.skill_md.contains("Still open:"), "{}", open.skill_md);

    of.gap_answers = vec![
        (open.questions[1].prompt.clone(), "the one for closed months".into()),
        (open.questions[2].prompt.clone(), "the sent folder shows it".into()),
    ];
    of.answers = vec![(QuestionField::PreferredSurface, "The reporting portal".into())];
    let full = draft(&of);
    assert!(full.questions.is_empty() && !full.lint.has_errors(), "{:?} {:?}", full.questions, full.lint);
    assert!(full.skill_md.contains("Choose the right template (the one for closed months)"), "{}", full.skill_md);
    assert!(full.skill_md.contains("The sent folder shows it."), "{}", full.skill_md);
    assert!(full.skill_md.contains("Where: The reporting portal."), "{}", full.skill_md);
}

#[test]
fn inputs_are_braces_and_quotations() {
    let mut of = outline(
        &["Set the region to \"EMEA\" in the portal", "Choose {month} => \"EMEA\" is shown", "Name it “Q4 report”"],
        &[],
        &[],
    );
    let found = draft(&of);
    let inputs: Vec<_> = found.graph.variables.iter().map(|one| (one.name.as_str(), one.example.as_str())).collect();
    assert_eq!(inputs, [("month", ""), ("region", "EMEA"), ("name", "Q4 report")]);
    assert!(!found.skill_md.contains("EMEA") && !found.skill_md.contains("Q4"), "{}", found.skill_md);
    of.value_answers = vec![ValueAnswer { example: "emea".into(), name: None, changes: ValueChange::Same }];
    let fixed = draft(&of);
    assert_eq!(fixed.graph.variables.len(), 2);
    assert!(fixed.values.iter().any(|value| value.decided && !value.changes), "{:?}", fixed.values);
    assert!(fixed.skill_md.contains("EMEA"), "{}", fixed.skill_md);
}

#[test]
fn hints_are_rules_and_limits_are_guards() {
    let of = outline(
        &["Send it from the portal => the sent folder shows it"],
        &["only closed months"],
        &["ask me before sending", "never send it twice", "other reports change"],
    );
    let text = draft(&of).skill_md;
    for line in [
        "- Only closed months",
        "- Ask the user before sending.",
        "- Never send it twice.",
        "- This must not happen: other reports change.",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn an_outline_leaks_no_secret_and_keeps_within_limits() {
    let long = "x".repeat(240);
    let steps: Vec<&str> = std::iter::repeat_n(long.as_str(), 11).chain(["password: hunter2hunter2"]).collect();
    let found = draft(&outline(&steps, &[], &["ghp_16C7e42F292c6912E7710c838347Ae178B4a"]));
    assert_eq!(found.checkpoints.len(), 12);
    assert!(found.questions.len() <= 5);
    assert!(!found.skill_md.contains("hunter2") && !found.skill_md.contains("ghp_"), "{}", found.skill_md);
    let texts: Vec<&String> = found.checkpoints.iter().flat_map(|one| [&one.goal, &one.success_condition]).collect();
    assert!(texts.iter().all(|text| !text.contains("hunter2") && text.chars().count() <= 400));
}

#[test]
fn results_of_a_practice_become_effects_that_are_read_again_with_the_values_of_a_later_run() {
    let result = |kind, path: Option<&str>, text: Option<&str>| PracticeResult {
        kind,
        path: path.map(str::to_owned),
        text: text.map(str::to_owned),
    };
    let mut of = outline(&["The file `log.txt` is in the working folder"], &["Keep the header"], &["Other tables change"]);
    of.goal = Some("Write a greeting for \"Ada Lovelace\"".into());
    of.practice = Some(Practised {
        results: vec![
            result(PracticeResultKind::FileContains, Some("greeting.txt"), Some("Dear Ada Lovelace\n\nWelcome * here")),
            result(PracticeResultKind::FileExists, Some("log.txt"), None),
            result(PracticeResultKind::OnYourWord, None, Some("it is polite.")),
        ],
        failures: vec!["“greeting.txt” was missing at the end: look that it is in the working folder".into()],
    });
    let found = draft(&of);
    let roles: Vec<_> = found.checkpoints.iter().map(|one| one.role).collect();
    assert_eq!(roles, [Effect, Effect, Effect], "the step says the same as a result: {:#?}", found.checkpoints);
    assert_eq!(found.questions, [], "nothing has to be asked");
    assert!(!found.lint.has_errors(), "{:#?}", found.lint);
    let Some(EvidencePredicate::All { of: lines }) = &found.checkpoints[0].evidence else { panic!("two lines") };
    let pattern = |predicate: &EvidencePredicate| match predicate {
        EvidencePredicate::Records { source: SourcePattern::File { path, .. }, cells, .. } => {
            (path.clone(), cells[0].text.clone())
        }
        other => panic!("{other:?}"),
    };
    let name = &found.graph.variables[0].name;
    assert_eq!(pattern(&lines[0]), ("greeting.txt".into(), format!("*Dear {{{{{name}}}}}*")));
    assert_eq!(pattern(&lines[1]).1, "*Welcome * here*");
    assert!(matches!(
        &found.checkpoints[1].evidence,
        Some(EvidencePredicate::Records { source: SourcePattern::Folder, cells, .. }) if cells[0].text == "log.txt"
    ));
    assert_eq!((found.checkpoints[2].evidence.as_ref(), found.checkpoints[2].goal.as_str()), (None, "It is polite"));
    let ids: Vec<_> = found.checkpoints.iter().map(|one| one.checkpoint_id.as_str()).collect();
    assert_eq!(ids, ["cp-01", "cp-02", "cp-03"]);
    assert!(found.skill_md.contains("was missing at the end") && !found.skill_md.contains("Ada"), "{}", found.skill_md);

    // Each line counts, as it did in practice.
    let lines: Vec<String> = (0..40).map(|at| format!("line {at}")).collect();
    of.practice = of.practice.map(|practice| Practised {
        results: vec![result(PracticeResultKind::FileContains, Some("long.txt"), Some(&lines.join("\n")))],
        ..practice
    });
    let long = draft(&of);
    let Some(EvidencePredicate::All { of: all }) = &long.checkpoints.last().unwrap().evidence else { panic!("many lines") };
    assert_eq!(
        all.iter().map(|one| pattern(one).1).collect::<Vec<_>>(),
        lines.iter().map(|line| format!("*{line}*")).collect::<Vec<_>>()
    );
    assert!(!long.lint.has_errors(), "{:#?}", long.lint);

    of.practice = of.practice.map(|practice| Practised {
        results: (0..8).map(|at| result(PracticeResultKind::FileExists, Some(&format!("{at}.txt")), None)).collect(),
        ..practice
    });
    of.outline.as_mut().unwrap().steps = (0..12).map(|at| format!("The file `{at}.log` is in the working folder")).collect();
    let many = draft(&of);
    assert_eq!(many.checkpoints.len(), 12, "steps make room for results");
    assert_eq!(many.checkpoints.iter().filter(|one| one.role == Effect).count(), 8);
}
