//! The workflow graph: steps, decisions, loops and verifications, and how often each transition was observed. Internal.

use crate::inputs::Inputs;
use crate::loops::RepeatedBlock;
use crate::page;
use crate::steps::Step;
use crate::text::clip;
use apprentice_contracts::graph::{NodeKind, WorkflowEdge, WorkflowGraph, WorkflowNode};
use apprentice_contracts::ids::CheckpointId;
use apprentice_contracts::observation::ActionDetails;
use apprentice_contracts::session::{BoundaryKind, StepKindHint, WorkflowBoundary};

/// `checkpoints`: those on the way, each with the number of the step after which it is true.
pub fn graph(
    steps: &[Step<'_>],
    rounds: &[RepeatedBlock],
    inputs: &Inputs,
    boundaries: &[WorkflowBoundary],
    checkpoints: &[(usize, CheckpointId)],
) -> WorkflowGraph {
    let mut nodes = Vec::new();
    let mut edges: Vec<WorkflowEdge> = Vec::new();
    let mut previous: Vec<String> = Vec::new();
    let mut loop_entry: Option<(usize, String, u32)> = None;
    for (index, step) in steps.iter().enumerate() {
        if let Some(round) = rounds.iter().find(|round| round.start == index) {
            let id = format!("n{}", nodes.len() + 1);
            let sources = steps[index..index + round.len].iter().flat_map(|step| step.sources.iter().copied()).collect();
            nodes.push(WorkflowNode {
                node_id: id.clone(),
                kind: NodeKind::Loop,
                label: format!("For each of {} items", round.count),
                optional: false,
                source_event_ids: sources,
                checkpoints: Vec::new(),
            });
            connect(&mut edges, &std::mem::replace(&mut previous, vec![id.clone()]), &id, 1);
            loop_entry = Some((index + round.len - 1, id, u32::try_from(round.count).unwrap_or(u32::MAX)));
        }
        let id = format!("n{}", nodes.len() + 1);
        let (label, _) = inputs.template(&step.action.action_label, |name| format!("{{{{{name}}}}}"));
        let label = if step.sign_in { "Sign in".to_owned() } else { clip(&label, 240) };
        nodes.push(WorkflowNode {
            node_id: id.clone(),
            kind: kind(step, index, inputs, boundaries),
            label,
            optional: step.optional,
            source_event_ids: step.sources.clone(),
            checkpoints: checkpoints.iter().filter(|(of, _)| *of == index).map(|(_, id)| id.clone()).collect(),
        });
        let walked = loop_entry.as_ref().map_or(1, |(_, _, count)| *count);
        connect(&mut edges, &previous, &id, walked);
        // What a showing did without can be passed by.
        if !step.optional {
            previous.clear();
        }
        previous.push(id.clone());
        if let Some((_, entry, count)) = loop_entry.take_if(|(end, _, _)| *end == index) {
            connect(&mut edges, &[id], &entry, count - 1);
            previous = vec![entry];
        }
    }
    WorkflowGraph {
        nodes,
        edges,
        variables: inputs.variables(),
        program: None,
        folder: None,
        sent: Vec::new(),
        lists: Vec::new(),
        reads: Vec::new(),
        tools: Vec::new(),
    }
}

fn connect(edges: &mut Vec<WorkflowEdge>, from: &[String], to: &str, observed: u32) {
    edges.extend(from.iter().map(|from| WorkflowEdge { from: from.clone(), to: to.to_owned(), observed }));
}

/// The user's mark decides. Without one, a confirmed dialog and a sign-in are decisions, and opening a page that shows what was entered is
/// a verification.
fn kind(step: &Step<'_>, index: usize, inputs: &Inputs, boundaries: &[WorkflowBoundary]) -> NodeKind {
    let hinted =
        boundaries.iter().filter(|mark| mark.kind == BoundaryKind::MarkStep && mark.after_seq == step.seq).find_map(|mark| {
            match mark.step_kind_hint {
                Some(StepKindHint::Verification) => Some(NodeKind::Verification),
                Some(StepKindHint::Decision | StepKindHint::Guard) => Some(NodeKind::Decision),
                _ => None,
            }
        });
    if let Some(kind) = hinted {
        return kind;
    }
    match step.details() {
        _ if step.sign_in || step.branch.is_some() => NodeKind::Decision,
        ActionDetails::Dialog { .. } => NodeKind::Decision,
        ActionDetails::Navigate { .. } => shows_values(step, index, inputs),
        ActionDetails::Click { target } if target.role == "link" => shows_values(step, index, inputs),
        _ => NodeKind::Step,
    }
}

fn shows_values(step: &Step<'_>, index: usize, inputs: &Inputs) -> NodeKind {
    let known = |name: &str| !inputs.template_until(name, index.saturating_sub(1), str::to_owned).1.is_empty();
    let shows = index > 0 && step.change.iter().flat_map(page::new_elements).any(|element| known(&element.name));
    if shows { NodeKind::Verification } else { NodeKind::Step }
}
