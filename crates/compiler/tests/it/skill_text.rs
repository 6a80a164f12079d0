//! Two whole files, read by people.

use crate::tasks;

#[test]
fn a_browser_skill_reads_well() {
    let draft = tasks::insert_row("Ada Lovelace", "ada@example.net", "Ada Lovelace").draft(Some("Add a customer"));
    insta::assert_snapshot!(draft.skill_md, @"");
}

#[test]
fn a_terminal_skill_reads_well() {
    let draft = tasks::tag_release("1.4.0").draft(Some("Tag a release and push it"));
    insta::assert_snapshot!(draft.skill_md, @"");
}

#[test]
fn dump() {
    for (goal, script) in [
        (Some("Add a customer"), tasks::insert_row("Ada Lovelace", "ada@example.net", "Ada Lovelace")),
        (Some("Tag a release and push it"), tasks::tag_release("1.4.0")),
        (None, tasks::clean_csv("raw.csv", "clean.csv")),
        (None, tasks::release_note("2.1.0")),
        (None, tasks::signed_in_ticket("Printer on fire")),
        (None, tasks::delete_row("Ada ada@example.net", &["Grace g@x.org"])),
        (None, tasks::publish("Week 47", "All went well")),
        (None, tasks::upload("a-1.pdf")),
        (None, tasks::order_tea("Ada Lovelace", "Oolong", "3")),
    ] {
        let draft = script.draft(goal);
        println!(
            "{}\nNEG {:?}\nPOS {:?}\n{:#?}\n{:#?}",
            draft.skill_md,
            draft.negative_triggers,
            draft.trigger_phrases,
            draft.questions.iter().map(|q| &q.prompt).collect::<Vec<_>>(),
            draft.checkpoints.iter().map(|c| &c.evidence).collect::<Vec<_>>()
        );
    }
}
