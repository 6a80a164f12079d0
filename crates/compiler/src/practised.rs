//! What an agent practised: the results that the person named become effects that a run is judged by, what went wrong in its tries becomes what
//! to look for when the task fails.

use crate::Practised;
use crate::coaching::with_names;
use crate::effects::judge::text_fits;
use crate::lint::{DemonstratedValues, cleaned, replaced};
use crate::pattern::Bindings;
use crate::text::{clip, fold, sentence};
use apprentice_contracts::agent_practice::{PracticeResult, PracticeResultKind};
use apprentice_contracts::checkpoint::{
    CellPattern, Checkpoint, CheckpointRole, EvidencePredicate as Predicate, RecordChange, SourcePattern,
};
use apprentice_contracts::graph::Variable;
use apprentice_contracts::interpretation::Meaning;
use apprentice_contracts::reading::RecordKind;

/// Where a practised task is done.
pub const PLACE: &str = "the working folder, with files and commands";
/// The most checkpoints of an ability.
const MOST: usize = 12;

/// Adds the results as effects, and leaves out steps that say the same or have no room.
pub fn add_results(checkpoints: &mut Vec<Checkpoint>, practice: &Practised, variables: &[Variable]) {
    let values = DemonstratedValues::of(variables);
    let mut results: Vec<Checkpoint> = Vec::new();
    for result in &practice.results {
        let (goal, success_condition) = words(result, variables);
        let goal = clip(&cleaned(&goal, &values), 240);
        if results.iter().any(|known| fold(&known.goal) == fold(&goal)) {
            continue;
        }
        results.push(Checkpoint {
            checkpoint_id: String::new().into(),
            goal,
            success_condition: clip(&cleaned(&success_condition, &values), 400),
            order_hint: 0,
            optional: false,
            role: CheckpointRole::Effect,
            evidence: evidence(result, variables),
        });
    }
    checkpoints.retain(|step| results.iter().all(|result| fold(&result.goal) != fold(&step.goal)));
    checkpoints.truncate(MOST.saturating_sub(results.len()));
    checkpoints.append(&mut results);
    for (checkpoint, number) in checkpoints.iter_mut().zip(1_u32..) {
        checkpoint.checkpoint_id = format!("cp-{number:02}").into();
        checkpoint.order_hint = number;
    }
}

/// Adds what went wrong, without the values of the task.
pub fn add_failures(meaning: &mut Meaning, practice: &Practised, values: &DemonstratedValues<'_>) {
    let lines = practice.failures.iter().map(|line| clip(&cleaned(&sentence(line), values), 240));
    meaning.when_it_fails.extend(lines);
}

/// What is true, and how anybody can tell.
fn words(result: &PracticeResult, variables: &[Variable]) -> (String, String) {
    let path = with_names(result.path.as_deref().unwrap_or_default(), variables).replace('`', "");
    let text = with_names(result.text.as_deref().unwrap_or_default(), variables);
    match result.kind {
        PracticeResultKind::FileExists => {
            (format!("The file `{path}` is in the working folder"), format!("The folder lists `{path}`."))
        }
        PracticeResultKind::FileContains => {
            let shown = clip(&lines(&text).join(" / "), 160);
            (format!("The file `{path}` contains “{shown}”"), format!("Read again, `{path}` shows it."))
        }
        PracticeResultKind::OnYourWord => {
            let said = text.trim_end_matches(['.', ' ']);
            (sentence(said), format!("The user can see that it is so: {said}."))
        }
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// The first line of a text that a file must contain and that none of its lines shows. The evidence of the draft asks for the same.
pub fn missing_line<'t>(text: &'t str, shown: &[String]) -> Option<&'t str> {
    let known = Bindings::new();
    lines(text).into_iter().find(|line| !shown.iter().any(|shown| text_fits(&within(line, &[]), shown, &known)))
}

/// The pattern of a line that shows a text.
fn within(line: &str, variables: &[Variable]) -> String {
    format!("*{}*", pattern(line, variables))
}

/// How it is read again. `None`: only a person can tell.
fn evidence(result: &PracticeResult, variables: &[Variable]) -> Option<Predicate> {
    let path = pattern(result.path.as_deref()?, variables);
    let effect = |source, record, header: Option<&str>, text| Predicate::Records {
        source,
        change: RecordChange::Present,
        record,
        cells: vec![CellPattern { header: header.map(str::to_owned), text }],
        was: Vec::new(),
        lacks: Vec::new(),
        about: Vec::new(),
        several: false,
        others_unchanged: false,
    };
    match result.kind {
        PracticeResultKind::OnYourWord => None,
        PracticeResultKind::FileExists => Some(effect(SourcePattern::Folder, RecordKind::File, Some("path"), path)),
        PracticeResultKind::FileContains => {
            let of_line = |line: &str| {
                let source = SourcePattern::File { path: path.clone(), made_by: None };
                effect(source, RecordKind::Line, None, within(line, variables))
            };
            let mut of: Vec<Predicate> = lines(result.text.as_deref()?).into_iter().map(of_line).collect();
            match of.len() {
                0 | 1 => of.pop(),
                _ => Some(Predicate::All { of }),
            }
        }
    }
}

/// The text with the values of inputs as placeholders.
fn pattern(text: &str, variables: &[Variable]) -> String {
    let given = variables.iter().filter(|one| !one.example.is_empty());
    let filled = given.fold(text.to_owned(), |text, one| replaced(&text, &one.example, &format!("{{{{{}}}}}", one.name)));
    named(&filled, variables)
}

/// `{name}` as a placeholder, where it is an input.
fn named(text: &str, variables: &[Variable]) -> String {
    let mut text = text.to_owned();
    for one in variables {
        let double = format!("{{{{{}}}}}", one.name);
        let single = format!("{{{}}}", one.name);
        text = text.replace(&double, "\u{1}").replace(&single, "\u{1}").replace('\u{1}', &double);
    }
    text
}
