//! Instructions in words: what each is understood as, what is refused, and what needs a confirmation.

use apprentice_compiler::instructions::{Revisable, Understood, offers, understand};
use apprentice_contracts::MASK;
use apprentice_contracts::checkpoint::{Checkpoint, CheckpointRole};
use apprentice_contracts::graph::{DemonstratedValue, ValueChange, ValueSource};

fn value(name: &str, label: &str, example: &str, changes: bool) -> DemonstratedValue {
    DemonstratedValue {
        example: example.into(),
        name: name.into(),
        label: label.into(),
        changes,
        source: if changes { ValueSource::Given } else { ValueSource::Constant },
        evidence: String::new(),
        decided: false,
    }
}

fn checkpoint(number: u32, goal: &str, role: CheckpointRole) -> Checkpoint {
    Checkpoint {
        checkpoint_id: format!("cp-{number:02}").into(),
        goal: goal.into(),
        success_condition: format!("{goal}, for the region EMEA."),
        order_hint: number,
        optional: false,
        role,
        evidence: None,
    }
}

fn read(words: &str) -> Understood {
    with_draft(|draft| understand(words, draft))
}

fn with_draft<T>(then: impl Fn(&Revisable<'_>) -> T) -> T {
    let values = [
        value("region", "Region", "EMEA", false),
        value("month", "Reporting month", "2031-04", true),
        value("full_name", "Full name", "Ada Lovelace", true),
        value("password", "Password", MASK, true),
    ];
    let checkpoints = [
        checkpoint(1, "The report page is open", CheckpointRole::Progress),
        checkpoint(2, "The report is saved", CheckpointRole::Effect),
        checkpoint(3, "The report is sent to the board", CheckpointRole::Effect),
    ];
    let (guards, triggers, negative) =
        (["Ask the user before saving.".to_owned()], ["send the report".to_owned()], ["delete the report".to_owned()]);
    then(&Revisable {
        title: "Send the report",
        use_conditions: &[],
        non_use_conditions: &[],
        guards: &guards,
        trigger_phrases: &triggers,
        negative_triggers: &negative,
        checkpoints: &checkpoints,
        values: &values,
        value_answers: &[],
    })
}

fn goals(of: &Understood) -> Vec<String> {
    of.edits
        .checkpoints
        .iter()
        .flatten()
        .map(|edit| format!("{}{}", edit.checkpoint_id, if edit.optional { "?" } else { "" }))
        .collect()
}

fn understood(words: &str) -> Understood {
    let found = read(words);
    assert!(found.unclear.is_empty() && found.refused.is_empty(), "{words}: {found:#?}");
    assert!(!found.changes.is_empty(), "{words}: nothing was changed");
    found
}

#[test]
fn fields_are_named_in_ordinary_words() {
    for words in [
        "set the title to Approve an invoice",
        "Title: approve an invoice",
        "Please rename the skill to “Approve an invoice”.",
        "The title should be approve an invoice",
    ] {
        assert_eq!(understood(words).edits.title.as_deref(), Some("Approve an invoice"), "{words}");
    }
    for words in ["set the name to Approve Invoice", "name: approve-invoice"] {
        assert_eq!(understood(words).edits.proposed_skill_slug.as_deref(), Some("approve-invoice"), "{words}");
    }
    assert_eq!(understood("change the goal to: pay what is due").edits.goal_summary.as_deref(), Some("Pay what is due."));
    assert_eq!(understood("description: Pays invoices").edits.description.as_deref(), Some("Pays invoices."));
    let added = understood("add the trigger “pay, then file”").edits.trigger_phrases.unwrap();
    assert_eq!(added, ["send the report", "pay, then file"]);
    assert_eq!(understood("triggers: a report, the report").edits.trigger_phrases.unwrap(), ["a report", "the report"]);
    assert_eq!(understood("remove the trigger send the report").edits.trigger_phrases.unwrap(), [""; 0]);
    assert_eq!(understood("use it when the amount changes").edits.use_conditions.unwrap(), ["When the amount changes."]);
    let not = understood("Don't use it when the customer asks for a refund").edits.non_use_conditions.unwrap();
    assert_eq!(not, ["When the customer asks for a refund."]);
    assert!(understood("compile it again").again);
}

#[test]
fn values_are_named_by_name_label_or_example() {
    use ValueChange::{Changes, Derived, Read, Same};
    for (words, example, change) in [
        ("region always stays EMEA", "EMEA", Same),
        ("The region is always “EMEA”.", "EMEA", Same),
        ("EMEA never changes", "EMEA", Same),
        ("keep the region the same", "EMEA", Same),
        ("always use EMEA for the region", "EMEA", Same),
        ("the month changes", "2031-04", Changes),
        ("Reporting month is different every time", "2031-04", Changes),
        ("make “EMEA” an input", "EMEA", Changes),
        ("ask me for the region", "EMEA", Changes),
        ("the month is read from the page", "2031-04", Read),
        ("the month follows from today's date", "2031-04", Derived),
    ] {
        let answers = understood(words).values.expect(words);
        assert_eq!((answers[0].example.as_str(), answers[0].changes), (example, change), "{words}");
    }
    let both = understood("region and month change").values.unwrap();
    assert_eq!(both.len(), 2);
    for words in [
        "call the full name customer",
        "rename full_name to customer",
        "The full name changes; call it customer",
        "call “Ada Lovelace” customer",
    ] {
        let answers = understood(words).values.unwrap();
        assert_eq!((answers[0].name.as_deref(), answers[0].changes), (Some("customer"), Changes), "{words}");
    }
}

#[test]
fn checkpoints_are_named_by_number_or_words() {
    assert_eq!(goals(&understood("drop checkpoint 1")), ["cp-02", "cp-03"]);
    assert_eq!(goals(&understood("remove the step about the report page")), ["cp-02", "cp-03"]);
    assert_eq!(goals(&understood("checkpoint 1 is optional")), ["cp-01?", "cp-02", "cp-03"]);
    assert_eq!(goals(&understood("move the last checkpoint first")), ["cp-03", "cp-01", "cp-02"]);
    assert_eq!(goals(&understood("checkpoint 3 comes before checkpoint 2")), ["cp-01", "cp-03", "cp-02"]);
    assert_eq!(goals(&understood("put step 1 after 2")), ["cp-02", "cp-01", "cp-03"]);
    assert_eq!(goals(&understood("swap checkpoint 1 and checkpoint 2")), ["cp-02", "cp-01", "cp-03"]);
    // A number is one of the draft that the person sees.
    assert_eq!(goals(&understood("move checkpoint 1 last, then move checkpoint 2 last")), ["cp-03", "cp-01", "cp-02"]);
    let renamed = understood("rename cp-02 to “The report is stored”").edits.checkpoints.unwrap();
    assert_eq!(renamed[1].goal, "The report is stored");
    assert_eq!(renamed[1].checkpoint_id.as_str(), "cp-02", "it keeps its evidence");
    let added = understood("add a checkpoint: the board has answered").edits.checkpoints.unwrap();
    assert_eq!(added[3].goal, "The board has answered");
}

#[test]
fn guards_can_be_added() {
    for (words, guard) in [
        ("ask me before deleting", "Ask the user before deleting."),
        ("always ask first when the total is over 500", "Ask first when the total is over 500."),
        ("Stop when the page shows a warning", "Stop when the page shows a warning."),
        ("never send it twice", "Never send it twice."),
        ("it may not touch other reports", "Never touch other reports."),
        ("Do not ask for the password", "Do not ask for the password."),
    ] {
        assert_eq!(understood(words).edits.guards.unwrap(), ["Ask the user before saving.", guard], "{words}");
    }
    assert_eq!(understood("ask me before saving").edits.guards, None, "it says so already");
}

#[test]
fn what_takes_away_a_guard_is_refused_whatever_else_is_said() {
    for words in [
        "do not ask before deleting",
        "no need to ask, it may delete everything",
        "send it without asking",
        "skip the confirmation",
        "remove the guard about saving",
        "stop asking before saving",
        "ask before deleting is not necessary",
        "go ahead when the page warns",
        "let it delete the report",
        "the agent is allowed to push",
        "don't stop when a warning shows",
        "set the title to Send it without confirmation",
    ] {
        let found = read(words);
        assert_eq!(found.refused.len(), 1, "{words}: {found:#?}");
        assert!(found.changes.is_empty() && found.edits == Default::default(), "{words}: {found:#?}");
    }
    assert_eq!(read("checkpoint 2 is optional; drop checkpoint 3").refused.len(), 1, "one effect must stay");
}

#[test]
fn what_weakens_a_check_is_marked() {
    for words in ["drop checkpoint 2", "make checkpoint 3 optional", "remove the negative trigger delete the report"] {
        assert_eq!(understood(words).weaker.len(), 1, "{words}");
    }
    for words in ["drop checkpoint 1", "checkpoint 2 is required", "rename checkpoint 2 to The report is stored"] {
        assert_eq!(understood(words).weaker, [""; 0], "{words}");
    }
}

#[test]
fn several_instructions_stand_in_one_text() {
    let found = understood(
        "- Set the title to Mail the report and drop checkpoint 1\n2. The month changes, call it period.\nAsk before sending; stop if it fails!",
    );
    assert_eq!(found.edits.title.as_deref(), Some("Mail the report"));
    assert_eq!(goals(&found), ["cp-02", "cp-03"]);
    assert_eq!(found.values.unwrap()[0].name.as_deref(), Some("period"));
    assert_eq!(found.edits.guards.unwrap().len(), 3);
    let whole = understood("Set the title to Approve and pay invoices");
    assert_eq!(whole.edits.title.as_deref(), Some("Approve and pay invoices"), "`and` may be a part of a text");
}

#[test]
fn what_is_not_understood_names_the_remedy() {
    for (words, says) in [
        ("Shorter, please", "No rule"),
        ("make it friendlier", "No rule"),
        ("the colour changes", "The values are: region"),
        ("region always stays APAC", "used “EMEA” for region"),
        ("call it customer", "what “it” is"),
        ("the password changes", "is a secret"),
        ("drop checkpoint 9", "There is no checkpoint"),
        ("call the month Full name", "is the name of"),
        ("do not change the title", "everything else stays"),
        ("set the name to ¡¿", "lower-case letters"),
    ] {
        let found = read(words);
        assert_eq!(found.unclear.len(), 1, "{words}: {found:#?}");
        assert!(found.unclear[0].why.contains(says), "{words}: {}", found.unclear[0].why);
        assert_eq!(found.edits, Default::default(), "{words}");
    }
    let long = format!("title: {}", "x".repeat(200));
    assert!(read(&long).unclear[0].why.contains("at most 160"), "{:#?}", read(&long));
}

#[test]
fn a_finding_offers_instructions_that_are_understood() {
    let found = with_draft(|draft| offers(&"cp-02".into(), "the cell shows APAC, not EMEA", draft));
    let instructions: Vec<&str> = found.iter().map(|offer| offer.instruction.as_str()).collect();
    assert_eq!(instructions, ["“EMEA” changes", "checkpoint 2 is optional"]);
    assert!(understood(instructions[0]).weaker.is_empty());
    assert_eq!(understood(instructions[1]).weaker.len(), 1, "it still needs a confirmation");
    assert!(with_draft(|draft| offers(&"cp-09".into(), "", draft)).is_empty());
}
