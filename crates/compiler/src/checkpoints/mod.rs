//! From candidates to 3 to 12 checkpoints: marks of the user first, no duplicates, the most significant ones.

mod per_item;

pub use per_item::items;

use crate::evidence::{Candidate, EFFECT, EvidenceContext, ON_YOUR_WORD, READ_AGAIN};
use crate::lint;
use crate::steps::Step;
use crate::text::{clip, fold, is_telling, sentence};
use apprentice_contracts::checkpoint::{Checkpoint, CheckpointRole, EvidencePredicate as Predicate};
use apprentice_contracts::graph::VariableBinding;
use apprentice_contracts::observation::ActionDetails;
use apprentice_contracts::session::{BoundaryKind, StepKindHint, WorkflowBoundary};

pub const MIN_CHECKPOINTS: usize = 3;
pub const MAX_CHECKPOINTS: usize = 12;

/// The most checkpoints on the way, where effects are read again.
const MAX_PROGRESS: usize = 5;

/// Checkpoints on the way, then the effects. Without readings, as in a demonstration of an earlier version, what the screen shows must do.
pub fn choose_with_effects(
    context: &EvidenceContext<'_>,
    boundaries: &[WorkflowBoundary],
    effects: Vec<Candidate>,
    word: Option<Candidate>,
) -> Vec<Candidate> {
    let mut list: Vec<Candidate> = context.candidates().into_iter().filter(|candidate| !is_minor_file(candidate)).collect();
    per_item::for_each(&mut list, context);
    list = group_by_marks(list, context.steps, boundaries);
    list = without_minor_pages(without_duplicates(list));
    // What an effect shows need not be shown on the way as well.
    list.retain(|candidate| {
        !matches!(&candidate.evidence, Predicate::Page { durable: true, .. } | Predicate::File { .. }) || effects.is_empty()
    });
    // An open page helps nobody who knows the way, and misleads who has another one.
    let mut spare = (list.len() + effects.len().max(1)).saturating_sub(MIN_CHECKPOINTS);
    list.retain(|candidate| {
        let drop = candidate.weight <= 30 && spare > 0;
        spare -= usize::from(drop);
        !drop
    });
    let most = MAX_PROGRESS.max(list.iter().filter(|candidate| is_command(candidate)).count().min(8));
    while list.len() > most {
        let weakest = list.iter().enumerate().min_by_key(|(at, candidate)| (candidate.weight, *at)).map_or(0, |(at, _)| at);
        list.remove(weakest);
    }
    for candidate in &mut list {
        candidate.weight = candidate.weight.min(99);
    }
    let missing = effects.is_empty();
    // A person who looks cannot say more than the page said: where it showed the values at the end, it must show them again.
    let shown = list.iter_mut().filter(|one| missing && shows_values(&one.evidence, context)).max_by_key(|one| one.step);
    if let Some(shown) = shown {
        shown.weight = READ_AGAIN;
    }
    list.extend(effects);
    list.extend(word.filter(|_| missing));
    list
}

/// Whether the page must show a record with a value that was entered. That a record which was chosen is listed says nothing.
fn shows_values(evidence: &Predicate, context: &EvidenceContext<'_>) -> bool {
    let is_entered = |name: &String| {
        let input = context.inputs.by_name(name);
        input.is_some_and(|one| !matches!(one.variable.binding, VariableBinding::Record { .. } | VariableBinding::Context { .. }))
    };
    matches!(evidence, Predicate::Page { durable: true, shows, .. } if shows.iter().any(|element| {
        matches!(element.role.as_str(), "row" | "listitem" | "cell")
            && crate::pattern::variables_in(&element.name).iter().any(is_entered)
    }))
}

/// Files are read in their folder, at the end.
fn is_minor_file(candidate: &Candidate) -> bool {
    matches!(candidate.evidence, Predicate::File { .. })
}

pub fn choose(context: &EvidenceContext<'_>, boundaries: &[WorkflowBoundary]) -> Vec<Candidate> {
    let mut list = context.candidates();
    per_item::for_each(&mut list, context);
    list = group_by_marks(list, context.steps, boundaries);
    list = without_duplicates(list);
    list = without_minor_pages(list);
    add_generic(&mut list, context);
    let mut list = without_duplicates(list);
    while list.len() > MAX_CHECKPOINTS {
        merge_weakest(&mut list);
    }
    list
}

/// Numbers the chosen candidates, and makes sure that no text breaks a lint rule.
pub fn number(chosen: &[Candidate], context: &EvidenceContext<'_>) -> Vec<Checkpoint> {
    let variables = context.inputs.variables();
    let values = lint::DemonstratedValues::of(&variables);
    let with_effects = chosen.iter().any(|candidate| candidate.weight >= READ_AGAIN);
    let mut seen = std::collections::HashSet::new();
    chosen
        .iter()
        .zip(1..)
        .map(|(candidate, place)| {
            let mut goal = clip(&lint::cleaned(&candidate.goal, &values), 232);
            if !seen.insert(fold(&goal)) {
                goal = format!("{goal} ({place})");
            }
            let success = clip(&lint::cleaned(&candidate.success, &values), 400);
            Checkpoint {
                checkpoint_id: format!("cp-{place:02}").into(),
                goal,
                success_condition: success,
                order_hint: place,
                optional: candidate.optional,
                role: if with_effects && candidate.weight < READ_AGAIN {
                    CheckpointRole::Progress
                } else {
                    CheckpointRole::Effect
                },
                evidence: (candidate.weight != ON_YOUR_WORD).then(|| candidate.evidence.clone()),
            }
        })
        .collect()
}

/// A mark names the steps before it. If the first mark was set before the first step, marks name the steps after them.
fn group_by_marks(list: Vec<Candidate>, steps: &[Step<'_>], boundaries: &[WorkflowBoundary]) -> Vec<Candidate> {
    let marks: Vec<(u32, String)> = boundaries
        .iter()
        .filter(|mark| mark.kind == BoundaryKind::MarkStep && mark.step_kind_hint != Some(StepKindHint::Decision))
        .filter_map(|mark| Some((mark.after_seq, mark.label.clone()?)))
        .filter(|(_, label)| !label.trim().is_empty())
        .collect();
    let (Some(first), Some(begin)) = (marks.first(), steps.first().map(|step| step.seq)) else { return list };
    let names_what_follows = first.0 < begin;
    let group_of = |candidate: &Candidate| {
        let seq = steps[candidate.step].seq;
        if names_what_follows {
            marks.iter().rposition(|(after, _)| *after < seq)
        } else {
            marks.iter().position(|(after, _)| *after >= seq)
        }
    };
    let mut out: Vec<Candidate> = Vec::new();
    let mut groups: Vec<Vec<Candidate>> = vec![Vec::new(); marks.len()];
    for candidate in list {
        match group_of(&candidate) {
            Some(group) => groups[group].push(candidate),
            None => out.push(candidate),
        }
    }
    for (group, (_, label)) in groups.into_iter().zip(&marks) {
        out.extend(as_marked(group, label));
    }
    out.sort_by_key(|candidate| candidate.step);
    out
}

/// Merges a group into one checkpoint with the user's words and the strongest evidence.
fn as_marked(mut group: Vec<Candidate>, label: &str) -> Option<Candidate> {
    let step = group.iter().map(|candidate| candidate.step).max()?;
    let strongest = group.iter().map(|candidate| candidate.weight).max()?;
    group.retain(|candidate| candidate.weight >= strongest.min(EFFECT) && !candidate.optional || candidate.weight == strongest);
    let success = clip(&group.iter().map(|candidate| candidate.success.as_str()).collect::<Vec<_>>().join(" "), 400);
    let optional = group.iter().all(|candidate| candidate.optional);
    let mut of: Vec<Predicate> = group.into_iter().map(|candidate| candidate.evidence).collect();
    let evidence = if of.len() == 1 { of.remove(0) } else { Predicate::All { of } };
    Some(Candidate { step, goal: sentence(label.trim()), success, evidence, weight: 95, optional })
}

/// Of two candidates with the same goal or evidence, the stronger is kept; of equals, the later.
fn without_duplicates(list: Vec<Candidate>) -> Vec<Candidate> {
    let mut out: Vec<(String, Candidate)> = Vec::new();
    for candidate in list {
        let goal = fold(&candidate.goal);
        let twin = out.iter().position(|(other_goal, other)| {
            *other_goal == goal && !(is_command(other) && is_command(&candidate))
                || other.evidence == candidate.evidence
                || same_shown(&other.evidence, &candidate.evidence)
        });
        match twin {
            Some(place) if candidate.weight >= out[place].1.weight && candidate.weight > 30 => {
                out.remove(place);
                out.push((goal, candidate));
            }
            Some(_) => {}
            None => out.push((goal, candidate)),
        }
    }
    out.into_iter().map(|(_, candidate)| candidate).collect()
}

/// Two commands are two steps, even where they are called alike: `tar` packs and lists.
fn is_command(candidate: &Candidate) -> bool {
    matches!(candidate.evidence, Predicate::Command { .. })
}

/// Whether a part of the evidence must hold for every item of a loop.
pub fn of_every_item(evidence: &Predicate) -> bool {
    match evidence {
        Predicate::Each { .. } => true,
        Predicate::All { of } => of.iter().any(of_every_item),
        _ => false,
    }
}

/// Whether both show the same elements, on whatever page.
fn same_shown(one: &Predicate, other: &Predicate) -> bool {
    match (one, other) {
        (Predicate::Each { holds: one, .. }, Predicate::Each { holds: other, .. }) => same_shown(one, other),
        (Predicate::Page { shows, lacks, .. }, Predicate::Page { shows: others, lacks: other_lacks, .. }) => {
            shows.len() + lacks.len() > 0 && shows == others && lacks == other_lacks
        }
        _ => false,
    }
}

/// Opened pages say little beside real effects: only the first one is kept.
fn without_minor_pages(list: Vec<Candidate>) -> Vec<Candidate> {
    let effects = list.iter().filter(|candidate| candidate.weight >= 50).count();
    let mut first_page_kept = false;
    list.into_iter()
        .filter(|candidate| {
            if candidate.weight > 30 || effects < MIN_CHECKPOINTS - 1 {
                return true;
            }
            !std::mem::replace(&mut first_page_kept, true)
        })
        .collect()
}

/// Adds checkpoints that every task has, for demonstrations with few visible effects.
fn add_generic(list: &mut Vec<Candidate>, context: &EvidenceContext<'_>) {
    let proven = list.iter().any(|candidate| candidate.weight >= EFFECT);
    if !proven && let Some(sent) = sent(context) {
        list.push(sent);
    }
    if list.len() >= MIN_CHECKPOINTS {
        return;
    }
    if let Some(command) = context.steps.iter().find_map(Step::command)
        && let Some(program) = crate::command::head(&crate::command::words(&command.command_line)).first()
    {
        let evidence = Predicate::Command {
            pattern: format!("{} *", crate::command::quote(program)),
            exit_code: command.exit_code.unwrap_or(0),
        };
        let evidence = Predicate::Any { of: vec![evidence] };
        list.insert(
            0,
            Candidate {
                step: 0,
                goal: format!("The terminal is in the folder of the task, and “{program}” is available"),
                success: format!("The folder holds what the task is about, and “{program}” answers there."),
                evidence,
                weight: 20,
                optional: true,
            },
        );
    }
    let Some(last) = list.iter().rev().find(|candidate| candidate.weight >= 50).or(list.last()).cloned() else { return };
    if list.len() < MIN_CHECKPOINTS {
        list.push(Candidate {
            goal: "The result has been read again and is what was asked for".to_owned(),
            success: "A second look by another way, such as opening the page or the file again, shows the same result."
                .to_owned(),
            evidence: Predicate::All { of: vec![last.evidence.clone()] },
            weight: 25,
            ..last.clone()
        });
    }
    if list.len() < MIN_CHECKPOINTS {
        list.insert(
            0,
            Candidate {
                step: 0,
                goal: format!("{} is open and ready", sentence(&context.app)),
                success: "It reacts to input and shows no error.".to_owned(),
                evidence: Predicate::Any { of: vec![last.evidence] },
                weight: 20,
                optional: true,
            },
        );
    }
}

/// A checkpoint for input that was submitted without a visible effect.
fn sent(context: &EvidenceContext<'_>) -> Option<Candidate> {
    let (index, target) = context.steps.iter().enumerate().rev().find_map(|(index, step)| match step.details() {
        ActionDetails::Click { target } if is_telling(&target.name) && !step.sign_in => Some((index, target)),
        _ => None,
    })?;
    let name = context.with_placeholders(&target.name, usize::MAX);
    Some(Candidate {
        step: index,
        goal: format!("{} has accepted “{name}” without an error", sentence(&context.app)),
        success: "No error is shown, and no field is marked as wrong or missing.".to_owned(),
        evidence: Predicate::Used { role: target.role.clone(), name: target.name.clone() },
        weight: 40,
        optional: false,
    })
}

/// Removes one checkpoint: the weakest if it says little, or else merges two neighbours.
fn merge_weakest(list: &mut Vec<Candidate>) {
    let Some((weakest, weight)) = list.iter().enumerate().map(|(at, c)| (at, c.weight)).min_by_key(|(at, weight)| (*weight, *at))
    else {
        return;
    };
    if weight < 50 {
        list.remove(weakest);
        return;
    }
    let pair = (0..list.len() - 1).min_by_key(|&at| u16::from(list[at].weight) + u16::from(list[at + 1].weight)).unwrap_or(0);
    let second = list.remove(pair + 1);
    let first = &mut list[pair];
    first.goal = clip(&format!("{}; {}", first.goal, second.goal), 240);
    first.success = clip(&format!("{} {}", first.success, second.success), 400);
    first.weight = first.weight.max(second.weight);
    first.optional &= second.optional;
    first.step = second.step;
    let mut of = match std::mem::replace(&mut first.evidence, Predicate::All { of: Vec::new() }) {
        Predicate::All { of } => of,
        other => vec![other],
    };
    match second.evidence {
        Predicate::All { of: more } => of.extend(more),
        other => of.push(other),
    }
    first.evidence = Predicate::All { of };
}
