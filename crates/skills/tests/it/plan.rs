//! The next task of a plan, and its hints.

use apprentice_skills::catalogue::task_plan::{NoTask, Task, next_task};
use proptest::prelude::*;

fn label(plan: &str) -> String {
    next_task(plan).map_or_else(|none| format!("{none:?}"), |task| task.label)
}

#[test]
fn the_next_open_task() {
    for (plan, expected) in [
        ("- [x] One\n- [ ] Two\n- [ ] Three\n", "Two"),
        ("1. [X] One\n2. [ ] Two\n", "Two"),
        ("* [ ] Star\n", "Star"),
        ("  + [ ]   Plus   with  spaces \n", "Plus with spaces"),
        ("- [-] Dropped\n- [~] Under way\n- [ ] Next\n", "Next"),
        ("- [ ]? Ask a person\n  - [ ] about this\n- [ ] Next\n", "Next"),
        ("- [ ] Parent\n  - [x] done\n  - [ ] child\n  - [ ] other\n- [ ] After\n", "child"),
        ("- [ ] Parent\n  - [x] done\n- [ ] After\n", "Parent"),
        ("- [x] Parent\n  - [ ] forgotten\n", "forgotten"),
        ("- [ ] A\n\t- [ ] B\n\t\t- [ ] C\n", "C"),
        ("## Verification\n- [ ] cargo test passes\n### Deeper\n- [ ] more\n## Tasks\n- [ ] Next\n", "Next"),
        ("## 3. Manual QA checklist\n- [ ] click\n# Work\n- [ ] Next\n", "Next"),
        ("## QA\n- [ ] click\n# Work\n- [ ] Next\n", "Next"),
        ("## Verification & sign-off\n- [ ] click\n# Work\n- [ ] Next\n", "Next"),
        ("## Verify e-mail addresses\n- [ ] Build the form\n", "Build the form"),
        (
            "- [ ] Verify: tests pass\n- [ ] **Manual QA:** click\n- [ ] Verification - all of it\n  - [ ] part\n- [ ] Next\n",
            "Next",
        ),
        ("- [ ] Verify e-mail addresses on sign-up\n", "Verify e-mail addresses on sign-up"),
        ("```md\n- [ ] An example\n```\n<!--\n- [ ] Commented out\n-->\n- [ ] Real\n", "Real"),
        ("~~~~\n- [ ] no\n~~~\n- [ ] no\n~~~~\n- [ ] yes\n", "yes"),
        ("- [x] One\n\r\n- [ ] Two\r\n", "Two"),
        ("- [x] One\n", "AllDone"),
        ("## Verification\n- [ ] only this\n", "AllDone"),
        ("Just words.\n- a list\n", "NoList"),
        ("", "NoList"),
        ("- [link](x)\n- [ ](x)\n- []\n", "NoList"),
        ("- [ ]\n- [ ] Words\n", "Words"),
    ] {
        assert_eq!(label(plan), expected, "{plan}");
    }
    assert_eq!(NoTask::NoList.to_string(), "the plan has no task list (lines like `- [ ] task`)");
}

#[test]
fn a_task_knows_where_it_stands() {
    let plan = "# Plan\n## Phase 1\n- [ ] Ship\n  Some words.\n\n  More of it\n  - [ ] Draft (skill: pdf)\n    with a table\n    skills: xlsx, `pdf`\n\nNot part of it.\n";
    let task = next_task(plan).unwrap();
    assert_eq!(
        task,
        Task {
            label: "Draft (skill: pdf)".into(),
            line: 7,
            sections: vec!["Plan".into(), "Phase 1".into()],
            parents: vec!["Ship".into()],
            details: "with a table skills: xlsx, `pdf`".into(),
            hints: vec!["pdf".into(), "xlsx".into()],
        }
    );
}

#[test]
fn hints() {
    for (text, expected) in [
        ("Fill it (skill: pdf)", &["pdf"][..]),
        ("Fill it [Skills: a, b-c and d_e & f]", &["a", "b-c", "d_e", "f"]),
        ("Fill it <!-- skill: pdf --> now", &["pdf"]),
        ("Fill it — skill: pdf", &["pdf"]),
        ("Fill it. Skills: `pdf`, \"xlsx\".", &["pdf", "xlsx"]),
        ("skill: pdf", &["pdf"]),
        ("**Skill:** pdf", &["pdf"]),
        ("Fill it (skill = pdf) and (skill: pdf) (skill: other)", &["pdf", "other"]),
        ("Improve skill: matching quality", &[]),
        ("Learn a skill", &[]),
        ("Deskill: x", &[]),
        ("Fill it (skill: )", &[]),
        ("Fill it (skill: ../../etc)", &[]),
    ] {
        assert_eq!(Task::from_text(text).hints, expected, "{text}");
    }
    assert_eq!(Task::from_text("Fill it (skill: pdf) now").words().split_whitespace().collect::<Vec<_>>(), ["Fill", "it", "now"]);
}

proptest! {
    #[test]
    fn any_text_is_a_plan_or_none(plan in "([ \t]{0,6}(- \\[[ x]\\]\\??|#|```|<!--|-->)?[ a-z:,(]{0,12}\n){0,30}") {
        if let Ok(task) = next_task(&plan) {
            let line = plan.lines().nth(task.line as usize - 1).unwrap();
            prop_assert!(line.contains("[ ]"), "{line}");
        }
    }
}
