//! Checkpoints: an author may word them better and add checks. What the rules proved stays.

use super::answer::{self, AnsweredCheckpoint};
use super::apply::Work;
use super::trial::{Scope, Trial, scope, trial};
use crate::checkpoints::MAX_CHECKPOINTS;
use crate::effects::judge::{covers, effects_in};
use crate::lint;
use crate::text::{clip, fold, mentions};
use apprentice_contracts::checkpoint::{
    CellPattern, Checkpoint, CheckpointRole as Role, EvidencePredicate as Predicate, RecordChange, SourcePattern,
};
use apprentice_contracts::ids::CheckpointId;
use apprentice_contracts::json;
use apprentice_contracts::reading::RecordKind;
use serde_json::Value;

/// The most checkpoints that nobody but a person can judge.
const MOST_ON_YOUR_WORD: usize = 2;
const ON_YOUR_WORD: &str = "On your word: ";

/// A checkpoint of the new draft.
struct Chosen {
    checkpoint: Checkpoint,
    /// The checkpoint of the rules that it replaces.
    of: Option<usize>,
}

pub fn apply(work: &mut Work<'_>, answered: &[Value]) {
    let rules = work.draft.checkpoints.clone();
    let mut chosen: Vec<Chosen> = Vec::new();
    for (at, value) in answered.iter().enumerate() {
        let read: Result<AnsweredCheckpoint, String> = answer::item(value);
        let what = match &read {
            Ok(one) => format!("checkpoint “{}”", clip(one.goal.trim(), 80)),
            Err(_) => format!("checkpoint {}", at + 1),
        };
        match read.and_then(|one| checked(work, &rules, &chosen, &one, &what)) {
            Ok(one) => {
                let how = match (&one.checkpoint.evidence, one.of) {
                    (Some(_), Some(_)) => "in other words",
                    (Some(_), None) => "tried on the demonstration",
                    (None, _) => "without a check",
                };
                work.kept.push(format!("checkpoint “{}”, {how}", clip(&one.checkpoint.goal, 80)));
                chosen.push(one);
            }
            Err(why) => work.drop(&what, &why),
        }
    }
    if !chosen.is_empty() {
        let (checkpoints, renamed) = assembled(&rules, chosen);
        work.draft.checkpoints = checkpoints;
        for node in &mut work.draft.graph.nodes {
            let kept = renamed.iter().filter(|(of, _)| node.checkpoints.contains(of));
            node.checkpoints = kept.map(|(_, name)| name.clone()).collect();
        }
    }
}

fn checked(
    work: &mut Work<'_>,
    rules: &[Checkpoint],
    chosen: &[Chosen],
    one: &AnsweredCheckpoint,
    what: &str,
) -> Result<Chosen, String> {
    work.know_events(&one.events)?;
    let goal = work.clean(&one.goal, 232)?;
    let success = work.clean(&one.success_condition, 370)?;
    let mut of = match &one.rewords {
        None => None,
        Some(id) => {
            let found = rules.iter().position(|rule| rule.checkpoint_id.0 == *id);
            Some(found.ok_or_else(|| format!("there is no checkpoint {} in the draft", clip(id, 20)))?)
        }
    };
    let mut evidence = None;
    let mut word = false;
    if let Some(check) = one.check.as_ref().filter(|check| !check.is_null()) {
        match tried(work, &predicate(check)?)? {
            Some(holds) => {
                of = of.or_else(|| rules.iter().position(|rule| rule.evidence.as_ref().is_some_and(|old| says(&holds, old))));
                evidence = Some(holds);
            }
            None => word = true,
        }
    }
    if of.is_some() && chosen.iter().any(|earlier| earlier.of == of) {
        return Err("another one says the same".to_owned());
    }
    let rule = of.map(|at| &rules[at]);
    // Guards are made from words of the goals: a wording that loses them loses the guard.
    let goal = match rule {
        Some(rule) if guards(&rule.goal).into_iter().any(|word| !mentions(&goal, word)) => {
            work.drop(what, "its wording would do away with a guard; the words of the rules stay");
            rule.goal.clone()
        }
        _ => goal,
    };
    if let (Some(rule), Role::Progress) = (rule, one.role)
        && rule.role == Role::Effect
    {
        work.drop(what, "an effect stays an effect");
    }
    let role = match (rule, &evidence) {
        (Some(rule), None) => rule.role,
        (Some(rule), Some(_)) if rule.role == Role::Effect => Role::Effect,
        _ if one.role == Role::Progress => Role::Progress,
        _ => Role::Effect,
    };
    // A check on the records decides a run; what is only on the way needs none.
    let evidence = match (rule.and_then(|rule| rule.evidence.clone()), evidence) {
        (old, None) => old,
        (None, Some(new)) => (role == Role::Effect).then_some(new),
        (Some(old), Some(new)) if rule.is_some_and(|rule| rule.role == Role::Progress) => {
            Some(if role == Role::Effect { new } else { old })
        }
        (Some(old), Some(new)) if says(&new, &old) => Some(new),
        (Some(old), Some(new)) => Some(Predicate::All { of: vec![old, new] }),
    };
    let unproven = role == Role::Effect && evidence.is_none();
    if unproven && (rule.is_none() || word) {
        let words = chosen.iter().filter(|one| one.checkpoint.evidence.is_none() && one.checkpoint.role == Role::Effect).count();
        if words >= MOST_ON_YOUR_WORD {
            return Err("too much would rest on the person's word".to_owned());
        }
    }
    let success = match unproven && !success.starts_with(ON_YOUR_WORD) {
        true => format!("{ON_YOUR_WORD}{}", crate::text::lower_first(&success)),
        false => success,
    };
    let checkpoint = Checkpoint {
        checkpoint_id: "cp-99".into(),
        goal,
        success_condition: clip(&success, 400),
        order_hint: 0,
        optional: rule.is_some_and(|rule| rule.optional),
        role,
        evidence,
    };
    let found = lint::lint(std::slice::from_ref(&checkpoint), None, &work.draft.graph.variables);
    let error = |finding: &&apprentice_contracts::checkpoint::LintFinding| {
        finding.severity == apprentice_contracts::checkpoint::LintSeverity::Error && finding.code != "CKP-009"
    };
    if let Some(finding) = found.findings.iter().find(error) {
        return Err(format!("{} {}", finding.code, finding.message));
    }
    let twin = |earlier: &&Chosen| {
        fold(&earlier.checkpoint.goal) == fold(&checkpoint.goal)
            || fold(&earlier.checkpoint.success_condition) == fold(&checkpoint.success_condition)
    };
    if chosen.iter().find(twin).is_some() {
        return Err("another one says the same".to_owned());
    }
    Ok(Chosen { checkpoint, of })
}

/// Words of a goal from which a guard is made.
fn guards(goal: &str) -> Vec<&'static str> {
    ["signed in", "no longer", "gone"].into_iter().filter(|word| mentions(goal, word)).collect()
}

/// `None` when it cannot be tried here: then it rests on the person's word.
fn tried(work: &Work<'_>, evidence: &Predicate) -> Result<Option<Predicate>, String> {
    let variables = &work.draft.graph.variables;
    let mut unread = false;
    for effect in effects_in(evidence) {
        match scope(work.demonstration, variables, effect.source) {
            Scope::Outside(why) => return Err(format!("its check must not be run: {why}")),
            Scope::NotRead => unread = true,
            Scope::Read => {}
        }
    }
    if let Some(unknown) = covers(evidence).into_iter().find(|name| !variables.iter().any(|one| one.name == *name)) {
        return Err(format!("its check names `{}`, which is no input", clip(&unknown, 40)));
    }
    if unread {
        return Ok(None);
    }
    match trial(work.demonstration, variables, evidence) {
        Trial::Holds => Ok(Some(evidence.clone())),
        Trial::HeldBefore => Err("its check held before anything was done, so it proves nothing".to_owned()),
        Trial::Refuted(why) => Err(format!("the demonstration refutes its check: {}", clip(&why, 160))),
        Trial::Untried(_) => Ok(None),
    }
}

/// A check in our vocabulary. Absent fields are allowed where the kind of source does not need them.
fn predicate(check: &Value) -> Result<Predicate, String> {
    let shape = |error: serde_json::Error| format!("its check has another shape than was asked for ({error})");
    let field = |name: &str| check.get(name).cloned().unwrap_or(Value::Null);
    const KNOWN: [&str; 6] = ["kind", "source", "change", "record", "cells", "others_unchanged"];
    if let Some(unknown) =
        check.as_object().into_iter().flatten().map(|(name, _)| name).find(|name| !KNOWN.contains(&name.as_str()))
    {
        return Err(format!("its check has an unknown field, {}", clip(unknown, 40)));
    }
    if check.get("kind").is_some_and(|kind| kind != "records") {
        return Err("its check is not about records that are read again".to_owned());
    }
    let source: SourcePattern = json::from_value(&field("source")).map_err(shape)?;
    let change: RecordChange = json::from_value(&field("change")).map_err(shape)?;
    let record: RecordKind = json::from_value(&field("record")).map_err(shape)?;
    let cells: Vec<CellPattern> = json::from_value(&field("cells")).map_err(shape)?;
    let says_something = cells.iter().any(|cell| cell.text.chars().any(char::is_alphanumeric));
    if cells.len() > 20 || !says_something {
        return Err("its check does not say what the record holds".to_owned());
    }
    let others_unchanged = field("others_unchanged").as_bool().unwrap_or(false);
    Ok(Predicate::Records {
        source,
        change,
        record,
        cells,
        was: Vec::new(),
        lacks: Vec::new(),
        about: Vec::new(),
        several: false,
        others_unchanged,
    })
}

/// Whether the new check says at least what the old one says.
fn says(new: &Predicate, old: &Predicate) -> bool {
    match (new, old) {
        (
            Predicate::Records { source, change, record, cells, was, lacks, about, several, others_unchanged },
            Predicate::Records {
                source: old_source,
                change: old_change,
                record: old_record,
                cells: old_cells,
                was: old_was,
                lacks: old_lacks,
                about: old_about,
                several: old_several,
                others_unchanged: old_others,
            },
        ) => {
            source == old_source
                && change == old_change
                && record == old_record
                && (*others_unchanged || !old_others)
                && (!several || *old_several)
                && old_cells.iter().all(|cell| cells.contains(cell))
                && old_was.iter().all(|cell| was.contains(cell))
                && old_lacks.iter().all(|cell| lacks.contains(cell))
                && old_about.iter().all(|name| about.contains(name))
        }
        _ => new == old,
    }
}

/// What is on the way first, then the effects: of the author, and every one of the rules that it does not mention. Second: of each checkpoint
/// of the rules that is kept, its former id and its new one.
fn assembled(rules: &[Checkpoint], chosen: Vec<Chosen>) -> (Vec<Checkpoint>, Vec<(CheckpointId, CheckpointId)>) {
    let said: Vec<usize> = chosen.iter().filter_map(|one| one.of).collect();
    let proven = chosen.iter().any(|one| one.checkpoint.role == Role::Effect && one.checkpoint.evidence.is_some());
    let way_said = chosen.iter().any(|one| one.checkpoint.role == Role::Progress);
    let (mut way, mut effects) = (Vec::new(), Vec::new());
    for (at, rule) in rules.iter().enumerate().filter(|(at, _)| !said.contains(at)) {
        match rule.role {
            Role::Progress if way_said && guards(&rule.goal).is_empty() => {}
            Role::Progress => way.push((at, false, rule.clone())),
            Role::Effect if rule.evidence.is_none() && proven => {}
            Role::Effect => effects.push((at, true, rule.clone())),
        }
    }
    let mut own = Vec::new();
    for (at, one) in chosen.into_iter().enumerate() {
        // In the place of the checkpoint of the rules, or after all of them.
        let place = one.of.unwrap_or(rules.len() + at);
        match one.checkpoint.role {
            Role::Progress => way.push((place, false, one.checkpoint)),
            Role::Effect if one.of.is_some() => effects.push((place, true, one.checkpoint)),
            Role::Effect => own.push((place, one.checkpoint.evidence.is_some(), one.checkpoint)),
        }
    }
    way.sort_by_key(|(place, ..)| *place);
    effects.sort_by_key(|(place, ..)| *place);
    effects.extend(own);
    while way.len() + effects.len() > MAX_CHECKPOINTS {
        let spare = way.iter().rposition(|(.., one)| guards(&one.goal).is_empty());
        if let Some(spare) = spare {
            way.remove(spare);
        } else if let Some(word) = effects.iter().rposition(|(_, proven, _)| !proven) {
            effects.remove(word);
        } else if effects.last().is_some_and(|(place, ..)| *place >= rules.len()) {
            effects.pop();
        } else {
            break;
        }
    }
    let mut seen = std::collections::HashSet::new();
    let mut renamed = Vec::new();
    let list = way
        .into_iter()
        .chain(effects)
        .zip(1..)
        .map(|((rule, _, mut checkpoint), place)| {
            if !seen.insert(fold(&checkpoint.goal)) {
                checkpoint.goal = clip(&format!("{} ({place})", checkpoint.goal), 240);
                seen.insert(fold(&checkpoint.goal));
            }
            if !seen.insert(fold(&checkpoint.success_condition)) {
                checkpoint.success_condition =
                    clip(&format!("{} This is about: {}.", checkpoint.success_condition, checkpoint.goal), 400);
            }
            let checkpoint_id = CheckpointId(format!("cp-{place:02}"));
            renamed.extend(rules.get(rule).map(|rule| (rule.checkpoint_id.clone(), checkpoint_id.clone())));
            Checkpoint { checkpoint_id, order_hint: place, ..checkpoint }
        })
        .collect();
    (list, renamed)
}
