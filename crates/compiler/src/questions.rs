//! Questions about what the demonstration does not show: at most five, each with the assumed answer.

use crate::Demonstration;
use crate::alignment::Decision;
use crate::english;
use crate::evidence::{Candidate, EFFECT, EvidenceContext, ON_YOUR_WORD};
use crate::lint::{DemonstratedValues, cleaned};
use crate::meaning::{answer, stated_goal};
use crate::text::clip;
use apprentice_contracts::observation::{ActionDetails, CommandRun, FileChangeKind};
use apprentice_contracts::proposal::{OpenQuestion, QuestionField};

const ALWAYS: &str = "Always use";
const ASK: &str = "Ask me each time before it happens";
const GO: &str = "Go ahead without asking";

/// Whether the text answers "is this always the same?", which earlier versions asked. It is not a use condition.
pub fn is_literal_answer(text: &str) -> bool {
    text.starts_with(ALWAYS) || text == DIFFERS
}

const DIFFERS: &str = "It differs from one time to the next";

/// Whether the text answers the question about a step that cannot be undone.
pub fn is_consent(text: &str) -> bool {
    text == ASK || text == GO
}

/// Labels of inputs that the user declared to be the same every time, in a draft of a version that asked for it.
pub fn constants(demonstration: &Demonstration) -> Vec<String> {
    let Some(text) = answer(demonstration, QuestionField::UseConditions).filter(|text| text.starts_with(ALWAYS)) else {
        return Vec::new();
    };
    text.rsplit_once(" for “").map(|(_, label)| label.trim_end_matches(['”', '.']).to_owned()).into_iter().collect()
}

/// Whether the agent may delete without asking.
pub fn may_destroy(demonstration: &Demonstration) -> bool {
    answer(demonstration, QuestionField::NonUseConditions) == Some(GO)
}

/// The step that deletes something permanently, in words.
pub fn destructive(context: &EvidenceContext<'_>) -> Option<String> {
    let (index, words) = context.steps.iter().enumerate().find_map(|(index, step)| {
        let words = match step.details() {
            ActionDetails::Click { target } => target.name.clone(),
            ActionDetails::Dialog { message, .. } => message.clone(),
            ActionDetails::Command(run) if loses_a_file(run) => {
                return Some((index, run.command_line.clone()));
            }
            ActionDetails::Command(run) => crate::command::head(&crate::command::words(&run.command_line)).join(" "),
            _ => return None,
        };
        english::is_destructive(&words).then_some((index, words))
    })?;
    Some(clip(&cleaned(&context.with_placeholders(&words, index), &DemonstratedValues::of(&context.inputs.variables())), 80))
}

/// Whether a command removed a file that does not go on under a longer or the same name elsewhere: `gzip a` makes `a.gz`, `mv a b/` makes `b/a`.
fn loses_a_file(run: &CommandRun) -> bool {
    let base = |path: &str| crate::command::base_name(path.trim_end_matches('/')).to_owned();
    let kept: Vec<String> =
        run.files.iter().filter(|file| file.change != FileChangeKind::Removed).map(|file| base(&file.path)).collect();
    let moves = crate::command::head(&crate::command::words(&run.command_line)).first().is_some_and(|name| name == "mv");
    let is_lost = |path: &str| !kept.iter().any(|other| other.starts_with(&base(path)));
    !moves && run.files.iter().any(|file| file.change == FileChangeKind::Removed && is_lost(&file.path))
}

pub fn questions(
    demonstration: &Demonstration,
    context: &EvidenceContext<'_>,
    chosen: &[Candidate],
    decisions: &[Decision],
    title: &str,
) -> Vec<OpenQuestion> {
    let open = |field| answer(demonstration, field).is_none();
    let mut out = Vec::new();
    let word = chosen.iter().any(|candidate| candidate.weight == ON_YOUR_WORD);
    if (word || !chosen.iter().any(|candidate| candidate.weight >= EFFECT)) && open(QuestionField::SuccessCondition) {
        out.push(OpenQuestion {
            field: QuestionField::SuccessCondition,
            prompt: "No visible change was found at the end. How can somebody check that it worked?".to_owned(),
            required: true,
            choices: Vec::new(),
            assumed: chosen
                .last()
                .map(|candidate| cleaned(&candidate.goal, &DemonstratedValues::of(&context.inputs.variables()))),
        });
    }
    out.extend(decisions.iter().filter_map(decision));
    if stated_goal(demonstration).is_none() && open(QuestionField::Name) {
        out.push(OpenQuestion {
            field: QuestionField::Name,
            prompt: "What would you call this task, starting with a verb?".to_owned(),
            required: false,
            choices: vec![title.to_owned()],
            assumed: Some(title.to_owned()),
        });
    }
    if let Some(step) = destructive(context).filter(|_| open(QuestionField::NonUseConditions)) {
        out.push(OpenQuestion {
            field: QuestionField::NonUseConditions,
            prompt: clip(&format!("“{step}” takes something away for good. May an agent do that without asking you?"), 400),
            required: false,
            choices: vec![ASK.to_owned(), GO.to_owned()],
            assumed: Some(ASK.to_owned()),
        });
    }
    if demonstration.project_id.is_some() && open(QuestionField::ProjectScope) {
        out.push(OpenQuestion {
            field: QuestionField::ProjectScope,
            prompt: "Does this belong to this project only, or is it useful everywhere?".to_owned(),
            required: false,
            choices: vec!["This project only".to_owned(), "Everywhere".to_owned()],
            assumed: Some("This project only".to_owned()),
        });
    }
    out.truncate(5);
    out
}

/// Asks when which way is right, unless that was answered.
fn decision(decision: &Decision) -> Option<OpenQuestion> {
    let (prompt, choices) = decision.question.as_ref().filter(|(_, choices)| !choices.is_empty())?;
    Some(OpenQuestion {
        field: QuestionField::Decision,
        prompt: prompt.clone(),
        required: false,
        choices: choices.clone(),
        assumed: Some(Decision::ASSUMED.to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use apprentice_contracts::observation::FileChange;

    #[test]
    fn a_file_that_goes_on_elsewhere_is_not_lost() {
        use FileChangeKind::{Created, Removed};
        let run = |line: &str, files: &[(&str, FileChangeKind)]| CommandRun {
            command_line: line.into(),
            program: String::new(),
            directory: String::new(),
            exit_code: Some(0),
            duration_ms: None,
            shell: "bash".into(),
            shell_pid: 1,
            files: files.iter().map(|(path, change)| FileChange { path: (*path).into(), change: *change, size: None }).collect(),
        };
        assert!(loses_a_file(&run("rm a.txt", &[("a.txt", Removed)])));
        assert!(loses_a_file(&run("./tidy.sh", &[("a.txt", Removed), ("b.txt", Created)])));
        assert!(!loses_a_file(&run("gzip a.txt", &[("a.txt", Removed), ("a.txt.gz", Created)])));
        assert!(!loses_a_file(&run("./file.sh", &[("in/a.txt", Removed), ("out/a.txt", Created)])));
        assert!(!loses_a_file(&run("mv a.txt b.txt", &[("a.txt", Removed), ("b.txt", Created)])));
    }
}
