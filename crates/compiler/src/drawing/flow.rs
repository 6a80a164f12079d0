//! The flow of a task: its steps between the goal and the end, each with its open questions, inputs and checkpoints, in one column.

use super::text::wrapped;
use apprentice_contracts::checkpoint::{Checkpoint, CheckpointRole};
use apprentice_contracts::drawing::{
    FlowCheckpoint, FlowDrawing, FlowEdge, FlowEdgeKind, FlowInput, FlowKind, FlowLine, FlowLineKind, FlowNode, FlowQuestion,
};
use apprentice_contracts::graph::{NodeKind, WorkflowEdge, WorkflowGraph, WorkflowNode};
use apprentice_contracts::proposal::{LearningQuestion, QuestionField};

const START: &str = "start";
const END: &str = "end";

const WIDTH: i32 = 320;
const INDENT: i32 = 34;
const GAP: i32 = 28;
const MARGIN: i32 = 12;
/// The distance between two lines that lead back, or pass something by.
const LANE: i32 = 14;
const PAD: i32 = 10;
/// The mark at the left, and that of a question at the right.
const ICON: i32 = 30;
const MARK: i32 = 30;
/// Size of the font and height of the lines, of the step and of what belongs to it.
const FONT: i32 = 13;
const LINE: i32 = 18;
const SMALL_FONT: i32 = 12;
const SMALL_LINE: i32 = 17;
/// The most lines of a step, and of each input and checkpoint. The name of the node has the rest.
const MOST_LINES: usize = 3;
const MOST_SMALL_LINES: usize = 2;
/// The most inputs, and the most checkpoints, that are written into a node.
const MOST_NOTES: usize = 12;

/// What a flow is drawn from.
#[derive(Clone, Copy, Debug)]
pub struct FlowSource<'a> {
    /// Title of the task.
    pub title: &'a str,
    /// Its workflow graph.
    pub graph: &'a WorkflowGraph,
    /// Its checkpoints.
    pub checkpoints: &'a [Checkpoint],
    /// The questions that nobody answered yet.
    pub open: &'a [&'a LearningQuestion],
}

/// Draws the flow of a task. A draft without steps has no nodes.
pub fn flow(source: &FlowSource<'_>) -> FlowDrawing {
    let WorkflowGraph { nodes: steps, edges, .. } = source.graph;
    if steps.is_empty() {
        return FlowDrawing {
            title: source.title.to_owned(),
            summary: String::new(),
            width: 0,
            height: 0,
            nodes: Vec::new(),
            edges: Vec::new(),
        };
    }
    let mut ways: Vec<WorkflowEdge> = Vec::with_capacity(edges.len() + 2);
    let way = |from: &str, to: &str| WorkflowEdge { from: from.to_owned(), to: to.to_owned(), observed: 1 };
    ways.push(way(START, &steps[0].node_id));
    ways.extend(edges.iter().cloned());
    ways.extend(endings(steps, edges).iter().map(|from| way(from, END)));
    let nodes = nodes(source);
    placed(source.title, nodes, &ways)
}

/// From where the task ends: the last step; if that repeats, the loop that it belongs to; and what comes before a last step that may be left
/// out.
fn endings<'a>(steps: &'a [WorkflowNode], edges: &'a [WorkflowEdge]) -> Vec<&'a str> {
    let Some(last) = steps.last() else { return Vec::new() };
    let at = |id: &str| steps.iter().position(|step| step.node_id == id);
    if let Some(entry) = edges.iter().find(|edge| edge.from == last.node_id && at(&edge.to) < at(&edge.from)) {
        return vec![&entry.to];
    }
    let before = edges.iter().filter(|edge| last.optional && edge.to == last.node_id).map(|edge| edge.from.as_str());
    std::iter::once(last.node_id.as_str()).chain(before).collect()
}

/// The nodes with what belongs to them, without a place.
fn nodes(source: &FlowSource<'_>) -> Vec<FlowNode> {
    let steps = &source.graph.nodes;
    let new = |id: &str, kind: FlowKind, label: &str| FlowNode {
        id: id.to_owned(),
        kind,
        label: label.to_owned(),
        optional: false,
        questions: Vec::new(),
        checkpoints: Vec::new(),
        inputs: Vec::new(),
        event_ids: Vec::new(),
        x: 0,
        y: 0,
        width: WIDTH,
        height: 0,
        lines: Vec::new(),
    };
    let mut nodes = vec![new(START, FlowKind::Start, source.title)];
    nodes.extend(steps.iter().map(|step| {
        let kind = match step.kind {
            NodeKind::Step => FlowKind::Step,
            NodeKind::Decision => FlowKind::Decision,
            NodeKind::Loop => FlowKind::Loop,
            NodeKind::Verification => FlowKind::Verification,
        };
        FlowNode { optional: step.optional, event_ids: step.source_event_ids.clone(), ..new(&step.node_id, kind, &step.label) }
    }));
    let is_last = nodes.len();
    nodes.push(new(END, FlowKind::End, "Done"));
    for question in source.open {
        let at = place_of(question, steps);
        nodes[at].questions.push(FlowQuestion { question_id: question.question_id, text: question.prompt.clone() });
    }
    for one in source.checkpoints {
        let at = steps.iter().position(|step| step.checkpoints.contains(&one.checkpoint_id)).map_or(is_last, |at| at + 1);
        nodes[at].checkpoints.push(FlowCheckpoint {
            checkpoint_id: one.checkpoint_id.clone(),
            goal: one.goal.clone(),
            condition: one.success_condition.clone(),
        });
    }
    let decides = source.checkpoints.iter().any(|one| one.role == CheckpointRole::Effect);
    if decides && !nodes[is_last].checkpoints.is_empty() {
        nodes[is_last].label = "Done when".to_owned();
    }
    for input in source.graph.variables.iter().filter(|input| input.changes) {
        // The head of a loop has the events of all its steps.
        let uses = |step: &&WorkflowNode| {
            step.kind != NodeKind::Loop && input.source_event_ids.iter().any(|id| step.source_event_ids.contains(id))
        };
        let at = steps.iter().find(uses).and_then(|found| steps.iter().position(|step| step.node_id == found.node_id));
        let node = &mut nodes[at.map_or(0, |at| at + 1)];
        node.inputs.push(FlowInput { name: input.name.clone(), label: input.label.clone() });
    }
    nodes
}

/// The number of the node that a question is about. A question quotes its step.
fn place_of(question: &LearningQuestion, steps: &[WorkflowNode]) -> usize {
    let quoted = steps.iter().position(|step| question.prompt.contains(&format!("“{}”", step.label)));
    let mut decisions = steps.iter().enumerate().filter(|(_, step)| step.kind == NodeKind::Decision).map(|(at, _)| at);
    let only = decisions.next().filter(|_| decisions.next().is_none() && question.field == QuestionField::Decision);
    match (quoted.or(only), question.field) {
        (Some(at), _) => at + 1,
        (None, QuestionField::SuccessCondition) => steps.len() + 1,
        (None, _) => 0,
    }
}

/// `a loop`, `2 loops`; nothing if there is none.
fn some(number: usize, one: &str, many: &str) -> Option<String> {
    match number {
        0 => None,
        1 => Some(format!("a {one}")),
        _ => Some(format!("{number} {many}")),
    }
}

fn summary(nodes: &[FlowNode]) -> String {
    let count = |kind: FlowKind| nodes.iter().filter(|node| node.kind == kind).count();
    let steps = count(FlowKind::Step) + count(FlowKind::Decision) + count(FlowKind::Verification);
    let questions = nodes.iter().map(|node| node.questions.len()).sum();
    let parts = [
        Some(format!("{steps} {}", if steps == 1 { "step" } else { "steps" })),
        some(count(FlowKind::Loop), "loop", "loops"),
        some(count(FlowKind::Decision), "choice", "choices"),
        some(questions, "question", "questions"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// How many loops each node is in: those between a loop and the way that leads back to it.
fn depths(nodes: &[FlowNode], ways: &[(usize, usize, u32)]) -> Vec<i32> {
    let mut depth = vec![0; nodes.len()];
    for (end, begin, _) in ways.iter().filter(|(from, to, _)| from > to) {
        depth[begin + 1..=*end].iter_mut().for_each(|depth| *depth += 1);
    }
    depth
}

fn placed(title: &str, mut nodes: Vec<FlowNode>, ways: &[WorkflowEdge]) -> FlowDrawing {
    let at = |id: &str| nodes.iter().position(|node| node.id == id);
    let ways: Vec<(usize, usize, u32)> = ways
        .iter()
        .filter_map(|way| Some((at(&way.from)?, at(&way.to)?, way.observed)))
        .filter(|(from, to, _)| from != to)
        .collect();
    let depth = depths(&nodes, &ways);
    let backs = ways.iter().filter(|(from, to, _)| to < from).count() as i32;
    let left = MARGIN + if backs > 0 { LANE * backs + 8 } else { 0 };
    let mut y = MARGIN;
    for (node, depth) in nodes.iter_mut().zip(depth) {
        node.x = left + INDENT * depth;
        node.y = y;
        write_lines(node);
        y += node.height + GAP;
    }
    let right = nodes.iter().map(|node| node.x + node.width).max().unwrap_or(left + WIDTH);
    let (mut back_lanes, mut around_lanes) = (0, 0);
    let edges: Vec<FlowEdge> = ways
        .iter()
        .map(|&(from, to, observed)| {
            let (one, other) = (&nodes[from], &nodes[to]);
            let edge = if to < from {
                back_lanes += 1;
                beside(one, other, left - LANE * back_lanes, FlowEdgeKind::Back)
            } else if to == from + 1 {
                next(one, other)
            } else {
                around_lanes += 1;
                let passed = beside(one, other, right + LANE * around_lanes, FlowEdgeKind::Around);
                // After its rounds the way goes on from the head of a loop: that leaves nothing out.
                if one.kind == FlowKind::Loop { FlowEdge { kind: FlowEdgeKind::Next, ..passed } } else { passed }
            };
            FlowEdge { times: (observed > 1).then_some(observed), ..edge }
        })
        .collect();
    let has_number_at_right = |edge: &FlowEdge| edge.times.is_some() && edge.label_x > right;
    FlowDrawing {
        title: title.to_owned(),
        summary: summary(&nodes),
        width: right + MARGIN + LANE * around_lanes + if edges.iter().any(has_number_at_right) { 30 } else { 0 },
        height: y - GAP + MARGIN,
        nodes,
        edges,
    }
}

/// Writes what a node says, and gives it its height.
fn write_lines(node: &mut FlowNode) {
    let room = node.width - ICON - MARK;
    let inputs = node.inputs.iter().map(|input| (input.label.as_str(), FlowLineKind::Input)).take(MOST_NOTES);
    let checkpoints = node.checkpoints.iter().map(|one| (one.goal.as_str(), FlowLineKind::Checkpoint)).take(MOST_NOTES);
    let mut lines = Vec::new();
    let mut bottom = node.y + PAD - 2;
    let texts = std::iter::once((node.label.as_str(), FlowLineKind::Label)).chain(inputs).chain(checkpoints);
    for (text, kind) in texts {
        let (font, height, most, indent) = match kind {
            FlowLineKind::Label => (FONT, LINE, MOST_LINES, 0),
            FlowLineKind::Input | FlowLineKind::Checkpoint => (SMALL_FONT, SMALL_LINE, MOST_SMALL_LINES, 18),
        };
        // A goal quotes the names of inputs.
        let text = text.replace('`', "");
        for (number, line) in wrapped(&text, room - indent, font, most).into_iter().enumerate() {
            bottom += height;
            lines.push(FlowLine { text: line, kind, x: node.x + ICON + indent, y: bottom - 3, first: number == 0 });
        }
    }
    node.height = (bottom - node.y + PAD - 2).max(LINE + 2 * PAD - 4);
    node.lines = lines;
}

fn edge(from: &FlowNode, to: &FlowNode, kind: FlowEdgeKind, path: String, label_x: i32, label_y: i32) -> FlowEdge {
    FlowEdge { from: from.id.clone(), to: to.id.clone(), kind, path, times: None, label_x, label_y }
}

/// A way to the node below.
fn next(from: &FlowNode, to: &FlowNode) -> FlowEdge {
    let (x1, y1, x2, y2) = (from.x + 24, from.y + from.height, to.x + 24, to.y);
    let middle = (y1 + y2) / 2;
    let path = if x1 == x2 { format!("M{x1} {y1}V{y2}") } else { format!("M{x1} {y1}V{middle}H{x2}V{y2}") };
    edge(from, to, FlowEdgeKind::Next, path, x2 + 8, middle + 4)
}

/// A way beside the column: up at its left, down at its right.
fn beside(from: &FlowNode, to: &FlowNode, lane: i32, kind: FlowEdgeKind) -> FlowEdge {
    let (y1, y2) = (from.y + from.height / 2, to.y + to.height / 2 + 5);
    let back = kind == FlowEdgeKind::Back;
    let (inner, first, last) = if back { (lane + 6, y1 - 6, y2 + 6) } else { (lane - 6, y1 + 6, y2 - 6) };
    let (x1, x2) = if back { (from.x, to.x) } else { (from.x + from.width, to.x + to.width) };
    let path = format!("M{x1} {y1}H{inner}Q{lane} {y1} {lane} {first}V{last}Q{lane} {y2} {inner} {y2}H{x2}");
    edge(from, to, kind, path, if back { lane + 6 } else { lane + 4 }, (y1 + y2) / 2 + 4)
}
