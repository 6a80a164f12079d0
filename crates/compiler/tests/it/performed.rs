//! The recorded commands as a program, and what a run is judged by when they were performed on a copy of its folder.

use crate::effects::{both, effects, files, learned, lines};
use crate::script::Script;
use apprentice_compiler::{Draft, Evaluation, ReadBack, ReadBackResult};
use apprentice_contracts::checkpoint::CheckpointStatus::{self, Failed, Reached, Skipped};
use apprentice_contracts::checkpoint::CheckpointVerdict;
use apprentice_contracts::observation::FileChangeKind::Created;
use apprentice_contracts::reading::{FolderDifference, FolderDifferenceKind as Kind, Reading};
use std::collections::BTreeMap;

fn publishes(mailing: &str, per_part: &str) -> Script {
    let mut script = Script::default();
    let parts = format!("out/{mailing}-00.csv");
    script.ran("LIMIT=3", 0, &[]);
    script.ran("cd /home/ada/work", 0, &[]);
    script.ran(&format!("split -l {per_part} -d --additional-suffix=.csv members.csv out/{mailing}-"), 0, &[(&parts, Created)]);
    script.ran(&format!("ls /home/ada/work/out > \"{mailing}.txt\""), 0, &[(&format!("{mailing}.txt"), Created)]);
    script
}

fn listed(mailing: &str) -> Reading {
    files(&[
        ("members.csv", "text", "m"),
        (&format!("out/{mailing}-00.csv"), "text", "a"),
        (&format!("{mailing}.txt"), "text", "b"),
    ])
}

fn draft() -> Draft {
    let before = files(&[("members.csv", "text", "m")]);
    let names = |mailing: &str| lines(&format!("{mailing}.txt"), &[&format!("{mailing}-00.csv")]);
    let after = crate::effects::only_after(names("harvest"));
    learned(&publishes("harvest", "3"), "Publish a mailing in parts", vec![both(before, listed("harvest")), after])
}

struct Done {
    asked: BTreeMap<String, String>,
    script: Script,
    mailing: &'static str,
}

impl Done {
    fn of(draft: &Draft, mailing: &'static str, per_part: &str) -> Self {
        let asked = draft.graph.variables.iter().map(|one| (one.name.clone(), mailing.to_owned())).collect();
        Self { asked, script: publishes(mailing, per_part), mailing }
    }

    fn evaluation(&self, draft: &Draft) -> Evaluation {
        let mut evaluation =
            Evaluation::new(&draft.checkpoints, &draft.graph.variables).asked(&self.asked).recorded(&draft.graph);
        evaluation.read_before(files(&[("members.csv", "text", "m")]));
        self.script.actions.iter().for_each(|action| drop(evaluation.observe(action)));
        evaluation
    }

    /// The verdicts on the effects.
    fn judged(&self, draft: &Draft, differences: &[(&str, Kind)], listing: Reading) -> Vec<CheckpointVerdict> {
        let mut evaluation = self.evaluation(draft);
        let names = lines(&format!("{}.txt", self.mailing), &[&format!("{}-00.csv", self.mailing)]);
        let mut read: Vec<ReadBackResult> = evaluation
            .read_backs()
            .into_iter()
            .filter_map(|target| match target {
                ReadBack::Source(source) => {
                    let found = [&listing, &names].into_iter().find(|reading| reading.source == source).cloned();
                    Some(ReadBackResult::Source(source, found.ok_or_else(|| "it is not there".to_owned())))
                }
                _ => None,
            })
            .collect();
        let difference = |(path, kind): &(&str, Kind)| FolderDifference {
            path: (*path).to_owned(),
            kind: *kind,
            words: format!("“{path}” is otherwise."),
        };
        read.push(ReadBackResult::Performed(differences.iter().map(difference).collect()));
        let verdicts = evaluation.finish(&read);
        let deciding: Vec<&str> = effects(draft).iter().map(|one| one.checkpoint_id.0.as_str()).collect();
        verdicts.into_iter().filter(|verdict| deciding.contains(&verdict.checkpoint_id.0.as_str())).collect()
    }
}

fn statuses(verdicts: &[CheckpointVerdict]) -> Vec<CheckpointStatus> {
    verdicts.iter().map(|verdict| verdict.status).collect()
}

#[test]
fn the_commands_of_a_task_are_a_program_with_its_inputs() {
    let draft = draft();
    let program = draft.graph.program.as_ref().expect("a program");
    let names: Vec<&str> = draft.graph.variables.iter().map(|one| one.name.as_str()).collect();
    let [name] = names[..] else { panic!("{names:?}") };
    let typed: Vec<&str> = program.commands.iter().map(|one| one.line.as_str()).collect();
    assert_eq!(
        typed,
        [
            "LIMIT=3",
            &format!("split -l 3 -d --additional-suffix=.csv members.csv out/{{{{{name}}}}}-"),
            &format!("ls {{{{@folder}}}}/out > \"{{{{{name}}}}}.txt\""),
        ]
    );
    let script = Done::of(&draft, "spring fair", "3").evaluation(&draft).script("/tmp/copy").expect("a script");
    let typed: Vec<&str> = script.commands.iter().map(|one| one.line.as_str()).collect();
    assert_eq!(
        typed,
        [
            "LIMIT=3",
            r"split -l 3 -d --additional-suffix=.csv members.csv out/spring\ fair-",
            "ls /tmp/copy/out > \"spring fair.txt\""
        ]
    );
    assert!(!script.circular);
    let graph = serde_json::to_value(&draft.graph).unwrap();
    assert_eq!(serde_json::from_value::<apprentice_contracts::graph::WorkflowGraph>(graph).unwrap(), draft.graph);
    assert!(!draft.skill_md.contains("@folder"));
}

#[test]
fn what_cannot_be_performed_again_is_no_program() {
    let with = |line: &str, code: i32| {
        let mut script = publishes("harvest", "3");
        script.ran(line, code, &[("more.txt", Created)]);
        let before = files(&[("members.csv", "text", "m")]);
        learned(&script, "Publish a mailing in parts", vec![both(before, listed("harvest"))]).graph.program
    };
    assert!(with("touch more.txt", 0).is_some());
    let secret = format!("curl -H 'X: {}' x > more.txt", apprentice_contracts::MASK);
    for line in [secret.as_str(), "touch more.txt; exit", "exec touch more.txt"] {
        assert_eq!(with(line, 0), None, "{line}");
    }
}

#[test]
fn a_run_must_leave_what_the_commands_leave() {
    let draft = draft();
    let count = effects(&draft).len();
    let right = Done::of(&draft, "spring", "3");
    let all = vec![Reached; count];
    let verdicts = right.judged(&draft, &[], listed("spring"));
    assert_eq!(statuses(&verdicts), all, "{verdicts:#?}");
    assert!(verdicts[0].evidence.contains("leave the same"), "{verdicts:#?}");
    for (path, kind) in [
        ("members.csv", Kind::Changed),
        ("out/spring-00.csv", Kind::Missing),
        ("out/spring-07.csv", Kind::Extra),
        (".git", Kind::Changed),
    ] {
        let verdicts = right.judged(&draft, &[(path, kind)], listed("spring"));
        let failed: Vec<&CheckpointVerdict> = verdicts.iter().filter(|verdict| verdict.status == Failed).collect();
        assert_eq!(failed.len(), 1, "{path}: {verdicts:#?}");
        assert!(failed[0].evidence.starts_with(&format!("“{path}” is otherwise.")), "{verdicts:#?}");
    }
    let verdicts = right.judged(&draft, &[("notes.txt", Kind::Extra), ("x.tmp", Kind::Missing)], listed("spring"));
    assert_eq!(statuses(&verdicts), all, "a file of its own: {verdicts:#?}");
}

#[test]
fn what_the_commands_leave_too_is_right() {
    let draft = draft();
    let right = Done::of(&draft, "spring", "3");
    // What was read alone would refute it: a file that nobody named has changed.
    let odd = files(&[("members.csv", "text", "other"), ("out/spring-00.csv", "text", "a"), ("spring.txt", "text", "b")]);
    let verdicts = right.judged(&draft, &[], odd.clone());
    assert!(verdicts.iter().all(|verdict| verdict.status == Reached), "{verdicts:#?}");
    // Unless its values are only known from what the run itself typed.
    let unasked = Done { asked: BTreeMap::new(), ..right };
    assert!(unasked.evaluation(&draft).script("/tmp/copy").expect("a script").circular);
    assert!(unasked.judged(&draft, &[], odd).iter().any(|verdict| verdict.status == Failed));
}

#[test]
fn a_value_that_nobody_named_is_asked_about() {
    let draft = draft();
    let other = Done::of(&draft, "spring", "5");
    let verdicts = other.judged(&draft, &[("out/spring-00.csv", Kind::Changed)], listed("spring"));
    let open: Vec<&CheckpointVerdict> = verdicts.iter().filter(|verdict| verdict.status == Skipped).collect();
    assert_eq!(open.len(), 1, "{verdicts:#?}");
    assert!(open[0].evidence.contains("“5” was typed where the demonstration has “3”"), "{verdicts:#?}");
}

#[test]
fn of_several_files_of_a_folder_none_may_be_missing() {
    let hands_out = |day: &str, courier: &str| {
        let mut script = Script::default();
        let file = format!("tours/{day}/{courier}.csv");
        let line = format!("mkdir tours/{day}; awk -F, '{{print > \"tours/{day}/\" $2 \".csv\"}}' {day}.csv");
        script.ran(&line, 0, &[(&file, Created)]);
        script
    };
    let listed = |day: &str, courier: &str| {
        files(&[(&format!("{day}.csv"), "text", "m"), (&format!("tours/{day}/{courier}.csv"), "text", "a")])
    };
    let old = |day: &str| files(&[(&format!("{day}.csv"), "text", "m")]);
    let readings = vec![both(old("2031-09-03"), listed("2031-09-03", "ali"))];
    let draft = learned(&hands_out("2031-09-03", "ali"), "Hand out the orders of a day", readings);
    let day = draft.graph.variables.iter().find(|one| one.example == "2031-09-03").expect("an input").name.clone();
    let judged = |differences: &[(&str, Kind)]| {
        let asked = BTreeMap::from([(day.clone(), "2031-09-04".to_owned())]);
        let mut evaluation = Evaluation::new(&draft.checkpoints, &draft.graph.variables).asked(&asked).recorded(&draft.graph);
        evaluation.read_before(old("2031-09-04"));
        hands_out("2031-09-04", "hugo").actions.iter().for_each(|action| drop(evaluation.observe(action)));
        let differences = differences
            .iter()
            .map(|(path, kind)| FolderDifference {
                path: (*path).into(), kind: *kind, words: format!("“{path}” is otherwise.")
            })
            .collect();
        let mut found = evaluation.read_all(|target| match target {
            ReadBack::Source(source) => Some(ReadBackResult::Source(source, Ok(listed("2031-09-04", "hugo")))),
            _ => None,
        });
        found.push(ReadBackResult::Performed(differences));
        evaluation.finish(&found).iter().any(|verdict| verdict.status == Failed)
    };
    assert!(judged(&[("tours/2031-09-04/gwen.csv", Kind::Missing)]), "{:#?}", draft.checkpoints);
    assert!(!judged(&[("tours/2031-09-04/list.tmp", Kind::Missing)]), "{:#?}", draft.checkpoints);
    assert!(!judged(&[]), "{:#?}", draft.checkpoints);
}
