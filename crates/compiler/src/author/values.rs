//! Values: an author may rename an input, say where it comes from, drop one that is always the same, or add one that was demonstrated.

use super::answer::AnsweredValue;
use super::apply::Work;
use super::texts;
use crate::text::{clip, fold, snake};
use crate::{Draft, command};
use apprentice_contracts::MASK;
use apprentice_contracts::checkpoint::EvidencePredicate as Predicate;
use apprentice_contracts::graph::{ValueSource, Variable, VariableBinding, VariableKind};
use apprentice_contracts::ids::EventId;
use apprentice_contracts::json;
use apprentice_contracts::observation::ActionDetails;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The most inputs of a draft.
const MOST: usize = 20;

pub fn apply(work: &mut Work<'_>, value: &AnsweredValue) {
    let what = format!("value “{}”", clip(&value.name, 40));
    match one(work, value) {
        Ok(words) if words.is_empty() => {}
        Ok(words) => work.kept.push(words),
        Err(why) => work.drop(&what, &why),
    }
}

fn one(work: &mut Work<'_>, value: &AnsweredValue) -> Result<String, String> {
    if value.example.contains(MASK) {
        return Err("it is masked".to_owned());
    }
    let example = fold(&value.example);
    let is = |variable: &Variable| {
        !example.is_empty()
            && (fold(&variable.example) == example || variable.more_examples.iter().any(|more| fold(more) == example))
    };
    let Some(at) = work.draft.graph.variables.iter().position(is) else { return added(work, value) };
    if work.draft.graph.variables[at].secret {
        return Err("a secret stays as it is".to_owned());
    }
    if !value.changes || value.source == ValueSource::Constant {
        return dropped(work, at);
    }
    renamed(work, at, value)
}

fn checked_name(draft: &Draft, name: &str, but: Option<usize>) -> Result<String, String> {
    if name.is_empty() || snake(name) != name {
        return Err("its name is not snake_case of at most 32 characters".to_owned());
    }
    match draft.graph.variables.iter().enumerate().any(|(at, one)| Some(at) != but && one.name == name) {
        true => Err("another input has that name".to_owned()),
        false => Ok(name.to_owned()),
    }
}

fn renamed(work: &mut Work<'_>, at: usize, value: &AnsweredValue) -> Result<String, String> {
    let name = checked_name(&work.draft, &value.name, Some(at))?;
    let old = work.draft.graph.variables[at].clone();
    let source = source(work, &old, value)?;
    let label = label(work, value).filter(|_| !value.label.trim().is_empty());
    let note = note(work, value).filter(|_| !matches!(source, ValueSource::Given | ValueSource::Constant));
    let mut draft = work.draft.clone();
    let (from, to) = (format!("{{{{{}}}}}", old.name), format!("{{{{{name}}}}}"));
    let (from_code, to_code) = (format!("`{}`", old.name), format!("`{name}`"));
    let renames = |text: &str| text.replace(&from, &to).replace(&from_code, &to_code);
    over_texts(&mut draft, &renames).ok_or("its name could not be changed everywhere")?;
    for evidence in draft.checkpoints.iter_mut().filter_map(|one| one.evidence.as_mut()) {
        rename_items(evidence, &old.name, &name);
    }
    let variable = &mut draft.graph.variables[at];
    variable.name.clone_from(&name);
    variable.source = source;
    if source != old.source || note.is_some() {
        variable.source_note = note;
    }
    if let Some(label) = label {
        variable.label = label;
    }
    let changed = *variable != old;
    let looked_up = matches!(source, ValueSource::Read | ValueSource::Derived);
    draft.graph.reads.retain(|read| read.input != old.name || looked_up);
    draft.graph.reads.iter_mut().filter(|read| read.input == old.name).for_each(|read| read.input.clone_from(&name));
    work.accept(draft)?;
    let words =
        if old.name == name { format!("`{name}`: where it comes from") } else { format!("`{}` is called `{name}`", old.name) };
    Ok(if changed { words } else { String::new() })
}

/// The source, if the demonstration allows it: a value that a person typed is not made by the application, and one that is read must have
/// been shown.
fn source(work: &Work<'_>, old: &Variable, value: &AnsweredValue) -> Result<ValueSource, String> {
    let typed = work.demonstration.actions.iter().any(
        |action| matches!(&action.details, ActionDetails::Fill { value: field, .. } if fold(&field.text) == fold(&old.example)),
    );
    match value.source {
        same if same == old.source => Ok(same),
        ValueSource::Made if typed => Err("the person typed it, so the application does not make it".to_owned()),
        ValueSource::Read if !shown_before(work, old) => Err("it was not shown before it was used".to_owned()),
        ValueSource::Derived if value.note.as_deref().unwrap_or_default().trim().is_empty() => {
            Err("nothing is said about what it follows from".to_owned())
        }
        other => Ok(other),
    }
}

fn shown_before(work: &Work<'_>, variable: &Variable) -> bool {
    let example = fold(&variable.example);
    let first = work.demonstration.actions.iter().find(|action| variable.source_event_ids.contains(&action.event_id));
    let until = first.map_or(u32::MAX, |action| action.seq);
    let in_reading = work.demonstration.readings.iter().filter(|one| one.seen_after < until).any(|one| {
        let cells = one.before.iter().flat_map(|reading| &reading.records).flat_map(|record| &record.cells);
        cells.into_iter().any(|cell| crate::text::mentions(&cell.text, &example))
    });
    let earlier =
        work.demonstration.actions.iter().filter(|action| action.seq < until).filter_map(|action| action.change.as_ref());
    in_reading || earlier.flat_map(|change| &change.appeared).any(|one| crate::text::mentions(&one.name, &example))
}

/// A value that is the same in every run is no input: its literal text replaces the input.
fn dropped(work: &mut Work<'_>, at: usize) -> Result<String, String> {
    let old = work.draft.graph.variables[at].clone();
    if old.list || !old.more_examples.is_empty() {
        return Err("the demonstration shows several values of it".to_owned());
    }
    if matches!(old.binding, VariableBinding::Record { .. } | VariableBinding::Context { .. }) {
        return Err("it names the record that the task is about".to_owned());
    }
    let mut draft = work.draft.clone();
    let hole = format!("{{{{{}}}}}", old.name);
    let code = format!("`{}`", old.name);
    let literal = |text: &str| text.replace(&hole, &old.example).replace(&code, &old.example);
    draft.graph.variables.remove(at);
    draft.graph.reads.retain(|read| read.input != old.name);
    over_texts(&mut draft, &literal).ok_or("it could not be replaced everywhere")?;
    for evidence in draft.checkpoints.iter_mut().filter_map(|one| one.evidence.as_mut()) {
        rename_items(evidence, &old.name, "");
    }
    work.accept(draft)?;
    Ok(format!("`{}` is always “{}”", old.name, clip(&old.example, 60)))
}

/// An input that the rules did not find.
fn added(work: &mut Work<'_>, value: &AnsweredValue) -> Result<String, String> {
    if !value.changes || value.source == ValueSource::Constant {
        return match work.shown.has_value(&value.example) {
            true => Ok(String::new()),
            false => Err("it was not demonstrated".to_owned()),
        };
    }
    if work.draft.graph.variables.len() >= MOST {
        return Err(format!("there are {MOST} inputs already"));
    }
    if !matches!(value.source, ValueSource::Given | ValueSource::Derived) {
        return Err("it is not known where a later run would show it".to_owned());
    }
    let name = checked_name(&work.draft, &value.name, None)?;
    let (binding, kind, event, label) = place(work, &value.example, &name).ok_or("no field and no command contains it")?;
    let mut draft = work.draft.clone();
    let hole = format!("{{{{{name}}}}}");
    let with_hole = |text: &str| crate::lint::replaced(text, &value.example, &hole);
    for evidence in draft.checkpoints.iter_mut().filter_map(|one| one.evidence.as_mut()) {
        over_cells(evidence, &with_hole);
    }
    for variable in &mut draft.graph.variables {
        if let VariableBinding::Command { pattern } = &mut variable.binding {
            *pattern = with_hole(pattern);
        }
    }
    let label = self::label(work, value).filter(|_| !value.label.trim().is_empty()).unwrap_or(label);
    draft.graph.variables.push(Variable {
        name: name.clone(),
        label,
        kind,
        example: value.example.clone(),
        secret: false,
        source_event_ids: vec![event],
        binding,
        source: value.source,
        source_note: note(work, value).filter(|_| value.source == ValueSource::Derived),
        changes: true,
        list: false,
        more_examples: Vec::new(),
        optional: false,
        default: None,
    });
    let bound = super::trial::observed(work.demonstration, &draft.graph.variables, &[]).bindings();
    if bound.get(&name).is_none_or(|bound| fold(bound) != fold(&value.example)) {
        return Err("a later run would not show it in the same place".to_owned());
    }
    work.accept(draft)?;
    Ok(format!("`{name}` is an input"))
}

/// Where the demonstration gave a value that is no input yet.
fn place(work: &Work<'_>, example: &str, name: &str) -> Option<(VariableBinding, VariableKind, EventId, String)> {
    let number = example.chars().all(|letter| letter.is_ascii_digit());
    let kind = if number { VariableKind::Number } else { VariableKind::Text };
    let field = |target: &apprentice_contracts::observation::Control| VariableBinding::Field {
        role: target.role.clone(),
        name: target.name.clone(),
    };
    work.demonstration.actions.iter().find_map(|action| match &action.details {
        ActionDetails::Fill { target, value, .. } if value.masked.is_none() && fold(&value.text) == fold(example) => {
            Some((field(target), kind, action.event_id, target.name.clone()))
        }
        ActionDetails::Choose { target, chosen, .. }
            if chosen.len() == 1 && fold(&chosen[0]) == fold(example) && !matches!(example, "on" | "off") =>
        {
            Some((field(target), VariableKind::Choice, action.event_id, target.name.clone()))
        }
        ActionDetails::Command(run) => {
            let words = command::words(&run.command_line);
            let at = words.iter().position(|word| !word.operator && word.text == example)?;
            if at == 0 || example.starts_with('-') {
                return None;
            }
            let known = work.draft.graph.variables.iter().find_map(|variable| match &variable.binding {
                VariableBinding::Command { pattern } if variable.source_event_ids.contains(&action.event_id) => {
                    Some(pattern.clone())
                }
                _ => None,
            });
            let hole = format!("{{{{{name}}}}}");
            let pattern = crate::lint::replaced(&known.unwrap_or_else(|| run.command_line.clone()), example, &hole);
            pattern.contains(&hole).then(|| (VariableBinding::Command { pattern }, kind, action.event_id, name.replace('_', " ")))
        }
        _ => None,
    })
}

fn label(work: &Work<'_>, value: &AnsweredValue) -> Option<String> {
    texts::clean(&value.label, 60, &[], work.shown).ok()
}

fn note(work: &Work<'_>, value: &AnsweredValue) -> Option<String> {
    let note = value.note.as_deref().filter(|note| !note.trim().is_empty())?;
    texts::clean(note, 120, &work.draft.graph.variables, work.shown).ok()
}

// ---- every text of a draft ----

/// Changes every text of a draft. The names of inputs, and the names over which a task repeats, stay.
fn over_texts(draft: &mut Draft, change: &dyn Fn(&str) -> String) -> Option<()> {
    draft.meaning = mapped(&draft.meaning, change)?;
    draft.checkpoints = mapped(&draft.checkpoints, change)?;
    draft.graph = mapped(&draft.graph, change)?;
    draft.description = change(&draft.description);
    for text in draft.trigger_phrases.iter_mut().chain(&mut draft.negative_triggers) {
        *text = change(text);
    }
    for question in &mut draft.questions {
        question.prompt = change(&question.prompt);
        question.choices.iter_mut().chain(&mut question.assumed).for_each(|text| *text = change(text));
    }
    Some(())
}

fn mapped<T: Serialize + DeserializeOwned>(of: &T, change: &dyn Fn(&str) -> String) -> Option<T> {
    let mut value = json::to_value(of).ok()?;
    map(&mut value, change);
    json::from_value(&value).ok()
}

fn map(value: &mut Value, change: &dyn Fn(&str) -> String) {
    match value {
        Value::String(text) => *text = change(text),
        Value::Array(list) => list.iter_mut().for_each(|one| map(one, change)),
        Value::Object(object) => object.values_mut().for_each(|one| map(one, change)),
        _ => {}
    }
}

/// Renames an input over which a task repeats; an empty name takes it out.
fn rename_items(evidence: &mut Predicate, old: &str, new: &str) {
    match evidence {
        Predicate::All { of } | Predicate::Any { of } => of.iter_mut().for_each(|one| rename_items(one, old, new)),
        Predicate::Each { over, holds } => {
            over.iter_mut().filter(|name| *name == old).for_each(|name| new.clone_into(name));
            over.retain(|name| !name.is_empty());
            rename_items(holds, old, new);
        }
        _ => {}
    }
}

/// Changes what records are compared with, and commands.
fn over_cells(evidence: &mut Predicate, change: &dyn Fn(&str) -> String) {
    match evidence {
        Predicate::All { of } | Predicate::Any { of } => of.iter_mut().for_each(|one| over_cells(one, change)),
        Predicate::Each { holds, .. } => over_cells(holds, change),
        Predicate::Records { cells, was, .. } => {
            cells.iter_mut().chain(was).for_each(|cell| cell.text = change(&cell.text));
        }
        Predicate::Command { pattern, .. } => *pattern = change(pattern),
        Predicate::Field { value: Some(value), .. } => *value = change(value),
        _ => {}
    }
}
