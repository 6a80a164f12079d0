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
